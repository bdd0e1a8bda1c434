//! Key figures that open their derivations in place.

use crate::derivation::{Derivation, DerivationId, PaybackBasis, Side};
use crate::inputs::CostUnit;
use crate::plans::plan::PlanKind;

/// A figure that opens.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum KeyFigure {
    /// Cost to own.
    OwnCost,
    /// Cost to rent.
    RentCost,
    /// Saving of the cheaper side.
    Saving,
    /// Break-even utilization.
    BreakEvenShare,
    /// Break-even price.
    BreakEvenPrice,
    /// Upfront payment.
    UpfrontPayment,
    /// Peak cash.
    PeakCash,
    /// Node price at which the answer changes.
    NodePrice,
    /// Cost of a plan.
    PlanCost(PlanKind),
    /// Upfront payments of a plan.
    PlanUpfront(PlanKind),
    /// Saving of the recommended plan.
    PlanSaving,
}

/// The break-even in a steady year, whichever there is.
pub const STEADY_YEAR_BREAK_EVEN: [DerivationId; 10] = [
    DerivationId::OwningPaysFrom,
    DerivationId::OwningPaysUpTo,
    DerivationId::OwningPaysAgainFrom,
    DerivationId::FirstChange,
    DerivationId::LastChange,
    DerivationId::AlwaysPaysIdle,
    DerivationId::AlwaysPaysAtBend,
    DerivationId::AlwaysPaysAtMaximum,
    DerivationId::NeverPaysCost,
    DerivationId::NeverPaysBusyShare,
];
/// Payback, whichever there is.
pub const PAYBACK: [DerivationId; 6] = [
    DerivationId::PaybackMonth(PaybackBasis::Undiscounted),
    DerivationId::PaybackMonth(PaybackBasis::Discounted),
    DerivationId::ImmediatePayback(PaybackBasis::Undiscounted),
    DerivationId::ImmediatePayback(PaybackBasis::Discounted),
    DerivationId::NoPayback(PaybackBasis::Undiscounted),
    DerivationId::NoPayback(PaybackBasis::Discounted),
];
/// Both present values.
pub const PRESENT_VALUES: [DerivationId; 2] =
    [DerivationId::PresentValue(Side::Own), DerivationId::PresentValue(Side::Rent)];

/// A steady year's costs in the units other than an hour.
pub const STEADY_YEAR_IN_UNIT: [DerivationId; 6] = [
    DerivationId::SteadyYearInUnit(CostUnit::Month, Side::Own),
    DerivationId::SteadyYearInUnit(CostUnit::Month, Side::Rent),
    DerivationId::SteadyYearInUnit(CostUnit::Run, Side::Own),
    DerivationId::SteadyYearInUnit(CostUnit::Run, Side::Rent),
    DerivationId::SteadyYearInUnit(CostUnit::Tokens, Side::Own),
    DerivationId::SteadyYearInUnit(CostUnit::Tokens, Side::Rent),
];

impl KeyFigure {
    /// Those of the answer to own or to rent.
    pub const OWN_OR_RENT: [Self; 8] = [
        Self::OwnCost,
        Self::RentCost,
        Self::Saving,
        Self::BreakEvenShare,
        Self::BreakEvenPrice,
        Self::UpfrontPayment,
        Self::PeakCash,
        Self::NodePrice,
    ];

    /// Its permanent id in the page.
    pub fn id(self) -> &'static str {
        match self {
            Self::OwnCost => "own",
            Self::RentCost => "rent",
            Self::Saving => "saving",
            Self::BreakEvenShare => "break-even",
            Self::BreakEvenPrice => "price",
            Self::UpfrontPayment => "cheque",
            Self::PeakCash => "cash",
            Self::NodePrice => "node-price",
            Self::PlanSaving => "plan-saving",
            Self::PlanCost(PlanKind::Now) => "cost-of-now",
            Self::PlanCost(PlanKind::Own) => "cost-of-own",
            Self::PlanCost(PlanKind::Replace) => "cost-of-replace",
            Self::PlanCost(PlanKind::Commit) => "cost-of-commit",
            Self::PlanCost(PlanKind::Rent) => "cost-of-rent",
            Self::PlanCost(PlanKind::Api) => "cost-of-api",
            Self::PlanCost(PlanKind::Mix) => "cost-of-mix",
            Self::PlanCost(PlanKind::Yours) => "cost-of-yours",
            Self::PlanUpfront(PlanKind::Now) => "upfront-of-now",
            Self::PlanUpfront(PlanKind::Own) => "upfront-of-own",
            Self::PlanUpfront(PlanKind::Replace) => "upfront-of-replace",
            Self::PlanUpfront(PlanKind::Commit) => "upfront-of-commit",
            Self::PlanUpfront(PlanKind::Rent) => "upfront-of-rent",
            Self::PlanUpfront(PlanKind::Api) => "upfront-of-api",
            Self::PlanUpfront(PlanKind::Mix) => "upfront-of-mix",
            Self::PlanUpfront(PlanKind::Yours) => "upfront-of-yours",
        }
    }

    /// Its label.
    pub fn label(self) -> &'static str {
        match self {
            Self::OwnCost => "Cost to own",
            Self::RentCost => "Cost to rent",
            Self::Saving => "Saving of the cheaper side",
            Self::BreakEvenShare => "Break-even utilization",
            Self::BreakEvenPrice => "Break-even price",
            Self::UpfrontPayment => "Upfront payment",
            Self::PeakCash => "Peak cash",
            Self::NodePrice => "Node price",
            Self::PlanSaving => "Saving of this plan",
            Self::PlanCost(_) => "Cost of this plan",
            Self::PlanUpfront(_) => "Upfront payments of this plan",
        }
    }

    /// Id of the heading of the page's section with more on it.
    pub fn section(self) -> &'static str {
        match self {
            Self::OwnCost | Self::RentCost | Self::UpfrontPayment => "costs-heading",
            Self::Saving | Self::PeakCash => "over-time-heading",
            Self::BreakEvenShare | Self::BreakEvenPrice => "offers-heading",
            Self::NodePrice => "flips-heading",
            Self::PlanCost(_) | Self::PlanUpfront(_) | Self::PlanSaving => "ways-heading",
        }
    }

    /// The derivations it opens into, in the order shown.
    pub fn derivations(self) -> Vec<DerivationId> {
        let cost = |side: Side| {
            let in_unit = |unit: CostUnit| DerivationId::SteadyYearInUnit(unit, side);
            vec![
                DerivationId::HorizonInUnit(side),
                DerivationId::Horizon(side),
                DerivationId::SteadyYear(side),
                in_unit(CostUnit::Month),
                in_unit(CostUnit::Run),
                in_unit(CostUnit::Tokens),
            ]
        };
        match self {
            Self::OwnCost => cost(Side::Own),
            Self::RentCost => cost(Side::Rent),
            Self::Saving => [
                DerivationId::SavedBy(Side::Own),
                DerivationId::SavedBy(Side::Rent),
                DerivationId::SavedShareOfDearer,
                DerivationId::SavedShareOfCheaper,
            ]
            .into_iter()
            .chain(PRESENT_VALUES)
            .collect(),
            Self::BreakEvenShare => {
                [DerivationId::HorizonBreakEvenBusyShare].into_iter().chain(STEADY_YEAR_BREAK_EVEN).collect()
            }
            Self::BreakEvenPrice => vec![
                DerivationId::HorizonBreakEvenCommitmentPrice,
                DerivationId::HorizonBreakEvenPrice,
                DerivationId::SteadyYearBreakEvenPrice,
            ],
            Self::UpfrontPayment => vec![DerivationId::UpfrontPayment],
            Self::PeakCash => [DerivationId::PeakCash].into_iter().chain(PAYBACK).collect(),
            Self::NodePrice => vec![DerivationId::HorizonBreakEvenNodePrice],
            Self::PlanCost(kind) => {
                vec![DerivationId::PlanInUnit(kind), DerivationId::PlanHour(kind), DerivationId::PlanYear(kind)]
            }
            Self::PlanSaving => vec![DerivationId::PlanSaving],
            Self::PlanUpfront(kind) => vec![DerivationId::PlanUpfront(kind)],
        }
    }

    /// Its derivations among all of a report's, in the order shown.
    pub fn trees(self, all: &[Derivation]) -> Vec<&Derivation> {
        let of = |id: DerivationId| all.iter().filter(move |tree| tree.id == Some(id));
        self.derivations().into_iter().flat_map(of).collect()
    }
}
