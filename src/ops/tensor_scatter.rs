//! TensorScatter: a cache with rows written at a place of one axis.

use super::axes::{self, AxesSource, Ranked};
use super::{NodeCx, Operator, OperatorDef, Resolved, attributes, demands};
use crate::diagnostic::Diagnostic;
use crate::dim::Dim;
use crate::fact::Fact;
use crate::rules;
use crate::shape::Shape;

/// A resolved TensorScatter.
#[derive(Debug)]
struct TensorScatter {
    /// The axis; `None` if the file does not say which.
    axis: Option<i128>,
}

impl Operator for TensorScatter {
    fn infer(&self, cx: &mut NodeCx<'_>) {
        let (cache, update) = (cx.shape(0), cx.shape(1));
        let rank = cache.rank().or(update.rank());
        let axis = self.axis.zip(rank).and_then(|(axis, rank)| {
            let ranked = Ranked::Input(usize::from(cache.rank().is_none()));
            axes::wrap_one(cx, axis, rank, AxesSource::Attribute("axis"), ranked)
        });
        if axis == Some(0) {
            let message = format!("axis 0 of input {} is its batch dimension", cx.input_name(0));
            let place = cx.attribute_place("axis");
            let finding = Diagnostic::new(&rules::invalid_attribute_value::RULE, place, message);
            cx.report(finding.help("name a dimension behind the batch").data("attribute", "axis"));
        }
        let mut shape = cache.clone();
        if let (Some(dims), true) = (cache.dims(), same_rank(cx, &cache, &update)) {
            let mut dims = dims.to_vec();
            self.check(cx, &mut dims, &update, axis);
            shape = Shape::of(dims);
        }
        cx.set(0, Fact::tensor(cx.element(0), shape));
    }
}

impl TensorScatter {
    /// All sizes but that of the axis are equal, and the rows fit.
    fn check(&self, cx: &mut NodeCx<'_>, dims: &mut [Dim], update: &Shape, axis: Option<usize>) {
        let Some(axis) = axis else { return };
        for (at, (dim, other)) in dims.iter_mut().zip(update.dims().unwrap_or_default()).enumerate() {
            let fits = if at == axis { (other.low() <= dim.high()).then(|| dim.clone()) } else { cx.unify(dim, other) };
            match fits {
                Some(met) => *dim = met,
                None => differs(cx, at, dim, other),
            }
        }
        if cx.has_input(2) && demands::rank(cx, 2, 1..=1, "give one place for each of the batch, as a list") {
            let places = cx.shape(2).elements();
            match dims.first().and_then(|batch| cx.unify(batch, &places)) {
                Some(batch) => dims[0] = batch,
                None if dims.is_empty() => {}
                None => differs(cx, 0, &dims[0].clone(), &places),
            }
        }
    }
}

fn same_rank(cx: &mut NodeCx<'_>, cache: &Shape, update: &Shape) -> bool {
    match cache.rank() {
        Some(rank) if update.rank().is_some_and(|other| other != rank) => {
            demands::rank(cx, 1, rank..=rank, "cache and update have the same dimensions")
        }
        _ => true,
    }
}

fn differs(cx: &mut NodeCx<'_>, at: usize, dim: &Dim, other: &Dim) {
    let message = format!("dimension {at} of input {} is {dim}, but {other} are written there", cx.input_name(0));
    let finding = Diagnostic::new(&rules::incompatible_shapes::RULE, cx.input_place(1), message);
    let finding = finding.label(cx.shape(1).to_string()).related(cx.input_place(0), cx.shape(0).to_string());
    let finding = finding.help("beside the axis all sizes are equal, and along it the rows fit");
    cx.report(finding.data("dimension", at).data("size", other.to_string()));
}

fn resolve(cx: &mut NodeCx<'_>) -> Resolved {
    attributes::word(cx, "mode", &["linear", "circular"]);
    let axis = axes::read_one(cx, AxesSource::Attribute("axis")).filter(|_| !cx.is_unbound("axis"));
    Resolved::operator(TensorScatter { axis })
}

pub(super) static OPERATORS: &[OperatorDef] = &[OperatorDef::onnx("TensorScatter", resolve)];

#[cfg(test)]
mod tests {
    use super::super::sample::{ask, fact};
    use crate::ops::Query;

    fn scatter(axis: i64, cache: &str, update: &str, places: &str) -> (String, Vec<&'static str>) {
        let query = Query::onnx("TensorScatter", 24).attribute("axis", axis).input(fact(cache)).input(fact(update));
        ask(query.input(fact(places)))
    }

    #[test]
    fn the_cache_keeps_its_shape() {
        assert_eq!(scatter(-2, "f32[B,9,4]", "f32[2,3,4]", "i64[2]"), ("f32[2,9,4]".into(), vec![]));
        let whole = Query::onnx("TensorScatter", 24).input(fact("f32[B,H,9,4]")).input(fact("f32[...]"));
        assert_eq!(ask(whole.attribute("mode", "circular")), ("f32[B,H,9,4]".into(), vec![]));
    }

    #[test]
    fn faults() {
        assert_eq!(scatter(0, "f32[2,9]", "f32[1,9]", "i64[2]"), ("f32[2,9]".into(), vec!["OP105"]));
        assert_eq!(scatter(3, "f32[2,9]", "f32[2,9]", "i64[2]"), ("f32[2,9]".into(), vec!["OP102"]));
        assert_eq!(scatter(1, "f32[2,9,4]", "f32[2,10,4]", "i64[2]"), ("f32[2,9,4]".into(), vec!["OP201"]));
        assert_eq!(scatter(1, "f32[2,9,4]", "f32[2,3,5]", "i64[2]"), ("f32[2,9,4]".into(), vec!["OP201"]));
        assert_eq!(scatter(1, "f32[2,9,4]", "f32[2,3]", "i64[2]"), ("f32[2,9,4]".into(), vec!["OP203"]));
        assert_eq!(scatter(1, "f32[2,9,4]", "f32[2,3,4]", "i64[3]"), ("f32[2,9,4]".into(), vec!["OP201"]));
        let mode = Query::onnx("TensorScatter", 24).attribute("mode", "round").input(fact("f32[2,9]"));
        assert_eq!(ask(mode.input(fact("f32[2,9]")).attribute("axis", 1)), ("f32[2,9]".into(), vec!["OP105"]));
    }
}
