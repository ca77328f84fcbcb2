"""`check` and `fix`."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Generic, Literal, TypeVar, cast

from . import _shapewright
from ._arguments import output_path, settings, warn
from ._errors import ModelError
from ._models import ModelLike, read, writer
from ._report import Level, Report

if TYPE_CHECKING:
    import os
    from collections.abc import Mapping

    from ._types import Names, Shapes, Size

_M = TypeVar("_M")


def check(
    model: ModelLike,
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
) -> Report:
    """Checks a model and returns its findings. What the model contains never raises an exception.

    >>> import shapewright
    >>> text = '''<ir_version: 9, opset_import: ["" : 18]>
    ... g (float[N,3] x) => (y) { y = Concat <axis = 0> (x, x) }'''
    >>> shapewright.check(text).ok
    True
    >>> shapewright.check(text, expect={"y": (8, 3)}, bind={"N": 4}).ok
    True
    >>> print(shapewright.check(text, expect={"y": ("2*N", 4)}).errors[0])
    error[SH220]: `y` is f32[2*N,3]; the contract expects ?[2*N,4]

    Args:
        model: The model.
        select: Report only these rules: codes (``OP102``), prefixes of codes (``OP``), names, categories, or ``ALL``.
        extend_select: Also report these rules.
        ignore: Do not report these rules.
        severity: The levels of the findings of rules, such as ``{"OP103": "error"}``.
        min_level: The minimum level of findings; by default, ``"warning"``.
        target: The runtimes that must run the model, such as ``"onnxruntime>=1.20,openvino"``.
        bind: Sizes of symbolic dimensions, or intervals that contain them: ``{"N": 8, "T": "1..512"}``.
        input_shapes: Types or shapes of graph inputs: ``{"x": (1, 3, 224, 224)}`` or ``{"x": "f32[1,3,224,224]"}``.
        expect: Types or shapes that values must provably have.
        config: A configuration file; ``True`` searches for the nearest one above the model, as the command does. By
            default, none is read. The other arguments take precedence over it.

    Raises:
        FileError: The file cannot be read.
        ValueError: An argument has no meaning, or the configuration is not valid.
    """
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
    checked = _shapewright.check(read(model, whole=False), given)
    warn(checked.warnings)
    return Report(checked)


def require_readable(handle: _shapewright.ModelHandle) -> None:
    """Raises `ModelError` for what is not a model that can be read."""
    if not handle.is_readable:
        report = check(handle)
        raise ModelError(f"{handle.name} cannot be read\n\n{report}", report)


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
    external: Literal["keep", "copy", "inline"] = "keep",
) -> Fixed[_M]:
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
    handle = read(cast(ModelLike, model))
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
        cast(_M, new),
        tuple(AppliedFix(*fields) for fields in applied),
        tuple(RefusedFix(*fields) for fields in refused),
        Report(checked),
    )
