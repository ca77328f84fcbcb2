"""The examples in the documents run."""

from __future__ import annotations

import doctest
import pathlib
import subprocess
import sys

import pytest

ROOT = pathlib.Path(__file__).resolve().parents[2]


PEERS = {
    "extract_model": (),
    "make_dynamic_shape_fixed": ("onnxruntime",),
    "onnx_checker": (),
    "onnxsim": ("onnxsim",),
    "openvino_reshape": ("openvino",),
    "polygraphy": ("polygraphy", "onnx_graphsurgeon"),
    "symbolic_shape_infer": ("onnxruntime",),
}
"""The pages about other tools, with the packages that their examples need beside onnx."""

PAGES = {"README.md": (), "docs/python.md": (), "docs/python-api.md": ("sympy",), "docs/pytorch.md": ("torch", "onnxscript")} | {
    f"docs/coming-from/{name}.md": packages for name, packages in PEERS.items()
}


@pytest.mark.parametrize("page", PAGES)
@pytest.mark.filterwarnings("default")
def test_examples(page: str, monkeypatch: pytest.MonkeyPatch) -> None:
    for package in ("numpy", "onnx", *PAGES[page]):
        pytest.importorskip(package)
    monkeypatch.chdir(ROOT)
    flags = doctest.FAIL_FAST | doctest.IGNORE_EXCEPTION_DETAIL
    done = doctest.testfile(str(ROOT / page), module_relative=False, optionflags=flags, encoding="utf-8")
    assert done.attempted > 0
    assert done.failed == 0


def test_every_page_with_examples_is_run() -> None:
    pages = {path.relative_to(ROOT).as_posix() for path in (ROOT / "docs").rglob("*.md") if ">>> " in path.read_text("utf-8")}
    assert pages <= set(PAGES)


def test_the_example_for_pytorch() -> None:
    pytest.importorskip("torch")
    pytest.importorskip("onnxscript")
    script = ROOT / "examples" / "pytorch_export.py"
    done = subprocess.run([sys.executable, str(script)], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    assert "'different'" not in done.stdout and "(1, 32, 64)" in done.stdout
