#!/usr/bin/env python3
"""Folds networks with `shapewright fold` and holds what came out against ONNX Runtime and OpenVINO.

Usage: fold_corpus.py [--onnx PATH ...] [--ir PATH ...] [--binary PATH]
                      [--manifest FILE] [--runs FOLDER] [--out FOLDER] [--json FILE]
                      [--seed N] [--timeout SECONDS] [--max-gb N] [--identity]

    cargo build --release
    pip install onnx onnxruntime openvino numpy ml_dtypes
    tools/fold_corpus.py --onnx models/ --ir converted/

A PATH is a model or a folder that is walked. With `--manifest` (a JSON list of objects with `file`, `id`, `kind`,
`tier`, `ref.run`) only the ONNX networks that it says run are taken, files named relative to it; `--runs` is a folder
of `ID.run.json` whose `inputs` (name: [type, sizes]) give the inputs of model ID (without a manifest: of the file with
that stem); without it symbolic dimensions get small sizes, the first with which the model runs. `--identity` copies instead of folding: a test of this script.

ONNX: the original runs with graph optimizations off on one thread, with every constant that folding made as an extra
output. Each such constant must equal the runtime's: bit for bit for integers, booleans, strings and where all that it
is made by moves or chooses elements, within 2 units in the last place where floats are computed. The network's outputs
must be bit-identical before and after where all constants are, else within a relative 1e-4. What passed onnx.checker's
full check must pass it afterwards. Initializers that were there, inputs and outputs stay as they are, and folding a
second time changes no byte.

IR: the same in OpenVINO on CPU, in f32 and on one thread. Its own optimizations cannot be turned off: they fold both
sides, so outputs are compared within the tolerance, and constants with what OpenVINO computes for the same layer.

Networks whose outputs differ from run to run (random operators) are compared where they do not. The exit code is 1 if
anything is violated.
"""
import argparse
import collections
import json
import math
import os
import pathlib
import re
import resource
import select
import shutil
import subprocess
import sys
import tempfile
import time
from xml.etree import ElementTree

# What moves or chooses elements, or computes them exactly: float constants made by these alone are equal, too.
EXACT = set(
    """Add.int Cast CastLike Concat Constant ConstantOfShape DepthToSpace Expand Flatten Gather GatherElements GatherND
    Identity Max Min Pad Range Reshape Shape Size Slice SpaceToDepth Split Squeeze Tile Transpose Unsqueeze Where
    ReduceMin ReduceMax Neg Abs Sign Floor Ceil Clip Relu ScatterElements ScatterND
    Const Convert ConvertLike Broadcast ShapeOf StridedSlice VariadicSplit Maximum Minimum Negative Ceiling Clamp ReLU Select
    Parameter Result""".split()
)
ATTEMPTS = [2, 1, 3, 4, 8, 16, 32, 64]
ULP = 2
RELATIVE = 1e-4


# Comparing arrays --------------------------------------------------------------------------------------------------


def is_float(array):
    return array.dtype.kind == "f" or array.dtype.name in ("bfloat16", "float16")


def same_bits(a, b):
    """Equal type, shape and bits; of a NaN only that it is one."""
    import numpy as np

    if a.dtype != b.dtype or a.shape != b.shape:
        return False
    if a.dtype == object or not is_float(a):
        return bool(np.array_equal(a, b))
    bits = {2: np.uint16, 4: np.uint32, 8: np.uint64}[a.dtype.itemsize]
    equal = np.ascontiguousarray(a).reshape(-1).view(bits) == np.ascontiguousarray(b).reshape(-1).view(bits)
    return bool(np.all(equal | (np.isnan(a) & np.isnan(b)).reshape(-1)))


def ulps(a, b):
    """The greatest distance in units in the last place; NaN and NaN are 0 apart, NaN and a number infinitely."""
    import numpy as np

    width = a.dtype.itemsize * 8
    kind = {16: np.int16, 32: np.int32, 64: np.int64}[width]

    def ordered(x):
        bits = np.ascontiguousarray(x).reshape(-1).view(kind).astype(object)
        return np.where(bits < 0, -(bits + (1 << (width - 1))), bits)

    numbers = ~(np.isnan(a) | np.isnan(b)).reshape(-1)
    if np.any((np.isnan(a) != np.isnan(b)).reshape(-1)):
        return float("inf")
    far = np.abs(ordered(a) - ordered(b))[numbers]
    return int(far.max()) if far.size else 0


def relative(a, b):
    """The greatest difference, relative to the greater of two elements; what is small beside the whole counts less."""
    import numpy as np

    if a.dtype != b.dtype or a.shape != b.shape:
        return float("inf")
    if not is_float(a):
        return 0.0 if np.array_equal(a, b) else float("inf")
    a, b = a.astype(np.float64).reshape(-1), b.astype(np.float64).reshape(-1)
    if np.any(np.isnan(a) != np.isnan(b)):
        return float("inf")
    different = (a != b) & ~np.isnan(a)
    a, b = a[different], b[different]
    if not a.size:
        return 0.0
    if np.any(np.isinf(a) | np.isinf(b)):
        return float("inf")
    magnitude = np.maximum(np.abs(a), np.abs(b))
    return float((np.abs(a - b) / np.maximum(magnitude, 1e-3 * magnitude.max())).max())


def random_array(rng, dtype, sizes):
    import numpy as np

    if dtype == object:
        return np.full(sizes, "a", dtype=object)
    if dtype == np.bool_:
        return rng.integers(0, 2, sizes).astype(np.bool_)
    if np.dtype(dtype).kind in "iu":
        return rng.integers(0, 2, sizes).astype(dtype)
    return rng.uniform(-1, 1, sizes).astype(dtype)


# One model ---------------------------------------------------------------------------------------------------------


class Result(dict):
    """What came of a model, as it is printed by the child."""

    def wrong(self, text):
        self.setdefault("violations", []).append(text)

    def compare_constants(self, pairs):
        """Pairs of name, found, expected and whether it must be exact."""
        for name, found, expected, exact in pairs:
            self["constants"] = self.get("constants", 0) + 1
            if same_bits(found, expected):
                self["constants_equal"] = self.get("constants_equal", 0) + 1
                continue
            what = f"{found.dtype}{list(found.shape)}"
            if found.dtype != expected.dtype or found.shape != expected.shape:
                self.wrong(f"constant {name}: {what}, the runtime has {expected.dtype}{list(expected.shape)}")
            elif exact or not is_float(found):
                self.wrong(f"constant {name} {what} differs, and must be exact")
            else:
                far = ulps(found, expected)
                self["ulp"] = max(self.get("ulp", 0), far)
                if far > ULP:
                    self.wrong(f"constant {name} {what} is {far} units in the last place away")

    def compare_outputs(self, names, before, again, after, must_be_equal):
        for name, a, c, b in zip(names, before, again, after):
            if not same_bits(a, c):
                self["random_outputs"] = self.get("random_outputs", 0) + 1
                continue
            self["outputs"] = self.get("outputs", 0) + 1
            if same_bits(a, b):
                self["outputs_equal"] = self.get("outputs_equal", 0) + 1
                continue
            far = relative(a, b)
            self["relative"] = max(self.get("relative", 0), far)
            if must_be_equal or far > RELATIVE:
                self.wrong(f"output {name} differs by a relative {far:.3g}" + (", every constant is equal" if must_be_equal else ""))


def files_of(path):
    """The files of a model whose bytes fold saves: an IR has its weights beside it."""
    weights = path.with_suffix(".bin")
    return [path] + ([weights] if path.suffix == ".xml" and weights.exists() else [])


def run_fold(options, path, out, *more):
    """Folds; the report and the exit code."""
    if options.identity:
        for file in files_of(path):
            shutil.copyfile(file, out.with_suffix(file.suffix))
        return 0, {"folded": [], "kept": []}, ""
    command = [options.binary, "fold", str(path), "-o", str(out), "--format", "json", *(f"--{name}" for name in options.fold), *more]
    done = subprocess.run(command, capture_output=True, text=True, timeout=options.timeout)
    try:
        report = json.loads(done.stdout) if done.stdout.strip() else {}
    except json.JSONDecodeError:
        report = {}
    return done.returncode, report, done.stderr.strip()[-300:]


def reason(kept):
    """Why a node is left, without what is particular to it."""
    return kept["op"] + " " + re.sub(r"`[^`]*`|-?[0-9][0-9.e+-]*", "_", kept["why"])


def fold(options, path, out, result):
    """Folds a model twice. The report, `None` if there is nothing to compare."""
    # From here on a dead process is our fault.
    print(json.dumps({"stage": "fold"}), flush=True)
    start = time.perf_counter()
    code, report, error = run_fold(options, path, out)
    result["seconds"] = time.perf_counter() - start
    if code == 1:
        result["forced"] = 1
        code, report, error = run_fold(options, path, out, "--force")
    if code not in (0, result.get("forced", 0)) or not out.exists():
        result.wrong(f"fold ends with {code}: {error}")
        return None
    result["folded"] = len(report["folded"])
    result["ops"] = collections.Counter(f["op"] for f in report["folded"])
    result["kept"] = collections.Counter(reason(k) for k in report["kept"])
    result["before"], result["after"] = (sum(f.stat().st_size for f in files_of(p)) for p in (path, out))
    again = out.with_name("again" + out.suffix)
    code, _, error = run_fold(options, out, again, *["--force"] * result.get("forced", 0))
    if code not in (0, result.get("forced", 0)):
        result.wrong(f"folding again ends with {code}: {error}")
    elif any(a.read_bytes() != b.read_bytes() for a, b in zip(files_of(out), files_of(again))):
        result.wrong("folding again changes bytes")
    return report


# ONNX --------------------------------------------------------------------------------------------------------------


def session(model, folder):
    import onnxruntime as ort

    settings = ort.SessionOptions()
    settings.graph_optimization_level = ort.GraphOptimizationLevel.ORT_DISABLE_ALL
    settings.intra_op_num_threads = settings.inter_op_num_threads = 1
    settings.log_severity_level = 4
    # A kernel packs a weight only if it is an initializer, and then adds in another order: folding would change bits.
    settings.add_session_config_entry("session.disable_prepacking", "1")
    settings.add_session_config_entry("session.model_external_initializers_file_folder_path", str(folder))
    return ort.InferenceSession(model.SerializeToString(), settings, providers=["CPUExecutionProvider"])


def onnx_type(name):
    import ml_dtypes
    import numpy as np

    names = {"float": np.float32, "double": np.float64, "bool": np.bool_, "string": object, "bfloat16": ml_dtypes.bfloat16}
    inner = name.removeprefix("tensor(").removesuffix(")")
    return names.get(inner) or np.dtype(inner)


def onnx_inputs(options, runner, path):
    """Sets of inputs to try, in turn."""
    import numpy as np

    recorded = options.recorded(path)
    for size in [None] if recorded else ATTEMPTS:
        rng = np.random.default_rng(options.seed)
        inputs = {}
        for port in runner.get_inputs():
            if recorded and port.name in recorded:
                name, sizes = recorded[port.name]
                dtype = object if name == "object" else onnx_type(name)
            else:
                dtype = onnx_type(port.type)
                sizes = [d if isinstance(d, int) else size or 1 for d in port.shape]
            inputs[port.name] = random_array(rng, dtype, sizes)
        yield inputs


def first_run(attempts, run):
    """The first inputs with which a model runs, and its outputs."""
    error = None
    for inputs in attempts:
        try:
            return inputs, run(inputs)
        except Exception as e:  # which exceptions a runtime raises for inputs that do not fit is its own business
            error = e
    raise RuntimeError(str(error)[:200])


def passes_checker(path):
    import onnx

    try:
        onnx.checker.check_model(str(path), full_check=True)
        return True
    except Exception as e:
        return str(e)[:200] or False


def float_arithmetic(model, names):
    """Of these tensors those in whose making floats are computed with."""
    from onnx import TensorProto

    producer = {o: n for n in model.graph.node for o in n.output if o}
    arithmetic = set()
    for name in names:
        stack, seen = [name], set()
        while stack:
            node = producer.get(stack.pop())
            if node is None or id(node) in seen:
                continue
            seen.add(id(node))
            stack.extend(node.input)
            if node.op_type not in EXACT:
                arithmetic.add(name)
                break
    return arithmetic


def made_constants(model):
    """Initializers, and what Constant nodes hold in `value`, by the name of the output."""
    yield from model.graph.initializer
    for node in model.graph.node:
        for attribute in node.attribute if node.op_type == "Constant" else []:
            if attribute.name == "value":
                attribute.t.name = node.output[0]
                yield attribute.t


def check_interface(original, folded, result):
    """Inputs and outputs of the graph stay as they are; below IR version 4 an initializer is an input, too."""
    if list(original.graph.output) != list(folded.graph.output):
        result.wrong("graph outputs are not what they were")

    def inputs(model):
        initializers = {t.name for t in model.graph.initializer} if model.ir_version < 4 else set()
        return [i for i in model.graph.input if i.name not in initializers]

    if inputs(original) != inputs(folded):
        result.wrong("graph inputs are not what they were")


def check_onnx(options, path, out, result):
    import onnx
    from onnx import helper, numpy_helper

    original = onnx.load(str(path), load_external_data=False)
    runner = session(original, path.parent)
    attempts = onnx_inputs(options, runner, path)
    inputs, before = first_run(attempts, lambda i: runner.run(None, i))
    again = runner.run(None, inputs)
    checked = passes_checker(path)
    report = fold(options, path, out, result)
    if report is None:
        return
    folded = onnx.load(str(out), load_external_data=False)
    old = {t.name: t for t in original.graph.initializer}
    # Below IR version 4, where initializers are inputs, folding makes Constant nodes.
    stays = {o for n in original.graph.node if n.op_type == "Constant" for o in n.output} if folded.ir_version < 4 else set()
    new = {t.name: t for t in made_constants(folded) if t.name not in old and t.name not in stays}
    reported = {c["name"] for f in report["folded"] if f["graph"] == "main" for c in f["constants"]}
    if reported != set(new) and not options.identity:
        result.wrong(f"new initializers that the report does not name, or the reverse: {sorted(reported ^ set(new))[:5]}")
    for tensor in folded.graph.initializer:
        if tensor.name in old and tensor.SerializeToString() != old[tensor.name].SerializeToString():
            result.wrong(f"initializer {tensor.name} is not what it was")
    check_interface(original, folded, result)
    extended = onnx.ModelProto.FromString(original.SerializeToString())
    exposed = [name for name in new if name not in {o.name for o in original.graph.output}]
    for name in exposed:
        extended.graph.output.append(helper.make_tensor_value_info(name, new[name].data_type, None))
    wider = session(extended, path.parent)
    outputs = [o.name for o in wider.get_outputs()]
    values = dict(zip(outputs, wider.run(outputs, inputs)))
    arithmetic = float_arithmetic(original, new)
    result.compare_constants((n, numpy_helper.to_array(t), values[n], n not in arithmetic) for n, t in new.items())
    after_runner = session(folded, out.parent)
    after = after_runner.run(None, inputs)
    exact = result.get("constants", 0) == result.get("constants_equal", 0)
    result.compare_outputs([o.name for o in runner.get_outputs()], before, again, after, exact)
    if checked is True:
        result["checker"] = 1
        now = passes_checker(out)
        if now is not True:
            result.wrong(f"onnx.checker passed before, now: {now}")


# IR ----------------------------------------------------------------------------------------------------------------


def ir_inputs(options, model, path):
    """Sets of inputs to try, in turn."""
    import numpy as np
    from openvino import PartialShape, Type

    recorded = options.recorded(path) or {}
    for size in ATTEMPTS:
        rng, inputs = np.random.default_rng(options.seed), []
        for port in model.inputs:
            known = next((recorded[name] for name in port.get_names() if name in recorded), None)
            kind = port.element_type
            dtype = np.float32 if kind.is_dynamic() else object if kind == Type.string else kind.to_dtype()
            dims = port.partial_shape if port.partial_shape.rank.is_static else PartialShape([-1] * 4)
            sizes = [d.min_length if d.is_static else max(size, d.min_length) for d in dims]
            inputs.append(random_array(rng, dtype, known[1] if known else sizes))
        yield inputs
        if not any(p.partial_shape.is_dynamic for p in model.inputs):
            return


def check_ir(options, path, out, result):
    import numpy as np
    from openvino import Core

    core = Core()
    core.set_property("CPU", {"INFERENCE_PRECISION_HINT": "f32", "INFERENCE_NUM_THREADS": 1})
    if options.extension:
        core.add_extension(options.extension)

    def infer(model, inputs):
        request = core.compile_model(model, "CPU").create_infer_request()
        return [np.array(request.infer(inputs)[o]) for o in request.model_outputs]

    original = core.read_model(path)
    try:
        inputs, before = first_run(ir_inputs(options, original, path), lambda i: infer(original, i))
    except RuntimeError as error:
        result["only_read"] = str(error)
        if fold(options, path, out, result) is not None:
            core.read_model(out)
        return
    again = infer(original, inputs)
    report = fold(options, path, out, result)
    if report is None:
        return
    folded = core.read_model(out)
    compare_ir_constants(core, path, out, report, lambda m: infer(m, inputs), result)
    after = infer(folded, inputs)
    names = [o.get_node().get_friendly_name() for o in original.outputs]
    if names != [o.get_node().get_friendly_name() for o in folded.outputs]:
        result.wrong("the names of the outputs are not what they were")
    result.compare_outputs(names, before, again, after, False)


def ir_constants(path):
    """Constants of the main graph as the files hold them: name of the layer, tensor names, elements."""
    import ml_dtypes
    import numpy as np

    weights = path.with_suffix(".bin").read_bytes()
    letters = {"f": "float", "i": "int", "u": "uint"}
    for layer in ElementTree.parse(path).getroot().find("layers"):
        data = layer.find("data")
        if layer.get("type") != "Const":
            continue
        kind, sizes = data.get("element_type"), [int(d) for d in data.get("shape").replace(",", " ").split()]
        if kind not in ("boolean", "bf16") and kind[1:] not in ("8", "16", "32", "64"):
            continue
        dtype = {"boolean": np.bool_, "bf16": ml_dtypes.bfloat16}.get(kind) or np.dtype(letters[kind[0]] + kind[1:])
        at, count = int(data.get("offset")), math.prod(sizes)
        # OpenVINO gives constants without elements a byte.
        array = np.frombuffer(weights, dtype, count, at).reshape(sizes) if count else np.empty(sizes, dtype)
        yield layer.get("name"), (layer.find("output/port").get("names") or ""), array


def compare_ir_constants(core, path, out, report, infer, result):
    """The constants that folding made, with what OpenVINO computes for the same outputs of the original."""
    extended = core.read_model(path)
    layers = {op.get_friendly_name(): op for op in extended.get_ops()}
    constants, pairs = list(ir_constants(out)), []
    for node in (n for n in report["folded"] if n["graph"] == "main" and n["op"] != "Const"):
        layer = layers.get(node["node"])
        ports = layer.outputs() if layer else []
        for constant in node["constants"]:
            names = set(constant["names"])
            among = [p for p in ports if len(ports) == 1 or names & p.get_names()]
            made = [c for name, tensors, c in constants if (name == node["node"] if len(ports) == 1 else names & set(tensors.split(",")))]
            if len(among) != 1 or len(made) != 1:
                result.setdefault("unmatched", []).append(node["node"])
            else:
                pairs.append((node["node"], made[0], among[0]))
    if not pairs:
        return
    first = len(extended.outputs)
    extended.add_outputs([port for _, _, port in pairs])
    values = infer(extended)[first:]
    exact = [ir_exact(port.get_node()) for _, _, port in pairs]
    result.compare_constants((n, c, value, e) for (n, c, _), value, e in zip(pairs, values, exact))


def ir_exact(op):
    """Whether all that a layer is made by moves or chooses elements."""
    stack, seen = [op], set()
    while stack:
        op = stack.pop()
        if op.get_friendly_name() in seen:
            continue
        seen.add(op.get_friendly_name())
        if op.get_type_name() not in EXACT | {"Constant"}:
            return False
        stack.extend(i.get_source_output().get_node() for i in op.inputs())
    return True


# Running all -------------------------------------------------------------------------------------------------------


def child(options):
    """Reads paths, one a line, and prints what came of each as one line of JSON."""
    limit = int(options.max_gb * 2**30)
    resource.setrlimit(resource.RLIMIT_DATA, (limit, limit))
    for line in sys.stdin:
        path, result = pathlib.Path(line.rstrip("\n")), Result()
        with tempfile.TemporaryDirectory(dir=options.out) as folder:
            out = pathlib.Path(folder) / ("folded" + path.suffix)
            try:
                if sum(f.stat().st_size for f in files_of(path)) > limit / 8:
                    result["skipped"] = f"larger than an eighth of {options.max_gb} GB"
                else:
                    (check_ir if path.suffix == ".xml" else check_onnx)(options, path, out, result)
            except Exception as e:
                text = f"{type(e).__name__}: {e}"[:300]
                if "folded" in result:
                    result.wrong(f"after folding: {text}")
                else:
                    result["skipped"] = f"does not run before: {text}"
        print(json.dumps(result), flush=True)


class Child:
    """A process that checks one model after the other, so that a runtime that dies takes only one with it."""

    def __init__(self, options, *more):
        command = [sys.executable, __file__, "--child", *sys.argv[1:], *more]
        pipe, environment = subprocess.PIPE, {**os.environ, "CI": "true"}
        self.process = subprocess.Popen(command, stdin=pipe, stdout=pipe, stderr=subprocess.DEVNULL, text=True, env=environment)
        self.timeout = options.timeout

    def line(self):
        ready, _, _ = select.select([self.process.stdout], [], [], self.timeout)
        if not ready:
            self.process.kill()
        return self.process.stdout.readline() if ready else None

    def check(self, path):
        self.process.stdin.write(f"{path}\n")
        self.process.stdin.flush()
        stage = {"stage": "before"}
        while True:
            line = self.line()
            if not line:
                how = f"no answer in {self.timeout} s" if line is None else "the process died"
                return {"skipped": f"{how} before folding"} if stage["stage"] == "before" else {"violations": [how]}
            answer = json.loads(line)
            if "stage" not in answer:
                return answer
            stage = answer

    def end(self):
        self.process.kill()
        self.process.communicate()


def dies(options, path):
    """Whether a runtime dies now and then when nothing is folded."""
    for _ in range(5):
        process = Child(options, "--identity")
        result = process.check(path)
        process.end()
        if "died" in json.dumps(result):
            return True
    return False


def run_all(options, paths):
    """The results of all paths."""
    results, process = {}, None
    for path in paths:
        process = process or Child(options)
        results[path] = process.check(path)
        if "the process died" in results[path].get("violations", []) and dies(options, path):
            results[path] = {"skipped": "the runtime dies on the original, too"}
        if options.verbose:
            print(path, json.dumps(results[path]), file=sys.stderr)
        if process.process.poll() is not None or "died" in json.dumps(results[path]):
            process.end()
            process = None
    if process:
        process.end()
    return results


def models(paths, suffix):
    for path in map(pathlib.Path, paths):
        for file in sorted(path.rglob("*" + suffix)) if path.is_dir() else [path]:
            if suffix != ".xml" or b"<net" in file.read_bytes()[:4096]:
                yield file


def networks(manifest):
    """The ONNX networks that run, of a manifest."""
    for entry in json.loads(manifest.read_text()):
        if (entry["kind"], entry["tier"], entry["ref"].get("run")) == ("onnx", "network", "ok"):
            yield manifest.parent / entry["file"], entry["id"]


def show(title, results):
    done = [r for r in results.values() if "folded" in r]

    def total(key):
        return sum(r.get(key, 0) for r in done)

    skipped = collections.Counter(r["skipped"].split(":")[0] for r in results.values() if "skipped" in r)
    violations = [(path, v) for path, r in results.items() for v in r.get("violations", [])]
    ops, kept = collections.Counter(), collections.Counter()
    for r in done:
        ops.update(r["ops"])
        kept.update(r["kept"])
    before, after = total("before"), total("after")
    rows = [
        ("models", len(results)),
        *((f"  {reason}", count) for reason, count in skipped.items()),
        ("  folded and compared", len(done)),
        ("  folded and only read, since they do not run", sum("only_read" in r for r in done)),
        ("  have errors, folded with --force", total("forced")),
        ("  in which a node was folded", sum(r["folded"] > 0 for r in done)),
        ("nodes folded", total("folded")),
        ("bytes before", before),
        ("bytes after", f"{after} ({(after - before) / max(before, 1):+.2%})"),
        ("constants compared", total("constants")),
        ("  equal in every bit", total("constants_equal")),
        ("  not compared, no layer of that name", sum(len(r.get("unmatched", [])) for r in done)),
        ("  furthest, units in the last place", max((r.get("ulp", 0) for r in done), default=0)),
        ("outputs compared", total("outputs")),
        ("  equal in every bit", total("outputs_equal")),
        ("  furthest, relative", f"{max((r.get('relative', 0) for r in done), default=0):.3g}"),
        ("  not compared, differ from run to run", total("random_outputs")),
        ("onnx.checker passed before", total("checker")),
        ("seconds in fold", f"{total('seconds'):.1f}"),
        ("violations", len(violations)),
    ]
    print(f"\n{title}")
    for label, value in rows:
        print(f"  {label:<44}{value:>16}")
    print("  folded: " + ", ".join(f"{op} {count}" for op, count in ops.most_common()))
    print("  kept: " + ", ".join(f"{reason}: {count}" for reason, count in kept.most_common(20)))
    for path, violation in violations:
        print(f"  VIOLATION {path}: {violation}")
    return len(violations)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    root = pathlib.Path(__file__).resolve().parent.parent
    parser.add_argument("--onnx", nargs="*", default=[])
    parser.add_argument("--ir", nargs="*", default=[])
    parser.add_argument("--manifest", type=pathlib.Path)
    parser.add_argument("--runs", type=pathlib.Path)
    parser.add_argument("--binary", default=str(root / "target/release/shapewright"))
    parser.add_argument("--out", help="a folder for what is written in between")
    parser.add_argument("--json", type=pathlib.Path, help="write what came of each model to this file")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--timeout", type=float, default=120)
    parser.add_argument("--max-gb", type=float, default=8)
    parser.add_argument("--extension", help="a library of OpenVINO operators to load")
    parser.add_argument("--fold", nargs="*", default=[], help="further arguments of `shapewright fold`, without dashes: nan")
    parser.add_argument("--identity", action="store_true", help="copy instead of folding")
    parser.add_argument("--verbose", action="store_true")
    parser.add_argument("--child", action="store_true", help=argparse.SUPPRESS)
    options = parser.parse_args()
    ids = dict(networks(options.manifest)) if options.manifest else {}

    def recorded(path):
        file = options.runs and options.runs / f"{ids.get(path, path.stem)}.run.json"
        return json.loads(file.read_text())["inputs"] if file and file.exists() else None

    options.recorded = recorded
    if options.child:
        return child(options)
    everything, violations = {}, 0
    for title, paths in (("ONNX", [*ids, *models(options.onnx, ".onnx")]), ("IR", list(models(options.ir, ".xml")))):
        if paths:
            results = run_all(options, paths)
            everything.update({str(path): result for path, result in results.items()})
            violations += show(title, results)
    if options.json:
        options.json.write_text(json.dumps(everything, indent=1))
    return int(violations > 0)


if __name__ == "__main__":
    sys.exit(main())
