//! Expressions as MLIR affine maps: sums of symbols with coefficients, and divisions by numbers.

use shapewright::expr::{Expr, Factor, Symbol, Term};

/// `affine_map<()[s0, s1] -> (s0 floordiv 2 + s1)>`, whose symbols are those of the expression in their order. `None` if
/// the expression is not affine: for a product of symbols, a divisor that is not a number, and a nested minimum.
///
/// A minimum or maximum of affine expressions is a map with several results, for `affine.min` and `affine.max`.
pub fn print(expr: &Expr) -> Option<String> {
    let symbols: Vec<&Symbol> = expr.symbols().collect();
    let position = |symbol: &Symbol| symbols.iter().position(|known| *known == symbol);
    let mut single = expr.terms().filter(|term| expr.terms().len() == 1 && term.coefficient() == 1);
    let only = single.next().filter(|term| term.factors().len() == 1).and_then(|term| term.factors().next());
    let results = match only {
        Some(Factor::Min(operands) | Factor::Max(operands)) => {
            let results: Option<Vec<String>> = operands.map(|operand| affine(operand, &position)).collect();
            results?.join(", ")
        }
        _ => affine(expr, &position)?,
    };
    let names: Vec<String> = (0..symbols.len()).map(|at| format!("s{at}")).collect();
    Some(format!("affine_map<()[{}] -> ({results})>", names.join(", ")))
}

fn affine(expr: &Expr, position: &dyn Fn(&Symbol) -> Option<usize>) -> Option<String> {
    let term = |term: Term<'_>| {
        let mut factors = term.factors();
        let (first, None) = (factors.next(), factors.next()) else { return None };
        let Some(first) = first else { return Some(term.coefficient().to_string()) };
        let factor = match first {
            Factor::Symbol(symbol) => format!("s{}", position(symbol)?),
            Factor::FloorDiv { dividend, divisor, .. } => {
                format!("(({}) floordiv {})", affine(dividend, position)?, divisor.as_constant()?)
            }
            Factor::Modulo { dividend, divisor, .. } => {
                format!("(({}) mod {})", affine(dividend, position)?, divisor.as_constant()?)
            }
            _ => return None,
        };
        Some(if term.coefficient() == 1 { factor } else { format!("{factor} * {}", term.coefficient()) })
    };
    let terms: Option<Vec<String>> = expr.terms().map(term).collect();
    let terms = terms?;
    Some(if terms.is_empty() { "0".to_owned() } else { terms.join(" + ") })
}
