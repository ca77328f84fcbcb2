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
