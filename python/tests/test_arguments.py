"""Arguments that are wrong, and files that cannot be read or written."""

from __future__ import annotations

import io
import pathlib
import pickle

import pytest
import shapewright
from shapewright import FileError, ModelError, check, evaluate, extract, fold, infer, infer_shapes, load

np = pytest.importorskip("numpy")

TEXT = '<ir_version: 9, opset_import: ["" : 18]> g (float[3] x) => (float[3] y) { h = Neg (x)  y = Relu (h) }'


def test_missing_files_are_what_python_calls_them(tmp_path: pathlib.Path) -> None:
    with pytest.raises(FileNotFoundError) as missing:
        check(tmp_path / "no.onnx")
    for error in (missing.value, pickle.loads(pickle.dumps(missing.value))):
        assert isinstance(error, FileError) and isinstance(error, FileNotFoundError)
        assert (type(error).__name__, error.errno, error.filename) == ("FileError", 2, str(tmp_path / "no.onnx"))
    with pytest.raises(IsADirectoryError, match="check_many") as folder:
        check(tmp_path)
    assert isinstance(folder.value, FileError)


def test_what_cannot_be_written_is_a_file_error(tmp_path: pathlib.Path) -> None:
    model = load(TEXT)
    with pytest.raises(FileNotFoundError):
        model.save(tmp_path / "no" / "m.onnx")
    with pytest.raises(IsADirectoryError):
        model.save(tmp_path)
    with pytest.raises(FileError):
        infer_shapes(TEXT, output=tmp_path / "no" / "m.onnx")


@pytest.mark.parametrize("name", ["m.txt", "m.textproto", "m.JSON"])
def test_forms_that_are_not_written_are_refused(tmp_path: pathlib.Path, name: str) -> None:
    with pytest.raises(ValueError, match="expected .onnx, .onnxtxt for text, or .xml"):
        load(TEXT).save(tmp_path / name)
    assert not list(tmp_path.iterdir())


def test_a_file_that_was_read_is_at_its_end() -> None:
    file = io.BytesIO(TEXT.encode())
    assert check(file).ok
    with pytest.raises(FileError, match=rf"at its end \(position {len(TEXT)}\)"):
        check(file)


def test_directories_are_skipped(tmp_path: pathlib.Path) -> None:
    (tmp_path / "a.onnx").mkdir()
    (tmp_path / "b.onnx").write_text(TEXT)
    checked = shapewright.check_many(sorted(tmp_path.rglob("*")))
    assert [(path.name, report.ok) for path, report in checked] == [("b.onnx", True)]


def test_errors_say_what_the_findings_are() -> None:
    with pytest.raises(ModelError, match="OP100.*Relo") as failed:
        fold(TEXT.replace("Relu", "Relo"))
    assert failed.value.report is not None and failed.value.report.errors


def test_errors_name_keywords_of_python() -> None:
    with pytest.raises(ModelError) as failed:
        shapewright.specialize(TEXT)
    assert "`bind=`" in str(failed.value) and "--" not in str(failed.value)


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: infer(TEXT, bind=["N=1"]), "`bind` is list; expected a mapping"),
        (lambda: infer(TEXT, input_shapes=(1, 3)), "`input_shapes` is tuple; expected a mapping"),
        (lambda: check(TEXT, expect=3), "`expect` is int; expected a mapping"),
        (lambda: check(TEXT, ignore=None), "`ignore` is NoneType; expected a string or a list of strings"),
        (lambda: check(TEXT, select=[3]), "`select` has int; expected strings"),
        (lambda: fold(TEXT, max_bytes=-1), "`max_bytes` is -1"),
        (lambda: evaluate(TEXT, [1]), "`inputs` is list"),
        (lambda: load(TEXT).graph.insert("Abs", [], before="h"), "`before` is str; expected a Node"),
        (lambda: load(TEXT).graph.nodes[0].set_input(0, "x"), "an input is str; expected a Value"),
        (lambda: load(TEXT).graph.inputs[0].replace_uses_with(None), "`other` is None"),
    ],
)
def test_wrong_arguments_are_named(call: object, message: str) -> None:
    with pytest.raises((TypeError, ValueError), match=message):
        call()  # type: ignore[operator]


def test_arrays_become_constants() -> None:
    model = load(TEXT)
    neg, relu = model.graph.nodes
    relu.set_input(0, np.ones(3, "f4"))
    assert relu.inputs[0].is_constant
    neg.inputs = [np.zeros(3, "f4")]
    assert neg.inputs[0].numpy().tolist() == [0, 0, 0]
    neg.inputs[0].replace_uses_with(np.ones(3, "f4"))
    assert neg.inputs[0].numpy().tolist() == [1, 1, 1]
    before = len(model.graph.values)
    with pytest.raises(ModelError):
        relu.set_input(7, np.ones(3, "f4"))
    assert len(model.graph.values) == before


def test_one_string_is_one_output() -> None:
    graph = load(TEXT).graph
    assert [value.name for value in graph.insert("Relu", [graph.inputs[0]], outputs="r2").outputs] == ["r2"]


def test_outputs_of_ir_are_values(testdata: pathlib.Path) -> None:
    model = testdata / "openvino" / "dynamic.xml"
    facts = infer(model)
    assert facts.outputs and all(facts[name].type for name in facts.outputs)
    part = extract(load(model), outputs=facts.outputs[0])
    assert len(infer(part).outputs) == 1
