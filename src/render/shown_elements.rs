//! The elements of constants that a report shows.

use std::cell::Cell;

use crate::graph::Model;
use crate::print::most_text;

/// Which elements are shown. Constants may share their data, so that a small file can have any number of elements.
pub(crate) struct ShownElements {
    /// Maximum number of elements of a constant whose elements are shown.
    most: usize,
    /// How many bytes their text may still have; `None` from the first constant on whose text is longer.
    left: Cell<Option<u64>>,
}

impl ShownElements {
    pub(crate) fn new(model: &Model, most: usize) -> ShownElements {
        ShownElements { most, left: Cell::new(Some(most_text(model))) }
    }

    /// Maximum number of elements of the next constant; `None` if there is no room for more.
    pub(crate) fn most(&self) -> Option<usize> {
        self.left.get().map(|_| self.most)
    }

    /// Whether there was no room for some elements.
    pub(crate) fn is_cut(&self) -> bool {
        self.left.get().is_none()
    }

    /// Whether there is room for the text of elements, which takes it.
    pub(super) fn admits(&self, text: &str) -> bool {
        self.left.set(self.left.get().and_then(|left| left.checked_sub(text.len() as u64)));
        !self.is_cut()
    }

    /// Calls a function that does not write, and gives back the room that it takes.
    pub(super) fn in_advance<T>(&self, visit: impl FnOnce() -> T) -> T {
        let left = self.left.get();
        let result = visit();
        self.left.set(left);
        result
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::analyze::analyze;
    use crate::fold::ConstantValues;
    use crate::format::options::ReadOptions;
    use crate::options::AnalysisOptions;
    use crate::render::{Shapes, write_shapes_json, write_table};
    use crate::report::{FileReport, errors};
    use crate::source::Source;

    /// Whose elements a table and JSON show if their text has at most `left` bytes, and whether that is said to be not all.
    fn shown(left: u64) -> [(String, bool); 2] {
        let text = "<ir_version: 9, opset_import: [\"\" : 18]>
            g (float[4] x) => (float[4] y) <float[4] a = {1, 2, 3, 4}, float[5] b = {1, 2, 3, 4, 5}, float[1] c = {7}> {
            d = Neg (c)  y = Sum (x, a, d) }";
        let model = Model::read(Source::from_bytes("m.onnxtxt", text), &ReadOptions::default());
        let options = AnalysisOptions::default();
        let analysis = analyze(&model, &options);
        let report = FileReport::new("m", &model, &analysis, errors);
        let constants = ConstantValues::find(&model, &analysis, &options, Some(4));
        [write_table, write_shapes_json].map(|write| {
            let values = ShownElements { most: 4, left: Cell::new(Some(left)) };
            let mut out = Vec::new();
            let (values_shown, constants) = (Some(&values), Some(&constants));
            let shapes =
                Shapes { model: &model, analysis: &analysis, report: &report, values: values_shown, constants };
            write(&mut out, shapes).expect("memory");
            let text = String::from_utf8(out).expect("UTF-8");
            let known = [
                ("a", ["= [1,2,3,4]", "[1.0,2.0,3.0,4.0]"]),
                ("b", ["[1,2,3,4,5]", "[1.0,2.0,3.0,4.0,5.0]"]),
                ("c", ["= [7]", "[7.0]"]),
                ("d", ["= [-7]", "[-7.0]"]),
            ];
            let is_shown = |forms: [&str; 2]| forms.iter().any(|form| text.contains(form));
            (known.into_iter().filter(|&(_, forms)| is_shown(forms)).map(|(name, _)| name).collect(), values.is_cut())
        })
    }

    #[test]
    fn elements_are_shown_up_to_the_first_whose_text_is_too_long() {
        // Texts of 11, 5, and 6 bytes in a table, where the first one is aligned in advance; of 17, 5, and 6 in JSON.
        for (left, table, json) in [
            (28, "acd", "acd"),
            (27, "acd", "ac"),
            (22, "acd", "ac"),
            (21, "ac", "a"),
            (17, "ac", "a"),
            (16, "ac", ""),
            (10, "", ""),
        ] {
            let expected = [table, json].map(|names| (names.to_owned(), names != "acd"));
            assert_eq!(shown(left), expected, "{left} bytes");
        }
    }
}
