//! The header in `<…>` before the graph of a model and before a function.

use super::cursor::Fault;
use super::parser::Parser;
use super::{recover, tensor};
use crate::format::onnx::schema::{function, model, opset_id};

const MODEL: [&str; 8] = [
    "ir_version",
    "opset_import",
    "producer_name",
    "producer_version",
    "domain",
    "model_version",
    "doc_string",
    "metadata_props",
];

const FUNCTION: [&str; 4] = ["opset_import", "doc_string", "domain", "overload"];

/// Whether a word is the key of a header entry.
pub(crate) fn is_key(word: &[u8]) -> bool {
    MODEL.iter().chain(&FUNCTION).any(|k| k.as_bytes() == word)
}

impl Parser<'_> {
    /// Parses the entries of a header after its `<`, and its `>`. An error costs one entry.
    pub(crate) fn entries(&mut self, entry: impl Fn(&mut Self) -> Result<(), Fault>) {
        let mut lost = false;
        loop {
            let start = self.cursor.start();
            let taken = entry(self);
            if taken.is_ok() && self.cursor.eat(">") {
                return;
            }
            if taken.is_ok() && self.cursor.eat(",") {
                lost = false;
                continue;
            }
            self.has_faulty_header = true;
            let fault = taken.err().unwrap_or_else(|| self.cursor.fault("`,` or `>` after an entry of the header"));
            if !lost || !self.cursor.peek_identifier().is_empty() || fault.span.start > start as u64 {
                self.report(fault);
            }
            lost = true;
            recover::to_end_of_item(&mut self.cursor, start, b'>');
            if self.lost_to_the_end() || !self.cursor.eat(",") {
                self.cursor.eat(">");
                return;
            }
        }
    }

    fn key(&mut self, known: &[&'static str]) -> Result<&'static str, Fault> {
        let word = self.cursor.peek_identifier();
        let Some(key) = known.iter().find(|k| k.as_bytes() == word) else {
            return Err(self.cursor.fault(format!("an entry of the header ({})", known.join(", "))));
        };
        self.cursor.identifier();
        self.cursor.expect(":", "after the name of an entry")?;
        Ok(key)
    }

    /// An entry of a model's header.
    pub(crate) fn model_entry(&mut self) -> Result<(), Fault> {
        match self.key(&MODEL)? {
            "ir_version" => {
                self.int_entry(model::IR_VERSION)?;
                self.has_ir_version = true;
                Ok(())
            }
            "opset_import" => self.opset_import(model::OPSET_IMPORT),
            "producer_name" => self.text_entry(model::PRODUCER_NAME),
            "producer_version" => self.text_entry(model::PRODUCER_VERSION),
            "domain" => self.text_entry(model::DOMAIN),
            "model_version" => self.int_entry(model::MODEL_VERSION),
            "doc_string" => self.text_entry(model::DOC_STRING),
            _ => {
                self.cursor.expect("[", "before metadata")?;
                tensor::entries(&mut self.cursor, &mut self.out, model::METADATA_PROPS)
            }
        }
    }

    /// An entry of a function's header.
    pub(crate) fn function_entry(&mut self) -> Result<(), Fault> {
        match self.key(&FUNCTION)? {
            "opset_import" => self.opset_import(function::OPSET_IMPORT),
            "doc_string" => self.text_entry(function::DOC_STRING),
            "domain" => self.text_entry(function::DOMAIN),
            _ => self.text_entry(function::OVERLOAD),
        }
    }

    fn text_entry(&mut self, field: u32) -> Result<(), Fault> {
        let text = self.cursor.quoted()?;
        self.out.text(field, &text);
        Ok(())
    }

    fn int_entry(&mut self, field: u32) -> Result<(), Fault> {
        let value = self.cursor.int()?;
        self.out.int(field, value);
        Ok(())
    }

    /// `["" : 18, "ai.onnx.ml" : 3]`
    fn opset_import(&mut self, field: u32) -> Result<(), Fault> {
        self.cursor.expect("[", "before operator sets")?;
        while !self.cursor.eat("]") {
            let start = self.cursor.start();
            let domain = self.cursor.quoted()?;
            self.cursor.expect(":", "after a domain")?;
            let version = self.cursor.int()?;
            let open = self.out.begin_at(field, start);
            self.out.text(opset_id::DOMAIN, &domain);
            self.out.int(opset_id::VERSION, version);
            self.out.end_at(open, self.cursor.end());
            self.imported.insert(domain.into_owned());
            if !self.cursor.eat(",") {
                return self.cursor.expect("]", "or `,` after the version of an operator set");
            }
        }
        Ok(())
    }
}
