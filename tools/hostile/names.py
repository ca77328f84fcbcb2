"""Names of a model in what a program writes, replaced by those of the model with names of letters."""
import re
from urllib import parse

from . import models

# The text in the names of the model that everything is compared with.
PLAIN = "plain"
# Of control characters, those that Rust escapes with a letter.
LETTERS = {"\n": r"\n", "\r": r"\r", "\t": r"\t"}


class Skipped(Exception):
    """Nothing was checked, for this reason."""


def escaped(text, hidden, starts):
    """Returns a text as messages show it: with Rust's escapes for each character that is hidden, or that makes a command of a
    workflow: the first colon of `::` where the text of a message starts, and a `#` after another one."""
    def shown(at, c):
        is_command = starts and at == len(text) - len(text.lstrip()) and text.startswith("::", at)
        is_command = is_command or text[max(at - 1, 0):at + 1] == "##"
        return LETTERS.get(c) or (f"\\u{{{ord(c):x}}}" if hidden(c) or is_command else c)
    return "".join(shown(at, c) for at, c in enumerate(text))


def for_xml(text):
    """Returns a text without the characters that XML cannot contain."""
    return re.sub("[\x00-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]", "\ufffd", text)


class Names:
    """The names of a model that have a text in them."""

    def __init__(self, text, hidden):
        self.exact = text
        # How a path in a model writes its parts.
        self.step = text.replace("~", "~0").replace("/", "~1")
        # A message may show hidden characters as escapes. A path of a file is shown as such, too.
        forms = [(form, starts) for form in (text, self.step) for starts in (False, True)]
        self.shown = [text, self.step, *(escaped(form, hidden, starts) for form, starts in forms)]

    def field(self, text):
        """Returns a text that is a name, or made of names as they are, for names of letters."""
        return text.replace(self.exact + models.MARK, PLAIN + models.MARK)

    def path(self, text):
        """Returns a path in a model for names of letters."""
        return text.replace(self.step + models.MARK, PLAIN + models.MARK)

    def message(self, text):
        """Returns a message for names of letters."""
        return self.replaced(text, self.shown)

    def source(self, text):
        """Returns lines of a file for names of letters."""
        return self.replaced(text, [*self.shown, models.in_attribute(self.exact)])

    def xml(self, text):
        """Returns a message in XML for names of letters: what XML cannot contain is replaced."""
        return self.replaced(text, [*self.shown, *map(for_xml, self.shown)])

    def loose(self, text):
        """Returns text of a page for names of letters, without what decides where code starts and where lines end."""
        def without(text):
            return re.sub(r"[\s`]|</?code>", "", text)
        return self.replaced(without(text), map(without, self.shown))

    def replaced(self, text, forms):
        """Returns a text with names of letters. Of forms that start at the same place, the longest is the name."""
        forms = sorted({*forms, PLAIN}, key=len, reverse=True)
        return re.sub(f"(?:{'|'.join(map(re.escape, forms))}){models.MARK}", PLAIN + models.MARK, text)


def kinds_in(text):
    """Returns the kinds of names in a text that contains names of letters."""
    return set(re.findall(f"{PLAIN}{models.MARK}([a-z]+)", text))


# What JSON says in sentences, in which a name may be escaped. All other texts are names, or made of names.
MESSAGES = {"message", "notes", "help", "text", "markdown", "description", "why_unknown", "reason", "chain", "messages", "why"}
# Lines of the model file.
SOURCES = {"insertedContent"}
PATHS = {"graph", "fullyQualifiedName"}
# What depends on the length of names, or on their bytes.
PLACES = {"line", "column", "end_column", "endColumn", "startColumn", "byteOffset", "byteLength"}
HASHES = {"fingerprint", "shapewright/v1"}


class Json:
    """Values of JSON for names of letters."""

    def __init__(self, names):
        self.names = names

    def value(self, value, key=""):
        if isinstance(value, dict):
            return {self.names.field(name): self.value(item, self.key(name, value, key)) for name, item in value.items()}
        if isinstance(value, list):
            if key == "names" and value:
                # OpenVINO separates the names of a port with commas, which the text may have.
                value = [",".join(value)]
            # The bytes of a place in a file; elsewhere, `bytes` is a number that does not depend on names.
            return [type(item).__name__ for item in value] if key == "bytes" else [self.value(item, key) for item in value]
        if isinstance(value, str):
            return self.text(value, key)
        return type(value).__name__ if key in PLACES else value

    def key(self, name, parent, above):
        """Returns what decides how a value is read: its name, or that of the list it is in."""
        # The graphs of `shapes` have their path under the same name as a file has its own.
        if name == "path" and "values" in parent and "format" not in parent:
            return "graph"
        # The size of a file that is written.
        if name == "bytes" and "data_bytes" in parent or above == "bytes":
            return "byteLength"
        if above in SOURCES:
            return above
        # A text of a message has its own name, such as `text`, but what is in `data` are names.
        return above if above in MESSAGES and name not in MESSAGES else name

    def text(self, text, key):
        if key in HASHES:
            return len(text)
        if key in MESSAGES:
            return self.names.message(text)
        if key in SOURCES:
            return self.names.source(text)
        if key in PATHS:
            return self.names.path(text)
        return self.names.field(parse.unquote(text) if key == "uri" else text)


def graph_names(graph):
    """Returns the names of a graph and its bodies that the text form has, in its order."""
    found = [graph.name]
    for value in (*graph.input, *graph.output, *graph.value_info):
        found += [value.name, *(dim.dim_param for dim in value.type.tensor_type.shape.dim if dim.dim_param)]
    found += [item.name for item in graph.initializer]
    for node in graph.node:
        found += [node.name, node.domain, node.op_type, *node.input, *node.output]
        for attribute in node.attribute:
            found += [attribute.name, attribute.s.decode("utf-8")]
            if attribute.HasField("g"):
                found += graph_names(attribute.g)
    return found


def model_names(model):
    """Returns the names of an ONNX model that the text form has, in its order."""
    found = [model.producer_name, model.producer_version, model.doc_string]
    found += [item.domain for item in model.opset_import]
    for entry in model.metadata_props:
        found += [entry.key, entry.value]
    return found + graph_names(model.graph)
