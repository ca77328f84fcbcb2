"""Compares arrays before and after folding."""
# How many times the original is run again to detect random outputs.
AGAIN = 5
ULP = 2
RELATIVE = 1e-4


def is_float(array):
    return array.dtype.kind == "f" or array.dtype.name in ("bfloat16", "float16")


def same_bits(a, b):
    """Returns whether type, shape, and bits are equal. All NaN values are equal."""
    import numpy as np

    if a.dtype != b.dtype or a.shape != b.shape:
        return False
    if a.dtype == object or not is_float(a):
        return bool(np.array_equal(a, b))
    bits = {2: np.uint16, 4: np.uint32, 8: np.uint64}[a.dtype.itemsize]
    equal = np.ascontiguousarray(a).reshape(-1).view(bits) == np.ascontiguousarray(b).reshape(-1).view(bits)
    return bool(np.all(equal | (np.isnan(a) & np.isnan(b)).reshape(-1)))


def ulps(a, b):
    """Returns the largest distance in units in the last place: 0 between NaNs, infinite between NaN and a number."""
    import numpy as np

    width = a.dtype.itemsize * 8
    kind = {16: np.int16, 32: np.int32, 64: np.int64}[width]

    def ordered(x):
        bits = np.ascontiguousarray(x).reshape(-1).view(kind).astype(object)
        return np.where(bits < 0, -(bits + (1 << (width - 1))), bits)

    numbers = ~(np.isnan(a) | np.isnan(b)).reshape(-1)
    if np.any((np.isnan(a) != np.isnan(b)).reshape(-1)):
        return float("inf")
    far = np.abs(ordered(a) - ordered(b))[numbers]
    return int(far.max()) if far.size else 0


def relative(a, b):
    """Returns the largest difference relative to the larger element. Elements that are relatively small count less."""
    import numpy as np

    if a.dtype != b.dtype or a.shape != b.shape:
        return float("inf")
    if not is_float(a):
        return 0.0 if np.array_equal(a, b) else float("inf")
    a, b = a.astype(np.float64).reshape(-1), b.astype(np.float64).reshape(-1)
    if np.any(np.isnan(a) != np.isnan(b)):
        return float("inf")
    different = (a != b) & ~np.isnan(a)
    a, b = a[different], b[different]
    if not a.size:
        return 0.0
    if np.any(np.isinf(a) | np.isinf(b)):
        return float("inf")
    magnitude = np.maximum(np.abs(a), np.abs(b))
    return float((np.abs(a - b) / np.maximum(magnitude, 1e-3 * magnitude.max())).max())


def random_array(rng, dtype, sizes):
    import numpy as np

    if dtype == object:
        return np.full(sizes, "a", dtype=object)
    if dtype == np.bool_:
        return rng.integers(0, 2, sizes).astype(np.bool_)
    if np.dtype(dtype).kind in "iu":
        return rng.integers(0, 2, sizes).astype(dtype)
    return rng.uniform(-1, 1, sizes).astype(dtype)


class Result(dict):
    """The result for a model, as the child process prints it."""

    def wrong(self, text):
        self.setdefault("violations", []).append(text)

    def compare_constants(self, pairs, in_double=lambda name: None):
        """Compares tuples of name, found value, expected value, and whether it must be exact.

        `in_double` computes a value in float64, as a second opinion on large differences.
        """
        for name, found, expected, exact in pairs:
            self["constants"] = self.get("constants", 0) + 1
            if same_bits(found, expected):
                self["constants_equal"] = self.get("constants_equal", 0) + 1
                continue
            what = f"{found.dtype}{list(found.shape)}"
            if found.dtype != expected.dtype or found.shape != expected.shape:
                self.wrong(f"constant {name}: {what}, the runtime has {expected.dtype}{list(expected.shape)}")
            elif exact or not is_float(found):
                self.wrong(f"constant {name} {what} differs, but must be exact")
            else:
                far = ulps(found, expected)
                self["ulp"] = max(self.get("ulp", 0), far)
                if far > ULP:
                    self.far_away(f"constant {name} {what}", far, found, in_double(name))

    def far_away(self, what, far, found, truth):
        """Reports a large difference, unless the runtime's own result in float64 agrees with ours."""
        what = f"{what} is {far} units in the last place away"
        if truth is None or ulps(found, truth) > ULP:
            self.wrong(what)
        else:
            self.setdefault("exceptions", []).append(f"{what}, and {ulps(found, truth)} from the same node in float64")

    def compare_outputs(self, names, before, again, after, must_be_equal):
        for name, a, b, *others in zip(names, before, after, *again):
            if not all(same_bits(a, other) for other in others):
                self["random_outputs"] = self.get("random_outputs", 0) + 1
                continue
            self["outputs"] = self.get("outputs", 0) + 1
            if same_bits(a, b):
                self["outputs_equal"] = self.get("outputs_equal", 0) + 1
                continue
            far = relative(a, b)
            self["relative"] = max(self.get("relative", 0), far)
            if must_be_equal or far > RELATIVE:
                self.wrong(f"output {name} differs by a relative {far:.3g}" + (", although every constant is equal" if must_be_equal else ""))
