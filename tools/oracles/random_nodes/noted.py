"""Disagreements with a runtime that stay, each with its reason: the text of ONNX forbids what the runtime lets pass."""
import re

# A run's shape without elements.
EMPTY = r"\w+\[(\d+, )*0(, \d+)*\]$"

# Operators, what we say of them, and why that stays.
NOTED = [
    ("Concat", EMPTY + "|OP201|OP203", "ONNX Runtime skips inputs without elements whatever their shape; the text, onnx.reference and OpenVINO do not"),
    ("ConstantOfShape|Expand|Tile|Reshape", "OP203", "the text demands a list of rank 1; ONNX Runtime counts elements"),
    ("Reduce.*|ArgMax|ArgMin", EMPTY, "ONNX Runtime gives data without elements back as they are, whatever the axes; onnx.reference does not"),
    ("Reduce.*", "OP102 .* of rank 0|OP107|OP108", "contract C3, C4, C12: a scalar has no axis, and axes are a list"),
    ("PRelu", "OP201 slope", "the slope must stretch over the data; ONNX Runtime stretches the data over the slope, too"),
    ("Constant", "OP115|the value is given twice", "exactly one attribute may give the value; ONNX Runtime takes the first"),
    (".*", r"OP105 attribute `\w+` is -?\d+ \(valid: 0 or 1\)", "the text names two values; runtimes take all others for one of them"),
    ("GRU|LSTM|RNN", "OP201|OP203|OP105 attribute `hidden_size`", "onnx.reference stretches what does not fit; ONNX Runtime refuses it"),
    ("LinearRegressor|SVMRegressor|TreeEnsembleRegressor", "unsound", "the table has floats; onnx.reference gives its input's type"),
    ("Optional", "unsound", "what a run shows of an optional is what it holds"),
    ("RandomUniform.*", "OP105 attribute `low`", "ONNX Runtime ends the process on bounds in the wrong order"),
    (".*", "OP103 axis", "contract C5: duplicate axes are an error although ONNX Runtime takes axes as a set"),
]


def reason(op_type, verdict, why):
    """Why a disagreement stays; None if it is a mistake."""
    text = f"{verdict} {why}"
    return next((r for ops, pattern, r in NOTED if re.fullmatch(ops, op_type) and re.search(pattern, text)), None)
