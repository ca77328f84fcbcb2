//! The operator table states the support for each operator.
//!
//! It is derived from the cases in `tests/cases` and from calls that are generated from the signatures. `SHAPEWRIGHT_BLESS=1
//! cargo test --test spec signatures` rewrites the table and the figures in the README.

mod draw;
mod node;
pub mod probe;
mod table;

use std::fs;

use crate::current::{self, current, path};

#[test]
fn operator_table_is_current() {
    let rows = table::rows(&probe::all());
    current("docs/operators.md", &table::page(&rows), "spec signatures");
    let readme = fs::read_to_string(path("README.md")).expect("the README can be read");
    current("README.md", &current::between(&readme, table::BEGIN, &table::figures(&rows)), "spec signatures");
}
