//! Time of edits of a long chain of nodes with the facts after them, beside that of a whole analysis.
//! `tools/edit_speed.py` runs it beside onnx-ir and onnx.
//!
//! `cargo run --release --example edit_speed -- 100000`

use std::hint::black_box;
use std::time::{Duration, Instant};

use shapewright::graph::{At, Format, Model, NewNode, NodeId};
use shapewright::{AnalysisOptions, Session, analyze};

/// A chain of nodes that keep the shape.
fn chain(count: usize) -> (Model, Vec<NodeId>) {
    let mut model = Model::empty(Format::Onnx, &[("", 18)]);
    let graph = model.main_graph().expect("a main graph");
    let mut x = model.add_input(graph, "x", "f32[N,8,16]".parse().expect("a type")).expect("a new name");
    let mut nodes = Vec::new();
    for _ in 0..count {
        let node = model.insert(At::End(graph), NewNode::new("Relu").input(x)).expect("x is available");
        x = model.outputs(node).next().expect("an output");
        nodes.push(node);
    }
    model.add_output(graph, x).expect("x is in the graph");
    (model, nodes)
}

/// Makes a node another one that computes another thing of the same shape.
fn turn(model: &mut Model, node: NodeId) {
    let op = if model.op_type(node) == "Relu" { "Neg" } else { "Relu" };
    let input = model.inputs(node)[0];
    model.replace_node(node, NewNode::new(op).input(input)).expect("the input is available");
}

/// Makes a node one that changes the shape, in one of two ways.
fn transpose(model: &mut Model, node: NodeId) {
    let is_first = model
        .attribute(node, "perm")
        .is_none_or(|a| a.value != shapewright::graph::AttributeValue::Ints([2, 1, 0].into()));
    let perm = if is_first { vec![2, 1, 0] } else { vec![1, 2, 0] };
    let input = model.inputs(node)[0];
    model.replace_node(node, NewNode::new("Transpose").attribute("perm", perm).input(input)).expect("it is available");
}

/// The median time of one of 21 edits, each with a question after it.
fn median(session: &mut Session, node: NodeId, edit: fn(&mut Model, NodeId)) -> Duration {
    let mut times: Vec<Duration> = (0..21)
        .map(|_| {
            let start = Instant::now();
            session.edit(|model| edit(model, node));
            black_box(session.facts().ty(session.model().outputs(node).next().expect("an output")));
            start.elapsed()
        })
        .collect();
    times.sort_unstable();
    times[10]
}

fn main() {
    let count = std::env::args().nth(1).map_or(100_000, |text| text.parse().expect("a number of nodes"));
    let (model, nodes) = chain(count);
    let options = AnalysisOptions { run_lints: false, ..AnalysisOptions::default() };
    let start = Instant::now();
    black_box(analyze(&model, &options));
    println!("whole analysis: {:?}", start.elapsed());
    let mut session = Session::new(model, options);
    println!("one edit at the end: {:?}", median(&mut session, nodes[count - 1], turn));
    println!("one edit in the middle, same shape: {:?}", median(&mut session, nodes[count / 2], turn));
    let behind = 1000.min(count - 1);
    let changed = median(&mut session, nodes[count - 1 - behind], transpose);
    println!(
        "one edit, another shape for the {behind} nodes behind it: {changed:?} ({:?} a node)",
        changed / behind as u32
    );
    let (start, mut seed, edits) = (Instant::now(), 1usize, 10_000);
    for _ in 0..edits {
        seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        let node = nodes[(seed >> 33) % (count - behind - 1)];
        session.edit(|model| turn(model, node));
        black_box(session.facts().ty(session.model().outputs(node).next().expect("an output")));
    }
    println!("{edits} random edits with a question after each: {:?} each", start.elapsed() / edits);
    assert!(session.is_incremental(), "the edits were followed");
}
