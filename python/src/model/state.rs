//! The state of a model between calls.

use std::collections::HashMap;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, TryLockError};
use std::thread::{self, ThreadId};

use pyo3::prelude::*;
use pyo3::sync::MutexExt;
use shapewright::graph::{EditError, GraphId, Model, NodeId, Savepoint, ValueId};
use shapewright::{AnalysisOptions, FactStore, Session};

use super::problem::Problem;
use super::refs::{GraphRef, NodeRef, ValueRef};

/// A model that is edited.
pub struct State {
    /// Tells the references of models apart.
    pub number: u64,
    /// The model as it was read.
    pub read: Arc<Model>,
    now: Now,
    /// Whether facts were not asked for since the last edit.
    pub is_stale: bool,
    /// The nodes of graphs, in order, that were asked for since the last edit.
    orders: HashMap<GraphId, Arc<[NodeId]>>,
    /// The transactions that are open, and the thread that opened them.
    open: Vec<Savepoint>,
    owner: Option<ThreadId>,
}

/// The model as it is now.
enum Now {
    /// Nobody has asked for a fact yet.
    Model(Arc<Model>),
    Session(Box<Session>),
    /// The library panicked during an edit.
    Broken,
}

impl State {
    pub fn new(read: Arc<Model>) -> State {
        static NUMBER: AtomicU64 = AtomicU64::new(0);
        let number = NUMBER.fetch_add(1, Ordering::Relaxed);
        let now = Now::Model(Arc::clone(&read));
        State { number, read, now, is_stale: true, orders: HashMap::new(), open: Vec::new(), owner: None }
    }

    pub fn model(&self) -> Result<&Model, Problem> {
        match &self.now {
            Now::Model(model) => Ok(model),
            Now::Session(session) => Ok(session.model()),
            Now::Broken => Err(Problem::Internal),
        }
    }

    /// The model as it is now, for work without the lock.
    pub fn shared(&self) -> Result<Arc<Model>, Problem> {
        match &self.now {
            Now::Model(model) => Ok(Arc::clone(model)),
            _ => Ok(Arc::new(self.model()?.clone())),
        }
    }

    /// Edits the model. Facts follow when they are asked for.
    pub fn edit<T>(&mut self, edit: impl FnOnce(&mut Model) -> Result<T, EditError>) -> Result<T, Problem> {
        self.check_owner()?;
        self.is_stale = true;
        self.orders.clear();
        let result = match &mut self.now {
            Now::Model(model) => edit(Arc::make_mut(model)),
            Now::Session(session) => session.edit_later(edit),
            Now::Broken => return Err(Problem::Internal),
        };
        Ok(result?)
    }

    /// The nodes of a graph, in order. An edited model links them, so that the list is kept until the next edit.
    pub fn order(&mut self, graph: &GraphRef) -> Result<Arc<[NodeId]>, Problem> {
        let graph = self.graph(graph)?;
        if let Some(order) = self.orders.get(&graph) {
            return Ok(Arc::clone(order));
        }
        let order: Arc<[NodeId]> = self.model()?.nodes_of(graph).collect();
        self.orders.insert(graph, Arc::clone(&order));
        Ok(order)
    }

    fn check_owner(&self) -> Result<(), Problem> {
        let is_own = self.owner.is_none_or(|owner| owner == thread::current().id());
        if is_own { Ok(()) } else { Err(Problem::Busy) }
    }

    /// The facts of the model as it is now.
    pub fn facts(&mut self) -> Result<(&Model, &FactStore), Problem> {
        if let Now::Model(_) = self.now {
            let Now::Model(model) = std::mem::replace(&mut self.now, Now::Broken) else {
                return Err(Problem::Internal);
            };
            let session = Session::new(Arc::unwrap_or_clone(model), AnalysisOptions::default());
            self.now = Now::Session(Box::new(session));
        }
        match &mut self.now {
            Now::Session(session) => {
                session.update();
                self.is_stale = false;
                Ok((session.model(), session.facts()))
            }
            _ => Err(Problem::Internal),
        }
    }

    pub fn begin(&mut self) -> Result<(), Problem> {
        let savepoint = self.edit(|model| Ok(model.begin()))?;
        self.owner = Some(thread::current().id());
        self.open.push(savepoint);
        Ok(())
    }

    /// Ends the last transaction. Only the context that began it does so, in whatever thread it is collected.
    pub fn end(&mut self, keep: bool) -> Result<(), Problem> {
        let Some(savepoint) = self.open.pop() else {
            return Err(Problem::Missing("there is no open transaction".to_owned()));
        };
        let owner = self.owner.replace(thread::current().id());
        let ended = self.edit(|model| {
            match keep {
                true => model.commit(savepoint),
                false => model.roll_back(savepoint),
            }
            Ok(())
        });
        self.owner = owner.filter(|_| !self.open.is_empty());
        ended
    }

    pub fn graph(&self, graph: &GraphRef) -> Result<GraphId, Problem> {
        let model = self.of(graph.model, "graph")?;
        match model.is_removed_graph(graph.id) {
            true => Err(Problem::Removed(format!("graph `{}`", model.display_path(graph.id)))),
            false => Ok(graph.id),
        }
    }

    pub fn node(&self, node: &NodeRef) -> Result<NodeId, Problem> {
        let model = self.of(node.model, "node")?;
        match model.is_removed(node.id) || model.is_removed_graph(model.node(node.id).graph) {
            true => Err(Problem::Removed(described(model, node.id))),
            false => Ok(node.id),
        }
    }

    pub fn value(&self, value: &ValueRef) -> Result<ValueId, Problem> {
        let model = self.of(value.model, "value")?;
        match model.is_removed_value(value.id) || model.is_removed_graph(model.value(value.id).graph) {
            true => Err(Problem::Removed(format!("value `{}`", model.value_name(value.id)))),
            false => Ok(value.id),
        }
    }

    fn of(&self, number: u64, what: &'static str) -> Result<&Model, Problem> {
        if number == self.number { self.model() } else { Err(Problem::Foreign(what)) }
    }
}

/// A node that may be removed, which has no position.
fn described(model: &Model, node: NodeId) -> String {
    match model.name(model.node(node).name) {
        "" => format!("a node ({})", model.op_type(node)),
        name => format!("node `{name}` ({})", model.op_type(node)),
    }
}

/// A model that threads share.
pub type Shared = Arc<Mutex<State>>;

/// Calls the library with the model locked. Nothing of Python runs in it, so that no call waits for itself; a panic makes
/// the model unusable.
pub fn with<T>(py: Python<'_>, shared: &Shared, work: impl FnOnce(&mut State) -> Result<T, Problem>) -> PyResult<T> {
    let state = match shared.try_lock() {
        Ok(state) => state,
        // Another thread may need the interpreter to go on.
        Err(TryLockError::WouldBlock) => shared.lock_py_attached(py).unwrap_or_else(PoisonError::into_inner),
        Err(TryLockError::Poisoned(error)) => error.into_inner(),
    };
    guarded(state, work).map_err(|problem| problem.raise(py))
}

/// The same without the interpreter.
pub fn with_detached<T>(shared: &Shared, work: impl FnOnce(&mut State) -> Result<T, Problem>) -> Result<T, Problem> {
    guarded(shared.lock().unwrap_or_else(PoisonError::into_inner), work)
}

fn guarded<T>(
    mut state: MutexGuard<'_, State>,
    work: impl FnOnce(&mut State) -> Result<T, Problem>,
) -> Result<T, Problem> {
    catch_unwind(AssertUnwindSafe(|| work(&mut state))).unwrap_or_else(|_| {
        state.now = Now::Broken;
        Err(Problem::Internal)
    })
}
