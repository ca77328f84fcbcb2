//! Narrows a finding to the relevant part of a `<port>`.

use crate::explain::FactProperty;
use crate::graph::{Model, PortPart};
use crate::place::Place;

/// The location of a port, narrowed to the incorrect `<dim>` or `precision`.
pub(crate) fn narrowed(model: &Model, place: Place, property: FactProperty) -> Place {
    let part = match property {
        FactProperty::Dim(axis) => PortPart::Dim(axis),
        FactProperty::Element => PortPart::Precision,
        _ => return place,
    };
    let span = place.span.and_then(|port| model.port_spans.get(port.start, part));
    span.map_or(place, |span| place.at(span))
}
