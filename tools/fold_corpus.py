#!/usr/bin/env python3
"""Folds networks with `shapewright fold` and verifies the results with ONNX Runtime and OpenVINO.

Usage: fold_corpus.py [--onnx PATH ...] [--ir PATH ...] [--binary PATH]
                      [--manifest FILE] [--runs DIRECTORY] [--out DIRECTORY] [--json FILE]
                      [--seed N] [--timeout SECONDS] [--max-gb N] [--identity]

    cargo build --release --features cli
    pip install onnx onnxruntime openvino numpy ml_dtypes
    tools/fold_corpus.py --onnx models/ --ir converted/

A PATH is a model or a directory, which is searched recursively. `--manifest` (a JSON list of objects with `file`, `id`,
`kind`, `tier`, `ref.run`) selects the ONNX networks that run according to it; its file names are relative to it. `--runs` is a
directory of `ID.run.json` files whose `inputs` (name: [type, sizes]) are the inputs of model ID or, without a manifest, of
the file with that stem. Without `--runs`, symbolic dimensions get the first of several small sizes with which the model runs.
`--identity` copies models instead of folding them, to test this script.

ONNX: the original runs on one thread with graph optimizations disabled, and with every constant that folding created as an
additional output. Each constant must equal the runtime's. Integers, booleans, strings, and floats that are only moved or
selected must be bit-identical; computed floats may differ by 2 units in the last place. If all constants are bit-identical, the
network's outputs before and after folding must be too; otherwise they must agree within a relative 1e-4. A model that
passed onnx.checker's full check must still pass it. Existing initializers, inputs, and outputs must not change, and folding a
second time must not change any byte.

IR: the same in OpenVINO on CPU, in f32 and on one thread. Its own optimizations cannot be disabled and fold both models, so
outputs are compared within the tolerance, and constants are compared with what OpenVINO computes for the same layer.

Outputs that differ from run to run (random operators) are not compared. The exit code is 1 if any check fails.
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

# Do not leave bytecode next to the modules in the repository.
sys.dont_write_bytecode = True
from folding.command import files_of
from folding.compare import Result
from folding.with_onnxruntime import check_onnx
from folding.with_openvino import check_ir


def child(options):
    """Reads one path per line, and prints the result for each as one line of JSON."""
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
    """A process that checks one model after another, so that a crash of a runtime affects only one model."""

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
    """Returns whether a runtime crashes intermittently when nothing is folded."""
    for _ in range(5):
        process = Child(options, "--identity")
        result = process.check(path)
        process.end()
        if "died" in json.dumps(result):
            return True
    return False


def run_all(options, paths):
    """Returns the results for all paths."""
    results, process = {}, None
    for path in paths:
        process = process or Child(options)
        results[path] = process.check(path)
        if "the process died" in results[path].get("violations", []) and dies(options, path):
            results[path] = {"skipped": "the runtime also crashes on the original"}
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
    """Yields the ONNX networks of a manifest that run."""
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
        ("  folded and only read (they do not run)", sum("only_read" in r for r in done)),
        ("  with errors, folded with --force", total("forced")),
        ("  with at least one folded node", sum(r["folded"] > 0 for r in done)),
        ("nodes folded", total("folded")),
        ("bytes before", before),
        ("bytes after", f"{after} ({(after - before) / max(before, 1):+.2%})"),
        ("constants compared", total("constants")),
        ("  bit-identical", total("constants_equal")),
        ("  not compared, no layer of that name", sum(len(r.get("unmatched", [])) for r in done)),
        ("  largest difference, units in the last place", max((r.get("ulp", 0) for r in done), default=0)),
        ("outputs compared", total("outputs")),
        ("  bit-identical", total("outputs_equal")),
        ("  largest difference, relative", f"{max((r.get('relative', 0) for r in done), default=0):.3g}"),
        ("  not compared, vary between runs", total("random_outputs")),
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
    parser.add_argument("--out", help="directory for intermediate files")
    parser.add_argument("--json", type=pathlib.Path, help="write the result for each model to this file")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--timeout", type=float, default=120)
    parser.add_argument("--max-gb", type=float, default=8)
    parser.add_argument("--extension", help="a library of OpenVINO operators to load")
    parser.add_argument("--fold", nargs="*", default=[], help="further flags of `shapewright fold`, without dashes, such as nan")
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
