#!/usr/bin/env python3
"""Which tool catches, locates and explains which fault: 49 faulty models, each given to every tool, as a table.

Usage: fault_table.py [--binary PATH] [--only TEXT] [--json FILE] [--out FILE] [--show]

    cargo build --release
    pip install onnx onnxruntime openvino polygraphy colored onnx-graphsurgeon onnx-doctor numpy
    tools/fault_table.py

Nine faults of ReduceMin in ONNX, ten in OpenVINO IR, and thirty others (faults/chosen_onnx.py, faults/chosen_ir.py). Each
is one edit of a sound model, and every tool is asked of both, in a process of its own with a time limit. A fault is

  caught     if the tool gives a finding of level warning or worse, or refuses, and does not do so for the sound model
  located    if that finding names the node or layer, a value at fault, or its line or bytes
  explained  if it has the value as it stands in the file and what would be valid there

which patterns of the fault decide (faults/fault.py), the same for all tools. Exit code 1 if ours has less than all three.
"""
import argparse
import importlib.metadata
import json
import pathlib
import subprocess
import sys
import tempfile

# Nothing is left beside the modules in the repository.
sys.dont_write_bytecode = True
from faults import chosen_ir, chosen_onnx, reduce_min_ir, reduce_min_onnx, table, tools
from faults.fault import judge
from oracles import program

GROUPS = [
    ("ReduceMin in ONNX", "onnx", reduce_min_onnx.FAULTS),
    ("ReduceMin in OpenVINO IR", "ir", reduce_min_ir.FAULTS),
    ("others in ONNX", "onnx", chosen_onnx.FAULTS),
    ("others in OpenVINO IR", "ir", chosen_ir.FAULTS),
]
PACKAGES = ["onnx", "polygraphy", "onnx-doctor", "onnxruntime", "openvino"]


def versions(binary):
    found = {name: importlib.metadata.version(name) for name in PACKAGES}
    own = subprocess.run([binary, "--version"], capture_output=True, text=True, check=True).stdout.split()
    return {**found, own[0]: own[1]}


def ask(tool, fault, faulty, known):
    with tempfile.TemporaryDirectory() as folder:
        # One level down, so that `..` of a model is a folder of this run, too.
        inner = pathlib.Path(folder) / "models"
        inner.mkdir()
        path = fault.build(inner, faulty)
        # Many faults are edits of one sound model.
        content = tuple((file.name, file.read_bytes()) for file in sorted(inner.iterdir()))
        if (tool, content) not in known:
            known[tool, content] = tool(path)
        return known[tool, content]


def answer(tool, fault, known):
    """What a tool says of a fault, and what that is worth."""
    try:
        said, usual = ask(tool, fault, True, known), set(ask(tool, fault, False, known))
    except tools.Died as died:
        return {"died": str(died), "marks": [], "findings": []}
    findings = [finding for finding in said if finding not in usual]
    return {"marks": sorted(judge(fault, findings)), "findings": findings, "usual": sorted(usual)}


def show(fault, answers):
    print(f"== {fault.ident}: {fault.line}")
    for name, given in answers.items():
        print(f"-- {name}: {given.get('died') or ' '.join(given['marks']) or 'nothing'}; of the sound model: {len(given.get('usual', []))}")
        for finding in given["findings"]:
            print("     " + "\n".join(finding).strip().replace("\n", "\n     "))


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    program.add_arguments(parser)
    parser.add_argument("--only", default="", help="only faults whose name has this text")
    parser.add_argument("--tool", help="only this tool")
    parser.add_argument("--show", action="store_true", help="what each tool says")
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
