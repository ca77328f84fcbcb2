"""Models that are read in ranges: of a large ONNX file on a server, the data of large tensors is not fetched.

`skim` walks the records of the file by their lengths, as far as they may contain such data, and fetches everything else.
A file in another format has no records that add up, and is fetched whole.
"""

from __future__ import annotations

import errno
import io
import os
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, Protocol

from ._errors import FileError
from ._shapewright import ModelHandle, read_model, read_ranges
from ._urls import shown_url

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence


class RangeSource(Protocol):
    """A file that is read in ranges."""

    @property
    def name(self) -> str:
        """The name in reports."""

    @property
    def size(self) -> int:
        """The number of bytes."""

    def read(self, start: int, end: int) -> bytes:
        """The bytes from `start` up to `end`, all of them."""


LARGE = 64 << 10
"""The data of a tensor is fetched up to this number of bytes. Elements of a tensor are tracked up to 8 KiB."""

_FIRST, _NEXT, _MOST = 64 << 10, 2 << 10, 4 << 20
"""How many bytes are fetched at the start, after data that is skipped, and at most at a time."""

_DEPTH = 200
"""How deep records are searched for tensors; deeper ones are fetched."""

_Message = dict[int, Any]
"""The fields of a message that are searched, by number: a message, or `None` for the data of a tensor."""

_TENSOR: _Message = dict.fromkeys((4, 5, 7, 9, 10, 11))
_SPARSE: _Message = {1: _TENSOR, 2: _TENSOR}
_GRAPH: _Message = {5: _TENSOR, 15: _SPARSE}
_ATTRIBUTE: _Message = {5: _TENSOR, 6: _GRAPH, 10: _TENSOR, 11: _GRAPH, 22: _SPARSE, 23: _SPARSE}
_NODE: _Message = {5: _ATTRIBUTE}
_GRAPH[1] = _NODE
_FUNCTION: _Message = {7: _NODE, 11: _ATTRIBUTE}
_TRAINING: _Message = {1: _GRAPH, 2: _GRAPH}
_MODEL: _Message = {7: _GRAPH, 20: _TRAINING, 25: _FUNCTION}


class _Malformed(Exception):
    """The records do not add up."""


class _Image:
    """What was fetched of a file, and a position in it."""

    def __init__(self, source: RangeSource) -> None:
        self.source = source
        self.at = 0
        self.size = source.size
        self.ranges: list[tuple[int, bytes]] = []
        self._start = 0
        self._data = bytearray()
        self._step = _FIRST

    def _more(self, end: int) -> None:
        """Fetches up to `end` at least."""
        while (fetched := self._start + len(self._data)) < end:
            stop = min(self.size, fetched + max(self._step, min(end - fetched, _MOST)))
            self._data += self.source.read(fetched, stop)
            self._step = min(2 * self._step, _MOST)

    def varint(self, end: int) -> int:
        """The number at the position, which ends before `end`."""
        value = 0
        for shift in range(0, 70, 7):
            if self.at >= end:
                break
            self._more(self.at + 1)
            byte = self._data[self.at - self._start]
            self.at += 1
            value |= (byte & 0x7F) << shift
            if byte < 0x80:
                return value
        raise _Malformed

    def skip(self, end: int) -> None:
        """Continues at `end`; what was not fetched up to there is not."""
        fetched = self._start + len(self._data)
        self.at = end
        # What is before the data, and was passed over, is no data.
        if fetched < end:
            self._close()
            self._start, self._step = end, _NEXT

    def require(self) -> None:
        """Fetches everything before the position."""
        self._more(self.at)

    def _close(self) -> None:
        if self._data:
            self.ranges.append((self._start, bytes(self._data)))
        self._data = bytearray()

    def finish(self) -> None:
        """Fetches the rest."""
        self._more(self.size)
        self._close()


def _walk(image: _Image) -> None:
    """Passes over all records of a model, and skips the data of large tensors."""
    records = [(_MODEL, image.size)]
    while records:
        message, end = records[-1]
        if image.at == end:
            records.pop()
            continue
        tag = image.varint(end)
        wire = tag & 7
        if wire == 0:
            image.varint(end)
            continue
        if wire not in (1, 2, 5) or tag < 8:
            raise _Malformed
        length = image.varint(end) if wire == 2 else 8 if wire == 1 else 4
        stop = image.at + length
        if stop > end:
            raise _Malformed
        if wire != 2 or length <= LARGE or tag >> 3 not in message:
            image.at = stop
        elif message[tag >> 3] is None:
            image.require()
            image.skip(stop)
        elif len(records) < _DEPTH:
            records.append((message[tag >> 3], stop))
        else:
            image.at = stop


def skim(source: RangeSource) -> ModelHandle:
    """Reads a model without the data of large tensors."""
    image = _Image(source)
    try:
        _walk(image)
    except _Malformed:
        # The report says what is wrong, and needs the file.
        pass
    image.finish()
    return _read(source.name, image.size, image.ranges)


def fetch(source: RangeSource) -> bytes:
    """The whole file."""
    parts = [source.read(at, min(at + _MOST, source.size)) for at in range(0, source.size, _MOST)]
    return b"".join(parts)


def _read(name: str, size: int, ranges: Sequence[tuple[int, bytes]]) -> ModelHandle:
    if sum(len(data) for _, data in ranges) == size:
        return read_model(name, b"".join(data for _, data in ranges))
    try:
        return read_ranges(name, size, list(ranges))
    except OSError as error:
        raise FileError(error.errno, f"{error.strerror or error}, for a file of {size} bytes", name) from error


@contextmanager
def _file_errors(name: str) -> Iterator[None]:
    """Turns errors of files into `FileError`. File systems of fsspec raise errors of the libraries that they use, too."""
    try:
        yield
    except (FileError, MemoryError):
        raise
    except OSError as error:
        kinds = [number for kind, number in _NUMBERS.items() if isinstance(error, kind)]
        number = error.errno or next(iter(kinds), errno.EIO)
        why = error.strerror or (os.strerror(number) if kinds else str(error)) or type(error).__name__
        raise FileError(number, why, name) from error
    except Exception as error:
        raise FileError(f"cannot read `{name}`: {error or type(error).__name__}") from error


_NUMBERS: dict[type[OSError], int] = {
    FileNotFoundError: errno.ENOENT,
    IsADirectoryError: errno.EISDIR,
    PermissionError: errno.EACCES,
}
"""The numbers of errors that a file system raises without one."""


def _exactly(data: bytes, start: int, end: int, name: str) -> bytes:
    """The bytes, or a `FileError` if they are fewer or more."""
    if len(data) != end - start:
        raise FileError(f"cannot read `{name}`: {len(data)} bytes instead of {end - start} at byte {start}")
    return data


class _SeekableFile:
    """An open file, from its position."""

    def __init__(self, file: Any, name: str) -> None:
        self.name = name
        self._file = file
        self._offset = file.tell()
        self.size = max(0, file.seek(0, io.SEEK_END) - self._offset)

    def read(self, start: int, end: int) -> bytes:
        data = bytearray()
        with _file_errors(self.name):
            self._file.seek(self._offset + start)
            # A file may return less than it is asked for.
            while len(data) < end - start and (part := self._file.read(end - start - len(data))):
                data += part
        return _exactly(bytes(data), start, end, self.name)


class _FsspecFile:
    """A file of a file system of fsspec, which is read past its buffers. A server may ignore the range."""

    def __init__(self, fs: Any, path: str, name: str, offset: int = 0) -> None:
        self.name = name
        self._fs, self._path, self._offset = fs, path, offset
        self._whole: bytes | None = None
        with _file_errors(name):
            size = fs.size(path)
            if size is None:
                self._whole = fs.cat_file(path)
                size = len(self._whole or b"")
        self._total = size
        self.size = max(0, size - offset)

    def read(self, start: int, end: int) -> bytes:
        start, end = start + self._offset, end + self._offset
        if self._whole is None:
            with _file_errors(self.name):
                data: bytes = self._fs.cat_file(self._path, start=start, end=end)
            if not len(data) == self._total != end - start:
                return _exactly(data, start, end, self.name)
            self._whole = data
        return _exactly(self._whole[start:end], start, end, self.name)


def is_remote(file: Any) -> bool:
    """Whether an open file can be read in ranges, and has no content in memory or on a local disk."""
    if isinstance(file, (io.BytesIO, io.TextIOBase)) or not hasattr(file, "seekable") or not file.seekable():
        return False
    try:
        file.fileno()
    except (AttributeError, OSError):
        return True
    return False


def of_file(file: Any, name: str) -> RangeSource:
    """A file for which `is_remote` is true."""
    fs, path = getattr(file, "fs", None), getattr(file, "path", None)
    if hasattr(fs, "cat_file") and isinstance(path, str):
        offset = file.tell()
        source = _FsspecFile(fs, path, name, offset)
        file.seek(0, io.SEEK_END)
        return source
    return _SeekableFile(file, name)


def of_url(url: str) -> RangeSource:
    """A file at a URL: ``http`` and ``https`` by the standard library, and all others by fsspec."""
    if url.lower().startswith(("http://", "https://")):
        from ._http import HttpFile

        return HttpFile(url)
    name = shown_url(url)
    try:
        import fsspec
    except ImportError as error:
        raise FileError(f"cannot read `{name}`: install fsspec, which reads such URLs") from error
    with _file_errors(name):
        fs, path = fsspec.core.url_to_fs(url)
    return _FsspecFile(fs, path, name)
