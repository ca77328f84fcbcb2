"""What the audits have in common: the models of a folder or bucket, their rows, and what is still to do.

`audit_spark.py` and `audit_dask.py` run `audit` on their workers and write two Parquet data sets below OUTPUT: `models`, one
row a model, and `findings`, one row a finding. A file that cannot be read is a row of `models` with its error.

Each batch is a directory of both, and `models` is written last. A run that is repeated, or continues one that was
interrupted, omits the models of complete batches that did not change since, and removes the findings of incomplete ones.
"""

from __future__ import annotations

import hashlib
import time
from collections.abc import Iterable, Iterator
from typing import Any

import fsspec
import pyarrow as pa
import pyarrow.dataset

EXTENSIONS = (".onnx", ".onnxtxt", ".xml")

MODELS = pa.schema(
    [
        ("path", pa.string()), ("version", pa.string()), ("status", pa.string()), ("error", pa.string()),
        ("seconds", pa.float64()), ("format", pa.string()), ("nodes", pa.int64()), ("parameters", pa.int64()),
        ("weight_bytes", pa.int64()), ("errors", pa.int64()), ("warnings", pa.int64()),
    ]
)  # fmt: skip

FINDINGS = pa.schema(
    [
        ("path", pa.string()), ("version", pa.string()), ("code", pa.string()), ("name", pa.string()),
        ("level", pa.string()), ("message", pa.string()), ("graph", pa.string()), ("node", pa.string()),
        ("op", pa.string()), ("value", pa.string()), ("line", pa.int64()), ("help", pa.string()),
    ]
)  # fmt: skip


def find_models(root: str) -> dict[str, str]:
    """The models below a folder or a URL, and a version of each that differs if the file changed."""
    fs, path = fsspec.core.url_to_fs(root)
    found = {}
    for name, info in fs.find(path, detail=True).items():
        if name.lower().endswith(EXTENSIONS):
            changed = info.get("mtime") or info.get("LastModified") or info.get("ETag") or ""
            is_local = "file" in (fs.protocol if isinstance(fs.protocol, (list, tuple)) else [fs.protocol])
            found[name if is_local else fs.unstrip_protocol(name)] = f"{info.get('size')} {changed}"
    return dict(sorted(found.items()))


def audit(path: str, version: str) -> tuple[dict[str, Any], list[dict[str, Any]]]:
    """The row of a model, and the rows of its findings. What goes wrong with a file is in its row."""
    import shapewright

    started = time.perf_counter()
    row: dict[str, Any] = dict.fromkeys(MODELS.names)
    row |= {"path": path, "version": version}
    findings: list[dict[str, Any]] = []
    try:
        report = shapewright.check(path, config=False)
        row |= {"status": "ok" if report.ok else "errors", "errors": len(report.errors), "warnings": len(report.warnings)}
        findings = [{**found, "path": path, "version": version} for found in report.to_records()]
        summary = shapewright.inspect(path)
        weights = summary.parameters
        row |= {"format": summary.format, "nodes": summary.nodes, "parameters": weights.elements, "weight_bytes": weights.bytes}
    except shapewright.ModelError as error:
        row |= {"status": "no model", "error": str(error).splitlines()[0]}
    except Exception as error:  # One bad file does not end an audit of all.
        row |= {"status": "unreadable", "error": f"{type(error).__name__}: {error}"}
    row["seconds"] = time.perf_counter() - started
    return row, [{name: found.get(name) for name in FINDINGS.names} for found in findings]


def tables(models: Iterable[tuple[str, str]]) -> tuple[pa.Table, pa.Table]:
    """The rows of some models as tables."""
    rows = [audit(path, version) for path, version in models]
    findings = [found for _, of_model in rows for found in of_model]
    return pa.Table.from_pylist([row for row, _ in rows], MODELS), pa.Table.from_pylist(findings, FINDINGS)


def pending(root: str, output: str, size: int) -> Iterator[tuple[str, list[tuple[str, str]]]]:
    """The batches that are still to do, each with a name that its models determine."""
    todo = find_models(root)
    fs, path = fsspec.core.url_to_fs(output)
    complete = _batches(fs, f"{path}/models")
    for stale in _batches(fs, f"{path}/findings") - complete:
        fs.rm(f"{path}/findings/{stale}", recursive=True)
    if complete:
        done = pa.dataset.dataset(f"{path}/models", filesystem=fs, format="parquet", schema=MODELS)
        for row in done.to_table(columns=["path", "version"]).to_pylist():
            if todo.get(row["path"]) == row["version"]:
                del todo[row["path"]]
    models = list(todo.items())
    for start in range(0, len(models), size):
        batch = models[start : start + size]
        yield f"batch={hashlib.sha256(repr(batch).encode()).hexdigest()[:16]}", batch


def _batches(fs: Any, folder: str) -> set[str]:
    """The batches of a data set that were written whole: engines write in other places first."""
    names = [name.rstrip("/").rpartition("/")[2] for name in fs.ls(folder, detail=False)] if fs.exists(folder) else []
    return {name for name in names if name.startswith("batch=") and fs.glob(f"{folder}/{name}/*.parquet")}
