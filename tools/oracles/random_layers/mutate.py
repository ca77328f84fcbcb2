"""Applies small random changes to a layer. Most leave it valid, and some do not."""
import re

SIZES = [0, 1, 1, 2, 2, 3, 4, 5, 6, 8]
WORDS = {
    "auto_pad": ["explicit", "valid", "same_upper", "same_lower"], "rounding_type": ["floor", "ceil", "ceil_torch"],
    "auto_broadcast": ["none", "numpy", "pdpd"], "mode": [], "direction": ["forward", "reverse", "bidirectional"],
    "pad_mode": ["constant", "edge", "reflect", "symmetric"], "output_type": ["i32", "i64"],
}


def pick(rng, items):
    return items[int(rng.integers(len(items)))] if items else None


def parameters(layer):
    return [i for i in layer.inputs if i.values is None]


def change_size(layer, rng):
    """Replaces a size wherever it occurs."""
    old, new = pick(rng, sorted({d for i in parameters(layer) for d in i.sizes})), int(pick(rng, SIZES))
    for given in parameters(layer):
        given.sizes = [new if d == old else d for d in given.sizes]


def change_dim(layer, rng):
    given = pick(rng, [i for i in parameters(layer) if i.sizes])
    if given:
        given.sizes[int(rng.integers(len(given.sizes)))] = 1 if rng.random() < 0.4 else int(pick(rng, SIZES))


def change_rank(layer, rng):
    """Adds or removes a dimension, in one input or in all of them."""
    chosen = parameters(layer) if rng.random() < 0.4 else [i for i in [pick(rng, parameters(layer))] if i]
    more, front, size = rng.random() < 0.5, rng.random() < 0.5, int(pick(rng, [1, 1, 2, 3]))
    for given in chosen:
        if more:
            given.sizes = [size, *given.sizes] if front else [*given.sizes, size]
        else:
            given.sizes = given.sizes[1:] if front else given.sizes[:-1]


def changed_numbers(rng, numbers):
    numbers, what = list(numbers), rng.random()
    if numbers and what < 0.7:
        numbers[int(rng.integers(len(numbers)))] += int(pick(rng, [-1, 1, 1, 2, -3]))
    elif numbers and what < 0.8:
        numbers.pop()
    else:
        numbers.append(int(pick(rng, [0, 1, 2])))
    return numbers


def change_values(layer, rng):
    given = pick(rng, [i for i in layer.inputs if i.values is not None])
    if given is None or len(given.sizes) > 1:
        return
    if not given.sizes:
        given.values = [given.values[0] + int(pick(rng, [-1, 1, 2, -4]))]
    else:
        given.values = changed_numbers(rng, given.values)
        given.sizes = [len(given.values)]


def change_attribute(layer, rng):
    name = pick(rng, sorted(layer.attributes))
    if name is None:
        return
    text = layer.attributes[name]
    if rng.random() < 0.1:
        del layer.attributes[name]
    elif text in ("true", "false"):
        layer.attributes[name] = "false" if text == "true" else "true"
    elif re.fullmatch(r"-?\d+(,-?\d+)*", text):
        numbers = [int(v) for v in text.split(",")]
        changed = changed_numbers(rng, numbers) if "," in text else [numbers[0] + int(pick(rng, [1, -1, 2, -3]))]
        layer.attributes[name] = ",".join(map(str, changed))
    elif WORDS.get(name):
        layer.attributes[name] = pick(rng, WORDS[name])


def change_type(layer, rng):
    """Changes the type of one input, or of all inputs with the same type."""
    given = pick(rng, layer.inputs)
    if given is None:
        return
    old, new = given.element, pick(rng, ["f32", "f16", "f64", "i64", "i32", "u8", "boolean"])
    for other in layer.inputs if rng.random() < 0.7 else [given]:
        if other.element == old:
            other.element = new


def drop_input(layer, rng):
    if len(layer.inputs) > 1 and rng.random() < 0.5:
        layer.inputs.pop()


CHANGES = [change_size] * 4 + [change_dim] * 4 + [change_rank] * 3 + [change_values] * 4 + [change_attribute] * 6 + [change_type] * 2 + [drop_input]


def mutate(layer, rng):
    """Applies up to three changes."""
    for _ in range(int(pick(rng, [0, 1, 1, 1, 2, 2, 3]))):
        pick(rng, CHANGES)(layer, rng)


def hidden_dim(size, rng):
    """Returns a less precise dimension that may still have this size."""
    return pick(rng, [str(size), "?", f"{max(size - 1, 0)}..{size + 1}", f"..{size + 2}", f"{size}.."])


def hints(layer, rng):
    """Returns how much a model declares about each input; None for everything."""
    how = pick(rng, ["all", "all", "dims", "rank", "mixed"])
    found = []
    for given in layer.inputs:
        mine = pick(rng, ["all", "shape", "dims", "rank"]) if how == "mixed" else how
        if mine == "all":
            found.append(None)
        elif mine == "shape" or (given.values is not None and how != "mixed"):
            found.append(None if given.values is not None else ",".join(map(str, given.sizes)))
        elif mine == "rank":
            found.append("...")
        else:
            found.append(",".join(hidden_dim(d, rng) for d in given.sizes))
    return found
