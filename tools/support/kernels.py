"""Nodes of operators for which no valid values are known: whether ONNX Runtime has a kernel shows when it loads them.

Inputs have types and no shapes, so that most shape functions accept them; attributes have any value.
"""
import functools
import importlib
import itertools

from onnx import AttributeProto, TensorProto, defs, helper

from .nodes import NUMBERS, opsets

KINDS = AttributeProto.AttributeType
VALUES = {KINDS.INT: 1, KINDS.FLOAT: 1.0, KINDS.STRING: "", KINDS.INTS: [1], KINDS.FLOATS: [1.0], KINDS.STRINGS: ["a"]}


def name_of(types):
    """Returns a combination of types as text."""
    return ",".join(f"{variable}={name}" for variable, name in types.items())


def schemas():
    """Returns the schemas of ONNX Runtime, by domain, name, and version."""
    from onnxruntime.capi import onnxruntime_pybind11_state as state

    return {(s.domain, s.name, s.since_version): s for s in state.get_all_operator_schema()}


@functools.cache
def _held():
    """Returns the versions that have a function, and the ranges of versions of the CPU provider's kernels."""
    from onnxruntime.capi import onnxruntime_pybind11_state as state

    functions = {(s.domain, s.name, s.since_version) for s in defs.get_all_schemas_with_history() if s.has_function or s.has_context_dependent_function}
    kernels = {}
    for kernel in state.get_all_opkernel_def():
        if kernel.provider == "CPUExecutionProvider":
            kernels.setdefault((kernel.domain, kernel.op_name), []).append(kernel.version_range)
    return functions, kernels


def has_function(signature):
    """Whether the specification defines a version by other operators."""
    return (signature.domain, signature.name, signature.since) in _held()[0]


def absent(signature):
    """Whether ONNX Runtime registers neither a kernel of a version for the CPU nor a function."""
    kernels = _held()[1]
    return not has_function(signature) and not any(first <= signature.since <= last for first, last in kernels.get((signature.domain, signature.name), []))


def attributes(schema):
    """Returns the required attributes; None if a value cannot be made."""
    made = []
    for name, given in schema.attributes.items():
        if not given.required:
            continue
        kind = AttributeProto.AttributeType.Value(str(given.type).rsplit(".", 1)[-1])
        if kind == KINDS.TENSOR:
            made.append(helper.make_attribute(name, helper.make_tensor("v", TensorProto.FLOAT, [1], [1.0])))
        elif kind in VALUES:
            made.append(helper.make_attribute(name, VALUES[kind]))
        else:
            return None
    return made


def models(signature, schema, opset):
    """Returns a model for each combination of types, with all inputs and with the required ones alone."""
    given, allowed = attributes(schema), signature.allowed()
    required = max([i + 1 for i, p in enumerate(signature.inputs) if p.presence == "required"], default=0)
    for count in dict.fromkeys([len(signature.inputs), required]):
        formals = signature.inputs[:count]
        varies = list(dict.fromkeys(p.variable for p in formals if p.variable in allowed))
        for types in itertools.product(*(allowed[v] for v in varies)):
            chosen = dict(zip(varies, types))
            elements = [chosen.get(p.variable) or (p.types[0] if p.types else None) for p in formals]
            if given is not None and None not in elements:
                yield chosen, model(signature, given, elements, opset)


def model(signature, given, elements, opset):
    inputs = [helper.make_tensor_value_info(f"i{i}", NUMBERS[e], None) for i, e in enumerate(elements)]
    outputs = [f"o{i}" for i, p in enumerate(signature.outputs) if p.presence == "required"] or ["o0"]
    node = helper.make_node(signature.name, [i.name for i in inputs], outputs, domain=signature.domain)
    node.attribute.extend(given)
    infos = [helper.make_empty_tensor_value_info(o) for o in outputs]
    for info in infos:
        info.ClearField("type")
    imports = [helper.make_opsetid(signature.domain, opset)] + ([helper.make_opsetid("", 21)] if signature.domain else [])
    return helper.make_model(helper.make_graph([node], "g", inputs, infos), opset_imports=imports, ir_version=10)


def outcome(runtime, data):
    """Loads a model: whether there is an implementation, even one that refuses the attributes."""
    if runtime == "with_openvino":
        from .with_openvino import read

        answer = read(data)
        return ["ran", "has a converter", None] if answer is None or answer[0] != "operator" else ["load: operator", answer[1], None]
    from .with_onnxruntime import kind, session

    try:
        session(data)
        return ["ran", "loaded", None]
    except Exception as error:
        # Only a kernel can refuse its attributes.
        constructed = "Exception during initialization" in str(error)
        return ["ran" if constructed else f"load: {kind(str(error))}", str(error)[:240], None]


def work(item, known):
    """Loads the cases of one signature, in the process of `workers.results`."""
    runtime, signature, all_signatures = item
    schema = schemas().get((signature.domain, signature.name, signature.since))
    newest = importlib.import_module(f"support.{runtime}").NEWEST_OPSET
    at = opsets(signature, all_signatures, newest)
    if schema is None or not at:
        return
    for number, (types, made) in enumerate(models(signature, schema, at[0])):
        # OpenVINO looks for a converter by name.
        if runtime == "with_openvino" and number:
            return
        case = f"{at[0]}|{name_of(types)}|load {number}"
        if case not in known:
            yield case, None
            yield case, outcome(runtime, made.SerializeToString())
