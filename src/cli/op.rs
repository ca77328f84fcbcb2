//! `op`: infers a single operator without a file.

mod build_query;
mod input_arg;
mod named;

use std::panic::{AssertUnwindSafe, catch_unwind};

use clap::{Args, ValueEnum};

use super::args::{Global, ListFormat};
use super::output::{Output, use_color};
use super::{console, exit, panic};
use crate::dialect::Dialect;
use crate::render::{self, Full, Shapes, ShownElements};
use crate::report::{Counts, FileReport, Verdict};
use crate::rule::Level;
use build_query::OpRequest;
use input_arg::InputArg;
pub(super) use named::with_attributes;

/// Maximum number of elements of a constant that is shown.
const MAX_SHOWN_ELEMENTS: usize = 16;

#[derive(Args, Debug)]
#[command(
    after_help = "Attributes and inputs by name: `--NAME VALUE` sets the attribute of this name, or the input if the version \
    has an input of this name. Lists are separated by commas.\n\n\
    Example: shapewright op ReduceMin --opset 18 --in 'f32[N,3,H,W]' --axes 1 --keepdims 0"
)]
pub(super) struct OpArgs {
    /// The operator, such as ReduceMin
    #[arg(value_name = "NAME")]
    name: String,
    /// The specification; by default ONNX, or OpenVINO if ONNX has no operator of this name
    #[arg(long, value_enum)]
    dialect: Option<DialectName>,
    /// ONNX: the domain of the operator
    #[arg(long, value_name = "DOMAIN")]
    domain: Option<String>,
    /// The version of the operator set; by default the latest
    #[arg(long, value_name = "N")]
    opset: Option<i64>,
    /// The next input: a type (`f32[N,3,1..4]`, `seq(f32[2])`, `optional(f32[2])`), a constant (`i64[1]={1}`), or `-` to omit an input
    #[arg(long = "in", value_name = "TYPE[=VALUE]", value_parser = str::parse::<InputArg>, allow_hyphen_values = true)]
    inputs: Vec<InputArg>,
    /// Number of outputs; by default the required ones
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    outputs: Option<u16>,
    /// An attribute, or an input by name; equivalent to `--NAME VALUE`
    #[arg(long = "attribute", value_name = "NAME=VALUE", value_parser = named::pair)]
    named: Vec<(String, String)>,
    /// The output format; `json` is one object of `shapes --format jsonl`
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

/// `op`: infers an operator, and reports its outputs and findings.
pub(super) fn op(args: &OpArgs, global: &Global) -> u8 {
    let request = match OpRequest::new(args) {
        Ok(request) => request,
        Err(message) => {
            console::error(&message);
            return exit::USAGE;
        }
    };
    let label = request.label();
    let answered = catch_unwind(AssertUnwindSafe(|| {
        panic::on_request(&label);
        answer(&request, &label, args.format, global)
    }));
    answered.unwrap_or_else(|_| {
        console::error(&panic::message(&label, None));
        exit::INTERNAL
    })
}

fn answer(request: &OpRequest, label: &str, format: ListFormat, global: &Global) -> u8 {
    let (model, analysis) = request.run();
    let mut report = FileReport::new(label, &model, &analysis, |finding| Verdict::Report(finding.level));
    // There is no file to which bytes, lines, or a graph could refer.
    for finding in &mut report.findings {
        finding.location.bytes = None;
        finding.excerpts.retain(|excerpt| !excerpt.text.is_empty());
    }
    let values = ShownElements::new(&model, MAX_SHOWN_ELEMENTS);
    let shapes = Shapes { model: &model, analysis: &analysis, report: &report, values: Some(&values), constants: None };
    let mut out = Output::new();
    out.write(|out| match format {
        ListFormat::Full => {
            render::write_ends(out, shapes)?;
            Full::new(use_color(global.color), false).findings(out, &report)
        }
        ListFormat::Json => {
            render::write_shapes_json(out, shapes)?;
            writeln!(out)
        }
    });
    let failed = Counts::new(&report.findings).at_least(Level::Error) > 0;
    out.end(if failed { exit::FINDINGS } else { exit::OK })
}
