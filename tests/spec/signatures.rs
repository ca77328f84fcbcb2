//! Every signature of every operator has a case that passes, and the table of operators says what is done for each.
//!
//! A case is a line of `signatures/cases.txt`, a node of a model in `tests/cases` without findings, or a node drawn from
//! the signature alone. `SHAPEWRIGHT_BLESS=1 cargo test --test spec signatures` writes the table and the README's figures
//! anew.

mod draw;
mod lines;
mod node;
mod probe;
mod table;

use std::fs;

use crate::current::{self, current, path};

#[test]
fn every_signature_has_a_case_that_passes() {
    let none: Vec<String> = probe::all().iter().filter(|(_, p)| !p.passes).map(|(s, _)| s.to_string()).collect();
    assert!(none.is_empty(), "no case passes for {none:#?}: add a line to tests/spec/signatures/cases.txt");
}

#[test]
fn every_line_is_a_case_that_passes() {
    let failures: Vec<String> = lines::all().iter().filter_map(probe::failure).collect();
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}

#[test]
fn the_table_of_operators_is_current() {
    let rows = table::rows(probe::all());
    current("docs/operators.md", &table::page(&rows), "spec signatures");
    let readme = fs::read_to_string(path("README.md")).expect("the README can be read");
    current("README.md", &current::between(&readme, table::BEGIN, &table::figures(&rows)), "spec signatures");
}
