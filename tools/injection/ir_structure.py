"""Faults in the structure of an IR model: ids, edges, ports, bodies, the file itself."""
from xml.etree import ElementTree

from .fault import Edit, ir_fault
from .ir_layers import at, label
from .ir_model import dims


@ir_fault("layer-id-duplicate")
def duplicate_id(model, rng):
    layers = model.layers(rng)
    if len(layers) > 2:
        first, second = layers[:2]
        old = second.get("id")
        second.set("id", first.get("id"))
        return Edit(f"layer `{second.get('name')}`: id {old} -> {first.get('id')}, which `{first.get('name')}` has", f"set the id to {old}", at(second) | {("main", old)})


@ir_fault("layer-id-missing")
def missing_id(model, rng):
    layer = model.layers(rng)[0]
    old = layer.attrib.pop("id")
    return Edit(f"layer `{layer.get('name')}`: id {old} removed", f"set the id to {old}", {("main", None), ("main", "")}, {layer.get("name")}, mention=f"`{layer.get('name')}`|layer")


@ir_fault("layer-removed")
def layer_removed(model, rng):
    for layer in model.layers(rng):
        if model.inputs(layer) and model.readers(layer):
            model.tree.find("layers").remove(layer)
            places = model.readers(layer) | at(layer) | {("main", e.get("from-layer")) for e in model.tree.find("edges") if e.get("to-layer") == layer.get("id")}
            return Edit(f"removed {label(layer)} with its edges kept", "restore it", places, mention=f"\\b{layer.get('id')}\\b")


def _edge(edge, what, repair, *layers):
    text = " ".join(f"{key}={given}" for key, given in edge.attrib.items())
    return Edit(f"edge {text}: {what}", repair, {("main", ident) for ident in (edge.get("to-layer"), edge.get("from-layer"), *layers)})


@ir_fault("edge-from-no-layer")
def edge_from(model, rng):
    for edge in model.edges(rng):
        old = edge.get("from-layer")
        edge.set("from-layer", "99999")
        return _edge(edge, f"from-layer was {old}", f"set it to {old}")


@ir_fault("edge-to-no-layer")
def edge_to(model, rng):
    for edge in model.edges(rng):
        old = edge.get("to-layer")
        edge.set("to-layer", "99999")
        return _edge(edge, f"to-layer was {old}", f"set it to {old}", old)


@ir_fault("edge-from-no-port")
def edge_port(model, rng):
    for edge in model.edges(rng):
        old = edge.get("from-port")
        edge.set("from-port", "77")
        return _edge(edge, f"from-port was {old}", f"set it to {old}")


@ir_fault("edge-to-no-port")
def edge_to_port(model, rng):
    for edge in model.edges(rng):
        old = edge.get("to-port")
        edge.set("to-port", "77")
        return _edge(edge, f"to-port was {old}", f"set it to {old}")


@ir_fault("edge-removed")
def edge_removed(model, rng):
    for edge in model.edges(rng):
        model.tree.find("edges").remove(edge)
        return _edge(edge, "removed", "restore it")


@ir_fault("edge-twice")
def edge_twice(model, rng):
    for edge in model.edges(rng):
        others = [layer for layer in model.layers(rng, "Parameter", "Const") if layer.get("id") not in (edge.get("from-layer"), edge.get("to-layer"))]
        if others:
            port = model.outputs(others[0])[0].get("id")
            again = ElementTree.SubElement(model.tree.find("edges"), "edge", {**edge.attrib, "from-layer": others[0].get("id"), "from-port": port})
            return _edge(again, "a second edge into the port", "remove it")


@ir_fault("edge-attribute-missing")
def edge_attribute(model, rng):
    for edge in model.edges(rng):
        old = edge.attrib.pop("from-layer")
        return Edit(f"edge into layer {edge.get('to-layer')}: from-layer {old} removed", f"set it to {old}", {("main", edge.get("to-layer")), ("main", old), ("main", None)}, mention="from-layer")


@ir_fault("cycle")
def cycle(model, rng):
    for layer in model.layers(rng, "ReLU", "Add", "Multiply", "Sigmoid", "Tanh", "Convolution", "Reshape"):
        path, here = [layer], layer
        while len(path) < 4:
            after = [model.layer(ident) for _, ident in model.readers(here)]
            after = [a for a in after if a.get("type") != "ShapeOf" and model.outputs(a) and a not in path]
            if not after:
                break
            here = after[0]
            path.append(here)
        edge = model.edge_to(layer, 0)
        if here is not layer and edge is not None:
            old = edge.get("from-layer")
            edge.set("from-layer", here.get("id"))
            edge.set("from-port", model.outputs(here)[0].get("id"))
            # Layers between them that this path does not name are also on the cycle.
            return _edge(edge, f"from-layer was {old}: a cycle", f"set it to {old}", *(p.get("id") for p in path), *_between(model, layer, here))


def _between(model, first, last):
    """Returns the layers that `first` reaches."""
    reached, waiting = set(), [first.get("id")]
    while waiting:
        ident = waiting.pop()
        if ident not in reached:
            reached.add(ident)
            waiting += [i for _, i in model.readers(model.layer(ident))]
    return reached


@ir_fault("edges-swapped")
def edges_swapped(model, rng):
    for layer in model.layers(rng, "MatMul", "Reshape", "Convolution", "Transpose", "Gather", "Broadcast"):
        first, second = dims(model.inputs(layer)[0]), dims(model.inputs(layer)[1])
        if layer.get("type") in ("Reshape", "Transpose", "Broadcast") and len(first) == 1 or layer.get("type") == "Gather":
            continue
        if layer.get("type") in ("MatMul", "Convolution") and (None in first + second or len(first) != len(second) or first[0] == second[-1] or first[:2] == second[:2] or first[0] == second[1]):
            continue
        left, right = model.edge_to(layer, 0), model.edge_to(layer, 1)
        if left is None or right is None:
            continue
        port = left.get("to-port")
        left.set("to-port", right.get("to-port"))
        right.set("to-port", port)
        return Edit(f"{label(layer)}: inputs swapped", "swap the edges", at(layer))


@ir_fault("input-port-missing")
def port_missing(model, rng):
    for layer in model.layers(rng, "Convolution", "MatMul", "Add", "Multiply", "Reshape", "Gather", "Transpose", "Subtract"):
        port = model.inputs(layer)[-1]
        edge = model.edge_to(layer, len(model.inputs(layer)) - 1)
        layer.find("input").remove(port)
        if edge is not None:
            model.tree.find("edges").remove(edge)
        return Edit(f"{label(layer)}: last input port and its edge removed", f"restore port {port.get('id')}", at(layer))


@ir_fault("input-port-extra")
def port_extra(model, rng):
    for layer in model.layers(rng, "ReLU", "MatMul", "Add", "Sigmoid", "SoftMax", "Transpose", "Tanh"):
        edge = model.edge_to(layer, 0)
        if edge is None:
            continue
        port = ElementTree.fromstring(ElementTree.tostring(model.inputs(layer)[0]))
        port.set("id", "55")
        layer.find("input").append(port)
        ElementTree.SubElement(model.tree.find("edges"), "edge", {**edge.attrib, "to-port": "55"})
        return Edit(f"{label(layer)}: another input port with an edge", "remove port 55 and its edge", at(layer))


@ir_fault("output-port-missing")
def output_missing(model, rng):
    for layer in model.layers(rng, "ReLU", "Convolution", "MatMul", "Add", "Sigmoid", "Reshape", "Transpose", "Concat"):
        if model.readers(layer):
            layer.remove(layer.find("output"))
            return Edit(f"{label(layer)}: <output> removed", "restore it", at(layer) | model.readers(layer))


@ir_fault("output-port-type", level="warning")
def port_type(model, rng):
    for layer in model.layers(rng, "ReLU", "Convolution", "MatMul", "Add", "Sigmoid", "Reshape", "Transpose", "Concat", "Multiply"):
        port = model.outputs(layer)[0]
        old = port.get("precision")
        port.set("precision", "I64" if old != "I64" else "FP32")
        return Edit(f"{label(layer)}: output precision {old} -> {port.get('precision')}", f"set it to {old}", at(layer))


@ir_fault("output-port-dim", level="warning")
def port_dim(model, rng):
    for layer in model.layers(rng, "ReLU", "Convolution", "MatMul", "Add", "Sigmoid", "Transpose", "Concat", "Multiply"):
        found = [d for d in model.outputs(layer)[0].findall("dim") if int(d.text) > 0]
        if found:
            chosen = rng.choice(found)
            old, chosen.text = chosen.text, str(int(chosen.text) + 1)
            return Edit(f"{label(layer)}: output dimension {old} -> {chosen.text}", f"set it to {old}", at(layer))


@ir_fault("output-port-dim-text")
def port_dim_text(model, rng):
    for layer in model.layers(rng, "ReLU", "Convolution", "MatMul", "Add", "Sigmoid", "Transpose", "Concat", "Multiply"):
        found = model.outputs(layer)[0].findall("dim")
        if found:
            chosen = rng.choice(found)
            old, chosen.text = chosen.text, "N"
            return Edit(f"{label(layer)}: output dimension {old} -> N", f"set it to {old}", at(layer))


@ir_fault("output-precision-invalid")
def precision_invalid(model, rng):
    for layer in model.layers(rng, "ReLU", "Convolution", "MatMul", "Add", "Sigmoid", "Reshape", "Transpose", "Concat"):
        port = model.outputs(layer)[0]
        old = port.get("precision")
        port.set("precision", "FLOAT")
        return Edit(f"{label(layer)}: output precision {old} -> FLOAT", f"set it to {old}", at(layer))


@ir_fault("input-port-dim", level="warning")
def input_dim(model, rng):
    for layer in model.layers(rng, "ReLU", "Convolution", "MatMul", "Add", "Sigmoid", "Transpose", "Concat", "Multiply"):
        found = [d for d in model.inputs(layer)[0].findall("dim") if int(d.text) > 0]
        if found:
            chosen = rng.choice(found)
            old, chosen.text = chosen.text, str(int(chosen.text) + 1)
            return Edit(f"{label(layer)}: input dimension {old} -> {chosen.text}", f"set it to {old}", at(layer))


def _stale(model, layer, wrong, what, old):
    return Edit(f"{label(layer)}: {what}", f"restore {old}", at(layer) | model.readers(layer), {layer.get("name")})


@ir_fault("parameter-shape-stale")
def parameter_shape(model, rng):
    for layer in model.layers(rng, "Parameter"):
        sizes = dims(model.outputs(layer)[0])
        readers = [model.layer(ident) for _, ident in model.readers(layer)]
        if len(sizes) == 4 and sizes[1] and any(r.get("type") == "Convolution" for r in readers):
            sizes[1] += 1
            old = layer.find("data").get("shape")
            new = ",".join("-1" if s is None else str(s) for s in sizes)
            layer.find("data").set("shape", new)
            model.outputs(layer)[0].findall("dim")[1].text = str(sizes[1])
            return _stale(model, layer, new, f"shape {old} -> {new} (also on its port)", old)


@ir_fault("parameter-shape-only")
def parameter_shape_only(model, rng):
    for layer in model.layers(rng, "Parameter"):
        sizes = dims(model.outputs(layer)[0])
        readers = [model.layer(ident) for _, ident in model.readers(layer)]
        if len(sizes) == 4 and sizes[1] and any(r.get("type") == "Convolution" for r in readers):
            old = layer.find("data").get("shape")
            new = ",".join("-1" if s is None else str(s + (i == 1)) for i, s in enumerate(sizes))
            layer.find("data").set("shape", new)
            return _stale(model, layer, new, f"shape {old} -> {new}", old)


@ir_fault("parameter-type-stale")
def parameter_type(model, rng):
    for layer in model.layers(rng, "Parameter"):
        readers = [model.layer(ident) for _, ident in model.readers(layer)]
        if layer.find("data").get("element_type") == "f32" and any(r.get("type") in ("Convolution", "MatMul", "Add", "Multiply") for r in readers):
            layer.find("data").set("element_type", "i32")
            model.outputs(layer)[0].set("precision", "I32")
            return _stale(model, layer, "i32", "element_type f32 -> i32 (also on its port)", "f32")


BODIES = ("TensorIterator", "Loop", "If")


def _port_map(name, entry, key, new, level="error"):
    @ir_fault(name, level=level)
    def inject(model, rng):
        for layer in model.layers(rng, *BODIES):
            maps = [m for tag in ("port_map", "then_port_map", "else_port_map") if (m := layer.find(tag)) is not None]
            entries = [e for m in maps for e in m.findall(entry) if e.get(key) not in (None, "-1")]
            if entries:
                chosen = rng.choice(entries)
                old = chosen.get(key)
                chosen.set(key, new)
                body = {(f"main/{layer.get('name').replace('~', '~0').replace('/', '~1')}/{b}", None) for b in ("body", "then_body", "else_body")}
                return Edit(f"{label(layer)}: port map <{entry}> {key} {old} -> {new}", f"set it to {old}", at(layer) | body)


_port_map("port-map-internal", "input", "internal_layer_id", "999")
_port_map("port-map-external", "input", "external_port_id", "99")
_port_map("port-map-output-internal", "output", "internal_layer_id", "999")
# OpenVINO orders the outputs by these ids, and does not compare them with the ports.
_port_map("port-map-output-external", "output", "external_port_id", "99", "warning")


@ir_fault("body-removed")
def body_removed(model, rng):
    for layer in model.layers(rng, *BODIES):
        tag = "then_body" if layer.get("type") == "If" else "body"
        layer.remove(layer.find(tag))
        return Edit(f"{label(layer)}: <{tag}> removed", "restore it", at(layer))


@ir_fault("net-version")
def net_version(model, rng):
    old = model.tree.get("version")
    model.tree.set("version", "99")
    return Edit(f"IR version {old} -> 99", f"set it to {old}", mention="version")


@ir_fault("file-truncated")
def file_truncated(model, rng):
    text = model.text()
    model.text = lambda: text[: len(text) * 2 // 3]
    return Edit("file cut to two thirds", "restore it", mention="")
