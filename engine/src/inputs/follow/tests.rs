use super::super::CommittedCount;
use super::super::workloads::Workload;
use super::*;

fn with(scenario: &Scenario, book: &PriceBook, gpus: f64) -> Scenario {
    let mut next = scenario.clone();
    next.own.gpus = Amount::exact(gpus);
    next.follow_gpus(scenario, book);
    next
}

#[test]
fn what_somebody_typed_stays_where_it_is_by_chance_what_follows() {
    let book = PriceBook::embedded();
    let mut typed = with(&Scenario::typical(&book), &book, 16.0);
    typed.work.fabric_gpus = Amount::exact(8.0);
    let there = with(&typed, &book, 8.0); // one job on all of it, as the default has it
    let back = with(&there, &book, 24.0);
    assert_eq!(back.work.fabric_gpus.value, 8.0);
    // Untouched values keep following.
    let left = with(&with(&Scenario::typical(&book), &book, 8.0), &book, 24.0);
    assert_eq!(left.work.fabric_gpus.value, 24.0);
}

#[test]
fn what_is_meant_for_eight_nodes_follows_with_its_range() {
    let book = PriceBook::embedded();
    let typical = Scenario::typical(&book);
    let lab = with(&typical, &book, 8.0);
    let triangle = |low, high| Range { spread: Spread::Triangular, low, high };
    assert_eq!(lab.own.storage_tb, Amount::ranged(32.0, triangle(8.0, 128.0)));
    assert_eq!((lab.rent.storage_tb, lab.rent.exit_tb), (typical.rent.storage_tb, typical.rent.exit_tb));
    // Four nodes fill a rack of 41 kW.
    assert_eq!(lab.place.rack_kw, Amount::ranged(10.25, triangle(0.0, 30.0)));
    assert_eq!(lab.work.fabric_gpus, Amount::exact(8.0));
    assert_eq!(lab.own.fabric_usd_per_node, Amount::exact(0.0), "one node has no network between nodes");
    assert_eq!(lab.work.gpu_hours_per_month, typical.work.gpu_hours_per_month);
    let mut old = typical.clone();
    old.own.fabric_usd_per_node = Amount::exact(15_060.0); // the default of 2026-11
    assert_eq!(with(&old, &book, 8.0).own.fabric_usd_per_node, Amount::exact(0.0));
    assert_eq!(with(&old, &book, 72.0).own.fabric_usd_per_node, Amount::exact(15_060.0));
    let large = with(&lab, &book, 512.0);
    assert_eq!((large.own.storage_tb.value, large.rent.storage_tb.value), (2_048.0, 256.0));
    assert_eq!((large.place.rack_kw, large.work.fabric_gpus), (typical.place.rack_kw, Amount::exact(64.0)));
    assert_eq!(large.own.fabric_usd_per_node, typical.own.fabric_usd_per_node);
}

#[test]
fn there_and_back_is_the_default_again_and_what_lies_between_leaves_no_trace() {
    let book = PriceBook::embedded();
    let typical = Scenario::typical(&book);
    for ways in [[8.0, 64.0].as_slice(), &[1.0, 13.0, 100_000.0, 64.0], &[6.0, 64.0, 640.0, 64.0]] {
        assert!(ways.iter().fold(typical.clone(), |s, gpus| with(&s, &book, *gpus)) == typical, "{ways:?}");
    }
}

/// A quarter of the work, a quarter of the data: 64 of 256 TB, with a quarter of 64 to 1,024.
#[test]
fn rented_data_follow_the_work_and_not_the_gpus() {
    let book = PriceBook::embedded();
    let typical = Scenario::typical(&book);
    let work = |from: &Scenario, hours: f64| {
        let mut next = from.clone();
        next.work.gpu_hours_per_month = Amount::exact(hours);
        next.follow_edit(from, from, &book);
        next
    };
    let quarter = work(&typical, 8_175.0);
    let range = |low, high| Range { spread: Spread::Triangular, low, high };
    assert_eq!(quarter.rent.storage_tb, Amount::ranged(64.0, range(16.0, 256.0)));
    assert_eq!(quarter.rent.exit_tb, Amount::ranged(64.0, range(0.0, 256.0)));
    assert_eq!(quarter.own.storage_tb, typical.own.storage_tb, "what is bought follows the GPUs owned");
    assert!(work(&quarter, 32_700.0).rent == typical.rent, "there and back");
    assert!(work(&work(&quarter, 0.0), 32_700.0).rent == typical.rent, "through no work at all");
    let row = field("rent.storage_tb").expect("a row");
    assert!(quarter.follows_gpus(row, &book));
    // Chosen values stay, even where they equal the default of other work.
    let mut chosen = typical.clone();
    chosen.rent.storage_tb = Amount::exact(64.0);
    let there = work(&chosen, 8_175.0);
    assert_eq!((there.rent.storage_tb.value, there.rent.exit_tb.value), (64.0, 64.0));
    assert_eq!(work(&there, 16_350.0).rent.storage_tb.value, 64.0);
    // Workloads set the work: 32 GPUs all year are 23,360 hours a month, 0.714373 of 32,700.
    let mut described = typical.clone();
    described.work.workloads = vec![Workload { gpus: Some(32.0), ..Default::default() }];
    described.follow_workloads(&book);
    described.follow_edit(&typical, &typical, &book);
    assert!((described.work.gpu_hours_per_month.value - 23_360.0).abs() < 1e-6);
    assert_eq!(described.rent.storage_tb.value, 182.879_488);
}

#[test]
fn what_somebody_chose_stays() {
    let book = PriceBook::embedded();
    let mut chosen = Scenario::typical(&book);
    chosen.own.storage_tb = Amount::exact(100.0);
    chosen.place.rack_kw = Amount::exact(0.0);
    let lab = with(&chosen, &book, 8.0);
    assert_eq!((lab.own.storage_tb, lab.place.rack_kw), (Amount::exact(100.0), Amount::exact(0.0)));
    let follow = ["own.storage_tb", "rent.storage_tb", "place.rack_kw", "work.fabric_gpus", "own.gpus"];
    let follow = follow.map(|id| lab.follows_gpus(field(id).expect("a row"), &book));
    assert_eq!(follow, [false, true, false, true, false]);
}

#[test]
fn what_half_a_number_would_make_of_a_row_was_not_left_alone() {
    let book = PriceBook::embedded();
    let mut held = Scenario::typical(&book);
    held.work.fabric_gpus = Amount::exact(2.0);
    let typed = |before: &Scenario, gpus: f64| {
        let mut next = before.clone();
        next.own.gpus = Amount::exact(gpus);
        next.follow_gpus_typed(&held, before, &book);
        next
    };
    let after = typed(&typed(&held, 2.0), 24.0);
    assert_eq!((after.work.fabric_gpus.value, after.own.storage_tb.value), (2.0, 96.0));
}

#[test]
fn how_many_are_committed_starts_from_the_gpus_owned_and_then_stays() {
    let book = PriceBook::embedded();
    let follow = |before: &Scenario, change: &dyn Fn(&mut Scenario)| {
        let mut next = before.clone();
        change(&mut next);
        next.follow_gpus(before, &book);
        next
    };
    let own = |gpus: f64| move |s: &mut Scenario| s.own.gpus = Amount::exact(gpus);
    let of_96 = follow(&Scenario::typical(&book), &own(96.0));
    let counted = follow(&of_96, &|s| s.rent.committed_count = CommittedCount::Given);
    assert_eq!(counted.rent.committed_gpus.value, 96.0);
    assert_eq!(follow(&counted, &own(128.0)).rent.committed_gpus.value, 96.0);
}

#[test]
fn a_network_that_is_in_the_price_of_a_node_is_not_bought_again() {
    let book = PriceBook::embedded();
    let mut quoted = with(&Scenario::typical(&book), &book, 8.0);
    quoted.own.node_includes_network = true;
    assert_eq!(with(&quoted, &book, 128.0).own.fabric_usd_per_node, Amount::exact(0.0));
}

/// By hand: a busy node draws 75% of its maximum, its GPUs 79.5% of their rated power. A100: 4.875 − 8 × 0.318 kW;
/// B200: 10.725 − 8 × 0.795 kW.
#[test]
fn the_draw_of_the_host_follows_the_gpu() {
    let book = PriceBook::embedded();
    let typical = Scenario::typical(&book);
    let choose = |from: &Scenario, gpu: &str| {
        let mut next = from.clone();
        assert!(next.choose_gpu(gpu, &book, book.current_edition()));
        next
    };
    let a100 = choose(&typical, "a100-80-sxm");
    assert_eq!(a100.power.host_kw_per_node.value, 2.3);
    let range = a100.power.host_kw_per_node.range().expect("a range");
    assert!((range.low - 2.0 * 2.3 / 3.2).abs() < 1e-12, "{range:?}");
    assert_eq!(choose(&a100, "b200-sxm").power.host_kw_per_node.value, 4.4);
    assert_eq!(choose(&a100, "h200-sxm").power.host_kw_per_node, typical.power.host_kw_per_node, "as an H100's");
    assert!(choose(&a100, "h100-sxm") == typical);
    let mut chosen = typical.clone();
    chosen.power.host_kw_per_node = Amount::exact(2.8);
    assert_eq!(choose(&chosen, "b200-sxm").power.host_kw_per_node, Amount::exact(2.8));
    // A fixed draw is 80% of the rated power.
    let mut fixed = typical.clone();
    fixed.power.method = super::super::PowerMethod::Fixed;
    assert_eq!(choose(&fixed, "a100-80-sxm").power.fixed_draw_w.value, 320.0);
}

#[test]
fn what_comes_to_matter_later_is_of_the_machines_of_then() {
    let book = PriceBook::embedded();
    let lab = with(&Scenario::typical(&book), &book, 8.0);
    assert_eq!(lab.people.own_people, Scenario::typical(&book).people.own_people, "not relevant yet");
    let mut counted = lab.clone();
    let method = field("people.method").expect("a row");
    assert!(method.set(&mut counted, &Value::Choice("given".into())), "a choice of the row");
    counted.follow_gpus(&lab, &book);
    // By the model page 0.05 people run eight GPUs; renting needs 0.5, which is the minimum.
    assert_eq!(counted.people.own_people.value, 0.5);
}

#[test]
fn what_follows_is_allowed_for_every_number_of_gpus_and_the_default_for_the_typical_one() {
    let book = PriceBook::embedded();
    for gpus in [1.0, 7.0, 64.0, 1e5] {
        let mut s = Scenario::typical(&book);
        s.own.gpus = Amount::exact(gpus);
        s.work.gpu_hours_per_month = Amount::exact(gpus / 64.0 * TYPICAL_WORK);
        for (id, rule) in FOLLOWERS.iter().chain([&WORK]) {
            let row = field(id).expect("a row");
            assert!(matches!(row.kind, Kind::Number { .. }), "{id}");
            let value = rule.value(row, &s, &book);
            assert_eq!(row.validate(&value), None, "{gpus}: {id}");
            assert!(gpus != 64.0 || value == row.value_in(&book), "{id}");
        }
    }
}

#[test]
fn the_job_in_one_fabric_is_the_largest_that_the_workloads_state_unless_it_was_typed() {
    let book = PriceBook::embedded();
    let described = |before: &Scenario, jobs: &[Option<f64>]| {
        let mut next = before.clone();
        let workload = |job: &Option<f64>| Workload { gpus: Some(48.0), job_gpus: *job, ..Workload::default() };
        next.work.workloads = jobs.iter().map(workload).collect();
        next.follow_edit(before, before, &book);
        next
    };
    let typical = Scenario::typical(&book);
    let stated = described(&typical, &[Some(8.0), Some(24.0)]);
    assert_eq!(stated.work.fabric_gpus.value, 24.0);
    assert_eq!(described(&stated, &[Some(256.0)]).work.fabric_gpus.value, 256.0);
    assert_eq!(described(&stated, &[Some(8.0), None]).work.fabric_gpus.value, 64.0, "one does not say");
    assert_eq!(described(&stated, &[]).work.fabric_gpus.value, 64.0);
    let mut typed = typical.clone();
    typed.work.fabric_gpus = Amount::exact(16.0);
    assert_eq!(described(&typed, &[Some(8.0)]).work.fabric_gpus.value, 16.0);
}
