"""The pytest plugin."""

from __future__ import annotations

import importlib.metadata
import re
import shutil
import subprocess
import sys

import pytest

try:
    importlib.metadata.distribution("shapewright")
except importlib.metadata.PackageNotFoundError:
    pytest.skip("the module is not installed", allow_module_level=True)

pytest_plugins = ["pytester"]

WARNED = """<ir_version: 9, opset_import: ["" : 18]>
g (float[N,3] x) => (y) { y = Neg (x) }"""


@pytest.fixture
def models(pytester: pytest.Pytester, good: str, bad: str):
    """A directory with models, beside files that are none."""
    folder = pytester.mkdir("models")
    (folder / "good.onnxtxt").write_text(good)
    (folder / "bad.onnxtxt").write_text(bad)
    (folder / "feed.xml").write_text("<rss/>")
    (folder / "weights.bin").write_bytes(b"1234")
    return folder


def test_each_model_is_a_test(pytester: pytest.Pytester, models, testdata) -> None:
    for extension in ("xml", "bin"):
        shutil.copy(testdata / "openvino" / f"dynamic.{extension}", models)
    result = pytester.runpytest("--shapewright", "models", "-v", "-p", "no:cacheprovider")
    result.assert_outcomes(failed=1, passed=2)
    result.stdout.fnmatch_lines([
        "*models/bad.onnxtxt::shapewright FAILED*",
        "*models/dynamic.xml::shapewright PASSED*",
        "*models/good.onnxtxt::shapewright PASSED*",
        "error[[]OP102[]]: axis 3 is out of range for input `x` of rank 3; expected -3..=2",
        " --> models/bad.onnxtxt:3:*",
    ])  # fmt: skip
    result.stdout.no_fnmatch_line("*Traceback*")


def test_findings_that_do_not_fail_are_warnings(pytester: pytest.Pytester, models) -> None:
    (models / "bad.onnxtxt").write_text(WARNED)
    result = pytester.runpytest("--shapewright", "models", "-W", "default")
    result.assert_outcomes(passed=2, warnings=1)
    result.stdout.fnmatch_lines(["*models/bad.onnxtxt:2: ShapewrightWarning: warning[[]GR114[]]: *`y`*"])
    assert pytester.runpytest("--shapewright", "models", "-W", "error").ret == pytest.ExitCode.TESTS_FAILED


def test_settings_are_those_of_the_configuration(pytester: pytest.Pytester, models) -> None:
    (pytester.path / "shapewright.toml").write_text('[lint]\nignore = ["OP102"]\n')
    pytester.runpytest("--shapewright", "models").assert_outcomes(passed=2)
    (pytester.path / "shapewright.toml").write_text('[lint]\nignor = ["OP102"]\n')
    result = pytester.runpytest("--shapewright", "models/good.onnxtxt")
    result.assert_outcomes(failed=1)
    result.stdout.fnmatch_lines(["*ignor*"])


def test_a_file_on_the_command_line_is_a_model(pytester: pytest.Pytester, models, good: str) -> None:
    (models / "net.txt").write_text(good)
    (models / "broken.pb").write_bytes(b"\x08")
    result = pytester.runpytest("--shapewright", "models/net.txt", "models/broken.pb")
    result.assert_outcomes(passed=1, failed=1)
    pytester.makepyfile(test_code="def test_code(): pass")
    pytester.runpytest("--shapewright", "test_code.py", "models/good.onnxtxt").assert_outcomes(passed=2)


def test_models_are_selected_by_marker_and_by_ini_file(pytester: pytest.Pytester, models) -> None:
    pytester.makepyfile(test_code="def test_code(): pass")
    pytester.makeini("[pytest]\nshapewright = true\naddopts = --strict-markers\n")
    pytester.runpytest().assert_outcomes(passed=2, failed=1)
    pytester.runpytest("-m", "shapewright").assert_outcomes(passed=1, failed=1, deselected=1)
    pytester.runpytest("-m", "not shapewright").assert_outcomes(passed=1, deselected=2)


def test_a_model_that_disappears_is_a_failure(pytester: pytest.Pytester, models) -> None:
    pytester.makeconftest(
        "import os\ndef pytest_collection_finish(session):\n    os.remove(session.config.rootpath / 'models/good.onnxtxt')\n"
    )
    result = pytester.runpytest("--shapewright", "models/good.onnxtxt")
    result.assert_outcomes(failed=1)
    result.stdout.fnmatch_lines(["*good.onnxtxt*"])
    result.stdout.no_fnmatch_line("*Traceback*")


def test_other_runs_do_not_load_the_module(pytester: pytest.Pytester, models) -> None:
    pytester.makepyfile(
        """
        import sys

        def test_it():
            loaded = [name for name in sys.modules if name.partition(".")[0] == "shapewright"]
            assert loaded == [] and "pytest_shapewright._items" not in sys.modules
        """
    )
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider"], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout
    assert "1 passed" in done.stdout


CONTRACTS = '''
    GOOD = """<ir_version: 9, opset_import: ["" : 18]>
    g (float[N,3] x) => (float[M,3] y) {
      y = Concat <axis = 0> (x, x)
    }"""

    def test_contract(shapewright):
        report = shapewright.expect(GOOD, {"y": ("2*N", 3)})
        assert report.ok
        shapewright.expect(GOOD, {"y": (8, 3)}, bind={"N": 4})

    def test_broken_contract(shapewright):
        shapewright.expect(GOOD, {"y": ("N", 3)})

    def test_model(shapewright):
        shapewright.check(GOOD.replace("Concat", "Conkat"))
'''


def test_contracts(pytester: pytest.Pytester) -> None:
    pytester.makepyfile(CONTRACTS)
    result = pytester.runpytest()
    result.assert_outcomes(passed=1, failed=2)
    result.stdout.fnmatch_lines([
        '>*shapewright.expect(GOOD, {"y": ("N", 3)})',
        "E*Failed: error[[]SH220[]]: `y` is only known to be f32[[]2[*]N,3[]], which does not prove the contract ?[[]N,3[]]",
        "E*--> <text>:3:*",
        '>*shapewright.check(GOOD.replace("Concat", "Conkat"))',
        "E*error[[]OP100[]]*Conkat*",
    ])  # fmt: skip


FAULTY = '''
    import shapewright as module

    MODEL = """<ir_version: 9, opset_import: ["" : 18]>
    g (float[N,3] x) => (y) { y = Relu (x) }"""

    def test_missing(shapewright):
        shapewright.check("no-such-model.onnx")

    def test_option(shapewright):
        shapewright.expect(MODEL, {"y": ("N", 3)}, select="no-such-rule")

    def test_snapshot(shapewright):
        shapewright.snapshot(MODEL, bind={"K": 1})

    def test_twice(shapewright):
        assert shapewright.check(MODEL, ignore="GR114", min_level="note", bind={"N": 1}, config=True).ok
        try:
            shapewright.check("no-such-model.onnx")
        except module.FileError as error:
            assert error.filename == "no-such-model.onnx"
'''


def test_a_failure_shows_the_line_of_the_test(pytester: pytest.Pytester) -> None:
    """Options are those of the module, and its own lines are not in the traceback of what it raises."""
    pytester.makepyfile(test_faulty=FAULTY)
    result = pytester.runpytest("--tb=long")
    result.assert_outcomes(passed=1, failed=3)
    result.stdout.fnmatch_lines([
        '>*shapewright.check("no-such-model.onnx")', "E*FileError*",
        '>*select="no-such-rule")', "E*ValueError: unknown rule, prefix, or category `no-such-rule`*",
        '>*bind={"K": 1})', "E*ModelError: `bind` names `K`, but the model has no such symbol; it has `N`",
    ])  # fmt: skip
    shown = [line for line in result.outlines if re.match(r"\S+\.py:\d+: ", line)]
    assert len(shown) == 3 and all(line.startswith("test_faulty.py:") for line in shown), shown


REPORTED = '''
    from pytest_shapewright import Models

    WARNED = """<ir_version: 9, opset_import: ["" : 18]>
    g (float[N,3] x) => (y) { y = Neg (x) }"""

    def test_typo(shapewright: Models):
        shapewright.check(WARNED, bind={"Q": 3}, ignore="GR114")

    def test_contract(shapewright: Models):
        shapewright.expect(WARNED, {"y": ("N", 3)}, ignore="GR114", bind={"Q": 3})

    def test_error(shapewright: Models):
        shapewright.check(WARNED.replace("Neg", "Nog"), ignore="GR114")
'''


def test_findings_of_the_fixture_are_shown_once(pytester: pytest.Pytester) -> None:
    """Those that do not fail the test are warnings at its line."""
    pytester.makepyfile(test_reported=REPORTED)
    result = pytester.runpytest("-W", "default")
    result.assert_outcomes(passed=2, failed=1, warnings=2)
    for line in (7, 10):
        result.stdout.fnmatch_lines([f"*test_reported.py:{line}: ShapewrightWarning: warning[[]FM060[]]: *`Q`*"])
    result.stdout.fnmatch_lines(["FAILED *test_error - Failed: error[[]OP100[]]*"])
    assert sum(line.startswith("E") and "error[OP100]" in line for line in result.outlines) == 1
    assert pytester.runpytest("-W", "error", "-k", "typo").ret == pytest.ExitCode.TESTS_FAILED


SNAPSHOTS = '''
    import pytest

    MODEL = """<ir_version: 9, opset_import: ["" : 18]>
    g (float[N,3] x) => (y) { y = Concat <axis = 0> (x, x) }"""

    @pytest.mark.parametrize("size", [1, 2])
    def test_sizes(shapewright, size):
        shapewright.snapshot(MODEL, bind={"N": size})

    class TestExport:
        def test_two(self, shapewright):
            shapewright.snapshot(MODEL)
            shapewright.snapshot(MODEL.replace("Concat", "Max").replace("<axis = 0>", ""))
            shapewright.snapshot(MODEL, "named")
'''


def test_snapshots(pytester: pytest.Pytester) -> None:
    path = pytester.makepyfile(test_net=SNAPSHOTS)
    missing = pytester.runpytest()
    missing.assert_outcomes(failed=3)
    missing.stdout.fnmatch_lines(["E*no snapshot snapshots/test_net/test_sizes*1*.txt; run pytest with --snapshot-update*"])
    assert not (pytester.path / "snapshots").exists(), "only --snapshot-update writes"

    pytester.runpytest("--snapshot-update").assert_outcomes(passed=3)
    written = {file.name: file.read_text() for file in (pytester.path / "snapshots" / "test_net").iterdir()}
    assert sorted(written) == [
        "TestExport.test_two.2.txt", "TestExport.test_two.txt", "named.txt", "test_sizes[1].txt", "test_sizes[2].txt",
    ]  # fmt: skip
    assert "f32[4,3]" in written["test_sizes[2].txt"]
    pytester.runpytest().assert_outcomes(passed=3)

    path.write_text(path.read_text().replace("axis = 0", "axis = 1"))
    changed = pytester.runpytest()
    changed.assert_outcomes(failed=3)
    changed.stdout.fnmatch_lines(["E*-*y f32[[]2,3[]]", "E*+*y f32[[]1,6[]]"])
    assert (pytester.path / "snapshots" / "test_net" / "named.txt").read_text() == written["named.txt"]


def test_two_tests_have_no_snapshot_in_common(pytester: pytest.Pytester) -> None:
    pytester.makepyfile(
        """
        MODEL = '<ir_version: 9, opset_import: ["" : 18]> g (float[N] x) => (y) { y = Abs (x) }'
        def test_one(shapewright): shapewright.snapshot(MODEL, "same")
        def test_two(shapewright): shapewright.snapshot(MODEL, "same")
        """
    )
    result = pytester.runpytest("--snapshot-update")
    result.assert_outcomes(passed=1, failed=1)
    result.stdout.fnmatch_lines(["E*test_one has a snapshot same.txt, too; pass another `name`*"])


def test_parameters_may_be_paths(pytester: pytest.Pytester) -> None:
    pytester.mkdir("sub")
    (pytester.path / "sub" / "test_net.py").write_text(
        """
import pytest
MODEL = '<ir_version: 9, opset_import: ["" : 18]> g (float[N] x) => (y) { y = Abs (x) }'
@pytest.mark.parametrize("path", ["m/net.onnxtxt", "q/net.onnxtxt", "a::b/c"])
def test_one(shapewright, path): shapewright.snapshot(MODEL)
"""
    )
    pytester.runpytest("--snapshot-update").assert_outcomes(passed=3)
    pytester.runpytest().assert_outcomes(passed=3)
    folder = pytester.path / "sub" / "snapshots"
    assert sorted(file.relative_to(folder).as_posix() for file in folder.rglob("*.txt")) == [
        "test_net/test_one[a.b_c].txt", "test_net/test_one[m_net.onnxtxt].txt", "test_net/test_one[q_net.onnxtxt].txt",
    ]  # fmt: skip


OTHER = """
    def pytest_addoption(parser):
        group = parser.getgroup("other")
        group.addoption("--snapshot-update", action="store_true", dest="update_others", help="other snapshots")
"""


@pytest.mark.parametrize("how", ["plugin", "conftest"])
def test_the_option_of_another_plugin_updates_snapshots(pytester: pytest.Pytester, how: str) -> None:
    """Plugins for snapshots have an option of this name; both may be installed."""
    if how == "plugin":
        pytester.makepyfile(other_plugin=OTHER)
        arguments = ["-p", "other_plugin"]
    else:
        pytester.makeconftest(OTHER)
        arguments = []
    pytester.makepyfile(test_net=SNAPSHOTS)
    pytester.runpytest_subprocess(*arguments, "--snapshot-update").assert_outcomes(passed=3)
    pytester.runpytest_subprocess(*arguments).assert_outcomes(passed=3)
    assert "--snapshot-update" in pytester.runpytest_subprocess("--help", *arguments).stdout.str()


def test_the_example_in_the_guide(pytester: pytest.Pytester, testdata) -> None:
    guide = (testdata.parent / "docs" / "python.md").read_text(encoding="utf-8")
    [example] = re.findall(r"^```python\n(def test_.*?)^```$", guide, re.M | re.S)
    shutil.copytree(testdata.parent / "tests" / "readme", pytester.path / "tests" / "readme")
    pytester.makepyfile(test_models=example)
    pytester.runpytest("--snapshot-update").assert_outcomes(passed=1)
    pytester.runpytest("test_models.py").assert_outcomes(passed=1)
