//! Tensor data: fields, lengths, values.

use crate::elements::Elements;
use crate::format::onnx::read::tests::*;
use crate::graph::{Storage, ValueRole};
use crate::ids::TensorId;
use crate::place::Part;

fn tensor(element: i32, dims: &[i64]) -> TensorProto {
    TensorProto { name: Some("w".into()), data_type: Some(element), dims: dims.to_vec(), ..TensorProto::default() }
}

/// Reads a model with this initializer.
pub(crate) fn with_tensor(tensor: TensorProto) -> Model {
    let mut constant = graph(vec![node("Add", &["x", "w"], &["y"])]);
    constant.initializer = vec![tensor];
    read(&model(constant))
}

pub(crate) fn tensor_id(read: &Model) -> TensorId {
    match read.value(value(read, 0, "w")).role {
        ValueRole::Initializer(tensor) => tensor,
        role => panic!("{role:?}"),
    }
}

fn elements(read: &Model) -> Option<Elements> {
    read.elements(tensor_id(read), 1000)
}

fn raw(element: i32, dims: &[i64], bytes: &[u8]) -> Model {
    with_tensor(TensorProto { raw_data: Some(bytes.to_vec().into()), ..tensor(element, dims) })
}

fn int32(element: i32, dims: &[i64], numbers: &[i32]) -> Model {
    with_tensor(TensorProto { int32_data: numbers.to_vec(), ..tensor(element, dims) })
}

#[test]
fn raw_data_has_the_exact_length() {
    let exact = raw(7, &[2], &[1, 0, 0, 0, 0, 0, 0, 0, 255, 255, 255, 255, 255, 255, 255, 255]);
    assert_eq!((codes(&exact), elements(&exact)), (vec![], Some(Elements::of_ints([1, -1]))));
    let (long, short) = (raw(1, &[1], &[0; 5]), raw(1, &[2], &[0; 5]));
    assert_eq!(
        only(&long),
        ("TN104", Level::Error, "tensor `w` has 5 bytes of raw data; expected 4 bytes for 1 element of type f32")
    );
    assert_eq!((only(&short).0, elements(&short)), ("TN104", None));
    assert_eq!(codes(&raw(22, &[3], &[0x21, 0x03])), [""; 0]);
    assert_eq!(codes(&raw(25, &[5], &[0, 0])), [""; 0]);
    assert_eq!(codes(&raw(1, &[0], &[])), [""; 0]);
    assert_eq!(codes(&raw(1, &[0], &[0])), ["TN104"]);
}

#[test]
fn six_bit_data_is_padded_with_zeros() {
    assert_eq!(codes(&raw(27, &[4], &[255; 3])), [""; 0]);
    assert_eq!(codes(&raw(27, &[1], &[0x3F])), [""; 0]);
    assert_eq!(codes(&raw(27, &[1], &[0x40])), ["TN105"]);
    assert_eq!(codes(&raw(28, &[2], &[0, 0x0F])), [""; 0]);
    assert_eq!(codes(&raw(28, &[2], &[0, 0x10])), ["TN105"]);
}

#[test]
fn data_is_in_the_field_of_its_type() {
    assert_eq!(elements(&int32(10, &[2], &[0x3C00, 0xC000])), Some(Elements::Floats([1.0, -2.0].into())));
    assert_eq!(elements(&int32(16, &[1], &[0x3F80])), Some(Elements::Floats([1.0].into())));
    assert_eq!(elements(&int32(3, &[2], &[-1, 127])), Some(Elements::of_ints([-1, 127])));
    assert_eq!(elements(&int32(9, &[2], &[0, 1])), Some(Elements::of_ints([0, 1])));
    assert_eq!(elements(&int32(21, &[3], &[0x21, 0x03])), Some(Elements::of_ints([1, 2, 3])));
    let double = with_tensor(TensorProto { double_data: vec![0.5], ..tensor(11, &[]) });
    assert_eq!(elements(&double), Some(Elements::Floats([0.5].into())));
    let unsigned = with_tensor(TensorProto { uint64_data: vec![7], ..tensor(12, &[1]) });
    assert_eq!(elements(&unsigned), Some(Elements::of_ints([7])));
    let complex = with_tensor(TensorProto { float_data: vec![1.0, 2.0], ..tensor(14, &[1]) });
    assert_eq!((codes(&complex), elements(&complex)), (vec![], None));
    let misplaced = int32(7, &[1], &[1]);
    assert_eq!(only(&misplaced), ("TN103", Level::Error, "tensor `w` has type i64, but its data is in `int32_data`"));
    assert_eq!(codes(&raw(8, &[1], b"abc")), ["TN103"]);
    assert_eq!(codes(&with_tensor(TensorProto { string_data: vec!["a".into()], ..tensor(1, &[1]) })), ["TN103"]);
    let both = TensorProto { int32_data: vec![1], float_data: vec![1.0], ..tensor(1, &[1]) };
    assert_eq!(codes(&with_tensor(both)), ["TN103"]);
}

#[test]
fn typed_data_has_as_many_numbers_as_elements() {
    for (element, count, entries) in [(6, 3, 3), (22, 3, 2), (26, 5, 2), (17, 2, 2), (27, 5, 5)] {
        assert_eq!(codes(&int32(element, &[count], &vec![0; entries])), [""; 0], "{element}");
        assert_eq!(codes(&int32(element, &[count], &vec![0; entries + 1])), ["TN104"], "{element}");
        assert_eq!(codes(&int32(element, &[count], &vec![0; entries - 1])), ["TN104"], "{element}");
    }
    let none = with_tensor(tensor(1, &[2]));
    assert_eq!(only(&none).2, "tensor `w` has no data; expected 8 bytes for 2 elements of type f32");
    assert_eq!(codes(&with_tensor(tensor(1, &[2, 0]))), [""; 0]);
}

#[test]
fn a_model_without_any_data_is_one_finding() {
    let named =
        |name: &str, data: Vec<f32>| TensorProto { name: Some(name.into()), float_data: data, ..tensor(1, &[2]) };
    let read_with = |last: Vec<f32>| {
        let mut given = graph(vec![node("Add", &["v", "w"], &["y"])]);
        given.initializer = vec![named("v", vec![]), named("w", vec![]), named("u", last)];
        read(&model(given))
    };
    let read = read_with(vec![]);
    let [finding] = read.findings() else { panic!("{:#?}", read.findings()) };
    let message =
        "tensor `v` has no data; expected 8 bytes for 2 elements of type f32, and 2 other tensors have none either";
    assert_eq!((finding.rule.code(), &*finding.message, finding.related.len()), ("TN104", message, 2));
    // If others have data, each was lost on its own.
    assert_eq!(codes(&read_with(vec![1.0, 2.0])), ["TN104", "TN104"]);
}

#[test]
fn values_fit_their_type() {
    for (element, value) in [(10, 70000), (3, 300), (3, -129), (2, -1), (9, 2), (22, 256), (24, 256), (27, 64)] {
        let bad = int32(element, &[1], &[value]);
        assert_eq!((only(&bad).0, elements(&bad)), ("TN105", None), "{element} {value}");
    }
    assert_eq!(codes(&raw(9, &[2], &[1, 2])), ["TN105"]);
    let wide = with_tensor(TensorProto { uint64_data: vec![1 << 32], ..tensor(12, &[1]) });
    assert_eq!(codes(&wide), ["TN105"]);
}

/// A finding about an initializer is at its name, which also distinguishes it from the same finding about another one.
#[test]
fn findings_name_the_initializer() {
    let external = |key: &str| StringStringEntryProto { key: Some(key.into()), value: Some("-1".into()) };
    let outside = TensorProto {
        data_location: Some(tensor_proto::DataLocation::External.into()),
        external_data: vec![external("location"), external("offset")],
        ..tensor(1, &[1])
    };
    let segment = TensorProto { segment: Some(tensor_proto::Segment::default()), ..tensor(1, &[1]) };
    for (code, model) in [
        ("TN101", raw(1, &[-1], &[])),
        ("TN102", raw(77, &[1], &[0])),
        ("TN103", raw(8, &[1], b"abc")),
        ("TN104", raw(1, &[1], &[0; 5])),
        ("TN105", raw(9, &[2], &[1, 2])),
        ("TN106", with_tensor(segment)),
        ("FM019", with_tensor(outside)),
    ] {
        let [finding] = model.findings() else { panic!("{code}: {:?}", model.findings()) };
        let Part::Name(name) = finding.place.part else { panic!("{code}: {:?}", finding.place) };
        assert_eq!((finding.rule.code(), model.name(name)), (code, "w"));
        assert!(finding.data.contains(&("tensor", "w".into())), "{code}: {:?}", finding.data);
    }
}

#[test]
fn dims_are_sizes() {
    assert_eq!(codes(&raw(1, &[-1], &[])), ["TN101"]);
    assert_eq!(codes(&raw(1, &[1 << 40, 1 << 40], &[])), ["TN101"]);
    assert_eq!(codes(&raw(1, &[1 << 40, 1 << 40, 0], &[])), ["TN101"]);
    let huge = raw(1, &[1 << 40], &[]);
    assert_eq!(codes(&huge), ["TN104"]);
    assert_eq!(huge.tensor(tensor_id(&huge)).num_elements(), Some(1 << 40));
    assert_eq!(codes(&raw(1, &vec![1; 1025], &[0; 4])), ["TN101"]);
}

#[test]
fn data_types_are_known() {
    for element in [0, 29, -1] {
        let unknown = raw(element, &[1], &[0; 4]);
        assert_eq!(only(&unknown).0, "TN102");
        assert_eq!(unknown.tensor(tensor_id(&unknown)).element, None);
    }
}

#[test]
fn tensor_segments_are_not_assembled() {
    let segment = Some(tensor_proto::Segment { begin: Some(0), end: Some(1) });
    let piece = TensorProto { segment, raw_data: Some(vec![0; 4].into()), ..tensor(1, &[1]) };
    assert_eq!(codes(&with_tensor(piece)), ["TN106"]);
}

#[test]
fn strings_are_utf8() {
    let strings = |data: &[&[u8]]| TensorProto {
        string_data: data.iter().map(|s| s.to_vec().into()).collect(),
        ..tensor(8, &[2])
    };
    let sound = with_tensor(strings(&[b"a", b"bc"]));
    assert_eq!(codes(&sound), [""; 0]);
    let Storage::Strings(spans) = &sound.tensor(tensor_id(&sound)).storage else { panic!("no strings") };
    assert_eq!(spans[1].of(sound.source().bytes()), b"bc");
    assert_eq!(codes(&with_tensor(strings(&[b"a", b"\xFF"]))), ["FM012"]);
    assert_eq!(codes(&with_tensor(strings(&[b"a"]))), ["TN104"]);
}

#[test]
fn unpacked_data_is_read() {
    // dims 3, data_type INT64, int64_data 1, 2 with tags and 3 packed, name "w".
    let record = [8, 3, 16, 7, 56, 1, 56, 2, 58, 1, 3, 66, 1, b'w'];
    let proto = TensorProto::decode(&record[..]).unwrap();
    assert_eq!(proto.int64_data, [1, 2, 3]);
    let mut bytes = model(graph(vec![node("Add", &["x", "w"], &["y"])])).encode_to_vec();
    let initializer = [&[0x3A, 16, 0x2A, 14][..], &record].concat();
    bytes.extend(initializer);
    let read = read_bytes(bytes);
    // A second `graph` field: joined, and said so.
    assert_eq!((codes(&read), elements(&read)), (vec!["FM010"], Some(Elements::of_ints([1, 2, 3]))));
}

#[test]
fn attribute_values_match_their_types() {
    use crate::graph::{AttributeType, AttributeValue as V};
    let of = |attribute: AttributeProto| {
        let read = read(&model(graph(vec![with(node("Op", &["x"], &["y"]), attribute)])));
        let value = read.attributes(first_node(&read, 0))[0].value.clone();
        (codes(&read), value)
    };
    let ints = AttributeProto {
        ints: vec![1, -1],
        ..attribute("a", crate::format::onnx::records::attribute_proto::AttributeType::Ints)
    };
    assert!(matches!(of(ints.clone()), (c, V::Ints(v)) if c.is_empty() && *v == [1, -1]));
    let text = AttributeProto {
        s: Some("hi".into()),
        ..attribute("a", crate::format::onnx::records::attribute_proto::AttributeType::String)
    };
    assert!(matches!(of(text), (c, V::String(v)) if c.is_empty() && &*v == b"hi"));
    let t = AttributeProto {
        t: Some(i64s("", &[4])),
        ..attribute("a", crate::format::onnx::records::attribute_proto::AttributeType::Tensor)
    };
    assert!(matches!(of(t), (c, V::Tensor(_)) if c.is_empty()));
    // Writers without presence leave a zero out.
    assert!(
        matches!(of(attribute("a", crate::format::onnx::records::attribute_proto::AttributeType::Int)), (c, V::Int(0)) if c.is_empty())
    );
    assert!(matches!(
        of(attribute("a", crate::format::onnx::records::attribute_proto::AttributeType::Tensor)),
        (_, V::Malformed(Some(AttributeType::Tensor)))
    ));
    let wrong = AttributeProto {
        i: Some(1),
        ..attribute("a", crate::format::onnx::records::attribute_proto::AttributeType::Float)
    };
    assert!(matches!(of(wrong), (_, V::Malformed(Some(AttributeType::Float)))));
    let several = AttributeProto { i: Some(1), ..ints };
    assert!(matches!(of(several), (_, V::Malformed(Some(AttributeType::Ints)))));
    let untyped = AttributeProto { i: Some(3), name: Some("a".into()), ..AttributeProto::default() };
    assert!(matches!(of(untyped), (c, V::Int(3)) if c == ["FM010"]));
    assert!(matches!(of(AttributeProto::default()), (_, V::Malformed(None))));
}
