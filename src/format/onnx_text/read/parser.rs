//! Nodes and nested subgraphs, without recursion.

use std::borrow::Cow;
use std::collections::BTreeSet;

use super::attribute::{Attribute, Taken};
use super::cursor::{Cursor, Fault, Word};
use super::records::{Checkpoint, Open, RecordWriter};
use crate::diagnostic::Diagnostics;
use crate::format::onnx::schema::node;

/// Reads the text and writes the records.
pub(crate) struct Parser<'a> {
    pub(crate) cursor: Cursor<'a>,
    pub(crate) out: RecordWriter,
    pub(crate) diagnostics: Diagnostics,
    /// The outermost graph or function being read.
    pub(crate) owner: Option<Open>,
    /// Whether the text contains what only a graph has.
    pub(crate) has_graph: bool,
    /// Domains that the header imports, and whether it has an IR version and an error.
    pub(crate) imported: BTreeSet<Vec<u8>>,
    pub(crate) has_ir_version: bool,
    pub(crate) has_faulty_header: bool,
    /// Every domain used by a node.
    pub(crate) domains: BTreeSet<Word<'a>>,
    /// The subgraphs around the cursor, outermost first.
    pub(crate) levels: Vec<Level>,
    /// Whether an error reached the end of the text; what is missing there is then not reported.
    pub(crate) ended: bool,
}

/// An open list of nodes.
pub(crate) struct Level {
    /// The graph or function.
    pub(crate) owner: Open,
    /// The field of the nodes.
    field: u32,
    /// The open node.
    pub(crate) node: Option<Node>,
}

pub(crate) struct Node {
    pub(crate) open: Open,
    pub(crate) start: usize,
    /// The state to restore if the rest cannot be read.
    pub(crate) keep: Checkpoint,
    /// Whether it has outputs; otherwise it needs no replacement.
    pub(crate) has_outputs: bool,
    has_attributes: bool,
    has_inputs: bool,
    attribute: Option<Attribute>,
    stage: Stage,
}

#[derive(Clone, Copy)]
enum Stage {
    /// Before the name, outputs and operator.
    Head,
    /// Before an attribute.
    Attribute,
    /// Before a value of an attribute.
    Value,
    /// After a value of an attribute.
    AfterValue,
    /// Before the inputs.
    Inputs,
}

impl<'a> Parser<'a> {
    pub(crate) fn new(text: &'a [u8], start: usize, diagnostics: Diagnostics) -> Parser<'a> {
        Parser {
            cursor: Cursor::new(text, start),
            out: RecordWriter::default(),
            diagnostics,
            owner: None,
            has_graph: false,
            imported: BTreeSet::new(),
            has_ir_version: false,
            has_faulty_header: false,
            domains: BTreeSet::new(),
            levels: Vec::new(),
            ended: false,
        }
    }

    /// Whether the cursor is inside a list of nodes.
    pub(crate) fn in_body(&self) -> bool {
        !self.levels.is_empty()
    }

    /// Parses a list of nodes after its `{`, up to its `}`, and ends the record that owns it.
    pub(crate) fn body(&mut self, owner: Open, field: u32) {
        self.levels.push(Level { owner, field, node: None });
        while let Some(level) = self.levels.last() {
            let taken = match level.node.as_ref().map(|n| n.stage) {
                None => self.between_nodes(),
                Some(Stage::Head) => self.head(),
                Some(Stage::Attribute) => self.attribute(),
                Some(Stage::Value) => self.value(),
                Some(Stage::AfterValue) => self.after_value(),
                Some(Stage::Inputs) => self.inputs(),
            };
            if let Err(fault) = taken {
                self.recover(fault);
            }
        }
    }

    pub(crate) fn node(&mut self) -> Option<&mut Node> {
        self.levels.last_mut()?.node.as_mut()
    }

    fn go_to(&mut self, stage: Stage) {
        if let Some(node) = self.node() {
            node.stage = stage;
        }
    }

    /// Starts a node, or ends the list.
    fn between_nodes(&mut self) -> Result<(), Fault> {
        let start = self.cursor.start();
        let Some(level) = self.levels.last_mut() else { return Ok(()) };
        if self.cursor.eat("}") {
            self.out.end_at(level.owner, self.cursor.end());
            self.levels.pop();
            return Ok(());
        }
        if self.cursor.peek().is_none() {
            return Err(self.cursor.fault("a node or `}`"));
        }
        let keep = self.out.checkpoint();
        level.node = Some(Node {
            open: self.out.begin_at(level.field, start),
            start,
            keep,
            has_outputs: false,
            has_attributes: false,
            has_inputs: false,
            attribute: None,
            stage: Stage::Head,
        });
        Ok(())
    }

    /// `[name] a, b = domain.Op:overload <`
    fn head(&mut self) -> Result<(), Fault> {
        if self.cursor.eat("[") {
            let name = self.cursor.name()?.unwrap_or_default();
            self.out.text(node::NAME, &name);
            self.cursor.expect("]", "after the name of a node")?;
        }
        self.names(node::OUTPUT)?;
        self.cursor.expect("=", "after the outputs of a node")?;
        let (domain, name) = self.operator()?;
        self.out.text(node::OP_TYPE, &name);
        if !domain.is_empty() {
            self.out.text(node::DOMAIN, &domain);
        }
        if !self.domains.contains(&domain) {
            self.domains.insert(domain);
        }
        if self.cursor.eat(":") {
            let overload = self.cursor.word()?.ok_or_else(|| self.cursor.fault("an overload"))?;
            self.out.text(node::OVERLOAD, &overload);
        }
        let attributes = self.cursor.eat("<");
        self.go_to(if attributes { Stage::Attribute } else { Stage::Inputs });
        Ok(())
    }

    /// Parses `domain.Op`, with optional white space around the dots. A quoted part may contain dots.
    fn operator(&mut self) -> Result<(Word<'a>, Word<'a>), Fault> {
        let (mut text, mut dot): (Word<'a>, Option<usize>) = (Cow::Borrowed(&[]), None);
        let mut quoted;
        loop {
            quoted = self.cursor.peek() == Some(b'"');
            let Some(word) = self.cursor.word()? else { break };
            if let Some(at) = word.iter().rposition(|&b| b == b'.').filter(|_| !quoted) {
                dot = Some(text.len() + at);
            }
            if text.is_empty() {
                text = word;
            } else {
                text.to_mut().extend_from_slice(&word);
            }
            if (quoted || dot.is_none_or(|at| at + 1 < text.len())) && self.cursor.peek() != Some(b'.') {
                break;
            }
        }
        let Some(dot) = dot else { return Ok((Cow::Borrowed(&[]), text)) };
        if dot + 1 == text.len() && !quoted {
            return Err(self.cursor.fault("an operator after its domain"));
        }
        Ok(match text {
            Cow::Borrowed(text) => (text[..dot].into(), text[dot + 1..].into()),
            Cow::Owned(text) => (text[..dot].to_vec().into(), text[dot + 1..].to_vec().into()),
        })
    }

    /// A list of names, which may be empty, each a field; a trailing comma is allowed.
    fn names(&mut self, field: u32) -> Result<(), Fault> {
        loop {
            let name = self.cursor.name()?;
            if name.is_none() && self.cursor.peek() != Some(b',') {
                return Ok(());
            }
            self.out.text(field, &name.unwrap_or_default());
            if field == node::OUTPUT {
                let keep = self.out.checkpoint();
                if let Some(node) = self.node() {
                    (node.keep, node.has_outputs) = (keep, true);
                }
            }
            if !self.cursor.eat(",") {
                return Ok(());
            }
        }
    }

    /// An attribute up to its first value, or the end of the list.
    fn attribute(&mut self) -> Result<(), Fault> {
        if self.cursor.eat(">") {
            return self.after_attributes();
        }
        let attribute = Attribute::begin(&mut self.cursor, &mut self.out, node::ATTRIBUTE)?;
        if let Some(node) = self.node() {
            node.stage = if attribute.wants_value() { Stage::Value } else { Stage::AfterValue };
            node.has_attributes = true;
            node.attribute = Some(attribute);
        }
        Ok(())
    }

    fn value(&mut self) -> Result<(), Fault> {
        let Parser { cursor, out, levels, .. } = self;
        let node = levels.last_mut().and_then(|l| l.node.as_mut());
        let Some((attribute, stage)) = node.and_then(|n| Some((n.attribute.as_mut()?, &mut n.stage))) else {
            return Ok(());
        };
        let taken = attribute.value(cursor, out)?;
        *stage = Stage::AfterValue;
        if let Taken::Graph(graph) = taken {
            self.graph_header()?;
            self.levels.push(Level { owner: graph, field: 1, node: None });
        }
        Ok(())
    }

    fn after_value(&mut self) -> Result<(), Fault> {
        let Parser { cursor, out, levels, .. } = self;
        let Some(node) = levels.last_mut().and_then(|l| l.node.as_mut()) else { return Ok(()) };
        if let Some(attribute) = &mut node.attribute
            && attribute.next(cursor)?
        {
            node.stage = Stage::Value;
            return Ok(());
        }
        if let Some(attribute) = node.attribute.take() {
            attribute.end(cursor, out);
        }
        if cursor.eat(",") {
            node.stage = Stage::Attribute;
            return Ok(());
        }
        cursor.expect(">", "or `,` after an attribute")?;
        self.after_attributes()
    }

    fn after_attributes(&mut self) -> Result<(), Fault> {
        if self.node().is_some_and(|n| n.has_inputs) {
            self.end_node();
        } else {
            self.go_to(Stage::Inputs);
        }
        Ok(())
    }

    /// The inputs; attributes may follow them if none came before.
    fn inputs(&mut self) -> Result<(), Fault> {
        self.cursor.expect("(", "before the inputs of a node")?;
        self.names(node::INPUT)?;
        self.cursor.expect(")", "or `,` after an input")?;
        let free = self.node().is_some_and(|n| !n.has_attributes);
        if free && self.cursor.eat("<") {
            if let Some(node) = self.node() {
                (node.stage, node.has_inputs) = (Stage::Attribute, true);
            }
            return Ok(());
        }
        self.end_node();
        Ok(())
    }

    fn end_node(&mut self) {
        if let Some(node) = self.levels.last_mut().and_then(|l| l.node.take()) {
            self.out.end_at(node.open, self.cursor.end());
        }
    }
}
