#!/usr/bin/env python3
"""Annotates networks with `shapewright annotate`, runs them before and after, and counts what other tools annotate.

Usage: annotate_corpus.py [--onnx PATH ...] [--ir PATH ...] [--manifest FILE] [--runs DIRECTORY] [--binary PATH]
                          [--limit N] [--seed N] [--expressions text|symbol|omit] [--json FILE] [--skip-others]

    cargo build --release
    pip install onnx onnxruntime openvino numpy ml_dtypes sympy
    tools/annotate_corpus.py --onnx models/ --ir converted/

A PATH is a model or a directory, which is searched recursively. `--manifest` (a JSON list of objects with `file`, `id`, `tier`,
`kind`) selects its networks. `--runs` is a directory of `ID.run.json` files: `inputs` (name: [type, sizes]), `symbols`
(name: size), and `tensors` (name: [type, sizes]), as a run had them.

ONNX: what passed onnx.checker's full check must pass it again, ONNX Runtime must load it, all outputs of a run on one thread
without optimizations must be bit-identical, and annotating again must not change a byte. Declarations that contradict what is
inferred are overwritten and counted. IR: the same in OpenVINO on the CPU.

Then the values of the main graph that each tool gives a type, a rank, and only known dimensions (sizes or names) are counted:
`annotate`, `onnx.shape_inference` with data propagation, and ONNX Runtime's `symbolic_shape_infer`, each starting from the file
without inner declarations. A size, or an expression over symbols, that differs from the run is wrong. The exit code is 1 if any
check of `annotate` fails.
"""
import argparse
import collections
import json
import pathlib
import re
import subprocess
import sys
import tempfile
import time

sys.dont_write_bytecode = True


def models(paths, suffix):
    for path in map(pathlib.Path, paths):
        yield from sorted(path.rglob("*" + suffix)) if path.is_dir() else [path]


def annotate(options, path, out, *more):
    command = [options.binary, "annotate", str(path), "-o", str(out), "-f", "json", *more]
    done = subprocess.run(command, capture_output=True, text=True, timeout=options.timeout)
    report = json.loads(done.stdout) if done.stdout.strip() else {}
    return done.returncode, report, done.stderr.strip()[-200:]


def forms(options, path, out, found):
    """Annotates with as few options as are needed."""
    for more in [[], ["--overwrite"], ["--overwrite", "--force"]]:
        start = time.perf_counter()
        code, report, error = annotate(options, path, out, f"--expressions={options.expressions}", "--external", "copy", *more)
        if code == 2 and "applies only to ONNX" in error:
            code, report, error = annotate(options, path, out, *more)
        found["seconds"] = time.perf_counter() - start
        if out.exists():
            found["options"] = " ".join(more)
            found["report"] = {key: report.get(key) for key in ("added", "refined", "corrected")}
            return True
    found["problems"].append(f"is not annotated: exit code {code}, {error}")
    return False


def again(options, out, found):
    second = out.with_name("again" + out.suffix)
    more = found["options"].split()
    more += [] if out.suffix == ".xml" else [f"--expressions={options.expressions}"]
    annotate(options, out, second, *more)
    files = [(out, second)] + ([(out.with_suffix(".bin"), second.with_suffix(".bin"))] if out.suffix == ".xml" else [])
    if not second.exists() or any(a.read_bytes() != b.read_bytes() for a, b in files if a.exists()):
        found["problems"].append("annotating again changes bytes")


def array(rng, dtype, sizes):
    import numpy as np

    if dtype == object:
        return np.full(sizes, "text", dtype=object)
    if np.dtype(dtype).kind in "iub":
        return rng.integers(0, 2, sizes).astype(dtype)
    return rng.random(sizes).astype(dtype)


def onnx_type(name):
    import ml_dtypes
    import numpy as np

    names = {"float": np.float32, "double": np.float64, "bool": np.bool_, "string": object, "bfloat16": ml_dtypes.bfloat16}
    inner = name.removeprefix("tensor(").removesuffix(")")
    return names.get(inner) or np.dtype(inner)


def same(a, b):
    import numpy as np

    if isinstance(a, (list, dict)) or not isinstance(a, np.ndarray):
        return repr(a) == repr(b)
    return a.dtype == b.dtype and a.shape == b.shape and (a.tolist() == b.tolist() if a.dtype == object else a.tobytes() == b.tobytes())


def onnx_session(path):
    import onnxruntime as ort

    settings = ort.SessionOptions()
    settings.graph_optimization_level = ort.GraphOptimizationLevel.ORT_DISABLE_ALL
    settings.intra_op_num_threads = settings.inter_op_num_threads = 1
    settings.log_severity_level = 4
    return ort.InferenceSession(str(path), settings, providers=["CPUExecutionProvider"])


def onnx_run(session, recorded, seed):
    import numpy as np

    for size in [None] if recorded else [2, 1, 4, 8]:
        rng = np.random.default_rng(seed)
        inputs = {}
        for port in session.get_inputs():
            sizes = recorded[port.name][1] if recorded and port.name in recorded else [
                d if isinstance(d, int) else size or 1 for d in port.shape]
            inputs[port.name] = array(rng, onnx_type(port.type), sizes)
        try:
            return session.run(None, inputs)
        except Exception:
            continue
    return None


def checks(path):
    import onnx

    try:
        onnx.checker.check_model(str(path), full_check=True)
        return True
    except Exception as error:
        return str(error)[:200] or "fails"


def check_onnx(options, path, out, record, found):
    before, after = checks(path), checks(out)
    if before is True:
        found["full check"] = 1
        if after is not True:
            found["problems"].append(f"full check: {after}")
    try:
        old = onnx_session(path)
    except Exception:
        return
    found["loads"] = 1
    try:
        new = onnx_session(out)
    except Exception as error:
        found["problems"].append(f"ONNX Runtime: {str(error)[:300]}")
        return
    recorded = (record or {}).get("inputs")
    results = [onnx_run(session, recorded, options.seed) for session in (old, old, new)]
    if results[0] is None:
        return
    if not all(same(a, b) for a, b in zip(results[0], results[1])):
        found["random"] = 1
        return
    found["runs"] = 1
    if results[2] is None or not all(same(a, b) for a, b in zip(results[0], results[2])):
        found["problems"].append("another result")
    if options.openvino:
        check_openvino_reads(path, out, found)


def check_openvino_reads(path, out, found):
    import openvino as ov

    core = ov.Core()
    try:
        core.read_model(path)
    except Exception:
        return
    found["OpenVINO reads"] = 1
    try:
        core.read_model(out)
    except Exception as error:
        found["problems"].append(f"OpenVINO: {str(error)[:200]}")


def check_ir(options, path, out, record, found):
    import numpy as np
    import openvino as ov

    core = ov.Core()
    config = {"INFERENCE_PRECISION_HINT": "f32", "INFERENCE_NUM_THREADS": 1}
    compiled = []
    for file in (path, path, out):
        try:
            compiled.append(core.compile_model(core.read_model(file), "CPU", config))
        except Exception as error:
            if file == out:
                found["problems"].append(f"OpenVINO: {str(error)[:200]}")
            return
    found["loads"] = 1
    for size in [2, 1, 4, 8, 16]:
        rng = np.random.default_rng(options.seed)
        inputs = {}
        for index, port in enumerate(compiled[0].inputs):
            sizes = [d.get_length() if d.is_static else max(size, d.get_min_length()) for d in port.partial_shape] if port.partial_shape.rank.is_static else [size]
            inputs[index] = array(rng, port.element_type.to_dtype(), sizes)
        try:
            runs = [[np.array(r) for r in model(inputs).values()] for model in compiled]
        except Exception:
            continue
        # Some layers read memory that nothing has set.
        if not all(same(a, b) for a, b in zip(runs[0], runs[1])):
            found["random"] = 1
        else:
            found["runs"] = 1
            if not all(same(a, b) for a, b in zip(runs[0], runs[2])):
                found["problems"].append("another result")
        return


def evaluated(text, symbols):
    """The size that the name of a dimension states for a run, if it does."""
    if text in symbols:
        return symbols[text]
    for name in sorted(symbols, key=len, reverse=True):
        text = re.sub(rf"(?<![\w.]){re.escape(name)}(?![\w.])", f"({symbols[name]})", text)
    if not re.fullmatch(r"[\d\s()+*/,-]*(?:(?:floor|ceiling|Max|Min|max|min|mod|Mod)[\d\s()+*/,-]*)*", text):
        return None
    import math

    try:
        names = {"floor": math.floor, "ceiling": math.ceil, "Max": max, "Min": min, "max": max, "min": min, "mod": lambda a, b: a % b}
        return eval(text, {"__builtins__": {}}, names)
    except Exception:
        return None


def coverage(model, record, symbols):
    """Counts the outputs of nodes of the main graph, by what is declared for them."""
    counts, graph = collections.Counter(), model.graph
    declared = {info.name: info.type.tensor_type for info in [*graph.value_info, *graph.output] if info.type.HasField("tensor_type")}
    for name in (name for node in graph.node for name in node.output if name):
        counts["values"] += 1
        ty = declared.get(name)
        if ty is None or not ty.elem_type:
            continue
        counts["typed"] += 1
        if not ty.HasField("shape"):
            continue
        counts["ranked"] += 1
        dims = [d.dim_value if d.HasField("dim_value") else d.dim_param or None for d in ty.shape.dim]
        counts["known"] += None not in dims
        sizes = (record or {}).get("tensors", {}).get(name, [None, None])[1]
        if sizes is None:
            continue
        counts["compared"] += 1
        known = [evaluated(d, symbols) if isinstance(d, str) else d for d in dims]
        if len(sizes) != len(dims) or any(a is not None and a != b for a, b in zip(known, sizes)):
            counts["wrong"] += 1
            counts["first wrong"] = counts["first wrong"] or f"{name}: {dims} is {sizes}"
    return counts


def others(options, path, folder, record, found):
    """What each tool annotates in the file without inner declarations."""
    import onnx

    symbols = {name: size for name, size in (record or {}).get("symbols", {}).items() if "@" not in name}
    plain = folder / "plain.onnx"
    model = onnx.load(str(path), load_external_data=False)
    del model.graph.value_info[:]
    onnx.save(model, str(plain))
    kinds = {}

    def run(name, work):
        start = time.perf_counter()
        try:
            result = work()
            kinds[name] = dict(coverage(result, record, symbols), seconds=time.perf_counter() - start)
        except Exception as error:
            kinds[name] = {"raises": 1, "why": str(error)[:100], "seconds": time.perf_counter() - start}

    def ours():
        out = folder / "ours.onnx"
        for more in [[], ["--overwrite"], ["--overwrite", "--force"]]:
            annotate(options, plain, out, *more)
            if out.exists():
                break
        return onnx.load(str(out), load_external_data=False)

    def symbolic():
        from onnxruntime.tools.symbolic_shape_infer import SymbolicShapeInference

        return SymbolicShapeInference.infer_shapes(onnx.load(str(plain), load_external_data=False), auto_merge=True, guess_output_rank=False)

    run("annotate", ours)
    run("onnx", lambda: onnx.shape_inference.infer_shapes(onnx.load(str(plain), load_external_data=False), data_prop=True))
    run("symbolic_shape_infer", symbolic)
    base = kinds["annotate"]
    for counts in kinds.values():
        counts.setdefault("values", base.get("values", 0))
    found["tools"] = kinds


def totals(results, kind):
    part = [r for r in results if r["kind"] == kind]
    if not part:
        return
    count = lambda key: sum(1 for r in part if r.get(key))
    print(f"{kind}: {len(part)} models, {sum(1 for r in part if not r['problems'])} without a problem; "
          f"{count('full check')} pass the full check, {count('loads')} load, {count('OpenVINO reads')} are read by OpenVINO, "
          f"{count('runs')} run; {count('random')} random")
    used = collections.Counter(r.get("options", "none") or "no options" for r in part)
    changed = collections.Counter()
    for r in part:
        changed.update({k: v or 0 for k, v in r.get("report", {}).items()})
    print(f"  options needed: {dict(used)}; types {dict(changed)}; {sum(r.get('seconds', 0) for r in part):.1f} s")
    for r in part:
        for problem in r["problems"]:
            print(f"  {r['path']}: {problem}")


def compared(results):
    names = ["annotate", "onnx", "symbolic_shape_infer"]
    with_tools = [r["tools"] for r in results if "tools" in r]
    if not with_tools:
        return
    print(f"{'':22}{'values':>8}{'typed':>8}{'ranked':>8}{'known':>8}{'compared':>10}{'wrong':>7}{'raises':>8}{'seconds':>9}")
    for name in names:
        sums = collections.Counter()
        for tools in with_tools:
            sums.update({k: v for k, v in tools[name].items() if not isinstance(v, str)})
        print(f"{name:22}" + "".join(f"{sums[k]:>{w}}" for k, w in
              [("values", 8), ("typed", 8), ("ranked", 8), ("known", 8), ("compared", 10), ("wrong", 7), ("raises", 8)]) + f"{sums['seconds']:>9.1f}")
    for r in results:
        wrong = r.get("tools", {}).get("annotate", {}).get("first wrong")
        if wrong:
            print(f"  {r['path']}: {wrong}")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--onnx", nargs="*", default=[])
    parser.add_argument("--ir", nargs="*", default=[])
    parser.add_argument("--manifest", type=pathlib.Path)
    parser.add_argument("--tier", default="network")
    parser.add_argument("--runs", type=pathlib.Path)
    parser.add_argument("--binary", default="target/release/shapewright")
    parser.add_argument("--limit", type=int, default=10**9)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--timeout", type=float, default=300)
    parser.add_argument("--expressions", default="text")
    parser.add_argument("--json", type=pathlib.Path)
    parser.add_argument("--skip-others", action="store_true")
    parser.add_argument("--openvino", action="store_true", help="also read ONNX models with OpenVINO")
    options = parser.parse_args()
    jobs = [(path, "onnx", path.stem) for path in models(options.onnx, ".onnx")]
    if options.manifest:
        listed = [m for m in json.loads(options.manifest.read_text()) if m.get("tier") == options.tier]
        jobs += [(options.manifest.parent / m["file"], m["kind"], m["id"]) for m in listed]
    irs = [path for path in models(options.ir, ".xml")]
    step = max(1, len(irs) // options.limit)
    jobs += [(path, "ir", path.stem) for path in irs[::step]][: options.limit + len(jobs)]
    results = []
    for path, kind, name in jobs:
        found = {"path": str(path), "kind": kind, "problems": []}
        record = options.runs / f"{name}.run.json" if options.runs else None
        record = json.loads(record.read_text()) if record and record.exists() else None
        with tempfile.TemporaryDirectory() as folder:
            folder = pathlib.Path(folder)
            out = folder / ("out.onnx" if kind == "onnx" else "out.xml")
            try:
                if forms(options, path, out, found):
                    again(options, out, found)
                    (check_onnx if kind == "onnx" else check_ir)(options, path, out, record, found)
                    if kind == "onnx" and not options.skip_others:
                        others(options, path, folder, record, found)
            except Exception as error:
                found["problems"].append(f"{type(error).__name__}: {str(error)[:200]}")
        results.append(found)
        print(f"\r{len(results)} of {len(jobs)}", end="", file=sys.stderr, flush=True)
    print(file=sys.stderr)
    totals(results, "onnx")
    totals(results, "ir")
    compared(results)
    if options.json:
        options.json.write_text(json.dumps(results, indent=1))
    sys.exit(any(r["problems"] for r in results))


if __name__ == "__main__":
    main()
