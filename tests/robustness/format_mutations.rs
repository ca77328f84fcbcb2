//! Models with changes that know the format: fields swapped, lengths wrong, numbers at their extremes. Each is linted,
//! inferred, folded, and either printed, edited, or compared in this process: without a panic, and with what
//! `tests/common/checks` promises of the results.
//!
//! This runs a thousand; `SHAPEWRIGHT_MUTATIONS=1000000 cargo test --release --test robustness format_mutations` runs
//! that many, each within two seconds, with the assertions of a debug build if `CARGO_PROFILE_RELEASE_DEBUG_ASSERTIONS` and
//! `CARGO_PROFILE_RELEASE_OVERFLOW_CHECKS` are `true`. `SHAPEWRIGHT_MUTATION_SEED` chooses others.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;
use std::time::{Duration, Instant};
use std::{env, fs};

use crate::checks::{SEPARATOR, check};
use crate::mutate::{Random, mutate};
use crate::seeds::{Seed, seeds};
use crate::token_mutate::mutate_tokens;
use crate::wire_mutate::mutate_records;

/// The longest time that a file may take in a run that asks for a number of them: of the processor where the system states
/// it. A test without such a wish measures no time.
const SECONDS: u64 = 2;

/// The time that this thread used.
fn time() -> Duration {
    thread_local!(static START: Instant = Instant::now());
    let used = fs::read_to_string("/proc/thread-self/schedstat").ok();
    let used = used.and_then(|text| text.split_whitespace().next()?.parse().ok());
    used.map_or_else(|| START.with(Instant::elapsed), Duration::from_nanos)
}

fn number(variable: &str) -> Option<u64> {
    env::var(variable).ok().map(|text| text.parse().unwrap_or_else(|_| panic!("{variable} is a number")))
}

/// What is done to each file: analysis, folding, and one of what else takes a model.
fn work(seed: &Seed, index: u64) {
    let weights = seed.weights.iter().flat_map(|weights| [SEPARATOR, weights]).flatten();
    let input: Vec<u8> = seed.bytes.iter().chain(weights).copied().collect();
    check(0, 0, &input);
    check(1 + index as usize % 4, (index / 4) as u8, &input);
}

fn mutated(seeds: &[Seed], random: &mut Random) -> Seed {
    let (seed, other) = (&seeds[random.below(seeds.len())], &seeds[random.below(seeds.len())]);
    let mut seed = seed.clone();
    seed.bytes = match (random.below(10), seed.name.ends_with(".onnx")) {
        (0, _) => mutate(&seed.bytes, &other.bytes, random),
        (_, true) => mutate_records(&seed.bytes, &other.bytes, random),
        (_, false) => mutate_tokens(&seed.bytes, &other.bytes, random),
    };
    if random.below(8) == 0 {
        seed.weights = seed.weights.map(|weights| mutate(&weights, b"", random));
    }
    seed
}

/// Writes a file that fails, and returns where it is.
fn keep(seed: &Seed, index: u64) -> String {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR"));
    let path = folder.join(format!("failed-{index}-{}", seed.name));
    fs::write(&path, &seed.bytes).expect("the file can be written");
    if let Some(weights) = &seed.weights {
        fs::write(path.with_extension("bin"), weights).expect("the file can be written");
    }
    path.display().to_string()
}

#[test]
fn files_with_changed_fields_and_numbers_are_reported() {
    let seeds = seeds(Path::new(env!("CARGO_MANIFEST_DIR")));
    assert!(seeds.len() > 3_000, "{}", seeds.len());
    let mut random = Random::new(number("SHAPEWRIGHT_MUTATION_SEED").unwrap_or(7));
    let mut failures = Vec::new();
    let wanted = number("SHAPEWRIGHT_MUTATIONS");
    for index in 0..wanted.unwrap_or(1_000) {
        let seed = mutated(&seeds, &mut random);
        let start = wanted.map(|_| time());
        let result = catch_unwind(AssertUnwindSafe(|| work(&seed, index)));
        let taken = start.map(|start| time().saturating_sub(start)).unwrap_or_default();
        if result.is_err() || taken > Duration::from_secs(SECONDS) {
            let what = if result.is_err() { "panic".to_owned() } else { format!("too slow, {taken:.1?}") };
            failures.push(format!("{} ({what})", keep(&seed, index)));
        }
        assert!(failures.len() < 100, "{}", failures.join("\n"));
    }
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}
