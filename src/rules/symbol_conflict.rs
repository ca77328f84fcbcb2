use super::{Category, Rule};
use crate::diagnostic::Level;

/// See the page.
pub static RULE: Rule = Rule {
    code: "SH202",
    name: "symbol-conflict",
    category: Category::Correctness,
    onnx: Level::Error,
    openvino: Level::Error,
    summary: "one symbol stands for two different sizes",
    help: "give one of the two dimensions a symbol of its own",
    source: include_str!("symbol_conflict.md"),
};
