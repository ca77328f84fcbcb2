"""IR with many records of one kind, as text."""
import math

from . import names
from .files import Files


def net(layers, edges, more="", version=11):
    return f'<?xml version="1.0"?>\n<net name="m" version="{version}"><layers>{"".join(layers)}</layers><edges>{"".join(edges)}</edges>{more}</net>'.encode()


def port(index, dims=(2, 4), names="", precision="FP32"):
    names = f' names="{names}"' if names else ""
    return f'<port id="{index}" precision="{precision}"{names}>{"".join(f"<dim>{dim}</dim>" for dim in dims)}</port>'


def layer(index, kind, inputs=0, name=None, data="", dims=(2, 4), names="", version="opset1", outputs=1, precision="FP32"):
    into = f'<input>{"".join(port(i, dims, precision=precision) for i in range(inputs))}</input>' if inputs else ""
    out = f'<output>{"".join(port(inputs + i, dims, names, precision) for i in range(outputs))}</output>' if outputs else ""
    return f'<layer id="{index}" name="{name or f"l{index}"}" type="{kind}" version="{version}">{data}{into}{out}</layer>'


def parameter(index=0, dims="2,4", **more):
    return layer(index, "Parameter", data=f'<data shape="{dims}" element_type="f32"/>', **more)


def result(index):
    return layer(index, "Result", 1, outputs=0)


def edge(a, p, b, q):
    return f'<edge from-layer="{a}" from-port="{p}" to-layer="{b}" to-port="{q}"/>'


def ends(more_layers=(), more_edges=(), **kw):
    return net([parameter(0), result(1), *more_layers], [edge(0, 0, 1, 0), *more_edges], **kw)


def layers(count, name):
    return ends([layer(i + 2, "ReLU", 1, name=name(i)) for i in range(count)], [edge(0, 0, i + 2, 0) for i in range(count)])


def chain(count, name):
    return ends([layer(i + 2, "ReLU", 1, name=name(i)) for i in range(count)], [edge(i + 1 if i else 0, 1 if i else 0, i + 2, 0) for i in range(count)])


def layer_attributes(count, name):
    return ends([f'<layer id="2" name="n" type="ReLU" version="opset1" {" ".join(f"{name(i)}=" + chr(34) + "1" + chr(34) for i in range(count))}/>'])


def data_attributes(count, name):
    return ends([layer(2, "ReLU", 1, data=f'<data {" ".join(f"{name(i)}=" + chr(34) + "1" + chr(34) for i in range(count))}/>')], [edge(0, 0, 2, 0)])


def unknown_types(count, name):
    return ends([layer(i + 2, name(i) or "E", 1) for i in range(count)], [edge(0, 0, i + 2, 0) for i in range(count)])


def tensor_names(count, name):
    return ends([layer(2, "ReLU", 1, names=",".join(name(i) for i in range(count)))], [edge(0, 0, 2, 0)])


def names_of_ports(count, name):
    """Ports name the tensors of each other's ports."""
    return ends([layer(i + 2, "ReLU", 1, names=f"{name(i)},{name(i + 1)}") for i in range(count)], [edge(0, 0, i + 2, 0) for i in range(count)])


def rt_info(count, name):
    return ends(more=f'<rt_info>{"".join(f"<{name(i) or chr(97)} value=" + chr(34) + "1" + chr(34) + "/>" for i in range(count))}</rt_info>')


def elements(count, name):
    return ends(more="".join(f"<{name(i) or 'a'}/>" for i in range(count)))


NAMED = [layers, chain, layer_attributes, data_attributes, unknown_types, tensor_names, names_of_ports, rt_info, elements]


def input_ports(count):
    return ends([layer(2, "Concat", count, data='<data axis="0"/>')], [edge(0, 0, 2, i) for i in range(count)])


def output_ports(count):
    return ends([layer(2, "Split", 1, data=f'<data num_splits="{count}"/>', outputs=count)], [edge(0, 0, 2, 0)])


def dims(count):
    return ends([layer(2, "ReLU", 1, dims=[1] * count)], [edge(0, 0, 2, 0)])


def same_ids(count):
    return ends([layer(2, "ReLU", 1) for _ in range(count)], [edge(0, 0, 2, 0)])


def same_port_ids(count):
    return ends([f'<layer id="2" name="n" type="ReLU" version="opset1"><input>{port(0) * count}</input><output>{port(1)}</output></layer>'], [edge(0, 0, 2, 0)])


def same_edges(count):
    return ends([layer(2, "ReLU", 1)], [edge(0, 0, 2, 0)] * count)


def dangling_edges(count):
    return ends([], [edge(i + 9, 0, i + 10, 1) for i in range(count)])


def reversed_edges(count):
    return ends([layer(i + 2, "ReLU", 1) for i in range(count)][::-1], [edge(i + 1 if i else 0, 1 if i else 0, i + 2, 0) for i in range(count)][::-1])


def cycle(count):
    return ends([layer(i + 2, "ReLU", 1) for i in range(count)], [edge((i - 1) % count + 2, 1, i + 2, 0) for i in range(count)])


def parameters(count):
    return ends([parameter(i + 2) for i in range(count)])


def results(count):
    return ends([result(i + 2) for i in range(count)], [edge(0, 0, i + 2, 0) for i in range(count)])


def symbolic_parameters(count):
    return ends([parameter(i + 2, dims="?,4") for i in range(count)])


def weights(dims, offset, element="f32"):
    """What makes a layer a constant."""
    size = math.prod(dims) * int(element[1:]) // 8
    text = ",".join(map(str, dims))
    return {"kind": "Const", "data": f'<data element_type="{element}" shape="{text}" offset="{offset}" size="{size}"/>', "dims": dims,
            "precision": element.upper().replace("F", "FP")}


def constants(count):
    """Every constant is at the same place of the weights."""
    return Files(ends([layer(i + 2, **weights((2, 4), 0)) for i in range(count)]), bytes(32))


def overlapping_constants(count):
    return Files(ends([layer(i + 2, **weights([count], i, "u8")) for i in range(count)]), bytes(2 * count))


def folded_chain(count):
    """The end is added to the parameter, so that it is needed."""
    last = count + 2
    made = [parameter(0), layer(1, "Add", 2, data='<data auto_broadcast="numpy"/>'), layer(2, **weights((2, 4), 0)),
            *(layer(i, "ReLU", 1) for i in range(3, last + 1)), result(last + 1)]
    edges = [edge(0, 0, 1, 0), edge(last, 1, 1, 1), edge(1, 2, last + 1, 0), *(edge(i - 1, int(i > 3), i, 0) for i in range(3, last + 1))]
    return Files(net(made, edges), bytes(32))


def folded_broadcasts(count):
    """Each makes a large value of four elements."""
    large = (50_000, 4)
    made, edges = [layer(2, **weights((1, 4), 0)), layer(3, **weights([2], 16, "i64"))], []
    for i in range(count):
        a, b = 2 * i + 4, 2 * i + 5
        into = port(0, (1, 4)) + port(1, [2], precision="I64")
        made += [f'<layer id="{a}" name="b{i}" type="Broadcast" version="opset3"><data mode="numpy"/><input>{into}</input><output>{port(2, large)}</output></layer>',
                 layer(b, "Result", 1, outputs=0, dims=large)]
        edges += [edge(2, 0, a, 0), edge(3, 0, a, 1), edge(a, 2, b, 0)]
    return Files(ends(made, edges), bytes(16) + b"".join(size.to_bytes(8, "little") for size in large))


def nested_bodies(count):
    inner = ""
    for i in range(count):
        inner = (f'<layer id="2" name="t{i}" type="TensorIterator" version="opset1"><body>{net([parameter(0), result(1), inner], [edge(0, 0, 1, 0)]).decode().split(">", 2)[2].rsplit("<", 1)[0]}'
                 f'</body><input>{port(0)}</input><output>{port(1)}</output></layer>')
    return ends([inner])


def deep_elements(count):
    return ends(more="<a>" * count + "</a>" * count)


def comments(count):
    return ends(more="<!-- shapewright: ignore[axis-out-of-range] -->" * count)


def entities(count):
    return ends(more="&amp;" * count)


def long_name(count):
    return ends([layer(2, "ReLU", 1, name="n" * count), *(layer(i + 3, "ReLU", 1) for i in range(count // 64))], [edge(0, 0, 2, 0), *(edge(2, 1, i + 3, 0) for i in range(count // 64))])


def axes_text(count):
    return ends([layer(2, "Transpose", 2), layer(3, "Einsum", 1, version="opset7", data=f'<data equation="{"a" * count}"/>'), layer(4, "Pad", 1, data=f'<data pads_begin="{",".join(["1"] * count)}"/>')], [edge(0, 0, 2, 0), edge(0, 0, 2, 1)])


def port_maps(count):
    maps = "".join(f'<input external_port_id="{i}" internal_layer_id="{i}"/>' for i in range(count))
    body = f'<body><layers>{"".join(parameter(i) for i in range(count))}{layer(count, "ReLU", 1)}{result(count + 1)}</layers><edges>{edge(0, 0, count, 0)}{edge(count, 1, count + 1, 0)}</edges></body>'
    return ends([f'<layer id="2" name="t" type="TensorIterator" version="opset1"><input>{"".join(port(i) for i in range(count))}</input><output>{port(count)}</output>'
                 f'<port_map>{maps}<output external_port_id="{count}" internal_layer_id="{count + 1}"/></port_map>{body}</layer>'], [edge(0, 0, 2, i) for i in range(count)])


def bare_layers(count):
    """Without the attributes that OpenVINO needs: as few bytes as a record can have."""
    return ends(["<layer/>"] * count)


def bare_inputs(count):
    return ends([f'<layer id="2" name="a" type="Add" version="opset1"><input>{"<port/>" * count}</input></layer>'])


def bare_outputs(count):
    return ends([f'<layer id="2" name="a" type="Split" version="opset1"><output>{"<port/>" * count}</output></layer>'])


def keys_of_metadata(count):
    """Each key contains the name of the element around it."""
    around = "k" * min(count, 4_000)
    return ends(more=f'<rt_info><{around}>{"".join(f"<b{i} value=" + chr(34) * 2 + "/>" for i in range(count))}</{around}></rt_info>')


def bodies_before_blanks(count):
    """Each body is read by itself; what follows the last one is blank."""
    made = ends([layer(i + 2, "If", version="opset8", data="<then_body> </then_body>", outputs=0) for i in range(count)])
    return made + b" " * (100 * count)


def references_after_blanks(count):
    """The text of a dimension starts with blanks, and has many pieces."""
    dim = " " * (4 * count) + "1" + "&lt;" * count
    return ends([layer(2, "ReLU", 1, dims=[dim])], [edge(0, 0, 2, 0)])


def names_of_inputs(count):
    """In version 10, the names of inputs must differ."""
    return ends([layer(i + 2, "Parameter", name="a") for i in range(count)], version=10)


def deep_suppressions(count):
    """Each comment applies to the layer around it, if there is one."""
    return ends(more="<a>" * (5 * count) + "<!-- shapewright: ignore[OP101] -->" * count + "</a>" * (5 * count))


def name_of_many_constants(count):
    """Folding turns each output of a layer with a long name into a layer of its own."""
    bare = lambda ports: "".join(f'<port id="{at}"/>' for at in range(ports))
    split = (f'<layer id="3" name="{"n" * (200 * count)}" type="Split" version="opset1"><data num_splits="{count}"/><input>{bare(2)}</input>'
             f'<output>{"".join(port(2 + i, [1]) for i in range(count))}</output></layer>')
    joined = (f'<layer id="4" name="c" type="Concat" version="opset1"><data axis="0"/><input>{bare(count + 1)}</input>'
              f'<output>{port(count + 1, [count + 1])}</output></layer>')
    made = [layer(0, "Parameter", data='<data shape="1" element_type="f32"/>', dims=[1]), layer(1, **weights([count], 0)),
            layer(2, **weights([], 0, "i64")), split, joined,
            f'<layer id="5" name="r" type="Result" version="opset1"><input>{bare(1)}</input></layer>']
    edges = [edge(1, 0, 3, 0), edge(2, 0, 3, 1), edge(0, 0, 4, count), edge(4, count + 1, 5, 0), *(edge(3, 2 + i, 4, i) for i in range(count))]
    return Files(net(made, edges), bytes(max(8, 4 * count)))


def sections_of_a_fixed_layer(count):
    """A layer whose attribute is renamed, with sections that go, because it has no body, and others that stay."""
    data = '<data axs="1"/>' + "<port_map/>" * count + "<rt_info/>" * count
    return ends([layer(2, "SoftMax", 1, data=data)], [edge(0, 0, 2, 0)])


PLAIN = [input_ports, output_ports, dims, same_ids, same_port_ids, same_edges, dangling_edges, reversed_edges, cycle, parameters, results,
         symbolic_parameters, constants, overlapping_constants, folded_chain, folded_broadcasts, nested_bodies, deep_elements, comments, entities,
         long_name, axes_text, port_maps, bare_layers, bare_inputs, bare_outputs, keys_of_metadata, bodies_before_blanks,
         references_after_blanks, names_of_inputs, deep_suppressions, name_of_many_constants, sections_of_a_fixed_layer]

FAMILIES = {f"IR {make.__name__.replace('_', ' ')}, {kind} names": (lambda count, make=make, name=name: make(count, name))
            for make in NAMED for kind, name in names.ALL.items()}
FAMILIES |= {f"IR {make.__name__.replace('_', ' ')}": make for make in PLAIN}
