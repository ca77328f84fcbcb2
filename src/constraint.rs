//! What must hold between sizes by name for a run to be correct: possible, but not certain from the file alone.

use std::fmt;

use crate::dim::Dim;
use crate::expr::Expr;
use crate::ids::NodeId;

/// What an operator demands of two sizes.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum ConstraintKind {
    /// Both are the same.
    Equal,
    /// Both are the same, or one is 1 and stretches.
    BroadcastCompatible,
    /// The first is the second, or 1 and stretches to it.
    BroadcastsTo,
    /// The first is not less than the second.
    AtLeast,
}

/// A demand of a node that the file leaves open.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Constraint {
    /// What must hold.
    pub kind: ConstraintKind,
    /// The sizes of which it must hold.
    pub sizes: [Dim; 2],
    /// The first node that demands it.
    pub node: NodeId,
}

impl Constraint {
    /// The demand, unless it certainly holds or says nothing of sizes by name.
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
            ConstraintKind::BroadcastCompatible => a.provably_eq(b) || a.is(1) || b.is(1) || is_stretched(a, b),
            ConstraintKind::BroadcastsTo => a.provably_eq(b) || a.is(1),
            ConstraintKind::AtLeast => {
                a.low() >= b.high() || a.to_expr().zip(b.to_expr()).is_some_and(|(a, b)| a.is_at_least(&b))
            }
        };
        let loop_local = [a, b].iter().any(|dim| dim.expr().is_some_and(Expr::is_loop_local));
        let is_known = |dim: &Dim| dim.expr().is_some() || dim.size().is_some();
        if holds || loop_local || !is_known(a) || !is_known(b) {
            return None;
        }
        // Which one comes first has no meaning, so numbers come last and names are in order.
        let ordered = matches!(demand, ConstraintKind::AtLeast | ConstraintKind::BroadcastsTo);
        let swap = !ordered && (a.expr().is_none() || (b.expr().is_some() && a.expr() > b.expr()));
        let [a, b] = if swap { [b, a] } else { [a, b] };
        // A multiple is 0 where what it is a multiple of is.
        let lone = if b.is(0) { a.expr().and_then(Expr::without_factor).map(Dim::from_expr) } else { None };
        Some(Constraint { kind: demand, sizes: [lone.unwrap_or_else(|| a.clone()), b.clone()], node })
    }
}

/// Whether one of the sizes is what the other has been stretched to before: that was demanded then.
fn is_stretched(a: &Dim, b: &Dim) -> bool {
    let both = a.expr().zip(b.expr());
    both.is_some_and(|(a, b)| a.broadcast(b).is_some_and(|both| both == *a || both == *b))
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

/// The constraints of one model, each once.
#[derive(Debug, Default)]
pub(crate) struct Constraints {
    list: Vec<Constraint>,
    seen: std::collections::HashSet<(ConstraintKind, [Dim; 2])>,
}

impl Constraints {
    /// More are not kept: nobody reads them, and they would cost.
    const MOST: usize = 1_000;

    pub(crate) fn add(&mut self, constraint: Constraint) {
        if self.list.len() < Self::MOST && self.seen.insert((constraint.kind, constraint.sizes.clone())) {
            self.list.push(constraint);
        }
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
    fn only_what_is_open_is_said() {
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
        let stretched = Dim::from_expr(crate::expr::Expr::from("N").broadcast(&"M".into()).unwrap());
        assert_eq!(text(BroadcastCompatible, stretched, "N"), None);
        assert_eq!(text(Equal, "N", "N"), None);
        assert_eq!(text(BroadcastCompatible, "N", 1), None);
        assert_eq!(text(Equal, Dim::from("N").mul(&Dim::exact(8)), 0).as_deref(), Some("N = 0"));
        assert_eq!(text(Equal, Dim::unknown(), "N"), None);
        assert_eq!(text(Equal, 4, 4), None);
    }
}
