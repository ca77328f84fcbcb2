"""Twenty more faults in ONNX, chosen before any tool was run: what exporters, graph surgery, and copying leave behind."""
import numpy as np

from .fault import Fault, Place, sizes
from .onnx_models import edited, model, parsed

CHAIN = """g (float[2,3,4] image) => (float[2,3,4] answer)
{
  [first] squeezed = Relu (image)
  [second] bounded = Sigmoid (squeezed)
  [third] answer = Tanh (bounded)
}
"""
CONV = """g (float[1,3,8,8] image) => (float[1,5,4,4] answer)
<float[5,3,2,2] kernel>
{
  [stem] answer = Conv <strides = [2,2]> (image, kernel)
}
"""
MATMUL = """g (float[2,6] image) => (float[2,5] answer)
<float[6,5] dense>
{
  [head] answer = MatMul (image, dense)
}
"""
ADD = """g (float[2,3] image, float[2,3] offset) => (float[2,3] answer)
{
  [shifted] answer = Add (image, offset)
}
"""
RESHAPE = """g (float[2,3,4] image) => (float[d,e] answer)
<int64[2] target = {6, -1}>
{
  [flat] answer = Reshape (image, target)
}
"""
TRANSPOSE = """g (float[2,3,4] image) => (float[d,e,f] answer)
{
  [turned] answer = Transpose <perm = [2,0,1]> (image)
}
"""
SOFTMAX = """g (float[2,3] image) => (float[2,3] answer)
{
  [chances] answer = Softmax <axis = 1> (image)
}
"""
GELU = """g (float[2,3] image) => (float[2,3] answer)
{
  [smooth] answer = Gelu (image)
}
"""
MICROSOFT = GELU.replace("Gelu", "com.microsoft.Gelu")
BRANCHES = """g (bool which, float[2,3] image) => (float[2,3] answer)
{
  [choice] answer = If (which) <
    then_branch = yes () => (float[2,3] kept) { [copy] kept = Identity (image) },
    else_branch = no () => (float[2,3] other) { [convert] other = Cast <to = 1> (image) }
  >
}
"""


def weights(made, name, bytes_):
    """Sets the bytes of an initializer."""
    tensor = next(t for t in made.graph.initializer if t.name == name)
    tensor.ClearField("float_data")
    tensor.raw_data = bytes_


def filled(text):
    """Adds values for the float initializers."""
    text = text.replace("float[5,3,2,2] kernel>", f"float[5,3,2,2] kernel = {{{', '.join(['0.5'] * 60)}}}>")
    return text.replace("float[6,5] dense>", f"float[6,5] dense = {{{', '.join(['0.5'] * 30)}}}>")


def with_weights(body, *edits, **options):
    return edited(model(filled(body)), *edits, **options)


def cut(made):
    """Removes forty bytes of the initializer."""
    weights(made, "dense", np.full(30, 0.5, np.float32).tobytes()[:80])


def external(location, length="120", stored=120):
    """Stores the weights of the dense layer in a file next to the model."""

    def beside(folder, made):
        (folder / "weights.data").write_bytes(bytes(stored))
        point(made, "weights.data", "120")

    return beside, lambda made: point(made, location, length)


def point(made, location, length):
    import onnx

    tensor = made.graph.initializer[0]
    tensor.ClearField("float_data")
    del tensor.external_data[:]
    tensor.data_location = onnx.TensorProto.EXTERNAL
    for key, value in [("location", location), ("offset", "0"), ("length", length)]:
        tensor.external_data.add(key=key, value=value)


def points(location, length="120"):
    beside, edit = external(location, length)
    return with_weights(MATMUL, edit, beside=beside)


def truncated(made):
    return made.SerializeToString()[:-40]


def cut_graph(text):
    """Returns where the record of the graph starts, including its length, and where the file ends."""
    made = parsed(text)
    data, graph = made.SerializeToString(), made.graph.SerializeToString()
    start, end = data.index(graph), len(truncated(made))
    return Place(None, start - 3, start), Place(None, end, end + 1)


def first_node(made):
    """Returns the bytes of a model, and where the first node begins and ends."""
    data, node = made.SerializeToString(), made.graph.node[0].SerializeToString()
    start = data.index(node)
    assert data[start - 1] == len(node)
    return data, start, start + len(node)


def corrupt(made):
    """Makes the first node longer than the graph."""
    data, start, _ = first_node(made)
    return data[: start - 1] + b"\x7f" + data[start:]


def corrupt_node(text):
    """Returns the location of the first node, including its tag and length."""
    _, start, end = first_node(parsed(text))
    return (Place(None, start - 2, end),)


def fault(ident, line, build, where, value, valid, places=()):
    return Fault(ident, line, "onnx", build, where, value, valid, places)


SUFFIX = r"missing|not (be )?(found|exist|opened)|n't exist|no such file|cannot (be )?(open|read)|failed to open|does not exist|not (a )?regular file"
FAULTS = [
    fault("misspelled-input", "an input misspelled as `squezed` for the value `squeezed`", edited(model(CHAIN), ("Sigmoid (squeezed)", "Sigmoid (squezed)")),
          ("second", "squezed", "node[1]"), r"\bsquezed\b", r"\bsqueezed\b|output of (any|a) previous|no node (gives|produces|writes)|not (an? )?(output|produced)"),
    fault("unsorted", "a node that appears before the producer of its input",
          edited(model(CHAIN), ("[first] squeezed = Relu (image)", "[second] bounded = Sigmoid (squeezed)  "), ("[second] bounded = Sigmoid (squeezed)\n", "[first] squeezed = Relu (image)\n")),
          ("second", "squeezed", "node[0]"), r"\bsqueezed\b", r"sorted|before|after|order|output of any previous|later"),
    fault("written-twice", "two nodes that produce `bounded`", edited(model(CHAIN), ("squeezed = Relu", "bounded = Relu"), ("Sigmoid (squeezed)", "Sigmoid (image)")),
          ("first", "second", "bounded", "node[0]", "node[1]"), r"\bbounded\b", r"(already|also|again|twice|duplicate|two nodes|more than once|multiple|SSA|unique|first)"),
    fault("conv-channels", "Conv: 4 channels in the input, 3 in the weights", with_weights(CONV, ("float[1,3,8,8]", "float[1,4,8,8]")),
          ("stem", "kernel", "answer", "node[0]"), r"\b4\b", r"\b3\b"),
    fault("matmul", "MatMul of [2,7] and [6,5]", with_weights(MATMUL, ("float[2,6]", "float[2,7]")),
          ("head", "dense", "answer", "node[0]"), r"\b7\b", r"\b6\b"),
    fault("two-types", "Add of float and int64", edited(model(ADD), ("float[2,3] offset", "int64[2,3] offset")),
          ("shifted", "offset", "answer", "node[0]"), r"\b(int64|i64)\b", r"\b(float|f32|float32)\b|same type"),
    fault("reshape", "Reshape of 24 elements to [5,-1]", edited(model(RESHAPE), ("{6, -1}", "{5, -1}")),
          ("flat", "target", "answer", "node[0]"), rf"{sizes(5, -1)}|\b5\b", rf"\b24\b|{sizes(2, 3, 4)}"),
    fault("misspelled-operator", "`Reluu`", edited(model(CHAIN), ("Relu (image)", "Reluu (image)")),
          ("first", "squeezed", "node[0]"), r"\bReluu\b", r"\bRelu\b"),
    fault("transpose", "Transpose with `perm = [2,0,0]`", edited(model(TRANSPOSE), ("[2,0,1]", "[2,0,0]")),
          ("turned", "answer", "node[0]"), rf"{sizes(2, 0, 0)}|\b(value|dimension):? 0\b", r"permutation|once|unique|repeat|duplicat|each|distinct"),
    fault("misspelled-attribute", "Conv with the attribute `stride` instead of `strides`", with_weights(CONV, ("strides =", "stride =")),
          ("stem", "answer", "node[0]"), r"\bstride\b", r"\bstrides\b"),
    fault("attribute-kind", "Softmax with a float `axis`", edited(model(SOFTMAX), ("axis = 1", "axis = 1.0")),
          ("chances", "answer", "node[0]"), r"\bfloat\b|\b1\.0\b", r"\bint(eger)?\b"),
    fault("too-new", "Gelu at opset 18, although it exists only since opset 20", edited(model(GELU, 20, 9), lambda made: setattr(made.opset_import[0], "version", 18)),
          ("smooth", "answer", "node[0]"), r"\bGelu\b.*\b18\b|\b18\b.*\bGelu\b", r"\b20\b"),
    fault("not-imported", "a com.microsoft operator in a model that does not import this domain",
          edited(model(MICROSOFT, domains=[("com.microsoft", 1)]), (', "com.microsoft" : 1', "")),
          ("smooth", "answer", "node[0]"), r"com\.microsoft", r"opset_?import|import"),
    fault("initializer-length", "an initializer of 30 floats with 80 bytes of data", with_weights(MATMUL, cut),
          ("dense",), r"\b80\b|\b20\b", r"\b120\b|\b30\b"),
    fault("external-missing", "external data in a file that does not exist", points("lost.data"), ("dense", "lost.data"), r"lost\.data", SUFFIX),
    fault("external-outside", "external data in `../weights.data`, outside the model's directory", points("../weights.data"), ("dense",),
          r"\.\./weights\.data", r"outside|escape|parent|director(y|ies)|folder|\.\."),
    fault("external-short", "480 bytes of external data in a file of 120 bytes", points("weights.data", "480"), ("dense", "weights.data"),
          r"\b480\b", r"\b120\b"),
    fault("branches", "If with branches that return float and int64", edited(model(BRANCHES), ("no () => (float[2,3] other)", "no () => (int64[2,3] other)"), ("to = 1", "to = 7")),
          ("choice", "answer", "other", "kept", "node[0]"), r"\b(int64|i64)\b|elem_type:? ?7|type case mismatch", r"\b(float|f32|float32)\b|same"),
    fault("truncated", "a file without its last 40 bytes", with_weights(MATMUL, truncated), ("dense",),
          r"\b\d+ bytes?\b|byte \d+", r"only \d+|\d+ (bytes? )?(remain|left|missing|are)|ends|end of", cut_graph(model(filled(MATMUL)))),
    fault("corrupt", "a node with a length of 127 bytes, which is more than the graph has", edited(model(ADD), corrupt), ("shifted", "answer", "node[0]"),
          r"\b127\b", r"only \d+|\d+ (bytes? )?(remain|left|missing|are)|ends|end of", corrupt_node(model(ADD))),
]
