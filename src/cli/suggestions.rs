//! Suggestions from the names in several files.

use crate::suggest;

/// The name that is closest to a misspelled one.
#[derive(Clone, Debug, Default)]
pub(crate) struct ClosestName {
    /// The distance and the name.
    best: Option<(usize, String)>,
}

impl ClosestName {
    /// Compares `text` with an existing name.
    pub(crate) fn compare(&mut self, text: &str, known: &str) {
        let Some(distance) = suggest::distance(text, known) else { return };
        if self.best.as_ref().is_none_or(|best| (distance, known) < (best.0, best.1.as_str())) {
            self.best = Some((distance, known.to_owned()));
        }
    }

    /// The closest of these names.
    pub(crate) fn among<'a>(text: &str, known: impl IntoIterator<Item = &'a str>) -> ClosestName {
        let mut near = ClosestName::default();
        known.into_iter().for_each(|known| near.compare(text, known));
        near
    }

    /// Merges the result of another comparison of the same name.
    pub(crate) fn add(&mut self, other: ClosestName) {
        self.best = self.best.take().into_iter().chain(other.best).min();
    }

    /// `; did you mean …?`, or `otherwise` if no name is close.
    pub(crate) fn suggestion(&self, otherwise: &str) -> String {
        let near = self.best.as_ref().map(|(_, near)| format!("; did you mean `{near}`?"));
        near.unwrap_or_else(|| otherwise.to_owned())
    }
}
