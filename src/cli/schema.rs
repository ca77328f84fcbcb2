//! `schema`: the JSON Schemas of the output formats and of the configuration.

use clap::{Args, ValueEnum};

use super::exit;
use super::output::Output;

#[derive(Args, Debug)]
pub(super) struct SchemaArgs {
    /// The format to describe
    #[arg(value_enum, value_name = "FORMAT")]
    of: SchemaOf,
}

#[derive(ValueEnum, Clone, Copy, Debug, PartialEq, Eq)]
enum SchemaOf {
    /// `lint --format json`
    Lint,
    /// `shapes --format json`
    Shapes,
    /// `inspect --format json`
    Inspect,
    /// The configuration
    Config,
}

/// `schema`: prints a JSON Schema.
pub(super) fn schema(args: &SchemaArgs) -> u8 {
    let text = match args.of {
        SchemaOf::Lint => include_str!("schemas/lint.json"),
        SchemaOf::Shapes => include_str!("schemas/shapes.json"),
        SchemaOf::Inspect => include_str!("schemas/inspect.json"),
        SchemaOf::Config => include_str!("schemas/config.json"),
    };
    let mut out = Output::new();
    out.write(|out| out.write_all(text.as_bytes()));
    out.end(exit::OK)
}
