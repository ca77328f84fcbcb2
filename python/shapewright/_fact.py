"""What is known of a value."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from ._arrays import dtype_of
from ._public import public
from ._shapewright import Dim, one_line

if TYPE_CHECKING:
    import numpy as np


@public
@dataclass(frozen=True)
class Fact:
    """What is certain of one value: it holds in every run.

    >>> import shapewright
    >>> text = '''<ir_version: 9, opset_import: ["" : 18]>
    ... g (float[N,3] x) => (y, s) { y = Concat <axis = 0> (x, x)  s = Shape (x) }'''
    >>> facts = shapewright.infer(text)
    >>> facts["y"].shape, facts["y"].dtype
    ((Dim('2*N'), 3), dtype('float32'))
    >>> facts["s"].elements
    (Dim('N'), 3)
    """

    name: str
    """The name of the value."""
    type: str
    """The type as text, such as ``f32[N,10]``."""
    element_type: str | None
    """The element type of a tensor, such as ``f32`` or ``u4``; ``None`` if it is unknown or the value is not a tensor."""
    shape: tuple[int | Dim, ...] | None
    """The dimensions of a tensor; ``None`` if their number is unknown or the value is not a tensor."""
    elements: tuple[int | Dim | None, ...] | None
    """The elements of a small integer tensor whose elements are known, in row-major order; ``None`` for an unknown one."""
    declared: bool
    """Whether the fact rests on a declaration in the file that inference cannot confirm."""
    unknown_reason: str | None
    """Why something about the value is unknown."""

    @property
    def rank(self) -> int | None:
        """The number of dimensions, if it is known."""
        return None if self.shape is None else len(self.shape)

    @property
    def is_static(self) -> bool:
        """Whether every dimension is one known size."""
        return self.shape is not None and all(isinstance(dim, int) for dim in self.shape)

    @property
    def dtype(self) -> np.dtype[Any] | None:
        """The element type as a dtype: of ``ml_dtypes`` where NumPy has none. ``None`` if neither has one."""
        return None if self.element_type is None else dtype_of(self.element_type)

    def __str__(self) -> str:
        return one_line(f"{self.name}: {self.type}")
