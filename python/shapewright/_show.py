"""Models as text."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, overload

from . import _shapewright
from ._arguments import shapes_of, warn
from ._check import readable, require_complete
from ._errors import ModelError

if TYPE_CHECKING:
    from collections.abc import Mapping

    from ._types import ModelLike, Shapes, Size


def print_model(model: ModelLike, *, weights: bool = False, hashes: bool = True) -> str:
    """Returns a model of either format as canonical text, which is the text that lines of findings in binary files refer to.

    >>> import shapewright
    >>> text = '<ir_version: 9, opset_import: ["" : 18]> g (float[N] x) => (float[N] y) { y = Relu (x) }'
    >>> print(shapewright.print_model(shapewright.convert(text, "binary")))
    <
       ir_version: 9,
       opset_import: ["" : 18]
    >
    g (float[N] x) => (float[N] y) {
       y = Relu (x)
    }

    Args:
        model: The model.
        weights: Whether the elements of all tensors are written, and not only those of small ones.
        hashes: Whether elements that are not written are represented by a hash.

    Raises:
        FileError: The file cannot be read.
        ModelError: It is not a model, or not one that can be read.
    """
    return _shapewright.print_model(readable(model), weights=weights, hashes=hashes)


def snapshot(
    model: ModelLike, *, bind: Mapping[str, Size] | None = None, input_shapes: Shapes | None = None
) -> str:
    """Returns the types, shapes, and findings of a model as a small text for review in version control.

    >>> import shapewright
    >>> text = '<ir_version: 9, opset_import: ["" : 18]> g (float[N] x) => (float[N] y) { y = Relu (x) }'
    >>> print(shapewright.snapshot(text).replace("\\n\\n", "\\n"))
    onnx, opset 18
    main
      in x f32[N]
      Relu(x) -> y f32[N]
      out y f32[N]
    findings: none
    <BLANKLINE>

    Args:
        model: The model.
        bind: Sizes of symbolic dimensions, or intervals that contain them.
        input_shapes: Types or shapes of graph inputs.

    Raises:
        FileError: The file cannot be read.
        ModelError: It is not a model, or not one that can be read; or an argument does not fit it, as for `infer`.
        ValueError: An argument has no meaning.
    """
    options = shapes_of(bind, input_shapes)
    return _shapewright.snapshot(readable(model), **options)


@overload
def convert(model: ModelLike, to: Literal["binary"], *, inline: bool = ...) -> bytes: ...
@overload
def convert(model: ModelLike, to: Literal["text"], *, inline: bool = ..., omit_weights: bool = ...) -> str: ...
def convert(
    model: ModelLike, to: Literal["binary", "text"], *, inline: bool = False, omit_weights: bool = False
) -> bytes | str:
    """Returns an ONNX model in its binary form, as bytes, or in its text form, as a string.

    >>> import shapewright
    >>> text = '<ir_version: 9, opset_import: ["" : 18]> g (float[N] x) => (float[N] y) { y = Relu (x) }'
    >>> data = shapewright.convert(text, "binary")
    >>> type(data), shapewright.convert(shapewright.convert(data, "text"), "binary") == data
    (<class 'bytes'>, True)

    Fields that the text form has no syntax for, and comments that suppress findings in a text, are lost, with a warning of the
    logger ``shapewright``.

    Args:
        model: The model.
        to: The form.
        inline: Whether external data is stored in the model; otherwise it stays where it is.
        omit_weights: Whether a text omits the elements of all but small tensors. It is for people, and nothing runs it.

    Raises:
        FileError: The file cannot be read.
        ModelError: The model cannot be read, or is not ONNX.
        ValueError: There is no such form.
    """
    if to not in ("binary", "text"):
        raise ValueError(f"unknown form `{to}`; expected binary or text")
    is_text = to == "text"
    handle = readable(model)
    try:
        data, losses = _shapewright.convert(handle, text=is_text, inline=inline, omit_weights=omit_weights)
    except ModelError as error:
        require_complete(handle)
        raise ModelError(f"{handle.name} is not converted: {error}") from None
    warn([f"the {to} form has no `{field}`; lost: {count}" for field, count in losses])
    return data.decode() if is_text else data
