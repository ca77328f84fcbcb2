//! The types that inputs get, and what follows for symbols.

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};

use super::{SpecializeError, SpecializeOptions, has_names};
use crate::dim::Dim;
use crate::fact::{TensorType, ValueType};
use crate::facts::FactStore;
use crate::graph::Model;
use crate::graph::find_value::{input_names, is_named, symbols};
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
    /// Whether every size that was possible before is still all that is possible: declared sizes stay true.
    pub(super) is_narrower: bool,
    /// New symbols in the place of sizes, with these sizes.
    pub(super) freed: BTreeMap<String, u64>,
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
            is_narrower: true,
            freed: BTreeMap::new(),
        };
        request.bind(model, options)?;
        let inputs: Vec<ValueId> = model.main_graph().map_or(Vec::new(), |graph| model.graph(graph).inputs.clone());
        let mut given: HashMap<ValueId, TensorType> = HashMap::new();
        for named in &options.inputs {
            let Some(&value) = inputs.iter().find(|&&value| is_named(model, value, &named.name)) else {
                return Err(unknown(model, &named.name));
            };
            given.insert(value, request.typed(facts.ty(value), named)?);
        }
        let known: HashSet<&str> = symbols(model).collect();
        for value in inputs {
            let Some(old) = facts.ty(value).as_tensor() else { continue };
            let new = given.remove(&value).unwrap_or_else(|| request.substituted(old));
            request.compare(old, &new, &known);
            if new != *old {
                request.types.push((value, new));
            }
        }
        Ok(request)
    }

    fn bind(&mut self, model: &Model, options: &SpecializeOptions) -> Result<(), SpecializeError> {
        for (symbol, size) in &options.bind {
            if !symbols(model).any(|known| known == symbol) {
                let known: BTreeSet<&str> = symbols(model).collect();
                return Err(SpecializeError::UnknownSymbol { name: symbol.clone(), symbols: listed(known) });
            }
            match size.size() {
                Some(_) => self.set(symbol, size)?,
                None => self.intervals.push((symbol.clone(), size.clone())),
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
            if let Some(symbol) = old.name().filter(|symbol| new.name() != Some(symbol))
                && (new.size().is_some() || new.name().is_some())
            {
                self.set(symbol.name(), new)?;
            }
        }
        Ok(TensorType { element: given.element.or(old.element), shape: given.shape })
    }

    fn substituted(&self, ty: &TensorType) -> TensorType {
        let shape = ty.shape.dims().map(|dims| Shape::from_dims(dims.iter().map(|dim| self.dimension(dim))));
        TensorType { element: ty.element, shape: shape.unwrap_or_else(|| ty.shape.clone()) }
    }

    /// What a declared dimension becomes.
    pub(super) fn dimension(&self, dim: &Dim) -> Dim {
        dim.name().and_then(|symbol| self.symbols.get(symbol.name())).unwrap_or(dim).clone()
    }

    /// Notes what is no longer certain.
    fn compare(&mut self, old: &TensorType, new: &TensorType, known: &HashSet<&str>) {
        let (Some(before), Some(after)) = (old.shape.dims(), new.shape.dims()) else {
            self.is_narrower &= old.shape.dims().is_none();
            return;
        };
        self.is_narrower &= before.len() == after.len();
        for (old, new) in before.iter().zip(after) {
            let Some(size) = old.size() else { continue };
            self.is_narrower &= new.is(size);
            if let Some(symbol) = new.name().filter(|symbol| !known.contains(symbol.name())) {
                self.freed.insert(symbol.name().to_owned(), size);
            }
        }
    }

    /// Declares the types. Returns how many.
    pub(super) fn apply(&self, model: &mut Model) -> Result<usize, SpecializeError> {
        for (value, ty) in &self.types {
            model.set_input_type(*value, ValueType::Tensor(ty.clone()))?;
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

fn unknown(model: &Model, name: &str) -> SpecializeError {
    SpecializeError::UnknownInput { name: name.to_owned(), inputs: listed(input_names(model)) }
}

/// The first of these names, for a message.
fn listed<'n>(names: impl IntoIterator<Item = &'n str>) -> String {
    const SHOWN: usize = 8;
    let names: Vec<String> = names.into_iter().take(SHOWN).map(|name| format!("`{name}`")).collect();
    if names.is_empty() { "none".to_owned() } else { names.join(", ") }
}
