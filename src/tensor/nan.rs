//! Whether a tensor contains NaN.

use half::{bf16, f16};

use super::Tensor;
use crate::element::ElementType as E;

impl Tensor {
    /// Whether an element is NaN. Only floating-point and complex types have NaN.
    pub fn holds_nan(&self) -> bool {
        let code = |nan: fn(u8) -> bool| self.codes().is_some_and(|codes| codes.iter().any(|&c| nan(c)));
        match self.element() {
            E::F64 => self.values::<f64>().is_some_and(|v| v.iter().any(|x| x.is_nan())),
            E::F32 => self.values::<f32>().is_some_and(|v| v.iter().any(|x| x.is_nan())),
            E::F16 => self.values::<f16>().is_some_and(|v| v.iter().any(|x| x.is_nan())),
            E::Bf16 => self.values::<bf16>().is_some_and(|v| v.iter().any(|x| x.is_nan())),
            E::C64 => self.words::<[f32; 2]>().is_some_and(|v| v.as_flattened().iter().any(|x| x.is_nan())),
            E::C128 => self.words::<[f64; 2]>().is_some_and(|v| v.as_flattened().iter().any(|x| x.is_nan())),
            E::F8E4M3 => code(|c| c & 0x7f == 0x7f),
            E::F8E4M3Fnuz | E::F8E5M2Fnuz => code(|c| c == 0x80),
            E::F8E5M2 => code(|c| c & 0x7f > 0x7c),
            E::F8E8M0 => code(|c| c == 0xff),
            _ => false,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nan_is_found_at_every_position() {
        assert!(Tensor::new([3], vec![0f32, 1.0, f32::NAN]).unwrap().holds_nan());
        assert!(!Tensor::new([2], vec![f64::INFINITY, -0.0]).unwrap().holds_nan());
        assert!(Tensor::new([1], vec![-f16::NAN]).unwrap().holds_nan());
        assert!(!Tensor::new([1], vec![bf16::INFINITY]).unwrap().holds_nan());
        let code = |element, code| Tensor::from_codes(element, [1], vec![code]).unwrap().holds_nan();
        assert!(code(E::F8E5M2, 0xfd) && !code(E::F8E5M2, 0xfc), "infinity is not NaN");
        assert!(code(E::F8E4M3, 0xff) && !code(E::F8E4M3, 0xfe));
        assert!(code(E::F8E4M3Fnuz, 0x80) && !code(E::F4E2M1, 0x0f));
        let complex = [1f32.to_le_bytes(), f32::NAN.to_le_bytes()].concat();
        assert!(Tensor::from_packed(E::C64, [1], complex).unwrap().holds_nan());
    }
}
