"""Large models of onnx without their weights: types are inferred from the rest, and written next to the weights.

A ``ModelProto`` is serialized to be read, and parsed when it is returned. Both would copy the weights, on which no shape
depends. A model that is only looked at is read like one on a server, of which the weights are not fetched. One that is
written gets tensors in their place whose external data is missing.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

from ._ranges import LARGE
from ._shapewright import ModelHandle, read_ranges

if TYPE_CHECKING:
    from collections.abc import Iterator

_MANY = 4 << 20
"""The number of elements in large tensors from which on this is faster than to serialize everything."""


def _varint(value: int) -> bytes:
    out = bytearray()
    while value >= 0x80:
        out.append(value & 0x7F | 0x80)
        value >>= 7
    out.append(value)
    return bytes(out)


def _record(number: int, data: bytes) -> bytes:
    return _varint(number << 3 | 2) + _varint(len(data)) + data


def _split(message: Any, omitted: str) -> tuple[bytes, bytes]:
    """What is before a field of a message and after it, serialized in the order that protobuf writes."""
    number = _number(message, omitted)
    parts: tuple[list[bytes], list[bytes]] = ([], [])
    for field, value in message.ListFields():
        if field.number != number:
            parts[field.number > number].extend(_serialized(message, field, value))
    return b"".join(parts[0]), b"".join(parts[1])


def _serialized(message: Any, field: Any, value: Any) -> Iterator[bytes]:
    """A field of a message."""
    if field.message_type is None:
        alone = type(message)()
        setattr(alone, field.name, value)
        yield alone.SerializeToString()
        return
    for item in [value] if hasattr(value, "SerializeToString") else value:
        yield _record(field.number, item.SerializeToString())


def _has_unknown_fields(message: Any) -> bool:
    """Whether a message has fields that its class does not know, which `_split` would lose."""
    try:
        from google.protobuf.unknown_fields import UnknownFieldSet
    except ImportError:  # an old version of protobuf
        return True
    return len(UnknownFieldSet(message)) > 0


def _without(message: Any, omitted: str) -> Any:
    """A message without a field, which is not read either: that would copy it."""
    rest = type(message)()
    for field in message.DESCRIPTOR.fields:
        if field.name == omitted:
            continue
        value = getattr(message, field.name)
        if hasattr(value, "extend"):
            getattr(rest, field.name).extend(value)
        elif message.HasField(field.name):
            if field.message_type is None:
                setattr(rest, field.name, value)
            else:
                getattr(rest, field.name).CopyFrom(value)
    return rest


class _Layout:
    """The bytes of a file, with gaps for what is not copied."""

    def __init__(self) -> None:
        self.size = 0
        self.ranges: list[tuple[int, bytes]] = []
        self._pending: list[bytes] = []
        self._start = 0

    def add(self, data: bytes) -> None:
        self._pending.append(data)
        self.size += len(data)

    def skip(self, length: int) -> None:
        self.close()
        self.size += length
        self._start = self.size

    def close(self) -> None:
        if self._pending:
            self.ranges.append((self._start, b"".join(self._pending)))
        self._pending = []


def _number(message: Any, field: str) -> int:
    number: int = message.DESCRIPTOR.fields_by_name[field].number
    return number


class Weightless:
    """A ``ModelProto`` without the data of its large initializers."""

    def __init__(self, model: Any, large: set[int]) -> None:
        self._model, self._large = model, large

    def serialize(self) -> bytes:
        """The model without the data."""
        model, graph = self._model, self._model.graph
        before, after = _split(graph, "initializer")
        records = [before]
        initializer = _number(graph, "initializer")
        for at, tensor in enumerate(graph.initializer):
            if at in self._large:
                empty = type(tensor)(name=tensor.name, data_type=tensor.data_type, dims=tensor.dims, data_location=1)
                empty.external_data.add(key="location", value="omitted")
                tensor = empty
            records.append(_record(initializer, tensor.SerializeToString()))
        start, end = _split(model, "graph")
        return start + _record(_number(model, "graph"), b"".join([*records, after])) + end

    def read(self, name: str) -> ModelHandle:
        """The model as it is read from a file of which the data is not fetched."""
        model, graph = self._model, self._model.graph
        layout = _Layout()
        start, end = _split(model, "graph")
        before, after = _split(graph, "initializer")
        tensors = [self._tensor(at) for at in range(len(graph.initializer))]
        length = len(before) + sum(len(head) + data for head, data in tensors) + len(after)
        layout.add(start + _varint(_number(model, "graph") << 3 | 2) + _varint(length) + before)
        for head, data in tensors:
            layout.add(head)
            if data:
                layout.skip(data)
        layout.add(after + end)
        layout.close()
        return read_ranges(name, layout.size, layout.ranges)

    def _tensor(self, at: int) -> tuple[bytes, int]:
        """The record of an initializer up to its data, and the size of the data, which is 0 if the record has it."""
        graph = self._model.graph
        tensor = graph.initializer[at]
        number = _number(graph, "initializer")
        if at not in self._large:
            return _record(number, tensor.SerializeToString()), 0
        # This copies the data, but only of one tensor at a time. The size of a message would take as much.
        data = len(tensor.raw_data)
        rest = _without(tensor, "raw_data").SerializeToString()
        rest += _varint(_number(tensor, "raw_data") << 3 | 2) + _varint(data)
        return _varint(number << 3 | 2) + _varint(len(rest) + data) + rest, data

    def restore(self, edited: bytes) -> Any:
        """The model that was edited, with the data."""
        model = type(self._model).FromString(edited)
        for at in self._large:
            model.graph.initializer[at].CopyFrom(self._model.graph.initializer[at])
        return model


def without_weights(model: Any) -> Weightless | None:
    """A ``ModelProto`` without its weights; `None` if it has few."""
    sizes = [math.prod(tensor.dims) if tensor.HasField("raw_data") else 0 for tensor in model.graph.initializer]
    large = {at for at, size in enumerate(sizes) if size >= LARGE}
    messages = (model, model.graph, *(model.graph.initializer[at] for at in large))
    if sum(sizes[at] for at in large) < _MANY or any(map(_has_unknown_fields, messages)):
        return None
    return Weightless(model, large)
