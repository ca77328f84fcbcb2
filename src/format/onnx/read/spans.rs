//! The locations of the records of an ONNX text in the text.

use crate::source::Span;

/// Maps the start of a record's payload in the binary form to the location of the record in the text.
///
/// A payload starts after its tag and length, so no two records start at the same byte, not even empty ones.
#[derive(Debug, Default)]
pub(crate) struct SpanMap {
    places: Vec<(u64, Span)>,
    partial: Vec<u64>,
}

impl SpanMap {
    /// A map of these pairs, in any order.
    pub(crate) fn new(mut pairs: Vec<(u64, Span)>) -> SpanMap {
        pairs.sort_unstable_by_key(|&(start, _)| start);
        SpanMap { places: pairs, partial: Vec::new() }
    }

    /// The same map with the payloads of graphs and functions that could not be read completely.
    pub(crate) fn with_partial(mut self, mut partial: Vec<u64>) -> SpanMap {
        partial.sort_unstable();
        self.partial = partial;
        self
    }

    /// Whether the graph or function of this payload could not be read completely.
    pub(crate) fn is_partial(&self, record: Span) -> bool {
        self.partial.binary_search(&record.start).is_ok()
    }

    /// Every location, in the order of the records.
    #[cfg(test)]
    pub(crate) fn places(&self) -> impl Iterator<Item = Span> + '_ {
        self.places.iter().map(|&(_, text)| text)
    }

    /// The location of a record in the text: its own, or that of the last record that starts before it.
    pub(crate) fn place(&self, record: Span) -> Span {
        let after = self.places.partition_point(|&(start, _)| start <= record.start);
        self.places.get(after.wrapping_sub(1)).or(self.places.first()).map_or(Span::default(), |&(_, text)| text)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_field_without_a_location_has_that_of_the_previous_record() {
        let map = SpanMap::new(vec![(20, Span::new(5, 9)), (4, Span::new(0, 5))]);
        assert_eq!(map.place(Span::new(4, 30)), Span::new(0, 5));
        assert_eq!(map.place(Span::new(20, 20)), Span::new(5, 9));
        assert_eq!(map.place(Span::new(25, 30)), Span::new(5, 9));
        assert_eq!(map.place(Span::new(1, 30)), Span::new(0, 5));
        assert_eq!(SpanMap::default().place(Span::new(1, 2)), Span::default());
    }
}
