"""Inserts grafts into ONNX models."""
import numpy as np
import onnx
from onnx import TensorProto, helper, numpy_helper

from .grafts import AXES_INPUT, OF_INPUT, UNCERTAIN

TYPES = {"i64": np.int64, "i32": np.int32, "f32": np.float32}
# Element types that all versions of ReduceMin allow.
DATA = {"f32": TensorProto.FLOAT, "f64": TensorProto.DOUBLE, "f16": TensorProto.FLOAT16, "i32": TensorProto.INT32, "i64": TensorProto.INT64}


def opset(model):
    return next((i.version for i in model.opset_import if i.domain in ("", "ai.onnx")), None)


def possible(fault, version):
    return fault not in OF_INPUT or version >= AXES_INPUT


def axes_input(graph, graft):
    if graft.runtime_axes is not None:
        graph.input.append(helper.make_tensor_value_info("graft_axes", TensorProto.INT64, [graft.runtime_axes]))
        return
    axes = np.array(graft.axes, TYPES[graft.axes_type]).reshape([1] * (graft.axes_rank - 1) + [-1])
    graph.initializer.append(numpy_helper.from_array(axes, "graft_axes"))


def before(graph, graft, value):
    """Returns the data of the ReduceMin."""
    if graft.before == "type":
        graph.node.append(helper.make_node("Cast", [value], ["graft_cast"], "graft_cast", to=TensorProto.INT16))
        return "graft_cast"
    if graft.before == "empty":
        graph.initializer.append(numpy_helper.from_array(np.zeros(0, np.int64), "graft_nothing"))
        graph.node.append(helper.make_node("Gather", [value, "graft_nothing"], ["graft_empty"], "graft_gather", axis=0))
        return "graft_empty"
    return value


def output(graft, element, sizes):
    kind = DATA[element]
    if graft.fault == "C1":
        kind = TensorProto.INT16
    if graft.fault == "C10":
        kind = TensorProto.INT32 if element != "i32" else TensorProto.FLOAT
    if graft.fault == "C11":
        shape = [7] * (len(sizes) + 1)
    elif graft.fault in UNCERTAIN:
        shape = [f"graft_{i}" for i in range(len(sizes))]
    else:
        shape = graft.shape([0, *sizes[1:]] if graft.before == "empty" else sizes)
    return helper.make_tensor_value_info("graft_out", kind, shape)


def apply(path, inputs, value, element, sizes, graft):
    """Returns the model with inputs of these shapes and the graft connected to a value."""
    model = onnx.load(path)
    if model.ir_version < 4:
        # Before IR version 4, every initializer is also a graph input, but the axes of the graft are not.
        model.ir_version = 4
    graph = model.graph
    for info in graph.input:
        if info.name in inputs and info.type.HasField("tensor_type"):
            info.type.tensor_type.shape.CopyFrom(helper.make_tensor_type_proto(1, inputs[info.name]).tensor_type.shape)
    if graft is None:
        return model
    names, attributes = [before(graph, graft, value)], {"keepdims": int(graft.keep)}
    if opset(model) >= AXES_INPUT:
        axes_input(graph, graft)
        names.append("graft_axes")
    else:
        attributes["axes"] = graft.axes
    attributes.update({"C6": {"keepdims": 2}, "C7": {"noop_with_empty_axes": 2}, "C8": {"keep_dims": 1}}.get(graft.fault, {}))
    if graft.fault == "C9":
        names += names[-1:] * 3
    graph.node.append(helper.make_node("ReduceMin", names, ["graft_out"], "graft", **attributes))
    graph.output.append(output(graft, element, sizes))
    return model
