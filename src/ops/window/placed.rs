//! Windows with all sizes known, for evaluation.

use super::{Padding, WindowParams};
use crate::kernel::windows::{WindowAxis, Windows};

/// The window of this size along the axes of a plane, with so many positions; `None` if its padding is unknown.
pub(crate) fn placed(slide: &WindowParams, kernel: &[usize], plane: &[usize], positions: &[usize]) -> Option<Windows> {
    let size = |list: &[u64], axis: usize, default: usize| match list.get(axis) {
        Some(&number) => usize::try_from(number).ok(),
        None => Some(default),
    };
    let axis = |at: usize| {
        let (stride, dilation) = (size(&slide.strides, at, 1)?, size(&slide.dilations, at, 1)?);
        let reach = kernel[at].checked_sub(1)?.checked_mul(dilation)?.checked_add(1)?;
        let (begin, end) = match &slide.padding {
            Padding::Explicit { begin, end } => (size(begin, at, 0)?, size(end, at, 0)?),
            Padding::Valid => (0, 0),
            Padding::Same { lower, .. } => {
                let covered = positions[at].saturating_sub(1).checked_mul(stride)?.checked_add(reach)?;
                halves(covered.saturating_sub(plane[at]), *lower)
            }
            Padding::Unknown => return None,
        };
        // No position may overflow.
        begin.checked_add(end)?.checked_add(plane[at])?.checked_add(reach)?;
        positions[at].checked_mul(stride)?.checked_add(reach)?;
        Some(WindowAxis { size: plane[at], positions: positions[at], kernel: kernel[at], dilation, stride, begin, end })
    };
    let fits = kernel.len() == plane.len() && positions.len() == plane.len();
    let axes = fits.then(|| (0..plane.len()).map(axis).collect::<Option<Vec<_>>>()).flatten()?;
    Some(Windows { axes })
}

/// Padding divided into that before and that after an axis.
pub(crate) fn halves(total: usize, lower: bool) -> (usize, usize) {
    let half = total / 2;
    if lower { (total - half, half) } else { (half, total - half) }
}
