//! Where owning and renting cost the same, as a busy share and as the price of a rented hour.
//!
//! Everything here is closed form. Both sides are lines in the busy share a of the owned GPUs: owning N GPUs costs
//! N (F + 8,760 a v), renting the same work costs R0 + R1 N 8,760 a ρ / e, where R1 may change at a few uses (the end
//! of a commitment, the tiers of a support plan). With equal goodput on both sides ρ = 1 and goodput has no effect.
//! Source: model page, section 4.

use serde::Serialize;

use crate::units::{HOURS_PER_YEAR, HourlyPrice, Money};

/// Relative tolerance for reaching the ceiling.
pub const AT_CEILING: f64 = 1e-12;

/// Cost of one owned GPU and how busy it can be.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct OwnedGpu {
    /// F: per year, independent of use.
    pub fixed: Money,
    /// v: per busy hour.
    pub per_busy_hour: HourlyPrice,
    /// Largest busy share: availability × largest occupancy.
    pub ceiling: f64,
    /// Productive hours per busy hour, e_w × g.
    pub productive_per_busy: f64,
}

/// Most bends in the line of renting.
pub const MOST_BENDS: usize = 16;

/// Cost of renting the work of one owned GPU.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RentedForIt {
    /// Per year, independent of use: a commitment, storage, support on them.
    pub fixed: Money,
    /// Per hour in which the owned GPU would be busy, up to the first bend: c ρ / e.
    pub per_busy_hour: HourlyPrice,
    /// Where the price of such an hour changes.
    pub bends: Bends,
}

/// A use from which an hour has another price: a commitment ends, or the next tier of a support plan starts.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Bend {
    /// Busy share of the owned GPU.
    pub from: f64,
    /// Cost of each busy hour above it; `None` if no offer takes that work.
    #[serde(rename = "usd_per_busy_gpu_hour")]
    pub per_busy_hour: Option<HourlyPrice>,
}

/// Bends in ascending order, without allocation.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Bends {
    bends: [Bend; MOST_BENDS],
    count: usize,
}

impl Bends {
    /// A straight line.
    pub const NONE: Self = Self { bends: [Bend { from: 0.0, per_busy_hour: None }; MOST_BENDS], count: 0 };

    /// Adds a bend above the existing ones; ignored beyond the maximum.
    #[must_use]
    pub fn with(mut self, bend: Bend) -> Self {
        if let Some(place) = self.bends.get_mut(self.count) {
            *place = bend;
            self.count += 1;
        }
        self
    }

    /// The bends, lowest first.
    pub fn iter(&self) -> impl Iterator<Item = Bend> + '_ {
        self.bends.iter().take(self.count).copied()
    }
}

/// A busy share with the corresponding utilization.
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
    /// Use at which the two would cost the same, beyond what is reachable; `None` if no use achieves it.
    pub needed: Option<Use>,
    /// The highest possible use of the owned GPUs.
    pub ceiling: Use,
    /// Cost of owning per productive GPU-hour at the ceiling.
    pub owned_at_ceiling: f64,
    /// Cost of renting per productive GPU-hour at the ceiling; `None` where renting ends just there.
    pub rented_at_ceiling: Option<f64>,
}

impl Miss {
    /// The missing use, as busy share and utilization; `None` if no use achieves it.
    pub fn distance(&self) -> Option<Use> {
        self.needed.map(|n| Use {
            busy_share: n.busy_share - self.ceiling.busy_share,
            utilization: n.utilization - self.ceiling.utilization,
        })
    }
}

/// The use from which owning pays.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum BreakEven {
    /// At any use: even idle machines cost no more than renting.
    Always,
    /// From this use upwards.
    From(Use),
    /// Up to this use: against a commitment that also bills idle hours, the running cost of owned machines decides.
    UpTo(Use),
    /// Up to one use and again from another: in between a commitment is well used, above it its overflow is expensive.
    Outside {
        /// Owning pays up to here.
        up_to: Use,
        /// And again from here.
        from: Use,
    },
    /// The cheaper side changes several times: the tiers of a support plan bend the line of renting.
    Several {
        /// First at this use.
        first: Use,
        /// Last at this use.
        last: Use,
    },
    /// At no reachable use.
    Never(Miss),
}

impl OwnedGpu {
    fn used(&self, busy_share: f64) -> Use {
        Use { busy_share, utilization: busy_share * self.productive_per_busy }
    }

    /// Yearly cost at a busy share.
    pub fn yearly(&self, busy_share: f64) -> Money {
        self.fixed + Money::usd(self.per_busy_hour.as_usd_per_gpu_hour() * HOURS_PER_YEAR * busy_share)
    }

    /// Cost per productive hour at a busy share: F / (8,760 u) + v; `None` without productive hours.
    pub fn per_productive_hour(&self, busy_share: f64) -> Option<f64> {
        per_productive_hour(self.yearly(busy_share), busy_share * self.productive_per_busy)
    }
}

impl RentedForIt {
    /// Yearly cost at a busy share of the owned GPU; `None` if work would be left undone.
    pub fn yearly(&self, busy_share: f64) -> Option<Money> {
        let hours = |share: f64, price: HourlyPrice| Money::usd(price.as_usd_per_gpu_hour() * HOURS_PER_YEAR * share);
        let (mut sum, mut from, mut price) = (self.fixed, 0.0, self.per_busy_hour);
        for bend in self.bends.iter().take_while(|bend| busy_share > bend.from) {
            sum += hours(bend.from - from, price);
            (from, price) = (bend.from, bend.per_busy_hour?);
        }
        Some(sum + hours(busy_share - from, price))
    }

    /// Whether no offer takes the work beyond a busy share.
    fn ends_at(&self, busy_share: f64) -> bool {
        self.bends.iter().any(|bend| bend.from == busy_share && bend.per_busy_hour.is_none())
    }
}

/// Yearly cost per productive hour at a utilization; `None` at zero.
fn per_productive_hour(yearly: Money, utilization: f64) -> Option<f64> {
    (utilization > 0.0).then(|| yearly.as_usd() / (HOURS_PER_YEAR * utilization)).filter(|cost| cost.is_finite())
}

/// Break-even of one owned GPU against renting its work.
///
/// a* = (F − R0) / (8,760 (c ρ/e − v)), and from a bend at b on a* = b + (own − rent at b) / (8,760 (c ρ/e − v)) with
/// the price above it. With fixed cost on both sides the comparison can reverse: owning then wins below a*; and work
/// beyond a commitment, rented by the hour, can reverse it once more. Each piece of the line is crossed at most once.
/// The ceiling counts as reached within 1e-12 relative. Never fails. Source: model page, section 4.
pub fn against(owned: &OwnedGpu, rented: &RentedForIt) -> BreakEven {
    let idle = own_wins_idle(owned, rented);
    let reachable = |a: f64, falls: bool| match (falls, rented.ends_at(a)) {
        // An offer that does what full machines do ends where they do.
        (_, true) => a < owned.ceiling * (1.0 - AT_CEILING),
        (true, false) => a <= owned.ceiling * (1.0 + AT_CEILING),
        (false, false) => a < owned.ceiling,
    };
    // First, second and last reachable crossing, and the first of all.
    let (mut found, mut count, mut any) = ([0.0; 3], 0, None);
    let mut falls = !idle;
    let crossings = crossings(owned, rented, idle);
    for at in crossings.iter().flatten().copied() {
        // Where renting ends the two do not cost the same.
        any = any.or((!rented.ends_at(at)).then_some(at));
        if !reachable(at, falls) {
            break;
        }
        if let Some(place) = found.get_mut(count.min(2)) {
            *place = at;
        }
        found[2] = at;
        count += 1;
        falls = !falls;
    }
    let [first, second, last] = found.map(|a| owned.used(a));
    match (idle, count) {
        (false, 0) => BreakEven::Never(miss(owned, rented, any)),
        (false, 1) => BreakEven::From(first),
        (true, 0) => BreakEven::Always,
        (true, 1) => BreakEven::UpTo(first),
        (true, 2) => BreakEven::Outside { up_to: first, from: second },
        _ => BreakEven::Several { first, last },
    }
}

/// Whether owning costs less at no use, or the same with no more per hour.
fn own_wins_idle(owned: &OwnedGpu, rented: &RentedForIt) -> bool {
    let idle = (owned.fixed - rented.fixed).as_usd();
    idle < 0.0 || (idle == 0.0 && owned.per_busy_hour <= rented.per_busy_hour)
}

/// Every busy share at which the cheaper side changes, reachable or not, ascending.
fn crossings(owned: &OwnedGpu, rented: &RentedForIt, idle: bool) -> [Option<f64>; MOST_BENDS + 1] {
    let mut found = [None; MOST_BENDS + 1];
    let mut count: usize = 0;
    let mut own_wins = idle;
    // Cost of owning over renting, per year, at the start of a piece.
    let (mut from, mut over) = (0.0, (owned.fixed - rented.fixed).as_usd());
    let mut price = Some(rented.per_busy_hour);
    let mut bends = rented.bends.iter();
    loop {
        let next = bends.next();
        let to = next.map_or(f64::INFINITY, |bend| bend.from);
        // If no offer takes the work beyond, owning wins from there on.
        let slope = price.map(|price| (owned.per_busy_hour - price).as_usd_per_gpu_hour() * HOURS_PER_YEAR);
        let at = match slope {
            None => (!own_wins).then_some(from),
            Some(slope) if (slope > 0.0) == own_wins && slope != 0.0 => {
                Some(from - over / slope).filter(|at| *at <= to && at.is_finite())
            }
            Some(_) => None,
        };
        if let Some(at) = at {
            own_wins = !own_wins;
            // Touching at a bend is not a crossing.
            let before = count.checked_sub(1).and_then(|last| found.get(last).copied().flatten());
            let touches = slope.is_some() && before.is_some_and(|before| at <= before);
            count -= usize::from(touches);
            if let Some(place) = found.get_mut(count) {
                *place = (!touches).then_some(at);
            }
            count += usize::from(!touches);
        }
        let (Some(bend), Some(slope)) = (next, slope) else { return found };
        over += slope * (bend.from - from);
        (from, price) = (bend.from, bend.per_busy_hour);
    }
}

fn miss(owned: &OwnedGpu, rented: &RentedForIt, needed: Option<f64>) -> Miss {
    let ceiling = owned.used(owned.ceiling);
    let per_hour = |yearly| per_productive_hour(yearly, ceiling.utilization).unwrap_or(0.0);
    Miss {
        needed: needed.filter(|a| a.is_finite()).map(|a| owned.used(a)),
        ceiling,
        owned_at_ceiling: per_hour(owned.yearly(owned.ceiling)),
        rented_at_ceiling: rented.yearly(owned.ceiling).map(per_hour),
    }
}

/// The price of a rented hour at which renting the work of an owned GPU costs the same as owning it: rent below, own
/// above.
///
/// (e / ρ) (F / (8,760 a) + v). Shapes: scalars. Units: `goodput_ratio` ρ is owned over rented, `paid_efficiency` e the
/// share of billed hours used. `None` at zero use. Source: model page, section 4.
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
            bends: Bends::NONE,
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
        near(miss.rented_at_ceiling.unwrap_or(0.0), 3.157_894_736_84);
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

    /// Closed form of model page, section 4: a = (8,760 c' − F) / (8,760 v); owning wins below.
    #[test]
    fn against_a_commitment_owning_can_win_below() {
        let gpu = owned(20_000.0, 0.5, 1.0, 1.0);
        let committed = |c: f64| rented(c * HOURS_PER_YEAR, 0.0);
        let BreakEven::UpTo(found) = against(&gpu, &committed(2.5)) else { panic!("no change of winner") };
        near(found.busy_share, (8_760.0 * 2.5 - 20_000.0) / (8_760.0 * 0.5));
        assert_eq!(against(&gpu, &committed(3.0)), BreakEven::Always);
        let BreakEven::Never(miss) = against(&gpu, &committed(2.0)) else { panic!("owning wins") };
        assert_eq!(miss.needed, None);
    }

    /// By hand: committed 8,760 × 1 for up to 40% busy, 4 an hour beyond; owning 9,000 and 0.5 an hour. Owning costs
    /// 240 + 4,380 a more up to 0.4, then its excess falls by 30,660 per unit: it crosses at 0.4 + (240 + 1,752) /
    /// 30,660.
    #[test]
    fn work_beyond_a_commitment_turns_the_comparison_once_more() {
        let gpu = |fixed: f64| owned(fixed, 0.5, 0.9, 1.0);
        let beyond = |price: Option<f64>| RentedForIt {
            bends: Bends::NONE.with(Bend { from: 0.4, per_busy_hour: price.map(HourlyPrice::usd_per_gpu_hour) }),
            ..rented(8_760.0, 0.0)
        };
        let BreakEven::From(at) = against(&gpu(9_000.0), &beyond(Some(4.0))) else { panic!("no crossing") };
        near(at.busy_share, 0.4 + (240.0 + 1_752.0) / 30_660.0);
        let BreakEven::Outside { up_to, from } = against(&gpu(8_000.0), &beyond(Some(4.0))) else { panic!("one side") };
        near(up_to.busy_share, 760.0 / 4_380.0);
        near(from.busy_share, 0.4 + (1_752.0 - 760.0) / 30_660.0);
        let BreakEven::From(at) = against(&gpu(9_000.0), &beyond(None)) else { panic!("no offer takes the rest") };
        near(at.busy_share, 0.4);
        assert_eq!(against(&gpu(6_000.0), &beyond(Some(4.0))), BreakEven::Always);
        assert_eq!(beyond(None).yearly(0.5), None);
    }

    /// By hand: owning 16,250 a year; renting 2 an hour for up to 87.5% busy, 9 beyond. At 87.5% renting costs 15,330,
    /// 920 less, which another 920 ÷ (8,760 × 9) of use makes up for; on the first line alone it would be at 92.75%. The
    /// owned GPUs reach 80%. If nobody takes the work beyond 87.5%, no use makes both cost the same.
    #[test]
    fn the_use_that_would_be_needed_counts_bends_beyond_the_ceiling() {
        let gpu = owned(16_250.0, 0.0, 0.8, 1.0);
        let beyond = |usd: Option<f64>| RentedForIt {
            bends: Bends::NONE.with(Bend { from: 0.875, per_busy_hour: usd.map(HourlyPrice::usd_per_gpu_hour) }),
            ..rented(0.0, 2.0)
        };
        let BreakEven::Never(miss) = against(&gpu, &beyond(Some(9.0))) else { panic!("within reach") };
        near(miss.needed.map_or(0.0, |needed| needed.busy_share), 0.875 + 920.0 / (8_760.0 * 9.0));
        let BreakEven::Never(miss) = against(&gpu, &beyond(None)) else { panic!("within reach") };
        assert_eq!(miss.needed, None);
        // It ends exactly where the owned GPUs are full: they do not win by that.
        let as_much =
            RentedForIt { bends: Bends::NONE.with(Bend { from: 0.8, per_busy_hour: None }), ..rented(0.0, 2.0) };
        let BreakEven::Never(miss) = against(&gpu, &as_much) else { panic!("within reach") };
        assert_eq!(miss.needed, None);
        near(miss.rented_at_ceiling.unwrap_or(0.0), 2.0);
    }

    /// By hand: renting 2 an hour up to 25% busy, 0.25 up to 75%, 2 above; owning 3,285 and 0.5 an hour. Owning less
    /// renting is 3,285 − 13,140 a, so 0 at 25%. With the first bend at 30% it is −657 there, rises by 2,190 per unit
    /// and reaches 0 at 60%; at the second bend it is 328.5 and falls by 13,140: 0 at 77.5%.
    #[test]
    fn tiers_can_turn_the_comparison_several_times() {
        let gpu = owned(3_285.0, 0.5, 0.9, 1.0);
        let bend = |from: f64, usd: f64| Bend { from, per_busy_hour: Some(HourlyPrice::usd_per_gpu_hour(usd)) };
        let tiers = |first: f64| RentedForIt {
            bends: Bends::NONE.with(bend(first, 0.25)).with(bend(0.75, 2.0)),
            ..rented(0.0, 2.0)
        };
        let BreakEven::Several { first, last } = against(&gpu, &tiers(0.3)) else { panic!("one crossing") };
        near(first.busy_share, 0.25);
        near(last.busy_share, 0.775);
        near(tiers(0.3).yearly(0.6).map_or(0.0, Money::as_usd), gpu.yearly(0.6).as_usd());
        // It only touches where the first piece ends: owning wins from the last crossing on.
        let BreakEven::From(at) = against(&gpu, &tiers(0.25)) else { panic!("touching is not a crossing") };
        near(at.busy_share, 0.75 + 1_095.0 / 13_140.0);
    }
}
