//! Types as fields of a JSON object, formatted once for each type: most values of a model share a few types.

use std::fmt::Write as _;

use super::json_writer::JsonWriter;
use super::type_texts::TypeTexts;
use crate::element::ElementType;
use crate::fact::ValueType;
use crate::shape::Shape;

/// Writes `"type":…,"shape":…`.
#[derive(Default)]
pub(super) struct TypeFields<'a> {
    known: TypeTexts<'a>,
    /// A buffer for text that is built before it is quoted.
    scratch: String,
}

impl<'a> TypeFields<'a> {
    pub(super) fn write(&mut self, json: &mut JsonWriter<'_>, ty: &'a ValueType) {
        match self.known.get(ty) {
            Some(text) => json.raw(&text),
            None => {
                let text = json.written_by(|json| fields(json, &mut self.scratch, ty));
                self.known.keep(ty, text);
            }
        }
    }
}

fn fields(json: &mut JsonWriter<'_>, scratch: &mut String, ty: &ValueType) {
    json.raw("\"type\":");
    match ty {
        ValueType::Unknown => json.raw("null"),
        ValueType::Tensor(t) => json.optional(t.element.map(ElementType::name)),
        other => json.string(&other.kind_name()),
    }
    json.raw(",\"shape\":");
    match ty {
        ValueType::Tensor(t) | ValueType::Sparse(t) => shape(json, scratch, &t.shape),
        _ => json.raw("null"),
    }
}

fn shape(json: &mut JsonWriter<'_>, scratch: &mut String, shape: &Shape) {
    let Some(dims) = shape.dims() else { return json.raw("null") };
    json.list(dims, |json, dim| match (dim.size(), dim.name()) {
        (Some(size), _) => json.number(size),
        (None, Some(symbol)) => json.string(symbol.name()),
        (None, None) => {
            scratch.clear();
            // Writing to a string cannot fail.
            let _ = write!(scratch, "{dim}");
            json.string(scratch);
        }
    });
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_type_has_the_same_text_every_time() {
        let types = [
            ("f32[N,8,?]", r#""type":"f32","shape":["N",8,"?"]"#),
            ("f16[]", r#""type":"f16","shape":[]"#),
            ("i64[...]", r#""type":"i64","shape":null"#),
            ("?", r#""type":null,"shape":null"#),
        ];
        let types = types.map(|(text, json)| (text.parse::<ValueType>().expect(text), json));
        let mut out = Vec::new();
        let (mut json, mut fields) = (JsonWriter::new(&mut out), TypeFields::default());
        for (ty, expected) in types.iter().chain(&types) {
            let text = json.written_by(|json| fields.write(json, ty));
            assert_eq!(text, *expected);
        }
        assert!(types.iter().all(|(ty, expected)| fields.known.get(ty).as_deref() == Some(*expected)), "kept");
    }
}
