//! Defaults that follow the number of owned GPUs, the work, the age of existing nodes or the GPU on the bill, until the
//! user changes them.
//!
//! Some defaults are sized for the typical cluster of eight nodes: its storage, its staff, a rack that four nodes fill,
//! one job on all of it. A user with one node and these defaults would pay a large part of a rental bill for storage,
//! or power for four nodes, and that alone would decide the answer. Rented data belong to the work instead: whoever rents
//! everything pays the same for it, however many GPUs are owned.

use super::bill::{GPU_OF_DEFAULT, PRICE, usual_price};
use super::field::{Field, Kind};
use super::resale::used_price;
use super::value::{Amount, Range, Spread, Value};
use super::{Scenario, field, machine_with};
use crate::formulas::staffing::from_cluster_size;
use crate::inputs::derived::owned_gpus;
use crate::prices::PriceBook;

/// How a default scales with the number of GPUs.
enum Rule {
    /// Proportional to the number of GPUs, given this many.
    Each(f64),
    /// Proportional, but at most the value for this many: a full rack, one job on all GPUs.
    UpTo(f64),
    /// The largest job of the workloads, where each states its own; else one job on all GPUs, at most this many.
    LargestJob(f64),
    /// Proportional to the work instead, given this many productive GPU-hours a month.
    EachHour(f64),
    /// Proportional when the row first becomes relevant, then fixed: from there on the user counts.
    AtFirst(f64),
    /// Zero for a single node, which has no other to connect to, or if the node price includes the network.
    BetweenNodes,
    /// Resale value of a used node: follows the GPU, the price of a new one and the age.
    Used,
    /// Usual price of an hour of the bill's GPU.
    Billed,
    /// Draw of a node's host: what its GPUs leave of the machine's draw.
    Host,
    /// Draw of a busy GPU, by its rated power.
    Rated,
    /// The staff computed from the size: a user who switches to a number starts from the same cost, but not below what
    /// renting needs.
    Staffed,
}

use Rule::{AtFirst, BetweenNodes, Billed, Each, EachHour, Host, LargestJob, Rated, Staffed, UpTo, Used};

/// Rows whose default is sized for a number of GPUs, or for the work of these. Rows with a default of zero do not follow: a range would make them
/// uncertain, while the table's zero marks a deliberate omission.
const FOLLOWERS: [(&str, Rule); 17] = [
    (RESALE, Used),
    (PRICE, Billed),
    ("work.fabric_gpus", LargestJob(64.0)),
    ("own.fabric_usd_per_node", BetweenNodes),
    ("own.storage_tb", Each(64.0)),
    ("own.yearly_usd", Each(64.0)),
    (HOST, Host),
    (DRAW, Rated),
    ("place.rack_kw", UpTo(32.0)),
    ("place.room_usd_per_year", Each(64.0)),
    ("place.build_out_usd", Each(64.0)),
    ("people.own_people", Staffed),
    ("rent.committed_gpus", AtFirst(64.0)),
    ("rent.storage_tb", EachHour(TYPICAL_WORK)),
    ("rent.exit_tb", EachHour(TYPICAL_WORK)),
    ("money.lease_usd_per_month", Each(64.0)),
    ("money.buy_out_usd", Each(64.0)),
];

/// The work of the defaults, productive GPU-hours a month.
const TYPICAL_WORK: f64 = 32_700.0;

/// Current resale value of an existing node.
const RESALE: &str = "present.node_resale_usd";

/// Draw of a node's host.
const HOST: &str = "power.host_kw_per_node";
/// Fixed draw of a GPU.
const DRAW: &str = "power.fixed_draw_w";
/// Draw of a busy node, as a share of its maximum; the host's default gives the default machine this.
const BUSY_NODE: f64 = 0.75;
/// Draw of a busy GPU in it, as a share of its rated power: 18 % when idle and 75 % of the rest.
const BUSY_GPU: f64 = 0.18 + 0.82 * 0.75;

/// The work of the typical cluster: it is part of the question, and follows only if a quote changes the machines.
const WORK: (&str, Rule) = ("work.gpu_hours_per_month", Each(64.0));

impl Rule {
    /// The default of a row for a scenario's GPUs, with its range; the table's own default if that is the same.
    fn value(&self, row: &Field, of: &Scenario, book: &PriceBook) -> Value {
        let gpus = owned_gpus(of); // nodes are bought whole
        let plain = row.value_in(book);
        let Value::Number(Amount { value, .. }) = plain else { return plain };
        let share = match self {
            Used | Billed if !(row.is_relevant)(of) => 1.0,
            Used => used_price(of, book) / value, // 0 for a GPU that the book lacks: it is asked for
            Billed => usual_price(of, book, value).map_or(1.0, |usd| usd / value),
            Host => host_kw(of, book).map_or(1.0, |kw| kw / value),
            Rated => rated_w(of, book).map_or(1.0, |(watts, default)| watts / default),
            Staffed => from_cluster_size(gpus).max(of.people.rent_people.value) / value,
            Each(typical) | AtFirst(typical) => gpus / typical,
            // Six decimals, so that links stay short.
            EachHour(typical) => libm::round(of.work.gpu_hours_per_month.value / typical * 1e6) / 1e6,
            LargestJob(typical) => stated_job(of).map_or((gpus / typical).min(1.0), |gpus| gpus / value),
            UpTo(typical) => (gpus / typical).min(1.0),
            BetweenNodes => f64::from(gpus > of.own.gpus_per_node.value && !of.own.node_includes_network),
        };
        if share == 1.0 {
            return plain;
        }
        let Kind::Number { max, .. } = row.kind else { return plain };
        let range = |(_, low, high): (_, f64, f64)| Range {
            spread: Spread::Triangular,
            low: low * share,
            high: (high * share).min(max),
        };
        let range = row.range_in(book).filter(|_| share > 0.0).map(range);
        let value = match self {
            Used => used_price(of, book),
            Billed => usual_price(of, book, value).unwrap_or(value),
            LargestJob(_) => stated_job(of).unwrap_or(value * share),
            Host => host_kw(of, book).unwrap_or(value),
            _ => value * share,
        };
        Value::Number(Amount { value, range })
    }

    /// Whether a row still holds its default.
    fn is_left_alone(&self, row: &Field, of: &Scenario, book: &PriceBook) -> bool {
        let held = row.get(of);
        match (self, (row.is_relevant)(of)) {
            (AtFirst(_), true) => false,
            // The table's price is that of another GPU: had it been typed, it would be marked as confirmed.
            (Billed, true) | (_, false) => held == self.value(row, of, book) || held == row.value_in(book),
            (_, true) => held == self.value(row, of, book),
        }
    }
}

impl Rule {
    /// Whether what the rule follows is another number now: the work, else the GPUs owned.
    fn is_moved(&self, before: &Scenario, now: &Scenario) -> bool {
        match self {
            EachHour(_) => now.work.gpu_hours_per_month.value != before.work.gpu_hours_per_month.value,
            LargestJob(_) if stated_job(now) != stated_job(before) => true,
            _ => now.own.gpus.value != before.own.gpus.value,
        }
    }

    /// Whether a row takes the default for the scenario as it is now: it held that of `before`, or a single node no
    /// longer needs the network of an earlier edition's default.
    fn takes(&self, row: &Field, before: &Scenario, now: &Scenario, book: &PriceBook) -> bool {
        let zero = Value::Number(Amount::exact(0.0));
        let unconnected = matches!(self, BetweenNodes) && self.value(row, now, book) == zero;
        self.is_left_alone(row, before, book) || unconnected && row.is_earlier_default(&row.get(before), book)
    }
}

/// GPUs of the largest job, where every workload states its own. A model that is served needs no fabric beyond a node.
pub(crate) fn stated_job(of: &Scenario) -> Option<f64> {
    let node = of.own.gpus_per_node.value;
    let jobs: Option<Vec<f64>> = of.work.workloads.iter().map(|workload| workload.fabric_gpus(node)).collect();
    jobs?.into_iter().reduce(f64::max)
}

/// Draw of the host in the price book's machine with the work's GPU, kilowatts to one decimal; `None` for the default
/// GPU, and if the book does not tell.
fn host_kw(of: &Scenario, book: &PriceBook) -> Option<f64> {
    let (watts, _) = rated_w(of, book)?;
    let (machine, _) = machine_with(&of.work.gpu, book, book.current_edition())?;
    Some(host_of(machine.max_system_w? / 1_000.0, machine.gpus_per_node, watts)).filter(|kw| *kw > 0.0)
}

/// Draw of a host, kilowatts to one decimal: what GPUs of a rated power in watts leave of a busy node.
pub(super) fn host_of(node_kw: f64, gpus: f64, watts: f64) -> f64 {
    libm::round((node_kw * BUSY_NODE - gpus * watts * BUSY_GPU / 1_000.0) * 10.0) / 10.0
}

/// Rated power of the work's GPU and of the default one, watts; `None` as for [`host_kw`].
fn rated_w(of: &Scenario, book: &PriceBook) -> Option<(f64, f64)> {
    let rated = |gpu: &str| book.gpu(gpu).and_then(|gpu| gpu.tdp_w);
    Some((rated(&of.work.gpu)?, rated(GPU_OF_DEFAULT)?)).filter(|_| of.work.gpu != GPU_OF_DEFAULT)
}

impl Scenario {
    /// Updates what follows the workload's GPU if it still held the default for that of `before`: the draw of its host,
    /// a fixed draw, the resale value of existing nodes, the price paid today.
    pub fn follow_gpu(&mut self, before: &Self, book: &PriceBook) {
        for (id, rule) in [(HOST, Host), (DRAW, Rated), (RESALE, Used), (PRICE, Billed)] {
            self.follow(before, book, id, &rule);
        }
    }

    /// Updates the resale value of existing nodes if it still held the default for `before`.
    pub fn follow_resale(&mut self, before: &Self, book: &PriceBook) {
        self.follow(before, book, RESALE, &Used);
    }

    /// Updates the price paid today if it still held the default for the bill's GPU of `before`.
    pub fn follow_bill_price(&mut self, before: &Self, book: &PriceBook) {
        self.follow(before, book, PRICE, &Billed);
    }

    /// Updates rows that follow the number of owned GPUs or the work, or become relevant: those that held the default for
    /// the machines and the work of `before` get the default for the current ones. User-chosen values stay.
    pub fn follow_gpus(&mut self, before: &Self, book: &PriceBook) {
        self.follow_gpus_typed(before, before, book);
    }

    /// The same while a number is typed key by key: `held` is the scenario before the first key. A row that happens to
    /// hold the default for a half-typed number was not left at its default.
    pub fn follow_gpus_typed(&mut self, held: &Self, before: &Self, book: &PriceBook) {
        for (id, rule) in &FOLLOWERS {
            self.follow_or_keep(held, before, book, id, rule);
        }
    }

    /// Updates what follows the work alone: rented data. `held` and `before` as for [`Self::follow_gpus_typed`].
    pub fn follow_work_typed(&mut self, held: &Self, before: &Self, book: &PriceBook) {
        for (id, rule) in FOLLOWERS.iter().filter(|(_, rule)| matches!(rule, EachHour(_))) {
            self.follow_or_keep(held, before, book, id, rule);
        }
    }

    /// Whether stored data and data to move out are as many as the work has by default, in this order. Their ranges say how
    /// certain they are and do not count.
    pub fn data_follows_work(&self, book: &PriceBook) -> [bool; 2] {
        ["rent.storage_tb", "rent.exit_tb"].map(|id| {
            let rule = FOLLOWERS.iter().find(|(row, _)| *row == id);
            rule.zip(field(id)).is_some_and(|((_, rule), row)| {
                let held = row.get(self).number();
                let usual = !(row.is_relevant)(self) && held == row.value_in(book).number();
                held == rule.value(row, self, book).number() || usual
            })
        })
    }

    /// Updates the work, when other machines replace the typical ones, and what follows it.
    pub fn follow_with_work(&mut self, before: &Self, book: &PriceBook) {
        self.follow(before, book, WORK.0, &WORK.1);
        self.follow_work_typed(before, before, book);
    }

    fn follow_or_keep(&mut self, held: &Self, before: &Self, book: &PriceBook, id: &str, rule: &Rule) {
        if field(id).is_some_and(|row| rule.takes(row, held, self, book)) {
            self.follow(before, book, id, rule);
        } else if rule.is_moved(before, self) {
            self.keep(book, id, rule);
        }
    }

    fn follow(&mut self, before: &Self, book: &PriceBook, id: &str, rule: &Rule) {
        let Some(row) = field(id).filter(|row| (row.is_relevant)(self)) else { return };
        if rule.takes(row, before, self, book) && row.get(self) == row.get(before) {
            row.set(self, &rule.value(row, self, book));
        }
    }

    /// Marks a value the user typed as confirmed if it happens to equal the default for the current GPUs or work, so it
    /// stays theirs.
    fn keep(&mut self, book: &PriceBook, id: &str, rule: &Rule) {
        let Some(row) = field(id).filter(|row| (row.is_relevant)(self) && !matches!(rule, AtFirst(_))) else { return };
        if let Value::Number(Amount { value, .. }) = row.get(self)
            && row.get(self) == rule.value(row, self, book)
        {
            let range = Some(Range { spread: Spread::Uniform, low: value, high: value });
            row.set(self, &Value::Number(Amount { value, range }));
        }
    }

    /// Whether a row holds the default for the number of owned GPUs, or for the work.
    pub fn follows_gpus(&self, row: &Field, book: &PriceBook) -> bool {
        let all = FOLLOWERS.iter().chain([&WORK]);
        all.filter(|(id, _)| *id == row.id)
            .any(|(_, rule)| !matches!(rule, AtFirst(_)) && row.get(self) == rule.value(row, self, book))
    }
}

#[cfg(test)]
mod tests {
    use super::super::CommittedCount;
    use super::super::workloads::Workload;
    use super::*;

    fn with(scenario: &Scenario, book: &PriceBook, gpus: f64) -> Scenario {
        let mut next = scenario.clone();
        next.own.gpus = Amount::exact(gpus);
        next.follow_gpus(scenario, book);
        next
    }

    #[test]
    fn what_somebody_typed_stays_where_it_is_by_chance_what_follows() {
        let book = PriceBook::embedded();
        let mut typed = with(&Scenario::typical(&book), &book, 16.0);
        typed.work.fabric_gpus = Amount::exact(8.0);
        let there = with(&typed, &book, 8.0); // one job on all of it, as the default has it
        let back = with(&there, &book, 24.0);
        assert_eq!(back.work.fabric_gpus.value, 8.0);
        // Untouched values keep following.
        let left = with(&with(&Scenario::typical(&book), &book, 8.0), &book, 24.0);
        assert_eq!(left.work.fabric_gpus.value, 24.0);
    }

    #[test]
    fn what_is_meant_for_eight_nodes_follows_with_its_range() {
        let book = PriceBook::embedded();
        let typical = Scenario::typical(&book);
        let lab = with(&typical, &book, 8.0);
        let triangle = |low, high| Some(Range { spread: Spread::Triangular, low, high });
        assert_eq!(lab.own.storage_tb, Amount { value: 32.0, range: triangle(8.0, 128.0) });
        assert_eq!((lab.rent.storage_tb, lab.rent.exit_tb), (typical.rent.storage_tb, typical.rent.exit_tb));
        // Four nodes fill a rack of 41 kW.
        assert_eq!(lab.place.rack_kw, Amount { value: 10.25, range: triangle(0.0, 30.0) });
        assert_eq!(lab.work.fabric_gpus, Amount::exact(8.0));
        assert_eq!(lab.own.fabric_usd_per_node, Amount::exact(0.0), "one node has no network between nodes");
        assert_eq!(lab.work.gpu_hours_per_month, typical.work.gpu_hours_per_month);
        let mut old = typical.clone();
        old.own.fabric_usd_per_node = Amount::exact(15_060.0); // the default of 2026-11
        assert_eq!(with(&old, &book, 8.0).own.fabric_usd_per_node, Amount::exact(0.0));
        assert_eq!(with(&old, &book, 72.0).own.fabric_usd_per_node, Amount::exact(15_060.0));
        let large = with(&lab, &book, 512.0);
        assert_eq!((large.own.storage_tb.value, large.rent.storage_tb.value), (2_048.0, 256.0));
        assert_eq!((large.place.rack_kw, large.work.fabric_gpus), (typical.place.rack_kw, Amount::exact(64.0)));
        assert_eq!(large.own.fabric_usd_per_node, typical.own.fabric_usd_per_node);
    }

    #[test]
    fn there_and_back_is_the_default_again_and_what_lies_between_leaves_no_trace() {
        let book = PriceBook::embedded();
        let typical = Scenario::typical(&book);
        for ways in [[8.0, 64.0].as_slice(), &[1.0, 13.0, 100_000.0, 64.0], &[6.0, 64.0, 640.0, 64.0]] {
            assert!(ways.iter().fold(typical.clone(), |s, gpus| with(&s, &book, *gpus)) == typical, "{ways:?}");
        }
    }

    /// A quarter of the work, a quarter of the data: 64 of 256 TB, with a quarter of 64 to 1,024.
    #[test]
    fn rented_data_follow_the_work_and_not_the_gpus() {
        let book = PriceBook::embedded();
        let typical = Scenario::typical(&book);
        let work = |from: &Scenario, hours: f64| {
            let mut next = from.clone();
            next.work.gpu_hours_per_month = Amount::exact(hours);
            next.follow_edit(from, from, &book);
            next
        };
        let quarter = work(&typical, 8_175.0);
        let range = |low, high| Some(Range { spread: Spread::Triangular, low, high });
        assert_eq!(quarter.rent.storage_tb, Amount { value: 64.0, range: range(16.0, 256.0) });
        assert_eq!(quarter.rent.exit_tb, Amount { value: 64.0, range: range(0.0, 256.0) });
        assert_eq!(quarter.own.storage_tb, typical.own.storage_tb, "what is bought follows the GPUs owned");
        assert!(work(&quarter, 32_700.0).rent == typical.rent, "there and back");
        assert!(work(&work(&quarter, 0.0), 32_700.0).rent == typical.rent, "through no work at all");
        let row = field("rent.storage_tb").expect("a row");
        assert!(quarter.follows_gpus(row, &book));
        // Chosen values stay, even where they equal the default of other work.
        let mut chosen = typical.clone();
        chosen.rent.storage_tb = Amount::exact(64.0);
        let there = work(&chosen, 8_175.0);
        assert_eq!((there.rent.storage_tb.value, there.rent.exit_tb.value), (64.0, 64.0));
        assert_eq!(work(&there, 16_350.0).rent.storage_tb.value, 64.0);
        // Workloads set the work: 32 GPUs all year are 23,360 hours a month, 0.714373 of 32,700.
        let mut described = typical.clone();
        described.work.workloads = vec![Workload { gpus: Some(32.0), ..Default::default() }];
        described.follow_workloads(&book);
        described.follow_edit(&typical, &typical, &book);
        assert!((described.work.gpu_hours_per_month.value - 23_360.0).abs() < 1e-6);
        assert_eq!(described.rent.storage_tb.value, 182.879_488);
    }

    #[test]
    fn what_somebody_chose_stays() {
        let book = PriceBook::embedded();
        let mut chosen = Scenario::typical(&book);
        chosen.own.storage_tb = Amount::exact(100.0);
        chosen.place.rack_kw = Amount::exact(0.0);
        let lab = with(&chosen, &book, 8.0);
        assert_eq!((lab.own.storage_tb, lab.place.rack_kw), (Amount::exact(100.0), Amount::exact(0.0)));
        let follow = ["own.storage_tb", "rent.storage_tb", "place.rack_kw", "work.fabric_gpus", "own.gpus"];
        let follow = follow.map(|id| lab.follows_gpus(field(id).expect("a row"), &book));
        assert_eq!(follow, [false, true, false, true, false]);
    }

    #[test]
    fn what_half_a_number_would_make_of_a_row_was_not_left_alone() {
        let book = PriceBook::embedded();
        let mut held = Scenario::typical(&book);
        held.work.fabric_gpus = Amount::exact(2.0);
        let typed = |before: &Scenario, gpus: f64| {
            let mut next = before.clone();
            next.own.gpus = Amount::exact(gpus);
            next.follow_gpus_typed(&held, before, &book);
            next
        };
        let after = typed(&typed(&held, 2.0), 24.0);
        assert_eq!((after.work.fabric_gpus.value, after.own.storage_tb.value), (2.0, 96.0));
    }

    #[test]
    fn how_many_are_committed_starts_from_the_gpus_owned_and_then_stays() {
        let book = PriceBook::embedded();
        let follow = |before: &Scenario, change: &dyn Fn(&mut Scenario)| {
            let mut next = before.clone();
            change(&mut next);
            next.follow_gpus(before, &book);
            next
        };
        let own = |gpus: f64| move |s: &mut Scenario| s.own.gpus = Amount::exact(gpus);
        let of_96 = follow(&Scenario::typical(&book), &own(96.0));
        let counted = follow(&of_96, &|s| s.rent.committed_count = CommittedCount::Given);
        assert_eq!(counted.rent.committed_gpus.value, 96.0);
        assert_eq!(follow(&counted, &own(128.0)).rent.committed_gpus.value, 96.0);
    }

    #[test]
    fn a_network_that_is_in_the_price_of_a_node_is_not_bought_again() {
        let book = PriceBook::embedded();
        let mut quoted = with(&Scenario::typical(&book), &book, 8.0);
        quoted.own.node_includes_network = true;
        assert_eq!(with(&quoted, &book, 128.0).own.fabric_usd_per_node, Amount::exact(0.0));
    }

    /// By hand: a busy node draws 75 % of its maximum, its GPUs 79.5 % of their rated power. A100: 4.875 − 8 × 0.318 kW;
    /// B200: 10.725 − 8 × 0.795 kW.
    #[test]
    fn the_draw_of_the_host_follows_the_gpu() {
        let book = PriceBook::embedded();
        let typical = Scenario::typical(&book);
        let choose = |from: &Scenario, gpu: &str| {
            let mut next = from.clone();
            assert!(next.choose_gpu(gpu, &book, book.current_edition()));
            next
        };
        let a100 = choose(&typical, "a100-80-sxm");
        assert_eq!(a100.power.host_kw_per_node.value, 2.3);
        let range = a100.power.host_kw_per_node.range.expect("a range");
        assert!((range.low - 2.0 * 2.3 / 3.2).abs() < 1e-12, "{range:?}");
        assert_eq!(choose(&a100, "b200-sxm").power.host_kw_per_node.value, 4.4);
        assert_eq!(choose(&a100, "h200-sxm").power.host_kw_per_node, typical.power.host_kw_per_node, "as an H100's");
        assert!(choose(&a100, "h100-sxm") == typical);
        let mut chosen = typical.clone();
        chosen.power.host_kw_per_node = Amount::exact(2.8);
        assert_eq!(choose(&chosen, "b200-sxm").power.host_kw_per_node, Amount::exact(2.8));
        // A fixed draw is 80 % of the rated power.
        let mut fixed = typical.clone();
        fixed.power.method = super::super::PowerMethod::Fixed;
        assert_eq!(choose(&fixed, "a100-80-sxm").power.fixed_draw_w.value, 320.0);
    }

    #[test]
    fn what_comes_to_matter_later_is_of_the_machines_of_then() {
        let book = PriceBook::embedded();
        let lab = with(&Scenario::typical(&book), &book, 8.0);
        assert_eq!(lab.people.own_people, Scenario::typical(&book).people.own_people, "not relevant yet");
        let mut counted = lab.clone();
        let method = field("people.method").expect("a row");
        assert!(method.set(&mut counted, &Value::Choice("given".into())), "a choice of the row");
        counted.follow_gpus(&lab, &book);
        // By the model page 0.05 people run eight GPUs; renting needs 0.5, which is the minimum.
        assert_eq!(counted.people.own_people.value, 0.5);
    }

    #[test]
    fn what_follows_is_allowed_for_every_number_of_gpus_and_the_default_for_the_typical_one() {
        let book = PriceBook::embedded();
        for gpus in [1.0, 7.0, 64.0, 1e5] {
            let mut s = Scenario::typical(&book);
            s.own.gpus = Amount::exact(gpus);
            s.work.gpu_hours_per_month = Amount::exact(gpus / 64.0 * TYPICAL_WORK);
            for (id, rule) in FOLLOWERS.iter().chain([&WORK]) {
                let row = field(id).expect("a row");
                assert!(matches!(row.kind, Kind::Number { .. }), "{id}");
                let value = rule.value(row, &s, &book);
                assert_eq!(row.validate(&value), None, "{gpus}: {id}");
                assert!(gpus != 64.0 || value == row.value_in(&book), "{id}");
            }
        }
    }

    #[test]
    fn the_job_in_one_fabric_is_the_largest_that_the_workloads_state_unless_it_was_typed() {
        let book = PriceBook::embedded();
        let described = |before: &Scenario, jobs: &[Option<f64>]| {
            let mut next = before.clone();
            let workload = |job: &Option<f64>| Workload { gpus: Some(48.0), job_gpus: *job, ..Workload::default() };
            next.work.workloads = jobs.iter().map(workload).collect();
            next.follow_edit(before, before, &book);
            next
        };
        let typical = Scenario::typical(&book);
        let stated = described(&typical, &[Some(8.0), Some(24.0)]);
        assert_eq!(stated.work.fabric_gpus.value, 24.0);
        assert_eq!(described(&stated, &[Some(256.0)]).work.fabric_gpus.value, 256.0);
        assert_eq!(described(&stated, &[Some(8.0), None]).work.fabric_gpus.value, 64.0, "one does not say");
        assert_eq!(described(&stated, &[]).work.fabric_gpus.value, 64.0);
        let mut typed = typical.clone();
        typed.work.fabric_gpus = Amount::exact(16.0);
        assert_eq!(described(&typed, &[Some(8.0)]).work.fabric_gpus.value, 16.0);
    }
}
