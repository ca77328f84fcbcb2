"""Inserts grafts into OpenVINO IR."""
import pathlib
from xml.etree import ElementTree

import numpy as np

from .grafts import UNCERTAIN

PRECISION = {"f32": "FP32", "f16": "FP16", "f64": "FP64", "i32": "I32", "i64": "I64", "i8": "I8", "u8": "U8", "bool": "BOOL"}
ELEMENT = {**{k: k for k in PRECISION}, "bool": "boolean"}
# Numeric types of values to which a graft can be connected.
DATA = {"f32", "f16", "i32", "i64", "u8", "i8"}


class Writer:
    """Appends layers to an IR model, and their data to its weights."""

    def __init__(self, path):
        self.tree = ElementTree.parse(path)
        self.layers, self.edges = self.tree.getroot().find("layers"), self.tree.getroot().find("edges")
        weights = path.with_suffix(".bin")
        self.weights = weights.read_bytes() if weights.exists() else b""
        self.next = max(int(layer.get("id")) for layer in self.layers) + 1

    def layer(self, name, kind, version, data, sources, types, port_of=None):
        """Adds a layer. `sources` are (layer id, port id); `types` are (element, dims) of the inputs, then of the output."""
        number, layer = self.next, ElementTree.SubElement(self.layers, "layer", id=str(self.next), name=name, type=kind, version=version)
        self.next += 1
        if data is not None:
            ElementTree.SubElement(layer, "data", data)
        if sources:
            inputs = ElementTree.SubElement(layer, "input")
            for port, (source, (_, sizes)) in enumerate(zip(sources, types)):
                self.port(inputs, port, None, sizes)
                ElementTree.SubElement(self.edges, "edge", {"from-layer": source[0], "from-port": source[1], "to-layer": str(number), "to-port": str(port)})
        if len(types) > len(sources):
            element, sizes = types[-1]
            self.port(ElementTree.SubElement(layer, "output"), len(sources), element, sizes)
        return str(number), str(len(sources))

    @staticmethod
    def port(parent, number, element, sizes):
        port = ElementTree.SubElement(parent, "port", id=str(number))
        if element:
            port.set("precision", PRECISION[element])
        for size in sizes or []:
            ElementTree.SubElement(port, "dim").text = str(size)

    def constant(self, name, element, array):
        array = np.asarray(array, {"i64": np.int64, "i32": np.int32, "f32": np.float32}[element])
        self.weights += b"\0" * (-len(self.weights) % 64)
        data = {"element_type": element, "shape": ",".join(map(str, array.shape)), "offset": str(len(self.weights)), "size": str(array.nbytes)}
        self.weights += array.tobytes()
        return self.layer(name, "Const", "opset1", data, [], [(element, array.shape)])

    def save(self, path):
        self.tree.write(path, encoding="utf-8", xml_declaration=True)
        pathlib.Path(path).with_suffix(".bin").write_bytes(self.weights)


def before(writer, graft, source, element, sizes):
    """Returns the data of the ReduceMin: its port, element type, and shape."""
    if graft.before == "type":
        return writer.layer("graft_convert", "Convert", "opset1", {"destination_type": "boolean"}, [source], [(element, sizes), ("bool", sizes)]), "bool", sizes
    if graft.before == "empty":
        nothing, axis = writer.constant("graft_nothing", "i64", np.zeros(0)), writer.constant("graft_axis", "i64", np.zeros(()))
        empty = [0, *sizes[1:]]
        types = [(element, sizes), ("i64", [0]), ("i64", []), (element, empty)]
        return writer.layer("graft_gather", "Gather", "opset8", {"batch_dims": "0"}, [source, nothing, axis], types), element, empty
    return source, element, sizes


def axes_port(writer, graft):
    if graft.runtime_axes is not None:
        data = {"shape": str(graft.runtime_axes), "element_type": "i64"}
        return writer.layer("graft_axes", "Parameter", "opset1", data, [], [("i64", [graft.runtime_axes])]), "i64", [graft.runtime_axes]
    kind = "f32" if graft.fault == "C2" else graft.axes_type
    axes = np.array(graft.axes).reshape([1] * (graft.axes_rank - 1) + [-1])
    return writer.constant("graft_axes", kind, axes), kind, list(axes.shape)


def apply(path, source, element, sizes, graft, out):
    """Writes the IR with the graft connected to the output port `source` = (layer id, port id)."""
    writer = Writer(path)
    if graft is not None:
        data, kind, given = before(writer, graft, source, element, sizes)
        axes, axes_kind, axes_sizes = axes_port(writer, graft)
        attributes = {"keep_dims": "maybe" if graft.fault == "C6" else str(graft.keep).lower()}
        if graft.fault == "C8":
            attributes["nonsense"] = "1"
        sources, types = [data, axes], [(kind, given), (axes_kind, axes_sizes)]
        if graft.fault == "C9":
            sources, types = [*sources, axes], [*types, types[-1]]
        # Without recorded dimensions, nothing can contradict them.
        result = [7] * (len(given) + 1) if graft.fault == "C11" else None if graft.fault in UNCERTAIN else graft.shape(given)
        element_out = ("i32" if kind != "i32" else "f32") if graft.fault == "C10" else kind
        reduced = writer.layer("graft", "ReduceMin", "opset1", attributes, sources, [*types, (element_out, result)])
        writer.layer("graft_out", "Result", "opset1", None, [reduced], [(element_out, result)])
    writer.save(out)


def values(path):
    """Yields the output ports to which a graft can be connected: (layer id, port id), element type, recorded shape."""
    names = {v: k for k, v in PRECISION.items()}
    for layer in ElementTree.parse(path).getroot().find("layers"):
        for port in layer.iterfind("output/port"):
            sizes = [int(d.text) for d in port.iterfind("dim")]
            element = names.get(port.get("precision"))
            if sizes and element in DATA and layer.get("type") not in ("Const", "Result"):
                yield (layer.get("id"), port.get("id")), element, sizes
