"""URLs in messages."""

from __future__ import annotations

import re


def shown_url(url: str) -> str:
    """A URL without what may be secret: users, and queries such as a signature. Other names stay as they are."""
    return re.sub(r"(?<=://)[^/@]*@", "", re.split("[?#]", url)[0]) if "://" in url else url
