//! Any sequence of acts on a floor, guided by coverage.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| {
    croupier_fuzz::floor(data);
});
