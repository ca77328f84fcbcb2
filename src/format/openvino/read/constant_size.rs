//! Whether the `size` of a Const fits its element type and shape; if not, which of the three is wrong.

use std::sync::Arc;

use super::IrReader;
use crate::diagnostic::{Diagnostic, counted};
use crate::element::ElementType;
use crate::fact::ValueType;
use crate::ir_syntax;
use crate::place::Place;
use crate::rule::Level;
use crate::rules::{oversized_constant, weights_out_of_bounds};

/// The size of a constant in bytes; `None` if it exceeds 64 bits. Strings have no fixed size.
pub(crate) fn bytes_needed(element: ElementType, sizes: &[u64]) -> Option<u64> {
    if element == ElementType::String {
        return Some(0);
    }
    let count = sizes.iter().try_fold(1u64, |n, &s| n.checked_mul(s))?;
    element.packed_bytes(count).filter(|&n| i64::try_from(n).is_ok())
}

/// A constant whose `size` is not what its type and shape require.
pub(crate) struct SizeFault {
    element: ElementType,
    sizes: Arc<[u64]>,
    size: u64,
    pub(crate) needed: u64,
    place: Place,
}

impl SizeFault {
    /// The one attribute that contradicts both `size` and the type that the port records, its value, and what it should
    /// be.
    fn outlier(&self, recorded: Option<&ValueType>) -> Option<(&'static str, String, String)> {
        let recorded = recorded?.as_tensor()?;
        let element = recorded.element?;
        // A port without dimensions is that of a scalar, or records none.
        let sizes: Vec<u64> = match recorded.shape.dims() {
            Some(dims) => dims.iter().map(|d| d.size()).collect::<Option<_>>()?,
            None => self.sizes.to_vec(),
        };
        if bytes_needed(element, &sizes)? != self.size {
            return None;
        }
        let text = |sizes: &[u64]| sizes.iter().map(u64::to_string).collect::<Vec<_>>().join(",");
        match (element == self.element, sizes[..] == self.sizes[..]) {
            (false, true) => {
                let [written, expected] = [self.element, element].map(|e| ir_syntax::spelled(e).to_owned());
                Some(("element_type", written, expected))
            }
            (true, false) => Some(("shape", text(&self.sizes), text(&sizes))),
            _ => None,
        }
    }
}

impl SizeFault {
    /// Whether the output port states the element type and the shape of the attributes.
    fn is_recorded(&self, recorded: &ValueType) -> bool {
        let Some(tensor) = recorded.as_tensor() else { return false };
        let dims = tensor.shape.dims().unwrap_or_default();
        let sizes = dims.iter().map(|dim| dim.size()).collect::<Option<Vec<u64>>>();
        tensor.element == Some(self.element) && sizes.is_some_and(|sizes| sizes[..] == self.sizes[..])
    }
}

impl IrReader<'_> {
    /// Whether `size` is too small or too large for the shape. A size that exceeds 64 bits is reported.
    pub(crate) fn size_fault(
        &mut self,
        element: Option<ElementType>,
        sizes: Option<&Arc<[u64]>>,
        size: u64,
        place: Place,
    ) -> Option<SizeFault> {
        let (element, sizes) = (element.filter(|e| *e != ElementType::String)?, sizes?);
        let Some(needed) = bytes_needed(element, sizes) else {
            let finding = Diagnostic::new(
                &weights_out_of_bounds::RULE,
                place,
                format!("a constant of type {element} and shape {sizes:?} has more bytes than fit in 64 bits"),
            )
            .note("OpenVINO's own check overflows here, and the process may crash");
            self.diagnostics.report(finding);
            return None;
        };
        // OpenVINO writes an empty constant with one byte.
        let fits = size == needed || (needed == 0 && size == 1);
        (!fits).then(|| SizeFault { element, sizes: sizes.clone(), size, needed, place })
    }

    /// Reports a `size` that does not fit. If it fits the type that the port records, `element_type` or `shape` is the
    /// one that is wrong.
    pub(crate) fn report_size(&mut self, fault: &SizeFault, recorded: Option<&ValueType>) {
        let SizeFault { element, sizes, size, needed, place } = fault;
        let few = size < needed;
        let rule = if few { &weights_out_of_bounds::RULE } else { &oversized_constant::RULE };
        let note = match few {
            true => "OpenVINO rejects the file: `Attribute and shape size are inconsistent for Const op!`",
            false => "OpenVINO reads the first bytes and skips the rest",
        };
        let finding = match fault.outlier(recorded) {
            Some((name, written, expected)) => {
                let message =
                    format!("`{name}` is {written}; expected {expected}, as `size` {size} and the output port state");
                let finding = Diagnostic::new(rule, *place, message).level(Level::Error);
                finding.help(format!("set `{name}` to `{expected}`")).data("attribute", name).data("expected", expected)
            }
            None => {
                let only = if few { "" } else { "only " };
                let needed = counted(needed, "byte");
                let message =
                    format!("`size` is {size}, but {element} elements of shape {sizes:?} need {only}{needed}");
                let finding = Diagnostic::new(rule, *place, message);
                if recorded.is_some_and(|recorded| fault.is_recorded(recorded)) {
                    let bytes = fault.needed;
                    finding
                        .help(format!("set `size` to {bytes}: the output port states the same type"))
                        .data("attribute", "size")
                        .data("expected", bytes.to_string())
                } else {
                    finding.help("set `size` to what shape and element type need, or correct these")
                }
            }
        };
        let finding = finding.note(note);
        self.diagnostics.report(finding.data("size", *size).data("needed", *needed));
    }
}
