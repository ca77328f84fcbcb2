"""Two models that differ in one thing at every record, which `diff` compares. What it matches by content must not be tried in pairs."""
from . import layers, texts
from .files import Files
from .records import RELU, needed, one
from .wire import int_attribute, ints, message, node, tensor_attribute, value


def both(make):
    """Of a model for the number of records and whether it is the other one."""
    return lambda count: Files(make(count, 0), other=make(count, 1))


def chain(count, names=lambda i: "", ops=lambda i: "Relu", results=lambda i: f"o{i}", attributes=lambda i: []):
    return [node(ops(i), [results(i - 1) if i else "x"], [results(i)], name=names(i), attributes=attributes(i)) for i in range(count)]


def fan(count, names=lambda i: "", ops=lambda i: "Relu", results=lambda i: f"o{i}", attributes=lambda i: []):
    """All are alike, apart from what is given."""
    return [node(ops(i), ["x"], [results(i)], name=names(i), attributes=attributes(i)) for i in range(count)]


def of_nodes(nodes):
    return one(nodes=[RELU, *nodes])


def of_constants(given):
    """Each is read, and what reads it is needed."""
    return needed([node("Neg", [name], [f"o{i}"]) for i, name in enumerate(given)], [f"o{i}" for i in range(len(given))],
                  initializers=[ints(name, elements) for name, elements in given.items()])


def constants(count, other):
    """Only their elements differ."""
    return of_constants({f"c{i}": [2 * i + other] for i in range(count)})


def constants_without_names(count, other):
    return one(initializers=[ints("", [2 * i + other]) for i in range(count)])


def names_of_constants(count, other):
    return of_constants({f"c{2 * i + other}": [i] for i in range(count)})


def reordered_constants(count, other):
    return of_constants({f"c{i}": [i] for i in range(count)[:: -1 if other else 1]})


def elements(count, other):
    """Of one constant."""
    return of_constants({"c": [2 * i + other for i in range(count)]})


def embedded_constants(count, other):
    """Each in the attribute of a node."""
    return of_nodes([node("Constant", [], [f"o{i}"], attributes=[tensor_attribute("value", ints("", [2 * i + other]))]) for i in range(count)])


def node_names(count, other):
    return of_nodes(chain(count, names=lambda i: f"n{2 * i + other}"))


def node_names_of_a_fan(count, other):
    return of_nodes(fan(count, names=lambda i: f"n{2 * i + other}"))


def results(count, other):
    return of_nodes(chain(count, results=lambda i: f"o{2 * i + other}"))


def results_of_a_fan(count, other):
    return of_nodes(fan(count, results=lambda i: f"o{2 * i + other}"))


def all_names(count, other):
    return of_nodes(fan(count, names=lambda i: f"n{2 * i + other}", results=lambda i: f"o{2 * i + other}"))


def operators(count, other):
    return of_nodes(chain(count, ops=lambda _: ("Relu", "Neg")[other]))


def attributes(count, other):
    """The value of an attribute at each node."""
    return of_nodes(chain(count, ops=lambda _: "Softmax", attributes=lambda i: [int_attribute("axis", (i + other) % 2)]))


def attributes_of_a_node(count, other):
    return one(nodes=[node("Relu", ["x"], ["y"], attributes=[int_attribute(f"a{i}", other) for i in range(count)])])


def names_of_attributes(count, other):
    return one(nodes=[node("Relu", ["x"], ["y"], attributes=[int_attribute(f"a{2 * i + other}", 1) for i in range(count)])])


def reordered(count, other):
    """Named nodes, backward in the other model."""
    return of_nodes(fan(count, names=lambda i: f"n{i}")[:: -1 if other else 1])


def reordered_without_names(count, other):
    return of_nodes(fan(count, ops=lambda i: ("Relu", "Neg", "Abs")[i % 3])[:: -1 if other else 1])


def shuffled(count, other):
    """Each at another place, near none of those that were near it."""
    # A prime that does not divide the number reaches every place.
    step = next(step for step in (7919, 7907, 7901) if count % step) if other else 1
    return of_nodes(fan(count, results=lambda i: f"o{i * step % count}", ops=lambda i: ("Relu", "Neg", "Abs")[i * step % count % 3]))


def rotated(count, other):
    """Each node is at the place of the one before."""
    return of_nodes(chain(count, ops=lambda i: ("Relu", "Neg", "Abs", "Exp", "Tanh")[(i + other) ** 2 % 11 % 5]))


def added(count, other):
    """Every other node is new, and nothing tells it from the others."""
    return of_nodes(fan(count * (1 + other) // 2))


def another(count, other):
    """Nothing remains."""
    return of_nodes(chain(count, names=lambda i: f"n{2 * i + other}", ops=lambda _: ("Relu", "Neg")[other], results=lambda i: f"{'ab'[other]}{i}"))


def symbols(count, other):
    return one(inputs=[value(f"i{i}", [f"N{2 * i + other}", 4]) for i in range(count)])


def types(count, other):
    return one(inputs=[value(f"i{i}", [2 * i + other, 4]) for i in range(count)])


def inputs(count, other):
    return one(inputs=[value(f"i{2 * i + other}") for i in range(count)])


def reordered_inputs(count, other):
    return one(inputs=[value(f"i{i}") for i in range(count)][:: -1 if other else 1])


def metadata(count, other):
    return one() + b"".join(message(14, message(1, f"k{i}") + message(2, str(other))) for i in range(count))


def removed(count, other):
    """The first half remains."""
    return of_nodes(fan(count // (1 + other)))


def all_removed(count, other):
    return of_nodes(fan(0 if other else count))


def of_lines(names):
    return texts.text([f"{name} = Div (x, x)" for name in names])


def text_removed(count, other):
    return of_lines(f"o{i}" for i in range(count // (1 + other)))


def text_another(count, other):
    return of_lines(f"{'ab'[other]}{i}" for i in range(count))


def ir_removed(count, other):
    return layers.chain(count // (1 + other), lambda i: f"n{i}")


def ir_names(count, other):
    return layers.chain(count, lambda i: f"n{2 * i + other}")


def ir_types(count, other):
    return layers.unknown_types(count, lambda i: f"T{2 * i + other}")


def ir_attributes(count, other):
    return layers.data_attributes(count, lambda i: f"a{2 * i + other}")


def ir_reordered(count, other):
    made = [layers.layer(i + 2, "ReLU", 1, name=f"n{i}") for i in range(count)]
    return layers.ends(made[:: -1 if other else 1], [layers.edge(0, 0, i + 2, 0) for i in range(count)])


MADE = [constants, constants_without_names, names_of_constants, reordered_constants, elements, embedded_constants, node_names, node_names_of_a_fan,
        results, results_of_a_fan, all_names, operators, attributes, attributes_of_a_node, names_of_attributes, reordered, reordered_without_names,
        shuffled, rotated, added, another, removed, all_removed, symbols, types, inputs, reordered_inputs, metadata]
FAMILIES = {f"changed: {make.__name__.replace('_', ' ')}": both(make) for make in MADE}
FAMILIES |= {f"IR changed: {make.__name__[3:]}": both(make) for make in (ir_names, ir_types, ir_attributes, ir_reordered, ir_removed)}
FAMILIES |= {f"text: changed: {make.__name__[5:]}": both(make) for make in (text_removed, text_another)}
