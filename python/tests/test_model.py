"""`load`: models that are edited."""

from __future__ import annotations

import copy
import gc
import pathlib
import pickle
import threading

import pytest
import shapewright
from shapewright import Dim, Model, ModelError, ShapewrightError, load

np = pytest.importorskip("numpy")

CHAIN = """<ir_version: 9, opset_import: ["" : 18]>
g (float[N,3] x) => (float[N,3] y) {
  [first] h = Identity (x)
  [second] y = Neg (h)
}"""

IF = """<ir_version: 9, opset_import: ["" : 18]> g (bool c, float[N] x) => (float[N] y) {
  [choice] y = If (c) <then_branch = t () => (a) { [inner] a = Abs (x) }, else_branch = e () => (b) { b = Neg (x) }>
}"""


@pytest.fixture
def model() -> Model:
    """A model with two nodes."""
    return load(CHAIN)


def ops(model: Model) -> list[str]:
    return [node.op_type for node in model.graph]


def test_everything_of_a_model_is_found(model: Model) -> None:
    graph = model.graph
    assert (graph.kind, graph.path, len(graph), len(graph.values)) == ("main", "main", 2, 3)
    first, second = graph.nodes
    assert (first.name, first.index, first.domain, first.version) == ("first", 0, "", 18)
    assert (first.inputs, first.output) == (graph.inputs, graph.value("h"))
    assert (first.successors, second.predecessors, first.predecessors) == ((second,), (first,), ())
    [use] = graph.value("h").uses
    assert (use.node, use.graph, use.index) == (second, graph, 0)
    y = graph.value("y")
    assert y.is_output and not y.is_input and not y.is_constant
    assert (y.producer, y.index, [use.node for use in y.uses]) == (second, 0, [None])
    assert (model.format, model.ir_version, dict(model.opsets)) == ("onnx", 9, {"": 18})


def test_objects_for_the_same_thing_are_equal(model: Model) -> None:
    assert model.graph.nodes[0] == model.graph.node("first") != model.graph.nodes[1]
    assert len({model.graph.value("h"), model.graph.nodes[0].output, model.graph.nodes[1].inputs[0]}) == 1
    other = load(CHAIN)
    assert model.graph != other.graph and model.graph.nodes[0] != other.graph.nodes[0]


def test_facts_follow_edits(model: Model) -> None:
    x, h, y = (model.graph.value(name) for name in "xhy")
    assert (h.shape, y.shape, h.dtype) == ((Dim("N"), 3), (Dim("N"), 3), np.float32)
    model.graph.node("first").replace("Transpose", [x], {"perm": [1, 0]})
    assert h.shape == (3, Dim("N"))
    model.graph.node("first").attributes["perm"] = [0, 1]
    assert h.shape == (Dim("N"), 3)
    assert y.type == "f32[N,3]"
    x.declared_type = "f64[5,3]"
    assert (y.shape, y.element_type, y.rank) == ((5, 3), "f64", 2)
    assert not model.check().ok
    assert shapewright.infer(model)["h"].shape == (5, 3)


def test_facts_are_those_of_the_model_that_is_written(model: Model) -> None:
    graph = model.graph
    _ = graph.value("y").type
    pads = graph.insert("Pad", [graph.value("h"), np.array([1, 0, 0, 2])], before=graph.node("second"), name="pad")
    graph.node("second").set_input(0, pads.output)
    graph.value("y").declared_type = None
    written = shapewright.infer(model.to_bytes())
    for value in graph.values:
        assert value.type == written[value.name].type, value
    assert graph.value("y").shape == (Dim("N") + 1, 5)


def test_a_removed_node_is_an_error_and_never_a_panic(model: Model) -> None:
    first, h = model.graph.node("first"), model.graph.value("h")
    with pytest.raises(ModelError, match="still read by input 0 of `second`"):
        first.remove()
    h.replace_uses_with(model.graph.inputs[0])
    first.remove()
    assert first.is_removed and h.is_removed and ops(model) == ["Neg"]
    assert (repr(first), repr(h)) == ("<removed node `first` (Identity)>", "<removed value `h`>")
    for ask in [
        lambda: first.name, lambda: first.inputs, lambda: first.outputs, lambda: first.attributes["perm"],
        lambda: dict(first.attributes), lambda: first.graph, lambda: first.index, lambda: first.bodies, first.remove,
        first.remove_unused, lambda: first.replace("Neg", []), lambda: setattr(first, "op_type", "Abs"),
        lambda: setattr(first, "name", "z"), lambda: setattr(first, "inputs", []), lambda: first.set_input(0, None),
        lambda: first.add_body("b"), first.inline, lambda: model.graph.insert("Neg", [], before=first),
        lambda: model.graph.insert("Neg", [], after=first),
    ]:  # fmt: skip
        with pytest.raises(ModelError, match=r"^node `first` \(Identity\) was removed"):
            ask()
    for ask in [
        lambda: h.name, lambda: h.shape, lambda: h.uses, h.numpy, lambda: h.producer, lambda: h.graph, h.remove,
        lambda: h.is_constant, lambda: h.declared_type, lambda: setattr(h, "name", "z"), lambda: h.replace_uses_with(h),
        lambda: model.graph.insert("Neg", [h]), lambda: model.graph.add_output(h), lambda: model.graph.set_output(0, h),
        lambda: model.graph.nodes[0].set_input(0, h), lambda: setattr(h, "declared_type", "f32[3]"),
    ]:  # fmt: skip
        with pytest.raises(ModelError, match="^value `h` was removed"):
            ask()
    assert ops(model) == ["Neg"]


def test_what_is_in_the_body_of_a_removed_node_is_removed() -> None:
    model = load(IF)
    choice = model.graph.node("choice")
    body = choice.bodies[0]
    inner = body.node("inner")
    assert (inner.graph.owner, body.kind, inner.inputs[0]) == (choice, "body", model.graph.value("x"))
    model.graph.set_output(0, model.graph.insert("Exp", [model.graph.value("x")]).output)
    choice.remove()
    for ask in [lambda: inner.name, lambda: inner.output, inner.remove]:
        with pytest.raises(ModelError, match="was removed"):
            ask()
    for ask in [lambda: body.nodes, lambda: body.insert("Neg", []), lambda: body.path]:
        with pytest.raises(ModelError, match="graph .* was removed"):
            ask()
    assert ops(model) == ["Exp"] and model.check().ok


def test_things_of_another_model_are_refused(model: Model) -> None:
    other = load(CHAIN)
    node, value = other.graph.nodes[0], other.graph.inputs[0]
    for ask in [
        lambda: model.graph.insert("Neg", [value]), lambda: model.graph.insert("Neg", [], before=node),
        lambda: model.graph.add_output(value), lambda: model.graph.nodes[0].set_input(0, value),
        lambda: model.graph.inputs[0].replace_uses_with(value),
        lambda: model.graph.nodes[0].attributes.__setitem__("body", other.graph),
    ]:  # fmt: skip
        with pytest.raises(ValueError, match="belongs to another model"):
            ask()


def test_nodes_are_inserted_before_after_and_at_the_end(model: Model) -> None:
    graph, second = model.graph, model.graph.node("second")
    graph.insert("Abs", [graph.inputs[0]], before=second)
    graph.insert("Exp", [second.output], after=second, outputs=["z"], name="exp")
    graph.insert("Log", [graph.inputs[0]])
    assert ops(model) == ["Identity", "Abs", "Neg", "Exp", "Log"]
    assert graph.node("exp").output.name == "z"
    names = [value.name for value in graph.values]
    assert len(set(names)) == len(names)
    split = graph.insert("Split", [graph.inputs[0]], {"axis": 1, "num_outputs": 3}, outputs=3)
    assert [value.shape for value in split.outputs] == [(Dim("N"), 1)] * 3
    with pytest.raises(ModelError, match="produced later"):
        graph.insert("Abs", [second.output], before=second)
    with pytest.raises(ModelError, match=r"name `y` is taken; `model.unique_name\(\"y\"\)`"):
        graph.insert("Abs", [graph.inputs[0]], outputs=["y"])
    with pytest.raises(ModelError, match="`model.opsets"):
        graph.insert("Gelu", [graph.inputs[0]], domain="com.microsoft")
    with pytest.raises(ValueError, match="one of them"):
        graph.insert("Abs", [], before=second, after=second)
    with pytest.raises(TypeError, match="use its `output`"):
        graph.insert("Abs", [second])  # type: ignore[list-item]
    with pytest.raises(TypeError, match="an input is float"):
        graph.insert("Mul", [graph.inputs[0], 2.0])  # type: ignore[list-item]


def test_a_refused_insertion_leaves_nothing(model: Model) -> None:
    before, data = [value.name for value in model.graph.values], model.to_bytes()
    with pytest.raises(ModelError):
        model.graph.insert("Mul", [model.graph.value("y"), np.float32(2)], before=model.graph.nodes[0])
    assert [value.name for value in model.graph.values] == before and model.to_bytes() == data


def test_arrays_become_constants(model: Model) -> None:
    scaled = model.graph.insert("Mul", [model.graph.value("y"), np.array([1, 2, 3], np.float32)])
    constant = scaled.inputs[1]
    assert constant is not None and constant.is_constant and constant in model.graph.initializers
    assert constant.numpy().tolist() == [1, 2, 3]
    model.graph.set_output(0, scaled.output)
    result = shapewright.evaluate(model, {"x": np.ones((2, 3), np.float32)})
    assert result["y"].tolist() == [[-1, -2, -3]] * 2


@pytest.mark.parametrize("dtype", ["float32", "float64", "float16", "int64", "int8", "uint16", "bool", "complex64", "object"])
def test_constants_of_all_types_come_back(model: Model, dtype: str) -> None:
    array = np.array([[1, 0], [0, 1]]).astype(dtype) if dtype != "object" else np.array(["a", "ß"], object)
    value = model.graph.add_constant("w", array)
    model.graph.add_output(value)
    for read in [value, load(model.to_bytes()).graph.value("w")]:
        back = read.numpy()
        assert back.dtype == array.dtype and back.shape == array.shape and (back == array).all()
        with pytest.raises(ValueError, match="read-only"):
            back[0] = back[0]


@pytest.mark.parametrize("dtype", ["bfloat16", "int4", "uint4", "float8_e4m3fn"])
def test_constants_of_ml_dtypes_come_back(model: Model, dtype: str) -> None:
    ml_dtypes = pytest.importorskip("ml_dtypes")
    array = np.array([1, 0, 1]).astype(getattr(ml_dtypes, dtype))
    back = model.graph.add_constant("w", array).numpy()
    assert back.dtype == array.dtype and back.tolist() == array.tolist()


def test_empty_and_scalar_constants_come_back(model: Model) -> None:
    assert model.graph.add_constant(None, np.float32(2)).numpy().shape == ()
    assert model.graph.add_constant(None, np.zeros((0, 3), np.float32)).numpy().shape == (0, 3)
    assert model.graph.inputs[0].numpy() is None


def test_constants_share_the_mapped_file_which_they_keep(tmp_path: pathlib.Path) -> None:
    path = tmp_path / "m.onnx"
    made = load('<ir_version: 9, opset_import: ["" : 18]> g (float[4] x) => (y) { y = Neg (x) }')
    weights = np.arange(1 << 20, dtype=np.float32)
    made.graph.insert("Mul", [made.graph.inputs[0], weights])
    made.save(path)
    model = load(path)
    [value] = model.graph.initializers
    array = value.numpy()
    assert np.shares_memory(array, value.numpy()) and not array.flags.owndata and not array.flags.writeable
    # The file is the only place of these bytes: its text shows them in the array's memory.
    maps = pathlib.Path("/proc/self/maps")
    if maps.exists():
        address = array.__array_interface__["data"][0]
        ranges = (line.split() for line in maps.read_text().splitlines() if line.endswith("m.onnx"))
        bounds = [tuple(int(part, 16) for part in fields[0].split("-")) for fields in ranges]
        assert any(low <= address < high for low, high in bounds)
    del model, value
    gc.collect()
    assert (array == weights).all()


def test_attributes_have_python_values() -> None:
    text = """<ir_version: 9, opset_import: ["" : 18]> g (float[2,3] x) => (y) {
      [n] y = Foo <i = 3, f = 0.5, s = "text", is = [1, 2], fs = [0.5, 1.5], ss = ["a", "b"], t = float[2] {1, 2}> (x) }"""
    node = load(load(text).to_bytes()).graph.node("n")
    attributes = node.attributes
    assert [attributes[name] for name in ("i", "f", "s", "is", "fs", "ss")] == [3, 0.5, "text", [1, 2], [0.5, 1.5], ["a", "b"]]
    assert attributes["t"].tolist() == [1, 2] and attributes["t"].dtype == np.float32
    assert (len(attributes), list(attributes), "q" in attributes) == (7, ["i", "f", "s", "is", "fs", "ss", "t"], False)
    with pytest.raises(KeyError):
        attributes["q"]
    with pytest.raises(KeyError):
        del attributes["q"]
    new = {"i": np.int64(4), "f": np.float32(2), "s": "ß", "is": (3,), "fs": np.array([1.5]).tolist(), "ss": ["c"],
           "t": np.array([[5]], np.int8), "b": True, "raw": b"\xff\xfe"}  # fmt: skip
    attributes.update(new)
    read = load(node.model.to_bytes()).graph.node("n").attributes
    for found in (attributes, read):
        assert [found[name] for name in ("i", "f", "s", "is", "fs", "ss", "b", "raw")] == [4, 2, "ß", [3], [1.5], ["c"], 1, b"\xff\xfe"]
        assert found["t"].tolist() == [[5]] and found["t"].dtype == np.int8
    for wrong in [object(), {"a": 1}, [1, "b"], None]:
        with pytest.raises(TypeError):
            attributes["i"] = wrong


def test_interfaces_are_edited(model: Model) -> None:
    graph = model.graph
    z = graph.add_input("z", "f32[N,3]")
    total = graph.insert("Add", [graph.value("y"), z])
    graph.set_output(0, total.output)
    graph.add_output(graph.value("h"))
    assert (graph.output_names, [value.name for value in graph.inputs]) == (("y", "h"), ["x", "z"])
    assert total.output.name == "y" and graph.outputs[0] == total.output
    graph.remove_output(1)
    with pytest.raises(ModelError, match="still read"):
        graph.remove_input(z)
    total.set_input(1, graph.value("x"))
    graph.remove_input(z)
    assert z.is_removed and model.check().ok
    with pytest.raises(ModelError, match="no output 4"):
        graph.remove_output(4)
    with pytest.raises(ValueError, match="`blah`"):
        graph.add_input("q", "blah")
    with pytest.raises(ValueError):
        graph.remove_input(graph.value("y"))


def test_names_operator_sets_and_metadata_are_edited(model: Model) -> None:
    model.graph.value("h").name = "hidden"
    model.graph.node("first").name = "start"
    with pytest.raises(ModelError, match="taken"):
        model.graph.value("hidden").name = "x"
    model.opsets["com.microsoft"] = 1
    model.graph.insert("FastGelu", [model.graph.value("hidden")], domain="com.microsoft")
    model.opsets[""] = 17
    model.ir_version = 8
    model.set_metadata("key", "value")
    read = load(model.to_bytes())
    assert (dict(read.opsets), read.ir_version, read.metadata) == ({"": 17, "com.microsoft": 1}, 8, {"key": "value"})
    assert read.graph.node("start").output.name == "hidden"
    read.graph.nodes[-1].remove()
    del read.opsets["com.microsoft"]
    with pytest.raises(KeyError):
        del read.opsets["com.microsoft"]
    assert dict(read.opsets) == {"": 17}


def test_a_transaction_takes_back_everything(model: Model) -> None:
    data, y = model.to_bytes(), model.graph.value("y")
    assert y.shape == (Dim("N"), 3)
    with pytest.raises(RuntimeError, match="stop"), model.transaction():
        added = model.graph.insert("Flatten", [model.graph.value("h")], {"axis": 0}, before=model.graph.node("second"))
        model.graph.node("second").set_input(0, added.output)
        assert added.output.shape == (1, 3 * Dim("N"))
        model.graph.node("first").op_type = "Abs"
        model.opsets["com.microsoft"] = 1
        model.set_metadata("a", "b")
        model.graph.inputs[0].declared_type = "f32[7,3]"
        model.graph.value("h").name = "other"
        raise RuntimeError("stop")
    assert added.is_removed and (ops(model), y.shape) == (["Identity", "Neg"], (Dim("N"), 3))
    assert shapewright.convert(model, "text") == shapewright.convert(load(data), "text") or model.to_bytes() == data
    with model.transaction():
        model.graph.node("first").op_type = "Abs"
    assert ops(model) == ["Abs", "Neg"]


def test_transactions_are_nested(model: Model) -> None:
    first, second = model.graph.nodes
    with pytest.raises(ModelError), model.transaction():
        first.op_type = "Abs"
        with model.transaction():
            second.op_type = "Exp"
        with pytest.raises(ValueError), model.transaction():
            second.op_type = "Log"
            raise ValueError
        assert ops(model) == ["Abs", "Exp"]
        first.remove()
    assert ops(model) == ["Identity", "Neg"]
    with model.transaction() as same:
        assert same is model
        first.op_type = "Abs"
    assert ops(model) == ["Abs", "Neg"]


def test_threads_edit_one_model(model: Model) -> None:
    errors: list[BaseException] = []

    def work() -> None:
        try:
            for _ in range(50):
                node = model.graph.insert("Add", [model.graph.inputs[0], np.float32(1)])
                assert node.output.shape == (Dim("N"), 3)
        except BaseException as error:
            errors.append(error)

    threads = [threading.Thread(target=work) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not errors and len(model.graph) == 402
    names = [value.name for value in model.graph.values]
    assert len(set(names)) == len(names) and model.check(min_level="error").ok


def test_a_transaction_excludes_edits_of_other_threads(model: Model) -> None:
    outcomes: list[object] = []

    def edit() -> None:
        outcomes.append(ops(model))
        for attempt in (lambda: model.graph.insert("Neg", [model.graph.inputs[0]]), lambda: model.transaction().__enter__()):
            try:
                outcomes.append(attempt())
            except ShapewrightError as error:
                outcomes.append(str(error))

    with model.transaction():
        model.graph.node("first").op_type = "Abs"
        thread = threading.Thread(target=edit)
        thread.start()
        thread.join()
    busy = "another thread is in a transaction of the model; wait until it ends"
    assert outcomes == [["Abs", "Neg"], busy, busy]
    model.graph.insert("Neg", [model.graph.inputs[0]])
    assert len(model.graph) == 3


def test_bodies_and_functions_are_edited() -> None:
    model = load(IF)
    then_branch = model.graph.node("choice").bodies[0]
    assert then_branch == model.graph.node("choice").attributes["then_branch"] and then_branch.name == "t"
    then_branch.set_output(0, then_branch.insert("Exp", [then_branch.node("inner").output]).output)
    assert [node.op_type for node in model.all_nodes()] == ["If", "Abs", "Exp", "Neg"] and model.check().ok
    assert [node.op_type for node in load(model.to_bytes()).all_nodes()] == ["If", "Abs", "Exp", "Neg"]
    called = load("""<ir_version: 9, opset_import: ["" : 18, "local" : 1]> g (float[3] x) => (float[3] y) { y = local.F (x) }
    <domain: "local", opset_import: ["" : 18]> F (a) => (b) { b = Neg (a) }""")
    [function] = called.functions
    assert (function.kind, function.name) == ("function", "F")
    [inlined] = called.graph.nodes[0].inline()
    assert inlined.op_type == "Neg" and called.remove_unused_functions() == 1 and called.functions == ()
    with pytest.raises(ModelError, match="was removed"):
        _ = function.nodes


def test_nodes_that_are_removed_meanwhile_are_not_iterated(model: Model) -> None:
    seen = []
    for node in model.graph:
        seen.append(node.op_type)
        for follower in node.successors:
            model.graph.set_output(0, node.output)
            follower.remove()
    assert (seen, ops(model)) == (["Identity"], ["Identity"])


def test_what_is_not_edited_keeps_its_bytes(testdata: pathlib.Path) -> None:
    for path in [testdata / "onnx" / "detector.onnx", testdata / "openvino" / "dynamic.xml"]:
        assert load(path).to_bytes() == path.read_bytes()


def test_ir_is_edited(testdata: pathlib.Path, tmp_path: pathlib.Path) -> None:
    model = load(testdata / "openvino" / "dynamic.xml")
    [x, *_] = model.graph.inputs
    uses = x.uses
    twice = model.graph.insert("Multiply", [x, np.float32(2)], {"auto_broadcast": "numpy"}, after=x.producer, version=1)
    for use in uses:
        assert use.node is not None
        use.node.set_input(use.index, twice.output)
    assert twice.output.type == x.type and twice.inputs[1].numpy() == 2 and twice.version == 1
    path = model.save(tmp_path / "out.xml")
    read = load(path)
    assert (path, len(read.graph), read.check().ok) == (str(tmp_path / "out.xml"), 13, True)
    assert [value.type for value in read.graph.outputs] == [value.type for value in model.graph.outputs]
    assert pickle.loads(pickle.dumps(model)).to_bytes() == read.to_bytes()
    with pytest.raises(ModelError, match="is not ONNX"):
        model.to_onnx()


def test_a_model_is_a_model_for_every_function(model: Model) -> None:
    model.graph.node("first").op_type = "Abs"
    assert shapewright.inspect(model).operators and shapewright.snapshot(model) == shapewright.snapshot(model.to_text())
    assert "Abs" in str(model) and "Abs" in shapewright.print_model(model)
    assert [d.after for d in shapewright.diff(CHAIN, model)] == ["Abs"]
    for function in [shapewright.fold, shapewright.annotate, lambda m: shapewright.specialize(m, bind={"N": 2}), shapewright.infer_shapes]:
        made = function(model)
        assert isinstance(made, Model) and ops(made) == ["Abs", "Neg"]
    assert shapewright.fix(model).model is model
    assert ops(load(model)) == ["Abs", "Neg"]


def test_copies_are_independent(model: Model) -> None:
    model.graph.node("first").op_type = "Abs"
    for other in [model.copy(), copy.deepcopy(model), pickle.loads(pickle.dumps(model)), load(model)]:
        other.graph.node("first").op_type = "Exp"
        other.graph.add_constant("w", np.zeros(3))
        assert shapewright.fold(other) is not None and ops(other) == ["Exp", "Neg"]
    assert ops(model) == ["Abs", "Neg"]


def test_models_are_saved_over_the_file_that_was_read(tmp_path: pathlib.Path) -> None:
    path = tmp_path / "m.onnx"
    load(CHAIN).save(path)
    assert path.read_bytes() == load(CHAIN).to_bytes()
    assert "Identity (x)" in pathlib.Path(load(path).save(tmp_path / "m.onnxtxt")).read_text()
    model = load(path)
    model.graph.node("first").op_type = "Abs"
    assert model.save(path) == str(path) and ops(load(path)) == ["Abs", "Neg"]
    model.graph.node("second").op_type = "Exp"
    model.save(path)
    assert ops(load(path)) == ["Abs", "Exp"] and load(path).graph.value("y").shape == (Dim("N"), 3)


def test_external_data_is_found_after_edits(tmp_path: pathlib.Path) -> None:
    onnx = pytest.importorskip("onnx")
    weights = np.arange(1000, dtype=np.float32)
    made = load('<ir_version: 9, opset_import: ["" : 18]> g (float[1000] x) => (float[1000] y) { y = Neg (x) }')
    made.graph.set_output(0, made.graph.insert("Mul", [made.graph.value("y"), weights]).output)
    onnx.save(made.to_onnx(), tmp_path / "m.onnx", save_as_external_data=True, size_threshold=0, location="w.bin")
    model = load(tmp_path / "m.onnx")
    [value] = model.graph.initializers
    assert (value.numpy() == weights).all() and np.shares_memory(value.numpy(), value.numpy())
    model.graph.nodes[0].op_type = "Abs"
    assert model.check().findings == ()
    (tmp_path / "new").mkdir()
    saved = model.save(tmp_path / "new" / "m.onnx", external="inline")
    assert (load(saved).graph.initializers[0].numpy() == weights).all()
    assert (pickle.loads(pickle.dumps(model)).graph.initializers[0].numpy() == weights).all()


def test_onnx_models_go_out_and_come_in(model: Model) -> None:
    onnx = pytest.importorskip("onnx")
    model.graph.node("first").op_type = "Abs"
    proto = model.to_onnx()
    onnx.checker.check_model(proto, full_check=True)
    assert [node.op_type for node in proto.graph.node] == ["Abs", "Neg"] == ops(load(proto))


def test_an_interrupted_model_stays_usable(model: Model) -> None:
    """An error of any call leaves the model as it was."""
    for _ in range(3):
        with pytest.raises((ModelError, ValueError, TypeError, OverflowError)):
            model.graph.insert("Neg", [model.graph.value("x")], outputs=-1)
        with pytest.raises(ModelError):
            model.graph.node("first").set_input(7, None)
    assert ops(model) == ["Identity", "Neg"] and model.check().ok


CONSTANT = """<ir_version: 9, opset_import: ["" : 18]> g (float[2] x) => (y) {
    [c] c = Constant <value = float {3}> ()
    [m] y = Mul (x, c)
}"""


def test_a_scalar_tensor_stays_a_tensor() -> None:
    model = load(CONSTANT)
    attributes = model.graph.node("c").attributes
    attributes["value"] = attributes["value"]
    assert isinstance(attributes["value"], np.ndarray) and attributes["value"].shape == ()
    added = model.graph.insert("Constant", [], {"value": np.array(3, "f4")})
    assert added.attributes["value"].shape == () and model.check().ok
    model.graph.node("c").replace("Constant", [], {"value": np.array([[2]], "f4")})
    assert load(model.to_bytes()).graph.node("c").attributes["value"].shape == (1, 1)


def test_arrays_are_numbers_where_the_operator_defines_numbers() -> None:
    model = load('<ir_version: 9, opset_import: ["" : 18]> g (float[2,3] x) => (y) { [t] y = Transpose (x) }')
    transpose = model.graph.node("t")
    transpose.attributes["perm"] = np.array([1, 0])
    assert transpose.attributes["perm"] == [1, 0]
    transpose.replace("Concat", [model.graph.inputs[0]], {"axis": np.array(1)})
    assert transpose.attributes["axis"] == 1
    transpose.attributes["axis"] = np.int64(0)
    assert transpose.attributes["axis"] == 0
    assert shapewright.op("Transpose", 13, "f32[2,3]", perm=np.array([1, 0])).outputs[0].shape == (3, 2)
    assert shapewright.op("Constant", 13, value=np.array(3, "f4")).outputs[0].type == "f32[]"


@pytest.mark.parametrize(("dtype", "number"), [(np.dtype("float16"), 10), (np.int64, 7), (np.bool_, 9)])
def test_dtypes_are_numbers(dtype: object, number: int) -> None:
    model = load('<ir_version: 9, opset_import: ["" : 18]> g (float[2] x) => (y) { [c] y = Cast <to = 1> (x) }')
    model.graph.node("c").attributes["to"] = dtype
    assert model.graph.node("c").attributes["to"] == number
    assert shapewright.op("Cast", 13, "f32[2]", to=dtype).ok


@pytest.mark.parametrize("value", [object(), {"a": 1}, [object()], [[1]], None, np.array([object()]), float])
def test_objects_are_no_attributes(value: object) -> None:
    attributes = load(CONSTANT).graph.node("c").attributes
    with pytest.raises(TypeError, match="attribute `value`|expected str or bytes"):
        attributes["value"] = value
    with pytest.raises(TypeError):
        shapewright.op("Constant", 13, value=value)


def test_arrays_of_objects_have_text() -> None:
    graph = load(CONSTANT).graph
    assert graph.add_constant("s", np.array(["a", b"b"], object)).type == "string[2]"
    with pytest.raises(TypeError, match="an array of objects has NoneType; expected str or bytes"):
        graph.add_constant("o", np.array(["a", None], object))


IR = """<net name="m" version="11"><layers>
    <layer id="0" name="x" type="Parameter" version="opset1"><data shape="2" element_type="f32"/>
    <output><port id="0" precision="FP32"><dim>2</dim></port></output></layer>
    <layer id="1" name="r" type="Result" version="opset1"><input><port id="0" precision="FP32"><dim>2</dim></port></input></layer>
    </layers><edges><edge from-layer="0" from-port="0" to-layer="1" to-port="0"/></edges>
    <rt_info><kept value="1"/></rt_info></net>"""


@pytest.mark.parametrize("text", [CONSTANT, shapewright.convert(CONSTANT, "binary"), IR])
def test_metadata_is_a_mapping(text: str | bytes) -> None:
    model = load(text)
    model.metadata["k"] = "v"
    model.metadata["other"] = "w"
    del model.metadata["k"]
    again = load(model.to_bytes())
    assert again.metadata["other"] == "w" and "k" not in again.metadata
    again.metadata["other"] = "x"
    assert dict(again.metadata) == {**load(text).metadata, "other": "x"}
    again.metadata.clear()
    assert dict(load(again.to_bytes()).metadata) == {} == again.metadata
    with pytest.raises(KeyError):
        del again.metadata["k"]


def test_a_file_that_was_overwritten_is_refused(tmp_path: pathlib.Path) -> None:
    path = tmp_path / "large.onnx"
    made = load('<ir_version: 9, opset_import: ["" : 18]> g (float[2] x) => (y) { y = Neg (x) }')
    made.graph.add_constant("w", np.ones(1 << 19, "f4"))
    made.save(path)
    model, copied = load(path), load(load(path))
    assert model.graph.value("w").numpy()[0] == 1
    model.save(path)
    assert model.graph.value("w").numpy()[0] == 1, "another file took its place"
    model = load(path)
    made.graph.add_constant("v", np.ones(3, "f4"))
    path.write_bytes(made.to_bytes())
    for use in (
        model.graph.value("w").numpy, model.to_bytes, model.to_text, model.check, lambda: model.save(tmp_path / "b.onnx"),
    ):  # fmt: skip
        with pytest.raises(shapewright.FileError, match="has changed since it was loaded"):
            use()
    assert copied.graph.value("w").numpy()[0] == 1
    assert load(path).graph.value("v").numpy().tolist() == [1, 1, 1]


def test_a_close_name_is_suggested(model: Model) -> None:
    with pytest.raises(KeyError, match="no node `secnd` in graph `main`; did you mean `second`"):
        model.graph.node("secnd")
    with pytest.raises(KeyError, match="no value `zzz` in graph `main`; it has `x`, `h`, `y`"):
        model.graph.value("zzz")


def test_a_small_model_is_saved_over_its_file_again_and_again(tmp_path: pathlib.Path) -> None:
    path = tmp_path / "m.onnx"
    path.write_bytes(shapewright.convert(CHAIN, "binary"))
    model = load(path)
    for operator in ["Abs", "Exp", "Ceil", "Floor"]:
        model.graph.node("first").op_type = operator
        model.save(path)
        assert ops(load(path))[0] == operator and ops(model.copy())[0] == operator


def model_with_external_data(folder: pathlib.Path) -> pathlib.Path:
    onnx = pytest.importorskip("onnx")
    x = onnx.helper.make_tensor_value_info("x", onnx.TensorProto.FLOAT, [4096])
    y = onnx.helper.make_tensor_value_info("y", onnx.TensorProto.FLOAT, None)
    weights = onnx.numpy_helper.from_array(np.arange(4096, dtype=np.float32), "w")
    graph = onnx.helper.make_graph([onnx.helper.make_node("Mul", ["x", "w"], ["y"])], "g", [x], [y], [weights])
    model = onnx.helper.make_model(graph, opset_imports=[onnx.helper.make_opsetid("", 18)], ir_version=9)
    onnx.save(model, folder / "e.onnx", save_as_external_data=True, location="e.bin", size_threshold=0)
    return folder / "e.onnx"


@pytest.mark.parametrize(
    "edit",
    [
        shapewright.infer_shapes,
        shapewright.annotate,
        shapewright.fold,
        lambda model: shapewright.specialize(model, input_shapes={"x": (4096,)}),
        lambda model: shapewright.extract(model, outputs="y"),
    ],
)
def test_results_of_models_find_their_external_data(edit, tmp_path: pathlib.Path) -> None:
    result = edit(load(model_with_external_data(tmp_path)))
    assert result.graph.value("w").numpy()[7] == 7
    assert result.check().ok
    copied = result.save(tmp_path / "k.onnx")
    assert load(copied).graph.value("w").numpy()[7] == 7
    inlined = result.to_bytes(external="inline")
    assert load(inlined).graph.value("w").numpy()[7] == 7


def test_external_data_is_found_after_the_directory_changes(tmp_path: pathlib.Path, monkeypatch) -> None:
    model_with_external_data(tmp_path)
    monkeypatch.chdir(tmp_path)
    model = load("e.onnx")
    monkeypatch.chdir("/")
    assert model.name == "e.onnx" and model.graph.value("w").numpy()[7] == 7
    assert load(model.to_bytes(external="inline")).graph.value("w").numpy()[7] == 7


def test_a_transaction_that_a_thread_left_is_taken_back(model: Model) -> None:
    left = []

    def leave() -> None:
        left.append(model.transaction())
        left[0].__enter__()
        model.graph.node("first").op_type = "Abs"

    thread = threading.Thread(target=leave)
    thread.start()
    thread.join()
    with pytest.raises(shapewright.ShapewrightError, match="another thread is in a transaction"):
        model.graph.node("first").op_type = "Exp"
    left.clear()
    gc.collect()
    assert ops(model)[0] == "Identity"
    model.graph.node("first").op_type = "Exp"
    assert ops(model)[0] == "Exp"
