#!/usr/bin/env python3
"""Compares the number of nodes that `shapewright fold` and onnxsim (without its optimizations) remove from each model.

Usage: compare_onnxsim.py [PATH ...] [--manifest FILE] [--tier TIER] [--slim] [--binary PATH] [--json FILE] [--list]

    cargo build --release --features cli
    pip install onnx onnxruntime onnxsim onnxslim
    tools/compare_onnxsim.py models/

onnxsim runs without fusion passes and without checking outputs, which leaves constant folding, shape inference, and the
removal of unused nodes. --slim adds a column for onnxslim without its optimizations. The script counts the nodes of the
main graph except Constant, because folding into a Constant node is equivalent to folding into an initializer. Nodes that
the other tools remove without folding (an Identity, a duplicate, a node without effect) are recognized by their operator.
The exit code is 1 if onnxsim removes more of any other node.
"""
import argparse
import collections
import json
import pathlib
import subprocess
import sys
import tempfile

# Do not leave bytecode next to the modules in the repository.
sys.dont_write_bytecode = True
from oracles import models, program
from oracles.isolated import isolated

# Removing these is not folding: they pass their input through.
PASS_ON = {"Identity", "Dropout", "Cast", "Reshape", "Transpose", "Squeeze", "Unsqueeze", "Concat", "Slice", "Expand", "Pad"}


def operators(model):
    return collections.Counter(n.op_type for n in model.graph.node if n.op_type != "Constant")


def count(path):
    import onnx

    return operators(onnx.load(path, load_external_data=False))


def with_onnxsim(path):
    import onnx
    import onnxsim

    model, _ = onnxsim.simplify(onnx.load(path), check_n=0, perform_optimization=False, skip_fuse_bn=True)
    return operators(model)


def with_onnxslim(path):
    import onnx
    import onnxslim

    passes = ["EliminationSubexpression", "FusionGelu", "FusionPadConv", "FusionConvBN"]
    return operators(onnxslim.slim(onnx.load(path), skip_fusion_patterns=passes, skip_optimizations=["graph_fusion", "dead_node_elimination", "subexpression_elimination", "weight_tying"]))


def with_fold(binary, path):
    with tempfile.TemporaryDirectory() as folder:
        out = pathlib.Path(folder) / "folded.onnx"
        command = [binary, "fold", str(path), "-o", str(out), "--force", "--external", "copy", "--format", "json",
                   "--max-elements", str(2**40), "--max-bytes", str(2**40), "--allow-growth", str(2**40)]
        done = subprocess.run(command, capture_output=True, text=True, timeout=300)
        if not out.exists():
            raise RuntimeError(done.stderr.strip()[-200:])
        report = json.loads(done.stdout) if done.stdout.strip() else {}
        return count(out), report


def compare(options, path):
    before = isolated(count, path)
    result = {"path": str(path), "before": before.total()}
    folded, report = with_fold(options.binary, path)
    result["fold"] = before.total() - folded.total()
    tools = [("onnxsim", with_onnxsim)] + ([("onnxslim", with_onnxslim)] if options.slim else [])
    for name, call in tools:
        try:
            left = isolated(call, path, timeout=300)
        except RuntimeError as error:
            result[name] = f"{error}"
            continue
        result[name] = before.total() - left.total()
        if name == "onnxsim" and result[name] > result["fold"]:
            result["more there"] = dict(folded - left)
            result["kept"] = sorted({k.get("op", "") + ": " + k.get("why", "") for k in report.get("kept", [])})
    return result


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    models.add_arguments(parser)
    program.add_arguments(parser)
    parser.add_argument("--slim", action="store_true")
    parser.add_argument("--json", type=pathlib.Path)
    parser.add_argument("--list", action="store_true", help="list all models, not only where onnxsim removes more")
    options = parser.parse_args()
    totals, worse, results = collections.Counter(), [], []
    print(f"{'nodes':>7}{'fold':>7}{'onnxsim':>9}  model")
    for model in models.chosen(options):
        if model.is_ir:
            continue
        try:
            result = compare(options, model.path)
        except (RuntimeError, subprocess.TimeoutExpired) as error:
            result = {"path": str(model.path), "failed": str(error)}
        results.append(result)
        theirs = result.get("onnxsim")
        if "failed" in result or isinstance(theirs, str):
            totals["models that one or both fail on"] += 1
        else:
            totals["models"] += 1
            totals["fold"], totals["onnxsim"] = totals["fold"] + result["fold"], totals["onnxsim"] + theirs
            verdict = "fewer than onnxsim" if result["fold"] < theirs else "as many" if result["fold"] == theirs else "more"
            totals[verdict] += 1
            if result["fold"] < theirs and not set(result["more there"]) <= PASS_ON:
                worse.append(result)
        if options.list or result.get("more there") or "failed" in result or isinstance(theirs, str):
            print(f"{result.get('before', 0):>7}{result.get('fold', '-'):>7}{theirs if not isinstance(theirs, str) else 'failed':>9}  {result['path']} "
                  + str(result.get("failed") or result.get("more there") or (theirs if isinstance(theirs, str) else "")), flush=True)
            for why in result.get("kept", [])[:6]:
                print(f"{'':>25}{why}")
    for label, number in totals.items():
        print(f"{label:<36}{number:>8}")
    if options.json:
        options.json.write_text(json.dumps(results, indent=1))
    return int(bool(worse))


if __name__ == "__main__":
    sys.exit(main())
