//! Explanations of facts about a value, as text and as JSON.

use super::visible_json::{Each, write_json};
use std::io::{self, Write};

use serde::Serialize;

use super::Shapes;
use super::json::SCHEMA_VERSION;
use super::value_ids::{Ids, ValueNames};
use crate::escape::one_line;
use crate::explain::ExplainBudget;
use crate::explain::{Explainer, Explanation, ExplanationStep, operator};
use crate::ids::ValueId;
use crate::options::AnalysisOptions;
use crate::short_text::start_up_to;

/// Maximum number of steps that the text shows; the middle of longer chains is omitted.
const MAX_SHOWN_STEPS: usize = 40;

/// The values with one name are listed until their chains have this number of steps: a line shows a type, and in JSON the path of
/// a graph.
const MOST_STEPS: usize = 10_000;

/// The bytes of a type that a step shows: each dimension of a value has a chain, whose steps would repeat the names of all others.
const LONGEST_TYPE: usize = 1_024;

/// Explains the values with this name: one chain for each property, known or unknown.
pub(crate) fn write_why(
    out: &mut dyn Write,
    shapes: Shapes<'_>,
    options: &AnalysisOptions,
    name: &str,
) -> io::Result<()> {
    let ids = Ids::new(shapes.model);
    let values = ValueNames::new(shapes.model).find(name);
    let mut explainer = Explainer::new(shapes.model, options, &shapes.analysis.facts, budget(shapes));
    let mut steps = 0;
    for (at, &value) in values.iter().enumerate() {
        if steps >= MOST_STEPS {
            let further = values.len() - at;
            return writeln!(out, "... {} with this name", super::count(further, "further value"));
        }
        let fact = shapes.analysis.facts.get(value);
        let path = shapes.model.display_path(shapes.model.value(value).graph);
        let (file, id, ty) = (one_line(&shapes.report.path), ids.get(value), fact.ty.to_string());
        writeln!(out, "{file}: {} {} in graph `{}`", one_line(&id), one_line(&ty), one_line(&path))?;
        let chains = explainer.explain(value, values.len() - at);
        steps += count_steps(&chains);
        for chain in chains {
            let known = chain.aspect.show(&fact);
            writeln!(out, "\n  {} is {}", chain.aspect, one_line(&known))?;
            write_steps(out, &shapes, &ids, &chain)?;
            writeln!(out, "    = {}", one_line(&chain.cause))?;
        }
        writeln!(out)?;
    }
    Ok(())
}

fn count_steps(chains: &[Explanation]) -> usize {
    chains.iter().map(|chain| chain.steps.len()).sum()
}

fn write_steps(out: &mut dyn Write, shapes: &Shapes<'_>, ids: &Ids<'_>, chain: &Explanation) -> io::Result<()> {
    let count = chain.steps.len();
    let omitted = if count > MAX_SHOWN_STEPS { MAX_SHOWN_STEPS / 2..count - MAX_SHOWN_STEPS / 2 } else { 0..0 };
    for (at, step) in chain.steps.iter().enumerate() {
        if omitted.contains(&at) {
            if at == omitted.start {
                writeln!(out, "    ... {}", super::count(omitted.len(), "step"))?;
            }
            continue;
        }
        writeln!(out, "    {}", one_line(&line(shapes, ids, step)))?;
    }
    Ok(())
}

/// One step: the value, the property, and the node that produces the value.
fn line(shapes: &Shapes<'_>, ids: &Ids<'_>, step: &ExplanationStep) -> String {
    let ty = step_type(shapes, step);
    let from = match shapes.model.producer(step.value) {
        Some(node) => format!(", from {}", operator(shapes.model, node)),
        None => String::new(),
    };
    let others: Vec<String> = step.others.iter().map(|(v, a)| format!("{a} of `{}`", ids.get(*v))).collect();
    let others = if others.is_empty() { String::new() } else { format!("; with {}", others.join(", ")) };
    format!("{} of `{}` {ty}{from}{others}", step.aspect, ids.get(step.value))
}

/// The type of the value of a step; of a long one the start.
fn step_type(shapes: &Shapes<'_>, step: &ExplanationStep) -> String {
    start_up_to(shapes.analysis.facts.ty(step.value), LONGEST_TYPE)
}

#[derive(Serialize)]
struct ValueJson<Chains> {
    id: String,
    graph: String,
    #[serde(rename = "type")]
    ty: String,
    chains: Chains,
}

#[derive(Serialize)]
struct ChainJson<'c, Steps> {
    aspect: String,
    is: String,
    known: bool,
    steps: Steps,
    cause: &'c str,
}

#[derive(Serialize)]
struct StepJson {
    id: String,
    graph: String,
    #[serde(rename = "type")]
    ty: String,
    aspect: String,
    node: Option<String>,
    op: Option<String>,
    others: Vec<OtherJson>,
}

#[derive(Serialize)]
struct OtherJson {
    id: String,
    aspect: String,
}

/// Like [`write_why`], as one object without a line end.
pub(crate) fn write_why_json(
    out: &mut dyn Write,
    shapes: Shapes<'_>,
    options: &AnalysisOptions,
    name: &str,
) -> io::Result<()> {
    let ids = Ids::new(shapes.model);
    let values = ValueNames::new(shapes.model).find(name);
    let mut explainer = Explainer::new(shapes.model, options, &shapes.analysis.facts, budget(shapes));
    write!(out, "{{\"schema_version\":{SCHEMA_VERSION},\"path\":")?;
    write_json(&mut *out, &shapes.report.path)?;
    write!(out, ",\"values\":[")?;
    // One at a time: very many values may have one name.
    let (mut steps, mut listed) = (0, 0);
    for (at, &value) in values.iter().enumerate() {
        if steps >= MOST_STEPS {
            break;
        }
        let chains = explainer.explain(value, values.len() - at);
        (steps, listed) = (steps + count_steps(&chains), at + 1);
        write!(out, "{}", if at > 0 { "," } else { "" })?;
        write_json(&mut *out, &value_json(&shapes, &ids, value, &chains))?;
    }
    write!(out, "],\"not_listed\":{}}}", values.len() - listed)
}

/// The work of all explanations: a small file has less.
fn budget(shapes: Shapes<'_>) -> ExplainBudget {
    const LEAST: u64 = 1_000_000;
    const FOR_A_BYTE: u64 = 16;
    let bytes = shapes.model.source().bytes().len() as u64;
    ExplainBudget::of(LEAST.saturating_add(FOR_A_BYTE.saturating_mul(bytes))).at_most(ExplainBudget::EXPLANATION)
}

fn value_json<'a>(
    shapes: &'a Shapes<'a>,
    ids: &'a Ids<'a>,
    value: ValueId,
    chains: &'a [Explanation],
) -> impl Serialize + 'a {
    let fact = shapes.analysis.facts.get(value);
    let (id, ty) = (ids.get(value), fact.ty.to_string());
    let chain = move |chain: &'a Explanation| ChainJson {
        aspect: chain.aspect.to_string(),
        is: chain.aspect.show(&fact),
        known: !chain.aspect.is_vague(&fact),
        steps: Each(chain.steps.iter().map(move |step| step_json(shapes, ids, step))),
        cause: &chain.cause,
    };
    let graph = shapes.model.path(shapes.model.value(value).graph);
    ValueJson { id, graph, ty, chains: Each(chains.iter().map(chain)) }
}

fn step_json(shapes: &Shapes<'_>, ids: &Ids<'_>, step: &ExplanationStep) -> StepJson {
    let model = shapes.model;
    let node = model.producer(step.value);
    StepJson {
        id: ids.get(step.value),
        graph: model.path(model.value(step.value).graph),
        ty: step_type(shapes, step),
        aspect: step.aspect.to_string(),
        node: node.map(|n| model.name(model.node(n).name).to_owned()),
        op: node.map(|n| model.op_type(n).to_owned()),
        others: step.others.iter().map(|(v, a)| OtherJson { id: ids.get(*v), aspect: a.to_string() }).collect(),
    }
}
