//! `--external`, which all commands share that write a model.

use clap::{Args, ValueEnum};

/// What happens to data in other files.
#[derive(ValueEnum, Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum External {
    /// Refer to the files where they are, which must be below the directory of the new model
    Keep,
    /// Copy the files to the directory of the new model
    Copy,
    /// Store the data in the model
    Inline,
}

#[derive(Args, Debug)]
pub(crate) struct ExternalArgs {
    /// ONNX: what happens to data in other files
    #[arg(long, value_name = "WHAT", value_enum, default_value_t = External::Keep)]
    pub(crate) external: External,
}
