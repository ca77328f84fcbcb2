#!/usr/bin/env python3
"""Cuts models at random with `shapewright extract`, and compares what a part computes with the whole model.

Usage: extract_corpus.py PROGRAM [--cuts N] [--seed N] PATH...

    pip install onnx==1.23.2 onnxruntime==1.31.1 numpy
    cargo build --release --features cli
    tools/extract_corpus.py target/release/shapewright --cuts 500 models/onnx

Each model runs in ONNX Runtime once, without optimizations, with every value of its main graph as an output. A cut is an
output of a random node, and values before it from which a random walk goes no further. The part runs on the values of the
whole model, and its output must have the same bits. The exit code is 1 if one has others, or a part is refused or does not run.
"""
import argparse
import collections
import pathlib
import random
import subprocess
import sys
import tempfile

import numpy as np
import onnx
import onnxruntime as ort

TYPES = {"tensor(float)": np.float32, "tensor(double)": np.float64, "tensor(float16)": np.float16, "tensor(int64)": np.int64,
         "tensor(int32)": np.int32, "tensor(bool)": np.bool_, "tensor(uint8)": np.uint8, "tensor(int8)": np.int8}
# They compute other values in each run.
RANDOM = {"RandomNormal", "RandomNormalLike", "RandomUniform", "RandomUniformLike", "Multinomial", "Bernoulli"}


def session(model):
    options = ort.SessionOptions()
    options.log_severity_level = 4
    options.graph_optimization_level = ort.GraphOptimizationLevel.ORT_DISABLE_ALL
    return ort.InferenceSession(model, options, providers=["CPUExecutionProvider"])


def random_input(item):
    """Every open dimension is 2."""
    generator = np.random.default_rng(7)
    kind = TYPES[item.type]
    shape = [size if isinstance(size, int) else 2 for size in item.shape]
    data = generator.random(shape) if np.issubdtype(kind, np.floating) else generator.integers(0, 2, shape)
    return data.astype(kind)


def with_all_outputs(file):
    """A model, and a session that computes every value of its main graph."""
    model = onnx.load(file)
    names = {output.name for output in model.graph.output}
    inner = [name for node in model.graph.node for name in node.output if name and name not in names]
    model.graph.output.extend(onnx.ValueInfoProto(name=name) for name in inner)
    return model, session(model.SerializeToString())


def values_of(file):
    """The graph of a model, and what each value of it is in one run."""
    model, run = with_all_outputs(file)
    feeds = {item.name: random_input(item) for item in run.get_inputs()}
    found = run.run(None, feeds)
    values = {item.name: value for item, value in zip(run.get_outputs(), found)}
    return model.graph, {**values, **feeds}


def captured(graph):
    """The names that nodes of a body read."""
    for node in graph.node:
        yield from node.input
        for attribute in node.attribute:
            for body in [attribute.g, *attribute.graphs]:
                yield from captured(body)


def reads(node):
    bodies = [body for attribute in node.attribute for body in [attribute.g, *attribute.graphs]]
    return [name for name in [*node.input, *(name for body in bodies for name in captured(body))] if name]


def cut(graph, values, pick):
    """An output, and the values at which a walk back from it stops."""
    producers = {name: node for node in graph.node for name in node.output if name}
    tensors = [name for name in producers if isinstance(values.get(name), np.ndarray)]
    inputs = {item.name for item in graph.input} - {item.name for item in graph.initializer}
    output = pick.choice(tensors)
    stop = pick.choice([0.1, 0.3, 0.6])
    seen, open_values, cuts = {output}, [output], []
    while open_values:
        node = producers[open_values.pop()]
        if node.op_type in RANDOM or (node.op_type == "Dropout" and len(node.input) > 2):
            return None
        for name in reads(node):
            if name in seen or (name not in producers and name not in inputs):
                continue
            seen.add(name)
            is_tensor = isinstance(values.get(name), np.ndarray)
            if name in inputs or (is_tensor and pick.random() < stop):
                cuts.append(name)
            else:
                open_values.append(name)
    return (output, cuts)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("program")
    parser.add_argument("--cuts", type=int, default=500)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("paths", nargs="+", type=pathlib.Path)
    args = parser.parse_args()
    files = [file for path in args.paths for file in sorted([path] if path.is_file() else path.rglob("*.onnx"))]
    pick, models = random.Random(args.seed), []
    for file in files:
        try:
            graph, values = values_of(file)
            if graph.node:
                models.append((file, graph, values))
        except Exception:
            continue
    counts, tried = collections.Counter(), 0
    with tempfile.TemporaryDirectory() as folder:
        part = pathlib.Path(folder) / "part.onnx"
        while sum(counts.values()) < args.cuts:
            # Some models have no cut that could be compared, so the next try is another model.
            file, graph, values = models[tried % len(models)]
            tried += 1
            found = cut(graph, values, pick)
            if found is None:
                continue
            output, cuts = found
            counts[outcome(args.program, file, part, values, output, cuts)] += 1
    print(f"{len(models)} of {len(files)} models run; cuts: {dict(counts)}")
    return 0 if not {"different", "refused", "not run"} & set(counts) else 1


def outcome(program, file, part, values, output, cuts):
    names = ["--inputs", ",".join(cuts)] if cuts else []
    command = [program, "extract", file, *names, "--outputs", output, "-o", part, "--external", "inline", "-q"]
    done = subprocess.run(command, capture_output=True, text=True)
    if done.returncode != 0:
        print(f"{file}: {cuts} -> {output}: {done.stderr.strip()}")
        return "refused"
    try:
        _, run = with_all_outputs(part)
        feeds = {item.name: values[item.name] for item in run.get_inputs()}
        found = run.run([output], feeds)[0]
    except Exception as error:
        print(f"{file}: {cuts} -> {output}: {str(error).strip().splitlines()[-1]}")
        return "not run"
    expected = values[output]
    if found.dtype == expected.dtype and found.shape == expected.shape and found.tobytes() == expected.tobytes():
        return "equal"
    # In a whole model, ONNX Runtime computes float16 in float32, and rounds only what is an output.
    if found.dtype == np.float16 and np.allclose(found, expected, rtol=1e-2, atol=1e-3, equal_nan=True):
        return "equal but for the rounding of float16"
    print(f"{file}: {cuts} -> {output}: differs")
    return "different"


if __name__ == "__main__":
    sys.exit(main())
