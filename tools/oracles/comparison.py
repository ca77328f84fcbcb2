"""Compares models with references."""
import pathlib
import tempfile

from . import program
from .peers import PEERS
from .sizes import Symbols, contains, interval, show
from .stored import Stored
from .verdict import CONTRADICTION, LESS, OTHER, compare

NARROWED = "the reference narrows a graph input"
INSERTED = "the reader inserted a conversion"


class Comparison:
    """The result for one model."""

    def __init__(self, model, report):
        self.model, self.report = model, report
        self.counts, self.deviations, self.failed = {}, [], None
        if report is None or report["status"] != "ok":
            self.failed = (report or {}).get("status", "not in the report")

    def count(self, reference, verdict):
        counts = self.counts.setdefault(reference, {})
        counts[verdict] = counts.get(verdict, 0) + 1

    def deviate(self, reference, verdict, value, ours, theirs, why=None):
        self.deviations.append({"reference": reference, "verdict": verdict, "value": str(value), "ours": ours, "theirs": theirs, "why": why})

    def against(self, reference, facts, values, known, run=None):
        """Compares all values that both have, except those for which the reference contradicts a run."""
        sizes = run["symbols"] if run else {}
        symbols, given = Symbols({}, sizes), input_names(self.report)
        for key, (element, shape) in facts.items():
            value = values.get(key)
            if value is None:
                self.count(reference, "only in the reference")
                continue
            if run and key in run["tensors"] and not contains(shape, run["tensors"][key][1], symbols):
                self.count(reference, "the reference contradicts the run")
                continue
            verdict, why = compare(value["shape"], shape, known, self.report["symbols"]), value["why_unknown"]
            if verdict in (LESS, OTHER) and value["id"] in given:
                # The declared inputs are the premise. Knowing more about them is a requirement, not an inference.
                verdict = NARROWED
            if element and value["type"] != element:
                verdict = INSERTED if self.is_converted(value, element) else CONTRADICTION if value["type"] else LESS
            if verdict == OTHER and run:
                why = f"{at(value['shape'], sizes)} and {at(shape, sizes)} with the dimensions of the run"
            self.count(reference, verdict)
            if verdict in (CONTRADICTION, LESS, OTHER, NARROWED, INSERTED):
                self.deviate(reference, verdict, key, text(value), f"{element}{show(shape)}", why)

    def is_converted(self, value, element):
        """Returns whether this is an f16 input or output of IR version 10, which OpenVINO exposes as f32."""
        kinds = self.model.is_ir and self.model.ir_version() <= 10 and (value["type"], element) == ("f16", "f32")
        return kinds and value["id"] in {i for g in self.report["graphs"] for i in g["inputs"] + g["outputs"]}

    def against_run(self, tensors, values, sizes):
        """Checks that all shapes contain those of the run. A symbol that the run does not name is bound at its first use."""
        symbols = Symbols(self.report["symbols"], sizes)
        for name, (element, shape) in tensors.items():
            value = values.get(name)
            if value is None:
                self.count("run", "only in the reference")
                continue
            if not contains(value["shape"], shape, symbols) or element and value["type"] not in (None, element):
                # A shape that relies on the declaration of an inner value is only as correct as the declaration.
                verdict = CONTRADICTION if value["source"] == "inferred" else "declared wrongly"
                self.count("run", verdict)
                self.deviate("run", verdict, name, text(value), f"{element}{show(shape)}", value["source"])
            elif value["shape"] is not None and value["type"] and all(symbols.exact(d) is not None for d in value["shape"]):
                self.count("run", "exact")
            else:
                self.count("run", "not exact")
                self.deviate("run", "not exact", name, text(value), f"{element}{show(shape)}", value["why_unknown"])

    def result(self):
        return {"path": str(self.model.path), "counts": self.counts, "deviations": self.deviations, "failed": self.failed}


def at(shape, sizes):
    """Formats a shape with the dimensions of a run."""
    symbols = Symbols({}, sizes)
    return show([symbols.exact(dim) for dim in shape])


def input_names(report):
    """Returns the ids of the main graph's inputs."""
    return {i for g in report["graphs"] if g["path"] == "main" for i in g["inputs"]}


def text(value):
    return f"{value['type']}{show(value['shape'])}"


def input_symbols(report):
    """Returns the symbols in the shapes of the graph's inputs."""
    values = program.main_values(report)
    inputs = [values[i] for i in input_names(report)]
    dims = {d for v in inputs for d in v["shape"] or [] if isinstance(d, str)}
    return {d for d in dims if interval(d) is None}


def compare_own(options, models, peers):
    flags = ["--no-declared"] if options.no_declared else []
    reports = program.shapes(options.binary, [m.path for m in models], *flags)
    results = []
    for model in models:
        report = reports.get(str(model.path))
        found = Comparison(model, report)
        results.append(found)
        if found.failed:
            continue
        known = input_symbols(report)
        values = program.ports(report) if model.is_ir else program.main_values(report)
        for name in PEERS[model.path.suffix] if peers else []:
            facts = peers[name].ask(model.path)
            if isinstance(facts, str):
                found.count(name, "raised")
            else:
                found.against(name, facts, values, known)
        if not options.facts:
            continue
        stored = Stored(options.facts, model.ident)
        if model.is_ir:
            found.against("recorded openvino", stored.openvino(), values, known)
            continue
        run = stored.run()
        for kind in ("onnx", "sym"):
            found.against(f"recorded {kind}", stored.onnx(kind) or {}, values, known, run)
        if run:
            found.against_run(run["tensors"], values, run["symbols"])
    return [r.result() for r in results]


def bindings(inputs):
    """Yields the arguments that bind the graph inputs to these shapes."""
    for name, shape in inputs.items():
        yield f"--input-shape={name}:[{','.join(map(str, shape))}]"


def with_sizes(path, inputs, folder):
    """Writes a copy of an ONNX model whose inputs have these shapes."""
    import onnx

    model = onnx.load(path)
    for info in model.graph.input:
        if info.name in inputs and info.type.HasField("tensor_type"):
            info.type.tensor_type.shape.Clear()
            for size in inputs[info.name]:
                info.type.tensor_type.shape.dim.add().dim_value = size
    copy = pathlib.Path(folder) / "model.onnx"
    onnx.save(model, copy)
    return copy


def peer_run(found, name, peer, copy, tensors):
    facts = peer.ask(copy)
    if isinstance(facts, str):
        found.count(name, "raised")
        return
    for tensor, (element, shape) in tensors.items():
        theirs = facts.get(tensor)
        if theirs is None or theirs[1] is None:
            found.count(name, "no shape")
        elif not contains(theirs[1], shape, Symbols({}, {})):
            found.count(name, CONTRADICTION)
            found.deviate(name, CONTRADICTION, tensor, f"{element}{show(shape)}", show(theirs[1]))
        else:
            found.count(name, "exact" if all(isinstance(d, int) for d in theirs[1]) else "not exact")
            if not all(isinstance(d, int) for d in theirs[1]):
                found.deviate(name, "not exact", tensor, f"{element}{show(shape)}", show(theirs[1]))


def compare_run(options, models, peers):
    flags = ["--no-declared"] if options.no_declared else []
    results = []
    for model in models:
        run = None if model.is_ir else Stored(options.facts, model.ident).run()
        if not run:
            continue
        inputs = {n: shape for n, (_, shape) in run["inputs"].items() if isinstance(shape, list)}
        report = program.shapes(options.binary, [model.path], *flags, *bindings(inputs)).get(str(model.path))
        found = Comparison(model, report)
        results.append(found)
        if found.failed:
            continue
        found.against_run(run["tensors"], program.main_values(report), {})
        if peers:
            with tempfile.TemporaryDirectory() as folder:
                copy = with_sizes(model.path, inputs, folder)
                for name in ("onnx", "sym"):
                    peer_run(found, name, peers[name], copy, run["tensors"])
    return [r.result() for r in results]


def compare_static(options, models, peers):
    results = []
    for model in models:
        static = Stored(options.facts, model.ident).openvino_static() if model.is_ir else None
        if not static:
            continue
        inputs, ports = static
        report = program.shapes(options.binary, [model.path], *bindings(inputs)).get(str(model.path))
        found = Comparison(model, report)
        results.append(found)
        if not found.failed:
            found.against("recorded openvino", ports, program.ports(report), set())
    return [r.result() for r in results]
