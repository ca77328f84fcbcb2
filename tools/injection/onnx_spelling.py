"""Names in an ONNX model as another framework or another hand would write them."""
from .fault import Edit, onnx_fault
from .onnx_attributes import label

# What operators are called elsewhere.
ELSEWHERE = {
    "AveragePool": ("AvgPool", "AvgPool2d", "AveragePooling2D"),
    "BatchNormalization": ("BatchNorm", "BatchNorm2d", "FusedBatchNorm"),
    "Concat": ("Cat", "ConcatV2", "Concatenate"),
    "Conv": ("Conv2d", "Convolution"),
    "ConvTranspose": ("ConvTranspose2d", "Deconvolution"),
    "Gather": ("GatherV2", "Embedding"),
    "Gemm": ("Linear", "Dense", "FullyConnected"),
    "GlobalAveragePool": ("AdaptiveAvgPool2d", "GlobalAveragePooling2D"),
    "LeakyRelu": ("LeakyReLU",),
    "MatMul": ("BatchMatMul", "Mm"),
    "MaxPool": ("MaxPool2d", "MaxPooling2D"),
    "ReduceMean": ("Mean2", "GlobalMean"),
    "Relu": ("ReLU", "ReLU6"),
    "Sub": ("Subtract",),
    "Mul": ("Multiply",),
    "Softmax": ("SoftMax", "LogSoftmax2"),
    "Transpose": ("Permute",),
    "Unsqueeze": ("ExpandDims",),
}


def _renamed(index, node, new):
    old, node.op_type = node.op_type, new
    return Edit(f"{label(index, node)}: was {old}", f"set the operator to `{old}`", {("main", index)})


@onnx_fault("operator-letter-case")
def operator_letter_case(model, rng):
    for index, node in model.nodes(rng):
        others = [name for name in (node.op_type.upper(), node.op_type.lower(), node.op_type.swapcase()) if name != node.op_type]
        if model.schema(node) and others:
            return _renamed(index, node, rng.choice(others))


@onnx_fault("attribute-letter-case")
def attribute_letter_case(model, rng):
    for index, node in model.nodes(rng):
        schema = model.schema(node)
        named = [a for a in node.attribute if schema and a.name in schema.attributes and a.name.upper() not in schema.attributes]
        if named:
            chosen = rng.choice(named)
            old, chosen.name = chosen.name, rng.choice([chosen.name.upper(), chosen.name.capitalize()])
            if old != chosen.name:
                return Edit(f"{label(index, node)}: attribute `{old}` -> `{chosen.name}`", f"rename `{chosen.name}` to `{old}`", {("main", index)})


@onnx_fault("operator-of-framework")
def operator_of_framework(model, rng):
    for index, node in model.nodes(rng, *ELSEWHERE):
        return _renamed(index, node, rng.choice(ELSEWHERE[node.op_type]))
