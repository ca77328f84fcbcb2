"""Findings that each concern a name, an id, or a domain, beside very many records among which it could be sought."""
from .layers import edge, layer, net, parameter, result
from .records import RELU, X, Y, one
from .wire import attribute, graph, join, message, model, node, number, opset

# As many findings as a report lists of a rule.
LISTED = 5_000


def letters(index):
    """A name of as few letters as the number needs."""
    text = ""
    while True:
        text += chr(97 + index % 26)
        index //= 26
        if not index:
            return text


def imports(versions, nodes=0):
    """Operator sets, and nodes with operators that no other one has."""
    made = [join(1, ["x"]) + join(2, [f"o{letters(i)}"]) + message(4, f"Q{letters(i)}") for i in range(nodes)]
    listed = [message(1, f"{letters(i)}.") + number(2, version) for i, version in versions]
    return number(1, 9) + message(7, graph([RELU, *made], [X], [Y])) + join(8, [opset(), *listed])


def zero_imports(share):
    return lambda count: imports([(i, 0) for i in range(int(count * share))], count)


def repeated_imports(version):
    """The first and the last ones have the same domains, in two versions."""
    def make(count):
        few = min(LISTED, count // 3)
        again = [(i, given) for given in (version, 2, version) for i in range(few)]
        return imports([(i + few, version) for i in range(count - 3 * few)] + again, count // 5)
    return make


def wide(ports, recorded=""):
    """A layer with very many inputs."""
    return (f'<layer id="2" name="c" type="Concat" version="opset1"><data axis="0"/><input>{ports}</input>'
            f'<output><port id="out" precision="FP32">{recorded}</port></output></layer>')


def same_ids(count):
    """Layers with one id, beside another one with an edge for each input."""
    ports = "".join(f'<port id="{i}"/>' for i in range(count))
    same = ['<layer id="3" name="s" type="ReLU" version="opset1"/>'] * min(1_000, count)
    return net([parameter(0), result(1), wide(ports), *same], [edge(0, 0, 1, 0), *(edge(0, 0, 2, i) for i in range(count))])


def unconnected(count):
    """Inputs without an edge, one output that no edge leaves, and a long text between edges."""
    dims = "<dim>2</dim><dim>4</dim>"
    ports = "".join(f'<port id="{i}" precision="FP32">{dims}</port>' for i in range(min(LISTED, count)))
    layers = [parameter(0), result(1), wide(ports, dims), layer(3, "ReLU", 1), result(4)]
    return net(layers, [" " * 20 * count, edge(0, 0, 1, 0), edge(0, 0, 3, 0), edge(2, "out", 4, 0)])


def missing_ports(count):
    """Edges to ports that a layer with very many does not have."""
    ports = "".join(f'<port id="{i}"/>' for i in range(count))
    edges = [edge(0, 0, 2, count + 1 + i) for i in range(min(LISTED, count))]
    return net([parameter(0), result(1), wide(ports)], [edge(0, 0, 1, 0), *edges])


def preprocessing(count):
    """Sections for an input that does not exist."""
    layers = [f'<layer id="{i + 2}" type="Parameter"><output><port/></output></layer>' for i in range(count)]
    section = '<pre-process reference-layer-name="z"><channel><mean/></channel></pre-process>'
    return net([parameter(0), result(1), *layers], [edge(0, 0, 1, 0)], more=section * count)


def similar_names(count):
    """Undefined names that are like one that is defined, and nodes that read very many others."""
    few = ["value" + "".join(chr(98 + i // 12 ** place % 12) for place in range(3)) for i in range(12 ** 3)]
    many = [join(1, ["u"] * min(60_000, count - at)) + join(2, [f"s{at}"]) + message(4, "Sum") for at in range(0, count, 60_000)]
    return one(nodes=[RELU, node("Neg", ["x"], ["valueaaa"]), node("Sum", few, ["s"]), *many])


def graphs(count):
    """Empty bodies of one attribute, as many as lists of texts may have entries."""
    bodies = attribute("a", join(11, [b""] * count), 10)
    return one(nodes=[node("Relu", ["x"], ["y"], attributes=[bodies])]) + message(6, b" " * 14 * count)


def invalid_names(width):
    """Operators with names that are no UTF-8: a byte becomes three."""
    def make(count):
        made = [join(1, ["x"]) + join(2, [f"o{i}"]) + message(4, letters(i).encode() + b"\xff" * width) for i in range(count)]
        return one(nodes=[RELU, *made])
    return make


FAMILIES = {
    "sought: unused imports": zero_imports(0.3), "sought: more imports than nodes": zero_imports(3), "sought: imports": zero_imports(1),
    "sought: repeated imports": repeated_imports(1), "sought: repeated unused imports": repeated_imports(0), "sought: similar names": similar_names,
    "sought: graphs": graphs, "invalid names": invalid_names(150), "long invalid names": invalid_names(1_000),
    "IR sought: same ids": same_ids, "IR sought: unconnected inputs": unconnected, "IR sought: missing ports": missing_ports,
    "IR sought: preprocessing": preprocessing,
}
