"""The audits in `examples`, on the engines that are installed."""

from __future__ import annotations

import importlib
import os
import pathlib
import shutil
import subprocess
import sys

import pytest

pytest.importorskip("fsspec")
parquet = pytest.importorskip("pyarrow.parquet")

EXAMPLES = pathlib.Path(__file__).resolve().parents[2] / "examples"

ENGINES = {"audit_dask.py": ("distributed", ["--workers", "2"]), "audit_spark.py": ("pyspark", ["--master", "local[2]"])}


@pytest.fixture
def registry(tmp_path: pathlib.Path, good: str, bad: str) -> pathlib.Path:
    """Models in two folders, with two files that are none."""
    folder = tmp_path / "registry"
    for number in range(5):
        (folder / str(number % 2)).mkdir(parents=True, exist_ok=True)
        (folder / str(number % 2) / f"good{number}.onnxtxt").write_text(good)
    (folder / "bad.onnxtxt").write_text(bad)
    (folder / "feed.xml").write_text("<rss/>")
    (folder / "notes.txt").write_text("no model")
    if sys.platform != "win32":
        os.symlink(folder / "nothing", folder / "gone.onnx")
    return folder


@pytest.fixture
def audit_models(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.syspath_prepend(str(EXAMPLES))
    return importlib.import_module("audit_models")


def rows(output: pathlib.Path, kind: str) -> list[dict]:
    return parquet.read_table(output / kind).to_pylist()


def write(audit_models, output: pathlib.Path, name: str, batch: list[tuple[str, str]], kinds=("findings", "models")) -> None:
    models, findings = audit_models.tables(batch)
    for kind in kinds:
        (output / kind / name).mkdir(parents=True, exist_ok=True)
        parquet.write_table({"models": models, "findings": findings}[kind], output / kind / name / "part.parquet")


def test_bad_files_are_rows(audit_models, registry: pathlib.Path) -> None:
    found = audit_models.find_models(str(registry))
    models, findings = audit_models.tables(found.items())
    status = {pathlib.Path(row["path"]).name: row["status"] for row in models.to_pylist()}
    assert status["good0.onnxtxt"] == "ok" and status["bad.onnxtxt"] == "errors" and status["feed.xml"] == "no model"
    assert status.get("gone.onnx", "unreadable") == "unreadable" and "notes.txt" not in status
    assert [row["code"] for row in findings.to_pylist() if row["path"].endswith("bad.onnxtxt")] == ["OP102"]
    [row] = [row for row in models.to_pylist() if row["path"].endswith("good0.onnxtxt")]
    assert (row["nodes"], row["errors"], row["error"]) == (2, 0, None)


def test_an_audit_goes_on_where_it_ended(audit_models, registry: pathlib.Path, tmp_path: pathlib.Path) -> None:
    output = tmp_path / "out"
    output.mkdir()
    batches = list(audit_models.pending(str(registry), str(output), 3))
    names = [path for _, batch in batches for path, _ in batch]
    assert names == list(audit_models.find_models(str(registry)))
    write(audit_models, output, *batches[0])
    # Interrupted between the two data sets.
    write(audit_models, output, *batches[1], kinds=["findings"])
    rest = list(audit_models.pending(str(registry), str(output), 100))
    assert [path for _, batch in rest for path, _ in batch] == names[3:]
    assert not (output / "findings" / batches[1][0]).exists() and (output / "findings" / batches[0][0]).exists()
    write(audit_models, output, *rest[0])
    assert list(audit_models.pending(str(registry), str(output), 100)) == []
    assert len(rows(output, "models")) == len(names)
    changed = registry / "0" / "good0.onnxtxt"
    changed.write_text(changed.read_text().replace("Abs", "Neg") + "\n")
    [(_, again)] = audit_models.pending(str(registry), str(output), 100)
    assert [path for path, _ in again] == [str(changed)]


@pytest.mark.parametrize("script", ENGINES)
def test_engines(script: str, audit_models, registry: pathlib.Path, tmp_path: pathlib.Path) -> None:
    package, arguments = ENGINES[script]
    pytest.importorskip(package)
    if package == "pyspark" and shutil.which("java") is None:
        pytest.skip("Spark needs Java")
    output = tmp_path / "out"
    command = [sys.executable, EXAMPLES / script, registry, output, *arguments]
    environment = {**os.environ, "PYSPARK_PYTHON": sys.executable}
    expected = {path: None for path in audit_models.find_models(str(registry))}
    for count in (len(expected), 0):
        done = subprocess.run(command, capture_output=True, text=True, check=False, env=environment, cwd=tmp_path)
        assert f"audited {count} models" in done.stdout, done.stderr
    models, findings = audit_models.tables(audit_models.find_models(str(registry)).items())

    def plain(table: list[dict]) -> list[str]:
        return sorted(repr({key: row[key] for key in row if key not in ("seconds", "batch", "version")}) for row in table)

    assert plain(rows(output, "models")) == plain(models.to_pylist())
    assert plain(rows(output, "findings")) == plain(findings.to_pylist())
