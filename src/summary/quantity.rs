//! Sums of sizes over a whole model: longer than a dimension may be, and exact.

use std::fmt;
use std::ops::Deref;
use std::sync::Arc;

use crate::dim::Dim;
use crate::expr::{Expr, Factor, Symbol};

/// Maximum number of terms; a sum of more is unknown.
const MAX_TERMS: usize = 64;

/// A number of bytes or of operations: an integer, or a sum of products of symbolic dimensions.
///
/// It is computed without overflow; what exceeds 127 bits or 64 terms is unknown, and the summary says so.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct Quantity {
    constant: Constant,
    terms: Terms,
}

/// An `i128` that is aligned like a pointer: each node has several quantities, and most have no terms.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
#[repr(Rust, packed(8))]
struct Constant(i128);

/// Products of symbols, each once, in the order of expressions; no coefficient is 0. Equal nodes share them, because each
/// operator of a model may be that of one node.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
struct Terms(Option<Arc<Vec<(Expr, i128)>>>);

impl Terms {
    const NONE: Terms = Terms(None);

    fn to_mut(&mut self) -> &mut Vec<(Expr, i128)> {
        // Most have one term.
        Arc::make_mut(self.0.get_or_insert_with(|| Arc::new(Vec::with_capacity(1))))
    }

    fn remove(&mut self, at: usize) {
        if self.len() == 1 {
            self.0 = None;
        } else {
            self.to_mut().remove(at);
        }
    }
}

impl Deref for Terms {
    type Target = [(Expr, i128)];

    fn deref(&self) -> &[(Expr, i128)] {
        self.0.as_deref().map_or(&[], Vec::as_slice)
    }
}

impl Quantity {
    /// Nothing.
    pub const ZERO: Quantity = Quantity { constant: Constant(0), terms: Terms::NONE };

    /// An exact number.
    pub fn exact(count: u64) -> Quantity {
        Quantity { constant: Constant(count.into()), terms: Terms::NONE }
    }

    /// A dimension, if it is exact or has an expression.
    pub(super) fn from_dim(dim: &Dim) -> Option<Quantity> {
        if let Some(size) = dim.size() {
            return Some(Quantity::exact(size));
        }
        let mut sum = Quantity::ZERO;
        for (product, coefficient) in dim.expr()?.products() {
            match product {
                Some(product) => sum.add_term(&product, coefficient.into())?,
                None => sum.constant.0 = sum.constant.0.checked_add(coefficient.into())?,
            }
        }
        Some(sum)
    }

    /// The number, if it is exact and at most `u64::MAX`.
    pub fn size(&self) -> Option<u64> {
        u64::try_from(self.constant.0).ok().filter(|_| self.terms.is_empty())
    }

    /// The quantity as a dimension, which is computed with. Where it exceeds what an expression may contain, the dimension
    /// is an interval.
    ///
    /// ```
    /// use shapewright::summary::Quantity;
    ///
    /// assert_eq!(Quantity::exact(640).to_dim().size(), Some(640));
    /// ```
    pub fn to_dim(&self) -> Dim {
        let coefficient = |times: &i128| Dim::exact(u64::try_from(times.unsigned_abs()).unwrap_or(u64::MAX));
        let (added, taken): (Vec<_>, Vec<_>) = self.terms.iter().partition(|(_, times)| *times > 0);
        let sum = |terms: Vec<&(Expr, i128)>, constant: i128| {
            let products =
                terms.iter().map(|(product, times)| Dim::from_expr(product.clone()).mul(&coefficient(times)));
            products.fold(coefficient(&constant), |sum, product| sum.add(&product))
        };
        sum(added, self.constant.0.max(0)).sub(&sum(taken, self.constant.0.min(0)))
    }

    /// The number of its terms with symbols.
    pub(super) fn term_count(&self) -> usize {
        self.terms.len()
    }

    /// An estimate of the memory of its terms.
    pub(super) fn memory(&self) -> u64 {
        240 * self.terms.len() as u64
    }

    /// Whether it is 0.
    pub fn is_zero(&self) -> bool {
        *self == Quantity::ZERO
    }

    /// The number for these sizes of symbols; `None` if a symbol has none, or the number is negative or too large.
    ///
    /// ```
    /// use shapewright::graph::Model;
    /// use shapewright::summary::summarize;
    /// use shapewright::{AnalysisOptions, ReadOptions, Source, analyze};
    ///
    /// let text = r#"<ir_version: 9, opset_import: ["" : 18]>
    ///     g (float[N,64] x, float[64,10] w) => (float[N,10] y) { y = MatMul (x, w) }"#;
    /// let model = Model::read(Source::from_bytes("m.onnxtxt", text), &ReadOptions::default());
    /// let options = AnalysisOptions::default();
    /// let macs = summarize(&model, &options, &analyze(&model, &options)).work.macs;
    /// assert_eq!((macs.to_string().as_str(), macs.size()), ("640*N", None));
    /// assert_eq!(macs.evaluate(|symbol| (symbol.name() == "N").then_some(8)), Some(5_120));
    /// ```
    pub fn evaluate(&self, size: impl Fn(&Symbol) -> Option<u64>) -> Option<u64> {
        let mut sum = self.constant.0;
        for (product, coefficient) in &*self.terms {
            let value = i128::from(product.evaluate(&size)?);
            sum = sum.checked_add(value.checked_mul(*coefficient)?)?;
        }
        u64::try_from(sum).ok()
    }

    /// The symbols in it, each once, sorted by name.
    pub fn symbols(&self) -> Vec<&Symbol> {
        let mut symbols: Vec<&Symbol> = self.terms.iter().flat_map(|(product, _)| product.symbols()).collect();
        symbols.sort();
        symbols.dedup();
        symbols
    }

    /// The sum; `None` past the limits.
    pub(super) fn plus(&self, other: &Quantity) -> Option<Quantity> {
        if self.is_zero() {
            return Some(other.clone());
        }
        self.plus_times(other, 1)
    }

    /// The difference; `None` past the limits.
    pub(super) fn minus(&self, other: &Quantity) -> Option<Quantity> {
        self.plus_times(other, -1)
    }

    /// The product; `None` past the limits.
    pub(super) fn times(&self, other: &Quantity) -> Option<Quantity> {
        if other.size() == Some(1) {
            return Some(self.clone());
        }
        let mut product = self.scaled(other.constant.0)?;
        for (factor, coefficient) in &*other.terms {
            product.add_term(factor, self.constant.0.checked_mul(*coefficient)?)?;
            for (own, times) in &*self.terms {
                let both = Quantity::from_dim(&Dim::from_expr(own.checked_mul(factor.clone())?))?;
                product = product.plus_times(&both, times.checked_mul(*coefficient)?)?;
            }
        }
        Some(product)
    }

    /// Whether it is at most the other, for symbols of at least 1. `false` means that it is not known.
    pub(super) fn is_at_most(&self, other: &Quantity) -> bool {
        let Some(rest) = other.minus(self) else { return false };
        // A product of symbols is at least 1; one with a quotient is at least 0.
        let least = rest.terms.iter().filter(|(product, _)| is_product_of_symbols(product)).map(|(_, times)| *times);
        let least = least.fold(rest.constant.0, i128::saturating_add);
        least >= 0 && rest.terms.iter().all(|(_, times)| *times >= 0)
    }

    fn scaled(&self, by: i128) -> Option<Quantity> {
        Quantity::ZERO.plus_times(self, by)
    }

    fn plus_times(&self, other: &Quantity, times: i128) -> Option<Quantity> {
        let mut sum = self.clone();
        sum.constant.0 = sum.constant.0.checked_add(other.constant.0.checked_mul(times)?)?;
        for (product, coefficient) in &*other.terms {
            sum.add_term(product, coefficient.checked_mul(times)?)?;
        }
        Some(sum)
    }

    fn add_term(&mut self, product: &Expr, coefficient: i128) -> Option<()> {
        match self.terms.binary_search_by(|(known, _)| known.cmp(product)) {
            Ok(at) => {
                let sum = self.terms[at].1.checked_add(coefficient)?;
                match sum {
                    0 => self.terms.remove(at),
                    sum => self.terms.to_mut()[at].1 = sum,
                }
            }
            Err(_) if coefficient == 0 => {}
            Err(at) if self.terms.len() < MAX_TERMS => self.terms.to_mut().insert(at, (product.clone(), coefficient)),
            Err(_) => return None,
        }
        Some(())
    }
}

fn is_product_of_symbols(product: &Expr) -> bool {
    product.terms().flat_map(|term| term.factors()).all(|factor| matches!(factor, Factor::Symbol(_)))
}

impl fmt::Display for Quantity {
    /// `1024`, `640*N+12`: the notation of dimensions.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut first = true;
        let degree = |product: &Expr| product.terms().map(|term| term.factors().len()).max();
        let mut terms: Vec<_> = self.terms.iter().collect();
        terms.sort_by_key(|(product, _)| std::cmp::Reverse(degree(product)));
        for (product, coefficient) in terms {
            let sign = if *coefficient < 0 {
                "-"
            } else if first {
                ""
            } else {
                "+"
            };
            match coefficient.unsigned_abs() {
                1 => write!(f, "{sign}{product}")?,
                times => write!(f, "{sign}{times}*{product}")?,
            }
            first = false;
        }
        let Constant(constant) = self.constant;
        match constant {
            0 if !first => Ok(()),
            _ if first || constant < 0 => write!(f, "{constant}"),
            _ => write!(f, "+{constant}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(dim: Dim) -> Quantity {
        Quantity::from_dim(&dim).unwrap()
    }

    #[test]
    fn sums_and_products_are_exact() {
        let (n, h) = (Dim::from("N"), Dim::from("H"));
        let (a, b) = (of(&n * &h * 3 + 1), of(Dim::from("N") * 2 + 5));
        assert_eq!(a.plus(&b).unwrap().to_string(), "3*H*N+2*N+6");
        assert_eq!(a.minus(&a), Some(Quantity::ZERO));
        assert_eq!(b.times(&b).unwrap().to_string(), "4*N*N+20*N+25");
        assert_eq!(b.evaluate(|_| Some(10)), Some(25));
        assert_eq!((b.size(), Quantity::exact(7).size()), (None, Some(7)));
    }

    #[test]
    fn equal_terms_are_stored_once() {
        let n = of(Dim::from("N"));
        let shared = Quantity::ZERO.plus(&n).and_then(|sum| sum.times(&Quantity::exact(1))).unwrap();
        assert!(std::ptr::eq(&*shared.terms, &*n.terms));
        assert_eq!(shared.minus(&n), Some(Quantity::ZERO), "no terms are left");
        assert_eq!(shared.to_string(), "N");
    }

    #[test]
    fn what_exceeds_the_limits_is_unknown() {
        let most = Quantity::exact(u64::MAX);
        assert_eq!(most.plus(&most).unwrap().to_string(), "36893488147419103230");
        assert_eq!(most.plus(&most).unwrap().size(), None);
        assert_eq!(most.times(&most).and_then(|square| square.times(&most)), None);
        assert_eq!(Quantity::from_dim(&Dim::exact(u64::MAX)), None);
        assert_eq!(Quantity::from_dim(&Dim::interval(1, 4)), None);
        let symbol = |i: usize| of(Dim::from(format!("S{i}").as_str()));
        let sum = |count| (0..count).try_fold(Quantity::ZERO, |sum, i| sum.plus(&symbol(i)));
        assert!(sum(MAX_TERMS).is_some() && sum(MAX_TERMS + 1).is_none());
    }

    #[test]
    fn quantities_are_compared_for_symbols_of_at_least_one() {
        let (n, twice) = (of(Dim::from("N")), of(Dim::from("N") * 2 + 1));
        assert!(n.is_at_most(&twice) && !twice.is_at_most(&n));
        assert!(Quantity::exact(3).is_at_most(&twice) && !Quantity::exact(4).is_at_most(&twice));
        assert!(!twice.is_at_most(&Quantity::exact(4)));
    }
}
