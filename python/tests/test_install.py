"""The installed wheel: the command and the metadata."""

from __future__ import annotations

import importlib.metadata
import os
import pathlib
import subprocess
import sys
import sysconfig
import tarfile

import pytest
import shapewright

try:
    DISTRIBUTION = importlib.metadata.distribution("shapewright")
except importlib.metadata.PackageNotFoundError:
    pytest.skip("the module is not installed", allow_module_level=True)

SCRIPT = pathlib.Path(sysconfig.get_path("scripts")) / ("shapewright.exe" if sys.platform == "win32" else "shapewright")


def test_versions_agree() -> None:
    assert shapewright.__version__ == DISTRIBUTION.version
    done = subprocess.run([SCRIPT, "--version"], capture_output=True, text=True, check=True)
    assert done.stdout == f"shapewright {DISTRIBUTION.version}\n"


def test_the_command_is_a_program() -> None:
    assert SCRIPT.read_bytes()[:2] != b"#!", "a Python script starts slowly"


@pytest.mark.parametrize("command", [[SCRIPT], [sys.executable, "-m", "shapewright"]], ids=["script", "module"])
def test_the_command_checks_models(command: list[str], testdata: pathlib.Path) -> None:
    model = testdata / "onnx" / "detector.onnx"
    done = subprocess.run([*command, str(model)], capture_output=True, text=True, check=False)
    assert done.returncode == 1
    # The command also says which of its options fix findings.
    *lines, offer = done.stdout.strip().splitlines()
    assert offer == "1 finding can be fixed with `--fix`."
    assert "\n".join(lines) == str(shapewright.check(model))


def test_the_wheel_is_typed_and_for_all_versions_of_python() -> None:
    files = {str(file) for file in DISTRIBUTION.files or []}
    assert {"shapewright/py.typed", "shapewright/_shapewright.pyi"} <= files
    assert "cp310-abi3" in (DISTRIBUTION.read_text("WHEEL") or "")


def test_the_source_distribution_has_what_the_build_needs(testdata: pathlib.Path, tmp_path: pathlib.Path) -> None:
    pytest.importorskip("maturin")
    python = testdata.parent / "python"
    for _ in range(2):
        code = "import sys, backend; print(backend.build_sdist(sys.argv[1]))"
        # The backend calls maturin, which is where the interpreter is.
        path = os.pathsep.join([os.path.dirname(sys.executable), os.environ.get("PATH", "")])
        command = [sys.executable, "-c", code, tmp_path]
        done = subprocess.run(
            command, cwd=python, env={**os.environ, "PATH": path}, capture_output=True, text=True, check=True
        )
        name = done.stdout.split()[-1]
        content = (tmp_path / name).read_bytes()
    assert name == f"shapewright-{DISTRIBUTION.version}.tar.gz" and (tmp_path / name).read_bytes() == content
    with tarfile.open(tmp_path / name) as archive:
        # The filter is the default only in Python 3.14.
        archive.extractall(tmp_path, **({"filter": "data"} if hasattr(tarfile, "data_filter") else {}))
    root = tmp_path / f"shapewright-{DISTRIBUTION.version}"
    assert f"Version: {DISTRIBUTION.version}\n" in (root / "PKG-INFO").read_text(encoding="utf-8")
    for needed in ["pyproject.toml", "python/backend.py", "python/shapewright/_shapewright.pyi", "src/lib.rs", "LICENSE-MIT"]:
        assert (root / needed).is_file(), needed
    made = {"target", "wheel.data", "__pycache__", ".mypy_cache", ".pytest_cache"}
    assert not [path for path in root.rglob("*") if path.name in made or path.suffix == ".so"]
    for manifest in ["Cargo.toml", "python/Cargo.toml"]:
        # Of the dependencies, those of other systems may not have been downloaded.
        command = ["cargo", "tree", "--locked", "--offline", "--manifest-path", root / manifest]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stderr
