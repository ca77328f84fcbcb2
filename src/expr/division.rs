//! Quotients and remainders.

use super::{Atom, Expr, Monomial};

/// Both parts of a division by a number: `by * quotient + rest`.
struct Parts {
    quotient: Expr,
    rest: Expr,
}

impl Expr {
    /// The quotient, rounded down. `positive`: the divisor is known to be positive beyond what its symbols imply.
    ///
    /// A run in which the divisor is 0 has no value for the result. `None` if the divisor may be negative.
    pub(crate) fn floor_div(&self, by: &Expr, positive: bool) -> Option<Expr> {
        if let Some(by) = by.as_constant() {
            return self.floor_div_by(by);
        }
        if !positive && by.range().low <= 0 {
            return if by.range().low == 0 { Expr::atom(Atom::FloorDiv(self.clone(), by.clone())) } else { None };
        }
        let Parts { quotient, rest } = self.div_rem(by)?;
        if rest.range().low >= 0 && rest.range().high < by.range().low.max(1) {
            return Some(quotient);
        }
        let shared = shared_factor(&rest, shared_factor(by, by.0.constant));
        if shared > 1 {
            let (rest, by) = (rest.scaled_down(shared, i64::div_euclid)?, by.scaled_down(shared, i64::div_euclid)?);
            return quotient.add(&rest.floor_div(&by, true)?);
        }
        quotient.add(&Expr::atom(Atom::FloorDiv(rest, by.clone()))?)
    }

    /// The quotient, rounded up; as [`Expr::floor_div`]. `None` in the same cases.
    pub(crate) fn ceil_div(&self, by: &Expr, positive: bool) -> Option<Expr> {
        if let Some(by) = by.as_constant().filter(|by| *by < 0) {
            return self.scaled(-1)?.ceil_div(&Expr::constant(by.checked_neg()?), positive);
        }
        // For integers, the quotient rounded up is one more than that of the predecessor rounded down.
        let one = Expr::constant(1);
        self.sub(&one)?.floor_div(by, positive)?.add(&one)
    }

    /// The remainder of the quotient rounded down; as [`Expr::floor_div`]. `None` in the same cases.
    pub(crate) fn modulo(&self, by: &Expr, positive: bool) -> Option<Expr> {
        if let Some(by) = by.as_constant() {
            return self.modulo_by(by);
        }
        if !positive && by.range().low <= 0 {
            return if by.range().low == 0 { Expr::atom(Atom::Modulo(self.clone(), by.clone())) } else { None };
        }
        let rest = self.div_rem(by)?.rest;
        let whole = rest.range().low >= 0 && rest.range().high < by.range().low.max(1);
        if whole { Some(rest) } else { Expr::atom(Atom::Modulo(rest, by.clone())) }
    }

    /// The exact quotient, if there is no remainder. The divisor is not 0.
    pub(crate) fn exact_div(&self, by: &Expr) -> Option<Expr> {
        let Parts { quotient, rest } = match by.as_constant() {
            Some(by) => self.split(by, i64::rem_euclid)?,
            None => self.div_rem(by)?,
        };
        (rest.as_constant() == Some(0)).then_some(quotient)
    }

    fn floor_div_by(&self, by: i64) -> Option<Expr> {
        match by {
            0 => return None,
            1 => return Some(self.clone()),
            i64::MIN..0 => return self.scaled(-1)?.floor_div_by(by.checked_neg()?),
            _ => {}
        }
        if let Some(value) = self.as_constant() {
            return Some(Expr::constant(value.div_euclid(by)));
        }
        // The rest of the constant is 0 or less, so that the form is the usual one for windows: (H-1)/2+1.
        let below = |value: i64, by: i64| -((-i128::from(value)).rem_euclid(by.into()) as i64);
        let Parts { quotient, rest } = self.split(by, below)?;
        let shared = shared_factor(&rest, by);
        if shared > 1 {
            let fewer = rest.scaled_down(shared, i64::div_euclid)?;
            return quotient.add(&fewer.floor_div_by(by / shared)?);
        }
        if let Some((inner, inner_by)) = rest.lone_quotient() {
            let moved = inner.add(&Expr::constant(rest.0.constant.checked_mul(inner_by)?))?;
            return quotient.add(&moved.floor_div_by(by.checked_mul(inner_by)?)?);
        }
        let apart = rest.each_choice(|operand| operand.floor_div_by(by));
        let whole = Expr::atom(Atom::FloorDiv(rest, Expr::constant(by)));
        // The expression may have tighter bounds than its quotient.
        let apart = apart.filter(|a| whole.as_ref().is_none_or(|whole| whole.range().contain(a.range())));
        quotient.add(&apart.or(whole)?)
    }

    fn modulo_by(&self, by: i64) -> Option<Expr> {
        match by {
            i64::MIN..1 => return None,
            1 => return Some(Expr::constant(0)),
            _ => {}
        }
        let rest = self.split(by, i64::rem_euclid)?.rest;
        if let Some(fewer) = rest.without_remainders_by(by) {
            return fewer.modulo_by(by);
        }
        let shared = shared_factor(&rest, by);
        if shared > 1 {
            let left = Expr::constant(rest.0.constant.rem_euclid(shared));
            let fewer = rest.scaled_down(shared, i64::div_euclid)?;
            return fewer.modulo_by(by / shared)?.scaled(shared)?.add(&left);
        }
        let within = rest.range().low >= 0 && rest.range().high < i128::from(by);
        if within { Some(rest) } else { Expr::atom(Atom::Modulo(rest, Expr::constant(by))) }
    }

    /// Separates multiples of a positive number. `left`: the rest of the constant.
    fn split(&self, by: i64, left: impl Fn(i64, i64) -> i64) -> Option<Parts> {
        let (mut whole, mut rest) = (Vec::new(), Vec::new());
        for Monomial { factors, coefficient } in self.monomials() {
            let (quotient, left) = (coefficient.div_euclid(by), coefficient.rem_euclid(by));
            for (part, coefficient) in [(&mut whole, quotient), (&mut rest, left)] {
                if coefficient != 0 {
                    part.push(Monomial { factors: factors.clone(), coefficient });
                }
            }
        }
        let left = left(self.0.constant, by);
        let quotient = self.0.constant.checked_sub(left)? / by;
        Some(Parts { quotient: Expr::sum(whole, quotient)?, rest: Expr::sum(rest, left)? })
    }

    /// All coefficients divided by a common divisor of the terms'; the constant rounds down.
    fn scaled_down(&self, by: i64, constant: fn(i64, i64) -> i64) -> Option<Expr> {
        let divide = |t: &Monomial| Monomial { factors: t.factors.clone(), coefficient: t.coefficient / by };
        Expr::sum(self.monomials().iter().map(divide).collect(), constant(self.0.constant, by))
    }

    /// Dividend and divisor, if this is a quotient by a number plus a constant.
    fn lone_quotient(&self) -> Option<(&Expr, i64)> {
        let [Monomial { factors, coefficient: 1 }] = self.monomials() else { return None };
        let [Atom::FloorDiv(inner, by)] = &**factors else { return None };
        Some((inner, by.as_constant()?))
    }

    /// Polynomial division: the quotient and the remainder.
    fn div_rem(&self, by: &Expr) -> Option<Parts> {
        let (lead, mut open) = (by.monomials().first()?, self.clone());
        let (mut quotient, mut rest) = (Expr::constant(0), Expr::constant(0));
        while let Some(first) = open.monomials().first().cloned() {
            match first.exact_div(lead) {
                Some(part) => {
                    open = open.sub(&part.mul(by)?)?;
                    quotient = quotient.add(&part)?;
                }
                None => {
                    let first = Expr::sum(vec![first], 0)?;
                    open = open.sub(&first)?;
                    rest = rest.add(&first)?;
                }
            }
        }
        Some(Parts { quotient, rest: rest.add(&open)? })
    }
}

impl Monomial {
    /// The quotient of two terms, if one divides the other.
    fn exact_div(&self, by: &Monomial) -> Option<Expr> {
        let mut left = self.factors.to_vec();
        for factor in &by.factors {
            let at = left.iter().position(|f| f == factor)?;
            left.remove(at);
        }
        if self.coefficient.checked_rem(by.coefficient)? != 0 {
            return None;
        }
        let coefficient = self.coefficient.checked_div(by.coefficient)?;
        match left.is_empty() {
            true => Some(Expr::constant(coefficient)),
            false => Expr::sum(vec![Monomial { factors: left.into(), coefficient }], 0),
        }
    }
}

/// The greatest common divisor of the coefficients of all terms and `by`.
fn shared_factor(rest: &Expr, by: i64) -> i64 {
    rest.monomials().iter().fold(by, |shared, term| greatest_common_divisor(shared, term.coefficient))
}

fn greatest_common_divisor(mut a: i64, mut b: i64) -> i64 {
    while b != 0 {
        (a, b) = (b, a.checked_rem(b).unwrap_or(0));
    }
    a.checked_abs().unwrap_or(1)
}
