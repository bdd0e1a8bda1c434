//! Storage rules without a browser: refused writes, windows that share a working copy, scenarios added beside others.

use std::cell::{Cell, RefCell};
use std::collections::{BTreeMap, BTreeSet};
use std::time::Instant;

use engine::codec::collection::Kept;
use engine::codec::{Document, file};
use engine::prices::PriceBook;
use proptest::prelude::*;
use rack_or_rent::keeping::placement::{Placed, Placement, free_id, free_name, renamed};
use rack_or_rent::keeping::remembered::{MOST_NAMES, Remembered};
use rack_or_rent::keeping::stored::{self, GPU_NAMES, MACHINES, Worth, worth};
use rack_or_rent::keeping::vault::{Shelf, Vault};
use rack_or_rent::keeping::working_copy::{Rescued, WorkingCopy};

/// A storage with a limited number of bytes for keys and texts.
struct Small {
    room: Cell<usize>,
    held: RefCell<BTreeMap<String, String>>,
    writes: Cell<usize>,
}

impl Small {
    fn with_room(room: usize) -> Self {
        Self { room: Cell::new(room), held: RefCell::default(), writes: Cell::new(0) }
    }

    /// Another window writes, ignoring the limit.
    fn written_elsewhere(&self, key: &str, text: &str) {
        self.held.borrow_mut().insert(key.to_owned(), text.to_owned());
    }
}

impl Shelf for Small {
    fn get(&self, key: &str) -> Option<String> {
        self.held.borrow().get(key).cloned()
    }

    fn put(&self, key: &str, text: Option<&str>) -> bool {
        self.writes.set(self.writes.get() + 1);
        let mut held = self.held.borrow_mut();
        let Some(text) = text else {
            held.remove(key);
            return true;
        };
        let others: usize = held.iter().filter(|(k, _)| *k != key).map(|(k, text)| k.len() + text.len()).sum();
        let fits = others + key.len() + text.len() <= self.room.get();
        if fits {
            held.insert(key.to_owned(), text.to_owned());
        }
        fits
    }
}

#[test]
fn what_a_full_storage_refused_is_written_once_there_is_room() {
    let (shelf, mut vault) = (Small::with_room(60), Vault::new("s/"));
    assert!(vault.put(&shelf, "other", Some(&"x".repeat(50))));
    assert!(!vault.put(&shelf, "s/precious", Some("precious")));
    assert!(vault.holds());
    assert_eq!(vault.get(&shelf, "s/precious").as_deref(), Some("precious"));
    assert_eq!(shelf.get("s/precious"), None);
    shelf.room.set(100);
    assert!(vault.put(&shelf, "s/next", Some("next")));
    assert_eq!(shelf.get("s/precious").as_deref(), Some("precious"));
    assert!(!vault.holds());
}

#[test]
fn deleting_and_undoing_in_a_full_storage_loses_nothing() {
    let (shelf, mut vault) = (Small::with_room(40), Vault::new("s/"));
    assert!(vault.put(&shelf, "s/a", Some(&"a".repeat(30))));
    assert!(!vault.put(&shelf, "s/b", Some(&"b".repeat(20))));
    // The space freed by the removal goes to the pending write; the undo finds none, and waits in turn.
    let gone = vault.get(&shelf, "s/a");
    assert!(vault.put(&shelf, "s/a", None));
    assert_eq!(shelf.get("s/b"), Some("b".repeat(20)));
    assert!(!vault.put(&shelf, "s/a", gone.as_deref()));
    assert_eq!(vault.get(&shelf, "s/a"), gone);
    assert!(vault.put(&shelf, "s/b", None));
    assert_eq!(shelf.get("s/a"), gone);
    // A text deleted while pending does not come back.
    assert!(!vault.put(&shelf, "s/c", Some(&"c".repeat(20))));
    assert!(vault.put(&shelf, "s/c", None));
    assert!(!vault.holds());
    shelf.room.set(1_000);
    vault.retry(&shelf);
    assert_eq!(shelf.get("s/c"), None);
}

#[test]
fn what_another_window_wrote_meanwhile_stays_beside_what_was_held() {
    let (shelf, mut vault) = (Small::with_room(20), Vault::new("s/"));
    assert!(vault.put(&shelf, "s/a", Some("one")));
    assert!(!vault.put(&shelf, "s/a", Some(&"ours".repeat(9))));
    assert!(!vault.put(&shelf, "working", Some(&"work".repeat(9))));
    shelf.written_elsewhere("s/a", "theirs");
    shelf.written_elsewhere("working", "their work");
    assert_eq!(vault.get(&shelf, "s/a").as_deref(), Some("theirs"));
    shelf.room.set(1_000);
    assert!(vault.put(&shelf, "s/b", Some("b")));
    assert_eq!(shelf.get("s/a").as_deref(), Some("theirs"));
    assert_eq!(shelf.get("s/a-2"), Some("ours".repeat(9)));
    assert_eq!(
        shelf.get("working").as_deref(),
        Some("their work"),
        "this window's text is written with its next change"
    );
    assert!(vault.put(&shelf, "working", Some("ours")));
    assert!(!vault.holds());
}

#[test]
fn a_write_among_many_that_wait_tries_one_more_at_most() {
    let (shelf, mut vault) = (Small::with_room(20), Vault::new("s/"));
    for n in 0..500 {
        assert!(!vault.put(&shelf, &format!("s/{n}"), Some(&"x".repeat(30))));
    }
    let before = shelf.writes.get();
    assert!(vault.put(&shelf, "s/small", Some("x")));
    assert_eq!(shelf.writes.get() - before, 2);
}

proptest! {
    /// For any sequence of writes, removals and freed space, the page reads what it last wrote.
    #[test]
    fn a_full_storage_never_changes_what_the_page_reads(
        steps in prop::collection::vec((0_usize..6, prop::option::of(0_usize..40), 0_usize..200), 1..60)
    ) {
        let (shelf, mut vault) = (Small::with_room(50), Vault::new("s/"));
        let mut wanted: BTreeMap<String, String> = BTreeMap::new();
        for (key, length, room) in steps {
            shelf.room.set(room);
            let key = format!("s/{key}");
            let text = length.map(|length| "x".repeat(length));
            let done = vault.put(&shelf, &key, text.as_deref());
            prop_assert_eq!(done, shelf.get(&key) == text);
            match text {
                Some(text) => wanted.insert(key, text),
                None => wanted.remove(&key),
            };
            for n in 0..6 {
                let key = format!("s/{n}");
                prop_assert_eq!(vault.get(&shelf, &key), wanted.get(&key).cloned());
            }
        }
        shelf.room.set(10_000);
        vault.retry(&shelf);
        prop_assert!(!vault.holds());
        prop_assert_eq!(shelf.held.into_inner(), wanted);
    }
}

#[test]
fn a_window_tells_its_own_working_copy_from_that_of_another() {
    let text = |text: &str| Some(text.to_owned());
    let mut a = WorkingCopy::opened_on(text("a"));
    assert_eq!(a.of_another(text("a")), None);
    assert_eq!(a.of_another(None), None);
    assert_eq!(a.of_another(text("b")), text("b"));
    a.wrote("a2".to_owned(), text("a2"));
    assert_eq!(a.of_another(text("a2")), None);
    assert_eq!(a.of_another(text("a")), text("a"), "another window restored it");
    // Refused: the storage still has the previous text, and may accept this one later.
    a.wrote("a3".to_owned(), text("a2"));
    assert_eq!((a.of_another(text("a2")), a.of_another(text("a3"))), (None, None));
    assert_eq!(a.of_another(text("b")), text("b"));
    // A window that opened on a link knows nothing of it.
    assert_eq!(WorkingCopy::opened_on(None).of_another(text("a")), text("a"));
}

#[test]
fn later_work_of_a_window_takes_the_place_of_its_earlier_and_of_nothing_else() {
    let mut working = WorkingCopy::default();
    let file = |_: &str| Some("file".to_owned());
    assert_eq!(working.again("7", file), None);
    working.rescue(Rescued { of: "7".to_owned(), id: "earlier-work".to_owned(), file: "file".to_owned() });
    assert_eq!(working.again("7", file), Some("earlier-work"));
    assert_eq!(working.again("8", file), None, "another window");
    assert_eq!(working.again("7", |_| Some("changed".to_owned())), None, "it was edited");
    assert_eq!(working.again("7", |_| None), None, "it was deleted");
    working.rescue(Rescued { of: String::new(), id: "earlier-work".to_owned(), file: "file".to_owned() });
    assert_eq!(working.again("", file), None, "an unknown window");
}

fn kept(id: &str, name: &str, gpus: &str) -> Kept {
    let file = format!("{{\"inputs\": {{\"own.gpus\": {gpus}}}, \"name\": \"{name}\"}}");
    Kept { id: id.to_owned(), name: name.to_owned(), file: renamed(&file, name) }
}

#[test]
fn scenarios_come_beside_those_that_are_there_and_never_over_them() {
    let there = [kept("one", "One", "8"), kept("two", "Two", "8")];
    let mut adding = Placement::beside_all(&there, ["one".to_owned(), "two".to_owned(), "broken".to_owned()]);
    assert_eq!(adding.place(there[0].clone()), Placed::There);
    let other = kept("one", "One", "16");
    let beside = Kept { id: "one-2".to_owned(), ..kept("", "One (2)", "16") };
    assert_eq!(adding.place(other.clone()), Placed::Beside(beside));
    assert_eq!(adding.place(other), Placed::There, "it was added already");
    let broken = adding.place(kept("broken", "Broken", "8"));
    assert_eq!(broken, Placed::Beside(Kept { id: "broken-2".to_owned(), ..kept("", "Broken", "8") }));
    assert_eq!(adding.place(kept("new", "Two", "24")), Placed::Same(kept("new", "Two", "24")));
    let unnamed = adding.place(kept("", "Two", "8"));
    assert_eq!(unnamed, Placed::Same(Kept { id: "two-2".to_owned(), ..kept("", "Two (2)", "8") }));
}

#[test]
fn a_name_and_an_id_that_are_free() {
    let taken = ["One", "One (2)"];
    assert_eq!(free_name("One", |name| !taken.contains(&name)), "One (3)");
    assert_eq!(free_name("  ", |_| true), "Untitled");
    assert_eq!(free_id("Zwei & <b>", |_| true), "zwei--b");
    assert_eq!(free_id("日本", |id| id != "scenario"), "scenario-2");
    let long = "y".repeat(200);
    let longest = free_name(&long, |name| !name.ends_with('…'));
    assert!(longest.chars().count() <= 80 && longest.ends_with(" (2)"), "{longest}");
}

#[test]
fn a_thousand_scenarios_take_four_times_as_long_as_a_quarter_of_them() {
    let document = Document::typical(&PriceBook::embedded());
    let text = renamed(&file::write(&document), "Same");
    // The hard case: the same name and id for all, each with other inputs.
    let all: Vec<Kept> = (0..1_000)
        .map(|n| Kept { id: "same".to_owned(), name: "Same".to_owned(), file: text.replacen("64", &n.to_string(), 1) })
        .collect();
    let run = |many: usize| {
        let begun = Instant::now();
        let mut adding = Placement::beside_all(&[], []);
        let mut ids = BTreeSet::new();
        let mut names = BTreeSet::new();
        for kept in all.iter().take(many) {
            if let Placed::Same(kept) | Placed::Beside(kept) = adding.place(kept.clone()) {
                ids.insert(kept.id);
                names.insert(kept.name);
            }
        }
        assert_eq!((ids.len(), names.len()), (many, many));
        begun.elapsed().as_secs_f64()
    };
    run(250); // warm up
    let least = |many: usize| (0..3).map(|_| run(many)).fold(f64::INFINITY, f64::min);
    let (few, many) = (least(250), least(1_000));
    assert!(many < few * 10.0, "a quarter in {few:.3} s, all in {many:.3} s");
}

/// The browser's storage could hold anything under our keys: cut short, edited, or from another program.
#[test]
fn what_is_stored_is_checked_when_it_is_read() {
    let scenario = "rack-or-rent/v1/scenario/one";
    for (key, text) in [
        (scenario, r#"{"name":"One","file":"{}"}"#),
        (scenario, r#"{"name":"One","file":"{}","saved":"{}"}"#),
        (stored::ORDER, r#"["one","two"]"#),
        (stored::WORKING, r#""v=1&n=8&end=1""#),
        (stored::BOOK, r#""id,provider""#),
        (GPU_NAMES, "{}"),
        (GPU_NAMES, r#"{"bigcard":"h100-sxm","":"a100-80-sxm","new":"x900.2"}"#),
        (MACHINES, r#"{"p9.large":["h100-sxm",8],"plain":["h100-sxm",0]}"#),
        ("rack-or-rent/v1/window", "anything"),
    ] {
        assert_eq!(worth(key, text), Worth::Whole, "{key}: {text}");
    }
    for (key, text) in [
        (scenario, ""),
        (scenario, "null"),
        (scenario, r#"{"name":"One"}"#),
        (scenario, r#"{"name":1,"file":"{}"}"#),
        ("rack-or-rent/v1/scenario/a\u{202e}b", r#"{"name":"One","file":"{}"}"#),
        (stored::ORDER, r#"{"one":1}"#),
        (stored::ORDER, "[1]"),
        (stored::WORKING, "v=1&n=8&end=1"),
        (stored::WORKING, r#""hello""#),
        (stored::BOOK, "{}"),
        (GPU_NAMES, "[]"),
        (GPU_NAMES, r#"{"bigcard":"#),
        (GPU_NAMES, r#"{"bigcard":7}"#),
        (GPU_NAMES, r#"{"bigcard":"<b>"}"#),
        (MACHINES, r#"{"p9":["h100-sxm",1e308]}"#),
        (MACHINES, r#"{"p9":["h100-sxm",1e999]}"#),
        (MACHINES, r#"{"p9":["h100-sxm",-8]}"#),
        (MACHINES, r#"{"p9":["h100-sxm",null]}"#),
        (MACHINES, r#"{"p9":["h100-sxm"]}"#),
        (MACHINES, r#"{"p9":[8,"h100-sxm"]}"#),
    ] {
        assert_eq!(worth(key, text), Worth::Nothing, "{key}: {text}");
    }
    let part = |text: &str| Worth::Part(text.to_owned());
    let machines = r#"{"p9":["h100-sxm",1e308],"p5":["h100-sxm",8]}"#;
    assert_eq!(worth(MACHINES, machines), part(r#"{"p5":["h100-sxm",8.0]}"#));
    assert_eq!(worth(GPU_NAMES, r#"{"a":"h100-sxm","b":[]}"#), part(r#"{"a":"h100-sxm"}"#));
}

proptest! {
    /// Whatever is stored as the GPUs of a machine: what is used is finite and none is negative.
    #[test]
    fn no_stored_number_of_gpus_is_infinite(count in prop::num::f64::ANY, name in ".{0,12}") {
        let text = serde_json::json!({ name: ["h100-sxm", count] }).to_string();
        let found = Remembered::<(String, f64)>::default().known(Some(&text), |_| true);
        prop_assert!(found.values().all(|(_, gpus)| gpus.is_finite() && *gpus >= 0.0));
    }
}

#[test]
fn names_explained_in_two_windows_merge() {
    let known = |_: &str| true;
    let gpu = |id: &str| Some(id.to_owned());
    let (mut one, mut two) = (Remembered::<String>::default(), Remembered::<String>::default());
    let mut storage: Option<String> = None;
    let store = |window: &mut Remembered<String>, storage: &mut Option<String>| {
        *storage = window.text(storage.as_deref());
        window.stored();
    };
    one.change("bigcard", gpu("h100-sxm"));
    store(&mut one, &mut storage);
    // The other window opened before that and knows nothing of it.
    two.change("oldcard", gpu("a100-80-sxm"));
    store(&mut two, &mut storage);
    one.change("third", gpu("l4"));
    store(&mut one, &mut storage);
    for window in [&one, &two] {
        let names: Vec<String> = window.known(storage.as_deref(), known).into_keys().collect();
        assert_eq!(names, ["bigcard", "oldcard", "third"]);
    }
    // What one window forgets or changes does not come back from the other.
    two.change("bigcard", None);
    two.change("third", gpu("l40s"));
    store(&mut two, &mut storage);
    one.change("fourth", gpu("t4"));
    store(&mut one, &mut storage);
    let found = one.known(storage.as_deref(), known);
    assert_eq!(found.get("third").map(String::as_str), Some("l40s"));
    assert_eq!(found.keys().collect::<Vec<_>>(), ["fourth", "oldcard", "third"]);
}

#[test]
fn names_that_the_storage_refuses_count_and_are_stored_with_the_next() {
    let mut names = Remembered::<(String, f64)>::default();
    names.change("p9", Some(("h100-sxm".to_owned(), 8.0)));
    let elsewhere = r#"{"p5":["h100-sxm",8.0]}"#;
    assert_eq!(names.known(Some(elsewhere), |_| true).len(), 2, "refused, and used all the same");
    names.change("p7", Some(("h100-sxm".to_owned(), 0.0)));
    let text = names.text(Some(elsewhere)).expect("it fits");
    assert_eq!(text, r#"{"p5":["h100-sxm",8.0],"p7":["h100-sxm",0.0],"p9":["h100-sxm",8.0]}"#);
}

#[test]
fn a_gpu_that_is_unknown_here_is_not_used_and_stays_stored() {
    let mut names = Remembered::<String>::default();
    let later = r#"{"new":"x900"}"#;
    assert_eq!(names.known(Some(later), |id| id != "x900"), BTreeMap::new());
    names.change("old", Some("t4".to_owned()));
    assert_eq!(names.text(Some(later)).as_deref(), Some(r#"{"new":"x900","old":"t4"}"#));
}

#[test]
fn names_do_not_grow_without_bound() {
    let mut names = Remembered::<String>::default();
    for n in 0..MOST_NAMES {
        names.change(&n.to_string(), Some("t4".to_owned()));
    }
    assert!(names.text(None).is_some());
    names.change("one more", Some("t4".to_owned()));
    assert_eq!(names.text(None), None, "this is said, and the name counts while the page is open");
    assert_eq!(names.known(None, |_| true).len(), MOST_NAMES + 1);
    let mut long = Remembered::<String>::default();
    long.change(&"x".repeat(301), Some("t4".to_owned()));
    assert_eq!(long.text(None), None);
}
