//! `init`: a configuration to start from.

use std::fs::File;
use std::io::{ErrorKind, Write};
use std::path::PathBuf;

use clap::Args;

use crate::cli::{console, exit};

#[derive(Args, Debug)]
pub(crate) struct InitArgs {
    /// The file to write, or its folder
    #[arg(value_name = "PATH", default_value = "shapewright.toml")]
    path: PathBuf,
}

/// Every key, commented out, with what it is for.
pub(super) const SAMPLE: &str = include_str!("sample.toml");

/// Writes the sample, unless there is a file already.
pub(crate) fn init(args: &InitArgs) -> u8 {
    let path = if args.path.is_dir() { args.path.join("shapewright.toml") } else { args.path.clone() };
    let name = path.display();
    let written = File::create_new(&path).and_then(|mut file| file.write_all(SAMPLE.as_bytes()));
    match written {
        Ok(()) => {
            console::note(&format!("`{name}` is written; `shapewright config` shows what holds"));
            exit::OK
        }
        Err(error) if error.kind() == ErrorKind::AlreadyExists => {
            console::error(&format!("`{name}` exists already, and is left as it is"));
            exit::USAGE
        }
        Err(error) => {
            console::error(&format!("cannot write to `{name}`: {error}"));
            exit::USAGE
        }
    }
}
