//! Graphs and functions up to their nodes: names, inputs, outputs, initializers and value infos.

use super::attribute::{Attribute, Taken};
use super::cursor::{Fault, Word};
use super::parser::Parser;
use super::types;
use super::types::TypeText;
use super::{recover, tensor};
use crate::format::onnx::schema::{self, function, graph, value_info};

impl<'a> Parser<'a> {
    /// `name (float[N] x) => (float[N] y) <float[2] w = {1, 2}> {`
    pub(crate) fn graph_header(&mut self) -> Result<(), Fault> {
        let name = self.cursor.name()?.ok_or_else(|| self.cursor.fault("the name of a graph"))?;
        self.out.text(graph::NAME, &name);
        if self.cursor.eat("(") {
            self.list(b')', "or `,` after an input", |p| p.item(graph::INPUT))?;
        }
        self.cursor.expect("=>", "before the outputs of a graph")?;
        self.has_graph = true;
        self.cursor.expect("(", "before the outputs of a graph")?;
        self.list(b')', "or `,` after an output", |p| p.item(graph::OUTPUT))?;
        if self.cursor.eat("<") {
            self.list(b'>', "or `,` after a value or an initializer", |p| p.item(graph::VALUE_INFO))?;
        }
        self.cursor.expect("{", "before the nodes of a graph")
    }

    /// Parses the items of a list and its end. An error in a subgraph is left to the node around it.
    fn list(
        &mut self,
        close: u8,
        place: &'static str,
        item: impl Fn(&mut Self) -> Result<(), Fault>,
    ) -> Result<(), Fault> {
        let end = if close == b'>' { ">" } else { ")" };
        let mut lost = false;
        while !self.cursor.eat(end) {
            let start = self.cursor.start();
            match item(self).and_then(|()| self.separator(end, place)) {
                Ok(true) => lost = false,
                Ok(false) => return Ok(()),
                Err(fault) if self.in_body() => return Err(fault),
                Err(fault) => {
                    // What follows a malformed item and does not start like an item belongs to it.
                    if !lost || fault.span.start > start as u64 {
                        self.report(fault);
                    }
                    lost = true;
                    self.lose();
                    recover::to_end_of_item(&mut self.cursor, start, close);
                    if self.lost_to_the_end() || !self.cursor.eat(",") {
                        self.cursor.eat(end);
                        return Ok(());
                    }
                }
            }
        }
        Ok(())
    }

    /// Parses `,` or the end of a list; whether another item follows.
    fn separator(&mut self, end: &'static str, place: &'static str) -> Result<bool, Fault> {
        if self.cursor.eat(",") {
            return Ok(true);
        }
        self.cursor.expect(end, place)?;
        Ok(false)
    }

    /// A value's name with its type, if one is given.
    fn typed_name(&mut self) -> Result<(Option<TypeText<'a>>, Word<'a>), Fault> {
        let ty = if types::is_next(&mut self.cursor) { Some(types::parse(&mut self.cursor)?) } else { None };
        let name = self.cursor.name()?.ok_or_else(|| self.cursor.fault("the name of a value"))?;
        Ok((ty, name))
    }

    fn write_value(&mut self, field: u32, start: usize, ty: Option<&TypeText<'_>>, name: &[u8]) {
        let open = self.out.begin_at(field, start);
        self.out.text(value_info::NAME, name);
        if let Some(ty) = ty {
            ty.write(&mut self.out, value_info::TYPE);
        }
        self.out.end_at(open, self.cursor.end());
    }

    /// An input, perhaps with a default, an output, a value info or an initializer.
    fn item(&mut self, field: u32) -> Result<(), Fault> {
        let start = self.cursor.start();
        let (ty, name) = self.typed_name()?;
        let initializer =
            field != graph::OUTPUT && self.cursor.rest().starts_with(b"=") && !self.cursor.rest().starts_with(b"=>");
        if field == graph::INPUT || !initializer {
            self.write_value(field, start, ty.as_ref(), &name);
        }
        if !initializer {
            return Ok(());
        }
        self.cursor.eat("=");
        let keep = self.out.checkpoint();
        if let Some(sparse) = ty.as_ref().and_then(TypeText::sparse) {
            let open = self.out.begin(graph::SPARSE_INITIALIZER);
            let taken = tensor::sparse(&mut self.cursor, &mut self.out, sparse, &name, start);
            self.out.end(open);
            return taken.inspect_err(|_| self.out.rewind(keep));
        }
        let Some(dense) = ty.as_ref().and_then(TypeText::tensor) else {
            let wrong = "an initializer without a tensor type";
            return Err(self.cursor.wrong(start, wrong, "a tensor type before its name"));
        };
        let open = self.out.begin_at(graph::INITIALIZER, start);
        let typed = tensor::write_type(&self.cursor, &mut self.out, dense, start);
        typed.inspect_err(|_| self.out.rewind(keep))?;
        self.out.text(schema::tensor::NAME, &name);
        let keep = self.out.checkpoint();
        let taken = tensor::data(&mut self.cursor, &mut self.out, dense);
        if taken.is_err() {
            // The initializer exists with its type; its elements are unknown.
            self.out.rewind(keep);
            tensor::elided(&mut self.out, b"");
        }
        self.out.end_at(open, self.cursor.end());
        taken
    }

    /// `<domain: "d", opset_import: ["" : 18]> f <alpha, beta: float = 1> (a) => (b) { … }`
    pub(crate) fn function(&mut self) {
        let keep = self.out.checkpoint();
        let open = self.out.begin_at(schema::model::FUNCTIONS, self.cursor.start());
        self.owner = Some(open);
        match self.function_header() {
            Ok(()) => self.body(open, function::NODE),
            Err(fault) => {
                self.report(fault);
                self.out.rewind(keep);
                recover::to_body(&mut self.cursor);
                recover::over_body(&mut self.cursor);
                self.lost_to_the_end();
            }
        }
    }

    fn function_header(&mut self) -> Result<(), Fault> {
        if self.cursor.eat("<") {
            self.entries(Self::function_entry);
        }
        let name = self.cursor.name()?.ok_or_else(|| self.cursor.fault("a function or the end of the text"))?;
        self.out.text(function::NAME, &name);
        if self.cursor.eat("<") {
            self.list(b'>', "or `,` after an attribute", Self::parameter)?;
        }
        self.cursor.expect("(", "before the inputs of a function")?;
        self.list(b')', "or `,` after an input", |p| p.function_value(Some(function::INPUT)))?;
        self.cursor.expect("=>", "before the outputs of a function")?;
        self.cursor.expect("(", "before the outputs of a function")?;
        self.list(b')', "or `,` after an output", |p| p.function_value(Some(function::OUTPUT)))?;
        if self.cursor.eat("<") {
            self.list(b'>', "or `,` after a value", |p| p.function_value(None))?;
        }
        self.cursor.expect("{", "before the nodes of a function")
    }

    /// An input or output of a function, by its field, or only the type of a value. Types go to the value infos.
    fn function_value(&mut self, field: Option<u32>) -> Result<(), Fault> {
        let start = self.cursor.start();
        let (ty, name) = self.typed_name()?;
        if let Some(field) = field {
            self.out.text(field, &name);
        }
        if field.is_none() || ty.is_some() {
            self.write_value(function::VALUE_INFO, start, ty.as_ref(), &name);
        }
        Ok(())
    }

    /// An attribute of a function: its name, or its name with a default.
    fn parameter(&mut self) -> Result<(), Fault> {
        let start = self.cursor.start();
        let name = self.cursor.word()?.ok_or_else(|| self.cursor.fault("the name of an attribute"))?;
        if !matches!(self.cursor.peek(), Some(b':' | b'=')) {
            self.out.text(function::ATTRIBUTE, &name);
            return Ok(());
        }
        let keep = self.out.checkpoint();
        let taken = self.parameter_default(start, &name);
        taken.inspect_err(|_| self.out.rewind(keep))
    }

    fn parameter_default(&mut self, start: usize, name: &[u8]) -> Result<(), Fault> {
        let Parser { cursor, out, .. } = self;
        let mut attribute = Attribute::begin_named(cursor, out, function::ATTRIBUTE_PROTO, start, name)?;
        let mut more = attribute.wants_value();
        while more {
            let at = cursor.start();
            if let Taken::Graph(_) = attribute.value(cursor, out)? {
                return Err(cursor.wrong(at, "a graph as the default of a function's attribute", "a value"));
            }
            more = attribute.next(cursor)?;
        }
        attribute.end(cursor, out);
        Ok(())
    }
}
