"""Runs the models of `tests/spec/target_behaviors.md` in the runtimes, and compares what they do with what the file says."""
import pathlib
import re

import numpy as np
from onnx import helper, parser

from . import differences, with_onnxruntime, with_openvino

CASES = pathlib.Path(__file__).resolve().parents[2] / "tests/spec/target_behaviors.md"


class Model:
    """A model with the values of its inputs, as `with_onnxruntime` and `with_openvino` run it."""

    def __init__(self, text, values):
        self.model = parser.parse_model(text)
        self.feeds = {i.name: Given(i.type, values.get(i.name)) for i in self.model.graph.input}


class Given:
    def __init__(self, kind, values):
        self.type, self.is_tensor, self.value = kind, kind.HasField("tensor_type"), None
        if not self.is_tensor:
            inner = kind.sequence_type.elem_type if kind.HasField("sequence_type") else kind.optional_type.elem_type
            made = Given(inner, values).value
            self.value = [made] if kind.HasField("sequence_type") else made
            return
        dtype = helper.tensor_dtype_to_np_dtype(kind.tensor_type.elem_type)
        sizes = [d.dim_value or (len(values) if values else 2) for d in kind.tensor_type.shape.dim]
        count = int(np.prod(sizes))
        data = np.array(values) if values else np.resize([0.5, 0.25, 2.0, -1.0, 0.75, 1.5, -0.5] if dtype.kind == "f" else [7, 2, 3, 10], count)
        self.value = data.reshape(sizes).astype(dtype)


def cases():
    """Returns for each case: what the file says, the values of inputs, and the text of the model."""
    found = []
    for block in re.findall(r"^```runtimes\n(.*?)\n```", CASES.read_text(), re.M | re.S):
        head, text = block.split("\n", 1)
        says, *values = head.split("; ")
        values = {name.strip(): [int(v) for v in numbers.split()] for name, numbers in (v.split("=") for v in values)}
        found.append((dict(words.split(" ", 1) for words in says.split(", ")), values, text))
    return found


def work(item, known):
    """Runs every case in both runtimes, in the process of `workers.results`."""
    for number, (_, values, text) in enumerate(item):
        for what, run in (("onnxruntime", with_onnxruntime.attempt), ("openvino", with_openvino.attempt), ("both", compare)):
            case = f"{number} {what}"
            if case in known:
                continue
            yield case, None
            known[case] = run(Model(text, values)) if what != "both" or ran(known, number) else ["same", ""]
            yield case, known[case]


def ran(known, number):
    return all(known.get(f"{number} {runtime}", [""])[0] == "ran" for runtime in ("onnxruntime", "openvino"))


def compare(model):
    try:
        pairs = zip(differences.by_onnxruntime(model), differences.by_openvino(model))
    except Exception as error:
        return ["same", str(error)[:100]]
    # OpenVINO may compute in bfloat16.
    found = [text for text in (differences.unequal(a, b, near=5e-2) for a, b in pairs) if text]
    return ["differs", found[0]] if found else ["same", ""]


def disagreements(outcomes, found):
    """Returns the cases with which the runtimes disagree, as text."""
    wrong = []
    for number, (says, _, text) in enumerate(found):
        does = {runtime: "runs" if outcomes[f"{number} {runtime}"][0] == "ran" else "refuses" for runtime in says}
        # Which of two results deviates is for a person to say.
        expected = {runtime: "runs" if what == "differs" else what for runtime, what in says.items()}
        differs = outcomes[f"{number} both"]
        if does != expected or (differs[0] == "differs") != ("differs" in says.values()):
            details = [outcomes[f"{number} {runtime}"][1][-200:] for runtime in says]
            wrong.append(f"{says} but {does}, {differs}\n{text}\n  {details}")
    return wrong
