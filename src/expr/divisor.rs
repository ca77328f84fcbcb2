//! Divisibility.

use super::{Atom, Expr, Monomial};

impl Expr {
    /// Whether every value is certainly a multiple of `n`. Of 0, only 0 is a multiple.
    ///
    /// ```
    /// # fn example() -> Option<()> {
    /// use shapewright::Expr;
    ///
    /// let padded = Expr::from("N").checked_ceil_div(16)?.checked_mul(16)?;
    /// assert!(padded.is_multiple_of(8) && !padded.is_multiple_of(32));
    /// # Some(())
    /// # }
    /// # example().unwrap();
    /// ```
    pub fn is_multiple_of(&self, n: u64) -> bool {
        self.known_divisor().is_multiple_of(n)
    }

    /// The greatest number that is known to divide every value; 0 for the constant 0, which every number divides.
    ///
    /// ```
    /// # fn example() -> Option<()> {
    /// use shapewright::Expr;
    ///
    /// assert_eq!(Expr::from("N").checked_mul(12)?.checked_add(8)?.known_divisor(), 4);
    /// # Some(())
    /// # }
    /// # example().unwrap();
    /// ```
    pub fn known_divisor(&self) -> u64 {
        self.0.terms.iter().fold(self.0.constant.unsigned_abs(), |all, term| gcd(all, term.known_divisor()))
    }
}

impl Monomial {
    fn known_divisor(&self) -> u64 {
        self.factors.iter().fold(self.coefficient.unsigned_abs(), |product, atom| {
            // A product past the limit keeps a divisor that is known.
            product.checked_mul(atom.known_divisor()).unwrap_or(product)
        })
    }
}

impl Atom {
    fn known_divisor(&self) -> u64 {
        match self {
            Atom::Symbol(_) => 1,
            Atom::FloorDiv(dividend, by) => {
                let by = by.as_constant().and_then(|by| u64::try_from(by).ok()).filter(|by| *by > 0);
                by.map_or(1, |by| if dividend.is_multiple_of(by) { dividend.known_divisor() / by } else { 1 })
            }
            Atom::Modulo(dividend, by) => gcd(dividend.known_divisor(), by.known_divisor()),
            Atom::Min(all) | Atom::Max(all) => {
                all.iter().fold(0, |shared, operand| gcd(shared, operand.known_divisor()))
            }
        }
    }
}

/// The greatest common divisor; 0 is a multiple of every number.
pub(super) fn gcd(mut a: u64, mut b: u64) -> u64 {
    while b != 0 {
        (a, b) = (b, a % b);
    }
    a
}
