//! Compares equivalent nodes of two dialects: their settings and their inputs.

use std::collections::BTreeMap;

use super::constant::Likeness;
use super::graphs::Place;
use super::matching::{counterpart, operation};
use super::nodes::operator_label;
use super::settings::{self, Meaning, Setting, Settings};
use super::verdict::{Orientations, Verdict, compare};
use super::{Aspect, Comparer, NotCompared, Side};
use crate::dialect::Dialect;
use crate::graph::Operand;
use crate::graph::label::cut_name;
use crate::ids::NodeId;
use crate::ops::counterpart::{Counterpart, Equivalence, ImpliedSetting};

impl Comparer<'_> {
    /// Compares two nodes of two dialects. If they are not equivalent, only that is reported.
    pub(super) fn node_across(&mut self, ours: NodeId, theirs: NodeId) {
        let place = (self.before.model.node(ours).graph, Some(ours));
        // In IR, a bias is a separate layer after the one that computes.
        let (our_core, their_core) = (self.core(ours), self.core_of_other(theirs));
        if operation(self.before.model, our_core) != operation(self.after.model, their_core) {
            let labels = (operator_label(self.before.model, ours), operator_label(self.after.model, theirs));
            return self.report(place, Aspect::Operator, labels.0, labels.1);
        }
        let counterpart = self.counterpart(our_core, their_core);
        let may_transpose = counterpart.transposes_constants();
        let mut transposed = Vec::new();
        let mut either = Vec::new();
        for (ours_at, theirs_at) in self.pairs_of_inputs(&counterpart, our_core, their_core) {
            let operands =
                (input_operand(self.before, our_core, ours_at), input_operand(self.after, their_core, theirs_at));
            if self.is_setting(&counterpart, our_core, ours_at, operands) {
                continue;
            }
            let onnx_at = if self.before.model.dialect() == Dialect::Onnx { ours_at } else { theirs_at };
            match self.likeness(operands) {
                Some(Likeness::Same) if may_transpose && self.transposes(operands) => either.push(onnx_at),
                Some(Likeness::Transposed) if may_transpose => transposed.push(onnx_at),
                // In IR, groups are a separate axis.
                Some(Likeness::Reshaped) if counterpart.constants_are_reshaped => {}
                // If the constants differ anyway, their orientation cannot be determined.
                likeness => {
                    if self.operand_across(place, ours_at, operands, likeness) {
                        either.push(onnx_at);
                    }
                }
            }
        }
        self.bias(&counterpart, (ours, our_core), (theirs, their_core));
        self.settings(place, &counterpart, (our_core, their_core), (&transposed, &either));
    }

    /// How inputs and settings of two nodes correspond, according to the record of the ONNX operator.
    fn counterpart(&self, ours: NodeId, theirs: NodeId) -> Counterpart {
        match self.before.model.dialect() {
            Dialect::Onnx => counterpart(self.before.model, ours),
            Dialect::OpenVino => counterpart(self.after.model, theirs),
        }
    }

    fn core(&self, node: NodeId) -> NodeId {
        self.cores.0.get(&node).copied().unwrap_or(node)
    }

    fn core_of_other(&self, node: NodeId) -> NodeId {
        self.cores.1.get(&node).copied().unwrap_or(node)
    }

    /// The positions of corresponding inputs.
    fn pairs_of_inputs(&self, counterpart: &Counterpart, ours: NodeId, theirs: NodeId) -> Vec<(usize, usize)> {
        // An ONNX attribute may be an input in IR.
        let both = self.before.model.inputs(ours).len().min(self.after.model.inputs(theirs).len());
        match counterpart.inputs {
            None => (0..both).map(|at| (at, at)).collect(),
            Some(pairs) if self.before.model.dialect() == Dialect::Onnx => pairs.to_vec(),
            Some(pairs) => pairs.iter().map(|&(onnx, ir)| (ir, onnx)).collect(),
        }
    }

    /// Whether constants are axes or similar, and compared with the settings.
    fn is_setting(
        &self,
        counterpart: &Counterpart,
        node: NodeId,
        at: usize,
        (ours, theirs): (Operand, Operand),
    ) -> bool {
        let signature = settings::signature(self.before.model, node);
        let name = signature.and_then(|signature| signature.inputs.get(at)).map(|formal| formal.name);
        let pair = name.and_then(|name| counterpart.setting(self.before.model.dialect(), name));
        let constant = |side: Side<'_>, operand: Operand| {
            operand.value().is_none_or(|value| super::constant::is_constant(side, value))
        };
        pair.is_some_and(|pair| pair.may_be_input) && constant(self.before, ours) && constant(self.after, theirs)
    }

    /// Reports differences between two operands; returns whether there are any.
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
        self.report(place, aspect, old, new.map(|new| new + how));
        true
    }

    /// Compares ONNX's bias with the one that IR adds.
    fn bias(
        &mut self,
        counterpart: &Counterpart,
        (ours, our_core): (NodeId, NodeId),
        (theirs, their_core): (NodeId, NodeId),
    ) {
        let Some(bias) = counterpart.bias.map(|bias| bias.input) else { return };
        let position = |node, core, dialect| if dialect == Dialect::Onnx || node == core { bias } else { 1 };
        let ours_at = position(ours, our_core, self.before.model.dialect());
        let theirs_at = position(theirs, their_core, self.after.model.dialect());
        let left_out = |side: Side<'_>, node, core| side.model.dialect() == Dialect::OpenVino && node == core;
        let operand = |side, node, core, at_| {
            if left_out(side, node, core) { Operand::Absent } else { input_operand(side, node, at_) }
        };
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

    /// Whether neither side adds anything: one has no bias, and the other has zeros.
    fn no_bias(&mut self, operands: (Operand, Operand)) -> bool {
        match operands {
            (Operand::Value(value), Operand::Absent) => self.is_zero(value, true),
            (Operand::Absent, Operand::Value(value)) => self.is_zero(value, false),
            _ => false,
        }
    }

    fn settings(
        &mut self,
        place: Place,
        counterpart: &Counterpart,
        (ours, theirs): (NodeId, NodeId),
        turned: Orientations<'_>,
    ) {
        let (before, after) = (Settings::new(self.before, ours), Settings::new(self.after, theirs));
        let rank = self.rank(counterpart, (ours, theirs));
        for (onnx, ir, equivalence) in settings::rows(counterpart, [(self.before, ours), (self.after, theirs)]) {
            let read = |settings: &Settings<'_>| {
                let names = match settings.side.model.dialect() {
                    Dialect::OpenVino if equivalence == Equivalence::Implied => return implied(settings, onnx),
                    Dialect::OpenVino => &ir[..],
                    Dialect::Onnx => std::slice::from_ref(&onnx),
                };
                if equivalence == Equivalence::Pads { pads(settings, names) } else { settings.get(names) }
            };
            let (a, b) = (read(&before), read(&after));
            match compare(equivalence, a.as_ref(), b.as_ref(), rank, turned) {
                Verdict::Same => {}
                Verdict::Different => self.report_setting(place, (onnx, &ir, equivalence), a, b),
                Verdict::Open => self.not_compared(ours, onnx),
            }
        }
    }

    fn report_setting(
        &mut self,
        place: Place,
        (onnx, ir, equivalence): (&str, &[&str], Equivalence),
        a: Option<Setting>,
        b: Option<Setting>,
    ) {
        // A setting that IR expresses inversely is reported in ONNX's form.
        let text = |side: Side<'_>, setting: Option<Setting>| {
            let word = setting?.meaning.word();
            let opposite = equivalence == Equivalence::Not && side.model.dialect() == Dialect::OpenVino;
            Some(if opposite { u8::from(word == "0").to_string() } else { word })
        };
        let onnx_name = self.before.model.dialect() == Dialect::Onnx || equivalence == Equivalence::Not;
        let name = ir.first().filter(|_| !onnx_name).map_or(onnx, |name| name);
        let (old, new) = (text(self.before, a), text(self.after, b));
        self.report(place, Aspect::Attribute(name.to_owned()), old, new);
    }

    fn not_compared(&mut self, node: NodeId, attribute: &str) {
        const MOST: usize = 1_000;
        const OTHERS: &str = "...";
        let key = (cut_name(self.before.model.op_type(node)).into_owned(), cut_name(attribute).into_owned());
        let is_listed = self.open.len() < MOST || self.open.contains_key(&key);
        *self.open.entry(if is_listed { key } else { (OTHERS.to_owned(), OTHERS.to_owned()) }).or_insert(0) += 1;
    }

    /// The rank for axes: that of the first input, or of the output if it is greater.
    fn rank(&self, counterpart: &Counterpart, (ours, theirs): (NodeId, NodeId)) -> Option<usize> {
        let rank = |side: Side<'_>, node: NodeId| {
            let of = |value| side.analysis.facts.ty(value).as_tensor().and_then(|tensor| tensor.shape.rank());
            let input = side.model.inputs(node).first().and_then(|operand| operand.value()).and_then(of)?;
            if counterpart.axes_count_output { side.model.outputs(node).next().and_then(of) } else { Some(input) }
        };
        rank(self.before, ours).or_else(|| rank(self.after, theirs))
    }
}

/// The attributes that were not compared, by operator and name.
pub(super) fn listed(open: BTreeMap<(String, String), usize>) -> Vec<NotCompared> {
    open.into_iter().map(|((operator, attribute), nodes)| NotCompared { operator, attribute, nodes }).collect()
}

fn input_operand(side: Side<'_>, node: NodeId, at: usize) -> Operand {
    side.model.inputs(node).get(at).copied().unwrap_or(Operand::Absent)
}

/// The value that an operator of IR implies for a setting of the ONNX operator.
fn implied(settings: &Settings<'_>, onnx: &str) -> Option<Setting> {
    let (side, node) = (settings.side, settings.node);
    let number = match counterpart(side.model, node).implied(onnx)? {
        ImpliedSetting::Number(number) => Some(number),
        ImpliedSetting::FirstDimensionOf(input) => {
            let ty = side.analysis.facts.ty(input_operand(side, node, input).value()?);
            ty.as_tensor().and_then(|tensor| tensor.shape.dims()?.first()?.size()).map(|size| size as f64)
        }
    };
    let meaning = number.map_or(Meaning::Open, |number| Meaning::Numbers(vec![number]));
    Some(Setting { meaning, default: false, input: false })
}

/// The padding before every axis, then the padding after it; unknown if it is automatic.
fn pads(settings: &Settings<'_>, names: &[&str]) -> Option<Setting> {
    let automatic = settings.get(&["auto_pad"]).map(|setting| setting.meaning.word());
    if automatic.is_some_and(|word| !matches!(word.as_str(), "notset" | "explicit")) {
        return None;
    }
    let parts: Vec<Setting> = names.iter().map_while(|name| settings.get(std::slice::from_ref(name))).collect();
    let numbers: Option<Vec<&[f64]>> = parts.iter().map(|part| part.meaning.numbers()).collect();
    let meaning = numbers.map_or(Meaning::Open, |numbers| Meaning::Numbers(numbers.concat()));
    (!parts.is_empty()).then_some(Setting { meaning, default: false, input: false })
}
