//! Sizes times scales, as runtimes multiply them: in 32-bit floats, rounded down.

use crate::dim::Dim;

/// A scaled axis.
pub(super) fn scaled(dim: &Dim, scale: f32) -> Dim {
    if scale == 1.0 {
        return dim.clone();
    }
    if let Some(size) = dim.size() {
        return Dim::exact(product(size, scale));
    }
    let high = if dim.high() == Dim::UNBOUNDED { Dim::UNBOUNDED } else { product(dim.high(), scale) };
    let bounds = Dim::interval(product(dim.low(), scale), high);
    let ratio = ratio(scale).map(|(times, by)| dim.mul(&Dim::exact(times)).floor_div(&Dim::exact(by)));
    ratio.and_then(|dim| dim.meet(&bounds)).unwrap_or(bounds)
}

fn product(size: u64, scale: f32) -> u64 {
    // The cast saturates and maps NaN to 0.
    (size as f32 * scale).floor() as u64
}

/// A scale that is exactly a small integer divided by a small power of two.
fn ratio(scale: f32) -> Option<(u64, u64)> {
    (0..10).map(|shift| 1u64 << shift).find_map(|by| {
        let times = f64::from(scale) * by as f64;
        (times >= 1.0 && times.fract() == 0.0 && times < 65_536.0).then_some((times as u64, by))
    })
}

/// Sizes with the same proportions: none larger than requested, or none smaller.
pub(super) fn proportional(from: &[Dim], to: &[Dim], not_smaller: bool) -> Vec<Dim> {
    let exact = |dims: &[Dim]| dims.iter().map(Dim::size).collect::<Option<Vec<u64>>>();
    let Some((from, to)) = exact(from).zip(exact(to)).filter(|(from, _)| !from.contains(&0)) else {
        let bound = |size: &Dim| match not_smaller {
            true => Dim::interval(size.low(), Dim::UNBOUNDED),
            false => Dim::interval(0, size.high()),
        };
        return to.iter().map(bound).collect();
    };
    let scales = from.iter().zip(&to).map(|(&from, &to)| to as f32 / from as f32);
    let scale = if not_smaller { scales.fold(0.0, f32::max) } else { scales.fold(f32::INFINITY, f32::min) };
    from.iter().map(|&size| Dim::exact(rounded(size, scale))).collect()
}

fn rounded(size: u64, scale: f32) -> u64 {
    (size as f32 * scale).round() as u64
}
