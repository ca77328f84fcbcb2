//! The default command.

use std::ffi::OsString;

use clap::Subcommand;

use super::{Command, command_line};

/// Inserts `lint` before the arguments unless they name a command or request help. Returns whether it was inserted.
pub(super) fn with_default_command(mut arguments: Vec<OsString>) -> (Vec<OsString>, bool) {
    let mut first = 1;
    // Global options may precede the command.
    while let Some(argument) = arguments.get(first).and_then(|a| a.to_str()) {
        match argument {
            "--color" => first += 2,
            "-q" | "--quiet" => first += 1,
            other if other.starts_with("--color=") => first += 1,
            _ => break,
        }
    }
    let named = arguments.get(first).is_none_or(|argument| {
        let words = ["-h", "--help", "-V", "--version", "help"];
        argument.to_str().is_some_and(|word| words.contains(&word) || Command::has_subcommand(word))
    });
    if !named {
        arguments.insert(first, "lint".into());
    }
    (arguments, !named)
}

/// The names of all commands.
pub(super) fn command_names() -> Vec<String> {
    command_line().get_subcommands().map(|command| command.get_name().to_owned()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn arguments_are_consistent() {
        command_line().debug_assert();
    }

    #[test]
    fn descriptions_of_arguments_do_not_replace_that_of_their_command() {
        let abouts = |program: &clap::Command| {
            let about = |command: &clap::Command| command.get_about().map(ToString::to_string);
            program.get_subcommands().filter(|command| command.get_name() != "help").map(about).collect::<Vec<_>>()
        };
        let mut program = command_line();
        let before = abouts(&program);
        program.build();
        assert!(before.len() > 10 && before.iter().all(Option::is_some));
        assert_eq!(before, abouts(&program));
    }

    #[test]
    fn lint_is_the_default_command() {
        let with = |arguments: &[&str]| {
            let arguments = std::iter::once("shapewright").chain(arguments.iter().copied()).map(OsString::from);
            let (with, _) = with_default_command(arguments.collect());
            with[1..].iter().map(|a| a.to_string_lossy().into_owned()).collect::<Vec<_>>().join(" ")
        };
        assert_eq!(with(&["m.onnx"]), "lint m.onnx");
        assert_eq!(with(&["--format", "json", "m.onnx"]), "lint --format json m.onnx");
        assert_eq!(with(&["--color", "never", "m.onnx"]), "--color never lint m.onnx");
        assert_eq!(with(&["-q", "shapes", "m.onnx"]), "-q shapes m.onnx");
        assert_eq!(with(&["-"]), "lint -");
        assert_eq!(with(&["--help"]), "--help");
        assert_eq!(with(&[]), "");
    }
}
