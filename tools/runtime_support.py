#!/usr/bin/env python3
"""Measures which operators, versions, and types ONNX Runtime and OpenVINO run on the CPU.

Usage: runtime_support.py sweep onnxruntime|openvino|openvino-ir --results DIRECTORY [--op NAME ...]
       runtime_support.py table --results DIRECTORY > src/ops/generated/support_table.rs
       runtime_support.py agreement onnxruntime|openvino --results DIRECTORY [--count N] [--models PATH ...] [--list]
       runtime_support.py differences --results DIRECTORY [--op NAME ...]
       runtime_support.py behaviors --results DIRECTORY

    pip install onnx==1.23.2 onnxruntime==1.31.1 openvino==2026.4.1 numpy ml_dtypes
    for runtime in onnxruntime openvino openvino-ir; do tools/runtime_support.py sweep $runtime --results /somewhere; done

`sweep` makes small valid nodes of every signature with every combination of types, in the oldest and the newest opset of a
version, and loads and runs each in the runtime: in ONNX Runtime with its default optimizations, in OpenVINO from ONNX and
from IR. Operators without valid values (those of com.microsoft) are only loaded, which shows whether there is a kernel. The
results of a signature are one file in the directory, which another sweep does not measure again.

`table` writes what shapewright reads for `--target`. A combination counts as refused only if the runtime says that it has no
implementation, or if the same operator runs with other types, and no form of the node runs. A combination that was not
measured is never refused.

`agreement` asks `lint --target` about random nodes of every signature, or about model files, and loads and runs them. The exit
code is 1 if a model that the runtime runs is refused.

`differences` runs the same nodes in both runtimes with ordinary and with boundary values, and lists where the results are
unequal beyond rounding.

`behaviors` runs the models of `tests/spec/target_behaviors.md`, which is what the records of operators say of nodes with certain
attributes and constants. The exit code is 1 if a runtime does something else.
"""
import argparse
import collections
import json
import pathlib
import shutil
import sys
import tempfile

# Do not leave bytecode next to the modules in the repository.
sys.dont_write_bytecode = True
from oracles import program
from support import agreement, behaviors, differences, kernels, layers, rust, signatures, sweep, table, workers

RUNTIMES = {"onnxruntime": "onnxruntime", "openvino": "openvino", "openvino-ir": "openvino"}


def file_of(results, runtime, signature):
    return results / runtime / f"{signature.domain or 'ai.onnx'}.{signature.name}-{signature.since}.json"


def measure(runtime, signature, known, seeds):
    """Returns the outcome of every case of a signature."""
    if runtime == "openvino-ir":
        return workers.results(layers.work, (signature, seeds.get((signature.name, signature.since), [])))
    found = workers.results(sweep.work, (f"with_{runtime}", signature, known, seeds.get((signature.domain, signature.name), [])))
    if not any(outcome[0] == "ran" for outcome in found.values()):
        found = {**found, **workers.results(kernels.work, (f"with_{runtime}", signature, known))}
    return found


def run_sweep(options, known):
    if options.runtime == "openvino-ir":
        from oracles.random_layers.seeds import all_seeds
    else:
        from oracles.random_nodes.seeds import all_seeds
    seeds, dialect = all_seeds(), "OpenVino" if options.runtime == "openvino-ir" else "Onnx"
    for signature in known:
        path = file_of(options.results, options.runtime, signature)
        if signature.dialect != dialect or options.op and signature.name not in options.op or path.exists() and not options.op:
            continue
        found = measure(options.runtime, signature, known, seeds)
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(json.dumps(found))
        print(f"{signature.key:<50} {dict(collections.Counter(outcome[0] for outcome in found.values()))}", flush=True)


def rows(options, known):
    """Returns the rows by operator and runtime, and counts what they rest on."""
    operators, counts = collections.defaultdict(dict), collections.Counter()
    for runtime, field in RUNTIMES.items():
        for signature in known:
            path = file_of(options.results, runtime, signature)
            if signature.dialect != ("OpenVino" if runtime == "openvino-ir" else "Onnx") or not path.exists():
                continue
            absent = kernels.absent(signature) if runtime == "onnxruntime" else None
            found = table.Found(signature, json.loads(path.read_text()), absent)
            text = table.row(found)
            kind = {None: "not measured", "*": "all types", "-": "no type"}.get(text, "some types")
            counts.update({f"{runtime}: models": sum(map(len, found.tried.values())), f"{runtime}: combinations": len(found.tried), f"{runtime}: {kind}": 1})
            if text is not None:
                operators[signature.dialect, signature.domain, signature.name].setdefault(field, []).append((signature.since, text))
            if options.doubts:
                show_doubts(runtime, signature, found, text)
    return operators, counts


def show_doubts(runtime, signature, found, text):
    """Prints what a person should look at: failures that prove nothing, and combinations that depend on the opset."""
    for kind, combinations in (("unknown", found.unknown()), ("depends on the opset", found.mixed())):
        for types in sorted(combinations)[:1]:
            message = next(outcome[1] for _, outcome in found.tried[types] if outcome[0] != "ran")
            print(f"{runtime} {signature.key} [{text}]: {kind} {len(combinations)}, as {dict(types)}: {message}", file=sys.stderr)


def run_table(options, known):
    operators, counts = rows(options, known)
    print(rust.written(operators, "onnxruntime 1.31.1 and openvino 2026.4.1"), end="")
    for name, count in sorted(counts.items()):
        print(f"{name}: {count}", file=sys.stderr)


def model_files(paths):
    """Returns the model files below paths."""
    found = [f for path in paths for f in (sorted(path.rglob("*")) if path.is_dir() else [path])]
    return [str(f) for f in found if f.suffix in (".onnx", ".xml")]


def judged(options, known):
    """Returns verdicts on model files or on random nodes, one group at a time."""
    if options.models:
        paths = [p for p in model_files(options.models) if options.runtime == "openvino" or p.endswith(".onnx")]
        for start in range(0, len(paths), 50):
            outcomes = workers.results(agreement.files, (options.runtime, paths[start:start + 50]), timeout=300)
            yield f"{start + 1} to {start + 50}", agreement.judge(options.binary, options.runtime, outcomes)
        return
    from oracles.random_nodes.seeds import all_seeds
    seeds = all_seeds()
    for signature in known:
        own = seeds.get((signature.domain, signature.name), [])
        if signature.dialect != "Onnx" or not own or options.op and signature.name not in options.op:
            continue
        with tempfile.TemporaryDirectory() as folder:
            outcomes = workers.results(agreement.random_nodes, (options.runtime, signature, known, own, folder, options.count))
            yield signature.key, agreement.judge(options.binary, options.runtime, outcomes)
            if options.keep:
                shutil.copytree(folder, options.keep, dirs_exist_ok=True)


def run_agreement(options, known):
    total, everything = collections.Counter(), {}
    for name, verdicts in judged(options, known):
        total += agreement.tally(verdicts)
        everything.update(verdicts)
        shown = [(path, v) for path, v in verdicts.items() if v[0] == "false refusal" or options.list and v[0].startswith("missed")]
        for path, (verdict, outcome, errors) in shown:
            print(f"  {verdict} {path}: {'; '.join(errors) or outcome[1]}"[:400], flush=True)
    options.results.mkdir(parents=True, exist_ok=True)
    kind = "files" if options.models else "nodes"
    (options.results / f"agreement-{options.runtime}-{kind}.json").write_text(json.dumps(everything))
    for verdict, count in sorted(total.items()):
        print(f"{verdict:<40}{count:>8}")
    every, valid = agreement.agreement(total)
    print(f"agreement {every:.2%} of {sum(total.values())} models, {valid:.2%} without those that miss because the node is invalid")
    return int(total["false refusal"] > 0)


def run_differences(options, known):
    from oracles.random_nodes.seeds import all_seeds
    seeds, newest = all_seeds(), {}
    for signature in known:
        if signature.dialect == "Onnx" and signature.domain == "" and signature.since <= 26:
            newest[signature.name] = signature
    for signature in newest.values():
        path = options.results / "differences" / f"{signature.name}-{signature.since}.json"
        if options.op and signature.name not in options.op or path.exists() and not options.op or signature.name.startswith(differences.RANDOM):
            continue
        found = workers.results(differences.work, (signature, known, seeds.get(("", signature.name), [])))
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(json.dumps(found))
        counts = collections.Counter(outcome[0] for outcome in found.values())
        print(f"{signature.key:<40}{dict(counts)}", flush=True)
        for case, outcome in [(c, o) for c, o in found.items() if o[0] == "differs"][:6]:
            print(f"    {case}: {outcome[1]} {outcome[2]}"[:300], flush=True)


def run_behaviors(options, known):
    found = behaviors.cases()
    outcomes = workers.results(behaviors.work, found)
    wrong = behaviors.disagreements(outcomes, found)
    print(*wrong, f"{len(found)} cases, {len(wrong)} not as written", sep="\n")
    return int(bool(wrong))


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("command", choices=["sweep", "table", "agreement", "differences", "behaviors"])
    parser.add_argument("runtime", nargs="?", choices=RUNTIMES)
    parser.add_argument("--signatures", help="the output of the example `signatures`, which is run if this is missing")
    parser.add_argument("--op", nargs="*", help="only these operators, measured again")
    parser.add_argument("--doubts", action="store_true", help="table: also print what the table does not rest on")
    parser.add_argument("--count", type=int, default=30, help="agreement: random nodes for each signature")
    parser.add_argument("--models", type=pathlib.Path, nargs="*", help="agreement: model files or directories instead of random nodes")
    parser.add_argument("--keep", type=pathlib.Path, help="agreement: keep the random nodes in this directory")
    parser.add_argument("--list", action="store_true", help="agreement: also list what was missed")
    parser.add_argument("--results", type=pathlib.Path, required=True)
    program.add_arguments(parser)
    options = parser.parse_args()
    known = signatures.load(options.signatures)
    commands = {"sweep": run_sweep, "table": run_table, "agreement": run_agreement, "differences": run_differences, "behaviors": run_behaviors}
    return commands[options.command](options, known)


if __name__ == "__main__":
    sys.exit(main())
