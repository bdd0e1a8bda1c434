//! The plans of a scenario, the one to take, and how sure that is: sizes are found, all plans evaluated, and the
//! recommended one is explained against its runner-up.

use serde::Serialize;

use super::plan_pair::{Pair, explain};
use super::strength::Strength;
use crate::inputs::Scenario;
use crate::inputs::workloads::Workload;
use crate::model::{Model, Subject};
use crate::plans::listing::Plans;
use crate::plans::plan::PlanKind;
use crate::plans::setting::Setting;
use crate::plans::{FoundSizes, evaluate_with, find_sizes};
use crate::units::HOURS_PER_MONTH;

/// The current bill beside what is there by this calculation.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Calibration {
    /// The bill, US dollars a month.
    pub bill_usd_per_month: f64,
    /// What the plan "now" pays providers in its first month, running commitments among it, US dollars.
    pub now_usd_per_month: f64,
    /// How much more the plan pays, as a share of the bill.
    pub off_share: f64,
}

impl Calibration {
    /// Whether the two are so far apart that a recommendation is leaning at most.
    pub fn is_off(&self) -> bool {
        libm::fabs(self.off_share) > WELL_CALIBRATED
    }
}

/// Off by more than this share, a recommendation is leaning at most.
const WELL_CALIBRATED: f64 = 0.1;

/// The plans of a scenario, the one to take, and how sure that is.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Decision {
    /// All plans.
    #[serde(flatten)]
    pub plans: Plans,
    /// How sure the recommendation is against the runner-up; nothing without both.
    pub badge: Option<Strength>,
    /// The two against each other.
    pub pair: Option<Pair>,
    /// The current bill beside this calculation; nothing without a bill.
    pub calibration: Option<Calibration>,
}

/// How sure a recommendation is, and what that rests on.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Weighed {
    /// How sure the recommendation is against the runner-up; nothing without both.
    pub badge: Option<Strength>,
    /// The two against each other.
    pub pair: Option<Pair>,
    /// The current bill beside this calculation; nothing without a bill.
    pub calibration: Option<Calibration>,
}

/// Weighs the recommended plan against its runner-up. `own`: the model of the scenario itself with the further nodes that its
/// rule buys.
pub fn weigh(setting: &Setting, subject: Subject, own: &Model, (plans, sizes): (&Plans, &FoundSizes)) -> Weighed {
    let kinds = plans.recommended.zip(plans.runner_up);
    let pair = kinds.and_then(|kinds| explain(setting, subject, own, (plans, sizes), kinds));
    weighed(setting, subject, plans, pair)
}

/// How sure a recommendation is whose pair is explained.
pub fn weighed(setting: &Setting, subject: Subject, plans: &Plans, pair: Option<Pair>) -> Weighed {
    let calibration = calibration(setting, subject, plans);
    let off = calibration.is_some_and(|found| found.is_off());
    let not_run = jobs_not_run(subject, plans);
    let badge = pair.as_ref().map(|pair| match pair.badge {
        Strength::Clear if off || not_run => Strength::Leaning,
        badge => badge,
    });
    Weighed { badge, pair, calibration }
}

/// Whether machines or commitments are planned for measured demand, and nobody has entered what its whole jobs get of them: sums
/// of hours promise more, so that a recommendation is leaning at most.
pub fn jobs_not_run(subject: Subject, plans: &Plans) -> bool {
    let Subject { scenario, book, .. } = subject;
    if !scenario.work.workloads.iter().any(Workload::has_levels) {
        return false;
    }
    // A replay writes either or both.
    let typical = Scenario::typical(book);
    let rows = [
        (scenario.own.largest_occupancy, typical.own.largest_occupancy),
        (scenario.rent.paid_efficiency, typical.rent.paid_efficiency),
    ];
    let is_usual = rows.iter().all(|(entered, usual)| entered.value == usual.value && !entered.is_confirmed());
    let pair = [plans.recommended(), plans.runner_up()];
    is_usual && pair.into_iter().flatten().any(|plan| plan.own_gpus > 0.0 || plan.committed_gpus > 0.0)
}

/// Finds the sizes, evaluates all plans and explains the recommendation. `own`: as for [`weigh`].
pub fn decide(subject: Subject, own: &Model) -> Option<Decision> {
    let setting = Setting::new(Some(own), subject)?;
    let sizes = find_sizes(&setting, subject);
    let plans = evaluate_with(&setting, subject, own, &sizes);
    let Weighed { badge, pair, calibration } = weigh(&setting, subject, own, (&plans, &sizes));
    Some(Decision { plans, badge, pair, calibration })
}

fn calibration(setting: &Setting, subject: Subject, plans: &Plans) -> Option<Calibration> {
    setting.base.bill?;
    let bill = subject.scenario.present.bill_usd_per_month.value;
    let now = plans.plan(PlanKind::Now)?;
    let running = subject.scenario.present.commitments.iter();
    let running: f64 = running.map(|c| c.gpus * c.usd_per_gpu_hour * HOURS_PER_MONTH).sum();
    let paid = now.provider_usd_first_month + running;
    let off_share = (paid - bill) / bill;
    off_share.is_finite().then_some(Calibration { bill_usd_per_month: bill, now_usd_per_month: paid, off_share })
}
