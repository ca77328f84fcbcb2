"""Arguments that functions share."""

from __future__ import annotations

import errno
import os
from collections.abc import Iterable, Mapping

from ._errors import FileError
from ._shapewright import CheckSettings

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from ._findings import Level
    from ._types import Names, Shapes, Size


def names(given: Names, argument: str) -> list[str]:
    """The names of a list, or of a string with commas."""
    if not isinstance(given, Iterable) or isinstance(given, (bytes, Mapping)):
        raise TypeError(f"`{argument}` is {type(given).__name__}; expected a string or a list of strings")
    listed = given.split(",") if isinstance(given, str) else list(given)
    for name in listed:
        if not isinstance(name, str):
            raise TypeError(f"`{argument}` has {type(name).__name__}; expected strings")
    return [name for name in (name.strip() for name in listed) if name]


def mapping(given: Mapping[str, Any] | None, argument: str) -> dict[str, Any] | None:
    """A mapping as a dictionary."""
    if given is not None and not isinstance(given, Mapping):
        example = "{'N': 8}" if argument == "bind" else "{'x': (1, 3)}"
        raise TypeError(f"`{argument}` is {type(given).__name__}; expected a mapping such as {example}")
    return None if given is None else dict(given)


def shapes_of(bind: Mapping[str, Size] | None, input_shapes: Shapes | None) -> dict[str, Any]:
    """The keywords of functions that take other input shapes."""
    return {"bind": mapping(bind, "bind"), "input_shapes": mapping(input_shapes, "input_shapes")}


def path(given: str | os.PathLike[str] | None) -> str | None:
    """A path as text."""
    return None if given is None else os.fspath(given)


_TEXT = (".txt", ".textproto", ".prototxt", ".pbtxt", ".json")
"""Extensions of forms that are not written."""


def output_path(given: str | os.PathLike[str] | None) -> str | None:
    """The path of a file to write, which can be written and has no extension of another form.

    Raises:
        FileError: There is no such directory, it is a directory, or it cannot be written.
        ValueError: The extension names another form.
    """
    found = path(given)
    if found is None:
        return None
    if found.lower().endswith(_TEXT):
        raise ValueError(f"`{found}` names a form that is not written; expected .onnx, .onnxtxt for text, or .xml")
    folder = os.path.dirname(found) or "."
    number = (
        errno.EISDIR if os.path.isdir(found)
        else errno.ENOENT if not os.path.isdir(folder)
        else errno.EACCES if not os.access(folder, os.W_OK)
        else 0
    )  # fmt: skip
    if number:
        raise FileError(number, os.strerror(number), found)
    return found


def settings(
    *,
    select: Names = (),
    extend_select: Names = (),
    ignore: Names = (),
    severity: Mapping[str, Level] | None = None,
    min_level: Level | None = None,
    target: Names = (),
    bind: Mapping[str, Size] | None = None,
    input_shapes: Shapes | None = None,
    expect: Shapes | None = None,
    config: str | os.PathLike[str] | bool | None = None,
) -> CheckSettings:
    """The settings of a check."""
    return CheckSettings(
        select=names(select, "select"),
        extend_select=names(extend_select, "extend_select"),
        ignore=names(ignore, "ignore"),
        severity=list((severity or {}).items()),
        min_level=min_level,
        target=names(target, "target"),
        bind=mapping(bind, "bind"),
        input_shapes=mapping(input_shapes, "input_shapes"),
        expect=mapping(expect, "expect"),
        config=None if isinstance(config, bool) else path(config),
        search=config is True,
    )


def warn(warnings: list[str]) -> None:
    """Logs warnings about settings."""
    if warnings:
        import logging

        for warning in warnings:
            logging.getLogger("shapewright").warning(warning)
