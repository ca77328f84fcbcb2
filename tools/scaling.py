#!/usr/bin/env python3
"""Do time and memory stay in proportion to the file? Grows models along every axis that a file has.

Usage: scaling.py [--binary PATH] [--bytes N] [--doublings N] [--commands LIST] [--only TEXT] [--json FILE] [--all]

    cargo build --release --features cli
    tools/scaling.py

Each family of models grows one thing: the records of one kind, with names that are related in one of five ways, or symbols,
expressions, lists, bodies, values, layers, ports. Families of pairs grow two things at once, each with the root of the file:
records that each have many of another, and one large thing that many records read. Every command runs on files of N bytes and of twice the size, as often as
--doublings says. The bound is 2 microseconds of processor time a byte and 8 times the file plus 64 MB of memory; `fold`
may use 256 MB more. The exponent is fitted to times of more than 0.05 seconds: 1 is linear. The exit code is 1 if a run is
beyond the bound, does not end in --limit seconds of processor time, or ends with anything but the exit codes 0 to 2. A family
whose exponent is above 1.3 is judged at 10 MB by its exponent, too ("growth"). The memory of a process includes what this
script used when it started the process, about 15 MB, so a process of its own makes the models.
"""
import argparse
import json
import math
import os
import pathlib
import resource
import signal
import subprocess
import sys
import tempfile

# Do not leave bytecode next to the modules in the repository.
sys.dont_write_bytecode = True
from oracles import program
from scaling import layers, pairs, records, values

FAMILIES = {**records.FAMILIES, **values.FAMILIES, **layers.FAMILIES, **pairs.FAMILIES}
# What may grow only so far that the number stays meaningful.
LARGEST = {"doubling_functions": 64, "doubled": 4000, "folded_doubling": 64, "folded_product": 40_000}
COMMANDS = {
    "lint": ["lint", "{path}"], "shapes": ["shapes", "{path}"], "shapes-json": ["shapes", "-f", "json", "{path}"], "print": ["print", "{path}"],
    "fold": ["fold", "{path}", "-o", "{out}"], "graph": ["graph", "{path}"], "html": ["lint", "--min-level", "note", "-f", "html", "{path}"],
    "sarif": ["lint", "--min-level", "note", "-f", "sarif", "{path}"], "snap": ["snap", "{path}", "--update"], "diff": ["diff", "{path}", "{path}"],
    "annotate": ["annotate", "{path}", "-o", "{out}"], "fix": ["lint", "--diff", "--unsafe-fixes", "{path}"],
}
BASE_MB, FOLD_MB, FACTOR, SECONDS_A_BYTE, LARGE = 64, 256, 8, 2e-6, 10_000_000


def of_size(make, size, largest):
    """A model of about this many bytes, and the count that made it."""
    count = 16
    while True:
        content = make(count)
        if len(content) >= size or count >= largest:
            return content
        grown = int(count * min(4, max(1.2, size / len(content))))
        count = min(grown, largest)


def in_another_process(work):
    """Runs a function whose memory this process, which starts what is measured, is not to have used."""
    child = os.fork()
    if not child:
        status = 1
        try:
            work()
            status = 0
        finally:
            os._exit(status)
    _, status = os.waitpid(child, 0)
    if status:
        raise RuntimeError("a model could not be made")


def run(command, limit):
    """Processor seconds, megabytes, and the exit code."""
    def restrict():
        resource.setrlimit(resource.RLIMIT_CPU, (math.ceil(limit), math.ceil(limit)))
    with subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, preexec_fn=restrict, env={**os.environ, "CI": "true"}) as process:
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
    return usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024, process.returncode


def exponent(points):
    points = [(math.log(size), math.log(seconds)) for size, seconds in points if seconds > 0.05]
    if len(points) < 2:
        return None
    mean_x, mean_y = (sum(p[i] for p in points) / len(points) for i in (0, 1))
    width = sum((x - mean_x) ** 2 for x, _ in points)
    return sum((x - mean_x) * (y - mean_y) for x, y in points) / width if width > 1e-3 else None


def measure(name, make, args, folder):
    suffix = "xml" if name.startswith("IR ") else "onnx"
    files = []
    for doubling in range(args.doublings + 1):
        path = folder / f"{doubling}.{suffix}"
        in_another_process(lambda: path.write_bytes(of_size(make, args.bytes << doubling, LARGEST.get(name, 1 << 24))))
        files.append(path)
    for command in args.commands:
        runs = []
        for path in files:
            line = [args.binary, *(part.format(path=path, out=folder / f"out.{suffix}") for part in COMMANDS[command])]
            seconds, megabytes, code = run(line, args.limit)
            runs.append({"bytes": path.stat().st_size, "seconds": round(seconds, 3), "mb": round(megabytes, 1), "exit": code})
            if code not in (0, 1, 2):
                break
        yield judge(name, command, runs)


def judge(name, command, runs):
    wrong = []
    for one in runs:
        mb = one["bytes"] / 1e6
        if one["exit"] not in (0, 1, 2):
            wrong.append("did not end" if one["exit"] in (-signal.SIGKILL, -signal.SIGXCPU) else f"exit {one['exit']}")
        elif one["seconds"] > max(0.1, SECONDS_A_BYTE * one["bytes"]):
            wrong.append("time")
        if one["mb"] > BASE_MB + FACTOR * mb + (FOLD_MB if command == "fold" else 0):
            wrong.append("memory")
    power = exponent([(r["bytes"], r["seconds"]) for r in runs])
    last = runs[-1]
    if power and power > 1.3 and last["seconds"] * (LARGE / last["bytes"]) ** power > SECONDS_A_BYTE * LARGE:
        wrong.append("growth")
    return {"family": name, "command": command, "exponent": power, "wrong": sorted(set(wrong)), "runs": runs}


def show(result):
    last = result["runs"][-1]
    power = f"n^{result['exponent']:.1f}" if result["exponent"] else ""
    a_byte = last["seconds"] / last["bytes"] * 1e6
    print(f"{result['family']:45} {result['command']:12} {last['bytes'] / 1e6:7.2f} MB {last['seconds']:8.2f} s {a_byte:7.2f} us/B {last['mb']:8.1f} MB {power:6} "
          f"{', '.join(result['wrong'])}", flush=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    program.add_arguments(parser)
    parser.add_argument("--bytes", type=int, default=250_000)
    parser.add_argument("--doublings", type=int, default=3)
    parser.add_argument("--limit", type=float, default=30)
    parser.add_argument("--commands", type=lambda text: text.split(","), default=list(COMMANDS))
    parser.add_argument("--only", default="")
    parser.add_argument("--json", type=pathlib.Path)
    parser.add_argument("--all", action="store_true", help="show what is within the bound, too")
    args = parser.parse_args()
    results = []
    with tempfile.TemporaryDirectory() as folder:
        for name, make in FAMILIES.items():
            if args.only in name:
                for result in measure(name, make, args, pathlib.Path(folder)):
                    results.append(result)
                    if args.all or result["wrong"]:
                        show(result)
    wrong = [result for result in results if result["wrong"]]
    print(f"{len(set(r['family'] for r in results))} families, {len(results)} of them by commands, {len(wrong)} beyond the bound")
    if args.json:
        args.json.write_text(json.dumps(results, indent=1) + "\n")
    sys.exit(bool(wrong))


if __name__ == "__main__":
    main()
