"""Generates, runs, and judges the random models of one signature, in a separate process."""
import collections
import json
import pathlib
import resource
import tempfile
import time
import zlib

import numpy as np
from onnx import defs

from .. import program
from .adapt import adapt
from ..sweep import FALSE_ERROR, UNSOUND
from .judge import judge
from .mutate import mutate, pick
from .node import KNOWLEDGE, Written
from .noted import reason
from .recipes import RECIPES
from .runtime import Failed, infer, run

SCHEMAS = defs.get_all_schemas_with_history()


def opset_of(schema):
    """Returns the latest opset that the runtime knows and in which this version is current."""
    later = [s.since_version for s in SCHEMAS if (s.domain, s.name) == (schema.domain, schema.name) and s.since_version > schema.since_version]
    if schema.domain:
        return schema.since_version
    return max(schema.since_version, min(min(later) - 1 if later else 99, 21 if schema.since_version <= 21 else schema.since_version))


def words_of(seeds):
    """Returns the strings that attributes have in the seeds."""
    found = collections.defaultdict(set)
    for seed in seeds:
        for name, a in seed.attributes.items():
            if a.s:
                found[name].add(a.s.decode("utf-8", "replace"))
    for name in ("auto_pad",):
        found[name].update(["NOTSET", "VALID", "SAME_UPPER", "SAME_LOWER"])
    return found


def make(schema, seeds, words, rng):
    """Returns a random node of a signature; None if there is no seed."""
    recipe = RECIPES.get(schema.name) if not schema.domain else None
    if recipe and rng.random() < 0.6:
        node = recipe(rng)
        node = adapt(node, schema, rng)
    elif seeds:
        node = adapt(pick(rng, seeds), schema, rng)
    else:
        return None
    mutate(node, schema, rng, words)
    node.opset = opset_of(schema)
    return node


def happening(written):
    outcome = {"names": written.outputs, "outputs": None, "able": True, "error": None, "by": None}
    try:
        outcome["by"], outcome["outputs"] = run(written)
    except Failed as failed:
        outcome["able"], outcome["error"] = failed.able, str(failed)[:300]
    outcome["onnx"], outcome["onnx_error"] = infer(written.model)
    outcome["empty"] = any(given.is_tensor and given.value.size == 0 for given in written.given)
    return outcome


def random_model(schema, seeds, words, number):
    rng = np.random.default_rng([zlib.crc32(f"{schema.domain}:{schema.name}:{schema.since_version}".encode()), number])
    node = make(schema, seeds, words, rng)
    if node is None:
        return None
    favorite = pick(rng, ["value", "shape", "dims", None])
    knowledge = [favorite or pick(rng, KNOWLEDGE) for _ in node.inputs]
    return Written(node, knowledge, rng, 10 if node.opset <= 23 else 11)


def collect(schema, seeds, options, folder, out):
    """Runs as many models as time allows. A line before each names it, so that a crash can be attributed."""
    words, end = words_of(seeds), time.monotonic() + options.seconds
    for number in range(options.start, options.count):
        if time.monotonic() > end:
            break
        out.write(json.dumps({"begin": number}) + "\n")
        out.flush()
        try:
            written = random_model(schema, seeds, words, number)
        except Exception as error:
            out.write(json.dumps({"number": number, "not made": f"{type(error).__name__}: {error}"[:200]}) + "\n")
            continue
        if written is None:
            return
        (pathlib.Path(folder) / f"{number}.onnx").write_bytes(written.model.SerializeToString())
        out.write(json.dumps({"number": number, **happening(written)}) + "\n")
        out.flush()


def child(schema, seeds, options, folder, log):
    resource.setrlimit(resource.RLIMIT_AS, (6 * 2**30, 6 * 2**30))
    with open(log, "a") as out:
        collect(schema, seeds, options, folder, out)


def read_log(log):
    """Returns what happened to each model, and the last one that was started but not finished."""
    done, begun = {}, None
    for line in log.read_text().splitlines():
        entry = json.loads(line)
        if "begin" in entry:
            begun = entry["begin"]
        else:
            done[entry["number"]] = entry
            begun = None
    return done, begun


def examine(schema, seeds, options):
    """Returns the verdicts on the models of one signature, each with its number."""
    import multiprocessing

    fork = multiprocessing.get_context("fork")
    with tempfile.TemporaryDirectory() as folder:
        log = pathlib.Path(folder) / "log.jsonl"
        log.touch()
        options.start, died = 0, 0
        while options.start < options.count and died < 10:
            process = fork.Process(target=child, args=(schema, seeds, options, folder, log))
            process.start()
            process.join(options.seconds + 20)
            ended = process.exitcode == 0
            if process.is_alive():
                process.kill()
                process.join()
            done, begun = read_log(log)
            if ended or begun is None:
                break
            died += 1
            options.start = begun + 1
        done, _ = read_log(log)
        made = {n: h for n, h in done.items() if "not made" not in h}
        paths = {n: f"{folder}/{n}.onnx" for n in made}
        reports = program.shapes(options.binary, paths.values())
        verdicts = []
        for number, happened in made.items():
            verdict, why = judge(reports[paths[number]], happened)
            known = verdict in (FALSE_ERROR, UNSOUND) and reason(schema.name, f"{verdict} {why}", happened)
            if known:
                verdict, why = "noted", f"{known}: {why}"
            verdicts.append({"number": number, "verdict": verdict, "why": why, "ran": happened["outputs"] is not None, "by": happened["by"]})
            if options.keep and verdict not in ("agree", "noted") and not verdict.startswith("miss"):
                options.keep.mkdir(parents=True, exist_ok=True)
                target = options.keep / f"{schema.domain or 'ai.onnx'}.{schema.name}-{schema.since_version}.{number}.onnx"
                target.write_bytes(pathlib.Path(paths[number]).read_bytes())
        return verdicts, died, [h["not made"] for h in done.values() if "not made" in h]
