//! `op`: one operator without a file.

mod build_query;
mod input_arg;
mod named;

use std::panic::{AssertUnwindSafe, catch_unwind};

use clap::{Args, ValueEnum};

use super::args::{Global, ListFormat};
use super::output::{Output, coloured};
use super::{console, exit, panic};
use crate::dialect::Dialect;
use crate::render::{self, Full, Shapes};
use crate::report::{Counts, FileReport, Verdict};
use crate::rule::Level;
use build_query::Question;
use input_arg::Given;
pub(super) use named::with_attributes;

/// Elements that a known value may have to be shown.
const SHOWN: usize = 16;

#[derive(Args, Debug)]
#[command(
    after_help = "Attributes and inputs by name: `--NAME VALUE` sets the attribute of this name, or the input where the version \
    has an input of this name. Lists are separated by commas.\n\n\
    Example: shapewright op ReduceMin --opset 18 --in 'f32[N,3,H,W]' --axes 1 --keepdims 0"
)]
pub(super) struct OpArgs {
    /// The operator, as in ReduceMin
    #[arg(value_name = "NAME")]
    name: String,
    /// Whose operator; by default ONNX's, or OpenVINO's where ONNX has none of this name
    #[arg(long, value_enum)]
    dialect: Option<DialectName>,
    /// ONNX: the domain of the operator
    #[arg(long, value_name = "DOMAIN")]
    domain: Option<String>,
    /// The version of the operator set; the newest by default
    #[arg(long, value_name = "N")]
    opset: Option<i64>,
    /// The next input: a type (`f32[N,3,1..4]`, `seq(f32[2])`, `optional(f32[2])`), a constant (`i64[1]={1}`), or `-` for one that is left out
    #[arg(long = "in", value_name = "TYPE[=VALUE]", value_parser = str::parse::<Given>, allow_hyphen_values = true)]
    inputs: Vec<Given>,
    /// How many outputs are asked for; those that the operator always has by default
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    outputs: Option<u16>,
    /// An attribute, or an input by name: the same as `--NAME VALUE`
    #[arg(long = "attribute", value_name = "NAME=VALUE", value_parser = named::pair)]
    named: Vec<(String, String)>,
    /// The form of the answer; `json` is an object as `shapes --format jsonl` has it
    #[arg(short, long, value_enum, default_value_t = ListFormat::Full)]
    format: ListFormat,
}

#[derive(ValueEnum, Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum DialectName {
    Onnx,
    Openvino,
}

impl DialectName {
    fn dialect(self) -> Dialect {
        match self {
            DialectName::Onnx => Dialect::Onnx,
            DialectName::Openvino => Dialect::OpenVino,
        }
    }
}

/// `op`: asks one operator.
pub(super) fn op(args: &OpArgs, global: &Global) -> u8 {
    let question = match Question::of(args) {
        Ok(question) => question,
        Err(complaint) => {
            console::error(&complaint);
            return exit::USAGE;
        }
    };
    let label = question.label();
    let answered = catch_unwind(AssertUnwindSafe(|| {
        panic::on_request(&label);
        answer(&question, &label, args.format, global)
    }));
    answered.unwrap_or_else(|_| {
        console::error(&panic::message(&label, None));
        exit::INTERNAL
    })
}

fn answer(question: &Question, label: &str, format: ListFormat, global: &Global) -> u8 {
    let (model, analysis) = question.ask();
    let mut report = FileReport::new(label, &model, &analysis, |finding| Verdict::Report(finding.level));
    // There is no file whose bytes, lines or graph anybody could look up.
    for finding in &mut report.findings {
        finding.location.bytes = None;
        finding.excerpts.retain(|excerpt| !excerpt.text.is_empty());
    }
    let shapes = Shapes { model: &model, analysis: &analysis, report: &report, values: Some(SHOWN) };
    let mut out = Output::new();
    out.write(|out| match format {
        ListFormat::Full => {
            render::write_ends(out, shapes)?;
            Full::new(coloured(global.color), false).findings(out, &report)
        }
        ListFormat::Json => {
            render::write_shapes_json(out, shapes)?;
            writeln!(out)
        }
    });
    let failed = Counts::of(&report.findings).at_least(Level::Error) > 0;
    out.end(if failed { exit::FINDINGS } else { exit::OK })
}
