//! Expressions as text, as reports and `str` show them: `2*N+1`, `floor((H-1)/2)+1`, `min(N,8)`, `mod(N,4)`. Python's
//! `//` and `%` are read, too.

use shapewright::{Dim, Expr, Symbol};

/// What makes a text an expression; a name without any of these may have spaces.
const OPERATORS: [char; 8] = ['+', '-', '*', '/', '%', '(', ')', ','];

/// A dimension from its text. The message says why it is none.
pub fn dim(text: &str) -> Result<Dim, String> {
    let is_plain = !text.contains(OPERATORS) || text.contains("..");
    if is_plain || text.trim().starts_with('-') && text.trim()[1..].parse::<u64>().is_ok() {
        return text.parse().map_err(|error: shapewright::ParseTypeError| error.to_string());
    }
    let mut parser = Parser { text, at: 0, depth: 0 };
    let expr = parser.sum().filter(|_| parser.rest().is_empty());
    let expr = expr.ok_or_else(|| {
        let rest = parser.rest();
        let place = if rest.is_empty() { "its end".to_owned() } else { format!("`{rest}`") };
        format!("`{text}` is not an expression: it cannot be read at {place}; expected one such as `2*N+1`")
    })?;
    match expr.as_constant() {
        Some(size) if size < 0 => Err(format!("`{text}` is {size}, which is not a size")),
        _ => Ok(Dim::unknown().refine_with(Some(expr))),
    }
}

/// The most brackets within brackets.
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
            return self.brackets();
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

    /// An expression in brackets, or a name with spaces, which only brackets separate from operators.
    fn brackets(&mut self) -> Option<Expr> {
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

    /// The arguments of a function, after its bracket.
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
