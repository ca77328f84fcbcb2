"""`check`."""

from __future__ import annotations

from . import _shapewright
from ._arguments import settings, warn
from ._errors import ModelError
from ._models import read
from ._report import Report

TYPE_CHECKING = False
if TYPE_CHECKING:
    import os
    from collections.abc import Mapping

    from ._findings import Level
    from ._types import ModelLike, Names, Shapes, Size


def check(
    model: ModelLike,
    *,
    name: str | None = None,
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
    >>> shapewright.check(text, name="export/17").name
    'export/17'

    Args:
        model: The model.
        name: The name in the report of a model in memory or of an open file; by default, ``<ModelProto>`` and the like, or
            the name of the file.
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
        FileError: The file or the configuration cannot be read.
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
    checked = _shapewright.check(read(model, whole=False, name=name), given)
    warn(checked.warnings)
    return Report(checked)


def require_readable(handle: _shapewright.ModelHandle) -> None:
    """Raises `ModelError` for what is not a model that can be read."""
    if not handle.is_readable:
        report = check(handle)
        raise ModelError(f"{handle.name} cannot be read\n\n{report}", report)


def require_complete(handle: _shapewright.ModelHandle) -> None:
    """Raises `ModelError` for a model that was not read completely, which is not written."""
    if not handle.is_complete:
        report = Report(_shapewright.infer(handle, bind=None, input_shapes=None, use_declared=True).report())
        raise ModelError(f"{handle.name} was not read completely and is not written\n\n{report}", report)


def readable(model: ModelLike) -> _shapewright.ModelHandle:
    """Reads a model; raises `ModelError` for what is not one."""
    handle = read(model)
    require_readable(handle)
    return handle
