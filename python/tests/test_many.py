"""`check_many`, and the manners of long calls: threads, processes, Ctrl-C."""

from __future__ import annotations

import io
import gc
import logging
import pathlib
import pickle
import re
import subprocess
import sys
import threading

import pytest
import shapewright
from shapewright import check, check_many


def large(nodes: int = 20_000) -> str:
    """A model that takes long enough to check that other threads run meanwhile."""
    chain = "\n".join(f"v{i + 1} = Abs (v{i})" for i in range(nodes))
    return f'<ir_version: 9, opset_import: ["" : 18]>\ng (float[N] v0) => (float[N] v{nodes}) {{\n{chain}\n}}'


@pytest.mark.parametrize("workers", [None, 1, 8])
def test_reports_are_those_of_check_in_the_order_of_the_models(testdata: pathlib.Path, workers: int | None) -> None:
    paths = sorted((testdata / "onnx").glob("*.onnx")) * 8
    found = [(path, str(report)) for path, report in check_many(paths, workers=workers, min_level="note")]
    assert found == [(path, str(check(path, min_level="note"))) for path in paths]


def test_models_are_taken_as_they_are_needed(good: str) -> None:
    taken = 0

    def models():
        nonlocal taken
        for _ in range(1000):
            taken += 1
            yield good

    reports = check_many(models(), workers=2)
    for _ in range(3):
        next(reports)
    assert taken < 20
    before = threading.active_count()
    reports.close()  # type: ignore[attr-defined]
    gc.collect()
    assert taken < 20 and threading.active_count() <= before


def test_a_file_that_cannot_be_read(good: str, bad: str, tmp_path: pathlib.Path) -> None:
    models = [good, tmp_path / "missing.onnx", bad]
    reports = check_many(models)
    assert next(reports)[1].ok
    with pytest.raises(shapewright.FileError, match="missing"):
        next(reports)
    first, second, third = check_many(models, errors="yield")
    assert isinstance(second[1], shapewright.FileError) and second[1].filename == str(models[1])
    assert first[1].ok and not third[1].ok  # type: ignore[union-attr]
    with pytest.raises(TypeError, match="expected a path"):
        list(check_many([3], errors="yield"))  # type: ignore[list-item]


def test_urls_that_cannot_be_read_do_not_end_the_iteration(good: str, monkeypatch: pytest.MonkeyPatch) -> None:
    fsspec = pytest.importorskip("fsspec")
    monkeypatch.setitem(sys.modules, "s3fs", None)
    urls = ["s3://bucket/key", "foo://x", "memory://nope", good]
    s3, foo, memory, last = [result for _, result in check_many(urls, errors="yield")]
    for result, message in [(s3, "cannot read `s3://bucket/key`: .*s3fs"), (foo, "cannot read `foo://x`: Protocol not known")]:
        assert isinstance(result, shapewright.FileError) and re.search(message, str(result))
    assert isinstance(memory, FileNotFoundError) and memory.errno == 2
    assert last.ok  # type: ignore[union-attr]

    class Broken(fsspec.AbstractFileSystem):  # type: ignore[misc]
        def size(self, path: str) -> int:
            raise RuntimeError("no credentials")

    fsspec.register_implementation("broken", Broken, clobber=True)
    with pytest.raises(shapewright.FileError, match="cannot read `broken://m.onnx`: no credentials"):
        check("broken://m.onnx")


def test_arguments_are_checked_before_the_first_model(tmp_path: pathlib.Path) -> None:
    for wrong in [{"errors": "skip"}, {"workers": 0}, {"min_level": "high"}, {"bind": {"N": -1}}]:
        with pytest.raises(ValueError, match="expected"):
            check_many(["no file"], **wrong)  # type: ignore[call-overload]
    with pytest.raises(ValueError, match="XX999"):
        check_many(["no file"], select="XX999")
    (tmp_path / "wrong.toml").write_text("[lint]\nselect = 3\n")
    with pytest.raises(ValueError, match="wrong.toml"):
        check_many(["no file"], config=tmp_path / "wrong.toml")


def test_a_folder_is_not_taken_for_models(tmp_path: pathlib.Path) -> None:
    for folder in [tmp_path, str(tmp_path)]:
        with pytest.raises(TypeError, match=r"expected an iterable of models; for a folder, pass pathlib.Path\(.*\).rglob"):
            check_many(folder)  # type: ignore[call-overload]
    with pytest.raises(TypeError, match="models is one str; expected an iterable of models$"):
        check_many("model.onnx")


def test_one_model_is_not_several(good: str) -> None:
    data = good.encode()
    for one in [bytearray(data), memoryview(data), io.BytesIO(data)]:
        with pytest.raises(TypeError, match=rf"models is one {type(one).__name__}; expected an iterable of models, such as \[model\]"):
            check_many(one)
    for what in [None, 3, shapewright.load(good)]:
        with pytest.raises(TypeError, match=f"models is {type(what).__name__}; expected an iterable of models"):
            check_many(what)  # type: ignore[call-overload]
    for models in [[good], (good,), {good: 1}, iter([good])]:
        assert len(list(check_many(models))) == 1


def test_one_proto_is_not_several() -> None:
    onnx = pytest.importorskip("onnx")
    with pytest.raises(TypeError, match="models is ModelProto; expected an iterable of models, such as"):
        check_many(onnx.ModelProto())


def test_progress_with_tqdm(good: str, capsys: pytest.CaptureFixture[str]) -> None:
    pytest.importorskip("tqdm")
    assert len(list(check_many([good] * 7, progress=True))) == 7
    assert "7/7" in capsys.readouterr().err
    assert len(list(check_many([good] * 7))) == 7
    assert capsys.readouterr().err == ""


def test_progress_is_complete_if_a_directory_is_skipped(
    good: str, tmp_path: pathlib.Path, capsys: pytest.CaptureFixture[str]
) -> None:
    pytest.importorskip("tqdm")
    assert len(list(check_many([good] * 3 + [tmp_path], progress=True))) == 3
    assert "3/3" in capsys.readouterr().err


def test_progress_without_tqdm(good: str, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("tqdm", "tqdm.auto"):
        monkeypatch.setitem(sys.modules, name, None)
    with caplog.at_level(logging.INFO, logger="shapewright"):
        assert len(list(check_many([good] * 120, progress=True))) == 120
        assert len(list(check_many(iter([good] * 120), progress=True))) == 120
    assert [record.getMessage() for record in caplog.records] == [
        "checked 100 of 120 models", "checked 120 of 120 models", "checked 100 models",
    ]  # fmt: skip


def test_a_warning_about_the_settings_is_logged_once(good: str, caplog: pytest.LogCaptureFixture, tmp_path) -> None:
    (tmp_path / "shapewright.toml").write_text('[lint]\nignore = ["OP102"]\n')
    for number in range(5):
        (tmp_path / f"{number}.onnxtxt").write_text(good)
    paths = sorted(tmp_path.glob("*.onnxtxt"))
    alone = check(paths[0], config=True)
    assert alone.ok
    caplog.clear()
    one, many = [], []
    with caplog.at_level(logging.WARNING, logger="shapewright"):
        check(paths[0], config=True)
        one = [record.getMessage() for record in caplog.records]
        caplog.clear()
        list(check_many(paths, config=True))
        many = [record.getMessage() for record in caplog.records]
    assert many == one


def test_the_interpreter_lock_is_released() -> None:
    """Within an interval of 100 s, a thread takes the lock only when another releases it."""
    model, inside, other_ran, stop = large(), False, False, False

    def other() -> None:
        nonlocal other_ran
        while not stop:
            other_ran = other_ran or inside
            threading.Event().wait(0.001)

    before = sys.getswitchinterval()
    thread = threading.Thread(target=other)
    thread.start()
    try:
        sys.setswitchinterval(100)
        inside = True
        check(model)
        inside = False
    finally:
        sys.setswitchinterval(before)
        stop = True
        thread.join()
    assert other_ran


@pytest.mark.skipif(sys.platform == "win32", reason="signals are sent otherwise")
@pytest.mark.parametrize("call", ["list(shapewright.check_many([text] * 10_000))", "shapewright.infer(text)"])
def test_ctrl_c_interrupts(call: str) -> None:
    code = (
        # The modules that the call imports: while Python imports one, it may ignore the interrupt.
        "import concurrent.futures.thread, signal, sys, shapewright\n"
        # A process that runs in the background may have inherited that it ignores the signal.
        "signal.signal(signal.SIGINT, signal.default_int_handler)\n"
        f"text = sys.stdin.read()\nprint('go', flush=True)\nwhile True: {call}"
    )
    # A test that fails leaves neither a process nor open files to others.
    with subprocess.Popen(
        [sys.executable, "-c", code], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as process:
        assert process.stdin and process.stdout and process.stderr
        try:
            process.stdin.write(large())
            process.stdin.close()
            assert process.stdout.readline() == "go\n"
            process.send_signal(2)
            process.wait(timeout=60)
        finally:
            process.kill()
        assert "KeyboardInterrupt" in process.stderr.read()


def test_results_pass_between_processes(good: str, bad: str) -> None:
    code = (
        "import concurrent.futures, multiprocessing, sys, shapewright\n"
        "if __name__ == '__main__':\n"
        "    list(shapewright.check_many([sys.argv[1]] * 8, workers=4))\n"
        "    for method in multiprocessing.get_all_start_methods():\n"
        "        context = multiprocessing.get_context(method)\n"
        "        with concurrent.futures.ProcessPoolExecutor(2, mp_context=context) as pool:\n"
        "            reports = list(pool.map(shapewright.check, sys.argv[1:] * 3))\n"
        "            facts = list(pool.map(shapewright.infer, sys.argv[1:2] * 2))\n"
        "        assert [report.ok for report in reports] == [True, False] * 3, method\n"
        "        assert all(fact['y'].shape == ('2*N', 3) for fact in facts), method\n"
        "    print('done')\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", code, good, bad], capture_output=True, text=True, check=False, timeout=120
    )
    assert (done.returncode, done.stdout) == (0, "done\n"), done.stderr


def test_all_results_are_pickled(good: str, bad: str) -> None:
    results = [
        check(bad), shapewright.fix(bad), shapewright.diff(good, bad), shapewright.infer(good)["y"],
        shapewright.op("Abs", 18, "f32[N]"), next(check_many([bad])), shapewright.inspect(good), shapewright.rules(),
        shapewright.infer(good), shapewright.load(good), shapewright.fix(shapewright.load(good)),
    ]  # fmt: skip
    for result in results:
        copy = pickle.loads(pickle.dumps(result))
        assert repr(copy) == repr(result)


def test_results_are_equal_after_they_were_pickled(good: str, bad: str) -> None:
    results = [check(bad), shapewright.op("Abs", 18, "f32[N]"), shapewright.infer(good), shapewright.diff(good, bad)]
    for result in results:
        copy = pickle.loads(pickle.dumps(result))
        assert copy == result
    assert check(bad) != check(good) and shapewright.op("Abs", 18, "f32[N]") != shapewright.op("Abs", 18, "f32[M]")
    assert len({check(bad), check(bad), check(good)}) == 2


def test_parts_of_a_live_model_are_not_pickled(good: str) -> None:
    model = shapewright.load(good)
    node = model.graph.nodes[0]
    for part in [node, node.output, model.graph, model.graph.nodes, node.attributes, node.output.uses]:
        with pytest.raises(TypeError, match="a (Node|Value|Graph) refers to a model, and is not pickled; pickle the Model"):
            pickle.dumps(part)


def test_an_operator_is_evaluated_after_it_was_pickled() -> None:
    np = pytest.importorskip("numpy")
    result = shapewright.op("ReduceMin", 18, np.array([[4, 1], [2, 3]], np.float32), np.array([1]), keepdims=0)
    copy = pickle.loads(pickle.dumps(result))
    assert copy.outputs == result.outputs and (copy.evaluate()[0] == [1, 2]).all()
