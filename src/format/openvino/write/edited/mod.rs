//! Writes a model as edits left it: text of layers and edges that did not change is copied.

mod edges;
mod encode;
mod layer;
mod metadata;
mod plan;
mod text;
mod walk;

use bytes::Bytes;

use super::{Ir, check, encoded, unchanged, unreadable, weights, weights_of};
use crate::graph::Model;
use crate::rewrite::{PatchedFile, WriteError};
use plan::EditPlan;
use text::{Piece, escaped};
use walk::{Edit, Survey};

/// Writes a model as it now is. Layers and edges that were not edited keep their text, byte for byte; of an edited layer
/// only the parts that differ are written anew, of an edge only its origin. New layers are at the end of `<layers>`.
///
/// OpenVINO infers the types of outputs again, so an output port for which the model declares no type gets the precision
/// `dynamic` and no dimensions. For readers that need types, declare the inferred ones first, with [`Model::declare`].
///
/// Weights: constants that remain keep their offsets. New ones reuse the space of removed ones if they fit, and are
/// appended otherwise; unreferenced bytes are preserved, or truncated at the end of the file.
///
/// ```
/// use shapewright::graph::{At, Format, Model, NewNode};
/// use shapewright::write::openvino::edited;
/// use shapewright::{AnalysisOptions, analyze};
///
/// let mut model = Model::empty(Format::OpenVinoIr, &[]);
/// let graph = model.main_graph().unwrap();
/// let x = model.add_input(graph, "x", "f32[?,3]".parse().unwrap()).unwrap();
/// let exp = model.insert(At::End(graph), NewNode::new("Exp").name("exp").input(x).output("y")).unwrap();
/// let y = model.outputs(exp).next().unwrap();
/// model.add_output(graph, y).unwrap();
/// let inferred = analyze(&model, &AnalysisOptions::default()).facts.ty(y).clone();
/// model.declare(y, inferred);
/// let xml = edited(&model).unwrap().xml.to_bytes();
/// let exp = r#"
///                 <layer id="1" name="exp" type="Exp" version="opset1">
///                         <input>
///                                 <port id="0" precision="FP32">
///                                         <dim>-1</dim>
///                                         <dim>3</dim>
///                                 </port>
///                         </input>
///                         <output>
///                                 <port id="1" precision="FP32" names="y">"#;
/// assert!(String::from_utf8_lossy(&xml).replace('\t', "        ").contains(exp));
/// ```
///
/// # Errors
/// The model was not read from a complete IR file, its text has an unknown encoding, its tags do not match, its ids are
/// not unique, weights are missing, or an edit has no form in IR: an input that is omitted before others, a body in a
/// new layer, another port map.
pub fn edited(model: &Model) -> Result<Ir, WriteError> {
    check(model)?;
    let old = weights_of(model)?;
    if model.edits.is_none() {
        return unchanged(model, old);
    }
    let (bytes, survey, new) = surveyed(model)?;
    let (offsets, weights) = weights::place(&old, &survey.used, &survey.freed, &new)?;
    let xml = assembled(&bytes, survey.edits, &offsets);
    Ok(Ir { xml: encoded(model, xml)?, weights })
}

/// The XML of a model as it now is, without its weights, which may be missing: they stay as they are.
///
/// # Errors
/// As for [`edited`], or there are new constants.
pub fn edited_xml(model: &Model) -> Result<PatchedFile, WriteError> {
    check(model)?;
    if model.edits.is_none() {
        let mut xml = PatchedFile::default();
        xml.push(model.records().clone());
        return Ok(xml);
    }
    let (bytes, survey, new) = surveyed(model)?;
    if !new.is_empty() {
        return Err(weights::missing());
    }
    encoded(model, assembled(&bytes, survey.edits, &[]))
}

/// The bytes of new constants, with their alignment.
type NewData = Vec<(Bytes, usize)>;

/// The text before its edits, the edits, and the new constants.
fn surveyed(model: &Model) -> Result<(Bytes, Survey, NewData), WriteError> {
    let (bytes, net) =
        if model.source().bytes().is_empty() { empty(model)? } else { (model.source().bytes().clone(), None) };
    let text = std::str::from_utf8(&bytes).map_err(|_| unreadable("it is not text"))?;
    let plan = EditPlan::new(model, net)?;
    let (survey, encoder) = walk::survey(text, &plan)?;
    let new: NewData = encoder.constants.into_iter().map(|c| (c.bytes, c.alignment)).collect();
    Ok((bytes, survey, new))
}

/// The text of a model that was made from nothing, without its layers, and the offset of its root.
fn empty(model: &Model) -> Result<(Bytes, Option<usize>), WriteError> {
    let name = model.main_graph().map_or("", |graph| model.name(model.graph(graph).name));
    let start = "<?xml version=\"1.0\"?>\n";
    let version = model.ir_version().unwrap_or(11);
    let net = format!("<net name=\"{}\" version=\"{version}\">", escaped(name)?);
    let text = format!("{start}{net}\n\t<layers>\n\t</layers>\n\t<edges>\n\t</edges>\n\t<rt_info />\n</net>\n");
    Ok((text.into(), Some(start.len())))
}

/// The old text with its edits.
fn assembled(old: &Bytes, edits: Vec<Edit>, offsets: &[usize]) -> PatchedFile {
    let mut file = PatchedFile::default();
    let mut at = 0;
    for Edit { range, text } in edits {
        file.push(old.slice(at.min(range.start)..range.start));
        for piece in text.pieces {
            match piece {
                Piece::Text(text) => file.push(text),
                Piece::Offset(constant) => file.push(offsets.get(constant).copied().unwrap_or(0).to_string()),
            }
        }
        at = range.end;
    }
    file.push(old.slice(at.min(old.len())..));
    file
}
