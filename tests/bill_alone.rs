//! A bill that is entered alone, and the answer to how many GPUs a job takes.

use engine::inputs::value::{Amount, Value};
use engine::inputs::vendor_quote::VendorQuote;
use engine::inputs::workloads::{Shape, Workload};
use engine::inputs::{Scenario, Size, field};
use engine::prices::PriceBook;
use engine::view::job_size;

fn with_bill(scenario: &Scenario, usd: f64, book: &PriceBook) -> Scenario {
    let mut changed = scenario.clone();
    let row = field("present.bill_usd_per_month").expect("a row");
    row.set(&mut changed, &Value::Number(Amount::exact(usd)));
    changed.follow_edit(scenario, scenario, book);
    changed
}

/// The machines of the example are no size of a bill: they are searched. What somebody entered stays.
#[test]
fn sizes_are_found_for_a_bill_unless_somebody_typed_them() {
    let book = PriceBook::embedded();
    let typical = Scenario::typical(&book);
    let found = with_bill(&typical, 80_000.0, &book);
    assert!(found.is_work_of_bill(&book).is_some());
    assert_eq!((found.sizes.own, found.sizes.commit), (Size::Found, Size::Found));
    // A changed bill keeps that, one that is taken back restores what was.
    assert_eq!(with_bill(&found, 90_000.0, &book).sizes.own, Size::Found);
    let mut undone = found;
    field("present.bill_usd_per_month").expect("a row").set(&mut undone, &Value::Number(Amount::exact(0.0)));
    undone.follow_edit(&typical, &with_bill(&typical, 80_000.0, &book), &book);
    assert_eq!(undone.sizes, typical.sizes);
    assert_eq!(undone.work.gpu_hours_per_month, typical.work.gpu_hours_per_month);
    // Without any bill, sizes that are typed stay.
    let mut typed = typical.clone();
    typed.sizes.own = Size::Typed(24.0);
    typed.follow_edit(&typical, &typical, &book);
    assert_eq!(typed.sizes.own, Size::Typed(24.0));
    // GPUs that were entered stay the size to own, and the rest is found.
    let mut entered = typical.clone();
    field("own.gpus").expect("a row").set(&mut entered, &Value::Number(Amount::exact(16.0)));
    entered.follow_gpus(&typical, &book);
    let then = with_bill(&entered, 80_000.0, &book).sizes;
    assert_eq!((then.own, then.commit), (Size::Typed(16.0), Size::Found));
}

/// What a vendor quotes is the size, also where a bill has left sizes to be found.
#[test]
fn a_quote_after_a_bill_is_the_size() {
    let book = PriceBook::embedded();
    let found = with_bill(&Scenario::typical(&book), 350_000.0, &book);
    let quote = VendorQuote { nodes: 32.0, usd_per_node: 290_000.0, ..VendorQuote::default() };
    let quoted = quote.put_into(&found, &book).expect("a scenario");
    assert_eq!((quoted.sizes.own, quoted.sizes.commit), (Size::Typed(256.0), Size::Found));
}

/// "One job takes 8 GPUs" holds for a run of 256 that does not say how many its jobs take; what is stated stays.
#[test]
fn the_answer_to_how_many_gpus_a_job_takes_holds_for_runs_without_a_size() {
    let book = PriceBook::embedded();
    let mut scenario = Scenario::typical(&book);
    let run = |gpus: f64, job_gpus: Option<f64>| Workload {
        shape: Shape::Runs,
        gpus: Some(gpus),
        job_gpus,
        ..Workload::default()
    };
    let notebooks = Workload { shape: Shape::Steady, ..run(256.0, None) };
    scenario.work.workloads = vec![run(256.0, None), run(256.0, Some(128.0)), run(4.0, None), notebooks];
    job_size::set(&mut scenario, 8.0, &book);
    assert_eq!(scenario.work.fabric_gpus.value, 8.0);
    let jobs: Vec<Option<f64>> = scenario.work.workloads.iter().map(|workload| workload.job_gpus).collect();
    assert_eq!(jobs, [Some(8.0), Some(128.0), None, None]);
}
