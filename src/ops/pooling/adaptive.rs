//! Adaptive pooling: the number of windows is given, and their sizes follow from it.

use crate::diagnostic::counted;
use crate::element::ElementType;
use crate::fact::Fact;
use crate::ops::diagnostics;
use crate::ops::{InferContext, Operator, Resolved, target_shape};
use crate::shape::Shape;

/// A resolved pooling with a given output size.
#[derive(Debug)]
pub(super) struct Adaptive {
    /// The type of the second output, if present.
    indices: Option<ElementType>,
}

impl Adaptive {
    pub(super) fn resolve(cx: &mut InferContext<'_>) -> Resolved {
        Resolved::operator(Adaptive { indices: super::index_type(cx) })
    }
}

impl Operator for Adaptive {
    fn infer(&self, cx: &mut InferContext<'_>) {
        let asked = target_shape::read(cx, 1);
        let shape = shape(cx, &asked);
        let why = target_shape::why(cx, 1, &asked);
        let fact = |element| Fact { unknown_reason: why.clone(), ..Fact::tensor(element, shape.clone()) };
        cx.set(0, fact(cx.element(0)));
        cx.set(1, fact(self.indices));
    }
}

/// Batch and channels of the data, followed by the given sizes.
fn shape(cx: &mut InferContext<'_>, asked: &Shape) -> Shape {
    let data = cx.shape(0);
    let any = asked.rank().map_or(Shape::with_min_rank(3), |spatial| Shape::of_rank(spatial + 2));
    let Some(dims) = data.dims() else {
        let sizes = |asked: &[_]| {
            Shape::from_dims(vec![crate::dim::Dim::unknown(); 2].into_iter().chain(asked.iter().cloned()))
        };
        return asked.dims().map_or(any, sizes);
    };
    if !(3..=5).contains(&dims.len()) {
        diagnostics::rank(cx, 0, "3..=5", "use batch, channels, and one to three spatial axes");
        return Shape::with_min_rank(3);
    }
    let unknown = Shape::of_rank(dims.len() - 2);
    let sizes = match asked.dims() {
        Some(sizes) if sizes.len() + 2 == dims.len() => sizes,
        Some(sizes) => {
            let message = format!(
                "input {} has {}, but the data has rank {}",
                cx.input_name(1),
                counted(sizes.len(), "size"),
                dims.len()
            );
            diagnostics::shapes(cx, [1, 0], message, "list one size for each axis after batch and channels");
            unknown.dims().unwrap_or_default()
        }
        None => unknown.dims().unwrap_or_default(),
    };
    Shape::from_dims(dims[..2].iter().chain(sizes).cloned())
}
