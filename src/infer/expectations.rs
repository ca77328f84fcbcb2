//! Shape contracts: the caller's expectations of values are proven or reported.

use std::collections::VecDeque;
use std::sync::Arc;

use hashbrown::{HashMap, HashSet};

use super::given::Given;
use super::state::Premise;
use crate::diagnostic::{Diagnostic, Diagnostics};
use crate::dim::Dim;
use crate::fact::{Fact, Provenance, TensorType, ValueType};
use crate::facts::FactStore;
use crate::graph::Model;
use crate::graph::find_value::option_names;
use crate::ids::{NodeId, ValueId};
use crate::place::{Part, Place};
use crate::rules;
use crate::shape::Shape;

/// Maximum number of names in a help text.
const SHOWN: usize = 8;
/// How many nodes and inputs are looked at to find the errors on which all contracts depend: a name may belong to thousands of
/// values, each with a long way to the error.
const MOST_NODES: usize = 2_000_000;

/// The proof state of a contract; worse is greater.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum Proof {
    Holds,
    /// Some runs may satisfy it, and others may violate it.
    Open,
    /// No run satisfies it.
    Broken,
}

/// Compares every expectation with the inferred fact.
pub(super) fn check(premise: Premise<'_>, facts: &FactStore, diagnostics: &mut Diagnostics) {
    let Premise { model, options, .. } = premise;
    let (given, mut faults) = (Given::default(), Faults::new());
    let named = values(model, options.expect.iter().map(|expected| &*expected.name));
    for expected in &options.expect {
        let wanted = ValueType::tensor(expected.element, expected.shape.clone());
        let values = named.get(&*expected.name).map_or(&[][..], |values| values);
        if values.is_empty() {
            diagnostics.report(missing(model, &expected.name).data("expected", wanted.to_string()));
        }
        let bound = given.bound(options, wanted.clone());
        for &value in values {
            let fact = facts.get(value);
            let proof = bound.as_tensor().map_or(Proof::Holds, |bound| of_type(&fact.ty, bound));
            if proof != Proof::Holds || fact.provenance == Provenance::Declared {
                let mut finding = unproven(model, value, &fact, &wanted, proof);
                if let Some(fault) = faults.before(model, value, diagnostics) {
                    finding.help = vec![format!(
                        "correct the error at {} first: `{}` depends on it",
                        model.describe(fault),
                        model.value_name(value)
                    )];
                }
                diagnostics.report(finding);
            }
        }
    }
}

/// The nodes with errors so far.
struct Faults {
    nodes: HashSet<NodeId>,
    /// The number of findings that were looked at.
    seen: usize,
    /// How many nodes may still be looked at.
    left: usize,
}

impl Faults {
    fn new() -> Faults {
        Faults { nodes: HashSet::new(), seen: 0, left: MOST_NODES }
    }

    /// The nearest node with an error on which a value depends. The contract may hold once that error is corrected, but it is
    /// reported all the same: the error may be in a baseline or ignored, and the contract must not be ignored with it.
    fn before(&mut self, model: &Model, value: ValueId, diagnostics: &Diagnostics) -> Option<NodeId> {
        self.note(diagnostics.findings());
        let (mut open, mut seen) = (VecDeque::from_iter(model.producer(value)), HashSet::new());
        while let Some(node) = open.pop_front().filter(|_| !self.nodes.is_empty()) {
            if self.nodes.contains(&node) {
                return Some(node);
            }
            let inputs = model.inputs(node);
            self.left = self.left.checked_sub(1 + inputs.len())?;
            let values = inputs.iter().filter_map(|operand| operand.value());
            open.extend(values.filter_map(|value| model.producer(value)).filter(|&node| seen.insert(node)));
        }
        None
    }

    fn note(&mut self, findings: &[Arc<Diagnostic>]) {
        // A wrong declaration says nothing against what is inferred.
        let declarations = [&rules::declared_shape_mismatch::RULE, &rules::declared_type_mismatch::RULE];
        let errors = findings[self.seen..].iter().filter(|finding| finding.prevents_evaluation());
        let errors = errors.filter(|finding| !declarations.contains(&&*finding.rule));
        self.nodes.extend(errors.filter_map(|finding| finding.place.node));
        self.seen = findings.len();
    }
}

/// The values with each of these names: a value's own name, one of its tensor names, or the name of a graph output. A
/// configuration may name thousands.
fn values<'n>(model: &Model, names: impl Iterator<Item = &'n str>) -> HashMap<&'n str, Vec<ValueId>> {
    let wanted: HashSet<&str> = names.collect();
    let Some(graph) = model.main_graph().filter(|_| !wanted.is_empty()) else { return HashMap::new() };
    let mut own: HashMap<&str, Vec<ValueId>> = HashMap::new();
    for value in model.values_of(graph) {
        for name in option_names(model, value) {
            let Some(name) = wanted.get(&*name) else { continue };
            let known = own.entry(name).or_default();
            if known.last() != Some(&value) {
                known.push(value);
            }
        }
    }
    let mut returned: HashMap<&str, Vec<ValueId>> = HashMap::new();
    for output in &model.graph(graph).outputs {
        let name = wanted.get(model.name(output.name)).filter(|name| !own.contains_key(*name));
        if let Some((name, value)) = name.zip(output.operand.value()) {
            returned.entry(name).or_default().push(value);
        }
    }
    own.extend(returned);
    own
}

fn of_type(ty: &ValueType, wanted: &TensorType) -> Proof {
    let known = match ty {
        ValueType::Unknown => return Proof::Open,
        ValueType::Tensor(known) => known,
        _ => return Proof::Broken,
    };
    let element = match (known.element, wanted.element) {
        (_, None) => Proof::Holds,
        (None, Some(_)) => Proof::Open,
        (Some(known), Some(wanted)) if known == wanted => Proof::Holds,
        _ => Proof::Broken,
    };
    element.max(of_shape(&known.shape, &wanted.shape))
}

fn of_shape(known: &Shape, wanted: &Shape) -> Proof {
    match (known.dims(), wanted.dims()) {
        (_, None) => Proof::Holds,
        (None, Some(wanted)) if known.min_rank() <= wanted.len() => Proof::Open,
        (Some(known), Some(wanted)) if known.len() == wanted.len() => {
            known.iter().zip(wanted).map(|(known, wanted)| of_dim(known, wanted)).max().unwrap_or(Proof::Holds)
        }
        _ => Proof::Broken,
    }
}

fn of_dim(known: &Dim, wanted: &Dim) -> Proof {
    let holds = match wanted.expr() {
        // An expression may be written as reports print it.
        Some(_) => known.provably_eq(wanted) || known.to_string() == wanted.to_string(),
        None => wanted.low() <= known.low() && known.high() <= wanted.high(),
    };
    match holds {
        true => Proof::Holds,
        false if known.provably_ne(wanted) => Proof::Broken,
        false => Proof::Open,
    }
}

fn missing(model: &Model, name: &str) -> Diagnostic {
    let message = format!("the contract names `{name}`, but the graph has no such value");
    let outputs = model.main_graph().map(|graph| &model.graph(graph).outputs[..]).unwrap_or_default();
    let names: Vec<String> = outputs.iter().take(SHOWN).map(|o| format!("`{}`", model.name(o.name))).collect();
    let help = if names.is_empty() {
        "name a value of the graph".to_owned()
    } else {
        format!("name a value of the graph, such as an output: {}", names.join(", "))
    };
    Diagnostic::new(&rules::broken_contract::RULE, Place::FILE, message).help(help).data("name", name)
}

fn unproven(model: &Model, value: ValueId, fact: &Fact, wanted: &ValueType, proof: Proof) -> Diagnostic {
    let (name, known) = (model.value_name(value), &fact.ty);
    let (message, help) = match proof {
        Proof::Broken => {
            (format!("`{name}` is {known}; the contract expects {wanted}"), "correct the model or the contract")
        }
        Proof::Open => (
            format!("`{name}` is only known to be {known}, which does not prove the contract {wanted}"),
            "bind the model's symbols, specify the shapes of its inputs, or write `?` where any size is valid",
        ),
        Proof::Holds => (
            format!(
                "`{name}` is {known} only according to declarations in the file, which do not prove the contract {wanted}"
            ),
            "declare the outputs of unknown operators in `[operators]` of the configuration",
        ),
    };
    let graph = model.value(value).graph;
    let place = match model.producing_output(value) {
        Some((node, index)) => Place::node(graph, node).part(Part::Output(index)),
        None => Place::value(graph, value),
    };
    let finding = Diagnostic::new(&rules::broken_contract::RULE, place, message).help(help);
    let finding = match fact.unknown_reason.as_ref().filter(|_| proof == Proof::Open) {
        Some(why) => finding.note(format!("not known more precisely because {}", why)),
        None => finding,
    };
    finding.data("name", name).data("expected", wanted.to_string()).data("inferred", known.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn proof(known: &str, wanted: &str) -> Proof {
        let ty = |text: &str| text.parse::<TensorType>().unwrap_or_else(|error| panic!("{text}: {error}"));
        of_type(&ValueType::Tensor(ty(known)), &ty(wanted))
    }

    #[test]
    fn only_what_holds_in_every_run_is_proven() {
        use Proof::{Broken, Holds, Open};
        for (known, wanted, expected) in [
            ("f32[1,3]", "f32[1,3]", Holds),
            ("f32[1,3]", "[1,3]", Holds),
            ("f32[1,3]", "f32[...]", Holds),
            ("f32[N,3]", "f32[N,3]", Holds),
            ("f32[N,3]", "f32[?,1..4]", Holds),
            ("f32[2..3]", "f32[1..4]", Holds),
            ("f32[N,3]", "f32[1,3]", Open),
            ("f32[N]", "f32[M]", Open),
            ("f32[1..4]", "f32[2..3]", Open),
            ("f32[...]", "f32[1]", Open),
            ("?[1]", "f32[1]", Open),
            ("f32[4]", "f32[N]", Open),
            ("f32[1,3]", "f32[1,4]", Broken),
            ("f32[1,3]", "f32[1]", Broken),
            ("f32[1]", "f16[1]", Broken),
            ("f32[5..]", "f32[1..4]", Broken),
            ("f32[N,3]", "f32[N,4]", Broken),
        ] {
            assert_eq!(proof(known, wanted), expected, "{known} against {wanted}");
        }
    }

    #[test]
    fn what_is_no_tensor_keeps_no_contract() {
        let wanted: TensorType = "f32[1]".parse().expect("a type");
        assert_eq!(of_type(&ValueType::Unknown, &wanted), Proof::Open);
        assert_eq!(of_type(&ValueType::Sequence(ValueType::Unknown.into()), &wanted), Proof::Broken);
    }

    #[test]
    fn the_errors_before_a_value_are_sought_among_so_many_nodes() {
        let text = "<ir_version: 8, opset_import: [\"\" : 18]>\n\
            g (float[2] x, float[3] y) => (d) { a = Add (x, y) b = Neg (a) c = Neg (b) d = Neg (c) }";
        let model = Model::read(crate::Source::from_bytes("m.onnxtxt", text), &crate::ReadOptions::default());
        let main = model.main_graph().expect("a graph");
        let nodes: Vec<NodeId> = model.nodes_of(main).collect();
        let last = model.outputs(nodes[3]).next().expect("an output");
        let mut diagnostics = Diagnostics::new(model.dialect(), 10);
        diagnostics.report(Diagnostic::new(&rules::incompatible_shapes::RULE, Place::node(main, nodes[0]), ""));
        // Each search looks at three nodes with an input each.
        let mut faults = Faults { left: 15, ..Faults::new() };
        let found = [0; 3].map(|_| faults.before(&model, last, &diagnostics));
        assert_eq!(found, [Some(nodes[0]), Some(nodes[0]), None]);
    }
}
