//! A macro that lists operators that differ only in their kind.

/// The records of a family, one line for each kind: `Kind::Add => onnx "Add" openvino "Add" SIGNATURES;`. An ONNX
/// operator that has another name in IR states it: `onnx "Neg" as "Negative"`. What else a record states follows in
/// braces: `onnx "LRN" {.with_counterpart(Counterpart::WITH_AXES)}`. Used as `operators! { resolve: ... }`.
macro_rules! operators {
    ($resolve:path: $($kind:expr =>
        $(onnx $onnx:literal $(as $other:literal)? $({$($with:tt)*})?)?
        $(openvino $ir:literal $signatures:ident $({$($ir_with:tt)*})?)?;
    )*) => {
        &[$(
            $($crate::ops::OperatorDef::onnx($onnx, |cx| $resolve($kind, cx))
                $(.with_counterpart($crate::ops::counterpart::Counterpart::named($other)))?
                $($($with)*)?,)?
            $($crate::ops::OperatorDef::openvino($ir, $signatures, |cx| $resolve($kind, cx))$($($ir_with)*)?,)?
        )*]
    };
}

pub(super) use operators;
