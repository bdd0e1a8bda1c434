//! What owned machines cost by the year beside their capital: electricity, space, people, contracts.

use crate::formulas::staffing::from_cluster_size;
use crate::inputs::contracted_power::{Contracted, spare_nodes};
use crate::inputs::present_machines::PresentMachines;
use crate::inputs::{PowerMethod, Scenario, Site, StaffMethod};
use crate::units::{EnergyPrice, MONTHS_PER_YEAR, Money, Power};

/// Number of nodes there, and of nodes bought.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Counts {
    pub present: f64,
    pub bought: f64,
    /// Of those bought, those beyond the GPUs in the scenario.
    pub further: f64,
    /// Month at whose end those there are sold, whatever their age.
    pub sold_after: Option<usize>,
}

/// How the yearly cost of owning is entered.
#[derive(Clone, Debug)]
pub enum Yearly {
    /// One fraction of the hardware price per year, covering everything.
    Fraction(f64),
    /// One amount.
    Amount(Money),
    /// Line by line.
    Lines(Box<YearlyLines>),
}

/// The yearly lines of owning.
#[derive(Clone, Debug)]
pub struct YearlyLines {
    /// Electricity; `None` if the rent includes it.
    pub draw: Option<Draw>,
    /// Space for the machines.
    pub space: Space,
    /// Staff, and how many of them are charged.
    pub staff: Staff,
    /// What each stage needs, in the order of [`Stage`]; nothing where all are new or all are there and stay.
    pub stages: Option<[StageNeeds; 5]>,
    /// Electricity of machines there of another GPU; those bought have `draw`.
    pub draw_there: Option<Draw>,
    /// Yearly cost of one of them.
    pub person: Money,
    /// On-call pay per year.
    pub on_call: Money,
    /// Support contract after the warranty, as a share of the node price per year.
    pub support_share: f64,
    /// Years without a support contract.
    pub warranty_years: f64,
    /// Licences per GPU and year.
    pub software_per_gpu: Money,
    /// Subscriptions and purchased services, per year.
    pub platform: Money,
    /// Operations bought as a service, per year.
    pub operations: Money,
    /// External links, per year.
    pub links: Money,
    /// Insurance and property tax, as a share of the hardware price per year.
    pub insurance_share: f64,
}

/// Which machines stand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stage {
    /// Those there alone.
    There,
    /// Those there and those bought.
    ThereAndBought,
    /// Those that replaced the ones there.
    Replacing,
    /// Those that replaced the ones there, and those bought.
    ReplacingAndBought,
    /// Those bought alone.
    Bought,
}

/// What the machines that stand at a stage need.
#[derive(Clone, Copy, Debug)]
pub struct StageNeeds {
    /// Their staff.
    pub staff: Staff,
    /// Their space.
    pub space: Space,
}

/// Power draw of owned machines.
#[derive(Clone, Copy, Debug)]
pub struct Draw {
    /// Per GPU, independent of use: idle draw, fixed draw, its share of the host.
    pub standing: Power,
    /// GPUs with this draw: the owned ones, and powered spares.
    pub gpus: f64,
    /// Additional draw per GPU while a job holds it.
    pub busy: Power,
    /// Power usage effectiveness: site draw per machine draw.
    pub pue: f64,
    /// Price of electricity.
    pub tariff: EnergyPrice,
}

/// Space for owned machines.
#[derive(Clone, Copy, Debug)]
pub enum Space {
    /// Rented by the contracted kilowatt, in whole racks.
    Colocation {
        /// What is contracted for all nodes.
        contracted: Contracted,
        /// Rent per kilowatt and year.
        per_kw_year: Money,
    },
    /// The user's own room at this cost per year.
    Room(Money),
}

impl YearlyLines {
    pub(super) fn new(s: &Scenario, counts: Counts, (there, replacing): (&PresentMachines, f64), spares: f64) -> Self {
        let Counts { present, bought, sold_after, .. } = counts;
        let (nodes, new_gpus, new_kw) = (present + bought, s.own.gpus_per_node.value, s.place.node_kw.value);
        let other = there.is_other_gpu && present > 0.0;
        // Nodes there, new nodes, and spares.
        let needs = |old: f64, new: f64, spares: f64| StageNeeds {
            staff: staff(s, if other { old * there.gpus_per_node + new * new_gpus } else { (old + new) * new_gpus }),
            space: if other {
                Space::new(s, old * there.node_kw + (new + spares) * new_kw)
            } else {
                Space::new(s, (old + new + spares) * new_kw)
            },
        };
        let all = needs(present, bought, spares);
        // Spares of another GPU are bought with the nodes to buy.
        let spares_of = |nodes: f64| if other { 0.0 } else { spare_nodes(s, nodes) };
        let is_staged = present > 0.0 && (bought > 0.0 || other || sold_after.is_some());
        let stages = is_staged.then(|| {
            [
                needs(present, 0.0, spares_of(present)),
                all,
                needs(0.0, replacing, spares_of(replacing)),
                needs(0.0, replacing + bought, spares),
                needs(0.0, bought, if other { spares } else { spare_nodes(s, bought) }),
            ]
        });
        let gpus = if other { bought * new_gpus } else { nodes * new_gpus };
        Self {
            stages,
            draw: Draw::new(s, gpus, spares),
            draw_there: if other { Draw::of_present(s, there, present) } else { None },
            space: all.space,
            staff: all.staff,
            person: Money::usd(s.people.usd_per_person_year.value),
            on_call: Money::usd(s.people.on_call_usd_per_year.value),
            support_share: s.own.support_share.value,
            warranty_years: s.own.warranty_years.value,
            software_per_gpu: Money::usd(s.own.software_usd_per_gpu_year.value),
            platform: Money::usd(s.own.platform_usd_per_year.value),
            operations: Money::usd(s.own.operations_usd_per_year.value),
            links: Money::usd(s.own.links_usd_per_month.value * MONTHS_PER_YEAR),
            insurance_share: s.own.insurance_share.value,
        }
    }
}

/// Staff of a cluster, and how many of them count against renting.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Staff {
    /// Whether the number follows from the size of the cluster.
    pub by_size: bool,
    /// GPUs that it follows from.
    pub gpus: f64,
    /// People who run it.
    pub people: f64,
    /// People renting needs too.
    pub renting: f64,
    /// People charged to owning; may be negative.
    pub extra: f64,
}

/// The staff of a scenario with this many GPUs in whole nodes. From cluster size, the part charged is never negative,
/// because the number assumed for renting is sized for 64 GPUs. With a given number the difference is used as it is.
pub fn staff(s: &Scenario, gpus: f64) -> Staff {
    let by_size = s.people.method == StaffMethod::Size;
    let people = if by_size { from_cluster_size(gpus) } else { s.people.own_people.value };
    let renting = s.people.rent_people.value;
    let more = people - renting;
    Staff { by_size, gpus, people, renting, extra: if by_size { more.max(0.0) } else { more } }
}

impl Draw {
    fn new(s: &Scenario, gpus: f64, spares: f64) -> Option<Self> {
        if s.place.site == Site::Colocation && s.place.power_included {
            return None;
        }
        let power = &s.power;
        let host = Power::kw(power.host_kw_per_node.value / s.own.gpus_per_node.value);
        let tdp = Power::kw(power.tdp_w.value / 1_000.0);
        let idle = power.idle_share.value;
        let (standing, busy) = match power.method {
            PowerMethod::Load => (tdp * idle + host, tdp * ((1.0 - idle) * power.load_share.value)),
            PowerMethod::Fixed => {
                let fixed = Power::kw(power.fixed_draw_w.value / 1_000.0);
                (if power.fixed_adds_host { fixed + host } else { fixed }, Power::ZERO)
            }
        };
        let waiting = if s.own.spares_hot { spares * s.own.gpus_per_node.value } else { 0.0 };
        let gpus = gpus + waiting;
        Some(Self {
            standing,
            gpus,
            busy,
            pue: power.pue.value,
            tariff: EnergyPrice::usd_per_kwh(power.usd_per_kwh.value),
        })
    }

    /// The same of machines there of another GPU.
    fn of_present(s: &Scenario, there: &PresentMachines, nodes: f64) -> Option<Self> {
        let new = Self::new(s, 0.0, 0.0)?;
        let power = &s.power;
        let host = Power::kw(there.host_kw / there.gpus_per_node);
        let tdp = Power::kw(there.gpu_rated_w / 1_000.0);
        let idle = power.idle_share.value;
        let (standing, busy) = match power.method {
            PowerMethod::Load => (tdp * idle + host, tdp * ((1.0 - idle) * power.load_share.value)),
            PowerMethod::Fixed => {
                let scale = there.gpu_rated_w / power.tdp_w.value;
                let scale = if scale.is_finite() { scale } else { 1.0 };
                let fixed = Power::kw(power.fixed_draw_w.value / 1_000.0 * scale);
                (if power.fixed_adds_host { fixed + host } else { fixed }, Power::ZERO)
            }
        };
        Some(Self { standing, gpus: nodes * there.gpus_per_node, busy, ..new })
    }

    /// What the machines draw on average at a busy share, without cooling.
    pub fn mean(&self, busy_share: f64) -> Power {
        (self.standing + self.busy * busy_share) * self.gpus
    }
}

impl Space {
    fn new(s: &Scenario, kw: f64) -> Self {
        match s.place.site {
            Site::Room => Self::Room(Money::usd(s.place.room_usd_per_year.value)),
            Site::Colocation => Self::Colocation {
                contracted: Contracted::of_kw(s, kw),
                per_kw_year: Money::usd(s.place.colocation_usd_per_kw_month.value * MONTHS_PER_YEAR),
            },
        }
    }
}
