"""Reads the text form of a model in two ways: with onnx's own parser, and as tokens.

The parser of onnx 1.23.2 reads a name in quotes except that of an operator, its domain, an attribute, or a graph in an
attribute, and it ends at a NUL. So it must read the text of a model in which only these names are identifiers. The tokens
are those of any text.
"""
import re

import onnx
import onnx.parser

from . import names

# In quotes, a backslash escapes the next character. A word ends at white space, a quote, and what separates words.
TOKEN = re.compile(
    r'"(?P<string>(?:[^"\\]|\\.)*)"|(?P<break>\n)|(?P<comment>#[^\n]*)|(?P<space>[ \t\v\f\r]+)|(?P<mark>[()<>\[\]{}:=,])'
    r'|(?P<word>[^\s()<>\[\]{}:=,"#@]+)',
    re.DOTALL | re.ASCII)


def pieces(text):
    """Returns each token of a text as its kind and value. A quote or another character that starts no token is an error."""
    at, found = 0, []
    while at < len(text):
        token = TOKEN.match(text, at)
        if not token:
            raise AssertionError(f"no token starts with {text[at:at + 40]!r}")
        value = token[token.lastgroup]
        found.append((token.lastgroup, re.sub(r"\\(.)", r"\1", value, flags=re.DOTALL) if token.lastgroup == "string" else value))
        at = token.end()
    return found


def tokens(text):
    """Returns the tokens of a text, and every name among them.

    A domain and its operator are one token, with or without quotes. Strings do not touch each other or a word otherwise.
    """
    found, values, last = [], set(), "space"
    for kind, value in pieces(text):
        if kind in ("string", "word"):
            values |= {value, value.strip(".")}
            if last not in ("string", "word"):
                found.append(value)
            elif found[-1].endswith(".") and last == "word" or value.startswith("."):
                found[-1] += value
            else:
                raise AssertionError(f"{value[:40]!r} follows {found[-1][:40]!r} without a space")
            values.add(found[-1])
        elif kind != "space":
            found.append(value)
        last = kind
    return found, values


def has(name, values):
    """Whether a name is a token, or one of the two words of an operator with a domain."""
    return name in values or any(value.startswith(f"{name}.") or value.endswith(f".{name}") for value in values)


def read(text, expected, plain):
    """Returns the tokens of a text for names of letters, if the text has each expected name exactly."""
    found, values = tokens(text)
    if missing := sorted(name for name in expected if not has(name, values)):
        raise AssertionError(f"the text does not have {missing}"[:400])
    return [plain.field(token) for token in found]


def read_by_onnx(text, path):
    """Compares a text that onnx's parser must read with the file it was made of."""
    found, expected = names.model_names(onnx.parser.parse_model(text)), names.model_names(onnx.load(path))
    if found != expected:
        wrong = [f"{one!r} instead of {other!r}" for one, other in zip(found, expected) if one != other]
        raise AssertionError(f"onnx reads {wrong or len(found)}; expected {len(expected)} names"[:400])
    return len(found)
