//! Symbols: the same name denotes the same size everywhere in one model.

use std::collections::BTreeMap;

use hashbrown::HashMap;

use crate::diagnostic::{Diagnostic, Diagnostics};
use crate::dim::Dim;
use crate::expr::Symbol;
use crate::place::Place;
use crate::rules;
use crate::shape::Shape;

/// Sizes that comparisons assigned to symbols.
#[derive(Debug, Default)]
pub(crate) struct Symbols {
    sizes: HashMap<Symbol, Vec<(u64, Place)>>,
    seen: BTreeMap<Symbol, Dim>,
}

impl Symbols {
    /// Compares two shapes of one value: where one has a symbol and the other a size, the symbol has that size.
    pub(crate) fn compare(&mut self, a: &Shape, b: &Shape, place: Place) {
        let (Some(a), Some(b)) = (a.dims(), b.dims()) else { return };
        for (a, b) in a.iter().zip(b) {
            let pair = a.name().zip(b.size()).or_else(|| b.name().zip(a.size()));
            let Some((symbol, size)) = pair else { continue };
            let sizes = self.sizes.entry(symbol.clone()).or_default();
            // Two different sizes suffice for a contradiction; further sizes are not needed.
            if sizes.len() < 2 && sizes.iter().all(|(known, _)| *known != size) {
                sizes.push((size, place));
            }
        }
    }

    /// Records the symbols that occur in a shape.
    pub(crate) fn see(&mut self, shape: &Shape) {
        for dim in shape.dims().unwrap_or_default() {
            let Some(expr) = dim.expr().filter(|expr| !expr.is_loop_local()) else { continue };
            if let Some(symbol) = expr.as_symbol() {
                let plain = Dim::interval(dim.low(), dim.high());
                match self.seen.get_mut(symbol) {
                    Some(known) => *known = known.join(&plain),
                    None => {
                        self.seen.insert(symbol.clone(), plain);
                    }
                }
                continue;
            }
            expr.each_symbol(&mut |symbol| {
                if !self.seen.contains_key(symbol) {
                    let plain = Dim::symbol(symbol.clone());
                    self.seen.insert(symbol.clone(), Dim::interval(plain.low(), plain.high()));
                }
            });
        }
    }

    /// Reports symbols with two sizes (SH202). Returns every symbol with its interval.
    pub(crate) fn finish(self, sink: &mut Diagnostics) -> BTreeMap<Symbol, Dim> {
        let mut conflicts: Vec<_> = self.sizes.into_iter().filter(|(_, sizes)| sizes.len() > 1).collect();
        conflicts.sort_by(|a, b| a.0.cmp(&b.0));
        for (symbol, sizes) in conflicts {
            let [(a, first), (b, second)] = sizes[..] else { continue };
            let message = format!("symbol `{symbol}` is {a} in one place and {b} in another");
            let finding = Diagnostic::new(&rules::symbol_conflict::RULE, second, message);
            let finding = finding
                .label(format!("`{symbol}` must be {b} here"))
                .related(first, format!("`{symbol}` must be {a} here"));
            let finding = finding.note("a symbol has the same size everywhere in a model");
            let finding = finding.help("use a different symbol for one of the two dimensions");
            sink.report(finding.data("symbol", symbol.name()).data("sizes", vec![a, b]));
        }
        self.seen
    }
}
