"""Just enough of the protobuf encoding to write models of any size fast, valid or not."""


def varint(value):
    out = bytearray()
    value &= (1 << 64) - 1
    while value > 127:
        out.append(value & 127 | 128)
        value >>= 7
    out.append(value)
    return bytes(out)


def number(field, value):
    return varint(field << 3) + varint(value)


def message(field, content):
    content = content.encode() if isinstance(content, str) else content
    return varint(field << 3 | 2) + varint(len(content)) + content


def join(field, contents):
    return b"".join(message(field, content) for content in contents)


FLOAT, INT8, INT64, STRING, BOOL, F16, DOUBLE = 1, 3, 7, 8, 9, 10, 11


def shape(dims):
    return join(1, (number(1, dim) if isinstance(dim, int) else message(2, dim) for dim in dims))


def tensor_type(dims, element=FLOAT):
    content = number(1, element)
    return message(1, content if dims is None else content + message(2, shape(dims)))


def value(name, dims=("N", 4), element=FLOAT):
    return message(1, name) + message(2, tensor_type(dims, element))


def untyped(name):
    """What a graph lists without saying what it is."""
    return message(1, name)


def strings(name, dims, contents):
    return b"".join(number(1, dim) for dim in dims) + number(2, STRING) + join(6, contents) + message(8, name)


def tensor(name, dims, raw=b"", element=FLOAT):
    return b"".join(number(1, dim) for dim in dims) + number(2, element) + message(8, name) + message(9, raw)


def ints(name, values):
    """A constant list of INT64."""
    values = list(values)
    return tensor(name, [len(values)], b"".join((value & (1 << 64) - 1).to_bytes(8, "little") for value in values), INT64)


def attribute(name, content, kind):
    return message(1, name) + content + number(20, kind)


def int_attribute(name, content):
    return attribute(name, number(3, content), 2)


def ints_attribute(name, values):
    return attribute(name, b"".join(number(8, value) for value in values), 7)


def text_attribute(name, content):
    return attribute(name, message(4, content), 3)


def reference(name, of, kind=2):
    """An attribute of a node in a function, of an integer unless told, that has the value of the function's attribute."""
    return attribute(name, message(21, of), kind)


def graph_attribute(name, content):
    return attribute(name, message(6, content), 5)


def tensor_attribute(name, content):
    return attribute(name, message(5, content), 4)


def node(op, inputs=(), outputs=(), name="", attributes=(), domain=""):
    return join(1, inputs) + join(2, outputs) + message(3, name) + message(4, op) + join(5, attributes) + message(7, domain)


def graph(nodes=(), inputs=(), outputs=(), initializers=(), values=(), name="g", more=b""):
    return join(1, nodes) + message(2, name) + join(5, initializers) + join(11, inputs) + join(12, outputs) + join(13, values) + more


def opset(version=18, domain=""):
    return message(1, domain) + number(2, version)


def function(name, inputs, outputs, nodes, attributes=(), domain="f", version=18):
    return (message(1, name) + join(4, inputs) + join(5, outputs) + join(6, attributes) + join(7, nodes) + message(9, opset(version))
            + message(9, opset(1, "f")) + message(10, domain))


def model(main, opsets=None, functions=(), more=b""):
    return number(1, 9) + message(7, main) + join(8, opsets or [opset(), opset(1, "f")]) + join(25, functions) + more
