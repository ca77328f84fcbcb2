"""Functions that infer or edit a model and return it as the kind that was given."""

from __future__ import annotations

from . import _shapewright
from ._arguments import names, output_path, shapes_of
from ._check import require_complete, require_readable
from ._errors import ModelError
from ._facts import Facts
from ._models import is_proto, read, read_types, writer

TYPE_CHECKING = False
if TYPE_CHECKING:
    import io
    import os
    from collections.abc import Callable, Mapping
    from typing import Any, TypeVar, overload

    from ._types import Expressions, External, File, ModelLike, Names, Shapes, Size

    _M = TypeVar("_M")


def _edited(
    model: _M,
    edit: Callable[..., Any],
    output: str | os.PathLike[str] | None,
    external: External,
    options: dict[str, Any],
) -> _M | str:
    """Edits a model, and returns the path of `output` or a model of the same kind."""
    back = None if output is not None else writer(model)
    given: Any = model
    handle = read(given)
    require_readable(handle)
    written = edit(handle, **options, output=output_path(output), external=external)
    edited: _M | str = written if back is None else back(written)
    return edited


def _of_complete(edit: Callable[..., Any]) -> Callable[..., Any]:
    """The same edit, of models that were read completely."""

    def edit_complete(handle: _shapewright.ModelHandle, **options: Any) -> Any:
        require_complete(handle)
        return edit(handle, **options)

    return edit_complete


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
        ModelError: It is not a model, or not one that can be read; or an argument does not fit it: it names an input or a symbol
            that the model does not have, or contradicts what it declares.
        ValueError: An argument has no meaning.
    """
    handle = read_types(model)
    require_readable(handle)
    table = _shapewright.infer(handle, **shapes_of(bind, input_shapes), use_declared=use_declared)
    return Facts(table)


if TYPE_CHECKING:

    @overload
    def infer_shapes(
        model: ModelLike,
        check_type: bool = ...,
        strict_mode: bool = ...,
        data_prop: bool = ...,
        *,
        bind: Mapping[str, Size] | None = ...,
        input_shapes: Shapes | None = ...,
        overwrite: bool = ...,
        output: str | os.PathLike[str],
        external: External = ...,
    ) -> str: ...
    @overload
    def infer_shapes(
        model: File,
        check_type: bool = ...,
        strict_mode: bool = ...,
        data_prop: bool = ...,
        *,
        bind: Mapping[str, Size] | None = ...,
        input_shapes: Shapes | None = ...,
        overwrite: bool = ...,
        output: None = ...,
        external: External = ...,
    ) -> io.BytesIO: ...
    @overload
    def infer_shapes(
        model: _M,
        check_type: bool = ...,
        strict_mode: bool = ...,
        data_prop: bool = ...,
        *,
        bind: Mapping[str, Size] | None = ...,
        input_shapes: Shapes | None = ...,
        overwrite: bool = ...,
        output: None = ...,
        external: External = ...,
    ) -> _M: ...


def infer_shapes(
    model: _M,
    check_type: bool = True,
    strict_mode: bool = False,
    data_prop: bool = True,
    *,
    bind: Mapping[str, Size] | None = None,
    input_shapes: Shapes | None = None,
    overwrite: bool = False,
    output: str | os.PathLike[str] | None = None,
    external: External = "keep",
) -> _M | str:
    """Writes the inferred types and shapes into a model, and returns it as the kind that was given.

    It replaces ``onnx.shape_inference.infer_shapes`` and ``SymbolicShapeInference.infer_shapes`` of ONNX Runtime. Everything
    else in the model stays as it is, byte for byte; the model that was given does not change. Dimensions that are
    expressions are written as their text, such as ``2*N``. The arguments that onnx has may be positional, as there.

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
        check_type: Accepted because onnx has it, and without an effect: types are always checked.
        strict_mode: Whether a model with errors raises `ModelError`; by default, it is annotated with what is certain in
            spite of them.
        data_prop: Accepted because onnx has it, and without an effect: integers that compute shapes are always followed.
        bind: Sizes of symbolic dimensions, which the model then has.
        input_shapes: Types or shapes of graph inputs, which the model then has.
        overwrite: Whether declarations that contradict what is inferred are replaced; otherwise they raise `ModelError`.
        output: A file to write, which may be the one that is read. The result is its path.
        external: What happens to the external data of an ONNX model: ``"keep"`` leaves it where it is, ``"copy"`` copies it to
            the directory of `output`, and ``"inline"`` stores it in the model.

    Raises:
        FileError: The file cannot be read.
        ModelError: The model cannot be read or annotated.
        TypeError: There can be no model of the same kind, and no `output` is given.
        ValueError: An argument has no meaning.
    """
    for name, value in (("check_type", check_type), ("strict_mode", strict_mode), ("data_prop", data_prop)):
        if not isinstance(value, int) or value not in (0, 1):
            hint = "the positional arguments are those of onnx, and `int_max` of ONNX Runtime is not needed"
            raise TypeError(f"`{name}` is {value!r}; expected True or False: {hint}")
    options = {**shapes_of(bind, input_shapes), "overwrite": overwrite, "strict": strict_mode}
    if is_proto(model) and not strict_mode and output is None and external == "keep":
        from ._weightless import without_weights

        light = without_weights(model)
        if light is not None:
            try:
                annotated: Any = _edited(light.serialize(), _shapewright.infer_shapes, None, external, options)
                restored: _M = light.restore(annotated)
                return restored
            except ModelError:
                pass  # The report is to be that of the whole model.
    return _edited(model, _shapewright.infer_shapes, output, external, options)


if TYPE_CHECKING:

    @overload
    def annotate(
        model: ModelLike,
        *,
        overwrite: bool = ...,
        force: bool = ...,
        expressions: Expressions = ...,
        strip: bool = ...,
        output: str | os.PathLike[str],
        external: External = ...,
    ) -> str: ...
    @overload
    def annotate(
        model: File,
        *,
        overwrite: bool = ...,
        force: bool = ...,
        expressions: Expressions = ...,
        strip: bool = ...,
        output: None = ...,
        external: External = ...,
    ) -> io.BytesIO: ...
    @overload
    def annotate(
        model: _M,
        *,
        overwrite: bool = ...,
        force: bool = ...,
        expressions: Expressions = ...,
        strip: bool = ...,
        output: None = ...,
        external: External = ...,
    ) -> _M: ...


def annotate(
    model: _M,
    *,
    overwrite: bool = False,
    force: bool = False,
    expressions: Expressions = "text",
    strip: bool = False,
    output: str | os.PathLike[str] | None = None,
    external: External = "keep",
) -> _M | str:
    """Writes the inferred types and shapes into a model, as ``shapewright annotate`` does.

    `infer_shapes` does the same with the defaults of what it replaces: it annotates models with errors, too.

    >>> import shapewright
    >>> text = '''<ir_version: 9, opset_import: ["" : 18]>
    ... g (float[N,3] x) => (float[M,3] y) {
    ...   twice = Concat <axis = 0> (x, x)
    ...   y = Abs (twice)
    ... }'''
    >>> annotated = shapewright.annotate(text, expressions="omit")
    >>> print(annotated.splitlines()[1])
    g (float[N,3] x) => (float[M,3] y) <float[?,3] twice> {
    >>> "float[?,3] twice" in shapewright.annotate(annotated, strip=True)
    False

    Args:
        model: The model. A path needs `output`; of an open file, the result is an ``io.BytesIO``.
        overwrite: Whether declarations that contradict what is inferred are replaced; otherwise they raise `ModelError`.
        force: Whether a model with other errors is annotated, with what is certain in spite of them.
        expressions: How a dimension that is an expression, such as ``2*N``, is declared in ONNX, which has only sizes and
            names: ``"text"`` makes its text a name, ``"symbol"`` makes a new name, and ``"omit"`` leaves it unknown.
        strip: Whether the declared types of all inner values are removed instead.
        output: A file to write, which may be the one that is read. The result is its path.
        external: What happens to external data, as for `infer_shapes`.

    Raises:
        FileError: The file cannot be read.
        ModelError: The model cannot be read or annotated.
        TypeError: There can be no model of the same kind, and no `output` is given.
        ValueError: An argument has no meaning.
    """
    options = {"overwrite": overwrite, "force": force, "expressions": expressions, "strip": strip}
    # Without `strip`, the library refuses a model that was not read completely.
    edit = _of_complete(_shapewright.annotate) if strip else _shapewright.annotate
    return _edited(model, edit, output, external, options)


if TYPE_CHECKING:

    @overload
    def specialize(
        model: ModelLike,
        *,
        bind: Mapping[str, Size] | None = ...,
        input_shapes: Shapes | None = ...,
        rewrite: bool = ...,
        keep_fixed: bool = ...,
        expressions: Expressions = ...,
        output: str | os.PathLike[str],
        external: External = ...,
    ) -> str: ...
    @overload
    def specialize(
        model: File,
        *,
        bind: Mapping[str, Size] | None = ...,
        input_shapes: Shapes | None = ...,
        rewrite: bool = ...,
        keep_fixed: bool = ...,
        expressions: Expressions = ...,
        output: None = ...,
        external: External = ...,
    ) -> io.BytesIO: ...
    @overload
    def specialize(
        model: _M,
        *,
        bind: Mapping[str, Size] | None = ...,
        input_shapes: Shapes | None = ...,
        rewrite: bool = ...,
        keep_fixed: bool = ...,
        expressions: Expressions = ...,
        output: None = ...,
        external: External = ...,
    ) -> _M: ...


def specialize(
    model: _M,
    *,
    bind: Mapping[str, Size] | None = None,
    input_shapes: Shapes | None = None,
    rewrite: bool = False,
    keep_fixed: bool = False,
    expressions: Expressions = "text",
    output: str | os.PathLike[str] | None = None,
    external: External = "keep",
) -> _M | str:
    """Gives the inputs of a model other shapes, fixed or symbolic ones; every declaration follows.

    >>> import shapewright
    >>> text = '''<ir_version: 9, opset_import: ["" : 18]>
    ... g (float[N,3] x) => (float[M,3] y) {
    ...   y = Concat <axis = 0> (x, x)
    ... }'''
    >>> print(shapewright.specialize(text, bind={"N": 4}).splitlines()[1])
    g (float[4,3] x) => (float[8,3] y) {

    Args:
        model: The model. A path needs `output`; of an open file, the result is an ``io.BytesIO``.
        bind: Sizes of symbolic dimensions, or intervals that contain them.
        input_shapes: Types or shapes of graph inputs.
        rewrite: Whether nodes with fixed sizes get others where there is one correct form, such as 0 in the target of a
            Reshape for a size that is now symbolic.
        keep_fixed: Whether nodes are left as they are that are valid with the new shapes, but keep a size that the model
            had.
        expressions: How a dimension that is an expression is declared, as for `annotate`.
        output: A file to write, which may be the one that is read. The result is its path.
        external: What happens to external data, as for `infer_shapes`.

    Raises:
        FileError: The file cannot be read.
        ModelError: The model cannot be read, or nodes do not allow the shapes.
        TypeError: There can be no model of the same kind, and no `output` is given.
        ValueError: An argument has no meaning.
    """
    options = {**shapes_of(bind, input_shapes), "expressions": expressions}
    options |= {"rewrite": rewrite, "keep_fixed": keep_fixed}
    return _edited(model, _shapewright.specialize, output, external, options)


if TYPE_CHECKING:

    @overload
    def fold(
        model: ModelLike,
        *,
        max_elements: int | None = ...,
        max_bytes: int | None = ...,
        allow_growth: int = ...,
        fold_nan: bool = ...,
        only: Names = ...,
        overridable: bool = ...,
        force: bool = ...,
        output: str | os.PathLike[str],
        external: External = ...,
    ) -> str: ...
    @overload
    def fold(
        model: File,
        *,
        max_elements: int | None = ...,
        max_bytes: int | None = ...,
        allow_growth: int = ...,
        fold_nan: bool = ...,
        only: Names = ...,
        overridable: bool = ...,
        force: bool = ...,
        output: None = ...,
        external: External = ...,
    ) -> io.BytesIO: ...
    @overload
    def fold(
        model: _M,
        *,
        max_elements: int | None = ...,
        max_bytes: int | None = ...,
        allow_growth: int = ...,
        fold_nan: bool = ...,
        only: Names = ...,
        overridable: bool = ...,
        force: bool = ...,
        output: None = ...,
        external: External = ...,
    ) -> _M: ...


def fold(
    model: _M,
    *,
    max_elements: int | None = None,
    max_bytes: int | None = None,
    allow_growth: int = 0,
    fold_nan: bool = False,
    only: Names = (),
    overridable: bool = False,
    force: bool = False,
    output: str | os.PathLike[str] | None = None,
    external: External = "keep",
) -> _M | str:
    """Evaluates what is constant in a model, and removes the nodes that computed it. Everything else stays as it is.

    >>> import shapewright
    >>> text = '''<ir_version: 9, opset_import: ["" : 18]>
    ... g (float[2] x) => (float[2] y) <float[2] a = {1, 2}> {
    ...   b = Add (a, a)
    ...   y = Mul (x, b)
    ... }'''
    >>> folded = shapewright.fold(shapewright.convert(text, "binary"))
    >>> sorted(shapewright.infer(folded))
    ['b', 'x', 'y']

    Args:
        model: The model. A path needs `output`; of an open file, the result is an ``io.BytesIO``.
        max_elements: The maximum number of elements of a new constant that is larger than the constants that it replaces.
        max_bytes: The maximum number of bytes of such a constant; by default, 1 MiB.
        allow_growth: The number of bytes by which the model may grow.
        fold_nan: Whether constants with NaN are evaluated, too.
        only: Evaluate only these operators.
        overridable: Whether initializers that are also graph inputs are constants, although callers can override them.
        force: Whether a model with errors is folded: the nodes without findings.
        output: A file to write, which may be the one that is read. The result is its path.
        external: What happens to external data, as for `infer_shapes`.

    Raises:
        FileError: The file cannot be read.
        ModelError: The model cannot be read, or has errors.
        TypeError: There can be no model of the same kind, and no `output` is given.
        ValueError: An argument has no meaning.
    """
    for name, limit in (("max_elements", max_elements), ("max_bytes", max_bytes), ("allow_growth", allow_growth)):
        if limit is not None and limit < 0:
            raise ValueError(f"`{name}` is {limit}; expected a number that is not negative")
    options = {
        "max_elements": max_elements,
        "max_bytes": max_bytes,
        "allow_growth": allow_growth,
        "fold_nan": fold_nan,
        "only": names(only, "only"),
        "overridable": overridable,
        "force": force,
    }
    return _edited(model, _shapewright.fold, output, external, options)


if TYPE_CHECKING:

    @overload
    def extract(
        model: ModelLike,
        *,
        inputs: Names = ...,
        outputs: Names,
        output: str | os.PathLike[str],
        external: External = ...,
    ) -> str: ...
    @overload
    def extract(
        model: File,
        *,
        inputs: Names = ...,
        outputs: Names,
        output: None = ...,
        external: External = ...,
    ) -> io.BytesIO: ...
    @overload
    def extract(
        model: _M,
        *,
        inputs: Names = ...,
        outputs: Names,
        output: None = ...,
        external: External = ...,
    ) -> _M: ...


def extract(
    model: _M,
    *,
    inputs: Names = (),
    outputs: Names,
    output: str | os.PathLike[str] | None = None,
    external: External = "keep",
) -> _M | str:
    """Returns the part of a model between values as a model of its own.

    >>> import shapewright
    >>> text = '''<ir_version: 9, opset_import: ["" : 18]>
    ... g (float[N,3] x) => (float[N,3] y) {
    ...   a = Abs (x)
    ...   b = Neg (a)
    ...   y = Exp (b)
    ... }'''
    >>> part = shapewright.infer(shapewright.extract(text, inputs="a", outputs="b"))
    >>> part.inputs, part.outputs
    (('a',), ('b',))

    Args:
        model: The model. A path needs `output`; of an open file, the result is an ``io.BytesIO``.
        inputs: Values that become inputs; by default, the inputs of the graph that the outputs need.
        outputs: Values that become outputs.
        output: A file to write, which may be the one that is read. The result is its path.
        external: What happens to external data, as for `infer_shapes`.

    Raises:
        FileError: The file cannot be read.
        ModelError: The model cannot be read, has no value of a name, or the outputs need another input.
        TypeError: There can be no model of the same kind, and no `output` is given.
        ValueError: An argument has no meaning.
    """
    options = {"inputs": names(inputs, "inputs"), "outputs": names(outputs, "outputs")}
    return _edited(model, _of_complete(_shapewright.extract), output, external, options)
