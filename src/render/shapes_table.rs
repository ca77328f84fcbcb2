//! Types and shapes as a table.

use std::cell::RefCell;
use std::io::{self, Write};
use std::rc::Rc;

use super::Shapes;
use super::full::about;
use super::type_texts::TypeTexts;
use super::value_ids;
use super::value_ids::Ids;
use crate::dim::{Dim, Symbol};
use crate::escape::one_line;
use crate::fact::{KnownValue, Provenance};
use crate::graph::{Model, Status, ValueRole};
use crate::ids::{GraphId, NodeId, ValueId};
use crate::infer::Analysis;
use crate::ops;
use crate::report::why_unknown;

/// The maximum width of a column. Wider cells shift the following cells.
const MAX_COLUMN_WIDTH: usize = 48;

/// A heading, and for each graph its inputs, outputs and constants, then its nodes in file order.
pub(crate) fn write_table(out: &mut dyn Write, shapes: Shapes<'_>) -> io::Result<()> {
    let Shapes { model, analysis, report, .. } = shapes;
    if model.status() == Status::Unreadable {
        return Ok(());
    }
    writeln!(out, "{}  {}", one_line(&report.path), about(report))?;
    let (ids, rows) = (Ids::new(model), Rows::new(&shapes));
    let graphs = value_ids::graphs(model);
    for &graph in &graphs {
        if graphs.len() > 1 {
            writeln!(out, "\ngraph `{}`", one_line(&model.display_path(graph)))?;
        }
        aligned(out, &shapes, |visit| rows.ends(&ids, graph, visit))?;
        aligned(out, &shapes, |visit| rows.nodes(&ids, graph, visit))?;
    }
    symbols(out, model, analysis)?;
    writeln!(out)
}

/// A heading, the inputs and outputs of the main graph, and the constraints between dimensions.
pub(crate) fn write_ends(out: &mut dyn Write, shapes: Shapes<'_>) -> io::Result<()> {
    let Shapes { model, analysis, report, .. } = shapes;
    writeln!(out, "{}  {}", one_line(&report.path), about(report))?;
    let (record, rows) = (model.main_graph().map(|graph| model.graph(graph)), Rows::new(&shapes));
    aligned(out, &shapes, |visit| {
        for &value in record.iter().flat_map(|graph| &graph.inputs) {
            rows.end("in", model.value_name(value), value, visit)?;
        }
        let outputs = record.iter().flat_map(|graph| &graph.outputs).filter_map(|output| output.operand.value());
        outputs.into_iter().try_for_each(|value| rows.end("out", model.value_name(value), value, visit))
    })?;
    constraints(out, model, analysis)?;
    writeln!(out)
}

/// Writes the symbolic and data-dependent dimensions, and the constraints.
fn symbols(out: &mut dyn Write, model: &Model, analysis: &Analysis) -> io::Result<()> {
    let shown = |(symbol, dim): (&Symbol, &Dim)| match (one_line(symbol.name()), dim.is_unknown()) {
        (name, true) => name.into_owned(),
        (name, false) => format!("{name} ({dim})"),
    };
    let (inferred, free): (Vec<_>, Vec<_>) = analysis.symbols.iter().partition(|(symbol, _)| symbol.is_inferred());
    if let Some((first, _)) = free.first() {
        let (first, all) = (one_line(first.name()), free.iter().copied().map(shown).collect::<Vec<_>>().join(", "));
        writeln!(out, "\n  free symbols: {all} (bind with --bind {first}=8)")?;
    }
    if !inferred.is_empty() {
        let inferred: Vec<String> = inferred.into_iter().map(shown).collect();
        writeln!(out, "\n  data-dependent dimensions: {}", inferred.join(", "))?;
    }
    constraints(out, model, analysis)
}

fn constraints(out: &mut dyn Write, model: &Model, analysis: &Analysis) -> io::Result<()> {
    for (at, constraint) in analysis.constraints.iter().enumerate() {
        let (text, node) = (constraint.to_string(), model.describe(constraint.node));
        writeln!(out, "{}  requires {}, at {}", if at == 0 { "\n" } else { "" }, one_line(&text), one_line(&node))?;
    }
    Ok(())
}

/// Called with the cells of each row.
type Visit<'v> = &'v mut dyn FnMut(&[&str]) -> io::Result<()>;

/// Writes rows in aligned columns. `rows` is called twice, so that no row is stored.
fn aligned(out: &mut dyn Write, shapes: &Shapes<'_>, rows: impl Fn(Visit<'_>) -> io::Result<()>) -> io::Result<()> {
    let mut widths: Vec<usize> = Vec::new();
    let mut measure = |cells: &[&str]| {
        widths.resize(widths.len().max(cells.len()), 0);
        for (width, cell) in widths.iter_mut().zip(cells) {
            *width = (*width).max(cell.chars().count()).min(MAX_COLUMN_WIDTH);
        }
        Ok(())
    };
    match shapes.values {
        Some(values) => values.in_advance(|| rows(&mut measure))?,
        None => rows(&mut measure)?,
    }
    if !widths.is_empty() {
        writeln!(out)?;
    }
    let mut line = String::new();
    rows(&mut |cells| {
        line.clear();
        for (cell, width) in cells.iter().zip(&widths) {
            line.push_str("  ");
            line.push_str(cell);
            line.extend(std::iter::repeat_n(' ', width.saturating_sub(cell.chars().count())));
        }
        writeln!(out, "{}", line.trim_end())
    })
}

/// The rows about the values of a model.
struct Rows<'a> {
    shapes: &'a Shapes<'a>,
    types: RefCell<TypeTexts<'a>>,
}

impl<'a> Rows<'a> {
    fn new(shapes: &'a Shapes<'a>) -> Rows<'a> {
        Rows { shapes, types: RefCell::default() }
    }

    fn type_text(&self, value: ValueId) -> Rc<str> {
        let ty = self.shapes.analysis.facts.ty(value);
        let known = self.types.borrow().get(ty);
        known.unwrap_or_else(|| self.types.borrow_mut().keep(ty, &one_line(&ty.to_string())))
    }

    /// Visits the inputs, constants, and outputs of a graph.
    fn ends(&self, ids: &Ids<'_>, graph: GraphId, visit: Visit<'_>) -> io::Result<()> {
        let model = self.shapes.model;
        let record = model.graph(graph);
        let mut end = |kind: &str, value| self.end(kind, &ids.get(value), value, visit);
        for &value in &record.inputs {
            end("in", value)?;
        }
        for value in model.values_of(graph) {
            match model.value(value).role {
                ValueRole::Initializer(_) => end("const", value)?,
                ValueRole::Input { .. } => {}
                // Inputs and initializers come first.
                ValueRole::Output(_) => break,
            }
        }
        record.outputs.iter().filter_map(|output| output.operand.value()).try_for_each(|value| end("out", value))
    }

    fn end(&self, kind: &str, name: &str, value: ValueId, visit: Visit<'_>) -> io::Result<()> {
        visit(&[kind, &one_line(name), &self.type_text(value), &annotation(self.shapes, value)])
    }

    /// Visits the nodes of a graph in file order, with a row for each output.
    fn nodes(&self, ids: &Ids<'_>, graph: GraphId, visit: Visit<'_>) -> io::Result<()> {
        let model = self.shapes.model;
        let mut titles = Some(["#", "node", "op", "output", "type", ""]);
        for node in model.nodes_of(graph) {
            let index = model.node_index(node).to_string();
            let op = op_label(model, node);
            let mut lead = [index.as_str(), model.name(model.node(node).name), op.as_str()].map(one_line);
            for value in model.outputs(node).filter(|v| !model.is_omitted(*v)) {
                if let Some(titles) = titles.take() {
                    visit(&titles)?;
                }
                let id = ids.get(value);
                let [index, name, op] = &lead;
                let cells =
                    [index, name, op, &*one_line(&id), &*self.type_text(value), &*annotation(self.shapes, value)];
                visit(&cells)?;
                lead = ["", "", ""].map(one_line);
            }
        }
        Ok(())
    }
}

/// `ReduceMin-18`: the operator and the version of its signature, if it is known.
fn op_label(model: &Model, node: NodeId) -> String {
    let op = model.op(node);
    let (domain, name) = (model.name(op.domain), model.name(op.name));
    let label = if domain.is_empty() { name.to_owned() } else { format!("{domain}.{name}") };
    let known = ops::lookup(model.dialect(), domain, name).filter(|_| op.function.is_none());
    let signature = op.version.and_then(|version| known?.signature(version));
    signature.map_or(label.clone(), |s| format!("{label}-{}", s.since))
}

/// The last column: the elements of a value, the source of its type, or why it is unknown.
fn annotation(shapes: &Shapes<'_>, value: ValueId) -> String {
    let mut parts = Vec::new();
    let most = shapes.most_elements();
    let elements = match shapes.analysis.facts.value(value) {
        KnownValue::Unknown | KnownValue::Items(_) | KnownValue::Split(_) => None,
        KnownValue::Constant(tensor) => most.and_then(|limit| shapes.model.elements(*tensor, limit)),
        KnownValue::Elements(elements) => most.filter(|n| elements.len() <= *n).map(|_| elements.clone()),
    };
    let elements = elements.or_else(|| shapes.evaluated(value)).map(|elements| format!("= {}", elements.list()));
    parts.extend(elements.filter(|text| shapes.values.is_some_and(|shown| shown.admits(text))));
    if shapes.analysis.facts.provenance(value) == Provenance::Declared {
        parts.push("declared".to_owned());
    }
    if let Some(why) = why_unknown(shapes.model, shapes.analysis, value) {
        parts.push(format!("? {}", one_line(&why)));
    }
    parts.join("; ")
}
