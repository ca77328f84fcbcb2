"""Runs IR models in OpenVINO before and after folding."""
import math
from xml.etree import ElementTree

from .command import ATTEMPTS, EXACT, first_run, fold
from .compare import AGAIN, random_array


def ir_inputs(options, model, path):
    """Yields sets of inputs to try, in order."""
    import numpy as np
    from openvino import PartialShape, Type

    recorded = options.recorded(path) or {}
    for size in ATTEMPTS:
        rng, inputs = np.random.default_rng(options.seed), []
        for port in model.inputs:
            known = next((recorded[name] for name in port.get_names() if name in recorded), None)
            kind = port.element_type
            dtype = np.float32 if kind.is_dynamic() else object if kind == Type.string else kind.to_dtype()
            dims = port.partial_shape if port.partial_shape.rank.is_static else PartialShape([-1] * 4)
            sizes = [d.min_length if d.is_static else max(size, d.min_length) for d in dims]
            inputs.append(random_array(rng, dtype, known[1] if known else sizes))
        yield inputs
        if not any(p.partial_shape.is_dynamic for p in model.inputs):
            return


def check_ir(options, path, out, result):
    import numpy as np
    from openvino import Core

    core = Core()
    core.set_property("CPU", {"INFERENCE_PRECISION_HINT": "f32", "INFERENCE_NUM_THREADS": 1})
    if options.extension:
        core.add_extension(options.extension)

    def infer(model, inputs):
        request = core.compile_model(model, "CPU").create_infer_request()
        return [np.array(request.infer(inputs)[o]) for o in request.model_outputs]

    original = core.read_model(path)
    try:
        inputs, before = first_run(ir_inputs(options, original, path), lambda i: infer(original, i))
    except RuntimeError as error:
        result["only_read"] = str(error)
        if fold(options, path, out, result) is not None:
            core.read_model(out)
        return
    again = [infer(original, inputs) for _ in range(AGAIN)]
    report = fold(options, path, out, result)
    if report is None:
        return
    folded = core.read_model(out)
    compare_ir_constants(core, path, out, report, lambda m: infer(m, inputs), result)
    after = infer(folded, inputs)
    names = [o.get_node().get_friendly_name() for o in original.outputs]
    if names != [o.get_node().get_friendly_name() for o in folded.outputs]:
        result.wrong("the names of the outputs have changed")
    result.compare_outputs(names, before, again, after, False)


def ir_constants(path):
    """Yields the constants of the main graph in the files: layer name, tensor names, elements."""
    import ml_dtypes
    import numpy as np

    weights = path.with_suffix(".bin").read_bytes()
    letters = {"f": "float", "i": "int", "u": "uint"}
    for layer in ElementTree.parse(path).getroot().find("layers"):
        data = layer.find("data")
        if layer.get("type") != "Const":
            continue
        kind, sizes = data.get("element_type"), [int(d) for d in data.get("shape").replace(",", " ").split()]
        if kind not in ("boolean", "bf16") and kind[1:] not in ("8", "16", "32", "64"):
            continue
        dtype = {"boolean": np.bool_, "bf16": ml_dtypes.bfloat16}.get(kind) or np.dtype(letters[kind[0]] + kind[1:])
        at, count = int(data.get("offset")), math.prod(sizes)
        # OpenVINO stores one byte for a constant without elements.
        array = np.frombuffer(weights, dtype, count, at).reshape(sizes) if count else np.empty(sizes, dtype)
        yield layer.get("name"), (layer.find("output/port").get("names") or ""), array


def compare_ir_constants(core, path, out, report, infer, result):
    """Compares the constants that folding created with what OpenVINO computes for the same outputs of the original."""
    extended = core.read_model(path)
    layers = {op.get_friendly_name(): op for op in extended.get_ops()}
    constants, pairs = list(ir_constants(out)), []
    for node in (n for n in report["folded"] if n["graph"] == "main" and n["op"] != "Const"):
        layer = layers.get(node["node"])
        ports = layer.outputs() if layer else []
        for constant in node["constants"]:
            names = set(constant["names"])
            among = [p for p in ports if len(ports) == 1 or names & p.get_names()]
            made = [c for name, tensors, c in constants if (name == node["node"] if len(ports) == 1 else names & set(tensors.split(",")))]
            if len(among) != 1 or len(made) != 1:
                result.setdefault("unmatched", []).append(node["node"])
            else:
                pairs.append((node["node"], made[0], among[0]))
    if not pairs:
        return
    first = len(extended.outputs)
    extended.add_outputs([port for _, _, port in pairs])
    values = infer(extended)[first:]
    exact = [ir_exact(port.get_node()) for _, _, port in pairs]
    result.compare_constants((n, c, value, e) for (n, c, _), value, e in zip(pairs, values, exact))


def ir_exact(op):
    """Returns whether a layer and all its producers only move or select elements."""
    stack, seen = [op], set()
    while stack:
        op = stack.pop()
        if op.get_friendly_name() in seen:
            continue
        seen.add(op.get_friendly_name())
        if op.get_type_name() not in EXACT | {"Constant"}:
            return False
        stack.extend(i.get_source_output().get_node() for i in op.inputs())
    return True
