"""Faults that leave something behind which a fix removes or restores: most models with them still run."""
import copy

from injection.fault import Edit, ir_fault, onnx_fault


def _main(node_index=None):
    return {("main", node_index)} if node_index is not None else set()


def _edit(what, repair):
    return Edit(what, repair, mention=".")


@onnx_fault("left-unused-initializer", level="warning")
def unused_initializer(model, rng):
    from onnx import helper

    model.graph.initializer.append(helper.make_tensor("left_over", 1, [2], [1.0, 2.0]))
    return _edit("an initializer that nothing reads", "remove it")


@onnx_fault("left-dead-node", level="warning")
def dead_node(model, rng):
    from onnx import helper

    outputs = [o for n in model.graph.node for o in n.output if o and n.op_type in ("Relu", "Add", "Conv", "MatMul", "Mul", "Sigmoid")]
    if outputs:
        model.graph.node.extend([helper.make_node("Identity", [outputs[-1]], ["left_1"], name="left_1"), helper.make_node("Identity", ["left_1"], ["left_2"], name="left_2")])
        return _edit("two nodes that no output depends on", "remove them")


@onnx_fault("left-identity", level="warning")
def identity(model, rng):
    from onnx import helper

    nodes = list(enumerate(model.graph.node))
    rng.shuffle(nodes)
    initializers, inputs = {i.name for i in model.graph.initializer}, {i.name for i in model.graph.input}
    for at, node in nodes:
        made = {o for n in model.graph.node[:at] for o in n.output}
        for position, name in enumerate(node.input):
            if name in made and name not in initializers | inputs and node.op_type in ("Relu", "Add", "Conv", "MatMul", "Mul", "Sigmoid"):
                model.graph.node.insert(at, helper.make_node("Identity", [name], ["left_identity"], name="left_identity"))
                model.graph.node[at + 1].input[position] = "left_identity"
                return _edit(f"an Identity before {node.op_type}", "remove it")


def _with_twins(model, rng):
    """Multiplies a value by two equal initializers that callers may override."""
    import numpy as np
    from onnx import helper, numpy_helper

    outputs = {o.name for o in model.graph.output}
    nodes = list(enumerate(model.graph.node))
    rng.shuffle(nodes)
    for at, node in nodes:
        name = node.output[0] if node.op_type in ("Relu", "Add", "Conv", "MatMul", "Mul", "Sigmoid") else ""
        # What only a body reads would not be scaled, and the new nodes would be unused.
        is_read = any(name in reader.input for reader in model.graph.node)
        if model.proto.ir_version < 4 or not name or name in outputs or not is_read or model.kind(name) != 1:
            continue
        twins = ["left_a", "left_b"]
        for twin in twins:
            weights = np.ones(512, np.float32)
            model.graph.initializer.append(numpy_helper.from_array(weights, twin))
            model.graph.input.append(helper.make_tensor_value_info(twin, 1, weights.shape))
        first, second = (helper.make_node("ReduceMax", [twin], [f"{twin}_max"], name=f"{twin}_max", keepdims=0) for twin in twins)
        product = helper.make_node("Mul", ["left_a_max", "left_b_max"], ["left_one"], name="left_one")
        scaled = helper.make_node("Mul", [name, "left_one"], ["left_scaled"], name="left_scaled")
        for reader in model.graph.node:
            reader.input[:] = ["left_scaled" if n == name else n for n in reader.input]
        for place, new in enumerate((first, second, product, scaled)):
            model.graph.node.insert(at + 1 + place, new)
        return True


# What must remain is part of the valid model, too.
@onnx_fault("left-overridable-duplicates", prepare=_with_twins, level="warning")
def overridable_duplicates(model, rng):
    return Edit("two equal initializers that are inputs", "leave them", mention=".", kept={"left_a", "left_b"})


def _with_slice(model, rng):
    """By its declaration, a value has as many elements as a Slice takes of it. The file declares too few."""
    from onnx import helper

    names = {v.name for v in model.graph.value_info} | {o.name for o in model.graph.output}
    nodes = list(enumerate(model.graph.node))
    rng.shuffle(nodes)
    for at, node in nodes:
        name = node.output[0] if node.output else ""
        dims = model.dims(name)
        if model.opset() < 10 or not name or name in names or not dims or None not in dims or model.kind(name) != 1:
            continue
        axis = dims.index(None)
        model.graph.value_info.append(helper.make_tensor_value_info(name, 1, [1 if d is None else d for d in dims]))
        for role, number in (("starts", 0), ("ends", 1), ("axes", axis)):
            model.graph.initializer.append(helper.make_tensor(f"left_{role}", 7, [1], [number]))
        for reader in model.graph.node:
            reader.input[:] = ["left_slice" if n == name else n for n in reader.input]
        made = helper.make_node("Slice", [name, "left_starts", "left_ends", "left_axes"], ["left_slice"], name="left_slice")
        model.graph.node.insert(at + 1, made)
        return True


@onnx_fault("left-stale-declaration", prepare=_with_slice, level="warning")
def stale_declaration(model, rng):
    return _edit("a value is declared with size 1 before a Slice of one element", "leave the Slice")


@onnx_fault("left-unknown-declaration", level="warning")
def unknown_declaration(model, rng):
    from onnx import helper

    model.graph.value_info.append(helper.make_tensor_value_info("left_over", 1, [2]))
    return _edit("a value_info of no value", "remove it")


@onnx_fault("left-opset-twice", level="warning")
def opset_twice(model, rng):
    again = copy.deepcopy(model.proto.opset_import[0])
    model.proto.opset_import.append(again)
    return _edit("an operator set is imported twice", "remove one")


@onnx_fault("left-ir-version-low", level="warning")
def ir_version_low(model, rng):
    from onnx import helper

    versions = [o for o in model.proto.opset_import if o.domain in ("", "ai.onnx")]
    needed = helper.find_min_ir_version_for(versions)
    if needed > 4:
        old, model.proto.ir_version = model.proto.ir_version, needed - 1
        return _edit(f"ir_version {old} -> {needed - 1}", f"set it to {old}")


@onnx_fault("left-attribute-twice")
def attribute_twice(model, rng):
    nodes = [n for n in model.graph.node if n.attribute and n.op_type not in ("If", "Loop", "Scan")]
    if nodes:
        node = rng.choice(nodes)
        node.attribute.append(copy.deepcopy(node.attribute[0]))
        return _edit(f"{node.op_type}: `{node.attribute[0].name}` twice", "remove one")


@onnx_fault("left-inner-type", level="warning")
def inner_type(model, rng):
    from onnx import helper

    floats = [o for n in model.graph.node for o in n.output if n.op_type in ("Relu", "Conv", "MatMul", "Sigmoid", "Gemm")]
    declared = {v.name for v in model.graph.value_info} | {v.name for v in model.graph.output}
    left = [name for name in floats if name not in declared]
    if left:
        model.graph.value_info.append(helper.make_tensor_value_info(rng.choice(left), 7, None))
        return _edit("an inner value is declared as int64", "remove the declaration")


@onnx_fault("left-attribute-kind")
def attribute_kind(model, rng):
    nodes = [n for n in model.graph.node for a in n.attribute if a.type == 2 and n.domain == ""]
    rng.shuffle(nodes)
    for node in nodes:
        for attribute in node.attribute:
            if attribute.type == 2:
                value = attribute.i
                attribute.ClearField("i")
                attribute.type, attribute.f = 1, float(value)
                return _edit(f"{node.op_type}: `{attribute.name}` is a float", "make it an integer")


@ir_fault("left-version-missing")
def version_missing(model, rng):
    layer = model.layers(rng, "ReLU", "Add", "Multiply", "Sigmoid", "Result", "Parameter", "Const", "Transpose")[0:1]
    for one in layer:
        old = one.attrib.pop("version")
        return _edit(f"layer `{one.get('name')}`: version {old} removed", f"set it to {old}")


@ir_fault("left-net-version-missing")
def net_version_missing(model, rng):
    old = model.tree.attrib.pop("version")
    return _edit(f"<net>: version {old} removed", f"set it to {old}")


@ir_fault("left-type-case", level="warning")
def type_case(model, rng):
    for layer in model.layers(rng, "ReLU", "Add", "Multiply", "Sigmoid", "Transpose", "Reshape", "Concat", "MatMul"):
        old = layer.get("type")
        layer.set("type", old.upper() if old != old.upper() else old.lower())
        return _edit(f"layer type {old} -> {layer.get('type')}", f"write {old}")


@ir_fault("left-unused-layer", level="warning")
def unused_layer(model, rng):
    from xml.etree import ElementTree

    for layer in model.layers(rng, "ReLU", "Sigmoid", "Tanh", "Add"):
        twin = copy.deepcopy(layer)
        twin.set("id", "99999")
        twin.set("name", "left_over")
        edges = [e for e in model.tree.find("edges") if e.get("to-layer") == layer.get("id")]
        model.tree.find("layers").append(twin)
        for edge in edges:
            ElementTree.SubElement(model.tree.find("edges"), "edge", {**edge.attrib, "to-layer": "99999"})
        return _edit("a layer that no output depends on", "remove it")
