//! The types that inputs get, and what follows for symbols.

use std::collections::{BTreeSet, HashMap, HashSet};

use super::freed::Freed;
use super::{SpecializeError, SpecializeOptions, has_names};
use crate::dim::{Dim, Symbol};
use crate::fact::{TensorType, ValueType};
use crate::facts::FactStore;
use crate::graph::Model;
use crate::graph::find_value::{inputs, inputs_by_name, listed_inputs, symbols};
use crate::ids::ValueId;
use crate::shape::Shape;
use crate::type_syntax::NamedType;

/// The types that inputs get.
pub(super) struct Request {
    /// Inputs with another type.
    types: Vec<(ValueId, TensorType)>,
    /// What symbols of the file become.
    pub(super) symbols: HashMap<String, Dim>,
    /// Symbols that are known to be within an interval.
    pub(super) intervals: Vec<(String, Dim)>,
    /// Inputs that may have other shapes than before: what is declared of values that depend on them may be false.
    pub(super) widened: Vec<ValueId>,
    /// Symbols that denote another size than before: those of inputs that have them no more, or only now.
    pub(super) rebound: HashSet<String>,
    /// New symbols in the place of sizes, with these sizes.
    pub(super) freed: Freed,
}

impl Request {
    pub(super) fn new(
        model: &Model,
        facts: &FactStore,
        options: &SpecializeOptions,
    ) -> Result<Request, SpecializeError> {
        if options.bind.is_empty() && options.inputs.is_empty() {
            return Err(SpecializeError::NothingSet);
        }
        let mut request = Request {
            types: Vec::new(),
            symbols: HashMap::new(),
            intervals: Vec::new(),
            widened: Vec::new(),
            rebound: HashSet::new(),
            freed: Freed::default(),
        };
        request.bind(model, options)?;
        let inputs = inputs(model);
        let by_name = inputs_by_name(model);
        // A symbol in a given shape that has a size has it there, too.
        let named: Vec<NamedType> = options.inputs.iter().map(|named| request.bound(named)).collect();
        let mut given: HashMap<ValueId, TensorType> = HashMap::new();
        for named in &named {
            let Some(&value) = by_name.get(named.name.as_str()) else {
                return Err(unknown(model, &named.name));
            };
            given.insert(value, request.typed(facts.ty(value), named)?);
        }
        request.follow(model, facts, inputs, given);
        Ok(request)
    }

    /// Sets the types of all inputs, and notes what is no longer certain.
    fn follow(
        &mut self,
        model: &Model,
        facts: &FactStore,
        inputs: &[ValueId],
        mut given: HashMap<ValueId, TensorType>,
    ) {
        let known: HashSet<&str> = symbols(model).collect();
        let (mut before, mut after) = (HashSet::new(), HashSet::new());
        for &value in inputs {
            let Some(old) = facts.ty(value).as_tensor() else { continue };
            let substituted = self.substituted(&old.shape);
            let new = given.remove(&value);
            let new = new.unwrap_or_else(|| TensorType { element: old.element, shape: substituted.clone() });
            if !covers(&substituted, &new.shape) {
                self.widened.push(value);
            }
            self.note_freed(&old.shape, &new.shape, &known);
            before.extend(names(&old.shape));
            after.extend(names(&new.shape));
            if new != *old {
                self.types.push((value, new));
            }
        }
        self.rebound = before.symmetric_difference(&after).cloned().collect();
    }

    fn bind(&mut self, model: &Model, options: &SpecializeOptions) -> Result<(), SpecializeError> {
        let shapes = options.inputs.iter().filter_map(|input| input.shape.dims());
        let given = shapes.flatten().filter_map(Dim::name).map(|symbol| symbol.name());
        let known: HashSet<&str> =
            if options.bind.is_empty() { HashSet::new() } else { given.chain(symbols(model)).collect() };
        for (symbol, size) in &options.bind {
            if !known.contains(symbol.as_str()) {
                let known: BTreeSet<&str> = symbols(model).collect();
                return Err(SpecializeError::UnknownSymbol { name: symbol.clone(), symbols: listed(known) });
            }
            match (size.size(), size.name(), size.expr()) {
                (Some(_), ..) | (_, Some(_), _) => self.set(symbol, size)?,
                (.., None) => self.intervals.push((symbol.clone(), size.clone())),
                (.., Some(_)) => {
                    return Err(SpecializeError::Expression { symbol: symbol.clone(), given: size.clone() });
                }
            }
        }
        Ok(())
    }

    /// What a symbol becomes, which is one thing.
    fn set(&mut self, symbol: &str, to: &Dim) -> Result<(), SpecializeError> {
        match self.symbols.insert(symbol.to_owned(), to.clone()) {
            Some(known) if known != *to => {
                let sizes = format!("{known} and {to}");
                Err(SpecializeError::Conflict { symbol: symbol.to_owned(), sizes })
            }
            _ => Ok(()),
        }
    }

    /// The type that an input gets. Its symbols become what is given in their place.
    fn typed(&mut self, declared: &ValueType, named: &NamedType) -> Result<TensorType, SpecializeError> {
        let given = TensorType { element: named.element, shape: named.shape.clone() };
        let wrong = |given| {
            let (name, declared) = (named.name.clone(), declared.to_string());
            Err(SpecializeError::Type { name, declared, given })
        };
        let Some(old) = declared.as_tensor() else { return wrong(given) };
        if given.element.is_some() && old.element.is_some() && given.element != old.element {
            return wrong(given);
        }
        for (old, new) in old.shape.dims().into_iter().flatten().zip(given.shape.dims().into_iter().flatten()) {
            if let Some(symbol) = old.name()
                && (new.size().is_some() || new.name().is_some())
            {
                self.set(symbol.name(), new)?;
            }
        }
        Ok(TensorType { element: given.element.or(old.element), shape: given.shape })
    }

    fn substituted(&self, shape: &Shape) -> Shape {
        let dims = shape.dims().map(|dims| Shape::from_dims(dims.iter().map(|dim| self.dimension(dim))));
        dims.unwrap_or_else(|| shape.clone())
    }

    fn bound(&self, named: &NamedType) -> NamedType {
        NamedType { shape: self.substituted(&named.shape), ..named.clone() }
    }

    /// What a declared dimension becomes.
    pub(super) fn dimension(&self, dim: &Dim) -> Dim {
        dim.name().and_then(|symbol| self.symbols.get(symbol.name())).unwrap_or(dim).clone()
    }

    /// Notes the new symbols in the place of sizes.
    fn note_freed(&mut self, old: &Shape, new: &Shape, known: &HashSet<&str>) {
        for (old, new) in old.dims().into_iter().flatten().zip(new.dims().into_iter().flatten()) {
            let Some(size) = old.size() else { continue };
            if let Some(symbol) = new.name().filter(|symbol| !known.contains(symbol.name())) {
                self.freed.insert(symbol.name(), size);
            }
        }
    }

    /// Declares the types. Returns how many.
    pub(super) fn apply(&self, model: &mut Model) -> Result<usize, SpecializeError> {
        for (value, ty) in &self.types {
            model.declare_input(*value, ValueType::Tensor(ty.clone()))?;
        }
        Ok(self.types.len())
    }

    /// What the format cannot state of the new types: IR has no symbols.
    pub(super) fn known(&self, model: &Model) -> Vec<NamedType> {
        let named = |(value, ty): &(ValueId, TensorType)| NamedType {
            name: model.value_name(*value).to_owned(),
            element: ty.element,
            shape: ty.shape.clone(),
        };
        if has_names(model) { Vec::new() } else { self.types.iter().map(named).collect() }
    }
}

/// The options with a name, `INPUT.AXIS`, for each dimension without one that replaces a size; `None` if there is none.
pub(super) fn with_names(model: &Model, options: &SpecializeOptions) -> Option<SpecializeOptions> {
    let (mut named, by_name) = (options.clone(), inputs_by_name(model));
    for input in &mut named.inputs {
        let Some(&value) = by_name.get(input.name.as_str()) else { continue };
        let old = model.declared(value).and_then(ValueType::as_tensor).and_then(|ty| ty.shape.dims());
        let (Some(old), Some(new)) = (old, input.shape.dims()) else { continue };
        let name = |axis: usize| Symbol::new(&format!("{}.{axis}", model.value_name(value)));
        let dims = new.iter().enumerate().map(|(axis, dim)| {
            let is_size = old.get(axis).is_some_and(|old| old.size().is_some());
            let is_open = dim.size().is_none() && dim.expr().is_none();
            if is_size && is_open { dim.clone().named(name(axis)) } else { dim.clone() }
        });
        input.shape = Shape::from_dims(dims.collect::<Vec<_>>());
    }
    (named.inputs.iter().zip(&options.inputs).any(|(named, input)| named.shape != input.shape)).then_some(named)
}

/// Whether every shape that the new one allows is one that the old one allows, too.
fn covers(old: &Shape, new: &Shape) -> bool {
    let contains = |old: &Dim, new: &Dim| match old.expr() {
        Some(_) => old == new,
        None => old.join(new) == *old,
    };
    match (old.dims(), new.dims()) {
        (Some(old), Some(new)) => old.len() == new.len() && old.iter().zip(new).all(|(old, new)| contains(old, new)),
        (old, _) => old.is_none(),
    }
}

/// The symbols in a shape.
fn names(shape: &Shape) -> impl Iterator<Item = String> {
    shape.dims().into_iter().flatten().filter_map(Dim::name).map(|symbol| symbol.name().to_owned())
}

fn unknown(model: &Model, name: &str) -> SpecializeError {
    let inputs = listed_inputs(model);
    let inputs = if inputs.is_empty() { "none".to_owned() } else { inputs.join(", ") };
    SpecializeError::UnknownInput { name: name.to_owned(), inputs }
}

/// The first of these names, for a message.
fn listed<'n>(names: impl IntoIterator<Item = &'n str>) -> String {
    const SHOWN: usize = 8;
    let names: Vec<String> = names.into_iter().take(SHOWN).map(|name| format!("`{name}`")).collect();
    if names.is_empty() { "none".to_owned() } else { names.join(", ") }
}
