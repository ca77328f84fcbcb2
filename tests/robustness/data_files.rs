//! Data files: constants of a small file that refer to the same bytes again and again, and files that are replaced.

use std::fmt::Write as _;

use shapewright::graph::{Model, ValueRole};
use shapewright::print::{ListingOptions, listing};
use shapewright::{Diagnostic, Limits, ReadOptions, Source};

/// Without the 64 MiB that are allowed for any file.
fn options() -> ReadOptions {
    ReadOptions { limits: Limits { max_constant_bytes: 0, ..Limits::default() }, ..ReadOptions::default() }
}

/// A model with a list of bytes for each location, offset, and length.
fn onnx(constants: &[(String, usize, usize)]) -> String {
    let mut text = "<ir_version: 9, opset_import: [\"\" : 18]>\ng (float[4] x) => (float[4] y) <".to_owned();
    for (i, (location, offset, length)) in constants.iter().enumerate() {
        let separator = if i > 0 { ", " } else { "" };
        write!(
            text,
            "{separator}uint8[{length}] c{i} = [\"location\": \"{location}\", \"offset\": \"{offset}\", \"length\": \"{length}\"]"
        )
        .unwrap();
    }
    text + "> { y = Relu (x) }"
}

fn read(constants: &[(String, usize, usize)], data: &[u8], options: &ReadOptions) -> Model {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("w.bin"), data).unwrap();
    let path = folder.path().join("m.onnxtxt");
    std::fs::write(&path, onnx(constants)).unwrap();
    let model = Model::read(Source::open(&path).unwrap(), options);
    // The data is read while the file exists.
    model.data_files().iter().for_each(|file| assert!(file.bytes().is_some()));
    model
}

/// For each constant, whether it has a value.
fn have_values(model: &Model) -> Vec<bool> {
    let values = model.values_of(model.main_graph().unwrap());
    let tensors = values.filter_map(|value| match model.value(value).role {
        ValueRole::Initializer(tensor) => Some(tensor),
        _ => None,
    });
    tensors.map(|tensor| model.load(tensor).is_ok()).collect()
}

fn limits_of(model: &Model) -> Vec<&Diagnostic> {
    model.findings().iter().filter(|finding| finding.rule.code() == "FM011").map(|finding| &**finding).collect()
}

#[test]
fn constants_refer_to_their_data_files_64_times_over() {
    let whole = |count: usize| vec![("w.bin".to_owned(), 0, 1_000); count];
    let model = read(&whole(64), &[1; 1_000], &options());
    assert!(model.findings().is_empty() && have_values(&model).iter().all(|&has| has), "{:?}", model.findings());

    let model = read(&whole(100), &[1; 1_000], &options());
    let limits = limits_of(&model);
    assert_eq!(limits.len(), 1, "{:?}", model.findings());
    assert!(limits[0].message.contains("refer to 65000 bytes of the data files; expected at most 64000"), "{limits:?}");
    assert_eq!(have_values(&model), [vec![true; 64], vec![false; 36]].concat());
}

#[cfg(unix)]
#[test]
fn a_pipe_or_a_device_in_the_place_of_a_file_has_no_bytes() {
    let folder = tempfile::tempdir().unwrap();
    let [model, data] = ["m.onnxtxt", "w.bin"].map(|name| folder.path().join(name));
    std::fs::write(&model, onnx(&[("w.bin".to_owned(), 0, 8)])).unwrap();
    let pipe = || assert!(std::process::Command::new("mkfifo").arg(&data).status().unwrap().success());
    let link = || std::os::unix::fs::symlink("/dev/zero", &data).unwrap();
    for replace in [&pipe as &dyn Fn(), &link] {
        std::fs::write(&data, [1; 8]).unwrap();
        let model = Model::read(Source::open(&model).unwrap(), &options());
        std::fs::remove_file(&data).unwrap();
        // After the check that it is a regular file, and before the first value is needed.
        replace();
        assert_eq!(have_values(&model), [false]);
        std::fs::remove_file(&data).unwrap();
    }
}

#[test]
fn constants_of_ir_refer_to_their_data_file_64_times_over() {
    let constant = |id: usize| {
        format!(
            "<layer id=\"{id}\" name=\"c{id}\" type=\"Const\" version=\"opset1\">\
             <data element_type=\"u8\" shape=\"1000\" offset=\"0\" size=\"1000\"/>\
             <output><port id=\"0\" precision=\"U8\"><dim>1000</dim></port></output></layer>"
        )
    };
    let layers: String = (0..100).map(constant).collect();
    let text = format!("<net name=\"m\" version=\"11\"><layers>{layers}</layers><edges/></net>");
    let model = Model::read_with_weights(Source::from_bytes("m.xml", text), vec![1; 1_000], &options());
    let limits = limits_of(&model);
    assert_eq!(limits.len(), 1, "{:?}", model.findings());
    let node = limits[0].place.node.expect("the layer");
    assert_eq!(model.name(model.node(node).name), "c64");
}

#[test]
fn locations_of_one_file_are_one_file() {
    let spelled: Vec<_> = (0..100).map(|i| (format!("{}w.bin", "./".repeat(i)), 0, 1_000)).collect();
    let model = read(&spelled, &[1; 1_000], &options());
    assert_eq!(model.data_files().len(), 1);
    assert_eq!(limits_of(&model).len(), 1, "the file would allow 64 times its bytes for each of its names");
}

#[test]
fn a_listing_with_weights_is_in_proportion_to_the_files() {
    const BYTES: usize = 450_000;
    let model = read(&vec![("w.bin".to_owned(), 0, BYTES); 60], &[200; BYTES], &options());
    let all = ListingOptions { weights: true, hashes: true };
    let long = listing(&model, &all);
    let most = (20 << 20) + 6 * (BYTES + model.source().bytes().len());
    let shown = long.text.matches("200,200,200}").count();
    // Four bytes of text for each element.
    assert_eq!((shown, long.omitted), (most / (4 * BYTES), 60 - most / (4 * BYTES)));
    assert!(long.text.len() < most + 60 * 200, "{}", long.text.len());
    assert_eq!(long.text.matches("{… sha256:").count(), long.omitted);
    // Further constants are shown as without weights: few elements are.
    let ranges =
        [vec![("w.bin".to_owned(), 0, BYTES); 60], vec![("w.bin".to_owned(), 0, 3), ("w.bin".to_owned(), 0, 5_000)]];
    let mixed = listing(&read(&ranges.concat(), &[200; BYTES], &options()), &all);
    assert_eq!(mixed.omitted, long.omitted + 1);
    assert_eq!(mixed.text.matches("{200,200,200}").count(), 1);
    let few = read(&vec![("w.bin".to_owned(), 0, 1_000); 60], &[200; 1_000], &options());
    assert_eq!(listing(&few, &all).omitted, 0);
}

/// The limit counts files, and not how often one is referred to. One finding says that others were not opened.
#[test]
fn constants_in_more_files_than_are_opened_have_no_values() {
    assert_eq!(Limits::default().max_files, 10_000);
    let folder = tempfile::tempdir().unwrap();
    let names = ["a.bin", "b.bin", "a.bin", "c.bin", "d.bin", "b.bin", "e.bin"];
    names.iter().for_each(|name| std::fs::write(folder.path().join(name), [1; 10]).unwrap());
    let path = folder.path().join("m.onnxtxt");
    std::fs::write(&path, onnx(&names.map(|name| (name.to_owned(), 0, 10)))).unwrap();
    let options = ReadOptions { limits: Limits { max_files: 3, ..Limits::default() }, ..ReadOptions::default() };
    let model = Model::read(Source::open(&path).unwrap(), &options);
    let messages: Vec<&str> = model.findings().iter().map(|finding| finding.message.as_str()).collect();
    assert_eq!(messages, ["external data is in more than 3 files (`max_files`)"]);
    assert_eq!((limits_of(&model).len(), model.data_files().len()), (1, 3));
    assert_eq!(have_values(&model), [true, true, true, true, false, true, false]);
}
