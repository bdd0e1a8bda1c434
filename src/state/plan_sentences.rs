//! What is said of the plans of a result: the headline, how sure it is, what would change it.

use engine::analysis::decision::Weighed;
use engine::analysis::strength::Strength;
use engine::codec::Document;
use engine::model::Subject;
use engine::plans::recommendation::Plans;
use engine::view;
use engine::view::Piece;
use engine::view::badge::Badge;
use engine::view::measured::{DemandView, fluid};
use engine::view::plan_words;
use engine::view::plans::PlanAnswer;
use engine::view::sheet::Sheet;

use super::evaluation::Evaluation;
use super::plan_choice::SizesKnown;
use crate::browser::clock;
use crate::strings::evaluation as strings;

/// Days after which a price is called old.
const OLD_DAYS: i64 = 90;

impl Evaluation {
    /// What is said of the plans. `weighed`: how sure that is, where it is known.
    pub fn plan_answer(&self, weighed: Option<&Weighed>) -> PlanAnswer {
        let Some(plans) = self.choice.plans() else {
            let headline = vec![Piece::Strong(strings::FINDING_THE_CHEAPEST_PLAN.to_owned())];
            return PlanAnswer { headline, notes: Vec::new() };
        };
        view::plans::answer(&self.report, plans, weighed)
    }

    /// A sentence about prices in this result that are older than 90 days; `None` if all are recent.
    pub fn age(&self) -> Option<String> {
        let assumed = self.report.verdict.assumed.as_ref().filter(|_| self.buys()).map(|a| a.as_of.as_str());
        // A user-entered price has no date.
        let leading =
            || self.choice.plans().into_iter().flat_map(|plans| [plans.recommended(), plans.rival()]).flatten();
        let providers = self.report.tokens.iter().flat_map(|tokens| &tokens.offers);
        let bought = providers.filter(|offer| leading().any(|plan| plan.tokens.contains(&offer.id)));
        let of_tokens: Vec<String> = bought.filter_map(|offer| Some(offer.as_of?.to_string())).collect();
        let rented = leading().flat_map(|plan| plan_words::offers_of(&self.report, plan));
        let listed = rented.chain(self.report.cheapest().filter(|_| self.is_about_pure_plans()));
        let listed = listed.filter(|o| self.document.scenario.rent.own_price(&o.id).is_none());
        let used = listed.map(|o| o.as_of.as_str()).chain(assumed).chain(of_tokens.iter().map(String::as_str));
        let oldest = used.filter_map(|d| Some((clock::days_since(d)?, d))).max()?;
        (oldest.0 > OLD_DAYS).then(|| strings::oldest_price(&oldest.1, &oldest.0))
    }

    /// The answer in a sentence.
    pub fn sentence(&self) -> Vec<Piece> {
        self.plan_answer(self.weighed()).headline
    }

    /// How sure it is; nothing while the sizes are searched.
    pub fn badge(&self) -> Option<Badge> {
        let plans = self.choice.plans().filter(|_| self.choice.sizes_known == SizesKnown::Current)?;
        Some(view::plans::badge(&self.report, plans, self.weighed().and_then(|weighed| weighed.badge)))
    }

    /// Whether the headline names two plans, because it is too close to call.
    pub fn names_both(&self) -> bool {
        self.weighed().is_some_and(|weighed| weighed.badge == Some(Strength::Close))
    }

    /// Whether draws say how likely it is.
    pub fn is_drawn(&self) -> bool {
        self.weighed().is_some_and(|weighed| weighed.likelihood.is_some())
    }

    /// How likely it is the cheapest, where the headline does not say so; nothing where nothing is uncertain.
    pub fn likelihood(&self) -> Vec<Piece> {
        let both = self.choice.plans().zip(self.weighed());
        both.map_or_else(Vec::new, |(plans, weighed)| view::plans::likelihood(&self.report, plans, weighed))
    }

    /// What would change it.
    pub fn turns(&self) -> Vec<Piece> {
        let pair = self.weighed().and_then(|weighed| weighed.pair.as_ref());
        let found = self.choice.plans().zip(pair);
        found.map_or_else(Vec::new, |(plans, pair)| {
            // Few figures: how likely it is and the assumption that matters most say what would change it, and a tile says at
            // which use or price.
            let is_assumed = self.assumption().is_some();
            match self.is_drawn() || self.names_both() {
                true if is_assumed => Vec::new(),
                few => view::plans::turns(&self.report, plans, pair, if few || is_assumed { 1 } else { 2 }),
            }
        })
    }

    /// What waiting would do for a measured series without jobs.
    pub fn fluid_waits(&self, demand: Option<&DemandView>) -> Option<Sheet> {
        let plan = self.choice.plans().and_then(Plans::recommended)?;
        fluid::sheet(demand?, plan, self.model.owned.availability)
    }

    /// How the bill fits what is there, and what holds the answer back from being clear.
    pub fn fits(&self) -> Vec<Vec<Piece>> {
        let Document { scenario, edition, .. } = &*self.document;
        let subject = Subject { scenario, book: &self.book, edition };
        let found = self.choice.plans().zip(self.weighed());
        found.map_or_else(Vec::new, |(plans, weighed)| view::plans::fits(subject, plans, weighed))
    }
}
