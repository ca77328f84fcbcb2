"""Reads what the program writes with parsers that are not part of shapewright.

Each reader returns what must be the same for all names, and complains with an exception.
"""
import collections
import json
import pathlib
import re
import shutil
import subprocess
import unicodedata
from xml.etree import ElementTree

import html5lib
import markdown_it
import onnx

from . import names, text_form


def is_hidden(c):
    """Whether a character controls a terminal or is not visible."""
    return c != "\n" and (unicodedata.category(c) in ("Cc", "Cf", "Zl", "Zp", "Cn") or c in "\u2800\u3164\u115f\u1160\uffa0")


def visible(data):
    """Returns the text of an output that must not have hidden characters."""
    text = data.decode("utf-8")
    if bad := sorted({f"U+{ord(c):04X}" for c in text if is_hidden(c)}):
        raise AssertionError(f"shows {bad}")
    return text


def lines_of(model, data):
    """Checks text, and returns its number of lines."""
    return visible(data).count("\n")


def no_command(text):
    """Checks that no line of text is a command for the runner of a workflow, which reads what a step writes."""
    for line in re.split("[\r\n]", text):
        if line.lstrip().startswith("::") or "##[" in line:
            raise AssertionError(f"a workflow command: {line[:200]}")


def log_of(model, data):
    """Reads text that may be in the log of a workflow."""
    no_command(visible(data))
    return lines_of(model, data)


def json_of(model, data):
    return with_names(model, [json.loads(visible(data))])


def baseline_of(model, data):
    """Reads a baseline, which has backslashes in paths twice, because an escape stands for a byte that is no UTF-8."""
    value = json.loads(visible(data))
    for finding in value["findings"]:
        finding["path"] = finding["path"].replace("\\\\", "\\")
    return with_names(model, [value])


def jsonl_of(model, data):
    return with_names(model, [json.loads(line) for line in visible(data).removesuffix("\n").split("\n")])


def with_names(model, values):
    """Returns the values for names of letters, which must be names of the model."""
    values = names.Json(model.names).value(values)
    if foreign := names.kinds_in(json.dumps(values)) - model.kinds:
        raise AssertionError(f"the model has no name {sorted(foreign)}")
    return values


def unescaped(text):
    """Returns a value of a workflow command as the runner reads it."""
    for code, c in (("%3A", ":"), ("%2C", ","), ("%0D", "\r"), ("%0A", "\n"), ("%25", "%")):
        text = text.replace(code, c)
    return text


def github_of(model, data):
    """Returns the commands of a log, each with its properties and message.

    A line that starts with a command is no command of the old form, whatever is in its message.
    """
    commands = []
    for line in visible(data).split("\n"):
        command = re.fullmatch(r"::(error|warning|notice) ([^:\n]*)::(.*)", line)
        if not command:
            if not line.startswith(("::group::", "::endgroup::")):
                no_command(line)
            continue
        properties = dict(item.split("=", 1) for item in command[2].split(","))
        shown = {key: model.names.message(unescaped(value)) for key, value in properties.items() if key in ("file", "title")}
        message, *lines = unescaped(command[3]).partition("\nsuggestion from line ")
        commands.append([command[1], sorted(properties), shown, model.names.message(message), *map(model.names.source, lines)])
    return commands


def without_places(text):
    """Returns text without the columns and lines of a listing, which names move."""
    return re.sub(r":\d+:\d+:", ":", text)


def junit_of(model, data):
    visible(data)
    def shown(text):
        return without_places(model.names.xml(text or ""))
    tree = ElementTree.fromstring(data)
    return [[item.tag, {key: shown(value) for key, value in item.attrib.items()}, shown(item.text)] for item in tree.iter()]


def markdown_of(model, data):
    """Returns the elements of a page. Text of a model is text or code."""
    text = visible(data)
    no_command(text)
    counts, texts = collections.Counter(), []
    for token in markdown_it.MarkdownIt("gfm-like", {"html": True}).parse(text):
        counts[token.type] += 1
        # A row does not have more cells than its table: a further one is not an element, but text that is not shown.
        texts += [model.names.loose("".join(child.content for child in token.children))] if token.children else []
        for child in token.children or []:
            if child.type not in ("text", "code_inline", "text_special", "softbreak"):
                counts[child.type if child.type != "html_inline" else child.content] += 1
    # What is in backquotes is code, also in a name.
    del counts["<code>"], counts["</code>"]
    return [dict(counts), texts]


def html_of(model, data):
    visible(data.replace(b"\t", b""))
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


def program(name):
    """Checks that a program is installed that reads an output."""
    if not shutil.which(name):
        raise names.Skipped(f"{name} is not installed")


def dot_of(model, data):
    visible(data)
    program("dot")
    done = subprocess.run(["dot", "-Tdot_json"], input=data, check=False, capture_output=True, timeout=60)
    if done.returncode or done.stderr:
        raise AssertionError(done.stderr.decode("utf-8", "replace")[:300])
    graph = json.loads(done.stdout)
    return [len(graph.get(part, [])) for part in ("objects", "edges")], [item["name"] for item in graph.get("objects", [])]


def mermaid_of(model, data):
    visible(data)
    if not model.args.mermaid:
        raise names.Skipped("without --mermaid")
    script = pathlib.Path(__file__).with_name("mermaid.mjs").read_text(encoding="utf-8")
    done = subprocess.run(["node", "--input-type=module", "-e", script], input=data, check=False, capture_output=True,
                          timeout=120, cwd=model.args.mermaid)
    if done.returncode:
        raise AssertionError(done.stderr.decode("utf-8", "replace")[-300:])
    return json.loads(done.stdout)


def terminal_of(model, data):
    """Reads the text form as a terminal gets it, which has as many lines as in a pipe."""
    return visible(data.replace(b"\r\n", b"\n")).count("\n") - model.lines


def tokens_of(model, data):
    """Reads the text form of the model as tokens."""
    return text_form.read(data.decode("utf-8"), model.expected, model.names)


def onnx_of(model, data):
    """Reads the text form with onnx's parser, which has the names of the file."""
    if b"\0" in data:
        raise names.Skipped("onnx's parser reads up to a NUL")
    return text_form.read_by_onnx(data.decode("utf-8"), model.path)


# The rules whose findings a place of a model suppresses.
IGNORED = r"[a-z-]+(, ?[a-z-]+)*"


def ignored_onnx_of(model, data):
    """Reads a file to which suppressions were added with onnx. Otherwise, it is the model."""
    read, count = onnx.load_from_string(data), 0
    for part in (read, read.graph, *read.graph.node):
        added = [entry for entry in part.metadata_props if entry.key == "shapewright.ignore"]
        count += sum(bool(re.fullmatch(IGNORED, entry.value)) for entry in added)
        for entry in added:
            part.metadata_props.remove(entry)
    if read != onnx.load(model.path):
        raise AssertionError("another model")
    return count


def ignored_ir_of(model, data):
    """Reads a file to which suppressions were added with expat. Otherwise, it is the model."""
    read, expected = (ElementTree.canonicalize(text, strip_text=True) for text in (data, model.path.read_bytes()))
    if read != expected:
        raise AssertionError("another model")
    builder = ElementTree.XMLParser(target=ElementTree.TreeBuilder(insert_comments=True))
    comments = [item.text for item in ElementTree.fromstring(data, builder).iter(ElementTree.Comment)]
    if not all(re.fullmatch(rf" shapewright: ignore\[{IGNORED}\] ", text) for text in comments):
        raise AssertionError(f"another comment: {comments}")
    return len(comments)


READERS = {
    "baseline": baseline_of, "ignored onnx": ignored_onnx_of, "ignored ir": ignored_ir_of,
    "full": log_of, "concise": log_of, "lines": lines_of, "json": json_of, "jsonl": jsonl_of, "sarif": json_of,
    "gitlab": json_of, "github": github_of, "junit": junit_of, "markdown": markdown_of, "html": html_of, "dot": dot_of,
    "mermaid": mermaid_of, "terminal": terminal_of, "tokens": tokens_of, "onnx": onnx_of,
}
