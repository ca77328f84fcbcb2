"""Public classes."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import TypeVar

    _C = TypeVar("_C", bound=type)


def public(kind: _C) -> _C:
    """Names a class as users import it: in messages, tracebacks, and pickles."""
    kind.__module__ = "shapewright"
    return kind
