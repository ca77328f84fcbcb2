#!/usr/bin/env python3
"""Compares shapewright with real runs of random single-node models for every ONNX signature.

Usage: random_nodes.py [--op NAME ...] [--domain NAME] [--count N] [--seconds N] [--binary PATH] [--json FILE]
                       [--keep DIRECTORY] [--list]

    cargo build --release --features cli
    pip install onnx onnxruntime numpy ml_dtypes
    tools/random_nodes.py --op Conv Reshape --list

The nodes come from generators by operator family (oracles/random_nodes/recipes.py) and from onnx's own node tests. They are
adapted to the version and mutated at random; most are valid, and some are not. Inputs are constants, or graph inputs with their
shape, with symbols, with only a rank, or without a shape. Each model runs in ONNX Runtime, or in onnx.reference if ONNX Runtime
has no kernel. The same --count produces the same models.

  unsound       an output has a type or shape that the inferred one does not contain: a bug in shapewright
  false error   the model runs, but shapewright reports an error: a bug in shapewright or in the runtime
  noted         such a disagreement that is accepted for a reason (oracles/random_nodes/noted.py)
  less precise  onnx.shape_inference knows more and is right
  miss          the model does not run and shapewright reports nothing; models that onnx also rejects are counted separately

The exit code is 1 if anything is unsound.
"""
import argparse
import collections
import json
import pathlib
import sys

# Do not leave bytecode next to the modules in the repository.
sys.dont_write_bytecode = True
from oracles import program
from oracles.sweep import AGREE, FALSE_ERROR, UNSOUND, show_examples, tally
from oracles.random_nodes.judge import IMPRECISE
from oracles.random_nodes.seeds import all_seeds
from oracles.random_nodes.work import SCHEMAS, examine

COLUMNS = ["models", "run", "exact", "not exact", UNSOUND, FALSE_ERROR, "noted", IMPRECISE, "miss, onnx too refuses", "miss"]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--op", nargs="*")
    parser.add_argument("--domain")
    parser.add_argument("--count", type=int, default=300, help="models for each signature")
    parser.add_argument("--seconds", type=float, default=30, help="maximum time for each signature")
    parser.add_argument("--json", type=pathlib.Path, help="write all verdicts to this file")
    parser.add_argument("--keep", type=pathlib.Path, help="keep models with a mistake in this directory")
    parser.add_argument("--list", action="store_true", help="list every mistake")
    parser.add_argument("--misses", action="store_true", help="also list misses")
    program.add_arguments(parser)
    options = parser.parse_args()
    schemas = [s for s in SCHEMAS if (not options.op or s.name in options.op) and (options.domain is None or s.domain == options.domain)]
    seeds, results, total = all_seeds(), {}, collections.Counter()
    print(f"{'signature':<40}" + "".join(f"{c[:12]:>13}" for c in COLUMNS))
    for schema in sorted(schemas, key=lambda s: (s.domain, s.name, s.since_version)):
        name = f"{schema.domain + '.' if schema.domain else ''}{schema.name}-{schema.since_version}"
        verdicts, died, not_made = examine(schema, seeds.get((schema.domain, schema.name), []), options)
        counts = tally(verdicts)
        total.update(counts)
        results[name] = {"counts": counts, "died": died, "not made": not_made, "verdicts": [v for v in verdicts if v["verdict"] != AGREE]}
        remark = (f"  the runtime died {died} times" if died else "") + (f"  not made {len(not_made)}: {not_made[0]}" if not_made else "")
        print(f"{name:<40}" + "".join(f"{counts[c]:>13}" for c in COLUMNS) + remark, flush=True)
        if options.list:
            show_examples(verdicts, (UNSOUND, FALSE_ERROR, IMPRECISE), options.misses)
    print(f"{'all':<40}" + "".join(f"{total[c]:>13}" for c in COLUMNS))
    if options.json:
        options.json.write_text(json.dumps(results, indent=1))
    return int(total[UNSOUND] > 0)


if __name__ == "__main__":
    sys.exit(main())
