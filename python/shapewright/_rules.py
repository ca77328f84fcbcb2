"""The rules, and what they are about."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from . import _shapewright
from ._public import public

if TYPE_CHECKING:
    from ._findings import Level


@public
@dataclass(frozen=True)
class Rule:
    """A rule of `check`; `explain` returns its page.

    >>> import shapewright
    >>> rule = next(rule for rule in shapewright.rules() if rule.name == "axis-out-of-range")
    >>> rule.code, rule.level, rule.category, rule.summary
    ('OP102', 'error', 'correctness', 'an axis is outside [-rank, rank-1]')
    """

    code: str
    """The code, such as ``OP102``."""
    name: str
    """The name, such as ``axis-out-of-range``."""
    category: str
    """The category, such as ``correctness``."""
    level: Level
    """How severe its findings in ONNX models are, unless `check` is given another `severity`."""
    openvino_level: Level
    """The same in models of OpenVINO IR."""
    lifecycle: str
    """The stage of the rule: ``stable``, ``preview``, or ``deprecated``."""
    summary: str
    """What it reports."""
    fixes: tuple[Literal["safe", "unsafe"], ...]
    """The kinds of fixes that its findings may have."""


def rules() -> list[Rule]:
    """Returns all rules, sorted by code, as ``shapewright rules`` lists them.

    >>> import shapewright
    >>> [(rule.code, rule.level) for rule in shapewright.rules()][:2]
    [('FM001', 'error'), ('FM002', 'error')]
    """
    return [
        Rule(code, name, category, level, openvino_level, lifecycle, summary, tuple(fixes))
        for code, name, category, (level, openvino_level), lifecycle, summary, fixes in _shapewright.rules()
    ]


def explain(name: str) -> str:
    """Returns the page of a rule or of an operator as text, as ``shapewright explain`` prints it.

    >>> import shapewright
    >>> print(shapewright.explain("OP102").splitlines()[0])
    OP102 axis-out-of-range

    Args:
        name: The code or the name of a rule, or an operator such as ``ReduceMin``.

    Raises:
        ValueError: There is no such rule or operator.
    """
    return _shapewright.explain(name)
