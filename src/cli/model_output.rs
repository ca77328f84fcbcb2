//! Models that commands write: where, with which external data, and never in part.

mod external;
mod external_args;
mod target;
mod weights_args;

use std::io;
use std::path::{Path, PathBuf};

use clap::Args;

use super::atomic_write::AtomicWrites;
use super::file_identity::same;
use crate::graph::Model;
use crate::rewrite::Rewrite;
use crate::write::{ExternalDataPolicy, WriteError, WriteOutput};
use external::{Copied, DataSources, ExternalPlan};
pub(super) use external_args::ExternalArgs;
pub use external_args::ExternalData;
pub(super) use target::ModelTarget;
pub(super) use weights_args::WeightsArgs;

/// Where a model that was edited is written.
#[derive(Args, Debug)]
pub(super) struct OutputArgs {
    /// The file to write; an OpenVINO model is written to OUT.xml and OUT.bin, with or without an extension in OUT
    #[arg(short, long, value_name = "OUT", required_unless_present_any = ["dry_run", "in_place"])]
    pub(super) output: Option<PathBuf>,
    /// Write over the file that is read, unless -o names another file
    #[arg(long)]
    pub(super) in_place: bool,
    /// Do not write anything
    #[arg(long)]
    pub(super) dry_run: bool,
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

    /// The file to write; `None` in a dry run without one.
    pub(super) fn path<'a>(&'a self, model: &'a Model) -> Result<Option<&'a Path>, String> {
        match (&self.output, self.in_place) {
            (Some(out), _) => Ok(Some(out)),
            (None, false) => Ok(None),
            (None, true) => {
                let path = model.source().path().map(Some);
                path.ok_or_else(|| "a model on standard input cannot be written in place; add -o OUT".to_owned())
            }
        }
    }

    /// The files of the new model in the format of the one that was read.
    pub(super) fn target(&self, model: &Model) -> Result<Option<ModelTarget>, String> {
        self.path(model)?.map(|out| ModelTarget::new(model, out)).transpose()
    }
}

/// A model to be written.
pub(super) struct NewModel<'a> {
    /// The model that was read, whose external data the new one refers to.
    pub(super) read: &'a Model,
    /// What is removed from it.
    pub(super) rewrite: &'a Rewrite,
    /// The model that it became, if it was edited: tensors of nodes and values that were removed are not needed.
    pub(super) edited: Option<&'a Model>,
    /// The files to write.
    pub(super) target: Option<ModelTarget>,
    /// What happens to external data; `None` if what is written refers to none of the files that were read.
    pub(super) external: Option<ExternalData>,
    pub(super) dry_run: bool,
    /// What the command does, for messages.
    pub(super) verb: &'static str,
}

impl NewModel<'_> {
    /// Writes the new model, except in a dry run. Returns it with the file name.
    pub(super) fn write(
        self,
        encode: impl FnOnce(&ExternalDataPolicy) -> Result<WriteOutput, WriteError>,
    ) -> Result<(WriteOutput, Option<String>), String> {
        let target = self.target;
        let sources = DataSources { model: self.read, rewrite: self.rewrite, edited: self.edited };
        let plan = self.external.map(|external| ExternalPlan::new(external, sources, target.as_ref()));
        let plan = plan.transpose()?.unwrap_or_default();
        let written = encode(&plan.external)
            .map_err(|error| format!("cannot {} `{}`: {error}", self.verb, self.read.source().name()))?;
        let Some(target) = target.filter(|_| !self.dry_run) else { return Ok((written, None)) };
        target.check_folder()?;
        let cannot = |path: &Path, error: io::Error| format!("cannot write `{}`: {error}", path.display());
        let mut pending = AtomicWrites::default();
        for copy in &plan.copies {
            match &copy.what {
                Copied::File(from) => pending.copy(from, &copy.to),
                Copied::Parts(parts) => pending.add_below(&copy.to, parts),
            }
            .map_err(|error| cannot(&copy.to, error))?;
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
