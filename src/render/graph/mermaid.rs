//! Drawings for Mermaid.

use std::io::{self, Write};

use super::{Drawing, Kind, Piece};

/// The drawing as a Mermaid flowchart.
pub(crate) fn write_mermaid(out: &mut dyn Write, drawing: &Drawing<'_>) -> io::Result<()> {
    if let Some(title) = &drawing.title {
        // YAML, in which a text in double quotes is as in JSON.
        writeln!(out, "---\ntitle: {}\n---", serde_json::Value::from(title.as_str()))?;
    }
    writeln!(out, "flowchart TD")?;
    drawing.each(&mut |piece| match piece {
        Piece::Open(graph, label) => writeln!(out, "  subgraph g{}[\"{}\"]", graph.index(), escaped(&label)),
        Piece::Close => writeln!(out, "  end"),
        Piece::Node(id, lines, kind) => {
            let lines: Vec<String> = lines.iter().map(|line| escaped(line)).collect();
            let (open, close) = if kind == Kind::End { ("([", "])") } else { ("[", "]") };
            writeln!(out, "  {id}{open}\"{}\"{close}", lines.join("<br/>"))?;
            if kind == Kind::Cut { writeln!(out, "  style {id} stroke-dasharray: 4") } else { Ok(()) }
        }
        Piece::Edge(from, to, label) => writeln!(out, "  {from} -->|\"{}\"| {to}", escaped(&label)),
        Piece::Body(owner, graph, _) => writeln!(out, "  {owner} -.- g{}", graph.index()),
    })
}

/// A text in a label: what means something to Mermaid, Markdown or HTML by its number.
fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '"' | '#' | '&' | '<' | '>' | ';' | '`' | '\\' | '*' | '_' | '{' | '}' | '|' | '%' => {
                out.push_str(&format!("#{};", u32::from(c)));
            }
            c => out.push(c),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    #[test]
    fn a_name_cannot_end_its_quotes() {
        assert_eq!(super::escaped("a\"]<b>#1;f32[2*N]"), "a#34;]#60;b#62;#35;1#59;f32[2#42;N]");
    }
}
