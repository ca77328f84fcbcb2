"""A fault: a valid model, one edit, and what a tool must report about it."""
import dataclasses
import re
from typing import Callable, NamedTuple

# Tools write a list in different forms: `[1, -2]`, `{1,-2}`, `1 and -2`.
BETWEEN = r"(?:\s*,\s*|\s+and\s+|\s*x\s*)"
FLAGS = re.IGNORECASE | re.DOTALL


def sizes(*numbers):
    """Returns a pattern for a shape or a list in the notation of any tool."""
    return BETWEEN.join(rf"(?<![\d.]){re.escape(str(n))}(?!\d|\.\d)" for n in numbers)


class Finding(NamedTuple):
    """The text of a finding, and its location if the tool reports it separately.

    Numbers in a location do not count as an explanation.
    """

    text: str
    place: str = ""


@dataclasses.dataclass(frozen=True)
class Place:
    """A part of a file: its line, in a text file, and its half-open byte range."""

    line: int | None
    start: int
    end: int

    def named(self, text):
        lines = (int(n) for n in re.findall(r"\blines? (\d+)", text, FLAGS))
        offsets = (int(n) for n in re.findall(r"\b(?:offset|bytes?) (\d+)", text, FLAGS))
        return self.line in lines or any(self.start <= n < self.end for n in offsets)


@dataclasses.dataclass(frozen=True)
class Fault:
    """What is wrong, and what a tool must report about it.

    `build` writes the valid model to a directory, or the faulty one if its second argument is true, and returns the path.
    A finding locates the fault if it contains one of the names in `where` (of the node or layer, of a value at fault, of the
    file next to the model) or one of the `places`. `value` is a pattern for what the file contains, and `valid` for what
    would be valid there; a finding explains the fault if it matches both.
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
    """Returns the marks of a tool's findings, a subset of `caught`, `located`, and `explained`.

    `findings` are those of level warning or above that the tool does not report for the valid model. Any finding counts as
    caught. For located and explained, a single finding must match the patterns by itself.
    """
    marks = {"caught"} if findings else set()
    if any(fault.locates(finding) for finding in findings):
        marks.add("located")
    if any(fault.explains(finding) for finding in findings):
        marks.add("explained")
    return marks
