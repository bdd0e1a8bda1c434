//! Takes the notes out of the price book that the program carries: they are for whoever edits the files, nothing shows
//! them, and they are 2 kB of what a first visit loads. A test compares what is left with the files.

use std::path::Path;
use std::{env, fs, io};

fn main() -> io::Result<()> {
    println!("cargo::rerun-if-changed=data");
    let folder = env::var("OUT_DIR").map_err(io::Error::other)?;
    for file in fs::read_dir("data")? {
        let path = file?.path();
        if let Some(name) = path.file_name().filter(|_| path.extension().is_some_and(|e| e == "csv")) {
            fs::write(Path::new(&folder).join(name), without_notes(&fs::read_to_string(&path)?))?;
        }
    }
    Ok(())
}

/// A table whose last column is emptied below its head, where that column is the notes.
fn without_notes(text: &str) -> String {
    let mut lines = text.split_inclusive('\n');
    let head = lines.next().unwrap_or_default();
    if !head.trim_end().ends_with(",note") {
        return text.to_owned();
    }
    let mut left = head.to_owned();
    for line in lines {
        // The last comma that stands in no quotes.
        let mut quoted = false;
        let mut end = 0;
        for (place, sign) in line.char_indices() {
            match sign {
                '"' => quoted = !quoted,
                ',' if !quoted => end = place + 1,
                _ => {}
            }
        }
        assert!(!quoted, "a cell over several lines: {line}");
        left.push_str(&line[..end]);
        left.push('\n');
    }
    left
}
