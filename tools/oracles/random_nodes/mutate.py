"""Applies small random changes to a node. Most leave it valid, and some do not."""
import numpy as np
from onnx import AttributeProto, helper

from .adapt import cast, element_types, formal_input
from .node import Input

SIZES = [0, 1, 1, 2, 2, 3, 4, 5, 6, 7, 8]
KINDS = AttributeProto.AttributeType


def resized(given, shape):
    """Returns the same elements, repeated as needed, in another shape."""
    shape = [min(int(s), 64) for s in shape]
    value = given.value
    if not value.size:
        value = np.zeros(1, value.dtype)
    flat = np.concatenate([value.ravel()] * (int(np.prod(shape)) // value.size + 1))
    return Input(flat[: int(np.prod(shape))].reshape(shape), given.type)


def pick(rng, items):
    return items[int(rng.integers(len(items)))] if items else None


def positions(node):
    return [i for i, given in enumerate(node.inputs) if given is not None and given.is_tensor]


def change_size(node, schema, rng, words):
    """Replaces a size wherever it occurs, including in attributes."""
    sizes = sorted({d for t in node.tensors() for d in t.value.shape})
    old, new = pick(rng, sizes), int(pick(rng, SIZES))
    if old is None:
        return
    for i in positions(node):
        given = node.inputs[i]
        if old in given.value.shape:
            node.inputs[i] = resized(given, [new if d == old else d for d in given.value.shape])
    if rng.random() < 0.5:
        for name, a in list(node.attributes.items()):
            if a.type == KINDS.INT and a.i == old and old > 1:
                node.attributes[name] = helper.make_attribute(name, new)


def change_dim(node, schema, rng, words):
    """Changes one dimension of one input."""
    i = pick(rng, [i for i in positions(node) if node.inputs[i].value.ndim])
    if i is not None:
        shape = list(node.inputs[i].value.shape)
        shape[int(rng.integers(len(shape)))] = 1 if rng.random() < 0.5 else int(pick(rng, SIZES))
        node.inputs[i] = resized(node.inputs[i], shape)


def change_rank(node, schema, rng, words):
    """Adds or removes a dimension, in one input or in all of them."""
    where, front = positions(node), rng.random() < 0.5
    chosen = where if rng.random() < 0.5 else [pick(rng, where)] if where else []
    size = int(pick(rng, [1, 1, 2, 3]))
    more = rng.random() < 0.5
    for i in chosen:
        shape = list(node.inputs[i].value.shape)
        if more:
            shape = [size, *shape] if front else [*shape, size]
        elif shape:
            shape = shape[1:] if front else shape[:-1]
        if len(shape) < 7:
            node.inputs[i] = resized(node.inputs[i], shape)


def change_type(node, schema, rng, words):
    """Changes the type of one variable."""
    i = pick(rng, positions(node))
    if i is None:
        return
    variable, elements = element_types(schema, i)
    if not elements:
        return
    element = int(pick(rng, elements))
    for j in positions(node):
        if element_types(schema, j)[0] == variable and (j == i or formal_input(schema, j).is_homogeneous):
            cast(node, j, element)


def random_ints(rng, old):
    numbers = list(old)
    what = rng.random()
    if numbers and what < 0.5:
        k = int(rng.integers(len(numbers)))
        numbers[k] += int(pick(rng, [-1, 1, 1, 2]))
    elif numbers and what < 0.6:
        rng.shuffle(numbers)
    elif numbers and what < 0.7:
        numbers.pop(int(rng.integers(len(numbers))))
    elif what < 0.85:
        numbers.append(int(pick(rng, [0, 1, 2, -1])))
    else:
        numbers = [int(pick(rng, [1, 1, 2, 3])) for _ in numbers]
    return [int(n) for n in numbers]


def change_attribute(node, schema, rng, words):
    """Changes or removes one attribute."""
    name = pick(rng, sorted(schema.attributes))
    if name is None:
        return
    kind, old = schema.attributes[name].type.value, node.attributes.get(name)
    if old is not None and rng.random() < 0.15:
        del node.attributes[name]
    elif kind == KINDS.INT:
        flag = schema.attributes[name].default_value.i in (0, 1) and "axis" not in name and rng.random() < 0.95
        other = [old.i + 1, old.i - 1] if old is not None else []
        value = int(pick(rng, [0, 1] if flag else [0, 1, 2, -1, -2, 3, 10, *other]))
        node.attributes[name] = helper.make_attribute(name, value)
    elif kind == KINDS.INTS:
        node.attributes[name] = helper.make_attribute(name, random_ints(rng, old.ints if old is not None else [1, 1]), attr_type=kind)
    elif kind == KINDS.FLOAT:
        node.attributes[name] = helper.make_attribute(name, float(pick(rng, [0.0, 0.5, 1.0, -1.0, 2.0])))
    elif kind == KINDS.STRING:
        known = sorted(words.get(name, {"NOTSET", "VALID", "SAME_UPPER"}))
        node.attributes[name] = helper.make_attribute(name, pick(rng, known) if rng.random() < 0.95 else "nonsense")


def change_values(node, schema, rng, words):
    """Changes elements of a small integer input: axes, sizes, or indices."""
    chosen = [i for i in positions(node) if node.inputs[i].value.dtype.kind == "i" and node.inputs[i].value.size <= 16]
    i = pick(rng, chosen)
    if i is None:
        return
    value = node.inputs[i].value
    if value.ndim == 1:
        changed = np.array(random_ints(rng, value.tolist()), object)
    else:
        changed = value.astype(object) + int(pick(rng, [-1, 1, -2]))
    bounds = np.iinfo(value.dtype)
    changed = [min(max(v, int(bounds.min)), int(bounds.max)) for v in np.asarray(changed, object).ravel()]
    shape = (len(changed),) if value.ndim == 1 else value.shape
    node.inputs[i] = Input(np.array(changed, value.dtype).reshape(shape), node.inputs[i].type)


def drop_input(node, schema, rng, words):
    """Removes an optional input."""
    optional = [i for i in range(1, len(node.inputs)) if node.inputs[i] is not None]
    i = pick(rng, optional)
    if i is not None and rng.random() < 0.5:
        node.inputs[i] = None
        while node.inputs and node.inputs[-1] is None:
            node.inputs.pop()


def change_arity(node, schema, rng, words):
    """Changes the number of variadic inputs, or the number of outputs."""
    variadic = schema.inputs and schema.max_input > 100
    if variadic and node.inputs and rng.random() < 0.7:
        if rng.random() < 0.5 or len(node.inputs) < 2:
            node.inputs.append(pick(rng, [i for i in node.inputs if i is not None]))
        else:
            node.inputs.pop()
    elif schema.max_output > schema.min_output or rng.random() < 0.1:
        count = int(rng.integers(schema.min_output, min(schema.max_output, len(node.outputs) + 1) + 1))
        node.outputs = [True] * max(count, 1)


CHANGES = [change_size] * 5 + [change_dim] * 4 + [change_rank] * 3 + [change_type] * 2 + [change_attribute] * 5 + [change_values] * 4 + [drop_input, change_arity]


def mutate(node, schema, rng, words):
    """Applies up to three changes."""
    if any(a.type in (KINDS.GRAPH, KINDS.GRAPHS) for a in node.attributes.values()):
        return
    for _ in range(int(pick(rng, [0, 1, 1, 1, 2, 2, 3]))):
        pick(rng, CHANGES)(node, schema, rng, words)
