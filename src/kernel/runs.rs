//! Runs of elements, one behind the other: rows that are joined or gathered.

use std::sync::Arc;

use crate::element::ElementType;
use crate::tensor::Tensor;

/// So many elements of one of the sources, or so many zeros.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Run {
    /// Which source, and the position of the first element in it; `None` for zeros, empty strings.
    pub(crate) from: Option<(usize, usize)>,
    /// How many.
    pub(crate) count: usize,
}

/// A tensor of these runs. `None` if the sources are of another type, or the runs leave them or fill other sizes.
pub(crate) fn joined(
    element: ElementType,
    sizes: &[usize],
    sources: &[&Tensor],
    runs: impl Iterator<Item = Run>,
) -> Option<Tensor> {
    if sources.iter().any(|s| s.element() != element) {
        return None;
    }
    let count = if sizes.contains(&0) { 0 } else { sizes.iter().try_fold(1usize, |n, &s| n.checked_mul(s))? };
    if element == ElementType::String {
        let sources: Option<Vec<&[Arc<[u8]>]>> = sources.iter().map(|s| s.strings()).collect();
        return Tensor::of_strings(sizes, collected(&sources?, Arc::from([]), count, runs)?).ok();
    }
    let made = match element.bits() {
        8 => words::<1>(sources, count, runs)?,
        16 => words::<2>(sources, count, runs)?,
        32 => words::<4>(sources, count, runs)?,
        64 => words::<8>(sources, count, runs)?,
        128 => words::<16>(sources, count, runs)?,
        _ => {
            let code = |run: Run, i: usize| run.from.map_or(0, |(source, at)| sources[source].code_at(at + i));
            let codes = runs.flat_map(|run| (0..run.count).map(move |i| code(run, i)));
            return Tensor::collect_codes(element, sizes, count, codes).ok();
        }
    };
    Tensor::of_memory(element, sizes, made).ok()
}

fn words<const W: usize>(sources: &[&Tensor], count: usize, runs: impl Iterator<Item = Run>) -> Option<Vec<u8>> {
    let sources: Option<Vec<&[[u8; W]]>> = sources.iter().map(|s| Some(s.memory()?.as_chunks::<W>().0)).collect();
    collected(&sources?, [0; W], count, runs).map(Vec::into_flattened)
}

fn collected<T: Clone>(sources: &[&[T]], zero: T, count: usize, runs: impl Iterator<Item = Run>) -> Option<Vec<T>> {
    let mut out = Vec::with_capacity(count);
    for run in runs {
        match run.from {
            // A single element is not worth a call.
            Some((source, at)) if run.count == 1 => out.push(sources.get(source)?.get(at)?.clone()),
            Some((source, at)) => out.extend_from_slice(sources.get(source)?.get(at..at.checked_add(run.count)?)?),
            None => out.resize(out.len().checked_add(run.count)?, zero.clone()),
        }
    }
    Some(out)
}

#[cfg(test)]
mod tests {
    use super::*;

    const RUNS: [Run; 3] =
        [Run { from: Some((1, 1)), count: 2 }, Run { from: None, count: 1 }, Run { from: Some((0, 0)), count: 1 }];

    #[test]
    fn runs_of_several_sources_and_zeros() {
        for element in [ElementType::U8, ElementType::U4, ElementType::U1, ElementType::U6, ElementType::F8E4M3] {
            let of = |codes: &[u8]| Tensor::from_codes(element, [codes.len()], codes.to_vec()).unwrap();
            let made = joined(element, &[2, 2], &[&of(&[1]), &of(&[1, 0, 1])], RUNS.into_iter()).unwrap();
            assert_eq!(made, of(&[0, 1, 0, 1]).reshaped([2, 2]).unwrap(), "{element}");
        }
        let of = |strings: &[&str]| {
            let strings: Vec<_> = strings.iter().map(|s| Arc::from(s.as_bytes())).collect();
            Tensor::of_strings([strings.len()], strings).unwrap()
        };
        let made = joined(ElementType::String, &[4], &[&of(&["a"]), &of(&["b", "c", "d"])], RUNS.into_iter());
        assert_eq!(made.unwrap(), of(&["c", "d", "", "a"]));
    }

    #[test]
    fn what_does_not_fit_is_no_tensor() {
        let of = |n: usize| Tensor::new([n], vec![7u16; n]).unwrap();
        assert_eq!(joined(ElementType::U16, &[4], &[&of(1), &of(2)], RUNS.into_iter()), None, "past the end");
        assert_eq!(joined(ElementType::U16, &[5], &[&of(1), &of(3)], RUNS.into_iter()), None, "too few");
        assert_eq!(joined(ElementType::I16, &[4], &[&of(1), &of(3)], RUNS.into_iter()), None, "another type");
    }
}
