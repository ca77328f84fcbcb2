//! The syntax of types, of targets, and of configurations.

use std::fmt::Display;
use std::fs;
use std::str::FromStr;
use std::sync::OnceLock;

use shapewright::cli::check::{CheckOptions, Configuration, check};
use shapewright::{Dim, ElementType, NamedType, Shape, Target, ValueType};

use crate::checks::models::read;

/// A byte that selects a configuration or a type, then the text.
pub fn syntax(data: &[u8]) {
    let Some((kind, text)) = data.split_first() else { return };
    if kind % 2 == 0 {
        return configuration(text);
    }
    let Ok(text) = std::str::from_utf8(text) else { return };
    round_trip::<Dim>(text);
    round_trip::<Shape>(text);
    round_trip::<ValueType>(text);
    round_trip::<ElementType>(text);
    let _ = (text.parse::<NamedType>(), text.parse::<Target>());
}

/// What is printed of a value is parsed as the same value.
fn round_trip<T: FromStr + Display + PartialEq + std::fmt::Debug>(text: &str) {
    let Ok(value) = text.parse::<T>() else { return };
    let printed = value.to_string();
    match printed.parse::<T>() {
        Ok(again) => assert_eq!(again, value, "`{text}` is printed as `{printed}`"),
        Err(_) => panic!("`{text}` is printed as `{printed}`, which is not parsed"),
    }
}

fn configuration(text: &[u8]) {
    static FOLDER: OnceLock<tempfile::TempDir> = OnceLock::new();
    let path = FOLDER.get_or_init(|| tempfile::tempdir().expect("a folder")).path().join("shapewright.toml");
    fs::write(&path, text).expect("the file can be written");
    let model = "<ir_version: 9, opset_import: [\"\" : 18]>\ng (float[N,3] x) => (float[N,3] y) { y = Relu (x) }";
    let model = read("m.onnxtxt", model.as_bytes(), None);
    let options = CheckOptions { configuration: Configuration::File(path), ..CheckOptions::default() };
    if let Err(error) = check(&model, &options) {
        assert!(error.problems.iter().all(|problem| !problem.is_empty()));
    }
}
