"""The examples in the documents run."""

from __future__ import annotations

import doctest
import pathlib

import pytest

ROOT = pathlib.Path(__file__).resolve().parents[2]


@pytest.mark.parametrize("page", ["README.md", "docs/python.md"])
def test_examples(page: str, monkeypatch: pytest.MonkeyPatch) -> None:
    for package in ("numpy", "onnx"):
        pytest.importorskip(package)
    monkeypatch.chdir(ROOT)
    done = doctest.testfile(str(ROOT / page), module_relative=False, optionflags=doctest.FAIL_FAST)
    assert done.attempted > 0
    assert done.failed == 0
