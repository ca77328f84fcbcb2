//! Values that all of their readers reject in the same way: the value is at fault, not each reader.

use hashbrown::HashMap;

use super::state::{Learned, Premise};
use crate::diagnostic::Diagnostic;
use crate::graph::Model;
use crate::ids::ValueId;
use crate::place::Part;
use crate::rule::Level;
use crate::rule::RuleRef;
use crate::rules;

/// The most readers that a finding lists.
const LISTED: usize = 8;

/// The value that a finding is about, if it is about the rank or the type of that input alone.
fn rejected(model: &Model, finding: &Diagnostic) -> Option<ValueId> {
    let alone = [&rules::wrong_input_rank::RULE, &rules::type_not_allowed::RULE].contains(&&*finding.rule);
    let (Some(node), Part::Input(input), true) = (finding.place.node, finding.place.part, alone) else { return None };
    let value = model.inputs(node).get(input as usize)?.value()?;
    (finding.level == Level::Error).then_some(value)
}

/// Replaces the errors of several readers of a value since position `before` by the first, if no reader accepts it.
pub(super) fn join(premise: Premise<'_>, learned: &mut Learned, before: usize) {
    let model = premise.model;
    // Thousands of values may have a few readers each, so the errors of each are found once.
    let mut readers: HashMap<(RuleRef, ValueId), Vec<usize>> = HashMap::new();
    for (at, finding) in learned.diagnostics.findings().iter().enumerate().skip(before) {
        if let Some(value) = rejected(model, finding) {
            readers.entry((finding.rule.clone(), value)).or_default().push(at);
        }
    }
    readers.retain(|_, errors| errors.len() > 1);
    if readers.is_empty() {
        return;
    }
    let mut uses: HashMap<ValueId, usize> = HashMap::new();
    for value in model.operands.iter().filter_map(|operand| operand.value()) {
        *uses.entry(value).or_default() += 1;
    }
    readers.retain(|(_, value), errors| uses.get(value) == Some(&errors.len()));
    let mut joined: Vec<_> = readers.into_iter().collect();
    joined.sort_by(|((a, x), _), ((b, y), _)| (x, a.code()).cmp(&(y, b.code())));
    let (values, groups): (Vec<ValueId>, Vec<Vec<usize>>) =
        joined.into_iter().map(|((_, value), errors)| (value, errors)).unzip();
    let mut values = values.into_iter();
    learned.diagnostics.join(&groups, |first, others| {
        let name = values.next().map_or("", |value| model.value_name(value));
        let finding =
            others.iter().take(LISTED).fold(first, |finding, other| finding.related(other.place, &other.message));
        finding.note(format!("all {} nodes that read `{name}` reject it: the fault is before them", others.len() + 1))
    });
}

#[cfg(test)]
mod tests {
    use crate::graph::Model;
    use crate::{AnalysisOptions, Level, ReadOptions, Source, analyze};

    #[test]
    fn the_errors_of_each_rejected_value_are_joined() {
        let nodes = "a = Relu (x) b = Relu (y) c = Relu (x) d = Relu (y) e = Relu (y) f = Shape (z) h = Relu (z)";
        let text = format!(
            "<ir_version: 8, opset_import: [\"\" : 18]>\n\
             g (string[2] x, string[2] y, string[2] z) => (a, b, c, d, e, f, h) {{ {nodes} }}"
        );
        let model = Model::read(Source::from_bytes("m.onnxtxt", text), &ReadOptions::default());
        let findings = analyze(&model, &AnalysisOptions::default()).findings;
        let errors = findings.iter().filter(|finding| finding.level == Level::Error);
        let shown = errors.map(|error| (error.related.len(), error.notes.last().cloned().unwrap_or_default()));
        let all = |count, name| format!("all {count} nodes that read `{name}` reject it: the fault is before them");
        let shown: Vec<_> = shown.collect();
        assert_eq!(shown.len(), 3, "{shown:?}");
        assert_eq!(shown[..2], [(1, all(2, "x")), (2, all(3, "y"))]);
        assert_eq!(shown[2].0, 0, "`Shape` takes `z`: {shown:?}");
    }
}
