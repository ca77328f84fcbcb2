#!/usr/bin/env python3
"""Generates src/ops/generated/onnx_table.rs, the signature of every ONNX operator in every version, from the published package.

The table contains facts only: names, numbers, types, defaults.
Usage: onnx_signatures.py > src/ops/generated/onnx_table.rs   (requires: pip install onnx==1.23.2)
"""
import collections
import re
import struct
import sys

import onnx
from onnx import defs

ELEMENT = {
    "double": "F64", "float": "F32", "float16": "F16", "bfloat16": "Bf16", "int64": "I64", "int32": "I32", "int16": "I16",
    "int8": "I8", "uint64": "U64", "uint32": "U32", "uint16": "U16", "uint8": "U8", "int4": "I4", "uint4": "U4", "int2": "I2",
    "uint2": "U2", "bool": "Bool", "string": "String", "complex64": "C64", "complex128": "C128", "float8e4m3fn": "F8E4M3",
    "float8e4m3fnuz": "F8E4M3Fnuz", "float8e5m2": "F8E5M2", "float8e5m2fnuz": "F8E5M2Fnuz", "float8e8m0": "F8E8M0",
    "float6e2m3": "F6E2M3", "float6e3m2": "F6E3M2", "float6e2m3fn": "F6E2M3", "float6e3m2fn": "F6E3M2", "float4e2m1": "F4E2M1",
}
ORDER = list(dict.fromkeys(ELEMENT.values()))
KIND = {
    "INT": "Int", "FLOAT": "Float", "STRING": "String", "TENSOR": "Tensor", "SPARSE_TENSOR": "SparseTensor", "GRAPH": "Graph",
    "TYPE_PROTO": "Type", "INTS": "Ints", "FLOATS": "Floats", "STRINGS": "Strings", "TENSORS": "Tensors",
    "SPARSE_TENSORS": "SparseTensors", "GRAPHS": "Graphs", "TYPE_PROTOS": "Types",
}
kinds = {}


def kinds_of(types):
    """Returns the name of a constant for a set of type strings."""
    sets, maps = collections.defaultdict(set), False
    for text in types:
        if "map(" in text:
            maps = True
            continue
        for field, pattern in (
            ("optional_sequence", r"optional\(seq\(tensor\((\w+)\)\)\)"), ("optional", r"optional\(tensor\((\w+)\)\)"),
            ("sequence", r"seq\(tensor\((\w+)\)\)"), ("sparse", r"sparse_tensor\((\w+)\)"), ("tensor", r"tensor\((\w+)\)"),
        ):
            found = re.fullmatch(pattern, text)
            if found:
                sets[field].add(ELEMENT[found[1]])
                break
        else:
            sys.exit(f"unknown type string {text}")
    key = (tuple((f, tuple(sorted(sets[f], key=ORDER.index))) for f in ("tensor", "sparse", "sequence", "optional", "optional_sequence") if sets[f]), maps)
    return kinds.setdefault(key, f"K{len(kinds)}")


def quote(text):
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'


def formal(schema, param):
    variables = {c.type_param_str for c in schema.type_constraints}
    if param.type_str in variables:
        text = f"F::new({quote(param.name)}, {quote(param.type_str)})"
    else:
        text = f"F::fixed({quote(param.name)}, {kinds_of([param.type_str])})"
    option = param.option.name
    if option == "Optional":
        text += ".optional()"
    elif option == "Variadic":
        text += f".{'' if param.is_homogeneous else 'heterogeneous_'}variadic({param.min_arity})"
    return text


def floating(value):
    """Returns the shortest decimal that denotes this f32."""
    for digits in range(1, 10):
        short = float(f"{value:.{digits}g}")
        try:
            if struct.pack("<f", short) == struct.pack("<f", value):
                return repr(short)
        except OverflowError:  # rounded up beyond the largest f32
            pass
    return repr(float(value))


def default(attribute):
    value = attribute.default_value
    kind = attribute.type.name
    if not value.name and not value.type:
        return None
    if kind == "INT":
        return f"D::Int({value.i})"
    if kind == "FLOAT":
        return f"D::Float({floating(value.f)})"
    if kind == "STRING":
        return f"D::Text({quote(value.s.decode())})"
    if kind == "INTS":
        return f"D::Ints(&[{', '.join(map(str, value.ints))}])"
    if kind == "FLOATS":
        return f"D::Floats(&[{', '.join(map(floating, value.floats))}])"
    if kind == "STRINGS":
        return f"D::Texts(&[{', '.join(quote(s.decode()) for s in value.strings)}])"
    return None


def attribute(a):
    kind = f"A::Onnx(AttributeType::{KIND[a.type.name]})"
    given = default(a)
    if a.required:
        return f"S::required({quote(a.name)}, {kind})"
    if given:
        return f"S::default({quote(a.name)}, {kind}, {given})"
    return f"S::optional({quote(a.name)}, {kind})"


def listed(items):
    return f"&[{', '.join(items)}]"


def newest_versions():
    """Returns the latest version of each domain, from the package's own table of releases."""
    newest = {}
    for (domain, version), _ in onnx.helper.OP_SET_ID_VERSION_MAP.items():
        domain = "" if domain == "ai.onnx" else domain
        newest[domain] = max(version, newest.get(domain, 0))
    newest[""] = max(newest[""], defs.onnx_opset_version())
    for schema in defs.get_all_schemas_with_history():
        newest[schema.domain] = max(schema.since_version, newest.get(schema.domain, 0))
    return newest


def written(operators):
    """Returns the rows of a table: for each domain and name, the versions from oldest to newest."""
    rows = []
    for (domain, name), versions in sorted(operators.items()):
        texts = []
        for schema in sorted(versions, key=lambda s: s.since_version):
            text = f"Signature::since({schema.since_version})"
            if schema.inputs:
                text += f".inputs({listed(formal(schema, p) for p in schema.inputs)})"
            if schema.outputs:
                text += f".outputs({listed(formal(schema, p) for p in schema.outputs)})"
            if schema.attributes:
                text += f".attributes({listed(attribute(a) for _, a in sorted(schema.attributes.items()))})"
            if schema.type_constraints:
                variables = (f"V {{ name: {quote(c.type_param_str)}, allowed: {kinds_of(c.allowed_type_strs)} }}" for c in schema.type_constraints)
                text += f".variables({listed(variables)})"
            if schema.deprecated:
                text += ".deprecated()"
            texts.append(f"        {text},\n")
        rows.append(f"    ({quote(domain)}, {quote(name)}, &[\n{''.join(texts)}    ]),\n")
    return rows


def print_head(first):
    """Prints the module's doc comment, its imports, and the type sets that the rows use."""
    print(f"//! {first}\n")
    print("#![cfg_attr(rustfmt, rustfmt_skip)]\n")
    print("use super::signature::{AttributeKind as A, AttributeSpec as S, DefaultValue as D, FormalParameter as F, TypeConstraint, Signature, TypeVariable as V};")
    print("use crate::element::{ElementType as E, TypeSet};\nuse crate::graph::AttributeType;\n")
    for (sets, maps), constant in kinds.items():
        fields = [f"{field}: TypeSet::of(&[{', '.join('E::' + e for e in elements)}])" for field, elements in sets]
        if maps:
            fields.append("map: true")
        print(f"const {constant}: TypeConstraint = TypeConstraint {{ {', '.join(fields)}, ..TypeConstraint::NONE }};")


def main():
    operators = collections.defaultdict(list)
    for schema in defs.get_all_schemas_with_history():
        operators[(schema.domain, schema.name)].append(schema)
    rows = written(operators)
    print_head(f"Signatures of every ONNX operator in every version. Written by `tools/onnx_signatures.py` from onnx {onnx.__version__}; do not edit.")
    print("\n/// Domain, name, and versions from oldest to newest.")
    print("pub(super) static OPERATORS: &[(&str, &str, &[Signature])] = &[")
    print("".join(rows) + "];")
    newest = sorted((d, v) for d, v in newest_versions().items())
    print("\n/// The newest version of each domain.")
    print(f"pub(super) static NEWEST: &[(&str, i64)] = &[{', '.join(f'({quote(d)}, {v})' for d, v in newest)}];")


if __name__ == "__main__":
    main()
