//! Models in the other form of their format: binary ONNX and ONNX text, with data inside or in one other file.

mod error;
mod text_losses;

pub use error::ConvertError;
pub use text_losses::TextLoss;

use std::borrow::Cow;

use crate::dialect::Format;
use crate::element::ElementType;
use crate::format::onnx::read::ELIDED;
use crate::format::onnx::write::external_entries;
use crate::format::onnx_text::LONGEST;
use crate::format::onnx_text::write::tensor::loss;
use crate::format::options::ReadOptions;
use crate::graph::{AttributeValue, Model, Storage};
use crate::ids::TensorId;
use crate::limits::{Limits, memory_of_copies};
use crate::print::{self, ListingOptions};
use crate::rewrite::{PatchedFile, Rewrite, WriteError};
use crate::rules;
use crate::write::onnx::{Externalized, binary_file, binary_form, externalize, has_all_data};
use crate::write::{ExternalDataPolicy, write_rewritten};
use text_losses::text_losses;

/// The form of an ONNX model.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum OnnxForm {
    /// A `ModelProto`, usually `.onnx`.
    Binary,
    /// The syntax of `onnx.parser`, usually `.onnxtxt`.
    Text,
}

/// Where the data of tensors is in a converted model.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub enum Weights {
    /// Where it is, with what is in other files according to this policy.
    Stored(ExternalDataPolicy),
    /// Data of at least `min_bytes` is in one file, as [`externalize`] writes it; all other data is in the model.
    OneFile {
        /// The file, relative to the model.
        location: String,
        /// The size from which data is in the file.
        min_bytes: u64,
    },
    /// Text only: data of more than a few elements is omitted, as in [`print::listing`]. Such a text is for people; nothing
    /// runs it.
    Omitted,
}

/// Options of a conversion.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct ConvertOptions {
    /// The form to convert to.
    pub form: OnnxForm,
    /// Where the data of tensors is afterwards.
    pub weights: Weights,
    /// Options for reading the converted records.
    pub read: ReadOptions,
}

impl ConvertOptions {
    /// Converts to this form, and leaves data where it is.
    pub fn new(form: OnnxForm) -> ConvertOptions {
        let weights = Weights::Stored(ExternalDataPolicy::Keep);
        ConvertOptions { form, weights, read: ReadOptions::default() }
    }

    /// Sets where the data of tensors is afterwards.
    #[must_use]
    pub fn weights(self, weights: Weights) -> ConvertOptions {
        ConvertOptions { weights, ..self }
    }

    /// Sets how records are read again.
    #[must_use]
    pub fn read(self, read: ReadOptions) -> ConvertOptions {
        ConvertOptions { read, ..self }
    }
}

/// A converted model.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Converted {
    /// The model.
    pub model: PatchedFile,
    /// The file of [`Weights::OneFile`].
    pub data: Option<PatchedFile>,
    /// What the text form has no syntax for.
    pub losses: Vec<TextLoss>,
}

/// Converts an ONNX model to the form and to the storage of data that the options name.
///
/// A binary model that stays binary keeps every byte except those of the moved data, and so does a text that stays text
/// unless its data moves to one file. Text becomes what serializers write: fields in the order of their numbers, and
/// elements as raw data. A binary model of this kind comes back from text with the same bytes, unless it has
/// [losses](Converted::losses).
///
/// ```
/// use shapewright::convert::{ConvertOptions, OnnxForm, convert};
/// use shapewright::graph::Model;
/// use shapewright::{ReadOptions, Source};
///
/// let text = r#"<ir_version: 9, opset_import: ["" : 18]>
/// g (float[2] x) => (float[2] y) <float[2] w = {1, 2}> { y = Mul (x, w) }"#;
/// let model = Model::read(Source::from_bytes("m.onnxtxt", text), &ReadOptions::default());
/// let binary = convert(&model, &ConvertOptions::new(OnnxForm::Binary)).unwrap().model.to_bytes();
///
/// let model = Model::read(Source::from_bytes("m.onnx", binary.clone()), &ReadOptions::default());
/// let text = convert(&model, &ConvertOptions::new(OnnxForm::Text)).unwrap().model.to_bytes();
/// assert!(String::from_utf8_lossy(&text).contains("float[2] w =  {1,2}"));
///
/// let model = Model::read(Source::from_bytes("m.onnxtxt", text), &ReadOptions::default());
/// let again = convert(&model, &ConvertOptions::new(OnnxForm::Binary)).unwrap();
/// assert_eq!(again.model.to_bytes(), binary);
/// ```
///
/// # Errors
/// The model is not ONNX, was not read completely, or was edited; data that moves cannot be read or is omitted in a text;
/// the result would be larger than its readers accept; or it has to be read while the model is held, and together they would
/// take more memory than its file justifies.
pub fn convert(model: &Model, options: &ConvertOptions) -> Result<Converted, ConvertError> {
    convert_within(model, options, memory_of_copies(model.source().bytes().len()))
}

/// Where the result has to be read, it and the model may take this many bytes together.
fn convert_within(model: &Model, options: &ConvertOptions, memory: usize) -> Result<Converted, ConvertError> {
    if !matches!(model.format(), Format::Onnx | Format::OnnxText) {
        return Err(ConvertError::Format(model.format()));
    }
    if !is_read_completely(model) {
        return Err(ConvertError::Incomplete);
    }
    let keeps_text = model.format() == Format::OnnxText && options.form == OnnxForm::Text;
    if let (true, Weights::Stored(policy)) = (keeps_text, &options.weights) {
        let model = write_rewritten(model, &Rewrite::default(), policy)?.model;
        return Ok(Converted { model, data: None, losses: Vec::new() });
    }
    let becomes_binary = model.format() == Format::OnnxText && options.form == OnnxForm::Binary;
    if becomes_binary && has_all_data(model) {
        // What is where is known without reading the result again, which would take as much memory as the model.
        let (model, data) = match &options.weights {
            Weights::OneFile { location, min_bytes } => {
                let Externalized { model, data } = externalize(model, location, *min_bytes)?;
                (model, Some(data))
            }
            Weights::Stored(_) => (binary_file(model)?, None),
            Weights::Omitted => return Err(ConvertError::NothingToOmit),
        };
        return Ok(Converted { model, data, losses: Vec::new() });
    }
    let fits = model.memory().saturating_mul(2) <= memory;
    if model.format() == Format::OnnxText && !fits {
        return Err(ConvertError::TooLarge(options.form));
    }
    // Nobody sees what is found in the new records; what is missing was found in the model.
    let limits = Limits { max_diagnostics: 0, ..options.read.limits.clone() };
    let read = ReadOptions { limits, ..options.read.clone() };
    let binary = binary_form(model, &read)?;
    if !matches!(options.weights, Weights::Omitted) {
        check_data(&binary, options.form)?;
    }
    let (model, data) = match &options.weights {
        Weights::Stored(policy) => (write_rewritten(&binary, &Rewrite::default(), policy)?.model, None),
        Weights::OneFile { location, min_bytes } => {
            let Externalized { model, data } = externalize(&binary, location, *min_bytes)?;
            (model, Some(data))
        }
        Weights::Omitted if options.form == OnnxForm::Binary => return Err(ConvertError::NothingToOmit),
        Weights::Omitted => (PatchedFile::default(), None),
    };
    match options.form {
        OnnxForm::Binary => Ok(Converted { model, data, losses: Vec::new() }),
        OnnxForm::Text => {
            let stored = match options.weights {
                Weights::Omitted | Weights::Stored(ExternalDataPolicy::Keep) => binary,
                _ => read_again(binary, model, options, fits)?,
            };
            let losses = text_losses(stored.records());
            Ok(Converted { model: text(&stored, &options.weights)?, data, losses })
        }
    }
}

/// Whether nothing of a model is missing. What a text loses to a syntax error may be part of a node or a list.
pub(crate) fn is_read_completely(model: &Model) -> bool {
    model.is_whole() && !model.findings().iter().any(|finding| finding.rule == &rules::syntax_error::RULE)
}

/// The records of a model that are written next, which need no data. `fits`: whether they and the model of the caller may be
/// held together.
fn read_again<'m>(
    before: Cow<'m, Model>,
    file: PatchedFile,
    options: &ConvertOptions,
    fits: bool,
) -> Result<Cow<'m, Model>, ConvertError> {
    let bytes = file.to_bytes();
    drop(file);
    if bytes == *before.records() {
        return Ok(before);
    }
    if !fits {
        return Err(ConvertError::TooLarge(options.form));
    }
    let source = before.source().clone().with_bytes(bytes);
    drop(before);
    Ok(Cow::Owned(Model::from_onnx(source, &ReadOptions { no_weights: true, ..options.read.clone() })))
}

/// A binary model as text.
fn text(model: &Model, weights: &Weights) -> Result<PatchedFile, ConvertError> {
    let is_omitted = matches!(weights, Weights::Omitted);
    check_strings(model)?;
    let mut text = match is_omitted {
        true => print::listing(model, &ListingOptions::default()).text,
        false => {
            check_elements(model)?;
            print::full_text(model)
        }
    };
    text.push('\n');
    let length = text.len() as u64;
    if length > LONGEST {
        return Err(ConvertError::TooLong { bytes: length, limit: LONGEST });
    }
    let mut file = PatchedFile::default();
    file.push(text);
    Ok(file)
}

/// Refuses a text that omits data, and data that text would have to omit since it is not valid.
fn check_data(model: &Model, form: OnnxForm) -> Result<(), ConvertError> {
    for id in (0..model.tensors.len()).map(TensorId::at) {
        let (tensor, entries) = (model.tensor(id), external_entries(model, id));
        let name = || model.name(tensor.name).to_owned();
        if entries.iter().any(|(key, _)| key == ELIDED) {
            return Err(ConvertError::Omitted(name()));
        }
        let is_faulty = matches!(tensor.storage, Storage::Missing | Storage::Mismatched);
        if form == OnnxForm::Text && entries.is_empty() && is_faulty && tensor.num_elements() != Some(0) {
            return Err(ConvertError::NoData(name()));
        }
    }
    Ok(())
}

/// Refuses elements that text cannot represent.
fn check_elements(model: &Model) -> Result<(), WriteError> {
    for id in (0..model.tensors.len()).map(TensorId::at) {
        let stored = model.tensor(id);
        let may_lose = matches!(
            stored.element,
            Some(ElementType::F32 | ElementType::F64 | ElementType::C64 | ElementType::C128 | ElementType::String)
        );
        if !may_lose || !external_entries(model, id).is_empty() {
            continue;
        }
        if let Some(why) = model.load(id).ok().as_ref().and_then(loss) {
            return Err(WriteError::Text { name: model.name(stored.name).to_owned(), why });
        }
    }
    Ok(())
}

/// Refuses attributes with strings that are not text.
fn check_strings(model: &Model) -> Result<(), WriteError> {
    let is_text = |bytes: &[u8]| std::str::from_utf8(bytes).is_ok();
    let faulty = model.attributes.iter().find(|attribute| match &attribute.value {
        AttributeValue::String(text) => !is_text(text),
        AttributeValue::Strings(texts) => !texts.iter().all(|text| is_text(text)),
        _ => false,
    });
    match faulty {
        None => Ok(()),
        Some(attribute) => {
            let name = model.name(attribute.name).to_owned();
            Err(WriteError::Text { name, why: "a string is not valid UTF-8" })
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::source::Source;

    #[test]
    fn two_models_are_not_held_if_they_take_too_much_memory() {
        let text = "<ir_version: 9, opset_import: [\"\" : 18]>\n\
                    g (float[2] x) => (float[2] y) <float[2] w = {1, 2}> { y = Mul (x, w) }";
        let read = |name, bytes| Model::read(Source::from_bytes(name, bytes), &ReadOptions::default());
        let text = read("m.onnxtxt", text.as_bytes().to_vec());
        let one_file = || Weights::OneFile { location: "w.bin".to_owned(), min_bytes: 0 };
        let to_text = |weights| ConvertOptions::new(OnnxForm::Text).weights(weights);
        let to_binary = |weights| ConvertOptions::new(OnnxForm::Binary).weights(weights);
        let keep = || Weights::Stored(ExternalDataPolicy::Keep);
        let error = |model, options, memory| convert_within(model, &options, memory).map(|_| ()).err();
        let least = 2 * text.memory();
        let too_large = Some(ConvertError::TooLarge(OnnxForm::Text));
        assert_eq!(error(&text, to_text(one_file()), least - 1), too_large);
        assert_eq!(error(&text, to_text(one_file()), least), None);

        // The steps that the message names hold one model.
        let binary = convert_within(&text, &to_binary(one_file()), 0).expect("a binary model");
        let binary = read("m.onnx", binary.model.to_bytes().to_vec());
        assert_eq!(error(&binary, to_text(keep()), 0), None);

        // What does not change is not read again.
        let inside = convert_within(&text, &to_binary(keep()), 0).expect("a binary model");
        let inside = read("m.onnx", inside.model.to_bytes().to_vec());
        assert_eq!(error(&inside, to_text(Weights::Stored(ExternalDataPolicy::Embed)), 0), None);
        assert_eq!(error(&inside, to_text(one_file()), 0), too_large);
    }
}
