//! The values that are known only at run time.

use crate::elements::Elements;
use crate::fact::KnownValue;
use crate::facts::FactStore;
use crate::graph::uses::Uses;
use crate::graph::{Model, ValueRole};
use crate::ids::ValueId;

/// The values whose elements an input of the model decides, or an iteration of a loop.
#[derive(Debug)]
pub(crate) struct RunValues(Vec<bool>);

impl RunValues {
    /// Follows the inputs of all graphs to what is computed from them; an input with a default is taken as a constant. A value whose elements inference knows, such as
    /// a shape without dynamic dimensions, is as good as a constant.
    pub(crate) fn find(model: &Model, uses: &Uses, facts: &FactStore) -> RunValues {
        let mut found = RunValues(vec![false; model.values.len()]);
        let mut seen = vec![false; model.nodes.len()];
        let is_default = |&value: &ValueId| matches!(model.value(value).role, ValueRole::Input { default: Some(_) });
        let inputs = model.graphs().flat_map(|graph| model.graph(graph).inputs.iter().copied());
        let mut open: Vec<ValueId> = inputs.filter(|value| !is_default(value)).collect();
        while let Some(value) = open.pop() {
            let exact = matches!(facts.value(value), KnownValue::Elements(elements) if elements.is_exact());
            if exact || std::mem::replace(&mut found.0[value.index()], true) {
                continue;
            }
            let new = uses.readers(value).iter().filter(|node| !std::mem::replace(&mut seen[node.index()], true));
            open.extend(new.flat_map(|&node| model.outputs(node)));
        }
        found
    }

    pub(crate) fn contains(&self, value: ValueId) -> bool {
        self.0[value.index()]
    }

    /// The elements of a value of at most `limit` elements, if they are tracked or stored in the file.
    pub(crate) fn elements(model: &Model, facts: &FactStore, value: ValueId, limit: usize) -> Option<Elements> {
        match facts.value(value) {
            KnownValue::Elements(elements) => Some(elements.clone()).filter(|elements| elements.len() <= limit),
            KnownValue::Constant(tensor) => model.elements(*tensor, limit),
            _ => None,
        }
    }
}
