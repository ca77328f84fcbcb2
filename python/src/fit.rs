//! Whether options fit a model: a size of a symbol, or a shape of an input, that would have no effect is an error here,
//! because a caller of Python sees no finding.

use std::collections::BTreeSet;

use shapewright::graph::Model;
use shapewright::{Analysis, AnalysisOptions, Diagnostic, analyze};

/// An option that does not fit a model.
pub enum Misfit {
    /// It names what the model does not have: the message, and what it has.
    Unknown(String, String),
    /// It contradicts what the file declares.
    Contradiction(String),
}

/// The options that do not fit an analyzed model.
pub fn misfits(model: &Model, analysis: &Analysis) -> Vec<Misfit> {
    let found = analysis.findings.iter().chain(&analysis.suppressed);
    found.filter_map(|finding| misfit(model, finding)).collect()
}

fn misfit(model: &Model, finding: &Diagnostic) -> Option<Misfit> {
    let message = in_python(&finding.message);
    if finding.rule.code() == "FM060" {
        let is_symbol = finding.data.iter().any(|(key, _)| *key == "size");
        let help = if is_symbol { known_symbols(model) } else { in_python(&finding.help.join("; ")) };
        return Some(Misfit::Unknown(message, help));
    }
    let is_asked = finding.data.iter().any(|(key, _)| *key == "asked");
    is_asked.then_some(Misfit::Contradiction(message))
}

/// A message with the keywords of Python in the place of the options of the command.
pub fn in_python(message: &str) -> String {
    [
        ("`--bind`", "`bind=`"),
        ("`--input-shape`", "`input_shapes=`"),
        ("--bind", "`bind`"),
        ("--input-shape", "`input_shapes`"),
        ("--rewrite sets", "`rewrite=True` sets"),
    ]
    .iter()
    .fold(message.to_owned(), |message, (option, keyword)| message.replace(option, keyword))
}

fn known_symbols(model: &Model) -> String {
    const SHOWN: usize = 8;
    let types = model.graphs().flat_map(|graph| model.values_of(graph)).filter_map(|value| model.declared(value));
    let dims = types.filter_map(|ty| ty.as_tensor()?.shape.dims()).flatten();
    let names: BTreeSet<&str> = dims.filter_map(|dim| dim.name()).map(|symbol| symbol.name()).collect();
    let names: Vec<String> = names.into_iter().take(SHOWN).map(|name| format!("`{name}`")).collect();
    if names.is_empty() { "it has none".to_owned() } else { format!("it has {}", names.join(", ")) }
}

/// Refuses options that do not fit an analyzed model.
pub fn require(model: &Model, analysis: &Analysis) -> Result<(), String> {
    match misfits(model, analysis).into_iter().next() {
        Some(Misfit::Unknown(message, help)) => Err(format!("{message}; {help}")),
        Some(Misfit::Contradiction(message)) => Err(message),
        None => Ok(()),
    }
}

/// The same for a model that is not analyzed yet; without such options, it need not be.
pub fn require_of(model: &Model, options: &AnalysisOptions) -> Result<(), String> {
    if options.bind.is_empty() && options.inputs.is_empty() {
        return Ok(());
    }
    require(model, &analyze(model, &AnalysisOptions { run_lints: false, ..options.clone() }))
}

/// Refuses options of two models: a name must be one of either, and no option may contradict one of them.
pub fn require_either([first, second]: [Vec<Misfit>; 2]) -> Result<(), String> {
    let names = |misfits: &[Misfit]| -> Vec<String> {
        let unknown = misfits.iter().filter_map(|misfit| match misfit {
            Misfit::Unknown(message, _) => Some(message.clone()),
            Misfit::Contradiction(_) => None,
        });
        unknown.collect()
    };
    let (in_first, in_second) = (names(&first), names(&second));
    let both = in_first.into_iter().find(|message| in_second.contains(message));
    if let Some(message) = both {
        return Err(message.replace("but the model has no such", "but neither model has such a"));
    }
    let contradiction = first.into_iter().chain(second).find_map(|misfit| match misfit {
        Misfit::Contradiction(message) => Some(message),
        Misfit::Unknown(..) => None,
    });
    contradiction.map_or(Ok(()), Err)
}
