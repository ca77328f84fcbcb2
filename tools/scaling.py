#!/usr/bin/env python3
"""Do time and memory stay in proportion to the file? Grows models along every axis that a file has.

Usage: scaling.py [--binary PATH] [--bytes N] [--doublings N] [--limit SECONDS] [--commands LIST] [--only TEXT] [--part I/N] [--quick] [--no-large]
                  [--json FILE] [--all]

    cargo build --release --features cli
    tools/scaling.py

Each family of models grows one thing: the records of one kind, with names that are related in one of five ways, records without
content, symbols, expressions, lists, bodies, calls, values, layers, ports, lines of text, examples of pages. Families of pairs grow two things at once,
each with the root of the file: records that each have many of another, and one large thing that many records read. Nested ones have
bodies in each other and in functions, with what is read, called, or faulty deep inside. Others fold
constants that are far larger than the file, refer to a data file, or have a second model, with which `diff` compares them.

Every command that a format has (scaling/commands.py) runs on files of N bytes and of twice the size, as often as --doublings says.
Where that suggests that 10 MB come near the bound, it runs on 10 MB, too: small files alone do not tell growth from growth up to a
limit. Time is predicted from the fitted exponent, memory from the last two sizes. --quick runs on the largest file first, and on
the others only where even growth with the square of the size could come near the bound.

The bound is 2 microseconds of processor time a byte and 8 times the file plus 64 MiB of memory; what folds may use 256 MiB more. The
exponent is fitted to times of more than 0.05 seconds: 1 is linear. The memory of a process includes what this script used when it
started the process, about 15 MiB, so a process of its own makes the models. What is wrong with a row:

    time, memory   A run is beyond the bound.
    growth         The exponent is above 1.25, and the largest run takes more than 0.5 seconds and half of the bound.
    did not end    A run takes more than --limit seconds of processor time.
    exit N         A run ends with anything but the exit codes 0 to 2.
    refused        A run ends with 2, and the family is not one of those that the command is right to refuse. A command that
                   explains a value is right if a limit cut off a part of the model.
    no file        A run ends with 0, and did not write the file that it was to write.

The exit code is 1 if a row is wrong. For each command, the summary has the runs that were worst, how many ended with 0, found faults,
and refused the model, and how many of them wrote a file.
"""
import argparse
import json
import math
import os
import pathlib
import resource
import shutil
import subprocess
import sys
import tempfile

# Do not leave bytecode next to the modules in the repository.
sys.dont_write_bytecode = True
from oracles import process, program
from scaling import across, bounds, calls, changes, commands, crossed, crowded, data, empty, files, folds, layers, misspelled, nested, packed, pages, pairs, records, reports, sought, texts, values, wide

MODULES = (records, values, layers, pages, pairs, data, empty, calls, folds, texts, changes, reports, misspelled, crowded, crossed, wide, packed, sought, nested)
FAMILIES = {name: make for module in MODULES for name, make in module.FAMILIES.items()} | across.FAMILIES | across.WITHIN
# Families that only some commands concern: the first of two models is like those of other families.
ONLY = {**dict.fromkeys(changes.FAMILIES, ("diff", "diff-json")), **dict.fromkeys(across.WITHIN, ("diff", "diff-json")),
        **dict.fromkeys(across.FAMILIES, ("diff-across", "diff-back"))}
# What may grow only so far that the number stays meaningful.
LARGEST = {"doubling_functions": 64, "doubled": 4000, "folded_doubling": 64, "folded_product": 40_000, "folded_sum_of_product": 40_000}


def run(command, limit):
    """Processor seconds, MiB, and the exit code."""
    def restrict():
        resource.setrlimit(resource.RLIMIT_CPU, (math.ceil(limit), math.ceil(limit)))
    with subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, preexec_fn=restrict, env={**os.environ, "CI": "true"}) as child:
        _, status, usage = os.wait4(child.pid, 0)
        child.returncode = os.waitstatus_to_exitcode(status)
    return usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024, child.returncode


def measure(name, make, args, folder):
    suffix = commands.suffix_of(name)

    def file_of(size):
        path = folder / str(size) / f"m.{suffix}"
        if not path.exists():
            path.parent.mkdir()
            process.elsewhere(lambda: files.write(path, files.of_size(make, size, LARGEST.get(name, 1 << 24))))
        return path

    def run_on(path, command):
        if command in commands.AFTER:
            run([args.binary, *commands.line(commands.AFTER[command], path, folder)[0]], args.limit)
        parts, written = commands.line(command, path, folder)
        if written:
            written.unlink(missing_ok=True)
        seconds, megabytes, code = run([args.binary, *parts], args.limit)
        is_cut = code == bounds.REFUSED and command in commands.OF_A_VALUE and run([args.binary, *commands.is_cut(path)], args.limit)[2] == bounds.FAULTS
        return {"bytes": commands.bytes_read(command, path), "seconds": round(seconds, 3), "mb": round(megabytes, 1), "exit": code,
                "is_cut": is_cut, "written": written and written.exists()}

    for command in args.commands:
        if not commands.FORMATS[suffix][command] or command not in ONLY.get(name, set(args.commands) - {"diff-across", "diff-back"}):
            continue
        sizes = [args.bytes << doubling for doubling in range(args.doublings + 1)]
        runs = []
        if args.quick:
            runs.append(run_on(file_of(sizes.pop()), command))
            if not bounds.comes_near(command, runs, 2.0):
                sizes = []
        for size in sizes:
            # Some files have a least or a largest size.
            known = commands.bytes_read(command, file_of(size)) in [one["bytes"] for one in runs]
            if not known and all(one["exit"] in bounds.ENDS for one in runs):
                runs.append(run_on(file_of(size), command))
        runs.sort(key=lambda one: one["bytes"])
        last = runs[-1]
        if (args.large and last["exit"] in bounds.ENDS and name not in LARGEST and last["bytes"] < 0.9 * bounds.LARGE
                and bounds.comes_near(command, runs, bounds.exponent(runs))):
            runs.append(run_on(file_of(bounds.LARGE), command))
        yield bounds.judge(name, command, runs)
    for path in folder.iterdir():
        shutil.rmtree(path) if path.is_dir() else path.unlink()


def show(result):
    last = result["runs"][-1]
    power = f"n^{result['exponent']:.1f}" if result["exponent"] else ""
    a_byte = last["seconds"] / last["bytes"] * 1e6
    print(f"{result['family']:45} {result['command']:12} {last['bytes'] / 1e6:7.2f} MB {last['seconds']:8.2f} s {a_byte:7.2f} us/B {last['mb']:8.1f} MiB {power:6} "
          f"{', '.join(result['wrong'])}", flush=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    program.add_arguments(parser)
    parser.add_argument("--bytes", type=int, default=250_000)
    parser.add_argument("--doublings", type=int, default=3)
    parser.add_argument("--limit", type=float, default=30)
    parser.add_argument("--commands", type=lambda text: text.split(","), default=list(commands.ONNX))
    parser.add_argument("--only", action="append", default=[], help="families whose name contains this; can be repeated")
    parser.add_argument("--part", default="1/1", help="every Nth family, from the Ith, for N processes at once")
    parser.add_argument("--quick", action="store_true", help="run on smaller files only where the largest one suggests it")
    parser.add_argument("--no-large", dest="large", action="store_false", help="do not run on 10 MB")
    parser.add_argument("--json", type=pathlib.Path, help="a line for each family and command, written as it is known")
    parser.add_argument("--all", action="store_true", help="show what is within the bound, too")
    args = parser.parse_args()
    first, step = map(int, args.part.split("/"))
    families = [item for item in FAMILIES.items() if not args.only or any(text in item[0] for text in args.only)][first - 1 :: step]
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
    """For each command, what its worst families took of the bound, and how its runs ended."""
    for command in dict.fromkeys(result["command"] for result in results):
        own = [(result, one) for result in results if result["command"] == command for one in result["runs"]]
        large = [(result, one) for result, one in own if one["bytes"] > 200_000]
        if large:
            slow, one = max(large, key=lambda pair: pair[1]["seconds"] / pair[1]["bytes"])
            big, most = max(large, key=lambda pair: pair[1]["mb"] / bounds.allowed_memory(command, pair[1]["bytes"]))
            print(f"{command:13} {one['seconds'] / one['bytes'] * 1e6:5.2f} us/B ({slow['family']}, {one['bytes'] / 1e6:.1f} MB), "
                  f"{most['mb']:.0f} MiB of {bounds.allowed_memory(command, most['bytes']):.0f} ({big['family']}, {most['bytes'] / 1e6:.1f} MB)")
        ends = [sum(one["exit"] == end for _, one in own) for end in bounds.ENDS]
        written = [one["written"] for _, one in own if one["written"] is not None]
        files_written = f", {sum(written)} wrote a file" if written else ""
        print(f"{command:13} {len(own)} runs: {ends[0]} succeeded, {ends[1]} found faults, {ends[2]} refused{files_written}")
    wrong = [result for result in results if result["wrong"]]
    runs = sum(len(result["runs"]) for result in results)
    print(f"{len(set(r['family'] for r in results))} families, {len(results)} of them by commands, {runs} runs, {len(wrong)} wrong")


if __name__ == "__main__":
    main()
