"""Compares shapewright's answer for a random model with what happened."""
from .. import program
from ..sizes import Symbols, contains, interval, show
from ..sweep import AGREE, FALSE_ERROR, MISS, UNSOUND
from ..verdict import LESS, OTHER, compare

# Imprecision is listed, but is not a mistake.
IMPRECISE = "less precise than onnx"


def judge(report, happened):
    """Returns a verdict and why. `happened` is the outputs or the error of the run, and what onnx infers."""
    errors = [f"{d['code']} {d['message']}" for d in report["diagnostics"]]
    if report["status"] != "ok":
        return UNSOUND if report["status"].startswith("crash") else FALSE_ERROR, report["status"]
    if happened["outputs"] is None:
        if errors or not happened["able"]:
            return AGREE, None
        return (MISS + ", onnx too refuses" if happened["onnx_error"] else MISS), happened["error"]
    if errors:
        return FALSE_ERROR, "; ".join(errors)
    return judge_outputs(report, happened)


def judge_outputs(report, happened):
    values = program.main_values(report)
    symbols = Symbols(report["symbols"], {f"s{n}": n for n in range(65)})
    exact, known = True, {f"s{n}" for n in range(65)}
    for name, real in zip(happened["names"], happened["outputs"]):
        value = values.get(name)
        if real is None or value is None:
            continue
        element, sizes = real
        # numpy has no name for some types of onnx.reference.
        if (element is not None and value["type"] not in (None, element)) or not contains(value["shape"], sizes, symbols):
            return UNSOUND, f"{name}: {value['type']}{show(value['shape'])}, but it was {element}{sizes}"
        theirs = happened["onnx"].get(name)
        if theirs and contains(theirs[1], sizes, Symbols({}, {f"s{n}": n for n in range(65)})):
            if compare(value["shape"], theirs[1], known) in (LESS, OTHER):
                return IMPRECISE, f"{name}: {show(value['shape'])}, onnx has {show(theirs[1])} ({value['why_unknown']})"
            if value["type"] is None and theirs[0]:
                return IMPRECISE, f"{name}: no type, onnx has {theirs[0]}"
        exact = exact and value["shape"] is not None and all(interval(d) and interval(d)[0] == interval(d)[1] for d in value["shape"])
    return (AGREE, "exact" if exact else "not exact")
