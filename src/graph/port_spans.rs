//! IR: the locations of the parts of ports, in a few bytes per port.

use crate::source::Span;

/// The spans of `precision` and of every `<dim>`, for every port of a model.
#[derive(Clone, Debug, Default)]
pub(crate) struct PortSpans {
    /// Where each port starts in the file, and where its parts start in `lengths`.
    ports: Vec<(u64, u32)>,
    /// For each part of a port two numbers in LEB128: the bytes from the end of the part before it, and its own length.
    lengths: Vec<u8>,
}

/// A part of a `<port>`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum PortPart {
    /// The attribute `precision`, with its value.
    Precision,
    /// The `<dim>` of this axis.
    Dim(usize),
}

impl PortSpans {
    /// Records a port that starts at `start` and is written like one before, of which [`PortSpans::push`] returned `parts`.
    pub(crate) fn push_same(&mut self, start: u64, parts: u32) {
        self.ports.push((start, parts));
    }

    /// Records the parts of the port that starts at `start`. `dims` are in file order, after the `precision`. `None` if there
    /// are too many.
    pub(crate) fn push(&mut self, start: u64, precision: Option<Span>, dims: &[Span]) -> Option<u32> {
        let first = u32::try_from(self.lengths.len()).ok()?;
        self.ports.push((start, first));
        let mut end = start;
        self.number(1 + dims.len() as u64);
        for part in std::iter::once(precision.unwrap_or(Span::new(start, start))).chain(dims.iter().copied()) {
            self.number(part.start.saturating_sub(end));
            self.number(part.len());
            end = part.end;
        }
        Some(first)
    }

    fn number(&mut self, mut value: u64) {
        while value >= 0x80 {
            self.lengths.push(value as u8 | 0x80);
            value >>= 7;
        }
        self.lengths.push(value as u8);
    }

    /// Ends the recording: bodies are read after the graphs around them, lookups need the order of the file.
    pub(crate) fn finish(&mut self) {
        self.ports.sort_unstable();
        self.ports.shrink_to_fit();
        self.lengths.shrink_to_fit();
    }

    /// The part of the port that starts at `start`; `None` if it has no such part.
    pub(crate) fn get(&self, start: u64, part: PortPart) -> Option<Span> {
        let port = self.ports.binary_search_by_key(&start, |&(start, _)| start).ok()?;
        let mut numbers = crate::protobuf::varints(self.lengths.get(self.ports[port].1 as usize..)?);
        let count = usize::try_from(numbers.next()?).ok()?;
        let index = match part {
            PortPart::Precision => 0,
            PortPart::Dim(axis) => axis.checked_add(1)?,
        };
        if index >= count {
            return None;
        }
        let mut end = start;
        for _ in 0..index {
            end += numbers.next()? + numbers.next()?;
        }
        let start = end + numbers.next()?;
        let length = numbers.next()?;
        (length > 0).then(|| Span::new(start, start + length))
    }
}

#[cfg(test)]
impl PortSpans {
    /// The number of ports that were parsed: those that are written like one of them share its parts.
    pub(crate) fn parsed(&self) -> usize {
        self.ports.iter().map(|&(_, parts)| parts).collect::<std::collections::HashSet<_>>().len()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_are_found_by_port_and_axis() {
        let span = |start, end| Span::new(start, end);
        let mut spans = PortSpans::default();
        spans.push(500, None, &[]);
        let parts = spans.push(100, Some(span(106, 122)), &[span(123, 135), span(335, 348)]).unwrap();
        spans.push_same(700, parts);
        spans.finish();
        assert_eq!(spans.get(700, PortPart::Dim(1)), Some(span(935, 948)));
        assert_eq!(spans.get(100, PortPart::Precision), Some(span(106, 122)));
        assert_eq!(spans.get(100, PortPart::Dim(0)), Some(span(123, 135)));
        assert_eq!(spans.get(100, PortPart::Dim(1)), Some(span(335, 348)));
        for (start, part) in [(100, PortPart::Dim(2)), (500, PortPart::Precision), (500, PortPart::Dim(0))] {
            assert_eq!(spans.get(start, part), None);
        }
        assert_eq!(spans.get(101, PortPart::Precision), None);
    }
}
