"""`infer`, facts, and dimensions."""

from __future__ import annotations

import json
import pathlib
import pickle
import traceback
from collections.abc import Callable

import pytest
import shapewright
from shapewright import Dim, infer
from shapewright._shapewright import one_line


def test_facts_are_found_by_name(good: str) -> None:
    facts = infer(good)
    assert list(facts) == ["x", "twice", "y"] or set(facts) == {"x", "twice", "y"}
    assert (facts.inputs, facts.outputs, len(facts)) == (("x",), ("y",), 3)
    assert facts["y"].shape == ("2*N", 3)
    assert facts["y"].shape == (2 * Dim("N"), 3)
    assert (facts["y"].rank, facts["y"].is_static, facts["y"].element_type) == (2, False, "f32")
    assert "y" in facts and "z" not in facts


def test_a_missing_name_gets_a_suggestion(good: str) -> None:
    with pytest.raises(KeyError, match="no value `twce`.*did you mean `twice`"):
        infer(good)["twce"]
    with pytest.raises(KeyError):
        infer(good).why("nothing")


def test_a_missing_name_is_found_missing_without_a_suggestion(good: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The search for it takes longer than everything else, and most callers do not read it."""
    searched = []
    monkeypatch.setattr("difflib.get_close_matches", lambda name, names, number: searched.append(name) or [])
    facts, graph = infer(good), shapewright.load(good).graph
    copy = pickle.loads(pickle.dumps(facts))
    for known in (facts, copy):
        assert "z" not in known and 3 not in known and known.get("z") is None and known.get("z", 1) == 1
        assert "twice" in known
    errors = []
    for call in (facts.__getitem__, copy.__getitem__, facts.why, graph.value, graph.node):
        with pytest.raises(KeyError) as caught:
            call("z")
        errors.append(caught.value)
    assert not searched
    for error in errors:
        assert "no " in str(error) and len(error.args) == 1 and str(error) == str(KeyError(*error.args))
    assert searched == ["z"] * len(errors), "each suggestion is searched once"


def test_the_error_about_a_missing_name_is_pickled(good: str) -> None:
    graph = shapewright.load(good).graph
    for call, expected in [(infer(good).__getitem__, "did you mean `twice`?"), (graph.value, "did you mean `twice`?")]:
        with pytest.raises(KeyError) as caught:
            call("twce")
        copy = pickle.loads(pickle.dumps(caught.value))
        assert type(copy) is KeyError and copy.args == caught.value.args and expected in copy.args[0]
        assert repr(copy) == repr(caught.value) and str(copy) == str(caught.value) and type(caught.value).__name__ == "KeyError"
        assert "\nKeyError: " in "".join(traceback.format_exception(caught.value))
        caught.value.args = ("another",)
        assert str(caught.value) == "'another'"


def test_a_missing_name_of_a_graph_that_was_removed_has_a_message() -> None:
    text = '''<ir_version: 9, opset_import: ["" : 18]> g (bool c, float[3] x) => (y) {
        y = If (c) <then_branch = t () => (a) { a = Abs (x) }, else_branch = e () => (b) { b = Neg (x) }> }'''
    [choice] = shapewright.load(text).graph.nodes
    body = choice.bodies[0]
    with pytest.raises(KeyError) as caught:
        body.value("q")
    choice.replace("Identity", [choice.graph.inputs[1]])
    assert str(caught.value).startswith("'no value `q` in graph `main/")


def test_symbols_are_bound(good: str) -> None:
    assert infer(good, bind={"N": 4})["y"].shape == (8, 3)
    [rows, _] = infer(good, bind={"N": "1..8"})["y"].shape or ()
    assert isinstance(rows, Dim) and rows.bounds == (2, 16)
    assert infer(good, bind={"N": Dim("K") + 1})["y"].shape == ("2*K+2", 3)
    assert infer(good, input_shapes={"x": (5, 3)})["y"].shape == (10, 3)
    assert infer(good, input_shapes={"x": "f32[K,3]"})["y"].shape == ("2*K", 3)
    with pytest.raises(ValueError, match=r"`bind\['N'\]` is -1, which is not a size; expected an integer from 0, a name"):
        infer(good, bind={"N": -1})
    with pytest.raises(TypeError, match=r"`bind\['N'\]` is float; expected an integer"):
        infer(good, bind={"N": 1.5})  # type: ignore[dict-item]


FIXED = '<ir_version: 9, opset_import: ["" : 18]> g (float[1,3] x) => (y) { y = Relu (x) }'


@pytest.mark.parametrize("call", [infer, shapewright.inspect, shapewright.snapshot, lambda m, **kw: shapewright.diff(m, m, **kw)])
def test_options_that_do_not_fit_are_refused(call: Callable[..., object], good: str) -> None:
    with pytest.raises(ValueError, match=r"`input_shapes` sets `x` to f32\[8,3\], but the file declares f32\[1,3\]"):
        call(FIXED, input_shapes={"x": (8, 3)})
    with pytest.raises(ValueError, match="but the file declares"):
        call(FIXED, input_shapes={"x": (1, 3, 1)})
    with pytest.raises(ValueError, match="`input_shapes` names `X`, but"):
        call(FIXED, input_shapes={"X": (1, 3)})
    with pytest.raises(ValueError, match="`bind` names `B`, but"):
        call(good, bind={"B": 3})
    call(good, bind={"N": 3}, input_shapes={"x": (3, 3)})
    call(FIXED, input_shapes={"x": "f32[1,3]"})


def test_names_that_do_not_fit_are_listed(good: str) -> None:
    with pytest.raises(ValueError, match="no such input; name one of the inputs `x`"):
        infer(FIXED, input_shapes={"X": (1, 3)})
    with pytest.raises(ValueError, match="no such symbol; it has `M`, `N`"):
        infer(good, bind={"B": 3})
    with pytest.raises(ValueError, match="no such symbol; it has none") as caught:
        infer(FIXED, bind={"B": 3})
    for error in (caught.value, pickle.loads(pickle.dumps(caught.value))):
        assert isinstance(error, shapewright.ModelError) and type(error).__name__ == "ModelError"


@pytest.mark.parametrize("call", [
    lambda m: shapewright.specialize(m, bind={"B": 1}), lambda m: shapewright.infer_shapes(m, bind={"B": 1}),
    lambda m: shapewright.specialize(m, input_shapes={"B": (1, 3)}), lambda m: shapewright.extract(m, outputs="B"),
    lambda m: shapewright.evaluate(m, outputs="B"), lambda m: shapewright.evaluate(m, {"B": 1}),
    lambda m: shapewright.inspect(m, bind={"B": 1}), lambda m: shapewright.snapshot(m, input_shapes={"B": (1, 3)}),
])  # fmt: skip
def test_an_unknown_name_is_an_error_with_those_that_there_are(call: Callable[..., object], good: str) -> None:
    with pytest.raises(shapewright.ModelError, match="`B`.*`(x|N)`"):
        call(good)


def test_an_unknown_name_of_two_models(good: str) -> None:
    with pytest.raises(shapewright.ModelError, match="`bind` names `B`, but neither model has such a symbol"):
        shapewright.diff(good, FIXED, bind={"B": 1})
    with pytest.raises(shapewright.ModelError, match="`input_shapes` names `z`, but neither model has such an input"):
        shapewright.diff(good, FIXED, input_shapes={"z": (1,)})


def test_a_symbol_of_one_of_two_models_can_be_bound(good: str) -> None:
    assert len(shapewright.diff(good, FIXED, bind={"N": 1})) > 0


@pytest.mark.parametrize(
    ("text", "shown", "size"),
    [
        ("2*N", "2*N", 8),
        ("N*2", "2*N", 8),
        ("2 * N + 1", "2*N+1", 9),
        ("N-5+2*(N+1)", "3*N-3", 9),
        ("floor((N-1)/2)+1", "floor((N-1)/2)+1", 2),
        ("(N-1)//2", "floor((N-1)/2)", 1),
        ("mod(N,3)", "mod(N,3)", 1),
        ("N % 3", "mod(N,3)", 1),
        ("min(N,8)*max(N,2)", None, 16),
        ("(batch size)*2", None, None),
    ],
)
def test_expressions_are_read(text: str, shown: str | None, size: int | None) -> None:
    dim = Dim(text)
    assert str(dim) == (shown or str(dim)) and Dim(str(dim)) == dim
    if size is None:
        assert dim.symbols == ("batch size",)
    else:
        assert (dim.symbols, dim.subs({"N": 4})) == (("N",), size)


def test_text_with_operators_is_an_expression() -> None:
    assert Dim("2*N") == 2 * Dim("N") and hash(Dim("2*N")) == hash(2 * Dim("N"))
    assert Dim("batch size").symbols == ("batch size",)
    for text in ("3*", "*N", "N+", "min(N", "a b*2", "N)", "f(N)", "(" * 10000 + "N", "1-3"):
        with pytest.raises(ValueError, match="is not an expression|not a size"):
            Dim(text)


def test_a_dim_may_be_a_size() -> None:
    assert Dim("3") == 3 and Dim(3) == 3 and hash(Dim(3)) == hash(3) and Dim("3") != 4
    assert Dim("1+2") == Dim(3) and Dim(3) != Dim("N") and not Dim("N") == 3


def test_expectations_may_be_expressions(good: str) -> None:
    for rows in ("N*2", "2 * N", "2*N"):
        assert shapewright.check(good, expect={"y": (rows, 3)}).ok
        assert shapewright.check(good, expect={"y": f"f32[{rows},3]"}).ok
    assert not shapewright.check(good, expect={"y": ("N*3", 3)}).ok


def test_sizes_that_are_not_possible_are_refused() -> None:
    conv = """<ir_version: 9, opset_import: ["" : 18]> g (float[1,1,H,8] x, float[1,1,3,3] w) => (y) {
        y = Conv <strides = [2, 2]> (x, w) }"""
    rows = (infer(conv)["y"].shape or ())[2]
    assert isinstance(rows, Dim) and rows.subs({"H": 7}) == 3
    with pytest.raises(ValueError, match="is not a possible size for H = 2"):
        rows.subs({"H": 2})
    less = Dim("N") - 5
    assert isinstance(less, Dim) and less.subs({"N": 5}) == 0
    with pytest.raises(ValueError, match="`N-5` is not a possible size for N = 2"):
        less.subs({"N": 2})
    quotient = Dim("N") // Dim("M")
    assert isinstance(quotient, Dim)
    with pytest.raises(ValueError, match="not a possible size"):
        quotient.subs({"N": 2, "M": 0})


def test_element_types_are_dtypes() -> None:
    np = pytest.importorskip("numpy")
    ml_dtypes = pytest.importorskip("ml_dtypes")
    head = '<ir_version: 10, opset_import: ["" : 21]>\n'
    types = {"float": "float32", "float16": "float16", "int64": "int64", "bool": "bool", "uint8": "uint8"}
    for written, name in types.items():
        facts = infer(f"{head}g ({written}[2] x) => (y) {{ y = Identity (x) }}")
        assert facts["y"].dtype == np.dtype(name)
    for written, dtype in {"bfloat16": ml_dtypes.bfloat16, "uint4": ml_dtypes.uint4, "float8e5m2": ml_dtypes.float8_e5m2}.items():
        facts = infer(f"{head}g ({written}[2] x) => (y) {{ y = Identity (x) }}")
        assert facts["y"].dtype == np.dtype(dtype)


def test_every_element_type_has_a_dtype_that_exists() -> None:
    np = pytest.importorskip("numpy")
    ml_dtypes = pytest.importorskip("ml_dtypes")
    from shapewright import _arrays

    assert all(np.dtype(name) for name in _arrays.NUMPY.values())
    assert all(hasattr(ml_dtypes, name) for name in _arrays.ML_DTYPES.values())


def test_elements_of_shapes_are_known() -> None:
    text = """<ir_version: 9, opset_import: ["" : 18]>
    g (float[N,3] x) => (s) { s = Shape (x) }"""
    assert infer(text)["s"].elements == ("N", 3)
    assert infer(text)["x"].elements is None


def test_bodies_are_graphs() -> None:
    text = """<ir_version: 9, opset_import: ["" : 18]> g (bool c, float[3] x) => (y) {
        y = If (c) <then_branch = t () => (a) { a = Abs (x) }, else_branch = e () => (b) { b = Concat <axis = 0> (x, x) }>
    }"""
    facts = infer(text)
    assert [(list(graph), graph.path) for graph in facts.graphs.values()] == [
        (["a"], list(facts.graphs)[0]),
        (["b"], list(facts.graphs)[1]),
    ]
    assert list(facts.graphs.values())[1]["b"].shape == (6,)


def test_ir_values_have_the_names_of_layers_and_tensors(testdata: pathlib.Path) -> None:
    facts = infer(testdata / "openvino" / "dynamic.xml")
    assert facts["later"].element_type == "f32" and facts["later"].rank == 4


def test_unknown_facts_have_reasons() -> None:
    text = """<ir_version: 9, opset_import: ["" : 18, "com.example" : 1]>
    g (float[3] x) => (y) { y = com.example.Mystery (x) }"""
    fact = infer(text)["y"]
    assert fact.shape is None and fact.dtype is None and fact.unknown_reason


def test_known_facts_have_no_reasons(good: str) -> None:
    facts = infer(good)
    assert [facts[name].unknown_reason for name in ("x", "y")] == [None, None]


def test_a_reason_names_the_node_once() -> None:
    text = """<ir_version: 9, opset_import: ["" : 18]>
    g (float[N] x, int64[2] s) => (y) { r = Reshape (x, s) y = Abs (r) }"""
    reason = infer(text)["y"].unknown_reason
    assert reason is not None and reason.endswith(", at node #0 (Reshape)")


def test_a_symbol_becomes_another_one() -> None:
    text = """<ir_version: 9, opset_import: ["" : 18]>
    g (float[N,3] x, float[M,3] z) => (y) { y = Add (x, z) }"""
    assert "(float[N,3] x, float[N,3] z) => (float[N,3] y)" in shapewright.infer_shapes(text, bind={"M": "N"})
    with pytest.raises(shapewright.ModelError, match="expected a size, an interval, or another symbol"):
        shapewright.infer_shapes(text, bind={"M": "2*N"})


def test_a_fact_is_explained(good: str) -> None:
    text = infer(good).why("y")
    assert text.startswith("y: f32[2*N,3]") and "twice" in text


def test_errors_are_in_the_report(bad: str) -> None:
    assert [finding.code for finding in infer(bad).report.errors] == ["OP102"]
    with pytest.raises(shapewright.ModelError) as caught:
        infer(b"no model")
    assert caught.value.report is not None and caught.value.report.errors


def test_facts_are_pickled(good: str) -> None:
    facts = infer(good)
    copy = pickle.loads(pickle.dumps(facts))
    assert dict(copy) == dict(facts) and list(copy) == list(facts)
    assert (copy.inputs, copy.outputs, copy.path) == (facts.inputs, facts.outputs, facts.path)
    with pytest.raises(shapewright.ShapewrightError, match="infer the model again"):
        copy.why("y")
    with pytest.raises(KeyError):
        copy["z"]


def test_dimensions_are_computed_with() -> None:
    n, m = Dim("N"), Dim("M")
    assert str(n * m + 1) == "M*N+1"
    assert n - n == 0 and isinstance(n - n, int)
    assert 2 * n == n * 2 == n + n
    assert (2 * n) // 2 == n
    assert (4 * n) % 2 == 0
    assert str(10 - n) and str(n // 3) == "floor(N/3)"
    assert n != m and n != "M" and n == "N" and hash(n) == hash("N")
    assert n.symbols == ("N",) and (n * m).symbols == ("M", "N")
    with pytest.raises(TypeError):
        n + 1.5  # type: ignore[operator]
    with pytest.raises(TypeError):
        n + "M"  # type: ignore[operator]
    with pytest.raises(ZeroDivisionError):
        n // 0


def test_dimensions_have_bounds() -> None:
    assert Dim("1..8").bounds == (1, 8)
    assert Dim("2..").bounds == (2, None)
    assert Dim("?").bounds == (0, None)
    with pytest.raises(ValueError, match="is not a"):
        Dim("-3")


def test_symbols_are_replaced() -> None:
    rows = 2 * Dim("N") + Dim("M")
    assert rows.subs({"N": 3, "M": 1}) == 7
    assert rows.subs({"N": Dim("K")}) == "2*K+M"
    assert rows.subs({Dim("N"): 3, Dim("M"): 1}) == 7
    bounded = rows.subs({"N": "1..4", "M": 0})
    assert isinstance(bounded, Dim) and bounded.bounds == (2, 8)


def test_dimensions_are_formatted() -> None:
    assert f"{2 * Dim('N'):>5}|{Dim('N'):<3}|{Dim('N')}" == "  2*N|N  |N"
    assert f"{Dim(2048):,}" == "2,048"
    with pytest.raises(ValueError):
        f"{Dim('N'):,}"


def test_dimensions_are_expressions_of_sympy() -> None:
    sympy = pytest.importorskip("sympy")
    n, m = (sympy.Symbol(name, integer=True, nonnegative=True) for name in "NM")
    assert (2 * Dim("N") + Dim("M") + 1).to_sympy() == 2 * n + m + 1
    assert (Dim("N") // 3).to_sympy() == sympy.floor(n / 3)
    assert (Dim("N") % 3).to_sympy() == sympy.Mod(n, 3)
    with pytest.raises(ValueError, match="no expression"):
        Dim("1..8").to_sympy()


def test_dimensions_are_pickled() -> None:
    n = Dim("N")
    for dim in [n, 2 * n + 1, n // 3 + n % 5, Dim("1..8"), Dim("2.."), n * Dim("M"), (n + 1).subs({"N": "1..4"})]:
        copy = pickle.loads(pickle.dumps(dim))
        assert (copy, str(copy), copy.bounds) == (dim, str(dim), dim.bounds)
        assert copy.symbols == dim.symbols


def test_facts_are_a_table(good: str) -> None:
    facts = infer(good)
    assert [line.split() for line in str(facts).splitlines()] == [
        ["input", "x", "f32[N,3]"], ["value", "twice", "f32[2*N,3]"], ["output", "y", "f32[2*N,3]"],
    ]  # fmt: skip
    assert json.loads(facts.to_json()) == facts.to_records()
    assert [row["shape"] for row in facts.to_records()] == [["N", 3], ["2*N", 3], ["2*N", 3]]
    hostile = infer(good.replace("twice", '"<b>"'))
    assert "<b>" not in hostile._repr_html_() and "&lt;b&gt;" in hostile._repr_html_()
    assert repr(infer(FIXED)) == "<Facts of graph 'main': 2 values>"


def test_names_do_not_control_the_terminal(good: str) -> None:
    hostile = "\x1b[2J\x9b\u202e\u200b\ufeff\U000e0041\uffff\U0010ffff"
    shown = r"\u{1b}[2J\u{9b}\u{202e}\u{200b}\u{feff}\u{e0041}\u{ffff}\u{10ffff}"
    text = good.replace("twice", f'"twice{hostile}"').replace("Abs", "Relo")
    facts = infer(text)
    assert f"twice{hostile}" in facts
    table = str(facts).splitlines()
    assert table[1].split()[1] == f"twice{shown}"
    assert len({line.index("f32") for line in table[:2]}) == 1, "columns are those of what is shown"
    assert f"`twice{shown}`" in facts.why(f"twice{hostile}")
    assert str(facts[f"twice{hostile}"]) == f"twice{shown}: f32[2*N,3]"
    assert str(infer(good.replace("twice", '"größe 層 🙂 é"'))).splitlines()[1].split()[1:4] == ["größe", "層", "🙂"]
    with pytest.raises(shapewright.ModelError) as caught:
        shapewright.evaluate(text, outputs="z")
    finding = shapewright.check(FIXED.replace("(y)", f'("{hostile}")').replace("{ y", f'{{ "{hostile}"')).findings[0]
    assert hostile in finding.message and shown in str(finding)
    assert hostile not in str(caught.value) and shown in str(caught.value)


def test_characters_are_escaped_as_in_reports() -> None:
    every = [chr(code) for code in range(1, 0x110000) if not 0xD800 <= code <= 0xDFFF]
    # What cannot be in a name of the text form is not in question.
    chosen = [c for c in every if c not in '"\\\n\r\t' and (ord(c) < 0x3200 or not c.isprintable() or c in "\ufffd\ufe0f")]
    name = "".join(chosen)
    graph = '<ir_version: 9, opset_import: ["" : 18]> g (float[3] "%s") => (y) { y = Abs ("%s") }' % (name, name)
    assert f"input       {one_line(name)}  f32[3]" in str(shapewright.inspect(graph))
    assert one_line("a\tb\nc\rd") == r"a\tb\nc\rd"


def test_reports_are_sequences(bad: str) -> None:
    report = shapewright.check(bad)
    assert report[0] == report.findings[0] and report[:1] == report.findings[:1] and report[-1].code == "OP102"
    assert repr(report) == "<Report '<text>': 1 error>"
