"""Types of arguments, which nothing imports at run time."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Literal, Protocol, SupportsIndex, TypedDict, Union

from ._findings import Level
from ._shapewright import Dim, ModelHandle

Size = Union[SupportsIndex, str, Dim, None]
"""A dimension: a size, a symbol such as ``"N"``, an interval such as ``"1..8"``, or ``None`` for any size."""

Names = Union[str, Iterable[str]]
"""Names, or one string with names between commas."""

Shapes = Mapping[str, Union[str, Sequence[Size]]]
"""Types or shapes by name: ``{"x": "f32[1,3]"}`` or ``{"x": (1, 3)}``."""

External = Literal["keep", "copy", "inline"]
"""What happens to the external data of a model."""

Expressions = Literal["text", "symbol", "omit"]
"""How dimensions that are expressions are declared."""


class File(Protocol):
    def read(self, size: int = ..., /) -> bytes | str: ...


class Proto(Protocol):
    """``onnx.ModelProto``."""

    def SerializeToString(self) -> bytes: ...


class OnnxIr(Protocol):
    """``onnx_ir.Model``."""

    @property
    def graph(self) -> Any: ...
    @property
    def ir_version(self) -> int: ...


class Edited(Protocol):
    """A `Model`."""

    def _file(self) -> ModelHandle: ...


class OpenVino(Protocol):
    """``openvino.Model``."""

    def get_friendly_name(self) -> str: ...


ModelLike = Union[
    str, "os.PathLike[str]", bytes, bytearray, memoryview, File, Proto, OnnxIr, OpenVino, Edited, ModelHandle
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


class Settings(TypedDict, total=False):
    """The keywords of `check`."""

    name: str | None
    select: Names
    extend_select: Names
    ignore: Names
    severity: Mapping[str, Level] | None
    min_level: Level | None
    target: Names
    bind: Mapping[str, Size] | None
    input_shapes: Shapes | None
    expect: Shapes | None
    config: str | os.PathLike[str] | bool | None
