//! Names of a version 10 file: OpenVINO uses the names of input and output layers as tensor names and rejects a file in
//! which such a name is ambiguous.

use hashbrown::HashMap;

use super::IrReader;
use super::graph::GraphFields;
use crate::diagnostic::Diagnostic;
use crate::ids::ValueId;
use crate::place::Place;
use crate::rule::Level;
use crate::rules::duplicate_name;

impl IrReader<'_> {
    /// Reports names of version 10 that collide.
    pub(crate) fn check_names(&mut self, draft: &GraphFields) {
        if self.model.ir_version != Some(10) || draft.alone {
            return;
        }
        let graph = self.model.graph(draft.graph);
        let outputs = graph.outputs.iter().filter_map(|o| o.operand.value());
        let mut ends: Vec<ValueId> = graph.inputs.iter().copied().chain(outputs).collect();
        ends.sort_unstable();
        ends.dedup();
        let by_name = self.names_of(&ends);
        let mut collisions = Vec::new();
        for &value in &ends {
            let name = self.layer_name(value);
            let others = by_name.get(name).map_or(&[][..], Vec::as_slice);
            // If two layers share a name, the later one is reported.
            let other = others.iter().find(|&&(v, layer)| v != value && (!layer || v < value));
            if let (Some(&(other, _)), false) = (other, name.is_empty()) {
                collisions.push((value, other));
            }
        }
        drop(by_name);
        // Each finding is made when it is reported: all of them together may take more memory than the file.
        for (value, other) in collisions {
            let finding = self.collision(draft, value, other);
            self.diagnostics.report(finding);
        }
    }

    fn layer_name(&self, value: ValueId) -> &str {
        // Each of several outputs of a layer has the layer's name with a number.
        let node = self.model.producer(value);
        let single = node.is_some_and(|n| self.model.outputs(n).len() == 1);
        if single { self.model.value_name(value) } else { "" }
    }

    /// The values of each name, and whether it is the layer's.
    fn names_of(&self, ends: &[ValueId]) -> HashMap<String, Vec<(ValueId, bool)>> {
        let mut all: HashMap<String, Vec<(ValueId, bool)>> = HashMap::new();
        for &value in ends {
            all.entry(self.layer_name(value).to_owned()).or_default().push((value, true));
            for name in self.model.tensor_names(value) {
                all.entry(name.into_owned()).or_default().push((value, false));
            }
        }
        all
    }

    fn collision(&self, draft: &GraphFields, value: ValueId, other: ValueId) -> Diagnostic {
        let name = self.model.value_name(value);
        let span = |v| self.model.producer(v).map(|n| self.model.node(n).span()).unwrap_or_default();
        let node = |v| self.model.producer(v).map_or(Place::graph(draft.graph), |n| Place::node(draft.graph, n));
        Diagnostic::new(
            &duplicate_name::RULE,
            node(value).at(span(value)),
            format!("`{name}` is both the name of this layer and a name of another input or output"),
        )
        .level(Level::Error)
        .related(node(other).at(span(other)), "the other one")
        .note("OpenVINO rejects such a file of version 10, in which layer names become tensor names")
        .help("rename one of them, or use version 11")
        .data("name", name)
    }
}
