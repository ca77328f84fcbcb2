//! A new constant in IR: the names of its type, and its bytes.

use bytes::Bytes;

use crate::element::ElementType;
use crate::graph::Model;
use crate::ir_syntax;
use crate::rewrite::{NewConstant, WriteError};
use crate::tensor::Tensor;

/// A new constant.
pub(crate) struct Constant {
    /// The value of `element_type`.
    pub(crate) element_type: &'static str,
    /// The value of `precision`.
    pub(crate) precision: &'static str,
    pub(crate) sizes: Vec<usize>,
    /// Its bytes in the weights.
    pub(crate) bytes: Bytes,
    /// The alignment of the bytes.
    pub(crate) alignment: usize,
}

impl Constant {
    pub(crate) fn new(model: &Model, new: &NewConstant) -> Result<Constant, WriteError> {
        let tensor = match new {
            NewConstant::Tensor(tensor) => tensor.clone(),
            NewConstant::CopiedFromFile(id) => model
                .load(*id)
                .map_err(|why| WriteError::Inconsistent(format!("a constant of the file has no value: {why}")))?,
        };
        let element = tensor.element();
        let (Some(element_type), Some(precision)) = (element_type(element), precision(element)) else {
            return Err(WriteError::Unsupported(no_type(element)));
        };
        let bytes = match tensor.packed_bytes() {
            // OpenVINO writes one byte for a constant without elements.
            Some(bytes) if bytes.is_empty() => Bytes::from_static(&[0]),
            Some(bytes) => bytes,
            None => packed_strings(&tensor)?.into(),
        };
        let alignment = if element == ElementType::String { 4 } else { (element.bits() as usize / 8).max(1) };
        Ok(Constant { element_type, precision, sizes: tensor.sizes().to_vec(), bytes, alignment })
    }
}

/// Why no constant of this type can be written.
pub(crate) fn unwritable(element: ElementType) -> Option<String> {
    (element_type(element).is_none() || precision(element).is_none()).then(|| no_type(element))
}

fn no_type(element: ElementType) -> String {
    format!("OpenVINO IR has no constants of type {element}")
}

/// The name of a type in `<data>`.
fn element_type(element: ElementType) -> Option<&'static str> {
    let name = ir_syntax::spelled(element);
    (ir_syntax::element_type(name) == Some(element)).then_some(name)
}

/// The name of a type on a port.
pub(crate) fn precision(element: ElementType) -> Option<&'static str> {
    use ElementType as E;
    Some(match element {
        E::F64 => "FP64",
        E::F32 => "FP32",
        E::F16 => "FP16",
        E::Bf16 => "BF16",
        E::I64 => "I64",
        E::I32 => "I32",
        E::I16 => "I16",
        E::I8 => "I8",
        E::I4 => "I4",
        E::U64 => "U64",
        E::U32 => "U32",
        E::U16 => "U16",
        E::U8 => "U8",
        E::U6 => "U6",
        E::U4 => "U4",
        E::U3 => "U3",
        E::U2 => "U2",
        E::U1 => "BIN",
        E::Bool => "BOOL",
        E::String => "STRING",
        E::Nf4 => "NF4",
        E::F8E4M3 => "F8E4M3",
        E::F8E5M2 => "F8E5M2",
        E::F8E8M0 => "F8E8M0",
        E::F4E2M1 => "F4E2M1",
        _ => return None,
    })
}

/// A string constant: the count, where each string starts, where the last one ends, and the strings without separators.
fn packed_strings(tensor: &Tensor) -> Result<Vec<u8>, WriteError> {
    let strings = tensor.strings().unwrap_or(&[]);
    let too_long = || WriteError::Unsupported("OpenVINO IR does not support strings of more than 2 GiB".to_owned());
    let word = |n: usize| i32::try_from(n).map(i32::to_le_bytes).map_err(|_| too_long());
    let mut packed = word(strings.len())?.to_vec();
    let mut end = 0usize;
    packed.extend(word(end)?);
    for string in strings {
        end = end.checked_add(string.len()).ok_or_else(too_long)?;
        packed.extend(word(end)?);
    }
    strings.iter().for_each(|string| packed.extend_from_slice(string));
    Ok(packed)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn type_names_are_read_back() {
        let mut known = 0;
        for &element in ElementType::ALL {
            assert_eq!(element_type(element).is_some(), precision(element).is_some() || element == ElementType::I2);
            if let (Some(_), Some(precision)) = (element_type(element), precision(element)) {
                known += 1;
                assert_eq!(ir_syntax::precision(precision), Some(Some(element)));
            }
        }
        assert_eq!(known, 25, "the types of OpenVINO 2026.4");
    }

    #[test]
    fn strings_follow_their_offsets() {
        let strings: Vec<std::sync::Arc<[u8]>> = vec![b"ab"[..].into(), b""[..].into(), b"c"[..].into()];
        let packed = packed_strings(&Tensor::of_strings([3], strings).unwrap()).unwrap();
        let words: Vec<u8> = [3i32, 0, 2, 2, 3].iter().flat_map(|n| n.to_le_bytes()).collect();
        assert_eq!(packed, [&words[..], b"abc"].concat());
        let empty = packed_strings(&Tensor::of_strings([0], vec![]).unwrap()).unwrap();
        assert_eq!(empty, [0; 8]);
    }
}
