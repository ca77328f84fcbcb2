//! Windows that slide along axes: the number of their positions. Shared by pooling and convolution.

use super::{InferContext, consensus};
use crate::diagnostic::Diagnostic;
use crate::dim::Dim;
use crate::expr::Expr;
use crate::rules;

pub(super) mod placed;
pub(super) mod slide;

pub(crate) use slide::WindowParams;

/// How the input is padded.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Padding {
    /// By these numbers of elements before and after each axis.
    Explicit { begin: Vec<u64>, end: Vec<u64> },
    /// So that every stride that starts in the input has a position. Runtimes for ONNX disagree on whether a dilation
    /// reduces their number. Of an odd number of elements, one more is added at the end, or before a `lower` axis.
    Same { despite_dilation: bool, lower: bool },
    /// No padding.
    Valid,
    /// In a way that runtimes disagree on.
    Unknown,
}

/// How a last position that extends past the input counts.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Rounding {
    /// It is dropped.
    Floor,
    /// It counts.
    Ceil,
    /// It counts if it starts in the input or in the padding before it.
    CeilInside,
    /// Either: runtimes disagree.
    CeilEither,
}

/// A window along every spatial axis, with validated numbers.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Window {
    pub(crate) kernel: Vec<u64>,
    pub(crate) strides: Vec<u64>,
    pub(crate) dilations: Vec<u64>,
    pub(crate) padding: Padding,
    pub(crate) rounding: Rounding,
    pub(crate) too_short: UndersizedInput,
}

/// The result for an axis that is shorter than the window.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum UndersizedInput {
    /// A run fails.
    Fails,
    /// As in ONNX Runtime: the deficit is divided by the stride, truncating toward zero, and a negative result fails.
    TowardsZero,
    /// There may be one position or none.
    Unsettled,
}

/// Positions along one axis.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Extent {
    /// This many.
    Of(Dim),
    /// None: the window with its dilation is longer than the padded axis.
    TooLong {
        /// The length of the window.
        window: u64,
        /// The maximum length of the padded axis.
        axis: u64,
    },
}

impl Window {
    /// The positions along a spatial axis of this size.
    pub(crate) fn extent(&self, axis: usize, size: &Dim) -> Extent {
        let of = |list: &[u64], default: u64| list.get(axis).copied().unwrap_or(default);
        let (kernel, stride) = (of(&self.kernel, 1), of(&self.strides, 1));
        let length = kernel.saturating_sub(1).checked_mul(of(&self.dilations, 1)).and_then(|n| n.checked_add(1));
        let (begin, end) = match &self.padding {
            Padding::Unknown => return Extent::Of(Dim::unknown()),
            Padding::Same { despite_dilation, .. } => {
                let length = length.unwrap_or(u64::MAX);
                return Extent::Of(self.same(size, (kernel, length), stride, *despite_dilation));
            }
            Padding::Valid => (0, 0),
            Padding::Explicit { begin, end } => (of(begin, 0), of(end, 0)),
        };
        let padding = begin.saturating_add(end);
        let longest = size.high().saturating_add(padding);
        let Some(length) = length.filter(|&length| length <= longest) else {
            return Extent::TooLong { window: length.unwrap_or(u64::MAX), axis: longest };
        };
        let shortest = length.saturating_sub(padding);
        let fitting = size.meet(&Dim::interval(shortest, Dim::UNBOUNDED)).unwrap_or_else(|| size.clone());
        if stride == 1 && length == padding.saturating_add(1) {
            return Extent::Of(if self.too_short == UndersizedInput::Fails { fitting } else { size.clone() });
        }
        let positions = |rounding| {
            let expr = fitting.expr().and_then(|e| counted(e, padding, (length, stride), rounding));
            each(&fitting, |n| positions(n, (begin, padding), (length, stride), rounding)).refine_with(expr)
        };
        // If the window is at least a stride longer than the end padding, the last position starts inside in any case.
        let rounding = match self.rounding {
            Rounding::CeilInside | Rounding::CeilEither if length >= stride.saturating_add(end) => Rounding::Ceil,
            rounding => rounding,
        };
        let fitted = match rounding {
            Rounding::CeilEither => positions(Rounding::Ceil).join(&positions(Rounding::CeilInside)),
            rounding => positions(rounding),
        };
        if size.low() >= shortest || self.too_short == UndersizedInput::Fails {
            return Extent::Of(fitted);
        }
        let lowest = Dim::interval(0, fitted.high());
        let inside = length >= stride.saturating_add(end);
        let expr =
            size.expr().filter(|_| self.too_short == UndersizedInput::TowardsZero).and_then(|e| match rounding {
                Rounding::Floor => counted_towards_zero(e, size.low(), padding, (length, stride)),
                // When rounding up, the deficit truncates toward zero.
                Rounding::Ceil if inside => counted(e, padding, (length, stride), Rounding::Ceil),
                _ => None,
            });
        Extent::Of(lowest.refine_with(expr))
    }

    /// The positions with SAME padding.
    fn same(&self, size: &Dim, (kernel, length): (u64, u64), stride: u64, despite_dilation: bool) -> Dim {
        let lost = (length - kernel.min(length)).div_ceil(stride);
        if lost > 0 && !despite_dilation {
            let all = each(size, |n| n.div_ceil(stride));
            return Dim::interval(all.low().saturating_sub(lost), all.high());
        }
        if stride == 1 {
            return size.clone();
        }
        // A window shorter than its stride may add a position; otherwise there is one per stride.
        let plain = self.rounding != Rounding::Ceil || length >= stride;
        let positions = each(size, |n| {
            let wanted = n.div_ceil(stride);
            // A window shorter than its stride needs no padding, and then rounding up may add a position.
            let reach = wanted.saturating_sub(1).saturating_mul(stride).saturating_add(length);
            match self.rounding == Rounding::Ceil && reach < n {
                true => (n - length).div_ceil(stride).saturating_add(1),
                false => wanted,
            }
        });
        if plain { positions.meet(&size.ceil_div(&Dim::exact(stride))).unwrap_or(positions) } else { positions }
    }
}

/// Applies a nondecreasing function to the bounds; an unbounded axis stays so.
fn each(size: &Dim, of: impl Fn(u64) -> u64) -> Dim {
    let high = if size.high() == Dim::UNBOUNDED { Dim::UNBOUNDED } else { of(size.high()) };
    Dim::interval(of(size.low()), high)
}

/// The positions as an expression, for an axis that the window fits.
fn counted(size: &Expr, padding: u64, (length, stride): (u64, u64), rounding: Rounding) -> Option<Expr> {
    let number = |n: u64| i64::try_from(n).ok().map(Expr::constant);
    let (room, stride) = (size.add(&number(padding)?)?.sub(&number(length)?)?, number(stride)?);
    let moves = match rounding {
        Rounding::Floor => room.floor_div(&stride, false)?,
        Rounding::Ceil => room.ceil_div(&stride, false)?,
        // The start of the last position matters, which is not worth an expression.
        Rounding::CeilInside | Rounding::CeilEither => return None,
    };
    moves.add(&Expr::constant(1))
}

/// The positions as an expression, for an axis of at least `low` that may be shorter than the window, where the deficit
/// is divided by the stride and truncates toward zero.
fn counted_towards_zero(size: &Expr, low: u64, padding: u64, (length, stride): (u64, u64)) -> Option<Expr> {
    let fitting = counted(size, padding, (length, stride), Rounding::Floor)?;
    if stride == 1 {
        return Some(fitting);
    }
    let one = Expr::constant(1);
    if low.checked_add(padding)?.checked_add(stride)? > length {
        return fitting.maximum(&one);
    }
    // Nonpositive, rounded up, if the axis is too short; otherwise at least one.
    let lacking = counted(size, padding, (length, stride), Rounding::Ceil)?;
    fitting.maximum(&lacking.minimum(&one)?)
}

fn positions(size: u64, (begin, padding): (u64, u64), (length, stride): (u64, u64), rounding: Rounding) -> u64 {
    // No sum or product of them has more bits than this.
    let [size, begin, padding, length, stride] = [size, begin, padding, length, stride].map(u128::from);
    let room = (size + padding).saturating_sub(length);
    let moves = match rounding {
        Rounding::Floor => room / stride,
        _ => room.div_ceil(stride),
    };
    let inside = moves * stride < size + begin;
    let positions = match rounding {
        Rounding::CeilInside if !inside => moves,
        _ => moves + 1,
    };
    u64::try_from(positions).unwrap_or(Dim::UNBOUNDED)
}

/// The numbers in an attribute, one per spatial axis and at least `least`; `None` after OP105.
pub(crate) fn numbers(
    cx: &mut InferContext<'_>,
    name: &'static str,
    count: Option<usize>,
    least: i64,
) -> Option<Vec<u64>> {
    let list = cx.ints(name)?;
    let message = match (count, list.iter().find(|v| **v < least)) {
        (_, Some(wrong)) => format!("attribute `{name}` contains {wrong}; expected at least {least}"),
        (Some(count), None) if list.len() != count => {
            format!("attribute `{name}` has {}; expected {count}", crate::diagnostic::counted(list.len(), "number"))
        }
        _ => return list.iter().map(|&v| u64::try_from(v).ok()).collect(),
    };
    let written: Vec<i64> = list.iter().copied().take(16).collect();
    let finding = Diagnostic::new(&rules::invalid_attribute_value::RULE, cx.attribute_place(name), message);
    let finding = finding.help(match count {
        _ if list.iter().any(|v| *v < least) => format!("set each number to at least {least}"),
        Some(count) if consensus::numbers_per_axis(name) == 2 => {
            format!("list {count} numbers: those at the start of each spatial axis, then those at the end")
        }
        Some(1) => "list 1 number, for the spatial axis".to_owned(),
        Some(count) => format!("list {count} numbers, one for each spatial axis, in order"),
        None => "list one number for each spatial axis, in order".to_owned(),
    });
    let finding = match count.map(|count| count / consensus::numbers_per_axis(name)) {
        Some(axes) if list.iter().all(|v| *v >= least) => {
            consensus::with_agreeing(finding, &consensus::lists(cx), &axes)
        }
        _ => finding,
    };
    cx.report(finding.data("attribute", name).data("value", written));
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    fn extent(size: impl Into<Dim>, (k, s, d): (u64, u64, u64), padding: Padding, rounding: Rounding) -> String {
        let (kernel, strides, dilations) = (vec![k], vec![s], vec![d]);
        let window = Window { kernel, strides, dilations, padding, rounding, too_short: UndersizedInput::Fails };
        match window.extent(0, &size.into()) {
            Extent::Of(dim) => dim.to_string(),
            Extent::TooLong { window, axis } => format!("{window} in {axis}"),
        }
    }

    fn pads(begin: u64, end: u64) -> Padding {
        Padding::Explicit { begin: vec![begin], end: vec![end] }
    }

    fn same() -> Padding {
        Padding::Same { despite_dilation: true, lower: false }
    }

    #[test]
    fn positions_match_measurements() {
        use Rounding::{Ceil, CeilEither, CeilInside, Floor};
        // As measured with OpenVINO 2026.4.1 and onnx 1.23.2.
        assert_eq!(extent(8, (3, 2, 1), pads(0, 0), Floor), "3");
        assert_eq!(extent(8, (3, 2, 1), pads(0, 0), Ceil), "4");
        assert_eq!(extent(8, (2, 3, 1), pads(1, 1), Ceil), "4");
        assert_eq!(extent(8, (2, 3, 1), pads(1, 1), CeilInside), "3");
        assert_eq!(extent(8, (2, 3, 1), pads(1, 1), CeilEither), "3..4");
        assert_eq!(extent(7, (3, 3, 1), same(), Floor), "3");
        assert_eq!(extent(6, (1, 2, 1), same(), Ceil), "4");
        // ONNX Runtime returns 3 here, onnx 4.
        let undecided = Padding::Same { despite_dilation: false, lower: false };
        assert_eq!(extent(7, (3, 2, 2), undecided, Floor), "3..4");
        assert_eq!(extent(8, (3, 1, 2), pads(0, 0), Floor), "4");
        assert_eq!(extent(8, (9, 1, 1), pads(0, 0), Floor), "9 in 8");
    }

    #[test]
    fn bounds_and_symbols_are_kept() {
        assert_eq!(extent("N", (3, 1, 1), pads(1, 1), Rounding::Floor), "N");
        assert_eq!(extent("N", (3, 1, 1), same(), Rounding::Floor), "N");
        assert_eq!(extent("N", (3, 2, 1), pads(1, 1), Rounding::Floor), "floor((N-1)/2)+1");
        assert_eq!(extent("N", (3, 2, 1), same(), Rounding::Floor), "floor((N-1)/2)+1");
        assert_eq!(extent("N", (2, 2, 1), pads(0, 0), Rounding::Floor), "floor(N/2)");
        assert_eq!(extent(Dim::interval(5, 9), (2, 2, 1), Padding::Valid, Rounding::Floor), "2..4");
        assert_eq!(extent(Dim::interval(1, 4), (3, 1, 1), pads(0, 0), Rounding::Floor), "1..2");
    }

    #[test]
    fn a_last_window_that_starts_inside_has_an_expression() {
        let of = |(kernel, stride): (u64, u64), end| {
            let window = Window {
                kernel: vec![kernel],
                strides: vec![stride],
                dilations: vec![],
                padding: pads(0, end),
                rounding: Rounding::CeilEither,
                too_short: UndersizedInput::TowardsZero,
            };
            let Extent::Of(dim) = window.extent(0, &Dim::from("N")) else { return None };
            dim.expr().cloned()
        };
        // As measured with ONNX Runtime 1.31.1 for sizes from 2 on.
        for (window, end, positions) in
            [((3, 2), 0, [1, 1, 2, 2, 3]), ((4, 2), 1, [1, 1, 2, 2, 3]), ((2, 2), 0, [1, 2, 2, 3, 3])]
        {
            let expr = of(window, end).unwrap();
            for (size, positions) in (2..).zip(positions) {
                assert_eq!(expr.value_at(&|_| Some(size)), Some(positions), "{expr} for {size}");
            }
        }
        // Here another position starts in the end padding, which counts for some runtimes.
        assert_eq!(of((2, 3), 1), None);
        assert_eq!(of((2, 2), 1), None);
    }

    #[test]
    fn too_short_axes_match_measurements() {
        let of = |size: Dim, (k, s): (u64, u64), pad: u64, too_short| {
            let window = Window {
                kernel: vec![k],
                strides: vec![s],
                dilations: vec![],
                padding: pads(pad, pad),
                rounding: Rounding::Floor,
                too_short,
            };
            let Extent::Of(dim) = window.extent(0, &size) else { return Dim::unknown() };
            dim
        };
        let (n, zero) = (Dim::from("N"), UndersizedInput::TowardsZero);
        // As measured with ONNX Runtime 1.31.1 for sizes from 1 on that it does not reject.
        let measured = [
            ((2, 2), 0, 1, vec![1, 1, 1, 2]),
            ((3, 2), 1, 1, vec![1, 1, 2, 2]),
            ((5, 2), 1, 1, vec![0, 1, 1, 1]),
            ((5, 2), 0, 2, vec![0, 0, 1, 1]),
            ((3, 1), 0, 2, vec![0, 1, 2]),
        ];
        for (window, pad, first, sizes) in measured {
            let expr = of(n.clone(), window, pad, zero).expr().cloned().unwrap();
            for (size, positions) in (first..).zip(sizes) {
                assert_eq!(expr.value_at(&|_| Some(size)), Some(positions), "{expr} for {size}");
            }
        }
        let some = n.clone().meet(&Dim::interval(1, Dim::UNBOUNDED)).unwrap();
        let halved = of(some, (2, 2), 0, zero);
        assert_eq!((halved.to_string().as_str(), halved.low()), ("max(1,floor(N/2))", 1));
        assert_eq!(of(halved, (2, 2), 0, zero).to_string(), "max(1,floor(N/4))");
        assert_eq!(of(n.clone(), (2, 2), 0, UndersizedInput::Unsettled).expr(), None);
        assert_eq!(of(n, (2, 2), 0, UndersizedInput::Fails).to_string(), "floor(N/2)");
    }

    #[test]
    fn expressions_of_nested_windows_stay_small() {
        let slid = |size: &Dim, (k, s): (u64, u64)| {
            let window = Window {
                kernel: vec![k],
                strides: vec![s],
                dilations: vec![],
                padding: pads(0, 0),
                rounding: Rounding::Floor,
                too_short: UndersizedInput::TowardsZero,
            };
            let Extent::Of(dim) = window.extent(0, size) else { return Dim::unknown() };
            dim
        };
        // Computed step by step, where each step is as measured above.
        let one = |size: i128, (k, s): (i128, i128)| ((size - k) / s + 1).max(0);
        for (k, s) in [(2, 2), (3, 2), (3, 3), (7, 4)] {
            let mut size = Dim::from("H");
            for times in 1..=10 {
                size = slid(&size, (k, s));
                let expr = size.expr().unwrap();
                assert!(expr.to_string().len() < 80, "{expr}");
                for first in 0..1_500 {
                    let number = (0..times).try_fold(first, |n, _| (n > 0).then(|| one(n, (k.into(), s.into()))));
                    let Some(number) = number.filter(|n| *n > 0) else { continue };
                    assert_eq!(expr.value_at(&|_| Some(first)), Some(number), "{expr} for {first}");
                }
            }
        }
        let pooled = |size: Dim| (0..4).fold(size, |size, _| slid(&size, (2, 2))).to_string();
        assert_eq!(pooled(Dim::from("H")), "max(floor(H/16),min(1,floor((H-1)/16)+1))");
        let at_least = |low| Dim::from("H").meet(&Dim::interval(low, Dim::UNBOUNDED)).unwrap();
        assert_eq!(pooled(at_least(1)), "max(1,floor(H/16))");
        assert_eq!(pooled(at_least(16)), "floor(H/16)");
    }

    #[test]
    fn positions_are_monotonic_in_the_input() {
        for rounding in [Rounding::Floor, Rounding::Ceil, Rounding::CeilInside] {
            for (length, stride, begin, end) in
                (1..5).flat_map(|l| (1..4).flat_map(move |s| (0..9).map(move |p| (l, s, p % 3, p / 3))))
            {
                let of = |n| positions(n, (begin, begin + end), (length, stride), rounding);
                assert!((0..20).all(|n| of(n) <= of(n + 1)), "{rounding:?} {length} {stride} {begin} {end}");
            }
        }
    }

    #[test]
    fn huge_numbers_do_not_overflow() {
        let most = u64::MAX;
        let all = most.to_string();
        assert_eq!(
            extent(Dim::unknown(), (most, 1, most), pads(most, most), Rounding::Ceil),
            format!("{all} in {all}")
        );
        assert_eq!(extent(Dim::unknown(), (2, most, 1), pads(most, most), Rounding::CeilInside), "1..");
    }
}
