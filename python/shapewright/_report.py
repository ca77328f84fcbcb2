"""The report of a check."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from html import escape
from typing import TYPE_CHECKING, Any, Literal, Protocol, overload

from ._errors import ModelError

if TYPE_CHECKING:
    from collections.abc import Iterator

Level = Literal["error", "warning", "note"]


def count(number: int, what: str) -> str:
    """A number of things, such as ``1 error`` and ``2 errors``."""
    return f"{number} {what}" if number == 1 else f"{number} {what}s"


@dataclass(frozen=True)
class Location:
    """Where a finding is. What does not apply is ``None``.

    >>> import shapewright
    >>> text = '<ir_version: 9, opset_import: ["" : 18]>\\ng (float[3] x) => (float[3] y) { [act] y = Relo (x) }'
    >>> location = shapewright.check(text).findings[0].location
    >>> location.node, location.line
    ('act', 2)
    """

    graph: str | None
    """The path of the graph."""
    node: str | None
    """The name of the node, which may be empty."""
    node_index: int | None
    """The position of the node in its graph."""
    op: str | None
    """The operator of the node."""
    value: str | None
    """The tensor or the declaration."""
    layer: str | None
    """OpenVINO IR: the id of the layer."""
    line: int | None
    """The line, counted from 1: of a text file, or of what ``shapewright print`` writes for a binary file."""
    column: int | None
    """The column in the line, counted from 1."""
    bytes: tuple[int, int] | None
    """The first byte in a binary file, and the one after the last."""


@dataclass(frozen=True)
class RelatedLocation:
    """Another location that a finding is about.

    >>> import shapewright
    >>> text = '''<ir_version: 9, opset_import: ["" : 18]>
    ... g (float[3] x) => (float[3] y) { y = Relu (x)  y = Abs (x) }'''
    >>> [related.text for related in shapewright.check(text).findings[0].related]
    ['first defined here; this definition is used']
    """

    location: Location
    """The location."""
    text: str
    """What is there."""


@dataclass(frozen=True)
class Fix:
    """The fix of a finding, which `fix` applies.

    >>> import shapewright
    >>> text = '<ir_version: 9, opset_import: ["" : 18]> g (float[3] x) => (float[3] y) { [act] y = relu (x) }'
    >>> fix = shapewright.check(text).findings[0].fix
    >>> fix.title, fix.is_safe
    ('rename the operator `relu` to `Relu`', True)
    >>> fix.edits
    ({'kind': 'set-operator', 'node': '`act`', 'operator': 'Relu'},)
    """

    title: str
    """What is done."""
    applicability: Literal["safe", "unsafe"]
    """Whether it may be applied without looking at it: `fix` needs ``unsafe_fixes=True`` for those that are ``"unsafe"``."""
    edits: tuple[dict[str, Any], ...]
    """The edits, which are applied together, as in the JSON report."""

    @property
    def is_safe(self) -> bool:
        """Whether the model computes what it did; otherwise the intention is guessed, or the interface changes."""
        return self.applicability == "safe"

    def __hash__(self) -> int:
        return hash((self.title, self.applicability))


@dataclass(frozen=True)
class Finding:
    """One finding of a check.

    >>> import shapewright
    >>> text = '<ir_version: 9, opset_import: ["" : 18]> g (float[3] x) => (float[3] y) { y = Relo (x) }'
    >>> finding = shapewright.check(text).findings[0]
    >>> finding.code, finding.level, finding.help
    ('OP100', 'error', ('did you mean `Relu`?',))
    >>> print(finding)
    error[OP100]: there is no operator `Relo` in any known operator set
    """

    code: str
    """The code of the rule, such as ``OP102``."""
    name: str
    """The name of the rule, such as ``axis-out-of-range``."""
    level: Level
    """How severe it is."""
    message: str
    """What is wrong."""
    location: Location
    """Where it is."""
    related: tuple[RelatedLocation, ...]
    """Other locations that it is about."""
    notes: tuple[str, ...]
    """What else is known."""
    help: tuple[str, ...]
    """The next steps."""
    data: dict[str, Any]
    """The parts of the message as data."""
    fix: Fix | None
    """What repairs it, if one edit follows from the model."""

    def __str__(self) -> str:
        return f"{self.level}[{self.code}]: {self.message}"

    def __hash__(self) -> int:
        return hash((self.code, self.message, self.location))


class _Source(Protocol):
    """What a report is made from."""

    @property
    def name(self) -> str: ...
    @property
    def failed(self) -> bool: ...
    @property
    def hidden(self) -> int: ...
    @property
    def suppressed(self) -> int: ...
    @property
    def dropped(self) -> int: ...
    def findings(self) -> list[tuple[Any, ...]]: ...
    def text(self, color: bool) -> str: ...
    def json(self) -> str: ...
    def sarif(self) -> str: ...


@dataclass(frozen=True)
class _Stored:
    """A report that was pickled."""

    name: str
    failed: bool
    hidden: int
    suppressed: int
    dropped: int
    tuples: list[tuple[Any, ...]]
    texts: tuple[str, str]
    json_text: str
    sarif_text: str

    def findings(self) -> list[tuple[Any, ...]]:
        return self.tuples

    def text(self, color: bool) -> str:
        return self.texts[color]

    def json(self) -> str:
        return self.json_text

    def sarif(self) -> str:
        return self.sarif_text


def _finding(fields: tuple[Any, ...]) -> Finding:
    code, name, level, message, place, related, notes, help_, data, fix = fields
    others = tuple(RelatedLocation(Location(*place), text) for place, text in related)
    repair = None if fix is None else Fix(*fix)
    return Finding(code, name, level, message, Location(*place), others, notes, help_, data, repair)


class Report:
    """The findings of a check, as `check` returns them. ``str(report)`` is what the terminal shows.

    >>> import shapewright
    >>> text = '<ir_version: 9, opset_import: ["" : 18]>\\ng (float[3] x) => (float[3] y) { y = Relo (x) }'
    >>> report = shapewright.check(text)
    >>> report.ok, len(report.errors), len(report.warnings)
    (False, 1, 0)
    >>> print(report)  # doctest: +ELLIPSIS
    error[OP100]: there is no operator `Relo` in any known operator set
    ...
    Checked 1 file (ONNX text, opset 18, 1 node): 1 error.   See `shapewright explain OP100`.
    """

    def __init__(self, source: _Source) -> None:
        self._source = source

    @property
    def name(self) -> str:
        """The name of the model: its path, or ``<bytes>`` and the like for a model in memory."""
        return self._source.name

    @property
    def ok(self) -> bool:
        """Whether the model has no error: what fails the run of ``shapewright lint`` with the same settings.

        >>> import shapewright
        >>> shapewright.check('<ir_version: 9, opset_import: ["" : 18]> g (float[3] x) => (float[3] y) { y = Abs (x) }').ok
        True
        """
        return not self._source.failed

    @cached_property
    def findings(self) -> tuple[Finding, ...]:
        """The findings at the minimum level or above, in the order of the file."""
        return tuple(_finding(fields) for fields in self._source.findings())

    def _at(self, level: Level) -> tuple[Finding, ...]:
        return tuple(finding for finding in self.findings if finding.level == level)

    @property
    def errors(self) -> tuple[Finding, ...]:
        """The findings that are errors."""
        return self._at("error")

    @property
    def warnings(self) -> tuple[Finding, ...]:
        """The findings that are warnings."""
        return self._at("warning")

    @property
    def notes(self) -> tuple[Finding, ...]:
        """The findings that are notes; ``check(model, min_level="note")`` reports them."""
        return self._at("note")

    @property
    def hidden(self) -> int:
        """The number of findings below the minimum level."""
        return self._source.hidden

    @property
    def suppressed(self) -> int:
        """The number of findings that the file or the configuration suppresses."""
        return self._source.suppressed

    @property
    def dropped(self) -> int:
        """The number of findings that were dropped because there were too many."""
        return self._source.dropped

    def raise_for_errors(self) -> Report:
        """Raises `ModelError` if the model is not `ok`; otherwise returns the report.

        >>> import shapewright
        >>> text = '<ir_version: 9, opset_import: ["" : 18]> g (float[3] x) => (float[3] y) { y = Abs (x) }'
        >>> shapewright.check(text).raise_for_errors().ok
        True
        """
        if not self.ok:
            raise ModelError(f"{self.name} has errors\n\n{self}", self)
        return self

    def to_text(self, *, color: bool = False) -> str:
        """The report as the terminal shows it, which is also ``str(report)``.

        >>> import shapewright
        >>> text = '<ir_version: 9, opset_import: ["" : 18]> g (float[3] x) => (float[3] y) { y = Relo (x) }'
        >>> print(shapewright.check(text).to_text().splitlines()[0])
        error[OP100]: there is no operator `Relo` in any known operator set

        Args:
            color: Whether it has the colors of a terminal, as ANSI escape sequences.
        """
        return self._source.text(color).rstrip("\n")

    def to_json(self) -> str:
        """The report as one JSON object, as ``shapewright lint --format json`` writes it.

        >>> import json, shapewright
        >>> text = '<ir_version: 9, opset_import: ["" : 18]> g (float[3] x) => (float[3] y) { y = Relo (x) }'
        >>> json.loads(shapewright.check(text).to_json())["summary"]["errors"]
        1
        """
        return self._source.json()

    def to_sarif(self) -> str:
        """The report as a SARIF 2.1.0 log, for services that show findings in code.

        >>> import json, shapewright
        >>> text = '<ir_version: 9, opset_import: ["" : 18]> g (float[3] x) => (float[3] y) { y = Relo (x) }'
        >>> json.loads(shapewright.check(text).to_sarif())["version"]
        '2.1.0'
        """
        return self._source.sarif()

    def to_records(self) -> list[dict[str, Any]]:
        """The findings as flat dictionaries, one row each, as ``pandas.DataFrame`` and ``polars.DataFrame`` take them.

        >>> import shapewright
        >>> text = '<ir_version: 9, opset_import: ["" : 18]> g (float[3] x) => (float[3] y) { y = Relo (x) }'
        >>> [(row["code"], row["level"], row["op"]) for row in shapewright.check(text).to_records()]
        [('OP100', 'error', 'Relo')]
        """
        rows = []
        for finding in self.findings:
            place = finding.location
            start, end = place.bytes or (None, None)
            rows.append({
                "model": self.name, "code": finding.code, "name": finding.name, "level": finding.level,
                "message": finding.message, "graph": place.graph, "node": place.node, "node_index": place.node_index,
                "op": place.op, "value": place.value, "layer": place.layer, "line": place.line, "column": place.column,
                "start_byte": start, "end_byte": end, "help": "\n".join(finding.help),
                "fix": finding.fix and finding.fix.title, "applicability": finding.fix and finding.fix.applicability,
            })  # fmt: skip
        return rows

    def __str__(self) -> str:
        return self.to_text()

    def __repr__(self) -> str:
        counts = ((len(self.errors), "error"), (len(self.warnings), "warning"), (len(self.notes), "note"))
        found = ", ".join(count(number, what) for number, what in counts if number)
        return f"<Report {self.name!r}: {found or 'nothing to report'}>"

    def __len__(self) -> int:
        return len(self.findings)

    @overload
    def __getitem__(self, index: int) -> Finding: ...
    @overload
    def __getitem__(self, index: slice) -> tuple[Finding, ...]: ...
    def __getitem__(self, index: int | slice) -> Finding | tuple[Finding, ...]:
        return self.findings[index]

    def __bool__(self) -> bool:
        """A report is true, whatever it contains; `ok` says whether the model is."""
        return True

    def __iter__(self) -> Iterator[Finding]:
        return iter(self.findings)

    def __getstate__(self) -> dict[str, Any]:
        from_ = self._source
        texts = (from_.text(False), from_.text(True))
        stored = _Stored(
            from_.name, from_.failed, from_.hidden, from_.suppressed, from_.dropped, from_.findings(), texts,
            from_.json(), from_.sarif(),
        )  # fmt: skip
        return {"_source": stored}

    def _repr_html_(self) -> str:
        """The report as Jupyter shows it."""
        colors = {"error": "#b3261e", "warning": "#8a5a00", "note": "#3b6ea5"}
        rows = []
        for finding in self.findings:
            place = finding.location
            where = ", ".join(text for text in (place.graph, place.node or place.op, place.value) if text)
            line = f"{place.line}:{place.column}" if place.line is not None else ""
            help_ = "".join(f"<br><small>{escape(text)}</small>" for text in finding.help)
            rows.append(
                f'<tr><td style="color:{colors[finding.level]}"><b>{finding.level}</b></td><td>{escape(finding.code)}</td>'
                f'<td style="text-align:left">{escape(finding.message)}{help_}</td>'
                f'<td style="text-align:left">{escape(where)}</td><td>{line}</td></tr>'
            )
        summary = escape(repr(self)[1:-1])
        if not rows:
            return f"<p>{summary}</p>"
        head = "<tr><th>level</th><th>code</th><th>message</th><th>location</th><th>line</th></tr>"
        return f"<p>{summary}</p><table><thead>{head}</thead><tbody>{''.join(rows)}</tbody></table>"
