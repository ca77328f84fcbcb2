//! ExternalData data of a model that is written to another directory.

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};
use std::fs;
use std::path::{Component, Path, PathBuf};

use super::ExternalData;
use super::target::{ModelTarget, check_links, folder};
use crate::cli::file_identity::same;
use crate::dialect::Format;
use crate::graph::{AttributeValue, DataFile, Model, Storage, ValueRole};
use crate::ids::TensorId;
use crate::rewrite::{PatchedFile, Rewrite};
use crate::source::{self, Span};
use crate::write::onnx::{ExternalDataPolicy, external_tensors};

/// What is written below the directory of the new model.
pub(super) struct DataCopy {
    pub(super) what: Copied,
    pub(super) to: PathBuf,
}

pub(super) enum Copied {
    /// All of a file.
    File(PathBuf),
    /// The parts of a file that the new model uses.
    Parts(PatchedFile),
}

/// Where the data of a new model is.
#[derive(Clone, Copy)]
pub(super) struct DataSources<'a> {
    pub(super) model: &'a Model,
    pub(super) rewrite: &'a Rewrite,
    pub(super) edited: Option<&'a Model>,
}

impl DataSources<'_> {
    /// The tensors with external data, and its location as written.
    fn tensors(self) -> Result<Vec<(TensorId, String)>, String> {
        let mut all = external_tensors(self.model, self.rewrite).map_err(|error| error.to_string())?;
        if let Some(edited) = self.edited {
            let (before, after) = (used_tensors(self.model), used_tensors(edited));
            all.retain(|(tensor, _)| after.contains(tensor) || !before.contains(tensor));
        }
        Ok(all)
    }
}

/// The tensors that values and attributes have.
fn used_tensors(model: &Model) -> HashSet<TensorId> {
    let mut used = HashSet::new();
    for graph in model.graphs() {
        used.extend(model.values_of(graph).filter_map(|value| match model.value(value).role {
            ValueRole::Initializer(tensor) | ValueRole::Input { default: Some(tensor) } => Some(tensor),
            _ => None,
        }));
        for attribute in model.nodes_of(graph).flat_map(|node| model.attributes(node)) {
            match &attribute.value {
                AttributeValue::Tensor(tensor) => drop(used.insert(*tensor)),
                AttributeValue::Tensors(tensors) => used.extend(tensors.iter().copied()),
                _ => {}
            }
        }
    }
    used
}

/// How external data is handled.
#[derive(Default)]
pub(super) struct ExternalPlan {
    pub(super) external: ExternalDataPolicy,
    pub(super) copies: Vec<DataCopy>,
}

impl ExternalPlan {
    /// By default, external data is not moved. A model in another directory then needs other locations, which must be
    /// below that directory; other data must be copied or embedded.
    pub(super) fn new(
        external: ExternalData,
        sources: DataSources<'_>,
        target: Option<&ModelTarget>,
    ) -> Result<ExternalPlan, String> {
        let model = sources.model;
        if model.format() == Format::OpenVinoIr {
            return match external {
                ExternalData::Keep => Ok(ExternalPlan::default()),
                ExternalData::Copy | ExternalData::Inline => {
                    Err("the weights of OpenVINO IR are always in its .bin file, which \
                    is written with the model; --external applies only to ONNX"
                        .to_owned())
                }
            };
        }
        let is_inline = external == ExternalData::Inline;
        if model.format() == Format::OnnxText && !is_inline && model.data_files().is_empty() {
            return Ok(ExternalPlan::default());
        }
        if is_inline {
            return Ok(ExternalPlan { external: ExternalDataPolicy::Embed, copies: Vec::new() });
        }
        let tensors = sources.tensors()?;
        let files: BTreeSet<&String> = tensors.iter().map(|(_, location)| location).collect();
        let Some(target) = target.filter(|_| !files.is_empty()) else { return Ok(ExternalPlan::default()) };
        let Some(path) = model.source().path() else {
            return Err(
                "the external data of a model on standard input cannot be found; expected a model file".to_owned()
            );
        };
        let (from, to) = (real(folder(path)), real(target.folder()));
        if from == to {
            return Ok(ExternalPlan::default());
        }
        if external == ExternalData::Copy {
            return copied(sources, &tensors, folder(path), target);
        }
        let locations = beneath(files.iter().copied(), &from, &to, target)?;
        Ok(ExternalPlan { external: ExternalDataPolicy::Relocate(locations), copies: Vec::new() })
    }
}

/// The locations of external data relative to the directory of the new model, which must contain all of it.
fn beneath<'f>(
    files: impl IntoIterator<Item = &'f String>,
    from: &Path,
    to: &Path,
    target: &ModelTarget,
) -> Result<BTreeMap<String, String>, String> {
    let locations = files.into_iter().map(|location| {
        let data = real(&from.join(location));
        let Ok(inside) = data.strip_prefix(to) else {
            return Err(format!(
                "external data `{location}` is not below `{}`, the directory of the new model: \
                 `--external copy` copies it there, and `--external inline` stores it in the model",
                target.folder().display()
            ));
        };
        Ok((location.clone(), slashed(inside)))
    });
    locations.collect()
}

/// The files with the data of these tensors: whole, or only what is used if the new model does without some tensors.
fn copied(
    sources: DataSources<'_>,
    tensors: &[(TensorId, String)],
    from: &Path,
    target: &ModelTarget,
) -> Result<ExternalPlan, String> {
    let (model, to) = (sources.model, target.folder());
    let all = external_tensors(model, &Rewrite::default()).map_err(|error| error.to_string())?;
    let all = by_location(&all);
    let files: HashMap<PathBuf, &DataFile> = model.data_files().iter().map(|file| (real(file.path()), file)).collect();
    let (mut copies, mut offsets) = (Vec::new(), BTreeMap::new());
    let used = by_location(tensors);
    // A file may be named in several ways, such as `w.bin` and `./w.bin`.
    let place_of = |location: &str| to.join(location).components().collect::<PathBuf>();
    let mut names: HashMap<PathBuf, usize> = HashMap::new();
    used.keys().for_each(|location| *names.entry(place_of(location)).or_default() += 1);
    let mut seen = HashSet::new();
    for (location, used) in used {
        let file = opened(&files, from, location)?;
        let spans = used.iter().map(|&tensor| data_span(model, tensor)).collect::<Option<Vec<_>>>().ok_or_else(|| {
            format!(
                "`{location}` is shorter than the data of the model in it and cannot be copied; restore the file, or \
                 use --external keep"
            )
        })?;
        let place = place_of(location);
        if same(&place, &target.model) {
            return Err(format!(
                "the external data `{location}` and the new model would be one file; write the model under another name"
            ));
        }
        if !seen.insert(place.clone()) {
            continue;
        }
        let what = if names[&place] == 1 && used.len() < all.get(location).map_or(0, Vec::len) {
            let (parts, moved) = packed(file, spans.into_iter().flatten().collect())?;
            offsets.extend(moved.into_iter().map(|(old, new)| ((location.to_owned(), old), new)));
            Copied::Parts(parts)
        } else {
            Copied::File(from.join(location))
        };
        let there = source::map(&place).ok();
        match (there, &what) {
            (None, _) => {
                check_links(to, location)?;
                copies.push(DataCopy { what, to: place });
            }
            (Some(there), Copied::File(_)) if file.bytes().is_some_and(|bytes| *bytes == there) => {}
            (Some(there), Copied::Parts(parts)) if parts.to_bytes() == there => {}
            _ => {
                let name = place.display();
                return Err(format!("`{name}` already exists and differs from the data of the model; move it"));
            }
        }
    }
    let external = if offsets.is_empty() { ExternalDataPolicy::Keep } else { ExternalDataPolicy::Repack(offsets) };
    Ok(ExternalPlan { external, copies })
}

/// The tensors of each location.
fn by_location(tensors: &[(TensorId, String)]) -> BTreeMap<&str, Vec<TensorId>> {
    let mut all: BTreeMap<&str, Vec<TensorId>> = BTreeMap::new();
    tensors.iter().for_each(|(tensor, location)| all.entry(location).or_default().push(*tensor));
    all
}

/// The opened file at a location: the reader rejects files outside the directory of the model and behind links.
fn opened<'m>(files: &HashMap<PathBuf, &'m DataFile>, from: &Path, location: &str) -> Result<&'m DataFile, String> {
    let inside = Path::new(location).components().all(|c| matches!(c, Component::Normal(_) | Component::CurDir));
    let file = files.get(&real(&from.join(location))).copied().filter(|_| inside);
    file.ok_or_else(|| {
        format!("external data `{location}` was not read and cannot be copied; `shapewright lint` reports why")
    })
}

/// The bytes of a tensor in its file, none if it has no elements; `None` if the file does not have them.
fn data_span(model: &Model, tensor: TensorId) -> Option<Option<Span>> {
    let tensor = model.tensor(tensor);
    match &tensor.storage {
        Storage::Packed(_, span) => Some(Some(*span)),
        _ => (tensor.num_elements() == Some(0)).then_some(None),
    }
}

/// Every piece starts at a multiple of this, so that elements of any type are aligned where the file is mapped.
const ALIGNMENT: u64 = 64;

/// A file with only these parts of another one, and where the start of each moved to.
fn packed(file: &DataFile, mut spans: Vec<Span>) -> Result<(PatchedFile, BTreeMap<u64, u64>), String> {
    let cannot = || format!("`{}` changed while it was read; try again", file.path().display());
    let bytes = file.bytes().ok_or_else(cannot)?;
    spans.sort_unstable();
    let (mut out, mut moved, mut end) = (PatchedFile::default(), BTreeMap::new(), 0u64);
    // The last part, which the next one may overlap, and where it starts in the new file.
    let mut last: Option<(Span, u64)> = None;
    for span in spans {
        let (start, from) = match last {
            Some((known, at)) if span.start < known.end => (at + (span.start - known.start), known.end),
            _ => {
                let start = end.next_multiple_of(ALIGNMENT);
                out.push(vec![0; (start - end) as usize]);
                end = start;
                (start, span.start)
            }
        };
        moved.insert(span.start, start);
        if span.end > from {
            out.push(bytes.slice(from as usize..span.end as usize));
            end += span.end - from;
        }
        last = match last {
            Some((known, at)) if span.start < known.end => Some((Span::new(known.start, known.end.max(span.end)), at)),
            _ => Some((span, start)),
        };
    }
    Ok((out, moved))
}

/// The canonical path if the file exists, otherwise the path as given.
fn real(path: &Path) -> PathBuf {
    fs::canonicalize(path).unwrap_or_else(|_| path.to_owned())
}

/// A path in the form of locations: relative, with `/` on every system.
fn slashed(path: &Path) -> String {
    let parts = path.components().filter_map(|part| match part {
        Component::Normal(part) => Some(part.to_string_lossy().into_owned()),
        _ => None,
    });
    parts.collect::<Vec<_>>().join("/")
}
