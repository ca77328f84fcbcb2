//! Our own faults: a panic is caught, said in one message, and never hides another file.

use std::cell::RefCell;
use std::panic::PanicHookInfo;

thread_local! {
    static LAST: RefCell<String> = const { RefCell::new(String::new()) };
}

/// Keeps what a panic says, instead of printing it at once.
pub(crate) fn keep_quiet() {
    std::panic::set_hook(Box::new(|info| LAST.with(|last| *last.borrow_mut() = describe(info))));
}

fn describe(info: &PanicHookInfo<'_>) -> String {
    let payload = info.payload();
    let owned = payload.downcast_ref::<String>().map(String::as_str);
    let text = owned.or_else(|| payload.downcast_ref::<&str>().copied()).unwrap_or("panic");
    info.location().map_or_else(|| text.to_owned(), |at| format!("{text} ({}:{})", at.file(), at.line()))
}

/// What to say of this thread's last panic: version, file, node and where to report it.
pub(crate) fn message(path: &str, node: Option<&str>) -> String {
    let what = LAST.with(|last| std::mem::take(&mut *last.borrow_mut()));
    let at = node.map(|node| format!(", at {node}")).unwrap_or_default();
    let version = env!("CARGO_PKG_VERSION");
    let tracker = match env!("CARGO_PKG_REPOSITORY") {
        "" => "to the project's issue tracker",
        address => address,
    };
    format!(
        "internal error in shapewright {version} while reading `{path}`{at}: {what}. This is our fault, not the \
         file's; please report it {tracker}, with the file if you may share it"
    )
}

/// Panics for the file that a test names, so that what follows can be tested. Not in a release build.
pub(crate) fn on_request(path: &str) {
    if cfg!(debug_assertions) && std::env::var_os("SHAPEWRIGHT_PANIC").is_some_and(|wanted| wanted == path) {
        panic!("a test asked for it");
    }
}
