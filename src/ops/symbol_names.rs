//! Names for data-dependent dimensions.

use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::OnceLock;

use hashbrown::{HashMap, HashSet};

use crate::dim::Dim;
use crate::graph::find_value::symbols;
use crate::graph::{GraphRole, Model};
use crate::ids::{NodeId, ValueId};

/// Names for dimensions of values, `VALUE.AXIS`: stable for each dimension, and distinct from the names in the file and
/// of other dimensions.
#[derive(Debug, Default)]
pub(crate) struct SymbolNamer(OnceLock<Taken>);

#[derive(Debug)]
struct Taken {
    /// The symbols of the file.
    symbols: HashSet<String>,
    /// Those of them that inputs of the main graph have.
    inputs: HashSet<String>,
    /// How many values of the main graph have a name that yields a word with this hash. Were two words to have the same, a
    /// number would follow them without need.
    values: HashMap<u64, u32>,
}

impl Taken {
    fn collect(model: &Model) -> Taken {
        let mut values = HashMap::new();
        for value in model.main_graph().into_iter().flat_map(|graph| model.values_of(graph)) {
            *values.entry(hash(&word(model.value_name(value)))).or_default() += 1;
        }
        let graphs = model.main_graph().into_iter();
        let inputs = graphs.flat_map(|graph| &model.graph(graph).inputs).filter_map(|&value| model.declared(value));
        let dims = inputs.filter_map(|ty| ty.as_tensor()?.shape.dims()).flatten();
        let inputs = dims.filter_map(Dim::name).map(|symbol| symbol.name().to_owned()).collect();
        Taken { symbols: symbols(model).map(str::to_owned).collect(), inputs, values }
    }

    /// Whether a dimension cannot have a name: the file has it elsewhere. A model that was annotated declares it for the
    /// dimension itself.
    fn has(&self, name: &str, model: &Model, value: ValueId, axis: usize) -> bool {
        let dims = model.declared(value).and_then(|ty| ty.as_tensor()?.shape.dims());
        let declared = dims.and_then(|dims| dims.get(axis)?.name());
        let is_own = declared.is_some_and(|symbol| symbol.name() == name) && !self.inputs.contains(name);
        self.symbols.contains(name) && !is_own
    }
}

impl SymbolNamer {
    /// Whether a name was asked for.
    pub(crate) fn is_used(&self) -> bool {
        self.0.get().is_some()
    }

    /// The name for a dimension of an output; `None` in a body or a function, whose values change with every call.
    pub(crate) fn name(&self, model: &Model, node: NodeId, output: usize, axis: usize) -> Option<String> {
        if model.graph(model.node(node).graph).role != GraphRole::Main {
            return None;
        }
        let value: ValueId = model.outputs(node).nth(output)?;
        let taken = self.0.get_or_init(|| Taken::collect(model));
        let mut name = word(model.value_name(value));
        if taken.values.get(&hash(&name)).is_some_and(|count| *count > 1) {
            name = format!("{name}:{}", value.index());
        }
        name = format!("{name}.{axis}");
        while taken.has(&name, model, value, axis) {
            name.push('_');
        }
        Some(name)
    }
}

/// Whether another value of the main graph yields the word of one of these values, so that the names of its dimensions depend on
/// whether that value exists.
pub(crate) fn share_words(model: &Model, values: &HashSet<ValueId>) -> bool {
    let of = |value: ValueId| hash(&word(model.value_name(value)));
    let words: HashSet<u64> = values.iter().copied().map(of).collect();
    let mut seen = HashSet::new();
    let mut all = model.main_graph().into_iter().flat_map(|graph| model.values_of(graph));
    !words.is_empty()
        && all.any(|value| {
            let word = of(value);
            words.contains(&word) && (!values.contains(&value) || !seen.insert(word))
        })
}

/// The same in each run, as names are.
fn hash(word: &str) -> u64 {
    let mut hasher = DefaultHasher::new();
    word.hash(&mut hasher);
    hasher.finish()
}

/// A name as a word, so that expressions over it stay readable: scopes and other marks become underscores.
fn word(name: &str) -> String {
    let plain = |c: char| if c.is_alphanumeric() || c == '_' || c == '.' { c } else { '_' };
    let text: String = name.chars().take(200).map(plain).collect();
    match text.trim_matches('_') {
        "" => "size".to_owned(),
        text if text.starts_with(|c: char| c.is_ascii_digit()) => format!("_{text}"),
        text => text.to_owned(),
    }
}
