"""What a model may be given as, and `infer_shapes`, which returns the same."""

from __future__ import annotations

import io
import os
import pathlib
import subprocess
import sys
import threading
import traceback
import tracemalloc

import pytest
import shapewright
from shapewright import check, infer, infer_shapes


@pytest.fixture
def proto(good: str):
    onnx = pytest.importorskip("onnx")
    return onnx.parser.parse_model(good)


def kinds(proto, tmp_path: pathlib.Path):
    data = proto.SerializeToString()
    path = tmp_path / "m.onnx"
    path.write_bytes(data)
    return {
        "str": str(path), "Path": path, "bytes": data, "bytearray": bytearray(data), "memoryview": memoryview(data),
        "BytesIO": io.BytesIO(data), "ModelProto": proto,
    }  # fmt: skip


def test_every_kind_of_model_is_read(proto, tmp_path: pathlib.Path) -> None:
    for kind, model in kinds(proto, tmp_path).items():
        assert infer(model)["y"].shape == ("2*N", 3), kind
    with open(tmp_path / "m.onnx", "rb") as file:
        report = check(file)
    assert report.ok and report.name == str(tmp_path / "m.onnx")


def test_text_is_read_from_strings_and_files(good: str, tmp_path: pathlib.Path) -> None:
    (tmp_path / "m.onnxtxt").write_text(good)
    with open(tmp_path / "m.onnxtxt", encoding="utf-8") as file:
        assert infer(file)["y"].rank == 2
    assert infer(io.StringIO(good))["y"].rank == 2
    assert infer(tmp_path / "m.onnxtxt")["y"].rank == 2


def test_anything_else_is_a_type_error() -> None:
    for wrong in [None, 3, [], object()]:
        with pytest.raises(TypeError, match="expected a path, text, a URL, bytes"):
            check(wrong)  # type: ignore[arg-type]


def test_onnx_ir_models(good: str) -> None:
    onnx_ir = pytest.importorskip("onnx_ir")
    onnx = pytest.importorskip("onnx")
    model = onnx_ir.from_proto(onnx.parser.parse_model(good))
    assert infer(model)["y"].shape == ("2*N", 3)
    annotated = infer_shapes(model)
    assert isinstance(annotated, onnx_ir.Model)
    [shape] = [value.shape for node in annotated.graph for value in node.outputs if value.name == "twice"]
    assert shape is not None and str(shape[1]) == "3"


def test_openvino_models(testdata: pathlib.Path) -> None:
    openvino = pytest.importorskip("openvino")
    model = openvino.Core().read_model(testdata / "openvino" / "dynamic.xml")
    facts = infer(model)
    assert facts.outputs
    assert isinstance(infer_shapes(model), openvino.Model)


def test_annotated_models_are_of_the_same_kind(proto, tmp_path: pathlib.Path) -> None:
    onnx = pytest.importorskip("onnx")
    for kind, model in kinds(proto, tmp_path).items():
        if kind in ("str", "Path"):
            with pytest.raises(TypeError, match="pass output="):
                infer_shapes(model)
            continue
        annotated = infer_shapes(model)
        read = annotated
        if isinstance(annotated, io.BytesIO):
            read = annotated.read()
        if isinstance(read, (bytes, bytearray)):
            read = onnx.load_from_string(bytes(read))
        [info] = read.graph.value_info
        assert (info.name, info.type.tensor_type.shape.dim[0].dim_param) == ("twice", "2*N"), kind
        onnx.checker.check_model(read, full_check=True)
    assert not proto.graph.value_info, "the model that was given must not change"


def test_a_file_is_written(proto, tmp_path: pathlib.Path) -> None:
    onnx = pytest.importorskip("onnx")
    path = kinds(proto, tmp_path)["Path"]
    out = tmp_path / "out.onnx"
    assert infer_shapes(path, output=out) == str(out)
    assert len(onnx.load(out).graph.value_info) == 1
    assert infer_shapes(path, output=path) == str(path)
    assert len(onnx.load(path).graph.value_info) == 1
    with pytest.raises(shapewright.ModelError, match="has an extension of OpenVINO IR"):
        infer_shapes(path, output=tmp_path / "out.xml")


def test_external_data_follows(tmp_path: pathlib.Path) -> None:
    onnx = pytest.importorskip("onnx")
    np = pytest.importorskip("numpy")
    weights = onnx.numpy_helper.from_array(np.arange(4096, dtype=np.float32), "w")
    x = onnx.helper.make_tensor_value_info("x", onnx.TensorProto.FLOAT, ["N", 4096])
    y = onnx.helper.make_tensor_value_info("y", onnx.TensorProto.FLOAT, None)
    graph = onnx.helper.make_graph([onnx.helper.make_node("Mul", ["x", "w"], ["y"])], "g", [x], [y], [weights])
    model = onnx.helper.make_model(graph, opset_imports=[onnx.helper.make_opsetid("", 18)], ir_version=9)
    (tmp_path / "in").mkdir()
    (tmp_path / "out").mkdir()
    path = tmp_path / "in" / "m.onnx"
    onnx.save(model, path, save_as_external_data=True, location="m.data", size_threshold=0)
    with pytest.raises(shapewright.ModelError, match="external data"):
        infer_shapes(path, output=tmp_path / "out" / "m.onnx")
    infer_shapes(path, output=tmp_path / "out" / "m.onnx", external="copy")
    assert (tmp_path / "out" / "m.data").exists()
    infer_shapes(path, output=tmp_path / "out" / "n.onnx", external="inline")
    [read] = onnx.load(tmp_path / "out" / "n.onnx", load_external_data=False).graph.initializer
    assert (onnx.numpy_helper.to_array(read) == np.arange(4096)).all()
    with pytest.raises(ValueError, match="expected keep, copy, or inline"):
        infer_shapes(path, output=tmp_path / "o.onnx", external="embed")  # type: ignore[arg-type]


def test_declarations_are_replaced_on_request() -> None:
    text = """<ir_version: 9, opset_import: ["" : 18]>
g (float[2,3] x) => (float[9,9] y) { y = Abs (x) }"""
    with pytest.raises(shapewright.ModelError, match="overwrite=True") as caught:
        infer_shapes(text)
    assert caught.value.report is not None
    assert "float[2,3] y" in infer_shapes(text, overwrite=True)


def test_a_model_with_errors_is_annotated_unless_strict(bad: str, good: str) -> None:
    text = bad.replace("{\n", "{\n  a = Abs (x)\n", 1)
    assert "float[N,3,4] a" in infer_shapes(text)
    with pytest.raises(shapewright.ModelError):
        infer_shapes(text, strict_mode=True)
    assert infer_shapes(good, strict_mode=True)
    with pytest.raises(shapewright.ModelError):
        infer_shapes(b"no model")


def test_inputs_are_specialized(good: str) -> None:
    assert "float[4,3] x" in infer_shapes(good, bind={"N": 4})
    assert "float[8,3] y" in infer_shapes(good, input_shapes={"x": (4, 3)})
    with pytest.raises(shapewright.ModelError, match="M2"):
        infer_shapes(good, bind={"M2": 4})


def test_threads_agree_with_one(testdata: pathlib.Path) -> None:
    paths = sorted((testdata / "onnx").glob("*.onnx")) * 4
    expected = [str(check(path)) for path in paths]
    found: dict[int, list[str]] = {}

    def work(number: int) -> None:
        found[number] = [str(check(path)) for path in paths]

    threads = [threading.Thread(target=work, args=(number,)) for number in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert all(found[number] == expected for number in range(8))


@pytest.mark.skipif(not hasattr(os, "fork"), reason="the system has no fork")
def test_a_forked_process_checks_models(good: str) -> None:
    check(good)
    code = (
        "import os, sys, shapewright\n"
        "text = sys.argv[1]\n"
        "shapewright.check(text)\n"
        "child = os.fork()\n"
        "if child == 0:\n    os._exit(0 if shapewright.check(text).ok else 1)\n"
        "sys.exit(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]))\n"
    )
    subprocess.run([sys.executable, "-c", code, good], check=True)


@pytest.mark.skipif(sys.platform == "win32", reason="signals are sent otherwise")
def test_ctrl_c_interrupts() -> None:
    chain = "\n".join(f"v{i + 1} = Abs (v{i})" for i in range(60_000))
    text = f'<ir_version: 9, opset_import: ["" : 18]>\ng (float[N] v0) => (float[N] v60000) {{\n{chain}\n}}'
    code = (
        "import signal, sys, shapewright\n"
        # A process that runs in the background may have inherited that it ignores the signal.
        "signal.signal(signal.SIGINT, signal.default_int_handler)\n"
        "text = sys.stdin.read()\nprint('go', flush=True)\nwhile True: shapewright.check(text)"
    )
    process = subprocess.Popen(
        [sys.executable, "-c", code], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )
    assert process.stdin and process.stdout and process.stderr
    process.stdin.write(text)
    process.stdin.close()
    assert process.stdout.readline() == "go\n"
    process.send_signal(2)
    try:
        process.wait(timeout=60)
    finally:
        process.kill()
    assert "KeyboardInterrupt" in process.stderr.read()
    process.stdout.close()
    process.stderr.close()


def test_deep_models_need_no_large_stack() -> None:
    text, last = "y0 = Abs (x)", "y0"
    for depth in range(600):
        body = f"b{depth} () => (r{depth}) {{ {text} r{depth} = Neg ({last}) }}"
        other = f"e{depth} () => (q{depth}) {{ q{depth} = Abs (x) }}"
        last = f"y{depth + 1}"
        text = f"{last} = If (c) <then_branch = {body}, else_branch = {other}>"
    model = f'<ir_version: 9, opset_import: ["" : 18]>\ng (bool c, float[3] x) => (float[3] z) {{ {text} z = Abs ({last}) }}'
    done: list[int] = []

    def work() -> None:
        data = shapewright.convert(model, "binary")
        for edited in [infer_shapes(data), shapewright.fold(data, force=True)]:
            done.append(len(infer(edited).graphs))
        done.append(len(check(data)) + len(shapewright.print_model(data)) + len(shapewright.diff(data, data)))

    before = threading.stack_size(256 << 10)
    try:
        thread = threading.Thread(target=work)
        thread.start()
        thread.join()
    finally:
        threading.stack_size(before)
    assert done[:2] == [1200, 1200] and len(done) == 3


def large_proto(declared: int = 1024):
    """A model with 24 MiB of weights, a small constant, and a declaration of its inner value."""
    onnx, np = pytest.importorskip("onnx"), pytest.importorskip("numpy")
    text = """<ir_version: 9, opset_import: ["" : 18]>
    g (float[N,1024] x) => (y) <float[N,M] h> { h = MatMul (x, w)  y = Reshape (h, target) }"""
    model = onnx.parser.parse_model(text)
    weights = np.ones((1024, 6144), np.float32)
    model.graph.initializer.append(onnx.numpy_helper.from_array(weights, "w"))
    model.graph.initializer.append(onnx.numpy_helper.from_array(np.array([0, 2, -1]), "target"))
    model.graph.value_info[0].type.tensor_type.shape.dim[1].dim_value = declared
    model.metadata_props.add(key="author", value="somebody")
    return model


def test_the_weights_of_a_large_proto_are_not_serialized() -> None:
    onnx = pytest.importorskip("onnx")
    model = large_proto(6144)
    whole = onnx.load_from_string(infer_shapes(model.SerializeToString()))
    tracemalloc.start()
    annotated = infer_shapes(model)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert annotated == whole
    assert [dim.dim_value for dim in annotated.graph.output[0].type.tensor_type.shape.dim][1:] == [2, 3072]
    assert peak < 4 << 20, "the bytes of the weights are 24 MiB"


@pytest.mark.parametrize("look", [infer, shapewright.inspect])
def test_a_large_proto_is_looked_at_without_its_weights(look) -> None:
    model = large_proto(6144)
    model.graph.initializer[0].doc_string = "weights"
    model.graph.initializer[0].external_data.add(key="unused", value="field")
    for number in range(3):
        model.graph.initializer.add().CopyFrom(model.graph.initializer[0])
        model.graph.initializer[-1].name = f"w{number}"
    whole = look(model.SerializeToString())
    tracemalloc.start()
    found = look(model)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert peak < 32 << 20, "the weights are four times 24 MiB"
    if look is infer:
        assert found.to_records() == whole.to_records() and found.report.ok == whole.report.ok
        wrong = large_proto(7)
        locations = [[finding.location for finding in look(given).report] for given in (wrong, wrong.SerializeToString())]
        assert locations[0] == locations[1] != []
    else:
        assert found.to_json().replace("<ModelProto>", "<bytes>") == whole.to_json()


def test_a_proto_is_serialized_in_the_order_of_protobuf() -> None:
    from shapewright._weightless import Weightless

    model = large_proto()
    assert Weightless(model, set()).serialize() == model.SerializeToString()


def test_a_large_proto_has_the_errors_of_the_whole_model() -> None:
    onnx = pytest.importorskip("onnx")
    with pytest.raises(shapewright.ModelError, match="contradict") as raised:
        infer_shapes(large_proto(7))
    assert raised.value.report is not None
    names = {finding.name for finding in raised.value.report}
    assert "declared-shape-mismatch" in names and "missing-weights" not in names
    model = large_proto(6144)
    model.graph.initializer[0].raw_data = b"too little"
    assert infer_shapes(model) == onnx.load_from_string(infer_shapes(model.SerializeToString()))
    with pytest.raises(shapewright.ModelError):
        infer_shapes(model, strict_mode=True)


def test_fields_that_a_newer_onnx_adds_stay_in_a_large_proto() -> None:
    onnx = pytest.importorskip("onnx")
    model = onnx.ModelProto.FromString(large_proto(6144).SerializeToString() + b"\xc2\x3e\x03new")
    assert infer_shapes(model).SerializeToString().count(b"\xc2\x3e\x03new") == 1


def test_arguments_of_onnx_are_accepted(good: str) -> None:
    assert infer_shapes(good, check_type=True, strict_mode=True, data_prop=True) == infer_shapes(good)


def test_a_binary_file_in_text_mode(tmp_path: pathlib.Path, good: str) -> None:
    path = tmp_path / "m.onnx"
    path.write_bytes(shapewright.convert(good, "binary") + b"\xff")
    message = "m.onnx is a binary file that was opened in text mode; open it with mode 'rb'"
    for errors in ("strict", "replace"):
        with path.open(encoding="utf-8", errors=errors) as file, pytest.raises(shapewright.FileError, match=message):
            shapewright.check(file)
    (tmp_path / "m.onnxtxt").write_text(good)
    with (tmp_path / "m.onnxtxt").open() as file:
        assert shapewright.check(file).ok


def test_names_of_models_in_memory(good: str, testdata: pathlib.Path) -> None:
    data = shapewright.convert(good, "binary")
    for model in (good, data, bytearray(data), memoryview(data), io.BytesIO(data)):
        report = shapewright.check(model, name="export/17", min_level="note")
        assert report.name == "export/17" and "export/17" in report.to_json()
    fsspec = pytest.importorskip("fsspec")
    fsspec.filesystem("memory").pipe_file("/folder/named.onnx", data)
    with fsspec.open("memory://folder/named.onnx") as file:
        assert shapewright.check(file).name == "/folder/named.onnx"
    with pytest.raises(TypeError, match="OpenFile; expected .*; open it, as in `with model as file: shapewright.check"):
        shapewright.check(fsspec.open("memory://folder/named.onnx"))
    remote = io.BytesIO(data)
    remote.name = "https://user:secret@host/m.onnx?signature=secret"  # type: ignore[attr-defined]
    assert shapewright.check(remote).name == "https://host/m.onnx"


@pytest.mark.parametrize("secret", ["https://h/m.onnx#token=S", "zip://m.onnx::https://u:p@h/x.zip?sig=1"])
def test_names_of_files_have_no_secrets(secret: str) -> None:
    class File(io.BytesIO):
        name = secret

    name = shapewright.check(File(b"")).name
    assert not any(part in name for part in ("token", "u:p", "sig")), name


def test_an_open_file_that_cannot_be_read() -> None:
    class Broken(io.BytesIO):
        name = "broken.onnx"

        def read(self, size: int | None = -1) -> bytes:
            raise OSError(5, "no such sector")

    with pytest.raises(shapewright.FileError, match="cannot read broken.onnx: .*no such sector"):
        infer_shapes(Broken())
    found = list(shapewright.check_many([Broken(), b""], errors="yield"))
    assert isinstance(found[0][1], shapewright.FileError) and isinstance(found[1][1], shapewright.Report)


def test_external_data_of_onnx_ir_models_is_found(tmp_path: pathlib.Path) -> None:
    onnx_ir, onnx, np = (pytest.importorskip(name) for name in ("onnx_ir", "onnx", "numpy"))
    model = onnx.parser.parse_model(
        '<ir_version: 9, opset_import: ["" : 18]> g (float[4] x) => (y) <float[4] w = {1,2,3,4}> { y = Mul (x, w) }'
    )
    weights = onnx.numpy_helper.from_array(np.array([1, 2, 3, 4], np.float32), "w")
    model.graph.initializer[0].CopyFrom(weights)
    onnx.save(model, tmp_path / "e.onnx", save_as_external_data=True, location="e.bin", size_threshold=0)
    given = onnx_ir.load(tmp_path / "e.onnx")
    assert check(given, select="ALL").ok and not [f for f in check(given) if f.code == "FM004"]
    annotated = infer_shapes(given)
    assert annotated.graph.initializers["w"].const_value.numpy().tolist() == [1, 2, 3, 4]
    inlined = onnx_ir.to_proto(infer_shapes(given, external="inline"))
    assert onnx.numpy_helper.to_array(inlined.graph.initializer[0]).tolist() == [1, 2, 3, 4]


def test_a_proto_that_protobuf_does_not_serialize(monkeypatch: pytest.MonkeyPatch) -> None:
    message = pytest.importorskip("google.protobuf.message")

    def refuse(_: object) -> bytes:
        raise message.EncodeError("Failed to serialize proto")

    class Proto:
        SerializeToString = refuse

    class Large(Proto):
        pass

    is_proto = shapewright._models.is_proto
    monkeypatch.setattr("shapewright._models.is_proto", lambda model: isinstance(model, Proto) or is_proto(model))
    monkeypatch.setattr("shapewright._weightless.without_weights", lambda model: None)
    with pytest.raises(shapewright.ShapewrightError, match="may exceed 2 GiB; save it with `onnx.save"):
        check(Large())  # type: ignore[arg-type]
    report = next(iter(shapewright.check_many([Large()], errors="yield")))[1]  # type: ignore[list-item]
    assert isinstance(report, shapewright.ShapewrightError)
    light = large_proto(6144)

    class Light:
        @staticmethod
        def read(name: str):
            from shapewright._weightless import Weightless

            return Weightless(light, {0}).read(name)

    whole = check(light)
    monkeypatch.setattr("shapewright._weightless.without_weights", lambda model: Light)
    assert [finding.name for finding in check(Large())] == [finding.name for finding in whole]  # type: ignore[arg-type]


def test_names_with_operators_are_declared() -> None:
    text = '<ir_version: 9, opset_import: ["" : 18]> g (float[N,3] x) => (float[M,3] y) { y = Neg (x) }'
    for name in ["batch-size", "2*B", "past_seq + 1"]:
        for edit in (shapewright.specialize, infer_shapes):
            assert f'g (float["{name}",3] x)' in edit(text, input_shapes={"x": (name, 3)})
            assert f'g (float["{name}",3] x)' in edit(text, input_shapes={"x": f"f32[{name},3]"})
    doubled = shapewright.specialize(text, input_shapes={"x": (2 * shapewright.Dim("B"), 3)})
    assert 'g (float["2*B",3] x)' in doubled


@pytest.mark.parametrize(
    "url",
    [
        "http://user:p@SECRET@localhost:1/m.onnx",
        "http://user:pa?SECRET@localhost:1/m.onnx",
        "http://user:pa#SECRET@localhost:1/m.onnx",
        "http://user:pa/SECRET@localhost:1/m.onnx",
        "http://localhost:1/m.onnx?sig=SECRET q",
        "http://user:SECRET@localhost:1/m.onnx",
    ],
)
def test_messages_about_urls_have_no_secrets(url: str) -> None:
    calls = [
        lambda: check(url),
        lambda: infer_shapes(url),
        lambda: shapewright.fix(url),
        lambda: infer_shapes(SMALL, output=url),
    ]
    for call in calls:
        with pytest.raises((OSError, TypeError)) as raised:
            call()
        shown = "".join(traceback.format_exception(raised.value))
        assert "SECRET" not in shown


SMALL = '<ir_version: 9, opset_import: ["" : 18]> g (float[N,3] x) => (float[M,3] y) { y = Neg (x) }'
