#!/usr/bin/env python3
"""Gives ONNX networks with symbolic dimensions two sizes each with `shapewright specialize`, and frees them again.

Usage: specialize_corpus.py PATH... [--manifest FILE] [--runs DIRECTORY] [--binary PATH] [--json FILE] [--seed N]

    cargo build --release --features cli
    pip install onnx onnxruntime numpy ml_dtypes
    tools/specialize_corpus.py models/

A PATH is a model or a directory, which is searched recursively. `--manifest` (a JSON list of objects with `file`, `id`, `kind`,
`tier`) adds its ONNX networks. `--runs` is a directory of `ID.run.json` files (`inputs`: name to type and sizes): the first
size is that of the run, and otherwise the first of a few with which the model runs.

For each of two sizes with which the model runs in ONNX Runtime: onnx.checker's full check passes as before, the outputs are
bit-identical, no input or output has a symbolic dimension that a run gives another size, and `onnxruntime.tools`'
`make_input_shape_fixed` on the same file is compared by the declared outputs. Then the first fixed model gets its symbols
back: what `shapes` infers must be what it infers of the original, or the obstacle is counted. The exit code is 1 if a
specialized model differs.
"""
import argparse
import collections
import json
import pathlib
import subprocess
import sys
import tempfile

sys.dont_write_bytecode = True
from annotate_corpus import array, checks, models, onnx_session, onnx_type, same


def specialize(options, path, out, shapes):
    command = [options.binary, "specialize", str(path), "-o", str(out), "-f", "json", "--external", "copy"]
    for name, sizes in shapes.items():
        command += ["--input-shape", f"{name}:[{','.join(map(str, sizes))}]"]
    done = subprocess.run(command, capture_output=True, text=True, timeout=300)
    report = json.loads(done.stdout) if done.stdout.strip() else {}
    return done.returncode, report, done.stderr.strip()[-200:]


def sizes_of(session, recorded, size):
    """The shapes of all inputs: equal symbols have equal sizes."""
    symbols, shapes = {}, {}
    for port in session.get_inputs():
        known = recorded.get(port.name, [None, None])[1]
        dims = []
        for axis, dim in enumerate(port.shape):
            if not isinstance(dim, int):
                dim = known[axis] if known and size is None else symbols.setdefault(dim or (port.name, axis), size)
            dims.append(dim)
        shapes[port.name] = dims
    return shapes


def run(session, shapes, seed):
    import numpy as np

    rng = np.random.default_rng(seed)
    try:
        return session.run(None, {p.name: array(rng, onnx_type(p.type), shapes[p.name]) for p in session.get_inputs()})
    except Exception:
        return None


def facts(options, path):
    done = subprocess.run([options.binary, "shapes", str(path), "-f", "json", "--isolated"], capture_output=True, text=True)
    graphs = json.loads(done.stdout)["files"][0]["graphs"]
    main = next((g for g in graphs if g["path"] == "main"), {"values": []})
    return {v["name"]: (v["type"], v["shape"]) for v in main["values"]}


def declared_outputs(path):
    import onnx

    model = onnx.load(str(path), load_external_data=False)
    return {o.name: [d.dim_value if d.HasField("dim_value") else d.dim_param or None for d in o.type.tensor_type.shape.dim]
            for o in model.graph.output if o.type.HasField("tensor_type") and o.type.tensor_type.HasField("shape")}


def fixed_by_peer(path, folder, shapes):
    import onnx
    from onnxruntime.tools.onnx_model_utils import fix_output_shapes, make_input_shape_fixed

    try:
        model = onnx.load(str(path))
        for name, sizes in shapes.items():
            make_input_shape_fixed(model.graph, name, sizes)
        fix_output_shapes(model)
        onnx.save(model, str(folder / "peer.onnx"))
        return declared_outputs(folder / "peer.onnx")
    except Exception:
        return None


def two_sizes(session, recorded, seed):
    found = []
    for size in [None] if recorded else []:
        shapes = sizes_of(session, recorded, size)
        found += [shapes] if run(session, shapes, seed) is not None else []
    for size in (2, 1, 3, 4, 8, 16, 32, 64, 128, 224):
        if len(found) == 2:
            break
        shapes = sizes_of(session, recorded, size)
        if shapes not in found and run(session, shapes, seed) is not None:
            found.append(shapes)
    return found


def check(options, path, recorded, found):
    session = onnx_session(path)
    ports = {p.name: p.shape for p in session.get_inputs()}
    if all(isinstance(d, int) for dims in ports.values() for d in dims):
        return
    found["symbolic"] = 1
    passes = checks(path)
    for number, shapes in enumerate(two_sizes(session, recorded, options.seed)):
        with tempfile.TemporaryDirectory() as folder:
            folder = pathlib.Path(folder)
            out = folder / "out.onnx"
            code, report, error = specialize(options, path, out, shapes)
            found["sizes"] += 1
            if not out.exists():
                found["refused"].append(f"{shapes}: exit code {code}, {error} {report.get('messages', [])[:1]}")
                continue
            compare(options, path, out, session, shapes, passes, found)
            peer = fixed_by_peer(path, folder, shapes)
            ours = declared_outputs(out)
            fixed = lambda dims: sum(isinstance(d, int) for sizes in (dims or {}).values() for d in sizes)
            found["output dimensions"] += fixed(ours)
            found["output dimensions of the peer"] += fixed(peer)
            found["peer raises"] += peer is None
            if number == 0:
                free(options, path, out, folder, ports, found)


def compare(options, path, out, session, shapes, passes, found):
    old, again = run(session, shapes, options.seed), run(session, shapes, options.seed)
    if passes is True and checks(out) is not True:
        found["problems"].append(f"{shapes}: full check: {checks(out)}")
    try:
        new = onnx_session(out)
    except Exception as error:
        return found["problems"].append(f"{shapes}: {str(error)[:200]}")
    if [p.shape for p in new.get_inputs()] != [shapes[p.name] for p in new.get_inputs()]:
        found["problems"].append(f"{shapes}: other inputs")
    result = run(new, shapes, options.seed)
    if all(same(a, b) for a, b in zip(old, again)):
        found["runs"] += 1
        if result is None or not all(same(a, b) for a, b in zip(old, result)):
            found["problems"].append(f"{shapes}: another result")
    for name, dims in declared_outputs(out).items():
        index = [o.name for o in session.get_outputs()].index(name)
        actual = getattr(old[index], "shape", None)
        if actual is not None and any(isinstance(d, int) and d != a for d, a in zip(dims, actual)):
            found["problems"].append(f"{shapes}: output {name} is declared {dims} and is {list(actual)}")


def free(options, path, fixed, folder, ports, found):
    out = folder / "free.onnx"
    names = {}
    for name, dims in ports.items():
        names[name] = [d if isinstance(d, int) else d if d and str(d).isidentifier() else f"{name.split('/')[-1]}_{i}".replace(".", "_")
                       for i, d in enumerate(dims)]
    found["freed"] += 1
    code, report, error = specialize(options, fixed, out, names)
    if not out.exists():
        found["obstacles"].append((report.get("messages") or [error])[0][:200])
        return
    original = folder / "renamed.onnx"
    specialize(options, path, original, names)
    before, after = facts(options, original if original.exists() else path), facts(options, out)
    other = [name for name in before if before[name] != after.get(name)]
    found["same facts"] += not other
    if other:
        found["other facts"].append(f"{len(other)} of {len(before)}, first {other[0]}: {before[other[0]]} and {after.get(other[0])}")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("paths", nargs="*")
    parser.add_argument("--manifest", type=pathlib.Path)
    parser.add_argument("--tier", default="network")
    parser.add_argument("--runs", type=pathlib.Path)
    parser.add_argument("--binary", default="target/release/shapewright")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--json", type=pathlib.Path)
    options = parser.parse_args()
    jobs = [(path, path.stem) for path in models(options.paths, ".onnx")]
    if options.manifest:
        listed = [m for m in json.loads(options.manifest.read_text()) if m.get("tier") == options.tier and m["kind"] == "onnx"]
        jobs += [(options.manifest.parent / m["file"], m["id"]) for m in listed]
    results = []
    for path, name in jobs:
        found = collections.defaultdict(int, path=str(path), problems=[], refused=[], obstacles=[])
        found["other facts"] = []
        record = options.runs / f"{name}.run.json" if options.runs else None
        recorded = json.loads(record.read_text())["inputs"] if record and record.exists() else {}
        try:
            check(options, path, recorded, found)
        except Exception as error:
            found["skipped"] = f"{type(error).__name__}: {str(error)[:150]}"
        results.append(found)
        print(f"\r{len(results)} of {len(jobs)}", end="", file=sys.stderr, flush=True)
    print(file=sys.stderr)
    total = lambda key: sum(r[key] for r in results)
    print(f"{len(results)} models, {total('symbolic')} with symbolic inputs, {total('sizes')} pairs of model and sizes")
    print(f"specialized: {total('sizes') - sum(len(r['refused']) for r in results)}, run as before: {total('runs')}, "
          f"problems: {sum(len(r['problems']) for r in results)}")
    print(f"known dimensions of outputs: {total('output dimensions')}, of make_input_shape_fixed: "
          f"{total('output dimensions of the peer')} (raises {total('peer raises')} times)")
    print(f"freed again: {total('freed')}, with the same facts: {total('same facts')}, obstacles named: {sum(len(r['obstacles']) for r in results)}")
    for key in ("problems", "refused", "obstacles", "other facts"):
        for r in results:
            for text in r[key]:
                print(f"  {key}: {r['path']}: {text}")
    if options.json:
        options.json.write_text(json.dumps(results, indent=1))
    sys.exit(any(r["problems"] for r in results))


if __name__ == "__main__":
    main()
