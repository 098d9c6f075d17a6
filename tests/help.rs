//! The help texts, as they are shown: `tests/cmd` holds them.
//! `TRYCMD=overwrite cargo test --release --test help` takes over new ones.

#[test]
fn help_texts() {
    trycmd::TestCases::new().env("COLUMNS", "100").case("tests/cmd/*.trycmd");
}
