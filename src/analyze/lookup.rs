//! What the registry knows of the operator of a node.

use super::Options;
use super::call::{self, Calls};
use super::conform::Misspelt;
use crate::diagnostic::Sink;
use crate::fact::Fact;
use crate::graph::{AttributeValue, Model, NodeId};
use crate::ops::{self, Known, NodeCx, Resolved, signature::Signature};

/// What the registry says of an operator as nodes name it.
#[derive(Clone, Copy)]
pub(crate) struct Lookup {
    pub(crate) known: Option<Known>,
    /// Whether the version in use holds the operator.
    pub(crate) held: bool,
    /// Whether ONNX Runtime alone has that version.
    pub(crate) beyond: bool,
    pub(crate) signature: Option<&'static Signature>,
}

/// The operators of one model, each looked up once.
pub(crate) struct Lookups<'m> {
    model: &'m Model,
    found: Vec<Option<Lookup>>,
}

impl<'m> Lookups<'m> {
    pub(crate) fn new(model: &'m Model) -> Lookups<'m> {
        Lookups { model, found: vec![None; model.ops.len()] }
    }

    pub(crate) fn of(&mut self, node: NodeId) -> Lookup {
        let id = self.model.node(node).op.index();
        if let Some(found) = self.found[id] {
            return found;
        }
        let op = self.model.op(node);
        let (domain, name) = (self.model.name(op.domain), self.model.name(op.name));
        let known = if op.function.is_some() { None } else { ops::find(self.model.dialect(), domain, name) };
        let held = op.version.is_some_and(|version| known.is_some_and(|k| k.is_in(version)));
        let signature = op.version.filter(|_| held).and_then(|version| known?.signature(version));
        let beyond = op.version.is_some_and(|version| known.is_some_and(|k| k.is_beyond(version)));
        let lookup = Lookup { known, held, beyond, signature };
        self.found[id] = Some(lookup);
        lookup
    }
}

impl Lookup {
    /// What an operator sees of a node. Borrows the sink apart from the rest.
    pub(crate) fn cx<'a>(
        self,
        (model, options, sink): (&'a Model, &'a Options, &'a mut Sink),
        node: NodeId,
        inputs: Vec<Fact>,
        bindings: &'a [(String, AttributeValue)],
        respelt: &'a [Misspelt],
    ) -> NodeCx<'a> {
        NodeCx {
            model,
            node,
            signature: self.signature,
            disagreements: self.known.and_then(|k| k.def).map_or(&[], |d| d.disagreements),
            respelt,
            inputs,
            outputs: vec![Fact::UNKNOWN; model.outputs(node).len()],
            bindings,
            limits: &options.limits,
            sink,
        }
    }

    /// The operator of a node with its attributes read; for an unknown one, what leaves everything unknown.
    pub(crate) fn resolve(self, cx: &mut NodeCx<'_>, calls: &Calls) -> Resolved {
        if cx.model().op(cx.node()).function.is_some() {
            return Resolved::ControlFlow(calls.call());
        }
        if !self.held {
            call::report_unknown(cx, self.known);
        } else if self.beyond {
            call::report_beyond(cx);
        }
        match self.known.and_then(|k| k.def) {
            Some(def) if self.held => (def.resolve)(cx),
            _ => Resolved::control_flow(call::Opaque::new(cx, self.held, self.known.is_some())),
        }
    }
}
