#!/usr/bin/env python3
"""Measures time and peak memory of `shapewright shapes` on models that expose superlinear algorithms.

Usage: cost_models.py [--binary PATH] [--keep DIRECTORY] [--repeat N] [--corpus PATH] [--json FILE]

    cargo build --release --features cli
    pip install onnx numpy
    tools/cost_models.py

The models are 20,000 sequential Ifs, 32 nested Ifs in ONNX and 400 in IR, functions that each call the next twice to a depth
of 22, 10,000 symbolic Concats and Reshapes, 20,000 nodes of symbolic arithmetic, and a chain of 100,000 nodes. Each is also
measured at half the size, which should take half the time. Times are wall time from start to exit and total processor time,
each the minimum of the repeats. Memory is the peak resident set size that the system reports. --corpus adds the time for
all models in a directory in one run, and the time of onnx.shape_inference for the ONNX models among them. The exit code is 1
if a model takes more than a second or 256 MB.
"""
import argparse
import json
import pathlib
import subprocess
import sys
import tempfile
import time

# Do not leave bytecode next to the modules in the repository.
sys.dont_write_bytecode = True
from oracles import process, program


# Name, size, suffix.
MODELS = [("sibling_ifs", 20_000, "onnx"), ("nested_ifs", 32, "onnx"), ("doubling_functions", 22, "onnx"), ("symbolic_concats", 10_000, "onnx"),
          ("symbolic_products", 10_000, "onnx"), ("chain", 100_000, "onnx"), ("nested_ir_ifs", 400, "xml")]


def write(name, size, path):
    """Writes a model in a separate process, because this process's memory would count as the child's."""
    folder = pathlib.Path(__file__).resolve().parent
    subprocess.run([sys.executable, "-B", "-m", "oracles.cost", name, str(size), str(path.resolve())], cwd=folder, check=True)


def least(command, repeat):
    """Returns wall time in seconds, processor time in seconds, megabytes, and the exit code of a process."""
    runs = [process.run(command) for _ in range(repeat)]
    return min(r.seconds for r in runs), min(r.processor for r in runs), max(r.bytes for r in runs) / 2**20, runs[0].code


def onnx_time(folder):
    """Returns the seconds that onnx takes for all ONNX models in a directory."""
    import onnx

    models = [p.read_bytes() for p in sorted(folder.rglob("*.onnx"))]
    start = time.perf_counter()
    for model in models:
        try:
            onnx.shape_inference.infer_shapes(model, data_prop=True)
        except Exception:
            pass
    return time.perf_counter() - start, len(models)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    program.add_arguments(parser)
    parser.add_argument("--keep", type=pathlib.Path, help="keep the models in this directory")
    parser.add_argument("--repeat", type=int, default=3)
    parser.add_argument("--corpus", type=pathlib.Path)
    parser.add_argument("--json", type=pathlib.Path)
    options = parser.parse_args()
    results, over = [], False
    with tempfile.TemporaryDirectory() as folder:
        folder = options.keep or pathlib.Path(folder)
        folder.mkdir(exist_ok=True)
        print(f"{'model':<24}{'size':>9}{'seconds':>10}{'processor':>11}{'MB':>8}{'exit':>6}")
        for name, size, suffix in MODELS:
            for count in (size // 2, size):
                path = folder / f"{name}_{count}.{suffix}"
                write(name, count, path)
                seconds, processor, megabytes, code = least([options.binary, "shapes", "--format", "jsonl", "-q", str(path)], options.repeat)
                over |= count == size and (seconds > 1 or megabytes > 256)
                results.append({"model": name, "size": count, "seconds": seconds, "processor": processor, "megabytes": megabytes, "exit": code})
                print(f"{name:<24}{count:>9}{seconds:>10.3f}{processor:>11.3f}{megabytes:>8.0f}{code:>6}", flush=True)
        if options.corpus:  # last, because this imports onnx into this process
            ours = least([options.binary, "shapes", "--format", "jsonl", "-q", str(options.corpus)], options.repeat)
            only = least([options.binary, "shapes", "--format", "jsonl", "-q", "-j", "1", *map(str, sorted(options.corpus.rglob("*.onnx")))], options.repeat)
            theirs, count = onnx_time(options.corpus)
            print(f"corpus, all files: {ours[0]:.3f} s, {ours[2]:.0f} MB; its {count} ONNX models on one thread: {only[0]:.3f} s, onnx {theirs:.3f} s")
    if options.json:
        options.json.write_text(json.dumps(results, indent=1))
    return int(over)


if __name__ == "__main__":
    sys.exit(main())
