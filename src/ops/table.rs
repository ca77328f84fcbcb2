//! How families whose operators differ in a kind alone list them.

/// A family's entries, one line a kind: `Kind::Add => onnx "Add" openvino "Add" SIGNATURES;`. What else a record states
/// follows the name or the signatures: `onnx "Neg" {.with_counterpart(named("Negative"))}`.
macro_rules! operators {
    ($resolve:path: $($kind:expr => 
        $(onnx $onnx:literal $({$($with:tt)*})?)?
        $(openvino $ir:literal $signatures:ident $({$($ir_with:tt)*})?)?;
    )*) => {
        &[$(
            $($crate::ops::OperatorDef::onnx($onnx, |cx| $resolve($kind, cx))$($($with)*)?,)?
            $($crate::ops::OperatorDef::openvino($ir, $signatures, |cx| $resolve($kind, cx))$($($ir_with)*)?,)?
        )*]
    };
}

pub(super) use operators;
