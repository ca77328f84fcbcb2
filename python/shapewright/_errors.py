"""The exceptions."""

from __future__ import annotations

import errno
import os

from ._public import public

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from ._report import Report
    from ._shapewright import Checked


@public
class ShapewrightError(Exception):
    """The base class of all exceptions of this module.

    >>> import shapewright
    >>> try:
    ...     shapewright.check("no-such-model.onnx")
    ... except shapewright.ShapewrightError as error:
    ...     print(type(error).__name__)
    FileError
    """


@public
class FileError(ShapewrightError, OSError):
    """A file cannot be opened, read, or written. What a file contains is never an exception, but a finding.

    It is also a ``FileNotFoundError``, an ``IsADirectoryError``, or a ``PermissionError`` if it is one of these.

    >>> import shapewright
    >>> try:
    ...     shapewright.check("no-such-model.onnx")
    ... except OSError as error:
    ...     print(error.filename)
    no-such-model.onnx
    """

    def __new__(cls, *args: Any) -> FileError:
        kind = _KINDS.get(args[0], cls) if cls is FileError and len(args) > 1 else cls
        return super().__new__(kind, *args)

    def __reduce__(self) -> Any:
        return FileError, super().__reduce__()[1]


class _NotFound(FileError, FileNotFoundError):
    pass


NOT_A_FILE = "Is a directory; expected a file to write"
"""The text of a `FileError` about an output."""


class _IsADirectory(FileError, IsADirectoryError):
    def __str__(self) -> str:
        if self.filename is None or self.strerror == NOT_A_FILE or "://" in os.fspath(self.filename):
            return super().__str__()
        models = f'shapewright.check_many(pathlib.Path({os.fspath(self.filename)!r}).rglob("*.onnx"))'
        return f"{super().__str__()}; `{models}` checks the models in it"


class _NotPermitted(FileError, PermissionError):
    pass


_KINDS: dict[int, type[FileError]] = {
    errno.ENOENT: _NotFound,
    errno.EISDIR: _IsADirectory,
    errno.EACCES: _NotPermitted,
    errno.EPERM: _NotPermitted,
}
for _kind in _KINDS.values():
    # One class for whoever reads a traceback.
    _kind.__name__ = _kind.__qualname__ = "FileError"
    _kind.__module__ = FileError.__module__


@public
class ModelError(ShapewrightError):
    """A model does not allow an operation; `report` has the findings that are the reason, if there are any.

    It is also a ``ValueError`` if an argument does not fit the model, such as a name that the model does not have.

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

        if checked is None:
            return cls(message)
        report = Report(checked)
        found = f"\n\n{report}" if report.errors else ""
        return cls(f"{checked.name}: {message}{found}", report)


class Misfit(ModelError, ValueError):
    """A `ModelError` about an argument that does not fit the model, and so a ``ValueError``, too."""

    def __reduce__(self) -> Any:
        return _misfit, self.args


# As those of FileError: one class for whoever reads a traceback.
Misfit.__name__ = Misfit.__qualname__ = "ModelError"
Misfit.__module__ = ModelError.__module__


def _misfit(*args: Any) -> ModelError:
    return Misfit(*args)
