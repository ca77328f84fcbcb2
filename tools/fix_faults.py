#!/usr/bin/env python3
"""Injects faults into valid models and measures which of them `lint --fix` undoes.

Usage: fix_faults.py PATH ... [--per-class N] [--seed N] [--only TEXT] [--run] [--onnx-doctor] [--json FILE]

    cargo build --release --features cli
    pip install onnx onnxruntime openvino numpy onnx-doctor
    tools/fix_faults.py models/ --run --onnx-doctor

PATH are models, or directories of models, in ONNX and OpenVINO IR. The faults are those of inject_faults.py, and a few that
only leave something behind that a fix removes. Every faulty model is fixed twice, with safe fixes alone and with all. For
each class, the table shows of how many faulty models

  safe     safe fixes make a model that is equal to the valid one (`shapewright diff` finds no difference) and that has no
           further error or warning
  unsafe   all fixes do
  changed  safe fixes change anything
  worse    a fix adds an error, or removes what must remain: must be 0

--run runs each faulty model that its reference runtime accepts before and after safe fixes, and each valid model before and
after safe fixes of its notes: every output must have the same bits. --onnx-doctor runs `onnx-doctor check --fix` on the
same ONNX models. The exit code is 1 if a model is worse or a result differs.
"""
import argparse
import collections
import dataclasses
import json
import pathlib
import shutil
import subprocess
import sys
import tempfile

# Do not leave bytecode next to the modules in the repository.
sys.dont_write_bytecode = True
import onnx
from fixing import leftovers, running  # noqa: F401 (leftovers registers classes of faults)
from injection import asking, making
from injection.onnx_model import OnnxModel
from oracles import isolated, models, program

PART = 40


@dataclasses.dataclass
class Outcome:
    """What became of a faulty model."""

    made: object
    equal: dict
    changed: bool
    worse: list
    run: str | None = None
    doctor: bool | None = None


def beside(path):
    """The files that belong to a model: itself first."""
    if path.suffix == ".xml":
        return [file for file in (path, path.with_suffix(".bin")) if file.exists()]
    try:
        external = OnnxModel(path, onnx.load(path, load_external_data=False), {}).external()
    except Exception:  # protobuf raises several types for a broken file, which has no data then
        external = set()
    return [path, *(path.parent / name for name in sorted(external) if (path.parent / name).is_file())]


def copied(path, folder):
    """Copies a model with its data."""
    for file in beside(path):
        target = folder / file.relative_to(path.parent)
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(file, target)
    return folder / path.name


def is_same_file(a, b):
    return [f.read_bytes() for f in beside(a)] == [f.read_bytes() for f in beside(b)]


def fixed(binary, paths, *arguments):
    """Fixes files in place."""
    for start in range(0, len(paths), program.AT_ONCE):
        part = [str(path) for path in paths[start : start + program.AT_ONCE]]
        done = subprocess.run([binary, "lint", "--fix", "-q", "-f", "concise", *arguments, "--", *part], capture_output=True, text=True)
        if done.returncode not in (0, 1):
            raise RuntimeError(f"exit code {done.returncode}: {done.stderr[-400:]}")


def codes(findings, *levels):
    return collections.Counter(f["code"] for f in findings if f["level"] in levels)


def is_equal(binary, valid, path):
    return subprocess.run([binary, "diff", str(valid), str(path)], capture_output=True).returncode == 0


def missing(names, path):
    """Names that are no longer an input with an initializer."""
    if not names:
        return []
    graph = onnx.load(path, load_external_data=False).graph
    present = {i.name for i in graph.input} & {t.name for t in graph.initializer} & {n for node in graph.node for n in node.input}
    return sorted(names - present)


def outcomes(options, made, folder):
    """Fixes every faulty model with safe fixes and with all. What is left behind is a note, so notes are fixed then, and the
    model must be equal to the valid one with the same fixes."""
    copies, valid = {}, {}
    notes = [m.fault.name.startswith("left-") for m in made]
    for mode in ("safe", "unsafe"):
        more = ["--unsafe-fixes"] if mode == "unsafe" else []
        copies[mode] = [copied(m.path, folder / mode / str(at)) for at, m in enumerate(made)]
        valid[mode] = [copied(m.valid, folder / "right" / mode / str(at)) if n else m.valid for at, (m, n) in enumerate(zip(made, notes))]
        fixed(options.binary, [path for path, n in zip(copies[mode], notes) if not n], *more)
        fixed(options.binary, [path for paths in (copies, valid) for path, n in zip(paths[mode], notes) if n], *more, "--min-level", "note")
    before = program.lint(options.binary, [m.path for m in made])
    after = {mode: program.lint(options.binary, paths, "--min-level", "note") for mode, paths in copies.items()}
    right = {mode: program.lint(options.binary, paths, "--min-level", "note") for mode, paths in valid.items()}
    for at, one in enumerate(made):
        old, equal, worse = codes(before[str(one.path)], "error"), {}, []
        for mode, paths in copies.items():
            path = paths[at]
            levels = ("error", "warning", "note") if notes[at] else ("error", "warning")
            rest = codes(after[mode][str(path)], *levels) - codes(right[mode][str(valid[mode][at])], *levels)
            equal[mode] = not rest and is_equal(options.binary, valid[mode][at], path)
            grown = codes(after[mode][str(path)], "error") - old
            worse += [f"{mode}: {code}" for code in grown]
            # Unsafe fixes may change the interface.
            worse += [f"{mode}: `{name}` is gone" for name in missing(one.edit.kept, path) if mode == "safe"]
        changed = not is_same_file(one.path, copies["safe"][at])
        yield Outcome(one, equal, changed, worse), copies["safe"][at]


def fixed_part(options, made, folder):
    """Fixes a few faulty models, with the other tool too. A generator: the files are removed after the last is used."""
    onnx_only = [m for m in made if options.onnx_doctor and m.fault.dialect == "onnx"]
    doctor = dict(zip(map(id, onnx_only), doctored(options.binary, onnx_only, folder / "doctor")))
    for outcome, after in outcomes(options, made, folder):
        outcome.doctor = doctor.get(id(outcome.made))
        yield outcome, after
    shutil.rmtree(folder)


def doctored(binary, made, folder):
    """Of which models onnx-doctor makes one that is equal to the valid one."""
    paths = [copied(m.path, folder / str(at)) for at, m in enumerate(made)]
    if paths:
        done = subprocess.run(["onnx-doctor", "check", "--fix", *map(str, paths)], capture_output=True)
        if done.returncode not in (0, 1):
            raise RuntimeError(f"onnx-doctor: exit code {done.returncode}: {done.stderr[-400:]}")
    equal = [is_equal(binary, m.valid, path) for m, path in zip(made, paths)]
    shutil.rmtree(folder, ignore_errors=True)
    return equal


def table(found, with_doctor):
    rows = collections.defaultdict(list)
    for one in found:
        rows[f"{one.made.fault.dialect}/{one.made.fault.name}"].append(one)
    columns = ["safe", "unsafe", "changed", "worse", *(["doctor"] if with_doctor else [])]

    def counts(ones):
        numbers = [sum(o.equal["safe"] for o in ones), sum(o.equal["unsafe"] for o in ones), sum(o.changed for o in ones), sum(bool(o.worse) for o in ones)]
        return numbers + ([sum(bool(o.doctor) for o in ones)] if with_doctor else [])

    print(f"{'class':42} {'files':>5} " + " ".join(f"{c:>8}" for c in columns))
    for name, ones in sorted(rows.items(), key=lambda row: (-counts(row[1])[1] / len(row[1]), row[0])):
        print(f"{name:42} {len(ones):5} " + " ".join(f"{n:8}" for n in counts(ones)))
    print(f"{f'all {len(rows)} classes':42} {len(found):5} " + " ".join(f"{n:8}" for n in counts(found)))
    undone = [name for name, ones in rows.items() if any(o.equal["unsafe"] for o in ones)]
    some = [o for name in undone for o in rows[name]]
    print(f"{f'{len(undone)} classes of which some are undone':42} {len(some):5} " + " ".join(f"{n:8}" for n in counts(some)))


def run_valid(options, paths, folder):
    """Compares what valid models compute before and after safe fixes of everything that is shown as a note."""
    verdicts = collections.Counter()
    for start in range(0, len(paths), PART):
        part = paths[start : start + PART]
        copies = [copied(path, folder / str(at)) for at, path in enumerate(part)]
        fixed(options.binary, copies, "--min-level", "note", "--extend-select", "ST")
        for path, after in zip(part, copies):
            verdict = "unchanged" if is_same_file(path, after) else compared(path, after)
            verdicts[verdict.split(":")[0]] += 1
            if verdict.startswith("differs"):
                print(f"VALID {path}: {verdict}")
        shutil.rmtree(folder)
    return verdicts


def compared(before, after):
    try:
        return isolated.isolated(running.compare, before, after, timeout=180)
    except RuntimeError as error:
        return f"not run: {error}"


def run(options, folder):
    if options.run:
        # Imported before the processes fork that run the models.
        running.preload()
    paths = [m.path for m in models.walk(options.paths)]
    clean = asking.without_error(options.binary, paths)
    made = making.make(making.read(clean), folder / "faulty", options.per_class, options.seed, options.only)
    found, verdicts = [], collections.Counter()
    # A few at a time, because every model is copied several times.
    parts = [made[start : start + PART] for start in range(0, len(made), PART)]
    for outcome, after in (pair for part in parts for pair in fixed_part(options, part, folder / "work")):
        if options.run and outcome.changed:
            outcome.run = compared(outcome.made.path, after)
            verdicts[outcome.run.split(":")[0]] += 1
            if outcome.run.startswith("differs"):
                print(f"RUN {outcome.made.fault.name} {outcome.made.path}: {outcome.run}\n  {outcome.made.edit.what}")
        found.append(outcome)
    print(f"{len(paths)} models, {len(clean)} of them without an error; {len(found)} faulty models")
    table(found, options.onnx_doctor)
    for one in (o for o in found if o.worse):
        print(f"WORSE {one.made.fault.name} {one.made.path}: {one.worse}\n  {one.made.edit.what}")
    valid = collections.Counter()
    if options.run:
        print("faulty models that safe fixes change, run before and after:", dict(verdicts))
        valid = run_valid(options, clean, folder / "valid")
        print("valid models, run before and after safe fixes of their notes:", dict(valid))
    if options.json:
        rows = [{"class": f"{o.made.fault.dialect}/{o.made.fault.name}", "file": o.made.path.name, "what": o.made.edit.what, "equal": o.equal,
                 "changed": o.changed, "worse": o.worse, "run": o.run, "doctor": o.doctor} for o in found]
        options.json.write_text(json.dumps(rows, indent=1))
    return any(o.worse for o in found) or verdicts["differs"] or valid["differs"]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("paths", nargs="+", help="models, or directories of models")
    program.add_arguments(parser)
    parser.add_argument("--per-class", type=int, default=8, help="faulty models for each class (default: 8)")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--only", default="", help="only classes whose name, such as onnx/cycle, contains this text")
    parser.add_argument("--run", action="store_true", help="run models before and after safe fixes")
    parser.add_argument("--onnx-doctor", action="store_true", help="also fix the ONNX models with onnx-doctor")
    parser.add_argument("--json", type=pathlib.Path, help="write what became of every model to this file")
    options = parser.parse_args()
    sys.stdout.reconfigure(line_buffering=True)
    with tempfile.TemporaryDirectory() as folder:
        return int(bool(run(options, pathlib.Path(folder))))


if __name__ == "__main__":
    sys.exit(main())
