//! Inference of one node of a model with other facts than those of the model.

use std::fmt;
use std::sync::Arc;

use super::incremental::nested;
use super::state::{Learned, Premise};
use super::walk::Inference;
use crate::diagnostic::{Diagnostic, Diagnostics};
use crate::fact::Fact;
use crate::facts::FactStore;
use crate::graph::Model;
use crate::ids::NodeId;
use crate::node::resolver::OpVersions;
use crate::options::AnalysisOptions;

/// Infers nodes of a model, one at a time, from facts that the caller gives: what a pass asks before it makes an edit. The
/// types that the file declares for the outputs are ignored.
///
/// ```
/// use shapewright::graph::Model;
/// use shapewright::{AnalysisOptions, Fact, NodeInference, ReadOptions, Source, ValueType};
///
/// let text = r#"<ir_version: 9, opset_import: ["" : 18]>
///     g (float[N,8] x) => (float[8,N] y) { y = Transpose (x) }"#;
/// let model = Model::read(Source::from_bytes("m.onnxtxt", text), &ReadOptions::default());
/// let options = AnalysisOptions::default();
/// let mut inference = NodeInference::new(&model, &options);
/// let node = model.nodes_of(model.main_graph().unwrap()).next().unwrap();
/// let ty: ValueType = "f32[2,3]".parse().unwrap();
/// let (outputs, findings) = inference.infer(node, &[Fact::from(ty)]);
/// assert_eq!(outputs[0].ty.to_string(), "f32[3,2]");
/// assert!(findings.is_empty());
/// ```
pub struct NodeInference<'m> {
    model: &'m Model,
    options: &'m AnalysisOptions,
    inference: Inference<'m>,
    /// How many questions were asked.
    pub(crate) questions: usize,
}

/// Nothing of the model, which would fill screens.
impl fmt::Debug for NodeInference<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("NodeInference").finish_non_exhaustive()
    }
}

impl<'m> NodeInference<'m> {
    /// Takes time in proportion to the model; each question then depends only on the node.
    pub fn new(model: &'m Model, options: &'m AnalysisOptions) -> NodeInference<'m> {
        let premise = Premise { model, options, versions: &OpVersions::AS_IMPORTED };
        let facts = FactStore::new(model.values.len(), options.limits.max_tracked_elements);
        let learned = Learned::continuing(premise, facts, Diagnostics::new(model.dialect(), 0));
        let inference = Inference::continuing(premise, learned).without_declarations();
        NodeInference { model, options, inference, questions: 0 }
    }

    /// Infers a node with these facts of its inputs, in order; those that are missing are unknown. What bodies read from
    /// the graphs around them is unknown, too, unless it is also an input. Returns the facts of the outputs, and the
    /// findings on the node and its bodies.
    ///
    /// # Panics
    /// If the node belongs to another model and is out of range for this one.
    #[track_caller]
    pub fn infer(&mut self, node: NodeId, inputs: &[Fact]) -> (Vec<Fact>, Vec<Arc<Diagnostic>>) {
        self.inference.begin_question();
        self.questions += 1;
        let operands = self.model.inputs(node).iter().enumerate();
        for (at, value) in operands.filter_map(|(at, operand)| Some((at, operand.value()?))) {
            self.inference.set_fact(value, inputs.get(at).cloned().unwrap_or(Fact::UNKNOWN));
        }
        let limit = self.options.limits.max_diagnostics;
        self.inference.learned().diagnostics = Diagnostics::new(self.model.dialect(), limit);
        self.inference.walk_node(node);
        self.inference.walk_unvisited(&nested(self.model, node).unwrap_or_default());
        let outputs = self.model.outputs(node).map(|value| self.inference.fact(value)).collect();
        let empty = Diagnostics::new(self.model.dialect(), 0);
        let findings = std::mem::replace(&mut self.inference.learned().diagnostics, empty).into_findings();
        (outputs, findings)
    }
}
