"""Nodes of a few bytes that read shapes of hundreds of dimensions, also in models whose import of the operator set is wrong."""
from .records import RELU, X, Y, needed
from .wire import BOOL, graph, graph_attribute, int_attribute, ints, model, node, opset, tensor, text_attribute, untyped, value

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


def returned(names):
    """A wide shape, and lists, that many outputs of the graph return."""
    def made(count):
        nodes = [node("Shape", ["z"], ["s"]), node("Slice", ["s", "first", "eighth"], ["l"]), node("Relu", ["z"], ["y"])]
        return model(graph(nodes, [wide("z", "N"), X], [untyped(names[i % len(names)]) for i in range(count)],
                           [ints("first", [0]), ints("eighth", [8]), ints("c", range(-2**63, -2**63 + 8))]))
    return made


def returned_by_bodies(count):
    """A wide shape that many outputs of two bodies return."""
    body = lambda: graph([node("Relu", ["z"], ["b"])], outputs=[untyped("b")] * count)
    choice = node("If", ["k"], ["y", *(f"{i:x}" for i in range(1, count))], attributes=[graph_attribute("then_branch", body()), graph_attribute("else_branch", body())])
    return model(graph([choice], [wide("z", "N"), value("k", [], BOOL)], [untyped("y")]))


def letters(count):
    """Products of wide shapes, of which each dimension has a letter."""
    term = "".join(chr(ord("A") + at) for at in range(26)) + "".join(chr(ord("a") + at) for at in range(26))
    given = value("q", [f"N{at}" for at in range(52)])
    products = [node("Einsum", ["q"] * 30, [f"{i:x}"], attributes=[text_attribute("equation", ",".join([term] * 30) + "->")]) for i in range(count)]
    return needed(products, ["0"], inputs=[given])


def quantized(count):
    """Lists of quantized tensors that are joined."""
    parts = ["w", "n", "n", *["z", "n", "n"] * 30]
    joined = [node("QLinearConcat", ["n", "n", *parts], [f"{i:x}"], attributes=AXIS, domain="com.microsoft") for i in range(count)]
    return needed(joined, ["0"], inputs=[wide("z", "N"), wide("w", "N"), value("n", [])])


AXIS = [int_attribute("axis", 0)]
EQUATION = [text_attribute("equation", ",".join(["..."] * 30))]
READ = {"Sum": (60, ()), "Concat": (60, AXIS), "Einsum": (30, EQUATION), "LSTM": (8, ()), "Slice": (5, ()), "QLinearConv": (8, ()),
        "NonMaxSuppression": (5, ()), "OneHot": (2, ()), "DeformConv": (4, ()), "Attention": (6, ()), "RoiAlign": (3, ()), "Relu": (1, ()),
        "Expand": (2, ()), "MatMul": (2, ()), "Resize": (3, ()), "StringSplit": (1, ()), "ScatterElements": (3, ()), "BatchNormalization": (5, ())}

FAMILIES = {
    **{f"wide: {op}": readers(op, inputs, attributes) for op, (inputs, attributes) in READ.items()},
    **{f"wide, wrong import: {op}": imported(op, inputs, 6, attributes) for op, (inputs, attributes) in READ.items()},
    **{f"wide, import too old: {op}": imported(op, *READ[op][:1], 18, READ[op][1]) for op in ("Attention", "Sum", "LSTM")},
    **{f"returned often: {', '.join(names)}": returned(names) for names in (["y"], ["l"], ["c"], ["y", "x"])},
    "returned often by bodies": returned_by_bodies,
    "wide: letters": letters,
    "wide: QLinearConcat": quantized,
}
