//! Sizes as expressions over symbols: integer polynomials over atoms, in one canonical form.
//!
//! Equal expressions are equal however they were constructed: terms are sorted and merged, division extracts multiples,
//! rounding up is written as rounding down, nested divisions by numbers are merged, and a minimum of maxima becomes the
//! maximum of minima. Anything that exceeds the limits below is not an expression; the caller then keeps its interval.
//! So every operation has a bounded cost.

mod arithmetic;
mod bounds;
mod build;
mod choice;
mod compare;
mod display;
mod division;
mod divisor;
mod evaluate;
mod operators;
mod remainder;
mod symbol;
mod walk;

use std::cmp::Ordering;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::Arc;

pub use bounds::Bounds;
pub(crate) use operators::operators;
pub use symbol::Symbol;
pub use walk::{Factor, Factors, Operands, Term, Terms};

/// Terms of one polynomial.
const MAX_TERMS: usize = 16;
/// Factors of one term.
const MAX_FACTORS: usize = 8;
/// Operands of one minimum or maximum.
const MAX_CHOICES: usize = 4;
/// Nesting depth of atoms.
const MAX_DEPTH: u32 = 8;
/// Symbols and operations in total.
const MAX_PARTS: u32 = 96;

/// An integer that depends on symbolic dimensions: a sum of products of symbols, quotients, remainders, minima and
/// maxima.
///
/// Cheap to clone, to hash and to compare.
#[derive(Clone, Debug)]
pub struct Expr(Arc<Polynomial>);

#[derive(Debug)]
struct Polynomial {
    terms: Box<[Monomial]>,
    constant: i64,
    bounds: Bounds,
    hash: u64,
    depth: u32,
    parts: u32,
}

/// A product of atoms, in order, with a nonzero coefficient.
#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
struct Monomial {
    factors: Box<[Atom]>,
    coefficient: i64,
}

/// An indivisible factor.
#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
enum Atom {
    Symbol(Symbol),
    /// A quotient, rounded down. A run in which the divisor is 0 or less has no value for it.
    FloorDiv(Expr, Expr),
    /// The remainder of that quotient.
    Modulo(Expr, Expr),
    Min(Arc<[Expr]>),
    Max(Arc<[Expr]>),
}

impl Atom {
    fn bounds(&self) -> Bounds {
        match self {
            Atom::Symbol(symbol) => symbol.bounds(),
            Atom::FloorDiv(a, b) => a.range().floor_div(b.range()),
            Atom::Modulo(a, b) => a.range().modulo(b.range()),
            Atom::Min(all) => all.iter().map(Expr::range).reduce(Bounds::min).unwrap_or(Bounds::ANY),
            Atom::Max(all) => all.iter().map(Expr::range).reduce(Bounds::max).unwrap_or(Bounds::ANY),
        }
    }

    /// The expressions that it contains.
    fn operands(&self) -> impl Iterator<Item = &Expr> {
        let (pair, list): ([Option<&Expr>; 2], &[Expr]) = match self {
            Atom::Symbol(_) => ([None, None], &[]),
            Atom::FloorDiv(a, b) | Atom::Modulo(a, b) => ([Some(a), Some(b)], &[]),
            Atom::Min(all) | Atom::Max(all) => ([None, None], all),
        };
        pair.into_iter().flatten().chain(list)
    }
}

impl Monomial {
    fn bounds(&self) -> Bounds {
        let product = self.factors.iter().map(Atom::bounds).reduce(Bounds::mul).unwrap_or(Bounds::exact(1));
        product.mul(Bounds::exact(self.coefficient.into()))
    }

    /// The order of terms, ignoring coefficients: by degree, then by name. Multiplication preserves it.
    fn order(&self, other: &Monomial) -> Ordering {
        other.factors.len().cmp(&self.factors.len()).then_with(|| self.factors.cmp(&other.factors))
    }
}

impl Expr {
    /// A number of either sign: an expression without symbols.
    pub fn constant(value: i64) -> Expr {
        Expr::whole(Box::new([]), value, Limits { depth: 0, parts: 0 })
    }

    /// A symbolic dimension, in elements; its bounds are the symbol's.
    pub fn symbol(symbol: Symbol) -> Expr {
        Expr::of_atom(Atom::Symbol(symbol), Limits { depth: 1, parts: 1 })
    }

    fn of_atom(atom: Atom, limits: Limits) -> Expr {
        Expr::whole(Box::new([Monomial { factors: Box::new([atom]), coefficient: 1 }]), 0, limits)
    }

    /// The atom by itself, if it is within the limits; an atom whose bounds contain one value is that value.
    fn atom(atom: Atom) -> Option<Expr> {
        let Bounds { low, high } = atom.bounds();
        if low == high {
            return i64::try_from(low).ok().map(Expr::constant);
        }
        let limits = Limits::from_atoms([&atom])?;
        Some(Expr::of_atom(atom, limits))
    }

    /// The sum of ordered, distinct terms; `None` past the limits.
    fn sum(terms: Vec<Monomial>, constant: i64) -> Option<Expr> {
        if terms.len() > MAX_TERMS || terms.iter().any(|t| t.factors.len() > MAX_FACTORS) {
            return None;
        }
        let limits = Limits::from_atoms(terms.iter().flat_map(|t| t.factors.iter()))?;
        Some(Expr::whole(terms.into(), constant, limits))
    }

    fn whole(terms: Box<[Monomial]>, constant: i64, limits: Limits) -> Expr {
        let bounds = terms.iter().map(Monomial::bounds).fold(Bounds::exact(constant.into()), Bounds::add);
        // Fixed keys: nothing may depend on the order of a hash table, and equality compares the content.
        let mut hasher = DefaultHasher::new();
        (&terms, constant).hash(&mut hasher);
        let Limits { depth, parts } = limits;
        Expr(Arc::new(Polynomial { terms, constant, bounds, hash: hasher.finish(), depth, parts }))
    }

    fn monomials(&self) -> &[Monomial] {
        &self.0.terms
    }

    /// The number, if it is one.
    pub fn as_constant(&self) -> Option<i64> {
        self.0.terms.is_empty().then_some(self.0.constant)
    }

    /// The symbol, if the expression is a single one.
    pub fn as_symbol(&self) -> Option<&Symbol> {
        match (&*self.0.terms, self.0.constant) {
            ([Monomial { factors, coefficient: 1 }], 0) => match &**factors {
                [Atom::Symbol(symbol)] => Some(symbol),
                _ => None,
            },
            _ => None,
        }
    }

    /// The interval of its values, according to the symbols alone.
    pub(crate) fn range(&self) -> Bounds {
        self.0.bounds
    }

    /// Calls `visit` with every symbol in it, some more than once.
    pub(crate) fn each_symbol<'e>(&'e self, visit: &mut dyn FnMut(&'e Symbol)) {
        for atom in self.monomials().iter().flat_map(|t| t.factors.iter()) {
            match atom {
                Atom::Symbol(symbol) => visit(symbol),
                atom => atom.operands().for_each(|e| e.each_symbol(visit)),
            }
        }
    }
}

impl Expr {
    /// Whether it has another value in each iteration of a loop.
    pub(crate) fn is_loop_local(&self) -> bool {
        let mut found = false;
        self.each_symbol(&mut |symbol| found |= symbol.is_loop_local());
        found
    }
}

/// The content of an expression, measured against the limits.
struct Limits {
    depth: u32,
    parts: u32,
}

impl Limits {
    fn from_atoms<'a>(atoms: impl IntoIterator<Item = &'a Atom>) -> Option<Limits> {
        let (mut depth, mut parts) = (0, 0u32);
        for atom in atoms {
            depth = depth.max(1 + atom.operands().map(|e| e.0.depth).max().unwrap_or(0));
            parts = parts.saturating_add(1 + atom.operands().map(|e| e.0.parts).sum::<u32>());
        }
        (depth <= MAX_DEPTH && parts <= MAX_PARTS).then_some(Limits { depth, parts })
    }
}

impl PartialEq for Expr {
    fn eq(&self, other: &Expr) -> bool {
        let same = |a: &Polynomial, b: &Polynomial| a.constant == b.constant && a.terms == b.terms;
        Arc::ptr_eq(&self.0, &other.0) || (self.0.hash == other.0.hash && same(&self.0, &other.0))
    }
}

impl Eq for Expr {}

impl Hash for Expr {
    fn hash<H: Hasher>(&self, state: &mut H) {
        state.write_u64(self.0.hash);
    }
}

impl PartialOrd for Expr {
    fn partial_cmp(&self, other: &Expr) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Expr {
    fn cmp(&self, other: &Expr) -> Ordering {
        if Arc::ptr_eq(&self.0, &other.0) {
            return Ordering::Equal;
        }
        self.monomials().cmp(other.monomials()).then(self.0.constant.cmp(&other.0.constant))
    }
}

impl From<i64> for Expr {
    fn from(value: i64) -> Expr {
        Expr::constant(value)
    }
}

impl From<Symbol> for Expr {
    fn from(symbol: Symbol) -> Expr {
        Expr::symbol(symbol)
    }
}

impl From<&Expr> for Expr {
    /// A cheap copy.
    fn from(expr: &Expr) -> Expr {
        expr.clone()
    }
}

impl From<&str> for Expr {
    /// A symbol of this name.
    fn from(name: &str) -> Expr {
        Expr::symbol(Symbol::new(name))
    }
}

#[cfg(test)]
mod tests;
