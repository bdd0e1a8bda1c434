//! Which requirements on the machines change the answer: every value tried one by one.

use engine::analysis::requirement_flips::{ROWS, requirement_flips};
use engine::inputs::derived::owned_gpus;
use engine::inputs::field::{Field, Kind};
use engine::inputs::value::{Amount, Value};
use engine::inputs::{NetworkNeed, Scenario, field};
use engine::prices::PriceBook;
use engine::report::evaluate;

fn of(book: &PriceBook, gpu: &str, gpus: f64, work: f64) -> Scenario {
    let before = Scenario::typical(book);
    let mut s = before.clone();
    s.work.gpu = gpu.into();
    s.own.gpus = Amount::exact(gpus);
    s.work.gpu_hours_per_month = Amount::exact(work);
    s.follow_gpus(&before, book);
    s
}

/// Saving from owning as the verdict computes it.
fn saving(s: &Scenario, book: &PriceBook) -> Option<f64> {
    evaluate(s, book, book.current_edition()).ok()?.outlook.saving_usd
}

/// Every value a row can have, nearest to the current one first, one list per direction.
fn all_values(row: &Field, s: &Scenario) -> Vec<(Option<bool>, Vec<Value>)> {
    match (row.kind, row.get(s)) {
        (Kind::Switch, Value::Switch(on)) => vec![(None, vec![Value::Switch(!on)])],
        (Kind::Choice(options), Value::Choice(now)) => {
            let others = options.iter().rev().filter(|o| o.id != now.as_ref());
            vec![(None, others.map(|o| Value::Choice(o.id.into())).collect())]
        }
        (Kind::Number { .. }, Value::Number(now)) => {
            let fits = |value: &f64| row.id != "work.fabric_gpus" || (1.0..=owned_gpus(s)).contains(value);
            let all: Vec<f64> = (0..=120).map(f64::from).filter(fits).collect();
            let number = |value: &f64| Value::Number(Amount::exact(*value));
            vec![
                (Some(false), all.iter().rev().filter(|v| **v < now.value).map(number).collect()),
                (Some(true), all.iter().filter(|v| **v > now.value).map(number).collect()),
            ]
        }
        _ => panic!("{} is of another kind", row.id),
    }
}

#[test]
fn what_turns_the_answer_is_what_a_search_through_all_values_finds() {
    let book = PriceBook::embedded();
    let cases = vec![
        of(&book, "h100-sxm", 64.0, 32_700.0),
        of(&book, "h100-sxm", 8.0, 5_000.0),
        of(&book, "h100-sxm", 16.0, 1_500.0),
        of(&book, "a100-80-sxm", 80.0, 35_000.0),
    ];
    let (mut turning, mut still) = (0, 0);
    for s in &cases {
        let here = saving(s, &book).expect("it compares");
        let found = requirement_flips(s, &book, book.current_edition());
        let mut expected = Vec::new();
        for row in ROWS.iter().filter_map(|id| field(id)) {
            for (above, values) in all_values(row, s) {
                let turned = values.iter().find_map(|value| {
                    let mut other = s.clone();
                    row.set(&mut other, value);
                    let there = saving(&other, &book)?;
                    ((there > 0.0) != (here > 0.0)).then(|| (row.id, value.clone(), above, there))
                });
                if turned.is_some() {
                    turning += 1;
                } else {
                    still += 1;
                }
                expected.extend(turned);
            }
        }
        let found: Vec<_> = found.into_iter().map(|a| (a.field, a.value, a.above, a.saving_usd)).collect();
        assert_eq!(found, expected);
    }
    assert!(turning > 3 && still > 3, "{turning} change it, {still} do not");
}

#[test]
fn a_job_that_fits_into_one_machine_needs_no_network_between_machines() {
    let book = PriceBook::embedded();
    let counted = |gpus: f64, network: NetworkNeed| {
        let mut s = of(&book, "h100-sxm", 64.0, 32_700.0);
        s.work.fabric_gpus = Amount::exact(gpus);
        s.work.network = network;
        let report = evaluate(&s, &book, book.current_edition()).expect("a report");
        report.offers.into_iter().filter(|o| o.counted).map(|o| o.id.to_string()).collect::<Vec<_>>()
    };
    // Eight H100 connected by NVLink, in a single machine.
    let machine = "lambda-h100-od";
    assert!(book.offer(machine).is_some_and(|o| o.gpus_per_instance == 8.0 && o.fabric_gpus == 8.0));
    let has = |ids: Vec<String>| ids.iter().any(|id| id == machine);
    assert!(has(counted(8.0, NetworkNeed::Rdma)));
    assert!(!has(counted(9.0, NetworkNeed::Rdma)));
    assert_eq!(counted(8.0, NetworkNeed::Rdma), counted(8.0, NetworkNeed::Nvlink));
    assert_ne!(counted(1.0, NetworkNeed::Rdma), counted(2.0, NetworkNeed::Rdma), "a one-GPU job needs no network");
}
