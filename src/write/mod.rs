//! Writes models: everything that does not change is copied byte for byte.

pub use crate::format::onnx::write::ExternalDataPolicy;
pub use crate::rewrite::{NewConstant, PatchedFile, Rewrite, WriteError};

mod check;
pub mod onnx;

use crate::dialect::Format;
use crate::element::ElementType;
use crate::graph::Model;
use crate::ids::GraphId;
use crate::tensor::Tensor;

/// Writing OpenVINO IR.
pub mod openvino {
    use crate::format::openvino::write;
    pub use crate::format::openvino::write::{Ir, edited, edited_xml};
    use crate::graph::Model;
    use crate::rewrite::{Rewrite, WriteError};

    /// Applies a rewrite to the files that a model was read from. What does not change is preserved byte for byte.
    ///
    /// # Errors
    /// The file is not OpenVINO IR, its records cannot be edited, or the result would not be a model.
    pub fn rewrite(model: &Model, rewrite: &Rewrite) -> Result<Ir, WriteError> {
        crate::write::check::is_as_read(model)?;
        write::rewrite(model, rewrite)
    }
}

/// The bytes of a new model.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct WriteOutput {
    /// The model file.
    pub model: PatchedFile,
    /// IR: the file with its weights.
    pub weights: Option<PatchedFile>,
}

impl WriteOutput {
    /// The number of bytes of all files.
    pub fn len(&self) -> u64 {
        self.model.len().saturating_add(self.weights.as_ref().map_or(0, PatchedFile::len))
    }

    /// Whether it is empty.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }
}

/// Writes a model as it now is, in its own format. Records that no edit changed are preserved byte for byte; if nothing
/// was edited, so is the whole file. `external` applies to ONNX; [`openvino::edited`] describes what it does to IR.
///
/// Only what the model declares is written. `onnx.checker` wants a type for every output of the main graph, so one that
/// was added should be declared ([`Model::declare`]); ONNX has no dimensions that are expressions or ranges, and those
/// are written as unknown ones.
///
/// ```
/// use shapewright::graph::{At, Model, NewNode};
/// use shapewright::write::{ExternalDataPolicy, write};
/// use shapewright::{ReadOptions, Source};
///
/// let text = r#"<ir_version: 9, opset_import: ["" : 18]>
/// g (float[N] x) => (float[N] y) {
///   y = Neg (x)  # copied
/// }"#;
/// let mut model = Model::read(Source::from_bytes("m.onnxtxt", text), &ReadOptions::default());
/// let graph = model.main_graph().unwrap();
/// let y = model.graph(graph).outputs[0].operand.value().unwrap();
/// let relu = model.insert(At::End(graph), NewNode::new("Relu").input(y).output("relu")).unwrap();
/// model.add_output(graph, model.outputs(relu).next().unwrap()).unwrap();
/// let written = write(&model, &ExternalDataPolicy::Keep).unwrap().model.to_bytes();
/// assert_eq!(
///     String::from_utf8_lossy(&written),
///     r#"<ir_version: 9, opset_import: ["" : 18]>
/// g (float[N] x) => (float[N] y, relu) {
///   y = Neg (x)  # copied
///   relu = Relu (y)
/// }"#,
/// );
/// ```
///
/// # Errors
/// The file has a structure that cannot be edited, the format has no such element type, data to embed cannot be read,
/// or an edit left a node with an input that its name would not reach.
pub fn write(model: &Model, external: &ExternalDataPolicy) -> Result<WriteOutput, WriteError> {
    check::is_whole(model)?;
    let Some(log) = &model.edits else { return write_rewritten(model, &Rewrite::default(), external) };
    let (model, weights) = match model.format() {
        Format::Onnx => (crate::format::onnx::write::edited(model, log, external)?, None),
        Format::OnnxText => (crate::format::onnx_text::write::edited(model, log, external)?, None),
        Format::OpenVinoIr => {
            let openvino::Ir { xml, weights } = openvino::edited(model)?;
            (xml, Some(weights))
        }
        other => return Err(WriteError::Format(other.name())),
    };
    Ok(WriteOutput { model, weights })
}

/// Applies a rewrite to the file that a model was read from, in its own format. What does not change is preserved byte
/// for byte; the model must not have been edited since it was read.
///
/// ```
/// use shapewright::fold::{FoldOptions, fold};
/// use shapewright::graph::Model;
/// use shapewright::write::{ExternalDataPolicy, write_rewritten};
/// use shapewright::{ReadOptions, Source};
///
/// # let bytes = [0x08, 9, 0x42, 4, 0x0a, 0, 0x10, 18, 0x3a, 3, 0x12, 1, b'g'];
/// // bytes: an ONNX file
/// let model = Model::read(Source::from_bytes("m.onnx", bytes.to_vec()), &ReadOptions::default());
/// let folded = fold(&model, &FoldOptions::default());
/// let written = write_rewritten(&model, &folded.rewrite, &ExternalDataPolicy::Keep).unwrap();
/// // There is nothing to fold in it.
/// assert_eq!(written.model.to_bytes(), bytes.to_vec());
/// ```
///
/// # Errors
/// The file cannot be edited, or the result would not be a model.
pub fn write_rewritten(
    model: &Model,
    rewrite: &Rewrite,
    external: &ExternalDataPolicy,
) -> Result<WriteOutput, WriteError> {
    check::is_as_read(model)?;
    match model.format() {
        Format::OpenVinoIr => {
            let openvino::Ir { xml, weights } = openvino::rewrite(model, rewrite)?;
            Ok(WriteOutput { model: xml, weights: Some(weights) })
        }
        _ => {
            check::leaves_every_name(model, rewrite)?;
            Ok(WriteOutput { model: onnx::rewrite(model, rewrite, external)?, weights: None })
        }
    }
}

/// Why a value of this type cannot become a constant of a graph in the model's own format. With the tensor, also
/// whether the format can represent its elements.
pub(crate) fn unwritable(
    model: &Model,
    graph: GraphId,
    element: ElementType,
    tensor: Option<&Tensor>,
) -> Option<String> {
    match model.format() {
        Format::OpenVinoIr => crate::format::openvino::write::constant::unwritable(element),
        format => crate::format::onnx::write::unwritable(model, graph, element).or_else(|| {
            let loss = match format {
                Format::OnnxText => crate::format::onnx_text::write::tensor::loss,
                _ => crate::format::onnx::write::invalid_text,
            };
            tensor.and_then(loss).map(str::to_owned)
        }),
    }
}
