"""Runs a model before and after fixes on the same random inputs, in ONNX Runtime or OpenVINO."""
import pathlib

SEED, SIZES = 7, (2, 1, 4, 8, 16)


def preload():
    """Imports the runtimes."""
    import numpy, onnxruntime, openvino  # noqa: F401, E401


def _onnx(path):
    import onnxruntime as ort

    settings = ort.SessionOptions()
    settings.graph_optimization_level = ort.GraphOptimizationLevel.ORT_DISABLE_ALL
    settings.intra_op_num_threads = settings.inter_op_num_threads = 1
    settings.log_severity_level = 4
    # Constant weights are rearranged before a run, and then summed in another order than the same weights after an Identity.
    settings.add_session_config_entry("session.disable_prepacking", "1")
    session = ort.InferenceSession(str(path), settings, providers=["CPUExecutionProvider"])
    from folding.with_onnxruntime import onnx_type

    ports = [(p.name, onnx_type(p.type), [d if isinstance(d, int) else None for d in p.shape]) for p in session.get_inputs()]
    return ports, lambda feeds: session.run(None, feeds), [o.name for o in session.get_outputs()]


def _openvino(path):
    import numpy as np
    from openvino import Core

    core = Core()
    core.set_property("CPU", {"INFERENCE_PRECISION_HINT": "f32", "INFERENCE_NUM_THREADS": 1})
    model = core.read_model(path)
    request = core.compile_model(model, "CPU").create_infer_request()
    ports = []
    for at, port in enumerate(model.inputs):
        kind, shape = port.element_type, port.partial_shape
        dims = [d.get_length() if d.is_static else None for d in shape] if shape.rank.is_static else [None] * 4
        ports.append((at, np.float32 if kind.is_dynamic() else kind.to_dtype(), dims))
    names = [str(at) for at in range(len(model.outputs))]
    return ports, lambda feeds: [np.array(request.infer(feeds)[o]) for o in request.model_outputs], names


def _feeds(ports, size):
    import numpy as np
    from folding.compare import random_array

    rng = np.random.default_rng(SEED)
    return {name: random_array(rng, dtype, [size if d is None else d for d in dims]) for name, dtype, dims in ports}


def compare(before, after):
    """Returns `equal`, `differs: why`, or `not run: why`."""
    from folding.compare import same_bits

    load = _openvino if pathlib.Path(before).suffix == ".xml" else _onnx
    try:
        ports, run, names = load(before)
    except Exception as error:
        return f"not loaded before: {str(error)[:200]}"
    for size in SIZES:
        feeds = _feeds(ports, size)
        try:
            expected, again = run(feeds), run(feeds)
            break
        except Exception as error:
            why = str(error)[:200]
    else:
        return f"not run before: {why}"
    try:
        ports, run, new_names = load(after)
        found = run(feeds)
    except Exception as error:
        return f"differs: does not run after: {str(error)[:300]}"
    if names != new_names:
        return f"differs: outputs {names} became {new_names}"
    for name, a, b, other in zip(names, expected, found, again):
        if hasattr(a, "dtype") and same_bits(a, other) and not same_bits(a, b):
            return f"differs: output {name}"
    return "equal"
