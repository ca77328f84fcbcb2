"""A layer with its inputs, and the IR models that contain it."""
import re

import ml_dtypes
import numpy as np

TYPES = {"f32": np.float32, "f16": np.float16, "f64": np.float64, "i64": np.int64, "i32": np.int32, "u8": np.uint8, "boolean": np.bool_,
         "bf16": ml_dtypes.bfloat16, "i16": np.int16, "i8": np.int8, "u16": np.uint16, "u32": np.uint32, "u64": np.uint64}
PRECISION = {"f32": "FP32", "f16": "FP16", "f64": "FP64", "boolean": "BOOL", "string": "STRING", "u1": "BIN"}


class Input:
    """A Parameter (if `values` is None) or a Const."""

    def __init__(self, element, sizes, values=None):
        self.element, self.sizes, self.values = element, sizes, values

    @classmethod
    def of(cls, text):
        element, values, sizes = re.fullmatch(r"(\w+)(?:=([-\d.]+)|\{([-\d.,]*)\})?(?:\[([\d,]*)\])?", text).group(1, 2, 4)
        listed = re.search(r"\{(.*?)\}", text)
        numbers = [float(v) for v in listed[1].split(",")] if listed else [float(values)] if values is not None else None
        shape = [int(s) for s in sizes.split(",") if s] if sizes is not None else [len(numbers)] if listed else []
        return cls(element, shape, numbers)


class Layer:
    def __init__(self, name, version, outputs, inputs, attributes):
        self.name, self.version, self.outputs = name, version, outputs
        self.inputs, self.attributes = inputs, attributes

    @classmethod
    def of(cls, name, version, seed):
        outputs, inputs, attributes = seed
        return cls(name, version, outputs, [Input.of(i) for i in inputs], dict(attributes))

    def copy(self):
        inputs = [Input(i.element, list(i.sizes), None if i.values is None else list(i.values)) for i in self.inputs]
        return Layer(self.name, self.version, self.outputs, inputs, dict(self.attributes))


def precision(element):
    return PRECISION.get(element, element.upper())


def port(number, element=None, dims=()):
    kind = f' precision="{precision(element)}"' if element else ""
    return f'<port id="{number}"{kind}>' + "".join(f"<dim>{d}</dim>" for d in dims) + "</port>"


def recorded(hint):
    """Returns the dims of a port: -1 for inexact dimensions, and no dims for an unknown rank."""
    return [] if hint == "..." else [d if re.fullmatch(r"\d+", d) else "-1" for d in hint.split(",") if d]


def write(layer, hints, types, path):
    """Writes the model.

    `hints` are the shapes of the inputs' Parameters; None makes an input a Const if it has values. `types` are the known
    element types of the outputs.
    """
    layers, edges, weights, ports = [], [], b"", ""
    for i, (given, hint) in enumerate(zip(layer.inputs, hints)):
        shape = ",".join(map(str, given.sizes))
        if hint is None and given.values is not None and given.element in TYPES:
            data = np.array(given.values).astype(TYPES[given.element]).reshape(given.sizes).tobytes()
            attributes = f'element_type="{given.element}" shape="{shape}" offset="{len(weights)}" size="{len(data)}"'
            weights += data
            kind, dims = "Const", recorded(shape)
        else:
            hint = shape if hint is None else hint
            attributes, kind, dims = f'shape="{hint}" element_type="{given.element}"', "Parameter", recorded(hint)
        layers.append(f'<layer id="{i}" name="i{i}" type="{kind}" version="opset1"><data {attributes}/><output>{port(0, given.element, dims)}</output></layer>')
        ports += port(i, given.element, dims)
        edges.append(f'<edge from-layer="{i}" from-port="0" to-layer="100" to-port="{i}"/>')
    data = "".join(f' {k}="{v}"' for k, v in layer.attributes.items())
    first = len(layer.inputs)
    outputs = "".join(port(first + o, types[o] if types else "f32") for o in range(layer.outputs))
    layers.append(f'<layer id="100" name="op" type="{layer.name}" version="opset{layer.version}">' + (f"<data{data}/>" if data else "")
                  + (f"<input>{ports}</input>" if ports else "") + f"<output>{outputs}</output></layer>")
    for o in range(layer.outputs):
        layers.append(f'<layer id="{200 + o}" name="r{o}" type="Result" version="opset1"><input>{port(0)}</input></layer>')
        edges.append(f'<edge from-layer="100" from-port="{first + o}" to-layer="{200 + o}" to-port="0"/>')
    path.write_text(f'<?xml version="1.0"?>\n<net name="one_layer" version="11">\n<layers>\n' + "\n".join(layers)
                    + "\n</layers>\n<edges>\n" + "\n".join(edges) + "\n</edges>\n</net>\n")
    # OpenVINO rejects a constant without elements if the file has no bytes.
    path.with_suffix(".bin").write_bytes(weights or b"\0")
