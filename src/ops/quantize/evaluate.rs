//! Evaluation of quantization, with the intermediate roundings of the specification.

use super::{Granularity, Quantization};
use crate::element::ElementType;
use crate::kernel::convert::{Rules, convert};
use crate::kernel::dense::{Numbers, floats, real_tensor, reals, whole_tensor};
use crate::kernel::number::Real;
use crate::ops::{EvalContext, axes};
use crate::tensor::small_float::PowerRounding;
use crate::tensor::{EvalError, Tensor};

/// The position of the scale for each element of the data.
struct ScaleMap {
    data: Vec<usize>,
    /// The axis with several scales, and how many elements along it share one.
    axis: usize,
    block: usize,
    /// Whether the other axes have scales of their own.
    blocks: bool,
    count: usize,
}

impl ScaleMap {
    fn new(granularity: Granularity, data: &Tensor, scale: &Tensor) -> Option<ScaleMap> {
        let (axis, block, blocks) = match granularity {
            Granularity::Axis(axis) => (axis, 1, false),
            Granularity::Blocks(axis, size) => (axis, usize::try_from(size).ok().filter(|&size| size > 0)?, true),
            Granularity::Unknown => return None,
        };
        let count = scale.num_elements();
        let axis = if count == 1 { 0 } else { axes::position(axis.into(), data.sizes().len())? };
        let listed = match blocks {
            true => scale.sizes().len() == data.sizes().len(),
            false => count == 1 || data.sizes().get(axis) == Some(&count),
        };
        listed.then(|| ScaleMap { data: data.sizes().to_vec(), axis, block, blocks, count })
    }

    fn at(&self, element: usize) -> usize {
        if self.count == 1 {
            return 0;
        }
        let (mut rest, mut place, mut step) = (element, 0, 1);
        for (axis, &size) in self.data.iter().enumerate().rev() {
            let index = rest % size;
            rest /= size;
            let own = if axis == self.axis { index / self.block } else { index };
            if self.blocks || axis == self.axis {
                place += own * step;
                step *= if axis == self.axis { size.div_ceil(self.block) } else { size };
            }
        }
        place
    }
}

/// Rounds to a floating-point type.
fn rounded(element: ElementType, value: f64) -> f64 {
    match element {
        ElementType::F64 => value,
        ElementType::F16 => half::f16::rounded(value).real(),
        ElementType::Bf16 => half::bf16::rounded(value).real(),
        _ => f32::rounded(value).real(),
    }
}

/// How Cast rounds to an 8-bit float.
fn rules(saturate: bool) -> Rules {
    Rules {
        saturate,
        infinity: true,
        power: PowerRounding::Up,
        power_limits: None,
        small_truncate: false,
        cautious: false,
    }
}

impl Quantization {
    /// The scales and zero points for each element of the data, with the type of the scales. Without zero points, they
    /// are zero.
    fn parameters(self, cx: &EvalContext<'_>) -> Result<(Vec<[f64; 2]>, ElementType), EvalError> {
        let (data, scale) = (cx.input(0)?, cx.input(1)?);
        let map = ScaleMap::new(self.granularity, data, scale).ok_or_else(|| cx.no_evaluator())?;
        let (scales, zeros) = (reals(scale)?, cx.optional(2).map(floats).transpose()?);
        let each = (0..data.num_elements()).map(|element| {
            let zero = zeros
                .as_ref()
                .map_or(Some(&0.0), |zeros| zeros.get(if zeros.len() == 1 { 0 } else { map.at(element) }));
            Some([*scales.get(map.at(element))?, *zero?])
        });
        Ok((each.collect::<Option<_>>().ok_or(EvalError::UnknownType)?, scale.element()))
    }

    pub(super) fn quantized(
        self,
        cx: &EvalContext<'_>,
        precision: Result<Option<ElementType>, ()>,
        saturate: Option<bool>,
    ) -> Result<Tensor, EvalError> {
        let (data, result) = (cx.input(0)?, cx.output(0)?);
        let (Ok(precision), Some(saturate)) = (precision, saturate) else { return Err(cx.no_evaluator()) };
        let (parameters, scale) = self.parameters(cx)?;
        let divided_in = precision.unwrap_or(scale);
        let values = floats(data)?;
        let quotients = values
            .iter()
            .zip(&parameters)
            .map(|(&value, &[scale, _])| rounded(divided_in, rounded(divided_in, value) / rounded(divided_in, scale)));
        let quotients: Vec<f64> = quotients.collect();
        let Some((low, high)) = result.element.integer_range() else {
            if parameters.iter().any(|&[_, zero]| zero != 0.0) {
                return Err(EvalError::Undefined("the zero point of a float is not zero".to_owned()));
            }
            // A zero point is added to types of fewer than 8 bits, which makes -0 positive.
            let zero = if result.element.bits() < 8 && cx.optional(2).is_some() { 0.0 } else { -0.0 };
            let sums: Vec<f64> = quotients.iter().map(|quotient| quotient + zero).collect();
            return convert(&real_tensor(ElementType::F64, &result.sizes, &sums)?, result.element, rules(saturate));
        };
        let (low, high) = (low as f64, high as f64);
        let quantize = |quotient: f64, zero: f64| (quotient.round_ties_even() + zero).clamp(low, high);
        let mut made = Vec::with_capacity(quotients.len());
        for (at, (&quotient, (&value, &[scale, zero]))) in
            quotients.iter().zip(values.iter().zip(&parameters)).enumerate()
        {
            let integer = quantize(quotient, zero);
            // Without a precision, some tools divide 16-bit numbers as 32-bit ones.
            let wide = quantize(rounded(ElementType::F32, value / scale), zero);
            if quotient.is_nan() || (precision.is_none() && integer != wide) {
                let message = format!("element {at} is {value}, whose quantization is undefined");
                return Err(EvalError::Undefined(message));
            }
            made.push(integer as i128);
        }
        whole_tensor(result.element, &result.sizes, &made)
    }

    pub(super) fn dequantized(self, cx: &EvalContext<'_>) -> Result<Tensor, EvalError> {
        let (data, result) = (cx.input(0)?, cx.output(0)?);
        let (parameters, _) = self.parameters(cx)?;
        let numbers = Numbers::of(data)?;
        let float = matches!(numbers, Numbers::Reals(_));
        if float && parameters.iter().any(|&[_, zero]| zero != 0.0) {
            return Err(EvalError::Undefined("the zero point of a float is not zero".to_owned()));
        }
        let single = |value: f64| rounded(ElementType::F32, value);
        let each = floats(data)?.into_iter().zip(parameters);
        let made: Vec<f64> = each.map(|(value, [scale, zero])| single(single(value - zero) * scale)).collect();
        real_tensor(result.element, &result.sizes, &made)
    }
}

/// DynamicQuantizeLinear: a scale that spans the data and zero, in 32-bit floats.
pub(super) fn dynamic(cx: &EvalContext<'_>) -> Result<Vec<Tensor>, EvalError> {
    let data = cx.input(0)?;
    let values = data.values::<f32>().ok_or(EvalError::Type(data.element()))?;
    let (least, greatest) = values.iter().fold((0f32, 0f32), |(a, b), &value| (a.min(value), b.max(value)));
    if values.iter().any(|value| !value.is_finite()) {
        return Err(EvalError::Undefined("the data contains NaN or infinity".to_owned()));
    }
    let scale = if greatest == least { 1.0 } else { greatest - least } / 255.0;
    let zero = (-least / scale).clamp(0.0, 255.0).round_ties_even();
    let quantized = values.iter().map(|&value| ((value / scale).round_ties_even() + zero).clamp(0.0, 255.0) as i128);
    let quantized: Vec<i128> = quantized.collect();
    let made = cx.outputs().iter().enumerate().map(|(at, output)| match at {
        0 => whole_tensor(output.element, &output.sizes, &quantized),
        1 => real_tensor(output.element, &output.sizes, &[scale.into()]),
        _ => whole_tensor(output.element, &output.sizes, &[zero as i128]),
    });
    made.collect()
}
