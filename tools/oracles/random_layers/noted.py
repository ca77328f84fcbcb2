"""Accepted disagreements with OpenVINO: an operator's specification forbids what OpenVINO runs."""
import re

# Operators with their versions, the disagreement, and why it is accepted.
NOTED = [
    (".*", "OP103 axis", "contract C5: the specification requires unique axes"),
    (".*", "OP109 .* needs the attribute", "the specification requires the attribute"),
    ("Reshape-1", "OP201 input `i0` .* elements?, but the shape .* requires a different number", "OpenVINO does not count the elements if a zero copies a size, and reads past the end of the data"),
    # Types: OpenVINO's reader checks few of them, and its CPU plugin converts types for which it has no kernel.
    ("(CumSum|Elu|GRN|GroupNormalization|HardSigmoid|LRN|MVN|MatMul|MaxPool|NormalizeL2|PReLU|Round|Selu|Softmax|TopK)-.*", "TY101 input .* is bool, ", "the specification requires numbers; OpenVINO does not check the type"),
    ("(DeformablePSROIPooling|GenerateProposals)-.*", r"TY101 input .* is (bool|i\d+|u\d+); ", "the specification requires floating-point numbers; OpenVINO does not check the type"),
    ("(GRU|LSTM|RNN)(Cell|Sequence)-.*", r"TY101 input .* is [iu]\d+; ", "the specification requires floating-point numbers; OpenVINO computes the cell with truncated ones"),
    ("LogicalNot-1", r"TY101 input `i0` .*; expected bool", "the specification requires a boolean tensor; OpenVINO treats any other as one"),
    ("(MVN-6|NormalizeL2-1|Squeeze-(1|15)|Unsqueeze-1)", r"OP106 input `i1` \(`axes`\) .* is f\d+; expected", "the specification requires integer axes; OpenVINO truncates the values"),
    ("StridedSlice-1", r"TY101 input `i[123]` .* is f\d+; ", "the specification requires integer positions and steps; OpenVINO truncates the values"),
    ("VariadicSplit-1", r"TY101 input `i[12]` .* is f\d+; ", "the specification requires an integer axis and sizes; OpenVINO truncates the values"),
    ("VariadicSplit-1", "OP201 split sizes .*-1.* do not sum", "-1 stands for the rest; if the other parts exceed the axis, OpenVINO reads past the end of the data"),
    ("NonMaxSuppression-.*", r"TY101 input `i2` .* is f\d+; ", "the specification requires an integer number of boxes; OpenVINO truncates the value"),
    ("Multinomial-13", "TY101 input `i1` .* is u8, ", "the specification allows i32 and i64; OpenVINO does not check the type"),
    ("GroupNormalization-12", "TY102 ", "the specification requires one type for data, scale, and bias; OpenVINO converts"),
    ("FakeQuantize-1", "TY102 ", "the specification requires one type for data and limits; OpenVINO converts"),
    # Values that the specification excludes, and with which OpenVINO computes a result.
    ("(GroupC|C)onvolutionBackpropData-1", "OP105 attribute `output_padding` contains -", "the specification requires non-negative padding; OpenVINO crops if it is negative"),
    ("Col2Im-15", r"OP105 attribute `\w+` has \d numbers?", "the specification requires two numbers; OpenVINO reads the first two"),
    ("(MaxPool|ExtractImagePatches)-.*", "OP105 attribute `strides` contains -", "a stride is positive; OpenVINO reads a negative one as a huge stride, which fits once"),
    ("LRN-1", "OP105 attribute `size` is 0", "the specification requires a positive size; there is no sum of no elements"),
    ("Gather-[78]", "OP105 attribute `batch_dims` is -", "a negative value counts from the rank of the indices; OpenVINO treats a smaller one as 0"),
    ("Interpolate-(4|11)", r"OP202 element \d of input .*; expected greater than 0", "a scale is positive; OpenVINO produces an empty axis for a negative one"),
    ("SpaceToBatch-2", r"OP202 padding \d in input .* is -", "the specification requires non-negative numbers; OpenVINO crops by negative ones"),
    ("TopK-.*", "OP202 k is .*; expected at most (0|0..1),", "an empty axis does not have k elements; OpenVINO returns uninitialized memory"),
    ("CumSum-3", "OP102 axis .* is out of range", "the axis must be one of the data; OpenVINO does not check it if the data has no elements"),
    ("(PriorBox|PriorBoxClustered)-.*", r"OP201 input `i1` has [13] numbers?", "the specification requires two numbers for the image; OpenVINO reads two regardless of the length"),
    ("ExperimentalDetectronPriorGridGenerator-6", r"OP201 dimension 0 of input `i[12]` is .*; expected 1", "the specification requires a single image; OpenVINO does not check the batch"),
]
# Operators that crash OpenVINO, and why.
CRASHES = [
    ("AvgPool-16", "its CPU plugin reads past the end of the list of dilations if there is none"),
    ("Broadcast-1", "it reads a second input that does not exist"),
    ("Col2Im-15", "it reads past the end of a list that the file omits"),
    ("DetectionOutput-(1|8)", "it reads past the end of `keep_top_k` if there is none"),
    ("Interpolate-1", "it reads past the end of the sizes if there are fewer than axes"),
]


def reason(operator, text):
    """Returns why a disagreement is accepted; None if it is a mistake."""
    return next((r for operators, pattern, r in NOTED if re.fullmatch(operators, operator) and re.search(pattern, text)), None)


def crash(operator):
    """Returns why OpenVINO crashes; None if that is unknown."""
    return next((r for operators, r in CRASHES if re.fullmatch(operators, operator)), None)
