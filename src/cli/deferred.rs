//! Arguments of a command that are described to the parser only when the command is run. A run of the program describes one
//! command instead of all, which is most of what its start costs.

use clap::{ArgMatches, Args, Command, Error, FromArgMatches};

/// The arguments of one command.
#[derive(Debug)]
pub(super) struct Deferred<T>(pub(super) T);

impl<T: Args> Args for Deferred<T> {
    fn augment_args(command: Command) -> Command {
        command.defer(T::augment_args)
    }

    fn augment_args_for_update(command: Command) -> Command {
        command.defer(T::augment_args_for_update)
    }
}

impl<T: FromArgMatches> FromArgMatches for Deferred<T> {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Deferred<T>, Error> {
        T::from_arg_matches(matches).map(Deferred)
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), Error> {
        self.0.update_from_arg_matches(matches)
    }
}
