//! Windows that slide along the spatial axes of a plane.

/// A window with its positions, along every spatial axis.
#[derive(Clone, Debug)]
pub(crate) struct Windows {
    /// The axes of the plane and of the positions.
    pub(crate) axes: Vec<WindowAxis>,
}

/// One axis.
#[derive(Clone, Copy, Debug)]
pub(crate) struct WindowAxis {
    /// The size of the plane.
    pub(crate) size: usize,
    /// The number of positions.
    pub(crate) positions: usize,
    /// The number of elements of the window, and the distance between them.
    pub(crate) kernel: usize,
    pub(crate) dilation: usize,
    /// The distance between positions.
    pub(crate) stride: usize,
    /// The elements that are added before and after the plane.
    pub(crate) begin: usize,
    pub(crate) end: usize,
}

/// What an element of a window covers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Cover {
    /// This element of the plane.
    Element(usize),
    /// An added element.
    Padding,
    /// Nothing: the last window may extend past the padding.
    Nothing,
}

impl Windows {
    /// The number of elements of the plane. The numbers are greatest where they exceed what can be counted.
    pub(crate) fn plane(&self) -> usize {
        self.product(|axis| axis.size)
    }

    /// The number of positions.
    pub(crate) fn positions(&self) -> usize {
        self.product(|axis| axis.positions)
    }

    /// The number of elements of the window.
    pub(crate) fn kernel(&self) -> usize {
        self.product(|axis| axis.kernel)
    }

    fn product(&self, of: impl Fn(&WindowAxis) -> usize) -> usize {
        self.axes.iter().map(of).fold(1, usize::saturating_mul)
    }

    /// What each element of the window covers at a position.
    pub(crate) fn at(&self, position: usize) -> impl Iterator<Item = Cover> {
        let mut rest = position;
        let mut starts = vec![0; self.axes.len()];
        for (start, axis) in starts.iter_mut().zip(&self.axes).rev() {
            *start = (rest % axis.positions) * axis.stride;
            rest /= axis.positions;
        }
        (0..self.kernel()).map(move |tap| self.cover(&starts, tap))
    }

    fn cover(&self, starts: &[usize], mut tap: usize) -> Cover {
        let (mut at, mut step, mut padded) = (0, 1, false);
        for (start, axis) in starts.iter().zip(&self.axes).rev() {
            let place = start + tap % axis.kernel * axis.dilation;
            tap /= axis.kernel;
            if place >= axis.begin + axis.size + axis.end {
                return Cover::Nothing;
            }
            match place.checked_sub(axis.begin).filter(|&place| place < axis.size) {
                Some(place) => at += place * step,
                None => padded = true,
            }
            step *= axis.size;
        }
        if padded { Cover::Padding } else { Cover::Element(at) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn elements_padding_and_what_is_past_it() {
        let axis = WindowAxis { size: 3, positions: 2, kernel: 3, dilation: 1, stride: 3, begin: 1, end: 0 };
        let windows = Windows { axes: vec![axis] };
        let at = |position| windows.at(position).collect::<Vec<_>>();
        assert_eq!(at(0), [Cover::Padding, Cover::Element(0), Cover::Element(1)]);
        assert_eq!(at(1), [Cover::Element(2), Cover::Nothing, Cover::Nothing]);
    }

    #[test]
    fn planes_are_row_major() {
        let axis = WindowAxis { size: 4, positions: 2, kernel: 2, dilation: 2, stride: 1, begin: 0, end: 0 };
        let windows = Windows { axes: vec![axis, WindowAxis { kernel: 1, positions: 4, ..axis }] };
        assert_eq!((windows.plane(), windows.positions(), windows.kernel()), (16, 8, 2));
        assert_eq!(windows.at(5).collect::<Vec<_>>(), [Cover::Element(5), Cover::Element(13)]);
    }

    #[test]
    fn more_elements_than_can_be_counted_are_the_greatest_number() {
        let axis =
            WindowAxis { size: 1, positions: 1, kernel: 1 << 33, dilation: 1, stride: 1, begin: 0, end: 1 << 33 };
        assert_eq!(Windows { axes: vec![axis, axis] }.kernel(), usize::MAX);
    }
}
