//! What each command does.

use std::io::{self, Write};

use super::args::{ExplainArgs, Global, ListFormat, PrintArgs, RulesArgs, SchemaArgs, SchemaOf};
use super::files::Input;
use super::output::{Output, coloured};
use super::report::RunReport;
use super::run::Run;
use super::{complain, exit, incomplete};
use crate::graph::Status;
use crate::options::AnalysisOptions;
use crate::print::{self, ListingOptions};
use crate::render::{self, Full};
use crate::{ops, rules, suggest};

/// `print`: the canonical text of a model.
pub(super) fn print(args: &PrintArgs, global: &Global) -> u8 {
    let mut input = Input::new(&args.path);
    if let Err(complaint) = input.check() {
        complain(&complaint);
        return exit::USAGE;
    }
    if args.textconv {
        // Git's copy of a version lies in a folder whose name is another one each time.
        input.name = args.path.file_name().map_or(input.name, |name| name.to_string_lossy().into_owned());
    }
    let inputs = [input];
    let run = Run { inputs: &inputs, jobs: None, read: args.read.options() };
    let colour = coloured(global.color);
    let report = run.each(
        |_| AnalysisOptions { run_lints: false, ..AnalysisOptions::default() },
        RunReport::new((), 1, exit::OK, true),
        |turns, job, model, analysis| {
            let mut turn = turns.take(job);
            if model.status() == Status::Ok {
                let listing = print::listing(model, &ListingOptions { weights: args.weights, hashes: true });
                turn.out.write(|out| writeln!(out, "{}", listing.text));
            }
            if !incomplete::is_cut(model) {
                return;
            }
            let file = incomplete::report(&inputs[job].name, model, analysis);
            let mut text = Vec::new();
            let _ = Full::new(colour, false).findings(&mut text, &file);
            if args.textconv {
                turn.out.write(|out| out.write_all(&text));
                return;
            }
            // There is nowhere left to say it.
            let _ = io::stderr().write_all(&text);
            turn.code = turn.code.max(exit::FINDINGS);
        },
    );
    report.out.end(if args.textconv { exit::OK } else { report.code })
}

/// `explain`: a rule's page, or an operator's contract.
pub(super) fn explain(args: &ExplainArgs) -> u8 {
    let subject = args.subject.as_str();
    let page = match rules::lookup(subject) {
        Some(rule) => Some(render::rule_page(rule)),
        None => render::operator_page(subject),
    };
    let Some(page) = page else {
        let near =
            suggest::nearest(subject, subjects()).map(|near| format!("; did you mean `{near}`?")).unwrap_or_default();
        complain(&format!("`{subject}` is neither a rule nor an operator{near}"));
        return exit::USAGE;
    };
    let mut out = Output::new();
    out.write(|out| out.write_all(page.as_bytes()));
    out.end(exit::OK)
}

/// The names of rules and operators.
fn subjects() -> impl Iterator<Item = &'static str> {
    use crate::dialect::Dialect;
    let rules = rules::RULES.iter().flat_map(|rule| [rule.code, rule.name]);
    let operators = [Dialect::Onnx, Dialect::OpenVino].into_iter().flat_map(ops::operators);
    rules.chain(operators.map(|(_, name, _)| name))
}

/// `rules`: all rules.
pub(super) fn rules(args: &RulesArgs) -> u8 {
    let mut out = Output::new();
    out.write(|out| match args.format {
        ListFormat::Json => render::write_rules(out, rules::RULES),
        ListFormat::Full => render::write_rule_table(out, rules::RULES),
    });
    out.end(exit::OK)
}

/// `schema`: the JSON Schema of what programs read, or write for us.
pub(super) fn schema(args: &SchemaArgs) -> u8 {
    let text = match args.of {
        SchemaOf::Lint => include_str!("schemas/lint.json"),
        SchemaOf::Shapes => include_str!("schemas/shapes.json"),
        SchemaOf::Config => include_str!("schemas/config.json"),
    };
    let mut out = Output::new();
    out.write(|out| out.write_all(text.as_bytes()));
    out.end(exit::OK)
}
