#!/usr/bin/env python3
"""Compares time and peak memory of `shapewright shapes --format jsonl` with onnx and OpenVINO, on chains of N nodes.

Usage: measure.py SYNTHETIC_MODELS [--binary PATH] [--repeat N] [--sizes 1000,10000,100000] [--million]

SYNTHETIC_MODELS is the script that writes the chains (`synthetic_models.py N OUT`). Requires: pip install onnx openvino.

shapewright is measured as a whole process with its output discarded: wall time from start to exit, and the peak resident
memory that the system reports. This memory includes the mapped file, and is never less than that of this script, about 14 MB.
The other tools are called in a separate process. Only the call is timed, after the import and a first call on a tiny model,
and memory is the growth of the peak during the call. Every figure is the median of the repeats, which are interleaved so that
a busy moment affects all tools equally.
"""
import argparse
import json
import os
import pathlib
import resource
import statistics
import subprocess
import sys
import tempfile
import time

PEERS = {"onnx": "onnx infer_shapes(data_prop=True)", "xml": "openvino read_model"}


def peak():
    """Returns the peak resident memory of this process so far, in bytes."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024


def child(kind, path, tiny):
    """Calls a peer on a tiny model and then on `path`. Prints seconds and bytes of the second call."""
    if kind == "onnx":
        import onnx.shape_inference

        def call(name):
            return onnx.shape_inference.infer_shapes(pathlib.Path(name).read_bytes(), data_prop=True)
    else:
        import openvino

        call = openvino.Core().read_model
    call(tiny)
    before, start = peak(), time.perf_counter()
    result = call(path)
    seconds = time.perf_counter() - start
    print(json.dumps({"seconds": seconds, "bytes": peak() - before}))
    del result


def run_peer(path, tiny):
    """Calls the peer once for a file, in a separate process."""
    kind = "onnx" if path.suffix == ".onnx" else "xml"
    command = [sys.executable, __file__, "--child", kind, str(path), str(tiny)]
    done = subprocess.run(command, capture_output=True, text=True, check=True, env={**os.environ, "CI": "true"})
    figures = json.loads(done.stdout.splitlines()[-1])
    return figures["seconds"], figures["bytes"]


def run_ours(binary, path):
    """Runs shapewright once and returns wall time and peak memory. The file must not have errors."""
    start = time.perf_counter()
    pid = os.posix_spawn(
        binary,
        [binary, "shapes", "--format", "jsonl", str(path)],
        os.environ,
        file_actions=[(os.POSIX_SPAWN_OPEN, 1, os.devnull, os.O_WRONLY, 0), (os.POSIX_SPAWN_OPEN, 2, os.devnull, os.O_WRONLY, 0)],
    )
    _, status, usage = os.wait4(pid, 0)
    seconds = time.perf_counter() - start
    code = os.waitstatus_to_exitcode(status)
    if code != 0:
        sys.exit(f"{path}: exit code {code}")
    return seconds, usage.ru_maxrss * 1024


def median(figures):
    """Returns the median of the times and the median of the sizes."""
    return tuple(statistics.median(column) for column in zip(*figures))


def measure(binary, path, tiny, repeat, peer):
    ours, theirs = [], []
    for _ in range(repeat):
        ours.append(run_ours(binary, path))
        if peer:
            theirs.append(run_peer(path, tiny))
    return median(ours), median(theirs) if peer else None


def show(label, ours, theirs, peer):
    line = f"{label:<22}{ours[0] * 1000:>10.1f} ms{ours[1] / 2**20:>9.1f} MB"
    if theirs:
        ratios = ours[0] / theirs[0], ours[1] / max(theirs[1], 1)
        line += f"{theirs[0] * 1000:>12.1f} ms{theirs[1] / 2**20:>9.1f} MB{ratios[0]:>9.2f}{ratios[1]:>9.2f}   {peer}"
    print(line, flush=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("script", type=pathlib.Path)
    root = pathlib.Path(__file__).resolve().parent.parent
    parser.add_argument("--binary", default=str(root / "target/release/shapewright"))
    parser.add_argument("--repeat", type=int, default=5)
    parser.add_argument("--sizes", default="1000,10000,100000")
    parser.add_argument("--million", action="store_true", help="also measure an ONNX chain of a million nodes")
    options = parser.parse_args()
    sizes = [int(size) for size in options.sizes.split(",")]
    with tempfile.TemporaryDirectory() as folder:
        for size in [10, *sizes, *([1_000_000] if options.million else [])]:
            subprocess.run([sys.executable, str(options.script), str(size), folder], check=True)
        print(f"{'':<22}{'shapewright':>25}{'peer':>27}{'time':>9}{'memory':>9}")
        for suffix in ("onnx", "xml"):
            for size in sizes + ([1_000_000] if options.million and suffix == "onnx" else []):
                path, tiny = (pathlib.Path(folder) / f"chain_{n}.{suffix}" for n in (size, 10))
                repeat = options.repeat if size <= 100_000 else max(1, options.repeat // 2)
                ours, theirs = measure(options.binary, path, tiny, repeat, True)
                show(f"{path.name}", ours, theirs, PEERS[suffix])
        for name in ("onnx/dynamic.onnx", "openvino/dynamic.xml"):
            ours, _ = measure(options.binary, root / "testdata" / name, None, 20, False)
            show(name, ours, None, "")


if __name__ == "__main__":
    if sys.argv[1:2] == ["--child"]:
        child(*sys.argv[2:])
    else:
        main()
