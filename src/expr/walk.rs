//! The structure of an expression, for code that prints or translates it.

use std::iter::FusedIterator;
use std::slice;

use super::{Atom, Expr, Monomial, Symbol};

impl Expr {
    /// The terms whose sum this expression is, in a fixed order; a constant other than 0 is the last one.
    ///
    /// ```
    /// # fn example() -> Option<()> {
    /// use shapewright::expr::{Expr, Factor};
    ///
    /// let rows = Expr::from("N").checked_mul("T")?.checked_mul(2)?.checked_add(1)?;
    /// let terms: Vec<_> = rows.terms().collect();
    /// assert_eq!((terms[0].coefficient(), terms[1].coefficient()), (2, 1));
    /// let names = terms[0].factors().map(|factor| match factor {
    ///     Factor::Symbol(symbol) => symbol.name(),
    ///     _ => "an operation",
    /// });
    /// assert_eq!(names.collect::<Vec<_>>(), ["N", "T"]);
    /// assert_eq!(terms[1].factors().len(), 0);
    /// # Some(())
    /// # }
    /// # example().unwrap();
    /// ```
    pub fn terms(&self) -> Terms<'_> {
        Terms { products: self.0.terms.iter(), constant: self.0.constant }
    }

    /// The products of the sum, each as an expression without its coefficient, with the coefficient; then the constant,
    /// which may be 0, as a coefficient of `None`.
    pub(crate) fn products(&self) -> impl Iterator<Item = (Option<Expr>, i64)> {
        let product = |term: &Monomial| {
            let alone = Monomial { factors: term.factors.clone(), coefficient: 1 };
            Some((Some(Expr::sum(vec![alone], 0)?), term.coefficient))
        };
        self.monomials().iter().filter_map(product).chain([(None, self.0.constant)])
    }

    /// The symbols in the expression, each once, sorted by name.
    ///
    /// ```
    /// # fn example() -> Option<()> {
    /// use shapewright::expr::{Expr, Symbol};
    ///
    /// let rows = Expr::from("N").checked_mul("T")?.checked_add("N")?;
    /// assert_eq!(rows.symbols().map(Symbol::name).collect::<Vec<_>>(), ["N", "T"]);
    /// # Some(())
    /// # }
    /// # example().unwrap();
    /// ```
    pub fn symbols(&self) -> impl ExactSizeIterator<Item = &Symbol> {
        let mut found = Vec::new();
        self.each_symbol(&mut |symbol| found.push(symbol));
        found.sort();
        found.dedup();
        found.into_iter()
    }
}

/// The terms of an expression; [`Expr::terms`] creates it.
///
/// ```
/// # fn example() -> Option<()> {
/// use shapewright::Expr;
///
/// assert_eq!(Expr::from("N").checked_add(1)?.terms().len(), 2);
/// # Some(())
/// # }
/// # example().unwrap();
/// ```
#[derive(Clone, Debug)]
pub struct Terms<'e> {
    products: slice::Iter<'e, Monomial>,
    constant: i64,
}

impl<'e> Iterator for Terms<'e> {
    type Item = Term<'e>;

    fn next(&mut self) -> Option<Term<'e>> {
        if let Some(Monomial { factors, coefficient }) = self.products.next() {
            return Some(Term { coefficient: *coefficient, factors });
        }
        match std::mem::take(&mut self.constant) {
            0 => None,
            constant => Some(Term { coefficient: constant, factors: &[] }),
        }
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        let left = self.products.len() + usize::from(self.constant != 0);
        (left, Some(left))
    }
}

impl ExactSizeIterator for Terms<'_> {}
impl FusedIterator for Terms<'_> {}

/// One term of a sum: a coefficient times a product of factors.
///
/// ```
/// # fn example() -> Option<()> {
/// use shapewright::Expr;
///
/// let double = Expr::from("N").checked_mul(2)?;
/// let term = double.terms().next()?;
/// assert_eq!((term.coefficient(), term.factors().len()), (2, 1));
/// # Some(())
/// # }
/// # example().unwrap();
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Term<'e> {
    coefficient: i64,
    factors: &'e [Atom],
}

impl<'e> Term<'e> {
    /// The coefficient, which is not 0; for a term without factors, the constant itself.
    ///
    /// ```
    /// # fn example() -> Option<()> {
    /// use shapewright::Expr;
    ///
    /// let difference = Expr::from("N").checked_sub(3)?;
    /// assert_eq!(difference.terms().map(|term| term.coefficient()).collect::<Vec<_>>(), [1, -3]);
    /// # Some(())
    /// # }
    /// # example().unwrap();
    /// ```
    pub fn coefficient(self) -> i64 {
        self.coefficient
    }

    /// The factors besides the coefficient, in a fixed order; a square has the same factor twice.
    ///
    /// ```
    /// # fn example() -> Option<()> {
    /// use shapewright::Expr;
    ///
    /// let square = Expr::from("N").checked_mul("N")?;
    /// assert_eq!(square.terms().next()?.factors().len(), 2);
    /// # Some(())
    /// # }
    /// # example().unwrap();
    /// ```
    pub fn factors(self) -> Factors<'e> {
        Factors(self.factors.iter())
    }
}

/// The factors of a term; [`Term::factors`] creates it.
///
/// ```
/// # fn example() -> Option<()> {
/// use shapewright::Expr;
/// use shapewright::expr::Factor;
///
/// let area = Expr::from("H").checked_mul("W")?;
/// assert!(area.terms().next()?.factors().all(|factor| matches!(factor, Factor::Symbol(_))));
/// # Some(())
/// # }
/// # example().unwrap();
/// ```
#[derive(Clone, Debug)]
pub struct Factors<'e>(slice::Iter<'e, Atom>);

impl<'e> Iterator for Factors<'e> {
    type Item = Factor<'e>;

    fn next(&mut self) -> Option<Factor<'e>> {
        self.0.next().map(|atom| match atom {
            Atom::Symbol(symbol) => Factor::Symbol(symbol),
            Atom::FloorDiv(dividend, divisor) => Factor::FloorDiv { dividend, divisor },
            Atom::Modulo(dividend, divisor) => Factor::Modulo { dividend, divisor },
            Atom::Min(all) => Factor::Min(Operands(all.iter())),
            Atom::Max(all) => Factor::Max(Operands(all.iter())),
        })
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        self.0.size_hint()
    }
}

impl ExactSizeIterator for Factors<'_> {}
impl FusedIterator for Factors<'_> {}

/// An indivisible factor of a term.
///
/// Later versions may add operations, so a translation returns an error for factors that it does not know. Rounding up
/// is rounding down: `ceil(N/4)` is `floor((N-1)/4)+1`. The broadcast of `N` and `M` is `max(M,N)*min(1,M,N)`.
///
/// ```
/// # fn example() -> Option<()> {
/// use shapewright::Expr;
/// use shapewright::expr::Factor;
///
/// let half = Expr::from("N").checked_floor_div(2)?;
/// let Factor::FloorDiv { dividend, divisor, .. } = half.terms().next()?.factors().next()? else { return None };
/// assert_eq!((dividend, divisor.as_constant()), (&Expr::from("N"), Some(2)));
/// # Some(())
/// # }
/// # example().unwrap();
/// ```
#[derive(Clone, Debug)]
#[non_exhaustive]
pub enum Factor<'e> {
    /// A symbolic dimension.
    Symbol(&'e Symbol),
    /// A quotient, rounded down: `floor(-1/4)` is -1. It has no value where the divisor is less than 1.
    #[non_exhaustive]
    FloorDiv {
        /// The dividend, which may be negative.
        dividend: &'e Expr,
        /// The divisor: a number greater than 1, or an expression over symbols.
        divisor: &'e Expr,
    },
    /// The remainder of that quotient, which is not negative. It has no value where the divisor is less than 1.
    #[non_exhaustive]
    Modulo {
        /// The dividend, which may be negative.
        dividend: &'e Expr,
        /// The divisor: a number greater than 1, or an expression over symbols.
        divisor: &'e Expr,
    },
    /// The least of two or more operands.
    Min(Operands<'e>),
    /// The greatest of two or more operands.
    Max(Operands<'e>),
}

/// The operands of a minimum or maximum.
///
/// ```
/// # fn example() -> Option<()> {
/// use shapewright::Expr;
/// use shapewright::expr::Factor;
///
/// let few = Expr::from("N").checked_min(8)?;
/// let Factor::Min(operands) = few.terms().next()?.factors().next()? else { return None };
/// assert_eq!(operands.map(|operand| operand.to_string()).collect::<Vec<_>>(), ["8", "N"]);
/// # Some(())
/// # }
/// # example().unwrap();
/// ```
#[derive(Clone, Debug)]
pub struct Operands<'e>(slice::Iter<'e, Expr>);

impl<'e> Iterator for Operands<'e> {
    type Item = &'e Expr;

    fn next(&mut self) -> Option<&'e Expr> {
        self.0.next()
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        self.0.size_hint()
    }
}

impl ExactSizeIterator for Operands<'_> {}
impl FusedIterator for Operands<'_> {}
