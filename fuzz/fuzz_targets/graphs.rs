#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| shapewright_fuzz::graphs(data));
