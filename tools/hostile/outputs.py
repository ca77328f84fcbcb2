"""Runs every command that shows names, and reads what it writes with parsers that are not part of shapewright."""
import collections
import json
import os
import pathlib
import re
import shlex
import subprocess
import unicodedata
from xml.etree import ElementTree

import html5lib
import markdown_it
import onnx.parser

from . import models

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
    "inspect json": (["inspect", "-f", "json"], "json"),
    "print": (["print"], "print"),
    "graph dot": (["graph", "-f", "dot"], "dot"),
    "graph mermaid": (["graph", "-f", "mermaid"], "mermaid"),
    "graph around": (["graph", "-f", "dot", "--around=@rule"], "full"),
    "snap": (["snap"], "full"),
    "fold": (["fold", "-o", "OUT"], "full"),
    "annotate": (["annotate", "-o", "OUT"], "full"),
    "specialize": (["specialize", "--bind=@dim=4", "-o", "OUT"], "full"),
    "specialize unknown": (["specialize", "--bind=@din=4", "-o", "OUT"], "full"),
    "extract": (["extract", "--outputs=@r", "-o", "OUT"], "full"),
    "extract unknown": (["extract", "--outputs=@rr", "-o", "OUT"], "full"),
    "fix": (["lint", "--fix", "--diff"], "full"),
}


class Outputs:
    """The outputs for a model with a text in its names."""

    def __init__(self, args, folder, text):
        self.args, self.folder, self.text = args, folder.resolve(), text
        folder = self.folder
        folder.mkdir(parents=True, exist_ok=True)
        self.paths = {"onnx": models.write(folder, text), "ir": models.write_ir(folder, text)}
        safe = text.replace("/", "").replace("\0", "")[:40]
        self.paths["file name"] = models.write(folder, "plain", file=f"{safe}{models.MARK}.onnx")
        self.read = {}
        for kind, path in self.paths.items():
            if path is None:
                continue
            for name, (arguments, how) in COMMANDS.items():
                if kind == "ir" and name.startswith(("specialize", "extract", "shapes why", "graph around")):
                    continue
                self.read[f"{kind}: {name}"] = self.run(path, arguments, how, kind)
            self.diff(kind, path)
        self.snapshot()
        self.convert()
        self.print_on_terminal()

    def call(self, arguments):
        """Returns what the program writes, and its messages."""
        done = subprocess.run([os.path.abspath(self.args.binary), *map(str, arguments)], capture_output=True, timeout=60, cwd=self.folder,
                              env={**os.environ, "SOURCE_DATE_EPOCH": "1700000000"})
        if done.returncode not in (0, 1, 2):
            raise AssertionError(f"exit code {done.returncode}: {done.stderr[-300:]}")
        return done.stdout, done.stderr

    def run(self, path, arguments, how, kind):
        def argument(text):
            name = "plain" if kind == "file name" else self.text
            text = text.replace("OUT", f"out{path.suffix}")
            return re.sub("@([a-z]+)", lambda found: models.named(name, found[1]), text)
        arguments = [argument(text) for text in arguments]
        if any("\0" in text for text in arguments):
            return None
        return self.parse(how, *self.call([*arguments, "--", path.name if kind == "file name" else path]))

    def parse(self, how, out, errors):
        """Returns what must not depend on the names, or a complaint."""
        try:
            messages = text_of(errors)
            return {"out": READERS[how](self, out), "messages": messages}
        except Exception as error:  # Whatever a parser throws is a complaint.
            return f"{type(error).__name__}: {error}"[:400]

    def diff(self, kind, path):
        if kind == "ir":
            return
        other = models.write(self.folder, self.text if kind == "onnx" else "plain", False, "other.onnx")
        self.read[f"{kind}: diff"] = self.parse("full", *self.call(["diff", path, other]))
        self.read[f"{kind}: diff json"] = self.parse("json", *self.call(["diff", "-f", "json", path, other]))

    def snapshot(self):
        path = pathlib.Path(f"{self.paths['onnx']}.shapes")
        self.read["snap file"] = self.parse("full", path.read_bytes(), b"")
        path.write_text("\n".join(line.replace("Relu", "Exp") for line in path.read_text(encoding="utf-8").split("\n")), encoding="utf-8")
        self.read["snap check"] = self.parse("full", *self.call(["snap", "--check", self.paths["onnx"]]))

    def convert(self):
        text = self.folder / "converted.onnxtxt"
        _, errors = self.call(["convert", self.paths["onnx"], "-o", text])
        self.read["convert"] = self.parse("text", text.read_bytes() if text.exists() else b"", errors)

    def print_on_terminal(self):
        command = shlex.join([os.path.abspath(self.args.binary), "print", str(self.paths["onnx"])])
        done = subprocess.run(["script", "-qec", command, "/dev/null"], capture_output=True, timeout=60, stdin=subprocess.DEVNULL)
        read = self.parse("full", done.stdout.replace(b"\r\n", b"\n"), b"")
        # The text of the model has a name with a line break in two lines.
        self.read["print on a terminal"] = read if isinstance(read, str) else None

    def compare(self, plain):
        """Returns a complaint or nothing for each output."""
        wrong = {}
        for name, read in self.read.items():
            other = plain.read.get(name)
            if name.endswith("html") and "\n" in self.text and not isinstance(read, str):
                # A listing has a name with a line break in two lines.
                read, other = ({**side, "out": {**side["out"], "li": 0, "ul": 0}} for side in (read, other))
            if isinstance(read, str):
                wrong[name] = read
            elif read is None or isinstance(other, str):
                wrong[name] = None if read is None else other
            else:
                wrong[name] = next((difference(part, read[part], other[part]) for part in read if read[part] != other[part]), None)
        return wrong


def difference(part, read, expected):
    if isinstance(read, dict) and isinstance(expected, dict):
        keys = [key for key in {**read, **expected} if read.get(key) != expected.get(key)]
        read, expected = ({key: side.get(key) for key in keys} for side in (read, expected))
    return f"{part}: {read}; expected {expected}"[:400]


def hidden(text):
    """Returns the characters that control a terminal or are not visible."""
    def bad(c):
        return c != "\n" and (unicodedata.category(c) in ("Cc", "Cf", "Zl", "Zp", "Cn") or c in "\u2800\u3164\u115f\u1160\uffa0")
    return sorted({f"U+{ord(c):04X}" for c in text if bad(c)})


def text_of(data):
    """Checks text, and returns its number of lines."""
    text = data.decode("utf-8")
    if bad := hidden(text):
        raise AssertionError(f"shows {bad}")
    return text.count("\n")


def json_of(outputs, data):
    text = data.decode("utf-8")
    if bad := hidden(text):
        raise AssertionError(f"the bytes contain {bad}")
    values = [json.loads(line) for line in text.splitlines()] if text.count("\n{") else [json.loads(text)]
    return json_shape(values)


def json_shape(value):
    """Returns a value without its texts."""
    if isinstance(value, dict):
        return {(key if models.MARK not in key else "name"): json_shape(item) for key, item in value.items()}
    if isinstance(value, list):
        # A list of names of a port separates them with commas, which a name of letters does not contain.
        return "names" if all(isinstance(item, str) for item in value) else [json_shape(item) for item in value]
    return type(value).__name__


def github_of(outputs, data):
    """Returns the commands of a log, each with its properties."""
    text_of(data)
    commands = []
    for line in data.decode("utf-8").split("\n"):
        command = re.fullmatch(r"::(error|warning|notice) ([^:\n]*)::(.*)", line)
        if command:
            properties = dict(item.split("=", 1) for item in command[2].split(","))
            commands.append((command[1], sorted(properties), command[3].count("%0A")))
        elif line.startswith("::") and not line.startswith(("::group::", "::endgroup::")) or "##[" in line:
            raise AssertionError(f"another command: {line[:200]}")
    return commands


def junit_of(outputs, data):
    text_of(data)
    tree = ElementTree.fromstring(data)
    return [(item.tag, sorted(item.attrib), (item.text or "").count("\n")) for item in tree.iter()]


def markdown_of(outputs, data):
    """Returns the elements of a page. Text of a model is text or code."""
    text_of(data)
    tokens = markdown_it.MarkdownIt("gfm-like", {"html": True}).parse(data.decode("utf-8"))
    counts = collections.Counter()
    for token in tokens:
        counts[token.type] += 1
        for child in token.children or []:
            if child.type not in ("text", "code_inline", "text_special", "softbreak"):
                counts[child.type if child.type != "html_inline" else child.content] += 1
    # What is in backquotes is code, also in a name.
    del counts["<code>"], counts["</code>"]
    return dict(counts)


def html_of(outputs, data):
    text_of(data.replace(b"\t", b""))
    tree = html5lib.parse(data.decode("utf-8"), namespaceHTMLElements=False)
    found = collections.Counter()
    for item in tree.iter():
        if isinstance(item.tag, str):
            found[item.tag] += 1
            for name in item.attrib:
                found[f"attribute {name}"] += name.startswith("on") or name in ("src", "style")
    # What is in backquotes is code, also in a name.
    del found["code"]
    return dict(found)


def dot_of(outputs, data):
    text_of(data)
    done = subprocess.run(["dot", "-Tdot_json"], input=data, capture_output=True, timeout=60)
    if done.returncode or done.stderr:
        raise AssertionError(done.stderr.decode("utf-8", "replace")[:300])
    graph = json.loads(done.stdout)
    return [len(graph.get(part, [])) for part in ("objects", "edges")], [item["name"] for item in graph.get("objects", [])]


def mermaid_of(outputs, data):
    text_of(data)
    if not outputs.args.mermaid:
        return None
    script = pathlib.Path(__file__).with_name("mermaid.mjs").read_text(encoding="utf-8")
    done = subprocess.run(["node", "--input-type=module", "-e", script], input=data, capture_output=True, timeout=120, cwd=outputs.args.mermaid)
    if done.returncode:
        raise AssertionError(done.stderr.decode("utf-8", "replace")[-300:])
    return json.loads(done.stdout)


def names_of(graph):
    """Returns the names of a graph and its bodies."""
    found = [graph.name]
    found += [item.name for part in (graph.input, graph.output, graph.initializer) for item in part]
    for node in graph.node:
        found += [node.name, node.op_type, node.domain, *node.input, *node.output]
        for attribute in node.attribute:
            found.append(attribute.name)
            if attribute.HasField("g"):
                found += names_of(attribute.g)
    return found


def print_of(outputs, data):
    """Reads a listing: on a terminal, text; in a pipe, what reads back as the same model."""
    data.decode("utf-8")


def text_form_of(outputs, data):
    """Reads ONNX text with onnx's own parser, and compares the names with those of the model."""
    text = data.decode("utf-8")
    try:
        read = onnx.parser.parse_model(text)
    except onnx.parser.ParseError:
        # It reads no quoted names of operators and attributes.
        return None
    expected = onnx.load(outputs.paths["onnx"])
    if names_of(read.graph) != names_of(expected.graph):
        raise AssertionError("the names differ")
    return None


READERS = {
    "full": lambda _, data: text_of(data), "concise": lambda _, data: text_of(data), "json": json_of, "jsonl": json_of,
    "sarif": json_of, "gitlab": json_of, "github": github_of, "junit": junit_of, "markdown": markdown_of, "html": html_of,
    "dot": dot_of, "mermaid": mermaid_of, "print": print_of, "text": text_form_of,
}
