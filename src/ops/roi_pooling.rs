//! Pooling of regions of interest: every region of the data becomes one patch of the same size.

use super::window::numbers;
use super::{InferContext, Operator, Resolved};
use super::{diagnostics, shape_checks};

use crate::diagnostic::{Diagnostic, counted};
use crate::dialect::Dialect;
use crate::dim::Dim;
use crate::fact::Fact;
use crate::rule::Level;
use crate::rules;
use crate::shape::Shape;

mod definition;

use definition::Kind;
pub(super) use definition::OPERATORS;

/// A resolved pooling of regions.
#[derive(Debug)]
struct Regions {
    /// Height and width of every patch.
    patch: [Dim; 2],
    /// The channels of the result, where they are not the data's.
    channels: Option<Dim>,
    /// How many parts the data's channels are divided into, where they are.
    parts: Option<u64>,
    /// How many numbers describe a region; `None` where nobody checks.
    width: Option<u64>,
    /// The input that says which image of the batch each region lies in.
    batch: Option<usize>,
    /// The input that moves the patches, which has rank 4.
    offsets: Option<usize>,
}

impl Operator for Regions {
    fn infer(&self, cx: &mut InferContext<'_>) {
        let data = cx.shape(0);
        let fits = shape_checks::rank(cx, 0, 4..=4, "the data is batch, channels, height and width");
        let own = data.dims().filter(|_| fits).map_or_else(Dim::unknown, |dims| dims[1].clone());
        if let Some((parts, channels)) = self.parts.zip(own.size()) {
            self.check_parts(cx, parts, channels);
        }
        let count = self.count(cx);
        if let Some(offsets) = self.offsets.filter(|&offsets| cx.has_input(offsets)) {
            shape_checks::rank(cx, offsets, 4..=4, "the offsets are regions, two per class, height and width");
        }
        let channels = self.channels.clone().unwrap_or(own);
        let [height, width] = self.patch.clone();
        cx.set(0, Fact::tensor(cx.element(0), Shape::from_dims([count, channels, height, width])));
    }
}

impl Regions {
    /// The number of regions.
    fn count(&self, cx: &mut InferContext<'_>) -> Dim {
        let mut count = Dim::unknown();
        if shape_checks::rank(cx, 1, 2..=2, "the regions are a table: one row for each")
            && let Some([rows, columns]) = cx.shape(1).dims()
        {
            count = rows.clone();
            if let Some(width) = self.width.filter(|&width| !columns.contains(width)) {
                let message =
                    format!("regions {} have {} each (valid: {width})", cx.input_name(1), counted(columns, "number"));
                let help = if width == 5 && self.batch.is_none() {
                    "a region is the number of its image and two corners"
                } else {
                    "leave the number of the image out: it has an input of its own"
                };
                diagnostics::shapes(cx, [1, 1], message, help);
            }
        }
        let Some(batch) = self.batch else { return count };
        if shape_checks::rank(cx, batch, 1..=1, "one number for each region")
            && let Some([length]) = cx.shape(batch).dims()
        {
            match cx.unify(&count, length) {
                Some(met) => return met,
                None => {
                    let message = format!(
                        "input {} holds {} for {}",
                        cx.input_name(batch),
                        counted(length, "number"),
                        counted(&count, "region")
                    );
                    diagnostics::shapes(cx, [batch, 1], message, "give one number for each region");
                }
            }
        }
        count
    }

    fn check_parts(&self, cx: &mut InferContext<'_>, parts: u64, channels: u64) {
        let wanted = self.channels.as_ref().and_then(Dim::size).and_then(|c| c.checked_mul(parts));
        if wanted.is_some_and(|wanted| wanted > 0 && wanted != channels) {
            let message = format!(
                "input {} has {}, but the attributes ask for {}",
                cx.input_name(0),
                counted(channels, "channel"),
                wanted.unwrap_or(0)
            );
            diagnostics::shapes(cx, [0, 0], message, "the data has a channel for each part of each output channel");
        }
    }

    fn resolve(kind: Kind, cx: &mut InferContext<'_>) -> Resolved {
        match cx.dialect() {
            Dialect::Onnx => check_onnx(kind, cx),
            Dialect::OpenVino => {}
        }
        // The others' readers compute with what there is.
        let checked = matches!(kind, Kind::Listed | Kind::Pooled);
        if let Some(scale) = cx.float("spatial_scale").filter(|scale| checked && *scale <= 0.0) {
            diagnostics::attribute(
                cx,
                "spatial_scale",
                scale,
                "greater than 0",
                "write the ratio of the data to the image",
            );
        }
        Resolved::operator(match kind {
            Kind::Listed => Regions { patch: listed(cx), ..Regions::with_width(Some(5)) },
            Kind::Pooled => Regions { patch: sides(cx, ["pooled_h", "pooled_w"], 1), ..Regions::with_width(Some(5)) },
            Kind::Sampled => sampled(cx, Some(4)),
            Kind::Rotated => sampled(cx, Some(5)),
            Kind::Positions => positions(cx, Some(5)),
            Kind::Deformed => Regions { offsets: Some(2), parts: None, ..positions(cx, None) },
        })
    }

    fn with_width(width: Option<u64>) -> Regions {
        let patch = [Dim::unknown(), Dim::unknown()];
        Regions { patch, channels: None, parts: None, width, batch: None, offsets: None }
    }
}

/// Regions whose images another input numbers.
fn sampled(cx: &mut InferContext<'_>, width: Option<u64>) -> Regions {
    let names = match cx.attribute_kind("output_height") {
        Some(_) => ["output_height", "output_width"],
        None => ["pooled_h", "pooled_w"],
    };
    Regions { patch: sides(cx, names, 0), batch: Some(2), ..Regions::with_width(width) }
}

/// Regions whose every position has channels of its own.
fn positions(cx: &mut InferContext<'_>, width: Option<u64>) -> Regions {
    let [channels, length] = ["output_dim", "group_size"].map(|name| side(cx, name, 1));
    let parts = match cx.text("mode").map(str::to_ascii_lowercase).as_deref() {
        Some("bilinear") => {
            let bins = ["spatial_bins_x", "spatial_bins_y"].map(|name| side(cx, name, 1).size());
            bins[0].zip(bins[1]).and_then(|(x, y)| x.checked_mul(y))
        }
        Some("average") => length.size().and_then(|s| s.checked_mul(s)),
        _ => None,
    };
    Regions { patch: [length.clone(), length], channels: Some(channels), parts, ..Regions::with_width(width) }
}

/// The two numbers of `pooled_shape`.
fn listed(cx: &mut InferContext<'_>) -> [Dim; 2] {
    match numbers(cx, "pooled_shape", Some(2), 1).as_deref() {
        Some(&[height, width]) => [Dim::exact(height), Dim::exact(width)],
        _ => [Dim::unknown(), Dim::unknown()],
    }
}

fn sides(cx: &mut InferContext<'_>, names: [&'static str; 2], least: i64) -> [Dim; 2] {
    names.map(|name| side(cx, name, least))
}

/// A size that an attribute gives; one below the least is OP105.
fn side(cx: &mut InferContext<'_>, name: &'static str, least: i64) -> Dim {
    let Some(written) = cx.int(name) else { return Dim::unknown() };
    match u64::try_from(written).ok().filter(|_| written >= least) {
        Some(size) => Dim::exact(size),
        None => {
            diagnostics::attribute(cx, name, written, format!("{least} or more"), "write the size of every patch");
            Dim::unknown()
        }
    }
}

/// What ONNX's pages demand of the other attributes.
fn check_onnx(kind: Kind, cx: &mut InferContext<'_>) {
    if kind != Kind::Sampled {
        return;
    }
    if let Some(mode) = cx.text("mode").filter(|mode| !matches!(*mode, "avg" | "max")) {
        diagnostics::attribute(cx, "mode", format!("{mode:?}"), "avg, max", "write avg or max");
    }
    if let Some(ratio) = cx.int("sampling_ratio").filter(|ratio| *ratio < 0) {
        diagnostics::attribute(cx, "sampling_ratio", ratio, "0 or more", "0 takes as many points as the region needs");
    }
    let known = |mode: &&str| matches!(*mode, "half_pixel" | "output_half_pixel");
    if let Some(mode) = cx.text("coordinate_transformation_mode").filter(|mode| !known(mode)) {
        let name = "coordinate_transformation_mode";
        let message = format!("attribute `{name}` is {mode:?} (valid: half_pixel, output_half_pixel)");
        let finding = Diagnostic::new(&rules::invalid_attribute_value::RULE, cx.attribute_place(name), message);
        let finding = finding.level(Level::Warning).note("ONNX Runtime reads every other word as output_half_pixel");
        cx.report(finding.help("write one of the two").data("attribute", name).data("value", mode));
    }
}
