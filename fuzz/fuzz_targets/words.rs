#![no_main]

#[path = "../../tests/hostile/withstand.rs"]
mod withstand;

libfuzzer_sys::fuzz_target!(|text: &str| withstand::a_description(text));
