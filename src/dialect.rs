//! The two dialects, and the kinds of file that models are read from.

/// Whose specification the operators follow.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Dialect {
    /// ONNX.
    Onnx,
    /// OpenVINO IR.
    OpenVino,
}

/// What kind of file a model was read from.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum Format {
    /// Binary ONNX.
    Onnx,
    /// The text form of ONNX.
    OnnxText,
    /// OpenVINO IR: XML, perhaps with a `.bin` beside it.
    OpenVinoIr,
    /// A page of OpenVINO's operator specification, one graph an example.
    SpecExample,
    /// A file that is none of these.
    Unknown,
}

impl Format {
    /// The name of the format in JSON.
    pub const fn name(self) -> &'static str {
        match self {
            Format::Onnx | Format::OnnxText => "onnx",
            Format::OpenVinoIr => "openvino-ir",
            Format::SpecExample => "spec-example",
            Format::Unknown => "unknown",
        }
    }

    /// The name of the format for people.
    pub(crate) const fn title(self) -> &'static str {
        match self {
            Format::Onnx => "ONNX",
            Format::OnnxText => "ONNX text",
            Format::OpenVinoIr => "OpenVINO IR",
            Format::SpecExample => "specification page",
            Format::Unknown => "not a model",
        }
    }

    /// Whether the file is text that a person can open at a line.
    pub const fn is_text(self) -> bool {
        !matches!(self, Format::Onnx | Format::Unknown)
    }
}
