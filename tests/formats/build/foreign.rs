//! Files that are not models, with the extensions of models.

use super::File;

pub fn files() -> Vec<File> {
    let lfs = "version https://git-lfs.github.com/spec/v1\n\
               oid sha256:4d7a214614ab2935c943f9e0ff69d22eadbb8f32b1258daaa5e2ca24d17e2393\nsize 12345\n";
    let page = "<!DOCTYPE html>\n<html><head><title>404</title></head><body>Not found</body></html>\n";
    // The smallest archive: only the record at its end.
    let archive = [b"PK\x05\x06".as_slice(), &[0; 18]].concat();
    vec![
        File::new("foreign/empty.onnx", "", "error FM001 -"),
        File::new("foreign/lfs-pointer.onnx", lfs, "error FM003 -"),
        File::new("foreign/page.onnx", page, "error FM007 -"),
        File::new("foreign/archive.onnx", archive, "error FM007 -"),
        File::new("foreign/other.xml", "<?xml version=\"1.0\"?>\n<svg/>\n", "error FM007 -"),
        File::new(
            "foreign/version-9.xml",
            "<?xml version=\"1.0\"?>\n<net name=\"old\" version=\"9\"/>\n",
            "error FM008 -",
        ),
    ]
}
