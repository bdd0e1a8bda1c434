//! The answer in words names plans, and its figures are those of the plans that it names.
//!
//! Expected values: the plans of the report, which an independent model checks (tests/plans.rs).

use std::fs;
use std::path::Path;

use engine::analysis::decision::decide;
use engine::codec::{Document, file};
use engine::demand::levels::with_levels;
use engine::horizon::node_expansion;
use engine::inputs::presets::PRESETS;
use engine::inputs::value::{Amount, Quote, Value};
use engine::inputs::workloads::{Shape, Workload};
use engine::model::Subject;
use engine::plans::plan::PlanKind;
use engine::prices::PriceBook;
use engine::report::{Report, Strength, evaluate};
use engine::view::badge::Badge;
use engine::view::plan_notes::Note;
use engine::view::plan_words::{gpus_there, what_to_do};
use engine::view::plans::{answer, badge, fits, likelihood, turns};
use engine::view::{Piece, Style, plain_text};

/// All worked cases, the default, and the recorded scenarios with workloads.
fn all() -> Vec<(String, Document)> {
    let book = PriceBook::embedded();
    let read = |text: &str| file::read(text, &book).expect("a scenario").document;
    let mut found: Vec<(String, Document)> =
        PRESETS.iter().map(|preset| (preset.id.to_owned(), read(preset.text()))).collect();
    found.push(("default".to_owned(), Document::typical(&book)));
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/mixes");
    for entry in fs::read_dir(folder).expect("a folder").flatten() {
        let path = entry.path();
        let name = entry.file_name().to_string_lossy().into_owned();
        if path.extension().is_some_and(|ending| ending == "json") && name != "independent.json" {
            found.push((name, read(&fs::read_to_string(&path).expect("a file"))));
        }
    }
    found.sort_by(|a, b| a.0.cmp(&b.0));
    assert!(found.len() > 25, "{}", found.len());
    found
}

fn report(document: &Document) -> Report {
    evaluate(&document.scenario, &PriceBook::embedded(), &document.edition).expect("a report")
}

/// The figures of a sentence of one style.
fn figures(pieces: &[Piece], style: Style) -> Vec<f64> {
    let one = |piece: &Piece| match piece {
        Piece::Figure(value, found) | Piece::LinkedFigure(value, found, _) if *found == style => Some(*value),
        _ => None,
    };
    pieces.iter().filter_map(one).collect()
}

fn text(pieces: &[Piece]) -> String {
    plain_text(pieces, |value, style| match style {
        Style::Percent => format!("{:.0} %", value * 100.0),
        Style::PercentFine => format!("{:.1} %", value * 100.0),
        Style::UsdPerHour => format!("${value:.2}"),
        _ => format!("${value:.0}"),
    })
}

#[test]
fn the_figures_of_the_headline_are_those_of_the_plans_that_it_names() {
    let (mut clear, mut close) = (0, 0);
    for (name, document) in all() {
        let report = report(&document);
        let decision = report.decision.as_ref().expect("plans");
        let plans = &decision.plans;
        let said = answer(&report, plans, Some(&decision.weighed)).headline;
        let best = plans.recommended().expect("a plan to take");
        let other = plans.rival().expect("a rival");
        let usd = figures(&said, Style::UsdShort);
        if decision.weighed.badge == Some(Strength::Close) {
            close += 1;
            // Both are named in the order of the table, so that a crossing changes no order of words.
            let (first, second) = if best.kind < other.kind { (best, other) } else { (other, best) };
            assert_eq!(usd[..2], [first.usd_per_year, second.usd_per_year], "{name}");
            assert_eq!(usd[2], other.present_value_usd - best.present_value_usd, "{name}");
            assert!(text(&said).starts_with("Too close to call."), "{name}");
        } else {
            clear += 1;
            let compared = plans.plan(plans.compared_with.expect("a plan to compare with")).expect("it is listed");
            assert_eq!(usd, [best.usd_per_year, (compared.present_value_usd - best.present_value_usd).abs()], "{name}");
            let dearer = compared.present_value_usd.max(best.present_value_usd);
            let share = (compared.present_value_usd - best.present_value_usd).abs() / dearer;
            assert_eq!(figures(&said, Style::Percent), [share], "{name}");
        }
    }
    assert!(clear > 10 && close > 5, "{clear} clear, {close} close");
}

/// The share that is said is that of the draws; under 65% the badge is too close at most, and the headline says so.
#[test]
fn an_answer_says_how_likely_it_is() {
    let (mut close, mut likely) = (0, 0);
    for (name, document) in all() {
        let report = report(&document);
        let decision = report.decision.as_ref().expect("plans");
        let Some(found) = &decision.weighed.likelihood else { continue };
        let badge = decision.weighed.badge.expect("a badge");
        let said = likelihood(&report, &decision.plans, &decision.weighed);
        if found.cheapest_share < 0.65 {
            close += 1;
            assert!(!matches!(badge, Strength::Clear | Strength::Leaning), "{name}: {badge:?}");
            if badge == Strength::Close {
                assert!(said.is_empty(), "{name}: the headline says it");
                let headline = answer(&report, &decision.plans, Some(&decision.weighed)).headline;
                assert!(
                    figures(&headline, Style::Percent).contains(&found.cheapest_share),
                    "{name}: {}",
                    text(&headline)
                );
            }
        } else {
            likely += 1;
            let shares = figures(&said, Style::Percent);
            assert!(shares.iter().all(|share| *share == found.cheapest_share), "{name}: {}", text(&said));
            assert_eq!(shares.is_empty(), found.cheapest_share >= 0.995, "{name}: {}", text(&said));
        }
    }
    assert!(close >= 2 && likely >= 2, "{close} too close, {likely} likely");
}

/// Where the recommended plan wins too few draws, the plan beside it is the one that wins most of the others.
#[test]
fn the_plan_beside_one_that_wins_too_rarely_is_the_one_that_wins_most_of_the_rest() {
    let mut rare = 0;
    for (name, document) in all() {
        let report = report(&document);
        let decision = report.decision.as_ref().expect("plans");
        let Some(found) = &decision.weighed.likelihood else { continue };
        let plans = &decision.plans;
        if found.cheapest_share >= 0.65 || found.next.is_none() {
            assert_eq!(decision.weighed.rival, None, "{name}");
            continue;
        }
        rare += 1;
        assert_eq!(plans.rival, found.next, "{name}");
        assert_eq!(decision.weighed.pair.as_ref().map(|pair| pair.against), plans.rival, "{name}");
        let compared = plans.compared_with;
        assert!(compared == Some(PlanKind::Now) || compared == plans.rival, "{name}");
    }
    assert!(rare >= 5, "{rare}");
}

/// A quote ends in a word about signing it; what nobody ordered does not.
#[test]
fn an_order_that_was_entered_is_signed_or_not() {
    let book = PriceBook::embedded();
    let said = |sizes: &str, price: &str| {
        let scenario = format!(r#"{{"v":5,"inputs":{{{sizes}{price}"work.gpu_hours_per_month":36000}}}}"#);
        let document = file::read(&scenario, &book).expect("a scenario").document;
        let report = report(&document);
        let decision = report.decision.clone().expect("plans");
        let notes = answer(&report, &decision.plans, Some(&decision.weighed)).notes;
        let words: Vec<String> = notes.iter().map(|note| text(&note.pieces)).collect();
        let found = words.into_iter().find(|words| words.starts_with("An order of"));
        let buys = decision.plans.recommended().expect("a plan").nodes_bought > 0.0;
        (found, buys, decision)
    };
    let order = r#""own.gpus":72,"#;
    let (found, buys, _) = said(order, r#""own.node_price_usd":100000,"#);
    assert_eq!(found.as_deref(), Some("An order of 9 nodes at the price entered: sign it."));
    assert!(buys);
    let (found, buys, decision) = said(order, r#""own.node_price_usd":2000000,"#);
    let found = found.expect("a word about the order");
    assert!(
        found.starts_with(
            "An order of 9 nodes at the price entered: do not sign it. With these machines the work costs $"
        ),
        "{found}"
    );
    assert!(!buys);
    let own = decision.plans.cheapest_that_buys().expect("a plan that buys");
    assert!(found.contains(&format!("${:.0} more", own.above_cheapest_usd)), "{found}");
    assert_eq!(said("", r#""own.node_price_usd":100000,"#).0, None);
    assert_eq!(said(order, "").0, None);
    // What buying costs more is linear in the price: where it is nothing, nothing is to be signed yet.
    let more = |price: f64| {
        let plans = said(order, &format!(r#""own.node_price_usd":{price},"#)).2.plans;
        let usd = |kind: PlanKind| plans.plan(kind).map(|plan| plan.present_value_usd).expect("a listed plan");
        usd(PlanKind::Own) - f64::min(usd(PlanKind::Commit), usd(PlanKind::Rent))
    };
    let (low, high) = (100_000.0, 2_000_000.0);
    let price = low - more(low) * (high - low) / (more(high) - more(low));
    let (found, ..) = said(order, &format!(r#""own.node_price_usd":{price},"#));
    let wanted =
        "An order of 9 nodes at the price entered: do not sign it yet. Whether it saves anything is too close to call.";
    assert_eq!(found.as_deref(), Some(wanted));
}

#[test]
fn what_would_change_it_is_a_price_at_which_both_plans_cost_the_same() {
    let mut named = 0;
    for (name, document) in all() {
        let report = report(&document);
        let decision = report.decision.as_ref().expect("plans");
        let pair = decision.weighed.pair.as_ref().expect("a pair");
        let said = turns(&report, &decision.plans, pair, 2);
        let words = text(&said);
        assert!(words.ends_with('.'), "{name}: {words}");
        for (price, style) in [(&pair.node_price, Style::Usd), (&pair.rest_price, Style::UsdPerHour)] {
            let Some(price) = price else { continue };
            let found = figures(&said, style);
            match price.usd {
                Some(usd) => {
                    named += 1;
                    assert_eq!(found, [usd, price.now_usd], "{name}: {words}");
                }
                None => assert_eq!(found, [0.0; 0], "{name}: {words}"),
            }
        }
    }
    assert!(named > 30, "{named}");
}

#[test]
fn a_badge_says_how_sure_the_recommended_plan_is_against_its_runner_up() {
    for (name, document) in all() {
        let report = report(&document);
        let decision = report.decision.as_ref().expect("plans");
        let found = badge(&report, &decision.plans, decision.weighed.badge);
        let expected = match decision.weighed.badge {
            Some(Strength::Doubtful) => Badge::DoubtfulPrice,
            _ if !report.warnings.is_empty() => Badge::SeeWarning,
            Some(Strength::Clear) => Badge::Clear,
            Some(Strength::Leaning) => Badge::Leaning,
            Some(Strength::Close) => Badge::TooClose,
            Some(Strength::Open) | None => Badge::NoComparison,
        };
        assert_eq!(found, expected, "{name}");
    }
}

/// Machines of five years and a limit that no plan keeps.
#[test]
fn where_no_plan_keeps_the_limits_the_first_that_breaks_is_named() {
    let book = PriceBook::embedded();
    let text = r#"{"v":5,"inputs":{"limits.full_capacity_month":1,"limits.upfront_usd":0,"rent.only_quotes":true}}"#;
    let document = file::read(text, &book).expect("a scenario").document;
    let report = report(&document);
    let plans = &report.decision.as_ref().expect("plans").plans;
    assert_eq!(plans.recommended, None);
    let said = answer(&report, plans, None).headline;
    assert!(plain_text(&said, |_, _| String::new()).starts_with("No plan keeps your limits."), "{said:?}");
    assert_eq!(badge(&report, plans, None), Badge::NoComparison);
    assert!(plans.plans.iter().all(|plan| plan.kind == PlanKind::Own));
}

/// Four nodes of A100 are there, and the work is that of H100. By hand: an A100 does 312 of 989 teraFLOPS (dense BF16, data
/// sheets), so 32 of them do the work of 10.1 H100, and the fewest whole nodes of 8 that do as much are two.
#[test]
fn machines_there_of_another_gpu_are_kept_or_sold_and_replaced_in_words() {
    let book = PriceBook::embedded();
    let said = |inputs: &str| {
        let typed = format!(
            r#"{{"v":5,"inputs":{{"present.nodes":4,"present.node_gpu":"a100-80-sxm","present.node_resale_usd":40000,"sizes.own":"found",{inputs}}}}}"#
        );
        let document = file::read(&typed, &book).expect("a scenario").document;
        let report = report(&document);
        let decision = report.decision.clone().expect("plans");
        let there = gpus_there(&decision.plans.plans);
        assert_eq!(there, 32.0);
        let words =
            |kind| decision.plans.plan(kind).map(|plan| what_to_do(&report, plan, there)).expect("it is listed");
        [PlanKind::Now, PlanKind::Own, PlanKind::Replace].map(words)
    };
    let go_on = "Go on as now, rent the rest on demand";
    // 7,000 hours a month are those of 9.6 GPUs; the machines there do at most 0.925 × 0.9 of 10.1 (availability, occupancy), and
    // one node more does the rest.
    assert_eq!(
        said(r#""present.may_sell":true,"work.gpu_hours_per_month":7000"#),
        [go_on, "Keep the 32 existing GPUs, buy 8 new ones", "Sell the 32 existing GPUs, buy 16 new ones"]
    );
    // 20,000 are those of 27.4: two nodes beside those there do at most 0.8325 of 26.1, three of 34.1; two instead leave a rest.
    assert_eq!(
        said(r#""work.gpu_hours_per_month":20000"#),
        [
            go_on,
            "Keep the 32 existing GPUs, buy 24 new ones",
            "Sell the 32 existing GPUs, buy 16 new ones, rent the rest on demand"
        ]
    );
}

/// The text of all notes beside the headline.
fn notes(document: &Document) -> (Report, Vec<Vec<Piece>>) {
    let (report, notes) = notes_with_changes(document);
    (report, notes.into_iter().map(|note| note.pieces).collect())
}

/// The notes with the changes that they offer.
fn notes_with_changes(document: &Document) -> (Report, Vec<Note>) {
    let report = report(document);
    let decision = report.decision.clone().expect("plans");
    let notes = answer(&report, &decision.plans, Some(&decision.weighed)).notes;
    (report, notes)
}

/// By hand: a bill of 60,000 a month without interest and growth, for six months until delivery, at a price below that of renting.
#[test]
fn a_plan_that_buys_says_what_the_bill_costs_until_its_machines_are_there() {
    let book = PriceBook::embedded();
    let noted = |lead: u32, bill: u32| {
        let typed = format!(
            r#"{{"v":5,"inputs":{{"present.bill_usd_per_month":{bill},"present.usd_per_gpu_hour":2,"time.lead_months":{lead},"time.ramp_months":0,"money.discount_rate":0,"own.node_price_usd":40000}}}}"#
        );
        let (report, notes) = notes(&file::read(&typed, &book).expect("a scenario").document);
        let plans = &report.decision.as_ref().expect("plans").plans;
        assert!(plans.recommended().expect("a plan").nodes_bought > 0.0, "it buys");
        let found = notes.into_iter().find(|note| text(note).contains("bill goes on"));
        found.map(|note| figures(&note, Style::UsdShort)[0])
    };
    let usd = noted(6, 60_000).expect("a note");
    assert!((usd - 360_000.0).abs() < 1.0, "{usd}");
    assert_eq!(noted(0, 60_000), None, "delivered at once");
    assert_eq!(noted(6, 0), None, "no bill");
}

/// A bill, machines that take half a year, and no renting but at a fixed price by the hour.
fn waits_for_machines(until_delivery: &str, bill: u32, price: f64) -> Document {
    let typed = format!(
        r#"{{"inputs":{{"present.bill_usd_per_month":{bill},"present.usd_per_gpu_hour":{price},"present.until_delivery":"{until_delivery}","time.lead_months":6,"time.ramp_months":0,"money.discount_rate":0,"own.node_price_usd":40000,"rent.only_quotes":true,"rent.quotes":[["Ours",3,0]],"rent.storage_tb":0,"rent.egress_gb_per_month":0}}}}"#
    );
    let book = PriceBook::embedded();
    let read = file::read(&typed, &book).expect("a scenario");
    assert!(read.notices.is_empty(), "{:?}", read.notices);
    read.document
}

/// Without machines or commitments there, a bill that ends on day one leaves plans that buy what they are without any bill: rented
/// by the hour until delivery. What is there goes on as before.
#[test]
fn renting_until_delivery_is_buying_without_a_bill() {
    let decided = |until_delivery: &str, bill: u32| {
        let found = report(&waits_for_machines(until_delivery, bill, 6.88)).decision.expect("plans").plans;
        let value = |kind| found.plan(kind).map(|plan| plan.present_value_usd);
        let other = found.plan(PlanKind::Own).and_then(|plan| plan.other_until_delivery_usd);
        (value(PlanKind::Own).expect("owning"), value(PlanKind::Now), value(PlanKind::Rent), other)
    };
    let (without, ..) = decided("bill", 0);
    let (paid, now_paid, rent_paid, if_rented) = decided("bill", 300_000);
    let (rented, now_rented, rent_rented, if_paid) = decided("rent", 300_000);
    assert_eq!(rented, without, "to the last bit");
    assert_eq!((now_rented, rent_rented), (now_paid, rent_paid));
    assert!(paid > rented, "{paid} is not more than {rented}");
    let near = |found: Option<f64>, wanted: f64| {
        assert!(found.is_some_and(|found| (found - wanted).abs() < 1e-6 * wanted.abs()), "{found:?}, not {wanted}");
    };
    near(if_rented, rented - paid);
    near(if_paid, paid - rented);
}

/// By hand: the note names what renting until delivery saves, and its button turns the row both ways.
#[test]
fn a_bill_until_delivery_offers_to_rent_and_the_way_back() {
    let (report, notes) = notes_with_changes(&waits_for_machines("bill", 300_000, 6.88));
    let plans = &report.decision.as_ref().expect("plans").plans;
    let best = plans.recommended().expect("a plan");
    assert!(best.nodes_bought > 0.0);
    let of_row = |notes: Vec<Note>| {
        notes.into_iter().find(|note| note.change.as_ref().is_some_and(|c| c.field == "present.until_delivery"))
    };
    let note = of_row(notes).expect("an offer");
    let gain = -best.other_until_delivery_usd.expect("the other way");
    assert_eq!(figures(&note.pieces, Style::UsdShort).last(), Some(&gain));
    let noted = |until_delivery: &str, bill: u32, price: f64| {
        of_row(notes_with_changes(&waits_for_machines(until_delivery, bill, price)).1).map(|note| note.change)
    };
    assert_eq!(noted("bill", 1_000, 6.88), None, "a small bill is not worth a word");
    assert_eq!(noted("bill", 60_000, 2.0), None, "it costs less than renting");
    assert_eq!(noted("rent", 300_000, 6.88), None, "renting costs less");
    let back = noted("rent", 60_000, 2.0).flatten().expect("a way back");
    assert_eq!(back.value, Value::Choice("bill".into()));
}

/// Runs of 256 GPUs beside a steady 24: where fewer than 256 are owned, the plan divides the job, and says so; jobs of 8 fit.
#[test]
fn a_job_larger_than_the_machines_is_said_to_be_divided() {
    let book = PriceBook::embedded();
    let noted = |job: u32| {
        let typed =
            r#"{"v":6,"inputs":{"work.workloads":[["Base","steady",24],["Runs","runs",256,504,4]],"sizes.own":32}}"#;
        let mut document = file::read(typed, &book).expect("a scenario").document;
        assert_eq!(document.scenario.work.workloads.len(), 2);
        document.scenario.work.workloads[1].job_gpus = Some(f64::from(job));
        let (report, notes) = notes(&document);
        let best = report.decision.as_ref().expect("plans").plans.recommended().expect("a plan").clone();
        let is_noted = notes.iter().any(|note| text(note).contains("largest job does not fit on"));
        (best.own_gpus, is_noted)
    };
    let (own, is_noted) = noted(256);
    assert!(own > 0.0 && own < 256.0 && is_noted, "{own}");
    assert!(!noted(8).1);
}

/// The note of a runner-up that may not be taken, and the plan that the answer is weighed against instead: one that may be taken,
/// if there is any.
#[test]
fn a_runner_up_that_would_sell_without_leave_is_a_note_and_no_rival() {
    let (mut said, mut silent) = (0, 0);
    for (name, document) in all() {
        let mut document = document;
        document.scenario.present.nodes.value = 4.0;
        let (report, notes) = notes(&document);
        let plans = &report.decision.as_ref().expect("plans").plans;
        let Some(other) = plans.runner_up() else { continue };
        let sells = matches!(other.kind, PlanKind::Rent | PlanKind::Commit | PlanKind::Replace);
        let noted = notes.iter().any(|note| text(note).contains("would sell the machines that are there"));
        assert_eq!(noted, sells && !document.scenario.present.may_sell, "{name}: {:?}", other.kind);
        let rival = plans.rival().expect("a rival");
        let others = plans.plans.iter().filter(|plan| plan.may_be_recommended && Some(plan.kind) != plans.recommended);
        assert_eq!(rival.may_be_recommended, others.count() > 0, "{name}");
        assert!(!other.may_be_recommended || rival.kind == other.kind, "{name}");
        if noted { said += 1 } else { silent += 1 }
    }
    assert!(said > 3 && silent > 3, "{said} said, {silent} silent");
}

/// Four nodes that may not be sold, and renting everything costs less: the answer is weighed against what else may be taken, and
/// what selling would save is said beside it.
#[test]
fn an_answer_that_costs_more_because_nothing_may_be_sold_says_so() {
    let book = PriceBook::embedded();
    let found = |sell: bool| {
        let typed = format!(
            r#"{{"v":5,"inputs":{{"present.nodes":4,"present.node_gpu":"a100-80-sxm","work.gpu":"a100-80-sxm","present.may_sell":{sell},"work.gpu_hours_per_month":2000,"work.fabric_gpus":8,"work.workloads":[]}}}}"#
        );
        let report = report(&file::read(&typed, &book).expect("a scenario").document);
        let decision = report.decision.clone().expect("plans");
        let said = answer(&report, &decision.plans, Some(&decision.weighed));
        let notes: Vec<String> = said.notes.iter().map(|note| text(&note.pieces)).collect();
        (decision, text(&said.headline), notes.join(" "))
    };
    let (allowed, ..) = found(true);
    assert_eq!(allowed.plans.recommended, Some(PlanKind::Rent), "the case is one in which renting costs less");
    let (kept, headline, notes) = found(false);
    let (best, other) = (kept.plans.recommended().expect("a plan"), kept.plans.runner_up().expect("another"));
    assert_eq!((best.kind, other.kind), (PlanKind::Now, PlanKind::Rent));
    let less = best.present_value_usd - other.present_value_usd;
    assert!(less > 0.0);
    let rival = kept.plans.rival().expect("a rival");
    if rival.may_be_recommended {
        assert!(rival.present_value_usd >= best.present_value_usd && headline.contains(" less in total"), "{headline}");
        assert_ne!(kept.weighed.badge, Some(Strength::Open));
    }
    assert!(!headline.contains("enting"), "{headline}");
    assert!(notes.contains(&format!("costs ${less:.0} less, but would sell")), "{notes}");
}

/// Sums of hours promise more than whole jobs get: on machines, measured demand is leaning at most until the maximum occupancy is
/// confirmed or taken from a replay. A bill that fits what is there is said beside it.
#[test]
fn measured_demand_is_leaning_at_most_until_what_jobs_get_is_entered() {
    let book = PriceBook::embedded();
    let hours = vec!["256"; 8_760].join(" ");
    let steady = Workload { shape: Shape::Series, series: hours.into(), ..Workload::default() };
    let with_both = |workload: Workload, occupancy: Amount, efficiency: Amount| {
        let mut document = Document::typical(&book);
        let s = &mut document.scenario;
        s.work.workloads = vec![workload];
        s.follow_workloads(&book);
        // Nothing else is in doubt: dear hours, known machines.
        s.rent.quotes = vec![Quote { name: "Rented".to_owned(), usd_per_gpu_hour: 12.0, ..Quote::default() }];
        s.rent.only_quotes = true;
        s.own.largest_occupancy = occupancy;
        s.rent.paid_efficiency = efficiency;
        let own = node_expansion::model(s, &book, &document.edition).expect("a model");
        let subject = Subject { scenario: &document.scenario, book: &book, edition: &document.edition };
        let decision = decide(subject, &own).expect("a decision");
        let said = fits(subject, &decision.plans, &decision.weighed).iter().map(|said| text(said)).collect::<Vec<_>>();
        (decision.weighed.badge, said.join(" "))
    };
    let typical = Document::typical(&book).scenario;
    let usual = typical.own.largest_occupancy;
    let with = |workload: Workload, occupancy: Amount| with_both(workload, occupancy, typical.rent.paid_efficiency);
    let confirmed = Amount::confirmed(usual.value);
    assert_eq!(with(steady.clone(), usual), (Some(Strength::Clear), String::new()), "hours that somebody described");
    let (badge, said) = with(with_levels(&steady), usual);
    assert_eq!(badge, Some(Strength::Leaning));
    assert!(said.contains("until “Maximum occupancy” is confirmed"), "{said}");
    for entered in [Amount::exact(0.83), confirmed] {
        assert_eq!(with(with_levels(&steady), entered), (Some(Strength::Clear), String::new()));
    }
    // Where there were never too few machines, a replay writes the share of billed hours alone.
    let (badge, said) = with_both(with_levels(&steady), usual, Amount::exact(0.93));
    assert_eq!((badge, said), (Some(Strength::Clear), String::new()));
}
