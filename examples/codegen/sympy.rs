//! Expressions as SymPy reads them. Symbols should be declared as `Symbol(name, integer=True, nonnegative=True)`.

use shapewright::expr::{Expr, Factor, Operands, Symbol, Term};

/// The expression; `name` is the Python variable of a symbol. `None` if it has an operation that is unknown here.
pub fn print(expr: &Expr, name: &dyn Fn(&Symbol) -> String) -> Option<String> {
    let terms: Option<Vec<String>> = expr.terms().map(|next| term(next, name)).collect();
    let terms = terms?;
    Some(if terms.is_empty() { "0".to_owned() } else { terms.join(" + ") })
}

fn term(term: Term<'_>, name: &dyn Fn(&Symbol) -> String) -> Option<String> {
    let factors: Option<Vec<String>> = term.factors().map(|next| factor(next, name)).collect();
    let factors = factors?;
    Some(match term.coefficient() {
        1 if !factors.is_empty() => factors.join("*"),
        other => std::iter::once(other.to_string()).chain(factors).collect::<Vec<_>>().join("*"),
    })
}

fn factor(factor: Factor<'_>, name: &dyn Fn(&Symbol) -> String) -> Option<String> {
    let list = |operands: Operands<'_>| {
        let operands: Option<Vec<String>> = operands.map(|operand| print(operand, name)).collect();
        Some(operands?.join(", "))
    };
    Some(match factor {
        Factor::Symbol(symbol) => name(symbol),
        Factor::FloorDiv { dividend, divisor, .. } => {
            format!("floor(({})/({}))", print(dividend, name)?, print(divisor, name)?)
        }
        Factor::Modulo { dividend, divisor, .. } => {
            format!("Mod({}, {})", print(dividend, name)?, print(divisor, name)?)
        }
        Factor::Min(operands) => format!("Min({})", list(operands)?),
        Factor::Max(operands) => format!("Max({})", list(operands)?),
        _ => return None,
    })
}
