"""Models with constants in a data file next to them."""
from . import layers
from .files import Files
from .records import needed
from .wire import F16, message, node, number

FILE = "m.bin"


def stored(name, elements, offset, location=FILE):
    """A list of f16 in the data file."""
    entries = (("location", location), ("offset", offset), ("length", 2 * elements))
    external = b"".join(message(13, message(1, key) + message(2, str(content))) for key, content in entries)
    return number(1, elements) + number(2, F16) + message(8, name) + external + number(14, 1)


def of_ranges(ranges, size, locations=None):
    """A model with a constant for each range, which starts at an element and has some, and the data."""
    made = [stored(f"c{i}", count, 2 * start, locations(i) if locations else FILE) for i, (start, count) in enumerate(ranges)]
    nodes = [node("Neg", [f"c{i}"], [f"o{i}"]) for i in range(len(made))]
    return Files(needed(nodes, [f"o{i}" for i in range(len(made))], initializers=made), bytes(range(1, 3)) * size)


def apart(count):
    return of_ranges([(16 * i, 16) for i in range(count)], 16 * count)


def overlapping(count):
    """From each element to the end of the file."""
    return of_ranges([(i, 64 * count - i) for i in range(count)], 64 * count)


def shared(count):
    """All refer to the whole file."""
    return of_ranges([(0, 64 * count)] * count, 64 * count)


def spelled(count):
    """The file has a location of its own for each constant."""
    root = max(2, int(count ** 0.5))
    return of_ranges([(0, 64 * count)] * root, 64 * count, lambda i: "./" * i + FILE)


def ir_of_ranges(ranges, size):
    made, edges = [], []
    for i, (start, count) in enumerate(ranges):
        first, constant = 3 * i + 2, layers.weights([count], 2 * start, "f16")
        shape = {"dims": [count], "precision": "FP16"}
        made += [layers.layer(first, **constant), layers.layer(first + 1, "ReLU", 1, **shape), layers.layer(first + 2, "Result", 1, outputs=0, **shape)]
        edges += [layers.edge(first, 0, first + 1, 0), layers.edge(first + 1, 1, first + 2, 0)]
    return Files(layers.ends(made, edges), bytes(range(1, 3)) * size)


def ir_apart(count):
    return ir_of_ranges([(16 * i, 16) for i in range(count)], 16 * count)


def ir_overlapping(count):
    return ir_of_ranges([(i, 64 * count - i) for i in range(count)], 64 * count)


def ir_shared(count):
    return ir_of_ranges([(0, 64 * count)] * count, 64 * count)


FAMILIES = {f"data: {make.__name__}": make for make in (apart, overlapping, shared, spelled)}
FAMILIES |= {f"IR data: {make.__name__[3:]}": make for make in (ir_apart, ir_overlapping, ir_shared)}
