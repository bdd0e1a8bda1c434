//! Explanations: every figure follows from its parts, and bridges add up.

use crate::shared::recompute;

use engine::analysis::bridge::{Bridge, Followed, bridge};
use engine::codec::{Document, file};
use engine::cost::rent::RENT_LINES;
use engine::cost::{LineId, OWN_LINES};
use engine::derivation::{Derivation, DerivationId};
use engine::formulas::formula::Formula;
use engine::inputs::presets::PRESETS;
use engine::inputs::value::Amount;
use engine::inputs::{CostUnit, ResidualMethod, Scenario, TaxLosses, TaxMethod, TimingChoice};
use engine::prices::PriceBook;
use engine::report::{Report, evaluate};
use engine::view::answer::answer;
use engine::view::badge::Badge;
use engine::view::figure_links::KeyFigure;
use engine::view::flips::flips;
use engine::view::target_price::{Paid, price_to_beat};
use engine::view::{Piece, Style, plain_text};
use recompute::{trees_end_in_inputs, trees_follow};

fn documents(book: &PriceBook) -> Vec<Document> {
    let read = |text: &str| file::read(text, book).expect("a preset is a scenario").document;
    PRESETS.iter().map(|p| read(p.text())).chain([Document::typical(book)]).collect()
}

#[test]
fn every_figure_follows_from_the_values_below_it() {
    let book = PriceBook::embedded();
    for document in documents(&book) {
        let report = evaluate(&document.scenario, &book, &document.edition).expect("a report");
        let checked = trees_follow(&report, &document);
        assert!(checked >= 20, "{}: only {checked} nodes", document.name);
    }
}

/// A change of a scenario.
type Change = fn(&mut Scenario);

/// Ways to look at each worked case: as it is, with a resale share, with tax, and with losses that are carried.
const VARIANTS: [(&str, Change); 4] =
    [("as it is", |_| ()), ("resold", resold), ("taxed", taxed), ("carried", carried)];

fn resold(scenario: &mut Scenario) {
    scenario.own.residual_method = ResidualMethod::Share;
    scenario.own.residual_share = Amount::exact(0.2);
    scenario.money.timing = TimingChoice::YearEnd;
    scenario.work.cost_unit = CostUnit::Month;
}

fn taxed(scenario: &mut Scenario) {
    scenario.own.residual_method = ResidualMethod::Share;
    scenario.own.residual_share = Amount::exact(0.2);
    scenario.money.tax_method = TaxMethod::StraightLine;
    scenario.money.tax_rate = Amount::exact(0.25);
}

fn carried(scenario: &mut Scenario) {
    taxed(scenario);
    scenario.money.tax_losses = TaxLosses::Carried;
}

/// No tree ends in a figure that is neither an input nor says which inputs it depends on.
#[test]
fn every_figure_opens_down_to_inputs() {
    let book = PriceBook::embedded();
    for (variant, change) in VARIANTS {
        for mut document in documents(&book) {
            change(&mut document.scenario);
            document.name = format!("{}, {variant}", document.name);
            let report = evaluate(&document.scenario, &book, &document.edition).expect("a report");
            trees_follow(&report, &document);
            trees_end_in_inputs(&report, &document);
        }
    }
}

/// Lines whose formula is in words only: their parts are not listed, because the results' format is fixed. A line leaves
/// the list when its formula becomes an entry of the table with arithmetic.
const DESCRIBED_LINES: [LineId; 21] = [
    LineId::Nodes,
    LineId::PresentNodes,
    LineId::Spares,
    LineId::Fabric,
    LineId::Storage,
    LineId::Installation,
    LineId::BuildOut,
    LineId::Decommissioning,
    LineId::Software,
    LineId::Platform,
    LineId::Operations,
    LineId::Links,
    LineId::Insurance,
    LineId::YearlyFraction,
    LineId::Managed,
    LineId::RentedStorage,
    LineId::Egress,
    LineId::DedicatedLine,
    LineId::RentedPlatform,
    LineId::CloudSupport,
    LineId::Overflow,
];

/// What stands in words only is listed: among the lines of the tables, and among the derivations of the worked cases.
#[test]
fn formulas_in_words_only_are_listed() {
    let is_described = |formula: Formula| matches!(formula, Formula::Described(_));
    let own = OWN_LINES.iter().map(|line| (line.id, line.explained.formula));
    let lines = own.chain(RENT_LINES.iter().map(|line| (line.id, line.formula)));
    let described: Vec<LineId> = lines.filter(|(_, formula)| is_described(*formula)).map(|(id, _)| id).collect();
    // The rented overflow of a plan is a line of results alone.
    assert_eq!([described.as_slice(), &[LineId::Overflow]].concat(), DESCRIBED_LINES);
    let book = PriceBook::embedded();
    let mut found = 0;
    for document in documents(&book) {
        let report = evaluate(&document.scenario, &book, &document.edition).expect("a report");
        let mut left: Vec<&Derivation> = report.derivations.iter().collect();
        while let Some(tree) = left.pop() {
            left.extend(&tree.parts);
            if is_described(tree.formula) {
                let is_listed = matches!(tree.id, Some(DerivationId::Line(id)) if DESCRIBED_LINES.contains(&id));
                assert!(is_listed && tree.parts.is_empty(), "{}: {} is in words only", document.name, tree.label);
                found += 1;
            }
        }
    }
    assert!(found > 0, "no worked case shows one");
}

/// The derivation of each key figure contains it: as a root, as the value a root was found at, or as a part.
#[test]
fn every_figure_of_the_first_screen_opens_into_itself() {
    let book = PriceBook::embedded();
    let mut opened = Vec::new();
    for document in documents(&book) {
        let report = evaluate(&document.scenario, &book, &document.edition).expect("a report");
        let words = answer(&report, "H100", document.scenario.own.node_price_usd.value);
        for piece in [&words.sentence, &words.turns, &words.indifference].into_iter().flatten() {
            let Piece::LinkedFigure(shown, _, id) = piece else { continue };
            let found: Vec<&Derivation> = id.trees(&report.derivations);
            let values =
                found.iter().flat_map(|tree| std::iter::once(tree.value).chain(tree.parts.iter().map(|p| p.value)));
            let there = values.into_iter().any(|value| (value.abs() - shown).abs() <= 1e-9 * shown.abs());
            assert!(there, "{}: {shown} of {id:?} is not among {found:#?}", document.name);
            opened.push(*id);
        }
    }
    // Tiles open the other two.
    let in_sentences = |figure: &KeyFigure| !matches!(figure, KeyFigure::UpfrontPayment | KeyFigure::PeakCash);
    for figure in KeyFigure::OWN_OR_RENT.iter().filter(|figure| in_sentences(figure)) {
        assert!(opened.contains(figure), "no sentence shows {figure:?}");
    }
}

#[test]
fn the_way_between_two_answers_adds_up() {
    let book = PriceBook::embedded();
    let all = documents(&book);
    for from in &all {
        for to in &all {
            let way = bridge(from, to, &book).expect("both compute");
            let (Some(start), Some(end)) = (way.from.own, way.to.own) else { panic!("no cost of owning") };
            let moved: f64 = way.steps.iter().map(|s| s.own).sum();
            assert!((start + moved - end).abs() <= 1e-9 * end.abs(), "{} to {}: {start} + {moved}", from.name, to.name);
            assert!(from != to || way.steps.is_empty(), "{}: a step without effect", from.name);
            let report = evaluate(&to.scenario, &book, &to.edition).expect("a report");
            assert_eq!(way.to.own, report.own.usd_per_productive_gpu_hour, "{}", to.name);
            assert_eq!(way.to.saving, report.outlook.saving_usd, "{}", to.name);
            shown_parts_add_up(&way);
        }
    }
}

/// Cents and whole dollars are whole numbers with exact sums.
fn shown_parts_add_up(way: &Bridge) {
    let figures: [(Followed, f64); 3] = [(|s| s.own, 1e-6), (|s| s.rent, 1e-6), (|s| s.saving, 1.0)];
    for (figure, unit) in figures {
        let ends = figure(&way.from).zip(figure(&way.to));
        let Some(parts) = way.parts(figure, unit) else {
            assert!(ends.is_none(), "both ends have the figure");
            continue;
        };
        let (from, to) = ends.expect("parts have ends");
        assert!(
            (parts.from * unit - from).abs() <= 0.500_001 * unit && (parts.to * unit - to).abs() <= 0.500_001 * unit
        );
        let sum: f64 = parts.steps.iter().map(|(.., moved)| moved).sum();
        assert!(parts.steps.iter().all(|(.., moved)| moved.fract() == 0.0 && *moved != 0.0), "{parts:?}");
        assert!(parts.from + sum == parts.to, "{} + {sum} is not {}", parts.from, parts.to);
    }
}

/// The answer's sentence for some changes of the defaults, without its figures.
fn sentence(changes: &str) -> (Badge, String, String) {
    let book = PriceBook::embedded();
    let text = format!(r#"{{"inputs":{{{changes}}}}}"#);
    let document = file::read(&text, &book).expect("a scenario").document;
    let report = evaluate(&document.scenario, &book, &document.edition).expect("a report");
    let words = answer(&report, "H100", document.scenario.own.node_price_usd.value);
    let plain = |pieces: &[Piece]| plain_text(pieces, |_, _| "#".to_owned());
    (words.badge, plain(&words.sentence), plain(&words.turns))
}

/// With a commitment as the only offer, no offer does the work until delivery: there is no comparison, whatever a
/// steady year says.
#[test]
fn there_is_no_verdict_where_nothing_bridges_the_delivery() {
    let only = r#""rent.quotes":[["Three years",2.35,36]],"rent.only_quotes":true,"work.busy_share":0.6"#;
    let (badge, words, turns) = sentence(only);
    assert!(words.starts_with("No comparison yet."), "{words}");
    assert_eq!((badge, turns.as_str()), (Badge::NoComparison, ""));
    let (badge, words, _) = sentence(&format!(r#"{only},"time.lead_months":0,"time.ramp_months":0"#));
    assert!(!words.starts_with("No comparison") && badge != Badge::NoComparison, "{badge:?}: {words}");
}

/// If it is too close to call, nothing else on the page names a winner.
#[test]
fn the_price_to_beat_is_no_second_verdict() {
    let book = PriceBook::embedded();
    let said = |changes: &str| {
        let document = file::read(&format!(r#"{{"inputs":{{{changes}}}}}"#), &book).expect("a scenario").document;
        let report = evaluate(&document.scenario, &book, &document.edition).expect("a report");
        let words = answer(&report, "H100", document.scenario.own.node_price_usd.value);
        (words.badge, plain_text(&words.indifference, |_, _| "#".to_owned()))
    };
    let (badge, words) = said("");
    assert!(badge != Badge::TooClose && words.contains("; otherwise own."), "{badge:?}: {words}");
    let (badge, words) = said(r#""work.busy_share":0.6,"money.discount_rate":0.15"#);
    assert!(badge == Badge::TooClose && words.starts_with("Break-even price: #"), "{badge:?}: {words}");
    assert!(!words.contains("otherwise own"), "{words}");
}

/// "Owning pays …" refers to a cheaper node, "rent instead …" to a more expensive one.
#[test]
fn the_node_price_turns_the_answer_the_way_the_words_say() {
    let (_, words, turns) = sentence("");
    assert!(words.starts_with("Own."), "{words}");
    assert!(turns.contains("or a node costs over"), "{turns}");
    let (_, words, turns) = sentence(r#""work.busy_share":0.6,"money.discount_rate":0.15"#);
    // An unquoted price that decides is named once, in the verdict.
    assert!(words.starts_with("Too close") && words.contains("A node over"), "{words}");
    assert!(turns.contains("owning pays from") && !turns.contains("node"), "{turns}");
    let quoted = r#""work.busy_share":0.6,"money.discount_rate":0.15,"own.node_price_usd":290000"#;
    let (_, words, turns) = sentence(quoted);
    assert!(words.starts_with("Too close"), "{words}");
    assert!(turns.contains("owning pays from") && turns.contains("as long as a node costs under"), "{turns}");
    let (_, words, turns) = sentence(r#""work.busy_share":0.5,"money.discount_rate":0.15,"own.node_price_usd":290000"#);
    assert!(words.contains("renting costs") || words.starts_with("Rent"), "{words}");
    assert!(turns.contains("owning pays from") && turns.contains(", or with a node under"), "{turns}");
}

/// The two costs in the sentence differ by the share it states, in every worked case that compares.
#[test]
fn the_costs_of_the_sentence_differ_by_its_percentage() {
    let book = PriceBook::embedded();
    let worked = PRESETS.iter().map(|p| file::read(p.text(), &book).expect("a scenario").document);
    let mut compared = 0;
    for document in worked.chain([Document::typical(&book)]) {
        let report = evaluate(&document.scenario, &book, &document.edition).expect("a report");
        let words = answer(&report, "H100", document.scenario.own.node_price_usd.value);
        let costs: Vec<f64> = words
            .sentence
            .iter()
            .filter_map(|piece| match piece {
                Piece::LinkedFigure(value, _, KeyFigure::OwnCost | KeyFigure::RentCost) => Some(*value),
                _ => None,
            })
            .collect();
        let share = words.sentence.iter().find_map(|piece| match piece {
            Piece::LinkedFigure(value, Style::Percent | Style::PercentFine, KeyFigure::Saving) => Some(*value),
            _ => None,
        });
        let ([one, other], Some(share)) = (costs.as_slice(), share) else { continue };
        let (cheap, dear) = (one.min(*other), one.max(*other));
        assert!(((dear - cheap) / dear - share).abs() < 1e-9, "{}: {one} and {other}, {share}", document.name);
        compared += 1;
    }
    assert!(compared >= 4, "only {compared} cases compare");
}

/// An unquoted price that changes the answer nearby is the first thing to find out.
#[test]
fn too_close_to_call_says_what_to_find_out_first() {
    let (_, words, _) = sentence(r#""work.busy_share":0.6,"money.discount_rate":0.15"#);
    assert!(words.ends_with(". A node over # alone changes the answer: get a quote first."), "{words}");
    // With the quote entered it is another input, by name.
    let (badge, words, _) = sentence(r#""work.busy_share":0.6,"money.discount_rate":0.15,"own.node_price_usd":290000"#);
    assert!(badge == Badge::TooClose && words.contains(". \u{201c}"), "{badge:?}: {words}");
    assert!(words.ends_with(" alone can change the answer: check this first."), "{words}");
}

/// If a commitment is the other side, its price is the break-even price, not that of hours; entered, both cost the
/// same.
#[test]
fn the_price_to_beat_is_that_of_the_other_side() {
    let book = PriceBook::embedded();
    let with = |committed: f64, by_the_hour: f64| {
        let text = format!(
            r#"{{"inputs":{{"rent.quotes":[["Five years",{committed},60],["Hours",{by_the_hour},0]],"rent.only_quotes":true}}}}"#
        );
        let document = file::read(&text, &book).expect("a scenario").document;
        evaluate(&document.scenario, &book, &document.edition).expect("a report")
    };
    let said = |report: &Report| plain_text(&answer(report, "H100", 0.0).indifference, |_, _| "#".to_owned());
    let report = with(1.0, 9.0);
    assert_eq!(report.cheapest().expect("an offer").id.as_str(), "quote-1", "the commitment is cheaper");
    let (usd, paid) = price_to_beat(&report).expect("a price");
    assert_eq!(paid, Paid::Committed);
    assert!(said(&report).contains("committed") && !said(&report).contains("by use"), "{}", said(&report));
    assert!(flips(&report, 1.0).iter().any(|flip| flip.label == "Commitment price" && flip.at == Some(usd)));
    let there = with(usd, 9.0).outlook;
    let saving = there.saving_usd.expect("they compare");
    assert!(saving.abs() <= 1e-9 * there.own.present_value_usd, "at {usd} owning saves {saving}");
    // Hours that cost less than owning are in between.
    let report = with(1.0, 2.0);
    assert_eq!(price_to_beat(&report).map(|(_, paid)| paid), Some(Paid::CommittedBesideHours));
    assert!(said(&report).ends_with("rent by the hour above that."), "{}", said(&report));
    assert!(flips(&report, 1.0).iter().all(|flip| !flip.label.starts_with("Commitment")));
    // Hours are the other side.
    let report = with(9.0, 3.0);
    assert_eq!(price_to_beat(&report).map(|(_, paid)| paid), Some(Paid::ByUse));
}
