//! `diff`: the differences between two models.

use std::io::{self, Write};
use std::path::PathBuf;

use clap::{Args, ValueEnum};
use hashbrown::HashSet;

use super::args::{ConfigArgs, FactArgs, Global, ReadArgs};
use super::config::Configs;
use super::input::Input;
use super::name_options::NameOptions;
use super::output::{Output, use_color};
use super::run::guarded;
use super::{console, exit, incomplete};
use crate::analyze::analyze;
use crate::diff;
use crate::dim::Dim;
use crate::graph::Model;
use crate::graph::find_value::symbols;
use crate::infer::{Analysis, analyze_without_lints};
use crate::options::AnalysisOptions;
use crate::render::{self, Full};
use crate::report::FileReport;

#[derive(Args, Debug)]
pub(super) struct DiffArgs {
    /// A model file; `-` is standard input
    #[arg(value_name = "A")]
    before: PathBuf,
    /// Another model file, of either format
    #[arg(value_name = "B")]
    after: PathBuf,
    /// Exit with 0 even if the models differ
    #[arg(long)]
    exit_zero: bool,
    /// The output format
    #[arg(short, long, value_enum, default_value_t = DiffFormat::Text)]
    format: DiffFormat,
    #[command(flatten)]
    facts: FactArgs,
    #[command(flatten)]
    config: ConfigArgs,
    #[command(flatten)]
    read: ReadArgs,
}

#[derive(ValueEnum, Clone, Copy, Debug, PartialEq, Eq)]
enum DiffFormat {
    /// Human-readable; empty if nothing differs
    Text,
    /// One JSON object
    Json,
}

/// The result of a comparison.
enum Outcome {
    Models(diff::Comparison),
    /// The findings of files that are not models, or of which a part could not be read.
    Unreadable(Vec<FileReport>),
    /// A file that cannot be opened, or names that neither model contains.
    Failed(Vec<String>),
}

/// `diff`: compares two models.
pub(super) fn diff_command(args: &DiffArgs, global: &Global) -> u8 {
    let mut inputs = vec![Input::new(&args.before), Input::new(&args.after)];
    if inputs.iter().all(|input| input.name == "-") {
        console::error("only one of the models can be standard input");
        return exit::USAGE;
    }
    let messages: Vec<String> = inputs.iter().filter_map(|input| input.check().err()).collect();
    if !messages.is_empty() {
        messages.iter().for_each(|message| console::error(message));
        return exit::USAGE;
    }
    let Ok(configs) = Configs::load(&args.config, &mut inputs) else { return exit::USAGE };
    let names = (inputs[0].name.as_str(), inputs[1].name.as_str());
    let compared =
        match guarded(&format!("{}` and `{}", names.0, names.1), || compare(&inputs, &configs, args, global.quiet)) {
            Ok(compared) => compared,
            Err(message) => {
                console::error(&message);
                return exit::INTERNAL;
            }
        };
    match compared {
        Outcome::Failed(messages) => {
            messages.iter().for_each(|message| console::error(message));
            exit::USAGE
        }
        Outcome::Unreadable(files) => {
            if args.format == DiffFormat::Json {
                let mut out = Output::new();
                out.write(|out| render::write_unreadable_json(out, names, &files));
                return out.end(exit::FINDINGS);
            }
            let mut text = Vec::new();
            let mut full = Full::new(use_color(global.color), false);
            let _ = files.iter().try_for_each(|file| full.findings(&mut text, file));
            // There is nowhere left to report that standard error cannot be written.
            let _ = io::stderr().write_all(&text);
            exit::FINDINGS
        }
        Outcome::Models(compared) => {
            let mut out = Output::new();
            out.write(|out| match args.format {
                DiffFormat::Text => render::write_diff(out, names, &compared.differences),
                DiffFormat::Json => render::write_diff_json(out, names, &compared),
            });
            if args.format == DiffFormat::Text {
                let mut text = Vec::new();
                let _ = render::write_not_compared(&mut text, &compared);
                let _ = io::stderr().write_all(&text);
            }
            out.end(if compared.differences.is_empty() || args.exit_zero { exit::OK } else { exit::FINDINGS })
        }
    }
}

/// The most that the records of each model may take, besides six times its file: two are in memory together.
const RECORDS_OF_A_MODEL: u64 = 20 << 20;

fn compare(inputs: &[Input], configs: &Configs, args: &DiffArgs, quiet: bool) -> Outcome {
    let all = options(inputs, configs, args);
    let mut reading = args.read.options();
    reading.limits.max_record_bytes = RECORDS_OF_A_MODEL.min(reading.limits.max_record_bytes);
    let mut models = Vec::new();
    for (input, options) in inputs.iter().zip(&all) {
        super::panic::on_request(&input.name);
        match input.read(&reading) {
            Ok(mut model) => {
                let analysis = if incomplete::is_incomplete(&model) {
                    analyze(&model, options)
                } else {
                    // Only facts are compared, and only models that cannot be compared are reported.
                    let analysis = analyze_without_lints(&model, options);
                    model.findings = Vec::new();
                    let (symbols, constraints, findings) = Default::default();
                    Analysis { symbols, constraints, findings, ..analysis }
                };
                models.push((model, analysis));
            }
            Err(error) => {
                return Outcome::Failed(vec![format!("cannot read `{}`: {}", input.name, error.source)]);
            }
        }
    }
    if !quiet {
        one_sided(inputs, &models, &all).iter().for_each(|note| console::note(note));
    }
    let unreadable = models.iter().zip(inputs).filter(|((model, _), _)| incomplete::is_incomplete(model));
    let unreadable: Vec<FileReport> =
        unreadable.map(|((model, analysis), input)| incomplete::report(&input.name, model, analysis)).collect();
    match &models[..] {
        [a, b] if unreadable.is_empty() => {
            let missing = NameOptions::missing_in(&args.facts, &[&a.0, &b.0]);
            if !missing.is_empty() {
                return Outcome::Failed(missing);
            }
            Outcome::Models(diff::compare((&a.0, &a.1), (&b.0, &b.1)))
        }
        _ => Outcome::Unreadable(unreadable),
    }
}

/// The options for each model. Bindings and input types of one model also apply to the other, unless that has its own:
/// models with different bindings would differ in nearly every shape.
fn options(inputs: &[Input], configs: &Configs, args: &DiffArgs) -> Vec<AnalysisOptions> {
    let own = inputs.iter().map(|input| {
        let mut options = args.facts.options(&args.read);
        configs.extend(&mut options, input);
        options
    });
    let own: Vec<AnalysisOptions> = own.collect();
    let mut all = own.clone();
    for (options, first) in all.iter_mut().zip(&own) {
        let mut symbols: HashSet<&str> = first.bind.iter().map(|(name, _)| name.as_str()).collect();
        let mut inputs: HashSet<&str> = first.inputs.iter().map(|input| input.name.as_str()).collect();
        for other in &own {
            options.bind.extend(other.bind.iter().filter(|(name, _)| symbols.insert(name)).cloned());
            options.inputs.extend(other.inputs.iter().filter(|input| inputs.insert(&input.name)).cloned());
        }
    }
    all
}

/// Notes about bound symbolic dimensions that only one of the models has, so that only its shapes become numbers.
fn one_sided(inputs: &[Input], models: &[(Model, Analysis)], options: &[AnalysisOptions]) -> Vec<String> {
    let ([a, b], [first, second], [own, _]) = (inputs, models, options) else { return Vec::new() };
    let [first, second]: [HashSet<&str>; 2] = [first, second].map(|(model, _)| symbols(model).collect());
    let note = |(name, size): &(String, Dim)| {
        let (with, without) = match (first.contains(name.as_str()), second.contains(name.as_str())) {
            (true, false) => (a, b),
            (false, true) => (b, a),
            _ => return None,
        };
        Some(format!("{name} = {size} is bound in `{}` only: `{}` has no such symbol", with.name, without.name))
    };
    own.bind.iter().filter_map(note).collect()
}
