#!/usr/bin/env python3
"""Measures the throughput of ReduceMin on twelve tensors, in GB of input per second.

Usage: bench_reduce_min.py [--rounds N] [--best] [--huge-pages] [--siblings | --threads] [--json FILE] [CASE ...]

    pip install onnx onnxruntime openvino numpy
    tools/bench_reduce_min.py

Compares shapewright with NumPy, ONNX Runtime, and OpenVINO, all on one thread. Builds `examples/reduce_min_throughput.rs`, so it
requires Rust. The speed of a machine drifts, so the libraries are measured in turn, for several rounds. Each round takes the best of
five runs on new data, and the result is the median of the rounds, or the best one if other programs use the machine (--best). "read"
is the fastest of several ways to sum the same bytes in Rust, on one thread.

All libraries read pages of the same size: NumPy allocates its arrays with 4 KiB pages as Rust does, unless --huge-pages
makes both ask for huge ones (on Linux with glibc 2.35 or later).

--siblings compares other reductions of shapewright with its ReduceMin instead, on two tensors of bool in addition, and --threads
compares several threads (the feature `rayon`) with one. Both need only Rust.
"""
import argparse
import collections
import json
import math
import os
import pathlib
import shutil
import statistics
import subprocess
import tempfile
import time

ROOT = pathlib.Path(__file__).resolve().parent.parent
LARGE, WIDE = (64, 512, 1024), (64, 512, 512)
# The dimensions, the element type in NumPy, and the axes of each case of `benches/cases/mod.rs`.
CASES = {
    "f32 last": (LARGE, "float32", [2]),
    "f32 mid": (LARGE, "float32", [1]),
    "f32 first": (LARGE, "float32", [0]),
    "f32 all": (LARGE, "float32", [0, 1, 2]),
    "f32 0,2": (LARGE, "float32", [0, 2]),
    "f32 small-inner": ((1 << 20, 8), "float32", [1]),
    "f16 last": (LARGE, "float16", [2]),
    "f16 first": (LARGE, "float16", [0]),
    "i8 last": (LARGE, "int8", [2]),
    "u8 first": (LARGE, "uint8", [0]),
    "i64 mid": (WIDE, "int64", [1]),
    "f64 last": (WIDE, "float64", [2]),
}
# Only for the siblings: logical reductions have no other type, and the other libraries do not reduce all of them.
LOGICAL_CASES = ("bool last", "bool first")
LONG = 512


class Ours:
    """The example program, which answers each line with one line."""

    def __init__(self, huge_pages, *features):
        build = ["cargo", "build", "--release", "--features", ",".join(("evaluate", *features)), "--example", "reduce_min_throughput"]
        subprocess.run(build, cwd=ROOT, check=True)
        found = subprocess.run(build + ["--message-format=json", "--quiet"], cwd=ROOT, check=True, capture_output=True)
        artifacts = [json.loads(line) for line in found.stdout.splitlines() if b'"executable":"' in line]
        self.folder = tempfile.TemporaryDirectory()  # The next build replaces the program.
        command = [shutil.copy(artifacts[-1]["executable"], self.folder.name)]
        pages = {"GLIBC_TUNABLES": "glibc.malloc.hugetlb=1"} if huge_pages else {}
        pipe = subprocess.PIPE
        self.process = subprocess.Popen(command, stdin=pipe, stdout=pipe, text=True, env=os.environ | pages)

    def ask(self, line):
        print(line, file=self.process.stdin, flush=True)
        return float(self.process.stdout.readline())


def seconds(run):
    """The fastest of five runs in seconds, after one warm-up run."""
    run()
    times = []
    for _ in range(5):
        start = time.perf_counter()
        run()
        times.append(time.perf_counter() - start)
    return min(times)


def onnx_runtime(data, axes):
    import numpy as np
    import onnxruntime as ort
    from onnx import helper, numpy_helper

    element = helper.np_dtype_to_tensor_dtype(data.dtype)
    node = helper.make_node("ReduceMin", ["data", "axes"], ["reduced"], keepdims=1)
    inputs = [helper.make_tensor_value_info("data", element, data.shape)]
    outputs = [helper.make_tensor_value_info("reduced", element, None)]
    graph = helper.make_graph([node], "g", inputs, outputs, [numpy_helper.from_array(np.array(axes, np.int64), "axes")])
    model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 18)], ir_version=9)
    options = ort.SessionOptions()
    options.intra_op_num_threads = 1
    session = ort.InferenceSession(model.SerializeToString(), options, providers=["CPUExecutionProvider"])
    return lambda: session.run(None, {"data": data})


def openvino(data, axes):
    import numpy as np
    import openvino as ov

    parameter = ov.opset1.parameter(list(data.shape), dtype=ov.Type(data.dtype))
    reduced = ov.opset1.reduce_min(parameter, ov.opset1.constant(np.array(axes, np.int64)), keep_dims=True)
    config = {"INFERENCE_NUM_THREADS": 1, "INFERENCE_PRECISION_HINT": "f32"}
    request = ov.Core().compile_model(ov.Model([reduced], [parameter]), "CPU", config).create_infer_request()
    tensor = ov.Tensor(data, shared_memory=True)
    request.set_input_tensor(tensor)
    return lambda: (request.infer(), tensor)


def peers(name):
    """Returns the functions that reduce the data of a case, by library."""
    import numpy as np

    shape, dtype, axes = CASES[name]
    data = np.random.default_rng(0).uniform(-100, 100, shape).astype("int8" if dtype == "uint8" else dtype).astype(dtype)
    runs = {"NumPy": lambda: np.minimum.reduce(data, axis=tuple(axes))}
    for peer, make in (("ONNX Runtime", onnx_runtime), ("OpenVINO", openvino)):
        try:
            runs[peer] = make(data, axes)
            runs[peer]()
        except Exception as error:
            runs.pop(peer, None)
            print(f"{peer} cannot run {name}: {error}")
    return runs


def measure(ours, name, rounds, choose):
    """Throughput in GB/s, by library; `choose` selects from the times of all rounds, each with new data, because its pages matter."""
    times = collections.defaultdict(list)
    for _ in range(rounds):
        size = ours.ask(name) / 1e9
        runs = {"ours": lambda: ours.ask("ReduceMin"), "read": lambda: ours.ask("read")}
        runs |= {peer: (lambda run=run: seconds(run)) for peer, run in peers(name).items()}
        for who, run in runs.items():
            times[who].append(run())
    return {who: size / choose(found) for who, found in times.items()}


def has_long_rows(name):
    """Returns whether a case reduces long contiguous rows."""
    shape, _, axes = CASES[name]
    return len(shape) - 1 in axes and shape[-1] >= LONG


def compare_libraries(options):
    """Prints the throughput of each library, and the ratio to the best and the share of reading."""
    # Both are read when the libraries are imported. The second one disables OpenVINO's telemetry.
    os.environ |= {"NUMPY_MADVISE_HUGEPAGE": str(int(options.huge_pages)), "CI": "true"}
    ours, ratios, figures = Ours(options.huge_pages), [], {}
    print(f"{'case':16} {'ours':>6} {'NumPy':>6} {'ORT':>6} {'OV':>6}  {'best peer':12} {'ratio':>5} {'read':>6} {'share':>5}")
    for name in options.cases or CASES:
        found = measure(ours, name, options.rounds, min if options.best else statistics.median)
        mine, read = found.pop("ours"), found.pop("read")
        best = max(found, key=found.get)
        ratios.append(mine / found[best])
        columns = " ".join(f"{found.get(peer, math.nan):6.2f}" for peer in ("NumPy", "ONNX Runtime", "OpenVINO"))
        print(f"{name:16} {mine:6.2f} {columns}  {best:12} {ratios[-1]:5.2f} {read:6.2f} {mine / read:5.2f}", flush=True)
        figures[name] = {"ours": mine, "read": read, "peers": found, "has_long_rows": has_long_rows(name)}
    print(f"geometric mean of the ratios: {statistics.geometric_mean(ratios):.2f}")
    return figures


SIBLINGS = ("ReduceMax", "ReduceSum", "ReduceMean", "ReduceProd", "ReduceL1", "ReduceL2", "ReduceLogicalAnd", "ReduceLogicalOr")


def throughputs(name, runs, rounds):
    """The medians in GB/s of runs of a case, each a program and an operator, that alternate; 0 for a type without it."""
    found = []
    for _ in range(rounds):
        sizes = {program: program.ask(name) / 1e9 for program, _ in runs}
        found.append([sizes[program] / program.ask(operator) for program, operator in runs])
    return [statistics.median(column) for column in zip(*found)]


def compare_siblings(options):
    """Prints the throughput of ReduceMin, and the ratios of other reductions to it."""
    ours, figures, operators = Ours(options.huge_pages), {}, ("ReduceMin", *SIBLINGS)
    print(f"{'case':16} " + " ".join(f"{operator.removeprefix('Reduce'):>10}" for operator in operators))
    for name in options.cases or (*CASES, *LOGICAL_CASES):
        figures[name] = dict(zip(operators, throughputs(name, [(ours, operator) for operator in operators], options.rounds)))
        least, *others = figures[name].values()
        print(f"{name:16} {least:10.2f} " + " ".join(f"{each / least:10.2f}" if each else f"{'-':>10}" for each in others), flush=True)
    return figures


def compare_threads(options):
    """Prints the throughput of ReduceMin on one thread and on all."""
    one, many, figures = Ours(options.huge_pages), Ours(options.huge_pages, "rayon"), {}
    print(f"{'case':16} {'one':>6} {'all':>6} {'ratio':>5}")
    for name in options.cases or CASES:
        alone, together = throughputs(name, [(one, "ReduceMin"), (many, "ReduceMin")], options.rounds)
        print(f"{name:16} {alone:6.2f} {together:6.2f} {together / alone:5.2f}", flush=True)
        figures[name] = {"one": alone, "all": together}
    return figures


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=7)
    parser.add_argument("--best", action="store_true", help="show the best round instead of the median")
    parser.add_argument("--huge-pages", action="store_true", help="ask for huge pages for all data")
    other = parser.add_mutually_exclusive_group()
    other.add_argument("--siblings", action="store_const", dest="compare", const=compare_siblings, help="compare other reductions with ReduceMin")
    other.add_argument("--threads", action="store_const", dest="compare", const=compare_threads, help="compare several threads with one")
    parser.add_argument("--json", type=pathlib.Path, help="write every figure, in GB/s, to this file")
    parser.add_argument("cases", nargs="*", metavar="CASE")
    options = parser.parse_args()
    figures = (options.compare or compare_libraries)(options)
    if options.json:
        options.json.write_text(json.dumps(figures, indent=1))


if __name__ == "__main__":
    main()
