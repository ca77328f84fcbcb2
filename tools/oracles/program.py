"""Runs `shapewright` on many files."""
import json
import os
import pathlib
import subprocess
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
AT_ONCE = 500
# A changed IR model links to the weights of the original.
READING = ["--allow-symlinks"]


def add_arguments(parser):
    parser.add_argument("--binary", default=str(ROOT / "target/release/shapewright"))


def _output(command, timeout):
    """Returns the standard output of a command."""
    # Written to a file, so that output before a timeout is not lost.
    with tempfile.TemporaryFile("w+") as out:
        done = subprocess.run(command, stdout=out, stderr=subprocess.PIPE, text=True, timeout=timeout, env={**os.environ, "CI": "true"})
        out.seek(0)
        text = out.read()
    if done.returncode not in (0, 1):
        raise RuntimeError(f"exit code {done.returncode}: {done.stderr.strip()[-400:]}")
    return text


def _lines(command, timeout):
    return [json.loads(line) for line in _output(command, timeout).splitlines()]


def shapes(binary, paths, *arguments, timeout=600):
    """Returns the reports of `shapes` by path, from one process for all files."""
    found, paths = {}, [str(p) for p in paths]
    for start in range(0, len(paths), AT_ONCE):
        part = paths[start : start + AT_ONCE]
        try:
            for report in _lines([binary, "shapes", "--format", "jsonl", "-q", *READING, *arguments, "--", *part], timeout):
                found[report["path"]] = report
        except (RuntimeError, subprocess.TimeoutExpired):
            # One file must not hide the others. Run each alone, to find out which one it was.
            for path in part:
                try:
                    for report in _lines([binary, "shapes", "--format", "jsonl", "-q", *READING, *arguments, "--", path], 60):
                        found[report["path"]] = report
                except (RuntimeError, subprocess.TimeoutExpired) as error:
                    found[path] = {"path": path, "status": f"crash: {error}", "graphs": [], "symbols": {}, "diagnostics": []}
    return found


def lint(binary, paths, *arguments, timeout=600):
    """Returns the findings of `lint` by path."""
    found, paths = {str(p): [] for p in paths}, [str(p) for p in paths]
    for start in range(0, len(paths), AT_ONCE):
        part = paths[start : start + AT_ONCE]
        report = json.loads(_output([binary, "lint", "--format", "json", *READING, *arguments, "--", *part], timeout))
        for finding in report["diagnostics"]:
            found.setdefault(finding["path"], []).append(finding)
    return found


def main_values(report):
    """Returns the values of the main graph by id."""
    return {v["id"]: v for g in report["graphs"] if g["path"] == "main" for v in g["values"]}


def outputs(report):
    """Returns the outputs of the main graph, in order."""
    for graph in report["graphs"]:
        if graph["path"] == "main":
            values = {v["id"]: v for v in graph["values"]}
            return [values.get(i) for i in graph["outputs"]]
    return []


def ports(report):
    """Returns the values of the main graph of an IR model by layer name and output index."""
    return {(v["name"], v["output"]): v for g in report["graphs"] if g["path"] == "main" for v in g["values"]}
