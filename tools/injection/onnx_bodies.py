"""Faults in subgraphs and functions, which are grafted onto a value of the model first."""
import onnx
from onnx import TensorProto, helper

from .fault import Edit, onnx_fault
from .onnx_model import DEFAULT, attribute, set_attribute

FLOAT, INT64, BOOL = TensorProto.FLOAT, TensorProto.INT64, TensorProto.BOOL
NAMES = ("grafted_if", "grafted_loop", "grafted_call", "grafted_resize", "grafted_topk")


def _value(model, rng):
    """Returns a float value of the main graph of static shape, or None."""
    found = [o for n in model.graph.node for o in n.output if n.domain in DEFAULT and model.kind(o) == FLOAT and model.static(o)]
    if not (13 <= model.opset() <= 23 and model.proto.ir_version >= 8):
        return None
    return rng.choice(found) if found else None


def _info(name, kind, dims):
    return helper.make_tensor_value_info(name, kind, dims)


def _constant(model, name, kind, dims, elements):
    model.graph.initializer.append(helper.make_tensor(name, kind, dims, elements))


def _add(model, node, dims, kind=FLOAT):
    model.graph.node.append(node)
    model.graph.output.append(_info(node.output[0], kind, dims))
    model.infer()
    return True


def with_if(model, rng):
    name = _value(model, rng)
    if name is None:
        return False
    dims = model.dims(name)
    model.graph.input.append(_info("grafted_condition", BOOL, []))
    yes = helper.make_graph([helper.make_node("Relu", [name], ["yes_out"], name="yes_relu")], "yes", [], [_info("yes_out", FLOAT, dims)])
    no = helper.make_graph([helper.make_node("Tanh", [name], ["no_out"], name="no_tanh")], "no", [], [_info("no_out", FLOAT, dims)])
    return _add(model, helper.make_node("If", ["grafted_condition"], ["grafted_if_out"], name="grafted_if", then_branch=yes, else_branch=no), dims)


def with_loop(model, rng):
    name = _value(model, rng)
    if name is None:
        return False
    dims = model.dims(name)
    _constant(model, "grafted_trips", INT64, [], [3])
    _constant(model, "grafted_go", BOOL, [], [True])
    body = helper.make_graph(
        [helper.make_node("Identity", ["go_in"], ["go_out"], name="keep_going"), helper.make_node("Relu", ["state_in"], ["state_out"], name="step")],
        "body", [_info("turn", INT64, []), _info("go_in", BOOL, []), _info("state_in", FLOAT, dims)], [_info("go_out", BOOL, []), _info("state_out", FLOAT, dims)])
    return _add(model, helper.make_node("Loop", ["grafted_trips", "grafted_go", name], ["grafted_loop_out"], name="grafted_loop", body=body), dims)


def with_function(model, rng):
    name = _value(model, rng)
    if name is None or model.proto.functions:
        return False
    nodes = [helper.make_node("LeakyRelu", ["fx"], ["fm"], name="leak"), helper.make_node("Tanh", ["fm"], ["fy"], name="bound")]
    slope = nodes[0].attribute.add()
    slope.name, slope.ref_attr_name, slope.type = "alpha", "slope", onnx.AttributeProto.FLOAT
    model.proto.functions.append(helper.make_function("local", "Bounded", ["fx"], ["fy"], nodes, [helper.make_opsetid("", model.opset())], ["slope"]))
    other = helper.make_function("local", "Other", ["fx"], ["fy"], [helper.make_node("Tanh", ["fx"], ["fy"])], [helper.make_opsetid("", model.opset())])
    model.proto.functions.append(other)
    model.proto.opset_import.append(helper.make_opsetid("local", 1))
    return _add(model, helper.make_node("Bounded", [name], ["grafted_call_out"], name="grafted_call", domain="local", slope=0.5), model.dims(name))


def with_resize(model, rng):
    name = _value(model, rng)
    if name is None or 0 in model.dims(name):
        return False
    dims = model.dims(name)
    _constant(model, "grafted_scales", FLOAT, [len(dims)], [2.0] * len(dims))
    return _add(model, helper.make_node("Resize", [name, "", "grafted_scales"], ["grafted_resize_out"], name="grafted_resize", mode="nearest"), [2 * d for d in dims])


def with_topk(model, rng):
    name = _value(model, rng)
    if name is None or not model.dims(name) or 0 in model.dims(name):
        return False
    dims = model.dims(name)
    _constant(model, "grafted_k", INT64, [1], [1])
    node = helper.make_node("TopK", [name, "grafted_k"], ["grafted_topk_out", "grafted_topk_at"], name="grafted_topk", axis=-1)
    return _add(model, node, [*dims[:-1], 1])


def _grafted(model):
    """Returns the grafted node and its index."""
    return next((i, n) for i, n in enumerate(model.graph.node) if n.name in NAMES)


def _inside(model, *bodies):
    """Returns the places of the grafted node and of all nodes in its subgraphs."""
    index, node = _grafted(model)
    inner = {(f"main/{node.name}/{body}", i) for body in bodies for i in range(-1, len(attribute(node, body).g.node))}
    return {("main", index)} | inner | {(graph, None) for graph, _ in inner}


def _branches(model, what, repair, *values):
    return Edit(f"If: {what}", repair, _inside(model, "then_branch", "else_branch"), set(values))


def _loop(model, what, repair, *values):
    return Edit(f"Loop: {what}", repair, _inside(model, "body"), set(values))


def _else(model):
    return attribute(_grafted(model)[1], "else_branch").g


def _body(model):
    return attribute(_grafted(model)[1], "body").g


@onnx_fault("if-branch-type", with_if)
def branch_type(model, rng):
    branch = _else(model)
    branch.node[0].output[0] = "no_mid"
    branch.node.append(helper.make_node("Cast", ["no_mid"], ["no_out"], name="no_cast", to=INT64))
    branch.output[0].type.tensor_type.elem_type = INT64
    return _branches(model, "else_branch gives int64, then_branch float", "remove the Cast of else_branch", "grafted_if_out", "no_out")


@onnx_fault("if-branch-outputs", with_if)
def branch_outputs(model, rng):
    branch = _else(model)
    branch.node.append(helper.make_node("Identity", ["no_out"], ["no_more"], name="no_copy"))
    branch.output.append(_info("no_more", FLOAT, None))
    return _branches(model, "else_branch has two outputs, then_branch one", "remove the second output of else_branch", "no_more")


@onnx_fault("if-branch-missing", with_if)
def branch_missing(model, rng):
    index, node = _grafted(model)
    del node.attribute[1]
    return Edit("If: a branch removed", "add the branch", {("main", index)})


@onnx_fault("if-condition-type", with_if)
def condition_type(model, rng):
    given = next(i for i in model.graph.input if i.name == "grafted_condition")
    given.type.tensor_type.elem_type = FLOAT
    return _branches(model, "the condition is declared as float", "declare it as bool", "grafted_condition")


@onnx_fault("subgraph-output-undefined", with_if)
def subgraph_output(model, rng):
    branch = _else(model)
    branch.output[0].name = "no_oot"
    return _branches(model, "output of else_branch `no_out` -> `no_oot`", "rename it to `no_out`", "no_oot")


@onnx_fault("subgraph-input-undefined", with_if)
def subgraph_input(model, rng):
    branch = _else(model)
    old, branch.node[0].input[0] = branch.node[0].input[0], "no_such_value"
    return _branches(model, f"Tanh in else_branch: input `{old}` -> `no_such_value`", f"rename it to `{old}`", "no_such_value")


@onnx_fault("subgraph-attribute", with_if)
def subgraph_attribute(model, rng):
    set_attribute(_else(model).node[0], "alpha", 0.5)
    return _branches(model, "Tanh in else_branch: attribute `alpha`", "remove `alpha`")


@onnx_fault("loop-state-type", with_loop)
def state_type(model, rng):
    body = _body(model)
    body.node[1].output[0] = "state_mid"
    body.node.append(helper.make_node("Cast", ["state_mid"], ["state_out"], name="state_cast", to=INT64))
    body.output[1].type.tensor_type.elem_type = INT64
    return _loop(model, "the state is float and becomes int64", "remove the Cast", "state_out", "state_in", "grafted_loop_out")


@onnx_fault("loop-body-inputs", with_loop)
def loop_inputs(model, rng):
    body = _body(model)
    body.input.append(_info("state_more", FLOAT, None))
    return _loop(model, "the body has a fourth input", "remove the input `state_more`", "state_more")


@onnx_fault("loop-body-outputs", with_loop)
def loop_outputs(model, rng):
    body = _body(model)
    del body.output[1]
    return _loop(model, "the body lost the output `state_out`", "add the output `state_out`", "state_out", "grafted_loop_out")


@onnx_fault("loop-condition-type", with_loop)
def loop_condition(model, rng):
    tensor = model.initializer("grafted_go")
    tensor.CopyFrom(helper.make_tensor("grafted_go", INT64, [], [1]))
    return _loop(model, "the condition is int64", "store it as bool", "grafted_go")


def _function(model, what, repair, *values):
    call = _grafted(model)[0]
    places = {("function local::Bounded", i) for i in (0, 1, 2, None)}
    return Edit(f"function: {what}", repair, {("main", call)} | places, set(values), set(), "Bounded")


@onnx_fault("function-attribute-undeclared", with_function)
def function_attribute(model, rng):
    del model.proto.functions[0].attribute[:]
    return _function(model, "`slope` is no longer declared, but its body refers to it", "declare `slope`")


@onnx_fault("function-input-undefined", with_function)
def function_input(model, rng):
    model.proto.functions[0].node[1].input[0] = "fz"
    return _function(model, "Tanh reads `fz` instead of `fm`", "rename it to `fm`", "fz")


@onnx_fault("function-output-undefined", with_function)
def function_output(model, rng):
    model.proto.functions[0].output[0] = "fq"
    return _function(model, "output `fy` -> `fq`", "rename it to `fy`", "fq")


@onnx_fault("function-import-missing", with_function)
def function_import(model, rng):
    del model.proto.functions[0].opset_import[:]
    return _function(model, "imports no operator set", "import the default domain in the function")


@onnx_fault("function-call-inputs", with_function)
def function_call(model, rng):
    node = _grafted(model)[1]
    node.input.append(node.input[0])
    return _function(model, "called with two inputs", "remove the second input")


@onnx_fault("function-removed", with_function)
def function_removed(model, rng):
    # The other function shows that the model defines the operators of this domain.
    edit = _function(model, "definition removed", "define `local::Bounded`")
    del model.proto.functions[0]
    return edit


@onnx_fault("resize-scales-and-sizes", with_resize)
def resize_both(model, rng):
    index, node = _grafted(model)
    dims = model.dims("grafted_resize_out")
    _constant(model, "grafted_sizes", INT64, [len(dims)], dims)
    node.input.append("grafted_sizes")
    return Edit("Resize: both scales and sizes", "remove one of them", {("main", index)}, {"grafted_sizes", "grafted_scales"})


@onnx_fault("resize-scales-length", with_resize)
def resize_scales(model, rng):
    index, _ = _grafted(model)
    old = model.initializer("grafted_scales")
    size = old.dims[0]
    old.CopyFrom(helper.make_tensor("grafted_scales", FLOAT, [size + 1], [2.0] * (size + 1)))
    return Edit(f"Resize: {size + 1} scales for rank {size}", f"store {size} scales", {("main", index)}, {"grafted_scales"})


@onnx_fault("resize-mode", with_resize)
def resize_mode(model, rng):
    index, node = _grafted(model)
    set_attribute(node, "mode", "bilinear")
    return Edit("Resize: `mode` nearest -> bilinear", "set `mode` to linear", {("main", index)})


@onnx_fault("topk-too-many", with_topk)
def topk_many(model, rng):
    index, node = _grafted(model)
    size = model.dims(node.input[0])[-1]
    model.initializer("grafted_k").CopyFrom(helper.make_tensor("grafted_k", INT64, [1], [size + 1]))
    return Edit(f"TopK: k = {size + 1} of {size}", f"set k to at most {size}", {("main", index)}, {"grafted_k"})
