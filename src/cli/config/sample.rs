//! `init`: writes a sample configuration.

use std::io::ErrorKind;
use std::path::PathBuf;

use clap::Args;

use crate::cli::{atomic_write, console, exit};

#[derive(Args, Debug)]
pub(crate) struct InitArgs {
    /// The file to write, or its directory
    #[arg(value_name = "PATH", default_value = "shapewright.toml")]
    path: PathBuf,
}

/// Every key, commented out, with an explanation.
pub(super) const SAMPLE: &str = include_str!("sample.toml");

/// `init`: writes the sample, unless the file already exists.
pub(crate) fn init(args: &InitArgs) -> u8 {
    let path = if args.path.is_dir() { args.path.join("shapewright.toml") } else { args.path.clone() };
    let name = path.display();
    match atomic_write::write_new(&path, SAMPLE.as_bytes()) {
        Ok(()) => {
            console::note(&format!("wrote `{name}`; `shapewright config` shows the effective settings"));
            exit::OK
        }
        Err(error) if error.kind() == ErrorKind::AlreadyExists => {
            console::error(&format!("`{name}` already exists and was not changed"));
            exit::USAGE
        }
        Err(error) => {
            console::error(&format!("cannot write to `{name}`: {error}"));
            exit::USAGE
        }
    }
}
