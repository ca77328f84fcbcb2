"""Numbers in packed fields, of which each takes one byte, and lists that repeat themselves."""
from .layers import edge, ends, layer
from .records import RELU, one
from .texts import text
from .wire import FLOAT, INT64, attribute, graph, message, model, node, number, opset, value

# Lists of axes and sizes: operator, attributes, version, and how many outputs it has.
LISTS = [("ReduceMin", ["axes"], 11, 1), ("Squeeze", ["axes"], 11, 1), ("Unsqueeze", ["axes"], 11, 1), ("Pad", ["pads"], 2, 1), ("Split", ["split"], 2, 2),
         ("Slice", ["starts", "ends", "axes"], 9, 1), ("Resize", ["axes"], 18, 1), ("Transpose", ["perm"], 18, 1), ("Reshape", ["shape"], 1, 1),
         ("Scan", ["scan_input_axes", "scan_input_directions"], 11, 1), ("Constant", ["value_ints"], 18, 1),
         ("Conv", ["kernel_shape", "pads", "strides", "dilations"], 11, 1), ("MaxPool", ["kernel_shape", "pads", "strides", "dilations"], 11, 1)]


def packed(name, count, byte):
    return attribute(name, message(8, bytes([byte]) * count), 7)


def lists(op, names, version, outputs, byte):
    def make(count):
        given = ["x", "", "", "k"] if op == "Resize" else [] if op == "Constant" else ["x"]
        made = node(op, given, [f"o{i}" for i in range(outputs)], attributes=[packed(name, count // len(names), byte) for name in names])
        return model(graph([RELU, made], [value("x"), value("k", [2], INT64)], [value("y")]), [opset(version)])
    return make


def pieces_of_tensor(count):
    """Each number is a field of its own, as a decoder must accept."""
    return one(initializers=[number(1, count) + number(2, INT64) + message(8, "t") + message(7, b"\1") * count])


def pieces_of_floats(count):
    return one(initializers=[number(1, count) + number(2, FLOAT) + message(8, "t") + message(4, b"1234") * count])


def pieces_of_list(count):
    return one(nodes=[node("Relu", ["x"], ["y"], attributes=[attribute("a", message(8, b"\1") * count, 7)])])


def many_lists(length, version):
    """Attributes of version 11, which are inputs of version 18."""
    def make(count):
        made = [node("ReduceMin", ["x"], [f"o{i}"], attributes=[packed("axes", length, 1)]) for i in range(max(1, count // length))]
        return model(graph([RELU, *made], [value("x")], [value("y")]), [opset(version)])
    return make


def text_list(count):
    return text(f"y = ReduceMin <axes = [{','.join(['1'] * count)}]> (x)")


def layer_list(count):
    data = f'<data begin_mask="{",".join(["1"] * count)}" end_mask="1"/>'
    return ends([layer(2, "StridedSlice", 3, data=data)], [edge(0, 0, 2, i) for i in range(3)])


def ratios(count):
    data = f'<data min_size="1" aspect_ratio="{",".join(f"1.{i:07}" for i in range(count))}" flip="true" offset="0.5"/>'
    return ends([layer(2, "PriorBox", 2, data=data)], [edge(0, 0, 2, i) for i in range(2)])


def equation(count):
    return ends([layer(2, "Einsum", 1, data=f'<data equation="{"a" * count}z->{"z" * count}"/>', version="opset7")], [edge(0, 0, 2, 0)])


def same_name(length):
    """One name of no rule, many times; letters other than those of ASCII need the longest comparison."""
    return lambda count: ",".join([f"é{'P' * length}0O"] * count)


def suppressed(named, count):
    return one() + message(14, message(1, "shapewright.ignore") + message(2, named(count)))


def few_names(count):
    return ",".join(f"é{i % 1000:03}" for i in range(count))


FAMILIES = {
    **{f"packed {op}, {'wrong' if byte == 99 else 'equal'}": lists(op, names, version, outputs, byte) for op, names, version, outputs in LISTS for byte in (1, 99)},
    **{f"packed {make.__name__.replace('_', ' ')}": make for make in (pieces_of_tensor, pieces_of_floats, pieces_of_list)},
    **{f"packed lists of {length}, version {version}": many_lists(length, version) for length in (64, 1_000, 65_536) for version in (11, 18)},
    "text: packed list": text_list, "IR packed list": layer_list, "IR packed ratios": ratios, "IR packed equation": equation,
    "packed rules, one name": lambda count: suppressed(same_name(1), count), "packed rules, few names": lambda count: suppressed(few_names, count),
    "text: packed rules": lambda count: text(comment=f"# shapewright: ignore[{few_names(count)}]\n"),
    "IR packed rules": lambda count: ends(more=f"<!-- shapewright: ignore[{few_names(count)}] -->"),
}
