//! Embedding bags: rows of a table, selected by indices and reduced bag by bag.

use super::scalar::{self, OneListed};
use super::shape_checks;
use super::shape_pattern::ShapeBindings;
use super::signature::{AttributeKind, AttributeSpec, DefaultValue, FormalParameter, Signature, TypeVariable};
use super::{InferContext, Operator, OperatorDef, Resolved};
use crate::diagnostic::Diagnostic;
use crate::dim::Dim;
use crate::element::{ElementType, TypeSet};
use crate::fact::Fact;
use crate::rules;
use crate::shape::Shape;

/// How indices are grouped into bags.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Bags {
    /// Input 2 contains the start of each bag.
    Offsets,
    /// Every bag is a row of the indices.
    Packed,
    /// Input 2 contains the bag of each index, input 3 the number of bags.
    Segments,
}

/// A resolved embedding bag operator.
#[derive(Debug)]
struct Embedding {
    bags: Bags,
    /// Whether rows are summed, which weights require.
    sum: bool,
}

impl Operator for Embedding {
    fn infer(&self, cx: &mut InferContext<'_>) {
        shape_checks::rank(cx, 0, 1..=usize::MAX, "use a table with one row per index");
        let (indices, default, weights) = match self.bags {
            Bags::Offsets => ("indices", Some(3), 4),
            Bags::Packed => ("bags of_a_bag", None, 2),
            Bags::Segments => ("indices", Some(4), 5),
        };
        let mut dims = ShapeBindings::read(cx, &[(1, indices)]);
        match self.bags {
            Bags::Offsets => dims.add(cx, 2, "bags"),
            Bags::Packed => {}
            Bags::Segments => dims.add(cx, 2, "indices"),
        }
        if cx.has_input(weights) {
            dims.add(cx, weights, indices);
            self.check_weights(cx, weights);
        }
        if let Some(default) = default.filter(|&default| cx.has_input(default)) {
            scalar::expect(cx, default, OneListed::Refused);
        }
        let count = match self.bags {
            Bags::Segments => scalar::count(cx, 3, 0, "number of bags", OneListed::Refused).unwrap_or(Dim::unknown()),
            _ => dims.get("bags"),
        };
        let table = cx.shape(0);
        let shape = match table.dims() {
            Some([_, row @ ..]) => Shape::from_dims([count].iter().chain(row).cloned()),
            _ => Shape::with_min_rank(table.min_rank().max(1)),
        };
        cx.set(0, Fact::tensor(cx.element(0), shape));
    }
}

impl Embedding {
    fn check_weights(&self, cx: &mut InferContext<'_>, weights: usize) {
        if self.sum {
            return;
        }
        let message =
            format!("input {} contains weights; expected attribute `reduction` to be `sum`", cx.input_name(weights));
        let finding = Diagnostic::new(&rules::invalid_attribute_value::RULE, cx.attribute_place("reduction"), message);
        let finding = finding.related(cx.input_place(weights), "weights".to_owned());
        cx.report(finding.help("set `reduction` to `sum`, or remove the weights").data("attribute", "reduction"));
    }
}

fn resolve(cx: &mut InferContext<'_>, bags: Bags) -> Resolved {
    let sum = cx.text("reduction").is_none_or(|word| word.eq_ignore_ascii_case("sum"));
    Resolved::operator(Embedding { bags, sum })
}

fn resolve_offsets(cx: &mut InferContext<'_>) -> Resolved {
    resolve(cx, Bags::Offsets)
}

fn resolve_packed(cx: &mut InferContext<'_>) -> Resolved {
    resolve(cx, Bags::Packed)
}

fn resolve_segments(cx: &mut InferContext<'_>) -> Resolved {
    resolve(cx, Bags::Segments)
}

const TABLE: FormalParameter = FormalParameter::new("emb_table", "T");
const INDICES: FormalParameter = FormalParameter::new("indices", "T_IND");
const DEFAULT: FormalParameter = FormalParameter::new("default_index", "T_IND").optional();
const WEIGHTS: FormalParameter = FormalParameter::new("per_sample_weights", "T").optional();
const OUTPUTS: &[FormalParameter] = &[FormalParameter::new("output", "T")];
const REDUCTION: &[AttributeSpec] =
    &[AttributeSpec::default("reduction", AttributeKind::Word(&["sum", "mean"]), DefaultValue::Text("sum"))];
const VARIABLES: &[TypeVariable] = &[
    TypeVariable::tensors("T", TypeSet::ALL),
    TypeVariable::tensors("T_IND", TypeSet::from_types(&[ElementType::I32, ElementType::I64])),
];

const fn ir(since: i64, inputs: &'static [FormalParameter]) -> Signature {
    Signature::since(since).until(16).inputs(inputs).outputs(OUTPUTS).variables(VARIABLES)
}

const BY_OFFSETS: &[FormalParameter] = &[TABLE, INDICES, FormalParameter::new("offsets", "T_IND"), DEFAULT, WEIGHTS];
const BY_ROWS: &[FormalParameter] = &[TABLE, INDICES, WEIGHTS];
const BY_SEGMENTS: &[FormalParameter] = &[
    TABLE,
    INDICES,
    FormalParameter::new("segment_ids", "T_IND"),
    FormalParameter::new("num_segments", "T_IND"),
    DEFAULT,
    WEIGHTS,
];
const OFFSETS_SUM: &[Signature] = &[ir(3, BY_OFFSETS)];
const PACKED_SUM: &[Signature] = &[ir(3, BY_ROWS)];
const SEGMENTS_SUM: &[Signature] = &[ir(3, BY_SEGMENTS)];
const OFFSETS: &[Signature] = &[ir(15, BY_OFFSETS).attributes(REDUCTION)];
const PACKED: &[Signature] = &[ir(15, BY_ROWS).attributes(REDUCTION)];

pub(super) static OPERATORS: &[OperatorDef] = &[
    OperatorDef::openvino("EmbeddingBagOffsets", OFFSETS, resolve_offsets),
    OperatorDef::openvino("EmbeddingBagOffsetsSum", OFFSETS_SUM, resolve_offsets),
    OperatorDef::openvino("EmbeddingBagPacked", PACKED, resolve_packed),
    OperatorDef::openvino("EmbeddingBagPackedSum", PACKED_SUM, resolve_packed),
    OperatorDef::openvino("EmbeddingSegmentsSum", SEGMENTS_SUM, resolve_segments),
];
