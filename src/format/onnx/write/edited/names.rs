//! Names that are no UTF-8 in the file. The model has a replacement of each; written as it is, that would be another name
//! than in the records that are copied.

use hashbrown::HashMap;

use super::super::walk::Message;
use super::Encoder;
use super::copy::payload;
use super::graph::{Part, message_of};
use crate::format::onnx::schema::{node, tensor, value_info};
use crate::protobuf::Fields;
use crate::rewrite::WriteError;
use crate::source::Span;

const NODE_NAMES: &[u32] = &[node::INPUT, node::OUTPUT, node::NAME, node::OP_TYPE, node::DOMAIN, node::OVERLOAD];

/// By name in the model: the name in the file; `None` if several have the same replacement.
pub(super) type Replaced<'m> = HashMap<String, Option<&'m [u8]>>;

impl<'m> Encoder<'m> {
    /// The bytes of a name, which are those of the file if it was read from there.
    pub(super) fn name_bytes<'n>(&self, name: &'n str) -> Result<&'n [u8], WriteError>
    where
        'm: 'n,
    {
        if !name.contains(char::REPLACEMENT_CHARACTER) {
            return Ok(name.as_bytes());
        }
        match self.replaced.get_or_init(|| self.find_replaced()).get(name).copied() {
            None => Ok(name.as_bytes()),
            Some(Some(bytes)) => Ok(bytes),
            Some(None) => {
                let why = "it stands for several names of the file that are not UTF-8";
                Err(WriteError::Unsupported(format!("the name `{name}` cannot be written: {why}")))
            }
        }
    }

    fn find_replaced(&self) -> Replaced<'m> {
        let model = self.model;
        let (source, mut replaced) = (model.records(), Replaced::new());
        let mut add = |name: Span| {
            let bytes: &'m [u8] = name.of(source);
            let text = String::from_utf8_lossy(bytes);
            if text.contains(char::REPLACEMENT_CHARACTER) {
                let known = replaced.entry(text.into_owned()).or_insert(Some(bytes));
                *known = known.filter(|known| *known == bytes);
            }
        };
        for graph in model.graphs().filter(|&graph| self.edits.is_read(graph)) {
            let message = message_of(model.graph(graph).role);
            for field in Fields::new(source, model.graph(graph).span) {
                let Some(record) = payload(field) else { continue };
                let numbers = match Part::of(message, field.number) {
                    Part::Node => NODE_NAMES,
                    Part::Input | Part::Output if message == Message::Function => {
                        add(record);
                        continue;
                    }
                    Part::Input | Part::Output => &[value_info::NAME],
                    Part::Initializer => &[tensor::NAME],
                    _ => continue,
                };
                let names = Fields::new(source, record).filter(|field| numbers.contains(&field.number));
                names.filter_map(payload).for_each(&mut add);
            }
        }
        replaced
    }
}
