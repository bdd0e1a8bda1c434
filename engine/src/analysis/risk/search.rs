//! Draws of a scenario as one long task: its sizes first, then a few cases for the rival, then the cases.

use super::{DRAWS, Draws, Risk};
use crate::analysis::plan_pair::Place;
use crate::horizon::node_expansion;
use crate::model::{Model, Subject};
use crate::plans::recommendation::Plans;
use crate::plans::setting::Setting;
use crate::plans::{FindSizes, FoundSizes, evaluate_with};

/// The search for the sizes of a scenario, then the draws, in steps.
pub struct RiskSearch {
    setting: Setting,
    own: Model,
    sizes: FindSizes,
    stage: Stage,
    /// How often what was found so far has been told.
    told: usize,
}

/// Draws after which what they say is told while more are drawn.
const TOLD_AFTER: [usize; 2] = [500, 2_500];

/// How far a search has come.
enum Stage {
    /// Sizes are searched.
    Sizes,
    /// A few cases are drawn, for the rival of the answer.
    Rival(Box<Draws>, Box<(Plans, FoundSizes)>),
    /// Cases are drawn.
    Draws(Box<Draws>),
    /// Nothing is uncertain, or nothing compares.
    Nothing,
}

impl RiskSearch {
    /// Starts with a scenario; nothing where it cannot be computed.
    pub fn start(subject: Subject) -> Option<Self> {
        let own = node_expansion::model(subject.scenario, subject.book, subject.edition).ok()?;
        let setting = Setting::new(Some(&own), subject)?;
        let sizes = FindSizes::new(&setting);
        Some(Self { setting, own, sizes, stage: Stage::Sizes, told: 0 })
    }

    /// Takes a step. Returns whether steps are left.
    pub fn step(&mut self, subject: Subject) -> bool {
        let place = Place { setting: &self.setting, subject, own: &self.own };
        match &mut self.stage {
            Stage::Draws(draws) => draws.step(place),
            Stage::Nothing => false,
            Stage::Rival(draws, found) => {
                if draws.step(place) {
                    return true;
                }
                let (plans, sizes) = &**found;
                let plans = draws.other_rival().map_or_else(|| plans.clone(), |rival| plans.with_rival(rival));
                let draws = Draws::new(place, (&plans, sizes), DRAWS);
                self.stage = draws.map_or(Stage::Nothing, |draws| Stage::Draws(Box::new(draws)));
                true
            }
            Stage::Sizes if self.sizes.step(subject) => true,
            Stage::Sizes => {
                let sizes = self.sizes.finish(subject);
                let plans = evaluate_with(&self.setting, subject, &self.own, &sizes);
                let draws = Draws::brief(place, (&plans, &sizes));
                let found = Box::new((plans, sizes));
                self.stage = draws.map_or(Stage::Nothing, |draws| Stage::Rival(Box::new(draws), found));
                true
            }
        }
    }

    /// Evaluations done, and all.
    pub fn progress(&self) -> (usize, usize) {
        match &self.stage {
            Stage::Draws(draws) => draws.progress(),
            Stage::Nothing => (1, 1),
            Stage::Sizes | Stage::Rival(..) => (0, DRAWS),
        }
    }

    /// What the draws so far say, once after each number of [`TOLD_AFTER`].
    pub fn so_far(&mut self) -> Option<Risk> {
        let Stage::Draws(draws) = &self.stage else { return None };
        TOLD_AFTER.get(self.told).filter(|after| draws.done() >= **after)?;
        self.told += 1;
        draws.so_far()
    }

    /// What the draws say; nothing where nothing is uncertain.
    pub fn finish(self) -> Option<Risk> {
        match self.stage {
            Stage::Draws(draws) => draws.so_far(),
            Stage::Sizes | Stage::Rival(..) | Stage::Nothing => None,
        }
    }
}
