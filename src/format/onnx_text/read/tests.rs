use prost::Message;

use crate::format::onnx::read::ELIDED;
use crate::format::onnx::records::attribute_proto::AttributeType;
use crate::format::onnx::records::tensor_shape_proto::dimension;
use crate::format::onnx::records::{
    AttributeProto, FunctionProto, GraphProto, ModelProto, NodeProto, TensorProto, TypeProto, type_proto,
};
use crate::format::onnx_text::read::*;

const HEADER: &str = "<ir_version: 8, opset_import: [\"\" : 18]>\n";

fn take(text: &str) -> (ModelProto, Vec<String>) {
    let written = write(text.as_bytes(), &ReadOptions::default());
    let findings = written.findings.iter().map(|f| format!("{} {}", f.rule.code(), f.message)).collect();
    (ModelProto::decode(&written.records[..]).expect("records are well-formed"), findings)
}

/// The model of a text that must have no fault.
fn model(text: &str) -> ModelProto {
    let (model, findings) = take(text);
    assert_eq!(findings, [""; 0], "{text}");
    model
}

fn graph(text: &str) -> GraphProto {
    model(&format!("{HEADER}{text}")).graph.expect("a graph")
}

fn node(text: &str) -> NodeProto {
    graph(&format!("g () => () {{ {text} }}")).node.remove(0)
}

fn attribute(text: &str) -> AttributeProto {
    node(&format!("y = A <a{text}> ()")).attribute.remove(0)
}

fn tensor(text: &str) -> TensorProto {
    graph(&format!("g () => () <{text}> {{}}")).initializer.remove(0)
}

/// The messages of a text with faults, and the model that is left of it.
fn faults(text: &str) -> (GraphProto, Vec<String>) {
    let (model, findings) = take(&format!("{HEADER}{text}"));
    (model.graph.unwrap_or_default(), findings)
}

fn ops(graph: &GraphProto) -> Vec<String> {
    graph.node.iter().map(|n| format!("{} = {}", n.output.join(","), n.op_type())).collect()
}

#[test]
fn a_header_has_versions_and_annotations() {
    let model = model(
        "<ir_version: 9, opset_import: [\"\" : 18, \"a.b\" : 2], producer_name: \"me\", producer_version: \"1\",\n\
         domain: \"d\", model_version: 7, doc_string: \"two\\\"lines\", metadata_props: [\"k\": \"v\"]> # comment\n\
         g () => () {}",
    );
    assert_eq!((model.ir_version(), model.model_version()), (9, 7));
    assert_eq!((model.producer_name(), model.domain(), model.doc_string()), ("me", "d", "two\"lines"));
    let opsets: Vec<_> = model.opset_import.iter().map(|o| (o.domain(), o.version())).collect();
    assert_eq!(opsets, [("", 18), ("a.b", 2)]);
    assert_eq!(model.metadata_props[0].value(), "v");
}

#[test]
fn a_text_without_header_is_read_as_the_newest() {
    let (model, findings) = take("g (float[N] x) => (float[N] y) { y = my.dom.Op(x) z = ai.onnx.ml.Scaler(x) }");
    assert_eq!(findings, ["FM051 the text has no header; it is read as IR version 14 with opset 28"]);
    let opsets: Vec<_> = model.opset_import.iter().map(|o| (o.domain(), o.version())).collect();
    assert_eq!(opsets, [("", 28), ("ai.onnx.ml", 5), ("my.dom", 1)]);
    assert_eq!(model.ir_version(), 14);
}

#[test]
fn types_of_every_kind() {
    let graph = graph(
        "g (float a, float[] b, float16[N,3,?,\"a b\"] c, seq(map(string, int64[2])) d, optional(seq(uint4)) e,\n\
         sparse_tensor(double[2,M]) f, opaque(ai.x, y) h, i, undefined[2] j, undefined, seq() k) => () {}",
    );
    let types: Vec<&TypeProto> = graph.input.iter().filter_map(|i| i.r#type.as_ref()).collect();
    let names: Vec<&str> = graph.input.iter().map(|i| i.name()).collect();
    assert_eq!(names, ["a", "b", "c", "d", "e", "f", "h", "i", "j", "undefined", "k"]);
    let tensor = |ty: &TypeProto| match &ty.value {
        Some(type_proto::Value::TensorType(t)) => {
            let dim = |d: &crate::format::onnx::records::tensor_shape_proto::Dimension| match &d.value {
                Some(dimension::Value::DimValue(v)) => v.to_string(),
                Some(dimension::Value::DimParam(p)) => p.clone(),
                None => "?".to_owned(),
            };
            (t.elem_type(), t.shape.as_ref().map(|s| s.dim.iter().map(dim).collect::<Vec<_>>()))
        }
        other => panic!("{other:?}"),
    };
    assert_eq!(tensor(types[0]), (1, Some(vec![])));
    assert_eq!(tensor(types[1]), (1, None));
    assert_eq!(tensor(types[2]), (10, Some(["N", "3", "?", "a b"].map(str::to_owned).to_vec())));
    assert_eq!(tensor(types[7]), (0, Some(vec!["2".to_owned()])));
    let Some(type_proto::Value::SequenceType(seq)) = &types[3].value else { panic!() };
    let Some(type_proto::Value::MapType(map)) = &seq.elem_type.as_ref().unwrap().value else { panic!() };
    assert_eq!((map.key_type(), tensor(map.value_type.as_ref().unwrap()).0), (8, 7));
    let Some(type_proto::Value::OpaqueType(opaque)) = &types[6].value else { panic!() };
    assert_eq!((opaque.domain(), opaque.name()), ("ai.x", "y"));
}

#[test]
fn nodes_with_names_domains_overloads_and_gaps() {
    let named = node("[\"a node\"] y, , z = a.b.Op:v2 <k = 1> (x, \"\", \"t 1\",)");
    assert_eq!((named.name(), named.domain(), named.op_type(), named.overload()), ("a node", "a.b", "Op", "v2"));
    assert_eq!(
        (named.output, named.input),
        (vec!["y".into(), "".into(), "z".into()], vec!["x".into(), "".into(), "t 1".into()])
    );
    assert_eq!(node("y = Op (,x)").input, ["", "x"]);
    assert_eq!(node("y = Op (,)").input, [""]);
    assert_eq!(node("y = Op ()").input, [""; 0]);
    assert_eq!(node("= Op ()").output, [""; 0]);
    let spaced = node("y = a . b . Op : o (x)");
    assert_eq!((spaced.domain(), spaced.op_type(), spaced.overload()), ("a.b", "Op", "o"));
    // What the reference printer writes without quotes, and what our listing writes where that would be read wrongly.
    let bare = node("y = my-org/x.My-Op (x)");
    assert_eq!((bare.domain(), bare.op_type()), ("my-org/x", "My-Op"));
    let quoted = node("y = \"a:b\".\"c.d\" (x)");
    assert_eq!((quoted.domain(), quoted.op_type()), ("a:b", "c.d"));
    assert_eq!(node("y = Op (x) <k = 1>").attribute.len(), 1);
}

#[test]
fn attributes_of_every_kind() {
    let numbers = attribute(": floats = [1, -0, 2.5e-3, nan, -inf, Infinity]");
    assert_eq!(numbers.r#type(), AttributeType::Floats);
    assert_eq!(numbers.floats[..3], [1.0, 0.0, 2.5e-3]);
    assert!(numbers.floats[1].is_sign_negative() && numbers.floats[3].is_nan());
    assert_eq!(numbers.floats[4..], [f32::NEG_INFINITY, f32::INFINITY]);
    assert_eq!(attribute(" = -9223372036854775808").i(), i64::MIN);
    assert_eq!((attribute(": float = 3").f(), attribute(": float = 3").r#type()), (3.0, AttributeType::Float));
    assert_eq!(attribute(" = \"a\\\\b\\n\"").s(), b"a\\bn");
    assert_eq!(attribute(" = [\"x\", \"y\"]").strings, ["x", "y"]);
    assert_eq!(attribute(" = [1, 2]").ints, [1, 2]);
    assert_eq!(attribute(": ints = []").r#type(), AttributeType::Ints);
    let reference = attribute(": int = @p");
    assert_eq!((reference.ref_attr_name(), reference.r#type()), ("p", AttributeType::Int));
    assert_eq!(attribute(" = @p").r#type, None);
    assert_eq!(attribute(" = float[2]").r#type(), AttributeType::TypeProto);
    assert_eq!(attribute(": type_protos = [float[2], seq(int64)]").type_protos.len(), 2);
    let tensor = attribute(" = float[2] \"the name\" = {1, 2}").t.unwrap();
    assert_eq!((tensor.name(), &tensor.float_data[..]), ("the name", &[1.0, 2.0][..]));
    assert_eq!(attribute(": tensors = [float {1}, int64[1] b {2}]").tensors[1].int64_data, [2]);
    let sparse = attribute(" = sparse_tensor(float[5]) {float[1] {2.5}, int64[1] {3}}").sparse_tensor.unwrap();
    assert_eq!((sparse.dims, sparse.indices.unwrap().int64_data), (vec![5], vec![3]));
    assert_eq!(attribute(": sparse_tensor = ").r#type(), AttributeType::SparseTensor);
    assert_eq!(node("y = A <\"b c\": int = 1, d-e.f: int = 2> ()").attribute[1].name(), "d-e.f");
}

#[test]
fn bodies_nest() {
    let branches = node(
        "y = If (c) <then_branch: graph = t () => (float a) <float w = {1}> { a = Id(w) },\n\
         else_branch = \"e 1\" (q) => (b) { b = If (c) <then_branch: graph = u () => (v) {v = A()}> }, z: graphs = [f () => () {}, h () => () {}]>",
    );
    let body = |i: usize| branches.attribute[i].g.as_ref().unwrap();
    assert_eq!((body(0).name(), body(0).initializer.len(), body(1).name()), ("t", 1, "e 1"));
    assert_eq!(body(1).node[0].attribute[0].g.as_ref().unwrap().node[0].op_type(), "A");
    assert_eq!(branches.attribute[2].graphs[1].name(), "h");
}

#[test]
fn tensors_of_every_field() {
    assert_eq!(tensor("float[3] w = {1, -0.5, 1e-50}").float_data, [1.0, -0.5, 0.0]);
    assert_eq!(tensor("bfloat16[1] w = {16256}").int32_data, [16256]);
    assert_eq!(tensor("int4[3] w = {33, 3}").int32_data, [33, 3]);
    assert_eq!(tensor("uint64 w = {-1}").uint64_data, [u64::MAX]);
    assert_eq!(tensor("uint32 w = {7}").uint64_data, [7]);
    assert_eq!(tensor("double w = {1e300}").double_data, [1e300]);
    assert_eq!(tensor("complex64 w = {1, 2}").float_data, [1.0, 2.0]);
    assert_eq!(tensor("string[2] w = {\"a\", \"\\\"\"}").string_data, ["a", "\""]);
    assert_eq!(tensor("string[0] w = }").string_data.len(), 0);
    assert_eq!(tensor("float[2,0] w = {}").dims, [2, 0]);
    let external = tensor("float[2] w = [\"location\": \"w.bin\", \"offset\": \"8\"]");
    assert_eq!(
        (external.data_location(), external.external_data[1].value()),
        (crate::format::onnx::records::tensor_proto::DataLocation::External, "8")
    );
    for left_out in ["{… sha256:00ff}", "{...}", "...", "{…}"] {
        let elided = tensor(&format!("float16[2,3] w = {left_out}"));
        assert_eq!((elided.external_data[0].key(), elided.dims), (ELIDED, vec![2, 3]));
    }
    let scalar = attribute(": tensor = float[\"location\": \"w.bin\"]").t.unwrap();
    assert_eq!((scalar.dims.len(), scalar.external_data[0].key()), (0, "location"));
}

#[test]
fn small_elements_are_values_or_bits() {
    assert_eq!(tensor("float16[4] w = {1.0, -0.5, 1e-7, nan}").int32_data, [0x3c00, 0xb800, 2, 0x7e00]);
    assert_eq!(tensor("bfloat16[2] w = {1., -inf}").int32_data, [0x3f80, 0xff80]);
    assert_eq!(tensor("float8e4m3fn[2] w = {448.0, -NaN}").int32_data, [0x7e, 0xff]);
    assert_eq!(tensor("float8e8m0[2] w = {2.0, nan}").int32_data, [0x80, 0xff]);
    assert_eq!(tensor("float6e3m2[3] w = {28.0, -0.0, 0.1}").int32_data, [0x1f, 0x20, 2]);
    // Two elements of four bits share an entry.
    assert_eq!(tensor("float4e2m1[3] w = {0.5, -6.0, 1.0}").int32_data, [0xf1, 0x02]);
    assert_eq!(tensor("float4e2m1[3] w = {241, 2}").int32_data, [241, 2]);
    assert_eq!(tensor("int4[3] w = {-8, 7, -1}").int32_data, [0x78, 0x0f]);
    assert_eq!(tensor("uint2[5] w = {0, 1, 2, 3, 1}").int32_data, [0b1110_0100, 1]);
    // One entry is the same in both forms.
    assert_eq!(tensor("int4 w = {-1}").int32_data, [-1]);
    assert_eq!(tensor("float16 w = {15360}").int32_data, [15360]);
    let attribute = attribute(": tensor = float16[1] {2.5}").t.unwrap();
    assert_eq!(attribute.int32_data, [0x4100]);
}

#[test]
fn elements_that_a_type_lacks_are_reported() {
    for (text, message) in [
        ("float16[1] w = {65520.0}", "65520.0 is not a float16; expected a number that the type float16 can represent"),
        (
            "float8e4m3fn[1] w = {inf}",
            "inf is not a float8e4m3fn; expected a number that the type float8e4m3fn can represent",
        ),
        (
            "float4e2m1[1] w = {nan}",
            "nan is not a float4e2m1; expected a number that the type float4e2m1 can represent",
        ),
        (
            "float8e8m0[1] w = {-1.0}",
            "-1.0 is not a float8e8m0; expected a number that the type float8e8m0 can represent",
        ),
        ("int4[2] w = {1, 8}", "8 is out of the range of int4; expected -8 to 7"),
        ("uint2[3] w = {1, -1, 5}", "-1 is out of the range of uint2; expected 0 to 3"),
        (
            "float16[2] w = {1.0, 2}",
            "2 among values is the bits of a float16; expected a value with a point, such as 2.0",
        ),
        (
            "float16[2] w = {15360, 0.5}",
            "0.5 is a value among the bits of float16 elements; expected an integer, or a point in every element",
        ),
        ("float16[1] w = {\"a\"}", "a string instead of a number; expected a number"),
    ] {
        let text = format!("<ir_version: 13, opset_import: [\"\" : 26]> g () => () <{text}> {{}}");
        let model = Model::read(Source::from_bytes("m.onnxtxt", text.clone()), &ReadOptions::default());
        assert_eq!(model.findings().iter().map(|f| &f.message[..]).collect::<Vec<_>>(), [message], "{text}");
    }
}

#[test]
fn initializers_defaults_and_value_infos() {
    let graph = graph(
        "g (float x = {1}, y) => (z) <float[2] w = {1, 2}, float[2,N] v, t, sparse_tensor(float[5]) s = {float[1] {1}, int64[1] {0}}> {}",
    );
    let names = |values: &[crate::format::onnx::records::ValueInfoProto]| -> Vec<String> {
        values.iter().map(|v| v.name().to_owned()).collect()
    };
    assert_eq!(
        (names(&graph.input), names(&graph.output), names(&graph.value_info)),
        (vec!["x".into(), "y".into()], vec!["z".into()], vec!["v".into(), "t".into()])
    );
    let initializers: Vec<&str> = graph.initializer.iter().map(|t| t.name()).collect();
    assert_eq!(initializers, ["x", "w"]);
    assert_eq!(graph.sparse_initializer[0].values.as_ref().unwrap().name(), "s");
}

#[test]
fn functions_with_attributes_and_types() {
    let model = model(&format!(
        "{HEADER}g () => () {{}}\n\
         <domain: \"d\", overload: \"o\", opset_import: [\"\" : 17]> f <a, b: int = 3, c = [1.5]> (float[N] x, y) => (z) <int64 s> \
         {{ z = Op <k: int = @a> (x, y) }}\nh (x) => (y) {{}}",
    ));
    let f: &FunctionProto = &model.functions[0];
    assert_eq!((f.name(), f.domain(), f.overload(), f.opset_import[0].version()), ("f", "d", "o", 17));
    assert_eq!(
        (&f.attribute, f.attribute_proto[0].i(), f.attribute_proto[1].floats[0]),
        (&vec!["a".to_owned()], 3, 1.5)
    );
    assert_eq!(
        (f.input.join(" "), f.output.join(" "), f.value_info.len(), f.node.len()),
        ("x y".into(), "z".into(), 2, 1)
    );
    assert_eq!(model.functions[1].name(), "h");
}

#[test]
fn locations_are_those_of_the_constructs() {
    let text =
        format!("{HEADER}g (float x) => (float y) <float w = {{1}}>\n{{\n  y = A <k: int = 1> (x, w) # end\n}}\n");
    let written = write(text.as_bytes(), &ReadOptions::default());
    let found: Vec<&str> =
        written.spans.places().map(|s| std::str::from_utf8(s.of(text.as_bytes())).unwrap()).collect();
    assert_eq!(found[0], "\"\" : 18");
    assert!(found[1].starts_with("g (") && found[1].ends_with('}'));
    assert_eq!(found[2..], ["float x", "float y", "float w = {1}", "y = A <k: int = 1> (x, w)", "k: int = 1"]);
}

#[test]
fn an_error_costs_one_node() {
    for (line, message) in [
        ("b = Relu <k: int = 1.5> (a)", "expected a value of type int, found `1.5`"),
        ("b = Relu <k = [1, 2.5]> (a)", "expected a value of type int, found `2.5`"),
        ("b = Relu <k = []> (a)", "expected a value, as an empty list needs a type (`: ints`), found `]`"),
        ("b = Relu <k 1> (a)", "expected `=` after the name of an attribute, found `1`"),
        ("b = Relu <k: word = 1> (a)", "expected an attribute type"),
        ("b = Relu (a", "expected `)` or `,` after an input, found `c`"),
        ("b Relu (a)", "expected `=` after the outputs of a node, found `Relu`"),
        ("b = Const <v = float[2] {1, x, 2}> ()", "expected a value, found `x`"),
        ("b = Const <v = float[2] {1, 2> ()", "expected `}` or `,` after an element, found `>`"),
        ("b = Const <v = int8[1] {3000000000}> ()", "3000000000 does not fit into 32 bits"),
        ("b = Const <v = 9223372036854775808> ()", "9223372036854775808 does not fit into 64 bits"),
        ("b = Const <v = 1e99> ()", "1e99 is not a 32-bit float"),
        ("b = Const <v = float[N] {1}> ()", "a tensor with data of unknown shape"),
        ("b = If <t = g () => (q) { q = A() }, e = 1 2> (a)", "expected `>` or `,` after an attribute, found `2`"),
        ("b = If <t = g () = (q) { q = A()\n }> (a)", "expected `=>` before the outputs of a graph, found `=`"),
        ("b = \"Relu (a)", "expected"),
    ] {
        let (graph, findings) =
            faults(&format!("g (a) => (d) {{\n  a1 = Id(a)\n  {line}\n  c = Id(a1)\n  d = Id(c)\n}}"));
        assert_eq!(findings.len(), 1, "{line}: {findings:?}");
        if line.contains('"') {
            continue; // The text runs on to the next quote.
        }
        assert!(findings[0].contains(message), "{findings:?}");
        let ops = ops(&graph);
        assert_eq!(
            (ops[0].as_str(), &ops[ops.len() - 2..]),
            ("a1 = Id", &["c = Id".to_owned(), "d = Id".to_owned()][..]),
            "{line}"
        );
        assert!(ops.len() == 4 && ops[1].starts_with('b') && ops[1].ends_with("Unreadable"), "{line}: {ops:?}");
    }
}

#[test]
fn an_error_in_a_subgraph_costs_one_of_its_nodes() {
    let text = "g (c) => (y) {\n  y = If (c) <then_branch: graph = t () => (a) {\n    a = B <k = > ()\n    b = C ()\n  }, else_branch: graph = e () => (q) {\n    q = D ()\n  }>\n  z = E ()\n}";
    let (graph, findings) = faults(text);
    assert_eq!(findings, ["FM050 expected a value, found `>`"]);
    assert_eq!(ops(&graph), ["y = If", "z = E"]);
    let body = graph.node[0].attribute[0].g.as_ref().unwrap();
    assert_eq!(ops(body), ["a = Unreadable", "b = C"]);
    assert_eq!(ops(graph.node[0].attribute[1].g.as_ref().unwrap()), ["q = D"]);
}

#[test]
fn an_error_costs_one_list_item() {
    let (graph, findings) =
        faults("g (float[2,$,3] a, float b) => (float c, float) <float[2] w = {1, $, 3}, float v = {2}> { c = A() }");
    assert_eq!(findings.len(), 3, "{findings:?}");
    assert_eq!(graph.input.iter().map(|i| i.name()).collect::<Vec<_>>(), ["b"]);
    assert_eq!(graph.output.len(), 1);
    // The broken initializer is there, with its type.
    assert_eq!((graph.initializer[0].name(), graph.initializer[0].external_data[0].key()), ("w", ELIDED));
    assert_eq!((graph.initializer[1].float_data.clone(), graph.node.len()), (vec![2.0], 1));
}

#[test]
fn an_error_in_the_header_costs_one_entry() {
    let (model, findings) =
        take("<ir_version: x, opset_import: [\"\" 18], producer: \"a\", domain: \"d\"> g () => () { a = B() }");
    assert_eq!(findings.len(), 3, "{findings:?}");
    assert!(findings[2].starts_with("FM050 expected an entry of the header (ir_version, "));
    assert_eq!((model.domain(), model.graph.as_ref().map(|g| g.node.len())), ("d", Some(1)));
}

#[test]
fn a_truncated_text_is_one_finding() {
    let text = format!(
        "{HEADER}g (float[N,3] x, \"a b\") => (float[N] y) <float[2] w = {{1, 2}}, int64 v>\n{{\n  [n] y = If <k: int = 1> (x) \n  z = If (x) <b: graph = h () => (o) {{\n    o = A <t = float[1] {{1}}, s = \"x\"> (y)\n  }}>\n}}\n<domain: \"d\">\nf <a, b: int = 1> (x) => (y) {{\n  y = B(x)\n}}\n",
    );
    for end in 0..text.len() {
        let written = write(&text.as_bytes()[..end], &ReadOptions::default());
        assert!(
            written.findings.len() <= 1,
            "{end}: {:?}",
            written.findings.iter().map(|f| &f.message).collect::<Vec<_>>()
        );
        assert!(ModelProto::decode(&written.records[..]).is_ok());
    }
    assert_eq!(take(&text).1, [""; 0]);
}

#[test]
fn a_text_without_a_graph_is_unreadable() {
    for text in ["", "hello world", "<ir_version: 8>", "<html><body>", "\u{feff}", "\0\0"] {
        let model = read(Source::from_bytes("t", text.to_owned()), &ReadOptions::default());
        assert_eq!(model.findings.len(), 1, "{text}");
        assert_eq!(model.status, Status::Unreadable, "{text}");
    }
}

#[test]
fn onnx_text_is_recognized() {
    for text in [
        "<ir_version: 8>",
        "# comment\n <\n opset_import : [",
        "\u{feff}g (float[N] x, seq(float) y) => (z)",
        "\"a graph\" () => () {",
        "g => () {}",
        "<domain: \"d\", overload: \"x\">",
    ] {
        assert!(looks_like(text.as_bytes()), "{text}");
    }
    for text in [
        "",
        "<?xml version=\"1.0\"?>",
        "<net name=\"a\">",
        "<html:a>",
        "print (x)",
        "{\"a\": 1}",
        "fn main() -> i32",
        "version https://",
    ] {
        assert!(!looks_like(text.as_bytes()), "{text}");
    }
}

#[test]
fn nesting_needs_no_stack_and_errors_no_time() {
    let nested = format!("{HEADER}g () => () {{\n{}", "y = If <a: graph = g () => (o) {\n".repeat(100_000));
    assert_eq!(write(nested.as_bytes(), &ReadOptions::default()).findings.len(), 1);
    let closed = format!("{nested}{}}}", "o = A() }> () ".repeat(100_000));
    assert_eq!(write(closed.as_bytes(), &ReadOptions::default()).findings.len(), 0);
    for text in [
        format!("y = A <a = {}", "seq(".repeat(100_000)),
        "\"\\\\".repeat(100_000),
        "\\\"\n".repeat(100_000),
        "{\n".repeat(100_000),
        "y = A <b c> (x) ".repeat(50_000),
        "y = A <a = float[2] {1,x ".repeat(50_000),
    ] {
        // Searching any of these again and again from each fault would take minutes.
        let text = format!("{HEADER}g () => () {{\n{text}");
        assert!(!write(text.as_bytes(), &ReadOptions::default()).findings.is_empty());
    }
}

/// What reading all of a text finds, with the records read too: code, message, and the text at the place.
fn read_all(text: &str) -> (Model, Vec<(&'static str, String)>) {
    let model = read(Source::from_bytes("t", text.to_owned()), &ReadOptions::default());
    let at = |f: &Diagnostic| {
        f.place.span.map_or(String::new(), |s| String::from_utf8_lossy(s.of(text.as_bytes())).into_owned())
    };
    let found = model.findings.iter().map(|f| (f.rule.as_static().map_or("", |rule| rule.code()), at(f))).collect();
    (model, found)
}

#[test]
fn an_error_causes_no_other_findings() {
    for (text, at) in [
        // A node, whose outputs others use.
        ("g (float x) => (float y) { a = Relu <k = > (x)\n y = Relu(a) }", ">"),
        // An input, an output, an initializer and a value info that others use.
        ("g (float $ x, float z) => (float y) { y = Add(x, z) }", "$"),
        ("g (float x) => (float y, float $) { y = Relu(x) }", "$"),
        ("g (float x) => (float y) <float[2] w = {1, $}> { y = Add(x, w) }", "$"),
        ("g (float x) => (float y) <float[N] w = {1, 2}> { y = Add(x, w) }", "float[N] w ="),
        // What comes before the nodes, and the end of the text.
        ("g (float x) = (float y) { y = Add(x, w) }", "="),
        ("g (float x) => (float y) { z = Relu(x)", ""),
        (
            "g (float x) => (float y) { y = d.f(x) } <domain: \"d\", opset_import: [\"\" : 18]> f (a => (b) { b = Relu(a) }",
            "=>",
        ),
    ] {
        let header = HEADER.replace("18]", "18, \"d\" : 1]");
        let (_, found) = read_all(&format!("{header}{text}"));
        assert_eq!(found, [("FM050", at.to_owned())], "{text}");
    }
    let (_, found) = read_all("<ir_version: x, opset_import: [\"\" 18]> g (float x) => (float y) { y = Relu(x) }");
    assert_eq!(found, [("FM050", "x".to_owned()), ("FM050", "18".to_owned())]);
}

#[test]
fn an_error_hides_no_other_findings() {
    let text = format!("{HEADER}g (float x) => (float y) {{\n  a = Relu <k = > (x)\n  y = Add (a, nowhere)\n}}");
    let (_, found) = read_all(&text);
    assert_eq!(found.iter().map(|f| f.0).collect::<Vec<_>>(), ["FM050", "GR101"], "{found:?}");
}

#[test]
fn records_have_locations_in_the_text() {
    let text = format!(
        "{HEADER}g (float x) => (float y) <float[2] w = {{1}}, float q> {{\n  a = Relu (x)\n  a = Relu <k: int = 1, k: int = 2> (x)\n  y = Relu (a) }}"
    );
    let (model, found) = read_all(&text);
    let places: Vec<&str> = found.iter().map(|f| f.1.as_str()).collect();
    assert!(places.contains(&"float[2] w = {1}") && places.contains(&"float q"), "{found:?}");
    let node = model.nodes.get(1).expect("a node");
    assert_eq!(node.span().of(text.as_bytes()), b"a = Relu <k: int = 1, k: int = 2> (x)");
    assert_eq!(model.attributes[1].span.of(text.as_bytes()), b"k: int = 2");
}

#[test]
fn deep_nesting_is_a_finding() {
    let body = "y = If (c) <then_branch: graph = t () => (o) {\n";
    let text =
        format!("{HEADER}g (bool c) => (float y) {{\n{}{}}}", body.repeat(100_000), "o = A() }> ".repeat(100_000));
    let (_, found) = read_all(&text);
    assert!(found.iter().any(|f| f.0 == "FM011"), "{:?}", &found[..found.len().min(3)]);
    let text = format!("{HEADER}g ({}float{} x) => (x) {{}}", "seq(".repeat(100_000), ")".repeat(100_000));
    assert_eq!(read_all(&text).1.first().map(|f| f.0), Some("FM011"));
}
