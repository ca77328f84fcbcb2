"""Builds small OpenVINO IR models, valid or with one edit."""
import itertools
import pathlib
import tempfile

import numpy as np

from .fault import Place

PRECISION = {"f32": "FP32", "i64": "I64", "i32": "I32", "boolean": "BOOL"}


def port(number, kind, dims):
    inner = "".join(f"<dim>{d}</dim>" for d in dims)
    return f'<port id="{number}" precision="{PRECISION[kind]}">{inner}</port>'


class Network:
    """Layers in order, each connected to output ports of earlier layers."""

    def __init__(self):
        self.layers, self.edges, self.weights, self.outputs = [], [], b"", {}

    def layer(self, name, kind, inputs=(), output=None, data="", opset="opset1", inner=""):
        """Adds a layer. `output` is (element type, dims); ports are numbered across inputs and output."""
        number, parts = len(self.layers), []
        if data:
            parts.append(f"      <data {data}/>")
        if inputs:
            ports = "\n".join(f"        {port(i, *self.outputs[name][1])}" for i, name in enumerate(inputs))
            parts.append(f"      <input>\n{ports}\n      </input>")
        if output:
            parts.append(f"      <output>\n        {port(len(inputs), *output)}\n      </output>")
        head = f'    <layer id="{number}" name="{name}" type="{kind}" version="{opset}">'
        self.layers.append("\n".join([head, *parts, *([inner] if inner else []), "    </layer>"]))
        for i, source in enumerate(inputs):
            layer, _, from_port = self.outputs[source]
            self.edges.append(f'    <edge from-layer="{layer}" from-port="{from_port}" to-layer="{number}" to-port="{i}"/>')
        self.outputs[name] = (number, output, len(inputs))
        return self

    def parameter(self, name, kind, dims):
        return self.layer(name, "Parameter", (), (kind, dims), f'shape="{",".join(map(str, dims))}" element_type="{kind}"')

    def constant(self, name, kind, values):
        array = np.asarray(values, {"f32": np.float32, "i64": np.int64, "i32": np.int32, "boolean": np.bool_}[kind])
        data = f'element_type="{kind}" shape="{",".join(map(str, array.shape))}" offset="{len(self.weights)}" size="{array.nbytes}"'
        self.weights += array.tobytes()
        return self.layer(name, "Const", (), (kind, array.shape), data)

    def result(self, source):
        return self.layer("answer", "Result", (source,))

    def text(self):
        layers, edges = "\n".join(self.layers), "\n".join(self.edges)
        return f'<?xml version="1.0"?>\n<net name="net" version="11">\n  <layers>\n{layers}\n  </layers>\n  <edges>\n{edges}\n  </edges>\n</net>\n'


def edited(network, *edits, weights=None):
    """Returns a builder. The faulty model replaces each (old, new) in the text, and `weights` transforms its .bin."""

    def build(folder, faulty):
        text, data = network.text(), network.weights
        for old, new in edits if faulty else ():
            assert text.count(old) == 1, f"{old!r} is in the model {text.count(old)} times"
            text = text.replace(old, new)
        if faulty and weights:
            data = weights(data)
        path = pathlib.Path(folder) / "model.xml"
        path.write_text(text)
        if data is not None:
            path.with_suffix(".bin").write_bytes(data)
        return path

    return build


def lines_with(build, text):
    """Returns the locations of the lines that contain this text in the faulty model."""
    with tempfile.TemporaryDirectory() as folder:
        lines = build(folder, True).read_text().splitlines(keepends=True)
    starts = itertools.accumulate((len(line.encode()) for line in lines), initial=0)
    return tuple(Place(n, start, start + len(line.encode())) for n, (start, line) in enumerate(zip(starts, lines), 1) if text in line)
