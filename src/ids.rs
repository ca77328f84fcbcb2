//! Typed indices into the arenas of a model.

macro_rules! ids {
    ($($(#[$doc:meta])* $name:ident)*) => {$(
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
        pub struct $name(pub(crate) u32);

        impl $name {
            /// The position in the model's arena.
            pub fn index(self) -> usize {
                self.0 as usize
            }

            pub(crate) fn at(index: usize) -> $name {
                // Arenas are limited to `Limits::records`, far below 2^32.
                $name(index as u32)
            }
        }
    )*};
}

ids! {
    /// One graph of a model: the main graph, a body, a function, or an example of a spec page.
    GraphId
    /// One node; ids are unique in the model, and those of one graph follow each other in file order.
    NodeId
    /// One value; ids are unique in the model, and those of one graph follow each other.
    ValueId
    /// One constant tensor of the file.
    TensorId
    /// One interned string.
    NameId
    /// One operator as nodes name it: domain, name, overload and version.
    OpId
    /// One declaration of a value's type.
    DeclarationId
}

impl Default for NameId {
    /// The empty string.
    fn default() -> NameId {
        NameId::EMPTY
    }
}

impl NameId {
    /// The empty string.
    pub const EMPTY: NameId = NameId(0);

    /// Whether this is the empty string.
    pub fn is_empty(self) -> bool {
        self == NameId::EMPTY
    }
}
