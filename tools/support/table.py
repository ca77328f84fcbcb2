"""What a sweep found, as the rows of a table: the types with which a runtime runs each version of each operator.

A row is `*` if no combination of types is refused, `-` if all are, or products of types such as `T: f32 f64, I: i32 | T: f16`;
after `!` they are the refused ones.
A variable that is left out, or that has `not` before its types, has all others.
"""
import collections
import itertools
import math

from . import rectangles
from .sweep import types_of

# What proves a lack of support, whatever the form of the node.
REFUSALS = ("load: kernel", "load: operator", "load: type", "run: kernel", "run: type")

# Sets of more combinations than this are not computed.
MOST = 4000


class Found:
    """The combinations of one signature: those that run, those that are refused, and why."""

    def __init__(self, signature, cases, absent=None):
        # Whether the runtime registers no kernel; None if it has no list of kernels.
        self.signature, self.absent = signature, absent
        self.tried, self.ran = {}, set()
        # Whether a valid node ran: that a node was loaded proves nothing about what others lack.
        self.proven = any(outcome[0] == "ran" and "|load " not in case for case, outcome in cases.items())
        for case, outcome in cases.items():
            opset, name, _ = case.split("|")
            types = tuple(sorted(types_of(name).items()))
            self.tried.setdefault(types, []).append((int(opset), outcome))
            if outcome[0] == "ran":
                self.ran.add(types)
        self.refused = {types for types in self.tried if types not in self.ran and self._is_refusal(types)}

    def _is_refusal(self, types):
        made = [outcome for _, outcome in self.tried[types] if outcome[0] != "not made"]
        if any(outcome[0] in REFUSALS for outcome in made):
            return True
        # A failure that blames no type counts only if the operator runs with other types, and a crash never does.
        return bool(made) and self.proven and all(outcome[0] != "died" for outcome in made)

    def mixed(self):
        """Returns the combinations that run in some opsets of the version and not in others."""
        ran = {(types, opset) for types in self.ran for opset, outcome in self.tried[types] if outcome[0] == "ran"}
        return {types for types in self.ran if any((types, opset) not in ran for opset, _ in self.tried[types])}

    def is_missing(self):
        """Whether every attempt failed because there is no implementation, so that no form of the node can run."""
        tries = {outcome[0] for tries in self.tried.values() for _, outcome in tries} - {"not made"}
        # Some types are not even read, whatever the operator.
        return "load: operator" in tries and tries <= {"load: operator", "load: kernel"} or self.absent is not None and tries == {"load: kernel"}

    def has_sequences(self):
        """Whether an input or output is not a tensor."""
        return any(not formal.types for formal in self.signature.inputs + self.signature.outputs)

    def unknown(self):
        return set(self.tried) - self.ran - self.refused

    def examples(self):
        """Returns why combinations are refused."""
        return {types: self.tried[types][-1][1][:2] for types in self.refused}


def row(found):
    """Returns the text of a row; None if nothing was measured."""
    if not found.ran and (found.absent or found.is_missing()):
        return "-"
    if not found.ran:
        return None
    # The element type of a sequence was not varied with that of the tensors.
    if not found.refused or found.has_sequences():
        return "*"
    allowed = found.signature.allowed()
    varies = [v for v in allowed if any(v in dict(types) for types in found.tried)]
    universe = [allowed[v] for v in varies]
    if math.prod(map(len, universe)) > MOST:
        return _by_variable(found, varies, universe)
    good = set().union(*(_full(types, varies, universe) for types in found.ran | found.unknown()))
    bad = set().union(*(_full(types, varies, universe) for types in found.refused)) - good
    if not bad:
        return "*"
    bad |= _implied(set(itertools.product(*universe)) - good - bad, good, bad)
    # What else was not measured is not called a refusal.
    good |= set(itertools.product(*universe)) - bad
    supported = rectangles.cover(_sorted(good, universe), universe, bad)
    refused = rectangles.cover(_sorted(bad, universe), universe, good)
    texts = [" | ".join(text(product, varies, universe) for product in products) for products in (supported, refused)]
    return texts[0] if len(supported) <= len(refused) else f"! {texts[1]}"


def _by_variable(found, varies, universe):
    """Returns the row of a version with too many combinations: a type is refused that ran with no others, tried twice."""
    runs = {pair for types in found.ran | found.unknown() for pair in types}
    times = collections.Counter(pair for types in found.refused for pair in types)
    sides = [[t for t in types if (v, t) in runs or times[v, t] < 2] for v, types in zip(varies, universe)]
    return text(sides, varies, universe)


def _implied(rest, good, bad):
    """Returns the combinations with a type that was refused whenever it was tried, at least twice."""
    supported = {(at, name) for c in good for at, name in enumerate(c)}
    times = collections.Counter((at, name) for c in bad for at, name in enumerate(c))
    return {c for c in rest if any(key not in supported and times[key] > 1 for key in enumerate(c))}


def _sorted(combinations, universe):
    return sorted(combinations, key=lambda c: [types.index(t) for types, t in zip(universe, c)])


def _full(types, varies, universe):
    """Returns all combinations of the variables that agree with types of some of them."""
    given = dict(types)
    return set(itertools.product(*([given[v]] if v in given else u for v, u in zip(varies, universe))))


def text(product, varies, universe):
    parts = []
    for side, variable, types in zip(product, varies, universe):
        if len(side) == len(types):
            continue
        rest = [t for t in types if t not in side]
        parts.append(f"{variable}: not {' '.join(rest)}" if len(rest) < len(side) else f"{variable}: {' '.join(side)}")
    return ", ".join(parts) or "*"
