//! Handling of syntax errors: a finding, and a replacement for what could not be read.

use super::cursor::Fault;
use super::parser::Parser;
use super::recover;
use crate::diagnostic::Diagnostic;
use crate::format::onnx::schema::node;
use crate::graph::UNREADABLE;
use crate::place::Place;

impl Parser<'_> {
    /// Reports an error in a list of nodes and continues at the next node.
    pub(crate) fn recover(&mut self, fault: Fault) {
        let at = fault.span.start as usize;
        self.report(fault);
        let start = self.node().map_or(at, |n| n.start);
        recover::to_next_node(&mut self.cursor, start, at);
        self.replace_node();
        if self.lost_to_the_end() {
            // The text ends inside: everything open ends with it.
            self.levels.truncate(1);
            self.replace_node();
            if let Some(level) = self.levels.pop() {
                self.out.end_at(level.owner, self.cursor.end());
            }
        }
    }

    /// Whether nothing is left after an error; what is missing is then not reported.
    pub(crate) fn lost_to_the_end(&mut self) -> bool {
        if self.cursor.peek().is_none() {
            self.ended = true;
            self.lose();
        }
        self.ended
    }

    /// RecordWriter that the current graph or function is incomplete.
    pub(crate) fn lose(&mut self) {
        if let Some(owner) = self.owner {
            self.out.mark_partial(owner);
        }
    }

    /// Ends an unreadable node: its outputs remain, as those of an unknown operator.
    fn replace_node(&mut self) {
        let Some(level) = self.levels.last_mut() else { return };
        let Some(node) = level.node.take() else { return };
        self.out.rewind(node.keep);
        if !node.has_outputs {
            self.out.mark_partial(level.owner);
        } else {
            self.out.text(node::OP_TYPE, b"Unreadable");
            self.out.text(node::DOMAIN, UNREADABLE.as_bytes());
            self.out.end_at(node.open, self.cursor.end());
            self.domains.insert(UNREADABLE.as_bytes().into());
        }
    }

    /// Reports a syntax error.
    pub(crate) fn report(&mut self, fault: Fault) {
        let text = self.cursor.text();
        let at_end = fault.span.start >= text.len() as u64;
        if at_end && std::mem::replace(&mut self.ended, true) {
            return;
        }
        let found = match String::from_utf8_lossy(fault.span.of(text)) {
            found if found.is_empty() => "the end of the text".to_owned(),
            found => format!("`{}`", found.chars().take(40).collect::<String>()),
        };
        let message = match &fault.wrong {
            Some(wrong) => format!("{wrong}; expected {}", fault.expected),
            None => format!("expected {}, found {found}", fault.expected),
        };
        let finding = Diagnostic::new(&crate::rules::syntax_error::RULE, Place::bytes(fault.span), message)
            .label(format!("expected {}", fault.expected))
            .help(
                "reading continues at the next node or list entry; `shapewright explain syntax-error` shows the syntax",
            )
            .data("expected", &*fault.expected)
            .data("found", found.trim_matches('`'));
        self.diagnostics.report(finding);
    }
}
