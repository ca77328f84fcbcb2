//! The table of operators says what is done for each.
//!
//! That is shown by the cases of `tests/cases` and by calls drawn from the signatures alone. `SHAPEWRIGHT_BLESS=1 cargo
//! test --test spec is_current` writes the table and the README's figures anew.

mod draw;
mod node;
pub mod probe;
mod table;

use crate::current::{current, current_in_readme};

#[test]
fn the_table_of_operators_is_current() {
    let rows = table::rows(&probe::all());
    current("docs/operators.md", &table::page(&rows));
    current_in_readme(table::BEGIN, &table::figures(&rows));
}
