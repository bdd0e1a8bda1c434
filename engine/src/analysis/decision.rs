//! The plans of a scenario, the one to take, and how sure that is: sizes are found, all plans evaluated, and the
//! recommended one is explained against its runner-up.

use serde::Serialize;

use super::plan_pair::{Explanation, Pair, Place};
use super::risk::{Draws, LIKELY_SHARE, Likelihood};
use super::strength::Strength;
use crate::inputs::Scenario;
use crate::inputs::workloads::Workload;
use crate::model::{Model, Subject};
use crate::plans::plan::PlanKind;
use crate::plans::recommendation::Plans;
use crate::plans::setting::Setting;
use crate::plans::{FoundSizes, evaluate_with, find_sizes};
use crate::prices::PriceBook;
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
    /// How sure the recommendation is.
    #[serde(flatten)]
    pub weighed: Weighed,
}

/// How sure a recommendation is, and what that rests on.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Weighed {
    /// How sure the recommendation is against the runner-up; nothing without both.
    pub badge: Option<Strength>,
    /// The two against each other.
    pub pair: Option<Pair>,
    /// The current bill beside this calculation; nothing without a bill.
    pub calibration: Option<Calibration>,
    /// How likely the recommended plan is the cheapest; nothing where nothing is uncertain, or nothing compares.
    pub likelihood: Option<Likelihood>,
    /// The plan that takes the place of the rival, because the recommended one wins too few of the draws and this one most of the
    /// others; see [`Plans::with_rival`].
    #[serde(skip)]
    pub rival: Option<PlanKind>,
}

/// Weighs the recommended plan, in steps: draws what is uncertain, then explains it against its rival.
pub struct Weighing {
    draws: Option<Draws>,
    stage: Stage,
}

/// How far a weighing has come.
enum Stage {
    /// Cases are drawn.
    Draws,
    /// The two plans are explained.
    Explanation(Box<Explanation>),
    /// It is done; with the explanation, where two plans compare.
    Done(Option<Box<Explanation>>),
}

impl Weighing {
    /// Starts with the plans of a setting.
    pub fn new(place: Place, found: (&Plans, &FoundSizes)) -> Self {
        let draws = found.0.leading().and_then(|_| Draws::brief(place, found));
        Self { draws, stage: Stage::Draws }
    }

    /// Takes a step, with the same plans. Returns whether steps are left.
    pub fn step(&mut self, place: Place, found: (&Plans, &FoundSizes)) -> bool {
        let Place { setting, subject, own } = place;
        match std::mem::replace(&mut self.stage, Stage::Done(None)) {
            Stage::Draws if self.draws.as_mut().is_some_and(|draws| draws.step(place)) => self.stage = Stage::Draws,
            Stage::Draws => {
                let kinds = found.0.recommended.zip(self.rival().or(found.0.rival));
                let explanation = kinds.and_then(|kinds| Explanation::new(setting, subject, own, found, kinds));
                self.stage = explanation.map_or(Stage::Done(None), |found| Stage::Explanation(Box::new(found)));
            }
            Stage::Explanation(mut explanation) => {
                let is_left = explanation.step(subject);
                self.stage = if is_left { Stage::Explanation(explanation) } else { Stage::Done(Some(explanation)) };
            }
            done @ Stage::Done(_) => self.stage = done,
        }
        !matches!(self.stage, Stage::Done(_))
    }

    /// The rival by the draws, where the recommended plan wins too few of them; nothing where that is the rival as entered.
    fn rival(&self) -> Option<PlanKind> {
        self.draws.as_ref().and_then(Draws::other_rival)
    }

    /// How sure the recommendation is.
    pub fn finish(self, setting: &Setting, subject: Subject, plans: &Plans) -> Weighed {
        let rival = self.rival();
        let likelihood = self.draws.as_ref().and_then(Draws::likelihood);
        let pair = match self.stage {
            Stage::Done(explanation) => explanation.map(|found| found.finish()),
            Stage::Explanation(_) | Stage::Draws => None,
        };
        let calibration = calibration(setting, subject, plans);
        let is_off = calibration.is_some_and(|found| found.is_off());
        let is_held = is_off || jobs_not_run(subject, plans);
        let is_unlikely = likelihood.as_ref().is_some_and(|found| found.cheapest_share < LIKELY_SHARE);
        let badge = pair.as_ref().map(|pair| match pair.badge {
            Strength::Clear | Strength::Leaning if is_unlikely => Strength::Close,
            Strength::Clear if is_held => Strength::Leaning,
            badge => badge,
        });
        Weighed { badge, pair, calibration, likelihood, rival }
    }
}

/// Whether somebody entered what whole jobs get of machines and of rented hours: a replay writes either or both.
pub fn says_what_jobs_get(scenario: &Scenario, book: &PriceBook) -> bool {
    let typical = Scenario::typical(book);
    let rows = [
        (scenario.own.largest_occupancy, typical.own.largest_occupancy),
        (scenario.rent.paid_efficiency, typical.rent.paid_efficiency),
    ];
    rows.iter().any(|(entered, usual)| entered.value != usual.value || entered.is_confirmed())
}

/// Whether machines or commitments are planned for measured demand, and nobody has entered what its whole jobs get of them: sums
/// of hours promise more, so that a recommendation is leaning at most.
pub fn jobs_not_run(subject: Subject, plans: &Plans) -> bool {
    let Subject { scenario, book, .. } = subject;
    if !scenario.work.workloads.iter().any(Workload::has_levels) {
        return false;
    }
    let pair = [plans.recommended(), plans.rival()];
    !says_what_jobs_get(scenario, book)
        && pair.into_iter().flatten().any(|plan| plan.own_gpus > 0.0 || plan.committed_gpus > 0.0)
}

/// Finds the sizes, evaluates all plans and weighs the recommendation. `own`: the model of the scenario itself with the further
/// nodes that its rule buys.
pub fn decide(subject: Subject, own: &Model) -> Option<Decision> {
    let setting = Setting::new(Some(own), subject)?;
    let sizes = find_sizes(&setting, subject);
    let plans = evaluate_with(&setting, subject, own, &sizes);
    let place = Place { setting: &setting, subject, own };
    let mut weighing = Weighing::new(place, (&plans, &sizes));
    while weighing.step(place, (&plans, &sizes)) {}
    let weighed = weighing.finish(&setting, subject, &plans);
    let plans = weighed.rival.map_or_else(|| plans.clone(), |rival| plans.with_rival(rival));
    Some(Decision { plans, weighed })
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
