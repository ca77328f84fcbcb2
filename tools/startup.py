#!/usr/bin/env python3
"""Measures time and memory of a check from start to exit, on one small model and on a whole corpus.

Usage: startup.py [--small MODEL] [--rounds N] [PATH ... | --manifest FILE] [--tier TIER] [--corpus-rounds N]
                  [--binary PATH] [--json FILE]

    cargo build --release --features cli
    pip install onnx onnxruntime polygraphy colored onnx-graphsurgeon onnx-doctor ruff
    tools/startup.py --manifest models/manifest.json

The other tools are check-model, onnx-doctor, and polygraphy's lint. The yardsticks are ruff on a one-line Python file that it
has a finding for, and Python with an empty program. Rounds are interleaved, so that a busy moment affects all tools equally. Time
is wall time from start to exit, when the last finding has been printed; `found` shows whether the exit code indicates a finding.
Memory is the peak resident set size that GNU time reports; for the small model, it is measured in a separate, untimed run.

The corpus is checked with two processes at a time, or with `-j 2`. shapewright and onnx-doctor accept many files in one process;
the others are started once for each file. The other tools read only ONNX, so shapewright is measured on these files and on all
files.
"""
import argparse
import json
import os
import pathlib
import statistics
import subprocess
import sys
import tempfile
import time
from concurrent.futures import ThreadPoolExecutor

# Do not leave bytecode next to the modules in the repository.
sys.dont_write_bytecode = True
from faults.chosen_onnx import FAULTS
from faults.tools import SCRIPTS
from oracles import models, program

AT_ONCE = 2
ENVIRONMENT = {**os.environ, "CI": "true", "NO_COLOR": "1"}
GNU_TIME = pathlib.Path("/usr/bin/time")
CHECK_MODEL = [str(SCRIPTS / "check-model")]
ONNX_DOCTOR = [str(SCRIPTS / "onnx-doctor"), "check"]
POLYGRAPHY = [str(SCRIPTS / "polygraphy"), "check", "lint"]


def run(command):
    """Returns seconds and exit code of a process, whose output is discarded."""
    start = time.perf_counter()
    code = subprocess.run(command, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, env=ENVIRONMENT, check=False).returncode
    return time.perf_counter() - start, code


def counted(command):
    """Returns the exit code of a process and its peak resident set size in bytes; `None` without GNU time."""
    if not GNU_TIME.exists():
        return run(command)[1], None
    with tempfile.NamedTemporaryFile("r") as said:
        _, code = run([str(GNU_TIME), "-f", "%M", "-o", said.name, *command])
        return code, int(said.read().split()[-1]) * 1024


def rounds(runs, count):
    """Returns the seconds of the named calls, which are interleaved, and what each returned last."""
    seconds, last = {name: [] for name in runs}, {}
    for _ in range(count):
        for name, call in runs.items():
            spent, last[name] = call()
            seconds[name].append(spent)
    return seconds, last


def small(options, model, folder):
    """Returns the commands of the first table."""
    script, model = folder / "one.py", str(model)
    script.write_text("import os\n")
    return {
        "shapewright": [options.binary, "lint", model],
        "check-model": [*CHECK_MODEL, model],
        "onnx-doctor": [*ONNX_DOCTOR, model],
        "polygraphy": [*POLYGRAPHY, model],
        "ruff (yardstick)": [str(SCRIPTS / "ruff"), "check", "--isolated", "--no-cache", str(script)],
        "python -c pass": [sys.executable, "-c", "pass"],
    }


def parts(paths):
    """Splits the paths into equal lists, one for each process."""
    return [paths[start::AT_ONCE] for start in range(AT_ONCE)]


def corpus(options, chosen):
    """Returns the commands of the second table: for each tool, all of its processes."""
    everything = [str(m.path) for m in chosen]
    onnx = [str(m.path) for m in chosen if not m.is_ir]
    ours = [options.binary, "lint", "-q", "-j", str(AT_ONCE), "--"]
    return {
        "shapewright": [[*ours, *onnx]],
        f"shapewright, with {len(everything) - len(onnx)} IR models in addition": [[*ours, *everything]],
        "onnx-doctor": [[*ONNX_DOCTOR, *part] for part in parts(onnx)],
        "check-model": [[*CHECK_MODEL, path] for path in onnx],
        "polygraphy": [[*POLYGRAPHY, path] for path in onnx],
    }


def together(commands):
    """Returns the seconds for all processes, the number that did not exit with 0, and the largest peak."""
    start = time.perf_counter()
    with ThreadPoolExecutor(AT_ONCE) as pool:
        codes, sizes = zip(*pool.map(counted, commands))
    return time.perf_counter() - start, (sum(code != 0 for code in codes), None if None in sizes else max(sizes))


def table(title, seconds, sizes, last, unit, digits):
    """Prints a Markdown table of the figures, with ratios to shapewright."""
    factor = {"ms": 1000, "s": 1}[unit]
    print(f"\n| {title} | fastest, {unit} | median, {unit} | ratio to shapewright | peak MB | {last[0]} |\n|---|---|---|---|---|---|")
    base = statistics.median(next(iter(seconds.values())))
    for name, spent in seconds.items():
        median = statistics.median(spent)
        size = "" if sizes[name] is None else f"{sizes[name] / 1e6:.1f}"
        print(f"| {name} | {min(spent) * factor:.{digits}f} | {median * factor:.{digits}f} | {median / base:.1f} | {size} | {last[1][name]} |")


def small_model(options, folder):
    """Returns the model that the caller names, or one with a misspelled input, which every tool reports."""
    if options.small:
        return options.small
    return next(f for f in FAULTS if f.ident == "misspelled-input").build(folder, True)


def measure_small(options):
    """Prints the first table and returns its figures."""
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        model = small_model(options, folder)
        commands, size = small(options, model, folder), model.stat().st_size
        sizes = {name: counted(command)[1] for name, command in commands.items()}
        seconds, codes = rounds({name: lambda c=command: run(c) for name, command in commands.items()}, options.rounds)
    print(f"\nOne model of {size} bytes, {options.rounds} rounds:")
    found = {name: "yes" if code else "no" for name, code in codes.items()}
    table("", seconds, sizes, ("found", found), "ms", 1)
    return {"seconds": seconds, "bytes": sizes, "codes": codes}


def measure_corpus(options):
    """Prints the second table and returns its figures."""
    chosen = models.chosen(options)
    commands = corpus(options, chosen)
    onnx = [m.path.stat().st_size for m in chosen if not m.is_ir]
    print(f"\n{len(onnx)} ONNX models, {sum(onnx) / 1e6:.1f} MB in total, {AT_ONCE} processes or threads at a time, {options.corpus_rounds} rounds:")
    seconds, last = rounds({name: lambda g=group: together(g) for name, group in commands.items()}, options.corpus_rounds)
    codes, sizes = ({name: ends[i] for name, ends in last.items()} for i in (0, 1))
    ends = {name: f"{code} of {len(commands[name])}" for name, code in codes.items()}
    table("", seconds, sizes, ("nonzero exit codes", ends), "s", 2)
    return {"seconds": seconds, "bytes": sizes, "codes": codes}


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--small", type=pathlib.Path, help="the small model (default: one with a misspelled input)")
    parser.add_argument("--rounds", type=int, default=20)
    models.add_arguments(parser)
    parser.add_argument("--corpus-rounds", type=int, default=3)
    parser.add_argument("--json", type=pathlib.Path, help="write every figure to this file")
    program.add_arguments(parser)
    options = parser.parse_args()
    print(f"{os.cpu_count()} cores, load {os.getloadavg()[0]:.1f}")
    figures = {"small": measure_small(options)}
    if options.manifest or options.paths:
        figures["corpus"] = measure_corpus(options)
    if options.json:
        options.json.write_text(json.dumps(figures, indent=1))


if __name__ == "__main__":
    sys.exit(main())
