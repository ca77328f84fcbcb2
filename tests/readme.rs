//! The terminal sample of the README is what the program prints.

#[test]
fn the_sample_is_what_is_printed() {
    trycmd::TestCases::new().case("README.md");
}
