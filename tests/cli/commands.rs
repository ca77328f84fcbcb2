//! The commands besides `lint` through the binary.

mod annotate;
mod convert;
mod cut;
mod data_files;
mod diff;
mod extract;
mod few;
mod fix;
mod fold;
mod forms;
mod git;
mod graph;
mod hints;
mod ignore;
mod inspect;
mod manual;
mod messages;
mod op;
mod output;
mod places;
mod reading;
mod shapes;
mod snap;
mod specialize;
mod stale_declarations;
mod vain;

use std::process::Command;

use crate::folder::Folder;

const GOOD: &str = r#"<ir_version: 8, opset_import: ["" : 18]>
g (float[N,3,H,W] x) => (float[N,H,W] y)
<int64[1] a = {1}>
{
  [relu] r = Relu (x)
  [rmin] y = ReduceMin <keepdims = 0> (r, a)
}
"#;

/// A chain of nodes, and one of them in a body.
fn chain(nodes: usize) -> String {
    let mut text = "<ir_version: 8, opset_import: [\"\" : 18]>\ng (float[N,3] v0) => (float[N,3] out)\n{\n".to_owned();
    for i in 0..nodes {
        text.push_str(&format!("  [n{i}] v{} = Relu (v{i})\n", i + 1));
    }
    text + &format!("  [last] out = Identity (v{nodes})\n}}\n")
}

#[cfg(unix)]
#[test]
fn progress_is_shown_on_a_terminal() {
    let folder = (0..6).fold(Folder::new("progress"), |f, i| f.with(&format!("m/{i}.onnxtxt"), chain(4)));
    let program = env!("CARGO_BIN_EXE_shapewright");
    // `script` gives the program a terminal. The first model comes late, so that the run takes more than a second.
    let run = |flags: &str| {
        let command = format!("(sleep 1.5; cat m/0.onnxtxt) | '{program}' lint -j 1 {flags} - m");
        Command::new("script").args(["-qec", &command, "/dev/null"]).current_dir(&folder.0).output()
    };
    let Ok(output) = run("") else { return crate::folder::skip("progress on a terminal", "script") };
    let text = String::from_utf8_lossy(&output.stdout);
    assert!(text.contains("of 7 files\r\u{1b}[2K"), "drawn, and taken away again: {text:?}");
    assert!(text.trim_end().ends_with("nothing to report."), "{text:?}");
    let quiet = run("--quiet").expect("it ran before");
    assert!(!String::from_utf8_lossy(&quiet.stdout).contains("of 7 files"));
}
