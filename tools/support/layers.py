"""Valid IR layers of a signature, with every combination of its types."""
import itertools
import pathlib
import tempfile

from oracles.random_layers.layer import Input, Layer, write

from .kernels import name_of
from .nodes import few
from .sweep import ENOUGH, WEIGHTS
from .with_openvino import attempt_file

# Attributes that state the type of the first output.
OUTPUT_TYPES = ("destination_type", "output_type", "convert_type")
MOST = 64
# Names of types in IR, where they are not ours.
SPELLED = {"bool": "boolean", "f8e4m3": "f8e4m3", "f8e5m2": "f8e5m2"}


def own(signature, layer):
    """Returns the types that the variables have in a layer."""
    found = {}
    for i, given in enumerate(layer.inputs):
        if signature.variable(i):
            found.setdefault(signature.variable(i), given.element.replace("boolean", "bool"))
    attribute, variable = output_attribute(signature, layer)
    if variable:
        found[variable] = layer.attributes[attribute]
    return found


def output_attribute(signature, layer):
    """Returns the attribute that states the type of the first output, and the variable of that type."""
    bound = {signature.variable(i) for i in range(len(layer.inputs))}
    variable = signature.variable(0, output=True)
    attribute = next((name for name in OUTPUT_TYPES if name in layer.attributes), None)
    return (attribute, variable) if attribute and variable and variable not in bound else (None, None)


def combinations(signature, layer):
    allowed, base = signature.allowed(), own(signature, layer)
    varies = [v for v in allowed if v in base]
    every = [dict(zip(varies, types)) for types in itertools.product(*(allowed[v] for v in varies))]
    return few(every, base) if len(every) > MOST else every


def with_types(signature, layer, types):
    """Returns a copy of a layer whose inputs have these types."""
    made = layer.copy()
    for i, given in enumerate(made.inputs):
        name = types.get(signature.variable(i))
        if name:
            made.inputs[i] = Input(SPELLED.get(name, name), given.sizes, given.values)
    attribute, variable = output_attribute(signature, layer)
    if attribute:
        made.attributes[attribute] = SPELLED.get(types[variable], types[variable])
    return made


def run(layer, signature):
    with tempfile.TemporaryDirectory() as folder:
        path = pathlib.Path(folder) / "layer.xml"
        write(layer, [None] * len(layer.inputs), None, path)
        return attempt_file(path, {})


def work(item, known):
    """Runs the cases of one signature, in the process of `workers.results`."""
    signature, seeds = item
    layers = [Layer.of(signature.name, signature.since, seed) for seed in seeds]
    by_types = {}
    for layer in layers:
        for types in combinations(signature, layer):
            by_types.setdefault(name_of(types), []).append(with_types(signature, layer, types))
    for name, made in by_types.items():
        weight = 0
        for number, layer in enumerate(made):
            case = f"{signature.since}|{name}|{number}"
            if case not in known:
                yield case, None
                known[case] = run(layer, signature)
                yield case, known[case]
            weight += WEIGHTS.get(known[case][0], 1)
            if known[case][0] == "ran" or weight >= ENOUGH:
                break
