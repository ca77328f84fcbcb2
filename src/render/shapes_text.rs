//! Types and shapes, one value per line.

use std::io::{self, Write};

use super::Shapes;
use super::value_ids;
use super::value_ids::Ids;
use crate::escape::one_line;
use crate::graph::GraphRole;

/// Writes `ID TYPE`, preceded by `prefix`, and by the path of the graph unless it is the main graph.
pub(crate) fn write_lines(out: &mut dyn Write, shapes: Shapes<'_>, prefix: &str) -> io::Result<()> {
    let Shapes { model, analysis, .. } = shapes;
    let ids = Ids::new(model);
    let mut id = String::new();
    for graph in value_ids::graphs(model) {
        let path = match model.graph(graph).role {
            GraphRole::Main => String::new(),
            _ => format!("{}/", one_line(&model.display_path(graph))),
        };
        for value in model.values_of(graph).filter(|v| !model.is_omitted(*v)) {
            ids.write(value, &mut id);
            writeln!(out, "{prefix}{path}{} {}", one_line(&id), one_line(&analysis.facts.ty(value).to_string()))?;
        }
    }
    Ok(())
}
