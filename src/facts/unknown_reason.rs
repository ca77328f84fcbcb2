//! The cause of an unknown size, where the operator provides no reason.

use super::FactStore;
use super::is_vague;
use crate::dim::Dim;
use crate::elements::Elements;
use crate::fact::{Fact, KnownValue, ValueType};
use crate::graph::Model;
use crate::ids::{NodeId, ValueId};
use crate::limits::Limits;
use crate::short_text::shorten;

/// Maximum number of nodes examined while tracing back.
const STEPS: usize = 64;
/// Maximum number of inputs examined per node.
const INPUTS: usize = 16;

/// The cause of unknown facts of a node's outputs: the shape of a value that it reads, an expression that would be too large,
/// or the source of the integers that it reads.
pub(crate) fn trace_cause(model: &Model, facts: &FactStore, node: NodeId, limits: &Limits) -> String {
    if let Some(vague) = inputs(model, node).take(INPUTS).find(|&value| is_vague(facts.ty(value))) {
        return unknown_type(model, vague, &facts.get(vague));
    }
    if let Some(excess) = facts.excess(node) {
        return format!("its expression would have more than {excess}");
    }
    // The nodes that are examined, and what is read of them.
    let mut nodes = vec![(node, None)];
    for step in 0..STEPS {
        let Some(&(node, read)) = nodes.get(step) else { break };
        let mut is_computed = true;
        // For a Concat with thousands of inputs, the first ones suffice.
        for value in inputs(model, node).take(INPUTS) {
            let fact = facts.get(value);
            if is_vague(&fact.ty) {
                return unknown_type(model, value, &fact);
            }
            // Inputs of the node itself other than integers are mostly data.
            if !is_open(facts, value, step > 0) {
                continue;
            }
            is_computed = false;
            match model.producer(value).filter(|producer| inputs(model, *producer).next().is_some()) {
                Some(producer) if nodes.len() < STEPS && nodes.iter().all(|(known, _)| *known != producer) => {
                    nodes.push((producer, Some(value)));
                }
                Some(_) => {}
                None => return elements(model, value),
            }
        }
        if let Some(cut) =
            read.filter(|_| is_computed).and_then(|read| cut_elements(model, facts, (node, read), limits))
        {
            return cut;
        }
    }
    let direct = |floats| inputs(model, node).find(|&value| is_open(facts, value, floats));
    match direct(false).or_else(|| direct(true)) {
        Some(value) => elements(model, value),
        None => "it depends on values known only at run time".to_owned(),
    }
}

/// The limit for which the elements of an output of a node are not known, although those of its inputs are.
fn cut_elements(
    model: &Model,
    facts: &FactStore,
    (node, output): (NodeId, ValueId),
    limits: &Limits,
) -> Option<String> {
    let label = label(model, output);
    if let Some(excess) = facts.excess(node) {
        return Some(format!("it depends on the elements of {label}, whose expressions would have more than {excess}"));
    }
    let most = limits.max_tracked_elements_per_tensor;
    let is_known = |value: ValueId| facts.get(value).value != KnownValue::Unknown;
    let is_long = |value: ValueId| facts.get(value).shape().num_elements().low() > most as u64;
    let mut read = inputs(model, node).take(INPUTS);
    let is_cut = read.clone().all(is_known) && (is_long(output) || read.any(is_long));
    is_cut.then(|| {
        let name = "max_tracked_elements_per_tensor";
        format!("it depends on the elements of {label}, which has, or is computed from, more than {most}, the limit `{name}`")
    })
}

/// The cause of a size that exceeds every size of a run.
pub(crate) fn beyond_sizes(ty: &ValueType) -> Option<String> {
    let dims = ty.as_tensor()?.shape.dims()?;
    let low = dims.iter().find(|dim| dim.is_beyond_sizes())?.low();
    Some(format!("a size would be at least {low}, and the greatest possible one is {}", Dim::GREATEST))
}

/// Whether a cause may be traced back through a value: the reason of a later value then names what is before this one.
pub(crate) fn is_traced(facts: &FactStore, value: ValueId) -> bool {
    is_vague(facts.ty(value)) || is_open(facts, value, true)
}

fn inputs(model: &Model, node: NodeId) -> impl Iterator<Item = ValueId> + Clone + '_ {
    model.inputs(node).iter().filter_map(|operand| operand.value())
}

/// Whether a value may be a list of sizes or a single size, or with `floats` a list of factors, and is not fully known.
fn is_open(facts: &FactStore, value: ValueId, floats: bool) -> bool {
    let fact = facts.get(value);
    let whole = fact.element().is_some_and(|element| element.integer_range().is_some());
    if !whole && (!floats || fact.shape().rank().is_none_or(|rank| rank > 1)) {
        return false;
    }
    match &fact.value {
        KnownValue::Constant(_) => false,
        KnownValue::Elements(Elements::Ints(ints)) => ints.iter().any(|i| i.value().is_none() && i.expr().is_none()),
        KnownValue::Elements(elements) => !elements.is_exact(),
        KnownValue::Unknown | KnownValue::Items(_) | KnownValue::Split(_) => true,
    }
}

fn elements(model: &Model, value: ValueId) -> String {
    format!("it depends on the elements of {}, known only at run time", label(model, value))
}

fn unknown_type(model: &Model, value: ValueId, fact: &Fact) -> String {
    let label = label(model, value);
    let open = fact.shape().dims().is_none_or(|dims| dims.iter().any(Dim::is_unknown));
    let mut text = match fact.ty.as_tensor() {
        None => format!("the type of {label} is unknown"),
        Some(_) if open => format!("it depends on the shape of {label}, known only as {}", fact.shape()),
        Some(_) => format!("the element type of {label} is unknown"),
    };
    shorten(&mut text);
    text
}

fn label(model: &Model, value: ValueId) -> String {
    match (model.value_name(value), model.producer(value)) {
        ("", Some(producer)) => format!("an output of {}", model.describe(producer)),
        (name, _) => format!("`{name}`"),
    }
}

#[cfg(test)]
mod tests {
    use crate::analyze::analyze;
    use crate::format::options::ReadOptions;
    use crate::graph::Model;
    use crate::options::AnalysisOptions;
    use crate::source::Source;

    /// The reason why `y` is partly unknown.
    fn why(body: &str) -> String {
        let text = format!("<ir_version: 9, opset_import: [\"\" : 18]>\ng {body}");
        let model = Model::read(Source::from_bytes("m.onnxtxt", text), &ReadOptions::default());
        let facts = analyze(&model, &AnalysisOptions { use_declared_types: false, ..AnalysisOptions::default() }).facts;
        let value = model.graphs().flat_map(|g| model.values_of(g)).find(|v| model.value_name(*v) == "y");
        let why = facts.get(value.expect("the value")).unknown_reason;
        why.map(|why| why.to_string()).unwrap_or_default()
    }

    #[test]
    fn sizes_of_an_unknown_shape_are_no_values_of_the_run() {
        let shape = "it depends on the shape of `x`, known only as [3,?]";
        let input = "(float[3,?] x, float[24] z) => (float[...] y)";
        for node in ["Reshape (z, s)", "ConstantOfShape (s)", "Tile (z2, s)"] {
            let made = format!("{input} <float[1,1] z2 = {{1}}> {{ s = Shape (x)  y = {node} }}");
            assert_eq!(why(&made), shape, "{node}");
        }
        let through = "{ s = Shape (x)  t = Gather (s, one)  u = Concat <axis = 0> (t, t)  y = Reshape (z, u) }";
        assert_eq!(why(&format!("{input} <int64[1] one = {{1}}> {through}")), shape);
    }

    #[test]
    fn a_size_that_no_run_has_is_a_reason_of_its_own() {
        let beyond =
            |low: u64| format!("a size would be at least {low}, and the greatest possible one is {}", i64::MAX);
        let input = "(float[4611686018427387904] x) => (float[...] y)";
        let tiled = format!("{input} <int64[1] n = {{4}}> {{ y = Tile (x, n) }}");
        assert_eq!(why(&tiled), beyond(i64::MAX as u64));
        let through = format!("{input} <int64[1] n = {{4}}> {{ t = Tile (x, n)  y = Relu (t) }}");
        assert_eq!(why(&through), beyond(i64::MAX as u64), "the reason is passed on");
        let joined = format!("{input} {{ y = Concat <axis = 0> (x, x) }}");
        assert_eq!(why(&joined), beyond(i64::MAX as u64));
        let fitting = "(float[4611686018427387903] x) => (float[...] y) { y = Concat <axis = 0> (x, x) }";
        assert_eq!(why(fitting), "");
    }

    #[test]
    fn an_expression_that_would_be_too_large_names_the_limit() {
        let joined = |count: usize, element: &str| {
            let inputs: Vec<String> = (0..count).map(|i| format!("{element}[N{i}] x{i}")).collect();
            let names: Vec<String> = (0..count).map(|i| format!("x{i}")).collect();
            format!("({}) => ({element}[...] y) {{ y = Concat <axis = 0> ({}) }}", inputs.join(", "), names.join(", "))
        };
        assert_eq!(why(&joined(16, "float")), "");
        assert_eq!(why(&joined(17, "float")), "its expression would have more than 16 terms");
        assert_eq!(why(&joined(17, "int64")), "its expression would have more than 16 terms", "whatever the data");
        let flat = |rank: usize| {
            let dims: Vec<String> = (0..rank).map(|i| format!("N{i}")).collect();
            format!("(float[{}] x) => (float[...] y) {{ y = Flatten <axis = {rank}> (x) }}", dims.join(","))
        };
        assert_eq!(why(&flat(8)), "");
        assert_eq!(why(&flat(9)), "its expression would have more than 8 factors in a term");
        let broadcast = |count: usize| {
            let inputs: Vec<String> = (0..count).map(|i| format!("float[N{i}] x{i}")).collect();
            let names: Vec<String> = (0..count).map(|i| format!("x{i}")).collect();
            format!("({}) => (float[...] y) {{ y = Sum ({}) }}", inputs.join(", "), names.join(", "))
        };
        assert_eq!(why(&broadcast(3)), "");
        assert_eq!(why(&broadcast(9)), "its expression would have more than 4 operands of a minimum or maximum");
    }

    /// The limit is that of the node that computes the elements, not of the one that reads them.
    #[test]
    fn elements_whose_expressions_would_be_too_large_name_the_limit() {
        let dims: Vec<String> = (0..9).map(|i| format!("N{i}")).collect();
        let made = format!(
            "(float[{}] x) => (float[...] y) {{ s = Shape (x)  p = ReduceProd <keepdims = 1> (s)  y = ConstantOfShape (p) }}",
            dims.join(",")
        );
        let cause = "it depends on the elements of `p`, whose expressions would have more than 8 factors in a term";
        assert_eq!(why(&made), cause);
    }

    #[test]
    fn elements_that_are_too_many_to_follow_name_the_limit() {
        let made = |count: usize| {
            let ones = vec!["1"; count].join(", ");
            let list = format!("<int64[{count}] c = {{{ones}}}, int64[1] at = {{5}}>");
            let nodes = "n = Neg (c)  m = Neg (n)  g = Gather (m, at)  y = ConstantOfShape (g)";
            why(&format!("(float[2] x) => (float[...] y) {list} {{ {nodes} }}"))
        };
        assert_eq!(made(1024), "");
        let limit = "which has, or is computed from, more than 1024, the limit `max_tracked_elements_per_tensor`";
        assert_eq!(made(1025), format!("it depends on the elements of `n`, {limit}"));
        // What an input of the graph contains is known at run time only, however long it is.
        let given = "{ n = Neg (c)  g = Gather (n, at)  y = ConstantOfShape (g) }";
        let given = format!("(int64[2000] c) => (float[...] y) <int64[1] at = {{5}}> {given}");
        assert_eq!(why(&given), "it depends on the elements of `c`, known only at run time");
        let greatest = "{ n = ArgMax <axis = 1, keepdims = 0> (x)  g = Gather (n, at)  y = ConstantOfShape (g) }";
        let greatest = format!("(float[2000,5] x) => (float[...] y) <int64[1] at = {{5}}> {greatest}");
        assert_eq!(why(&greatest), "it depends on the elements of `g`, known only at run time");
    }

    #[test]
    fn elements_of_an_input_are_named() {
        let elements = "it depends on the elements of `n`, known only at run time";
        assert_eq!(why("(int64[2] n) => (float[...] y) { y = ConstantOfShape (n) }"), elements);
        let bounded = "{ c = Max (n, low)  y = Expand (z, c) }";
        assert_eq!(why(&format!("(int64[2] n, float z) => (float[...] y) <int64 low = {{0}}> {bounded}")), elements);
    }
}
