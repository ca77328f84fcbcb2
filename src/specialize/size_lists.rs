//! Nodes with a fixed list of sizes that the new inputs make another one: what the list would have to be.

use std::cell::{OnceCell, RefCell};
use std::collections::{HashMap, HashSet};

use super::error::{Obstacle, Remedy};
use super::fixed_sizes::{Sized, list_input};
use super::request::Request;
use crate::dim::Dim;
use crate::element::ElementType;
use crate::elements::Elements;
use crate::expr::Symbol;
use crate::fact::Fact;
use crate::facts::FactStore;
use crate::graph::{BitSet, EditError, GraphRole, Model, Use};
use crate::ids::{GraphId, NodeId, ValueId};
use crate::infer::node_inference::NodeInference;
use crate::options::AnalysisOptions;
use crate::rule::Level;
use crate::session::Session;
use crate::shape::Shape;
use crate::tensor::Tensor;

/// Longest list that is considered: each entry may become one of three.
const MAX_ENTRIES: usize = 7;

/// Maximum number of lists that are changed in a model.
const MAX_LISTS: usize = 1_000;

/// How much work it is to infer what follows from changed lists, in nodes of a few inputs, before no further list is changed:
/// this much, and so much more for a number of bytes of the file.
const LEAST_WORK: usize = 100_000;
const BYTES_OF_A_NODE: usize = 4;

/// How much work it is to try a list, in nodes that are inferred.
pub(super) const NODES_OF_A_TRIAL: usize = 2;

/// The readers of values that are looked at in the time in which a node is inferred.
const READERS_OF_A_NODE: usize = 16;

/// The characters of the name of a list that a new one in its place has.
const LONGEST_STEM: usize = 200;

/// A node, and the list that it needs.
pub(super) struct NewList {
    pub(super) node: NodeId,
    /// The input that is the list.
    input: usize,
    element: ElementType,
    old: Vec<i64>,
    sizes: Vec<i64>,
    /// The shape of the output with it.
    pub(super) shape: Shape,
}

impl NewList {
    /// What the node of this description needs, for a person.
    pub(super) fn obstacle(&self, node: String, remedy: Option<Remedy>) -> Obstacle {
        let message = format!("{node} has the fixed sizes {:?}", self.old);
        Obstacle { node: Some(self.node), message, needs: format!("the sizes {:?}", self.sizes), remedy }
    }
}

/// Changes every list that has one correct form. Returns the model and what was changed, in the order of the nodes.
///
/// Lists that do not follow each other are changed together, and what depends on them is inferred once for all.
pub(super) fn change(
    model: Model,
    before: &FactStore,
    request: &Request,
    options: &AnalysisOptions,
) -> Result<(Model, Vec<NewList>), EditError> {
    let candidates = in_order(&model).into_iter().filter(|&node| list_input(&model, node).is_some()).take(MAX_LISTS);
    let mut candidates: Vec<NodeId> = candidates.collect();
    if request.freed.is_empty() || candidates.is_empty() {
        return Ok((model, Vec::new()));
    }
    let places: HashMap<NodeId, usize> = candidates.iter().enumerate().map(|(place, &node)| (node, place)).collect();
    let most = most_work(&model);
    let mut session = Session::new(model, options.clone());
    let mut changed: Vec<NewList> = Vec::new();
    let mut work = 0;
    while session.work() + work <= most {
        let left = most - session.work() - work;
        let (new, after, more) = next(&session, candidates, before, request, left);
        work += more;
        if new.is_empty() {
            break;
        }
        session.edit(|model| new.iter().try_for_each(|list| set(model, list)))?;
        changed.extend(new);
        candidates = after;
    }
    changed.sort_by_key(|list| places.get(&list.node).copied());
    Ok((session.into_model(), changed))
}

/// How many nodes may be inferred for changed lists of a model, those with which lists are tried included.
pub(super) fn most_work(model: &Model) -> usize {
    LEAST_WORK + model.source().bytes().len() / BYTES_OF_A_NODE
}

/// All nodes, each after those on which its inputs depend, and after those of its bodies.
fn in_order(model: &Model) -> Vec<NodeId> {
    let is_body = |graph: &GraphId| matches!(model.graph(*graph).role, GraphRole::Body { .. });
    let nodes = |graphs: Vec<GraphId>| graphs.into_iter().flat_map(|graph| model.topological_order(graph));
    let outer: Vec<NodeId> = nodes(model.graphs().filter(|graph| !is_body(graph)).collect()).collect();
    let mut open: Vec<(NodeId, bool)> = outer.into_iter().rev().map(|node| (node, false)).collect();
    let mut order = Vec::new();
    while let Some((node, has_bodies_before)) = open.pop() {
        let bodies: Vec<GraphId> = model.bodies(node).collect();
        if has_bodies_before || bodies.is_empty() {
            order.push(node);
            continue;
        }
        open.push((node, true));
        let inside: Vec<NodeId> = nodes(bodies).collect();
        open.extend(inside.into_iter().rev().map(|node| (node, false)));
    }
    order
}

/// The lists of these nodes that must change, as far as no other one that must change decides that; the nodes for which one
/// does; and how much work that was, of which there is at most a little more than `most`.
fn next(
    session: &Session,
    candidates: Vec<NodeId>,
    before: &FactStore,
    request: &Request,
    most: usize,
) -> (Vec<NewList>, Vec<NodeId>, usize) {
    let (model, inference) = (session.model(), OnceCell::new());
    let (mut new, mut later, mut after) = (Vec::new(), Vec::new(), Followers::default());
    let tried =
        || inference.get().map_or(0, |tried: &RefCell<NodeInference<'_>>| NODES_OF_A_TRIAL * tried.borrow().questions);
    for node in candidates {
        if tried() > most {
            break;
        }
        let sized = Sized { model, node, before, facts: session.facts(), freed: &request.freed };
        if after.nodes.contains(node.index()) {
            later.push(node);
        } else if let Some(list) = needed(sized, session.options(), &inference) {
            after.add(model, node);
            new.push(list);
        }
    }
    let work = tried() + after.looked / READERS_OF_A_NODE;
    (new, later, work)
}

/// The nodes whose inputs may depend on some others.
#[derive(Default)]
struct Followers {
    nodes: BitSet,
    /// How many readers were looked at.
    looked: usize,
    /// The functions that they call.
    functions: HashSet<u32>,
    /// Whether all calls of functions are among them.
    has_calls: bool,
}

impl Followers {
    fn add(&mut self, model: &Model, node: NodeId) {
        let mut open = vec![node];
        while let Some(node) = open.pop() {
            let mut follow = |node: NodeId| {
                self.looked += 1;
                if self.nodes.insert(node.index()) {
                    open.push(node);
                }
            };
            for used in model.outputs(node).flat_map(|value| model.uses(value)) {
                if let Use::Input { node, .. } = used {
                    follow(node);
                }
            }
            let function = model.op(node).function.filter(|&at| self.functions.insert(at));
            let function = function.and_then(|at| model.functions().get(at as usize));
            let inside = model.bodies(node).chain(function.map(|function| function.graph));
            inside.flat_map(|graph| model.nodes_of(graph)).for_each(&mut follow);
            match model.graph(model.node(node).graph).role {
                GraphRole::Body { owner, .. } => follow(owner),
                GraphRole::Function(_) if !std::mem::replace(&mut self.has_calls, true) => {
                    let nodes = model.graphs().flat_map(|graph| model.nodes_of(graph));
                    nodes.filter(|&node| model.op(node).function.is_some()).for_each(follow);
                }
                _ => {}
            }
        }
    }
}

/// The list that a node needs instead of the one that it has, if there is exactly one result that keeps new symbols.
pub(super) fn needed<'a>(
    sized: Sized<'a>,
    options: &'a AnalysisOptions,
    inference: &OnceCell<RefCell<NodeInference<'a>>>,
) -> Option<NewList> {
    let Sized { model, node, facts, freed, .. } = sized;
    let input = list_input(model, node)?;
    let list = model.inputs(node).get(input)?.value()?;
    let tensor = model.constant(list)?;
    let element = model.tensor(tensor).element?;
    let old = model.elements(tensor, MAX_ENTRIES)?.exact_ints()?;
    let old: Vec<i64> = old.into_iter().map(|size| i64::try_from(size).ok()).collect::<Option<_>>()?;
    let data = model.inputs(node).first()?.value()?;
    let is_free = |dim: &Dim| freed.is_in(dim);
    if old.len() > MAX_ENTRIES || !facts.ty(data).as_tensor()?.shape.dims()?.iter().any(is_free) {
        return None;
    }
    let output = model.outputs(node).next()?;
    let inference = inference.get_or_init(|| RefCell::new(NodeInference::new(model, options)));
    let trial = Trial { sized, input, list, data, output, inference };
    let (sizes, shape) = trial.best(&old)?;
    Some(NewList { node, input, element, old, sizes, shape })
}

/// A node tried with other lists.
struct Trial<'t, 'a> {
    sized: Sized<'a>,
    input: usize,
    list: ValueId,
    data: ValueId,
    output: ValueId,
    inference: &'t RefCell<NodeInference<'a>>,
}

impl Trial<'_, '_> {
    /// The list whose result keeps more of the new symbols than that of the present one; `None` if there is none, or if
    /// lists with different results keep as many.
    fn best(&self, old: &[i64]) -> Option<(Vec<i64>, Shape)> {
        let own = self.valid(old).map(|shape| self.kept(&shape));
        let mut found: Vec<(usize, Vec<i64>, Shape)> = Vec::new();
        for sizes in forms(old) {
            let Some(shape) = self.valid(&sizes) else { continue };
            let kept = self.kept(&shape);
            if own.is_none_or(|own| kept > own) {
                found.push((kept, sizes, shape));
            }
        }
        let most = found.iter().map(|(kept, ..)| *kept).max()?;
        let mut best = found.into_iter().filter(|(kept, ..)| *kept == most);
        let (_, sizes, shape) = best.next()?;
        best.all(|(_, _, other)| other == shape).then_some((sizes, shape))
    }

    /// The result with this list, if it is what it was for the old sizes, holds as many elements as the data for all new
    /// ones, and is as inferred at two sizes.
    fn valid(&self, sizes: &[i64]) -> Option<Shape> {
        let data = self.sized.facts.get(self.data);
        let as_before = self.result(&Fact::tensor(data.element(), self.sized.freed.restored(data.shape())), sizes)?;
        if Some(&as_before) != self.sized.before.ty(self.output).as_tensor().map(|ty| &ty.shape) {
            return None;
        }
        let shape = self.result(&data, sizes)?;
        let count = data.shape().num_elements();
        let is_whole = !shape.dims()?.iter().any(Dim::is_unknown) && shape.num_elements().provably_eq(&count);
        (is_whole && [0, 1].into_iter().all(|more| self.is_at(&data, sizes, &shape, more))).then_some(shape)
    }

    /// Whether the result has the sizes of the symbolic one when each new symbol has its old size and so many more.
    fn is_at(&self, data: &Fact, sizes: &[i64], shape: &Shape, more: u64) -> bool {
        let size = |symbol: &Symbol| self.sized.freed.size(symbol).map(|size| size + more).or(Some(5));
        let at = |shape: &Shape| -> Option<Shape> {
            let sizes: Option<Vec<u64>> = shape.dims()?.iter().map(|dim| dim.evaluate(size)).collect();
            Some(Shape::from_dims(sizes?))
        };
        let Some(given) = at(data.shape()) else { return false };
        let result = self.result(&Fact::tensor(data.element(), given), sizes);
        result.is_some() && result == at(shape)
    }

    /// What the node makes of this data; `None` if it is an error.
    fn result(&self, data: &Fact, sizes: &[i64]) -> Option<Shape> {
        let list = Fact::tensor(self.sized.facts.get(self.list).element(), Shape::from_dims([sizes.len() as u64]));
        let list = list.with_elements(Some(Elements::of_ints(sizes.to_vec())));
        let mut inputs: Vec<Fact> = vec![Fact::UNKNOWN; self.sized.model.inputs(self.sized.node).len()];
        inputs[0] = data.clone().detached();
        *inputs.get_mut(self.input)? = list;
        let (outputs, findings) = self.inference.borrow_mut().infer(self.sized.node, &inputs);
        let is_valid = findings.iter().all(|finding| finding.level != Level::Error);
        outputs.first()?.ty.as_tensor().map(|ty| ty.shape.clone()).filter(|_| is_valid)
    }

    /// How many dimensions of the data with new symbols are dimensions of the result, too. One in its own place counts
    /// twice.
    fn kept(&self, shape: &Shape) -> usize {
        let data = self.sized.facts.get(self.data);
        let (Some(data), Some(result)) = (data.shape().dims(), shape.dims()) else { return 0 };
        let counts = result.iter().enumerate().filter(|(_, dim)| self.sized.freed.is_in(dim)).map(|(axis, dim)| {
            let is_same = data.get(axis) == Some(dim);
            usize::from(is_same) + usize::from(data.contains(dim))
        });
        counts.sum()
    }
}

/// The lists that have 0 or -1 in the place of sizes, at most one -1.
fn forms(old: &[i64]) -> Vec<Vec<i64>> {
    let mut forms: Vec<Vec<i64>> = vec![Vec::new()];
    for &size in old {
        let choices: HashSet<i64> = HashSet::from([size, 0, -1]);
        let mut choices: Vec<i64> = choices.into_iter().collect();
        // 0 states more than -1, and both more than a fixed size that happens to fit.
        choices.sort_by_key(|&choice| (choice != 0, choice));
        forms = forms
            .into_iter()
            .flat_map(|form| choices.iter().map(move |&choice| [&form[..], &[choice]].concat()))
            .filter(|form| form.iter().filter(|&&size| size == -1).count() <= 1)
            .collect();
    }
    forms
}

/// Gives a node its list, as a constant of its own.
fn set(model: &mut Model, new: &NewList) -> Result<(), EditError> {
    let tensor = match new.element {
        ElementType::I32 => {
            Tensor::new([new.sizes.len()], new.sizes.iter().map(|&size| size as i32).collect::<Vec<_>>())
        }
        _ => Tensor::new([new.sizes.len()], new.sizes.clone()),
    };
    let tensor = tensor.map_err(|_| EditError::Unsupported("the list of sizes is too long"))?;
    let Some(old) = model.inputs(new.node).get(new.input).and_then(|operand| operand.value()) else { return Ok(()) };
    // Very many layers of IR can read one list with a long name, and each gets one of its own.
    let name: String = model.value_name(old).chars().take(LONGEST_STEM).collect();
    let name = model.unique_name(&name);
    let list = model.add_constant(model.node(new.node).graph, &name, &tensor)?;
    model.set_input(new.node, new.input, list)?;
    if model.uses(old).next().is_none() {
        match model.producer(old) {
            Some(producer) => drop(model.remove_unused(producer)),
            None => model.remove_constant(old)?,
        }
    }
    Ok(())
}
