"""A fault: a sound model, one edit, and what an answer to it must say."""
import dataclasses
import re
from typing import Callable, NamedTuple

# The forms in which tools write a list: `[1, -2]`, `{1,-2}`, `1 and -2`.
BETWEEN = r"(?:\s*,\s*|\s+and\s+|\s*x\s*)"
FLAGS = re.IGNORECASE | re.DOTALL


def sizes(*numbers):
    """A pattern for a shape or list as any tool may write it."""
    return BETWEEN.join(rf"(?<![\d.]){re.escape(str(n))}(?!\d|\.\d)" for n in numbers)


class Finding(NamedTuple):
    """What a tool says, and where, if it says that apart: numbers of a place explain nothing."""

    text: str
    place: str = ""


@dataclasses.dataclass(frozen=True)
class Place:
    """A part of a file: its line, in a text, and its bytes, half-open."""

    line: int | None
    start: int
    end: int

    def named(self, text):
        lines = (int(n) for n in re.findall(r"\blines? (\d+)", text, FLAGS))
        offsets = (int(n) for n in re.findall(r"\b(?:offset|bytes?) (\d+)", text, FLAGS))
        return self.line in lines or any(self.start <= n < self.end for n in offsets)


@dataclasses.dataclass(frozen=True)
class Fault:
    """What is wrong, and what a tool must say of it.

    `build` writes the sound model to a folder, or the faulty one where its second argument is true, and returns the path.
    A finding locates the fault that has one of the names `where` (of the node or layer, of a value at fault, of the file
    beside the model) or one of the `places`. `value` is a pattern for what stands in the file, `valid` for what would be
    right there: a finding explains that has both.
    """

    ident: str
    line: str
    dialect: str
    build: Callable
    where: tuple
    value: str
    valid: str
    places: tuple = ()

    def locates(self, finding):
        text = f"{finding.text}\n{finding.place}"
        names = any(re.search(rf"(?<![\w/]){re.escape(name)}(?!\w)", text) for name in self.where)
        return names or any(place.named(text) for place in self.places)

    def explains(self, finding):
        return all(re.search(pattern, finding.text, FLAGS) for pattern in (self.value, self.valid))


def judge(fault, findings):
    """What a tool's findings are worth, as a set of `caught`, `located`, `explained`.

    Findings are those of level warning or worse that the tool does not give for the sound model. One is enough to have
    caught it; to have located or explained it, one finding must by itself hold what the patterns ask for.
    """
    marks = {"caught"} if findings else set()
    if any(fault.locates(finding) for finding in findings):
        marks.add("located")
    if any(fault.explains(finding) for finding in findings):
        marks.add("explained")
    return marks
