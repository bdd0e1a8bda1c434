//! Derivation of the cost of a mix.

use super::{Derivation, DerivationId, figure, leaf, node};
use crate::analysis::mix_choice::MixChoice;
use crate::formulas::formula::Formula;
use crate::units::Unit;

/// The cost of a mix per productive GPU-hour, as its payments by kind over its hours; nothing where work stays undone.
pub fn of_mix(choice: &MixChoice) -> Option<Derivation> {
    const PAYMENTS: [(&str, &[&str]); 5] = [
        ("purchases, setup and prepayments", &["own.node_price_usd", "own.gpus_per_node"]),
        ("running costs of the owned machines", &[]),
        ("provider bills", &["work.workloads"]),
        ("removal less sale proceeds", &["own.residual_share"]),
        ("tax saved", &[]),
    ];
    let usd = choice.present_value_usd?;
    let paid = PAYMENTS.iter().zip(choice.paid_usd).filter(|(_, usd)| *usd != 0.0);
    let parts = paid.map(|((label, inputs), usd)| leaf(label, usd, Unit::Usd, inputs)).collect();
    let all = node("present value of all payments", usd, Unit::Usd, Formula::SumOfDiscountedPayments, parts);
    let hours = leaf("discounted productive hours", choice.hours_present_value, Unit::GpuHours, &["work.workloads"]);
    Some(figure(
        DerivationId::Mix,
        choice.usd_per_productive_gpu_hour()?,
        Unit::UsdPerGpuHour,
        Formula::PresentValuePerHour,
        vec![all, hours],
    ))
}
