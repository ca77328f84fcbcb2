"""Computes the real outputs of a model, in ONNX Runtime, or in onnx.reference if ONNX Runtime has no kernel."""
import numpy as np

from ..element_types import from_numpy, from_onnx

# Errors about a limitation of ONNX Runtime prove nothing about the model.
UNABLE = ("NOT_IMPLEMENTED", "NotImplemented", "is not a registered", "under development", "Could not find an implementation",
          "No Op registered", "ONNX Runtime only *guarantees*", "No opset import", "Unsupported", "not supported", "not currently supported",
          "is an unknown", "No Schema")

# Types that numpy itself has.
PLAIN = {"float32", "float64", "float16", "bool", "object", *(f"{s}int{b}" for s in ("", "u") for b in (8, 16, 32, 64))}
# Operators that broadcast according to attributes before versions 7 and 8.
OTHER_BROADCASTING = "Add Sub Mul Div Pow PRelu And Or Xor Equal Greater Less Gemm Max Min Sum Mean".split()


class Failed(Exception):
    """The model does not run. `able` is true if that proves something about the model."""

    def __init__(self, text, able):
        super().__init__(text)
        self.able = able


def _ort_type(text):
    names = {"float": "f32", "double": "f64", "float16": "f16", "bfloat16": "bf16", "bool": "bool", "string": "string",
             "float8e4m3fn": "f8e4m3", "float8e4m3fnuz": "f8e4m3fnuz", "float8e5m2": "f8e5m2", "float8e5m2fnuz": "f8e5m2fnuz",
             "float8e8m0": "f8e8m0", "float4e2m1": "f4e2m1"}
    inner = text[7:-1]
    return names.get(inner) or from_numpy(inner) or inner


def _feed(ort, given):
    if not given.is_tensor or given.value.dtype.name in PLAIN:
        return given.value
    width = np.uint8 if given.value.dtype.itemsize == 1 else np.uint16
    # Copied, because making a scalar contiguous would add a dimension.
    return ort.OrtValue.ortvalue_from_numpy_with_onnx_type(given.value.copy().view(width), given.type.tensor_type.elem_type)


def run_onnxruntime(written):
    """Returns the type and shape of each output; None if it is not a tensor."""
    import onnxruntime as ort

    settings = ort.SessionOptions()
    settings.graph_optimization_level = ort.GraphOptimizationLevel.ORT_DISABLE_ALL
    settings.intra_op_num_threads = settings.inter_op_num_threads = 1
    settings.log_severity_level = 4
    try:
        session = ort.InferenceSession(written.model.SerializeToString(), settings, providers=["CPUExecutionProvider"])
    except Exception as error:
        raise Failed(f"load: {error}", not any(u in str(error) for u in UNABLE)) from error
    plain = all(g.is_tensor for g in written.feeds.values()) and all(o.type.startswith("tensor") for o in session.get_outputs())
    try:
        if not plain:
            return [_of_value(v) for v in session.run(None, {n: g.value for n, g in written.feeds.items()})]
        feeds = {n: _feed(ort, g) for n, g in written.feeds.items()}
        feeds = {n: v if isinstance(v, ort.OrtValue) else ort.OrtValue.ortvalue_from_numpy(v) for n, v in feeds.items()}
        found = session.run_with_ort_values([o.name for o in session.get_outputs()], feeds)
        return [(_ort_type(v.data_type()), list(v.shape())) for v in found]
    except Exception as error:
        raise Failed(f"run: {error}", not any(u in str(error) for u in UNABLE)) from error


def _of_value(value):
    if value is None or isinstance(value, (list, dict)):
        return None
    value = np.asarray(value)
    return ("string" if value.dtype.kind in "OUS" else from_numpy(value.dtype.name)), list(value.shape)


def run_reference(written):
    from onnx.reference import ReferenceEvaluator

    try:
        found = ReferenceEvaluator(written.model).run(None, {n: g.value for n, g in written.feeds.items()})
        return [_of_value(v) for v in found]
    except Exception as error:
        raise Failed(f"reference: {type(error).__name__} {error}", False) from error


def run(written):
    """Returns which runtime ran the model, and the outputs."""
    try:
        return "onnxruntime", run_onnxruntime(written)
    except Failed as error:
        if error.able:
            raise
        node, opset = written.model.graph.node[0], written.model.opset_import[0].version
        if opset < 8 and node.op_type in OTHER_BROADCASTING or any(a.HasField("g") for a in node.attribute):
            raise Failed("onnx.reference does not support the broadcasting of old versions, or the opset of a body", False) from error
        return "reference", run_reference(written)


def infer(model):
    """Returns what onnx infers, by output name, and the error of its strict mode."""
    from onnx import TensorProto, shape_inference

    error = None
    try:
        inferred = shape_inference.infer_shapes(model, strict_mode=True, data_prop=True)
    except Exception as e:
        error = str(e)[:200]
        try:
            inferred = shape_inference.infer_shapes(model, data_prop=True)
        except Exception:
            return {}, error
    facts = {}
    for info in inferred.graph.output:
        if info.type.WhichOneof("value") == "tensor_type":
            tensor = info.type.tensor_type
            shape = [d.dim_value if d.HasField("dim_value") else d.dim_param or None for d in tensor.shape.dim] if tensor.HasField("shape") else None
            facts[info.name] = (from_onnx(TensorProto.DataType.Name(tensor.elem_type)) if tensor.elem_type else None, shape)
    return facts, error
