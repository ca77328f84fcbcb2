//! External data in files next to the model.

use std::fs;
use std::path::{Path, PathBuf};

use super::data::{tensor_id, with_tensor};
use crate::elements::Elements;
use crate::format::onnx::read::tests::*;
use crate::place::Part;

/// A folder that is removed again.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Folder {
        let path = std::env::temp_dir().join(format!("shapewright-{}-{name}", std::process::id()));
        fs::create_dir_all(&path).expect("a folder");
        Folder(path)
    }

    fn path(&self, name: &str) -> PathBuf {
        self.0.join(name)
    }

    fn read(&self, tensor: TensorProto, options: &ReadOptions) -> Model {
        let mut constant = graph(vec![node("Add", &["x", "w"], &["y"])]);
        constant.initializer = vec![TensorProto { name: Some("v".into()), ..tensor.clone() }, tensor];
        let path = self.path("model.onnx");
        fs::write(&path, model(constant).encode_to_vec()).expect("a model");
        crate::format::onnx::read::read(Source::open(&path).expect("the model"), options)
    }

    fn codes(&self, entries: &[(&str, &str)]) -> Vec<&'static str> {
        codes(&self.read(external(entries), &ReadOptions::default()))
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        drop(fs::remove_dir_all(&self.0));
    }
}

/// An `i64[2]` with these entries.
fn external(entries: &[(&str, &str)]) -> TensorProto {
    let entry = |&(k, v): &(&str, &str)| StringStringEntryProto { key: Some(k.into()), value: Some(v.into()) };
    TensorProto {
        data_location: Some(tensor_proto::DataLocation::External.into()),
        external_data: entries.iter().map(entry).collect(),
        int64_data: Vec::new(),
        ..i64s("w", &[0, 0])
    }
}

fn weights(folder: &Folder) {
    let words: Vec<u8> = [7i64, 8, 9].iter().flat_map(|n| n.to_le_bytes()).collect();
    fs::write(folder.path("w.bin"), words).expect("weights");
}

#[test]
fn data_is_read_in_place() {
    let folder = Folder::new("lies");
    weights(&folder);
    let read =
        folder.read(external(&[("location", "w.bin"), ("offset", "8"), ("length", "16")]), &ReadOptions::default());
    assert_eq!(codes(&read), [""; 0]);
    assert_eq!(read.elements(tensor_id(&read), 8), Some(Elements::of_ints([8, 9])));
    assert_eq!(folder.codes(&[("location", "./w.bin")]), [""; 0]);
    assert_eq!(folder.codes(&[("location", "w.bin"), ("checksum", "0")]), [""; 0]);
}

#[test]
fn offset_and_length_stay_in_the_file() {
    let folder = Folder::new("bounds");
    weights(&folder);
    let w = ("location", "w.bin");
    // Two tensors, each with the fault: a file that is too short is one cause, a wrong entry is one for each tensor.
    assert_eq!(folder.codes(&[w, ("offset", "16")]), ["FM005"]);
    assert_eq!(folder.codes(&[w, ("offset", "18446744073709551615"), ("length", "16")]), ["FM005"]);
    assert_eq!(folder.codes(&[w, ("length", "8")]), ["FM005"; 2]);
    assert_eq!(folder.codes(&[w, ("length", "24")]), ["FM005"; 2]);
    assert_eq!(folder.codes(&[w, ("offset", "-1")]), ["FM019"; 2]);
    assert_eq!(folder.codes(&[w, ("length", "many")]), ["FM019"; 2]);
    assert_eq!(folder.codes(&[w, w]), ["FM019"; 2]);
    assert_eq!(folder.codes(&[w, ("key", "v")]), ["FM019"; 2]);
    assert_eq!(folder.codes(&[]), ["FM019"; 2]);
}

/// A `location` behind very many other entries is not missing.
#[test]
fn very_many_entries_are_reported_and_not_read() {
    let folder = Folder::new("entries");
    weights(&folder);
    let with_others = |count: usize| [vec![("checksum", "0"); count], vec![("location", "w.bin")]].concat();
    assert_eq!(folder.codes(&with_others(1)), [""; 0]);
    assert_eq!(folder.codes(&with_others(16)), ["FM011"; 2]);
    assert_eq!(folder.codes(&[with_others(1), vec![("location", "v.bin"); 15]].concat()), ["FM011"; 2]);
}

#[test]
fn a_missing_file_is_one_error() {
    let folder = Folder::new("missing");
    let read = folder.read(external(&[("location", "no.bin")]), &ReadOptions::default());
    assert_eq!((only(&read).0, only(&read).1), ("FM004", Level::Error));
    assert_eq!(read.tensor(tensor_id(&read)).num_elements(), Some(2));
    let unseen = ReadOptions { no_weights: true, ..ReadOptions::default() };
    assert_eq!(codes(&folder.read(external(&[("location", "no.bin")]), &unseen)), [""; 0]);
    let nowhere = with_tensor(external(&[("location", "w.bin")]));
    assert_eq!((only(&nowhere).0, only(&nowhere).1), ("FM004", Level::Note));
}

/// The finding on a file is about the first tensor in it, counts all, and shows the others.
#[test]
fn a_file_is_one_finding() {
    let folder = Folder::new("one");
    fs::write(folder.path("w.bin"), [0; 8]).expect("weights");
    let finding = |entries: &[(&str, &str)]| {
        let read = folder.read(external(entries), &ReadOptions::default());
        let [finding] = read.findings() else { panic!("{:?}", read.findings()) };
        let Part::Name(name) = finding.place.part else { panic!("{:?}", finding.place) };
        (read.name(name).to_owned(), finding.message.clone(), finding.related.len(), finding.help.join("; "))
    };
    let (name, message, related, help) = finding(&[("location", "w.bin")]);
    assert_eq!((name.as_str(), related), ("v", 1));
    assert_eq!(message, "`w.bin` has 8 bytes, but tensor `v` and 1 more tensor need up to 16");
    assert_eq!(help, "restore `w.bin`: it is truncated or belongs to another model");
    let (name, message, related, help) = finding(&[("location", "gone.bin")]);
    assert_eq!((name.as_str(), related), ("v", 1));
    assert!(message.starts_with("`gone.bin`, which contains the data of tensor `v` and 1 more tensor, "), "{message}");
    assert_eq!(help, "put `gone.bin` next to the model");
}

#[test]
fn data_stays_in_the_folder() {
    let folder = Folder::new("inside");
    fs::create_dir_all(folder.path("sub")).expect("a folder");
    for location in ["../w.bin", "sub/../../w.bin", "/etc/hostname", "", ".", "sub", "C:\\w.bin"] {
        assert_eq!(folder.codes(&[("location", location)]), ["FM006"], "{location}");
    }
}

#[cfg(unix)]
#[test]
fn links_are_followed_only_on_request() {
    let folder = Folder::new("links");
    weights(&folder);
    let link = |to: &str, name: &str| std::os::unix::fs::symlink(Path::new(to), folder.path(name)).expect("a link");
    link("w.bin", "link.bin");
    link(".", "loop");
    for location in ["link.bin", "loop/w.bin"] {
        let entries = [("location", location), ("length", "16")];
        let refused = folder.read(external(&entries), &ReadOptions::default());
        assert_eq!((only(&refused).0, only(&refused).1), ("FM006", Level::Error));
        assert!(refused.findings()[0].help[0].contains("--allow-symlinks"));
        let mut options = ReadOptions::default();
        options.limits.allow_symlinks = true;
        assert_eq!(codes(&folder.read(external(&entries), &options)), [""; 0]);
    }
}

#[test]
fn elided_weights_are_known_by_type_and_shape() {
    let read = with_tensor(external(&[(crate::format::onnx::read::ELIDED, "sha256:0")]));
    assert_eq!(codes(&read), [""; 0]);
    assert_eq!(read.elements(tensor_id(&read), 8), None);
}

#[test]
fn a_tensor_has_data_in_one_place() {
    let both = TensorProto { int64_data: vec![1, 2], ..external(&[("location", "w.bin")]) };
    assert_eq!(codes(&with_tensor(both)), ["TN103"]);
    let text = TensorProto { data_type: Some(8), ..external(&[("location", "w.bin")]) };
    let folder = Folder::new("text");
    weights(&folder);
    assert_eq!(codes(&folder.read(text, &ReadOptions::default())), ["TN103"; 2]);
}
