//! Two plans against each other: against an independent model (`tests/plans/pairs.py`), and against themselves.

use crate::shared::drawn_plans;
use crate::shared::typed_sizes;

use drawn_plans::{EDITION, drawn, scenario};
use engine::analysis::plan_pair::{
    Change, HeldPair, Pair, PairAxis, PairInputBreakEvens, Place, explain, pair_goal_seek,
};
use engine::analysis::strength::Strength;
use engine::codec::{Document, file};
use engine::cost::LineId;
use engine::inputs::presets::PRESETS;
use engine::inputs::value::{Amount, Value as RowValue};
use engine::inputs::{Scenario, field};
use engine::model::{Model, Subject};
use engine::plans::listing::build;
use engine::plans::plan::PlanKind;
use engine::plans::recommendation::Plans;
use engine::plans::setting::Setting;
use engine::plans::{FoundSizes, evaluate_with, find_sizes};
use engine::prices::PriceBook;
use serde_json::Value;
use typed_sizes::typed;

/// A scenario with everything that plans of it are evaluated with.
struct Case<'a> {
    subject: Subject<'a>,
    own: Model,
    setting: Setting,
    sizes: FoundSizes,
    plans: Plans,
}

impl<'a> Case<'a> {
    fn new(scenario: &'a Scenario, book: &'a PriceBook) -> Self {
        let subject = Subject { scenario, book, edition: EDITION };
        let own = engine::horizon::node_expansion::model(scenario, book, EDITION).expect("a model");
        let setting = Setting::new(Some(&own), subject).expect("a setting");
        let sizes = find_sizes(&setting, subject);
        let plans = evaluate_with(&setting, subject, &own, &sizes);
        Self { subject, own, setting, sizes, plans }
    }

    fn place(&self) -> Place<'_> {
        Place { setting: &self.setting, subject: self.subject, own: &self.own }
    }

    fn held(&self, plan: PlanKind, against: PlanKind) -> HeldPair {
        let (plans, _) = build(&self.setting, self.subject, &self.own, self.sizes.mix.as_ref());
        let find = |kind| plans.iter().find(|plan| plan.kind == kind).expect("a listed plan");
        HeldPair::new(&self.setting, find(plan), find(against))
    }

    fn pair(&self, plan: PlanKind, against: PlanKind) -> Pair {
        let found = (&self.plans, &self.sizes);
        explain(&self.setting, self.subject, &self.own, found, (plan, against)).expect("a pair")
    }

    fn best(&self) -> (PlanKind, PlanKind) {
        (self.plans.recommended.expect("a plan"), self.plans.rival.expect("another"))
    }
}

fn near(found: f64, expected: f64, share: f64) -> bool {
    (found - expected).abs() <= share * expected.abs().max(1e-9)
}

/// The drawn scenarios with machines there, many of another GPU.
fn machines_there() -> Vec<Scenario> {
    let drawn = drawn("drawn_there.json").into_iter().map(|case| {
        let mut scenario = scenario(&case["inputs"]);
        typed(&mut scenario, &case);
        scenario
    });
    drawn.collect()
}

/// All drawn scenarios, with typed sizes and without, and those of the presets.
fn scenarios(book: &PriceBook, every: usize) -> Vec<Scenario> {
    let found = drawn("drawn.json").into_iter().step_by(every).map(|case| scenario(&case["inputs"]));
    let typed = drawn("drawn_sizes.json").into_iter().step_by(every).map(|case| {
        let mut scenario = scenario(&case["inputs"]);
        typed(&mut scenario, &case);
        scenario
    });
    let there = machines_there().into_iter().step_by(every);
    let read = |text: &str| file::read(text, book).expect("a preset is a scenario").document;
    let presets = PRESETS.iter().map(|preset| read(preset.text()).scenario);
    found.chain(typed).chain(there).chain(presets).chain([Scenario::typical(book)]).collect()
}

/// Holding the sizes of a plan while nothing changes gives the plan.
#[test]
fn a_held_plan_costs_what_the_plan_costs() {
    let book = PriceBook::embedded();
    let (mut held_plans, mut wrong) = (0, Vec::new());
    for (index, scenario) in scenarios(&book, 1).iter().enumerate() {
        let case = Case::new(scenario, &book);
        for plan in &case.plans.plans {
            let mut held = case.held(plan.kind, plan.kind);
            for change in [Change::Nothing, Change::Work(1.0)] {
                let [value, _] = held.values(case.place(), change).expect("models");
                let value = value.expect("a value");
                held_plans += 1;
                if !near(value.usd, plan.present_value_usd, 1e-9) || (value.undone - plan.hours.undone).abs() > 1e-4 {
                    wrong.push(format!("{index} {:?}: {value:?}, not {}", plan.kind, plan.present_value_usd));
                }
                if !near(value.hours, plan.hours_present_value, 1e-9) {
                    wrong.push(format!("{index} {:?}: {value:?}, not {} hours", plan.kind, plan.hours_present_value));
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{} of {held_plans}\n{}", wrong.len(), wrong.join("\n"));
    assert!(held_plans > 1_500, "only {held_plans}");
}

/// The lines of a plan are its present value, and by fiscal year its payments; the way from one plan to another by lines is
/// their difference.
#[test]
fn lines_add_up_to_plans_and_bridges_to_differences() {
    let book = PriceBook::embedded();
    let mut steps = 0;
    for (index, scenario) in scenarios(&book, 2).iter().enumerate() {
        let case = Case::new(scenario, &book);
        for plan in &case.plans.plans {
            let what = format!("{index} {:?}", plan.kind);
            let gross: f64 = plan.lines.iter().map(|line| line.present_value_usd.abs()).sum();
            let sum: f64 = plan.lines.iter().map(|line| line.present_value_usd).sum();
            assert!((sum - plan.present_value_usd).abs() <= 1e-10 * gross, "{what}: {sum}");
            for (year, (capex, opex)) in plan.capex_by_year_usd.iter().zip(&plan.opex_by_year_usd).enumerate() {
                let lines: f64 = plan.lines.iter().map(|line| line.by_year_usd[year]).sum();
                assert!((lines - capex - opex).abs() <= 1e-10 * gross.max(1.0), "{what}: year {year}, {lines}");
            }
        }
        for plan in &case.plans.plans {
            for against in &case.plans.plans {
                let bridge = engine::analysis::plan_pair::CostBridge::between(plan, against);
                let difference = against.present_value_usd - plan.present_value_usd;
                let gross: f64 = plan.lines.iter().chain(&against.lines).map(|line| line.present_value_usd.abs()).sum();
                let sum: f64 = bridge.steps.iter().map(|step| step.usd).sum();
                assert!((sum - difference).abs() <= 1e-10 * gross, "{index}: {sum}, not {difference}");
                assert!((bridge.capex_usd + bridge.opex_usd - difference).abs() <= 1e-10 * gross);
                steps += bridge.steps.len();
                for unit in [1.0, 1_000.0] {
                    let whole: f64 = bridge.in_units(unit).iter().map(|(_, part)| part).sum();
                    let right = (against.present_value_usd / unit).round() - (plan.present_value_usd / unit).round();
                    if !bridge.steps.is_empty() {
                        assert_eq!(whole, right, "{index}: {:?} to {:?}", plan.kind, against.kind);
                    }
                }
            }
        }
    }
    assert!(steps > 2_000, "only {steps}");
}

/// The lines of renting everything in a typical case, by hand: price times quantity, each month discounted.
#[test]
fn lines_of_a_bill_are_price_times_quantity() {
    let book = PriceBook::embedded();
    let mut typical = Scenario::typical(&book);
    typical.rent.managed_share = Amount::exact(0.1);
    typical.rent.support_share = Amount::exact(0.05);
    typical.rent.line_usd_per_month = Amount::exact(700.0);
    typical.rent.platform_usd_per_month = Amount::exact(900.0);
    let case = Case::new(&typical, &book);
    let plan = case.plans.plan(PlanKind::Rent).expect("a plan");
    let line = |id: LineId| plan.lines.iter().find(|line| line.id == id).map_or(0.0, |line| line.present_value_usd);
    let months = typical.time.horizon_months.value;
    let rate: f64 = (1.0 + typical.money.discount_rate.value).powf(1.0 / 12.0) - 1.0;
    let annuity = (1.0 - (1.0 + rate).powf(-months)) / rate;
    let storage = typical.rent.storage_tb.value * 1_000.0 * typical.rent.storage_usd_per_gb_month.value;
    assert!(near(line(LineId::RentedStorage), storage * annuity, 1e-9));
    assert!(near(line(LineId::DedicatedLine), 700.0 * annuity, 1e-9));
    assert!(near(line(LineId::RentedPlatform), 900.0 * annuity, 1e-9));
    assert!(near(line(LineId::Managed), 0.1 * line(LineId::Compute), 1e-9));
    let bill = [LineId::Compute, LineId::Managed, LineId::RentedStorage, LineId::Egress, LineId::DedicatedLine];
    let bill: f64 = bill.into_iter().chain([LineId::RentedPlatform]).map(line).sum();
    assert!(near(line(LineId::CloudSupport), 0.05 * bill, 1e-9));
    assert!(near(line(LineId::SetUp), typical.rent.setup_usd.value, 1e-9));
}

/// Values of a recorded case: what is moved, and where the two plans cost the same by the independent model.
fn recorded() -> Vec<Value> {
    drawn("pairs.json")
}

fn kind(name: &Value) -> PlanKind {
    match name.as_str().expect("a name") {
        "now" => PlanKind::Now,
        "own" => PlanKind::Own,
        "commit" => PlanKind::Commit,
        "rent" => PlanKind::Rent,
        _ => PlanKind::Mix,
    }
}

fn numbers(list: &Value) -> Vec<f64> {
    list.as_array().expect("numbers").iter().map(|value| value.as_f64().expect("a number")).collect()
}

fn sorted(mut values: Vec<f64>) -> Vec<f64> {
    values.sort_by(f64::total_cmp);
    values
}

#[test]
fn turning_points_are_those_of_the_independent_model() {
    let book = PriceBook::embedded();
    let (mut turns, mut wrong) = (0, Vec::new());
    let all = drawn("drawn.json");
    for case in recorded() {
        let index = usize::try_from(case["index"].as_u64().expect("an index")).expect("small");
        let scenario = scenario(&all[index]["inputs"]);
        let here = Case::new(&scenario, &book);
        let (plan, against) = (kind(&case["plan"]), kind(&case["against"]));
        let pair = here.pair(plan, against);
        assert_eq!((pair.plan, pair.against), (plan, against), "{index}");
        let mut compare = |what: &str, found: Vec<f64>, right: &Value| {
            let (found, right) = (sorted(found), numbers(right));
            turns += right.len();
            let same = found.len() == right.len() && found.iter().zip(&right).all(|(a, b)| near(*a, *b, 1e-6));
            if !same {
                wrong.push(format!("{index} {what}: {found:?}, not {right:?}"));
            }
        };
        let prices = |found: &Option<engine::analysis::plan_pair::PairBreakEven>, factor: bool| {
            found.as_ref().map_or_else(Vec::new, |found| {
                let all = found.usd.iter().chain(&found.others_usd);
                all.map(|usd| if factor { usd / found.now_usd } else { *usd }).collect()
            })
        };
        compare("node price", prices(&pair.node_price, false), &case["node_price_usd"]);
        compare("price of the rest", prices(&pair.rest_price, true), &case["rest_factor"]);
        let work = pair.work.as_ref().expect("work");
        let within = work.factor.iter().chain(&work.others).copied().filter(|factor| *factor <= 2.0);
        compare("work", within.collect(), &case["work_factor"]);
        for (row, right) in case["rows"].as_object().expect("rows") {
            let range = numbers(&right["range"]);
            let found = pair_goal_seek(&mut here.held(plan, against), here.place(), field(row).expect("a row"));
            let values = found.unwrap_or_default().into_iter().map(|turn| turn.value);
            let within = values.filter(|value| range[0] <= *value && *value <= range[1]).collect();
            compare(row, within, &right["turns"]);
        }
    }
    assert!(wrong.is_empty(), "{} of {turns}\n{}", wrong.len(), wrong.join("\n"));
    assert!(turns > 60, "only {turns} turning points");
}

#[test]
fn costs_at_other_work_are_those_of_the_independent_model() {
    let book = PriceBook::embedded();
    let all = drawn("drawn.json");
    let (mut compared, mut wrong) = (0, Vec::new());
    for case in recorded() {
        let index = usize::try_from(case["index"].as_u64().expect("an index")).expect("small");
        let scenario = scenario(&all[index]["inputs"]);
        let here = Case::new(&scenario, &book);
        let mut held = here.held(kind(&case["plan"]), kind(&case["against"]));
        for point in case["at_work"].as_array().expect("points") {
            let factor = point["factor"].as_f64().expect("a factor");
            let found = held.values(here.place(), Change::Work(factor)).expect("models");
            for (found, right) in found.iter().zip(point["plans"].as_array().expect("two plans")) {
                let found = found.expect("a value");
                let right = numbers(right);
                compared += 1;
                let same = near(found.usd, right[0], 1e-9) && (found.undone - right[1]).abs() <= 1e-4;
                if !same || !near(found.hours, right[2], 1e-9) {
                    wrong.push(format!("{index} at {factor}: {found:?}, not {right:?}"));
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{} of {compared}\n{}", wrong.len(), wrong.join("\n"));
    assert!(compared > 200, "only {compared}");
}

/// Cost lines by group: machines bought and sold, running machines, everything rented, tax.
#[test]
fn groups_of_lines_are_those_of_the_independent_model() {
    let book = PriceBook::embedded();
    let all = drawn("drawn.json");
    let mut compared = 0;
    for case in recorded() {
        let index = usize::try_from(case["index"].as_u64().expect("an index")).expect("small");
        let scenario = scenario(&all[index]["inputs"]);
        let here = Case::new(&scenario, &book);
        for (name, key) in [("plan", "plan_groups"), ("against", "against_groups")] {
            let plan = here.plans.plan(kind(&case[name])).expect("a plan");
            let mut found = [0.0; 4];
            for line in &plan.lines {
                use LineId::{
                    BuildOut, Decommissioning, Fabric, Installation, Insurance, Links, Nodes, Operations, People,
                    Platform, Power, PresentNodes, Software, Space, Spares, Storage, Support, TaxSaved,
                };
                let group = match line.id {
                    Nodes | PresentNodes | Spares | Fabric | Storage | Installation | BuildOut | Decommissioning => 0,
                    Power | Space | People | Support | Software | Platform | Operations | Links | Insurance => 1,
                    TaxSaved => 3,
                    _ => 2,
                };
                found[group] += line.present_value_usd;
            }
            let right = numbers(&case[key]);
            let gross: f64 = right.iter().map(|usd| usd.abs()).sum();
            for (found, right) in found.iter().zip(&right) {
                assert!((found - right).abs() <= 1e-9 * gross, "{index} {name}: {found:?}, not {right:?}");
                compared += usize::from(*right != 0.0);
            }
        }
    }
    assert!(compared > 100, "only {compared}");
}

/// A typed-back break-even gives equal present values; the curves cross at the break-even of the work, and the present case
/// is a point of theirs.
#[test]
fn break_evens_typed_back_give_equal_costs() {
    let book = PriceBook::embedded();
    let (mut prices, mut crossings) = (0, 0);
    for scenario in scenarios(&book, 9) {
        let case = Case::new(&scenario, &book);
        let (Some(plan), Some(against)) = (case.plans.recommended, case.plans.rival) else { continue };
        let pair = case.pair(plan, against);
        let row = field("own.node_price_usd").expect("a row");
        if let Some(usd) = pair.node_price.as_ref().and_then(|price| price.usd) {
            let value = RowValue::Number(Amount::exact(usd));
            let difference = case.held(plan, against).difference(case.place(), Change::Row(row, &value));
            let scale = case.plans.recommended().expect("a plan").present_value_usd;
            assert!(difference.expect("they compare").abs() <= 1e-6 * scale, "{difference:?}");
            prices += 1;
        }
        let (work, curve) = (pair.work.expect("work"), pair.curve.expect("a curve"));
        let present = curve.points.iter().find(|point| point.at == curve.now).expect("the present case");
        for (found, kind) in present.usd_per_productive_gpu_hour.iter().zip([pair.plan, pair.against]) {
            let right = case.plans.plan(kind).expect("a plan").usd_per_productive_gpu_hour;
            assert!(near(found.expect("a cost"), right.expect("a cost"), 1e-9), "{kind:?}");
        }
        for factor in work.factor.iter().chain(&work.others).filter(|factor| **factor * curve.now <= curve.right) {
            let at = factor * curve.now;
            let same = curve.crossings.iter().any(|crossing| near(crossing.at, at, 1e-6));
            assert!(same, "{at} is not among {:?}", curve.crossings);
            crossings += 1;
        }
    }
    assert!(prices > 10 && crossings > 10, "{prices} prices, {crossings} crossings");
}

/// Any two listed plans can be explained, in either order, and the answer is the same.
#[test]
fn any_two_listed_plans_are_explained_in_either_order() {
    let book = PriceBook::embedded();
    let (mut pairs, mut busy_shares) = (0, 0);
    for scenario in scenarios(&book, 40) {
        let case = Case::new(&scenario, &book);
        let kinds: Vec<PlanKind> = case.plans.plans.iter().map(|plan| plan.kind).collect();
        for (place, one) in kinds.iter().enumerate() {
            for other in &kinds[place + 1..] {
                let pair = case.pair(*one, *other);
                assert_eq!(pair, case.pair(*other, *one));
                let [plan, against] = [pair.plan, pair.against].map(|kind| case.plans.plan(kind).expect("a plan"));
                if let Some(usd) = pair.difference_usd {
                    assert_eq!(usd, against.present_value_usd - plan.present_value_usd);
                } else {
                    assert_eq!(pair.badge, Strength::Open);
                }
                for driver in pair.drivers.iter().filter(|driver| driver.flips) {
                    let at = driver.turns_at.expect("a value");
                    assert!(driver.low <= at && at <= driver.high, "{}", driver.field);
                }
                // Nobody is busy more than all of the time: more work than that is an amount of work.
                let busy = pair.work.iter().flat_map(|work| work.busy_share_now.into_iter().chain(work.busy_share));
                let drawn = pair.curve.iter().filter(|curve| curve.axis == PairAxis::BusyShare);
                let shares: Vec<f64> = busy.chain(drawn.map(|curve| curve.right)).collect();
                assert!(shares.iter().all(|share| (0.0..=1.0).contains(share)), "{shares:?}");
                busy_shares += shares.len();
                pairs += 1;
            }
        }
        let found = (&case.plans, &case.sizes);
        assert!(explain(&case.setting, case.subject, &case.own, found, (kinds[0], kinds[0])).is_none());
    }
    assert!(pairs > 30 && busy_shares > 10, "only {pairs} pairs, {busy_shares} shares");
}

/// A pair with the plan that sells what is there: what differs is the difference of the two listed plans, whose present values
/// an independent model finds (tests/plans.rs), and with nothing changed the held plans differ by as much.
#[test]
fn selling_and_replacing_is_explained_against_any_plan() {
    let book = PriceBook::embedded();
    let mut compared = 0;
    for scenario in machines_there().iter().step_by(4) {
        let case = Case::new(scenario, &book);
        let Some(replace) = case.plans.plan(PlanKind::Replace) else { continue };
        for other in case.plans.plans.iter().filter(|plan| plan.kind != PlanKind::Replace) {
            let pair = case.pair(PlanKind::Replace, other.kind);
            let (plan, against) = if pair.plan == PlanKind::Replace { (replace, other) } else { (other, replace) };
            assert_eq!([plan.kind, against.kind], [pair.plan, pair.against]);
            let right = against.present_value_usd - plan.present_value_usd;
            let scale = plan.present_value_usd.abs() + against.present_value_usd.abs();
            for change in [Change::Nothing, Change::Work(1.0)] {
                let Some(found) = case.held(pair.plan, pair.against).difference(case.place(), change) else { continue };
                assert!((found - right).abs() <= 1e-9 * scale, "{found}, not {right}");
                compared += 1;
            }
            assert!(pair.difference_usd.is_none_or(|usd| (usd - right).abs() <= 1e-9 * scale), "{pair:?}");
        }
    }
    assert!(compared > 100, "only {compared}");
}

/// An input leads the list of what would change the answer only where its range holds the value, or the reader confirmed it;
/// a value typed and taken back is not confirmed, one that equals the default and was typed is.
#[test]
fn only_ranges_and_confirmed_inputs_lead() {
    let book = PriceBook::embedded();
    let typical = Scenario::typical(&book);
    let row = field("own.operations_usd_per_year").expect("a row");
    let of = |scenario: &Scenario| {
        let case = Case::new(scenario, &book);
        let (plan, against) = case.best();
        let mut held = case.held(plan, against);
        let mut search = PairInputBreakEvens::new(case.subject);
        let rows = [row.id, "own.node_price_usd", "power.usd_per_kwh", "work.growth_per_year"];
        search.only(&rows);
        while search.step(&mut held, case.place()) {}
        search.finish()
    };
    let found = of(&typical);
    for input in &found {
        assert_eq!(input.may_lead(), input.value.is_some() && (input.confirmed || input.is_within_range()));
        assert!(!input.confirmed, "{}: nothing was typed", input.field);
    }
    let leads: Vec<bool> = found.iter().map(engine::analysis::plan_pair::PairInputBreakEven::may_lead).collect();
    assert!(leads.windows(2).all(|pair| pair[0] >= pair[1]), "those that may lead come first: {leads:?}");
    let mut typed = typical.clone();
    let same = row.given(0.0, &typed, &book);
    row.set(&mut typed, &RowValue::Number(same));
    let of_row = |found: &[engine::analysis::plan_pair::PairInputBreakEven]| {
        found.iter().find(|input| input.field == row.id).expect("it moves the two").confirmed
    };
    assert!(of_row(&of(&typed)), "typed, and equal to the default");
    row.set(&mut typed, &row.get(&typical));
    assert!(!of_row(&of(&typed)), "typed and taken back");
}

/// The default document is explained in full.
#[test]
fn the_typical_pair_has_every_part() {
    let book = PriceBook::embedded();
    let document = Document::typical(&book);
    let report = engine::report::evaluate(&document.scenario, &book, &document.edition).expect("a report");
    let decision = report.decision.expect("plans");
    let pair = decision.weighed.pair.expect("a pair");
    assert!(pair.curve.is_some() && pair.work.is_some() && !pair.drivers.is_empty());
}
