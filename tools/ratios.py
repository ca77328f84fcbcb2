#!/usr/bin/env python3
"""Measures shapewright against other tools, an earlier build, and itself, and compares each ratio with its target.

Usage: ratios.py [--binary PATH] [--base PATH] [--models PATH...] [--only NAME]... [--reduce] [--repeat N] [--processor] [--json FILE]

    cargo build --release --features cli
    pip install onnx openvino numpy ruff
    tools/ratios.py --base earlier/shapewright --models networks/

Prints a row for each target: what was measured and with what it is compared, both figures, the ratio of the first to the second, the
target, and whether it is met. A measurement that needs a file or a build that is not given is skipped, and a row says so. The
measurements are:

    onnx-chain     `shapes` of chains of 10,000 and 100,000 nodes, beside `onnx.shape_inference.infer_shapes(data_prop=True)`
    ir-chain       the same in IR, beside OpenVINO's `read_model`
    onnx-million   time and peak memory of `shapes` of a chain of a million nodes, beside the build of --base
    ir-million     the same in IR
    lint           processor time of `lint` with all rules, beside `shapes`
    networks       `lint` of the ONNX models of --models, beside `onnx.checker.check_model` and `infer_shapes(data_prop=True)`
    small          `lint` of a small model, beside `ruff check` of a file of one line
    jobs           models per second of `lint -j 2` on 10,000 small models, beside `-j 1`
    jobs-models    the same on --models
    weights        bytes per second of the rules that read weights, beside the fastest of several ways to read the same file
    reduce         ReduceMin beside other libraries and reading; only with --reduce or --only reduce, because bench_reduce_min.py
                   builds a program for it; its --siblings and --threads compare other reductions and several threads

A chain repeats Add, Relu, and ReduceMin; each node reads the previous one (ratios/chains.py). shapewright is a whole process, from
start to exit, whose output is discarded; `shapes` writes JSON lines. Libraries are called in another process, and only the call is
timed, after a first call on a chain of 10 nodes; for networks, the second call for each model is timed, and models that onnx rejects
are omitted. Every figure is the median of the repeats, which are interleaved in alternating order, so that a busy moment affects all
tools equally; `small` takes ten times as many. Peak memory is never less than that of this script, about 17 MB. Times are elapsed
time, or processor time with --processor; `jobs`, `jobs-models`, and `weights` are always elapsed time.

The time for weights is that of a run with the rules that read them minus that of a run with --no-weights. The file is in the page
cache, and each read maps it anew. ratios/peers.py lists the ways to read it, and the row names the fastest.

The exit code is 1 if something could not be measured. A target that is missed is a result.
"""
import argparse
import json
import os
import pathlib
import statistics
import subprocess
import sys
import tempfile
import typing

# Do not leave bytecode next to the modules in the repository.
sys.dont_write_bytecode = True
from faults.tools import SCRIPTS
from oracles import models, process, program
from ratios import made

TOOLS = pathlib.Path(__file__).resolve().parent
WEIGHT_RULES = "nan-weights,filled-weights,subnormal-weights,duplicate-weights"
SMALL_MODEL = program.ROOT / "testdata/onnx/dynamic.onnx"
CHAINS, MILLION, MANY, MEGABYTES = (10_000, 100_000), 1_000_000, 10_000, 512
# For each unit, the factor and the digits to show.
UNITS = {"ms": (1e3, 1), "MiB": (2**-20, 1), "GB/s": (1e-9, 1), "models/s": (1, 0)}
AT_MOST, AT_LEAST = "≤", "≥"


class Skipped(Exception):
    """What a measurement needs was not given."""


class Failed(Exception):
    """Something could not be measured."""


class Row(typing.NamedTuple):
    """A comparison. Figures are in seconds, bytes, or per second, whatever the unit that is shown."""
    name: str
    beside: str
    ours: float
    other: float
    unit: str
    target: float | None
    kind: str = AT_MOST

    @property
    def ratio(self):
        return self.ours / self.other

    def result(self):
        if self.target is None:
            return "no target"
        return "met" if (self.ratio <= self.target if self.kind == AT_MOST else self.ratio >= self.target) else "missed"

    def markdown(self):
        factor, digits = UNITS.get(self.unit, (1, 2))
        ours, other = (f"{figure * factor:,.{digits}f} {self.unit}".rstrip() for figure in (self.ours, self.other))
        target = "" if self.target is None else f"{self.kind} {self.target:g}"
        return f"| {self.name} | {self.beside} | {ours} | {other} | {self.ratio:.3f} | {target} | {self.result()} |"


def run(binary, *arguments, codes=(0,)):
    """Runs shapewright once and returns what it used."""
    usage = process.run([binary, *arguments])
    if usage.code not in codes:
        raise Failed(f"{' '.join(map(str, arguments[:2]))} of {arguments[-1]}: exit code {usage.code}")
    return usage._asdict()


def shapes(binary, path):
    return run(binary, "shapes", "--format", "jsonl", path)


def lint(binary, *arguments):
    """Runs `lint` on models that may have findings."""
    return run(binary, "lint", "-q", "--isolated", *arguments, codes=(0, 1))


def peer(call, *paths):
    """Calls a library for each path in one process, and returns the figures of each."""
    command = [sys.executable, "-B", TOOLS / "ratios/peers.py", call, *paths]
    done = subprocess.run(list(map(str, command)), capture_output=True, text=True, check=False, env={**os.environ, "CI": "true"})
    if done.returncode:
        raise Failed(f"{call}: {(done.stderr.strip() or f'exit code {done.returncode}').splitlines()[-1]}")
    return [json.loads(line) for line in done.stdout.splitlines()]


def accepted(figures):
    """Returns the figures of a call that succeeded."""
    if "error" in figures:
        raise Failed(figures["error"])
    return figures


def total(figures):
    """Returns the sums of the times of several runs."""
    return {field: sum(one[field] for one in figures) for field in ("seconds", "processor")}


def medians(runs):
    """Returns the median of each figure of some runs."""
    return {field: statistics.median(one[field] for one in runs) for field, sample in runs[0].items() if not isinstance(sample, str)}


def interleaved(repeat, runs):
    """Calls the runs in turn, and returns the medians of each."""
    found = {name: [] for name in runs}
    for turn in range(repeat):
        for name in list(runs)[:: -1 if turn % 2 else 1]:
            found[name].append(runs[name]())
    return {name: medians(figures) for name, figures in found.items()}


def lowest(pairs):
    """Returns the key of the pair with the lowest ratio."""
    return min(pairs, key=lambda key: pairs[key][0] / pairs[key][1])


class Measurements:
    """The measurements, each a generator of rows. `found` has the medians of the last one."""

    def __init__(self, options, folder):
        self.options, self.folder, self.binary = options, folder, options.binary
        self.time = "processor" if options.processor else "seconds"
        self.found = {}

    def interleave(self, rounds=1, **runs):
        self.found = interleaved(rounds * self.options.repeat, runs)
        return self.found

    def row(self, name, beside, field, *rest):
        """Returns the row of one of the figures of `ours` and `other`."""
        return Row(name, beside, self.found["ours"][field], self.found["other"][field], *rest)

    def chain(self, suffix, call, what, beside, target):
        tiny = made.chain(self.folder, 10, suffix)
        for count in CHAINS:
            path = made.chain(self.folder, count, suffix)
            self.interleave(ours=lambda: shapes(self.binary, path), other=lambda: accepted(peer(call, tiny, path)[-1]))
            yield self.row(f"`shapes`, {what} of {count:,}", beside, self.time, "ms", target if count == CHAINS[-1] else None)

    def onnx_chain(self):
        return self.chain("onnx", "infer", "ONNX chain", "`infer_shapes`", 0.1)

    def ir_chain(self):
        return self.chain("xml", "read_model", "IR chain", "`read_model`", 0.05)

    def million(self, suffix, what):
        if not self.options.base:
            raise Skipped("needs --base, an earlier build")
        path = made.chain(self.folder, MILLION, suffix)
        self.interleave(ours=lambda: shapes(self.binary, path), other=lambda: shapes(self.options.base, path))
        yield self.row(f"`shapes`, {what} of {MILLION:,}", "earlier build, time", self.time, "ms", 0.5)
        yield self.row(f"`shapes`, {what} of {MILLION:,}", "earlier build, peak memory", "bytes", "MiB", 0.7)

    def onnx_million(self):
        return self.million("onnx", "ONNX chain")

    def ir_million(self):
        return self.million("xml", "IR chain")

    def lint(self):
        for suffix, what in (("onnx", "ONNX"), ("xml", "IR")):
            path = made.chain(self.folder, CHAINS[-1], suffix)
            self.interleave(ours=lambda: lint(self.binary, "--select", "ALL", path), other=lambda: shapes(self.binary, path))
            yield self.row(f"`lint --select ALL`, {what} chain of {CHAINS[-1]:,}", "`shapes`, processor time", "processor", "ms", 1.3)

    def given(self):
        if not self.options.models:
            raise Skipped("needs --models")
        return [model.path.resolve() for model in models.walk(self.options.models)]

    def networks(self):
        paths = [path for path in self.given() if path.suffix == ".onnx"]
        paths = [path for path, figures in zip(paths, peer("check", *paths)) if "error" not in figures]
        if not paths:
            raise Failed("onnx accepts none of the ONNX models")
        found = self.interleave(
            ours=lambda: total([lint(self.binary, "--", path) for path in paths]),
            together=lambda: lint(self.binary, "-j", "1", "--", *paths),
            other=lambda: total(map(accepted, peer("check", *paths, *paths)[len(paths) :])),
        )
        name, beside = f"`lint`, {len(paths)} networks", "`check_model` and `infer_shapes`"
        yield self.row(f"{name}, a process for each", beside, self.time, "ms", 0.05)
        yield Row(f"{name}, one process and thread", beside, found["together"][self.time], found["other"][self.time], "ms", 0.05)

    def small(self):
        ruff, script = SCRIPTS / "ruff", self.folder / "one.py"
        if not ruff.exists():
            raise Failed("ruff is not installed next to Python")
        script.write_text("x = 1\n")
        check = ["check", "--isolated", "--no-cache", script]
        self.interleave(10, ours=lambda: run(self.binary, "lint", SMALL_MODEL), other=lambda: run(ruff, *check))
        yield self.row(f"`lint`, model of {SMALL_MODEL.stat().st_size} bytes", "`ruff check` of one line", self.time, "ms", 0.5)

    def threads(self, what, count, paths):
        if os.cpu_count() < 2:
            raise Failed("needs two processors")
        found = self.interleave(two=lambda: lint(self.binary, "-j", "2", "--", *paths), one=lambda: lint(self.binary, "-j", "1", "--", *paths))
        two, one = (count / found[threads]["seconds"] for threads in ("two", "one"))
        yield Row(f"`lint -j 2`, {count:,} {what}", "`lint -j 1`", two, one, "models/s", 1.8, AT_LEAST)

    def jobs(self):
        return self.threads("small models", MANY, [made.many(self.folder, MANY)])

    def jobs_models(self):
        return self.threads("given models", len(self.given()), self.options.models)

    def weights(self):
        model, data = made.weights(self.folder, MEGABYTES)
        ways, rules = [], ["--select", WEIGHT_RULES, model]

        def read():
            figures = peer("read", data)[0]
            ways.append(figures["way"])
            return figures

        found = self.interleave(ours=lambda: lint(self.binary, *rules), without=lambda: lint(self.binary, "--no-weights", *rules), other=read)
        spent, size = found["ours"]["seconds"] - found["without"]["seconds"], data.stat().st_size
        if spent <= 0:
            raise Failed("the rules that read weights took no time; repeat it on an idle machine")
        beside = f"reading ({statistics.mode(ways)})"
        yield Row(f"rules that read weights, {size >> 20} MiB", beside, size / spent, size / found["other"]["seconds"], "GB/s", 0.7, AT_LEAST)

    def reduce(self):
        if not (self.options.reduce or self.options.only):
            raise Skipped("needs --reduce, which runs `tools/bench_reduce_min.py`")
        out = self.folder / "reduce.json"
        command = [sys.executable, TOOLS / "bench_reduce_min.py", "--rounds", self.options.repeat, "--json", out]
        if subprocess.run(list(map(str, command)), stdout=sys.stderr, check=False).returncode:
            raise Failed("bench_reduce_min.py failed")
        cases = json.loads(out.read_text())
        best = {case: max(found["peers"], key=found["peers"].get) for case, found in cases.items()}
        pairs = {case: (found["ours"] * 1e9, found["peers"][best[case]] * 1e9) for case, found in cases.items()}
        reads = {case: (found["ours"] * 1e9, found["read"] * 1e9) for case, found in cases.items() if found["has_long_rows"]}
        self.found = cases
        case = lowest(pairs)
        yield Row(f"ReduceMin, least of {len(pairs)} cases: {case}", best[case], *pairs[case], "GB/s", 0.95, AT_LEAST)
        mean = statistics.geometric_mean(ours / other for ours, other in pairs.values())
        yield Row(f"ReduceMin, geometric mean of {len(pairs)} ratios", "the best library", mean, 1, "", 2, AT_LEAST)
        case = lowest(reads)
        yield Row(f"ReduceMin, least of {len(reads)} cases of long rows: {case}", "reading", *reads[case], "GB/s", 0.85, AT_LEAST)


NAMES = ("onnx-chain", "ir-chain", "onnx-million", "ir-million", "lint", "networks", "small", "jobs", "jobs-models", "weights", "reduce")


def measure(options, folder):
    """Prints the rows and returns them as JSON, and whether everything was measured."""
    rows, complete = [], True
    print("| measured | compared with | shapewright | other | ratio | target | result |\n|---|---|---|---|---|---|---|")
    measurements = Measurements(options, folder)
    for name in options.only or NAMES:
        try:
            for row in getattr(measurements, name.replace("-", "_"))():
                print(row.markdown(), flush=True)
                rows.append({"measurement": name, **row._asdict(), "ratio": row.ratio, "result": row.result(), "medians": measurements.found})
        except (Skipped, Failed, RuntimeError, OSError) as error:
            why = f"{'skipped' if isinstance(error, Skipped) else 'not measured'}: {error}"
            complete &= isinstance(error, Skipped)
            print(f"| {name} | | | | | | {why} |", flush=True)
            rows.append({"measurement": name, "result": why})
    return rows, complete


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    program.add_arguments(parser)
    parser.add_argument("--base", type=pathlib.Path, help="the program of an earlier build")
    parser.add_argument("--models", nargs="+", default=[], metavar="PATH", help="networks with their weights, or folders of them")
    parser.add_argument("--only", action="append", choices=NAMES, help="measure only this; can be repeated")
    parser.add_argument("--reduce", action="store_true", help="also measure ReduceMin")
    parser.add_argument("--repeat", type=int, default=5)
    parser.add_argument("--processor", action="store_true", help="compare processor time, for a machine that is busy")
    parser.add_argument("--json", type=pathlib.Path, help="write every figure to this file")
    options = parser.parse_args()
    print(f"{os.cpu_count()} processors, load {os.getloadavg()[0]:.1f}, {options.repeat} repeats\n")
    with tempfile.TemporaryDirectory() as folder:
        rows, complete = measure(options, pathlib.Path(folder))
    if options.json:
        options.json.write_text(json.dumps(rows, indent=1))
    return int(not complete)


if __name__ == "__main__":
    sys.exit(main())
