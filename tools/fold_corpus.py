#!/usr/bin/env python3
"""Folds networks with `shapewright fold` and holds what came out against ONNX Runtime and OpenVINO.

Usage: fold_corpus.py [--onnx PATH ...] [--ir PATH ...] [--binary PATH]
                      [--manifest FILE] [--runs FOLDER] [--out FOLDER] [--json FILE]
                      [--seed N] [--timeout SECONDS] [--max-gb N] [--identity]

    cargo build --release
    pip install onnx onnxruntime openvino numpy ml_dtypes
    tools/fold_corpus.py --onnx models/ --ir converted/

A PATH is a model or a folder that is walked. With `--manifest` (a JSON list of objects with `file`, `id`, `kind`,
`tier`, `ref.run`) only the ONNX networks that it says run are taken, files named relative to it; `--runs` is a folder
of `ID.run.json` whose `inputs` (name: [type, sizes]) give the inputs of model ID (without a manifest: of the file with
that stem); without it symbolic dimensions get small sizes, the first with which the model runs. `--identity` copies instead of folding: a test of this script.

ONNX: the original runs with graph optimizations off on one thread, with every constant that folding made as an extra
output. Each such constant must equal the runtime's: bit for bit for integers, booleans, strings and where all that it
is made by moves or chooses elements, within 2 units in the last place where floats are computed. The network's outputs
must be bit-identical before and after where all constants are, else within a relative 1e-4. What passed onnx.checker's
full check must pass it afterwards. Initializers that were there, inputs and outputs stay as they are, and folding a
second time changes no byte.

IR: the same in OpenVINO on CPU, in f32 and on one thread. Its own optimizations cannot be turned off: they fold both
sides, so outputs are compared within the tolerance, and constants with what OpenVINO computes for the same layer.

Networks whose outputs differ from run to run (random operators) are compared where they do not. The exit code is 1 if
anything is violated.
"""
import argparse
import collections
import json
import os
import pathlib
import resource
import select
import subprocess
import sys
import tempfile

# Nothing is left beside the modules in the repository.
sys.dont_write_bytecode = True
from folding.command import files_of
from folding.compare import Result
from folding.with_onnxruntime import check_onnx
from folding.with_openvino import check_ir


def child(options):
    """Reads paths, one a line, and prints what came of each as one line of JSON."""
    limit = int(options.max_gb * 2**30)
    resource.setrlimit(resource.RLIMIT_DATA, (limit, limit))
    for line in sys.stdin:
        path, result = pathlib.Path(line.rstrip("\n")), Result()
        with tempfile.TemporaryDirectory(dir=options.out) as folder:
            out = pathlib.Path(folder) / ("folded" + path.suffix)
            try:
                if sum(f.stat().st_size for f in files_of(path)) > limit / 8:
                    result["skipped"] = f"larger than an eighth of {options.max_gb} GB"
                else:
                    (check_ir if path.suffix == ".xml" else check_onnx)(options, path, out, result)
            except Exception as e:
                text = f"{type(e).__name__}: {e}"[:300]
                if "folded" in result:
                    result.wrong(f"after folding: {text}")
                else:
                    result["skipped"] = f"does not run before: {text}"
        print(json.dumps(result), flush=True)


class Child:
    """A process that checks one model after the other, so that a runtime that dies takes only one with it."""

    def __init__(self, options, *more):
        command = [sys.executable, __file__, "--child", *sys.argv[1:], *more]
        pipe, environment = subprocess.PIPE, {**os.environ, "CI": "true"}
        self.process = subprocess.Popen(command, stdin=pipe, stdout=pipe, stderr=subprocess.DEVNULL, text=True, env=environment)
        self.timeout = options.timeout

    def line(self):
        ready, _, _ = select.select([self.process.stdout], [], [], self.timeout)
        if not ready:
            self.process.kill()
        return self.process.stdout.readline() if ready else None

    def check(self, path):
        self.process.stdin.write(f"{path}\n")
        self.process.stdin.flush()
        stage = {"stage": "before"}
        while True:
            line = self.line()
            if not line:
                how = f"no answer in {self.timeout} s" if line is None else "the process died"
                return {"skipped": f"{how} before folding"} if stage["stage"] == "before" else {"violations": [how]}
            answer = json.loads(line)
            if "stage" not in answer:
                return answer
            stage = answer

    def end(self):
        self.process.kill()
        self.process.communicate()


def dies(options, path):
    """Whether a runtime dies now and then when nothing is folded."""
    for _ in range(5):
        process = Child(options, "--identity")
        result = process.check(path)
        process.end()
        if "died" in json.dumps(result):
            return True
    return False


def run_all(options, paths):
    """The results of all paths."""
    results, process = {}, None
    for path in paths:
        process = process or Child(options)
        results[path] = process.check(path)
        if "the process died" in results[path].get("violations", []) and dies(options, path):
            results[path] = {"skipped": "the runtime dies on the original, too"}
        if options.verbose:
            print(path, json.dumps(results[path]), file=sys.stderr)
        if process.process.poll() is not None or "died" in json.dumps(results[path]):
            process.end()
            process = None
    if process:
        process.end()
    return results


def models(paths, suffix):
    for path in map(pathlib.Path, paths):
        for file in sorted(path.rglob("*" + suffix)) if path.is_dir() else [path]:
            if file.is_file() and (suffix != ".xml" or b"<net" in file.read_bytes()[:4096]):
                yield file


def networks(manifest):
    """The ONNX networks that run, of a manifest."""
    for entry in json.loads(manifest.read_text()):
        if (entry["kind"], entry["tier"], entry["ref"].get("run")) == ("onnx", "network", "ok"):
            yield manifest.parent / entry["file"], entry["id"]


def show(title, results):
    done = [r for r in results.values() if "folded" in r]

    def total(key):
        return sum(r.get(key, 0) for r in done)

    skipped = collections.Counter(r["skipped"].split(":")[0] for r in results.values() if "skipped" in r)
    violations = [(path, v) for path, r in results.items() for v in r.get("violations", [])]
    ops, kept = collections.Counter(), collections.Counter()
    for r in done:
        ops.update(r["ops"])
        kept.update(r["kept"])
    before, after = total("before"), total("after")
    rows = [
        ("models", len(results)),
        *((f"  {reason}", count) for reason, count in skipped.items()),
        ("  folded and compared", len(done)),
        ("  folded and only read, since they do not run", sum("only_read" in r for r in done)),
        ("  have errors, folded with --force", total("forced")),
        ("  in which a node was folded", sum(r["folded"] > 0 for r in done)),
        ("nodes folded", total("folded")),
        ("bytes before", before),
        ("bytes after", f"{after} ({(after - before) / max(before, 1):+.2%})"),
        ("constants compared", total("constants")),
        ("  equal in every bit", total("constants_equal")),
        ("  not compared, no layer of that name", sum(len(r.get("unmatched", [])) for r in done)),
        ("  furthest, units in the last place", max((r.get("ulp", 0) for r in done), default=0)),
        ("outputs compared", total("outputs")),
        ("  equal in every bit", total("outputs_equal")),
        ("  furthest, relative", f"{max((r.get('relative', 0) for r in done), default=0):.3g}"),
        ("  not compared, differ from run to run", total("random_outputs")),
        ("onnx.checker passed before", total("checker")),
        ("seconds in fold", f"{total('seconds'):.1f}"),
        ("violations", len(violations)),
    ]
    print(f"\n{title}")
    for label, value in rows:
        print(f"  {label:<44}{value:>16}")
    print("  folded: " + ", ".join(f"{op} {count}" for op, count in ops.most_common()))
    print("  kept: " + ", ".join(f"{reason}: {count}" for reason, count in kept.most_common(20)))
    for path, exception in ((path, e) for path, r in results.items() for e in r.get("exceptions", [])):
        print(f"  EXCEPTION {path}: {exception}")
    for path, violation in violations:
        print(f"  VIOLATION {path}: {violation}")
    return len(violations)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    root = pathlib.Path(__file__).resolve().parent.parent
    parser.add_argument("--onnx", nargs="*", default=[])
    parser.add_argument("--ir", nargs="*", default=[])
    parser.add_argument("--manifest", type=pathlib.Path)
    parser.add_argument("--runs", type=pathlib.Path)
    parser.add_argument("--binary", default=str(root / "target/release/shapewright"))
    parser.add_argument("--out", help="a folder for what is written in between")
    parser.add_argument("--json", type=pathlib.Path, help="write what came of each model to this file")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--timeout", type=float, default=120)
    parser.add_argument("--max-gb", type=float, default=8)
    parser.add_argument("--extension", help="a library of OpenVINO operators to load")
    parser.add_argument("--fold", nargs="*", default=[], help="further arguments of `shapewright fold`, without dashes: nan")
    parser.add_argument("--identity", action="store_true", help="copy instead of folding")
    parser.add_argument("--verbose", action="store_true")
    parser.add_argument("--child", action="store_true", help=argparse.SUPPRESS)
    options = parser.parse_args()
    ids = dict(networks(options.manifest)) if options.manifest else {}

    def recorded(path):
        file = options.runs and options.runs / f"{ids.get(path, path.stem)}.run.json"
        return json.loads(file.read_text())["inputs"] if file and file.exists() else None

    options.recorded = recorded
    if options.child:
        return child(options)
    everything, violations = {}, 0
    for title, paths in (("ONNX", [*ids, *models(options.onnx, ".onnx")]), ("IR", list(models(options.ir, ".xml")))):
        if paths:
            results = run_all(options, paths)
            everything.update({str(path): result for path, result in results.items()})
            violations += show(title, results)
    if options.json:
        options.json.write_text(json.dumps(everything, indent=1))
    return int(violations > 0)


if __name__ == "__main__":
    sys.exit(main())
