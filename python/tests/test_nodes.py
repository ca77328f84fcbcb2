"""The nodes of a graph as a sequence."""

from __future__ import annotations

import time
from collections.abc import Sequence

import pytest
import shapewright
from shapewright import Model, ModelError, load

pytest.importorskip("numpy")

CHAIN = """<ir_version: 9, opset_import: ["" : 18]>
g (float[N,3] x) => (float[N,3] y) { a = Abs (x)  b = Neg (a)  c = Exp (b)  y = Sqrt (c) }"""

IF = """<ir_version: 9, opset_import: ["" : 18]> g (bool c, float[N] x) => (float[N] y) {
  [choice] y = If (c) <then_branch = t () => (a) { [inner] a = Abs (x) }, else_branch = e () => (b) { b = Neg (x) }>
}"""


@pytest.fixture
def model() -> Model:
    """A chain of four nodes."""
    return load(CHAIN)


def ops(nodes) -> list[str]:
    return [node.op_type for node in nodes]


def test_nodes_are_a_sequence(model: Model) -> None:
    nodes = model.graph.nodes
    assert isinstance(nodes, Sequence) and (len(nodes), len(load(CHAIN).graph)) == (4, 4)
    assert ops([nodes[0], nodes[3], nodes[-1], nodes[-4]]) == ["Abs", "Sqrt", "Sqrt", "Abs"]
    for index in (4, -5):
        with pytest.raises(IndexError, match=f"node {index} of <Graph 'main': 4 nodes>"):
            nodes[index]
    with pytest.raises(TypeError):
        nodes["a"]
    assert ops(nodes[1:3]) == ["Neg", "Exp"] and ops(nodes[::-2]) == ["Sqrt", "Neg"] and nodes[9:] == ()
    assert ops(reversed(nodes)) == ["Sqrt", "Exp", "Neg", "Abs"]
    first, *others = nodes
    assert (first in nodes, first in others, "Abs" in nodes, load(CHAIN).graph.nodes[0] in nodes) == (True, False, False, False)
    assert [nodes.index(node) for node in nodes] == [0, 1, 2, 3] and nodes.count(first) == 1
    with pytest.raises(ValueError, match="is not in the list"):
        nodes.index(first, 1)
    assert nodes == model.graph.nodes == tuple(nodes) and nodes != load(CHAIN).graph.nodes
    assert repr(nodes) == "<Nodes of graph 'main': 4>"


def test_nodes_follow_edits(model: Model) -> None:
    nodes, graph = model.graph.nodes, model.graph
    assert nodes[1].op_type == "Neg"
    tanh = graph.insert("Tanh", [nodes[0].output], before=nodes[1])
    assert (len(nodes), nodes[1], nodes.index(tanh), tanh in nodes) == (5, tanh, 1, True)
    tanh.remove()
    assert (len(nodes), nodes[1].op_type, tanh in nodes) == (4, "Neg", False)
    with pytest.raises(ValueError, match="is not in the list"):
        nodes.index(tanh)
    with pytest.raises(ZeroDivisionError), model.transaction():
        graph.insert("Tanh", [graph.inputs[0]], before=nodes[0])
        assert nodes[0].op_type == "Tanh"
        raise ZeroDivisionError
    assert nodes[0].op_type == "Abs"


def test_a_loop_may_edit_the_graph(model: Model) -> None:
    """It meets the nodes that the graph had at first, without those that were removed before their turn."""
    met = []
    for node in model.graph.nodes:
        met.append(node.op_type)
        if node.op_type == "Neg":
            exp = node.output.consumers[0]
            exp.output.replace_uses_with(node.output)
            exp.remove()
        if node.op_type == "Abs":
            model.graph.insert("Tanh", [node.output], after=node)
    assert met == ["Abs", "Neg", "Sqrt"] and ops(model.graph) == ["Abs", "Tanh", "Neg", "Sqrt"]
    for node in reversed(model.graph.nodes):
        if node.op_type == "Tanh":
            node.remove()
    for node in model.graph:
        node.op_type = "Sqrt"
    assert ops(model.all_nodes()) == ["Sqrt"] * 3


def test_a_loop_over_a_removed_body_ends() -> None:
    model = load(IF)
    choice = model.graph.node("choice")
    body, every = choice.bodies[0], model.all_nodes()
    assert next(every) == choice
    nodes, started = body.nodes, iter(body)
    model.graph.set_output(0, model.graph.insert("Exp", [model.graph.value("x")]).output)
    choice.remove()
    assert list(started) == list(every) == []
    for ask in [lambda: len(nodes), lambda: nodes[0], lambda: list(nodes), lambda: body.nodes]:
        with pytest.raises(ModelError, match="graph .* was removed"):
            ask()


def test_a_position_of_a_large_graph_is_found_at_once() -> None:
    count = 20_000
    body = "  ".join(f"v{at + 1} = Neg (v{at})" for at in range(count))
    model = load(f'<ir_version: 9, opset_import: ["" : 18]> g (float[3] v0) => (float[3] v{count}) {{ {body} }}')
    nodes, start = model.graph.nodes, time.process_time()
    for _ in range(2_000):
        assert len(nodes) == count and nodes[-1].op_type == nodes[count // 2].op_type
    # A list of all nodes would take 35 milliseconds or more each time.
    assert time.process_time() - start < 10


@pytest.mark.parametrize(("value", "message"), [
    (10**30, f"attribute `pads` has {10**30}; expected integers from -9223372036854775808 to 9223372036854775807"),
    ([1, 2**63], f"attribute `pads` has {2**63}; expected integers"),
    ([1, "a"], "attribute `pads` has int and str in a list; expected only numbers or only strings"),
    ([b"\xff"], "attribute `pads` has b'.xff' in a list; expected strings in UTF-8"),
])  # fmt: skip
def test_attributes_that_no_node_can_have_are_refused(value: object, message: str) -> None:
    text = '<ir_version: 9, opset_import: ["" : 18]> g (float[3] x) => (y) { y = LeakyRelu <alpha = 0.5> (x) }'
    [node] = shapewright.load(text).graph.nodes
    with pytest.raises((TypeError, ValueError), match=message):
        node.attributes["pads"] = value
    with pytest.raises((TypeError, ValueError), match=message):
        shapewright.op("Pad", 2, "f32[3]", pads=value)
    assert "pads" not in node.attributes
    node.attributes["alpha"] = 10**30
    assert node.attributes["alpha"] == pytest.approx(1e30)
    node.attributes["texts"] = [b"a", "b"]
    assert node.attributes["texts"] == ["a", "b"]
