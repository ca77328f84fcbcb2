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
from ._shapewright import Dim

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from ._check import check
    from ._diff import Comparison, Difference, NotCompared, diff
    from ._edit import annotate, extract, fold, infer, infer_shapes, specialize
    from ._errors import FileError, ModelError, ShapewrightError
    from ._fact import Fact
    from ._facts import Facts
    from ._findings import Finding, Fix, Location, RelatedLocation
    from ._fix import AppliedFix, Fixed, RefusedFix, fix
    from ._graph import Graph
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
    from ._node import Node, Nodes
    from ._node_attributes import Attributes, OpaqueAttribute
    from ._op import OpFinding, OpResult, evaluate, op
    from ._report import Report
    from ._rules import Rule, explain, rules
    from ._show import convert, print_model, snapshot
    from ._value import Use, Value

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
    "Nodes",
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
    "Rule",
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
    "explain",
    "extract",
    "fix",
    "fold",
    "infer",
    "infer_shapes",
    "inspect",
    "load",
    "op",
    "print_model",
    "rules",
    "snapshot",
    "specialize",
]

_MODULES = {
    "_check": "check",
    "_diff": "Comparison Difference NotCompared diff",
    "_edit": "annotate extract fold infer infer_shapes specialize",
    "_errors": "FileError ModelError ShapewrightError",
    "_fact": "Fact",
    "_facts": "Facts",
    "_findings": "Finding Fix Location RelatedLocation",
    "_fix": "AppliedFix Fixed RefusedFix fix",
    "_graph": "Graph",
    "_inspect": "ExternalFile Inspection NodeCost OperatorCost Parameters Port UnknownCost UnknownValue inspect",
    "_many": "check_many",
    "_model": "Metadata Model OperatorSets load",
    "_node": "Node Nodes",
    "_node_attributes": "Attributes OpaqueAttribute",
    "_op": "OpFinding OpResult evaluate op",
    "_report": "Report",
    "_rules": "Rule explain rules",
    "_show": "convert print_model snapshot",
    "_value": "Use Value",
}
"""The names of each module, which is imported when the first of them is used: a program needs few of them."""

_MODULE_OF = {name: module for module, names in _MODULES.items() for name in names.split()}


def __getattr__(name: str) -> Any:
    if name not in _MODULE_OF:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    module = __import__(f"{__name__}.{_MODULE_OF[name]}", fromlist=[name])
    value = globals()[name] = getattr(module, name)
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
