//! Removal of items from lists such as `<float[2] w = {1, 2}, int64 n>`, each with one comma.

use crate::format::onnx_text::read::is_space;
use crate::source::Span;

/// The cuts that remove these items, in the order of the text. An item next to a comment remains.
pub(crate) fn cuts(text: &[u8], mut items: Vec<Span>) -> Vec<Span> {
    items.sort();
    items.dedup();
    let mut cuts: Vec<Span> = Vec::new();
    for &item in &items {
        let after = skip_blanks(text, item.end);
        match byte(text, after) {
            Some(b',') => cuts.push(Span::new(item.start, line_end(text, item.start, after + 1))),
            Some(b'>') => {
                if let Some(start) = comma_before(text, item.start, &items, &cuts) {
                    while cuts.pop_if(|cut| cut.start >= start).is_some() {}
                    cuts.push(Span::new(start, item.end));
                }
            }
            _ => {}
        }
    }
    cuts
}

fn byte(text: &[u8], at: u64) -> Option<u8> {
    text.get(usize::try_from(at).ok()?).copied()
}

fn skip_blanks(text: &[u8], mut at: u64) -> u64 {
    while byte(text, at).is_some_and(is_space) {
        at += 1;
    }
    at
}

/// The end of the blanks after a comma: at the next item on its line, or at an item on another line.
fn line_end(text: &[u8], item: u64, comma: u64) -> u64 {
    let next = skip_blanks(text, comma);
    let blanks = Span::new(comma, next).of(text);
    let head = Span::new(0, item).of(text);
    let first = head.iter().rposition(|b| !matches!(b, b' ' | b'\t')).is_none_or(|last| head[last] == b'\n');
    match blanks.iter().position(|&b| b == b'\n') {
        // The next item replaces this one.
        Some(_) if first => next,
        Some(end) => comma + end as u64,
        None => next,
    }
}

/// Where the cut of the last item of a list starts: at the comma before it that no cut contains, or at the first item
/// if all are removed. `None` if there is a comment in between.
fn comma_before(text: &[u8], item: u64, items: &[Span], cuts: &[Span]) -> Option<u64> {
    let mut start = item;
    let mut cuts = cuts.iter().rev().peekable();
    loop {
        let head = Span::new(0, start).of(text);
        let last = head.iter().rposition(|&b| !is_space(b))?;
        if let Some(cut) = cuts.next_if(|cut| cut.start <= last as u64 && (last as u64) < cut.end) {
            start = cut.start;
            continue;
        }
        return match head[last] {
            _ if line_before(text, items, last as u64).contains(&b'#') => None,
            b',' => Some(last as u64),
            b'<' => Some(start),
            _ => None,
        };
    }
}

/// What precedes this byte of a list on its line. If very many lists share a line, each has its own part, from the item before:
/// no item is within a comment.
fn line_before<'t>(text: &'t [u8], items: &[Span], at: u64) -> &'t [u8] {
    let before = items.partition_point(|item| item.end <= at).checked_sub(1);
    let start = before.and_then(|last| items.get(last)).map_or(0, |item| item.end);
    Span::new(start, at).of(text).rsplit(|&b| b == b'\n').next().unwrap_or(&[])
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The list without the items of these names.
    fn without(text: &str, names: &[&str]) -> String {
        let item = |name: &&str| {
            let start = text.find(*name).expect("an item") as u64;
            Span::new(start, start + name.len() as u64)
        };
        let mut left = text.to_owned();
        for cut in cuts(text.as_bytes(), names.iter().map(item).collect()).iter().rev() {
            left.replace_range(cut.start as usize..cut.end as usize, "");
        }
        left
    }

    #[test]
    fn every_item_is_removed_with_one_comma() {
        for (names, left) in [
            (&["aa"][..], "<bb, cc>"),
            (&["bb"], "<aa, cc>"),
            (&["cc"], "<aa, bb>"),
            (&["aa", "bb"], "<cc>"),
            (&["bb", "cc"], "<aa>"),
            (&["aa", "cc"], "<bb>"),
            (&["aa", "bb", "cc"], "<>"),
        ] {
            assert_eq!(without("<aa, bb, cc>", names), left);
        }
    }

    #[test]
    fn items_are_removed_with_their_lines() {
        let text = "<\n  aa,\n  bb,\n  cc\n>";
        assert_eq!(without(text, &["aa"]), "<\n  bb,\n  cc\n>");
        assert_eq!(without(text, &["bb"]), "<\n  aa,\n  cc\n>");
        assert_eq!(without(text, &["cc"]), "<\n  aa,\n  bb\n>");
        assert_eq!(without("<aa,\n bb, cc>", &["aa"]), "<\n bb, cc>");
    }

    #[test]
    fn comments_are_not_read_as_text() {
        for text in ["<aa, # one,\n bb>", "<aa, bb # two\n>"] {
            assert_eq!(without(text, &["bb"]), text);
        }
        assert_eq!(without("<aa, # one,\n bb>", &["aa"]), "<# one,\n bb>");
        assert_eq!(without("<\x0baa\x0b, bb, cc\x0b>", &["aa", "cc"]), "<\x0bbb\x0b>");
    }

    #[test]
    fn a_line_with_many_lists_is_searched_once() {
        assert_eq!(without("x = \"#\" <aa, bb> <cc, dd>", &["aa", "dd"]), "x = \"#\" <bb> <cc>");
        let text = "<kept, gone> ".repeat(100);
        let items: Vec<Span> = text.match_indices("gone").map(|(at, _)| Span::new(at as u64, at as u64 + 4)).collect();
        let commas = items.iter().map(|item| item.start - 2);
        let searched: usize = commas.map(|comma| line_before(text.as_bytes(), &items, comma).len()).sum();
        assert!(searched < text.len(), "{searched} bytes of {}", text.len());
        assert_eq!(cuts(text.as_bytes(), items).len(), 100);
    }
}
