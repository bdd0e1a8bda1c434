//! Levelised cost over the horizon against how busy the GPUs are: what the first chart shows.
//!
//! Every point is the model evaluated again with as much work as keeps the owned GPUs that busy, so that the present case
//! costs what the verdict says, and the lines cross where it turns. Levelised cost: present value of cost over present value
//! of productive hours. Source: model page, sections 4 and 5.

use crate::analysis::horizon_break_even::at_use;
use crate::analysis::sensitivity::{model_with, moves_rent, unconfirmed_ranges};
use crate::cash_flow::Flows;
use crate::cost::plan::OverflowPricing;
use crate::formulas::root::root;
use crate::horizon::node_expansion::{entered_gpus, share_of_entered};
use crate::horizon::{HorizonBreakEven, buffers, levelised, own_value, rent_value, weighed_hours, with_carried_losses};
use crate::inputs::value::{Amount, Value};
use crate::inputs::{BeyondChoice, Scenario};
use crate::model::offers::{Billing, Offer};
use crate::model::{Model, moves_offers, without_idle_mistakes};
use crate::prices::PriceBook;
use crate::text::Name;
use crate::units::{BusyHours, ProductiveHours, count};

/// Points up to a tenth of the axis, where costs fall fastest, and from there on.
const FIRST: usize = 8;
const REST: usize = 24;
/// Below this share of the cost a difference between two sides is rounding.
const SAME: f64 = 1e-9;

/// Whether the bands around the lines are worked out: they take ten times as long as the lines.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Bands {
    /// Only the lines.
    Pending,
    /// Lines and bands.
    Drawn,
}

/// What a productive GPU-hour costs at one use; nothing where work would stay undone.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct UsePoint {
    /// Busy share that the work asks of the GPUs entered. Above what they can be busy the rest is done elsewhere.
    pub busy_share: f64,
    /// Owning, with what is rented until delivery and beyond the ceiling.
    pub own: Option<f64>,
    /// The cheapest offer by the hour, and the cheapest commitment.
    pub rent: [Option<f64>; 2],
    /// What owning may cost when every unconfirmed input moves within its range on its own: root of summed squares.
    pub own_band: Option<(f64, f64)>,
    /// The same of renting, of the kind that is cheapest in the present case.
    pub rent_band: Option<(f64, f64)>,
}

/// A use at which owning and the cheapest rental cost the same, or pass each other by a step.
#[derive(Clone, Debug, PartialEq)]
pub struct UseCrossing {
    /// Busy share.
    pub busy_share: f64,
    /// What owning costs there.
    pub usd_per_productive_gpu_hour: f64,
    /// The cheapest offer there.
    pub offer: Name,
}

/// The lines of the chart.
#[derive(Clone, Debug, PartialEq)]
pub struct UseCurve {
    /// From little use to the right end of the chart, rising.
    pub points: Vec<UsePoint>,
    /// Where the cheaper side changes, rising: the break-even of the verdict, and any other.
    pub crossings: Vec<UseCrossing>,
    /// The present case: its busy share and what owning costs; nothing without work or where work stays undone.
    pub today: Option<(f64, f64)>,
    /// The offers that are cheapest of their kind in the present case.
    pub rivals: [Option<Name>; 2],
    /// Whether each is the cheapest of its kind at every use.
    pub always: [bool; 2],
    /// Which of them is the cheaper one in the present case.
    pub chosen: Option<usize>,
    /// Right end of the chart: all of the time, or beyond the present case where that is more.
    pub right: f64,
    /// What becomes of work beyond what the owned GPUs can do.
    pub beyond: BeyondChoice,
    /// Whether its bands are worked out.
    pub bands: Bands,
}

/// What both sides cost at one use, with the places of the offers.
struct Sides {
    own: Option<f64>,
    rent: [Option<(usize, f64)>; 2],
}

impl Sides {
    fn cheapest(&self) -> Option<(usize, f64)> {
        self.rent.into_iter().flatten().reduce(|a, b| if b.1 < a.1 { b } else { a })
    }

    /// What owning costs less than the cheapest rental; nothing where the two do not compare.
    fn saved(&self) -> Option<f64> {
        Some(self.cheapest()?.1 - self.own?)
    }
}

/// Works the chart of a scenario out, from its model. `turning` is where its answer turns; nothing where there is nothing to
/// draw.
pub fn use_curve(
    model: &Model,
    scenario: &Scenario,
    book: &PriceBook,
    edition: &str,
    turning: Option<&HorizonBreakEven>,
    bands: Bands,
) -> Option<UseCurve> {
    let here = share_of_entered(model);
    let right = right_end(here);
    let turns = turning.map_or([None; 2], |t| [t.busy_share, t.until_busy_share]);
    let mut places: Vec<f64> = (1..=FIRST)
        .map(|step| count(step) / count(FIRST) / 10.0)
        .chain((1..=REST).map(|step| 0.1 + 0.9 * count(step) / count(REST)))
        .map(|part| part * right)
        .chain([here, model.owned.ceiling()])
        .chain(turns.into_iter().flatten())
        .filter(|place| *place > 0.0 && *place <= right)
        .collect();
    places.sort_by(f64::total_cmp);
    places.dedup();
    let mut again = AtUse::new(model, Some(scenario).filter(|s| s.time.beyond == BeyondChoice::Node));
    let found: Vec<(f64, Sides)> = places.into_iter().map(|place| (place, again.sides(place))).collect();
    let present = found.iter().find(|(place, _)| *place == here).map(|(_, sides)| sides);
    let rivals = [0, 1].map(|kind| {
        let first = || found.iter().find_map(|(_, sides)| sides.rent[kind]);
        present.and_then(|sides| sides.rent[kind]).or_else(first).map(|(index, _)| index)
    });
    let always =
        [0, 1].map(|kind| found.iter().all(|(_, s)| s.rent[kind].is_none_or(|(i, _)| Some(i) == rivals[kind])));
    let chosen = present.and_then(Sides::cheapest).and_then(|(index, _)| rivals.iter().position(|r| *r == Some(index)));
    let crossings = crossings(&found, turns, &mut again);
    let mut points: Vec<UsePoint> = found
        .iter()
        .map(|(busy_share, sides)| UsePoint {
            busy_share: *busy_share,
            own: sides.own,
            rent: sides.rent.map(|rent| rent.map(|(_, usd)| usd)),
            own_band: None,
            rent_band: None,
        })
        .collect();
    if let Some(kind) = chosen.filter(|_| bands == Bands::Drawn) {
        draw_bands(model, scenario, (book, edition), &found, kind, &mut points);
    }
    let name = |index: usize| model.offers.get(index).map(|offer: &Offer| offer.id.clone());
    Some(UseCurve {
        points,
        crossings: crossings
            .into_iter()
            .filter_map(|(busy_share, usd, index)| {
                Some(UseCrossing { busy_share, usd_per_productive_gpu_hour: usd, offer: name(index)? })
            })
            .collect(),
        today: present.and_then(|sides| Some((here, sides.own?))).filter(|(at, _)| *at > 0.0),
        rivals: rivals.map(|rival| rival.and_then(name)),
        always,
        chosen,
        right,
        beyond: scenario.time.beyond,
        bands,
    })
}

/// All of the time; where the work asks for more, a round share beyond it.
pub(super) fn right_end(here: f64) -> f64 {
    if here <= 1.0 {
        return 1.0;
    }
    let beyond = here * 1.1;
    let step = libm::pow(10.0, libm::floor(libm::log10(beyond))) / 2.0;
    libm::ceil(beyond / step) * step
}

/// A model that is evaluated again and again with other work.
struct AtUse<'a> {
    model: &'a Model,
    /// The scenario, where more work asks for further nodes.
    expands: Option<&'a Scenario>,
    /// The same with other work.
    other: Model,
    flows: Flows,
    /// They do not follow the work.
    terms: OverflowPricing,
    /// Work that keeps the GPUs entered busy all the time.
    full: ProductiveHours,
}

impl<'a> AtUse<'a> {
    fn new(model: &'a Model, expands: Option<&'a Scenario>) -> Self {
        let owned = &model.owned;
        let entered = entered_gpus(model) / owned.gpus;
        let full = owned.yields.productive(BusyHours::gpu_hours(owned.calendar().as_gpu_hours() * entered));
        Self { model, expands, other: model.clone(), flows: buffers(model), terms: OverflowPricing::of(model), full }
    }

    fn set(&mut self, share: f64) {
        let here = share_of_entered(self.model);
        match self.expands.filter(|_| here > 0.0) {
            // The present case is the model as it is, to the last bit.
            _ if share == here => self.other.clone_from(self.model),
            Some(scenario) => self.other = at_use(self.model, scenario, share),
            None => self.other.set_work(self.model, self.full * share),
        }
    }

    fn sides(&mut self, share: f64) -> Sides {
        self.set(share);
        let (model, flows, terms) = (&self.other, &mut self.flows, &self.terms);
        let mut rent: [Option<(usize, f64, f64)>; 2] = [None; 2];
        for (index, offer) in model.offers.iter().enumerate().filter(|(_, offer)| offer.counted) {
            let kept = &mut rent[usize::from(offer.billing != Billing::PayPerUse)];
            let value = rent_value(model, terms, index, flows);
            if value.complete
                && kept.is_none_or(|(_, pv, _)| value.present_value < pv)
                && let Some(usd) = levelised(model, flows, &value)
            {
                *kept = Some((index, value.present_value, usd));
            }
        }
        let cheapest = rent.into_iter().flatten().reduce(|a, b| if b.1 < a.1 { b } else { a });
        let own = own_at(model, terms, cheapest.map(|(index, ..)| index), flows);
        Sides { own, rent: rent.map(|kept| kept.map(|(index, _, usd)| (index, usd))) }
    }
}

/// Owning, beside the offer against which losses are carried.
fn own_at(model: &Model, terms: &OverflowPricing, against: Option<usize>, flows: &mut Flows) -> Option<f64> {
    let own = own_value(model, terms, flows);
    if !own.complete {
        return None;
    }
    let (_, hours) = weighed_hours(model, flows, &own.totals);
    let own = match against {
        Some(index) => with_carried_losses(model, terms, index, own, flows),
        None => own,
    };
    (hours > 0.0).then(|| own.present_value / hours).filter(|usd| usd.is_finite())
}

/// Uses at which the cheaper side changes: those of the verdict, and others between neighbours.
fn crossings(found: &[(f64, Sides)], turns: [Option<f64>; 2], again: &mut AtUse) -> Vec<(f64, f64, usize)> {
    let mut all = Vec::new();
    let mut last: Option<(f64, f64)> = None;
    for (place, sides) in found {
        let Some((saved, own)) = sides.saved().zip(sides.own) else {
            last = None;
            continue;
        };
        let told = turns.contains(&Some(*place));
        if told && let Some((index, _)) = sides.cheapest() {
            all.push((*place, own, index));
        }
        if libm::fabs(saved) <= SAME * libm::fabs(own) {
            continue;
        }
        if let Some(before) = last.filter(|before| (before.1 > 0.0) != (saved > 0.0)) {
            let known = turns.iter().flatten().any(|at| before.0 <= *at && *at <= *place);
            if !known {
                let at = root(before, (*place, saved), &mut |share| again.sides(share).saved());
                let there = again.sides(at);
                if let (Some(own), Some((index, _))) = (there.own, there.cheapest()) {
                    all.push((at, own, index));
                }
            }
        }
        last = Some((*place, saved));
    }
    all.sort_by(|a, b| a.0.total_cmp(&b.0));
    all
}

/// The ends of both bands: owning, and renting of a kind from the offer that is cheapest of it at each use. How many further
/// nodes are bought stays as in the present case.
fn draw_bands(
    model: &Model,
    scenario: &Scenario,
    (book, edition): (&PriceBook, &str),
    found: &[(f64, Sides)],
    kind: usize,
    points: &mut [UsePoint],
) {
    let clean = without_idle_mistakes(scenario);
    // Squares of what all inputs do, down and up, of both sides.
    let mut squares = vec![[[0.0; 2]; 2]; points.len()];
    let base = values(model, model, found, (kind, true));
    for (field, ends) in unconfirmed_ranges(&clean, book, edition) {
        let moved = ends.map(|end| {
            let mut changed = clean.clone().into_owned();
            field.set(&mut changed, &Value::Number(Amount::exact(end)));
            let other = model_with(model, &changed, field, book, edition)?.with_further(&changed, model.owned.further);
            Some(values(&other, model, found, (kind, moves_offers(field) || moves_rent(field))))
        });
        let [Some(low), Some(high)] = moved else { continue };
        for (((sum, here), low), high) in squares.iter_mut().zip(&base).zip(&low).zip(&high) {
            for side in 0..2 {
                let (Some(here), Some(low), Some(high)) = (here[side], low[side], high[side]) else { continue };
                let (one, other) = (low - here, high - here);
                let (least, most) = (one.min(other).min(0.0), one.max(other).max(0.0));
                sum[side][0] += least * least;
                sum[side][1] += most * most;
            }
        }
    }
    // Costs do not fall below nothing because ranges are wide.
    let band = |usd: f64, [down, up]: [f64; 2]| {
        let low = usd - libm::sqrt(down);
        let ends = (if usd > 0.0 { low.max(0.0) } else { low }, usd + libm::sqrt(up));
        Some(ends).filter(|(low, high)| low.is_finite() && high.is_finite())
    };
    for (point, sums) in points.iter_mut().zip(squares) {
        point.own_band = point.own.and_then(|usd| band(usd, sums[0]));
        point.rent_band = point.rent[kind].and_then(|usd| band(usd, sums[1]));
    }
}

/// What both sides cost at each use with an input elsewhere: renting from the offers that were the cheapest before, where
/// that input can move it.
fn values(other: &Model, model: &Model, found: &[(f64, Sides)], (kind, rents): (usize, bool)) -> Vec<[Option<f64>; 2]> {
    let mut again = AtUse::new(other, None);
    let place = |index: usize| {
        let id = &model.offers.get(index)?.id;
        other
            .offers
            .get(index)
            .filter(|o| o.id == *id)
            .map(|_| index)
            .or_else(|| other.offers.iter().position(|o| o.id == *id))
    };
    found
        .iter()
        .map(|(share, sides)| {
            again.set(*share);
            let (model, flows, terms) = (&again.other, &mut again.flows, &again.terms);
            let own = own_at(model, terms, sides.cheapest().and_then(|(index, _)| place(index)), flows);
            let rent = sides.rent[kind].filter(|_| rents).and_then(|(index, _)| {
                let value = rent_value(model, terms, place(index)?, flows);
                levelised(model, flows, &value).filter(|_| value.complete)
            });
            [own, rent]
        })
        .collect()
}
