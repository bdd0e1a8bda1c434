//! The figures of one plan.

use serde::Serialize;

use super::lines::{PlanLine, lines};
use super::machines::nameplate_kw;
use super::plan::{How, Plan, PlanKind, Source};
use crate::cash_flow::mix::Purpose;
use crate::cash_flow::{Flows, full_from, year_of};
use crate::formulas::finance::{Timing, capital_recovery_factor, monthly_rate};
use crate::horizon::payback::Paid;
use crate::inputs::Scenario;
use crate::model::offers::Offer;
use crate::model::{Draw, Model, Stage, Yearly};
use crate::text::Name;
use crate::units::{HOURS_PER_MONTH, MONTHS_PER_YEAR, count};

/// Share of a plan's hours above which a source is part of its kind.
const PART_OF_KIND: f64 = 0.05;
/// Work below this many GPU-hours is rounding.
const ROUNDING_HOURS: f64 = 1e-6;

/// A plan with all its figures. US dollars; work in productive GPU-hours over the horizon.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct PlanResult {
    /// Which plan.
    pub kind: PlanKind,
    /// Who does more than a twentieth of its hours after delivery.
    pub sources: Vec<Source>,
    /// Whole nodes that it buys.
    pub nodes_bought: f64,
    /// GPUs it owns, those there included.
    pub own_gpus: f64,
    /// GPUs of its new commitment.
    pub committed_gpus: f64,
    /// Id of the commitment's offer.
    pub commitment: Option<Name>,
    /// Id of the offer on demand, or of the one offer that it rents everything from.
    pub hourly: Option<Name>,
    /// Ids of its spot offers.
    pub spot: Vec<Name>,
    /// Ids of its providers of tokens.
    pub tokens: Vec<Name>,
    /// Present value of all that is paid over the horizon, after tax if there is tax, with machines there at what they
    /// would sell for today.
    pub present_value_usd: f64,
    /// That value spread evenly over the years of the horizon.
    pub usd_per_year: f64,
    /// Present value over present value of all hours that it does; nothing without any.
    pub usd_per_productive_gpu_hour: Option<f64>,
    /// The same for a million tokens; nothing unless an API could serve all of the work.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub usd_per_million_tokens: Option<f64>,
    /// Sum of all payments before tax, without the value of machines there.
    pub nominal_usd: f64,
    /// The same for a year on average.
    pub cash_per_year_usd: f64,
    /// What it costs more than the cheapest plan of the list that may be recommended, present value.
    pub above_cheapest_usd: f64,
    /// Payments at the starts of months up to delivery: deposit, rest, prepayments, set-up.
    pub upfront_usd: f64,
    /// Largest excess of what was paid over what the cheaper complete one of committing and renting has paid by then;
    /// nothing without such a plan.
    pub peak_cash_usd: Option<f64>,
    /// Months after the decision of that excess.
    pub peak_cash_month: Option<usize>,
    /// Work by who does it.
    pub hours: PlanHours,
    /// Work left undone by the month in which it was wanted, what waited to the end in the last, GPU-hours.
    pub undone_by_month: Vec<f64>,
    /// Whether it leaves no more undone than the least of all plans.
    pub complete: bool,
    /// Limits that it breaks.
    pub breaks: Vec<LimitKind>,
    /// Whether it may be recommended: complete, within the limits, and nothing is sold without leave.
    pub may_be_recommended: bool,
    /// First month of full capacity.
    pub full_capacity_month: usize,
    /// What stays due if all work stopped just after the payments at the start of each month, nominal.
    pub obligation_by_month_usd: Vec<f64>,
    /// The most of these.
    pub obligation_usd: f64,
    /// The same of commitments that run already, which are due in every plan.
    pub running_obligation_by_month_usd: Vec<f64>,
    /// Present value of all hours that it does, GPU-hours: each weighted like a payment at the end of its month.
    pub hours_present_value: f64,
    /// What it pays for, line by line: they add up to the present value, and by fiscal year to all payments.
    pub lines: Vec<PlanLine>,
    /// Purchases less sales in each fiscal year.
    pub capex_by_year_usd: Vec<f64>,
    /// All other payments in each fiscal year; the last includes what falls due after the horizon.
    pub opex_by_year_usd: Vec<f64>,
    /// Payments of each month, those at its start among them; what falls due after the horizon follows.
    pub cash_by_month_usd: Vec<f64>,
    /// What it would cost more at present value, with the same sizes, if the months until delivery were done the other way: with
    /// the current bill, or rented by the hour. Below 0: less. Nothing unless it buys, and a bill is there.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub other_until_delivery_usd: Option<f64>,
    /// What providers are paid in the first month, without running commitments.
    pub provider_usd_first_month: f64,
    /// Nameplate power of its machines, kilowatts.
    pub kw: f64,
    /// Electricity of owned machines with cooling, kilowatt-hours over the horizon.
    pub energy_kwh: f64,
    /// Emissions of owned machines' electricity, kilograms of CO2 equivalent; with those of rented hours if they are
    /// entered.
    pub co2e_kg: f64,
    /// Whether the emissions of rented hours are part of that.
    pub co2e_includes_rented: bool,
}

/// Work of a plan over the horizon by who does it, productive GPU-hours.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
pub struct PlanHours {
    /// Machines there already.
    pub machines_there: f64,
    /// Machines bought.
    pub bought: f64,
    /// Commitments, new and running.
    pub commitment: f64,
    /// Spot.
    pub spot: f64,
    /// On demand, the current bill among it.
    pub on_demand: f64,
    /// Tokens from an API, as hours of the GPUs that would make them.
    pub api: f64,
    /// Left undone.
    pub undone: f64,
    /// Done in a later month than wanted.
    pub late: f64,
}

impl PlanHours {
    /// All hours done.
    pub fn done(&self) -> f64 {
        self.by_source().iter().map(|(_, hours)| hours).sum()
    }

    /// The share of each source that does something in all hours done.
    pub fn shares(&self) -> impl Iterator<Item = (Source, f64)> + use<> {
        let done = self.done();
        self.by_source()
            .into_iter()
            .filter(|(_, hours)| *hours > 0.0)
            .map(move |(source, hours)| (source, hours / done))
    }

    /// The hours of each source.
    pub fn by_source(&self) -> [(Source, f64); 6] {
        [
            (Source::MachinesThere, self.machines_there),
            (Source::Bought, self.bought),
            (Source::Commitment, self.commitment),
            (Source::Spot, self.spot),
            (Source::OnDemand, self.on_demand),
            (Source::Api, self.api),
        ]
    }
}

/// A limit of a scenario.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum LimitKind {
    /// Most upfront.
    Upfront,
    /// Most cash beyond what renting would have paid.
    PeakCash,
    /// Most kilowatts.
    Kw,
    /// Latest month of full capacity.
    FullCapacity,
}

/// The figures of a plan whose flows are filled. `reference`: flows of what its peak cash is measured against.
pub(super) fn result(
    scenario: &Scenario,
    plan: &Plan,
    flows: &Flows,
    (present_value, reference): (f64, Option<&Flows>),
) -> PlanResult {
    let model = &plan.model;
    let (hours, weighed) = hours_of(plan, flows, 1);
    let counted = hours_of(plan, flows, plan.counted_from()).0;
    let there_usd = if plan.owns() { value_there(model) } else { 0.0 };
    let mut cash = flows.clone();
    if let Some(first) = cash.start.first_mut() {
        *first -= there_usd;
    }
    let first_year = model.time.first_year_months;
    let totals = flows.totals(&model.time.clock);
    let capex = capex_by_year(flows, first_year);
    let opex = cash.by_year(first_year).iter().zip(&capex).map(|(all, capex)| all - capex).collect();
    let peak = reference.map(|reference| peak_cash(model, &cash, reference));
    let years = count(model.time.months) / MONTHS_PER_YEAR;
    let (upfront, nominal) = (upfront(plan, &cash), totals.nominal - there_usd);
    let (obligation, running) = obligations(plan, scenario, flows);
    let (energy_kwh, co2e_kg, co2e_includes_rented) = emissions(scenario, plan, flows, &hours);
    let offers = offers_of(plan, flows);
    PlanResult {
        kind: plan.kind,
        sources: sources_of(&counted),
        nodes_bought: plan.nodes_bought(),
        own_gpus: own_gpus(plan),
        committed_gpus: offers.committed_gpus,
        commitment: offers.commitment,
        hourly: offers.hourly,
        spot: offers.spot,
        tokens: offers.tokens,
        present_value_usd: present_value,
        usd_per_year: present_value * per_year(model),
        usd_per_productive_gpu_hour: (weighed > 0.0).then(|| present_value / weighed).filter(|usd| usd.is_finite()),
        usd_per_million_tokens: model
            .load
            .demand
            .million_tokens_per_gpu_hour()
            .filter(|_| weighed > 0.0)
            .map(|million| present_value / (weighed * million)),
        nominal_usd: nominal,
        cash_per_year_usd: nominal / years,
        above_cheapest_usd: 0.0,
        upfront_usd: upfront,
        peak_cash_usd: peak.map(|(usd, _)| usd),
        peak_cash_month: peak.map(|(_, month)| month),
        undone_by_month: undone_by_month(flows, &hours),
        hours,
        complete: false,
        breaks: Vec::new(),
        may_be_recommended: false,
        full_capacity_month: if plan.nodes_bought() > 0.0 { full_from(model) } else { 1 },
        obligation_usd: obligation.iter().copied().fold(0.0, f64::max),
        obligation_by_month_usd: obligation,
        running_obligation_by_month_usd: running,
        hours_present_value: weighed,
        lines: lines(plan, flows, present_value, there_usd),
        capex_by_year_usd: capex,
        opex_by_year_usd: opex,
        cash_by_month_usd: cash_by_month(&cash),
        other_until_delivery_usd: None,
        provider_usd_first_month: flows.bill.first().copied().unwrap_or(0.0),
        kw: if plan.owns() { nameplate_kw(scenario, &model.owned) } else { 0.0 },
        energy_kwh,
        co2e_kg,
        co2e_includes_rented,
    }
}

/// Factor from a present value to an even payment each year: the capital recovery factor of the horizon.
pub(crate) fn per_year(model: &Model) -> f64 {
    let (clock, months) = (&model.time.clock, count(model.time.months));
    match clock.timing {
        Timing::Monthly => MONTHS_PER_YEAR * capital_recovery_factor(monthly_rate(clock.rate), months),
        Timing::YearEnd => capital_recovery_factor(clock.rate, months / MONTHS_PER_YEAR),
    }
}

/// Hours from a month on by who does them, and their present value.
fn hours_of(plan: &Plan, flows: &Flows, from: usize) -> (PlanHours, f64) {
    let model = &plan.model;
    let mut hours = PlanHours { undone: flows.unserved, late: flows.late, ..PlanHours::default() };
    let mut weighed = 0.0;
    let [running, machines, committed, spot, on_demand, billed, api] = flows.sources.all();
    for month in from..=flows.months {
        let at = |series: &[f64]| series.get(month - 1).copied().unwrap_or(0.0);
        let there = at(&flows.sources.machines_there).min(at(machines));
        hours.machines_there += there;
        hours.bought += at(machines) - there;
        hours.commitment += at(running) + at(committed);
        hours.spot += at(spot);
        hours.on_demand += at(on_demand) + at(billed);
        hours.api += at(api);
        weighed += flows.sources.of_month(month) * model.time.clock.at_end(month);
    }
    let of_sources = [&mut hours.machines_there, &mut hours.bought, &mut hours.commitment];
    let others = [&mut hours.spot, &mut hours.on_demand, &mut hours.api, &mut hours.undone];
    for series in of_sources.into_iter().chain(others) {
        if series.abs() < ROUNDING_HOURS {
            *series = 0.0;
        }
    }
    (hours, weighed)
}

/// Work left undone by month: none where all of it is rounding.
fn undone_by_month(flows: &Flows, hours: &PlanHours) -> Vec<f64> {
    if hours.undone == 0.0 { vec![0.0; flows.undone.len()] } else { flows.undone.clone() }
}

fn sources_of(hours: &PlanHours) -> Vec<Source> {
    let all = hours.done();
    hours.by_source().into_iter().filter(|(_, hours)| *hours > PART_OF_KIND * all).map(|(source, _)| source).collect()
}

/// What machines there would sell for today: no cash, but part of the value of every plan that keeps them.
fn value_there(model: &Model) -> f64 {
    model.owned.present_node.price.as_usd() * model.owned.present
}

fn own_gpus(plan: &Plan) -> f64 {
    if !plan.owns() {
        return 0.0;
    }
    let owned = &plan.model.owned;
    let there = if owned.is_sold() { 0.0 } else { owned.present };
    there * owned.there.gpus_per_node + owned.bought_nodes() * owned.gpus_per_node
}

fn upfront(plan: &Plan, cash: &Flows) -> f64 {
    cash.start.iter().take(plan.upfront_until()).sum()
}

fn capex_by_year(flows: &Flows, first_year: usize) -> Vec<f64> {
    let mut years = vec![0.0; year_of(flows.months, first_year)];
    let last = years.len();
    let mut add = |month: usize, usd: f64| {
        if let Some(year) = years.get_mut(year_of(month, first_year).min(last) - 1) {
            *year += usd;
        }
    };
    for asset in flows.accounts.iter().flat_map(|accounts| &accounts.assets) {
        if !asset.is_there {
            add(asset.month, asset.price - asset.deposit);
            add(1, asset.deposit);
        }
        add(asset.until, -asset.proceeds);
    }
    years
}

fn cash_by_month(cash: &Flows) -> Vec<f64> {
    let mut months: Vec<f64> = cash.paid().map(|(start, end)| start + end).collect();
    let last = months.iter().rposition(|usd| *usd != 0.0).map_or(0, |last| last + 1);
    months.truncate(last.max(cash.months));
    months
}

/// Largest excess of what a plan has paid over what the reference has, and its month.
pub(super) fn peak_cash(model: &Model, cash: &Flows, reference: &Flows) -> (f64, usize) {
    let over = Paid::of(model, cash, Some(reference), None).over();
    let most = f64::NEG_INFINITY;
    over.iter().enumerate().fold((most, 0), |kept, (month, (_, usd))| if *usd > kept.0 { (*usd, month) } else { kept })
}

/// What stays due if all work stopped just after the payments at the start of each month: of signed terms by the rule of
/// leaving, and of ordered nodes; then of running commitments.
fn obligations(plan: &Plan, scenario: &Scenario, flows: &Flows) -> (Vec<f64>, Vec<f64>) {
    let time = &plan.model.time;
    let left = |end: usize, month: usize| count((end + 1).saturating_sub(month));
    let due_share = time.termination_fee.unwrap_or(1.0 - time.recoverable);
    let ordered: f64 = if plan.nodes_bought() > 0.0 {
        plan.model.owned.node.price.as_usd() * plan.nodes_bought() * (1.0 - time.deposit)
    } else {
        0.0
    };
    let (mut new, mut running) = (Vec::new(), Vec::new());
    for month in 1..=flows.months {
        let signed = flows.signed.iter().filter(|term| (term.from..=term.end).contains(&month));
        let terms: f64 = signed.map(|term| term.usd_per_month * left(term.end, month)).sum();
        new.push(terms * due_share + if month < time.delivery { ordered } else { 0.0 });
        let rest = scenario
            .present
            .commitments
            .iter()
            .map(|c| c.gpus * c.usd_per_gpu_hour * HOURS_PER_MONTH * (c.months_left + 1.0 - count(month)).max(0.0));
        running.push(rest.sum());
    }
    (new, running)
}

/// Electricity of owned machines, emissions, and whether those of rented hours are known.
fn emissions(scenario: &Scenario, plan: &Plan, flows: &Flows, hours: &PlanHours) -> (f64, f64, bool) {
    let model = &plan.model;
    let mut kwh = 0.0;
    if let (true, Yearly::Lines(lines)) = (plan.owns(), &model.owned.yearly)
        && let Some(draw) = lines.draw
    {
        kwh = match lines.draw_there {
            None => energy_of_one_kind(model, flows, draw),
            Some(there) => energy_of_two_kinds(model, flows, (there, draw)),
        };
    }
    let rented = hours.commitment + hours.spot + hours.on_demand + hours.api;
    let per_hour = scenario.rent.kg_co2e_per_gpu_hour.number();
    let useful = model.rented.yields.productive_per_busy() * model.rented.paid_efficiency;
    let of_rented = per_hour.map_or(0.0, |kg| kg * rented / useful);
    (kwh, kwh * scenario.power.kg_co2e_per_kwh.value + of_rented, per_hour.is_some() || rented == 0.0)
}

/// Electricity of machines of one kind with cooling, kilowatt-hours.
fn energy_of_one_kind(model: &Model, flows: &Flows, draw: Draw) -> f64 {
    let busy = flows.served.iter().sum::<f64>() / model.owned.yields.productive_per_busy();
    let standing: f64 = (1..=flows.months)
        .map(|month| {
            let bought = if month < model.time.delivery { 0.0 } else { model.owned.bought_share() };
            draw.gpus * (model.owned.there_in(month) + bought) * HOURS_PER_MONTH
        })
        .sum();
    (draw.standing.as_kw() * standing + draw.busy.as_kw() * busy) * draw.pue
}

/// The same of machines there of another GPU and new ones.
fn energy_of_two_kinds(model: &Model, flows: &Flows, (there, new): (Draw, Draw)) -> f64 {
    let owned = &model.owned;
    let of_replacing = owned.replacing_nodes * owned.gpus_per_node;
    let mut kwh = 0.0;
    for month in 1..=flows.months {
        let at = |series: &[f64]| series.get(month - 1).copied().unwrap_or(0.0);
        let Some(stage) = owned.stage(month, month >= model.time.delivery) else { continue };
        let (old_gpus, new_gpus) = match stage {
            Stage::There => (there.gpus, 0.0),
            Stage::ThereAndBought => (there.gpus, new.gpus),
            Stage::Replacing => (0.0, of_replacing),
            Stage::ReplacingAndBought => (0.0, of_replacing + new.gpus),
            Stage::Bought => (0.0, new.gpus),
        };
        let served = at(&flows.served);
        let old = if old_gpus > 0.0 { at(&flows.sources.machines_there) } else { 0.0 };
        let busy = |served: f64| served / owned.yields.productive_per_busy();
        let standing = there.standing.as_kw() * old_gpus + new.standing.as_kw() * new_gpus;
        let working =
            there.busy.as_kw() * busy(old) / owned.there.relative_work + new.busy.as_kw() * busy(served - old);
        kwh += (standing * HOURS_PER_MONTH + working) * new.pue;
    }
    kwh
}

/// The offers of a plan.
struct Offers {
    committed_gpus: f64,
    commitment: Option<Name>,
    hourly: Option<Name>,
    spot: Vec<Name>,
    tokens: Vec<Name>,
}

fn offers_of(plan: &Plan, flows: &Flows) -> Offers {
    let model = &plan.model;
    let offer = |index: usize| model.offers.get(index);
    let id = |offer: &Offer| offer.id.clone();
    let on_spot = flows.sources.spot.iter().sum::<f64>() > ROUNDING_HOURS;
    let overflow = || crate::cost::plan::OverflowPricing::of(model).overflow.and_then(|(index, _)| offer(index));
    match &plan.how {
        How::Owning => Offers {
            committed_gpus: 0.0,
            commitment: None,
            hourly: overflow().map(id),
            spot: Vec::new(),
            tokens: Vec::new(),
        },
        How::Offer(index) => {
            let rented = offer(*index);
            let signed = rented.filter(|offer| !offer.pays_per_use());
            let hourly = if signed.is_some() { overflow() } else { rented };
            let spot = hourly.filter(|offer| !offer.is_firm()).map(id).into_iter().collect();
            Offers {
                committed_gpus: signed.and_then(Offer::committed_gpus).unwrap_or(0.0),
                commitment: signed.map(id),
                hourly: hourly.map(id),
                spot,
                tokens: Vec::new(),
            }
        }
        How::Mix(mix) => {
            let hires = || mix.outside.iter().flat_map(|outside| outside.hires());
            let mut spot: Vec<Name> = Vec::new();
            for hire in hires().filter(|hire| hire.spot && on_spot) {
                let found = offer(hire.offer).map(id).filter(|id| !spot.contains(id));
                spot.extend(found);
            }
            let rented = || hires().filter(|hire| !hire.api);
            let firm = rented().find(|hire| !hire.spot).or_else(|| rented().next());
            // What is there may need no other offer: the bill does all of its hours.
            let rents = || flows.sources.on_demand.iter().sum::<f64>() > ROUNDING_HOURS || on_spot;
            let firm = firm.filter(|_| mix.purpose != Purpose::Present || rents());
            let bought =
                hires().filter(|hire| hire.api && flows.sources.api.iter().any(|hours| *hours > ROUNDING_HOURS));
            let mut tokens: Vec<Name> = Vec::new();
            for provider in bought.filter_map(|hire| model.token_offers.get(hire.offer)) {
                if !tokens.contains(&provider.id) {
                    tokens.push(provider.id.clone());
                }
            }
            Offers {
                committed_gpus: mix.commitment.map_or(0.0, |signed| signed.gpus),
                commitment: mix.commitment.and_then(|signed| offer(signed.offer)).map(id),
                hourly: firm.and_then(|hire| offer(hire.offer)).map(id),
                spot,
                tokens,
            }
        }
    }
}
