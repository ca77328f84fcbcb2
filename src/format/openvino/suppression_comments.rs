//! Comments of an XML file, and the layers that they stand in or before.
//!
//! Reads nothing but where comments, tags and layers begin and end: faults of the tree are the reader's business.

use std::collections::HashMap;

use crate::graph::Model;
use crate::ids::NodeId;
use crate::source::Span;
use crate::suppression::{Comment, Scope, Suppression};

/// How far up an end tag may look for the element that it ends.
const REACH: usize = 64;

/// What the comments of a file suppress.
pub(crate) fn suppressions(model: &Model, text: &str) -> Vec<Suppression> {
    let scan = Scan::new(text);
    let nodes = model.nodes.iter().enumerate().map(|(i, node)| (node.span.start, NodeId::at(i)));
    let nodes: HashMap<u64, NodeId> = nodes.collect();
    let scope = |at: At| match at {
        At::File => Scope::File,
        At::Layer(start) => nodes.get(&(start as u64)).map_or(Scope::Nothing, |node| Scope::Node(*node)),
        At::Next => Scope::Nothing,
    };
    scan.found.into_iter().map(|(comment, at)| comment.suppression(scope(at))).collect()
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum At {
    File,
    /// Within or before the layer whose tag begins here.
    Layer(usize),
    /// Before a layer that has not come yet.
    Next,
}

#[derive(Default)]
struct Scan<'a> {
    open: Vec<&'a str>,
    /// Open layers: how many elements are around each, and where its tag begins.
    layers: Vec<(usize, usize)>,
    found: Vec<(Comment<'a>, At)>,
    /// How many of the last comments wait for a layer.
    waiting: usize,
}

impl<'a> Scan<'a> {
    fn new(text: &'a str) -> Scan<'a> {
        let mut scan = Scan::default();
        let mut at = 0;
        while let Some(start) = text.get(at..).and_then(|rest| rest.find('<')).map(|offset| at + offset) {
            at = scan.markup(text, start);
        }
        scan
    }

    /// Takes what begins at a `<`; where it ends.
    fn markup(&mut self, text: &'a str, start: usize) -> usize {
        let rest = text.get(start..).unwrap_or("");
        let behind = |end: &str| rest.find(end).map_or(text.len(), |offset| start + offset + end.len());
        if let Some(comment) = rest.strip_prefix("<!--") {
            let Some((comment, _)) = comment.split_once("-->") else { return text.len() };
            let end = start + comment.len() + 7;
            self.comment(comment, Span::new(start as u64, end as u64));
            end
        } else if rest.starts_with("<![CDATA[") {
            behind("]]>")
        } else if rest.starts_with("<?") {
            behind("?>")
        } else if let Some(tag) = rest.strip_prefix("</") {
            self.end_tag(name(tag));
            behind(">")
        } else {
            let length = tag_length(rest);
            let tag = rest.get(1..length).unwrap_or("");
            self.start_tag(name(tag), start, tag.ends_with("/>"));
            start + length
        }
    }

    fn comment(&mut self, text: &'a str, span: Span) {
        let Some(comment) = Comment::parse(text, span) else { return };
        let at = match (self.open.last(), self.layers.last()) {
            (Some(&"layers"), _) => At::Next,
            (_, Some(&(_, start))) => At::Layer(start),
            _ => At::File,
        };
        self.waiting += usize::from(at == At::Next);
        self.found.push((comment, at));
    }

    fn start_tag(&mut self, name: &'a str, start: usize, empty: bool) {
        if name == "layer" {
            let waiting = self.found.iter_mut().rev().take(std::mem::take(&mut self.waiting));
            waiting.for_each(|(_, at)| *at = At::Layer(start));
        }
        if empty {
            return;
        }
        if name == "layer" {
            self.layers.push((self.open.len(), start));
        }
        self.open.push(name);
    }

    fn end_tag(&mut self, name: &str) {
        let Some(above) = self.open.iter().rev().take(REACH).position(|open| *open == name) else { return };
        self.open.truncate(self.open.len() - 1 - above);
        while self.layers.last().is_some_and(|(around, _)| *around >= self.open.len()) {
            self.layers.pop();
        }
        if name == "layers" {
            self.waiting = 0;
        }
    }
}

/// The name at the start of a tag.
fn name(tag: &str) -> &str {
    let end = tag.find(|c: char| c.is_ascii_whitespace() || matches!(c, '>' | '/'));
    tag.get(..end.unwrap_or(tag.len())).unwrap_or(tag)
}

/// How long a start tag is: a `>` in quotes does not end it.
fn tag_length(tag: &str) -> usize {
    let mut quote = None;
    for (i, byte) in tag.bytes().enumerate() {
        match (quote, byte) {
            (Some(q), b) if b == q => quote = None,
            (Some(_), _) => {}
            (None, b'"' | b'\'') => quote = Some(byte),
            (None, b'>') => return i + 1,
            _ => {}
        }
    }
    tag.len()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn places(text: &str) -> Vec<At> {
        Scan::new(text).found.into_iter().map(|(_, at)| at).collect()
    }

    #[test]
    fn a_comment_is_for_the_layer_around_or_behind_it() {
        let note = "<!-- shapewright: ignore[x] -->";
        let layer = "<layer id='>' />";
        assert_eq!(places(&format!("{note}<net>{note}<layers/>{note}")), [At::File; 3]);
        assert_eq!(places(&format!("<net><layers>{note}{note}{layer}</layers>")), [At::Layer(75); 2]);
        assert_eq!(places(&format!("<layers>{layer}{note}</layers>{layer}")), [At::Next]);
        assert_eq!(
            places(&format!("<layers><layer><data/>{note}</layer>{note}<layer></layers>")),
            [At::Layer(8), At::Layer(92)]
        );
        // In a body, but in none of its layers: for the layer that holds the body.
        let body = format!("<layers><layer><body>{note}<layers>{note}<layer/></layers></body></layer></layers>");
        assert_eq!(places(&body), [At::Layer(8), At::Layer(91)]);
    }

    #[test]
    fn what_only_looks_like_one_is_none() {
        assert_eq!(places("<net name='<!-- shapewright: ignore[x] -->'><![CDATA[<!-- shapewright: x -->]]>"), []);
        assert_eq!(places("<!-- see shapewright: ignore[x] --><!-- shapewright: "), []);
        assert_eq!(places("<"), []);
        assert_eq!(places("</a></layers><!---->"), []);
    }
}
