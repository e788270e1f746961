//! Any input as a step, guided by coverage.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| {
    croupier_fuzz::step(data);
});
