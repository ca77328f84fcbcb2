//! Elements of every type as numbers, by the definition of the type; evaluation is compared with them.

use half::{bf16, f16};
use shapewright::{ElementType, Tensor};

/// A number, exact: an integer of up to 64 bits does not fit a float.
#[derive(Clone, Copy, Debug)]
pub enum Number {
    Int(i128),
    Float(f64),
}

impl Number {
    pub fn is_nan(self) -> bool {
        matches!(self, Number::Float(f) if f.is_nan())
    }

    pub fn float(self) -> f64 {
        match self {
            Number::Int(i) => i as f64,
            Number::Float(f) => f,
        }
    }

    pub fn int(self) -> i128 {
        match self {
            Number::Int(i) => i,
            Number::Float(f) => panic!("{f} is no integer"),
        }
    }

    /// Whether `self` is less than `other`; neither is NaN. -0 is less than +0.
    pub fn below(self, other: Number) -> bool {
        match (self, other) {
            (Number::Int(a), Number::Int(b)) => a < b,
            (a, b) => {
                let (a, b) = (a.float(), b.float());
                a < b || (a == b && a.is_sign_negative() && b.is_sign_positive())
            }
        }
    }

    /// The same number, or a NaN both.
    pub fn same(self, other: Number) -> bool {
        match (self, other) {
            (Number::Int(a), Number::Int(b)) => a == b,
            (Number::Float(a), Number::Float(b)) => a.to_bits() == b.to_bits() || (a.is_nan() && b.is_nan()),
            _ => false,
        }
    }
}

/// Bits of exponent and mantissa, the bias, and how NaN and infinity are written.
struct Layout {
    exponent: u32,
    mantissa: u32,
    bias: i32,
    special: Special,
}

enum Special {
    /// All bits of exponent and mantissa set: NaN.
    AllOnes,
    /// As IEEE 754.
    Ieee,
    /// A sign alone is the NaN.
    MinusZero,
    /// None.
    None,
}

fn layout(element: ElementType) -> Layout {
    let (exponent, mantissa, bias, special) = match element {
        ElementType::F8E4M3 => (4, 3, 7, Special::AllOnes),
        ElementType::F8E4M3Fnuz => (4, 3, 8, Special::MinusZero),
        ElementType::F8E5M2 => (5, 2, 15, Special::Ieee),
        ElementType::F8E5M2Fnuz => (5, 2, 16, Special::MinusZero),
        ElementType::F6E2M3 => (2, 3, 1, Special::None),
        ElementType::F6E3M2 => (3, 2, 3, Special::None),
        ElementType::F4E2M1 => (2, 1, 1, Special::None),
        other => panic!("{other} has no such layout"),
    };
    Layout { exponent, mantissa, bias, special }
}

/// The float of a code of a type of at most 8 bits.
fn small_float(element: ElementType, code: u8) -> f64 {
    if element == ElementType::F8E8M0 {
        return if code == 0xff { f64::NAN } else { 2f64.powi(i32::from(code) - 127) };
    }
    let Layout { exponent, mantissa, bias, special } = layout(element);
    let sign = if code >> (exponent + mantissa) & 1 == 1 { -1.0 } else { 1.0 };
    let (e, m) = (i32::from(code >> mantissa) & ((1 << exponent) - 1), code & ((1 << mantissa) - 1));
    let (top_e, top_m) = ((1 << exponent) - 1, (1 << mantissa) - 1);
    match special {
        Special::AllOnes if e == top_e && m == top_m => return f64::NAN,
        Special::Ieee if e == top_e => return if m == 0 { sign * f64::INFINITY } else { f64::NAN },
        Special::MinusZero if sign < 0.0 && e == 0 && m == 0 => return f64::NAN,
        _ => {}
    }
    let fraction = f64::from(m) / f64::from(1u32 << mantissa);
    if e == 0 { sign * fraction * 2f64.powi(1 - bias) } else { sign * (1.0 + fraction) * 2f64.powi(e - bias) }
}

/// The number of a code of a type of at most 8 bits.
pub fn of_code(element: ElementType, code: u8) -> Number {
    match element.integer_range() {
        Some((low, high)) if low < 0 && i128::from(code) > high => Number::Int(i128::from(code) + 2 * low),
        Some(_) => Number::Int(code.into()),
        None => Number::Float(small_float(element, code)),
    }
}

/// The numbers of a tensor.
pub fn numbers(tensor: &Tensor) -> Vec<Number> {
    let element = tensor.element();
    if let Some(codes) = tensor.codes() {
        return codes.iter().map(|&code| of_code(element, code)).collect();
    }
    macro_rules! values {
        ($($type:ident $rust:ty => $number:expr;)*) => {
            match element {
                $(ElementType::$type => tensor.values::<$rust>().expect("its type").iter().map($number).collect(),)*
                other => panic!("{other} holds no numbers"),
            }
        };
    }
    values! {
        F64 f64 => |&v| Number::Float(v);
        F32 f32 => |&v| Number::Float(v.into());
        F16 f16 => |&v| Number::Float(v.to_f64());
        Bf16 bf16 => |&v| Number::Float(v.to_f64());
        I64 i64 => |&v| Number::Int(v.into());
        I32 i32 => |&v| Number::Int(v.into());
        I16 i16 => |&v| Number::Int(v.into());
        U64 u64 => |&v| Number::Int(v.into());
        U32 u32 => |&v| Number::Int(v.into());
        U16 u16 => |&v| Number::Int(v.into());
    }
}

/// A tensor of elements with these bits, truncated to the width of the type.
pub fn tensor(element: ElementType, sizes: &[usize], bits: &[u64]) -> Tensor {
    let sizes = sizes.to_vec();
    let made = match element.bits() {
        1..8 => {
            let mask = u8::MAX >> (8 - element.bits());
            Tensor::from_codes(element, sizes, bits.iter().map(|&b| b as u8 & mask).collect())
        }
        width => {
            let width = width as usize / 8;
            let bytes: Vec<u8> = bits.iter().flat_map(|b| b.to_le_bytes().into_iter().take(width)).collect();
            Tensor::from_packed(element, sizes, bytes)
        }
    };
    made.expect("as many elements as the sizes ask for")
}
