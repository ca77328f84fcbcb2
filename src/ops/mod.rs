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

    /// An operator of OpenVINO with its versions, oldest first: `since` is the opset that introduced a version, and of
    /// two the newer one holds from there on.
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
    fn remark(&self, _cx: &InferContext<'_>) -> Option<NodeProperty> {
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

// Adding a family: its file, and its two lines here.
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

/// Every family.
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
