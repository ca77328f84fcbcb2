"""Writes the rows of all runtimes as a Rust table."""

HEAD = """//! What runtimes run on the CPU, by operator and version. Written by `tools/runtime_support.py` from {sources}; do not edit.

#![cfg_attr(rustfmt, rustfmt_skip)]

use crate::dialect::Dialect::{{self, Onnx, OpenVino}};
use crate::ops::support::RuntimeSupport as S;

/// Dialect, domain, name, and the measured versions of the operator, oldest first.
pub(crate) static OPERATORS: &[(Dialect, &str, &str, S)] = &["""


def _rows(rows):
    return "".join(f'\n        ({since}, "{text}"),' for since, text in sorted(rows))


def written(operators, sources):
    """Returns the table. `operators` maps (dialect, domain, name) to runtimes, and those to versions with their rows."""
    lines = [HEAD.format(sources=sources)]
    for (dialect, domain, name), runtimes in sorted(operators.items()):
        fields = [f"{runtime}: &[{_rows(runtimes[runtime])}]" if runtimes.get(runtime) else f"{runtime}: &[]" for runtime in ("onnxruntime", "openvino")]
        lines.append(f'    ({dialect}, "{domain}", "{name}", S {{ {", ".join(fields)} }}),')
    return "\n".join([*lines, "];"]) + "\n"
