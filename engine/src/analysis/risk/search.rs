//! Draws of a scenario as one long task: its sizes first, then the cases.

use super::{DRAWS, Draws, Risk};
use crate::analysis::plan_pair::Place;
use crate::horizon::node_expansion;
use crate::model::{Model, Subject};
use crate::plans::setting::Setting;
use crate::plans::{FindSizes, evaluate_with};

/// The search for the sizes of a scenario, then the draws, in steps.
pub struct RiskSearch {
    setting: Setting,
    own: Model,
    sizes: FindSizes,
    stage: Stage,
}

/// How far a search has come.
enum Stage {
    /// Sizes are searched.
    Sizes,
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
        Some(Self { setting, own, sizes, stage: Stage::Sizes })
    }

    /// Takes a step. Returns whether steps are left.
    pub fn step(&mut self, subject: Subject) -> bool {
        let place = Place { setting: &self.setting, subject, own: &self.own };
        match &mut self.stage {
            Stage::Draws(draws) => draws.step(place),
            Stage::Nothing => false,
            Stage::Sizes if self.sizes.step(subject) => true,
            Stage::Sizes => {
                let sizes = self.sizes.finish(subject);
                let plans = evaluate_with(&self.setting, subject, &self.own, &sizes);
                let draws = Draws::new(place, (&plans, &sizes), DRAWS);
                self.stage = draws.map_or(Stage::Nothing, |draws| Stage::Draws(Box::new(draws)));
                true
            }
        }
    }

    /// Evaluations done, and all.
    pub fn progress(&self) -> (usize, usize) {
        match &self.stage {
            Stage::Draws(draws) => draws.progress(),
            Stage::Nothing => (1, 1),
            Stage::Sizes => (0, DRAWS),
        }
    }

    /// What the draws say; nothing where nothing is uncertain.
    pub fn finish(self) -> Option<Risk> {
        match self.stage {
            Stage::Draws(draws) => draws.finish(),
            Stage::Sizes | Stage::Nothing => None,
        }
    }
}
