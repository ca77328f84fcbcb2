//! Operators: one family a file, with everything that is to be known of it.
//!
//! A family resolves the attributes of a node, in either dialect, into one struct; inference, evaluation and folding
//! read that struct and do not ask which dialect it came from. Signatures of ONNX operators come from a table that is
//! generated from the published package; those of IR operators stand in the family's file.

pub mod signature;

mod context;
pub(crate) mod counterpart;
mod evaluation;
mod generated;
pub(crate) mod ir_spelling;
mod properties;
mod registry;
pub(crate) mod role;
pub(crate) mod runtime_behavior;
pub(crate) mod symbol_names;

pub(crate) use constant::{CONST, CONSTANT};
pub(crate) use context::Found;
pub use context::{BodyCall, BodyFacts, InferContext};
use counterpart::Counterpart;
pub use evaluation::{EvalContext, StaticTensorType};
use ir_spelling::IrSpelling;
use operand_source::OperandSource;
pub(crate) use parameter::{PARAMETER, RESULT};
pub use properties::{NodeProperty, ReduceKind, Reduction};
pub use registry::{OperatorEntry, is_extensible_domain, latest_version, lookup, operators, suggest};
pub(crate) use registry::{counterpart, ir_spelling, operation, role};
use role::OperatorRole;
use runtime_behavior::RuntimeBehavior;
use signature::Signature;

use crate::diagnostic::Diagnostics;
use crate::dialect::Dialect;
use crate::graph::Model;
use crate::ids::{GraphId, OpId};
use crate::tensor::EvalError;
use crate::tensor::Tensor;

/// One operator of one dialect.
#[derive(Debug)]
pub struct OperatorDef {
    /// Whose it is.
    pub dialect: Dialect,
    /// ONNX: the domain, empty for the default one. IR: empty.
    pub domain: &'static str,
    /// The type as models write it.
    pub name: &'static str,
    /// IR: its versions, oldest first. Empty for ONNX, whose signatures are in the generated table.
    pub signatures: &'static [Signature],
    /// Reads the node's attributes, and reports what is wrong with them.
    pub resolve: fn(&mut InferContext<'_>) -> Resolved,
    /// Who reads a fault otherwise: the code of a rule, and a note for its findings on this operator.
    pub known_divergences: &'static [(&'static str, &'static str)],
    /// Whether it is there for more than its outputs, as what writes a variable.
    pub has_side_effects: bool,
    /// Whether a run decides what it gives, whatever is known of its inputs: a parameter, a variable, a random number,
    /// a choice of bodies. Such a node is never folded.
    pub runtime_dependent: bool,
    /// Whether it draws random numbers.
    pub nondeterministic: bool,
    /// What must hold between its nodes, wherever they stand in the model; called once for each operator that a model
    /// names.
    pub check_model: Option<fn(&Model, OpId, &mut Diagnostics)>,
    /// If nothing else is known of it: outputs, each with the input whose type and shape it has.
    pub(crate) outputs_like_inputs: Option<&'static [(usize, usize)]>,
    /// The operator of the other format that computes the same.
    pub(crate) counterpart: Counterpart,
    /// What runtimes were seen to do with valid nodes.
    pub(crate) runtime_behaviors: &'static [RuntimeBehavior],
    /// What it is to readers and writers.
    pub(crate) role: OperatorRole,
    /// IR: how files name it.
    pub(crate) ir_spelling: IrSpelling,
}

impl OperatorDef {
    /// An operator of ONNX's default domain.
    pub const fn onnx(name: &'static str, resolve: fn(&mut InferContext<'_>) -> Resolved) -> OperatorDef {
        OperatorDef {
            dialect: Dialect::Onnx,
            domain: "",
            name,
            signatures: &[],
            resolve,
            known_divergences: &[],
            has_side_effects: false,
            runtime_dependent: false,
            nondeterministic: false,
            check_model: None,
            outputs_like_inputs: None,
            counterpart: Counterpart::SAME_NAME,
            runtime_behaviors: &[],
            role: OperatorRole::Computation,
            ir_spelling: IrSpelling::NAME,
        }
    }

    /// An operator of ONNX Runtime's own domain.
    pub const fn microsoft(name: &'static str, resolve: fn(&mut InferContext<'_>) -> Resolved) -> OperatorDef {
        OperatorDef { domain: registry::MICROSOFT, ..OperatorDef::onnx(name, resolve) }
    }

    /// An operator of OpenVINO with its versions, oldest first: `since` is the opset that introduced a version, and of
    /// two the newer one holds from there on.
    pub const fn openvino(
        name: &'static str,
        signatures: &'static [Signature],
        resolve: fn(&mut InferContext<'_>) -> Resolved,
    ) -> OperatorDef {
        OperatorDef { dialect: Dialect::OpenVino, signatures, ..OperatorDef::onnx(name, resolve) }
    }

    /// An operator that nobody but the caller knows, for [`AnalysisOptions::operators`](crate::options::AnalysisOptions). For IR the domain is
    /// the `version` that layers write.
    pub const fn custom(
        dialect: Dialect,
        domain: &'static str,
        name: &'static str,
        signatures: &'static [Signature],
        resolve: fn(&mut InferContext<'_>) -> Resolved,
    ) -> OperatorDef {
        OperatorDef { dialect, domain, ..OperatorDef::openvino(name, signatures, resolve) }
    }

    /// An operator of which only that is known which outputs have the type and shape of which inputs.
    #[cfg(feature = "cli")]
    pub(crate) const fn like_inputs(
        dialect: Dialect,
        domain: &'static str,
        name: &'static str,
        copies: &'static [(usize, usize)],
    ) -> OperatorDef {
        let unknown = |_: &mut InferContext<'_>| user_defined::resolve(&[]);
        OperatorDef { outputs_like_inputs: Some(copies), ..OperatorDef::custom(dialect, domain, name, &[], unknown) }
    }

    /// Reads a node's attributes.
    pub(crate) fn resolve(&self, cx: &mut InferContext<'_>) -> Resolved {
        self.outputs_like_inputs.map_or_else(|| (self.resolve)(cx), user_defined::resolve)
    }

    /// Of another domain of ONNX.
    pub const fn in_domain(self, domain: &'static str) -> OperatorDef {
        OperatorDef { domain, ..self }
    }

    /// With notes on who reads a fault otherwise.
    pub const fn with_known_divergences(self, disagreements: &'static [(&'static str, &'static str)]) -> OperatorDef {
        OperatorDef { known_divergences: disagreements, ..self }
    }

    /// There for its effect, whoever reads its outputs.
    pub const fn with_side_effects(self) -> OperatorDef {
        OperatorDef { has_side_effects: true, ..self }
    }

    /// Decided by the run, whatever is known of its inputs.
    pub const fn depends_on_runtime(self) -> OperatorDef {
        OperatorDef { runtime_dependent: true, ..self }
    }

    /// Decided by chance: never folded, and one of the nodes that make a model give other results at every run (SU107).
    pub const fn is_nondeterministic(self) -> OperatorDef {
        OperatorDef { nondeterministic: true, runtime_dependent: true, ..self }
    }

    /// With the operator of the other format.
    pub(crate) const fn with_counterpart(self, counterpart: Counterpart) -> OperatorDef {
        OperatorDef { counterpart, ..self }
    }

    /// With what runtimes were seen to do with it.
    pub(crate) const fn with_runtime_behaviors(self, runtime_behaviors: &'static [RuntimeBehavior]) -> OperatorDef {
        OperatorDef { runtime_behaviors, ..self }
    }

    /// With a role in the files themselves.
    pub(crate) const fn with_role(self, role: OperatorRole) -> OperatorDef {
        OperatorDef { role, ..self }
    }

    /// With other names in IR files.
    pub(crate) const fn with_ir_spelling(self, ir_spelling: IrSpelling) -> OperatorDef {
        OperatorDef { ir_spelling, ..self }
    }

    /// With something that must hold between its nodes.
    pub const fn with_model_check(self, check: fn(&Model, OpId, &mut Diagnostics)) -> OperatorDef {
        OperatorDef { check_model: Some(check), ..self }
    }
}

/// A node's operator with its attributes read: what inference, evaluation and folding work from.
pub trait Operator: std::fmt::Debug {
    /// Checks the inputs and gives the outputs the most precise facts that are certain.
    ///
    /// Never fails: a fault is reported, and the outputs get the weakest fact that is still true. Outputs that are not
    /// set stay unknown.
    fn infer(&self, cx: &mut InferContext<'_>);

    /// Bytes that [`Operator::evaluate`] reads more than once, beside its inputs: what it costs is bounded before it
    /// runs.
    fn extra_bytes_read(&self, _inputs: &[Option<Tensor>], _outputs: &[StaticTensorType]) -> u64 {
        0
    }

    /// Computes the outputs, one tensor each, of the types that inference gave.
    ///
    /// The inputs were checked and inferred with their elements, so what inference reports is not met here; elements of
    /// inputs too long to be followed may still break the operator's contract.
    ///
    /// # Errors
    /// Why the operator does not compute them.
    fn evaluate(&self, cx: &EvalContext<'_>) -> Result<Vec<Tensor>, EvalError> {
        Err(cx.no_evaluator())
    }

    /// What is to be said of the node beyond its faults. The context holds the facts of inputs and outputs as inference
    /// left them.
    fn properties(&self, _cx: &InferContext<'_>) -> Option<NodeProperty> {
        None
    }
}

/// An operator that runs bodies. It is asked again and again, each time with the facts of the body that it asked for,
/// until it asks for none; so bodies nest without recursion.
pub trait ControlFlow: std::fmt::Debug {
    /// Takes the facts of the body that was asked for last (`None` at first), and asks for the next one or sets the
    /// outputs and returns `None`.
    fn resume(&mut self, cx: &mut InferContext<'_>, body: Option<BodyFacts>) -> Option<BodyCall>;

    /// The results of bodies that an output is made from: the body, and the position among its outputs.
    fn results(&self, _cx: &InferContext<'_>, _output: usize) -> Vec<(GraphId, usize)> {
        Vec::new()
    }

    /// As [`Operator::properties`].
    fn properties(&self, _cx: &InferContext<'_>) -> Option<NodeProperty> {
        None
    }
}

/// A resolved operator.
#[derive(Debug)]
pub enum Resolved {
    /// One that works on its inputs alone.
    Operator(Box<dyn Operator>),
    /// One that runs bodies.
    ControlFlow(Box<dyn ControlFlow>),
}

impl Resolved {
    /// An operator that works on its inputs alone.
    pub fn operator(operator: impl Operator + 'static) -> Resolved {
        Resolved::Operator(Box::new(operator))
    }

    /// An operator that runs bodies.
    pub fn control_flow(operator: impl ControlFlow + 'static) -> Resolved {
        Resolved::ControlFlow(Box::new(operator))
    }
}

/// Declares the modules of families and lists their operators.
macro_rules! families {
    ($($family:ident)*) => {
        $(mod $family;)*

        /// The operators of each family.
        pub(super) static FAMILIES: &[&[$crate::ops::OperatorDef]] = &[$($family::OPERATORS),*];
    };
}

// To add a family, create its file and add its name here.
families! {
    activation
    arg_extremum
    attention
    batch_normalization
    binary
    bit_cast
    bucketize
    cast
    causal_convolution
    channel_normalization
    class_nms
    clip
    comparison
    compress
    concat
    conditional
    constant
    constant_of_shape
    convert_promote_types
    convolution
    ctc
    cumulative
    detection_output
    detectron
    dropout
    einsum
    embedding
    expand
    eye
    fake_quantize
    fourier
    gather
    gather_elements
    gather_nd
    gather_tree
    gemm
    grid_sample
    identity
    image
    layer_normalization
    linear_algebra
    linear_attention
    loops
    loss
    matmul
    microsoft
    ml
    non_max_suppression
    non_zero
    normalization
    one_hot
    optimizer
    optional
    pad
    parameter
    pooling
    prelu
    prior_box
    proposal
    quantize
    random
    range
    recurrent
    reduce
    reshape
    resize
    reverse_sequence
    roi_pooling
    roll
    rotary_embedding
    scaled_dot_product
    scatter
    segment_max
    select
    sequence
    sequence_map
    shape_of
    signal_window
    slice
    softmax
    space_depth
    sparse_fill_empty_rows
    split
    squeeze
    stft
    strided_slice
    strings
    tensor_scatter
    top_k
    transpose
    trilu
    unary
    unique
    unsqueeze
    variable
}

/// The operators of all families.
fn families() -> impl Iterator<Item = &'static OperatorDef> {
    FAMILIES.iter().chain(microsoft::FAMILIES).copied().flatten()
}

// What families share.
mod attributes;
mod axes;
mod body;
mod broadcast;
mod diagnostics;
mod floats;
mod indices;
mod integers;
mod operand_source;
mod scalar;
mod shape_checks;
mod shape_pattern;
mod slice_arithmetic;
mod table;
mod target_shape;
#[cfg(test)]
mod test_util;
mod user_defined;
mod view;
mod window;
