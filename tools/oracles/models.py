"""Selects the models to compare."""
import json
import pathlib
import re


class Model:
    """A file, its id among the recorded facts, and its entry in the manifest."""

    def __init__(self, path, ident, entry=None):
        self.path, self.ident, self.entry = path, ident, entry or {}

    @property
    def is_ir(self):
        return self.path.suffix == ".xml"

    def ir_version(self):
        """Returns the version of an IR model's format."""
        root = re.search(rb"<net\b[^>]*\bversion\s*=\s*[\"'](\d+)", self.path.read_bytes()[:4096])
        return int(root[1]) if root else 0

    @property
    def is_network(self):
        return self.entry.get("tier", "network") == "network"


def is_ir(path):
    return path.suffix == ".xml" and b"<net" in path.read_bytes()[:4096]


def walk(paths):
    """Yields the models in files and directories, identified by the stems of their names."""
    for path in map(pathlib.Path, paths):
        files = sorted(path.rglob("*")) if path.is_dir() else [path]
        yield from (Model(f, f.stem) for f in files if f.is_file() and (f.suffix == ".onnx" or is_ir(f)))


def of_manifest(manifest):
    """Yields the models of a JSON list of objects with `file`, `id`, `tier`; converted ones are in `ir/converted/ID/`."""
    for entry in json.loads(manifest.read_text()):
        yield Model(manifest.parent / entry["file"], entry["id"], entry)
        converted = manifest.parent / "ir/converted" / entry["id"] / f"{entry['id']}.xml"
        if converted.exists():
            yield Model(converted, entry["id"], entry)


def add_arguments(parser):
    parser.add_argument("paths", nargs="*", help="models, or directories of models")
    parser.add_argument("--manifest", type=pathlib.Path, help="a JSON list of objects with `file`, `id`, and `tier`")
    parser.add_argument("--facts", type=pathlib.Path, help="a directory of recorded facts, `ID.run.json` and others")
    parser.add_argument("--tier", help="only models of this tier in the manifest")


def chosen(options):
    models = [*walk(options.paths), *(of_manifest(options.manifest) if options.manifest else [])]
    return [m for m in models if not options.tier or m.entry.get("tier") == options.tier]
