"""Faults in the attributes of ONNX nodes."""
import onnx

from .fault import Edit, onnx_fault
from .onnx_model import attribute, remove_attribute, set_attribute, value

AXIS = ("Softmax", "LogSoftmax", "Concat", "Gather", "GatherElements", "Flatten", "Split", "ArgMax", "ArgMin", "TopK", "ScatterElements", "LayerNormalization")
WINDOWS = ("Conv", "MaxPool", "AveragePool", "ConvTranspose")
REDUCTIONS = ("ReduceSum", "ReduceMean", "ReduceMax", "ReduceMin", "ReduceProd", "ArgMax", "ArgMin")
ENUMS = {"auto_pad": "SAME", "mode": "unknown", "nearest_mode": "nearest", "direction": "backward", "approximate": "fast",
         "coordinate_transformation_mode": "half", "reduction": None, "keepdims": None}
INT, FLOAT, INTS = onnx.AttributeProto.INT, onnx.AttributeProto.FLOAT, onnx.AttributeProto.INTS


def label(index, node):
    return f"{node.op_type} #{index}{f' `{node.name}`' if node.name else ''}"


def set_at(index, node, name, new):
    """Sets an attribute and describes the edit."""
    old = value(node, name)
    set_attribute(node, name, new)
    undo = f"set `{name}` to {old}" if old is not None else f"remove `{name}`"
    return Edit(f"{label(index, node)}: `{name}` {old} -> {new}", undo, {("main", index)})


def with_attribute(model, rng, name, *kinds):
    return [(i, n, value(n, name)) for i, n in model.nodes(rng, *kinds) if attribute(n, name) is not None]


@onnx_fault("axis-out-of-range")
def axis_out_of_range(model, rng):
    for index, node in model.nodes(rng, *AXIS):
        rank = model.rank(node.input[0])
        if rank is not None:
            return set_at(index, node, "axis", rank + rng.randint(1, 3))


@onnx_fault("axes-attribute-out-of-range")
def axes_attribute(model, rng):
    for index, node, axes in with_attribute(model, rng, "axes", *REDUCTIONS, "Squeeze"):
        rank = model.rank(node.input[0])
        if rank is not None:
            return set_at(index, node, "axes", [*axes[:-1], rank + 1])


@onnx_fault("axes-attribute-duplicate")
def axes_twice(model, rng):
    for index, node, axes in with_attribute(model, rng, "axes", *REDUCTIONS, "Squeeze", "Unsqueeze"):
        return set_at(index, node, "axes", [*axes, axes[0]])


@onnx_fault("attribute-kind")
def attribute_kind(model, rng):
    for index, node in model.nodes(rng):
        ints = [a.name for a in node.attribute if a.type == INT and a.name != "keepdims"]
        if ints and model.schema(node):
            name = rng.choice(ints)
            return set_at(index, node, name, float(value(node, name)))


@onnx_fault("attribute-kind-list")
def attribute_kind_list(model, rng):
    for index, node in model.nodes(rng):
        lists = [a.name for a in node.attribute if a.type == INTS and a.ints]
        if lists and model.schema(node):
            name = rng.choice(lists)
            return set_at(index, node, name, int(value(node, name)[0]))


@onnx_fault("keepdims-kind")
def keepdims_kind(model, rng):
    for index, node in model.nodes(rng, *REDUCTIONS):
        return set_at(index, node, "keepdims", float(value(node, "keepdims", 1)))


def _misspelled(name, rng):
    at = rng.randrange(len(name) - 1)
    return name[:at] + name[at + 1] + name[at] + name[at + 2 :] if name[at] != name[at + 1] else name[:at] + name[at + 1 :]


@onnx_fault("attribute-misspelled")
def attribute_misspelled(model, rng):
    for index, node in model.nodes(rng):
        schema = model.schema(node)
        named = [a for a in node.attribute if len(a.name) > 2]
        if schema and named:
            chosen = rng.choice(named)
            old, new = chosen.name, _misspelled(chosen.name, rng)
            if old in schema.attributes and new not in schema.attributes:
                chosen.name = new
                return Edit(f"{label(index, node)}: attribute `{old}` -> `{new}`", f"rename `{new}` to `{old}`", {("main", index)})


@onnx_fault("attribute-required-missing")
def attribute_missing(model, rng):
    for index, node in model.nodes(rng):
        schema = model.schema(node)
        required = [a.name for a in node.attribute if schema and a.name in schema.attributes and schema.attributes[a.name].required]
        if required:
            name = rng.choice(required)
            old = value(node, name)
            remove_attribute(node, name)
            return Edit(f"{label(index, node)}: removed `{name}`", f"add `{name}` = {old}", {("main", index)})


@onnx_fault("attribute-enum")
def attribute_enum(model, rng):
    for index, node in model.nodes(rng):
        named = [a.name for a in node.attribute if ENUMS.get(a.name) and a.type == onnx.AttributeProto.STRING]
        if named and model.schema(node):
            name = rng.choice(named)
            return set_at(index, node, name, ENUMS[name])


@onnx_fault("auto-pad-value")
def auto_pad(model, rng):
    for index, node in model.nodes(rng, *WINDOWS):
        return set_at(index, node, "auto_pad", "SAME")


@onnx_fault("attribute-foreign")
def attribute_foreign(model, rng):
    for index, node in model.nodes(rng, "Relu", "Add", "Mul", "MatMul", "Sigmoid", "Tanh", "Shape", "Sub", "Identity"):
        return set_at(index, node, "axis", 1)


@onnx_fault("attribute-twice")
def attribute_twice(model, rng):
    for index, node in model.nodes(rng):
        if node.attribute and model.schema(node):
            copied = rng.choice(list(node.attribute))
            name = copied.name
            node.attribute.add().CopyFrom(copied)
            return Edit(f"{label(index, node)}: `{name}` twice", f"remove one `{name}`", {("main", index)})


@onnx_fault("cast-to-invalid")
def cast_to(model, rng):
    for index, node in model.nodes(rng, "Cast"):
        return set_at(index, node, "to", rng.choice([0, 99]))


@onnx_fault("concat-axis-other")
def concat_axis(model, rng):
    for index, node, axis in with_attribute(model, rng, "axis", "Concat"):
        shapes = [model.static(name) for name in node.input]
        if None in shapes or len(shapes) < 2:
            continue
        for other in range(len(shapes[0])):
            rest = {tuple(s[:other] + s[other + 1 :]) for s in shapes}
            if other != axis % len(shapes[0]) and len(rest) > 1:
                return set_at(index, node, "axis", other)


def _permutation(model, rng, wrong):
    for index, node, perm in with_attribute(model, rng, "perm", "Transpose"):
        if len(perm) > 1 and model.rank(node.input[0]) == len(perm):
            return set_at(index, node, "perm", wrong(list(perm)))


@onnx_fault("transpose-perm-duplicate")
def perm_duplicate(model, rng):
    return _permutation(model, rng, lambda perm: [perm[0], perm[0], *perm[2:]])


@onnx_fault("transpose-perm-length")
def perm_length(model, rng):
    return _permutation(model, rng, lambda perm: [*perm, len(perm)])


@onnx_fault("conv-kernel-shape-rank")
def kernel_rank(model, rng):
    for index, node, shape in with_attribute(model, rng, "kernel_shape", *WINDOWS):
        return set_at(index, node, "kernel_shape", [*shape, 1])


@onnx_fault("conv-kernel-shape-other")
def kernel_other(model, rng):
    for index, node, shape in with_attribute(model, rng, "kernel_shape", "Conv", "ConvTranspose"):
        if model.static(node.input[1]):
            return set_at(index, node, "kernel_shape", [*shape[:-1], shape[-1] + 2])


def _window_list(name, wrong):
    def inject(model, rng):
        for index, node, given in with_attribute(model, rng, name, *WINDOWS):
            if model.rank(node.input[0]):
                return set_at(index, node, name, wrong(given))

    return inject


onnx_fault("window-strides-length")(_window_list("strides", lambda given: [*given, 1]))
onnx_fault("window-pads-length")(_window_list("pads", lambda given: given[: len(given) // 2]))
onnx_fault("window-dilations-length")(_window_list("dilations", lambda given: [*given, 1]))
onnx_fault("window-strides-zero")(_window_list("strides", lambda given: [0, *given[1:]]))


@onnx_fault("conv-group")
def conv_group(model, rng):
    for index, node in model.nodes(rng, "Conv"):
        image, kernel = model.dims(node.input[0]), model.static(node.input[1])
        group = value(node, "group", 1)
        if image and len(image) > 1 and image[1] and kernel and kernel[1] * group == image[1]:
            return set_at(index, node, "group", 2 if group != 2 else 1)


@onnx_fault("gemm-transb-flipped")
def gemm_trans(model, rng):
    for index, node in model.nodes(rng, "Gemm"):
        left, right = model.static(node.input[0]) or model.dims(node.input[0]), model.static(node.input[1])
        if left and right and right[0] != right[1] and left[0 if value(node, "transA", 0) else 1]:
            return set_at(index, node, "transB", 1 - value(node, "transB", 0))


@onnx_fault("split-attribute-sum")
def split_attribute(model, rng):
    for index, node, sizes in with_attribute(model, rng, "split", "Split"):
        dims, axis = model.dims(node.input[0]), value(node, "axis", 0)
        if dims and dims[axis]:
            return set_at(index, node, "split", [sizes[0] + 1, *sizes[1:]])
