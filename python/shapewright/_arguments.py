"""Arguments that functions share."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any

from ._shapewright import CheckSettings

if TYPE_CHECKING:
    from collections.abc import Mapping

    from ._report import Level
    from ._types import Names, Shapes, Size


def names(given: Names) -> list[str]:
    """The names of a list, or of a string with commas."""
    listed = given.split(",") if isinstance(given, str) else list(given)
    return [name for name in (name.strip() for name in listed) if name]


def mapping(given: Mapping[str, Any] | None) -> dict[str, Any] | None:
    """A mapping as a dictionary."""
    return None if given is None else dict(given)


def path(given: str | os.PathLike[str] | None) -> str | None:
    """A path as text."""
    return None if given is None else os.fspath(given)


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
        select=names(select),
        extend_select=names(extend_select),
        ignore=names(ignore),
        severity=list((severity or {}).items()),
        min_level=min_level,
        target=names(target),
        bind=mapping(bind),
        input_shapes=mapping(input_shapes),
        expect=mapping(expect),
        config=None if isinstance(config, bool) else path(config),
        search=config is True,
    )


def warn(warnings: list[str]) -> None:
    """Logs warnings about settings."""
    if warnings:
        import logging

        for warning in warnings:
            logging.getLogger("shapewright").warning(warning)
