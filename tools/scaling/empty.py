"""Many records without content: two bytes each, as few as a record can have."""
from .records import RELU, X, Y, one
from .wire import attribute, function, graph, join, message, model, node, number, tensor


def many(field, count):
    return join(field, [b""] * count)


def in_the_graph(field):
    return lambda count: one(more=many(field, count))


def in_the_model(field):
    return lambda count: model(graph([RELU], [X], [Y]), more=many(field, count))


def in_a_node(field):
    return lambda count: one(nodes=[RELU + many(field, count)])


def in_an_attribute(field, kind):
    return lambda count: one(nodes=[node("Relu", ["x"], ["y"], attributes=[attribute("many", many(field, count), kind)])])


def in_a_function(field):
    return lambda count: model(graph([node("F", ["x"], ["y"], domain="f")], [X], [Y]),
                               functions=[function("F", ["a"], ["b"], [node("Relu", ["a"], ["b"])]) + many(field, count)])


def dims(count):
    """Of a tensor, each zero."""
    return one(initializers=[tensor("t", []) + number(1, 0) * count])


def type_dims(count):
    return one(inputs=[message(1, "z") + message(2, message(1, number(1, 1) + message(2, many(1, count))))])


RECORDS = {
    "nodes": in_the_graph(1), "initializers": in_the_graph(5), "inputs": in_the_graph(11), "outputs": in_the_graph(12),
    "declarations": in_the_graph(13), "annotations": in_the_graph(14), "sparse initializers": in_the_graph(15), "graph metadata": in_the_graph(16),
    "opset imports": in_the_model(8), "metadata": in_the_model(14), "training": in_the_model(20), "functions": in_the_model(25),
    "node inputs": in_a_node(1), "node outputs": in_a_node(2), "attributes": in_a_node(5), "node metadata": in_a_node(9),
    "texts in an attribute": in_an_attribute(9, 8), "tensors in an attribute": in_an_attribute(10, 9),
    "graphs in an attribute": in_an_attribute(11, 10), "types in an attribute": in_an_attribute(15, 13),
    "sparse tensors in an attribute": in_an_attribute(23, 12), "function inputs": in_a_function(4), "function attributes": in_a_function(6),
    "function nodes": in_a_function(7), "function imports": in_a_function(9), "function defaults": in_a_function(11), "dims": dims,
    "dims of a type": type_dims,
}
FAMILIES = {f"empty: {name}": make for name, make in RECORDS.items()}
