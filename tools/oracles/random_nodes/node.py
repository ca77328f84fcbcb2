"""A node with the values of its inputs, and the models that contain it."""
import copy

from onnx import TypeProto, helper, numpy_helper


class Input:
    """The value of an input (an array, a list, or None for an absent optional) and its type."""

    def __init__(self, value, type_proto):
        self.value, self.type = value, type_proto

    @classmethod
    def of(cls, array):
        element = helper.np_dtype_to_tensor_dtype(array.dtype)
        return cls(array, helper.make_tensor_type_proto(element, list(array.shape)))

    @property
    def is_tensor(self):
        return self.type.WhichOneof("value") == "tensor_type" and hasattr(self.value, "dtype")


class Node:
    """A node. `inputs` contains None for omitted optional inputs; `outputs` states which outputs have a name."""

    def __init__(self, op_type, domain, opset, attributes, inputs, outputs):
        self.op_type, self.domain, self.opset = op_type, domain, opset
        self.attributes, self.inputs, self.outputs = attributes, inputs, outputs

    def copy(self):
        inputs = [i and Input(i.value, i.type) for i in self.inputs]
        return Node(self.op_type, self.domain, self.opset, copy.copy(self.attributes), inputs, list(self.outputs))

    def tensors(self):
        return [i for i in self.inputs if i is not None and i.is_tensor]


# What the model declares about an input: value, shape, some dimensions, only the rank, or no shape.
KNOWLEDGE = ["value", "shape", "dims", "rank", "nothing"]


def input_type(given, how, rng):
    """Returns the type of a graph input. Equal sizes may share a symbol, which is correct for the run."""
    if not given.is_tensor:
        return given.type
    element, sizes = given.type.tensor_type.elem_type, list(given.value.shape)
    if how == "nothing":
        return helper.make_tensor_type_proto(element, None)
    if how == "dims":
        sizes = [d if rng.random() < 0.5 else f"s{d}" if rng.random() < 0.7 else None for d in sizes]
    elif how == "rank":
        sizes = [None] * len(sizes)
    return helper.make_tensor_type_proto(element, sizes)


class Written:
    """The model of a node, and the input values for a run."""

    def __init__(self, node, knowledge, rng, ir_version):
        names, inputs, initializers, self.feeds = [], [], [], {}
        self.given = [given for given in node.inputs if given is not None]
        for i, given in enumerate(node.inputs):
            names.append(f"i{i}" if given is not None else "")
            if given is None:
                continue
            if knowledge[i] == "value" and given.is_tensor:
                initializers.append(numpy_helper.from_array(given.value, f"i{i}"))
            else:
                inputs.append(helper.make_value_info(f"i{i}", input_type(given, knowledge[i], rng)))
                self.feeds[f"i{i}"] = given
        outputs = [f"o{i}" if there else "" for i, there in enumerate(node.outputs)]
        proto = helper.make_node(node.op_type, names, outputs, domain=node.domain)
        proto.attribute.extend(node.attributes.values())
        # The outputs have no type, so inference relies on the node alone.
        graph = helper.make_graph([proto], "one_node", inputs, [helper.make_empty_tensor_value_info(o) for o in outputs if o], initializers)
        for output in graph.output:
            output.ClearField("type")
        self.outputs = [o for o in outputs if o]
        imports = [helper.make_opsetid(node.domain, node.opset)]
        if node.domain:
            imports.append(helper.make_opsetid("", 21))
        self.model = helper.make_model(graph, opset_imports=imports, ir_version=ir_version)


def tensor_type(element):
    found = TypeProto()
    found.tensor_type.elem_type = element
    return found
