//! The number of elements on both sides of a reshape, and what it says of a size that is left open.

use super::Size;
use crate::dim::Dim;
use crate::shape::Shape;

/// The two numbers of elements are certainly different.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Mismatch;

/// The dimensions of the result, and which sizes by name must not be 0 for them to be right: beside a 0 nothing says
/// what is left.
#[derive(Debug)]
pub(super) struct Fit {
    pub(super) dims: Vec<Dim>,
    pub(super) not_zero: Vec<Dim>,
}

/// A product of dimensions: names, an exact factor, and what is left within bounds.
#[derive(Clone, Debug)]
struct Product {
    names: Vec<Dim>,
    exact: u64,
    rest: Dim,
}

impl Product {
    fn of<'a>(dims: impl IntoIterator<Item = &'a Dim>) -> Product {
        let mut product = Product { names: Vec::new(), exact: 1, rest: Dim::exact(1) };
        for dim in dims {
            match (dim.size(), dim.expr()) {
                (Some(size), _) => product.exact = product.exact.saturating_mul(size),
                (None, Some(_)) => product.names.push(dim.clone()),
                (None, None) => product.rest = product.rest.times(dim),
            }
        }
        product
    }

    /// Leaves out a name, if it is there.
    fn take(&mut self, name: &Dim) -> bool {
        let found = self.names.iter().position(|dim| dim.same(name));
        found.map(|at| self.names.swap_remove(at)).is_some()
    }

    /// The product: an expression if nothing in it is a mere interval.
    fn whole(&self) -> Dim {
        let named = self.names.iter().fold(Dim::exact(1), |n, dim| n.times(dim));
        named.times(&self.rest).times(&Dim::exact(self.exact))
    }
}

/// The dimensions of the result, those left open as far as the number of elements says.
pub(super) fn fit(data: &Shape, sizes: &[Size]) -> Result<Fit, Mismatch> {
    let dims = sizes.iter().map(|size| match size {
        Size::Is(dim) | Size::Copy(dim) | Size::Open(dim) => dim.clone(),
        Size::Rest => Dim::any(),
    });
    let dims: Vec<Dim> = dims.collect();
    match data.dims().map_or(Ok(None), |from| solve(from, sizes, &dims)) {
        Ok(Some(Solved { at, dim, not_zero })) => {
            let dims = dims.into_iter().enumerate().map(|(i, d)| if i == at { dim.clone() } else { d }).collect();
            Ok(Fit { dims, not_zero })
        }
        Err(Mismatch) if !vanishes(sizes) => Err(Mismatch),
        Ok(None) | Err(Mismatch) => Ok(Fit { dims, not_zero: Vec::new() }),
    }
}

/// The dimension that was open.
struct Solved {
    at: usize,
    dim: Dim,
    not_zero: Vec<Dim>,
}

/// What the number of elements says of the one dimension that is open, if one is.
fn solve(from: &[Dim], sizes: &[Size], dims: &[Dim]) -> Result<Option<Solved>, Mismatch> {
    // Without an element on either side the number of elements says nothing, but for what a -1 means.
    if sizes.iter().any(|size| matches!(size, Size::Copy(dim) if dim.is(0))) && !sizes.contains(&Size::Rest) {
        return Ok(None);
    }
    // A dimension that is copied is the same on both sides, even if it is 0.
    let copied = |i: usize| matches!(sizes.get(i), Some(Size::Copy(_)));
    let open = sizes.iter().position(|s| *s == Size::Rest).or_else(|| lone(sizes));
    let source = from.iter().enumerate().filter(|(i, _)| !copied(*i)).map(|(_, d)| d);
    let given = dims.iter().enumerate().filter(|(i, _)| !copied(*i) && Some(*i) != open).map(|(_, d)| d);
    let (mut source, mut given) = (Product::of(source), Product::of(given));
    // What is left for a -1 is asked for only where no other size is 0.
    let rest = sizes.contains(&Size::Rest);
    let not_zero: Vec<Dim> = given.names.iter().filter(|name| rest && name.low() == 0).cloned().collect();
    given.names.retain(|name| (name.low() == 0 && !rest) || !source.take(name));
    let Some(at) = open else {
        let possible = source.whole().meet(&given.whole()).is_some();
        return if possible { Ok(None) } else { Err(Mismatch) };
    };
    // Where sizes of 0 are possible on both sides, any size fits.
    let zero = if rest { given.rest.low() == 0 || given.exact == 0 } else { given.whole().low() == 0 };
    if zero {
        return Ok(None);
    }
    let dim = dims[at].meet(&source.whole().divided(&given.whole()).ok_or(Mismatch)?).ok_or(Mismatch)?;
    Ok(Some(Solved { at, dim, not_zero }))
}

/// Whether a copied dimension may be 0, and with it both numbers of elements.
fn vanishes(sizes: &[Size]) -> bool {
    sizes.iter().any(|size| matches!(size, Size::Copy(dim) if dim.contains(0)))
}

/// The only size that is not certain, if there is only one: the number of elements decides it as it does a -1.
fn lone(sizes: &[Size]) -> Option<usize> {
    let mut open = sizes.iter().enumerate().filter(|(_, size)| matches!(size, Size::Open(_)));
    let first = open.next()?;
    open.next().is_none().then_some(first.0)
}
