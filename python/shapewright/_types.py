"""Types of arguments."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Union

from ._shapewright import Dim

Size = Union[int, str, Dim, None]
"""A dimension: a size, a symbol such as ``"N"``, an interval such as ``"1..8"``, or ``None`` for any size."""

Names = Union[str, Iterable[str]]
"""Names, or one string with names between commas."""

Shapes = Mapping[str, Union[str, Sequence[Size]]]
"""Types or shapes by name: ``{"x": "f32[1,3]"}`` or ``{"x": (1, 3)}``."""
