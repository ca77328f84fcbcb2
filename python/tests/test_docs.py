"""Every public name has a docstring with an example, and the examples run."""

from __future__ import annotations

import ast
import doctest
import importlib
import inspect
import pathlib
import re
import subprocess
import sys

import pytest
import shapewright

# Classes are those of the module itself, which has them once they are asked for.
MODULES = sorted({"shapewright"} | {getattr(shapewright, name).__module__ for name in shapewright.__all__})


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


NOT_LOADED = ("numpy", "onnx", "openvino", "logging", "subprocess", "http", "email", "inspect", "dataclasses", "re", "typing")

TEXT = '<ir_version: 9, opset_import: ["" : 18]> g (float[3] x) => (float[3] y) { y = Abs (x) }'


@pytest.mark.parametrize("code", [
    "import shapewright",
    f"import shapewright; assert shapewright.check({TEXT!r}).ok and 'y' in shapewright.infer({TEXT!r}).outputs",
    f"import shapewright; assert shapewright.infer_shapes({TEXT!r})",
], ids=["import", "check", "infer_shapes"])  # fmt: skip
def test_importing_warns_of_nothing_and_loads_little(code: str) -> None:
    """What files for site-packages load is not ours."""
    path = str(pathlib.Path(shapewright.__file__).parents[1])
    code = f"import sys; sys.path.append({path!r}); {code}; print([name for name in {NOT_LOADED} if name in sys.modules])"
    done = subprocess.run([sys.executable, "-S", "-W", "error", "-c", code], capture_output=True, text=True, check=True)
    assert (done.stdout.strip(), done.stderr) == ("[]", "")


def test_names_are_found_when_they_are_used() -> None:
    assert set(shapewright.__all__) <= set(dir(shapewright))
    with pytest.raises(AttributeError, match="'shapewright' has no attribute 'chekc'"):
        shapewright.chekc  # noqa: B018
    source = ast.parse(pathlib.Path(shapewright.__file__).read_text(encoding="utf-8"))
    imported = {
        (node.module, name.name) for node in ast.walk(source) if isinstance(node, ast.ImportFrom) for name in node.names
    }
    expected = {(module, name) for name, module in shapewright._MODULE_OF.items()}
    assert expected <= imported, "type checkers and programs find the same names"


def test_public_classes_are_those_of_the_module() -> None:
    for name in shapewright.__all__:
        value = getattr(shapewright, name)
        assert not inspect.isclass(value) or (value.__module__, value.__qualname__) == ("shapewright", name)
