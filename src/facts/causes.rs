//! Why facts are unknown, apart from the nodes where: many nodes share a cause.

use std::hash::BuildHasher;
use std::sync::Arc;

use hashbrown::hash_table::Entry;
use hashbrown::{DefaultHashBuilder, HashTable};

use crate::fact::UnknownReason;
use crate::ids::NodeId;
use crate::rule::RuleRef;
use crate::short_text::shortened;

/// The bytes of the longest text of a cause, which reports have for each value: the middle of a longer one is cut.
const LONGEST: usize = 1_024;

/// Causes by index, counted from 1; each is stored once.
#[derive(Clone, Debug, Default)]
pub(super) struct Causes {
    list: Vec<Cause>,
    table: HashTable<u32>,
    hasher: DefaultHashBuilder,
    /// The index that was returned last: many nodes in a row may have the same cause.
    last: u32,
}

/// A reason without its node.
#[derive(Clone, PartialEq, Debug)]
enum Cause {
    Fault(RuleRef),
    Operator(Arc<str>),
    Value(Arc<str>),
}

impl Cause {
    fn text(&self) -> &str {
        match self {
            Cause::Fault(rule) => rule.code(),
            Cause::Operator(text) | Cause::Value(text) => text,
        }
    }
}

impl Causes {
    /// The index of the cause of a reason, and its node; 0 and none without a reason.
    pub(super) fn insert(&mut self, why: Option<UnknownReason>) -> (u32, Option<NodeId>) {
        let Some(why) = why else { return (0, None) };
        let node = why.node();
        let short = |cause: Arc<str>| if cause.len() > LONGEST { shortened(&cause, LONGEST).into() } else { cause };
        let cause = match why {
            UnknownReason::AtFault { rule, .. } => Cause::Fault(rule),
            UnknownReason::Operator { cause, .. } => Cause::Operator(short(cause)),
            UnknownReason::Value { cause } => Cause::Value(short(cause)),
        };
        let is_last = self.get(self.last) == Some(&cause);
        if !is_last {
            self.last = self.index(cause);
        }
        (self.last, node)
    }

    fn index(&mut self, cause: Cause) -> u32 {
        let Causes { list, table, hasher, .. } = self;
        let hash = hasher.hash_one(cause.text());
        let entry = table.entry(hash, |&i| list[i as usize] == cause, |&i| hasher.hash_one(list[i as usize].text()));
        match entry {
            Entry::Occupied(known) => *known.get() + 1,
            Entry::Vacant(free) => {
                free.insert(list.len() as u32);
                list.push(cause);
                list.len() as u32
            }
        }
    }

    fn get(&self, index: u32) -> Option<&Cause> {
        self.list.get((index as usize).checked_sub(1)?)
    }

    /// The reason of the cause with this index, at this node.
    pub(super) fn reason(&self, (index, node): (u32, Option<NodeId>)) -> Option<UnknownReason> {
        Some(match self.get(index)?.clone() {
            Cause::Fault(rule) => UnknownReason::AtFault { rule, node: node? },
            Cause::Operator(cause) => UnknownReason::Operator { node: node?, cause },
            Cause::Value(cause) => UnknownReason::Value { cause },
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules;

    #[test]
    fn equal_causes_are_stored_once() {
        let mut causes = Causes::default();
        let text = |at: u32| if at == 2 { "a value" } else { "no shape function yet" };
        let why = |at: u32| match at {
            4 => UnknownReason::value(text(at)),
            5 => UnknownReason::AtFault { rule: (&rules::axis_out_of_range::RULE).into(), node: NodeId::new(3) },
            _ => UnknownReason::operator(NodeId::new(at), text(at)),
        };
        let stored: Vec<_> = (0..6).map(|at| causes.insert(Some(why(at)))).collect();
        // One text as the cause at a node and of a value, another one, and a rule.
        assert_eq!(causes.list.len(), 4);
        for (at, cause) in (0..).zip(stored) {
            assert_eq!(causes.reason(cause), Some(why(at)));
        }
        assert_eq!(causes.insert(None), (0, None));
        assert_eq!(causes.reason((0, None)), None);
    }
}
