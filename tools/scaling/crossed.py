"""Two long lists in one record, and a long name or type that very many other records lead to."""
from .layers import edge, ends, layer, parameter
from .records import OTHER, RELU, X, Y, needed, one
from .wire import (attribute, function, graph, int_attribute, ints, ints_attribute, join, message, model, node, number, opset, reference, tensor_type,
                   untyped, value)

LONG = 40  # The part of a file that a long name takes is one of so many, or the rest of them.


def long_name(count):
    return "t" * (LONG * count)


def untyped_ports(op):
    """One node with inputs of which nothing is known, and as many outputs."""
    def made(count):
        names = [f"i{i}" for i in range(count)]
        return needed([node("Any", ["x"], names, domain="other"), node(op, names, [f"o{i}" for i in range(count)])], ["o0"])
    return made


def declared_before(count):
    """What is declared of the first output is all that is known of a long chain."""
    chain = [node("Relu", [f"o{i}"], [f"o{i + 1}"]) for i in range(count)]
    return needed([node("Any", ["x"], ["o0"], domain="other"), *chain], [f"o{count}"], values=[value("o0", [2, 3])])


def declared_before_all(count):
    """Each value that is not declared rests on very many that are."""
    names = [f"i{i}" for i in range(count)]
    chain = [node("Relu", [f"o{i}"], [f"o{i + 1}"]) for i in range(count)]
    return needed([node("Any", ["x"], names, domain="other"), node("Sum", names, ["o0"]), *chain], [f"o{count}"], values=[value(n, [2, 3]) for n in names])


def volumes(kept):
    """The products of all choices of `kept` of 8 sizes, as outputs that stay in memory."""
    choices = [mask for mask in range(256) if bin(mask).count("1") == kept]
    return [node("ReduceSum", ["v"], [f"k{mask}"], attributes=[ints_attribute("axes", [at for at in range(8) if not mask >> at & 1]), int_attribute("keepdims", 0)])
            for mask in choices]


def long_sums(count):
    """The memory at each of many nodes is a sum of many products."""
    return summed([node("Relu", ["k15"], [f"r{i}"]) for i in range(count)])


def long_sums_of_calls(count):
    body = function("F", ["v"], ["k15"], volumes(4), version=11)
    return summed([node("F", ["v"], [f"r{i}"], domain="f") for i in range(count)], functions=[body])


def summed(nodes, **more):
    made = [*volumes(4), *nodes, node("Any", [f"k{mask}" for mask in range(256) if bin(mask).count("1") == 4], ["z"], domain="other")]
    main = graph([RELU, *made], [X, value("v", list("ABCDEFGH"))], [Y])
    return model(main, [opset(11), opset(1, "f"), opset(1, "other")], **more)


def long_shape(op):
    """Many nodes for which a very long shape is wrong."""
    def made(count):
        dims = [f"{i:03}" + "d" * (count // 8) for i in range(256)]
        return needed([node(op, ["v", "w"], [f"o{i}"]) for i in range(count)], ["o0"], inputs=[value("v", [*dims, 5]), value("w", [7, 3])])
    return made


def conflicting_declarations(count):
    dims = [f"{i:03}" + "d" * (count // 8) for i in range(256)]
    return needed([node("Any", ["x"], ["v"], domain="other")], ["v"], values=[value("v", dims), *[value("v", [1])] * count])


def sparse(count):
    """Tensors of a few bytes that have a thousand elements."""
    return one(more=join(15, [message(1, number(1, 0) + number(2, 7) + message(8, f"s{i}")) + number(3, 1024) for i in range(count)]))


def annotated_roles(count):
    return one(more=message(14, message(1, long_name(count)) + join(2, [message(1, f"{i}_TENSOR") + message(2, "q") for i in range(count)])))


def in_attribute(content, kind):
    """Very many faulty records in an attribute with a long name."""
    return lambda count: needed([node("Any", ["x"], ["z"], domain="other", attributes=[attribute(long_name(count), content * count, kind)])], ["z"])


def bodies(count):
    body = graph([node("Relu", ["x"], ["q"])], [], [untyped("q")])
    return needed([node("Any", ["x"], ["z"], domain="other", attributes=[attribute(long_name(count), join(11, [body] * count), 10)])], ["z"])


def undeclared(count):
    body = [node("Relu", ["a"], ["o"], attributes=[reference(f"a{i}", "b") for i in range(count)])]
    return model(graph([RELU], [X], [Y]), functions=[function(long_name(count), ["a"], ["o"], body)])


def devices(count):
    """One node with many ports, in many device configurations."""
    shards = join(10, [message(1, "c") + message(2, message(1, "q"))] * count)
    return one(nodes=[RELU, node("Sum", [f"i{i}" for i in range(count)], ["z"]) + shards])


def overwritten(count):
    """Values that are computed twice, and names that nothing computes."""
    twice = [node("Relu", ["x"], [f"w{i}"]) for i in range(count)] * 2
    return one(nodes=[RELU, *twice, node("Any", [f"quite{i * 7919:x}" for i in range(2 * count)], ["z"], domain="other")]) + OTHER


def loop_layer(entries, layers=(), inputs=1):
    body = f'<body><layers>{"".join(layers)}</layers><edges/></body>'
    loop = layer(2, "TensorIterator", inputs, data="").replace("</layer>", f'<port_map>{"".join(entries)}</port_map>{body}</layer>')
    return ends([loop], [edge(0, 0, 2, i) for i in range(inputs)])


def ir_map_entries_to_no_layer(count):
    inner = [parameter(i, name=f"p{i}") for i in range(count)]
    return loop_layer([f'<input external_port_id="0" internal_layer_id="{count + i}"/>' for i in range(count)], inner)


def ir_map_entries_to_no_port(count):
    return loop_layer([f'<input external_port_id="{count + i}" internal_layer_id="0"/>' for i in range(count)], [parameter(0)], count)


def ir_layout(count):
    layout = ",".join(f"d{i}" for i in range(count))
    info = f'<rt_info><attribute name="layout" version="0" layout="[{layout}]"/></rt_info>'
    return ends([layer(2, "ReLU", 1).replace("</layer>", f"{info}</layer>")], [edge(0, 0, 2, 0)])


def ir_long_constant(count):
    constant = layer(2, "Const", name=long_name(count), data='<data element_type="f32" shape="2,4" offset="0" size="32"/>')
    return ends([constant, *(layer(i + 3, "Add", 2) for i in range(count))], [edge(a, 0, i + 3, p) for i in range(count) for p, a in enumerate((0, 2))])


def ir_long_layer(to_port):
    """Very many edges that lead to a wrong port of a layer with a long name."""
    return lambda count: ends([layer(2, "ReLU", 1, name=long_name(count))], [edge(0, 0, 2, to_port(i)) for i in range(count)])


def ir_long_start_tag(count):
    """Very many inputs of a layer with a long start tag, of which none has an edge."""
    wide = layer(2, "Concat", count, name="'" * (LONG * count), dims=(), data='<data axis="0"/>')
    return ends([wide])


def fixed_sizes(follow, tail):
    """Up to 900 Reshapes with a fixed list, each of `x` or of the one before it, joined, and more nodes after them than there are."""
    def make(count):
        lists = min(900, count // 4 + 1)
        nodes = [node("Reshape", [f"s{i - 1}" if follow and i else "x", f"to{i}"], [f"s{i}"]) for i in range(lists)]
        joined = [f"s{lists - 1}"] if follow else [f"s{i}" for i in range(lists)]
        nodes += [node("Concat", joined, ["o0"], attributes=[int_attribute("axis", 0)]), *(made for i in range(count) for made in tail(i))]
        initializers = [ints(f"to{i}", [2, 4]) for i in range(lists)]
        outputs = [value("y", [2, 4]), untyped("z")]
        return model(graph([RELU, *nodes, node("Neg", [f"o{count}"], ["z"])], [value("x", [2, 4])], outputs, initializers))
    return make


def after_shape(i):
    return [node("Shape", ["o0"], [f"h{i}"]), node("Expand", ["o0", f"h{i}"], [f"o{i + 1}"])]


FAMILIES = {
    **{f"fixed sizes, {name}": fixed_sizes(follow, tail) for name, follow, tail in (
        ("joined", False, lambda i: [node("Abs", [f"o{i}"], [f"o{i + 1}"])]), ("joined, shapes", False, after_shape),
        ("in a chain", True, lambda i: [node("Abs", [f"o{i}"], [f"o{i + 1}"])]), ("in a chain, shapes", True, after_shape),
        ("read often", True, lambda i: [node("Concat", ["o0"] * 300, [f"o{i + 1}"], attributes=[int_attribute("axis", 0)])]))},
    **{f"untyped ports of {op}": untyped_ports(op) for op in ("Relu", "Sum", "Concat", "LSTM")},
    "chain after a declared value": declared_before,
    "chain after many declared values": declared_before_all,
    "long sums": long_sums,
    "long sums of calls": long_sums_of_calls,
    **{f"long shape that is wrong for {op}": long_shape(op) for op in ("Add", "MatMul", "PRelu")},
    "long declaration and others": conflicting_declarations,
    "sparse tensors without elements": sparse,
    "roles in an annotation of a long name": annotated_roles,
    "negative dims in a long attribute": in_attribute(message(15, tensor_type([-1])), 14),
    "wrong tensors in a long attribute": in_attribute(message(10, number(2, 99)), 9),
    "bodies in a long attribute": bodies,
    "undeclared parameters of a long function": undeclared,
    "devices of a node with many ports": devices,
    "overwritten and undefined values": overwritten,
    "IR map entries to no layer": ir_map_entries_to_no_layer,
    "IR map entries to no port": ir_map_entries_to_no_port,
    "IR layout": ir_layout,
    "IR long constant read by many": ir_long_constant,
    "IR edges to missing ports of a long layer": ir_long_layer(lambda i: i + 7),
    "IR edges to one port of a long layer": ir_long_layer(lambda i: 0),
    "IR long start tag, ports without edges": ir_long_start_tag,
}
