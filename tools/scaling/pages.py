"""Pages of a specification: the IR of other families behind prose, and examples that are no well-formed XML."""
from . import layers
from .files import Files

PROSE = "ReduceMin\n=========\n\n"


def page_of(make):
    """The layers of a family of IR, each of which is an example."""
    def made(count):
        of = make(count)
        return PROSE.encode() + (of.model if isinstance(of, Files) else of)
    return made


def page(parts):
    return (PROSE + example() + "".join(parts)).encode()


def example(index=1, data='<data keep_dims="true"/>', axes="[1]", dims=(6, 12), attributes=" ..."):
    sizes = "".join(f"<dim>{dim}</dim>" for dim in dims)
    return (f'<layer id="{index}" type="ReduceMin"{attributes}>{data}<input><port id="0">{sizes}</port>'
            f'<port id="1"><dim>1</dim><!-- value is {axes} --></port></input><output><port id="2"><dim>6</dim><dim>1</dim></port></output></layer>\n')


def examples(count):
    return page(f"The example {i}:\n{example(i)}" for i in range(count))


def faulty_examples(count):
    return page(example(i, axes="[9]") for i in range(count))


def tiny_examples(count):
    return page(['<layer type="ReduceMin"/>\n'] * count)


def headings(count):
    """Each names an operator."""
    return page(f"## ReduceMin-{i}\n" for i in range(count))


def prose(count):
    return page(["and so on, "] * count)


def letters_of_two_bytes(count):
    return page(["é"] * count)


def tags_without_end(count):
    return page(["<layer "] * count)


def layers_without_type(count):
    return page(["<layer id='1'>"] * count)


def layers_without_end(count):
    return page(f'<layer id="{i}" type="ReLU">\n' for i in range(count))


def ends_without_layer(count):
    return page(["</layer>"] * count)


def lists_without_end(count):
    return page(['<layer id="1" type="TensorIterator"><body><layers>'] * count)


def comments_without_end(count):
    return page(["<!-- value is "] * count)


def strings_without_end(count):
    return page(['<layer id="1" type="'] * count)


def entities(count):
    return page([example(2, data="&amp;" * count)])


def values(count):
    return page([example(2, axes=f"[{', '.join(str(i) for i in range(count))}]")])


def values_without_end(count):
    return page([example(2, axes="[" * count)])


def value_comments(count):
    return page([example(2, data="<!-- value is [1] -->" * count)])


def dots(count):
    return page([example(2, attributes=" ..." * count)])


def dims(count):
    return page([example(2, dims=range(count))])


def ports_of_dots(count):
    return page([example(2, data='<port id="3">...</port>' * count)])


def examples_before_blanks(count):
    return page([example(i) for i in range(count)]) + b" " * (100 * count)


def open_ports_after_blanks(count):
    """Ports without an end, after a dimension that is blank."""
    port = f'<port id="0"><dim>{" " * (7 * count)}</dim></port>'
    return page([f'<layer id="2" type="ReduceMin"><input>{port}</input><output>{"<port>" * count}</output></layer>'])


PLAIN = (examples, faulty_examples, tiny_examples, headings, prose, letters_of_two_bytes, tags_without_end, layers_without_type,
         layers_without_end, ends_without_layer, lists_without_end, comments_without_end, strings_without_end, entities, values,
         values_without_end, value_comments, dots, dims, ports_of_dots, examples_before_blanks, open_ports_after_blanks)
FAMILIES = {f"page: {make.__name__.replace('_', ' ')}": make for make in PLAIN}
FAMILIES |= {f"page: {name}": page_of(make) for name, make in layers.FAMILIES.items()}
