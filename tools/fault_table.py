#!/usr/bin/env python3
"""Writes a table of 49 faults: which tool catches, locates, and explains each one.

Usage: fault_table.py [--binary PATH] [--only TEXT] [--json FILE] [--out FILE] [--show]

    cargo build --release --features cli
    pip install onnx onnxruntime openvino polygraphy colored onnx-graphsurgeon onnx-doctor numpy
    tools/fault_table.py

There are nine faults of ReduceMin in ONNX, ten in OpenVINO IR, and thirty others (faults/chosen_onnx.py,
faults/chosen_ir.py). Each is a single edit to a valid model. Every tool is run on both models, in a separate process with a
time limit. A fault is

  caught     if the tool reports a finding of level warning or above, or rejects the model, and not for the valid model
  located    if that finding names the node or layer, a value at fault, or its line or bytes
  explained  if it contains the value as it appears in the file and what would be valid there

Patterns of the fault decide, and they are the same for all tools (faults/fault.py). The exit code is 1 if shapewright misses
any of the three marks.
"""
import argparse
import importlib.metadata
import json
import pathlib
import subprocess
import sys
import tempfile

# Do not leave bytecode next to the modules in the repository.
sys.dont_write_bytecode = True
from faults import chosen_ir, chosen_onnx, reduce_min_ir, reduce_min_onnx, table, tools
from faults.fault import judge
from oracles import program

GROUPS = [
    ("ReduceMin in ONNX", "onnx", reduce_min_onnx.FAULTS),
    ("ReduceMin in OpenVINO IR", "ir", reduce_min_ir.FAULTS),
    ("Other faults in ONNX", "onnx", chosen_onnx.FAULTS),
    ("Other faults in OpenVINO IR", "ir", chosen_ir.FAULTS),
]
PACKAGES = ["onnx", "polygraphy", "onnx-doctor", "onnxruntime", "openvino"]


def versions(binary):
    found = {name: importlib.metadata.version(name) for name in PACKAGES}
    own = subprocess.run([binary, "--version"], capture_output=True, text=True, check=True).stdout.split()
    return {**found, own[0]: own[1]}


def ask(tool, fault, faulty, known):
    with tempfile.TemporaryDirectory() as folder:
        # One level down, so that the parent of the model's directory also belongs to this run.
        inner = pathlib.Path(folder) / "models"
        inner.mkdir()
        path = fault.build(inner, faulty)
        # Many faults are edits of the same valid model.
        content = tuple((file.name, file.read_bytes()) for file in sorted(inner.iterdir()))
        if (tool, content) not in known:
            known[tool, content] = tool(path)
        return known[tool, content]


def answer(tool, fault, known):
    """Runs a tool on a fault and judges its findings."""
    try:
        said, usual = ask(tool, fault, True, known), set(ask(tool, fault, False, known))
    except tools.Died as died:
        return {"died": str(died), "marks": [], "findings": []}
    findings = [finding for finding in said if finding not in usual]
    return {"marks": sorted(judge(fault, findings)), "findings": findings, "usual": sorted(usual)}


def show(fault, answers):
    print(f"== {fault.ident}: {fault.line}")
    for name, given in answers.items():
        print(f"-- {name}: {given.get('died') or ' '.join(given['marks']) or 'nothing'}; on the valid model: {len(given.get('usual', []))}")
        for finding in given["findings"]:
            print("     " + "\n".join(finding).strip().replace("\n", "\n     "))


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    program.add_arguments(parser)
    parser.add_argument("--only", default="", help="only faults whose name contains this text")
    parser.add_argument("--tool", help="only this tool")
    parser.add_argument("--show", action="store_true", help="print the findings of each tool")
    parser.add_argument("--json", type=pathlib.Path, help="write every answer to this file")
    parser.add_argument("--out", type=pathlib.Path, help="write the table to this file")
    options = parser.parse_args()
    binary = pathlib.Path(options.binary).resolve()
    asked = {dialect: {n: t for n, t in by.items() if options.tool in (None, n)} for dialect, by in tools.of(binary).items()}
    groups = [(title, dialect, [f for f in faults if options.only in f.ident]) for title, dialect, faults in GROUPS]
    groups, answers, known = [g for g in groups if g[2]], {}, {}
    for _, dialect, faults in groups:
        for fault in faults:
            answers[fault.ident] = {name: answer(tool, fault, known) for name, tool in asked[dialect].items()}
            if options.show:
                show(fault, answers[fault.ident])
    text = "\n".join(table.markdown(groups, answers, asked, versions(str(binary))))
    print(text)
    if options.out:
        options.out.write_text(text + "\n")
    if options.json:
        options.json.write_text(json.dumps(answers, indent=1))
    return int(any(len(a["shapewright"]["marks"]) < 3 for a in answers.values() if "shapewright" in a))


if __name__ == "__main__":
    sys.exit(main())
