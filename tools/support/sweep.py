"""Tries every combination of types of every signature in a runtime."""
import importlib

from . import kernels
from .nodes import combinations, constants, few, forms, opsets, own, with_types, written

# Which inputs are constants, in the order in which they are tried.
KNOWLEDGE = {"with_onnxruntime": ["none", "shapes", "first"], "with_openvino": ["shapes", "first", "none"]}
# OpenVINO takes 20 times as long as ONNX Runtime for a model: of more combinations than this, it gets only some.
MOST = {"with_onnxruntime": 10_000, "with_openvino": 64}
# A combination is refused after failures of this weight.
ENOUGH = 5
# A missing kernel rarely depends on the form of the node, and a crash never leads to a supported one.
WEIGHTS = {"load: kernel": 3, "load: operator": ENOUGH, "load: type": 2, "died": ENOUGH}


def types_of(name):
    return dict(pair.split("=") for pair in name.split(",") if pair)


class Cases:
    """The cases of one signature: forms of its node, by combination of types."""

    def __init__(self, runtime, signature, seeds):
        self.signature, self.module = signature, importlib.import_module(f"support.{runtime}")
        self.by_types, ways = {}, KNOWLEDGE[runtime]
        for node in forms(signature, seeds):
            every = combinations(signature, node)
            if len(every) > MOST[runtime]:
                every = few(every, {v: own(signature, node).get(v, every[0][v]) for v in every[0]})
            for types in every:
                self.by_types.setdefault(kernels.name_of(types), []).append(node)
        # The body of a function, and so the kernels that it needs, may depend on attributes.
        self.weights = {**WEIGHTS, "load: kernel": 1} if kernels.has_function(signature) else WEIGHTS
        self.forms = {name: [(node, how) for how in ways for node in nodes] for name, nodes in self.by_types.items()}

    def tried(self, name, opset, numbers, known):
        """Tries forms of a node with these types until one runs, and returns the number of that form as its last message."""
        weight = 0
        for number in numbers:
            node, how = self.forms[name][number]
            case = f"{opset}|{name}|{number}"
            if case not in known:
                yield case, None
                known[case] = self.outcome(node, types_of(name), opset, how)
                yield case, known[case]
            weight += self.weights.get(known[case][0], 1)
            if known[case][0] == "ran":
                self.good[name] = number
            if known[case][0] == "ran" or weight >= ENOUGH:
                return

    def outcome(self, node, types, opset, how):
        try:
            made = with_types(self.signature, node, types)
            model = written(made, opset, constants(made, self.signature, how))
        except Exception as error:
            return ["not made", f"{type(error).__name__}: {error}"[:200], None]
        return self.module.attempt(model)


def work(item, known):
    """Runs the cases of one signature, in the process of `workers.results`."""
    runtime, signature, all_signatures, seeds = item
    cases = Cases(runtime, signature, seeds)
    cases.good = {}
    both = opsets(signature, all_signatures, cases.module.NEWEST_OPSET)
    for at, opset in enumerate(both if runtime == "with_onnxruntime" else both[:1]):
        for name, made in cases.forms.items():
            # An older opset rarely differs, so one form is enough there: one that ran, if any did.
            numbers = [cases.good.get(name, 0)] if at else range(len(made))
            yield from cases.tried(name, opset, numbers, known)
