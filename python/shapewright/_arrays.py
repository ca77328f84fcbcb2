"""Tensors as arrays of NumPy."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Union

from ._errors import ShapewrightError

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

NUMPY = {
    "f64": "float64", "f32": "float32", "f16": "float16", "i64": "int64", "i32": "int32", "i16": "int16", "i8": "int8",
    "u64": "uint64", "u32": "uint32", "u16": "uint16", "u8": "uint8", "bool": "bool", "string": "object",
    "c64": "complex64", "c128": "complex128",
}  # fmt: skip
"""The dtypes of NumPy by element type."""

ML_DTYPES = {
    "bf16": "bfloat16", "i4": "int4", "u4": "uint4", "i2": "int2", "u2": "uint2", "f8e4m3": "float8_e4m3fn",
    "f8e4m3fnuz": "float8_e4m3fnuz", "f8e5m2": "float8_e5m2", "f8e5m2fnuz": "float8_e5m2fnuz",
    "f8e8m0": "float8_e8m0fnu", "f6e2m3": "float6_e2m3fn", "f6e3m2": "float6_e3m2fn", "f4e2m1": "float4_e2m1fn",
}  # fmt: skip
"""The dtypes of ml_dtypes by element type."""

NARROW_INTEGERS = {"i4": (4, True), "u4": (4, False), "i2": (2, True), "u2": (2, False)}
"""Bits and whether negative numbers exist."""

Parts = tuple[str, list[int], Union[bytes, list[bytes]]]
"""Element type, sizes, and elements: bytes in row-major order, or strings."""


def dtype_of(element: str) -> np.dtype[Any] | None:
    """The dtype of an element type; ``None`` if there is none."""
    import numpy as np

    if element in NUMPY:
        return np.dtype(NUMPY[element])
    if element not in ML_DTYPES:
        return None
    try:
        import ml_dtypes
    except ImportError:
        raise ShapewrightError(f"NumPy has no dtype for {element}; install `ml_dtypes`") from None
    dtype: np.dtype[Any] = np.dtype(getattr(ml_dtypes, ML_DTYPES[element]))
    return dtype


def element_of(dtype: np.dtype[Any]) -> str:
    """The element type of a dtype."""
    if dtype.kind in "OUST":
        return "string"
    for table in (NUMPY, ML_DTYPES):
        for element, name in table.items():
            if dtype.name == name:
                return element
    raise ValueError(f"an array has dtype {dtype}, for which there is no element type")


def _text(value: object) -> bytes:
    if isinstance(value, str):
        return value.encode(errors="surrogateescape")
    if isinstance(value, bytes):
        return value
    raise TypeError(f"an array of objects has {type(value).__name__}; expected str or bytes, or an array with a dtype")


def to_parts(array: npt.ArrayLike) -> Parts:
    """An array as the native functions take it."""
    import numpy as np

    given = np.asarray(array)
    element = element_of(given.dtype)
    if element == "string":
        return element, list(given.shape), [_text(text) for text in given.ravel().tolist()]
    if element in NARROW_INTEGERS:
        bits, _ = NARROW_INTEGERS[element]
        return element, list(given.shape), (given.astype(np.int8) & (2**bits - 1)).astype(np.uint8).tobytes()
    little = given.astype(given.dtype.newbyteorder("<")) if given.dtype.str.startswith(">") else given
    return element, list(given.shape), little.tobytes()


def view_parts(parts: tuple[str, list[int], Any]) -> np.ndarray[Any, Any]:
    """A constant of a model as a read-only array, which shares its bytes if the elements are whole bytes."""
    import numpy as np

    element, sizes, data = parts
    if isinstance(data, (bytes, list)):
        array = from_parts(parts)
    else:
        dtype = dtype_of(element)
        if dtype is None:
            raise ShapewrightError(f"there is no dtype for {element}")
        shared = np.asarray(data)
        # A byte of a file may be anything; one of an array of bools is 0 or 1.
        array = (shared != 0 if element == "bool" else shared.view(dtype)).reshape(sizes)
    array.setflags(write=False)
    return array


def from_parts(parts: Parts) -> np.ndarray[Any, Any]:
    """The other way round."""
    import numpy as np

    element, sizes, data = parts
    if isinstance(data, list):
        texts = np.empty(len(data), object)
        texts[:] = [text.decode(errors="surrogateescape") for text in data]
        return texts.reshape(sizes)
    dtype = dtype_of(element)
    if dtype is None:
        raise ShapewrightError(f"there is no dtype for {element}")
    if element in NARROW_INTEGERS:
        bits, signed = NARROW_INTEGERS[element]
        codes = np.frombuffer(data, np.uint8).astype(np.int8)
        half = 2 ** (bits - 1) if signed else 0
        return ((codes ^ half) - half).astype(dtype).reshape(sizes)
    return np.frombuffer(data, dtype).reshape(sizes).copy()
