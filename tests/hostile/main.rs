//! Hostile and damaged texts: every reader on the stored corpus and on randomly damaged texts, the same in every run.
//!
//! The fuzz targets in `fuzz/` search with the same invariants (`withstand`). See docs/fuzz.md.

mod mutate;
mod withstand;

#[cfg(target_arch = "wasm32")]
mod in_the_page;

#[cfg(not(target_arch = "wasm32"))]
mod native {
    use std::fs;
    use std::path::Path;

    use super::mutate::Chance;
    use super::withstand;

    type Target = (&'static str, fn(&str));

    /// Readers, by the name of their corpus folder and fuzz target.
    const TARGETS: [Target; 8] = [
        ("links", withstand::a_link),
        ("files", withstand::a_file),
        ("collections", withstand::a_collection),
        ("price_books", withstand::a_price_book),
        ("messages", withstand::a_message),
        ("numbers", withstand::a_number),
        ("measured", withstand::a_measured_file),
        ("words", withstand::a_description),
    ];

    /// Largest corpus, in bytes: people read it, and everyone clones it.
    const LARGEST_CORPUS: usize = 300_000;

    fn root() -> &'static Path {
        Path::new(env!("CARGO_MANIFEST_DIR"))
    }

    fn corpus(target: &str) -> Vec<String> {
        let folder = root().join("fuzz/corpus").join(target);
        let entries = fs::read_dir(&folder).unwrap_or_else(|e| panic!("{}: {e}", folder.display()));
        let mut paths: Vec<_> = entries.map(|entry| entry.expect("an entry").path()).collect();
        paths.sort();
        let read = |path: &std::path::PathBuf| fs::read(path).expect("a file of the corpus");
        paths.iter().map(|path| String::from_utf8_lossy(&read(path)).into_owned()).collect()
    }

    #[test]
    fn the_kept_corpus_is_withstood() {
        let mut bytes = 0;
        for (target, withstands) in TARGETS {
            let texts = corpus(target);
            assert!(texts.len() >= 5, "{target} has {} texts", texts.len());
            for text in texts {
                bytes += text.len();
                withstands(&text);
            }
        }
        assert!(bytes <= LARGEST_CORPUS, "{bytes} bytes");
    }

    #[test]
    fn every_target_has_a_program_and_a_corpus() {
        let manifest = fs::read_to_string(root().join("fuzz/Cargo.toml")).expect("the manifest of the targets");
        for (target, _) in TARGETS {
            assert!(manifest.contains(&format!("name = \"{target}\"")), "{target} is not in fuzz/Cargo.toml");
        }
        assert_eq!(manifest.matches("[[bin]]").count(), TARGETS.len());
    }

    fn damaged(target: &str, count: usize) {
        let (_, withstands) = TARGETS.iter().find(|(name, _)| *name == target).expect("a target");
        let texts = corpus(target);
        let seeds: Vec<&str> = texts.iter().map(String::as_str).collect();
        let mut chance = Chance::new(20_261_122);
        (0..count).for_each(|_| withstands(&chance.damaged(&seeds)));
    }

    #[test]
    fn damaged_links_are_withstood() {
        damaged("links", 500);
    }

    #[test]
    fn damaged_files_are_withstood() {
        damaged("files", 400);
        damaged("collections", 200);
    }

    #[test]
    fn damaged_price_books_are_withstood() {
        damaged("price_books", 400);
    }

    #[test]
    fn damaged_measured_files_are_withstood() {
        damaged("measured", 1_000);
    }

    #[test]
    fn damaged_messages_are_withstood() {
        damaged("messages", 500);
    }

    #[test]
    fn damaged_descriptions_are_withstood() {
        damaged("words", 1_000);
    }

    #[test]
    fn damaged_numbers_are_withstood() {
        damaged("numbers", 30_000);
    }
}
