"""Times calls of another library in a process of their own.

Usage: peers.py CALL PATH...

Calls the library for each path in turn, and prints a line of JSON for each: elapsed seconds, seconds of processor time, and by how
many bytes the peak of memory grew; or the error that was raised. Imports are not timed.
"""
import json
import mmap
import os
import pathlib
import resource
import sys
import time

os.environ["OPENBLAS_NUM_THREADS"] = "1"  # read when NumPy is imported


def infer():
    """ONNX's shape inference, from the bytes of a file."""
    import onnx.shape_inference

    return lambda path: onnx.shape_inference.infer_shapes(pathlib.Path(path).read_bytes(), data_prop=True)


def check():
    """ONNX's checker and its shape inference."""
    import onnx.checker

    infer_shapes = infer()

    def call(path):
        onnx.checker.check_model(path)
        return infer_shapes(path)

    return call


def read_model():
    """OpenVINO's reader."""
    import openvino

    return openvino.Core().read_model


def reader(operation, element, flags):
    """A function that maps a file and reads all of it once."""
    import numpy as np

    def call(path):
        with open(path, "rb") as file:
            mapped = mmap.mmap(file.fileno(), 0, prot=mmap.PROT_READ, flags=mmap.MAP_SHARED | flags)
        return operation(np.frombuffer(mapped, element))

    return call


def readers():
    """The ways to read a file of which the fastest counts, by name."""
    import numpy as np

    operations = {"sum of u64": (np.add.reduce, np.uint64), "maximum of u64": (np.maximum.reduce, np.uint64),
                  "dot product of f32": (lambda data: np.dot(data, data), np.float32)}
    pages = {"": 0, ", all pages mapped at once": getattr(mmap, "MAP_POPULATE", 0)}
    return {name + when: reader(*how, flags) for name, how in operations.items() for when, flags in pages.items()}


def fastest_read(path):
    """Times each way to read a file three times, and returns the figures of the fastest one."""
    figures = {name: min((timed(call, path) for _ in range(3)), key=lambda one: one["seconds"]) for name, call in readers().items()}
    return min(({**one, "way": name} for name, one in figures.items()), key=lambda one: one["seconds"])


def peak():
    """Returns the peak resident memory of this process so far, in bytes."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024


def timed(call, path):
    """Returns what a call took."""
    before, processor, start = peak(), time.process_time(), time.perf_counter()
    result = call(path)
    figures = {"seconds": time.perf_counter() - start, "processor": time.process_time() - processor, "bytes": peak() - before}
    del result
    return figures


def answer(call, path):
    """Returns what a call took, or why it failed."""
    try:
        return timed(call, path)
    except Exception as error:  # Libraries raise exceptions of any kind for models that they reject.
        return {"error": str(error).splitlines()[0] if str(error) else type(error).__name__}


CALLS = {"infer": infer, "check": check, "read_model": read_model}


def main(name, *paths):
    if name == "read":
        answers = map(fastest_read, paths)
    else:
        call = CALLS[name]()
        answers = (answer(call, path) for path in paths)
    for figures in answers:
        print(json.dumps(figures), flush=True)


if __name__ == "__main__":
    main(*sys.argv[1:])
