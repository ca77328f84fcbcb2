#!/usr/bin/env python3
"""Generates src/ops/generated/microsoft_table.rs, the signatures that ONNX Runtime adds to ONNX, from the published package.

These are the operators of `com.microsoft`, and the versions of operators in the default domain that only ONNX Runtime
supports. The table contains facts only: names, numbers, types, defaults.
Usage: microsoft_signatures.py > src/ops/generated/microsoft_table.rs   (requires: pip install onnx==1.23.2 onnxruntime==1.31.1)
"""
import collections
import types

import onnx
import onnxruntime
from onnxruntime.capi import onnxruntime_pybind11_state as state

import onnx_signatures as common

OPTIONS = ("Single", "Optional", "Variadic")


def parameter(formal, least):
    """Converts a formal parameter to the form of the onnx package."""
    return types.SimpleNamespace(
        name=formal.name, type_str=formal.typeStr, min_arity=least, is_homogeneous=formal.isHomogeneous,
        option=types.SimpleNamespace(name=OPTIONS[int(formal.option)]),
    )


def parameters(formals, least):
    """Converts formal parameters. A variadic one takes the rest of the minimum number of values."""
    return [parameter(formal, max(least - at, 0)) for at, formal in enumerate(formals)]


def attribute(given):
    default = onnx.AttributeProto.FromString(given._default_value)
    return types.SimpleNamespace(name=given.name, type=given.type, required=given.required, default_value=default)


def schema(given):
    """Converts a schema to the form of the onnx package."""
    return types.SimpleNamespace(
        since_version=given.since_version, deprecated=given.deprecated,
        inputs=parameters(given.inputs, given.min_input), outputs=parameters(given.outputs, given.min_output),
        attributes={name: attribute(a) for name, a in given.attributes.items()}, type_constraints=given.type_constraints,
    )


def main():
    theirs = {(s.domain, s.name, s.since_version) for s in onnx.defs.get_all_schemas_with_history()}
    operators = collections.defaultdict(list)
    for given in state.get_all_operator_schema():
        key = (given.domain, given.name)
        if given.domain in ("", "com.microsoft") and (*key, given.since_version) not in theirs:
            operators[key].append(schema(given))
    rows = common.written(operators)
    common.print_head(
        "Signatures that ONNX Runtime has beyond ONNX. Written by `tools/microsoft_signatures.py` from onnxruntime "
        f"{onnxruntime.__version__}; do not edit."
    )
    print("\n/// Domain, name, and versions from oldest to newest.")
    print("pub(super) static OPERATORS: &[(&str, &str, &[Signature])] = &[")
    print("".join(rows) + "];")


main()
