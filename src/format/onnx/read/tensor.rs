//! Constant tensors: the location of their elements, and whether they fit the type and shape. Nothing is copied, and
//! only the elements of small tensors are read.

use std::sync::Arc;

use super::memory;
use super::reader::Reader;
use crate::diagnostic::Diagnostic;
use crate::element::ElementType;
use crate::format::onnx::schema::{tensor, typed_data_field};
use crate::graph::{DataChunk, Storage, StoredTensor, TypedDataField};
use crate::ids::{NameId, TensorId};
use crate::place::{Part, Place};
use crate::protobuf;
use crate::protobuf::Wire;
use crate::rule::Rule;
use crate::rules::{invalid_tensor_shape, unknown_element_type};
use crate::source::Span;

/// The fields of a `TensorProto`, before they are checked.
#[derive(Default)]
pub(crate) struct TensorFields {
    pub(crate) name: NameId,
    pub(crate) external: Vec<Span>,
    dims: Vec<i64>,
    data_type: i64,
    pub(crate) segment: bool,
    pub(crate) numbers: Vec<(TypedDataField, DataChunk)>,
    pub(crate) strings: Vec<Span>,
    pub(crate) raw: Option<Span>,
    pub(crate) location: u64,
}

/// A tensor's type and size as far as they are known, and its name in messages.
pub(crate) struct TensorContext {
    pub(crate) element: Option<ElementType>,
    pub(crate) count: Option<u64>,
    pub(crate) place: Place,
    pub(crate) name: NameId,
}

impl Reader<'_> {
    /// Reads a `TensorProto`.
    pub(crate) fn tensor(&mut self, record: Span, place: Place) -> TensorId {
        let span = self.span(record);
        let place = place.at(place.span.unwrap_or(span));
        let (draft, whole) = self.draft(record, place);
        let place = of_initializer(place, draft.name);
        let mut tensor = StoredTensor { name: draft.name, element: None, sizes: None, storage: Storage::Missing, span };
        if whole && self.take(1, memory::TENSOR) {
            let mut site = TensorContext { element: None, count: None, place, name: draft.name };
            tensor.element = self.element(&draft, &site);
            tensor.sizes = self.sizes(&draft.dims, &site);
            (site.element, site.count) = (tensor.element, tensor.num_elements());
            tensor.storage = self.storage(&draft, &site);
        }
        self.ints = draft.dims;
        self.keep(tensor)
    }

    /// A tensor of which nothing is known, for a reason that has been reported.
    pub(crate) fn unknown_tensor(&mut self, record: Span) -> TensorId {
        let span = self.span(record);
        self.keep(StoredTensor { name: NameId::EMPTY, element: None, sizes: None, storage: Storage::Missing, span })
    }

    pub(crate) fn keep(&mut self, tensor: StoredTensor) -> TensorId {
        self.model.tensors.push(tensor);
        TensorId::at(self.model.tensors.len() - 1)
    }

    fn draft(&mut self, record: Span, place: Place) -> (TensorFields, bool) {
        let mut draft = TensorFields { dims: std::mem::take(&mut self.ints), ..TensorFields::default() };
        draft.dims.clear();
        let mut fields = self.fields(record);
        while let Some(field) = fields.next() {
            match (field.number, field.value) {
                (tensor::DIMS, Wire::Varint(dim)) => self.dim(&mut draft, dim),
                (tensor::DIMS, Wire::Payload(dims)) => {
                    protobuf::varints(dims.of(self.bytes)).for_each(|dim| self.dim(&mut draft, dim));
                }
                (tensor::DATA_TYPE, Wire::Varint(number)) => draft.data_type = number.cast_signed(),
                (tensor::SEGMENT, Wire::Payload(_)) => draft.segment = true,
                (tensor::STRING_DATA, Wire::Payload(text)) if self.take(1, memory::TEXT) => draft.strings.push(text),
                (tensor::NAME, Wire::Payload(text)) => draft.name = self.name(text, "name", place),
                (tensor::RAW_DATA, Wire::Payload(raw)) => draft.raw = Some(raw),
                (tensor::EXTERNAL_DATA, Wire::Payload(entry)) if self.take(1, memory::TEXT) => {
                    draft.external.push(entry)
                }
                (tensor::DATA_LOCATION, Wire::Varint(location)) => draft.location = location,
                (tensor::METADATA_PROPS, Wire::Payload(entry)) => {
                    self.pair_key(entry, place);
                }
                (number, value) => match typed_data_field(number) {
                    Some(typed) if tensor::MESSAGE.allows(number, value) => {
                        // Serializers write one piece.
                        let is_more = matches!(value, Wire::Payload(_)) && !draft.numbers.is_empty();
                        if is_more && !self.take(1, memory::PIECE) {
                            continue;
                        }
                        draft.number(typed, value, Span::new(field.start as u64, fields.offset() as u64));
                    }
                    _ => self.unexpected(&tensor::MESSAGE, field, place),
                },
            }
        }
        let whole = !self.broken(&fields, &tensor::MESSAGE, record, place);
        (draft, whole)
    }

    /// Adds a dimension, up to one more than the limit on ranks.
    fn dim(&self, draft: &mut TensorFields, dim: u64) {
        if draft.dims.len() <= self.options.limits.max_rank {
            draft.dims.push(dim.cast_signed());
        }
    }

    /// A finding about a tensor. Its fingerprint contains the name, if there is one.
    pub(crate) fn tensor_finding(&self, site: &TensorContext, rule: &'static Rule, message: String) -> Diagnostic {
        let finding = Diagnostic::new(rule, site.place, message);
        if site.name.is_empty() { finding } else { finding.data("tensor", &*self.shown(site.name)) }
    }

    /// A tensor in messages: by its name, or by the attribute that contains it.
    pub(crate) fn label(&self, site: &TensorContext) -> String {
        match site.place.part {
            _ if !site.name.is_empty() => format!("tensor `{}`", self.shown(site.name)),
            Part::Attribute(attribute) => format!("the tensor of attribute `{}`", self.shown(attribute)),
            _ => "a tensor without a name".to_owned(),
        }
    }

    fn element(&mut self, draft: &TensorFields, site: &TensorContext) -> Option<ElementType> {
        let element = ElementType::from_onnx(draft.data_type);
        if element.is_none() {
            let message =
                format!("{} has the unknown data type {}; expected 1 to 28", self.label(site), draft.data_type);
            let finding = self.tensor_finding(site, &unknown_element_type::RULE, message);
            self.diagnostics.report(finding.data("data_type", draft.data_type));
        }
        element
    }

    fn sizes(&mut self, dims: &[i64], site: &TensorContext) -> Option<Arc<[u64]>> {
        let negative = dims.iter().enumerate().find(|(_, d)| **d < 0);
        let sizes = || dims.iter().map(|d| d.cast_unsigned());
        let fits = || sizes().filter(|&d| d > 0).try_fold(1u64, u64::checked_mul).is_some();
        let (label, limit) = (|| self.label(site), self.options.limits.max_rank);
        let message = match negative {
            _ if dims.len() > limit => format!("{} has more than {limit} dimensions", label()),
            Some((i, d)) => format!("dimension {i} of {} is {d}; expected at least 0", label()),
            None if !fits() => format!("the product of the dimensions of {} exceeds 64 bits", label()),
            None => {
                // Very many tensors may have the sizes of the one before.
                let last = self.model.tensors.last().and_then(|tensor| tensor.sizes.as_ref());
                return Some(
                    last.filter(|last| last.iter().copied().eq(sizes())).map_or_else(|| sizes().collect(), Arc::clone),
                );
            }
        };
        let finding = self.tensor_finding(site, &invalid_tensor_shape::RULE, message);
        self.diagnostics.report(finding.data("dims", dims.iter().take(16).copied().collect::<Vec<i64>>()));
        None
    }
}

/// The place of a tensor: a tensor of a graph, unlike one in an attribute, is found by its name.
pub(crate) fn of_initializer(place: Place, name: NameId) -> Place {
    match place {
        Place { node: None, graph: Some(_), part: Part::Whole, .. } if !name.is_empty() => place.part(Part::Name(name)),
        place => place,
    }
}

impl TensorFields {
    /// Whether the record contains data.
    pub(crate) fn holds_data(&self) -> bool {
        !self.numbers.is_empty() || !self.strings.is_empty() || self.raw.is_some_and(|r| !r.is_empty())
    }

    /// Adds a numeric field at `whole`; consecutive unpacked numbers form one chunk.
    fn number(&mut self, field: TypedDataField, value: Wire, whole: Span) {
        if let Wire::Payload(span) = value {
            if !span.is_empty() {
                self.numbers.push((field, DataChunk { span, packed: true }));
            }
            return;
        }
        match self.numbers.last_mut() {
            Some((last, run)) if *last == field && !run.packed && run.span.end == whole.start => {
                run.span.end = whole.end;
            }
            _ => self.numbers.push((field, DataChunk { span: whole, packed: false })),
        }
    }
}
