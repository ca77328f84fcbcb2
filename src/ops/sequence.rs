//! Sequences: made, changed, asked for what they hold.

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

/// Items of a sequence that are followed one by one; of longer ones only the type is. Every insertion copies the list.
const FOLLOWED: usize = 64;

/// What is done to a sequence.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Change {
    Insert,
    Erase,
    At,
}

/// A sequence of these, or of as many items of an unknown kind.
fn sequence(inner: ValueType, items: Option<Vec<Fact>>) -> Fact {
    Fact::from(ValueType::Sequence(inner.into())).with_items(items.filter(|items| items.len() <= FOLLOWED))
}

/// The type of what an input holds, as a sequence; unknown if that is not known.
fn inner(cx: &InferContext<'_>, input: usize) -> ValueType {
    match &cx.input(input).ty {
        ValueType::Sequence(inner) => ValueType::clone(inner),
        _ => ValueType::Unknown,
    }
}

/// The types of these items together.
fn common(items: &[Fact]) -> Option<Fact> {
    let (first, rest) = items.split_first()?;
    Some(rest.iter().fold(first.clone(), |all, item| all.join(item)))
}

/// A value on its own: what was known of it where it stood.
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
}

/// SequenceEmpty: the type of what it does not hold.
#[derive(Debug)]
struct Empty(Option<ElementType>);

impl Operator for Empty {
    fn infer(&self, cx: &mut InferContext<'_>) {
        cx.set(0, sequence(ValueType::tensor(self.0, Shape::UNKNOWN), Some(Vec::new())));
    }
}

fn empty(cx: &mut InferContext<'_>) -> Resolved {
    let element = match cx.int("dtype").filter(|_| !cx.is_unbound("dtype")) {
        // Left out, it is float.
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
}

/// A place in a sequence.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Position {
    /// The end, since none is given.
    End,
    At(i128),
    Unknown,
}

impl Change {
    fn position_input(self) -> usize {
        if self == Change::Insert { 2 } else { 1 }
    }

    /// The place that the node names; a warning if it is no scalar.
    fn position(self, cx: &mut InferContext<'_>) -> Position {
        let input = self.position_input();
        if !cx.has_input(input) {
            return Position::End;
        }
        let shape = cx.shape(input);
        if shape.min_rank() > 0 {
            let message = format!("the position in input {} has shape {shape} (valid: [])", cx.input_name(input));
            let finding = Diagnostic::new(&rules::wrong_input_rank::RULE, cx.input_place(input), message);
            let finding = finding.level(Level::Warning).label(shape.to_string());
            let finding = finding.note("ONNX Runtime reads the first element");
            cx.report(finding.help("give one number, as a scalar").data("rank", shape.min_rank()));
        }
        match cx.exact_ints(input).as_deref() {
            Some([position]) => Position::At(*position),
            _ => Position::Unknown,
        }
    }

    /// Where in a sequence of this length that is. Reports a position outside.
    fn index(self, cx: &mut InferContext<'_>, position: Position, length: usize) -> Result<Option<usize>, ()> {
        // One may insert behind the last.
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
                self.outside(cx, position, length, most);
                Err(())
            }
        }
    }

    /// OP202.
    fn outside(self, cx: &mut InferContext<'_>, position: Position, length: usize, most: usize) {
        let input = if position == Position::End { 0 } else { self.position_input() };
        let name = cx.input_name(0);
        let message = match position {
            Position::At(at) if length > 0 || self == Change::Insert => {
                format!("position {at} is outside the sequence {name} of {length} items (valid: -{length}..={most})")
            }
            _ => format!("sequence {name} is empty: there is nothing to take"),
        };
        let place = if input == 0 { cx.input_place(0) } else { cx.element_place(input, 0) };
        let finding = Diagnostic::new(&rules::invalid_input_value::RULE, place, message);
        let finding = finding.note("ONNX Runtime ends the run with an error");
        cx.report(finding.help("choose a position within the sequence").data("length", length));
    }

    fn at(self, cx: &mut InferContext<'_>, position: Position) -> Fact {
        let known = cx.input(0).items().map(<[Fact]>::to_vec);
        let any = Fact {
            unknown_reason: Some(cx.unknown_because("the items of the sequence are not known")),
            ..inner(cx, 0).into()
        };
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
}

/// TY102: a sequence holds tensors of one element type.
fn check_kind(cx: &mut InferContext<'_>) {
    let held = inner(cx, 0).as_tensor().and_then(|t| t.element);
    let (Some(held), Some(new)) = (held, cx.element(1)) else { return };
    if held == new {
        return;
    }
    let (sequence, name) = (cx.input_name(0), cx.input_name(1));
    let message = format!("input {name} is {new}, but sequence {sequence} holds {held}: they must be of one type");
    let finding = Diagnostic::new(&rules::mismatched_types::RULE, cx.input_place(1), message);
    let finding = finding.related(cx.input_place(0), format!("holds {held}"));
    cx.report(finding.help("convert the tensor").data("type", new.name()).data("other", held.name()));
}

/// The dimension without a bound that is not certain.
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
