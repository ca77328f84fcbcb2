#!/usr/bin/env python3
"""Counts the bytes that `shapewright.check` and `infer` fetch of models on an HTTP server of this machine.

Usage: python_ranges.py [PATH ... | --manifest FILE] [--tier TIER] [--limit N] [--made MEGABYTES,...]

    pip install ./python onnx numpy
    tools/python_ranges.py --manifest models/manifest.json --tier network --limit 17 --made 10,100,1000

The server answers requests for ranges and counts the bytes that it sends. Models are taken evenly by size; `--made` adds chains
of matrix products of about so many megabytes. The findings and the facts must be those of the file.
"""
import argparse
import http.server
import pathlib
import re
import sys
import tempfile
import threading

# Do not leave bytecode next to the modules in the repository.
sys.dont_write_bytecode = True
import python_memory
import shapewright
from oracles import models


class Server(http.server.ThreadingHTTPServer):
    """Serves files by number, and counts requests and bytes."""

    def __init__(self, files):
        super().__init__(("127.0.0.1", 0), Handler)
        self.files, self.sent, self.requests = files, 0, 0


class Handler(http.server.BaseHTTPRequestHandler):
    """Sends a file, or a range of it."""

    protocol_version = "HTTP/1.1"

    def do_HEAD(self):
        self.answer(body=False)

    def do_GET(self):
        self.answer(body=True)

    def answer(self, body):
        path = self.server.files[int(self.path.strip("/").removesuffix(".onnx"))]
        size = path.stat().st_size
        found = re.fullmatch(r"bytes=(\d+)-(\d*)", self.headers.get("Range", ""))
        start, end = (int(found[1]), min(int(found[2] or size), size - 1)) if found else (0, size - 1)
        self.send_response(206 if found else 200)
        if found:
            self.send_header("Content-Range", f"bytes {start}-{end}/{size}")
        self.send_header("Accept-Ranges", "bytes")
        self.send_header("Content-Length", str(end - start + 1))
        self.end_headers()
        self.server.requests += 1
        if body:
            with path.open("rb") as file:
                file.seek(start)
                data = file.read(end - start + 1)
            self.server.sent += len(data)
            self.wfile.write(data)

    def log_message(self, *_):
        pass


def fetched(server, work):
    """The bytes and requests of a call, and its result."""
    sent, requests = server.sent, server.requests
    result = work()
    return server.sent - sent, server.requests - requests, result


def same(path, report, facts):
    """Whether findings and types are those of the file."""
    whole, types = shapewright.check(path), shapewright.infer(path)
    return [str(f) for f in report] == [str(f) for f in whole] and {n: f.type for n, f in facts.items()} == {n: f.type for n, f in types.items()}


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    models.add_arguments(parser)
    parser.add_argument("--limit", type=int, default=20, help="at most this many models, evenly chosen by size")
    parser.add_argument("--made", default="", help="megabytes of models that are made, with commas between them")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        files = sorted({m.path.resolve() for m in models.chosen(options) if not m.is_ir}, key=lambda path: path.stat().st_size)
        step = max(1, len(files) / options.limit)
        files = [files[int((at + 1) * step) - 1] for at in range(min(options.limit, len(files)))]
        for megabytes in filter(None, options.made.split(",")):
            files.append(pathlib.Path(folder, f"{megabytes}.onnx"))
            python_memory.make(files[-1], int(megabytes))
        server = Server(files)
        threading.Thread(target=server.serve_forever, daemon=True).start()
        wrong = 0
        print("| model | bytes | check | requests | infer | requests |\n|---|---|---|---|---|---|")
        for number, path in enumerate(files):
            url = f"http://127.0.0.1:{server.server_port}/{number}.onnx"
            checked, asked, report = fetched(server, lambda: shapewright.check(url))
            inferred, again, facts = fetched(server, lambda: shapewright.infer(url))
            verdict = "" if same(path, report, facts) else " differs"
            wrong += bool(verdict)
            print(f"| {path.stem[:40]}{verdict} | {path.stat().st_size:,} | {checked:,} | {asked} | {inferred:,} | {again} |", flush=True)
    sys.exit(wrong > 0)


if __name__ == "__main__":
    main()
