#!/usr/bin/env python3
"""Do threads that share the Python module find the same as one, and do they run at the same time?

Usage: python_threads.py [PATH ... | --manifest FILE] [--tier TIER] [--limit N] [--threads N] [--rounds N]

    pip install ./python
    tools/python_threads.py --manifest models/manifest.json --limit 200

Each thread takes the next model, checks it, infers it, and annotates it. Prints the wall time of one thread, of two, and of
--threads, each the least of some interleaved rounds. The exit code is 1 if a result differs from that of one thread.
"""
import argparse
import sys
import time
from concurrent.futures import ThreadPoolExecutor

# Do not leave bytecode next to the modules in the repository.
sys.dont_write_bytecode = True
import shapewright
from oracles import models


def results(path):
    """What is found in a model: the report, the types, and the annotated bytes or why there are none."""
    data = path.read_bytes()
    try:
        facts = {name: fact.type for name, fact in shapewright.infer(data).items()}
        annotated = shapewright.infer_shapes(data)
    except shapewright.ModelError as error:
        facts, annotated = {}, str(error)
    return shapewright.check(data).to_json(), facts, annotated


def timed(files, threads):
    start = time.perf_counter()
    with ThreadPoolExecutor(threads) as pool:
        found = list(pool.map(results, files))
    return time.perf_counter() - start, found


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    models.add_arguments(parser)
    parser.add_argument("--limit", type=int, default=200, help="at most this many models, evenly chosen")
    parser.add_argument("--threads", type=int, default=8)
    parser.add_argument("--rounds", type=int, default=5)
    options = parser.parse_args()
    files = [model.path for model in models.chosen(options) if not model.is_ir]
    if len(files) > options.limit:
        files = [files[at * len(files) // options.limit] for at in range(options.limit)]
    expected, best, wrong = timed(files, 1)[1], {}, 0
    for _ in range(options.rounds):
        for threads in (1, 2, options.threads):
            seconds, found = timed(files, threads)
            best[threads] = min(seconds, best.get(threads, seconds))
            wrong += sum(a != b for a, b in zip(found, expected))
    print(f"{len(files)} models, {options.rounds} rounds, {wrong} results differ from those of one thread")
    for threads, seconds in best.items():
        print(f"{threads} threads: {seconds:.3f} s, {best[1] / seconds:.2f} times one thread")
    sys.exit(wrong > 0)


if __name__ == "__main__":
    main()
