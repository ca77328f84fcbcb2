//! Models that commands write: where, with which external data, and never in part.

mod external;
mod target;

use std::io;
use std::path::{Path, PathBuf};

use clap::Args;

use super::atomic_write::AtomicWrites;
use super::file_identity::same;
use crate::graph::Model;
use crate::rewrite::Rewrite;
use crate::write::{ExternalDataPolicy, WriteError, WriteOutput};
use external::ExternalPlan;
use target::ModelTarget;

/// What happens to external data.
#[derive(Args, Debug, Default)]
pub(super) struct ExternalArgs {
    /// ONNX: embed external data in the model
    #[arg(long, conflicts_with = "copy_external")]
    pub(super) embed: bool,
    /// ONNX: copy external data to the directory of the new model
    #[arg(long)]
    pub(super) copy_external: bool,
}

/// Where a model that was edited is written.
#[derive(Args, Debug)]
pub(super) struct OutputArgs {
    /// The file to write; an OpenVINO model is written to OUT.xml and OUT.bin, with or without an extension in OUT
    #[arg(short, long, value_name = "OUT", required_unless_present = "dry_run")]
    pub(super) output: Option<PathBuf>,
    /// Allow OUT to be the file that is read
    #[arg(long)]
    pub(super) in_place: bool,
    /// Do not write anything
    #[arg(long)]
    pub(super) dry_run: bool,
    #[command(flatten)]
    pub(super) external: ExternalArgs,
}

impl OutputArgs {
    /// Refuses to write over the file that is read, unless that is asked for.
    pub(super) fn check(&self, model: &Model) -> Result<(), String> {
        let out = self.output.as_deref().filter(|_| !self.in_place);
        let over = out.filter(|out| model.source().path().is_some_and(|path| same(path, out)));
        match over {
            Some(out) => Err(format!("`{}` is the file that is read; --in-place writes over it", out.display())),
            None => Ok(()),
        }
    }
}

/// A model to be written.
pub(super) struct NewModel<'a> {
    /// The model that was read, whose external data the new one refers to.
    pub(super) read: &'a Model,
    /// What is removed from it.
    pub(super) rewrite: &'a Rewrite,
    /// `-o`.
    pub(super) output: Option<&'a Path>,
    pub(super) external: &'a ExternalArgs,
    pub(super) dry_run: bool,
    /// What the command does, for messages.
    pub(super) verb: &'static str,
}

impl NewModel<'_> {
    /// Writes the new model, except in a dry run. Returns it with the file name.
    pub(super) fn write(
        &self,
        encode: impl FnOnce(&ExternalDataPolicy) -> Result<WriteOutput, WriteError>,
    ) -> Result<(WriteOutput, Option<String>), String> {
        let target = self.output.map(|out| ModelTarget::new(self.read, out)).transpose()?;
        let plan = ExternalPlan::new(self.external, self.read, self.rewrite, target.as_ref())?;
        let written = encode(&plan.external)
            .map_err(|error| format!("cannot {} `{}`: {error}", self.verb, self.read.source().name()))?;
        let Some(target) = target.filter(|_| !self.dry_run) else { return Ok((written, None)) };
        let cannot = |path: &Path, error: io::Error| format!("cannot write `{}`: {error}", path.display());
        let mut pending = AtomicWrites::default();
        for (from, to) in &plan.copies {
            pending.copy(from, to).map_err(|error| cannot(to, error))?;
        }
        // The weights first: the model must never refer to missing bytes.
        if let (Some(path), Some(weights)) = (&target.weights, &written.weights) {
            pending.add(path, weights).map_err(|error| cannot(path, error))?;
        }
        pending.add(&target.model, &written.model).map_err(|error| cannot(&target.model, error))?;
        pending.commit().map_err(|(path, error)| cannot(&path, error))?;
        Ok((written, Some(target.model.display().to_string())))
    }
}
