"""Random valid nodes by operator family, in the form of the latest version. `adapt` derives older versions from them."""
import numpy as np
from onnx import helper

from .node import Input, Node

OPSET = 21


def node(op, arrays, outputs=1, **attributes):
    made = {k: helper.make_attribute(k, v) for k, v in attributes.items() if v is not None}
    inputs = [None if a is None else Input.of(np.asarray(a)) for a in arrays]
    return Node(op, "", OPSET, made, inputs, [True] * outputs)


def sizes(rng, low=0, high=5, most=5):
    """Returns between `low` and `high` sizes, which are rarely 0."""
    return [0 if rng.random() < 0.04 else int(rng.integers(1, most + 1)) for _ in range(int(rng.integers(low, high + 1)))]


def data(rng, shape, dtype=np.float32):
    return rng.integers(1, 9, shape).astype(dtype)


def ints(values):
    return np.array([int(v) for v in values], np.int64)


def axes_of(rng, rank):
    """Returns unique axes, some of them negative."""
    chosen = rng.permutation(rank)[: int(rng.integers(0, rank + 1))]
    return [int(a) - (rank if rng.random() < 0.4 else 0) for a in chosen]


def axis_of(rng, rank):
    return int(rng.integers(-rank, rank)) if rank else 0


def shrunk(rng, shape):
    """Returns a shape that can be broadcast to this one."""
    part = shape[int(rng.integers(0, len(shape) + 1)):]
    return [1 if rng.random() < 0.3 else d for d in part]


def broadcast(op, count=2):
    def make(rng):
        shape = sizes(rng)
        return node(op, [data(rng, shrunk(rng, shape) if i or rng.random() < 0.3 else shape) for i in range(count)])
    return make


def variadic(op):
    def make(rng):
        shape = sizes(rng)
        return node(op, [data(rng, shrunk(rng, shape)) for _ in range(int(rng.integers(1, 5)))])
    return make


def reduce(op):
    def make(rng):
        shape = sizes(rng)
        axes = ints(axes_of(rng, len(shape))) if rng.random() < 0.8 else None
        return node(op, [data(rng, shape), axes], keepdims=int(rng.integers(2)), noop_with_empty_axes=int(rng.integers(2)))
    return make


def arg_reduce(op):
    def make(rng):
        shape = sizes(rng, 1)
        return node(op, [data(rng, shape)], axis=axis_of(rng, len(shape)), keepdims=int(rng.integers(2)), select_last_index=int(rng.integers(2)))
    return make


def reshape(rng):
    shape = sizes(rng)
    target = list(rng.permutation(shape)) if rng.random() < 0.5 else [int(np.prod(shape))]
    for i in range(len(target)):
        if rng.random() < 0.2 and i < len(shape) and target[i] == shape[i]:
            target[i] = 0
    if target and rng.random() < 0.5:
        target[int(rng.integers(len(target)))] = -1
    return node("Reshape", [data(rng, shape), ints(target)], allowzero=int(rng.random() < 0.1))


def transpose(rng):
    shape = sizes(rng)
    return node("Transpose", [data(rng, shape)], perm=[int(i) for i in rng.permutation(len(shape))] if shape and rng.random() < 0.8 else None)


def concat(rng):
    shape = sizes(rng, 1)
    axis = axis_of(rng, len(shape))
    parts = []
    for _ in range(int(rng.integers(1, 5))):
        shape[axis] = int(rng.integers(0, 4))
        parts.append(data(rng, shape))
    return node("Concat", parts, axis=axis)


def split(rng):
    shape = sizes(rng, 1)
    axis, count = axis_of(rng, len(shape)), int(rng.integers(1, 4))
    if rng.random() < 0.6:
        parts = [int(rng.integers(0, 4)) for _ in range(count)]
        shape[axis] = sum(parts)
        return node("Split", [data(rng, shape), ints(parts)], count, axis=axis)
    shape[axis] = max(shape[axis], count)
    return node("Split", [data(rng, shape)], count, axis=axis, num_outputs=count)


def slice_node(rng):
    shape = sizes(rng, 1)
    axes = axes_of(rng, len(shape))
    starts, ends = ints(rng.integers(-6, 6, len(axes))), ints(rng.integers(-6, 12, len(axes)))
    if rng.random() < 0.2 and len(axes):
        ends[0] = np.iinfo(np.int64).max
    steps = ints(rng.choice([1, 1, 2, -1, 3], len(axes))) if rng.random() < 0.6 else None
    return node("Slice", [data(rng, shape), starts, ends, ints(axes), steps])


def gather(rng):
    shape = sizes(rng, 1)
    axis = axis_of(rng, len(shape))
    bound = max(shape[axis], 1)
    shape[axis] = bound
    return node("Gather", [data(rng, shape), rng.integers(-bound, bound, sizes(rng, 0, 3))], axis=axis)


def gather_elements(rng):
    shape = sizes(rng, 1)
    axis = axis_of(rng, len(shape))
    shape[axis] = max(shape[axis], 1)
    indices = [int(rng.integers(0, d + 1)) for d in shape]
    return node("GatherElements", [data(rng, shape), rng.integers(0, shape[axis], indices)], axis=axis)


def gather_nd(rng):
    shape = [max(d, 1) for d in sizes(rng, 1)]
    batch = int(rng.integers(0, len(shape)))
    deep = int(rng.integers(1, len(shape) - batch + 1))
    index = shape[:batch] + sizes(rng, 0, 2) + [deep]
    return node("GatherND", [data(rng, shape), np.zeros(index, np.int64)], batch_dims=batch)


def scatter_elements(op):
    def make(rng):
        shape = [max(d, 1) for d in sizes(rng, 1)]
        axis = axis_of(rng, len(shape))
        part = [int(rng.integers(1, d + 1)) for d in shape]
        return node(op, [data(rng, shape), rng.integers(0, shape[axis], part), data(rng, part)], axis=axis)
    return make


def scatter_nd(rng):
    shape = [max(d, 1) for d in sizes(rng, 1)]
    deep = int(rng.integers(1, len(shape) + 1))
    count = sizes(rng, 0, 2)
    return node("ScatterND", [data(rng, shape), np.zeros([*count, deep], np.int64), data(rng, count + shape[deep:])])


def squeeze(rng):
    shape = [1 if rng.random() < 0.5 else d for d in sizes(rng)]
    ones = [i for i, d in enumerate(shape) if d == 1]
    axes = [i - (len(shape) if rng.random() < 0.4 else 0) for i in ones if rng.random() < 0.7]
    return node("Squeeze", [data(rng, shape), ints(axes) if axes else None])


def unsqueeze(rng):
    shape = sizes(rng, 0, 4)
    more = int(rng.integers(0, 4))
    rank = len(shape) + more
    return node("Unsqueeze", [data(rng, shape), ints([a - (rank if rng.random() < 0.4 else 0) for a in rng.permutation(rank)[:more]])])


def expand(rng):
    shape = sizes(rng)
    return node("Expand", [data(rng, shrunk(rng, shape)), ints(shrunk(rng, shape))])


def tile(rng):
    shape = sizes(rng, 0, 4)
    return node("Tile", [data(rng, shape), ints(rng.integers(0, 4, len(shape)))])


def pad(rng):
    shape = [d + 2 for d in sizes(rng, 1, 4)]
    axes = axes_of(rng, len(shape)) if rng.random() < 0.4 else None
    count = 2 * (len(shape) if axes is None else len(axes))
    mode = str(rng.choice(["constant", "reflect", "edge", "wrap"]))
    return node("Pad", [data(rng, shape), ints(rng.integers(-1, 3, count)), np.float32(1) if rng.random() < 0.5 else None,
                        None if axes is None else ints(axes)], mode=mode)


def matmul(rng):
    rows, inner, columns = (int(v) for v in rng.integers(1, 5, 3))
    batch = sizes(rng, 0, 3)
    a, b = shrunk(rng, batch) + [rows, inner], shrunk(rng, batch) + [inner, columns]
    if rng.random() < 0.2:
        a = [inner]
    if rng.random() < 0.2:
        b = [inner]
    return node("MatMul", [data(rng, a), data(rng, b)])


def gemm(rng):
    m, k, n = (int(v) for v in rng.integers(1, 6, 3))
    a, b = int(rng.integers(2)), int(rng.integers(2))
    bias = data(rng, shrunk(rng, [m, n])) if rng.random() < 0.7 else None
    return node("Gemm", [data(rng, [k, m] if a else [m, k]), data(rng, [n, k] if b else [k, n]), bias], transA=a, transB=b)


def windows(rng, spatial):
    """Returns the attributes of a window over this many dimensions."""
    found = {"strides": [int(v) for v in rng.integers(1, 4, spatial)] if rng.random() < 0.7 else None,
             "dilations": [int(v) for v in rng.integers(1, 3, spatial)] if rng.random() < 0.4 else None}
    choice = rng.random()
    if choice < 0.4:
        found["pads"] = [int(v) for v in rng.integers(0, 2, 2 * spatial)]
    elif choice < 0.7:
        found["auto_pad"] = str(rng.choice(["SAME_UPPER", "SAME_LOWER", "VALID", "NOTSET"]))
    return found


def convolution(op):
    def make(rng):
        spatial, group = int(rng.integers(1, 4)), int(rng.integers(1, 3))
        kernel = [int(v) for v in rng.integers(1, 4, spatial)]
        channels, out = group * int(rng.integers(1, 3)), group * int(rng.integers(1, 3))
        x = data(rng, [int(rng.integers(1, 3)), channels, *rng.integers(5, 10, spatial)])
        weights = data(rng, [channels, out // group, *kernel] if op == "ConvTranspose" else [out, channels // group, *kernel])
        more = windows(rng, spatial)
        if op == "ConvTranspose":
            stride = more["strides"] or [1] * spatial
            if rng.random() < 0.3:
                more["output_padding"] = [int(rng.integers(0, s)) for s in stride]
            if rng.random() < 0.2:
                more["output_shape"] = [int(v) for v in rng.integers(8, 20, spatial)]
        bias = data(rng, [out]) if rng.random() < 0.5 else None
        return node(op, [x, weights, bias], group=group, kernel_shape=kernel if rng.random() < 0.7 else None, **more)
    return make


def pool(op):
    def make(rng):
        spatial = int(rng.integers(1, 4))
        kernel = [int(v) for v in rng.integers(1, 4, spatial)]
        x = data(rng, [int(rng.integers(1, 3)), int(rng.integers(1, 3)), *rng.integers(5, 10, spatial)])
        more = windows(rng, spatial)
        return node(op, [x], 2 if op == "MaxPool" and rng.random() < 0.3 else 1, kernel_shape=kernel,
                    ceil_mode=int(rng.integers(2)) if rng.random() < 0.6 else None, **more)
    return make


def resize(rng):
    shape = [d + 1 for d in sizes(rng, 2, 4)]
    axes = sorted(int(a) for a in rng.permutation(len(shape))[: int(rng.integers(1, len(shape) + 1))]) if rng.random() < 0.3 else None
    count = len(shape) if axes is None else len(axes)
    mode = str(rng.choice(["nearest", "nearest", "linear"]))
    if rng.random() < 0.5:
        scales = rng.choice([0.5, 1.0, 1.5, 2.0, 0.3], count).astype(np.float32)
        return node("Resize", [data(rng, shape), None, scales], mode=mode, axes=axes)
    policy = str(rng.choice(["stretch", "not_larger", "not_smaller"])) if rng.random() < 0.5 else None
    return node("Resize", [data(rng, shape), None, None, ints(rng.integers(1, 9, count))], mode=mode, axes=axes, keep_aspect_ratio_policy=policy)


def range_node(rng):
    kind = rng.choice([np.float32, np.int64, np.int32])
    start, limit = rng.integers(-5, 10, 2)
    return node("Range", [np.array(start, kind), np.array(limit, kind), np.array(rng.choice([1, 2, -1, 3]), kind)])


def top_k(rng):
    shape = sizes(rng, 1)
    axis = axis_of(rng, len(shape))
    return node("TopK", [data(rng, shape), ints([rng.integers(0, shape[axis] + 1)])], 2, axis=axis, largest=int(rng.integers(2)))


def where(rng):
    shape = sizes(rng)
    return node("Where", [data(rng, shrunk(rng, shape)) > 4, data(rng, shrunk(rng, shape)), data(rng, shrunk(rng, shape))])


def one_hot(rng):
    shape = sizes(rng, 0, 4)
    return node("OneHot", [data(rng, shape, np.int64), ints([rng.integers(1, 6)]), np.array([0, 1], np.float32)], axis=int(rng.integers(-len(shape) - 1, len(shape) + 1)))


def cumulative(op):
    def make(rng):
        shape = sizes(rng, 1)
        return node(op, [data(rng, shape), np.array(axis_of(rng, len(shape)), np.int32)], exclusive=int(rng.integers(2)))
    return make


def constant_of_shape(rng):
    return node("ConstantOfShape", [ints(sizes(rng))], value=helper.make_tensor("v", int(rng.choice([1, 7, 9])), [1], [1]))


def flatten(rng):
    shape = sizes(rng)
    return node("Flatten", [data(rng, shape)], axis=int(rng.integers(-len(shape), len(shape) + 1)))


def shape_of(rng):
    return node("Shape", [data(rng, sizes(rng))], start=int(rng.integers(-4, 4)), end=int(rng.integers(-4, 5)) if rng.random() < 0.5 else None)


def depth(op):
    def make(rng):
        block, n, c, h, w = (int(v) for v in rng.integers(1, 4, 5))
        deep = op == "DepthToSpace"
        shape = [n, c * block * block, h, w] if deep else [n, c, h * block, w * block]
        return node(op, [data(rng, shape)], blocksize=block, mode=str(rng.choice(["DCR", "CRD"])) if deep else None)
    return make


def along_axis(op):
    def make(rng):
        shape = sizes(rng, 1)
        return node(op, [data(rng, shape)], axis=axis_of(rng, len(shape)) if rng.random() < 0.7 else None)
    return make


def unary(op):
    return lambda rng: node(op, [data(rng, sizes(rng))])


def non_zero(rng):
    return node("NonZero", [(data(rng, sizes(rng)) - 4).clip(0)])


def unique(rng):
    shape = sizes(rng, 1)
    axis = axis_of(rng, len(shape)) if rng.random() < 0.6 else None
    return node("Unique", [data(rng, shape)], int(rng.integers(1, 5)), axis=axis, sorted=int(rng.integers(2)))


def compress(rng):
    shape = sizes(rng, 1)
    axis = axis_of(rng, len(shape)) if rng.random() < 0.6 else None
    return node("Compress", [data(rng, shape), data(rng, [shape[axis] if axis is not None else 3]) > 4], axis=axis)


def normalization(op):
    def make(rng):
        shape = [max(d, 1) for d in sizes(rng, 1)]
        axis = axis_of(rng, len(shape))
        tail = shape[axis:]
        return node(op, [data(rng, shape), data(rng, tail), data(rng, tail) if op == "LayerNormalization" and rng.random() < 0.5 else None],
                    int(rng.integers(1, 4)) if op == "LayerNormalization" else 1, axis=axis)
    return make


def _table():
    families = [
        (broadcast, "Add Sub Mul Div Pow And Or Xor Equal Greater Less GreaterOrEqual LessOrEqual BitwiseAnd BitwiseOr BitwiseXor BitShift Mod PRelu"),
        (variadic, "Max Min Sum Mean"),
        (reduce, "ReduceMin ReduceMax ReduceSum ReduceMean ReduceProd ReduceL1 ReduceL2 ReduceLogSum ReduceLogSumExp ReduceSumSquare"),
        (arg_reduce, "ArgMax ArgMin"),
        (scatter_elements, "ScatterElements Scatter"),
        (convolution, "Conv ConvTranspose"),
        (pool, "MaxPool AveragePool LpPool"),
        (cumulative, "CumSum"),
        (depth, "DepthToSpace SpaceToDepth"),
        (along_axis, "Softmax LogSoftmax Hardmax LpNormalization"),
        (normalization, "LayerNormalization RMSNormalization"),
        (unary, """Abs Neg Ceil Floor Sqrt Exp Log Sin Cos Tan Asin Acos Atan Sinh Cosh Tanh Asinh Acosh Atanh Relu Sigmoid
            Sign Erf Reciprocal Round Softplus Softsign Not Identity IsNaN IsInf Elu Selu Celu Gelu Mish HardSwish HardSigmoid
            LeakyRelu ThresholdedRelu Size BitwiseNot Shrink"""),
    ]
    table = {name: family(name) for family, names in families for name in names.split()}
    singles = [reshape, transpose, concat, split, gather, gather_elements, squeeze, unsqueeze, expand, tile, pad, gemm, resize,
               where, one_hot, flatten, unique, compress, constant_of_shape, top_k, non_zero]
    table.update({"".join(w.capitalize() for w in f.__name__.split("_")): f for f in singles})
    table.update({"Slice": slice_node, "GatherND": gather_nd, "ScatterND": scatter_nd, "MatMul": matmul, "Range": range_node, "Shape": shape_of})
    return table


RECIPES = _table()
