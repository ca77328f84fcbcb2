"""Faults in the layers of an IR model: data attributes, types, versions."""
from xml.etree import ElementTree

from .fault import Edit, ir_fault
from .ir_model import dims

WINDOWS = ("Convolution", "GroupConvolution", "MaxPool", "AvgPool", "ConvolutionBackpropData")
# Attributes without which OpenVINO refuses a layer, by type; a Convolution without `strides` runs.
REQUIRED = {"Concat": ["axis"], "TopK": ["axis", "mode", "sort"],
            "Convert": ["destination_type"], "MaxPool": ["kernel", "strides"], "Clamp": ["min", "max"],
            "Const": ["element_type", "offset", "size"], "AvgPool": ["kernel", "exclude-pad"],
            "Interpolate": ["mode"], "Pad": ["pad_mode"], "FakeQuantize": ["levels"]}
MISSPELLED = {"strides": "stride", "dilations": "dilation", "pads_begin": "pad_begin", "kernel": "kernal", "axis": "axes",
              "destination_type": "destination_typ", "element_type": "elment_type", "transpose_b": "transpos_b", "keep_dims": "keepdims",
              "special_zero": "special_zeros", "mode": "mod", "exclude-pad": "exclude_pad", "batch_dims": "batch_dim"}


def label(layer):
    return f"{layer.get('type')} {layer.get('id')} `{layer.get('name')}`"


def at(layer):
    return {("main", layer.get("id"))}


def set_at(layer, name, new):
    data = layer.find("data")
    old = data.get(name)
    data.set(name, new)
    return Edit(f"{label(layer)}: `{name}` {old!r} -> {new!r}", f"set `{name}` to {old!r}" if old is not None else f"remove `{name}`", at(layer))


def with_data(model, rng, name, *kinds):
    return [layer for layer in model.layers(rng, *kinds) if layer.find("data") is not None and layer.find("data").get(name) is not None]


def _value_fault(fault, name, new, *kinds, level="error"):
    @ir_fault(fault, level=level)
    def inject(model, rng):
        for layer in with_data(model, rng, name, *kinds):
            return set_at(layer, name, new(layer.find("data").get(name)) if callable(new) else new)


def _longer(text):
    return f"{text},1"


_value_fault("auto-pad-value", "auto_pad", "same", *WINDOWS)
_value_fault("topk-mode", "mode", "largest", "TopK")
_value_fault("topk-sort", "sort", "values", "TopK")
_value_fault("interpolate-mode", "mode", "bilinear", "Interpolate")
_value_fault("rounding-type", "rounding_type", "round", "MaxPool", "AvgPool")
_value_fault("auto-broadcast", "auto_broadcast", "numpyy")
_value_fault("keep-dims-kind", "keep_dims", "maybe")
_value_fault("transpose-kind", "transpose_b", "2x", "MatMul")
_value_fault("special-zero-kind", "special_zero", "yess", "Reshape")
_value_fault("convert-type-invalid", "destination_type", "float", "Convert", "ShapeOf")
_value_fault("output-type-invalid", "output_type", "long", "ShapeOf", "NonZero", "TopK")
_value_fault("strides-length", "strides", _longer, *WINDOWS)
_value_fault("pads-length", "pads_begin", _longer, *WINDOWS)
_value_fault("dilations-length", "dilations", _longer, "Convolution", "GroupConvolution")
_value_fault("kernel-length", "kernel", _longer, "MaxPool", "AvgPool")
_value_fault("strides-text", "strides", "two,two", *WINDOWS)
_value_fault("strides-zero", "strides", lambda text: ",".join("0" for _ in text.split(",")), "Convolution", "MaxPool")
_value_fault("parameter-type-invalid", "element_type", "f33", "Parameter")


@ir_fault("axis-out-of-range")
def axis_out_of_range(model, rng):
    for layer in with_data(model, rng, "axis", "Concat", "SoftMax", "LogSoftmax", "TopK", "OneHot"):
        rank = len(dims(model.inputs(layer)[0]))
        # A port without dimensions is a scalar, or of unknown rank.
        if rank:
            return set_at(layer, "axis", str(rank + 2))


@ir_fault("concat-axis-other")
def concat_axis(model, rng):
    for layer in with_data(model, rng, "axis", "Concat"):
        shapes = [dims(port) for port in model.inputs(layer)]
        axis = int(layer.find("data").get("axis"))
        for other in range(len(shapes[0])):
            rest = {tuple(s[:other] + s[other + 1 :]) for s in shapes}
            if other != axis % len(shapes[0]) and len(rest) > 1 and not any(None in s for s in shapes):
                return set_at(layer, "axis", str(other))


@ir_fault("matmul-transpose-flipped")
def matmul_flipped(model, rng):
    for layer in with_data(model, rng, "transpose_b", "MatMul"):
        left, right = (dims(port) for port in model.inputs(layer))
        if left and len(right) == 2 and right[0] != right[1] and None not in right and left[-1]:
            old = layer.find("data").get("transpose_b")
            return set_at(layer, "transpose_b", "false" if old in ("true", "True", "1") else "true")


@ir_fault("data-attribute-misspelled")
def misspelled(model, rng):
    for layer in model.layers(rng):
        data = layer.find("data")
        names = [n for n in REQUIRED.get(layer.get("type"), []) if n in MISSPELLED and data is not None and data.get(n) is not None]
        if names:
            return _rename(layer, rng.choice(names))


@ir_fault("optional-attribute-misspelled")
def optional_misspelled(model, rng):
    for layer in model.layers(rng, "MatMul", "ReduceMean", "ReduceSum", "ReduceMax", "Reshape", "Gather"):
        data = layer.find("data")
        names = [n for n in data.attrib if n in MISSPELLED] if data is not None else []
        if names:
            return _rename(layer, rng.choice(names))


def _rename(layer, name):
    data, new = layer.find("data"), MISSPELLED[name]
    items = [(new if key == name else key, text) for key, text in data.attrib.items()]
    data.attrib.clear()
    data.attrib.update(items)
    return Edit(f"{label(layer)}: attribute `{name}` -> `{new}`", f"rename `{new}` to `{name}`", at(layer))


@ir_fault("data-attribute-missing")
def missing(model, rng):
    for layer in model.layers(rng):
        data = layer.find("data")
        names = [n for n in REQUIRED.get(layer.get("type"), []) if data is not None and data.get(n) is not None]
        if names:
            name = rng.choice(names)
            old = data.attrib.pop(name)
            return Edit(f"{label(layer)}: removed `{name}`", f"add `{name}`={old!r}", at(layer))


@ir_fault("data-removed")
def data_removed(model, rng):
    for layer in model.layers(rng, *(kind for kind, names in REQUIRED.items() if names)):
        data = layer.find("data")
        if data is not None:
            layer.remove(data)
            return Edit(f"{label(layer)}: <data> removed", f"add <data> with {sorted(data.attrib)}", at(layer))


@ir_fault("data-attribute-unknown", level="warning")
def unknown(model, rng):
    for layer in model.layers(rng, "ReLU", "Convolution", "MatMul", "Reshape", "Concat", "Add"):
        data = layer.find("data")
        if data is not None:
            return set_at(layer, "fast_path", "true")


@ir_fault("opset-unknown")
def opset_unknown(model, rng):
    for layer in model.layers(rng):
        old = layer.get("version")
        if old and layer.get("type") != "Result":
            layer.set("version", "opset99")
            return Edit(f"{label(layer)}: version {old} -> opset99", f"set the version to {old}", at(layer))


@ir_fault("opset-too-low")
def opset_low(model, rng):
    for layer in model.layers(rng):
        old = layer.get("version") or ""
        if old.startswith("opset") and int(old[5:]) > 3 and layer.get("type") not in ("Parameter", "Const", "Result") and layer.get("type") in NEWER:
            layer.set("version", "opset1")
            return Edit(f"{label(layer)}: version {old} -> opset1", f"set the version to {old}", at(layer))


# Layers that opset1 does not have.
NEWER = {"Swish", "ScatterElementsUpdate", "ScatterNDUpdate", "GatherND", "Gelu", "MVN", "NonZero", "CumSum", "Slice", "HSwish", "LSTMSequence",
         "RNNSequence", "GatherElements", "Loop", "If", "Einsum", "ScaledDotProductAttention", "Eye", "IsNaN", "LogSoftmax", "Asinh", "Atanh", "Round"}


@ir_fault("type-misspelled")
def type_misspelled(model, rng):
    for layer in model.layers(rng):
        old = layer.get("type")
        if old not in ("Parameter", "Result", "Const"):
            layer.set("type", old[:-2] + old[-1] + old[-2] if old[-1] != old[-2] else old[:-1])
            return Edit(f"{label(layer)}: type was {old}", f"set the type to {old}", at(layer))


@ir_fault("type-removed")
def type_removed(model, rng):
    layer = model.layers(rng)[0]
    old = layer.attrib.pop("type")
    return Edit(f"layer {layer.get('id')} `{layer.get('name')}`: type removed", f"set the type to {old}", at(layer))


# Without a type OpenVINO reads the Parameter as dynamic, and compiles some of the models.
@ir_fault("parameter-type-missing", level="warning")
def parameter_type_missing(model, rng):
    for layer in with_data(model, rng, "element_type", "Parameter"):
        old = layer.find("data").attrib.pop("element_type")
        return Edit(f"{label(layer)}: removed `element_type`", f"add `element_type`={old!r}", at(layer))


def _runtime_info(name, attributes):
    """A fault in the information for the runtime that OpenVINO parses."""

    @ir_fault(name)
    def inject(model, rng):
        # OpenVINO does not read it in IR version 10.
        for layer in model.layers(rng) if model.tree.get("version") == "11" else []:
            if layer.find("rt_info") is None and layer.get("type") != "Result":
                ElementTree.SubElement(ElementTree.SubElement(layer, "rt_info"), "attribute", attributes)
                return Edit(f"{label(layer)}: <rt_info> with {attributes}", "remove it", at(layer))


_runtime_info("runtime-info-layout", {"name": "layout", "version": "0", "layout": "[N,C"})
_runtime_info("runtime-info-map-type", {"name": "old_api_map_element_type", "version": "0", "value": "f33"})
