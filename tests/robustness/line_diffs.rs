//! The difference of texts of very short lines takes memory in proportion to their bytes. Unix only, because of `ulimit`.
#![cfg(all(unix, feature = "cli"))]

use std::path::Path;
use std::process::Command;

#[test]
fn a_text_of_empty_lines_is_compared_in_little_memory() {
    const LINES: usize = 2_000_000;
    const MEGABYTES: usize = 160;
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join("empty_lines.onnxtxt");
    let lines = "\n".repeat(LINES);
    let text = format!(
        "<ir_version: 9, opset_import: [\"\" : 18]>\ng (float[N] x) => (float[N] y) {{\n{lines}y = Relo (x) }}\n"
    );
    std::fs::write(&path, text).expect("a file");
    let mut sh = Command::new("sh");
    let run = format!("ulimit -v {}; exec \"$0\" lint -j 1 --diff --unsafe-fixes \"$1\"", MEGABYTES << 10);
    let output = sh.args(["-c", &run, env!("CARGO_BIN_EXE_shapewright")]).arg(&path).output().expect("sh runs");
    let (shown, errors) = (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    let expected = format!("@@ line {} @@\n  \n  \n- y = Relo (x) }}\n+ y = Relu (x) }}\n", LINES + 1);
    assert!(shown.ends_with(&expected), "{errors}\n{shown}");
}
