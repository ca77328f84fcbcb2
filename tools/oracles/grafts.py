"""Describes a ReduceMin inserted after a value, valid or with one fault of its contract, for both formats."""
import dataclasses

# The rule that reports each fault in ONNX and in IR; None if the format cannot express the fault.
FAULTS = {
    "C1": ("TY101", "TY101"),
    "C2": ("OP106", "OP106"),
    "C3": ("OP107", "OP107"),
    "C4": ("OP102", "OP102"),
    "C5": ("OP103", "OP103"),
    "C6": ("OP105", "OP105"),
    "C7": ("OP105", None),
    "C8": ("OP104", "OP104"),
    "C9": ("OP101", "OP101"),
    "C10": ("TY103", "TY103"),
    "C11": ("SH201", "SH201"),
    "C12": ("OP108", "OP108"),
    "C13": ("SH301", "SH301"),
}
# The opset version since which ReduceMin takes its axes from an input.
AXES_INPUT = 18
# Faults that require the axes to be an input.
OF_INPUT = {"C2", "C3", "C7", "C12"}
# Faults after which only the rank is certain, if dimensions are kept.
UNCERTAIN = {"C3", "C4", "C6", "C9", "C12"}


@dataclasses.dataclass
class Graft:
    """The ReduceMin to insert."""

    axes: list
    keep: bool
    fault: str | None = None
    before: str | None = None  # "type": a type that ReduceMin does not allow; "empty": dimension 0 becomes 0
    axes_type: str = "i64"
    axes_rank: int = 1
    runtime_axes: int | None = None

    def shape(self, sizes):
        """Returns the shape of the result for data of this shape."""
        reduced = {a % len(sizes) for a in self.axes} if sizes else set()
        return [1 if i in reduced else d for i, d in enumerate(sizes) if self.keep or i not in reduced]


def graft(fault, rank, rng):
    """Returns a random graft with this fault (None for a valid one), for data of this rank, which is at least 1."""
    count = int(rng.integers(1, rank + 1))
    axes = [int(a) - (rank if rng.random() < 0.4 else 0) for a in rng.permutation(rank)[:count]]
    made = Graft(axes, bool(rng.integers(2)) or fault in UNCERTAIN, fault)
    if fault == "C1":
        made.before = "type"
    elif fault == "C2":
        made.axes_type = "i32" if rng.random() < 0.5 else "f32"
    elif fault == "C3":
        made.axes_rank = 2
    elif fault == "C4":
        made.axes = [rank if rng.random() < 0.5 else -rank - 1]
    elif fault == "C5":
        made.axes = [0, -rank]
    elif fault == "C12":
        made.runtime_axes = rank + 1
    elif fault == "C13":
        made.before, made.axes, made.keep = "empty", [0], True
    return made


def expected(fault, is_ir):
    return FAULTS[fault][is_ir] if fault else None
