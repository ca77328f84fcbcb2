//! The location of the elements of a tensor, and whether they fit its type and shape.

use std::sync::Arc;

use super::reader::Reader;
use super::tensor::{TensorContext, TensorFields};
use crate::diagnostic::{Diagnostic, Label, counted};
use crate::element::ElementType;
use crate::format::onnx::schema::typed_data_name;
use crate::graph::{DataChunk, FileId, Storage, TypedDataField, Value, ValueRole};
use crate::rules::{
    malformed_record, segmented_tensor, tensor_value_out_of_range, wrong_tensor_field, wrong_tensor_length,
};
use crate::source::Span;
use crate::tensor::typed_data;

/// What a finding says of a tensor without data.
const NO_DATA: &str = "no data";

impl Reader<'_> {
    /// The location of the elements of a tensor, if they are valid.
    pub(crate) fn storage(&mut self, draft: &TensorFields, site: &TensorContext) -> Storage {
        if draft.segment {
            let message = format!("{} is a tensor segment (`segment`), which no tool assembles", self.label(site));
            let finding = self.tensor_finding(site, &segmented_tensor::RULE, message);
            self.diagnostics.report(finding.help("write the tensor as one record"));
            return Storage::Missing;
        }
        match draft.location {
            0 => self.inner_storage(draft, site),
            1 if draft.holds_data() => {
                self.report_field(site, "has both its own data and external data", "remove one of them");
                Storage::Missing
            }
            1 => self.external_storage(draft, site),
            other => {
                let message = format!("{} has `data_location` {other}; expected 0 or 1", self.label(site));
                let finding = self.tensor_finding(site, &malformed_record::RULE, message).data("location", other);
                self.diagnostics.report(finding);
                Storage::Missing
            }
        }
    }

    /// The elements in the tensor's own record.
    fn inner_storage(&mut self, draft: &TensorFields, site: &TensorContext) -> Storage {
        let (Some(element), Some(count)) = (site.element, site.count) else { return Storage::Missing };
        let field = draft.numbers.first().map(|&(field, _)| field);
        let several = draft.numbers.iter().any(|&(other, _)| Some(other) != field);
        match (draft.raw.filter(|r| !r.is_empty()), field, draft.strings.first()) {
            (None, None, None) if count == 0 => Storage::Missing,
            (None, None, None) => {
                self.report_length(site, NO_DATA, needed(element, count));
                Storage::Missing
            }
            (Some(raw), None, None) => self.raw_storage(raw, element, count, site),
            (None, Some(field), None) if !several => self.typed_storage(draft, field, element, count, site),
            (None, None, Some(_)) => self.string_storage(&draft.strings, element, count, site),
            _ => {
                self.report_field(site, "has data in several fields", "write its data in one field");
                Storage::Missing
            }
        }
    }

    fn raw_storage(&mut self, raw: Span, element: ElementType, count: u64, site: &TensorContext) -> Storage {
        let Some(needed) = element.packed_bytes(count) else {
            self.report_field(site, "has raw data, which is invalid for strings", "use `string_data`");
            return Storage::Mismatched;
        };
        if raw.len() != needed {
            self.report_length(site, &format!("{} of raw data", counted(raw.len(), "byte")), counted(needed, "byte"));
            return Storage::Mismatched;
        }
        if self.model.source().is_unread(raw) {
            return Storage::Missing;
        }
        let bytes = raw.of(self.bytes);
        let small = count <= self.options.limits.max_tracked_elements_per_tensor as u64;
        let bad = match element {
            ElementType::Bool if small => bytes.iter().enumerate().find(|(_, b)| **b > 1).map(|(i, b)| (i, *b)),
            _ => None,
        };
        if let Some((index, byte)) = bad {
            self.report_value(site, index, i64::from(byte), "bool", (0, 1));
            return Storage::Missing;
        }
        if element.bits() == 6
            && !count.is_multiple_of(4)
            && bytes.last().is_some_and(|last| last >> (count * 6 % 8) != 0)
        {
            let message = format!("the last byte of {} has non-zero bits after the last element", self.label(site));
            let finding = self.tensor_finding(site, &tensor_value_out_of_range::RULE, message);
            self.diagnostics.report(finding);
        }
        Storage::Packed(FileId::MODEL, raw)
    }

    fn typed_storage(
        &mut self,
        draft: &TensorFields,
        field: TypedDataField,
        element: ElementType,
        count: u64,
        site: &TensorContext,
    ) -> Storage {
        let runs: Vec<DataChunk> = draft.numbers.iter().map(|&(_, run)| run).collect();
        let is_unread = runs.iter().any(|run| self.model.source().is_unread(run.span));
        let Some(entries) = typed_data::entries(element, field, count) else {
            let what = format!("has type {element}, but its data is in `{}`", typed_data_name(field));
            self.report_field(site, &what, &format!("use {}", proper_field(element)));
            return Storage::Mismatched;
        };
        if is_unread {
            return Storage::Missing;
        }
        let found = typed_data::count(field, &runs, self.bytes);
        if found != Some(entries) {
            let found = found.map_or("a truncated number".to_owned(), |n| counted(n, "number"));
            self.report_length(site, &format!("{found} in `{}`", typed_data_name(field)), entries.to_string());
            return Storage::Mismatched;
        }
        let checked = field == TypedDataField::Int32 || element == ElementType::U32;
        if checked
            && entries <= self.options.limits.max_tracked_elements_per_tensor as u64
            && !self.check_values(&runs, field, element, site)
        {
            return Storage::Missing;
        }
        Storage::Fields(field, runs.into())
    }

    fn check_values(
        &mut self,
        runs: &[DataChunk],
        field: TypedDataField,
        element: ElementType,
        site: &TensorContext,
    ) -> bool {
        let (low, high) = typed_data::range(element);
        let mut numbers = typed_data::numbers(field, runs, self.bytes).map(u64::cast_signed).enumerate();
        let bad = numbers.find(|(_, number)| !(low..=high).contains(number));
        drop(numbers);
        if let Some((index, number)) = bad {
            self.report_value(site, index, number, element.name(), (low, high));
        }
        bad.is_none()
    }

    fn string_storage(&mut self, strings: &[Span], element: ElementType, count: u64, site: &TensorContext) -> Storage {
        if element != ElementType::String {
            let what = format!("has type {element}, but its data is in `string_data`");
            self.report_field(site, &what, &format!("use {}", proper_field(element)));
            return Storage::Mismatched;
        }
        if strings.len() as u64 != count {
            self.report_length(site, &counted(strings.len(), "string"), count.to_string());
            return Storage::Mismatched;
        }
        if let Some(&bad) = strings.iter().find(|&&s| self.str(s).is_none()) {
            self.report_utf8("string_data", bad, site.place);
        }
        Storage::Strings(strings.into())
    }

    pub(crate) fn report_field(&mut self, site: &TensorContext, what: &str, help: &str) {
        let message = format!("{} {what}", self.label(site));
        let finding = self.tensor_finding(site, &wrong_tensor_field::RULE, message).help(help);
        self.diagnostics.report(finding);
    }

    /// Replaces the findings on tensors without data by one if no initializer has data: the model was written without.
    pub(crate) fn join_missing_data(&mut self) {
        let is_stored = |value: &Value| match value.role {
            ValueRole::Initializer(tensor) | ValueRole::Input { default: Some(tensor) } => {
                !matches!(self.model.tensor(tensor).storage, Storage::Missing)
            }
            _ => false,
        };
        if self.model.values.iter().any(is_stored) {
            return;
        }
        let is_missing = |finding: &Diagnostic| {
            let no_data = ("found", NO_DATA.into());
            *finding.rule == wrong_tensor_length::RULE && finding.data.contains(&no_data)
        };
        let missing = self.diagnostics.findings().iter().filter(|finding| is_missing(finding));
        let places: Vec<_> = missing.map(|finding| (finding.place, finding.message.clone())).collect();
        let [_, others @ ..] = &places[..] else { return };
        if others.is_empty() {
            return;
        }
        let mut is_first = true;
        self.diagnostics.revise(|finding| {
            if !is_missing(finding) {
                return true;
            }
            if !std::mem::replace(&mut is_first, false) {
                return false;
            }
            let more = counted(others.len(), "other tensor");
            let finding = Arc::make_mut(finding);
            finding.message = format!("{}, and {more} have none either", finding.message);
            let related = others.iter().take(8).map(|(place, text)| Label { place: *place, text: text.clone() });
            finding.related.extend(related);
            finding.help = vec!["write the model again with the data of its tensors".to_owned()];
            finding.data.push(("tensors", places.len().into()));
            true
        });
    }

    fn report_length(&mut self, site: &TensorContext, found: &str, needed: String) {
        let (label, element) = (&self.label(site), site.element.map_or("?", ElementType::name));
        let count = site.count.unwrap_or(0);
        let message =
            format!("{label} has {found}; expected {needed} for {} of type {element}", counted(count, "element"));
        let mut finding = self.tensor_finding(site, &wrong_tensor_length::RULE, message).data("found", found);
        let help = match found {
            NO_DATA => format!("write {needed}"),
            _ => format!("correct `dims` or `data_type`, or write {needed}"),
        };
        if found != NO_DATA {
            finding = finding.note("`onnx.checker` only detects data that is too short; ONNX Runtime rejects both");
        }
        self.diagnostics.report(finding.help(help).data("needed", needed));
    }

    fn report_value(&mut self, site: &TensorContext, index: usize, value: i64, element: &str, (low, high): (i64, i64)) {
        let message =
            format!("element {index} of {} is {value}; expected {low}..={high} for type {element}", self.label(site));
        self.diagnostics.report(
            self.tensor_finding(site, &tensor_value_out_of_range::RULE, message)
                .note("decoders truncate the number or use it as is")
                .data("index", index)
                .data("value", value),
        );
    }
}

/// The fields that hold elements of a type.
fn proper_field(element: ElementType) -> String {
    let all = [
        TypedDataField::Float,
        TypedDataField::Int32,
        TypedDataField::Int64,
        TypedDataField::Double,
        TypedDataField::Uint64,
    ];
    match all.into_iter().find(|&field| typed_data::entries(element, field, 1).is_some()) {
        Some(field) => format!("`{}` or `raw_data`", typed_data_name(field)),
        None => "`string_data`".to_owned(),
    }
}

fn needed(element: ElementType, count: u64) -> String {
    match element.packed_bytes(count) {
        Some(bytes) => counted(bytes, "byte"),
        None => counted(count, "string"),
    }
}
