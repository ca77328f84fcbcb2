"""Valid ONNX nodes of a signature, with every combination of its types."""
import collections
import itertools
import warnings
import zlib

import numpy as np
from onnx import AttributeProto, TensorProto, defs, helper

from oracles.element_types import from_onnx
from oracles.random_nodes.adapt import adapt
from oracles.random_nodes.node import Input, Written, tensor_type
from oracles.random_nodes.recipes import RECIPES

warnings.filterwarnings("ignore", category=RuntimeWarning)
NUMBERS = {from_onnx(name): value for name, value in TensorProto.DataType.items() if from_onnx(name)}
NAMES = {value: name for name, value in NUMBERS.items()}
# Attributes that state the type of the first output.
OUTPUT_TYPES = ("to", "dtype", "output_dtype", "output_datatype")
KINDS = AttributeProto.AttributeType
# Forms of a node that are tried with a combination of types until one runs.
FORMS = 8


def forms(signature, seeds):
    """Returns nodes of a signature: without changes, and such that most are valid."""
    try:
        schema = defs.get_schema(signature.name, signature.since, signature.domain)
    except defs.SchemaError:
        return []
    rng = np.random.default_rng(zlib.crc32(signature.key.encode()))
    made = list(seeds[:FORMS])
    recipe = None if signature.domain else RECIPES.get(signature.name)
    if recipe:
        made += [_without_empty(recipe, rng) for _ in range(FORMS // 2)]
    nodes = []
    for node in made:
        try:
            nodes.append(adapt(node, schema, rng))
        except Exception:
            continue
    for node in nodes:
        # Training, which old versions assume.
        if "is_test" in schema.attributes:
            node.attributes["is_test"] = helper.make_attribute("is_test", 1)
    # A node without attributes, or with the fewest inputs, is the form that most runtimes support. Forms with other
    # attributes come before more of the same, because the body of a function may depend on them.
    nodes.sort(key=lambda node: (len(node.attributes), len(node.inputs)))
    seen = collections.Counter()
    turns = []
    for node in nodes:
        form = tuple(sorted((name, a.SerializeToString()) for name, a in node.attributes.items()))
        turns.append(seen[form])
        seen[form] += 1
    return [node for _, _, node in sorted(zip(turns, range(len(nodes)), nodes), key=lambda entry: entry[:2])]


def _without_empty(recipe, rng):
    for _ in range(20):
        node = recipe(rng)
        if all(given.value.size for given in node.tensors()):
            break
    return node


def element(given):
    return NAMES.get(given.type.tensor_type.elem_type) if given is not None and given.is_tensor else None


def output_attribute(signature, node):
    """Returns the attribute that states the type of the first output, and the variable of that type."""
    variable = signature.variable(0, output=True)
    bound = {signature.variable(i) for i, given in enumerate(node.inputs) if element(given)}
    if variable is None or variable in bound:
        return None, None
    try:
        schema = defs.get_schema(signature.name, signature.since, signature.domain)
    except defs.SchemaError:
        return None, None
    names = [name for name in OUTPUT_TYPES if name in schema.attributes]
    if not names and "value" in schema.attributes and schema.attributes["value"].type.value == KINDS.TENSOR:
        names = ["value"]
    return (names[0], variable) if names else (None, None)


def combinations(signature, node):
    """Returns every combination of types that the signature allows for the tensors of a node, as dictionaries."""
    allowed = signature.allowed()
    varies = [signature.variable(i) for i, given in enumerate(node.inputs) if element(given)]
    varies.append(output_attribute(signature, node)[1])
    varies = list(dict.fromkeys(v for v in varies if v))
    if any(a.type in (KINDS.GRAPH, KINDS.GRAPHS) for a in node.attributes.values()):
        # The types of bodies do not follow those of the node.
        return [{}]
    return [dict(zip(varies, types)) for types in itertools.product(*(allowed[v] for v in varies))]


def few(combinations, base):
    """Returns the combinations that differ from the node's own types, or from those of another node, in one variable."""
    others = [base, {v: next((c[v] for c in combinations if c[v] != name), name) for v, name in base.items()}]
    return [c for c in combinations if any(sum(c[v] != other.get(v) for v in c) <= 1 for other in others)]


def own(signature, node):
    """Returns the types that the variables have in a node."""
    return {signature.variable(i): element(given) for i, given in enumerate(node.inputs) if signature.variable(i) and element(given)}


def _cast(given, name):
    number = NUMBERS[name]
    dtype, value = helper.tensor_dtype_to_np_dtype(number), given.value
    if dtype == object:
        value = np.asarray(value.astype(np.float64).astype(np.int64).astype(str) if value.dtype.kind in "fiu" else value.astype(str)).astype(object)
    elif value.dtype == object:
        value = np.ones(value.shape, dtype)
    else:
        # Bytes, not Python integers, so that unsigned types accept every value.
        value = value.astype(np.float64).clip(0 if name[0] == "u" else None).astype(dtype) if value.dtype.kind in "iu" and dtype.kind not in "fiub" else value.astype(dtype)
    return Input(value, tensor_type(number))


def _state_type(node, attribute, name, kind):
    number = NUMBERS[name]
    if attribute == "value":
        dtype = helper.tensor_dtype_to_np_dtype(number)
        raw = np.ones(1, dtype) if dtype != object else np.array(["1"], object)
        from onnx import numpy_helper

        made = numpy_helper.from_array(raw, "v")
        node.attributes = {"value": helper.make_attribute("value", made)}
    elif kind == KINDS.STRING:
        node.attributes[attribute] = helper.make_attribute(attribute, TensorProto.DataType.Name(number))
    else:
        node.attributes[attribute] = helper.make_attribute(attribute, number)


def with_types(signature, node, types):
    """Returns a copy of a node whose tensors have these types."""
    node = node.copy()
    for i, given in enumerate(node.inputs):
        name = types.get(signature.variable(i))
        if name and element(given) and element(given) != name:
            node.inputs[i] = _cast(given, name)
    attribute, variable = output_attribute(signature, node)
    if attribute and variable in types:
        schema = defs.get_schema(signature.name, signature.since, signature.domain)
        _state_type(node, attribute, types[variable], schema.attributes[attribute].type.value)
    return node


def constants(node, signature, how):
    """Returns for each input whether it is a constant: `none` of them, the `shapes` (small integers), or all but the `first`."""
    known = []
    for i, given in enumerate(node.inputs):
        small = given is not None and given.is_tensor and given.value.dtype == np.int64 and given.value.size <= 16 and i > 0
        constant = how == "first" and i > 0 or how == "shapes" and small and signature.variable(i) in (None, "Tind", "T1", "tensor(int64)")
        known.append("value" if constant else "shape")
    return known


def written(node, opset, knowledge):
    """Returns a model of a node, with the values of its inputs."""
    node = node.copy()
    node.opset = opset
    ir = 10 if opset <= 23 or node.domain else 11 if opset <= 24 else 13
    return Written(node, knowledge, np.random.default_rng(0), ir)


def opsets(signature, all_signatures, newest):
    """Returns the newest and the oldest opset in which a version is current."""
    if signature.domain:
        return [signature.since]
    later = [s.since for s in all_signatures if (s.dialect, s.domain, s.name) == ("Onnx", "", signature.name) and s.since > signature.since]
    last = min([since - 1 for since in later] + [newest])
    return list(dict.fromkeys([last, signature.since])) if last >= signature.since else []
