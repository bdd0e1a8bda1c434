//! The cheapest mix over the horizon as the page shows it, with every single choice beside it.
//!
//! The sizes come from the search over all of them ([`crate::plans::search`]).

use super::goal_seek::Subject;
use super::mix_choice::{BestMix, MixChoice, SingleChoice, choice_of};
use crate::cash_flow::mix::{MixPlan, NewCommitment};
use crate::horizon::buffers;
use crate::model::Model;
use crate::plans::listing::mix_plan;
use crate::plans::search::{SizeSearch, Tried};
use crate::plans::setting::Setting;
use crate::units::count;

/// Steps of the curve that is shown.
const STEPS_SHOWN: usize = 120;

/// The search in steps of one number of nodes each.
pub(super) struct MixSearch {
    search: SizeSearch,
    /// The cheapest so far.
    best: Option<(Tried, MixChoice)>,
}

impl MixSearch {
    /// Starts with a scenario; nothing where it cannot be computed.
    pub(super) fn new(subject: Subject) -> Option<Self> {
        Some(Self { search: SizeSearch::new(Setting::new(None, subject)?), best: None })
    }

    /// The model of the scenario itself.
    pub(super) fn base(&self) -> &Model {
        &self.search.setting().base
    }

    /// Tries one more number of nodes. Returns whether there are more.
    pub(super) fn step(&mut self, subject: Subject) -> bool {
        let more = self.search.step(subject);
        let is_known = |best: &Tried| self.best.as_ref().is_some_and(|(known, _)| known == best);
        if let Some(found) = self.search.best().filter(|best| !is_known(best)).cloned() {
            self.best = self.choice(subject, &found).map(|choice| (found, choice));
        }
        more
    }

    /// Numbers tried, and all known so far.
    pub(super) fn progress(&self) -> (usize, usize) {
        self.search.progress()
    }

    /// The cheapest so far.
    pub(super) fn best(&self) -> Option<&MixChoice> {
        self.best.as_ref().map(|(_, choice)| choice)
    }

    /// What was found.
    pub(super) fn finish(self, subject: Subject) -> Option<BestMix> {
        let best = self.best()?.clone();
        let setting = self.search.setting();
        let mean = setting.mean_gpus();
        let curve = setting.base.load.total.in_steps(STEPS_SHOWN);
        let by_nodes = self.search.tried().iter().filter_map(|tried| self.choice(subject, tried)).collect();
        Some(BestMix {
            months: count(setting.base.time.months),
            singles: self.singles(subject),
            changes: Vec::new(),
            best,
            apart_usd: apart(subject, &setting.base),
            curve: curve.into_iter().map(|(gpus, share)| (gpus * mean, share)).collect(),
            by_nodes,
        })
    }

    /// A mix that was tried, with all its figures.
    fn choice(&self, subject: Subject, tried: &Tried) -> Option<MixChoice> {
        let setting = self.search.setting();
        let plan = mix_plan(setting, tried);
        if tried.nodes == 0.0 {
            return Some(choice_of(&setting.base, &setting.terms, (&plan, 0.0), &mut buffers(&setting.base)));
        }
        let machines = setting.machines(subject, tried.nodes)?;
        let mut flows = buffers(&machines.model);
        Some(choice_of(&machines.model, &setting.terms, (&plan, tried.nodes), &mut flows))
    }

    /// Every single choice, and the rule of thumb.
    fn singles(&self, subject: Subject) -> Vec<SingleChoice> {
        let setting = self.search.setting();
        let base = &setting.base;
        let mut all = Vec::new();
        let mut keep = |kind: &str, choice: MixChoice| all.push(SingleChoice { kind: kind.to_owned(), choice });
        let hourly =
            || MixPlan { outside: setting.hourly.clone(), bridge: setting.hourly.clone(), ..MixPlan::default() };
        let nodes = setting.nodes_for_all().max(1.0);
        if let Some(machines) = setting.machines(subject, nodes) {
            let plan = MixPlan { owns: true, machines_first: true, ..hourly() };
            let mut flows = buffers(&machines.model);
            keep("own", choice_of(&machines.model, &setting.terms, (&plan, nodes), &mut flows));
        }
        if base.load.pinned_share() > 0.0 {
            return all;
        }
        let mut flows = buffers(base);
        let mut choice = |plan: &MixPlan| choice_of(base, &setting.terms, (plan, 0.0), &mut flows);
        let value = |choice: &MixChoice| choice.present_value_usd.unwrap_or(f64::INFINITY);
        let all_of_it = |index: &usize| {
            let commitment = NewCommitment::new(*index, setting.gpus_for_all(*index)?);
            Some(MixPlan { commitment: Some(commitment), ..hourly() })
        };
        let committed = setting.commitments.iter().filter_map(all_of_it).map(|plan| choice(&plan));
        if let Some(best) = committed.min_by(|a, b| value(a).total_cmp(&value(b))) {
            keep("commit", best);
        }
        if setting.hourly.is_some() {
            keep("hour", choice(&hourly()));
        }
        if let Some(index) = setting.cheapest_commitment().as_ref()
            && let Some(gpus) = setting.gpus_for_floor(*index).filter(|gpus| *gpus > 0.0)
        {
            let commitment = Some(NewCommitment::new(*index, gpus));
            let plan = MixPlan { commitment, outside: setting.with_spot.first().cloned(), ..hourly() };
            keep("thumb", choice(&plan));
        }
        all
    }
}

/// The best mix of every workload on its own, with its share of the data, added up.
fn apart(subject: Subject, base: &Model) -> Option<f64> {
    let demand = &base.load.demand;
    if demand.parts.len() < 2 {
        return None;
    }
    let scale = base.work.as_gpu_hours() / demand.gpu_hours();
    let mut sum = 0.0;
    for part in &demand.parts {
        let mut alone = subject.scenario.clone();
        alone.work.workloads = vec![subject.scenario.work.workloads.get(part.index)?.clone()];
        alone.follow_workloads();
        alone.work.gpu_hours_per_month.value *= scale;
        // Its share of the data; staff and other fixed costs are needed each time.
        let share = part.gpu_hours / demand.gpu_hours();
        let rent = &mut alone.rent;
        for data in [&mut rent.storage_tb, &mut rent.egress_gb_per_month, &mut rent.exit_tb, &mut alone.own.storage_tb]
        {
            data.value *= share;
        }
        let of = Subject { scenario: &alone, ..subject };
        let mut search = MixSearch::new(of)?;
        while search.step(of) {}
        sum += search.best().and_then(|best| best.present_value_usd).unwrap_or(f64::INFINITY);
    }
    Some(sum).filter(|usd| usd.is_finite())
}
