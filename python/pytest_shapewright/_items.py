"""Models as tests."""

from __future__ import annotations

import os
import pathlib
import warnings
from typing import TYPE_CHECKING, Any

import pytest

from . import ShapewrightWarning

if TYPE_CHECKING:
    from collections.abc import Iterator

    from shapewright import Finding


class ModelFile(pytest.File):
    """A file with a model."""

    def collect(self) -> Iterator[ModelItem]:
        """The one test of the file."""
        yield ModelItem.from_parent(self, name="shapewright")


class ModelItem(pytest.Item):
    """The check of a model, with the settings of the nearest ``shapewright.toml``."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.add_marker("shapewright")

    def runtest(self) -> None:
        """Checks the model."""
        import shapewright

        report = shapewright.check(_shown(self.path), config=True).raise_for_errors()
        for finding in report:
            warnings.warn_explicit(line(finding), ShapewrightWarning, str(self.path), finding.location.line or 0)

    def repr_failure(self, excinfo: pytest.ExceptionInfo[BaseException], style: Any = None) -> Any:
        """The findings as the command shows them."""
        import shapewright

        error = excinfo.value
        if isinstance(error, shapewright.ModelError) and error.report is not None:
            return error.report.to_text(color=self.config.get_terminal_writer().hasmarkup)
        if isinstance(error, shapewright.FileError):
            return str(error)
        return super().repr_failure(excinfo, style)

    def reportinfo(self) -> tuple[pathlib.Path, None, str]:
        """The heading of a failure."""
        return self.path, None, f"{_shown(self.path)}"


def _shown(path: pathlib.Path) -> str:
    """A path as the command would be given it."""
    try:
        return str(path.relative_to(pathlib.Path.cwd()))
    except ValueError:
        return os.fspath(path)


def line(finding: Finding) -> str:
    """A finding in one line, with its node, because a line of a binary file is one of its text form."""
    place = finding.location
    where = [f"node `{place.node}`" if place.node else place.op, place.value and f"`{place.value}`"]
    at = ", ".join(part for part in where if part)
    return f"{finding}" + (f" ({at})" if at else "")
