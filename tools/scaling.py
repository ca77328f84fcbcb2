#!/usr/bin/env python3
"""Do time and memory stay in proportion to the file? Grows models along every axis that a file has.

Usage: scaling.py [--binary PATH] [--bytes N] [--doublings N] [--commands LIST] [--only TEXT] [--part I/N] [--quick] [--json FILE] [--all]

    cargo build --release --features cli
    tools/scaling.py

Each family of models grows one thing: the records of one kind, with names that are related in one of five ways, or symbols,
expressions, lists, bodies, values, layers, ports. Families of pairs grow two things at once, each with the root of the file:
records that each have many of another, and one large thing that many records read. Every command runs on files of N bytes and
of twice the size, as often as --doublings says. Where that suggests that 10 MB come near the bound, it runs on 10 MB, too:
small files alone do not tell growth from growth up to a limit. Time is predicted from the fitted exponent, memory from the last two
sizes. --quick runs on the largest file first, and on the others only
where even growth with the square of the size could come near the bound.

The bound is 2 microseconds of processor time a byte and 8 times the file plus 64 MB of memory; `fold` may use 256 MB more. The
exponent is fitted to times of more than 0.05 seconds: 1 is linear. The exit code is 1 if a run is beyond the bound, does not
end in --limit seconds of processor time, or ends with anything but the exit codes 0 to 2. The memory of a process includes what
this script used when it started the process, about 15 MB, so a process of its own makes the models.
"""
import argparse
import json
import math
import os
import pathlib
import resource
import shutil
import signal
import subprocess
import sys
import tempfile

# Do not leave bytecode next to the modules in the repository.
sys.dont_write_bytecode = True
from oracles import program
from scaling import data, layers, pairs, records, values

FAMILIES = {**records.FAMILIES, **values.FAMILIES, **layers.FAMILIES, **pairs.FAMILIES, **data.FAMILIES}
# What may grow only so far that the number stays meaningful.
LARGEST = {"doubling_functions": 64, "doubled": 4000, "folded_doubling": 64, "folded_product": 40_000}
COMMANDS = {
    "lint": ["lint", "{path}"], "shapes": ["shapes", "{path}"], "shapes-json": ["shapes", "-f", "json", "{path}"], "print": ["print", "{path}"], "print-weights": ["print", "--weights", "{path}"],
    "fold": ["fold", "--force", "{path}", "-o", "{out}"], "graph": ["graph", "{path}"], "html": ["lint", "--min-level", "note", "-f", "html", "{path}"],
    "sarif": ["lint", "--min-level", "note", "-f", "sarif", "{path}"], "snap": ["snap", "{path}"], "diff": ["diff", "{path}", "{path}"],
    "annotate": ["annotate", "--force", "{path}", "-o", "{out}"], "fix": ["lint", "--diff", "--unsafe-fixes", "{path}"],
    "inspect": ["inspect", "{path}"], "specialize": ["specialize", "{path}", "--bind", "N=7", "-o", "{out}"],
    "extract": ["extract", "{path}", "--outputs", "y", "-o", "{out}"], "convert": ["convert", "{path}", "-o", "{out}txt"],
}
ENDS = (0, 1, 2)
SCRIPT_MB, BASE_MB, FOLD_MB, FACTOR, SECONDS_A_BYTE, LARGE = 15, 64, 256, 8, 2e-6, 10_000_000


def of_size(make, size, largest):
    """A model of about this many bytes, and the bytes of its data file: none for most."""
    count = 16
    while True:
        made = make(count)
        content, data = made if isinstance(made, tuple) else (made, b"")
        have = len(content) + len(data)
        if have >= size or count >= largest:
            return content, data
        grown = int(count * min(4, max(1.2, size / have)))
        count = min(grown, largest)


def write(path, content, data):
    path.write_bytes(content)
    if data:
        path.with_suffix(".bin").write_bytes(data)


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


def exponent(runs):
    points = [(math.log(one["bytes"]), math.log(one["seconds"])) for one in runs if one["seconds"] > 0.05]
    if len(points) < 2:
        return None
    mean_x, mean_y = (sum(p[i] for p in points) / len(points) for i in (0, 1))
    width = sum((x - mean_x) ** 2 for x, _ in points)
    return sum((x - mean_x) * (y - mean_y) for x, y in points) / width if width > 1e-3 else None


def measure(name, make, args, folder):
    suffix = "xml" if name.startswith("IR ") else "onnx"

    def file_of(size):
        path = folder / str(size) / f"m.{suffix}"
        if not path.exists():
            path.parent.mkdir()
            in_another_process(lambda: write(path, *of_size(make, size, LARGEST.get(name, 1 << 24))))
        return path

    def run_on(path, command):
        line = [args.binary, *(part.format(path=path, out=folder / f"out.{suffix}") for part in COMMANDS[command])]
        seconds, megabytes, code = run(line, args.limit)
        # `diff` reads the model twice.
        size = sum(file.stat().st_size for file in path.parent.iterdir())
        read = size * COMMANDS[command].count("{path}")
        return {"bytes": read, "seconds": round(seconds, 3), "mb": round(megabytes, 1), "exit": code}

    for command in args.commands:
        sizes = [args.bytes << doubling for doubling in range(args.doublings + 1)]
        runs = []
        if args.quick:
            runs.append(run_on(file_of(sizes.pop()), command))
            if not comes_near(command, runs, 2.0):
                sizes = []
        for size in sizes:
            if all(one["exit"] in ENDS for one in runs):
                runs.append(run_on(file_of(size), command))
        runs.sort(key=lambda one: one["bytes"])
        last = runs[-1]
        if args.large and last["exit"] in ENDS and name not in LARGEST and last["bytes"] < 0.9 * LARGE and comes_near(command, runs, exponent(runs)):
            runs.append(run_on(file_of(LARGE), command))
        yield judge(name, command, runs)
    for path in folder.iterdir():
        shutil.rmtree(path) if path.is_dir() else path.unlink()


def allowed_memory(command, size):
    return BASE_MB + FACTOR * size / 1e6 + (FOLD_MB if command == "fold" else 0)


def comes_near(command, runs, power):
    """Whether 10 MB may take more than three quarters of the time that they may, or nearly all of the memory."""
    last = runs[-1]
    times = LARGE / last["bytes"]
    if last["seconds"] * times ** max(1.0, power or 1.0) > 0.75 * SECONDS_A_BYTE * LARGE:
        return True
    earlier = [one for one in runs if one["bytes"] < last["bytes"]]
    before = earlier[-1] if earlier else {"bytes": 0, "mb": SCRIPT_MB}
    a_byte = (last["mb"] - before["mb"]) / (last["bytes"] - before["bytes"])
    return last["mb"] + a_byte * (LARGE - last["bytes"]) > 0.9 * allowed_memory(command, LARGE)


def judge(name, command, runs):
    wrong = []
    for one in runs:
        if one["exit"] not in ENDS:
            wrong.append("did not end" if one["exit"] in (-signal.SIGKILL, -signal.SIGXCPU) else f"exit {one['exit']}")
        elif one["seconds"] > max(0.1, SECONDS_A_BYTE * one["bytes"]):
            wrong.append("time")
        if one["mb"] > allowed_memory(command, one["bytes"]):
            wrong.append("memory")
    return {"family": name, "command": command, "exponent": exponent(runs), "wrong": sorted(set(wrong)), "runs": runs}


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
    parser.add_argument("--only", default="", help="families whose name contains this")
    parser.add_argument("--part", default="1/1", help="every Nth family, from the Ith, for N processes at once")
    parser.add_argument("--quick", action="store_true", help="run on smaller files only where the largest one suggests it")
    parser.add_argument("--no-large", dest="large", action="store_false", help="do not run on 10 MB")
    parser.add_argument("--json", type=pathlib.Path, help="a line for each family and command, written as it is known")
    parser.add_argument("--all", action="store_true", help="show what is within the bound, too")
    args = parser.parse_args()
    first, step = map(int, args.part.split("/"))
    families = [item for item in FAMILIES.items() if args.only in item[0]][first - 1 :: step]
    results = []
    with tempfile.TemporaryDirectory() as folder, open(args.json or os.devnull, "a") as lines:
        for name, make in families:
            for result in measure(name, make, args, pathlib.Path(folder)):
                results.append(result)
                print(json.dumps(result), file=lines, flush=True)
                if args.all or result["wrong"]:
                    show(result)
    summarize(results)
    sys.exit(any(result["wrong"] for result in results))


def summarize(results):
    """For each command, what its worst families took of the bound."""
    for command in dict.fromkeys(result["command"] for result in results):
        own = [(result, one) for result in results if result["command"] == command for one in result["runs"]]
        large = [(result, one) for result, one in own if one["bytes"] > 200_000]
        if not large:
            continue
        slow, one = max(large, key=lambda pair: pair[1]["seconds"] / pair[1]["bytes"])
        big, most = max(large, key=lambda pair: pair[1]["mb"] / allowed_memory(command, pair[1]["bytes"]))
        print(f"{command:12} {one['seconds'] / one['bytes'] * 1e6:5.2f} us/B ({slow['family']}, {one['bytes'] / 1e6:.1f} MB), "
              f"{most['mb']:.0f} MB of {allowed_memory(command, most['bytes']):.0f} ({big['family']}, {most['bytes'] / 1e6:.1f} MB)")
    wrong = [result for result in results if result["wrong"]]
    runs = sum(len(result["runs"]) for result in results)
    refused = sorted({result["command"] for result in results for one in result["runs"] if one["exit"] == 2})
    if refused:
        print(f"exit code 2, which is a file that the command does not take or a mistake in COMMANDS: {', '.join(refused)}")
    print(f"{len(set(r['family'] for r in results))} families, {len(results)} of them by commands, {runs} runs, {len(wrong)} beyond the bound")


if __name__ == "__main__":
    main()
