"""Models as text, and comparisons of models."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal, overload

from . import _shapewright
from ._arguments import shapes_of, warn
from ._check import require_readable
from ._models import ModelLike, read

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from ._types import Shapes, Size


def _readable(model: ModelLike) -> _shapewright.ModelHandle:
    handle = read(model)
    require_readable(handle)
    return handle


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
    return _shapewright.print_model(_readable(model), weights=weights, hashes=hashes)


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
        ModelError: It is not a model, or not one that can be read.
        ValueError: An argument has no meaning.
    """
    options = shapes_of(bind, input_shapes)
    return _shapewright.snapshot(_readable(model), **options)


@dataclass(frozen=True)
class Difference:
    """One difference between two models.

    >>> import shapewright
    >>> text = '<ir_version: 9, opset_import: ["" : 18]> g (float[N] x) => (float[N] y) { [act] y = Relu (x) }'
    >>> [difference] = shapewright.diff(text, text.replace("Relu", "Abs"))
    >>> difference.node, difference.aspect, difference.before, difference.after
    ('act', 'operator', 'Relu', 'Abs')
    """

    graph: str
    """The path of the graph."""
    node: str | None
    """The node; ``None`` for a difference of the graph or the model."""
    aspect: str
    """What differs, such as ``operator``, ``attribute``, or ``input``."""
    detail: str | None
    """Which one, such as the name of the attribute."""
    before: str | None
    """What it is in the first model; ``None`` if it is absent."""
    after: str | None
    """What it is in the second model; ``None`` if it is absent."""


@dataclass(frozen=True)
class NotCompared:
    """An attribute that has no counterpart in the other format.

    >>> import shapewright
    >>> text = '<ir_version: 9, opset_import: ["" : 18]> g (float[N] x) => (float[N] y) { y = Relu (x) }'
    >>> shapewright.diff(text, text).not_compared
    ()
    """

    operator: str
    """The operator."""
    attribute: str
    """The attribute."""
    nodes: int
    """The number of nodes with it."""


@dataclass(frozen=True)
class Comparison:
    """What `diff` returns: it is iterated over by difference.

    >>> import shapewright
    >>> text = '<ir_version: 9, opset_import: ["" : 18]> g (float[N] x) => (float[N] y) { y = Relu (x) }'
    >>> len(shapewright.diff(text, text))
    0
    """

    differences: tuple[Difference, ...]
    """The differences, graph by graph."""
    not_compared: tuple[NotCompared, ...]
    """What could not be compared across formats."""

    def __iter__(self) -> Iterator[Difference]:
        return iter(self.differences)

    def __len__(self) -> int:
        return len(self.differences)


def diff(
    before: ModelLike,
    after: ModelLike,
    *,
    bind: Mapping[str, Size] | None = None,
    input_shapes: Shapes | None = None,
) -> Comparison:
    """Compares two models, of the same format or across formats.

    >>> import shapewright
    >>> text = '<ir_version: 9, opset_import: ["" : 18]> g (float[N] x) => (float[N] y) { [act] y = Relu (x) }'
    >>> [(d.node, d.before, d.after) for d in shapewright.diff(text, text.replace("Relu", "Abs"))]
    [('act', 'Relu', 'Abs')]

    Args:
        before: The first model.
        after: The second model.
        bind: Sizes of symbolic dimensions of both, or intervals that contain them.
        input_shapes: Types or shapes of graph inputs of both.

    Raises:
        FileError: A file cannot be read.
        ModelError: One is not a model, or not one that can be read.
        ValueError: An argument has no meaning.
    """
    options = shapes_of(bind, input_shapes)
    differences, rest = _shapewright.diff(_readable(before), _readable(after), **options)
    return Comparison(tuple(Difference(*fields) for fields in differences), tuple(NotCompared(*fields) for fields in rest))


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

    A field that the text form has no syntax for is lost, with a warning of the logger ``shapewright``.

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
    data, losses = _shapewright.convert(_readable(model), text=is_text, inline=inline, omit_weights=omit_weights)
    warn([f"the text form has no `{field}`; lost: {count}" for field, count in losses])
    return data.decode() if is_text else data
