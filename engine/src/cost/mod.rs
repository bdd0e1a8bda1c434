//! What owning and renting cost a year: one list of lines each, and the sums over them.
//!
//! A cost line is a name and a function of the model. Totals, charts, tables and exports follow from the lists, so
//! a line that is not in its list costs nothing anywhere, and one that is costs everywhere.

pub mod capital;
pub mod people;
pub mod power;
pub mod rent;
pub mod space;
pub mod yearly;

use crate::finance::Capital;
use crate::model::Model;
use crate::units::{HourlyPrice, Money};

/// What one line of owning costs.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Outlay {
    /// Bought at the start and again at the end of its life.
    pub capital: Option<Capital>,
    /// Every year, whatever the machines do.
    pub per_year: Money,
    /// For each hour that a job holds a GPU.
    pub per_busy_hour: HourlyPrice,
}

impl Outlay {
    /// A cost that comes every year.
    pub const fn yearly(per_year: Money) -> Self {
        Self { capital: None, per_year, per_busy_hour: HourlyPrice::ZERO }
    }

    /// A number of equal purchases.
    pub fn purchases(count: f64, one: Capital) -> Self {
        let capital = Capital { price: one.price * count, residual: one.residual * count, life_years: one.life_years };
        Self { capital: Some(capital), per_year: Money::ZERO, per_busy_hour: HourlyPrice::ZERO }
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
    /// Its formula in words.
    pub formula: &'static str,
    /// The rows it reads, where a person would change it.
    pub inputs: &'static [&'static str],
    /// What it costs.
    pub of: fn(&Model) -> Outlay,
}

/// Every line of owning, in the order of the table.
pub const OWN_LINES: &[OwnLine] = &[
    capital::NODES,
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
        let capital = outlay.capital.map_or(Money::ZERO, |c| c.yearly_charge(model.charge));
        OwnRates { fixed: capital + outlay.per_year, per_busy_hour: outlay.per_busy_hour }
    }
}

/// The sum of all lines of owning.
pub fn own_rates(model: &Model) -> OwnRates {
    OWN_LINES.iter().fold(OwnRates::default(), |sum, line| {
        let rates = line.rates(model);
        OwnRates { fixed: sum.fixed + rates.fixed, per_busy_hour: sum.per_busy_hour + rates.per_busy_hour }
    })
}
