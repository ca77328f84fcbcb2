//! Elementwise selection from two tensors.

use std::iter::repeat;

use super::loop_nest::{Loop, Nest, Operand};
use super::word::by_word;
use crate::tensor::Tensor;

/// A tensor broadcast to a result: its stride in each dimension of the result.
pub(crate) struct BroadcastOperand<'a> {
    pub(crate) tensor: &'a Tensor,
    pub(crate) steps: Vec<i128>,
}

/// The first choice where the condition is true, otherwise the second; `None` if the three do not fit together.
pub(crate) fn selected(
    condition: &BroadcastOperand<'_>,
    choices: [&BroadcastOperand<'_>; 2],
    sizes: &[usize],
) -> Option<Tensor> {
    let ([a, b], element) = (choices, choices[0].tensor.element());
    if b.tensor.element() != element {
        return None;
    }
    if sizes.contains(&0) {
        return Tensor::empty(element, sizes).ok();
    }
    let count = sizes.iter().try_fold(1usize, |n, &s| n.checked_mul(s))?;
    let operand = |s: &BroadcastOperand<'_>| s.tensor.num_elements();
    let of = [condition, a, b].map(|s| Operand { offset: 0, elements: operand(s), steps: &s.steps });
    let nest = Nest::new(sizes, of)?;
    let truth = condition.tensor.values::<bool>()?;
    if let (Some(a), Some(b)) = (a.tensor.strings(), b.tensor.strings()) {
        return Tensor::of_strings(sizes, chosen(truth, a, b, count, &nest)).ok();
    }
    let code = |[c, x, y]: [usize; 3]| if truth[c] { a.tensor.code_at(x) } else { b.tensor.code_at(y) };
    by_word!(
        element,
        Word => {
            let chosen = chosen::<Word>(truth, a.tensor.words()?, b.tensor.words()?, count, &nest);
            Tensor::of_words(element, sizes, chosen).ok()
        },
        Tensor::collect_codes(element, sizes, count, nest.positions().map(code)).ok()
    )
}

fn chosen<T: Clone>(truth: &[bool], a: &[T], b: &[T], count: usize, nest: &Nest<3>) -> Vec<T> {
    let mut out = Vec::with_capacity(count);
    let (Loop { count, steps }, outer) = nest.split_inner();
    // Visited positions lie in the operands, so wrapping is only intermediate.
    let at = |start: usize, step: isize, i: usize| start.wrapping_add(step.wrapping_mul(i as isize) as usize);
    for [c, x, y] in outer.positions() {
        match steps {
            [1, 1, 1] => out.extend(row(&truth[c..c + count], a[x..].iter(), b[y..].iter())),
            [1, 1, 0] => out.extend(row(&truth[c..c + count], a[x..].iter(), repeat(&b[y]))),
            [1, 0, 1] => out.extend(row(&truth[c..c + count], repeat(&a[x]), b[y..].iter())),
            [1, 0, 0] => out.extend(row(&truth[c..c + count], repeat(&a[x]), repeat(&b[y]))),
            _ => out.extend((0..count).map(|i| match truth[at(c, steps[0], i)] {
                true => a[at(x, steps[1], i)].clone(),
                false => b[at(y, steps[2], i)].clone(),
            })),
        }
    }
    out
}

/// The choices of one row, for a condition that is not repeated.
fn row<'a, T: Clone + 'a>(
    truth: &'a [bool],
    a: impl Iterator<Item = &'a T>,
    b: impl Iterator<Item = &'a T>,
) -> impl Iterator<Item = T> {
    truth.iter().zip(a.zip(b)).map(|(&first, (a, b))| if first { a.clone() } else { b.clone() })
}
