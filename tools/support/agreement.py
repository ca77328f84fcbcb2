"""Compares the verdict of `shapewright lint --target` with loading and running models in the target."""
import collections
import importlib
import pathlib
import zlib

import numpy as np
from onnx import defs

from oracles import program
from oracles.random_nodes.mutate import mutate
from oracles.random_nodes.work import make, words_of

from . import workers
from .nodes import constants, opsets, written
from .sweep import KNOWLEDGE

# The rules about which a target is asked: an error of any other rule says nothing about it.
TARGETED = ("PO201", "PO202", "PO203")
# Kinds of failures that blame the runtime; all others blame the attributes or values of the node, which a mutation made invalid.
MISSING = ("kernel", "operator", "type")


def random_nodes(item, known):
    """Writes, loads, and runs random nodes of a signature, in the process of `workers.results`."""
    runtime, signature, all_signatures, seeds, folder, count = item
    module = importlib.import_module(f"support.with_{runtime}")
    schema = defs.get_schema(signature.name, signature.since, signature.domain)
    at, words = opsets(signature, all_signatures, module.NEWEST_OPSET), words_of(seeds)
    for number in range(count if at else 0):
        path = str(pathlib.Path(folder) / f"{signature.domain or 'ai.onnx'}.{signature.name}-{signature.since}.{number}.onnx")
        if path in known:
            continue
        rng = np.random.default_rng([zlib.crc32(f"agreement:{signature.key}".encode()), number])
        try:
            node = make(schema, seeds, words, rng)
            model = node and written(node, at[number % len(at)], constants(node, signature, KNOWLEDGE[f"with_{runtime}"][number % 3]))
        except Exception:
            continue
        if model is None:
            return
        pathlib.Path(path).write_bytes(model.model.SerializeToString())
        yield path, None
        yield path, module.attempt(model)


def files(item, known):
    """Loads and compiles the models of files, in the process of `workers.results`."""
    runtime, paths = item
    for path in paths:
        if path not in known:
            yield path, None
            yield path, loaded(runtime, path)


def loaded(runtime, path):
    if runtime == "onnxruntime":
        from .with_onnxruntime import kind, session

        try:
            session(path)
            return ["ran", "", None]
        except Exception as error:
            return [f"load: {kind(str(error))}", str(error)[:240], None]
    from .with_openvino import core, short

    try:
        core().compile_model(core().read_model(path), "CPU")
        return ["ran", "", None]
    except Exception as error:
        found, text = short(error)
        return [f"load: {found}", text, None]


def judge(binary, runtime, outcomes):
    """Returns for each path: the verdict, what happened, and what was found."""
    target = "openvino" if runtime.startswith("openvino") else runtime
    found, verdicts = program.lint(binary, outcomes, "--target", target, "--min-level", "note"), {}
    for path, outcome in outcomes.items():
        errors = [f for f in found.get(path, []) if f["level"] == "error"]
        targeted = [f for f in errors if f["code"] in TARGETED]
        ran = outcome[0] == "ran"
        if ran:
            verdict = "false refusal" if targeted else "other error, but it runs" if errors else "agree: runs"
        elif outcome[0] == "died":
            verdict = "caught: the runtime died" if errors else "missed: the runtime died"
        else:
            missed = "missed: no implementation" if outcome[0].endswith(MISSING) else "missed: an invalid node"
            verdict = "caught by the target's rules" if targeted else "caught by other rules" if errors else missed
        verdicts[path] = (verdict, outcome, [f"{f['code']} {f['message']}" for f in errors])
    return verdicts


def tally(verdicts):
    return collections.Counter(verdict for verdict, _, _ in verdicts.values())


def agreement(counts):
    """Returns the share of models on which the verdict agrees with the runtime: of all, and without invalid nodes."""
    agreed = sum(count for name, count in counts.items() if name.startswith(("agree", "caught")))
    wrong = sum(count for name, count in counts.items() if name.startswith(("missed", "false")))
    return [agreed / max(agreed + bad, 1) for bad in (wrong, wrong - counts["missed: an invalid node"])]
