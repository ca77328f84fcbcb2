//! Functions of one element, and of pairs of elements with broadcasting.

use std::borrow::Cow;

use super::number::{Real, Whole, with_real, with_whole};
use crate::element::ElementType;
use crate::tensor::EvalError;
use crate::tensor::{NativeElement, Tensor, small_float};

/// How two row-major tensors are broadcast: the sizes of the result, outermost first, each with the stride in either
/// tensor, 0 where it is broadcast.
#[derive(Debug)]
pub(crate) struct Layout {
    sizes: Vec<usize>,
    runs: Vec<Run>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Run {
    size: usize,
    a: usize,
    b: usize,
}

impl Layout {
    /// Aligned at the last dimension; sizes are equal, 1 or missing. `None` if the sizes do not fit.
    pub(crate) fn numpy(a: &[usize], b: &[usize]) -> Option<Layout> {
        let rank = a.len().max(b.len());
        let (mut sizes, mut runs) = (vec![0; rank], Vec::with_capacity(rank));
        let (mut step_a, mut step_b) = (1usize, 1usize);
        for at in 0..rank {
            let of = |sizes: &[usize]| sizes.len().checked_sub(at + 1).map_or(1, |i| sizes[i]);
            let (x, y) = (of(a), of(b));
            let size = if x == 1 { y } else { x };
            if y != size && y != 1 {
                return None;
            }
            sizes[rank - 1 - at] = size;
            runs.push(Run { size, a: if x == 1 { 0 } else { step_a }, b: if y == 1 { 0 } else { step_b } });
            (step_a, step_b) = (step_a.saturating_mul(x), step_b.saturating_mul(y));
        }
        runs.reverse();
        // For an empty result, strides may overflow.
        let runs = if sizes.contains(&0) { Vec::new() } else { merged(&runs) };
        Some(Layout { sizes, runs })
    }

    /// One tensor, with a single element paired with each of its elements.
    fn single(sizes: &[usize]) -> Layout {
        let size = if sizes.contains(&0) { 0 } else { sizes.iter().product() };
        Layout { sizes: sizes.to_vec(), runs: vec![Run { size, a: 1, b: 0 }] }
    }

    /// The sizes of the result.
    pub(crate) fn sizes(&self) -> &[usize] {
        &self.sizes
    }

    /// The function of every pair, row-major.
    ///
    /// The loops are written out: the adapters of the standard library would be compiled once for each function and
    /// element type, of which there are hundreds.
    pub(crate) fn map<A: Copy, B: Copy, R: Copy + Default>(&self, a: &[A], b: &[B], f: impl Fn(A, B) -> R) -> Vec<R> {
        let mut results = vec![R::default(); self.sizes.iter().product()];
        if results.is_empty() {
            return results;
        }
        const ONE: Run = Run { size: 1, a: 0, b: 0 };
        let (inner, outer) = self.runs.split_last().unwrap_or((&ONE, &[]));
        let (mut index, mut at) = (vec![0; outer.len()], (0, 0));
        for out in results.chunks_exact_mut(inner.size) {
            let (a, b, n) = (&a[at.0..], &b[at.1..], out.len());
            match (inner.a, inner.b) {
                (0, 0) => out.fill(f(a[0], b[0])),
                (0, _) => {
                    let (a, b) = (a[0], &b[..n]);
                    for i in 0..n {
                        out[i] = f(a, b[i]);
                    }
                }
                (_, 0) => {
                    let (a, b) = (&a[..n], b[0]);
                    for i in 0..n {
                        out[i] = f(a[i], b);
                    }
                }
                _ => {
                    let (a, b) = (&a[..n], &b[..n]);
                    for i in 0..n {
                        out[i] = f(a[i], b[i]);
                    }
                }
            }
            advance(&mut index, &mut at, outer);
        }
        results
    }
}

/// Advances the outer dimensions; after the last position, wraps around to the first.
fn advance(index: &mut [usize], at: &mut (usize, usize), outer: &[Run]) {
    for (i, run) in index.iter_mut().zip(outer).rev() {
        *i += 1;
        *at = (at.0 + run.a, at.1 + run.b);
        if *i < run.size {
            return;
        }
        *i = 0;
        *at = (at.0 - run.a * run.size, at.1 - run.b * run.size);
    }
}

/// Merges neighboring dimensions that are contiguous in both tensors, and drops those of size 1.
fn merged(runs: &[Run]) -> Vec<Run> {
    let mut all: Vec<Run> = Vec::with_capacity(runs.len());
    for &run in runs.iter().filter(|r| r.size != 1) {
        match all.last_mut() {
            Some(outer) if outer.a == run.a * run.size && outer.b == run.b * run.size => {
                *outer = Run { size: outer.size * run.size, ..run };
            }
            _ => all.push(run),
        }
    }
    all
}

/// The same numbers in the narrowest native type that represents them: small integers in 8 bits, small floats in `f32`.
pub(crate) fn widened(tensor: &Tensor) -> Result<Cow<'_, Tensor>, EvalError> {
    let (element, bits) = (tensor.element(), tensor.element().bits());
    let native = bits >= 16 || matches!(element, ElementType::I8 | ElementType::U8 | ElementType::Bool);
    if native || element == ElementType::String {
        return Ok(Cow::Borrowed(tensor));
    }
    let codes = tensor.codes().ok_or(EvalError::Type(element))?;
    let sizes = tensor.sizes();
    let wide = if element.is_float() {
        Tensor::new(sizes, codes.iter().map(|&code| small_float::decode(element, code)).collect())
    } else if element.is_unsigned() {
        Tensor::new(sizes, codes.into_owned())
    } else if element.is_integer() {
        Tensor::new(sizes, codes.iter().map(|&code| ((code << (8 - bits)) as i8) >> (8 - bits)).collect())
    } else {
        return Err(EvalError::Type(element));
    };
    wide.map(Cow::Owned).map_err(|_| EvalError::Type(element))
}

/// The reverse of [`widened`] for integers, which wrap.
pub(crate) fn narrowed(tensor: Tensor, element: ElementType) -> Result<Tensor, EvalError> {
    if tensor.element() == element {
        return Ok(tensor);
    }
    let (Some(codes), true) = (tensor.codes(), element.is_integer()) else { return Err(EvalError::Type(element)) };
    let mask = u8::MAX >> 8u32.saturating_sub(element.bits());
    let codes = codes.iter().map(|code| code & mask).collect();
    Tensor::from_codes(element, tensor.sizes(), codes).map_err(|_| EvalError::Type(element))
}

/// The elements of a tensor that is known to have this type.
fn values<T: NativeElement>(tensor: &Tensor) -> &[T] {
    tensor.values().unwrap_or_default()
}

fn tensor<T: NativeElement>(sizes: &[usize], values: Vec<T>) -> Result<Tensor, EvalError> {
    Tensor::new(sizes, values).map_err(|_| EvalError::UnknownType)
}

/// The function of every element.
fn mapped<T: Copy, R: Copy + Default>(elements: &[T], f: impl Fn(T) -> R) -> Vec<R> {
    let mut results = vec![R::default(); elements.len()];
    for (result, &element) in results.iter_mut().zip(elements) {
        *result = f(element);
    }
    results
}

/// A function of every float, rounded to the type.
pub(crate) fn reals(data: &Tensor, f: impl Fn(f64) -> f64) -> Result<Tensor, EvalError> {
    let made = with_real!(data.element(), T => {
        tensor(data.sizes(), mapped(values::<T>(data), |x| T::rounded(f(x.real()))))
    });
    made.unwrap_or(Err(EvalError::Type(data.element())))
}

/// A function of every integer, wrapped into the type; `None` if it is undefined for an element.
pub(crate) fn wholes(data: &Tensor, f: impl Fn(i128) -> Option<i128>) -> Result<Option<Tensor>, EvalError> {
    whole_pairs_of((data, &[()]), &Layout::single(data.sizes()), |x, ()| f(x))
}

/// A predicate of every float.
pub(crate) fn real_tests(data: &Tensor, f: impl Fn(f64) -> bool) -> Result<Tensor, EvalError> {
    let wide = widened(data)?;
    let made = with_real!(wide.element(), T => {
        tensor(wide.sizes(), mapped(values::<T>(&wide), |x| f(x.real())))
    });
    made.unwrap_or(Err(EvalError::Type(data.element())))
}

/// A function of every pair of floats of one type, rounded to it.
pub(crate) fn real_pairs(
    (a, b): (&Tensor, &Tensor),
    layout: &Layout,
    f: impl Fn(f64, f64) -> f64,
) -> Result<Tensor, EvalError> {
    same_type(a, b)?;
    let made = with_real!(a.element(), T => {
        tensor(layout.sizes(), layout.map(values::<T>(a), values::<T>(b), |a, b| T::rounded(f(a.real(), b.real()))))
    });
    made.unwrap_or(Err(EvalError::Type(a.element())))
}

/// A function of every float and another value, rounded to the float's type.
pub(crate) fn real_pairs_of<B: Copy>(
    (a, b): (&Tensor, &[B]),
    layout: &Layout,
    f: impl Fn(f64, B) -> f64,
) -> Result<Tensor, EvalError> {
    let made = with_real!(a.element(), T => {
        tensor(layout.sizes(), layout.map(values::<T>(a), b, |a, b| T::rounded(f(a.real(), b))))
    });
    made.unwrap_or(Err(EvalError::Type(a.element())))
}

/// A function of every pair of integers of one type, wrapped into it; `None` if it is undefined for a pair.
pub(crate) fn whole_pairs(
    (a, b): (&Tensor, &Tensor),
    layout: &Layout,
    f: impl Fn(i128, i128) -> Option<i128>,
) -> Result<Option<Tensor>, EvalError> {
    same_type(a, b)?;
    let (x, y) = (widened(a)?, widened(b)?);
    let made = with_whole!(x.element(), T => {
        map_wholes((values::<T>(&x), values::<T>(&y)), layout, |a, b| f(a, b.whole()))
    });
    finished(made, a.element())
}

/// A function of every integer and another value, wrapped into the integer's type; `None` if it is undefined for a
/// pair.
pub(crate) fn whole_pairs_of<B: Copy>(
    (a, b): (&Tensor, &[B]),
    layout: &Layout,
    f: impl Fn(i128, B) -> Option<i128>,
) -> Result<Option<Tensor>, EvalError> {
    let x = widened(a)?;
    let made = with_whole!(x.element(), T => map_wholes((values::<T>(&x), b), layout, f));
    finished(made, a.element())
}

/// As [`whole_pairs_of`], for elements of a native type.
fn map_wholes<T: Whole, B: Copy>(
    (a, b): (&[T], &[B]),
    layout: &Layout,
    f: impl Fn(i128, B) -> Option<i128>,
) -> Result<Option<Tensor>, EvalError> {
    let failed = std::cell::Cell::new(false);
    let results = layout.map(a, b, |a, b| match f(a.whole(), b) {
        Some(value) => T::wrap(value),
        None => {
            failed.set(true);
            a
        }
    });
    if failed.get() { Ok(None) } else { tensor(layout.sizes(), results).map(Some) }
}

/// Narrows a result to the element type, if there is one.
fn finished(
    made: Option<Result<Option<Tensor>, EvalError>>,
    element: ElementType,
) -> Result<Option<Tensor>, EvalError> {
    let made = made.unwrap_or(Err(EvalError::Type(element)))?;
    made.map(|made| narrowed(made, element)).transpose()
}

/// A predicate of every pair of numbers of one type: one function for floats, one for integers.
pub(crate) fn pair_tests(
    (a, b): (&Tensor, &Tensor),
    layout: &Layout,
    reals: impl Fn(f64, f64) -> bool,
    wholes: impl Fn(i128, i128) -> bool,
) -> Result<Tensor, EvalError> {
    same_type(a, b)?;
    let (x, y) = (widened(a)?, widened(b)?);
    let sizes = layout.sizes();
    let made = with_real!(x.element(), T => {
        tensor(sizes, layout.map(values::<T>(&x), values::<T>(&y), |a, b| reals(a.real(), b.real())))
    });
    let made = made.or_else(|| {
        with_whole!(x.element(), T => {
            tensor(sizes, layout.map(values::<T>(&x), values::<T>(&y), |a, b| wholes(a.whole(), b.whole())))
        })
    });
    made.unwrap_or(Err(EvalError::Type(a.element())))
}

fn same_type(a: &Tensor, b: &Tensor) -> Result<(), EvalError> {
    if a.element() == b.element() { Ok(()) } else { Err(EvalError::Type(b.element())) }
}

/// Rejects tensors with NaN, which runtimes treat differently.
pub(crate) fn no_nan<'a>(tensors: impl IntoIterator<Item = &'a Tensor>) -> Result<(), EvalError> {
    for data in tensors {
        let wide = widened(data)?;
        let found =
            with_real!(wide.element(), T => values::<T>(&wide).iter().position(|x| x.real().is_nan())).flatten();
        if let Some(at) = found {
            return Err(EvalError::Undefined(format!(
                "element {at} of an input is NaN, which runtimes treat differently"
            )));
        }
    }
    Ok(())
}

/// All floats of a tensor, of any width.
pub(crate) fn all_reals(data: &Tensor) -> Option<Vec<f64>> {
    let wide = widened(data).ok()?;
    with_real!(wide.element(), T => values::<T>(&wide).iter().map(|x| x.real()).collect())
}

/// All integers of a tensor, of any width.
pub(crate) fn all_wholes(data: &Tensor) -> Option<Vec<i128>> {
    let wide = widened(data).ok()?;
    with_whole!(wide.element(), T => values::<T>(&wide).iter().map(|x| x.whole()).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every pair of shapes of sizes 0 to 3, against positions computed one by one.
    #[test]
    fn every_layout_matches_numpy() {
        let shapes: Vec<Vec<usize>> = (0..=3u32)
            .flat_map(|rank| (0..4usize.pow(rank)).map(move |n| (0..rank).map(|d| n / 4usize.pow(d) % 4).collect()))
            .collect();
        for (a, b) in shapes.iter().flat_map(|a| shapes.iter().map(move |b| (a, b))) {
            let rank = a.len().max(b.len());
            let pad = |s: &[usize]| [vec![1; rank - s.len()], s.to_vec()].concat();
            let (x, y) = (pad(a), pad(b));
            let fits = x.iter().zip(&y).all(|(x, y)| x == y || *x == 1 || *y == 1);
            let Some(layout) = Layout::numpy(a, b) else {
                assert!(!fits, "{a:?} {b:?}");
                continue;
            };
            let sizes: Vec<usize> = x.iter().zip(&y).map(|(&x, &y)| if x == 1 { y } else { x }).collect();
            assert!(fits && layout.sizes() == sizes, "{a:?} {b:?}");
            let position = |from: &[usize], mut rest: usize| {
                let mut index = vec![0; rank];
                for (i, size) in index.iter_mut().zip(&sizes).rev() {
                    (*i, rest) = (rest % size, rest / size);
                }
                from.iter().zip(index).fold(0, |at, (&size, i)| at * size + if size == 1 { 0 } else { i })
            };
            let expected: Vec<_> =
                (0..sizes.iter().product()).map(|n| (position(&x, n), 100 + position(&y, n))).collect();
            let (a, b): (Vec<usize>, Vec<usize>) =
                ((0..a.iter().product()).collect(), (100..100 + b.iter().product::<usize>()).collect());
            assert_eq!(layout.map(&a, &b, |a, b| (a, b)), expected, "{x:?} {y:?}");
        }
    }

    #[test]
    fn dimensions_contiguous_in_both_tensors_are_merged() {
        let runs = |a: &[usize], b: &[usize]| Layout::numpy(a, b).unwrap().runs;
        assert_eq!(runs(&[2, 3, 4], &[2, 3, 4]), [Run { size: 24, a: 1, b: 1 }]);
        assert_eq!(runs(&[2, 3, 4], &[]), [Run { size: 24, a: 1, b: 0 }]);
        assert_eq!(
            runs(&[2, 3, 4], &[3, 1]),
            [Run { size: 2, a: 12, b: 0 }, Run { size: 3, a: 4, b: 1 }, Run { size: 4, a: 1, b: 0 }]
        );
        assert_eq!(runs(&[2, 3, 4], &[3, 4]), [Run { size: 2, a: 12, b: 0 }, Run { size: 12, a: 1, b: 1 }]);
    }

    #[test]
    fn small_integers_wrap_at_their_own_width() {
        let of = |element, codes: &[u8]| Tensor::from_codes(element, [codes.len()], codes.to_vec()).unwrap();
        let sum = |element, a: &[u8], b: &[u8]| {
            let (a, b) = (of(element, a), of(element, b));
            let layout = Layout::numpy(a.sizes(), b.sizes()).unwrap();
            whole_pairs((&a, &b), &layout, |a, b| Some(a + b)).unwrap().unwrap().codes().unwrap().into_owned()
        };
        assert_eq!(sum(ElementType::I4, &[7, 8, 15], &[1, 8, 15]), [8, 0, 14], "7+1 is -8, -8-8 is 0, -1-1 is -2");
        assert_eq!(sum(ElementType::U6, &[63, 1], &[2, 1]), [1, 2]);
        assert_eq!(sum(ElementType::U1, &[1, 1], &[1, 0]), [0, 1]);
    }
}
