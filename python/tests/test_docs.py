"""Every public name has a docstring with an example, and the examples run."""

from __future__ import annotations

import doctest
import importlib
import inspect
import re
import subprocess
import sys

import pytest
import shapewright

MODULES = [
    f"shapewright{part}"
    for part in (
        "", "._check", "._edit", "._errors", "._facts", "._graph", "._inspect", "._many", "._model", "._op", "._report",
        "._show",
    )  # fmt: skip
]


@pytest.mark.parametrize("name", MODULES)
def test_examples(name: str, tmp_path, monkeypatch) -> None:
    pytest.importorskip("numpy")
    pytest.importorskip("sympy")
    monkeypatch.chdir(tmp_path)
    done = doctest.testmod(importlib.import_module(name))
    assert done.attempted > 0
    assert done.failed == 0


def test_native_examples() -> None:
    pytest.importorskip("sympy")
    finder, runner = doctest.DocTestFinder(exclude_empty=True), doctest.DocTestRunner()
    tests = finder.find(shapewright.Dim, "Dim", module=shapewright, globs={"Dim": shapewright.Dim})
    assert len(tests) >= 4
    for test in tests:
        assert runner.run(test).failed == 0


def test_every_public_name_has_an_example() -> None:
    for name in shapewright.__all__:
        documented = inspect.getdoc(getattr(shapewright, name)) or ""
        assert ">>>" in documented, f"{name} has no example"


def test_every_public_member_is_documented() -> None:
    for name in shapewright.__all__:
        value = getattr(shapewright, name)
        if not inspect.isclass(value):
            continue
        for member, what in vars(value).items():
            is_public = not member.startswith("_") and (callable(what) or isinstance(what, property))
            assert not is_public or inspect.getdoc(what), f"{name}.{member} has no docstring"


OF_ONNX = {"infer_shapes": ("check_type", "strict_mode", "data_prop")}
"""Arguments that are positional in what a function replaces."""


def test_every_keyword_is_documented() -> None:
    for name in [name for name in shapewright.__all__ if name.islower()]:
        function = getattr(shapewright, name)
        documented = inspect.getdoc(function) or ""
        for parameter in inspect.signature(function).parameters.values():
            assert re.search(rf"^ *{parameter.name}: ", documented, re.M), f"{name}({parameter.name})"
            positional = parameter.default is inspect.Parameter.empty or parameter.name in ("inputs", *OF_ONNX.get(name, ()))
            assert positional or parameter.kind is inspect.Parameter.KEYWORD_ONLY, f"{name}({parameter.name})"


def test_importing_warns_of_nothing_and_loads_no_other_package() -> None:
    code = (
        "import sys, shapewright; "
        "print([name for name in ('numpy', 'onnx', 'openvino', 'logging', 'subprocess') if name in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-W", "error", "-c", code], capture_output=True, text=True, check=True)
    assert (done.stdout.strip(), done.stderr) == ("[]", "")
