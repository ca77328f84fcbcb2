#!/usr/bin/env python3
"""Checks and runs models that were edited at random.

Usage: run_edited.py FOLDER [PROGRAM]

    pip install onnx==1.23.2 onnxruntime==1.31.1 openvino==2026.4.1 numpy
    mkdir edited
    SHAPEWRIGHT_EDITS=1000 SHAPEWRIGHT_EDITED=$PWD/edited cargo test --release --features testing --test corpus edits
    tools/run_edited.py edited

The test edits 100 models of the corpus, compares the facts with a fresh analysis after every step, writes every 100th model, and
reads it again. `index.tsv` in FOLDER names each file, the model that it was, and `same` if all edits since then preserve what the
model computes, otherwise `any`. Here, a file of the first kind must be valid for onnx.checker, load, and compute the same as
the original on random inputs; what OpenVINO or ONNX Runtime cannot do with the original is counted. A file of the second kind may
contradict itself: what the checker and the runtime accept is counted, and so is whether shapewright finds an error in what the
checker rejects; what it does not find is listed. The exit code is 1 if a file of the first kind is not valid or computes something
else.
"""
import collections
import pathlib
import subprocess
import sys

import onnx
from run_passes import OnnxRuntime, OpenVino, difference


def is_valid(path):
    """Whether a file has the right structure."""
    try:
        if path.suffix == ".onnx":
            onnx.checker.check_model(str(path))
        else:
            OpenVino.core.read_model(path)
        return None
    except Exception as error:
        return str(error).strip().splitlines()[-1][:200]


def inputs(runtime, path):
    """Random inputs on which a model runs; none if it does not."""
    try:
        model = runtime.load(path)
        feeds = runtime.feeds(model)
        runtime.run(model, feeds)
        return feeds
    except Exception:
        return None


def judge_same(runtime, original, edited):
    """What became of a model whose meaning was preserved."""
    if is_valid(original) is not None:
        return "original not valid"
    if why := is_valid(edited):
        return f"FAULT not valid: {why}"
    feeds = inputs(runtime, original)
    if feeds is None:
        return "valid, original does not run"
    try:
        why = difference(runtime, original, edited, feeds)
    except Exception as error:
        why = str(error).strip().splitlines()[-1][:200]
    return f"FAULT {why}" if why else "valid, same outputs"


def judge_any(runtime, edited, binary):
    why = is_valid(edited)
    if why is None:
        return "valid, runs" if inputs(runtime, edited) is not None else "valid, does not run"
    errors = subprocess.run([binary, "lint", "--quiet", edited], capture_output=True).returncode
    if not errors:
        print(f"{edited}: no error found: {why}")
    return "not valid, error found" if errors else "not valid, no error found"


def main():
    folder = pathlib.Path(sys.argv[1])
    binary = sys.argv[2] if len(sys.argv) > 2 else "target/release/shapewright"
    counts = collections.Counter()
    for line in (folder / "index.tsv").read_text().splitlines():
        edited, original, kind = line.split("\t")
        edited, original = pathlib.Path(edited), pathlib.Path(original)
        runtime = OnnxRuntime if edited.suffix == ".onnx" else OpenVino
        verdict = judge_same(runtime, original, edited) if kind == "same" else judge_any(runtime, edited, binary)
        if verdict.startswith("FAULT"):
            print(f"{edited} ({original}): {verdict}")
            verdict = "FAULT"
        counts[f"{edited.suffix[1:]}, {kind}: {verdict}"] += 1
    for verdict, count in sorted(counts.items()):
        print(f"{count:6} {verdict}")
    sys.exit(1 if any("FAULT" in verdict for verdict in counts) else 0)


if __name__ == "__main__":
    main()
