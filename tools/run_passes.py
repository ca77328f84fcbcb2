#!/usr/bin/env python3
"""Runs the passes of `examples/passes` and compares what the runtime of the format computes before and after.

Usage: run_passes.py PROGRAM [--ir] [--only LIST] PATH...

    pip install onnx==1.23.2 onnxruntime==1.31.1 openvino==2026.4.1 numpy
    cargo build --release --example passes
    tools/run_passes.py target/release/examples/passes models/onnx models/ir

PROGRAM is the built example. ONNX models run in ONNX Runtime, IR in OpenVINO, both without optimizations where the runtime
lets one choose. `--ir` also converts each ONNX model to IR: what OpenVINO reads it as, before any transformation. `--only`
names a file with the paths of the models to use, relative to a PATH, one a line. Models that the passes leave as they are, and
models that do not run on random inputs, are counted and not compared. The exit code is 1 if an output differs by more than
rounding, or a result is refused.
"""
import argparse
import collections
import pathlib
import re
import subprocess
import sys
import tempfile

import numpy as np
import onnx
import onnxruntime as ort
import openvino as ov

TYPES = {"tensor(float)": np.float32, "tensor(double)": np.float64, "tensor(float16)": np.float16, "tensor(int64)": np.int64,
         "tensor(int32)": np.int32, "tensor(bool)": np.bool_, "tensor(uint8)": np.uint8, "tensor(int8)": np.int8}


def random_input(shape, kind):
    """Every open dimension is 2."""
    random = np.random.default_rng(7)
    shape = [size if isinstance(size, int) else 2 for size in shape]
    data = random.random(shape) if np.issubdtype(kind, np.floating) else random.integers(0, 2, shape)
    return data.astype(kind)


class OnnxRuntime:
    name = "ONNX Runtime"

    @staticmethod
    def load(path):
        options = ort.SessionOptions()
        options.log_severity_level = 4
        options.graph_optimization_level = ort.GraphOptimizationLevel.ORT_DISABLE_ALL
        return ort.InferenceSession(str(path), options, providers=["CPUExecutionProvider"])

    @staticmethod
    def feeds(model):
        return {item.name: random_input(item.shape, TYPES[item.type]) for item in model.get_inputs()}

    @staticmethod
    def run(model, feeds):
        return dict(zip([item.name for item in model.get_outputs()], model.run(None, feeds)))

    @staticmethod
    def check(path):
        onnx.checker.check_model(str(path))


class OpenVino:
    name = "OpenVINO"
    core = ov.Core()

    @classmethod
    def load(cls, path):
        return cls.core.compile_model(cls.core.read_model(path), "CPU", {"INFERENCE_PRECISION_HINT": "f32"})

    @staticmethod
    def feeds(model):
        shape = lambda port: [size.get_length() if size.is_static else None for size in port.get_partial_shape()]
        return [random_input(shape(port), port.get_element_type().to_dtype()) for port in model.inputs]

    @staticmethod
    def run(model, feeds):
        results = model(feeds)
        return {at: results[port] for at, port in enumerate(model.outputs)}

    @classmethod
    def check(cls, path):
        cls.core.read_model(path)


def difference(runtime, before, after, feeds):
    expected = runtime.run(runtime.load(before), feeds)
    runtime.check(after)
    found = runtime.run(runtime.load(after), feeds)
    if list(expected) != list(found):
        return f"outputs {list(expected)} became {list(found)}"
    for name, old in expected.items():
        new = found[name]
        if not isinstance(old, np.ndarray):
            continue
        if old.dtype.kind == "f" and not np.allclose(old, new, rtol=1e-3, atol=1e-4, equal_nan=True):
            return f"{name} differs by {np.max(np.abs(old.astype(float) - new.astype(float)))}"
        if old.dtype.kind != "f" and not np.array_equal(old, new):
            return f"{name} differs"
    return None


def run_passes(program, file, after, totals):
    """What became of a model."""
    done = subprocess.run([program, file, after], capture_output=True, text=True)
    if "weights that are missing" in done.stderr:
        return "without weights"
    if done.returncode != 0:
        print(f"{file}: {done.stderr.strip().splitlines()[-1:]}")
        return "refused"
    made = {what: int(count) for what, count in re.findall(r"([\w -]+): (\d+)", done.stdout.split("\n")[0])}
    if not any(made.values()):
        return "unchanged"
    runtime = OpenVino if file.suffix == ".xml" else OnnxRuntime
    try:
        model = runtime.load(file)
        feeds = runtime.feeds(model)
        runtime.run(model, feeds)
    except Exception:
        return "not run"
    try:
        why = difference(runtime, file, after, feeds)
    except Exception as error:
        why = str(error).strip().splitlines()[-1]
    if why:
        print(f"{file}: {made}: {why}")
        return "different"
    totals.update({what.strip(): count for what, count in made.items()})
    return "equal"


def converted(file, folder):
    """An ONNX model as the IR that OpenVINO reads it as."""
    try:
        path = folder / "before.xml"
        ov.serialize(OpenVino.core.read_model(file), path)
        return path
    except Exception:
        return None


def models(paths, only):
    for path in paths:
        found = [path] if path.is_file() else sorted(file for kind in ("*.onnx", "*.xml") for file in path.rglob(kind) if file.is_file())
        yield from (file for file in found if only is None or str(file.relative_to(path)) in only or file == path)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program")
    parser.add_argument("paths", nargs="+", type=pathlib.Path)
    parser.add_argument("--ir", action="store_true")
    parser.add_argument("--only", type=pathlib.Path)
    arguments = parser.parse_args()
    only = set(arguments.only.read_text().split("\n")) if arguments.only else None
    counts, totals = collections.defaultdict(collections.Counter), collections.defaultdict(collections.Counter)
    for file in models(arguments.paths, only):
        with tempfile.TemporaryDirectory() as name:
            folder = pathlib.Path(name)
            kinds = {"IR" if file.suffix == ".xml" else "ONNX": file}
            if arguments.ir and file.suffix == ".onnx":
                kinds["ONNX as IR"] = converted(file, folder)
            for kind, before in kinds.items():
                if before is not None:
                    counts[kind][run_passes(arguments.program, before, folder / f"after{before.suffix}", totals[kind])] += 1
    for kind, found in counts.items():
        runtime = OnnxRuntime if kind == "ONNX" else OpenVino
        print(f"{kind}, {runtime.name}: " + ", ".join(f"{count} {what}" for what, count in sorted(found.items())))
        print("  in the equal ones: " + ", ".join(f"{what}: {count}" for what, count in totals[kind].items()))
    sys.exit(1 if any(found["different"] + found["refused"] for found in counts.values()) else 0)


if __name__ == "__main__":
    main()
