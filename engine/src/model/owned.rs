//! The machines to own, checked.

use super::yearly::{Counts, Stage, Yearly, YearlyLines};
use crate::formulas::finance::{Capital, Resale, life_months};
use crate::formulas::hours::{Yield, availability_with_spares, available_hours, busiest_hours, calendar_hours};
use crate::inputs::contracted_power::spare_nodes;
use crate::inputs::derived::nodes_there_and_bought;
use crate::inputs::interruptions;
use crate::inputs::present_machines::{OfPresentGpu, PresentMachines};
use crate::inputs::resale::{node_resale, to_a_share};
use crate::inputs::{Assembly, AvailabilityMethod, EndOfLife, Scenario, Site, YearlyMethod};
use crate::units::{BusyHours, CalendarHours, HourlyPrice, MONTHS_PER_YEAR, Money, count};

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
    /// GPUs in whole nodes; those there of another GPU count by what they do, as GPUs of the work.
    pub gpus: f64,
    /// The same, each as one.
    pub physical_gpus: f64,
    /// Whole nodes.
    pub nodes: f64,
    /// Additional nodes that replace failed ones.
    pub spares: f64,
    /// Of these nodes, those beyond the GPUs in the scenario, bought instead of renting overflow.
    pub further: f64,
    /// Of these nodes, those that exist already.
    pub present: f64,
    /// What one of them is.
    pub there: PresentMachines,
    /// New nodes that replace them all: as many or, of another GPU, the fewest that do at least the same work.
    pub replacing_nodes: f64,
    /// Nodes there that the room was built for, also if they are sold.
    pub room_nodes: f64,
    /// Month at whose end they are sold, whatever their age.
    sold_after: Option<usize>,
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
    pub(super) fn new(s: &Scenario, further: f64, planning: &Resale, known: &OfPresentGpu) -> Self {
        let (present, bought) = nodes_there_and_bought(s);
        let counts = Counts { present, bought: bought + further, further, sold_after: None };
        Self::with(s, counts, planning, known)
    }

    /// New nodes that take over from all machines there, which are sold at the end of the month before delivery or, where
    /// that is the first month, at once: then they are no part of it. `s`: a scenario with the new nodes alone, but for its
    /// rows of what is there.
    pub(super) fn replacing(s: &Scenario, planning: &Resale, known: &OfPresentGpu, lead_months: usize) -> Self {
        let there = PresentMachines::of(s, known);
        let bought = replacing_nodes(&there, s.own.gpus_per_node.value, s.present.nodes.value);
        let present = if lead_months > 0 { s.present.nodes.value } else { 0.0 };
        let counts = Counts { present, bought, further: 0.0, sold_after: Some(lead_months).filter(|lead| *lead > 0) };
        Self { room_nodes: s.present.nodes.value, ..Self::with(s, counts, planning, known) }
    }

    fn with(s: &Scenario, counts: Counts, planning: &Resale, known: &OfPresentGpu) -> Self {
        let own = &s.own;
        let Counts { present, bought, further, sold_after } = counts;
        let there = PresentMachines::of(s, known);
        let nodes = present + bought;
        let new_gpus = own.gpus_per_node.value;
        let (gpus, physical_gpus) = if there.is_other_gpu {
            let of_bought = bought * new_gpus;
            (present * there.working_gpus_per_node() + of_bought, present * there.gpus_per_node + of_bought)
        } else {
            (nodes * new_gpus, nodes * new_gpus)
        };
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
        let storage_usd = if bought > 0.0 { own.storage_tb.value * own.storage_usd_per_tb.value } else { 0.0 };
        let build_out_usd = if s.place.site == Site::Room { s.place.build_out_usd.value } else { 0.0 };
        let removal = Money::usd(own.decommissioning_usd_per_node.value);
        // Those that are sold need none.
        let needed = if sold_after.is_some() { bought } else { nodes };
        let spares = spare_nodes(s, needed);
        let present_age_years = s.present.node_age_years.value;
        let left = years_left(life_years, present_age_years);
        let retires = present > 0.0 && s.present.at_end_of_life == EndOfLife::Retired;
        let retired_after = match (sold_after, retires.then(|| life_months(left))) {
            (Some(sold), Some(retired)) => Some(sold.min(retired)),
            (sold, retired) => sold.or(retired),
        };
        let present_life_years = match (retired_after.filter(|_| sold_after.is_some()), s.present.at_end_of_life) {
            (Some(month), _) => count(month) / MONTHS_PER_YEAR,
            (None, EndOfLife::RunOn) => left.max(s.time.horizon_months.value / MONTHS_PER_YEAR),
            (None, EndOfLife::Replaced | EndOfLife::Retired) => left,
        };
        let replacing = replacing_nodes(&there, new_gpus, present);
        let worth_today = Money::usd(s.present.node_resale_usd.value);
        let present_residual = worth_today * node_resale.share_of_used(present_age_years, present_life_years);
        Self {
            gpus,
            physical_gpus,
            nodes,
            spares,
            further,
            present,
            there,
            replacing_nodes: replacing,
            room_nodes: present,
            sold_after,
            present_age_years,
            present_life_years,
            present_is_replaced: s.present.at_end_of_life == EndOfLife::Replaced && sold_after.is_none(),
            retired_after,
            gpus_per_node: own.gpus_per_node.value,
            availability: match own.availability_method {
                AvailabilityMethod::Given => own.availability.value,
                AvailabilityMethod::Spares => {
                    availability_with_spares(needed, spares, own.failure_share.value, own.planned_share.value)
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
                YearlyMethod::Lines => {
                    Yearly::Lines(Box::new(YearlyLines::new(s, counts, (&there, replacing), spares)))
                }
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

    /// Whether machines there of another GPU are part of it.
    pub fn has_other_gpu(&self) -> bool {
        self.present > 0.0 && self.there.is_other_gpu
    }

    /// Whether the nodes there are sold once those bought are delivered.
    pub fn is_sold(&self) -> bool {
        self.sold_after.is_some()
    }

    /// New nodes that do at least the work of some that are there; as many of the same GPU.
    pub fn replacing_nodes_of(&self, nodes: f64) -> f64 {
        replacing_nodes(&self.there, self.gpus_per_node, nodes)
    }

    /// Nodes to buy.
    pub fn bought_nodes(&self) -> f64 {
        self.nodes - self.present
    }

    /// Month at whose end new nodes replace those there; `None` if that does not happen.
    pub fn replaced_after(&self) -> Option<usize> {
        (self.present > 0.0 && self.present_is_replaced).then(|| life_months(self.present_life_years))
    }

    /// Whether the nodes there are gone, or replaced by new ones, in a month.
    pub fn is_replaced_in(&self, month: usize) -> bool {
        self.replaced_after().is_some_and(|last| month > last)
    }

    /// Which machines stand in a month, if those bought do or do not; `None` without any.
    pub fn stage(&self, month: usize, bought: bool) -> Option<Stage> {
        let gone = self.present == 0.0 || self.retired_after.is_some_and(|last| month > last);
        let bought = bought && !(gone && self.bought_nodes() == 0.0);
        match (gone, self.is_replaced_in(month), bought) {
            (true, _, false) => None,
            (true, _, true) => Some(Stage::Bought),
            (false, false, false) => Some(Stage::There),
            (false, false, true) => Some(Stage::ThereAndBought),
            (false, true, false) => Some(Stage::Replacing),
            (false, true, true) => Some(Stage::ReplacingAndBought),
        }
    }

    /// Share of the owned GPUs that existed already, or replaced those, and are in service in a month.
    pub fn there_in(&self, month: usize) -> f64 {
        if self.retired_after.is_some_and(|last| month > last) {
            0.0
        } else if !self.has_other_gpu() {
            self.present / self.nodes
        } else if self.is_replaced_in(month) {
            self.replacing_nodes * self.gpus_per_node / self.gpus
        } else {
            self.present * self.there.working_gpus_per_node() / self.gpus
        }
    }

    /// Share of the owned GPUs that is bought.
    pub fn bought_share(&self) -> f64 {
        if self.has_other_gpu() {
            self.bought_nodes() * self.gpus_per_node / self.gpus
        } else {
            1.0 - self.present / self.nodes
        }
    }

    /// Most GPUs that a job can use together: machines there of another GPU and those bought do not share one.
    pub fn largest_group(&self) -> f64 {
        if self.has_other_gpu() {
            (self.present * self.there.gpus_per_node).max(self.bought_nodes() * self.gpus_per_node)
        } else {
            self.gpus
        }
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

    /// Price of all nodes and spares, those there at their own price when new.
    pub fn nodes_price(&self) -> Money {
        match self.own_price_there() {
            None => self.node.price * self.standing(),
            Some(there) => there * self.present + self.node.price * (self.standing() - self.present),
        }
    }

    /// Price of all hardware: nodes, spares, fabric, storage.
    pub fn hardware_price(&self) -> Money {
        self.nodes_price() + self.fabric.price * self.nodes + self.storage.price
    }

    /// Price when new of one of the nodes there, where it differs from that of a new one.
    fn own_price_there(&self) -> Option<Money> {
        let usd = self.there.price_usd.filter(|usd| self.present > 0.0 && *usd != self.node.price.as_usd())?;
        Some(Money::usd(usd))
    }

    /// Prices of the nodes there, of those bought with their spares, and of those that replace the ones there; nothing
    /// where all nodes have one price and one kind.
    pub fn node_prices(&self) -> Option<[Money; 3]> {
        if self.own_price_there().is_none() && !self.has_other_gpu() {
            return None;
        }
        let there = self.own_price_there().unwrap_or(self.node.price);
        let bought = self.node.price * (self.standing() - self.present);
        Some([there * self.present, bought, self.node.price * self.replacing_nodes])
    }

    /// The same with fabric and storage.
    pub fn hardware_prices(&self) -> Option<[Money; 3]> {
        let [there, bought, replacing] = self.node_prices()?;
        let fabric = self.fabric.price;
        Some([
            there + fabric * self.present,
            bought + fabric * self.bought_nodes() + self.storage.price,
            replacing + fabric * self.replacing_nodes,
        ])
    }
}

/// Remaining years of a life at an age; at least a month.
fn years_left(life_years: f64, age_years: f64) -> f64 {
    (life_years - age_years).max(SHORTEST_LIFE_YEARS)
}

/// New nodes that do at least the work of some that are there; as many of the same GPU.
fn replacing_nodes(there: &PresentMachines, new_gpus: f64, present: f64) -> f64 {
    if there.is_other_gpu { libm::ceil(present * there.working_gpus_per_node() / new_gpus - 1e-9) } else { present }
}
