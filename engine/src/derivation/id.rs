//! What a derivation derives.

use crate::cost::LineId;
use crate::inputs::CostUnit;
use crate::plans::plan::PlanKind;

/// A side of the comparison.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Side {
    /// Owning.
    Own,
    /// Renting.
    Rent,
}

/// How payments count towards payback.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PaybackBasis {
    /// As they are paid.
    Undiscounted,
    /// As present values.
    Discounted,
}

/// A figure that opens into its formula. A report has at most one derivation of each, except where
/// [`DerivationId::may_repeat`] says otherwise.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DerivationId {
    /// Cost of a productive GPU-hour in a steady year.
    SteadyYear(Side),
    /// Cost of a steady year.
    Yearly(Side),
    /// A cost line within [`DerivationId::Yearly`].
    Line(LineId),
    /// Cost of a steady year, in a unit other than an hour.
    SteadyYearInUnit(CostUnit, Side),
    /// Break-even price of a steady year.
    SteadyYearBreakEvenPrice,
    /// Busy share from which owning pays.
    OwningPaysFrom,
    /// Busy share up to which owning pays.
    OwningPaysUpTo,
    /// Busy share from which owning pays again.
    OwningPaysAgainFrom,
    /// Lowest of several busy shares at which the cheaper side changes.
    FirstChange,
    /// Highest of them.
    LastChange,
    /// Owning minus renting when idle, where owning pays at any busy share.
    AlwaysPaysIdle,
    /// The same at a busy share where the price changes.
    AlwaysPaysAtBend,
    /// The same at maximum load.
    AlwaysPaysAtMaximum,
    /// Owning minus renting at maximum load, where owning never pays.
    NeverPaysCost,
    /// Busy share missing there.
    NeverPaysBusyShare,
    /// The month of payback.
    PaybackMonth(PaybackBasis),
    /// Payback from the start: the most owning ever costs beyond renting.
    ImmediatePayback(PaybackBasis),
    /// No payback within the horizon: what is missing.
    NoPayback(PaybackBasis),
    /// The most that owning has paid beyond renting.
    PeakCash,
    /// Present value over the horizon.
    PresentValue(Side),
    /// Cost of a productive GPU-hour over the horizon.
    Horizon(Side),
    /// The same in a unit other than an hour.
    HorizonInUnit(Side),
    /// Busy share at which both sides cost the same over the horizon.
    HorizonBreakEvenBusyShare,
    /// Hourly price at which they do.
    HorizonBreakEvenPrice,
    /// Price of a commitment at which they do.
    HorizonBreakEvenCommitmentPrice,
    /// Node price at which they do.
    HorizonBreakEvenNodePrice,
    /// Saving of the cheaper side over the horizon.
    SavedBy(Side),
    /// The saving as a share of the more expensive side.
    SavedShareOfDearer,
    /// The saving as a share of the cheaper side.
    SavedShareOfCheaper,
    /// Upfront payment.
    UpfrontPayment,
    /// A line of it.
    UpfrontLine(LineId),
    /// Present value of a plan.
    PlanPresentValue(PlanKind),
    /// Cost of a productive GPU-hour of a plan.
    PlanHour(PlanKind),
    /// The same in a unit other than an hour.
    PlanInUnit(PlanKind),
    /// Present value of a plan as an even payment a year.
    PlanYear(PlanKind),
    /// What the recommended plan costs less than the one that it is compared with.
    PlanSaving,
    /// Payments of a plan up to delivery.
    PlanUpfront(PlanKind),
}

impl DerivationId {
    /// Whether a report may have several: one for each bend of the line of renting.
    pub fn may_repeat(self) -> bool {
        self == Self::AlwaysPaysAtBend
    }

    /// Its label; that of a line is the line's own and empty here.
    pub fn label(self) -> &'static str {
        use CostUnit::{Hour, Month, Run, Tokens};
        use PaybackBasis::{Discounted, Undiscounted};
        use Side::{Own, Rent};
        match self {
            Self::SteadyYear(Own) => "Owning in a steady year, per productive GPU-hour",
            Self::SteadyYear(Rent) => "Renting in a steady year, per productive GPU-hour",
            Self::Yearly(Own) => "Owning, per year",
            Self::Yearly(Rent) => "Renting, per year",
            Self::Line(_) | Self::UpfrontLine(_) => "",
            Self::SteadyYearInUnit(Hour, Own) => "Cost per GPU-hour: owning",
            Self::SteadyYearInUnit(Hour, Rent) => "Cost per GPU-hour: renting",
            Self::SteadyYearInUnit(Month, Own) => "Cost per month: owning",
            Self::SteadyYearInUnit(Month, Rent) => "Cost per month: renting",
            Self::SteadyYearInUnit(Run, Own) => "Cost per run: owning",
            Self::SteadyYearInUnit(Run, Rent) => "Cost per run: renting",
            Self::SteadyYearInUnit(Tokens, Own) => "Cost per million tokens: owning",
            Self::SteadyYearInUnit(Tokens, Rent) => "Cost per million tokens: renting",
            Self::SteadyYearBreakEvenPrice => "Steady-year break-even price, per billed GPU-hour",
            Self::OwningPaysFrom => "Break-even in a steady year, busy share: owning pays from here up",
            Self::OwningPaysUpTo => "Break-even in a steady year, busy share: owning pays up to here",
            Self::OwningPaysAgainFrom => "Break-even in a steady year, busy share: owning pays again from here up",
            Self::FirstChange => "Break-even in a steady year, busy share: first change of the cheaper side",
            Self::LastChange => "Break-even in a steady year, busy share: last change of the cheaper side",
            Self::AlwaysPaysIdle => "Break-even at any busy share: owning minus renting when idle",
            Self::AlwaysPaysAtBend => "Break-even at any busy share: owning minus renting where the price changes",
            Self::AlwaysPaysAtMaximum => "Break-even at any busy share: owning minus renting at maximum load",
            Self::NeverPaysCost => "Break-even never: owning minus renting at maximum load",
            Self::NeverPaysBusyShare => "Break-even never: busy share missing",
            Self::PaybackMonth(Undiscounted) => "Payback, months from the decision",
            Self::PaybackMonth(Discounted) => "Payback, discounted, months from the decision",
            Self::ImmediatePayback(Undiscounted) => "Immediate payback: the most owning ever costs beyond renting",
            Self::ImmediatePayback(Discounted) => {
                "Immediate payback, discounted: the most owning ever costs beyond renting"
            }
            Self::NoPayback(Undiscounted) => "No payback within the horizon: excess of owning over renting",
            Self::NoPayback(Discounted) => "No payback within the horizon, discounted: excess of owning over renting",
            Self::PeakCash => "Peak cash beyond renting",
            Self::PresentValue(Own) => "Present value of owning",
            Self::PresentValue(Rent) => "Present value of renting",
            Self::Horizon(Own) => "Over the horizon, owning per productive GPU-hour",
            Self::Horizon(Rent) => "Over the horizon, renting per productive GPU-hour",
            Self::HorizonInUnit(Own) => "Over the horizon, in the chosen unit: owning",
            Self::HorizonInUnit(Rent) => "Over the horizon, in the chosen unit: renting",
            Self::HorizonBreakEvenBusyShare => "Over the horizon, break-even busy share",
            Self::HorizonBreakEvenPrice => "Over the horizon, break-even price",
            Self::HorizonBreakEvenCommitmentPrice => "Over the horizon, break-even commitment price",
            Self::HorizonBreakEvenNodePrice => "Over the horizon, break-even node price",
            Self::SavedBy(Own) => "Saved by owning over the horizon",
            Self::SavedBy(Rent) => "Saved by renting over the horizon",
            Self::SavedShareOfDearer => "Saved, as a share of the more expensive side",
            Self::SavedShareOfCheaper => "Saved, as a share of the cheaper side",
            Self::UpfrontPayment => "Upfront payment",
            Self::PlanPresentValue(PlanKind::Now) => "Present value of the plan: as now",
            Self::PlanPresentValue(PlanKind::Own) => "Present value of the plan: own",
            Self::PlanPresentValue(PlanKind::Replace) => "Present value of the plan: sell and replace",
            Self::PlanPresentValue(PlanKind::Commit) => "Present value of the plan: commit",
            Self::PlanPresentValue(PlanKind::Rent) => "Present value of the plan: rent by the hour",
            Self::PlanPresentValue(PlanKind::Api) => "Present value of the plan: tokens from an API",
            Self::PlanPresentValue(PlanKind::Mix) => "Present value of the plan: mix",
            Self::PlanPresentValue(PlanKind::Yours) => "Present value of the plan: yours",
            Self::PlanInUnit(PlanKind::Now) => "In the chosen unit, the plan: as now",
            Self::PlanInUnit(PlanKind::Own) => "In the chosen unit, the plan: own",
            Self::PlanInUnit(PlanKind::Replace) => "In the chosen unit, the plan: sell and replace",
            Self::PlanInUnit(PlanKind::Commit) => "In the chosen unit, the plan: commit",
            Self::PlanInUnit(PlanKind::Rent) => "In the chosen unit, the plan: rent by the hour",
            Self::PlanInUnit(PlanKind::Api) => "In the chosen unit, the plan: tokens from an API",
            Self::PlanInUnit(PlanKind::Mix) => "In the chosen unit, the plan: mix",
            Self::PlanInUnit(PlanKind::Yours) => "In the chosen unit, the plan: yours",
            Self::PlanYear(PlanKind::Now) => "Even cost a year of the plan: as now",
            Self::PlanYear(PlanKind::Own) => "Even cost a year of the plan: own",
            Self::PlanYear(PlanKind::Replace) => "Even cost a year of the plan: sell and replace",
            Self::PlanYear(PlanKind::Commit) => "Even cost a year of the plan: commit",
            Self::PlanYear(PlanKind::Rent) => "Even cost a year of the plan: rent by the hour",
            Self::PlanYear(PlanKind::Api) => "Even cost a year of the plan: tokens from an API",
            Self::PlanYear(PlanKind::Mix) => "Even cost a year of the plan: mix",
            Self::PlanYear(PlanKind::Yours) => "Even cost a year of the plan: yours",
            Self::PlanSaving => "Saving of the recommended plan",
            Self::PlanUpfront(PlanKind::Now) => "Upfront payments of the plan: as now",
            Self::PlanUpfront(PlanKind::Own) => "Upfront payments of the plan: own",
            Self::PlanUpfront(PlanKind::Replace) => "Upfront payments of the plan: sell and replace",
            Self::PlanUpfront(PlanKind::Commit) => "Upfront payments of the plan: commit",
            Self::PlanUpfront(PlanKind::Rent) => "Upfront payments of the plan: rent by the hour",
            Self::PlanUpfront(PlanKind::Api) => "Upfront payments of the plan: tokens from an API",
            Self::PlanUpfront(PlanKind::Mix) => "Upfront payments of the plan: mix",
            Self::PlanUpfront(PlanKind::Yours) => "Upfront payments of the plan: yours",
            Self::PlanHour(PlanKind::Now) => "Per productive GPU-hour of the plan: as now",
            Self::PlanHour(PlanKind::Own) => "Per productive GPU-hour of the plan: own",
            Self::PlanHour(PlanKind::Replace) => "Per productive GPU-hour of the plan: sell and replace",
            Self::PlanHour(PlanKind::Commit) => "Per productive GPU-hour of the plan: commit",
            Self::PlanHour(PlanKind::Rent) => "Per productive GPU-hour of the plan: rent by the hour",
            Self::PlanHour(PlanKind::Api) => "Per productive GPU-hour of the plan: tokens from an API",
            Self::PlanHour(PlanKind::Mix) => "Per productive GPU-hour of the plan: mix",
            Self::PlanHour(PlanKind::Yours) => "Per productive GPU-hour of the plan: yours",
        }
    }
}
