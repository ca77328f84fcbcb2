#!/usr/bin/env python3
"""Measures by how much the memory of a Python process grows while it checks or infers a large model.

Usage: python_memory.py [--megabytes N] [--folder DIRECTORY]

    pip install ./python onnx numpy
    tools/python_memory.py --megabytes 1024

The model is a chain of matrix products. Each function is called in a new process, which has already made the model that it
is given: a path, bytes, or a ModelProto. What is printed is the growth of anonymous memory and of all resident memory
(which includes the pages of a mapped file that were read, and which the system can drop) at its peak, beside the size of
the model. Needs Linux.
"""
import argparse
import pathlib
import subprocess
import sys
import tempfile
import threading
import time

FORMS = ("path", "bytes", "ModelProto")
CALLS = ("check", "infer", "inspect", "infer_shapes", "onnx.checker", "onnx.shape_inference")
SIDE = 2048


def make(path, megabytes):
    """Writes a model of this size."""
    import numpy as np
    import onnx
    from onnx import helper, numpy_helper

    layers = max(1, megabytes * 2**20 // (4 * SIDE * SIDE))
    weights = [numpy_helper.from_array(np.full((SIDE, SIDE), 0.001, np.float32), f"w{n}") for n in range(layers)]
    nodes = [helper.make_node("MatMul", [f"x{n}", f"w{n}"], [f"x{n + 1}"]) for n in range(layers)]
    x = helper.make_tensor_value_info("x0", onnx.TensorProto.FLOAT, ["N", SIDE])
    y = helper.make_tensor_value_info(f"x{layers}", onnx.TensorProto.FLOAT, ["N", SIDE])
    graph = helper.make_graph(nodes, "chain", [x], [y], weights)
    onnx.save(helper.make_model(graph, opset_imports=[helper.make_opsetid("", 18)], ir_version=9), path)


def given(form, path):
    """The model as it is given."""
    if form == "path":
        return path
    if form == "bytes":
        return pathlib.Path(path).read_bytes()
    import onnx

    return onnx.load(path)


def call(name, form, model, out):
    """Calls a function."""
    if name.startswith("onnx."):
        import onnx

        if name == "onnx.checker":
            return onnx.checker.check_model(model)
        if form == "path":
            return onnx.shape_inference.infer_shapes_path(model, out)
        return onnx.shape_inference.infer_shapes(model)
    import shapewright

    options = {"output": out} if name == "infer_shapes" and form == "path" else {}
    return getattr(shapewright, name)(model, **options)


def resident(field):
    """A field of the status of this process, in bytes."""
    status = pathlib.Path("/proc/self/status").read_text()
    return next(int(line.split()[1]) << 10 for line in status.splitlines() if line.startswith(field))


FIELDS = ("RssAnon", "VmRSS")


def grow(name, form, path, out):
    """Prints the peak growth of memory during a call, and its time on the processor."""
    call(name, form, *tiny(form, out))
    model = given(form, path)
    before, peak, done = [resident(field) for field in FIELDS], [0, 0], threading.Event()

    def watch():
        while not done.wait(0.001):
            peak[:] = [max(most, resident(field)) for most, field in zip(peak, FIELDS)]

    watcher = threading.Thread(target=watch)
    watcher.start()
    start = time.process_time()
    result = call(name, form, model, out)
    seconds = time.process_time() - start
    done.set()
    watcher.join()
    del result
    print(*(most - least for most, least in zip(peak, before)), seconds)


def tiny(form, out):
    """A model in the same form, with which everything is loaded that a call needs."""
    path = f"{out}.tiny.onnx"
    if not pathlib.Path(path).exists():
        make(path, 1)
    return given(form, path), out


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--megabytes", type=int, default=1024)
    parser.add_argument("--folder", type=pathlib.Path, help="where the model is made; by default, a temporary directory")
    parser.add_argument("--call", nargs=4, help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.call:
        return grow(*options.call)
    with tempfile.TemporaryDirectory(dir=options.folder) as folder:
        path = f"{folder}/model.onnx"
        make(path, options.megabytes)
        size = pathlib.Path(path).stat().st_size
        print(f"model of {size / 2**20:.0f} MiB; growth in parts of it\n")
        print("| call | from | anonymous | resident | seconds |\n|---|---|---|---|---|")
        for name in CALLS:
            for form in FORMS:
                command = [sys.executable, __file__, "--call", name, form, path, f"{folder}/out.onnx"]
                done = subprocess.run(command, capture_output=True, text=True, check=True)
                anonymous, all_of_it, seconds = map(float, done.stdout.split())
                print(f"| {name} | {form} | {anonymous / size:.2f} | {all_of_it / size:.2f} | {seconds:.2f} |", flush=True)


if __name__ == "__main__":
    main()
