//! The table of operators says what is done for each.
//!
//! That is shown by the cases of `tests/cases` and by calls drawn from the signatures alone. `SHAPEWRIGHT_BLESS=1 cargo
//! test --test spec signatures` writes the table and the README's figures anew.

mod draw;
mod node;
pub mod probe;
mod table;

use std::fs;

use crate::current::{self, current, path};

#[test]
fn the_table_of_operators_is_current() {
    let rows = table::rows(&probe::all());
    current("docs/operators.md", &table::page(&rows), "spec signatures");
    let readme = fs::read_to_string(path("README.md")).expect("the README can be read");
    current("README.md", &current::between(&readme, table::BEGIN, &table::figures(&rows)), "spec signatures");
}
