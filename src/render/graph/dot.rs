//! Drawings for Graphviz.

use std::io::{self, Write};

use super::{Drawing, DrawingElement, NodeStyle, border, look};

/// The drawing in the DOT language.
pub(crate) fn write_dot(out: &mut dyn Write, drawing: &Drawing<'_>) -> io::Result<()> {
    writeln!(out, "digraph {{")?;
    writeln!(
        out,
        "  compound=true; node [shape=box, fontname=\"sans-serif\"]; edge [fontname=\"sans-serif\", fontsize=10];"
    )?;
    if let Some(title) = &drawing.title {
        writeln!(out, "  label={}; labelloc=t;", quoted([title]))?;
    }
    drawing.each(&mut |piece| match piece {
        DrawingElement::Open(graph, label) => {
            writeln!(out, "  subgraph cluster_{} {{\n  label={}; style=dashed;", graph.index(), quoted([&label]))
        }
        DrawingElement::Close => writeln!(out, "  }}"),
        DrawingElement::Node(id, lines, kind) => {
            let style = match kind {
                NodeStyle::Node { kind, is_truncated, fault } => {
                    let dashed = if is_truncated { ",dashed" } else { "" };
                    let border = fault.map(border).map(|color| format!(", color=\"{color}\", penwidth=3"));
                    let fill = look(kind).1;
                    format!(", style=\"filled{dashed}\", fillcolor=\"{fill}\"{}", border.unwrap_or_default())
                }
                NodeStyle::Terminal => ", shape=ellipse".to_owned(),
            };
            writeln!(out, "  {id} [label={}{style}];", quoted(&lines))
        }
        DrawingElement::Edge(from, to, label) => writeln!(out, "  {from} -> {to} [label={}];", quoted([&label])),
        DrawingElement::Body(owner, graph, first) => {
            writeln!(out, "  {owner} -> {first} [lhead=cluster_{}, style=dotted, arrowhead=none];", graph.index())
        }
    })?;
    writeln!(out, "}}")
}

/// Lines in quotes. A backslash would begin an escape of Graphviz.
fn quoted<'l>(lines: impl IntoIterator<Item = &'l String>) -> String {
    let lines = lines.into_iter().map(|line| line.replace('\\', "\\\\").replace('"', "\\\""));
    format!("\"{}\"", lines.collect::<Vec<_>>().join("\\n"))
}

#[cfg(test)]
mod tests {
    #[test]
    fn a_name_cannot_end_its_quotes() {
        let lines = ["a\"]; x [label=\"".to_owned(), "\\N".to_owned()];
        assert_eq!(super::quoted(&lines), r#""a\"]; x [label=\"\n\\N""#);
    }
}
