//! Whether a tensor contains NaN.

use super::Tensor;
use super::half_float::HalfFormat;
use crate::element::ElementType as E;

impl Tensor {
    /// Whether an element is NaN. Only floating-point and complex types have NaN.
    pub fn holds_nan(&self) -> bool {
        let code = |nan: fn(u8) -> bool| self.codes().is_some_and(|codes| codes.iter().any(|&c| nan(c)));
        if let Some(format) = HalfFormat::of(self.element()) {
            return self.words::<u16>().is_some_and(|words| words.iter().any(|&bits| format.is_nan(bits)));
        }
        match self.element() {
            E::F64 => self.values::<f64>().is_some_and(|v| v.iter().any(|x| x.is_nan())),
            E::F32 => self.values::<f32>().is_some_and(|v| v.iter().any(|x| x.is_nan())),
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
        let half = |element, bits: u16| Tensor::from_packed(element, [1], bits.to_le_bytes().to_vec()).unwrap();
        assert!(half(E::F16, 0xFE00).holds_nan() && half(E::Bf16, 0x7F81).holds_nan());
        assert!(!half(E::Bf16, 0x7F80).holds_nan() && !half(E::F16, 0xFC00).holds_nan(), "infinity is not NaN");
        let code = |element, code| Tensor::from_codes(element, [1], vec![code]).unwrap().holds_nan();
        assert!(code(E::F8E5M2, 0xfd) && !code(E::F8E5M2, 0xfc), "infinity is not NaN");
        assert!(code(E::F8E4M3, 0xff) && !code(E::F8E4M3, 0xfe));
        assert!(code(E::F8E4M3Fnuz, 0x80) && !code(E::F4E2M1, 0x0f));
        let complex = [1f32.to_le_bytes(), f32::NAN.to_le_bytes()].concat();
        assert!(Tensor::from_packed(E::C64, [1], complex).unwrap().holds_nan());
    }
}
