//! `shapes`: what JSON says of each value.

use serde_json::{Value, json};

use crate::folder::Folder;

/// Text about values that are alike is written again, so values that differ in one thing must not be alike.
#[test]
fn values_of_one_type_keep_what_else_is_known_of_them() {
    let text = r#"<ir_version: 9, opset_import: ["" : 18, "my" : 1]>
g (float[N,4] x) => (float[N,4] y) <float[?,4] b, float[N,4] d, int64[2] s = {-1, 4}>
{ a = Relu (x)  b = Relu (a)  c = Reshape (b, s)  d = my.Own (c)  y = Relu (a) }"#;
    let folder = Folder::new("shapes").with("m.onnxtxt", text);
    let shapes = |more: &[&str]| {
        let out = folder.run(&[&["shapes", "-f", "json", "m.onnxtxt"], more].concat()).stdout;
        let file: Value = serde_json::from_slice::<Value>(&out).expect("JSON")["files"][0].clone();
        let values = file["graphs"][0]["values"].as_array().expect("values").clone();
        move |name: &str| values.iter().find(|value| value["id"] == name).expect(name).clone()
    };
    let of = shapes(&[]);
    let ty = json!({"type": "f32", "shape": ["N", 4]});
    for (name, declared, source) in [
        ("x", ty.clone(), "inferred"),
        ("a", Value::Null, "inferred"),
        ("b", json!({"type": "f32", "shape": ["?", 4]}), "inferred"),
        ("c", Value::Null, "inferred"),
        ("d", ty.clone(), "declared"),
        ("y", ty.clone(), "inferred"),
    ] {
        let value = of(name);
        let known = [&value["type"], &value["shape"], &value["declared"], &value["source"], &value["name"]];
        assert_eq!(known, [&ty["type"], &ty["shape"], &declared, &json!(source), &json!(name)], "{name}");
        assert_eq!((&value["constant"], &value["why_unknown"]), (&json!(false), &Value::Null), "{name}");
    }
    assert_eq!(of("s")["constant"], json!(true));
}

/// A similar name is searched for the first names that are missing; each of them is named.
#[test]
fn similar_names_are_suggested_for_the_first_missing_ones() {
    let text = "<ir_version: 9, opset_import: [\"\" : 18]>\ng (float[batch,4] x, float[batch] z) => (float[batch,4] y) { y = Relu (x) }";
    let folder = Folder::new("missing-names").with("m.onnxtxt", text);
    let mut arguments = vec!["shapes".to_owned(), "m.onnxtxt".into(), "--bind=batch=2".into()];
    arguments.extend((0..24).map(|i| format!("--bind=batc{i}=2")));
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let (_, errors, code) = folder.says(&arguments);
    let missing: Vec<&str> = errors.lines().filter(|line| line.contains("no file has such a symbol")).collect();
    let suggestions = |lines: &[&str]| lines.iter().filter(|line| line.ends_with("; did you mean `batch`?")).count();
    assert_eq!((missing.len(), code), (24, 2), "{errors}");
    assert_eq!((suggestions(&missing[..20]), suggestions(&missing[20..])), (20, 0), "{errors}");
    assert!(
        missing[20].ends_with("`batc20`, but no file has such a symbol; `shapewright shapes PATH` lists them"),
        "{errors}"
    );
}
