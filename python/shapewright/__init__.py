"""Checks ONNX and OpenVINO IR models, and infers the type and shape of every value.

>>> import shapewright
>>> text = '''<ir_version: 9, opset_import: ["" : 18]>
... g (float[N,3,4] x) => (float[N,4] y) <int64[1] axes = {3}> {
...     [rmin] y = ReduceMin <keepdims = 0> (x, axes)
... }'''
>>> shapewright.check(text).errors[0].message
'axis 3 is out of range for input `x` of rank 3; expected -3..=2'

Everywhere, a model is a path, the text of a model, the bytes of a file, an open file, an ``onnx.ModelProto``, an
``onnx_ir.Model``, or an ``openvino.Model``.
"""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any, Literal, TypeVar, cast

from . import _shapewright
from ._errors import FileError, ModelError, ShapewrightError
from ._facts import Fact, Facts
from ._models import ModelLike, read, writer
from ._report import Finding, Level, Location, RelatedLocation, Report
from ._shapewright import Dim

if TYPE_CHECKING:
    from collections.abc import Mapping

    from ._types import Names, Shapes, Size

__version__: str = _shapewright.__version__

__all__ = [
    "Dim",
    "Fact",
    "Facts",
    "FileError",
    "Finding",
    "Location",
    "ModelError",
    "RelatedLocation",
    "Report",
    "ShapewrightError",
    "check",
    "infer",
    "infer_shapes",
]

_M = TypeVar("_M")


def _names(names: Names) -> list[str]:
    listed = names.split(",") if isinstance(names, str) else list(names)
    return [name for name in (name.strip() for name in listed) if name]


def _dict(mapping: Mapping[str, Any] | None) -> dict[str, Any] | None:
    return None if mapping is None else dict(mapping)


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
    path = None if config is None or isinstance(config, bool) else os.fspath(config)
    checked = _shapewright.check(
        read(model),
        select=_names(select),
        extend_select=_names(extend_select),
        ignore=_names(ignore),
        severity=list((severity or {}).items()),
        min_level=min_level,
        target=_names(target),
        bind=_dict(bind),
        input_shapes=_dict(input_shapes),
        expect=_dict(expect),
        config=path,
        search=config is True,
    )
    if checked.warnings:
        import logging

        logger = logging.getLogger("shapewright")
        for warning in checked.warnings:
            logger.warning(warning)
    return Report(checked)


def infer(
    model: ModelLike,
    *,
    bind: Mapping[str, Size] | None = None,
    input_shapes: Shapes | None = None,
    use_declared: bool = True,
) -> Facts:
    """Infers the type and shape of every value.

    >>> import shapewright
    >>> text = '''<ir_version: 9, opset_import: ["" : 18]>
    ... g (float[N,3,4] x) => (y) { y = Flatten (x) }'''
    >>> shapewright.infer(text)["y"].shape == ("N", 12)
    True
    >>> shapewright.infer(text, bind={"N": 2})["y"].shape
    (2, 12)

    Args:
        model: The model.
        bind: Sizes of symbolic dimensions, or intervals that contain them.
        input_shapes: Types or shapes of graph inputs.
        use_declared: Whether declarations of inner values in the file fill what inference leaves unknown.

    Raises:
        FileError: The file cannot be read.
        ModelError: It is not a model, or not one that can be read.
        ValueError: An argument has no meaning.
    """
    handle = read(model)
    _require_readable(handle)
    table = _shapewright.infer(handle, bind=_dict(bind), input_shapes=_dict(input_shapes), use_declared=use_declared)
    return Facts(table)


def _require_readable(handle: _shapewright.ModelHandle) -> None:
    if not handle.is_readable:
        report = check(handle)
        raise ModelError(f"{handle.name} cannot be read\n\n{report}", report)


def infer_shapes(
    model: _M,
    *,
    bind: Mapping[str, Size] | None = None,
    input_shapes: Shapes | None = None,
    overwrite: bool = False,
    strict_mode: bool = False,
    output: str | os.PathLike[str] | None = None,
    external: Literal["keep", "copy", "inline"] = "keep",
) -> _M:
    """Writes the inferred types and shapes into a model, and returns it as the kind that was given.

    It replaces ``onnx.shape_inference.infer_shapes`` and ``SymbolicShapeInference.infer_shapes`` of ONNX Runtime. Everything
    else in the model stays as it is, byte for byte; the model that was given does not change. Dimensions that are
    expressions are written as their text, such as ``2*N``.

    >>> import shapewright
    >>> text = '''<ir_version: 9, opset_import: ["" : 18]>
    ... g (float[N,3] x) => (y) {
    ...   twice = Concat <axis = 0> (x, x)
    ...   y = Abs (twice)
    ... }'''
    >>> print(shapewright.infer_shapes(text))
    <ir_version: 9, opset_import: ["" : 18]>
    g (float[N,3] x) => (float["2*N",3] y) <float["2*N",3] twice> {
      twice = Concat <axis = 0> (x, x)
      y = Abs (twice)
    }

    Args:
        model: The model. A path needs `output`; of an open file, the result is an ``io.BytesIO``.
        bind: Sizes of symbolic dimensions, which the model then has.
        input_shapes: Types or shapes of graph inputs, which the model then has.
        overwrite: Whether declarations that contradict what is inferred are replaced; otherwise they raise `ModelError`.
        strict_mode: Whether a model with errors raises `ModelError`; by default, it is annotated with what is certain in
            spite of them.
        output: A file to write, which may be the one that is read. The result is its path.
        external: What happens to the external data of an ONNX model: ``"keep"`` leaves it where it is, ``"copy"`` copies it to
            the directory of `output`, and ``"inline"`` stores it in the model.

    Raises:
        FileError: The file cannot be read.
        ModelError: The model cannot be read or annotated.
        TypeError: There can be no model of the same kind, and no `output` is given.
        ValueError: An argument has no meaning.
    """
    back = None if output is not None else writer(model)
    handle = read(cast(ModelLike, model))
    _require_readable(handle)
    parts = _shapewright.infer_shapes(
        handle,
        bind=_dict(bind),
        input_shapes=_dict(input_shapes),
        overwrite=overwrite,
        strict=strict_mode,
        output=None if output is None else os.fspath(output),
        external=external,
    )
    return cast(_M, parts if back is None else back(parts))
