//! What owning and renting cost a year: one list of lines each, and the sums over them.
//!
//! A cost line is a name and a function of the model. Totals, charts, tables and exports follow from the lists, so
//! a line that is not in its list costs nothing anywhere, and one that is costs everywhere.

pub mod headline;
pub mod plan;

pub mod capital;
pub mod people;
pub mod power;
pub mod rent;
pub mod space;
pub mod yearly;

use crate::formulas::finance::{Capital, share_paid_after};
use crate::model::{Model, Owned, Wear};
use crate::units::{HourlyPrice, Money};

/// What moves a yearly price over the months.
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

/// From when on a yearly cost is paid.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub enum From {
    /// From delivery.
    #[default]
    Delivery,
    /// From the month the people start.
    Hiring,
    /// In each life of the nodes, once so many years have passed.
    Age(f64),
}

/// What one line of owning costs.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Outlay {
    /// Bought at the start and again at the end of its life.
    pub purchase: Option<Purchase>,
    /// The same for the nodes that are there already: what of this line came with them.
    pub there: Option<Purchase>,
    /// A year, while it is paid, whatever the machines do.
    pub per_year: Money,
    /// For each hour that a job holds a GPU.
    pub per_busy_hour: HourlyPrice,
    /// What moves these over the months.
    pub moves: Moves,
    /// From when on the yearly part is paid.
    pub from: From,
    /// What of the yearly part is paid while only machines stand that were there already.
    pub before: Before,
    /// Idle hours let out, where the price of electricity moves what they earn.
    pub let_out: Option<LetOut>,
}

/// Hours let out that earn a rate less their running cost, which moves with the price of electricity.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct LetOut {
    /// Share of the idle hours that is let.
    pub share: f64,
    /// Available hours of all owned GPUs, a year.
    pub available: f64,
    /// What an hour earns after the fee, dollars.
    pub earns: f64,
    /// What electricity for it costs today, dollars.
    pub runs: f64,
}

impl LetOut {
    /// What an hour brings at a tariff, over that of today. An hour that costs more than it earns is not let.
    pub fn gain(&self, tariff: f64) -> f64 {
        (self.earns - self.runs * tariff).max(0.0)
    }
}

/// What is paid before delivery, where machines stand already.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Before {
    /// All of it: somebody runs them, whatever their number.
    #[default]
    All,
    /// Their share: it is paid for each node.
    PerNode,
}

/// Something bought again and again.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Purchase {
    /// What it costs, how long it serves, what it fetches at the end.
    pub capital: Capital,
    /// How it loses value before.
    pub wear: Wear,
    /// Set for things that are there already: they cost `capital.price` now and serve `capital.life_years` more.
    pub there: Option<There>,
}

/// How old things are that are there already, and what follows them.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct There {
    /// Their age now.
    pub age_years: f64,
    /// Price and life of what is bought when their life ends; nothing where nothing is.
    pub then: Option<(Money, f64)>,
}

impl Outlay {
    /// A cost that comes every year.
    pub fn yearly(per_year: Money) -> Self {
        Self { per_year, ..Self::default() }
    }

    /// A number of equal purchases.
    pub fn purchases(count: f64, one: Capital, wear: Wear) -> Self {
        Self { purchase: Some(Purchase { capital: one.times(count), wear, there: None }), ..Self::default() }
    }

    /// The same line with what the nodes that are there already bring to it: each of them is worth `now` and is replaced,
    /// where the scenario says so, by `next`, whose resale value follows `wear`.
    #[must_use]
    pub fn and_there(self, owned: &Owned, now: Capital, next: Capital, wear: Wear) -> Self {
        if owned.present == 0.0 {
            return self; // most scenarios
        }
        let then = owned.present_is_replaced.then_some((next.price * owned.present, next.life_years));
        let there = Some(There { age_years: owned.present_age_years, then });
        Self { there: Some(Purchase { capital: now.times(owned.present), wear, there }), ..self }
    }

    /// What is bought and what is there already.
    pub fn all_purchases(&self) -> impl Iterator<Item = Purchase> + use<> {
        self.purchase.into_iter().chain(self.there)
    }
}

/// What kind of cost a line is: the parts of the headline.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize)]
#[serde(rename_all = "snake_case")]
pub enum LineKind {
    /// Machines and what is bought with them.
    Hardware,
    /// Electricity.
    Power,
    /// Where machines stand.
    Space,
    /// People.
    People,
    /// Contracts and licences.
    Contracts,
    /// Money that comes in.
    Income,
    /// Hours of rented GPUs.
    Compute,
    /// What comes on top of rented GPUs.
    Services,
}

impl LineKind {
    /// Its name for people.
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

/// One line of what owning costs.
pub struct OwnLine {
    /// Its name in results, for ever.
    pub id: &'static str,
    /// Its name for people.
    pub label: &'static str,
    /// The part of the headline it belongs to.
    pub kind: LineKind,
    /// Its formula, and the rows it reads.
    pub explained: Explained,
    /// What it costs.
    pub of: fn(&Model) -> Outlay,
}

/// What explains a line.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Explained {
    /// Its formula in words.
    pub formula: &'static str,
    /// The rows it reads, where a person would change it.
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

/// What owning costs: so much a year whatever happens, and so much for each busy hour.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct OwnRates {
    /// All owned GPUs, a year.
    pub fixed: Money,
    /// One GPU for one busy hour.
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

/// The sum of all lines of owning.
pub fn own_rates(model: &Model) -> OwnRates {
    OWN_LINES.iter().fold(OwnRates::default(), |sum, line| {
        let rates = line.rates(model);
        OwnRates { fixed: sum.fixed + rates.fixed, per_busy_hour: sum.per_busy_hour + rates.per_busy_hour }
    })
}
