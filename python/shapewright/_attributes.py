"""Attributes as the native functions take them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any

from . import _shapewright
from ._arrays import element_of, to_parts

if TYPE_CHECKING:
    from collections.abc import Callable

EXPECTED = "a number, a string, a list of these, an array, or a dtype"

ONNX_TYPES = {
    "f32": 1, "u8": 2, "i8": 3, "u16": 4, "i16": 5, "i32": 6, "i64": 7, "string": 8, "bool": 9, "f16": 10, "f64": 11,
    "u32": 12, "u64": 13, "c64": 14, "c128": 15, "bf16": 16, "f8e4m3": 17, "f8e4m3fnuz": 18, "f8e5m2": 19,
    "f8e5m2fnuz": 20, "u4": 21, "i4": 22, "f4e2m1": 23, "f8e8m0": 24, "u2": 25, "i2": 26,
}  # fmt: skip
"""The numbers of ``onnx.TensorProto.DataType`` by element type."""


def kind_of(domain: str, op_type: str, version: int | None, is_openvino: bool) -> Callable[[str], str | None]:
    """The kinds of the attributes of an operator, such as ``INTS``, by name."""
    return lambda name: _shapewright.attribute_kind(domain, op_type, version, name, is_openvino)


def attribute(name: str, value: Any, kind: Callable[[str], str | None], is_openvino: bool) -> Any:
    """An attribute of a node: a number, a string, a list of them, or the parts of a tensor."""
    if isinstance(value, (bool, int, float, str, bytes)):
        return _plain(name, value, kind)
    if _is_dtype(value):
        return _element(value, is_openvino)
    if hasattr(value, "dtype") and hasattr(value, "shape"):
        found = _array(name, value, kind)
        return found if isinstance(found, tuple) else _plain(name, found, kind)
    if isinstance(value, Iterable) and not isinstance(value, Mapping):
        return _plain(name, [_item(name, item) for item in value], kind)
    raise TypeError(f"attribute `{name}` is {type(value).__name__}; expected {EXPECTED}")


def _plain(name: str, value: Any, kind: Callable[[str], str | None]) -> Any:
    """A number, a string, or a list of one of these, which an attribute can have."""
    items = value if isinstance(value, list) else [value]
    for item in items:
        if isinstance(item, int) and not -(2**63) <= item < 2**63 and kind(name) not in ("FLOAT", "FLOATS"):
            raise ValueError(f"attribute `{name}` has {item}; expected integers from {-(2**63)} to {2**63 - 1}")
    if any(isinstance(item, str) for item in items) and not all(isinstance(item, str) for item in items):
        kinds = " and ".join(dict.fromkeys(type(item).__name__ for item in items))
        raise TypeError(f"attribute `{name}` has {kinds} in a list; expected only numbers or only strings")
    return value


def _is_dtype(value: Any) -> bool:
    """Whether a value is a dtype of NumPy, or a class that is one, such as ``numpy.float32``."""
    import numpy as np

    return isinstance(value, np.dtype) or (isinstance(value, type) and issubclass(value, np.generic))


def _element(dtype: Any, is_openvino: bool) -> int | str:
    import numpy as np

    element = element_of(np.dtype(dtype))
    if is_openvino:
        return "boolean" if element == "bool" else element
    if element not in ONNX_TYPES:
        raise ValueError(f"ONNX has no number for the dtype {np.dtype(dtype)}")
    return ONNX_TYPES[element]


def _array(name: str, value: Any, kind: Callable[[str], str | None]) -> Any:
    """A number of NumPy is a number; an array is a tensor unless the operator defines numbers or lists of them."""
    import numpy as np

    if isinstance(value, np.generic):
        return value.item()
    known = kind(name)
    array = np.asarray(value)
    if known in ("INT", "FLOAT") and array.size == 1:
        return array.item()
    if known in ("INTS", "FLOATS", "STRINGS"):
        return array.ravel().tolist()
    return to_parts(array)


def _item(name: str, item: Any) -> Any:
    if isinstance(item, bytes):
        try:
            return item.decode()
        except UnicodeDecodeError:
            raise ValueError(f"attribute `{name}` has {item!r} in a list; expected strings in UTF-8") from None
    if isinstance(item, (bool, int, float, str)):
        return item
    if getattr(item, "shape", None) == () and hasattr(item, "dtype"):
        return item.item()
    raise TypeError(f"attribute `{name}` has {type(item).__name__} in a list; expected numbers or strings")
