#!/usr/bin/env python3
"""Compares the inferred type and shape of every value with other tools and with real runs.

Usage: compare_shapes.py MODE [PATH ...] [--manifest FILE] [--facts DIRECTORY] [--tier TIER]
                         [--peers] [--binary PATH] [--json FILE] [--list]

    cargo build --release --features cli
    pip install onnx onnxruntime sympy openvino
    tools/compare_shapes.py own models/ --peers

MODE is
  own       uses the models' own symbols and compares the precision with each reference. If facts of a run are recorded,
            every shape is evaluated with the dimensions of that run and must contain the shape in the run.
  run       uses ONNX models with the inputs of a recorded run: every tensor must have the shape of the run. --peers checks
            the other tools in the same way, on a copy of the model whose inputs have these dimensions.
  static    uses IR models with the input shapes for which OpenVINO's facts are recorded.

References are recorded facts (--facts, see oracles/stored.py) and, with --peers, the packages themselves: onnx
(infer_shapes, data_prop), ONNX Runtime (symbolic_shape_infer), and OpenVINO (read_model). A PATH is a model or a directory.
The exit code is 1 if a shape contradicts a run.
"""
import argparse
import collections
import json
import pathlib
import re
import sys

# Do not leave bytecode next to the modules in the repository.
sys.dont_write_bytecode = True
from oracles import models, program
from oracles.comparison import compare_own, compare_run, compare_static
from oracles.peers import PEERS, Peer


def reason(deviation):
    """The reason, without the parts that are specific to a value."""
    why = re.sub(r", at .*|`[^`]*`", "", deviation.get("why") or "no reason given")
    return f"{deviation['verdict']}, {deviation['reference']}: {why}"


def show_reasons(results):
    values, where = collections.Counter(), collections.defaultdict(set)
    for result in results:
        for deviation in result["deviations"]:
            values[reason(deviation)] += 1
            where[reason(deviation)].add(result["path"])
    print("\nvalues, models: verdict, reference: reason")
    for why, count in values.most_common():
        print(f"  {count:>6} {len(where[why]):>5}  {why}")


def show(results, options):
    """Prints a table by reference, then the models with an unexpected result."""
    references = collections.defaultdict(collections.Counter)
    whole = collections.defaultdict(collections.Counter)
    for result in results:
        for reference, counts in result["counts"].items():
            references[reference].update(counts)
            whole[reference]["models"] += 1
            whole[reference]["models without a deviation"] += not any(d["reference"] == reference for d in result["deviations"])
    for reference, counts in sorted(references.items()):
        print(f"\n{reference}")
        for label, count in [*whole[reference].items(), *sorted(counts.items())]:
            print(f"  {label:<44}{count:>10}")
    show_reasons(results)
    for result in results:
        if result.get("failed"):
            print(f"  FAILED {result['path']}: {result['failed']}")
        for d in result["deviations"] if options.list else []:
            print(f"  {d['verdict']:<14} {d['reference']:<16} {result['path']} {d['value']}: {d['ours']} against {d['theirs']} {d.get('why') or ''}")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("mode", choices=["own", "run", "static"])
    models.add_arguments(parser)
    program.add_arguments(parser)
    parser.add_argument("--peers", action="store_true", help="also run the packages")
    parser.add_argument("--no-declared", action="store_true", help="ignore the declarations of inner values")
    parser.add_argument("--json", type=pathlib.Path, help="write the result for each model to this file")
    parser.add_argument("--list", action="store_true", help="list every deviating value")
    options = parser.parse_args()
    chosen = models.chosen(options)
    peers = {name: Peer(name) for names in PEERS.values() for name in names} if options.peers else {}
    results = {"own": compare_own, "run": compare_run, "static": compare_static}[options.mode](options, chosen, peers)
    for peer in peers.values():
        peer.end()
    show(results, options)
    if options.json:
        options.json.write_text(json.dumps(results, indent=1))
    return int(any(d["verdict"] == "contradiction" and d["reference"] == "run" for r in results for d in r["deviations"]))


if __name__ == "__main__":
    sys.exit(main())
