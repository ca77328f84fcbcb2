"""Ten more faults in OpenVINO IR, chosen before any tool was run: manual edits, bad merges, partial copies."""
from .fault import Fault, sizes
from .ir_models import Network, edited, lines_with


def chain():
    made = Network().parameter("image", "f32", (2, 3))
    for name, source, kind in [("first", "image", "ReLU"), ("second", "first", "Sigmoid"), ("third", "second", "Tanh")]:
        made.layer(name, kind, (source,), ("f32", (2, 3)))
    return made.result("third")


def convolution(data='strides="2,2" dilations="1,1" pads_begin="0,0" pads_end="0,0" auto_pad="explicit"', channels=3):
    made = Network().parameter("image", "f32", (1, channels, 8, 8)).constant("kernel", "f32", [[[[0.5] * 2] * 2] * 3] * 5)
    made.layer("stem", "Convolution", ("image", "kernel"), ("f32", (1, 5, 4, 4)), data)
    return made.result("stem")


def matmul():
    made = Network().parameter("image", "f32", (2, 6)).constant("dense", "f32", [[0.5] * 5] * 6)
    made.layer("head", "MatMul", ("image", "dense"), ("f32", (2, 5)), 'transpose_a="false" transpose_b="false"')
    return made.result("head")


BODY = """      <port_map>
        <input external_port_id="0" internal_layer_id="0"/>
        <output external_port_id="1" internal_layer_id="2"/>
      </port_map>
      <body>
        <layers>
          <layer id="0" name="slice" type="Parameter" version="opset1">
            <data shape="2,3" element_type="f32"/>
            <output><port id="0" precision="FP32"><dim>2</dim><dim>3</dim></port></output>
          </layer>
          <layer id="1" name="inner" type="ReLU" version="opset1">
            <input><port id="0" precision="FP32"><dim>2</dim><dim>3</dim></port></input>
            <output><port id="1" precision="FP32"><dim>2</dim><dim>3</dim></port></output>
          </layer>
          <layer id="2" name="sink" type="Result" version="opset1">
            <input><port id="0" precision="FP32"><dim>2</dim><dim>3</dim></port></input>
          </layer>
        </layers>
        <edges>
          <edge from-layer="0" from-port="0" to-layer="1" to-port="0"/>
          <edge from-layer="1" from-port="1" to-layer="2" to-port="0"/>
        </edges>
      </body>"""


def iterator():
    made = Network().parameter("image", "f32", (2, 3))
    made.layer("steps", "TensorIterator", ("image",), ("f32", (2, 3)), inner=BODY)
    return made.result("steps")


def fault(ident, line, build, where, value, valid, at=None):
    return Fault(ident, line, "ir", build, where, value, valid, lines_with(build, at) if at else ())


EDGE = '<edge from-layer="{}" from-port="{}" to-layer="{}" to-port="0"/>'
FIRST, SECOND = EDGE.format(0, 0, 1), EDGE.format(1, 1, 2)
COUNTS = r"already|twice|second|two|more than one|one edge|multiple|unique|duplicat|also|again|first"

FAULTS = [
    fault("duplicate-id", "two layers with id 1", edited(chain(), ('<layer id="2" name="second"', '<layer id="1" name="second"')),
          ("second", "first"), r"\b(id:? ?`?\"?1\b|1\b)", COUNTS, 'name="second"'),
    fault("two-edges", "two edges into one port", edited(chain(), (SECOND, f"{SECOND}\n    {EDGE.format(0, 0, 2)}")),
          ("second",), r"port", COUNTS, 'to-layer="2"'),
    fault("no-edge", "an input port without an edge", edited(chain(), (f"    {SECOND}\n", "")),
          ("second",), r"port|input", r"no edge|not connected|unconnected|without|missing|nothing|required|should"),
    fault("short-bin", "a Const of 120 bytes in a .bin of 80 bytes", edited(matmul(), weights=lambda data: data[:80]),
          ("dense",), r"\b120\b", r"\b80\b", 'offset="0" size="120"'),
    fault("const-size", 'a Const of type f32[6,5] with `size="100"`', edited(matmul(), ('size="120"', 'size="100"')),
          ("dense",), r"\b100\b", r"\b120\b", 'size="100"'),
    fault("opset99", '`version="opset99"`', edited(chain(), ('type="Sigmoid" version="opset1"', 'type="Sigmoid" version="opset99"')),
          ("second",), r"\bopset ?99\b", r"opset1\b|opset\d+ ?(\.\.|to|-)|newest|latest", "opset99"),
    fault("no-strides", "a Convolution without `strides`", edited(convolution(), ('strides="2,2" ', "")),
          ("stem",), r"\bstrides\b", r"required|missing|must|mandatory|needs|demands|no attribute|without|lacks", 'dilations="1,1"'),
    fault("auto-pad", '`auto_pad="same"`', edited(convolution(), ('auto_pad="explicit"', 'auto_pad="same"')),
          ("stem",), r"(?<!\w)same(?![\w])", r"same_upper", 'auto_pad="same"'),
    fault("conv-channels-ir", "Convolution: 4 channels in the input, 3 in the weights",
          lambda folder, faulty: edited(convolution(channels=4 if faulty else 3))(folder, faulty), ("stem", "kernel"), r"\b4\b", r"\b3\b"),
    fault("port-map", "a TensorIterator port map that names layer 9 of the body, which does not exist",
          edited(iterator(), ('external_port_id="0" internal_layer_id="0"', 'external_port_id="0" internal_layer_id="9"')),
          ("steps",), r"\b9\b", r"no (such )?layer|not exist|no .*layer|unknown|ids? |parameter", 'internal_layer_id="9"'),
]
