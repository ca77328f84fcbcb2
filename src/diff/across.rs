//! Nodes of two dialects that do the same: their settings and their inputs.

use std::borrow::Cow;
use std::collections::BTreeMap;

use super::constant::Likeness;
use super::graphs::Place;
use super::matching::operation;
use super::nodes::operator_label;
use super::settings::{self, Meaning, Rule, Setting};
use super::verdict::{Turned, Verdict, compare};
use super::{Aspect, Comparer, NotCompared, Side};
use crate::dialect::Dialect;
use crate::graph::Operand;
use crate::ids::NodeId;
use crate::ops;

impl Comparer<'_> {
    /// Compares two nodes of two dialects; that they do not do the same is told, and nothing else then.
    pub(super) fn node_across(&mut self, ours: NodeId, theirs: NodeId) {
        let place = (self.before.model.node(ours).graph, Some(ours));
        // A bias is a layer of its own in IR, behind the one that does the work.
        let (our_core, their_core) = (self.core(ours), self.core_of_other(theirs));
        let name = operation(self.before.model, our_core);
        if name != operation(self.after.model, their_core) {
            let labels = (operator_label(self.before.model, ours), operator_label(self.after.model, theirs));
            return self.tell(place, Aspect::Operator, labels.0, labels.1);
        }
        let mut transposed = Vec::new();
        let mut either = Vec::new();
        for (ours_at, theirs_at) in self.pairs_of_inputs(&name, our_core, their_core) {
            let operands = (at(self.before, our_core, ours_at), at(self.after, their_core, theirs_at));
            if self.is_setting(our_core, ours_at, operands) {
                continue;
            }
            let onnx_at = if self.before.model.dialect() == Dialect::Onnx { ours_at } else { theirs_at };
            match self.likeness(operands) {
                Some(Likeness::Same) if name == "matmul" && self.transposes(operands) => either.push(onnx_at),
                Some(Likeness::Transposed) if name == "matmul" => transposed.push(onnx_at),
                // What groups share is an axis of its own in IR.
                Some(Likeness::Reshaped) if name.starts_with("convolution") => {}
                // Of constants that are others anyway it cannot be told which way they are read.
                likeness => {
                    if self.operand_across(place, ours_at, operands, likeness) {
                        either.push(onnx_at);
                    }
                }
            }
        }
        self.bias(&name, (ours, our_core), (theirs, their_core));
        self.settings(place, (our_core, their_core), (&transposed, &either));
    }

    fn core(&self, node: NodeId) -> NodeId {
        self.cores.0.get(&node).copied().unwrap_or(node)
    }

    fn core_of_other(&self, node: NodeId) -> NodeId {
        self.cores.1.get(&node).copied().unwrap_or(node)
    }

    /// The positions of inputs that mean the same.
    fn pairs_of_inputs(&self, operation: &str, ours: NodeId, theirs: NodeId) -> Vec<(usize, usize)> {
        // What ONNX has as an attribute IR has as an input.
        let both = self.before.model.inputs(ours).len().min(self.after.model.inputs(theirs).len());
        match ops::counterpart::inputs(operation) {
            None => (0..both).map(|at| (at, at)).collect(),
            Some(pairs) if self.before.model.dialect() == Dialect::Onnx => pairs.to_vec(),
            Some(pairs) => pairs.iter().map(|&(onnx, ir)| (ir, onnx)).collect(),
        }
    }

    /// Whether constants are compared as axes are, with the settings.
    fn is_setting(&self, node: NodeId, at: usize, (ours, theirs): (Operand, Operand)) -> bool {
        let signature = settings::signature(self.before.model, node);
        let name = signature.and_then(|signature| signature.inputs.get(at)).map(|formal| formal.name);
        let constant = |side: Side<'_>, operand: Operand| {
            operand.value().is_none_or(|value| super::constant::is_constant(side, value))
        };
        matches!(name, Some("axes" | "axis" | "reduction_axes" | "input_order" | "slope" | "steps" | "step"))
            && constant(self.before, ours)
            && constant(self.after, theirs)
            && (name != Some("slope") || ours.value().is_none() || theirs.value().is_none())
    }

    /// Tells what differs between two operands; whether anything does.
    fn operand_across(
        &mut self,
        place: Place,
        at: usize,
        (ours, theirs): (Operand, Operand),
        likeness: Option<Likeness>,
    ) -> bool {
        if matches!(likeness, Some(Likeness::Same)) {
            return false;
        }
        let Some((constants, old, new)) = self.operands(ours, theirs) else { return false };
        let aspect = if constants { Aspect::Constant(at) } else { Aspect::Input(at) };
        let how = match likeness {
            Some(Likeness::Transposed) => " (transposed)",
            Some(Likeness::Reshaped) => " (reshaped)",
            _ => "",
        };
        self.tell(place, aspect, old, new.map(|new| new + how));
        true
    }

    /// Compares ONNX's bias with what IR adds.
    fn bias(&mut self, operation: &str, (ours, our_core): (NodeId, NodeId), (theirs, their_core): (NodeId, NodeId)) {
        let Some(bias) = ops::counterpart::bias(operation) else { return };
        let position = |node, core, dialect| if dialect == Dialect::Onnx || node == core { bias } else { 1 };
        let ours_at = position(ours, our_core, self.before.model.dialect());
        let theirs_at = position(theirs, their_core, self.after.model.dialect());
        let left_out = |side: Side<'_>, node, core| side.model.dialect() == Dialect::OpenVino && node == core;
        let operand =
            |side, node, core, at_| if left_out(side, node, core) { Operand::Absent } else { at(side, node, at_) };
        let operands =
            (operand(self.before, ours, our_core, ours_at), operand(self.after, theirs, their_core, theirs_at));
        let place = (self.before.model.node(ours).graph, Some(ours));
        match self.likeness(operands) {
            Some(Likeness::Reshaped) => {}
            None if self.no_bias(operands) => {}
            likeness => {
                self.operand_across(place, ours_at, operands, likeness);
            }
        }
    }

    /// Whether neither side adds anything: one has no bias, the other zeros.
    fn no_bias(&self, operands: (Operand, Operand)) -> bool {
        match operands {
            (Operand::Value(value), Operand::Absent) => super::constant::is_zero(self.before, value),
            (Operand::Absent, Operand::Value(value)) => super::constant::is_zero(self.after, value),
            _ => false,
        }
    }

    fn settings(&mut self, place: Place, (ours, theirs): (NodeId, NodeId), turned: Turned<'_>) {
        let (before, after) = (self.before, self.after);
        for (onnx, ir, rule) in settings::rows([(before, ours), (after, theirs)]) {
            let names = |side: Side<'_>| match side.model.dialect() {
                Dialect::Onnx => Cow::Owned(vec![onnx.clone()]),
                Dialect::OpenVino => Cow::Borrowed(&ir),
            };
            let read = |side: Side<'_>, node| match (rule, side.model.dialect()) {
                (Rule::Group, Dialect::OpenVino) => group(side, node),
                (Rule::Truncates, Dialect::OpenVino) => truncates(side, node),
                (Rule::Pads, _) => pads(side, node, &names(side)),
                _ => settings::setting(side, node, &names(side)),
            };
            let (a, b) = (read(before, ours), read(after, theirs));
            let rank = self.rank((ours, theirs));
            match compare(rule, a.as_ref(), b.as_ref(), rank, turned) {
                Verdict::Same => {}
                Verdict::Different => self.tell_setting(place, (&onnx, &ir, rule), a, b),
                Verdict::Open => self.not_compared(ours, &onnx),
            }
        }
    }

    fn tell_setting(
        &mut self,
        place: Place,
        (onnx, ir, rule): (&str, &[String], Rule),
        a: Option<Setting>,
        b: Option<Setting>,
    ) {
        // What IR says the other way round is told as ONNX would say it.
        let text = |side: Side<'_>, setting: Option<Setting>| {
            let word = setting?.meaning.word();
            let opposite = rule == Rule::Not && side.model.dialect() == Dialect::OpenVino;
            Some(if opposite { u8::from(word == "0").to_string() } else { word })
        };
        let onnx_name = self.before.model.dialect() == Dialect::Onnx || rule == Rule::Not;
        let name = ir.first().filter(|_| !onnx_name).map_or(onnx, String::as_str);
        let (old, new) = (text(self.before, a), text(self.after, b));
        self.tell(place, Aspect::Attribute(name.to_owned()), old, new);
    }

    fn not_compared(&mut self, node: NodeId, attribute: &str) {
        let key = (self.before.model.op_type(node).to_owned(), attribute.to_owned());
        *self.open.entry(key).or_insert(0) += 1;
    }

    /// The rank that axes count in: of the first input, or of the output where that has more.
    fn rank(&self, (ours, theirs): (NodeId, NodeId)) -> Option<usize> {
        let rank = |side: Side<'_>, node: NodeId| {
            let of = |value| side.analysis.facts.ty(value).as_tensor().and_then(|tensor| tensor.shape.rank());
            let input = side.model.inputs(node).first().and_then(|operand| operand.value()).and_then(of)?;
            let grows = operation(side.model, node) == "unsqueeze" || operation(side.model, node) == "onehot";
            if grows { side.model.outputs(node).next().and_then(of) } else { Some(input) }
        };
        rank(self.before, ours).or_else(|| rank(self.after, theirs))
    }
}

/// What of attributes was not compared, by operator and name.
pub(super) fn listed(open: BTreeMap<(String, String), usize>) -> Vec<NotCompared> {
    open.into_iter().map(|((operator, attribute), nodes)| NotCompared { operator, attribute, nodes }).collect()
}

fn at(side: Side<'_>, node: NodeId, at: usize) -> Operand {
    side.model.inputs(node).get(at).copied().unwrap_or(Operand::Absent)
}

/// The groups of a convolution of IR: the first axis of its weights.
fn group(side: Side<'_>, node: NodeId) -> Option<Setting> {
    let known = |number: f64| Some(Setting { meaning: Meaning::Numbers(vec![number]), default: false, input: false });
    if !side.model.op_type(node).starts_with("Group") {
        return known(1.0);
    }
    let weights = at(side, node, 1).value()?;
    let groups = side.analysis.facts.ty(weights).as_tensor().and_then(|tensor| tensor.shape.dims()?.first()?.size());
    groups.map_or(Some(Setting { meaning: Meaning::Open, default: false, input: false }), |groups| known(groups as f64))
}

/// Whether a remainder has the sign of what is divided.
fn truncates(side: Side<'_>, node: NodeId) -> Option<Setting> {
    let number = if side.model.op_type(node) == "Mod" { 1.0 } else { 0.0 };
    Some(Setting { meaning: Meaning::Numbers(vec![number]), default: false, input: false })
}

/// The padding before every axis, then the padding behind it; open where it is automatic.
fn pads(side: Side<'_>, node: NodeId, names: &[String]) -> Option<Setting> {
    let automatic = settings::setting(side, node, &["auto_pad".to_owned()]).map(|setting| setting.meaning.word());
    if automatic.is_some_and(|word| !matches!(word.as_str(), "notset" | "explicit")) {
        return None;
    }
    let parts: Vec<Setting> =
        names.iter().map_while(|name| settings::setting(side, node, std::slice::from_ref(name))).collect();
    let numbers: Option<Vec<&[f64]>> = parts.iter().map(|part| part.meaning.numbers()).collect();
    let meaning = numbers.map_or(Meaning::Open, |numbers| Meaning::Numbers(numbers.concat()));
    (!parts.is_empty()).then_some(Setting { meaning, default: false, input: false })
}
