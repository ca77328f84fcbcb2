#!/usr/bin/env python3
"""Random OpenVINO IR models of one layer for every operator, read by OpenVINO and compared with what shapewright infers.

Usage: random_layers.py [--op NAME ...] [--count N] [--seconds N] [--binary PATH] [--json FILE] [--keep FOLDER]
                        [--list] [--misses]

    cargo build --release
    pip install openvino numpy ml_dtypes
    tools/random_layers.py --op Convolution Pad --list

The layers come of a seed of each operator and version (oracles/random_layers/seeds.py), changed at random: most are
valid, some are not. OpenVINO reads each with all shapes and values known, and with intervals, unknown sizes or an
unknown rank in their place. The same --count gives the same models.

  unsound       we exclude the shape that OpenVINO gives when all is known and in a run, or have another type: a mistake of ours
  false error   OpenVINO reads and runs the model, but we report an error
  noted         such a disagreement, or a crash of OpenVINO, that stays, with its reason (oracles/random_layers/noted.py)
  read, but does not run   what OpenVINO reads, but refuses to compile or to run: neither proves anything
  OpenVINO died            it ended its process
  less precise  OpenVINO knows more of the model as it is
  OpenVINO contradicts itself   what it infers of unknown sizes excludes what it infers when all is known
  miss          OpenVINO refuses the model and we are silent, or find the fault only when all is known

Operators with bodies (If, Loop, TensorIterator) and variables (Assign, ReadValue) have no seeds. The exit code is 1 if
anything is unsound or a false error.
"""
import argparse
import collections
import json
import pathlib
import sys

# Nothing is left beside the modules in the repository.
sys.dont_write_bytecode = True
from oracles import program
from oracles.sweep import AGREE, FALSE_ERROR, MISS, UNSOUND, show_examples, tally
from oracles.random_layers.seeds import all_seeds
from oracles.random_layers.work import DIED, IMPRECISE, examine

COLUMNS = ["models", "run", "exact", "not exact", UNSOUND, FALSE_ERROR, "noted", "read, but does not run", IMPRECISE, MISS, "found when all is known", DIED, "OpenVINO contradicts itself"]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--op", nargs="*")
    parser.add_argument("--count", type=int, default=300, help="models an operator and version")
    parser.add_argument("--seconds", type=float, default=60, help="the most time each gets")
    parser.add_argument("--json", type=pathlib.Path, help="write all verdicts to this file")
    parser.add_argument("--keep", type=pathlib.Path, help="leave models with a mistake in this folder")
    parser.add_argument("--list", action="store_true", help="list every mistake")
    parser.add_argument("--misses", action="store_true", help="list what we are silent about, too")
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
