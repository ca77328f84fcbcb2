"""`fix`."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Generic, TypeVar, cast, overload

from . import _shapewright
from ._arguments import output_path, settings, warn
from ._check import require_readable
from ._models import read, writer
from ._public import public
from ._report import Report

if TYPE_CHECKING:
    import os
    from collections.abc import Mapping

    from ._findings import Level
    from ._types import External, ModelLike, Names, Shapes, Size

_M = TypeVar("_M")


@public
@dataclass(frozen=True)
class AppliedFix:
    """A fix that was applied.

    >>> import shapewright
    >>> text = '<ir_version: 9, opset_import: ["" : 18]> g (float[3] x) => (float[3] y) { y = relu (x) }'
    >>> shapewright.fix(text).applied[0].title
    'rename the operator `relu` to `Relu`'
    """

    code: str
    """The code of the rule."""
    message: str
    """The message of the finding."""
    title: str
    """What was done."""
    is_safe: bool
    """Whether the model computes what it did; otherwise the intention was guessed."""


@public
@dataclass(frozen=True)
class RefusedFix:
    """A fix that was not applied, because it would have added an error or conflicts with another.

    >>> import shapewright
    >>> text = '<ir_version: 9, opset_import: ["" : 18]> g (float[3] x) => (float[3] y) { y = relu (x) }'
    >>> shapewright.fix(text).refused
    ()
    """

    code: str
    """The code of the rule."""
    title: str
    """What would have been done."""
    reason: str
    """Why it was not."""


@public
@dataclass(frozen=True)
class Fixed(Generic[_M]):
    """What `fix` returns.

    >>> import shapewright
    >>> text = '<ir_version: 9, opset_import: ["" : 18]> g (float[3] x) => (float[3] y) { y = relu (x) }'
    >>> fixed = shapewright.fix(text)
    >>> len(fixed.applied), fixed.report.ok
    (1, True)
    """

    model: _M
    """The model, as the kind that was given; the same object if nothing was fixed."""
    applied: tuple[AppliedFix, ...]
    """The fixes that were applied, in order."""
    refused: tuple[RefusedFix, ...]
    """The fixes that were not."""
    report: Report
    """What remains."""


@overload
def fix(
    model: ModelLike,
    *,
    unsafe_fixes: bool = ...,
    select: Names = ...,
    extend_select: Names = ...,
    ignore: Names = ...,
    severity: Mapping[str, Level] | None = ...,
    min_level: Level | None = ...,
    target: Names = ...,
    bind: Mapping[str, Size] | None = ...,
    input_shapes: Shapes | None = ...,
    expect: Shapes | None = ...,
    config: str | os.PathLike[str] | bool | None = ...,
    output: str | os.PathLike[str],
    external: External = ...,
) -> Fixed[str]: ...
@overload
def fix(
    model: _M,
    *,
    unsafe_fixes: bool = ...,
    select: Names = ...,
    extend_select: Names = ...,
    ignore: Names = ...,
    severity: Mapping[str, Level] | None = ...,
    min_level: Level | None = ...,
    target: Names = ...,
    bind: Mapping[str, Size] | None = ...,
    input_shapes: Shapes | None = ...,
    expect: Shapes | None = ...,
    config: str | os.PathLike[str] | bool | None = ...,
    output: None = ...,
    external: External = ...,
) -> Fixed[_M]: ...
def fix(
    model: _M,
    *,
    unsafe_fixes: bool = False,
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
    output: str | os.PathLike[str] | None = None,
    external: External = "keep",
) -> Fixed[_M] | Fixed[str]:
    """Repairs the findings that `check` reports with the same arguments, where one edit follows from the model.

    >>> import shapewright
    >>> text = '<ir_version: 9, opset_import: ["" : 18]> g (float[3] x) => (float[3] y) { y = relu (x) }'
    >>> print(shapewright.fix(text).model)
    <ir_version: 9, opset_import: ["" : 18]> g (float[3] x) => (float[3] y) { y = Relu (x) }

    Args:
        model: The model. A path needs `output`; of an open file, the result is an ``io.BytesIO``.
        unsafe_fixes: Whether fixes are applied, too, that guess the intention or change the interface of the model.
        select: As for `check`.
        extend_select: As for `check`.
        ignore: As for `check`.
        severity: As for `check`.
        min_level: As for `check`.
        target: As for `check`.
        bind: As for `check`.
        input_shapes: As for `check`.
        expect: As for `check`.
        config: As for `check`.
        output: A file to write, which may be the one that is read. The model of the result is its path.
        external: What happens to external data, as for `infer_shapes`.

    Raises:
        FileError: The file cannot be read.
        ModelError: The model cannot be read or written.
        TypeError: There can be no model of the same kind, and no `output` is given.
        ValueError: An argument has no meaning, or the configuration is not valid.
    """
    back = None if output is not None else writer(model)
    handle = read(cast("ModelLike", model))
    require_readable(handle)
    given = settings(
        select=select,
        extend_select=extend_select,
        ignore=ignore,
        severity=severity,
        min_level=min_level,
        target=target,
        bind=bind,
        input_shapes=input_shapes,
        expect=expect,
        config=config,
    )
    done = _shapewright.fix(handle, given, unsafe_fixes=unsafe_fixes, output=output_path(output), external=external)
    written, applied, refused, checked = done
    warn(checked.warnings)
    new = model if written is None else written if back is None else back(written)
    return Fixed(
        cast("_M", new),
        tuple(AppliedFix(*fields) for fields in applied),
        tuple(RefusedFix(*fields) for fields in refused),
        Report(checked),
    )
