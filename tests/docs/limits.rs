//! `docs/limits.md` lists the fields of `Limits` with their defaults, flags, consequences, and reasons.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use shapewright::Limits;

use crate::readme;

/// The fields of `Limits` and their defaults.
fn defaults() -> BTreeMap<String, String> {
    let text = format!("{:?}", Limits::default());
    let fields = text.trim_start_matches("Limits { ").trim_end_matches(" }");
    let fields = fields.split(", ").map(|field| field.split_once(": ").expect("a field"));
    fields.map(|(name, value)| (name.to_owned(), value.to_owned())).collect()
}

/// The forms that a default may have in the table: digits in groups of three, and a number of bytes in the largest unit that
/// divides it.
fn forms(value: &str) -> Vec<String> {
    let Ok(number) = value.parse::<u64>() else {
        return vec![if value == "true" { "yes" } else { "no" }.to_owned()];
    };
    let digits = number.to_string();
    let grouped = digits.char_indices().fold(String::new(), |mut text, (at, digit)| {
        if at > 0 && (digits.len() - at) % 3 == 0 {
            text.push(',');
        }
        text.push(digit);
        text
    });
    let units = [("GiB", 1 << 30), ("MiB", 1 << 20), ("KiB", 1 << 10)];
    let in_unit = units.iter().find(|(_, unit)| number > 0 && number % unit == 0);
    [grouped].into_iter().chain(in_unit.map(|(name, unit)| format!("{} {name}", number / unit))).collect()
}

/// What is wrong with the page: fields without a row, with another default, an unknown flag, or no consequence or reason, and names
/// that are not fields.
fn faults(page: &str) -> Vec<String> {
    let defaults = defaults();
    let cells = |line: &str| line.split('|').map(|cell| cell.trim().to_owned()).collect::<Vec<_>>();
    let rows: Vec<Vec<String>> =
        page.lines().filter(|line| line.starts_with("| `")).map(cells).filter(|cells| cells.len() > 2).collect();
    let mut found = Vec::new();
    for (field, value) in &defaults {
        let of_field: Vec<_> = rows.iter().filter(|cells| cells[1] == format!("`{field}`")).collect();
        let [row] = of_field[..] else {
            found.push(format!("`{field}` has {} rows", of_field.len()));
            continue;
        };
        let forms = forms(value);
        let is_stated = |form: &String| {
            row[2]
                .strip_prefix(form.as_str())
                .is_some_and(|rest| !rest.starts_with(|c: char| c.is_alphanumeric() || c == ','))
        };
        if !forms.iter().any(is_stated) {
            found.push(format!("the default of `{field}` is {forms:?}, not {:?}", row[2]));
        }
        if row.len() != 7 || row[4].is_empty() || row[5].is_empty() {
            found.push(format!("`{field}` has no consequence or no reason"));
        }
        let flag = row[3].trim_matches('`');
        if !flag.is_empty() {
            found.extend(readme::fault(&format!("shapewright {flag}")));
        }
    }
    let is_limit = |name: &&str| {
        name.strip_prefix("max_").is_some_and(|rest| rest.chars().all(|c| c.is_ascii_lowercase() || c == '_'))
    };
    let names = page.split('`').skip(1).step_by(2).filter(is_limit);
    found.extend(names.filter(|name| !defaults.contains_key(*name)).map(|name| format!("`{name}` is not a field")));
    found
}

fn page() -> String {
    fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/limits.md")).expect("the page")
}

#[test]
fn the_page_lists_each_limit_with_its_default() {
    assert!(defaults().len() > 15, "{:?}", defaults());
    assert_eq!(faults(&page()), [""; 0]);
}

#[test]
fn missing_rows_and_other_defaults_are_found() {
    let page = page();
    let row = |field: &str| page.lines().find(|line| line.starts_with(&format!("| `{field}`"))).expect("a row");
    for field in defaults().keys() {
        let without: Vec<&str> = page.lines().filter(|line| *line != row(field)).collect();
        assert_eq!(faults(&without.join("\n")), [format!("`{field}` has 0 rows")]);
    }
    for (field, from, to) in [
        ("max_depth", "1,000 ", "10,000 "),
        ("max_shape_text", "1 MiB", "1 GiB"),
        ("max_record_bytes", "24 MiB", "4 MiB"),
        ("max_records", "50,000,000", "50,000,0000"),
        ("allow_symlinks", "no:", "yes:"),
    ] {
        let found = faults(&page.replace(row(field), &row(field).replacen(from, to, 1)));
        assert!(matches!(&found[..], [one] if one.starts_with(&format!("the default of `{field}`"))), "{found:?}");
    }
    let other_flag = page.replacen("| `fold --max-memory` |", "| `fold --max-time` |", 1);
    assert_eq!(faults(&other_flag), ["`fold` has no --max-time: shapewright fold --max-time"]);
    let no_reason = page.replacen("| stack and time |", "| |", 1);
    assert_eq!(faults(&no_reason), ["`max_depth` has no consequence or no reason"]);
    assert_eq!(faults(&format!("{page} `max_rows`")), ["`max_rows` is not a field"]);
}
