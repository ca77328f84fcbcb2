"""Suggestions for names that are not known."""

from __future__ import annotations

from functools import cached_property

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from typing import Any

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


class UnknownName(KeyError):
    """A ``KeyError`` whose suggestion is searched when the message is read: most are caught, as by ``facts.get(name)``."""

    def __init__(self, message: str, name: object, known: Callable[[], Iterable[str]]) -> None:
        super().__init__()
        self._start, self._name, self._known = message, name, known

    @cached_property
    def _args(self) -> tuple[Any, ...]:
        try:
            return (self._start + suggestion(self._name, self._known()),)
        except Exception:
            # The graph was removed meanwhile: the message is as true without its names.
            return (self._start,)

    @property
    def args(self) -> tuple[Any, ...]:
        return self._args

    @args.setter
    def args(self, given: tuple[Any, ...]) -> None:
        self._args = given

    def __str__(self) -> str:
        return str(KeyError(*self._args))

    def __repr__(self) -> str:
        return repr(KeyError(*self._args))

    def __reduce__(self) -> Any:
        return KeyError, self._args


# One class for whoever reads a traceback.
UnknownName.__name__ = UnknownName.__qualname__ = KeyError.__name__
UnknownName.__module__ = KeyError.__module__
