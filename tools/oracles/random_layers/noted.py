"""Disagreements with OpenVINO that stay, each with its reason: an operator's page forbids what OpenVINO runs."""
import re

# Operators with their version, the disagreement, and why it stays.
NOTED = [
    (".*", "OP103 axis", "contract C5: the page says that axes are unique"),
    (".*", "OP109 .* needs the attribute", "the page says that the attribute is required"),
    ("Reshape-1", "OP201 input `i0` .* elements?, which the shape .* cannot hold", "OpenVINO does not count the elements where a zero copies a size, and reads past the data"),
    # Types: OpenVINO's reader compares few of them with the page, and its CPU plugin converts what it has no kernel for.
    ("(CumSum|Elu|GRN|GroupNormalization|HardSigmoid|LRN|MVN|MatMul|MaxPool|NormalizeL2|PReLU|Round|Selu|Softmax|TopK)-.*", "TY101 input .* is bool, ", "the page has numbers; OpenVINO does not ask for the type"),
    ("(DeformablePSROIPooling|GenerateProposals)-.*", r"TY101 input .* is (bool|i\d+|u\d+), ", "the page has floating-point numbers; OpenVINO does not ask for the type"),
    ("(GRU|LSTM|RNN)(Cell|Sequence)-.*", r"TY101 input .* is [iu]\d+, ", "the page has floating-point numbers; OpenVINO computes the cell with truncated ones"),
    ("LogicalNot-1", r"TY101 input `i0` .* \(valid: bool\)", "the page has a boolean tensor; OpenVINO takes any other for one"),
    ("(MVN-6|NormalizeL2-1|Squeeze-(1|15)|Unsqueeze-1)", r"OP106 input `i1` .* is f\d+, which `axes` does not allow", "the page has integers for axes; OpenVINO truncates what it finds"),
    ("StridedSlice-1", r"TY101 input `i[123]` .* is f\d+, ", "the page has integers for places and steps; OpenVINO truncates what it finds"),
    ("VariadicSplit-1", r"TY101 input `i[12]` .* is f\d+, ", "the page has integers for axis and sizes; OpenVINO truncates what it finds"),
    ("VariadicSplit-1", "OP201 parts of sizes .*-1.* do not add up", "the page has -1 for what is left; where the others are longer than the axis, OpenVINO reads past the data"),
    ("NonMaxSuppression-.*", r"TY101 input `i2` .* is f\d+, ", "the page has an integer for a number of boxes; OpenVINO truncates what it finds"),
    ("Multinomial-13", "TY101 input `i1` .* is u8, ", "the page has i32 and i64; OpenVINO does not ask for the type"),
    ("GroupNormalization-12", "TY102 ", "the page has one type for data, scale and bias; OpenVINO converts"),
    ("FakeQuantize-1", "TY102 ", "the page has one type for data and limits; OpenVINO converts"),
    # Values that the page rules out and OpenVINO computes something with.
    ("(GroupC|C)onvolutionBackpropData-1", "OP105 attribute `output_padding` holds -", "the page has non-negative padding; OpenVINO crops by what is negative"),
    ("Col2Im-15", r"OP105 attribute `\w+` holds \d numbers?", "the page has two numbers; OpenVINO reads the first two"),
    ("(MaxPool|ExtractImagePatches)-.*", "OP105 attribute `strides` holds -", "a stride is positive; OpenVINO reads it as a huge one, which fits once"),
    ("LRN-1", "OP105 attribute `size` is 0", "the page has a positive size; of no elements there is no sum"),
    ("Gather-[78]", "OP105 attribute `batch_dims` is -", "the page counts it from the rank of the indices; OpenVINO takes what is below that for none"),
    ("Interpolate-(4|11)", r"OP202 element \d of input .* \(valid: greater than 0\)", "a scale is positive; OpenVINO makes an empty axis of a negative one"),
    ("SpaceToBatch-2", r"OP202 number \d in input .* is -", "the page has non-negative numbers; OpenVINO crops by what is negative"),
    ("TopK-.*", "OP202 k is .* of input `i0` is (0|0..1)$", "there are no k elements of none; OpenVINO returns what its memory held"),
    ("CumSum-3", "OP102 axis .* is out of range", "the page has the axes of the data; OpenVINO does not look where the data has no elements"),
    ("(PriorBox|PriorBoxClustered)-.*", r"OP201 input `i1` holds [13] numbers?", "the page has two numbers for the image; OpenVINO reads two whatever is there"),
    ("ExperimentalDetectronPriorGridGenerator-6", r"OP201 dimension 0 of input `i[12]` is .* \(valid: 1\)", "the page has one picture; OpenVINO does not look at the batch"),
]
# Operators that end OpenVINO's process, and on what.
CRASHES = [
    ("AvgPool-16", "its CPU plugin reads past the list of dilations where there is none"),
    ("Broadcast-1", "it reads a second input that is not there"),
    ("Col2Im-15", "it reads past a list of numbers that the file leaves out"),
    ("DetectionOutput-(1|8)", "it reads past `keep_top_k` where there is none"),
    ("Interpolate-1", "it reads past the sizes where there are fewer than axes"),
]


def reason(operator, text):
    """Why a disagreement stays; None if it is a mistake."""
    return next((r for operators, pattern, r in NOTED if re.fullmatch(operators, operator) and re.search(pattern, text)), None)


def crash(operator):
    """What OpenVINO dies of; None if that is not known."""
    return next((r for operators, r in CRASHES if re.fullmatch(operators, operator)), None)
