"""Runs the same nodes in ONNX Runtime and OpenVINO, with ordinary and with boundary values, and compares the results."""
import numpy as np

from oracles.random_nodes.node import Input

from . import with_onnxruntime, with_openvino
from .nodes import combinations, constants, element, forms, opsets, with_types, written

# Which values the data inputs of each type get, by name; `own` are those of the node.
TYPES = {"f32": ("own", "ordinary", "ties", "special"), "i32": ("own", "integers"), "i64": ("own",), "u8": ("own", "integers"), "bool": ("own",)}
VALUES = {
    "own": None,
    "ordinary": [-3.0, 2.0, -1.5, 0.0, 5.0, -7.25, 1.0, 0.5, 2.5, -0.5, -2.5, 3.5],
    "ties": [2.0, 1.0, 2.0, 2.0, 1.0, 1.0],
    "special": [np.inf, 1.0, -np.inf, 0.0, np.nan, 2.0, 3e38, -3e38, 1e-40, -0.0, -1.0],
    "integers": [-7.0, 2.0, 7.0, -3.0, 0.0, 5.0, 2.0**31 - 1, -(2.0**31), 1.0],
}
FORMS = 4
# Results of these depend on a run, or are not numbers.
RANDOM = ("Random", "Bernoulli", "Multinomial", "Dropout")


def changed(signature, node, values):
    """Returns a copy whose data have other values; None if it has no data to change."""
    if values is None:
        return node
    node, any_changed = node.copy(), False
    for i, given in enumerate(node.inputs):
        name = element(given)
        # Integers beside data are indices or sizes.
        is_data = i == 0 or signature.variable(i) == signature.variable(0)
        if name is None or not is_data or given.value.dtype == object or not given.value.size:
            continue
        dtype, tiled = given.value.dtype, np.resize(np.roll(np.array(values), i), given.value.shape)
        if dtype.kind in "iu":
            bounds = np.iinfo(dtype)
            tiled = np.nan_to_num(tiled, nan=0.0, posinf=float(bounds.max), neginf=float(bounds.min))
            tiled = np.array([min(max(int(v), bounds.min), bounds.max) for v in tiled.ravel()], dtype).reshape(tiled.shape)
        with np.errstate(all="ignore"):
            node.inputs[i] = Input(tiled.astype(dtype), given.type)
        any_changed = True
    return node if any_changed else None


def by_onnxruntime(model):
    found = with_onnxruntime.execute(with_onnxruntime.session(model.model.SerializeToString()), model.feeds)
    return [value.numpy() if hasattr(value, "numpy") else np.asarray(value) for value in found]


def by_openvino(model):
    import io

    read = with_openvino.core().read_model(io.BytesIO(model.model.SerializeToString()))
    return with_openvino.execute(read, model.feeds, lambda tensor: np.array(tensor.data))


def unequal(one, other, near=None):
    """Returns how two results differ beyond rounding; None if they do not. `near` is the relative difference to ignore."""
    if one.shape != other.shape:
        return f"shape {list(one.shape)} and {list(other.shape)}"
    if one.dtype.kind not in "fiub" or other.dtype.kind not in "fiub" or not one.size:
        return None
    a, b = one.astype(np.float64), other.astype(np.float64)
    near = near or (2e-2 if one.dtype.itemsize == 2 else 2e-3)
    with np.errstate(all="ignore"):
        same = (a == b) | (np.isnan(a) & np.isnan(b)) | (np.abs(a - b) <= near * np.maximum(np.abs(a), np.abs(b)) + 1e-5)
    if same.all():
        return None
    at = tuple(int(i) for i in np.argwhere(~same)[0])
    return f"{int((~same).sum())} of {same.size} elements, at {list(at)} {a[at]:.7g} and {b[at]:.7g}"


def work(item, known):
    """Compares the nodes of one signature, in the process of `workers.results`."""
    signature, all_signatures, seeds = item
    opset = opsets(signature, all_signatures, with_onnxruntime.NEWEST_OPSET)
    for form, node in enumerate(forms(signature, seeds)[:FORMS] if opset else []):
        for types in combinations(signature, node):
            data = next(iter(types.values()), "f32")
            # One type for all data; indices may stay as they are.
            if data not in TYPES or not set(types.values()) <= {data, "i64"}:
                continue
            typed = with_types(signature, node, types)
            for name in TYPES[data]:
                case = f"{opset[0]}|{','.join(f'{v}={t}' for v, t in types.items())}|{form}|{name}"
                if case not in known:
                    yield case, None
                    known[case] = compare(signature, changed(signature, typed, VALUES[name]), opset[0])
                    yield case, known[case]
                if known[case][0] == "cannot":
                    break


def compare(signature, node, opset):
    if node is None:
        return ["same", "", None]
    try:
        model = written(node, opset, constants(node, signature, "shapes"))
        first = by_onnxruntime(model)
        second = by_openvino(model)
    except Exception as error:
        return ["cannot", str(error)[:100], None]
    found = [unequal(a, b) for a, b in zip(first, second)]
    text = next((f"output {i}: {f}" for i, f in enumerate(found) if f), None)
    attributes = {name: _attribute(a) for name, a in node.attributes.items()}
    return ["differs", text, attributes] if text else ["same", "", None]


def _attribute(a):
    from onnx import helper

    value = helper.get_attribute_value(a)
    return value.decode() if isinstance(value, bytes) else str(value)[:60]
