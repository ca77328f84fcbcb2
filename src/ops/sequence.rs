//! Sequences: construction, modification and access.

use super::cost::{self, Cost};
use super::{InferContext, Operator, OperatorDef, Resolved};
use crate::diagnostic::Diagnostic;
use crate::dim::Dim;
use crate::element::ElementType;
use crate::elements::{Elements, SymInt};
use crate::fact::{Fact, KnownValue, ValueType};
use crate::rule::Level;
use crate::rules;
use crate::shape::Shape;

mod concat;
mod split;

/// The maximum length of a sequence whose items are tracked; beyond it only the type is. Every insertion copies the
/// list.
const FOLLOWED: usize = 64;

/// An operation on a position of a sequence.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Change {
    Insert,
    Erase,
    At,
}

/// A sequence of these items, or of this many items of an unknown type.
fn sequence(inner: ValueType, items: Option<Vec<Fact>>) -> Fact {
    Fact::from(ValueType::Sequence(inner.into())).with_items(items.filter(|items| items.len() <= FOLLOWED))
}

/// The item type of an input; unknown if it is not a known sequence.
fn inner(cx: &InferContext<'_>, input: usize) -> ValueType {
    match cx.ty(input) {
        ValueType::Sequence(inner) => ValueType::clone(inner),
        _ => ValueType::Unknown,
    }
}

/// The common type of these items.
fn common(items: &[Fact]) -> Option<Fact> {
    let (first, rest) = items.split_first()?;
    Some(rest.iter().fold(first.clone(), |all, item| all.join(item)))
}

/// A value on its own, with its known elements.
fn item(cx: &InferContext<'_>, input: usize) -> Fact {
    Fact { unknown_reason: None, ..cx.input(input).clone() }
}

/// SequenceConstruct.
#[derive(Debug)]
struct Construct;

impl Operator for Construct {
    fn infer(&self, cx: &mut InferContext<'_>) {
        let items: Vec<Fact> = (0..cx.input_count()).map(|input| item(cx, input)).collect();
        let inner = common(&items).map_or(ValueType::Unknown, |all| all.ty);
        cx.set(0, sequence(inner, Some(items)));
    }

    fn cost(&self, _: &mut InferContext<'_>) -> Option<Cost> {
        cost::movement()
    }
}

/// SequenceEmpty: the item type.
#[derive(Debug)]
struct Empty(Option<ElementType>);

impl Operator for Empty {
    fn infer(&self, cx: &mut InferContext<'_>) {
        cx.set(0, sequence(ValueType::tensor(self.0, Shape::UNKNOWN), Some(Vec::new())));
    }

    fn cost(&self, _: &mut InferContext<'_>) -> Option<Cost> {
        cost::movement()
    }
}

fn empty(cx: &mut InferContext<'_>) -> Resolved {
    let element = match cx.int("dtype").filter(|_| !cx.has_unknown_value("dtype")) {
        // The default is float.
        None if cx.attribute_record("dtype").is_none() => Some(ElementType::F32),
        number => super::attributes::element(cx, "dtype", number),
    };
    Resolved::operator(Empty(element))
}

/// SequenceLength.
#[derive(Debug)]
struct Length;

impl Operator for Length {
    fn infer(&self, cx: &mut InferContext<'_>) {
        let length = cx.input(0).items().map(<[Fact]>::len);
        let unknown = || match &cx.input(0).value {
            KnownValue::Split(cut) => SymInt::from(&cut.count),
            _ => SymInt::interval(0, i64::MAX.into()),
        };
        let length = length.map_or_else(unknown, |n| SymInt::exact(n as u64));
        let fact = Fact::tensor(ElementType::I64, Shape::scalar());
        cx.set(0, fact.with_elements(Some(Elements::Ints([length].into()))));
    }

    fn cost(&self, _: &mut InferContext<'_>) -> Option<Cost> {
        cost::nothing()
    }
}

/// A position in a sequence.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Position {
    /// The end, by default.
    End,
    At(i128),
    Unknown,
}

impl Change {
    fn position_input(self) -> usize {
        if self == Change::Insert { 2 } else { 1 }
    }

    /// The position that the node specifies; a warning if it is not a scalar.
    fn position(self, cx: &mut InferContext<'_>) -> Position {
        let input = self.position_input();
        if !cx.has_input(input) {
            return Position::End;
        }
        let shape = cx.shape(input);
        if shape.min_rank() > 0 {
            let message = format!("the position in input {} has shape {shape}; expected []", cx.input_name(input));
            let finding = Diagnostic::new(&rules::wrong_input_rank::RULE, cx.input_place(input), message);
            let finding = finding.level(Level::Warning).label(&shape);
            let finding = finding.note("ONNX Runtime reads the first element");
            cx.report(finding.help("use a scalar").data("rank", shape.min_rank()));
        }
        match cx.exact_ints(input).as_deref() {
            Some([position]) => Position::At(*position),
            _ => Position::Unknown,
        }
    }

    /// The index in a sequence of this length. Reports a position out of range.
    fn index(self, cx: &mut InferContext<'_>, position: Position, length: usize) -> Result<Option<usize>, ()> {
        // An insertion may follow the last item.
        let most = if self == Change::Insert { length } else { length.saturating_sub(1) };
        let nothing = length == 0 && self != Change::Insert;
        let written = match position {
            Position::Unknown if !nothing => return Ok(None),
            Position::End if !nothing => return Ok(Some(most)),
            Position::At(position) => position,
            Position::Unknown | Position::End => 0,
        };
        let from_start = if written < 0 { written.saturating_add(length as i128) } else { written };
        match usize::try_from(from_start) {
            Ok(index) if index <= most && !nothing => Ok(Some(index)),
            _ => {
                self.report_range(cx, position, length, most);
                Err(())
            }
        }
    }

    /// OP202.
    fn report_range(self, cx: &mut InferContext<'_>, position: Position, length: usize, most: usize) {
        let input = if position == Position::End { 0 } else { self.position_input() };
        let name = cx.input_name(0);
        let message = match position {
            Position::At(at) if length > 0 || self == Change::Insert => {
                format!(
                    "position {at} is out of range for sequence {name} of {length} items; expected -{length}..={most}"
                )
            }
            _ => format!("sequence {name} is empty"),
        };
        let place = if input == 0 { cx.input_place(0) } else { cx.element_place(input, 0) };
        let finding = Diagnostic::new(&rules::invalid_input_value::RULE, place, message);
        let finding = finding.note("ONNX Runtime fails at run time");
        cx.report(finding.help("set the position to one within the sequence").data("length", length));
    }

    fn at(self, cx: &mut InferContext<'_>, position: Position) -> Fact {
        let known = cx.input(0).items().map(<[Fact]>::to_vec);
        let why = cx.unknown_because(format!("the items of the sequence are unknown, or more than {FOLLOWED}"));
        let any = Fact { unknown_reason: Some(why), ..inner(cx, 0).into() };
        let Some(items) = known else { return any };
        match self.index(cx, position, items.len()) {
            Ok(Some(index)) => items.get(index).cloned().unwrap_or(any),
            Ok(None) => common(&items).unwrap_or(any),
            Err(()) => common(&items).map_or(any, |all| Fact::from(all.ty)),
        }
    }

    fn insert(self, cx: &mut InferContext<'_>, position: Position) -> Fact {
        check_kind(cx);
        let new = item(cx, 1);
        let Some(mut items) = cx.input(0).items().map(<[Fact]>::to_vec) else {
            return sequence(inner(cx, 0).join(&new.ty), None);
        };
        match self.index(cx, position, items.len()) {
            Ok(Some(index)) => items.insert(index.min(items.len()), new),
            unknown => {
                items.push(new);
                let all = common(&items).map_or(ValueType::Unknown, |all| all.ty);
                let items = unknown.is_ok().then(|| vec![Fact::from(all.clone()); items.len()]);
                return sequence(all, items);
            }
        }
        sequence(common(&items).map_or(ValueType::Unknown, |all| all.ty), Some(items))
    }

    fn erase(self, cx: &mut InferContext<'_>, position: Position) -> Fact {
        let all = inner(cx, 0);
        let Some(mut items) = cx.input(0).items().map(<[Fact]>::to_vec) else { return sequence(all, None) };
        match self.index(cx, position, items.len()) {
            Ok(Some(index)) if index < items.len() => {
                items.remove(index);
                let inner = common(&items).map_or(all, |all| all.ty);
                sequence(inner, Some(items))
            }
            Ok(_) => {
                let fewer = vec![Fact::from(all.clone()); items.len().saturating_sub(1)];
                sequence(all, Some(fewer))
            }
            Err(()) => sequence(all, None),
        }
    }
}

impl Operator for Change {
    fn infer(&self, cx: &mut InferContext<'_>) {
        let position = self.position(cx);
        let fact = match self {
            Change::At => self.at(cx, position),
            Change::Insert => self.insert(cx, position),
            Change::Erase => self.erase(cx, position),
        };
        cx.set(0, fact);
    }

    fn cost(&self, _: &mut InferContext<'_>) -> Option<Cost> {
        cost::movement()
    }
}

/// TY102: a sequence contains tensors of one element type.
fn check_kind(cx: &mut InferContext<'_>) {
    let held = inner(cx, 0).as_tensor().and_then(|t| t.element);
    let (Some(held), Some(new)) = (held, cx.element(1)) else { return };
    if held == new {
        return;
    }
    let (sequence, name) = (cx.input_name(0), cx.input_name(1));
    let message = format!("input {name} is {new}; expected {held}, the type of the items in sequence {sequence}");
    let finding = Diagnostic::new(&rules::mismatched_types::RULE, cx.input_place(1), message);
    let finding = finding.related(cx.input_place(0), format!("items of {held}"));
    cx.report(
        finding.help("convert the tensor to the type of the items").data("type", new.name()).data("other", held.name()),
    );
}

/// A dimension of any size up to this one's bound.
fn any_of(dim: &Dim) -> Dim {
    Dim::interval(0, dim.high())
}

pub(super) static OPERATORS: &[OperatorDef] = &[
    OperatorDef::onnx("ConcatFromSequence", concat::resolve),
    OperatorDef::onnx("SequenceAt", |_| Resolved::operator(Change::At)),
    OperatorDef::onnx("SequenceConstruct", |_| Resolved::operator(Construct)),
    OperatorDef::onnx("SequenceEmpty", empty),
    OperatorDef::onnx("SequenceErase", |_| Resolved::operator(Change::Erase)),
    OperatorDef::onnx("SequenceInsert", |_| Resolved::operator(Change::Insert)),
    OperatorDef::onnx("SequenceLength", |_| Resolved::operator(Length)),
    OperatorDef::onnx("SplitToSequence", split::resolve),
];
