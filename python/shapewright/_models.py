"""What a model may be given as, and how it is given back."""

from __future__ import annotations

import io
import os
import re
import sys
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Protocol, Union, cast, runtime_checkable

from ._errors import FileError
from ._shapewright import ModelHandle, open_model, read_model

if TYPE_CHECKING:
    from types import ModuleType


@runtime_checkable
class _File(Protocol):
    def read(self, size: int = ..., /) -> bytes | str: ...


class _Proto(Protocol):
    """``onnx.ModelProto``."""

    def SerializeToString(self) -> bytes: ...


class _OnnxIr(Protocol):
    """``onnx_ir.Model``."""

    @property
    def graph(self) -> Any: ...
    @property
    def ir_version(self) -> int: ...


class _Edited(Protocol):
    """A `Model`."""

    def _file(self) -> ModelHandle: ...


class _OpenVino(Protocol):
    """``openvino.Model``."""

    def get_friendly_name(self) -> str: ...


ModelLike = Union[
    str, "os.PathLike[str]", bytes, bytearray, memoryview, _File, _Proto, _OnnxIr, _OpenVino, _Edited, ModelHandle
]
"""A model as functions take it.

* a path, as a string or a ``pathlib.Path``; the file is mapped into memory, and external data is found
* the text of a model: a string with a line break, or that starts with ``<``
* ``bytes``, ``bytearray``, or ``memoryview`` of a file in any format that is read
* a URL, such as ``https://host/model.onnx``; those that are not of HTTP are read by fsspec, such as ``s3://``
* a file that is open for reading
* an ``onnx.ModelProto``, an ``onnx_ir.Model``, an ``openvino.Model``, or a `Model` of this module
"""

Parts = tuple[bytes, Union[bytes, None]]
"""The bytes of a model, and those of the weights of OpenVINO IR."""


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
    # One letter is a drive of Windows.
    return re.match(r"[A-Za-z][A-Za-z0-9+.:-]+://", model) is not None


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


def _from_file(model: _File, whole: bool) -> ModelHandle:
    name = getattr(model, "name", None)
    name = name if isinstance(name, str) else "<file>"
    if not whole:
        from . import _ranges

        if _ranges.is_remote(model):
            return _ranges.skim(_ranges.of_file(model, name))
    data = model.read()
    if not data and (position := _position(model)):
        raise FileError(f"{name} is at its end (position {position}); `seek(0)` goes to its start")
    return _from_bytes(data.encode() if isinstance(data, str) else bytes(data), name)


def _position(file: object) -> int:
    try:
        return int(file.tell())  # type: ignore[attr-defined]
    except (AttributeError, OSError):
        return 0


def _from_url(url: str, whole: bool) -> ModelHandle:
    from . import _ranges

    source = _ranges.of_url(url)
    return _from_bytes(_ranges.fetch(source), source.name) if whole else _ranges.skim(source)


def _from_bytes(data: bytes, name: str, weights: bytes | None = None) -> ModelHandle:
    return read_model(name, data, weights)


def read(model: ModelLike, *, whole: bool = True) -> ModelHandle:
    """Reads a model from whatever it is given as.

    Of a large ONNX file on a server, the data of large tensors is not read unless `whole` is true; such a model cannot be
    written.
    """
    if isinstance(model, ModelHandle):
        return model
    if _is_instance(model, "shapewright._model", "Model"):
        return cast(_Edited, model)._file()
    if isinstance(model, str) and _is_text(model):
        return _from_bytes(model.encode(), "<text>")
    if isinstance(model, str) and _is_url(model):
        return _from_url(model, whole)
    if isinstance(model, (str, os.PathLike)):
        return open_model(os.fspath(model))
    if isinstance(model, (bytes, bytearray)):
        # A bytearray could change while it is shared.
        return _from_bytes(bytes(model), "<bytes>")
    if isinstance(model, memoryview):
        return _from_bytes(model.tobytes(), "<bytes>")
    if is_proto(model):
        return _from_bytes(cast(_Proto, model).SerializeToString(), "<ModelProto>")
    if _is_instance(model, "onnx_ir", "Model"):
        return _from_bytes(_proto_of_onnx_ir(model).SerializeToString(), "<onnx_ir.Model>")
    if _is_instance(model, "openvino", "Model"):
        xml, weights = _openvino_parts(model)
        return _from_bytes(xml, "<openvino.Model>", weights)
    if isinstance(model, _File):
        return _from_file(model, whole)
    kinds = "a path, text, a URL, bytes, a file, an onnx.ModelProto, an onnx_ir.Model, or an openvino.Model"
    raise TypeError(f"a model is {type(model).__module__}.{type(model).__qualname__}; expected {kinds}")


def _to_openvino(parts: Parts) -> Any:
    import openvino

    return openvino.Core().read_model(parts[0], parts[1] or b"")


def _to_onnx_ir(parts: Parts) -> Any:
    import onnx
    import onnx_ir

    return onnx_ir.from_proto(onnx.ModelProto.FromString(parts[0]))


def is_path(model: object) -> bool:
    """Whether a model is given as a path."""
    return isinstance(model, os.PathLike) or (isinstance(model, str) and not _is_text(model))


def writer(model: object) -> Callable[[Parts], Any]:
    """How an edited model is returned as the kind that was given."""
    if isinstance(model, str) and _is_text(model):
        return lambda parts: parts[0].decode()
    if isinstance(model, (bytes, memoryview)):
        return lambda parts: parts[0]
    if isinstance(model, bytearray):
        return lambda parts: bytearray(parts[0])
    if is_proto(model):
        return lambda parts: type(cast(Any, model)).FromString(parts[0])
    if _is_instance(model, "onnx_ir", "Model"):
        return _to_onnx_ir
    if _is_instance(model, "openvino", "Model"):
        return _to_openvino
    if _is_instance(model, "shapewright._model", "Model"):
        edited = cast(Any, model)
        return lambda parts: type(edited)._from_parts(edited.name, parts)
    if is_path(model):
        raise TypeError(f"the model is a path, `{os.fspath(cast(str, model))}`; pass output= for the file to write")
    # A file; anything else is rejected when it is read.
    return lambda parts: io.BytesIO(parts[0])
