use shapewright::graph::Model;
use shapewright::*;
fn main() {
    for path in std::env::args().skip(1) {
        let m = Model::open(&path, &ReadOptions::default()).unwrap();
        println!(
            "{path}\t{}",
            m.findings()
                .iter()
                .map(|f| format!("{}:{}:{}", f.level, f.rule.code, f.message.replace(['\n', '\t'], " ")))
                .collect::<Vec<_>>()
                .join(" ## ")
        );
    }
}
