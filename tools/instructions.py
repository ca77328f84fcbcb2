#!/usr/bin/env python3
"""Counts the instructions of commands on made models with valgrind, and compares them with benches/instructions.txt.

Usage: instructions.py [--binary PATH] [--bless]

    cargo build --features cli
    tools/instructions.py

Unlike times, the counts do not depend on how busy the machine is. They are the same up to a few tenths of a percent, except that the
seeds of hash tables depend on addresses, and one in ten costs up to 5 % more; so a count that is too high is taken again with other
addresses. They are those of the program without optimization, which the tests build anyway: they show work that was added, not what
the compiler makes of it.
The exit code is 1 if a count is more than 3 % above its line of the table, or more than 10 % below it, so that the table stays true
(30 % above or below with another compiler than that of the table). --bless writes the table. Without valgrind, nothing is compared.
"""
import argparse
import math
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor

# Do not leave bytecode next to the modules in the repository.
sys.dont_write_bytecode = True
from scaling import folds, layers, records, values

ROOT = pathlib.Path(__file__).resolve().parents[1]
TABLE = ROOT / "benches/instructions.txt"
FAMILIES = {**records.FAMILIES, **values.FAMILIES, **folds.FAMILIES, **layers.FAMILIES}
# What grows, its number, and the command.
CASES = [
    ("chain, short names", 300, "shapes -f json"),
    ("chain, short names", 300, "lint --select ALL"),
    ("reductions, short names", 200, "lint"),
    ("shape_arithmetic", 100, "shapes -f json"),
    ("broadcasts", 100, "shapes"),
    ("function_nodes, short names", 200, "shapes"),
    ("loop_states, short names", 60, "shapes"),
    ("folded_chain", 200, "fold --dry-run"),
    ("IR chain, short names", 150, "shapes -f json"),
    ("IR chain, short names", 150, "lint --select ALL"),
]
ABOVE, BELOW, OTHER_COMPILER = 0.03, 0.10, 0.30


def instructions(binary, case, folder, padding=0):
    family, number, command = case
    path = folder / f"{CASES.index(case)}.{'xml' if family.startswith('IR ') else 'onnx'}"
    path.write_bytes(FAMILIES[family](number))
    first, *rest = command.split()
    line = ["valgrind", "--tool=callgrind", f"--callgrind-out-file={os.devnull}", str(binary), first, *rest, path.name]
    # Names of folders and variables are read, too.
    environment = {"PATH": os.environ.get("PATH", ""), "CI": "true", "NO_COLOR": "1", "PADDING": "x" * padding}
    done = subprocess.run(line, cwd=folder, env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
    counted = re.search(r"Collected : (\d+)", done.stderr)
    if done.returncode not in (0, 1) or not counted:
        raise SystemExit(f"error: {' '.join(line)} ended with {done.returncode}:\n{done.stderr[-2000:]}")
    return int(counted[1])


def compiler():
    return subprocess.run(["rustc", "--version"], capture_output=True, text=True, check=True).stdout.strip()


def known():
    first, *lines = TABLE.read_text().splitlines()
    counts = (line.rsplit(" ", 1) for line in lines)
    return first.removeprefix("# Without optimization, "), {name: int(count) for name, count in counts}


def name_of(case):
    family, number, command = case
    return f"{command} | {family} | {number}"


def least(binary, case, folder, enough):
    """Returns the smallest count with the stack at different places, of which the first one that is small enough ends the search."""
    found = math.inf
    for padding in range(0, 200, 40):
        found = min(found, instructions(binary, case, folder, padding))
        if found <= enough:
            break
    return found


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--binary", type=pathlib.Path, default=ROOT / "target/debug/shapewright")
    parser.add_argument("--bless", action="store_true")
    args = parser.parse_args()
    if not shutil.which("valgrind"):
        print("valgrind is not installed: instructions are not counted")
        return 0
    version, before = known()
    above, below = (ABOVE, BELOW) if version == compiler() else (OTHER_COMPILER, OTHER_COMPILER)
    with tempfile.TemporaryDirectory() as folder, ThreadPoolExecutor(2) as pool:
        def count(case):
            enough = 0 if args.bless else before.get(name_of(case), math.inf) * (1 + above)
            return least(args.binary.resolve(), case, pathlib.Path(folder), enough)
        counts = list(pool.map(count, CASES))
    names = [name_of(case) for case in CASES]
    if args.bless:
        lines = [f"# Without optimization, {compiler()}", *(f"{name} {count}" for name, count in zip(names, counts))]
        TABLE.write_text("\n".join(lines) + "\n")
        return 0
    failed = False
    for name in set(before) ^ set(names):
        print(f"{name}: only {'the table' if name in before else 'the script'} has it  WRONG")
        failed = True
    for name, count in zip(names, counts):
        change = count / before.get(name, count) - 1
        wrong = not -below <= change <= above
        failed |= wrong
        print(f"{name}: {count / 1e6:.1f} million, {change:+.1%}{'  WRONG' if wrong else ''}")
    if failed:
        print("If that is intended, run `tools/instructions.py --bless`, and say in the commit why.")
    return failed


if __name__ == "__main__":
    sys.exit(main())
