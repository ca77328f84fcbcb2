//! The growth of the file: the constants that make it larger are left out.

use hashbrown::HashMap;

use super::Run;
use super::computed::Computed;
use super::selection::Choice;
use crate::dialect::Format;
use crate::graph::{DataFile, Model, ValueRole};
use crate::ids::{NodeId, ValueId};
use crate::rewrite::{NewConstant, Rewrite};
use crate::write::{ExternalDataPolicy, write_rewritten};

/// By how many bytes a rewrite makes the files of a model larger, or at least makes them larger if that is more than allowed.
/// `None` if it cannot be written, which is for the caller to find out.
fn of(model: &Model, rewrite: &Rewrite, allowed: i128) -> Option<i128> {
    // To write tens of millions of elements as text would take seconds in each round.
    let least = least(model, rewrite);
    if least > allowed {
        return Some(least);
    }
    let written = write_rewritten(model, rewrite, &ExternalDataPolicy::Keep).ok()?;
    let weights = match model.format() {
        Format::OpenVinoIr => model.data_files().iter().map(DataFile::len).sum::<u64>(),
        _ => 0,
    };
    Some(i128::from(written.len()) - i128::from(model.file_len()) - i128::from(weights))
}

/// A number of bytes by which a rewrite makes the file of a text larger at least: each new element is a digit and a comma, where
/// several of less than a byte may be one number.
fn least(model: &Model, rewrite: &Rewrite) -> i128 {
    let numbers = |constant: &NewConstant| match constant {
        NewConstant::Tensor(tensor) => tensor.num_elements().min(tensor.byte_len()),
        NewConstant::CopiedFromFile(_) => 0,
    };
    let written = match model.format() {
        Format::OnnxText => rewrite.constants.iter().map(|(_, constant)| 2 * numbers(constant) as i128).sum(),
        _ => 0,
    };
    written - i128::from(model.file_len())
}

/// What each constant of a rewrite adds to the file: its bytes without those of everything that only it replaces.
/// The largest first.
pub(super) fn by_constant(
    run: &Run<'_>,
    choice: &Choice,
    computed: &Computed,
    rewrite: &Rewrite,
) -> Vec<(NodeId, i128)> {
    let mut owners = Owners { run, choice, of: HashMap::new() };
    owners.label();
    let mut sizes: HashMap<ValueId, i128> = HashMap::new();
    for &value in &choice.emitted {
        let bytes = match run.record(value) {
            Some(tensor) => run.model.tensor(tensor).span.len(),
            None => computed.size(value).map_or(0, |(_, bytes)| bytes),
        };
        sizes.insert(value, i128::from(bytes) + run.model.value_name(value).len() as i128);
    }
    let nodes = rewrite.nodes.iter().map(|&node| (owners.of_node(node), run.model.node(node).span().len()));
    let initializers = rewrite.initializers.iter().map(|&value| (owners.of_readers(value), run.stored_len(value)));
    for (owner, bytes) in nodes.chain(initializers) {
        if let Some(Owner::One(value)) = owner {
            *sizes.entry(value).or_default() -= bytes as i128;
        }
    }
    let mut by_node: HashMap<NodeId, i128> = HashMap::new();
    for (value, bytes) in sizes {
        if let Some(node) = run.model.producer(value) {
            *by_node.entry(node).or_default() += bytes;
        }
    }
    let mut all: Vec<(NodeId, i128)> = by_node.into_iter().collect();
    all.sort_unstable_by_key(|&(node, bytes)| (-bytes, node));
    all
}

/// The constants that something removed is replaced by.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Owner {
    One(ValueId),
    Several,
}

struct Owners<'a, 'r> {
    run: &'a Run<'r>,
    choice: &'a Choice,
    of: HashMap<NodeId, Owner>,
}

impl Owners<'_, '_> {
    /// Readers before producers: a node belongs to its own constants, and to those of the folded nodes that read it.
    fn label(&mut self) {
        for &node in self.run.order.iter().rev().filter(|node| self.choice.folded[node.index()]) {
            let own = self.run.model.outputs(node).filter(|value| self.choice.emitted.binary_search(value).is_ok());
            let own: Vec<Owner> = own.map(Owner::One).collect();
            let readers = self.run.model.outputs(node).filter_map(|value| self.of_readers(value));
            if let Some(owner) = joined(own.into_iter().chain(readers.collect::<Vec<_>>())) {
                self.of.insert(node, owner);
            }
        }
    }

    fn of_node(&self, node: NodeId) -> Option<Owner> {
        // A node that was removed only because nothing reads it any more was read by folded nodes.
        let readers = || joined(self.run.model.outputs(node).filter_map(|value| self.of_readers(value)));
        self.of.get(&node).copied().or_else(readers)
    }

    fn of_readers(&self, value: ValueId) -> Option<Owner> {
        joined(self.run.uses.readers(value).iter().filter_map(|reader| self.of.get(reader).copied()))
    }
}

fn joined(owners: impl Iterator<Item = Owner>) -> Option<Owner> {
    owners.reduce(|a, b| if a == b { a } else { Owner::Several })
}

/// Maximum number of times that constants are left out.
const MAX_ROUNDS: u32 = 28;

/// After so many times, each leaves out at least twice as many as before.
const MEASURED: u32 = 8;

impl Run<'_> {
    /// The rewrite that makes the file at most `allow_growth` bytes larger: the constants that make it largest are left
    /// out, and the selection is repeated without them.
    pub(super) fn within_growth(&self, mut choice: Choice, mut computed: Computed) -> (Choice, Computed, Rewrite) {
        let allowed = i128::from(self.options.allow_growth);
        for round in 0..MAX_ROUNDS {
            let rewrite = self.rewrite(&choice, &computed);
            let growth = of(self.model, &rewrite, allowed).unwrap_or(0);
            if rewrite.is_empty() || growth <= allowed {
                return (choice, computed, rewrite);
            }
            let constants = by_constant(self, &choice, &computed, &rewrite);
            // What is estimated of all of them is `growth` in fact.
            let estimated: i128 = constants.iter().map(|(_, bytes)| bytes).sum();
            let mut excess = estimated.max(1).saturating_mul(growth - allowed) / growth;
            for (refused, (node, bytes)) in constants.into_iter().enumerate() {
                // The estimate may be too low, so at least one is left out.
                if (excess <= 0 || bytes <= 0) && refused >= 1 << round.saturating_sub(MEASURED) {
                    break;
                }
                excess -= bytes;
                computed.too_growing.insert(node, u64::try_from(bytes).unwrap_or(0));
            }
            // It shares the values that the selection is about to evaluate again.
            drop(rewrite);
            (choice, computed) = self.select(computed);
        }
        (self.unsettled(&computed), computed, Rewrite::default())
    }

    /// The bytes of an initializer's record in the file.
    fn stored_len(&self, value: ValueId) -> u64 {
        match self.model.value(value).role {
            ValueRole::Initializer(tensor) => self.model.tensor(tensor).span.len(),
            _ => 0,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fold::{FoldOptions, fold};
    use crate::{ReadOptions, Source};

    /// The growth by copies of a constant, and what it is at least.
    fn growth(ty: &str, element: &str, copies: usize) -> (i128, i128) {
        let nodes: String =
            (0..copies).map(|i| format!("n{i} = Concat <axis = 0> (c, c)  y{i} = Mul (x, n{i})\n")).collect();
        let outputs: Vec<String> = (0..copies).map(|i| format!("y{i}")).collect();
        let text = format!(
            "<ir_version: 10, opset_import: [\"\" : 21]>
            g ({ty}[1] x) => ({}) <{ty}[100] c = {{{}}}> {{ {nodes} }}",
            outputs.join(", "),
            vec![element; 100].join(",")
        );
        let model = Model::read(Source::from_bytes("m.onnxtxt", text), &ReadOptions::default());
        let options = FoldOptions { allow_growth: u64::MAX, ..FoldOptions::default() };
        let rewrite = fold(&model, &options).rewrite;
        assert_eq!(rewrite.constants.len(), copies, "{ty}");
        (of(&model, &rewrite, i128::MAX).expect("a text"), least(&model, &rewrite))
    }

    #[test]
    fn what_a_text_grows_by_at_least_is_known_without_writing_it() {
        for (ty, element) in [("float", "1"), ("int64", "7"), ("uint8", "7"), ("double", "2")] {
            let (growth, least) = growth(ty, element, 50);
            assert!(10_000 < least && least <= growth, "{ty}: {least} of {growth}");
        }
    }
}
