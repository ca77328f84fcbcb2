"""Models whose symbols, expressions, values, and bodies grow."""
import string

from .names import alike
from .records import RELU, X, Y, concat, needed, one
from .wire import (BOOL, INT64, attribute, function, graph, graph_attribute, ints, ints_attribute, join, message, model, node, number,
                   strings, tensor, text_attribute, value)


def given(count, dims):
    return [value(f"i{i}", dims(i)) for i in range(count)]


def outs(count):
    return [f"o{i}" for i in range(count)]


def last(count):
    return [f"o{count - 1}"]


def broadcasts(count):
    """Broadcasts of distinct symbols."""
    pairs = [value(f"{side}{i}", [f"{side}N{i}"]) for i in range(count) for side in "ab"]
    return needed([node("Add", [f"a{i}", f"b{i}"], [f"o{i}"]) for i in range(count)], outs(count), inputs=pairs)


def similar_symbols(count):
    return needed([node("Add", [f"i{i}", "i0"], [f"o{i}"]) for i in range(count)], outs(count), inputs=given(count, lambda i: [alike(i)]))


def unified_symbols(count):
    """All symbols become one."""
    nodes = [*(node("Gemm", [f"i{i}", "w"], [f"g{i}"]) for i in range(count)), *(concat([f"g{i}", f"g{i + 1}"], f"o{i}", 1) for i in range(count - 1))]
    return needed(nodes, outs(count - 1), inputs=given(count, lambda i: [f"N{i}", 4]), initializers=[tensor("w", [4, 4], b"1234" * 16)])


def sum_of_symbols(count):
    return needed([concat([f"i{i}" for i in range(count)], "o")], ["o"], inputs=given(count, lambda i: [f"N{i}", 4]))


def sums_of_symbols(count):
    """Concat k reads all inputs before it: sums of up to `root` symbols."""
    root = max(2, int(count ** 0.5))
    return needed([concat([f"i{j}" for j in range(i + 1)], f"o{i}") for i in range(root)], outs(root), inputs=given(root, lambda i: [f"N{i}", 4]))


def running_sum(count):
    return needed([concat([f"o{i - 1}" if i else "x", f"i{i}"], f"o{i}") for i in range(count)], last(count), inputs=given(count, lambda i: [f"N{i}", 4]))


def running_product(count):
    """Flattened, then multiplied by the next symbol."""
    nodes = [made for i in range(count) for made in [
        node("Mul", [f"o{i - 1}" if i else "x", f"i{i}"], [f"m{i}"]), node("Reshape", [f"m{i}", "flat"], [f"o{i}"])]]
    return needed(nodes, last(count), inputs=given(count, lambda i: [f"N{i}", 1]), initializers=[ints("flat", [1, -1])])


def doubled(count):
    return needed([concat([f"o{i - 1}" if i else "x"] * 2, f"o{i}") for i in range(count)], last(count))


def products_of_symbols(count):
    """One shape of many symbols, flattened."""
    return needed([node("Reshape", ["z", "flat"], ["o"])], ["o"], inputs=[value("z", [f"N{i}" for i in range(count)])], initializers=[ints("flat", [-1])])


def dense_symbols(count):
    """Every pair of some symbols is added and multiplied."""
    root = max(2, int(count ** 0.5))
    pairs = [(i, j) for i in range(root) for j in range(root)]
    nodes = [made for i, j in pairs for made in [concat([f"i{i}", f"i{j}"], f"c{i}.{j}"), node("Reshape", [f"c{i}.{j}", "flat"], [f"r{i}.{j}"])]]
    return needed(nodes, [f"r{i}.{j}" for i, j in pairs], inputs=given(root, lambda i: [f"N{i}", f"M{i}"]), initializers=[ints("flat", [-1])])


def strides(count):
    """Floor divisions of floor divisions, by different numbers."""
    def pool(i):
        return [ints_attribute("kernel_shape", [3, 3]), ints_attribute("strides", [2, 3 + i % 5]), ints_attribute("pads", [i % 2 + 1] * 4)]
    nodes = [node("AveragePool", [f"o{i - 1}" if i else "z"], [f"o{i}"], attributes=pool(i)) for i in range(count)]
    return needed(nodes, last(count), inputs=[value("z", [1, 1, "H", "W"])])


def shape_arithmetic(count):
    """Elements of shapes that are followed through sums and products."""
    made = [node("Shape", ["x"], ["s"]), node("Gather", ["s", "zero"], ["e"])]
    made += [node(("Add", "Mul", "Div")[i % 3], [f"o{i - 1}" if i else "e", ("e", "two", "two")[i % 3]], [f"o{i}"]) for i in range(count)]
    return needed(made, last(count), initializers=[ints("zero", [0]), ints("two", [2])])


def minima(count):
    made = [node("Shape", [f"i{i}"], [f"s{i}"]) for i in range(count)]
    made += [node(("Min", "Max")[i % 2], [f"o{i - 1}" if i else "s0", f"s{i}"], [f"o{i}"]) for i in range(count)]
    return needed([*made, node("ConstantOfShape", last(count), ["z"])], ["z"], inputs=given(count, lambda i: [f"N{i}"]))


def followed_lists(count):
    """A list of `root` sizes that each of `root` nodes lengthens."""
    root = max(2, int(count ** 0.5))
    return needed([node("Shape", ["x"], ["s"]), *(concat([f"o{i - 1}" if i else "s", "s"], f"o{i}") for i in range(root))], outs(root))


def one_list_of_many(count):
    return needed([concat(["t"] * count, "l"), node("ReduceMin", ["x", "l"], ["r"])], ["r"], inputs=[value("t", [4], INT64)])


def growing_ranks(count):
    return needed([node("Unsqueeze", [f"o{i - 1}" if i else "x", "zero"], [f"o{i}"]) for i in range(count)], last(count), initializers=[ints("zero", [0])])


def high_rank(count):
    return one(inputs=[value("z", [1] * count)], nodes=[RELU, node("Transpose", ["z"], ["t"]), node("Add", ["z", "t"], ["a"])])


def high_ranks(count):
    """`root` nodes of rank `root`."""
    root = max(2, int(count ** 0.5))
    return needed([node("Transpose", [f"o{i - 1}" if i else "z"], [f"o{i}"]) for i in range(root)], outs(root), inputs=[value("z", [1] * root)])


def long_symbol(count):
    """One symbol with a long name at many nodes: half of the file each."""
    return one(inputs=[value("z", ["N" * count])], nodes=[RELU, *(node("Relu", ["z"], [f"o{i}"]) for i in range(count // 16))])


def long_symbols_declared(count):
    root = max(2, int(count ** 0.5))
    name = "N" * root
    return one(inputs=[value("z", [name])], nodes=[RELU, *(node("Relu", ["z"], [f"o{i}"]) for i in range(root))], values=[value(f"o{i}", [name + "M"]) for i in range(root)])


def long_value_name(count):
    """One value with a long name that many nodes read."""
    name = "n" * count
    return one(nodes=[RELU, node("Neg", ["x"], [name]), *(node("ReduceMin", [name, "axes"], [f"o{i}"]) for i in range(count // 16))], initializers=[ints("axes", [9])])


def long_undefined_name(count):
    root = max(2, int(count ** 0.5))
    return one(nodes=[RELU, *(node("Relu", ["n" * root + str(i)], [f"o{i}"]) for i in range(root))])


def long_op_type(count):
    return one(nodes=[RELU, *(node("R" * count, ["x"], [f"o{i}"]) for i in range(4))])


def long_attribute(count):
    return one(nodes=[node("Cast", ["x"], ["y"], attributes=[text_attribute("to", "f" * count), text_attribute("t" * count, "")])])


def long_text(count):
    return one(nodes=[node("Einsum", ["x", "x"], ["o"], attributes=[text_attribute("equation", "ab" * count + "," + "cd" * count + "->")]), RELU])


def einsum_terms(count):
    return one(nodes=[node("Einsum", ["x"] * count, ["o"], attributes=[text_attribute("equation", ",".join(["ij"] * count) + "->ij")]), RELU])


def einsum_labels(count):
    """All labels that there are, over a symbol each, in another order at each node."""
    labels = [*string.ascii_letters]
    turned = ["".join(labels[i:] + labels[:i]) for i in range(len(labels))]
    nodes = [node("Einsum", ["z", "z"], [f"o{i}"], attributes=[text_attribute("equation", f"{turned[0]},{turned[0]}->{turned[i % 52]}")]) for i in range(count)]
    return needed(nodes, outs(count), inputs=[value("z", [f"N{label}" for label in labels])])


def axes(count):
    return one(nodes=[node("ReduceMin", ["x", "axes"], ["o"]), RELU], initializers=[ints("axes", range(count))])


def repeated_axes(count):
    return one(nodes=[node("ReduceMin", ["x", "axes"], ["o"]), RELU], initializers=[ints("axes", [0] * count)])


def wrong_axes(axes):
    """Nodes with constants of their own whose axes are wrong."""
    def made(count):
        nodes = [node("ReduceMin", ["x", f"a{i}"], [f"o{i}"]) for i in range(count)]
        return needed(nodes, outs(count), initializers=[ints(f"a{i}", axes) for i in range(count)])
    return made


def negative_sizes(count):
    """Constants with a size below zero, whose data is read."""
    made = [tensor(f"a{i}", [-2], bytes(8)) for i in range(count)]
    return needed([node("Relu", [f"a{i}"], [f"o{i}"]) for i in range(count)], outs(count), initializers=made)


def permutation(count):
    return one(nodes=[node("Transpose", ["x"], ["o"], attributes=[ints_attribute("perm", range(count))]), RELU])


def split_sizes(count):
    return one(nodes=[RELU, node("Split", ["x", "sizes"], [f"o{i}" for i in range(count)])], initializers=[ints("sizes", [1] * count)])


def slices(count):
    return one(nodes=[RELU, node("Slice", ["x", "a", "b", "c"], ["o"])], initializers=[ints(name, range(count)) for name in "abc"])


def pads(count):
    return one(inputs=[value("z", [1] * count)], nodes=[RELU, node("Pad", ["z", "p"], ["o"])], initializers=[ints("p", range(2 * count))])


def reshape_target(count):
    return one(nodes=[RELU, node("Reshape", ["x", "t"], ["o"])], initializers=[ints("t", [1] * count)])


def constant_lists(count):
    """Many nodes read one long list."""
    root = max(2, int(count ** 0.5))
    return one(nodes=[RELU, *(node("ReduceMin", ["x", "axes"], [f"o{i}"]) for i in range(root))], initializers=[ints("axes", range(root))])


def wrong_axes_by_many(count):
    """As many axes as an operator reads, none of which is in range."""
    axes = ints("axes", range(100, 1124))
    return one(nodes=[RELU, *(node("ReduceMin", ["x", "axes"], [f"o{i}"]) for i in range(count))], initializers=[axes])


def nested_ifs(count):
    inner, result = [node("Relu", ["x"], ["r"])], "r"
    for i in range(count):
        then = graph_attribute("then_branch", graph(inner, outputs=[value(result)]))
        other = graph_attribute("else_branch", graph([node("Relu", ["x"], [f"e{i}"])], outputs=[value(f"e{i}")]))
        inner, result = [node("If", ["c"], [f"v{i}"], attributes=[then, other])], f"v{i}"
    return one(nodes=[RELU, *inner], inputs=[value("c", [], BOOL)])


def nested_loops(count):
    inner, last = [node("Relu", ["x"], ["r"])], "r"
    for i in range(count):
        body = graph([node("Identity", [f"c{i}"], [f"a{i}"]), *inner], [value(f"i{i}", [], INT64), value(f"c{i}", [], BOOL), value(f"s{i}")], [value(f"a{i}", [], BOOL), value(last)])
        inner, last = [node("Loop", ["m", "c", "x"], [f"v{i}"], attributes=[graph_attribute("body", body)])], f"v{i}"
    return one(nodes=[RELU, *inner], inputs=[value("m", [], INT64), value("c", [], BOOL)])


def function_chain(count):
    made = [function(f"F{i}", ["a"], ["b"], [node(f"F{i - 1}" if i else "Relu", ["a"], ["b"], domain="f" if i else "")]) for i in range(count)]
    return model(graph([node(f"F{count - 1}", ["x"], ["y"], domain="f")], [X], [Y]), functions=made)


def doubling_functions(count):
    """Each calls the one before twice; the number of functions is the logarithm of the calls."""
    made = [function(f"F{i}", ["a"], ["b"], [node(f"F{i - 1}" if i else "Relu", [a], [b], domain="f" if i else "") for a, b in [("a", "m"), ("m", "b")]]) for i in range(count)]
    return model(graph([node(f"F{count - 1}", ["x"], ["y"], domain="f")], [X], [Y]), functions=made)


def calls_with_distinct_types(count):
    made = [function("F", ["a"], ["b"], [node("Relu", ["a"], ["b"])])]
    return model(graph([RELU, *(node("F", [f"i{i}"], [f"o{i}"], domain="f") for i in range(count))], [X, *given(count, lambda i: [i + 1])], [Y]), functions=made)


def joined_branches(count):
    """Branches that give other shapes, read by the next one."""
    made = []
    for i in range(count):
        last = f"v{i - 1}" if i else "x"
        sides = [graph_attribute(side, graph([node(op, [last], [f"{op}{i}"])], outputs=[value(f"{op}{i}", None)])) for side, op in [("then_branch", "Transpose"), ("else_branch", "Relu")]]
        made.append(node("If", ["c"], [f"v{i}"], attributes=sides))
    return needed(made, [f"v{count - 1}"], inputs=[value("c", [], BOOL)])


def deep_sequences(count):
    return needed([node("SequenceConstruct", [f"o{i - 1}" if i else "x"], [f"o{i}"]) for i in range(count)], last(count))


def long_sequences(count):
    return one(nodes=[RELU, node("SequenceConstruct", ["x"] * count, ["s"]), *(node("SequenceInsert", [f"o{i - 1}" if i else "s", "x"], [f"o{i}"]) for i in range(max(2, int(count ** 0.5))))])


def optionals(count):
    return needed([node("Optional", [f"o{i - 1}" if i else "x"], [f"o{i}"]) for i in range(count)], last(count))


def string_elements(count):
    return one(initializers=[strings("t", [count], [b"s"] * count)])


def int_elements(count):
    content = number(1, count) + number(2, INT64) + message(8, "t") + b"".join(number(7, i) for i in range(count))
    return one(initializers=[content], nodes=[RELU, node("ReduceMin", ["x", "t"], ["o"])])


def tensor_dims(count):
    return one(initializers=[tensor("t", [1] * count, b"1234")])


def huge_dims(count):
    return one(initializers=[tensor(f"t{i}", [1 << 62, 4, 3], b"") for i in range(count)])


def tensors_in_attributes(count):
    return one(nodes=[node("Relu", ["x"], ["y"], attributes=[attribute("many", join(10, [ints("", [i]) for i in range(count)]), 9)])])


def graphs_in_attributes(count):
    return one(nodes=[node("Relu", ["x"], ["y"], attributes=[attribute("many", join(11, [graph([node("Relu", ["x"], ["b"])], outputs=[value("b")]) for _ in range(count)]), 10)])])


def doc_strings(count):
    return model(graph([RELU], [X], [Y], more=message(10, "d" * count)), more=message(6, "d" * count))


def contradictions(count):
    """A declaration that contradicts inference at each node."""
    return needed([node("Relu", [f"o{i - 1}" if i else "x"], [f"o{i}"]) for i in range(count)], last(count), values=[value(f"o{i}", ["N", 5]) for i in range(count)])


def constraints(count):
    """A demand on symbols at each node."""
    return needed([node("MatMul", [f"i{i}", f"i{i + 1}"], [f"o{i}"]) for i in range(count - 1)], outs(count - 1), inputs=given(count, lambda i: [f"N{i}", f"K{i}"]))


def data_dependent(count):
    return needed([node("NonZero", ["x"], [f"o{i}"]) for i in range(count)], outs(count))


def data_dependent_chain(count):
    return needed([node("NonZero", [f"o{i - 1}" if i else "x"], [f"o{i}"]) for i in range(count)], last(count))


def unknown_chain(count):
    """Behind an unknown operator, every value is unknown."""
    return needed([node("Unheard", ["x"], ["u"], domain="other"), *(node("Relu", [f"o{i - 1}" if i else "u"], [f"o{i}"]) for i in range(count))], last(count))


def all_to_all(count):
    """`root` nodes that each read all nodes before."""
    root = max(2, int((2 * count) ** 0.5))
    return needed([node("Sum", ["x", *(f"o{j}" for j in range(i))], [f"o{i}"]) for i in range(root)], last(root))


GROWN = [value for value in dict(globals()).values() if callable(value) and getattr(value, "__module__", "") == __name__ and value not in (given, outs, last, wrong_axes)]
FAMILIES = {make.__name__: make for make in GROWN} | {
    f"wrong axes: {', '.join(map(str, axes))}": wrong_axes(axes) for axes in ([0, 0], [-1, -1], [0, 9])}
