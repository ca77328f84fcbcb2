//! Region-of-interest pooling: every region of the data produces a patch of the same size.

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

pub(super) use definition::OPERATORS;
use definition::RegionKind;

/// A resolved pooling of regions.
#[derive(Debug)]
struct Regions {
    /// Height and width of every patch.
    patch: [Dim; 2],
    /// The channels of the result, if they differ from the data's.
    channels: Option<Dim>,
    /// The number of parts that the data's channels are divided into, if they are.
    parts: Option<u64>,
    /// How many numbers describe a region; `None` if that is not checked.
    width: Option<u64>,
    /// The input with the image index of each region.
    batch: Option<usize>,
    /// The input with the offsets, which has rank 4.
    offsets: Option<usize>,
}

impl Operator for Regions {
    fn infer(&self, cx: &mut InferContext<'_>) {
        let data = cx.shape(0);
        let fits = shape_checks::rank(cx, 0, 4..=4, "use batch, channels, height and width");
        let own = data.dims().filter(|_| fits).map_or_else(Dim::unknown, |dims| dims[1].clone());
        if let Some((parts, channels)) = self.parts.zip(own.size()) {
            self.check_parts(cx, parts, channels);
        }
        let count = self.count(cx);
        if let Some(offsets) = self.offsets.filter(|&offsets| cx.has_input(offsets)) {
            shape_checks::rank(cx, offsets, 4..=4, "use regions, two per class, height and width");
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
        if shape_checks::rank(cx, 1, 2..=2, "use a two-dimensional table with one row per region")
            && let Some([rows, columns]) = cx.shape(1).dims()
        {
            count = rows.clone();
            if let Some(width) = self.width.filter(|&width| !columns.contains(width)) {
                let message =
                    format!("regions {} have {} each; expected {width}", cx.input_name(1), counted(columns, "number"));
                let help = if width == 5 && self.batch.is_none() {
                    "describe a region by its image index and two corners"
                } else {
                    "remove the image index, which has its own input"
                };
                diagnostics::shapes(cx, [1, 1], message, help);
            }
        }
        let Some(batch) = self.batch else { return count };
        if shape_checks::rank(cx, batch, 1..=1, "use a list with one number per region")
            && let Some([length]) = cx.shape(batch).dims()
        {
            match cx.unify(&count, length) {
                Some(met) => return met,
                None => {
                    let message = format!(
                        "input {} has {} for {}",
                        cx.input_name(batch),
                        counted(length, "number"),
                        counted(&count, "region")
                    );
                    diagnostics::shapes(cx, [batch, 1], message, "list one number per region");
                }
            }
        }
        count
    }

    fn check_parts(&self, cx: &mut InferContext<'_>, parts: u64, channels: u64) {
        let wanted = self.channels.as_ref().and_then(Dim::size).and_then(|c| c.checked_mul(parts));
        if wanted.is_some_and(|wanted| wanted > 0 && wanted != channels) {
            let message = format!(
                "input {} has {}; expected {} according to the attributes",
                cx.input_name(0),
                counted(channels, "channel"),
                wanted.unwrap_or(0)
            );
            diagnostics::shapes(cx, [0, 0], message, "provide a channel for each part of each output channel");
        }
    }

    fn resolve(kind: RegionKind, cx: &mut InferContext<'_>) -> Resolved {
        match cx.dialect() {
            Dialect::Onnx => check_onnx(kind, cx),
            Dialect::OpenVino => {}
        }
        // The other operators' runtimes compute with any value.
        let checked = matches!(kind, RegionKind::Listed | RegionKind::Pooled);
        if let Some(scale) = cx.float("spatial_scale").filter(|scale| checked && *scale <= 0.0) {
            diagnostics::attribute(
                cx,
                "spatial_scale",
                scale,
                "greater than 0",
                "set `spatial_scale` to the ratio of the data to the image",
            );
        }
        Resolved::operator(match kind {
            RegionKind::Listed => Regions { patch: listed(cx), ..Regions::with_width(Some(5)) },
            RegionKind::Pooled => {
                Regions { patch: patch_sizes(cx, ["pooled_h", "pooled_w"], 1), ..Regions::with_width(Some(5)) }
            }
            RegionKind::Sampled => sampled(cx, Some(4)),
            RegionKind::Rotated => sampled(cx, Some(5)),
            RegionKind::Positions => positions(cx, Some(5)),
            RegionKind::Deformed => Regions { offsets: Some(2), parts: None, ..positions(cx, None) },
        })
    }

    fn with_width(width: Option<u64>) -> Regions {
        let patch = [Dim::unknown(), Dim::unknown()];
        Regions { patch, channels: None, parts: None, width, batch: None, offsets: None }
    }
}

/// Regions whose image indices are another input.
fn sampled(cx: &mut InferContext<'_>, width: Option<u64>) -> Regions {
    let names = match cx.attribute_kind("output_height") {
        Some(_) => ["output_height", "output_width"],
        None => ["pooled_h", "pooled_w"],
    };
    Regions { patch: patch_sizes(cx, names, 0), batch: Some(2), ..Regions::with_width(width) }
}

/// Regions in which every position has its own channels.
fn positions(cx: &mut InferContext<'_>, width: Option<u64>) -> Regions {
    let [channels, length] = ["output_dim", "group_size"].map(|name| size_attribute(cx, name, 1));
    let parts = match cx.text("mode").map(str::to_ascii_lowercase).as_deref() {
        Some("bilinear") => {
            let bins = ["spatial_bins_x", "spatial_bins_y"].map(|name| size_attribute(cx, name, 1).size());
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

fn patch_sizes(cx: &mut InferContext<'_>, names: [&'static str; 2], least: i64) -> [Dim; 2] {
    names.map(|name| size_attribute(cx, name, least))
}

/// A size in an attribute; reports one below `least` (OP105).
fn size_attribute(cx: &mut InferContext<'_>, name: &'static str, least: i64) -> Dim {
    let Some(written) = cx.int(name) else { return Dim::unknown() };
    match u64::try_from(written).ok().filter(|_| written >= least) {
        Some(size) => Dim::exact(size),
        None => {
            diagnostics::attribute(
                cx,
                name,
                written,
                format!("at least {least}"),
                "set the attribute to the size of each patch",
            );
            Dim::unknown()
        }
    }
}

/// The ONNX specification's constraints on the other attributes.
fn check_onnx(kind: RegionKind, cx: &mut InferContext<'_>) {
    if kind != RegionKind::Sampled {
        return;
    }
    if let Some(mode) = cx.text("mode").filter(|mode| !matches!(*mode, "avg" | "max")) {
        diagnostics::attribute(cx, "mode", format!("{mode:?}"), "avg or max", "set `mode` to avg or max");
    }
    if let Some(ratio) = cx.int("sampling_ratio").filter(|ratio| *ratio < 0) {
        diagnostics::attribute(
            cx,
            "sampling_ratio",
            ratio,
            "at least 0",
            "set `sampling_ratio` to 0 for an adaptive number of points",
        );
    }
    let known = |mode: &&str| matches!(*mode, "half_pixel" | "output_half_pixel");
    if let Some(mode) = cx.text("coordinate_transformation_mode").filter(|mode| !known(mode)) {
        let name = "coordinate_transformation_mode";
        let message = format!("attribute `{name}` is {mode:?}; expected half_pixel or output_half_pixel");
        let finding = Diagnostic::new(&rules::invalid_attribute_value::RULE, cx.attribute_place(name), message);
        let finding = finding.level(Level::Warning).note("ONNX Runtime reads any other word as output_half_pixel");
        cx.report(
            finding
                .help("set `coordinate_transformation_mode` to one of these values")
                .data("attribute", name)
                .data("value", mode),
        );
    }
}
