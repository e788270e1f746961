//! A floor as bytes, changed, guided by coverage.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| {
    croupier_fuzz::stored(data);
});
