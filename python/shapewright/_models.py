"""What a model may be given as, and how it is given back."""

from __future__ import annotations

import io
import os
import sys

from ._errors import FileError, ShapewrightError
from ._shapewright import ModelHandle, open_model, read_model

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from types import ModuleType
    from typing import Any

    from ._types import File, ModelLike, Parts


def _is_instance(model: object, module: str, name: str) -> bool:
    """Whether a model is of a class of a module, without importing the module."""
    loaded: ModuleType | None = sys.modules.get(module)
    known = getattr(loaded, name, None)
    return isinstance(known, type) and isinstance(model, known)


def is_proto(model: object) -> bool:
    """Whether a model is a ``ModelProto``."""
    return _is_instance(model, "onnx", "ModelProto")


def _is_text(model: str) -> bool:
    return "\n" in model or model.lstrip().startswith("<")


def _is_url(model: str) -> bool:
    scheme, separator, _ = model.partition("://")
    is_name = scheme[:1].isalpha() and scheme.isascii() and all(c.isalnum() or c in "+.:-" for c in scheme)
    # One letter is a drive of Windows.
    return bool(separator) and len(scheme) > 1 and is_name


def _openvino_parts(model: Any) -> Parts:
    import pathlib
    import tempfile

    import openvino

    # OpenVINO serializes to files only.
    with tempfile.TemporaryDirectory() as folder:
        xml, weights = pathlib.Path(folder, "model.xml"), pathlib.Path(folder, "model.bin")
        openvino.serialize(model, xml, weights)
        return xml.read_bytes(), weights.read_bytes()


def _proto_of_onnx_ir(model: Any) -> Any:
    import onnx_ir

    return onnx_ir.to_proto(model)


def _name_of_file(model: object) -> str:
    """The name of an open file; files of fsspec have a path."""
    for attribute in ("name", "path"):
        name = getattr(model, attribute, None)
        if isinstance(name, str) and name:
            from ._urls import shown_url

            return shown_url(name)
    return "<file>"


def _from_file(model: File, whole: bool, name: str | None) -> ModelHandle:
    name = name or _name_of_file(model)
    if not whole:
        from . import _ranges

        if _ranges.is_remote(model):
            return _ranges.skim(_ranges.of_file(model, name))
    try:
        data = model.read()
    except UnicodeDecodeError as error:
        raise _in_text_mode(name) from error
    except OSError as error:
        raise error if isinstance(error, FileError) else FileError(f"cannot read {name}: {error}") from error
    if not data and (position := _position(model)):
        raise FileError(f"{name} is at its end (position {position}); `seek(0)` goes to its start")
    if isinstance(data, str):
        if any(character < " " and character not in "\t\n\f\r" for character in data[:_START]):
            raise _in_text_mode(name)
        data = data.encode()
    return _from_bytes(bytes(data), name)


_START = 64
"""The characters at the start of a file that are looked at. The fields of a binary model begin with control characters."""


def _in_text_mode(name: str) -> FileError:
    return FileError(f"{name} is a binary file that was opened in text mode; open it with mode 'rb'")


def _position(file: object) -> int:
    try:
        return int(file.tell())  # type: ignore[attr-defined]
    except (AttributeError, OSError):
        return 0


def _from_url(url: str, whole: bool) -> ModelHandle:
    from . import _ranges

    source = _ranges.of_url(url)
    return _from_bytes(_ranges.fetch(source), source.name) if whole else _ranges.skim(source)


def _serialized(proto: Any) -> bytes:
    """The bytes of a message.

    Raises:
        ShapewrightError: It has more than 2 GiB, which protobuf does not serialize.
    """
    from google.protobuf.message import EncodeError

    try:
        data: bytes = proto.SerializeToString()
    except EncodeError as error:
        step = "save it with `onnx.save(model, path, save_as_external_data=True)` and pass the path"
        raise ShapewrightError(f"protobuf does not serialize the {type(proto).__name__}, which may exceed 2 GiB; {step}") from error
    return data


def _from_proto(proto: Any, whole: bool, name: str) -> ModelHandle:
    try:
        data = _serialized(proto)
    except ShapewrightError:
        from ._weightless import without_weights

        light = None if whole else without_weights(proto)
        if light is None:
            raise
        return light.read(name)
    return _from_bytes(data, name)


def _from_bytes(data: bytes, name: str, weights: bytes | None = None) -> ModelHandle:
    return read_model(name, data, weights)


def read_types(model: ModelLike) -> ModelHandle:
    """Reads what types and shapes depend on, at least: the data of large tensors may be omitted."""
    if is_proto(model):
        from ._weightless import without_weights

        light = without_weights(model)
        if light is not None:
            return light.read("<ModelProto>")
    return read(model, whole=False)


def read(model: ModelLike, *, whole: bool = True, name: str | None = None) -> ModelHandle:
    """Reads a model from whatever it is given as.

    Of a large ONNX file on a server, the data of large tensors is not read unless `whole` is true; such a model cannot be
    written. `name` is that of a model in memory or of an open file.
    """
    if name is not None:
        _require_unnamed(model, name)
    if isinstance(model, ModelHandle):
        return model
    if _is_instance(model, "shapewright._model", "Model"):
        edited: Any = model
        handle: ModelHandle = edited._file()
        return handle
    if isinstance(model, str) and _is_text(model):
        return _from_bytes(model.encode(), name or "<text>")
    if isinstance(model, str) and _is_url(model):
        return _from_url(model, whole)
    if isinstance(model, (str, os.PathLike)):
        return open_model(os.fspath(model))
    if isinstance(model, (bytes, bytearray)):
        # A bytearray could change while it is shared.
        return _from_bytes(bytes(model), name or "<bytes>")
    if isinstance(model, memoryview):
        return _from_bytes(model.tobytes(), name or "<bytes>")
    if is_proto(model):
        return _from_proto(model, whole, name or "<ModelProto>")
    if _is_instance(model, "onnx_ir", "Model"):
        base_dir = _base_dir(model)
        place = None if base_dir is None else os.path.abspath(os.path.join(base_dir, "model.onnx"))
        return read_model(name or "<onnx_ir.Model>", _serialized(_proto_of_onnx_ir(model)), place=place)
    if _is_instance(model, "openvino", "Model"):
        xml, weights = _openvino_parts(model)
        return _from_bytes(xml, name or "<openvino.Model>", weights)
    if hasattr(model, "read"):
        file: Any = model
        return _from_file(file, whole, name)
    kinds = "a path, text, a URL, bytes, a file, an onnx.ModelProto, an onnx_ir.Model, or an openvino.Model"
    hint = ""
    if hasattr(model, "open") and hasattr(model, "__enter__"):
        hint = "; open it, as in `with model as file: shapewright.check(file)`"
    raise TypeError(f"a model is {type(model).__module__}.{type(model).__qualname__}; expected {kinds}{hint}")


def _require_unnamed(model: object, name: str) -> None:
    """Refuses a name for a model that has one."""
    if not isinstance(name, str):
        raise TypeError(f"`name` is {type(name).__name__}; expected a string")
    if not name:
        raise ValueError("`name` is empty; expected what reports call the model, such as 'export/17'")
    if isinstance(model, ModelHandle) or is_path(model) or _is_instance(model, "shapewright._model", "Model"):
        kind = "path or URL" if is_path(model) else "Model"
        raise ValueError(f"`name` is `{name}`, but the model is a {kind}, which has a name; omit `name`")


def _to_openvino(parts: Parts) -> Any:
    import openvino

    return openvino.Core().read_model(parts[0], parts[1] or b"")


def _to_onnx_ir(parts: Parts, base_dir: str | None) -> Any:
    import onnx
    import onnx_ir

    model = onnx_ir.from_proto(onnx.ModelProto.FromString(parts[0]))
    if base_dir is not None:
        for graph in model.graphs():
            onnx_ir.external_data.set_base_dir(graph, base_dir)
    return model


def _base_dir(model: Any) -> str | None:
    """The directory of the external data of an ``onnx_ir.Model``; `None` if it has none."""
    import onnx_ir

    for graph in model.graphs():
        for value in graph.initializers.values():
            if isinstance(value.const_value, onnx_ir.ExternalTensor):
                base_dir: str = os.fspath(value.const_value.base_dir)
                return base_dir
    return None


def is_path(model: object) -> bool:
    """Whether a model is given as a path."""
    return isinstance(model, os.PathLike) or (isinstance(model, str) and not _is_text(model))


def writer(model: Any) -> Callable[[Parts], Any]:
    """How an edited model is returned as the kind that was given."""
    if isinstance(model, str) and _is_text(model):
        return lambda parts: parts[0].decode()
    if isinstance(model, (bytes, memoryview)):
        return lambda parts: parts[0]
    if isinstance(model, bytearray):
        return lambda parts: bytearray(parts[0])
    if is_proto(model):
        return lambda parts: type(model).FromString(parts[0])
    if _is_instance(model, "onnx_ir", "Model"):
        return lambda parts: _to_onnx_ir(parts, _base_dir(model))
    if _is_instance(model, "openvino", "Model"):
        return _to_openvino
    if _is_instance(model, "shapewright._model", "Model"):
        return lambda parts: model._edited(parts)
    if is_path(model):
        from ._urls import shown_url

        raise TypeError(f"the model is a path, `{shown_url(os.fspath(model))}`; pass output= for the file to write")
    # A file; anything else is rejected when it is read.
    return lambda parts: io.BytesIO(parts[0])
