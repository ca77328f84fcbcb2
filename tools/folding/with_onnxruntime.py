"""Runs ONNX models in ONNX Runtime before and after folding."""
from .command import ATTEMPTS, EXACT, first_run, fold
from .compare import AGAIN, random_array


def session(model, folder):
    import onnxruntime as ort

    settings = ort.SessionOptions()
    settings.graph_optimization_level = ort.GraphOptimizationLevel.ORT_DISABLE_ALL
    settings.intra_op_num_threads = settings.inter_op_num_threads = 1
    settings.log_severity_level = 4
    # Kernels pack a weight only if it is an initializer, and then add in a different order, so folding would change bits.
    settings.add_session_config_entry("session.disable_prepacking", "1")
    settings.add_session_config_entry("session.model_external_initializers_file_folder_path", str(folder))
    return ort.InferenceSession(model.SerializeToString(), settings, providers=["CPUExecutionProvider"])


def onnx_type(name):
    import ml_dtypes
    import numpy as np

    names = {"float": np.float32, "double": np.float64, "bool": np.bool_, "string": object, "bfloat16": ml_dtypes.bfloat16}
    inner = name.removeprefix("tensor(").removesuffix(")")
    return names.get(inner) or np.dtype(inner)


def onnx_inputs(options, runner, path):
    """Yields sets of inputs to try, in order."""
    import numpy as np

    recorded = options.recorded(path)
    for size in [None] if recorded else ATTEMPTS:
        rng = np.random.default_rng(options.seed)
        inputs = {}
        for port in runner.get_inputs():
            if recorded and port.name in recorded:
                name, sizes = recorded[port.name]
                dtype = object if name == "object" else onnx_type(name)
            else:
                dtype = onnx_type(port.type)
                sizes = [d if isinstance(d, int) else size or 1 for d in port.shape]
            inputs[port.name] = random_array(rng, dtype, sizes)
        yield inputs


def passes_checker(path):
    import onnx

    try:
        onnx.checker.check_model(str(path), full_check=True)
        return True
    except Exception as e:
        return str(e)[:200] or False


def float_arithmetic(model, names):
    """Returns those of the tensors that result from floating-point arithmetic."""
    from onnx import TensorProto

    producer = {o: n for n in model.graph.node for o in n.output if o}
    arithmetic = set()
    for name in names:
        stack, seen = [name], set()
        while stack:
            node = producer.get(stack.pop())
            if node is None or id(node) in seen:
                continue
            seen.add(id(node))
            stack.extend(node.input)
            if node.op_type not in EXACT:
                arithmetic.add(name)
                break
    return arithmetic


def in_double(model, name, folder, inputs):
    """Computes a tensor in float64 with ONNX Runtime and rounds it once. Returns `None` if that is not possible.

    A kernel that adds float32 products in float32 is itself some units away from the true sum. This result decides which of
    two values is closer.
    """
    import numpy as np
    import onnx
    from onnx import TensorProto, helper

    wider = onnx.ModelProto.FromString(model.SerializeToString())
    node = next(n for n in wider.graph.node if name in n.output)
    copy = onnx.NodeProto.FromString(node.SerializeToString())
    for position, operand in enumerate(node.input):
        if operand:
            copy.input[position] = f"{operand}/double/{position}"
            wider.graph.node.append(helper.make_node("Cast", [operand], [copy.input[position]], to=TensorProto.DOUBLE))
    for position, output in enumerate(node.output):
        copy.output[position] = f"{output}/double"
    wider.graph.node.append(copy)
    wider.graph.output.append(helper.make_tensor_value_info(f"{name}/double", TensorProto.DOUBLE, None))
    try:
        return session(wider, folder).run([f"{name}/double"], inputs)[0].astype(np.float32)
    except Exception:  # an operand that is not numeric, or an operator without float64
        return None


def constant_nodes(model):
    """Yields the `value` tensors of Constant nodes, named after the outputs."""
    for node in model.graph.node:
        for attribute in node.attribute if node.op_type == "Constant" else []:
            if attribute.name == "value":
                attribute.t.name = node.output[0]
                yield attribute.t


def check_interface(original, folded, result):
    """Checks that graph inputs and outputs are unchanged. Before IR version 4, an initializer is also an input."""
    if list(original.graph.output) != list(folded.graph.output):
        result.wrong("graph outputs have changed")

    def inputs(model):
        initializers = {t.name for t in model.graph.initializer} if model.ir_version < 4 else set()
        return [i for i in model.graph.input if i.name not in initializers]

    if inputs(original) != inputs(folded):
        result.wrong("graph inputs have changed")


def check_onnx(options, path, out, result):
    import onnx
    from onnx import helper, numpy_helper

    original = onnx.load(str(path), load_external_data=False)
    runner = session(original, path.parent)
    attempts = onnx_inputs(options, runner, path)
    inputs, before = first_run(attempts, lambda i: runner.run(None, i))
    again = [runner.run(None, inputs) for _ in range(AGAIN)]
    checked = passes_checker(path)
    report = fold(options, path, out, result)
    if report is None:
        return
    folded = onnx.load(str(out), load_external_data=False)
    old = {t.name: t for t in original.graph.initializer}
    # Before IR version 4, where initializers are inputs, folding creates Constant nodes.
    stays = {o for n in original.graph.node if n.op_type == "Constant" for o in n.output}
    new = {t.name: t for t in folded.graph.initializer if t.name not in old}
    new.update((t.name, t) for t in constant_nodes(folded) if t.name not in stays)
    reported = {c["name"] for f in report["folded"] if f["graph"] == "main" for c in f["constants"]}
    if reported != set(new) and not options.identity:
        result.wrong(f"new initializers and the report do not match: {sorted(reported ^ set(new))[:5]}")
    for tensor in folded.graph.initializer:
        if tensor.name in old and tensor.SerializeToString() != old[tensor.name].SerializeToString():
            result.wrong(f"initializer {tensor.name} has changed")
    check_interface(original, folded, result)
    extended = onnx.ModelProto.FromString(original.SerializeToString())
    exposed = [name for name in new if name not in {o.name for o in original.graph.output}]
    for name in exposed:
        extended.graph.output.append(helper.make_tensor_value_info(name, new[name].data_type, None))
    wider = session(extended, path.parent)
    outputs = [o.name for o in wider.get_outputs()]
    values = dict(zip(outputs, wider.run(outputs, inputs)))
    arithmetic = float_arithmetic(original, new)
    constants = ((n, numpy_helper.to_array(t), values[n], n not in arithmetic) for n, t in new.items())
    result.compare_constants(constants, lambda name: in_double(original, name, path.parent, inputs))
    after_runner = session(folded, out.parent)
    after = after_runner.run(None, inputs)
    exact = result.get("constants", 0) == result.get("constants_equal", 0)
    result.compare_outputs([o.name for o in runner.get_outputs()], before, again, after, exact)
    if checked is True:
        result["checker"] = 1
        now = passes_checker(out)
        if now is not True:
            result.wrong(f"onnx.checker passed before folding, but not after: {now}")
