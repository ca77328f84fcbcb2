
#[test]
fn scratch_convert() {
    let Ok(dir) = std::env::var("TEXT_DIR") else { return };
    let mut n = 0;
    for e in std::fs::read_dir(dir).unwrap() {
        let p = e.unwrap().path();
        if p.extension().is_none_or(|e| e != "txt") { continue }
        let t = std::fs::read(&p).unwrap();
        let w = super::write(&t, &Default::default());
        std::fs::write(p.with_extension("pb"), &w.records).unwrap();
        let mut f = String::new();
        if !super::looks_like(&t) { f.push_str("LOOKS UNLIKE\n"); }
        for d in &w.findings { f.push_str(&format!("{} {:?} {}\n", d.rule.code, d.place.span, d.message)); }
        std::fs::write(p.with_extension("findings"), f).unwrap();
        n += 1;
    }
    assert!(n > 0);
}
