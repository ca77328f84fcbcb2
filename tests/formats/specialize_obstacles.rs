//! Nodes that keep a size which an input has no more: each is named, with what it needs.

use shapewright::graph::Model;
use shapewright::specialize::{Obstacle, SpecializeError, SpecializeOptions, Specialized, specialize};
use shapewright::{ReadOptions, Source};

fn text(opset: i64, body: &str) -> Model {
    let text = format!("<ir_version: 10, opset_import: [\"\" : {opset}]>\n{body}");
    Model::read(Source::from_bytes("m.onnxtxt", text), &ReadOptions::default())
}

fn shaped(inputs: &[&str]) -> SpecializeOptions {
    let options = SpecializeOptions::new();
    inputs.iter().fold(options, |options, input| options.input(input.parse().expect("a type")))
}

/// The messages and needs of all obstacles, or none.
fn obstacles(model: &Model, options: &SpecializeOptions) -> Vec<String> {
    match specialize(&mut model.clone(), options) {
        Ok(_) => Vec::new(),
        Err(SpecializeError::Obstructed { obstacles, .. }) => {
            let option = |found: &Obstacle| found.remedy.map(|remedy| format!(" ({remedy:?})")).unwrap_or_default();
            obstacles.iter().map(|found| format!("{}; {}{}", found.message, found.needs, option(found))).collect()
        }
        Err(error) => panic!("{error}"),
    }
}

#[track_caller]
fn check(body: &str, inputs: &[&str], expected: &[&str]) {
    let found = obstacles(&text(18, body), &shaped(inputs));
    assert_eq!(found.len(), expected.len(), "{found:#?}");
    for (found, expected) in found.iter().zip(expected) {
        assert!(found.contains(expected), "{found}\n{expected}");
    }
}

#[test]
fn sizes_of_the_output_are_fixed() {
    let resize = "g (float[1,3,8,8] x) => (float[1,3,16,16] y) <int64[4] sizes = {1,3,16,16}> {
        [up] y = Resize <mode = \"nearest\"> (x, , , sizes)
    }";
    let needs = "`up` has the fixed sizes [1, 3, 16, 16]; scales, or sizes computed from its input (KeepFixed)";
    check(resize, &["x:[1,3,H,W]"], &[needs]);
    check(resize, &["x:[1,3,8,8]"], &[]);
    assert!(obstacles(&text(18, resize), &shaped(&["x:[1,3,H,W]"]).keep_fixed(true)).is_empty());
    let transposed = "g (float[1,1,4,4] x, float[1,1,2,2] w) => (float[1,1,8,8] y) {
        [grow] y = ConvTranspose <strides = [2, 2], output_shape = [8, 8]> (x, w)
    }";
    check(transposed, &["x:[1,1,H,W]"], &["`grow` has the fixed sizes in attribute `output_shape`; `pads`"]);
    check(&transposed.replace(", output_shape = [8, 8]", ""), &["x:[1,1,H,W]"], &[]);
    let expand = "g (float[1,3] x) => (float[4,3] y) <int64[2] s = {4,3}> { [wide] y = Expand (x, s) }";
    check(expand, &["x:[N,3]"], &["`wide` requires N = 4 or N = 1; a shape computed from an input of the model"]);
    let parts = "g (float[4,3] x) => (float[2,3] y, float[2,3] z) <int64[2] s = {2,2}> { [parts] y, z = Split <axis = 0> (x, s) }";
    check(parts, &["x:[N,3]"], &["`parts` requires N = 4; sizes computed from its input, or equal parts"]);
}

#[test]
fn the_end_of_a_slice_was_that_of_its_input() {
    let slice = |end: i64| {
        format!(
            "g (float[4,8] x) => (float[4,?] y) <int64[1] s = {{1}}, int64[1] e = {{{end}}}, int64[1] a = {{1}}> {{ [cut] y = Slice (x, s, e, a) }}"
        )
    };
    check(&slice(8), &["x:[4,L]"], &["`cut` has the fixed ends [8], where its input ended; an end after every size"]);
    for end in [3, i64::MAX, -1] {
        check(&slice(end), &["x:[4,L]"], &[]);
    }
    check(&slice(8), &["x:[N,8]"], &[]);
}

#[test]
fn the_trip_count_was_a_size() {
    let count = |n: i64| {
        format!(
            "g (float[4,3] x) => (float[{n},3] y) <int64 n = {{{n}}}> {{
            [steps] y = Loop (n, ) <body = b (int64 i, bool c) => (bool d, float[3] e) {{ d = Identity (c) e = Gather <axis = 0> (x, i) }}>
        }}"
        )
    };
    check(&count(4), &["x:[T,3]"], &["`steps` has the fixed trip count [4], the size of what its body reads"]);
    check(&count(2), &["x:[T,3]"], &[]);
}

#[test]
fn another_operand_has_the_size() {
    let sum = |inputs: &str, constants: &str, nodes: &str| {
        format!("g (float[2,16,3] x{inputs}) => (float[2,16,3] y) <{constants}> {{ {nodes} [sum] y = Add (x, e) }}")
    };
    let positions = sum(
        ", float[20,3] table",
        "int64 a = {0}, int64 b = {16}, int64 c = {1}",
        "[positions] p = Range (a, b, c) [look] e = Gather (table, p)",
    );
    let needs = "instead of a fixed one: `e` is f32[16,3], from `positions`";
    check(
        &positions,
        &["x:[2,T,3]"],
        &[&format!("`sum` requires T = 16 or T = 1; a size that follows its input {needs}")],
    );
    let zeros = sum("", "int64[3] s = {2,16,3}", "[zeros] e = ConstantOfShape (s)");
    check(
        &zeros,
        &["x:[N,16,3]"],
        &[
            "`sum` requires N = 2 or N = 1; a size that follows its input instead of a fixed one: `e` is f32[2,16,3], from `zeros`",
        ],
    );
    let times = sum(", float[1,16,3] b", "int64[3] r = {2,1,1}", "[times] e = Tile (b, r)");
    check(&times, &["x:[N,16,3]"], &["`e` is f32[2,16,3], from `times`"]);
    let padded = sum(", float[1,16,3] b", "int64[6] r = {0,0,0,1,0,0}", "[fill] e = Pad (b, r)");
    check(&padded, &["x:[N,16,3]"], &["`e` is f32[2,16,3]"]);
    let joined =
        "g (float[2,3] x) => (float[2,4] y) <float[2,1] one = {1,1}> { [join] y = Concat <axis = 1> (x, one) }";
    check(
        joined,
        &["x:[N,3]"],
        &["`join` requires N = 2; a size that follows its input instead of a fixed one: `one` is f32[2,1]"],
    );
    let flat = "g (float[1,2,4,4] x, float[32,5] w) => (float[1,5] y) { f = Flatten (x) [dense] y = MatMul (f, w) }";
    check(
        flat,
        &["x:[1,2,H,W]"],
        &["`dense` requires 2*H*W = 32; a size that follows its input instead of a fixed one: `w` is f32[32,5]"],
    );
    check(flat, &["x:[N,2,4,4]"], &[]);
    let cell = "g (float[5,1,4] x, float[1,9,4] w, float[1,9,3] r, float[1,1,3] h) => (float[5,1,1,3] y) {
        [cell] y = GRU <hidden_size = 3> (x, w, r, , , h)
    }";
    check(cell, &["x:[5,N,4]"], &["`cell` requires N = 1"]);
    check(cell, &["x:[T,1,4]"], &[]);
}

/// Channel shuffles, one after the other: each has two lists of sizes, of which the first has one correct form.
#[test]
fn what_is_in_the_way_after_another_node_is_named_too() {
    let body = "g (float[1,4,6,6] x) => (float[1,4,6,6] y, float[1,4,12,12] z)
        <int64[3] flat = {2,2,36}, int64[4] back = {1,4,6,6}, int64[4] sizes = {1,4,12,12}> {
        [flat1] a = Reshape (x, flat)
        [turn1] b = Transpose <perm = [1, 0, 2]> (a)
        [back1] c = Reshape (b, back)
        d = Relu (c)
        [flat2] e = Reshape (d, flat)
        [turn2] f = Transpose <perm = [1, 0, 2]> (e)
        [back2] h = Reshape (f, back)
        [sum] y = Add (h, x)
        [up] z = Resize <mode = \"nearest\"> (y, , , sizes)
    }";
    let flat = |n: u8| format!("`flat{n}` has the fixed sizes [2, 2, 36]; the sizes [2, 2, -1]");
    let back = |n: u8| format!("`back{n}` has the fixed sizes [1, 4, 6, 6]; sizes computed from its input");
    let expected = [flat(1), back(1), flat(2), back(2), "`up` has the fixed sizes [1, 4, 12, 12]; scales".to_owned()];
    let requires = |found: &str| found.contains("requires");
    let found = obstacles(&text(18, body), &shaped(&["x:[1,4,H,W]"]));
    assert_eq!(found.len(), expected.len(), "{found:#?}");
    for (found, expected) in found.iter().zip(&expected) {
        let node = expected.split_once(' ').expect("a name").0;
        assert!(
            found.starts_with(expected.as_str()) || requires(found) && found.starts_with(node),
            "{found}\n{expected}"
        );
    }
}

#[test]
fn sizes_without_names_are_in_the_way_of_the_same_nodes() {
    let joined =
        "g (float[2,3] x) => (float[2,4] y) <float[2,1] one = {1,1}> { [join] y = Concat <axis = 1> (x, one) }";
    for shape in ["x:[?,3]", "x:[1..8,3]"] {
        check(joined, &[shape], &["`join` requires x.0 = 2"]);
    }
}

fn done(opset: i64, body: &str, options: &SpecializeOptions) -> Specialized {
    specialize(&mut text(opset, body), options).expect("specialized")
}

#[test]
fn conditions_are_those_of_new_sizes() {
    let split = "g (float[4,3] x) => (float[2,3] y, float[2,3] z) { [parts] y, z = Split <axis = 0> (x) }";
    let conditions = |options: &SpecializeOptions| -> Vec<String> {
        done(13, split, options).conditions.iter().map(ToString::to_string).collect()
    };
    assert_eq!(conditions(&shaped(&["x:[N,3]"])), ["mod(N,2) = 0"]);
    assert_eq!(conditions(&shaped(&["x:[1..8,3]"])), ["mod(x.0,2) = 0"]);
    assert!(conditions(&shaped(&["x:[N,3]"]).bind("N", 6)).is_empty());
    let found = obstacles(&text(13, split), &shaped(&["x:[N,3]"]).bind("N", 3));
    assert!(found.len() == 1 && found[0].contains("size 3"), "{found:?}");
    let free = split.replace("float[4,3] x", "float[N,3] x").replace("float[2,3]", "float[K,3]");
    let found = obstacles(&text(13, &free), &SpecializeOptions::new().bind("N", 3));
    assert!(found.len() == 1 && found[0].contains("size 3"), "{found:?}");
}

#[test]
fn one_index_needs_a_size_and_a_squeezed_axis_is_one() {
    let gather = "g (float[8,3] x) => (float[3] y) <int64 i = {3}> { [fourth] y = Gather (x, i) }";
    let conditions = |shape: &str| -> Vec<String> {
        done(18, gather, &shaped(&[shape])).conditions.iter().map(ToString::to_string).collect()
    };
    assert_eq!(conditions("x:[N,3]"), ["N >= 4"]);
    assert!(conditions("x:[4..,3]").is_empty() && conditions("x:[8,M]").is_empty());
    let last = gather.replace("{3}", "{-5}");
    let found = done(18, &last, &shaped(&["x:[N,3]"])).conditions;
    assert_eq!(found.iter().map(ToString::to_string).collect::<Vec<_>>(), ["N >= 5"]);
    let squeeze = "g (float[1,3] x) => (float[3] y) <int64[1] axes = {0}> { [first] y = Squeeze (x, axes) }";
    check(squeeze, &["x:[N,3]"], &["`first` requires N = 1"]);
}

/// Each node is in the way of what the one before it should return.
#[test]
fn after_many_nodes_no_others_are_looked_for() {
    let chain = |count: usize| {
        let nodes: Vec<String> = (0..count).map(|i| format!("v{} = Add (v{i}, c)", i + 1)).collect();
        let nodes = nodes.join("\n");
        let body = format!("g (float[4] v0) => (float[4] v{count}) <float[4] c = {{1,2,3,4}}> {{\n{nodes}\n}}");
        match specialize(&mut text(18, &body), &shaped(&["v0:[N]"])) {
            Err(error @ SpecializeError::Obstructed { .. }) => error,
            other => panic!("{other:?}"),
        }
    };
    for (count, complete, message) in [
        (200, true, "200 nodes do not allow these shapes"),
        (202, false, "at least 201 nodes do not allow these shapes; after these, no others are looked for"),
    ] {
        let error = chain(count);
        assert_eq!(error.to_string(), message);
        let SpecializeError::Obstructed { obstacles, is_complete, .. } = error else { panic!("other nodes") };
        assert_eq!((obstacles.len(), is_complete), (count.min(201), complete));
    }
}

/// The ones before it are cut from the model in which it is found.
#[test]
fn a_node_without_a_name_has_its_number_in_the_file() {
    let nodes: Vec<String> = (0..4).map(|i| format!("v{} = Add (v{i}, c)", i + 1)).collect();
    let body = format!("g (float[4] v0) => (float[4] v4) <float[4] c = {{1,2,3,4}}> {{\n{}\n}}", nodes.join("\n"));
    let found = obstacles(&text(18, &body), &shaped(&["v0:[N]"]));
    assert_eq!(found.len(), 4, "{found:#?}");
    for (number, found) in found.iter().enumerate() {
        assert!(found.starts_with(&format!("node #{number} (Add) requires")), "{found}");
    }
}

/// Each of these nodes adds what is 900 nodes behind the one that states its size.
#[test]
fn what_states_a_size_far_away_is_sought_for_a_few_nodes() {
    const NODES: usize = 30;
    let way = (0..900).map(|i| format!("e{} = Neg (e{i})", i + 1));
    let joined = |to: String, parts: String| format!("{to} = Concat <axis = 0> ({parts})");
    let sums = (0..NODES).flat_map(|i| {
        [
            joined(format!("c{}", i + 1), format!("c{i}, e900")),
            format!("a{i} = Add (t{i}, c{})", i + 1),
            joined(format!("t{}", i + 1), format!("t{i}, z")),
        ]
    });
    let nodes: Vec<String> = way.chain(sums).collect();
    let results: Vec<String> = (0..NODES).map(|i| format!("a{i}")).collect();
    let body = format!(
        "g (float[3] t0, float[1] z, float[2] c0) => ({}) <int64[1] one = {{1}}> {{\n[wide] e0 = Expand (z, one)\n{}\n}}",
        results.join(", "),
        nodes.join("\n")
    );
    let found = obstacles(&text(18, &body), &shaped(&["t0:[M]"]));
    assert_eq!(found.len(), NODES, "{found:#?}");
    assert!(found[0].contains("`c1` is f32[3], from `wide`"), "{}", found[0]);
    assert!(
        found[NODES - 1].contains("`c30` is f32[32]") && !found[NODES - 1].contains("from"),
        "{}",
        found[NODES - 1]
    );
}

/// In IR, thousands of edges refer to one list without its name.
#[test]
fn a_list_with_a_long_name_is_named_by_its_start() {
    let (name, ones) = ("s".repeat(50_000), ",1".repeat(8));
    let body = format!(
        "g (float[3{ones}] x) => (float[3{ones}] y, float[3{ones}] z) <int64[9] {name} = {{3{ones}}}> {{
            [first] y = Expand (x, {name})
            [second] z = Expand (x, {name})
        }}"
    );
    let found = obstacles(&text(18, &body), &shaped(&[format!("x:[N{ones}]").as_str()]));
    assert_eq!(found.len(), 2, "{found:#?}");
    assert!(found[1].starts_with("`second` has the fixed sizes `sss") && found[1].len() < 3_000, "{}", found[1].len());
}
