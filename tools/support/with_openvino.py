"""Reads, compiles, and runs models in OpenVINO on the CPU."""
import pathlib
import tempfile

import numpy as np

from oracles.element_types import from_openvino

NEWEST_OPSET = 28
# Messages that blame a missing implementation, by kind.
KINDS = [
    ("operator", ("No conversion rule found", "OpenVINO does not support the following ONNX operations", "Cannot create", "unsupported opset")),
    ("kernel", ("is not supported", "not supported", "Unsupported", "unsupported", "doesn't support", "does not support", "not implemented", "NOT IMPLEMENTED", "Not Implemented")),
    ("type", ("element type", "Element type", "data type", "precision")),
]
_core = None


def kind(message):
    # What a converter left behind when an input or output of a model is a sequence says nothing about the operator.
    if "util::" in message:
        return "other"
    return next((name for name, texts in KINDS if any(text in message for text in texts)), "other")


def core():
    """Returns the process's own core."""
    global _core
    if _core is None:
        import openvino

        _core = openvino.Core()
    return _core


def short(error):
    text = " ".join(str(error).split())
    return kind(text), text if len(text) < 240 else f"{text[:60]} ... {text[-170:]}"


def value(port, given):
    """Returns a tensor for an input: the given array, or zeros of a type that numpy does not have."""
    import openvino

    try:
        if given is not None and given.value.dtype == object:
            return openvino.Tensor(np.asarray(given.value).astype(str))
        if given is not None and given.value.dtype == port.get_element_type().to_dtype():
            return openvino.Tensor(np.ascontiguousarray(given.value).reshape(given.value.shape))
    except (RuntimeError, TypeError, ValueError):
        pass
    return openvino.Tensor(port.get_element_type(), port.get_partial_shape().to_shape())


def execute(model, given, take=lambda tensor: None):
    """Returns what `take` makes of the outputs of a run, whose memory ends with it."""
    import openvino

    # With one thread (INFERENCE_NUM_THREADS), the CPU plugin does not report errors of a run.
    request = core().compile_model(model, "CPU").create_infer_request()
    ports = request.model_inputs
    # An input that a node hands on as it is may lose its name.
    by_position = list(given) if len(given) == len(ports) else [None] * len(ports)
    for port, own in zip(ports, by_position):
        name = next((n for n in port.get_names() if n in given), own)
        request.set_tensor(port, value(port, given.get(name)))
    request.infer()
    return [take(request.get_tensor(port)) for port in request.model_outputs]


def attempt(model):
    """Returns what happened to an ONNX model, and the types of its outputs if they are known."""
    with tempfile.TemporaryDirectory(dir="/dev/shm" if pathlib.Path("/dev/shm").is_dir() else None) as folder:
        path = pathlib.Path(folder) / "model.onnx"
        path.write_bytes(model.model.SerializeToString())
        return attempt_file(path, model.feeds)


def read(data):
    """Returns why OpenVINO does not read an ONNX model; None if it does."""
    with tempfile.TemporaryDirectory() as folder:
        path = pathlib.Path(folder) / "model.onnx"
        path.write_bytes(data)
        try:
            core().read_model(path)
        except Exception as error:
            return short(error)


def attempt_file(path, given):
    try:
        read = core().read_model(path)
    except Exception as error:
        found, text = short(error)
        return [f"load: {found}", text, None]
    types = [from_openvino(port.get_element_type().get_type_name()) for port in read.outputs]
    try:
        execute(read, given)
    except Exception as error:
        found, text = short(error)
        return [f"run: {found}", text, types]
    return ["ran", "", types]
