//! Shapes: a list of dimensions, or an unknown rank.

use std::fmt;
use std::sync::Arc;

use crate::dim::Dim;

/// The shape of a tensor as far as it is known.
///
/// An unknown rank is never represented by an empty list: `[]` is a scalar. An unknown rank may have a lower bound,
/// since a valid axis `a` implies a rank greater than `a`.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Shape {
    /// The rank is unknown, but at least `min_rank`.
    Unranked {
        /// The least possible rank.
        min_rank: usize,
    },
    /// The rank is the number of dimensions.
    Ranked(Arc<[Dim]>),
}

impl Shape {
    /// An unknown shape of unknown rank.
    pub const UNKNOWN: Shape = Shape::Unranked { min_rank: 0 };

    /// The rank up to which limits do not count dimensions: a higher one is unusual, and takes time and memory in each value.
    pub(crate) const USUAL_RANK: usize = 12;

    /// A shape of these dimensions, outermost first: sizes in elements (`u64`), symbols (`&str`) or [`Dim`]s.
    pub fn from_dims<D: Into<Dim>>(dims: impl IntoIterator<Item = D>) -> Shape {
        Shape::Ranked(dims.into_iter().map(Into::into).collect())
    }

    /// The shape of a scalar, `[]`.
    pub fn scalar() -> Shape {
        Shape::Ranked(Arc::new([]))
    }

    /// A shape with a known rank and unknown dimensions.
    pub fn of_rank(rank: usize) -> Shape {
        Shape::Ranked(vec![Dim::unknown(); rank].into())
    }

    /// An unknown rank of at least `min_rank`.
    pub const fn with_min_rank(min_rank: usize) -> Shape {
        Shape::Unranked { min_rank }
    }

    /// The dimensions, if the rank is known.
    pub fn dims(&self) -> Option<&[Dim]> {
        match self {
            Shape::Ranked(dims) => Some(dims),
            Shape::Unranked { .. } => None,
        }
    }

    /// Whether two shapes share their list of dimensions, which is known without comparing them.
    pub(crate) fn is_same_list(&self, other: &Shape) -> bool {
        matches!((self, other), (Shape::Ranked(a), Shape::Ranked(b)) if Arc::ptr_eq(a, b))
    }

    /// The rank, if it is known.
    pub fn rank(&self) -> Option<usize> {
        self.dims().map(<[Dim]>::len)
    }

    /// The least possible rank: the rank itself if it is known.
    pub fn min_rank(&self) -> usize {
        match self {
            Shape::Ranked(dims) => dims.len(),
            Shape::Unranked { min_rank } => *min_rank,
        }
    }

    /// Whether every dimension is exact.
    pub fn is_static(&self) -> bool {
        self.dims().is_some_and(|dims| dims.iter().all(|d| d.size().is_some()))
    }

    /// The sizes, if every dimension is exact.
    pub fn sizes(&self) -> Option<Vec<u64>> {
        self.dims()?.iter().map(Dim::size).collect()
    }

    /// The number of elements: the product of the dimensions, unknown for an unknown rank.
    pub fn num_elements(&self) -> Dim {
        match self {
            Shape::Ranked(dims) => dims.iter().fold(Dim::exact(1), |n, d| n.mul(d)),
            Shape::Unranked { .. } => Dim::unknown(),
        }
    }

    /// Whether a run that produces `sizes` is consistent with what is known.
    pub fn contains(&self, sizes: &[u64]) -> bool {
        match self {
            Shape::Unranked { min_rank } => sizes.len() >= *min_rank,
            Shape::Ranked(dims) => dims.len() == sizes.len() && dims.iter().zip(sizes).all(|(d, &s)| d.contains(s)),
        }
    }

    /// The intersection, dimension by dimension; `None` if it is empty.
    pub fn meet(&self, other: &Shape) -> Option<Shape> {
        match (self, other) {
            // The usual case, in which the dimensions can be shared.
            _ if self == other => Some(self.clone()),
            (Shape::Unranked { min_rank: a }, Shape::Unranked { min_rank: b }) => Some(Shape::with_min_rank(*a.max(b))),
            (Shape::Unranked { min_rank }, ranked) | (ranked, Shape::Unranked { min_rank }) => {
                (ranked.min_rank() >= *min_rank).then(|| ranked.clone())
            }
            (Shape::Ranked(a), Shape::Ranked(b)) if a.len() == b.len() => {
                let dims: Option<Arc<[Dim]>> = a.iter().zip(b.iter()).map(|(a, b)| a.meet(b)).collect();
                dims.map(Shape::Ranked)
            }
            _ => None,
        }
    }

    /// Whether [`Shape::meet`] has a result, without computing it.
    pub(crate) fn intersects(&self, other: &Shape) -> bool {
        match (self, other) {
            (Shape::Ranked(a), Shape::Ranked(b)) => {
                a.len() == b.len() && (a == b || a.iter().zip(b.iter()).all(|(a, b)| a.intersects(b)))
            }
            (Shape::Unranked { min_rank }, other) | (other, Shape::Unranked { min_rank }) => {
                matches!(other, Shape::Unranked { .. }) || other.min_rank() >= *min_rank
            }
        }
    }

    /// The union, dimension by dimension; for different ranks, only the lesser one is kept as a lower bound.
    pub fn join(&self, other: &Shape) -> Shape {
        match (self, other) {
            (Shape::Ranked(a), Shape::Ranked(b)) if a.len() == b.len() => {
                Shape::Ranked(a.iter().zip(b.iter()).map(|(a, b)| a.join(b)).collect())
            }
            _ => Shape::with_min_rank(self.min_rank().min(other.min_rank())),
        }
    }
}

impl fmt::Display for Shape {
    /// `[N,3,1..4]`, `[]` for a scalar, `[...]` for an unknown rank.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Some(dims) = self.dims() else { return f.write_str("[...]") };
        f.write_str("[")?;
        for (i, dim) in dims.iter().enumerate() {
            write!(f, "{}{dim}", if i == 0 { "" } else { "," })?;
        }
        f.write_str("]")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_scalar_is_not_an_unknown_rank() {
        assert_eq!(Shape::scalar().to_string(), "[]");
        assert_eq!(Shape::UNKNOWN.to_string(), "[...]");
        assert_ne!(Shape::scalar(), Shape::UNKNOWN);
    }

    #[test]
    fn meet_and_join_respect_the_minimum_rank() {
        let three = Shape::from_dims([1u64, 2, 3]);
        assert_eq!(Shape::with_min_rank(4).meet(&three), None);
        assert_eq!(Shape::with_min_rank(2).meet(&three), Some(three.clone()));
        assert_eq!(three.join(&Shape::from_dims([1u64, 2])), Shape::with_min_rank(2));
    }

    #[test]
    fn shapes_intersect_exactly_if_they_have_an_intersection() {
        let dims = [Dim::exact(1), Dim::exact(4), Dim::unknown(), Dim::interval(2, 4), Dim::from("N") * 2];
        let ranked = dims.iter().flat_map(|a| dims.iter().map(|b| Shape::from_dims([a.clone(), b.clone()])));
        let others = [Shape::scalar(), Shape::UNKNOWN, Shape::with_min_rank(2), Shape::with_min_rank(3)];
        let all: Vec<Shape> = ranked.chain(others).collect();
        for (a, b) in all.iter().flat_map(|a| all.iter().map(move |b| (a, b))) {
            assert_eq!(a.intersects(b), a.meet(b).is_some(), "{a} and {b}");
        }
        assert!(all.iter().all(|shape| shape.meet(shape).as_ref() == Some(shape)));
    }
}
