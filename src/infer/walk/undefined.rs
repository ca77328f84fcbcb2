//! Reasons for values that no node produces.

use hashbrown::HashMap;

use crate::fact::UnknownReason;
use crate::graph::Model;
use crate::ids::NameId;

/// Reasons for values without a producer, each made once. Of very many, the last ones share one without the name, which would
/// take more memory than the node that reads the value.
#[derive(Default)]
pub(super) struct UndefinedReasons {
    named: HashMap<NameId, UnknownReason>,
    shared: Option<UnknownReason>,
}

impl UndefinedReasons {
    const MOST: usize = 10_000;

    pub(super) fn reason(&mut self, model: &Model, name: NameId) -> UnknownReason {
        if let Some(known) = self.named.get(&name) {
            return known.clone();
        }
        if self.named.len() < Self::MOST {
            let reason = UnknownReason::value(format!("no node produces `{}`", model.name(name)));
            return self.named.entry(name).or_insert(reason).clone();
        }
        self.shared.get_or_insert_with(|| UnknownReason::value("no node produces an input".to_owned())).clone()
    }
}
