//! Replacements that change a list of the text: item by item where all of them stay, otherwise the whole list.

use super::Printer;
use super::scan::List;
use crate::rewrite::WriteError;
use crate::source::Span;

/// An item of a list as it is written: its position in the text, if it is there, and its new text, if that changed.
pub(super) type Item = (Option<usize>, Option<String>);

impl Printer<'_> {
    /// The replacements that turn a list of the text into these items. One without a place in the text is inserted at
    /// `place`.
    pub(super) fn list(
        &self,
        read: Option<&List>,
        items: &[Item],
        (open, close): (&str, &str),
        place: u64,
    ) -> Result<Vec<(Span, String)>, WriteError> {
        let Some(read) = read else {
            let items: Vec<&str> = items.iter().filter_map(|(_, text)| text.as_deref()).collect();
            let text = format!("{open}{}{close} ", items.join(", "));
            return Ok(if items.is_empty() { Vec::new() } else { vec![(Span::new(place, place), text)] });
        };
        let kept: Vec<usize> = items.iter().map_while(|&(at, _)| at).collect();
        let is_all = kept.len() == read.items.len() && kept.iter().enumerate().all(|(i, &at)| i == at);
        let new = items.iter().skip(kept.len());
        if !is_all || read.items.is_empty() || new.clone().any(|(at, _)| at.is_some()) {
            return self.relisted(read, items, (open, close));
        }
        let changed = items.iter().take(kept.len()).zip(&read.items);
        let mut patches: Vec<(Span, String)> =
            changed.filter_map(|((_, text), &span)| Some((span, text.clone()?))).collect();
        let added: String = new.filter_map(|(_, text)| Some(format!(", {}", text.as_deref()?))).collect();
        let end = read.items.last().map_or(place, |item| item.end);
        if !added.is_empty() {
            patches.push((Span::new(end, end), added));
        }
        Ok(patches)
    }

    /// The whole list anew.
    fn relisted(
        &self,
        read: &List,
        items: &[Item],
        (open, close): (&str, &str),
    ) -> Result<Vec<(Span, String)>, WriteError> {
        if items.is_empty() && read.items.is_empty() {
            return Ok(Vec::new());
        }
        if items.is_empty() && open == "<" {
            return Ok(vec![(read.whole, String::new())]);
        }
        let mut texts = Vec::new();
        for (at, text) in items {
            texts.push(match (text, at) {
                (Some(text), _) => text.clone(),
                (None, Some(at)) => self.copied(read.items[*at])?,
                (None, None) => String::new(),
            });
        }
        let lines = read.whole.of(self.text).contains(&b'\n');
        let separator = if lines && texts.len() > 1 { ",\n   " } else { ", " };
        Ok(vec![(read.whole, format!("{open}{}{close}", texts.join(separator)))])
    }
}
