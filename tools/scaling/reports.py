"""Long names and paths that a report could repeat for each finding, and nodes that compute the same long shape or list again and again."""
from .records import OTHER, X, Y, needed, needing
from .wire import BOOL, function, graph, graph_attribute, int_attribute, ints, model, node, untyped, value


def root(count):
    return max(2, int(count ** 0.5))


def deep_names(count):
    """Bodies in each other, whose nodes have long names."""
    body = graph([node("Relu", ["x"], ["v"])], outputs=[untyped("v")])
    for _ in range(min(root(count), 900)):
        owner = node("If", ["c"], ["q"], name="n" * root(count), attributes=[graph_attribute("then_branch", body)])
        body = graph([owner], outputs=[untyped("q")])
    top = node("If", ["c"], ["y"], attributes=[graph_attribute("then_branch", body)])
    return model(graph([top], [value("x"), value("c", [], BOOL)], [untyped("y")]))


def long_name_with_attributes(count):
    """One node with a long name, and attributes that its operator does not have."""
    attributes = [int_attribute(f"q{i}", 1) for i in range(count)]
    return model(graph([node("Relu", ["x"], ["y"], name="n" * 20 * count, attributes=attributes)], [X], [Y]))


def unknown_nodes(count, source="x"):
    return [node("Zork", [source], [f"o{i}"]) for i in range(count)]


def body_of(count, name, attribute):
    owner = node("If", ["c"], ["q"], name=name, attributes=[graph_attribute(attribute, graph(unknown_nodes(count), outputs=[untyped("o0")]))])
    return model(graph([node("Relu", ["x"], ["y"]), owner], [X, value("c", [], BOOL)], [Y]))


def long_name_of_owner(count):
    return body_of(count, "m" * 20 * count, "then_branch")


def long_name_of_body(count):
    return body_of(count, "", "b" * 20 * count)


def long_name_of_function(count):
    own = function("F" * 20 * count, ["a"], ["b"], [*unknown_nodes(count, "a"), node("Relu", ["a"], ["b"])])
    return model(graph([node("Relu", ["x"], ["y"])], [X], [Y]), functions=[own])


def calls_with_other_elements(count):
    """Calls of one function with arguments of equal types."""
    calls = [node("F", [f"i{i}"], [f"o{i}"], domain="f") for i in range(count)]
    nodes = [*calls, needing([f"o{i}" for i in range(count)])]
    same = function("F", ["a"], ["b"], [node("Identity", ["a"], ["b"])])
    return model(graph(nodes, [X], [Y], [ints(f"i{i}", [i]) for i in range(count)]), functions=[same], more=OTHER)


def symbols(letter, rank):
    return value(letter, [f"{letter}{i}" for i in range(rank)])


def same_broadcasts(count, rank):
    nodes = [node("Add", ["s", "t"], [f"o{i}"]) for i in range(count)]
    return needed(nodes, [f"o{i}" for i in range(count)], inputs=[symbols("s", rank), symbols("t", rank)])


def same_lists(count, op):
    """Nodes that read a list of products of 64 symbols: twice, or the sizes for a tensor."""
    lists = [node("Shape", ["s"], ["a"]), node("Shape", ["t"], ["b"]), node("Mul", ["a", "b"], ["l"])]
    read = ["l", "a"] if op in ("Mul", "Sum") else ["s", "l"]
    nodes = [*lists, *(node(op, read, [f"o{i}"]) for i in range(count))]
    return needed(nodes, [f"o{i}" for i in range(count)], inputs=[symbols("s", 64), symbols("t", 64)])


GROWN = [deep_names, long_name_with_attributes, long_name_of_owner, long_name_of_body, long_name_of_function, calls_with_other_elements]
FAMILIES = {make.__name__: make for make in GROWN}
FAMILIES |= {f"same broadcasts of {rank} symbols": (lambda count, rank=rank: same_broadcasts(count, rank)) for rank in (16, 64, 250)}
FAMILIES |= {f"same lists of symbols, {op}": (lambda count, op=op: same_lists(count, op)) for op in ("Mul", "Sum", "Expand", "Reshape", "Tile")}
