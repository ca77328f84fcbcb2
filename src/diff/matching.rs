//! Matches nodes.

use std::borrow::Cow;
use std::collections::hash_map::DefaultHasher;
use std::collections::{HashMap, VecDeque};
use std::hash::{Hash, Hasher};

use super::{Comparer, Side};
use crate::dialect::Dialect;
use crate::graph::{Model, Operand};
use crate::ids::{GraphId, NodeId, ValueId};
use crate::ops;
use crate::ops::counterpart::Counterpart;

/// With its type, the token of a constant: its elements do not count.
const CONSTANT: u64 = 1;

/// The keys that a single node has, in order: a sorted list takes less memory than a hash table.
struct UniqueKeys(Vec<(u64, NodeId)>);

impl UniqueKeys {
    fn new(keys: impl Iterator<Item = (u64, NodeId)>) -> UniqueKeys {
        let mut keys: Vec<(u64, NodeId)> = keys.collect();
        keys.sort_unstable();
        // A name that occurs twice on one node, for example on layer and tensor, is still unique.
        keys.dedup();
        let (mut last, mut kept) = (None, 0);
        for at in 0..keys.len() {
            let key = keys[at].0;
            let is_alone = last != Some(key) && keys.get(at + 1).is_none_or(|next| next.0 != key);
            last = Some(key);
            if is_alone {
                keys[kept] = keys[at];
                kept += 1;
            }
        }
        keys.truncate(kept);
        UniqueKeys(keys)
    }

    fn node(&self, key: u64) -> Option<NodeId> {
        let at = self.0.binary_search_by_key(&key, |(known, _)| *known).ok()?;
        Some(self.0[at].1)
    }
}

impl Comparer<'_> {
    /// Matches the nodes of two graphs, most reliable methods first.
    pub(super) fn match_nodes(&mut self, before: GraphId, after: GraphId) {
        let all = |side: Side<'_>, graph| side.model.nodes_of(graph).filter(|&n| side.counts(n)).collect::<Vec<_>>();
        let (ours, theirs) = (all(self.before, before), all(self.after, after));
        let name = |side: Side<'_>, node: NodeId| {
            let name = side.model.name(side.model.node(node).name);
            (!name.is_empty()).then(|| name.to_owned())
        };
        let outputs = |side: Side<'_>, node: NodeId| -> Vec<String> {
            side.model.outputs(node).flat_map(|value| value_names(side.model, value)).collect()
        };
        let across = self.across;
        let operator = |side: Side<'_>, node: NodeId| operator(side, node, across);
        // Same operator first: numbered names from a converter may move from one node to another.
        for same in [true, false] {
            let key = |side: Side<'_>, node, names: Vec<String>| -> Vec<u64> {
                // One long operator may have thousands of outputs.
                let op = hash(if same && !names.is_empty() { operator(side, node) } else { String::new() });
                names.iter().map(|name| hash((op, name))).collect()
            };
            if self.across {
                self.by_names(&ours, &theirs, |side, node| key(side, node, outputs(side, node)));
            }
            self.by_names(&ours, &theirs, |side, node| key(side, node, name(side, node).into_iter().collect()));
            self.by_names(&ours, &theirs, |side, node| key(side, node, outputs(side, node)));
        }
        if self.across {
            self.biases(&ours);
        }
        self.by_structure(&ours, &theirs);
        self.by_readers((before, after), &ours, &theirs);
        self.by_order(&ours, &theirs);
        // The bodies of nodes see these values, regardless of how they were matched.
        self.structure(&ours, &theirs);
    }

    fn join(&mut self, ours: NodeId, theirs: NodeId) {
        (self.nodes.0[ours.index()], self.nodes.1[theirs.index()]) = (Some(theirs), Some(ours));
    }

    /// One ONNX node may be two IR layers, the second of which adds a bias and has the node's names.
    fn biases(&mut self, ours: &[NodeId]) {
        for &node in ours {
            let Some(other) = self.nodes.0[node.index()] else { continue };
            let onnx_first = self.before.model.dialect() == Dialect::Onnx;
            let (onnx, ir) = if onnx_first { (self.before, self.after) } else { (self.after, self.before) };
            let (one, layer) = if onnx_first { (node, other) } else { (other, node) };
            let operation_of = operation(onnx.model, one);
            let bias = counterpart(onnx.model, one).bias;
            let biased = bias.is_some_and(|bias| ir.model.op_type(layer) == bias.added_by);
            let first = ir.model.inputs(layer).first().and_then(|operand| operand.value());
            let core = first.filter(|_| biased).and_then(|value| ir.model.producer(value));
            let Some(core) = core.filter(|&core| operation(ir.model, core) == operation_of) else { continue };
            let (matched, cores) = match onnx_first {
                true => (&mut self.nodes.1, &mut self.cores.1),
                false => (&mut self.nodes.0, &mut self.cores.0),
            };
            if matched[core.index()].is_none() {
                matched[core.index()] = Some(one);
                cores.insert(layer, core);
            }
        }
    }

    fn unmatched(&self, ours: &[NodeId], theirs: &[NodeId]) -> (Vec<NodeId>, Vec<NodeId>) {
        let left = |nodes: &[NodeId], matched: &[Option<NodeId>]| {
            nodes.iter().copied().filter(|node| matched[node.index()].is_none()).collect()
        };
        (left(ours, &self.nodes.0), left(theirs, &self.nodes.1))
    }

    /// Matches nodes that share a key that is unique on each side.
    fn by_names(&mut self, ours: &[NodeId], theirs: &[NodeId], keys: impl Fn(Side<'_>, NodeId) -> Vec<u64>) {
        let (ours, theirs) = self.unmatched(ours, theirs);
        let unique = |side: Side<'_>, nodes: &[NodeId]| {
            UniqueKeys::new(nodes.iter().flat_map(|&node| keys(side, node).into_iter().map(move |key| (key, node))))
        };
        let (in_ours, in_theirs) = (unique(self.before, &ours), unique(self.after, &theirs));
        for &node in &ours {
            for key in keys(self.before, node) {
                let other = in_ours.node(key).and_then(|_| in_theirs.node(key));
                if let Some(other) = other.filter(|o| self.nodes.1[o.index()].is_none()) {
                    self.join(node, other);
                    break;
                }
            }
        }
    }

    /// Assigns a token to every value, and a key to every unmatched node.
    fn structure(&mut self, ours: &[NodeId], theirs: &[NodeId]) -> (Vec<u64>, Vec<u64>) {
        let (mut before, mut after) = (std::mem::take(&mut self.tokens.0), std::mem::take(&mut self.tokens.1));
        let keys = (
            tokens((self.before, self.across), ours, &mut before, |node| self.nodes.0[node.index()]),
            tokens((self.after, self.across), theirs, &mut after, |node| self.nodes.1[node.index()].and(Some(node))),
        );
        self.tokens = (before, after);
        keys
    }

    /// Matches nodes with the same operator and the same inputs, in order.
    fn by_structure(&mut self, ours: &[NodeId], theirs: &[NodeId]) {
        let keys = self.structure(ours, theirs);
        self.by_keys(ours.iter().copied().zip(keys.0), theirs.iter().copied().zip(keys.1));
    }

    /// Matches nodes without a match that have the same key, in order.
    fn by_keys(&mut self, ours: impl Iterator<Item = (NodeId, u64)>, theirs: impl Iterator<Item = (NodeId, u64)>) {
        let mut by_key: HashMap<u64, VecDeque<NodeId>> = HashMap::new();
        for (node, key) in theirs {
            if self.nodes.1[node.index()].is_none() {
                by_key.entry(key).or_default().push_back(node);
            }
        }
        for (node, key) in ours {
            if self.nodes.0[node.index()].is_none()
                && let Some(other) = by_key.get_mut(&key).and_then(VecDeque::pop_front)
            {
                self.join(node, other);
            }
        }
    }

    /// Matches nodes with the same operator whose outputs are read at the same positions by matched nodes.
    fn by_readers(&mut self, graphs: (GraphId, GraphId), ours: &[NodeId], theirs: &[NodeId]) {
        let keys = (
            readers((self.before, self.across), graphs.0, ours, |node| self.nodes.0[node.index()]),
            readers((self.after, self.across), graphs.1, theirs, |node| self.nodes.1[node.index()].and(Some(node))),
        );
        let known = |(node, key): (&NodeId, Option<u64>)| Some((*node, key?));
        self.by_keys(ours.iter().zip(keys.0).filter_map(known), theirs.iter().zip(keys.1).filter_map(known));
    }

    /// Matches the remaining nodes of an operator in order, if both sides have the same number.
    fn by_order(&mut self, ours: &[NodeId], theirs: &[NodeId]) {
        let (ours, theirs) = self.unmatched(ours, theirs);
        let across = self.across;
        let group = |side: Side<'_>, nodes: Vec<NodeId>| {
            let mut by_op: HashMap<String, Vec<NodeId>> = HashMap::new();
            nodes.into_iter().for_each(|node| by_op.entry(operator(side, node, across)).or_default().push(node));
            by_op
        };
        let (ours, theirs) = (group(self.before, ours), group(self.after, theirs));
        for (op, ours) in ours {
            let Some(theirs) = theirs.get(&op).filter(|theirs| theirs.len() == ours.len()) else { continue };
            ours.into_iter().zip(theirs).for_each(|(ours, &theirs)| self.join(ours, theirs));
        }
    }
}

/// The name of an operator; across formats, the name of its operation.
pub(super) fn operator(side: Side<'_>, node: NodeId, across: bool) -> String {
    if across {
        return operation(side.model, node);
    }
    let (domain, name) = domain_and_name(side.model, node);
    format!("{domain}.{}", name.to_lowercase())
}

/// The operation of an operator, by a name common to both dialects: `Conv` and `Convolution` are the same.
pub(super) fn operation(model: &Model, node: NodeId) -> String {
    match domain_and_name(model, node) {
        ("", name) => ops::operation(model.dialect(), name),
        (domain, name) => format!("{domain}.{name}"),
    }
}

/// The counterpart in the other format, from the record of a node's operator.
pub(super) fn counterpart(model: &Model, node: NodeId) -> Counterpart {
    match domain_and_name(model, node) {
        ("", name) => ops::counterpart(model.dialect(), name),
        _ => Counterpart::SAME_NAME,
    }
}

fn domain_and_name(model: &Model, node: NodeId) -> (&str, &str) {
    let op = model.op(node);
    let domain = model.name(op.domain);
    (if domain == "ai.onnx" { "" } else { domain }, model.name(op.name))
}

/// The bytes of the names of one value from which on they are collected once for many readers.
pub(super) const LONG_NAMES: usize = 1_024;

/// Whether the names of a value are long together.
pub(super) fn has_long_names(model: &Model, value: ValueId) -> bool {
    model.name(model.output_port(value).tensor_names).len() + model.value_name(value).len() > LONG_NAMES
}

/// The names that another model may use for a value.
pub(super) fn value_names(model: &Model, value: ValueId) -> Vec<String> {
    names(model, value).map(Cow::into_owned).collect()
}

/// The first of these names.
pub(super) fn first_value_name(model: &Model, value: ValueId) -> Option<Cow<'_, str>> {
    names(model, value).next()
}

fn names(model: &Model, value: ValueId) -> impl Iterator<Item = Cow<'_, str>> {
    let name = model.value_name(value);
    let is_onnx = model.dialect() == Dialect::Onnx;
    let is_alone = || model.producer(value).is_none_or(|node| model.outputs(node).len() == 1);
    let own = (!name.is_empty() && (is_onnx || is_alone())).then_some(Cow::Borrowed(name));
    let of_tensor = (!is_onnx).then(|| model.tensor_names(value));
    of_tensor.into_iter().flatten().chain(own)
}

fn hash(what: impl Hash) -> u64 {
    let mut hasher = DefaultHasher::new();
    what.hash(&mut hasher);
    hasher.finish()
}

/// Assigns tokens to the values of nodes, in file order; values of matched nodes get the same tokens. Returns the keys
/// of the nodes: operator and inputs.
fn tokens(
    (side, across): (Side<'_>, bool),
    nodes: &[NodeId],
    tokens: &mut [u64],
    matched: impl Fn(NodeId) -> Option<NodeId>,
) -> Vec<u64> {
    let model = side.model;
    let mut keys = Vec::with_capacity(nodes.len());
    let mut constants: HashMap<ValueId, u64> = HashMap::new();
    for &node in nodes {
        let token = |operand: &Operand| match operand {
            Operand::Value(value) if super::constant::is_constant(side, *value) => {
                *constants.entry(*value).or_insert_with(|| hash((CONSTANT, side.ty(*value))))
            }
            Operand::Value(value) => tokens[value.index()],
            Operand::Absent | Operand::Undefined(_) => 0,
        };
        let inputs: Vec<u64> = model.inputs(node).iter().map(token).collect();
        let key = match matched(node) {
            Some(other) => hash(("matched", other.index())),
            None => hash((operator(side, node, across), inputs)),
        };
        for (at, value) in model.outputs(node).enumerate() {
            tokens[value.index()] = hash((key, at));
        }
        keys.push(key);
    }
    keys
}

/// For each node, a key from its operator, its readers and their input positions; `None` without known readers. Nodes
/// are visited from last to first, so that readers have keys before their producers.
fn readers(
    (side, across): (Side<'_>, bool),
    graph: GraphId,
    nodes: &[NodeId],
    matched: impl Fn(NodeId) -> Option<NodeId>,
) -> Vec<Option<u64>> {
    let model = side.model;
    let mut reads: HashMap<ValueId, Vec<u64>> = HashMap::new();
    for (at, output) in model.graph(graph).outputs.iter().enumerate() {
        if let Some(value) = output.operand.value() {
            reads.entry(value).or_default().push(hash(("output", at)));
        }
    }
    let mut keys = vec![None; nodes.len()];
    for (slot, &node) in keys.iter_mut().zip(nodes).rev() {
        let mut places: Vec<(usize, u64)> = Vec::new();
        for (at, value) in model.outputs(node).enumerate() {
            places.extend(reads.get(&value).into_iter().flatten().map(|&reader| (at, reader)));
        }
        places.sort_unstable();
        let key = match matched(node) {
            Some(other) => Some(hash(("matched", other.index()))),
            None if places.is_empty() => None,
            None => Some(hash((operator(side, node, across), places))),
        };
        *slot = key;
        let Some(key) = key else { continue };
        for (at, value) in model.inputs(node).iter().enumerate().filter_map(|(at, o)| Some((at, o.value()?))) {
            reads.entry(value).or_default().push(hash((key, at)));
        }
    }
    keys
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_of_several_nodes_are_not_unique() {
        let keys = [(7, 0), (3, 1), (7, 2), (5, 1), (3, 1), (7, 3), (9, 2)].map(|(key, node)| (key, NodeId::new(node)));
        let unique = UniqueKeys::new(keys.into_iter());
        assert_eq!(
            [3, 5, 7, 9].map(|key| unique.node(key)),
            [Some(1), Some(1), None, Some(2)].map(|n| n.map(NodeId::new))
        );
    }
}
