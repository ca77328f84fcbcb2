//! The spans of inputs and outputs in the text of a node, which the reader of ONNX text does not store.

use std::ops::Range;

use crate::place::Part;

/// The range of an input or output in the text of a node, `[name] outputs = Op <attributes> (inputs)`.
pub(super) fn operand(text: &[u8], part: Part) -> Option<Range<usize>> {
    let wanted = match part {
        Part::Output(index) => (Section::Outputs, index),
        Part::Input(index) | Part::Element(index, _) => (Section::Inputs, index),
        _ => return None,
    };
    let mut at = (Section::Outputs, 0);
    let (mut depth, mut start) = (0usize, 0);
    for (i, byte) in (Tokens { text, next: 0 }) {
        match (at.0, depth, byte) {
            (Section::Outputs, 0, b',' | b'=') | (Section::Inputs, 1, b',' | b')') => {
                if at == wanted {
                    return Some(trimmed(text, start..i));
                }
                at = if byte == b'=' { (Section::Operator, 0) } else { (at.0, at.1 + 1) };
                start = i + 1;
            }
            (Section::Operator, 0, b'(') => {
                at = (Section::Inputs, 0);
                start = i + 1;
            }
            // The node's name.
            (Section::Outputs, 1, b']') if at.1 == 0 => start = i + 1,
            _ => {}
        }
        match byte {
            b'(' | b'[' | b'{' | b'<' => depth += 1,
            b')' | b']' | b'}' | b'>' => depth = depth.saturating_sub(1),
            _ => {}
        }
    }
    None
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Section {
    Outputs,
    Operator,
    Inputs,
}

fn trimmed(text: &[u8], range: Range<usize>) -> Range<usize> {
    let piece = &text[range.clone()];
    let lead = piece.len() - piece.trim_ascii_start().len();
    range.start + lead..range.start + lead + piece.trim_ascii().len()
}

/// The bytes outside strings and comments, and without `=>`.
struct Tokens<'a> {
    text: &'a [u8],
    next: usize,
}

impl Iterator for Tokens<'_> {
    type Item = (usize, u8);

    fn next(&mut self) -> Option<(usize, u8)> {
        loop {
            let i = self.next;
            let rest = self.text.get(i..)?;
            self.next += match rest {
                [b'"', tail @ ..] => 1 + string_length(tail),
                [b'#', ..] => rest.iter().position(|&b| b == b'\n').unwrap_or(rest.len()),
                [b'=', b'>', ..] => 2,
                [byte, ..] => {
                    self.next += 1;
                    return Some((i, *byte));
                }
                [] => return None,
            };
        }
    }
}

/// The length of a string after its opening quote, including the closing quote.
fn string_length(tail: &[u8]) -> usize {
    let mut escaped = false;
    let end = tail.iter().position(|&b| {
        let ends = b == b'"' && !escaped;
        escaped = b == b'\\' && !escaped;
        ends
    });
    end.map_or(tail.len(), |i| i + 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_operand_is_found_after_names_attributes_and_bodies() {
        let text = r#"["a,b = ("] y, z = If <then_branch = g () => (float t) { t = Neg (c) }, s = ")"> (cond , x)"#;
        let named = |part| operand(text.as_bytes(), part).map(|range| &text[range]);
        assert_eq!(named(Part::Output(0)), Some("y"));
        assert_eq!(named(Part::Output(1)), Some("z"));
        assert_eq!(named(Part::Input(0)), Some("cond"));
        assert_eq!(named(Part::Element(1, 7)), Some("x"));
        assert_eq!(named(Part::Input(2)), None);
        assert_eq!(operand(b"y = \"", Part::Input(0)), None);
    }
}
