//! `--external`, which all commands share that write a model.

use clap::Args;

use crate::write::ExternalDataPolicy;
use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};

/// What happens to the external data of an ONNX model that is written to another directory.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum ExternalData {
    /// It stays where it is, which must be below the directory of the new model.
    #[default]
    Keep,
    /// It is copied to the directory of the new model.
    Copy,
    /// It is stored in the new model.
    Inline,
}

impl ExternalData {
    /// The policy for a model in memory, which has no directory of its own.
    pub fn policy(self) -> ExternalDataPolicy {
        match self {
            ExternalData::Inline => ExternalDataPolicy::Embed,
            ExternalData::Keep | ExternalData::Copy => ExternalDataPolicy::Keep,
        }
    }
}

#[derive(Args, Debug)]
pub(crate) struct ExternalArgs {
    /// ONNX: what happens to data in other files
    #[arg(long, value_name = "WHAT", default_value = "keep", value_parser = parser())]
    pub(crate) external: ExternalData,
}

/// The values with their help.
const VALUES: [(&str, &str, ExternalData); 3] = [
    (
        "keep",
        "Refer to the files where they are, which must be below the directory of the new model",
        ExternalData::Keep,
    ),
    ("copy", "Copy the files to the directory of the new model", ExternalData::Copy),
    ("inline", "Store the data in the model", ExternalData::Inline),
];

fn parser() -> impl TypedValueParser<Value = ExternalData> {
    let values = VALUES.map(|(name, help, _)| PossibleValue::new(name).help(help));
    let of = |text: String| VALUES.iter().find(|(name, ..)| *name == text).map_or_else(ExternalData::default, |v| v.2);
    PossibleValuesParser::new(values).map(of)
}
