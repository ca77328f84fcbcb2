"""The exceptions."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from ._report import Report
    from ._shapewright import Checked


class ShapewrightError(Exception):
    """The base class of all exceptions of this module.

    >>> import shapewright
    >>> try:
    ...     shapewright.check("no-such-model.onnx")
    ... except shapewright.ShapewrightError as error:
    ...     print(type(error).__name__)
    FileError
    """


class FileError(ShapewrightError, OSError):
    """A file cannot be opened or read. What a file contains is never an exception, but a finding.

    >>> import shapewright
    >>> try:
    ...     shapewright.check("no-such-model.onnx")
    ... except OSError as error:
    ...     print(error.filename)
    no-such-model.onnx
    """


class ModelError(ShapewrightError):
    """A model does not allow an operation; `report` has the findings that are the reason, if there are any.

    >>> import shapewright
    >>> text = '<ir_version: 9, opset_import: ["" : 18]> g (float[3] x) => (float[3] y) { y = Relo (x) }'
    >>> try:
    ...     shapewright.check(text).raise_for_errors()
    ... except shapewright.ModelError as error:
    ...     print(error.report.errors[0].message)
    there is no operator `Relo` in any known operator set
    """

    report: Report | None
    """The findings that are the reason."""

    def __init__(self, message: str, report: Report | None = None) -> None:
        super().__init__(message, report)
        self.report = report

    def __str__(self) -> str:
        return str(self.args[0])

    @classmethod
    def _with(cls, message: str, checked: Checked | None) -> ModelError:
        from ._report import Report

        return cls(message, None if checked is None else Report(checked))
