//! Element types of tensors, and sets of them.

use std::fmt;
use std::str::FromStr;

macro_rules! element_types {
    ($($variant:ident $name:literal $bits:literal $class:ident,)*) => {
        /// The type of one tensor element, across both dialects.
        ///
        /// Names are those of the command line and of reports (`f32`, `i64`, `f8e4m3`, …). ONNX's
        /// `TensorProto.DataType` and OpenVINO's `element::Type` are mapped to it by the readers.
        #[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
        #[repr(u8)]
        #[non_exhaustive]
        pub enum ElementType {
            $(#[doc = concat!("`", $name, "`")] $variant,)*
        }

        impl ElementType {
            /// Every element type, in the order of the enum.
            pub const ALL: &'static [ElementType] = &[$(ElementType::$variant,)*];

            /// The canonical name, as in `f32[2,3]`.
            pub const fn name(self) -> &'static str {
                match self { $(ElementType::$variant => $name,)* }
            }

            /// The bits of one element in packed storage; 0 for `string`, whose elements vary in size.
            pub const fn bits(self) -> u32 {
                match self { $(ElementType::$variant => $bits,)* }
            }

            const fn class(self) -> Class {
                match self { $(ElementType::$variant => Class::$class,)* }
            }
        }
    };
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Class {
    Float,
    Signed,
    Unsigned,
    Bool,
    String,
    Complex,
    /// A code book: neither a float nor an integer in either specification (nf4).
    Code,
}

element_types! {
    F64 "f64" 64 Float,
    F32 "f32" 32 Float,
    F16 "f16" 16 Float,
    Bf16 "bf16" 16 Float,
    I64 "i64" 64 Signed,
    I32 "i32" 32 Signed,
    I16 "i16" 16 Signed,
    I8 "i8" 8 Signed,
    U64 "u64" 64 Unsigned,
    U32 "u32" 32 Unsigned,
    U16 "u16" 16 Unsigned,
    U8 "u8" 8 Unsigned,
    I4 "i4" 4 Signed,
    U4 "u4" 4 Unsigned,
    I2 "i2" 2 Signed,
    U2 "u2" 2 Unsigned,
    U1 "u1" 1 Unsigned,
    U3 "u3" 3 Unsigned,
    U6 "u6" 6 Unsigned,
    Bool "bool" 8 Bool,
    String "string" 0 String,
    C64 "c64" 64 Complex,
    C128 "c128" 128 Complex,
    F8E4M3 "f8e4m3" 8 Float,
    F8E4M3Fnuz "f8e4m3fnuz" 8 Float,
    F8E5M2 "f8e5m2" 8 Float,
    F8E5M2Fnuz "f8e5m2fnuz" 8 Float,
    F8E8M0 "f8e8m0" 8 Float,
    F6E2M3 "f6e2m3" 6 Float,
    F6E3M2 "f6e3m2" 6 Float,
    F4E2M1 "f4e2m1" 4 Float,
    Nf4 "nf4" 4 Code,
}

impl ElementType {
    /// The type for an ONNX `TensorProto.DataType`, as in tensors, types and the attribute `to` of Cast. `None` for 0
    /// (undefined) and for unassigned numbers.
    pub fn from_onnx(number: i64) -> Option<ElementType> {
        Some(match number {
            1 => ElementType::F32,
            2 => ElementType::U8,
            3 => ElementType::I8,
            4 => ElementType::U16,
            5 => ElementType::I16,
            6 => ElementType::I32,
            7 => ElementType::I64,
            8 => ElementType::String,
            9 => ElementType::Bool,
            10 => ElementType::F16,
            11 => ElementType::F64,
            12 => ElementType::U32,
            13 => ElementType::U64,
            14 => ElementType::C64,
            15 => ElementType::C128,
            16 => ElementType::Bf16,
            17 => ElementType::F8E4M3,
            18 => ElementType::F8E4M3Fnuz,
            19 => ElementType::F8E5M2,
            20 => ElementType::F8E5M2Fnuz,
            21 => ElementType::U4,
            22 => ElementType::I4,
            23 => ElementType::F4E2M1,
            24 => ElementType::F8E8M0,
            25 => ElementType::U2,
            26 => ElementType::I2,
            27 => ElementType::F6E2M3,
            28 => ElementType::F6E3M2,
            _ => return None,
        })
    }

    /// Whether the type is a signed or unsigned integer of any width (bool is not).
    pub const fn is_integer(self) -> bool {
        matches!(self.class(), Class::Signed | Class::Unsigned)
    }

    /// Whether the type is a floating-point number of any width (`nf4` is a code book, not a number).
    pub const fn is_float(self) -> bool {
        matches!(self.class(), Class::Float)
    }

    /// Whether the type is an unsigned integer.
    pub const fn is_unsigned(self) -> bool {
        matches!(self.class(), Class::Unsigned)
    }

    /// The least and greatest value of an integer type or bool; `None` for every other type.
    pub const fn integer_range(self) -> Option<(i128, i128)> {
        let bits = self.bits();
        match self.class() {
            Class::Signed => Some((-(1i128 << (bits - 1)), (1i128 << (bits - 1)) - 1)),
            Class::Unsigned => Some((0, (1i128 << bits) - 1)),
            Class::Bool => Some((0, 1)),
            _ => None,
        }
    }

    /// The bytes of `count` elements in packed storage, rounded up; `None` on overflow or for `string`.
    pub fn packed_bytes(self, count: u64) -> Option<u64> {
        match (self, self.bits()) {
            // OpenVINO packs these in groups of three bytes, the third of which contains the high bits of the other
            // two.
            (ElementType::U3, _) => count.div_ceil(8).checked_mul(3),
            (ElementType::U6, _) => count.div_ceil(4).checked_mul(3),
            (_, 0) => None,
            (_, bits) => Some(count.checked_mul(u64::from(bits))?.div_ceil(8)),
        }
    }
}

impl fmt::Display for ElementType {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl FromStr for ElementType {
    type Err = UnknownElementType;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let found = Self::ALL.iter().find(|e| e.name() == text);
        found.copied().ok_or_else(|| UnknownElementType(text.to_owned()))
    }
}

/// The text is not the name of an element type.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct UnknownElementType(String);

impl fmt::Display for UnknownElementType {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "`{}` is not an element type", self.0)
    }
}

impl std::error::Error for UnknownElementType {}

/// A set of element types, as in an operator's type constraint.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct TypeSet(u64);

impl TypeSet {
    /// No type.
    pub const EMPTY: TypeSet = TypeSet(0);
    /// Every type.
    pub const ALL: TypeSet = TypeSet((1 << ElementType::ALL.len()) - 1);

    /// The set of the given types.
    pub const fn from_types(types: &[ElementType]) -> TypeSet {
        let mut bits = 0;
        let mut i = 0;
        while i < types.len() {
            bits |= 1 << types[i] as u64;
            i += 1;
        }
        TypeSet(bits)
    }

    /// Types in either set.
    pub const fn union(self, other: TypeSet) -> TypeSet {
        TypeSet(self.0 | other.0)
    }

    /// Types in `self` that are not in `other`.
    pub const fn difference(self, other: TypeSet) -> TypeSet {
        TypeSet(self.0 & !other.0)
    }

    /// Whether `element` is in the set.
    pub const fn contains(self, element: ElementType) -> bool {
        self.0 & (1 << element as u64) != 0
    }

    /// Whether the set is empty.
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The members, in the order of [`ElementType::ALL`].
    pub fn iter(self) -> impl Iterator<Item = ElementType> {
        ElementType::ALL.iter().copied().filter(move |&e| self.contains(e))
    }

    /// Every integer type, including sub-byte types.
    pub const INTEGER: TypeSet = {
        let mut set = 0;
        let mut i = 0;
        while i < ElementType::ALL.len() {
            if ElementType::ALL[i].is_integer() {
                set |= 1 << i;
            }
            i += 1;
        }
        TypeSet(set)
    };

    /// Every floating-point type.
    pub const FLOAT: TypeSet = {
        let mut set = 0;
        let mut i = 0;
        while i < ElementType::ALL.len() {
            if ElementType::ALL[i].is_float() {
                set |= 1 << i;
            }
            i += 1;
        }
        TypeSet(set)
    };

    /// Every integer and floating-point type: OpenVINO's "any numeric type".
    pub const NUMERIC: TypeSet = Self::INTEGER.union(Self::FLOAT);
}

impl fmt::Display for TypeSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, element) in self.iter().enumerate() {
            write!(f, "{}{element}", if i == 0 { "" } else { ", " })?;
        }
        Ok(())
    }
}

impl fmt::Debug for TypeSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{{{self}}}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sets_follow_the_classes() {
        assert!(TypeSet::NUMERIC.contains(ElementType::U6));
        assert!(!TypeSet::NUMERIC.contains(ElementType::Nf4));
        assert!(!TypeSet::NUMERIC.contains(ElementType::Bool));
        assert_eq!(TypeSet::from_types(&[ElementType::I8, ElementType::F64]).to_string(), "f64, i8");
        assert_eq!(TypeSet::ALL.iter().count(), ElementType::ALL.len());
    }

    #[test]
    fn ranges_are_exact() {
        assert_eq!(ElementType::U64.integer_range(), Some((0, u64::MAX.into())));
        assert_eq!(ElementType::I4.integer_range(), Some((-8, 7)));
        assert_eq!(ElementType::Bool.integer_range(), Some((0, 1)));
        assert_eq!(ElementType::F32.integer_range(), None);
    }

    #[test]
    fn packed_sizes_round_up() {
        assert_eq!(ElementType::F6E2M3.packed_bytes(3), Some(3));
        assert_eq!((ElementType::U3.packed_bytes(1), ElementType::U3.packed_bytes(9)), (Some(3), Some(6)));
        assert_eq!((ElementType::U6.packed_bytes(4), ElementType::U6.packed_bytes(5)), (Some(3), Some(6)));
        assert_eq!(ElementType::F32.packed_bytes(u64::MAX), None);
        assert_eq!(ElementType::String.packed_bytes(1), None);
    }
}
