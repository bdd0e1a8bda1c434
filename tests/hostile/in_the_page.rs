//! Reads ten thousand hostile links in one page, within 200 MB.

use engine::codec::{Document, link};
use wasm_bindgen::JsCast;
use wasm_bindgen_test::{wasm_bindgen_test, wasm_bindgen_test_configure};

use super::mutate::Chance;
use super::withstand;

wasm_bindgen_test_configure!(run_in_dedicated_worker);

/// Links of the first format as they were shared.
const LINKS: &str = include_str!("../links/v1.txt");

/// Number of randomly damaged links.
const COUNT: usize = 10_000;
/// Highest memory use, in bytes.
const MOST: u32 = 200_000_000;

/// Memory of the program in bytes: it never shrinks.
fn held() -> u32 {
    let memory: js_sys::WebAssembly::Memory = wasm_bindgen::memory().unchecked_into();
    memory.buffer().unchecked_into::<js_sys::ArrayBuffer>().byte_length()
}

/// The golden links, and other kinds of links.
fn good_links() -> Vec<String> {
    let mut all: Vec<String> = LINKS.lines().filter(|line| line.starts_with("v=")).map(str::to_owned).collect();
    assert!(all.len() >= 3, "golden links are missing");
    let documents: Vec<Document> = all.iter().map(|text| link::read(text, withstand::book()).document).collect();
    all.push(link::write_set(&documents));
    all.push("?n=128&busy=0.6&q=Acme~2.35~0~~Other~1.9~36&kwh=0.1~t~0.05~0.2".to_owned());
    all
}

/// Links as long as URLs can be, of every kind that is costly to read carelessly.
fn long_links() -> Vec<String> {
    let long = "9".repeat(100_000);
    let mut all: Vec<String> = ["n", "w", "name", "gpu", "q", "et", "in", "v", "book", "said", "busy", "set"]
        .iter()
        .flat_map(|key| [format!("v=2&{key}={long}&end=1"), format!("v=2&{key}={}", "1~".repeat(50_000))])
        .collect();
    let parts = [
        "&",
        "%",
        "%3D",
        "=",
        "n=8&",
        "k=1&",
        "aa=&",
        "&next=2",
        "a~1~0~~",
        "~",
        "%f0%9f%92%a9",
        "é",
        "\u{202e}",
        "\0",
        ";",
        "[",
        "n=1e-400&",
        "av=x&",
    ];
    all.extend(parts.iter().map(|part| format!("v=2&q={}", part.repeat(2_000_000 / part.len()))));
    all.extend(parts.iter().map(|part| part.repeat(2_000_000 / part.len())));
    all
}

/// Reads a link as the page does.
fn open(text: &str) {
    if link::is_link(text) {
        let set = link::read_set(text, withstand::book());
        assert!((1..=link::MOST_IN_SET).contains(&set.len()));
    }
    let _ = link::page_key(text, "preset");
}

#[wasm_bindgen_test]
fn ten_thousand_hostile_links_are_withstood_in_little_memory() {
    let good = good_links();
    let seeds: Vec<&str> = good.iter().map(String::as_str).collect();
    let mut chance = Chance::new(20_261_122);
    for text in long_links() {
        open(&text);
    }
    for index in 0..COUNT {
        let text = chance.damaged(&seeds);
        if index % 200 == 0 {
            withstand::a_link(&text);
        }
        open(&text);
    }
    assert!(held() < MOST, "{} bytes", held());
}
