use crate::rule::Level;
use crate::rule::{Category, Rule};

/// See the page.
pub static RULE: Rule = Rule {
    code: "FM003",
    name: "git-lfs-pointer",
    category: Category::Correctness,
    onnx: Level::Error,
    openvino: Level::Error,
    summary: "the file is a Git LFS pointer, not the model it points to",
    help: "download the file with `git lfs pull`",
    source: include_str!("git_lfs_pointer.md"),
};
