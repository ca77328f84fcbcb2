"""Models with many records of one kind, for each way in which their names are related."""
from . import names
from .wire import (function, graph, graph_attribute, int_attribute, ints, join, message, model, node, opset, tensor, tensor_attribute, text_attribute,
                   value)

X, Y = value("x"), value("y")
RELU = node("Relu", ["x"], ["y"])


def one(**parts):
    """A model of one node, and what is added."""
    parts.setdefault("nodes", [RELU])
    return model(graph(inputs=[X, *parts.pop("inputs", [])], outputs=[Y, *parts.pop("outputs", [])], **parts))


OTHER = message(8, opset(1, "other"))


def needing(results):
    """Reads results and gives the graph output: without it, nobody needs them. An unknown operator says nothing about them, and it is
    of a domain without functions, which `OTHER` imports."""
    return node("All", ["x", *results], ["y"], domain="other")


def needed(nodes, results, **parts):
    """A model of nodes whose results are needed."""
    return one(nodes=[*nodes, needing(results)], **parts) + OTHER


def concat(parts, result, axis=0):
    return node("Concat", parts, [result], attributes=[int_attribute("axis", axis)])


def each(count, name):
    return [name(index) for index in range(count)]


def attributes(count, name):
    return one(nodes=[node("Relu", ["x"], ["y"], attributes=[int_attribute(n, 1) for n in each(count, name)])])


def text_attributes(count, name):
    return one(nodes=[node("Relu", ["x"], ["y"], attributes=[text_attribute(n, n) for n in each(count, name)])])


def undefined_inputs(count, name):
    return one(nodes=[node("Sum", each(count, name), ["y"])])


def node_outputs(count, name):
    return one(nodes=[RELU, node("Split", ["x"], each(count, name))])


def unknown_operators(count, name):
    return one(nodes=[RELU, *(node(n, ["x"], [f"o{i}"]) for i, n in enumerate(each(count, name)))])


def unknown_domains(count, name):
    return one(nodes=[RELU, *(node("Op", ["x"], [f"o{i}"], domain=n) for i, n in enumerate(each(count, name)))])


def nodes(count, name):
    return one(nodes=[RELU, *(node("Relu", ["x"], [n]) for n in each(count, name))])


def node_names(count, name):
    return one(nodes=[RELU, *(node("Relu", ["x"], [f"o{i}"], name=n) for i, n in enumerate(each(count, name)))])


def chain(count, name):
    links = ["x", *each(count, name), "y"]
    return one(nodes=[node("Relu", [a], [b]) for a, b in zip(links, links[1:])])


def graph_inputs(count, name):
    return one(inputs=[value(n) for n in each(count, name)])


def graph_outputs(count, name):
    return one(outputs=[value(n) for n in each(count, name)])


def outputs_with_symbols(count, name):
    """No node produces them, and each has a dimension that no other one has."""
    return one(outputs=[value(n, [f"q{i:x}"]) for i, n in enumerate(each(count, name))])


def produced_outputs(count, name):
    return one(nodes=[RELU, *(node("Relu", ["x"], [n]) for n in each(count, name))], outputs=[value(n) for n in each(count, name)])


def initializers(count, name):
    return one(initializers=[tensor(n, [1], b"1234") for n in each(count, name)])


def empty_initializers(count, name):
    return one(initializers=[message(8, n) for n in each(count, name)])


def declarations(count, name):
    return one(values=[value(n) for n in each(count, name)])


def declarations_with_symbols(count, name):
    """Of values that the graph does not have, each with a dimension that no other one has."""
    return one(values=[value(n, [f"q{i:x}"]) for i, n in enumerate(each(count, name))])


def symbols(count, name):
    return one(inputs=[value(f"i{i}", [n, 4]) for i, n in enumerate(each(count, name))])


def symbols_of_one_shape(count, name):
    return one(inputs=[value("z", each(count, name))])


def functions(count, name):
    made = [function(n, ["a"], ["b"], [node("Relu", ["a"], ["b"])]) for n in each(count, name)]
    return model(graph([RELU], [X], [Y]), functions=made)


def called_functions(count, name):
    made = [function(n, ["a"], ["b"], [node("Relu", ["a"], ["b"])]) for n in each(count, name)]
    calls = [node(n, ["x"], [f"o{i}"], domain="f") for i, n in enumerate(each(count, name))]
    return model(graph([RELU, *calls], [X], [Y]), functions=made)


def function_attributes(count, name):
    made = [function("F", ["a"], ["b"], [node("Relu", ["a"], ["b"])], attributes=each(count, name))]
    return model(graph([node("F", ["x"], ["y"], domain="f", attributes=[int_attribute(n, 1) for n in each(count, name)])], [X], [Y]), functions=made)


def function_parameters(count, name):
    made = [function("F", each(count, name), ["b"], [node("Sum", each(count, name), ["b"])])]
    return model(graph([node("F", ["x"] * count, ["y"], domain="f")], [X], [Y]), functions=made)


def function_nodes(count, name):
    made = [function("F", ["a"], ["b"], [node("Relu", ["a"], ["b"]), *(node("Relu", ["a"], [n]) for n in each(count, name))])]
    return model(graph([node("F", ["x"], ["y"], domain="f")], [X], [Y]), functions=made)


def function_nodes_of_many_calls(count, name):
    """The nodes of a function times its calls is the square."""
    made = [function("F", ["a"], ["b"], [node("Relu", ["a"], ["b"]), *(node("Relu", ["a"], [n]) for n in each(count // 2, name))])]
    calls = [node("F", ["x"], [f"o{i}"], domain="f") for i in range(count // 2)]
    return model(graph([RELU, *calls], [X], [Y]), functions=made)


def opset_imports(count, name):
    return model(graph([RELU], [X], [Y]), opsets=[opset(), *(opset(1, n) for n in each(count, name))])


def metadata(count, name):
    return model(graph([RELU], [X], [Y]), more=join(14, (message(1, n) + message(2, n) for n in each(count, name))))


def suppressions(count, name):
    pairs = (message(1, f"shapewright.ignore.{n}") + message(2, n) for n in each(count, name))
    return model(graph([RELU], [X], [Y]), more=join(14, pairs))


def quantization_annotations(count, name):
    return one(more=join(14, (message(1, n) + join(2, [message(1, "SCALE_TENSOR") + message(2, n)]) for n in each(count, name))))


def node_metadata(count, name):
    return one(nodes=[RELU + join(9, (message(1, n) + message(2, n) for n in each(count, name)))])


def training(count, name):
    info = message(2, graph([node("Relu", ["y"], ["t"])], outputs=[value("t")])) + join(4, (message(1, n) + message(2, n) for n in each(count, name)))
    return model(graph([RELU], [X], [Y]), more=message(20, info))


def body_nodes(count, name):
    body = graph([node("Relu", ["x"], ["b"]), *(node("Relu", ["x"], [n]) for n in each(count, name))], outputs=[value("b")])
    return one(nodes=[node("If", ["c"], ["y"], attributes=[graph_attribute("then_branch", body), graph_attribute("else_branch", body)])],
               inputs=[value("c", [], 9)])


def sibling_bodies(count, name):
    def branch(n):
        return graph_attribute("then_branch", graph([node("Relu", ["x"], [n or "b"])], outputs=[value(n or "b")]))
    ifs = [node("If", ["c"], [f"o{i}"], attributes=[branch(n), branch(n).replace(b"then_branch", b"else_branch")]) for i, n in enumerate(each(count, name))]
    return one(nodes=[RELU, *ifs], inputs=[value("c", [], 9)])


def captured(count, name):
    """A body that reads many outer values."""
    outer = [node("Relu", ["x"], [n]) for n in each(count, name)]
    body = graph([node("Sum", each(count, name), ["b"])], outputs=[value("b")])
    choice = node("If", ["c"], ["y"], attributes=[graph_attribute("then_branch", body), graph_attribute("else_branch", body)])
    return one(nodes=[*outer, choice], inputs=[value("c", [], 9)])


def loop_states(count, name):
    states = each(count, name)
    body = graph([node("Identity", ["cond"], ["again"]), *(node("Identity", [s], [f"{s}.{i}.out"]) for i, s in enumerate(states))],
                 [value("it", [], 7), value("cond", [], 9), *(value(s) for s in states)],
                 [value("again", [], 9), *(value(f"{s}.{i}.out") for i, s in enumerate(states))])
    loop = node("Loop", ["m", "c", *(["x"] * count)], [f"o{i}" for i in range(count)], attributes=[graph_attribute("body", body)])
    return one(nodes=[RELU, loop], inputs=[value("m", [], 7), value("c", [], 9)])


def shifting_loop_states(count, name):
    """Each state takes the place of the one before."""
    states = each(count, name)
    body = graph([node("Identity", ["cond"], ["again"])], [value("it", [], 7), value("cond", [], 9), *(value(s, None) for s in states)],
                 [value("again", [], 9), *(value(s, None) for s in [*states[1:], states[0]])])
    given = [f"s{i}" for i in range(count)]
    loop = node("Loop", ["m", "c", *given], [f"o{i}" for i in range(count)], attributes=[graph_attribute("body", body)])
    return one(nodes=[RELU, loop], inputs=[value("m", [], 7), value("c", [], 9), *(value(s, [f"N{i}", i + 1]) for i, s in enumerate(given))])


def scan_states(count, name):
    # The last one is no state, but a slice of `x`.
    states = [(s, f"{s}.{i}.out", ["N", 4] if i < count - 1 else [4]) for i, s in enumerate(each(count, name))]
    body = graph([node("Identity", [s], [out]) for s, out, _ in states], [value(s, dims) for s, _, dims in states],
                 [value(out, dims) for _, out, dims in states])
    scan = node("Scan", ["x"] * count, [f"o{i}" for i in range(count)], attributes=[graph_attribute("body", body), int_attribute("num_scan_inputs", 1)])
    return one(nodes=[RELU, scan])


def constants(count, name):
    return one(nodes=[RELU, *(node("Constant", [], [n], attributes=[tensor_attribute("value", ints("", [1, 2]))]) for n in each(count, name))])


def reversed_chain(count, name):
    """Each node comes before the one whose output it reads."""
    links = ["x", *each(count, name), "y"]
    return one(nodes=[node("Relu", [a], [b]) for a, b in zip(links, links[1:])][::-1])


def reads_of_itself(count, name):
    return one(nodes=[RELU, *(node("Add", [n, "x"], [n]) for n in each(count, name))])


def reductions(count, name):
    """Each with an axis out of range: many findings."""
    return one(nodes=[RELU, *(node("ReduceMin", ["x", "axes"], [n]) for n in each(count, name))], initializers=[ints("axes", [7])])


COUNTED = [attributes, text_attributes, undefined_inputs, node_outputs, unknown_operators, unknown_domains, nodes, node_names, chain, graph_inputs,
           graph_outputs, outputs_with_symbols, produced_outputs, initializers, empty_initializers, declarations, declarations_with_symbols, symbols,
           symbols_of_one_shape, functions, called_functions,
           function_attributes, function_parameters, function_nodes, function_nodes_of_many_calls, opset_imports, metadata, suppressions,
           quantization_annotations, node_metadata, training, body_nodes, sibling_bodies, captured, loop_states, shifting_loop_states, scan_states,
           constants, reversed_chain, reads_of_itself, reductions]

FAMILIES = {f"{make.__name__}, {kind} names": (lambda count, make=make, name=name: make(count, name))
            for make in COUNTED for kind, name in names.ALL.items()}
