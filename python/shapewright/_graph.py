"""Graphs, nodes, and values of a model that is edited."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterable, Iterator, Mapping, MutableMapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Union

from ._arrays import to_parts, view_parts
from ._attributes import attribute, kind_of
from ._facts import Fact

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    from ._model import Model
    from ._shapewright import Dim, GraphRef, NodeRef, ValueRef

    NodeInput = Union["Value", np.ndarray[Any, Any], np.generic, None]
    """An input of a new node: a value, an array that becomes a constant, or ``None`` if it is omitted."""


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


class Value:
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

    __slots__ = ("_model", "_ref")

    def __init__(self, model: Model, ref: ValueRef) -> None:
        self._model = model
        self._ref = ref

    @property
    def model(self) -> Model:
        """The model."""
        return self._model

    @property
    def graph(self) -> Graph:
        """The graph that the value belongs to."""
        return Graph(self._model, self._model._reader.value_graph(self._ref))

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
        self._model._editor.declare(self._ref, type.type if isinstance(type, Fact) else type)

    @property
    def producer(self) -> Node | None:
        """The node that computes the value; ``None`` for an input and an initializer."""
        found = self._model._reader.producer(self._ref)
        return None if found is None else Node(self._model, found[0])

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
        reader = None if node is None else Node(self._model, node)
        if graph is None:
            assert reader is not None
            return Use(reader, reader.graph, index)
        return Use(reader, Graph(self._model, graph), index)

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
        with _made(self._model, self.graph, [other]) as [ref]:
            self._model._editor.replace_uses(self._ref, ref)

    def remove(self) -> None:
        """Removes an initializer that nothing reads. What a node computes is removed with the node.

        Raises:
            ModelError: It is still read, or is no initializer.
        """
        self._model._editor.remove_constant(self._ref)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Value) and self._ref == other._ref

    def __hash__(self) -> int:
        return hash(self._ref)

    def __repr__(self) -> str:
        name, is_removed = self._model._reader.describe_value(self._ref)
        return f"<removed {name}>" if is_removed else f"<Value {name!r}>"


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
        return _attribute_from(self._node._model, *found)

    def __setitem__(self, name: str, value: Any) -> None:
        node = self._node
        is_openvino = node._model.format != "onnx"
        kind = kind_of(node.domain, node.op_type, node.version, is_openvino)
        node._model._editor.set_attribute(node._ref, name, _attribute_to(name, value, kind, is_openvino))

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


class Node:
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

    __slots__ = ("_model", "_ref")

    def __init__(self, model: Model, ref: NodeRef) -> None:
        self._model = model
        self._ref = ref

    @property
    def model(self) -> Model:
        """The model."""
        return self._model

    @property
    def graph(self) -> Graph:
        """The graph that the node belongs to."""
        return Graph(self._model, self._model._reader.node_graph(self._ref))

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
        with _made(self._model, self.graph, values) as refs:
            self._model._editor.set_inputs(self._ref, refs)

    def set_input(self, index: int, value: NodeInput) -> None:
        """Makes one input read another value, or nothing. An array becomes a constant.

        Raises:
            ModelError: The node has no such input, or the value is not available there.
        """
        with _made(self._model, self.graph, [value]) as [ref]:
            self._model._editor.set_input(self._ref, index, ref)

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
        return tuple(Graph(self._model, ref) for ref in self._model._reader.bodies(self._ref))

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
        self._model._editor.replace_node(self._ref, _description(self._model, op_type, inputs, attributes, domain, version))

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
        return Graph(self._model, self._model._editor.add_body(self._ref, attribute))

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

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Node) and self._ref == other._ref

    def __hash__(self) -> int:
        return hash(self._ref)

    def __repr__(self) -> str:
        described, is_removed = self._model._reader.describe(self._ref)
        if is_removed:
            return f"<removed {described}>"
        described = described.removeprefix("node ")
        op_type = f"({self.op_type})"
        return f"<Node {described}>" if described.endswith(op_type) else f"<Node {described} {op_type}>"


class Graph:
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

    __slots__ = ("_model", "_ref")

    def __init__(self, model: Model, ref: GraphRef) -> None:
        self._model = model
        self._ref = ref

    @property
    def model(self) -> Model:
        """The model."""
        return self._model

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
    def nodes(self) -> tuple[Node, ...]:
        """The nodes, in the order of the file; of OpenVINO IR, producers first."""
        return tuple(Node(self._model, ref) for ref in self._model._reader.nodes(self._ref))

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
            raise KeyError(f"no node `{name}` in graph `{self.path}`")
        return Node(self._model, found)

    def value(self, name: str) -> Value:
        """The value with a name; in OpenVINO IR, also with a tensor name.

        Raises:
            KeyError: There is none.
        """
        found = self._model._reader.find_value(self._ref, name)
        if found is None:
            raise KeyError(f"no value `{name}` in graph `{self.path}`")
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
        outputs = [outputs] if isinstance(outputs, str) else outputs
        ref = self._model._editor.insert(
            self._ref,
            None if before is None else before._ref,
            None if after is None else after._ref,
            _description(self._model, op_type, inputs, attributes, domain, version),
            name=name,
            outputs=None if isinstance(outputs, int) else list(outputs),
            count=outputs if isinstance(outputs, int) else None,
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
        text = type.type if isinstance(type, Fact) else type
        return Value(self._model, self._model._editor.add_input(self._ref, name, text))

    def remove_input(self, value: Value) -> None:
        """Removes an input that nothing reads.

        Raises:
            ModelError: It is still read.
            ValueError: It is no input of the graph.
        """
        self._model._editor.remove_input(self._ref, self.inputs.index(value))

    def add_output(self, value: Value) -> None:
        """Adds an output, after those that the graph has. In ONNX, it has the name of the value.

        Raises:
            ModelError: The value is not available there.
        """
        self._model._editor.add_output(self._ref, value._ref)

    def set_output(self, index: int, value: Value) -> None:
        """Makes an output another value. The output keeps its name.

        Raises:
            ModelError: There is no such output, or the value is not available there.
        """
        self._model._editor.set_output(self._ref, index, value._ref)

    def remove_output(self, index: int) -> None:
        """Removes an output by its position. The value and what computes it stay.

        Raises:
            ModelError: There is no such output.
        """
        self._model._editor.remove_output(self._ref, index)

    def sort(self) -> None:
        """Puts producers before consumers; otherwise, the order stays."""
        self._model._editor.sort(self._ref)

    def __iter__(self) -> Iterator[Node]:
        """The nodes that the graph has now, without those that are removed meanwhile."""
        return (node for node in self.nodes if not node.is_removed)

    def __len__(self) -> int:
        return len(self._model._reader.nodes(self._ref))

    def __bool__(self) -> bool:
        return True

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Graph) and self._ref == other._ref

    def __hash__(self) -> int:
        return hash(self._ref)

    def __repr__(self) -> str:
        return f"<Graph {self.path!r}: {len(self)} nodes>"


def _input_to(value: Any) -> Any:
    if value is None:
        return None
    if isinstance(value, Value):
        return value._ref
    if hasattr(value, "dtype"):
        return to_parts(value)
    hint = "; use its `output`" if isinstance(value, Node) else ""
    raise TypeError(f"an input is {type(value).__name__}; expected a Value, a NumPy array or scalar, or None{hint}")


@contextlib.contextmanager
def _made(model: Model, graph: Graph, values: Iterable[Any]) -> Iterator[list[Any]]:
    """References of values, with constants for arrays, which are taken back if the edit within fails."""
    inputs = [(value, _input_to(value)) for value in values]
    if all(value is None or isinstance(value, Value) for value, _ in inputs):
        yield [ref for _, ref in inputs]
        return
    with model.transaction():
        yield [
            given if value is None or isinstance(value, Value) else model._editor.add_constant(graph._ref, None, given)
            for value, given in inputs
        ]


def _attribute_to(name: str, value: Any, kind: Callable[[str], str | None], is_openvino: bool) -> Any:
    return value._ref if isinstance(value, Graph) else attribute(name, value, kind, is_openvino)


def _description(
    model: Model,
    op_type: str,
    inputs: Sequence[Any],
    attributes: Mapping[str, Any] | None,
    domain: str,
    version: int | None,
) -> dict[str, Any]:
    is_openvino = model.format != "onnx"
    known = version if version is not None or is_openvino else model.opsets.get(domain)
    kind = kind_of(domain, op_type, known, is_openvino)
    return {
        "op_type": op_type,
        "domain": domain,
        "version": version,
        "inputs": [_input_to(value) for value in inputs],
        "attributes": [
            (name, _attribute_to(name, value, kind, is_openvino)) for name, value in (attributes or {}).items()
        ],
    }


def _text(data: bytes) -> str | bytes:
    try:
        return data.decode()
    except UnicodeDecodeError:
        return data


def _attribute_from(model: Model, form: str, value: Any) -> Any:
    """An attribute from the form in which the native function returns it."""
    if form == "tensor":
        return view_parts(value)
    if form == "tensors":
        return [view_parts(parts) for parts in value]
    if form == "graph":
        return Graph(model, value)
    if form == "graphs":
        return [Graph(model, ref) for ref in value]
    if form == "text":
        return _text(value)
    if form == "texts":
        return [_text(text) for text in value]
    return OpaqueAttribute(*value) if form == "opaque" else value
