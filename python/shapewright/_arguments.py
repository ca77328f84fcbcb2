"""Arguments that functions share."""

from __future__ import annotations

import errno
import os
import sys
from collections.abc import Iterable, Mapping, Set

from ._errors import NOT_A_FILE, FileError, Misfit
from ._shapewright import CheckSettings, Dim, require_type

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, SupportsIndex

    from ._findings import Level
    from ._types import Names, Shapes, Size


def names(given: Names, argument: str) -> list[str]:
    """The names of a list, or of a string with commas."""
    if isinstance(given, (tuple, list)) and not given:
        return []
    if not isinstance(given, Iterable) or isinstance(given, (bytes, Mapping)):
        raise TypeError(f"`{argument}` is {type(given).__name__}; expected a string or a list of strings")
    listed = given.split(",") if isinstance(given, str) else list(given)
    for name in listed:
        if not isinstance(name, str):
            raise TypeError(f"`{argument}` has {type(name).__name__}; expected strings")
    return [name for name in (name.strip() for name in listed) if name]


_EXAMPLES = {"bind": "{'N': 8}", "severity": "{'OP103': 'error'}"}

_SIZE = "an integer, a string such as 'N' or '1..8', a Dim, or None"


def mapping(given: Mapping[str, Any] | None, argument: str) -> dict[str, Any] | None:
    """A mapping of names to sizes, to types or shapes, or to levels as a dictionary."""
    if given is None:
        return None
    if not isinstance(given, Mapping):
        example = _EXAMPLES.get(argument, "{'x': (1, 3)}")
        raise TypeError(f"`{argument}` is {type(given).__name__}; expected a mapping such as {example}")
    found = dict(given)
    for name, value in found.items():
        if not isinstance(name, str):
            raise TypeError(f"`{argument}` has the key {name!r}; expected strings")
        where = f"`{argument}[{name!r}]`"
        if argument == "severity":
            if not isinstance(value, str):
                raise TypeError(f"{where} is {type(value).__name__}; expected error, warning, or note")
        elif argument == "bind":
            _require_size(value, f"{where} is")
        elif isinstance(value, str):
            type_text(value, where)
        elif isinstance(value, (bytes, Mapping, Set)) or not isinstance(value, Iterable):
            shapes = "a shape such as (1, 'N', None) or a type such as 'f32[1,N,?]'"
            raise TypeError(f"{where} is {type(value).__name__}; expected {shapes}")
        else:
            sizes = found[name] = tuple(value)
            for size in sizes:
                _require_size(size, f"{where} has")
    return found


def _require_size(value: object, where: str) -> None:
    """Refuses what is not a size."""
    if value is None or isinstance(value, (str, Dim)):
        return
    if not hasattr(value, "__index__"):
        raise TypeError(f"{where} {type(value).__name__}; expected {_SIZE}")
    if value.__index__() < 0:
        expected = "an integer from 0, a name such as 'N', or None for any size"
        raise ValueError(f"{where} {value}, which is not a size; expected {expected}")


def type_text(given: object, argument: str) -> str:
    """A type as text, such as ``f32[N,3]``."""
    if isinstance(given, (tuple, list)):
        example = f"f32[{','.join('?' if size is None else str(size) for size in given)}]"
        raise TypeError(f"{argument} is a shape; expected a type, such as '{example}'")
    if not isinstance(given, str):
        raise TypeError(f"{argument} is {type(given).__name__}; expected a type, such as 'f32[N,3]'")
    try:
        require_type(given)
    except ValueError as error:
        raise ValueError(f"{argument} is '{given}': {error}") from None
    return given


def shapes_of(bind: Mapping[str, Size] | None, input_shapes: Shapes | None) -> dict[str, Any]:
    """The keywords of functions that take other input shapes."""
    return {"bind": mapping(bind, "bind"), "input_shapes": mapping(input_shapes, "input_shapes")}


MOST_OUTPUTS = 65_536
"""The outputs of a node that are read: the limit `max_ports`."""


def output_count(given: int) -> int:
    """A number of outputs that a node can have.

    Raises:
        ValueError: It is negative, or more than are read.
    """
    if not 0 <= given <= MOST_OUTPUTS:
        raise ValueError(f"`outputs` is {given}; expected 0 to {MOST_OUTPUTS}")
    return given


def position(given: SupportsIndex) -> int:
    """The argument `index`: the position of an input or output.

    Raises:
        ModelError: It is no position in any model.
    """
    if not hasattr(given, "__index__"):
        raise TypeError(f"`index` is {type(given).__name__}; expected an integer")
    number = given.__index__()
    if not 0 <= number <= sys.maxsize:
        raise Misfit(f"`index` is {number}; expected a position, counted from 0")
    return number


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
    if "://" in found:
        from ._urls import shown_url

        raise FileError(errno.EINVAL, "a model is written to a file, not to a URL", shown_url(found))
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
        raise FileError(number, NOT_A_FILE if number == errno.EISDIR else os.strerror(number), found)
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
    if min_level is not None and not isinstance(min_level, str):
        raise TypeError(f"`min_level` is {type(min_level).__name__}; expected error, warning, or note")
    if config is not None and not isinstance(config, bool):
        _require_file(config)
    return CheckSettings(
        select=names(select, "select"),
        extend_select=names(extend_select, "extend_select"),
        ignore=names(ignore, "ignore"),
        severity=list((mapping(severity, "severity") or {}).items()),
        min_level=min_level,
        target=names(target, "target"),
        bind=mapping(bind, "bind"),
        input_shapes=mapping(input_shapes, "input_shapes"),
        expect=mapping(expect, "expect"),
        config=None if isinstance(config, bool) else path(config),
        search=config is True,
    )


def _require_file(config: str | os.PathLike[str]) -> None:
    """Refuses a configuration that cannot be read."""
    if not isinstance(config, (str, os.PathLike)):
        raise TypeError(f"`config` is {type(config).__name__}; expected a path, True, False, or None")
    if os.path.isdir(config):
        raise FileError(f"`config` is a directory, `{path(config)}`; expected a file such as shapewright.toml")
    try:
        with open(config, "rb"):
            pass
    except OSError as error:
        raise FileError(error.errno, error.strerror, path(config)) from None


def warn(warnings: list[str]) -> None:
    """Logs warnings about settings."""
    if warnings:
        import logging

        for warning in warnings:
            logging.getLogger("shapewright").warning(warning)
