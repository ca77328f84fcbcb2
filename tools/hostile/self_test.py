"""Breaks outputs, and checks that the readers complain about each."""
import dataclasses
import json
import re

from . import names

# A text that a name field of JSON and the text form have as it is, and that a message may show as an escape.
TEXT = "a\nb"
# These start a process for each output, so that one output is enough.
SLOW = {"dot", "mermaid"}


def replacing(old, new, count=1):
    """Returns a change of what matches first."""
    return lambda data: re.sub(old, new, data, count=count)


def appending(end):
    return lambda data: data + end


def without_item(data):
    """Removes an object from a list of JSON."""
    value = json.loads(data)

    def remove(value):
        if isinstance(value, list) and value and isinstance(value[0], dict):
            value.pop()
            return True
        return isinstance(value, (list, dict)) and any(map(remove, value.values() if isinstance(value, dict) else value))
    return json.dumps(value).encode() if remove(value) else data


# The mark of a name of letters, and any name in the text form that is between quotes or is a word.
NAME = rb"plainzq"
ESCAPE = {"a terminal escape": replacing(NAME, b"\x1b[31mplainzq"), "an invisible character": appending("\u200b".encode())}
LINE = {"another line": appending(b"\n")}
COMMAND = {
    "a workflow command": lambda data: b" ::error::x" + data,
    "a workflow command of the old form": appending(b" ##[error]x"),
}
# What is not equal in JSON.
JSON = {
    "a character that JSON permits and a terminal obeys": replacing(NAME, b"\x7fplainzq"),
    "a dropped name": replacing(rb"plainzq[a-z]+", b""),
    "another name": replacing(rb"plainzq[a-z]", b"plainzqq"),
    "a name without its line break": replacing(rb"a\\nbzq", b"abzq"),
}
# GitLab has names only in messages.
FIELD = {
    "an escaped name where a name is a field":
        replacing(rb'("(?:name|node|value|fullyQualifiedName)": ?"(?:main/)?a)\\nbzq', rb"\1\\\\nbzq"),
}
TEXT_FORM = {
    "a dropped name": replacing(NAME, b"plain"),
    "another name": replacing(NAME, b"plainzqq"),
    "another line": appending(b"\n\n"),
    "a line break in a name": replacing(NAME, b"plain\nzq"),
    "a dropped node": replacing(rb"\n +\[[^\n]*= [^\n]*Relu[^\n]*\)\n", b"\n"),
    "a quote that is not escaped": replacing(rb'"a\nbzq', b'"a\nb"zq'),
    "a name without its line break": replacing(rb"a\nbzq", b"abzq"),
}
# What is broken in an output by how it is read.
BROKEN = {
    "full": {**ESCAPE, **LINE, **COMMAND},
    "concise": {**ESCAPE, **LINE, **COMMAND},
    "lines": {**ESCAPE, **LINE},
    "terminal": {**ESCAPE, **LINE},
    **{how: {**JSON, **FIELD, "a dropped item": without_item} for how in ("json", "sarif")},
    "baseline": {**JSON, "a dropped item": without_item},
    "gitlab": {**JSON, "a dropped item": without_item},
    "jsonl": {**JSON, **FIELD, "a dropped line": replacing(rb"^[^\n]*\n", b""), "a line that is not JSON": appending(b"x\n")},
    "github": {
        **ESCAPE, **COMMAND,
        "another command": appending(b"::warning file=a::b\n"),
        "a command of another kind": appending(b"::set-output name=a::b\n"),
        "a line break that is not escaped": replacing(b"%0A", b"\n"),
        "an old command in a message": replacing(NAME, b"##[error]plainzq"),
        "a colon that is not escaped": replacing(rb"(title=[^:]*)::", rb"\1:x::"),
        "another name": replacing(NAME, b"plainzqq"),
    },
    "junit": {
        **ESCAPE,
        "an element": replacing(NAME, b"<b/>plainzq"),
        "an attribute": replacing(rb'(name="[^"]*)"', rb'\1" b="c"'),
        "an entity that is not escaped": replacing(NAME, b"&plainzq"),
        "another name": replacing(NAME, b"plainzqq"),
    },
    "markdown": {
        **ESCAPE, **COMMAND,
        "a link": appending(b"\n[a](http://x.example)\n"),
        "an element": replacing(rb"\| `", b"| <b>x</b> `"),
        "a cell": replacing(rb"\| `", b"| a | `"),
        "another name": replacing(NAME, b"plainzqq"),
        "a row": appending(b"\n| a | b |\n|---|---|\n"),
    },
    "html": {
        "a terminal escape": replacing(NAME, b"\x1bplainzq"),
        "a script": replacing(NAME, b"</code><script>x</script><code>plainzq"),
        "a handler": replacing(b"<code>", b'<code onclick="x">'),
        "an image": replacing(NAME, b"<img>plainzq"),
    },
    "dot": {
        "a terminal escape": replacing(NAME, b"\x1bplainzq"),
        "a quote that is not escaped": replacing(NAME, b'a"plainzq'),
        "a dropped edge": replacing(rb"\n[^\n]* -> [^\n]*", b""),
        "a dropped node": replacing(rb"\n  n1 \[[^\n]*", b""),
        "another node": replacing(NAME, b'a"]; z [label="plainzq'),
    },
    "mermaid": {
        "a terminal escape": replacing(NAME, b"\x1bplainzq"),
        "a quote that is not escaped": replacing(NAME, b'a"plainzq'),
        "a dropped edge": replacing(rb"\n[^\n]* -->[^\n]*", b""),
        "another node": appending(b"\n  z[z]\n"),
    },
    "ignored onnx": {
        "another name": replacing(NAME, b"plaimzq"),
        "another entry": replacing(b"shapewright.ignore", b"shapewright.ignorf"),
        "a list of rules that has something else": replacing(b"unknown-domain", b"unknown=domain"),
    },
    "ignored ir": {
        "another name": replacing(NAME, b"plaimzq"),
        "an element": replacing(rb" shapewright: ignore", b" --><x/><!-- shapewright: ignore"),
        "another comment": replacing(rb" shapewright: ignore", b" ignore"),
        "a dropped comment": replacing(rb"<!-- shapewright[^>]*>", b""),
    },
    "tokens": TEXT_FORM,
    # The tokens have line breaks; onnx's parser takes them for spaces.
    "onnx": {what: change for what, change in TEXT_FORM.items() if what != "another line"},
}
# What is broken in the messages beside any output.
MESSAGES = {**COMMAND, **LINE, "a terminal escape": appending(b"\x1b")}


def broken(output, part, change):
    """Returns an output that is broken, or nothing if there is nothing to break."""
    changed = change(getattr(output, part))
    return None if changed == getattr(output, part) else dataclasses.replace(output, **{part: changed})


def is_reported(outputs, name, output, plain):
    """Whether a complaint is made about an output."""
    return isinstance(outputs.verdict(name, output.read(), plain), str)


def cells(outputs, plain):
    """Returns the outputs that are right, as only these can show that a broken one is wrong."""
    return {name: output for name, output in outputs.outputs.items() if outputs.verdict(name, outputs.read[name], plain) is None}


def passed(sides, plain):
    """Yields what was broken and whether that was reported, by how it is read, what is broken, and the output."""
    tested = set()
    for outputs in sides:
        for name, output in cells(outputs, plain).items():
            changes = [("out", what, change) for what, change in BROKEN[output.how].items()]
            changes += [("errors", what, change) for what, change in MESSAGES.items() if output.how not in SLOW]
            for part, what, change in changes:
                if output.how in SLOW and (output.how, what) in tested:
                    continue
                if changed := broken(output, part, change):
                    tested.add((output.how, what))
                    yield output.how, f"{part}: {what}", name, is_reported(outputs, name, changed, plain)


def run(plain, hostile):
    """Breaks outputs, and returns how many broken ones no reader complained about, and readers that nothing was broken for."""
    failed = [f"{name}: {read}" for name, read in plain.read.items() if isinstance(read, str)]
    reported, applied, proven = 0, set(), set()
    for how, what, name, is_seen in passed((plain, hostile), plain):
        applied.add((how, what))
        proven.add(name)
        reported += is_seen
        if not is_seen:
            failed.append(f"{name}: no complaint about {what}")
    read = {output.how for name, output in plain.outputs.items() if not isinstance(plain.read[name], names.Skipped)}
    for how in sorted(read):
        failed += [f"{how}: nothing to break for {what}" for what in BROKEN[how] if (how, f"out: {what}") not in applied]
    slow = {name for name, output in plain.outputs.items() if output.how in SLOW}
    failed += [f"{name}: nothing was broken" for name in cells(plain, plain).keys() - proven - slow]
    for why in failed:
        print(f"self-test: {why}")
    unread = sorted(set(BROKEN) - read)
    print(f"self-test: {reported} broken outputs of {len(read)} kinds reported, {len(failed)} failures"
          + (f"; not tested: {', '.join(unread)}" if unread else ""))
    return len(failed)
