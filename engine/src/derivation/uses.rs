//! Derivation of a break-even use: the cost of an owned GPU and of renting its work, and where the two lines cross.

use super::{Derivation, DerivationId, figure, gpus, leaf, node, rows};
use crate::cost::headline::{owned_gpu, rented_for_it};
use crate::cost::plan::OverflowPricing;
use crate::cost::rent::rates;
use crate::cost::{OWN_LINES, own_rates};
use crate::formulas::break_even::{self, BreakEven, Miss, OwnedGpu, RentedForIt};
use crate::formulas::formula::Formula;
use crate::model::Model;
use crate::model::offers::Offer;
use crate::units::{HOURS_PER_YEAR, HourlyPrice, Unit};

/// Largest difference between a use and the one computed from a piece of the line.
const SAME_USE: f64 = 1e-9;

/// Cost of an owned GPU and of renting its work, with their labels in the trees.
struct Sides<'a> {
    model: &'a Model,
    offer: &'a Offer,
    owned: OwnedGpu,
    rented: RentedForIt,
}

/// A straight piece of the line of renting: its start, and the cost of an hour on it; `None` if no offer takes the
/// work.
type Piece = (f64, Option<HourlyPrice>);

/// Derivation of the break-even against an offer: a tree for each use it names, or for the distance if there is none.
pub fn of_break_even(model: &Model, terms: &OverflowPricing, offer: &Offer) -> Vec<Derivation> {
    let (owned, rented) = (owned_gpu(model, &own_rates(model)), rented_for_it(model, terms, offer));
    let sides = Sides { model, offer, owned, rented };
    let busy_share = |id: DerivationId, share: f64| sides.use_at(id.label(), share).named(id);
    match break_even::against(&owned, &rented) {
        BreakEven::From(use_) => vec![busy_share(DerivationId::OwningPaysFrom, use_.busy_share)],
        BreakEven::UpTo(use_) => vec![busy_share(DerivationId::OwningPaysUpTo, use_.busy_share)],
        BreakEven::Outside { up_to, from } => vec![
            busy_share(DerivationId::OwningPaysUpTo, up_to.busy_share),
            busy_share(DerivationId::OwningPaysAgainFrom, from.busy_share),
        ],
        BreakEven::Several { first, last } => vec![
            busy_share(DerivationId::FirstChange, first.busy_share),
            busy_share(DerivationId::LastChange, last.busy_share),
        ],
        BreakEven::Always => sides.always(),
        BreakEven::Never(miss) => sides.never(&miss),
    }
}

impl Sides<'_> {
    /// The pieces of the line of renting, lowest first.
    fn pieces(&self) -> impl Iterator<Item = Piece> + '_ {
        let first = (0.0, Some(self.rented.per_busy_hour));
        std::iter::once(first).chain(self.rented.bends.iter().map(|bend| (bend.from, bend.per_busy_hour)))
    }

    /// A use at which both sides cost the same.
    fn use_at(&self, label: &'static str, busy_share: f64) -> Derivation {
        let crosses = |(from, price): &Piece| {
            let slope = self.slope((*price)?)?;
            let at = from + self.over(*from)? / slope;
            ((at - busy_share).abs() <= SAME_USE * busy_share.abs()).then_some(())
        };
        let piece = self.pieces().take_while(|(from, _)| *from <= busy_share).filter(|p| crosses(p).is_some()).last();
        let Some((from, Some(price))) = piece else {
            let covered = leaf("busy share covered by the commitment", busy_share, Unit::Share, rows::BENDS);
            return node(label, busy_share, Unit::Share, Formula::HighestShareServed, vec![covered]);
        };
        let dear = node(
            "rented hour minus owned hour",
            (price - self.owned.per_busy_hour).as_usd_per_gpu_hour(),
            Unit::UsdPerGpuHour,
            Formula::RentedMinusOwned,
            vec![self.hour_rented(price), self.hour_owned()],
        );
        if from == 0.0 {
            let over = node(
                "fixed cost of owning minus renting, per GPU-year",
                (self.owned.fixed - self.rented.fixed).as_usd(),
                Unit::UsdPerGpuYear,
                Formula::OwnedMinusRented,
                vec![self.fixed_owned(), self.fixed_rented()],
            );
            return node(label, busy_share, Unit::Share, Formula::BusyShareWithoutBend, vec![over, dear]);
        }
        let over = self.over_at("owning minus renting where the price changes", from);
        let from = leaf("busy share where the hourly price changes", from, Unit::Share, rows::BENDS);
        node(label, busy_share, Unit::Share, Formula::BusyShareAfterBend, vec![from, over, dear])
    }

    /// What each hour of use adds to renting over owning, per year; `None` if it adds nothing.
    fn slope(&self, price: HourlyPrice) -> Option<f64> {
        let slope = (price - self.owned.per_busy_hour).as_usd_per_gpu_hour() * HOURS_PER_YEAR;
        (slope != 0.0).then_some(slope)
    }

    /// Cost of owning a GPU over renting its work, per year.
    fn over(&self, busy_share: f64) -> Option<f64> {
        Some((self.owned.yearly(busy_share) - self.rented.yearly(busy_share)?).as_usd())
    }

    fn over_at(&self, label: &'static str, busy_share: f64) -> Derivation {
        let (own, rent) = (self.owned_at(busy_share), self.rented_at(busy_share));
        node(label, own.value - rent.value, Unit::UsdPerGpuYear, Formula::OwnedMinusRented, vec![own, rent])
    }

    /// Yearly cost of an owned GPU at a use.
    fn owned_at(&self, busy_share: f64) -> Derivation {
        node(
            "owned GPU, per year",
            self.owned.yearly(busy_share).as_usd(),
            Unit::UsdPerGpuYear,
            Formula::FixedAndHourly,
            vec![self.fixed_owned(), compared_share(busy_share), self.hour_owned()],
        )
    }

    /// Yearly cost of renting an owned GPU's work at a use, piece by piece.
    fn rented_at(&self, busy_share: f64) -> Derivation {
        let mut sum = self.fixed_rented();
        let mut pieces = self.pieces().peekable();
        while let Some((from, price)) = pieces.next().filter(|(from, _)| *from < busy_share || *from == 0.0) {
            let to = pieces.peek().map_or(busy_share, |(next, _)| next.min(busy_share));
            let Some(price) = price else { break };
            let value = sum.value + HOURS_PER_YEAR * (to - from) * price.as_usd_per_gpu_hour();
            let hour = self.hour_rented(price);
            let further = compared_share(to - from);
            let formula = Formula::FixedAndHourly;
            sum =
                node("renting the same work, per year", value, Unit::UsdPerGpuYear, formula, vec![sum, further, hour]);
        }
        sum
    }

    fn fixed_owned(&self) -> Derivation {
        fixed_owned(self.model, &self.owned)
    }

    fn hour_owned(&self) -> Derivation {
        hour_owned(self.model, &self.owned)
    }

    fn fixed_rented(&self) -> Derivation {
        let all = rates(self.model, self.offer).fixed.as_usd();
        node(
            "fixed cost of renting per GPU, per year",
            self.rented.fixed.as_usd(),
            Unit::UsdPerGpuYear,
            Formula::YearlyCostPerGpu,
            vec![
                leaf("commitment and other fixed rental costs, per year", all, Unit::UsdPerYear, rows::FIXED_RENTAL),
                gpus(self.model),
            ],
        )
    }

    /// Cost of an hour on a piece of the line.
    fn hour_rented(&self, price: HourlyPrice) -> Derivation {
        let first = price == self.rented.per_busy_hour;
        let price = price.as_usd_per_gpu_hour();
        let label = "renting the work of one busy hour of an owned GPU";
        if !first || self.offer.elsewhere > 0.0 {
            return leaf(label, price, Unit::UsdPerGpuHour, rows::PRICES_ELSEWHERE);
        }
        let (model, offer) = (self.model, self.offer);
        let charged =
            rates(model, offer).pieces(&model.rented).next().map_or(0.0, |(_, price)| price.as_usd_per_gpu_hour());
        let ratio = self.owned.productive_per_busy / offer.yields.productive_per_busy();
        node(
            label,
            price,
            Unit::UsdPerGpuHour,
            Formula::HourOfRentedWork,
            vec![
                leaf("price including charges", charged, Unit::UsdPerGpuHour, rows::CHARGED_PRICES),
                leaf("rented hours per owned hour", ratio, Unit::Ratio, rows::GOODPUT),
                leaf(
                    "share of billed hours used",
                    offer.paid_efficiency(&model.rented),
                    Unit::Share,
                    &["rent.paid_efficiency"],
                ),
            ],
        )
    }

    /// Owning pays at any use: shows the difference where owning is worst, among the ends and the bends.
    fn always(&self) -> Vec<Derivation> {
        let ceiling = self.owned.ceiling;
        let bends = self.rented.bends.iter().map(|bend| bend.from).filter(|from| *from > 0.0 && *from < ceiling);
        let over_at = |id: DerivationId, share: f64| self.over_at(id.label(), share).named(id);
        let mut all = vec![over_at(DerivationId::AlwaysPaysIdle, 0.0)];
        all.extend(bends.map(|from| over_at(DerivationId::AlwaysPaysAtBend, from)));
        if self.rented.yearly(ceiling).is_some() {
            all.push(over_at(DerivationId::AlwaysPaysAtMaximum, ceiling));
        }
        all
    }

    /// Owning never pays: shows by how much it misses at the ceiling, and the use that would be needed.
    fn never(&self, miss: &Miss) -> Vec<Derivation> {
        let hour = |label: &'static str, value: f64, year: Derivation| {
            let hours = node(
                "productive hours per GPU, per year",
                HOURS_PER_YEAR * miss.ceiling.utilization,
                Unit::GpuHoursPerYear,
                Formula::HoursAtUtilization,
                vec![leaf(
                    "utilization at maximum load",
                    miss.ceiling.utilization,
                    Unit::Share,
                    rows::MOST_UTILIZATION,
                )],
            );
            node(label, value, Unit::UsdPerGpuHour, Formula::YearlyCostPerProductiveHour, vec![year, hours])
        };
        let at = miss.ceiling.busy_share;
        let own = hour("owned at maximum load, per productive hour", miss.owned_at_ceiling, self.owned_at(at));
        let rent = miss.rented_at_ceiling.map(|usd| {
            let year = self.rented_at(at);
            hour("rented at maximum load, per productive hour", usd, year)
        });
        let over = rent.map(|rent| {
            let usd = own.value - rent.value;
            let parts = vec![own, rent];
            figure(DerivationId::NeverPaysCost, usd, Unit::UsdPerGpuHour, Formula::OwnedMinusRented, parts)
        });
        let mut all = Vec::from_iter(over);
        all.extend(miss.needed.zip(miss.distance()).map(|(needed, distance)| {
            let ceiling = leaf("busy share at maximum load", miss.ceiling.busy_share, Unit::Share, rows::CEILING);
            figure(
                DerivationId::NeverPaysBusyShare,
                distance.busy_share,
                Unit::Share,
                Formula::NeededMinusMaximum,
                vec![self.use_at("busy share needed", needed.busy_share), ceiling],
            )
        }));
        all
    }
}

/// A busy share at which both sides are compared.
fn compared_share(share: f64) -> Derivation {
    if share == 0.0 {
        return leaf("busy share when idle", share, Unit::Share, &[]);
    }
    leaf("busy share", share, Unit::Share, rows::COMPARED_SHARES)
}

/// The fixed cost of an owned GPU: that of all lines over all GPUs.
pub(super) fn fixed_owned(model: &Model, owned: &OwnedGpu) -> Derivation {
    let lines = OWN_LINES.iter().map(|line| (line, line.rates(model).fixed.as_usd()));
    let lines = lines
        .filter(|(_, usd)| *usd != 0.0)
        .map(|(line, usd)| leaf(line.label, usd, Unit::UsdPerYear, line.explained.inputs))
        .collect();
    let all = node(
        "fixed cost of all owned GPUs, per year",
        own_rates(model).fixed.as_usd(),
        Unit::UsdPerYear,
        Formula::SumOfLines,
        lines,
    );
    node(
        "fixed cost per owned GPU, per year",
        owned.fixed.as_usd(),
        Unit::UsdPerGpuYear,
        Formula::YearlyCostPerGpu,
        vec![all, gpus(model)],
    )
}

/// What a busy hour of an owned GPU costs: the sum of its lines.
pub(super) fn hour_owned(model: &Model, owned: &OwnedGpu) -> Derivation {
    let lines = OWN_LINES.iter().map(|line| (line, line.rates(model).per_busy_hour.as_usd_per_gpu_hour()));
    let lines = lines
        .filter(|(_, usd)| *usd != 0.0)
        .map(|(line, usd)| leaf(line.label, usd, Unit::UsdPerGpuHour, line.explained.inputs))
        .collect();
    let value = owned.per_busy_hour.as_usd_per_gpu_hour();
    node("busy hour of an owned GPU", value, Unit::UsdPerGpuHour, Formula::SumOfLines, lines)
}
