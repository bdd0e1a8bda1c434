//! The result recorded in a text, and when a later model shows it: docs/format.md.

#[macro_use]
#[path = "common/both.rs"]
mod both;

use std::sync::OnceLock;

use engine::analysis::goal_seek::Subject;
use engine::codec::corrections::{CORRECTIONS, REVISION};
use engine::codec::recorded_result::{Figures, NAMES, PLANS, RecordedPlan, RecordedResult};
use engine::codec::{Decoded, Document, VERSION, file, link};
use engine::inputs::FIELDS;
use engine::inputs::presets::PRESETS;
use engine::plans::recommendation::Plans;
use engine::plans::{plan::PlanKind, plans};
use engine::prices::PriceBook;
use engine::report::evaluate;
use engine::report::recorded_result::{figures, recorded_plan, with_recorded_plan, with_recorded_result};

fn book() -> &'static PriceBook {
    static BOOK: OnceLock<PriceBook> = OnceLock::new();
    BOOK.get_or_init(PriceBook::embedded)
}

/// The defaults and every worked case.
fn documents() -> Vec<Document> {
    let presets = PRESETS.iter().map(|preset| file::read(preset.text(), book()).expect("a preset").document);
    [Document::typical(book())].into_iter().chain(presets).collect()
}

fn whole() -> Document {
    with_recorded_result(&Document { name: "Mine".to_owned(), ..Document::typical(book()) }, book())
}

fn messages(decoded: &Decoded) -> Vec<&str> {
    decoded.notices.iter().map(|n| n.message.as_str()).collect()
}

/// The result recorded in a link: four figures, the checksum of its inputs, the revision.
fn parts(link: &str) -> [&str; 6] {
    let said = link.split('&').find_map(|pair| pair.strip_prefix("said=")).expect("a link that says something");
    [&said[..5], &said[5..10], &said[10..15], &said[15..20], &said[20..24], &said[24..]]
}

/// A recorded cost of owning of $3.55, as in a link.
const OTHER: &str = "009vn";

/// A link as an older or newer model would have written it: another revision, another cost of owning.
fn of_revision(link: &str, revision: u32, own: &str) -> String {
    let [_, rent, to_beat, saving, sum, _] = parts(link);
    let other = [own, rent, to_beat, saving, sum, &revision.to_string()].concat();
    link.replacen(&parts(link).concat(), &other, 1)
}

/// The checksum of a link's rows as docs/format.md describes it, computed without the program: includes omitted rows.
fn sum_of(link: &str) -> u32 {
    let hash = |pair: &str| pair.bytes().fold(2_166_136_261_u32, |h, b| (h ^ u32::from(b)).wrapping_mul(16_777_619));
    let key = |pair: &str| pair.split('=').next().expect("a key").to_owned();
    let counts = |pair: &&str| !["v", "name", "said", "end"].contains(&&*key(pair));
    let left_out = include_str!("links/absent.txt").lines().filter(|line| !line.is_empty() && !line.starts_with('#'));
    let is_left_out =
        |line: &&str| link.contains(&format!("v={VERSION}&")) && !link.split('&').any(|pair| key(pair) == key(line));
    let rows = link.split('&').filter(counts).chain(left_out.filter(is_left_out));
    rows.map(hash).fold(0, u32::wrapping_add) % 36_u32.pow(4)
}

/// The checksum in a link.
fn sum_in(link: &str) -> Option<u32> {
    u32::from_str_radix(parts(link)[4], 36).ok()
}

fn without_notices(link: &str) -> Document {
    let decoded = link::read(link, book());
    assert_eq!(messages(&decoded), Vec::<&str>::new(), "{link}");
    decoded.document
}

/// The plans of a document.
fn plans_of(document: &Document) -> Plans {
    plans(Subject { scenario: &document.scenario, book: book(), edition: &document.edition }).expect("plans")
}

/// Every document with a recommended plan as the page records it, and that plan.
fn with_plans() -> Vec<(Document, RecordedPlan)> {
    let recorded = |document: &Document| {
        let whole = with_recorded_plan(document, book(), &plans_of(document));
        let plan = whole.said.and_then(|said| said.plan)?;
        Some((whole, plan))
    };
    documents().iter().filter_map(recorded).collect()
}

tests! {
    fn the_recommended_plan_is_recorded_as_the_report_gives_it() {
        let all = with_plans();
        assert!(all.len() >= 8, "{} with a plan", all.len());
        let digits = |a: f64, b: f64| (a - b).abs() <= 5e-6 * a.abs().max(b.abs());
        for (whole, said) in &all {
            let report = evaluate(&whole.scenario, book(), &whole.edition).expect("a report");
            let plans = report.decision.expect("plans").plans;
            let best = plans.recommended().expect("a plan");
            assert_eq!(serde_json::json!(said.id), serde_json::json!(best.kind), "{}", whole.name);
            assert!(digits(said.own_gpus, best.own_gpus) && digits(said.committed_gpus, best.committed_gpus));
            assert!(digits(said.present_value_usd, best.present_value_usd), "{}", whole.name);
            let second = plans.runner_up().map(|plan| plan.present_value_usd);
            assert!(said.runner_up_usd.is_some() == second.is_some());
            assert!(said.runner_up_usd.zip(second).is_none_or(|(a, b)| digits(a, b)));
            assert!(!said.differs_from(&recorded_plan(&plans).expect("a plan")), "{}", whole.name);
        }
    }

    fn ids_of_recorded_plans_are_those_of_the_report() {
        let kinds = [
            PlanKind::Now,
            PlanKind::Own,
            PlanKind::Replace,
            PlanKind::Commit,
            PlanKind::Rent,
            PlanKind::Mix,
            PlanKind::Yours,
            PlanKind::Api,
        ];
        assert_eq!(kinds.map(|kind| serde_json::json!(kind)), PLANS.map(|id| serde_json::json!(id)));
    }

    fn a_recorded_plan_travels_by_link_and_file() {
        for (whole, plan) in with_plans() {
            let link = link::write(&whole);
            let by_link = link::read(&link, book());
            let text = file::write(&whole);
            let by_file = file::read(&text, book()).expect("our own file");
            for decoded in [by_link, by_file] {
                assert_eq!(messages(&decoded), Vec::<&str>::new());
                assert_eq!((decoded.document.said, decoded.document.said.and_then(|said| said.plan)), (whole.said, Some(plan)));
                assert_eq!((link::write(&decoded.document), file::write(&decoded.document)), (link.clone(), text.clone()));
            }
            assert!(link.len() <= 1_100, "{} bytes", link.len());
        }
    }

    fn a_plan_that_an_older_model_recorded_stays() {
        for (whole, plan) in with_plans() {
            let link = link::write(&whole);
            let older = link.replacen(&format!("{REVISION}.{}", PLANS.iter().position(|id| *id == plan.id).expect("known")), &format!("{}.6", REVISION - 1), 1);
            assert_ne!(older, link);
            let document = without_notices(&older);
            let said = document.said.expect("its inputs are unchanged");
            let was = said.plan.expect("its plan");
            assert_eq!((said.is_older(), was.id, was.present_value_usd), (true, "yours", plan.present_value_usd));
            assert!(was.differs_from(&plan));
            let again = with_recorded_plan(&document, book(), &plans_of(&document));
            assert_eq!((again.said, link::write(&again)), (Some(said), older));
        }
        // A text of this revision without a plan gains it, one of before does not.
        let (whole, plan) = with_plans().remove(0);
        let bare = with_recorded_result(&Document { said: None, ..whole.clone() }, book());
        assert_eq!(bare.said.and_then(|said| said.plan), None);
        assert_eq!(with_recorded_plan(&bare, book(), &plans_of(&bare)).said.and_then(|said| said.plan), Some(plan));
        let before = of_revision(&link::write(&bare), REVISION - 1, OTHER);
        let before = without_notices(&before);
        assert_eq!(with_recorded_plan(&before, book(), &plans_of(&before)).said, before.said);
    }

    fn a_damaged_plan_is_named_and_left_out() {
        let (whole, _) = with_plans().remove(0);
        let text = file::write(&whole);
        for (is, other) in [("\"plan\": {", "\"plan\": 7, \"x\": {"), ("\"own_gpus\": ", "\"own_gpus\": -1"), ("\"kind\": \"", "\"kind\": \"no ")] {
            assert!(text.contains(is), "{is} in {text}");
            let decoded = file::read(&text.replacen(is, other, 1), book()).expect("a file");
            assert_eq!(decoded.document.said, None, "{other}");
            assert!(messages(&decoded)[0].contains("cannot be read and is ignored"), "{other}: {:?}", decoded.notices);
        }
    }

    fn plans_differ_in_kind_sizes_and_beyond_the_sixth_digit() {
        let plan = RecordedPlan { id: "mix", own_gpus: 24.0, committed_gpus: 16.0, present_value_usd: 3.551_23e6, runner_up_usd: Some(4e6) };
        for same in [plan, RecordedPlan { present_value_usd: 3.551_234e6, ..plan }] {
            assert!(!plan.differs_from(&same), "{same:?}");
        }
        for other in [
            RecordedPlan { id: "own", ..plan },
            RecordedPlan { own_gpus: 26.0, ..plan },
            RecordedPlan { committed_gpus: 0.0, ..plan },
            RecordedPlan { present_value_usd: 3.551_26e6, ..plan },
            RecordedPlan { runner_up_usd: None, ..plan },
        ] {
            assert!(plan.differs_from(&other), "{other:?}");
        }
    }

    fn a_text_says_the_figures_of_the_report() {
        for document in documents() {
            let report = evaluate(&document.scenario, book(), &document.edition).expect("a report");
            let rent = report.cheapest().and_then(|offer| offer.usd_per_productive_gpu_hour);
            let shown: Figures = [
                report.own.usd_per_productive_gpu_hour,
                rent,
                report.indifference_usd_per_gpu_hour,
                report.outlook.saving_usd,
            ];
            assert_eq!(figures(&document, book()), Some(shown), "{}", document.name);
            let said = with_recorded_result(&document, book()).said.expect("it can be computed");
            assert_eq!((said.revision, said.is_older(), said.differs_from(&shown)), (REVISION, false, false));
        }
    }

    fn what_was_said_travels_by_link_and_file_and_is_no_part_of_the_scenario() {
        for document in documents() {
            let whole = with_recorded_result(&document, book());
            assert_eq!(whole, document);
            let link = link::write(&whole);
            assert_eq!(sum_in(&link), Some(sum_of(&link)), "{link}");
            let by_link = link::read(&link, book());
            let by_file = file::read(&file::write(&whole), book()).expect("our own file");
            for decoded in [by_link, by_file] {
                assert_eq!(messages(&decoded), Vec::<&str>::new());
                assert_eq!((decoded.document.said, &decoded.document), (whole.said, &document));
                assert_eq!(link::write(&decoded.document), link, "written back byte for byte");
            }
        }
        let bare = Document::typical(book());
        assert!(!link::write(&bare).contains("said") && !file::write(&bare).contains("said"));
        assert!(!link::write_live(&whole()).contains("said"), "a link without an edition changes with the prices");
    }

    fn each_of_several_says_its_own() {
        let all: Vec<Document> = documents().iter().take(link::MOST_IN_SET).map(|d| with_recorded_result(d, book())).collect();
        let text = link::write_set(&all);
        assert_eq!(text.matches("&said=").count(), all.len());
        let back = link::read_set(&text, book());
        assert!(back.iter().all(|decoded| decoded.notices.is_empty()));
        let said = |documents: &[Document]| documents.iter().map(|d| d.said).collect::<Vec<_>>();
        assert_eq!(said(&back.into_iter().map(|d| d.document).collect::<Vec<_>>()), said(&all));
    }

    fn nothing_is_said_of_what_cannot_be_computed() {
        let mut document = Document::typical(book());
        document.scenario.time.lead_months.value = document.scenario.time.horizon_months.value;
        assert!(evaluate(&document.scenario, book(), &document.edition).is_err());
        assert_eq!(with_recorded_result(&document, book()).said, None);
    }

    fn an_older_models_figures_are_kept_until_an_input_changes() {
        let link = of_revision(&link::write(&whole()), REVISION - 1, OTHER);
        let document = without_notices(&link);
        let said = document.said.expect("its inputs are unchanged");
        assert!(said.is_older() && said.is_of(&document));
        assert_eq!(said.figures[0], Some(3.55));
        assert!(said.differs_from(&figures(&document, book()).expect("figures")));
        assert_eq!(link::write(&with_recorded_result(&document, book())), link, "written back, the result is still there");
        let as_file = file::read(&file::write(&document), book()).expect("our own file");
        assert_eq!(as_file.document.said, Some(said));
        let renamed = Document { name: "Another name".to_owned(), ..document.clone() };
        assert_eq!(with_recorded_result(&renamed, book()).said, Some(said), "no figure depends on the name");
        let mut changed = document.clone();
        changed.scenario.own.gpus.value += 8.0;
        assert!(!said.is_of(&changed));
        let now = with_recorded_result(&changed, book()).said.expect("figures");
        assert_eq!((now.revision, now.is_of(&changed)), (REVISION, true));
    }

    fn an_older_model_that_agrees_differs_in_nothing() {
        let link = link::write(&whole());
        let document = without_notices(&of_revision(&link, REVISION - 1, parts(&link)[0]));
        let said = document.said.expect("its inputs are unchanged");
        assert!(said.is_older() && !said.differs_from(&figures(&document, book()).expect("figures")));
    }

    fn figures_differ_from_the_sixth_digit_on_and_where_one_is_gone() {
        let document = Document::typical(book());
        let said = RecordedResult::now(&document, [Some(3.551_234_4), Some(4.0), None, Some(-1e6)]);
        assert!(!said.differs_from(&[Some(3.551_234_4), Some(4.0), None, Some(-1e6)]));
        for other in [
            [Some(3.551_26), Some(4.0), None, Some(-1e6)],
            [Some(3.551_234_4), None, None, Some(-1e6)],
            [Some(3.551_234_4), Some(4.0), Some(1.0), Some(-1e6)],
            [Some(3.551_234_4), Some(4.0), None, Some(1e6)],
        ] {
            assert!(said.differs_from(&other), "{other:?}");
        }
    }

    fn a_text_changed_by_hand_says_nothing() {
        let older = of_revision(&link::write(&whole()), REVISION - 1, OTHER);
        for (is, other) in [("&gpn=8&", "&gpn=4&"), ("&book=2026-11-26&", "&book=2026-11&"), ("&r=0.08&", "&r=0.09&")] {
            assert!(older.contains(is), "{is}");
            assert_eq!(without_notices(&older.replacen(is, other, 1)).said, None, "{other}");
        }
        assert!(without_notices(&older.replacen("name=Mine", "name=Yours", 1)).said.is_some());
        let text = file::write(&without_notices(&older));
        let changed = text.replacen("\"own.gpus_per_node\": 8", "\"own.gpus_per_node\": 4", 1);
        assert_ne!(text, changed);
        let read = file::read(&changed, book()).expect("a file");
        assert_eq!((read.document.said, read.notices), (None, Vec::new()));
    }

    fn what_is_damaged_is_named_and_left_out() {
        let link = link::write(&whole());
        let said = format!("said={}", parts(&link).concat());
        for damaged in ["said=", "said", "said=1~2", "said=-1~3.55~4.1~2.7~1e6~77", "said=_3cb_3e", "said=zzzyzzzzzzzzzzzzzzzzzzzz1"] {
            let decoded = link::read(&link.replacen(&said, damaged, 1), book());
            assert_eq!(decoded.document.said, None, "{damaged}");
            assert!(matches!(messages(&decoded).as_slice(), [one] if one.contains("cannot be read and is ignored")), "{damaged}: {:?}", decoded.notices);
        }
        let text = file::write(&whole());
        for (is, other) in [(&*format!("\"revision\": {REVISION}"), "\"revision\": -1"), ("\"sum\": ", "\"sum\": 0.5"), (NAMES[0], "own"), ("\"said\": {", "\"said\": 7, \"x\": {")] {
            assert!(text.contains(is), "{is}");
            let decoded = file::read(&text.replacen(is, other, 1), book()).expect("a file");
            assert_eq!(decoded.document.said, None, "{other}");
            assert!(messages(&decoded)[0].contains("cannot be read and is ignored") || messages(&decoded)[1].contains("ignored"), "{other}: {:?}", decoded.notices);
        }
    }

    fn a_newer_models_text_says_that_figures_may_differ() {
        let link = of_revision(&link::write(&whole()), REVISION + 1, OTHER);
        let decoded = link::read(&link, book());
        assert!(matches!(messages(&decoded).as_slice(), [one] if one.starts_with(&format!("Created with model revision {}.", REVISION + 1))), "{:?}", decoded.notices);
        let document = decoded.document;
        assert_eq!(link::write(&with_recorded_result(&document, book())), link, "the newer model's result is not lost");
        assert!(document.said.is_some_and(|said| !said.is_older()));
    }

    /// Rows introduced by a later format are not in the checksum of an older text.
    fn a_text_of_an_older_format_keeps_what_it_said() {
        let link = link::write(&whole());
        let younger = |pair: &str| FIELDS.iter().any(|f| f.since > 1 && pair.split('=').next() == Some(f.key));
        let kept: Vec<&str> = link.split('&').filter(|pair| !younger(pair)).collect();
        assert!(kept.len() < link.split('&').count());
        let old = of_revision(&kept.join("&").replacen(&format!("v={VERSION}"), "v=1", 1), 0, OTHER);
        let mut sum: Vec<char> = Vec::new();
        let mut rest = sum_of(&old);
        while sum.len() < 4 {
            sum.insert(0, char::from_digit(rest % 36, 36).expect("a digit"));
            rest /= 36;
        }
        let [own, rent, to_beat, saving, _, revision] = parts(&old);
        let other = [own, rent, to_beat, saving, &sum.iter().collect::<String>(), revision].concat();
        let old = old.replacen(&parts(&old).concat(), &other, 1);
        let document = without_notices(&old);
        let said = document.said.expect("its inputs are unchanged");
        assert!(said.is_of(&document) && said.is_older());
        let again = link::write(&document);
        assert_eq!(sum_in(&again), Some(sum_of(&again)), "the current checksum of all rows");
        let several = link::read_set(&format!("set=2&{old}&next=2&name=B&n=72&end=1"), book());
        assert_eq!(several[0].document.said, Some(said));
    }

    fn every_revision_up_to_this_one_has_a_reason() {
        let numbers: Vec<u32> = CORRECTIONS.iter().map(|c| c.revision).collect();
        assert_eq!(numbers, (1..=REVISION).collect::<Vec<_>>());
    }
}
