//! Initializers: constants of a graph, or defaults of its inputs.

use hashbrown::HashMap;

use super::reader::Reader;
use crate::diagnostic::{Diagnostic, counted};
use crate::graph::{GraphRole, ValueRole};
use crate::ids::{GraphId, NameId, TensorId, ValueId};
use crate::place::Place;
use crate::rules::{duplicate_value, initializer_not_input};
use crate::source::Span;

/// The number of further initializers that a finding shows.
const RELATED: usize = 8;

impl Reader<'_> {
    /// Reads the initializers of a graph, dense ones first.
    pub(crate) fn read_initializers(&mut self, graph: GraphId, dense: &[Span], sparse: &[Span]) {
        if dense.is_empty() && sparse.is_empty() {
            return;
        }
        let inputs = &self.model.graphs[graph.index()].inputs;
        let mut known: HashMap<NameId, ValueId> = HashMap::with_capacity(inputs.len());
        for &input in inputs {
            known.entry(self.model.value(input).name).or_insert(input);
        }
        let mut outside = Vec::new();
        for &record in dense {
            let tensor = self.tensor(record, Place::graph(graph).at(self.span(record)));
            self.add_initializer(graph, tensor, &known, &mut outside);
        }
        for &record in sparse {
            let place = Place::graph(graph).at(self.span(record));
            let Some(sparse) = self.sparse(record, place) else { continue };
            let tensor = self.densify(&sparse, self.span(record));
            self.add_initializer(graph, tensor, &known, &mut outside);
        }
        self.report_no_input(&outside);
    }

    /// An initializer is a constant, or the default of the input of the same name. Before IR version 4, every
    /// initializer had to be an input as well and was still a constant.
    fn add_initializer(
        &mut self,
        graph: GraphId,
        tensor: TensorId,
        inputs: &HashMap<NameId, ValueId>,
        outside: &mut Vec<ValueId>,
    ) {
        let name = self.model.tensor(tensor).name;
        let input = inputs.get(&name).filter(|_| !name.is_empty()).map(|&input| (input, self.model.value(input).role));
        match input {
            Some((input, ValueRole::Input { default: None })) => {
                let constant = self.ir < 4;
                let role =
                    if constant { ValueRole::Initializer(tensor) } else { ValueRole::Input { default: Some(tensor) } };
                self.model.values[input.index()].role = role;
                self.check_default(graph, input, tensor);
            }
            _ => {
                let value = self.add_value(graph, name, ValueRole::Initializer(tensor), None);
                if self.ir < 4 && input.is_none() && !self.work[graph.index()].partial {
                    outside.push(value);
                }
            }
        }
    }

    /// The node that runs a subgraph provides its inputs, so they cannot have defaults.
    fn check_default(&mut self, graph: GraphId, input: ValueId, tensor: TensorId) {
        let body = matches!(self.model.graph(graph).role, GraphRole::Body { .. });
        if !body || self.ir < 4 {
            return;
        }
        let name = self.model.value_name(input);
        let message = format!("`{name}` is both an input and an initializer of a subgraph");
        let place = Place::value(graph, input).at(self.model.tensor(tensor).span);
        self.diagnostics.report(
            Diagnostic::new(&duplicate_value::RULE, place, message)
                .note("the node that owns the subgraph provides the values of its inputs")
                .help("remove the initializer or rename it")
                .data("name", name),
        );
    }

    /// One finding for all: the cause is the version of the model.
    fn report_no_input(&mut self, outside: &[ValueId]) {
        let Some((&first, others)) = outside.split_first() else { return };
        let (name, ir) = (self.model.value_name(first), self.ir);
        let (message, list) = match others.len() {
            0 => (format!("initializer `{name}` is not a graph input"), format!("`{name}`")),
            more => (
                format!("initializer `{name}` and {} are not graph inputs", counted(more, "more initializer")),
                "all initializers".to_owned(),
            ),
        };
        let message = format!("{message}, as IR version {ir} requires");
        let finding = Diagnostic::new(&initializer_not_input::RULE, self.value_place(first), message)
            .help(format!("set `ir_version` to 4 or above, or list {list} among the graph's inputs"))
            .data("name", name)
            .data("ir_version", ir);
        let related = others.iter().take(RELATED).map(|&other| self.value_place(other));
        let finding = related.fold(finding, |finding, place| finding.related(place, "not a graph input either"));
        self.diagnostics.report(finding);
    }
}
