"""A class of faults, one edit of it, and the judgement of the findings about the edited model."""
import dataclasses
import re
from typing import Callable

CLASSES = {}


@dataclasses.dataclass
class Edit:
    """What was edited, and where a finding about it must be.

    `nodes` are pairs of a graph path and a node index (in IR, a layer id). A finding is at the edit if it is at one of
    `nodes`, about one of `values`, at one of `readers` with one of `values` in its message, or, for an edit of the model as
    a whole, if its message or help matches `mention`.
    """

    what: str
    repair: str
    nodes: set = dataclasses.field(default_factory=set)
    values: set = dataclasses.field(default_factory=set)
    readers: set = dataclasses.field(default_factory=set)
    mention: str | None = None
    # Inputs with an initializer that must remain.
    kept: set = dataclasses.field(default_factory=set)

    def locates(self, finding):
        place, message = finding["location"], finding["message"]
        node = (place["graph"], place["layer"] if place["layer"] is not None else place["node_index"])
        named = any(f"`{value}`" in message for value in self.values)
        whole = self.mention is not None and re.search(self.mention, "\n".join([message, *finding["help"]]))
        return bool(node in self.nodes or place["value"] in self.values or (node in self.readers and named) or whole)


@dataclasses.dataclass(frozen=True)
class FaultClass:
    """A class of faults. `inject` edits a copy of a model and returns the edit, or None if the model has no place for it.

    `prepare` first adds what the fault needs, such as a subgraph; the prepared model must still be valid. `level` is the
    level that a finding must have: a model that its reference runtime runs deserves only a warning.
    """

    name: str
    dialect: str
    inject: Callable
    prepare: Callable | None
    level: str


def _register(dialect):
    def with_name(name, prepare=None, level="error"):
        def register(inject):
            assert (dialect, name) not in CLASSES, name
            CLASSES[dialect, name] = FaultClass(name, dialect, inject, prepare, level)
            return inject

        return register

    return with_name


onnx_fault, ir_fault = _register("onnx"), _register("ir")


@dataclasses.dataclass
class Verdict:
    """What the findings about an edited model are worth."""

    caught: bool
    single: bool
    located: bool
    findings: list


def judge(fault, edit, findings, usual):
    """Judges the findings about an edited model. `usual` are the findings about the valid model."""
    known = {(f["code"], f["message"]) for f in usual}
    fresh = [f for f in findings if (f["code"], f["message"]) not in known]
    levels = ("error",) if fault.level == "error" else ("error", "warning")
    counted = [f for f in fresh if f["level"] in levels]
    return Verdict(bool(counted), len(counted) == 1, any(edit.locates(f) for f in counted), counted or fresh)
