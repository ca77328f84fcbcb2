//! Symbols: the same name denotes the same size everywhere in one model.

use std::collections::BTreeMap;

use hashbrown::HashMap;

use crate::diagnostic::{Diagnostic, Diagnostics};
use crate::dim::Dim;
use crate::expr::Symbol;
use crate::graph::Model;
use crate::place::{Part, Place};
use crate::rules;
use crate::shape::Shape;

/// A size that a comparison assigned to a symbol: that of a dimension of the value at a place.
#[derive(Clone, Copy, Debug)]
struct Assigned {
    size: u64,
    place: Place,
    axis: usize,
    /// Whether the size is the declared one, for an inferred symbol.
    is_declared: bool,
}

impl Assigned {
    /// The dimension, in words.
    fn dimension(&self, model: &Model) -> String {
        match self.place.part {
            Part::Value(value) => format!("dimension {} of `{}`", self.axis, model.value_name(value)),
            _ => format!("dimension {}", self.axis),
        }
    }

    /// What is declared and inferred there.
    fn reason(&self, symbol: &Symbol) -> String {
        let (size, axis) = (self.size, self.axis);
        match self.is_declared {
            true => format!("dimension {axis} is declared as {size}, and inferred as {symbol}"),
            false => format!("dimension {axis} is declared as {symbol}, and inferred as {size}"),
        }
    }

    /// What else can be declared there.
    fn remedy(&self, symbol: &Symbol, model: &Model) -> String {
        match self.is_declared {
            true => format!("declare {} as {symbol}", self.dimension(model)),
            false => format!("declare {} as {}, or as another symbol", self.dimension(model), self.size),
        }
    }
}

/// Sizes that comparisons assigned to symbols.
#[derive(Debug, Default)]
pub(crate) struct Symbols {
    sizes: HashMap<Symbol, Vec<Assigned>>,
    /// Each symbol with its interval. Names may be long and alike, so they are only sorted at the end.
    seen: HashMap<Symbol, Dim>,
    /// The shape that was seen last: most nodes pass one on.
    last: Option<Shape>,
}

impl Symbols {
    /// Compares the inferred and the declared shape of the value at a place: where one has a symbol and the other a size, the
    /// symbol has that size.
    pub(crate) fn compare(&mut self, inferred: &Shape, declared: &Shape, place: Place) {
        let (Some(inferred), Some(declared)) = (inferred.dims(), declared.dims()) else { return };
        for (axis, (a, b)) in inferred.iter().zip(declared).enumerate() {
            let declares = |(symbol, size), is_declared| (symbol, size, is_declared);
            let size = a.name().zip(b.size()).map(|pair| declares(pair, true));
            let pair = size.or_else(|| b.name().zip(a.size()).map(|pair| declares(pair, false)));
            let Some((symbol, size, is_declared)) = pair else { continue };
            let sizes = self.sizes.entry(symbol.clone()).or_default();
            // Two different sizes suffice for a contradiction; further sizes are not needed.
            if sizes.len() < 2 && sizes.iter().all(|known| known.size != size) {
                sizes.push(Assigned { size, place, axis, is_declared });
            }
        }
    }

    /// Records the symbols that occur in a shape.
    pub(crate) fn see(&mut self, shape: &Shape) {
        if self.last.as_ref().is_some_and(|last| last.is_same_list(shape)) {
            return;
        }
        self.last = Some(shape.clone());
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
    pub(crate) fn finish(self, model: &Model, sink: &mut Diagnostics) -> BTreeMap<Symbol, Dim> {
        let mut conflicts: Vec<_> = self.sizes.into_iter().filter(|(_, sizes)| sizes.len() > 1).collect();
        conflicts.sort_by(|a, b| a.0.cmp(&b.0));
        for (symbol, sizes) in conflicts {
            let [first, second] = sizes[..] else { continue };
            let name = symbol.name();
            let [a, b] = [first, second].map(|at| format!("{} in {}", at.size, at.dimension(model)));
            let message = format!("symbol `{name}` is {a} and {b}");
            // Declarations of values are in the list of types, apart from the nodes.
            let declaration = Place { node: None, ..first.place };
            let finding = Diagnostic::new(&rules::symbol_conflict::RULE, second.place, message);
            let finding = finding.label(second.reason(&symbol)).related(declaration, first.reason(&symbol));
            let finding = finding.note("a symbol has the same size everywhere in a model");
            let finding =
                finding.help(format!("{}, or {}", second.remedy(&symbol, model), first.remedy(&symbol, model)));
            sink.report(finding.data("symbol", name).data("sizes", vec![first.size, second.size]));
        }
        self.seen.into_iter().collect()
    }
}
