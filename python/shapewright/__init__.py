"""Checks ONNX and OpenVINO IR models, and infers the type and shape of every value.

>>> import shapewright
>>> text = '''<ir_version: 9, opset_import: ["" : 18]>
... g (float[N,3,4] x) => (float[N,4] y) <int64[1] axes = {3}> {
...     [rmin] y = ReduceMin <keepdims = 0> (x, axes)
... }'''
>>> shapewright.check(text).errors[0].message
'axis 3 is out of range for input `x` of rank 3; expected -3..=2'

Everywhere, a model is a path, the text of a model, the bytes of a file, an open file, an ``onnx.ModelProto``, an
``onnx_ir.Model``, or an ``openvino.Model``.
"""

from __future__ import annotations

from . import _shapewright
from ._check import AppliedFix, Fixed, RefusedFix, check, fix
from ._edit import annotate, extract, fold, infer, infer_shapes, specialize
from ._errors import FileError, ModelError, ShapewrightError
from ._facts import Fact, Facts
from ._graph import Attributes, Graph, Node, OpaqueAttribute, Use, Value
from ._inspect import (
    ExternalFile,
    Inspection,
    NodeCost,
    OperatorCost,
    Parameters,
    Port,
    UnknownCost,
    UnknownValue,
    inspect,
)
from ._many import check_many
from ._model import Metadata, Model, OperatorSets, load
from ._op import OpFinding, OpResult, evaluate, op
from ._report import Finding, Fix, Location, RelatedLocation, Report
from ._shapewright import Dim
from ._show import Comparison, Difference, NotCompared, convert, diff, print_model, snapshot

__version__: str = _shapewright.__version__

__all__ = [
    "AppliedFix",
    "Attributes",
    "Comparison",
    "Difference",
    "Dim",
    "ExternalFile",
    "Fact",
    "Facts",
    "FileError",
    "Finding",
    "Fix",
    "Fixed",
    "Graph",
    "Inspection",
    "Location",
    "Metadata",
    "Model",
    "ModelError",
    "Node",
    "NodeCost",
    "NotCompared",
    "OpFinding",
    "OpResult",
    "OpaqueAttribute",
    "OperatorCost",
    "OperatorSets",
    "Parameters",
    "Port",
    "RefusedFix",
    "RelatedLocation",
    "Report",
    "ShapewrightError",
    "UnknownCost",
    "UnknownValue",
    "Use",
    "Value",
    "annotate",
    "check",
    "check_many",
    "convert",
    "diff",
    "evaluate",
    "extract",
    "fix",
    "fold",
    "infer",
    "infer_shapes",
    "inspect",
    "load",
    "op",
    "print_model",
    "snapshot",
    "specialize",
]
