//! Constraints between symbolic dimensions that a valid run requires and that the file alone does not ensure.

use std::fmt;

use crate::dim::{Dim, Symbol};
use crate::expr::Expr;
use crate::ids::NodeId;

/// The kind of a constraint between two sizes.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum ConstraintKind {
    /// The sizes are equal.
    Equal,
    /// The sizes are equal, or one of them is 1 and broadcast.
    BroadcastCompatible,
    /// The first equals the second, or is 1 and broadcast to it.
    BroadcastsTo,
    /// The first is at least the second.
    AtLeast,
}

/// A constraint that a node imposes and the file leaves open.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Constraint {
    /// The relation.
    pub kind: ConstraintKind,
    /// The sizes that it relates.
    pub sizes: [Dim; 2],
    /// The first node that imposes it.
    pub node: NodeId,
}

impl Constraint {
    /// The constraint, unless it certainly holds or does not involve symbolic dimensions.
    pub(crate) fn new_if_open(demand: ConstraintKind, a: &Dim, b: &Dim, node: NodeId) -> Option<Constraint> {
        if a.expr().is_none() && b.expr().is_none() {
            return None;
        }
        let demand = match demand {
            ConstraintKind::BroadcastCompatible if !a.contains(1) && !b.contains(1) => ConstraintKind::Equal,
            ConstraintKind::BroadcastsTo if !a.contains(1) || b.is(1) => ConstraintKind::Equal,
            demand => demand,
        };
        let holds = match demand {
            ConstraintKind::Equal => a.provably_eq(b),
            ConstraintKind::BroadcastCompatible => a.provably_eq(b) || a.is(1) || b.is(1) || is_broadcast_of(a, b),
            ConstraintKind::BroadcastsTo => a.provably_eq(b) || a.is(1),
            ConstraintKind::AtLeast => a.is_at_least(b),
        };
        let loop_local = [a, b].iter().any(|dim| dim.expr().is_some_and(Expr::is_loop_local));
        let is_known = |dim: &Dim| dim.expr().is_some() || dim.size().is_some();
        if holds || loop_local || !is_known(a) || !is_known(b) {
            return None;
        }
        // The order is irrelevant for symmetric constraints: numbers come last, and names are sorted.
        let ordered = matches!(demand, ConstraintKind::AtLeast | ConstraintKind::BroadcastsTo);
        let swap = !ordered && (a.expr().is_none() || (b.expr().is_some() && a.expr() > b.expr()));
        let [a, b] = if swap { [b, a] } else { [a, b] };
        // A multiple is 0 if its base is.
        let lone = if b.is(0) { a.expr().and_then(Expr::without_factor).map(Dim::from_expr) } else { None };
        Some(Constraint { kind: demand, sizes: [lone.unwrap_or_else(|| a.clone()), b.clone()], node })
    }
}

impl Constraint {
    /// Whether the sizes that `size` returns for symbols satisfy the constraint: a check before a run. `None` if a size
    /// is not determined by them.
    ///
    /// ```
    /// use shapewright::graph::Model;
    /// use shapewright::{AnalysisOptions, ReadOptions, Source, analyze};
    ///
    /// let text = r#"
    ///     <ir_version: 9, opset_import: ["" : 18]>
    ///     g (float[N] x, float[2,M] z) => (float[2,?] y) { y = Add (x, z) }"#;
    /// let model = Model::read(Source::from_bytes("m.onnxtxt", text), &ReadOptions::default());
    /// let open = &analyze(&model, &AnalysisOptions::default()).constraints[0];
    /// assert_eq!(open.to_string(), "M = N or one is 1");
    ///
    /// let size_of_n = |n| move |symbol: &shapewright::Symbol| Some(if symbol.name() == "N" { n } else { 4 });
    /// assert_eq!((open.holds_at(size_of_n(1)), open.holds_at(size_of_n(2))), (Some(true), Some(false)));
    /// assert_eq!(open.holds_at(|_| None), None);
    /// ```
    pub fn holds_at(&self, size: impl Fn(&Symbol) -> Option<u64>) -> Option<bool> {
        let [a, b] = self.sizes.each_ref().map(|dim| dim.to_expr()?.evaluate(&size));
        let (a, b) = (a?, b?);
        Some(match self.kind {
            ConstraintKind::Equal => a == b,
            ConstraintKind::BroadcastCompatible => a == b || a == 1 || b == 1,
            ConstraintKind::BroadcastsTo => a == b || a == 1,
            ConstraintKind::AtLeast => a >= b,
        })
    }
}

/// Whether one of the sizes is the result of broadcasting the other: that constraint is already recorded, or always holds.
fn is_broadcast_of(a: &Dim, b: &Dim) -> bool {
    a.expr().zip(b.expr()).is_some_and(|(a, b)| a.is_broadcast_of(b) || b.is_broadcast_of(a))
}

impl fmt::Display for Constraint {
    /// `N = M`, `N = M or one is 1`, `N >= 1`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [a, b] = &self.sizes;
        match self.kind {
            ConstraintKind::Equal => write!(f, "{a} = {b}"),
            ConstraintKind::AtLeast => write!(f, "{a} >= {b}"),
            ConstraintKind::BroadcastsTo => write!(f, "{a} = {b} or {a} = 1"),
            ConstraintKind::BroadcastCompatible if !b.contains(1) => write!(f, "{a} = {b} or {a} = 1"),
            ConstraintKind::BroadcastCompatible if !a.contains(1) => write!(f, "{a} = {b} or {b} = 1"),
            ConstraintKind::BroadcastCompatible => write!(f, "{a} = {b} or one is 1"),
        }
    }
}

/// The distinct constraints of one model.
#[derive(Debug, Default)]
pub(crate) struct Constraints {
    list: Vec<Constraint>,
    seen: hashbrown::HashSet<(ConstraintKind, [Dim; 2])>,
    is_cut: bool,
}

impl Constraints {
    /// The maximum number of constraints that are kept, to bound the cost.
    pub(crate) const MOST: usize = 1_000;

    pub(crate) fn add(&mut self, constraint: Constraint) {
        let key = (constraint.kind, constraint.sizes.clone());
        if self.list.len() == Self::MOST {
            self.is_cut |= !self.seen.contains(&key);
        } else if self.seen.insert(key) {
            self.list.push(constraint);
        }
    }

    /// Whether there were more than are kept.
    pub(crate) fn is_cut(&self) -> bool {
        self.is_cut
    }

    pub(crate) fn into_list(self) -> Vec<Constraint> {
        self.list
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text(demand: ConstraintKind, a: impl Into<Dim>, b: impl Into<Dim>) -> Option<String> {
        Constraint::new_if_open(demand, &a.into(), &b.into(), NodeId::at(0)).map(|c| c.to_string())
    }

    #[test]
    fn only_open_constraints_are_kept() {
        use ConstraintKind::{AtLeast, BroadcastCompatible, BroadcastsTo, Equal};
        assert_eq!(text(Equal, "N", "M").as_deref(), Some("M = N"));
        assert_eq!(text(Equal, 4, "N").as_deref(), Some("N = 4"));
        assert_eq!(text(BroadcastCompatible, "N", "M").as_deref(), Some("M = N or one is 1"));
        assert_eq!(text(BroadcastCompatible, 4, "N").as_deref(), Some("N = 4 or N = 1"));
        assert_eq!(text(AtLeast, "N", 1).as_deref(), Some("N >= 1"));
        assert_eq!(text(BroadcastsTo, "N", "M").as_deref(), Some("N = M or N = 1"));
        assert_eq!(text(BroadcastsTo, "N", 1).as_deref(), Some("N = 1"));
        assert_eq!(text(BroadcastsTo, 4, "N").as_deref(), Some("N = 4"));
        assert_eq!(text(BroadcastsTo, 1, "N"), None);
        let half = Dim::from("N").floor_div(&Dim::exact(2));
        assert_eq!(text(AtLeast, "N", half), None);
        let broadcast = Dim::from_expr(crate::expr::Expr::from("N").broadcast(&"M".into()).unwrap());
        assert_eq!(text(BroadcastCompatible, broadcast, "N"), None);
        let least =
            |most| Dim::from_expr(crate::expr::Expr::from("N").minimum(&crate::expr::Expr::constant(most)).unwrap());
        assert_eq!(text(BroadcastCompatible, least(1), "N"), None);
        assert_eq!(text(BroadcastCompatible, "N", least(512)).as_deref(), Some("N = min(512,N) or one is 1"));
        assert_eq!(text(Equal, "N", "N"), None);
        assert_eq!(text(BroadcastCompatible, "N", 1), None);
        assert_eq!(text(Equal, Dim::from("N").mul(&Dim::exact(8)), 0).as_deref(), Some("N = 0"));
        assert_eq!(text(Equal, Dim::unknown(), "N"), None);
        assert_eq!(text(Equal, 4, 4), None);
    }
}
