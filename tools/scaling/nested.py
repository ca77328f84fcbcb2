"""Bodies in bodies and in functions, with what is read, named, called, or faulty deep inside of them."""
import struct

from .layers import edge, ends, layer, net, parameter, port, result
from .records import OTHER, RELU, X, Y, needed, needing, one
from .wire import (BOOL, INT64, attribute, function, graph, graph_attribute, int_attribute, ints, join, message, model, node, number, opset, reference,
                   tensor, untyped, value, varint)

DEPTH = 900  # Of bodies in each other: more of them than this are refused.
C = value("c", [], BOOL)
RESULT = node("Relu", ["x"], ["r"])


def enclosed(bottom, depth=DEPTH, before=lambda _: b"", name=lambda _: "", more=b"", rest=lambda _: b"", outermost=1):
    """The nodes of a graph with Ifs in each other, the last of them with the nodes `bottom`, which give `r`. Level 0 is outermost.

    Each level has the nodes `before` it, the name and more attributes of its node, and the rest of its graph. A file is only copied
    once, not once for each level.
    """
    front, back, size = [], [], 0

    def put(ahead, behind):
        nonlocal size
        front.append(ahead)
        back.append(behind)
        size += len(ahead) + len(behind)

    def wrap(field):
        put(varint(field << 3 | 2) + varint(size), b"")

    put(bottom, message(2, "b") + join(12, [untyped("r")]))
    for i in range(depth, 0, -1):
        other = graph([node("Relu", ["x"], [f"e{i}"])], outputs=[untyped(f"e{i}")], name="e")
        given = f"d{i}" if i > 1 else "z"
        wrap(6)
        put(message(1, "then_branch"), number(20, 5))
        wrap(5)
        put(node("If", ["c"], [given], name=name(i)), join(5, [graph_attribute("else_branch", other)]) + more)
        wrap(outermost if i == 1 else 1)
        put(before(i), rest(i) + (message(2, "b") + join(12, [untyped(given)]) if i > 1 else b""))
    return b"".join([*reversed(front), *back])


def of(content, functions=(), inputs=(), more=b""):
    """A model of the nodes, and of one that reads `z`, which they give."""
    return model(content + graph([needing(["z"])], [X, C, *inputs], [Y]), functions=functions, more=OTHER + more)


def nodes_of(contents, field=1):
    return join(field, [*contents, RESULT])


# A node with very many bodies.

def bodies(inputs=0, attributes=0, results=0):
    """Unknown operators with up to 20,000 bodies each, and twice as many inputs, or as many attributes or results."""
    def made(count):
        each = min(count, 20_000)
        given = [graph_attribute("b", b"")] * each + [int_attribute(f"a{i}", i) for i in range(attributes * each)]
        read = ["x"] * max(1, inputs * each)
        nodes = [node("Any", read, [f"z{j}_{i}" for i in range(max(1, results * each))], attributes=given, domain="other") for j in range(max(1, count // each))]
        return needed(nodes, ["z0_0"])
    return made


# Functions with very many parameters, and what calls them.

def call(i, **attributes):
    return node("F", ["x"], [f"o{i}"], domain="f", attributes=[int_attribute(*item) for item in attributes.items()])


def parameters(defaults, inside=lambda _: (), given=lambda i: {"a": i}, every=1):
    """Half of the file are attributes of a function with defaults, the other half calls, or nodes inside. Each call differs."""
    def made(count):
        body = function("F", ["a"], ["b"], [*inside(count), node("Relu", ["a"], ["b"])]) + join(11, defaults(count))
        calls = [call(i, **given(i)) for i in range(count // every)]
        return model(graph([RELU, *calls], [X], [Y]), functions=[body])
    return made


def many(count):
    return [int_attribute(f"k{i:x}", 7) for i in range(2 * count)]


def long_default(count):
    return [attribute("k", message(7, struct.pack(f"<{8 * count}f", *([1.5] * (8 * count)))), 6)]


def long_parameter(count):
    return [int_attribute("k" * (40 * count), 7)]


def ifs_inside(read):
    def made(count):
        then = [graph_attribute("then_branch", graph(outputs=[untyped(read)], name="b"))]
        return [node("If", ["a"], [f"v{i}"], attributes=then) for i in range(count)]
    return made


def readers_of_parameters(count):
    """Bodies in the function whose nodes read a parameter each."""
    def body(i):
        return graph([node("LRN", ["a"], ["q"], attributes=[reference("size", f"k{i:x}")])], outputs=[untyped("q")], name="b")
    return [node("If", ["a"], [f"v{i}"], attributes=[graph_attribute("then_branch", body(i))]) for i in range(count)]


def capturing(kind, dead=True):
    """Many calls of a function with a body that captures one value very often."""
    def made(count):
        reads = [node("Neg", ["p"], [] if dead else [f"q{i}"]) for i in range(3 * count)]
        body = graph([*reads, node("Neg", ["p"], ["q"])], outputs=[untyped("q")], name="b")
        inner = node(kind, ["a"], ["m"], attributes=[graph_attribute("then_branch" if kind == "If" else "body", body)], domain="" if kind == "If" else "other")
        made = function("F", ["a"], ["b"], [node("Neg", ["a"], ["p"]), inner, node("Relu", ["a"], ["b"])])
        return model(graph([RELU, *(call(i, a=i) for i in range(count))], [X], [Y]), functions=[made], more=OTHER)
    return made


def calls_deep_inside(count):
    """Equal calls of a function, 900 bodies deep."""
    calls = [node("F", ["x"], [f"o{i}"], domain="f") for i in range(count)]
    return of(enclosed(nodes_of(calls)), [function("F", ["a"], ["b"], [node("Relu", ["a"], ["b"])])])


def deep_in_a_function(count):
    """Calls of a function with 200 bodies in each other, the last of which has half of the nodes and reads attributes of the function."""
    inside = [node("LRN", ["x"], [f"o{i}"], attributes=[reference("size", "k")]) for i in range(count)]
    body = enclosed(nodes_of(inside), 200, outermost=7)
    made = message(1, "F") + join(4, ["x", "c"]) + join(5, ["z"]) + join(6, ["k"]) + body + message(9, opset()) + message(10, "f")
    calls = [node("F", ["x", "c"], [f"o{i}"], domain="f", attributes=[int_attribute("k", 2 * i + 1)]) for i in range(count)]
    return model(graph([RELU, *calls], [X, C], [Y]), functions=[made])


def loops(inside, count):
    """Loops whose bodies have the nodes, and give `v` of `s`."""
    body = graph([node("Identity", ["k"], ["again"]), *inside], [value("i", [], INT64), value("k", [], BOOL), value("s")],
                 [value("again", [], BOOL), value("v", None)], name="b")
    return [node("Loop", ["m", "c", "x"], [f"o{i}"], attributes=[graph_attribute("body", body)]) for i in range(count)]


def loops_of_calls(count):
    """Loops whose bodies call a function with as many nodes, with a loop in it."""
    inner = loops([node("Neg", ["s"], ["v"])], 1)
    own = function("F", ["x", "m", "c"], ["b"], [*inner, *(node("Neg", ["x"], [f"n{i}"]) for i in range(count)), node("Relu", ["o0"], ["b"])])
    made = loops([node("F", ["s", "m", "c"], ["v"], domain="f")], count // 2)
    return model(graph([*made, needing(["o0"])], [X, C, value("m", [], INT64)], [Y]), functions=[own], more=OTHER)


def scans_of_functions(count):
    """Functions that each call the one before in the body of a Scan with many states."""
    width = 40
    def scan(i, name):
        pairs = [(f"s{j}", f"t{j}") for j in range(width)]
        inner = [node("Identity", [a], [b]) for a, b in pairs[1:]] + [node(name, ["s0"], ["t0"], domain="f" if i else "")]
        body = graph(inner, [untyped(a) for a, _ in pairs], [untyped(b) for _, b in pairs], name="b")
        return node("Scan", ["a"] * width, [f"o{j}" for j in range(width - 1)] + ["b"], attributes=[graph_attribute("body", body), int_attribute("num_scan_inputs", 1)])
    depth = max(1, count // 50)
    made = [function(f"F{i}", ["a"], ["b"], [scan(i, f"F{i - 1}" if i else "Relu")]) for i in range(depth)]
    return model(graph([node(f"F{depth - 1}", ["x"], ["z"], domain="f"), needing(["z"])], [X], [Y]), functions=made, more=OTHER)


def imports_of_functions(count):
    """Functions that each import domains of their own, and call a function of one of them."""
    def domains(i):
        return b"".join(message(9, opset(1, f"d{(i + j) % count}")) for j in range(4))
    made = [message(1, "F") + join(4, ["a"]) + join(5, ["b"]) + join(7, [node("F", ["a"], ["b"], domain=f"d{i - 1}") if i % 8 else node("Relu", ["a"], ["b"])])
            + message(9, opset()) + domains(i) + message(10, f"d{i}") for i in range(count)]
    calls = [node("F", ["x"], [f"o{i}"], domain=f"d{i}") for i in range(count)]
    return model(graph([RELU, *calls], [X], [Y]), [opset(), *(opset(1, f"d{i}") for i in range(count))], functions=made)


def imports_of_each(count):
    """Half of the file are imports of one function, the other half calls of unknown operators in it."""
    made = function("F", ["a"], ["b"], [node("Relu", ["a"], ["b"]), *(node("G", ["a"], [f"o{i}"], domain=f"d{i}") for i in range(count))])
    made += b"".join(message(9, opset(1, f"d{i}")) for i in range(count))
    return model(graph([RELU, *(call(i, a=i) for i in range(count))], [X], [Y]), functions=[made])


def values_of_functions(element, dims=("N", 5)):
    """Values that a function declares, in a body as well, and calls with attributes of their own."""
    def made(count):
        names = [f"q{i}" for i in range(count)]
        inside = [node("LRN" if i == 0 else "Neg", ["a"], [name], attributes=[reference("size", "k")] if i == 0 else []) for i, name in enumerate(names)]
        own = function("F", ["a"], ["b"], [*inside, node("Relu", ["a"], ["b"])], attributes=["k"]) + join(12, [value(n, dims, element) for n in names])
        return model(graph([RELU, *(call(i, k=2 * i + 1) for i in range(count))], [X], [Y]), functions=[own]).replace(number(1, 9), number(1, 10), 1)
    return made


def long_overloads(count):
    """Calls of a function with a long name and many overloads."""
    name = "F" * (20 * count)
    def overload(i):
        return function(name, ["a"], ["b"], [node("Relu", ["a"], ["b"])]) + message(13, f"o{i}")
    number_of = max(1, min(20, count // 40))
    calls = [node("F", ["x"], [f"o{i}"], domain="f") + message(8, f"o{i}") for i in range(count)]
    made = [overload(i) for i in range(number_of)]
    return model(graph([RELU, *calls], [X], [Y]), functions=made).replace(number(1, 9), number(1, 10), 1)


# What is deep inside.

def distant_reads(levels):
    """Nodes 900 bodies deep that read values of other levels by turns."""
    def made(count):
        names = [f"p{i}" for i in levels]
        reads = [node("Sum", (names * (50_000 // len(names)))[:min(50_000, 8 * count - 50_000 * i)], [f"s{i}"]) for i in range(1 + 8 * count // 50_000)]
        kept = set(levels)
        return of(enclosed(nodes_of(reads), before=lambda i: join(1, [node("Neg", ["x"], [f"p{i}"])]) if i in kept else b""))
    return made


def reads_by_turns(count):
    """Each node reads a value of another level."""
    reads = [node("Neg", [f"p{i * 7 % DEPTH + 1}"], [f"s{i}"]) for i in range(count)]
    return of(enclosed(nodes_of(reads), before=lambda i: join(1, [node("Neg", ["x"], [f"p{i}"])])))


def short_nodes(count):
    return of(enclosed(nodes_of([message(4, "F")] * (4 * count))))


def short_values(count):
    return of(enclosed(nodes_of([node("F", [], [f"{i:x}"]) for i in range(count)])))


def dead_nodes(count):
    return of(enclosed(nodes_of([node("Abs", ["x"], [f"q{i}"]) for i in range(count)])))


def faulty_nodes(count):
    """Each has an axis out of range."""
    return of(enclosed(nodes_of([node("Softmax", ["x"], [f"q{i}"], attributes=[int_attribute("axis", 9)]) for i in range(count)])))


def faulty_nodes_in_long_names(count):
    """The nodes around have long names: together half of the file."""
    long = lambda i: "n" * (count // 30) + str(i)
    return of(enclosed(nodes_of([node("Softmax", ["x"], [f"q{i}"], attributes=[int_attribute("axis", 9)]) for i in range(count)]), name=long))


def long_unknown_attributes(count):
    """Each level has an attribute with a long name that its operator does not have."""
    more = join(5, [int_attribute("n" * (count // 30), 1)])
    return of(enclosed(nodes_of([node("Abs", ["x"], [f"q{i}"]) for i in range(count)]), more=more))


def fixes_around(count):
    """Attributes that a fix removes at each level around very many nodes."""
    more = join(5, [int_attribute(f"zqvx{i}", 1) for i in range(5)])
    return of(enclosed(nodes_of([node("Abs", ["x"], [f"q{i}"]) for i in range(count)]), more=more))


def fixed_inside(count):
    """Attributes that a fix removes deep inside."""
    return of(enclosed(nodes_of([node("Abs", ["x"], [f"q{i}"], attributes=[int_attribute("zqvx", 1)]) for i in range(count)])))


def dead_at_each_level(count):
    """Dead nodes at each level, which read values of the level around."""
    each = max(1, count // DEPTH)
    return of(enclosed(nodes_of([]), before=lambda i: join(1, [node("Neg", [f"h{i - 1}_{j}" if i > 1 else "x"], [f"h{i}_{j}"]) for j in range(each)])))


def shadowed(count):
    """Each level gives the same names."""
    each = max(1, count // DEPTH)
    return of(enclosed(nodes_of([]), before=lambda i: join(1, [node("Neg", ["x"], [f"h{j}"]) for j in range(each)])))


def declared_at_each_level(count):
    each = max(1, count // DEPTH)
    return of(enclosed(nodes_of([]), before=lambda i: join(1, [node("Neg", ["x"], [f"h{i}_{j}"]) for j in range(each)]),
                       rest=lambda i: join(13, [value(f"h{i}_{j}", ["N", 5]) for j in range(each)])))


def initialized_at_each_level(count):
    each = max(1, count // DEPTH)
    return of(enclosed(nodes_of([]), before=lambda i: join(1, [node("Add", ["x", f"w{i}_{j}"], [f"h{i}_{j}"]) for j in range(each)]),
                       rest=lambda i: join(5, [tensor(f"w{i}_{j}", [1], b"1234") for j in range(each)])))


def sparse_at_each_level(count):
    each = max(1, count // DEPTH)
    sparse = lambda name: message(1, tensor(name, [1], b"1234")) + message(2, ints("", [1])) + number(3, 5)
    return of(enclosed(nodes_of([]), before=lambda i: join(1, [node("Add", ["x", f"w{i}_{j}"], [f"h{i}_{j}"]) for j in range(each)]),
                       rest=lambda i: join(15, [sparse(f"w{i}_{j}") for j in range(each)])))


def annotated_at_each_level(count):
    each = max(1, count // DEPTH)
    note = lambda name: message(1, name) + join(2, [message(1, "SCALE_TENSOR") + message(2, "x")])
    return of(enclosed(nodes_of([]), before=lambda i: join(1, [node("Neg", ["x"], [f"h{i}_{j}"]) for j in range(each)]),
                       rest=lambda i: join(14, [note(f"h{i}_{j}") for j in range(each)])))


def entry(key, content):
    return message(1, key) + message(2, content)


def metadata_in_each_place(count):
    """Of the nodes, values, tensors, graphs, and functions."""
    some = lambda field, i: message(field, entry(f"k{i}", "v"))
    inside = [node("Neg", ["x"], [f"q{i}"]) + some(9, i) for i in range(count)]
    rest = join(13, [value(f"q{i}") + some(4, i) for i in range(count)]) + join(5, [tensor(f"w{i}", [1], b"1234") + some(16, i) for i in range(count)])
    own = function("F", ["a"], ["b"], [node("Relu", ["a"], ["b"]) + some(9, 1)]) + b"".join(some(14, i) for i in range(count))
    return model(graph([RELU, *inside, node("F", ["x"], ["o"], domain="f")], [X], [Y], more=rest + b"".join(some(16, i) for i in range(count))),
                 functions=[own], more=b"".join(some(14, i) for i in range(count)))


def suppressed_at_each_level(count):
    """Each node around suppresses findings, and each node inside has some."""
    some = join(9, [entry(f"shapewright.ignore.OP{100 + i}", "why") for i in range(max(1, count // DEPTH))])
    faulty = [node("Softmax", ["x"], [f"q{i}"], attributes=[int_attribute("axis", 9)]) for i in range(count)]
    return of(enclosed(nodes_of(faulty), more=some))


def suppressed_inside(count):
    some = join(9, [entry("shapewright.ignore.OP101", "why")])
    return of(enclosed(nodes_of([node("Softmax", ["x"], [f"q{i}"], attributes=[int_attribute("axis", 9)]) + some for i in range(count)])))


def training(count):
    """Graphs of a training with nodes, and bindings of what they give."""
    names = [f"t{i}" for i in range(count)]
    made = graph([node("Relu", ["y"], [n]) for n in names], outputs=[value(n) for n in names])
    start = graph([node("ConstantOfShape", ["s"], [f"u{i}"]) for i in range(count)], outputs=[value(f"u{i}") for i in range(count)], initializers=[ints("s", [1])])
    info = message(1, start) + message(2, made) + join(3, [entry(f"w{i}", f"u{i}") for i in range(count)]) + join(4, [entry(f"w{i}", n) for i, n in enumerate(names)])
    return one(initializers=[tensor(f"w{i}", [1], b"1234") for i in range(count)]) + message(20, info)


def trainings(count):
    """Many of them, with graphs that have bodies."""
    then = graph_attribute("then_branch", graph([node("Relu", ["y"], ["t"])], outputs=[value("t")]))
    info = message(2, graph([node("If", ["c"], ["z"], attributes=[then])], outputs=[value("z")])) + join(4, [entry("w", "z")])
    return one() + join(20, [info] * count)


# Loops and Scans in each other, with many states.

def nested_loops_of_states(count):
    """Each level hands on 100 states."""
    width, depth = 100, max(1, count // 200)
    inner = [node("Neg", [f"s{depth}_{j}"], [f"v{depth}_{j}"]) for j in range(width)]
    for i in range(depth, 0, -1):
        body = graph([node("Identity", [f"k{i}"], [f"a{i}"]), *inner], [untyped(f"i{i}"), untyped(f"k{i}"), *(untyped(f"s{i}_{j}") for j in range(width))],
                     [untyped(f"a{i}"), *(untyped(f"v{i}_{j}") for j in range(width))], name="b")
        given = [f"s{i - 1}_{j}" for j in range(width)] if i > 1 else ["x"] * width
        inner = [node("Loop", ["m", "c", *given], [f"v{i - 1}_{j}" for j in range(width)], attributes=[graph_attribute("body", body)])]
    return needed(inner, ["v0_0"], inputs=[C, value("m", [], INT64)])


def nested_scans(count):
    """Each level gives one more dimension."""
    inner, dims = [node("Neg", ["s0"], ["v0"])], 0
    depth = min(DEPTH, count)
    for i in range(1, depth + 1):
        body = graph(inner, [untyped(f"s{i - 1}")], [untyped(f"v{i - 1}")], name="b")
        inner = [node("Scan", [f"s{i}" if i < depth else "x"], [f"v{i}"], attributes=[graph_attribute("body", body), int_attribute("num_scan_inputs", 1)])]
    dead = [node("Relu", [f"v{depth}"], [f"o{i}"]) for i in range(count)]
    return needed([*inner, *dead], [f"v{depth}"])


# Fixes.

def dead_chain_of_ifs(count, order=-1):
    """The body of each dead If captures the result of the one before, which comes after it."""
    def one_of(i):
        last = f"d{i - 1}" if i else "x"
        branches = [graph_attribute(side, graph([node("Abs", [read], [f"{side[0]}{i}"])], outputs=[untyped(f"{side[0]}{i}")], name="b"))
                    for side, read in (("then_branch", last), ("else_branch", "x"))]
        return node("If", ["c"], [f"d{i}"], attributes=branches)
    return one(nodes=[RELU, *[one_of(i) for i in range(count)][::order]], inputs=[C])


def tensors_that_do_not_fit(rank):
    """Of many dimensions, each of which could be another one."""
    def made(count):
        dims = [1] * rank
        return needed([node("Abs", [f"t{i}"], [f"o{i}"]) for i in range(max(1, 8 * count // rank))], ["o0"],
                      initializers=[tensor(f"t{i}", dims, bytes(28)) for i in range(max(1, 8 * count // rank))])
    return made


def repeated_attributes(each):
    def made(count):
        pairs = [int_attribute(f"a{i}", 1) for i in range(min(each, count)) for _ in range(2)]
        return one(nodes=[RELU, *(node("Abs", ["x"], [f"o{j}"], attributes=pairs) for j in range(max(1, count // each)))])
    return made


def equal_attributes(count):
    """Nodes with 4,000 equal attributes each."""
    each = min(4_000, count)
    return one(nodes=[RELU, *(node("Abs", ["x"], [f"o{j}"], attributes=[int_attribute("a", 1)] * each) for j in range(max(1, count // each)))])


# One value that is returned very often.

def returned_often(count):
    wide = value("w", [f"s{i}" for i in range(12)])
    return model(graph([RELU, node("Neg", ["w"], ["z"])], [X, wide], [Y, *[untyped("z")] * (4 * count)]))


FAMILIES = {f"nested: {name}": make for name, make in {
    "bodies of one node and inputs": bodies(inputs=2),
    "bodies of one node and attributes": bodies(attributes=1),
    "bodies of one node and results": bodies(results=1),
    "parameters and calls": parameters(many),
    "parameters and bodies": parameters(many, ifs_inside("a"), every=1000),
    "parameters, bodies, and calls": parameters(many, ifs_inside("a")),
    "parameters, bodies that read them, and calls": parameters(many, readers_of_parameters),
    "parameters, bodies that read them, and calls that set them": parameters(many, readers_of_parameters, lambda i: {f"k{i:x}": 2 * i + 1}),
    "long default and calls": parameters(long_default),
    "long default, bodies, and calls": parameters(long_default, ifs_inside("a")),
    "long name of a parameter and calls": parameters(long_parameter),
    "long name of a parameter, bodies, and calls": parameters(long_parameter, ifs_inside("a")),
    "captures of an If and calls": capturing("If"),
    "captures of an unknown operator and calls": capturing("Foo"),
    "captures and results of an If and calls": capturing("If", dead=False),
    "reads of two distant levels": distant_reads([1, 2]),
    "reads of the first and last level": distant_reads([1, 900]),
    "reads of all levels": distant_reads(range(1, DEPTH + 1)),
    **{make.__name__.replace("_", " "): make for make in (
        calls_deep_inside, deep_in_a_function, loops_of_calls, scans_of_functions, imports_of_functions, imports_of_each, long_overloads,
        reads_by_turns, short_nodes, short_values, dead_nodes, faulty_nodes, faulty_nodes_in_long_names, long_unknown_attributes, fixes_around,
        fixed_inside, dead_at_each_level, shadowed, declared_at_each_level, initialized_at_each_level, sparse_at_each_level, annotated_at_each_level,
        metadata_in_each_place, suppressed_at_each_level, suppressed_inside, training, trainings, nested_loops_of_states, nested_scans,
        dead_chain_of_ifs, equal_attributes, returned_often)},
    "values of functions": values_of_functions(1, ("N", 4)),
    "contradictions of functions": values_of_functions(1),
    **{f"tensors of {rank} dimensions that do not fit": tensors_that_do_not_fit(rank) for rank in (200, 4000)},
    **{f"repeated attributes, {each} of a node": repeated_attributes(each) for each in (60, 1000, 4000)},
}.items()}


# OpenVINO IR.

def ir_long_layer_read_often(count):
    """One port after another of a layer reads one with a name of 1,000 bytes."""
    bare = lambda ports: "".join(f'<port id="{i}"/>' for i in ports)
    wide = f'<layer id="3" name="c" type="Concat" version="opset1"><data axis="0"/><input>{bare(range(count))}</input><output>{bare([count])}</output></layer>'
    return ends([parameter(2, name="n" * 1024), wide, result(4)], [edge(3, count, 4, 0), *(edge(2, 0, 3, i) for i in range(count))])


def ir_ports_missing_in_a_long_start_tag(count):
    """Edges from missing ports of a layer with a long attribute."""
    first = parameter(0).replace(' type="', f' note="{">" * (80 * count)}" type="', 1)
    return net([first, *(result(i) for i in range(1, count + 1))], [edge(0, i + 9, i, 0) for i in range(1, count + 1)])


def ir_fixes_of_a_long_value(length):
    """Layers without effect, each of which a fix removes."""
    def made(count):
        layers, edges = [parameter(2, name="n" * length, names="n" * length)], []
        for i in range(3, 3 * count, 3):
            layers += [layer(i, "Convert", 1, data='<data destination_type="f32"/>'), layer(i + 1, "ReLU", 1), result(i + 2)]
            edges += [edge(2, 0, i, 0), edge(i, 1, i + 1, 0), edge(i + 1, 1, i + 2, 0)]
        return ends(layers, edges)
    return made


def ir_body(name, layers, edges):
    return f'<{name}><layers>{"".join(layers)}</layers><edges>{"".join(edges)}</edges></{name}>'


def ir_maps(name, inputs, outputs=1):
    """Each port of the layer leads to the parameter with its id."""
    into = "".join(f'<input external_port_id="{i}" internal_layer_id="{i}"/>' for i in range(inputs))
    return f'<{name}>{into}{"".join(f"<output external_port_id={chr(34)}{inputs + i}{chr(34)} internal_layer_id={chr(34)}{inputs}{chr(34)}/>" for i in range(outputs))}</{name}>'


def ir_iterators(depth, width):
    """TensorIterators in each other, which hand on `width` values; the innermost body has half of the layers."""
    def made(count):
        inputs = [parameter(i) for i in range(width)]
        front, back = [], []
        for _ in range(depth):
            front.append(f'<layer id="{width + 1}" name="t" type="TensorIterator" version="opset1"><input>{"".join(port(i) for i in range(width))}</input>'
                         f'<output>{port(width)}</output>{ir_maps("port_map", width)}<body><layers>{"".join(inputs)}{result(width)}')
            edges = [*(edge(i, 0, width + 1, i) for i in range(width)), edge(width + 1, width, width, 0)]
            back.append(f'</layers><edges>{"".join(edges)}</edges></body></layer>')
        inside = [layer(width + 1, "ReLU", 1), *(layer(width + 2 + i, "ReLU", 1, name="same") for i in range(count))]
        inner = "".join(inside)
        # The innermost body has no iterator, but layers.
        back[0] = f'</layers><edges>{edge(0, 0, width + 1, 0)}{edge(width + 1, 1, width, 0)}{"".join(edge(0, 0, width + 2 + i, 0) for i in range(count))}</edges></body></layer>'
        content = "".join(front) + inner + "".join(back)
        return net([*inputs, result(width), content], [*(edge(i, 0, width + 1, i) for i in range(width)), edge(width + 1, width, width, 0)])
    return made


def ir_ifs(depth, width):
    """Ifs in each other, each with `width` inputs, and two bodies."""
    def made(count):
        inputs = [parameter(i) for i in range(width)]
        ids = range(width)
        into = lambda: "".join(f'<input external_port_id="{i}" internal_layer_id="{i}"/>' for i in ids)
        maps = "".join(f'<{name}_port_map>{into()}<output external_port_id="{width}" internal_layer_id="{width}"/></{name}_port_map>' for name in ("then", "else"))
        other = ir_body("else_body", [*inputs, result(width)], [edge(0, 0, width, 0)])
        head = (f'<layer id="{width + 1}" name="t" type="If" version="opset8"><input>{"".join(port(i) for i in ids)}</input><output>{port(width)}</output>{maps}{other}<then_body><layers>'
                f'{"".join(inputs)}{result(width)}')
        edges = "".join([*(edge(i, 0, width + 1, i) for i in ids), edge(width + 1, width, width, 0)])
        tail = f'</layers><edges>{edges}</edges></then_body></layer>'
        inside = "".join([layer(width + 1, "ReLU", 1), *(layer(width + 2 + i, "ReLU", 1) for i in range(count))])
        last = f'</layers><edges>{edge(0, 0, width + 1, 0)}{edge(width + 1, 1, width, 0)}{"".join(edge(0, 0, width + 2 + i, 0) for i in range(count))}</edges></then_body></layer>'
        return net([*inputs, result(width), head * depth + inside + last + tail * (depth - 1)], [edges])
    return made


def ir_ifs_of_bodies_and_ports(count):
    """One If after another, each with many ports that its bodies do not read."""
    width, made, edges = 100, [], []
    for i in range(max(1, count // width)):
        maps = "".join(ir_maps(name, width) for name in ("then_port_map", "else_port_map"))
        inner = "".join(ir_body(name, [*(parameter(j) for j in range(width)), result(width)], [edge(0, 0, width, 0)]) for name in ("then_body", "else_body"))
        made.append(f'<layer id="{i + 2}" name="t{i}" type="If" version="opset8"><input>{"".join(port(j) for j in range(width))}</input><output>{port(width)}</output>{maps}{inner}</layer>')
        edges += [edge(i + 1 if i else 0, width if i else 0, i + 2, j) for j in range(width)]
    return ends(made, edges)


def ir_backs(count):
    """A TensorIterator with many back edges, and as many slices and results."""
    inputs = "".join(f'<input external_port_id="{i}" internal_layer_id="{2 * i}" axis="0" start="0" end="-1" stride="1" part_size="1"/>' for i in range(count))
    outputs = "".join(f'<output external_port_id="{count + i}" internal_layer_id="{2 * i + 1}" axis="0"/>' for i in range(count))
    backs = "".join(f'<edge from-layer="{2 * i + 1}" to-layer="{2 * ((i + 1) % count)}"/>' for i in range(count))
    body = ir_body("body", [made for i in range(count) for made in (parameter(2 * i), result(2 * i + 1))], [edge(2 * i, 0, 2 * i + 1, 0) for i in range(count)])
    loop = (f'<layer id="2" name="t" type="TensorIterator" version="opset1"><input>{"".join(port(i) for i in range(count))}</input>'
            f'<output>{"".join(port(count + i) for i in range(count))}</output><port_map>{inputs}{outputs}</port_map><back_edges>{backs}</back_edges>{body}</layer>')
    return ends([loop], [edge(0, 0, 2, i) for i in range(count)])


FAMILIES |= {f"IR nested: {name}": make for name, make in {
    "long layer that is read often": ir_long_layer_read_often,
    "missing ports of a layer with a long start tag": ir_ports_missing_in_a_long_start_tag,
    **{f"fixes of what reads a name of {length} bytes": ir_fixes_of_a_long_value(length) for length in (4_000, 100_000)},
    **{f"{depth} iterators of {width} ports": ir_iterators(depth, width) for depth, width in ((500, 1), (500, 20), (50, 200))},
    **{f"{depth} Ifs of {width} ports": ir_ifs(depth, width) for depth, width in ((500, 1), (500, 20), (50, 200))},
    "Ifs of many ports": ir_ifs_of_bodies_and_ports,
    "back edges of an iterator": ir_backs,
}.items()}


# Text.

HEAD = '<ir_version: 9, opset_import: ["" : 18]>\n'


def text_outputs_after_a_comment(count):
    """The first output has a comment between its type and name; the others have no types."""
    outputs = ["float[N,4] \n#" + "c" * (20 * count) + "\n y", *(f"y{i}" for i in range(count))]
    nodes = ["y = Relu (x)", *(f"y{i} = Relu (x)" for i in range(count))]
    return f"{HEAD}g (float[N,4] x) => ({', '.join(outputs)}) {{\n{chr(10).join(nodes)}\n}}\n".encode()


def text_returned_often(count):
    """One value with a shape of many symbols. The comment keeps the text of all shapes within its limit."""
    return f"{HEAD}g (float[{','.join('abcdefghijkl')}] x) => (y{',y' * (12 * count)}) {{ y = Relu (x) # {'-' * (24 * count)}\n}}\n".encode()


def text_long_results(count):
    """Half of the file is one constant, the other half are nodes whose results are as long."""
    size = 8 * count
    nodes = "".join(f"g{i} = Neg (c)\nh{i} = Add (x, g{i})\n" for i in range(count))
    return f"{HEAD}g (float[{size}] x, float[N] w) => (y) <float[{size}] c = {{{','.join(['1.2345678'] * size)}}}> {{\n{nodes}y = Relu (x)}}\n".encode()


def text_refused(count):
    """The text has no end, so that no comment can be added."""
    nodes = "".join(f" u{i} = Foo (x)\n" for i in range(count))
    return f"{HEAD}g (float[N,4] x) => (float[N,4] y) {{\n  y = Relu (x)\n{nodes}".encode()


def text_deep(inside):
    """Ifs in each other, 200 levels, with the nodes inside the last one."""
    def made(count):
        heads = "".join(f"{f'z{i}' if i else 'y'} = If (c) <else_branch = e () => (e{i}) {{ e{i} = Abs (x) }}, then_branch = t () => (z{i + 1}) {{\n" for i in range(200))
        nodes = "".join(f"{inside(i)}\n" for i in range(count))
        return f"{HEAD}g (float[N,4] x, bool c) => (float[N,4] y) {{\n{heads}{nodes}z200 = Abs (x)\n{'}>' * 200}}}\n".encode()
    return made


def text_long_line_with_fixes(count):
    """A long comment at the end of a line with many fixes."""
    nodes = " ".join(f"o{i} = Abs <zqvx = 1> (x)" for i in range(count))
    return f"{HEAD}g (float[N,4] x) => (float[N,4] y) {{ {nodes} y = Relu (x) # {'#' * (400 * count)}\n}}\n".encode()


FAMILIES |= {f"text: nested: {name}": make for name, make in {
    "outputs after a comment": text_outputs_after_a_comment,
    "returned often": text_returned_often,
    "results as long as text": text_long_results,
    "findings in a text without an end": text_refused,
    "dead nodes": text_deep(lambda i: f"q{i} = Abs (x)"),
    "faulty nodes": text_deep(lambda i: f"q{i} = Softmax <axis = 9> (x)"),
    "fixed nodes": text_deep(lambda i: f"q{i} = Abs <zqvx = 1> (x)"),
    "dead Ifs": text_deep(lambda i: f"q{i} = If (c) <then_branch = t () => (t{i}) {{ t{i} = Abs ({f'q{i + 1}' if i % 40 else 'x'}) }}, else_branch = e () => (g{i}) {{ g{i} = Abs (x) }}>"),
    "long line with fixes": text_long_line_with_fixes,
}.items()}
