//! Replacements that change a list of the text: item by item where all of them stay, otherwise the whole list.

use std::borrow::Cow;

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
            let texts = items.iter().filter_map(|(_, text)| text.as_deref());
            if texts.clone().next().is_none() {
                return Ok(Vec::new());
            }
            let length = texts.clone().map(str::len).sum();
            let texts = texts.map(|text| Ok(Cow::Borrowed(text)));
            let text = joined(texts, items.len(), length, ", ", (open, &format!("{close} ")))?;
            return Ok(vec![(Span::new(place, place), text)]);
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
        let lines = read.whole.of(self.text).contains(&b'\n');
        let separator = if lines && items.len() > 1 { ",\n   " } else { ", " };
        let texts = items.iter().map(|(at, text)| match (text, at) {
            (Some(text), _) => Ok(Cow::Borrowed(text.as_str())),
            (None, Some(at)) => self.copied(read.items[*at]).map(Cow::Owned),
            (None, None) => Ok(Cow::Borrowed("")),
        });
        let length_of = |(at, text): &Item| match (text, at) {
            (Some(text), _) => text.len(),
            (None, at) => at.map_or(0, |at| read.items[at].len() as usize),
        };
        let length = items.iter().map(length_of).sum();
        Ok(vec![(read.whole, joined(texts, items.len(), length, separator, (open, close))?)])
    }
}

/// So many texts, of about this length together, in one: a list may be as long as the file.
fn joined<'t>(
    texts: impl Iterator<Item = Result<Cow<'t, str>, WriteError>>,
    count: usize,
    length: usize,
    separator: &str,
    (open, close): (&str, &str),
) -> Result<String, WriteError> {
    let mut joined = String::with_capacity(open.len() + length + count * separator.len() + close.len());
    joined.push_str(open);
    for (at, text) in texts.enumerate() {
        joined.push_str(if at > 0 { separator } else { "" });
        joined.push_str(&text?);
    }
    joined.push_str(close);
    Ok(joined)
}
