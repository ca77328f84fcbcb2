"""Models whose names contain text that could act on what shows it."""
import pathlib

from onnx import TensorProto, helper

# What a name contains, by kind. Each is in every name of a model.
TEXTS = {
    "escape": "\x1b[31mred\x1b]0;title\x07",
    "c1 control": "\x9b31m\x85",
    "delete": "\x7f\x08",
    "nul": "a\x00b",
    "newline": "a\nb::error::x",
    "carriage return": "a\rb",
    "tab": "a\tb",
    "line separator": "a\u2028b\u2029c",
    "bidirectional": "\u202egpj.exe\u2066x\u200f",
    "zero-width": "a\u200bb\ufeffc\u2060d\u00ade",
    "tags": "a\U000e0041\U000e0042",
    "noncharacter": "a\uffff\ufffeb",
    "xml": "<b a=\"x\" c='y'>&amp;</b>",
    "cdata": "]]><!-- x --><![CDATA[",
    "script": "</script><script>alert(1)</script>",
    "markdown": "| *a* _b_ **c** ~~d~~ # [e](http://x.example) ![f](y) `g` @h #1 \\",
    "table": "a | b |\n|---|---|",
    "backtick": "`` ` ```",
    "autolink": "http://x.example/?a=b www.x.example a@x.example",
    "list": "- a",
    "workflow": "::error file=x,line=1::y%0A##[error]z",
    "percent": "100%25 %0A %s {0} {}",
    "dot": "a\"; b [label=\"c\"]; \\N \\G {x|y} <z>",
    "mermaid": "a\"]; end; click n0 \"javascript:x\" #quot; %% --> B",
    "slash": "a/b\\c",
    "shell": "$(touch x) `touch y` ; touch z",
    "csv": "=1+1,\"a\";b",
}

# In every name, to find it again.
MARK = "zq"


def named(text, kind):
    """Returns a name with the text in it. A name starts with the text, so that it would start a line."""
    return f"{text}{MARK}{kind}"


# Kinds of names that the parser of onnx reads only as identifiers: the last two are graphs in attributes.
WORDS = {"op", "domain", "attribute", "number", "body", "branch"}


def model(text, fault=True, word=None):
    """Returns an ONNX model that has the text in every kind of name, or another text in those that onnx reads as identifiers."""
    def name(kind):
        return named(word if word and kind in WORDS else text, kind)
    shape = [name("dim"), 3]
    value = helper.make_tensor_value_info
    inner = helper.make_graph([helper.make_node("Relu", [name("r")], [name("inner")], name("innernode"))], name("body"), [],
                              [value(name("inner"), TensorProto.FLOAT, None)])
    other = helper.make_graph([helper.make_node("Exp", [name("r")], [name("else")], name("elsenode"))], name("branch"), [],
                              [value(name("else"), TensorProto.FLOAT, None)])
    nodes = [
        helper.make_node("Relu", [name("x")], [name("r")], name("relu"), doc_string=name("nodedoc")),
        helper.make_node("ReduceMin", [name("r")], [name("min")], name("reduce"), axes=[7 if fault else 1], keepdims=0),
        helper.make_node(name("op"), [name("r"), name("w")], [name("own")], name("ownnode"), domain=name("domain"),
                         **{name("attribute"): name("string"), name("number"): 3}),
        helper.make_node("Neg", [name("w")], [name("neg")], name("negnode")),
        helper.make_node(name("op"), [name("neg")], [name("kept")], name("keptnode"), domain=name("domain")),
        helper.make_node("If", [name("c")], [name("if")], name("ifnode"), then_branch=inner, else_branch=other),
    ]
    graph = helper.make_graph(
        nodes, name("graph"),
        [value(name("x"), TensorProto.FLOAT, shape), value(name("c"), TensorProto.BOOL, [])],
        [value(name(out), TensorProto.FLOAT, None) for out in ("min", "own", "kept", "if")],
        [helper.make_tensor(name("w"), TensorProto.FLOAT, [2], [1, 2])], doc_string=name("graphdoc"))
    made = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 17), helper.make_opsetid(name("domain"), 1)],
                             producer_name=name("producer"), producer_version=name("version"), doc_string=name("modeldoc"))
    made.ir_version = 8
    entry = made.metadata_props.add()
    entry.key, entry.value = name("key"), name("value")
    return made


def write(folder, text, fault=True, file="m.onnx", word=None):
    """Writes the model, and returns its path."""
    path = pathlib.Path(folder) / file
    path.write_bytes(model(text, fault, word).SerializeToString())
    return path


IR = """<?xml version="1.0"?>
<net name={name} version="11"><layers>
<layer id="0" name={x} type="Parameter" version="opset1"><data shape="2,3" element_type="f32"/>
<output><port id="0" precision="FP32" names={port}><dim>2</dim><dim>3</dim></port></output></layer>
<layer id="1" name={node} type={op} version={opset}><data {attribute}="1" mode={value}/><input><port id="0" precision="FP32"><dim>2</dim><dim>3</dim></port></input>
<output><port id="1" precision="FP32" names={y}><dim>2</dim><dim>4</dim></port></output></layer>
<layer id="2" name={relu} type="ReLU" version="opset1"><input><port id="0" precision="FP32"><dim>2</dim><dim>4</dim></port></input>
<output><port id="1" precision="FP32"><dim>2</dim><dim>5</dim></port></output></layer>
<layer id="3" name={result} type="Result" version="opset1"><input><port id="0" precision="FP32"><dim>2</dim><dim>5</dim></port></input></layer>
</layers><edges><edge from-layer="0" from-port="0" to-layer="1" to-port="0"/>
<edge from-layer="1" from-port="1" to-layer="2" to-port="0"/>
<edge from-layer="2" from-port="1" to-layer="3" to-port="0"/></edges></net>
"""


def in_attribute(text):
    """Returns a text as an IR file has it."""
    for c in "&<>\"'\n\r\t":
        text = text.replace(c, f"&#{ord(c)};") if c != "&" else text.replace("&", "&amp;")
    return text


def write_ir(folder, text):
    """Writes an IR file with the text in its names, as far as XML can contain it, and returns its path."""
    if any(ord(c) < 32 and c not in "\t\n\r" or c in "\ufffe\uffff" for c in text):
        return None

    def quoted(kind):
        return f'"{in_attribute(named(text, kind))}"'
    kinds = ("name", "x", "port", "node", "op", "opset", "value", "y", "relu", "result")
    path = pathlib.Path(folder) / "m.xml"
    path.write_text(IR.format(attribute="own", **{kind: quoted(kind) for kind in kinds}), encoding="utf-8")
    return path
