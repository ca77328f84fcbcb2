"""Values of a model that is edited."""

from __future__ import annotations

import contextlib
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Union

from ._arguments import type_text
from ._arrays import to_parts, view_parts
from ._fact import Fact
from ._part import Part
from ._public import public
from ._shapewright import NodeRef

if TYPE_CHECKING:
    import numpy as np

    from ._graph import Graph
    from ._model import Model
    from ._node import Node
    from ._shapewright import Dim, GraphRef, ValueRef

    NodeInput = Union["Value", np.ndarray[Any, Any], np.generic, None]
    """An input of a new node: a value, an array that becomes a constant, or ``None`` if it is omitted."""


@public
@dataclass(frozen=True)
class Use:
    """A place that reads a value.

    >>> import shapewright
    >>> text = '<ir_version: 9, opset_import: ["" : 18]> g (float[3] x) => (y) { [n] y = Neg (x) }'
    >>> [use] = shapewright.load(text).graph.inputs[0].uses
    >>> use.node.name, use.index
    ('n', 0)
    """

    node: Node | None
    """The node that reads it; ``None`` if it is an output of a graph."""
    graph: Graph
    """The graph that reads it."""
    index: int
    """The position among the inputs of the node, or among the outputs of the graph."""


@public
class Value(Part):
    """A value of a graph: an input, a constant, or an output of a node. Its facts follow the edits of the model.

    Two objects for the same value are equal. Once the value is removed, whatever asks for it raises `ModelError`.

    >>> import shapewright
    >>> text = '<ir_version: 9, opset_import: ["" : 18]> g (float[N,3] x) => (y) { h = Transpose (x)  y = Neg (h) }'
    >>> model = shapewright.load(text)
    >>> h = model.graph.value("h")
    >>> h.shape, h.dtype, h.producer.op_type
    ((3, Dim('N')), dtype('float32'), 'Transpose')
    >>> h.producer.attributes["perm"] = [0, 1]
    >>> h.shape
    (Dim('N'), 3)
    """

    __slots__ = ()

    _ref: ValueRef

    @property
    def graph(self) -> Graph:
        """The graph that the value belongs to."""
        return self._model._graph(self._model._reader.value_graph(self._ref))

    @property
    def name(self) -> str:
        """The name; in OpenVINO IR, that of the layer. It can be set to a name that no value has."""
        return self._model._reader.value_name(self._ref)

    @name.setter
    def name(self, name: str) -> None:
        self._model._editor.rename_value(self._ref, name)

    @property
    def tensor_names(self) -> tuple[str, ...]:
        """OpenVINO IR: the tensor names of the output port."""
        return tuple(self._model._reader.tensor_names(self._ref))

    @property
    def fact(self) -> Fact:
        """What is known of the value."""
        return Fact(self.name, *self._model._reader.fact(self._ref))

    @property
    def type(self) -> str:
        """The inferred type as text, such as ``f32[N,10]``."""
        return self.fact.type

    @property
    def shape(self) -> tuple[int | Dim, ...] | None:
        """The inferred dimensions of a tensor; ``None`` if their number is unknown or the value is not a tensor."""
        return self.fact.shape

    @property
    def rank(self) -> int | None:
        """The number of dimensions, if it is known."""
        return self.fact.rank

    @property
    def element_type(self) -> str | None:
        """The inferred element type, such as ``f32``."""
        return self.fact.element_type

    @property
    def dtype(self) -> np.dtype[Any] | None:
        """The element type as a dtype: of ``ml_dtypes`` where NumPy has none."""
        return self.fact.dtype

    @property
    def declared_type(self) -> str | None:
        """The type that the model declares for the value; ``None`` if it declares none.

        It can be set to a type such as ``"f32[N,3]"``, or to ``None`` to remove the declaration. The type of a graph input is
        what inference starts from; any other is compared with what is inferred.
        """
        return self._model._reader.declared(self._ref)

    @declared_type.setter
    def declared_type(self, type: str | Fact | None) -> None:
        text = type.type if isinstance(type, Fact) else type
        self._model._editor.declare(self._ref, None if text is None else type_text(text, "`declared_type`"))

    @property
    def producer(self) -> Node | None:
        """The node that computes the value; ``None`` for an input and an initializer."""
        found = self._model._reader.producer(self._ref)
        return None if found is None else self._model._node(found[0])

    @property
    def index(self) -> int | None:
        """The position among the outputs of the producer."""
        found = self._model._reader.producer(self._ref)
        return None if found is None else found[1]

    @property
    def uses(self) -> tuple[Use, ...]:
        """The places that read the value: inputs of nodes, those of bodies included, and outputs of graphs."""
        return tuple(self._use(*place) for place in self._model._reader.uses(self._ref))

    def _use(self, node: NodeRef | None, graph: GraphRef | None, index: int) -> Use:
        reader = None if node is None else self._model._node(node)
        if graph is None:
            assert reader is not None
            return Use(reader, reader.graph, index)
        return Use(reader, self._model._graph(graph), index)

    @property
    def consumers(self) -> tuple[Node, ...]:
        """The nodes that read the value, each once."""
        return tuple(dict.fromkeys(use.node for use in self.uses if use.node is not None))

    @property
    def is_input(self) -> bool:
        """Whether the value is an input of its graph."""
        return self._model._reader.value_role(self._ref)[0]

    @property
    def is_output(self) -> bool:
        """Whether the value is an output of a graph."""
        return any(use.node is None for use in self.uses)

    @property
    def is_constant(self) -> bool:
        """Whether the value is an initializer, or the output of a node that only holds a constant."""
        return self._model._reader.value_role(self._ref)[1]

    @property
    def is_removed(self) -> bool:
        """Whether the value was removed from the model."""
        return self._model._reader.describe_value(self._ref)[1]

    def numpy(self) -> np.ndarray[Any, Any] | None:
        """The elements of a constant as a read-only array; ``None`` for any other value.

        Elements that the file has packed, as exporters write them, are not copied: the array shares the mapped file or the
        bytes of the model, which it keeps. Such an array may start at any address (``array.flags.aligned``).

        >>> import numpy as np, shapewright
        >>> model = shapewright.load('<ir_version: 9, opset_import: ["" : 18]> g (float[2] x) => (y) { y = Neg (x) }')
        >>> model.graph.add_constant("w", np.array([1, 2], np.float32)).numpy()
        array([1., 2.], dtype=float32)
        """
        self._model._require_unchanged()
        parts = self._model._reader.constant(self._ref)
        return None if parts is None else view_parts(parts)

    def replace_uses_with(self, other: Value | np.ndarray[Any, Any] | np.generic) -> None:
        """Makes everything that reads this value read another one. Outputs of graphs keep their names. An array becomes a
        constant.

        >>> import shapewright
        >>> text = '<ir_version: 9, opset_import: ["" : 18]> g (float[3] x) => (y) { h = Identity (x)  y = Neg (h) }'
        >>> model = shapewright.load(text)
        >>> identity = model.graph.nodes[0]
        >>> identity.output.replace_uses_with(identity.inputs[0])
        >>> identity.remove()
        >>> [node.op_type for node in model.graph]
        ['Neg']

        Raises:
            ModelError: The other value is not available at a reader. Then nothing changes.
        """
        if other is None:
            raise TypeError("`other` is None; expected a Value or an array")
        with made(self._model, self.graph, [other]) as [ref]:
            self._model._editor.replace_uses(self._ref, ref)

    def remove(self) -> None:
        """Removes an initializer that nothing reads. What a node computes is removed with the node.

        Raises:
            ModelError: It is still read, or is no initializer.
        """
        self._model._editor.remove_constant(self._ref)

    def __repr__(self) -> str:
        name, is_removed = self._model._reader.describe_value(self._ref)
        return f"<removed {name}>" if is_removed else f"<Value {name!r}>"


def inputs_to(values: Iterable[Any]) -> list[Any]:
    """Inputs as the native functions take them."""
    return [input_to(value) for value in _several(values)]


def _several(values: Any) -> Iterable[Any]:
    """Refuses one input. A string and an array would be iterated."""
    if isinstance(values, Iterable) and not isinstance(values, (str, bytes)) and not hasattr(values, "dtype"):
        return values
    kind = type(values).__name__
    raise TypeError(f"`inputs` is {kind}; expected a list of Values, arrays, and None, such as [value]")


def reference(value: Any) -> ValueRef:
    """The argument `value`, which is no array."""
    if not isinstance(value, Value):
        raise TypeError(f"`value` is {type(value).__name__}; expected a Value, such as `graph.value(\"name\")`")
    return value._ref


def input_to(value: Any) -> Any:
    """An input as the native functions take it."""
    if value is None:
        return None
    if isinstance(value, Value):
        return value._ref
    if hasattr(value, "dtype"):
        return to_parts(value)
    hint = "; use its `output`" if isinstance(getattr(value, "_ref", None), NodeRef) else ""
    raise TypeError(f"an input is {type(value).__name__}; expected a Value, a NumPy array or scalar, or None{hint}")


@contextlib.contextmanager
def made(model: Model, graph: Graph, values: Iterable[Any]) -> Iterator[list[Any]]:
    """References of values, with constants for arrays, which are taken back if the edit within fails."""
    inputs = [(value, input_to(value)) for value in _several(values)]
    if all(value is None or isinstance(value, Value) for value, _ in inputs):
        yield [ref for _, ref in inputs]
        return
    with model.transaction():
        yield [
            given if value is None or isinstance(value, Value) else model._editor.add_constant(graph._ref, None, given)
            for value, given in inputs
        ]
