//! Models in the other form of their format: binary ONNX and ONNX text, with data inside or in one other file.

mod error;
mod losses;

pub use error::ConvertError;
pub use losses::Loss;

use std::borrow::Cow;

use crate::dialect::Format;
use crate::element::ElementType;
use crate::format::onnx::write::{external_entries, omitted};
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
use losses::{binary_losses, text_losses};

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
    /// What the model has and the new form does not.
    pub losses: Vec<Loss>,
}

/// Converts an ONNX model to the form and to the storage of data that the options name.
///
/// A binary model that stays binary keeps every byte except those of the moved data, and so does a text that stays text
/// unless its data moves to one file. Text becomes what serializers write: fields in the order of their numbers, and
/// elements as raw data. A binary model of this kind comes back from text with the same bytes, unless it has
/// [losses](Converted::losses). Comments of a text are lost; those that suppress findings are a loss.
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
    let is_text = model.format() == Format::OnnxText;
    match &options.weights {
        Weights::Omitted if options.form == OnnxForm::Binary => return Err(ConvertError::NothingToOmit),
        Weights::Omitted => {}
        Weights::Stored(policy) if is_text && options.form == OnnxForm::Text => {
            let model = write_rewritten(model, &Rewrite::default(), policy)?.model;
            return Ok(Converted { model, data: None, losses: Vec::new() });
        }
        Weights::Stored(_) | Weights::OneFile { .. } => {
            if let Some(name) = omitted(model.records()) {
                return Err(ConvertError::Omitted(name));
            }
        }
    }
    if is_text
        && options.form == OnnxForm::Binary
        && let Some(converted) = text_to_binary(model, &options.weights)?
    {
        return Ok(converted);
    }
    through_binary(model, options, model.memory().saturating_mul(2) <= memory)
}

/// Converts the binary form of a model, which a text is read as. `fits`: whether two models may be held.
fn through_binary(model: &Model, options: &ConvertOptions, fits: bool) -> Result<Converted, ConvertError> {
    // Nobody sees what is found in the new records; what is missing was found in the model.
    let limits = Limits { max_diagnostics: 0, ..options.read.limits.clone() };
    let read = ReadOptions { limits, ..options.read.clone() };
    let binary = match (model.format(), &options.weights) {
        // The elements are not written, so that it does not matter where they are.
        (_, Weights::Omitted) => Cow::Borrowed(model),
        (Format::OnnxText, _) if !fits => return Err(ConvertError::TooLarge(OnnxForm::Text)),
        _ => binary_form(model, &read)?,
    };
    if options.form == OnnxForm::Text && !matches!(options.weights, Weights::Omitted) {
        check_data(&binary)?;
    }
    let lost_comments = binary_losses(model);
    let (model, data) = match &options.weights {
        Weights::Stored(policy) => (write_rewritten(&binary, &Rewrite::default(), policy)?.model, None),
        Weights::OneFile { location, min_bytes } => {
            let Externalized { model, data } = externalize(&binary, location, *min_bytes)?;
            (model, Some(data))
        }
        Weights::Omitted => (PatchedFile::default(), None),
    };
    match options.form {
        OnnxForm::Binary => Ok(Converted { model, data, losses: lost_comments }),
        OnnxForm::Text => {
            let stored = match options.weights {
                Weights::Omitted | Weights::Stored(ExternalDataPolicy::Keep) => binary,
                _ => read_again(binary, model, &read, fits)?,
            };
            let losses = text_losses(stored.records());
            Ok(Converted { model: text(&stored, &options.weights)?, data, losses })
        }
    }
}

/// A text as binary ONNX where it need not be read again for that, which would take as much memory as the model: its data stays
/// where it is, or all of it is in the text.
fn text_to_binary(model: &Model, weights: &Weights) -> Result<Option<Converted>, ConvertError> {
    let losses = binary_losses(model);
    let (model, data) = match weights {
        Weights::Stored(ExternalDataPolicy::Keep) => (binary_file(model)?, None),
        _ if !has_all_data(model) => return Ok(None),
        Weights::OneFile { location, min_bytes } => {
            let Externalized { model, data } = externalize(model, location, *min_bytes)?;
            (model, Some(data))
        }
        Weights::Stored(_) | Weights::Omitted => (binary_file(model)?, None),
    };
    Ok(Some(Converted { model, data, losses }))
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
    options: &ReadOptions,
    fits: bool,
) -> Result<Cow<'m, Model>, ConvertError> {
    let bytes = file.to_bytes();
    drop(file);
    if bytes == *before.records() {
        return Ok(before);
    }
    if !fits {
        return Err(ConvertError::TooLarge(OnnxForm::Binary));
    }
    let source = before.source().clone().with_bytes(bytes);
    drop(before);
    Ok(Cow::Owned(Model::from_onnx(source, &ReadOptions { no_weights: true, ..options.clone() })))
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

/// Refuses data that text would have to omit since it is not valid.
fn check_data(model: &Model) -> Result<(), ConvertError> {
    for id in (0..model.tensors.len()).map(TensorId::at) {
        let tensor = model.tensor(id);
        let is_faulty = matches!(tensor.storage, Storage::Missing | Storage::Mismatched);
        if is_faulty && tensor.num_elements() != Some(0) && external_entries(model, id).is_empty() {
            return Err(ConvertError::NoData(model.name(tensor.name).to_owned()));
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

    fn read(name: &str, bytes: impl Into<bytes::Bytes>) -> Model {
        Model::read(Source::from_bytes(name, bytes), &ReadOptions::default())
    }

    fn keep(form: OnnxForm) -> ConvertOptions {
        ConvertOptions::new(form).weights(Weights::Stored(ExternalDataPolicy::Keep))
    }

    fn one_file(form: OnnxForm) -> ConvertOptions {
        ConvertOptions::new(form).weights(Weights::OneFile { location: "w.bin".to_owned(), min_bytes: 0 })
    }

    fn error(model: &Model, options: &ConvertOptions, memory: usize) -> Option<ConvertError> {
        convert_within(model, options, memory).map(|_| ()).err()
    }

    const INSIDE: &str = "<ir_version: 9, opset_import: [\"\" : 18]>\n\
                          g (float[2] x) => (float[2] y) <float[2] w = {1, 2}> { y = Mul (x, w) }";

    #[test]
    fn two_models_are_not_held_if_they_take_too_much_memory() {
        let text = read("m.onnxtxt", INSIDE);
        let least = 2 * text.memory();
        let too_large = Some(ConvertError::TooLarge(OnnxForm::Text));
        assert_eq!(error(&text, &one_file(OnnxForm::Text), least - 1), too_large);
        assert_eq!(error(&text, &one_file(OnnxForm::Text), least), None);
        assert_eq!(error(&text, &one_file(OnnxForm::Binary), 0), None);

        // What does not change is not read again.
        let binary = convert_within(&text, &keep(OnnxForm::Binary), 0).expect("a binary model");
        let binary = read("m.onnx", binary.model.to_bytes());
        let embed = ConvertOptions::new(OnnxForm::Text).weights(Weights::Stored(ExternalDataPolicy::Embed));
        assert_eq!(error(&binary, &embed, 0), None);
        assert_eq!(error(&binary, &one_file(OnnxForm::Text), 0), Some(ConvertError::TooLarge(OnnxForm::Binary)));
    }

    /// The data of one tensor is in a file, so that it has to be found there before it moves.
    #[test]
    fn the_steps_that_an_error_names_hold_one_model() {
        let folder = tempfile::tempdir().expect("a folder");
        let place = |name: &str| folder.path().join(name);
        let external = INSIDE.replace("w = {1, 2}", "w = [\"location\": \"data.bin\"]");
        std::fs::write(place("data.bin"), [0, 0, 128, 63, 0, 0, 0, 64]).expect("data");
        let write = |name: &str, converted: Converted| {
            std::fs::write(place(name), converted.model.to_bytes()).expect("a model");
            if let Some(data) = converted.data {
                std::fs::write(place("w.bin"), data.to_bytes()).expect("data");
            }
            Model::read(Source::open(place(name)).expect("the model"), &ReadOptions::default())
        };
        std::fs::write(place("m.onnxtxt"), &external).expect("a text");
        let text = Model::read(Source::open(place("m.onnxtxt")).expect("the text"), &ReadOptions::default());
        for form in [OnnxForm::Text, OnnxForm::Binary] {
            assert_eq!(error(&text, &one_file(form), 0), Some(ConvertError::TooLarge(OnnxForm::Text)));
        }
        let first = write("first.onnx", convert_within(&text, &keep(OnnxForm::Binary), 0).expect("its data stays"));
        assert_eq!(error(&first, &one_file(OnnxForm::Text), 0), Some(ConvertError::TooLarge(OnnxForm::Binary)));
        let moved = write("moved.onnx", convert_within(&first, &one_file(OnnxForm::Binary), 0).expect("it is binary"));
        let last = convert_within(&moved, &keep(OnnxForm::Text), 0).expect("its data stays").model.to_bytes();
        assert!(String::from_utf8_lossy(&last).contains("w.bin"));
        assert_eq!(std::fs::read(place("w.bin")).expect("data"), [0, 0, 128, 63, 0, 0, 0, 64]);

        // What is omitted need not be found.
        let omitted = ConvertOptions::new(OnnxForm::Text).weights(Weights::Omitted);
        assert_eq!(error(&text, &omitted, 0), None);
    }

    #[test]
    fn a_text_that_omits_data_is_not_converted() {
        let text = read("m.onnxtxt", INSIDE.replace("{1, 2}", "{...}"));
        for options in [keep(OnnxForm::Binary), one_file(OnnxForm::Binary), one_file(OnnxForm::Text)] {
            assert_eq!(error(&text, &options, usize::MAX), Some(ConvertError::Omitted("w".to_owned())));
        }
    }
}
