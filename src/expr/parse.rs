//! Expressions as text, as reports show them: `2*N+1`, `floor((H-1)/2)+1`, `min(N,8)`, `mod(N,4)`. The spellings `//` and
//! `%` of other languages are read, too.

use std::fmt;
use std::str::FromStr;

use super::{Expr, Symbol};

/// What separates the parts of an expression; a name without any of these may have spaces.
const OPERATORS: [char; 8] = ['+', '-', '*', '/', '%', '(', ')', ','];

/// A text that is no expression.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ParseExprError {
    text: String,
    /// What could not be read; empty at the end of the text.
    rest: String,
}

impl fmt::Display for ParseExprError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "`{}` is not an expression: it cannot be read at ", self.text)?;
        match self.rest.as_str() {
            "" => f.write_str("its end"),
            rest => write!(f, "`{rest}`"),
        }?;
        f.write_str("; expected one such as `2*N+1`")
    }
}

impl std::error::Error for ParseExprError {}

/// Reads an expression from the text that it is written as. A text without an operator is a number or the name of one symbol,
/// which may have spaces; beside operators, such a name is in parentheses. Every symbol is any size.
///
/// ```
/// use shapewright::expr::Expr;
///
/// let expr: Expr = "N*2 + floor(H/2) - (batch size)".parse()?;
/// assert_eq!(expr.to_string(), "2*N+floor(H/2)-(batch size)");
/// assert!("2*".parse::<Expr>().is_err());
/// # Ok::<(), shapewright::expr::ParseExprError>(())
/// ```
impl FromStr for Expr {
    type Err = ParseExprError;

    fn from_str(text: &str) -> Result<Expr, ParseExprError> {
        let name = text.trim();
        if !name.is_empty() && !name.contains(OPERATORS) && !name.starts_with(|c: char| c.is_ascii_digit()) {
            return Ok(Expr::from(Symbol::new(name)));
        }
        let mut parser = Parser { text, at: 0, depth: 0 };
        match parser.sum() {
            Some(expr) if parser.rest().is_empty() => Ok(expr),
            _ => Err(ParseExprError { text: text.to_owned(), rest: parser.rest().to_owned() }),
        }
    }
}

/// The maximum depth of nested parentheses.
const MAX_DEPTH: usize = 32;

struct Parser<'t> {
    text: &'t str,
    at: usize,
    depth: usize,
}

impl<'t> Parser<'t> {
    fn rest(&mut self) -> &'t str {
        let rest = self.text[self.at..].trim_start();
        self.at = self.text.len() - rest.len();
        rest.trim_end()
    }

    fn take(&mut self, token: &str) -> bool {
        let found = self.rest().starts_with(token);
        self.at += if found { token.len() } else { 0 };
        found
    }

    /// Terms that are added and subtracted.
    fn sum(&mut self) -> Option<Expr> {
        self.depth += 1;
        let sum = if self.depth <= MAX_DEPTH { self.terms() } else { None };
        self.depth -= 1;
        sum
    }

    fn terms(&mut self) -> Option<Expr> {
        let mut sum = if self.take("-") { Expr::constant(0).checked_sub(self.product()?)? } else { self.product()? };
        loop {
            sum = if self.take("+") {
                sum.checked_add(self.product()?)?
            } else if self.take("-") {
                sum.checked_sub(self.product()?)?
            } else {
                return Some(sum);
            };
        }
    }

    /// Factors that are multiplied, and divided with a whole result.
    fn product(&mut self) -> Option<Expr> {
        let mut product = self.factor()?;
        loop {
            product = if self.take("*") {
                product.checked_mul(self.factor()?)?
            } else if self.take("//") {
                product.checked_floor_div(self.factor()?)?
            } else if self.take("%") {
                product.checked_modulo(self.factor()?)?
            } else {
                return Some(product);
            };
        }
    }

    fn factor(&mut self) -> Option<Expr> {
        let rest = self.rest();
        if rest.starts_with('(') {
            return self.parenthesized();
        }
        let is_part = |c: char| c.is_alphanumeric() || matches!(c, '_' | '.' | ':' | '$' | '#' | '@');
        let word = &rest[..rest.find(|c| !is_part(c)).unwrap_or(rest.len())];
        if word.is_empty() {
            return None;
        }
        if word.starts_with(|c: char| c.is_ascii_digit()) {
            let number = word.parse().ok()?;
            self.at += word.len();
            return Some(Expr::constant(number));
        }
        self.at += word.len();
        match word {
            "floor" if self.take("(") => self.quotient(),
            "mod" | "min" | "max" if self.take("(") => self.call(word),
            _ => Some(Expr::from(Symbol::new(word))),
        }
    }

    /// An expression in parentheses, or a name with spaces, which only parentheses separate from operators.
    fn parenthesized(&mut self) -> Option<Expr> {
        let start = self.at;
        self.at += 1;
        if let Some(inner) = self.sum().filter(|_| self.take(")")) {
            return Some(inner);
        }
        self.at = start;
        let name = self.rest()[1..].split_once(')')?.0;
        if name.is_empty() || name.contains(OPERATORS) {
            return None;
        }
        self.at += name.len() + 2;
        Some(Expr::from(Symbol::new(name)))
    }

    /// `a/b)` after `floor(`.
    fn quotient(&mut self) -> Option<Expr> {
        let dividend = self.sum()?;
        if !self.take("/") {
            return self.take(")").then_some(dividend);
        }
        let quotient = dividend.checked_floor_div(self.product()?)?;
        self.take(")").then_some(quotient)
    }

    /// The arguments of a function, after its parenthesis.
    fn call(&mut self, function: &str) -> Option<Expr> {
        let mut result = self.sum()?;
        while self.take(",") {
            let next = self.sum()?;
            result = match function {
                "min" => result.checked_min(next)?,
                "max" => result.checked_max(next)?,
                _ => result.checked_modulo(next)?,
            };
        }
        self.take(")").then_some(result)
    }
}
