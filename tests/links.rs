//! Links: what was once shared opens for ever, and damage in transit is repaired or reported.

#[macro_use]
#[path = "common/both.rs"]
mod both;
#[path = "links/damage.rs"]
mod damage;
#[path = "links/left_out.rs"]
mod left_out;

use std::sync::OnceLock;

use engine::codec::collection::{self, Kept};
use engine::codec::{Decoded, Document, VERSION, file, link};
use engine::inputs::derived::DERIVED;
use engine::inputs::field::{Column, ColumnKind, Kind};
use engine::inputs::value::{Cell, Certainty, Value};
use engine::inputs::{FIELDS, Scenario};
use engine::prices::PriceBook;
use engine::report::evaluate;
use engine::report::recorded_result::with_recorded_result;
use serde_json::Value as Json;

/// Links of the first format with the figures they must give.
const LINKS_V1: &str = include_str!("links/v1.txt");
/// Every id and key ever shared: `id key since kind`. Append only.
const ROWS: &str = include_str!("links/rows.txt");

/// Default values as worded in a notice. Lists start empty, and get no notice.
const DEFAULTS: [(&str, &str); 6] = [
    ("own.availability", "92.5%"),
    ("own.gpus", "64 GPUs"),
    ("work.gpu_hours_per_month", "32700 GPU-hours per month"),
    ("work.network", "InfiniBand or equivalent between nodes"),
    ("work.interruptible", "no"),
    ("work.gpu", "h100-sxm"),
];

struct Golden {
    name: &'static str,
    link: &'static str,
    figures: Vec<(&'static str, f64)>,
}

fn golden() -> Vec<Golden> {
    let mut all: Vec<Golden> = Vec::new();
    let mut lines = LINKS_V1.lines().filter(|l| !l.is_empty() && !l.starts_with('#'));
    while let Some(line) = lines.next() {
        if let Some(name) = line.strip_prefix("link ") {
            all.push(Golden { name, link: lines.next().expect("a link under its name"), figures: Vec::new() });
        } else {
            let (path, value) = line.split_once(' ').expect("a path and its figure");
            let figures = &mut all.last_mut().expect("a link before its figures").figures;
            figures.push((path, value.parse().expect("a number")));
        }
    }
    assert!(all.len() >= 3 && all.iter().all(|g| g.figures.len() >= 4), "golden links are missing");
    all
}

fn book() -> &'static PriceBook {
    static BOOK: OnceLock<PriceBook> = OnceLock::new();
    BOOK.get_or_init(PriceBook::embedded)
}

fn read(text: &str) -> Decoded {
    link::read(text, book())
}

fn messages(decoded: &Decoded) -> Vec<&str> {
    decoded.notices.iter().map(|n| n.message.as_str()).collect()
}

fn typical() -> Document {
    Document::typical(book())
}

fn without_notices(text: &str) -> Document {
    let decoded = read(text);
    assert_eq!(messages(&decoded), Vec::<&str>::new(), "{text}");
    decoded.document
}

fn report(document: &Document) -> Json {
    let report = evaluate(&document.scenario, book(), &document.edition).expect("a report");
    serde_json::to_value(report).expect("a report is JSON")
}

/// A member of a report by path; members of a list by their id.
fn at<'j>(report: &'j Json, path: &str) -> &'j Json {
    path.split('.').fold(report, |place, step| match place {
        Json::Array(members) => members.iter().find(|m| m["id"] == step).expect("a member with this id"),
        other => &other[step],
    })
}

tests! {
    fn links_of_the_first_format_give_their_recorded_figures() {
        for golden in golden() {
            let document = without_notices(golden.link);
            let report = report(&document);
            for (path, expected) in golden.figures {
                let found = at(&report, path).as_f64().expect("a figure");
                assert!((found - expected).abs() <= 1e-10 * expected.abs(), "{}: {path} is {found}, was {expected}", golden.name);
            }
        }
    }

    fn a_link_and_the_file_made_of_it_give_the_same_bits() {
        for golden in golden() {
            let document = without_notices(golden.link);
            let by_file = file::read(&file::write(&document), book()).expect("our own file");
            assert_eq!(by_file.document, document, "{}", golden.name);
            assert_eq!(report(&by_file.document).to_string(), report(&document).to_string(), "{}", golden.name);
        }
    }

    /// New rows may be added; the content of the old link is unchanged letter by letter.
    fn a_link_written_again_says_what_it_said() {
        for golden in golden() {
            let again = link::write(&without_notices(golden.link));
            for pair in golden.link.split('&').filter(|pair| !pair.starts_with("v=")) {
                assert!(again.split('&').any(|p| p == pair), "{}: {pair} is not in {again}", golden.name);
            }
        }
    }

    fn names_ranges_and_lists_arrive_as_they_were_typed() {
        let golden = golden();
        let odd = golden.iter().find(|g| g.name == "ranges, lists and odd names").expect("the odd link");
        let document = without_notices(odd.link);
        assert_eq!(document.name, "Zürich – „Büro“ & 50 % = “<b>”");
        assert_eq!(document.edition, "reference-2024");
        let rent = &document.scenario.rent;
        let quotes: Vec<_> = rent.quotes.iter().map(|q| (q.name.as_str(), q.usd_per_gpu_hour, q.term_months)).collect();
        let expected = [("Ångström & Söhne ~1", 2.35, 0.0), ("日本語_クラウド", 1.875, 36.0), ("-", 0.1, 13.0), ("", 12.29, 0.0)];
        assert_eq!(quotes, expected);
        assert_eq!(rent.counted_in, ["aws-p5-spot-ref-low", "no such offer"]);
        let tiers: Vec<_> = rent.egress_tiers.iter().map(|t| (t.size_gb, t.usd_per_gb)).collect();
        assert_eq!(tiers, [(Some(10_000.0), 0.09), (None, 0.085)]);
        let life = document.scenario.own.life_years;
        assert_eq!((life.value, life.range().map(|r| (r.low, r.high))), (4.0, Some((3.0, 6.0))));
    }

    fn a_link_is_read_after_any_sign() {
        for golden in golden() {
            let expected = without_notices(golden.link);
            for before in ["?", "#", "#?", "/?", "?#", "/#"] {
                let text = format!("{before}{}", golden.link);
                assert!(link::is_link(&text), "{before}");
                assert_eq!(without_notices(&text), expected, "{} after {before}", golden.name);
            }
        }
    }

    fn damage_by_mail_and_chat_is_undone() {
        for golden in golden() {
            let expected = without_notices(golden.link);
            let encoded = |signs: &str| golden.link.chars().map(|c| {
                if signs.contains(c) { format!("%{:02X}", u32::from(c)) } else { c.to_string() }
            }).collect::<String>();
            for damaged in [
                encoded("._~-"),
                encoded("="),
                encoded("=&"),
                encoded("=&._~-"),
                encoded("=").replace("%3D", "%3d"),
                golden.link.replacen('=', "%3D", 3),
                golden.link.replace('&', "&amp;"),
                golden.link.replace('&', ";"),
                golden.link.replace('&', "&&"),
                format!("&{}&", golden.link),
            ] {
                assert!(link::is_link(&damaged), "{damaged}");
                assert_eq!(without_notices(&damaged), expected, "{damaged}");
            }
        }
        assert_eq!(without_notices("name=My+first%20plan").name, "My first plan");
        assert_eq!(without_notices("name=Caf%C3%A9").name, "Café");
        assert_eq!(link::page_key("preset%3Dreference-case", "preset").as_deref(), Some("reference-case"));
    }

    fn trackers_and_keys_of_the_page_are_passed_over_in_silence() {
        for golden in golden() {
            let expected = without_notices(golden.link);
            let tracked = format!("utm_source=mail&{}&fbclid=IwAR0~x&gclid=1&utm_campaign=a%20b&msclkid=2&preset=x&embed=1&view=chart&theme=dark&background=none", golden.link);
            assert_eq!(without_notices(&tracked), expected);
        }
        assert!(!link::is_link("utm_source=mail&fbclid=1"));
        assert!(!link::is_link("embed=1&view=answer"));
        for place in ["", "somewhere", "utm=1", "v=2&n=64"] {
            assert_eq!(link::lost(place), None, "{place}");
        }
        assert_eq!(link::lost("v2-n64").as_deref(), Some("v2-n64"));
        assert_eq!(link::lost(&"x".repeat(41)).map(|text| text.chars().count()), Some(40));
    }

    /// An old edition stays in a link; without it the same inputs get the newest prices.
    fn a_live_link_has_every_input_and_no_edition() {
        for golden in golden() {
            let document = without_notices(golden.link);
            let live = without_notices(&link::write_live(&document));
            assert_eq!(live.edition, book().current_edition());
            assert_eq!((live.name, live.scenario), (document.name, document.scenario));
        }
    }

    /// From the first complete key on, a shortened link always reports that something is missing.
    fn a_link_cut_off_anywhere_is_named() {
        for golden in golden() {
            let whole = golden.link.len() - "&end=1".len();
            for end in "v=1".len()..whole {
                let decoded = read(&golden.link[..end]);
                assert!(!decoded.notices.is_empty(), "{} cut at {end} reports nothing", golden.name);
                for field in FIELDS {
                    assert_eq!(field.validate(&field.get(&decoded.document.scenario)), None, "{}", field.id);
                }
            }
            let cut = read(&golden.link[..whole]);
            assert!(messages(&cut).iter().any(|m| m.contains("cut off")), "{:?}", messages(&cut));
        }
    }

    fn unknown_keys_are_named_and_the_rest_counts() {
        let decoded = read("n=128&colour=red&%3Cb%3E=1&WAT");
        assert_eq!(decoded.document.scenario.own.gpus.value, 128.0);
        let messages = messages(&decoded);
        assert_eq!(messages.len(), 3, "{messages:?}");
        for (message, key) in messages.iter().zip(["\"colour\"", "\"<b>\"", "\"WAT\""]) {
            assert!(message.contains(key) && message.contains("unknown"), "{message}");
        }
    }

    fn a_value_that_is_not_understood_is_named_with_its_row_and_the_rest_counts() {
        for (pair, id, shown, why) in [
            ("av=8O%25", "own.availability", "8O%", "cannot be read"),
            ("av=8O%", "own.availability", "8O%", "cannot be read"),
            ("av=80%", "own.availability", "80%", "cannot be read"),
            ("av=1.5", "own.availability", "1.5", "must be between 1 and 100%"),
            ("n=8.5", "own.gpus", "8.5", "a whole number"),
            ("n=-8", "own.gpus", "-8", "must be between 1 and 100000 GPUs"),
            ("w=NaN", "work.gpu_hours_per_month", "NaN", "cannot be read"),
            ("w=1e309", "work.gpu_hours_per_month", "1e309", "cannot be read"),
            ("w=5~t~6~7", "work.gpu_hours_per_month", "5~t~6~7", "a range that does not include its value"),
            ("w=5~z~4~7", "work.gpu_hours_per_month", "5~z~4~7", "cannot be read"),
            ("net=warp", "work.network", "warp", "must be one of any, nvlink, rdma"),
            ("int=yes", "work.interruptible", "yes", "cannot be read"),
            ("gpu=_zz", "work.gpu", "_zz", "cannot be read"),
        ] {
            let decoded = read(&format!("gpn=4&{pair}&kwh=0.25"));
            let [notice] = decoded.notices.as_slice() else { panic!("{pair}: {:?}", decoded.notices) };
            assert_eq!(notice.fields, [id], "{pair}");
            assert!(notice.message.contains(&format!("\"{shown}\"")) && notice.message.contains(why), "{}", notice.message);
            let of = |(row, _): &&(&str, &str)| *row == id;
            let used = DEFAULTS.iter().find(of).map_or(String::new(), |(_, value)| format!(", {value},"));
            assert!(notice.message.ends_with(&format!("; the default{used} is used")), "{}", notice.message);
            let mut expected = typical().scenario;
            expected.own.gpus_per_node.value = 4.0;
            expected.power.usd_per_kwh.value = 0.25;
            expected.own.gpus_per_node.certainty = Certainty::Default;
            assert_eq!(decoded.document.scenario, expected, "{pair}");
        }
    }

    fn one_bad_row_of_a_list_is_named_and_never_drops_the_others() {
        for (rows, shown, why) in [
            ("Good~1.5~0~~a~1", "row 2, \"a, 1\"", "cannot be read"),
            ("a~-1~0~~Good~1.5~0", "row 1, \"a, -1, 0\"", "has price that must be between 0"),
            ("Good~1.5~0~~~~a~x~0", "row 2, \"\"", "cannot be read"),
        ] {
            let decoded = read(&format!("q={rows}"));
            let quotes = &decoded.document.scenario.rent.quotes;
            assert_eq!(quotes.iter().map(|q| (q.name.as_str(), q.usd_per_gpu_hour)).collect::<Vec<_>>(), [("Good", 1.5)], "{rows}");
            let notice = decoded.notices.first().expect("a notice");
            assert_eq!(notice.fields, ["rent.quotes"]);
            assert!(notice.message.contains(shown) && notice.message.contains(why), "{}", notice.message);
        }
    }

    fn a_value_given_twice_is_named_and_what_counts_is_said() {
        let decoded = read("n=16&n=32");
        assert_eq!(decoded.document.scenario.own.gpus.value, 32.0);
        assert_eq!(messages(&decoded), ["GPUs owned is given twice; the last value is used"]);
        let decoded = read("n=16&n=x");
        assert_eq!(decoded.document.scenario.own.gpus.value, 16.0);
        assert_eq!(messages(&decoded), ["GPUs owned: \"x\" cannot be read; the previous value, 16 GPUs, is used"]);
    }

    fn a_link_of_a_later_format_opens_with_what_is_known() {
        let later = typical_link().replacen(&format!("v={VERSION}"), "v=7", 1).replacen("&end", "&zeta=3&end", 1);
        let decoded = read(&later);
        assert_eq!(decoded.document, typical());
        assert!(messages(&decoded).iter().any(|m| m.contains("format 7")), "{:?}", decoded.notices);
        assert!(messages(&decoded).iter().any(|m| m.contains("\"zeta\"")), "{:?}", decoded.notices);
        assert_eq!(decoded.notices.len(), 2);
    }

    fn an_edition_that_this_page_lacks_is_named() {
        let decoded = read(&typical_link().replacen("book=2026-11", "book=1999-01", 1));
        assert_eq!(decoded.document, typical());
        let messages = messages(&decoded);
        assert!(messages.len() == 1 && messages[0].contains("1999-01") && messages[0].contains("2026-11"), "{messages:?}");
    }

    fn a_row_that_a_complete_link_lacks_is_named() {
        let decoded = read(&typical_link().replacen("&gpn=8", "", 1));
        assert_eq!(messages(&decoded), ["Missing, so the defaults are used: GPUs per node"]);
    }

    fn a_handwritten_link_keeps_defaults_for_what_it_leaves_out() {
        let mut expected = typical();
        expected.scenario.own.gpus.value = 128.0;
        assert_eq!(without_notices("n=128"), expected);
        assert_eq!(without_notices(""), typical());
        let busy = without_notices("n=8&ew=1&go=1&busy=0.5");
        assert_eq!(busy.scenario.work.gpu_hours_per_month.value, 0.5 * 8.0 * 730.0);
    }

    fn several_scenarios_in_one_link_are_told_by_what_differs() {
        let text = "#set=3&n=64&kwh=0.1&end=1&next=2&name=More&n=72&end=1&next=3&name=Dear&n=80&kwh=0.3&end=1";
        let all = link::read_set(text, book());
        let seen: Vec<(&str, f64, f64)> = all
            .iter()
            .map(|d| (d.document.name.as_str(), &d.document.scenario))
            .map(|(name, s)| (name, s.own.gpus.value, s.power.usd_per_kwh.value))
            .collect();
        assert_eq!(seen, [("", 64.0, 0.1), ("More", 72.0, 0.1), ("Dear", 80.0, 0.3)]);
        assert!(all.iter().all(|d| d.notices.is_empty()));
        assert_eq!(read(text).document, all[0].document, "a reader of one returns the first");
        let documents: Vec<Document> = all.into_iter().map(|d| d.document).collect();
        let whole = link::write_set(&documents);
        assert!(whole.starts_with(&format!("set=3&v={VERSION}&")) && whole.ends_with("&next=3&name=Dear&n=80&kwh=0.3&end=1"), "{whole}");
        assert!(whole.len() < link::write(&documents[0]).len() + 90, "{} bytes", whole.len());
        assert_eq!(link::write_set(&documents[..1]), link::write(&documents[0]));
    }

    fn a_link_that_lost_its_beginning_is_told_from_one_that_somebody_wrote() {
        let document = Document::typical(book());
        let whole = link::write(&with_recorded_result(&document, book()));
        assert_eq!(messages(&link::read(&whole, book())), [""; 0]);
        let (_, rest) = whole.split_once("&np=").expect("the price of a node");
        let told = link::read(&format!("np={rest}"), book());
        assert!(messages(&told).iter().any(|m| m.contains("its beginning")), "{:?}", messages(&told));
        assert_eq!(messages(&link::read("n=32&end=1", book())), [""; 0]);
    }

    fn damage_to_several_scenarios_in_one_link_is_named() {
        let all = |text: &str| -> Vec<String> {
            link::read_set(text, book()).iter().map(|d| messages(d).join("; ")).collect()
        };
        assert_eq!(all("set=2&n=64&end=1&next=2&n=7&gpun=1&end=1"), ["", "\"gpun\" is unknown and ignored"]);
        assert_eq!(
            all("set=2&n=64&end=1&next=2&n=x&end=1"),
            ["", "GPUs owned: \"x\" cannot be read; the value of the first scenario, 64 GPUs, is used"]
        );
        assert_eq!(all("set=2&n=64&end=1&next=2&n=72"), ["", "The link is incomplete: its end may have been cut off"]);
        assert_eq!(
            all("set=3&n=64&end=1&next=2&n=72&end=1"),
            ["", "The link announces 3 scenarios but contains 2: its end may have been cut off"]
        );
        let six = format!("set=6&n=64&end=1{}", "&next=9&n=72&end=1".repeat(5));
        assert_eq!(all(&six), ["", "", "", "", "A link holds at most 5 scenarios; the rest is ignored"]);
        assert_eq!(all("set=4000000000&set=x&n=64&end=1").len(), 1);
    }

    fn all_scenarios_in_one_file_come_back_and_what_is_wrong_is_named() {
        let file_of = |name: &str| file::write(&Document { name: name.to_owned(), ..typical() });
        let kept = |id: &str, name: &str| Kept { id: id.to_owned(), name: name.to_owned(), file: file_of(name) };
        let all = vec![kept("b", "Zwei & drei"), kept("a-2", "One")];
        for own_book in [None, Some("id,provider\r\n\"a\",Ü\n".to_owned())] {
            let text = collection::write(&all, own_book.as_deref());
            let same = collection::Collection { kept: all.clone(), own_book, refused: Vec::new() };
            assert_eq!(collection::read(&text, book()), Ok(same));
        }
        let hostile = format!(
            r#"{{"format":"rack-or-rent/scenarios","version":7,"own_book":7,"scenarios":[3,{{}},{{"id":"../x","scenario":{}}},{{"id":"s","scenario":"text"}}]}}"#,
            file_of("\u{202e}x")
        );
        let found = collection::read(&hostile, book()).expect("a collection file");
        let read: Vec<(&str, &str)> = found.kept.iter().map(|k| (k.id.as_str(), k.name.as_str())).collect();
        assert_eq!(read, [("", "x")], "no foreign ids, no direction overrides");
        assert_eq!(found.refused.len(), 5, "{:?}", found.refused);
        for wrong in ["", "[]", "{}", &file_of("one"), r#"{"format":"rack-or-rent/scenarios"}"#] {
            assert!(collection::read(wrong, book()).is_err(), "{wrong}");
        }
    }

    /// Names of offers were passed through unchanged, and reversed the table around them.
    fn names_in_lists_lose_what_turns_text_around_or_cannot_be_seen() {
        let hidden = "q=_e2_80_aeab_e2_80_a8c_00~2.5~0&in=_e2_81_a6x";
        let file = r#"{"inputs":{"rent.quotes":[["\u202eab\u2028c\u0000",2.5,0]],"rent.counted_in":[["\u2066x"]]}}"#;
        for decoded in [read(hidden), file::read(file, book()).expect("a file")] {
            let rent = &decoded.document.scenario.rent;
            assert_eq!(rent.quotes.first().map(|q| q.name.as_str()), Some("abc"));
            assert_eq!(rent.counted_in, ["x"]);
        }
    }

    /// A link with every list full exceeded the accepted length.
    fn the_longest_scenario_comes_back_from_its_link() {
        let mut document = typical();
        document.name = "👍".repeat(80);
        for field in FIELDS {
            let Kind::List { columns, max_rows } = field.kind else { continue };
            let cell = |column: &Column| match column.kind {
                ColumnKind::Number { max, whole, .. } => Cell::Number(if whole { max } else { max / 3.0 }),
                ColumnKind::Text { max_chars } if max_chars > 1_000 => Cell::Text("8.5*4 ".repeat(40)),
                ColumnKind::Text { max_chars } => Cell::Text("👍".repeat(max_chars)),
                ColumnKind::Choice(options) => Cell::Text(options[options.len() - 1].id.to_owned()),
            };
            let value = Value::List(vec![columns.iter().map(cell).collect(); max_rows]);
            assert_eq!(field.validate(&value), None, "{}", field.id);
            assert!(field.set(&mut document.scenario, &value), "{}", field.id);
        }
        assert_eq!(without_notices(&link::write(&document)), document);
    }

    /// All of them were reported, and every repeated key was compared with all before it.
    fn of_many_parts_that_cannot_be_used_the_first_are_told_and_the_rest_counted() {
        let unknown: Vec<String> = (0..1_500).map(|n| format!("&k{n}=1")).collect();
        for text in [format!("v=2{}&n=x&end=1", unknown.concat()), format!("v=2{}&n=x&end=1", "&av=x".repeat(1_500))] {
            let decoded = read(&text);
            assert!(decoded.notices.len() < 230, "{} notices", decoded.notices.len());
            assert!(decoded.notices.iter().any(|n| n.fields == ["own.gpus"]), "the first notice of a row is shown");
            assert_eq!(messages(&decoded).last(), Some(&"and 1401 more remarks")); // and what is missing
        }
        let again = read(&format!("v=2{}&end=1", "&n=8".repeat(100_000)));
        assert!(again.notices.len() <= 102, "{} notices", again.notices.len());
        assert_eq!(messages(&read(&"n=8&".repeat(2_000))).len(), 101);
        let cut = read(&format!("n=16{}", "&&utm_a=1".repeat(2_000)));
        assert_eq!(messages(&cut), ["The link has more than 2000 parts; the rest is ignored"]);
        let rows = read(&format!("q={}", "a~1~0~~".repeat(70_000)));
        assert!(messages(&rows).iter().any(|m| m.contains("can have at most")), "{:?}", messages(&rows));
        let inputs: Vec<String> = (0..50_000).map(|n| format!("\"k{n}\":1")).collect();
        let file = file::read(&format!("{{\"inputs\":{{{}}}}}", inputs.join(",")), book()).expect("a file");
        assert_eq!(file.notices.len(), 101);
    }

    fn ids_and_keys_once_shared_stay_and_mean_the_same() {
        let mut present: Vec<String> = FIELDS.iter().map(|f| format!("{} {} {} {}", f.id, f.key, f.since, kind(&f.kind))).collect();
        present.extend(DERIVED.iter().map(|d| format!("{} {} 1 sets {}, {:?}", d.id, d.key, d.sets, d.unit)));
        let frozen: Vec<&str> = ROWS.lines().filter(|l| !l.is_empty() && !l.starts_with('#')).collect();
        for line in &frozen {
            // Options may be appended to a choice.
            assert!(present.iter().any(|p| p == line || p.starts_with(&format!("{line}|"))), "changed or removed: {line}");
        }
        let names = |line: &str| line.split(' ').take(3).collect::<Vec<_>>().join(" ");
        let new: Vec<&str> =
            present.iter().filter(|line| !frozen.iter().any(|f| names(f) == names(line))).map(String::as_str).collect();
        assert!(new.is_empty(), "new, so add to tests/links/rows.txt:\n{}", new.join("\n"));
        assert!(frozen.len() >= 79, "lines were removed from tests/links/rows.txt");
    }

    fn every_row_has_its_groups_name_before_its_own() {
        for field in FIELDS {
            let (group, name) = field.id.split_once('.').expect("group.name");
            assert_eq!(group, field.group.id);
            assert!(!name.contains('.'), "{}", field.id);
        }
        for derived in DERIVED {
            let group = |id: &str| id.split('.').next().map(str::to_owned);
            assert_eq!(group(derived.id), group(derived.sets), "{}", derived.id);
            assert!(FIELDS.iter().any(|f| f.id == derived.sets));
            assert!(FIELDS.iter().all(|f| f.key != derived.key && f.id != derived.id), "{} is taken", derived.key);
        }
    }
}

fn typical_link() -> String {
    link::write(&Document { scenario: Scenario::typical(book()), ..typical() })
}

/// The properties of a row that old links depend on.
fn kind(kind: &Kind) -> String {
    match kind {
        Kind::Number { unit, .. } => format!("{unit:?}"),
        Kind::Choice(options) => options.iter().map(|o| o.id).collect::<Vec<_>>().join("|"),
        Kind::NumberOrWord { unit, words, .. } => {
            format!("{unit:?} or {}", words.iter().map(|o| o.id).collect::<Vec<_>>().join("|"))
        }
        Kind::AnyGpu => "any gpu or empty".to_owned(),
        Kind::Switch => "switch".to_owned(),
        Kind::OtherGpu => "gpu or empty".to_owned(),
        Kind::Gpu => "text".to_owned(),
        Kind::Currency => "currency".to_owned(),
        Kind::Day => "day".to_owned(),
        Kind::Text { max_chars } => format!("text of {max_chars}"),
        Kind::List { columns, .. } => format!("list {}", columns.iter().map(column).collect::<Vec<_>>().join(",")),
    }
}

fn column(column: &Column) -> String {
    match column.kind {
        ColumnKind::Number { unit, .. } => format!("{unit:?}"),
        ColumnKind::Text { .. } => "text".to_owned(),
        ColumnKind::Choice(options) => options.iter().map(|o| o.id).collect::<Vec<_>>().join("|"),
    }
}
