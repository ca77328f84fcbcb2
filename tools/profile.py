#!/usr/bin/env python3
"""Shows where the instructions of `shapes` and `lint` go, by stage and by function, and counts allocations, with valgrind.

Usage: profile.py PATH... [--command shapes|lint] [--functions N] [--binary PATH] [--json FILE]

    CARGO_PROFILE_RELEASE_DEBUG=1 cargo build --release --features cli
    tools/profile.py chain.onnx models/ --command lint --functions 20

Each path is one run of the program, with JSON as output and, for `lint`, all rules. Unlike times, the counts are the same in every
run up to about 0.1 %, so a busy machine does not matter. The stages are start (arguments, tables, dynamic linking), read, infer, lint
(with the fixes), and report.
"""
import argparse
import collections
import json
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

# Do not leave bytecode next to the modules in the repository.
sys.dont_write_bytecode = True
from oracles import program

# The functions whose calls are a stage. A compiler that inlines one leaves no call to count.
FILE, READ, ANALYZE, INFER = "cli::run::Run::file", "format::read", "analyze::analyze", "infer::infer_model"
ARGUMENTS = {"shapes": ["shapes", "--format", "json"], "lint": ["lint", "--select", "ALL", "--format", "json"]}


def named(text, names):
    """Returns the name that a callgrind file gives or abbreviates: `(12) name` or `(12)`."""
    number, name = re.match(r"\((\d+)\)(?: (.*))?", text).groups()
    if name is not None:
        # Recursive calls are numbered.
        names[number] = re.sub(r"'\d+$", "", name.replace("shapewright::", ""))
    return names[number]


def profile(lines):
    """Returns the instructions of each function itself, and of the calls from one function to another."""
    own, calls, names = collections.Counter(), collections.Counter(), {}
    function = callee = None
    is_call = False
    for line in lines:
        if line.startswith("fn="):
            function = named(line[3:].rstrip(), names)
        elif line.startswith("cfn="):
            callee = named(line[4:].rstrip(), names)
        elif line.startswith("calls="):
            is_call = True
        elif line[:1].isdigit() or line[:1] in "+-*":
            fields = line.split()
            if len(fields) < 2:
                continue
            if is_call:
                calls[function, callee] += int(fields[1])
            else:
                own[function] += int(fields[1])
            is_call = False
    return own, calls


def stages(own, calls):
    """Returns the instructions of each stage."""
    total = sum(own.values())

    def of(name):
        costs = [cost for (caller, callee), cost in calls.items() if callee == name and caller != name]
        if not costs:
            sys.exit(f"error: `{name}` is never called, so the stages are unknown: the compiler inlined it, it has another name, or the model was not read")
        return sum(costs)

    file, read, analysis, inference = of(FILE), of(READ), of(ANALYZE), of(INFER)
    return {"start": total - file, "read": read, "infer": inference, "lint": analysis - inference, "report": file - read - analysis}


def measured(command):
    """Returns the profile of a command and the number of its allocations."""
    with tempfile.TemporaryDirectory() as folder:
        out = pathlib.Path(folder, "out")
        valgrind = ["valgrind", "--tool=callgrind", f"--callgrind-out-file={out}"]
        done = subprocess.run([*valgrind, *command], stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True, check=False)
        if not out.exists():
            sys.exit(done.stderr)
        with out.open() as lines:
            own, calls = profile(lines)
        done = subprocess.run(["valgrind", "--tool=dhat", f"--dhat-out-file={out}", *command], stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True, check=False)
    blocks = re.search(r"Total: +[\d,]+ bytes in ([\d,]+) blocks", done.stderr)
    return own, calls, int(blocks[1].replace(",", ""))


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("paths", nargs="+", metavar="PATH")
    parser.add_argument("--command", choices=ARGUMENTS, default="shapes")
    parser.add_argument("--functions", type=int, default=0, help="also list this many functions")
    program.add_arguments(parser)
    parser.add_argument("--json", type=pathlib.Path, help="write every figure to this file")
    options = parser.parse_args()
    if shutil.which("valgrind") is None:
        sys.exit("profile.py needs valgrind")
    figures = {}
    print("| path | instructions | start | read | infer | lint | report | allocations |\n|---|---|---|---|---|---|---|---|")
    for path in options.paths:
        own, calls, allocations = measured([options.binary, *ARGUMENTS[options.command], "-j", "1", path])
        total, parts = sum(own.values()), stages(own, calls)
        shares = " | ".join(f"{100 * cost / total:.0f} %" for cost in parts.values())
        print(f"| `{pathlib.Path(path).name}` | {total / 1e6:.1f} M | {shares} | {allocations:,} |", flush=True)
        figures[path] = {"instructions": total, "allocations": allocations, **parts}
        for name, cost in own.most_common(options.functions):
            print(f"    {100 * cost / total:5.1f} %  {name}")
    if options.json:
        options.json.write_text(json.dumps(figures, indent=1))


if __name__ == "__main__":
    sys.exit(main())
