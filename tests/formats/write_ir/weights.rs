//! Weights: remaining constants keep their bytes, and removed ones free theirs.

use super::*;

/// Constants of 8 bytes of f32 each that a Concat reads, then a ShapeOf of a Parameter: something to fold into them.
fn concat(offsets: &[u64]) -> Net {
    let count = offsets.len() as u64;
    let mut net = Net::new();
    for (i, &offset) in offsets.iter().enumerate() {
        net = net.layer(
            i as u64,
            &format!("c{i}"),
            "Const",
            &constant_data("f32", "2", offset, 8),
            &ports(0, 1, "FP32", 2),
        );
        net = net.edge((i as u64, 0), (900_000, i as u64));
    }
    let outputs = ports(count, 1, "FP32", 2).replace(
        &format!("<port id=\"{count}\" precision=\"FP32\"><dim>2</dim>"),
        &format!("<port id=\"{count}\" precision=\"FP32\"><dim>{}</dim>", 2 * count),
    );
    net.layer(900_000, "all", "Concat", "<data axis=\"0\"/>\n", &outputs)
        .layer(900_001, "r", "Result", "", &ports(1, 0, "FP32", 2 * count))
        .edge((900_000, count), (900_001, 0))
}

/// Each constant of [`concat`] is read by a Squeeze, whose result has the offset of the constant.
pub fn identities(offsets: &[u64]) -> Net {
    let mut net = concat(offsets);
    net.edges.clear();
    let count = offsets.len() as u64;
    for i in 0..count {
        net = net.layer(500_000 + i, &format!("i{i}"), "Identity", "", &ports(1, 1, "FP32", 2));
        if let Some(layer) = net.layers.last_mut() {
            *layer = layer.replace("opset1", "opset16");
        }
        net = net.edge((i, 0), (500_000 + i, 0)).edge((500_000 + i, 1), (900_000, i));
    }
    net.edge((900_000, count), (900_001, 0))
}

pub fn numbered(bytes: u8) -> Vec<u8> {
    (0..bytes).collect()
}

#[test]
fn weights_are_reused_only_if_nothing_else_refers_to_them() {
    // 0..8 is shared with c1, 16..24 overlaps 20..28, 32..40 is free, 40..44 nobody's, 44..52 the end of what stays.
    let model = read(identities(&[0, 0, 16, 20, 32, 44]).file(), &numbered(60));
    assert!(model.findings().is_empty(), "{:#?}", model.findings());
    let new = [f32s(&[-1.0, -2.0]), f32s(&[-3.0, -4.0]), f32s(&[-5.0, -6.0])];
    let constants = [("i0", 0, new[0].clone()), ("i2", 0, new[1].clone()), ("i4", 0, new[2].clone())];
    let ir = written(&model, &["c0", "i0", "c2", "i2", "c4", "i4"], &constants);
    // The first fits into the only gap of its size; 52 is no multiple of 4 more than needed; 52..60 was the tail.
    let mut expected = numbered(52);
    expected[32..40].copy_from_slice(&bytes(&new[0]));
    expected.extend(bytes(&new[1]));
    expected.extend(bytes(&new[2]));
    assert_eq!(ir.weights.to_bytes()[..], expected);
    let [first, second, third] = new;
    let again = read_back(&ir, &[("i0", "1", first), ("i2", "1", second), ("i4", "1", third)]);
    for name in ["c1", "c3", "c5"] {
        let key = (name.to_owned(), "0".to_owned());
        assert_eq!(constants_of(&again, &key), constants_of(&model, &key));
    }
}

fn constants_of(model: &Model, key: &(String, String)) -> Tensor {
    constants(model)[key].clone()
}

#[test]
fn unused_tail_is_truncated_and_equal_constants_are_shared() {
    let model = read(identities(&[0, 8, 16, 24]).file(), &numbered(32));
    let new = f32s(&[0.5, 0.25]);
    let constants = [("i2", 0, new.clone()), ("i3", 0, new.clone())];
    let ir = written(&model, &["c2", "i2", "c3", "i3"], &constants);
    assert_eq!(ir.weights.to_bytes()[..], [numbered(16), bytes(&new)].concat());
    read_back(&ir, &[("i2", "1", new.clone()), ("i3", "1", new)]);
}

#[test]
fn constant_with_the_same_bytes_keeps_its_offset() {
    let model = read(identities(&[3, 11, 19]).file(), &numbered(27));
    let moved = Tensor::from_packed(ElementType::F32, [2], numbered(19)[11..].to_vec()).expect("a tensor");
    let ir = written(&model, &["c1", "i1"], &[("i1", 0, moved.clone())]);
    assert_eq!(ir.weights.to_bytes()[..], numbered(27), "even where no f32 is aligned");
    assert!(text(&ir).contains("<data element_type=\"f32\" shape=\"2\" offset=\"11\" size=\"8\" />"));
    read_back(&ir, &[("i1", "1", moved)]);
}

#[test]
fn bytes_with_other_references_are_kept() {
    let mean = "<channel id=\"0\"><mean offset=\"8\" size=\"8\"/></channel>";
    let mean = format!("<pre-process reference-layer-name=\"c0\">{mean}</pre-process>\n");
    let file = identities(&[0, 8]).file().replace("</net>", &format!("{mean}</net>"));
    let model = read(file, &numbered(16));
    let new = f32s(&[1.0, 2.0]);
    let ir = written(&model, &["c1", "i1"], &[("i1", 0, new.clone())]);
    assert_eq!(ir.weights.to_bytes()[..], [numbered(16), bytes(&new)].concat());
}

/// Every element type as a constant of three elements, and of none, and as a scalar.
#[test]
fn every_element_type_round_trips() {
    let file = identities(&[0]).file();
    let mut tried = 0;
    for &element in ElementType::ALL {
        let words = |n: usize| vec![1u8; element.packed_bytes(n as u64).unwrap_or(0) as usize];
        for sizes in [vec![3], vec![], vec![0, 2], vec![2, 1, 3]] {
            let count = sizes.iter().product();
            let tensor = match element {
                ElementType::String => Tensor::of_strings(sizes, vec!["ä\0b".as_bytes().into(); count]),
                _ => Tensor::from_packed(element, sizes, words(count)),
            };
            let tensor = tensor.expect("a tensor");
            let model = read(file.clone(), &[7; 8]);
            let rewrite = change(&model, &["c0", "i0"], &[("i0", 0, tensor.clone())]);
            let Ok(ir) = openvino::rewrite(&model, &rewrite) else {
                let foreign = ["c64", "c128", "f8e4m3fnuz", "f8e5m2fnuz", "f6e2m3", "f6e3m2", "i2"];
                assert!(foreign.contains(&element.name()), "{element}");
                continue;
            };
            tried += 1;
            let again = read(ir.xml.to_bytes().to_vec(), &ir.weights.to_bytes());
            assert!(again.findings().is_empty(), "{:#?}", again.findings());
            assert_eq!(constants_of(&again, &("i0".to_owned(), "1".to_owned())), tensor);
        }
    }
    assert_eq!(tried, 25 * 4);
}

#[test]
fn many_layers_are_edited_at_once() {
    let count = 4_000u64;
    let names: Vec<String> = (0..count).map(|i| format!("c{i}")).collect();
    let offsets: Vec<u64> = (0..count).map(|i| 8 * i).collect();
    let model = read(identities(&offsets).file(), &vec![0; 8 * 4_000]);
    let mut rewrite = Rewrite::default();
    for (i, name) in
        model.graphs().flat_map(|g| model.nodes_of(g)).filter(|&n| model.op_type(n) == "Identity").zip(&names)
    {
        let value = model.outputs(i).next().expect("an output");
        let number: f32 = name[1..].parse().expect("a number");
        rewrite.constants.push((value, NewConstant::Tensor(f32s(&[number, 0.0]))));
    }
    let gone = |n: &NodeId| matches!(model.op_type(*n), "Identity" | "Constant");
    rewrite.nodes = model.graphs().flat_map(|g| model.nodes_of(g)).filter(gone).collect();
    let ir = openvino::rewrite(&model, &rewrite).expect("it can be written");
    assert_eq!(ir.weights.len(), 8 * count);
    assert_eq!(text(&ir).matches("<layer ").count() as u64, count + 2);
    assert_eq!(text(&ir).matches("<edge ").count() as u64, count + 1);
}
