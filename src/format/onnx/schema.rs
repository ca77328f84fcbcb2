//! The fields of the records that are scanned by hand: their names for messages, and how each is stored.

use crate::protobuf::Wire;

/// The newest version of the IR that is known.
pub(crate) const NEWEST_IR: i64 = 14;

/// The fields of one message of `proto/onnx.proto`.
pub(crate) struct Message {
    /// The message's name.
    pub(crate) name: &'static str,
    fields: &'static [(u32, &'static str, Stored)],
}

/// How a field is stored.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Stored {
    Varint,
    Payload,
    Float,
    /// Repeated varints, packed or not.
    Varints,
    /// Repeated numbers of four bytes, packed or not.
    Floats,
    /// Repeated numbers of eight bytes, packed or not.
    Doubles,
}

impl Message {
    /// The name of a field, if the message has one of this number.
    pub(crate) fn field(&self, number: u32) -> Option<&'static str> {
        self.fields.iter().find(|f| f.0 == number).map(|f| f.1)
    }

    /// Whether a field of this number may be stored like this; fields that are not known may be anything.
    pub(crate) fn allows(&self, number: u32, value: Wire) -> bool {
        self.fields.iter().find(|f| f.0 == number).is_none_or(|(.., stored)| {
            use Stored::{Doubles, Float, Floats, Payload, Varint, Varints};
            match value {
                Wire::Varint(_) => matches!(stored, Varint | Varints),
                Wire::Payload(_) => matches!(stored, Payload | Varints | Floats | Doubles),
                Wire::Fixed32(_) => matches!(stored, Float | Floats),
                Wire::Fixed64(_) => matches!(stored, Doubles),
                Wire::Group => false,
            }
        })
    }
}

macro_rules! messages {
    ($($(#[$doc:meta])* $constant:ident $name:literal { $($number:literal $field:literal $stored:ident,)* })*) => {$(
        $(#[$doc])*
        pub(crate) static $constant: Message =
            Message { name: $name, fields: &[$(($number, $field, Stored::$stored),)*] };
    )*};
}

messages! {
    MODEL "ModelProto" {
        1 "ir_version" Varint, 2 "producer_name" Payload, 3 "producer_version" Payload, 4 "domain" Payload,
        5 "model_version" Varint, 6 "doc_string" Payload, 7 "graph" Payload, 8 "opset_import" Payload,
        14 "metadata_props" Payload, 20 "training_info" Payload, 25 "functions" Payload, 26 "configuration" Payload,
    }
    GRAPH "GraphProto" {
        1 "node" Payload, 2 "name" Payload, 5 "initializer" Payload, 10 "doc_string" Payload, 11 "input" Payload,
        12 "output" Payload, 13 "value_info" Payload, 14 "quantization_annotation" Payload,
        15 "sparse_initializer" Payload, 16 "metadata_props" Payload,
    }
    FUNCTION "FunctionProto" {
        1 "name" Payload, 4 "input" Payload, 5 "output" Payload, 6 "attribute" Payload, 7 "node" Payload,
        8 "doc_string" Payload, 9 "opset_import" Payload, 10 "domain" Payload, 11 "attribute_proto" Payload,
        12 "value_info" Payload, 13 "overload" Payload, 14 "metadata_props" Payload,
    }
    TRAINING "TrainingInfoProto" {
        1 "initialization" Payload, 2 "algorithm" Payload, 3 "initialization_binding" Payload,
        4 "update_binding" Payload,
    }
    NODE "NodeProto" {
        1 "input" Payload, 2 "output" Payload, 3 "name" Payload, 4 "op_type" Payload, 5 "attribute" Payload,
        6 "doc_string" Payload, 7 "domain" Payload, 8 "overload" Payload, 9 "metadata_props" Payload,
        10 "device_configurations" Payload,
    }
    ATTRIBUTE "AttributeProto" {
        1 "name" Payload, 2 "f" Float, 3 "i" Varint, 4 "s" Payload, 5 "t" Payload, 6 "g" Payload, 7 "floats" Floats,
        8 "ints" Varints, 9 "strings" Payload, 10 "tensors" Payload, 11 "graphs" Payload, 13 "doc_string" Payload,
        14 "tp" Payload, 15 "type_protos" Payload, 20 "type" Varint, 21 "ref_attr_name" Payload,
        22 "sparse_tensor" Payload, 23 "sparse_tensors" Payload,
    }
    VALUE_INFO "ValueInfoProto" {
        1 "name" Payload, 2 "type" Payload, 3 "doc_string" Payload, 4 "metadata_props" Payload,
    }
    TENSOR "TensorProto" {
        1 "dims" Varints, 2 "data_type" Varint, 3 "segment" Payload, 4 "float_data" Floats, 5 "int32_data" Varints,
        6 "string_data" Payload, 7 "int64_data" Varints, 8 "name" Payload, 9 "raw_data" Payload,
        10 "double_data" Doubles, 11 "uint64_data" Varints, 12 "doc_string" Payload, 13 "external_data" Payload,
        14 "data_location" Varint, 16 "metadata_props" Payload,
    }
    SPARSE "SparseTensorProto" {
        1 "values" Payload, 2 "indices" Payload, 3 "dims" Varints,
    }
}
