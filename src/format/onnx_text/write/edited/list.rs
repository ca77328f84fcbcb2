//! The replacement that changes a list of the text: only the items that changed where all of them stay, otherwise the whole
//! list.

use std::borrow::Cow;

use super::Printer;
use super::scan::List;
use crate::rewrite::WriteError;
use crate::source::Span;

/// The items of a list as they are written, of which there may be as many as the file has bytes.
#[derive(Default)]
pub(super) struct Items {
    items: Vec<Item>,
    /// The new texts of all items, one after another.
    new: String,
}

struct Item {
    /// The position in the text, if the item is there.
    read: Option<u32>,
    /// The end of its new text, which is empty if the item stays as it is.
    end: usize,
}

impl Items {
    /// Adds an item of the text that stays as it is.
    pub(super) fn keep(&mut self, read: usize) {
        self.items.push(Item { read: Some(read as u32), end: self.new.len() });
    }

    /// Adds an item with this text, in the place of one of the text, if there is one.
    pub(super) fn write(&mut self, read: Option<usize>, new: &str) {
        self.new.push_str(new);
        self.items.push(Item { read: read.map(|at| at as u32), end: self.new.len() });
    }

    pub(super) fn reserve(&mut self, count: usize) {
        self.items.reserve_exact(count);
    }

    /// For each item its position in the text, if it is there, and its new text, if that changed.
    fn iter(&self) -> impl Iterator<Item = (Option<usize>, Option<&str>)> + Clone {
        let starts = std::iter::once(0).chain(self.items.iter().map(|item| item.end));
        self.items.iter().zip(starts).map(|(item, start)| {
            let read = item.read.map(|at| at as usize);
            (read, Some(&self.new[start..item.end]).filter(|new| read.is_none() || !new.is_empty()))
        })
    }

    /// The new texts of items that are not in the text.
    pub(super) fn added(&self) -> impl Iterator<Item = &str> + Clone {
        self.iter().filter(|(read, _)| read.is_none()).filter_map(|(_, new)| new)
    }
}

impl Printer<'_> {
    /// The replacement that turns a list of the text into these items. A list that is not in the text is inserted at `place`.
    pub(super) fn list(
        &self,
        read: Option<&List>,
        items: &Items,
        (open, close): (&str, &str),
        place: u64,
    ) -> Result<Option<(Span, String)>, WriteError> {
        let Some(read) = read else {
            if items.items.is_empty() {
                return Ok(None);
            }
            let texts = items.added().map(|text| Ok(Cow::Borrowed(text)));
            let text = joined(texts, items.items.len(), items.new.len(), ", ", (open, &format!("{close} ")))?;
            return Ok(Some((Span::new(place, place), text)));
        };
        let kept = read.items.len();
        let is_all = items.iter().take(kept).map(|(at, _)| at).eq((0..kept).map(Some));
        let new = items.iter().skip(kept);
        if !is_all || kept == 0 || new.clone().any(|(at, _)| at.is_some()) {
            return self.relisted(read, items, (open, close));
        }
        let (mut text, mut done) = (String::new(), read.whole.start);
        for ((_, changed), item) in items.iter().zip(&read.items) {
            if let Some(changed) = changed {
                text.push_str(&self.copied(Span::new(done, item.start))?);
                text.push_str(changed);
                done = item.end;
            }
        }
        if let (true, Some(last)) = (items.items.len() > kept, read.items.last()) {
            text.push_str(&self.copied(Span::new(done, last.end))?);
            new.filter_map(|(_, text)| text).for_each(|new| text.extend([", ", new]));
            done = last.end;
        }
        Ok(Some((Span::new(read.whole.start, done), text)).filter(|(changed, _)| !changed.is_empty()))
    }

    /// The whole list anew.
    fn relisted(
        &self,
        read: &List,
        items: &Items,
        (open, close): (&str, &str),
    ) -> Result<Option<(Span, String)>, WriteError> {
        if items.items.is_empty() && read.items.is_empty() {
            return Ok(None);
        }
        if items.items.is_empty() && open == "<" {
            return Ok(Some((read.whole, String::new())));
        }
        let lines = read.whole.of(self.text).contains(&b'\n');
        let separator = if lines && items.items.len() > 1 { ",\n   " } else { ", " };
        let texts = items.iter().map(|(at, text)| match (text, at) {
            (Some(text), _) => Ok(Cow::Borrowed(text)),
            (None, Some(at)) => self.copied(read.items[at]),
            (None, None) => Ok(Cow::Borrowed("")),
        });
        let kept = items.iter().filter(|(_, text)| text.is_none()).filter_map(|(at, _)| at);
        let length = items.new.len() + kept.map(|at| read.items[at].len() as usize).sum::<usize>();
        Ok(Some((read.whole, joined(texts, items.items.len(), length, separator, (open, close))?)))
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
