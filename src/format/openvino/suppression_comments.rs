//! Suppression comments of an XML file, and the layers that contain or follow them.

use std::collections::HashMap;

use super::xml::{Mode, Xml};
use crate::graph::Model;
use crate::ids::NodeId;
use crate::suppression::{Comment, Scope, Suppression};

/// The suppressions in the comments of a file. A separate pass, only for files that contain the prefix: the reader
/// stops at an unknown version, but suppressions after it apply to that finding too.
pub(crate) fn suppressions(model: &Model, text: &str) -> Vec<Suppression> {
    let nodes = model.nodes.iter().enumerate().map(|(i, node)| (node.span().start, NodeId::at(i)));
    let nodes: HashMap<u64, NodeId> = nodes.collect();
    let scope = |at: At| match at {
        At::File => Scope::File,
        At::Layer(start) => nodes.get(&(start as u64)).map_or(Scope::Nothing, |node| Scope::Node(*node)),
        At::Next => Scope::Nothing,
    };
    Scan::new(text).found.into_iter().map(|(comment, at)| comment.suppression(scope(at))).collect()
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum At {
    File,
    /// Within or before the layer whose tag begins here.
    Layer(usize),
    /// Before a layer that has not been read yet.
    Next,
}

#[derive(Default)]
struct Scan<'a> {
    /// Open elements: their names, and where the tag of the innermost layer begins, which is itself or around it.
    open: Vec<(&'a str, Option<usize>)>,
    found: Vec<(Comment<'a>, At)>,
    /// How many of the last comments wait for a layer.
    waiting: usize,
}

impl<'a> Scan<'a> {
    fn new(text: &'a str) -> Scan<'a> {
        let mut xml = Xml::new(text, 0..text.len(), Mode::File);
        xml.allow_text(true);
        xml.keep_comments();
        let mut scan = Scan::default();
        loop {
            let tag = xml.child();
            scan.take_comments(&mut xml, text);
            match tag {
                Some(tag) => scan.enter(tag.name, tag.start),
                None if scan.open.is_empty() => return scan,
                None => scan.leave(),
            }
        }
    }

    /// Takes the comments since the last tag.
    fn take_comments(&mut self, xml: &mut Xml<'a>, text: &'a str) {
        for span in xml.comments.drain(..) {
            let comment = text.get(span.start as usize..span.end as usize).unwrap_or("");
            let comment = comment.strip_prefix("<!--").and_then(|inner| inner.strip_suffix("-->")).unwrap_or("");
            let Some(comment) = Comment::parse(comment, span) else { continue };
            let at = match self.open.last() {
                Some(("layers", _)) => At::Next,
                Some(&(_, Some(start))) => At::Layer(start),
                _ => At::File,
            };
            self.waiting += usize::from(at == At::Next);
            self.found.push((comment, at));
        }
    }

    fn enter(&mut self, name: &'a str, start: usize) {
        let mut layer = self.open.last().and_then(|&(_, layer)| layer);
        if name == "layer" {
            let waiting = self.found.iter_mut().rev().take(std::mem::take(&mut self.waiting));
            waiting.for_each(|(_, at)| *at = At::Layer(start));
            layer = Some(start);
        }
        self.open.push((name, layer));
    }

    fn leave(&mut self) {
        if let Some(("layers", _)) = self.open.pop() {
            self.waiting = 0;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn places(text: &str) -> Vec<At> {
        Scan::new(text).found.into_iter().map(|(_, at)| at).collect()
    }

    #[test]
    fn a_comment_applies_to_the_enclosing_or_next_layer() {
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

    /// This takes minutes if each comment looks for a layer among all elements around it.
    #[test]
    fn comments_in_very_many_elements_are_placed_at_once() {
        let (open, notes) = ("<a>".repeat(300_000), "<!-- shapewright: ignore[x] -->".repeat(50_000));
        let found = places(&format!("<net>{open}{notes}"));
        assert!(found.len() == 50_000 && found.iter().all(|at| *at == At::File), "{:?}", found.first());
        assert_eq!(
            places("<layers><layer><a><b><!-- shapewright: ignore[x] --></b></a></layer></layers>"),
            [At::Layer(8)]
        );
    }

    #[test]
    fn other_text_is_not_a_comment() {
        assert_eq!(places("<net name='<!-- shapewright: ignore[x] -->'><![CDATA[<!-- shapewright: x -->]]>"), []);
        assert_eq!(places("<!-- see shapewright: ignore[x] --><!-- shapewright: "), []);
        assert_eq!(places("<"), []);
        assert_eq!(places("</a></layers><!---->"), []);
    }
}
