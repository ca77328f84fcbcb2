//! Drawings for Graphviz.

use std::io::{self, Write};

use super::{Drawing, Kind, Piece};

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
        Piece::Open(graph, label) => {
            writeln!(out, "  subgraph cluster_{} {{\n  label={}; style=dashed;", graph.index(), quoted([&label]))
        }
        Piece::Close => writeln!(out, "  }}"),
        Piece::Node(id, lines, kind) => {
            let style = match kind {
                Kind::Node => "",
                Kind::Cut => ", style=dashed",
                Kind::End => ", shape=ellipse",
            };
            writeln!(out, "  {id} [label={}{style}];", quoted(&lines))
        }
        Piece::Edge(from, to, label) => writeln!(out, "  {from} -> {to} [label={}];", quoted([&label])),
        Piece::Body(owner, graph, first) => {
            writeln!(out, "  {owner} -> {first} [lhead=cluster_{}, style=dotted, arrowhead=none];", graph.index())
        }
    })?;
    writeln!(out, "}}")
}

/// Lines in quotes. Backslashes would begin an escape of Graphviz's own.
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
