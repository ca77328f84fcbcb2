//! Inference of every reduction compared with a naive evaluation of shapes and values: the inferred fact must contain the
//! result of every run, and a possible run must not be an error.

use proptest::prelude::*;
use proptest::strategy::BoxedStrategy;
use proptest::test_runner::TestCaseResult;
use shapewright::{Dim, ElementType, Elements, Fact, KnownValue, Level, Shape, SymInt};
use shapewright::{OpQuery, OpQueryResult};

use crate::reductions::{ONNX, OPENVINO, for_each_other_reduction, for_each_shared_reduction};
use crate::strategies::{self, Size, World, int_holds, shape_holds, size};
use crate::support;

/// How much of the axes the fact contains.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Know {
    Constant,
    /// Their number.
    Count,
    /// Bounds of their number.
    CountBetween,
    /// That they are a list.
    List,
    /// Bounds of each.
    Between,
    Nothing,
}

const KNOWS: [Know; 6] = [Know::Constant, Know::Count, Know::CountBetween, Know::List, Know::Between, Know::Nothing];

/// One node in one run: its actual values, and how much of them the facts contain.
#[derive(Clone, Debug)]
struct Node {
    /// ONNX opset, or `None` for IR.
    onnx: Option<i64>,
    op: &'static str,
    world: World,
    data: Vec<Size>,
    /// A minimum rank of the data, used instead of the shape.
    unranked: Option<usize>,
    /// Axes of the run.
    axes: Vec<i64>,
    know: Know,
    keep: Option<bool>,
    noop: Option<bool>,
}

impl Node {
    fn axes_are_input(&self) -> bool {
        self.onnx.is_none_or(|v| v >= 18 || (v >= 13 && self.op == "ReduceSum"))
    }

    fn sizes(&self) -> Vec<u64> {
        self.data.iter().map(|d| d.value(&self.world)).collect()
    }

    fn data_shape(&self) -> Shape {
        match self.unranked {
            Some(least) => Shape::with_min_rank(least.min(self.data.len())),
            None => Shape::from_dims(self.data.iter().map(|d| d.dim(&self.world))),
        }
    }

    fn element(&self) -> ElementType {
        if self.op.contains("Logical") { ElementType::Bool } else { ElementType::F32 }
    }

    fn axes_fact(&self) -> Fact {
        let count = self.axes.len() as u64;
        let list = |count: Dim| Fact::tensor(ElementType::I64, Shape::from_dims([count]));
        match self.know {
            Know::Constant => list(count.into()).with_elements(Some(Elements::of_ints(self.axes.iter().copied()))),
            Know::Count => list(count.into()),
            Know::CountBetween => list(Dim::interval(count.saturating_sub(1), count + 1)),
            Know::List => list(Dim::unknown()),
            Know::Between => {
                let near = self.axes.iter().map(|&a| SymInt::interval((a - 1).into(), a.into())).collect();
                list(count.into()).with_elements(Some(Elements::Ints(near)))
            }
            Know::Nothing => Fact::tensor(ElementType::I64, Shape::UNKNOWN),
        }
    }

    fn query(&self, data: Fact) -> OpQuery {
        let flag = |query: OpQuery, name: &str, value: Option<bool>| match value {
            Some(value) => query.attribute(name, value),
            None => query,
        };
        let (query, keep) = match self.onnx {
            Some(opset) => (OpQuery::onnx(self.op, opset), "keepdims"),
            None => (OpQuery::openvino(self.op, 4), "keep_dims"),
        };
        let query = flag(query, keep, self.keep).input(data);
        if !self.axes_are_input() {
            return query.attribute("axes", self.axes.clone());
        }
        let query = if self.onnx.is_some() { flag(query, "noop_with_empty_axes", self.noop) } else { query };
        query.input(self.axes_fact())
    }

    fn infer(&self) -> OpQueryResult {
        self.query(Fact::tensor(self.element(), self.data_shape())).infer()
    }

    /// Which dimensions the run reduces; axes are a set.
    fn reduced(&self) -> Vec<bool> {
        let rank = self.data.len();
        if self.axes.is_empty() {
            let nothing = self.onnx.is_none() || (self.axes_are_input() && self.noop == Some(true));
            return vec![!nothing; rank];
        }
        let wrapped = |axis: i64| if axis < 0 { axis + rank as i64 } else { axis };
        (0..rank as i64).map(|dim| self.axes.iter().any(|&a| wrapped(a) == dim)).collect()
    }

    /// The sizes that the run produces.
    fn run(&self) -> Vec<u64> {
        let keep = self.keep.unwrap_or(self.onnx.is_some());
        let pairs = self.sizes().into_iter().zip(self.reduced());
        pairs.filter(|(_, r)| keep || !r).map(|(s, r)| if r { 1 } else { s }).collect()
    }
}

/// The dialects that have an operator: ONNX at an opset, or IR.
fn dialect(op: &'static str) -> BoxedStrategy<Option<i64>> {
    let onnx = (1i64..=26).prop_map(Some);
    match (ONNX.contains(&op), OPENVINO.contains(&op)) {
        (true, true) => prop_oneof![onnx, Just(None)].boxed(),
        (true, false) => onnx.boxed(),
        _ => Just(None).boxed(),
    }
}

/// A node in a valid run. ONNX does not require distinct axes, so they may repeat while only their number is known.
fn node(op: &'static str) -> BoxedStrategy<Node> {
    let data = proptest::collection::vec(size(), 0..5);
    let axes = proptest::collection::vec((0i64..4, any::<bool>()), 0..5);
    let told = (proptest::sample::select(&KNOWS[..]), proptest::option::weighted(0.2, 0usize..5));
    let flags = (proptest::option::of(any::<bool>()), proptest::option::of(any::<bool>()));
    let parts = (dialect(op), proptest::array::uniform2(0u64..5), data, axes, told, flags);
    let assemble = move |(onnx, world, data, raw, (know, unranked), (keep, noop))| {
        let mut node = Node { onnx, op, world, data, unranked, axes: vec![], know, keep, noop };
        let rank = node.data.len() as i64;
        let may_repeat = onnx.is_some() && !matches!(know, Know::Constant) && node.axes_are_input();
        for (axis, negative) in raw as Vec<(i64, bool)> {
            let axis = if rank == 0 { continue } else { axis % rank };
            if may_repeat || node.axes.iter().all(|&a| (a + rank) % rank != axis) {
                node.axes.push(if negative { axis - rank } else { axis });
            }
        }
        if node.axes.len() as i64 > rank {
            node.axes.truncate(rank as usize); // `reduce` C12
        }
        node
    };
    parts.prop_map(assemble).boxed()
}

fn errors(answer: &OpQueryResult) -> Vec<&str> {
    answer.findings.iter().filter(|f| f.level == Level::Error).map(|f| f.message.as_str()).collect()
}

/// Whether everything that `a` allows is allowed by `b`.
fn within(a: &Shape, b: &Shape) -> bool {
    match (a.dims(), b.dims()) {
        (_, None) => a.min_rank() >= b.min_rank(),
        (None, Some(_)) => false,
        (Some(a), Some(b)) => a.len() == b.len() && a.iter().zip(b).all(|(a, b)| support::is_within(a, b)),
    }
}

/// The result of one run of elements, wrapped to the type; `None` where the text leaves the rounding open.
fn fold(op: &str, element: ElementType, run: &[i128]) -> Option<i128> {
    let (low, high) = element.integer_range()?;
    let value = match op {
        "ReduceMin" | "ReduceLogicalAnd" => *run.iter().min()?,
        "ReduceMax" | "ReduceLogicalOr" => *run.iter().max()?,
        "ReduceSum" => run.iter().sum(),
        "ReduceProd" => run.iter().try_fold(1i128, |p, x| p.checked_mul(*x))?,
        "ReduceL1" => run.iter().map(|x| x.abs()).sum(),
        "ReduceSumSquare" => run.iter().map(|x| x * x).sum(),
        // The square root of a square needs no rounding.
        "ReduceL2" if run.len() == 1 => run[0].abs(),
        "ReduceMean" | "ReduceLogSumExp" if run.len() == 1 => run[0],
        "ReduceLogSum" if run.len() == 1 && run[0] >= 1 => (run[0] as f64).ln() as i128,
        _ => return None,
    };
    Some((value - low).rem_euclid(high - low + 1) + low)
}

/// An integer of a run, with the fact about it.
fn told_int() -> BoxedStrategy<(i64, u8, i64, i64)> {
    let value = prop_oneof![6 => -4i64..6, 1 => Just(i64::from(i32::MAX)), 1 => Just(i64::from(i32::MIN))];
    (value, 0u8..4, 0i64..3, 0i64..3).boxed()
}

fn inference_contains_every_run(node: Node) -> TestCaseResult {
    let answer = node.infer();
    prop_assert!(errors(&answer).is_empty(), "{:?}", errors(&answer));
    let (inferred, run) = (answer.outputs[0].shape(), node.run());
    prop_assert!(shape_holds(inferred, &run, &node.world), "{inferred} does not allow {run:?}");
    prop_assert_eq!(answer.outputs[0].element(), Some(node.element()));
    Ok(())
}

fn constant_axes_give_an_exact_shape(mut node: Node) -> TestCaseResult {
    node.know = Know::Constant;
    node.unranked = None;
    let mut exact = Vec::new();
    for axis in std::mem::take(&mut node.axes) {
        let rank = node.data.len() as i64;
        if !exact.iter().any(|&a: &i64| (a - axis) % rank == 0) {
            exact.push(axis);
        }
    }
    node.axes = exact;
    let answer = node.infer();
    let keep = node.keep.unwrap_or(node.onnx.is_some());
    let dims = node.data.iter().map(|d| d.dim(&node.world)).zip(node.reduced());
    let expected = dims.filter(|(_, r)| keep || !r).map(|(d, r)| if r { Dim::exact(1) } else { d });
    prop_assert_eq!(answer.outputs[0].shape(), &Shape::from_dims(expected));
    Ok(())
}

fn more_precise_inputs_never_give_less_precise_outputs(node: Node) -> TestCaseResult {
    let exact = Node { know: Know::Constant, ..node.clone() }.infer();
    let told = node.infer();
    prop_assert!(within(exact.outputs[0].shape(), told.outputs[0].shape()));
    let ranked = Node { unranked: None, ..node.clone() }.infer();
    prop_assert!(within(ranked.outputs[0].shape(), told.outputs[0].shape()));
    Ok(())
}

fn only_axes_out_of_range_are_reported(node: Node, axes: Vec<i64>) -> TestCaseResult {
    let node = Node { axes, know: Know::Constant, unranked: None, ..node };
    let rank = node.data.len() as i64;
    let outside = node.axes.iter().filter(|&&a| a < -rank || a >= rank).count();
    let inside: Vec<i64> = node.axes.iter().filter(|&&a| -rank <= a && a < rank).map(|a| a.rem_euclid(rank)).collect();
    let mut unique = inside.clone();
    unique.sort_unstable();
    unique.dedup();
    let answer = node.infer();
    let count = |code| answer.findings.iter().filter(|f| f.rule.code() == code && f.level == Level::Error).count();
    // All duplicates of a list are one finding.
    prop_assert_eq!((count("OP102"), count("OP103")), (outside, usize::from(inside.len() > unique.len())));
    // Duplicates alone leave the shape exact, since axes are then a set.
    if outside == 0 {
        prop_assert!(shape_holds(answer.outputs[0].shape(), &node.run(), &node.world));
    }
    Ok(())
}

fn the_dialects_agree(node: Node, opset: i64) -> TestCaseResult {
    let keep = Some(node.keep.unwrap_or(false));
    // IR reads no axes at all as nothing to reduce: that is ONNX with `noop_with_empty_axes`.
    let onnx = Node { onnx: Some(opset), keep, noop: Some(true), ..node.clone() };
    let mut ir = Node { onnx: None, keep, noop: None, ..node };
    let (of_onnx, of_ir) = (onnx.infer(), ir.infer());
    if ir.know == Know::Constant {
        prop_assert_eq!(of_onnx.outputs[0].shape(), of_ir.outputs[0].shape());
    } else if of_ir.findings.is_empty() {
        // IR promises that axes differ, so it may say more, never less.
        prop_assert!(within(of_ir.outputs[0].shape(), of_onnx.outputs[0].shape()));
    }
    // And the attribute of the versions before says what the input says.
    ir.know = Know::Constant;
    if !ir.axes.is_empty() && onnx.op != "ReduceSum" {
        let older = Node { onnx: Some(11), noop: None, ..onnx };
        let (older, ir) = (older.infer(), ir.infer());
        prop_assert_eq!(older.outputs[0].shape(), ir.outputs[0].shape());
    }
    Ok(())
}

fn inferred_values_contain_every_run(
    node: Node,
    told: Vec<(i64, u8, i64, i64)>,
    element: ElementType,
    wide: bool,
) -> TestCaseResult {
    let sizes = node.sizes().iter().map(|s| s.min(&3)).copied().collect::<Vec<_>>();
    let count = sizes.iter().product::<u64>() as usize;
    prop_assume!(count <= told.len());
    let bool_op = node.op.contains("Logical");
    let element = if bool_op { ElementType::Bool } else { element };
    let (low, high) = element.integer_range().expect("an integer type");
    let node =
        Node { data: sizes.iter().map(|&s| Size::Exact(s)).collect(), unranked: None, know: Know::Constant, ..node };
    let (mut values, mut ints) = (Vec::new(), Vec::new());
    for &(value, kind, below, above) in &told[..count] {
        let value = i128::from(if bool_op { value.rem_euclid(2) } else { value });
        let symbol = strategies::SYMBOLS.iter().position(|_| kind == 3).filter(|_| wide && !bool_op);
        let value = symbol.map_or(value, |s| node.world[s].into());
        ints.push(match (symbol, kind) {
            (Some(s), _) => SymInt::from(&Dim::from(strategies::SYMBOLS[s])),
            (None, 0 | 3) => SymInt::exact(value),
            (None, 1) => SymInt::interval((value - i128::from(below)).max(low), (value + i128::from(above)).min(high)),
            _ => SymInt::interval(low.max(value - 1), high),
        });
        values.push(value);
    }
    let data = Fact::tensor(element, Shape::from_dims(sizes.iter().copied()));
    let answer = node.query(data.with_elements(Some(Elements::Ints(ints.into())))).infer();
    let KnownValue::Elements(Elements::Ints(results)) = &answer.outputs[0].value else { return Ok(()) };
    let reduced = node.reduced();
    for (slot, result) in results.iter().enumerate() {
        let run = run_of(&values, &sizes, &reduced, slot);
        let expected = if reduced.contains(&true) { fold(node.op, element, &run) } else { run.first().copied() };
        // IR's specification calls the reduction over nothing the identity; ONNX applies the step to each element.
        let expected =
            if node.onnx.is_some() && !reduced.contains(&true) { fold(node.op, element, &run) } else { expected };
        let Some(expected) = expected else { continue };
        prop_assert!(int_holds(result, expected, &node.world), "{result} does not allow {expected}");
    }
    Ok(())
}

/// With this many runs of a law for each reduction.
fn config(cases: u32) -> ProptestConfig {
    ProptestConfig { cases, failure_persistence: None, ..ProptestConfig::default() }
}

macro_rules! laws {
    ($($module:ident $name:ident,)*) => {$(
        mod $module {
            #[allow(non_snake_case)] // the name of the operator, so that its tests are found by it
            mod $name {
                use proptest::prelude::*;
                use shapewright::ElementType;

                use super::super::{config, node, told_int};

                proptest! {
                    #![proptest_config(config(250))]

                    #[test]
                    fn inference_contains_every_run(node in node(stringify!($name))) {
                        super::super::inference_contains_every_run(node)?;
                    }

                    #[test]
                    fn constant_axes_give_an_exact_shape(node in node(stringify!($name))) {
                        super::super::constant_axes_give_an_exact_shape(node)?;
                    }

                    #[test]
                    fn more_precise_inputs_never_give_less_precise_outputs(node in node(stringify!($name))) {
                        super::super::more_precise_inputs_never_give_less_precise_outputs(node)?;
                    }

                    #[test]
                    fn only_axes_out_of_range_are_reported(
                        node in node(stringify!($name)),
                        axes in proptest::collection::vec(-6i64..6, 1..4),
                    ) {
                        super::super::only_axes_out_of_range_are_reported(node, axes)?;
                    }

                    #[test]
                    fn inferred_values_contain_every_run(
                        node in node(stringify!($name)),
                        told in proptest::collection::vec(told_int(), 64),
                        element in proptest::sample::select(&[ElementType::I64, ElementType::I32][..]),
                        wide in any::<bool>(),
                    ) {
                        super::super::inferred_values_contain_every_run(node, told, element, wide)?;
                    }
                }
            }
        }
    )*};
}

for_each_shared_reduction!(laws);
for_each_other_reduction!(laws);

macro_rules! agreements {
    ($($module:ident $name:ident,)*) => {
        mod the_dialects_agree {
            use proptest::prelude::*;

            use super::{config, node};

            proptest! {
                #![proptest_config(config(750))]
                $(
                    #[test]
                    #[allow(non_snake_case)] // the name of the operator, so that its test is found by it
                    fn $name(node in node(stringify!($name)), opset in 18i64..=26) {
                        super::the_dialects_agree(node, opset)?;
                    }
                )*
            }
        }
    };
}

for_each_shared_reduction!(agreements);

/// The elements that belong to one element of the result.
fn run_of(values: &[i128], sizes: &[u64], reduced: &[bool], slot: usize) -> Vec<i128> {
    let kept = |position: usize| {
        let (mut rest, mut stride, mut target) = (position as u64, 1, 0);
        for (size, reduced) in sizes.iter().zip(reduced).rev() {
            if !reduced {
                target += rest % size * stride;
                stride *= size;
            }
            rest /= size;
        }
        target as usize
    };
    (0..values.len()).filter(|&p| kept(p) == slot).map(|p| values[p]).collect()
}
