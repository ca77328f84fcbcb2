//! Expressions as C and as Rust, which write them alike. The program that contains the text defines
//! `floor_div(a, b)`, `modulo(a, b)`, `min(a, b)` and `max(a, b)` on signed 64-bit integers: `/` and `%` round towards
//! zero.

use shapewright::expr::{Expr, Factor, Operands, Symbol, Term};

/// The expression; `name` is the variable of a symbol. `None` if it has an operation that is unknown here.
pub fn print(expr: &Expr, name: &dyn Fn(&Symbol) -> String) -> Option<String> {
    let terms: Option<Vec<String>> = expr.terms().map(|next| term(next, name)).collect();
    let terms = terms?;
    // Negative coefficients are in parentheses, so that every sum reads `a + b`.
    Some(if terms.is_empty() { "0".to_owned() } else { terms.join(" + ") })
}

fn term(term: Term<'_>, name: &dyn Fn(&Symbol) -> String) -> Option<String> {
    let coefficient = match term.coefficient() {
        1 if term.factors().len() > 0 => None,
        other if other < 0 => Some(format!("({other})")),
        other => Some(other.to_string()),
    };
    let factors: Option<Vec<String>> = term.factors().map(|next| factor(next, name)).collect();
    Some(coefficient.into_iter().chain(factors?).collect::<Vec<_>>().join(" * "))
}

fn factor(factor: Factor<'_>, name: &dyn Fn(&Symbol) -> String) -> Option<String> {
    let pair =
        |function: &str, a: &Expr, b: &Expr| Some(format!("{function}({}, {})", print(a, name)?, print(b, name)?));
    // The functions have two parameters.
    let nested = |function: &str, operands: Operands<'_>| {
        let operands = operands.map(|operand| print(operand, name));
        operands.reduce(|all, next| Some(format!("{function}({}, {})", all?, next?)))?
    };
    match factor {
        Factor::Symbol(symbol) => Some(name(symbol)),
        Factor::FloorDiv { dividend, divisor, .. } => pair("floor_div", dividend, divisor),
        Factor::Modulo { dividend, divisor, .. } => pair("modulo", dividend, divisor),
        Factor::Min(operands) => nested("min", operands),
        Factor::Max(operands) => nested("max", operands),
        _ => None,
    }
}
