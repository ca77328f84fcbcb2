//! `rules`: the list of all rules.

use clap::Args;

use super::args::ListFormat;
use super::exit;
use super::output::Output;
use crate::{render, rules};

#[derive(Args, Debug)]
pub(super) struct RulesArgs {
    /// The output format
    #[arg(short, long, value_enum, default_value_t = ListFormat::Full)]
    format: ListFormat,
}

/// `rules`: prints the list of all rules.
pub(super) fn rules(args: &RulesArgs) -> u8 {
    let mut out = Output::new();
    out.write(|out| match args.format {
        ListFormat::Json => render::write_rules(out, rules::RULES, rules::REMOVED),
        ListFormat::Full => render::write_rule_table(out, rules::RULES, rules::REMOVED),
    });
    out.end(exit::OK)
}
