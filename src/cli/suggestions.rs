//! Suggestions from names of several files.

use crate::suggest;

/// A name, and the nearest of those that it was compared with.
#[derive(Clone, Debug, Default)]
pub(crate) struct Near {
    /// How far it is, and what it is.
    best: Option<(usize, String)>,
}

impl Near {
    /// Compares `text` with a name that there is.
    pub(crate) fn compare(&mut self, text: &str, known: &str) {
        let Some(distance) = suggest::distance(text, known) else { return };
        if self.best.as_ref().is_none_or(|best| (distance, known) < (best.0, best.1.as_str())) {
            self.best = Some((distance, known.to_owned()));
        }
    }

    /// The nearest of these names.
    pub(crate) fn of<'a>(text: &str, known: impl IntoIterator<Item = &'a str>) -> Near {
        let mut near = Near::default();
        known.into_iter().for_each(|known| near.compare(text, known));
        near
    }

    /// Takes what another comparison of the same name found, if it is nearer.
    pub(crate) fn add(&mut self, other: Near) {
        self.best = self.best.take().into_iter().chain(other.best).min();
    }

    /// `; did you mean …?`, or `otherwise` if nothing is near.
    pub(crate) fn suggestion(&self, otherwise: &str) -> String {
        let near = self.best.as_ref().map(|(_, near)| format!("; did you mean `{near}`?"));
        near.unwrap_or_else(|| otherwise.to_owned())
    }
}
