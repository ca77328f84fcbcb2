#!/usr/bin/env python3
"""Compares elements in ONNX text of the types that the reference writes as bits with ml_dtypes and onnx.

Usage: text_constants.py [--binary PROGRAM]

    pip install onnx==1.23.2 numpy ml_dtypes

For each type: every element, written by value by `shapewright print`, is what ml_dtypes says of its bits; random numbers,
read by value, become the elements that ml_dtypes rounds them to, or are refused where it overflows; and bits, which are all
that `onnx.parser` reads, are the elements that onnx makes of them. The exit code is 1 if one differs.
"""
import argparse
import pathlib
import re
import subprocess
import sys
import tempfile

import ml_dtypes
import numpy as np
import onnx
import onnx.numpy_helper
import onnx.parser

FLOATS = {"float16": np.float16, "bfloat16": ml_dtypes.bfloat16, "float8e4m3fn": ml_dtypes.float8_e4m3fn,
          "float8e4m3fnuz": ml_dtypes.float8_e4m3fnuz, "float8e5m2": ml_dtypes.float8_e5m2,
          "float8e5m2fnuz": ml_dtypes.float8_e5m2fnuz, "float8e8m0": ml_dtypes.float8_e8m0fnu,
          "float6e2m3": ml_dtypes.float6_e2m3fn, "float6e3m2": ml_dtypes.float6_e3m2fn,
          "float4e2m1": ml_dtypes.float4_e2m1fn}
INTEGERS = {"int4": ml_dtypes.int4, "uint4": ml_dtypes.uint4, "int2": ml_dtypes.int2, "uint2": ml_dtypes.uint2}
WIDTH = {"float6e2m3": 6, "float6e3m2": 6, "float4e2m1": 4, "int4": 4, "uint4": 4, "int2": 2, "uint2": 2}


def text(kind, entries, count):
    return f'<ir_version: 13, opset_import: ["" : 26]> g () => () <{kind}[{count}] w = {{{",".join(map(str, entries))}}}> {{}}'


def printed(binary, kind, entries, count):
    """The elements of a constant as `print` writes them; none if the text is refused."""
    with tempfile.TemporaryDirectory() as folder:
        path = pathlib.Path(folder) / "m.onnxtxt"
        path.write_text(text(kind, entries, count))
        done = subprocess.run([binary, "print", "--weights", path], capture_output=True, text=True)
    found = re.search(rf"{kind}\[{count}\] w =\s+\{{(.*?)\}}", done.stdout, re.S)
    return found[1].split(",") if done.returncode == 0 and found and "…" not in found[1] else None


def bits_of(array):
    return array.view(np.uint16 if array.dtype.itemsize == 2 else np.uint8)


def same(values, kind, bits):
    """Whether printed numbers are elements with these bits. NaN may have any payload."""
    if values is None or any(not re.search(r"[.en]", value) for value in values):
        return values is not None and [int(value) for value in values] == list(map(int, bits))  # Printed as bits.
    found = np.array([float(value) for value in values]).astype(np.float32).astype(FLOATS[kind])
    expected = np.array(bits, bits_of(found).dtype).view(FLOATS[kind])
    both_nan = np.isnan(found.astype(np.float32)) & np.isnan(expected.astype(np.float32))
    return bool(np.all((bits_of(found) == bits_of(expected)) | both_nan))


def entries_of(kind, codes):
    """Codes as entries of `int32_data`."""
    width = WIDTH.get(kind, 8)
    if width > 4:
        return list(codes)
    each = 8 // width
    return [sum(int(code) << (width * at) for at, code in enumerate(codes[start:start + each]))
            for start in range(0, len(codes), each)]


def every_element(binary, kind):
    """Reads every element as bits, also in onnx, and compares what is printed."""
    width = WIDTH.get(kind, FLOATS.get(kind, INTEGERS.get(kind)) and np.dtype((FLOATS | INTEGERS)[kind]).itemsize * 8)
    faults = 0
    for start in range(0, 1 << width, 64):
        codes = np.arange(start, min(start + 64, 1 << width))
        entries = entries_of(kind, codes)
        values = printed(binary, kind, entries, len(codes))
        tensor = onnx.parser.parse_model(text(kind, entries, len(codes))).graph.initializer[0]
        of_onnx = onnx.numpy_helper.to_array(tensor)
        if kind in INTEGERS:
            equal = values is not None and [int(value) for value in values] == [int(value) for value in of_onnx]
        else:
            equal = same(values, kind, codes) and same([f"{float(v)!r}" for v in of_onnx], kind, codes)
        faults += not equal
        if not equal:
            print(f"{kind}: {entries} is printed as {values}")
    return 1 << width, faults


def random_numbers(binary, kind, tries=2000):
    """Reads random numbers by value, one text for all that ml_dtypes can represent, and some of the others."""
    random = np.random.default_rng(3)
    dtype = FLOATS[kind]
    info = ml_dtypes.finfo(dtype)
    numbers = random.standard_normal(tries) * np.exp2(random.uniform(np.log2(float(info.tiny)) - 3, np.log2(float(info.max)) + 1, tries))
    # ml_dtypes rounds an f32, so that is what is written.
    numbers = numbers[np.abs(numbers) < 3.4e38].astype(np.float32)
    if kind == "float8e8m0":
        numbers = np.abs(numbers)
    with np.errstate(over="ignore"):
        rounded = numbers.astype(dtype)
    as_floats = rounded.astype(np.float64)
    greatest = float(info.max)
    # Types without infinity saturate in ml_dtypes.
    step = greatest - float(np.array([bits_of(np.array([greatest], dtype))[0] - 1], bits_of(rounded).dtype).view(dtype)[0])
    fits = np.isfinite(as_floats) & (np.abs(numbers.astype(np.float64)) < greatest + step / 2)
    if kind == "float8e8m0":
        # Numbers that are subnormal in f32 are not rounded to the nearer power by ml_dtypes.
        fits = numbers < 1.5 * greatest
        numbers, rounded, fits = (each[numbers >= 2 * float(info.tiny)] for each in (numbers, rounded, fits))
    kept = [f"{float(number):.17g}" for number in numbers[fits]]
    kept = [number if re.search(r"[.e]", number) else number + ".0" for number in kept]
    values = printed(binary, kind, kept, len(kept))
    faults = 0 if same(values, kind, bits_of(rounded[fits])) else 1
    refused = numbers[~fits & (np.abs(numbers) > 1)][:20]
    accepted = [number for number in refused if printed(binary, kind, [f"{float(number):.17e}"], 1) is not None]
    if faults or accepted:
        print(f"{kind}: rounds otherwise: {bool(faults)}; accepted {accepted}")
    return len(kept) + len(refused), faults + len(accepted)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--binary", default="target/release/shapewright")
    binary = parser.parse_args().binary
    faults = 0
    for kind in [*FLOATS, *INTEGERS]:
        elements, wrong = every_element(binary, kind)
        numbers, misread = random_numbers(binary, kind) if kind in FLOATS else (0, 0)
        print(f"{kind}: {elements} elements, {wrong} faults; {numbers} numbers, {misread} faults")
        faults += wrong + misread
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
