"""Adapts a node to an older version of its operator."""
import numpy as np
from onnx import AttributeProto, TensorProto, defs, helper

from .node import Input, tensor_type

# Inputs that were attributes with a different name.
FORMER = {"dilations": [], "repeats": ["tiles"], "pads": ["paddings"], "scales": ["scales"], "K": ["k"]}


def element_types(schema, position):
    """Returns the element types that a tensor input may have, and the name of its type variable."""
    formal = formal_input(schema, position)
    if formal is None:
        return None, []
    names = [t[7:-1].upper() for t in formal.types if t.startswith("tensor(")]
    return formal.type_str, [TensorProto.DataType.Value(n) for n in names if n in TensorProto.DataType.keys()]


def formal_input(schema, position):
    if position < len(schema.inputs):
        return schema.inputs[position]
    variadic = schema.inputs and schema.inputs[-1].option == defs.OpSchema.FormalParameterOption.Variadic
    return schema.inputs[-1] if variadic else None


def attribute(name, kind, array):
    """Returns an attribute of this type with the elements of an array; None if that is impossible."""
    kinds = AttributeProto.AttributeType
    flat = array.ravel().tolist()
    try:
        if kind in (kinds.INT, kinds.FLOAT):
            return helper.make_attribute(name, (int if kind == kinds.INT else float)(flat[0]))
        if kind in (kinds.INTS, kinds.FLOATS):
            limit = 2**63 - 1
            return helper.make_attribute(name, [max(-limit, min(int(v), limit)) if kind == kinds.INTS else float(v) for v in flat], attr_type=kind)
    except (IndexError, ValueError, TypeError, OverflowError):
        pass
    return None


def cast(node, position, element):
    """Changes the element type of an input."""
    given = node.inputs[position]
    dtype = helper.tensor_dtype_to_np_dtype(element)
    try:
        value = given.value.astype(str).astype(object) if dtype == object else given.value.astype(dtype)
    except (ValueError, TypeError):
        value = np.zeros(given.value.shape, dtype)
    node.inputs[position] = Input(value, tensor_type(element))


def adapt(seed, schema, rng):
    """Returns a copy with the inputs, attributes, and types of `schema`."""
    node = seed.copy()
    newer = defs.get_schema(node.op_type, node.opset, node.domain)
    for position, given in enumerate(node.inputs):
        formal = formal_input(newer, position)
        if given is None or formal is None or formal.name in {i.name for i in schema.inputs}:
            continue
        for name in [formal.name, *FORMER.get(formal.name, [])]:
            if name in schema.attributes and given.is_tensor:
                made = attribute(name, schema.attributes[name].type.value, given.value)
                if made is not None:
                    node.attributes[name] = made
    if "broadcast" in schema.attributes:
        node.attributes["broadcast"] = helper.make_attribute("broadcast", 1)
    node.attributes = {k: v for k, v in node.attributes.items() if k in schema.attributes}
    node.inputs = node.inputs[: schema.max_input]
    node.outputs = node.outputs[: schema.max_output]
    allowed(node, schema, rng)
    return node


def allowed(node, schema, rng):
    """Sets input types that the version allows, with one type for each variable."""
    chosen = {}
    for position, given in enumerate(node.inputs):
        variable, elements = element_types(schema, position)
        if given is None or not given.is_tensor or not elements:
            continue
        heterogeneous = formal_input(schema, position).is_homogeneous is False
        element = chosen.get(variable) if not heterogeneous else None
        element = element or given.type.tensor_type.elem_type
        if element not in elements:
            element = int(rng.choice(elements))
        chosen[variable] = element
        if element != given.type.tensor_type.elem_type:
            cast(node, position, element)
