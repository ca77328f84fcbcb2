"""Faults in what an ONNX model declares: types and shapes of values, operator sets, IR version."""
import onnx

from .fault import Edit, onnx_fault
from .onnx_model import DEFAULT, known_dims, refused

FLOAT, INT64, FLOAT16 = onnx.TensorProto.FLOAT, onnx.TensorProto.INT64, onnx.TensorProto.FLOAT16


def _inner(model, rng):
    """Returns the inner values whose type is known and static, with the node that computes each."""
    outputs = {o.name for o in model.graph.output}
    found = [(i, n.output[0]) for i, n in enumerate(model.graph.node) if n.domain in DEFAULT and n.output[0] not in outputs]
    rng.shuffle(found)
    return [(i, name) for i, name in found if model.static(name) and model.kind(name) == FLOAT and model.readers(name)]


def _declare(model, name, kind, dims):
    """Declares an inner value, instead of what the file declares."""
    kept = [v for v in model.graph.value_info if v.name != name]
    copies = [type(v).FromString(v.SerializeToString()) for v in kept]
    del model.graph.value_info[:]
    model.graph.value_info.extend([*copies, onnx.helper.make_tensor_value_info(name, kind, dims)])


def _declared(index, name, what, repair):
    return Edit(f"value `{name}`: {what}", repair, {("main", index)}, {name})


@onnx_fault("declared-type")
def declared_type(model, rng):
    for index, name in _inner(model, rng):
        _declare(model, name, INT64, model.dims(name))
        return _declared(index, name, "declared as int64 instead of float", "declare it as float")


@onnx_fault("declared-shape")
def declared_shape(model, rng):
    for index, name in _inner(model, rng):
        dims = model.dims(name)
        at = rng.randrange(len(dims))
        wrong = [*dims[:at], dims[at] + 1, *dims[at + 1 :]]
        _declare(model, name, FLOAT, wrong)
        return _declared(index, name, f"declared {wrong} instead of {dims}", f"declare {dims}")


@onnx_fault("declared-rank")
def declared_rank(model, rng):
    for index, name in _inner(model, rng):
        dims = model.dims(name)
        _declare(model, name, FLOAT, [1, *dims])
        return _declared(index, name, f"declared {[1, *dims]} instead of {dims}", f"declare {dims}")


def _computed_outputs(model, rng):
    producers = {o: i for i, n in enumerate(model.graph.node) for o in n.output if n.domain in DEFAULT}
    found = [(producers[o.name], o) for o in model.graph.output if o.name in producers]
    rng.shuffle(found)
    bare = onnx.ModelProto()
    bare.CopyFrom(model.proto)
    for output in bare.graph.output:
        output.type.tensor_type.ClearField("shape")
    try:
        inferred = {o.name: known_dims(o) for o in onnx.shape_inference.infer_shapes(bare, data_prop=True).graph.output}
    except Exception:  # onnx.shape_inference raises several types
        return []
    return [(i, o, inferred[o.name]) for i, o in found if len(inferred.get(o.name) or []) == len(o.type.tensor_type.shape.dim) > 0]


@onnx_fault("output-shape-stale")
def output_shape(model, rng):
    for index, output, dims in _computed_outputs(model, rng):
        known = [i for i, size in enumerate(dims) if size is not None]
        if known:
            at = rng.choice(known)
            output.type.tensor_type.shape.dim[at].dim_value = dims[at] + 1
            return _declared(index, output.name, f"output declared with {dims[at] + 1} at {at} instead of {dims[at]}", f"declare {dims}")


@onnx_fault("output-type")
def output_type(model, rng):
    for index, output, dims in _computed_outputs(model, rng):
        old = output.type.tensor_type.elem_type
        output.type.tensor_type.elem_type = FLOAT16 if old != FLOAT16 else FLOAT
        return _declared(index, output.name, f"output declared as type {output.type.tensor_type.elem_type} instead of {old}", f"declare type {old}")


def _inputs(model, rng):
    weights = {t.name for t in model.graph.initializer}
    found = [i for i in model.graph.input if i.name not in weights and model.readers(i.name)]
    rng.shuffle(found)
    return found


@onnx_fault("input-shape-stale")
def input_shape(model, rng):
    for given in _inputs(model, rng):
        dims = given.type.tensor_type.shape.dim
        for at in reversed(range(len(dims))):
            if dims[at].dim_value > 1:
                old, dims[at].dim_value = dims[at].dim_value, dims[at].dim_value + 1
                if contradicts(model):
                    return Edit(f"input `{given.name}`: dimension {at} {old} -> {old + 1}", f"set it to {old}", model.readers(given.name), {given.name})
                dims[at].dim_value = old


def contradicts(model):
    """Returns whether onnx's strict inference finds a contradiction, also without the declarations of inner values and outputs."""
    bare = onnx.ModelProto()
    bare.CopyFrom(model.proto)
    del bare.graph.value_info[:]
    for output in bare.graph.output:
        output.type.tensor_type.ClearField("shape")
    try:
        onnx.shape_inference.infer_shapes(bare, strict_mode=True, data_prop=True, check_type=True)
        return False
    except Exception:  # onnx.shape_inference raises several types
        return True


@onnx_fault("input-type-stale")
def input_type(model, rng):
    for given in _inputs(model, rng):
        if given.type.tensor_type.elem_type == FLOAT:
            given.type.tensor_type.elem_type = FLOAT16
            if contradicts(model):
                return Edit(f"input `{given.name}`: float -> float16", "declare it as float", model.readers(given.name), {given.name})
            given.type.tensor_type.elem_type = FLOAT


@onnx_fault("input-rank-stale")
def input_rank(model, rng):
    for given in _inputs(model, rng):
        shape = given.type.tensor_type.shape
        if len(shape.dim) > 1:
            kept = type(shape).FromString(shape.SerializeToString())
            del shape.dim[0]
            if contradicts(model):
                return Edit(f"input `{given.name}`: first dimension removed", f"declare {len(kept.dim)} dimensions", model.readers(given.name), {given.name})
            shape.CopyFrom(kept)


@onnx_fault("input-untyped")
def input_untyped(model, rng):
    for given in _inputs(model, rng):
        given.ClearField("type")
        return Edit(f"input `{given.name}`: declaration without type", "declare its type", model.readers(given.name), {given.name})


@onnx_fault("transpose-perm-other")
def perm_other(model, rng):
    for index, node in model.nodes(rng, "Transpose"):
        perm = next((a for a in node.attribute if a.name == "perm"), None)
        if perm is not None and len(perm.ints) > 1:
            old = list(perm.ints)
            perm.ints[0], perm.ints[-1] = old[-1], old[0]
            if contradicts(model):
                after = {("main", index)} | model.readers(node.output[0])
                return Edit(f"Transpose #{index} `{node.name}`: `perm` {old} -> {list(perm.ints)}", f"set `perm` to {old}", after, {node.output[0]})
            perm.ints[:] = old


def _import(model, domain=""):
    return next((o for o in model.proto.opset_import if o.domain == domain or (not domain and o.domain in DEFAULT)), None)


OPSET = r"\b[Oo]pset|[Oo]perator set|\bimport"


def _below(model, distance):
    """Imports an operator set below the lowest one that onnx.checker accepts."""
    given = _import(model)
    if given is None or given.version > 28 or refused(model.proto):
        return None
    old = lowest = given.version
    while lowest > 1:
        given.version = lowest - 1
        if refused(model.proto):
            break
        lowest -= 1
    given.version = lowest - distance
    if given.version < 1 or not refused(model.proto):
        return None
    # ONNX Runtime has this operator in every version, so it is no error.
    if lowest == 17 and any(n.op_type == "LayerNormalization" for n in model.graph.node):
        return None
    return Edit(f"opset {old} -> {given.version} (lowest valid: {lowest})", f"import opset {lowest} or later", set(), set(), set(), OPSET)


onnx_fault("opset-one-too-low")(lambda model, rng: _below(model, 1))
onnx_fault("opset-two-too-low")(lambda model, rng: _below(model, 2))
onnx_fault("opset-five-too-low")(lambda model, rng: _below(model, 5))


@onnx_fault("opset-raised")
def opset_raised(model, rng):
    given = _import(model)
    if given is None or refused(model.proto):
        return None
    old = given.version
    for version in range(old + 1, 25):
        given.version = version
        if refused(model.proto):
            return Edit(f"opset {old} -> {version}", f"import opset {old} (at most {version - 1})", set(), set(), set(), OPSET)


@onnx_fault("opset-unknown", level="warning")
def opset_unknown(model, rng):
    given = _import(model)
    if given is not None:
        old, given.version = given.version, rng.choice([99, 1000])
        return Edit(f"opset {old} -> {given.version}", f"import opset {old}", set(), set(), set(), OPSET)


@onnx_fault("opset-import-missing")
def import_missing(model, rng):
    used = {n.domain for n in model.graph.node}
    kept = [o for o in model.proto.opset_import if o.domain not in DEFAULT]
    if used & set(DEFAULT):
        copies = [type(o).FromString(o.SerializeToString()) for o in kept]
        old = model.opset()
        del model.proto.opset_import[:]
        model.proto.opset_import.extend(copies)
        return Edit(f"import of the default domain (opset {old}) removed", f"import opset {old}", set(), set(), set(), OPSET)


@onnx_fault("domain-import-missing")
def domain_missing(model, rng):
    used = [o for o in model.proto.opset_import if o.domain not in DEFAULT and o.domain in {n.domain for n in model.graph.node}]
    if used and not model.proto.functions:
        gone = used[0].domain
        copies = [type(o).FromString(o.SerializeToString()) for o in model.proto.opset_import if o.domain != gone]
        del model.proto.opset_import[:]
        model.proto.opset_import.extend(copies)
        return Edit(f"import of `{gone}` removed", f"import `{gone}`", set(), set(), set(), OPSET)


def _ir_version(name, version, text):
    @onnx_fault(name)
    def inject(model, rng):
        old = model.proto.ir_version
        if version is None:
            model.proto.ClearField("ir_version")
        else:
            model.proto.ir_version = version
        return Edit(f"IR version {old} -> {text}", f"set the IR version to {old}", set(), set(), set(), r"IR version|ir_version")


_ir_version("ir-version-unknown", 999, "999")
_ir_version("ir-version-missing", None, "none")


@onnx_fault("ir-version-3")
def ir_version_three(model, rng):
    inputs = {i.name for i in model.graph.input}
    alone = {t.name for t in model.graph.initializer} - inputs
    old = model.proto.ir_version
    if alone and old > 3:
        model.proto.ir_version = 3
        return Edit(f"IR version {old} -> 3, with {len(alone)} initializers that are not inputs", f"set the IR version to {old}", set(), alone, set(), r"IR version|ir_version")
