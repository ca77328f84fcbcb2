//! The part of a model between values.

mod error;
mod needed;

pub use error::ExtractError;

use std::borrow::Cow;
use std::collections::{HashMap, HashSet};

use crate::declarable::{Expressions, Names, declarable, is_empty, refined};
use crate::fact::{TensorType, ValueType};
use crate::facts::FactStore;
use crate::graph::find_value::{Positions, find_named, names_of};
use crate::graph::{EditError, Model, Use, ValueRole};
use crate::ids::{GraphId, NodeId, ValueId};
use crate::infer::declared::{Agreement, agreement, constant};
use crate::suggest;
use crate::type_syntax::NamedType;
use needed::Needed;

/// The part of a model that computes `outputs` from `inputs`, as a model of its own: the nodes between them, with the
/// constants and functions that these need. Values are named by tensor or layer.
///
/// The new inputs and outputs are declared as [`annotate`](crate::annotate::annotate) would: with their inferred types, which
/// `facts` holds. A value that is named twice is one input or output. Without `inputs`, those of the model remain
/// that the outputs depend on. Inputs that the model already has come first.
///
/// ```
/// use shapewright::extract::{ExtractError, extract};
/// use shapewright::graph::Model;
/// use shapewright::write::{ExternalDataPolicy, write};
/// use shapewright::{AnalysisOptions, ReadOptions, Source, analyze};
///
/// let text = r#"<ir_version: 9, opset_import: ["" : 18]>
/// g (float[N,4] x, float[4] b) => (float[N,4] y) { a = Neg (x)  c = Exp (a)  d = Add (c, b)  y = Abs (d) }"#;
/// let model = Model::read(Source::from_bytes("m.onnxtxt", text), &ReadOptions::default());
/// let facts = analyze(&model, &AnalysisOptions::default()).facts;
///
/// let part = extract(&model, &facts, &["a", "b"], &["d"]).unwrap();
/// let graph = part.main_graph().unwrap();
/// let nodes: Vec<&str> = part.nodes_of(graph).map(|node| part.op_type(node)).collect();
/// assert_eq!(nodes, ["Exp", "Add"]);
/// let inputs = part.graph(graph).inputs.iter().map(|&v| format!("{}: {}", part.value_name(v), part.declared(v).unwrap()));
/// assert_eq!(inputs.collect::<Vec<_>>(), ["b: f32[4]", "a: f32[N,4]"]);
///
/// let missing = extract(&model, &facts, &["a"], &["d"]).unwrap_err();
/// assert_eq!(missing.to_string(), "`d` depends on graph input `b`, which is not among the inputs; add it");
/// ```
///
/// # Errors
/// The model has no value of a name, the outputs depend on a graph input that is not among the inputs, or the type of a new
/// input is unknown.
pub fn extract(model: &Model, facts: &FactStore, inputs: &[&str], outputs: &[&str]) -> Result<Model, ExtractError> {
    extract_typed(model, facts, inputs, outputs, &[])
}

/// Like [`extract()`], with types of new inputs and outputs that inference does not know, as of a value that an operator of
/// your own computes. What is inferred of a value and its type here must agree.
///
/// # Errors
/// As for [`extract()`], or a value has another type.
pub fn extract_typed(
    model: &Model,
    facts: &FactStore,
    inputs: &[&str],
    outputs: &[&str],
    types: &[NamedType],
) -> Result<Model, ExtractError> {
    let graph = model.main_graph().ok_or(ExtractError::NoGraph)?;
    let (inputs, outputs) = (find_all(model, graph, inputs)?, find_all(model, graph, outputs)?);
    if outputs.is_empty() {
        return Err(ExtractError::NoOutputs);
    }
    let cut: HashSet<ValueId> = inputs.iter().copied().collect();
    if let Some(both) = outputs.iter().find(|output| cut.contains(output)) {
        return Err(ExtractError::InputAndOutput(model.value_name(*both).to_owned()));
    }
    let needed = Needed::new(model, graph, &inputs, &outputs)?;
    let positions = Positions::new(types.iter().map(|ty| ty.name.as_str()));
    let known = Known { facts, names: Names::new(model, facts, Expressions::default()), types, positions };
    let mut part = Part { model: model.clone(), graph };
    let interface: HashSet<ValueId> = model.graph(graph).inputs.iter().copied().collect();
    for &value in inputs.iter().filter(|value| !interface.contains(value)) {
        part.cut(value, &known)?;
    }
    part.set_outputs(&outputs, &known)?;
    part.remove_nodes(&needed)?;
    part.remove_inputs(&inputs, &needed)?;
    part.remove_constants()?;
    part.model.remove_unused_functions();
    Ok(part.model)
}

/// The values of the main graph that have these names, each once.
fn find_all(model: &Model, graph: GraphId, names: &[&str]) -> Result<Vec<ValueId>, ExtractError> {
    let known = find_named(model, graph, names);
    // The name of an output: in IR, that of its Result.
    let outputs = model.graph(graph).outputs.iter();
    let results: HashMap<&str, ValueId> =
        outputs.filter_map(|output| Some((model.name(output.name), output.operand.value()?))).collect();
    let value = |name: &str| known.get(name).or_else(|| results.get(name)).copied();
    let found = |name: &&str| value(name).ok_or_else(|| no_such_value(model, graph, name));
    let mut found = names.iter().map(found).collect::<Result<Vec<_>, _>>()?;
    let mut seen = HashSet::new();
    found.retain(|&value| seen.insert(value));
    Ok(found)
}

fn no_such_value(model: &Model, graph: GraphId, name: &str) -> ExtractError {
    let values = model.values_of(graph).filter(|&value| !model.is_removed_value(value));
    let names: Vec<Cow<'_, str>> = values.flat_map(|value| names_of(model, value)).collect();
    let names = names.iter().map(|name| &**name);
    // The name of a node means its first output.
    let node = model.nodes_of(graph).find(|&node| model.name(model.node(node).name) == name);
    let output = node.and_then(|node| model.outputs(node).next()).map(|value| model.value_name(value));
    let inside = |other: &GraphId| model.values_of(*other).any(|value| model.value_name(value) == name);
    if let Some(other) = model.graphs().filter(|_| output.is_none()).find(inside) {
        return ExtractError::Inside { name: name.to_owned(), graph: model.display_path(other) };
    }
    let near = output.or_else(|| suggest::nearest(name, names)).map(str::to_owned);
    ExtractError::NoSuchValue { name: name.to_owned(), near }
}

/// A model on the way to being a part of itself.
struct Part {
    model: Model,
    graph: GraphId,
}

impl Part {
    /// Makes a value an input: what reads it reads the input, which takes its name.
    fn cut(&mut self, value: ValueId, known: &Known<'_>) -> Result<(), ExtractError> {
        let model = &mut self.model;
        let (name, ty) = (model.value_name(value).to_owned(), known.declaration(model, value)?);
        // The port of a decompressed constant may record the type of the constant, but not that of an input.
        let decompressed = model.uses(value).filter_map(|used| match used {
            Use::Input { node, .. } => model.outputs(node).next().filter(|&output| {
                let recorded = model.declared(output);
                recorded.is_some_and(|ty| constant::is_decompressed(model, node, known.facts.ty(output), ty))
            }),
            Use::Output { .. } => None,
        });
        for output in decompressed.collect::<Vec<_>>() {
            model.declare(output, declarable(&known.names, known.facts.ty(output)));
            model.record_at_readers(output);
        }
        let other = model.unique_name(&name);
        model.rename_value(value, &other)?;
        let input = model.add_input(self.graph, &name, ty)?;
        model.replace_uses_if(value, input, |used| matches!(used, Use::Input { .. }))?;
        model.move_tensor_names(value, input);
        Ok(())
    }

    /// Makes these values the outputs, in this order. An output that stays at its position is left as it is.
    fn set_outputs(&mut self, outputs: &[ValueId], known: &Known<'_>) -> Result<(), ExtractError> {
        let (model, graph) = (&mut self.model, self.graph);
        let before = model.graph(graph).outputs.iter().zip(outputs);
        let kept = before.take_while(|(output, value)| output.operand.value() == Some(**value)).count();
        // The type of an input may be declared by an output alone.
        let only_here = model.graph(graph).outputs[kept..].iter().filter_map(|output| {
            let input = output.operand.value().filter(|&value| model.producer(value).is_none())?;
            let shares = output.declaration.is_some() && output.declaration == model.value(input).declaration;
            Some((input, model.declared(input).filter(|_| shares)?.clone()))
        });
        for (input, ty) in only_here.collect::<Vec<_>>() {
            model.declare(input, ty);
        }
        while model.graph(graph).outputs.len() > kept {
            model.remove_output(graph, model.graph(graph).outputs.len() - 1)?;
        }
        for &value in &outputs[kept..] {
            let ty = known.declaration(model, value)?;
            model.declare(value, ty);
            model.name_tensor(value);
            model.add_output(graph, value)?;
        }
        Ok(())
    }

    fn remove_nodes(&mut self, needed: &Needed) -> Result<(), EditError> {
        let model = &self.model;
        let record = model.graph(self.graph);
        // In IR, inputs and outputs are layers.
        let results = record.outputs.iter().filter_map(|output| output.node);
        let interface: HashSet<NodeId> =
            record.inputs.iter().filter_map(|&value| model.producer(value)).chain(results).collect();
        // The file may have another order.
        let sorted = model.topological_order(self.graph).into_iter().rev();
        let removed = sorted.filter(|node| !needed.nodes.contains(node) && !interface.contains(node));
        removed.collect::<Vec<_>>().into_iter().try_for_each(|node| self.model.remove(node))
    }

    /// Removes the inputs that are not asked for: those of the model that are, or all that are needed if none are named.
    fn remove_inputs(&mut self, inputs: &[ValueId], needed: &Needed) -> Result<(), EditError> {
        let inputs: HashSet<ValueId> = inputs.iter().copied().collect();
        let is_new = |value: ValueId| value.index() >= needed.values_before;
        let is_kept = |value| is_new(value) || inputs.contains(&value) || needed.inputs.contains(&value);
        self.model.retain_inputs(self.graph, is_kept)
    }

    /// Removes the initializers that nothing reads anymore.
    fn remove_constants(&mut self) -> Result<(), EditError> {
        let (model, graph) = (&mut self.model, self.graph);
        let values: Vec<ValueId> = model.values_of(graph).filter(|&value| !model.is_removed_value(value)).collect();
        for value in values {
            if matches!(model.value(value).role, ValueRole::Initializer(_)) && model.uses(value).next().is_none() {
                model.remove_constant(value)?;
            }
        }
        Ok(())
    }
}

/// What is known of the values of the whole model, and the names that its dimensions have.
struct Known<'a> {
    facts: &'a FactStore,
    names: Names,
    types: &'a [NamedType],
    positions: Positions,
}

impl Known<'_> {
    /// The inferred type of a value as the format can state it, with what only its declaration says.
    fn declaration(&self, model: &Model, value: ValueId) -> Result<ValueType, ExtractError> {
        let fact = self.facts.ty(value);
        let inferred = declarable(&self.names, fact);
        let ty = match model.declared(value) {
            Some(declared) if agreement(model, value, fact, declared) == Agreement::Agrees => {
                refined(declared, &inferred)
            }
            _ => inferred,
        };
        let ty = self.given(model, value, ty)?;
        if is_empty(&ty) {
            let why = self.facts.unknown_reason(value).map_or_else(String::new, |why| format!(": {why}"));
            return Err(ExtractError::UnknownType { name: model.value_name(value).to_owned(), why });
        }
        Ok(ty)
    }

    /// The type with what the caller states of it, which comes first.
    fn given(&self, model: &Model, value: ValueId, ty: ValueType) -> Result<ValueType, ExtractError> {
        let Some(given) = self.positions.of_value(model, value).map(|at| &self.types[at]) else { return Ok(ty) };
        let stated = ValueType::Tensor(TensorType { element: given.element, shape: given.shape.clone() });
        let fact = self.facts.ty(value);
        if *fact != ValueType::Unknown && fact.meet(&stated).is_none() {
            let (name, inferred) = (model.value_name(value).to_owned(), fact.to_string());
            return Err(ExtractError::OtherType { name, given: stated.to_string(), inferred });
        }
        Ok(refined(&declarable(&self.names, &stated), &ty))
    }
}
