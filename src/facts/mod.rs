//! Facts of every value of a model, stored compactly.

mod causes;
mod expressions;
mod plain_fact;
mod repeats;
mod types;
pub(crate) mod unknown_reason;

use std::sync::Arc;

use hashbrown::HashMap;

use crate::dim::Dim;
use crate::elements::SymInt;
use crate::expr;
use crate::fact::{Fact, KnownValue, Provenance, UnknownReason, ValueType};
use crate::graph::{AttributeValue, Model, foreign};
use crate::ids::{GraphId, NameId, NodeId, ValueId};
use crate::node::Bindings;
use crate::node::resolver::OpVersions;
use crate::shape::Shape;
use causes::Causes;
use expressions::Expressions;
pub(crate) use plain_fact::PlainFact;
pub(crate) use repeats::Repeats;
use types::{Excess, Types, forget, forget_expressions, without_expressions};
pub(crate) use types::{without_names, without_shape};

/// One fact per value. Equal types are stored once.
#[derive(Clone, Debug)]
pub struct FactStore {
    types: Types,
    facts: Vec<Stored>,
    contents: Contents,
    /// What all contents cost, and the limit above which those of long lists are dropped; those of short ones are above one
    /// and a half times that.
    followed: usize,
    most: usize,
    is_full: bool,
    /// What the shapes with long texts or many dimensions count, and the limit above which they are unknown.
    text: u64,
    max_text: u64,
    has_cut_text: bool,
    repeats: Arc<Repeats>,
    expressions: Expressions,
    has_cut_expressions: bool,
    /// How many terms further expressions may have that are made.
    terms_left: u64,
    causes: Causes,
    /// The nodes for whose outputs an expression would be too large.
    excesses: HashMap<NodeId, expr::ExprLimit>,
    /// For each graph inside a function: its attribute parameters, while all calls agree on them.
    bindings: HashMap<GraphId, Option<Bindings>>,
    /// The versions of operators that apply instead of the imported ones.
    op_versions: OpVersions,
}

/// Lists up to this length are short; shapes are such lists.
const SHORT: usize = 16;

#[derive(Clone, Copy, Debug)]
struct Stored {
    plain: PlainFact,
    /// Index of the elements, counted from 1; 0 for none.
    content: u32,
}

impl Stored {
    fn unknown(types: &mut Types) -> Stored {
        let ty = types.insert(ValueType::Unknown);
        Stored { plain: PlainFact::new(ty, (0, None), Provenance::Inferred), content: 0 }
    }
}

/// Facts of some values as they were.
#[derive(Debug)]
pub(crate) struct SavedFacts {
    facts: Vec<(ValueId, Stored)>,
    /// The elements of those that have some, in the same order.
    contents: Vec<KnownValue>,
    held: usize,
}

impl SavedFacts {
    /// The elements that are known one by one, and the dimensions of shapes of a high rank.
    pub(crate) fn held(&self) -> usize {
        self.held
    }
}

impl FactStore {
    /// The memory of a fact, besides the types, elements, and causes that it shares with others.
    pub(crate) const BYTES_OF_A_FACT: usize = size_of::<Stored>();

    /// Unknown facts for `values` values, with at most `most` tracked elements.
    pub(crate) fn new(values: usize, most: usize) -> FactStore {
        let mut types = Types::default();
        let unknown = Stored::unknown(&mut types);
        let (facts, contents) = (vec![unknown; values], Contents::default());
        FactStore {
            types,
            facts,
            contents,
            followed: 0,
            most,
            is_full: false,
            text: 0,
            max_text: u64::MAX,
            has_cut_text: false,
            repeats: Arc::default(),
            expressions: Expressions::new(u64::MAX),
            has_cut_expressions: false,
            terms_left: u64::MAX,
            causes: Causes::default(),
            excesses: HashMap::new(),
            bindings: HashMap::new(),
            op_versions: OpVersions::default(),
        }
    }

    /// The bytes, about, that facts, their types, elements of lists, expressions, long texts, and attribute parameters take.
    pub(crate) fn memory(&self) -> usize {
        let shared = self.expressions.memory() + self.text;
        let shared = usize::try_from(shared).unwrap_or(usize::MAX).saturating_add(self.memory_of_bindings());
        let facts = self.facts.len() * FactStore::BYTES_OF_A_FACT + self.followed * size_of::<SymInt>();
        facts.saturating_add(self.types.memory()).saturating_add(shared)
    }

    /// The bytes of lists of attribute parameters, which functions share with their bodies.
    fn memory_of_bindings(&self) -> usize {
        let mut lists: Vec<&Bindings> = self.bindings.values().flatten().collect();
        lists.sort_unstable_by_key(|list| Arc::as_ptr(list));
        lists.dedup_by(|a, b| Arc::ptr_eq(a, b));
        lists.iter().map(|list| list.capacity() * size_of::<(NameId, AttributeValue)>()).sum()
    }

    /// Forgets the elements of lists and the constants. Types remain.
    pub(crate) fn forget_contents(&mut self) {
        (self.contents, self.followed) = (Contents::default(), 0);
        self.facts.iter_mut().for_each(|stored| stored.content = 0);
    }

    /// Makes room for this many values; new ones are unknown.
    pub(crate) fn grow(&mut self, values: usize) {
        let unknown = Stored::unknown(&mut self.types);
        self.facts.resize(values.max(self.facts.len()), unknown);
    }

    /// Whether elements or a shape of a value were dropped because there are too many.
    pub(crate) fn is_full(&self) -> bool {
        self.is_full || self.has_cut_sizes()
    }

    /// With limits on the bytes of text of all long shapes, and on the bytes of all different expressions.
    pub(crate) fn with_max_memory(self, max_text: u64, max_expressions: u64) -> FactStore {
        FactStore { max_text, expressions: Expressions::new(max_expressions), ..self }
    }

    /// With the values whose types are written several times.
    pub(crate) fn with_repeats(self, repeats: Repeats) -> FactStore {
        FactStore { repeats: Arc::new(repeats), ..self }
    }

    /// What the text of the type of a value counts.
    fn text_of_type(&self, value: ValueId, ty: u32) -> u64 {
        self.types.text(ty).saturating_add(self.repeats.of_type(value, self.types.get(ty)))
    }

    /// Whether a shape is unknown because the texts of all are too long.
    pub(crate) fn has_cut_text(&self) -> bool {
        self.has_cut_text
    }

    /// The number of elements above which those of long lists are dropped, if any were.
    pub(crate) fn cut_elements(&self) -> Option<usize> {
        self.is_full.then_some(self.most)
    }

    /// Whether there is room for a list besides others that are not stored yet.
    pub(crate) fn follows(&self, list: &KnownValue, cost_of_others: usize) -> bool {
        let is_long = matches!(list, KnownValue::Elements(elements) if elements.len() > SHORT);
        let most = if is_long { self.most } else { self.most.saturating_add(self.most / 2) };
        self.followed.saturating_add(cost_of_others).saturating_add(list.tracking_cost()) <= most
    }

    /// Whether a size is an interval because there are too many different expressions.
    pub(crate) fn has_cut_expressions(&self) -> bool {
        self.has_cut_expressions
    }

    /// Notes the limit that the expression of a size or an element of a node's outputs would exceed; `None` if there is none.
    pub(crate) fn set_excess(&mut self, node: NodeId, excess: Option<expr::ExprLimit>) {
        match excess {
            Some(excess) => drop(self.excesses.insert(node, excess)),
            None if self.excesses.is_empty() => {}
            None => drop(self.excesses.remove(&node)),
        }
    }

    /// The limit that the expression of a size or an element of a node's outputs would exceed.
    pub(crate) fn excess(&self, node: NodeId) -> Option<expr::ExprLimit> {
        self.excesses.get(&node).copied()
    }

    /// With a limit on the terms of expressions that are made.
    pub(crate) fn with_max_terms(self, terms_left: u64) -> FactStore {
        FactStore { terms_left, ..self }
    }

    /// Counts terms of expressions that were made.
    pub(crate) fn count_terms(&mut self, terms: u64) {
        self.terms_left = self.terms_left.saturating_sub(terms);
    }

    /// Whether nodes do not combine expressions any more because too many terms were made.
    pub(crate) fn has_used_terms(&self) -> bool {
        self.terms_left == 0
    }

    /// Whether shapes or lists lost something because of their texts or expressions.
    pub(crate) fn has_cut_sizes(&self) -> bool {
        self.has_cut_text || self.has_cut_expressions || self.has_used_terms()
    }

    /// What a node reads once sizes are cut: intervals, if it would combine expressions, which takes time and is not kept.
    pub(crate) fn limit_inputs(&self, inputs: &mut [Fact]) {
        if self.has_cut_sizes() {
            let reason = match (self.has_cut_text, self.has_cut_expressions) {
                (_, true) => TOO_MANY_EXPRESSIONS,
                (true, false) => TOO_MUCH_TEXT,
                (false, false) => TOO_MANY_TERMS,
            };
            forget_expressions(inputs, reason);
        }
    }

    /// Records that these versions of operators apply instead of the imported ones.
    pub(crate) fn with_op_versions(self, versions: &OpVersions) -> FactStore {
        FactStore { op_versions: versions.clone(), ..self }
    }

    /// The versions of operators that apply instead of the imported ones.
    pub(crate) fn op_versions(&self) -> &OpVersions {
        &self.op_versions
    }

    /// Stores the attribute parameters with which a function is inferred. Returns those of the calls before if all agree.
    pub(crate) fn bind_function(&mut self, graph: GraphId, bindings: Bindings) -> Bindings {
        let known = self.bindings.entry(graph).or_insert_with(|| Some(bindings.clone()));
        known.take_if(|known| !are_same(known, &bindings));
        known.as_ref().unwrap_or(&bindings).clone()
    }

    /// Stores the attribute parameters with which a body inside a function is inferred. They are not compared one by one: a
    /// function may have very many parameters and bodies, and calls that agree have the same list.
    pub(crate) fn bind_body(&mut self, graph: GraphId, bindings: &Bindings) {
        let known = self.bindings.entry(graph).or_insert_with(|| Some(bindings.clone()));
        known.take_if(|known| !Arc::ptr_eq(known, bindings));
    }

    /// The attribute parameters with which a graph inside a function was inferred; `None` where calls disagree.
    pub(crate) fn bindings(&self, graph: GraphId) -> Option<&[(NameId, AttributeValue)]> {
        self.bindings.get(&graph).map_or(Some(&[]), |bindings| bindings.as_ref().map(|bindings| &bindings[..]))
    }

    /// Replaces the fact of a value.
    pub(crate) fn set(&mut self, value: ValueId, fact: Fact) {
        let Some(stored) = self.facts.get(value.index()) else { return };
        self.text -= self.text_of_type(value, stored.plain.ty);
        let Fact { ty, value: content, provenance: origin, unknown_reason: mut why } = fact;
        let left = self.max_text.saturating_sub(self.text).checked_sub(self.repeats.of_type(value, &ty));
        let ty = match left {
            Some(left) => self.types.insert_within(ty, left, &mut self.expressions),
            None => Err((ty, Excess::Text)),
        };
        let left = left.unwrap_or(0);
        let ty = ty.unwrap_or_else(|(ty, excess)| {
            let shorter = matches!(excess, Excess::Expressions).then(|| without_expressions(&ty));
            if let Some(shorter) = shorter.filter(|shorter| types::counted_bytes(shorter) <= left) {
                why = Some(UnknownReason::value(TOO_MANY_EXPRESSIONS));
                self.has_cut_expressions = true;
                return self.types.insert(shorter);
            }
            why = Some(UnknownReason::value(TOO_MUCH_TEXT));
            self.has_cut_text = true;
            self.types.insert(without_shape(&ty))
        });
        self.text += self.text_of_type(value, ty);
        self.drop_elements(value);
        let known = content != KnownValue::Unknown && self.follows(&content, 0);
        self.is_full |= !known && content != KnownValue::Unknown;
        self.followed += if known { content.tracking_cost() } else { 0 };
        let plain = PlainFact::new(ty, self.causes.insert(why), origin);
        let content = if known { self.insert_content(content) } else { 0 };
        self.facts[value.index()] = Stored { plain, content };
    }

    /// Stores elements that are counted as followed: with intervals instead of expressions where those of all facts take too
    /// much memory, and none where the text of all would be too long.
    fn insert_content(&mut self, content: KnownValue) -> u32 {
        let content = match content {
            KnownValue::Elements(elements) if !self.expressions.hold(elements.expressions()) => {
                self.has_cut_expressions = true;
                KnownValue::Elements(elements.without_expressions())
            }
            content => content,
        };
        self.text += types::long_text_of_elements(&content);
        if self.text > self.max_text {
            self.has_cut_text = true;
            self.forget(&content);
            return 0;
        }
        self.contents.insert(content)
    }

    /// Forgets the elements of a value, for another fact.
    fn drop_elements(&mut self, value: ValueId) {
        let content = self.contents.take(self.facts[value.index()].content);
        self.forget(&content);
    }

    /// Makes room for other elements.
    fn forget(&mut self, content: &KnownValue) {
        self.followed -= content.tracking_cost();
        self.text -= types::long_text_of_elements(content);
        if let KnownValue::Elements(elements) = content {
            self.expressions.release(elements.expressions());
        }
    }

    /// The fact of a value: type, shape in elements, elements if they are tracked, and the reason for unknown parts.
    ///
    /// # Panics
    /// If the value does not belong to the model that was analyzed, or was added to it since.
    #[track_caller]
    pub fn get(&self, value: ValueId) -> Fact {
        let stored = self.stored(value);
        self.assembled(stored, self.contents.get(stored.content).clone())
    }

    /// The facts of these values, for [`FactStore::join`].
    pub(crate) fn save(&self, values: impl Iterator<Item = ValueId>) -> SavedFacts {
        let facts: Vec<_> = values.map(|value| (value, *self.stored(value))).collect();
        let with_elements = facts.iter().filter(|(_, stored)| stored.content != 0);
        let contents: Vec<_> = with_elements.map(|(_, stored)| self.contents.get(stored.content).clone()).collect();
        let rank = |(_, stored): &(ValueId, Stored)| self.types.get(stored.plain.ty).as_tensor()?.shape.rank();
        let ranks = facts.iter().filter_map(rank).filter(|&rank| rank > Shape::USUAL_RANK).sum::<usize>();
        let held = ranks + contents.iter().map(KnownValue::tracking_cost).sum::<usize>();
        SavedFacts { contents, facts, held }
    }

    /// Joins facts with those of the same values that were saved.
    pub(crate) fn join(&mut self, saved: &SavedFacts) {
        let mut contents = saved.contents.iter();
        for (value, stored) in &saved.facts {
            let content = if stored.content == 0 { None } else { contents.next() };
            let earlier = self.assembled(stored, content.cloned().unwrap_or_default());
            self.set(*value, self.get(*value).join(&earlier));
        }
    }

    /// Types and causes are never removed, so that a copy of what is stored stays valid; elements are.
    fn assembled(&self, stored: &Stored, value: KnownValue) -> Fact {
        Fact {
            ty: self.types.get(stored.plain.ty).clone(),
            value,
            provenance: stored.plain.origin(),
            unknown_reason: self.causes.reason(stored.plain.cause()),
        }
    }

    /// The fact of a value that can leave its model: the elements of a constant of the file are read, if they are at most
    /// `limit`; of a longer one, only the type remains.
    ///
    /// # Panics
    /// As [`FactStore::get`].
    ///
    /// ```
    /// use shapewright::graph::Model;
    /// use shapewright::{AnalysisOptions, OpQuery, ReadOptions, Source, analyze};
    ///
    /// let text = r#"<ir_version: 9, opset_import: ["" : 18]>
    ///     g (float[8,16] x) => (float[8] y) <int64[1] axes = {1}> { y = ReduceMin <keepdims = 0> (x, axes) }"#;
    /// let model = Model::read(Source::from_bytes("m.onnxtxt", text), &ReadOptions::default());
    /// let facts = analyze(&model, &AnalysisOptions::default()).facts;
    /// let node = model.nodes_of(model.main_graph().unwrap()).next().unwrap();
    /// let inputs = model.inputs(node).iter().filter_map(|operand| operand.value());
    /// let query = OpQuery::onnx("ReduceMax", 18).attribute("keepdims", 0);
    /// let query = inputs.fold(query, |query, value| query.input(facts.with_elements(&model, value, 1000)));
    /// assert_eq!(query.infer().outputs[0].ty.to_string(), "f32[8]");
    /// ```
    #[track_caller]
    pub fn with_elements(&self, model: &Model, value: ValueId, limit: usize) -> Fact {
        let fact = self.get(value);
        match fact.value {
            KnownValue::Constant(tensor) => fact.detached().with_elements(model.elements(tensor, limit)),
            _ => fact.detached(),
        }
    }

    /// The type of a value with its shape in elements, like [`FactStore::get`] without a copy.
    ///
    /// # Panics
    /// As [`FactStore::get`].
    #[track_caller]
    pub fn ty(&self, value: ValueId) -> &ValueType {
        self.types.get(self.stored(value).plain.ty)
    }

    /// Where the type of a value comes from.
    ///
    /// # Panics
    /// As [`FactStore::get`].
    #[track_caller]
    pub fn provenance(&self, value: ValueId) -> Provenance {
        self.stored(value).plain.origin()
    }

    /// The elements of a value, if they are tracked: small integer tensors, exactly or within bounds, and constants of
    /// the file.
    ///
    /// # Panics
    /// As [`FactStore::get`].
    #[track_caller]
    pub fn value(&self, value: ValueId) -> &KnownValue {
        self.contents.get(self.stored(value).content)
    }

    /// Why part of a value's type is unknown. `None` if the type is fully known.
    ///
    /// # Panics
    /// As [`FactStore::get`].
    #[track_caller]
    pub fn unknown_reason(&self, value: ValueId) -> Option<UnknownReason> {
        self.causes.reason(self.stored(value).plain.cause())
    }

    #[track_caller]
    fn stored(&self, value: ValueId) -> &Stored {
        self.facts.get(value.index()).unwrap_or_else(|| foreign("value", value.index(), self.facts.len()))
    }
}

/// Why a shape is unknown.
const TOO_MUCH_TEXT: &str =
    "the shapes and lists of all values count more bytes of text than the limit `max_shape_text`";

/// Why a size is an interval.
const TOO_MANY_EXPRESSIONS: &str =
    "the different expressions in shapes and lists take more memory than the limit `max_expression_bytes`";

/// Why a size is an interval.
const TOO_MANY_TERMS: &str =
    "the expressions that were made to combine sizes have more terms than the limit `max_expression_terms`";

/// The fact with intervals instead of expressions, for a caller that has combined too many.
pub(crate) fn without_any_expression(mut fact: Fact) -> Fact {
    forget(&mut fact, TOO_MANY_TERMS);
    fact
}

/// Elements by index, counted from 1.
#[derive(Clone, Debug, Default)]
struct Contents {
    list: Vec<KnownValue>,
    /// Indices that are free again.
    free: Vec<u32>,
}

impl Contents {
    fn insert(&mut self, content: KnownValue) -> u32 {
        if let Some(index) = self.free.pop() {
            self.list[index as usize - 1] = content;
            return index;
        }
        self.list.push(content);
        self.list.len() as u32
    }

    /// Removes what has an index; nothing has index 0.
    fn take(&mut self, index: u32) -> KnownValue {
        let Some(content) = self.list.get_mut((index as usize).wrapping_sub(1)) else { return KnownValue::Unknown };
        self.free.push(index);
        std::mem::take(content)
    }

    fn get(&self, index: u32) -> &KnownValue {
        self.list.get((index as usize).wrapping_sub(1)).unwrap_or(&KnownValue::Unknown)
    }
}

/// Whether part of a fact's type is unknown.
pub(crate) fn is_vague(ty: &ValueType) -> bool {
    match ty.as_tensor() {
        Some(t) => {
            let open = |dim: &Dim| dim.is_unknown() || dim.is_beyond_sizes();
            t.element.is_none() || t.shape.dims().is_none_or(|dims| dims.iter().any(open))
        }
        None => *ty == ValueType::Unknown,
    }
}

/// Whether two lists of attribute parameters are alike. Most calls share their long values, which are defaults of the function.
fn are_same(a: &Bindings, b: &Bindings) -> bool {
    let is_same = |a: &AttributeValue, b: &AttributeValue| match (a, b) {
        (AttributeValue::Floats(a), AttributeValue::Floats(b)) if Arc::ptr_eq(a, b) => true,
        (AttributeValue::SparseTensor(a), AttributeValue::SparseTensor(b)) if Arc::ptr_eq(a, b) => true,
        (AttributeValue::SparseTensors(a), AttributeValue::SparseTensors(b)) if Arc::ptr_eq(a, b) => true,
        // Others that are shared are compared by their addresses first.
        _ => a == b,
    };
    a.len() == b.len() && a.iter().zip(&**b).all(|((a, own), (b, other))| a == b && is_same(own, other))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::element::ElementType;
    use crate::elements::Elements;
    use crate::shape::Shape;

    #[test]
    fn attribute_parameters_are_compared_once_for_all_bodies_of_a_function() {
        let mut store = FactStore::new(0, 0);
        let [function, body, other] = [0, 1, 2].map(GraphId::at);
        // No number is compared: this one would differ from itself.
        let shared = AttributeValue::Floats(Arc::from([f32::NAN]));
        let call = |int| Arc::new(vec![(NameId::new(1), shared.clone()), (NameId::new(2), AttributeValue::Int(int))]);
        let first = store.bind_function(function, call(1));
        store.bind_body(body, &first);
        let second = store.bind_function(function, call(1));
        assert!(Arc::ptr_eq(&first, &second), "calls that agree have one list");
        store.bind_body(body, &second);
        assert_eq!([function, body].map(|graph| store.bindings(graph).map(<[_]>::len)), [Some(2); 2]);
        assert_eq!(store.bindings(other).map(<[_]>::len), Some(0));
        let third = store.bind_function(function, call(2));
        store.bind_body(body, &third);
        assert_eq!([function, body].map(|graph| store.bindings(graph).is_none()), [true; 2]);
        // They do not agree any more.
        assert!(!Arc::ptr_eq(&first, &store.bind_function(function, call(1))));
    }

    #[test]
    fn long_lists_are_followed_up_to_a_number_of_elements() {
        let mut store = FactStore::new(4, 52);
        let list = |length: i64| {
            let elements = Elements::of_ints((0..length).collect::<Vec<_>>());
            Fact::tensor(ElementType::I64, Shape::from_dims([length as u64])).with_elements(Some(elements))
        };
        let known = |store: &FactStore, at| *store.value(ValueId::at(at)) != KnownValue::Unknown;
        store.set(ValueId::at(0), list(30));
        store.set(ValueId::at(1), list(30));
        store.set(ValueId::at(2), list(16));
        store.set(ValueId::at(3), list(16));
        assert_eq!([0, 1, 2, 3].map(|at| known(&store, at)), [true, false, true, true]);
        // Replaced facts free their share of the limit.
        store.set(ValueId::at(0), Fact::UNKNOWN);
        store.set(ValueId::at(2), Fact::UNKNOWN);
        store.set(ValueId::at(1), list(30));
        assert!(known(&store, 1));
    }

    #[test]
    fn elements_that_are_replaced_leave_their_place_to_others() {
        let mut store = FactStore::new(2, 50);
        let known =
            |n: u64| Fact::tensor(ElementType::I64, Shape::from_dims([1])).with_elements(Some(Elements::of_ints([n])));
        for n in 0..100 {
            store.set(ValueId::at(n as usize % 2), known(n));
        }
        assert_eq!([0, 1].map(|at| store.get(ValueId::at(at))), [known(98), known(99)]);
        assert_eq!(store.contents.list.len(), 2);
    }

    #[test]
    fn a_fact_comes_back_as_it_went_in() {
        let mut store = FactStore::new(2, 100);
        let fact = Fact {
            unknown_reason: Some(UnknownReason::value("no shape function yet")),
            ..Fact::tensor(ElementType::F32, Shape::UNKNOWN)
        };
        store.set(ValueId::new(1), fact.clone());
        assert_eq!(store.get(ValueId::new(1)), fact);
        assert_eq!(store.get(ValueId::new(0)), Fact::UNKNOWN);
        store.set(ValueId::new(1), Fact::UNKNOWN);
        assert_eq!(store.get(ValueId::new(1)), Fact::UNKNOWN);
    }

    #[test]
    fn saved_facts_are_joined_with_later_ones() {
        let of = |sizes: [u64; 2], n: u64| {
            Fact::tensor(ElementType::I64, Shape::from_dims(sizes)).with_elements(Some(Elements::of_ints([n; 6])))
        };
        let mut store = FactStore::new(3, 100);
        let values = || (0..3).map(ValueId::at);
        let earlier = [of([2, 3], 1), of([2, 3], 2), Fact::UNKNOWN];
        let later = [of([2, 3], 4), of([3, 2], 2), of([2, 3], 1)];
        values().zip(&earlier).for_each(|(value, fact)| store.set(value, fact.clone()));
        let saved = store.save(values());
        // Another value takes the place of the elements that were saved.
        values().rev().zip(later.iter().rev()).for_each(|(value, fact)| store.set(value, fact.clone()));
        store.join(&saved);
        for (at, value) in values().enumerate() {
            assert_eq!(store.get(value), later[at].join(&earlier[at]), "value {at}");
        }
    }

    #[test]
    fn no_order_of_writes_mixes_facts_up() {
        let known =
            |n: u64| Fact::tensor(ElementType::I64, Shape::from_dims([n])).with_elements(Some(Elements::of_ints([n])));
        let why = |n: u64| Some(UnknownReason::value(format!("reason {n}")));
        let (mut store, mut plain) = (FactStore::new(7, 100), vec![Fact::UNKNOWN; 7]);
        let mut state = 1u64;
        for _ in 0..2_000 {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            let (at, n) = ((state >> 33) as usize % 8, (state >> 40) % 5);
            let fact = match (state >> 50) % 4 {
                0 => Fact::UNKNOWN,
                1 => known(n),
                2 => Fact { unknown_reason: why(n), ..Fact::UNKNOWN },
                _ => Fact { unknown_reason: why(n), provenance: Provenance::Declared, ..known(n) },
            };
            store.set(ValueId::new(at as u32), fact.clone());
            // A write past the end is ignored.
            if let Some(slot) = plain.get_mut(at) {
                *slot = fact;
            }
            assert!((0..7).all(|i| store.get(ValueId::new(i as u32)) == plain[i]));
        }
    }
}
