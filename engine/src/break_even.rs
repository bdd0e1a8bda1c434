//! Where owning and renting cost the same: in busy share, and in the price of a rented hour.
//!
//! Everything here is closed form. Both sides are straight lines in the busy share a of the owned GPUs:
//! owning N GPUs costs N (F + 8,760 a v), renting the same work costs R0 + R1 N 8,760 a ρ / e. With equal goodput
//! on both sides ρ = 1 and goodput changes nothing. Source: model page, section 4.

use serde::Serialize;

use crate::units::{HOURS_PER_YEAR, HourlyPrice, Money};

/// How near to the ceiling still counts as at it, relative.
pub const AT_CEILING: f64 = 1e-12;

/// What one owned GPU costs and how busy it can be.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct OwnedGpu {
    /// F: a year, whatever it does.
    pub fixed: Money,
    /// v: for each busy hour.
    pub per_busy_hour: HourlyPrice,
    /// Largest busy share: availability × largest occupancy.
    pub ceiling: f64,
    /// Productive hours per busy hour, e_w × g.
    pub productive_per_busy: f64,
}

/// What renting the work of one owned GPU costs.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RentedForIt {
    /// A year, whatever is used: a commitment, storage, support on them.
    pub fixed: Money,
    /// For each hour in which the owned GPU would be busy: c ρ / e.
    pub per_busy_hour: HourlyPrice,
    /// Where a commitment ends; nothing where it holds as much as the owned GPU, or there is none.
    pub beyond: Option<Beyond>,
}

/// What happens to work beyond a commitment.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Beyond {
    /// Busy share of the owned GPU that the commitment covers.
    pub from: f64,
    /// Cost of each busy hour above it, at the cheapest offer by the hour; nothing where nobody takes that work.
    #[serde(rename = "usd_per_busy_gpu_hour")]
    pub per_busy_hour: Option<HourlyPrice>,
}

/// A busy share with the utilization it means.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Use {
    /// Share of the calendar in which jobs hold the GPU.
    pub busy_share: f64,
    /// Share of the calendar that is productive work: busy share × e_w × g.
    pub utilization: f64,
}

/// Why owning never pays, and by how much it misses.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Miss {
    /// Use at which the two would cost the same, beyond what is reachable; nothing where no use would do.
    pub needed: Option<Use>,
    /// The most the owned GPUs can be used.
    pub ceiling: Use,
    /// Cost of owning per productive GPU-hour at the ceiling.
    pub owned_at_ceiling: f64,
    /// Cost of renting per productive GPU-hour at the ceiling.
    pub rented_at_ceiling: f64,
}

impl Miss {
    /// What is missing, in busy share and in utilization; nothing where no use would do.
    pub fn distance(&self) -> Option<Use> {
        self.needed.map(|n| Use {
            busy_share: n.busy_share - self.ceiling.busy_share,
            utilization: n.utilization - self.ceiling.utilization,
        })
    }
}

/// From which use on owning pays.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum BreakEven {
    /// At any use: even idle machines cost no more than renting.
    Always,
    /// From this use upwards.
    From(Use),
    /// Up to this use: against a commitment that bills idle hours too, the running cost of owned machines decides.
    UpTo(Use),
    /// Up to one use and again from another: between them a commitment is well used, above them its overflow is dear.
    Outside {
        /// Owning pays up to here.
        up_to: Use,
        /// And again from here.
        from: Use,
    },
    /// At no use that can be reached.
    Never(Miss),
}

impl OwnedGpu {
    fn used(&self, busy_share: f64) -> Use {
        Use { busy_share, utilization: busy_share * self.productive_per_busy }
    }

    /// What it costs a year at a busy share.
    pub fn yearly(&self, busy_share: f64) -> Money {
        self.fixed + Money::usd(self.per_busy_hour.as_usd_per_gpu_hour() * HOURS_PER_YEAR * busy_share)
    }

    /// Cost per productive hour at a busy share: F / (8,760 u) + v; nothing where there is no productive hour.
    pub fn per_productive_hour(&self, busy_share: f64) -> Option<f64> {
        per_productive_hour(self.yearly(busy_share), busy_share * self.productive_per_busy)
    }
}

impl RentedForIt {
    /// What it costs a year at a busy share of the owned GPU; nothing where somebody would leave work undone.
    pub fn yearly(&self, busy_share: f64) -> Option<Money> {
        let hours = |share: f64, price: HourlyPrice| Money::usd(price.as_usd_per_gpu_hour() * HOURS_PER_YEAR * share);
        match self.beyond {
            Some(beyond) if busy_share > beyond.from => {
                let covered = self.fixed + hours(beyond.from, self.per_busy_hour);
                Some(covered + hours(busy_share - beyond.from, beyond.per_busy_hour?))
            }
            _ => Some(self.fixed + hours(busy_share, self.per_busy_hour)),
        }
    }
}

/// Yearly money per productive hour at a utilization; nothing at none.
fn per_productive_hour(yearly: Money, utilization: f64) -> Option<f64> {
    (utilization > 0.0).then(|| yearly.as_usd() / (HOURS_PER_YEAR * utilization)).filter(|cost| cost.is_finite())
}

/// Where one owned GPU and the rent of its work cost the same.
///
/// a* = (F − R0) / (8,760 (c ρ/e − v)). With fixed cost on both sides the comparison can turn round: owning then wins
/// below a*; and work beyond a commitment, bought by the hour, can turn it once more. What owning costs over renting
/// is a straight line that may bend downwards once, so there are at most two crossings.
/// Equality with the ceiling within 1e-12 relative is reached. Never fails. Source: model page, section 4.
pub fn against(owned: &OwnedGpu, rented: &RentedForIt) -> BreakEven {
    let over = Over::new(owned, rented);
    let reachable = |a: f64| a <= owned.ceiling * (1.0 + AT_CEILING);
    if !over.own_wins_idle() {
        return match over.falls_to_zero() {
            Some(a) if reachable(a) => BreakEven::From(owned.used(a)),
            needed => BreakEven::Never(miss(owned, rented, needed)),
        };
    }
    let Some(turn) = over.rises_to_zero().filter(|a| *a < owned.ceiling) else { return BreakEven::Always };
    match over.falls_to_zero() {
        Some(back) if back > turn && reachable(back) => {
            BreakEven::Outside { up_to: owned.used(turn), from: owned.used(back) }
        }
        _ => BreakEven::UpTo(owned.used(turn)),
    }
}

/// What owning costs over renting, a year, as a line in the busy share that bends downwards at `bend`.
struct Over {
    /// At no use.
    idle: f64,
    /// For each unit of busy share up to the bend.
    slope: f64,
    /// Where work goes beyond a commitment; infinite where it never does.
    bend: f64,
    /// The slope above it; nothing where renting cannot go on.
    slope_beyond: Option<f64>,
}

impl Over {
    fn new(owned: &OwnedGpu, rented: &RentedForIt) -> Self {
        let slope = |price: HourlyPrice| (owned.per_busy_hour - price).as_usd_per_gpu_hour() * HOURS_PER_YEAR;
        let below = slope(rented.per_busy_hour);
        Self {
            idle: (owned.fixed - rented.fixed).as_usd(),
            slope: below,
            bend: rented.beyond.map_or(f64::INFINITY, |b| b.from),
            slope_beyond: rented.beyond.map_or(Some(below), |b| b.per_busy_hour.map(slope)),
        }
    }

    fn own_wins_idle(&self) -> bool {
        self.idle < 0.0 || (self.idle == 0.0 && self.slope <= 0.0)
    }

    fn at_bend(&self) -> f64 {
        self.idle + self.slope * self.bend
    }

    /// The busy share at which renting becomes the cheaper one; only asked where owning is when idle.
    fn rises_to_zero(&self) -> Option<f64> {
        let below = (self.slope > 0.0).then(|| -self.idle / self.slope).filter(|a| *a <= self.bend);
        let beyond = || {
            let slope = self.slope_beyond.filter(|s| *s > 0.0 && self.bend.is_finite())?;
            Some(self.bend - self.at_bend() / slope)
        };
        below.or_else(beyond)
    }

    /// The busy share from which owning is the cheaper one again.
    fn falls_to_zero(&self) -> Option<f64> {
        let below = (self.idle >= 0.0 && self.slope < 0.0).then(|| -self.idle / self.slope).filter(|a| *a <= self.bend);
        let beyond = || match self.slope_beyond {
            _ if self.bend.is_infinite() => None,
            None => Some(self.bend),
            Some(slope) => (slope < 0.0).then(|| self.bend - self.at_bend() / slope),
        };
        below.or_else(beyond)
    }
}

fn miss(owned: &OwnedGpu, rented: &RentedForIt, needed: Option<f64>) -> Miss {
    let ceiling = owned.used(owned.ceiling);
    let per_hour = |yearly| per_productive_hour(yearly, ceiling.utilization).unwrap_or(0.0);
    Miss {
        needed: needed.filter(|a| a.is_finite()).map(|a| owned.used(a)),
        ceiling,
        owned_at_ceiling: per_hour(owned.yearly(owned.ceiling)),
        // Where renting cannot go on owning wins, so a miss always has a rent at the ceiling.
        rented_at_ceiling: rented.yearly(owned.ceiling).map_or(0.0, per_hour),
    }
}

/// The price of a rented hour at which renting the work of an owned GPU costs what owning it does: rent below,
/// own above.
///
/// (e / ρ) (F / (8,760 a) + v). Shapes: scalars. Units: `goodput_ratio` ρ is owned over rented, `paid_efficiency`
/// e the share of billed hours used. Nothing at no use. Source: model page, section 4.
pub fn indifference_price(
    owned: &OwnedGpu,
    busy_share: f64,
    goodput_ratio: f64,
    paid_efficiency: f64,
) -> Option<HourlyPrice> {
    let fixed = (busy_share > 0.0).then(|| owned.fixed.as_usd() / (HOURS_PER_YEAR * busy_share))?;
    let per_busy_hour = fixed + owned.per_busy_hour.as_usd_per_gpu_hour();
    let price = per_busy_hour * paid_efficiency / goodput_ratio;
    price.is_finite().then_some(HourlyPrice::usd_per_gpu_hour(price))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn owned(fixed: f64, per_busy_hour: f64, ceiling: f64, goodput: f64) -> OwnedGpu {
        OwnedGpu {
            fixed: Money::usd(fixed),
            per_busy_hour: HourlyPrice::usd_per_gpu_hour(per_busy_hour),
            ceiling,
            productive_per_busy: goodput,
        }
    }
    fn rented(fixed: f64, per_busy_hour: f64) -> RentedForIt {
        RentedForIt {
            fixed: Money::usd(fixed),
            per_busy_hour: HourlyPrice::usd_per_gpu_hour(per_busy_hour),
            beyond: None,
        }
    }
    fn near(value: f64, expected: f64) {
        assert!((value - expected).abs() <= 1e-9 * expected.abs(), "{value} is not {expected}");
    }

    /// Case break-even-ceiling of the reference cases.
    #[test]
    fn beyond_the_ceiling_is_never_with_its_distance() {
        let gpu = owned(24_000.0, 0.06 * 0.95, 0.93, 0.95);
        let BreakEven::Never(miss) = against(&gpu, &rented(0.0, 3.0)) else { panic!("reachable") };
        near(miss.needed.map_or(0.0, |n| n.busy_share), 0.930_929_672_918);
        near(miss.needed.map_or(0.0, |n| n.utilization), 0.884_383_189_272);
        near(miss.ceiling.utilization, 0.8835);
        let distance = miss.distance().map_or(0.0, |d| d.utilization);
        assert!((distance - 0.000_883_189_271_967).abs() < 1e-12, "{distance}");
        near(miss.owned_at_ceiling, 3.160_991_542_05);
        near(miss.rented_at_ceiling, 3.157_894_736_84);
        let price = indifference_price(&gpu, 0.93, 1.0, 1.0);
        near(price.map_or(0.0, HourlyPrice::as_usd_per_gpu_hour), 3.002_941_964_94);
    }

    #[test]
    fn corners_of_the_break_even_have_names() {
        let at_one = against(&owned(25_754.4, 0.06, 1.0, 1.0), &rented(0.0, 3.0));
        let BreakEven::From(found) = at_one else { panic!("{at_one:?}") };
        near(found.utilization, 1.0);
        let rent_at_running_cost = against(&owned(24_000.0, 0.06, 0.93, 0.95), &rented(0.0, 0.06));
        let BreakEven::Never(miss) = rent_at_running_cost else { panic!("{rent_at_running_cost:?}") };
        assert_eq!(miss.needed, None);
        assert_eq!(against(&owned(0.0, 0.06, 0.93, 0.95), &rented(0.0, 3.0)), BreakEven::Always);
        assert_eq!(owned(24_000.0, 0.06, 0.93, 0.95).per_productive_hour(0.0), None);
        near(owned(24_000.0, 0.06, 0.93, 0.95).yearly(0.0).as_usd(), 24_000.0);
    }

    /// Closed form of model page, section 4: a = (8,760 c' − F) / (8,760 v), owning wins below.
    #[test]
    fn against_a_commitment_owning_can_win_below() {
        let gpu = owned(20_000.0, 0.5, 1.0, 1.0);
        let committed = |c: f64| rented(c * HOURS_PER_YEAR, 0.0);
        let BreakEven::UpTo(found) = against(&gpu, &committed(2.5)) else { panic!("no turn") };
        near(found.busy_share, (8_760.0 * 2.5 - 20_000.0) / (8_760.0 * 0.5));
        assert_eq!(against(&gpu, &committed(3.0)), BreakEven::Always);
        let BreakEven::Never(miss) = against(&gpu, &committed(2.0)) else { panic!("own wins") };
        assert_eq!(miss.needed, None);
    }

    /// By hand: committed 8,760 × 1 for up to 40 % busy, 4 an hour beyond; owning 9,000 and 0.5 an hour. Owning is
    /// dearer by 240 + 4,380 a up to 0.4, then falls by 30,660 for each unit: it crosses at
    /// 0.4 + (240 + 1,752) / 30,660.
    #[test]
    fn work_beyond_a_commitment_turns_the_comparison_once_more() {
        let gpu = |fixed: f64| owned(fixed, 0.5, 0.9, 1.0);
        let beyond = |price: Option<f64>| RentedForIt {
            beyond: Some(Beyond { from: 0.4, per_busy_hour: price.map(HourlyPrice::usd_per_gpu_hour) }),
            ..rented(8_760.0, 0.0)
        };
        let BreakEven::From(at) = against(&gpu(9_000.0), &beyond(Some(4.0))) else { panic!("no crossing") };
        near(at.busy_share, 0.4 + (240.0 + 1_752.0) / 30_660.0);
        let BreakEven::Outside { up_to, from } = against(&gpu(8_000.0), &beyond(Some(4.0))) else { panic!("one side") };
        near(up_to.busy_share, 760.0 / 4_380.0);
        near(from.busy_share, 0.4 + (1_752.0 - 760.0) / 30_660.0);
        let BreakEven::From(at) = against(&gpu(9_000.0), &beyond(None)) else { panic!("nobody takes the rest") };
        near(at.busy_share, 0.4);
        assert_eq!(against(&gpu(6_000.0), &beyond(Some(4.0))), BreakEven::Always);
        assert_eq!(beyond(None).yearly(0.5), None);
    }
}
