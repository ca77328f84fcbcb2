//! Typed indices into the arenas of a model, counted from 1 inside, so that an `Option` of one needs no more memory.

use std::fmt;
use std::num::NonZeroU32;

macro_rules! ids {
    ($($(#[$doc:meta])* $visibility:vis $name:ident)*) => {$(
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
        $visibility struct $name(NonZeroU32);

        impl $name {
            /// The position in the model's arena.
            pub const fn index(self) -> usize {
                self.position() as usize
            }

            /// The same in the width in which positions are stored.
            pub(crate) const fn position(self) -> u32 {
                self.0.get() - 1
            }

            pub(crate) const fn at(index: usize) -> $name {
                // Arenas are limited to `Limits::records`, far below 2^32.
                $name::new(index as u32)
            }

            pub(crate) const fn new(position: u32) -> $name {
                // The position after the last one that fits is that of no record.
                $name(NonZeroU32::MIN.saturating_add(position))
            }
        }

        impl fmt::Debug for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.debug_tuple(stringify!($name)).field(&self.position()).finish()
            }
        }
    )*};
}

ids! {
    /// One graph of a model: the main graph, a body, a function, or an example of a spec page.
    pub GraphId
    /// One node; ids are unique in the model, and those of one graph follow each other in file order.
    pub NodeId
    /// One value; ids are unique in the model, and those of one graph follow each other.
    pub ValueId
    /// One constant tensor of the file.
    pub TensorId
    /// One interned string.
    pub NameId
    /// One operator as nodes name it: domain, name, overload and version.
    pub OpId
    /// One declaration of a value's type.
    pub DeclarationId
    /// One output port of IR.
    pub(crate) OutputPortId
    /// One input of a node.
    pub(crate) OperandId
}

impl Default for NameId {
    /// The empty string.
    fn default() -> NameId {
        NameId::EMPTY
    }
}

impl NameId {
    /// The empty string.
    pub const EMPTY: NameId = NameId::new(0);

    /// Whether this is the empty string.
    pub fn is_empty(self) -> bool {
        self == NameId::EMPTY
    }
}
