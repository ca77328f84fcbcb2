"""Nodes of a few bytes that read shapes of hundreds of dimensions, also in models whose import of the operator set is wrong."""
from .records import RELU, X, Y, needed
from .wire import graph, int_attribute, ints, model, node, opset, tensor, text_attribute, value

RANK = 250


def wide(name, symbol):
    return value(name, [f"{symbol}{at}" for at in range(RANK)])


def readers(op, inputs, attributes=()):
    """Many nodes that read two wide shapes in turn."""
    read = (["z", "w"] * inputs)[:inputs]
    return lambda count: needed([node(op, read, [f"{i:x}"], attributes=attributes) for i in range(count)], ["0"],
                                inputs=[wide("z", "N"), wide("w", "M")])


def imported(op, inputs, version, attributes=()):
    """The same beside nodes that are written for later versions, and nodes whose errors stay in all of them."""
    later = [made for i in range(3) for made in [
        node("Squeeze", ["x", "last"], [f"s{i}"]), node("Clip", ["x", "c", "c"], [f"p{i}"]), node("Pad", ["x", "last"], [f"d{i}"]),
        node("Unsqueeze", ["x", "last"], [f"u{i}"]), node("Softmax", ["x"], [f"m{i}"], attributes=[int_attribute("axis", 9)]),
        node("ReduceSum", ["x", "ninth"], [f"r{i}"]), node("ReduceMax", ["x", "ninth"], [f"a{i}"]), node("Split", ["x", "ninth"], [f"t{i}"])]]
    read = (["z", "w"] * inputs)[:inputs]

    def made(count):
        nodes = [RELU, *later, *(node(op, read, [f"{i:x}"], attributes=attributes) for i in range(count))]
        lists = [ints("last", [0]), ints("ninth", [9]), tensor("c", [], bytes(4))]
        return model(graph(nodes, [X, wide("z", "N"), wide("w", "M")], [Y], lists), [opset(version)])
    return made


AXIS = [int_attribute("axis", 0)]
EQUATION = [text_attribute("equation", ",".join(["..."] * 30))]
READ = {"Sum": (60, ()), "Concat": (60, AXIS), "Einsum": (30, EQUATION), "LSTM": (8, ()), "Slice": (5, ()), "QLinearConv": (8, ()),
        "NonMaxSuppression": (5, ()), "OneHot": (2, ()), "DeformConv": (4, ()), "Attention": (6, ()), "RoiAlign": (3, ()), "Relu": (1, ()),
        "Expand": (2, ()), "MatMul": (2, ()), "Resize": (3, ()), "StringSplit": (1, ()), "ScatterElements": (3, ()), "BatchNormalization": (5, ())}

FAMILIES = {
    **{f"wide: {op}": readers(op, inputs, attributes) for op, (inputs, attributes) in READ.items()},
    **{f"wide, wrong import: {op}": imported(op, inputs, 6, attributes) for op, (inputs, attributes) in READ.items()},
    **{f"wide, import too old: {op}": imported(op, *READ[op][:1], 18, READ[op][1]) for op in ("Attention", "Sum", "LSTM")},
}
