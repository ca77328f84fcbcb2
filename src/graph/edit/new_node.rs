//! Descriptions of nodes to be added.

use crate::graph::{AttributeArg, Model, Operand};
use crate::ids::{NodeId, ValueId};

/// A node to be added to a model, or to take the place of another one.
///
/// ```
/// use shapewright::graph::{At, Model, NewNode};
/// use shapewright::{ReadOptions, Source};
///
/// let text = r#"<ir_version: 9, opset_import: ["" : 18]>
///     g (float[N] x) => (float[N] y) { y = Neg (x) }"#;
/// let mut model = Model::read(Source::from_bytes("m.onnxtxt", text), &ReadOptions::default());
/// let graph = model.main_graph().unwrap();
/// let neg = model.nodes_of(graph).next().unwrap();
/// let x = model.graph(graph).inputs[0];
/// let clipped = model.insert(At::Before(neg), NewNode::new("LeakyRelu").attribute("alpha", 0.5).input(x)).unwrap();
/// let clipped = model.outputs(clipped).next().unwrap();
/// model.set_input(neg, 0, clipped).unwrap();
/// assert_eq!(model.uses(x).count(), 1);
/// ```
#[derive(Clone, Debug, Default)]
pub struct NewNode {
    pub(super) op_type: String,
    pub(super) domain: String,
    /// ONNX: the overload of the function that the node calls.
    pub(super) overload: String,
    pub(super) opset: Option<i64>,
    pub(super) name: String,
    pub(super) inputs: Vec<Operand>,
    /// `None`: one output, with a name made from the node's.
    pub(super) outputs: Option<Vec<String>>,
    pub(super) attributes: Vec<(String, AttributeArg)>,
}

impl NewNode {
    /// A node of this operator in the default domain, without inputs, with one output.
    pub fn new(op_type: &str) -> NewNode {
        NewNode { op_type: op_type.to_owned(), ..NewNode::default() }
    }

    /// A node of the operator and with the attributes of an existing one, without a name, inputs, or outputs of its own.
    /// Bodies stay those of `node`, so that a description with bodies can only replace `node` itself.
    ///
    /// ```
    /// use shapewright::graph::{At, Model, NewNode};
    /// use shapewright::{ReadOptions, Source};
    ///
    /// let text = r#"<ir_version: 9, opset_import: ["" : 18]>
    ///     g (float[2,3] x) => (float[3,2] y) { y = Transpose <perm = [1, 0]> (x) }"#;
    /// let mut model = Model::read(Source::from_bytes("m.onnxtxt", text), &ReadOptions::default());
    /// let graph = model.main_graph().unwrap();
    /// let (transpose, y) = (model.nodes_of(graph).next().unwrap(), model.graph(graph).outputs[0].operand);
    /// let back = model.insert(At::End(graph), NewNode::like(&model, transpose).input(y)).unwrap();
    /// assert_eq!(model.attributes(back).len(), 1);
    /// ```
    ///
    /// # Panics
    /// If the id belongs to another model and is out of range for this one.
    pub fn like(model: &Model, node: NodeId) -> NewNode {
        let op = model.op(node);
        NewNode {
            op_type: model.name(op.name).to_owned(),
            domain: model.name(op.domain).to_owned(),
            overload: model.name(op.overload).to_owned(),
            opset: op.version,
            attributes: (model.attributes(node).iter())
                .map(|attribute| (model.name(attribute.name).to_owned(), attribute.value.clone().into()))
                .collect(),
            ..NewNode::default()
        }
    }

    /// Sets the operator's domain. ONNX: the version is the one that the model, or the function around the node,
    /// imports; a model that imports none gets one with [`Model::set_opset`].
    #[must_use]
    pub fn domain(mut self, domain: &str) -> NewNode {
        domain.clone_into(&mut self.domain);
        self
    }

    /// IR: the operator set that contains the operator, 1 by default: `opset8` is 8.
    #[must_use]
    pub fn opset(mut self, opset: i64) -> NewNode {
        self.opset = Some(opset);
        self
    }

    /// Sets the name of the node; ONNX: none by default, IR: one made from the operator.
    #[must_use]
    pub fn name(mut self, name: &str) -> NewNode {
        name.clone_into(&mut self.name);
        self
    }

    /// Adds an input.
    #[must_use]
    pub fn input(mut self, operand: impl Into<Operand>) -> NewNode {
        self.inputs.push(operand.into());
        self
    }

    /// Adds several inputs.
    #[must_use]
    pub fn inputs<O: Into<Operand>>(mut self, operands: impl IntoIterator<Item = O>) -> NewNode {
        self.inputs.extend(operands.into_iter().map(Into::into));
        self
    }

    /// Adds an output of this name. Without any, the node has one output with a name made from the node's. IR: the tensor
    /// of the output port has the name; without any, it has none.
    #[must_use]
    pub fn output(mut self, name: &str) -> NewNode {
        self.outputs.get_or_insert_default().push(name.to_owned());
        self
    }

    /// The node has no outputs.
    #[must_use]
    pub fn without_outputs(mut self) -> NewNode {
        self.outputs = Some(Vec::new());
        self
    }

    /// Adds an attribute, in the form of the model's format.
    #[must_use]
    pub fn attribute(mut self, name: &str, value: impl Into<AttributeArg>) -> NewNode {
        self.attributes.push((name.to_owned(), value.into()));
        self
    }
}

impl From<&Operand> for Operand {
    fn from(operand: &Operand) -> Operand {
        *operand
    }
}

impl From<ValueId> for Operand {
    fn from(value: ValueId) -> Operand {
        Operand::Value(value)
    }
}
