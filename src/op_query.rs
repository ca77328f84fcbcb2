//! Queries for a single operator without a file, for example from a compiler pass.

use std::sync::Arc;

use crate::diagnostic::Diagnostic;
#[cfg(feature = "cli")]
use crate::dialect::Dialect;
use crate::dialect::Format;
#[cfg(feature = "evaluate")]
use crate::evaluate::evaluate;
use crate::fact::Fact;
use crate::graph::{Attribute, AttributeArg, Graph, GraphRole, Model, Names, Node, OpName, Operand, Value, ValueRole};
#[cfg(feature = "cli")]
use crate::graph::{GraphOutput, OpsetImport, OutputPort};
use crate::ids::{GraphId, NameId, NodeId, OpId, ValueId};
#[cfg(feature = "cli")]
use crate::infer::Analysis;
#[cfg(feature = "cli")]
use crate::infer::infer_graph;
use crate::infer::single_node::infer_single_node;
use crate::limits::Limits;
use crate::ops::BodyFacts;
use crate::options::AnalysisOptions;
use crate::source::{PackedSpan, Source, Span};
use crate::tensor::EvalError;
use crate::tensor::Tensor;

/// A query for one operator: its name and version, its attributes, and the facts of its inputs.
///
/// ```
/// use shapewright::{ElementType, Elements, Fact, Shape, OpQuery};
///
/// let data = Fact::tensor(ElementType::F32, Shape::from_dims([2u64, 3, 4]));
/// let axes = Fact::tensor(ElementType::I64, Shape::from_dims([1u64])).with_elements(Some(Elements::of_ints([1])));
/// let answer = OpQuery::onnx("ReduceMin", 18).attribute("keepdims", 0).input(data).input(axes).infer();
/// assert_eq!(answer.outputs[0].ty.to_string(), "f32[2,4]");
/// assert!(answer.findings.is_empty());
/// ```
#[derive(Clone, Debug)]
pub struct OpQuery {
    /// A model of one node. The first values are its inputs, the others its outputs.
    model: Model,
    inputs: Vec<Fact>,
    tensors: Vec<(ValueId, Tensor)>,
}

/// The answer to a query: facts of the outputs, and findings on the node.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct OpQueryResult {
    /// One fact per output.
    pub outputs: BodyFacts,
    /// All findings.
    pub findings: Vec<Arc<Diagnostic>>,
}

impl OpQuery {
    /// Queries an operator of ONNX's default domain at an operator set version. As in a model that imports this
    /// version, the newest version of the operator that is not newer applies.
    pub fn onnx(name: &str, version: i64) -> OpQuery {
        OpQuery::new(Format::Onnx, name, version)
    }

    /// Queries an OpenVINO operator at an opset such as `opset8`, in the version that this opset contains.
    pub fn openvino(name: &str, opset: i64) -> OpQuery {
        OpQuery::new(Format::OpenVinoIr, name, opset)
    }

    fn new(format: Format, name: &str, version: i64) -> OpQuery {
        let mut model = Model::new(Source::from_bytes("", Vec::new()), format);
        let (name, empty, span) = (model.names.intern(name), NameId::EMPTY, Span::default());
        let version = Some(version);
        model.ops.push(OpName { domain: empty, name, written: name, overload: empty, version, function: None });
        model.nodes.push(Node {
            graph: MAIN,
            op: OpId::at(0),
            name: empty,
            layer: empty,
            inputs: 0..0,
            outputs: 0..0,
            attributes: 0..0,
            place: PackedSpan::new(span),
        });
        model.graphs.push(Graph {
            name: empty,
            role: GraphRole::Main,
            nodes: 0..1,
            values: 0..0,
            inputs: Vec::new(),
            outputs: Vec::new(),
            span,
        });
        OpQuery { model, inputs: Vec::new(), tensors: Vec::new() }.outputs(1)
    }

    /// Selects the operator from this domain instead of the default one.
    ///
    /// ```
    /// use shapewright::{ElementType, Fact, Shape, OpQuery};
    ///
    /// let data = Fact::tensor(ElementType::F32, Shape::from_dims([2u64, 3]));
    /// let answer = OpQuery::onnx("FastGelu", 1).domain("com.microsoft").input(data).infer();
    /// assert_eq!(answer.outputs[0].ty.to_string(), "f32[2,3]");
    /// ```
    #[must_use]
    pub fn domain(mut self, domain: &str) -> OpQuery {
        let domain = self.model.names.intern(domain);
        self.model.ops.iter_mut().for_each(|op| op.domain = domain);
        self
    }

    /// Adds an attribute in the model's format: for OpenVINO, numbers and lists are converted to the text that IR
    /// writes.
    #[must_use]
    pub fn attribute(mut self, name: &str, value: impl Into<AttributeArg>) -> OpQuery {
        let value = value.into().value(&mut self.model);
        let name = self.model.names.intern(name);
        self.model.attributes.push(Attribute { name, value, span: Span::default() });
        self.model.nodes[0].attributes.end += 1;
        self
    }

    /// Adds an input with this fact. A fact of an analysis may refer to a constant of its model, whose elements are not
    /// known here; [`FactStore::with_elements`](crate::FactStore::with_elements) reads them first.
    #[must_use]
    pub fn input(mut self, fact: impl Into<Fact>) -> OpQuery {
        let at = self.inputs.len();
        self.inputs.push(fact.into().detached());
        self.model.values.insert(at, value(&mut self.model.names, "input", at, ValueRole::Input { default: None }));
        self.model.graphs[0].inputs.push(ValueId::at(at));
        self.operand(Operand::Value(ValueId::at(at)))
    }

    /// Adds an omitted input: the empty name of ONNX. Trailing omitted inputs need not be added.
    #[must_use]
    pub fn absent(self) -> OpQuery {
        self.operand(Operand::Absent)
    }

    fn operand(mut self, operand: Operand) -> OpQuery {
        self.model.operands.push(operand);
        self.model.nodes[0].inputs.end += 1;
        self.update_ranges()
    }

    /// Sets the number of outputs, 1 by default.
    #[must_use]
    pub fn outputs(mut self, count: usize) -> OpQuery {
        let Model { values, names, .. } = &mut self.model;
        values.truncate(self.inputs.len());
        values.extend((0..count).map(|at| value(names, "output", at, ValueRole::Output(NodeId::at(0)))));
        self.update_ranges()
    }

    fn update_ranges(mut self) -> OpQuery {
        let values = self.model.values.len() as u32;
        self.model.nodes[0].outputs = self.inputs.len() as u32..values;
        self.model.graphs[0].values = 0..values;
        self
    }

    /// Replaces the fact of an input, counted without omitted ones, for the next question.
    ///
    /// ```
    /// use shapewright::{ElementType, Fact, OpQuery, Shape};
    ///
    /// let of_rows = |rows: u64| Fact::tensor(ElementType::F32, Shape::from_dims([rows, 3]));
    /// let mut query = OpQuery::onnx("Flatten", 13).input(of_rows(1));
    /// for rows in [8, 16] {
    ///     query.set_input(0, of_rows(rows));
    ///     assert_eq!(query.infer().outputs[0].ty.to_string(), format!("f32[{rows},3]"));
    /// }
    /// ```
    ///
    /// # Panics
    /// If the query has no such input.
    #[track_caller]
    pub fn set_input(&mut self, input: usize, fact: impl Into<Fact>) {
        let count = self.inputs.len();
        let Some(known) = self.inputs.get_mut(input) else { panic!("input {input} of a query with {count} inputs") };
        *known = fact.into().detached();
        self.tensors.retain(|(value, _)| value.index() != input);
    }

    /// Adds an input with known elements.
    #[must_use]
    pub fn tensor(mut self, tensor: Tensor) -> OpQuery {
        let fact = tensor.fact(&Limits::default());
        self.tensors.push((ValueId::at(self.inputs.len()), tensor));
        self.input(fact)
    }

    /// Infers a fact for each output, with the shape in elements, and reports errors in the node. Never fails: for an
    /// unknown or invalid operator, the outputs are as specific as is sound, with the reason.
    ///
    /// The query is unchanged, so it can be asked again with another input added.
    pub fn infer(&self) -> OpQueryResult {
        self.infer_with(&AnalysisOptions::default())
    }

    /// Like [`OpQuery::infer`], with operators of the caller and other limits.
    pub fn infer_with(&self, options: &AnalysisOptions) -> OpQueryResult {
        let (outputs, findings) = infer_single_node(&self.model, options, &self.inputs);
        OpQueryResult { outputs, findings }
    }

    /// Builds a model of one node, whose values have these names, and analyzes it.
    #[cfg(feature = "cli")]
    pub(crate) fn analyze(mut self, inputs: &[String], outputs: &[String]) -> (Model, Analysis) {
        let values: Vec<ValueId> = self.model.outputs(NodeId::at(0)).collect();
        let model = &mut self.model;
        let first = model.graphs[0].inputs.clone();
        let inputs = first.into_iter().zip(inputs);
        for (value, name) in inputs.chain(values.iter().copied().zip(outputs)) {
            let id = model.names.intern(&value.index().to_string());
            let port = model.add_output_port(OutputPort { id, ..OutputPort::default() });
            let value = &mut model.values[value.index()];
            (value.name, value.port) = (model.names.intern(name), port);
        }
        model.graphs[0].outputs = values
            .iter()
            .map(|&value| {
                let name = model.values[value.index()].name;
                GraphOutput { operand: Operand::Value(value), name, declaration: None, node: None }
            })
            .collect();
        if let (Dialect::Onnx, Some(op)) = (self.model.dialect(), self.model.ops.first()) {
            let (domain, version) = (op.domain, op.version.unwrap_or_default());
            self.model.opsets.push(OpsetImport { domain, version, span: Span::default() });
        }
        let analysis = infer_graph(&self.model, &AnalysisOptions::default(), MAIN, self.inputs);
        (self.model, analysis)
    }

    /// Computes the elements of the outputs. Every present input must have been added with [`OpQuery::tensor`].
    ///
    /// ```
    /// use shapewright::{Tensor, OpQuery};
    ///
    /// let data = Tensor::new([2, 2], vec![5i64, 1, i64::MIN, 7]).unwrap();
    /// let axes = Tensor::new([1], vec![-1i64]).unwrap();
    /// let outputs = OpQuery::onnx("ReduceMin", 18).tensor(data).tensor(axes).evaluate().unwrap();
    /// assert_eq!(outputs[0].values::<i64>(), Some(&[1, i64::MIN][..]));
    /// ```
    ///
    /// # Errors
    /// Why the operator does not compute them.
    #[cfg(feature = "evaluate")]
    pub fn evaluate(&self) -> Result<Vec<Tensor>, EvalError> {
        self.evaluate_with(&AnalysisOptions::default())
    }

    /// Like [`OpQuery::evaluate`], with operators of the caller and other limits.
    ///
    /// # Errors
    /// Why the operator does not compute them.
    #[cfg(feature = "evaluate")]
    pub fn evaluate_with(&self, options: &AnalysisOptions) -> Result<Vec<Tensor>, EvalError> {
        let outputs: Vec<ValueId> = self.model.outputs(NodeId::at(0)).collect();
        evaluate(&self.model, &outputs, self.tensors.clone(), options)
    }
}

/// The graph of the node.
const MAIN: GraphId = GraphId::new(0);

/// A value of the node, with a name for messages.
fn value(names: &mut Names, stem: &str, at: usize, role: ValueRole) -> Value {
    Value::new(MAIN, names.intern(&format!("{stem}{at}")), role, None)
}
