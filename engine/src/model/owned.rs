//! The machines to own, checked.

use crate::formulas::finance::{Capital, Resale, life_months};
use crate::formulas::hours::{Yield, availability_with_spares, available_hours, busiest_hours, calendar_hours};
use crate::formulas::staffing::from_cluster_size;
use crate::inputs::contracted_power::{Contracted, spare_nodes};
use crate::inputs::derived::owned_gpus;
use crate::inputs::interruptions;
use crate::inputs::resale::{node_resale, to_a_share};
use crate::inputs::{Assembly, AvailabilityMethod, EndOfLife, PowerMethod, Scenario, Site, StaffMethod, YearlyMethod};
use crate::units::{BusyHours, CalendarHours, EnergyPrice, HourlyPrice, MONTHS_PER_YEAR, Money, Power};

/// Remaining life assumed for a machine older than its life, in years.
const SHORTEST_LIFE_YEARS: f64 = 1.0 / MONTHS_PER_YEAR;

/// Purchase price of a node: after discount, assembled.
pub fn node_price(s: &Scenario) -> f64 {
    let list = s.own.node_price_usd.value * (1.0 - s.own.node_discount_share.value);
    match s.own.assembly {
        Assembly::Quoted | Assembly::Parts => list,
        Assembly::Prebuilt => list * (1.0 + s.own.assembly_markup.value),
    }
}

/// The machines to own.
#[derive(Clone, Debug)]
pub struct Owned {
    /// GPUs in whole nodes.
    pub gpus: f64,
    /// Whole nodes.
    pub nodes: f64,
    /// Additional nodes that replace failed ones.
    pub spares: f64,
    /// Of these nodes, those beyond the GPUs in the scenario, bought instead of renting overflow.
    pub further: f64,
    /// Of these nodes, those that exist already.
    pub present: f64,
    /// Their current age.
    pub present_age_years: f64,
    /// Their remaining years: of their life, or up to the horizon if they run on beyond it.
    pub present_life_years: f64,
    /// Whether they are replaced when their life ends.
    pub present_is_replaced: bool,
    /// Month at whose end they are retired without replacement.
    pub retired_after: Option<usize>,
    /// GPUs in one node.
    pub gpus_per_node: f64,
    /// Share of the calendar in which machines are up.
    pub availability: f64,
    /// Most of the available hours that jobs can fill.
    pub largest_occupancy: f64,
    /// Productive hours per busy hour.
    pub yields: Yield,
    /// A node.
    pub node: Capital,
    /// An existing node, at its current resale value.
    pub present_node: Capital,
    /// Resale value of nodes by age.
    pub node_resale: Resale,
    /// Resale value of the fabric by age.
    pub fabric_resale: Resale,
    /// Resale value of storage by age.
    pub storage_resale: Resale,
    /// Idle hours let out to others, per available hour.
    pub idle_let: f64,
    /// Income per such hour beyond its running cost, before that is known.
    pub idle_rate: HourlyPrice,
    /// Rack, stack and integration, per node.
    pub installation: Capital,
    /// Removal of a node at the end of its life.
    pub decommissioning: Capital,
    /// Network between the nodes, per node.
    pub fabric: Capital,
    /// All storage.
    pub storage: Capital,
    /// Power and cooling of the user's own room.
    pub build_out: Capital,
    /// Years until the nodes are replaced.
    pub life_years: f64,
    /// Yearly costs besides capital.
    pub yearly: Yearly,
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
    /// The same while the machines there stand alone, and once those bought do; nothing where all are of one kind.
    pub alone: Option<[Alone; 2]>,
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

/// What part of the machines needs while it stands alone.
#[derive(Clone, Copy, Debug)]
pub struct Alone {
    /// Its staff.
    pub staff: Staff,
    /// Its space.
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

/// Which of the model's resale curves a purchase follows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Wear {
    /// The nodes' curve.
    Node,
    /// The fabric's curve.
    Fabric,
    /// The storage curve.
    Storage,
    /// Worthless at any age.
    Nothing,
    /// Not an item but its removal: a cost at the end, worth nothing before.
    Removal,
}

impl Owned {
    pub(super) fn new(s: &Scenario, further: f64, planning: &Resale) -> Self {
        let own = &s.own;
        let gpus = owned_gpus(s) + further * own.gpus_per_node.value;
        let nodes = gpus / own.gpus_per_node.value;
        let life_years = own.life_years.value;
        let price = Money::usd(node_price(s));
        let node_resale = node_resale(s, planning);
        let other = |life_years: f64| to_a_share(s, own.other_residual_share.value, life_years);
        let buy = |usd: f64, life_years: f64, resale: &Resale| {
            let price = Money::usd(usd);
            Capital { price, life_years, residual: price * resale.share(life_years) }
        };
        let (fabric_life, storage_life) = (own.fabric_life_years.value, own.storage_life_years.value);
        let (fabric_resale, storage_resale) = (other(fabric_life), other(storage_life));
        let storage_usd = own.storage_tb.value * own.storage_usd_per_tb.value;
        let build_out_usd = if s.place.site == Site::Room { s.place.build_out_usd.value } else { 0.0 };
        let removal = Money::usd(own.decommissioning_usd_per_node.value);
        let spares = spare_nodes(s, nodes);
        let present = s.present.nodes.value.min(nodes);
        let present_age_years = s.present.node_age_years.value;
        let left = years_left(life_years, present_age_years);
        let present_life_years = match s.present.at_end_of_life {
            EndOfLife::RunOn => left.max(s.time.horizon_months.value / MONTHS_PER_YEAR),
            EndOfLife::Replaced | EndOfLife::Retired => left,
        };
        let retires = present > 0.0 && s.present.at_end_of_life == EndOfLife::Retired;
        let worth_today = Money::usd(s.present.node_resale_usd.value);
        let present_residual = worth_today * node_resale.share_of_used(present_age_years, present_life_years);
        Self {
            gpus,
            nodes,
            spares,
            further,
            present,
            present_age_years,
            present_life_years,
            present_is_replaced: s.present.at_end_of_life == EndOfLife::Replaced,
            retired_after: retires.then(|| life_months(left)),
            gpus_per_node: own.gpus_per_node.value,
            availability: match own.availability_method {
                AvailabilityMethod::Given => own.availability.value,
                AvailabilityMethod::Spares => {
                    availability_with_spares(nodes, spares, own.failure_share.value, own.planned_share.value)
                }
            },
            largest_occupancy: own.largest_occupancy.value,
            yields: Yield { workload_efficiency: s.work.efficiency.value, goodput: interruptions::owned_goodput(s) },
            node: Capital { price, life_years, residual: price * node_resale.share(life_years) },
            present_node: Capital { price: worth_today, life_years: present_life_years, residual: present_residual },
            installation: buy(own.installation_usd_per_node.value, life_years, &Resale::Nothing),
            decommissioning: Capital { price: Money::ZERO, life_years, residual: Money::ZERO - removal },
            fabric: buy(own.fabric_usd_per_node.value, fabric_life, &fabric_resale),
            storage: buy(storage_usd, storage_life, &storage_resale),
            build_out: buy(build_out_usd, s.place.build_out_life_years.value, &Resale::Nothing),
            node_resale,
            fabric_resale,
            storage_resale,
            idle_let: own.idle_let_share.value,
            idle_rate: HourlyPrice::usd_per_gpu_hour(
                own.idle_usd_per_gpu_hour.value * (1.0 - own.idle_fee_share.value),
            ),
            life_years,
            yearly: match own.yearly_method {
                YearlyMethod::Fraction => Yearly::Fraction(own.yearly_fraction.value),
                YearlyMethod::Amount => Yearly::Amount(Money::usd(own.yearly_usd.value)),
                YearlyMethod::Lines => Yearly::Lines(Box::new(YearlyLines::new(s, (gpus, present), nodes, spares))),
            },
        }
    }

    /// Nodes installed: the needed ones and the spares.
    pub fn standing(&self) -> f64 {
        self.nodes + self.spares
    }

    /// Value of a purchase after some years, as a share of its price; for an existing item with an age today, as a
    /// share of today's value.
    pub fn worth(&self, wear: Wear, age_today: Option<f64>, years: f64) -> f64 {
        let resale = match wear {
            Wear::Node => &self.node_resale,
            Wear::Fabric => &self.fabric_resale,
            Wear::Storage => &self.storage_resale,
            Wear::Nothing | Wear::Removal => return 0.0,
        };
        age_today.map_or_else(|| resale.share(years), |age| resale.share_of_used(age, years))
    }

    /// Remaining years of a life for items as old as the existing nodes.
    pub fn years_left(&self, life_years: f64) -> f64 {
        years_left(life_years, self.present_age_years)
    }

    /// Month at whose end the existing nodes' life ends; `None` if there are none.
    pub fn present_ends_after(&self) -> Option<usize> {
        (self.present > 0.0).then(|| life_months(self.years_left(self.life_years)))
    }

    /// Share of the owned nodes that existed already and are in service in a month.
    pub fn there_in(&self, month: usize) -> f64 {
        if self.retired_after.is_some_and(|last| month > last) { 0.0 } else { self.present / self.nodes }
    }

    /// Share of the owned nodes that is bought.
    pub fn bought_share(&self) -> f64 {
        1.0 - self.present / self.nodes
    }

    /// Month at whose end no owned machine is left: set if all nodes existed already and retire.
    pub fn ends_after(&self) -> Option<usize> {
        self.retired_after.filter(|_| self.present == self.nodes)
    }

    /// Calendar hours of the owned GPUs per year.
    pub fn calendar(&self) -> CalendarHours {
        calendar_hours(self.gpus)
    }

    /// Most hours jobs can hold per year.
    pub fn busiest(&self) -> BusyHours {
        busiest_hours(available_hours(self.calendar(), self.availability), self.largest_occupancy)
    }

    /// Largest busy share: availability × largest occupancy.
    pub fn ceiling(&self) -> f64 {
        self.availability * self.largest_occupancy
    }

    /// Price of all hardware: nodes, spares, fabric, storage.
    pub fn hardware_price(&self) -> Money {
        self.node.price * self.standing() + self.fabric.price * self.nodes + self.storage.price
    }
}

/// Remaining years of a life at an age; at least a month.
fn years_left(life_years: f64, age_years: f64) -> f64 {
    (life_years - age_years).max(SHORTEST_LIFE_YEARS)
}

impl YearlyLines {
    fn new(s: &Scenario, (gpus, present): (f64, f64), nodes: f64, spares: f64) -> Self {
        let mixed = present > 0.0 && present < nodes;
        let alone = |nodes: f64| Alone {
            staff: staff(s, nodes * s.own.gpus_per_node.value),
            space: Space::new(s, nodes + spare_nodes(s, nodes)),
        };
        Self {
            alone: mixed.then(|| [alone(present), alone(nodes - present)]),
            draw: Draw::new(s, gpus, spares),
            space: Space::new(s, nodes + spares),
            staff: staff(s, gpus),
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
    Staff { by_size, people, renting, extra: if by_size { more.max(0.0) } else { more } }
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

    /// What the machines draw on average at a busy share, without cooling.
    pub fn mean(&self, busy_share: f64) -> Power {
        (self.standing + self.busy * busy_share) * self.gpus
    }
}

impl Space {
    fn new(s: &Scenario, nodes: f64) -> Self {
        match s.place.site {
            Site::Room => Self::Room(Money::usd(s.place.room_usd_per_year.value)),
            Site::Colocation => Self::Colocation {
                contracted: Contracted::of(s, nodes),
                per_kw_year: Money::usd(s.place.colocation_usd_per_kw_month.value * MONTHS_PER_YEAR),
            },
        }
    }
}
