"""Two axes at once: many records that each have many of another, and one large thing that many records read."""
from .records import OTHER, RELU, X, Y, needing, one
from .wire import (BOOL, INT64, function, graph, graph_attribute, int_attribute, ints, ints_attribute, join, message, model, node, text_attribute,
                   untyped, value)

# Longer names of dimensions are unknown, and more dimensions are.
NAME, RANK = 1000, 256


def root(count):
    return max(2, int(count ** 0.5))


# What each of many nodes has many of: inputs, outputs, attributes, initializers.
def inputs(k, _i):
    return node("Sum", ["x"] * k, ["{o}"]), []


def undefined_inputs(k, i):
    return node("Sum", [f"u{i}.{j}" for j in range(k)], ["{o}"]), []


def outputs(k, i):
    return node("Split", ["x"], ["{o}", *(f"p{i}.{j}" for j in range(k))]), []


def attributes(k, _i):
    return node("Relu", ["x"], ["{o}"], attributes=[int_attribute(f"a{j}", 1) for j in range(k)]), []


def list_attribute(k, _i):
    return node("ReduceMin", ["x"], ["{o}"], attributes=[ints_attribute("axes", range(k))]), []


def text(k, _i):
    return node("Einsum", ["x"], ["{o}"], attributes=[text_attribute("equation", "i" * k + "->i")]), []


def operator_name(k, i):
    return node("R" * k + str(i), ["x"], ["{o}"]), []


def node_name(k, _i):
    return node("ReduceMin", ["x", "nine"], ["{o}"], name="n" * k), []


def metadata(k, _i):
    return node("Relu", ["x"], ["{o}"]) + join(9, (message(1, f"k{j}") + message(2, "v") for j in range(k))), []


def axes_constant(k, i):
    return node("ReduceMin", ["x", f"axes{i}"], ["{o}"]), [ints(f"axes{i}", range(k))]


def followed_list(k, i):
    return node("Reshape", ["x", f"to{i}"], ["{o}"]), [ints(f"to{i}", [1] * k)]


def declared(k, _i):
    return node("ConstantOfShape", ["x"], ["{o}"]), [], value("{o}", [f"D{j}" for j in range(k)])


PARTS = [inputs, undefined_inputs, outputs, attributes, list_attribute, text, operator_name, node_name, metadata, axes_constant, followed_list, declared]


def made(part, k, i, name):
    """A node with its constants and its declaration."""
    content, constants, *declaration = part(k, i)
    return renamed(content, name), constants, [renamed(text, name) for text in declaration]


def renamed(content, name):
    # Both have three bytes, so that the lengths around them remain.
    return content.replace(b"\x03{o}", b"\x03" + name.encode())


def all_made(part, count):
    k = root(count)
    many = [made(part, k, i, code(i)) for i in range(k)]
    return [n for n, _, _ in many], [c for _, cs, _ in many for c in cs] + [ints("nine", [9])], [v for _, _, vs in many for v in vs]


def code(index):
    """A name of three characters."""
    letters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"
    return letters[index // 3844 % 62] + letters[index // 62 % 62] + letters[index % 62]


# Where the many nodes are.
def in_the_graph(part, count):
    nodes, constants, values = all_made(part, count)
    return one(nodes=[RELU, *nodes], initializers=constants, values=values)


def in_a_body(part, count):
    nodes, constants, values = all_made(part, count)
    body = graph([*nodes, node("Relu", ["x"], ["b"])], outputs=[value("b")], initializers=constants, values=values)
    choice = node("If", ["c"], ["y"], attributes=[graph_attribute("then_branch", body), graph_attribute("else_branch", body)])
    return one(nodes=[choice], inputs=[value("c", [], BOOL)])


def in_a_loop(part, count):
    nodes, constants, values = all_made(part, count)
    body = graph([node("Identity", ["c"], ["a"]), *nodes, node("Relu", ["s"], ["t"])], [value("i", [], INT64), value("c", [], BOOL), value("s")],
                 [value("a", [], BOOL), value("t")], constants, values)
    return one(nodes=[node("Loop", ["m", "", "x"], ["y"], attributes=[graph_attribute("body", body)])], inputs=[value("m", [], INT64)])


def in_a_function(part, count):
    nodes, _, _ = all_made(part, count)
    made_function = function("F", ["x", "nine"], ["y"], [*nodes, node("Relu", ["x"], ["y"])])
    calls = [node("F", ["x", "nine"], [f"o{i}"], domain="f") for i in range(root(count))]
    return model(graph([RELU, *calls], [X], [Y], [ints("nine", [9])]), functions=[made_function])


PLACES = [in_the_graph, in_a_body, in_a_loop, in_a_function]
FAMILIES = {f"pair: {part.__name__} {place.__name__}".replace("_", " "): (lambda count, part=part, place=place: place(part, count))
            for place in PLACES for part in PARTS}


# One large thing of half of the file: what makes the value `big`.
def long_symbol(_size):
    return {"inputs": [value("big", ["N" * NAME])]}


def long_symbols(size):
    return {"inputs": [value("big", ["S" * (NAME - 8) + str(i) for i in range(min(RANK, size // NAME + 1))])]}


def many_dims(size):
    return {"inputs": [value("big", [i + 1 for i in range(min(RANK, size))])]}


def many_symbols(size):
    return {"inputs": [value("big", [f"N{i}" for i in range(min(RANK, size // 8 + 1))])]}


def sum_of_symbols(size):
    names = [f"i{i}" for i in range(size // 24 + 1)]
    return {"inputs": [value(name, [f"N{name}", 4]) for name in names],
            "nodes": [node("Concat", names, ["big"], attributes=[int_attribute("axis", 0)])]}


def product_of_symbols(size):
    return {"inputs": [value("z", [f"N{i}" for i in range(min(RANK, size // 8 + 1))])], "nodes": [node("Reshape", ["z", "flat"], ["big"])]}


def long_name_read(size):
    return {"nodes": [node("Neg", ["x"], ["big" * size])], "big": "big" * size}


def long_constant(size):
    return {"initializers": [ints("big", range(size // 8 + 1))]}


def long_list(size):
    return {"initializers": [ints("big", [1] * min(1024, size // 8 + 1))]}


def long_sequence(size):
    return {"nodes": [node("SequenceConstruct", ["x"] * (size // 3 + 1), ["big"])]}


def long_producer_name(size):
    return {"nodes": [node("NonZero", ["x"], ["big"], name="n" * size)]}


def strange_operator(size):
    return {"nodes": [node("Strange" * (size // 7 + 1), ["x"], ["big"], domain="other")]}


BIG = [long_symbol, long_symbols, many_dims, many_symbols, sum_of_symbols, product_of_symbols, long_name_read, long_constant, long_list, long_sequence,
       long_producer_name, strange_operator]


# What many small nodes do with it.
def reluing(big, i):
    return node("Relu", [big], [f"o{i}"])


def reduced(big, i):
    """A finding each."""
    return node("ReduceMin", [big, "nine"], [f"o{i}"])


def flattened(big, i):
    return node("Reshape", [big, "flat"], [f"o{i}"])


def concatenated(big, i):
    return node("Concat", [big, f"o{i - 1}" if i % 8 else big], [f"o{i}"], attributes=[int_attribute("axis", 0)])


def target(big, i):
    return node("Reshape", ["x", big], [f"o{i}"])


def measured(big, i):
    return node("Shape", [big], [f"o{i}"])


def chained(big, i):
    return node("Abs", [f"o{i - 1}" if i else big], [f"o{i}"])


def added_to_x(big, i):
    return node("Add", [big, "x"], [f"o{i}"])


def called(big, i):
    return node("F", [big], [f"o{i}"], domain="f")


def chosen(big, i):
    body = graph([node("Neg", [big], ["b"])], outputs=[untyped("b")])
    return node("If", ["c"], [f"o{i}"], attributes=[graph_attribute("then_branch", body), graph_attribute("else_branch", body)])


def looped(big, i):
    body = graph([node("Identity", ["c"], ["a"]), node("Neg", ["s"], ["t"])], [value("i", [], INT64), value("c", [], BOOL), untyped("s")], [value("a", [], BOOL), untyped("t")])
    return node("Loop", ["m", "", big], [f"o{i}"], attributes=[graph_attribute("body", body)])


READERS = [reluing, reduced, flattened, concatenated, target, measured, chained, added_to_x, called, chosen, looped]


def read_by(make_big, read, size, count):
    parts = make_big(size)
    big = parts.get("big", "big")
    nodes = [*parts.get("nodes", []), *(read(big, i) for i in range(count)), needing(f"o{i}" for i in range(count))]
    constants = [*parts.get("initializers", []), ints("nine", [99]), ints("flat", [-1])]
    given = [X, value("c", [], BOOL), value("m", [], INT64), *parts.get("inputs", [])]
    return model(graph(nodes, given, [Y], constants), functions=[function("F", ["a"], ["b"], [node("Relu", ["a"], ["b"])])], more=OTHER)


def read_by_many(make_big, read, count):
    return read_by(make_big, read, count * 32, count)


# The name of a value is as long as half of the file, and each reader repeats it: there, names of both counts are roots.
def read_by_root(make_big, read, count):
    return read_by(make_big, read, root(count), root(count))


FAMILIES |= {f"{big.__name__}, {read.__name__} by many".replace("_", " "):
             (lambda count, big=big, read=read: (read_by_root if big is long_name_read else read_by_many)(big, read, count))
             for big in BIG for read in READERS}
