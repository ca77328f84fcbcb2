"""Makes the faulty models: chooses models for each class, edits copies, and writes them."""
import dataclasses
import pathlib
import random

from .fault import CLASSES
from .ir_model import IrModel
from .onnx_model import OnnxModel

LARGE = 8


@dataclasses.dataclass
class Made:
    """A faulty model, the valid one that it was made of, and the edit."""

    fault: object
    valid: pathlib.Path
    path: pathlib.Path
    edit: object


def read(paths):
    """Reads the models; returns them by dialect, with whether each has more than a few nodes."""
    found = {"onnx": [], "ir": []}
    for path in paths:
        kind, dialect = (IrModel, "ir") if path.suffix == ".xml" else (OnnxModel, "onnx")
        model = kind.read(path)
        size = len(model.tree.find("layers")) if dialect == "ir" else len(model.graph.node)
        if size and (dialect == "onnx" or model.tree.find("edges") is not None):
            found[dialect].append((model, size > LARGE))
    return found


def order(models, rng):
    """Returns the models in random order, large and small ones in turn."""
    large, small = [m for m, is_large in models if is_large], [m for m, is_large in models if not is_large]
    rng.shuffle(large)
    rng.shuffle(small)
    both = [m for pair in zip(large, small) for m in pair]
    return both + large[len(small) :] + small[len(large) :]


def make(models, folder, per_class, seed, only):
    """Writes up to `per_class` faulty models for every class."""
    made = []
    for (dialect, name), fault in sorted(CLASSES.items()):
        if only and only not in f"{dialect}/{name}":
            continue
        rng, count = random.Random(f"{seed}/{dialect}/{name}"), 0
        for model in order(models[dialect], rng):
            if count == per_class:
                break
            one = _one(fault, model, folder / dialect / name / f"{count:02}", rng)
            if one:
                made.append(one)
                count += 1
    return made


def _one(fault, model, folder, rng):
    copy, valid = model.copy(), model.path
    if fault.prepare:
        if not fault.prepare(copy, rng):
            return None
        (folder / "valid").mkdir(parents=True, exist_ok=True)
        valid = copy.save(folder / "valid", model.path.stem)
    edit = fault.inject(copy, rng)
    if edit is None:
        return None
    folder.mkdir(parents=True, exist_ok=True)
    return Made(fault, valid, copy.save(folder, model.path.stem), edit)
