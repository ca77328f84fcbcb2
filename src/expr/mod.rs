//! Sizes as expressions over symbolic dimensions: `2*N+1`, `floor((H-1)/2)+1`, `min(8,N)`.
//!
//! [`Dim::expr`](crate::Dim::expr) is the expression of a dimension, and [`SymInt::expr`](crate::SymInt::expr) that of an
//! element. A compiler translates it into its own form ([`Expr::terms`]), asks what holds for all sizes
//! ([`Expr::bounds`], [`Expr::is_at_least`], [`Expr::is_multiple_of`]) or for some ([`Expr::with_bounds`],
//! [`Expr::substitute`]), and computes its value ([`Expr::evaluate`]).
//!
//! # One form
//!
//! An expression is a sum of terms; a term is a coefficient times a product of factors; a factor is a symbol, a quotient
//! rounded down, a remainder, a minimum, or a maximum. Equal expressions are equal however they were constructed: terms are
//! sorted and merged, division extracts multiples, rounding up is written as rounding down, nested divisions by numbers are
//! merged, and a minimum of maxima becomes the maximum of minima. So `==` compares functions, except for a few that have
//! several forms, for which [`Expr::provably_eq`] is the test.
//!
//! The size of an expression is bounded, and so is the cost of every operation; what exceeds it is `None` here, and an
//! interval in a [`Dim`](crate::Dim) or a [`SymInt`](crate::SymInt), which have the operators `+`, `-` and `*`.
//!
//! # Translation
//!
//! A translation is a function of an expression, of a term, and of a factor. The repository's `examples/codegen` has those
//! for C and Rust, SymPy, and MLIR. Two things differ between languages. Division and remainder here round toward negative
//! infinity; C and Rust round toward zero, which is the same where the bounds of the dividend exclude negative numbers
//! ([`Expr::bounds`]) and needs a helper function where they do not (Rust: `div_euclid`). A symbol has any name that a file
//! gives it, `batch size` or `?` for example, so a translation maps each [`Symbol`] to an identifier of its own.
//!
//! ```
//! use shapewright::expr::{Expr, Factor, Term};
//!
//! fn python(expr: &Expr) -> Option<String> {
//!     let terms: Option<Vec<String>> = expr.terms().map(term).collect();
//!     Some(format!("({})", terms.filter(|terms| !terms.is_empty())?.join(" + ")))
//! }
//!
//! fn term(term: Term<'_>) -> Option<String> {
//!     term.factors().try_fold(term.coefficient().to_string(), |text, next| Some(format!("{text}*{}", factor(next)?)))
//! }
//!
//! fn factor(factor: Factor<'_>) -> Option<String> {
//!     Some(match factor {
//!         Factor::Symbol(symbol) => symbol.name().to_owned(),
//!         Factor::FloorDiv { dividend, divisor, .. } => format!("({} // {})", python(dividend)?, python(divisor)?),
//!         Factor::Modulo { dividend, divisor, .. } => format!("({} % {})", python(dividend)?, python(divisor)?),
//!         Factor::Min(operands) => format!("min({})", operands.map(python).collect::<Option<Vec<_>>>()?.join(", ")),
//!         Factor::Max(operands) => format!("max({})", operands.map(python).collect::<Option<Vec<_>>>()?.join(", ")),
//!         // A later version may have other operations.
//!         _ => return None,
//!     })
//! }
//!
//! let tiles = Expr::from("N").checked_ceil_div(16).unwrap();
//! assert_eq!(python(&tiles).unwrap(), "(1*((1*N + -1) // (16)) + 1)");
//! ```
//!
//! # Bounds of symbols
//!
//! A symbol of a file is any size, and a symbol that inference creates for a data-dependent dimension has the bounds that
//! the operator gives. [`AnalysisOptions::bind`](crate::AnalysisOptions::bind) sets narrower ones for the whole model, and
//! [`Expr::with_bounds`] for one expression.

mod arithmetic;
mod bounds;
mod build;
mod choice;
mod compare;
mod display;
mod division;
mod divisor;
mod evaluate;
mod limits;
mod operators;
mod parse;
mod remainder;
mod symbol;
mod walk;

use std::cell::Cell;
use std::cmp::Ordering;
use std::hash::{BuildHasher, Hash, Hasher};
use std::sync::{Arc, LazyLock};

use hashbrown::DefaultHashBuilder;

pub use bounds::Bounds;
pub(crate) use limits::{ExprLimit, take_excess};
use limits::{Extent, MAX_FACTORS, MAX_TERMS, exceeded};
pub(crate) use operators::arithmetic_operators;
pub use parse::ParseExprError;
pub use symbol::Symbol;
pub use walk::{Factor, Factors, Operands, Term, Terms};

thread_local! {
    static TERMS_MADE: Cell<u64> = const { Cell::new(0) };
}

/// How many terms the expressions have that this thread has made so far: a measure of the time that expressions take.
pub(crate) fn terms_made() -> u64 {
    TERMS_MADE.get()
}

/// The hash of a name or of an expression, which is kept. Its keys differ in each run, so that no file can contain many names or
/// expressions of one hash; nothing depends on its value, because equality compares the content.
fn hash_of(value: &impl Hash) -> u64 {
    static KEYS: LazyLock<DefaultHashBuilder> = LazyLock::new(DefaultHashBuilder::default);
    KEYS.hash_one(value)
}

/// An integer of either sign that depends on symbolic dimensions: a sum of products of symbols, quotients, remainders,
/// minima and maxima. The [module](self) describes its form.
///
/// Cheap to clone, to hash and to compare. A difference is not negative only because it is a size in a valid run, so
/// bounds of `N-1` begin at -1 unless `N` has bounds.
///
/// ```
/// # fn example() -> Option<()> {
/// use shapewright::Expr;
///
/// let rows = Expr::from("H").checked_sub(1)?.checked_floor_div(2)?.checked_add(1)?;
/// assert_eq!(rows.to_string(), "floor((H-1)/2)+1");
/// assert_eq!(rows, Expr::from("H").checked_ceil_div(2)?);
/// assert_eq!(rows.evaluate(|_| Some(7)), Some(4));
/// # Some(())
/// # }
/// # example().unwrap();
/// ```
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
    memory: u32,
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
    ///
    /// ```
    /// use shapewright::Expr;
    ///
    /// assert_eq!(Expr::constant(-3).to_string(), "-3");
    /// ```
    pub fn constant(value: i64) -> Expr {
        Expr::whole(Box::new([]), value, Extent { depth: 0, parts: 0 })
    }

    /// A symbolic dimension, in elements; its bounds are the symbol's.
    ///
    /// ```
    /// use shapewright::{Expr, Symbol};
    ///
    /// assert_eq!(Expr::symbol(Symbol::new("N")), Expr::from("N"));
    /// ```
    pub fn symbol(symbol: Symbol) -> Expr {
        Expr::of_atom(Atom::Symbol(symbol), Extent { depth: 1, parts: 1 })
    }

    fn of_atom(atom: Atom, extent: Extent) -> Expr {
        Expr::whole(Box::new([Monomial { factors: Box::new([atom]), coefficient: 1 }]), 0, extent)
    }

    /// The atom by itself, if it is within the limits; an atom whose bounds contain one value is that value.
    fn atom(atom: Atom) -> Option<Expr> {
        let Bounds { low, high } = atom.bounds();
        if low == high {
            return i64::try_from(low).ok().map(Expr::constant);
        }
        let extent = Extent::of([&atom])?;
        Some(Expr::of_atom(atom, extent))
    }

    /// The sum of ordered, distinct terms; `None` past the limits.
    fn sum(terms: Vec<Monomial>, constant: i64) -> Option<Expr> {
        if terms.len() > MAX_TERMS {
            return exceeded(ExprLimit::Terms);
        }
        if terms.iter().any(|t| t.factors.len() > MAX_FACTORS) {
            return exceeded(ExprLimit::Factors);
        }
        let extent = Extent::of(terms.iter().flat_map(|t| t.factors.iter()))?;
        Some(Expr::whole(terms.into(), constant, extent))
    }

    fn whole(terms: Box<[Monomial]>, constant: i64, extent: Extent) -> Expr {
        TERMS_MADE.set(TERMS_MADE.get().wrapping_add(1 + terms.len() as u64));
        let bounds = terms.iter().map(Monomial::bounds).fold(Bounds::exact(constant.into()), Bounds::add);
        let hash = hash_of(&(&terms, constant));
        let operands = terms.iter().flat_map(|term| &term.factors).flat_map(Atom::operands);
        let factors = terms.iter().map(|term| term.factors.len() as u32).sum::<u32>();
        let memory = operands.map(|operand| operand.0.memory).fold(96 + 72 * factors, u32::saturating_add);
        let Extent { depth, parts } = extent;
        Expr(Arc::new(Polynomial { terms, constant, bounds, hash, depth, parts, memory }))
    }

    fn monomials(&self) -> &[Monomial] {
        &self.0.terms
    }

    /// The number, if it is one.
    ///
    /// ```
    /// use shapewright::Expr;
    ///
    /// assert_eq!((Expr::constant(4).as_constant(), Expr::from("N").as_constant()), (Some(4), None));
    /// ```
    pub fn as_constant(&self) -> Option<i64> {
        self.0.terms.is_empty().then_some(self.0.constant)
    }

    /// An estimate of the memory of the expression in bytes, besides that of its symbols. A symbol of the file takes none;
    /// one that inference made has a name of its own, and each such dimension is a shape of its own.
    pub(crate) fn memory(&self) -> u64 {
        match self.as_symbol() {
            Some(symbol) if symbol.is_inferred() => 600,
            Some(_) => 0,
            None => self.0.memory.into(),
        }
    }

    /// What tells it apart from other expressions in memory, equal or not, as long as it is there.
    pub(crate) fn address(&self) -> usize {
        Arc::as_ptr(&self.0).addr()
    }

    /// The symbol, if the expression is a single one.
    ///
    /// ```
    /// use shapewright::Expr;
    ///
    /// assert_eq!(Expr::from("N").as_symbol().map(|symbol| symbol.name()), Some("N"));
    /// ```
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
