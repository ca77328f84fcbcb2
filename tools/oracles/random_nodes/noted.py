"""Disagreements with a runtime that stay, each with its reason: the text of ONNX forbids what the runtime lets pass."""
import re

# Operators, what we say of them, and why that stays, whoever ran the model.
NOTED = [
    ("ConstantOfShape|Expand|Tile|Reshape|Pad|Resize", "OP203", "the text demands a list of rank 1; ONNX Runtime counts elements"),
    ("Reduce.*", "OP102 .* of rank 0|OP107|OP108", "contract C3, C4, C12: a scalar has no axis, and axes are a list"),
    ("PRelu", "OP201 slope|unsound", "the slope must stretch over the data; ONNX Runtime stretches the data over the slope, too"),
    ("Constant", "OP115|the value is given twice", "exactly one attribute may give the value; ONNX Runtime takes the first"),
    (".*", r"OP105 attribute `\w+` is -?\d+ \(valid: 0 or 1\)", "the text names two values; runtimes take all others for one of them"),
    ("Optional", "unsound", "what a run shows of an optional is what it holds"),
    ("RandomUniform.*", "OP105 attribute `low`", "ONNX Runtime ends the process on bounds in the wrong order"),
    (".*", "OP103 axis", "contract C5: duplicate axes are an error although ONNX Runtime takes axes as a set"),
    ("(Q?Linear)?Conv.*|LpPool", r"OP105 attribute `pads` holds \d+ numbers?", "the text demands two numbers for each axis; runtimes read those that they need"),
    ("DFT", "OP203", "the text demands a scalar; ONNX Runtime reads the first of a list"),
    ("Gemm", "OP203 input `i0` ", "the text demands a matrix; ONNX Runtime takes a vector for a row"),
    ("MeanVarianceNormalization", "OP102", "an axis lies within the rank; ONNX Runtime leaves others out"),
    ("Split", "OP105 attribute `num_outputs`", "as many parts as outputs; ONNX Runtime takes the outputs, onnx's inference reads past its list"),
    ("STFT", "OP203 input `i2`", "the text demands a list; ONNX Runtime counts elements"),
    ("GroupNormalization", "OP203", "the text demands lists; ONNX Runtime's function stretches what it is given"),
    ("TreeEnsembleClassifier", "OP105 attribute `classlabels_strings`", "the text allows one list of labels; ONNX Runtime takes one of two"),
    ("NegativeLogLikelihoodLoss|SoftmaxCrossEntropyLoss", "unsound|OP201", "the target has the sizes of the data; ONNX Runtime does not compare all of them"),
]
# Only where data has no elements and ONNX Runtime ran it.
WITHOUT_ELEMENTS = [
    ("Concat", "OP201|OP203|unsound", "ONNX Runtime skips inputs without elements whatever their shape; the text, onnx.reference and OpenVINO do not"),
    ("Reduce.*|ArgMax|ArgMin", "unsound|OP102", "ONNX Runtime neither looks at the axes of data without elements nor reduces it; onnx.reference does"),
    ("Hardmax|Softmax|LogSoftmax|CumSum|CumProd", "OP102", "ONNX Runtime does not look at the axis of data without elements"),
    ("ConvInteger|QLinearConv|Conv", "unsound|OP201", "a kernel without elements, for which no text gives a size"),
    ("MatMul.*", "unsound|OP201", "ONNX Runtime does not stretch batches of matrices without elements"),
]
# Only where onnx.reference ran the model: ONNX Runtime has no kernel for it.
OF_REFERENCE = [
    ("ReduceSumSquare|ReduceSum|ReduceProd", "unsound.*(u32|u16|u8).*was u64", "numpy sums small integers in wide ones; the result is of the data's type"),
    (".*(Normalization|[Qq]uantizeLinear)|CausalConvWithState|LinearAttention|GRU|LSTM|RNN|Einsum|Conv|QLinearConv|ConvInteger|.*Attention.*", "OP201|OP203|OP105 attribute `hidden_size`", "onnx.reference stretches what numpy stretches; the text demands these sizes"),
    ("InstanceNormalization|QuantizeLinear|CausalConvWithState|LinearAttention", "unsound", "onnx.reference stretches what numpy stretches; a size that the text demands to be that of another is taken from it"),
    ("ConvInteger", r"unsound.*was \w+\[.*\b0\b|OP201", "onnx.reference counts no position where the window does not fit"),
    ("BatchNormalization|Det|Dropout|AffineGrid", r"unsound.*: (\w+)\[.*was (?!\1)", "onnx.reference computes in another type than the table gives the output"),
    ("LinearRegressor|SVMRegressor|TreeEnsembleRegressor", "unsound", "the table has floats; onnx.reference gives its input's type"),
    ("AveragePool|LpPool|MaxUnpool|GlobalMaxPool", "unsound|OP201|OP203|OP105", "onnx.reference pools other ranks and empty windows than the text has"),
    ("MaxPool", "unsound", "with SAME_LOWER onnx.reference has fewer windows than ceil(size / stride), which the text and ONNX Runtime have"),
    (".*", r"OP105 attribute `\w+` is \"nonsense\"", "the text names the words; onnx.reference takes any other for the default"),
    ("DeformConv", "OP105 attribute `kernel_shape`", "the kernel has the sizes of the filters; onnx.reference does not compare them"),
    ("LpNormalization", "OP105 attribute `p`", "the text has 1 and 2; onnx.reference computes any"),
    ("Mod", "OP105 attribute `fmod`", "the text demands fmod for floats; onnx.reference does not"),
    ("OneHot", "OP102", "onnx.reference counts the axis around"),
    ("RandomNormal.*", "OP105 attribute `scale`", "a standard deviation is not negative"),
    ("Range", "OP115", "the text demands three inputs; onnx.reference computes with fewer"),
    ("Col2Im", "unsound", "onnx.reference drops a batch of one"),
    ("RoiAlign", "unsound|OP201", "there is one batch index for each region; onnx.reference does not compare them"),
    ("Unique", "unsound", "onnx.reference picks from the first axis, whatever the axis"),
    ("TopK", "OP203", "the text demands one number; onnx.reference reads the first"),
    ("ReverseSequence", "OP105|OP201", "the text demands two axes and a length for each sequence; onnx.reference computes without"),
    ("TreeEnsemble(Regressor|Classifier)", "OP105 attribute `nodes_", "the lists are of one length; onnx.reference reads what it needs"),
    ("Adagrad|Adam|Momentum", "OP101|OP201|OP203|unsound", "numpy stretches tensors and widens types; the text has each as it was"),
    ("DepthToSpace", "OP105", "the text names two modes"),
    ("Conv|ConvTranspose", "OP105 attribute `kernel_shape`", "the kernel has the sizes of the filters; onnx.reference does not compare them"),
    ("Tile", "OP201 the list has", "the list has one number for each dimension; numpy adds dimensions"),
    ("Clip", "OP203", "the text demands scalars; onnx.reference stretches a list"),
    ("Conv|ConvTranspose", "OP105 attribute `pads` is given although", "the text forbids both; onnx.reference takes one"),
]


def reason(op_type, text, happened):
    """Why a disagreement stays; None if it is a mistake."""
    lists = [NOTED]
    if happened["empty"] and happened["by"] == "onnxruntime":
        lists.append(WITHOUT_ELEMENTS)
    if happened["by"] == "reference":
        lists.append(OF_REFERENCE)
    entries = (entry for entries in lists for entry in entries)
    return next((r for ops, pattern, r in entries if re.fullmatch(ops, op_type) and re.search(pattern, text)), None)
