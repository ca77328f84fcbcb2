//! Fixes of findings. For each rule that has any: what repairs a finding, where one edit follows from the model.
//!
//! Checks that know the edit when they report a finding set it themselves ([`Diagnostic::fix`]).

pub(crate) mod apply;
mod attributes;
mod axes;
mod declarations;
mod edges;
mod edges_text;
mod header;
mod layers;
mod names;
mod nodes;
mod numbers;
mod tags;
mod tensors;
mod trial;
mod values;

use std::cell::{Cell, OnceCell, RefCell};
use std::collections::{HashMap, HashSet};
use std::rc::Rc;
use std::sync::Arc;

use crate::declarable::{Expressions, Names};
use crate::diagnostic::{Diagnostic, DiagnosticValue};
use crate::dialect::Dialect;
use crate::fix_edit::Fix;
use crate::graph::Model;
use crate::ids::{GraphId, NameId, NodeId, ValueId};
use crate::infer::Analysis;
use crate::node::resolver::{OpResolver, ResolvedOp};
use crate::options::AnalysisOptions;
use crate::place::Part;
use crate::rule::Rule;
use crate::rules;

/// An analyzed model whose findings get fixes.
pub(crate) struct Context<'a> {
    model: &'a Model,
    analysis: &'a Analysis,
    options: &'a AnalysisOptions,
    /// How many more nodes may be inferred to try edits out.
    trials: Cell<usize>,
    /// How many more records may be looked through.
    records: Cell<usize>,
    resolver: RefCell<OpResolver<'a>>,
    names: OnceCell<Names>,
    /// All findings, for fixes that are tried out.
    known: OnceCell<HashSet<trial::Key>>,
    /// The value of each name in a graph; of several the first.
    values: OnceCell<HashMap<(GraphId, NameId), ValueId>>,
    /// ONNX: what the model imports.
    imports: OnceCell<header::Imports<'a>>,
    /// IR: the edges of the graph in which they were last read.
    edges: RefCell<Option<Rc<edges_text::EdgesText<'a>>>>,
}

impl Context<'_> {
    /// How the model's dimensions are declared.
    fn names(&self) -> &Names {
        self.names.get_or_init(|| Names::new(self.model, &self.analysis.facts, Expressions::default()))
    }

    /// The value of a graph that a name refers to in the file; of several the first.
    fn value_named(&self, graph: GraphId, name: NameId) -> Option<ValueId> {
        let values = self.values.get_or_init(|| {
            let mut values = HashMap::new();
            for graph in self.model.graph_ids() {
                for value in self.model.values_of(graph) {
                    values.entry((graph, self.model.value(value).name)).or_insert(value);
                }
            }
            values
        });
        values.get(&(graph, name)).copied()
    }
}

/// The most records that are looked through for the fixes of a model: with many findings and many nodes, the rest has none.
const MOST_RECORDS: usize = 2_000_000;

/// What repairs a finding of a rule.
type Propose = fn(&Context<'_>, &Diagnostic) -> Option<Fix>;

/// Lists the rules with the functions that propose their fixes.
macro_rules! proposals {
    ($($file:ident { $($rule:ident $propose:ident)* })*) => {
        static PROPOSALS: &[(&Rule, Propose)] = &[$($((&rules::$rule::RULE, $file::$propose),)*)*];
    };
}

proposals! {
    nodes {
        unsorted_nodes sort
        dead_node remove
        unnamed_node name_all
        unused_initializer remove_initializer
        unused_input remove_input
        overridable_initializer remove_inputs
    }
    header {
        unused_opset_import remove_import
        duplicate_opset_import remove_import
        missing_opset_import import
        invalid_opset_version import
        wrong_opset_import change_import
        opset_ir_pair raise_ir_version
        initializer_not_input raise_ir_version_to_4
        unknown_ir_version set_ir_version
        unknown_value_declared remove_declarations
    }
    declarations {
        declared_shape_mismatch declare
        declared_type_mismatch declare
        recorded_input_mismatch record
    }
    axes {
        duplicate_axis keep_distinct
        wrong_axes_type as_i64
        wrong_input_count as_attribute
    }
    layers {
        duplicate_layer_id renumber
        operator_not_in_opset set_version
        weights_out_of_bounds set_expected
        oversized_constant set_expected
        invalid_body set_expected
        invalid_precision record_output
        invalid_dim record_output
    }
    edges {
        missing_xml_attribute complete
        undefined_value connect
        dangling_edge reconnect
        duplicate_edge remove_second
    }
    names {
        undefined_graph_output produce
    }
    tensors {
        wrong_tensor_length retype
        invalid_tensor_shape retype
    }
    values {
        invalid_attribute_value correct
        missing_attribute add
        axis_out_of_range correct
        invalid_input_value correct
    }
    attributes {
        unknown_attribute rename
        unknown_operator rename_operator
        unusual_spelling respell
        wrong_attribute_kind convert
        duplicate_attribute keep_first
    }
}

/// Gives the findings of an analysis their fixes.
pub(crate) fn attach(model: &Model, options: &AnalysisOptions, analysis: &mut Analysis) {
    for (position, fix) in fixes(model, options, analysis) {
        Arc::make_mut(&mut analysis.findings[position]).fix = Some(Box::new(fix));
    }
}

/// The fixes of findings, which have these positions in the analysis.
fn fixes(model: &Model, options: &AnalysisOptions, analysis: &Analysis) -> Vec<(usize, Fix)> {
    let open = || analysis.findings.iter().enumerate().filter(|(_, f)| is_open(f) && !is_nothing(model, f));
    if open().next().is_none() {
        return Vec::new();
    }
    let context = Context::new(model, options, analysis);
    open().filter_map(|(position, finding)| Some((position, context.fix(finding)?))).collect()
}

/// Whether the rule of a finding has fixes, and the finding has none yet.
fn is_open(finding: &Diagnostic) -> bool {
    finding.fix.is_none() && !finding.rule.fixes.is_empty()
}

/// ONNX: whether a finding is about what the empty name refers to, which is no value.
fn is_nothing(model: &Model, finding: &Diagnostic) -> bool {
    let name = match finding.place.part {
        Part::Value(value) => model.value_name(value),
        Part::Name(name) => model.name(name),
        _ => return false,
    };
    model.dialect() == Dialect::Onnx && name.is_empty()
}

impl<'a> Context<'a> {
    fn new(model: &'a Model, options: &'a AnalysisOptions, analysis: &'a Analysis) -> Context<'a> {
        let resolver = OpResolver::new(model, &options.operators).with_versions(analysis.facts.op_versions());
        Context {
            model,
            analysis,
            options,
            trials: Cell::new(trial::most(model)),
            records: Cell::new(MOST_RECORDS),
            resolver: RefCell::new(resolver),
            names: OnceCell::new(),
            known: OnceCell::new(),
            values: OnceCell::new(),
            imports: OnceCell::new(),
            edges: RefCell::new(None),
        }
    }

    /// What repairs a finding that has no fix yet.
    fn fix(&self, finding: &Diagnostic) -> Option<Fix> {
        let (_, propose) = PROPOSALS.iter().find(|(rule, _)| finding.rule == *rule)?;
        // Where another import would repair the node, too, either may be meant.
        let has_import = finding.place.node.is_some() && finding.data.iter().any(|(key, _)| *key == "fits");
        Some(propose(self, finding)?.safe_if(!has_import))
    }

    /// Must precede a search through all nodes of the model with their inputs and outputs. `None` if too many were made.
    fn search(&self) -> Option<()> {
        self.look_through(self.model.nodes.len() + self.model.values.len() + self.model.operands.len())
    }

    /// Must precede a search through so many records. `None` if too many were looked through.
    fn look_through(&self, records: usize) -> Option<()> {
        self.records.set(self.records.get().checked_sub(records)?);
        Some(())
    }

    fn resolve(&self, node: NodeId) -> ResolvedOp<'_> {
        self.resolver.borrow_mut().resolve(node)
    }
}

/// The value that a finding is about.
fn value_of(finding: &Diagnostic) -> Option<ValueId> {
    match finding.place.part {
        Part::Value(value) => Some(value),
        _ => None,
    }
}

/// An integer in the data of a finding.
fn integer(finding: &Diagnostic, key: &str) -> Option<i64> {
    finding.data.iter().find_map(|(known, value)| match value {
        DiagnosticValue::Int(value) if *known == key => i64::try_from(*value).ok(),
        _ => None,
    })
}

/// A text in the data of a finding.
fn text<'f>(finding: &'f Diagnostic, key: &str) -> Option<&'f str> {
    finding.data.iter().find_map(|(known, value)| match value {
        DiagnosticValue::Text(value) if *known == key => Some(value.as_str()),
        _ => None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_rule_with_a_proposal_says_so() {
        for (rule, _) in PROPOSALS {
            assert!(!rule.fixes.is_empty(), "{rule:?}");
        }
    }
}
