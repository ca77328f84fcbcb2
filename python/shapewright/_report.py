"""The report of a check."""

from __future__ import annotations

from functools import cached_property

from ._errors import ModelError
from ._public import public

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any, ClassVar, Protocol, overload

    from ._findings import Finding, Level

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


def count(number: int, what: str) -> str:
    """A number of things, such as ``1 error`` and ``2 errors``."""
    return f"{number} {what}" if number == 1 else f"{number} {what}s"


class _Stored:
    """A report that was pickled."""

    def __init__(self, report: _Source) -> None:
        self.name, self.failed = report.name, report.failed
        self.hidden, self.suppressed, self.dropped = report.hidden, report.suppressed, report.dropped
        self._findings = report.findings()
        self._texts = (report.text(False), report.text(True))
        self._json, self._sarif = report.json(), report.sarif()

    def findings(self) -> list[tuple[Any, ...]]:
        return self._findings

    def text(self, color: bool) -> str:
        return self._texts[color]

    def json(self) -> str:
        return self._json

    def sarif(self) -> str:
        return self._sarif


@public
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

    columns: ClassVar[tuple[str, ...]] = (
        "model", "code", "name", "level", "message", "graph", "node", "node_index", "op", "value", "layer", "line",
        "column", "start_byte", "end_byte", "help", "fix", "applicability",
    )  # fmt: skip
    """The keys of the rows of `to_records`, in their order."""

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
        from ._findings import finding_of

        return tuple(finding_of(fields) for fields in self._source.findings())

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
        """The findings as flat dictionaries, one row each, in the order of the file. Every row has the keys of `columns`.

        ``pandas.DataFrame(report.to_records(), columns=report.columns)`` is a table, which has its columns without a
        finding, too; polars takes them as ``schema``.

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

    if TYPE_CHECKING:

        @overload
        def __getitem__(self, index: int) -> Finding: ...
        @overload
        def __getitem__(self, index: slice) -> tuple[Finding, ...]: ...

    def __getitem__(self, index: int | slice) -> Finding | tuple[Finding, ...]:
        return self.findings[index]

    def __eq__(self, other: object) -> bool:
        """Two reports are equal if they are about models of the same name and have the same findings."""
        return isinstance(other, Report) and (self.name, self.to_json()) == (other.name, other.to_json())

    def __hash__(self) -> int:
        return hash((self.name, len(self.findings)))

    def __bool__(self) -> bool:
        """A report is true, whatever it contains; `ok` says whether the model is."""
        return True

    def __iter__(self) -> Iterator[Finding]:
        return iter(self.findings)

    def __getstate__(self) -> dict[str, Any]:
        return {"_source": _Stored(self._source)}

    def _repr_html_(self) -> str:
        """The report as Jupyter shows it."""
        from html import escape

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
