//! Whether options fit a model: a size of a symbol, or a shape of an input, that would have no effect is an error here,
//! because a caller of Python sees no finding.

use std::collections::BTreeSet;

use shapewright::graph::Model;
use shapewright::{Analysis, AnalysisOptions, Diagnostic, DiagnosticValue, analyze};

use crate::options::NAMES;

/// An option that does not fit a model.
pub enum Misfit {
    /// It names what the model does not have.
    Unknown(Unknown),
    /// It contradicts what the file declares.
    Contradiction(String),
}

/// A name that the model does not have.
#[derive(Clone)]
pub struct Unknown {
    is_symbol: bool,
    name: String,
    /// What it has.
    known: String,
}

/// The options that do not fit an analyzed model.
pub fn misfits(model: &Model, analysis: &Analysis) -> Vec<Misfit> {
    let found = analysis.findings.iter().chain(&analysis.suppressed);
    found.filter_map(|finding| misfit(model, finding)).collect()
}

/// A finding about an option has it in its data, and one about a contradiction also what was asked for.
fn misfit(model: &Model, finding: &Diagnostic) -> Option<Misfit> {
    let text = |key| {
        finding.data.iter().find_map(|(known, value)| match value {
            DiagnosticValue::Text(text) if *known == key => Some(text.as_str()),
            _ => None,
        })
    };
    let (option, name) = (text("option")?, text("name")?.to_owned());
    if text("asked").is_some() {
        return Some(Misfit::Contradiction(finding.message.clone()));
    }
    let is_symbol = option == "bind";
    let known = if is_symbol { known_symbols(model) } else { finding.help.join("; ") };
    Some(Misfit::Unknown(Unknown { is_symbol, name, known }))
}

impl Unknown {
    /// `models` is the subject of the sentence, such as `the model has no such`.
    fn message(&self, models: &str) -> String {
        let (option, what) = if self.is_symbol { (NAMES.bind, "symbol") } else { (NAMES.inputs, "input") };
        format!("{option} names `{}`, but {models} {what}", self.name)
    }
}

fn known_symbols(model: &Model) -> String {
    let types = model.graphs().flat_map(|graph| model.values_of(graph)).filter_map(|value| model.declared(value));
    let dims = types.filter_map(|ty| ty.as_tensor()?.shape.dims()).flatten();
    let names: BTreeSet<&str> = dims.filter_map(|dim| dim.name()).map(|symbol| symbol.name()).collect();
    format!("it has {}", listed(names))
}

/// The first of these names, for a message.
pub fn listed<'n>(names: impl IntoIterator<Item = &'n str>) -> String {
    const SHOWN: usize = 8;
    let names: Vec<String> = names.into_iter().take(SHOWN).map(|name| format!("`{name}`")).collect();
    if names.is_empty() { "none".to_owned() } else { names.join(", ") }
}

/// Refuses options that do not fit an analyzed model.
pub fn require(model: &Model, analysis: &Analysis) -> Result<(), String> {
    match misfits(model, analysis).into_iter().next() {
        Some(Misfit::Unknown(unknown)) => {
            Err(format!("{}; {}", unknown.message("the model has no such"), unknown.known))
        }
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
    let names = |misfits: &[Misfit]| -> Vec<Unknown> {
        let unknown = misfits.iter().filter_map(|misfit| match misfit {
            Misfit::Unknown(unknown) => Some(unknown.clone()),
            Misfit::Contradiction(_) => None,
        });
        unknown.collect()
    };
    let (in_first, in_second) = (names(&first), names(&second));
    let is_same = |one: &Unknown, other: &Unknown| (one.is_symbol, &one.name) == (other.is_symbol, &other.name);
    let both = in_first.iter().find(|one| in_second.iter().any(|other| is_same(one, other)));
    if let Some(unknown) = both {
        let such = if unknown.is_symbol { "such a" } else { "such an" };
        return Err(unknown.message(&format!("neither model has {such}")));
    }
    let contradiction = first.into_iter().chain(second).find_map(|misfit| match misfit {
        Misfit::Contradiction(message) => Some(message),
        Misfit::Unknown(_) => None,
    });
    contradiction.map_or(Ok(()), Err)
}
