"""Functions whose calls, or the attributes of their calls, grow faster than the file."""
from .records import OTHER, X, Y, needing
from .wire import (function, graph, int_attribute, ints, ints_attribute, join, message, model, node, number, reference, tensor_attribute,
                   text_attribute)

DEPTH = 40


def called(name, read, result, overload="", **attributes):
    more = message(8, overload) if overload else b""
    return node(name, [read], [result], domain="f", attributes=[int_attribute(*item) for item in attributes.items()]) + more


def sized(result, of):
    """A node of a function that reads its attribute, for which any odd number will do."""
    return node("LRN", ["a"], [result], attributes=[reference("size", of)])


def of_functions(functions, nodes, results):
    """A model whose output needs the results."""
    return model(graph([*nodes, needing(results)], [X], [Y]), functions=functions, more=OTHER)


def calls_twice(depth):
    """Each calls the one before twice: with other ranks and attributes, so that the 2^depth calls are not the same few."""
    yield function("F0", ["a"], ["b"], [sized("b", "k")], attributes=["k"])
    zero = node("Constant", [], ["zero"], attributes=[tensor_attribute("value", ints("", [0]))])
    for i in range(1, depth):
        before = f"F{i - 1}"
        calls = [called(before, "a", "m", k=4 * i + 1), zero, node("Unsqueeze", ["m", "zero"], ["u"]), called(before, "u", "b", k=4 * i + 3)]
        yield function(f"F{i}", ["a"], ["b"], calls, attributes=["k"])


def twice(count):
    """The functions are always the same; the graph grows."""
    chain = [node("Relu", [f"o{i - 1}" if i else "x"], [f"o{i}"]) for i in range(count)]
    return of_functions(calls_twice(DEPTH), [*chain, called(f"F{DEPTH - 1}", f"o{count - 1}", "o", k=1)], ["o"])


def twice_by_many(count):
    calls = [called(f"F{DEPTH - 1}", "x", f"o{i}", k=2 * i + 1) for i in range(count)]
    return of_functions(calls_twice(DEPTH), calls, [f"o{i}" for i in range(count)])


def twice_and_deep(count):
    return of_functions(calls_twice(count), [called(f"F{count - 1}", "x", "o", k=1)], ["o"])


def all_before(count):
    """Each calls all before it, each with an attribute of its own, and the calls of the file are the square of the functions."""
    functions = max(3, int((2 * count) ** 0.5))
    made = [function("F0", ["a"], ["b0"], [sized("b0", "k")], attributes=["k"])]
    for i in range(1, functions):
        calls = [called(f"F{j}", f"b{j - 1}" if j else "a", f"b{j}", k=2 * (i * functions + j) + 1) for j in range(i)]
        made.append(function(f"F{i}", ["a"], [f"b{i - 1}"], calls, attributes=["k"]))
    return of_functions(made, [called(f"F{functions - 1}", "x", "o", k=1)], ["o"])


def with_defaults(count, inside):
    """Half of the file are attributes with defaults, the other half calls, each of which gives one of them."""
    many = count // 2
    made = function("F", ["a"], ["b"], inside(many)) + join(11, (int_attribute(f"k{i}", 2 * i + 1) for i in range(many)))
    calls = [called("F", "x", f"o{i}", **{f"k{i}": 1}) for i in range(many)]
    return of_functions([made], calls, [f"o{i}" for i in range(many)])


def defaults(count):
    return with_defaults(count, lambda _: [node("Relu", ["a"], ["b"])])


def read_defaults(count):
    """A node reads each attribute."""
    def readers(many):
        return [*(sized(f"m{i}", f"k{i}") for i in range(many)), node("Relu", ["a"], ["b"])]
    return with_defaults(count, readers)


def of_ir_10(everything):
    """Overloads are as new as that."""
    return everything.replace(number(1, 9), number(1, 10), 1)


def overload(name):
    return function("F", ["a"], ["b"], [node("Relu", ["a"], ["b"])]) + message(13, name)


def missing_overloads(count):
    """Many calls of overloads that do not exist, of a function that has as many others."""
    made = [overload(f"some{i}") for i in range(count // 2)]
    calls = [called("F", "x", f"o{i}", overload=f"none{i}") for i in range(count // 2)]
    return of_ir_10(of_functions(made, calls, [f"o{i}" for i in range(count // 2)]))


def overloads(count):
    made = [overload(f"some{i}") for i in range(count)]
    calls = [called("F", "x", f"o{i}", overload=f"some{i}") for i in range(count)]
    return of_ir_10(of_functions(made, calls, [f"o{i}" for i in range(count)]))


def wide(count):
    """A function of one node with very many inputs, and calls each with an attribute of its own."""
    many = count // 4
    made = function("F", ["a"], ["b"], [node("Max", ["a"] * min(60_000, 3 * many), ["m"]), sized("b", "k")], attributes=["k"])
    return of_functions([made], [called("F", "x", f"o{i}", k=2 * i + 1) for i in range(many)], [f"o{i}" for i in range(many)])


def results_left_out(count):
    """A function with very many results, and equal calls that name one of them."""
    many = min(60_000, count // 3)
    made = function("F", ["a"], [f"b{i}" for i in range(many)], [node("Relu", ["a"], [f"b{i}"]) for i in range(many)])
    return of_functions([made], [called("F", "x", f"o{i}") for i in range(count // 3)], [f"o{i}" for i in range(count // 3)])


def long_attribute(op, given, read, results=1, more=(), version=18):
    """Half of the file is an attribute of a call, the other half nodes of the function that each read it."""
    def make(count):
        inside = [node(op, ["a"], [f"m{i}_{j}" for j in range(results)], attributes=[read, *more]) for i in range(count)]
        made = function("F", ["a"], ["b"], [*inside, node("Relu", ["a"], ["b"])], attributes=["k"], version=version)
        call = node("F", ["x"], ["o"], domain="f", attributes=[given(20 * count)])
        return of_functions([made], [call], ["o"])
    return make


def long_ints(name):
    return lambda length: ints_attribute("k", (i % 100 for i in range(length))), reference(name, "k", 7)


def long_text(name):
    return lambda length: text_attribute("k", "i,j->" * (length // 5)), reference(name, "k", 3)


LONG = {
    "axes": long_attribute("ReduceMean", *long_ints("axes"), version=13), "perm": long_attribute("Transpose", *long_ints("perm")),
    "pads": long_attribute("Pad", *long_ints("pads"), version=2), "split": long_attribute("Split", *long_ints("split"), 2, version=11),
    "equation": long_attribute("Einsum", *long_text("equation")),
    "mode": long_attribute("DepthToSpace", *long_text("mode"), more=[int_attribute("blocksize", 2)]),
}

FAMILIES = {f"calls: long {name}": make for name, make in LONG.items()} | {f"calls: {make.__name__.replace('_', ' ')}": make for make in (
    twice, twice_by_many, twice_and_deep, all_before, defaults, read_defaults, missing_overloads, overloads, wide,
    results_left_out)}
