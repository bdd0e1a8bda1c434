//! Recomputes every node of a derivation from the values below it, by its formula, and looks for ends that are no inputs.
//!
//! This checks two computations against each other: the values are those of the engine, which no formula of the table
//! computes (tests/tidy.rs); the arithmetic of the table is read from the words that a reader sees.

use engine::analysis::horizon_break_even::at_use;
use engine::codec::Document;
use engine::cost::plan::OverflowPricing;
use engine::derivation::DerivationId::{
    FirstChange, Horizon, HorizonBreakEvenBusyShare, HorizonBreakEvenNodePrice, HorizonBreakEvenPrice,
    ImmediatePayback, LastChange, NeverPaysBusyShare, NeverPaysCost, NoPayback, OwningPaysAgainFrom, OwningPaysFrom,
    OwningPaysUpTo, PaybackMonth, PeakCash, PresentValue, SavedBy, SavedShareOfCheaper, SteadyYear,
    SteadyYearBreakEvenPrice, UpfrontPayment,
};
use engine::derivation::PaybackBasis::{Discounted, Undiscounted};
use engine::derivation::Side::{Own, Rent};
use engine::derivation::{Derivation, DerivationId, find};
use engine::formulas::break_even::BreakEven;
use engine::formulas::formula::Formula;
use engine::horizon::PlanOutlook;
use engine::horizon::{buffers, compare};
use engine::inputs::{BeyondChoice, Scenario, field};
use engine::model::Model;
use engine::prices::PriceBook;
use engine::report::Report;
use engine::units::Unit;
use engine::view::figure_links::STEADY_YEAR_BREAK_EVEN;

/// Checks a tree; returns the number of nodes recomputed.
///
/// A difference that nearly cancels is only as exact as its parts: the tolerance is the effect of their last digits,
/// and for money also of the amounts that go `through` in both directions.
fn check(node: &Derivation, through: f64, of: &str) -> usize {
    assert!(node.value.is_finite(), "{of}: {} is {}", node.label, node.value);
    let below: usize = node.parts.iter().map(|p| check(p, through, of)).sum();
    if node.parts.is_empty() {
        // Nothing adds up to nothing; any other formula without parts is in words, or that of a line shown as a whole.
        assert!(node.formula.compute(&[]).is_none_or(|sum| sum == node.value), "{of}: {} has no parts", node.label);
        return below;
    }
    let parts: Vec<f64> = node.parts.iter().map(|p| p.value).collect();
    let recomputed = |parts: &[f64]| {
        let found = node.formula.compute(parts);
        found.unwrap_or_else(|| {
            panic!("{of}: {} has {} parts but no arithmetic: {:?}", node.label, parts.len(), node.formula)
        })
    };
    if node.formula == Formula::PaybackAtMonth {
        // The month itself is a part: here its condition is what can be wrong.
        assert!(parts[1] > 0.0 && parts[2] <= 1e-9 * parts[1], "{of}: {parts:?}");
    }
    let found = recomputed(&parts);
    let moved = |place: usize| {
        let mut parts = parts.clone();
        parts[place] *= 1.0 + 1e-11;
        (recomputed(&parts) - found).abs()
    };
    let rounding = if matches!(node.unit, Unit::Usd | Unit::UsdPerYear) { 1e-14 * through } else { 0.0 };
    let tolerance = rounding + 1e-11 * node.value.abs() + (0..parts.len()).map(moved).sum::<f64>() + 1e-200;
    let off = (found - node.value).abs();
    assert!(
        off <= tolerance,
        "{of}: {} is {}, from its parts {found}: {}",
        node.label,
        node.value,
        node.formula.words()
    );
    below + 1
}

/// Everything the lines of owning cost and bring in over the horizon: they may nearly cancel, and rounding follows the
/// gross amounts.
fn through(report: &Report) -> f64 {
    let a_year: f64 = report.own.lines.iter().map(|line| line.usd_per_year.abs()).sum();
    // A payback takes what is below 1e-12 of all that either side pays for nothing: a hundred of these units.
    let largest = |plan: &PlanOutlook| plan.cumulative_usd.iter().fold(0.0, |most: f64, usd| most.max(usd.abs()));
    let paid = largest(&report.outlook.own) + report.outlook.rent.as_ref().map_or(0.0, largest);
    a_year * engine::units::count(report.outlook.months) / 12.0 + report.own.upfront_usd + 100.0 * paid
}

/// Whether the cheaper side is another one just below a use than just above it.
fn changes_at_use(document: &Document, busy_share: f64) -> bool {
    let (book, scenario) = (PriceBook::embedded(), &document.scenario);
    let model = Model::new(scenario, &book, &document.edition).expect("a model");
    let owning_saves = |share: f64| {
        let model = at_use(&model, scenario, share);
        let found = compare(&model, &OverflowPricing::of(&model), &mut buffers(&model));
        found.cheapest.expect("an offer").1.present_value > found.own.present_value
    };
    owning_saves(busy_share * (1.0 - 1e-6)) != owning_saves(busy_share * (1.0 + 1e-6))
}

/// Checks that both sides have the same value at a point found by search, within the effect of its last digits. The
/// winner may also change in a step there, such as one more whole node or a line that renting anything takes; then a tree
/// shows the step. `steps` allows that where this report does not show it.
fn meets((report, document): (&Report, &Document), steps: bool, id: DerivationId, place: Option<f64>) {
    let of = &document.name;
    let tree = find(&report.derivations, id);
    assert_eq!(tree.map(|tree| tree.value), place, "{of}: {id:?}");
    if let Some(tree) = tree.filter(|_| !steps && report.own.further.is_none()) {
        let between = &tree.parts[1];
        let worth = between.parts[0].value.abs() + between.parts[1].value.abs() + through(report);
        if tree.formula == Formula::FoundAtStep && id == HorizonBreakEvenBusyShare {
            assert!(changes_at_use(document, tree.value), "{of}: no step at {}", tree.value);
            return;
        }
        assert!(between.value.abs() <= 1e-9 * worth, "{of}: {id:?}: {} of {worth}", between.value);
    }
}

/// Every derivation of a report has an id, under that id's label, and none twice unless it may repeat.
fn every_root_has_its_id(report: &Report, of: &str) {
    let mut seen = Vec::new();
    for tree in &report.derivations {
        let id = tree.id.unwrap_or_else(|| panic!("{of}: {} has no id", tree.label));
        assert_eq!(tree.label, id.label(), "{of}");
        assert!(id.may_repeat() || !seen.contains(&id), "{of}: {id:?} stands twice");
        seen.push(id);
    }
}

/// Checks every tree of a report, and that its roots are the report's own figures; returns the number of nodes
/// recomputed.
pub(crate) fn trees_follow(report: &Report, document: &Document) -> usize {
    let of = &document.name;
    every_root_has_its_id(report, of);
    let root = |id: DerivationId| find(&report.derivations, id).map(|tree| tree.value);
    assert_eq!(root(SteadyYear(Own)), report.own.usd_per_productive_gpu_hour, "{of}");
    assert_eq!(root(SteadyYear(Rent)), report.cheapest().and_then(|o| o.usd_per_productive_gpu_hour), "{of}");
    assert_eq!(root(SteadyYearBreakEvenPrice), report.indifference_usd_per_gpu_hour, "{of}");
    assert_eq!(root(PresentValue(Own)), Some(report.outlook.own.present_value_usd), "{of}");
    assert_eq!(root(PresentValue(Rent)), report.outlook.rent.as_ref().map(|r| r.present_value_usd), "{of}");
    let saved = root(SavedBy(Own)).or_else(|| root(SavedBy(Rent)).map(|usd| -usd));
    let shown = report.outlook.saving_usd;
    assert_eq!(saved.filter(|usd| *usd != 0.0), shown.filter(|usd| *usd != 0.0), "{of}");
    assert_eq!(root(SavedShareOfCheaper), report.verdict.difference_share, "{of}");
    let near = |id: DerivationId, shown: Option<f64>| {
        let found = root(id);
        assert_eq!(found.is_some(), shown.is_some(), "{of}: {id:?}");
        let (found, shown) = (found.unwrap_or(0.0), shown.unwrap_or(0.0));
        assert!((found - shown).abs() <= 1e-12 * shown.abs(), "{of}: {id:?}: {found}, shown {shown}");
    };
    near(UpfrontPayment, Some(report.own.upfront_usd));
    let (own, rent) = (&report.outlook.own, report.outlook.rent.as_ref());
    near(Horizon(Own), own.levelised_usd_per_productive_gpu_hour);
    near(Horizon(Rent), rent.and_then(|rent| rent.levelised_usd_per_productive_gpu_hour));
    let peak = report.outlook.payback.as_ref().map(|payback| payback.peak_cash_usd);
    near(PeakCash, peak.filter(|usd| *usd > 0.0));
    let payback = report.outlook.payback.as_ref();
    if let Some(payback) = payback {
        assert_eq!(
            root(PaybackMonth(Undiscounted)).or(root(ImmediatePayback(Undiscounted)).map(|_| 0.0)),
            payback.month,
            "{of}"
        );
        let at_once = root(ImmediatePayback(Discounted)).map(|_| 0.0);
        assert_eq!(root(PaybackMonth(Discounted)).or(at_once), payback.discounted_month, "{of}");
    } else {
        let months =
            [Undiscounted, Discounted].map(|basis| [PaybackMonth(basis), ImmediatePayback(basis), NoPayback(basis)]);
        assert!(months.as_flattened().iter().all(|id| root(*id).is_none()), "{of}");
    }
    let of_steady_year = || {
        let all = report.derivations.iter();
        all.filter_map(|tree| Some((tree.id?, tree))).filter(|(id, _)| STEADY_YEAR_BREAK_EVEN.contains(id))
    };
    let steady = || of_steady_year().map(|(id, tree)| (id, tree.value)).collect::<Vec<_>>();
    match report.verdict.break_even {
        Some(BreakEven::From(at)) => assert_eq!(steady(), [(OwningPaysFrom, at.busy_share)], "{of}"),
        Some(BreakEven::UpTo(at)) => assert_eq!(steady(), [(OwningPaysUpTo, at.busy_share)], "{of}"),
        Some(BreakEven::Outside { up_to, from }) => {
            assert_eq!(steady(), [(OwningPaysUpTo, up_to.busy_share), (OwningPaysAgainFrom, from.busy_share)], "{of}");
        }
        Some(BreakEven::Several { first, last }) => {
            assert_eq!(steady(), [(FirstChange, first.busy_share), (LastChange, last.busy_share)], "{of}");
        }
        Some(BreakEven::Never(miss)) => {
            assert!(root(NeverPaysCost).is_some_and(|over| over >= -1e-9 * miss.owned_at_ceiling.abs()), "{of}");
            assert_eq!(root(NeverPaysBusyShare), miss.distance().map(|d| d.busy_share), "{of}");
        }
        Some(BreakEven::Always) => {
            let is_below =
                |tree: &Derivation| tree.value <= 1e-9 * tree.parts.iter().map(|p| p.value.abs()).sum::<f64>();
            assert!(of_steady_year().count() > 0 && of_steady_year().all(|(_, tree)| is_below(tree)), "{of}");
        }
        None => assert_eq!(steady(), [], "{of}"),
    }
    let turning = report.outlook.turning.as_ref();
    // More work, or a cheaper node, may add one.
    let steps = document.scenario.time.beyond == BeyondChoice::Node;
    meets((report, document), steps, HorizonBreakEvenBusyShare, turning.and_then(|t| t.busy_share));
    meets((report, document), steps, HorizonBreakEvenPrice, turning.and_then(|t| t.usd_per_gpu_hour));
    meets((report, document), steps, HorizonBreakEvenNodePrice, report.verdict.node_price_flip_usd);
    // Idle hours are available hours less busy ones: if few are left, the difference is rounding.
    let let_out = report.hours.available_gpu_hours * document.scenario.own.idle_usd_per_gpu_hour.value;
    let through = through(report) + let_out;
    report.derivations.iter().map(|tree| check(tree, through, of)).sum()
}

/// Constants, by their labels: places in the calendar, the months of a year, no use at all.
const CONSTANTS: [&str; 3] = ["months from the decision", "months", "busy share when idle"];

/// Whether a value without parts is an input, names inputs that count in the scenario, is a constant, or adds up nothing.
fn is_an_end(tree: &Derivation, scenario: &Scenario) -> bool {
    let counts = |id: &&str| field(id).is_some_and(|row| (row.is_relevant)(scenario));
    let adds_up_nothing = tree.value == 0.0 && tree.formula.part_count().is_none();
    tree.inputs.iter().any(counts) || CONSTANTS.contains(&tree.label) || adds_up_nothing
}

/// Checks that no tree of a report ends in a figure that is neither an input nor says which inputs it depends on.
pub(crate) fn trees_end_in_inputs(report: &Report, document: &Document) {
    let of = &document.name;
    let mut left: Vec<&Derivation> = report.derivations.iter().collect();
    while let Some(tree) = left.pop() {
        let unknown: Vec<&&str> = tree.inputs.iter().filter(|id| field(id).is_none()).collect();
        assert!(unknown.is_empty(), "{of}: {} names {unknown:?}", tree.label);
        let is_open = !tree.parts.is_empty() || is_an_end(tree, &document.scenario);
        assert!(is_open, "{of}: {} of {} is no end", tree.label, tree.value);
        left.extend(&tree.parts);
    }
}
