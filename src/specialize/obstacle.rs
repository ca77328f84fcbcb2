//! Nodes that do not allow the new shapes, and what each needs.

use std::collections::{BTreeMap, HashMap};

use super::error::Obstacle;
use super::request::Request;
use crate::annotate::is_error;
use crate::constraint::Constraint;
use crate::expr::Symbol;
use crate::graph::Model;
use crate::infer::Analysis;

/// The obstacles, and the constraints that leave new symbols more than one size.
pub(super) fn find(
    model: &Model,
    request: &Request,
    before: &Analysis,
    after: &Analysis,
) -> (Vec<Obstacle>, Vec<Constraint>) {
    let mut obstacles: Vec<Obstacle> = Vec::new();
    for finding in after.findings.iter().filter(|finding| is_error(finding)) {
        let needs = finding.help.first().cloned().unwrap_or_else(|| "another shape".to_owned());
        obstacles.push(Obstacle { node: finding.place.node, message: finding.message.clone(), needs });
    }
    let mut conditions = Vec::new();
    for constraint in after.constraints.iter().filter(|constraint| !before.constraints.contains(constraint)) {
        let symbols = freed_symbols(constraint, request);
        if symbols.is_empty() {
            continue;
        }
        if is_open(constraint, &symbols, &request.freed) {
            conditions.push(constraint.clone());
        } else {
            let message = format!("{} requires {constraint}", model.describe(constraint.node));
            let needs = "a size that follows its input instead of a fixed one".to_owned();
            obstacles.push(Obstacle { node: Some(constraint.node), message, needs });
        }
    }
    (obstacles, conditions)
}

fn freed_symbols(constraint: &Constraint, request: &Request) -> Vec<Symbol> {
    let mut symbols: BTreeMap<String, Symbol> = BTreeMap::new();
    for expr in constraint.sizes.iter().filter_map(|size| size.expr()) {
        expr.each_symbol(&mut |symbol| {
            if request.freed.contains_key(symbol.name()) {
                symbols.insert(symbol.name().to_owned(), symbol.clone());
            }
        });
    }
    symbols.into_values().collect()
}

/// Factors by which sizes are changed to see whether others are possible.
const FACTORS: [u64; 4] = [2, 3, 4, 8];

/// Whether a constraint allows other sizes than the one that the file had: of one symbol, or of all in proportion.
fn is_open(constraint: &Constraint, symbols: &[Symbol], freed: &BTreeMap<String, u64>) -> bool {
    let holds = |changed: &HashMap<&str, u64>| {
        let size = |symbol: &Symbol| changed.get(symbol.name()).or_else(|| freed.get(symbol.name())).copied();
        constraint.holds_at(size).unwrap_or(true)
    };
    let of = |symbol: &Symbol, factor: u64| freed.get(symbol.name()).map_or(1, |size| size.saturating_mul(factor));
    FACTORS.into_iter().any(|factor| {
        let all: HashMap<&str, u64> = symbols.iter().map(|symbol| (symbol.name(), of(symbol, factor))).collect();
        holds(&all) || symbols.iter().any(|symbol| holds(&HashMap::from([(symbol.name(), of(symbol, factor))])))
    })
}
