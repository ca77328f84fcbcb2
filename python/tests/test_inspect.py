"""`inspect`."""

from __future__ import annotations

import json
import pathlib
import pickle

import pytest
import shapewright
from shapewright import Dim, inspect

MLP = f"""<ir_version: 9, opset_import: ["" : 18]>
g (float[N,64] x) => (float[N,10] y) <float[64,32] a = {{{", ".join(["0"] * 2048)}}}, float[32,10] b = {{{", ".join(["0"] * 320)}}}> {{
  [first] h = MatMul (x, a)
  r = Relu (h)
  [second] y = MatMul (r, b)
}}"""


def test_amounts_are_numbers_or_expressions() -> None:
    inspection = inspect(MLP)
    assert (inspection.macs, inspection.operations) == (Dim("N") * 2368, Dim("N") * 32)
    assert isinstance(inspection.macs, Dim) and inspection.macs.subs({"N": 3}) == 7104
    # `r` takes the memory of `h`, 32 floats; while `y` is computed, its 10 floats exist as well.
    assert (inspection.peak_memory, inspection.peak_node) == (Dim("N") * 168, "second")
    bound = inspect(MLP, bind={"N": 2})
    assert (bound.macs, bound.peak_memory) == (4736, 336)
    assert inspect(MLP, input_shapes={"x": (2, 64)}).macs == 4736


def test_an_amount_beyond_64_bits_is_exact() -> None:
    # One node has fewer than 2^63, the most that a size can be.
    rows, inner = 2**21, 2**20
    text = f"""<ir_version: 9, opset_import: ["" : 18]>
    g (float[{rows},{inner}] x, float[{inner},{rows}] w) => (y) {{ {' '.join(f'y{i} = MatMul (x, w)' for i in range(7))} y = MatMul (x, w) }}"""
    assert inspect(text).macs == 8 * rows**2 * inner > 2**64


def test_parts_are_listed() -> None:
    inspection = inspect(MLP)
    assert [(of.name, of.nodes, of.macs) for of in inspection.operators] == [
        ("MatMul", 2, Dim("N") * 2368), ("Relu", 1, 0),
    ]  # fmt: skip
    assert [(of.node, of.node_index, of.graph) for of in inspection.heaviest][:2] == [("first", 0, "main"), ("second", 2, "main")]
    assert [(port.name, port.shape, port.bytes) for port in inspection.inputs] == [("x", ("N", 64), Dim("N") * 256)]
    assert (inspection.nodes, inspection.values, inspection.opsets) == (3, 6, {"": (18,)})
    assert (inspection.parameters.tensors, inspection.parameters.elements) == (2, 2368)
    assert inspection.parameters.by_type["f32"].bytes == 4 * 2368


def test_what_is_unknown_is_listed_with_its_reason() -> None:
    text = '<ir_version: 9, opset_import: ["" : 18]> g (float[N] x, int64[K] s) => (y) { [e] y = Expand (x, s) }'
    inspection = inspect(text)
    [cost], [value] = inspection.unknown_costs, inspection.unknown_values
    assert (cost.node, cost.op, value.name) == ("e", "Expand", "y")
    assert "`y`" in cost.reason and value.reason


def test_it_is_the_screen_and_the_json_of_the_command() -> None:
    inspection = inspect(MLP)
    assert "MACs        2368*N" in str(inspection) and not str(inspection).endswith("\n")
    file = json.loads(inspection.to_json())["files"][0]
    assert (file["work"]["macs"], file["path"]) == ("2368*N", "<text>")
    html = inspect(MLP.replace("[first]", '["<b>"]'))._repr_html_()
    assert "2368*N" in html and "<b>" not in html


def test_a_model_with_errors_is_inspected(bad: str) -> None:
    inspection = inspect(bad)
    assert inspection.findings == {"error": 1, "warning": 0, "note": 0}
    assert "error[OP102]" in str(inspection)
    with pytest.raises(shapewright.ModelError, match="cannot be read"):
        inspect(b"no model")


def test_inspections_are_pickled() -> None:
    inspection = inspect(MLP)
    assert pickle.loads(pickle.dumps(inspection)) == inspection
    assert inspect(MLP, bind={"N": 1}) != inspection


def test_ir_is_inspected(testdata: pathlib.Path) -> None:
    inspection = inspect(testdata / "openvino" / "dynamic.xml")
    assert inspection.format == "openvino-ir" and inspection.nodes > 0 and inspection.opsets["opset"]


def test_findings_have_their_fixes() -> None:
    [finding] = shapewright.check(MLP.replace("Relu", "relu")).findings
    assert finding.fix is not None and finding.fix.is_safe
    report = shapewright.check(MLP.replace("Relu", "relu"))
    [in_json] = json.loads(report.to_json())["diagnostics"]
    assert in_json["fix"] == {
        "title": finding.fix.title, "applicability": finding.fix.applicability, "edits": list(finding.fix.edits),
    }  # fmt: skip
    [row] = report.to_records()
    assert (row["fix"], row["applicability"]) == (finding.fix.title, "safe")
    assert pickle.loads(pickle.dumps(report)).findings == report.findings and hash(finding.fix)


def test_a_finding_without_a_fix_has_none() -> None:
    report = shapewright.check('<ir_version: 9, opset_import: ["" : 18]> g (float[3] x) => (y) { y = Add (x) }')
    assert [finding.fix for finding in report.errors] == [None]
    assert [(row["fix"], row["applicability"]) for row in report.to_records() if row["level"] == "error"] == [(None, None)]
