"""Writes the models that `ratios.py` makes."""
import math
import os
import pathlib

from oracles import process
from scaling.wire import graph, join, message, model, node, number, opset, value

from . import chains

FLOAT = 1
# Of one tensor of weights.
DIMS = (1024, 2048)


def write(path, data):
    """Writes a file and waits until the disk has it, so that writing it does not disturb what is measured."""
    with open(path, "wb") as file:
        file.write(data)
        file.flush()
        os.fsync(file.fileno())


def write_chain(path, count):
    if path.suffix == ".onnx":
        write(path, chains.onnx(count))
        return
    files = chains.ir(count)
    write(path, files.model)
    write(path.with_suffix(".bin"), files.data)


def chain(folder, count, suffix):
    """Returns the path of a chain, which is written if it does not exist."""
    path = pathlib.Path(folder, f"chain_{count}.{suffix}")
    if not path.exists():
        process.elsewhere(lambda: write_chain(path, count))
    return path


def write_many(folder, count):
    """Writes models of up to 50 nodes, in both formats, a hundred to a folder."""
    for i in range(count):
        place = folder / str(i // 100)
        place.mkdir(parents=True, exist_ok=True)
        path = place / f"{i}.{('onnx', 'xml')[i % 2]}"
        if path.suffix == ".onnx":
            path.write_bytes(chains.onnx(1 + i % 50))
        else:
            files = chains.ir(1 + i % 50)
            path.write_bytes(files.model)
            path.with_suffix(".bin").write_bytes(files.data)
    os.sync()


def many(folder, count):
    """Returns a folder of small models."""
    place = pathlib.Path(folder, "many")
    if not place.exists():
        process.elsewhere(lambda: write_many(place, count))
    return place


def external(name, offset, size):
    """An initializer of f32 whose data is in another file."""
    entries = {"location": "weights.data", "offset": offset, "length": size}
    pairs = (message(1, key) + message(2, str(entry)) for key, entry in entries.items())
    return b"".join(number(1, dim) for dim in DIMS) + number(2, FLOAT) + message(8, name) + join(13, pairs) + number(14, 1)


def write_weights(path, megabytes):
    """Writes a model that adds tensors of random f32, which are in another file."""
    import numpy as np

    size = 4 * math.prod(DIMS)
    names = [f"w{i}" for i in range(max(1, (megabytes << 20) // size))]
    sums = ["x", *(f"s{i}" for i in range(len(names)))]
    nodes = [node("Add", [before, name], [after]) for before, name, after in zip(sums, names, sums[1:])]
    constants = [external(name, i * size, size) for i, name in enumerate(names)]
    write(path, model(graph(nodes, [value("x", DIMS)], [value(sums[-1], DIMS)], constants), [opset()]))
    random = np.random.default_rng(0)
    with open(path.with_name("weights.data"), "wb") as file:
        file.writelines(random.standard_normal(DIMS, dtype=np.float32).data for _ in names)
        file.flush()
        os.fsync(file.fileno())


def weights(folder, megabytes):
    """Returns the path of a model with weights, and that of its weights."""
    path = pathlib.Path(folder, "weights.onnx")
    if not path.exists():
        process.elsewhere(lambda: write_weights(path, megabytes))
    return path, path.with_name("weights.data")
