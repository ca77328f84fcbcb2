"""Models that expose superlinear algorithms. `python -m oracles.cost NAME SIZE PATH` writes one."""
import numpy as np
from onnx import TensorProto, helper, numpy_helper

from ratios import chains

FLOAT, BOOL, INT64 = TensorProto.FLOAT, TensorProto.BOOL, TensorProto.INT64


def value(name, kind=FLOAT, shape=("N", 4)):
    return helper.make_tensor_value_info(name, kind, shape)


def save(path, nodes, inputs, outputs, initializers=(), opset=18, functions=(), domains=()):
    graph = helper.make_graph(nodes, "cost", inputs, outputs, list(initializers))
    imports = [helper.make_opsetid("", opset), *(helper.make_opsetid(d, 1) for d in domains)]
    path.write_bytes(helper.make_model(graph, opset_imports=imports, ir_version=9, functions=list(functions)).SerializeToString())


def branch(name, nodes, output):
    return helper.make_graph(nodes, name, [], [helper.make_empty_tensor_value_info(output)])


def sibling_ifs(path, count=20_000):
    """Writes a sequence of Ifs, each of which uses the previous one."""
    nodes, last = [], "x"
    for i in range(count):
        then = branch("then", [helper.make_node("Relu", [last], [f"t{i}"])], f"t{i}")
        other = branch("else", [helper.make_node("Add", [last, "b"], [f"e{i}"])], f"e{i}")
        nodes.append(helper.make_node("If", ["c"], [f"v{i}"], then_branch=then, else_branch=other))
        last = f"v{i}"
    save(path, nodes, [value("x"), value("c", BOOL, [])], [value(last)], [numpy_helper.from_array(np.ones([1, 4], np.float32), "b")])


def nested_ifs(path, depth=32):
    """Writes an If in the branch of an If, to this depth."""
    nodes, result = [helper.make_node("Relu", ["x"], ["r"])], "r"
    for i in range(depth):
        then = branch("then", nodes, result)
        other = branch("else", [helper.make_node("Identity", ["x"], [f"e{i}"])], f"e{i}")
        nodes, result = [helper.make_node("If", ["c"], [f"v{i}"], then_branch=then, else_branch=other)], f"v{i}"
    save(path, nodes, [value("x"), value("c", BOOL, [])], [value(result)])


def doubling_functions(path, depth=22):
    """Writes functions that each call the next one twice: 2^depth calls."""
    functions = []
    for i in range(depth + 1):
        if i == 0:
            nodes = [helper.make_node("Relu", ["a"], ["m"]), helper.make_node("Abs", ["m"], ["b"])]
        else:
            nodes = [helper.make_node(f"F{i - 1}", ["a"], ["m"], domain="f"), helper.make_node(f"F{i - 1}", ["m"], ["b"], domain="f")]
        functions.append(helper.make_function("f", f"F{i}", ["a"], ["b"], nodes, [helper.make_opsetid("", 18), helper.make_opsetid("f", 1)]))
    save(path, [helper.make_node(f"F{depth}", ["x"], ["y"], domain="f")], [value("x")], [value("y")], functions=functions, domains=["f"])


def symbolic_concats(path, count=10_000, symbols=50):
    """Writes alternating Concats along a symbolic dimension and Reshapes of their outputs."""
    inputs = [value(f"x{i}", shape=(f"N{i}", 4)) for i in range(symbols)]
    nodes, last = [], "x0"
    for i in range(count):
        if i % 2:
            nodes.append(helper.make_node("Reshape", [last, "target"], [f"v{i}"]))
        else:
            nodes.append(helper.make_node("Concat", [last, f"x{i % symbols}"], [f"v{i}"], axis=0))
        last = f"v{i}"
    save(path, nodes, inputs, [value(last, shape=("M", 4))], [numpy_helper.from_array(np.array([-1, 4], np.int64), "target")])


def symbolic_products(path, count=10_000, symbols=50):
    """Writes Reshapes to shapes that the graph computes from symbolic sizes: sums, products, and quotients."""
    inputs = [value(f"x{i}", shape=(f"N{i}", f"M{i}")) for i in range(symbols)]
    nodes, last = [helper.make_node("Shape", ["x0"], ["s"])], "s"
    for i in range(count):
        kind = ("Add", "Mul", "Div", "Max")[i % 4]
        nodes.append(helper.make_node("Shape", [f"x{i % symbols}"], [f"h{i}"]))
        nodes.append(helper.make_node(kind, [last, f"h{i}"], [f"v{i}"]))
        last = f"v{i}"
    nodes.append(helper.make_node("Expand", ["one", last], ["y"]))
    save(path, nodes, inputs, [value("y", shape=("P", "Q"))], [numpy_helper.from_array(np.ones([1, 1], np.float32), "one")])


def chain(path, count=100_000):
    """Writes a chain of nodes."""
    path.write_bytes(chains.onnx(count))


def ir_port(number, precision="FP32", dims=(-1, 4)):
    return f'<port id="{number}" precision="{precision}">' + "".join(f"<dim>{d}</dim>" for d in dims) + "</port>"


def ir_body(tag, inside):
    """Returns a body with one Parameter for the data and one for the condition. `inside` is its layer 2."""
    parameter = '<layer id="{0}" name="p{0}" type="Parameter" version="opset1"><data shape="{1}" element_type="{2}"/><output>{3}</output></layer>'
    layers = parameter.format(0, "?,4", "f32", ir_port(0)) + parameter.format(1, "", "boolean", ir_port(0, "BOOL", ()))
    layer, edges, out = inside
    result = f'<layer id="3" name="result" type="Result" version="opset1"><input>{ir_port(0)}</input></layer>'
    return f'<{tag}><layers>{layers}{layer}{result}</layers><edges>{edges}<edge from-layer="2" from-port="{out}" to-layer="3" to-port="0"/></edges></{tag}>'


def ir_relu():
    layer = f'<layer id="2" name="relu" type="ReLU" version="opset1"><input>{ir_port(0)}</input><output>{ir_port(1)}</output></layer>'
    return layer, '<edge from-layer="0" from-port="0" to-layer="2" to-port="0"/>', 1


def ir_if(inner):
    maps = "".join(
        f'<{b}_port_map><input external_port_id="1" internal_layer_id="0"/><input external_port_id="0" internal_layer_id="1"/>'
        f'<output external_port_id="0" internal_layer_id="3"/></{b}_port_map>' for b in ("then", "else"))
    bodies = ir_body("then_body", inner) + ir_body("else_body", ir_relu())
    layer = (f'<layer id="2" name="if" type="If" version="opset8"><input>{ir_port(0, "BOOL", ())}{ir_port(1)}</input>'
             f"<output>{ir_port(2)}</output>{maps}{bodies}</layer>")
    edges = '<edge from-layer="1" from-port="0" to-layer="2" to-port="0"/><edge from-layer="0" from-port="0" to-layer="2" to-port="1"/>'
    return layer, edges, 2


def nested_ir_ifs(path, depth=400):
    """Writes an If in the body of an If, in IR, to this depth."""
    inside = ir_relu()
    for _ in range(depth):
        inside = ir_if(inside)
    path.write_text('<?xml version="1.0"?>\n<net name="nested" version="11">' + ir_body("net", inside)[5:-6] + "</net>\n")


def _main():
    import pathlib
    import sys

    make = next(m for m in MODELS if m.__name__ == sys.argv[1])
    make(pathlib.Path(sys.argv[3]), int(sys.argv[2]))


MODELS = [sibling_ifs, nested_ifs, doubling_functions, symbolic_concats, symbolic_products, chain, nested_ir_ifs]

if __name__ == "__main__":
    _main()
