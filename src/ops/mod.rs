//! Operators, one family per file.
//!
//! A family resolves the attributes of a node, in either dialect, into one struct; inference, evaluation and folding
//! use that struct regardless of the dialect. Signatures of ONNX operators come from a table that is generated from the
//! published package; those of IR operators are in the family's file.

pub mod signature;

mod context;
pub(crate) mod counterpart;
mod evaluation;
mod generated;
mod properties;
mod registry;
pub(crate) mod symbol_names;

pub(crate) use context::Found;
pub use context::{BodyCall, BodyFacts, InferContext};
pub use evaluation::{EvalContext, StaticTensorType};
use operand_source::OperandSource;
pub use properties::{NodeProperty, ReduceKind, Reduction};
pub use registry::{OperatorEntry, is_extensible_domain, latest_version, lookup, operators, suggest};
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
    /// The dialect that defines it.
    pub dialect: Dialect,
    /// ONNX: the domain, empty for the default one. IR: empty.
    pub domain: &'static str,
    /// The operator type as written in models.
    pub name: &'static str,
    /// IR: the signatures of its versions, oldest first. Empty for ONNX, whose signatures are in the generated table.
    pub signatures: &'static [Signature],
    /// Reads the attributes of a node, and reports their faults.
    pub resolve: fn(&mut InferContext<'_>) -> Resolved,
    /// Tools that diverge on a fault, by rule code, with a note for findings on this operator.
    pub known_divergences: &'static [(&'static str, &'static str)],
    /// Whether the operator has side effects, such as writing a variable.
    pub has_side_effects: bool,
    /// Whether the outputs depend on the run even if all inputs are known: a parameter, a variable, a random number, a
    /// choice of bodies. Such a node is never folded.
    pub runtime_dependent: bool,
    /// Whether it draws random numbers.
    pub nondeterministic: bool,
    /// Checks constraints between nodes anywhere in the model; called once per operator in a model.
    pub check_model: Option<fn(&Model, OpId, &mut Diagnostics)>,
    /// If nothing else is known: the outputs that have the type and shape of an input, each with that input.
    pub(crate) outputs_like_inputs: Option<&'static [(usize, usize)]>,
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
        }
    }

    /// An operator of ONNX Runtime's own domain.
    pub const fn microsoft(name: &'static str, resolve: fn(&mut InferContext<'_>) -> Resolved) -> OperatorDef {
        OperatorDef { domain: registry::MICROSOFT, ..OperatorDef::onnx(name, resolve) }
    }

    /// An OpenVINO operator with its versions, oldest first: `since` is the opset that introduced a version, which
    /// applies until the next version.
    pub const fn openvino(
        name: &'static str,
        signatures: &'static [Signature],
        resolve: fn(&mut InferContext<'_>) -> Resolved,
    ) -> OperatorDef {
        OperatorDef {
            dialect: Dialect::OpenVino,
            domain: "",
            name,
            signatures,
            resolve,
            known_divergences: &[],
            has_side_effects: false,
            runtime_dependent: false,
            nondeterministic: false,
            check_model: None,
            outputs_like_inputs: None,
        }
    }

    /// A user-defined operator, for [`AnalysisOptions::operators`](crate::options::AnalysisOptions). For IR, the domain
    /// is the `version` of the layers.
    pub const fn custom(
        dialect: Dialect,
        domain: &'static str,
        name: &'static str,
        signatures: &'static [Signature],
        resolve: fn(&mut InferContext<'_>) -> Resolved,
    ) -> OperatorDef {
        OperatorDef { dialect, domain, ..OperatorDef::openvino(name, signatures, resolve) }
    }

    /// An operator about which only `outputs_like_inputs` is known.
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

    /// Reads the attributes of a node.
    pub(crate) fn resolve(&self, cx: &mut InferContext<'_>) -> Resolved {
        self.outputs_like_inputs.map_or_else(|| (self.resolve)(cx), user_defined::resolve)
    }

    /// Sets the domain of an ONNX operator.
    pub const fn in_domain(self, domain: &'static str) -> OperatorDef {
        OperatorDef { domain, ..self }
    }

    /// Adds notes on tools that diverge on faults.
    pub const fn with_known_divergences(self, disagreements: &'static [(&'static str, &'static str)]) -> OperatorDef {
        OperatorDef { known_divergences: disagreements, ..self }
    }

    /// Marks the operator as having side effects.
    pub const fn with_side_effects(self) -> OperatorDef {
        OperatorDef { has_side_effects: true, ..self }
    }

    /// Marks the outputs as dependent on the run even if all inputs are known.
    pub const fn depends_on_runtime(self) -> OperatorDef {
        OperatorDef { runtime_dependent: true, ..self }
    }

    /// Marks the operator as random: it is never folded, and its nodes are reported as nondeterministic (SU107).
    pub const fn is_nondeterministic(self) -> OperatorDef {
        OperatorDef { nondeterministic: true, runtime_dependent: true, ..self }
    }

    /// Adds a check of constraints between nodes.
    pub const fn with_model_check(self, check: fn(&Model, OpId, &mut Diagnostics)) -> OperatorDef {
        OperatorDef { check_model: Some(check), ..self }
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
    fn extra_bytes_read(&self, _inputs: &[Option<Tensor>], _outputs: &[StaticTensorType]) -> u64 {
        0
    }

    /// Computes the outputs, one tensor each, of the inferred types.
    ///
    /// The inputs were checked and inferred with their elements, so faults that inference reports do not occur;
    /// elements of inputs that are too long to be tracked may still violate the specification of the operator.
    ///
    /// # Errors
    /// Why the outputs cannot be computed.
    fn evaluate(&self, cx: &EvalContext<'_>) -> Result<Vec<Tensor>, EvalError> {
        Err(cx.no_evaluator())
    }

    /// A property of the node that is not a fault. The context contains the inferred facts of inputs and outputs.
    fn properties(&self, _cx: &InferContext<'_>) -> Option<NodeProperty> {
        None
    }
}

/// An operator that runs bodies. Inference resumes it with the facts of each body that it requested, until it requests
/// none; so bodies nest without recursion.
pub trait ControlFlow: std::fmt::Debug {
    /// Processes the facts of the last requested body (`None` at first), and requests the next one or sets the outputs
    /// and returns `None`.
    fn resume(&mut self, cx: &mut InferContext<'_>, body: Option<BodyFacts>) -> Option<BodyCall>;

    /// The results of bodies that determine an output: the body, and the position among its outputs.
    fn results(&self, _cx: &InferContext<'_>, _output: usize) -> Vec<(GraphId, usize)> {
        Vec::new()
    }

    /// Like [`Operator::properties`].
    fn remark(&self, _cx: &InferContext<'_>) -> Option<NodeProperty> {
        None
    }
}

/// A resolved operator.
#[derive(Debug)]
pub enum Resolved {
    /// An operator without bodies.
    Operator(Box<dyn Operator>),
    /// An operator that runs bodies.
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

// To add a family, add its file and two lines here.
mod activation;
mod arg_extremum;
mod attention;
mod batch_normalization;
mod binary;
mod bit_cast;
mod bucketize;
mod cast;
mod causal_convolution;
mod channel_normalization;
mod class_nms;
mod clip;
mod comparison;
mod compress;
mod concat;
mod conditional;
mod constant;
mod constant_of_shape;
mod convert_promote_types;
mod convolution;
mod ctc;
mod cumulative;
mod detection_output;
mod detectron;
mod dropout;
mod einsum;
mod embedding;
mod expand;
mod eye;
mod fake_quantize;
mod fourier;
mod gather;
mod gather_elements;
mod gather_nd;
mod gather_tree;
mod gemm;
mod grid_sample;
mod identity;
mod image;
mod layer_normalization;
mod linear_algebra;
mod linear_attention;
mod loops;
mod loss;
mod matmul;
mod microsoft;
mod ml;
mod non_max_suppression;
mod non_zero;
mod normalization;
mod one_hot;
mod optimizer;
mod optional;
mod pad;
mod parameter;
mod pooling;
mod prelu;
mod prior_box;
mod proposal;
mod quantize;
mod random;
mod range;
mod recurrent;
pub(crate) mod reduce;
mod reshape;
mod resize;
mod reverse_sequence;
mod roi_pooling;
mod roll;
mod rotary_embedding;
mod scaled_dot_product;
mod scatter;
mod segment_max;
mod select;
mod sequence;
mod sequence_map;
mod shape_of;
mod signal_window;
mod slice;
mod softmax;
mod space_depth;
mod sparse_fill_empty_rows;
mod split;
mod squeeze;
mod stft;
mod strided_slice;
mod strings;
mod tensor_scatter;
mod top_k;
mod transpose;
mod trilu;
mod unary;
mod unique;
mod unsqueeze;
mod variable;

/// All families.
static FAMILIES: &[&[OperatorDef]] = &[
    activation::OPERATORS,
    arg_extremum::OPERATORS,
    attention::OPERATORS,
    batch_normalization::OPERATORS,
    binary::OPERATORS,
    bit_cast::OPERATORS,
    space_depth::OPERATORS,
    bucketize::OPERATORS,
    cast::OPERATORS,
    causal_convolution::OPERATORS,
    channel_normalization::OPERATORS,
    class_nms::OPERATORS,
    clip::OPERATORS,
    comparison::OPERATORS,
    compress::OPERATORS,
    concat::OPERATORS,
    conditional::OPERATORS,
    constant::OPERATORS,
    constant_of_shape::OPERATORS,
    convert_promote_types::OPERATORS,
    convolution::OPERATORS,
    ctc::OPERATORS,
    cumulative::OPERATORS,
    detection_output::OPERATORS,
    detectron::OPERATORS,
    dropout::OPERATORS,
    einsum::OPERATORS,
    embedding::OPERATORS,
    expand::OPERATORS,
    eye::OPERATORS,
    fake_quantize::OPERATORS,
    fourier::OPERATORS,
    gather::OPERATORS,
    gather_elements::OPERATORS,
    gather_nd::OPERATORS,
    gather_tree::OPERATORS,
    gemm::OPERATORS,
    grid_sample::OPERATORS,
    identity::OPERATORS,
    image::OPERATORS,
    loops::OPERATORS,
    layer_normalization::OPERATORS,
    linear_algebra::OPERATORS,
    linear_attention::OPERATORS,
    loss::OPERATORS,
    matmul::OPERATORS,
    microsoft::OPERATORS,
    microsoft::attention::OPERATORS,
    microsoft::block_floating_point::OPERATORS,
    microsoft::matmul::OPERATORS,
    microsoft::quantized::OPERATORS,
    microsoft::data_movement::OPERATORS,
    microsoft::recurrent::OPERATORS,
    microsoft::conv_pool::OPERATORS,
    ml::OPERATORS,
    non_max_suppression::OPERATORS,
    non_zero::OPERATORS,
    normalization::OPERATORS,
    one_hot::OPERATORS,
    optimizer::OPERATORS,
    optional::OPERATORS,
    pad::OPERATORS,
    parameter::OPERATORS,
    pooling::OPERATORS,
    prelu::OPERATORS,
    prior_box::OPERATORS,
    proposal::OPERATORS,
    quantize::OPERATORS,
    random::OPERATORS,
    range::OPERATORS,
    recurrent::OPERATORS,
    reduce::OPERATORS,
    reshape::OPERATORS,
    resize::OPERATORS,
    reverse_sequence::OPERATORS,
    roi_pooling::OPERATORS,
    roll::OPERATORS,
    rotary_embedding::OPERATORS,
    scaled_dot_product::OPERATORS,
    scatter::OPERATORS,
    segment_max::OPERATORS,
    select::OPERATORS,
    sequence::OPERATORS,
    sequence_map::OPERATORS,
    shape_of::OPERATORS,
    signal_window::OPERATORS,
    slice::OPERATORS,
    softmax::OPERATORS,
    sparse_fill_empty_rows::OPERATORS,
    split::OPERATORS,
    squeeze::OPERATORS,
    stft::OPERATORS,
    strided_slice::OPERATORS,
    strings::OPERATORS,
    tensor_scatter::OPERATORS,
    top_k::OPERATORS,
    transpose::OPERATORS,
    trilu::OPERATORS,
    unary::OPERATORS,
    unique::OPERATORS,
    unsqueeze::OPERATORS,
    variable::OPERATORS,
];

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
mod slice_arithmetic;
mod table;
mod target_shape;
#[cfg(test)]
mod test_util;
mod user_defined;
mod view;
mod window;
