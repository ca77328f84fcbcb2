"""Collects what the published packages infer for each value: {name: (element type, shape)}, in IR by (name, port).

A child process answers (`python -m oracles.peers PEER`), because a model may crash a package.
"""
import contextlib
import json
import os
import pathlib
import select
import subprocess
import sys
import tempfile

from .element_types import from_onnx, from_openvino

PEERS = {".onnx": ["onnx", "sym"], ".xml": ["openvino"]}


def _value_infos(graph):
    from onnx import TensorProto

    for info in [*graph.input, *graph.value_info, *graph.output]:
        kind = info.type.WhichOneof("value")
        if kind != "tensor_type":
            continue
        tensor = info.type.tensor_type
        shape = None
        if tensor.HasField("shape"):
            shape = [d.dim_value if d.HasField("dim_value") else d.dim_param or None for d in tensor.shape.dim]
        name = TensorProto.DataType.Name(tensor.elem_type) if tensor.elem_type else None
        yield info.name, [from_onnx(name), shape]


def with_onnx(path):
    import onnx

    model = onnx.shape_inference.infer_shapes(onnx.load(path), data_prop=True)
    return dict(_value_infos(model.graph))


def with_sym(path):
    import onnx
    from onnxruntime.tools.symbolic_shape_infer import SymbolicShapeInference

    model = onnx.load(path)
    # It leaves files for large models in the working directory.
    with tempfile.TemporaryDirectory() as folder, contextlib.chdir(folder):
        model = SymbolicShapeInference.infer_shapes(model, auto_merge=True, guess_output_rank=False)
    return dict(_value_infos(model.graph))


def openvino_shape(text):
    """Parses a shape such as `[?,3,1..8]`; None for `[...]`."""
    if text == "[...]":
        return None
    inner = text.strip("[]")
    return [int(d) if d.isdigit() else d for d in inner.split(",")] if inner else []


def with_openvino(path):
    import openvino

    found = {}
    for node in openvino.Core().read_model(path).get_ops():
        if node.get_type_name() != "Result":
            for i, port in enumerate(node.outputs()):
                kind = from_openvino(port.get_element_type().get_type_name())
                found[f"{node.get_friendly_name()}\0{i}"] = [kind, openvino_shape(str(port.get_partial_shape()))]
    return found


class Peer:
    """A process that answers for one model after another."""

    def __init__(self, name, timeout=120):
        self.name, self.timeout, self.process = name, timeout, None

    def start(self):
        folder = pathlib.Path(__file__).resolve().parent.parent
        pipe = subprocess.PIPE
        self.process = subprocess.Popen(
            [sys.executable, "-B", "-m", "oracles.peers", self.name], cwd=folder, stdin=pipe, stdout=pipe, text=True,
            stderr=subprocess.DEVNULL, env={**os.environ, "CI": "true"})

    def ask(self, path):
        """Returns the facts, or the error as a string."""
        if self.process is None or self.process.poll() is not None:
            self.start()
        self.process.stdin.write(f"{pathlib.Path(path).resolve()}\n")
        self.process.stdin.flush()
        ready, _, _ = select.select([self.process.stdout], [], [], self.timeout)
        line = self.process.stdout.readline() if ready else ""
        if not line:
            self.end()
            return "no answer"
        facts = json.loads(line)
        if isinstance(facts, dict) and self.name == "openvino":
            return {(n.split("\0")[0], int(n.split("\0")[1])): v for n, v in facts.items()}
        return facts

    def end(self):
        if self.process:
            self.process.kill()
            self.process.communicate()
            self.process = None


def main():
    call = {"onnx": with_onnx, "sym": with_sym, "openvino": with_openvino}[sys.argv[1]]
    answers = os.fdopen(os.dup(1), "w")
    os.dup2(2, 1)  # keep the packages' own output apart from the answers
    for line in sys.stdin:
        try:
            answer = call(line.rstrip("\n"))
        except Exception as error:
            answer = f"{type(error).__name__}: {error}"[:300]
        answers.write(json.dumps(answer) + "\n")
        answers.flush()


if __name__ == "__main__":
    main()
