//! Hostile ONNX files.

use super::wire::*;
use super::{Bound, FINDINGS, PER_BYTE, calm, noisy, run};

/// `x` in, `y` out, both `float[2,3]`.
fn interface() -> Vec<u8> {
    [value(11, "x", &tensor_type(&[2, 3])), value(12, "y", &tensor_type(&[2, 3]))].concat()
}

fn with_interface(nodes: &[u8]) -> Vec<u8> {
    model(&[nodes, &interface()].concat())
}

#[test]
fn groups_nested_100_000_deep() {
    let open = varint(15 << 3 | 3).repeat(100_000);
    noisy("open groups", "m.onnx", &open);
    let closed = [open.clone(), varint(15 << 3 | 4).repeat(100_000)].concat();
    noisy("closed groups", "m.onnx", &closed);
    noisy("groups in a graph", "m.onnx", &model(&[closed, interface()].concat()));
}

#[test]
fn messages_nested_100_000_deep() {
    // Node, attribute, graph: bodies in bodies.
    let bodies = nest(&[1, 5, 6], 100_000, &[]);
    noisy("bodies", "m.onnx", &with_interface(&bodies));
    // Bodies that are real: an If in an If, 3,000 deep.
    let mut inner = node("Relu", &["x"], &["y"], &[]);
    for _ in 0..3_000 {
        let body = attribute("then_branch", 5, &field(6, &inner));
        inner = node("If", &["x"], &["y"], &body);
    }
    noisy("ifs", "m.onnx", &with_interface(&inner));
    // Types in types: sequences of sequences.
    let ty = nest(&[4, 1], 100_000, &tensor_type(&[1]));
    noisy("types", "m.onnx", &model(&[value(11, "x", &ty), value(12, "y", &ty)].concat()));
    // Unknown fields in unknown fields.
    noisy("unknown", "m.onnx", &nest(&[999], 100_000, &[]));
}

#[test]
fn one_million_empty_nodes() {
    let nodes = field(1, &[]).repeat(1_000_000);
    // Of two bytes each, so that what is allocated for a node, though not all of it is used, counts for much: `lint` of this
    // file takes 81 MB with the program, not the 94 MB that are allocated here.
    run("empty nodes", "m.onnx", &with_interface(&nodes), Bound { per_byte: 14, findings: FINDINGS });
}

#[test]
fn chain_of_one_million_nodes() {
    let count = 1_000_000;
    let mut nodes = Vec::with_capacity(30 * count);
    for i in 0..count {
        let (from, to) = (format!("v{i}"), if i + 1 == count { "y".to_owned() } else { format!("v{}", i + 1) });
        nodes.extend(node("Relu", &[if i == 0 { "x" } else { &from }], &[&to], &[]));
    }
    calm("chain", "m.onnx", &with_interface(&nodes));
}

/// Upsample exists until operator set 9, Gelu from 20 on; the model imports 18.
#[test]
fn thirty_thousand_nodes_of_other_versions() {
    let nodes = |second: &str| -> Vec<u8> {
        let pair = |i: usize| {
            let (first_output, second_output) = (format!("u{i}"), format!("v{i}"));
            let upsample = node("Upsample", &["x", "scales"], &[&first_output], &[]);
            let inputs: &[&str] = if second == "Gelu" { &["x"] } else { &["x", "scales"] };
            [upsample, node(second, inputs, &[&second_output], &[])].concat()
        };
        let scales = value(11, "scales", &tensor_type(&[2]));
        [(0..15_000).flat_map(pair).collect(), node("Relu", &["x"], &["y"], &[]), scales].concat()
    };
    let fitting = noisy("nodes of an older version", "m.onnx", &with_interface(&nodes("Upsample")));
    assert!(fitting.contains(&"FM035") && !fitting.contains(&"OP114"), "{fitting:?}");
    let mixed = noisy("nodes of two other versions", "m.onnx", &with_interface(&nodes("Gelu")));
    assert!(!mixed.contains(&"FM035") && mixed.contains(&"OP113"), "{mixed:?}");
}

#[test]
fn a_cycle_of_1024_nodes() {
    let nodes: Vec<u8> = (0..1_024)
        .flat_map(|i| node("Add", &[&format!("v{i}"), "x"], &[&format!("v{}", (i + 1) % 1_024)], &[]))
        .collect();
    let model = model(&[nodes, value(11, "x", &tensor_type(&[2])), value(12, "v0", &tensor_type(&[2]))].concat());
    let codes = noisy("cycle", "m.onnx", &model);
    assert_eq!(codes, ["GR102"], "one cycle is one finding");
}

#[test]
fn sizes_that_overflow_every_integer() {
    let huge = [u64::MAX, 1 << 63, (1 << 63) - 1, 1 << 62, 1 << 32];
    let nodes = [
        node("Reshape", &["x", "s"], &["a"], &[]),
        node("Concat", &["x", "x"], &["b"], &attribute("axis", 2, &number(3, 0))),
        node("Expand", &["x", "s"], &["c"], &[]),
        node("ReduceProd", &["s"], &["d"], &[]),
        node("ReduceSum", &["s"], &["e"], &[]),
        node("Mul", &["s", "s"], &["f"], &[]),
        node("Size", &["x"], &["g"], &[]),
        node("ConstantOfShape", &["s"], &["h"], &[]),
        node("Range", &["lo", "hi", "one"], &["i"], &[]),
        node("Shape", &["x"], &["j"], &[]),
        node("ReduceProd", &["j"], &["k"], &[]),
    ]
    .concat();
    let scalars = [("lo", i64::MIN), ("hi", i64::MAX), ("one", 1)];
    let scalars: Vec<u8> = scalars
        .iter()
        .flat_map(|(n, v)| field(5, &[number(2, 7), field(8, n.as_bytes()), field(9, &v.to_le_bytes())].concat()))
        .collect();
    let shape = ints("s", &[i64::MAX, i64::MAX, i64::MIN, -1, 0]);
    let outputs: Vec<u8> = ["a", "b", "c", "d", "e", "f", "g", "h", "i", "k"]
        .iter()
        .flat_map(|n| value(12, n, &field(1, &number(1, 1))))
        .collect();
    noisy("sizes", "m.onnx", &model(&[nodes, shape, scalars, value(11, "x", &tensor_type(&huge)), outputs].concat()));
    // A tensor of 2^62 elements without data, one of a million dimensions, one of negative size.
    let dims: Vec<u8> = (0..3).flat_map(|_| number(1, 1 << 62)).collect();
    let rank = field(1, &vec![1; 1_000_000]);
    for (name, dims) in [("product", dims), ("rank", rank), ("negative", number(1, u64::MAX))] {
        let tensor = field(5, &[dims, number(2, 1), field(8, b"w")].concat());
        noisy(name, "m.onnx", &with_interface(&[tensor, node("Add", &["x", "w"], &["y"], &[])].concat()));
    }
    let many = value(13, "m", &tensor_type(&vec![1; 200_000]));
    noisy("dims of a type", "m.onnx", &with_interface(&[node("Relu", &["x"], &["y"], &[]), many].concat()));
}

#[test]
fn names_of_one_megabyte() {
    let long = "n".repeat(1 << 20);
    // The operator, the name of a node, an attribute, a domain, a value that does not exist.
    noisy("operator", "m.onnx", &with_interface(&node(&long, &["x"], &["y"], &[])));
    noisy("attribute", "m.onnx", &with_interface(&node("Relu", &["x"], &["y"], &attribute(&long, 2, &number(3, 1)))));
    noisy("input", "m.onnx", &with_interface(&node("Relu", &[&long], &["y"], &[])));
    noisy("domain", "m.onnx", &with_interface(&node("Relu", &["x"], &["y"], &field(7, long.as_bytes()))));
    // One long name that a thousand findings could repeat.
    let axes: Vec<i64> = (100..1_100).collect();
    let graph = [
        node("ReduceMin", &[&long, "axes"], &["y"], &field(3, long.as_bytes())),
        ints("axes", &axes),
        value(11, &long, &tensor_type(&[2, 3])),
        value(12, "y", &tensor_type(&[2, 3])),
    ];
    run("repeated", "m.onnx", &model(&graph.concat()), Bound { per_byte: PER_BYTE, findings: 1_001 });
}

#[test]
fn many_similar_names() {
    // 20,000 inputs that do not exist, each near to 20,000 names that do.
    let mut nodes = Vec::new();
    for i in 0..20_000 {
        let name = format!("encoder/layer/attention/output/dense/value_{i:05}");
        nodes.extend(node("Relu", &[&format!("{name}x")], &[&name], &[]));
    }
    run("suggestions", "m.onnx", &with_interface(&nodes), Bound { per_byte: PER_BYTE, findings: FINDINGS });
}

#[test]
fn one_name_for_everything() {
    let nodes: Vec<u8> = (0..50_000).flat_map(|_| node("Relu", &["x"], &["y"], &field(3, b"same"))).collect();
    run("outputs", "m.onnx", &with_interface(&nodes), Bound { per_byte: PER_BYTE, findings: FINDINGS });
    let inputs: Vec<u8> = (0..50_000).flat_map(|_| value(11, "x", &tensor_type(&[2]))).collect();
    run("inputs", "m.onnx", &with_interface(&inputs), Bound { per_byte: PER_BYTE, findings: FINDINGS });
    let attributes = attribute("alpha", 1, &[]).repeat(50_000);
    let node = node("Elu", &["x"], &["y"], &attributes);
    run("attributes", "m.onnx", &with_interface(&node), Bound { per_byte: PER_BYTE, findings: FINDINGS });
    let metadata: Vec<u8> = field(14, &[field(1, b"key"), field(2, b"v")].concat()).repeat(50_000);
    run(
        "metadata",
        "m.onnx",
        &[with_interface(&[]), metadata].concat(),
        Bound { per_byte: PER_BYTE, findings: FINDINGS },
    );
    let opsets = field(8, &[field(1, b""), number(2, 18)].concat()).repeat(50_000);
    run("opsets", "m.onnx", &[with_interface(&[]), opsets].concat(), Bound { per_byte: PER_BYTE, findings: FINDINGS });
}

/// Functions `f0 … fN` with bodies from `body`, called once by the graph.
fn functions(count: usize, body: impl Fn(usize) -> Vec<Vec<u8>>) -> Vec<u8> {
    let mut functions = Vec::new();
    for i in 0..count {
        let nodes: Vec<u8> = body(i).iter().flat_map(|n| relabel(n, 7)).collect();
        let own = [field(1, format!("f{i}").as_bytes()), field(4, b"x"), field(5, b"y"), nodes, field(10, b"l")];
        let imports = [("", 18), ("l", 1)].map(|(d, v)| field(9, &[field(1, d.as_bytes()), number(2, v)].concat()));
        functions.extend(field(25, &[own.concat(), imports.concat()].concat()));
    }
    let call = node("f0", &["x"], &["y"], &field(7, b"l"));
    let import = field(8, &[field(1, b"l"), number(2, 1)].concat());
    [with_interface(&call), import, functions].concat()
}

/// The field of a graph's node under another number.
fn relabel(node: &[u8], number: u64) -> Vec<u8> {
    [&varint(number << 3 | 2), &node[1..]].concat()
}

#[test]
fn functions_with_exponential_calls() {
    let call = |i: usize, input: &str, output: &str| node(&format!("f{}", i + 1), &[input], &[output], &field(7, b"l"));
    let last = || vec![node("Relu", &["x"], &["y"], &[])];
    // Each calls the next twice with the same.
    let twice = functions(22, |i| {
        if i == 21 { last() } else { vec![call(i, "x", "a"), call(i, "x", "b"), node("Add", &["a", "b"], &["y"], &[])] }
    });
    calm("doubling", "m.onnx", &twice);
    // Each calls the next twice with shapes that differ: no memory of what was inferred helps.
    let concat =
        |inputs: &[&str], output: &str| node("Concat", inputs, &[output], &attribute("axis", 2, &number(3, 0)));
    let different = functions(22, |i| {
        if i == 21 {
            return last();
        }
        vec![concat(&["x", "x"], "two"), call(i, "two", "a"), call(i, "x", "b"), node("Identity", &["b"], &["y"], &[])]
    });
    let some = Bound { per_byte: PER_BYTE, findings: 30 };
    run("doubling with other shapes", "m.onnx", &different, some);
    let row = [number(1, 1), number(1, 3), number(2, 1), field(9, &[0; 12])].concat();
    let wide = functions(22, |i| {
        if i == 21 {
            return last();
        }
        vec![
            node("Constant", &[], &["row"], &attribute("value", 4, &field(5, &row))),
            concat(&["x", "x"], "two"),
            concat(&["x", "row"], "more"),
            call(i, "two", "a"),
            call(i, "more", "b"),
            node("Identity", &["b"], &["y"], &[]),
        ]
    });
    run("doubling with two other shapes", "m.onnx", &wide, some);
}

#[test]
fn functions_that_call_each_other() {
    let call = |i: usize| vec![node(&format!("f{i}"), &["x"], &["y"], &field(7, b"l"))];
    let codes = noisy("itself", "m.onnx", &functions(1, |_| call(0)));
    assert!(codes.contains(&"GR118"), "{codes:?}");
    let codes = noisy("in a ring", "m.onnx", &functions(1_000, |i| call((i + 1) % 1_000)));
    assert!(codes.contains(&"GR118"), "{codes:?}");
    noisy("in a row", "m.onnx", &functions(10_000, |i| call(i + 1)));
}

#[test]
fn nested_loops() {
    // A body whose shapes grow in every iteration, twelve deep.
    let mut inner = node("Concat", &["c", "c"], &["n"], &attribute("axis", 2, &number(3, 0)));
    for _ in 0..12 {
        let body = [
            inner,
            node("Identity", &["go"], &["again"], &[]),
            value(11, "i", &field(1, &number(1, 7))),
            value(11, "go", &field(1, &number(1, 9))),
            value(11, "c", &field(1, &number(1, 1))),
            value(12, "again", &field(1, &number(1, 9))),
            value(12, "n", &field(1, &number(1, 1))),
            field(2, b"b"),
        ];
        inner = node("Loop", &["", "", "c"], &["n"], &attribute("body", 5, &field(6, &body.concat())));
    }
    let graph = [inner, value(11, "c", &tensor_type(&[2])), value(12, "n", &field(1, &number(1, 1)))];
    noisy("loops", "m.onnx", &model(&graph.concat()));
}

#[test]
fn many_bodies() {
    let body = [node("Relu", &["x"], &["t"], &[]), value(12, "t", &tensor_type(&[2, 3])), field(2, b"b")].concat();
    let branches =
        [attribute("then_branch", 5, &field(6, &body)), attribute("else_branch", 5, &field(6, &body))].concat();
    let mut nodes = Vec::new();
    for i in 0..20_000 {
        nodes.extend(node("If", &["c"], &[&format!("v{i}")], &branches));
    }
    let graph = [nodes, value(11, "c", &field(1, &[number(1, 9), field(2, &[])].concat())), interface()];
    run("ifs", "m.onnx", &model(&graph.concat()), Bound { per_byte: PER_BYTE, findings: FINDINGS });
}

#[test]
fn truncated_and_overlong_varints() {
    let good = with_interface(&node("Relu", &["x"], &["y"], &[]));
    for tail in [&[0x80][..], &[0xff; 11], &[0x0a, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0x7f], &[0x09, 1, 2]]
    {
        noisy("tail", "m.onnx", &[&good, tail].concat());
    }
    // A length of 2^63 in the middle, and packed numbers that end inside one.
    let long = [varint(1 << 3 | 2), varint(1 << 63)].concat();
    noisy("length", "m.onnx", &model(&long));
    let packed = field(5, &[field(1, &[0x80, 0x80]), number(2, 7), field(7, &[0xff; 40])].concat());
    noisy("packed", "m.onnx", &with_interface(&packed));
    let floats = field(5, &[number(1, 2), number(2, 1), field(4, &[0; 7])].concat());
    noisy("floats", "m.onnx", &with_interface(&floats));
}

#[test]
fn hostile_external_data() {
    let entry = |key: &str, value: &str| field(13, &[field(1, key.as_bytes()), field(2, value.as_bytes())].concat());
    let mut tensors = Vec::new();
    let offsets = ["-1", "18446744073709551615", "99999999999999999999999", "x", "", "1e9"];
    for (i, number_text) in offsets.iter().cycle().take(2_000).enumerate() {
        let body = [
            number(1, 1),
            number(2, 7),
            field(8, format!("w{i}").as_bytes()),
            entry("location", &format!("{}{i}.bin", ["", "../", "/", "a/../../", "C:\\", "\0"][i % 6])),
            entry("offset", number_text),
            entry("length", number_text),
            number(14, 1),
        ];
        tensors.extend(field(5, &body.concat()));
    }
    noisy("external", "m.onnx", &with_interface(&tensors));
}

#[test]
fn repeatedly_doubled_constant() {
    // `Concat(v, v)` forty times: 2^40 elements if anybody followed them.
    let mut nodes = Vec::new();
    for i in 0..40 {
        let (from, to) = (format!("v{i}"), format!("v{}", i + 1));
        nodes.extend(node("Concat", &[&from, &from], &[&to], &attribute("axis", 2, &number(3, 0))));
    }
    let rank_1 = field(1, &[number(1, 7), field(2, &field(1, &[]))].concat());
    let graph = [nodes, ints("v0", &[1]), value(12, "v40", &rank_1)];
    calm("concat", "m.onnx", &model(&graph.concat()));
}

#[test]
fn names_that_are_not_utf8() {
    let bytes = [0xff, 0xfe, 0x00, 0xc0, 0x80];
    let body = [field(1, b"x"), field(2, &bytes), field(4, &bytes), field(3, &bytes), field(7, &bytes)].concat();
    noisy("names", "m.onnx", &with_interface(&field(1, &body).repeat(1_000)));
}
