//! Suppressions written into a file, for findings that it has.

mod binary;
mod comment;

use std::sync::Arc;

use hashbrown::{HashMap, HashSet};

use crate::diagnostic::Diagnostic;
use crate::dialect::Format;
use crate::format::openvino::write::encoded;
use crate::graph::{GraphRole, Model};
use crate::place::Place;
use crate::rewrite::{PatchedFile, WriteError};
use crate::rule::RuleRef;
use crate::rules::unused_suppression;
use crate::suppression::{Scope, Suppression};

/// The result of suppressing findings.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Suppressed {
    /// The file with the suppressions; `None` if none is added.
    pub file: Option<PatchedFile>,
    /// The rule of each finding that is suppressed in it.
    pub added: Vec<RuleRef>,
    /// The findings that no suppression can have.
    pub refused: Vec<NotSuppressed>,
}

/// A finding that cannot be suppressed in its file.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct NotSuppressed {
    /// The finding.
    pub finding: Arc<Diagnostic>,
    /// Why it cannot be suppressed.
    pub why: &'static str,
}

/// Adds a suppression for each finding to the file of a model: a comment in XML and in ONNX text, metadata in binary ONNX.
/// It has the narrowest scope that the format has for the finding: the node or layer, in binary ONNX the graph, or the
/// file. A suppression of that scope gets another rule, if there is one. All other bytes stay as they are.
///
/// ```
/// use shapewright::graph::Model;
/// use shapewright::suppress::suppress;
/// use shapewright::{AnalysisOptions, ReadOptions, Source, analyze};
///
/// let text = r#"<ir_version: 9, opset_import: ["" : 18]>
/// g (float[2] x) => (float[2] y) {
///   y = Relu (x)
///   unread = Neg (x)
/// }"#;
/// let model = Model::read(Source::from_bytes("m.onnxtxt", text), &ReadOptions::default());
/// let findings = analyze(&model, &AnalysisOptions::default()).findings;
/// let done = suppress(&model, &findings).unwrap();
/// assert_eq!(done.added[0].name(), "dead-node");
/// assert_eq!(
///     done.file.unwrap().to_bytes(),
///     r#"<ir_version: 9, opset_import: ["" : 18]>
/// g (float[2] x) => (float[2] y) {
///   y = Relu (x)
///   ## shapewright: ignore[dead-node]
///   unread = Neg (x)
/// }"#,
/// );
/// ```
///
/// # Errors
/// The file cannot be edited: an existing suppression has no list of rules, a name of a rule with `--` would end a comment
/// of XML, or the structure of a binary model cannot be changed.
pub fn suppress<'f>(
    model: &Model,
    findings: impl IntoIterator<Item = &'f Arc<Diagnostic>>,
) -> Result<Suppressed, WriteError> {
    let (mut wanted, mut added, mut refused) = (Wanted::new(model), Vec::new(), Vec::new());
    let is_complete = model.is_complete();
    for finding in findings {
        match why_not(model, is_complete, finding) {
            Some(why) => refused.push(NotSuppressed { finding: finding.clone(), why }),
            None => {
                wanted.add(scope(model, &finding.place), finding.rule.name());
                added.push(finding.rule.clone());
            }
        }
    }
    let file = match model.format() {
        _ if added.is_empty() => None,
        Format::Onnx => Some(binary::with_metadata(model, &wanted)?),
        _ => Some(with_comments(model, &wanted)?),
    };
    Ok(Suppressed { file, added, refused })
}

/// The suppressions that scopes have already, with their rules.
struct Existing<'m>(HashMap<Scope, (&'m Suppression, &'m str)>);

impl<'m> Existing<'m> {
    fn new(model: &'m Model) -> Existing<'m> {
        let mut known = HashMap::new();
        for suppression in &model.suppressions {
            if let Ok(rules) = &suppression.rules {
                known.entry(suppression.scope).or_insert((suppression, &**rules));
            }
        }
        Existing(known)
    }

    fn get(&self, scope: Scope) -> Option<(&'m Suppression, &'m str)> {
        self.0.get(&scope).copied()
    }
}

/// The rules to suppress, by scope, in the order of the findings.
struct Wanted<'m> {
    existing: Existing<'m>,
    scopes: Vec<(Scope, Vec<String>)>,
    positions: HashMap<Scope, usize>,
    /// The scopes and rules that were added, or that a suppression of the file has.
    seen: HashSet<(Scope, String)>,
}

impl<'m> Wanted<'m> {
    fn new(model: &'m Model) -> Wanted<'m> {
        Wanted { existing: Existing::new(model), scopes: Vec::new(), positions: HashMap::new(), seen: HashSet::new() }
    }

    fn add(&mut self, scope: Scope, rule: &str) {
        let at = *self.positions.entry(scope).or_insert(self.scopes.len());
        if at == self.scopes.len() {
            self.scopes.push((scope, Vec::new()));
        }
        // The list of a suppression can be long: it is searched once for each rule.
        if !self.seen.insert((scope, rule.to_owned())) {
            return;
        }
        let known = self.existing.get(scope);
        if !known.is_some_and(|(_, list)| list.split(',').any(|name| name.trim() == rule)) {
            self.scopes[at].1.push(rule.to_owned());
        }
    }
}

/// Why a finding cannot be suppressed.
fn why_not(model: &Model, is_complete: bool, finding: &Diagnostic) -> Option<&'static str> {
    if finding.rule == &unused_suppression::RULE {
        return Some("it is about a suppression; correct or remove that");
    }
    if finding.stands_for() > 0 {
        return Some("it stands for findings that are not listed; correct those, or ignore the rule for the file");
    }
    match model.format() {
        _ if !is_complete => Some("the file cannot be read completely"),
        Format::Onnx if model.is_fragment() => Some("the file is only a part of a model, which has no metadata"),
        Format::Onnx | Format::OnnxText | Format::OpenVinoIr => None,
        _ => Some("a file of this format has no suppressions"),
    }
}

/// The narrowest scope that contains a place and that the format has.
fn scope(model: &Model, place: &Place) -> Scope {
    match (place.node, place.graph) {
        (Some(node), _) => Scope::Node(node),
        (None, Some(graph)) if model.format() == Format::Onnx => Scope::Graph(graph),
        (None, Some(graph)) => match model.graph(graph).role {
            GraphRole::Body { owner, .. } => Scope::Node(owner),
            _ => Scope::File,
        },
        (None, None) => Scope::File,
    }
}

fn with_comments(model: &Model, wanted: &Wanted<'_>) -> Result<PatchedFile, WriteError> {
    let text = model.source().bytes();
    let (layout, mut patches) = (comment::Layout::new(model), Vec::new());
    for (scope, rules) in wanted.scopes.iter().filter(|(_, rules)| !rules.is_empty()) {
        patches.push(comment::patch(&layout, &wanted.existing, *scope, &rules.join(", "))?);
    }
    patches.sort_by_key(|(at, _)| *at);
    let (mut file, mut done) = (PatchedFile::default(), 0);
    for (at, comment) in patches {
        file.push(text.slice(done..at));
        file.push(comment);
        done = at;
    }
    file.push(text.slice(done..));
    match model.format() {
        Format::OpenVinoIr => encoded(model, file),
        _ => Ok(file),
    }
}
