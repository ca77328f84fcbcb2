//! Comparison of expressions: bounds that look into quotients, remainders, minima and maxima.

use super::choice::operands;
use super::divisor::gcd;
use super::limits::compared;
use super::{Atom, Bounds, Expr, Monomial, Symbol};

/// The maximum number of atoms that a comparison expands.
const MAX_STEPS: u32 = 24;

impl Expr {
    /// The interval of its values, according to the bounds of its symbols.
    ///
    /// ```
    /// # fn example() -> Option<()> {
    /// use shapewright::Expr;
    ///
    /// let n = Expr::from("N");
    /// let half = n.checked_floor_div(2)?;
    /// assert_eq!((half.bounds(), n.checked_sub(&half)?.bounds()), ((0..).into(), (0..).into()));
    /// assert_eq!(n.checked_ceil_div(2)?.checked_sub(&half)?.bounds(), (0..=1).into());
    /// # Some(())
    /// # }
    /// # example().unwrap();
    /// ```
    pub fn bounds(&self) -> Bounds {
        // Half of any size is not bounded, although sizes fit 64 bits.
        let open = |symbol: &Symbol| symbol.bounds().without_size_limit();
        let plain = self.bounds_where(&open);
        let opened = self.replaced(&|symbol| Some(Expr::symbol(symbol.with_exactly(open(symbol)))));
        opened.map_or(plain, |opened| plain.narrowed(opened.tight_bounds()))
    }

    /// As [`Expr::range`], but also uses the operands of quotients and other atoms: `N-floor(N/2)` is not negative if
    /// `N` is not.
    pub(crate) fn tight_bounds(&self) -> Bounds {
        compared(|| self.expanded_bounds(&mut { MAX_STEPS }))
    }

    /// Whether this is certainly not less than the other. `false` means that it is not known.
    ///
    /// ```
    /// # fn example() -> Option<()> {
    /// use shapewright::Expr;
    ///
    /// let n = Expr::from("N");
    /// assert!(n.is_at_least(n.checked_floor_div(2)?) && n.is_at_least(n.checked_min("M")?));
    /// assert!(n.checked_add(1)?.is_at_least(1) && !n.is_at_least("M"));
    /// # Some(())
    /// # }
    /// # example().unwrap();
    /// ```
    pub fn is_at_least(&self, other: impl Into<Expr>) -> bool {
        compared(|| self.exceeds(&other.into(), &mut { MAX_STEPS }))
    }

    /// Whether both have the same value for all sizes: the same canonical form, or a difference of 0 within the bounds
    /// of the symbols. `false` means that it is not known.
    ///
    /// ```
    /// # fn example() -> Option<()> {
    /// use shapewright::Expr;
    ///
    /// let n = Expr::from("N");
    /// let up = n.checked_add(7)?.checked_floor_div(8)?;
    /// assert!(up.provably_eq(n.checked_ceil_div(8)?) && !up.provably_eq(&n));
    /// # Some(())
    /// # }
    /// # example().unwrap();
    /// ```
    pub fn provably_eq(&self, other: impl Into<Expr>) -> bool {
        let other = &other.into();
        self == other || (self.is_at_least(other) && other.is_at_least(self))
    }

    /// Whether the values differ for all sizes, since one is always greater, or since their difference is never a
    /// multiple of what it would have to be. `false` means that it is not known.
    ///
    /// ```
    /// # fn example() -> Option<()> {
    /// use shapewright::Expr;
    ///
    /// let (n, m) = (Expr::from("N"), Expr::from("M"));
    /// assert!(n.checked_add(1)?.provably_ne(&n));
    /// assert!(n.checked_mul(2)?.checked_add(1)?.provably_ne(m.checked_mul(4)?));
    /// assert!(!n.provably_ne(&m));
    /// # Some(())
    /// # }
    /// # example().unwrap();
    /// ```
    pub fn provably_ne(&self, other: impl Into<Expr>) -> bool {
        compared(|| self.sub(&other.into())).is_some_and(|difference| {
            let Bounds { low, high } = difference.tight_bounds();
            low > 0 || high < 0 || difference.excludes(0)
        })
    }

    /// Whether it certainly differs from this number, since its variable part is a multiple of a number that does not
    /// divide the rest: `2*N+1` is never 4.
    pub(crate) fn excludes(&self, value: u64) -> bool {
        let step = self.monomials().iter().fold(0, |all, term| gcd(all, term.coefficient.unsigned_abs()));
        step > 1 && (i128::from(value) - i128::from(self.0.constant)) % i128::from(step) != 0
    }

    fn exceeds(&self, other: &Expr, steps: &mut u32) -> bool {
        // Most comparisons are of two symbols, or with a number.
        let is_plain = |expr: &Expr| expr.as_symbol().is_some() || expr.as_constant().is_some();
        if is_plain(self) && is_plain(other) && self.as_symbol() != other.as_symbol() {
            return self.range().low >= other.range().high;
        }
        let by_difference = |steps: &mut u32| {
            let difference = self.sub(other)?;
            let plain = difference.range();
            Some(plain.low >= 0 || (plain.high >= 0 && difference.expanded_bounds(steps).low >= 0))
        };
        self == other || by_difference(steps) == Some(true) || self.exceeds_by_operands(other, steps)
    }

    /// As [`Expr::is_at_least`] for minima and maxima: a minimum is not less if none of its operands is.
    fn exceeds_by_operands(&self, other: &Expr, steps: &mut u32) -> bool {
        let (least, most) = (self.is_choice(false), other.is_choice(true));
        if *steps == 0 || !(least || most || self.is_choice(true) || other.is_choice(false)) {
            return false;
        }
        *steps -= 1;
        // Universal conditions first: a different operand may be greater for each of them.
        match (least, most) {
            (true, _) => operands(self, false).iter().all(|one| one.exceeds(other, steps)),
            (_, true) => operands(other, true).iter().all(|one| self.exceeds(one, steps)),
            _ if self.is_choice(true) => operands(self, true).iter().any(|one| one.exceeds(other, steps)),
            _ => operands(other, false).iter().any(|one| self.exceeds(one, steps)),
        }
    }

    fn expanded_bounds(&self, steps: &mut u32) -> Bounds {
        let plain = self.range();
        // The bounds of a lone atom already use its operands.
        if self.monomials().len() < 2 || *steps == 0 {
            return plain;
        }
        let found = self.monomials().iter().enumerate().find_map(|(at, term)| {
            let is_inferred = |atom: &Atom| !matches!(atom, Atom::Symbol(_));
            Some((at, term, term.factors.iter().position(is_inferred)?))
        });
        let Some((at, term, factor)) = found else { return plain };
        *steps -= 1;
        self.without(at, term, factor, steps).map_or(plain, |bounds| bounds.and(plain))
    }

    /// The bounds with one factor of one term replaced by its operands.
    fn without(&self, at: usize, term: &Monomial, factor: usize, steps: &mut u32) -> Option<Bounds> {
        let mut terms = self.monomials().to_vec();
        terms.remove(at);
        let rest = Expr::sum(terms, self.0.constant)?;
        let mut factors = term.factors.to_vec();
        let atom = factors.remove(factor);
        let times = match factors.is_empty() {
            true => Expr::constant(term.coefficient),
            false => Expr::sum(vec![Monomial { factors: factors.into(), coefficient: term.coefficient }], 0)?,
        };
        match &atom {
            Atom::Symbol(_) => None,
            Atom::FloorDiv(a, by) => rest.with_quotient(&times, a, by.as_constant()?, steps),
            Atom::Modulo(a, _) => rest.with_remainder(&times, a, steps),
            Atom::Min(all) => rest.with_choice(&times, all, false, steps),
            Atom::Max(all) => rest.with_choice(&times, all, true, steps),
        }
    }

    /// This plus `times` the quotient: `by` times the whole is free of the quotient, except for the remainder.
    fn with_quotient(&self, times: &Expr, a: &Expr, by: i64, steps: &mut u32) -> Option<Bounds> {
        let whole = self.scaled(by)?.add(&times.mul(a)?)?.expanded_bounds(steps);
        let remainder = Bounds { low: 0, high: i128::from(by) - 1 };
        let most = whole.add(times.range().mul(remainder).mul(Bounds::exact(-1)));
        let by = Bounds::exact(by.into());
        let high = most.floor_div(by).high;
        // Rounded up, since it is an integer.
        let low = most.mul(Bounds::exact(-1)).floor_div(by).mul(Bounds::exact(-1)).low;
        Some(Bounds { low, high })
    }

    /// This plus `times` a remainder, which is at most the dividend if that is not negative.
    fn with_remainder(&self, times: &Expr, a: &Expr, steps: &mut u32) -> Option<Bounds> {
        if a.range().low < 0 {
            return None;
        }
        let Bounds { low, high } = self.add(&times.mul(a)?)?.expanded_bounds(steps);
        match (times.range().low >= 0, times.range().high <= 0) {
            (true, _) => Some(Bounds { high, ..Bounds::ANY }),
            (_, true) => Some(Bounds { low, ..Bounds::ANY }),
            _ => None,
        }
    }

    /// This plus `times` one of these: the least or the greatest result over the operands.
    fn with_choice(&self, times: &Expr, all: &[Expr], greatest: bool, steps: &mut u32) -> Option<Bounds> {
        let of = |operand: &Expr, steps: &mut u32| Some(self.add(&times.mul(operand)?)?.expanded_bounds(steps));
        let all: Option<Vec<Bounds>> = all.iter().map(|operand| of(operand, steps)).collect();
        let (rises, falls) = (times.range().low >= 0, times.range().high <= 0);
        let join = |a: Bounds, b: Bounds| Bounds { low: a.low.min(b.low), high: a.high.max(b.high) };
        let fold = match (rises, falls) {
            (true, _) if greatest => Bounds::max,
            (true, _) => Bounds::min,
            (_, true) if greatest => Bounds::min,
            (_, true) => Bounds::max,
            _ => join,
        };
        all?.into_iter().reduce(fold)
    }
}
