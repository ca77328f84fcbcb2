#!/usr/bin/env python3
"""Injects faults into valid models and measures what shapewright reports about them.

Usage: inject_faults.py PATH ... [--per-class N] [--seed N] [--only TEXT] [--peers] [--sample N] [--keep DIRECTORY]

    cargo build --release --features cli
    pip install onnx onnxruntime openvino numpy onnx-doctor
    tools/inject_faults.py models/ --peers

PATH are models, or directories of models, in ONNX and OpenVINO IR. Models in which shapewright finds an error are left out.
Each class of faults is one kind of edit (injection/), applied to up to N models; it edits a model only where the edit
makes it invalid. The same paths and seed give the same faults. For each class, the table shows how many faulty models

  caught   have an error that the valid model does not have (for the classes marked `w`, an error or a warning: their
           reference runtime runs such a model)
  single   have exactly one
  located  have one at the edited node, value, or declaration; for an edited initializer also at a node that reads it, if
           the message names the initializer

--sample prints findings next to the edits, for a person to judge whether the help would repair the model. --peers asks
onnx.checker, onnx-doctor, ONNX Runtime, and OpenVINO about the same models, each in a separate process.
"""
import argparse
import collections
import json
import pathlib
import random
import sys
import tempfile

# Do not leave bytecode next to the modules in the repository.
sys.dont_write_bytecode = True
from injection import asking, making
from oracles import models, program

MARKS = ("caught", "single", "located")


def table(verdicts):
    """Prints the marks of every class, the worst classes first."""
    rows = collections.defaultdict(list)
    for made, verdict in verdicts:
        rows[made.fault.dialect, made.fault.name, made.fault.level].append(verdict)
    print(f"{'class':42} {'files':>5} " + " ".join(f"{m:>8}" for m in MARKS))
    counts = {key: [sum(getattr(v, m) for v in found) for m in MARKS] for key, found in rows.items()}
    for key in sorted(rows, key=lambda k: [c / len(rows[k]) for c in counts[k]]):
        name = f"{key[0]}/{key[1]}{' w' if key[2] == 'warning' else ''}"
        print(f"{name:42} {len(rows[key]):5} " + " ".join(f"{100 * c / len(rows[key]):7.0f}%" for c in counts[key]))
    sums = [sum(c) for c in zip(*counts.values())]
    print(f"{f'all {len(rows)} classes':42} {len(verdicts):5} " + " ".join(f"{100 * s / len(verdicts):7.2f}%" for s in sums))


def sample(verdicts, count, seed):
    """Prints edits and findings, of every class before a second of any."""
    rng, by_class = random.Random(seed), collections.defaultdict(list)
    for one in verdicts:
        by_class[one[0].fault].append(one)
    queues = [rng.sample(found, len(found)) for found in by_class.values()]
    rng.shuffle(queues)
    chosen = [queue[turn] for turn in range(max(map(len, queues))) for queue in queues if turn < len(queue)][:count]
    for made, verdict in chosen:
        print(f"\n== {made.fault.dialect}/{made.fault.name} {made.path.name}\n  edit:   {made.edit.what}\n  repair: {made.edit.repair}")
        for finding in verdict.findings[:3]:
            print(f"  {finding['level']} {finding['code']} at {finding['location']['node'] or finding['location']['value']}: {finding['message']}")
            for text in finding["help"]:
                print(f"    help: {text}")


def as_json(made, verdict, folder):
    return {"class": f"{made.fault.dialect}/{made.fault.name}", "level": made.fault.level, "valid": str(made.valid), "file": str(made.path.relative_to(folder)),
            "what": made.edit.what, "repair": made.edit.repair, **{m: getattr(verdict, m) for m in MARKS}, "findings": verdict.findings}


def run(options, folder):
    paths = [m.path for m in models.walk(options.paths)]
    clean = asking.without_error(options.binary, paths)
    made = making.make(making.read(clean), folder, options.per_class, options.seed, options.only)
    made, verdicts = asking.judged(options.binary, made)
    print(f"{len(paths)} models, {len(clean)} of them without an error; {len(made)} faulty models")
    table(verdicts)
    if options.sample:
        sample(verdicts, options.sample, options.seed)
    results = [as_json(m, v, folder) for m, v in verdicts]
    if options.peers:
        from injection import peers

        peers.measure(made, results)
    if options.json:
        options.json.write_text(json.dumps(results, indent=1))
    return len(verdicts), [sum(getattr(v, m) for _, v in verdicts) for m in MARKS]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("paths", nargs="+", help="models, or directories of models")
    program.add_arguments(parser)
    parser.add_argument("--per-class", type=int, default=12, help="faulty models for each class (default: 12)")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--only", default="", help="only classes whose name, such as onnx/cycle, contains this text")
    parser.add_argument("--sample", type=int, default=0, metavar="N", help="print N findings next to the edits")
    parser.add_argument("--peers", action="store_true", help="also ask the other tools")
    parser.add_argument("--keep", type=pathlib.Path, help="write the faulty models to this directory, which must be empty")
    parser.add_argument("--json", type=pathlib.Path, help="write every edit and its findings to this file")
    options = parser.parse_args()
    if options.keep:
        if options.keep.exists() and any(options.keep.iterdir()):
            parser.error(f"{options.keep} is not empty")
        count, marks = run(options, options.keep)
    else:
        with tempfile.TemporaryDirectory() as folder:
            count, marks = run(options, pathlib.Path(folder))
    # The goals for recall, for exactly one finding, and for the location.
    return int(any(mark < goal * count for mark, goal in zip(marks, (0.995, 0.97, 0.97))))


if __name__ == "__main__":
    sys.exit(main())
