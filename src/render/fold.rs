//! The report of `fold`, as text and as JSON.

use std::io::{self, Write};

use super::json::SCHEMA_VERSION;
use super::json_writer::JsonWriter;
use super::{count, json};
use crate::escape::one_line;
use crate::fold::{Folded, FoldedNode, UnfoldedNode};
use crate::graph::label::cut_name;
use crate::graph::{DataFile, Model};
use crate::ids::{NodeId, ValueId};
use crate::report::FileReport;
use crate::write::WriteOutput;

/// The outcome for one model.
pub(crate) struct FoldSummary<'a> {
    pub(crate) model: &'a Model,
    pub(crate) path: &'a str,
    pub(crate) folded: &'a Folded,
    pub(crate) findings: &'a FileReport,
    /// The new model, if there is one.
    pub(crate) written: Option<&'a WriteOutput>,
    /// Whether external data was embedded.
    pub(crate) embeds: bool,
    /// The output file; `None` in a dry run.
    pub(crate) output: Option<&'a str>,
}

impl FoldSummary<'_> {
    /// The size of the files before and after: the model, and the weights that are written with it.
    fn bytes(&self) -> Option<(u64, u64)> {
        let written = self.written?;
        let data = self.model.data_files().iter().map(DataFile::len).sum::<u64>();
        let with_data = written.weights.is_some() || self.embeds;
        Some((self.model.file_len() + if with_data { data } else { 0 }, written.len()))
    }

    fn status(&self) -> &'static str {
        use crate::graph::Status;
        match self.model.status() {
            Status::Unreadable => "unreadable",
            Status::Ok if self.written.is_some() => "ok",
            Status::Ok => "not-folded",
        }
    }
}

/// A one-line summary.
pub(crate) fn fold_line(summary: &FoldSummary<'_>) -> String {
    let report = &summary.folded.report;
    let constants = summary.folded.rewrite.constants.len();
    let to = summary.output.map(|out| format!(" -> {}", one_line(out))).unwrap_or_default();
    let bytes = summary.bytes().map(|(before, after)| format!(", {before} to {}", count(after, "byte")));
    let bytes = bytes.unwrap_or_default();
    format!(
        "{}{to}: {} folded into {}, {} not folded{bytes}",
        one_line(summary.path),
        count(report.folded.len(), "node"),
        count(constants, "constant"),
        report.kept.len()
    )
}

/// Writes every folded node with its constants, and every node that was not folded with the reason.
pub(crate) fn write_fold(out: &mut dyn Write, summary: &FoldSummary<'_>) -> io::Result<()> {
    writeln!(out, "{}", fold_line(summary))?;
    let (model, report) = (summary.model, &summary.folded.report);
    if !report.folded.is_empty() {
        writeln!(out, "\nfolded:")?;
    }
    for FoldedNode { node, constants } in &report.folded {
        let names: Vec<String> = constants.iter().map(|&v| described(summary, v)).collect();
        let result = if names.is_empty() { String::new() } else { format!(" -> {}", names.join(", ")) };
        writeln!(out, "  {}{result}", titled(model, *node))?;
    }
    if !report.kept.is_empty() {
        writeln!(out, "\nnot folded:")?;
    }
    for UnfoldedNode { node, why } in &report.kept {
        writeln!(out, "  {}: {}", titled(model, *node), one_line(&why.to_string()))?;
    }
    Ok(())
}

/// ``ReduceMin `rmin` ``, with the path of the graph if it is not the main graph.
fn titled(model: &Model, node: NodeId) -> String {
    let graph = model.display_path(model.node(node).graph);
    let inside = if graph == "main" { String::new() } else { format!(" in {}", one_line(&graph)) };
    let op = one_line(&cut_name(model.op_type(node))).into_owned();
    match model.name(model.node(node).name) {
        "" => format!("{op} #{}{inside}", model.node_index(node)),
        name => format!("{op} `{}`{inside}", one_line(&cut_name(name))),
    }
}

fn described(summary: &FoldSummary<'_>, value: ValueId) -> String {
    let name = one_line(summary.model.value_name(value)).into_owned();
    format!("`{name}` {}", summary.folded.analysis.facts.ty(value))
}

/// Writes the report as one object.
pub(crate) fn write_fold_json(out: &mut dyn Write, summary: &FoldSummary<'_>) -> io::Result<()> {
    let (model, folded) = (summary.model, summary.folded);
    let mut json = JsonWriter::new(out);
    json.raw(&format!("{{\"schema_version\": {SCHEMA_VERSION}, \"path\": "));
    json.string(summary.path);
    json.raw(&format!(
        ", \"format\": \"{}\", \"status\": \"{}\", \"output\": ",
        model.format().name(),
        summary.status()
    ));
    json.optional(summary.output);
    json.raw(",\n \"folded\": ");
    json.list(&folded.report.folded, |json, FoldedNode { node, constants }| {
        write_node(json, model, *node);
        json.raw(", \"constants\": ");
        json.list(constants, |json, &value| {
            json.raw("{\"name\": ");
            json.string(model.value_name(value));
            json.raw(", \"names\": ");
            json.list(model.tensor_names(value), |json, name| json.string(&name));
            json.raw(", \"type\": ");
            json.string(&folded.analysis.facts.ty(value).to_string());
            json.raw("}");
        });
        json.raw("}");
    });
    json.raw(",\n \"kept\": ");
    json.list(&folded.report.kept, |json, UnfoldedNode { node, why }| {
        write_node(json, model, *node);
        json.raw(", \"why\": ");
        json.string(&why.to_string());
        json.raw("}");
    });
    let removed = (folded.rewrite.nodes.len(), folded.rewrite.initializers.len());
    json.raw(&format!(",\n \"removed\": {{\"nodes\": {}, \"initializers\": {}}}, \"bytes\": ", removed.0, removed.1));
    match summary.bytes() {
        Some((before, after)) => json.raw(&format!("{{\"before\": {before}, \"after\": {after}}}")),
        None => json.raw("null"),
    }
    json.raw(",\n \"diagnostics\": ");
    json.list(&summary.findings.findings, |json, finding| json.value(&json::diagnostic(summary.path, finding)));
    json.raw("}\n");
    json.flush()
}

fn write_node(json: &mut JsonWriter<'_>, model: &Model, node: NodeId) {
    json.raw("{\"graph\": ");
    json.string(&model.path(model.node(node).graph));
    json.raw(", \"node\": ");
    json.string(&cut_name(model.name(model.node(node).name)));
    json.raw(&format!(", \"node_index\": {}, \"op\": ", model.node_index(node)));
    json.string(&cut_name(model.op_type(node)));
    json.raw(", \"layer\": ");
    let layer = model.name(model.node(node).layer);
    json.optional((!layer.is_empty()).then_some(layer));
}
