//! The operators `+`, `-` and `*` of types that compute with expressions.

/// Implements them for `$left`, by value and by reference, with everything that converts to `$whole`, and for an
/// integer on the left; `$whole` computes the result.
macro_rules! arithmetic_operators {
    ($left:ty => $whole:ty, $int:ty) => {
        $crate::expr::arithmetic_operators!(Add, add, $left => $whole, $int);
        $crate::expr::arithmetic_operators!(Sub, sub, $left => $whole, $int);
        $crate::expr::arithmetic_operators!(Mul, mul, $left => $whole, $int);
    };
    ($operator:ident, $name:ident, $left:ty => $whole:ty, $int:ty) => {
        impl<T: Into<$whole>> std::ops::$operator<T> for &$left {
            type Output = $whole;

            fn $name(self, other: T) -> $whole {
                <$whole>::$name(&self.into(), &other.into())
            }
        }

        impl<T: Into<$whole>> std::ops::$operator<T> for $left {
            type Output = $whole;

            fn $name(self, other: T) -> $whole {
                <$whole>::$name(&self.into(), &other.into())
            }
        }

        impl std::ops::$operator<$left> for $int {
            type Output = $whole;

            fn $name(self, other: $left) -> $whole {
                <$whole>::$name(&self.into(), &other.into())
            }
        }

        impl std::ops::$operator<&$left> for $int {
            type Output = $whole;

            fn $name(self, other: &$left) -> $whole {
                <$whole>::$name(&self.into(), &other.into())
            }
        }
    };
}
pub(crate) use arithmetic_operators;
