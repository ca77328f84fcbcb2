"""A model and its conversion to the other format, which `diff` compares."""
from .files import Files
from .layers import edge, layer, net, parameter, result
from .packed import packed
from .records import RELU, needed
from .wire import INT8, attribute, graph, int_attribute, message, model, node, opset, tensor, untyped, value

X = value("x", [2, 4])


def both(nodes, layers, edges, initializers=(), first=None):
    old = model(graph(nodes, [X], [untyped("y")], initializers), [opset()])
    new = net([first or parameter(0, name="x"), *layers, result(1)], edges)
    return Files(old, across=new)


def of_one(op, attributes, data, name="n"):
    """One node, and the layer that it becomes."""
    made = layer(2, op, 1, name=name, version="opset8", data=f"<data {data}/>", names="y")
    return both([node(op, ["x"], ["y"], name=name, attributes=attributes)], [made], [edge(0, 0, 2, 0), edge(2, 1, 1, 0)])


def long_operator(count):
    """A long name, and attributes that have no counterpart."""
    attributes = [int_attribute(f"a{i}", 1) for i in range(count)]
    return of_one("O" * 10 * count, attributes, " ".join(f'b{i}="1"' for i in range(count)))


def integers(count):
    return of_one("Softmax", [packed("foo", count, 1)], 'axis="1" foo="2"')


def numbers(count):
    return of_one("Softmax", [attribute("foo", message(8, b"\3"), 7)], f'axis="1" foo="{",".join(["2"] * count)}"')


def missing_bias(count):
    """Additions of zeros that IR does without."""
    nodes = [node("Gemm", ["x", "w", "z"], [f"o{i}"], name=f"n{i}") for i in range(count)] + [node("Relu", ["x"], ["y"])]
    layers = [f'<layer id="{i + 3}" name="n{i}" type="MatMul" version="opset1"/>' for i in range(count)]
    constants = [tensor("w", [4, 4], bytes(64)), tensor("z", [50 * count], bytes(50 * count), INT8)]
    return both(nodes, layers, [edge(0, 0, 1, 0)], constants)


def graphs_around(count):
    """One node with many inputs, and another one with many bodies."""
    many = node("If", ["x"], ["q"], attributes=[attribute("gs", message(11, b"") * count, 10)])
    ports = "<port/>" * count
    made = (f'<layer id="2" name="n" type="Concat" version="opset1"><data axis="0"/><input>{ports}</input><output><port id="{count}" '
            'precision="FP32"><dim>2</dim></port></output></layer>')
    return both([node("Concat", ["x"] * count, ["y"], name="n", attributes=[int_attribute("axis", 0)]), many], [made], [edge(0, 0, 1, 0)])


def long_name(count):
    """A value with a long name that many nodes read."""
    long = "v" * 50 * count
    nodes = [node("Relu", ["x"], [long], name="first"), *(node("Neg", [long], [f"o{i}"], name=f"n{i}") for i in range(count)), RELU]
    layers = [layer(2, "ReLU", 1, name=long), *(layer(i + 3, "Negative", 1, name=f"n{i}") for i in range(count))]
    return both(nodes, layers, [edge(0, 0, 2, 0), edge(0, 0, 1, 0), *(edge(2, 1, i + 3, 0) for i in range(count))])


def repeated_list(kind):
    """A list that one node reads very often, in one format."""
    def make(count):
        content = attribute(f"value_{kind}", (message(8, b"\1" * 1_000) if kind == "ints" else message(7, bytes(4_000))), 7 if kind == "ints" else 6)
        made = [node("Constant", [], ["c"], attributes=[content]), node("Concat", ["c"] * count, ["o"], attributes=[int_attribute("axis", 0)])]
        whole = needed(made, ["o"])
        return Files(whole, other=whole)
    return make


def all_pairs(count):
    """Few constants that are all compared with each other, in one format."""
    root = max(2, int(count ** 0.5))
    constants = [tensor(f"c{i}", [500], bytes(500), INT8) for i in range(root)]
    lists = ([f"c{i}" for i in range(root) for _ in range(root)], [f"c{i}" for _ in range(root) for i in range(root)])
    old, new = (needed([node("Concat", reads, ["o"], attributes=[int_attribute("axis", 0)])], ["o"], initializers=constants) for reads in lists)
    return Files(old, other=new)


def names_of_outputs(count):
    """One value with many names, which is many outputs, in one format."""
    names = ",".join(f"n{i}" for i in range(5 * count))
    results = [result(i + 1) for i in range(count)]
    whole = net([parameter(0, name="x", names=names), *results], [edge(0, 0, i + 1, 0) for i in range(count)])
    return Files(whole, other=whole)


FAMILIES = {f"across: {make.__name__.replace('_', ' ')}": make for make in (long_operator, integers, numbers, missing_bias, graphs_around, long_name)}
WITHIN = {"twice: list of ints": repeated_list("ints"), "twice: list of floats": repeated_list("floats"), "twice: all pairs": all_pairs,
          "IR twice: names of outputs": names_of_outputs}
