#!/usr/bin/env python3
"""Compares the values that shapewright computes with the recorded outputs of onnx's node tests.

Usage: node_values.py [--only OP,...] [--binary PATH] [--json FILE] [--list]

    cargo build --release
    pip install onnx==1.23.2 numpy ml_dtypes
    tools/node_values.py --list

Every test that `onnx.backend.test` collects gets the inputs of its first data set as initializers and is folded. It is
evaluated if no node is left, and equal if every output is within the tolerances of the test, which are those of onnx's own
test runner. The tests whose names end in `_expanded` run the body of a function and are counted separately. The exit code is
1 if an output differs.
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
from oracles import program
from oracles.node_models import cases, with_initializers


def operator(node):
    return node.op_type if node.domain in ("", "ai.onnx") else f"{node.domain}.{node.op_type}"


def fold(binary, model, folder):
    """Returns the folded model, and why nodes are left."""
    from onnx import load

    before, after = folder / "before.onnx", folder / "after.onnx"
    before.write_bytes(model.SerializeToString())
    after.unlink(missing_ok=True)
    command = [binary, "fold", str(before), "-o", str(after), "--format", "json", "--nan", "--force", "--max-bytes", str(1 << 30)]
    done = subprocess.run(command, capture_output=True, text=True, timeout=600)
    if not after.exists():
        return None, f"fold exits with {done.returncode}: {done.stderr.strip()[-200:]}"
    kept = json.loads(done.stdout)["kept"]
    return load(str(after)), kept[0]["why"] if kept else None


def array(value):
    """Returns a value as an array; None if it is not a tensor."""
    import numpy as np
    from onnx import TensorProto, numpy_helper

    if isinstance(value, TensorProto):
        return numpy_helper.to_array(value)
    return None if value is None or isinstance(value, (list, dict, tuple)) else np.asarray(value)


def difference(expected, found, case):
    """Returns how two arrays differ; None if they are equal within the tolerances of the test."""
    import numpy as np

    if expected.shape != found.shape:
        return f"shape {list(found.shape)} instead of {list(expected.shape)}"
    if expected.dtype.kind in "OUST" or found.dtype.kind in "OUST":
        same = [str(a) for a in expected.reshape(-1)] == [str(b) for b in found.reshape(-1)]
        return None if same else f"{found.reshape(-1)[:4]} instead of {expected.reshape(-1)[:4]}"
    if expected.dtype != found.dtype:
        return f"{found.dtype} instead of {expected.dtype}"
    wide = np.complex128 if expected.dtype.kind == "c" else np.float64 if expected.dtype.kind in "fV" else None
    a, b = (x.astype(wide) if wide else x for x in (expected, found))
    if np.array_equal(a, b, equal_nan=wide is not None):
        return None
    if wide and np.allclose(b, a, rtol=case.rtol, atol=case.atol, equal_nan=True):
        return None
    at = np.argmax((a != b).reshape(-1))
    return f"element {at} is {b.reshape(-1)[at]} instead of {a.reshape(-1)[at]}"


def judge(case, binary, folder):
    """Returns `evaluated`, `equal`, or neither, and why."""
    expected = [array(value) for value in case.data[0][1]]
    if any(value is None for value in expected):
        return "other", "an output is not a tensor"
    folded, why = fold(binary, with_initializers(case.model, case.data[0][0]), folder)
    if folded is None or folded.graph.node:
        return "kept", why or "a node is left"
    found = {tensor.name: tensor for tensor in folded.graph.initializer}
    for info, value in zip(case.model.graph.output, expected):
        if info.name not in found:
            return "kept", f"{info.name} is not a constant"
        why = difference(value, array(found[info.name]), case)
        if why:
            return "differs", f"{info.name}: {why}"
    return "equal", None


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--only", help="only the tests of these operators")
    parser.add_argument("--json", type=pathlib.Path, help="write the verdicts to this file")
    parser.add_argument("--list", action="store_true", help="list operators and tests that are not evaluated or not equal")
    program.add_arguments(parser)
    options = parser.parse_args()
    only, verdicts = set(options.only.split(",")) if options.only else None, []
    with tempfile.TemporaryDirectory() as folder:
        for case in cases():
            name = operator(case.model.graph.node[0])
            expanded = "_expanded" in case.name or len(case.model.graph.node) > 1
            if not case.data or (only and name not in only):
                continue
            verdict, why = judge(case, options.binary, pathlib.Path(folder))
            verdicts.append({"case": case.name, "operator": None if expanded else name, "verdict": verdict, "why": why})
    for expanded in (False, True):
        counts = collections.Counter(v["verdict"] for v in verdicts if (v["operator"] is None) == expanded)
        kind = "expanded tests" if expanded else "tests of one node"
        print(f"{kind} {sum(counts.values())}: " + ", ".join(f"{v} {c}" for v, c in sorted(counts.items())))
    operators = collections.defaultdict(collections.Counter)
    for v in verdicts:
        if v["operator"]:
            operators[v["operator"]][v["verdict"]] += 1
    whole = sum(set(c) == {"equal"} for c in operators.values())
    print(f"operators {len(operators)}: with an equal test {sum('equal' in c for c in operators.values())}, all tests equal {whole}")
    for name, c in sorted(operators.items(), key=lambda item: -sum(item[1].values())) if options.list else []:
        if set(c) != {"equal"}:
            print(f"  {name}: " + ", ".join(f"{v} {n}" for v, n in sorted(c.items())))
    for v in verdicts if options.list else []:
        if v["verdict"] != "equal":
            print(f"  {v['verdict']:<8} {v['case']}: {v['why']}")
    if options.json:
        options.json.write_text(json.dumps(verdicts, indent=1))
    return int(any(v["verdict"] == "differs" for v in verdicts))


if __name__ == "__main__":
    sys.exit(main())
