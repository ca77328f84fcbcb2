//! IR spellings of an operator other than its name and the opset that contains it.

/// What OpenVINO's writer and reader do with the type and the version of a layer.
#[derive(Clone, Copy, Debug)]
pub(crate) struct IrSpelling {
    /// The type that OpenVINO writes and that its reader replaces by the operator's name; `None` if it is the name.
    pub(crate) written: Option<&'static str>,
    /// The opset that OpenVINO reads where the file gives `opset1`, which lacks the operator.
    pub(crate) in_opset1: Option<i64>,
    /// The opset that OpenVINO reads where an old file gives `extension` or `experimental`.
    pub(crate) in_extensions: Option<i64>,
    /// What OpenVINO does with any other spelling of the type, if it does not read it as this one.
    pub(crate) otherwise: Option<&'static str>,
}

impl IrSpelling {
    /// The operator's name, in any case of its letters.
    pub(crate) const NAME: IrSpelling =
        IrSpelling { written: None, in_opset1: None, in_extensions: None, otherwise: None };

    /// Missing in opset 1 by mistake: OpenVINO reads it from opset 2.
    pub(crate) const NOT_IN_OPSET_1: IrSpelling = IrSpelling { in_opset1: Some(2), ..IrSpelling::NAME };

    /// An extension in old files: OpenVINO reads it from opset 6.
    pub(crate) const EXTENSION: IrSpelling = IrSpelling { in_extensions: Some(6), ..IrSpelling::NAME };

    /// Another type than the operator's name.
    pub(crate) const fn written(text: &'static str) -> IrSpelling {
        IrSpelling { written: Some(text), ..IrSpelling::NAME }
    }

    /// With what OpenVINO does with any other spelling.
    pub(crate) const fn otherwise(self, effect: &'static str) -> IrSpelling {
        IrSpelling { otherwise: Some(effect), ..self }
    }
}
