//! Measures reductions for `tools/bench_reduce_min.py`, which interleaves them with other libraries.
//!
//! Reads commands from standard input, one per line. The name of a case creates its data and prints the number of bytes.
//! The name of an operator, such as `ReduceMin`, and `read` print the time of the fastest of five runs, in seconds; `read` that
//! of the fastest way to read. An operator that has no such element type takes `inf` seconds.

#[path = "../benches/cases/mod.rs"]
mod cases;

use std::hint::black_box;
use std::io::{self, BufRead, Write};
use std::time::Instant;

/// Returns the time of the fastest of five runs in seconds, after a warm-up run.
fn seconds<R>(run: impl Fn() -> R) -> f64 {
    black_box(run());
    let times = (0..5).map(|_| {
        let start = Instant::now();
        black_box(run());
        start.elapsed().as_secs_f64()
    });
    times.fold(f64::INFINITY, f64::min)
}

fn main() -> io::Result<()> {
    let mut out = io::stdout().lock();
    let mut current = None;
    for line in io::stdin().lock().lines() {
        let line = line?;
        let answer = match (line.as_str(), &current) {
            (operator, Some((case, _))) if operator.starts_with("Reduce") => {
                let case: &cases::Case = case;
                case.reduce(operator).map_or(f64::INFINITY, |_| seconds(|| case.reduce(operator)))
            }
            ("read", Some((_, words))) => {
                let words: &Vec<u64> = words;
                let ways = cases::READS.map(|(_, read)| seconds(|| read(black_box(words))));
                ways.into_iter().fold(f64::INFINITY, f64::min)
            }
            (name, _) => {
                let (_, make) = cases::CASES.into_iter().find(|c| c.0 == name).expect("the name of a case");
                let case = make();
                let (bytes, words) = (case.data.byte_len(), case.words());
                current = Some((case, words));
                bytes as f64
            }
        };
        writeln!(out, "{answer}")?;
        out.flush()?;
    }
    Ok(())
}
