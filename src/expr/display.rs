//! Expressions as text: `2*N+1`, `floor((H-1)/2)+1`, `min(N,8)`, `mod(N,4)`.
//!
//! Positive terms precede negative ones, and constants come last. Symbols whose name is more than a word are enclosed
//! in brackets inside a larger expression, since names may be any text.

use std::fmt::{self, Display, Formatter, Write as _};

use super::{Atom, Expr, Monomial};

impl Display for Expr {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        if let Some(symbol) = self.as_symbol() {
            return symbol.fmt(f);
        }
        let added = |t: &&Monomial| t.coefficient > 0;
        let constant = self.0.constant;
        let mut first = true;
        for term in self.monomials().iter().filter(added) {
            write_sign(f, false, &mut first)?;
            term.write(f)?;
        }
        if constant > 0 || self.monomials().is_empty() {
            write_sign(f, constant < 0, &mut first)?;
            write!(f, "{}", constant.unsigned_abs())?;
        }
        for term in self.monomials().iter().filter(|t| !added(t)) {
            write_sign(f, true, &mut first)?;
            term.write(f)?;
        }
        if constant < 0 && !self.monomials().is_empty() {
            write_sign(f, true, &mut first)?;
            write!(f, "{}", constant.unsigned_abs())?;
        }
        Ok(())
    }
}

fn write_sign(f: &mut Formatter<'_>, minus: bool, first: &mut bool) -> fmt::Result {
    match (minus, std::mem::take(first)) {
        (true, _) => f.write_char('-'),
        (false, true) => Ok(()),
        (false, false) => f.write_char('+'),
    }
}

impl Monomial {
    /// The term without its sign.
    fn write(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let factor = self.coefficient.unsigned_abs();
        if factor != 1 {
            write!(f, "{factor}*")?;
        }
        for (i, atom) in self.factors.iter().enumerate() {
            f.write_str(if i == 0 { "" } else { "*" })?;
            atom.fmt(f)?;
        }
        Ok(())
    }
}

impl Display for Atom {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Atom::Symbol(symbol) if is_word(symbol.name()) => symbol.fmt(f),
            Atom::Symbol(symbol) => write!(f, "({symbol})"),
            Atom::FloorDiv(a, b) => {
                // A product may be the dividend unparenthesized, but not the divisor.
                let (sum, product) = (a.monomials().len() + usize::from(a.0.constant != 0) > 1, b.monomials().len());
                let lone = b.as_constant().is_some() || b.as_symbol().is_some_and(|s| is_word(s.name()));
                let (a, b) = (bracketed(a, sum), bracketed(b, product > 0 && !lone));
                write!(f, "floor({a}/{b})")
            }
            Atom::Modulo(a, b) => write!(f, "mod({},{})", bracketed(a, false), bracketed(b, false)),
            Atom::Min(all) => write_list(f, "min", all),
            Atom::Max(all) => write_list(f, "max", all),
        }
    }
}

fn bracketed(expr: &Expr, brackets: bool) -> String {
    let named = expr.as_symbol().is_some_and(|s| !is_word(s.name()));
    if brackets || named { format!("({expr})") } else { expr.to_string() }
}

fn write_list(f: &mut Formatter<'_>, name: &str, all: &[Expr]) -> fmt::Result {
    write!(f, "{name}(")?;
    for (i, expr) in all.iter().enumerate() {
        f.write_str(if i == 0 { "" } else { "," })?;
        f.write_str(&bracketed(expr, false))?;
    }
    f.write_char(')')
}

/// Whether a name is unambiguously a name.
fn is_word(name: &str) -> bool {
    let part = |c: char| c.is_alphanumeric() || matches!(c, '_' | '.' | ':' | '$' | '#' | '@');
    !name.is_empty() && name.chars().all(part) && !name.starts_with(|c: char| c.is_ascii_digit())
}
