//! The messages of `proto/onnx.proto` that are read or written field by field: for each field its number, its name and
//! how it is stored. The numbers are written here and nowhere else; `records.rs`, which only tests use, has its own.

use crate::graph::{AttributeType, TypedDataField};
use crate::protobuf::Wire;

/// The newest supported IR version.
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

    /// Whether a field of this number may have this wire type; unknown fields may have any.
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
    ($($module:ident $name:literal { $($constant:ident $number:literal $field:literal $stored:ident,)* })*) => {$(
        #[doc = concat!("`", $name, "`: its field numbers.")]
        #[allow(dead_code, reason = "messages are listed with fields that nothing reads or writes yet")]
        pub(crate) mod $module {
            use super::{Message, Stored};

            $(#[doc = concat!("`", $field, "`")] pub(crate) const $constant: u32 = $number;)*

            pub(crate) static MESSAGE: Message =
                Message { name: $name, fields: &[$(($constant, $field, Stored::$stored),)*] };
        }
    )*

        #[cfg(test)]
        const MESSAGES: &[&Message] = &[$(&$module::MESSAGE),*];
    };
}

messages! {
    model "ModelProto" {
        IR_VERSION 1 "ir_version" Varint,
        PRODUCER_NAME 2 "producer_name" Payload,
        PRODUCER_VERSION 3 "producer_version" Payload,
        DOMAIN 4 "domain" Payload,
        MODEL_VERSION 5 "model_version" Varint,
        DOC_STRING 6 "doc_string" Payload,
        GRAPH 7 "graph" Payload,
        OPSET_IMPORT 8 "opset_import" Payload,
        METADATA_PROPS 14 "metadata_props" Payload,
        TRAINING_INFO 20 "training_info" Payload,
        FUNCTIONS 25 "functions" Payload,
        CONFIGURATION 26 "configuration" Payload,
    }
    graph "GraphProto" {
        NODE 1 "node" Payload,
        NAME 2 "name" Payload,
        INITIALIZER 5 "initializer" Payload,
        DOC_STRING 10 "doc_string" Payload,
        INPUT 11 "input" Payload,
        OUTPUT 12 "output" Payload,
        VALUE_INFO 13 "value_info" Payload,
        QUANTIZATION_ANNOTATION 14 "quantization_annotation" Payload,
        SPARSE_INITIALIZER 15 "sparse_initializer" Payload,
        METADATA_PROPS 16 "metadata_props" Payload,
    }
    function "FunctionProto" {
        NAME 1 "name" Payload,
        INPUT 4 "input" Payload,
        OUTPUT 5 "output" Payload,
        ATTRIBUTE 6 "attribute" Payload,
        NODE 7 "node" Payload,
        DOC_STRING 8 "doc_string" Payload,
        OPSET_IMPORT 9 "opset_import" Payload,
        DOMAIN 10 "domain" Payload,
        ATTRIBUTE_PROTO 11 "attribute_proto" Payload,
        VALUE_INFO 12 "value_info" Payload,
        OVERLOAD 13 "overload" Payload,
        METADATA_PROPS 14 "metadata_props" Payload,
    }
    training_info "TrainingInfoProto" {
        INITIALIZATION 1 "initialization" Payload,
        ALGORITHM 2 "algorithm" Payload,
        INITIALIZATION_BINDING 3 "initialization_binding" Payload,
        UPDATE_BINDING 4 "update_binding" Payload,
    }
    node "NodeProto" {
        INPUT 1 "input" Payload,
        OUTPUT 2 "output" Payload,
        NAME 3 "name" Payload,
        OP_TYPE 4 "op_type" Payload,
        ATTRIBUTE 5 "attribute" Payload,
        DOC_STRING 6 "doc_string" Payload,
        DOMAIN 7 "domain" Payload,
        OVERLOAD 8 "overload" Payload,
        METADATA_PROPS 9 "metadata_props" Payload,
        DEVICE_CONFIGURATIONS 10 "device_configurations" Payload,
    }
    attribute "AttributeProto" {
        NAME 1 "name" Payload,
        F 2 "f" Float,
        I 3 "i" Varint,
        S 4 "s" Payload,
        T 5 "t" Payload,
        G 6 "g" Payload,
        FLOATS 7 "floats" Floats,
        INTS 8 "ints" Varints,
        STRINGS 9 "strings" Payload,
        TENSORS 10 "tensors" Payload,
        GRAPHS 11 "graphs" Payload,
        DOC_STRING 13 "doc_string" Payload,
        TP 14 "tp" Payload,
        TYPE_PROTOS 15 "type_protos" Payload,
        TYPE 20 "type" Varint,
        REF_ATTR_NAME 21 "ref_attr_name" Payload,
        SPARSE_TENSOR 22 "sparse_tensor" Payload,
        SPARSE_TENSORS 23 "sparse_tensors" Payload,
    }
    value_info "ValueInfoProto" {
        NAME 1 "name" Payload,
        TYPE 2 "type" Payload,
        DOC_STRING 3 "doc_string" Payload,
        METADATA_PROPS 4 "metadata_props" Payload,
    }
    tensor "TensorProto" {
        DIMS 1 "dims" Varints,
        DATA_TYPE 2 "data_type" Varint,
        SEGMENT 3 "segment" Payload,
        FLOAT_DATA 4 "float_data" Floats,
        INT32_DATA 5 "int32_data" Varints,
        STRING_DATA 6 "string_data" Payload,
        INT64_DATA 7 "int64_data" Varints,
        NAME 8 "name" Payload,
        RAW_DATA 9 "raw_data" Payload,
        DOUBLE_DATA 10 "double_data" Doubles,
        UINT64_DATA 11 "uint64_data" Varints,
        DOC_STRING 12 "doc_string" Payload,
        EXTERNAL_DATA 13 "external_data" Payload,
        DATA_LOCATION 14 "data_location" Varint,
        METADATA_PROPS 16 "metadata_props" Payload,
    }
    sparse_tensor "SparseTensorProto" {
        VALUES 1 "values" Payload,
        INDICES 2 "indices" Payload,
        DIMS 3 "dims" Varints,
    }
    entry "StringStringEntryProto" {
        KEY 1 "key" Payload,
        VALUE 2 "value" Payload,
    }
    opset_id "OperatorSetIdProto" {
        DOMAIN 1 "domain" Payload,
        VERSION 2 "version" Varint,
    }
    tensor_annotation "TensorAnnotation" {
        TENSOR_NAME 1 "tensor_name" Payload,
        QUANT_PARAMETER_TENSOR_NAMES 2 "quant_parameter_tensor_names" Payload,
    }
    device_configuration "DeviceConfigurationProto" {
        NAME 1 "name" Payload,
        NUM_DEVICES 2 "num_devices" Varint,
        DEVICE 3 "device" Payload,
    }
    node_devices "NodeDeviceConfigurationProto" {
        CONFIGURATION_ID 1 "configuration_id" Payload,
        SHARDING_SPEC 2 "sharding_spec" Payload,
        PIPELINE_STAGE 3 "pipeline_stage" Varint,
    }
    sharding "ShardingSpecProto" {
        TENSOR_NAME 1 "tensor_name" Payload,
        DEVICE 2 "device" Varints,
        INDEX_TO_DEVICE_GROUP_MAP 3 "index_to_device_group_map" Payload,
        SHARDED_DIM 4 "sharded_dim" Payload,
    }
    group "IntIntListEntryProto" {
        KEY 1 "key" Varint,
        VALUE 2 "value" Varints,
    }
    sharded_dim "ShardedDimProto" {
        AXIS 1 "axis" Varint,
        SIMPLE_SHARDING 2 "simple_sharding" Payload,
    }
    dim_split "SimpleShardedDimProto" {
        DIM_VALUE 1 "dim_value" Varint,
        DIM_PARAM 2 "dim_param" Payload,
        NUM_SHARDS 3 "num_shards" Varint,
    }
    ty "TypeProto" {
        TENSOR_TYPE 1 "tensor_type" Payload,
        SEQUENCE_TYPE 4 "sequence_type" Payload,
        MAP_TYPE 5 "map_type" Payload,
        DENOTATION 6 "denotation" Payload,
        OPAQUE_TYPE 7 "opaque_type" Payload,
        SPARSE_TENSOR_TYPE 8 "sparse_tensor_type" Payload,
        OPTIONAL_TYPE 9 "optional_type" Payload,
    }
    tensor_type "TypeProto.Tensor" {
        ELEM_TYPE 1 "elem_type" Varint,
        SHAPE 2 "shape" Payload,
    }
    sequence_type "TypeProto.Sequence" {
        ELEM_TYPE 1 "elem_type" Payload,
    }
    optional_type "TypeProto.Optional" {
        ELEM_TYPE 1 "elem_type" Payload,
    }
    map_type "TypeProto.Map" {
        KEY_TYPE 1 "key_type" Varint,
        VALUE_TYPE 2 "value_type" Payload,
    }
    opaque_type "TypeProto.Opaque" {
        DOMAIN 1 "domain" Payload,
        NAME 2 "name" Payload,
    }
    shape "TensorShapeProto" {
        DIM 1 "dim" Payload,
    }
    dim "TensorShapeProto.Dimension" {
        DIM_VALUE 1 "dim_value" Varint,
        DIM_PARAM 2 "dim_param" Payload,
        DENOTATION 3 "denotation" Payload,
    }
}

/// The attribute types with the field that holds a value of each. `AttributeProto.type` counts them from 1.
pub(crate) const ATTRIBUTE_TYPES: [(AttributeType, u32); 14] = [
    (AttributeType::Float, attribute::F),
    (AttributeType::Int, attribute::I),
    (AttributeType::String, attribute::S),
    (AttributeType::Tensor, attribute::T),
    (AttributeType::Graph, attribute::G),
    (AttributeType::Floats, attribute::FLOATS),
    (AttributeType::Ints, attribute::INTS),
    (AttributeType::Strings, attribute::STRINGS),
    (AttributeType::Tensors, attribute::TENSORS),
    (AttributeType::Graphs, attribute::GRAPHS),
    (AttributeType::SparseTensor, attribute::SPARSE_TENSOR),
    (AttributeType::SparseTensors, attribute::SPARSE_TENSORS),
    (AttributeType::Type, attribute::TP),
    (AttributeType::Types, attribute::TYPE_PROTOS),
];

/// The number of an attribute type in `AttributeProto.type`.
pub(crate) fn attribute_type_number(ty: AttributeType) -> u64 {
    ATTRIBUTE_TYPES.iter().position(|&(known, _)| known == ty).map_or(0, |index| index as u64 + 1)
}

/// The numeric data fields of a tensor.
const TYPED_DATA: [(TypedDataField, u32); 5] = [
    (TypedDataField::Float, tensor::FLOAT_DATA),
    (TypedDataField::Int32, tensor::INT32_DATA),
    (TypedDataField::Int64, tensor::INT64_DATA),
    (TypedDataField::Double, tensor::DOUBLE_DATA),
    (TypedDataField::Uint64, tensor::UINT64_DATA),
];

/// The numeric data field of a tensor that has this number.
pub(crate) fn typed_data_field(number: u32) -> Option<TypedDataField> {
    TYPED_DATA.iter().find(|&&(_, known)| known == number).map(|&(field, _)| field)
}

/// The name of a numeric data field.
pub(crate) fn typed_data_name(field: TypedDataField) -> &'static str {
    let number = TYPED_DATA.iter().find(|&&(known, _)| known == field).map(|&(_, number)| number);
    number.and_then(|number| tensor::MESSAGE.field(number)).unwrap_or("?")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_field_is_one_of_the_proto_file() {
        let proto = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("proto");
        let files = protox::compile(["onnx.proto"], [proto]).expect("onnx.proto compiles").file;
        for message in MESSAGES {
            let (outer, inner) = message.name.split_once('.').map_or((message.name, None), |(o, i)| (o, Some(i)));
            let outer = files[0].message_type.iter().find(|m| m.name() == outer).expect(outer);
            let found = inner.map_or(outer, |inner| outer.nested_type.iter().find(|m| m.name() == inner).expect(inner));
            for &(number, name, _) in message.fields {
                let field = found.field.iter().find(|f| f.name() == name);
                assert_eq!(field.map(|f| f.number()), Some(number as i32), "{}.{name}", message.name);
            }
        }
    }
}
