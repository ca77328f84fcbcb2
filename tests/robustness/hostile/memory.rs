//! Counts the allocations of one thread, because other tests run in parallel. Bounds on bytes, unlike bounds on time, are
//! the same on every machine.
#![allow(unsafe_code)] // an allocator cannot be written without; it hands everything on to the system's

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;

struct Counting;

thread_local! {
    /// Negative if the thread frees memory that another thread allocated.
    static LIVE: Cell<isize> = const { Cell::new(0) };
    static PEAK: Cell<isize> = const { Cell::new(0) };
    static COUNT: Cell<usize> = const { Cell::new(0) };
    static BYTES: Cell<usize> = const { Cell::new(0) };
}

#[global_allocator]
static COUNTING: Counting = Counting;

fn grow(size: usize) {
    COUNT.set(COUNT.get() + 1);
    BYTES.set(BYTES.get() + size);
    let live = LIVE.get() + size as isize;
    LIVE.set(live);
    PEAK.set(PEAK.get().max(live));
}

fn shrink(size: usize) {
    LIVE.set(LIVE.get() - size as isize);
}

// SAFETY: every call is handed on unchanged.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        grow(layout.size());
        // SAFETY: the caller's promise.
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, ptr: *mut u8, layout: Layout) {
        shrink(layout.size());
        // SAFETY: the caller's promise.
        unsafe { System.dealloc(ptr, layout) }
    }

    unsafe fn realloc(&self, ptr: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        // As if both blocks lived at once, which they do where the system must move them.
        grow(size);
        shrink(layout.size());
        // SAFETY: the caller's promise.
        unsafe { System.realloc(ptr, layout, size) }
    }
}

/// Runs a closure and returns its peak allocation in bytes.
pub fn peak<T>(run: impl FnOnce() -> T) -> (T, usize) {
    let before = LIVE.get();
    PEAK.set(before);
    let result = run();
    (result, (PEAK.get() - before) as usize)
}

/// Runs a closure and returns how many bytes it allocates in total.
pub fn bytes<T>(run: impl FnOnce() -> T) -> (T, usize) {
    let before = BYTES.get();
    let result = run();
    (result, BYTES.get() - before)
}

/// Runs a closure and returns the number of its allocations; a list that grows counts again.
pub fn count<T>(run: impl FnOnce() -> T) -> (T, usize) {
    let before = COUNT.get();
    let result = run();
    (result, COUNT.get() - before)
}
