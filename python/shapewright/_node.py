"""Nodes of a model that is edited."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, overload

from ._arguments import position
from ._attributes import kind_of
from ._node_attributes import Attributes, attribute_to
from ._part import Part
from ._public import public
from ._value import Value, inputs_to, made

if TYPE_CHECKING:
    from ._graph import Graph
    from ._model import Model
    from ._shapewright import NodeRef
    from ._value import NodeInput


@public
class Nodes(Sequence["Node"]):
    """The nodes of a graph, which follow its edits: in the order of the file, and of OpenVINO IR, producers first.

    Iterating yields the nodes that the graph has at the start, without those that were removed before their turn: a loop
    may insert, replace, and remove nodes, and does not meet those that it inserts. A slice is a tuple, which edits do not
    change.

    >>> import shapewright
    >>> text = '<ir_version: 9, opset_import: ["" : 18]> g (float[3] x) => (y) { h = Neg (x)  y = Abs (h) }'
    >>> graph = shapewright.load(text).graph
    >>> nodes = graph.nodes
    >>> len(nodes), nodes[-1].op_type, nodes[:1]
    (2, 'Abs', (<Node #0 (Neg)>,))
    >>> for node in nodes:
    ...     copy = graph.insert(node.op_type, node.inputs, after=node)
    >>> [node.op_type for node in nodes]
    ['Neg', 'Neg', 'Abs', 'Abs']
    """

    __slots__ = ("_graph",)

    def __init__(self, graph: Graph) -> None:
        self._graph = graph

    def __len__(self) -> int:
        return self._graph._model._reader.node_count(self._graph._ref)

    @overload
    def __getitem__(self, index: int) -> Node: ...
    @overload
    def __getitem__(self, index: slice) -> tuple[Node, ...]: ...
    def __getitem__(self, index: int | slice) -> Node | tuple[Node, ...]:
        model, graph = self._graph._model, self._graph._ref
        if isinstance(index, slice):
            return tuple(Node(model, ref) for ref in model._reader.nodes_at(graph, range(*index.indices(len(self)))))
        found = model._reader.node_at(graph, index)
        if found is None:
            raise IndexError(f"node {index} of {self._graph!r}")
        return Node(model, found)

    def __iter__(self) -> Iterator[Node]:
        model = self._graph._model
        return map(model._node, model._reader.iterate(self._graph._ref))

    def __reversed__(self) -> Iterator[Node]:
        """The same from the end."""
        return (node for node in self[::-1] if not node.is_removed)

    def __contains__(self, node: object) -> bool:
        return isinstance(node, Node) and self._graph._model._reader.has_node(self._graph._ref, node._ref)

    def index(self, node: Node, start: int = 0, stop: int | None = None) -> int:
        """The position of a node, which is also `Node.index`.

        Raises:
            ValueError: The graph does not have it.
        """
        if node not in self or node.index not in range(*slice(start, stop).indices(len(self))):
            raise ValueError(f"{node!r} is not in the list")
        return node.index

    def count(self, node: Node) -> int:
        """1 if the graph has the node, otherwise 0."""
        return int(node in self)

    def __eq__(self, other: object) -> bool:
        return tuple(self) == tuple(other) if isinstance(other, (Nodes, tuple, list)) else NotImplemented

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        return f"<Nodes of graph {self._graph.path!r}: {len(self)}>"


@public
class Node(Part):
    """A node of a graph: an operator with its inputs, outputs, and attributes.

    Two objects for the same node are equal. Once the node is removed, whatever asks for it raises `ModelError`.

    >>> import shapewright
    >>> text = '<ir_version: 9, opset_import: ["" : 18]> g (float[3] x) => (y) { [n] y = Neg (x) }'
    >>> node = shapewright.load(text).graph.node("n")
    >>> node
    <Node `n` (Neg)>
    >>> node.op_type = "Abs"
    >>> node.op_type, node.inputs, node.output
    ('Abs', (<Value 'x'>,), <Value 'y'>)
    """

    __slots__ = ()

    _ref: NodeRef

    @property
    def graph(self) -> Graph:
        """The graph that the node belongs to."""
        return self._model._graph(self._model._reader.node_graph(self._ref))

    @property
    def name(self) -> str:
        """The name, which may be empty and need not be unique in ONNX. It can be set."""
        return self._model._reader.node_name(self._ref)

    @name.setter
    def name(self, name: str) -> None:
        self._model._editor.rename_node(self._ref, name)

    @property
    def op_type(self) -> str:
        """The operator. It can be set to another one of the same domain and version."""
        return self._model._reader.operator(self._ref)[1]

    @op_type.setter
    def op_type(self, op_type: str) -> None:
        self._model._editor.set_op_type(self._ref, op_type)

    @property
    def domain(self) -> str:
        """The domain of the operator; empty for the default one."""
        return self._model._reader.operator(self._ref)[0]

    @property
    def version(self) -> int | None:
        """The version of the operator set: what the model imports, or what the layer of OpenVINO IR states."""
        return self._model._reader.operator(self._ref)[3]

    @property
    def index(self) -> int:
        """The position in the graph."""
        return self._model._reader.node_index(self._ref)

    @property
    def inputs(self) -> tuple[Value | None, ...]:
        """The inputs; ``None`` where one is omitted or undefined. They can be set."""
        return tuple(
            None if ref is None else Value(self._model, ref) for ref in self._model._reader.node_inputs(self._ref)
        )

    @inputs.setter
    def inputs(self, values: Iterable[NodeInput]) -> None:
        with made(self._model, self.graph, values) as refs:
            self._model._editor.set_inputs(self._ref, refs)

    def set_input(self, index: int, value: NodeInput) -> None:
        """Makes one input read another value, or nothing. An array becomes a constant.

        Raises:
            ModelError: The node has no such input, or the value is not available there.
        """
        with made(self._model, self.graph, [value]) as [ref]:
            self._model._editor.set_input(self._ref, position(index), ref)

    @property
    def outputs(self) -> tuple[Value, ...]:
        """The outputs."""
        return tuple(Value(self._model, ref) for ref in self._model._reader.node_outputs(self._ref))

    @property
    def output(self) -> Value:
        """The only output.

        Raises:
            ValueError: The node has none or several.
        """
        outputs = self.outputs
        if len(outputs) != 1:
            raise ValueError(f"{self!r} has {len(outputs)} outputs; use `outputs`")
        return outputs[0]

    @property
    def attributes(self) -> Attributes:
        """The attributes by name."""
        return Attributes(self)

    @property
    def bodies(self) -> tuple[Graph, ...]:
        """The bodies in the attributes."""
        return tuple(self._model._graph(ref) for ref in self._model._reader.bodies(self._ref))

    @property
    def predecessors(self) -> tuple[Node, ...]:
        """The nodes that compute the inputs, each once."""
        producers = (value.producer for value in self.inputs if value is not None)
        return tuple(dict.fromkeys(producer for producer in producers if producer is not None))

    @property
    def successors(self) -> tuple[Node, ...]:
        """The nodes that read the outputs, each once."""
        return tuple(dict.fromkeys(reader for value in self.outputs for reader in value.consumers))

    @property
    def is_removed(self) -> bool:
        """Whether the node was removed from the model."""
        return self._model._reader.describe(self._ref)[1]

    def replace(
        self,
        op_type: str,
        inputs: Sequence[NodeInput] = (),
        attributes: Mapping[str, Any] | None = None,
        *,
        domain: str = "",
        version: int | None = None,
    ) -> None:
        """Makes the node compute something else. It keeps its place, and its outputs with their names and readers.

        >>> import shapewright
        >>> text = '<ir_version: 9, opset_import: ["" : 18]> g (float[3] x) => (y) { y = Neg (x) }'
        >>> model = shapewright.load(text)
        >>> [neg] = model.graph.nodes
        >>> neg.replace("LeakyRelu", neg.inputs, {"alpha": 0.5})
        >>> neg.op_type, neg.attributes["alpha"]
        ('LeakyRelu', 0.5)

        Raises:
            ModelError: An input is not available there, or the domain is not imported.
        """
        self._model._editor.replace_node(self._ref, description(self._model, op_type, inputs, attributes, domain, version))

    def remove(self) -> None:
        """Removes the node.

        Raises:
            ModelError: An output of it is still read.
        """
        self._model._editor.remove(self._ref)

    def remove_unused(self) -> int:
        """Removes the node if nothing reads its outputs, then the producers that nothing else reads. Returns how many.

        >>> import shapewright
        >>> text = '<ir_version: 9, opset_import: ["" : 18]> g (float[3] x) => (y) { a = Neg (x)  b = Exp (a)  y = Abs (x) }'
        >>> model = shapewright.load(text)
        >>> model.graph.value("b").producer.remove_unused()
        2
        """
        return self._model._editor.remove_unused(self._ref)

    def add_body(self, attribute: str) -> Graph:
        """ONNX: adds an empty body as an attribute. Its nodes may read the values of the graphs around it.

        >>> import shapewright
        >>> model = shapewright.load('<ir_version: 9, opset_import: ["" : 18]> g (bool c, float[3] x) => (y) { y = Neg (x) }')
        >>> c, x = model.graph.inputs
        >>> choice = model.graph.insert("If", [c])
        >>> for attribute, op_type in [("then_branch", "Abs"), ("else_branch", "Exp")]:
        ...     body = choice.add_body(attribute)
        ...     body.add_output(body.insert(op_type, [x]).output)
        >>> choice.output.type
        'f32[3]'
        """
        return self._model._graph(self._model._editor.add_body(self._ref, attribute))

    def inline(self) -> tuple[Node, ...]:
        """Replaces a call of a function of the model by the nodes of the function, which are returned.

        >>> import shapewright
        >>> text = '''<ir_version: 9, opset_import: ["" : 18, "local" : 1]> g (float[3] x) => (y) { y = local.F (x) }
        ... <domain: "local", opset_import: ["" : 18]> F (a) => (b) { b = Neg (a) }'''
        >>> model = shapewright.load(text)
        >>> model.graph.nodes[0].inline()
        (<Node #0 (Neg)>,)

        Raises:
            ModelError: The node calls no function of the model, or one of other operator sets.
        """
        return tuple(Node(self._model, ref) for ref in self._model._editor.inline_call(self._ref))

    def __repr__(self) -> str:
        described, is_removed = self._model._reader.describe(self._ref)
        if is_removed:
            return f"<removed {described}>"
        described = described.removeprefix("node ")
        op_type = f"({self.op_type})"
        return f"<Node {described}>" if described.endswith(op_type) else f"<Node {described} {op_type}>"


def description(
    model: Model,
    op_type: str,
    inputs: Sequence[Any],
    attributes: Mapping[str, Any] | None,
    domain: str,
    version: int | None,
) -> dict[str, Any]:
    """A new node as the native functions take it."""
    is_openvino = model.format != "onnx"
    known = version if version is not None or is_openvino else model.opsets.get(domain)
    if attributes is not None and not isinstance(attributes, Mapping):
        raise TypeError(f"`attributes` is {type(attributes).__name__}; expected a mapping from names to values")
    kind = kind_of(domain, op_type, known, is_openvino)
    return {
        "op_type": op_type,
        "domain": domain,
        "version": version,
        "inputs": inputs_to(inputs),
        "attributes": [
            (name, attribute_to(name, value, kind, is_openvino)) for name, value in (attributes or {}).items()
        ],
    }
