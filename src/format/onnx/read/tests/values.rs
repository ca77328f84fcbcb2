//! Declared types, initializers and annotations.

use crate::dim::Dim;
use crate::element::ElementType;
use crate::fact::ValueType;
use crate::format::onnx::read::tests::*;
use crate::graph::ValueRole;
use crate::shape::Shape;

#[test]
fn types_of_every_kind() {
    use type_proto::{Map, Opaque, Optional, Sequence, SparseTensor, Value};
    let of = |value| TypeProto { value: Some(value), denotation: None };
    let tensor = || Some(Box::new(tensor_type(7, None)));
    let sequence = || of(Value::SequenceType(Box::new(Sequence { elem_type: tensor() })));
    let optional = of(Value::OptionalType(Box::new(Optional { elem_type: Some(Box::new(sequence())) })));
    let map = of(Value::MapType(Box::new(Map { key_type: Some(8), value_type: tensor() })));
    let sparse = of(Value::SparseTensorType(SparseTensor { elem_type: Some(10), shape: Some(dims(&[2])) }));
    let opaque = of(Value::OpaqueType(Opaque::default()));
    for (ty, shown) in [
        (tensor_type(17, Some(dims(&[]))), "f8e4m3[]"),
        (sequence(), "seq(i64[...])"),
        (optional, "optional(seq(i64[...]))"),
        (map, "map(string,i64[...])"),
        (sparse, "sparse(f16[2])"),
        (opaque, "?"),
    ] {
        let mut typed_graph = graph(vec![node("Identity", &["x"], &["y"])]);
        typed_graph.input[0] = typed("x", ty);
        let read = read(&model(typed_graph));
        let declared = read.declared(value(&read, 0, "x")).map(ToString::to_string);
        assert_eq!(declared.as_deref(), Some(shown));
    }
}

#[test]
fn dimensions() {
    use tensor_shape_proto::{Dimension, dimension::Value};
    let values = [Some(Value::DimValue(4)), Some(Value::DimParam("N".into())), Some(Value::DimParam("".into())), None];
    let mut dim: Vec<_> = values.into_iter().map(|value| Dimension { value, denotation: None }).collect();
    let mut shaped = graph(vec![node("Identity", &["x"], &["y"])]);
    shaped.input[0] = typed("x", tensor_type(1, Some(TensorShapeProto { dim: dim.clone() })));
    let sound = read(&model(shaped.clone()));
    let expected = Shape::from_dims([Dim::exact(4), Dim::from("N"), Dim::unknown(), Dim::unknown()]);
    assert_eq!(codes(&sound), [""; 0]);
    assert_eq!(sound.declared(value(&sound, 0, "x")), Some(&ValueType::tensor(ElementType::F32, expected.clone())));
    dim[3].value = Some(Value::DimValue(-1));
    shaped.input[0] = typed("x", tensor_type(1, Some(TensorShapeProto { dim })));
    let negative = read(&model(shaped));
    assert_eq!(only(&negative), ("SH203", Level::Warning, "dimension 3 of `x` is declared as -1; expected at least 0"));
    assert_eq!(negative.declared(value(&negative, 0, "x")), Some(&ValueType::tensor(ElementType::F32, expected)));
}

#[test]
fn the_main_graph_declares_its_inputs_and_outputs() {
    let check = |input: TypeProto, output: TypeProto| {
        let mut bare = graph(vec![node("Identity", &["x"], &["y"])]);
        (bare.input[0], bare.output[0]) = (typed("x", input), typed("y", output));
        let read = read(&model(bare));
        read.findings().iter().map(|f| (f.rule.as_static().map_or("", |rule| rule.code()), f.level)).collect::<Vec<_>>()
    };
    let full = || tensor_type(1, Some(dims(&[1])));
    assert_eq!(check(tensor_type(1, None), full()), [("GR114", Level::Warning)]);
    // ONNX Runtime loads an input without a shape, but not one without a type.
    assert_eq!(check(TypeProto::default(), full()), [("GR114", Level::Error)]);
    assert_eq!(check(tensor_type(0, Some(dims(&[1]))), full()), [("GR114", Level::Error)]);
    let of = |value| TypeProto { value: Some(value), denotation: None };
    let sequence = type_proto::Sequence { elem_type: None };
    assert_eq!(check(of(type_proto::Value::SequenceType(Box::new(sequence))), full()), [("GR114", Level::Error)]);
    let keyless = type_proto::Map { key_type: None, value_type: Some(Box::new(tensor_type(1, None))) };
    assert_eq!(check(of(type_proto::Value::MapType(Box::new(keyless))), full()), [("GR114", Level::Error)]);
    assert_eq!(check(full(), TypeProto::default()), [("GR114", Level::Warning)]);
    assert_eq!(check(full(), tensor_type(0, Some(dims(&[1])))), [("GR114", Level::Error)]);
    assert_eq!(check(full(), tensor_type(1, None)), [("GR114", Level::Note)]);
    assert_eq!(check(full(), tensor_type(77, Some(dims(&[1])))), [("TN102", Level::Error)]);
}

/// What an input omits is a finding even if a `value_info` has it: ONNX Runtime takes only a whole type from there.
#[test]
fn the_main_graph_declares_its_inputs_itself() {
    let check = |input: TypeProto| {
        let mut bare = graph(vec![node("Identity", &["x"], &["y"])]);
        let full = || tensor_type(1, Some(dims(&[1])));
        (bare.input[0], bare.output[0], bare.value_info) =
            (typed("x", input), typed("y", full()), vec![typed("x", full())]);
        let read = read(&model(bare));
        let known = read.declared(value(&read, 0, "x")).map(ToString::to_string);
        assert_eq!(known.as_deref(), Some("f32[1]"));
        let (code, level, message) = only(&read);
        assert_eq!(code, "GR114");
        (level, message.to_owned())
    };
    let of = |level, gap: &str| (level, format!("input 0 of the graph, `x`, is declared without {gap}"));
    assert_eq!(check(tensor_type(0, Some(dims(&[1])))), of(Level::Error, "element type"));
    assert_eq!(check(tensor_type(0, None)), of(Level::Error, "element type"));
    assert_eq!(check(tensor_type(1, None)), of(Level::Warning, "shape"));
}

#[test]
fn an_unnamed_graph_is_a_warning() {
    let unnamed = GraphProto { name: None, ..graph(vec![node("Identity", &["x"], &["y"])]) };
    assert_eq!(only(&read(&model(unnamed))), ("GR113", Level::Warning, "the main graph has no name"));
}

#[test]
fn an_unnamed_subgraph_is_an_error() {
    let unnamed = || GraphProto { name: None, ..graph(vec![node("Relu", &["x"], &["h"])]) };
    let bare = |mut body: GraphProto| {
        body.input.clear();
        body.output[0].name = Some("h".into());
        body
    };
    let branch = |name: &str| body(name, bare(unnamed()));
    let chosen = with(with(node("If", &["x"], &["y"]), branch("then_branch")), branch("else_branch"));
    let read = read(&model(graph(vec![chosen])));
    let found: Vec<_> = read.findings().iter().map(|f| (f.rule.code(), f.level)).collect();
    assert_eq!(found, [("GR113", Level::Error); 2]);
}

#[test]
fn declarations_are_combined_and_must_agree() {
    let mut restated = graph(vec![node("Identity", &["x"], &["h"]), node("Identity", &["h"], &["y"])]);
    restated.value_info = vec![info("h", &[2, 3]), typed("y", tensor_type(1, None)), info("ghost", &[1])];
    restated.output[0] = info("y", &[2, 3]);
    let noted = read(&model(restated.clone()));
    assert_eq!((only(&noted).0, only(&noted).1), ("GR111", Level::Note));
    assert_eq!(noted.declared(value(&noted, 0, "y")).map(ToString::to_string).as_deref(), Some("f32[2,3]"));
    restated.value_info = vec![info("x", &[2, 4])];
    let conflict = read(&model(restated));
    assert_eq!(only(&conflict).2, "`x` is declared as f32[2,3] and as f32[2,4]");
    assert_eq!(conflict.declared(value(&conflict, 0, "x")).map(ToString::to_string).as_deref(), Some("f32[2,3]"));
}

#[test]
fn values_come_as_inputs_initializers_outputs() {
    let mut ordered = graph(vec![node("Add", &["x", "w"], &["y"])]);
    ordered.initializer = vec![i64s("w", &[1]), i64s("v", &[2])];
    ordered.input.push(info("z", &[1]));
    let read = read(&model(ordered));
    let names: Vec<&str> = read.values_of(GraphId::at(0)).map(|v| read.value_name(v)).collect();
    assert_eq!(names, ["x", "z", "w", "v", "y"]);
}

#[test]
fn an_initializer_that_is_an_input_can_be_overridden_since_ir_4() {
    let mut both = graph(vec![node("Add", &["x", "w"], &["y"])]);
    both.initializer = vec![i64s("w", &[1])];
    both.input.push(typed("w", tensor_type(7, Some(dims(&[1])))));
    let at = |ir| read(&ModelProto { ir_version: Some(ir), ..model(both.clone()) });
    let (old, new) = (at(3), at(4));
    assert_eq!((codes(&old), codes(&new)), (vec![], vec![]));
    assert!(matches!(old.value(value(&old, 0, "w")).role, ValueRole::Initializer(_)));
    assert!(matches!(new.value(value(&new, 0, "w")).role, ValueRole::Input { default: Some(_) }));
    for read in [&old, &new] {
        assert_eq!(read.graph(GraphId::at(0)).inputs.len(), 2);
        assert_eq!(read.values_of(GraphId::at(0)).count(), 3);
    }
    let w = both.initializer.pop();
    both.input.pop();
    both.initializer.extend(w);
    let missing = read(&ModelProto { ir_version: Some(3), ..model(both) });
    assert_eq!((only(&missing).0, only(&missing).1), ("GR108", Level::Error));
}

#[test]
fn sparse_initializers_are_read_as_dense_ones() {
    let sparse = |indices: TensorProto, dims: &[i64]| {
        let values = TensorProto { data_type: Some(7), ..i64s("w", &[5, 6]) };
        let sparse = SparseTensorProto { values: Some(values), indices: Some(indices), dims: dims.to_vec() };
        let mut with_sparse = graph(vec![node("Add", &["x", "w"], &["y"])]);
        with_sparse.sparse_initializer = vec![sparse];
        read(&model(with_sparse))
    };
    let elements = |read: &Model| match read.value(value(read, 0, "w")).role {
        ValueRole::Initializer(t) => read.elements(t, 10).and_then(|e| e.exact_ints()),
        _ => None,
    };
    let linear = sparse(i64s("", &[1, 4]), &[2, 3]);
    assert_eq!((codes(&linear), elements(&linear)), (vec![], Some(vec![0, 5, 0, 0, 6, 0])));
    let pairs = TensorProto { dims: vec![2, 2], ..i64s("", &[0, 1, 1, 1]) };
    let pairs = sparse(pairs, &[2, 3]);
    assert_eq!((codes(&pairs), elements(&pairs)), (vec![], Some(vec![0, 5, 0, 0, 6, 0])));
    for (indices, dims) in [
        (i64s("", &[4, 1]), &[2, 3][..]),
        (i64s("", &[1, 1]), &[2, 3]),
        (i64s("", &[1, 6]), &[2, 3]),
        (i64s("", &[1, -1]), &[2, 3]),
        (i64s("", &[1]), &[2, 3]),
        (i64s("", &[1, 4]), &[]),
    ] {
        let bad = sparse(indices.clone(), dims);
        assert_eq!((codes(&bad), elements(&bad)), (vec!["TN107"], None), "{indices:?} {dims:?}");
    }
    assert_eq!(codes(&sparse(i64s("", &[1, 4]), &[0, 3])), ["TN107"]);
}

#[test]
fn quantization_annotations_refer_to_existing_values() {
    let entry = |role: &str, name: &str| StringStringEntryProto { key: Some(role.into()), value: Some(name.into()) };
    let mut noted = graph(vec![node("Identity", &["x"], &["y"])]);
    noted.quantization_annotation = vec![TensorAnnotation {
        tensor_name: Some("y".into()),
        quant_parameter_tensor_names: vec![entry("SCALE_TENSOR", "x"), entry("custom", "anything")],
    }];
    let sound = read(&model(noted.clone()));
    assert_eq!((codes(&sound), sound.quantization().len()), (vec![], 1));
    noted.quantization_annotation[0].quant_parameter_tensor_names[0] = entry("SCALE_TENSOR", "scale");
    noted.quantization_annotation[0].tensor_name = Some("nothing".into());
    let dangling = read(&model(noted));
    let levels: Vec<_> = dangling.findings().iter().map(|f| (f.rule.code(), f.level)).collect();
    assert_eq!(levels, [("GR130", Level::Warning); 2]);
}

#[test]
fn device_configurations_refer_to_existing_values() {
    let split = ShardingSpecProto { tensor_name: Some("x".into()), ..ShardingSpecProto::default() };
    let part = |name: &str| NodeDeviceConfigurationProto {
        configuration_id: Some(name.into()),
        sharding_spec: vec![split.clone()],
        pipeline_stage: Some(1),
    };
    let spread = NodeProto { device_configurations: vec![part("two")], ..node("Identity", &["x"], &["y"]) };
    let mut devices = model(graph(vec![spread]));
    devices.configuration = vec![DeviceConfigurationProto {
        name: Some("two".into()),
        num_devices: Some(2),
        device: vec!["a".into(), "b".into()],
    }];
    let sound = read(&devices);
    assert_eq!((codes(&sound), sound.device_configurations().len()), (vec![], 1));
    assert_eq!(sound.node_devices(first_node(&sound, 0))[0].stage, Some(1));
    devices.configuration[0].device.pop();
    let node = &mut devices.graph.as_mut().unwrap().node[0];
    node.device_configurations[0].configuration_id = Some("three".into());
    node.device_configurations[0].sharding_spec[0].tensor_name = Some("z".into());
    assert_eq!(codes(&read(&devices)), ["FM010", "GR130", "GR130"]);
}
