"""Nodes with very many inputs, most of them the same values, and many nodes that combine two lists of expressions."""
import struct

from .records import RELU, concat, needed
from .wire import (BOOL, INT64, attribute, function, graph, graph_attribute, int_attribute, ints, message, model, node as plain, tensor, text_attribute, untyped,
                   value)


def node(op, inputs, outputs):
    attributes = {"Concat": [int_attribute("axis", 0)], "ConcatFromSequence": [int_attribute("axis", 0)],
                  "Einsum": [text_attribute("equation", ",".join(["..."] * len(inputs)))]}
    return plain(op, inputs, outputs, attributes=attributes.get(op, []))


def sizes(count, inputs=(), outputs=(), nodes=()):
    """Two lists of `count` expressions, `c` and `d`, of which no element is the same."""
    made = [node("Shape", ["b"], ["b0"]), node("Shape", ["e"], ["e0"]), node("Div", ["b0", "k"], ["b1"]), node("Add", ["b1", "e0"], ["c"]),
            node("Div", ["e0", "k"], ["e1"]), node("Sub", ["e1", "b0"], ["e2"]), node("Mul", ["e2", "k"], ["d"])]
    given = [value("b", [f"s{i}" for i in range(count)]), value("e", [f"t{i}" for i in range(count)]), *inputs]
    return needed([*made, *nodes], list(outputs), inputs=given, initializers=[ints("k", range(2, count + 2)), ints("one", [1])])


def lists(op, length):
    """One node that combines two lists again and again."""
    return lambda count: sizes(length, outputs=["o"], nodes=[node(op, ["c", "d"] * count, ["o"])])


def shapes(op, rank):
    """One node that combines two shapes again and again."""
    fills = [node("ConstantOfShape", ["c"], ["p"]), node("ConstantOfShape", ["d"], ["q"])]
    return lambda count: sizes(rank, outputs=["o"], nodes=[*fills, node(op, ["p", "q"] * count, ["o"])])


def distinct(op, rank):
    """One node whose inputs have different symbols."""
    dims = lambda i: [f"n{i}_{at}" for at in range(rank)]
    return lambda count: needed([node(op, [f"i{i}" for i in range(count)], ["o"])], ["o"], inputs=[value(f"i{i}", dims(i)) for i in range(count)])


def stretched(op):
    """One node that broadcasts a number again and again to a list."""
    return lambda count: needed([node(op, ["l", *["n"] * count], ["o"])], ["o"], initializers=[ints("l", range(1024)), ints("n", [3])])


def wrong(op):
    """One node whose inputs all have a type that is not allowed."""
    return lambda count: needed([node(op, ["n"] * count, ["o"])], ["o"], initializers=[ints("n", [3])])


def clashing(op):
    """One node whose inputs all have another size than the first."""
    return lambda count: needed([node(op, ["a", *["b"] * count], ["o"])], ["o"], inputs=[value("a", [2]), value("b", [3])])


def sequences(length):
    """Sequences that have the same list very often."""
    def made(count):
        items = node("SequenceConstruct", ["c"] * count, ["q"])
        return sizes(length, outputs=["o"], nodes=[items, node("ConcatFromSequence", ["q"], ["o"])])
    return made


def pairs(op, length):
    """Many nodes that combine the same two lists."""
    return lambda count: sizes(length, outputs=[f"o{i}" for i in range(count)], nodes=[node(op, [first(op), "d"], [f"o{i}"]) for i in range(count)])


def readers(op, rank):
    """Many nodes that each read all dimensions of one shape, which are sums."""
    more = {"Reshape": ["all"], "Compress": ["yes"]}.get(op, [])
    before = [node("ConstantOfShape", ["c"], ["p"]), node("Neg", ["one"], ["all"]), node("Equal", ["one", "one"], ["yes"])]
    return lambda count: sizes(rank, outputs=["o0"], nodes=[*before, *(node(op, ["p", *more], [f"o{i}"]) for i in range(count))])


def of_a_sequence(op, item):
    """Many nodes that each read all items of one sequence: lists, or shapes of symbols."""
    def made(count):
        read = ["q", *{"SequenceAt": ["zero"], "SequenceInsert": [item]}.get(op, [])]
        nodes = [node("SequenceConstruct", [item] * 64, ["q"]), *(node(op, read, [f"o{i}"]) for i in range(count))]
        wide = value("w", [f"s{i}" for i in range(250)])
        return needed(nodes, ["o0"], inputs=[wide], initializers=[ints("l", range(1_000)), tensor("zero", [], bytes(8), INT64)])
    return made


def of_a_sequence_by_calls(kind):
    """Calls of a function with one sequence of long lists, and each with another attribute."""
    def made(count):
        given = {"floats": lambda i: attribute("k", b"\x3d" + struct.pack("<f", i), 6), "strings": lambda i: attribute("k", message(9, str(i)), 8)}[kind]
        calls = [plain("F", ["q"], [f"o{i}"], attributes=[given(i)], domain="f") for i in range(count)]
        body = function("F", ["a"], ["b"], [plain("SequenceLength", ["a"], ["b"])]) + message(6, "k")
        main = [RELU, node("SequenceConstruct", ["l"] * 64, ["q"]), *calls]
        return model(graph(main, [value("x")], [value("y")], [ints("l", range(1_000))]), functions=[body])
    return made


def of_a_list(op):
    """Many nodes that each read all elements of one list."""
    more = {"Col2Im": ["l", "l"], "Scatter": ["l", "l"], "ScatterElements": ["l", "l"], "Gather": ["l"], "GatherElements": ["l"]}.get(op, [])
    return lambda count: needed([node(op, ["l", *more], [f"o{i}"]) for i in range(count)], ["o0"], initializers=LISTS)


def first(op):
    """What is expanded has one element; other operators combine two lists."""
    return "one" if op in ("Expand", "Reshape") else "c"


def chain(op, length):
    """Each node combines the list before with one of two others."""
    def made(count):
        nodes = [node(op, [f"o{i - 1}" if i else "c", "cd"[i % 2]], [f"o{i}"]) for i in range(count)]
        return sizes(length, outputs=[f"o{count - 1}"], nodes=nodes)
    return made


def parts(rank):
    """One node with many outputs of a high rank."""
    def made(count):
        split = plain("Split", ["w"], [f"o{i}" for i in range(count)], attributes=[int_attribute("axis", 0), int_attribute("num_outputs", count)])
        return needed([split], ["o0"], inputs=[value("w", [count, *([2] * (rank - 1))])])
    return made


def branches(count):
    """One If whose branches return different lists again and again."""
    branch = lambda name: graph([node("Identity", [name], ["q"])], [], [untyped("q")] * count)
    choice = plain("If", ["c"], [f"o{i}" for i in range(count)], attributes=[graph_attribute("then_branch", branch("l")), graph_attribute("else_branch", branch("m"))])
    return needed([choice], ["o0"], inputs=[value("c", [], BOOL)], initializers=LISTS)


def states(count):
    """One Loop of which each state is another list after the first turn."""
    names = [untyped(f"s{i}") for i in range(count)]
    body = graph([node("Identity", ["m"], ["q"]), node("Identity", ["k"], ["k1"])], [value("i", [], INT64), value("k", [], BOOL), *names], [value("k1", [], BOOL), *[untyped("q")] * count])
    loop = plain("Loop", ["", "c", *["l"] * count], [f"o{i}" for i in range(count)], attributes=[graph_attribute("body", body)])
    return needed([loop], ["o0"], inputs=[value("c", [], BOOL)], initializers=LISTS)


def call(rank):
    """One call of a function with many inputs and outputs of a high rank."""
    def made(count):
        names = [f"a{i}" for i in range(count)]
        body = function("F", names, [f"b{i}" for i in range(count)], [node("Relu", [name], [f"b{i}"]) for i, name in enumerate(names)])
        main = [RELU, plain("F", ["w"] * count, [f"o{i}" for i in range(count)], domain="f")]
        return model(graph(main, [value("x"), value("w", [2] * rank)], [value("y")]), functions=[body])
    return made


def joined(count):
    """One list of very many expressions."""
    return sizes(8, outputs=["r"], inputs=[value("v", [4], INT64)], nodes=[concat(["c", "d"] * count, "l"), node("ReduceMin", ["x", "l"], ["r"])])


def mean_weights(count):
    weights = [tensor(f"w{i}", [4], b"1234" * 4) for i in range(count)]
    return needed([node("Mean", [f"w{i}" for i in range(count)], ["o"])], ["o"], initializers=weights)


LISTS = [ints("l", range(1024)), ints("m", range(1, 1025))]

FAMILIES = {
    **{f"outputs of rank {rank}": parts(rank) for rank in (2, 12, 255)},
    **{f"calls with inputs of rank {rank}": call(rank) for rank in (2, 255)},
    "branches that return lists": branches,
    "states that are lists": states,
    **{f"{op} of two lists of {length} in turn": lists(op, length) for op in ("Max", "Min") for length in (1, 16, 250)},
    **{f"{op} of two shapes of {rank} in turn": shapes(op, rank) for op in ("Max", "Sum", "Concat") for rank in (2, 12, 64)},
    **{f"{op} of distinct shapes of {rank}": distinct(op, rank) for op in ("Max", "Concat", "Einsum") for rank in (1, 4, 12)},
    **{f"{op} of a list and a number": stretched(op) for op in ("Max", "Min", "Sum", "Mean")},
    **{f"{op} of wrong types": wrong(op) for op in ("Sum", "Einsum")},
    **{f"{op} of clashing shapes": clashing(op) for op in ("Max", "Concat")},
    **{f"sequence of lists of {length}": sequences(length) for length in (1, 64)},
    **{f"{op} of lists of {length} by many": pairs(op, length) for op in ("Max", "Min", "Add", "Mul", "Sub", "Div", "Mod", "Expand", "Reshape", "Equal", "Concat") for length in (8, 16, 64, 250)},
    **{f"chain of {op} of lists of {length}": chain(op, length) for op in ("Max", "Min", "Add", "Mul", "Sub") for length in (16, 64)},
    **{f"{op} of a shape of {rank} by many": readers(op, rank) for op in ("Size", "Flatten", "NonZero", "Unique", "Reshape", "Compress") for rank in (12, 250)},
    **{f"{op} of a constant by many": of_a_list(op) for op in ("Unique", "NonZero", "ReduceLogSum", "Sign", "Col2Im", "ScatterElements", "Gather", "GatherElements")},
    **{f"{op} of {what} by many": of_a_sequence(op, item) for op in ("ConcatFromSequence", "SequenceAt", "SequenceInsert", "SequenceErase")
       for what, item in (("long lists", "l"), ("wide shapes", "w"))},
    **{f"calls of a sequence with {kind} by many": of_a_sequence_by_calls(kind) for kind in ("floats", "strings")},
    "one list of many expressions": joined,
    "mean of many weights": mean_weights,
}
