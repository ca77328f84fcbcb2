#!/usr/bin/env python3
"""Lists every error that shapewright reports in models, next to the results of other tools.

Usage: false_errors.py PATH ... | --manifest FILE [--facts DIRECTORY] [--binary PATH] [--json FILE]

    cargo build --release --features cli
    pip install onnx onnxruntime openvino numpy
    tools/false_errors.py models/

For each model with an error, the script runs onnx.checker's full check and loads the model in ONNX Runtime, or reads it in
OpenVINO. An error in a model that all of them accept is marked as suspect. The list also shows whether the model runs
according to the manifest.
"""
import argparse
import collections
import json
import pathlib
import sys

# Do not leave bytecode next to the modules in the repository.
sys.dont_write_bytecode = True
from oracles import models, program
from oracles.isolated import isolated


def checks(path):
    import onnx

    onnx.checker.check_model(str(path), full_check=True)


def loads(path):
    import onnxruntime as ort

    settings = ort.SessionOptions()
    settings.log_severity_level = 4
    ort.InferenceSession(str(path), settings, providers=["CPUExecutionProvider"])


def reads(path):
    import openvino

    openvino.Core().read_model(path)


def opinion(call, path):
    try:
        isolated(call, path)
        return "ok"
    except RuntimeError as error:
        return str(error).replace("\n", " ")[:160]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    models.add_arguments(parser)
    program.add_arguments(parser)
    parser.add_argument("--json", type=pathlib.Path)
    options = parser.parse_args()
    chosen = {str(m.path): m for m in models.chosen(options)}
    findings = program.lint(options.binary, chosen)
    listed, codes = [], collections.Counter()
    for path, found in findings.items():
        errors = [f for f in found if f["level"] == "error"]
        if not errors:
            continue
        codes.update(f["code"] for f in errors)
        tools = {"openvino": opinion(reads, path)} if chosen[path].is_ir else {"checker": opinion(checks, path), "onnxruntime": opinion(loads, path)}
        ran = chosen[path].entry.get("ref", {}).get("run")
        suspect = all(t == "ok" for t in tools.values())
        listed.append({"path": path, "suspect": suspect, "tools": tools, "run": ran, "errors": [f"{f['code']} {f['message']}" for f in errors]})
    print(f"{len(chosen)} models, {len(listed)} with an error, {sum(e['suspect'] for e in listed)} of these accepted by the other tools; {dict(codes.most_common())}")
    for entry in sorted(listed, key=lambda e: not e["suspect"]):
        print(f"{'SUSPECT ' if entry['suspect'] else ''}{entry['path']}  run: {str(entry['run'])[:60]}")
        for tool, said in entry["tools"].items():
            print(f"    {tool}: {said}")
        for error in entry["errors"][:5]:
            print(f"    {error}"[:300])
    if options.json:
        options.json.write_text(json.dumps(listed, indent=1))


if __name__ == "__main__":
    sys.exit(main())
