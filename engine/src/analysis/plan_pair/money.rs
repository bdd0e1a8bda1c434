//! Payback and internal rate of two plans. Source: plans page, section 12.

use crate::cash_flow::Flows;
use crate::horizon::payback::{NoRate, Paid, Payback, internal_rate, payback};
use crate::plans::plan::{Plan, PlanKind};
use crate::plans::setting::Setting;

/// Payback and rate of the plan that needs more cash first.
pub(super) struct Money {
    pub first: PlanKind,
    pub second: PlanKind,
    pub needs_less_cash: bool,
    pub payback: Option<Payback>,
    pub rate: Result<f64, NoRate>,
}

impl Money {
    pub(super) fn of(setting: &Setting, (a, a_upfront): (&Plan, f64), (b, b_upfront): (&Plan, f64)) -> Self {
        let fill = |plan: &Plan| {
            let mut flows = Flows::with_accounts(&plan.model);
            plan.fill(&setting.terms, &mut flows);
            flows
        };
        let mut sides = [(a, fill(a)), (b, fill(b))];
        let model = &a.model;
        let above = |one: &Flows, other: &Flows| {
            let over = Paid::of(model, one, Some(other), None).over();
            over.iter().find(|(_, usd)| *usd != 0.0).is_some_and(|(_, usd)| *usd > 0.0)
        };
        let [(_, of_a), (_, of_b)] = &sides;
        let b_first = if a_upfront == b_upfront { above(of_b, of_a) } else { b_upfront > a_upfront };
        if b_first {
            sides.swap(0, 1);
        }
        let [(first, one), (second, other)] = &sides;
        let paid = Paid::of(model, one, Some(other), None);
        let needs_less_cash = paid.over().iter().all(|(_, usd)| *usd <= 0.0);
        Self {
            first: first.kind,
            second: second.kind,
            needs_less_cash,
            payback: (!needs_less_cash).then(|| payback(model, one, other, &paid)),
            rate: if needs_less_cash { Err(NoRate::less_cash()) } else { internal_rate(model, one, other) },
        }
    }
}
