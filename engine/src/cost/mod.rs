//! Yearly costs of owning and renting: one list of lines each, and their sums.
//!
//! A cost line is a name and a function of the model. Totals, charts, tables and exports all derive from the lists, so
//! a line counts either everywhere or nowhere.

pub mod headline;
pub mod plan;

pub mod capital;
mod line_id;
pub mod people;
pub mod power;
pub mod rent;
mod running;
pub mod space;
pub mod yearly;

pub use line_id::{LineId, SERVING_LABEL};
pub use running::RunningCost;

use crate::formulas::finance::{Capital, share_paid_after};
use crate::formulas::formula::Formula;
use crate::model::{Model, Owned, Stage, Wear};
use crate::units::{HourlyPrice, Money};

/// What changes a yearly price over the months.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Moves {
    /// Nothing.
    #[default]
    Not,
    /// The price of electricity.
    Tariff,
    /// Salaries.
    Salaries,
    /// Rent for space.
    Space,
}

/// When a yearly cost starts.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub enum From {
    /// From delivery.
    #[default]
    Delivery,
    /// From the month the staff start.
    Hiring,
    /// In each life of the nodes, after this many years.
    Age(f64),
}

/// The cost of one line of owning.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Outlay {
    /// Bought at the start and again at the end of its life.
    pub purchase: Option<Purchase>,
    /// The same for existing nodes: the part of this line that came with them.
    pub there: Option<Purchase>,
    /// Per year, while it is paid, regardless of use.
    pub per_year: Money,
    /// Per hour that a job holds a GPU.
    pub per_busy_hour: HourlyPrice,
    /// What changes these over the months.
    pub moves: Moves,
    /// When the yearly part starts.
    pub from: From,
    /// Share of the yearly part paid while only existing machines run.
    pub before: Before,
    /// The yearly part where machines there differ from those bought, or it is no sum over machines; nothing where it is a
    /// share by their numbers.
    pub staged: Option<Staged>,
    /// [`Self::per_busy_hour`] of machines there of another GPU, and of new ones, by what they do: an hour of a GPU of the
    /// work.
    pub busy_by_kind: Option<[HourlyPrice; 2]>,
    /// Idle hours let out, if the price of electricity affects their income.
    pub let_out: Option<LetOut>,
    /// Those of machines there of another GPU.
    pub let_out_there: Option<LetOut>,
}

/// A yearly cost by the machines that stand.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Staged {
    /// A sum: of machines there, of those bought, of those that replace the ones there.
    Sum([Money; 3]),
    /// An amount for each stage, in the order of [`Stage`].
    Steps([Money; 5]),
}

impl Staged {
    /// The cost of a stage.
    pub fn at(&self, stage: Stage) -> Money {
        match self {
            Self::Steps(all) => all.get(stage as usize).copied().unwrap_or(Money::ZERO),
            Self::Sum([there, bought, replacing]) => match stage {
                Stage::There => *there,
                Stage::ThereAndBought => *there + *bought,
                Stage::Replacing => *replacing,
                Stage::ReplacingAndBought => *replacing + *bought,
                Stage::Bought => *bought,
            },
        }
    }
}

/// Hours let out at a rate less their running cost, which follows the price of electricity.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct LetOut {
    /// Share of the idle hours let out.
    pub share: f64,
    /// Available hours of all owned GPUs per year.
    pub available: f64,
    /// Income per hour after the fee, dollars.
    pub earns: f64,
    /// Electricity per hour at today's tariff, dollars.
    pub runs: f64,
}

impl LetOut {
    /// Income per hour at a tariff, relative to today's. An hour that costs more than it earns is not let out.
    pub fn gain(&self, tariff: f64) -> f64 {
        (self.earns - self.runs * tariff).max(0.0)
    }
}

/// What is paid before delivery if machines already exist.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Before {
    /// All of it: staff run them, whatever their number.
    #[default]
    All,
    /// Their share: it is paid per node.
    PerNode,
}

/// A recurring purchase.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Purchase {
    /// Price, life and resale value at the end.
    pub capital: Capital,
    /// How it loses value until then.
    pub wear: Wear,
    /// Set for existing items: they cost `capital.price` now and last `capital.life_years` more.
    pub there: Option<There>,
}

/// Age of existing items, and their replacement.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct There {
    /// Their current age.
    pub age_years: f64,
    /// Price and life of the replacement; `None` if there is none.
    pub then: Option<(Money, f64)>,
    /// Items of the replacement for each item there.
    pub then_items: f64,
}

impl Outlay {
    /// A cost that recurs every year.
    pub fn yearly(per_year: Money) -> Self {
        Self { per_year, ..Self::default() }
    }

    /// The same, paid for each node.
    #[must_use]
    pub fn per_node(self) -> Self {
        Self { before: Before::PerNode, ..self }
    }

    /// Several equal purchases.
    pub fn purchases(count: f64, one: Capital, wear: Wear) -> Self {
        Self { purchase: Some(Purchase { capital: one.times(count), wear, there: None }), ..Self::default() }
    }

    /// The same line with the existing nodes' part: each of them is worth `now` and is replaced, if the scenario says
    /// so, by `next`, whose resale value follows `wear`.
    #[must_use]
    pub fn and_there(self, owned: &Owned, now: Capital, next: Capital, wear: Wear) -> Self {
        if owned.present == 0.0 {
            return self; // most scenarios
        }
        let then = owned.present_is_replaced.then_some((next.price * owned.replacing_nodes, next.life_years));
        let then_items = owned.replacing_nodes / owned.present;
        let there = Some(There { age_years: owned.present_age_years, then, then_items });
        Self { there: Some(Purchase { capital: now.times(owned.present), wear, there }), ..self }
    }

    /// New and existing purchases.
    pub fn all_purchases(&self) -> impl Iterator<Item = Purchase> + use<> {
        self.purchase.into_iter().chain(self.there)
    }
}

/// The kind of a cost line: the parts of the headline.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize)]
#[serde(rename_all = "snake_case")]
pub enum LineKind {
    /// Machines and their equipment.
    Hardware,
    /// Electricity.
    Power,
    /// Space for machines.
    Space,
    /// Staff.
    People,
    /// Contracts and licences.
    Contracts,
    /// Income.
    Income,
    /// Hours of rented GPUs.
    Compute,
    /// Charges on top of rented GPUs.
    Services,
}

impl LineKind {
    /// Its label.
    pub const fn label(self) -> &'static str {
        match self {
            Self::Hardware => "hardware",
            Self::Power => "power",
            Self::Space => "space",
            Self::People => "people",
            Self::Contracts => "contracts",
            Self::Income => "income",
            Self::Compute => "GPU hours",
            Self::Services => "services",
        }
    }
}

/// One line of the cost of owning.
pub struct OwnLine {
    /// Its permanent id in results.
    pub id: LineId,
    /// Its label.
    pub label: &'static str,
    /// The part of the headline it belongs to.
    pub kind: LineKind,
    /// Its formula and inputs.
    pub explained: Explained,
    /// Its cost.
    pub of: fn(&Model) -> Outlay,
}

/// The explanation of a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Explained {
    /// Its formula.
    pub formula: Formula,
    /// The rows it reads, where the user would change it.
    pub inputs: &'static [&'static str],
}

/// Every line of owning, in the order of the table.
pub const OWN_LINES: &[OwnLine] = &[
    capital::NODES,
    capital::PRESENT_NODES,
    capital::SPARES,
    capital::FABRIC,
    capital::STORAGE,
    capital::INSTALLATION,
    capital::BUILD_OUT,
    capital::DECOMMISSIONING,
    power::POWER,
    space::SPACE,
    people::PEOPLE,
    yearly::SUPPORT,
    yearly::SOFTWARE,
    yearly::PLATFORM,
    yearly::OPERATIONS,
    yearly::LINKS,
    yearly::INSURANCE,
    yearly::FRACTION,
    yearly::IDLE_INCOME,
];

/// The rates of owning: a fixed cost per year, and a cost per busy hour.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct OwnRates {
    /// All owned GPUs, per year.
    pub fixed: Money,
    /// One GPU, per busy hour.
    pub per_busy_hour: HourlyPrice,
}

impl OwnLine {
    /// The line's rates under a model's way of charging capital.
    pub fn rates(&self, model: &Model) -> OwnRates {
        let outlay = (self.of)(model);
        let charge = |part: Option<Purchase>| part.map_or(Money::ZERO, |p| p.capital.yearly_charge(model.charge));
        let capital = charge(outlay.purchase) + charge(outlay.there);
        let paid = match outlay.from {
            From::Age(years) => share_paid_after(years, model.owned.life_years, model.charge),
            From::Delivery | From::Hiring => 1.0,
        };
        OwnRates { fixed: capital + outlay.per_year * paid, per_busy_hour: outlay.per_busy_hour }
    }
}

/// The sum over all lines of owning.
pub fn own_rates(model: &Model) -> OwnRates {
    OWN_LINES.iter().fold(OwnRates::default(), |sum, line| {
        let rates = line.rates(model);
        OwnRates { fixed: sum.fixed + rates.fixed, per_busy_hour: sum.per_busy_hour + rates.per_busy_hour }
    })
}

/// Price of everything that is bought for the owned machines; nothing while none is delivered within the horizon.
pub fn upfront(model: &Model) -> Money {
    let bought = |line: &OwnLine| (line.of)(model).purchase.filter(|_| model.is_delivered());
    let prices = OWN_LINES.iter().filter_map(bought).map(|purchase| purchase.capital.price.as_usd());
    Money::usd(prices.fold(0.0, |sum, usd| sum + usd))
}
