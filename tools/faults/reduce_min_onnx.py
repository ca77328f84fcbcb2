"""The nine faults of ReduceMin in ONNX."""
from .fault import Fault, sizes
from .onnx_models import edited, model

ATTRIBUTE = """g (float[2,3,4] image) => (float[2,3,1] lowest)
{
  [rectify] positive = Relu (image)
  [smallest] lowest = ReduceMin <axes = [2]> (positive)
}
"""
INPUT = """g (float[2,3,4] image) => (float[2,3,1] lowest)
<int64[1] over = {2}>
{
  [rectify] positive = Relu (image)
  [smallest] lowest = ReduceMin (positive, over)
}
"""
PLAIN = """g (float[2,3,4] image) => (float[2,3,1] lowest)
{
  [smallest] lowest = ReduceMin <axes = [2]> (image)
}
"""
WHERE = ("smallest", "lowest")
# Matches axis 3, but not "rank was 3" or "rank range [-3".
AXIS = r"(?<!rank )(?<!rank was )(?<!rank of )(?<!rank: )(?<![-\[(\d.])\b3\b(?! dim)"
RANGE = r"-3\s*(\.\.=?|,|to)\s*2\b|\[-rank, ?rank ?- ?1\]|\[-r, ?r ?- ?1\]|rank( was| of| is)? 3\b"
UNIQUE = r"unique|duplicat|twice|second time|once|repeat"


def fault(ident, line, build, value, valid, where=WHERE):
    return Fault(ident, line, "onnx", build, where, value, valid)


FAULTS = [
    fault("axis-11", "ReduceMin-11: `axes = [3]` on an input of rank 3",
          edited(model(ATTRIBUTE.replace("float[2,3,1]", "float[d,e,f]"), 11), ("axes = [2]", "axes = [3]")), AXIS, RANGE),
    fault("axis-18", "ReduceMin-18: axis 3 on an input of rank 3",
          edited(model(INPUT), ("{2}", "{3}")), AXIS, RANGE, (*WHERE, "over")),
    fault("duplicate-axes", "ReduceMin-18: axes 1 and -2 on an input of rank 3, which name the same dimension",
          edited(model(INPUT), ("int64[1] over = {2}", "int64[2] over = {1, -2}"), ("float[2,3,1]", "float[2,1,4]")),
          rf"{sizes(1, -2)}|-2\b", UNIQUE, (*WHERE, "over")),
    fault("bool-13", "ReduceMin-13 on bool, which is allowed since version 20",
          edited(model(PLAIN, 13), ("float[2,3,4]", "bool[2,3,4]"), ("float[2,3,1]", "bool[2,3,1]")),
          r"\bbool", r"(float|f32|tensor\(float\)).*(double|f64|int32|i32)|\b20\b", (*WHERE, "image")),
    fault("int8-11", "ReduceMin-11 on int8, which is allowed since version 12",
          edited(model(PLAIN, 11), ("float[2,3,4]", "int8[2,3,4]"), ("float[2,3,1]", "int8[2,3,1]")),
          r"\b(int8|i8)\b", r"(float|f32|tensor\(float\)).*(double|f64|int32|i32)|\b12\b", (*WHERE, "image")),
    fault("axes-attribute-18", "ReduceMin-18 with the attribute `axes`, which is an input since version 18",
          edited(model(INPUT), ("ReduceMin (positive, over)", "ReduceMin <axes = [2]> (positive)"), ("<int64[1] over = {2}>", "")),
          r"\baxes\b", r"second input|input (1|`?axes`?)|an? input|as an input"),
    fault("axes-input-13", "ReduceMin-13 with `axes` as an input, which is an attribute before version 18",
          edited(model(INPUT.replace("(positive, over)", "<axes = [2]> (positive)"), 13), ("<axes = [2]> (positive)", "(positive, over)")),
          r"\b2\b|\bover\b", r"attribute|at most 1|max(imum)? (of )?1|\bmax=1|range \[min=1|(1|one) input\b|takes 1", (*WHERE, "over")),
    fault("axes-int32", "ReduceMin-18 with int32 axes",
          edited(model(INPUT), ("int64[1] over", "int32[1] over")), r"\b(int32|i32)\b", r"\b(int64|i64)\b", (*WHERE, "over")),
    fault("declared-shape", "ReduceMin-18 with an output of shape [2,3,1] that is declared as [2,3,9]",
          edited(model(INPUT), ("float[2,3,1] lowest", "float[2,3,9] lowest")), r"(?<!\d)9(?!\d)", rf"{sizes(2, 3, 1)}|\b1\b.*\b9\b|\b9\b.*\b1\b"),
]
