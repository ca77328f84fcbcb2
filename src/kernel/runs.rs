//! Concatenated runs of elements: rows that are joined or gathered.

use std::sync::Arc;

use bytemuck::Zeroable;

use super::word::by_word;
use crate::element::ElementType;
use crate::tensor::Tensor;
use crate::tensor::packing::Packer;

/// A number of elements of one of the sources, or of zeros.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Run {
    /// The source and the position of the first element in it; `None` for zeros or empty strings.
    pub(crate) from: Option<(usize, usize)>,
    /// The number of elements.
    pub(crate) count: usize,
}

/// A tensor of these runs. `None` if a source has another type, or the runs leave the sources or do not fit the sizes.
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
    by_word!(
        element,
        Word => {
            let sources: Option<Vec<&[Word]>> = sources.iter().map(|s| s.words()).collect();
            Tensor::of_words(element, sizes, collected(&sources?, Word::zeroed(), count, runs)?).ok()
        },
        {
            let code = |run: Run, i: usize| run.from.map_or(0, |(source, at)| sources[source].code_at(at + i));
            let codes = runs.flat_map(|run| (0..run.count).map(move |i| code(run, i)));
            Tensor::collect_codes(element, sizes, count, codes).ok()
        }
    )
}

fn collected<T: Clone>(sources: &[&[T]], zero: T, count: usize, runs: impl Iterator<Item = Run>) -> Option<Vec<T>> {
    let mut out = Vec::with_capacity(count);
    let mut runs = runs;
    // Not a `for`: nested iterators are as fast as nested loops only with internal iteration.
    runs.try_for_each(|run| {
        match run.from {
            // A single element is not worth a call.
            Some((source, at)) if run.count == 1 => out.push(sources.get(source)?.get(at)?.clone()),
            Some((source, at)) => out.extend_from_slice(sources.get(source)?.get(at..at.checked_add(run.count)?)?),
            None => out.resize(out.len().checked_add(run.count)?, zero.clone()),
        }
        Some(())
    })?;
    Some(out)
}

/// Runs of one length, each from a start in the source; a run that lies outside becomes zeros. The starts come in
/// blocks.
pub(crate) fn gathered(
    source: &Tensor,
    sizes: &[usize],
    run: usize,
    starts: impl FnOnce(&mut dyn FnMut(&[usize])),
) -> Option<Tensor> {
    let element = source.element();
    let count = if sizes.contains(&0) { 0 } else { sizes.iter().try_fold(1usize, |n, &s| n.checked_mul(s))? };
    if let Some(strings) = source.strings() {
        return Tensor::of_strings(sizes, taken(strings, Arc::from([]), count, run, starts)).ok();
    }
    by_word!(
        element,
        Word => Tensor::of_words(element, sizes, taken::<Word>(source.words()?, Word::zeroed(), count, run, starts)).ok(),
        {
            let mut packer = Packer::new(element, count);
            starts(&mut |starts| {
                let codes = starts.iter().flat_map(|&at| (0..run).map(move |i| source.code_at(at.saturating_add(i))));
                codes.for_each(|code| packer.push(code));
            });
            Tensor::of_packer(element, sizes, packer).ok()
        }
    )
}

fn taken<T: Clone>(
    source: &[T],
    zero: T,
    count: usize,
    run: usize,
    starts: impl FnOnce(&mut dyn FnMut(&[usize])),
) -> Vec<T> {
    let mut out = Vec::with_capacity(count);
    starts(&mut |starts| match run {
        1 => out.extend(starts.iter().map(|&at| source.get(at).unwrap_or(&zero).clone())),
        _ => starts.iter().for_each(|&at| match source.get(at..at.saturating_add(run)) {
            Some(row) => out.extend_from_slice(row),
            None => out.resize(out.len() + run, zero.clone()),
        }),
    });
    out
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
    fn mismatches_return_none() {
        let of = |n: usize| Tensor::new([n], vec![7u16; n]).unwrap();
        assert_eq!(joined(ElementType::U16, &[4], &[&of(1), &of(2)], RUNS.into_iter()), None, "past the end");
        assert_eq!(joined(ElementType::U16, &[5], &[&of(1), &of(3)], RUNS.into_iter()), None, "too few");
        assert_eq!(joined(ElementType::I16, &[4], &[&of(1), &of(3)], RUNS.into_iter()), None, "another type");
    }
}
