"""`inspect`."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from html import escape
from typing import TYPE_CHECKING, Any, Union

from . import _shapewright
from ._arguments import mapping
from ._check import require_readable
from ._models import read_types
from ._public import public
from ._shapewright import Dim

if TYPE_CHECKING:
    from collections.abc import Mapping

    from ._findings import Level
    from ._types import ModelLike, Shapes, Size

Amount = Union[int, Dim]
"""A number, or an expression over symbolic dimensions."""


@public
@dataclass(frozen=True)
class Port:
    """An input or output of a model.

    >>> import shapewright
    >>> text = '<ir_version: 9, opset_import: ["" : 18]> g (float[N,3] x) => (y) { y = Relu (x) }'
    >>> shapewright.inspect(text).inputs[0]
    Port(name='x', type='f32[N,3]', element_type='f32', shape=(Dim('N'), 3), bytes=Dim('12*N'))
    """

    name: str
    """The name."""
    type: str
    """The type as text, as far as it is known."""
    element_type: str | None
    """The element type of a tensor."""
    shape: tuple[int | Dim, ...] | None
    """The dimensions of a tensor; ``None`` if their number is unknown."""
    bytes: Amount | None
    """The size in bytes; ``None`` if it is unknown."""


@public
@dataclass(frozen=True)
class Parameters:
    """The constants of a model: initializers, and the tensors of constant nodes. Their elements are not read.

    >>> import shapewright
    >>> text = '<ir_version: 9, opset_import: ["" : 18]> g (float[3] x) => (y) <float[3] b = {1, 2, 3}> { y = Add (x, b) }'
    >>> parameters = shapewright.inspect(text).parameters
    >>> parameters.elements, parameters.by_type["f32"].bytes
    (3, 12)
    """

    tensors: int
    """The number of tensors."""
    elements: int
    """Their elements."""
    bytes: int
    """Their bytes, without those of strings."""
    by_type: dict[str | None, Parameters] = field(default_factory=dict, hash=False)
    """The same by element type, most bytes first."""


@public
@dataclass(frozen=True)
class ExternalFile:
    """A file with weights besides the model file.

    >>> import shapewright
    >>> text = '<ir_version: 9, opset_import: ["" : 18]> g (float[N] x) => (y) { y = Relu (x) }'
    >>> shapewright.inspect(text).external
    ()
    """

    path: str
    """The path as the model has it."""
    size: int | None
    """The length of the file; ``None`` if it cannot be read."""
    tensors: int
    """The number of tensors in it."""
    bytes: int
    """The bytes of these tensors."""


@public
@dataclass(frozen=True)
class OperatorCost:
    """The nodes of one operator, and what they cost in one run of the model.

    >>> import shapewright
    >>> text = '<ir_version: 9, opset_import: ["" : 18]> g (float[N,64] x, float[64,10] w) => (y) { y = MatMul (x, w) }'
    >>> [operator] = shapewright.inspect(text).operators
    >>> operator.name, operator.nodes, operator.macs
    ('MatMul', 1, Dim('640*N'))
    """

    domain: str
    """The domain, empty for the default one."""
    name: str
    """The operator."""
    nodes: int
    """The number of nodes."""
    macs: Amount
    """Multiply-accumulates."""
    operations: Amount
    """Other arithmetic operations."""
    bytes: Amount
    """Bytes read and written."""
    not_counted: int
    """The nodes whose arithmetic has no formula."""
    unknown: int
    """The nodes whose cost or number of runs is unknown."""


@public
@dataclass(frozen=True)
class NodeCost:
    """A node, and what it costs in one run of the model.

    >>> import shapewright
    >>> text = '<ir_version: 9, opset_import: ["" : 18]> g (float[N,64] x, float[64,10] w) => (y) { [mm] y = MatMul (x, w) }'
    >>> [node] = shapewright.inspect(text, bind={"N": 2}).heaviest
    >>> node.node, node.macs
    ('mm', 1280)
    """

    graph: str
    """The path of the graph."""
    node: str
    """The name of the node, which may be empty."""
    node_index: int
    """The position of the node in its graph."""
    op: str
    """The operator."""
    macs: Amount
    """Multiply-accumulates."""
    operations: Amount
    """Other arithmetic operations."""
    bytes: Amount
    """Bytes read and written."""


@public
@dataclass(frozen=True)
class UnknownCost:
    """A node whose cost is unknown.

    >>> import shapewright
    >>> text = '<ir_version: 9, opset_import: ["" : 18]> g (float[N] x, int64[K] s) => (y) { [flat] y = Reshape (x, s) }'
    >>> [(unknown.node, unknown.op) for unknown in shapewright.inspect(text.replace("Reshape", "Expand")).unknown_costs]
    [('flat', 'Expand')]
    """

    graph: str
    """The path of the graph."""
    node: str
    """The name of the node, which may be empty."""
    node_index: int
    """The position of the node in its graph."""
    op: str
    """The operator."""
    reason: str | None
    """Why it is unknown; None after the first 10,000 nodes."""


@public
@dataclass(frozen=True)
class UnknownValue:
    """A value whose element type, rank, or a dimension is unknown.

    >>> import shapewright
    >>> text = '<ir_version: 9, opset_import: ["" : 18]> g (float[N] x, int64[K] s) => (y) { y = Reshape (x, s) }'
    >>> [unknown.name for unknown in shapewright.inspect(text).unknown_values]
    ['y']
    """

    graph: str
    """The path of the graph."""
    name: str
    """The name of the value."""
    reason: str | None
    """Why, if inference knows; None after the first 10,000 values."""


@public
@dataclass(frozen=True, repr=False)
class Inspection:
    """What a model consists of, and what one run of it costs. ``str(inspection)`` is what the terminal shows.

    Amounts are numbers, or expressions over symbolic dimensions, which `Dim.subs` evaluates. What counts as what is in
    docs/inspect.md of the repository: ``shapewright inspect`` is the same.

    >>> import shapewright
    >>> text = '''<ir_version: 9, opset_import: ["" : 18]>
    ... g (float[N,64] x, float[64,10] w) => (y) { h = MatMul (x, w)  y = Relu (h) }'''
    >>> inspection = shapewright.inspect(text)
    >>> inspection.macs, inspection.operations, inspection.peak_memory
    (Dim('640*N'), Dim('10*N'), Dim('40*N'))
    >>> inspection.macs.subs({"N": 8})
    5120
    >>> print(str(inspection).splitlines()[0])
    <text>  ONNX text, IR version 9, opset 18
    """

    name: str
    """The name of the model: its path, or ``<bytes>`` and the like for a model in memory."""
    format: str
    """The format, such as ``onnx``."""
    ir_version: int | None
    """ONNX: the version of the format. OpenVINO IR: the version of the file."""
    graph: str
    """The name of the main graph."""
    producer: str | None
    """The tool that wrote the file, if the file states it."""
    opsets: dict[str, tuple[int, ...]]
    """The versions of the operator sets by domain."""
    inputs: tuple[Port, ...]
    """The inputs that have no default."""
    outputs: tuple[Port, ...]
    """The outputs."""
    parameters: Parameters
    """The constants."""
    external: tuple[ExternalFile, ...]
    """The files besides the model file."""
    nodes: int
    """The number of nodes, in all graphs that a run reaches."""
    values: int
    """The number of values."""
    operators: tuple[OperatorCost, ...]
    """The nodes by operator, those that cost most first."""
    macs: Amount
    """Multiply-accumulates of a run, without those of `unknown_costs`."""
    operations: Amount
    """Other arithmetic operations of a run."""
    bytes: Amount
    """Bytes that nodes read and write."""
    peak_memory: Amount | None
    """The peak memory of activations in bytes; ``None`` if it is one of too many expressions."""
    peak_node: str | None
    """The node at which it is reached: its name, or ``#INDEX`` if it has none."""
    peak_unknown: int
    """The number of values of unknown size, which are not included."""
    heaviest: tuple[NodeCost, ...]
    """The nodes that cost most."""
    unknown_costs: tuple[UnknownCost, ...]
    """The nodes whose cost is unknown."""
    unknown_values: tuple[UnknownValue, ...]
    """The values that are not fully known."""
    findings: dict[Level, int]
    """The number of findings of reading and inference by level; `check` also applies the rules for whole models."""
    suppressed: int
    """The number of findings that the file suppresses."""
    text: str = field(compare=False)
    """What the terminal shows."""
    json: str = field(compare=False)
    """What `to_json` returns."""

    __hash__ = None  # type: ignore[assignment]

    def to_json(self) -> str:
        """The inspection as one JSON object, as ``shapewright inspect --format json`` writes it.

        >>> import json, shapewright
        >>> text = '<ir_version: 9, opset_import: ["" : 18]> g (float[N] x) => (y) { y = Relu (x) }'
        >>> json.loads(shapewright.inspect(text).to_json())["files"][0]["work"]["operations"]
        'N'
        """
        return self.json

    def __str__(self) -> str:
        return self.text.rstrip("\n")

    def __repr__(self) -> str:
        return f"<Inspection {self.name!r}: {self.nodes} nodes, {self.macs} MACs>"

    def _repr_html_(self) -> str:
        """The inspection as Jupyter shows it."""
        opsets = [f"{domain or 'opset'} {', '.join(map(str, versions))}" for domain, versions in self.opsets.items()]
        counts = [f"{count} {level}s" for level, count in self.findings.items() if count]
        facts = [
            ("format", ", ".join([self.format, *opsets])),
            *(("input", f"{port.name}  {port.type}") for port in self.inputs),
            *(("output", f"{port.name}  {port.type}") for port in self.outputs),
            ("parameters", f"{self.parameters.elements:,} elements, {self.parameters.bytes:,} bytes"),
            ("nodes", f"{self.nodes} of {len(self.operators)} operators"),
            ("MACs", _shown(self.macs)),
            ("operations", _shown(self.operations)),
            ("bytes moved", _shown(self.bytes)),
            ("peak memory", "unknown" if self.peak_memory is None else f"{_shown(self.peak_memory)} bytes"),
            ("findings", ", ".join(counts) or "nothing to report"),
        ]
        costs = ("MACs", "operations", "bytes moved")
        return (
            f"<p>{escape(self.name)}</p>"
            + _table((), facts)
            + _table(("operator", "nodes", *costs), [(of.name, str(of.nodes), *_costs(of)) for of in self.operators])
            + _table(
                ("heaviest node", "operator", *costs),
                [(of.node or f"#{of.node_index}", of.op, *_costs(of)) for of in self.heaviest],
            )
        )


def _shown(amount: Amount) -> str:
    return f"{amount:,}" if isinstance(amount, int) else str(amount)


def _costs(of: OperatorCost | NodeCost) -> tuple[str, str, str]:
    return _shown(of.macs), _shown(of.operations), _shown(of.bytes)


def _table(head: Iterable[str], rows: Iterable[Iterable[str]]) -> str:
    def row(tag: str, cells: Iterable[str]) -> str:
        written = "".join(f'<{tag} style="text-align:left">{escape(cell)}</{tag}>' for cell in cells)
        return f"<tr>{written}</tr>"

    body = "".join(row("td", cells) for cells in rows)
    return f"<table><thead>{row('th', head)}</thead><tbody>{body}</tbody></table>"


def _versions(opsets: list[tuple[str, int]]) -> dict[str, tuple[int, ...]]:
    by_domain: dict[str, tuple[int, ...]] = {}
    for domain, version in opsets:
        by_domain[domain] = (*by_domain.get(domain, ()), version)
    return by_domain


def _parameters(fields: tuple[Any, Any]) -> Parameters:
    (tensors, elements, size), by_type = fields
    return Parameters(tensors, elements, size, {element: Parameters(*counts) for element, counts in by_type})


_PARTS: dict[str, Callable[[Any], Any]] = {
    "opsets": _versions,
    "inputs": lambda ports: tuple(Port(*fields) for fields in ports),
    "outputs": lambda ports: tuple(Port(*fields) for fields in ports),
    "parameters": _parameters,
    "external": lambda files: tuple(ExternalFile(*fields) for fields in files),
    "operators": lambda operators: tuple(OperatorCost(*fields) for fields in operators),
    "heaviest": lambda nodes: tuple(NodeCost(*(*place, *costs)) for place, *costs in nodes),
    "unknown_costs": lambda nodes: tuple(UnknownCost(*(*place, reason)) for place, reason in nodes),
    "unknown_values": lambda values: tuple(UnknownValue(*fields) for fields in values),
    "findings": dict,
}
"""How the fields that have parts are made from what the native function returns."""


def inspect(
    model: ModelLike,
    *,
    bind: Mapping[str, Size] | None = None,
    input_shapes: Shapes | None = None,
    overridable: bool = False,
) -> Inspection:
    """Summarizes what a model consists of, and what one run of it costs. Weights are not read.

    >>> import shapewright
    >>> text = '''<ir_version: 9, opset_import: ["" : 18]>
    ... g (float[N,64] x, float[64,10] w) => (y) { y = MatMul (x, w) }'''
    >>> shapewright.inspect(text).macs
    Dim('640*N')
    >>> shapewright.inspect(text, bind={"N": 8}).macs
    5120

    Args:
        model: The model.
        bind: Sizes of symbolic dimensions, or intervals that contain them.
        input_shapes: Types or shapes of graph inputs.
        overridable: Whether initializers that are also graph inputs are constants, although callers can override them.

    Raises:
        FileError: The file cannot be read.
        ModelError: It is not a model, or not one that can be read; or an argument does not fit it, as for `infer`. A model
            with errors is summarized with what is certain in spite of them.
        ValueError: An argument has no meaning.
    """
    handle = read_types(model)
    require_readable(handle)
    bind, input_shapes = mapping(bind, "bind"), mapping(input_shapes, "input_shapes")
    fields = _shapewright.inspect(handle, bind=bind, input_shapes=input_shapes, overridable=overridable)
    return Inspection(**{name: _PARTS.get(name, lambda part: part)(part) for name, part in fields.items()})
