#!/usr/bin/env python3
"""Compares the Python module with onnx and ONNX Runtime in one process: time, and whether others accept what it writes.

Usage: python_speed.py [PATH ... | --manifest FILE] [--tier TIER] [--limit N] [--rounds N] [--json FILE]

    pip install . onnx onnxruntime sympy
    tools/python_speed.py --manifest models/manifest.json --tier network

Only ONNX models are compared. For each model and from each form (a path, bytes, a ModelProto), the fastest of some rounds is
taken, with the conversion that the tool needs: `onnx` is `onnx.checker.check_model` and `onnx.shape_inference.infer_shapes`
(from a path: `infer_shapes_path`, into a file), `shapewright` is `check` and `infer_shapes`. ONNX Runtime's
SymbolicShapeInference takes a ModelProto, which is loaded first. A model that a tool rejects is counted and left out of its
ratio. Times are of the processor, so that a busy machine does not count, and the calls of all tools alternate.

Afterwards, each result of `infer_shapes` is checked by `onnx.checker` with its full check and loaded by ONNX Runtime; what fails
is listed unless the original fails, too.
"""
import argparse
import contextlib
import io
import json
import pathlib
import statistics
import sys
import tempfile
import time

import onnx
import onnxruntime
import shapewright
from onnxruntime.tools.symbolic_shape_infer import SymbolicShapeInference

# Do not leave bytecode next to the modules in the repository.
sys.dont_write_bytecode = True
from oracles import models

FORMS = ("path", "bytes", "ModelProto")


def by_onnx(form, model, out):
    onnx.checker.check_model(model)
    if form == "path":
        onnx.shape_inference.infer_shapes_path(model, out)
    else:
        onnx.shape_inference.infer_shapes(model)


def by_shapewright(form, model, out):
    shapewright.check(model)
    shapewright.infer_shapes(model, output=out if form == "path" else None)


def by_onnxruntime(form, model, out):
    proto = {"path": onnx.load, "bytes": onnx.load_from_string, "ModelProto": lambda m: m}[form](model)
    with contextlib.redirect_stdout(io.StringIO()):
        annotated = SymbolicShapeInference.infer_shapes(proto, auto_merge=True)
    if form == "path":
        onnx.save(annotated, out)
    elif form == "bytes":
        annotated.SerializeToString()


TOOLS = {"shapewright": by_shapewright, "onnx": by_onnx, "onnxruntime": by_onnxruntime}


def seconds_of(call, form, model, out):
    """Returns the seconds of a call on the processor; `None` if it raises. No tool replaces the file of another."""
    pathlib.Path(out).unlink(missing_ok=True)
    start = time.process_time()
    try:
        call(form, model, out)
    except Exception:  # Tools raise exceptions of any kind for models that they reject.
        return None
    return time.process_time() - start


def measure(path, folder, rounds):
    """Returns the seconds by form and tool."""
    given = {"path": str(path), "bytes": path.read_bytes(), "ModelProto": onnx.load(path)}
    best = {}
    for _ in range(rounds):
        for form, model in given.items():
            for tool, call in TOOLS.items():
                seconds = seconds_of(call, form, model, str(folder / "out.onnx"))
                known = best.get((form, tool))
                best[form, tool] = seconds if known is None or seconds is None else min(known, seconds)
    return best


def accepted(data):
    """Returns what is wrong with a model according to the two tools."""
    wrong = []
    try:
        onnx.checker.check_model(data, full_check=True)
    except Exception as error:
        wrong.append(f"onnx.checker: {str(error).splitlines()[0]}")
    try:
        onnxruntime.InferenceSession(data, providers=["CPUExecutionProvider"])
    except Exception as error:
        wrong.append(f"onnxruntime: {str(error).splitlines()[0]}")
    return wrong


def agreement(path):
    """Returns what is wrong with the annotated model and not with the original, and whether it was annotated."""
    data = path.read_bytes()
    try:
        annotated = shapewright.infer_shapes(data)
    except shapewright.ModelError as error:
        return [f"not annotated: {str(error).splitlines()[0]}"]
    wrong = accepted(annotated)
    known = {text.split(":")[0] for text in accepted(data)} if wrong else set()
    return [text for text in wrong if text.split(":")[0] not in known]


def table(figures):
    """Prints ratios: how many times as long as shapewright a tool takes, over the models that both accept."""
    print("\n| from | tool | models | median ratio | least | total, s | total of shapewright, s |\n|---|---|---|---|---|---|---|")
    for form in FORMS:
        for tool in list(TOOLS)[1:]:
            pairs = [(f[form, tool], f[form, "shapewright"]) for f in figures.values()]
            both = [(theirs, ours) for theirs, ours in pairs if theirs is not None and ours is not None]
            ratios = [theirs / ours for theirs, ours in both]
            sums = [sum(column) for column in zip(*both)]
            print(f"| {form} | {tool} | {len(both)} | {statistics.median(ratios):.1f} | {min(ratios):.1f} | {sums[0]:.2f} | {sums[1]:.2f} |")
    for form in FORMS:
        refused = [name for name, f in figures.items() if f[form, "shapewright"] is None]
        if refused:
            print(f"shapewright rejects from {form}: {', '.join(refused)}")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    models.add_arguments(parser)
    parser.add_argument("--limit", type=int, help="at most this many models, evenly chosen")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--json", type=pathlib.Path, help="write every figure to this file")
    options = parser.parse_args()
    onnxruntime.set_default_logger_severity(4)
    chosen = [m for m in models.chosen(options) if not m.is_ir]
    for model in chosen:
        model.path = model.path.resolve()
    options.json = options.json and options.json.resolve()
    if options.limit and len(chosen) > options.limit:
        chosen = [chosen[at * len(chosen) // options.limit] for at in range(options.limit)]
    print(f"{len(chosen)} models, {sum(m.path.stat().st_size for m in chosen) / 1e6:.1f} MB, {options.rounds} rounds")
    # SymbolicShapeInference leaves files in the working directory.
    with tempfile.TemporaryDirectory() as folder, contextlib.chdir(folder):
        figures = {m.ident: measure(m.path, pathlib.Path(folder), options.rounds) for m in chosen}
    table(figures)
    wrong = {m.ident: found for m in chosen if (found := agreement(m.path))}
    print(f"\n{len(chosen) - len(wrong)} of {len(chosen)} annotated models are accepted wherever the original is")
    for name, found in wrong.items():
        print(f"{name}: {'; '.join(found)}")
    if options.json:
        flat = {name: {f"{form} {tool}": s for (form, tool), s in f.items()} for name, f in figures.items()}
        options.json.write_text(json.dumps(flat, indent=1))


if __name__ == "__main__":
    sys.exit(main())
