#!/usr/bin/env python3
"""Generates src/ops/generated/openvino_table.rs, every OpenVINO operator and the opsets that contain it.

The table contains facts only: names and numbers.
Usage: openvino_operators.py openvino_operations.json > src/ops/generated/openvino_table.rs

The JSON file contains `opset_tables`: for each `opsetN`, the names in the package's header
`openvino/opsets/opsetN_tbl.hpp`.
"""
import json
import sys


def ranges(numbers):
    out = []
    for n in sorted(numbers):
        if out and out[-1][1] == n - 1:
            out[-1][1] = n
        else:
            out.append([n, n])
    return out


tables = json.load(open(sys.argv[1]))["opset_tables"]
held = {}
for opset, names in tables.items():
    for name in names:
        held.setdefault(name, set()).add(int(opset.removeprefix("opset")))
print("//! Every OpenVINO operator and the opsets that hold it. Written by `tools/openvino_operators.py`; do not edit.\n")
print("#![cfg_attr(rustfmt, rustfmt_skip)]\n")
print("/// Name, and the opsets that hold it as `(first, last)` ranges.")
print("pub(super) static OPERATORS: &[(&str, &[(i64, i64)])] = &[")
for name in sorted(held):
    print(f'    ("{name}", &[{", ".join(f"({a}, {b})" for a, b in ranges(held[name]))}]),')
print("];")
