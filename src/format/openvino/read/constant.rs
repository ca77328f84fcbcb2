//! Const layers: the location of their bytes, and whether their number fits the shape.

use std::sync::Arc;

use super::IrReader;
use super::constant_size::{SizeFault, bytes_needed};
use super::layer::Head;
use crate::diagnostic::{Diagnostic, counted};
use crate::element::ElementType;
use crate::format::openvino::xml::{Attr, Tag, Xml};
use crate::graph::{FileId, Storage, StoredTensor};
use crate::ids::TensorId;
use crate::ir_syntax;
use crate::place::{Part, Place};
use crate::rules::{invalid_attribute_value, invalid_string_constant, missing_attribute, sloppy_number};
use crate::source::Span;
use crate::suggest;

/// What to set an attribute of a Const to.
fn meaning(attribute: &str) -> &'static str {
    match attribute {
        "element_type" => "set `element_type` to the type that the output port records, such as f32",
        "shape" => "set `shape` to the dimensions of the output port, separated by commas",
        "offset" => "set `offset` to the position of the constant's first byte in the weights file",
        _ => "set `size` to the number of bytes of the constant: its elements times the size of one",
    }
}

impl<'a> IrReader<'a> {
    /// Builds the tensor of a Const from its `<data>`, the element returned last. A `size` that does not fit is
    /// returned, because the port says what is wrong.
    pub(crate) fn constant(&mut self, xml: &Xml<'a>, tag: &Tag<'a>, head: &Head) -> (TensorId, Option<SizeFault>) {
        let element = self.constant_element(xml, head);
        let mut sizes = self.constant_sizes(xml, head);
        let offset = self.constant_number(xml, "offset", head);
        let size = self.constant_number(xml, "size", head);
        let place = head.place.at(tag.span());
        let (mut storage, mut fault) = (Storage::Missing, None);
        if let (Some(offset), Some(size)) = (offset, size) {
            fault = self.size_fault(element, sizes.as_ref(), size, place);
            // An impossible shape is reported already.
            let impossible = element.zip(sizes.as_deref()).is_some_and(|(e, s)| bytes_needed(e, s).is_none());
            let short = fault.as_ref().is_some_and(|fault| size < fault.needed);
            let fits = !impossible && !short;
            if short {
                storage = Storage::Mismatched;
            }
            // A constant without elements needs no file, but its range must be within a file that exists.
            let empty = sizes.as_ref().is_some_and(|s| s.contains(&0));
            if fits && size > 0 && !(empty && self.weights_file().is_none()) {
                let name = self.model.name(head.name).to_owned();
                if let Some((file, span)) = self.weight(offset, size, place, &name) {
                    storage = Storage::Packed(file, span);
                    if element == Some(ElementType::String) {
                        self.check_strings(file, span, sizes.as_deref(), place);
                    }
                }
            }
        }
        // An impossible shape is reported above; it has no further consequences.
        if let (Some(element), Some(known)) = (element, &sizes)
            && bytes_needed(element, known).is_none()
        {
            sizes = None;
        }
        self.model.tensors.push(StoredTensor { name: head.name, element, sizes, storage, span: tag.span() });
        (TensorId::at(self.model.tensors.len() - 1), fault)
    }

    fn constant_attr(&mut self, xml: &Xml<'a>, name: &'static str, head: &Head) -> Option<Attr<'a>> {
        let attr = xml.attr(name);
        // A misspelled attribute is an error of its own (OP104), which names the intended one.
        let is_misspelled = || xml.attributes().iter().any(|attr| suggest::distance(attr.name, name) == Some(1));
        if attr.is_none() && !is_misspelled() {
            let finding = Diagnostic::new(&missing_attribute::RULE, head.place, format!("the Const has no `{name}`"))
                .note("OpenVINO rejects the file")
                .help(meaning(name))
                .data("attribute", name);
            self.diagnostics.report(finding);
        }
        attr
    }

    fn bad_value(&mut self, attr: &Attr<'a>, head: &Head, what: &str) {
        let name = self.model.names.intern(attr.name);
        let value = attr.value();
        let place = head.place.part(Part::Attribute(name)).at(attr.span);
        let finding =
            Diagnostic::new(&invalid_attribute_value::RULE, place, format!("`{}=\"{value}\"` is {what}", attr.name))
                .note("OpenVINO rejects the file")
                .help(meaning(attr.name))
                .data("attribute", attr.name)
                .data("value", &*value);
        self.diagnostics.report(finding);
    }

    fn constant_element(&mut self, xml: &Xml<'a>, head: &Head) -> Option<ElementType> {
        let attr = self.constant_attr(xml, "element_type", head)?;
        let element = ir_syntax::element_type(&attr.value());
        if element.is_none() {
            self.bad_value(&attr, head, "not an element type of a constant; expected a name such as f32 or i64");
        }
        element
    }

    fn constant_sizes(&mut self, xml: &Xml<'a>, head: &Head) -> Option<Arc<[u64]>> {
        let attr = self.constant_attr(xml, "shape", head)?;
        let value = attr.value();
        let Some(parsed) = ir_syntax::ints(&value) else {
            self.bad_value(&attr, head, "not a list of sizes; expected integers separated by commas");
            return None;
        };
        let sizes: Option<Arc<[u64]>> = parsed.value.iter().map(|&s| u64::try_from(s).ok()).collect();
        if sizes.is_none() {
            self.bad_value(&attr, head, "not a shape of a constant; expected sizes of at least 0");
        } else if parsed.nonstandard {
            let name = self.model.names.intern("shape");
            let place = head.place.part(Part::Attribute(name)).at(attr.span);
            let finding = Diagnostic::new(
                &sloppy_number::RULE,
                place,
                format!("`shape=\"{value}\"` is read as {:?}", parsed.value),
            )
            .note("OpenVINO reads the number at the start of each item and skips the rest");
            self.diagnostics.report(finding);
        }
        sizes
    }

    fn constant_number(&mut self, xml: &Xml<'a>, name: &'static str, head: &Head) -> Option<u64> {
        let attr = self.constant_attr(xml, name, head)?;
        let number = ir_syntax::id(&attr.value()).map(|p| p.value);
        if number.is_none() {
            self.bad_value(&attr, head, "not a number of bytes; expected an integer of at least 0");
        }
        number
    }

    /// A string constant is a count, one more offsets than that, and the bytes that the offsets delimit.
    fn check_strings(&mut self, file: FileId, span: Span, sizes: Option<&[u64]>, place: Place) {
        let Some(bytes) = self.model.file_bytes(file).map(|bytes| span.of(bytes)) else { return };
        let count = sizes.and_then(|s| s.iter().try_fold(1u64, |n, &s| n.checked_mul(s)));
        if let Err(fault) = strings_fault(bytes, count) {
            let finding = Diagnostic::new(&invalid_string_constant::RULE, place, fault)
                .note("OpenVINO does not check it and may read beyond the constant");
            self.diagnostics.report(finding);
        }
    }
}

/// What is wrong with the bytes of a string constant that should contain `count` strings.
fn strings_fault(bytes: &[u8], count: Option<u64>) -> Result<(), String> {
    let mut words = bytes.chunks_exact(4).map(|w| w.try_into().map_or(0, i32::from_le_bytes));
    let Some(written) = words.next() else {
        return Err(format!(
            "a string constant of {} does not state its number of strings",
            counted(bytes.len(), "byte")
        ));
    };
    let strings = u64::try_from(written).map_err(|_| format!("a string constant of {}", counted(written, "string")))?;
    if count.is_some_and(|count| count != strings) {
        return Err(format!(
            "the constant contains {}, but its shape needs {}",
            counted(strings, "string"),
            count.unwrap_or(0)
        ));
    }
    let header = strings.saturating_add(2).saturating_mul(4);
    let Some(text) = (bytes.len() as u64).checked_sub(header) else {
        return Err(format!(
            "the offsets of {} need {header} bytes, but the constant has {}",
            counted(strings, "string"),
            bytes.len()
        ));
    };
    let mut last = 0;
    for (i, offset) in words.take(strings as usize + 1).enumerate() {
        if i == 0 && offset != 0 {
            return Err(format!("the first string starts at {offset}, not at 0"));
        }
        if offset < last {
            return Err(format!("string {} ends at {offset}, before it starts at {last}", i.saturating_sub(1)));
        }
        last = offset;
    }
    if u64::try_from(last) != Ok(text) {
        return Err(format!("the strings end at {last}, but the constant has {} of text", counted(text, "byte")));
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn packed(numbers: &[i32], text: &str) -> Vec<u8> {
        numbers.iter().flat_map(|n| n.to_le_bytes()).chain(text.bytes()).collect()
    }

    #[test]
    fn string_offsets_are_checked() {
        assert_eq!(strings_fault(&packed(&[2, 0, 1, 3], "abc"), Some(2)), Ok(()));
        assert_eq!(strings_fault(&packed(&[0, 0], ""), Some(0)), Ok(()));
        for (bytes, count) in [
            (packed(&[2, 0, 1, 3], "abc"), 3),
            (packed(&[2, 1, 1, 3], "abc"), 2),
            (packed(&[2, 0, 3, 1], "a"), 2),
            (packed(&[2, 0, 1, 4], "abc"), 2),
            (packed(&[2, 0, 1, 2], "abc"), 2),
            (packed(&[-1, 0], ""), 0),
            (packed(&[i32::MAX, 0], ""), 2_147_483_647),
            (vec![0, 0], 0),
        ] {
            assert!(strings_fault(&bytes, Some(count)).is_err(), "{bytes:?}");
        }
    }
}
