//! Packs the price book that the program carries: of the files in `data`, the rows and columns that an answer can need,
//! column by column. Parsing CSV and carrying what nothing shows would be a tenth of a first visit. A test compares
//! what comes out with the files.
//!
//! The form: a line for each column of the file, its cells parted by tabs. An empty cell says what the one before it
//! says, `-` that there is nothing. A line without cells is a column that was left out.

use std::path::Path;
use std::{env, fs, io};

const NOTHING: &str = "-";
/// Columns that only the guards and whoever edits the files read.
const LEFT_OUT: &[(&str, &[&str])] = &[
    ("gpus", &["year", "dense_fp8_tflops", "memory_gb", "bandwidth_tb_s", "mig_max_instances", "status", "note"]),
    ("hardware", &["system", "confidence", "note"]),
    ("offers", &["region", "fabric_basis", "usd_per_instance_hour", "confidence", "note"]),
    ("figures", &["label", "scope", "unit", "edition", "confidence", "note"]),
];

fn main() -> io::Result<()> {
    println!("cargo::rerun-if-changed=data");
    println!("cargo::rerun-if-changed=src");
    let folder = env::var("OUT_DIR").map_err(io::Error::other)?;
    let program = program(Path::new("src"))?;
    for file in fs::read_dir("data")? {
        let path = file?.path();
        if let Some(name) = path.file_stem().filter(|_| path.extension().is_some_and(|e| e == "csv")) {
            let name = name.to_string_lossy();
            let packed = packed(&name, &fs::read_to_string(&path)?, &program);
            fs::write(Path::new(&folder).join(format!("{name}.txt")), packed)?;
        }
    }
    Ok(())
}

/// The engine's own text: a figure that it does not name is not carried.
fn program(folder: &Path) -> io::Result<String> {
    let mut all = String::new();
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if path.is_dir() {
            all.push_str(&program(&path)?);
        } else if path.extension().is_some_and(|e| e == "rs") {
            all.push_str(&fs::read_to_string(&path)?);
        }
    }
    Ok(all)
}

fn packed(table: &str, text: &str, program: &str) -> String {
    let mut lines = text.lines().map(cells);
    let head = lines.next().unwrap_or_default();
    let named = |row: &Vec<String>| table != "figures" || program.contains(&format!("\"{}\"", row[0]));
    let rows: Vec<Vec<String>> = lines.filter(named).collect();
    let left_out = LEFT_OUT.iter().find(|(name, _)| *name == table).map_or(&[][..], |(_, columns)| columns);
    for column in left_out {
        assert!(head.iter().any(|name| name == column), "{table} has no column {column}");
    }
    let columns = head.iter().enumerate().map(|(at, name)| {
        if left_out.contains(&name.as_str()) { String::new() } else { column(table, name, &rows, at) }
    });
    columns.collect::<Vec<_>>().join("\n")
}

fn column(table: &str, name: &str, rows: &[Vec<String>], at: usize) -> String {
    let mut before = "";
    let said = rows.iter().map(|row| {
        // The first source is the main one; the others are for the guards.
        let first_alone = name == "source" && table != "sources";
        let cell = if first_alone { row[at].split(' ').next().unwrap_or_default() } else { row[at].as_str() };
        assert!(cell != NOTHING && !cell.contains('\t'), "a cell that cannot be packed: {cell}");
        let said = if cell == before {
            ""
        } else if cell.is_empty() {
            NOTHING
        } else {
            cell
        };
        before = cell;
        said
    });
    said.collect::<Vec<_>>().join("\t")
}

/// The cells of a line of CSV.
fn cells(line: &str) -> Vec<String> {
    let mut found = vec![String::new()];
    let mut quoted = false;
    let mut signs = line.chars().peekable();
    while let Some(sign) = signs.next() {
        match sign {
            '"' if quoted && signs.next_if_eq(&'"').is_some() => found.last_mut().expect("a cell").push('"'),
            '"' => quoted = !quoted,
            ',' if !quoted => found.push(String::new()),
            _ => found.last_mut().expect("a cell").push(sign),
        }
    }
    assert!(!quoted, "a cell over several lines: {line}");
    found
}
