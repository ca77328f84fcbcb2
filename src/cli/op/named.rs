//! Attributes on the command line: `--keepdims 0` becomes `--attribute keepdims=0` before the arguments are read.

use std::ffi::OsString;

use clap::{Args, Command};

use super::OpArgs;
use crate::cli::args::Global;

/// Rewrites every unknown option of `op` to `--attribute`.
pub(crate) fn with_attributes(arguments: Vec<OsString>) -> Vec<OsString> {
    if !arguments.iter().any(|argument| argument == "op") {
        return arguments;
    }
    let command = Global::augment_args(OpArgs::augment_args(Command::new("op")));
    let own: Vec<&clap::Arg> = command.get_arguments().collect();
    let long = |name: &str| own.iter().find(|arg| arg.get_long() == Some(name));
    let takes_value = |text: &str| match text.strip_prefix("--") {
        Some(name) => long(name).is_some_and(|arg| arg.get_action().takes_values()),
        None => own.iter().any(|arg| {
            let short = arg.get_short().is_some_and(|short| text == format!("-{short}"));
            short && arg.get_action().takes_values()
        }),
    };
    let mut rest = arguments.into_iter().peekable();
    let mut out: Vec<OsString> = rest.next().into_iter().collect();
    let mut is_op = None;
    while let Some(argument) = rest.next() {
        let text = argument.to_str().unwrap_or_default().to_owned();
        if is_op.is_none() && !text.starts_with('-') {
            is_op = Some(text == "op");
        }
        let name = text.strip_prefix("--").map(|name| name.split_once('=').map_or(name, |(name, _)| name));
        let foreign =
            name.is_some_and(|name| !name.is_empty() && !["help", "version"].contains(&name) && long(name).is_none());
        if is_op == Some(true) && foreign {
            out.push("--attribute".into());
            let mut pair = OsString::from(text.trim_start_matches("--"));
            if !text.contains('=') {
                // A missing value is reported when the pair is parsed.
                if let Some(value) = rest.next_if(|next| !next.to_str().unwrap_or_default().starts_with("--")) {
                    pair.push("=");
                    pair.push(value);
                }
            }
            out.push(pair);
            continue;
        }
        out.push(argument);
        if takes_value(&text) {
            out.extend(rest.next());
        }
    }
    out
}

/// `NAME=VALUE`.
pub(super) fn pair(text: &str) -> Result<(String, String), String> {
    match text.split_once('=') {
        Some((name, value)) if !name.is_empty() => Ok((name.to_owned(), value.to_owned())),
        _ => Err(format!("`{text}` has no value; expected --{text} VALUE")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn with(arguments: &[&str]) -> String {
        let arguments = std::iter::once("shapewright").chain(arguments.iter().copied()).map(OsString::from);
        let with = with_attributes(arguments.collect());
        with[1..].iter().map(|a| a.to_string_lossy().into_owned()).collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn an_unknown_option_is_an_attribute() {
        assert_eq!(with(&["op", "X", "--axes", "-1", "-f", "json"]), "op X --attribute axes=-1 -f json");
        assert_eq!(with(&["op", "X", "--axes=1,2", "--in", "f32[2]"]), "op X --attribute axes=1,2 --in f32[2]");
        assert_eq!(with(&["-q", "op", "X", "--k", "3", "--opset", "18"]), "-q op X --attribute k=3 --opset 18");
        assert_eq!(with(&["op", "X", "--axes", "--opset", "18"]), "op X --attribute axes --opset 18");
        assert_eq!(with(&["op", "X", "--in", "-", "--help"]), "op X --in - --help");
    }

    #[test]
    fn other_commands_are_unchanged() {
        assert_eq!(with(&["lint", "--axes", "1", "op"]), "lint --axes 1 op");
        assert_eq!(with(&["--color", "never", "lint", "op", "--x", "1"]), "--color never lint op --x 1");
    }
}
