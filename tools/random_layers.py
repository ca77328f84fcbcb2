#!/usr/bin/env python3
"""Compares shapewright with OpenVINO on random single-layer IR models for every operator.

Usage: random_layers.py [--op NAME ...] [--count N] [--seconds N] [--binary PATH] [--json FILE] [--keep DIRECTORY]
                        [--list] [--misses]

    cargo build --release --features cli
    pip install openvino numpy ml_dtypes
    tools/random_layers.py --op Convolution Pad --list

The layers are random mutations of a seed for each operator and version (oracles/random_layers/seeds.py); most are valid, and
some are not. OpenVINO reads each model with all shapes and values known, and with intervals, unknown sizes, or an unknown rank
in their place. The same --count produces the same models.

  unsound       shapewright excludes the shape that OpenVINO infers when everything is known and produces in a run, or infers
                another type: a bug in shapewright
  false error   OpenVINO reads and runs the model, but shapewright reports an error
  noted         such a disagreement, or a crash of OpenVINO, that is accepted for a reason (oracles/random_layers/noted.py)
  read, but does not run   OpenVINO reads the model but refuses to compile or run it, which proves nothing
  OpenVINO died            OpenVINO terminated its process
  less precise  OpenVINO knows more about the model as written
  OpenVINO contradicts itself   what it infers for unknown sizes excludes what it infers when everything is known
  miss          OpenVINO rejects the model and shapewright reports nothing, or only when everything is known

Operators with bodies (If, Loop, TensorIterator) and variables (Assign, ReadValue) have no seeds. The exit code is 1 if
there is an unsound result or a false error.
"""
import argparse
import collections
import json
import pathlib
import sys

# Do not leave bytecode next to the modules in the repository.
sys.dont_write_bytecode = True
from oracles import program
from oracles.sweep import AGREE, FALSE_ERROR, MISS, UNSOUND, show_examples, tally
from oracles.random_layers.seeds import all_seeds
from oracles.random_layers.work import DIED, IMPRECISE, examine

COLUMNS = ["models", "run", "exact", "not exact", UNSOUND, FALSE_ERROR, "noted", "read, but does not run", IMPRECISE, MISS, "found when all is known", DIED, "OpenVINO contradicts itself"]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--op", nargs="*")
    parser.add_argument("--count", type=int, default=300, help="models for each operator and version")
    parser.add_argument("--seconds", type=float, default=60, help="maximum time for each")
    parser.add_argument("--json", type=pathlib.Path, help="write all verdicts to this file")
    parser.add_argument("--keep", type=pathlib.Path, help="keep models with a mistake in this directory")
    parser.add_argument("--list", action="store_true", help="list every mistake")
    parser.add_argument("--misses", action="store_true", help="also list misses")
    program.add_arguments(parser)
    options = parser.parse_args()
    results, total = {}, collections.Counter()
    print(f"{'operator':<48}" + "".join(f"{c[:12]:>13}" for c in COLUMNS))
    for (name, version), seeds in sorted(all_seeds().items()):
        if options.op and name not in options.op:
            continue
        verdicts, died = examine(name, version, seeds, options)
        counts = tally(verdicts)
        total.update(counts)
        results[f"{name}-{version}"] = {"counts": counts, "died": died, "verdicts": [v for v in verdicts if v["verdict"] != AGREE]}
        print(f"{f'{name}-{version}':<48}" + "".join(f"{counts[c]:>13}" for c in COLUMNS), flush=True)
        if options.list:
            show_examples(verdicts, (UNSOUND, FALSE_ERROR, DIED, IMPRECISE), options.misses)
    print(f"{'all':<48}" + "".join(f"{total[c]:>13}" for c in COLUMNS))
    if options.json:
        options.json.write_text(json.dumps(results, indent=1))
    return int(total[UNSOUND] + total[FALSE_ERROR] > 0)


if __name__ == "__main__":
    sys.exit(main())
