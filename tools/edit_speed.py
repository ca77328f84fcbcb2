#!/usr/bin/env python3
"""Times one edit and the facts after it in a long chain of nodes: shapewright, and onnx-ir with onnx's shape inference.

Usage: edit_speed.py PROGRAM [NODES]

    pip install onnx==1.23.2 onnx-ir==1.1.0 numpy
    cargo build --release --example edit_speed
    tools/edit_speed.py target/release/examples/edit_speed

PROGRAM is the built example. onnx-ir edits a model in memory; its pass for shapes converts the whole model to protobuf, and onnx infers all
of it.
"""
import subprocess
import sys
import time

import onnx
import onnx_ir as ir
from onnx_ir.passes.common import ShapeInferencePass


def chain(count):
    shape = ir.Shape(["N", 8, 16])
    x = ir.Value(name="x", shape=shape, type=ir.TensorType(ir.DataType.FLOAT))
    nodes, last = [], x
    for at in range(count):
        node = ir.node("Relu", [last], name=f"n{at}")
        node.outputs[0].name = f"v{at}"
        nodes.append(node)
        last = node.outputs[0]
    last.type = ir.TensorType(ir.DataType.FLOAT)
    graph = ir.Graph([x], [last], nodes=nodes, opset_imports={"": 18}, name="g")
    return ir.Model(graph, ir_version=10), nodes


def replace(model, node):
    new = ir.node("Neg", list(node.inputs))
    new.outputs[0].name = "new"
    ir.convenience.replace_nodes_and_values(model.graph, node, [node], [new], node.outputs, new.outputs)
    return new


def main():
    program, count = sys.argv[1], int(sys.argv[2]) if len(sys.argv) > 2 else 100_000
    print(f"shapewright, {count:,} nodes")
    print(subprocess.run([program, str(count)], capture_output=True, text=True, check=True).stdout, end="")
    model, nodes = chain(count)
    start = time.perf_counter()
    replace(model, nodes[count // 2])
    edited = time.perf_counter()
    inferred = ShapeInferencePass()(model).model
    done = time.perf_counter()
    print(f"onnx-ir {ir.__version__} and onnx {onnx.__version__}, {count:,} nodes")
    print(f"one edit in the middle: {(edited - start) * 1e6:.0f} µs; then all shapes: {done - edited:.2f} s")
    assert inferred.graph.outputs[0].shape is not None, "the shape of the output is not known"


if __name__ == "__main__":
    main()
