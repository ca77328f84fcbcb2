//! Measures the single-threaded throughput of ReduceMin in bytes of input, and of reading the same bytes.
//!
//! `cargo bench --bench reduce_min -- "f32 last"` measures one case. `tools/bench_reduce_min.py` compares with NumPy, ONNX
//! Runtime, and OpenVINO.
#![allow(missing_docs)] // for the items that the macros below define

mod cases;

use std::hint::black_box;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};

fn reduce_min(criterion: &mut Criterion) {
    for (name, make) in cases::CASES {
        let mut group = criterion.benchmark_group(name);
        let case = make();
        let words = case.words();
        group.sample_size(20).throughput(Throughput::Bytes(case.data.byte_len() as u64));
        group.bench_function("ReduceMin", |bencher| bencher.iter(|| case.reduce("ReduceMin")));
        for (way, read) in cases::READS {
            group.bench_function(format!("read {way}"), |bencher| bencher.iter(|| read(black_box(&words))));
        }
        group.finish();
    }
}

criterion_group!(benches, reduce_min);
criterion_main!(benches);
