"""Graphs of a model that is edited."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from ._arguments import output_count, position, type_text
from ._arrays import to_parts
from ._fact import Fact
from ._node import Node, Nodes, description
from ._part import Part
from ._public import public
from ._suggestions import UnknownName
from ._value import Value, reference

if TYPE_CHECKING:
    import numpy.typing as npt

    from ._shapewright import GraphRef
    from ._value import NodeInput


@public
class Graph(Part):
    """A graph of a model: the main graph, a body, or the body of a function. Iterating over it yields its nodes.

    >>> import shapewright
    >>> text = '<ir_version: 9, opset_import: ["" : 18]> g (float[3] x) => (y) { h = Neg (x)  y = Abs (h) }'
    >>> graph = shapewright.load(text).graph
    >>> [node.op_type for node in graph], graph.inputs, graph.outputs
    (['Neg', 'Abs'], (<Value 'x'>,), (<Value 'y'>,))
    >>> exp = graph.insert("Exp", [graph.value("h")], before=graph.nodes[1])
    >>> graph.set_output(0, exp.output)
    >>> [node.op_type for node in graph], graph.output_names
    (['Neg', 'Exp', 'Abs'], ('y',))
    """

    __slots__ = ()

    _ref: GraphRef

    @property
    def name(self) -> str:
        """The name."""
        return self._model._reader.graph(self._ref)[0]

    @property
    def path(self) -> str:
        """The path in reports, such as ``main`` or ``main/loop/body``."""
        return self._model._reader.graph(self._ref)[1]

    @property
    def kind(self) -> str:
        """``main``, ``body``, ``function``, or ``other``."""
        return self._model._reader.graph(self._ref)[2]

    @property
    def owner(self) -> Node | None:
        """The node whose body it is."""
        found = self._model._reader.owner(self._ref)
        return None if found is None else Node(self._model, found[0])

    @property
    def nodes(self) -> Nodes:
        """The nodes, in the order of the file; of OpenVINO IR, producers first."""
        self._model._reader.node_count(self._ref)  # A graph that was removed is an exception here, too.
        return Nodes(self)

    @property
    def values(self) -> tuple[Value, ...]:
        """The values: inputs and initializers, then outputs of nodes."""
        return tuple(Value(self._model, ref) for ref in self._model._reader.values(self._ref))

    @property
    def initializers(self) -> tuple[Value, ...]:
        """ONNX: the constants that are not computed by nodes."""
        return tuple(value for value in self.values if value.is_constant and value.producer is None)

    @property
    def inputs(self) -> tuple[Value, ...]:
        """The inputs."""
        return tuple(Value(self._model, ref) for ref in self._model._reader.inputs(self._ref))

    @property
    def outputs(self) -> tuple[Value | None, ...]:
        """The outputs; ``None`` where the model names a value that it does not have."""
        outputs = self._model._reader.outputs(self._ref)
        return tuple(None if ref is None else Value(self._model, ref) for ref, _ in outputs)

    @property
    def output_names(self) -> tuple[str, ...]:
        """The names of the outputs, which are part of the interface; edits keep them."""
        return tuple(name for _, name in self._model._reader.outputs(self._ref))

    def node(self, name: str) -> Node:
        """The first node with a name.

        Raises:
            KeyError: There is none.
        """
        found = self._model._reader.find_node(self._ref, name)
        if found is None:
            raise UnknownName(f"no node `{name}` in graph `{self.path}`", name, lambda: (node.name for node in self))
        return Node(self._model, found)

    def value(self, name: str) -> Value:
        """The value with a name; in OpenVINO IR, also with a tensor name.

        Raises:
            KeyError: There is none.
        """
        found = self._model._reader.find_value(self._ref, name)
        if found is None:
            raise UnknownName(f"no value `{name}` in graph `{self.path}`", name, lambda: (value.name for value in self.values))
        return Value(self._model, found)

    def insert(
        self,
        op_type: str,
        inputs: Sequence[NodeInput] = (),
        attributes: Mapping[str, Any] | None = None,
        *,
        before: Node | None = None,
        after: Node | None = None,
        name: str = "",
        outputs: int | Sequence[str] = 1,
        domain: str = "",
        version: int | None = None,
    ) -> Node:
        """Adds a node: before or after another one, or after all others.

        Arrays among the inputs become constants. Outputs that are given by their number get names that no value has. In
        ONNX, the version of the operator is the one that the model imports; for OpenVINO IR, `version` is the number of the
        operator set, 1 by default.

        >>> import numpy as np, shapewright
        >>> model = shapewright.load('<ir_version: 9, opset_import: ["" : 18]> g (float[N,4] x) => (y) { y = Neg (x) }')
        >>> [x], [neg] = model.graph.inputs, model.graph.nodes
        >>> scaled = model.graph.insert("Mul", [x, np.float32(2)], before=neg)
        >>> neg.inputs = [scaled.output]
        >>> halves = model.graph.insert("Split", [scaled.output], {"axis": 1, "num_outputs": 2}, outputs=["low", "high"])
        >>> [value.type for value in halves.outputs]
        ['f32[N,2]', 'f32[N,2]']

        Raises:
            ModelError: An input is not available there, a name is taken, or the domain is not imported. Then nothing changes.
        """
        if before is not None and after is not None:
            raise ValueError("a node goes before or after another one; give one of them")
        for argument, place in (("before", before), ("after", after)):
            if place is not None and not isinstance(place, Node):
                raise TypeError(f"`{argument}` is {type(place).__name__}; expected a Node, such as `graph.node(\"name\")`")
        count, named = _outputs(outputs)
        ref = self._model._editor.insert(
            self._ref,
            None if before is None else before._ref,
            None if after is None else after._ref,
            description(self._model, op_type, inputs, attributes, domain, version),
            name=name,
            outputs=named,
            count=count,
        )
        return Node(self._model, ref)

    def add_constant(self, name: str | None, array: npt.ArrayLike) -> Value:
        """Adds a constant: an initializer of ONNX, or a Const layer of OpenVINO IR. ``None`` makes a name.

        >>> import numpy as np, shapewright
        >>> model = shapewright.load('<ir_version: 9, opset_import: ["" : 18]> g (float[2] x) => (y) { y = Neg (x) }')
        >>> model.graph.add_constant("w", np.zeros((2, 3), np.float16)).type
        'f16[2,3]'

        Raises:
            ModelError: The name is taken, or the graph is that of a function, which has no initializers.
        """
        return Value(self._model, self._model._editor.add_constant(self._ref, name, to_parts(array)))

    def add_input(self, name: str, type: str | Fact) -> Value:
        """Adds an input of a type such as ``"f32[N,3]"``, after those that the graph has.

        Raises:
            ModelError: The name is taken.
            ValueError: It is not a type.
        """
        text = type.type if isinstance(type, Fact) else type_text(type, "`type`")
        return Value(self._model, self._model._editor.add_input(self._ref, name, text))

    def remove_input(self, value: Value) -> None:
        """Removes an input that nothing reads.

        Raises:
            ModelError: It is still read.
            ValueError: It is no input of the graph.
        """
        reference(value)
        inputs = self.inputs
        if value not in inputs:
            raise ValueError(f"{value!r} is not an input of graph `{self.path}`; expected one of `graph.inputs`")
        self._model._editor.remove_input(self._ref, inputs.index(value))

    def add_output(self, value: Value) -> None:
        """Adds an output, after those that the graph has. In ONNX, it has the name of the value.

        Raises:
            ModelError: The value is not available there.
        """
        self._model._editor.add_output(self._ref, reference(value))

    def set_output(self, index: int, value: Value) -> None:
        """Makes an output another value. The output keeps its name.

        Raises:
            ModelError: There is no such output, or the value is not available there.
        """
        self._model._editor.set_output(self._ref, position(index), reference(value))

    def remove_output(self, index: int) -> None:
        """Removes an output by its position. The value and what computes it stay.

        Raises:
            ModelError: There is no such output.
        """
        self._model._editor.remove_output(self._ref, position(index))

    def sort(self) -> None:
        """Puts producers before consumers; otherwise, the order stays."""
        self._model._editor.sort(self._ref)

    def __iter__(self) -> Iterator[Node]:
        """The nodes that the graph has now, without those that are removed before their turn, as of `nodes`."""
        return iter(self.nodes)

    def __len__(self) -> int:
        return len(self.nodes)

    def __bool__(self) -> bool:
        return True

    def __repr__(self) -> str:
        return f"<Graph {self.path!r}: {len(self)} nodes>"


def _outputs(given: int | Sequence[str]) -> tuple[int | None, list[str] | None]:
    """The outputs of a new node: their number, or their names."""
    if isinstance(given, str):
        return None, [given]
    if hasattr(given, "__index__"):
        return output_count(given.__index__()), None
    if not isinstance(given, Iterable):
        raise TypeError(f"`outputs` is {type(given).__name__}; expected a number of outputs, or a list of names")
    return None, list(given)
