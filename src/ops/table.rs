//! A macro that lists operators that differ only in their kind.

/// The entries of such a family, one line per kind: `AttributeType::Add => onnx "Add" openvino "Add" SIGNATURES;`.
macro_rules! operators {
    ($resolve:path: $($kind:expr => $(onnx $onnx:literal)? $(openvino $ir:literal $signatures:ident)?;)*) => {
        &[$(
            $($crate::ops::OperatorDef::onnx($onnx, |cx| $resolve($kind, cx)),)?
            $($crate::ops::OperatorDef::openvino($ir, $signatures, |cx| $resolve($kind, cx)),)?
        )*]
    };
}

pub(super) use operators;
