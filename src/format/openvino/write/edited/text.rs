//! New text: its line ends and indentation, and what is known only after the weights are placed.

use std::borrow::Cow;

use super::super::layer::Style;
use crate::ir_syntax::attribute_text;
use crate::rewrite::WriteError;
use crate::short_text::{LONGEST_INDENT, indentation};

/// A part of new text.
#[derive(Debug)]
pub(super) enum Piece {
    Text(String),
    /// The offset of a constant in the weights.
    Offset(usize),
}

/// New text.
#[derive(Default, Debug)]
pub(super) struct Text {
    pub(super) pieces: Vec<Piece>,
}

impl Text {
    pub(super) fn push(&mut self, text: &str) {
        match self.pieces.last_mut() {
            Some(Piece::Text(last)) => last.push_str(text),
            _ => self.pieces.push(Piece::Text(text.to_owned())),
        }
    }

    /// Adds the offset of a constant.
    pub(super) fn push_offset(&mut self, constant: usize) {
        self.pieces.push(Piece::Offset(constant));
    }

    /// Adds an attribute after what precedes it.
    pub(super) fn attribute(&mut self, name: &str, value: &str) -> Result<(), WriteError> {
        self.push(&format!(" {name}=\"{}\"", escaped(value)?));
        Ok(())
    }

    pub(super) fn is_empty(&self) -> bool {
        self.pieces.is_empty()
    }

    pub(super) fn append(&mut self, other: Text) {
        for piece in other.pieces {
            match piece {
                Piece::Text(text) => self.push(&text),
                Piece::Offset(constant) => self.push_offset(constant),
            }
        }
    }
}

impl From<String> for Text {
    fn from(text: String) -> Text {
        Text { pieces: vec![Piece::Text(text)] }
    }
}

/// A value between double quotes.
pub(super) fn escaped(value: &str) -> Result<Cow<'_, str>, WriteError> {
    if value.contains(|c: char| c.is_ascii_control() && !"\t\n\r".contains(c)) {
        let message = format!("IR cannot contain the control characters in {value:?}");
        return Err(WriteError::Unsupported(message));
    }
    Ok(attribute_text(value))
}

/// The lines of the children of an element.
#[derive(Clone, Debug)]
pub(super) struct Lines {
    /// What precedes the end tag of the element.
    end: String,
    /// What precedes a child.
    child: String,
    /// The indentation of one more level.
    step: String,
}

impl Lines {
    /// The lines in the element that starts here, and whose first child starts there.
    pub(super) fn new(text: &str, parent: usize, child: Option<usize>) -> Lines {
        let outer = Style::at(text, parent);
        let inner = child.map(|start| Style::at(text, start));
        let line_end = inner.map_or(outer.line_end, |inner| inner.line_end);
        if line_end.is_empty() {
            return Lines { end: String::new(), child: String::new(), step: String::new() };
        }
        let deeper = inner.and_then(|inner| inner.indent.strip_prefix(outer.indent));
        let step = indentation(deeper.filter(|step| !step.is_empty()).unwrap_or("\t"));
        let (step, end) = (step.to_owned(), format!("{line_end}{}", indentation(outer.indent)));
        match inner {
            Some(inner) => Lines { end, child: format!("{line_end}{}", indentation(inner.indent)), step },
            None => Lines { end: String::new(), child: end, step }.inner(),
        }
    }

    /// The lines in a child. They are as deep as those around it where these are very deep.
    pub(super) fn inner(&self) -> Lines {
        let mut child = self.child.clone();
        if child.len() + self.step.len() <= LONGEST_INDENT {
            child.push_str(&self.step);
        }
        Lines { end: self.child.clone(), child, step: self.step.clone() }
    }

    /// What precedes a child.
    pub(super) fn child(&self) -> &str {
        &self.child
    }

    /// What precedes the end tag.
    pub(super) fn end(&self) -> &str {
        &self.end
    }
}
