"""Accepted disagreements with a runtime: the ONNX specification forbids what the runtime accepts."""
import re

# Operators, the disagreement, and why it is accepted, for any runtime.
NOTED = [
    ("ConstantOfShape|Expand|Tile|Reshape|Pad|Resize", "OP203", "the specification requires a list of rank 1; ONNX Runtime counts elements"),
    ("Reduce.*", "OP102 .* of rank 0|OP107|OP108", "contract C3, C4, C12: a scalar has no axes, and axes are a list"),
    ("PRelu", "OP201 slope|unsound", "the slope must be broadcast to the data; ONNX Runtime also broadcasts the data to the slope"),
    ("Constant", "OP115|the value is given twice", "exactly one attribute may set the value; ONNX Runtime uses the first"),
    (".*", r"OP105 attribute `\w+` is -?\d+; expected 0 or 1", "the specification allows two values; runtimes treat all others as one of them"),
    ("Optional", "unsound", "a run shows the content of an optional"),
    ("RandomUniform.*", "OP105 attribute `low`", "ONNX Runtime terminates the process if the bounds are in the wrong order"),
    (".*", "OP103 axis", "contract C5: duplicate axes are an error, although ONNX Runtime treats axes as a set"),
    ("(Q?Linear)?Conv.*|LpPool", r"OP105 attribute `pads` has \d+ numbers?", "the specification requires two numbers for each axis; runtimes read those that they need"),
    ("DFT", "OP203", "the specification requires a scalar; ONNX Runtime reads the first element of a list"),
    ("Gemm", "OP203 input `i0` ", "the specification requires a matrix; ONNX Runtime treats a vector as a row"),
    ("MeanVarianceNormalization", "OP102", "an axis is within the rank; ONNX Runtime ignores others"),
    ("Split", "OP105 attribute `num_outputs`", "there are as many parts as outputs; ONNX Runtime uses the outputs, onnx's inference reads past the end of its list"),
    ("STFT", "OP203 input `i2`", "the specification requires a list; ONNX Runtime counts elements"),
    ("GroupNormalization", "OP203", "the specification requires lists; ONNX Runtime's function broadcasts its inputs"),
    ("TreeEnsembleClassifier", "OP105 attribute `classlabels_strings`", "the specification allows one list of labels; ONNX Runtime uses one of two"),
    ("NegativeLogLikelihoodLoss|SoftmaxCrossEntropyLoss", "unsound|OP201", "the target has the dimensions of the data; ONNX Runtime does not compare all of them"),
]
# Only if an input has no elements and ONNX Runtime ran the model.
WITHOUT_ELEMENTS = [
    ("Concat", "OP201|OP203|unsound", "ONNX Runtime skips inputs without elements whatever their shape; the specification, onnx.reference, and OpenVINO do not"),
    ("Reduce.*|ArgMax|ArgMin", "unsound|OP102", "ONNX Runtime neither checks the axes of data without elements nor reduces it; onnx.reference does"),
    ("Hardmax|Softmax|LogSoftmax|CumSum|CumProd", "OP102", "ONNX Runtime does not check the axis of data without elements"),
    ("ConvInteger|QLinearConv|Conv", "unsound|OP201", "a kernel without elements, for which no specification defines a size"),
    ("MatMul.*", "unsound|OP201", "ONNX Runtime does not broadcast batches of matrices without elements"),
]
# Only if onnx.reference ran the model, because ONNX Runtime has no kernel for it.
OF_REFERENCE = [
    ("ReduceSumSquare|ReduceSum|ReduceProd", "unsound.*(u32|u16|u8).*was u64", "numpy sums small integers in wider ones; the result must have the data's type"),
    (".*(Normalization|[Qq]uantizeLinear)|CausalConvWithState|LinearAttention|GRU|LSTM|RNN|Einsum|Conv|QLinearConv|ConvInteger|.*Attention.*", "OP201|OP203|OP105 attribute `hidden_size`", "onnx.reference broadcasts as numpy does; the specification requires these dimensions"),
    ("InstanceNormalization|QuantizeLinear|CausalConvWithState|LinearAttention", "unsound", "onnx.reference broadcasts as numpy does; where the specification requires equal dimensions, inference uses either"),
    ("ConvInteger", r"unsound.*was \w+\[.*\b0\b|OP201", "onnx.reference counts no position if the window does not fit"),
    ("BatchNormalization|Det|Dropout|AffineGrid", r"unsound.*: (\w+)\[.*was (?!\1)", "onnx.reference computes in a type other than the one that the specification requires for the output"),
    ("LinearRegressor|SVMRegressor|TreeEnsembleRegressor", "unsound", "the specification requires floats; onnx.reference returns its input's type"),
    ("AveragePool|LpPool|MaxUnpool|GlobalMaxPool", "unsound|OP201|OP203|OP105", "onnx.reference pools ranks and empty windows that the specification does not allow"),
    ("MaxPool", "unsound", "with SAME_LOWER, onnx.reference has fewer windows than ceil(size / stride), unlike the specification and ONNX Runtime"),
    (".*", r"OP105 attribute `\w+` is \"nonsense\"", "the specification lists the values; onnx.reference treats any other as the default"),
    ("DeformConv", "OP105 attribute `kernel_shape`", "the kernel has the dimensions of the filters; onnx.reference does not compare them"),
    ("LpNormalization", "OP105 attribute `p`", "the specification allows 1 and 2; onnx.reference computes any"),
    ("Mod", "OP105 attribute `fmod`", "the specification requires fmod for floats; onnx.reference does not"),
    ("OneHot", "OP102", "onnx.reference wraps the axis around"),
    ("RandomNormal.*", "OP105 attribute `scale`", "a standard deviation is not negative"),
    ("Range", "OP115", "the specification requires three inputs; onnx.reference computes with fewer"),
    ("Col2Im", "unsound", "onnx.reference removes a batch of one"),
    ("RoiAlign", "unsound|OP201", "there is one batch index for each region; onnx.reference does not compare them"),
    ("Unique", "unsound", "onnx.reference selects from the first axis, whatever the axis"),
    ("TopK", "OP203", "the specification requires one number; onnx.reference reads the first"),
    ("ReverseSequence", "OP105|OP201", "the specification requires two axes and a length for each sequence; onnx.reference computes without them"),
    ("TreeEnsemble(Regressor|Classifier)", "OP105 attribute `nodes_", "the lists have the same length; onnx.reference reads what it needs"),
    ("Adagrad|Adam|Momentum", "OP101|OP201|OP203|unsound", "numpy broadcasts tensors and widens types; the specification keeps both"),
    ("DepthToSpace", "OP105", "the specification allows two modes"),
    ("Conv|ConvTranspose", "OP105 attribute `kernel_shape`", "the kernel has the dimensions of the filters; onnx.reference does not compare them"),
    ("Tile", "OP201 the list has", "the list has one number for each dimension; numpy adds dimensions"),
    ("Clip", "OP203", "the specification requires scalars; onnx.reference broadcasts a list"),
    ("Conv|ConvTranspose", "OP105 attribute `pads` is set while", "the specification forbids both; onnx.reference uses one"),
]


def reason(op_type, text, happened):
    """Returns why a disagreement is accepted; None if it is a mistake."""
    lists = [NOTED]
    if happened["empty"] and happened["by"] == "onnxruntime":
        lists.append(WITHOUT_ELEMENTS)
    if happened["by"] == "reference":
        lists.append(OF_REFERENCE)
    entries = (entry for entries in lists for entry in entries)
    return next((r for ops, pattern, r in entries if re.fullmatch(ops, op_type) and re.search(pattern, text)), None)
