//! The spans of inputs and outputs in the text of a node, which the reader of ONNX text does not store.

use std::ops::Range;

use crate::place::Part;

/// The ranges of the inputs and outputs in the text of a node.
#[derive(Default)]
pub(super) struct Operands {
    outputs: Vec<Range<usize>>,
    inputs: Vec<Range<usize>>,
}

impl Operands {
    /// Those in `[name] outputs = Op <attributes> (inputs)`.
    pub(super) fn new(text: &[u8]) -> Operands {
        let mut all = Operands::default();
        let mut section = Section::Outputs;
        let (mut depth, mut start) = (0usize, 0);
        for (i, byte) in (Tokens { text, next: 0 }) {
            match (section, depth, byte) {
                (Section::Outputs, 0, b',' | b'=') => {
                    all.outputs.push(trimmed(text, start..i));
                    section = if byte == b'=' { Section::Operator } else { section };
                    start = i + 1;
                }
                (Section::Inputs, 1, b',' | b')') => {
                    all.inputs.push(trimmed(text, start..i));
                    if byte == b')' {
                        break;
                    }
                    start = i + 1;
                }
                (Section::Operator, 0, b'(') => {
                    section = Section::Inputs;
                    start = i + 1;
                }
                // The node's name.
                (Section::Outputs, 1, b']') if all.outputs.is_empty() => start = i + 1,
                _ => {}
            }
            match byte {
                b'(' | b'[' | b'{' | b'<' => depth += 1,
                b')' | b']' | b'}' | b'>' => depth = depth.saturating_sub(1),
                _ => {}
            }
        }
        all
    }

    /// The range of an input or output.
    pub(super) fn get(&self, part: Part) -> Option<Range<usize>> {
        let (ranges, index) = match part {
            Part::Output(index) => (&self.outputs, index),
            Part::Input(index) | Part::Element(index, _) => (&self.inputs, index),
            _ => return None,
        };
        ranges.get(index as usize).cloned()
    }
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
        let named = |part| Operands::new(text.as_bytes()).get(part).map(|range| &text[range]);
        assert_eq!(named(Part::Output(0)), Some("y"));
        assert_eq!(named(Part::Output(1)), Some("z"));
        assert_eq!(named(Part::Input(0)), Some("cond"));
        assert_eq!(named(Part::Element(1, 7)), Some("x"));
        assert_eq!(named(Part::Input(2)), None);
        assert_eq!(Operands::new(b"y = \"").get(Part::Input(0)), None);
    }
}
