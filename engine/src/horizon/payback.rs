//! Payback of owning and its internal rate. Source: model page, section 4.
//!
//! Both are after tax if there is tax. Payback excludes sale proceeds; removal is included.

use std::fmt::Write;

use serde::Serialize;

use crate::cash_flow::{Flows, tax};
use crate::formulas::finance::{Clock, Timing, between};
use crate::formulas::root::bisect;
use crate::model::Model;
use crate::units::count;

/// A difference below this share of the payments is rounding.
const ROUNDING: f64 = 1e-12;

/// Payback of owning against an offer.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Payback {
    /// Months from the decision after which owning costs no more than renting up to the horizon; `None` if it still
    /// costs more at the end.
    pub month: Option<f64>,
    /// The same with discounted payments.
    pub discounted_month: Option<f64>,
    /// Every month at which the two have cost the same, undiscounted.
    pub crossings: Vec<f64>,
    /// Highest excess of owning over renting at any time.
    pub peak_cash_usd: f64,
    /// The month of that peak.
    pub peak_month: usize,
    /// What owning saves over the horizon, sales included, undiscounted; after tax if there is tax.
    pub undiscounted_saving_usd: f64,
    /// The same as present value by the other clock: all payments of a year at its ends, or month by month.
    pub other_clock_saving_usd: f64,
}

/// Why there is no internal rate.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct NoRate {
    /// `several`, `owning-cheaper`, `owning-dearer`, `undone` or `nothing-to-rent`.
    pub kind: &'static str,
    /// All rates at which both have the same present value, if there are several.
    pub rates: Vec<f64>,
    /// The reason in words.
    pub words: String,
}

impl NoRate {
    fn new(kind: &'static str, words: &str) -> Self {
        Self { kind, rates: Vec::new(), words: words.to_owned() }
    }

    /// There is no offer to compare with.
    pub fn nothing_to_rent() -> Self {
        Self::new("nothing-to-rent", "none: there is no offer to compare with")
    }

    /// Owning leaves work undone.
    pub fn undone() -> Self {
        Self::new("undone", "none: owning leaves work undone")
    }

    /// The plan that would pay back needs less cash from the start.
    pub fn less_cash() -> Self {
        Self::new("less-cash", "none: it needs less cash from the start")
    }

    fn several(rates: Vec<f64>) -> Self {
        const NUMBERS: [&str; 4] = ["two", "three", "four", "five"];
        let number = NUMBERS.get(rates.len() - 2).copied().unwrap_or("many");
        let mut words = format!("{number} rates: ");
        for (place, rate) in rates.iter().enumerate() {
            if place > 0 {
                words += if place + 1 == rates.len() { " and " } else { ", " };
            }
            let sign = if *rate < 0.0 { "\u{2212}" } else { "" };
            let _ = write!(words, "{sign}{:.1}%", libm::fabs(*rate) * 100.0);
        }
        Self { kind: "several", rates, words }
    }
}

/// Cumulative payments of a plan at the points 0, 1, ... months.
#[derive(Clone, Debug, PartialEq)]
pub struct Cumulative {
    /// Excluding payments at the point itself.
    pub before: Vec<f64>,
    /// Including them.
    pub points: Vec<f64>,
}

impl Cumulative {
    /// Payments at each point itself.
    pub fn at_once(&self) -> Vec<f64> {
        self.points.iter().zip(&self.before).map(|(after, before)| after - before).collect()
    }

    /// Deducts tax saved, which falls due at the ends of years; nothing after the horizon.
    fn less_tax(mut self, saved: &[f64], clock: Option<&Clock>) -> Self {
        let mut sum = 0.0;
        for (point, (before, after)) in self.before.iter_mut().zip(&mut self.points).enumerate() {
            *before -= sum;
            if let Some(usd) = saved.get((point / 12).wrapping_sub(1)).filter(|_| point % 12 == 0) {
                sum += usd * clock.map_or(1.0, |c| c.at_end(point));
            }
            *after -= sum;
        }
        self
    }
}

/// Cumulative payments of both plans at each point, after tax if there is tax, before resale.
#[derive(Clone, Debug, PartialEq)]
pub struct Paid {
    /// Owning.
    pub own: Cumulative,
    /// Renting; zero if there is no offer.
    pub rent: Cumulative,
    /// Tax saved by owning in each year, before resale.
    pub own_saved: Vec<f64>,
    /// Tax saved by renting.
    pub rent_saved: Vec<f64>,
}

impl Paid {
    /// Computes it from the flows of both; with a clock, payments are discounted.
    pub fn of(model: &Model, own: &Flows, rent: Option<&Flows>, clock: Option<&Clock>) -> Self {
        let (mut own_saved, mut rent_saved) = (Vec::new(), Vec::new());
        let without = || Cumulative { before: vec![0.0; own.months + 1], points: vec![0.0; own.months + 1] };
        let mut paid = (cumulative(own, clock), rent.map_or_else(without, |rent| cumulative(rent, clock)));
        if let Some(tax) = &model.time.tax {
            let before_resale = |flows: &Flows| tax::before_resale(flows, tax);
            (own_saved, rent_saved) = tax::saved_by_year(&before_resale(own), rent.map(before_resale), tax);
            paid = (paid.0.less_tax(&own_saved, clock), paid.1.less_tax(&rent_saved, clock));
        }
        Self { own: paid.0, rent: paid.1, own_saved, rent_saved }
    }

    /// Excess of owning over renting at each point: before and after the payments there. Rounding is set to zero.
    pub fn over(&self) -> Vec<(f64, f64)> {
        let largest = |c: &Cumulative| c.points.iter().fold(0.0, |most: f64, usd| most.max(libm::fabs(*usd)));
        let rounding = ROUNDING * (largest(&self.own) + largest(&self.rent));
        let over = |own: f64, rent: f64| if libm::fabs(own - rent) <= rounding { 0.0 } else { own - rent };
        let before = self.own.before.iter().zip(&self.rent.before);
        let points = self.own.points.iter().zip(&self.rent.points);
        before.zip(points).map(|(before, after)| (over(*before.0, *before.1), over(*after.0, *after.1))).collect()
    }
}

fn cumulative(flows: &Flows, clock: Option<&Clock>) -> Cumulative {
    let (before, points) = flows.cumulative(clock);
    Cumulative { before, points }
}

/// Where a series of differences changes sign.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Change {
    /// Between a point and the next, on the line from the value after the one to the value before the other.
    Within(usize),
    /// At a point, by the payments there.
    At(usize),
}

impl Change {
    /// Months from the decision.
    pub fn month(self, over: &[(f64, f64)]) -> f64 {
        match self {
            Self::At(point) => count(point),
            Self::Within(point) => {
                let (a, b) = (over.get(point).map_or(0.0, |o| o.1), over.get(point + 1).map_or(0.0, |o| o.0));
                count(point) + a / (a - b)
            }
        }
    }
}

/// Every change of sign, in order.
pub fn changes(over: &[(f64, f64)]) -> Vec<Change> {
    let mut changes = Vec::new();
    for (point, (before, after)) in over.iter().enumerate() {
        let last = if point == 0 { *after } else { over.get(point - 1).map_or(0.0, |o| o.1) };
        if point > 0 && (last > 0.0) != (*before > 0.0) {
            changes.push(Change::Within(point - 1));
        }
        if point > 0 && (*before > 0.0) != (*after > 0.0) {
            changes.push(Change::At(point));
        }
    }
    changes
}

/// When owning has paid back.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum PaidBack {
    /// It never cost more.
    AtOnce,
    /// From a change on to the horizon.
    From(Change),
    /// It still costs more at the horizon.
    Never,
}

/// The last change, if owning costs no more after it.
pub fn paid_back(over: &[(f64, f64)]) -> PaidBack {
    match (over.last(), changes(over).last()) {
        (Some((_, after)), _) if *after > 0.0 => PaidBack::Never,
        (_, Some(change)) => PaidBack::From(*change),
        (_, None) => PaidBack::AtOnce,
    }
}

/// Payback of owning against an offer with flows `rent`; `paid` are both plans' undiscounted payments.
pub fn payback(model: &Model, own: &Flows, rent: &Flows, paid: &Paid) -> Payback {
    let month = |over: &[(f64, f64)]| match paid_back(over) {
        PaidBack::AtOnce => Some(0.0),
        PaidBack::From(change) => Some(change.month(over)),
        PaidBack::Never => None,
    };
    let over = paid.over();
    let discounted = Paid::of(model, own, Some(rent), Some(&model.time.clock)).over();
    let (peak_month, peak) = over
        .iter()
        .enumerate()
        .fold((0, 0.0), |kept, (month, (_, usd))| if *usd > kept.1 { (month, *usd) } else { kept });
    Payback {
        month: month(&over),
        discounted_month: month(&discounted),
        crossings: changes(&over).into_iter().map(|change| change.month(&over)).collect(),
        peak_cash_usd: peak,
        peak_month,
        undiscounted_saving_usd: saved_by(model, own, rent, &undiscounted(model)),
        other_clock_saving_usd: saved_by(model, own, rent, &other_clock(model, own)),
    }
}

/// The clock of a model with every payment at its nominal value.
pub fn undiscounted(model: &Model) -> Clock {
    let mut clock = model.time.clock.clone();
    clock.tick_at(0.0);
    clock
}

/// The clock with payments at other dates: month by month instead of year by year, or the other way round.
fn other_clock(model: &Model, flows: &Flows) -> Clock {
    let clock = &model.time.clock;
    let timing = match clock.timing {
        Timing::Monthly => Timing::YearEnd,
        Timing::YearEnd => Timing::Monthly,
    };
    Clock::new(timing, clock.rate, flows.start.len())
}

/// What owning saves against an offer by a clock, from the flows of both, after tax if there is tax.
fn saved_by(model: &Model, own: &Flows, rent: &Flows, clock: &Clock) -> f64 {
    let before = rent.totals(clock).present_value - own.totals(clock).present_value;
    let Some(tax) = &model.time.tax else { return before };
    let (own, rent) = (tax::deductions(own, tax), tax::deductions(rent, tax));
    let of_rent = tax::saved(&rent, tax, clock);
    let of_own =
        if tax.carried { of_rent - tax::on_savings(&own, &rent, tax, clock) } else { tax::saved(&own, tax, clock) };
    before + of_own - of_rent
}

/// What renting pays more than owning at the start and at the end of each month, after tax if there is tax.
fn net(model: &Model, own: &Flows, rent: &Flows) -> Vec<(f64, f64)> {
    let mut net: Vec<(f64, f64)> =
        own.paid().zip(rent.paid()).map(|(own, rent)| (rent.0 - own.0, rent.1 - own.1)).collect();
    if let Some(tax) = &model.time.tax {
        let (own, rent) = tax::saved_by_year(&tax::deductions(own, tax), Some(tax::deductions(rent, tax)), tax);
        net.resize(net.len().max(own.len() * 12), (0.0, 0.0));
        for (year, (own, rent)) in own.iter().zip(&rent).enumerate() {
            if let Some(last) = net.get_mut(year * 12 + 11) {
                last.1 += own - rent;
            }
        }
    }
    // Trailing zeros: little is paid after the horizon.
    net.truncate(net.iter().rposition(|paid| *paid != (0.0, 0.0)).map_or(0, |last| last + 1));
    net
}

/// The rate at which the present values of two plans are equal, if there is exactly one between −90% and 1,000%.
pub fn internal_rate(model: &Model, own: &Flows, rent: &Flows) -> Result<f64, NoRate> {
    const STEPS: usize = 240;
    let net = net(model, own, rent);
    let mut clock = Clock::new(model.time.clock.timing, 0.0, net.len());
    let mut over = |rate: f64| {
        clock.tick_at(rate);
        let (starts, ends) = clock.month_by_month();
        let weighed = net.iter().zip(starts).zip(ends).map(|((paid, first), last)| paid.0 * first + paid.1 * last);
        weighed.sum::<f64>()
    };
    // Evenly spaced in log(1 + r).
    let at = |step: usize| {
        libm::expm1(between((0.0, libm::log(0.1)), [(1.0, libm::log(11.0))].into_iter(), count(step) / count(STEPS)))
    };
    let values: Vec<(f64, f64)> = (0..=STEPS).map(at).map(|rate| (rate, over(rate))).collect();
    let changes = values.windows(2).filter_map(|pair| match pair {
        [a, b] if a.1.is_finite() && b.1.is_finite() && (a.1 > 0.0) != (b.1 > 0.0) => Some((a.0, b.0)),
        _ => None,
    });
    let rates: Vec<f64> =
        changes.collect::<Vec<_>>().into_iter().map(|(low, high)| bisect(low, high, &mut over)).collect();
    match rates.as_slice() {
        [rate] => Ok(*rate),
        [] if values.iter().any(|(_, usd)| *usd > 0.0) => {
            Err(NoRate::new("owning-cheaper", "none: owning costs less at every rate from \u{2212}90% to 1,000%"))
        }
        [] => Err(NoRate::new("owning-dearer", "none: owning never costs less")),
        _ => Err(NoRate::several(rates)),
    }
}
