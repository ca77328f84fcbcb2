#![no_main]

use libfuzzer_sys::{fuzz_mutator, fuzz_target, fuzzer_mutate};

fuzz_target!(|data: &[u8]| shapewright_fuzz::print(data));

fuzz_mutator!(|data: &mut [u8], size: usize, max_size: usize, seed: u32| {
    match seed % 2 {
        0 => fuzzer_mutate(data, size, max_size),
        _ => shapewright_fuzz::mutate_fields(data, size, max_size, seed),
    }
});
