"""What is known of the values of a model."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property

from ._errors import ShapewrightError
from ._public import public
from ._report import Report, count

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any, ClassVar

    from ._fact import Fact
    from ._shapewright import FactTable


@public
class Facts(Mapping[str, "Fact"]):
    """The facts of the values of a graph by name, as `infer` returns them.

    The main graph is the mapping itself; `graphs` has those of bodies and functions. In OpenVINO IR, the name of a value is
    that of its layer, followed by ``:`` and the port if the layer has several outputs; tensor names are names, too.

    >>> import shapewright
    >>> facts = shapewright.infer('<ir_version: 9, opset_import: ["" : 18]> g (float[N,3] x) => (y) { y = Abs (x) }')
    >>> list(facts), facts.inputs, facts.outputs
    (['x', 'y'], ('x',), ('y',))
    >>> facts["y"].shape == ("N", 3)
    True
    """

    columns: ClassVar[tuple[str, ...]] = ("name", "kind", "type", "element_type", "shape", "unknown_reason")
    """The keys of the rows of `to_records`, in their order."""

    def __init__(self, table: FactTable) -> None:
        self._table: FactTable | None = table
        self._known: dict[str, Fact] = {}

    @cached_property
    def path(self) -> str:
        """The path of the graph."""
        return self._live.path

    @cached_property
    def inputs(self) -> tuple[str, ...]:
        """The names of the inputs of the graph."""
        return tuple(self._live.inputs())

    @cached_property
    def outputs(self) -> tuple[str, ...]:
        """The names of the outputs of the graph."""
        return tuple(self._live.outputs())

    @cached_property
    def graphs(self) -> dict[str, Facts]:
        """The facts of all other graphs by path: bodies of control flow, and functions.

        >>> import shapewright
        >>> text = '''<ir_version: 9, opset_import: ["" : 18]> g (bool c, float[3] x) => (y) {
        ...     y = If (c) <then_branch = t () => (a) { a = Abs (x) }, else_branch = e () => (b) { b = Neg (x) }> }'''
        >>> [list(graph) for graph in shapewright.infer(text).graphs.values()]
        [['a'], ['b']]
        """
        return {table.path: Facts(table) for table in self._live.others()}

    @cached_property
    def constraints(self) -> tuple[str, ...]:
        """What a valid run requires of the symbolic dimensions.

        >>> import shapewright
        >>> shapewright.infer('<ir_version: 9, opset_import: ["" : 18]> g (float[N] x, float[M] z) => (y) { y = Concat <axis = 0> (x, z) }')["y"]
        Fact(name='y', type='f32[M+N]', element_type='f32', shape=(Dim('M+N'),), elements=None, declared=False, unknown_reason=None)
        """
        return tuple(self._live.constraints())

    @cached_property
    def report(self) -> Report:
        """The findings of the inference: errors, but no lints, which `check` runs."""
        return Report(self._live.report())

    def why(self, name: str) -> str:
        """Explains where the properties of a value come from, or why they are unknown.

        >>> import shapewright
        >>> facts = shapewright.infer('<ir_version: 9, opset_import: ["" : 18]> g (float[N,3] x) => (y) { y = Abs (x) }')
        >>> print(facts.why("y"))  # doctest: +ELLIPSIS
        y: f32[N,3]
        ...
        """
        text = self._live.why(name)
        if text is None:
            raise self._missing(name)
        return text

    @property
    def _live(self) -> FactTable:
        if self._table is None:
            raise ShapewrightError("the facts were unpickled without their model; infer the model again")
        return self._table

    @cached_property
    def _names(self) -> tuple[str, ...]:
        return tuple(self._live.names())

    def _missing(self, name: str) -> KeyError:
        from ._suggestions import UnknownName

        return UnknownName(f"no value `{name}` in graph `{self.path}`", name, lambda: self._names)

    def __getitem__(self, name: str) -> Fact:
        known = self._known.get(name)
        if known is None:
            fields = None if self._table is None or not isinstance(name, str) else self._table.get(name)
            if fields is None:
                raise self._missing(name)
            from ._fact import Fact

            known = self._known[name] = Fact(name, *fields)
        return known

    def __contains__(self, name: object) -> bool:
        if not isinstance(name, str):
            return False
        return name in self._known or (self._table is not None and self._table.get(name) is not None)

    def __iter__(self) -> Iterator[str]:
        return iter(self._names)

    def __len__(self) -> int:
        return len(self._names)

    def to_records(self) -> list[dict[str, Any]]:
        """The facts as flat dictionaries, one row each, in the order of the graph. Every row has the keys of `columns`.

        ``pandas.DataFrame(facts.to_records(), columns=facts.columns)`` is a table; polars takes them as ``schema``.

        >>> import shapewright
        >>> facts = shapewright.infer('<ir_version: 9, opset_import: ["" : 18]> g (float[N,3] x) => (y) { y = Abs (x) }')
        >>> facts.to_records()[1]
        {'name': 'y', 'kind': 'output', 'type': 'f32[N,3]', 'element_type': 'f32', 'shape': ['N', 3], 'unknown_reason': None}
        """
        outputs = set(self.outputs)
        rows = []
        for name, fact in self.items():
            kind = "input" if name in self.inputs else "output" if name in outputs else "value"
            shape = None if fact.shape is None else [dim if isinstance(dim, int) else str(dim) for dim in fact.shape]
            rows.append({
                "name": name, "kind": kind, "type": fact.type, "element_type": fact.element_type, "shape": shape,
                "unknown_reason": fact.unknown_reason,
            })  # fmt: skip
        return rows

    def to_json(self) -> str:
        """The rows of `to_records` as JSON.

        >>> import json, shapewright
        >>> facts = shapewright.infer('<ir_version: 9, opset_import: ["" : 18]> g (float[N,3] x) => (y) { y = Abs (x) }')
        >>> json.loads(facts.to_json())[0]["shape"]
        ['N', 3]
        """
        import json

        return json.dumps(self.to_records(), ensure_ascii=False)

    def __str__(self) -> str:
        """A table: a line for each value, with control characters of names escaped as in reports."""
        from ._shapewright import one_line

        rows = [(row["kind"], one_line(row["name"]), one_line(row["type"])) for row in self.to_records()]
        width = max((len(name) for _, name, _ in rows), default=0)
        return "\n".join(f"{kind:6}  {name:{width}}  {type}" for kind, name, type in rows)

    def _repr_html_(self) -> str:
        """The table as Jupyter shows it."""
        from html import escape

        cells = ("kind", "name", "type")
        rows = "".join(
            f"<tr>{''.join(f'<td>{escape(row[cell])}</td>' for cell in cells)}</tr>" for row in self.to_records()
        )
        return f"<table><thead><tr><th>kind</th><th>name</th><th>type</th></tr></thead><tbody>{rows}</tbody></table>"

    def __repr__(self) -> str:
        return f"<Facts of graph {self.path!r}: {count(len(self), 'value')}>"

    def __getstate__(self) -> dict[str, Any]:
        """All facts; explanations need the model and are not kept."""
        kept = ("path", "inputs", "outputs", "graphs", "constraints", "report", "_names")
        return {"_table": None, "_known": dict(self), **{name: getattr(self, name) for name in kept}}
