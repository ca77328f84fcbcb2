"""Findings, and where they are."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal

from ._public import public

Level = Literal["error", "warning", "note"]


@public
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


@public
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


@public
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
    """The edits, which are applied together, as in the JSON report: of more than 1,000, the last one, of the kind `further`, has
    the number of the others."""

    @property
    def is_safe(self) -> bool:
        """Whether the model computes what it did; otherwise the intention is guessed, or the interface changes."""
        return self.applicability == "safe"

    def __hash__(self) -> int:
        return hash((self.title, self.applicability))


@public
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
        from ._shapewright import one_line

        return one_line(f"{self.level}[{self.code}]: {self.message}")

    def __hash__(self) -> int:
        return hash((self.code, self.message, self.location))


def finding_of(fields: tuple[Any, ...]) -> Finding:
    """A finding from the fields that the native function returns."""
    code, name, level, message, place, related, notes, help_, data, fix = fields
    others = tuple(RelatedLocation(Location(*place), text) for place, text in related)
    repair = None if fix is None else Fix(*fix)
    return Finding(code, name, level, message, Location(*place), others, notes, help_, data, repair)
