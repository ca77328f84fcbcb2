"""Chains of N nodes (Add, Relu, ReduceMin with kept dimensions, and again), in ONNX and as IR."""
import struct

from scaling.files import Files
from scaling.layers import edge, port
from scaling.wire import graph, ints, join, message, model, opset, tensor, value

ONES = struct.pack("<128f", *[1.0] * 128)
AXES = struct.pack("<q", 2)
INPUT, REDUCED = (-1, 8, 16), (-1, 8, 1)
# In IR: the type of a layer, its second input (the layer and the port), its data, and the dimensions of its output.
IR_KINDS = (
    ("Add", (1, port(1, (1, 8, 16))), '<data auto_broadcast="numpy"/>', INPUT),
    ("ReLU", None, "", INPUT),
    ("ReduceMin", (2, port(1, (1,), precision="I64")), '<data keep_dims="true"/>', REDUCED),
)


def onnx(count):
    """Returns the chain as an ONNX model."""
    nodes, last = [], "x"
    for i in range(count):
        op, more = (("Add", ["b"]), ("Relu", []), ("ReduceMin", ["axes"]))[i % 3]
        nodes.append(join(1, [last, *more]) + message(2, f"v{i}") + message(3, f"n{i}") + message(4, op))
        last = f"v{i}"
    constants = [tensor("b", [1, 8, 16], ONES), ints("axes", [2])]
    return model(graph(nodes, [value("x", ["N", 8, 16])], [value(last, None)], constants, name="chain"), [opset()])


def layer(number, name, kind, inside):
    return f'<layer id="{number}" name="{name}" type="{kind}" version="opset1">{inside}</layer>'


def constant(number, name, element, dims, offset, size, out):
    shape = ",".join(map(str, dims))
    return layer(number, name, "Const", f'<data element_type="{element}" shape="{shape}" offset="{offset}" size="{size}"/><output>{out}</output>')


def ir(count):
    """Returns the chain as the files of an IR model."""
    layers = [layer(0, "x", "Parameter", f'<data shape="?,8,16" element_type="f32"/><output>{port(0, INPUT)}</output>'),
              constant(1, "b", "f32", (1, 8, 16), 0, len(ONES), port(0, (1, 8, 16))),
              constant(2, "axes", "i64", (1,), len(ONES), len(AXES), port(0, (1,), precision="I64"))]
    edges, last, dims = [], (0, 0), INPUT
    for i in range(count):
        number, (kind, second, data, result) = 3 + i, IR_KINDS[i % 3]
        into, out = port(0, dims), 1
        edges.append(edge(*last, number, 0))
        if second:
            into, out = into + second[1], 2
            edges.append(edge(second[0], 0, number, 1))
        dims = result
        layers.append(layer(number, f"n{i}", kind, f"{data}<input>{into}</input><output>{port(out, dims)}</output>"))
        last = number, out
    layers.append(layer(3 + count, "result", "Result", f"<input>{port(0, dims)}</input>"))
    edges.append(edge(*last, 3 + count, 0))
    lines = ['<?xml version="1.0"?>', '<net name="chain" version="11">', "<layers>", *layers, "</layers>", "<edges>", *edges, "</edges>", "</net>", ""]
    return Files("\n".join(lines).encode(), ONES + AXES)
