//! Small records that are read whole before they are used: types, operator sets, annotations.
//!
//! As in the reference decoders, the last value of a field counts, a message that occurs again adds to the first, unknown
//! fields are skipped, and a record with a field that cannot be read is refused as a whole.

use crate::format::onnx::schema::{
    device_configuration, dim, dim_split, entry, group, map_type, node_devices, opaque_type, opset_id, sequence_type,
    shape, sharded_dim, sharding, tensor_annotation, tensor_type, ty,
};
use crate::protobuf::{Field, Fields, Wire, varint};
use crate::source::Span;

/// How deep records may nest, as in the reference decoders.
const DEPTH: usize = 100;

/// Why a record is refused.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Refused {
    /// A text is not UTF-8.
    Utf8,
    /// A field is stored as another kind of value.
    Kind(&'static str),
    /// The record ends inside a field, or contains something that is no field.
    NoField,
    /// Records nest too deep.
    Depth,
}

impl Refused {
    /// The reason, for a message.
    pub(crate) fn text(self) -> String {
        match self {
            Refused::Utf8 => "data is not UTF-8 encoded".to_owned(),
            Refused::Kind(kind) => format!("a field is stored as {kind}"),
            Refused::NoField => "a field is truncated or malformed".to_owned(),
            Refused::Depth => format!("records nest more than {DEPTH} deep"),
        }
    }
}

/// A value of a field, with the bytes that its spans refer to.
#[derive(Clone, Copy)]
pub(crate) struct Stored<'a> {
    bytes: &'a [u8],
    value: Wire,
    depth: usize,
}

/// A record that is read whole.
pub(crate) trait Record: Default {
    /// Reads one field. Unknown ones are ignored.
    fn read(&mut self, number: u32, stored: Stored<'_>) -> Result<(), Refused>;
}

/// Reads a record.
pub(crate) fn decode<R: Record>(bytes: &[u8], record: Span) -> Result<R, Refused> {
    let mut made = R::default();
    read_fields(&mut made, bytes, record, 0)?;
    Ok(made)
}

fn read_fields<R: Record>(record: &mut R, bytes: &[u8], span: Span, depth: usize) -> Result<(), Refused> {
    let mut fields = Fields::new(bytes, span);
    for Field { number, value, .. } in fields.by_ref() {
        record.read(number, Stored { bytes, value, depth })?;
    }
    if fields.fault().is_some() { Err(Refused::NoField) } else { Ok(()) }
}

impl Stored<'_> {
    fn payload(self) -> Result<Span, Refused> {
        match self.value {
            Wire::Payload(payload) => Ok(payload),
            other => Err(Refused::Kind(other.name())),
        }
    }

    fn text(self) -> Result<String, Refused> {
        let text = std::str::from_utf8(self.payload()?.of(self.bytes)).map_err(|_| Refused::Utf8)?;
        Ok(text.to_owned())
    }

    fn number(self) -> Result<i64, Refused> {
        match self.value {
            Wire::Varint(number) => Ok(number.cast_signed()),
            other => Err(Refused::Kind(other.name())),
        }
    }

    /// A number of 32 bits; the upper bits are ignored, as in the reference decoders.
    fn short(self) -> Result<i32, Refused> {
        self.number().map(|number| number as i32)
    }

    /// Whether these are repeated numbers, packed or not. Nothing reads them.
    fn numbers(self) -> Result<(), Refused> {
        let Wire::Payload(packed) = self.value else { return self.number().map(|_| ()) };
        let mut rest = packed.of(self.bytes);
        while !rest.is_empty() {
            let (_, length) = varint(rest).map_err(|_| Refused::NoField)?;
            rest = &rest[length..];
        }
        Ok(())
    }

    /// Adds the fields of a nested record to what is known of it.
    fn merge<R: Record>(self, record: &mut R) -> Result<(), Refused> {
        if self.depth == DEPTH {
            return Err(Refused::Depth);
        }
        read_fields(record, self.bytes, self.payload()?, self.depth + 1)
    }

    /// A nested record.
    fn record<R: Record>(self) -> Result<R, Refused> {
        let mut made = R::default();
        self.merge(&mut made)?;
        Ok(made)
    }
}

/// `StringStringEntryProto`
#[derive(Default)]
pub(crate) struct Entry {
    pub(crate) key: String,
    pub(crate) value: String,
}

impl Record for Entry {
    fn read(&mut self, number: u32, stored: Stored<'_>) -> Result<(), Refused> {
        match number {
            entry::KEY => self.key = stored.text()?,
            entry::VALUE => self.value = stored.text()?,
            _ => {}
        }
        Ok(())
    }
}

/// `OperatorSetIdProto`
#[derive(Default)]
pub(crate) struct OpsetId {
    pub(crate) domain: String,
    pub(crate) version: i64,
}

impl Record for OpsetId {
    fn read(&mut self, number: u32, stored: Stored<'_>) -> Result<(), Refused> {
        match number {
            opset_id::DOMAIN => self.domain = stored.text()?,
            opset_id::VERSION => self.version = stored.number()?,
            _ => {}
        }
        Ok(())
    }
}

/// `TensorAnnotation`
#[derive(Default)]
pub(crate) struct Annotation {
    pub(crate) tensor_name: String,
    pub(crate) parameters: Vec<Entry>,
}

impl Record for Annotation {
    fn read(&mut self, number: u32, stored: Stored<'_>) -> Result<(), Refused> {
        match number {
            tensor_annotation::TENSOR_NAME => self.tensor_name = stored.text()?,
            tensor_annotation::QUANT_PARAMETER_TENSOR_NAMES => self.parameters.push(stored.record()?),
            _ => {}
        }
        Ok(())
    }
}

/// `DeviceConfigurationProto`
#[derive(Default)]
pub(crate) struct Devices {
    pub(crate) name: String,
    pub(crate) num_devices: i32,
    pub(crate) device: Vec<String>,
}

impl Record for Devices {
    fn read(&mut self, number: u32, stored: Stored<'_>) -> Result<(), Refused> {
        match number {
            device_configuration::NAME => self.name = stored.text()?,
            device_configuration::NUM_DEVICES => self.num_devices = stored.short()?,
            device_configuration::DEVICE => self.device.push(stored.text()?),
            _ => {}
        }
        Ok(())
    }
}

/// `NodeDeviceConfigurationProto`
#[derive(Default)]
pub(crate) struct NodeDevices {
    pub(crate) configuration_id: String,
    pub(crate) sharded: Vec<Sharding>,
    pub(crate) pipeline_stage: Option<i32>,
}

impl Record for NodeDevices {
    fn read(&mut self, number: u32, stored: Stored<'_>) -> Result<(), Refused> {
        match number {
            node_devices::CONFIGURATION_ID => self.configuration_id = stored.text()?,
            node_devices::SHARDING_SPEC => self.sharded.push(stored.record()?),
            node_devices::PIPELINE_STAGE => self.pipeline_stage = Some(stored.short()?),
            _ => {}
        }
        Ok(())
    }
}

/// `ShardingSpecProto`; only the tensor is kept.
#[derive(Default)]
pub(crate) struct Sharding {
    pub(crate) tensor_name: String,
}

impl Record for Sharding {
    fn read(&mut self, number: u32, stored: Stored<'_>) -> Result<(), Refused> {
        match number {
            sharding::TENSOR_NAME => self.tensor_name = stored.text()?,
            sharding::DEVICE => stored.numbers()?,
            sharding::INDEX_TO_DEVICE_GROUP_MAP => stored.record::<Group>().map(|_| ())?,
            sharding::SHARDED_DIM => stored.record::<ShardedDim>().map(|_| ())?,
            _ => {}
        }
        Ok(())
    }
}

/// `IntIntListEntryProto`, of which nothing is kept.
#[derive(Default)]
struct Group;

impl Record for Group {
    fn read(&mut self, number: u32, stored: Stored<'_>) -> Result<(), Refused> {
        match number {
            group::KEY => stored.number().map(|_| ()),
            group::VALUE => stored.numbers(),
            _ => Ok(()),
        }
    }
}

/// `ShardedDimProto`, of which nothing is kept.
#[derive(Default)]
struct ShardedDim;

impl Record for ShardedDim {
    fn read(&mut self, number: u32, stored: Stored<'_>) -> Result<(), Refused> {
        match number {
            sharded_dim::AXIS => stored.number().map(|_| ()),
            sharded_dim::SIMPLE_SHARDING => stored.record::<DimSplit>().map(|_| ()),
            _ => Ok(()),
        }
    }
}

/// `SimpleShardedDimProto`, of which nothing is kept.
#[derive(Default)]
struct DimSplit;

impl Record for DimSplit {
    fn read(&mut self, number: u32, stored: Stored<'_>) -> Result<(), Refused> {
        match number {
            dim_split::DIM_VALUE | dim_split::NUM_SHARDS => stored.number().map(|_| ()),
            dim_split::DIM_PARAM => stored.text().map(|_| ()),
            _ => Ok(()),
        }
    }
}

/// `TypeProto`: its last value.
#[derive(Default)]
pub(crate) struct Type {
    pub(crate) value: Option<TypeValue>,
}

/// A type of a value.
pub(crate) enum TypeValue {
    Tensor(TensorType),
    Sequence(Box<Element>),
    Map(Box<MapType>),
    Opaque(Opaque),
    Sparse(TensorType),
    Optional(Box<Element>),
}

impl Record for Type {
    fn read(&mut self, number: u32, stored: Stored<'_>) -> Result<(), Refused> {
        /// The value if it is of this variant, so that a message that occurs again adds to it.
        macro_rules! merged {
            ($variant:ident) => {{
                let mut inner = match self.value.take() {
                    Some(TypeValue::$variant(inner)) => inner,
                    _ => Default::default(),
                };
                stored.merge(&mut inner)?;
                self.value = Some(TypeValue::$variant(inner));
            }};
        }
        match number {
            ty::TENSOR_TYPE => merged!(Tensor),
            ty::SEQUENCE_TYPE => merged!(Sequence),
            ty::MAP_TYPE => merged!(Map),
            ty::DENOTATION => drop(stored.text()?),
            ty::OPAQUE_TYPE => merged!(Opaque),
            ty::SPARSE_TENSOR_TYPE => merged!(Sparse),
            ty::OPTIONAL_TYPE => merged!(Optional),
            _ => {}
        }
        Ok(())
    }
}

impl<R: Record> Record for Box<R> {
    fn read(&mut self, number: u32, stored: Stored<'_>) -> Result<(), Refused> {
        (**self).read(number, stored)
    }
}

/// `TypeProto.Tensor` and `TypeProto.SparseTensor`, which have the same fields.
#[derive(Default)]
pub(crate) struct TensorType {
    pub(crate) elem_type: Option<i32>,
    pub(crate) shape: Option<DeclaredShape>,
}

impl Record for TensorType {
    fn read(&mut self, number: u32, stored: Stored<'_>) -> Result<(), Refused> {
        match number {
            tensor_type::ELEM_TYPE => self.elem_type = Some(stored.short()?),
            tensor_type::SHAPE => stored.merge(self.shape.get_or_insert_default())?,
            _ => {}
        }
        Ok(())
    }
}

/// `TypeProto.Sequence` and `TypeProto.Optional`, which have the same field.
#[derive(Default)]
pub(crate) struct Element {
    pub(crate) elem_type: Option<Box<Type>>,
}

impl Record for Element {
    fn read(&mut self, number: u32, stored: Stored<'_>) -> Result<(), Refused> {
        match number {
            sequence_type::ELEM_TYPE => stored.merge(self.elem_type.get_or_insert_default()),
            _ => Ok(()),
        }
    }
}

/// `TypeProto.Map`
#[derive(Default)]
pub(crate) struct MapType {
    pub(crate) key_type: Option<i32>,
    pub(crate) value_type: Option<Box<Type>>,
}

impl Record for MapType {
    fn read(&mut self, number: u32, stored: Stored<'_>) -> Result<(), Refused> {
        match number {
            map_type::KEY_TYPE => self.key_type = Some(stored.short()?),
            map_type::VALUE_TYPE => stored.merge(self.value_type.get_or_insert_default())?,
            _ => {}
        }
        Ok(())
    }
}

/// `TypeProto.Opaque`, of which nothing is kept.
#[derive(Default)]
pub(crate) struct Opaque;

impl Record for Opaque {
    fn read(&mut self, number: u32, stored: Stored<'_>) -> Result<(), Refused> {
        match number {
            opaque_type::DOMAIN | opaque_type::NAME => stored.text().map(|_| ()),
            _ => Ok(()),
        }
    }
}

/// `TensorShapeProto`
#[derive(Default)]
pub(crate) struct DeclaredShape {
    pub(crate) dims: Vec<Dimension>,
}

impl Record for DeclaredShape {
    fn read(&mut self, number: u32, stored: Stored<'_>) -> Result<(), Refused> {
        if number == shape::DIM {
            self.dims.push(stored.record()?);
        }
        Ok(())
    }
}

/// `TensorShapeProto.Dimension`: the last of its value and its name.
#[derive(Default)]
pub(crate) enum Dimension {
    #[default]
    Unknown,
    Value(i64),
    Named(String),
}

impl Record for Dimension {
    fn read(&mut self, number: u32, stored: Stored<'_>) -> Result<(), Refused> {
        match number {
            dim::DIM_VALUE => *self = Dimension::Value(stored.number()?),
            dim::DIM_PARAM => *self = Dimension::Named(stored.text()?),
            dim::DENOTATION => drop(stored.text()?),
            _ => {}
        }
        Ok(())
    }
}
