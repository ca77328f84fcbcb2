"""`op` and `evaluate`."""

from __future__ import annotations

import pathlib
import pickle
import tracemalloc

import pytest
import shapewright
from shapewright import evaluate, op

np = pytest.importorskip("numpy")


def test_shapes_follow_from_types() -> None:
    assert op("ReduceMin", 18, "f32[2,3,4]", np.array([1]), keepdims=0).outputs[0].shape == (2, 4)
    assert op("Concat", 13, "f32[N,3]", "f32[M,3]", axis=0).outputs[0].shape == ("M+N", 3)
    [first, second] = op("Split", 18, "f32[6,2]", outputs=2, num_outputs=2, axis=0).outputs
    assert first.shape == second.shape == (3, 2)
    assert op("ReduceMin", 8, "f32[2,3]", np.array([1]), dialect="openvino", keep_dims=True).outputs[0].shape == (2, 1)
    fact = op("Abs", 13, "f32[N]").outputs[0]
    assert op("Neg", 13, fact).outputs[0].shape == ("N",)
    assert op("Clip", 13, "f32[3]", None, np.float32(1)).outputs[0].shape == (3,)


def test_faults_are_findings() -> None:
    result = op("Transpose", 13, "f32[2,3]", perm=[0, 5])
    assert not result.ok and result.findings[0].level == "error" and result.findings[0].help
    assert not op("NoSuchOperator", 13, "f32[2]").ok
    with pytest.raises(ValueError, match="not"):
        op("Abs", 13, "f32[")
    with pytest.raises(ValueError, match="expected onnx or openvino"):
        op("Abs", 13, "f32[2]", dialect="torch")  # type: ignore[arg-type]


def test_values_follow_from_arrays() -> None:
    data = np.array([[4, -0.0], [0.0, np.nan]], np.float32)
    [least] = op("ReduceMin", 18, data, np.array([1]), keepdims=0).evaluate()
    assert np.signbit(least[0]) and np.isnan(least[1])
    [cast] = op("Cast", 13, np.array([1.5, -2.5], np.float32), to=7).evaluate()
    assert cast.dtype == np.int64 and cast.tolist() == [1, -2]
    with pytest.raises(shapewright.ModelError):
        op("Abs", 13, "f32[2]").evaluate()


@pytest.mark.parametrize("dtype", ["float32", "float64", "float16", "int64", "int32", "int8", "uint8", "uint64", "bool"])
def test_arrays_survive(dtype: str) -> None:
    array = np.arange(6).reshape(2, 3).astype(dtype)
    [same] = op("Identity", 21, array).evaluate()
    assert same.dtype == array.dtype and same.shape == (2, 3) and (same == array).all()
    [strided] = op("Identity", 21, array.T).evaluate()
    assert (strided == array.T).all()


@pytest.mark.parametrize("name", ["bfloat16", "int4", "uint4", "float8_e4m3fn", "float8_e5m2", "float4_e2m1fn"])
def test_narrow_arrays_survive(name: str) -> None:
    ml_dtypes = pytest.importorskip("ml_dtypes")
    values = [-1, 1, 2, -2] if "u" not in name else [0, 1, 2, 15]
    array = np.array(values).astype(getattr(ml_dtypes, name))
    [same] = op("Identity", 23, array).evaluate()
    assert same.dtype == array.dtype and (same.astype(np.float32) == array.astype(np.float32)).all()


def test_strings_survive() -> None:
    [same] = op("Identity", 21, np.array(["a", "bé"])).evaluate()
    assert same.tolist() == ["a", "bé"]


def test_byte_order_does_not_matter() -> None:
    [same] = op("Identity", 21, np.array([1, 2], ">i4")).evaluate()
    assert same.tolist() == [1, 2]


def test_models_are_evaluated(good: str, testdata: pathlib.Path) -> None:
    x = np.arange(6, dtype=np.float32).reshape(2, 3) - 3
    values = evaluate(good, {"x": x}, outputs=["twice", "y"])
    assert list(values) == ["twice", "y"]
    assert (values["y"] == np.abs(np.concatenate([x, x]))).all()
    assert list(evaluate(good, {"x": x})) == ["y"]
    assert (evaluate(good, {"twice": x})["y"] == np.abs(x)).all()
    with pytest.raises(shapewright.ModelError, match="no value `q`"):
        evaluate(good, {"x": x}, outputs="q")
    with pytest.raises(shapewright.ModelError):
        evaluate(good, {})


QUOTIENT = '<ir_version: 9, opset_import: ["" : 18]> g (float[2] x, float[2] z) => (y) { y = Div (x, z) }'


def test_lists_become_arrays_of_the_declared_type() -> None:
    [[half, one]] = [evaluate(QUOTIENT, {"x": [1, 2], "z": [2, 2]})["y"].tolist()]
    assert (half, one) == (0.5, 1)
    index = '<ir_version: 9, opset_import: ["" : 18]> g (int64[N] x) => (y) { y = Neg (x) }'
    assert evaluate(index, {"x": [1.0, 2.0]})["y"].dtype == np.int64
    with pytest.raises(ValueError, match=r"input `x` is f64\[1\]; expected i64\[N\]"):
        evaluate(index, {"x": [1.5]})


@pytest.mark.parametrize(
    ("x", "given"),
    [(np.ones(5, "f4"), r"f32\[5\]"), (np.ones((3, 5), "f4"), r"f32\[3,5\]"), (np.ones(2), r"f64\[2\]"), (1, r"f32\[\]")],
)
def test_arrays_have_the_declared_type(x: object, given: str) -> None:
    with pytest.raises(ValueError, match=rf"input `x` is {given}; expected f32\[2\]"):
        evaluate(QUOTIENT, {"x": x, "z": [2, 2]})  # type: ignore[dict-item]


INDEX = '<ir_version: 9, opset_import: ["" : 18]> g (int64[2] x) => (y) { y = Neg (x) }'
LENGTH = '<ir_version: 9, opset_import: ["" : 18]> g (seq(float[3]) x) => (y) { y = SequenceLength (x) }'
LIMITS = "-9223372036854775808 to 9223372036854775807"


@pytest.mark.parametrize(
    ("text", "x", "message"),
    [
        (LENGTH, [1.0], "input `x` is list, but the value is seq(f32[3]); expected the name of a tensor"),
        (INDEX, None, "input `x` is None; expected i64[2]"),
        (INDEX, [None, 1], "input `x` has None; expected i64[2]"),
        (INDEX, {1: 2}, "input `x` is dict; expected i64[2]"),
        (INDEX, np.array([None, 1]), "input `x` has None; expected i64[2]"),
        (INDEX.replace("int64", "string"), ["a", None], "input `x` has None; expected string[2]"),
        (INDEX, [2**63, 1], f"input `x` has 9223372036854775808; expected i64[2], whose elements are {LIMITS}"),
        (INDEX, [2**70, 1], f"input `x` has 1180591620717411303424; expected i64[2], whose elements are {LIMITS}"),
        (INDEX.replace("int64", "int4"), [1, 8], "input `x` has 8; expected i4[2], whose elements are -8 to 7"),
        (INDEX.replace("int64", "int8"), [-129, 1], "input `x` has -129; expected i8[2], whose elements are -128 to 127"),
        (INDEX, [[1], [1, 2]], "input `x` is list with parts of different lengths; expected i64[2]"),
        (INDEX, np.zeros(2, "M8[s]"), "input `x`: an array has dtype datetime64[s], for which there is no element type"),
    ],
)
def test_inputs_that_do_not_fit_are_named(text: str, x: object, message: str) -> None:
    if "(int4" in text:
        pytest.importorskip("ml_dtypes")
    with pytest.raises(ValueError) as caught:
        evaluate(text, {"x": x})  # type: ignore[dict-item]
    assert str(caught.value) == message


def test_large_integers_are_not_rounded() -> None:
    text = '<ir_version: 9, opset_import: ["" : 18]> g (uint64[N] x) => (y) { y = Identity (x) }'
    assert evaluate(text, {"x": [2**63 + 1, 1]})["y"].tolist() == [2**63 + 1, 1]
    assert evaluate(INDEX, {"x": [2**63 - 1, -(2**63)]})["y"].tolist() == [-(2**63) + 1, -(2**63)]
    assert evaluate(text, {"x": []})["y"].tolist() == []


def test_a_symbol_has_one_size() -> None:
    text = '<ir_version: 9, opset_import: ["" : 18]> g (float[N] x, float[N] z) => (y) { y = Div (x, z) }'
    with pytest.raises(ValueError, match=r"input `z` is f32\[1\]; expected f32\[N\], and `N` is 2 in `x`"):
        evaluate(text, {"x": [1, 2], "z": [1]})


def test_inputs_are_a_mapping() -> None:
    with pytest.raises(TypeError, match="`inputs` is list; expected a mapping"):
        evaluate(QUOTIENT, [np.ones(2)])  # type: ignore[arg-type]


def test_findings_of_an_operator_are_shown_and_raised() -> None:
    result = shapewright.op("Transpose", 13, "f32[2,3]", perm=[0, 0])
    shown = "error[OP105]: the order [0, 0] repeats dimension 0\n  = help: list every dimension of the input once, starting with 0"
    assert str(result.findings[0]) == shown.splitlines()[0]
    assert str(result) == f"{result.outputs[0]}\n{shown}"
    with pytest.raises(shapewright.ModelError) as failed:
        result.raise_for_errors()
    assert str(failed.value) == f"Transpose has errors\n\n{shown}"
    good = shapewright.op("Abs", 13, "f32[N]")
    assert good.raise_for_errors() is good and str(good) == "output0: f32[N]"


@pytest.mark.parametrize("outputs", [-1, 10**12])
def test_numbers_of_outputs_that_no_node_can_have_are_refused(outputs: int) -> None:
    with pytest.raises(ValueError, match=f"`outputs` is {outputs}; expected 0 to 65536"):
        shapewright.op("Abs", 13, "f32[2]", outputs=outputs)


def test_results_are_equal_if_their_calls_are() -> None:
    integer, real = (shapewright.op("ReduceMin", 18, "f32[2,3]", keepdims=keep) for keep in (1, 1.0))
    assert integer != real and len({integer, real}) == 2
    nan = shapewright.op("LeakyRelu", 16, "f32[2]", alpha=float("nan"))
    assert pickle.loads(pickle.dumps(nan)) == nan
    one, same, other = (shapewright.op("Abs", 13, np.full(1 << 20, value, np.float32)) for value in (1, 1, 2))
    tracemalloc.start()
    assert one == same != other and hash(one) == hash(same)
    assert tracemalloc.get_traced_memory()[1] < 1 << 20, "the arrays have 4 MiB"
    tracemalloc.stop()
