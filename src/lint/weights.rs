//! Statistics of constants, computed in place and once for all rules.

use bytes::Bytes;

use super::LintContext;
use super::element_scan::{self, ElementStatistics, Packed};
use crate::diagnostic::Diagnostic;
use crate::element::ElementType;
use crate::graph::{AttributeValue, Storage, ValueRole};
use crate::ids::{NodeId, TensorId, ValueId};
use crate::place::Place;
use crate::rule::Level;
use crate::rules::limit_exceeded;

/// How many times the size of its files is read of a model. Only constants that share their data are read more than once.
const MOST_READS: u64 = 16;
/// The bytes from which a constant is scanned together with others: smaller ones are scanned faster than noted.
const MIN_SHARED: u64 = 64 << 10;

/// A constant of the model.
#[derive(Clone, Debug)]
pub(crate) struct Constant {
    pub(crate) tensor: TensorId,
    pub(crate) place: Place,
    /// The initializer, or the output of the node that contains it.
    pub(crate) value: ValueId,
}

/// Statistics of a constant of floats or integers.
#[derive(Clone, Debug)]
pub(crate) struct Scanned {
    pub(crate) constant: Constant,
    /// The number of elements.
    pub(crate) count: u64,
    pub(crate) bytes: u64,
    pub(crate) elements: ElementStatistics,
}

/// How much more is read of the constants of a model.
pub(crate) struct ReadBudget<'a> {
    whole: &'a LintContext<'a>,
    left: u64,
    is_reported: bool,
}

impl<'a> ReadBudget<'a> {
    pub(crate) fn new(whole: &'a LintContext<'a>) -> ReadBudget<'a> {
        let files = whole.model.data_files().iter().map(|file| file.len());
        let left = files.fold(whole.model.file_len(), u64::saturating_add).saturating_mul(MOST_READS);
        ReadBudget { whole, left, is_reported: false }
    }

    /// Whether this many bytes of a constant may be read. If not, the report says so.
    pub(crate) fn takes(&mut self, constant: &Constant, bytes: u64) -> bool {
        let left = self.left.checked_sub(bytes);
        self.left = left.unwrap_or(self.left);
        if left.is_none() {
            self.whole.beyond_limit.borrow_mut().insert(constant.value);
            if !std::mem::replace(&mut self.is_reported, true) {
                self.whole.report(too_many_reads());
            }
        }
        left.is_some()
    }
}

fn too_many_reads() -> Diagnostic {
    let message =
        format!("the constants share data: together, they have more than {MOST_READS} times the bytes of the files");
    Diagnostic::new(&limit_exceeded::RULE, Place::FILE, message)
        .level(Level::Note)
        .note("rules about weights do not read further constants")
        .data("limit", MOST_READS)
}

/// The constants of the model: in each graph initializers, then those in nodes.
pub(crate) fn all_constants(whole: &LintContext<'_>) -> Vec<Constant> {
    let model = whole.model;
    let mut found = Vec::new();
    for graph in whole.graphs() {
        for value in model.values_of(graph) {
            let (ValueRole::Initializer(tensor) | ValueRole::Input { default: Some(tensor) }) = model.value(value).role
            else {
                continue;
            };
            found.push(Constant { tensor, place: Place::value(graph, value), value });
        }
        found.extend(model.nodes_of(graph).filter_map(|node| held(whole, node)));
    }
    found
}

/// The tensor that a node without inputs contains.
fn held(whole: &LintContext<'_>, node: NodeId) -> Option<Constant> {
    let model = whole.model;
    if !model.inputs(node).is_empty() {
        return None;
    }
    let value = model.outputs(node).next()?;
    let tensor = model.attributes(node).iter().find_map(|a| match a.value {
        AttributeValue::Tensor(tensor) => Some(tensor),
        _ => None,
    })?;
    Some(Constant { tensor, place: whole.place(node), value })
}

/// Scans the constants in file order. There may be very many small ones, of which only those are kept that a rule reports.
pub(crate) fn scan(whole: &LintContext<'_>, is_reported: impl Fn(&Scanned) -> bool) -> Vec<Scanned> {
    let mut budget = ReadBudget::new(whole);
    let (mut scanned, mut positions, mut large) = (Vec::new(), Vec::new(), Vec::new());
    for constant in whole.constants() {
        let tensor = whole.model.tensor(constant.tensor);
        let (Some(element), Some(count)) = (tensor.element, tensor.num_elements()) else { continue };
        let size = element.packed_bytes(count).unwrap_or_default();
        // Only bytes that are there count, and to get them costs nothing if they are stored as they are.
        let Some(bytes) = whole.bytes(constant).filter(|_| size > 0 && budget.takes(constant, size)) else { continue };
        let packed = Packed { element, bytes };
        // A copy is scanned at once, so that only one exists at a time.
        let waits = size >= MIN_SHARED && matches!(tensor.storage, Storage::Packed(..));
        let elements = if waits { ElementStatistics::default() } else { element_scan::scan(&packed) };
        let statistics = Scanned { constant: constant.clone(), count, bytes: size, elements };
        if waits {
            positions.push(scanned.len());
            large.push(packed);
        }
        if waits || is_reported(&statistics) {
            scanned.push(statistics);
        }
    }
    for (position, elements) in positions.into_iter().zip(element_scan::scan_all(&large)) {
        scanned[position].elements = elements;
    }
    scanned
}

impl LintContext<'_> {
    /// The packed bytes of a constant, without a copy if they are packed in the file.
    pub(crate) fn bytes(&self, constant: &Constant) -> Option<Bytes> {
        if self.model.tensor(constant.tensor).element == Some(ElementType::String) {
            return None;
        }
        self.model.packed_bytes(constant.tensor).ok()
    }
}
