"""Faults that editing tools and scripts leave behind in ONNX models: bypassed nodes, doubled declarations, cut files."""
import numpy as np
from onnx import TensorProto

from .fault import Edit, onnx_fault
from .onnx_attributes import label, set_at, with_attribute
from .onnx_constants import constants, edited
from .onnx_declarations import contradicts


def _bypass(name, *kinds):
    @onnx_fault(name)
    def inject(model, rng):
        outputs = {o.name for o in model.graph.output}
        for index, node in model.nodes(rng, *kinds):
            if node.output[0] in outputs or not node.input:
                continue
            readers = model.readers(node.output[0])
            copy = model.copy()
            for reader in copy.graph.node:
                reader.input[:] = [node.input[0] if n == node.output[0] else n for n in reader.input]
            text, gone = label(index, node), node.output[0]
            del copy.graph.node[index]
            # Declarations of the value that is no longer there are another fault.
            kept = [type(v).FromString(v.SerializeToString()) for v in copy.graph.value_info if v.name != gone]
            del copy.graph.value_info[:]
            copy.graph.value_info.extend(kept)
            if readers and contradicts(copy):
                model.proto.CopyFrom(copy.proto)
                return Edit(f"{text} bypassed", "insert it again", {("main", i - (i > index)) for _, i in readers})


_bypass("cast-bypassed", "Cast")
_bypass("transpose-bypassed", "Transpose")
_bypass("reshape-bypassed", "Reshape", "Flatten", "Squeeze", "Unsqueeze")


@onnx_fault("input-twice")
def input_twice(model, rng):
    if len(model.graph.input):
        chosen = rng.choice(list(model.graph.input))
        name = chosen.name
        model.graph.input.add().CopyFrom(chosen)
        return Edit(f"graph input `{name}` twice", "remove one of them", set(), {name})


@onnx_fault("input-shadowed")
def input_shadowed(model, rng):
    names = [i.name for i in model.graph.input]
    for index, node in model.nodes(rng):
        reads = [n for n in names if model.kind(n) == model.kind(node.output[0]) and model.static(n) == model.static(node.output[0]) is not None]
        if reads and node.output[0] not in {o.name for o in model.graph.output}:
            old, new = node.output[0], rng.choice(reads)
            node.output[0] = new
            for reader in model.graph.node[index + 1 :]:
                reader.input[:] = [new if n == old else n for n in reader.input]
            return Edit(f"{label(index, node)}: output `{old}` -> `{new}`, a graph input", f"rename it to `{old}`", {("main", index)}, {new})


@onnx_fault("initializer-negative-dim")
def negative_dim(model, rng):
    tensors = [t for t in model.graph.initializer if t.dims and t.raw_data and model.readers(t.name) and t.name not in {i.name for i in model.graph.input}]
    if tensors:
        tensor = rng.choice(tensors)
        old, tensor.dims[0] = tensor.dims[0], -1
        return Edit(f"initializer `{tensor.name}`: dimension 0 {old} -> -1", f"set it to {old}", set(), {tensor.name}, model.readers(tensor.name))


@onnx_fault("graph-without-outputs")
def no_outputs(model, rng):
    names = [o.name for o in model.graph.output]
    del model.graph.output[:]
    return Edit(f"graph outputs {names[:4]} removed", "restore them", set(), set(names), set(), "output")


@onnx_fault("file-truncated")
def file_truncated(model, rng):
    whole = model.proto.SerializeToString()
    model.bytes = whole[: len(whole) * 2 // 3]
    return Edit(f"file cut from {len(whole)} to {len(model.bytes)} bytes", "restore it", mention="")


@onnx_fault("depth-to-space-blocksize")
def blocksize(model, rng):
    for index, node, size in with_attribute(model, rng, "blocksize", "DepthToSpace"):
        dims = model.dims(node.input[0])
        if dims and dims[1]:
            return set_at(index, node, "blocksize", next(n for n in range(size + 1, 99) if dims[1] % (n * n)))


@onnx_fault("recurrent-hidden-size")
def hidden_size(model, rng):
    for index, node, size in with_attribute(model, rng, "hidden_size", "LSTM", "RNN", "GRU"):
        if model.static(node.input[2]):
            return set_at(index, node, "hidden_size", size + 1)


@onnx_fault("recurrent-direction")
def direction(model, rng):
    for index, node in model.nodes(rng, "LSTM", "RNN", "GRU"):
        shape = model.static(node.input[1])
        if shape:
            return set_at(index, node, "direction", "forward" if shape[0] == 2 else "bidirectional")


# The specification excludes it, and ONNX Runtime takes `auto_pad`.
@onnx_fault("window-pads-and-auto-pad", level="warning")
def pads_and_auto_pad(model, rng):
    for index, node, pads in with_attribute(model, rng, "pads", "Conv", "MaxPool", "AveragePool"):
        if any(pads):
            return set_at(index, node, "auto_pad", "VALID")


@onnx_fault("condition-type")
def condition_type(model, rng):
    for index, node in model.nodes(rng, "Where"):
        floats = [n for n in node.input[1:] if model.kind(n) == TensorProto.FLOAT]
        if floats:
            old, node.input[0] = node.input[0], floats[0]
            return Edit(f"{label(index, node)}: condition `{old}` -> `{floats[0]}`, which is float", f"set the condition to `{old}`", {("main", index)})


@onnx_fault("index-type")
def index_type(model, rng):
    for index, node, indices in constants(model, rng, 1, "Gather"):
        if indices.dtype == np.int64:
            return edited(model, index, 1, indices.astype(np.float32), indices)


@onnx_fault("operand-type")
def operand_type(model, rng):
    for index, node, array in constants(model, rng, 1, "Add", "Mul", "Sub", "Div"):
        if array.dtype == np.float32:
            return edited(model, index, 1, array.astype(np.int64), array)
