#!/usr/bin/env python3
"""Gives IR models other input shapes with `shapewright specialize` and with OpenVINO's `reshape`, and compares the models.

Usage: specialize_ir.py PATH... [--binary PATH] [--limit N] [--json FILE] [--list]

    cargo build --release --features cli
    pip install openvino==2026.4.1 numpy
    tools/specialize_ir.py converted/

A PATH is a model or a directory, which is searched recursively. Each model gets a batch of 2, and images of one and a half
times their size, where its inputs have such dimensions. What OpenVINO reshapes, `specialize` must write; OpenVINO must read
it with the same shape at every port, and compute the same bits with it. What OpenVINO refuses to reshape must be refused, or
OpenVINO must read the result. The exit code is 1 if a model differs.
"""
import argparse
import collections
import json
import pathlib
import subprocess
import sys
import tempfile

import numpy as np
import openvino as ov

core = ov.Core()


def batches(shape):
    """A batch of 2."""
    return [2, *shape[1:]] if len(shape) in (2, 3, 4, 5) and shape[0] == 1 else shape


def images(shape):
    """One and a half times the size, in multiples of 32."""
    return [*shape[:2], *(max(32, size * 3 // 2 // 32 * 32) for size in shape[2:])] if len(shape) == 4 and min(shape[2:]) > 16 else shape


def shapes_of(model):
    """The shapes of all inputs by name of their layer, with 2 for open dimensions."""
    return {p.get_friendly_name(): [d.get_length() if d.is_static else 2 for d in p.get_output_partial_shape(0)]
            for p in model.get_parameters() if p.get_output_partial_shape(0).rank.is_static}


def reshaped(path, shapes):
    """The model as OpenVINO reshapes it, or why it does not."""
    model = core.read_model(path)
    try:
        model.reshape({p.output(0): ov.PartialShape(shapes[p.get_friendly_name()]) for p in model.get_parameters()})
        return model, None
    except Exception as error:
        return None, str(error).strip().splitlines()[-1][:200]


def specialize(options, path, out, shapes):
    command = [options.binary, "specialize", str(path), "-o", str(out), "-f", "json"]
    for name, sizes in shapes.items():
        command += ["--input-shape", f"{name}:[{','.join(map(str, sizes))}]"]
    done = subprocess.run(command, capture_output=True, text=True, timeout=300)
    report = json.loads(done.stdout) if done.stdout.strip() else {}
    return (report.get("messages") or [done.stderr.strip()])[0][:200]


def ports(model):
    """The shapes of all outputs of layers, by name."""
    return {(node.get_friendly_name(), index): str(node.get_output_partial_shape(index))
            for node in model.get_ordered_ops() for index in range(node.get_output_size())}


def run(model):
    """The outputs for random inputs, or nothing if the model does not run."""
    random = np.random.default_rng(7)
    try:
        request = core.compile_model(model, "CPU", {"INFERENCE_PRECISION_HINT": "f32", "NUM_STREAMS": "1"}).create_infer_request()
        data = []
        for port in model.inputs:
            kind = port.get_element_type().to_dtype()
            shape = [d.get_length() for d in port.get_partial_shape()]
            data.append(random.random(shape).astype(kind) if np.issubdtype(kind, np.floating) else random.integers(0, 2, shape).astype(kind))
        return [np.array(value) for value in request.infer(data).values()]
    except Exception:
        return None


def same(before, after):
    return len(before) == len(after) and all(a.shape == b.shape and a.tobytes() == b.tobytes() for a, b in zip(before, after))


def compare(options, path, shapes, folder, found):
    expected, why = reshaped(path, shapes)
    out = pathlib.Path(folder) / "out.xml"
    message = specialize(options, path, out, shapes)
    if not out.exists():
        found["refused by both" if expected is None else "refused by shapewright alone"].append(message)
        return
    try:
        written = core.read_model(out)
    except Exception as error:
        kind = "not read" if expected is None else "problems"
        found[kind].append(str(error).strip().splitlines()[-1][:200])
        return
    if expected is None:
        found["written, and refused by reshape"].append(why)
        return
    found["compared"].append(str(shapes))
    before, after = ports(expected), ports(written)
    other = [port for port in before if port in after and before[port] != after[port]]
    if other:
        found["problems"].append(f"{len(other)} ports, first {other[0]}: {before[other[0]]} and {after[other[0]]}")
    old, again = run(expected), run(expected)
    if old is None or not same(old, again):
        found["does not run, or differs from run to run"].append(str(shapes))
        return
    new = run(written)
    found["runs"].append(str(shapes))
    if new is None or not same(old, new):
        found["problems"].append("another result" if new is not None else "does not run")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("paths", nargs="+", type=pathlib.Path)
    parser.add_argument("--binary", default="target/release/shapewright")
    parser.add_argument("--limit", type=int, default=1_000_000)
    parser.add_argument("--list", action="store_true", help="list every model that was not compared")
    parser.add_argument("--json", type=pathlib.Path)
    options = parser.parse_args()
    files = [file for path in options.paths for file in ([path] if path.is_file() else sorted(path.rglob("*.xml")))]
    totals, results = collections.Counter(), []
    for number, path in enumerate(files[: options.limit]):
        found = collections.defaultdict(list)
        try:
            shapes = shapes_of(core.read_model(path))
        except Exception:
            totals["models that OpenVINO does not read"] += 1
            continue
        for change in (batches, images):
            new = {name: change(shape) for name, shape in shapes.items()}
            if new != shapes:
                with tempfile.TemporaryDirectory() as folder:
                    compare(options, path, new, folder, found)
        totals.update({key: len(texts) for key, texts in found.items()})
        totals["models"] += 1
        results.append({"path": str(path), **found})
        print(f"\r{number + 1} of {len(files)}", end="", file=sys.stderr, flush=True)
    print(file=sys.stderr)
    for key, count in totals.items():
        print(f"{key}: {count}")
    for result in results:
        for key, texts in result.items():
            if key == "problems" or options.list and key not in ("path", "compared", "runs"):
                for text in texts:
                    print(f"  {key}: {result['path']}: {text}")
    if options.json:
        options.json.write_text(json.dumps(results, indent=1))
    sys.exit(totals["problems"] > 0)


if __name__ == "__main__":
    main()
