//! One of two tensors, element by element.

use super::nest::{Loop, Nest, Operand};
use crate::tensor::Tensor;

/// A tensor's elements stretched over a result: its step in each dimension of the result.
pub(crate) struct Stretched<'a> {
    pub(crate) tensor: &'a Tensor,
    pub(crate) steps: Vec<i128>,
}

/// The first choice where the condition holds, else the second; `None` if the three do not fit together.
pub(crate) fn selected(condition: &Stretched<'_>, choices: [&Stretched<'_>; 2], sizes: &[usize]) -> Option<Tensor> {
    let ([a, b], element) = (choices, choices[0].tensor.element());
    if b.tensor.element() != element {
        return None;
    }
    if sizes.contains(&0) {
        return Tensor::empty(element, sizes).ok();
    }
    let count = sizes.iter().try_fold(1usize, |n, &s| n.checked_mul(s))?;
    let operand = |s: &Stretched<'_>| s.tensor.count();
    let of = [condition, a, b].map(|s| Operand { offset: 0, elements: operand(s), steps: &s.steps });
    let nest = Nest::new(sizes, of)?;
    let truth = condition.tensor.values::<bool>()?;
    if let (Some(a), Some(b)) = (a.tensor.strings(), b.tensor.strings()) {
        return Tensor::of_strings(sizes, chosen(truth, a, b, count, &nest)).ok();
    }
    let (x, y) = (a.tensor.memory()?, b.tensor.memory()?);
    let made = match element.bits() {
        8 => words::<1>(truth, x, y, count, &nest),
        16 => words::<2>(truth, x, y, count, &nest),
        32 => words::<4>(truth, x, y, count, &nest),
        64 => words::<8>(truth, x, y, count, &nest),
        128 => words::<16>(truth, x, y, count, &nest),
        _ => {
            let code = |[c, x, y]: [usize; 3]| if truth[c] { a.tensor.code_at(x) } else { b.tensor.code_at(y) };
            return Tensor::collect_codes(element, sizes, count, nest.positions().map(code)).ok();
        }
    };
    Tensor::of_memory(element, sizes, made).ok()
}

fn words<const W: usize>(truth: &[bool], a: &[u8], b: &[u8], count: usize, nest: &Nest<3>) -> Vec<u8> {
    chosen(truth, a.as_chunks::<W>().0, b.as_chunks::<W>().0, count, nest).into_flattened()
}

fn chosen<T: Clone>(truth: &[bool], a: &[T], b: &[T], count: usize, nest: &Nest<3>) -> Vec<T> {
    let mut out = Vec::with_capacity(count);
    let (Loop { count, steps }, outer) = nest.split_inner();
    for [c, x, y] in outer.positions() {
        if steps == [1, 1, 1] {
            let both = a[x..x + count].iter().zip(&b[y..y + count]);
            out.extend(truth[c..c + count].iter().zip(both).map(|(&c, (a, b))| if c { a } else { b }.clone()));
            continue;
        }
        // What is reached lies in the operands, so wrapping only ever passes through.
        let at = |start: usize, step: isize, i: usize| start.wrapping_add(step.wrapping_mul(i as isize) as usize);
        let choice = |i| match truth[at(c, steps[0], i)] {
            true => a[at(x, steps[1], i)].clone(),
            false => b[at(y, steps[2], i)].clone(),
        };
        out.extend((0..count).map(choice));
    }
    out
}
