"""Runs `shapewright fold` on a model."""
import collections
import json
import re
import shutil
import subprocess
import time

# Sizes to try for symbolic dimensions, in this order.
ATTEMPTS = [2, 1, 3, 4, 8, 16, 32, 64]

# Operators that move or select elements, or compute them exactly. Float constants that only these produce must be equal.
EXACT = set(
    """Cast CastLike Concat Constant ConstantOfShape DepthToSpace Expand Flatten Gather GatherElements GatherND
    Identity Max Min Pad Range Reshape Shape Size Slice SpaceToDepth Split Squeeze Tile Transpose Unsqueeze Where
    ReduceMin ReduceMax Neg Abs Sign Floor Ceil Clip Relu ScatterElements ScatterND
    Const Convert ConvertLike Broadcast ShapeOf StridedSlice VariadicSplit Maximum Minimum Negative Ceiling Clamp ReLU Select
    Parameter Result""".split()
)


def files_of(path):
    """Returns the files of a model; an IR model has a separate weights file."""
    weights = path.with_suffix(".bin")
    return [path] + ([weights] if path.suffix == ".xml" and weights.exists() else [])


def run_fold(options, path, out, *more):
    """Folds a model. Returns the exit code, the report, and the end of standard error."""
    if options.identity:
        for file in files_of(path):
            shutil.copyfile(file, out.with_suffix(file.suffix))
        return 0, {"folded": [], "kept": []}, ""
    command = [options.binary, "fold", str(path), "-o", str(out), "--format", "json", *(f"--{name}" for name in options.fold), *more]
    done = subprocess.run(command, capture_output=True, text=True, timeout=options.timeout)
    try:
        report = json.loads(done.stdout) if done.stdout.strip() else {}
    except json.JSONDecodeError:
        report = {}
    return done.returncode, report, done.stderr.strip()[-300:]


def reason(kept):
    """Returns why a node is not folded, without the parts that are specific to it."""
    return kept["op"] + " " + re.sub(r"`[^`]*`|-?[0-9][0-9.e+-]*", "_", kept["why"])


def fold(options, path, out, result):
    """Folds a model twice. Returns the report, or `None` if there is nothing to compare."""
    # From here on, a crash is a bug in shapewright.
    print(json.dumps({"stage": "fold"}), flush=True)
    start = time.perf_counter()
    code, report, error = run_fold(options, path, out)
    result["seconds"] = time.perf_counter() - start
    if code == 2 and "--external copy" in error:
        code, report, error = run_fold(options, path, out, "--external", "copy")
    if code == 1:
        result["forced"] = 1
        code, report, error = run_fold(options, path, out, "--force")
    if code not in (0, result.get("forced", 0)) or not out.exists():
        result.wrong(f"fold exits with {code}: {error}")
        return None
    result["folded"] = len(report["folded"])
    result["ops"] = collections.Counter(f["op"] for f in report["folded"])
    result["kept"] = collections.Counter(reason(k) for k in report["kept"])
    result["before"], result["after"] = (sum(f.stat().st_size for f in files_of(p)) for p in (path, out))
    # A node whose findings disappear once its inputs are folded is folded the second time.
    if not result.get("forced"):
        fold_again(options, out, result)
    return report


def fold_again(options, out, result):
    """Folds the folded model, which must not change any byte."""
    again = out.with_name("again" + out.suffix)
    code, _, error = run_fold(options, out, again)
    if code != 0:
        result.wrong(f"folding again exits with {code}: {error}")
    elif any(a.read_bytes() != b.read_bytes() for a, b in zip(files_of(out), files_of(again))):
        result.wrong("folding again changes bytes")


def first_run(attempts, run):
    """Returns the first inputs with which a model runs, and its outputs."""
    error = None
    for inputs in attempts:
        try:
            return inputs, run(inputs)
        except Exception as e:  # runtimes raise different exceptions for unsuitable inputs
            error = e
    raise RuntimeError(str(error)[:200])
