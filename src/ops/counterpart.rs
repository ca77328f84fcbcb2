//! The operator of the other format that computes the same, and how inputs and attributes of the two correspond.
//!
//! Each record states its own counterpart; nothing here names an operator. `diff` across formats reads it.

use crate::dialect::Dialect;

/// What corresponds between an operator of ONNX and an operator of IR. The record of the ONNX operator describes inputs
/// and settings; the record of an IR operator names its counterpart only if that one names another IR operator.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Counterpart {
    /// The operator of the other format; `None` if it has the same name, in letters of any case.
    pub(super) operator: Option<&'static str>,
    /// Inputs with the same meaning, ONNX's position first; `None` if all of them have the same positions. The others
    /// are settings, or have no counterpart.
    pub(crate) inputs: Option<&'static [(usize, usize)]>,
    /// Attributes, and inputs that are compared as attributes, which have another name or another form in IR.
    pub(crate) settings: &'static [SettingPair],
    /// IR: settings of the ONNX operator that the IR operator implies.
    implied: &'static [(&'static str, ImpliedSetting)],
    /// An input of the ONNX operator that IR adds in a second layer.
    pub(crate) bias: Option<Bias>,
    /// Whether constants of the same elements may have other shapes in IR.
    pub(crate) constants_are_reshaped: bool,
    /// Whether axes count dimensions of the output, not of the first input.
    pub(crate) axes_count_output: bool,
}

/// An input that is added to the result: in ONNX by the operator itself, in IR by a subsequent layer.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Bias {
    /// The position of the ONNX input.
    pub(crate) input: usize,
    /// The IR operator that adds it.
    pub(crate) added_by: &'static str,
}

/// A setting under its names in both formats.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct SettingPair {
    /// The name of the ONNX attribute or input.
    pub(crate) onnx: &'static str,
    /// The names of the IR attributes or inputs.
    pub(crate) ir: &'static [&'static str],
    pub(crate) equivalence: Equivalence,
    /// Whether an input with one of these names is compared as a setting where it is constant.
    pub(crate) may_be_input: bool,
}

/// When a value in one format equals a value in the other.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) enum Equivalence {
    /// The numbers or the texts are the same.
    Plain,
    /// An axis, which may be negative.
    Axis,
    /// Axes in any order; all of them if absent.
    Axes,
    /// A permutation of the axes; the reversed order if absent.
    Order,
    /// All elements have this value if the setting is absent.
    Fill(f64),
    /// `pads`, or `pads_begin` and `pads_end`; unused if the padding is automatic.
    Pads,
    /// The keywords are the same, or one of these pairs.
    Words(&'static [(&'static str, &'static str)]),
    /// IR states the opposite.
    Not,
    /// The meaning of a zero, which is irrelevant where there is none.
    Zeros,
    /// Whether the constant at this input is read transposed.
    Transposed(usize),
    /// The IR operator implies the value.
    Implied,
}

/// A value that the choice of an IR operator implies.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) enum ImpliedSetting {
    Number(f64),
    /// The size of the first dimension of this input.
    FirstDimensionOf(usize),
}

impl Counterpart {
    /// The operator of the same name, with inputs and attributes of the same names.
    pub(crate) const SAME_NAME: Counterpart = Counterpart {
        operator: None,
        inputs: None,
        settings: &[],
        implied: &[],
        bias: None,
        constants_are_reshaped: false,
        axes_count_output: false,
    };

    /// The same with an axis, as an attribute or an input.
    pub(crate) const WITH_AXIS: Counterpart = Counterpart::SAME_NAME.settings(&[SettingPair::AXIS]);

    /// The same with axes, as an attribute or an input.
    pub(crate) const WITH_AXES: Counterpart = Counterpart::SAME_NAME.settings(&[SettingPair::AXES]);

    /// The operator of another name.
    pub(crate) const fn named(operator: &'static str) -> Counterpart {
        Counterpart { operator: Some(operator), ..Counterpart::SAME_NAME }
    }

    /// The same with the operator of another name.
    pub(crate) const fn operator(self, operator: &'static str) -> Counterpart {
        Counterpart { operator: Some(operator), ..self }
    }

    pub(crate) const fn inputs(self, inputs: &'static [(usize, usize)]) -> Counterpart {
        Counterpart { inputs: Some(inputs), ..self }
    }

    pub(crate) const fn settings(self, settings: &'static [SettingPair]) -> Counterpart {
        Counterpart { settings, ..self }
    }

    pub(crate) const fn implies(self, implied: &'static [(&'static str, ImpliedSetting)]) -> Counterpart {
        Counterpart { implied, ..self }
    }

    pub(crate) const fn bias(self, input: usize, added_by: &'static str) -> Counterpart {
        Counterpart { bias: Some(Bias { input, added_by }), ..self }
    }

    pub(crate) const fn constants_are_reshaped(self) -> Counterpart {
        Counterpart { constants_are_reshaped: true, ..self }
    }

    pub(crate) const fn axes_count_output(self) -> Counterpart {
        Counterpart { axes_count_output: true, ..self }
    }

    /// The value that this IR operator implies for a setting of the ONNX operator.
    pub(crate) fn implied(&self, onnx: &str) -> Option<ImpliedSetting> {
        self.implied.iter().find(|(name, _)| *name == onnx).map(|(_, value)| *value)
    }

    /// Whether one of the two may read a constant transposed.
    pub(crate) fn transposes_constants(&self) -> bool {
        self.settings.iter().any(|pair| matches!(pair.equivalence, Equivalence::Transposed(_)))
    }

    /// The setting of this name in a format.
    pub(crate) fn setting(&self, dialect: Dialect, name: &str) -> Option<&'static SettingPair> {
        self.settings.iter().find(|pair| match dialect {
            Dialect::Onnx => pair.onnx == name,
            Dialect::OpenVino => pair.ir.contains(&name),
        })
    }
}

impl SettingPair {
    /// `axis`, as an attribute or an input.
    pub(crate) const AXIS: SettingPair = SettingPair::new("axis", &["axis"], Equivalence::Axis).or_input();
    /// `axes`, as an attribute or an input.
    pub(crate) const AXES: SettingPair = SettingPair::new("axes", &["axes"], Equivalence::Axes).or_input();
    pub(crate) const AUTO_PAD: SettingPair =
        SettingPair::new("auto_pad", &["auto_pad"], Equivalence::Words(&[("notset", "explicit")]));
    pub(crate) const DILATIONS: SettingPair = SettingPair::new("dilations", &["dilations"], Equivalence::Fill(1.0));
    pub(crate) const PADS: SettingPair =
        SettingPair::new("pads", &["pads_begin", "pads_end"], Equivalence::Pads).or_input();
    pub(crate) const STRIDES: SettingPair = SettingPair::new("strides", &["strides"], Equivalence::Fill(1.0));

    pub(crate) const fn new(onnx: &'static str, ir: &'static [&'static str], equivalence: Equivalence) -> SettingPair {
        SettingPair { onnx, ir, equivalence, may_be_input: false }
    }

    pub(crate) const fn or_input(self) -> SettingPair {
        SettingPair { may_be_input: true, ..self }
    }
}

/// Attributes that the types of inputs and outputs already state, or that state nothing of their own.
const TOLD_BY_TYPES: &[&str] = &[
    "activations",
    "auto_broadcast",
    "destination_type",
    "dtype",
    "element_type",
    "end",
    "hidden_size",
    "index_element_type",
    "kernel",
    "kernel_shape",
    "kernel_type",
    "output_type",
    "start",
    "to",
];

/// Whether types are compared in place of this attribute.
pub(crate) fn is_told_by_types(attribute: &str) -> bool {
    TOLD_BY_TYPES.contains(&attribute)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ops::{OperatorEntry, counterpart, lookup, operation, operators};

    fn attributes_and_inputs(entry: &OperatorEntry) -> Vec<&'static str> {
        let names = |s: &'static crate::ops::signature::Signature| {
            s.attributes.iter().map(|spec| spec.name).chain(s.inputs.iter().map(|formal| formal.name))
        };
        entry.signatures.iter().flat_map(names).collect()
    }

    /// All IR operators that compute what an ONNX operator does.
    fn in_ir(operation_of: &str) -> Vec<(&'static str, OperatorEntry)> {
        let all = operators(Dialect::OpenVino).map(|(_, name, entry)| (name, entry));
        all.filter(|(name, _)| operation(Dialect::OpenVino, name) == operation_of).collect()
    }

    #[test]
    fn named_counterparts_exist() {
        let mut named = 0;
        for dialect in [Dialect::Onnx, Dialect::OpenVino] {
            for (domain, name, _) in operators(dialect).filter(|(.., entry)| entry.def.is_some()) {
                let Some(other) = counterpart(dialect, name).operator.filter(|_| domain.is_empty()) else { continue };
                let dialect = if dialect == Dialect::Onnx { Dialect::OpenVino } else { Dialect::Onnx };
                assert!(lookup(dialect, "", other).is_some(), "{name}: {other} does not exist");
                named += 1;
            }
        }
        assert!(named > 30, "{named}");
    }

    #[test]
    fn inputs_and_settings_of_counterparts_exist() {
        for (domain, name, entry) in operators(Dialect::Onnx) {
            let Some(def) = entry.def.filter(|_| domain.is_empty()) else { continue };
            let found = in_ir(&operation(Dialect::Onnx, name));
            let is_plain = def.counterpart.settings.is_empty() && def.counterpart.inputs.is_none();
            assert!(is_plain || !found.is_empty(), "{name} describes a counterpart, but there is none");
            let ours = attributes_and_inputs(&entry);
            let theirs: Vec<&str> = found.iter().flat_map(|(_, entry)| attributes_and_inputs(entry)).collect();
            for pair in def.counterpart.settings {
                let on_either_side = ours.contains(&pair.onnx) || pair.ir.iter().any(|name| theirs.contains(name));
                assert!(on_either_side, "{name}: no version has {pair:?}");
                if pair.equivalence == Equivalence::Implied {
                    let implied =
                        |(ir, _): &(&'static str, _)| counterpart(Dialect::OpenVino, ir).implied(pair.onnx).is_some();
                    assert!(found.iter().all(implied), "{name}: an IR operator does not imply {}", pair.onnx);
                }
            }
            for &(onnx, ir) in def.counterpart.inputs.into_iter().flatten() {
                let holds = |entry: &OperatorEntry, at: usize| entry.signatures.iter().any(|s| at < s.inputs.len());
                assert!(holds(&entry, onnx) && found.iter().any(|(_, e)| holds(e, ir)), "{name}: inputs {onnx}, {ir}");
            }
        }
    }
}
