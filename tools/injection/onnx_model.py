"""An ONNX model that faults are injected into, with what onnx infers of its values."""
import shutil

import onnx
from onnx import TensorProto, numpy_helper

DEFAULT = ("", "ai.onnx")


def known_dims(info):
    """Returns the dimensions of a value, None for each that is not a number, or None if the rank is unknown."""
    tensor = info.type.tensor_type
    if info.type.WhichOneof("value") != "tensor_type" or not tensor.HasField("shape"):
        return None
    return [d.dim_value if d.HasField("dim_value") else None for d in tensor.shape.dim]


def _types(proto):
    """Returns element type and dimensions by name: onnx's inference, so that no fault relies on shapewright's."""
    try:
        graph = onnx.shape_inference.infer_shapes(proto, data_prop=True).graph
    except Exception:  # onnx.shape_inference raises several types for models that it cannot read
        graph = proto.graph
    infos = [*graph.input, *graph.output, *graph.value_info]
    found = {i.name: (i.type.tensor_type.elem_type, known_dims(i)) for i in infos}
    return {**found, **{t.name: (t.data_type, list(t.dims)) for t in graph.initializer}}


class OnnxModel:
    suffix = ".onnx"

    def __init__(self, path, proto, types=None):
        self.path, self.proto = path, proto
        self.types = _types(proto) if types is None else types
        self.files, self.bytes = {}, None
        self.outside = self.external()

    @classmethod
    def read(cls, path):
        return cls(path, onnx.load(path, load_external_data=False))

    def copy(self):
        proto = onnx.ModelProto()
        proto.CopyFrom(self.proto)
        made = OnnxModel(self.path, proto, self.types)
        made.files, made.outside = dict(self.files), self.outside
        return made

    def infer(self):
        """Infers the types again, after a valid edit."""
        self.types = _types(self.proto)

    def save(self, folder, name):
        for file, content in self.files.items():
            (folder / file).write_bytes(content)
        for file in (self.external() & self.outside) - set(self.files):
            if (self.path.parent / file).is_file():
                (folder / file).parent.mkdir(parents=True, exist_ok=True)
                shutil.copyfile(self.path.parent / file, folder / file)
        path = folder / f"{name}.onnx"
        path.write_bytes(self.proto.SerializeToString() if self.bytes is None else self.bytes)
        return path

    def external(self):
        """Returns the relative locations of the initializers' external data."""
        entries = [e.value for t in self.proto.graph.initializer for e in t.external_data if e.key == "location"]
        return {e for e in entries if e and not e.startswith("/") and ".." not in e}

    # What the model says.

    @property
    def graph(self):
        return self.proto.graph

    def opset(self, domain=""):
        versions = [o.version for o in self.proto.opset_import if o.domain == domain or (not domain and o.domain in DEFAULT)]
        return versions[0] if versions else 0

    def nodes(self, rng, *kinds):
        """Returns index and node of the operators of ONNX in the main graph, in random order."""
        found = [(i, n) for i, n in enumerate(self.graph.node) if n.domain in DEFAULT and (not kinds or n.op_type in kinds)]
        rng.shuffle(found)
        return found

    def schema(self, node):
        try:
            return onnx.defs.get_schema(node.op_type, self.opset(), "")
        except onnx.defs.SchemaError:
            return None

    def dims(self, name):
        return self.types.get(name, (0, None))[1]

    def rank(self, name):
        return None if self.dims(name) is None else len(self.dims(name))

    def kind(self, name):
        return self.types.get(name, (0, None))[0]

    def static(self, name):
        """Returns the dimensions if all are numbers, or None."""
        dims = self.dims(name)
        return dims if dims is not None and None not in dims else None

    def initializer(self, name):
        return next((t for t in self.graph.initializer if t.name == name), None)

    def constant(self, node, position):
        """Returns the elements of a constant input, or None."""
        if position >= len(node.input) or not node.input[position]:
            return None
        name = node.input[position]
        tensor = self.initializer(name)
        if tensor is None:
            made = next((n for n in self.graph.node if name in n.output and n.op_type == "Constant"), None)
            tensor = next((a.t for a in made.attribute if a.name == "value"), None) if made else None
        if tensor is None or tensor.data_location == TensorProto.EXTERNAL:
            return None
        if name in {i.name for i in self.graph.input}:
            return None
        try:
            return numpy_helper.to_array(tensor)
        except ValueError:
            return None

    def readers(self, name):
        """Returns the places of the main graph's nodes that read a value, also in their subgraphs."""
        return {("main", i) for i, n in enumerate(self.graph.node) if name in _read(n)}

    def fresh(self, name):
        taken = {o for n in self.graph.node for o in [*n.output, *n.input]} | {t.name for t in self.graph.initializer}
        while name in taken:
            name += "_"
        return name

    # Edits.

    def set_constant(self, node, position, array):
        """Gives a node another constant and returns its name."""
        name = node.input[position]
        tensor = self.initializer(name)
        if tensor is not None and len(self.readers(name)) == 1:
            tensor.CopyFrom(numpy_helper.from_array(array, name))
            for info in (*self.graph.value_info, *self.graph.input):
                if info.name == name:
                    info.CopyFrom(_info(name, array))
            return name
        name = self.fresh(f"{name}_edited")
        self.graph.initializer.append(numpy_helper.from_array(array, name))
        if self.proto.ir_version < 4:
            self.graph.input.append(_info(name, array))
        node.input[position] = name
        return name


def _info(name, array):
    return onnx.helper.make_tensor_value_info(name, onnx.helper.np_dtype_to_tensor_dtype(array.dtype), array.shape)


def _read(node):
    """Returns the names that a node reads, including those that its subgraphs capture."""
    names = set(node.input)
    for attribute in node.attribute:
        for graph in [attribute.g, *attribute.graphs] if attribute.type in (onnx.AttributeProto.GRAPH, onnx.AttributeProto.GRAPHS) else []:
            for inner in graph.node:
                names |= _read(inner)
            names |= {o.name for o in graph.output}
    return names


def attribute(node, name):
    """Returns an attribute, or None."""
    return next((a for a in node.attribute if a.name == name), None)


def value(node, name, default=None):
    found = attribute(node, name)
    return default if found is None else onnx.helper.get_attribute_value(found)


def set_attribute(node, name, given):
    remove_attribute(node, name)
    node.attribute.append(onnx.helper.make_attribute(name, given))


def remove_attribute(node, name):
    kept = [a for a in node.attribute if a.name != name]
    del node.attribute[:]
    node.attribute.extend(kept)


def refused(proto, full=False):
    """Returns whether onnx.checker rejects a model."""
    try:
        onnx.checker.check_model(proto, full_check=full)
        return False
    except Exception:  # the checker and the inference raise several types
        return True
