"""Functions that return another model, and models as text."""

from __future__ import annotations

import pathlib

import pytest
import shapewright
from shapewright import annotate, convert, diff, extract, fix, fold, infer, print_model, snapshot, specialize

TYPO = '<ir_version: 9, opset_import: ["" : 18]>\ng (float[3] x) => (float[3] y) { [act] y = relu (x) }'
CHAIN = """<ir_version: 9, opset_import: ["" : 18]>
g (float[N,3] x) => (float[N,3] y) <float[1] one = {1}> {
  two = Add (one, one)
  a = Mul (x, two)
  b = Neg (a)
  y = Exp (b)
}"""


def test_annotate_is_strict_and_strips(good: str, bad: str) -> None:
    assert 'float["2*N",3] twice' in annotate(good)
    assert "float[?,3] twice" in annotate(good, expressions="omit")
    assert "float[d0,3] twice" in annotate(good, expressions="symbol")
    assert "twice>" not in annotate(annotate(good), strip=True)
    with pytest.raises(shapewright.ModelError, match="errors") as caught:
        annotate(bad)
    assert caught.value.report is not None and caught.value.report.errors
    assert annotate(bad, force=True)
    with pytest.raises(ValueError, match="expected text, symbol, or omit"):
        annotate(good, expressions="none")  # type: ignore[arg-type]


def test_specialize_sets_input_shapes(good: str) -> None:
    assert "float[8,3] y" in specialize(good, bind={"N": 4})
    assert "float[K,3] x" in specialize(good, input_shapes={"x": ("K", 3)})
    with pytest.raises(shapewright.ModelError, match="`Q`"):
        specialize(good, bind={"Q": 4})
    with pytest.raises(shapewright.ModelError, match="nothing is set: .*; pass `bind=` or `input_shapes=`"):
        specialize(good)


def test_specialize_names_what_stands_in_the_way() -> None:
    text = """<ir_version: 9, opset_import: ["" : 18]>
    g (float[2,3] x) => (float[6] y) <int64[1] size = {6}> { [flat] y = Reshape (x, size) }"""
    with pytest.raises(shapewright.ModelError, match="`flat`.*it needs"):
        specialize(text, input_shapes={"x": ("N", 3)})
    listed = text.replace("float[6] y", "float[1,6] y").replace("int64[1] size = {6}", "int64[2] size = {1,6}")
    listed = listed.replace("float[2,3] x", "float[1,2,3] x")
    with pytest.raises(shapewright.ModelError, match=r"it needs: the sizes \[0, -1\] \(`rewrite=True` sets them\)"):
        specialize(listed, input_shapes={"x": ("N", 2, 3)})
    assert "float[N,6] y" in specialize(listed, input_shapes={"x": ("N", 2, 3)}, rewrite=True)
    resized = """<ir_version: 9, opset_import: ["" : 18]> g (float[1,3,8,8] x) => (float[1,3,16,16] y)
    <int64[4] sizes = {1,3,16,16}> { [up] y = Resize <mode = "nearest"> (x, , , sizes) }"""
    with pytest.raises(shapewright.ModelError, match=r"\(`keep_fixed=True` leaves it\)"):
        specialize(resized, input_shapes={"x": (1, 3, "H", "W")})
    assert specialize(resized, input_shapes={"x": (1, 3, "H", "W")}, keep_fixed=True)


def test_fold_evaluates_constants(bad: str) -> None:
    folded = fold(convert(CHAIN, "binary"))
    assert isinstance(folded, bytes)
    assert [line.strip() for line in print_model(folded).splitlines() if "Add" in line] == []
    assert fold(convert(CHAIN, "binary"), only="Neg") == convert(CHAIN, "binary")
    with pytest.raises(shapewright.ModelError, match="force=True"):
        fold(bad)
    with pytest.raises(shapewright.ModelError, match="unknown operator `Ned` in only; did you mean `Neg`?"):
        fold(CHAIN, only="Ned")


def test_extract_returns_a_part() -> None:
    part = extract(CHAIN, inputs=["a"], outputs=["b"])
    assert (infer(part).inputs, infer(part).outputs) == (("a",), ("b",))
    assert infer(extract(CHAIN, outputs="b")).inputs == ("x",)
    with pytest.raises(shapewright.ModelError, match="`q`"):
        extract(CHAIN, outputs="q")


def test_fix_repairs_findings(good: str) -> None:
    fixed = fix(TYPO)
    assert "Relu (x)" in fixed.model and fixed.report.ok
    [applied] = fixed.applied
    assert (applied.code, applied.is_safe) == ("OP100", True)
    unchanged = fix(TYPO, ignore="OP100")
    assert unchanged.model is TYPO and not unchanged.applied
    assert fix(good, unsafe_fixes=True).model is good


def test_fix_writes_files(tmp_path: pathlib.Path) -> None:
    path = tmp_path / "m.onnxtxt"
    path.write_text(TYPO)
    with pytest.raises(TypeError, match="output="):
        fix(path)
    fixed = fix(path, unsafe_fixes=True, output=path)
    assert fixed.model == str(path) and "Relu" in path.read_text()


def test_edits_return_protos() -> None:
    onnx = pytest.importorskip("onnx")
    proto = onnx.parser.parse_model(CHAIN)
    for edited in [
        annotate(proto),
        specialize(proto, bind={"N": 2}),
        fold(proto),
        extract(proto, outputs="b"),
        fix(proto).model,
    ]:
        assert isinstance(edited, onnx.ModelProto)
        onnx.checker.check_model(edited, full_check=True)
    assert len(fold(proto).graph.node) == len(proto.graph.node) - 1


def test_edits_of_files_are_written(tmp_path: pathlib.Path) -> None:
    path = tmp_path / "m.onnx"
    path.write_bytes(convert(CHAIN, "binary"))
    out = tmp_path / "out.onnx"
    for edit in [annotate, fold, lambda m, output: extract(m, outputs="b", output=output)]:
        assert edit(path, output=out) == str(out)
        assert infer(out)["b"].rank == 2


def test_diff_lists_differences(testdata: pathlib.Path) -> None:
    assert len(diff(CHAIN, CHAIN)) == 0
    changed = list(diff(CHAIN, CHAIN.replace("Neg", "Abs")))
    assert [(d.aspect, d.before, d.after) for d in changed] == [("operator", "Neg", "Abs")]
    assert [d.after for d in diff(CHAIN, CHAIN, bind={"N": 3})] == []
    assert str(diff(CHAIN, CHAIN)) == ""
    pair = [testdata / "onnx" / "detector.onnx", testdata / "openvino" / "dynamic.xml"]
    shown = str(diff(*pair))
    assert shown.startswith(f"--- {pair[0]}\n+++ {pair[1]}\n") and len(shown.splitlines()) > 3 and "\x1b" not in shown


def test_convert_and_print(testdata: pathlib.Path) -> None:
    data = convert(CHAIN, "binary")
    text = convert(data, "text")
    assert isinstance(data, bytes) and isinstance(text, str)
    assert convert(text, "binary") == data
    assert "Exp (b)" in print_model(data) == print_model(data, hashes=True)
    assert "ReduceMin" in print_model(testdata / "openvino" / "dynamic.xml") or print_model(testdata / "openvino" / "dynamic.xml")
    with pytest.raises(shapewright.ModelError, match="ONNX"):
        convert(testdata / "openvino" / "dynamic.xml", "text")
    with pytest.raises(ValueError, match="expected binary or text"):
        convert(CHAIN, "json")  # type: ignore[call-overload]


def test_snapshots_are_those_of_the_command(tmp_path: pathlib.Path) -> None:
    text = snapshot(CHAIN)
    assert "f32[N,3]" in text and "findings: none" in text
    assert "f32[4,3]" in snapshot(CHAIN, bind={"N": 4})


@pytest.mark.parametrize("function", [print_model, snapshot, lambda m: diff(m, CHAIN), lambda m: extract(m, outputs="y")])
def test_what_is_no_model_is_an_exception(function) -> None:
    with pytest.raises(shapewright.ModelError, match="cannot be read"):
        function(b"no model")


def test_arguments_of_onnx_may_be_positional(good: str) -> None:
    assert shapewright.infer_shapes(good, True, True, True) == shapewright.infer_shapes(good)
    with pytest.raises(shapewright.ModelError):
        shapewright.infer_shapes(TYPO, True, True)
    assert shapewright.infer_shapes(TYPO, True, False, True)
