//! Writes OpenVINO IR: edits of the XML text remove layers or replace them by constants, and everything between the
//! edits is preserved. Bytes of the weights keep their offsets, since the remaining layers refer to them.

pub(crate) mod constant;
mod edited;
mod layer;
mod plan;
mod survey;
mod weights;

use bytes::Bytes;

use crate::dialect::Format;
use crate::format::encoding;
use crate::graph::{FileId, Model, Status};
use crate::rewrite::PatchedFile;
use crate::rewrite::{Rewrite, WriteError};
use crate::rule::Level;
use crate::rules::limit_exceeded;
use constant::Constant;
pub use edited::{edited, edited_xml};
use plan::LayerPlan;
use survey::{Change, Edit};

/// The two files of an IR model.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Ir {
    /// The XML, in the encoding of the file that was read.
    pub xml: PatchedFile,
    /// The content of the `.bin`: empty if no constant is left.
    pub weights: PatchedFile,
}

/// Applies a rewrite to a model.
///
/// A layer with an output that becomes a constant turns into a Const with the same id, name, port id and tensor names;
/// each further such output gets another Const after it, with a new id and name. New constants reuse the space of
/// removed ones in the weights if they fit, and are appended otherwise; unreferenced bytes are preserved, or truncated
/// at the end of the file.
///
/// # Errors
/// The model was not read from a complete IR file, its text has an unknown encoding, its tags do not match, weights of
/// remaining layers are missing, or the rewrite removes what a remaining layer reads.
pub fn rewrite(model: &Model, rewrite: &Rewrite) -> Result<Ir, WriteError> {
    check(model)?;
    let old = weights_of(model)?;
    if rewrite.is_empty() {
        return unchanged(model, old);
    }
    let plan = LayerPlan::new(model, rewrite)?;
    let constants: Vec<Constant> =
        plan.constants.iter().map(|(_, new)| Constant::new(model, new)).collect::<Result<_, _>>()?;
    let bytes = model.source().bytes();
    let text = std::str::from_utf8(bytes).map_err(|_| unreadable("it is not text"))?;
    let survey = survey::survey(text, &plan)?;
    let new: Vec<(Bytes, usize)> = constants.iter().map(|c| (c.bytes.clone(), c.alignment)).collect();
    let (offsets, weights) = weights::place(&old, &survey.used, &survey.freed, &new)?;
    let mut xml = PatchedFile::default();
    let mut at = 0;
    for Edit { range, change } in &survey.edits {
        xml.push(bytes.slice(at.min(range.start)..range.start));
        match change {
            Change::Cut => {}
            Change::Origin(id) => xml.push(id.to_string()),
            Change::Constants(layers) => xml.push(layers.text(&plan, &constants, &offsets)?),
        }
        at = range.end;
    }
    xml.push(bytes.slice(at.min(bytes.len())..));
    Ok(Ir { xml: encoded(model, xml)?, weights })
}

/// Refuses an element at a byte of the file that is within very many others: no model has it, and each of them takes memory
/// until it ends.
fn check_depth(open: usize, at: usize) -> Result<(), WriteError> {
    const DEEPEST: usize = 100_000;
    match open {
        0..=DEEPEST => Ok(()),
        _ => Err(unreadable(&format!("the element at byte {at} is in more than {DEEPEST} others; remove it"))),
    }
}

fn unreadable(why: &str) -> WriteError {
    WriteError::Inconsistent(format!("the model cannot be written back: {why}"))
}

fn check(model: &Model) -> Result<(), WriteError> {
    if model.format() != Format::OpenVinoIr {
        let message = format!("a file of the format {} cannot be written as OpenVINO IR", model.format().name());
        return Err(WriteError::Unsupported(message));
    }
    if model.status() != Status::Ok {
        return Err(unreadable("it could not be read"));
    }
    if model.ir_version().is_none() {
        return Err(WriteError::Unsupported("layers without a `<net>` cannot be written".to_owned()));
    }
    // What was not read may need what the rewrite removes.
    let limited = |f: &crate::diagnostic::Diagnostic| f.rule == &limit_exceeded::RULE && f.level == Level::Error;
    if let Some(finding) = model.findings().iter().find(|f| limited(f)) {
        return Err(unreadable(&finding.message));
    }
    Ok(())
}

/// The weights that were read; empty if there are none.
fn weights_of(model: &Model) -> Result<Bytes, WriteError> {
    match model.files.len() {
        0 => Ok(Bytes::new()),
        n => model.file_bytes(FileId(n as u32)).cloned().ok_or_else(|| unreadable("its weights cannot be read")),
    }
}

fn unchanged(model: &Model, old: Bytes) -> Result<Ir, WriteError> {
    if model.files.is_empty() && model.tensors.iter().any(|t| t.num_elements() != Some(0)) {
        return Err(weights::missing());
    }
    let mut ir = Ir { xml: PatchedFile::default(), weights: PatchedFile::default() };
    ir.xml.push(model.records().clone());
    ir.weights.push(old);
    Ok(ir)
}

/// The edited text in the encoding of the file.
pub(crate) fn encoded(model: &Model, text: PatchedFile) -> Result<PatchedFile, WriteError> {
    let (file, read) = (model.records(), model.source().bytes());
    let mark = file.len().saturating_sub(read.len());
    if matches!(mark, 0 | 3) && file.ends_with(read) {
        let mut all = PatchedFile::default();
        all.push(file.slice(..mark));
        all.append(text);
        return Ok(all);
    }
    let like = |text: &[u8]| std::str::from_utf8(text).ok().and_then(|text| encoding::encode_like(file, text));
    // Bytes that are not text in the file's encoding would not be preserved.
    if like(read).as_deref() != Some(&file[..]) {
        return Err(unreadable("its bytes are not text of one encoding"));
    }
    let mut all = PatchedFile::default();
    all.push(like(&text.to_bytes()).ok_or_else(|| unreadable("its encoding cannot represent a character"))?);
    Ok(all)
}
