"""The commands that run on models of each format, what they write, and what they refuse."""
import html
import re
import shutil

from . import files

ONNX = {
    "lint": ["lint", "{path}"], "lint-all": ["lint", "--select", "ALL", "--min-level", "note", "{path}"], "shapes": ["shapes", "{path}"],
    "shapes-json": ["shapes", "-f", "json", "{path}"], "print": ["print", "{path}"], "print-weights": ["print", "--weights", "{path}"],
    "values": ["shapes", "--values", "100", "{path}"], "fold": ["fold", "--force", "{path}", "-o", "{out}"],
    "graph": ["graph", "{path}"], "html": ["lint", "--min-level", "note", "-f", "html", "{path}"],
    "sarif": ["lint", "--min-level", "note", "-f", "sarif", "{path}"], "snap": ["snap", "{path}"], "diff": ["diff", "{path}", "{other}"],
    "annotate": ["annotate", "--force", "--overwrite", "{path}", "-o", "{out}"], "fix": ["lint", "--diff", "--unsafe-fixes", "{path}"],
    "diff-across": ["diff", "{path}", "{across}"], "diff-back": ["diff", "{across}", "{path}"],
    "why": ["shapes", "--why", "y", "{path}"], "why-json": ["shapes", "-f", "json", "--why", "y", "{path}"],
    "inspect": ["inspect", "{path}"], "specialize": ["specialize", "{path}", "--bind", "N=7", "-o", "{out}"],
    "specialize-fold": ["specialize", "{path}", "--bind", "N=7", "--fold", "-o", "{out}"],
    "specialize-rewrite": ["specialize", "--rewrite", "{path}", "--input-shape", "x:f32[M,4]", "-o", "{out}"],
    "extract": ["extract", "{path}", "--outputs", "y", "-o", "{out}"], "convert": ["convert", "{path}", "-o", "{converted}"],
    "extract-data": ["extract", "{path}", "--outputs", "y", "--external", "file", "--external-threshold", "0", "-o", "{out}"],
    "fix-in-place": ["lint", "--min-level", "note", "--fix", "--unsafe-fixes", "{copy}"],
    "fix-all": ["lint", "--select", "ALL", "--min-level", "note", "--fix", "--unsafe-fixes", "{copy}"],
    "add-ignores": ["lint", "--min-level", "note", "--add-ignores", "{copy}"],
    "baseline": ["lint", "--min-level", "note", "--write-baseline", "{listed}", "{path}"],
    "compare": ["lint", "--min-level", "note", "--baseline", "{listed}", "--no-group", "{path}"],
    "reports": ["lint", "--min-level", "note", "-f", "concise", "{path}",
                *(word for form in ("jsonl", "github", "gitlab", "junit", "markdown") for word in ("-o", f"{form}:{{report}}.{form}"))],
    "targets": ["lint", "--min-level", "note", "--target", "onnxruntime>=1.18,openvino", "{path}"],
    "mermaid": ["graph", "-f", "mermaid", "{path}"], "snap-check": ["snap", "--check", "{path}"],
    "diff-json": ["diff", "-f", "json", "{path}", "{other}"], "inspect-json": ["inspect", "-f", "json", "{path}"],
    "fold-report": ["fold", "--force", "--dry-run", "--report", "-f", "json", "{path}"],
    "strip": ["annotate", "--force", "--strip", "{path}", "-o", "{out}"],
    "externalize": ["convert", "--external", "file", "--external-threshold", "0", "{path}", "-o", "{out}"],
}
# A command that differs from that of ONNX, or is none. IR has one form only, and its dimensions and values have other names.
IR = {"specialize": ["specialize", "{path}", "--input-shape", "l0:f32[7,4]", "-o", "{out}"],
      "specialize-fold": ["specialize", "{path}", "--input-shape", "l0:f32[7,4]", "--fold", "-o", "{out}"],
      "specialize-rewrite": ["specialize", "--rewrite", "{path}", "--input-shape", "l0:f32[?,4]", "-o", "{out}"],
      "extract": ["extract", "{path}", "--outputs", "{last}", "-o", "{out}"], "why": ["shapes", "--why", "{last}", "{path}"],
      "why-json": ["shapes", "-f", "json", "--why", "{last}", "{path}"], "convert": None, "externalize": None, "extract-data": None}
# The examples of a page are parts of models, which are not written as a model.
PAGE = dict.fromkeys(("fold", "fold-report", "annotate", "strip", "specialize", "specialize-fold", "specialize-rewrite", "extract", "extract-data", "convert", "externalize"))
FORMATS = {"onnx": ONNX, "onnxtxt": ONNX, "xml": {**ONNX, **IR}, "rst": {**ONNX, **PAGE, "why": IR["why"], "why-json": IR["why-json"]}}

# Linux takes no argument of 128 KiB.
LONGEST_ARGUMENT = 100_000

# Commands that read what another one wrote.
AFTER = {"compare": "baseline", "snap-check": "snap"}

# These explain a value, which a limit on the size of models may have cut off.
OF_A_VALUE = ("why", "why-json")

# Families whose last value is behind an error of syntax, or of a layer without ports.
NO_VALUE = ("text: mistakes", "IR data attributes", "page: IR data attributes", "IR sought: missing ports")

# Families whose snapshots are far longer than the file.
LONG_SNAPSHOTS = ("bodies in a long attribute", "IR nested: long layer that is read often")

# Families that a command is right to refuse with exit code 2, by the beginning of their name.
REFUSED = {
    # Text has no form for a tensor whose data does not fit its type or dimensions.
    "convert": ("empty_initializers", "tensor_dims", "huge_dims", "empty: initializers", "empty: tensors", "empty: dims", "wrong tensors",
                "negative_sizes", "nested: tensors of"),
    # The weights of a constant are missing.
    "fold": ("IR long constant",), "fold-report": ("IR long constant",),
    # The data of texts moves only if the text and the new model do not take too much memory together.
    "externalize": ("misspelled: missing files", "text: unknown names on a line"),
    # What is left out must not be read by what remains, as it is in a cycle, and edges of IR name layers by their id.
    # Elements in more than 100,000 others are not written. What has no symbol N cannot have a size for it.
    "specialize": ("IR deep elements", "IR deep suppressions", "fixed sizes", "text: nested: returned often"),
    "specialize-fold": ("IR deep elements", "IR deep suppressions", "fixed sizes"), "specialize-rewrite": ("IR deep elements", "IR deep suppressions"),
    # Data moves only in a file without errors of syntax, and if the model, its part, and the new file do not take too much together.
    "extract-data": ("reads_of_itself", "text: faulty header", "text: packed list", "text: nodes on a line", "text: nodes on lines", "suppressions, empty names",
                     "nested: calls deep inside", "nested: dead chain", "nested: dead nodes", "nested: fixes around", "nested: short nodes", "nested: sparse at each level",
                     "text: nested: dead", "text: nested: faulty nodes", "text: nested: fixed nodes", "Max of distinct", "Concat of distinct",
                     "Einsum of distinct", "constraints", "declarations, empty names", "declarations_with_symbols, reversed names",
                     "declarations_with_symbols, empty names", "empty: function nodes"),
    "why": NO_VALUE, "why-json": NO_VALUE,
    # A long name is read very often, and a snapshot has twice the bytes of the file and 16 MiB at most.
    "snap": LONG_SNAPSHOTS, "snap-check": LONG_SNAPSHOTS,
    "extract": ("reads_of_itself", "nested: dead chain", "IR cycle", "IR same ids", "IR sought: same ids", "IR sought: missing ports", "IR bare layers"), "strip": ("IR same ids", "IR sought: same ids"), "annotate": ("IR sought: same ids",),
}


def suffix_of(family):
    suffixes = {"IR ": "xml", "text: ": "onnxtxt", "page: ": "rst"}
    return next((suffix for start, suffix in suffixes.items() if family.startswith(start)), "onnx")


def last_value(path):
    """The id of the last value of an IR, or of the last example of a page, or the name of its first layer if that cannot be given as an argument."""
    depth, layer, last = 0, b"", b"l0"
    for found in re.finditer(rb'<\w*body>|</\w*body>|<layer id="([^"]*)"|<output><port id="([^"]*)"', path.read_bytes()):
        of_layer, of_port = found.groups()
        if found[0].endswith(b"body>"):
            depth += -1 if found[0].startswith(b"</") else 1
        if depth == 0 and of_layer is not None:
            layer = of_layer
        elif depth == 0 and of_port is not None:
            last = layer + b":" + of_port
    return html.unescape(last.decode(errors="replace")) if len(last) < LONGEST_ARGUMENT and b"\0" not in last else "l0"


def line(command, path, folder):
    """The arguments, and the file that they write: none for most. What is changed in place is a copy."""
    suffix = path.suffix[1:]
    copy = folder / "copy" / path.name
    if "{copy}" in FORMATS[suffix][command]:
        copy.parent.mkdir(exist_ok=True)
        for source in (path, files.data_of(path)):
            if source.exists():
                shutil.copy(source, copy.with_suffix(source.suffix))
    places = {"path": path, "last": last_value(path) if "{last}" in FORMATS[suffix][command] else None, "across": files.across_of(path),
              "other": other if (other := files.other_of(path)).exists() else path,
              "copy": copy, "listed": path.parent / "baseline.json", "report": folder / "report",
              "out": folder / f"out.{suffix}", "converted": folder / f"out.{'onnx' if suffix == 'onnxtxt' else 'onnxtxt'}"}
    parts = FORMATS[suffix][command]
    written = next((places[name] for name in ("out", "converted") if f"{{{name}}}" in parts), None)
    return [part.format(**places) for part in parts], written


def is_cut(path):
    """The arguments of a command that finds faults if a limit cut off a part of the model."""
    return ["lint", "--select", "FM011", str(path)]


def bytes_read(command, path):
    own = files.bytes_of(path, files.data_of(path))
    if command in ("diff-across", "diff-back"):
        return own + files.bytes_of(files.across_of(path))
    return own + (files.bytes_of(files.other_of(path)) or own) if command.startswith("diff") else own


def refuses(command, family):
    return family.startswith(REFUSED.get(command, ()))
