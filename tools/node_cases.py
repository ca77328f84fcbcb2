#!/usr/bin/env python3
"""Measures how precisely shapewright infers the outputs of onnx's node tests, whose real outputs are known.

Usage: node_cases.py [--initializers] [--peers] [--binary PATH] [--json FILE] [--list]

    cargo build --release --features cli
    pip install onnx==1.23.2 numpy
    tools/node_cases.py --peers

Every test that `onnx.backend.test` collects is written without the shapes of its outputs. An output is static if every
dimension is a number, and partial if only its rank is known. It is a contradiction if a recorded output has another type, or a
shape that the inferred one does not contain. --initializers turns the inputs of the first data set into initializers.
--peers does the same with onnx.shape_inference (data_prop). The exit code is 1 if there is a contradiction.
"""
import argparse
import collections
import json
import pathlib
import sys
import tempfile

# Do not leave bytecode next to the modules in the repository.
sys.dont_write_bytecode = True
from oracles import program
from oracles.node_models import write
from oracles.peers import Peer
from oracles.sizes import Symbols, contains, show


def judge(kind, shape, why, reals, bounds):
    """Returns a verdict. `reals` is the type and shape of the output in each data set."""
    for element, sizes in filter(None, reals):
        if kind not in (None, element):
            return "contradiction", f"{kind} instead of {element}"
        if not contains(shape, sizes, Symbols(bounds, {})):
            return "contradiction", f"{show(shape)} instead of {sizes}"
    if shape is None:
        return "none", why
    static = all(isinstance(d, int) for d in shape)
    return ("static", None) if static else ("partial", why or show(shape))


def ours(report):
    """Returns the type, the shape, and the reason of each output."""
    for value in program.outputs(report):
        yield (value["type"], value["shape"], value["why_unknown"]) if value else (None, None, "no such value")


def theirs(facts, model):
    for info in model.graph.output:
        kind, shape = (facts.get(info.name) or (None, None)) if isinstance(facts, dict) else (None, None)
        yield kind, shape, facts if isinstance(facts, str) else None


def tensors(case, sets, found, bounds):
    """Yields the verdicts on those outputs of a test that are tensors."""
    for i, (info, (kind, shape, why)) in enumerate(zip(case.model.graph.output, found)):
        if info.type.WhichOneof("value") == "tensor_type":
            yield info.name, *judge(kind, shape, why, [reals[i] for reals in sets if i < len(reals)], bounds)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--initializers", action="store_true")
    parser.add_argument("--peers", action="store_true")
    parser.add_argument("--json", type=pathlib.Path, help="write the verdicts to this file")
    parser.add_argument("--list", action="store_true", help="list outputs that are not static")
    parser.add_argument("--keep", help="write the models to this directory and keep them")
    program.add_arguments(parser)
    options = parser.parse_args()
    counts, listed, operators = collections.defaultdict(collections.Counter), [], {}
    with tempfile.TemporaryDirectory() as folder:
        written = write(options.keep or folder, options.initializers)
        reports = program.shapes(options.binary, written)
        peer = Peer("onnx") if options.peers else None
        for path, (case, sets) in written.items():
            report = reports.get(path) or {"graphs": [], "symbols": {}, "status": "not in the report", "diagnostics": []}
            counts["shapewright"][report["status"][:40]] += report["status"] != "ok"
            counts["shapewright"]["models with an error"] += bool(report["diagnostics"])
            answers = [("shapewright", ours(report), report["symbols"])]
            if peer:
                answers.append(("onnx", theirs(peer.ask(path), case.model), {}))
            for tool, found, bounds in answers:
                for name, verdict, why in tensors(case, sets, found, bounds):
                    counts[tool][verdict] += 1
                    if tool == "shapewright" and verdict != "static":
                        listed.append({"case": case.name, "output": name, "verdict": verdict, "why": why})
            for finding in report["diagnostics"]:
                listed.append({"case": case.name, "output": "", "verdict": "error", "why": f"{finding['code']} {finding['message']}"})
            operators[case.name] = case.model.graph.node[0].op_type
        if peer:
            peer.end()
    print(f"models {len(written)}")
    for tool, verdicts in counts.items():
        print(f"{tool:<12} outputs {sum(verdicts[v] for v in ('static', 'partial', 'none', 'contradiction'))}: "
              + ", ".join(f"{v} {c}" for v, c in sorted(verdicts.items()) if c))
    left = collections.Counter((d["verdict"], operators[d["case"]]) for d in listed)
    for (verdict, operator), count in left.most_common() if options.list else []:
        print(f"  {count:>5} {verdict:<14} {operator}")
    for entry in listed if options.list else []:
        print(f"  {entry['verdict']:<14} {entry['case']} {entry['output']}: {entry['why']}")
    if options.json:
        options.json.write_text(json.dumps(listed, indent=1))
    return int(counts["shapewright"]["contradiction"] > 0)


if __name__ == "__main__":
    sys.exit(main())
