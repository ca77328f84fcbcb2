//! The elements of small tensors, as far as they are known: they determine shapes downstream.

mod float;
mod operators;
mod packed_bounds;
mod quotient;

use std::fmt;
use std::sync::Arc;

use self::packed_bounds::PackedBounds;
use crate::dim::Dim;
use crate::expr::Expr;
use crate::expr::Symbol;

pub use self::float::SymFloat;
pub(crate) use self::quotient::Quotient;

/// An integer known exactly, within bounds, or as an expression over symbolic dimensions.
///
/// Bounds are those of any integer type (`i64::MIN..=u64::MAX`); the interval is never empty.
///
/// Integers and [expressions](Expr) are added, subtracted, and multiplied with the operators. Every result is such an
/// integer, of either sign: an interval where an expression would be too large, and unknown where no type has it.
///
/// ```
/// # fn example() -> Option<()> {
/// use shapewright::{Expr, SymInt};
///
/// let n = Expr::from("N");
/// let index = (&n - 1) * 4 + 2;
/// assert_eq!((index.to_string().as_str(), index.low()), ("4*N-2", -2));
/// assert_eq!(index.expr(), Some(&n.checked_mul(4)?.checked_sub(2)?));
/// # Some(())
/// # }
/// # example().unwrap();
/// ```
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct SymInt {
    bounds: PackedBounds,
    expr: Option<Expr>,
}

impl SymInt {
    /// The least integer of any type.
    pub const MIN: i128 = i64::MIN as i128;
    /// The greatest integer of any type.
    pub const MAX: i128 = u64::MAX as i128;

    /// An unknown integer.
    pub const fn unknown() -> SymInt {
        SymInt { bounds: PackedBounds::new(Self::MIN, Self::MAX), expr: None }
    }

    /// An exact integer; unknown if no integer type has the value.
    ///
    /// ```
    /// use shapewright::SymInt;
    ///
    /// assert_eq!(SymInt::exact(-3).value(), Some(-3));
    /// assert_eq!(SymInt::exact(SymInt::MAX + 1), SymInt::unknown());
    /// ```
    pub fn exact(value: impl Into<i128>) -> SymInt {
        let value = value.into();
        match (Self::MIN..=Self::MAX).contains(&value) {
            true => SymInt::between(value, value, None),
            false => SymInt::unknown(),
        }
    }

    /// Integers from `low` to `high`, inclusive and limited to the range of integer types.
    pub fn interval(low: i128, high: i128) -> SymInt {
        let (low, high) = (low.min(high), low.max(high));
        SymInt::between(low.clamp(Self::MIN, Self::MAX), high.clamp(Self::MIN, Self::MAX), None)
    }

    fn between(low: i128, high: i128, expr: Option<Expr>) -> SymInt {
        SymInt { bounds: PackedBounds::new(low, high), expr }
    }

    /// The least possible value.
    #[inline]
    pub fn low(&self) -> i128 {
        self.bounds.low()
    }

    /// The greatest possible value.
    #[inline]
    pub fn high(&self) -> i128 {
        self.bounds.high()
    }

    /// The value, if it is exact.
    #[inline]
    pub fn value(&self) -> Option<i128> {
        (self.low() == self.high()).then_some(self.low())
    }

    /// The symbolic dimension that this integer equals, if any.
    pub fn name(&self) -> Option<&Symbol> {
        self.expr.as_ref()?.as_symbol()
    }

    /// The integer as an expression over symbolic dimensions; `None` for an exact one and a bare interval.
    #[inline]
    pub fn expr(&self) -> Option<&Expr> {
        self.expr.as_ref()
    }

    /// The integer as an expression, exact ones included.
    pub(crate) fn to_expr(&self) -> Option<Expr> {
        self.expr.clone().or_else(|| i64::try_from(self.value()?).ok().map(Expr::constant))
    }

    /// The same integer, also known to be this expression; an exact one has none.
    pub fn refine_with(self, expr: Option<Expr>) -> SymInt {
        let Some(expr) = expr.filter(|_| self.low() < self.high()) else { return self };
        let bounds = expr.tight_bounds();
        let (low, high) = (self.low().max(bounds.low), self.high().min(bounds.high));
        match low <= high {
            true => SymInt::between(low, high, Some(expr).filter(|_| low < high)),
            // The bounds contradict each other: no run is valid, and the interval suffices.
            false => self,
        }
    }

    /// Whether `value` is possible.
    pub fn contains(&self, value: i128) -> bool {
        self.low() <= value && value <= self.high()
    }

    /// The same integer, known to be at most `high`.
    #[must_use]
    pub fn at_most(&self, high: i128) -> SymInt {
        let high = self.high().min(high).max(self.low());
        let expr = self.expr.clone().filter(|_| self.low() < high);
        SymInt::between(self.low(), high, expr)
    }

    /// The smallest interval around both, with the expression if they share it.
    pub fn join(&self, other: &SymInt) -> SymInt {
        let expr = if self.expr == other.expr { self.expr.clone() } else { None };
        SymInt::between(self.low().min(other.low()), self.high().max(other.high()), expr)
    }

    /// The integer as a dimension; negative values cannot occur in a valid run.
    ///
    /// `None` if no value is a size.
    pub fn to_dim(&self) -> Option<Dim> {
        if self.high() < 0 {
            return None;
        }
        let low = self.low().max(0) as u64;
        // A bound beyond `i64` is no bound for a size; unbounded sizes become such bounds when read as integers.
        let high = if self.high() >= i128::from(i64::MAX) { Dim::UNBOUNDED } else { self.high() as u64 };
        Some(Dim::interval(low, high).refine_with(self.expr.clone()))
    }
}

impl From<SymInt> for crate::diagnostic::DiagnosticValue {
    fn from(int: SymInt) -> Self {
        int.value().map_or_else(|| int.to_string().into(), Self::from)
    }
}

impl From<&Dim> for SymInt {
    /// The integer that an operator such as `Shape` produces for a dimension. Sizes fit `i64`.
    fn from(dim: &Dim) -> SymInt {
        let (low, high) = (i128::from(dim.low()), i128::from(dim.high().min(Dim::GREATEST)));
        // A size beyond `i64` is not the greatest one.
        let low = if dim.high() == Dim::UNBOUNDED { low.min(high - 1) } else { low };
        SymInt::between(low, high, dim.expr().cloned())
    }
}

impl fmt::Debug for SymInt {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut fields = f.debug_struct("SymInt");
        fields.field("low", &self.low()).field("high", &self.high()).field("expr", &self.expr).finish()
    }
}

impl fmt::Display for SymInt {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (&self.expr, self.low(), self.high()) {
            (_, low, high) if low == high => write!(f, "{low}"),
            (Some(expr), ..) => expr.fmt(f),
            (None, Self::MIN, Self::MAX) => f.write_str("?"),
            (None, low, high) => write!(f, "{low}..{high}"),
        }
    }
}

/// The elements of a tensor in row-major order. Their number is the number of elements of the shape.
#[derive(Clone, PartialEq, Debug)]
pub enum Elements {
    /// Integers of any width; booleans are 0 and 1.
    Ints(Arc<[SymInt]>),
    /// Floating-point numbers, each exact: every float type up to 64 bits converts to `f64` without loss.
    Floats(Arc<[f64]>),
    /// Floating-point numbers, not all of which are exact, but at least one of which is partly known.
    SymFloats(Arc<[SymFloat]>),
}

impl Elements {
    /// The bytes of the elements, without what they share.
    pub(crate) fn memory(&self) -> usize {
        match self {
            Elements::Ints(ints) => size_of_val(&**ints),
            Elements::Floats(floats) => size_of_val(&**floats),
            Elements::SymFloats(floats) => size_of_val(&**floats),
        }
    }

    /// `[1, 2]`.
    #[cfg(any(feature = "cli", feature = "testing"))]
    pub(crate) fn list(&self) -> crate::diagnostic::DiagnosticValue {
        let ints = self.ints().unwrap_or_default().iter().map(|i| i.to_string());
        let floats = self.open_floats().unwrap_or_default().into_iter().map(|f| f.to_string());
        crate::diagnostic::DiagnosticValue::List(
            ints.chain(floats).map(crate::diagnostic::DiagnosticValue::Text).collect(),
        )
    }

    /// Exact integers in row-major order, of any width; booleans are 0 and 1. The caller ensures that their number
    /// matches the tensor's.
    pub fn of_ints<T: Into<i128>>(values: impl IntoIterator<Item = T>) -> Elements {
        Elements::Ints(values.into_iter().map(SymInt::exact).collect())
    }

    /// The number of elements.
    pub fn len(&self) -> usize {
        match self {
            Elements::Ints(v) => v.len(),
            Elements::Floats(v) => v.len(),
            Elements::SymFloats(v) => v.len(),
        }
    }

    /// Whether there is no element.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The integers, exact or not, if the elements are integers.
    pub fn ints(&self) -> Option<&[SymInt]> {
        match self {
            Elements::Ints(v) => Some(v),
            Elements::Floats(_) | Elements::SymFloats(_) => None,
        }
    }

    /// The exact integers, if all are known.
    pub fn exact_ints(&self) -> Option<Vec<i128>> {
        self.ints()?.iter().map(SymInt::value).collect()
    }

    /// Whether every element is exact, so that the tensor is a constant.
    pub fn is_exact(&self) -> bool {
        match self {
            Elements::Ints(v) => v.iter().all(|i| i.value().is_some()),
            Elements::Floats(_) => true,
            Elements::SymFloats(_) => false,
        }
    }

    /// The elements at `indices`, in that order: the common implementation of operators that only move data.
    ///
    /// `None` if an index is out of range.
    pub fn gather(&self, indices: impl IntoIterator<Item = usize>) -> Option<Elements> {
        let indices = indices.into_iter();
        Some(match self {
            Elements::Ints(v) => Elements::Ints(indices.map(|i| v.get(i).cloned()).collect::<Option<_>>()?),
            Elements::Floats(v) => Elements::Floats(indices.map(|i| v.get(i).copied()).collect::<Option<_>>()?),
            Elements::SymFloats(v) => Elements::SymFloats(indices.map(|i| v.get(i).cloned()).collect::<Option<_>>()?),
        })
    }

    /// The expressions of integers that take memory.
    pub(crate) fn expressions(&self) -> impl Iterator<Item = &Expr> + Clone {
        self.ints().unwrap_or_default().iter().filter_map(SymInt::expr).filter(|expr| expr.memory() > 0)
    }

    /// The elements with intervals instead of the expressions that take memory.
    pub(crate) fn without_expressions(&self) -> Elements {
        self.with_intervals(&|expr| expr.memory() > 0)
    }

    /// The elements with intervals instead of these expressions.
    pub(crate) fn with_intervals(&self, is_cut: &dyn Fn(&Expr) -> bool) -> Elements {
        let interval = |int: &SymInt| match int.expr() {
            Some(expr) if is_cut(expr) => SymInt::interval(int.low(), int.high()),
            _ => int.clone(),
        };
        match self {
            Elements::Ints(ints) => Elements::Ints(ints.iter().map(interval).collect()),
            other => other.clone(),
        }
    }

    /// This many copies of the first element; `None` if there is none.
    pub(crate) fn filled(&self, count: usize) -> Option<Elements> {
        Some(match self {
            Elements::Ints(v) => Elements::Ints(vec![v.first()?.clone(); count].into()),
            Elements::Floats(v) => Elements::Floats(vec![*v.first()?; count].into()),
            Elements::SymFloats(v) => Elements::SymFloats(vec![v.first()?.clone(); count].into()),
        })
    }

    /// The concatenation. `None` if one contains integers and the other floats.
    pub fn concat(parts: &[Elements]) -> Option<Elements> {
        if parts.iter().all(|p| p.ints().is_some()) {
            return Some(Elements::Ints(parts.iter().flat_map(|p| p.ints().unwrap_or(&[]).iter().cloned()).collect()));
        }
        let floats: Option<Vec<&[f64]>> = parts.iter().map(Elements::floats).collect();
        match floats {
            Some(floats) => Some(Elements::Floats(floats.concat().into())),
            None => {
                let parts: Option<Vec<Vec<SymFloat>>> = parts.iter().map(Elements::open_floats).collect();
                Elements::of_floats(parts?.concat())
            }
        }
    }

    /// The floats, if the elements are floats.
    pub fn floats(&self) -> Option<&[f64]> {
        match self {
            Elements::Floats(v) => Some(v),
            Elements::Ints(_) | Elements::SymFloats(_) => None,
        }
    }

    /// The floats, exact or not, if the elements are floats.
    pub fn open_floats(&self) -> Option<Vec<SymFloat>> {
        match self {
            Elements::Floats(v) => Some(v.iter().map(|&v| SymFloat::exact(v)).collect()),
            Elements::SymFloats(v) => Some(v.to_vec()),
            Elements::Ints(_) => None,
        }
    }

    /// Floats, exact or not; `None` if all are unknown.
    pub fn of_floats(floats: Vec<SymFloat>) -> Option<Elements> {
        let exact: Option<Arc<[f64]>> = floats.iter().map(SymFloat::value).collect();
        let open = || (!floats.iter().all(SymFloat::is_any)).then(|| Elements::SymFloats(floats.clone().into()));
        exact.map(Elements::Floats).or_else(open)
    }

    /// Elementwise, the smallest fact around both; `None` if kinds or lengths differ or everything is unknown.
    pub fn join(&self, other: &Elements) -> Option<Elements> {
        match (self, other) {
            (Elements::Ints(a), Elements::Ints(b)) if a.len() == b.len() => {
                Some(Elements::Ints(a.iter().zip(b.iter()).map(|(a, b)| a.join(b)).collect()))
            }
            (Elements::Floats(a), Elements::Floats(b)) => {
                let same = a.len() == b.len() && a.iter().zip(b.iter()).all(|(a, b)| a.to_bits() == b.to_bits());
                if same { Some(self.clone()) } else { self.join_floats(other) }
            }
            _ => self.join_floats(other),
        }
    }

    fn join_floats(&self, other: &Elements) -> Option<Elements> {
        let (a, b) = (self.open_floats()?, other.open_floats()?);
        let same_length = a.len() == b.len();
        if same_length { Elements::of_floats(a.iter().zip(&b).map(|(a, b)| a.join(b)).collect()) } else { None }
    }
}
