//! The result of a calculation as plain data: the only type that leaves the engine as JSON.
//!
//! Names carry units. No number in it is ever NaN or infinite: values that cannot be computed are absent or have their
//! own variant, as a property test checks.

pub mod recorded_result;
mod result;
mod tokens;

pub use result::{
    Assumed, CLEAR_SHARE, CLOSE_SHARE, ContractedPower, Hours, Line, MachinesThere, NOT_MODELLED, OfferResult, OwnSide,
    PlanningResale, PresentEnd, Reason, Report, Strength, UnitOfCost, Verdict, VerdictKind,
};

pub use tokens::{TokenOfferResult, TokenReport, TokenWorkload};

use crate::analysis::decision::decide;
use crate::analysis::horizon_break_even::{horizon_break_even, node_price_flip};
use crate::analysis::price_doubts::{Doubt, doubts};
use crate::analysis::sensitivity::{Driver, allowance, moved, moved_by_unconfirmed};
use crate::analysis::token_volume::token_volume;
use crate::analysis::unserved_work::unserved_work;
use crate::cash_flow::assets_of;
use crate::cost::headline::{Headline, break_even_against, headline, owned_gpu, rented_for_it};
use crate::cost::plan::{self, OverflowPricing, PlanCost};
use crate::cost::rent::{RENT_LINES, bill};
use crate::cost::{LineId, LineKind, OWN_LINES, own_rates, upfront};
use crate::derivation::{self, Derivation};
use crate::formulas::break_even::{self, BreakEven, OwnedGpu};
use crate::formulas::finance::{ChargeMethod, Period, Timing};
use crate::formulas::formula::Formula;
use crate::horizon::current_spend::current_spend;
use crate::horizon::node_expansion;
use crate::horizon::{Comparison, buffers, compare, outlook, rent_value};
use crate::inputs::issue::Issue;
use crate::inputs::{ResidualMethod, Scenario, machine_with};
use crate::model::offers::Offer;
use crate::model::{Model, Space, Subject, Yearly, without_idle_mistakes};
use crate::prices::PriceBook;
use crate::text::Name;
use crate::units::HourlyPrice;

/// Computes everything about a scenario.
///
/// Errors: every problem with the scenario, as reported by [`Model::new`].
pub fn evaluate(scenario: &Scenario, book: &PriceBook, edition: &str) -> Result<Report, Vec<Issue>> {
    let model = node_expansion::model(scenario, book, edition)?;
    let mut report = explained(&model, scenario, book, edition);
    let subject = Subject { scenario, book, edition };
    let decision = decide(subject, &model);
    if let Some(tokens) = &mut report.tokens {
        tokens.volume = token_volume(subject);
    }
    let shown = (report.cost_unit.unit, report.cost_unit.gpu_hours);
    report.derivations.extend(decision.iter().flat_map(|found| derivation::of_plans(&model, shown, &found.plans)));
    Ok(Report { decision, ..report })
}

fn explained(model: &Model, scenario: &Scenario, book: &PriceBook, edition: &str) -> Report {
    let mut report = report(model, scenario, book, edition, moved);
    for offer in &mut report.offers {
        if let Some(source) = book.source(&offer.source_id) {
            offer.source.clone_from(&source.title);
            offer.url.clone_from(&source.url);
        }
    }
    for offer in report.tokens.iter_mut().flat_map(|tokens| &mut tokens.offers) {
        if let Some(source) = book.source(&offer.source_id) {
            offer.source.clone_from(&source.title);
            offer.url.clone_from(&source.url);
        }
    }
    if let Some(planning) = &mut report.own.planning_resale
        && let Some(source) = book.source(&planning.source_id)
    {
        planning.source.clone_from(&source.title);
        planning.url.clone_from(&source.url);
    }
    Report { derivations: derivations(model, scenario), not_modelled: NOT_MODELLED.to_vec(), ..report }
}

/// [`evaluate`] without the plans, for callers that need the two sides alone.
///
/// Errors: as for [`evaluate`].
pub fn evaluate_without_plans(scenario: &Scenario, book: &PriceBook, edition: &str) -> Result<Report, Vec<Issue>> {
    let model = node_expansion::model(scenario, book, edition)?;
    Ok(explained(&model, scenario, book, edition))
}

/// [`evaluate`] without the explanations, which callers look up when needed: [`derivations`], [`drivers`] except
/// unconfirmed ones, titles and URLs of sources, [`NOT_MODELLED`].
///
/// Errors: as for [`evaluate`].
pub fn evaluate_without_trees(scenario: &Scenario, book: &PriceBook, edition: &str) -> Result<Report, Vec<Issue>> {
    let model = node_expansion::model(scenario, book, edition)?;
    Ok(report_without_trees(&model, scenario, book, edition))
}

/// [`evaluate_without_trees`] for callers that keep the model of the scenario, for it and for the explanations.
pub fn report_without_trees(model: &Model, scenario: &Scenario, book: &PriceBook, edition: &str) -> Report {
    report(model, scenario, book, edition, moved_by_unconfirmed)
}

fn report(
    model: &Model,
    scenario: &Scenario,
    book: &PriceBook,
    edition: &str,
    moved: fn(&Scenario, &Model, &PriceBook, &str, usize) -> Vec<Driver>,
) -> Report {
    let found = headline(model);
    let terms = OverflowPricing::of(model);
    let gpu = owned_gpu(model, &own_rates(model));
    let own = OwnSide {
        further: node_expansion::gain(model, scenario),
        planning_resale: planning_resale(scenario, book),
        ..own_side(model, &terms, &gpu, &found)
    };
    let winner = compare(model, &terms, &mut buffers(model));
    let mut outlook = outlook(model, &terms, &winner);
    let undone = unserved_work(model, &terms, scenario, &winner);
    let drivers = winner
        .cheapest
        .filter(|_| undone.is_none())
        .map(|(index, _)| moved(&without_idle_mistakes(scenario), model, book, edition, index))
        .unwrap_or_default();
    let mut verdict = verdict(model, &terms, &gpu, &found, (&winner, allowance(&drivers)));
    verdict.other_end_agrees =
        outlook.saving_usd.zip(outlook.saving_other_end_usd).map(|(here, there)| (here > 0.0) == (there > 0.0));
    outlook.turning = horizon_break_even(model, scenario, &winner);
    verdict.node_price_flip_usd = node_price_flip(scenario, model, &winner);
    verdict.assumed = assumed_node_price(scenario, book, edition, &own);
    verdict.work_assumed_from = scenario.is_work_of_bill(book).map_or_else(Vec::new, |billed| billed.assumed);
    if undone.is_some() {
        // Without a winner there is no strength and no break-even.
        (verdict.kind, verdict.strength, verdict.break_even) = (VerdictKind::UnservedWork, Strength::Open, None);
    }
    let doubts = doubts(model, scenario, book, edition);
    let compared = !matches!(verdict.strength, Strength::Open) && verdict.kind != VerdictKind::NoWork;
    let decides = |d: &Doubt| d.is_far && (d.offer.is_none() || d.offer == verdict.offer);
    if compared && doubts.iter().any(decides) {
        verdict.strength = Strength::Doubtful;
    }
    let indifference = found.indifference.filter(|_| undone.is_none());
    verdict.undone = undone;
    let mut flows = buffers(model);
    let side = |(index, offer): (usize, &Offer)| {
        let value = rent_value(model, &terms, index, &mut flows);
        let side = offer_side(model, &terms, &gpu, offer);
        OfferResult { present_value_usd: value.complete.then_some(value.present_value), ..side }
    };
    let offers = cheapest_first(model.offers.iter().enumerate().map(side).collect());
    Report {
        engine: env!("CARGO_PKG_VERSION"),
        edition: edition.to_owned(),
        hours: hours(model, scenario, &found),
        verdict,
        machines_there: MachinesThere::of(&model.owned),
        own,
        tokens: TokenReport::of(model, scenario, book),
        present: current_spend(scenario, book, model, &terms),
        derivations: Vec::new(),
        outlook,
        drivers,
        offers,
        indifference_usd_per_gpu_hour: indifference.map(HourlyPrice::as_usd_per_gpu_hour),
        warnings: model.warnings.iter().cloned().chain(doubts.into_iter().filter_map(|d| d.issue)).collect(),
        issues: Vec::new(),
        cost_unit: UnitOfCost::of(scenario),
        decision: None,
        not_modelled: Vec::new(),
    }
}

/// The derivations of a scenario's figures.
pub fn derivations(model: &Model, scenario: &Scenario) -> Vec<Derivation> {
    let terms = &OverflowPricing::of(model);
    let (found, winner) = (&headline(model), &compare(model, terms, &mut buffers(model)));
    let offer = winner.cheapest.and_then(|(index, _)| model.offers.get(index));
    let compares = unserved_work(model, terms, scenario, winner).is_none();
    let mut all: Vec<Derivation> = [
        derivation::of_owning(model, terms, found),
        offer.and_then(|offer| derivation::of_renting(model, terms, offer)),
        derivation::of_indifference(model, found).filter(|_| compares),
    ]
    .into_iter()
    .flatten()
    .collect();
    let shown = UnitOfCost::of(scenario);
    all.extend(derivation::of_cost_unit(shown.unit, shown.gpu_hours, &all));
    all.extend(
        offer.filter(|_| compares).map_or_else(Vec::new, |offer| derivation::of_break_even(model, terms, offer)),
    );
    all.extend(derivation::of_payback(model, terms, winner));
    all.extend(derivation::of_present_values(model, terms, winner));
    all.extend(derivation::of_turning(model, scenario, winner));
    let of_horizon = derivation::of_verdict(model, terms, scenario, winner);
    let in_unit = derivation::of_cost_unit(shown.unit, shown.gpu_hours, &of_horizon);
    all.extend(of_horizon.into_iter().chain(in_unit));
    all
}

/// The inputs of a scenario that change its saving within their ranges, strongest first; empty if nothing compares.
pub fn drivers(model: &Model, scenario: &Scenario, book: &PriceBook, edition: &str) -> Vec<Driver> {
    let terms = OverflowPricing::of(model);
    let winner = compare(model, &terms, &mut buffers(model));
    let found = winner.cheapest.filter(|_| unserved_work(model, &terms, scenario, &winner).is_none());
    found.map_or_else(Vec::new, |(index, _)| moved(&without_idle_mistakes(scenario), model, book, edition, index))
}

fn hours(model: &Model, scenario: &Scenario, found: &Headline) -> Hours {
    let owned = &model.owned;
    let calendar = owned.calendar().as_gpu_hours();
    let busy = owned.yields.busy(found.own.served).as_gpu_hours();
    let busy_share = busy / calendar;
    Hours {
        gpus: owned.physical_gpus,
        nodes: owned.nodes,
        calendar_gpu_hours: calendar,
        available_gpu_hours: calendar * owned.availability,
        busy_gpu_hours: busy,
        productive_gpu_hours: found.own.served.as_gpu_hours(),
        wanted_gpu_hours: model.work.as_gpu_hours(),
        availability: owned.availability,
        occupancy: busy_share / owned.availability,
        largest_occupancy: owned.largest_occupancy,
        workload_efficiency: owned.yields.workload_efficiency,
        goodput: owned.yields.goodput,
        busy_share,
        utilization: busy_share * owned.yields.productive_per_busy(),
        wanted_busy_share: found.wanted_busy_share,
        ceiling_busy_share: owned.ceiling(),
        fabric_gpus: scenario.work.fabric_gpus.value,
    }
}

/// Sorts offers: counted ones first, cheapest first.
fn cheapest_first(mut offers: Vec<OfferResult>) -> Vec<OfferResult> {
    offers.sort_by(|a, b| b.counted.cmp(&a.counted).then(a.usd_per_year.total_cmp(&b.usd_per_year)));
    offers
}

fn contracted(model: &Model, busy_share: f64) -> Option<ContractedPower> {
    let Yearly::Lines(lines) = &model.owned.yearly else { return None };
    let Space::Colocation { contracted, per_kw_year } = lines.space else { return None };
    Some(ContractedPower {
        nodes: model.owned.standing(),
        rated_kw: contracted.needed_kw,
        drawn_kw: lines.draw.map(|draw| {
            let there = lines.draw_there.map_or(0.0, |there| there.mean(busy_share).as_kw());
            draw.mean(busy_share).as_kw() + there
        }),
        racks: contracted.racks,
        kw: contracted.kw,
        usd_per_year: (per_kw_year * contracted.kw).as_usd(),
    })
}

fn own_side(model: &Model, terms: &OverflowPricing, gpu: &OwnedGpu, found: &Headline) -> OwnSide {
    let cost = found.own;
    let hours = (cost.served + cost.overflowed).as_gpu_hours();
    let busy = model.owned.yields.busy(cost.served);
    let mut lines = Vec::with_capacity(OWN_LINES.len() + 1);
    for line in OWN_LINES {
        let rates = line.rates(model);
        let usd = (rates.fixed + busy * rates.per_busy_hour).as_usd();
        lines.push(Line {
            id: line.id,
            label: line.label,
            kind: line.kind,
            formula: line.explained.formula,
            inputs: line.explained.inputs,
            usd_per_year: usd,
            usd_per_gpu_year: Some(usd / model.owned.gpus),
            usd_per_productive_gpu_hour: per_hour(usd, hours),
        });
    }
    if cost.overflowed.as_gpu_hours() > 0.0 {
        lines.push(overflow_line(&cost, hours));
    }
    OwnSide {
        usd_per_year: cost.yearly().as_usd(),
        usd_per_productive_gpu_hour: cost.per_productive_hour(),
        fixed_usd_per_gpu_year: gpu.fixed.as_usd(),
        variable_usd_per_busy_gpu_hour: gpu.per_busy_hour.as_usd_per_gpu_hour(),
        simple_usd_per_productive_gpu_hour: simple(model).per_productive_hour(),
        upfront_usd: upfront(model).as_usd(),
        lines,
        overflow_gpu_hours: cost.overflowed.as_gpu_hours(),
        overflow_offer: terms
            .overflow
            .filter(|_| cost.overflowed.as_gpu_hours() > 0.0)
            .and_then(|(i, _)| id_of(model, i)),
        unserved_gpu_hours: cost.unserved.as_gpu_hours(),
        contracted: contracted(model, busy.as_gpu_hours() / model.owned.calendar().as_gpu_hours()),
        further: None,
        present_end: present_end(model),
        planning_resale: None,
    }
}

fn present_end(model: &Model) -> Option<PresentEnd> {
    let owned = &model.owned;
    let month = owned.present_ends_after().filter(|month| *month < model.time.months)?;
    let there = OWN_LINES.iter().filter_map(|line| (line.of)(model).there);
    let bought = there.flat_map(|purchase| assets_of(model, &purchase)).filter(|asset| asset.month == month + 1);
    let choice = match (owned.present_is_replaced, owned.retired_after) {
        (true, _) => "replaced",
        (_, Some(_)) => "retired",
        (_, None) => "run-on",
    };
    Some(PresentEnd { nodes: owned.present, choice, month, bought_usd: bought.map(|asset| asset.price).sum() })
}

/// The planning figures used for resale, if they are.
fn planning_resale(scenario: &Scenario, book: &PriceBook) -> Option<PlanningResale> {
    let figure = book.planning_figure().filter(|_| scenario.own.residual_method == ResidualMethod::Book)?;
    Some(PlanningResale {
        points: book.planning_resale(),
        as_of: figure.as_of.into(),
        source_id: figure.source.clone(),
        source: String::new(),
        url: String::new(),
    })
}

/// Owning with straight-line capital charges.
fn simple(model: &Model) -> PlanCost {
    let straight = Model { charge: ChargeMethod::Simple, ..model.clone() };
    plan::own(&straight, &OverflowPricing::of(&straight), &own_rates(&straight))
}

fn overflow_line(cost: &PlanCost, hours: f64) -> Line {
    Line {
        id: LineId::Overflow,
        label: "Rented overflow",
        kind: LineKind::Compute,
        formula: Formula::Described("work above capacity × price per productive hour of the cheapest hourly offer"),
        inputs: &["work.gpu_hours_per_month", "own.gpus", "own.availability", "own.largest_occupancy"],
        usd_per_year: cost.overflow.as_usd(),
        usd_per_gpu_year: None,
        usd_per_productive_gpu_hour: per_hour(cost.overflow.as_usd(), hours),
    }
}

fn offer_side(model: &Model, terms: &OverflowPricing, gpu: &OwnedGpu, offer: &Offer) -> OfferResult {
    let cost = plan::rent(model, terms, offer);
    let bill = bill(model, offer, plan::paid(model, offer, cost.served));
    let hours = (cost.served + cost.overflowed).as_gpu_hours();
    let mut lines: Vec<Line> = RENT_LINES
        .iter()
        .map(|line| {
            let usd = (line.of)(&bill).as_usd();
            Line {
                id: line.id,
                label: line.label,
                kind: line.kind,
                formula: line.formula,
                inputs: line.inputs,
                usd_per_year: usd,
                usd_per_gpu_year: None,
                usd_per_productive_gpu_hour: per_hour(usd, hours),
            }
        })
        .collect();
    if cost.overflowed.as_gpu_hours() > 0.0 {
        lines.push(overflow_line(&cost, hours));
    }
    let for_one = rented_for_it(model, terms, offer);
    OfferResult {
        id: offer.id.clone(),
        provider: offer.provider.clone(),
        name: offer.name.clone(),
        gpu: offer.gpu.clone(),
        service: offer.service.as_str(),
        term_months: offer.term_months,
        billing: offer.billing,
        list_usd_per_gpu_hour: offer.list_price.as_usd_per_gpu_hour(),
        usd_per_gpu_hour: offer.price.as_usd_per_gpu_hour(),
        as_of: offer.as_of.map_or_else(String::new, String::from),
        source_id: offer.source.clone(),
        source: String::new(),
        url: String::new(),
        reasons: offer.barriers.iter().map(|b| Reason { barrier: *b, words: b.words() }).collect(),
        counted: offer.counted,
        usd_per_year: cost.yearly().as_usd(),
        usd_per_productive_gpu_hour: cost.per_productive_hour(),
        present_value_usd: None,
        performance: offer.performance,
        productive_per_busy_hour: offer.yields.productive_per_busy(),
        elsewhere_share: offer.elsewhere,
        gpus_per_instance: offer.gpus_per_instance,
        upfront_share: offer.upfront_share,
        fixed_usd_per_gpu_year: for_one.fixed.as_usd(),
        variable_usd_per_busy_gpu_hour: for_one.per_busy_hour.as_usd_per_gpu_hour(),
        bends: for_one.bends.iter().collect(),
        lines,
        break_even: break_even::against(gpu, &for_one),
        overflow_gpu_hours: cost.overflowed.as_gpu_hours(),
        unserved_gpu_hours: cost.unserved.as_gpu_hours(),
    }
}

fn verdict(
    model: &Model,
    terms: &OverflowPricing,
    gpu: &OwnedGpu,
    found: &Headline,
    (winner, allowance): (&Comparison, f64),
) -> Verdict {
    let own = winner.own.complete.then_some(winner.own.present_value);
    let rent = winner.cheapest.map(|(_, value)| value.present_value);
    let difference = own.zip(rent).map(|(own, rent)| (own - rent).abs());
    let share = own.zip(rent).and_then(|(own, rent)| {
        let least = own.min(rent);
        (least > 0.0).then(|| (own - rent).abs() / least).filter(|share| share.is_finite())
    });
    let offer = winner.cheapest.and_then(|(index, _)| model.offers.get(index));
    let compared = own.zip(rent);
    let steady = offer
        .filter(|_| compared.is_some())
        .map(|offer| found.own.yearly().as_usd() - plan::rent(model, terms, offer).yearly().as_usd());
    let known = |times: f64| difference.is_none_or(|d| d >= allowance * times);
    let strength = match share {
        // If renting does all the work for less than owning that does not, the verdict is clear; otherwise there is no
        // winner.
        _ if rent.is_none() => Strength::Open,
        Some(s) if s < CLOSE_SHARE || !known(1.0) => Strength::Close,
        Some(s) if s < CLEAR_SHARE || !known(2.0) => Strength::Leaning,
        _ => Strength::Clear,
    };
    let break_even = offer.map(|offer| break_even_against(model, terms, gpu, offer));
    let never = matches!(break_even, Some(BreakEven::Never(_)));
    Verdict {
        kind: verdict_kind(model, own, rent, strength, offer, never),
        strength,
        offer: offer.map(|o| o.id.clone()),
        difference_usd: difference,
        allowance_usd: allowance,
        difference_share: share,
        difference_usd_per_year: steady.map(f64::abs),
        steady_year_agrees: steady.zip(compared).map(|(steady, (own, rent))| (steady < 0.0) == (own < rent)),
        other_end_agrees: None,
        break_even,
        node_price_flip_usd: None,
        charge: match model.charge {
            ChargeMethod::Simple => "simple",
            ChargeMethod::Discounted(Period { timing: Timing::Monthly, .. }) => "discounted, monthly",
            ChargeMethod::Discounted(_) => "discounted, year end",
        },
        assumed: None,
        work_assumed_from: Vec::new(),
        undone: None,
    }
}

fn verdict_kind(
    model: &Model,
    own: Option<f64>,
    rent: Option<f64>,
    strength: Strength,
    offer: Option<&Offer>,
    never: bool,
) -> VerdictKind {
    if model.work.as_gpu_hours() == 0.0 {
        return VerdictKind::NoWork;
    }
    match (own, rent) {
        (None, None) => VerdictKind::Unserved,
        (_, None) => VerdictKind::NothingToRent,
        (Some(_), Some(_)) if strength == Strength::Close => VerdictKind::TooClose,
        (Some(own), Some(rent)) if own < rent => VerdictKind::Own,
        _ if never => VerdictKind::NeverPays,
        _ if offer.is_some_and(Offer::pays_per_use) => VerdictKind::Rent,
        _ => VerdictKind::Commit,
    }
}

/// The node price as an assumption, unless the user entered another than that of the price book's machine.
fn assumed_node_price(scenario: &Scenario, book: &PriceBook, edition: &str, own: &OwnSide) -> Option<Assumed> {
    let (machine, price) = machine_with(&scenario.work.gpu, book, edition)?;
    let typed = scenario.own.node_price_usd;
    if typed.value != price || typed.is_confirmed() || own.usd_per_year <= 0.0 {
        return None;
    }
    let nodes = own.lines.iter().find(|l| l.id == LineId::Nodes)?;
    Some(Assumed {
        field: "own.node_price_usd",
        as_of: machine.as_of.into(),
        share_of_own_cost: nodes.usd_per_year / own.usd_per_year,
    })
}

fn id_of(model: &Model, index: usize) -> Option<Name> {
    model.offers.get(index).map(|o| o.id.clone())
}

fn per_hour(usd: f64, hours: f64) -> Option<f64> {
    (hours > 0.0).then(|| usd / hours).filter(|cost| cost.is_finite())
}
