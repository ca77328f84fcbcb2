//! Names for dimensions that are expressions.

use hashbrown::hash_map::Entry;
use hashbrown::{HashMap, HashSet};
use std::cell::{Cell, RefCell};

use super::{Expressions, is_statable};
use crate::dialect::Dialect;
use crate::dim::Dim;
use crate::expr::{Bounds, Expr, Symbol};
use crate::fact::ValueType;
use crate::facts::FactStore;
use crate::graph::Model;
use crate::graph::find_value::symbols;

/// The name of each expression. A name of the file that means another size is not used for an expression.
#[derive(Debug)]
pub(crate) struct Names {
    mode: Expressions,
    has_names: bool,
    /// Names that the file declares for something else than the expression of this text.
    taken: HashSet<String>,
    /// The names of expressions by their text, for [`Expressions::Symbol`].
    symbols: RefCell<HashMap<String, String>>,
    /// The names of the file, for [`Expressions::Symbol`].
    known: HashSet<String>,
    /// The number of the next new name.
    next: Cell<u64>,
}

impl Names {
    /// The names that the declarations of a model have, and those that are free.
    pub(crate) fn new(model: &Model, facts: &FactStore, mode: Expressions) -> Names {
        let mut names = Names { mode, ..Names::of_format(model) };
        if names.has_names {
            if mode == Expressions::Symbol {
                names.known = symbols(model).map(str::to_owned).collect();
            }
            names.read(model, facts);
        }
        names
    }

    /// The text of each expression, whether or not the file has that name for something else.
    pub(crate) fn of_format(model: &Model) -> Names {
        Names {
            mode: Expressions::Text,
            has_names: model.dialect() == Dialect::Onnx,
            taken: HashSet::new(),
            symbols: RefCell::default(),
            known: HashSet::new(),
            next: Cell::new(0),
        }
    }

    /// Compares the names that are declared with what is inferred there.
    fn read(&mut self, model: &Model, facts: &FactStore) {
        let mut meanings = HashMap::new();
        for graph in model.graphs() {
            for value in model.values_of(graph) {
                model.declared(value).into_iter().for_each(|declared| see(&mut meanings, declared, facts.ty(value)));
            }
            for output in &model.graph(graph).outputs {
                let declared = output.declaration.map(|id| &*model.declaration(id).ty);
                let place = declared.zip(output.operand.value());
                place.into_iter().for_each(|(ty, value)| see(&mut meanings, ty, facts.ty(value)));
            }
        }
        for (name, meaning) in meanings {
            match meaning {
                Meaning::Expression(expr) if expr.to_string() == name => {}
                Meaning::Expression(expr) if self.mode == Expressions::Symbol && is_made(name) => {
                    let mut symbols = self.symbols.borrow_mut();
                    let known = symbols.entry(expr.to_string()).or_insert_with(|| name.to_owned());
                    // Of several names, the first one, in whichever order they are found.
                    if name < known.as_str() {
                        name.clone_into(known);
                    }
                }
                _ if is_word(name) => {}
                _ => drop(self.taken.insert(name.to_owned())),
            }
        }
    }

    /// Whether a declaration can state a dimension as it is: a size, a name of the file, or nothing.
    pub(super) fn can_state(&self, dim: &Dim) -> bool {
        let is_of_file = |symbol: &Symbol| self.has_names && !symbol.is_inferred() && symbol.bounds() == Bounds::SIZE;
        let is_free = || dim.lower() == 0 && dim.upper().is_none();
        match dim.size() {
            Some(size) => is_statable(size),
            None => is_free() && dim.expr().is_none_or(|expr| expr.as_symbol().is_some_and(is_of_file)),
        }
    }

    /// The name for a dimension that is this expression, if it may have one.
    pub(super) fn name(&self, expr: &Expr) -> Option<String> {
        if !self.has_names || expr.is_loop_local() {
            return None;
        }
        if let Some(symbol) = expr.as_symbol() {
            return Some(symbol.name().to_owned());
        }
        let text = expr.to_string();
        match self.mode {
            Expressions::Omit => None,
            Expressions::Text => Some(text).filter(|text| !self.taken.contains(text)),
            Expressions::Symbol => Some(self.symbol(text)),
        }
    }

    /// The symbol for an expression: the one that it has already, or a new one.
    fn symbol(&self, text: String) -> String {
        let mut symbols = self.symbols.borrow_mut();
        if let Some(known) = symbols.get(&text) {
            return known.clone();
        }
        // Names before this one are taken.
        let numbers = self.next.get()..;
        let mut free = numbers.map(|number| (number, format!("d{number}")));
        let (number, name) = free.find(|(_, name)| !self.known.contains(name)).unwrap_or_default();
        self.next.set(number + 1);
        symbols.insert(text, name.clone());
        name
    }
}

/// What a name of the file means where it is declared.
#[derive(PartialEq, Eq)]
enum Meaning<'m> {
    /// What is inferred there is no expression.
    Name,
    /// Everywhere this expression.
    Expression(&'m Expr),
    /// Not everywhere the same.
    Several,
}

/// Notes what is inferred where names are declared.
fn see<'m>(meanings: &mut HashMap<&'m str, Meaning<'m>>, declared: &'m ValueType, inferred: &'m ValueType) {
    let dims = |ty: &'m ValueType| ty.as_tensor().and_then(|ty| ty.shape.dims()).unwrap_or_default();
    for (dim, inferred) in dims(declared).iter().zip(dims(inferred)) {
        let Some(name) = dim.name() else { continue };
        // A name of the file that looks like an expression is only a name.
        let expr = inferred.expr().filter(|expr| expr.as_symbol().is_none());
        let meaning = expr.map_or(Meaning::Name, Meaning::Expression);
        match meanings.entry(name.name()) {
            Entry::Vacant(free) => drop(free.insert(meaning)),
            Entry::Occupied(mut known) if *known.get() != meaning => drop(known.insert(Meaning::Several)),
            Entry::Occupied(_) => {}
        }
    }
}

/// Whether a name cannot be the text of an expression, which has more than letters and digits.
fn is_word(name: &str) -> bool {
    name.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_')
}

/// Whether a name looks like one that was made for an expression.
fn is_made(name: &str) -> bool {
    name.strip_prefix('d').is_some_and(|number| number.parse::<u64>().is_ok())
}
