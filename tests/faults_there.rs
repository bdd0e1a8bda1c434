//! Existing assets: nodes, commitments, the current bill. Each figure with its source (model page, section 3).

use engine::codec::{Document, file};
use engine::inputs::value::{Amount, Running};
use engine::inputs::{BeyondChoice, EndOfLife, Scenario};
use engine::prices::PriceBook;
use engine::report::{Report, evaluate};

/// One H100 node, two years old, at 50,000; a new one costs 300,000, lasts five years, and loses 0.14 factors of ten a
/// year.
fn one_node() -> Document {
    let decoded =
        file::read(include_str!("faults/present-node-gains.json"), &PriceBook::embedded()).expect("it can be read");
    assert!(decoded.notices.is_empty(), "{:?}", decoded.notices);
    decoded.document
}

fn report(document: &Document) -> Report {
    evaluate(&document.scenario, &PriceBook::embedded(), &document.edition).expect("it can be computed")
}

#[track_caller]
fn near(found: f64, wanted: f64, within: f64) {
    assert!((found - wanted).abs() <= within, "{found}, not {wanted}");
}

fn line(report: &Report, id: &str) -> Vec<f64> {
    report.outlook.own.lines.iter().find(|line| line.id.as_str() == id).expect("a line").by_year_usd.clone()
}

fn all(report: &Report, id: &str) -> f64 {
    line(report, id).iter().sum()
}

/// V R(age + t) / R(age): 50,000 × 10^(−0.14 × 3) = 19,009.47. It was sold at 59,858, the share of a new node.
#[test]
fn a_node_that_is_there_is_sold_at_its_own_value_along_the_curve() {
    let mut document = one_node();
    let sold = |document: &Document| 50_000.0 - all(&report(document), "present_nodes");
    near(sold(&document), 50_000.0 * 10_f64.powf(-0.42), 1e-6);
    near(sold(&document), 19_009.47, 0.005);
    // The same under the other rule for the end: its life ends with the horizon.
    document.scenario.time.end = engine::inputs::HorizonEnd::GoingOn;
    near(sold(&document), 19_009.47, 0.005);
    // And in the proceeds of an exit after a year.
    let exits = report(&document).outlook.exits;
    let year = exits.iter().find(|exit| exit.month == 12).expect("a year");
    near(year.sale_usd, 50_000.0 * 10_f64.powf(-0.14), 1e-6);
}

/// By hand, linear from 1 to 0.4 over five years: R(2) = 0.76, R(5) = 0.4, so 50,000 becomes 26,315.79. A table that
/// rises again returns what was paid, and no more.
#[test]
fn other_curves_hold_too_and_none_makes_a_used_node_dearer() {
    use engine::inputs::ResidualMethod;
    use engine::inputs::value::Point;
    let mut document = one_node();
    let sold = |document: &Document| 50_000.0 - all(&report(document), "present_nodes");
    document.scenario.own.residual_method = ResidualMethod::Share;
    document.scenario.own.residual_share = Amount::exact(0.4);
    near(sold(&document), 50_000.0 * 0.4 / 0.76, 1e-6);
    document.scenario.own.residual_method = ResidualMethod::Table;
    document.scenario.own.residual_table = vec![Point { at: 2.0, share: 0.3 }, Point { at: 5.0, share: 0.6 }];
    near(sold(&document), 50_000.0, 1e-6);
}

/// Four A100 nodes, four years old, enough for the work, over three years: their life of five ends with month 12.
fn four_old_nodes(end: EndOfLife) -> Document {
    let mut document = one_node();
    let s = &mut document.scenario;
    s.own.gpus = Amount::exact(32.0);
    s.own.node_price_usd = Amount::exact(153_640.0);
    s.own.fabric_usd_per_node = Amount::exact(20_000.0);
    s.own.installation_usd_per_node = Amount::exact(5_000.0);
    s.place.build_out_usd = Amount::exact(400_000.0);
    s.time.lead_months = Amount::exact(4.0);
    s.work.gpu_hours_per_month = Amount::exact(32.0 * 730.0);
    s.present.nodes = Amount::exact(4.0);
    s.present.node_age_years = Amount::exact(4.0);
    s.present.node_resale_usd = Amount::exact(42_315.0);
    s.present.at_end_of_life = end;
    document
}

/// By hand: 4 × 153,640 = 614,560 in month 13, with 4 × 5,000 of installation and 4 × 20,000 of network, whose life of
/// five years ends then too; the room remains. Sold are four aged five years (10^−0.14) and four aged two (10^−0.28).
#[test]
fn nodes_that_are_replaced_buy_new_ones_when_their_life_ends_and_say_so() {
    let found = report(&four_old_nodes(EndOfLife::Replaced));
    let nodes = line(&found, "present_nodes");
    near(nodes[0], 4.0 * 42_315.0 * (1.0 - 10_f64.powf(-0.14)), 1e-6);
    near(nodes[1], 614_560.0, 1e-6);
    near(nodes[2], -614_560.0 * 10_f64.powf(-0.28), 1e-6);
    assert_eq!(line(&found, "installation"), [0.0, 20_000.0, 0.0]);
    assert_eq!(line(&found, "fabric")[..2], [0.0, 80_000.0]);
    assert_eq!(all(&found, "build_out"), 0.0);
    let end = found.own.present_end.expect("the end of their life is named");
    assert_eq!((end.choice, end.month), ("replaced", 12));
    near(end.bought_usd, 714_560.0, 1e-6);
    let said = caveat(&found, "life");
    assert!(said.contains("replaced") && said.contains("month 13") && said.contains("714560"), "{said}");
}

#[test]
fn nodes_that_run_on_buy_nothing_and_are_sold_at_the_horizon() {
    let found = report(&four_old_nodes(EndOfLife::RunOn));
    let nodes = line(&found, "present_nodes");
    assert_eq!(nodes[..2], [4.0 * 42_315.0, 0.0]);
    near(nodes[2], -4.0 * 42_315.0 * 10_f64.powf(-0.42), 1e-6);
    for id in ["nodes", "installation", "fabric", "build_out"] {
        assert_eq!(all(&found, id), 0.0, "{id}");
    }
    assert_eq!(found.outlook.own.elsewhere_gpu_hours, 0.0);
    let said = caveat(&found, "life");
    assert!(said.contains("run on") && said.contains("month 12"), "{said}");
}

/// By hand: a year on the nodes, two years rented at the cheaper counted hourly offer, 6 dollars; the platform of
/// 50,000 a year ends with the nodes.
#[test]
fn nodes_that_retire_buy_nothing_and_the_rest_is_rented() {
    let found = report(&four_old_nodes(EndOfLife::Retired));
    for id in ["nodes", "installation", "fabric", "build_out"] {
        assert_eq!(all(&found, id), 0.0, "{id}");
    }
    near(all(&found, "present_nodes"), 4.0 * 42_315.0 * (1.0 - 10_f64.powf(-0.14)), 1e-6);
    near(line(&found, "platform")[0], 50_000.0, 1e-6);
    assert_eq!(line(&found, "platform")[1..], [0.0, 0.0]);
    near(found.outlook.own.elsewhere_gpu_hours, 24.0 * 32.0 * 730.0, 1e-6);
    let year = 12.0 * 32.0 * 730.0 * 6.0;
    let overflow = line(&found, "overflow");
    assert_eq!(overflow.len(), 3);
    for (found, wanted) in overflow.into_iter().zip([0.0, year, year]) {
        near(found, wanted, 1e-4);
    }
    let said = caveat(&found, "life");
    assert!(said.contains("retire") && said.contains("month 12"), "{said}");
}

/// By hand: storage of 100 TB at 200 is bought with a fifth node, and not for the four that are there (plans page, section
/// 12), whose data has a place already.
#[test]
fn storage_is_bought_with_new_nodes_alone() {
    let mut document = four_old_nodes(EndOfLife::Retired);
    document.scenario.own.storage_tb = Amount::exact(100.0);
    document.scenario.own.storage_usd_per_tb = Amount::exact(200.0);
    for lead in [4.0, 13.0] {
        document.scenario.time.lead_months = Amount::exact(lead);
        document.scenario.own.gpus = Amount::exact(32.0);
        let found = report(&document);
        assert_eq!((all(&found, "storage"), found.own.upfront_usd), (0.0, 0.0), "the upfront payment included it");
        document.scenario.own.gpus = Amount::exact(40.0);
        let found = report(&document);
        assert!(line(&found, "storage").iter().any(|usd| *usd > 0.0), "{:?}", line(&found, "storage"));
        // One node, its network, installation and a fifth of the room.
        assert_eq!(found.own.upfront_usd, 20_000.0 + 153_640.0 + 20_000.0 + 5_000.0 + 80_000.0);
    }
}

/// Nothing is stated if their life lasts to the horizon.
#[test]
fn a_life_that_lasts_is_not_spoken_of() {
    for end in [EndOfLife::Replaced, EndOfLife::Retired, EndOfLife::RunOn] {
        let mut document = one_node();
        document.scenario.present.at_end_of_life = end;
        assert!(report(&document).own.present_end.is_none());
    }
}

fn caveat(report: &Report, word: &str) -> String {
    let answer = engine::view::answer::answer(report, "GPU", 153_640.0);
    let all: Vec<String> = answer.caveats.iter().map(|pieces| words(pieces)).collect();
    all.iter().find(|said| said.contains(word)).unwrap_or_else(|| panic!("{word} is not mentioned in {all:?}")).clone()
}

fn words(pieces: &[engine::view::Piece]) -> String {
    use engine::view::Piece;
    let one = |piece: &Piece| match piece {
        Piece::Words(text) | Piece::Strong(text) => text.clone(),
        Piece::Figure(value, _) | Piece::LinkedFigure(value, ..) => format!("{value:.0}"),
    };
    pieces.iter().map(one).collect()
}

/// By hand: three of four nodes exist. One node arrives after four months, and network, installation and its quarter of
/// the room are bought for it; the work of three continues from month 1.
#[test]
fn of_a_mixture_only_the_new_nodes_wait_and_are_fitted() {
    let mut document = four_old_nodes(EndOfLife::RunOn);
    document.scenario.present.nodes = Amount::exact(3.0);
    let found = report(&document);
    let first = |id: &str| line(&found, id)[0];
    assert_eq!(
        (first("nodes"), first("fabric"), first("installation"), first("build_out")),
        (153_640.0, 20_000.0, 5_000.0, 100_000.0)
    );
    assert_eq!(found.own.upfront_usd, 278_640.0);
    near(found.outlook.own.elsewhere_gpu_hours, 4.0 * 8.0 * 730.0, 1e-6);
}

/// By hand: a warranty of three years ends after one for nodes that are two years old. Support is 10% a year of what the
/// node there cost when new: entered, else the book's 296,644 (data/hardware.csv, hgx-h100-8), whatever a new one costs.
#[test]
fn the_warranty_of_nodes_that_are_there_began_when_they_were_new() {
    let mut document = one_node();
    document.scenario.own.support_share = Amount::exact(0.1);
    document.scenario.own.warranty_years = Amount::exact(3.0);
    for (entered, yearly) in [(300_000.0, 30_000.0), (0.0, 29_664.4)] {
        document.scenario.present.node_price_usd = Amount::exact(entered);
        let support = line(&report(&document), "support");
        assert_eq!(support.len(), 3);
        for (found, wanted) in support.into_iter().zip([0.0, yearly, yearly]) {
            near(found, wanted, 1e-6);
        }
    }
}

/// The default of a used node follows GPU and age. By hand: an A100 node of 153,640 is worth 10^(−0.56) of it after
/// four years, 42,315; 138,000 was proposed. The book has H100 SXM at three years, sold for 33% of the first price
/// (row resale.h100-sxm-2026-11-25).
#[test]
fn the_price_of_a_used_node_follows_its_gpu_and_its_age() {
    let book = PriceBook::embedded();
    let edition = "2026-11";
    let mut s = Scenario::typical(&book);
    assert!(s.choose_gpu("a100-80-sxm", &book, edition));
    let typed = |s: &Scenario, change: &dyn Fn(&mut Scenario)| {
        let mut next = s.clone();
        change(&mut next);
        next.follow_gpus(s, &book);
        next
    };
    s = typed(&s, &|s| s.present.nodes = Amount::exact(4.0));
    s = typed(&s, &|s| s.present.node_age_years = Amount::exact(4.0));
    near(s.present.node_resale_usd.value, s.own.node_price_usd.value * 10_f64.powf(-0.56), 0.5);
    s = typed(&s, &|s| s.own.node_price_usd = Amount::exact(153_640.0));
    near(s.present.node_resale_usd.value, 153_640.0 * 10_f64.powf(-0.56), 0.5);
    assert!(s.choose_gpu("h100-sxm", &book, edition));
    s = typed(&s, &|s| s.present.node_age_years = Amount::exact(3.0));
    near(s.present.node_resale_usd.value, 0.33 * s.own.node_price_usd.value, 0.5);
    // Typed values stay.
    s = typed(&s, &|s| s.present.node_resale_usd = Amount::exact(99_000.0));
    s = typed(&s, &|s| s.present.node_age_years = Amount::exact(1.0));
    assert_eq!(s.present.node_resale_usd.value, 99_000.0);
}

/// A handwritten text that names nodes and their age, but no price.
#[test]
fn a_hand_written_text_has_the_price_of_its_age_too() {
    let text = r#"{"format": "rack-or-rent/scenario", "inputs": {"work.gpu": "a100-80-sxm", "own.node_price_usd": 153640,
        "present.nodes": 4, "present.node_age_years": 4}}"#;
    let decoded = file::read(text, &PriceBook::embedded()).expect("it can be read");
    near(decoded.document.scenario.present.node_resale_usd.value, 42_315.0, 1.0);
    assert_eq!(decoded.document.scenario.present.at_end_of_life, EndOfLife::RunOn);
}

/// By hand: 100,000 dollars at 2 an hour are 50,000 A100 hours; at 312 of 989 dense BF16 TFLOP/s they are the work of
/// 15,774 H100 hours; at a third, as entered, of 16,667.
#[test]
fn a_bill_for_another_gpu_is_turned_into_work_by_relative_performance() {
    let mut document = one_node();
    let s = &mut document.scenario;
    s.present.bill_usd_per_month = Amount::exact(100_000.0);
    s.present.usd_per_gpu_hour = Amount::exact(2.0);
    let productive = |document: &Document| {
        let plan = report(document).present.expect("a bill");
        assert_eq!(plan.paid_gpu_hours_per_month, 50_000.0);
        (plan.productive_gpu_hours_per_month, plan.usd_per_productive_gpu_hour.expect("hours"))
    };
    assert_eq!(productive(&document), (50_000.0, 2.0));
    document.scenario.present.gpu = "a100-80-sxm".to_owned();
    let (hours, cost) = productive(&document);
    near(hours, 50_000.0 * 312.0 / 989.0, 20.0);
    near(cost * hours, 100_000.0, 1e-6);
    document.scenario.present.gpu_work = Amount::exact(1.0 / 3.0);
    near(productive(&document).0, 50_000.0 / 3.0, 1e-6);
}

/// By hand: 8 GPUs are rented anyway for 12 of 36 months. Their 12 × 5,840 hours cost nothing more, and the rest of the
/// work is 24 × 5,840 hours, whatever the price of the commitment. Then they end.
#[test]
fn a_running_commitment_is_sunk_and_its_hours_expire() {
    let mut document = one_node();
    document.scenario.present.nodes = Amount::exact(0.0);
    let before = report(&document);
    let with = |usd: f64| {
        let mut document = document.clone();
        let running = Running { name: "A".to_owned(), gpus: 8.0, usd_per_gpu_hour: usd, months_left: 12.0 };
        document.scenario.present.commitments = vec![running];
        report(&document)
    };
    let hourly = |report: &Report| {
        report
            .offers
            .iter()
            .find(|offer| offer.term_months == 0.0)
            .and_then(|o| o.present_value_usd)
            .expect("by the hour")
    };
    near(hourly(&before), 36.0 * 5_840.0 * 6.0, 1e-6);
    near(hourly(&with(3.0)), 24.0 * 5_840.0 * 6.0, 1e-6);
    assert_eq!(with(3.0).outlook, with(300.0).outlook);
    let rented = &with(3.0).outlook.rent.expect("renting").by_year_usd;
    assert_eq!(rented[0], 0.0);
}

/// Pseudo-random numbers from a linear congruential generator, the same in every run.
fn numbers() -> impl FnMut(f64, f64) -> f64 {
    let mut state = 20_261_125_u64;
    move |low, high| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        let drawn = u32::try_from(state >> 32).expect("half of the bits");
        low + (high - low) * f64::from(drawn) / 4_294_967_296.0
    }
}

/// Scenarios with existing nodes: number, age, value, end of life.
fn drawn(each: impl Fn(&Document)) {
    let mut number = numbers();
    for case in 0..120_usize {
        let mut document = four_old_nodes([EndOfLife::Replaced, EndOfLife::Retired, EndOfLife::RunOn][case % 3]);
        let s = &mut document.scenario;
        s.present.nodes = Amount::exact(number(1.0, 5.0).floor());
        s.present.node_age_years = Amount::exact(number(0.0, 8.0));
        s.present.node_resale_usd = Amount::exact(number(0.0, 150_000.0));
        s.own.residual_decades_per_year = Amount::exact(number(0.0, 0.5));
        s.own.life_years = Amount::exact(number(1.0, 8.0).round());
        s.own.decommissioning_usd_per_node = Amount::exact(number(0.0, 2_000.0));
        s.own.support_share = Amount::exact(number(0.0, 0.1));
        s.own.warranty_years = Amount::exact(number(0.0, 4.0).floor());
        s.time.lead_months = Amount::exact(number(0.0, 12.0).floor());
        s.time.horizon_months = Amount::exact(number(14.0, 61.0).floor());
        s.work.gpu_hours_per_month = Amount::exact(number(1_000.0, 40_000.0));
        each(&document);
    }
}

/// Under every rule, leaving later never brings more for existing nodes until something new is bought.
#[test]
fn the_value_of_a_node_never_rises_with_its_age() {
    drawn(|document| {
        let mut document = document.clone();
        document.scenario.own.gpus = Amount::exact(8.0 * document.scenario.present.nodes.value);
        if document.scenario.present.at_end_of_life == EndOfLife::Replaced {
            document.scenario.present.at_end_of_life = EndOfLife::RunOn;
        }
        let found = report(&document);
        let mut least = document.scenario.present.nodes.value * document.scenario.present.node_resale_usd.value;
        for exit in &found.outlook.exits {
            assert!(exit.sale_usd <= least * (1.0 + 1e-12), "{} after {least}: {document:?}", exit.sale_usd);
            least = exit.sale_usd;
        }
    });
}

#[test]
fn nodes_that_retire_or_run_on_never_buy() {
    drawn(|document| {
        let mut document = document.clone();
        document.scenario.own.gpus = Amount::exact(8.0 * document.scenario.present.nodes.value);
        if document.scenario.present.at_end_of_life == EndOfLife::Replaced {
            document.scenario.present.at_end_of_life = EndOfLife::Retired;
        }
        document.scenario.time.beyond = BeyondChoice::Offer;
        let found = report(&document);
        for id in ["nodes", "spares", "fabric", "installation", "build_out"] {
            assert_eq!(line(&found, id), vec![0.0; line(&found, id).len()], "{id}: {document:?}");
        }
        assert!(line(&found, "present_nodes")[1..].iter().all(|usd| *usd <= 0.0), "{document:?}");
        assert_eq!(found.own.upfront_usd, 0.0);
    });
}

/// One more existing node costs at most its current value, its removal and the yearly cost per node: it does work that
/// would be rented, and needs no delivery.
#[test]
fn one_node_more_that_is_there_never_costs_more_than_its_value_and_its_running() {
    drawn(|document| {
        let mut document = document.clone();
        let s = &mut document.scenario;
        if s.present.at_end_of_life == EndOfLife::Replaced {
            s.present.at_end_of_life = EndOfLife::RunOn;
        }
        s.own.gpus = Amount::exact(8.0 * s.present.nodes.value);
        s.present.node_price_usd = s.own.node_price_usd;
        let few = report(&document).outlook.own.nominal_usd;
        let s = &mut document.scenario;
        s.present.nodes.value += 1.0;
        s.own.gpus.value += 8.0;
        let more = report(&document).outlook.own.nominal_usd;
        let s = &document.scenario;
        let running = s.own.support_share.value * s.present.node_price_usd.value * s.time.horizon_months.value / 12.0;
        let most = s.present.node_resale_usd.value + s.own.decommissioning_usd_per_node.value + running;
        assert!(more - few <= most + 1e-6, "{} more than {most}: {document:?}", more - few);
    });
}
