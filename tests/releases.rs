//! What every release left behind opens for ever, with the same figures: docs/releases.md
//!
//! `tests/releases/VERSION/` contains links, files, a price book and their figures, as decimal text that is exact to
//! the bit. If a correction of the model changes a figure, `tests/releases/corrections.txt` lists both figures and the
//! revision of the model, whose reason the page shows beside the recorded result.
//! Reads and writes the repository, so native only. `scripts/release-set` records a new set.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;
use std::fs;
use std::path::{Path, PathBuf};

use engine::analysis::goal_seek::Subject;
use engine::codec::collection::{self, Kept};
use engine::codec::corrections::{REVISION, since};
use engine::codec::recorded_result::RecordedResult;
use engine::codec::{Decoded, Document, VERSION, file, link};
use engine::inputs::presets::PRESETS;
use engine::plans::plans;
use engine::prices::PriceBook;
use engine::report::evaluate;
use engine::report::recorded_result::{figures as headline, with_recorded_plan};
use serde_json::Value as Json;

/// Parts of a report recorded in full, except text.
const RECORDED: [&str; 6] = ["hours", "verdict", "own", "outlook", "offers", "indifference_usd_per_gpu_hour"];
/// Members that are text, or points of a curve whose ends are recorded.
const WORDS: [&str; 9] = ["label", "formula", "inputs", "source", "url", "note", "cumulative_usd", "reasons", "as_of"];
/// Members recorded for each offer; there are many offers.
const OF_OFFERS: [&str; 1] = ["usd_per_productive_gpu_hour"];
/// The scenario computed with the set's price book.
const WITH_BOOK: &str = "with-price-book";
/// A price book as a user may have it.
const PRICE_BOOK: &str = "id,provider,gpu,usd_per_gpu_hour,term_months,as_of,note
acme-h100,Acme,h100-sxm,1.95,0,2026-10-14,
acme-h100-3y,Acme,H100 80 GB SXM,1.55,36,2026-10-14,
other-a100,\"Other, Inc.\",a100-80-sxm,1.1,0,,checked: an offer by letter
";

/// Figures by scenario and path.
type Figures = BTreeMap<(String, String), String>;

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/releases")
}

fn text(path: &Path) -> String {
    fs::read_to_string(path).unwrap_or_else(|e| panic!("{}: {e}", path.display()))
}

fn understood(decoded: Decoded, name: &str) -> Document {
    assert_eq!(decoded.notices, [], "{name}");
    decoded.document
}

/// The figures of a document, by path; members of a list by their id, else by their index.
fn figures_of(name: &str, document: &Document, book: &PriceBook) -> Figures {
    let report = evaluate(&document.scenario, book, &document.edition).expect("a report");
    let report = serde_json::to_value(report).expect("a report is JSON");
    let mut figures = Figures::new();
    for part in RECORDED {
        collect(&mut figures, name, part, report.get(part).unwrap_or(&Json::Null));
    }
    figures
}

fn collect(figures: &mut Figures, name: &str, path: &str, value: &Json) {
    match value {
        Json::Object(members) => {
            for (key, value) in members.iter().filter(|(key, _)| !WORDS.contains(&key.as_str())) {
                if !path.starts_with("offers.") || OF_OFFERS.contains(&key.as_str()) {
                    collect(figures, name, &format!("{path}.{key}"), value);
                }
            }
        }
        Json::Array(members) => {
            for (index, value) in members.iter().enumerate() {
                let step = value["id"].as_str().map_or_else(|| index.to_string(), str::to_owned);
                collect(figures, name, &format!("{path}.{step}"), value);
            }
        }
        // With arbitrary precision a number keeps its written text.
        leaf => drop(figures.insert((name.to_owned(), path.to_owned()), leaf.to_string())),
    }
}

fn written(figures: &Figures) -> String {
    let mut out = String::new();
    let mut last = "";
    for ((name, path), value) in figures {
        if name != last {
            writeln!(out, "scenario {name}").expect("a text");
            last = name;
        }
        writeln!(out, "{path} {value}").expect("a text");
    }
    out
}

fn read_figures(text: &str) -> Figures {
    let mut figures = Figures::new();
    let mut name = String::new();
    for line in text.lines().filter(|line| !line.starts_with('#')) {
        let (path, value) = line.split_once(' ').expect("a path and its figure");
        if path == "scenario" {
            value.clone_into(&mut name);
        } else {
            drop(figures.insert((name.clone(), path.to_owned()), value.to_owned()));
        }
    }
    figures
}

/// A correction: the release, the scenario and path of a figure, its old and new value, and the revision that changed
/// it.
#[derive(Debug, PartialEq)]
struct Correction {
    release: String,
    figure: (String, String),
    was: String,
    now: String,
    revision: u32,
}

fn corrections(text: &str) -> Vec<Correction> {
    let one = |line: &str| {
        let parts: Vec<&str> = line.splitn(6, ' ').collect();
        let [release, name, path, was, now, revision] = parts.as_slice() else { panic!("not a correction: {line}") };
        Correction {
            release: (*release).to_owned(),
            figure: ((*name).to_owned(), (*path).to_owned()),
            was: (*was).to_owned(),
            now: (*now).to_owned(),
            revision: revision.parse().unwrap_or_else(|_| panic!("no revision of the model: {line}")),
        }
    };
    text.lines().filter(|line| !line.is_empty() && !line.starts_with('#')).map(one).collect()
}

/// Problems with the figures of a release: each one that changed without a correction, and each correction that
/// differs. The lines are in the format of `corrections.txt`, without the revision.
fn problems(release: &str, recorded: &Figures, found: &Figures, corrections: &[Correction]) -> Vec<String> {
    let mut problems = Vec::new();
    for (figure, was) in recorded {
        let now = found.get(figure).map_or("gone", String::as_str);
        let said = corrections.iter().find(|c| c.release == release && c.figure == *figure);
        let fits = said.map_or(now == was, |c| c.was == *was && c.now == *now);
        if !fits {
            problems.push(format!("{release} {} {} {was} {now}", figure.0, figure.1));
        }
    }
    for c in corrections.iter().filter(|c| c.release == release) {
        if !recorded.contains_key(&c.figure) || c.was == c.now {
            problems.push(format!("nothing moved: {c:?}"));
        }
    }
    problems
}

/// A set as stored in its folder.
struct Set {
    release: String,
    path: PathBuf,
}

impl Set {
    fn read(&self, name: &str) -> String {
        text(&self.path.join(name))
    }

    /// The saved files by name.
    fn files(&self) -> BTreeMap<String, Document> {
        let entries = fs::read_dir(self.path.join("scenarios")).expect("the saved files");
        let paths = entries.map(|entry| entry.expect("an entry").path());
        let book = PriceBook::embedded();
        paths
            .map(|path| {
                let name = path.file_stem().and_then(|n| n.to_str()).expect("a plain name").to_owned();
                let decoded = file::read(&text(&path), &book).unwrap_or_else(|e| panic!("{name}: {e}"));
                (name.clone(), understood(decoded, &name))
            })
            .collect()
    }

    /// Links by name, each on the line after its name.
    fn links(&self) -> Vec<(String, String)> {
        let text = self.read("links.txt");
        let mut lines = text.lines();
        let mut all = Vec::new();
        while let Some(name) = lines.next() {
            let name = name.strip_prefix("link ").expect("a name").to_owned();
            all.push((name, lines.next().expect("a link under its name").to_owned()));
        }
        all
    }
}

fn sets() -> Vec<Set> {
    let entries = fs::read_dir(folder()).expect("the folder of sets");
    let mut paths: Vec<PathBuf> = entries.map(|entry| entry.expect("an entry").path()).filter(|p| p.is_dir()).collect();
    paths.sort();
    let set = |path: PathBuf| Set {
        release: path.file_name().and_then(|n| n.to_str()).expect("a plain name").to_owned(),
        path,
    };
    paths.into_iter().map(set).collect()
}

#[test]
fn every_release_has_a_set_and_the_first_stays() {
    let names: Vec<String> = sets().into_iter().map(|set| set.release).collect();
    assert!(names.iter().any(|name| name == "0.1.0"), "{names:?}");
    let wanted: BTreeSet<&str> = ["links.txt", "scenarios", "all.json", "price-book.csv", "figures.txt"].into();
    for set in sets() {
        let entries = fs::read_dir(&set.path).expect("a set");
        let found: BTreeSet<String> =
            entries.map(|e| e.expect("an entry").file_name().into_string().expect("a plain name")).collect();
        assert_eq!(found.iter().map(String::as_str).collect::<BTreeSet<_>>(), wanted, "{}", set.release);
    }
}

#[test]
fn files_of_every_release_give_the_figures_they_had_or_a_correction_says_why_not() {
    let corrections = corrections(&text(&folder().join("corrections.txt")));
    let releases: Vec<String> = sets().into_iter().map(|set| set.release).collect();
    assert!(corrections.iter().all(|c| releases.contains(&c.release)), "a correction of an unknown release");
    let mut moved = Vec::new();
    for set in sets() {
        let book = PriceBook::embedded();
        let mut found = Figures::new();
        for (name, document) in set.files() {
            found.extend(figures_of(&name, &document, &book));
        }
        let mut with_own = PriceBook::embedded();
        let read = with_own.add_own(&set.read("price-book.csv"));
        assert_eq!((read.taken, read.left_out), (3, Vec::new()), "{}", set.release);
        found.extend(figures_of(WITH_BOOK, &Document::typical_of(&set, &book), &with_own));
        let recorded = read_figures(&set.read("figures.txt"));
        assert!(recorded.len() > 1_000, "{} figures", recorded.len());
        moved.extend(problems(&set.release, &recorded, &found, &corrections));
    }
    assert!(
        moved.is_empty(),
        "moved without a correction; mend, or add with the revision of the model:\n{}",
        moved.join("\n")
    );
}

#[test]
fn links_and_the_file_of_all_of_every_release_say_what_its_files_say() {
    let book = PriceBook::embedded();
    for set in sets() {
        let files = set.files();
        let mut seen = BTreeSet::new();
        for (name, text) in set.links() {
            let documents: Vec<Document> =
                link::read_set(&text, &book).into_iter().map(|d| understood(d, &name)).collect();
            let wanted: Vec<&Document> = name.split('+').map(|name| &files[name]).collect();
            assert_eq!(documents.iter().collect::<Vec<_>>(), wanted, "{} {name}", set.release);
            seen.insert(name);
        }
        assert!(files.keys().all(|name| seen.contains(name)), "each has its own link");
        assert!(seen.iter().any(|name| name.contains('+')), "there is a link with several scenarios");
        let all = collection::read(&set.read("all.json"), &book).expect("the collection file");
        assert_eq!(all.refused, Vec::<String>::new());
        let kept: BTreeMap<String, Document> = all
            .kept
            .iter()
            .map(|kept| (kept.id.clone(), understood(file::read(&kept.file, &book).expect("kept"), &kept.id)))
            .collect();
        assert_eq!(kept, files, "{}", set.release);
    }
}

/// A document as the page records it.
fn recorded(document: &Document, book: &PriceBook) -> Document {
    let subject = Subject { scenario: &document.scenario, book, edition: &document.edition };
    with_recorded_plan(document, book, &plans(subject).expect("plans"))
}

/// The result recorded in a set's file of a scenario.
fn said(set: &Set, name: &str, document: &Document) -> RecordedResult {
    document
        .said
        .unwrap_or_else(|| panic!("{} {name}: the recorded result is missing, or for other inputs", set.release))
}

/// Texts of a release keep their recorded results: the checksum of their inputs matches for ever.
#[test]
fn texts_of_every_release_say_the_figures_that_were_recorded() {
    const PLACES: [&str; 3] =
        ["own.usd_per_productive_gpu_hour", "indifference_usd_per_gpu_hour", "outlook.saving_usd"];
    for set in sets() {
        let recorded = read_figures(&set.read("figures.txt"));
        for (name, document) in set.files() {
            let said = said(&set, &name, &document);
            let at = |path: &str| recorded[&(name.clone(), path.to_owned())].parse::<f64>().ok();
            let [own, to_beat, saving] = PLACES.map(at);
            let rent = recorded[&(name.clone(), "verdict.offer".to_owned())].trim_matches('"').to_owned();
            let rent = Some(rent).filter(|id| id != "null");
            let rent = rent.and_then(|id| at(&format!("offers.{id}.usd_per_productive_gpu_hour")));
            assert!(!said.differs_from(&[own, rent, to_beat, saving]), "{} {name}: {said:?}", set.release);
        }
        let book = PriceBook::embedded();
        let files = set.files();
        for (name, text) in set.links() {
            let read = link::read_set(&text, &book);
            assert_eq!(read.len(), name.split('+').count(), "{} {name}", set.release);
            for (name, found) in name.split('+').zip(read) {
                assert_eq!(found.document.said, files[name].said, "{} {name}", set.release);
            }
        }
    }
}

/// A changed result is shown beside the recorded one, never without a reason.
#[test]
fn a_text_that_a_correction_moved_is_of_an_older_revision_with_a_reason_since() {
    let book = PriceBook::embedded();
    let corrections = corrections(&text(&folder().join("corrections.txt")));
    for set in sets() {
        for (name, document) in set.files() {
            let said = said(&set, &name, &document);
            let now = headline(&document, &book).expect("figures");
            assert!(
                !said.differs_from(&now) || said.is_older(),
                "{} {name} recorded {:?} and now gives {now:?}: raise REVISION in engine/src/codec/corrections.rs, with the reason",
                set.release,
                said.figures
            );
            for correction in corrections.iter().filter(|c| c.release == set.release && c.figure.0 == name) {
                let told = since(said.revision).any(|c| c.revision == correction.revision);
                assert!(told, "no reason in engine/src/codec/corrections.rs for {correction:?}");
            }
        }
    }
    assert!(corrections.iter().all(|c| c.revision <= REVISION), "a correction of a future revision");
}

trait Typical {
    fn typical_of(set: &Set, book: &PriceBook) -> Document;
}

impl Typical for Document {
    /// The defaults of that release: today's may differ.
    fn typical_of(set: &Set, book: &PriceBook) -> Document {
        let (_, text) = set.links().into_iter().find(|(name, _)| name == "typical").expect("the defaults");
        understood(link::read(&text, book), "typical")
    }
}

#[test]
fn a_figure_that_moves_needs_a_correction_with_both_figures() {
    let figures = |value: &str| Figures::from([(("a".to_owned(), "own.usd".to_owned()), value.to_owned())]);
    let said = |line: &str| corrections(line);
    let line = "1.0.0 a own.usd 1.5 1.6 7";
    assert_eq!(said(line)[0].revision, 7);
    assert_eq!(problems("1.0.0", &figures("1.5"), &figures("1.5"), &[]), Vec::<String>::new());
    assert_eq!(problems("1.0.0", &figures("1.5"), &figures("1.6"), &[]), ["1.0.0 a own.usd 1.5 1.6"]);
    assert_eq!(problems("1.0.0", &figures("1.5"), &figures("1.6"), &said(line)), Vec::<String>::new());
    assert_eq!(problems("1.0.0", &figures("1.5"), &figures("1.7"), &said(line)), ["1.0.0 a own.usd 1.5 1.7"]);
    assert_eq!(problems("1.0.0", &figures("1.5"), &figures("1.5"), &said(line)), ["1.0.0 a own.usd 1.5 1.5"]);
    assert_eq!(problems("1.0.0", &figures("1.5"), &Figures::new(), &[]), ["1.0.0 a own.usd 1.5 gone"]);
    assert_eq!(problems("1.1.0", &figures("1.5"), &figures("1.6"), &said(line)), ["1.1.0 a own.usd 1.5 1.6"]);
}

/// Texts of a later version: known parts are used, unknown ones reported.
#[test]
fn what_a_later_version_wrote_opens_with_what_is_known_and_the_rest_by_name() {
    let book = PriceBook::embedded();
    let typical = Document { name: "From later".to_owned(), ..Document::typical(&book) };
    let words = |decoded: &Decoded| decoded.notices.iter().map(|n| n.message.clone()).collect::<Vec<_>>();
    let told = |decoded: &Decoded, parts: &[&str]| {
        let words = words(decoded);
        assert!(words.iter().any(|w| w.starts_with("Created with format 9.")), "{words:?}");
        for part in parts {
            assert!(words.iter().any(|w| w.contains(part)), "{part} is not reported: {words:?}");
        }
        assert_eq!(words.len(), parts.len() + 1, "{words:?}");
    };
    let later = file::write(&typical)
        .replacen(&format!("\"version\": {VERSION}"), "\"version\": 9,\n  \"tags\": [\"a\"]", 1)
        .replacen("\"own.gpus\"", "\"own.colour\": \"red\",\n    \"own.gpus\"", 1)
        .replacen("\"work.network\": \"rdma\"", "\"work.network\": \"quantum\"", 1);
    let decoded = file::read(&later, &book).expect("a file");
    told(&decoded, &["\"tags\"", "\"own.colour\"", "\"quantum\" must be one of"]);
    assert_eq!(decoded.document, typical);
    let by_link =
        link::write(&typical).replacen(&format!("v={VERSION}"), "v=9", 1).replacen("&end", "&zeta=3&theta=x&end", 1);
    let decoded = link::read(&by_link, &book);
    told(&decoded, &["\"zeta\"", "\"theta\""]);
    assert_eq!(decoded.document, typical);
    let all = collection::write(&[Kept { id: "a".to_owned(), name: String::new(), file: later }], None).replacen(
        "\"version\": 1",
        "\"version\": 4",
        1,
    );
    let found = collection::read(&all, &book).expect("a collection file");
    assert!(found.refused.len() == 1 && found.refused[0].contains("not format version 1"), "{:?}", found.refused);
    let kept = file::read(&found.kept[0].file, &book).expect("kept");
    told(&kept, &["\"tags\"", "\"own.colour\"", "\"quantum\""]);
    assert_eq!(kept.document, typical, "keeps everything this version does not know, for the one that does");
}

/// Records the set of this version if `RELEASE_SET` names it, as `scripts/release-set` does. Never overwrites an
/// existing one.
#[test]
fn a_set_is_recorded_where_one_is_asked_for() {
    let Ok(release) = std::env::var("RELEASE_SET") else { return };
    assert_eq!(release, env!("CARGO_PKG_VERSION"), "a set belongs to the version that records it");
    let path = folder().join(&release);
    assert!(!path.exists(), "{} exists and is not overwritten", path.display());
    let book = PriceBook::embedded();
    let mut all = BTreeMap::from([("typical".to_owned(), Document::typical(&book))]);
    for preset in PRESETS {
        let decoded = file::read(preset.text(), &book).expect("a preset");
        all.insert(preset.id.to_owned(), understood(decoded, preset.id));
    }
    // As the page writes them.
    let all: BTreeMap<String, Document> = all.into_iter().map(|(name, d)| (name, recorded(&d, &book))).collect();
    fs::create_dir_all(path.join("scenarios")).expect("a folder");
    let put = |name: &str, text: &str| fs::write(path.join(name), text).expect("a file of the set");
    let mut figures = Figures::new();
    let mut links = String::new();
    for (name, document) in &all {
        put(&format!("scenarios/{name}.json"), &file::write(document));
        writeln!(links, "link {name}\n{}", link::write(document)).expect("a text");
        figures.extend(figures_of(name, document, &book));
    }
    let names: Vec<&str> = all.keys().map(String::as_str).collect();
    for several in names.chunks(link::MOST_IN_SET).filter(|names| names.len() > 1) {
        let documents: Vec<Document> = several.iter().map(|name| all[*name].clone()).collect();
        writeln!(links, "link {}\n{}", several.join("+"), link::write_set(&documents)).expect("a text");
    }
    put("links.txt", &links);
    let kept = all.iter().map(|(name, document)| Kept {
        id: name.clone(),
        name: document.name.clone(),
        file: file::write(document),
    });
    put("all.json", &collection::write(&kept.collect::<Vec<_>>(), None));
    put("price-book.csv", PRICE_BOOK);
    let mut with_own = PriceBook::embedded();
    with_own.add_own(PRICE_BOOK);
    figures.extend(figures_of(WITH_BOOK, &all["typical"], &with_own));
    put("figures.txt", &written(&figures));
}
