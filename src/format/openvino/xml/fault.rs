//! Findings about XML that is not well-formed.
//!
//! Once the tree is broken, further syntax errors are mostly consequences: only the first is reported, as in OpenVINO.
//! Local errors (an unquoted value, stray text) are reported individually.

use std::ops::Range;

use quick_xml::errors::{Error, SyntaxError};

use super::attribute::{Attr, Form, has_bare_ampersand};
use super::{MAX_FAULTS, Mode, Xml};
use crate::diagnostic::Diagnostic;
use crate::dialect::Dialect;
use crate::graph::label::cut_name;
use crate::place::Place;
use crate::rule::{Level, Rule, RuleRef};
use crate::rules::{duplicate_attribute, not_well_formed, stray_text, truncated_model, unreadable_model};
use crate::source::Span;

/// The maximum number of open elements that a finding lists.
const LISTED: usize = 8;

impl<'a> Xml<'a> {
    pub(crate) fn fault(&mut self, finding: Diagnostic) {
        let kind = (finding.rule.clone(), finding.level_in(Dialect::OpenVino));
        let at = self.fault_counts.iter().position(|(of, _)| *of == kind).unwrap_or_else(|| {
            self.fault_counts.push((kind, 0));
            self.fault_counts.len() - 1
        });
        let (_, count) = &mut self.fault_counts[at];
        *count += 1;
        if *count <= MAX_FAULTS {
            self.faults.push(finding);
        }
    }

    /// The number of findings that are not kept, by rule and level.
    pub(crate) fn dropped_faults(&self) -> impl Iterator<Item = (&RuleRef, Level, usize)> {
        self.fault_counts.iter().map(|((rule, level), count)| (rule, *level, count.saturating_sub(MAX_FAULTS)))
    }

    pub(crate) fn new_fault(rule: &'static Rule, span: Range<usize>, message: String) -> Diagnostic {
        Diagnostic::new(rule, Place::bytes(Span::new(span.start as u64, span.end as u64)), message)
    }

    /// Records the first error that breaks the tree.
    fn breaks(&mut self, at: usize, finding: Diagnostic) {
        if self.broken.is_none() {
            self.broken = Some(at);
            self.fault(finding);
        }
    }

    /// The file ends within elements, or within `what`.
    pub(crate) fn truncated(&mut self, at: usize, what: Option<&str>) {
        let open = self.open_elements();
        let inside = what.map_or_else(|| self.open.last().map_or("", |o| o.name).to_owned(), str::to_owned);
        let shown = if what.is_some() { inside.clone() } else { format!("`<{inside}>`") };
        let whole = if self.mode == Mode::Fragment && self.partial { "example" } else { "file" };
        let message = format!("the {whole} ends inside {shown}");
        let mut finding = Self::new_fault(&truncated_model::RULE, at..self.text.len(), message).label("not closed");
        finding = match whole {
            "file" => finding.help("the file is probably truncated: copy or download it again"),
            _ => finding.help("close it"),
        };
        if !open.is_empty() {
            finding = finding.note(format!("still open: {open}")).data("open", open);
        }
        self.breaks(at, finding);
        self.closing = self.open.len();
    }

    fn open_elements(&self) -> String {
        let names: Vec<String> = self.open.iter().rev().take(LISTED).rev().map(|o| format!("<{}>", o.name)).collect();
        let dots = if self.open.len() > LISTED { "… " } else { "" };
        format!("{dots}{}", names.join(" "))
    }

    /// quick-xml fails: everything from here is one unterminated piece, or not markup.
    pub(crate) fn error(&mut self, error: &Error, start: usize) {
        let what = match error {
            Error::Syntax(SyntaxError::UnclosedComment) => Some("a comment"),
            Error::Syntax(SyntaxError::UnclosedPI | SyntaxError::UnclosedXmlDecl) => Some("a processing instruction"),
            Error::Syntax(SyntaxError::UnclosedDoctype) => Some("a DOCTYPE"),
            Error::Syntax(SyntaxError::UnclosedCData) => Some("a CDATA section"),
            Error::Syntax(SyntaxError::UnclosedTag) => Some("a tag"),
            Error::Syntax(
                SyntaxError::UnclosedSingleQuotedAttributeValue | SyntaxError::UnclosedDoubleQuotedAttributeValue,
            ) => Some("an attribute value"),
            Error::IllFormed(_) => return,
            _ => None,
        };
        if what == Some("an attribute value") {
            self.look_for_missing_quote(start);
        }
        if what.is_some() {
            // The piece starts at its `<`, which quick-xml has consumed.
            return self.truncated(start, what);
        }
        let message = "`<!` begins neither a comment nor a CDATA section nor a DOCTYPE".to_owned();
        self.breaks(start, Self::new_fault(&unreadable_model::RULE, start..start + 2, message));
        self.closing = self.open.len();
    }

    /// A missing quote makes the rest of the file one value: the error is in the tag, not at the end.
    fn look_for_missing_quote(&mut self, start: usize) {
        let text: &'a str = self.text;
        let rest = text.get(start..).unwrap_or("");
        if let Some(end) = rest.find('>') {
            let name = rest.find([' ', '\t', '\r', '\n']).unwrap_or(end);
            self.read_attributes(start + name.min(end), start + end);
        }
    }

    /// A `<` that does not start a tag.
    pub(crate) fn not_a_tag(&mut self, start: usize, end: usize) {
        if self.mode == Mode::Fragment {
            return;
        }
        let shown: String = self.text.get(start..end).unwrap_or("<").chars().take(20).collect();
        let finding = Self::new_fault(&unreadable_model::RULE, start..end, format!("`{shown}` is not a tag"))
            .note("OpenVINO rejects the file here")
            .help("a name must follow `<`; write `&lt;` for the character itself");
        self.breaks(start, finding);
    }

    /// An end tag that does not end the innermost element.
    pub(crate) fn mismatch(&mut self, start: usize, name: &str, opened: bool) {
        let end = self.offset();
        let (name, innermost) = (cut_name(name), self.open.last().map(|o| (cut_name(o.name), o.content)));
        let message = match &innermost {
            Some((inner, _)) if opened => format!("`</{name}>` appears before `</{inner}>`"),
            Some((inner, _)) => format!("`</{name}>` does not match the open `<{inner}>`"),
            None => format!("`</{name}>` does not match: no element is open"),
        };
        // An example is read as intended.
        let read_on = self.mode == Mode::Fragment;
        let rule = if read_on { &not_well_formed::RULE } else { &unreadable_model::RULE };
        let mut finding = Self::new_fault(rule, start..end, message).data("tag", &*name);
        if !read_on {
            finding = finding.note("OpenVINO rejects the file here");
        }
        if let Some((inner, content)) = &innermost {
            let place = Place::bytes(Span::new(content.saturating_sub(1) as u64, *content as u64));
            finding = finding.related(place, format!("`<{inner}>` was opened here"));
        }
        if read_on {
            self.fault(finding);
        } else if innermost.is_some() {
            self.breaks(start, finding);
        } else if self.broken.is_none() {
            self.fault(finding);
        }
    }

    /// Text between elements, where it is ignored.
    pub(crate) fn stray(&mut self, span: Range<usize>) {
        let text = self.text.get(span.clone()).unwrap_or("");
        if self.skipping {
            return;
        }
        if self.mode == Mode::Fragment {
            self.dots |= text.contains("...") || text.contains('\u{2026}');
            return;
        }
        let trimmed = text.trim_matches(['\0', ' ', '\t', '\r', '\n']);
        if trimmed.is_empty() {
            return;
        }
        let start = span.start + (text.len() - text.trim_start().len());
        let shown: String = trimmed.chars().take(30).collect();
        let place = if self.open.is_empty() { "outside the model" } else { "between elements" };
        let finding =
            Self::new_fault(&stray_text::RULE, start..start + trimmed.len(), format!("text {place}: `{shown}`"))
                .note("OpenVINO skips it; other XML readers reject the file")
                .help("remove it");
        self.fault(finding);
    }

    /// An XML declaration that is not at the start.
    pub(crate) fn declaration(&mut self, span: Range<usize>) {
        // Text before it is also an error, and displaces the declaration: one finding reports both.
        let moved = self.faults.iter().any(|f| f.rule == &stray_text::RULE);
        if span.start > 0 && self.mode == Mode::File && !moved {
            let message = "the XML declaration is not at the start of the file".to_owned();
            let finding = Self::new_fault(&not_well_formed::RULE, span, message)
                .level(Level::Note)
                .note("XML forbids anything before it, even white space; OpenVINO reads it");
            self.fault(finding);
        }
    }

    pub(crate) fn bad_attribute(&mut self, at: usize, form: Form) {
        let what = match form {
            Form::Unquoted => "the attribute's value is not quoted",
            Form::HalfQuoted => "a quote is missing",
            Form::NoValue => "the attribute has no value",
            Form::NoName => "an attribute without a name",
            Form::BadName => "the attribute's name contains invalid characters",
            Form::Glued => "no space between two attributes",
        };
        let read_on = self.mode == Mode::Fragment;
        let rule = if read_on { &not_well_formed::RULE } else { &unreadable_model::RULE };
        let mut finding = Self::new_fault(rule, at..at + 1, what.to_owned());
        if !read_on {
            finding = finding.note("OpenVINO rejects the file here");
        }
        match form {
            _ if read_on => self.fault(finding),
            // The value is still known.
            Form::Unquoted => self.fault(finding),
            _ => self.breaks(at, finding),
        }
    }

    pub(crate) fn repeated_attribute(&mut self, attr: &Attr<'a>) {
        let message = format!("`{}` appears twice in one tag; the first one is used", attr.name);
        let mut finding = Diagnostic::new(&duplicate_attribute::RULE, Place::bytes(attr.span), message)
            .label("ignored")
            .note("XML forbids it; OpenVINO uses the first one")
            .data("attribute", attr.name);
        if let Some(first) = self.attributes().iter().take(1_000).find(|a| a.name == attr.name) {
            finding = finding.related(Place::bytes(first.span), "the first");
        }
        self.fault(finding);
    }

    /// Characters in a value that must be escaped in XML.
    pub(crate) fn check_value(&mut self, name: &str, raw: &str, span: Range<usize>) {
        let bad = if raw.contains('<') {
            '<'
        } else if has_bare_ampersand(raw) {
            '&'
        } else {
            return;
        };
        let escaped = if bad == '<' { "&lt;" } else { "&amp;" };
        let finding =
            Self::new_fault(&not_well_formed::RULE, span, format!("`{bad}` in the value of `{name}` is not escaped"))
                .note("XML forbids it; OpenVINO reads it as is")
                .help(format!("write `{escaped}`"));
        self.fault(finding);
    }
}
