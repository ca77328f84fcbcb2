//! Drawings for Mermaid.

use std::io::{self, Write};

use super::{Drawing, DrawingElement, NodeStyle, border, look};

/// The drawing as a Mermaid flowchart.
pub(crate) fn write_mermaid(out: &mut dyn Write, drawing: &Drawing<'_>) -> io::Result<()> {
    if let Some(title) = &drawing.title {
        // YAML, where strings in double quotes are JSON strings.
        writeln!(out, "---\ntitle: {}\n---", serde_json::Value::from(title.as_str()))?;
    }
    writeln!(out, "flowchart TD")?;
    let mut used = Vec::new();
    drawing.each(&mut |piece| match piece {
        DrawingElement::Open(graph, label) => writeln!(out, "  subgraph g{}[\"{}\"]", graph.index(), escaped(&label)),
        DrawingElement::Close => writeln!(out, "  end"),
        DrawingElement::Node(id, lines, kind) => {
            let lines: Vec<String> = lines.iter().map(|line| escaped(line)).collect();
            let text = lines.join("<br/>");
            let NodeStyle::Node { kind, is_truncated, fault } = kind else {
                return writeln!(out, "  {id}([\"{text}\"])");
            };
            if !used.contains(&kind) {
                used.push(kind);
            }
            writeln!(out, "  {id}[\"{text}\"]:::{}", look(kind).0)?;
            let mut styles = vec!["stroke-dasharray:4".to_owned()];
            styles.truncate(usize::from(is_truncated));
            styles.extend(fault.map(|level| format!("stroke:{},stroke-width:3px", border(level))));
            if styles.is_empty() { Ok(()) } else { writeln!(out, "  style {id} {}", styles.join(",")) }
        }
        DrawingElement::Edge(from, to, label) => writeln!(out, "  {from} -->|\"{}\"| {to}", escaped(&label)),
        DrawingElement::Body(owner, graph, _) => writeln!(out, "  {owner} -.- g{}", graph.index()),
    })?;
    for (name, fill) in used.into_iter().map(look) {
        writeln!(out, "  classDef {name} fill:{fill},stroke:#59626d,color:#1c2128")?;
    }
    Ok(())
}

/// The text of a label. Characters with a meaning in Mermaid, Markdown, or HTML are written as numbers.
fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match number(c) {
            Some(number) => out.push_str(number),
            None => out.push(c),
        }
    }
    out
}

/// The number of a character with a meaning. It is not formatted: each of many edges may have a label of such characters.
fn number(c: char) -> Option<&'static str> {
    Some(match c {
        '"' => "#34;",
        '#' => "#35;",
        '%' => "#37;",
        '&' => "#38;",
        '*' => "#42;",
        ';' => "#59;",
        '<' => "#60;",
        '>' => "#62;",
        '\\' => "#92;",
        '_' => "#95;",
        '`' => "#96;",
        '{' => "#123;",
        '|' => "#124;",
        '}' => "#125;",
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    #[test]
    fn a_name_cannot_end_its_quotes() {
        assert_eq!(super::escaped("a\"]<b>#1;f32[2*N]"), "a#34;]#60;b#62;#35;1#59;f32[2#42;N]");
    }

    #[test]
    fn the_number_of_a_character_is_its_code() {
        let special = "\"#&<>;`\\*_{}|%";
        let numbers: String = special.chars().map(|c| format!("#{};", u32::from(c))).collect();
        assert_eq!(super::escaped(special), numbers);
        assert_eq!((0..=255).filter_map(char::from_u32).filter(|c| super::number(*c).is_some()).count(), special.len());
    }
}
