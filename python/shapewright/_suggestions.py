"""Suggestions for names that are not known."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

_SHOWN = 8


def suggestion(name: object, known: Iterable[str]) -> str:
    """The end of a message about an unknown name: the closest name, or the first names that there are."""
    from difflib import get_close_matches

    names = [other for other in dict.fromkeys(known) if other]
    near = get_close_matches(str(name), names, 1)
    if near:
        return f"; did you mean `{near[0]}`?"
    listed = ", ".join(f"`{other}`" for other in names[:_SHOWN])
    return f"; it has {listed}{', and others' if len(names) > _SHOWN else ''}" if names else ""
