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
    pub use crate::format::openvino::write::{Ir, edited};
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

/// Applies a rewrite to the file that a model was read from, in its own format. What does not change is preserved byte
/// for byte; changes made to the model since it was read are not written.
///
/// ```
/// use shapewright::fold::{FoldOptions, fold};
/// use shapewright::graph::Model;
/// use shapewright::write::{ExternalDataPolicy, write};
/// use shapewright::{ReadOptions, Source};
///
/// # let bytes = [0x08, 9, 0x42, 4, 0x0a, 0, 0x10, 18, 0x3a, 3, 0x12, 1, b'g'];
/// // bytes: an ONNX file
/// let model = Model::read(Source::from_bytes("m.onnx", bytes.to_vec()), &ReadOptions::default());
/// let folded = fold(&model, &FoldOptions::default());
/// let written = write(&model, &folded.rewrite, &ExternalDataPolicy::Keep).unwrap();
/// // There is nothing to fold in it.
/// assert_eq!(written.model.to_bytes(), bytes.to_vec());
/// ```
///
/// # Errors
/// The file cannot be edited, or the result would not be a model.
pub fn write(model: &Model, rewrite: &Rewrite, external: &ExternalDataPolicy) -> Result<WriteOutput, WriteError> {
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
            let text = tensor.filter(|_| format == Format::OnnxText);
            text.and_then(crate::format::onnx_text::write::tensor::loss).map(str::to_owned)
        }),
    }
}
