//! The number of elements on both sides of a reshape, and what it implies for an open size.

use super::Size;
use crate::constraint::ConstraintKind;
use crate::dim::Dim;
use crate::shape::Shape;

/// The numbers of elements certainly differ.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Mismatch;

/// The dimensions of the result, and the constraints under which they are correct: equally many elements on both sides,
/// and no 0 together with a -1, which would be undetermined.
#[derive(Debug)]
pub(super) struct Fit {
    pub(super) dims: Vec<Dim>,
    pub(super) demands: Vec<(ConstraintKind, Dim, Dim)>,
}

/// A product of dimensions: symbols, an exact factor, and bounds of the rest.
#[derive(Clone, Debug)]
struct Product {
    names: Vec<Dim>,
    exact: u64,
    rest: Dim,
}

impl Product {
    fn from_dims<'a>(dims: impl IntoIterator<Item = &'a Dim>) -> Product {
        let mut product = Product { names: Vec::new(), exact: 1, rest: Dim::exact(1) };
        for dim in dims {
            match (dim.size(), dim.expr()) {
                (Some(size), _) => product.exact = product.exact.saturating_mul(size),
                (None, Some(_)) => product.names.push(dim.clone()),
                (None, None) => product.rest = product.rest.mul(dim),
            }
        }
        product
    }

    /// Removes a symbol, if present.
    fn take(&mut self, name: &Dim) -> bool {
        let found = self.names.iter().position(|dim| dim.provably_eq(name));
        found.map(|at| self.names.swap_remove(at)).is_some()
    }

    /// The product: an expression if no factor is a bare interval.
    fn whole(&self) -> Dim {
        let named = self.names.iter().fold(Dim::exact(1), |n, dim| n.mul(dim));
        named.mul(&self.rest).mul(&Dim::exact(self.exact))
    }
}

/// As [`fit`]. Open sizes that the number of elements does not determine are these expressions, on the assumption that
/// they are sizes: a model that computes `H // 7` is meant for an `H` for which that is not 0.
pub(super) fn fit_meant(data: &Shape, sizes: &[Size], meant: &[(usize, Dim)]) -> Result<Fit, Mismatch> {
    let plain = fit(data, sizes)?;
    let left = |at: &usize| plain.dims.get(*at).is_some_and(|dim| dim.size().is_none() && dim.expr().is_none());
    let meant: Vec<&(usize, Dim)> = meant.iter().filter(|(at, _)| left(at)).collect();
    let at_least_one = Dim::interval(1, Dim::UNBOUNDED);
    let mut trusted = sizes.to_vec();
    for (at, dim) in &meant {
        let (Some(size), Some(dim)) = (trusted.get_mut(*at), dim.meet(&at_least_one)) else { return Ok(plain) };
        *size = Size::Is(dim);
    }
    if meant.is_empty() {
        return Ok(plain);
    }
    // If they do not fit, one of them is 0 or -1 after all.
    let Ok(mut fit) = fit(data, &trusted) else { return Ok(plain) };
    fit.demands.extend(meant.iter().map(|(_, dim)| (ConstraintKind::AtLeast, dim.clone(), Dim::exact(1))));
    Ok(fit)
}

/// The dimensions of the result; open ones are inferred from the number of elements where possible.
pub(super) fn fit(data: &Shape, sizes: &[Size]) -> Result<Fit, Mismatch> {
    let dims = sizes.iter().map(|size| match size {
        Size::Is(dim) | Size::Copy(dim) | Size::Open(dim) => dim.clone(),
        Size::Rest => Dim::unknown(),
    });
    let dims: Vec<Dim> = dims.collect();
    match data.dims().map_or(Ok(Solution::default()), |from| solve(from, sizes, &dims)) {
        Ok(Solution { open, demands }) => {
            let (at, solved) = open.unzip();
            let dims = dims.into_iter().enumerate().map(|(i, d)| solved.clone().filter(|_| at == Some(i)).unwrap_or(d));
            Ok(Fit { dims: dims.collect(), demands })
        }
        Err(Mismatch) if !vanishes(sizes) => Err(Mismatch),
        Err(Mismatch) => Ok(Fit { dims, demands: Vec::new() }),
    }
}

/// The solution for an open dimension.
#[derive(Default)]
struct Solution {
    /// The open dimension.
    open: Option<(usize, Dim)>,
    demands: Vec<(ConstraintKind, Dim, Dim)>,
}

/// Solves for the one open dimension, if there is one, from the number of elements.
fn solve(from: &[Dim], sizes: &[Size], dims: &[Dim]) -> Result<Solution, Mismatch> {
    // With no elements on either side, their number implies nothing, except for the meaning of a -1.
    if sizes.iter().any(|size| matches!(size, Size::Copy(dim) if dim.is(0))) && !sizes.contains(&Size::Rest) {
        return Ok(Solution::default());
    }
    // A copied dimension is the same on both sides, even if it is 0.
    let copied = |i: usize| matches!(sizes.get(i), Some(Size::Copy(_)));
    let open = sizes.iter().position(|s| *s == Size::Rest).or_else(|| lone(sizes));
    let source = from.iter().enumerate().filter(|(i, _)| !copied(*i)).map(|(_, d)| d);
    let given = dims.iter().enumerate().filter(|(i, _)| !copied(*i) && Some(*i) != open).map(|(_, d)| d);
    let (mut source, mut given) = (Product::from_dims(source), Product::from_dims(given));
    // The size for a -1 is required only if no other size is 0.
    let rest = sizes.contains(&Size::Rest);
    let not_zero = given.names.iter().filter(|name| rest && name.low() == 0).cloned();
    let mut demands: Vec<_> = not_zero.map(|name| (ConstraintKind::AtLeast, name, Dim::exact(1))).collect();
    given.names.retain(|name| (name.low() == 0 && !rest) || !source.take(name));
    let Some(at) = open else {
        let (source, given) = (source.whole(), given.whole());
        source.meet(&given).ok_or(Mismatch)?;
        let demands = if vanishes(sizes) { Vec::new() } else { vec![(ConstraintKind::Equal, source, given)] };
        return Ok(Solution { open: None, demands });
    };
    // If a copied size is 0, any size except -1 fits: a symbolic one is assumed not to be 0.
    let copies = sizes.iter().filter_map(|size| if let Size::Copy(dim) = size { Some(dim) } else { None });
    let may_vanish: Vec<&Dim> = copies.filter(|dim| !rest && dim.contains(0)).collect();
    if may_vanish.iter().any(|dim| dim.expr().is_none()) {
        return Ok(Solution::default());
    }
    demands.extend(may_vanish.into_iter().map(|dim| (ConstraintKind::AtLeast, dim.clone(), Dim::exact(1))));
    // If sizes of 0 are possible on both sides, any size fits.
    let zero = if rest { given.rest.low() == 0 || given.exact == 0 } else { given.whole().low() == 0 };
    if zero {
        return Ok(Solution::default());
    }
    let (source, given) = (source.whole(), given.whole());
    let dim = dims[at].meet(&source.exact_div(&given).ok_or(Mismatch)?).ok_or(Mismatch)?;
    demands.push((ConstraintKind::Equal, source.exact_div_remainder(&given), Dim::exact(0)));
    Ok(Solution { open: Some((at, dim)), demands })
}

/// Whether a copied dimension may be 0, and with it both numbers of elements.
fn vanishes(sizes: &[Size]) -> bool {
    sizes.iter().any(|size| matches!(size, Size::Copy(dim) if dim.contains(0)))
}

/// The only uncertain size, if there is just one: the number of elements determines it like a -1.
fn lone(sizes: &[Size]) -> Option<usize> {
    let mut open = sizes.iter().enumerate().filter(|(_, size)| matches!(size, Size::Open(_)));
    let first = open.next()?;
    open.next().is_none().then_some(first.0)
}
