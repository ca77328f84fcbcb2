//! Quotients of symbolic dimensions, represented as floats.
//!
//! A float type of precision p represents every integer up to 2^p in magnitude. If dividend and divisor are such
//! integers, rounding the quotient once does not move it past an integer: a noninteger quotient of magnitude at least
//! 2^e has a divisor below 2^(p-e), so that the next integer is farther away than 2^(e-p), and rounding moves it by at
//! most that. So rounding it down or up to an integer afterwards is integer division.

use std::fmt;

use super::SymInt;
use crate::expr::{Bounds, Expr};

/// Limits on the dividend and divisor of a fraction.
const MAX_DIVIDEND: i64 = 1 << 10;
const MAX_DIVISOR: i64 = 1 << 8;

/// `dividend / divisor`, rounded once to a float type that represents both exactly.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Quotient {
    dividend: Expr,
    divisor: i64,
    condition: Option<Condition>,
}

/// The condition under which numbers are represented exactly, if the bounds of the sizes do not ensure it.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Condition {
    /// The greatest intermediate number.
    pub(crate) greatest: Expr,
    /// Its limit.
    pub(crate) most: i64,
}

impl Condition {
    /// Both conditions, with the lower limit.
    fn and(self, other: Option<Condition>) -> Option<Condition> {
        let Some(other) = other else { return Some(self) };
        Some(Condition { greatest: self.greatest.maximum(&other.greatest)?, most: self.most.min(other.most) })
    }
}

impl Quotient {
    /// The quotient in a type that represents integers up to `most`, where earlier operations depend on `condition`.
    fn checked(dividend: Expr, divisor: i64, most: i64, condition: Option<Condition>) -> Option<Quotient> {
        if !(1..=most).contains(&divisor) {
            return None;
        }
        let (Bounds { low, high }, most) = (dividend.range(), i128::from(most));
        let mut condition = condition;
        for (needed, greatest) in [(high > most, 1), (low < -most, -1)] {
            if needed {
                let new = Condition { greatest: dividend.scaled(greatest)?, most: most as i64 };
                condition = Some(new.and(condition)?);
            }
        }
        let whole = if divisor > 1 { dividend.exact_div(&Expr::constant(divisor)) } else { None };
        let (dividend, divisor) = whole.map_or((dividend, divisor), |whole| (whole, 1));
        Some(Quotient { dividend, divisor, condition })
    }

    /// An integer expression.
    pub(crate) fn integer(int: &SymInt, most: i64) -> Option<Quotient> {
        let expr = int.expr()?.clone();
        let fits = -i128::from(most) <= int.low() && int.high() <= i128::from(most);
        if fits {
            Some(Quotient { dividend: expr, divisor: 1, condition: None })
        } else {
            Self::checked(expr, 1, most, None)
        }
    }

    /// A number that is an integer, or a small integer divided by a small power of two: other fractions rarely have
    /// products that a float type represents exactly.
    pub(crate) fn number(value: f64, most: i64) -> Option<Quotient> {
        let (mut dividend, mut divisor) = (value, 1i64);
        while dividend.fract() != 0.0 && divisor < MAX_DIVISOR {
            (dividend, divisor) = (dividend * 2.0, divisor * 2);
        }
        let most_held = if divisor > 1 { MAX_DIVIDEND.min(most) } else { most };
        let held = dividend.fract() == 0.0 && dividend.abs() <= most_held as f64;
        if held { Self::checked(Expr::constant(dividend as i64), divisor, most, None) } else { None }
    }

    /// The same in a type that represents integers only up to `most`.
    pub(crate) fn narrowed(&self, most: i64) -> Option<Quotient> {
        let exact = Self::checked(self.dividend.clone(), self.divisor, most, self.condition.clone())?;
        if self.is_exact() { Some(exact) } else { None }
    }

    /// Whether no rounding is involved.
    fn is_exact(&self) -> bool {
        self.divisor & (self.divisor - 1) == 0
    }

    /// The conditions of both; `None` if they cannot be expressed, or if one of them is rounded.
    fn conditions(&self, other: &Quotient) -> Option<Option<Condition>> {
        if !self.is_exact() || !other.is_exact() {
            return None;
        }
        Some(match self.condition.clone() {
            Some(condition) => Some(condition.and(other.condition.clone())?),
            None => other.condition.clone(),
        })
    }

    pub(crate) fn add(&self, other: &Quotient, most: i64) -> Option<Quotient> {
        let divisor = self.divisor.max(other.divisor);
        let scaled = |q: &Quotient| q.dividend.scaled(divisor / q.divisor);
        Self::checked(scaled(self)?.add(&scaled(other)?)?, divisor, most, self.conditions(other)?)
    }

    pub(crate) fn negated(&self) -> Option<Quotient> {
        Some(Quotient { dividend: self.dividend.scaled(-1)?, ..self.clone() })
    }

    pub(crate) fn mul(&self, other: &Quotient, most: i64) -> Option<Quotient> {
        let divisor = self.divisor.checked_mul(other.divisor)?;
        Self::checked(self.dividend.mul(&other.dividend)?, divisor, most, self.conditions(other)?)
    }

    /// The quotient by a nonzero number.
    pub(crate) fn by(&self, number: &Quotient, most: i64) -> Option<Quotient> {
        let by = number.dividend.as_constant().filter(|by| *by != 0)?;
        let shared = self.divisor.min(number.divisor);
        let dividend = self.dividend.scaled((number.divisor / shared).checked_mul(by.signum())?)?;
        let divisor = (self.divisor / shared).checked_mul(by.checked_abs()?)?;
        Self::checked(dividend, divisor, most, self.conditions(number)?)
    }

    pub(crate) fn floor(&self) -> Option<Quotient> {
        let dividend = self.dividend.floor_div(&Expr::constant(self.divisor), true)?;
        Some(Quotient { dividend, divisor: 1, ..self.clone() })
    }

    pub(crate) fn ceil(&self) -> Option<Quotient> {
        let dividend = self.dividend.ceil_div(&Expr::constant(self.divisor), true)?;
        Some(Quotient { dividend, divisor: 1, ..self.clone() })
    }

    /// The smaller or the greater of two integers.
    pub(crate) fn chosen(&self, other: &Quotient, greatest: bool) -> Option<Quotient> {
        let (a, b) = (self.whole()?, other.whole()?);
        let dividend = if greatest { a.maximum(b) } else { a.minimum(b) }?;
        Some(Quotient { dividend, divisor: 1, condition: self.conditions(other)? })
    }

    /// The integer, if it is one.
    pub(crate) fn whole(&self) -> Option<&Expr> {
        (self.divisor == 1).then_some(&self.dividend)
    }

    /// Dividend and divisor.
    pub(crate) fn parts(&self) -> (&Expr, i64) {
        (&self.dividend, self.divisor)
    }

    /// The condition under which the quotient is valid.
    pub(crate) fn condition(&self) -> Option<&Condition> {
        self.condition.as_ref()
    }
}

impl fmt::Display for Quotient {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.divisor {
            1 => self.dividend.fmt(f),
            divisor => write!(f, "({})/{divisor}", self.dividend),
        }
    }
}
