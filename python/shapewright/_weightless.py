"""Large models of onnx without their weights: types are inferred from the rest, and written next to the weights.

A ``ModelProto`` is serialized to be read, and parsed when it is returned. Both would copy the weights, on which no shape
depends, so tensors without data are written in their place. They are read as tensors whose external data is missing.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

from ._ranges import LARGE

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


def _records(message: Any, omitted: str) -> Iterator[bytes]:
    """The fields of a message except one, serialized."""
    rest = type(message)()
    for field, value in message.ListFields():
        if field.name == omitted:
            continue
        if field.message_type is None:
            setattr(rest, field.name, value)
        elif hasattr(value, "SerializeToString"):
            yield _record(field.number, value.SerializeToString())
        else:
            for item in value:
                yield _record(field.number, item.SerializeToString())
    yield rest.SerializeToString()


def _has_unknown_fields(message: Any) -> bool:
    """Whether a message has fields that its class does not know, which `_records` would lose."""
    try:
        from google.protobuf.unknown_fields import UnknownFieldSet
    except ImportError:  # an old version of protobuf
        return True
    return len(UnknownFieldSet(message)) > 0


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
        records = list(_records(graph, "initializer"))
        initializer = _number(graph, "initializer")
        for at, tensor in enumerate(graph.initializer):
            if at in self._large:
                empty = type(tensor)(name=tensor.name, data_type=tensor.data_type, dims=tensor.dims, data_location=1)
                empty.external_data.add(key="location", value="omitted")
                tensor = empty
            records.append(_record(initializer, tensor.SerializeToString()))
        return b"".join([*_records(model, "graph"), _record(_number(model, "graph"), b"".join(records))])

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
    if sum(sizes[at] for at in large) < _MANY or any(map(_has_unknown_fields, (model, model.graph))):
        return None
    return Weightless(model, large)
