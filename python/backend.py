"""Builds the wheel: maturin builds the module, after cargo has built the program that the wheel contains as a script.

A wheel of maturin has either a module or a program. Scripts are among the data files of a wheel, so the program becomes one
of them: it starts without Python. `SHAPEWRIGHT_PROFILE` is the profile of cargo for both, by default `release`;
`SHAPEWRIGHT_PROGRAM` is a program that was already built. The source distribution has what this needs of the repository.
"""

from __future__ import annotations

import fnmatch
import gzip
import io
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tarfile
import tempfile
from typing import Any

import maturin

HERE = pathlib.Path(__file__).resolve().parent
SCRIPTS = HERE / "wheel.data" / "scripts"
NAME = "shapewright.exe" if sys.platform == "win32" else "shapewright"


def _profile() -> str:
    return os.environ.get("SHAPEWRIGHT_PROFILE", "release")


def _program() -> pathlib.Path:
    """The program, which is built unless it was given."""
    given = os.environ.get("SHAPEWRIGHT_PROGRAM")
    if given:
        return pathlib.Path(given)
    root, triple = HERE.parent, os.environ.get("CARGO_BUILD_TARGET", "")
    build = ["cargo", "build", "--locked", "--features", "cli", "--bin", "shapewright", "--profile", _profile()]
    subprocess.run(build, cwd=root, check=True)
    target = pathlib.Path(os.environ.get("CARGO_TARGET_DIR", root / "target"))
    return target / triple / {"dev": "debug"}.get(_profile(), _profile()) / NAME


def _add_program() -> None:
    """Puts the program among the scripts of the wheel."""
    SCRIPTS.mkdir(parents=True, exist_ok=True)
    shutil.copy2(_program(), SCRIPTS / NAME)
    if sys.platform != "win32":
        subprocess.run(["strip", str(SCRIPTS / NAME)], check=False)


def _enter() -> None:
    """The hooks run in the directory of the project, which may be the repository."""
    os.chdir(HERE)


def _settings(settings: dict[str, Any] | None) -> dict[str, Any]:
    return {"build-args": f"--profile {_profile()}", **(settings or {})}


def prepare_metadata_for_build_wheel(folder: str, config_settings: dict[str, Any] | None = None) -> str:
    """PEP 517."""
    _enter()
    SCRIPTS.mkdir(parents=True, exist_ok=True)
    name: str = maturin.prepare_metadata_for_build_wheel(folder, _settings(config_settings))
    return name


def build_wheel(folder: str, config_settings: dict[str, Any] | None = None, metadata_directory: str | None = None) -> str:
    """PEP 517."""
    _enter()
    _add_program()
    name: str = maturin.build_wheel(folder, _settings(config_settings), metadata_directory)
    return name


def build_editable(
    folder: str, config_settings: dict[str, Any] | None = None, metadata_directory: str | None = None
) -> str:
    """PEP 660."""
    _enter()
    _add_program()
    name: str = maturin.build_editable(folder, _settings(config_settings), metadata_directory)
    return name


def get_requires_for_build_wheel(config_settings: dict[str, Any] | None = None) -> list[str]:
    """PEP 517. maturin itself is a requirement of the build."""
    return []


get_requires_for_build_editable = get_requires_for_build_sdist = get_requires_for_build_wheel


# What the build needs of the repository, and what is only made there.
_SOURCES = ("Cargo.toml", "Cargo.lock", "pyproject.toml", "README.md", "CHANGELOG.md", "LICENSE-*", "src", "proto", "python")
_MADE = ("target", "wheel.data", "__pycache__", ".*_cache", "*.so", "*.pyd")


def _sources() -> list[pathlib.Path]:
    """The files of the source distribution, relative to the repository."""
    root = HERE.parent
    found = [path for pattern in _SOURCES for path in root.glob(pattern)]
    for folder in [path for path in found if path.is_dir()]:
        for name, folders, files in os.walk(folder):
            folders[:] = [inner for inner in folders if not _is_made(inner)]
            found.extend(pathlib.Path(name, file) for file in files if not _is_made(file))
    return sorted(path.relative_to(root) for path in found if path.is_file())


def _is_made(name: str) -> bool:
    return any(fnmatch.fnmatch(name, pattern) for pattern in _MADE)


def _content(file: pathlib.Path) -> bytes:
    """The content of a file of the source distribution; the manifest of the crate has no targets that are not part of it."""
    content = (HERE.parent / file).read_bytes()
    if file.as_posix() != "Cargo.toml":
        return content
    tables = re.split(rb"^(?=\[)", content, flags=re.M)
    return b"".join(table for table in tables if not re.match(rb"\[\[(bench|example|test)\]\]", table))


def build_sdist(folder: str, config_settings: dict[str, Any] | None = None) -> str:
    """PEP 517: the crate and the module, laid out as in the repository, whose `pyproject.toml` builds them."""
    _enter()
    with tempfile.TemporaryDirectory() as made:
        info = pathlib.Path(made, prepare_metadata_for_build_wheel(made, config_settings))
        name, metadata = info.name.removesuffix(".dist-info"), (info / "METADATA").read_bytes()
    time, path = int(os.environ.get("SOURCE_DATE_EPOCH", 0)), pathlib.Path(folder, f"{name}.tar.gz")
    with gzip.GzipFile(path, "wb", mtime=time) as packed, tarfile.open(fileobj=packed, mode="w") as archive:
        contents = {file.as_posix(): _content(file) for file in _sources()}
        for file, content in sorted({**contents, "PKG-INFO": metadata}.items()):
            entry = tarfile.TarInfo(f"{name}/{file}")
            entry.size, entry.mtime = len(content), time
            archive.addfile(entry, io.BytesIO(content))
    return f"{name}.tar.gz"
