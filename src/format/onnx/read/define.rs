//! Definitions of a graph: each name once, and no node output with a name that is already visible.

use super::reader::Reader;
use super::scope::{Scope, ScopeFrame};
use crate::diagnostic::Diagnostic;
use crate::graph::{GraphRole, ValueRole};
use crate::ids::{GraphId, ValueId};
use crate::place::{Part, Place};
use crate::rules::{duplicate_value, malformed_record};

impl Reader<'_> {
    /// Enters the definitions of a graph. Of two definitions in one graph, the first is used.
    pub(crate) fn define(&mut self, graph: GraphId, scope: &mut Scope, stack: &[ScopeFrame], partial: bool) {
        for value in self.model.graph(graph).values.clone().map(ValueId::new) {
            let name = self.model.value(value).name;
            match scope.get(name) {
                _ if name.is_empty() => self.report_nameless(value, partial),
                Some(first) if self.model.value(first).graph == graph => {
                    scope.twice.insert(name);
                    self.report_twice(graph, first, value);
                }
                Some(outer) if self.visible(outer, graph, stack) => {
                    self.report_shadow(graph, outer, value);
                    scope.set(name, value, stack.is_empty());
                }
                _ => scope.set(name, value, stack.is_empty()),
            }
        }
    }

    /// Whether a value of an outer graph is available before the node that owns this graph runs.
    fn visible(&self, outer: ValueId, graph: GraphId, stack: &[ScopeFrame]) -> bool {
        let value = self.model.value(outer);
        let depth = self.work[value.graph.index()].depth;
        let way = stack.get(depth + 1).map_or(graph, |frame| frame.graph);
        match (value.role, self.model.graph(way).role) {
            (ValueRole::Output(node), GraphRole::Body { owner, .. }) => node < owner,
            _ => true,
        }
    }

    fn definition(&self, value: ValueId) -> String {
        match (self.model.producing_output(value), self.model.value(value).role) {
            (Some((node, index)), _) => format!("output {index} of {}", self.model.describe(node)),
            (None, ValueRole::Input { .. }) => "a graph input".to_owned(),
            (None, _) => "an initializer".to_owned(),
        }
    }

    pub(crate) fn value_place(&self, value: ValueId) -> Place {
        let at = self.model.value(value);
        match at.role {
            ValueRole::Output(node) => {
                let output = self.model.producing_output(value);
                let place = Place::node(at.graph, node);
                output.map_or(place, |(_, index)| place.part(Part::Output(index)))
            }
            ValueRole::Initializer(tensor) => Place::value(at.graph, value).at(self.model.tensor(tensor).span),
            ValueRole::Input { .. } => {
                let place = Place::value(at.graph, value);
                at.declaration.map_or(place, |d| place.at(self.model.declaration(d).span))
            }
        }
    }

    /// A node output without a name is omitted.
    fn report_nameless(&mut self, value: ValueId, partial: bool) {
        if partial || matches!(self.model.value(value).role, ValueRole::Output(_)) {
            return;
        }
        let message = format!("{} has no name, so nothing can refer to it", self.definition(value));
        self.diagnostics.report(Diagnostic::new(&malformed_record::RULE, self.value_place(value), message));
    }

    fn report_twice(&mut self, graph: GraphId, first: ValueId, second: ValueId) {
        let name = self.model.value_name(second);
        let (a, b) = (self.definition(first), self.definition(second));
        let is_computed = |value| matches!(self.model.value(value).role, ValueRole::Output(_));
        let (message, help) = match self.model.value(second).role {
            ValueRole::Input { .. } => (format!("graph input `{name}` is listed twice"), "remove one of them"),
            _ if a == b => {
                (format!("value `{name}` is defined twice: as {a} and as {b}"), "remove or rename one of them")
            }
            _ => (format!("value `{name}` is defined twice: as {a} and as {b}"), "rename one of them"),
        };
        self.diagnostics.report(
            Diagnostic::new(&duplicate_value::RULE, self.value_place(second), message)
                .related(self.value_place(first), "first defined here; this definition is used")
                .help(help)
                .data("name", name)
                .data("graph", graph.index()),
        );
        if is_computed(first) || is_computed(second) {
            self.model.ambiguous.insert(first);
        }
    }

    /// Only node outputs must differ from the names outside a subgraph; inputs and initializers may shadow them.
    fn report_shadow(&mut self, graph: GraphId, outer: ValueId, inner: ValueId) {
        if !matches!(self.model.value(inner).role, ValueRole::Output(_)) {
            return;
        }
        let name = self.model.value_name(inner);
        let (a, b) = (self.definition(outer), self.definition(inner));
        let message = format!("value `{name}` is {b}, but also {a} of an outer graph");
        self.diagnostics.report(
            Diagnostic::new(&duplicate_value::RULE, self.value_place(inner), message)
                .related(self.value_place(outer), "already defined here")
                .note("a node output in a subgraph must not reuse a name of an outer graph")
                .help("rename one of them")
                .data("name", name)
                .data("graph", graph.index()),
        );
    }
}
