#!/usr/bin/env python3
"""Runs onnx's own tests of shape inference with `shapewright.infer_shapes`, and says how the results differ from onnx's.

Usage: onnx_shape_tests.py DIRECTORY [--tests EXPRESSION] [--list CLASS ...] [--json FILE]

    pip download --no-deps --no-binary onnx onnx==1.23.2 && tar xzf onnx-1.23.2.tar.gz
    pip install ./python onnx==1.23.2 pytest
    tools/onnx_shape_tests.py onnx-1.23.2/tests/python

DIRECTORY is `tests/python` of the source distribution. `onnx.shape_inference.infer_shapes` is replaced for its tests: each call
is answered by shapewright and by onnx, the test sees what shapewright answers, and both answers are compared value by value,
also in bodies. A call belongs to one class:

    same            the same types and shapes, or both refuse the model
    more precise    a size, a rank, a name, or a type that onnx leaves unknown
    other name      another symbolic name for the same dimension
    stricter        shapewright finds an error where onnx does not
    laxer           onnx raises an error where shapewright does not
    overridable     onnx relies on the value of an initializer that is also a graph input, which callers may override
    less precise    something that onnx infers is unknown
    contradiction   both infer something, and it differs

A test belongs to the last of these classes that one of its calls belongs to; it fails if its own assertions do, which expect
exactly what onnx infers. `oracles/explained.py` says why; the exit code is 1 if it does not explain a test of the classes
after `other name`, or one that fails in the class `same`.
"""
import argparse
import collections
import json
import pathlib
import re
import sys

# Do not leave bytecode next to the modules in the repository.
sys.dont_write_bytecode = True
import onnx
import onnx.shape_inference
import pytest
import shapewright
from oracles.explained import reason

CLASSES = ("same", "more precise", "other name", "stricter", "laxer", "overridable", "less precise", "contradiction")
FILES = ("shape_inference", "data_propagation", "symbolic_shape", "model_inference", "split_shape_inference")

NO_OUTPUT = "GR106"
"""The code of graphs without an output. Most tests have one, and are about something else."""

by_onnx = onnx.shape_inference.infer_shapes


def by_shapewright(model, check_type=False, strict_mode=False, data_prop=False):
    """Takes the arguments of onnx, which checks types and follows data only on request."""
    try:
        return shapewright.infer_shapes(model, strict_mode=strict_mode)
    except shapewright.ModelError as error:
        errors = [found for found in error.report or () if found.level == "error"]
        if strict_mode and errors and all(found.code == NO_OUTPUT for found in errors):
            return by_shapewright(model)
        errors = [found for found in errors if found.code != NO_OUTPUT]
        text = "; ".join(f"{found.code} {found.message}" for found in errors) or str(error)
        raise onnx.shape_inference.InferenceError(text) from error


def is_made(name):
    """Whether onnx made a name, for a dimension that it knows nothing of."""
    return re.fullmatch(r"unk__\d+", name) is not None


def dimension(theirs, ours):
    """Compares two dimensions."""
    if theirs.HasField("dim_value") and ours.HasField("dim_value"):
        return "same" if theirs.dim_value == ours.dim_value else "contradiction"
    if theirs.HasField("dim_value"):
        return "less precise"
    name = theirs.dim_param
    if ours.HasField("dim_value"):
        return "more precise"
    if name == ours.dim_param or is_made(name):
        return "same"
    if not name:
        return "more precise"
    return "other name" if ours.dim_param else "less precise"


def types(theirs, ours):
    """Yields the classes of the differences of two types."""
    kind, other = theirs.WhichOneof("value"), ours.WhichOneof("value")
    if kind is None or other is None:
        if kind != other:
            yield "less precise" if other is None else "more precise"
        return
    if kind != other:
        yield "contradiction"
        return
    theirs, ours = getattr(theirs, kind), getattr(ours, kind)
    if kind == "map_type":
        yield "same" if theirs.key_type == ours.key_type else "contradiction"
        yield from types(theirs.value_type, ours.value_type)
    elif kind in ("sequence_type", "optional_type"):
        yield from types(theirs.elem_type, ours.elem_type)
    else:
        yield from tensors(theirs, ours)


def tensors(theirs, ours):
    """Yields the classes of the differences of two tensor types."""
    if theirs.elem_type != ours.elem_type:
        known = theirs.elem_type and ours.elem_type
        yield "contradiction" if known else "less precise" if theirs.elem_type else "more precise"
    if not theirs.HasField("shape"):
        yield "more precise" if ours.HasField("shape") else "same"
    elif not ours.HasField("shape"):
        yield "less precise"
    elif len(theirs.shape.dim) != len(ours.shape.dim):
        yield "contradiction"
    else:
        yield from map(dimension, theirs.shape.dim, ours.shape.dim)


def graphs(graph, path=""):
    """Yields the types of a graph and its bodies by name, without those of graph inputs, which are given.

    An output without a type may have one among the values.
    """
    known = {}
    for value in [*(graph.input if path else ()), *graph.value_info, *graph.output]:
        if value.name not in known or not known[value.name].WhichOneof("value"):
            known[value.name] = value.type
    yield path, known
    for number, node in enumerate(graph.node):
        for attribute in node.attribute:
            for body in [attribute.g] if attribute.HasField("g") else attribute.graphs:
                yield from graphs(body, f"{path}/{number}.{attribute.name}")


def compare(theirs, ours):
    """Returns the class of two annotated models, and where they differ."""
    mine, differences = dict(graphs(ours.graph)), []
    for path, values in graphs(theirs.graph):
        for name in {**values, **mine[path]}:
            pair = [known.get(name, onnx.TypeProto()) for known in (values, mine[path])]
            found = max(types(*pair), key=CLASSES.index, default="same")
            if found != "same":
                differences.append((found, path, name, *map(str, map(show, pair))))
    return max((found for found, *_ in differences), key=CLASSES.index, default="same"), differences


def show(ty):
    """A type in one line."""
    return " ".join(str(ty).split())


class Replacement:
    """A plugin of pytest that answers the calls of tests, and collects the classes of their answers."""

    def __init__(self):
        self.calls, self.outcome, self.now = collections.defaultdict(list), {}, None

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_call(self, item):
        self.now = f"{item.path.stem}::{item.name}"
        onnx.shape_inference.infer_shapes = self.infer_shapes
        try:
            return (yield)
        finally:
            onnx.shape_inference.infer_shapes = by_onnx

    def pytest_runtest_logreport(self, report):
        if report.when == "call" or report.skipped:
            name = report.nodeid.rpartition("/")[2].partition("::")
            self.outcome[f"{name[0].removesuffix('.py')}::{name[2].rpartition('::')[2]}"] = report.outcome

    def infer_shapes(self, model, *arguments, **keywords):
        if not isinstance(model, (bytes, onnx.ModelProto)):
            return by_onnx(model, *arguments, **keywords)
        theirs = answer(by_onnx, model, *arguments, **keywords)
        ours = answer(by_shapewright, model, *arguments, **keywords)
        found = classify(theirs, ours)
        if found[0] in ("laxer", "less precise"):
            again = answer(by_shapewright, constants(model), *arguments, **keywords)
            other = classify(theirs, again)
            if other[0] not in ("laxer", "less precise"):
                ours, found = again, other if other[0] == "contradiction" else ("overridable", other[1])
        self.calls[self.now].append(found)
        if isinstance(ours, Exception):
            raise ours
        return ours


def answer(tool, model, *arguments, **keywords):
    """What a tool returns, or the exception that it raises."""
    try:
        return tool(model, *arguments, **keywords)
    except Exception as error:  # onnx raises exceptions of several kinds.
        return error


def constants(model):
    """The model without the graph inputs that have an initializer, so that no caller can override it."""
    copy = onnx.ModelProto.FromString(model if isinstance(model, bytes) else model.SerializeToString())
    known = {tensor.name for tensor in copy.graph.initializer}
    inputs = [value for value in copy.graph.input if value.name not in known]
    del copy.graph.input[:]
    copy.graph.input.extend(inputs)
    return copy


def classify(theirs, ours):
    """Returns the class of two answers to one call, and what it rests on."""
    refused = [isinstance(answer, Exception) for answer in (theirs, ours)]
    if all(refused):
        return "same", []
    if any(refused):
        return ("laxer", [str(theirs)]) if refused[0] else ("stricter", [str(ours)])
    read = [onnx.load_from_string(answer) if isinstance(answer, bytes) else answer for answer in (theirs, ours)]
    return compare(*read)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("directory", type=pathlib.Path)
    parser.add_argument("--tests", default="", help="only the tests that pytest selects by this expression")
    parser.add_argument("--list", nargs="*", default=[], metavar="CLASS", help="show the tests of these classes")
    parser.add_argument("--json", type=pathlib.Path, help="write every test to this file")
    options = parser.parse_args()
    replaced = Replacement()
    files = [str(options.directory / f"{name}_test.py") for name in FILES]
    pytest.main(["-qq", "--color=no", "--no-header", "--no-summary", "--tb=no", "-p", "no:cacheprovider", "-k", options.tests, *files], [replaced])
    of = {}
    for test, outcome in replaced.outcome.items():
        calls = replaced.calls[test]
        worst = max((found for found, _ in calls), key=CLASSES.index, default="no call")
        of[test] = {"class": worst, "outcome": outcome, "differences": [d for _, differences in calls for d in differences]}
    counts = collections.Counter((entry["class"], entry["outcome"]) for entry in of.values())
    for (found, outcome), count in sorted(counts.items()):
        print(f"{found:14} {outcome:8} {count}")
    reasons, unexplained = collections.Counter(), []
    for test, entry in of.items():
        if entry["class"] in options.list:
            show_test(test, entry)
        is_open = CLASSES.index(entry["class"]) > CLASSES.index("other name") if entry["class"] in CLASSES else False
        if is_open or (entry["class"], entry["outcome"]) == ("same", "failed"):
            why = reason(entry["class"], test)
            reasons[entry["class"], why] += 1
            unexplained += [] if why else [test]
    for (found, why), count in sorted(reasons.items(), key=lambda of: (of[0][0], -of[1])):
        print(f"{found}: {count}: {why}")
    for test in unexplained:
        show_test(test, of[test])
    if options.json:
        options.json.write_text(json.dumps(of, indent=1))
    return int(bool(unexplained))


def show_test(test, entry):
    print(f"{entry['class']}: {test} ({entry['outcome']})")
    for difference in entry["differences"][:3]:
        print("   ", difference)


if __name__ == "__main__":
    sys.exit(main())
