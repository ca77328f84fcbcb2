"""Models that are read in ranges: what is fetched of them, and servers that misbehave."""

from __future__ import annotations

import http.server
import io
import pathlib
import re
import threading

import pytest
import shapewright
from shapewright import check, infer, inspect

np = pytest.importorskip("numpy")
onnx = pytest.importorskip("onnx")

MIB = 1 << 20


def varint(value: int) -> bytes:
    out = bytearray()
    while value >= 0x80:
        out.append(value & 0x7F | 0x80)
        value >>= 7
    return bytes([*out, value])


def record(field: int, *parts: bytes) -> bytes:
    return varint(field << 3 | 2) + varint(sum(map(len, parts))) + b"".join(parts)


def network(layers: int, width: int, bias: bool = True):
    """Layers of `width` times `width` weights, the target of a Reshape among small constants, and a name at the end."""
    nodes, constants, last = [], [], "x"
    for number in range(layers):
        weight = np.full((width, width), number, np.float32)
        constants.append(onnx.numpy_helper.from_array(weight, f"w{number}"))
        nodes.append(onnx.helper.make_node("MatMul", [last, f"w{number}"], [f"m{number}"], name=f"matmul{number}"))
        last = f"m{number}"
        if bias:
            constants.append(onnx.numpy_helper.from_array(np.zeros(width, np.float32), f"b{number}"))
            nodes.append(onnx.helper.make_node("Add", [last, f"b{number}"], [f"a{number}"]))
            last = f"a{number}"
    constants.append(onnx.numpy_helper.from_array(np.array([-1, 2, width // 2]), "target"))
    nodes.append(onnx.helper.make_node("Reshape", [last, "target"], ["y"]))
    x = onnx.helper.make_tensor_value_info("x", onnx.TensorProto.FLOAT, ["N", width])
    y = onnx.helper.make_tensor_value_info("y", onnx.TensorProto.FLOAT, ["N", 2, width // 2])
    graph = onnx.helper.make_graph(nodes, "g", [x], [y], constants)
    return onnx.helper.make_model(graph, opset_imports=[onnx.helper.make_opsetid("", 18)], ir_version=9)


class Sparse:
    """A file whose zeros take no memory."""

    def __init__(self, *parts: bytes | int) -> None:
        self.parts, self.size = [], 0
        for part in parts:
            self.parts.append((self.size, part))
            self.size += part if isinstance(part, int) else len(part)

    def __getitem__(self, wanted: slice) -> bytes:
        start, end = wanted.start or 0, self.size if wanted.stop is None else min(wanted.stop, self.size)
        out = bytearray(end - start)
        for at, part in self.parts:
            if isinstance(part, bytes):
                low, high = max(at, start), min(at + len(part), end)
                if low < high:
                    out[low - start : high - start] = part[low - at : high - at]
        return bytes(out)

    def __len__(self) -> int:
        return self.size


def sparse_network(weights: int, elements: int) -> Sparse:
    """Models with `weights` constants of `elements` numbers, which are added to the input one after another."""
    dims = record(1, varint(elements))
    value_type = record(2, record(1, b"\x08\x01", record(2, record(1, record(2, b"N")), record(1, b"\x08", varint(elements)))))
    heads, nodes = [], b""
    for number in range(weights):
        fields = dims + b"\x10\x01" + record(8, f"w{number}".encode())
        raw = varint(9 << 3 | 2) + varint(4 * elements)
        length = len(fields) + len(raw) + 4 * elements
        heads.append(varint(5 << 3 | 2) + varint(length) + fields + raw)
        name = f"s{number}" if number < weights - 1 else "y"
        inputs = record(1, f"s{number - 1}".encode() if number else b"x") + record(1, f"w{number}".encode())
        nodes += record(1, inputs, record(2, name.encode()), record(4, b"Add"))
    start = nodes + record(2, b"g")
    end = record(11, record(1, b"x"), value_type) + record(12, record(1, b"y"), value_type)
    size = len(start) + sum(len(head) + 4 * elements for head in heads) + len(end)
    opsets = record(8, b"\x10\x12")
    body = [part for head in heads for part in (head, 4 * elements)]
    return Sparse(b"\x08\x09" + opsets + varint(7 << 3 | 2) + varint(size) + start, *body, end)


class Server(http.server.ThreadingHTTPServer):
    """A server with files, which counts the bytes that it sends. `manner` is how it misbehaves."""

    daemon_threads = True

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), Handler)
        self.files: dict[str, bytes | Sparse] = {}
        self.sent = self.requests = 0
        self.manner = ""
        self.secret: str | None = None
        self.authorizations: set[str | None] = set()

    def url(self, name: str) -> str:
        return f"http://127.0.0.1:{self.server_port}/{name}"

    def reset(self, manner: str = "") -> None:
        self.sent = self.requests = 0
        self.manner = manner
        self.secret = None
        self.authorizations = set()


class Handler(http.server.BaseHTTPRequestHandler):
    server: Server

    def log_message(self, *_: object) -> None:
        pass

    def do_GET(self) -> None:
        server, name = self.server, self.path.partition("?")[0][1:]
        server.requests += 1
        if server.manner == "redirect" and not name.startswith("cdn/"):
            self.send_response(302)
            self.send_header("Location", f"/cdn/{name}")
            self.end_headers()
            return
        if server.manner == "redirects on" and self.headers["Authorization"]:
            self.send_response(302)
            self.send_header("Location", f"/{server.requests}")
            self.end_headers()
            return
        if server.manner == "other server" and not name.startswith("other/"):
            self.send_response(302)
            self.send_header("Location", f"http://localhost:{server.server_port}/other/{name}")
            self.end_headers()
            return
        server.authorizations.add(self.headers["Authorization"])
        if server.secret not in (None, self.headers["Authorization"]):
            self.send_error(401)
            return
        data = server.files.get(name.removeprefix("cdn/").removeprefix("other/"))
        if data is None:
            self.send_error(404)
            return
        asked = re.fullmatch(r"bytes=(\d+)-(\d+)", self.headers["Range"] or "")
        later = server.requests > 1
        if asked is None or server.manner == "no ranges" or server.manner == "forgets ranges" and later:
            self.answer(200, data[0:], [("Content-Length", str(len(data)))])
            return
        start, end = int(asked[1]), min(int(asked[2]) + 1, len(data))
        size = len(data)
        if server.manner == "little":
            end = min(end, start + 1000)
        if server.manner == "another range" and later:
            start += 1
        if server.manner == "changes" and later:
            size += 1
        if start >= end:
            self.send_error(416)
            return
        body = data[start:end]
        length = len(body)
        if server.manner == "short" and later:
            body = body[:-1]
        if server.manner == "lies about its size":
            size = 1 << 50
        span = f"bytes {start}-{end - 1}/{size}"
        if server.manner == "nonsense" and later:
            span = "bytes -5-x/*"
        self.answer(206, body, [("Content-Range", span), ("Content-Length", str(length)), ("ETag", '"1"')])

    def answer(self, status: int, body: bytes, headers: list[tuple[str, str]]) -> None:
        # Who has the headers may end this test, after which the count is that of another one.
        self.server.sent += len(body)
        self.send_response(status)
        for key, value in headers:
            self.send_header(key, value)
        self.end_headers()
        try:
            self.wfile.write(body)
        except (BrokenPipeError, ConnectionResetError):
            pass


@pytest.fixture(scope="module")
def running():
    server = Server()
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
    thread.start()
    yield server
    server.shutdown()
    thread.join()
    server.server_close()


@pytest.fixture
def server(running: Server) -> Server:
    running.reset()
    return running


@pytest.fixture
def large() -> bytes:
    """5 MiB, of which less than 100 KiB are not weights."""
    return network(5, 512).SerializeToString()


def test_only_what_is_no_weight_is_fetched(server: Server) -> None:
    """Of models of several sizes, with weights of at least 64 KiB and others."""
    for layers, width in [(1, 8), (3, 100), (2, 200), (20, 200), (4, 1024)]:
        model = network(layers, width)
        data = model.SerializeToString()
        server.files["m.onnx"] = data
        server.reset()
        facts = infer(server.url("m.onnx"))
        assert facts["y"].shape == ("N", 2, width // 2)
        weights = sum(len(tensor.raw_data) for tensor in model.graph.initializer if len(tensor.raw_data) > 64 << 10)
        assert server.sent <= min(len(data), len(data) - weights + (64 << 10) + 3000 * layers), (layers, width)
        assert check(server.url("m.onnx")).findings == check(data).findings


def test_a_model_of_one_gigabyte(server: Server) -> None:
    for weights, elements in [(1, 250 * MIB), (64, 4 * MIB), (200, 5 << 18)]:
        model = sparse_network(weights, elements)
        assert len(model) >= 1_000_000_000
        server.files["huge.onnx"] = model
        server.reset()
        report = check(server.url("huge.onnx"))
        assert report.ok, report
        assert server.sent < 1_000_000, f"{weights} weights: {server.sent} bytes"
        assert infer(server.url("huge.onnx"))["y"].shape == ("N", elements)


def test_findings_have_their_places_in_the_file(server: Server, large: bytes) -> None:
    model = onnx.load_from_string(large)
    # Added after the weights.
    model.graph.initializer.append(onnx.numpy_helper.from_array(np.array([5]), "axes"))
    model.graph.node.append(onnx.helper.make_node("ReduceMin", ["y", "axes"], ["z"]))
    server.files["bad.onnx"] = data = model.SerializeToString()
    [near], [far] = check(data).errors, check(server.url("bad.onnx")).errors
    assert (near.code, near.message, near.location) == (far.code, far.message, far.location)
    assert server.sent < len(data) / 10


def test_elements_that_were_not_fetched_are_unknown(server: Server) -> None:
    """An index of a large table is its size; the elements of the table are never known, and never zero."""
    table = onnx.numpy_helper.from_array(np.arange(1, 100_001), "table")
    index = onnx.numpy_helper.from_array(np.array([7]), "index")
    nodes = [
        onnx.helper.make_node("Gather", ["table", "index"], ["size"]),
        onnx.helper.make_node("ConstantOfShape", ["size"], ["y"]),
    ]
    y = onnx.helper.make_tensor_value_info("y", onnx.TensorProto.FLOAT, ["N"])
    graph = onnx.helper.make_graph(nodes, "g", [], [y], [table, index])
    model = onnx.helper.make_model(graph, opset_imports=[onnx.helper.make_opsetid("", 18)], ir_version=9)
    packed = onnx.ModelProto.FromString(model.SerializeToString())
    packed.graph.initializer[0].int64_data.extend(range(1, 100_001))
    packed.graph.initializer[0].ClearField("raw_data")
    for model in (model, packed):
        server.files["table.onnx"] = model.SerializeToString()
        facts = infer(server.url("table.onnx"))
        assert facts["table"].shape == (100_000,)
        assert facts["y"].rank == 1 and not isinstance(facts["y"].shape[0], int)
        assert check(server.url("table.onnx"), min_level="note").ok


def test_tensors_in_attributes_subgraphs_and_functions(server: Server) -> None:
    def constant(name: str):
        value = onnx.numpy_helper.from_array(np.ones((600, 600), np.float32))
        return onnx.helper.make_node("Constant", [], [name], value=value)

    def branch(name: str):
        out = onnx.helper.make_tensor_value_info(name, onnx.TensorProto.FLOAT, [600, 600])
        return onnx.helper.make_graph([constant(name)], f"{name}_graph", [], [out])

    choose = onnx.helper.make_node("If", ["c"], ["z"], then_branch=branch("t"), else_branch=branch("e"))
    call = onnx.helper.make_node("f", ["z"], ["y"], domain="d")
    opsets = [onnx.helper.make_opsetid("", 18), onnx.helper.make_opsetid("d", 1)]
    function = onnx.helper.make_function(
        "d", "f", ["a"], ["r"], [constant("k"), onnx.helper.make_node("Add", ["a", "k"], ["r"])], opsets[:1]
    )
    c = onnx.helper.make_tensor_value_info("c", onnx.TensorProto.BOOL, [])
    y = onnx.helper.make_tensor_value_info("y", onnx.TensorProto.FLOAT, [600, 600])
    graph = onnx.helper.make_graph([choose, call], "g", [c], [y])
    model = onnx.helper.make_model(graph, opset_imports=opsets, ir_version=9, functions=[function])
    server.files["deep.onnx"] = data = model.SerializeToString()
    assert check(server.url("deep.onnx")).findings == check(data).findings
    assert infer(server.url("deep.onnx"))["y"].shape == (600, 600)
    assert len(data) > 4 * MIB and server.sent < 200_000


def test_everything_else_is_fetched_whole(server: Server, large: bytes, good: str, testdata: pathlib.Path) -> None:
    server.files["m.onnxtxt"] = good.encode() + b"\n" * 200_000
    assert infer(server.url("m.onnxtxt"))["y"].shape == ("2*N", 3)
    server.files["net.xml"] = (testdata / "openvino" / "dynamic.xml").read_bytes()
    server.reset()
    assert infer(server.url("net.xml")).outputs and server.requests == 1, "the weights are not asked for"
    server.files["m.onnx"] = large
    for whole in [
        lambda url: shapewright.infer_shapes(url, output=None),
        lambda url: shapewright.evaluate(url, {"x": np.ones((1, 512), np.float32)}),
    ]:
        server.reset()
        try:
            whole(server.url("m.onnx"))
        except TypeError as error:
            assert "pass output=" in str(error)
        else:
            assert server.sent == len(large)


def test_a_file_is_written_whole(server: Server, large: bytes, tmp_path: pathlib.Path) -> None:
    server.files["m.onnx"] = large
    shapewright.infer_shapes(server.url("m.onnx"), output=tmp_path / "out.onnx")
    before, after = onnx.load_from_string(large), onnx.load(tmp_path / "out.onnx")
    assert before.graph.initializer == after.graph.initializer and len(after.graph.value_info) == 10


def test_other_answers_of_servers(server: Server, large: bytes) -> None:
    server.files["m.onnx"] = large
    for manner in ["no ranges", "little", "redirect"]:
        server.reset(manner)
        assert infer(server.url("m.onnx"))["y"].shape == ("N", 2, 256), manner
        assert server.sent < (len(large) + 1 if manner == "no ranges" else 200_000), manner
    server.reset("no ranges")
    check(server.url("m.onnx"))
    assert server.requests == 1, "what a server sends is used, although it was not asked for"


@pytest.mark.parametrize("manner", ["short", "another range", "changes", "nonsense", "forgets ranges"])
def test_wrong_answers_are_errors_and_no_findings(server: Server, large: bytes, manner: str) -> None:
    server.files["m.onnx"] = large
    server.reset(manner)
    with pytest.raises(shapewright.FileError) as caught:
        check(server.url("m.onnx"))
    assert caught.value.filename == server.url("m.onnx") and caught.value.strerror
    assert server.sent < len(large) + 200_000


def test_a_size_that_is_a_lie(server: Server, large: bytes) -> None:
    server.files["m.onnx"] = large
    server.reset("lies about its size")
    with pytest.raises(shapewright.FileError):
        check(server.url("m.onnx"))
    assert server.sent < 200_000


def test_files_that_cannot_be_read(server: Server) -> None:
    with pytest.raises(shapewright.FileError, match="404") as caught:
        check(server.url("missing.onnx") + "?signature=secret")
    assert isinstance(caught.value, OSError) and caught.value.errno == 2 and "secret" not in str(caught.value)
    server.files["empty.onnx"] = b""
    with pytest.raises(shapewright.FileError, match="empty"):
        check(server.url("empty.onnx"))
    with pytest.raises(shapewright.FileError):
        check("http://127.0.0.1:9/m.onnx")
    with pytest.raises(shapewright.FileError):
        check("http://[/m.onnx")
    [(_, report)] = shapewright.check_many([server.url("missing.onnx")], errors="yield")
    assert isinstance(report, shapewright.FileError)


def test_reports_name_no_secret(server: Server, large: bytes) -> None:
    server.files["m.onnx"] = large
    assert check(server.url("m.onnx") + "?signature=secret").name == server.url("m.onnx")


def damaged(large: bytes):
    """Files whose records do not add up, and what is wrong with them."""
    graph = large.index(b":")
    weight = large.index(b"\x4a", 200)
    yield "truncated", large[: len(large) // 2]
    yield "graph longer than the file", large[: graph + 1] + b"\xff\xff\xff\xff\x0f" + large[graph + 1 :]
    yield "data of 2^63 bytes", large[: weight + 1] + b"\xff" * 9 + b"\x01" + large[weight + 1 :]
    yield "number without end", large[: graph + 1] + b"\xff" * 20 + large[graph + 1 :]
    yield "zeros at the end", large + bytes(100_000)
    yield "text at the end", large + b"<xml>" * 100_000
    yield "only zeros", bytes(300_000)
    yield "nesting", b"".join(record(7, b"") for _ in range(100)) + nested(5000)


def nested(depth: int) -> bytes:
    """Subgraphs in subgraphs around a payload, whose records are all large."""
    out = bytes(100_000)
    for _ in range(depth):
        out = record(1, record(5, record(6, out)))
    return record(7, out)


def test_damaged_files_have_the_findings_of_whole_ones(server: Server, large: bytes) -> None:
    for what, data in damaged(large):
        server.files["damaged.onnx"] = data
        server.reset()
        found = [(f.code, f.message) for f in check(server.url("damaged.onnx"))]
        io_file = io.BytesIO(data)
        io_file.name = server.url("damaged.onnx")  # type: ignore[attr-defined]
        assert found == [(f.code, f.message) for f in check(io_file)], what
        assert server.sent <= len(data), what


class Remote(io.RawIOBase):
    """A file that is neither in memory nor on a disk, and counts what is read of it."""

    def __init__(self, data: bytes, most: int = 1 << 30, end: int | None = None) -> None:
        self.data, self.at, self.most, self.count = data, 0, most, 0
        self.end = len(data) if end is None else end

    def readable(self) -> bool:
        return True

    def seekable(self) -> bool:
        return True

    def tell(self) -> int:
        return self.at

    def seek(self, offset: int, whence: int = 0) -> int:
        self.at = offset + {0: 0, 1: self.at, 2: self.end}[whence]
        return self.at

    def read(self, size: int = -1) -> bytes:
        stop = len(self.data) if size < 0 else self.at + min(size, self.most)
        part = self.data[self.at : stop]
        self.at += len(part)
        self.count += len(part)
        return part


def test_open_files_are_read_in_ranges(large: bytes) -> None:
    for most in (1 << 30, 777):
        file = Remote(large, most)
        assert infer(file)["y"].shape == ("N", 2, 256)
        assert file.count < 200_000
    file = Remote(b"before" + large)
    file.seek(6)
    assert check(file).ok and file.count < 200_000
    with pytest.raises(shapewright.FileError, match="bytes instead of"):
        check(Remote(large, end=len(large) + 5))
    assert inspect(Remote(large)).parameters == inspect(large).parameters


def test_fsspec(large: bytes, monkeypatch: pytest.MonkeyPatch) -> None:
    fsspec = pytest.importorskip("fsspec")
    fs = fsspec.filesystem("memory")
    fs.pipe_file("/folder/m.onnx", large)
    fetched = []
    cat_file = type(fs).cat_file

    def counted(self, path, start=None, end=None, **options):
        data = cat_file(self, path, start, end, **options)
        fetched.append(len(data))
        return data

    monkeypatch.setattr(type(fs), "cat_file", counted)
    report = check("memory://folder/m.onnx")
    assert report.ok and report.name == "memory://folder/m.onnx" and sum(fetched) < 200_000
    with pytest.raises(shapewright.FileError) as caught:
        check("memory://folder/missing.onnx")
    assert caught.value.filename == "memory://folder/missing.onnx"
    with fs.open("/folder/m.onnx") as file:
        assert check(file).ok
    # A server that ignores ranges sends the whole file, once.
    fetched.clear()
    monkeypatch.setattr(type(fs), "cat_file", lambda self, path, start=None, end=None: counted(self, path))
    assert infer("memory://folder/m.onnx")["y"].rank == 3 and len(fetched) == 1
    fs.rm("/folder/m.onnx")


def test_fsspec_is_optional(monkeypatch: pytest.MonkeyPatch) -> None:
    import sys

    monkeypatch.setitem(sys.modules, "fsspec", None)
    with pytest.raises(shapewright.FileError, match="install fsspec"):
        check("s3://bucket/m.onnx")
    for path in ["C:/m.onnx", "c://m.onnx", "folder//m.onnx"]:
        with pytest.raises(shapewright.FileError, match="No such file|cannot find"):
            check(path)


SECRET = "Basic dXNlcjpwQHNz"
"""user:p@ss"""


@pytest.mark.parametrize("manner", ["", "redirect"])
def test_users_and_passwords_of_a_url_are_sent(server: Server, large: bytes, manner: str) -> None:
    server.files["m.onnx"] = large
    server.reset(manner)
    server.secret = SECRET
    url = server.url("m.onnx").replace("http://", "http://user:p%40ss@")
    report = check(url)
    assert report.ok and report.name == server.url("m.onnx")
    with pytest.raises(PermissionError, match="HTTP 401"):
        check(server.url("m.onnx"))
    with pytest.raises(PermissionError, match="HTTP 401") as refused:
        check(url.replace("p%40ss", "wrong"))
    assert "wrong" not in str(refused.value)


def test_passwords_are_not_sent_to_another_server(server: Server, large: bytes) -> None:
    server.files["m.onnx"] = large
    server.reset("other server")
    assert check(server.url("m.onnx").replace("http://", "http://user:p%40ss@")).ok
    assert server.authorizations == {None}


def test_characters_that_a_url_must_not_have_are_encoded(server: Server, large: bytes) -> None:
    server.files["m%C3%BC%20a.onnx"] = large
    report = check(server.url("mü a.onnx"))
    assert report.ok and report.name == server.url("mü a.onnx")


def test_a_server_that_redirects_on_is_asked_twice(server: Server) -> None:
    server.reset("redirects on")
    server.secret = SECRET
    with pytest.raises(PermissionError, match="HTTP 401"):
        check(server.url("m.onnx").replace("http://", "http://user:p%40ss@"))
    assert server.requests == 4, "two requests, each redirected once"
