"""Faults in the constant inputs of ONNX nodes: axes, shapes, sizes, indices, weights."""
import numpy as np

from .fault import Edit, onnx_fault
from .onnx_attributes import REDUCTIONS, label, value


def edited(model, index, position, new, old):
    """Gives a node another constant and describes the edit."""
    node = model.graph.node[index]
    name = model.set_constant(node, position, np.ascontiguousarray(new))
    show = lambda a: f"{a.dtype}{list(a.shape)}" + (f" {a.tolist()}" if a.size <= 8 else "")
    return Edit(f"{label(index, node)}: input {position} `{name}` {show(old)} -> {show(new)}", f"set `{name}` to {show(old)}", {("main", index)}, {name})


def constants(model, rng, position, *kinds):
    """Returns index, node, and constant of the nodes whose input at a position is constant."""
    found = [(i, n, model.constant(n, position)) for i, n in model.nodes(rng, *kinds)]
    return [(i, n, c) for i, n, c in found if c is not None]


@onnx_fault("axes-input-out-of-range")
def axes_input(model, rng):
    for index, node, axes in constants(model, rng, 1, *REDUCTIONS, "Squeeze", "Unsqueeze"):
        rank = model.rank(node.input[0])
        if rank is not None and axes.size:
            new = axes.copy()
            new.flat[-1] = rank + axes.size + 1
            return edited(model, index, 1, new, axes)


@onnx_fault("axes-input-duplicate")
def axes_input_twice(model, rng):
    for index, node, axes in constants(model, rng, 1, *REDUCTIONS, "Squeeze", "Unsqueeze"):
        if axes.ndim == 1 and axes.size:
            return edited(model, index, 1, np.concatenate([axes, axes[:1]]), axes)


@onnx_fault("slice-axes-out-of-range")
def slice_axes(model, rng):
    for index, node, axes in constants(model, rng, 3, "Slice"):
        rank = model.rank(node.input[0])
        if rank is not None and axes.size:
            return edited(model, index, 3, np.full_like(axes, rank + 2)[: axes.size], axes) if axes.size == 1 else None


@onnx_fault("slice-lengths")
def slice_lengths(model, rng):
    for index, node, ends in constants(model, rng, 2, "Slice"):
        if model.static(node.input[1]):
            return edited(model, index, 2, np.concatenate([ends, ends[:1]]), ends)


@onnx_fault("slice-step-zero")
def slice_step(model, rng):
    for index, node, steps in constants(model, rng, 4, "Slice"):
        if steps.size:
            return edited(model, index, 4, np.zeros_like(steps), steps)


@onnx_fault("gather-index-out-of-range")
def gather_index(model, rng):
    for index, node, indices in constants(model, rng, 1, "Gather"):
        dims = model.dims(node.input[0])
        if dims and dims[value(node, "axis", 0)] and indices.size:
            new = indices.copy()
            new.flat[-1] = dims[value(node, "axis", 0)] + rng.randint(0, 5)
            return edited(model, index, 1, new, indices)


@onnx_fault("reshape-target")
def reshape_target(model, rng):
    for index, node, target in constants(model, rng, 1, "Reshape"):
        dims = model.static(node.input[0])
        if dims and target.size and 0 not in dims and 0 not in target:
            new = target.copy()
            at = rng.choice([i for i, size in enumerate(target) if size != -1] or [None])
            if at is None:
                continue
            # A prime that divides no dimension.
            new[at] = next(p for p in (7919, 7907) if np.prod(dims) % p)
            return edited(model, index, 1, new, target)


@onnx_fault("reshape-two-unknown")
def reshape_two(model, rng):
    for index, node, target in constants(model, rng, 1, "Reshape"):
        if target.size > 1 and -1 in target:
            new = target.copy()
            new[next(i for i, size in enumerate(target) if size != -1)] = -1
            return edited(model, index, 1, new, target)


@onnx_fault("reshape-zero-outside")
def reshape_zero(model, rng):
    for index, node, target in constants(model, rng, 1, "Reshape"):
        rank = model.rank(node.input[0])
        if rank is not None and not value(node, "allowzero", 0):
            new = np.concatenate([target, np.ones(max(0, rank - target.size), target.dtype), np.zeros(1, target.dtype)])
            return edited(model, index, 1, new, target)


@onnx_fault("expand-mismatch")
def expand(model, rng):
    for index, node, shape in constants(model, rng, 1, "Expand"):
        dims = model.dims(node.input[0])
        if dims and shape.size and dims[-1] and dims[-1] > 1:
            return edited(model, index, 1, np.concatenate([shape[:-1], [dims[-1] + 1]]).astype(shape.dtype), shape)


@onnx_fault("broadcast-mismatch")
def broadcast(model, rng):
    for position in (1, 0):
        for index, node, array in constants(model, rng, position, "Add", "Mul", "Sub", "Div"):
            dims = model.dims(node.input[1 - position])
            if dims and array.ndim and array.shape[-1] > 1 and dims[-1] == array.shape[-1]:
                return edited(model, index, position, np.concatenate([array, array[..., :1]], axis=-1), array)


@onnx_fault("squeeze-axis-not-one")
def squeeze(model, rng):
    for index, node, axes in constants(model, rng, 1, "Squeeze"):
        dims = model.dims(node.input[0]) or []
        large = [i for i, size in enumerate(dims) if size and size > 1 and i not in axes]
        if large and axes.size:
            new = axes.copy()
            new.flat[0] = large[0]
            return edited(model, index, 1, new, axes)


@onnx_fault("pad-length")
def pad_length(model, rng):
    for index, node, pads in constants(model, rng, 1, "Pad"):
        if model.rank(node.input[0]) and len(node.input) < 4:
            return edited(model, index, 1, pads[:-1], pads)


@onnx_fault("tile-length")
def tile_length(model, rng):
    for index, node, repeats in constants(model, rng, 1, "Tile"):
        if model.rank(node.input[0]):
            return edited(model, index, 1, np.concatenate([repeats, repeats[:1]]), repeats)


@onnx_fault("split-input-sum")
def split_input(model, rng):
    for index, node, sizes in constants(model, rng, 1, "Split"):
        dims = model.dims(node.input[0])
        if dims and dims[value(node, "axis", 0)]:
            new = sizes.copy()
            new[0] += 1
            return edited(model, index, 1, new, sizes)


@onnx_fault("constant-of-shape-negative")
def negative_size(model, rng):
    for index, node, shape in constants(model, rng, 0, "ConstantOfShape"):
        if shape.size:
            new = shape.copy()
            new[0] = -2
            return edited(model, index, 0, new, shape)


@onnx_fault("weight-transposed")
def weight_transposed(model, rng):
    for index, node, weight in constants(model, rng, 1, "MatMul", "Gemm"):
        left = model.dims(node.input[0])
        inner = left and left[0 if value(node, "transA", 0) else -1]
        if inner and weight.ndim == 2 and weight.shape[0] != weight.shape[1]:
            return edited(model, index, 1, weight.T, weight)


@onnx_fault("weight-transposed-conv")
def conv_transposed(model, rng):
    for index, node, weight in constants(model, rng, 1, "Conv"):
        image = model.dims(node.input[0])
        if image and image[1] and weight.shape[0] != weight.shape[1] and value(node, "group", 1) == 1:
            return edited(model, index, 1, np.swapaxes(weight, 0, 1), weight)


@onnx_fault("weight-channels")
def weight_channels(model, rng):
    for index, node, weight in constants(model, rng, 1, "Conv"):
        image = model.dims(node.input[0])
        if image and image[1] and weight.shape[1] > 1:
            return edited(model, index, 1, weight[:, :-1], weight)


@onnx_fault("bias-length")
def bias_length(model, rng):
    for index, node, bias in constants(model, rng, 2, "Conv", "Gemm"):
        if bias.ndim == 1 and bias.size > 1 and model.static(node.input[1]):
            return edited(model, index, 2, np.concatenate([bias, bias[:1]]), bias)


@onnx_fault("batch-norm-length")
def batch_norm(model, rng):
    position = rng.randint(1, 4)
    for index, node, array in constants(model, rng, position, "BatchNormalization"):
        dims = model.dims(node.input[0])
        if dims and dims[1]:
            return edited(model, index, position, np.concatenate([array, array[:1]]), array)


@onnx_fault("weight-type")
def weight_type(model, rng):
    for index, node, weight in constants(model, rng, 1, "MatMul", "Gemm", "Conv", "Add", "Mul", "Sub", "Div"):
        if weight.dtype == np.float32 and model.kind(node.input[0]) == 1:
            return edited(model, index, 1, weight.astype(np.float64), weight)


@onnx_fault("target-type")
def target_type(model, rng):
    for index, node, target in constants(model, rng, 1, "Reshape", "Expand", "Unsqueeze", "Squeeze", "ReduceSum"):
        if target.dtype == np.int64:
            return edited(model, index, 1, target.astype(np.int32), target)
