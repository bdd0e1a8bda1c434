//! Rules about the source that no compiler checks: dependencies, forbidden contents of the page, file length.
//!
//! Reads the repository, so native only. Text in comments is ignored.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use engine::codec::{Document, file};
use engine::inputs::FIELDS;
use engine::prices::PriceBook;

/// The engine from bottom to top. A module uses only modules on earlier lines, never those on its own or later lines.
const LAYERS: &[&[&str]] = &[
    &["units", "number", "csv", "text"],
    &["number_entry", "formulas"],
    &["prices", "replay"],
    &["inputs"],
    &["demand"],
    &["measured"],
    &["codec", "model"],
    &["cost"],
    &["cash_flow"],
    &["horizon"],
    &["plans"],
    &["analysis"],
    &["derivation"],
    &["report"],
    &["view"],
    &["chart"],
    &["document"],
];

/// The page from bottom to top, likewise.
const PAGE_LAYERS: &[&[&str]] = &[
    &["strings", "keeping", "row_keys"],
    &["browser"],
    &["state"],
    &["navigation"],
    &["components"],
    &["form"],
    &["answer"],
    &["rooms", "scenarios"],
    &["layout"],
    &["embed"],
    &["app"],
];

/// Files of the page outside `src/browser/` that use web_sys or js_sys. The list may only shrink.
const BROWSER_ACCESS: &[(&str, &str)] =
    &[("src/app.rs", "mounts the page and reads the targets of key and pointer events")];

/// Longest file, in lines.
const LONGEST_FILE: usize = 500;

/// Files that are longer, each with its reason.
const LONG_FILES: &[(&str, &str)] = &[
    ("engine/src/inputs/mod.rs", "the table of inputs: one line per row, all in one place"),
    ("engine/src/inputs/workload_words/vocabulary.rs", "the table of words: one line per phrase, all in one place"),
];

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// A file of the repository: its path with `/`, and its text.
struct Source {
    path: String,
    text: String,
}

/// Every file with an extension below some folders, sorted.
fn sources(folders: &[&str], ending: &str) -> Vec<Source> {
    let mut found = Vec::new();
    for folder in folders {
        collect(&root().join(folder), ending, &mut found);
    }
    found.sort_by(|a, b| a.path.cmp(&b.path));
    assert!(!found.is_empty(), "nothing to check in {folders:?}");
    found
}

fn collect(folder: &Path, ending: &str, found: &mut Vec<Source>) {
    let entries = fs::read_dir(folder).unwrap_or_else(|e| panic!("{}: {e}", folder.display()));
    for path in entries.map(|entry| entry.expect("an entry").path()) {
        let name = path.file_name().and_then(|n| n.to_str()).unwrap_or_default();
        if path.is_dir() && !matches!(name, "node_modules" | "target" | "dist") {
            collect(&path, ending, found);
        } else if path.extension().is_some_and(|e| e == ending) {
            found.push(source(&path));
        }
    }
}

fn source(path: &Path) -> Source {
    let text = fs::read_to_string(path).unwrap_or_else(|e| panic!("{}: {e}", path.display()));
    let path = path.strip_prefix(root()).unwrap_or(path).to_string_lossy().replace('\\', "/");
    Source { path, text }
}

fn all_rust() -> Vec<Source> {
    let folders =
        ["src", "engine/src", "engine/examples", "protocol/src", "worker/src", "api/src", "tests", "fuzz/fuzz_targets"];
    sources(&folders, "rs")
}

/// Rust without its line comments. A `//` inside a string is cut off too, which does no harm here.
fn code(text: &str) -> String {
    text.lines().map(|line| line.split("//").next().unwrap_or_default()).collect::<Vec<_>>().join("\n")
}

/// Names that follow a prefix in code: the modules after `crate::`.
fn names_after<'c>(code: &'c str, prefix: &str) -> Vec<&'c str> {
    let is_name = |c: char| c.is_alphanumeric() || c == '_';
    code.split(prefix).skip(1).map(|rest| rest.split(|c| !is_name(c)).next().unwrap_or_default()).collect()
}

/// Whether a word occurs in code by itself.
fn mentions(code: &str, word: &str) -> bool {
    code.split(|c: char| !(c.is_alphanumeric() || c == '_')).any(|w| w == word)
}

/// Checks that every module under a folder uses only what lies below it; returns the files that do not, and what they use.
fn climbs(folder: &str, layers: &[&[&str]]) -> BTreeSet<(String, String)> {
    let layer = |module: &str| layers.iter().position(|layer| layer.contains(&module));
    let mut broken = BTreeSet::new();
    let mut seen = BTreeSet::new();
    let is_root = |path: &str| path.ends_with("src/lib.rs") || path.ends_with("src/main.rs");
    for file in sources(&[folder], "rs").iter().filter(|f| !is_root(&f.path)) {
        let inside = file.path.trim_start_matches(folder).trim_start_matches('/');
        let module = inside.split(['/', '.']).next().unwrap_or_default();
        seen.insert(module.to_owned());
        assert!(layer(module).is_some(), "{folder}/{module} has no layer: add one");
        let code = code(&file.text);
        assert!(
            !code.contains("crate::{"),
            "{}: import one module per line, so that this check can read it",
            file.path
        );
        for used in names_after(&code, "crate::").into_iter().filter(|used| *used != module) {
            if layer(used) >= layer(module) {
                broken.insert((file.path.clone(), used.to_owned()));
            }
        }
    }
    for module in layers.iter().flat_map(|l| l.iter()) {
        assert!(seen.contains(*module), "{module} has a layer but no file in {folder}");
    }
    broken
}

/// A file of tests that no program holds would never run.
#[test]
fn every_file_of_tests_belongs_to_a_program() {
    let read = |path: &str| fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join(path)).expect("a file");
    let (programs, native) = (read("Cargo.toml"), read("tests/native.rs"));
    let mut files = 0;
    for entry in fs::read_dir(Path::new(env!("CARGO_MANIFEST_DIR")).join("tests")).expect("the folder") {
        let name = entry.expect("a file").file_name().to_string_lossy().into_owned();
        let Some(stem) = name.strip_suffix(".rs") else { continue };
        let is_program = programs.contains(&format!("[[test]]\nname = \"{stem}\"\n"));
        let is_held = native.contains(&format!("#[path = \"{name}\"]\nmod {stem};\n"));
        assert!(is_program != is_held, "tests/{name}: a [[test]] of its own, or a module of tests/native.rs");
        files += 1;
    }
    assert!(files > 50, "{files} files");
}

#[test]
fn modules_of_the_engine_use_what_lies_below_them() {
    assert_eq!(climbs("engine/src", LAYERS), BTreeSet::new());
}

#[test]
fn modules_of_the_page_use_what_lies_below_them() {
    assert_eq!(climbs("src", PAGE_LAYERS), BTreeSet::new());
}

/// A room of the page, or what is saved, uses no other room.
#[test]
fn a_room_of_the_page_uses_no_other() {
    let rooms = ["plans", "demand", "costs", "risk", "sources"];
    let mut seen = BTreeSet::new();
    for file in sources(&["src/rooms", "src/scenarios"], "rs") {
        let inside = file.path.trim_start_matches("src/rooms/").split('/').next().unwrap_or_default().to_owned();
        if !file.path.starts_with("src/scenarios/") && !rooms.contains(&inside.as_str()) {
            continue;
        }
        seen.insert(inside.clone());
        for used in names_after(&code(&file.text), "crate::rooms::") {
            assert!(used == inside, "{} uses the room {used}", file.path);
        }
    }
    assert!(rooms.iter().all(|room| seen.contains(*room)), "{seen:?}");
}

/// Files of the engine's rooms that use each other, and what would open the circle. The list may only shrink.
const CIRCLES: &[(&str, &str, &str)] = &[
    ("engine/src/inputs", "contracted_power derived", "the number of owned GPUs into a file of its own"),
    ("engine/src/inputs", "defaults field", "the basis of a default into a file of its own"),
    ("engine/src/inputs", "field kind", "columns of lists are kinds of fields"),
    ("engine/src/inputs", "field value", "options of choices into a file of their own"),
    ("engine/src/measured/bill", "commitments totals", "the charges of a currency into a file of their own"),
];

/// Names of the files beside a file that its code uses: `super::name`, and `super::{name, …}`.
fn siblings(code: &str) -> BTreeSet<String> {
    let is_name = |c: char| c.is_alphanumeric() || c == '_';
    let first_name = |text: &str| text.chars().take_while(|c| is_name(*c)).collect::<String>();
    let mut found = BTreeSet::new();
    let mut before = "";
    for part in code.split("super::") {
        // What follows a second `super::` lies a floor higher.
        if !before.is_empty() || !part.is_empty() {
            found.insert(first_name(part));
        }
        if let Some(list) = part.strip_prefix('{') {
            let mut depth = 0;
            for piece in list.split_inclusive([',', '{', '}']) {
                if depth == 0 {
                    found.insert(first_name(piece.trim_start()));
                }
                depth += i32::from(piece.ends_with('{')) - i32::from(piece.ends_with('}'));
                if depth < 0 {
                    break;
                }
            }
        }
        before = part;
    }
    found
}

#[test]
fn files_of_a_room_do_not_use_each_other() {
    let files = sources(&["engine/src", "protocol/src"], "rs");
    let uses: Vec<(String, String, BTreeSet<String>)> = files
        .iter()
        .filter_map(|file| {
            let (folder, name) = file.path.rsplit_once('/')?;
            let body = code(&file.text);
            let body = body.split("#[cfg(test)]").next().unwrap_or_default();
            let room = folder.split("/src").nth(1).unwrap_or_default().replace('/', "::");
            let mut used = siblings(body);
            used.extend(names_after(body, &format!("crate{room}::")).into_iter().map(str::to_owned));
            Some((folder.to_owned(), name.trim_end_matches(".rs").to_owned(), used))
        })
        .filter(|(_, name, _)| name != "mod" && name != "lib")
        .collect();
    assert!(uses.len() > 150, "only {} files", uses.len());
    let mut found = BTreeSet::new();
    for (folder, name, used) in &uses {
        let both = |(at, other, back): &&(String, String, BTreeSet<String>)| {
            at == folder && name < other && used.contains(other) && back.contains(name)
        };
        found.extend(uses.iter().filter(both).map(|(_, other, _)| (folder.clone(), format!("{name} {other}"))));
    }
    let known = CIRCLES.iter().map(|(folder, pair, _)| ((*folder).to_owned(), (*pair).to_owned())).collect();
    assert_eq!(found, known, "left: files that use each other; right: the known ones");
}

/// Dependencies that a crate of this repository declares, of this repository.
fn depends_on(manifest: &str) -> BTreeSet<String> {
    let text = fs::read_to_string(root().join(manifest)).unwrap_or_else(|e| panic!("{manifest}: {e}"));
    let ours = text.lines().filter(|line| line.starts_with("rack-or-rent-"));
    ours.filter_map(|line| Some(line.split(['.', ' ', '=']).next()?.to_owned())).collect()
}

#[test]
fn crates_stand_on_each_other_one_way() {
    let uses = |manifest| depends_on(manifest).into_iter().collect::<Vec<_>>();
    assert_eq!(uses("engine/Cargo.toml"), Vec::<String>::new());
    assert_eq!(uses("api/Cargo.toml"), ["rack-or-rent-engine"]);
    assert_eq!(uses("protocol/Cargo.toml"), ["rack-or-rent-engine"]);
    assert_eq!(uses("workbook/Cargo.toml"), ["rack-or-rent-engine"]);
    assert_eq!(uses("worker/Cargo.toml"), ["rack-or-rent-engine", "rack-or-rent-protocol", "rack-or-rent-workbook"]);
}

/// Tests recompute figures by the table of formulas: that says nothing about a figure which the table itself computed.
#[test]
fn no_figure_is_computed_by_the_table_of_formulas() {
    let files = sources(&["engine/src"], "rs");
    let computes = |file: &&Source| {
        let code = code(&file.text);
        [".compute(", "Formula::compute", ".expression()", "expression::"].iter().any(|call| code.contains(call))
    };
    let uses: Vec<&str> = files.iter().filter(computes).map(|file| file.path.as_str()).collect();
    assert_eq!(uses, ["engine/src/formulas/formula.rs"], "files that compute by `Formula`");
}

#[test]
fn the_engine_depends_on_ten_crates_alone() {
    let manifest = fs::read_to_string(root().join("engine/Cargo.toml")).expect("the engine's manifest");
    let named: Vec<&str> = manifest
        .split("\n[")
        .filter(|section| section.starts_with("dependencies]"))
        .flat_map(|section| section.lines().skip(1))
        .filter_map(|line| line.split(['.', ' ', '=']).next())
        .filter(|name| !name.is_empty())
        .collect();
    let allowed = "serde serde_json zmij libm csv-core flate2 memchr rand_core rand_xoshiro postcard";
    assert_eq!(named.join(" "), allowed);
    assert!(!manifest.contains("[target."), "a target-specific dependency");
}

/// No clock, and nothing kept between calls.
#[test]
fn engine_and_protocol_are_pure() {
    for file in sources(&["engine/src", "protocol/src"], "rs") {
        let code = code(&file.text);
        for word in ["thread_local", "SystemTime", "Instant", "Mutex", "RwLock", "LazyLock"] {
            assert!(!mentions(&code, word), "{} mentions {word}", file.path);
        }
    }
}

#[test]
fn engine_protocol_and_api_know_no_page() {
    for file in sources(&["engine", "protocol", "api"], "rs") {
        let code = code(&file.text);
        for word in ["web_sys", "leptos", "gloo", "gloo_storage"] {
            assert!(!mentions(&code, word), "{} mentions {word}", file.path);
        }
        // The API is the engine's JavaScript side; the engine knows no JavaScript.
        for word in ["js_sys", "wasm_bindgen", "JsValue"] {
            let free = file.path.starts_with("api/");
            assert!(free || !mentions(&code, word), "{} mentions {word}", file.path);
        }
    }
}

#[test]
fn the_browser_is_reached_in_its_own_module() {
    let outside = |file: &Source| !file.path.starts_with("src/browser/") && file.path != "src/main.rs";
    let mut listed = BROWSER_ACCESS.iter().map(|(path, _)| *path).collect::<BTreeSet<_>>();
    for file in sources(&["src"], "rs").iter().filter(|file| outside(file)) {
        let code = code(&file.text);
        for word in ["web_sys", "js_sys", "gloo", "gloo_storage"].into_iter().filter(|word| mentions(&code, word)) {
            let known = BROWSER_ACCESS.iter().any(|(path, _)| *path == file.path);
            assert!(known, "{} mentions {word}: that belongs in src/browser/", file.path);
            listed.remove(file.path.as_str());
        }
    }
    assert_eq!(listed, BTreeSet::new(), "no longer needed: take them off the list");
}

#[test]
fn every_leaf_of_a_scenario_has_a_row_and_every_row_a_leaf() {
    let document = Document::typical(&PriceBook::embedded());
    let json: serde_json::Value = serde_json::from_str(&file::write(&document)).expect("JSON");
    let inputs = json["inputs"].as_object().expect("inputs");
    let in_file: BTreeSet<&str> = inputs.keys().map(String::as_str).collect();
    let rows: BTreeSet<&str> = FIELDS.iter().map(|f| f.id).collect();
    assert_eq!(in_file, rows);
    // `Debug` prints every member of the struct itself, whether the table has it or not.
    let text = format!("{:#?}", document.scenario);
    let mut leaves = BTreeSet::new();
    let mut group = "";
    for line in text.lines() {
        let name = line.trim_start().split(':').next().unwrap_or_default();
        match line.len() - line.trim_start().len() {
            4 if line.ends_with('{') => group = name,
            8 if line.contains(": ") => {
                leaves.insert(format!("{group}.{name}"));
            }
            _ => {}
        }
    }
    assert_eq!(leaves, rows.iter().map(|id| (*id).to_owned()).collect());
    for field in FIELDS {
        assert!(field.id.starts_with(&format!("{}.", field.group.id)), "{} is not in {}", field.id, field.group.id);
    }
}

#[test]
fn the_page_holds_no_inline_styles_or_raw_markup() {
    for file in sources(&["src"], "rs") {
        let code = code(&file.text);
        assert!(!code.contains("style=\""), "{} contains a style attribute", file.path);
        for word in [
            "inner_html",
            "set_inner_html",
            "set_outer_html",
            "insert_adjacent_html",
            "set_html_unsafe",
            "create_contextual_fragment",
            "DomParser",
        ] {
            assert!(!mentions(&code, word), "{} mentions {word}", file.path);
        }
    }
    for file in sources(&["public"], "js") {
        for word in ["innerHTML", "insertAdjacentHTML", "setHTMLUnsafe", "DOMParser", "document.write"] {
            assert!(!file.text.contains(word), "{} mentions {word}", file.path);
        }
        // The page as one file reads its own text, to be saved; nothing is written there.
        let is_read = |rest: &str| rest.starts_with(" :") && file.path == "public/boot.js";
        assert!(file.text.split("outerHTML").skip(1).all(is_read), "{} writes outerHTML", file.path);
    }
    let html = fs::read_to_string(root().join("index.html")).expect("index.html").to_lowercase();
    assert!(!html.contains("style=") && !html.contains("<style"), "index.html contains styles");
    assert!(!html.contains("javascript:") && !html.contains("srcdoc"), "index.html runs inline code");
    for tag in html.split('<').skip(1).filter_map(|rest| rest.split('>').next()) {
        let inline_script = tag.starts_with("script") && !tag.contains(" src=");
        assert!(!inline_script, "index.html contains a script: <{tag}>");
        assert!(
            !tag.split_whitespace().skip(1).any(|part| part.starts_with("on")),
            "index.html handles events: <{tag}>"
        );
    }
}

/// Whether a text is for people: three words in a row.
fn is_said(text: &str) -> bool {
    let word = |part: &&str| {
        part.len() > 1 && part.trim_end_matches([',', '.', ':', ';']).chars().all(|c| c.is_ascii_alphabetic())
    };
    let parts: Vec<&str> = text.split(' ').collect();
    !text.contains('=') && parts.windows(3).any(|three| three.iter().all(word))
}

#[test]
fn what_the_page_says_stands_in_one_place() {
    assert!(
        is_said("Nothing you type leaves this page.")
            && !is_said("allow-scripts allow-popups")
            && !is_said("th.number scope=col of a")
    );
    // Panics, and errors in messages that only programs read.
    let beside = ["/strings/", "src/browser/", "src/embed/messages.rs", "src/main.rs"];
    for file in sources(&["src"], "rs").iter().filter(|f| !beside.iter().any(|path| f.path.contains(path))) {
        for line in file.text.lines().filter(|l| !l.trim_start().starts_with("//")) {
            let line = line.replace("'\"'", "");
            let said = line.split('"').skip(1).step_by(2).find(|text| is_said(text));
            assert_eq!(said, None, "{}: text for people belongs in a folder of strings", file.path);
        }
    }
}

#[test]
fn files_are_short_or_say_why_not() {
    for file in all_rust() {
        let lines = file.text.lines().count();
        let reason = LONG_FILES.iter().find(|(path, _)| *path == file.path);
        assert!(lines <= LONGEST_FILE || reason.is_some(), "{} has {lines} lines without a reason", file.path);
        assert!(lines > LONGEST_FILE || reason.is_none(), "{} is short again: take it off the list", file.path);
    }
    for (path, _) in LONG_FILES {
        assert!(root().join(path).exists(), "{path} does not exist: take it off the list");
    }
}

#[test]
fn what_is_tested_as_webassembly_is_tested_in_a_browser() {
    let mut found = 0;
    for file in all_rust().iter().filter(|file| file.text.contains(concat!("wasm_bindgen_", "test"))) {
        let in_browser =
            ["(run_in_browser)", "(run_in_dedicated_worker)"].iter().any(|place| file.text.contains(place));
        assert!(in_browser, "{} runs under Node", file.path);
        found += 1;
    }
    assert!(found >= 4, "only {found} files");
}

#[test]
fn no_test_is_left_out_and_none_waits_for_a_panic() {
    for file in all_rust() {
        let code = code(&file.text);
        for attribute in [concat!("#[", "ignore"), concat!("should_", "panic")] {
            assert!(!code.contains(attribute), "{} contains {attribute}", file.path);
        }
    }
}

/// The page's standard library is built for size: its selection is quadratic for equal values, and even steps are equal.
#[test]
fn medians_are_sorted_rather_than_selected() {
    for file in all_rust() {
        assert!(!code(&file.text).contains(concat!("select_", "nth_unstable")), "{}: sort instead", file.path);
    }
}

#[test]
fn the_page_says_its_version_before_its_program_runs() {
    let page = fs::read_to_string("index.html").unwrap_or_default();
    assert!(page.contains(concat!("<p>Version ", env!("CARGO_PKG_VERSION"), "</p>")), "index.html and Cargo.toml");
}
