//! The operator table states the support for each operator.
//!
//! It is derived from the cases in `tests/cases` and from calls that are generated from the signatures. `SHAPEWRIGHT_BLESS=1
//! cargo test --test spec is_current` rewrites the table and the figures in the README.

mod draw;
mod node;
pub mod probe;
mod table;

use crate::current::{current, current_in_readme};

#[test]
fn operator_table_is_current() {
    let rows = table::rows(&probe::all());
    current("docs/operators.md", &table::page(&rows));
    current_in_readme(table::BEGIN, &table::figures(&rows));
}
