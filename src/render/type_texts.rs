//! Texts of types, each made once: most values of a model share a few types, and one value may be an output thousands of times.

use std::marker::PhantomData;
use std::rc::Rc;

use hashbrown::HashMap;

use crate::fact::ValueType;

/// The bytes of the texts that are kept.
const MOST_BYTES: usize = 1 << 20;
/// About how many bytes each takes besides.
const ENTRY: usize = 48;

/// Texts of types, as long as there is room.
#[derive(Default)]
pub(super) struct TypeTexts<'a> {
    /// By the address of the type, which stays where it is as long as it is borrowed.
    known: HashMap<usize, Rc<str>>,
    bytes: usize,
    types: PhantomData<&'a ValueType>,
}

impl<'a> TypeTexts<'a> {
    pub(super) fn get(&self, ty: &'a ValueType) -> Option<Rc<str>> {
        self.known.get(&address(ty)).cloned()
    }

    /// Keeps the text of a type if there is room. Returns it.
    pub(super) fn keep(&mut self, ty: &'a ValueType, text: &str) -> Rc<str> {
        let text: Rc<str> = text.into();
        if self.bytes + text.len() + ENTRY <= MOST_BYTES {
            self.bytes += text.len() + ENTRY;
            self.known.insert(address(ty), Rc::clone(&text));
        }
        text
    }
}

fn address(ty: &ValueType) -> usize {
    std::ptr::from_ref(ty).addr()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_are_kept_while_there_is_room() {
        let types: Vec<ValueType> = ["f32[2]", "f32[3]"].map(|text| text.parse().expect("a type")).into();
        let (mut texts, most) = (TypeTexts::default(), MOST_BYTES - ENTRY);
        assert_eq!(*texts.keep(&types[0], &"x".repeat(most)), *"x".repeat(most));
        assert_eq!(*texts.keep(&types[1], "y"), *"y");
        assert_eq!([0, 1].map(|at| texts.get(&types[at]).map(|text| text.len())), [Some(most), None]);
    }
}
