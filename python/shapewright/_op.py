"""One operator without a model, and values of a model."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal, Union

from . import _shapewright
from ._arguments import names
from ._arrays import from_parts, to_parts
from ._check import require_readable
from ._errors import ModelError, ShapewrightError
from ._facts import Fact
from ._models import ModelLike, read
from ._report import Level

if TYPE_CHECKING:
    from collections.abc import Mapping

    import numpy as np
    import numpy.typing as npt

    from ._types import Names

    Input = Union[str, Fact, npt.ArrayLike, None]
    """An input: a type such as ``"f32[N,3]"``, a fact, an array, or ``None`` if it is omitted."""


@dataclass(frozen=True)
class OpFinding:
    """A finding about an operator without a model.

    >>> import shapewright
    >>> shapewright.op("Transpose", 13, "f32[2,3]", perm=[0, 5]).findings[0].code
    'OP105'
    """

    code: str
    """The code of the rule."""
    name: str
    """The name of the rule."""
    level: Level
    """How severe it is."""
    message: str
    """What is wrong."""
    notes: tuple[str, ...]
    """What else is known."""
    help: tuple[str, ...]
    """The next steps."""


class OpResult:
    """What `op` returns: the facts of the outputs, and the findings.

    >>> import shapewright
    >>> result = shapewright.op("Concat", 13, "f32[N,3]", "f32[2,3]", axis=0)
    >>> result.outputs[0].shape == ("N+2", 3), result.findings
    (True, ())
    """

    outputs: tuple[Fact, ...]
    """The facts of the outputs."""
    findings: tuple[OpFinding, ...]
    """What is wrong with the attributes and inputs."""

    def __init__(self, query: _shapewright.Query) -> None:
        self._query = query
        outputs, findings = query.infer()
        self.outputs = tuple(Fact(f"output{at}", *fields) for at, fields in enumerate(outputs))
        self.findings = tuple(OpFinding(*fields) for fields in findings)

    @property
    def ok(self) -> bool:
        """Whether no finding is an error."""
        return all(finding.level != "error" for finding in self.findings)

    def evaluate(self) -> tuple[np.ndarray[Any, Any], ...]:
        """Computes the outputs; every input must be an array.

        >>> import numpy as np, shapewright
        >>> data = np.array([[4, 1], [2, 3]], np.float32)
        >>> shapewright.op("ReduceMin", 18, data, np.array([1]), keepdims=0).evaluate()[0]
        array([1., 2.], dtype=float32)
        """
        return tuple(from_parts(parts) for parts in self._query.evaluate())

    def __repr__(self) -> str:
        types = ", ".join(fact.type for fact in self.outputs)
        return f"<OpResult {types}: {len(self.findings)} findings>"

    def __reduce__(self) -> Any:
        raise ShapewrightError("a result of `op` is not pickled; its `outputs` and `findings` are")


def _input(value: Any) -> Any:
    if value is None or isinstance(value, str):
        return value
    return value.type if isinstance(value, Fact) else to_parts(value)


def _attribute(value: Any) -> Any:
    if isinstance(value, (bool, int, float, str)):
        return value
    if hasattr(value, "dtype") and getattr(value, "shape", None) == ():
        return value.item()
    return to_parts(value) if hasattr(value, "dtype") else list(value)


def op(
    name: str,
    version: int,
    /,
    *inputs: Input,
    domain: str = "",
    dialect: Literal["onnx", "openvino"] = "onnx",
    outputs: int = 1,
    attributes: Mapping[str, Any] | None = None,
    **keywords: Any,
) -> OpResult:
    """Infers one operator: shapes from types, and values from arrays.

    >>> import numpy as np, shapewright
    >>> shapewright.op("ReduceMin", 18, "f32[2,3,4]", np.array([1]), keepdims=0).outputs[0].shape
    (2, 4)
    >>> shapewright.op("ReduceMin", 18, "f32[2,3,4]", "i64[1]", keepdims=0).outputs[0].type
    'f32[2..3,3..4]'

    Args:
        name: The operator.
        version: The version of the operator set, or the number of the opset in OpenVINO.
        inputs: The inputs: a type such as ``"f32[N,3]"``, a `Fact`, an array, or ``None`` if it is omitted.
        domain: The domain of an operator that is not one of ONNX itself.
        dialect: ``"onnx"`` or ``"openvino"``.
        outputs: The number of outputs.
        attributes: Attributes whose names are those of other arguments.
        keywords: All other attributes: numbers, strings, lists of them, and arrays.

    Raises:
        ValueError: An argument has no meaning. What is wrong with the operator is a finding.
    """
    if dialect not in ("onnx", "openvino"):
        raise ValueError(f"unknown dialect `{dialect}`; expected onnx or openvino")
    given = [(key, _attribute(value)) for key, value in {**(attributes or {}), **keywords}.items()]
    facts = [_input(value) for value in inputs]
    is_openvino = dialect == "openvino"
    query = _shapewright.query(name, version, facts, given, domain=domain, openvino=is_openvino, outputs=outputs)
    return OpResult(query)


def evaluate(
    model: ModelLike, inputs: Mapping[str, npt.ArrayLike] | None = None, *, outputs: Names = ()
) -> dict[str, np.ndarray[Any, Any]]:
    """Computes values of a model on the CPU, from its constants and the inputs that are given. It is for shapes and small
    tensors: results are exact and bounded in memory and work, but no runtime's speed is meant.

    >>> import numpy as np, shapewright
    >>> text = '<ir_version: 9, opset_import: ["" : 18]> g (float[N] x) => (float[N] y) { a = Abs (x) y = Neg (a) }'
    >>> shapewright.evaluate(text, {"x": np.array([1, -2], np.float32)})["y"]
    array([-1., -2.], dtype=float32)

    Args:
        model: The model.
        inputs: Arrays by the name of a value, which may be an inner one.
        outputs: The names of the values to compute; by default, the outputs of the graph.

    Raises:
        FileError: The file cannot be read.
        ModelError: The model cannot be read, has no such value, or a value is not computed; the message says why.
    """
    handle = read(model)
    require_readable(handle)
    wanted = names(outputs) or _shapewright.infer(handle, bind=None, input_shapes=None, use_declared=True).outputs()
    if not wanted:
        raise ModelError(f"{handle.name} has no outputs")
    parts = [(name, to_parts(value)) for name, value in (inputs or {}).items()]
    return dict(zip(wanted, map(from_parts, _shapewright.evaluate(handle, parts, wanted)), strict=True))
