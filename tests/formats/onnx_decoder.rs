//! Every ONNX file of `testdata` is compared with an independent decoder: names, attributes, types, dims, data.
//!
//! `SHAPEWRIGHT_ONNX_FILES` names another directory to compare. Use only trusted files, because the decoder overflows its stack
//! on crafted ones.

use std::path::{Path, PathBuf};
use std::{env, fs};

use onnx_protobuf::attribute_proto::AttributeType;
use onnx_protobuf::tensor_shape_proto::dimension::Value as DimValue;
use onnx_protobuf::type_proto::Value as TypeValue;
use onnx_protobuf::{
    AttributeProto, GraphProto, Message, ModelProto, NodeProto, SparseTensorProto, TensorProto, TensorShapeProto,
    TypeProto, ValueInfoProto,
};
use shapewright::graph::{
    AttributeValue, FileId, GraphId, Model, NodeId, Operand, SparseTensor, Status, Storage, StoredTensor, TensorId,
    ValueId, ValueRole,
};
use shapewright::{ElementType, Elements, ReadOptions, Source};

#[test]
fn files_match_an_independent_decoder() {
    let folder = match env::var_os("SHAPEWRIGHT_ONNX_FILES") {
        Some(folder) => PathBuf::from(folder),
        None => Path::new(env!("CARGO_MANIFEST_DIR")).join("testdata/onnx"),
    };
    if !folder.exists() {
        return;
    }
    let mut files = Vec::new();
    collect(&folder, &mut files);
    assert!(!files.is_empty(), "no .onnx file in {}", folder.display());
    let mut compared = 0;
    for file in &files {
        let bytes = fs::read(file).expect("a readable file");
        let Ok(theirs) = ModelProto::parse_from_bytes(&bytes) else { continue };
        let ours = Model::from_onnx(Source::open(file).expect("a readable file"), &ReadOptions::default());
        if theirs.graph.is_none() {
            assert_eq!(ours.status(), Status::Unreadable, "{}", file.display());
            continue;
        }
        // A cut file is read as far as it goes here; the other decoder fills the rest with nothing.
        if ours.graphs().any(|graph| ours.is_partial(graph)) {
            continue;
        }
        Comparison { ours: &ours, file, work: Vec::new() }.model(&theirs);
        compared += 1;
    }
    assert!(compared > 0, "the decoder reads none of {} files", files.len());
}

fn collect(folder: &Path, files: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).expect("a readable folder") {
        let path = entry.expect("an entry").path();
        if path.is_dir() {
            collect(&path, files);
        } else if path.extension().is_some_and(|e| e == "onnx") {
            files.push(path);
        }
    }
    files.sort();
}

struct Comparison<'a> {
    ours: &'a Model,
    file: &'a Path,
    /// Bodies that are still to be compared.
    work: Vec<(GraphId, &'a GraphProto)>,
}

impl<'a> Comparison<'a> {
    fn model(mut self, theirs: &'a ModelProto) {
        let (ours, file) = (self.ours, self.file.display());
        assert_eq!(ours.ir_version().unwrap_or(0), theirs.ir_version, "{file}");
        let opsets: Vec<(&str, i64)> = ours.opsets().iter().map(|o| (ours.name(o.domain), o.version)).collect();
        let expected: Vec<_> = theirs.opset_import.iter().map(|o| (o.domain.as_str(), o.version)).collect();
        assert_eq!(opsets, expected, "{file}");
        let metadata: Vec<_> = theirs.metadata_props.iter().map(|e| (e.key.as_str(), e.value.as_str())).collect();
        assert_eq!(ours.metadata().collect::<Vec<_>>(), metadata, "{file}");
        self.work.push((ours.main_graph().expect("a main graph"), &theirs.graph));
        assert_eq!(ours.functions().len(), theirs.functions.len(), "{file}");
        for (function, expected) in ours.functions().iter().zip(&theirs.functions) {
            let name = [function.domain, function.name, function.overload].map(|n| ours.name(n));
            assert_eq!(name, [&expected.domain, &expected.name, &expected.overload].map(String::as_str), "{file}");
            let graph = ours.graph(function.graph);
            let names = |values: &[ValueId]| values.iter().map(|&v| ours.value_name(v).to_owned()).collect::<Vec<_>>();
            assert_eq!(names(&graph.inputs), expected.input, "{file}");
            let outputs: Vec<&str> = graph.outputs.iter().map(|o| ours.name(o.name)).collect();
            assert_eq!(outputs, expected.output, "{file}");
            self.nodes(function.graph, &expected.node);
        }
        while let Some((graph, theirs)) = self.work.pop() {
            self.graph(graph, theirs);
        }
    }

    fn graph(&mut self, id: GraphId, theirs: &'a GraphProto) {
        let (ours, graph, file) = (self.ours, self.ours.graph(id), self.file.display());
        assert_eq!(ours.name(graph.name), theirs.name, "{file}");
        self.nodes(id, &theirs.node);
        assert_eq!(graph.inputs.len(), theirs.input.len(), "{file}");
        for (&value, expected) in graph.inputs.iter().zip(&theirs.input) {
            assert_eq!(ours.value_name(value), expected.name, "{file}");
            if theirs.value_info.iter().chain(&theirs.output).all(|info| info.name != expected.name) {
                self.declared(ours.declared(value).map(ToString::to_string), expected);
            }
        }
        assert_eq!(graph.outputs.len(), theirs.output.len(), "{file}");
        for (output, expected) in graph.outputs.iter().zip(&theirs.output) {
            assert_eq!(ours.name(output.name), expected.name, "{file}");
            let declared = output.declaration.map(|d| ours.declaration(d).ty.to_string());
            self.declared(declared, expected);
        }
        let tensors = |v: ValueId| match ours.value(v).role {
            ValueRole::Initializer(tensor) | ValueRole::Input { default: Some(tensor) } => Some(tensor),
            _ => None,
        };
        for expected in &theirs.initializer {
            let mut same = ours.values_of(id).filter(|&v| ours.value_name(v) == expected.name).filter_map(tensors);
            let tensor = same.next().unwrap_or_else(|| panic!("{file}: no initializer {}", expected.name));
            if theirs.initializer.iter().filter(|t| t.name == expected.name).count() == 1 {
                self.tensor(tensor, expected);
            }
        }
    }

    fn declared(&self, ours: Option<String>, theirs: &ValueInfoProto) {
        let expected = theirs.type_.as_ref().filter(|t| t.value.is_some()).map(describe);
        assert_eq!(ours, expected, "{}: {}", self.file.display(), theirs.name);
    }

    fn nodes(&mut self, graph: GraphId, theirs: &'a [NodeProto]) {
        assert_eq!(self.ours.nodes_of(graph).len(), theirs.len(), "{}", self.file.display());
        for (node, expected) in self.ours.nodes_of(graph).zip(theirs) {
            self.node(node, expected);
        }
    }

    fn node(&mut self, id: NodeId, theirs: &'a NodeProto) {
        let (ours, file) = (self.ours, self.file.display());
        let (node, op) = (ours.node(id), ours.op(id));
        let names = [node.name, op.name, op.domain, op.overload].map(|n| ours.name(n));
        let expected = [&theirs.name, &theirs.op_type, &theirs.domain, &theirs.overload].map(String::as_str);
        assert_eq!(names, expected, "{file}");
        let inputs = ours.inputs(id).iter().map(|&operand| match operand {
            Operand::Value(value) => ours.value_name(value),
            Operand::Absent => "",
            Operand::Undefined(name) => ours.name(name),
        });
        assert_eq!(inputs.collect::<Vec<_>>(), theirs.input, "{file}");
        let outputs: Vec<&str> = ours.outputs(id).map(|v| ours.value_name(v)).collect();
        assert_eq!(outputs, theirs.output, "{file}");
        assert_eq!(ours.attributes(id).len(), theirs.attribute.len(), "{file}");
        for (attribute, expected) in ours.attributes(id).iter().zip(&theirs.attribute) {
            assert_eq!(ours.name(attribute.name), expected.name, "{file}");
            self.attribute(&attribute.value, expected);
        }
    }

    fn attribute(&mut self, ours: &AttributeValue, theirs: &'a AttributeProto) {
        let what = format!("{}: attribute {}", self.file.display(), theirs.name);
        // A malformed one is the business of the rules; one without a declared kind is read by its field.
        let kind = theirs.type_.enum_value().unwrap_or(AttributeType::UNDEFINED);
        if matches!(ours, AttributeValue::Malformed(_)) || kind == AttributeType::UNDEFINED {
            return;
        }
        let name = ours.kind().map(|k| k.name().to_owned());
        assert_eq!(name, Some(format!("{kind:?}")), "{what}");
        match ours {
            AttributeValue::Reference(parameter, _) => {
                assert_eq!(self.ours.name(*parameter), theirs.ref_attr_name, "{what}");
            }
            AttributeValue::Int(v) => assert_eq!(*v, theirs.i, "{what}"),
            AttributeValue::Float(v) => assert_eq!(v.to_bits(), theirs.f.to_bits(), "{what}"),
            AttributeValue::String(v) => assert_eq!(**v, theirs.s, "{what}"),
            AttributeValue::Ints(v) => assert_eq!(**v, theirs.ints, "{what}"),
            AttributeValue::Floats(v) => assert_eq!(bits(v), bits(&theirs.floats), "{what}"),
            AttributeValue::Strings(v) => {
                assert!(v.iter().map(|s| &s[..]).eq(theirs.strings.iter().map(|s| &s[..])), "{what}");
            }
            AttributeValue::Tensor(v) => self.tensor(*v, &theirs.t),
            AttributeValue::Tensors(v) => {
                assert_eq!(v.len(), theirs.tensors.len(), "{what}");
                v.iter().zip(&theirs.tensors).for_each(|(v, t)| self.tensor(*v, t));
            }
            AttributeValue::SparseTensor(v) => self.sparse(v, &theirs.sparse_tensor),
            AttributeValue::SparseTensors(v) => {
                v.iter().zip(&theirs.sparse_tensors).for_each(|(v, t)| self.sparse(v, t))
            }
            AttributeValue::Graph(v) => self.work.push((*v, &theirs.g)),
            AttributeValue::Graphs(v) => self.work.extend(v.iter().copied().zip(&theirs.graphs)),
            AttributeValue::Type(v) => assert_eq!(v.to_string(), describe(&theirs.tp), "{what}"),
            AttributeValue::Types(v) => {
                let types: Vec<String> = v.iter().map(ToString::to_string).collect();
                assert_eq!(types, theirs.type_protos.iter().map(describe).collect::<Vec<_>>(), "{what}");
            }
            other => panic!("{what}: {other:?}"),
        }
    }

    fn sparse(&self, ours: &SparseTensor, theirs: &SparseTensorProto) {
        self.tensor(ours.values, &theirs.values);
        if let Some(indices) = ours.indices {
            self.tensor(indices, &theirs.indices);
        }
    }

    fn tensor(&self, id: TensorId, theirs: &TensorProto) {
        let (ours, what) = (self.ours.tensor(id), format!("{}: tensor {}", self.file.display(), theirs.name));
        assert_eq!(self.ours.name(ours.name), theirs.name, "{what}");
        assert_eq!(ours.element, element(theirs.data_type), "{what}");
        let sizes: Option<Vec<u64>> = theirs.dims.iter().map(|&d| u64::try_from(d).ok()).collect();
        if let Some(ours) = &ours.sizes {
            assert_eq!(Some(ours.to_vec()), sizes, "{what}");
        }
        self.data(id, ours, theirs, &what);
    }

    fn data(&self, id: TensorId, ours: &StoredTensor, theirs: &TensorProto, what: &str) {
        let bytes = self.ours.source().bytes();
        match &ours.storage {
            Storage::Packed(FileId::MODEL, span) => assert_eq!(span.of(bytes), theirs.raw_data, "{what}"),
            Storage::Strings(spans) => {
                assert!(spans.iter().map(|s| s.of(bytes)).eq(theirs.string_data.iter().map(|s| &s[..])), "{what}");
            }
            Storage::Fields(..) => match self.ours.elements(id, usize::MAX) {
                Some(Elements::Ints(ints)) if ours.element.is_some_and(|e| e.bits() >= 8) => {
                    let ints: Option<Vec<i128>> = ints.iter().map(|i| i.value()).collect();
                    assert_eq!(ints, Some(integers(theirs)), "{what}");
                }
                Some(Elements::Floats(floats)) if ours.element.is_some_and(|e| e.bits() >= 32) => {
                    let expected = theirs.float_data.iter().map(|&f| f.into()).chain(theirs.double_data.clone());
                    assert!(floats.iter().map(|f| f.to_bits()).eq(expected.map(f64::to_bits)), "{what}");
                }
                _ => {}
            },
            Storage::Missing => {
                let none = theirs.dims.contains(&0) || theirs.data_location.value() == 1;
                assert!(none || !self.ours.findings().is_empty(), "{what}: no data");
            }
            _ => {}
        }
    }
}

fn bits(floats: &[f32]) -> Vec<u32> {
    floats.iter().map(|f| f.to_bits()).collect()
}

fn integers(tensor: &TensorProto) -> Vec<i128> {
    let narrow = tensor.int32_data.iter().map(|&i| i.into());
    let wide = tensor.int64_data.iter().map(|&i| i.into());
    narrow.chain(wide).chain(tensor.uint64_data.iter().map(|&i| i.into())).collect()
}

/// The element types, by number; written down here a second time.
fn element(number: i32) -> Option<ElementType> {
    let names = "? f32 u8 i8 u16 i16 i32 i64 string bool f16 f64 u32 u64 c64 c128 bf16 f8e4m3 f8e4m3fnuz f8e5m2 \
                 f8e5m2fnuz u4 i4 f4e2m1 f8e8m0 u2 i2 f6e2m3 f6e3m2";
    names.split_whitespace().nth(usize::try_from(number).ok()?)?.parse().ok()
}

/// A type in the notation of facts.
fn describe(ty: &TypeProto) -> String {
    let tensor = |number: i32, shape: Option<&TensorShapeProto>| {
        format!("{}{}", element(number).map_or("?", ElementType::name), shape.map_or("[...]".to_owned(), dims))
    };
    match &ty.value {
        Some(TypeValue::TensorType(t)) => tensor(t.elem_type, t.shape.as_ref()),
        Some(TypeValue::SparseTensorType(t)) => format!("sparse({})", tensor(t.elem_type, t.shape.as_ref())),
        Some(TypeValue::SequenceType(t)) => format!("seq({})", describe(&t.elem_type)),
        Some(TypeValue::OptionalType(t)) => format!("optional({})", describe(&t.elem_type)),
        Some(TypeValue::MapType(t)) => {
            format!("map({},{})", element(t.key_type).map_or("?", ElementType::name), describe(&t.value_type))
        }
        _ => "?".to_owned(),
    }
}

fn dims(shape: &TensorShapeProto) -> String {
    let dim = |d: &onnx_protobuf::tensor_shape_proto::Dimension| match &d.value {
        Some(DimValue::DimValue(size)) if *size >= 0 => size.to_string(),
        Some(DimValue::DimParam(name)) if !name.is_empty() => name.clone(),
        _ => "?".to_owned(),
    };
    format!("[{}]", shape.dim.iter().map(dim).collect::<Vec<_>>().join(","))
}
