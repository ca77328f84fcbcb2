//! Types of values, each stored once, and what they may take: text that is written for each value, and memory of expressions.

use std::fmt::{Display, Write as _};
use std::hash::BuildHasher;

use hashbrown::{DefaultHashBuilder, HashTable};

use super::SHORT;
use super::expressions::Expressions;
use crate::dim::Dim;
use crate::elements::SymInt;
use crate::expr::Expr;
use crate::fact::{Fact, KnownValue, TensorType, UnknownReason, ValueType};
use crate::shape::Shape;

/// Types by index, each stored once.
#[derive(Clone, Debug)]
pub(super) struct Types {
    list: Vec<ValueType>,
    /// What each counts, as [`counted_bytes`].
    texts: Vec<u64>,
    table: HashTable<u32>,
    hasher: DefaultHashBuilder,
}

/// What a type has too much of to be stored.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Excess {
    Text,
    Expressions,
}

impl Default for Types {
    fn default() -> Types {
        let (table, hasher) = (HashTable::new(), DefaultHashBuilder::default());
        Types { list: Vec::new(), texts: Vec::new(), table, hasher }
    }
}

impl Types {
    /// The index of a type if its text is within what is left, or the type itself with what there is too much of.
    pub(super) fn insert_within(
        &mut self,
        ty: ValueType,
        text_left: u64,
        expressions: &mut Expressions,
    ) -> Result<u32, (ValueType, Excess)> {
        if bytes_of_dims(&ty) > text_left {
            return Err((ty, Excess::Text));
        }
        let hash = self.hasher.hash_one(&ty);
        if let Some(&index) = self.table.find(hash, |&i| self.list[i as usize] == ty) {
            return if self.text(index) <= text_left { Ok(index) } else { Err((ty, Excess::Text)) };
        }
        let text = counted_bytes(&ty);
        if text > text_left {
            return Err((ty, Excess::Text));
        }
        if expressions.hold(expressions_of(&ty)) {
            Ok(self.push(hash, ty, text))
        } else {
            Err((ty, Excess::Expressions))
        }
    }

    pub(super) fn insert(&mut self, ty: ValueType) -> u32 {
        let hash = self.hasher.hash_one(&ty);
        let known = self.table.find(hash, |&i| self.list[i as usize] == ty).copied();
        known.unwrap_or_else(|| {
            let text = counted_bytes(&ty);
            self.push(hash, ty, text)
        })
    }

    fn push(&mut self, hash: u64, ty: ValueType, text: u64) -> u32 {
        let Types { list, texts, table, hasher, .. } = self;
        let index = list.len() as u32;
        texts.push(text);
        list.push(ty);
        table.insert_unique(hash, index, |&i| hasher.hash_one(&list[i as usize]));
        index
    }

    /// The bytes, about, that the types take.
    pub(super) fn memory(&self) -> usize {
        let entry = size_of::<u64>() + 2 * size_of::<u32>();
        self.list.iter().map(|ty| entry + ty.memory()).sum()
    }

    pub(super) fn text(&self, index: u32) -> u64 {
        self.texts[index as usize]
    }

    pub(super) fn get(&self, index: u32) -> &ValueType {
        &self.list[index as usize]
    }
}

/// The bytes of text up to which a type does not count.
const SHORT_TEXT: u64 = 256;

/// The bytes of a long text of a type, or most of the memory of the dimensions of a high rank if that is more; otherwise 0.
pub(super) fn counted_bytes(ty: &ValueType) -> u64 {
    let rank = shape_in(ty).and_then(Shape::rank).unwrap_or(0);
    // Sizes have at most 20 digits: the usual case needs no text.
    if rank <= Shape::USUAL_RANK
        && ty.as_tensor().is_some_and(|tensor| tensor.shape.dims().is_none() || tensor.shape.is_static())
    {
        return 0;
    }
    let text = written_bytes(ty);
    let text = if text > SHORT_TEXT { text } else { 0 };
    text.max(bytes_of_dims(ty))
}

/// The bytes of a text.
pub(super) fn written_bytes(what: impl Display) -> u64 {
    let mut count = Count(0);
    // Counting does not fail.
    let _ = write!(count, "{what}");
    count.0
}

/// Two thirds of the memory of the dimensions of a high rank; otherwise 0.
fn bytes_of_dims(ty: &ValueType) -> u64 {
    let rank = shape_in(ty).and_then(Shape::rank).filter(|&rank| rank > Shape::USUAL_RANK).unwrap_or(0);
    (rank * size_of::<Dim>() * 2 / 3) as u64
}

/// The shape of the tensors that values of a type are or contain.
fn shape_in(ty: &ValueType) -> Option<&Shape> {
    match ty {
        ValueType::Tensor(tensor) | ValueType::Sparse(tensor) => Some(&tensor.shape),
        ValueType::Sequence(inner) | ValueType::Optional(inner) | ValueType::Map(_, inner) => shape_in(inner),
        ValueType::Unknown => None,
    }
}

/// The bytes of a long text of elements, about: those of the names in expressions. 0 for a short one.
pub(super) fn long_text_of_elements(content: &KnownValue) -> u64 {
    let KnownValue::Elements(elements) = content else { return 0 };
    let mut text = 0;
    for expr in elements.ints().unwrap_or_default().iter().filter_map(SymInt::expr) {
        expr.each_symbol(&mut |symbol| text += symbol.name().len() as u64);
    }
    if text > SHORT_TEXT { text } else { 0 }
}

/// Counts the bytes that are written.
struct Count(u64);

impl std::fmt::Write for Count {
    fn write_str(&mut self, text: &str) -> std::fmt::Result {
        self.0 += text.len() as u64;
        Ok(())
    }
}

/// The type with an unknown shape.
pub(crate) fn without_shape(ty: &ValueType) -> ValueType {
    match ty {
        ValueType::Tensor(tensor) => ValueType::tensor(tensor.element, Shape::UNKNOWN),
        ValueType::Sparse(tensor) => ValueType::Sparse(TensorType::new(tensor.element, Shape::UNKNOWN)),
        _ => ValueType::Unknown,
    }
}

/// The expressions in the shape of a tensor that take memory.
fn expressions_of(ty: &ValueType) -> impl Iterator<Item = &Expr> + Clone {
    let dims = match ty {
        ValueType::Tensor(tensor) | ValueType::Sparse(tensor) => tensor.shape.dims().unwrap_or(&[]),
        _ => &[],
    };
    dims.iter().filter_map(Dim::expr).filter(|expr| expr.memory() > 0)
}

/// The type with intervals instead of expressions, except symbols of the file.
pub(super) fn without_expressions(ty: &ValueType) -> ValueType {
    with_intervals(ty, &|expr| expr.memory() > 0)
}

/// The type with intervals instead of names and what is computed from them, also in sequences and the like.
pub(crate) fn without_names(ty: &ValueType) -> ValueType {
    match ty {
        ValueType::Sequence(inner) => ValueType::Sequence(without_names(inner).into()),
        ValueType::Optional(inner) => ValueType::Optional(without_names(inner).into()),
        ValueType::Map(key, inner) => ValueType::Map(*key, without_names(inner).into()),
        _ => with_intervals(ty, &|_| true),
    }
}

/// The type with intervals instead of these expressions.
fn with_intervals(ty: &ValueType, is_cut: &dyn Fn(&Expr) -> bool) -> ValueType {
    let interval = |dim: &Dim| match dim.expr() {
        Some(expr) if is_cut(expr) => Dim::interval(dim.low(), dim.high()),
        _ => dim.clone(),
    };
    let shape = |tensor: &TensorType| match tensor.shape.dims() {
        Some(dims) => Shape::from_dims(dims.iter().map(interval)),
        None => Shape::UNKNOWN,
    };
    match ty {
        ValueType::Tensor(tensor) => ValueType::tensor(tensor.element, shape(tensor)),
        ValueType::Sparse(tensor) => ValueType::Sparse(TensorType { element: tensor.element, shape: shape(tensor) }),
        other => other.clone(),
    }
}

/// Replaces all expressions by intervals, for this reason, if several inputs of a node have some, which it would combine, or if
/// one has sums, quotients, or the like, which takes as long.
pub(super) fn forget_expressions(inputs: &mut [Fact], reason: &'static str) {
    let combines = inputs.iter().filter(|fact| has_expression(fact, &|_| true)).nth(1).is_some();
    let is_composed = |fact: &Fact| is_long(fact) || has_expression(fact, &|expr| expr.as_symbol().is_none());
    if combines || inputs.iter().any(is_composed) {
        inputs.iter_mut().for_each(|fact| forget(fact, reason));
    }
}

/// Replaces the expressions of a fact by intervals, for this reason. The elements of a long list and the items of a sequence are
/// forgotten, because intervals take long, too.
pub(super) fn forget(fact: &mut Fact, reason: &'static str) {
    if !has_expression(fact, &|_| true) {
        return;
    }
    fact.unknown_reason = Some(UnknownReason::value(reason));
    fact.ty = with_intervals(&fact.ty, &|_| true);
    fact.value = match &fact.value {
        KnownValue::Items(_) => KnownValue::Unknown,
        _ if is_long(fact) => KnownValue::Unknown,
        KnownValue::Elements(list) => KnownValue::Elements(list.with_intervals(&|_| true)),
        other => other.clone(),
    };
}

/// Whether a size, an element, or an item has such an expression.
fn has_expression(fact: &Fact, is_such: &dyn Fn(&Expr) -> bool) -> bool {
    let in_type = fact.shape().dims().is_some_and(|dims| dims.iter().filter_map(Dim::expr).any(is_such));
    in_type
        || match &fact.value {
            KnownValue::Elements(list) => {
                list.ints().is_some_and(|ints| ints.iter().filter_map(SymInt::expr).any(is_such))
            }
            KnownValue::Items(items) => items.iter().any(|item| has_expression(item, is_such)),
            _ => false,
        }
}

/// Whether a fact has a long list with expressions.
fn is_long(fact: &Fact) -> bool {
    matches!(&fact.value, KnownValue::Elements(list) if list.len() > SHORT) && has_expression(fact, &|_| true)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::expr::{Bounds, Symbol};

    fn sum(first: &str, second: &str) -> Dim {
        Dim::from(first).add(&Dim::from(second))
    }

    fn tensor<const N: usize>(dims: [Dim; N]) -> ValueType {
        ValueType::tensor(None, Shape::from_dims(dims))
    }

    #[test]
    fn what_a_node_would_combine_is_forgotten() {
        let forgotten = |inputs: &[ValueType]| -> Vec<bool> {
            let mut facts: Vec<Fact> = inputs.iter().cloned().map(Fact::from).collect();
            forget_expressions(&mut facts, "why");
            facts.iter().map(|fact| !has_expression(fact, &|_| true)).collect()
        };
        let symbols = tensor([Dim::from("N"), Dim::from("M")]);
        let sums = tensor([Dim::from("N"), sum("N", "M")]);
        let numbers = tensor([Dim::exact(2)]);
        assert_eq!(forgotten(&[symbols.clone(), numbers.clone()]), [false, true]);
        assert_eq!(forgotten(&[symbols.clone(), symbols.clone()]), [true, true]);
        assert_eq!(forgotten(&[sums.clone(), numbers]), [true, true]);
        let items = Fact { value: KnownValue::Items([Fact::from(sums)].into()), ..Fact::UNKNOWN };
        let mut facts = [items, Fact::from(symbols)];
        forget_expressions(&mut facts, "why");
        assert_eq!(facts[0].value, KnownValue::Unknown);
    }

    #[test]
    fn new_expressions_are_stored_while_there_is_room() {
        // 240 bytes for a sum of two symbols, nothing for a symbol.
        let (mut types, mut expressions) = (Types::default(), Expressions::new(500));
        let mut insert = |ty| types.insert_within(ty, 1_000, &mut expressions);
        let stored = insert(tensor([sum("N", "M"), Dim::exact(8)])).expect("room");
        insert(tensor(["N", "M", "K"].map(Dim::from))).expect("no room needed");
        insert(tensor([sum("M", "K")])).expect("room");
        let further = tensor([sum("N", "K")]);
        assert_eq!(insert(further.clone()), Err((further, Excess::Expressions)));
        assert_eq!(insert(tensor([sum("N", "M"), Dim::exact(8)])), Ok(stored), "it needs no more");
        assert_eq!(insert(tensor([Dim::exact(3)])), Ok(3));
        let counted = Symbol::inferred("y.0", Bounds::SIZE);
        assert!(insert(tensor([Dim::symbol(counted)])).is_err(), "a symbol that inference made takes memory");
    }

    #[test]
    fn a_type_whose_text_is_too_long_is_not_stored() {
        let (mut types, mut expressions) = (Types::default(), Expressions::new(0));
        let long = |name: &str| tensor([Dim::from(name.repeat(300).as_str())]);
        let stored = types.insert_within(long("N"), 400, &mut expressions).expect("room");
        assert_eq!(types.insert_within(long("M"), 200, &mut expressions), Err((long("M"), Excess::Text)));
        assert_eq!(types.insert_within(long("N"), 200, &mut expressions), Err((long("N"), Excess::Text)));
        assert_eq!((types.insert_within(long("N"), 400, &mut expressions), types.list.len()), (Ok(stored), 1));
    }

    #[test]
    fn an_interval_replaces_an_expression_and_no_symbol() {
        let dims = [sum("N", "M"), Dim::from("K"), Dim::exact(4), Dim::unknown()];
        let expected = tensor([Dim::unknown(), Dim::from("K"), Dim::exact(4), Dim::unknown()]);
        assert_eq!(without_expressions(&tensor(dims)), expected);
        let more = Dim::from("N").add(&Dim::exact(3));
        assert_eq!(without_expressions(&tensor([more])), tensor([Dim::interval(3, Dim::UNBOUNDED)]));
        let unranked = ValueType::tensor(None, Shape::UNKNOWN);
        assert_eq!(without_expressions(&unranked), unranked);
    }
}
