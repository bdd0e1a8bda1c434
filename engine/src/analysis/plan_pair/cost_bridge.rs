//! From what one plan costs to what another costs, line by line. Source: plans page, section 1.

use serde::Serialize;

use crate::cost::LineId;
use crate::plans::plan::PlanKind;
use crate::plans::result::PlanResult;

/// What a cost line adds on the way from one plan to another.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct CostStep {
    /// The line.
    pub line: LineId,
    /// Its label.
    pub label: &'static str,
    /// What the second plan pays more for it, present value, US dollars.
    pub usd: f64,
    /// The part of that for purchases less sales.
    pub capex_usd: f64,
}

/// The way from what one plan costs to what another costs.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct CostBridge {
    /// The first plan.
    pub from: PlanKind,
    /// The second plan.
    pub to: PlanKind,
    /// Present value of the first, US dollars.
    pub from_usd: f64,
    /// Present value of the second.
    pub to_usd: f64,
    /// Every line that differs, in the order of the lines of a plan. They add up to the difference.
    pub steps: Vec<CostStep>,
    /// What the second pays more for purchases less sales.
    pub capex_usd: f64,
    /// What it pays more for everything else.
    pub opex_usd: f64,
}

impl CostBridge {
    /// The way between two plans.
    pub fn between(from: &PlanResult, to: &PlanResult) -> Self {
        let mut steps: Vec<CostStep> = Vec::new();
        for (plan, sign) in [(from, -1.0), (to, 1.0)] {
            for line in &plan.lines {
                let (usd, capex) = (sign * line.present_value_usd, sign * line.capex_usd);
                match steps.iter_mut().find(|step| step.line == line.id) {
                    Some(step) => {
                        step.usd += usd;
                        step.capex_usd += capex;
                    }
                    None => steps.push(CostStep { line: line.id, label: line.label, usd, capex_usd: capex }),
                }
            }
        }
        let order = |step: &CostStep| LineId::ALL.iter().position(|id| *id == step.line);
        steps.retain(|step| step.usd != 0.0);
        steps.sort_by_key(order);
        let capex_usd = steps.iter().map(|step| step.capex_usd).sum();
        let difference = to.present_value_usd - from.present_value_usd;
        Self {
            from: from.kind,
            to: to.kind,
            from_usd: from.present_value_usd,
            to_usd: to.present_value_usd,
            steps,
            capex_usd,
            opex_usd: difference - capex_usd,
        }
    }

    /// The steps in whole `unit`s, such as 1,000 dollars: they add up to the rounded difference to the last digit, because
    /// running sums are rounded, not steps.
    pub fn in_units(&self, unit: f64) -> Vec<(LineId, f64)> {
        let whole = |usd: f64| libm::round(usd / unit);
        let (mut sum, mut before) = (self.from_usd, whole(self.from_usd));
        let last = self.steps.len().saturating_sub(1);
        let mut parts = Vec::with_capacity(self.steps.len());
        for (place, step) in self.steps.iter().enumerate() {
            sum += step.usd;
            let next = whole(if place == last { self.to_usd } else { sum });
            parts.push((step.line, next - before));
            before = next;
        }
        parts
    }
}
