//! How reports name graphs, nodes and values.

use std::borrow::Cow;

use super::model::Model;
use super::records::{Function, GraphRole};
use crate::ids::{GraphId, NodeId, ValueId};
use crate::short_text::shortened;

/// The bytes of the longest name that is written whole where a file has it once and a text may have it many times.
pub(crate) const LONGEST_NAME: usize = 1_024;

/// The bytes from the start of a path, and from its end, that are written: one may be as long as the file.
const HALF_PATH: usize = 512;

/// The graphs from the start of a path, and from its end, that are written: each of very many findings may have a path of its own.
const HALF_DEPTH: usize = 8;

impl Model {
    /// The path of a graph, as JSON reports contain it: `main`, `main/NODE/then_branch`, `function DOMAIN::NAME`,
    /// `example/1`. The names of nodes are escaped, so that different graphs have different paths. One of more than 1,024 bytes
    /// or 16 graphs loses its middle, where it has the number of the graph.
    pub fn path(&self, graph: GraphId) -> String {
        self.path_by(graph, &|node| self.node_label(node))
    }

    /// The path of a graph for people, with the names of nodes as they are.
    pub fn display_path(&self, graph: GraphId) -> String {
        self.path_by(graph, &|node| self.display_label(node))
    }

    /// Domain, name, and overload of a function.
    pub(crate) fn function_label(&self, function: &Function) -> String {
        let [domain, name, overload] =
            [function.domain, function.name, function.overload].map(|id| cut_name(self.name(id)));
        let colon = if overload.is_empty() { "" } else { ":" };
        format!("{domain}::{name}{colon}{overload}")
    }

    /// The path of a graph, with nodes named by `label`. A long one loses its middle, and names the graph by its number instead.
    pub(crate) fn path_by(&self, graph: GraphId, label: &dyn Fn(NodeId) -> String) -> String {
        let around = |&graph: &GraphId| match self.graph(graph).role {
            GraphRole::Body { owner, .. } => Some(self.node(owner).graph),
            _ => None,
        };
        let graphs: Vec<GraphId> = std::iter::successors(Some(graph), around).collect();
        let mut inner = self.first_parts(graphs.iter(), label);
        let rest = &graphs[inner.len()..];
        let mut parts = self.first_parts(rest.iter().rev(), label);
        if parts.len() < rest.len() {
            parts.push(format!("[... graph #{} ...]", graph.index()));
        }
        inner.reverse();
        parts.append(&mut inner);
        parts.join("/")
    }

    /// The first parts of a path that are at most half of what a path may have, at least one.
    fn first_parts<'g>(
        &self,
        graphs: impl Iterator<Item = &'g GraphId>,
        label: &dyn Fn(NodeId) -> String,
    ) -> Vec<String> {
        let mut length = 0;
        let has_room = |part: &String| {
            let is_first = length == 0;
            length += part.len();
            is_first || length <= HALF_PATH
        };
        graphs.take(HALF_DEPTH).map(|&graph| self.path_part(graph, label)).take_while(has_room).collect()
    }

    /// What a graph adds to the path of the graph around it.
    fn path_part(&self, graph: GraphId, label: &dyn Fn(NodeId) -> String) -> String {
        match self.graph(graph).role {
            GraphRole::Main => "main".to_owned(),
            GraphRole::Example(n) => format!("example/{n}"),
            GraphRole::Training(n, algorithm) => {
                format!("training/{n}/{}", if algorithm { "algorithm" } else { "initialization" })
            }
            GraphRole::Function(n) => match self.functions.get(n as usize) {
                Some(function) => {
                    let names = [function.domain, function.name, function.overload];
                    let is_cut = names.iter().any(|&id| self.name(id).len() > LONGEST_NAME);
                    let number = if is_cut { format!("#{n}") } else { String::new() };
                    format!("function {}{number}", self.function_label(function))
                }
                // It was removed.
                None => format!("function #{n}"),
            },
            GraphRole::Body { owner, attribute, index } => {
                let index = if index == 0 { String::new() } else { format!("/{index}") };
                format!("{}/{}{index}", label(owner), cut_label(self.name(attribute), || graph.index()))
            }
        }
    }

    /// A node in a path: its name with `~` and `/` escaped as in a JSON pointer, or `#INDEX` if it has none.
    pub fn node_label(&self, node: NodeId) -> String {
        escaped_label(&self.display_label(node))
    }

    /// A node in a path for people: its name, or `#INDEX` if it has none. A name of more than 1,024 bytes is cut, and has the index
    /// besides.
    pub fn display_label(&self, node: NodeId) -> String {
        node_label(self.name(self.node(node).name), || self.node_index(node)).into_owned()
    }

    /// A node in a message: its name in backquotes, or its operator and index. Names of more than 1,024 bytes are cut: a message
    /// may be written for each of many values.
    pub fn describe(&self, node: NodeId) -> String {
        match self.name(self.node(node).name) {
            "" => format!("node #{} ({})", self.node_index(node), cut_name(self.op_type(node))),
            name => format!("`{}`", cut_name(name)),
        }
    }

    /// The name of a value in messages: the tensor's, or the layer's.
    pub fn value_name(&self, value: ValueId) -> &str {
        self.name(self.value(value).name)
    }
}

/// A name without its middle if it is too long to be written many times.
pub(crate) fn cut_name(name: &str) -> Cow<'_, str> {
    shortened(name, LONGEST_NAME)
}

/// A name in a path, where a number distinguishes those that are cut.
fn cut_label(name: &str, number: impl FnOnce() -> usize) -> Cow<'_, str> {
    match cut_name(name) {
        Cow::Owned(cut) => Cow::Owned(format!("{cut}#{}", number())),
        whole => whole,
    }
}

/// A node in a path: its name, or `#INDEX` if it has none; both of a name that is cut.
pub(crate) fn node_label(name: &str, index: impl FnOnce() -> usize) -> Cow<'_, str> {
    if name.is_empty() { Cow::Owned(format!("#{}", index())) } else { cut_label(name, index) }
}

/// The same as one part of a path.
pub(crate) fn escaped_label(label: &str) -> String {
    label.replace('~', "~0").replace('/', "~1")
}

/// The path for people of a path with escaped names.
#[cfg(feature = "cli")]
pub(crate) fn readable_path(path: &str) -> String {
    path.replace("~1", "/").replace("~0", "~")
}

/// The names in a comma-separated list; `\,` is a comma within a name, and empty names are skipped.
pub(crate) fn tensor_names(list: &str) -> impl Iterator<Item = Cow<'_, str>> {
    let mut rest = list;
    let next = move || {
        let mut commas = rest.match_indices(',').map(|(at, _)| at);
        let end = commas.find(|&at| !rest[..at].ends_with('\\')).unwrap_or(rest.len());
        let name = &rest[..end];
        let is_last = rest.is_empty();
        rest = rest.get(end + 1..).unwrap_or_default();
        (!is_last).then(|| if name.contains("\\,") { name.replace("\\,", ",").into() } else { Cow::Borrowed(name) })
    };
    std::iter::from_fn(next).filter(|name| !name.is_empty())
}

/// A name as it is written in a comma-separated list.
pub(crate) fn listed(name: &str) -> String {
    name.replace(',', "\\,")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{ReadOptions, Source};

    #[test]
    fn the_path_of_a_graph_inside_many_others_loses_its_middle() {
        let depth = 20;
        let inner = "y20 = Neg (x)".to_owned();
        let around = |body, i| {
            format!("y{i} = If (c) <then_branch = b () => (y{}) {{ {body} }}, else_branch = e () => (x) {{ }}>", i + 1)
        };
        let nodes = (0..depth).rev().fold(inner, around);
        let text = format!("<ir_version: 9, opset_import: [\"\" : 18]>\ng (bool c, float x) => (y0) {{ {nodes} }}");
        let model = Model::read(Source::from_bytes("m.onnxtxt", text), &ReadOptions::default());
        let paths: Vec<String> = model.graphs().map(|graph| model.path(graph)).collect();
        assert_eq!(paths.len(), 1 + 2 * depth);
        // 16 graphs are written: the main one and 15 inner ones.
        let longest = |depth: usize| format!("main{}", "/#0/then_branch".repeat(depth));
        assert!(paths.contains(&longest(15)) && !paths.contains(&longest(16)));
        let halves = |path: &&String| path.matches("then_branch").count() == 7 + 8 && path.contains("/[... graph #");
        assert_eq!(paths.iter().filter(halves).count(), depth - 15);
        let distinct: std::collections::HashSet<_> = paths.iter().collect();
        assert_eq!(distinct.len(), paths.len());
    }

    #[test]
    fn commas_in_names_are_escaped() {
        let names = |list: &str| tensor_names(list).map(Cow::into_owned).collect::<Vec<_>>();
        assert_eq!(names("a,b\\,c,,d"), ["a", "b,c", "d"]);
        assert_eq!(names(",\\,, e,"), [",", " e"]);
        assert_eq!(names("a\\"), ["a\\"]);
        assert!(names("").is_empty());
        assert_eq!(names(&format!("{},d", listed("a,b"))), ["a,b", "d"]);
    }
}
