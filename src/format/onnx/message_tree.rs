//! Which message a field of a message contains.

use super::schema::{
    Message, attribute, device_configuration, dim, entry, function, graph, map_type, model, node, node_devices,
    opaque_type, opset_id, optional_type, sequence_type, shape, sparse_tensor, tensor, tensor_annotation, tensor_type,
    training_info, ty, value_info,
};

/// The message in a field, if the field contains one whose fields are listed in `schema`.
pub(crate) fn nested(message: &Message, number: u32) -> Option<&'static Message> {
    Some(match (message.name, number) {
        ("ModelProto", model::GRAPH) => &graph::MESSAGE,
        ("ModelProto", model::TRAINING_INFO) => &training_info::MESSAGE,
        ("ModelProto", model::FUNCTIONS) => &function::MESSAGE,
        ("ModelProto", model::CONFIGURATION) => &device_configuration::MESSAGE,
        ("ModelProto", model::OPSET_IMPORT) | ("FunctionProto", function::OPSET_IMPORT) => &opset_id::MESSAGE,
        ("ModelProto", model::METADATA_PROPS)
        | ("GraphProto", graph::METADATA_PROPS)
        | ("FunctionProto", function::METADATA_PROPS)
        | ("NodeProto", node::METADATA_PROPS)
        | ("ValueInfoProto", value_info::METADATA_PROPS)
        | ("TensorProto", tensor::METADATA_PROPS | tensor::EXTERNAL_DATA) => &entry::MESSAGE,
        ("GraphProto", graph::NODE) | ("FunctionProto", function::NODE) => &node::MESSAGE,
        ("GraphProto", graph::INITIALIZER)
        | ("AttributeProto", attribute::T | attribute::TENSORS)
        | ("SparseTensorProto", sparse_tensor::VALUES | sparse_tensor::INDICES) => &tensor::MESSAGE,
        ("GraphProto", graph::INPUT | graph::OUTPUT | graph::VALUE_INFO) | ("FunctionProto", function::VALUE_INFO) => {
            &value_info::MESSAGE
        }
        ("GraphProto", graph::QUANTIZATION_ANNOTATION) => &tensor_annotation::MESSAGE,
        ("GraphProto", graph::SPARSE_INITIALIZER)
        | ("AttributeProto", attribute::SPARSE_TENSOR | attribute::SPARSE_TENSORS) => &sparse_tensor::MESSAGE,
        ("NodeProto", node::ATTRIBUTE) | ("FunctionProto", function::ATTRIBUTE_PROTO) => &attribute::MESSAGE,
        ("NodeProto", node::DEVICE_CONFIGURATIONS) => &node_devices::MESSAGE,
        ("AttributeProto", attribute::G | attribute::GRAPHS)
        | ("TrainingInfoProto", training_info::INITIALIZATION | training_info::ALGORITHM) => &graph::MESSAGE,
        ("AttributeProto", attribute::TP | attribute::TYPE_PROTOS)
        | ("ValueInfoProto", value_info::TYPE)
        | ("TypeProto.Sequence", sequence_type::ELEM_TYPE)
        | ("TypeProto.Optional", optional_type::ELEM_TYPE)
        | ("TypeProto.Map", map_type::VALUE_TYPE) => &ty::MESSAGE,
        ("TypeProto", ty::TENSOR_TYPE | ty::SPARSE_TENSOR_TYPE) => &tensor_type::MESSAGE,
        ("TypeProto", ty::SEQUENCE_TYPE) => &sequence_type::MESSAGE,
        ("TypeProto", ty::MAP_TYPE) => &map_type::MESSAGE,
        ("TypeProto", ty::OPTIONAL_TYPE) => &optional_type::MESSAGE,
        ("TypeProto", ty::OPAQUE_TYPE) => &opaque_type::MESSAGE,
        ("TypeProto.Tensor", tensor_type::SHAPE) => &shape::MESSAGE,
        ("TensorShapeProto", shape::DIM) => &dim::MESSAGE,
        _ => return None,
    })
}
