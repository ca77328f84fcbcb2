#!/usr/bin/env python3
"""Compares the figures of `shapewright inspect` with other counters on the networks of a manifest.

    compare_inspect.py macs --manifest FILE --facts DIRECTORY
    compare_inspect.py memory --manifest FILE --facts DIRECTORY
    compare_inspect.py formats --manifest FILE

`macs` compares multiply-accumulates by operator with onnx-tool, with the inputs of a recorded run. onnx-tool adds one for
each element of a result to which a bias is added; `bias` is that number, and what remains is `difference`.

`memory` compares the peak of activations with ONNX Runtime on models of static shape. In the first run, ONNX Runtime
allocates each activation from its arena and records when; from this, it plans one block for all activations (its memory
pattern), which later runs allocate at once. The arena grows by exactly what is requested and logs each growth (`Extending
BFCArena ... num_bytes`, verbosity 4): `first run` is the sum of the first run, where memory that was freed is taken again
if it is large enough, and `scratch` its requests that are not of the size of any value, which kernels make for
themselves; `planned` is the greatest request of the second run, the block, if no free chunk was large enough for it. Graph
optimizations are off, so that the nodes are those of the file; outputs of the model are in the first number only.

`formats` compares the multiply-accumulates of each ONNX model with those of the IR that OpenVINO converted it to, where both
are numbers. The converter folds products of constants, and replaces some operators by others.
"""

import argparse
import collections
import json
import math
import pathlib
import re
import subprocess
import sys

PRODUCTS = {"Conv", "ConvTranspose", "ConvInteger", "QLinearConv", "MatMul", "MatMulInteger", "QLinearMatMul", "Gemm",
            "LSTM", "GRU", "RNN", "Einsum", "Attention"}

GROWTH = re.compile(r"Extending BFCArena for Cpu.*?num_bytes: (\d+)")

# Runs in its own process: the log of ONNX Runtime goes to the standard error of the process.
RUN = """
import json, sys
import numpy as np, onnxruntime as ort
ort.set_default_logger_severity(0); ort.set_default_logger_verbosity(4)
options = ort.SessionOptions()
options.log_severity_level, options.log_verbosity_level = 0, 4
options.graph_optimization_level = ort.GraphOptimizationLevel.ORT_DISABLE_ALL
options.intra_op_num_threads = 1
options.add_session_config_entry("session.use_env_allocators", "1")
arena = ort.OrtArenaCfg({"arena_extend_strategy": 1, "initial_chunk_size_bytes": -1, "max_dead_bytes_per_chunk": -1,
                         "max_mem": 0})
cpu = ort.OrtMemoryInfo("Cpu", ort.OrtAllocatorType.ORT_ARENA_ALLOCATOR, 0, ort.OrtMemType.DEFAULT)
ort.create_and_register_allocator(cpu, arena)
session = ort.InferenceSession(sys.argv[1], options, providers=["CPUExecutionProvider"])
inputs = {name: np.zeros(shape, dtype) for name, (dtype, shape) in json.loads(sys.argv[2]).items()}
run = ort.RunOptions()
run.log_severity_level, run.log_verbosity_level = 0, 4
for mark in ["FIRST RUN", "SECOND RUN"]:
    print(mark, file=sys.stderr, flush=True)
    session.run(None, inputs, run)
print("END", file=sys.stderr, flush=True)
"""


def networks(arguments):
    """Networks with a recorded run: file and inputs. Of one architecture, the first."""
    root, families = arguments.manifest.parent, set()
    for entry in json.loads(arguments.manifest.read_text()):
        facts = arguments.facts / f"{entry['id']}.run.json"
        if entry.get("tier") != "network" or entry["kind"] != "onnx" or not facts.exists():
            continue
        inputs = json.loads(facts.read_text()).get("inputs") or {}
        if entry["family"] not in families and all(isinstance(size, int) for _, shape in inputs.values() for size in shape):
            families.add(entry["family"])
            yield entry["id"], root / entry["file"], inputs


def options(inputs):
    shapes = [f"{name}:[{','.join(map(str, shape))}]" for name, (_, shape) in inputs.items()]
    return [word for shape in shapes for word in ("--input-shape", shape)]


def inspect(arguments, path, inputs):
    command = [arguments.binary, "inspect", "--isolated", "-q", "--overridable", "-f", "jsonl", *options(inputs), str(path)]
    return json.loads(subprocess.run(command, capture_output=True, text=True, check=False).stdout)


def counted_by_onnx_tool(path, inputs):
    """Multiply-accumulates by operator, and of those the additions of a bias."""
    import numpy as np
    import onnx_tool

    graph = onnx_tool.Model(str(path), {"verbose": False, "constant_folding": True}).graph
    graph.shape_infer({name: np.zeros(shape, dtype) for name, (dtype, shape) in inputs.items()})
    graph.profile()
    macs, bias = collections.Counter(), collections.Counter()
    for node in graph.nodemap.values():
        macs[node.op_type] += int(node.macs[0])
        position = {"Conv": 2, "ConvTranspose": 2, "Gemm": 2, "QLinearConv": 8}.get(node.op_type)
        if position and len(node.input) > position:
            bias[node.op_type] += int(np.prod(graph.tensormap[node.output[0]].get_shape()))
    return macs, bias


def compare_macs(arguments):
    rows, failed = [], 0
    for name, path, inputs in networks(arguments):
        if len({row["network"] for row in rows}) >= arguments.count:
            break
        own = inspect(arguments, path, inputs)
        operators = {of["name"]: of for of in own["operators"] if of["macs"] or of["name"] in PRODUCTS}
        if not any(of["macs"] for of in operators.values()):
            continue
        try:
            other, bias = counted_by_onnx_tool(path, inputs)
        except Exception as error:  # noqa: BLE001 - the other tool fails in many ways
            print(f"{name}: onnx-tool fails: {type(error).__name__}: {str(error)[:80]}", file=sys.stderr)
            continue
        for operator, of in sorted(operators.items()):
            theirs = other[operator] - bias[operator]
            off = abs(of["macs"] - theirs) / max(of["macs"], theirs, 1) if isinstance(of["macs"], int) else 1
            failed += off > 0.01
            rows.append({"network": name, "operator": operator, "nodes": of["nodes"], "macs": of["macs"],
                         "onnx_tool": other[operator], "bias": bias[operator], "difference": off})
    show(rows)
    equal = sum(row["difference"] <= 0.01 for row in rows)
    print(f"{len({row['network'] for row in rows})} networks, {len(rows)} operators in them, {equal} within 1 %")
    return rows, failed


def value_sizes(arguments, path, inputs):
    """The sizes in bytes of all values."""
    command = [arguments.binary, "shapes", "--isolated", "-q", "-f", "jsonl", *options(inputs), str(path)]
    report = json.loads(subprocess.run(command, capture_output=True, text=True, check=False).stdout)
    sizes = set()
    for value in (value for graph in report["graphs"] for value in graph["values"]):
        width = {"f64": 8, "i64": 8, "u64": 8, "f32": 4, "i32": 4, "u32": 4, "f16": 2, "i16": 2}.get(value["type"], 1)
        if value["shape"] is not None and all(isinstance(size, int) for size in value["shape"]):
            sizes.add(math.prod(value["shape"]) * width)
    return sizes


def compare_memory(arguments):
    rows = []
    for name, path, inputs in networks(arguments):
        if len(rows) >= arguments.count:
            break
        own = inspect(arguments, path, inputs)
        peak = own["peak"]["bytes"]
        if not isinstance(peak, int) or peak < 10_000 or own["peak"]["unknown"]:
            continue
        run = subprocess.run([sys.executable, "-c", RUN, str(path), json.dumps(inputs)], capture_output=True, text=True,
                             check=False)
        if run.returncode:
            print(f"{name}: ONNX Runtime ends with {run.returncode}", file=sys.stderr)
            continue
        first, _, second = run.stderr.partition("FIRST RUN")[2].partition("SECOND RUN")
        first, second = ([int(size) for size in GROWTH.findall(log)] for log in (first, second))
        sizes = value_sizes(arguments, path, inputs)
        scratch = sum(size for size in first if size not in sizes)
        planned = max(second, default=None)
        rows.append({"network": name, "nodes": own["nodes"], "peak": peak, "first run": sum(first), "scratch": scratch,
                     "planned": planned, "peak/planned": f"{peak / planned:.3f}" if planned else None})
    show(rows)
    return rows, 0


def compare_formats(arguments):
    root, rows = arguments.manifest.parent, []
    for entry in json.loads(arguments.manifest.read_text()):
        layers = root / "ir" / "converted" / entry["id"] / f"{entry['id']}.xml"
        if entry["kind"] != "onnx" or not layers.exists():
            continue
        both = [inspect(arguments, path, {}) for path in (root / entry["file"], layers)]
        macs = [of["work"]["macs"] for of in both]
        known = all(isinstance(of, int) for of in macs) and not any(of["unknown_work"] for of in both)
        if known and any(macs):
            rows.append({"network": entry["id"], "ONNX": macs[0], "IR": macs[1]})
    show([row for row in rows if row["ONNX"] != row["IR"]])
    print(f"{len(rows)} models, {sum(row['ONNX'] == row['IR'] for row in rows)} equal")
    return rows, 0


def show(rows):
    if not rows:
        return
    table = [list(rows[0])] + [[f"{v:.2%}" if k == "difference" else str(v) for k, v in row.items()] for row in rows]
    widths = [max(map(len, column)) for column in zip(*table)]
    for row in table:
        print("  ".join(cell.ljust(width) if at < 2 else cell.rjust(width)
                        for at, (cell, width) in enumerate(zip(row, widths))).rstrip())


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", choices=["macs", "memory", "formats"])
    parser.add_argument("--manifest", type=pathlib.Path, required=True)
    parser.add_argument("--facts", type=pathlib.Path, help="where the recorded runs are")
    parser.add_argument("--count", type=int, default=20, help="how many networks")
    parser.add_argument("--binary", default="target/release/shapewright")
    parser.add_argument("--json", type=pathlib.Path)
    arguments = parser.parse_args()
    rows, failed = {"macs": compare_macs, "memory": compare_memory, "formats": compare_formats}[arguments.what](arguments)
    if arguments.json:
        arguments.json.write_text(json.dumps(rows, indent=1))
    sys.exit(failed > 0)


if __name__ == "__main__":
    main()
