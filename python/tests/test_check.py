"""`check` and its report."""

from __future__ import annotations

import json
import logging
import pathlib
import pickle

import pytest
import shapewright
from shapewright import check


def test_a_finding_says_what_is_wrong_and_where(bad: str) -> None:
    report = check(bad)
    assert not report.ok
    [finding] = report.findings
    assert (finding.code, finding.name, finding.level) == ("OP102", "axis-out-of-range", "error")
    assert finding.message == "axis 3 is out of range for input `x` of rank 3; expected -3..=2"
    place = finding.location
    assert (place.graph, place.node, place.node_index, place.op, place.value) == ("main", "rmin", 0, "ReduceMin", "axes")
    assert (place.line, place.column, place.bytes) == (3, 45, None)
    assert finding.help and finding.notes


def test_a_finding_in_a_binary_file_has_bytes_and_a_line_of_the_listing(testdata: pathlib.Path) -> None:
    report = check(testdata / "onnx" / "detector.onnx")
    assert [finding.code for finding in report] == ["OP102", "OP103"]
    data = (testdata / "onnx" / "detector.onnx").read_bytes()
    start, end = report.findings[0].location.bytes or (0, 0)
    assert b"rmin_scores" in data[start:end]
    assert report.findings[0].location.line == 14


def test_related_locations_are_resolved() -> None:
    text = '<ir_version: 9, opset_import: ["" : 18]>\ng (float[3] x) => (float[3] y) {\ny = Relu (x)\ny = Abs (x) }'
    [finding] = check(text).errors
    assert (finding.location.line, [related.location.line for related in finding.related]) == (4, [3])


@pytest.mark.parametrize("names", ["SH", ["SH"], ("SH", "OP999")[:1], "SH, style"])
def test_rules_are_selected(bad: str, names: object) -> None:
    assert check(bad, select=names).ok  # type: ignore[arg-type]
    assert not check(bad, select="OP").ok


def test_rules_are_ignored_and_have_other_levels(bad: str) -> None:
    assert check(bad, ignore=["axis-out-of-range"]).findings == ()
    report = check(bad, severity={"OP102": "warning"})
    assert report.ok and len(report.warnings) == 1


def test_the_minimum_level_hides_findings(bad: str) -> None:
    report = check(bad, severity={"OP102": "note"})
    assert (len(report), report.hidden) == (0, 1)
    report = check(bad, severity={"OP102": "note"}, min_level="note")
    assert (len(report), report.hidden, len(report.notes)) == (1, 0, 1)


def test_an_unknown_rule_is_no_finding(bad: str) -> None:
    with pytest.raises(ValueError, match="did you mean `OP102`"):
        check(bad, ignore="OP1O2")
    with pytest.raises(ValueError, match="unknown level `fatal`"):
        check(bad, min_level="fatal")  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="frobnicator"):
        check(bad, target="frobnicator")


def test_expectations_are_proved(good: str) -> None:
    assert check(good, expect={"y": ("2*N", 3)}).ok
    assert check(good, expect={"y": "f32[8,3]"}, bind={"N": 4}).ok
    assert check(good, expect={"y": (None, 3)}, input_shapes={"x": (4, 3)}).ok
    [finding] = check(good, expect={"y": (8, 3)}).errors
    assert finding.code == "SH220"


def test_a_configuration_is_read_on_request(bad: str, tmp_path: pathlib.Path) -> None:
    (tmp_path / "m.onnxtxt").write_text(bad)
    config = tmp_path / "shapewright.toml"
    config.write_text('[lint]\nignore = ["OP102"]\n')
    assert not check(tmp_path / "m.onnxtxt").ok
    assert check(tmp_path / "m.onnxtxt", config=True).ok
    assert check(bad, config=config).ok
    assert not check(bad, config=config, ignore="SH", severity={"OP": "error"}).findings == ()
    config.write_text("[lint]\nignroe = []\n")
    with pytest.raises(ValueError, match=r"shapewright.toml:2:1: unknown key `ignroe`"):
        check(bad, config=config)


def test_a_baseline_of_the_configuration_applies(bad: str, tmp_path: pathlib.Path) -> None:
    (tmp_path / "m.onnxtxt").write_text(bad)
    (tmp_path / "shapewright.toml").write_text('baseline = "known.json"\n')
    with pytest.raises(ValueError, match="known.json"):
        check(tmp_path / "m.onnxtxt", config=True)
    found = json.loads(check(tmp_path / "m.onnxtxt").to_json())["diagnostics"][0]
    entry = {key: found[key] for key in ("code", "message", "fingerprint")} | {"path": "m.onnxtxt", "node": "rmin"}
    # A fingerprint depends on the path relative to the baseline, so this one is that of another file.
    (tmp_path / "known.json").write_text(json.dumps({"schema_version": 1, "findings": [entry]}))
    assert isinstance(check(tmp_path / "m.onnxtxt", config=True), shapewright.Report)


def test_the_text_is_that_of_the_terminal(bad: str) -> None:
    text = str(check(bad))
    assert text.startswith("error[OP102]: axis 3")
    assert text.endswith("Checked 1 file (ONNX text, opset 18, 1 node): 1 error.   See `shapewright explain OP102`.")


def test_a_report_has_other_forms(bad: str, good: str) -> None:
    report = check(bad)
    assert json.loads(report.to_json())["diagnostics"][0]["code"] == "OP102"
    assert json.loads(report.to_sarif())["version"] == "2.1.0"
    [row] = report.to_records()
    assert (row["code"], row["node"], row["line"], row["start_byte"]) == ("OP102", "rmin", 3, None)
    assert "OP102" in report._repr_html_() and "<table>" not in check(good)._repr_html_()
    assert repr(report) == "<Report '<text>': 1 errors>" or "1 error" in repr(report)


def test_html_is_escaped() -> None:
    text = '<ir_version: 9, opset_import: ["" : 18]>\ng (float[3] x) => (float[3] y) { ["<b>"] y = Relo (x) }'
    assert "<b></td>" not in check(text)._repr_html_() and "<b>," not in check(text)._repr_html_()


def test_errors_are_raised_on_request(bad: str, good: str) -> None:
    with pytest.raises(shapewright.ModelError, match="axis 3") as caught:
        check(bad).raise_for_errors()
    assert caught.value.report is not None and len(caught.value.report.errors) == 1
    assert check(good).raise_for_errors().ok


def test_a_report_is_pickled(bad: str) -> None:
    report = check(bad)
    copy = pickle.loads(pickle.dumps(report))
    assert copy.findings == report.findings
    assert (str(copy), copy.to_json(), copy.to_sarif()) == (str(report), report.to_json(), report.to_sarif())
    assert (copy.ok, copy.name, copy.hidden) == (False, "<text>", 0)
    error = pickle.loads(pickle.dumps(shapewright.ModelError("text", report)))
    assert str(error) == "text" and error.report.findings == report.findings


def test_what_is_no_model_is_a_finding() -> None:
    for data in [b"", b"\x00" * 100, b"PK\x03\x04", b"\xff" * 5000]:
        report = check(data)
        assert not report.ok and report.findings


def test_a_missing_file_is_an_exception() -> None:
    with pytest.raises(shapewright.FileError) as caught:
        check("no-such-file.onnx")
    assert isinstance(caught.value, OSError)
    assert (caught.value.errno, caught.value.filename) == (2, "no-such-file.onnx")
    copy = pickle.loads(pickle.dumps(caught.value))
    assert copy.filename == "no-such-file.onnx"


def test_nothing_is_printed_or_logged(bad: str, capfd: pytest.CaptureFixture[str], caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.DEBUG):
        check(bad)
        check(b"no model")
    assert capfd.readouterr() == ("", "")
    assert caplog.records == []


def test_records_have_the_same_columns(bad: str, good: str) -> None:
    [row] = check(bad).to_records()
    assert tuple(row) == check(bad).columns == check(good).columns and check(good).to_records() == []
    facts = shapewright.infer(good)
    assert {tuple(row) for row in facts.to_records()} == {facts.columns}


def test_records_are_a_table(bad: str, good: str) -> None:
    pandas = pytest.importorskip("pandas")
    tables = [pandas.DataFrame(report.to_records(), columns=report.columns) for report in (check(bad), check(good))]
    assert [(list(table["code"]), table.shape[1]) for table in tables] == [(["OP102"], 18), ([], 18)]


def test_rules_are_those_of_the_command() -> None:
    rules = shapewright.rules()
    assert [rule.code for rule in rules] == sorted({rule.code for rule in rules}) and len(rules) > 100
    [rule] = [rule for rule in rules if rule.code == "OP102"]
    assert (rule.name, rule.level, rule.openvino_level, rule.lifecycle) == ("axis-out-of-range", "error", "error", "stable")
    assert {fix for rule in rules for fix in rule.fixes} == {"safe", "unsafe"}
    assert any(rule.level != rule.openvino_level for rule in rules)
    for name in ("OP102", "op102", "axis-out-of-range"):
        assert shapewright.explain(name).startswith("OP102 axis-out-of-range\n")
    assert "keepdims" in shapewright.explain("ReduceMin")
    with pytest.raises(ValueError, match="unknown rule or operator `ReduceMinn`; did you mean `ReduceMin`"):
        shapewright.explain("ReduceMinn")
    for rule in rules:
        assert rule.code in shapewright.explain(rule.name)


def test_options_are_named_as_in_python(good: str) -> None:
    report = check(good, bind={"B": 1}, input_shapes={"z": (1,)})
    assert [finding.message for finding in report] == [
        "`input_shapes` names `z`, but the model has no such input",
        "`bind` names `B`, but the model has no such symbol",
    ]
    assert [finding.data["option"] for finding in report] == ["input-shape", "bind"]
    why = shapewright.infer(good, bind={"N": 4}).why("x")
    assert "`bind` sets its size" in why and "--bind" not in why
