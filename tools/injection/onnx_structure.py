"""Faults in the structure of an ONNX graph: names, edges, order, operators."""
from .fault import Edit, onnx_fault
from .onnx_attributes import label

UNARY = ("Relu", "Sigmoid", "Tanh", "Shape", "Flatten", "Softmax", "Transpose", "Identity", "Sqrt", "Exp", "Erf", "Not", "MaxPool", "Cast", "Log")


def _at(index):
    return {("main", index)}


@onnx_fault("input-extra")
def input_extra(model, rng):
    for index, node in model.nodes(rng, *UNARY):
        if len(node.input) == 1:
            node.input.append(node.input[0])
            return Edit(f"{label(index, node)}: a second input `{node.input[0]}`", "remove the second input", _at(index))


@onnx_fault("input-missing")
def input_missing(model, rng):
    for index, node in model.nodes(rng):
        schema = model.schema(node)
        if schema and schema.min_input == len(node.input) > 1:
            name = node.input.pop()
            return Edit(f"{label(index, node)}: removed the last input `{name}`", f"add the input `{name}`", _at(index))


@onnx_fault("input-emptied")
def input_emptied(model, rng):
    for index, node in model.nodes(rng):
        schema = model.schema(node)
        if schema and schema.min_input > 1 and len(node.input) > 1:
            name, node.input[0] = node.input[0], ""
            return Edit(f"{label(index, node)}: first input `{name}` left empty", f"set the input to `{name}`", _at(index))


@onnx_fault("input-undefined")
def input_undefined(model, rng):
    for index, node in model.nodes(rng):
        named = [i for i, name in enumerate(node.input) if name]
        if named:
            at = rng.choice(named)
            old = node.input[at]
            new = node.input[at] = model.fresh(old[:-1] + "x" if len(old) > 3 else old + "_x")
            return Edit(f"{label(index, node)}: input `{old}` -> `{new}`", f"rename the input to `{old}`", _at(index), {new})


@onnx_fault("tensor-renamed")
def tensor_renamed(model, rng):
    outputs = {o.name for o in model.graph.output}
    for index, node in model.nodes(rng):
        readers = model.readers(node.output[0])
        if readers and node.output[0] not in outputs:
            old, new = node.output[0], model.fresh(f"{node.output[0]}_renamed")
            node.output[0] = new
            return Edit(f"{label(index, node)}: output `{old}` -> `{new}` ({len(readers)} readers keep `{old}`)",
                        f"rename the output to `{old}`, or the inputs to `{new}`", _at(index) | readers, {old, new})


@onnx_fault("initializer-renamed")
def initializer_renamed(model, rng):
    tensors = [t for t in model.graph.initializer if model.readers(t.name)]
    inputs = {i.name for i in model.graph.input}
    rng.shuffle(tensors)
    for tensor in tensors:
        if tensor.name not in inputs:
            old, readers = tensor.name, model.readers(tensor.name)
            tensor.name = model.fresh(f"{old}_renamed")
            return Edit(f"initializer `{old}` -> `{tensor.name}`", f"rename the initializer to `{old}`", readers, {old, tensor.name})


@onnx_fault("duplicate-value")
def duplicate_value(model, rng):
    outputs = {o.name for o in model.graph.output}
    for index, node in model.nodes(rng):
        earlier = [n for n in model.graph.node[:index] if n.output[0] and model.kind(n.output[0]) == model.kind(node.output[0])]
        if not earlier or node.output[0] in outputs:
            continue
        old, first = node.output[0], rng.choice(earlier)
        if model.static(old) is None or model.static(old) != model.static(first.output[0]):
            continue
        node.output[0] = first.output[0]
        for reader in model.graph.node[index + 1 :]:
            reader.input[:] = [node.output[0] if name == old else name for name in reader.input]
        places = _at(index) | {("main", list(model.graph.node).index(first))}
        return Edit(f"{label(index, node)}: output `{old}` -> `{node.output[0]}`, which another node computes", f"rename the output to `{old}`", places, {node.output[0]})


@onnx_fault("initializer-twice")
def initializer_twice(model, rng):
    tensors = [t for t in model.graph.initializer if model.readers(t.name)]
    if tensors:
        chosen = rng.choice(tensors)
        name = chosen.name
        model.graph.initializer.add().CopyFrom(chosen)
        return Edit(f"initializer `{name}` twice", "remove one of them", model.readers(name), {name})


def _descendant(model, index):
    """Returns the last node that depends on a node, following the first output."""
    at, seen = index, {index}
    while True:
        after = [i for _, i in model.readers(model.graph.node[at].output[0]) if i > at and i not in seen]
        if not after:
            return at
        at = min(after)
        seen.add(at)
        if len(seen) > 6:
            return at


@onnx_fault("cycle")
def cycle(model, rng):
    for index, node in model.nodes(rng):
        last = _descendant(model, index)
        named = [i for i, name in enumerate(node.input) if name and model.kind(name) == model.kind(model.graph.node[last].output[0])]
        same = [i for i in named if model.dims(node.input[i]) == model.dims(model.graph.node[last].output[0])]
        if last != index and same:
            old, new = node.input[same[0]], model.graph.node[last].output[0]
            node.input[same[0]] = new
            places = {("main", i) for i in range(index, last + 1)}
            return Edit(f"{label(index, node)}: input `{old}` -> `{new}`, which depends on it", f"set the input to `{old}`", places, {new})


@onnx_fault("unsorted")
def unsorted(model, rng):
    for index, node in model.nodes(rng):
        readers = model.readers(node.output[0])
        if readers and all(i > index for _, i in readers):
            nodes = list(model.graph.node)
            moved = nodes.pop(index)
            nodes.append(moved)
            copies = [type(n).FromString(n.SerializeToString()) for n in nodes]
            del model.graph.node[:]
            model.graph.node.extend(copies)
            places = {("main", i - 1) for _, i in readers} | {("main", len(nodes) - 1)}
            return Edit(f"{label(index, node)} moved to the end", "move it back before its readers", places, {moved.output[0]})


@onnx_fault("output-undefined")
def output_undefined(model, rng):
    if len(model.graph.output):
        output = rng.choice(list(model.graph.output))
        old, output.name = output.name, model.fresh(f"{output.name}_x")
        return Edit(f"graph output `{old}` -> `{output.name}`", f"rename it to `{old}`", set(), {output.name, old})


@onnx_fault("operator-misspelled")
def operator_misspelled(model, rng):
    for index, node in model.nodes(rng):
        if model.schema(node) and len(node.op_type) > 3:
            old = node.op_type
            node.op_type = old[:-2] + old[-1] + old[-2] if old[-1] != old[-2] else old[:-1]
            return Edit(f"{label(index, node)}: was {old}", f"set the operator to `{old}`", _at(index))


@onnx_fault("operator-domain")
def operator_domain(model, rng):
    for index, node in model.nodes(rng):
        if model.opset("ai.onnx.ml") and model.schema(node):
            node.domain = "ai.onnx.ml"
            return Edit(f"{label(index, node)}: domain `ai.onnx.ml`", "set the domain to the default one", _at(index))


@onnx_fault("node-removed")
def node_removed(model, rng):
    outputs = {o.name for o in model.graph.output}
    for index, node in model.nodes(rng):
        if len(node.output) == 1 and model.readers(node.output[0]) and node.output[0] not in outputs:
            name, places = node.output[0], {("main", i - (i > index)) for _, i in model.readers(node.output[0])}
            text = label(index, node)
            del model.graph.node[index]
            return Edit(f"removed {text}, which computes `{name}` ({len(places)} readers)", f"compute `{name}`", places, {name})


@onnx_fault("output-extra")
def output_extra(model, rng):
    for index, node in model.nodes(rng, "Relu", "Add", "Mul", "MatMul", "Gemm", "Conv", "Reshape", "Transpose", "Softmax", "Concat", "Sigmoid"):
        node.output.append(model.fresh("extra"))
        return Edit(f"{label(index, node)}: a second output", "remove the second output", _at(index))


@onnx_fault("inputs-swapped")
def inputs_swapped(model, rng):
    for index, node in model.nodes(rng, "MatMul", "Gemm"):
        left, right = (model.static(name) for name in node.input[:2])
        if left and right and len(left) == len(right) == 2 and not node.attribute and right[1] != left[0]:
            node.input[0], node.input[1] = node.input[1], node.input[0]
            return Edit(f"{label(index, node)}: inputs swapped", "swap the inputs", _at(index))


@onnx_fault("inputs-swapped-conv")
def inputs_swapped_conv(model, rng):
    for index, node in model.nodes(rng, "Conv"):
        image, kernel = (model.static(name) for name in node.input[:2])
        if image and kernel and kernel[1] != image[1] and image[1] != kernel[1] and image[0] != kernel[0]:
            node.input[0], node.input[1] = node.input[1], node.input[0]
            return Edit(f"{label(index, node)}: inputs swapped", "swap the inputs", _at(index))


@onnx_fault("inputs-swapped-types")
def inputs_swapped_types(model, rng):
    for index, node in model.nodes(rng, "Reshape", "Gather", "Expand", "Where", "Unsqueeze", "Squeeze", "Slice"):
        if len(node.input) > 1 and model.kind(node.input[0]) == 1 and model.kind(node.input[1]) == 7:
            node.input[0], node.input[1] = node.input[1], node.input[0]
            return Edit(f"{label(index, node)}: inputs swapped", "swap the inputs", _at(index))
