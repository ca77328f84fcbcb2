//! `completions` and `man`: the arguments, for shells and for `man`.

use clap::Args;
use clap_complete::Shell;

use super::output::Output;
use super::suggestions::ClosestName;
use super::{command_line, console, exit};

#[derive(Args, Debug)]
pub(super) struct CompletionsArgs {
    /// The shell
    #[arg(value_enum, value_name = "SHELL")]
    shell: Shell,
}

#[derive(Args, Debug)]
pub(super) struct ManArgs {
    /// The command; by default the page of the program
    #[arg(value_name = "COMMAND")]
    command: Option<String>,
}

/// `completions`: a script for a shell.
pub(super) fn completions(args: &CompletionsArgs) -> u8 {
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut command_line(), "shapewright", &mut script);
    let mut out = Output::new();
    out.write(|out| out.write_all(&script));
    out.end(exit::OK)
}

/// `man`: a page in roff.
pub(super) fn man(args: &ManArgs) -> u8 {
    let mut program = command_line();
    // Adds the global options to the commands.
    program.build();
    let page = match &args.command {
        None => program,
        Some(name) => {
            let Some(command) = program.find_subcommand(name) else {
                let near = ClosestName::among(name, program.get_subcommands().map(clap::Command::get_name));
                console::error(&format!(
                    "unknown command `{name}`{}",
                    near.suggestion("; `--help` lists all commands")
                ));
                return exit::USAGE;
            };
            command.clone()
        }
    };
    let mut out = Output::new();
    out.write(|out| {
        let mut roff = Vec::new();
        clap_mangen::Man::new(page).render(&mut roff)?;
        out.write_all(&roff)
    });
    out.end(exit::OK)
}
