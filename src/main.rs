//! The program `strata`: everything is in the library.

use std::process::ExitCode;

fn main() -> ExitCode {
    ExitCode::from(strata::cli::run(std::env::args_os()).code())
}
