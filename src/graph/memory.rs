//! The memory that a model takes.

use super::{AttributeValue, Model, Storage, StoredTensor};
use crate::elements::SymInt;
use crate::expr::Expr;
use crate::fact::SHARED_LIST;
use crate::suppression::Suppression;

/// A string is a part of the list, and memory of its own.
const STRING: usize = 48;

/// What the allocator takes besides the bytes of a text.
const ALLOCATION: usize = 16;

impl Model {
    /// The bytes, about, that its records take, without those of the file. An analysis has its findings. A text is kept as
    /// binary records, too.
    pub(crate) fn memory(&self) -> usize {
        self.memory_of_copy() + self.shared_memory()
    }

    /// What a clone takes, which shares types, lists of elements, and the records.
    pub(crate) fn memory_of_copy(&self) -> usize {
        let graphs = self.graphs.iter().map(|graph| list(&graph.inputs) + list(&graph.outputs)).sum::<usize>();
        let functions = self.functions.iter().map(|function| list(&function.attributes) + list(&function.opsets));
        let structure =
            list(&self.graphs) + graphs + list(&self.functions) + functions.sum::<usize>() + list(&self.opsets);
        let nodes = list(&self.nodes) + list(&self.operands) + list(&self.attributes) + list(&self.ops);
        let values =
            list(&self.values) + list(&self.ports) + list(&self.output_ports) + list(&self.tensors) + list(&self.infos);
        // The names of the rules are a text of their own. The list and the texts have spare room.
        let texts = self.suppressions.iter().map(|suppression| match &suppression.rules {
            Ok(text) | Err(text) => ALLOCATION + text.capacity(),
        });
        let suppressions = self.suppressions.capacity() * size_of::<Suppression>() + texts.sum::<usize>();
        self.names.memory() + structure + nodes + values + list(&self.declarations) + suppressions
    }

    fn shared_memory(&self) -> usize {
        let types = self.declarations.iter().map(|declared| SHARED_LIST + declared.ty.memory()).sum::<usize>();
        let elements = self.attributes.iter().map(|attribute| elements(&attribute.value)).sum::<usize>();
        let tensors = self.tensors.iter().map(of_tensor).sum::<usize>();
        let records = if self.has_records_of_file() { 0 } else { self.records.len() };
        types + self.symbols() + elements + tensors + records
    }

    /// The bytes of the symbols in declared types, each of which is shared by all types that have it.
    fn symbols(&self) -> usize {
        const SYMBOL: usize = 240;
        let dims = self.declarations.iter().filter_map(|declared| declared.ty.as_tensor()?.shape.dims()).flatten();
        let mut addresses: Vec<usize> = dims.filter_map(|dim| dim.expr()).map(Expr::address).collect();
        addresses.sort_unstable();
        addresses.dedup();
        SYMBOL * addresses.len()
    }
}

/// The bytes of the sizes of a tensor, and of elements or places of elements that are kept besides the record.
fn of_tensor(tensor: &StoredTensor) -> usize {
    let stored = match &tensor.storage {
        Storage::Dense(elements) => elements.len() * size_of::<SymInt>(),
        Storage::Owned(bytes) => SHARED_LIST + bytes.len(),
        Storage::Fields(_, chunks) => SHARED_LIST + list(chunks),
        Storage::Strings(spans) => SHARED_LIST + list(spans),
        Storage::OwnedStrings(strings) => strings.iter().map(|bytes| STRING + list(bytes)).sum(),
        Storage::Missing | Storage::Mismatched | Storage::Packed(..) => 0,
    };
    stored + tensor.sizes.as_deref().map_or(0, |sizes| SHARED_LIST + list(sizes))
}

/// The bytes of the elements of an attribute.
fn elements(value: &AttributeValue) -> usize {
    match value {
        AttributeValue::Ints(items) => list(items),
        AttributeValue::Floats(items) => list(items),
        AttributeValue::String(bytes) => list(bytes),
        AttributeValue::Strings(items) => items.iter().map(|bytes| STRING + list(bytes)).sum(),
        AttributeValue::Tensors(items) => list(items),
        AttributeValue::Graphs(items) => list(items),
        AttributeValue::Types(items) => list(items),
        AttributeValue::PortMap(map) => list(&map.inputs) + list(&map.outputs) + list(&map.back_edges),
        _ => 0,
    }
}

fn list<T>(items: &[T]) -> usize {
    size_of_val(items)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ids::NameId;
    use crate::source::Span;

    #[test]
    fn sizes_and_kept_elements_of_tensors_count() {
        let of = |storage| {
            let sizes = Some([2, 3].into());
            of_tensor(&StoredTensor { name: NameId::EMPTY, element: None, sizes, storage, span: Span::default() })
        };
        assert_eq!(of(Storage::Missing), 24 + 2 * 8);
        assert_eq!(of(Storage::Owned(b"abc"[..].into())), 24 + 2 * 8 + 24 + 3);
        assert_eq!(of(Storage::OwnedStrings([b"a"[..].into()].into())), 24 + 2 * 8 + 48 + 1);
    }

    #[test]
    fn elements_of_attributes_count() {
        let strings = AttributeValue::Strings([b"a"[..].into(), b"bc"[..].into()].into());
        let values = [AttributeValue::Ints([1, 2, 3].into()), AttributeValue::Floats([1.0].into()), strings];
        assert_eq!(values.each_ref().map(elements), [3 * 8, 4, 2 * 48 + 3]);
        assert_eq!(elements(&AttributeValue::Int(1)), 0, "in the record itself");
    }
}
