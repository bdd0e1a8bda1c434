//! The paths that the report had before plans are figures of plans: owning of the plan Own, renting of Commit and of Rent.
//!
//! Expected values: the same report's plans, which an independent model tests (tests/plans.rs).

use engine::codec::{Document, file};
use engine::inputs::Size;
use engine::inputs::presets::PRESETS;
use engine::inputs::workloads::{Shape, Workload};
use engine::plans::plan::PlanKind;
use engine::plans::recommendation::Plans;
use engine::plans::result::PlanResult;
use engine::prices::PriceBook;
use engine::report::{Report, evaluate};

/// The defaults and every worked case.
fn documents(book: &PriceBook) -> Vec<Document> {
    let presets = PRESETS.iter().map(|preset| file::read(preset.text(), book).expect("a preset").document);
    [Document::typical(book)].into_iter().chain(presets).collect()
}

fn report(document: &Document, book: &PriceBook) -> (Report, Plans) {
    let report = evaluate(&document.scenario, book, &document.edition).expect("a report");
    let plans = report.decision.clone().expect("plans").plans;
    (report, plans)
}

fn near(name: &str, what: &str, old: f64, plan: f64) {
    assert!(
        (old - plan).abs() <= 1e-9 * old.abs().max(1.0),
        "{name}, {what}: {old} in the old path, {plan} of the plan"
    );
}

fn yearly(plan: &PlanResult) -> Vec<f64> {
    plan.capex_by_year_usd.iter().zip(&plan.opex_by_year_usd).map(|(capex, opex)| capex + opex).collect()
}

/// With work that is entered the sizes are those of the rows: every old path is a figure of a plan.
#[test]
fn paths_of_entered_work_are_figures_of_the_plans() {
    let book = PriceBook::embedded();
    let (mut owning, mut paid, mut renting) = (0, 0, 0);
    for document in documents(&book).into_iter().filter(|d| d.scenario.work.workloads.is_empty()) {
        let name = &document.name;
        let (report, plans) = report(&document, &book);
        if let Some(own) = plans.plan(PlanKind::Own) {
            let old = &report.outlook.own;
            near(name, "present value", old.present_value_usd, own.present_value_usd);
            near(name, "undone work", old.unserved_gpu_hours, own.hours.undone);
            near(name, "late work", old.late_gpu_hours, own.hours.late);
            if let Some(usd) = own.usd_per_productive_gpu_hour.filter(|_| own.hours.undone + own.hours.late == 0.0) {
                let levelised = old.levelised_usd_per_productive_gpu_hour.expect("an hour is done");
                near(name, "cost per hour", levelised, usd);
            }
            // The value of machines there was a payment of the old path, and is none of a plan.
            if document.scenario.present.nodes.value == 0.0 {
                near(name, "payments", old.nominal_usd, own.nominal_usd);
                assert_eq!(old.by_year_usd.len(), yearly(own).len(), "{name}");
                for (old, plan) in old.by_year_usd.iter().zip(yearly(own)) {
                    near(name, "payments of a year", *old, plan);
                }
                paid += 1;
            }
            owning += 1;
        }
        let rented = [PlanKind::Commit, PlanKind::Rent].map(|kind| plans.plan(kind));
        for plan in rented.into_iter().flatten().filter(|plan| plan.complete) {
            let id = plan.commitment.as_ref().or(plan.hourly.as_ref()).expect("an offer");
            let offer = report.offers.iter().find(|offer| offer.id == *id).expect("its offer");
            let usd = offer.present_value_usd.expect("a present value");
            near(name, "an offer's present value", usd, plan.present_value_usd);
            renting += 1;
        }
        let cheapest = rented.into_iter().flatten().filter(|plan| plan.complete);
        let cheapest = cheapest.min_by(|a, b| a.present_value_usd.total_cmp(&b.present_value_usd));
        if let (Some(plan), Some(old)) = (cheapest, &report.outlook.rent) {
            near(name, "renting", old.present_value_usd, plan.present_value_usd);
            if let (Some(saving), Some(own)) = (report.outlook.saving_usd, plans.plan(PlanKind::Own)) {
                let of_plans = plan.present_value_usd - own.present_value_usd;
                assert!(
                    (saving - of_plans).abs() <= 1e-9 * plan.present_value_usd.abs(),
                    "{name}: {saving} {of_plans}"
                );
            }
        }
    }
    assert!(owning >= 5 && paid >= 5 && renting >= 10, "{owning} own, {paid} of them all new, {renting} rent");
}

/// Where work is described the old paths are those of the GPUs in the rows: the plan Own with that size typed.
#[test]
fn paths_of_described_work_are_those_of_the_gpus_in_the_rows() {
    let book = PriceBook::embedded();
    let of = |gpus: f64, shape: Shape| Workload { gpus: Some(gpus), shape, ..Workload::default() };
    let runs = Workload { hours: Some(504.0), times: Some(4.0), ..of(96.0, Shape::Runs) };
    let described = [
        vec![of(24.0, Shape::Steady)],
        vec![of(24.0, Shape::Steady), of(40.0, Shape::Office)],
        vec![of(16.0, Shape::Office), Workload { interruptible: Some(0.5), ..runs }],
    ];
    for (place, workloads) in described.into_iter().enumerate() {
        let name = format!("work {place}");
        let mut document = Document::typical(&book);
        document.scenario.work.workloads = workloads;
        document.scenario.follow_workloads(&book);
        let (old, found) = report(&document, &book);
        document.scenario.sizes.own = Size::Typed(document.scenario.own.gpus.value);
        let (_, typed) = report(&document, &book);
        let own = typed.plan(PlanKind::Own).expect("owning");
        assert_eq!(own.own_gpus, document.scenario.own.gpus.value, "{name}");
        near(&name, "present value", old.outlook.own.present_value_usd, own.present_value_usd);
        near(&name, "payments", old.outlook.own.nominal_usd, own.nominal_usd);
        near(&name, "undone work", old.outlook.own.unserved_gpu_hours, own.hours.undone);
        let rent = found.plan(PlanKind::Rent).expect("renting");
        let offer = old.offers.iter().find(|offer| Some(&offer.id) == rent.hourly.as_ref()).expect("its offer");
        near(&name, "renting", offer.present_value_usd.expect("complete"), rent.present_value_usd);
    }
}
