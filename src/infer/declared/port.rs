//! The part of a `<port>` that says what is wrong.

use crate::dialect::Dialect;
use crate::explain::FactProperty;
use crate::graph::Model;
use crate::place::Place;
use crate::source::Span;

/// The place of a port, narrowed to the `<dim>` or the `precision` that is meant.
pub(crate) fn narrowed(model: &Model, place: Place, aspect: FactProperty) -> Place {
    let span = place.span.filter(|_| model.dialect() == Dialect::OpenVino);
    let found = span.and_then(|span| {
        let text = std::str::from_utf8(span.of(model.source().bytes())).ok()?;
        let (start, end) = match aspect {
            FactProperty::Dim(axis) => dim(text, axis)?,
            FactProperty::Element => precision(text)?,
            _ => return None,
        };
        Some(Span::new(span.start + start as u64, span.start + end as u64))
    });
    found.map_or(place, |span| place.at(span))
}

/// Where the `<dim>` of this number stands.
fn dim(text: &str, axis: usize) -> Option<(usize, usize)> {
    let (mut at, mut seen) = (0, 0);
    loop {
        let open = at + text.get(at..)?.find('<')?;
        let rest = text.get(open..)?;
        if rest.starts_with("<!--") {
            at = open + rest.find("-->")? + 3;
            continue;
        }
        let is_dim = rest.strip_prefix("<dim").is_some_and(|r| r.starts_with(|c: char| c == '>' || c.is_whitespace()));
        if is_dim && seen == axis {
            return Some((open, open + rest.find("</dim>")? + "</dim>".len()));
        }
        seen += usize::from(is_dim);
        at = open + 1;
    }
}

/// Where the attribute `precision` stands, its value included.
fn precision(text: &str) -> Option<(usize, usize)> {
    let tag = text.get(..text.find('>')?)?;
    let start = tag.find("precision")?;
    let rest = &tag[start..];
    let quote = rest.find(['"', '\''])?;
    let mark = rest[quote..].chars().next()?;
    let end = rest[quote + 1..].find(mark)?;
    Some((start, start + quote + 1 + end + 1))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_dimension_is_found_by_its_number() {
        let text = "<port id=\"0\" precision=\"FP32\"><!-- <dim>7</dim> --><dim>2</dim>\n<dim >3</dim></port>";
        let cut = |found: Option<(usize, usize)>| found.map(|(start, end)| &text[start..end]);
        assert_eq!(cut(dim(text, 0)), Some("<dim>2</dim>"));
        assert_eq!(cut(dim(text, 1)), Some("<dim >3</dim>"));
        assert_eq!(cut(dim(text, 2)), None);
        assert_eq!(cut(precision(text)), Some("precision=\"FP32\""));
        assert_eq!(dim("<port><dim>2", 0), None);
    }
}
