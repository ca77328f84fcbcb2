"""Faults in the stored tensors of an ONNX model, inside of the file or next to it."""
from onnx import TensorProto, numpy_helper

from .fault import Edit, onnx_fault


def _stored(model, rng, least=2):
    """Returns the initializers that are read and have raw bytes, in random order."""
    found = [t for t in model.graph.initializer if len(t.raw_data) >= least and model.readers(t.name)]
    rng.shuffle(found)
    return found


def _tensor(model, tensor, what, repair):
    return Edit(f"initializer `{tensor.name}`: {what}", repair, set(), {tensor.name}, model.readers(tensor.name))


@onnx_fault("initializer-bytes-cut")
def bytes_cut(model, rng):
    for tensor in _stored(model, rng):
        old = len(tensor.raw_data)
        tensor.raw_data = tensor.raw_data[: old // 2]
        return _tensor(model, tensor, f"{old} -> {old // 2} bytes", f"store {old} bytes")


@onnx_fault("initializer-bytes-more")
def bytes_more(model, rng):
    for tensor in _stored(model, rng):
        old = len(tensor.raw_data)
        tensor.raw_data += b"\0" * 4
        return _tensor(model, tensor, f"{old} -> {old + 4} bytes", f"store {old} bytes")


@onnx_fault("initializer-dims")
def dims_changed(model, rng):
    for tensor in _stored(model, rng):
        if tensor.dims and tensor.name not in {i.name for i in model.graph.input}:
            old = list(tensor.dims)
            tensor.dims[-1] += 1
            return _tensor(model, tensor, f"dims {old} -> {list(tensor.dims)}, the same bytes", f"set dims to {old}")


@onnx_fault("initializer-type")
def type_changed(model, rng):
    for tensor in _stored(model, rng):
        if tensor.data_type in (TensorProto.FLOAT, TensorProto.INT64):
            old = tensor.data_type
            tensor.data_type = TensorProto.FLOAT16 if old == TensorProto.FLOAT else TensorProto.INT32
            return _tensor(model, tensor, f"data_type {old} -> {tensor.data_type}, the same bytes", f"set data_type to {old}")


@onnx_fault("initializer-type-invalid")
def type_invalid(model, rng):
    for tensor in _stored(model, rng):
        old, tensor.data_type = tensor.data_type, rng.choice([0, 77])
        return _tensor(model, tensor, f"data_type {old} -> {tensor.data_type}", f"set data_type to {old}")


@onnx_fault("initializer-two-fields")
def two_fields(model, rng):
    for tensor in _stored(model, rng):
        if tensor.data_type == TensorProto.FLOAT:
            tensor.float_data.extend([1.0] * (len(tensor.raw_data) // 4))
            return _tensor(model, tensor, "raw_data and float_data", "keep one of them")


@onnx_fault("initializer-data-removed")
def data_removed(model, rng):
    for tensor in _stored(model, rng):
        old = len(tensor.raw_data)
        tensor.ClearField("raw_data")
        return _tensor(model, tensor, f"{old} bytes removed", "store them")


def externalized(model, rng):
    """Stores the large initializers in a file next to the model."""
    content = b""
    for tensor in model.graph.initializer:
        if tensor.data_location == TensorProto.EXTERNAL or tensor.data_type == TensorProto.STRING:
            return False
        if tensor.dims and tensor.data_type == TensorProto.FLOAT:
            data = numpy_helper.to_array(tensor).tobytes()
            for field in ("float_data", "raw_data"):
                tensor.ClearField(field)
            tensor.data_location = TensorProto.EXTERNAL
            for key, given in [("location", "weights.data"), ("offset", len(content)), ("length", len(data))]:
                tensor.external_data.add(key=key, value=str(given))
            content += data
    model.files["weights.data"] = content
    return len(content) >= 16


def _external(model):
    return [t for t in model.graph.initializer if t.data_location == TensorProto.EXTERNAL and model.readers(t.name)]


def _all(model, what, repair):
    tensors = _external(model)
    if tensors:
        readers = set().union(*(model.readers(t.name) for t in tensors))
        return Edit(what, repair, set(), {t.name for t in tensors}, readers, r"weights(-v2)?\.data")


@onnx_fault("external-deleted", externalized)
def deleted(model, rng):
    del model.files["weights.data"]
    return _all(model, "`weights.data` deleted", "put `weights.data` next to the model")


@onnx_fault("external-renamed", externalized)
def renamed(model, rng):
    model.files["weights-v2.data"] = model.files.pop("weights.data")
    return _all(model, "`weights.data` renamed to `weights-v2.data`", "rename it to `weights.data`")


@onnx_fault("external-truncated", externalized)
def truncated(model, rng):
    old = model.files["weights.data"]
    model.files["weights.data"] = old[: len(old) // 2]
    return _all(model, f"`weights.data` cut from {len(old)} to {len(old) // 2} bytes", "restore it")


@onnx_fault("external-empty", externalized)
def empty(model, rng):
    model.files["weights.data"] = b""
    return _all(model, "`weights.data` emptied", "restore it")


def _entry(model, rng, key, new, what):
    tensors = _external(model)
    if tensors:
        tensor = rng.choice(tensors)
        entry = next(e for e in tensor.external_data if e.key == key)
        old, entry.value = entry.value, str(new(int(entry.value) if entry.value.isdigit() else 0, len(model.files["weights.data"])))
        return _tensor(model, tensor, f"{what} {old} -> {entry.value}", f"set `{key}` to {old}")


@onnx_fault("external-offset", externalized)
def offset(model, rng):
    return _entry(model, rng, "offset", lambda old, size: size + 8, "offset")


@onnx_fault("external-offset-negative", externalized)
def offset_negative(model, rng):
    return _entry(model, rng, "offset", lambda old, size: -4, "offset")


@onnx_fault("external-length", externalized)
def length(model, rng):
    return _entry(model, rng, "length", lambda old, size: old - 4 if old > 4 else old + 4, "length")


@onnx_fault("external-location", externalized)
def location(model, rng):
    return _entry(model, rng, "location", lambda old, size: "wieghts.data", "location")


@onnx_fault("external-location-outside", externalized)
def outside(model, rng):
    return _entry(model, rng, "location", lambda old, size: "../weights.data", "location")
