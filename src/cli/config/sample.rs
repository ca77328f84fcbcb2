//! `init`: a configuration to start from.

use std::fs::File;
use std::io::{ErrorKind, Write};

use crate::cli::args::InitArgs;
use crate::cli::{complain, exit, remark};

/// Every key, commented out, with what it is for.
pub(super) const SAMPLE: &str = include_str!("sample.toml");

/// Writes the sample, unless there is a file already.
pub(crate) fn init(args: &InitArgs) -> u8 {
    let path = if args.path.is_dir() { args.path.join("shapewright.toml") } else { args.path.clone() };
    let name = path.display();
    let written = File::create_new(&path).and_then(|mut file| file.write_all(SAMPLE.as_bytes()));
    match written {
        Ok(()) => {
            remark(&format!("`{name}` is written; `shapewright config` shows what holds"));
            exit::OK
        }
        Err(error) if error.kind() == ErrorKind::AlreadyExists => {
            complain(&format!("`{name}` exists already, and is left as it is"));
            exit::USAGE
        }
        Err(error) => {
            complain(&format!("cannot write to `{name}`: {error}"));
            exit::USAGE
        }
    }
}
