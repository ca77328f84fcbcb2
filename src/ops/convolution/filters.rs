//! The layout of convolution filters, and the channels and groups that their dimensions determine.

use crate::diagnostic::counted;
use crate::dim::Dim;
use crate::ops::InferContext;
use crate::ops::diagnostics;

/// The layout of filters.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Layout {
    /// Whether input channels come before output channels, as in transposed convolutions.
    pub(crate) inputs_first: bool,
    /// The source of the number of groups.
    pub(crate) groups: Groups,
}

/// The source of the number of groups.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Groups {
    /// An attribute, at least 1; `None` if it is invalid. The first axis has the channels of all groups.
    Attribute(Option<u64>),
    /// The first axis of the filters.
    Axis,
}

/// The dimensions of filters.
#[derive(Clone, Debug)]
pub(crate) struct Filters {
    /// Channels of the data.
    pub(crate) input: Dim,
    /// Channels of the result.
    pub(crate) output: Dim,
    /// The window along every spatial axis.
    pub(crate) kernel: Vec<Dim>,
    /// Groups, and input and output channels per group, if the first axis has the groups.
    grouped: Option<[Dim; 3]>,
}

impl Filters {
    /// Filters with unknown dimensions.
    pub(crate) fn unknown(spatial: usize) -> Filters {
        Filters { input: Dim::unknown(), output: Dim::unknown(), kernel: vec![Dim::unknown(); spatial], grouped: None }
    }

    /// Infers the number of groups from the channels of the data, if the filters do not determine it.
    pub(super) fn settle_groups(&mut self, channels: &Dim) {
        let Some([groups, input, output]) = &self.grouped else { return };
        let (None, Some(all), Some(one)) = (groups.size(), channels.size(), input.size()) else { return };
        if one > 0 && all % one == 0 {
            self.output = Dim::exact(all / one).mul(output);
            self.input = channels.clone();
        }
    }
}

impl Layout {
    /// The number of axes before the spatial ones.
    pub(super) fn leading(self) -> usize {
        if self.groups == Groups::Axis { 3 } else { 2 }
    }

    /// Reads the dimensions of filters whose shape includes the leading axes.
    pub(super) fn read(self, dims: &[Dim]) -> Filters {
        let at = |axis: usize| dims.get(axis).cloned().unwrap_or_else(Dim::unknown);
        let leading = self.leading();
        let (first, second) = (at(leading - 2), at(leading - 1));
        let kernel = dims.get(leading..).unwrap_or_default().to_vec();
        let (input, output) = if self.inputs_first { (first, second) } else { (second, first) };
        match self.groups {
            Groups::Axis => {
                let groups = at(0);
                let (all_in, all_out) = (groups.mul(&input), groups.mul(&output));
                Filters { input: all_in, output: all_out, kernel, grouped: Some([groups, input, output]) }
            }
            Groups::Attribute(groups) => {
                // The second axis has the channels of one group, the first those of all groups.
                let times = |dim: Dim| groups.map_or_else(Dim::unknown, |g| dim.mul(&Dim::exact(g)));
                let (input, output) = if self.inputs_first { (input, times(output)) } else { (times(input), output) };
                Filters { input, output, kernel, grouped: None }
            }
        }
    }

    /// The number of groups with which filters of these dimensions fit data with so many channels.
    pub(super) fn fitting_groups(self, channels: &Dim, filters: &[Dim]) -> Option<u64> {
        let (false, Groups::Attribute(_)) = (self.inputs_first, self.groups) else { return None };
        let (channels, of_group) = (channels.size()?, filters.get(1)?.size()?);
        (of_group > 0 && channels > 0 && channels % of_group == 0).then(|| channels / of_group)
    }

    /// OP105: the channels of the first axis of the filters are not divisible by the groups.
    pub(super) fn check_groups(self, cx: &mut InferContext<'_>, filters: &Filters, channels: &Dim) {
        let Groups::Attribute(Some(groups)) = self.groups else { return };
        let (what, divided) = match self.inputs_first {
            true => ("input", filters.input.size().or(channels.size())),
            false => ("output", filters.output.size()),
        };
        if let Some(channels) = divided.filter(|channels| channels % groups.max(1) != 0) {
            let valid = format!("a divisor of the {}", counted(channels, &format!("{what} channel")));
            diagnostics::attribute(cx, "group", groups, &valid, "set it to a divisor of the number of channels");
        }
    }
}
