"""Text from files, escaped for terminals, as reports escape it."""

from __future__ import annotations

import re

_HIDDEN = re.compile(
    r"[\x00-\x1f\x7f-\x9f\xad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u2028-\u202e\u2060-\u206f"
    r"\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufffb\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0000-\U000e0fff"
    r"\ufdd0-\ufdef" + "".join(map(chr, (plane << 16 | last for plane in range(17) for last in (0xFFFE, 0xFFFF)))) + "]"
)
"""Control characters, those that change the direction of text, and those that are not shown: `is_control` in
`src/escape.rs`."""

_SHORT = {"\t": r"\t", "\n": r"\n", "\r": r"\r"}


def one_line(text: str) -> str:
    """The text with what could start a line or control the terminal as ``\\u{1b}``."""
    return text if text.isascii() and text.isprintable() else _HIDDEN.sub(_escaped, text)


def lines(text: str) -> str:
    """The same for text of several lines."""
    return "\n".join(map(one_line, text.split("\n")))


def _escaped(found: re.Match[str]) -> str:
    return _SHORT.get(found[0], f"\\u{{{ord(found[0]):x}}}")
