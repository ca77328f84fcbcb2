"""The ten faults of ReduceMin in OpenVINO IR."""
from .fault import Fault, sizes
from .ir_models import Network, edited, lines_with
from .reduce_min_onnx import UNIQUE


def network(axes=(2,), element="f32", reduced=(6, 12, 1)):
    made = Network().parameter("image", element, (6, 12, 10))
    made.layer("rectify", "ReLU" if element != "boolean" else "LogicalNot", ("image",), (element, (6, 12, 10)))
    made.constant("over", "i64", axes)
    made.layer("smallest", "ReduceMin", ("rectify", "over"), (element, reduced), 'keep_dims="true"')
    return made.result("smallest")


WHERE = ("smallest",)
AXES = (*WHERE, "over")
TAG = '<layer id="3" name="smallest" type="ReduceMin" version="opset1">'
TO_AXES = '<edge from-layer="2" from-port="0" to-layer="3" to-port="1"/>'


def fault(ident, line, build, value, valid, where=WHERE, at=None):
    return Fault(ident, line, "ir", build, where, value, valid, lines_with(build, at) if at else ())


def other_axes(*axes):
    """Returns a function that replaces the weights with these axes."""
    import numpy as np

    return lambda _: np.array(axes, np.int64).tobytes()


def replaced(new):
    """Returns a builder that writes another network as the faulty one."""
    good, bad = edited(network()), edited(new)
    return lambda folder, faulty: (bad if faulty else good)(folder, faulty)


FAULTS = [
    fault("keepdims", '`keepdims="true"` instead of `keep_dims`', edited(network(), ("keep_dims", "keepdims")),
          r"\bkeepdims\b", r"\bkeep_dims\b", at="keepdims"),
    fault("keep-dims-maybe", '`keep_dims="maybe"`', edited(network(), ('keep_dims="true"', 'keep_dims="maybe"')),
          r"\bmaybe\b", r"\btrue\b.*\bfalse\b|boolean", at="maybe"),
    fault("recorded-dims", "an output port that records [6,12,7] instead of [6,12,1]",
          replaced(network(reduced=(6, 12, 7))), sizes(6, 12, 7), sizes(6, 12, 1)),
    fault("duplicate-axes-ir", "axes 2 and -1 on an input of rank 3, which name the same dimension",
          replaced(network(axes=(2, -1))), rf"{sizes(2, -1)}|-1\b", UNIQUE, AXES),
    fault("axis-ir", "axis 4 on an input of rank 3", edited(network(), weights=other_axes(4)),
          r"\b4\b", r"-3\s*(\.\.=?|,|to)\s*2\b|rank( was| of| is)? 3\b", AXES),
    fault("boolean", "a boolean input", replaced(network(element="boolean")), r"\bbool(ean)?\b", r"numeric|f32.*i64|number", (*WHERE, "rectify")),
    fault("missing-layer", "an edge from layer 77, which does not exist", edited(network(), (TO_AXES, TO_AXES.replace('from-layer="2"', 'from-layer="77"'))),
          r"\b77\b", r"no (such )?layer|not exist|no layer|unknown layer|missing|layers? (are|is|ids?)|found", ("smallest",), at="77"),
    fault("misspelled-type", '`type="ReduceMinn"`', edited(network(), (TAG, TAG.replace("ReduceMin", "ReduceMinn"))),
          r"\bReduceMinn\b", r"\bReduceMin\b", at="ReduceMinn"),
    fault("broken-tag", "`layers` closed by `</layer>`", edited(network(), ("</layers>", "</layer>")),
          r"\blayer\b", r"\blayers\b", (), at="  </layer>"),
    fault("no-bin", "a missing weights file", edited(network(), weights=lambda _: None),
          r"model\.bin|bin file", r"(not|n't|no) (be )?(found|exist|such|there)|missing|does not exist|needs|empty", ("over", "model.bin")),
]
