"""Attributes of nodes of a model that is edited."""

from __future__ import annotations

from collections.abc import Iterator, MutableMapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from ._arrays import view_parts
from ._attributes import attribute, kind_of
from ._public import public
from ._shapewright import GraphRef

if TYPE_CHECKING:
    from collections.abc import Callable

    from ._model import Model
    from ._node import Node


@public
@dataclass(frozen=True)
class OpaqueAttribute:
    """An attribute that has no Python form: a reference to a parameter of a function, a type, a sparse tensor, a port map.

    >>> import shapewright
    >>> text = '''<ir_version: 9, opset_import: ["" : 18, "local" : 1]> g (float[3] x) => (y) { y = local.F <a = 1> (x) }
    ... <domain: "local", opset_import: ["" : 18]> F <a: int = 0> (x) => (y) { y = Softmax <axis: int = @a> (x) }'''
    >>> [softmax] = shapewright.load(text).functions[0].nodes
    >>> softmax.attributes["axis"]
    OpaqueAttribute(kind='reference', text='a: INT')
    """

    kind: str
    """What it is, such as ``reference``."""
    text: str
    """What it says; may be empty."""


@public
class Attributes(MutableMapping[str, Any]):
    """The attributes of a node by name. Changes change the node.

    Values are ``int``, ``float``, ``str`` (``bytes`` if they are no text), lists of these, arrays for tensors, and `Graph` for
    bodies. An array that is set is a tensor unless the operator defines numbers there; a dtype of NumPy is the number that
    ONNX has for it. What has no Python form is an `OpaqueAttribute`. In OpenVINO IR, plain attributes are strings, and may be set to
    anything of these.

    >>> import shapewright
    >>> text = '<ir_version: 9, opset_import: ["" : 18]> g (float[2,3] x) => (y) { y = Transpose <perm = [1, 0]> (x) }'
    >>> attributes = shapewright.load(text).graph.nodes[0].attributes
    >>> attributes["perm"]
    [1, 0]
    >>> del attributes["perm"]
    >>> dict(attributes)
    {}
    """

    __slots__ = ("_node",)

    def __init__(self, node: Node) -> None:
        self._node = node

    def __getitem__(self, name: str) -> Any:
        self._node._model._require_unchanged()
        found = self._node._model._reader.attribute(self._node._ref, name)
        if found is None:
            raise KeyError(name)
        return attribute_from(self._node._model, *found)

    def __setitem__(self, name: str, value: Any) -> None:
        node = self._node
        is_openvino = node._model.format != "onnx"
        kind = kind_of(node.domain, node.op_type, node.version, is_openvino)
        node._model._editor.set_attribute(node._ref, name, attribute_to(name, value, kind, is_openvino))

    def __delitem__(self, name: str) -> None:
        if name not in self:
            raise KeyError(name)
        self._node._model._editor.remove_attribute(self._node._ref, name)

    def __iter__(self) -> Iterator[str]:
        return iter(self._node._model._reader.attribute_names(self._node._ref))

    def __len__(self) -> int:
        return len(self._node._model._reader.attribute_names(self._node._ref))

    def __contains__(self, name: object) -> bool:
        return name in self._node._model._reader.attribute_names(self._node._ref)

    def __repr__(self) -> str:
        return f"Attributes({dict(self)!r})"


def attribute_to(name: str, value: Any, kind: Callable[[str], str | None], is_openvino: bool) -> Any:
    """An attribute as the native functions take it."""
    ref = getattr(value, "_ref", None)
    return ref if isinstance(ref, GraphRef) else attribute(name, value, kind, is_openvino)


def attribute_from(model: Model, form: str, value: Any) -> Any:
    """An attribute from the form in which the native function returns it."""
    if form == "tensor":
        return view_parts(value)
    if form == "tensors":
        return [view_parts(parts) for parts in value]
    if form == "graph":
        return model._graph(value)
    if form == "graphs":
        return [model._graph(ref) for ref in value]
    if form == "text":
        return _text(value)
    if form == "texts":
        return [_text(text) for text in value]
    return OpaqueAttribute(*value) if form == "opaque" else value


def _text(data: bytes) -> str | bytes:
    try:
        return data.decode()
    except UnicodeDecodeError:
        return data
