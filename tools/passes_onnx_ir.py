#!/usr/bin/env python3
"""The ONNX passes of `examples/passes`, written with onnx-ir, and the lines that each takes beside those in Rust.

Usage: passes_onnx_ir.py [MODEL OUT]

    pip install onnx==1.23.2 onnx-ir==1.1.0 numpy

Lines are counted without blank lines, comments, imports, and lines that hold only brackets.
"""
import pathlib
import re
import sys

import numpy as np
import onnx_ir as ir
from onnx_ir.passes.common import ShapeInferencePass


# --- no_ops
def same_input(node):
    """The input that the output of a node equals."""
    if node.op_type == "Identity":
        return node.inputs[0]
    if node.op_type in ("Cast", "Reshape", "Flatten", "Squeeze", "Unsqueeze", "Expand"):
        return node.inputs[0] if is_same_type(node.inputs[0], node.outputs[0]) else None
    if node.op_type == "Mul":
        for kept, factor in (node.inputs, reversed(node.inputs)):
            value = ir.convenience.get_const_tensor(factor)
            if value is not None and value.size <= 16 and value.dtype.is_floating_point() and np.all(value.numpy() == 1):
                if is_same_type(kept, node.outputs[0]):
                    return kept
    return None


def is_same_type(a, b):
    """Whether two values are known to have the same element type and shape."""
    if a is None or a.dtype is None or a.dtype != b.dtype or a.shape is None or b.shape is None:
        return False
    known = all(isinstance(size, int) or size.value is not None for size in a.shape)
    return known and a.shape == b.shape


def remove_no_ops(model):
    """Returns how many nodes were removed."""
    done = 0
    for node in list(model.graph.all_nodes()):
        value = same_input(node)
        if value is None:
            continue
        output, graph = node.outputs[0], node.graph
        if output.is_graph_output():
            # An output of the graph that is also an input of it needs a node between them.
            if value.producer() is None or value.is_graph_output() or value.producer().graph is not graph:
                continue
            value.name, output.name = output.name, value.name
            value.type, value.shape = output.type, output.shape
            for at, result in enumerate(graph.outputs):
                if result is output:
                    graph.outputs[at] = value
        ir.convenience.replace_all_uses_with(output, value)
        graph.remove(node, safe=True)
        done += 1
    return done


# --- batch_normalization
def fuse_batch_normalization(model):
    """Returns how many nodes were fused."""
    return sum(fuse_norm(model, norm) for norm in list(model.graph.all_nodes()) if norm.op_type == "BatchNormalization")


def fuse_norm(model, norm):
    conv = norm.inputs[0].producer()
    if conv is None or conv.op_type != "Conv" or conv.graph is not norm.graph or len(conv.outputs[0].uses()) != 1:
        return False
    if conv.outputs[0].is_graph_output() or len(norm.outputs) != 1:
        return False
    training = norm.attributes.get("training_mode")
    if training is not None and training.as_int() == 1:
        return False
    constants = [ir.convenience.get_const_tensor(value) for value in (conv.inputs[1], *norm.inputs[1:])]
    has_bias = len(conv.inputs) > 2 and conv.inputs[2] is not None
    constants.append(ir.convenience.get_const_tensor(conv.inputs[2]) if has_bias else np.float32(0))
    if any(constant is None for constant in constants):
        return False
    filters, scale, offset, mean, variance = (constant.numpy() for constant in constants[:5])
    if filters.dtype != np.float32:
        return False
    bias = constants[5].numpy() if has_bias else np.zeros_like(mean)
    epsilon = norm.attributes["epsilon"].as_float() if "epsilon" in norm.attributes else 1e-5
    factor = scale / np.sqrt(variance + np.float32(epsilon))
    scaled = filters * factor.reshape(-1, *[1] * (filters.ndim - 1))
    inputs = [conv.inputs[0]]
    for name, data in (("fused_filters", scaled), ("fused_bias", (bias - mean) * factor + offset)):
        value = ir.Value(name=f"{name}_{norm.outputs[0].name}", const_value=ir.tensor(data))
        norm.graph.register_initializer(value)
        inputs.append(value)
    fused = ir.Node("", "Conv", inputs, list(conv.attributes.values()), num_outputs=1)
    replace(norm, fused)
    conv.graph.remove(conv, safe=True)
    return True


def replace(node, new):
    """Puts a node in the place of another one."""
    output, result = node.outputs[0], new.outputs[0]
    result.name, result.type, result.shape = output.name, output.type, output.shape
    ir.convenience.replace_nodes_and_values(node.graph, node, [node], [new], [output], [result])


# --- gemm
def fuse_gemm(model):
    """Returns how many pairs were fused."""
    return sum(fuse_add(add) for add in list(model.graph.all_nodes()) if add.op_type == "Add")


def fuse_add(add):
    for product, bias in (add.inputs, reversed(add.inputs)):
        node = product.producer()
        if node is None or node.op_type != "MatMul" or node.graph is not add.graph or len(product.uses()) != 1:
            continue
        if product.is_graph_output() or any(value.shape is None or len(value.shape) != 2 for value in node.inputs):
            continue
        # The bias must broadcast to the product, not the other way.
        if bias.shape is None or len(bias.shape) > 2 or not is_same_type(product, add.outputs[0]):
            continue
        gemm = ir.Node("", "Gemm", [*node.inputs, bias], num_outputs=1)
        replace(add, gemm)
        node.graph.remove(node, safe=True)
        return True
    return False


# --- end
def lines(text):
    """The lines of code, without comments, imports, and lone brackets."""
    text = re.sub(r'^\s*""".*?"""$', "", text, flags=re.S | re.M)
    kept = (line.strip() for line in text.splitlines())
    skipped = re.compile(r"(//|#|use |import |from |[][(){};,?]*$)")
    return sum(not skipped.match(line) for line in kept)


def count_lines():
    here = pathlib.Path(__file__)
    python = dict(re.findall(r"^# --- (\w+)\n(.*?)(?=^# ---)", here.read_text(), flags=re.S | re.M))
    print("| pass | shapewright | onnx-ir |\n|---|---|---|")
    for name in ("no_ops", "batch_normalization", "gemm", "transposes"):
        rust = lines((here.parent.parent / "examples" / "passes" / f"{name}.rs").read_text())
        print(f"| {name} | {rust} | {lines(python[name]) if name in python else 'IR only'} |")


def main():
    if len(sys.argv) < 3:
        return count_lines()
    model = ShapeInferencePass()(ir.load(sys.argv[1])).model
    done = [remove_no_ops(model), fuse_batch_normalization(model), fuse_gemm(model)]
    print(f"no-ops removed: {done[0]}, BatchNormalization fused: {done[1]}, Gemm made: {done[2]}")
    ir.save(model, sys.argv[2])


if __name__ == "__main__":
    main()
