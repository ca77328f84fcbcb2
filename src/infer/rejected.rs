//! Values that all of their readers reject in the same way: the value is at fault, not each reader.

use hashbrown::HashMap;

use super::state::{Learned, Premise};
use crate::diagnostic::Diagnostic;
use crate::graph::Model;
use crate::ids::{NodeId, ValueId};
use crate::place::Part;
use crate::rule::Level;
use crate::rule::RuleRef;
use crate::rules;

/// The most readers that a finding lists.
const LISTED: usize = 8;

/// The value that a finding is about, if it is about the rank or the type of that input alone.
fn rejected(model: &Model, finding: &Diagnostic) -> Option<(ValueId, NodeId)> {
    let alone = [&rules::wrong_input_rank::RULE, &rules::type_not_allowed::RULE].contains(&&*finding.rule);
    let (Some(node), Part::Input(input), true) = (finding.place.node, finding.place.part, alone) else { return None };
    let value = model.inputs(node).get(input as usize)?.value()?;
    (finding.level == Level::Error).then_some((value, node))
}

/// Replaces the errors of several readers of a value since position `before` by the first, if no reader accepts it.
pub(super) fn join(premise: Premise<'_>, learned: &mut Learned, before: usize) {
    let model = premise.model;
    let mut readers: HashMap<(RuleRef, ValueId), Vec<NodeId>> = HashMap::new();
    for finding in &learned.diagnostics.findings()[before..] {
        if let Some((value, node)) = rejected(model, finding) {
            readers.entry((finding.rule.clone(), value)).or_default().push(node);
        }
    }
    readers.retain(|_, nodes| nodes.len() > 1);
    if readers.is_empty() {
        return;
    }
    let mut uses: HashMap<ValueId, usize> = HashMap::new();
    for value in model.operands.iter().filter_map(|operand| operand.value()) {
        *uses.entry(value).or_default() += 1;
    }
    readers.retain(|(_, value), nodes| uses.get(value) == Some(&nodes.len()));
    let mut joined: Vec<_> = readers.into_iter().collect();
    joined.sort_by(|((a, x), _), ((b, y), _)| (x, a.code()).cmp(&(y, b.code())));
    for ((code, value), nodes) in joined {
        let belongs =
            |finding: &Diagnostic| finding.rule == code && rejected(model, finding).map(|r| r.0) == Some(value);
        let others: Vec<_> =
            learned.diagnostics.findings()[before..].iter().filter(|f| belongs(f)).skip(1).cloned().collect();
        let Some(kept) = learned.diagnostics.keep_one(before, belongs, |_| 0) else { continue };
        for other in others.into_iter().take(LISTED) {
            *kept = kept.clone().related(other.place, other.message.clone());
        }
        *kept = kept.clone().note(format!(
            "all {} nodes that read `{}` reject it: the fault is before them",
            nodes.len(),
            model.value_name(value)
        ));
    }
}
