"""Generates, reads, and judges the random models of one operator, in a separate process."""
import json
import pathlib
import tempfile
import time
import zlib

import numpy as np

from .. import program
from ..element_types import from_openvino
from ..isolated import isolated
from ..peers import openvino_shape
from ..sizes import Symbols, contains, show
from ..sweep import AGREE, FALSE_ERROR, MISS, UNSOUND
from ..verdict import LESS, OTHER, compare
from . import noted
from .layer import Layer, write
from .mutate import hints, mutate, pick

IMPRECISE = "less precise than OpenVINO"

DIED = "OpenVINO died"


def read(path):
    """Returns the outputs of the layer as OpenVINO infers them, or why it rejects the model."""
    import openvino

    try:
        model = openvino.Core().read_model(path)
    except Exception as error:
        return str(error)
    results = sorted(model.get_results(), key=lambda r: r.get_friendly_name())
    ports = [r.input_value(0) for r in results]
    return [(from_openvino(p.get_element_type().get_type_name()), openvino_shape(str(p.get_partial_shape()))) for p in ports]


def run(path):
    """Returns the output shapes of a run on the CPU. Some models that OpenVINO reads cannot run.

    With one thread (INFERENCE_NUM_THREADS), the CPU plugin does not report errors of a run.
    """
    import openvino

    model = openvino.Core().read_model(path)
    request = openvino.Core().compile_model(model, "CPU").create_infer_request()
    request.infer([np.ones(p.get_partial_shape().to_shape(), p.get_element_type().to_dtype()) for p in model.inputs])
    results = sorted(request.model_outputs, key=lambda port: port.get_node().get_friendly_name())
    return [list(request.get_tensor(port).shape) for port in results]


def make(name, version, seeds, number, folder):
    """Writes one model. Returns OpenVINO's answer for it, and for the same model with all shapes and values known."""
    rng = np.random.default_rng([zlib.crc32(f"{name}:{version}".encode()), number])
    layer = Layer.of(name, version, pick(rng, seeds))
    mutate(layer, rng)
    known, path = [None] * len(layer.inputs), pathlib.Path(folder) / f"{number}.xml"
    full = pathlib.Path(folder) / f"{number}.full.xml"
    write(layer, known, None, full)
    whole = read(full)
    types = [t or "dynamic" for t, _ in whole] if isinstance(whole, list) else None
    how = hints(layer, rng)
    write(layer, how, types, path)
    return {"number": number, "whole": whole, "partial": read(path) if any(h is not None for h in how) else whole}


def collect(name, version, seeds, options, folder, log, start):
    end = time.monotonic() + options.seconds
    with open(log, "a") as out:
        for number in range(start, options.count):
            if time.monotonic() > end:
                break
            out.write(json.dumps({"begin": number}) + "\n")
            out.flush()
            out.write(json.dumps(make(name, version, seeds, number, folder)) + "\n")
            out.flush()


def judge(report, made):
    errors = [f"{d['code']} {d['message']}" for d in report["diagnostics"]]
    if report["status"] != "ok":
        return UNSOUND if report["status"].startswith("crash") else FALSE_ERROR, report["status"]
    if isinstance(made["whole"], str):
        return (AGREE, None) if errors or isinstance(made["partial"], list) else (MISS, made["whole"][-250:].replace("\n", " "))
    if errors:
        return FALSE_ERROR, "; ".join(errors)
    ports, exact = program.ports(report), True
    partial = made["partial"] if isinstance(made["partial"], list) else made["whole"]
    for index, ((element, sizes), (_, theirs)) in enumerate(zip(made["whole"], partial)):
        value = ports.get(("op", index))
        if value is None:
            continue
        # A bound that OpenVINO does not know exactly proves nothing. All other bounds must overlap.
        static = sizes is not None and all(isinstance(d, int) for d in sizes)
        if static and not contains(theirs, sizes, Symbols({}, {})):
            return "OpenVINO contradicts itself", f"output {index}: {show(theirs)}, with all shapes known {show(sizes)}"
        if element and value["type"] not in (None, element) or static and not contains(value["shape"], sizes, Symbols(report["symbols"], {})):
            return UNSOUND, f"output {index}: {value['type']}{show(value['shape'])}, but it is {element}{show(sizes)}"
        verdict = compare(value["shape"], theirs, set())
        if verdict in (LESS, OTHER):
            return IMPRECISE, f"output {index}: {show(value['shape'])}, OpenVINO has {show(theirs)} ({value['why_unknown']})"
        if not static and compare(value["shape"], sizes, set()) == "contradiction":
            return UNSOUND, f"output {index}: {value['type']}{show(value['shape'])}, but OpenVINO has {element}{show(sizes)}"
        exact = exact and value["shape"] is not None and all(isinstance(d, int) for d in value["shape"])
    return AGREE, "exact" if exact else "not exact"


def second_look(operator, path, report, made, options):
    """Returns the verdict after a run.

    An error about a model that OpenVINO reads is correct if the model does not run, or if the operator's specification says
    so. A shape that only OpenVINO's reader contradicts, or that of a faulty model, is not unsound.
    """
    verdict, why = judge(report, made)
    wrong = faults(path, options) if verdict == UNSOUND else []
    if wrong:
        verdict, why = FALSE_ERROR, "; ".join(wrong)
    known = noted.reason(operator, f"{verdict}: {why}")
    if known:
        return "noted", f"{known}: {why}"
    try:
        sizes = isolated(run, path, timeout=60)
    except RuntimeError as error:
        return "read, but does not run", f"{why} ({error})"
    if verdict == UNSOUND:
        ran = [(element, shape) for (element, _), shape in zip(made["whole"], sizes)]
        if judge(report, {"whole": ran, "partial": ran})[0] != UNSOUND:
            return "OpenVINO contradicts itself", f"{why}; a run has {sizes}"
    return verdict, why


def faults(path, options):
    """Returns our errors for a model with all shapes and values known. The declared types of its outputs are random."""
    report = program.shapes(options.binary, [path], "--no-declared")[path]
    return [f"{d['code']} {d['message']}" for d in report["diagnostics"] if d["code"] != "TY103"]


def mourn(operator, path, number, options):
    """Returns the verdict on a model that crashed OpenVINO, which is a bug in OpenVINO whatever we report."""
    known, errors = noted.crash(operator), "; ".join(faults(path, options)) or "no findings"
    return {"number": number, "verdict": "noted" if known else DIED, "why": f"{known or DIED}: {errors}", "ran": False, "by": "openvino"}


def examine(name, version, seeds, options):
    """Returns the verdicts on the models of one operator, and how often OpenVINO died."""
    operator = f"{name}-{version}"
    with tempfile.TemporaryDirectory() as folder:
        log, start, died = pathlib.Path(folder) / "log.jsonl", 0, []
        log.touch()
        while len(died) < 10:
            try:
                isolated(collect, name, version, seeds, options, folder, log, start, timeout=options.seconds + 30)
                break
            except RuntimeError:
                begun = [json.loads(line).get("begin") for line in log.read_text().splitlines()]
                start = max((b for b in begun if b is not None), default=options.count) + 1
                died.append(start - 1)
        made = [entry for line in log.read_text().splitlines() if "begin" not in (entry := json.loads(line))]
        paths = {m["number"]: f"{folder}/{m['number']}.xml" for m in made}
        reports = program.shapes(options.binary, paths.values(), "--no-declared")
        whole = {n: f"{folder}/{n}.full.xml" for n in paths}
        verdicts = [mourn(operator, f"{folder}/{number}.full.xml", number, options) for number in died]
        for entry in made:
            verdict, why = judge(reports[paths[entry["number"]]], entry)
            if verdict in (FALSE_ERROR, UNSOUND) and isinstance(entry["whole"], list):
                verdict, why = second_look(operator, whole[entry["number"]], reports[paths[entry["number"]]], entry, options)
            elif verdict == MISS and faults(whole[entry["number"]], options):
                verdict = "found when all is known"
            verdicts.append({"number": entry["number"], "verdict": verdict, "why": why, "ran": isinstance(entry["whole"], list), "by": "openvino"})
            if options.keep and verdict in (UNSOUND, FALSE_ERROR, IMPRECISE):
                keep(options.keep, f"{operator}.{entry['number']}", paths[entry["number"]])
        return verdicts, len(died)


def keep(folder, name, path):
    folder.mkdir(parents=True, exist_ok=True)
    for suffix in (".xml", ".bin"):
        (folder / f"{name}{suffix}").write_bytes(pathlib.Path(path).with_suffix(suffix).read_bytes())
