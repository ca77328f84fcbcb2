//! `--external` of commands that can also move the data of tensors into one new file.

use std::path::{Component, Path};

use clap::{Args, ValueEnum};

use super::ExternalData;

/// The size in bytes from which the data of a tensor goes into another file: that of onnx's `save_as_external_data`.
const DEFAULT_THRESHOLD: u64 = 1024;

#[derive(Args, Debug)]
pub(crate) struct WeightsArgs {
    /// Where the data of tensors is afterwards
    #[arg(long, value_name = "WHAT", value_enum, default_value_t = WeightsIn::Keep)]
    external: WeightsIn,
    /// With `--external file`: the file, relative to OUT; by default OUT.data
    #[arg(long, value_name = "FILE")]
    external_file: Option<String>,
    /// With `--external file`: the size of a tensor from which its data is in the file; by default 1024
    #[arg(long, value_name = "BYTES")]
    external_threshold: Option<u64>,
}

/// As for other commands, and one more.
#[derive(ValueEnum, Clone, Copy, Debug, PartialEq, Eq)]
enum WeightsIn {
    /// Where it is: inside the model, or in files that must be below the directory of the new model
    Keep,
    /// Where it is, with the files copied to the directory of the new model
    Copy,
    /// All inside the model
    Inline,
    /// In one file next to the model, except for small tensors
    File,
}

impl WeightsArgs {
    /// What happens to data in other files; `None` if the new model refers to none of them.
    pub(crate) fn external(&self) -> Option<ExternalData> {
        match self.external {
            WeightsIn::Keep => Some(ExternalData::Keep),
            WeightsIn::Copy => Some(ExternalData::Copy),
            WeightsIn::Inline => Some(ExternalData::Inline),
            WeightsIn::File => None,
        }
    }

    pub(crate) fn threshold(&self) -> u64 {
        self.external_threshold.unwrap_or(DEFAULT_THRESHOLD)
    }

    /// The new file for data, as the model names it.
    pub(crate) fn file(&self, out: Option<&Path>) -> Result<Option<String>, String> {
        if self.external != WeightsIn::File {
            let given = [
                ("--external-file", self.external_file.is_some()),
                ("--external-threshold", self.external_threshold.is_some()),
            ];
            return match given.iter().find(|(_, is_given)| *is_given) {
                Some((option, _)) => Err(format!("`{option}` has no effect without `--external file`")),
                None => Ok(None),
            };
        }
        let name = out
            .and_then(Path::file_name)
            .map_or_else(|| "model".to_owned(), |name| name.to_string_lossy().into_owned());
        let file = self.external_file.clone().unwrap_or_else(|| format!("{name}.data"));
        let is_below =
            !file.is_empty() && Path::new(&file).components().all(|part| matches!(part, Component::Normal(_)));
        match is_below {
            true => Ok(Some(file.replace('\\', "/"))),
            false => Err(format!(
                "`--external-file {file}` is not below the directory of the new model; expected a file name"
            )),
        }
    }
}
