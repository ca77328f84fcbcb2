use crate::rule::{Category, LevelReason, Lifecycle, Rule};

/// See the page.
pub static RULE: Rule = Rule {
    code: "FM003",
    name: "git-lfs-pointer",
    category: Category::Correctness,
    lifecycle: Lifecycle::Stable { since: "0.1.0" },
    onnx: LevelReason::DoesNotRun,
    openvino: LevelReason::DoesNotRun,
    summary: "the file is a Git LFS pointer, not the model it points to",
    help: "download the file with `git lfs pull`",
    fixes: &[],
    source: include_str!("git_lfs_pointer.md"),
    own: None,
};
