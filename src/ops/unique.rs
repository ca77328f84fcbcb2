//! Unique: each element or slice once, and where it stood.

use super::axes::{self, AxesSource, Ranked};
use super::signature::{
    AttributeKind, AttributeSpec, Default, Formal, FormalType, Kinds, Presence, Signature, TypeVariable,
};
use super::{NodeCx, Operator, OperatorDef, Resolved, attributes, layout, scalar};
use crate::dim::Dim;
use crate::element::{ElementType, TypeSet};
use crate::elements::Elements;
use crate::fact::Fact;
use crate::shape::Shape;

/// A resolved Unique.
#[derive(Debug)]
struct Unique {
    axis: Axis,
    /// Whether the result is sorted, or in the order of the data; `None` if the file does not say.
    sorted: Option<bool>,
    /// The types of places and of counts.
    places: Option<ElementType>,
    counts: Option<ElementType>,
}

#[derive(Clone, Copy, Debug)]
enum Axis {
    /// The data is flattened.
    Flat,
    At(i128, AxesSource),
    Unknown,
}

impl Operator for Unique {
    fn infer(&self, cx: &mut NodeCx<'_>) {
        let data = cx.shape(0);
        let exact = if matches!(self.axis, Axis::Flat) { self.exact(cx) } else { None };
        // The slices that are compared, and the shape that those kept have.
        let (all, at) = match (self.axis, data.dims()) {
            (Axis::Flat, _) => (data.elements(), Some(0)),
            (Axis::At(axis, source), Some(dims)) => {
                let at = axes::wrap_one(cx, axis, dims.len(), source, Ranked::Input(0));
                (at.map_or_else(Dim::any, |at| dims[at].clone()), at)
            }
            _ => (Dim::any(), None),
        };
        let kept = match &exact {
            Some(exact) => Dim::exact(exact.len() as u64),
            None if all.high() <= 1 => all.clone(),
            None => cx.fresh(0, at.unwrap_or(0), all.low().min(1), all.high()),
        };
        let shape = match (self.axis, data.dims(), at) {
            (Axis::Flat, ..) => Shape::of([kept.clone()]),
            (_, Some(dims), Some(at)) => {
                Shape::of(dims.iter().enumerate().map(|(i, dim)| if i == at { kept.clone() } else { dim.clone() }))
            }
            (Axis::At(..), Some(dims), None) => Shape::of_rank(dims.len()),
            _ => Shape::at_least(data.min_rank().max(1)),
        };
        let list = |element: Option<ElementType>, dim: &Dim| Fact::tensor(element, Shape::of([dim.clone()]));
        let known = |of: fn(&Kept) -> &Vec<i64>| exact.as_ref().map(|kept| Elements::of_ints(of(kept).iter().copied()));
        let values = exact.as_ref().map(|kept| Elements::of_ints(kept.values.iter().copied()));
        cx.set(0, Fact::tensor(cx.element(0), shape).with_elements(values));
        cx.set(1, list(self.places, &kept).with_elements(known(|kept| &kept.first)));
        cx.set(2, list(self.places, &all).with_elements(known(|kept| &kept.inverse)));
        cx.set(3, list(self.counts, &kept).with_elements(known(|kept| &kept.counts)));
    }
}

/// What is kept of a constant.
#[derive(Default)]
struct Kept {
    values: Vec<i128>,
    /// Where each stands first.
    first: Vec<i64>,
    /// Where each element of the data went.
    inverse: Vec<i64>,
    counts: Vec<i64>,
}

impl Kept {
    fn len(&self) -> usize {
        self.values.len()
    }
}

impl Unique {
    fn exact(&self, cx: &NodeCx<'_>) -> Option<Kept> {
        let (elements, _) = layout::known(cx, 0)?;
        let data = elements.exact_ints()?;
        let mut order: Vec<usize> = (0..data.len()).collect();
        order.sort_by_key(|&at| (data[at], at));
        let mut groups: Vec<Vec<usize>> = Vec::new();
        for at in order {
            match groups.last_mut().filter(|group| data[group[0]] == data[at]) {
                Some(group) => group.push(at),
                None => groups.push(vec![at]),
            }
        }
        if !self.sorted? {
            groups.sort_by_key(|group| group[0]);
        }
        let mut kept = Kept { inverse: vec![0; data.len()], ..Kept::default() };
        for (to, group) in groups.iter().enumerate() {
            kept.values.push(data[group[0]]);
            kept.first.push(group[0] as i64);
            kept.counts.push(group.len() as i64);
            for &at in group {
                kept.inverse[at] = to as i64;
            }
        }
        Some(kept)
    }
}

fn resolve_onnx(cx: &mut NodeCx<'_>) -> Resolved {
    let axis = match cx.int("axis") {
        _ if cx.is_unbound("axis") => Axis::Unknown,
        Some(axis) => Axis::At(axis.into(), AxesSource::Attribute("axis")),
        None if cx.attribute_record("axis").is_some() => Axis::Unknown,
        None => Axis::Flat,
    };
    let sorted = attributes::flag(cx, "sorted");
    let element = Some(ElementType::I64);
    Resolved::operator(Unique { axis, sorted, places: element, counts: element })
}

fn resolve_ir(cx: &mut NodeCx<'_>) -> Resolved {
    let source = AxesSource::Input(1);
    let axis = match cx.has_input(1) {
        false => Axis::Flat,
        true if scalar::expect(cx, 1, true) => {
            axes::read_one(cx, source).map_or(Axis::Unknown, |axis| Axis::At(axis, source))
        }
        true => Axis::Unknown,
    };
    let element = |name: &str| match cx.attribute_record(name) {
        Some(_) => cx.element_attribute(name),
        None => Some(ElementType::I64),
    };
    let (places, counts) = (element("index_element_type"), element("count_element_type"));
    Resolved::operator(Unique { axis, sorted: cx.bool("sorted"), places, counts })
}

const INDEX: FormalType = FormalType::Fixed(Kinds::tensors(TypeSet::of(&[ElementType::I64, ElementType::I32])));
const fn index(name: &'static str) -> Formal {
    Formal { name, ty: INDEX, presence: Presence::Optional }
}
const SIGNATURES: &[Signature] = &[Signature::since(10)
    .until(16)
    .inputs(&[Formal::of("data", "T"), Formal::of("axis", "T_AXIS").optional()])
    .outputs(&[Formal::of("output", "T"), index("indices"), index("inverse_indices"), index("counts")])
    .attributes(&[
        AttributeSpec::default("sorted", AttributeKind::Bool, Default::Bool(true)),
        AttributeSpec::default("index_element_type", AttributeKind::Element, Default::Text("i64")),
        AttributeSpec::default("count_element_type", AttributeKind::Element, Default::Text("i64")),
    ])
    .variables(&[
        TypeVariable::tensors("T", TypeSet::ALL),
        TypeVariable::tensors("T_AXIS", TypeSet::of(&[ElementType::I64, ElementType::I32])),
    ])];

pub(super) static OPERATORS: &[OperatorDef] =
    &[OperatorDef::onnx("Unique", resolve_onnx), OperatorDef::openvino("Unique", SIGNATURES, resolve_ir)];

#[cfg(test)]
mod tests {
    use super::super::sample::{fact, ints};
    use crate::Fact;
    use crate::ops::Query;
    use crate::ops::testing::ask;

    fn onnx(version: i64) -> Query {
        Query::onnx("Unique", version).outputs(4)
    }

    #[test]
    fn something_is_kept_of_something() {
        for version in [11, 28] {
            let flat = ask(onnx(version).input(fact("f32[2,3]")));
            assert_eq!(flat, "f32[1..6] | i64[1..6] | i64[6] | i64[1..6]");
            let axis = ask(onnx(version).attribute("axis", -1).input(fact("f32[N,3]")));
            assert_eq!(axis, "f32[N,1..3] | i64[1..3] | i64[3] | i64[1..3]");
        }
        assert_eq!(ask(onnx(11).input(fact("f32[]"))), "f32[1] | i64[1] | i64[1] | i64[1]");
        assert_eq!(ask(onnx(11).input(fact("f32[N]"))), "f32[?] | i64[?] | i64[N] | i64[?]");
        let ir = |axis: Option<Fact>| {
            let query = Query::openvino("Unique", 10).attribute("index_element_type", "i32").outputs(4);
            let query = query.input(fact("f32[2,3]"));
            ask(match axis {
                Some(axis) => query.input(axis),
                None => query,
            })
        };
        assert_eq!(ir(None), "f32[1..6] | i32[1..6] | i32[6] | i64[1..6]");
        assert_eq!(ir(Some(ints("i64", &[1]))), "f32[2,1..3] | i32[1..3] | i32[3] | i64[1..3]");
        assert_eq!(ir(Some(fact("i64[]"))), "f32[...] | i32[?] | i32[?] | i64[?]");
    }

    #[test]
    fn constants_are_counted() {
        let data = || ints("i64", &[2, 1, 1, 3, 2]);
        let sorted = "i64[3] = 1 2 3 | i64[3] = 1 0 3 | i64[5] = 1 0 0 2 1 | i64[3] = 2 2 1";
        assert_eq!(ask(onnx(11).input(data())), sorted);
        let first = "i64[3] = 2 1 3 | i64[3] = 0 1 3 | i64[5] = 0 1 1 2 0 | i64[3] = 2 2 1";
        assert_eq!(ask(onnx(11).attribute("sorted", 0).input(data())), first);
    }

    #[test]
    fn faults() {
        let far = ask(onnx(11).attribute("axis", 2).input(fact("f32[N,3]")));
        assert_eq!(far, "f32[?,?] | i64[?] | i64[?] | i64[?] OP102");
        let flag = onnx(11).attribute("sorted", 2).input(fact("f32[3]")).outputs(1);
        assert_eq!(ask(flag), "f32[1..3] OP105");
    }
}
