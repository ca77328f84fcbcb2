//! Graphs: matches graphs, their inputs and their outputs.

use std::borrow::Cow;
use std::cell::RefCell;
use std::collections::{BTreeMap, HashMap, HashSet, VecDeque};
use std::sync::Arc;

use super::matching::{LONG_NAMES, first_value_name, has_long_names, value_names};
use super::{Aspect, BYTES_OF_A_PART, Comparer, Difference, Side, constant};
use crate::diagnostic::counted;
use crate::graph::label::cut_name;
use crate::graph::{GraphOutput, GraphRole, Model, ValueRole};
use crate::ids::{GraphId, NameId, NodeId, ValueId};

/// A graph of the first model, and a node in it.
pub(super) type Place = (GraphId, Option<NodeId>);

impl Comparer<'_> {
    /// Reports a difference in a graph or a node of the first model.
    pub(super) fn report(
        &mut self,
        (graph, node): Place,
        aspect: Aspect,
        before: impl Into<Option<String>>,
        after: impl Into<Option<String>>,
    ) {
        let (before, after): (Option<String>, Option<String>) = (before.into(), after.into());
        self.report_shared((graph, node), aspect, before.map(Arc::from), after.map(Arc::from));
    }

    /// Like `report`, for texts that many differences may have.
    pub(super) fn report_shared(
        &mut self,
        (graph, node): Place,
        aspect: Aspect,
        before: Option<Arc<str>>,
        after: Option<Arc<str>>,
    ) {
        let texts = [&before, &after].into_iter().flatten().map(|text| text.len()).sum();
        if !self.is_listed(&aspect, texts) {
            self.unlisted += 1;
            return;
        }
        let model = self.before.model;
        let graph = shared(&mut self.last_graph, graph, || model.path(graph));
        let node = node.map(|node| shared(&mut self.last_node, node, || node_label(model, node)));
        self.found.push(Difference { graph, node, aspect, before, after });
    }

    /// Whether a difference with texts of so many bytes is among those that are listed one by one.
    fn is_listed(&mut self, aspect: &Aspect, texts: usize) -> bool {
        use Aspect as A;
        let (left, cost) = match aspect {
            // The text of an attribute is as long as in the file.
            A::Attribute(_) => (&mut self.parts_left, 1),
            // A name of few bytes may have a long type, and thousands of inputs may be one value with a long name.
            A::Input(_) | A::Constant(_) | A::Output(_) => (&mut self.parts_left, 1 + texts / BYTES_OF_A_PART),
            // Thousands of outputs may be one value, with a long type.
            A::GraphInput(_) | A::GraphOutput(_) | A::Source(_) => (&mut self.ends_left, 1 + texts / BYTES_OF_A_PART),
            _ => return true,
        };
        let rest = left.checked_sub(cost);
        *left = rest.unwrap_or(*left);
        rest.is_some()
    }

    /// Reports how many differences there are not listed.
    pub(super) fn further(&mut self, place: Place) {
        match std::mem::take(&mut self.unlisted) {
            0 => {}
            count => self.report(place, Aspect::Further(count), None, None),
        }
    }

    /// Compares the operator set versions that the models import.
    pub(super) fn opsets(&mut self) {
        if self.across {
            return;
        }
        let versions = |model: &Model| -> BTreeMap<String, i64> {
            let of = |domain| if domain == "ai.onnx" { "" } else { domain };
            model.opsets().iter().rev().map(|o| (of(model.name(o.domain)).to_owned(), o.version)).collect()
        };
        let (before, after) = (versions(self.before.model), versions(self.after.model));
        let mut domains: Vec<&String> = before.keys().chain(after.keys()).collect();
        domains.sort_unstable();
        domains.dedup();
        for domain in domains {
            let text = |versions: &BTreeMap<String, i64>| -> Option<Arc<str>> {
                versions.get(domain).map(|version| version.to_string().into())
            };
            let (before, after) = (text(&before), text(&after));
            if before != after {
                let aspect = Aspect::Opset(domain.clone());
                self.found.push(Difference { graph: "main".into(), node: None, aspect, before, after });
            }
        }
    }

    /// Compares all graphs, each after its enclosing graph.
    pub(super) fn graphs(&mut self) {
        let roots = |model: &Model| -> Vec<(String, GraphId)> {
            let root = |&g: &GraphId| !matches!(model.graph(g).role, GraphRole::Body { .. });
            model.graphs().filter(root).map(|g| (model.path(g), g)).collect()
        };
        let (before, after) = (roots(self.before.model), roots(self.after.model));
        let mut pairs = self.pair(before, after);
        let mut roles = HashMap::new();
        let bodies = (bodies(self.before.model, &mut roles), bodies(self.after.model, &mut roles));
        while let Some((before, after)) = pairs.pop_front() {
            self.match_inputs(before, after);
            self.further((before, None));
            self.match_nodes(before, after);
            self.nodes(before, after);
            self.outputs(before, after);
            self.further((before, None));
            for node in self.before.model.nodes_of(before) {
                let Some(other) = self.nodes.0[node.index()] else { continue };
                let of = |bodies: &HashMap<NodeId, Vec<_>>, node| bodies.get(&node).cloned().unwrap_or_default();
                pairs.extend(self.pair(of(&bodies.0, node), of(&bodies.1, other)));
            }
        }
    }

    /// Pairs graphs with the same name, in order if several have it; the rest are differences.
    fn pair<K: Ord>(&mut self, before: Vec<(K, GraphId)>, after: Vec<(K, GraphId)>) -> VecDeque<(GraphId, GraphId)> {
        let mut left: BTreeMap<K, VecDeque<GraphId>> = BTreeMap::new();
        after.into_iter().for_each(|(name, graph)| left.entry(name).or_default().push_back(graph));
        let mut pairs = VecDeque::new();
        for (name, graph) in before {
            match left.get_mut(&name).and_then(VecDeque::pop_front) {
                Some(other) => pairs.push_back((graph, other)),
                None => self.report((graph, None), Aspect::Graph, size(self.before.model, graph), None),
            }
        }
        for graph in left.into_values().flatten() {
            let (path, after) = (self.after.model.path(graph), Some(size(self.after.model, graph).into()));
            self.found.push(Difference { graph: path.into(), node: None, aspect: Aspect::Graph, before: None, after });
        }
        pairs
    }

    /// Matches the inputs of two graphs. A converter may omit some, so order is not significant across formats.
    fn match_inputs(&mut self, before: GraphId, after: GraphId) {
        let mut inputs = |graph: GraphId, is_old: bool| -> Vec<ValueId> {
            let side = self.side(is_old);
            let inputs = side.model.graph(graph).inputs.iter().copied();
            let inputs = inputs.filter(|&value| !constant::is_constant(side, value));
            // Only IR bodies have inputs for outer values.
            inputs.filter(|&value| !self.across || self.outer(value, is_old) == value).collect()
        };
        let (ours, theirs) = (inputs(before, true), inputs(after, false));
        let names = |side: Side<'_>, value: ValueId| value_names(side.model, value);
        let (pairs, gone, new) = pairs(
            (&ours, &theirs),
            !self.across,
            |value| names(self.before, *value),
            |value| names(self.after, *value),
        );
        for (ours, theirs) in pairs {
            self.inputs.insert(ours, theirs);
            let token = 2 + theirs.index() as u64;
            (self.tokens.0[ours.index()], self.tokens.1[theirs.index()]) = (token, token);
            let types = (self.before.ty(ours), self.after.ty(theirs));
            let name = |side: Side<'_>, value| side.model.value_name(value).to_owned();
            let names = (name(self.before, ours), name(self.after, theirs));
            if names.0 != names.1 && !self.across {
                let aspect = Aspect::GraphInput(names.0.clone());
                self.report((before, None), aspect, names.0.clone(), names.1);
            }
            if types.0 != types.1 {
                self.report((before, None), Aspect::GraphInput(names.0.clone()), types.0, types.1);
            }
            self.defaults(before, names.0, ours, theirs);
        }
        for value in gone {
            let name = self.before.model.value_name(value).to_owned();
            self.report((before, None), Aspect::GraphInput(name), self.before.ty(value), None);
        }
        for value in new {
            let name = self.after.model.value_name(value).to_owned();
            self.report((before, None), Aspect::GraphInput(name), None, self.after.ty(value));
        }
    }

    fn defaults(&mut self, graph: GraphId, name: String, ours: ValueId, theirs: ValueId) {
        let default = |model: &Model, value| match model.value(value).role {
            ValueRole::Input { default } => default,
            _ => None,
        };
        let (ours, theirs) = (default(self.before.model, ours), default(self.after.model, theirs));
        let same = match (ours, theirs) {
            (Some(ours), Some(theirs)) => self.same_tensor(ours, theirs),
            (ours, theirs) => ours.is_some() == theirs.is_some(),
        };
        if !same {
            let before = ours.map(|tensor| constant::describe(self.before.model, tensor));
            let after = theirs.map(|tensor| constant::describe(self.after.model, tensor));
            self.report((graph, None), Aspect::Default(name), before, after);
        }
    }

    /// Compares the outputs of two graphs.
    fn outputs(&mut self, before: GraphId, after: GraphId) {
        let outputs = |side: Side<'_>, graph: GraphId| side.model.graph(graph).outputs.clone();
        let (ours, theirs) = (outputs(self.before, before), outputs(self.after, after));
        let positions = |outputs: &[GraphOutput]| (0..outputs.len()).collect::<Vec<_>>();
        let (pairs, gone, new) = pairs(
            (&positions(&ours), &positions(&theirs)),
            !self.across,
            names_of_outputs(self.before.model, &ours),
            names_of_outputs(self.after.model, &theirs),
        );
        let (before_side, after_side) = (self.before, self.after);
        let ty = |side: Side<'_>, output: &GraphOutput| output.operand.value().map_or("?".to_owned(), |v| side.ty(v));
        for (a, b) in pairs {
            let (a, b) = (&ours[a], &theirs[b]);
            let names = (first_name(before_side.model, a), first_name(after_side.model, b));
            let name = cut_name(&names.0).into_owned();
            if names.0 != names.1 && !self.across {
                let aspect = Aspect::GraphOutput(name.clone());
                self.report((before, None), aspect, names.0.into_owned(), names.1.into_owned());
            }
            let types = (ty(before_side, a), ty(after_side, b));
            if types.0 != types.1 {
                self.report((before, None), Aspect::GraphOutput(name.clone()), types.0, types.1);
            }
            if let Some((_, before_text, after_text)) = self.operands(a.operand, b.operand).filter(|_| !self.across) {
                self.report((before, None), Aspect::Source(name), before_text, after_text);
            }
        }
        let aspect =
            |side: Side<'_>, output| Aspect::GraphOutput(cut_name(&first_name(side.model, output)).into_owned());
        for at in gone {
            let aspect = aspect(before_side, &ours[at]);
            self.report((before, None), aspect, ty(before_side, &ours[at]), None);
        }
        for at in new {
            let aspect = aspect(after_side, &theirs[at]);
            self.report((before, None), aspect, None, ty(after_side, &theirs[at]));
        }
    }
}

/// Pairs the elements of two lists that share a name. If the remaining lists have equal length and order is
/// significant, pairs them in order. Also returns the unpaired elements of both.
fn pairs<T: Copy>(
    (ours, theirs): (&[T], &[T]),
    ordered: bool,
    our_names: impl Fn(&T) -> Vec<String>,
    their_names: impl Fn(&T) -> Vec<String>,
) -> (Vec<(T, T)>, Vec<T>, Vec<T>) {
    let mut by_name: HashMap<String, usize> = HashMap::new();
    for (at, thing) in theirs.iter().enumerate() {
        for name in their_names(thing) {
            by_name.entry(name).or_insert(at);
        }
    }
    let mut taken = vec![false; theirs.len()];
    let (mut pairs, mut gone) = (Vec::new(), Vec::new());
    for thing in ours {
        let found = our_names(thing).iter().find_map(|name| by_name.get(name).copied().filter(|&at| !taken[at]));
        match found {
            Some(at) => {
                taken[at] = true;
                pairs.push((*thing, theirs[at]));
            }
            None => gone.push(*thing),
        }
    }
    let mut new: Vec<T> = theirs.iter().zip(taken).filter(|(_, taken)| !taken).map(|(thing, _)| *thing).collect();
    if ordered && gone.len() == new.len() {
        pairs.extend(gone.drain(..).zip(new.drain(..)));
    }
    (pairs, gone, new)
}

/// The names of outputs by position. Very many outputs may be one value with very many names, of which all but the first output
/// have few.
fn names_of_outputs<'a>(model: &'a Model, outputs: &'a [GraphOutput]) -> impl Fn(&usize) -> Vec<String> + 'a {
    let seen = RefCell::new(HashSet::new());
    move |&at| {
        let long = outputs[at].operand.value().filter(|&value| has_long_names(model, value));
        output_names(model, &outputs[at], long.is_some_and(|value| !seen.borrow_mut().insert(value)))
    }
}

fn output_names(model: &Model, output: &GraphOutput, few: bool) -> Vec<String> {
    let own = Some(model.name(output.name)).filter(|name| !name.is_empty()).map(str::to_owned);
    let value =
        output.operand.value().map(|value| if few { few_names(model, value) } else { value_names(model, value) });
    let result = output.node.map(|node| model.name(model.node(node).name).to_owned());
    own.into_iter().chain(value.unwrap_or_default()).chain(result).collect()
}

/// The first name of an output. The others are not collected, and it is not copied: very many outputs may be one value with very
/// many names, or with a very long one.
fn first_name<'m>(model: &'m Model, output: &GraphOutput) -> Cow<'m, str> {
    let own = Some(model.name(output.name)).filter(|name| !name.is_empty()).map(Cow::Borrowed);
    let of_value = || first_value_name(model, output.operand.value()?);
    let result = || output.node.map(|node| Cow::Borrowed(model.name(model.node(node).name)));
    own.or_else(of_value).or_else(result).unwrap_or_default()
}

/// The first short names of a value.
fn few_names(model: &Model, value: ValueId) -> Vec<String> {
    const FEW: usize = 16;
    model.tensor_names(value).take(FEW).filter(|name| name.len() <= LONG_NAMES).map(Cow::into_owned).collect()
}

/// A role by number, and the position among the bodies of it.
type BodyKey = (usize, u32);

/// For each node, its bodies with the numbers of their roles and their positions. Very many bodies may be of one attribute
/// with a long name, which is compared once.
fn bodies(model: &Model, roles: &mut HashMap<String, usize>) -> HashMap<NodeId, Vec<(BodyKey, GraphId)>> {
    let mut bodies: HashMap<NodeId, Vec<_>> = HashMap::new();
    let mut numbers: HashMap<NameId, usize> = HashMap::new();
    for graph in model.graphs() {
        if let GraphRole::Body { owner, attribute, index } = model.graph(graph).role {
            let role = *numbers.entry(attribute).or_insert_with(|| {
                let next = roles.len();
                *roles.entry(role(model.name(attribute))).or_insert(next)
            });
            bodies.entry(owner).or_default().push(((role, index), graph));
        }
    }
    bodies
}

/// The role of a body: `then_branch` in ONNX is `then_body` in IR.
fn role(attribute: &str) -> String {
    match attribute.strip_suffix("_branch") {
        Some(when) => format!("{when}_body"),
        None => attribute.to_owned(),
    }
}

fn size(model: &Model, graph: GraphId) -> String {
    counted(model.nodes_of(graph).len(), "node")
}

/// The label of a place: that of the last difference if it is there, or else a new one, which further differences share.
pub(super) fn shared<I: Copy + PartialEq>(
    last: &mut Option<(I, Arc<str>)>,
    id: I,
    label: impl FnOnce() -> String,
) -> Arc<str> {
    last.take_if(|last| last.0 != id);
    Arc::clone(&last.get_or_insert_with(|| (id, label().into())).1)
}

/// A node by name, or by its first output and its operator. Many differences may be about one node with a very long name.
pub(super) fn node_label(model: &Model, node: NodeId) -> String {
    match (model.name(model.node(node).name), model.outputs(node).next()) {
        ("", Some(output)) if !model.value_name(output).is_empty() => {
            format!("{} ({})", cut_name(model.value_name(output)), cut_name(model.op_type(node)))
        }
        ("", _) => model.describe(node),
        (name, _) => cut_name(name).into_owned(),
    }
}
