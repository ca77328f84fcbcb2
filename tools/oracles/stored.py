"""Loads recorded facts: `ID.run.json`, `ID.onnx.json`, `ID.sym.json`, `ID.ov.json`, `ID.ov_static.json`."""
import json

from .element_types import from_numpy, from_onnx, from_openvino
from .peers import openvino_shape


class Stored:
    """The recorded facts of a model, in a directory. Missing facts are None."""

    def __init__(self, folder, ident):
        self.folder, self.ident = folder, ident

    def _load(self, kind):
        path = self.folder / f"{self.ident}.{kind}.json"
        return json.loads(path.read_text()) if path.exists() else None

    def run(self):
        """Returns the facts of a real run: symbol sizes, input types, and tensor types."""
        run = self._load("run")
        if run:
            for key in ("inputs", "tensors"):
                run[key] = {n: (from_numpy(kind), shape) for n, (kind, shape) in run[key].items()}
        return run

    def onnx(self, kind):
        """Returns the facts of `onnx` or `sym`, by name."""
        found = self._load(kind)
        return found and {n: (from_onnx(v[0]) if v[0] else None, v[1] if len(v) > 1 else None) for n, v in found.items()}

    def openvino(self):
        """Returns the facts of every port after reading, by layer name and port."""
        return self._ports(self._load("ov") or [])

    def openvino_static(self):
        """Returns the input shapes, and the ports that OpenVINO infers for them."""
        found = self._load("ov_static")
        return found and (found["inputs"], self._ports(found["ports"]))

    @staticmethod
    def _ports(entries):
        return {(e["name"], e["port"]): (from_openvino(e["elem"]), openvino_shape(e["shape"])) for e in entries if e["type"] != "Result"}
