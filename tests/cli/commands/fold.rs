//! `fold`: the effect of each option.

use serde_json::Value;

use crate::folder::Folder;

/// A constant that grows, one that is NaN, and an input that a caller may override.
const MODEL: &str = r#"<ir_version: 8, opset_import: ["" : 18]>
g (float[100] x, float[2] w = {1,2}) => (float[100] y, float[1] z, float[2] v)
<float[1] one = {1}, int64[1] size = {100}, float[1] minus = {-1}>
{
  [grow] big = Expand (one, size)
  [add] y = Add (x, big)
  [root] z = Sqrt (minus)
  [neg] v = Neg (w)
}
"#;

#[test]
fn every_fold_option_has_an_effect() {
    let folder = Folder::new("fold-options").with("m.onnxtxt", MODEL);
    let nodes = |report: &Value, list: &str| -> Vec<String> {
        let nodes = report[list].as_array().unwrap_or_else(|| panic!("no {list}: {report}"));
        nodes.iter().map(|node| node["node"].as_str().expect("a name").to_owned()).collect()
    };
    let folded_within = |growth: &str, arguments: &[&str]| {
        let arguments = [&["--allow-growth", growth], arguments].concat();
        let (out, errors, code) =
            folder.says(&[&["fold", "m.onnxtxt", "--dry-run", "-f", "json"], &arguments[..]].concat());
        let report: Value = serde_json::from_str(&out).unwrap_or_else(|error| panic!("{error}: {errors}"));
        assert_eq!(code, 0, "{arguments:?}: {errors}");
        (nodes(&report, "folded"), nodes(&report, "kept"))
    };
    let folded = |arguments: &[&str]| folded_within("1000", arguments);
    let both = |folded: &[&str], kept: &[&str]| {
        let of = |names: &[&str]| names.iter().map(|&name| name.to_owned()).collect::<Vec<_>>();
        (of(folded), of(kept))
    };
    assert_eq!(folded(&[]), both(&["grow"], &["root"]));
    assert_eq!(folded(&["--nan"]), both(&["grow", "root"], &[]));
    assert_eq!(folded(&["--overridable"]), both(&["grow", "neg"], &["root"]));
    // The result has 100 elements, 400 bytes, and is larger than what it replaces.
    for (option, enough, less) in [("--max-elements", "100", "99"), ("--max-bytes", "400", "399")] {
        assert_eq!(folded(&[option, enough]), both(&["grow"], &["root"]), "{option}");
        assert_eq!(folded(&[option, less]), both(&[], &["grow", "root"]), "{option}");
    }
    assert_eq!(folded(&["--nan", "--only", "Sqrt"]), both(&["root"], &[]));
    assert_eq!(folded(&["--only", "Expand,Neg"]), both(&["grow"], &[]));
    // The text of 100 elements is longer than the node.
    assert_eq!(folded_within("0", &[]), both(&[], &["grow", "root"]));
    assert_eq!(folder.text_of("m.onnxtxt"), MODEL);
}
