"""Models whose nodes are constant: a few bytes can make values of any size. All results are needed, or nothing would be folded."""
import struct

from .records import concat, needed
from .wire import (BOOL, DOUBLE, F16, FLOAT, INT8, INT64, STRING, graph, graph_attribute, int_attribute, ints, message, node, opset, strings,
                   tensor, text_attribute, value)

def folded_chain(count):
    nodes = [node("Neg", [f"o{i - 1}" if i else "c"], [f"o{i}"]) for i in range(count)]
    return needed(nodes, [f"o{count - 1}"], initializers=[tensor("c", [4], b"1234" * 4)])


def folded_results(count):
    """Each result is large, and its sum is needed."""
    nodes = [made for i in range(count) for made in [
        node("Expand", ["c", "size"], [f"e{i}"]), node("Neg", [f"e{i}"], [f"o{i}"]), node("ReduceSum", [f"o{i}"], [f"r{i}"])]]
    return needed(nodes, [f"r{i}" for i in range(count)], initializers=[tensor("c", [1], b"1234"), ints("size", [500_000])])


def folded_fan(count):
    """All are read at the end."""
    nodes = [*(node("Expand", ["c", "size"], [f"o{i}"]) for i in range(count)), node("Sum", [f"o{i}" for i in range(count)], ["z"])]
    return needed(nodes, ["z"], initializers=[tensor("c", [1], b"1234"), ints("size", [1000])])


def folded_concat(count):
    return needed([concat([f"o{i - 1}" if i else "c", "c"], f"o{i}") for i in range(count)], [f"o{count - 1}"], initializers=[ints("c", [1])])


def folded_concats(count):
    """Each result is needed: their elements are the square of their number."""
    nodes = [concat([f"o{i - 1}" if i else "c", "c"], f"o{i}") for i in range(count)]
    return needed(nodes, [f"o{i}" for i in range(count)], initializers=[ints("c", [1])])


def folded_doubling(count):
    return needed([concat([f"o{i - 1}" if i else "c"] * 2, f"o{i}") for i in range(count)], [f"o{count - 1}"], initializers=[ints("c", [1])])


def factors(count):
    zeros = bytes(4 * count)
    return [tensor("a", [count, 1], zeros), tensor("b", [1, count], zeros)]


def folded_product(count):
    """A product of constants whose result is the square of them."""
    return needed([node("MatMul", ["a", "b"], ["z"])], ["z"], initializers=factors(count))


def folded_sum_of_product(count):
    """Only the sum of it is needed."""
    return needed([node("MatMul", ["a", "b"], ["p"]), node("ReduceSum", ["p"], ["z"])], ["z"], initializers=factors(count))


def folded_loop(count):
    """Nodes of a body that give the same in every iteration, of which there are many."""
    chain = [node("Neg", [f"o{i - 1}" if i else "c0"], [f"o{i}"]) for i in range(count)]
    body = graph([node("Identity", ["c"], ["a"]), *chain, node("Add", ["s", f"o{count - 1}"], ["t"])],
                 [value("i", [], INT64), value("c", [], BOOL), value("s", [1])], [value("a", [], BOOL), value("t", [1])])
    return needed([node("Loop", ["m", "", "c0"], ["z"], attributes=[graph_attribute("body", body)])], ["z"],
                  initializers=[tensor("m", [], count.to_bytes(8, "little"), INT64), tensor("c0", [1], b"1234")])


def doubled_strings(count, depth):
    """Many chains that each join a text with itself: its length is 2 to the power of the depth."""
    chains = max(1, count // depth)
    nodes = [node("StringConcat", [f"o{i}.{j - 1}" if j else "c"] * 2, [f"o{i}.{j}"]) for i in range(chains) for j in range(depth)]
    everything = needed(nodes, [f"o{i}.{depth - 1}" for i in range(chains)], initializers=[strings("c", [1], ["s"])])
    # StringConcat is newer than the operator set of the other models.
    return everything.replace(message(8, opset()), message(8, opset(20)))


GROWN = [folded_chain, folded_results, folded_fan, folded_concat, folded_concats, folded_doubling, folded_product, folded_sum_of_product, folded_loop]
FAMILIES = {make.__name__: make for make in GROWN}
FAMILIES |= {f"folded strings doubled {depth} times": (lambda count, depth=depth: doubled_strings(count, depth)) for depth in (12, 20, 60)}


# A long chain of one operator on a tensor that Expand makes of one element. The file has a text of a megabyte, so that limits in
# proportion to the file allow a lot of work: this shows what an element costs that the limits do not count.
PADDING, NODES = 1_000_000, 200


def applied(op, *more, **attributes):
    """A node that reads the value before it."""
    return lambda before, result: [node(op, [before, *more], [result], attributes=[int_attribute(*item) for item in attributes.items()])]


def reflected(before, result):
    """By one element on one side, and cut by one on the other, so that the size remains."""
    return [node("Pad", [before, "pads"], [result], attributes=[text_attribute("mode", "reflect")])]


def through_text(before, result):
    return [node("Cast", [before], [f"{result}s"], attributes=[int_attribute("to", STRING)]),
            node("Cast", [f"{result}s"], [result], attributes=[int_attribute("to", FLOAT)])]


def reduced(before, result):
    return [node("ReduceLogSumExp", [before], [f"{result}r"]), node("Expand", [f"{result}r", "size"], [result])]


I8, HALF, SINGLE = (INT8, b"\x07", 1_000_000), (F16, struct.pack("<e", 0.5), 500_000), (FLOAT, struct.pack("<f", 0.5), 100_000)
# The type, the element, and how many of it; the step; and the other constants that it reads.
STEPS = {
    "Mish f64": ((DOUBLE, struct.pack("<d", 1e-310), 100_000), applied("Mish"), []),
    "Div i8": (I8, applied("Div", "one"), [tensor("one", [1], b"\x01", INT8)]),
    "Mod i8": (I8, applied("Mod", "nine"), [tensor("nine", [1], b"\x09", INT8)]),
    "Pad i8": (I8, reflected, [ints("pads", [1, -1])]), "Erf f16": (HALF, applied("Erf"), []), "Softplus f16": (HALF, applied("Softplus"), []),
    "Softmax f16": (HALF, applied("Softmax", axis=0), []), "ReduceLogSumExp f16": (HALF, reduced, []),
    "Cast to text and back": (SINGLE, through_text, []),
}


def expanded(count, step, of_one):
    (element, raw, size), make, constants = STEPS[step]
    length = NODES + count
    nodes = [node("Expand", ["c", "size"], ["o0"]), *(made for i in range(length) for made in make(f"o{i}", f"o{i + 1}"))]
    if of_one:
        nodes.append(node("Gather", [f"o{length}", "first"], ["z"]))
    constants = [tensor("c", [1], raw, element), ints("size", [size]), ints("first", [0]), *constants]
    return needed(nodes, ["z" if of_one else f"o{length}"], initializers=constants) + message(6, "d" * PADDING)


FAMILIES |= {f"expanded, {step}{', one element' if of_one else ''}": (lambda count, step=step, of_one=of_one: expanded(count, step, of_one))
             for step in STEPS for of_one in (False, True)}


# A pair of elements, each of which is broadcast: the result is all that is written, and some functions take many steps for certain
# numbers.
F64, I64 = (DOUBLE, "<d"), (INT64, "<q")
PAIRS = {
    "Mod f64, far exponents": ("Mod", F64, 1e300, 3e-308, [int_attribute("fmod", 1)]), "Mod f32, far exponents": ("Mod", (FLOAT, "<f"), 1e38, 1e-38, [int_attribute("fmod", 1)]),
    "Pow i64, power of 1": ("Pow", I64, 1, (1 << 32) - 1, []), "Pow i64, power of 2": ("Pow", I64, 2, 62, []),
    "Pow f64, subnormal": ("Pow", F64, 1e-300, 1.03, []),
}


def paired(count, pair, size=4_500):
    """One element of the result is needed."""
    op, (element, code), first, second, attributes = PAIRS[pair]
    nodes = [node("Expand", ["a", "column"], ["left"]), node("Expand", ["b", "row"], ["right"]),
             node(op, ["left", "right"], ["p"], attributes=attributes), node("Gather", ["p", "first"], ["z"])]
    constants = [tensor("a", [1], struct.pack(code, first), element), tensor("b", [1], struct.pack(code, second), element), ints("column", [size, 1]),
                 ints("row", [1, size]), ints("first", [0])]
    return needed(nodes, ["z"], initializers=constants) + message(6, "d" * (PADDING + count))


def selected(count, size=1_000, nodes=19):
    """The greater half of varied numbers, which are to be sorted."""
    scalars = [tensor(name, [], struct.pack("<f", number)) for name, number in (("zero", 0), ("size", size), ("one", 1))]
    made = [node("Range", ["zero", "size", "one"], ["r"]), node("Sin", ["r"], ["s"]), node("Unsqueeze", ["s", "axes"], ["u"]), node("Cos", ["r"], ["c"]),
            node("Mul", ["u", "c"], ["m"]), node("Reshape", ["m", "flat"], ["v"])]
    for i in range(nodes):
        made += [node("TopK", ["v", "k"], [f"t{i}", f"i{i}"]), node("Gather", [f"t{i}", "first"], [f"z{i}"])]
    constants = [*scalars, ints("axes", [1]), ints("flat", [-1]), ints("k", [size * size // 2]), ints("first", [0])]
    return needed(made, [f"z{i}" for i in range(nodes)], initializers=constants) + message(6, "d" * (PADDING + count))


def undefined_text(count, size=1_300_000):
    """The text of the least float has hundreds of digits, and is not specified."""
    nodes = [node("Expand", ["least", "size"], ["e"]), node("Cast", ["e"], ["s"], attributes=[int_attribute("to", STRING)]), node("Gather", ["s", "first"], ["z"])]
    constants = [tensor("least", [1], struct.pack("<d", 5e-324), DOUBLE), ints("size", [size]), ints("first", [0])]
    return needed(nodes, ["z"], initializers=constants) + message(6, "d" * (PADDING + count))


# Functions of numbers for which they take long; each node reads the same numbers, because the results are not such numbers.
SINGLES = {"Erf, tail": ("Erf", 3.0), "Erf, series": ("Erf", 2.4), "Gelu, tail": ("Gelu", -5.0), "Tan, great": ("Tan", 1e300), "Mish, small": ("Mish", 1e-310)}


def applied_often(count, single, size=200_000, nodes=80):
    """One element of each result is needed. The nodes that are too much work are refused."""
    op, number = SINGLES[single]
    made = [node("Expand", ["one", "size"], ["e"])]
    for i in range(nodes):
        made += [node(op, ["e"], [f"o{i}"]), node("Gather", [f"o{i}", "first"], [f"z{i}"])]
    constants = [tensor("one", [1], struct.pack("<d", number), DOUBLE), ints("size", [size]), ints("first", [0])]
    everything = needed(made, [f"z{i}" for i in range(nodes)], initializers=constants) + message(6, "d" * (PADDING + count))
    # Gelu is newer than the operator set of the other models.
    return everything.replace(message(8, opset()), message(8, opset(20)))


FAMILIES |= {f"applied often, {single}": (lambda count, single=single: applied_often(count, single)) for single in SINGLES}
FAMILIES |= {f"paired, {pair}": (lambda count, pair=pair: paired(count, pair)) for pair in PAIRS}
FAMILIES |= {"selected, varied": selected, "undefined text": undefined_text}
