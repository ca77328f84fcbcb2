"""Ranges of files on HTTP servers."""

from __future__ import annotations

import base64
import errno
import http.client
import re
import urllib.error
import urllib.parse
import urllib.request
from typing import Any

from ._errors import FileError
from ._urls import shown_url

_TIMEOUT = 60.0
"""Seconds without an answer."""

_FIRST = 64 << 10
"""How many bytes the first request asks for, whose answer also has the size."""


def _without_user(url: str) -> tuple[str, str | None]:
    """A URL as it is requested: without a user and a password, which are in the header that is returned, too.

    Raises:
        ValueError: It has no server, or a port that is no number.
    """
    parts = urllib.parse.urlsplit(url)
    if not parts.hostname or parts.port == 0:  # A port that is no number raises an error, too.
        raise ValueError
    path = urllib.parse.quote(parts.path, safe="/%:@!$&'()*+,;=~")
    query = urllib.parse.quote(parts.query, safe="/%:@!$&'()*+,;=~?[]")
    user, separator, server = parts.netloc.rpartition("@")
    plain = urllib.parse.urlunsplit((parts.scheme, server, path, query, ""))
    if not separator:
        return plain, None
    return plain, f"Basic {base64.b64encode(urllib.parse.unquote_to_bytes(user)).decode()}"


class HttpFile:
    """A file on a server. If the server ignores ranges, the answer to the first request is the whole file."""

    def __init__(self, url: str) -> None:
        self.name = shown_url(url)
        try:
            self._url, self._authorization = _without_user(url)
        except ValueError:
            hint = "in a user and a password, characters such as `/` are written as %2F"
            raise self._error(f"it is not a URL with a server and a port; {hint}", errno.EINVAL) from None
        self._has_moved = False
        self._tag: str | None = None
        self._start = b""
        self._whole = False
        self.size = 0
        self._begin()

    def _begin(self) -> None:
        with self._request(0, _FIRST) as answer:
            # The other requests need not be redirected. Another server is not sent the password.
            if not self._is_own(answer.url):
                self._authorization = None
            self._url = answer.url
            self._tag = answer.headers.get("ETag")
            self._whole = answer.status != 206
            if self._whole:
                self._start = self._body(answer, None)
                self.size = len(self._start)
            else:
                _, end, self.size = self._range(answer, 0, _FIRST)
                self._start = self._body(answer, end)

    def read(self, start: int, end: int) -> bytes:
        """The bytes from `start` up to `end`. A server may answer with fewer than it is asked for."""
        data = bytearray(self._start[start:end])
        while (at := start + len(data)) < end:
            with self._request(at, end) as answer:
                if answer.status != 206:
                    raise self._error("the server no longer answers with the range that it is asked for")
                _, stop, size = self._range(answer, at, end)
                if (size, answer.headers.get("ETag")) != (self.size, self._tag):
                    raise self._error("the file changed while it was read")
                data += self._body(answer, stop - at)
        return bytes(data)

    def _is_own(self, url: str) -> bool:
        """Whether a URL is of the same server."""
        first, other = urllib.parse.urlsplit(self._url), urllib.parse.urlsplit(url)
        return (first.scheme, first.netloc) == (other.scheme, other.netloc)

    def _error(self, why: str, number: int = errno.EIO) -> FileError:
        return FileError(number, why, self.name)

    def _request(self, start: int, end: int) -> Any:
        headers = {"Range": f"bytes={start}-{end - 1}", "Accept-Encoding": "identity", "User-Agent": "shapewright"}
        try:
            request = urllib.request.Request(self._url, headers=headers)
            if self._authorization is not None:
                request.add_unredirected_header("Authorization", self._authorization)
            return urllib.request.urlopen(request, timeout=_TIMEOUT)
        except urllib.error.HTTPError as error:
            with error:
                # A request that is redirected has no password. A server could redirect again and again.
                if error.code == 401 and self._authorization and not self._has_moved and self._is_own(error.url):
                    self._url, self._has_moved = error.url, True
                    return self._request(start, end)
                known = {401: errno.EACCES, 403: errno.EACCES, 404: errno.ENOENT, 410: errno.ENOENT}
                if error.code == 416 and start == 0:
                    raise self._error("the file is empty") from None
                raise self._error(f"HTTP {error.code} {error.reason}", known.get(error.code, errno.EIO)) from None
        except (OSError, http.client.HTTPException, ValueError) as error:
            reason = getattr(error, "reason", error)
            why = getattr(reason, "strerror", None) or str(reason) or type(error).__name__
            raise self._error(why) from error

    def _range(self, answer: Any, start: int, end: int) -> tuple[int, int, int]:
        """The range that the server answers with, and the size of the file."""
        header = answer.headers.get("Content-Range", "")
        numbers = re.fullmatch(r"bytes (\d{1,18})-(\d{1,18})/(\d{1,18})", header.strip())
        if numbers is None:
            raise self._error(f"the server answers with the range {header!r}")
        first, last, size = (int(number) for number in numbers.groups())
        if first != start or not start < last + 1 <= min(end, size):
            raise self._error(f"the server answers with the range {header!r} to a request for bytes {start} to {end - 1}")
        return first, last + 1, size

    def _body(self, answer: Any, length: int | None) -> bytes:
        """The content of an answer, which must have this length."""
        try:
            data: bytes = answer.read() if length is None else answer.read(length + 1)
        except (OSError, http.client.HTTPException) as error:
            raise self._error(f"the answer ends too early: {error}") from error
        if length is not None and len(data) != length:
            raise self._error(f"the answer has {len(data)} bytes instead of {length}")
        return data
