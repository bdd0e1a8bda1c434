//! Room for the program.

/// Bytes asked for at once: more than a page needs in all.
const ROOM: usize = 8 << 20;

/// Makes room before the second part of the program is there. Memory that grows while two parts hold it is what we
/// suspect behind WebKit's rare "Out of bounds memory access" on a busy machine (docs/engines.md). What is not used costs
/// nothing: the system gives a page of memory with its first use.
pub fn reserve() {
    drop(std::hint::black_box(Vec::<u8>::with_capacity(ROOM)));
}
