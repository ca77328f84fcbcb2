//! Rules: data with a level for each dialect.

use std::fmt;

use crate::dialect::Dialect;

/// The severity of a finding.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Level {
    /// Worth knowing.
    Note,
    /// Probably unintended, or read differently by different tools.
    Warning,
    /// The file contradicts its specification.
    Error,
}

impl Level {
    /// The name in reports and configurations.
    pub const fn name(self) -> &'static str {
        match self {
            Level::Note => "note",
            Level::Warning => "warning",
            Level::Error => "error",
        }
    }
}

impl fmt::Display for Level {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// A rule: one kind of problem that a model can have.
pub struct Rule {
    /// The code: two letters and three digits, never reused.
    pub code: &'static str,
    /// The name in kebab case. It names the problem, so that it reads well after "allow".
    pub name: &'static str,
    /// The category of the problem.
    pub category: Category,
    /// The default level in ONNX.
    pub onnx: Level,
    /// The default level in OpenVINO IR.
    pub openvino: Level,
    /// A one-line description for lists of rules.
    pub summary: &'static str,
    /// How to fix the problem, for findings without a more specific help. Lowercase, without a period.
    pub help: &'static str,
    /// The Markdown file of the page, including comments for tests. [`Rule::page`] is for readers.
    pub(crate) source: &'static str,
}

/// Prints only code and name, because the page would fill a screen.
impl std::fmt::Debug for Rule {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Rule({} {})", self.code, self.name)
    }
}

/// The kind of problem that a rule reports.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Category {
    /// The file contradicts its specification or itself.
    Correctness,
    /// Tools read the file differently.
    Portability,
    /// The file is probably not what was intended.
    Suspicious,
    /// The model costs more than necessary.
    Performance,
    /// A matter of taste; off by default.
    Style,
}

impl Category {
    /// The name of the category on the command line.
    pub const fn name(self) -> &'static str {
        match self {
            Category::Correctness => "correctness",
            Category::Portability => "portability",
            Category::Suspicious => "suspicious",
            Category::Performance => "performance",
            Category::Style => "style",
        }
    }
}

impl Rule {
    /// The default level in a dialect.
    pub fn level(&self, dialect: Dialect) -> Level {
        match dialect {
            Dialect::Onnx => self.onnx,
            Dialect::OpenVino => self.openvino,
        }
    }

    /// The page in Markdown: what the rule does, why it matters, an example, how to fix it, how other tools behave, and
    /// references.
    pub fn page(&self) -> String {
        without_comments(self.source)
    }
}

impl PartialEq for Rule {
    fn eq(&self, other: &Rule) -> bool {
        self.code == other.code
    }
}

impl Eq for Rule {}

/// Removes the HTML comments with data for tests. Comments inside fenced examples are kept.
fn without_comments(markdown: &str) -> String {
    let mut page = String::with_capacity(markdown.len());
    let (mut lines, mut fenced) = (markdown.lines(), false);
    while let Some(line) = lines.next() {
        if !fenced && line.starts_with("<!--") {
            if !line.ends_with("-->") {
                lines.by_ref().find(|line| line.ends_with("-->"));
            }
            continue;
        }
        fenced ^= line.starts_with("```");
        // The blank line before the comment already separates the paragraphs.
        if line.is_empty() && !fenced && page.ends_with("\n\n") {
            continue;
        }
        page.push_str(line);
        page.push('\n');
    }
    page
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn comments_are_removed_unless_they_are_part_of_an_example() {
        let source = "a\n\n```xml\n<!-- kept -->\n```\n\n<!-- test: bin\ni64 1\n\n-->\n\n<!-- one line -->\n\nb\n";
        assert_eq!(without_comments(source), "a\n\n```xml\n<!-- kept -->\n```\n\nb\n");
    }
}
