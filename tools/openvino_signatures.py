#!/usr/bin/env python3
"""Compares the signatures of IR operators in src/ops with the installed openvino package.

Usage: SHAPEWRIGHT_OPENVINO=python3 cargo test --test spec openvino_signatures   (requires: pip install openvino==2026.4.1)

Reads JSON lines from standard input, one for each version of an operator:
  {"name": "TopK", "since": 3, "until": 10, "inputs": [2, 2], "attributes": [["axis", "integer"], ...]}
where `inputs` are the minimum and maximum number (null if unbounded). Prints the differences, and exits with 1 if there are
any.

An operator created without inputs shows its attributes and their defaults. The constructors in the package's headers show the
number of inputs. Neither shows the outputs.
"""
import glob
import json
import os
import re
import sys

import openvino
from openvino.utils.node_factory import NodeFactory

# Attributes that files do not write as attributes, or write in addition to those that a node shows.
SILENT = {
    "Constant": "its value is in the weights", "Parameter": "determined by its data", "Result": "determined by its edges",
    "If": "bodies are elements", "Loop": "bodies are elements", "TensorIterator": "bodies are elements",
    "Assign": "shows nothing without a variable", "ReadValue": "shows nothing without a variable",
}
KINDS = {bool: {"bool"}, int: {"integer"}, float: {"real"}, str: {"text", "word", "element", "shape"}}


def constructors():
    """Returns the input counts of the constructors, by operator and the opset that introduced the version."""
    counts, folder = {}, os.path.join(os.path.dirname(openvino.__file__), "include", "openvino", "op")
    for path in glob.glob(os.path.join(folder, "*.hpp")):
        text = re.sub(r"//[^\n]*", "", open(path, encoding="utf-8").read())
        for found in re.finditer(r'OPENVINO_OP\("(\w+)",\s*"opset(\d+)"', text):
            start = text.rfind("class ", 0, found.start())
            name = re.match(r"class (?:\w+ )*?(\w+)\s*(?:final\s*)?:", text[start:])
            if not name:
                continue
            end = text.find("\n};", found.end())
            takes = set()
            for made in re.finditer(r"\b" + name[1] + r"\(([^;{]*?)\)\s*[;{]", text[found.end():end]):
                if "OutputVector" in made[1]:
                    takes.add(None)
                elif re.search(r"Output<(?:ov::)?Node>", made[1]):
                    takes.add(len(re.findall(r"Output<(?:ov::)?Node>&", made[1])))
            if takes:
                counts[(found[1], int(found[2]))] = takes
    return counts


def kinds(value):
    """Returns the attribute kinds that a Python value may have in our signatures; None for any."""
    if isinstance(value, (list, tuple, set)) or type(value).__name__ in ("ndarray", "Strides", "Shape"):
        items = list(value)
        return {"integers", "reals", "text", "shape"} if not items or not isinstance(items[0], str) else {"text"}
    return KINDS.get(type(value))


def differences(ours, counts):
    name, since = ours["name"], ours["since"]
    if name in SILENT:
        return
    try:
        node = NodeFactory(f"opset{since}").create(name)
    except Exception as error:  # noqa: BLE001  the package raises several types
        yield f"cannot be created: {str(error).splitlines()[0][:100]}"
        return
    theirs, attributes = node.get_attributes(), dict(ours["attributes"])
    for attribute in sorted(set(theirs) - set(attributes)):
        yield f"attribute {attribute} is missing (openvino: {theirs[attribute]!r})"
    for attribute in sorted(set(attributes) - set(theirs)):
        yield f"attribute {attribute} does not exist in openvino"
    for attribute in sorted(set(attributes) & set(theirs)):
        allowed = kinds(theirs[attribute])
        if allowed and attributes[attribute] not in allowed:
            yield f"attribute {attribute} is {attributes[attribute]}, openvino has {theirs[attribute]!r}"
    least, most = ours["inputs"]
    for count in counts.get((name, since), ()):
        if count is None:
            if most is not None and least == most:
                yield f"takes {least} inputs, openvino takes a list"
        elif count < least or (most is not None and count > most):
            yield f"takes {least} to {most} inputs, openvino also {count}"


def main():
    counts, versions, found = constructors(), 0, 0
    for line in sys.stdin:
        ours = json.loads(line)
        versions += 1
        for difference in differences(ours, counts):
            found += 1
            print(f"{ours['name']}-{ours['since']}: {difference}")
    print(f"openvino {openvino.__version__}: {versions} versions, {found} differences", file=sys.stderr)
    sys.exit(1 if found else 0)


main()
