//! Random facts. The facts of a node are generated from one concrete run: first sizes and values, then facts about them, so
//! that every fact is true of that run.
use proptest::prelude::*;
use proptest::strategy::BoxedStrategy;
use shapewright::{Dim, ElementType, Expr, Shape, SymInt, Symbol, ValueType};

/// Symbols that facts use; in a [`World`] each has a size.
pub const SYMBOLS: [&str; 2] = ["N", "M"];

/// The sizes of the symbols in one run.
pub type World = [u64; SYMBOLS.len()];

/// Any dimension, small enough that laws meet their corner cases.
pub fn dim() -> BoxedStrategy<Dim> {
    let high = prop_oneof![3 => 0u64..6, 1 => Just(u64::MAX)];
    let symbol = proptest::option::of(0..SYMBOLS.len());
    let dim = |(low, high, symbol): (u64, u64, Option<usize>)| match symbol {
        Some(symbol) => Dim::interval(low, high).named(Symbol::new(SYMBOLS[symbol])),
        None => Dim::interval(low, high),
    };
    (0u64..6, high, symbol).prop_map(dim).boxed()
}

/// Any shape of up to three dimensions, or of unknown rank.
pub fn shape() -> BoxedStrategy<Shape> {
    let ranked = proptest::collection::vec(dim(), 0..4).prop_map(Shape::from_dims);
    prop_oneof![3 => ranked, 1 => (0usize..4).prop_map(Shape::with_min_rank)].boxed()
}

/// One of a few element types, or none.
pub fn element() -> BoxedStrategy<Option<ElementType>> {
    let types = vec![ElementType::F32, ElementType::I64, ElementType::Bool];
    proptest::option::of(proptest::sample::select(types)).boxed()
}

/// Any type, nested up to three times.
pub fn value_type() -> BoxedStrategy<ValueType> {
    let leaf = prop_oneof![
        1 => Just(ValueType::Unknown),
        4 => (element(), shape()).prop_map(|(e, s)| ValueType::tensor(e, s)),
        1 => (element(), shape()).prop_map(|(e, s)| ValueType::Sparse(shapewright::TensorType::new(e, s))),
    ];
    let nested = |inner: BoxedStrategy<ValueType>| {
        prop_oneof![
            inner.clone().prop_map(|t| ValueType::Sequence(t.into())),
            inner.clone().prop_map(|t| ValueType::Optional(t.into())),
            (element(), inner).prop_map(|(k, t)| ValueType::Map(k, t.into())),
        ]
    };
    leaf.prop_recursive(3, 6, 1, nested).boxed()
}

/// A type without symbols: many laws apply only to sizes, because `meet` keeps one of two symbols.
pub fn plain(ty: &ValueType) -> ValueType {
    let tensor = |t: &shapewright::TensorType| shapewright::TensorType::new(t.element, plain_shape(&t.shape));
    match ty {
        ValueType::Unknown => ValueType::Unknown,
        ValueType::Tensor(t) => ValueType::Tensor(tensor(t)),
        ValueType::Sparse(t) => ValueType::Sparse(tensor(t)),
        ValueType::Sequence(t) => ValueType::Sequence(plain(t).into()),
        ValueType::Optional(t) => ValueType::Optional(plain(t).into()),
        ValueType::Map(k, t) => ValueType::Map(*k, plain(t).into()),
    }
}

/// A shape without symbols.
pub fn plain_shape(shape: &Shape) -> Shape {
    match shape.dims() {
        Some(dims) => Shape::from_dims(dims.iter().map(plain_dim)),
        None => shape.clone(),
    }
}

/// A dimension without its symbol.
pub fn plain_dim(dim: &Dim) -> Dim {
    Dim::interval(dim.lower(), dim.upper().unwrap_or(u64::MAX))
}

/// A size of a run, and how much of it the fact contains.
#[derive(Clone, Debug)]
pub enum Size {
    /// This number, known exactly.
    Exact(u64),
    /// This number, within bounds: so much below and above it (`None`: unbounded).
    Between(u64, u64, Option<u64>),
    /// The size of a symbol, perhaps with bounds of its own.
    Named(usize, Option<(u64, u64)>),
}

/// A size below five, known in any way.
pub fn size() -> BoxedStrategy<Size> {
    let near = prop_oneof![3 => (0u64..4).prop_map(Some), 1 => Just(None)];
    prop_oneof![
        3 => (0u64..5).prop_map(Size::Exact),
        2 => (0u64..5, 0u64..5, near).prop_map(|(size, below, above)| Size::Between(size, below, above)),
        2 => (0..SYMBOLS.len(), proptest::option::of((0u64..3, 0u64..3))).prop_map(|(s, b)| Size::Named(s, b)),
    ]
    .boxed()
}

impl Size {
    /// The size in the run.
    pub fn value(&self, world: &World) -> u64 {
        match self {
            Size::Exact(size) | Size::Between(size, ..) => *size,
            Size::Named(symbol, _) => world[*symbol],
        }
    }

    /// The fact about it.
    pub fn dim(&self, world: &World) -> Dim {
        let size = self.value(world);
        match self {
            Size::Exact(_) => Dim::exact(size),
            Size::Between(_, below, above) => {
                Dim::interval(size.saturating_sub(*below), above.map_or(u64::MAX, |a| size + a))
            }
            Size::Named(symbol, None) => Dim::from(SYMBOLS[*symbol]),
            Size::Named(symbol, Some((below, above))) => {
                let bounds = Dim::interval(size.saturating_sub(*below), size + above);
                bounds.named(Symbol::new(SYMBOLS[*symbol]))
            }
        }
    }
}

/// Whether a dimension is true of a run in which it is `size`.
pub fn holds(dim: &Dim, size: u64, world: &World) -> bool {
    dim.contains(size) && dim.expr().and_then(|e| value(e, world)).is_none_or(|known| known == i128::from(size))
}

/// What an expression is in a run, if it has a value there.
fn value(expr: &Expr, world: &World) -> Option<i128> {
    let size = |symbol: &Symbol| Some(world[SYMBOLS.iter().position(|s| *s == symbol.name())?]);
    expr.evaluate(size).map(i128::from)
}

/// Whether a shape is true of a run in which its sizes are `sizes`.
pub fn shape_holds(shape: &Shape, sizes: &[u64], world: &World) -> bool {
    let dims = shape.dims().unwrap_or_default();
    shape.contains(sizes) && dims.iter().zip(sizes).all(|(dim, &size)| holds(dim, size, world))
}

/// Whether an integer is true of a run in which it is `value`.
pub fn int_holds(int: &SymInt, value: i128, world: &World) -> bool {
    int.contains(value) && int.expr().and_then(|e| self::value(e, world)).is_none_or(|known| known == value)
}
