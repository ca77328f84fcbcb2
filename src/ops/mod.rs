//! Operators, one family per file.
//!
//! A family resolves the attributes of a node, in either dialect, into one struct; inference, evaluation and folding
//! use that struct regardless of the dialect. Signatures of ONNX operators come from a table that is generated from the
//! published package; those of IR operators are in the family's file.

pub mod signature;

mod attribute_reader;
pub(crate) mod consensus;
mod context;
pub(crate) mod cost;
pub(crate) mod counterpart;
mod doubt;
mod evaluation;
mod generated;
pub(crate) mod held;
mod interface;
pub(crate) mod ir_spelling;
mod operator_version;
mod own_operator;
mod properties;
mod registry;
pub(crate) mod release;
pub(crate) mod role;
pub(crate) mod runtime_behavior;
pub(crate) mod signature_ref;
pub(crate) mod support;
pub(crate) mod symbol_names;

pub(crate) use conditional::runs_bodies_once;
pub(crate) use constant::{CONST, CONSTANT};
pub use context::{BodyCall, BodyFacts, InferContext};
pub(crate) use context::{Found, MOST_INTS, bound};
pub use cost::{Cost, MemoryAccess};
use counterpart::Counterpart;
pub(crate) use doubt::Doubt;
pub(crate) use evaluation::positions;
pub use evaluation::{EvalContext, StaticTensorType};
use evaluation::{bytes_of_each, map_bytes, wide_bytes};
use identity::IDENTITY;
use ir_spelling::IrSpelling;
use operand_source::OperandSource;
pub use operator_version::{OperatorVersion, ParameterType};
use own_operator::OwnOperator;
pub(crate) use parameter::{PARAMETER, RESULT, is_parameter};
pub use properties::{NodeProperty, ReduceKind, Reduction};
pub(crate) use registry::{KnownOperator, counterpart, ir_spelling, operation, role, similar};
pub use registry::{OperatorEntry, is_extensible_domain, latest_version, lookup, operators, suggest};
use role::OperatorRole;
use runtime_behavior::RuntimeBehavior;
use signature::Signature;
use signature_ref::Versions;
use size_operand::SizeOperand;

use crate::diagnostic::Diagnostics;
use crate::dialect::Dialect;
use crate::dim::Dim;
use crate::graph::Model;
use crate::ids::{GraphId, OpId};
use crate::tensor::EvalError;
use crate::tensor::Tensor;

/// One operator of one dialect.
///
/// Those of the specifications are static. One of your own is [made](OperatorDef::custom) at run time and passed to
/// [`AnalysisOptions::operators`](crate::AnalysisOptions).
#[derive(Debug)]
pub struct OperatorDef {
    dialect: Dialect,
    /// ONNX: the domain, empty for the default one. IR: empty.
    domain: &'static str,
    name: &'static str,
    /// IR: the signatures of its versions, oldest first. Empty for ONNX, whose signatures are in the generated table.
    pub(crate) signatures: &'static [Signature],
    /// Reads the attributes of a node, and reports their faults.
    resolve: fn(&mut InferContext<'_>) -> Resolved,
    /// Tools that diverge on a fault, by rule code, with a note for findings on this operator.
    pub(crate) known_divergences: &'static [(&'static str, &'static str)],
    /// Whether the operator has side effects, such as writing a variable.
    pub(crate) has_side_effects: bool,
    /// Whether the outputs depend on the run even if all inputs are known: a parameter, a variable, a random number, a
    /// choice of bodies. Such a node is never folded.
    pub(crate) runtime_dependent: bool,
    /// Whether it draws random numbers.
    pub(crate) nondeterministic: bool,
    /// Whether runtimes compute the operator together with its readers, which a constant in its place would prevent.
    pub(crate) fused_with_readers: bool,
    /// Whether its nodes may have properties ([`Operator::properties`]); otherwise nobody resolves them again to ask.
    has_properties: bool,
    /// The input that lists the sizes of the output, where 0 may copy a size and -1 is what remains.
    pub(crate) size_list: Option<usize>,
    /// The operands that state sizes of the output, whatever sizes the data has.
    pub(crate) size_operands: &'static [SizeOperand],
    /// Checks constraints between nodes anywhere in the model; called once per operator in a model.
    pub(crate) check_model: Option<fn(&Model, OpId, &mut Diagnostics)>,
    /// The operator of the other format that computes the same.
    pub(crate) counterpart: Counterpart,
    /// The observed behavior of runtimes on valid nodes.
    pub(crate) runtime_behaviors: &'static [RuntimeBehavior],
    /// Its role for readers and writers.
    pub(crate) role: OperatorRole,
    /// IR: its names in files.
    pub(crate) ir_spelling: IrSpelling,
    /// What replaces name, signatures, and functions in an operator of the caller's own.
    own: Option<OwnOperator>,
}

impl OperatorDef {
    /// An operator of ONNX's default domain.
    pub(crate) const fn onnx(name: &'static str, resolve: fn(&mut InferContext<'_>) -> Resolved) -> OperatorDef {
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
            fused_with_readers: false,
            has_properties: false,
            size_list: None,
            size_operands: &[],
            check_model: None,
            counterpart: Counterpart::SAME_NAME,
            runtime_behaviors: &[],
            role: OperatorRole::Computation,
            ir_spelling: IrSpelling::NAME,
            own: None,
        }
    }

    /// An operator of ONNX Runtime's own domain.
    pub(crate) const fn microsoft(name: &'static str, resolve: fn(&mut InferContext<'_>) -> Resolved) -> OperatorDef {
        OperatorDef::onnx(name, resolve).in_domain(registry::MICROSOFT)
    }

    /// An OpenVINO operator with its versions, oldest first: `since` is the opset that introduced a version, which
    /// applies until the next version.
    pub(crate) const fn openvino(
        name: &'static str,
        signatures: &'static [Signature],
        resolve: fn(&mut InferContext<'_>) -> Resolved,
    ) -> OperatorDef {
        let mut def = OperatorDef::onnx(name, resolve);
        def.dialect = Dialect::OpenVino;
        def.signatures = signatures;
        def
    }

    /// The dialect that defines it.
    pub fn dialect(&self) -> Dialect {
        self.dialect
    }

    /// ONNX: the domain, empty for the default one. IR: empty, or the `version` of the layers of an operator of one's own.
    pub fn domain(&self) -> &str {
        self.own.as_ref().map_or(self.domain, OwnOperator::domain)
    }

    /// The operator type as written in models.
    pub fn name(&self) -> &str {
        self.own.as_ref().map_or(self.name, OwnOperator::name)
    }

    /// Whether the caller defined it.
    pub(crate) fn is_own(&self) -> bool {
        self.own.is_some()
    }

    /// The name of an operator of a specification.
    pub(crate) fn static_name(&self) -> (&'static str, &'static str) {
        (self.domain, self.name)
    }

    /// The versions that the definition itself contains.
    pub(crate) fn versions(&self) -> Versions<'_> {
        self.own.as_ref().map_or(Versions::Static(self.signatures), |own| Versions::Own(own.versions()))
    }

    /// Reads the attributes of a node.
    pub(crate) fn resolve_node(&self, cx: &mut InferContext<'_>) -> Resolved {
        match &self.own {
            None => (self.resolve)(cx),
            Some(own) => own.resolve(cx),
        }
    }

    /// States that its nodes may have properties.
    pub(crate) const fn with_properties(mut self) -> OperatorDef {
        self.has_properties = true;
        self
    }

    /// Whether its nodes may have properties.
    pub(crate) fn may_have_properties(&self) -> bool {
        self.has_properties || self.own.is_some()
    }

    /// Sets the input that lists the sizes of the output.
    pub(crate) const fn with_size_list(mut self, input: usize) -> OperatorDef {
        self.size_list = Some(input);
        self
    }

    /// Sets the operands that state sizes of the output.
    pub(crate) const fn with_size_operands(mut self, operands: &'static [SizeOperand]) -> OperatorDef {
        self.size_operands = operands;
        self
    }

    /// Sets the domain of an ONNX operator.
    pub(crate) const fn in_domain(mut self, domain: &'static str) -> OperatorDef {
        self.domain = domain;
        self
    }

    /// Adds notes on tools that diverge on faults.
    pub(crate) const fn with_known_divergences(
        mut self,
        disagreements: &'static [(&'static str, &'static str)],
    ) -> OperatorDef {
        self.known_divergences = disagreements;
        self
    }

    /// Marks the operator as having side effects: a node without readers is not dead.
    #[must_use]
    pub const fn with_side_effects(mut self) -> OperatorDef {
        self.has_side_effects = true;
        self
    }

    /// Marks the outputs as dependent on the run even if all inputs are known, so that a node is never folded.
    #[must_use]
    pub const fn depends_on_runtime(mut self) -> OperatorDef {
        self.runtime_dependent = true;
        self
    }

    /// Marks the operator as random: it is never folded, and its nodes are reported as nondeterministic (SU107).
    #[must_use]
    pub const fn is_nondeterministic(mut self) -> OperatorDef {
        self.nondeterministic = true;
        self.runtime_dependent = true;
        self
    }

    /// Marks the operator as one that runtimes compute together with its readers.
    pub(crate) const fn fused_with_readers(mut self) -> OperatorDef {
        self.fused_with_readers = true;
        self
    }

    /// Sets the operator of the other format.
    pub(crate) const fn with_counterpart(mut self, counterpart: Counterpart) -> OperatorDef {
        self.counterpart = counterpart;
        self
    }

    /// Adds the observed behavior of runtimes.
    pub(crate) const fn with_runtime_behaviors(mut self, runtime_behaviors: &'static [RuntimeBehavior]) -> OperatorDef {
        self.runtime_behaviors = runtime_behaviors;
        self
    }

    /// Sets the role in files.
    pub(crate) const fn with_role(mut self, role: OperatorRole) -> OperatorDef {
        self.role = role;
        self
    }

    /// Sets other names in IR files.
    pub(crate) const fn with_ir_spelling(mut self, ir_spelling: IrSpelling) -> OperatorDef {
        self.ir_spelling = ir_spelling;
        self
    }

    /// Adds a check of constraints between nodes.
    pub(crate) const fn with_model_check(mut self, check: fn(&Model, OpId, &mut Diagnostics)) -> OperatorDef {
        self.check_model = Some(check);
        self
    }
}

/// The operator of a node with its attributes resolved: the basis of inference, evaluation and folding.
pub trait Operator: std::fmt::Debug {
    /// Checks the inputs and sets the outputs to the most precise facts that are certain.
    ///
    /// Never fails: a fault is reported, and inference continues from the weakest sound result. Outputs that are not
    /// set remain unknown.
    fn infer(&self, cx: &mut InferContext<'_>);

    /// Bytes that [`Operator::evaluate`] reads besides reading its inputs once: the cost is bounded before it runs.
    #[cfg(feature = "evaluate")]
    fn extra_bytes_read(&self, _inputs: &[Option<Tensor>], _outputs: &[StaticTensorType]) -> u64 {
        0
    }

    /// Bytes of memory that [`Operator::evaluate`] takes besides its inputs and outputs.
    #[cfg(feature = "evaluate")]
    fn scratch_bytes(&self, _inputs: &[Option<Tensor>], _outputs: &[StaticTensorType]) -> u64 {
        0
    }

    /// Computes the outputs, one tensor each, of the inferred types.
    ///
    /// The inputs were checked and inferred with their elements, so faults that inference reports do not occur;
    /// elements of inputs that are too long to be tracked may still violate the specification of the operator.
    ///
    /// # Errors
    /// Why the outputs cannot be computed.
    #[cfg(feature = "evaluate")]
    fn evaluate(&self, cx: &EvalContext<'_>) -> Result<Vec<Tensor>, EvalError> {
        Err(cx.no_evaluator())
    }

    /// Other values of single attributes, for a node with a fault: if one makes the node valid, the fault is there.
    fn alternatives(&self, _cx: &InferContext<'_>) -> Vec<Alternative> {
        Vec::new()
    }

    /// A property of the node that is not a fault. The context contains the inferred facts of inputs and outputs.
    fn properties(&self, _cx: &InferContext<'_>) -> Option<NodeProperty> {
        None
    }

    /// What a run of the node costs; `None` if there is no formula. The context contains the inferred facts of inputs and
    /// outputs.
    fn cost(&self, _cx: &mut InferContext<'_>) -> Option<Cost> {
        None
    }
}

/// An operator with another value of one attribute.
#[derive(Debug)]
pub struct Alternative {
    /// The attribute.
    pub attribute: &'static str,
    /// The value, as it would be written.
    pub value: String,
    /// The operator with this value.
    pub operator: Box<dyn Operator>,
}

/// An operator that runs bodies. Inference resumes it with the facts of each body that it requested, until it requests
/// none; so bodies nest without recursion.
pub trait ControlFlow: std::fmt::Debug {
    /// The next body of an operator that does not look at the results of the last one. Such an operator may have very many
    /// bodies, and very many inputs, which are not collected again for each.
    fn next_unread(&mut self) -> Option<BodyCall> {
        None
    }

    /// Processes the facts of the last requested body (`None` at first), and requests the next one or sets the outputs
    /// and returns `None`.
    fn resume(&mut self, cx: &mut InferContext<'_>, body: Option<BodyFacts>) -> Option<BodyCall>;

    /// The results of bodies that determine an output: the body, and the position among its outputs.
    fn results(&self, _cx: &InferContext<'_>, _output: usize) -> Vec<(GraphId, usize)> {
        Vec::new()
    }

    /// Like [`Operator::properties`].
    fn properties(&self, _cx: &InferContext<'_>) -> Option<NodeProperty> {
        None
    }

    /// Which bodies a run of the node runs, and how often; `None` if that has no formula. The context contains the inferred
    /// facts of inputs and outputs, and `results` those of a body's outputs.
    fn body_runs(&self, _cx: &InferContext<'_>, _results: &dyn Fn(GraphId) -> BodyFacts) -> Option<BodyRuns> {
        None
    }
}

/// Which bodies a run of a node runs.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum BodyRuns {
    /// This body, as many times.
    Times(GraphId, Dim),
    /// One of these bodies, once.
    OneOf(Vec<GraphId>),
}

/// A resolved operator.
#[derive(Debug)]
pub enum Resolved {
    /// An operator without bodies.
    Operator(Box<dyn Operator>),
    /// One that runs bodies.
    ControlFlow(Box<dyn ControlFlow>),
}

impl Resolved {
    /// An operator without bodies.
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

        /// The name of each family.
        #[cfg(feature = "cli")]
        #[allow(dead_code)] // Only those of the default domain are read.
        pub(super) static FAMILY_NAMES: &[&str] = &[$(stringify!($family)),*];
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

#[cfg(feature = "cli")]
mod kind;
#[cfg(feature = "cli")]
pub(crate) use kind::OperatorKind;

// Code that families share.
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
pub(crate) mod size_operand;
mod slice_arithmetic;
mod table;
mod target_shape;
#[cfg(test)]
mod test_util;
mod user_defined;
mod view;
mod window;
