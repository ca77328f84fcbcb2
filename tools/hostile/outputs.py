"""Runs every command that shows names, and keeps what readers say about what it writes."""
import collections
import dataclasses
import json
import os
import pathlib
import re
import shlex
import shutil
import subprocess
from xml.etree import ElementTree

import onnx

from . import models, names, readers

LINT = ("full", "concise", "json", "jsonl", "sarif", "github", "gitlab", "junit", "markdown", "html")
# Commands by name: what follows the program and the model, and how the output is read.
COMMANDS = {
    **{f"lint {name}": (["lint", "--min-level", "note", "-f", name], name) for name in LINT},
    "lint statistics": (["lint", "--min-level", "note", "--statistics"], "full"),
    "shapes": (["shapes"], "full"),
    "shapes values": (["shapes", "--values", "4"], "full"),
    "shapes concise": (["shapes", "-f", "concise"], "full"),
    "shapes json": (["shapes", "-f", "json"], "json"),
    "shapes why": (["shapes", "--why=@min"], "full"),
    "shapes why unknown": (["shapes", "--why=@mim"], "full"),
    "inspect": (["inspect"], "full"),
    "shapes jsonl": (["shapes", "-f", "jsonl"], "jsonl"),
    "inspect json": (["inspect", "-f", "json"], "json"),
    "inspect jsonl": (["inspect", "-f", "jsonl"], "jsonl"),
    "print": (["print"], "tokens"),
    "graph dot": (["graph", "-f", "dot"], "dot"),
    "graph mermaid": (["graph", "-f", "mermaid"], "mermaid"),
    "graph around": (["graph", "-f", "dot", "--around=@rule"], "full"),
    "snap": (["snap"], "full"),
    "fold": (["fold", "-o", "OUT"], "full"),
    "fold report": (["fold", "--force", "--report", "-o", "OUT"], "full"),
    "fold json": (["fold", "--force", "--report", "-f", "json", "-o", "OUT"], "json"),
    "annotate": (["annotate", "-o", "OUT"], "full"),
    "annotate json": (["annotate", "--force", "-f", "json", "-o", "OUT"], "json"),
    "specialize": (["specialize", "--bind=@dim=4", "-o", "OUT"], "full"),
    "specialize unknown": (["specialize", "--bind=@din=4", "-o", "OUT"], "full"),
    "specialize json": (["specialize", "--bind=@dim=4", "-f", "json", "-o", "OUT"], "json"),
    "extract": (["extract", "--outputs=@r", "-o", "OUT"], "full"),
    "extract json": (["extract", "--outputs=@r", "-f", "json", "-o", "OUT"], "json"),
    "convert json": (["convert", "-f", "json", "-o", "OUT"], "json"),
    "extract unknown": (["extract", "--outputs=@rr", "-o", "OUT"], "full"),
    "fix": (["lint", "--fix", "--diff"], "full"),
}
# These write about more in a model without a fault.
OF_RIGHT = ("fold", "annotate", "specialize")
# These name a value, a dimension, or a node of the ONNX model, or are not for IR.
OF_ONNX = ("specialize", "extract", "convert", "shapes why", "graph around")


@dataclasses.dataclass
class Source:
    """A model, and what readers compare its outputs with."""
    args: object
    path: pathlib.Path
    # The text in the names in it, and in its own name.
    inside: str
    names: names.Names
    # The texts that its text form has, and the kinds of names that the model has.
    expected: set
    kinds: set
    # The lines of its text form.
    lines: int = 0


@dataclasses.dataclass
class Output:
    """What a command wrote, and how it is read."""
    source: Source
    how: str
    out: bytes
    errors: bytes
    code: int = 0

    def read(self):
        """Returns what must not depend on the names, a complaint, or why nothing was checked."""
        try:
            # The messages are in the log of a workflow, too.
            messages = readers.log_of(self.source, self.errors)
            return {"out": readers.READERS[self.how](self.source, self.out), "messages": messages, "exit code": self.code}
        except names.Skipped as reason:
            return reason
        except Exception as error:  # noqa: BLE001 - whatever a parser throws is a complaint
            return f"{type(error).__name__}: {error}"[:400]


class Outputs:
    """The outputs for a model with a text in its names."""

    def __init__(self, args, folder, text):
        self.args, self.folder, self.text = args, folder.resolve(), text
        self.folder.mkdir(parents=True, exist_ok=True)
        # What an earlier run kept must not be taken for an output of this one.
        for old in (*self.folder.glob("*.shapes"), *self.folder.glob("*.onnxtxt"), *self.folder.glob("out.*")):
            old.unlink()
        self.sources = self.write_models()
        self.outputs, self.skipped = {}, {}
        for kind in ("onnx", "ir", "file name"):
            for name, (arguments, how) in COMMANDS.items():
                if kind != "ir" or not name.startswith(OF_ONNX):
                    self.run(f"{kind}: {name}", kind, arguments, how)
            if kind != "ir":
                self.diff(kind)
            if kind in self.sources:
                self.write_beside(kind)
        for name, (arguments, how) in COMMANDS.items():
            if name.startswith(OF_RIGHT):
                self.run(f"right: {name}", "right", arguments, how)
        self.snapshot()
        for kind, how in (("onnx", "tokens"), ("identifiers", "onnx")):
            self.convert(kind, how)
            self.ignore(kind, self.folder / f"{kind}.onnxtxt", how)
        for kind in ("onnx", "ir"):
            if kind in self.sources:
                self.ignore(kind, self.sources[kind].path, f"ignored {kind}")
        self.run("identifiers: print", "identifiers", ["print"], "onnx")
        self.print_on_terminal()
        self.read = {**{name: output.read() for name, output in self.outputs.items()}, **self.skipped}

    def write_models(self):
        folder, text = self.folder, self.text
        safe = text.replace("/", "").replace("\0", "")[:40]
        paths = {
            "onnx": (models.write(folder, text), text, text),
            "ir": (models.write_ir(folder, text), text, text),
            "file name": (models.write(folder, names.PLAIN, file=f"{safe}{models.MARK}.onnx"), names.PLAIN, safe),
            "right": (models.write(folder, text, False, "right.onnx"), text, text),
            "identifiers": (models.write(folder, text, file="identifiers.onnx", word=names.PLAIN), text, text),
        }
        return {kind: self.source(*item) for kind, item in paths.items() if item[0]}

    def source(self, path, inside, shown):
        replaced = names.Names(shown, readers.is_hidden)
        if path.suffix == ".onnx":
            expected = {name for name in names.model_names(onnx.load(path)) if name}
            other = set()
        else:
            values = [(key, value) for item in ElementTree.parse(path).iter() for key, value in item.attrib.items()]
            expected = {value for key, value in values if models.MARK in value and key != "names"}
            # The text form has no names of ports.
            other = {value for key, value in values if key == "names"}
        kinds = names.kinds_in(" ".join(map(replaced.field, expected | other)))
        return Source(self.args, path, inside, replaced, expected, kinds)

    def call(self, arguments, **environment):
        """Returns what the program writes, its messages, and its exit code."""
        done = subprocess.run([os.path.abspath(self.args.binary), *map(str, arguments)], check=False, capture_output=True,
                              timeout=60, cwd=self.folder,
                              env={**os.environ, "SOURCE_DATE_EPOCH": "1700000000", **environment})
        if done.returncode not in (0, 1, 2):
            raise AssertionError(f"exit code {done.returncode}: {done.stderr[-300:]}")
        return done.stdout, done.stderr, done.returncode

    def keep(self, name, kind, how, *written):
        self.outputs[name] = Output(self.sources[kind], how, *written)

    def run(self, name, kind, arguments, how):
        if kind not in self.sources:
            self.skipped[name] = names.Skipped("XML cannot contain the text")
            return
        source = self.sources[kind]

        def argument(text):
            text = text.replace("OUT", f"out{source.path.suffix}")
            return re.sub("(=?)@([a-z]+)", lambda found: found[1] + shown(models.named(source.inside, found[2]), text), text)

        def shown(name, text):
            # A list separates names with commas, unless they are in quotes.
            return json.dumps(name, ensure_ascii=False) if text.startswith("--outputs") and re.search(r'[,\\"]', name) else name
        arguments = [argument(text) for text in arguments]
        if any("\0" in text for text in arguments):
            self.skipped[name] = names.Skipped("an argument cannot contain NUL")
            return
        self.keep(name, kind, how, *self.call([*arguments, "--", source.path.name]))

    def diff(self, kind):
        source = self.sources[kind]
        other = models.write(self.folder, source.inside, False, "other.onnx").name
        path = source.path.name
        self.keep(f"{kind}: diff", kind, "full", *self.call(["diff", "--", path, other]))
        self.keep(f"{kind}: diff json", kind, "json", *self.call(["diff", "-f", "json", "--", path, other]))

    def write_beside(self, kind):
        """Keeps what lint writes to a file: a baseline, and the summary of a step of a workflow."""
        lint = ["lint", "--min-level", "note"]
        files = {"baseline": ["--write-baseline", "out.beside"], "markdown": ["-f", "github"]}
        for how, arguments in files.items():
            path = self.folder / "out.beside"
            path.unlink(missing_ok=True)
            _, errors, code = self.call([*lint, *arguments, "--", self.sources[kind].path.name], GITHUB_STEP_SUMMARY=str(path))
            self.keep(f"{kind}: {how} beside", kind, how, path.read_bytes(), errors, code)

    def ignore(self, kind, path, how):
        """Keeps a copy of a model in which the findings are suppressed."""
        copy = path.with_stem("out")
        shutil.copyfile(path, copy)
        _, errors, code = self.call(["lint", "--min-level", "note", "--add-ignores", copy.name])
        self.keep(f"{kind}: add ignores to {path.suffix}", kind, how, copy.read_bytes(), errors, code)

    def snapshot(self):
        path = pathlib.Path(f"{self.sources['onnx'].path}.shapes")
        self.keep("snap file", "onnx", "lines", path.read_bytes(), b"")
        path.write_bytes(path.read_bytes().replace(b"Relu", b"Exp"))
        self.keep("snap check", "onnx", "full", *self.call(["snap", "--check", self.sources["onnx"].path.name]))

    def convert(self, kind, how):
        text = self.folder / f"{kind}.onnxtxt"
        _, errors, code = self.call(["convert", self.sources[kind].path, "-o", text])
        self.keep(f"{kind}: convert", kind, how, text.read_bytes() if text.exists() else b"", errors, code)

    def print_on_terminal(self):
        source = self.sources["onnx"]
        source.lines = self.outputs["onnx: print"].out.count(b"\n")
        command = shlex.join([os.path.abspath(self.args.binary), "print", str(source.path)])
        try:
            done = subprocess.run(["script", "-qec", command, "/dev/null"], check=False, capture_output=True, timeout=60,
                                  stdin=subprocess.DEVNULL)
        except FileNotFoundError:
            self.skipped["print on a terminal"] = names.Skipped("script is not installed")
            return
        self.keep("print on a terminal", "onnx", "terminal", done.stdout, done.stderr, done.returncode)

    def compare(self, plain):
        """Returns a complaint, a reason why it was not checked, or nothing for each output."""
        return {name: self.verdict(name, read, plain) for name, read in self.read.items()}

    def verdict(self, name, read, plain):
        """Returns what differs from the output for names of letters."""
        expected = plain.read[name]
        for side in (read, expected):
            if not isinstance(side, dict):
                return side
        if name.endswith("html") and "\n" in self.text:
            # A listing has a name with a line break in two lines.
            read, expected = ({**side, "out": {**side["out"], "li": 0, "ul": 0}} for side in (read, expected))
        return next((difference(part, read[part], expected[part]) for part in read if read[part] != expected[part]), None)

    def readers(self):
        """Returns how many outputs each reader read."""
        return collections.Counter(self.outputs[name].how for name, read in self.read.items() if isinstance(read, dict))


def difference(part, read, expected):
    """Returns the smallest parts of two values that differ."""
    if isinstance(read, dict) and isinstance(expected, dict):
        for key in {**read, **expected}:
            if read.get(key) != expected.get(key):
                return difference(f"{part}.{key}", read.get(key), expected.get(key))
    if isinstance(read, (list, tuple)) and isinstance(expected, (list, tuple)):
        for at, (one, other) in enumerate(zip(read, expected)):
            if one != other:
                return difference(f"{part}[{at}]", one, other)
    return f"{part}: {read!r}; expected {expected!r}"[:400]
