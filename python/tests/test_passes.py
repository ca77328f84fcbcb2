"""Three passes as a user writes them, checked by evaluation, and in ONNX Runtime where it is installed.

`SHAPEWRIGHT_PASS_MODELS` names ONNX files, separated by the separator of paths, to which the passes are applied, too.
"""

from __future__ import annotations

import os
from collections.abc import Callable

import pytest
import shapewright
from shapewright import Model, Node, Value, load

np = pytest.importorskip("numpy")


def only_use(value: Value) -> Node | None:
    """The only reader of a value."""
    uses = value.uses
    return uses[0].node if len(uses) == 1 else None


def is_no_op(node: Node) -> bool:
    """Whether the first output is the first input."""
    source, result = node.inputs[0] if node.inputs else None, node.outputs[0] if node.outputs else None
    if source is None or result is None or node.domain or any(value.uses for value in node.outputs[1:]):
        return False
    if node.op_type == "Identity":
        return True
    if node.op_type == "Dropout":
        return len(node.inputs) < 3 or node.inputs[2] is None
    if node.op_type == "Cast":
        return source.element_type is not None and source.element_type == result.element_type
    if node.op_type == "Transpose":
        return node.attributes.get("perm") == list(range(source.rank or 0)) != []
    # A shape with a symbol is the same one; an interval may be two sizes.
    is_known = source.shape is not None and all(isinstance(dim, int) or dim.symbols for dim in source.shape)
    return node.op_type == "Reshape" and is_known and source.shape == result.shape


def remove_no_ops(model: Model) -> int:
    """Removes nodes that compute nothing."""
    removed = 0
    for node in model.all_nodes():
        if is_no_op(node):
            source = node.inputs[0]
            assert source is not None
            with model.transaction():
                node.outputs[0].replace_uses_with(source)
                # An output of the graph keeps its name, for which an Identity may be needed: then nothing is gained.
                node.remove()
            removed += 1
    return removed


def fuse_gemm(model: Model) -> int:
    """Makes Gemm of MatMul and Add."""
    fused = 0
    for product in model.graph:
        if product.op_type != "MatMul" or product.domain:
            continue
        total = only_use(product.output)
        a, b = product.inputs
        if total is None or total.op_type != "Add" or a is None or b is None or (a.rank, b.rank) != (2, 2):
            continue
        bias = next(value for value in total.inputs if value != product.output)
        assert bias is not None and b.shape is not None
        if bias.is_constant and bias.shape in [(b.shape[1],), (1, b.shape[1])]:
            with model.transaction():
                total.replace("Gemm", [a, b, bias])
                product.remove()
            fused += 1
    return fused


def fold_batch_normalization(model: Model) -> int:
    """Moves a BatchNormalization into the weights of the Conv before it."""
    folded = 0
    for conv in model.graph:
        norm = only_use(conv.output) if conv.op_type == "Conv" else None
        if norm is None or norm.op_type != "BatchNormalization" or norm.attributes.get("training_mode", 0):
            continue
        constants = [value.numpy() for value in (*conv.inputs[1:], *norm.inputs[1:]) if value is not None]
        if any(array is None for array in constants) or len(norm.outputs) != 1:
            continue
        weights, *bias, scale, shift, mean, variance = constants
        factor = scale / np.sqrt(variance + np.float32(norm.attributes.get("epsilon", 1e-5)))
        new_weights = (weights * factor.reshape(-1, *[1] * (weights.ndim - 1))).astype(weights.dtype)
        new_bias = ((bias[0] if bias else np.zeros_like(mean)) - mean) * factor + shift
        with model.transaction():
            stem = conv.inputs[1].name  # type: ignore[union-attr]
            w = model.graph.add_constant(model.unique_name(f"{stem}_folded"), new_weights)
            b = model.graph.add_constant(model.unique_name(f"{stem}_bias"), new_bias.astype(weights.dtype))
            old = conv.inputs[1:], norm.inputs[1:]
            conv.inputs = [conv.inputs[0], w, b]
            norm.output.replace_uses_with(conv.output)
            norm.remove()
            for value in {value for values in old for value in values if value is not None}:
                if not value.uses and value.producer is None and not value.is_input:
                    value.remove()
        folded += 1
    return folded


PASSES: list[Callable[[Model], int]] = [remove_no_ops, fuse_gemm, fold_batch_normalization]


def floats(*values: float) -> str:
    return "{" + ", ".join(str(value) for value in values) + "}"


NO_OPS = """<ir_version: 9, opset_import: ["" : 18]> g (float[N,2,3] x) => (float[N,2,3] y) <int64[3] shape = {0, 2, 3}> {
  a = Identity (x)
  b = Dropout (a)
  c = Cast <to = 1> (b)
  d = Transpose <perm = [0, 1, 2]> (c)
  e = Reshape (d, shape)
  f = Transpose <perm = [0, 2, 1]> (e)
  g = Transpose <perm = [0, 2, 1]> (f)
  h = Exp (g)
  y = Identity (h)
}"""
GEMM = f"""<ir_version: 9, opset_import: ["" : 18]> g (float[N,2] x) => (float[N,3] y, float[N,3] z)
<float[2,3] w = {floats(1, 2, 3, 4, 5, 6)}, float[3] b = {floats(1, -1, 2)}, float[2,3] kept = {floats(*range(6))}> {{
  p = MatMul (x, w)
  h = Add (b, p)
  y = Relu (h)
  q = MatMul (x, kept)
  r = Add (q, b)
  z = Mul (q, r)
}}"""
CONV = f"""<ir_version: 9, opset_import: ["" : 18]> g (float[1,2,4,4] x) => (float[1,3,4,4] y)
<float[3,2,1,1] w = {floats(1, 2, 3, 4, 5, 6)}, float[3] b = {floats(1, -1, 2)}, float[3] s = {floats(0.5, 1, 2)},
 float[3] t = {floats(0, 1, -1)}, float[3] m = {floats(0.25, 0.5, 1)}, float[3] v = {floats(1, 4, 9)}> {{
  c = Conv (x, w, b)
  n = BatchNormalization <epsilon = 0.001> (c, s, t, m, v)
  d = Conv (n, v2)
  y = Relu (d)
}}""".replace("  d = Conv (n, v2)\n  y = Relu (d)\n", "  y = Relu (n)\n")

INPUTS = {
    "x": lambda shape: np.linspace(-2, 2, int(np.prod(shape)), dtype=np.float32).reshape(shape),
}


def shape_of(model: Model) -> list[int]:
    return [dim if isinstance(dim, int) else 2 for dim in model.graph.inputs[0].shape or ()]


@pytest.mark.parametrize(
    ("text", "apply", "count", "remaining"),
    [
        (NO_OPS, remove_no_ops, 6, ["Transpose", "Transpose", "Exp"]),
        (GEMM, fuse_gemm, 1, ["Gemm", "Relu", "MatMul", "Add", "Mul"]),
        (CONV, fold_batch_normalization, 1, ["Conv", "Relu"]),
    ],
)
def test_a_pass_keeps_what_the_model_computes(text: str, apply: Callable[[Model], int], count: int, remaining: list[str]) -> None:
    model = load(load(text).to_bytes())
    assert apply(model) == count
    assert [node.op_type for node in model.graph] == remaining
    assert apply(model) == 0, "there is nothing left to do"
    assert model.graph.output_names == load(text).graph.output_names
    report = model.check()
    assert report.ok and not report.warnings, str(report)
    for value in model.graph.values:
        assert value.type == shapewright.infer(model.to_bytes())[value.name].type
    x = INPUTS["x"](shape_of(model))
    before, after = shapewright.evaluate(text, {"x": x}), shapewright.evaluate(model, {"x": x})
    for name, expected in before.items():
        np.testing.assert_allclose(after[name], expected, rtol=1e-5, atol=1e-6)


@pytest.mark.parametrize("text", [NO_OPS, GEMM, CONV])
def test_onnx_runtime_agrees(text: str) -> None:
    runtime = pytest.importorskip("onnxruntime")
    before = load(text)
    model = load(text)
    assert sum(apply(model) for apply in PASSES) > 0
    x = INPUTS["x"](shape_of(model))
    results = [runtime.InferenceSession(of.to_bytes()).run(None, {"x": x}) for of in (before, model)]
    for expected, result in zip(*results):
        np.testing.assert_allclose(result, expected, rtol=1e-5, atol=1e-5)


@pytest.mark.parametrize("path", [path for path in os.environ.get("SHAPEWRIGHT_PASS_MODELS", "").split(os.pathsep) if path])
def test_onnx_runtime_agrees_on_a_file(path: str) -> None:
    runtime = pytest.importorskip("onnxruntime")
    model = load(path)
    print(path, {apply.__name__: apply(model) for apply in PASSES})
    rng = np.random.default_rng(0)
    options = runtime.SessionOptions()
    options.log_severity_level = 4
    options.graph_optimization_level = runtime.GraphOptimizationLevel.ORT_DISABLE_ALL
    sessions = [runtime.InferenceSession(load(of).to_bytes(external="inline"), options) for of in (path, model)]
    feeds = {}
    for given in sessions[0].get_inputs():
        shape = [dim if isinstance(dim, int) and dim > 0 else 1 for dim in given.shape]
        dtype = {"tensor(float)": np.float32, "tensor(int64)": np.int64, "tensor(int32)": np.int32}[given.type]
        feeds[given.name] = rng.standard_normal(shape).astype(dtype) if dtype == np.float32 else np.ones(shape, dtype)
    before, after = (session.run(None, feeds) for session in sessions)
    for expected, result in zip(before, after):
        if np.asarray(expected).dtype.kind == "f":
            scale = float(np.nanmax(np.abs(expected))) if np.size(expected) else 1.0
            np.testing.assert_allclose(result, expected, rtol=1e-3, atol=1e-4 * max(scale, 1e-3))
        else:
            assert np.array_equal(result, expected)
