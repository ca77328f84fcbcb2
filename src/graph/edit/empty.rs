//! Models that are made from nothing.

use crate::dialect::Format;
use crate::graph::{Graph, GraphRole, Model, OpsetImport};
use crate::ids::NameId;
use crate::source::{Source, Span};

impl Model {
    /// A model with an empty main graph. `opsets`: the operator sets of ONNX that it imports, as domain and version; IR
    /// names the set at every layer, so its list is empty.
    ///
    /// ```
    /// use shapewright::graph::{At, Format, Model, NewNode};
    /// use shapewright::{AnalysisOptions, analyze};
    ///
    /// let mut model = Model::empty(Format::Onnx, &[("", 18)]);
    /// let graph = model.main_graph().unwrap();
    /// let x = model.add_input(graph, "x", "f32[N,3]".parse().unwrap()).unwrap();
    /// let node = model.insert(At::End(graph), NewNode::new("Relu").input(x).output("y")).unwrap();
    /// let y = model.outputs(node).next().unwrap();
    /// model.add_output(graph, y).unwrap();
    /// assert_eq!(analyze(&model, &AnalysisOptions::default()).facts.ty(y).to_string(), "f32[N,3]");
    /// ```
    pub fn empty(format: Format, opsets: &[(&str, i64)]) -> Model {
        let mut model = Model::new(Source::from_bytes("", Vec::new()), format);
        // The oldest versions that hold everything that can be written.
        model.ir_version = Some(if format == Format::OpenVinoIr { 11 } else { 10 });
        let name = model.names.intern("main");
        model.graphs.push(Graph::empty(name, GraphRole::Main));
        let import = |(domain, version): &(&str, i64)| (model.names.intern(domain), *version);
        let opsets: Vec<(NameId, i64)> = opsets.iter().map(import).collect();
        let import = |(domain, version)| OpsetImport { domain, version, span: Span::default() };
        model.opsets = opsets.into_iter().map(import).collect();
        model.log();
        model
    }
}
