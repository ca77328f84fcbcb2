//! See the page of `duplicate-weights`.

use crate::rules::duplicate_weights::RULE;
use hashbrown::{HashMap, HashSet};
use std::hash::{BuildHasher, Hash, Hasher};

use hashbrown::DefaultHashBuilder;

use super::{Constant, LintContext, ReadBudget};
use crate::diagnostic::Diagnostic;
use crate::dialect::Dialect;
use crate::element::ElementType;
use crate::fix_edit::{Fix, FixEdit};
use crate::graph::{Model, Storage, ValueRole};
use crate::ids::ValueId;

/// Smaller constants are not worth a finding.
const MIN_BYTES: u64 = 1 << 10;
/// The size and the number of samples by which most constants are told apart without reading them whole.
const SAMPLE: usize = 64;
const SAMPLES: usize = 4;
/// At most this many further members of a group are shown.
const SHOWN: usize = 3;

/// Reports constants that are equal.
pub(crate) fn check(whole: &LintContext<'_>) {
    for group in groups(whole) {
        let [first, second, ..] = &group[..] else { continue };
        let name = |constant: &Constant| whole.model.value_name(constant.value);
        let bytes = whole.model.tensor(first.tensor);
        let bytes = bytes.element.zip(bytes.num_elements()).and_then(|(e, n)| e.packed_bytes(n)).unwrap_or(0);
        let spare = (group.len() as u64 - 1).saturating_mul(bytes);
        let others = group.len() - 2;
        let more = if others == 0 { String::new() } else { format!(", as do {others} more") };
        let message = format!("`{}` contains the same {bytes} bytes as `{}`{more}", name(second), name(first));
        let mut finding = Diagnostic::new(&RULE, second.place, message).related(first.place, "the same bytes");
        for other in group.iter().skip(2).take(SHOWN) {
            finding = finding.related(other.place, "also here");
        }
        let finding = finding.note(format!("{spare} bytes are redundant"));
        let finding = finding.data("first", name(first)).data("count", group.len()).data("bytes", spare);
        whole.report(merged(whole, &group).into_iter().fold(finding, Diagnostic::fix));
    }
}

/// Reads the first of these constants in place of the others of its graph.
fn merged(whole: &LintContext<'_>, group: &[Constant]) -> Option<Fix> {
    let (model, (first, others)) = (whole.model, group.split_first()?);
    let graph = model.value(first.value).graph;
    let is_same = |value: ValueId| model.value(value).graph == graph && !whole.uses().is_pinned(value);
    let values: Vec<ValueId> = others.iter().map(|other| other.value).filter(|&value| is_same(value)).collect();
    let edits: Vec<FixEdit> = values
        .iter()
        .flat_map(|&value| {
            let removal = match model.producer(value) {
                Some(node) => FixEdit::RemoveNode { node },
                None => FixEdit::RemoveInitializer { value },
            };
            [FixEdit::ReplaceUses { value, with: first.value }, removal]
        })
        .collect();
    let title = format!("use `{}` for all of them", model.value_name(first.value));
    (!edits.is_empty()).then(|| Fix::safe(title, edits))
}

/// Groups of equal constants at different locations in the file, each in file order.
fn groups(whole: &LintContext<'_>) -> Vec<Vec<Constant>> {
    let mut groups: Vec<Vec<Constant>> = Vec::new();
    let (mut budget, hasher) = (ReadBudget::new(whole), DefaultHashBuilder::default());
    let (model, constants) = (whole.model, whole.constants());
    let large = constants.filter(|of| is_fixed(model, of.value) && type_of_large(model, of).is_some()).cloned();
    for constants in grouped(large.collect(), |constant| type_of_large(model, constant)) {
        for candidates in
            grouped(apart(whole, constants), |constant| Some(hash_of_samples(&hasher, &whole.bytes(constant)?)))
        {
            let hash = |constant: &Constant| {
                let bytes = whole.bytes(constant)?;
                budget.takes(constant, bytes.len() as u64).then(|| hasher.hash_one(&*bytes))
            };
            groups.extend(grouped(candidates, hash).into_iter().map(|group| equal(whole, group)));
        }
    }
    groups.retain(|group| group.len() > 1);
    groups.sort_by_key(|group| group.first().map(|constant| constant.value));
    groups
}

/// The type and the sizes of a constant that is worth a finding.
fn type_of_large<'a>(model: &'a Model, constant: &Constant) -> Option<(ElementType, &'a [u64])> {
    let tensor = model.tensor(constant.tensor);
    let (element, sizes, count) = (tensor.element?, tensor.sizes.as_deref()?, tensor.num_elements()?);
    element.packed_bytes(count).is_some_and(|bytes| bytes >= MIN_BYTES).then_some((element, sizes))
}

/// Whether no caller can pass another value. One without a name cannot be read.
fn is_fixed(model: &Model, value: ValueId) -> bool {
    let is_input = matches!(model.value(value).role, ValueRole::Input { .. });
    !is_input && (model.dialect() == Dialect::OpenVino || !model.value_name(value).is_empty())
}

/// The constants that share a key with others, in the order of the first of each group: what fits into the budget must not
/// depend on the seed of a hash.
fn grouped<K: Eq + Hash>(constants: Vec<Constant>, mut key: impl FnMut(&Constant) -> Option<K>) -> Vec<Vec<Constant>> {
    let (mut groups, mut positions) = (Vec::<Vec<Constant>>::new(), HashMap::new());
    if constants.len() > 1 {
        for constant in constants {
            if let Some(key) = key(&constant) {
                let position = *positions.entry(key).or_insert(groups.len());
                if position == groups.len() {
                    groups.push(Vec::new());
                }
                groups[position].push(constant);
            }
        }
    }
    groups.retain(|group| group.len() > 1);
    groups
}

fn hash_of_samples(hasher: &DefaultHashBuilder, bytes: &[u8]) -> u64 {
    let last = bytes.len().saturating_sub(SAMPLE);
    let samples = (0..SAMPLES).map(|at| last / (SAMPLES - 1) * at);
    let mut hasher = hasher.build_hasher();
    samples.for_each(|start| bytes[start..bytes.len().min(start + SAMPLE)].hash(&mut hasher));
    hasher.finish()
}

/// The members of a group that have the bytes of its first one, as all do whose hashes do not coincide by chance.
fn equal(whole: &LintContext<'_>, mut group: Vec<Constant>) -> Vec<Constant> {
    let first = group.first().and_then(|first| whole.bytes(first));
    group.retain(|constant| whole.bytes(constant) == first);
    group
}

/// The members of a group that do not share their bytes in the file with an earlier member.
fn apart(whole: &LintContext<'_>, mut group: Vec<Constant>) -> Vec<Constant> {
    group.sort_by_key(|constant| constant.value);
    let mut seen = HashSet::new();
    group.retain(|constant| match &whole.model.tensor(constant.tensor).storage {
        Storage::Packed(file, span) => seen.insert((*file, span.start, span.end)),
        _ => true,
    });
    group
}
