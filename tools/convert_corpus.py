#!/usr/bin/env python3
"""Converts models to text and back, and their weights to another file and back, with `shapewright convert`.

Usage: convert_corpus.py PROGRAM PATH...

    pip install onnx==1.23.2 numpy
    cargo build --release --features cli
    tools/convert_corpus.py target/release/shapewright models/onnx

A model that comes back has the same bytes, or equals the original after both are brought to one form: elements as raw data,
no default that is written out, and without what the program reports as lost. The exit code is 1 if a model comes back
different.
"""
import argparse
import collections
import pathlib
import subprocess
import sys
import tempfile

import numpy as np
import onnx
from onnx import numpy_helper

LOST = {"GraphProto": ["doc_string", "quantization_annotation", "metadata_props"], "NodeProto": ["doc_string", "metadata_props", "device_configurations"],
        "FunctionProto": ["doc_string", "metadata_props"], "AttributeProto": ["doc_string"], "ValueInfoProto": ["doc_string", "metadata_props"],
        "TensorProto": ["segment", "doc_string", "metadata_props"], "TypeProto": ["denotation", "opaque_type"], "Dimension": ["denotation"],
        "ModelProto": ["training_info", "configuration"]}


def normalized(message):
    """Elements as raw data, and nothing that text cannot have."""
    for field in LOST.get(message.DESCRIPTOR.name, []):
        if field in message.DESCRIPTOR.fields_by_name:
            message.ClearField(field)
    if isinstance(message, onnx.TensorProto) and message.data_location != onnx.TensorProto.EXTERNAL and message.data_type != onnx.TensorProto.STRING:
        array = numpy_helper.to_array(message)
        name = message.name
        dims, kind = list(message.dims), message.data_type
        if not message.raw_data and array.size:
            raw = numpy_helper.from_array(array).raw_data
            message.Clear()
            message.dims.extend(dims)
            message.data_type, message.name, message.raw_data = kind, name, raw
        if not array.size:
            message.ClearField("raw_data")
    if isinstance(message, onnx.TensorProto) and message.data_location == onnx.TensorProto.DEFAULT:
        message.ClearField("data_location")
    if isinstance(message, onnx.AttributeProto) and message.type == onnx.AttributeProto.INT:
        message.i = message.i
    if message.DESCRIPTOR.name == "Dimension" and message.dim_value < 0:
        message.ClearField("dim_value")
    for field, value in list(message.ListFields()):
        if value == "" or value == b"":
            message.ClearField(field.name)
        if field.message_type is None:
            continue
        for inner in value if isinstance(value, collections.abc.Iterable) else [value]:
            normalized(inner)
    return message


def run(program, *args):
    done = subprocess.run([program, "convert", *args], capture_output=True, text=True)
    return done.returncode, done.stdout + done.stderr


def through_text(program, file, folder):
    text, back = folder / "m.onnxtxt", folder / "back.onnx"
    code, says = run(program, file, "-o", text, "--external", "inline")
    if code:
        return "refused", says
    lost = "lost:" in says
    code, says = run(program, text, "-o", back)
    if code:
        return "not read again", says
    if back.read_bytes() == file.read_bytes():
        return "same bytes", ""
    try:
        first, second = onnx.load(file), onnx.load(back)
        if normalized(first) == normalized(second):
            return "equal, but for what is lost" if lost else "equal", ""
    except Exception as error:
        return "not comparable", str(error)
    return "different", ""


def through_file(program, file, folder):
    moved, back = folder / "moved.onnx", folder / "inline.onnx"
    for command in [(file, "-o", moved, "--external", "file", "--external-threshold", "16"), (moved, "-o", back, "--external", "inline")]:
        code, says = run(program, *command)
        if code:
            return "refused", says
    try:
        onnx.checker.check_model(str(moved))
    except onnx.checker.ValidationError as error:
        try:
            onnx.checker.check_model(str(file))
            return "moved, and not valid", str(error).splitlines()[0]
        except onnx.checker.ValidationError:
            pass
    if back.read_bytes() == file.read_bytes():
        return "same bytes", ""
    # The data of small tensors was in another file, or `data_location` was given although it is the default.
    return ("equal" if normalized(onnx.load(file)) == normalized(onnx.load(back)) else "different"), ""


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("program")
    parser.add_argument("paths", nargs="+", type=pathlib.Path)
    args = parser.parse_args()
    files = [file for path in args.paths for file in sorted([path] if path.is_file() else path.rglob("*.onnx")) if file.is_file()]
    ways, failed = {"text": through_text, "file": through_file}, False
    for name, way in ways.items():
        counts = collections.Counter()
        for file in files:
            with tempfile.TemporaryDirectory() as folder:
                outcome, why = way(args.program, file, pathlib.Path(folder))
            counts[outcome] += 1
            if outcome not in ("same bytes", "equal", "equal, but for what is lost"):
                print(f"{name}: {outcome}: {file}: {why.strip()[:300]}")
                failed = failed or outcome not in ("refused", "not comparable")
        print(f"through {name}: {dict(counts)} of {len(files)}")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
