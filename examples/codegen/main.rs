//! Code generation from symbolic shapes: a memory plan, a tiling, and checks before a run, as C, Rust, SymPy, and MLIR.
//! Each printer is one file that uses only the public structure of expressions.
//!
//! `cargo run --example codegen`

mod c;
mod mlir;
mod sympy;

use shapewright::expr::{Expr, Symbol};
use shapewright::graph::Model;
use shapewright::{AnalysisOptions, ConstraintKind, Dim, ReadOptions, Source, analyze};

const MODEL: &str = r#"
    <ir_version: 9, opset_import: ["" : 18]>
    pool (float[B,16,H,W] x, float[B,48,R,31] skip) => (float[B,64,?,31] z) {
        y = MaxPool <kernel_shape = [3, 3], strides = [2, 2]> (x)
        z = Concat <axis = 1> (y, skip)
    }"#;

/// The rows of a tile.
const TILE: u64 = 16;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let model = Model::read(Source::from_bytes("pool.onnxtxt", MODEL), &ReadOptions::default());
    // The caller knows that batches are small, and that pictures are as large as a window and have 64 columns.
    let bind = [("B", Dim::interval(1, 8)), ("H", Dim::interval(3, 1024)), ("W", Dim::exact(64))];
    let bind = bind.map(|(name, size)| (name.to_owned(), size)).into();
    let analysis = analyze(&model, &AnalysisOptions { bind, ..AnalysisOptions::default() });
    let name = |symbol: &Symbol| symbol.name().to_owned();
    let code = |expr: &Expr| c::print(expr, &name).ok_or("an operation that the printer does not know");

    // Whatever the file does not ensure is checked before a run.
    for constraint in &analysis.constraints {
        let sizes = constraint.sizes.each_ref().map(|size| size.to_expr().ok_or("a bare interval"));
        let [a, b] = [code(&sizes[0].clone()?)?, code(&sizes[1].clone()?)?];
        match constraint.kind {
            ConstraintKind::Equal => println!("assert({a} == {b});"),
            ConstraintKind::AtLeast => println!("assert({a} >= {b});"),
            ConstraintKind::BroadcastsTo => println!("assert({a} == {b} || {a} == 1);"),
            ConstraintKind::BroadcastCompatible => println!("assert({a} == {b} || {a} == 1 || {b} == 1);"),
            _ => return Err("a constraint that the generator does not know".into()),
        }
    }

    // Every value has its place behind the one before.
    let graph = model.main_graph().ok_or("no graph")?;
    let mut offset = Dim::exact(0);
    for value in model.nodes_of(graph).flat_map(|node| model.outputs(node)) {
        let ty = analysis.facts.ty(value).as_tensor().ok_or("no tensor")?;
        let bytes = ty.shape.num_elements() * 4;
        let most = bytes.upper().map_or_else(|| "unbounded".to_owned(), |most| format!("at most {most}"));
        let start = offset.to_expr().ok_or("a bare interval")?;
        println!("int64_t {} = {}; // {bytes} bytes, {most}", model.value_name(value), code(&start)?);
        assert!(offset.is_multiple_of(64), "a vector register can be loaded from there");
        // Rounded up to a multiple of 64 bytes.
        offset = offset + bytes.ceil_div(&Dim::exact(64)) * 64;
    }

    // One tile has some rows of the output; the last one has fewer.
    let output = model.graph(graph).outputs[0].operand.value().ok_or("no output")?;
    let rows = &analysis.facts.ty(output).as_tensor().and_then(|ty| ty.shape.dims()).ok_or("no shape")?[2];
    let tiles = rows.ceil_div(&Dim::exact(TILE)).to_expr().ok_or("a bare interval")?;
    println!("for (int64_t tile = 0; tile < {}; ++tile) {{ … }}", code(&tiles)?);
    println!("SymPy: {}", sympy::print(&tiles, &name).ok_or("an unknown operation")?);
    println!("MLIR: {}", mlir::print(&tiles).ok_or("not affine")?);
    println!("for 33 rows of input: {:?}", tiles.evaluate(|symbol| (symbol.name() == "H").then_some(33)));

    // Small pictures need one tile, so that the loop disappears.
    let small = tiles.with_bounds(|symbol| (symbol.name() == "H").then_some(3..=33));
    assert_eq!(small.as_constant(), Some(1));
    Ok(())
}
