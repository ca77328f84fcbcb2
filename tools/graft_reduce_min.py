#!/usr/bin/env python3
"""Inserts a ReduceMin after random values of networks, valid and with each fault of its contract.

Usage: graft_reduce_min.py --manifest FILE --facts DIRECTORY [--values N] [--seed N] [--binary PATH] [--json FILE]

    cargo build --release --features cli
    pip install onnx onnxruntime openvino numpy

The manifest lists ONNX networks, which get the input sizes of their recorded run, and IR networks, both native and converted.
In every network, N values get a valid ReduceMin, and one with each of the faults C1 to C13. A valid graft must add no finding,
and its shape must be that of a run in ONNX Runtime or OpenVINO. A fault must add exactly its own finding. No other finding
may appear or disappear, except that something is no longer unused. The exit code is 1 if any check fails.
"""
import argparse
import collections
import json
import pathlib
import sys
import tempfile

import numpy as np

# Do not leave bytecode next to the modules in the repository.
sys.dont_write_bytecode = True
from folding.compare import random_array
from oracles import graft_ir, graft_onnx, models, program
from oracles.grafts import FAULTS, expected, graft
from oracles.isolated import isolated
from oracles.sizes import Symbols, contains, show
from oracles.stored import Stored


def chosen(rng, values, count):
    values = sorted(values)
    return [values[i] for i in rng.permutation(len(values))[:count]]


def onnx_grafts(model, facts, options, rng, folder):
    """Writes the models. Yields the path, the fault, and how to run a valid one."""
    import onnx

    run = Stored(facts, model.ident).run()
    version = run and graft_onnx.opset(onnx.load(model.path))
    if not version:
        return
    inputs = {n: shape for n, (_, shape) in run["inputs"].items() if isinstance(shape, list)}
    values = [(n, e, s) for n, (e, s) in run["tensors"].items() if e in graft_onnx.DATA and s and 0 not in s]

    def write(name, value, made):
        path = folder / f"{model.ident}-{name}.onnx"
        onnx.save(graft_onnx.apply(model.path, inputs, *value, made), path)
        return path

    yield write("base", (None, None, None), None), "base", None
    for k, value in enumerate(chosen(rng, values, options.values)):
        for fault in [None, *FAULTS]:
            if graft_onnx.possible(fault, version):
                made = graft(fault, len(value[2]), rng)
                yield write(f"{k}-{fault}", value, made), fault, (run_onnx, numpy_inputs(run)) if fault is None else None


def numpy_inputs(run):
    """Returns the inputs of a run, with numpy's short type names."""
    short = {"f": "f", "i": "i", "u": "u"}
    return {n: (e if e in ("string", "bool") else f"{short[e[0]]}{int(e[1:]) // 8}", s) for n, (e, s) in run["inputs"].items()}


def run_onnx(path, inputs):
    import onnxruntime as ort

    settings = ort.SessionOptions()
    settings.graph_optimization_level = ort.GraphOptimizationLevel.ORT_DISABLE_ALL
    settings.log_severity_level = 4
    session = ort.InferenceSession(str(path), settings, providers=["CPUExecutionProvider"])
    rng = np.random.default_rng(0)
    feeds = {}
    for port in session.get_inputs():
        kind, sizes = inputs[port.name]
        feeds[port.name] = random_array(rng, object if kind == "string" else np.dtype(kind), sizes)
    return list(session.run(["graft_out"], feeds)[0].shape)


def ir_grafts(model, options, rng, folder):
    if not model.path.with_suffix(".bin").exists():
        return
    values = list(graft_ir.values(model.path))

    def write(name, value, made):
        path = folder / f"{model.ident}-{name}.xml"
        graft_ir.apply(model.path, *value, made, path)
        return path

    yield write("base", (None, None, None), None), "base", None
    for k, value in enumerate(chosen(rng, values, options.values)):
        for fault in [None, *(f for f in FAULTS if FAULTS[f][1])]:
            if fault != "C13" or min(value[2]) > 0:
                yield write(f"{k}-{fault}", value, graft(fault, len(value[2]), rng)), fault, (run_openvino, None) if fault is None else None


def run_openvino(path, _):
    """Returns the shape in a run with small inputs, or the shape that OpenVINO infers if the model does not run."""
    import openvino

    core = openvino.Core()
    core.set_property("CPU", {"INFERENCE_NUM_THREADS": 1})
    model = core.read_model(path)
    result = next(r for r in model.get_results() if r.get_friendly_name() == "graft_out")
    shape = result.input_value(0).get_partial_shape()
    if shape.is_static:
        return list(shape.to_shape())
    rng, inputs = np.random.default_rng(0), []
    for port in model.inputs:
        sizes = [d.min_length if d.is_static else max(2, d.min_length) for d in port.partial_shape]
        inputs.append(random_array(rng, port.element_type.to_dtype(), sizes))
    request = core.compile_model(model, "CPU").create_infer_request()
    request.infer(inputs)
    return list(request.get_output_tensor(model.get_results().index(result)).shape)


def key(finding):
    """Returns a key that identifies a finding independently of its position."""
    place = finding["location"]
    return finding["code"], place.get("graph"), place.get("node"), place.get("value"), place.get("layer"), finding["message"]


def judge(findings, base, code):
    """Returns what is wrong with the findings that a graft adds."""
    new, gone = collections.Counter(map(key, findings)), collections.Counter(map(key, base))
    new, gone = new - gone, gone - new
    codes = sorted(k[0] for k in new.elements())
    if codes != ([code] if code else []):
        return f"expected {code or 'nothing'}, got {[f'{k[0]} {k[5]}' for k in new]}"
    lost = [k[0] for k in gone if k[0] not in ("GR118", "GR119", "GR115")]
    return f"no longer found: {lost}" if lost else None


def value_of(report):
    return next((v for g in report["graphs"] if g["path"] == "main" for v in g["values"] if v["node"] == "graft" or v["name"] == "graft_out"), None)


def certain(report):
    """Returns whether the graft's data certainly has elements along all axes but the first; only then is C13 reported."""
    data = next((v for g in report["graphs"] for v in g["values"] if v["name"] == "graft_empty"), None)
    if data is None or data["shape"] is None:
        return data is None
    sizes = [d if isinstance(d, int) else 1 for d in data["shape"]]
    may_be_empty = lambda i: contains(data["shape"], sizes[:i] + [0] + sizes[i + 1 :], Symbols(report["symbols"], {}))
    return not any(map(may_be_empty, range(1, len(sizes))))


def judge_shape(report, real):
    value = value_of(report)
    if value is None or not contains(value["shape"], real, Symbols(report["symbols"], {})):
        return f"shape {value and show(value['shape'])}, but the run had {real}"
    return None


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    models.add_arguments(parser)
    program.add_arguments(parser)
    parser.add_argument("--values", type=int, default=2, help="number of values in each network")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--json", type=pathlib.Path)
    options = parser.parse_args()
    options.tier = options.tier or "network"
    counts, wrong, rng = collections.Counter(), [], np.random.default_rng(options.seed)
    for model in models.chosen(options):
        with tempfile.TemporaryDirectory() as folder:
            folder = pathlib.Path(folder)
            made = list(ir_grafts(model, options, rng, folder) if model.is_ir else onnx_grafts(model, options.facts, options, rng, folder))
            if not made:
                counts["models without a recorded run or weights"] += 1
                continue
            paths = [path for path, _, _ in made]
            # Lints about the rest of the model, such as what can be folded, depend on the graft.
            findings = program.lint(options.binary, paths, "--ignore", "PF,SU")
            shapes = program.shapes(options.binary, paths)
            base, form = findings[str(paths[0])], "IR" if model.is_ir else "ONNX"
            counts[f"{form} models"] += 1
            for path, fault, run in made[1:]:
                uncertain = fault == "C13" and not model.is_ir and not certain(shapes[str(path)])
                counts[f"{form} C13, not certain from the shapes"] += uncertain
                problem = judge(findings[str(path)], base, None if uncertain else expected(fault, model.is_ir))
                counts[f"{form} {fault or 'valid'}"] += 1
                if run:
                    try:
                        real = isolated(run[0], path, run[1])
                        value = value_of(shapes[str(path)])
                        counts[f"{form} shapes equal to those of a run"] += bool(value) and value["shape"] == real
                        problem = problem or judge_shape(shapes[str(path)], real)
                    except RuntimeError as error:
                        counts[f"{form} valid, does not run"] += 1
                        wrong.append({"path": str(model.path), "fault": None, "problem": f"does not run: {error}"})
                if problem:
                    counts[f"{form} {fault or 'valid'} WRONG"] += 1
                    wrong.append({"path": str(model.path), "graft": path.name, "fault": fault, "problem": problem})
    for label, count in sorted(counts.items()):
        print(f"{label:<44}{count:>8}")
    for entry in wrong:
        print(f"  {entry['fault'] or 'valid':<6} {entry['path']}: {entry['problem']}"[:400])
    if options.json:
        options.json.write_text(json.dumps(wrong, indent=1))
    return int(any("does not run" not in w["problem"] for w in wrong))


if __name__ == "__main__":
    sys.exit(main())
