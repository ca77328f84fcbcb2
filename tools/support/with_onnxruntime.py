"""Loads and runs models in ONNX Runtime on the CPU, as it is by default."""
import numpy as np

from oracles.random_nodes.runtime import PLAIN, _feed, _ort_type

NEWEST_OPSET = 26
# Messages that blame a missing implementation, by kind.
KINDS = [
    # A cast to f32 that ONNX Runtime inserts before a node that has no kernel for f16, and that does not fit.
    ("kernel", ("InsertedPrecisionFreeCast", "is not currently registered or supported")),
    ("kernel", ("Could not find an implementation", "NOT_IMPLEMENTED", "NotImplemented", "not implemented", "Unsupported", "unsupported", "not supported", "Not supported")),
    ("type", ("Type Error: ",)),
    ("operator", ("is not a registered", "No Op registered", "No Schema", "No opset import")),
]


def kind(message):
    return next((name for name, texts in KINDS if any(text in message for text in texts)), "other")


def session(data):
    import onnxruntime as ort

    settings = ort.SessionOptions()
    settings.intra_op_num_threads = settings.inter_op_num_threads = 1
    settings.log_severity_level = 4
    return ort.InferenceSession(data, settings, providers=["CPUExecutionProvider"])


def execute(loaded, given):
    """Returns the outputs of a run."""
    import onnxruntime as ort

    tensors = all(g.is_tensor for g in given.values()) and all(o.type.startswith("tensor") for o in loaded.get_outputs())
    strings = any(g.is_tensor and g.value.dtype == object for g in given.values())
    if not tensors or strings:
        return loaded.run(None, {n: g.value for n, g in given.items()})
    feeds = {n: _feed(ort, g) for n, g in given.items()}
    feeds = {n: v if isinstance(v, ort.OrtValue) else ort.OrtValue.ortvalue_from_numpy(np.asarray(v)) for n, v in feeds.items()}
    return loaded.run_with_ort_values([o.name for o in loaded.get_outputs()], feeds)


def attempt(model):
    """Returns what happened to a model, and the types of its outputs if they are known."""
    try:
        loaded = session(model.model.SerializeToString())
    except Exception as error:
        return [f"load: {kind(str(error))}", str(error)[:240], None]
    types = [_ort_type(o.type) if o.type.startswith("tensor") else None for o in loaded.get_outputs()]
    try:
        execute(loaded, model.feeds)
    except Exception as error:
        text = str(error)
        if not plain_values(model) and any(words in text for words in ("OrtValue", "Unable to handle object of type", "Unexpected input data type")):
            return ["ran", "loaded; no value to run it with", types]
        return [f"run: {kind(text)}", text[:240], types]
    return ["ran", "", types]


def plain_values(model):
    return all(g.is_tensor and g.value.dtype.name in PLAIN for g in model.feeds.values())
