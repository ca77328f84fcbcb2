//! Ensembles of decision trees.

use std::borrow::Cow;

use super::classify::Classifier;
use super::regress::Regressor;
use super::{TRANSFORMS, check_parallel, labels, report_exclusive};
use crate::diagnostic::one_of;
use crate::dim::Dim;
use crate::element::ElementType;
use crate::ops::{InferContext, Resolved};
use crate::ops::{attributes, constant, diagnostics, shape_checks};
use crate::rule::Level;

const MODES: &[&str] = &["BRANCH_LEQ", "BRANCH_LT", "BRANCH_GTE", "BRANCH_GT", "BRANCH_EQ", "BRANCH_NEQ", "LEAF"];
const NODES: &[&str] = &[
    "nodes_nodeids",
    "nodes_treeids",
    "nodes_featureids",
    "nodes_values",
    "nodes_modes",
    "nodes_truenodeids",
    "nodes_falsenodeids",
];

/// Numbers that are written as a list or as a tensor.
const PAIRS: [[&str; 2]; 5] = [
    ["nodes_values", "nodes_values_as_tensor"],
    ["nodes_hitrates", "nodes_hitrates_as_tensor"],
    ["class_weights", "class_weights_as_tensor"],
    ["target_weights", "target_weights_as_tensor"],
    ["base_values", "base_values_as_tensor"],
];

/// Checks shared by the first versions of classifier and regressor.
fn check_nodes(cx: &mut InferContext<'_>) {
    attributes::word(cx, "post_transform", TRANSFORMS);
    for [list, tensor] in PAIRS {
        if cx.attribute_record(list).is_some() && cx.attribute_record(tensor).is_some() {
            report_exclusive(cx, tensor, list, Level::Error);
        }
    }
    check_parallel(cx, NODES);
    let modes = attributes::strings(cx, "nodes_modes");
    let unknown = modes.and_then(|mut modes| modes.find(|mode| !MODES.contains(&&**mode)).map(Cow::into_owned));
    if let Some(mode) = unknown {
        let finding = diagnostics::invalid_attribute(cx, "nodes_modes", format_args!("{mode:?}"), one_of(MODES));
        // ONNX Runtime runs the mode that only TreeEnsemble has.
        let finding = finding.level(if mode == "BRANCH_MEMBER" { Level::Warning } else { Level::Error });
        cx.report(finding.help("set the mode of every node to one of these values"));
    }
}

pub(super) fn classifier(cx: &mut InferContext<'_>) -> Resolved {
    check_nodes(cx);
    check_parallel(cx, &["class_ids", "class_nodeids", "class_treeids", "class_weights"]);
    let [strings, ints] = ["classlabels_strings", "classlabels_int64s"];
    if [strings, ints].iter().all(|name| cx.attribute_record(name).is_none()) {
        attributes::missing(cx, ints, "ONNX Runtime rejects the model without labels");
    }
    let labels = labels(cx, strings, ints, Level::Warning);
    let scores = labels.count.map_or(Dim::unknown(), Dim::exact);
    Resolved::operator(Classifier { label: labels.element, scores })
}

/// The number of targets.
fn targets(cx: &mut InferContext<'_>) -> Dim {
    if cx.attribute_record("n_targets").is_none() {
        attributes::missing(cx, "n_targets", "ONNX Runtime rejects the model without it");
    }
    attributes::positive(cx, "n_targets", None).map_or(Dim::unknown(), Dim::exact)
}

pub(super) fn regressor(cx: &mut InferContext<'_>) -> Resolved {
    check_nodes(cx);
    check_parallel(cx, &["target_ids", "target_nodeids", "target_treeids", "target_weights"]);
    attributes::word(cx, "aggregate_function", &["AVERAGE", "SUM", "MIN", "MAX"]);
    let targets = targets(cx);
    Resolved::operator(Regressor { targets, typed: false })
}

/// TreeEnsemble: functions are selected by number, results have the type of the input.
pub(super) fn ensemble(cx: &mut InferContext<'_>) -> Resolved {
    for (name, most) in [("aggregate_function", 3), ("post_transform", 4)] {
        if let Some(value) = cx.int(name).filter(|value| !(0..=most).contains(value)) {
            let finding = diagnostics::invalid_attribute(cx, name, value, format!("0..={most}"));
            cx.report(finding.help("set it to the number of a function"));
        }
    }
    check_parallel(
        cx,
        &[
            "nodes_featureids",
            "nodes_truenodeids",
            "nodes_falsenodeids",
            "nodes_trueleafs",
            "nodes_falseleafs",
            "nodes_splits",
            "nodes_modes",
            "nodes_hitrates",
            "nodes_missing_value_tracks_true",
        ],
    );
    for name in ["nodes_splits", "nodes_hitrates", "membership_values", "leaf_weights"] {
        check_tensor(cx, name, cx.element(0));
    }
    check_tensor(cx, "nodes_modes", Some(ElementType::U8));
    check_parallel(cx, &["leaf_targetids", "leaf_weights"]);
    shape_checks::rank(cx, 0, 2..=2, "use one row of features per example");
    let targets = targets(cx);
    Resolved::operator(Regressor { targets, typed: true })
}

/// OP105: a tensor of TreeEnsemble is a list of the type of the input; modes are bytes.
fn check_tensor(cx: &mut InferContext<'_>, name: &'static str, expected: Option<ElementType>) {
    let Some(tensor) = cx.tensor(name) else { return };
    let held = constant::from_tensor(cx, tensor);
    if let (Some(element), Some(expected)) = (held.element(), expected)
        && element != expected
    {
        let finding = diagnostics::invalid_attribute(cx, name, format_args!("of type {element}"), expected);
        cx.report(finding.help(format!("store the numbers as {expected}")));
    }
    let shape = held.shape();
    if name != "membership_values" && shape.rank().is_some_and(|rank| rank != 1) {
        let finding = diagnostics::invalid_attribute(cx, name, format_args!("of shape {shape}"), "a list");
        cx.report(finding.help("reshape the tensor to one dimension"));
    }
}
