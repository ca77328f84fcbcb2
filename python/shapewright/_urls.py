"""URLs in messages."""

from __future__ import annotations

import re


def shown_url(url: str) -> str:
    """A URL without what may be secret: users, and queries such as a signature. Other names stay as they are.

    A password may have characters that a URL must not have, such as ``/``. Then everything up to the last ``@`` is omitted.
    """
    scheme, separator, rest = url.partition("://")
    if not separator:
        return url
    server = re.split("[/?#]", rest)[0]
    _, colon, port = server.rpartition("@")[2].partition(":")
    is_cut_off = "@" not in server and bool(colon) and not port.isdigit() and "]" not in port
    if "@" in (server if not is_cut_off else rest):
        rest = rest[(server if not is_cut_off else rest).rindex("@") + 1 :]
    return f"{scheme}://{re.split('[?#]', rest)[0]}"
