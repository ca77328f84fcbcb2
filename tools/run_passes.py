#!/usr/bin/env python3
"""Runs the passes of `examples/passes` on ONNX models and compares what ONNX Runtime computes before and after.

Usage: run_passes.py PROGRAM PATH...

    pip install onnx==1.23.2 onnxruntime==1.31.1 numpy
    cargo build --release --example passes
    tools/run_passes.py target/release/examples/passes ../shared/corpus/onnx

PROGRAM is the built example. Models that it leaves as they are, and models that ONNX Runtime does not run on random inputs,
are counted and not compared. The exit code is 1 if an output differs by more than rounding, or a result is refused.
"""
import pathlib
import re
import subprocess
import sys
import tempfile

import numpy as np
import onnx
import onnxruntime as ort

SIZES = {"tensor(float)": np.float32, "tensor(double)": np.float64, "tensor(float16)": np.float16, "tensor(int64)": np.int64,
         "tensor(int32)": np.int32, "tensor(bool)": np.bool_, "tensor(uint8)": np.uint8, "tensor(int8)": np.int8}


def session(path):
    options = ort.SessionOptions()
    options.log_severity_level = 4
    options.graph_optimization_level = ort.GraphOptimizationLevel.ORT_DISABLE_ALL
    return ort.InferenceSession(str(path), options, providers=["CPUExecutionProvider"])


def inputs_of(run):
    """Random inputs; every open dimension is 2."""
    random = np.random.default_rng(7)
    feeds = {}
    for item in run.get_inputs():
        shape = [size if isinstance(size, int) else 2 for size in item.shape]
        kind = SIZES[item.type]
        data = random.random(shape) if np.issubdtype(kind, np.floating) else random.integers(0, 2, shape)
        feeds[item.name] = data.astype(kind)
    return feeds


def compare(before, after):
    run = session(before)
    feeds = inputs_of(run)
    expected = run.run(None, feeds)
    onnx.checker.check_model(str(after))
    again = session(after)
    names = [[item.name for item in each.get_outputs()] for each in (run, again)]
    if names[0] != names[1]:
        return f"outputs {names[0]} became {names[1]}"
    for name, old, new in zip(names[0], expected, again.run(None, feeds)):
        if isinstance(old, np.ndarray) and not np.allclose(old, new, rtol=1e-3, atol=1e-4, equal_nan=True):
            return f"{name} differs by {np.max(np.abs(old.astype(float) - new.astype(float)))}"
    return None


def main():
    program, *paths = sys.argv[1:]
    files = [file for path in map(pathlib.Path, paths) for file in ([path] if path.is_file() else sorted(filter(pathlib.Path.is_file, path.rglob("*.onnx"))))]
    counts = dict.fromkeys(["unchanged", "not run", "equal", "different", "refused"], 0)
    for file in files:
        with tempfile.TemporaryDirectory() as folder:
            after = pathlib.Path(folder) / "after.onnx"
            done = subprocess.run([program, file, after], capture_output=True, text=True)
            made = [int(number) for number in re.findall(r": (\d+)", done.stdout.split("\n")[0])]
            if done.returncode != 0 or not any(made):
                counts["unchanged" if done.returncode == 0 else "refused"] += 1
                if done.returncode != 0:
                    print(f"{file}: {done.stderr.strip().splitlines()[-1:]}")
                continue
            try:
                session(file).run(None, inputs_of(session(file)))
            except Exception:
                counts["not run"] += 1
                continue
            why = compare(file, after)
            counts["different" if why else "equal"] += 1
            if why:
                print(f"{file}: {made}: {why}")
    print(", ".join(f"{count} {name}" for name, count in counts.items()))
    sys.exit(1 if counts["different"] else 0)


if __name__ == "__main__":
    main()
