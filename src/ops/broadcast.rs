//! Broadcasting: combines the shapes of several inputs into one.

use hashbrown::HashSet;

use super::InferContext;
use super::attributes;
use super::signature::{AttributeKind, AttributeSpec, DefaultValue};
use crate::constraint::ConstraintKind;
use crate::diagnostic::Diagnostic;
use crate::dialect::Dialect;
use crate::dim::Dim;
use crate::elements::Elements;
use crate::fact::UnknownReason;
use crate::kernel::elementwise::Layout;
use crate::rules;
use crate::shape::Shape;
use crate::short_text::start_of;

/// How shapes are aligned and broadcast.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Broadcast {
    /// No broadcasting: all shapes are equal.
    Equal,
    /// NumPy rules: aligned at the end; dimensions of size 1 and missing dimensions are broadcast.
    Numpy,
    /// The second is broadcast to the first, whose shape is the result.
    Within {
        /// The dimension of the first at which the second starts; `None` aligns at the end.
        axis: Option<i64>,
        /// Whether dimensions of size 1 in the second are broadcast.
        ones: bool,
    },
}

/// Each of thousands of inputs may be the same list, so the elements of more inputs are not followed if there are more of
/// them, counted after broadcasting.
const FEW_INPUTS: usize = 3;
const MAX_STRETCHED: usize = 128;

/// IR's `auto_broadcast`.
pub(crate) const AUTO_BROADCAST: AttributeSpec = AttributeSpec::default(
    "auto_broadcast",
    AttributeKind::Word(&["numpy", "none", "pdpd", "explicit"]),
    DefaultValue::Text("numpy"),
);

impl Broadcast {
    /// Reads the attributes of the node; `None` if they are invalid.
    pub(crate) fn resolve(cx: &mut InferContext<'_>) -> Option<Broadcast> {
        if cx.dialect() == Dialect::OpenVino {
            return match cx.text("auto_broadcast").map(str::to_ascii_lowercase).as_deref() {
                None | Some("numpy") => Some(Broadcast::Numpy),
                Some("none" | "explicit") => Some(Broadcast::Equal),
                // OpenVINO's reader ignores the axis attribute: the axis is always 0.
                Some("pdpd") => Some(Broadcast::Within { axis: Some(0), ones: true }),
                Some(_) => None,
            };
        }
        if cx.attribute_kind("broadcast").is_none() {
            return Some(Broadcast::Numpy);
        }
        if cx.has_unknown_value("broadcast") || cx.has_unknown_value("axis") {
            return None;
        }
        let value = cx.int("broadcast").unwrap_or(0);
        match attributes::flag_value(value) {
            Some(false) => Some(Broadcast::Equal),
            Some(true) => Some(Broadcast::Within { axis: cx.int("axis"), ones: false }),
            None => {
                let finding = attributes::invalid_flag(cx, "broadcast", value);
                cx.report(finding.help("set `broadcast` to 1, or to 0 for equal shapes"));
                None
            }
        }
    }

    /// The broadcast shape of two, and the dimensions that clash if they are incompatible.
    fn merge(self, a: &Shape, b: &Shape) -> (Shape, Option<Clash>) {
        match self {
            Broadcast::Equal => equal(a, b),
            Broadcast::Numpy => numpy(a, b),
            Broadcast::Within { axis, ones } => within(a, b, axis, ones),
        }
    }

    /// The strides with which two tensors of these sizes are combined; `None` if they are incompatible.
    pub(crate) fn layout(self, a: &[usize], b: &[usize]) -> Option<Layout> {
        match self {
            Broadcast::Equal if a != b => None,
            Broadcast::Equal | Broadcast::Numpy => Layout::numpy(a, b),
            Broadcast::Within { .. } if b.iter().all(|&size| size == 1) => Layout::numpy(a, &[]),
            Broadcast::Within { axis, ones } => {
                let behind = match axis {
                    None => 0,
                    Some(axis) => {
                        let length = i64::try_from(a.len()).ok()?;
                        let start = usize::try_from(if axis < 0 { axis.checked_add(length)? } else { axis }).ok()?;
                        a.len().checked_sub(start.checked_add(b.len())?)?
                    }
                };
                let padded: Vec<usize> = b.iter().copied().chain(std::iter::repeat_n(1, behind)).collect();
                let run = a.len().checked_sub(padded.len()).map(|start| &a[start..a.len() - behind]);
                let fits = run.is_some_and(|run| run.iter().zip(b).all(|(x, y)| x == y || (ones && *y == 1)));
                Layout::numpy(a, &padded).filter(|_| fits)
            }
        }
    }

    fn rule(self) -> &'static str {
        match self {
            Broadcast::Equal => "the shapes must be equal, because broadcasting is disabled",
            Broadcast::Numpy => "with trailing dimensions aligned, two sizes must be equal or one of them 1",
            Broadcast::Within { ones: true, .. } => {
                "each dimension of the second must be 1 or equal to that of the first"
            }
            Broadcast::Within { ones: false, .. } => "the second must be a contiguous subset of the first's dimensions",
        }
    }
}

/// Why two shapes are incompatible.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Clash {
    Rank,
    /// Pairs of dimensions, one from each shape.
    Dims(Vec<(usize, usize)>),
}

/// The broadcast dimension of two; `None` if they are incompatible.
pub(crate) fn dim(a: &Dim, b: &Dim) -> Option<Dim> {
    if a.provably_eq(b) || b.is(1) {
        return Some(a.clone());
    }
    if a.is(1) {
        return Some(b.clone());
    }
    match (a.contains(1), b.contains(1)) {
        (false, false) => a.meet(b),
        // A dimension that is not 1 is the result, whatever the other one is.
        (false, true) => Some(a.clone()),
        (true, false) => Some(b.clone()),
        (true, true) => {
            let expr = a.expr().zip(b.expr()).and_then(|(a, b)| a.broadcast(b));
            Some(Dim::interval(a.low().min(b.low()), a.high().max(b.high())).refine_with(expr))
        }
    }
}

/// Like [`dim`], and records the constraint under which the two are compatible.
pub(crate) fn stretched(cx: &mut InferContext<'_>, a: &Dim, b: &Dim) -> Option<Dim> {
    let both = dim(a, b);
    if both.is_some() {
        cx.require(ConstraintKind::BroadcastCompatible, a, b);
    }
    both
}

fn clash(pairs: Vec<(usize, usize)>) -> Option<Clash> {
    if pairs.is_empty() { None } else { Some(Clash::Dims(pairs)) }
}

fn numpy(a: &Shape, b: &Shape) -> (Shape, Option<Clash>) {
    let (Some(x), Some(y)) = (a.dims(), b.dims()) else {
        // A scalar broadcasts to any shape.
        let result = match (a.rank(), b.rank()) {
            (Some(0), _) => b.clone(),
            (_, Some(0)) => a.clone(),
            _ => Shape::with_min_rank(a.min_rank().max(b.min_rank())),
        };
        return (result, None);
    };
    if covers(x, y, |x, y| y.is(1) || x.provably_eq(y)) {
        return (a.clone(), None);
    }
    if covers(y, x, |y, x| x.is(1) || x == y) {
        return (b.clone(), None);
    }
    let rank = x.len().max(y.len());
    let (skip_x, skip_y) = (rank - x.len(), rank - y.len());
    let mut dims = Vec::with_capacity(rank);
    let mut pairs = Vec::new();
    for at in 0..rank {
        let in_x = at.checked_sub(skip_x).and_then(|i| Some((i, x.get(i)?)));
        let in_y = at.checked_sub(skip_y).and_then(|i| Some((i, y.get(i)?)));
        dims.push(match (in_x, in_y) {
            (Some((i, a)), Some((j, b))) => dim(a, b).unwrap_or_else(|| {
                pairs.push((i, j));
                Dim::unknown()
            }),
            (Some((_, only)), None) | (None, Some((_, only))) => only.clone(),
            (None, None) => Dim::unknown(),
        });
    }
    (Shape::from_dims(dims), clash(pairs))
}

/// Whether every dimension of the shorter list, aligned with that of the longer one, leaves it as it is.
fn covers(long: &[Dim], short: &[Dim], leaves: impl Fn(&Dim, &Dim) -> bool) -> bool {
    let skipped = long.len().checked_sub(short.len());
    skipped.is_some_and(|skipped| long[skipped..].iter().zip(short).all(|(long, short)| leaves(long, short)))
}

fn equal(a: &Shape, b: &Shape) -> (Shape, Option<Clash>) {
    if let Some(both) = a.meet(b) {
        return (both, None);
    }
    let (Some(x), Some(y)) = (a.dims(), b.dims()) else { return (Shape::UNKNOWN, Some(Clash::Rank)) };
    if x.len() != y.len() {
        return (Shape::UNKNOWN, Some(Clash::Rank));
    }
    let mut pairs = Vec::new();
    let dims = x.iter().zip(y).enumerate().map(|(i, (a, b))| {
        a.meet(b).unwrap_or_else(|| {
            pairs.push((i, i));
            Dim::unknown()
        })
    });
    let shape = Shape::from_dims(dims.collect::<Vec<_>>());
    (shape, clash(pairs))
}

fn within(a: &Shape, b: &Shape, axis: Option<i64>, ones: bool) -> (Shape, Option<Clash>) {
    let Some(x) = a.dims() else { return (a.clone(), None) };
    let Some(y) = b.dims() else {
        // A second of unknown rank may be empty.
        let dims = x.iter().map(|a| if ones && a.contains(1) { a.join(&Dim::exact(0)) } else { a.clone() });
        return (Shape::from_dims(dims.collect::<Vec<_>>()), None);
    };
    let fits_anyhow = !ones && y.iter().all(|d| d.contains(1));
    if y.is_empty() || fits_anyhow {
        return (a.clone(), None);
    }
    let from_end = x.len().checked_sub(y.len());
    let start = match axis {
        None => from_end,
        Some(axis) if axis < 0 => usize::try_from(axis.unsigned_abs()).ok().and_then(|n| x.len().checked_sub(n)),
        Some(axis) => usize::try_from(axis).ok(),
    };
    let Some(start) = start.filter(|s| s.checked_add(y.len()).is_some_and(|end| end <= x.len())) else {
        return (a.clone(), Some(Clash::Rank));
    };
    let mut dims = x.to_vec();
    let mut pairs = Vec::new();
    for (j, b) in y.iter().enumerate() {
        let Some(a) = dims.get_mut(start + j) else { break };
        // OpenVINO also broadcasts a first of size 1 to an empty second.
        if ones && !b.is(1) && a.contains(1) && b.contains(0) {
            *a = if b.is(0) { b.clone() } else { a.join(&Dim::exact(0)) };
            continue;
        }
        if ones && b.contains(1) {
            continue;
        }
        match a.meet(b) {
            Some(both) => *a = both,
            None => pairs.push((start + j, j)),
        }
    }
    (Shape::from_dims(dims), clash(pairs))
}

/// The broadcast shape of inputs `first..`; reports incompatible ones (OP201). The second result is `None` if all are
/// compatible.
pub(crate) fn shape(
    cx: &mut InferContext<'_>,
    inputs: &[usize],
    broadcast: Option<Broadcast>,
) -> (Shape, Option<UnknownReason>) {
    let shapes: Vec<Shape> = inputs.iter().map(|&i| cx.shape(i)).collect();
    let Some(broadcast) = broadcast else {
        return (Shape::UNKNOWN, Some(cx.unknown_because("the broadcasting rule of the node is unknown")));
    };
    let Some(mut result) = shapes.first().cloned() else { return (Shape::UNKNOWN, None) };
    let mut why = None;
    // Many inputs may have the same shape, which changes the result once.
    let mut known: HashSet<*const Dim> = HashSet::new();
    for (at, next) in shapes.iter().enumerate().skip(1) {
        let address = next.dims().map(<[Dim]>::as_ptr);
        if address.is_some_and(|address| known.contains(&address)) {
            continue;
        }
        let (merged, clash) = broadcast.merge(&result, next);
        if clash.is_none() {
            require(cx, broadcast, &result, next);
            known.extend(address.filter(|_| shapes.len() > 2));
        }
        result = merged;
        if let Some(clash) = clash {
            report(cx, broadcast, inputs, &shapes, (at, clash));
            why = Some(cx.unknown_because("the shapes of the inputs are incompatible"));
        }
    }
    (result, why)
}

/// Records the constraint under which two shapes are compatible: equal, or one of them 1 if that is broadcast.
pub(crate) fn require(cx: &mut InferContext<'_>, broadcast: Broadcast, a: &Shape, b: &Shape) {
    let kind = match broadcast {
        Broadcast::Equal => ConstraintKind::Equal,
        Broadcast::Numpy => ConstraintKind::BroadcastCompatible,
        Broadcast::Within { .. } => return,
    };
    for (a, b) in a.dims().unwrap_or_default().iter().rev().zip(b.dims().unwrap_or_default().iter().rev()) {
        cx.require(kind, a, b);
    }
}

/// OP201, with all texts if it is kept: one of a node is. With more than two inputs, names an earlier input with which the later one is
/// incompatible by itself, if any.
fn report(
    cx: &mut InferContext<'_>,
    broadcast: Broadcast,
    inputs: &[usize],
    shapes: &[Shape],
    (later, clash): (usize, Clash),
) {
    if cx.only_counts(&rules::incompatible_shapes::RULE) || cx.shapes_differ {
        let message = "the shapes cannot be broadcast together";
        let place = cx.input_place(inputs[later]);
        return cx.report(Diagnostic::new(&rules::incompatible_shapes::RULE, place, message));
    }
    let alone = (0..later).find_map(|i| Some((i, broadcast.merge(&shapes[i], &shapes[later]).1?)));
    let (earlier, clash) = alone.unwrap_or((0, clash));
    let (a, b) = (cx.input_name(inputs[earlier]), cx.input_name(inputs[later]));
    let (of_a, of_b) = (&shapes[earlier], &shapes[later]);
    let sizes = match &clash {
        Clash::Rank => format!("ranks {} and {}", of_a.min_rank(), of_b.min_rank()),
        Clash::Dims(pairs) => {
            let size =
                |shape: &Shape, i: usize| shape.dims().and_then(|d| d.get(i)).map_or_else(Dim::unknown, Dim::clone);
            let shown = pairs.iter().take(4).map(|&(i, j)| {
                let (x, y) = (size(of_a, i), size(of_b, j));
                if i == j {
                    format!("dimension {i} is {x} and {y}")
                } else {
                    format!("dimension {i} of the first is {x}, dimension {j} of the second is {y}")
                }
            });
            shown.collect::<Vec<_>>().join("; ")
        }
    };
    let message =
        format!("input {a} of shape {of_a} and input {b} of shape {of_b} cannot be broadcast together: {sizes}");
    let finding = Diagnostic::new(&rules::incompatible_shapes::RULE, cx.input_place(inputs[later]), message)
        .label(of_b)
        .related(cx.input_place(inputs[earlier]), of_a)
        .note(format!("{}: {}", cx.op_with_version(), broadcast.rule()))
        .help(match &clash {
            Clash::Rank => "give both the same rank".to_owned(),
            Clash::Dims(pairs) => match pairs[..] {
                [(i, j)] if i == j => format!("make dimension {i} equal in both, or 1 in one of them"),
                _ => "make each of these dimensions equal in both, or 1 in one of them".to_owned(),
            },
        });
    let dims: Vec<usize> = match clash {
        Clash::Rank => Vec::new(),
        Clash::Dims(pairs) => pairs.iter().map(|&(i, _)| i).collect(),
    };
    let finding = finding.data("shapes", [&of_a, &of_b].map(start_of).to_vec());
    cx.report(finding.data("dimensions", dims));
}

/// The NumPy broadcast of two shapes; `None` if they are incompatible.
pub(crate) fn merged(a: &Shape, b: &Shape) -> Option<Shape> {
    let (shape, clash) = numpy(a, b);
    clash.is_none().then_some(shape)
}

/// Whether `from` may be broadcast to exactly `to` under NumPy rules.
pub(crate) fn stretches(from: &Shape, to: &Shape) -> bool {
    let (Some(from), Some(to)) = (from.dims(), to.dims()) else {
        return to.rank().is_none_or(|rank| from.min_rank() <= rank);
    };
    let mut aligned = from.iter().rev().zip(to.iter().rev());
    from.len() <= to.len() && aligned.all(|(f, t)| f.contains(1) || f.meet(t).is_some())
}

/// The elements of these inputs, each broadcast to the result shape, if all are tracked and the result is small.
pub(crate) fn elements(cx: &InferContext<'_>, inputs: &[usize], result: &Shape) -> Option<Vec<Elements>> {
    // One unknown input makes the result unknown: do not read the others from the file.
    if !inputs.iter().all(|&i| cx.knows_elements(i)) {
        return None;
    }
    broadcast_all(cx, inputs, result, |i| cx.elements(i))
}

/// Like [`elements`]; a few unknown integers get the bounds of their type.
pub(crate) fn bounded_elements(cx: &InferContext<'_>, inputs: &[usize], result: &Shape) -> Option<Vec<Elements>> {
    broadcast_all(cx, inputs, result, |i| cx.bounded_elements(i))
}

fn broadcast_all(
    cx: &InferContext<'_>,
    inputs: &[usize],
    result: &Shape,
    of: impl Fn(usize) -> Option<Elements>,
) -> Option<Vec<Elements>> {
    let sizes = result.sizes()?;
    let count = result.num_elements().size().and_then(|n| usize::try_from(n).ok())?;
    let is_long = inputs.len() > FEW_INPUTS && inputs.len().saturating_mul(count) > MAX_STRETCHED;
    if is_long || count > cx.limits().max_tracked_elements_per_tensor {
        return None;
    }
    inputs.iter().map(|&i| broadcast_elements(&of(i)?, &cx.shape(i).sizes()?, &sizes, count)).collect()
}

fn broadcast_elements(elements: &Elements, from: &[u64], to: &[u64], count: usize) -> Option<Elements> {
    if from == to {
        return Some(elements.clone());
    }
    let skip = to.len().checked_sub(from.len())?;
    let position = |mut rest: usize| {
        let (mut at, mut stride) = (0usize, 1usize);
        for (i, &size) in to.iter().enumerate().rev() {
            let index = rest % size.max(1) as usize;
            rest /= size.max(1) as usize;
            let Some(&own) = i.checked_sub(skip).and_then(|i| from.get(i)) else { continue };
            if own != 1 {
                at += index * stride;
            }
            stride = stride.saturating_mul(own as usize);
        }
        at
    };
    elements.gather((0..count).map(position))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn both(broadcast: Broadcast, a: &[Dim], b: &[Dim]) -> (String, bool) {
        let (shape, clash) = broadcast.merge(&Shape::from_dims(a.to_vec()), &Shape::from_dims(b.to_vec()));
        (shape.to_string(), clash.is_some())
    }

    fn one(a: impl Into<Dim>, b: impl Into<Dim>) -> Option<String> {
        let (a, b) = (a.into(), b.into());
        let there = dim(&a, &b).map(|d| d.to_string());
        assert_eq!(there, dim(&b, &a).map(|d| d.to_string()), "{a} and {b}: the order must not matter");
        there
    }

    #[test]
    fn a_dimension_is_as_precise_as_soundness_allows() {
        assert_eq!(one(1, "N").as_deref(), Some("N"));
        assert_eq!(one("N", "N").as_deref(), Some("N"));
        assert_eq!(one(3, "N").as_deref(), Some("3"));
        // Equal or one of them 1: the maximum, or 0 if one is 0.
        assert_eq!(one("M", "N").as_deref(), Some("min(1,M,N)*max(M,N)"));
        assert_eq!(one(dim(&"M".into(), &"N".into()).unwrap(), "N").as_deref(), Some("min(1,M,N)*max(M,N)"));
        let least_one = |name: &str| Dim::from(name).max(&Dim::exact(1));
        assert_eq!(one(least_one("M"), least_one("N")).as_deref(), Some("max(1,M,N)"));
        assert_eq!(one(3, 4), None);
        // 0 broadcasts with 1 only.
        assert_eq!(one(0, 1).as_deref(), Some("0"));
        assert_eq!(one(0, Dim::unknown()).as_deref(), Some("0"));
        assert_eq!(one(0, 3), None);
        assert_eq!(one(Dim::interval(1, 4), Dim::interval(1, 3)).as_deref(), Some("1..4"));
        assert_eq!(one(Dim::interval(2, 4), Dim::interval(3, 9)).as_deref(), Some("3..4"));
        assert_eq!(one(Dim::interval(2, 4), Dim::interval(5, 9)), None);
        assert_eq!(one(Dim::interval(0, 3), Dim::interval(2, 5)).as_deref(), Some("2..5"));
    }

    #[test]
    fn every_interval_pair_contains_every_run() {
        let ranges = (0..5u64).flat_map(|l| (l..5).map(move |h| (l, h)));
        for ((al, ah), (bl, bh)) in ranges.clone().flat_map(|a| ranges.clone().map(move |b| (a, b))) {
            let result = dim(&Dim::interval(al, ah), &Dim::interval(bl, bh));
            let runs: Vec<u64> = (al..=ah)
                .flat_map(|a| (bl..=bh).map(move |b| (a, b)))
                .filter_map(|(a, b)| (a == b || b == 1).then_some(a).or((a == 1).then_some(b)))
                .collect();
            let bounds = runs.iter().min().zip(runs.iter().max());
            assert_eq!(result.map(|d| (d.low(), d.high())), bounds.map(|(l, h)| (*l, *h)), "{al}..{ah} {bl}..{bh}");
        }
    }

    #[test]
    fn shapes_are_aligned_at_the_end() {
        let d = |sizes: &[u64]| sizes.iter().map(|&s| Dim::exact(s)).collect::<Vec<_>>();
        assert_eq!(both(Broadcast::Numpy, &d(&[2, 1, 4]), &d(&[3, 1])), ("[2,3,4]".into(), false));
        assert_eq!(both(Broadcast::Numpy, &d(&[2, 3, 4]), &d(&[5, 4])), ("[2,?,4]".into(), true));
        assert_eq!(both(Broadcast::Equal, &d(&[2, 3]), &d(&[2, 1])), ("[2,?]".into(), true));
        let laid = |axis, ones| Broadcast::Within { axis, ones };
        assert_eq!(both(laid(Some(1), false), &d(&[2, 3, 4]), &d(&[3])), ("[2,3,4]".into(), false));
        assert_eq!(both(laid(None, false), &d(&[2, 3, 4]), &d(&[3, 4])), ("[2,3,4]".into(), false));
        assert_eq!(both(laid(None, false), &d(&[2, 3, 4]), &d(&[3, 1])), ("[2,3,4]".into(), true));
        assert_eq!(both(laid(None, false), &d(&[2, 3, 4]), &d(&[1, 1])), ("[2,3,4]".into(), false));
        assert_eq!(both(laid(Some(0), true), &d(&[2, 3, 4]), &d(&[1, 3])), ("[2,3,4]".into(), false));
        assert_eq!(both(laid(Some(0), true), &d(&[2, 3, 4]), &d(&[1, 1, 1, 1])), ("[2,3,4]".into(), true));
        assert_eq!(both(laid(Some(i64::MIN), true), &d(&[2]), &d(&[2])), ("[2]".into(), true));
        assert_eq!(both(laid(Some(i64::MAX), true), &d(&[2]), &d(&[2])), ("[2]".into(), true));
    }

    #[test]
    fn a_second_of_unknown_rank_may_be_empty() {
        let first = Shape::from_dims(vec![Dim::exact(1), Dim::exact(3)]);
        let laid = |ones| Broadcast::Within { axis: None, ones }.merge(&first, &Shape::UNKNOWN).0.to_string();
        assert_eq!(laid(true), "[0..1,3]");
        assert_eq!(laid(false), "[1,3]");
    }

    #[test]
    fn elements_are_broadcast_row_by_row() {
        let of = |v: &[i64]| Elements::of_ints(v.iter().copied());
        let column = broadcast_elements(&of(&[1, 2]), &[2, 1], &[2, 3], 6);
        assert_eq!(column, Some(of(&[1, 1, 1, 2, 2, 2])));
        assert_eq!(broadcast_elements(&of(&[7, 8, 9]), &[3], &[2, 3], 6), Some(of(&[7, 8, 9, 7, 8, 9])));
        assert_eq!(broadcast_elements(&of(&[5]), &[], &[2], 2), Some(of(&[5, 5])));
    }
}
