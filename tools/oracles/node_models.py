"""Writes the node tests of onnx.backend.test as models without output shapes."""
import pathlib
import warnings


class Case:
    """A model, and the values of its inputs and outputs in each data set."""

    def __init__(self, name, model, data):
        self.name, self.model, self.data = name, model, data


def cases():
    import numpy as np
    from onnx.backend.test.case.node import collect_testcases

    warnings.filterwarnings("ignore")
    np.random.seed(0)
    for case in collect_testcases():
        if case.model is not None:
            yield Case(case.name, case.model, case.data_sets or [])


def strip(model):
    """Returns a copy whose outputs have types but no shapes."""
    stripped = type(model)()
    stripped.CopyFrom(model)
    for output in stripped.graph.output:
        if output.type.WhichOneof("value") == "tensor_type":
            output.type.tensor_type.ClearField("shape")
    return stripped


def tensor(value, name):
    """Returns the tensor of an input's value; None for a sequence or any other value that is not a tensor."""
    import numpy as np
    from onnx import TensorProto, numpy_helper

    if isinstance(value, TensorProto):
        found = TensorProto()
        found.CopyFrom(value)
        found.name = name
        return found
    if value is None or isinstance(value, (list, dict)):
        return None
    return numpy_helper.from_array(np.asarray(value), name)


def with_initializers(model, inputs):
    """Returns a copy in which every tensor input is an initializer."""
    fixed = strip(model)
    # Before IR version 4, every initializer is also a graph input.
    fixed.ir_version = max(fixed.ir_version, 4)
    kept = []
    for info, value in zip(list(fixed.graph.input), inputs):
        found = tensor(value, info.name) if info.type.WhichOneof("value") == "tensor_type" else None
        if found is None:
            kept.append(info)
        else:
            fixed.graph.initializer.append(found)
    kept += list(fixed.graph.input)[len(inputs):]
    copies = [type(k)() for k in kept]
    for copy, info in zip(copies, kept):
        copy.CopyFrom(info)
    del fixed.graph.input[:]
    fixed.graph.input.extend(copies)
    return fixed


def real_shape(value, info):
    """Returns the type and shape of an output's value; None if the output is not a tensor."""
    import numpy as np
    from onnx import TensorProto, helper

    from .element_types import from_numpy, from_onnx

    if info.type.WhichOneof("value") != "tensor_type" or value is None:
        return None
    if isinstance(value, TensorProto):
        return from_onnx(TensorProto.DataType.Name(value.data_type)), list(value.dims)
    array = np.asarray(value)
    declared = info.type.tensor_type.elem_type
    name = TensorProto.DataType.Name(declared) if declared else helper.np_dtype_to_tensor_dtype(array.dtype)
    return from_onnx(name) or from_numpy(array.dtype.name), list(array.shape)


def write(folder, initializers):
    """Writes all models. Returns, by path, the test and the real outputs in every data set."""
    written = {}
    for case in cases():
        if initializers and not case.data:
            continue
        model = with_initializers(case.model, case.data[0][0]) if initializers else strip(case.model)
        path = pathlib.Path(folder) / f"{case.name}.onnx"
        path.write_bytes(model.SerializeToString())
        sets = case.data[:1] if initializers else case.data
        written[str(path)] = case, [[real_shape(v, i) for v, i in zip(outputs, case.model.graph.output)] for _, outputs in sets]
    return written
