"""Faults in the constants of an IR model and in its weights file."""
from .fault import Edit, ir_fault
from .ir_layers import at, label, set_at
from .ir_model import SIZES, dims


def _constants(model, rng, kinds=tuple(SIZES)):
    stored = len(model.bytes())
    found = [layer for layer in model.layers(rng, "Const") if layer.find("data").get("element_type") in kinds and model.readers(layer)]
    return [layer for layer in found if int(layer.find("data").get("offset")) + int(layer.find("data").get("size")) <= stored and int(layer.find("data").get("size"))]


@ir_fault("const-size")
def const_size(model, rng):
    for layer in _constants(model, rng):
        size = int(layer.find("data").get("size"))
        return set_at(layer, "size", str(size - 1))


@ir_fault("const-offset")
def const_offset(model, rng):
    for layer in _constants(model, rng):
        return set_at(layer, "offset", str(len(model.bytes()) + 64))


@ir_fault("const-offset-text")
def const_offset_text(model, rng):
    for layer in _constants(model, rng):
        return set_at(layer, "offset", "-8")


@ir_fault("const-shape")
def const_shape(model, rng):
    for layer in _constants(model, rng):
        shape = layer.find("data").get("shape")
        if shape:
            sizes = [int(s) for s in shape.split(",")]
            return set_at(layer, "shape", ",".join(str(s + (i == 0)) for i, s in enumerate(sizes)))


@ir_fault("const-type")
def const_type(model, rng):
    for layer in _constants(model, rng, ("f32", "i64")):
        return set_at(layer, "element_type", {"f32": "f16", "i64": "i32"}[layer.find("data").get("element_type")])


@ir_fault("const-type-unknown")
def const_type_unknown(model, rng):
    for layer in _constants(model, rng, ("f32", "i64")):
        return set_at(layer, "element_type", "float32")


def _file(model, what):
    names = {layer.get("name") for layer in model.tree.find("layers")}
    places = {("main", layer.get("id")) for layer in model.tree.find("layers") if layer.get("type") == "Const"}
    return Edit(f"weights file: {what}", "restore it", places, names, mention=r"\.bin")


@ir_fault("weights-deleted")
def deleted(model, rng):
    if _constants(model, rng):
        model.removed = True
        return _file(model, "deleted")


@ir_fault("weights-truncated")
def truncated(model, rng):
    stored = model.bytes()
    ends = [int(c.find("data").get("offset")) + int(c.find("data").get("size")) for c in _constants(model, rng)]
    if ends and max(ends) == len(stored):
        model.weights = stored[: len(stored) // 2]
        return _file(model, f"cut from {len(stored)} to {len(stored) // 2} bytes")


@ir_fault("weights-empty")
def empty(model, rng):
    if _constants(model, rng):
        model.weights = b""
        return _file(model, "emptied")


def _elements(name, position, wrong, *kinds):
    """A fault in the integers of a constant input."""

    @ir_fault(name)
    def inject(model, rng):
        for layer in model.layers(rng, *kinds):
            source = model.source(layer, position)
            found = model.constant(source)
            # A port without dimensions is a scalar, or of unknown rank.
            if found is None or not found[2] or len(model.readers(source)) > 1 or not _rank(model, layer):
                continue
            new = wrong(model, layer, found[2])
            if new is not None and new != found[2]:
                model.set_constant(source, new)
                what = f"{label(layer)}: constant `{source.get('name')}` {found[2][:8]} -> {new[:8]}"
                return Edit(what, f"restore {found[2][:8]}", at(layer) | at(source), {source.get("name")})


def _rank(model, layer):
    return len(dims(model.inputs(layer)[0]))


def _far_axis(model, layer, old):
    return [*old[:-1], _rank(model, layer) + len(old) + 1]


def _bad_target(model, layer, old):
    sizes = dims(model.inputs(layer)[0])
    named = [i for i, n in enumerate(old) if n > 0]
    if None in sizes or not named or 0 in old:
        return None
    return [7919 if i == named[0] else n for i, n in enumerate(old)]


REDUCTIONS = ("ReduceSum", "ReduceMean", "ReduceMax", "ReduceProd", "ReduceMin")
_elements("axes-out-of-range", 1, _far_axis, *REDUCTIONS, "Squeeze", "Unsqueeze")
_elements("axes-duplicate", 1, lambda m, l, old: [old[0]] * len(old) if len(old) > 1 else None, *REDUCTIONS, "Squeeze", "Unsqueeze")
_elements("transpose-order-duplicate", 1, lambda m, l, old: [old[0], old[0], *old[2:]] if len(old) > 1 else None, "Transpose")
_elements("transpose-order-range", 1, lambda m, l, old: [*old[:-1], 9], "Transpose")
_elements("reshape-target", 1, _bad_target, "Reshape")
_elements("reshape-two-unknown", 1, lambda m, l, old: [-1] * len(old) if len(old) > 1 else None, "Reshape")
_elements("gather-axis", 2, lambda m, l, old: [_rank(m, l) + 1], "Gather")
_elements("slice-step-zero", 3, lambda m, l, old: [0] * len(old), "Slice")
_elements("slice-axes", 4, _far_axis, "Slice")
_elements("split-lengths", 2, lambda m, l, old: [old[0] + 1, *old[1:]] if -1 not in old else None, "VariadicSplit")
_elements("split-axis", 1, lambda m, l, old: [_rank(m, l) + 1], "VariadicSplit", "Split")


@ir_fault("weight-shape")
def weight_shape(model, rng):
    for layer in model.layers(rng, "Convolution", "MatMul"):
        source = model.source(layer, 1)
        if source is None or source.get("type") != "Const" or len(model.readers(source)) > 1:
            continue
        sizes = dims(model.outputs(source)[0])
        image = dims(model.inputs(layer)[0])
        if len(sizes) < 2 or len(image) < 2 or sizes[0] == sizes[1] or image[1 if layer.get("type") == "Convolution" else -1] is None:
            continue
        sizes[0], sizes[1] = sizes[1], sizes[0]
        for port in (model.outputs(source)[0], model.inputs(layer)[1]):
            for dim, size in zip(port.findall("dim"), sizes):
                dim.text = str(size)
        edit = set_at(source, "shape", ",".join(map(str, sizes)))
        edit.nodes |= at(layer)
        return edit
