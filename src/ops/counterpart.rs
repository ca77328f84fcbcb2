//! Which operators of the two dialects do the same: what each is called here is the same then.

use std::borrow::Cow;

use crate::dialect::Dialect;

/// ONNX operators that IR calls otherwise than in the case of its letters.
const ONNX: &[(&str, &str)] = &[
    ("And", "logicaland"),
    ("AveragePool", "avgpool"),
    ("BatchNormalization", "batchnorminference"),
    ("Cast", "convert"),
    ("Ceil", "ceiling"),
    ("Clip", "clamp"),
    ("Conv", "convolution"),
    ("ConvTranspose", "convolutionbackpropdata"),
    ("DeformConv", "deformableconvolution"),
    ("Div", "divide"),
    ("Expand", "broadcast"),
    ("Gemm", "matmul"),
    ("GreaterOrEqual", "greaterequal"),
    ("HardSwish", "hswish"),
    ("LeakyRelu", "prelu"),
    ("LessOrEqual", "lessequal"),
    ("Max", "maximum"),
    ("Min", "minimum"),
    ("Mul", "multiply"),
    ("Neg", "negative"),
    ("Not", "logicalnot"),
    ("Or", "logicalor"),
    ("Pow", "power"),
    ("Resize", "interpolate"),
    ("Scan", "tensoriterator"),
    ("ScatterElements", "scatterelementsupdate"),
    ("ScatterND", "scatterndupdate"),
    ("Shape", "shapeof"),
    ("Sub", "subtract"),
    ("Sum", "add"),
    ("Where", "select"),
    ("Xor", "logicalxor"),
];

/// Layers of IR that do what another does in another form.
const OPENVINO: &[(&str, &str)] = &[
    ("FloorMod", "mod"),
    ("GroupConvolution", "convolution"),
    ("GroupConvolutionBackpropData", "convolutionbackpropdata"),
    ("VariadicSplit", "split"),
];

/// What an operator of the default domain does, in a word that both dialects share.
pub(crate) fn operation(dialect: Dialect, name: &str) -> Cow<'static, str> {
    let table = match dialect {
        Dialect::Onnx => ONNX,
        Dialect::OpenVino => OPENVINO,
    };
    match table.iter().find(|(known, _)| *known == name) {
        Some((_, operation)) => Cow::Borrowed(operation),
        None => Cow::Owned(name.to_lowercase()),
    }
}

/// The inputs that mean the same, ONNX's first, where they do not stand at the same positions. The others are settings,
/// or have no counterpart.
pub(crate) fn inputs(operation: &str) -> Option<&'static [(usize, usize)]> {
    Some(match operation {
        "clamp" | "if" | "interpolate" | "lstmsequence" | "split" => &[(0, 0)],
        "convolution" | "convolutionbackpropdata" | "matmul" | "loop" => &[(0, 0), (1, 1)],
        "deformableconvolution" => &[(0, 0), (1, 2), (2, 1), (4, 3)],
        "onehot" => &[(0, 0), (1, 1)],
        "pad" => &[(0, 0), (2, 3)],
        // Which of them is what, the port map says.
        "tensoriterator" => &[],
        "slice" => &[(0, 0), (1, 1), (2, 2), (3, 4), (4, 3)],
        _ => return None,
    })
}

/// The ONNX input that IR adds in a layer behind this one.
pub(crate) fn bias(operation: &str) -> Option<usize> {
    matches!(operation, "convolution" | "convolutionbackpropdata" | "matmul").then_some(2)
}
