"""Arguments that are wrong, and files that cannot be read or written."""

from __future__ import annotations

import io
import pathlib
import pickle
import re

import pytest
import shapewright
from shapewright import Dim, FileError, ModelError, check, evaluate, extract, fold, infer, infer_shapes, load

np = pytest.importorskip("numpy")

TEXT = '<ir_version: 9, opset_import: ["" : 18]> g (float[3] x) => (float[3] y) { h = Neg (x)  y = Relu (h) }'


def test_missing_files_are_what_python_calls_them(tmp_path: pathlib.Path) -> None:
    with pytest.raises(FileNotFoundError) as missing:
        check(tmp_path / "no.onnx")
    for error in (missing.value, pickle.loads(pickle.dumps(missing.value))):
        assert isinstance(error, FileError) and isinstance(error, FileNotFoundError)
        assert (type(error).__name__, error.errno, error.filename) == ("FileError", 2, str(tmp_path / "no.onnx"))
    with pytest.raises(IsADirectoryError, match=r"`shapewright.check_many\(pathlib.Path\(.*\).rglob") as folder:
        check(tmp_path)
    assert isinstance(folder.value, FileError)


def test_what_cannot_be_written_is_a_file_error(tmp_path: pathlib.Path) -> None:
    model = load(TEXT)
    with pytest.raises(FileNotFoundError):
        model.save(tmp_path / "no" / "m.onnx")
    for write in [lambda: model.save(tmp_path), lambda: fold(TEXT, output=tmp_path)]:
        with pytest.raises(IsADirectoryError) as folder:
            write()
        for error in [folder.value, pickle.loads(pickle.dumps(folder.value))]:
            assert str(error) == f"[Errno 21] Is a directory; expected a file to write: {str(tmp_path)!r}"
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


@pytest.mark.parametrize("kind", [pathlib.Path, str])
def test_directories_are_skipped(tmp_path: pathlib.Path, kind: type, caplog: pytest.LogCaptureFixture) -> None:
    (tmp_path / "a.onnx").mkdir()
    (tmp_path / "b.onnx").write_text(TEXT)
    paths = [kind(path) for path in sorted(tmp_path.rglob("*"))]
    assert [(path, report.ok) for path, report in shapewright.check_many(paths)] == [(paths[1], True)]
    [record] = caplog.records
    assert "a.onnx` is a directory and is skipped; `pathlib.Path(" in record.getMessage()


def test_a_configuration_that_cannot_be_read_is_a_file_error(tmp_path: pathlib.Path) -> None:
    with pytest.raises(FileNotFoundError) as missing:
        check(TEXT, config=tmp_path / "no.toml")
    assert isinstance(missing.value, FileError) and missing.value.filename == str(tmp_path / "no.toml")
    with pytest.raises(FileError, match="`config` is a directory, `.*`; expected a file such as shapewright.toml"):
        check(TEXT, config=tmp_path)


def test_errors_name_the_model() -> None:
    bad = TEXT.replace("Relu", "Relo").encode()
    for call in (infer_shapes, shapewright.annotate):
        options = {"strict_mode": True} if call is infer_shapes else {}
        with pytest.raises(ModelError, match="^<bytes>: it has errors\n\nerror.OP100.: there is no operator `Relo`"):
            call(bad, **options)
    with pytest.raises(ModelError, match="^<bytes>: it has errors"):
        shapewright.specialize(bad, input_shapes={"x": ("N",)})
    with pytest.raises(ModelError, match="^<bytes>: the model has errors and is not folded; force=True folds"):
        fold(bad)


def test_models_that_are_not_converted_are_named(testdata: pathlib.Path) -> None:
    path = testdata / "openvino" / "dynamic.xml"
    with pytest.raises(ModelError, match=r"dynamic.xml is not converted: its format is OpenVINO IR; only ONNX has two forms"):
        shapewright.convert(path, "text")
    with pytest.raises(ModelError, match=r"<text> was not read completely and is not written\n\nerror.FM050."):
        shapewright.convert(TEXT[:-5], "binary")


def test_a_model_that_is_cut_off_is_not_written(tmp_path: pathlib.Path, testdata: pathlib.Path) -> None:
    whole = load(TEXT)
    whole.graph.add_constant("w", np.ones(100, "f4"))
    ir = (testdata / "openvino" / "dynamic.xml").read_bytes()
    for data in (whole.to_bytes()[:-50], TEXT[:-5].encode(), ir[:-5]):
        model = load(data)
        assert infer(data).report.errors
        calls = [lambda: model.save(tmp_path / "m.onnx"), model.to_bytes, lambda: pickle.dumps(model)]
        if model.format == "onnx":
            calls += [model.to_onnx, lambda: shapewright.annotate(data, strip=True)]
            calls += [lambda: extract(data, outputs="h")]
        for call in calls:
            with pytest.raises(ModelError, match="<bytes> was not read completely and is not written\n\nerror") as failed:
                call()
            assert failed.value.report is not None and failed.value.report.errors
    assert not list(tmp_path.iterdir())


def test_a_cut_off_model_is_not_written_whatever_it_suppresses() -> None:
    key, value = b"shapewright.ignore", b"FM002"
    entry = bytes([10, len(key), *key, 18, len(value), *value])
    cut = bytes([14 << 3 | 2, len(entry)]) + entry + load(TEXT).to_onnx().SerializeToString()[:-12]
    assert not infer(cut).report.errors
    for call in (lambda: load(cut).to_bytes(), lambda: shapewright.annotate(cut, strip=True)):
        with pytest.raises(ModelError, match="<bytes> was not read completely and is not written"):
            call()


def test_a_model_with_a_malformed_record_is_not_written() -> None:
    # A field of a node whose length is beyond the node.
    data = load(TEXT).to_onnx().SerializeToString().replace(b"\x22\x04Relu", b"\x22\x7fRelu")
    assert "FM010" in [finding.code for finding in infer(data).report]
    with pytest.raises(ModelError, match="<bytes> was not read completely and is not written"):
        load(data).to_bytes()


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
        (lambda: check(TEXT, severity=["OP102"]), "`severity` is list; expected a mapping such as {'OP103': 'error'}"),
        (lambda: check(TEXT, severity={"OP102": 3}), r"`severity\['OP102'\]` is int; expected error, warning, or note"),
        (lambda: check(TEXT, min_level=3), "`min_level` is int; expected error, warning, or note"),
        (lambda: check(TEXT, expect={"y": 5}), r"`expect\['y'\]` is int; expected a shape such as"),
        (lambda: check(TEXT, expect={"y": (-1,)}), r"`expect\['y'\]` has -1.*a name such as 'N', or None for any size"),
        (lambda: infer(TEXT, input_shapes={"x": (-1,)}), r"`input_shapes\['x'\]` has -1, which is not a size"),
        (lambda: infer(TEXT, input_shapes={"x": (1.5,)}), r"`input_shapes\['x'\]` has float; expected an integer"),
        (lambda: infer(TEXT, bind={5: 1}), "`bind` has the key 5; expected strings"),
        (lambda: infer(TEXT, input_shapes={"x": "float[3]"}), r"`input_shapes\['x'\]` is 'float\[3\]': .*mean `f32`"),
        (lambda: shapewright.op("Abs", 18, "int64[N]"), "an input is 'int64.N.': `int64` is not an element type; did you mean `i64`"),
        (lambda: load(TEXT).graph.add_input("z", ("N", 3)), "`type` is a shape; expected a type, such as 'f32\\[N,3\\]'"),
        (lambda: load(TEXT).graph.add_input("z", "double[N]"), "`type` is .*; did you mean `f64`"),
        (lambda: setattr(load(TEXT).graph.value("h"), "declared_type", (None, 3)), r"`declared_type` is a shape.*'f32\[\?,3\]'"),
        (lambda: load(TEXT).save(None), "`output` is None; expected a path; `to_bytes` returns the bytes of the file"),
        (lambda: check(TEXT, config=3), "`config` is int; expected a path"),
        (lambda: check("m.onnx", name="m"), "`name` is `m`, but the model is a path or URL, which has a name"),
        (lambda: check(load(TEXT), name="m"), "the model is a Model, which has a name; omit `name`"),
        (lambda: check(TEXT, name=3), "`name` is int; expected a string"),
        (lambda: shapewright.check_many([TEXT], workers="a"), "`workers` is str; expected an integer"),
        (lambda: infer_shapes(TEXT, 2**31 - 1, True), "`check_type` is 2147483647; expected True or False: the positional"),
        (lambda: infer_shapes(TEXT, strict_mode=None), "`strict_mode` is None; expected True or False"),
        (lambda: infer(TEXT, input_shapes={"x": "int16[3]"}), "`int16` is not an element type; did you mean `i16`"),
        (lambda: infer(TEXT, input_shapes={"x": "f32[3"}), r"`input_shapes\['x'\]` is 'f32\[3': .* is not a shape"),
        (lambda: infer(TEXT, input_shapes={"x": {1, 3}}), r"`input_shapes\['x'\]` is set; expected a shape such as"),
        (lambda: infer_shapes(TEXT, np.array([1, 2])), "`check_type` is array.*; expected True or False"),
        (lambda: check(TEXT, name=""), "`name` is empty; expected what reports call the model"),
        (lambda: Dim(""), "a dimension is an empty string; expected a name such as `N`"),
        (lambda: Dim("N").subs({1: 2}), "a symbol is <class 'int'>; expected a string such as 'N', or a Dim"),
        (lambda: Dim("N").subs({Dim("2*N"): 2}), r"`2\*N` is not one symbol, whose size can be set"),
        (lambda: load(TEXT).graph.remove_input(load(TEXT).graph.inputs[0]), "<Value 'x'> is not an input of graph `main`; expected"),
        (lambda: (g := load(TEXT).graph).remove_input(g.value("h")), "<Value 'h'> is not an input of graph `main`; expected one"),
        (lambda: load(TEXT).graph.remove_input("x"), "`value` is str; expected a Value, such as"),
        (lambda: load(TEXT).graph.add_output("h"), "`value` is str; expected a Value, such as"),
        (lambda: load(TEXT).graph.set_output(0, None), "`value` is NoneType; expected a Value, such as"),
        (lambda: (g := load(TEXT).graph).set_output(-1, g.value("h")), "`index` is -1; expected a position, counted from 0"),
        (lambda: load(TEXT).graph.remove_output(-1), "`index` is -1; expected a position, counted from 0"),
        (lambda: load(TEXT).graph.remove_output("y"), "`index` is str; expected an integer"),
        (lambda: load(TEXT).graph.nodes[0].set_input(-1, None), "`index` is -1; expected a position, counted from 0"),
        (lambda: load(TEXT).graph.nodes[0].set_input(2**70, None), "`index` is 1180591620717411303424; expected a position"),
        (lambda: (g := load(TEXT).graph).insert("Abs", g.value("h")), r"`inputs` is Value; expected a list .* such as \[value\]"),
        (lambda: load(TEXT).graph.insert("Abs", "h"), "`inputs` is str; expected a list"),
        (lambda: load(TEXT).graph.insert("Abs", np.ones(3, "f4")), "`inputs` is ndarray; expected a list"),
        (lambda: load(TEXT).graph.nodes[0].replace("Abs", None), "`inputs` is NoneType; expected a list"),
        (lambda: setattr((g := load(TEXT).graph).nodes[0], "inputs", g.value("h")), "`inputs` is Value; expected a list"),
        (lambda: load(TEXT).graph.insert("Abs", [], ["a"]), "`attributes` is list; expected a mapping from names to values"),
        (lambda: load(TEXT).graph.insert("Abs", [], outputs=1.5), "`outputs` is float; expected a number of outputs, or a list"),
        (lambda: evaluate(TEXT), "known only at run time; pass an array for `x` in `inputs`"),
    ],
)
def test_wrong_arguments_are_named(call: object, message: str) -> None:
    with pytest.raises((TypeError, ValueError, ModelError), match=message):
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


@pytest.mark.parametrize("written", ["nonsense:f32[3]", "float:f32[N]"])
def test_a_type_has_no_name(written: str) -> None:
    with pytest.raises(ValueError, match=f"'{re.escape(written)}': .*write a type without a name"):
        shapewright.infer(TEXT, input_shapes={"x": written})


def test_a_directory_without_a_name_has_a_message() -> None:
    assert "x" in str(shapewright.FileError(21, "x"))
