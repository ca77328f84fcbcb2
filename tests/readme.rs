//! The terminal samples of the README are what the program prints, of the files that it shows.

#[test]
fn the_samples_are_what_is_printed() {
    trycmd::TestCases::new().case("README.md");
}

#[test]
fn the_configuration_is_the_one_that_is_used() {
    let root = std::path::Path::new(env!("CARGO_MANIFEST_DIR"));
    let read = |path: &str| std::fs::read_to_string(root.join(path)).expect("a file");
    assert!(read("README.md").contains(&format!("```toml\n{}```\n", read("tests/readme/shapewright.toml"))));
}
