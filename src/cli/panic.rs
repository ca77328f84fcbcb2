//! Internal errors: a panic is caught and reported in one message, and never hides another file.

use std::cell::RefCell;
use std::panic::{AssertUnwindSafe, PanicHookInfo, catch_unwind};

use super::{console, exit};

thread_local! {
    static LAST: RefCell<String> = const { RefCell::new(String::new()) };
}

/// Stores the message of a panic instead of printing it.
pub(crate) fn keep_quiet() {
    std::panic::set_hook(Box::new(|info| LAST.with(|last| *last.borrow_mut() = describe(info))));
}

/// Runs the program. A panic that nothing in it catches is reported.
pub(crate) fn reported(run: impl FnOnce() -> u8) -> u8 {
    catch_unwind(AssertUnwindSafe(run)).unwrap_or_else(|_| {
        console::error(&described("", "the command, and its files if you can share them"));
        exit::INTERNAL
    })
}

fn describe(info: &PanicHookInfo<'_>) -> String {
    let payload = info.payload();
    let owned = payload.downcast_ref::<String>().map(String::as_str);
    let text = owned.or_else(|| payload.downcast_ref::<&str>().copied()).unwrap_or("panic");
    info.location().map_or_else(|| text.to_owned(), |at| format!("{text} ({}:{})", at.file(), at.line()))
}

/// The error message for the last panic of this thread: version, file, node, and where to report it.
pub(crate) fn message(path: &str, node: Option<&str>) -> String {
    let at = node.map(|node| format!(", at {node}")).unwrap_or_default();
    described(&format!(" while reading `{path}`{at}"), "the file if you can share it")
}

/// The error message for the last panic of this thread. `attached` is what helps to reproduce it.
fn described(place: &str, attached: &str) -> String {
    let what = LAST.with(|last| std::mem::take(&mut *last.borrow_mut()));
    let version = env!("CARGO_PKG_VERSION");
    let tracker = match env!("CARGO_PKG_REPOSITORY") {
        "" => "to the project's issue tracker",
        address => address,
    };
    format!(
        "internal error in shapewright {version}{place}: {what}. This is a bug; please report it {tracker}, with \
         {attached}"
    )
}

/// Panics for the file that a test names, or for the program itself, to test what follows. Not in release builds.
pub(crate) fn on_request(path: &str) {
    if cfg!(debug_assertions) && std::env::var_os("SHAPEWRIGHT_PANIC").is_some_and(|wanted| wanted == path) {
        panic!("a test asked for it");
    }
}
