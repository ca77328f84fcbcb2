//! The command line: see `shapewright --help`.

fn main() -> std::process::ExitCode {
    shapewright::cli::main()
}
