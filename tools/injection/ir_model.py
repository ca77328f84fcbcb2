"""An OpenVINO IR model that faults are injected into."""
import copy
import os
from xml.etree import ElementTree

SIZES = {"f32": 4, "i64": 8, "f16": 2, "i32": 4, "u8": 1, "i8": 1, "boolean": 1, "f64": 8}


class IrModel:
    suffix = ".xml"

    def __init__(self, path, tree, weights=None):
        self.path, self.tree, self.weights = path, tree, weights
        self.removed = False

    @classmethod
    def read(cls, path):
        return cls(path, ElementTree.parse(path).getroot())

    def copy(self):
        return IrModel(self.path, copy.deepcopy(self.tree))

    def save(self, folder, name):
        path, stored, given = folder / f"{name}.xml", folder / f"{name}.bin", self.path.with_suffix(".bin")
        path.write_bytes(self.text())
        if self.weights is not None:
            stored.write_bytes(self.weights)
        elif given.exists() and not self.removed:
            os.symlink(given.resolve(), stored)
        return path

    def text(self):
        return b'<?xml version="1.0"?>\n' + ElementTree.tostring(self.tree) + b"\n"

    def bytes(self):
        """Returns the stored weights, empty if there are none."""
        path = self.path.with_suffix(".bin")
        return path.read_bytes() if path.exists() else b""

    # What the model says.

    def layers(self, rng, *kinds):
        """Returns the layers of the main graph in random order."""
        found = [layer for layer in self.tree.find("layers") if not kinds or layer.get("type") in kinds]
        rng.shuffle(found)
        return found

    def edges(self, rng):
        found = list(self.tree.find("edges"))
        rng.shuffle(found)
        return found

    def layer(self, ident):
        return next(layer for layer in self.tree.find("layers") if layer.get("id") == ident)

    def inputs(self, layer):
        """Returns the input ports of a layer."""
        return list(layer.find("input")) if layer.find("input") is not None else []

    def outputs(self, layer):
        return list(layer.find("output")) if layer.find("output") is not None else []

    def edge_to(self, layer, position):
        """Returns the edge into an input port."""
        port = self.inputs(layer)[position].get("id")
        return next((e for e in self.tree.find("edges") if (e.get("to-layer"), e.get("to-port")) == (layer.get("id"), port)), None)

    def source(self, layer, position):
        """Returns the layer that an input port reads."""
        if position >= len(self.inputs(layer)):
            return None
        edge = self.edge_to(layer, position)
        return self.layer(edge.get("from-layer")) if edge is not None else None

    def readers(self, layer):
        idents = {e.get("to-layer") for e in self.tree.find("edges") if e.get("from-layer") == layer.get("id")}
        return {("main", ident) for ident in idents}

    # Edits.

    def constant(self, layer):
        """Returns the offset and the integers of a constant of i64 or i32, or None."""
        data = layer.find("data") if layer is not None and layer.get("type") == "Const" else None
        if data is None or data.get("element_type") not in ("i64", "i32"):
            return None
        start, size, width = int(data.get("offset")), int(data.get("size")), SIZES[data.get("element_type")]
        stored = self.bytes()[start : start + size]
        return start, width, [int.from_bytes(stored[i : i + width], "little", signed=True) for i in range(0, len(stored), width)]

    def set_constant(self, layer, elements):
        """Stores other integers, of the same count, at the end of the weights."""
        _, width, old = self.constant(layer)
        assert len(old) == len(elements)
        stored = self.bytes()
        layer.find("data").set("offset", str(len(stored)))
        self.weights = stored + b"".join(n.to_bytes(width, "little", signed=True) for n in elements)


def dims(port):
    """Returns the dimensions of a port; None for a dynamic one."""
    sizes = [int(d.text) for d in port.findall("dim")]
    return [size if size >= 0 else None for size in sizes]
