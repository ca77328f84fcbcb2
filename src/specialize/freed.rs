//! New symbols in the place of sizes.

use std::collections::{BTreeMap, BTreeSet};

use crate::constraint::{Constraint, ConstraintKind};
use crate::dim::Dim;
use crate::expr::Symbol;
use crate::shape::Shape;

/// Factors by which sizes are changed to see whether others are possible.
const FACTORS: [(u64, u64); 7] = [(2, 1), (3, 1), (4, 1), (8, 1), (1, 2), (1, 4), (1, 8)];

/// New symbols, with the sizes that they replace.
#[derive(Clone, Debug, Default)]
pub(super) struct Freed {
    sizes: BTreeMap<String, u64>,
    /// Those that stand for the output of a node which does not allow the others, and may have any size.
    assumed: BTreeSet<String>,
}

impl Freed {
    pub(super) fn is_empty(&self) -> bool {
        self.sizes.is_empty()
    }

    pub(super) fn insert(&mut self, symbol: &str, size: u64) {
        self.sizes.insert(symbol.to_owned(), size);
    }

    /// A symbol for a size that a node should have.
    pub(super) fn assume(&mut self, symbol: &str, size: u64) {
        self.insert(symbol, size);
        self.assumed.insert(symbol.to_owned());
    }

    /// Whether a symbol stands for what a node should return.
    pub(super) fn is_assumed(&self, symbol: &Symbol) -> bool {
        self.assumed.contains(symbol.name())
    }

    /// The size that a symbol replaces.
    pub(super) fn size(&self, symbol: &Symbol) -> Option<u64> {
        self.sizes.get(symbol.name()).copied()
    }

    /// Whether a dimension depends on a new symbol.
    pub(super) fn is_in(&self, dim: &Dim) -> bool {
        let mut found = false;
        dim.expr().into_iter().for_each(|expr| expr.each_symbol(&mut |s| found |= self.sizes.contains_key(s.name())));
        found
    }

    /// The size that a dimension had.
    pub(super) fn old(&self, dim: &Dim) -> Option<u64> {
        dim.evaluate(|symbol| self.size(symbol))
    }

    /// A shape with the sizes that it had.
    pub(super) fn restored(&self, shape: &Shape) -> Shape {
        let old = |dim: &Dim| self.old(dim).filter(|_| self.is_in(dim)).map_or_else(|| dim.clone(), Dim::exact);
        shape.dims().map_or(Shape::UNKNOWN, |dims| Shape::from_dims(dims.iter().map(old)))
    }

    /// Whether a dimension has another size where the new symbols are larger.
    pub(super) fn is_larger(&self, dim: &Dim) -> bool {
        let larger = dim.evaluate(|symbol| self.size(symbol).map(|size| size.saturating_mul(16)));
        match larger {
            Some(size) => Some(size) != self.old(dim),
            None => dim.upper().is_none(),
        }
    }

    /// The new symbols of a constraint.
    pub(super) fn symbols(&self, constraint: &Constraint) -> Vec<Symbol> {
        let mut symbols: BTreeMap<String, Symbol> = BTreeMap::new();
        for expr in constraint.sizes.iter().filter_map(|size| size.expr()) {
            expr.each_symbol(&mut |symbol| {
                if self.sizes.contains_key(symbol.name()) {
                    symbols.insert(symbol.name().to_owned(), symbol.clone());
                }
            });
        }
        symbols.into_values().collect()
    }

    /// Whether a constraint allows other sizes than those of the file: of one symbol, or of all in proportion. One other
    /// size is no freedom if a constant states it, as the 4 in `N = 4 or N = 1`.
    pub(super) fn is_open(&self, constraint: &Constraint) -> bool {
        let symbols = self.symbols(constraint);
        let is_assumed = |dim: &Dim| dim.name().is_some_and(|symbol| self.is_assumed(symbol));
        if constraint.sizes.iter().any(is_assumed) && constraint.sizes.iter().all(|dim| self.is_in(dim)) {
            return true;
        }
        let holds = |changed: &BTreeMap<&str, u64>| {
            let size = |symbol: &Symbol| changed.get(symbol.name()).copied().or_else(|| self.size(symbol));
            constraint.holds_at(size).unwrap_or(true)
        };
        let mut possible: BTreeSet<Vec<(&str, u64)>> = BTreeSet::new();
        for (times, over) in FACTORS {
            let of = |symbol: &Symbol| self.size(symbol).map_or(1, |size| size.saturating_mul(times) / over).max(1);
            let all: BTreeMap<&str, u64> = symbols.iter().map(|symbol| (symbol.name(), of(symbol))).collect();
            let alone = symbols.iter().map(|symbol| BTreeMap::from([(symbol.name(), of(symbol))]));
            let changed = alone.chain([all]).filter(|changed| {
                changed.iter().any(|(name, size)| self.sizes.get(*name) != Some(size)) && holds(changed)
            });
            possible.extend(changed.map(|changed| changed.into_iter().collect()));
        }
        let needed = match constraint.kind {
            ConstraintKind::BroadcastCompatible | ConstraintKind::BroadcastsTo
                if constraint.sizes.iter().any(|dim| dim.size().is_some()) =>
            {
                2
            }
            _ => 1,
        };
        possible.len() >= needed
    }
}
