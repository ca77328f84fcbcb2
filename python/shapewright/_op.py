"""One operator without a model, and values of a model."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal, Union

from . import _shapewright
from ._arguments import names, output_count, type_text
from ._arrays import NARROW_INTEGERS, element_of, from_parts, to_parts
from ._attributes import attribute, kind_of
from ._check import require_readable
from ._errors import ModelError
from ._fact import Fact
from ._models import read
from ._public import public
from ._report import count
from ._shapewright import one_line
from ._suggestions import suggestion

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    from ._findings import Level
    from ._types import ModelLike, Names

    Input = Union[str, Fact, npt.ArrayLike, None]
    """An input: a type such as ``"f32[N,3]"``, a fact, an array, or ``None`` if it is omitted."""

    Call = tuple[str, int, list[Any], list[tuple[str, Any]], str, bool, int]
    """The operator, its version, inputs, and attributes, the domain, whether it is one of OpenVINO, and its outputs."""


@public
@dataclass(frozen=True)
class OpFinding:
    """A finding about an operator without a model.

    >>> import shapewright
    >>> print(shapewright.op("Transpose", 13, "f32[2,3]", perm=[0, 0]).findings[0])
    error[OP105]: the order [0, 0] repeats dimension 0
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

    def __str__(self) -> str:
        return one_line(f"{self.level}[{self.code}]: {self.message}")


@public
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

    def __init__(self, call: Call) -> None:
        self._call = call
        name, version, inputs, attributes, domain, is_openvino, number = call
        self._query = _shapewright.query(
            name, version, inputs, attributes, domain=domain, openvino=is_openvino, outputs=number
        )
        outputs, findings = self._query.infer()
        self.outputs = tuple(Fact(f"output{at}", *fields) for at, fields in enumerate(outputs))
        self.findings = tuple(OpFinding(*fields) for fields in findings)

    @property
    def ok(self) -> bool:
        """Whether no finding is an error."""
        return all(finding.level != "error" for finding in self.findings)

    def raise_for_errors(self) -> OpResult:
        """Raises `ModelError` with the findings if the result is not `ok`; otherwise returns the result.

        >>> import shapewright
        >>> shapewright.op("Abs", 13, "f32[N]").raise_for_errors().outputs[0].type
        'f32[N]'
        """
        if not self.ok:
            raise ModelError(f"{self._call[0]} has errors\n\n{self._found()}")
        return self

    def _found(self) -> str:
        """The findings as the terminal shows them."""
        lines: list[str] = []
        for finding in self.findings:
            lines.append(str(finding))
            lines += [f"  = note: {note}" for note in finding.notes]
            lines += [f"  = help: {step}" for step in finding.help]
        return "\n".join(lines)

    def evaluate(self) -> tuple[np.ndarray[Any, Any], ...]:
        """Computes the outputs; every input must be an array.

        >>> import numpy as np, shapewright
        >>> data = np.array([[4, 1], [2, 3]], np.float32)
        >>> shapewright.op("ReduceMin", 18, data, np.array([1]), keepdims=0).evaluate()[0]
        array([1., 2.], dtype=float32)
        """
        return tuple(from_parts(parts) for parts in self._query.evaluate())

    def __str__(self) -> str:
        """The types of the outputs, and the findings."""
        types = [str(fact) for fact in self.outputs]
        return "\n".join([*types, self._found()] if self.findings else types)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, OpResult) and _is_same(self._call, other._call)

    def __hash__(self) -> int:
        name, version, inputs, attributes, domain, is_openvino, number = self._call
        return hash((name, version, len(inputs), len(attributes), domain, is_openvino, number))

    def __repr__(self) -> str:
        types = ", ".join(fact.type for fact in self.outputs)
        return f"<OpResult {types}: {count(len(self.findings), 'finding')}>"

    def __reduce__(self) -> Any:
        return OpResult, (self._call,)


def _is_same(one: Any, other: Any) -> bool:
    """Whether two calls are the same, or parts of them. 1, 1.0, and True are not, and NaN is the same as NaN."""
    if type(one) is not type(other):
        return False
    if isinstance(one, (tuple, list)):
        return len(one) == len(other) and all(map(_is_same, one, other))
    if isinstance(one, float):
        return repr(one) == repr(other)
    return bool(one == other)


def _input(value: Any) -> Any:
    if value is None:
        return None
    if isinstance(value, str):
        return type_text(value, "an input")
    return value.type if isinstance(value, Fact) else to_parts(value)


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
    is_openvino = dialect == "openvino"
    kind = kind_of(domain, name, version, is_openvino)
    named = {**(attributes or {}), **keywords}
    given = [(key, attribute(key, value, kind, is_openvino)) for key, value in named.items()]
    facts = [_input(value) for value in inputs]
    return OpResult((name, version, facts, given, domain, is_openvino, output_count(outputs)))


def _fitting(name: str, value: Any, facts: _shapewright.FactTable, sizes: dict[str, tuple[int, str]]) -> Any:
    """An input as an array, which has the type that is inferred; ``sizes`` are those of symbols in other inputs."""
    fields = facts.get(name)
    if fields is None:
        return _array(name, value, "an array")  # The name of an output in OpenVINO IR, which evaluation knows.
    fact = Fact(name, *fields)
    if fact.type.removeprefix("optional(").startswith(("seq(", "map(")):
        raise ValueError(f"input `{name}` is {_kind(value)}, but the value is {fact.type}; expected the name of a tensor")
    array = _array(name, value, _expected(fact)) if hasattr(value, "dtype") else _converted(fact, value)
    given = f"{_element_of(name, array)}[{','.join(map(str, array.shape))}]"
    if fact.element_type is not None and element_of(array.dtype) != fact.element_type:
        raise ValueError(f"input `{name}` is {given}; expected {fact.type}")
    if fact.shape is None:
        return array
    if len(array.shape) != len(fact.shape):
        raise ValueError(f"input `{name}` is {given}; expected {fact.type}")
    for size, dim in zip(array.shape, fact.shape, strict=True):
        low, high = (dim, dim) if isinstance(dim, int) else dim.bounds
        if size < low or (high is not None and size > high):
            raise ValueError(f"input `{name}` is {given}; expected {fact.type}")
        symbol = str(dim)
        if not isinstance(dim, int) and dim.symbols == (symbol,):
            known, other = sizes.setdefault(symbol, (size, name))
            if known != size:
                raise ValueError(f"input `{name}` is {given}; expected {fact.type}, and `{symbol}` is {known} in `{other}`")
    return array


def _kind(value: object) -> str:
    return "None" if value is None else type(value).__name__


def _expected(fact: Fact) -> str:
    return "an array" if fact.type == "?" else fact.type


def _element_of(name: str, array: np.ndarray[Any, Any]) -> str:
    try:
        return element_of(array.dtype)
    except ValueError as error:
        raise ValueError(f"input `{name}`: {error}") from None


def _array(name: str, value: Any, expected: str) -> np.ndarray[Any, Any]:
    """What is given as an array whose elements are numbers or strings."""
    array = _any_array(name, value, expected)
    if array.dtype.kind == "O":
        for element in array.ravel().tolist():
            if not isinstance(element, (str, bytes)):
                has = "has" if array.shape else "is"
                raise ValueError(f"input `{name}` {has} {_kind(element)}; expected {expected}")
    return array


def _any_array(name: str, value: Any, expected: str) -> np.ndarray[Any, Any]:
    import numpy as np

    try:
        return np.asarray(value)
    except ValueError:
        # What NumPy says is about its own arguments.
        text = f"input `{name}` is {_kind(value)} with parts of different lengths; expected {expected}"
        raise ValueError(text) from None


def _converted(fact: Fact, value: Any) -> np.ndarray[Any, Any]:
    """What is no array as an array of the type that is inferred, without a change of integers."""
    import numpy as np

    array = _any_array(fact.name, value, _expected(fact))
    dtype = fact.dtype
    is_whole = dtype is not None and (dtype.kind in "biu" or fact.element_type in NARROW_INTEGERS)
    if dtype is not None and is_whole and dtype.kind != "b" and array.dtype.kind in "iufO":
        # Of integers that i64 does not have, NumPy makes floats or objects.
        exact = array if array.dtype.kind in "iu" else np.asarray(value, object)
        if exact is array or all(isinstance(element, (int, np.integer)) for element in exact.ravel().tolist()):
            _require_range(fact, exact)
            return (exact if dtype.kind in "iu" else array).astype(dtype)
    array = _array(fact.name, array, _expected(fact))
    if dtype is None or (array.dtype.kind in "OUST") != (dtype.kind == "O"):
        return array
    with np.errstate(all="ignore"):
        cast = array.astype(dtype)
    return array if is_whole and not np.array_equal(cast.astype(array.dtype), array) else cast


def _require_range(fact: Fact, numbers: np.ndarray[Any, Any]) -> None:
    """Refuses integers that an element type does not have."""
    import numpy as np

    if fact.element_type in NARROW_INTEGERS:
        bits, signed = NARROW_INTEGERS[fact.element_type]
        low = -(2 ** (bits - 1)) if signed else 0
        high = low + 2**bits - 1
    else:
        limits = np.iinfo(fact.dtype)
        low, high = int(limits.min), int(limits.max)
    for number in (numbers.min(), numbers.max()) if numbers.size else ():
        if not low <= number <= high:
            raise ValueError(f"input `{fact.name}` has {number}; expected {fact.type}, whose elements are {low} to {high}")


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
        inputs: Arrays by the name of a value, which may be an inner one. An array has the type and shape of the value; numbers
            and lists of them become an array of this type.
        outputs: The names of the values to compute; by default, the outputs of the graph.

    Raises:
        FileError: The file cannot be read.
        ModelError: The model cannot be read, has no such value, or a value is not computed; the message says why.
        TypeError: The inputs are no mapping.
        ValueError: An array has another type or shape than its value.
    """
    handle = read(model)
    require_readable(handle)
    if inputs is not None and not isinstance(inputs, Mapping):
        raise TypeError(f"`inputs` is {type(inputs).__name__}; expected a mapping from names of values to arrays")
    facts = _shapewright.infer(handle, bind=None, input_shapes=None, use_declared=True)
    wanted = names(outputs, "outputs") or facts.outputs()
    if not wanted:
        raise ModelError(f"{handle.name} has no outputs")
    for name in (*(inputs or ()), *wanted):
        if facts.get(name) is None and name not in facts.outputs():
            raise ModelError(one_line(f"the main graph has no value `{name}`{suggestion(name, facts.names())}"))
    sizes: dict[str, tuple[int, str]] = {}
    parts = [(name, to_parts(_fitting(name, value, facts, sizes))) for name, value in (inputs or {}).items()]
    computed = _shapewright.evaluate(handle, parts, wanted)
    return dict(zip(wanted, map(from_parts, computed), strict=True))
