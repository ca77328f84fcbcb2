"""Names that are nearly those of others, places that are looked for in long texts, and files that are missing."""
import random

from . import data, texts
from .files import Files
from .records import RELU, one
from .wire import function, graph, join, message, model, node, value

ALPHABET = "abcdefghijklmnopqrstuvwxyz" * 8


def anagram(length, seed):
    """All have the same letters, so that only their order tells them apart."""
    letters = list(ALPHABET[:length])
    random.Random(seed).shuffle(letters)
    return "".join(letters)


def undefined(length):
    def made(count):
        defined = [node("Relu", ["x"], [anagram(length, i)]) for i in range(count)]
        return one(nodes=[RELU, *defined, *(node("Relu", [anagram(length, -1 - i)], [f"o{i}"]) for i in range(count))])
    return made


def functions(length):
    def made(count):
        known = [function(anagram(length, i), ["a"], ["b"], [node("Relu", ["a"], ["b"])]) for i in range(200)]
        unknown = [node(anagram(length, -1 - i), ["x"], [f"o{i}"], domain="f") for i in range(count)]
        return model(graph([RELU, *unknown], [value("x")], [value("y")]), functions=known)
    return made


def missing_files(count):
    """Spellings of a file that exists and of one that does not, all of the same length."""
    def spelled(i, name):
        return "./" + "".join("./" if i >> bit & 1 else "//" for bit in range(40)) + name
    made = [data.stored(f"{name[0]}{i}", 1, 0, spelled(i, name)) for i in range(count) for name in (data.FILE, "n.bin")]
    return Files(one(initializers=made), bytes(128))


def dropped_nodes(count):
    """Initializers in missing files, before nodes that are not read."""
    made = [data.stored(f"c{i}", 1, 0, f"e{i}") for i in range(count // 10)]
    content = join(5, made) + message(2, "g") + join(1, [RELU]) + join(1, [b"\x0a\x7f"] * count)
    return model(content + join(11, [value("x")]) + join(12, [value("y")]))


def commas(count):
    return texts.text(values="," * count)


def faulty_header(count):
    return texts.text(imports=",x=" * count)


def operands_of_one_node(count):
    return texts.text(["y = Relu (x)", f"{','.join(['f' * 50] * count)} = Relu (x)"])


def undefined_operands(count):
    return texts.text(["y = Relu (x)", f"z = Sum ({','.join(f'u{i}' for i in range(count))})"])


PLAIN = (missing_files, dropped_nodes)
FAMILIES = {f"misspelled: {kind.__name__} of {length} letters": kind(length) for kind in (undefined, functions) for length in (16, 64, 190)}
FAMILIES |= {f"misspelled: {make.__name__.replace('_', ' ')}": make for make in PLAIN}
FAMILIES |= {f"text: {make.__name__.replace('_', ' ')}": make for make in (commas, faulty_header, operands_of_one_node, undefined_operands)}
