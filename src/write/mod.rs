//! Models written back: everything that does not change is copied byte for byte.

mod edited;
pub mod onnx;
pub mod openvino;

use crate::element::ElementType;
use crate::graph::{Format, GraphId, Model, NodeId, TensorId, ValueId};
use crate::tensor::Tensor;
pub use edited::PatchedFile;

/// What changes in a model: values that become constants, and what is no longer needed.
#[derive(Clone, Debug, Default)]
pub struct Rewrite {
    /// Outputs of nodes that become constants, in ascending order. The nodes are among the removed ones.
    pub constants: Vec<(ValueId, NewConstant)>,
    /// Nodes that go, in ascending order: nothing that stays reads an output of theirs that is no new constant.
    pub nodes: Vec<NodeId>,
    /// ONNX: initializers that go, in ascending order: nothing that stays reads them.
    pub initializers: Vec<ValueId>,
}

/// What a value becomes.
#[derive(Clone, Debug)]
pub enum NewConstant {
    /// These elements.
    Tensor(Tensor),
    /// A tensor that an attribute of the removed node holds, its record copied as it stands.
    Stored(TensorId),
}

impl Rewrite {
    /// Whether nothing changes.
    pub fn is_empty(&self) -> bool {
        self.constants.is_empty() && self.nodes.is_empty() && self.initializers.is_empty()
    }
}

/// Why a model cannot be written back.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum WriteError {
    /// The model was read from a file of another format.
    #[error("a model in the format {0} cannot be written back so")]
    Format(&'static str),
    /// A record of the file is not built as one that can be edited is.
    #[error("the record at byte {offset} cannot be edited: {why}")]
    Structure {
        /// Where in the file.
        offset: u64,
        /// What is wrong there.
        why: &'static str,
    },
    /// The rewrite asks for what does not fit the model: a value that no removed node makes, no initializer.
    #[error("value `{0}` cannot be rewritten so: it is no output of a node that goes, or no initializer")]
    Request(String),
    /// The format has no tensors of this element type.
    #[error("the constant `{name}` of type {element} cannot be written: the format has no such type")]
    ElementType {
        /// The value.
        name: String,
        /// Its element type.
        element: ElementType,
    },
    /// The data of a tensor that is to go into the model cannot be read.
    #[error("the data of tensor `{name}` in `{location}` cannot be read")]
    Data {
        /// The tensor.
        name: String,
        /// The file, as the model names it.
        location: String,
    },
    /// The text form cannot hold a constant.
    #[error("the constant `{name}` cannot be written as text: {why}")]
    Text {
        /// The value.
        name: String,
        /// What is lost.
        why: &'static str,
    },
    /// The file or the rewrite is not as it must be for the change.
    #[error("{0}")]
    Inconsistent(String),
    /// The format has no way to say it.
    #[error("{0}")]
    Unsupported(String),
    /// The new file would be greater than its readers take.
    #[error("the model would take {bytes} bytes; no reader takes more than {limit}")]
    TooLarge {
        /// How great it would be.
        bytes: u64,
        /// How great it may be.
        limit: u64,
    },
}

impl WriteError {
    pub(crate) fn structure(offset: u64, why: &'static str) -> WriteError {
        WriteError::Structure { offset, why }
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

    /// Whether there is no byte.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }
}

/// Applies a rewrite to the file that a model was read from, in its own format. What does not change stays byte for byte;
/// changes that were made to the model since it was read are not written.
///
/// ```
/// use shapewright::fold::{FoldOptions, fold};
/// use shapewright::graph::Model;
/// use shapewright::write::{onnx::External, write};
/// use shapewright::{ReadOptions, Source};
///
/// # let bytes = [0x08, 9, 0x42, 4, 0x0a, 0, 0x10, 18, 0x3a, 3, 0x12, 1, b'g'];
/// // bytes: an ONNX file
/// let model = Model::read(Source::from_bytes("m.onnx", bytes.to_vec()), &ReadOptions::default());
/// let folded = fold(&model, &FoldOptions::default());
/// let written = write(&model, &folded.rewrite, &External::Keep).unwrap();
/// // There is nothing to fold in it.
/// assert_eq!(written.model.to_bytes(), bytes.to_vec());
/// ```
///
/// # Errors
/// The file cannot be edited, or the result would be no model.
pub fn write(model: &Model, rewrite: &Rewrite, external: &onnx::External) -> Result<WriteOutput, WriteError> {
    match model.format() {
        Format::OpenVinoIr => {
            let openvino::Ir { xml, weights } = openvino::rewrite(model, rewrite)?;
            Ok(WriteOutput { model: xml, weights: Some(weights) })
        }
        _ => Ok(WriteOutput { model: onnx::rewrite(model, rewrite, external)?, weights: None }),
    }
}

/// Why a value of this type cannot become a constant of a graph in the model's own format; with the tensor, whether it is
/// one of those elements that the format does not hold.
pub(crate) fn unwritable(
    model: &Model,
    graph: GraphId,
    element: ElementType,
    tensor: Option<&Tensor>,
) -> Option<String> {
    match model.format() {
        Format::OpenVinoIr => openvino::constant::unwritable(element),
        _ => onnx::unwritable(model, graph, element, tensor),
    }
}
