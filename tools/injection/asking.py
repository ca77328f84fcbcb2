"""Asks shapewright about the valid models and the faulty ones."""
import subprocess

from oracles import program

from .fault import judge


def _lint(binary, paths):
    """Returns the findings by path. A model on which the program fails has none."""
    paths = sorted(set(paths))
    try:
        return program.lint(binary, paths)
    except (RuntimeError, subprocess.TimeoutExpired):
        if len(paths) == 1:
            print(f"no answer about {paths[0]}")
            return {str(paths[0]): []}
        half = len(paths) // 2
        return {**_lint(binary, paths[:half]), **_lint(binary, paths[half:])}


def _has_error(findings):
    return any(f["level"] == "error" for f in findings)


def without_error(binary, paths):
    found = _lint(binary, paths)
    return [path for path in paths if not _has_error(found[str(path)])]


def judged(binary, made):
    """Returns the faulty models whose valid model is without an error, and the verdicts on them."""
    usual = _lint(binary, [m.valid for m in made])
    wrong = [m for m in made if _has_error(usual[str(m.valid)])]
    for one in wrong:
        print(f"left out, the prepared model has an error: {one.fault.name} {one.valid.name}")
    kept = [m for m in made if m not in wrong]
    found = _lint(binary, [m.path for m in kept])
    return kept, [(m, judge(m.fault, m.edit, found[str(m.path)], usual[str(m.valid)])) for m in kept]
