"""`diff`."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from . import _shapewright
from ._arguments import shapes_of
from ._check import readable
from ._public import public

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from ._types import ModelLike, Shapes, Size


@public
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
    """Which one, such as the name of the attribute; of ``further``, how many more differences of a node or a
    graph are not listed."""
    before: str | None
    """What it is in the first model; ``None`` if it is absent, and of ``further``."""
    after: str | None
    """What it is in the second model; ``None`` if it is absent, and of ``further``."""


@public
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


@public
@dataclass(frozen=True)
class Comparison:
    """What `diff` returns: it is iterated over by difference, and ``str(comparison)`` is what the terminal shows.

    >>> import shapewright
    >>> text = '<ir_version: 9, opset_import: ["" : 18]> g (float[N] x) => (float[N] y) { [act] y = Relu (x) }'
    >>> comparison = shapewright.diff(text, text.replace("Relu", "Abs"))
    >>> len(comparison), len(shapewright.diff(text, text))
    (1, 0)
    >>> print(comparison)
    --- <text>
    +++ <text>
    main
      ~ act operator: Relu -> Abs
    """

    differences: tuple[Difference, ...]
    """The differences, graph by graph."""
    not_compared: tuple[NotCompared, ...]
    """What could not be compared across formats."""
    text: str = field(compare=False, repr=False)
    """What the terminal shows."""

    def __str__(self) -> str:
        return self.text.rstrip("\n")

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
        ModelError: One is not a model, or not one that can be read; or an argument fits neither of them, as for `infer`.
        ValueError: An argument has no meaning.
    """
    options = shapes_of(bind, input_shapes)
    differences, rest, text = _shapewright.diff(readable(before), readable(after), **options)
    return Comparison(
        tuple(Difference(*fields) for fields in differences), tuple(NotCompared(*fields) for fields in rest), text
    )
