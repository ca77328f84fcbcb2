//! Processes one node: looks up its operator, checks its signature, resolves it and infers it.

mod attribute_or_default;
pub(crate) mod check_attributes;
pub(crate) mod check_signature;
pub(crate) mod function_call;
pub(crate) mod repair;
pub(crate) mod resolver;
pub(crate) mod run;
mod unknown_op;
pub(crate) mod version_fit;

use std::sync::Arc;

use crate::graph::AttributeValue;
use crate::ids::NameId;

/// Values of a function's attribute parameters.
pub(crate) type Bindings = Arc<Vec<(NameId, AttributeValue)>>;
