//! The checked form of a scenario: what is in here can be computed without failing.
//!
//! In: a [`Scenario`] and a [`PriceBook`]. Out: a [`Model`], or everything that is wrong with the scenario.
//! Invariant: every number is finite and inside its row's bounds, shares that divide are positive, and at least
//! one node is owned. Deliberately absent: results; they are the business of `cost`, `break_even` and `report`.

use std::borrow::Cow;

use crate::finance::{Capital, ChargeMethod, Timing, residual_share};
use crate::hours::{Yield, available_hours, busiest_hours, calendar_hours};
use crate::issue::{Issue, Severity};
use crate::number;
use crate::offer::{Offer, Swap, offers_of};
use crate::price_book::PriceBook;
use crate::scenario::derived::owned_gpus;
use crate::scenario::value::Tier;
use crate::scenario::{
    ChargeChoice, FIELDS, PowerMethod, ResidualMethod, Scenario, Site, StaffMethod, TimingChoice, YearlyMethod,
};
use crate::units::{BusyHours, CalendarHours, EnergyPrice, MONTHS_PER_YEAR, Money, Power, ProductiveHours};

/// A checked calculation.
#[derive(Clone, Debug)]
pub struct Model {
    /// Productive GPU-hours wanted in a year.
    pub work: ProductiveHours,
    /// What is owned, and the way it is paid.
    pub owned: Owned,
    /// What renting costs beside the rate.
    pub rented: Rented,
    /// How a purchase is spread over its life.
    pub charge: ChargeMethod,
    /// Every offer of the scenario's GPU, able or not, and the user's own quotes first.
    pub offers: Vec<Offer>,
    /// What a person should look at.
    pub warnings: Vec<Issue>,
}

/// The machines that would be owned.
#[derive(Clone, Debug)]
pub struct Owned {
    /// GPUs in whole nodes.
    pub gpus: f64,
    /// Whole nodes.
    pub nodes: f64,
    /// GPUs in one node.
    pub gpus_per_node: f64,
    /// Share of the calendar in which machines work.
    pub availability: f64,
    /// Most of the available hours that jobs can fill.
    pub largest_occupancy: f64,
    /// Productive hours per busy hour.
    pub yields: Yield,
    /// The nodes.
    pub node: Capital,
    /// Rack, stack and integration, for each node.
    pub installation: Capital,
    /// Taking a node out, at the end of its life.
    pub decommissioning: Capital,
    /// Network between the nodes, for each node.
    pub fabric: Capital,
    /// All storage.
    pub storage: Capital,
    /// Power and cooling of an own room.
    pub build_out: Capital,
    /// Years until the nodes are replaced.
    pub life_years: f64,
    /// Yearly cost beside capital.
    pub yearly: Yearly,
}

/// How the yearly cost of owning is found.
#[derive(Clone, Debug)]
pub enum Yearly {
    /// One fraction of the hardware price a year stands for all of it.
    Fraction(f64),
    /// Line by line.
    Lines(YearlyLines),
}

/// The yearly lines of owning.
#[derive(Clone, Debug)]
pub struct YearlyLines {
    /// Electricity; nothing where the rent includes it.
    pub draw: Option<Draw>,
    /// Where the machines stand.
    pub space: Space,
    /// People beyond those the rented side needs too; may be negative.
    pub extra_people: f64,
    /// People who run the cluster.
    pub people: f64,
    /// Cost of one of them a year.
    pub person: Money,
    /// Support contract, share of the node price a year after the warranty.
    pub support_share: f64,
    /// Years without a support contract.
    pub warranty_years: f64,
    /// Licences for each GPU a year.
    pub software_per_gpu: Money,
    /// Subscriptions and services bought, a year.
    pub platform: Money,
    /// Operations bought as a service, a year.
    pub operations: Money,
    /// Links to the outside, a year.
    pub links: Money,
    /// Insurance and property tax, share of the hardware price a year.
    pub insurance_share: f64,
}

/// Electrical draw of owned machines.
#[derive(Clone, Copy, Debug)]
pub struct Draw {
    /// For each GPU, whatever it does: idle draw, fixed draw, its share of the host.
    pub standing: Power,
    /// For each GPU on top while a job holds it.
    pub busy: Power,
    /// Site draw per machine draw.
    pub pue: f64,
    /// Price of electricity.
    pub tariff: EnergyPrice,
}

/// Where owned machines stand.
#[derive(Clone, Copy, Debug)]
pub enum Space {
    /// Rented by the contracted kilowatt, racks whole.
    Colocation {
        /// Kilowatts contracted for all nodes.
        contracted: Power,
        /// Rent of a kilowatt a year.
        per_kw_year: Money,
    },
    /// An own room at so much a year.
    Room(Money),
}

/// What renting costs beside the rate.
#[derive(Clone, Debug)]
pub struct Rented {
    /// Productive hours per hour a job holds a rented GPU.
    pub yields: Yield,
    /// Share of billed hours that jobs hold.
    pub paid_efficiency: f64,
    /// Managed services, share of compute.
    pub managed_share: f64,
    /// Storage a year.
    pub storage: Money,
    /// Gigabytes moved out a month, beyond the free ones.
    pub egress_gb_per_month: f64,
    /// Prices by volume; empty means each offer's own price.
    pub egress_tiers: Vec<Tier>,
    /// Dedicated line a year.
    pub line: Money,
    /// Platform subscription a year.
    pub platform: Money,
    /// Support plan, share of the whole bill.
    pub support_share: f64,
}

impl Model {
    /// Checks a scenario against the table and against itself.
    ///
    /// Errors: every row that is out of bounds, all of them, and whatever makes the scenario contradict itself.
    pub fn new(scenario: &Scenario, book: &PriceBook, edition: &str) -> Result<Self, Vec<Issue>> {
        let mut issues = out_of_bounds(scenario);
        if issues.is_empty() {
            issues = contradictions(scenario, book, edition);
        }
        if issues.iter().any(|i| i.severity == Severity::Error) {
            return Err(issues);
        }
        let scenario = &without_idle_mistakes(scenario);
        let owned = Owned::new(scenario);
        let rented = Rented::new(scenario);
        let offers = offers_of(scenario, book, edition, Swap::new(&owned, &rented));
        Ok(Self {
            work: ProductiveHours::gpu_hours(scenario.work.gpu_hours_per_month.value * MONTHS_PER_YEAR),
            owned,
            rented,
            charge: charge_method(scenario),
            offers,
            warnings: issues,
        })
    }
}

fn out_of_bounds(scenario: &Scenario) -> Vec<Issue> {
    FIELDS
        .iter()
        .filter(|f| (f.matters)(scenario))
        .filter_map(|f| {
            f.objection(&f.get(scenario)).map(|words| Issue::error(&[f.id], format!("{} {words}", f.label)))
        })
        .collect()
}

/// A scenario whose rows that do not matter hold nothing that is out of bounds.
///
/// They are not reported, since they change no answer; what stands in them must not reach a sum either (0 × NaN).
fn without_idle_mistakes(scenario: &Scenario) -> Cow<'_, Scenario> {
    let mut clean = Cow::Borrowed(scenario);
    for field in FIELDS.iter().filter(|f| !(f.matters)(scenario)) {
        if field.objection(&field.get(scenario)).is_some() {
            field.set(clean.to_mut(), &field.neutral.to_value());
        }
    }
    clean
}

fn contradictions(s: &Scenario, book: &PriceBook, edition: &str) -> Vec<Issue> {
    let mut issues = Vec::new();
    if !book.has_edition(edition) {
        issues.push(Issue::error(&[], format!("This page has no price edition {edition}")));
    }
    if book.gpu(&s.work.gpu).is_none() {
        issues.push(Issue::error(&["work.gpu"], format!("GPU {} is not in the price book", s.work.gpu)));
    }
    if s.own.node_includes_network && s.own.fabric_usd_per_node.value > 0.0 {
        let message = "The node price holds the network and a network fabric is given too: it is counted twice";
        issues.push(Issue::warning(&["own.fabric_usd_per_node", "own.node_includes_network"], message));
    }
    if let Some(other) = machine_of_another_gpu(s, book) {
        let message = format!("The node price is that of a machine with {other}, another GPU than the work's");
        issues.push(Issue::warning(&["own.node_price_usd", "work.gpu"], message));
    }
    if owned_gpus(s) > s.own.gpus.value {
        let message = format!(
            "Nodes are bought whole: {} GPUs in nodes of {} are counted as {}",
            number::write(s.own.gpus.value),
            number::write(s.own.gpus_per_node.value),
            number::write(owned_gpus(s))
        );
        issues.push(Issue::warning(&["own.gpus", "own.gpus_per_node"], message));
    }
    if s.work.fabric_gpus.value > owned_gpus(s) {
        let message = "A job needs more GPUs in one fabric than would be owned";
        issues.push(Issue::warning(&["work.fabric_gpus", "own.gpus"], message));
    }
    issues
}

/// The GPU of the price book's machine whose price stands in the scenario, where it is not the work's GPU.
fn machine_of_another_gpu(s: &Scenario, book: &PriceBook) -> Option<String> {
    let priced = |gpu: bool| {
        let mut fits =
            book.hardware.iter().filter(|h| h.price.is_some_and(|p| p.typical == s.own.node_price_usd.value));
        fits.find(|h| (h.gpu == s.work.gpu) == gpu)
    };
    let other = if priced(true).is_none() { priced(false) } else { None };
    other.map(|h| book.gpu(&h.gpu).map_or_else(|| h.gpu.clone(), |g| g.name.clone()))
}

fn charge_method(s: &Scenario) -> ChargeMethod {
    let timing = match s.money.timing {
        TimingChoice::Monthly => Timing::Monthly,
        TimingChoice::YearEnd => Timing::YearEnd,
    };
    match s.money.charge {
        ChargeChoice::Simple => ChargeMethod::Simple,
        ChargeChoice::Discounted => ChargeMethod::Discounted { rate: s.money.discount_rate.value, timing },
    }
}

impl Owned {
    fn new(s: &Scenario) -> Self {
        let own = &s.own;
        let gpus = owned_gpus(s);
        let nodes = gpus / own.gpus_per_node.value;
        let node_price = Money::usd(own.node_price_usd.value);
        let life_years = own.life_years.value;
        let node_residual = match own.residual_method {
            ResidualMethod::Curve => residual_share(own.residual_decades_per_year.value, life_years),
            ResidualMethod::Share => own.residual_share.value,
        };
        let other = own.other_residual_share.value;
        let buy = |usd: f64, life_years: f64, share: f64| {
            let price = Money::usd(usd);
            Capital { price, life_years, residual: price * share }
        };
        let storage_usd = own.storage_tb.value * own.storage_usd_per_tb.value;
        let build_out_usd = if s.place.site == Site::Room { s.place.build_out_usd.value } else { 0.0 };
        let removal = Money::usd(own.decommissioning_usd_per_node.value);
        Self {
            gpus,
            nodes,
            gpus_per_node: own.gpus_per_node.value,
            availability: own.availability.value,
            largest_occupancy: own.largest_occupancy.value,
            yields: Yield { workload_efficiency: s.work.efficiency.value, goodput: own.goodput.value },
            node: Capital { price: node_price, life_years, residual: node_price * node_residual },
            installation: buy(own.installation_usd_per_node.value, life_years, 0.0),
            decommissioning: Capital { price: Money::ZERO, life_years, residual: Money::ZERO - removal },
            fabric: buy(own.fabric_usd_per_node.value, own.fabric_life_years.value, other),
            storage: buy(storage_usd, own.storage_life_years.value, other),
            build_out: buy(build_out_usd, s.place.build_out_life_years.value, 0.0),
            life_years,
            yearly: match own.yearly_method {
                YearlyMethod::Fraction => Yearly::Fraction(own.yearly_fraction.value),
                YearlyMethod::Lines => Yearly::Lines(YearlyLines::new(s, gpus, nodes)),
            },
        }
    }

    /// Hours of the owned GPUs in a year.
    pub fn calendar(&self) -> CalendarHours {
        calendar_hours(self.gpus)
    }

    /// Most hours jobs can hold in a year.
    pub fn busiest(&self) -> BusyHours {
        busiest_hours(available_hours(self.calendar(), self.availability), self.largest_occupancy)
    }

    /// Largest busy share: availability × largest occupancy.
    pub fn ceiling(&self) -> f64 {
        self.availability * self.largest_occupancy
    }

    /// Price of all hardware: nodes, fabric, storage.
    pub fn hardware_price(&self) -> Money {
        (self.node.price + self.fabric.price) * self.nodes + self.storage.price
    }
}

impl Swap {
    fn new(owned: &Owned, rented: &Rented) -> Self {
        let goodput_ratio = owned.yields.goodput / rented.yields.goodput;
        Self {
            gpus: owned.gpus,
            same_capacity_gpus: owned.gpus * owned.availability * goodput_ratio / rented.paid_efficiency,
        }
    }
}

impl YearlyLines {
    fn new(s: &Scenario, gpus: f64, nodes: f64) -> Self {
        let people = match s.people.method {
            StaffMethod::Size => crate::staff::from_cluster_size(gpus),
            StaffMethod::Given => s.people.own_people.value,
        };
        Self {
            draw: Draw::new(s),
            space: Space::new(s, nodes),
            extra_people: extra_people(s, people),
            people,
            person: Money::usd(s.people.usd_per_person_year.value),
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

/// People beyond those that renting needs. Worked out from cluster size there are never fewer: what is assumed for
/// renting was meant for 64 GPUs. Given as a number the difference stands as it is.
fn extra_people(s: &Scenario, people: f64) -> f64 {
    let more = people - s.people.rent_people.value;
    match s.people.method {
        StaffMethod::Size => more.max(0.0),
        StaffMethod::Given => more,
    }
}

impl Draw {
    fn new(s: &Scenario) -> Option<Self> {
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
        Some(Self { standing, busy, pue: power.pue.value, tariff: EnergyPrice::usd_per_kwh(power.usd_per_kwh.value) })
    }
}

impl Space {
    fn new(s: &Scenario, nodes: f64) -> Self {
        match s.place.site {
            Site::Room => Self::Room(Money::usd(s.place.room_usd_per_year.value)),
            Site::Colocation => {
                let needed = nodes * s.place.node_kw.value;
                let rack = s.place.rack_kw.value;
                let racks = libm::ceil(needed / rack - 1e-9);
                // No racks, or racks so small that no number counts them.
                let contracted = if rack > 0.0 && racks.is_finite() { racks * rack } else { needed };
                Self::Colocation {
                    contracted: Power::kw(contracted),
                    per_kw_year: Money::usd(s.place.colocation_usd_per_kw_month.value * MONTHS_PER_YEAR),
                }
            }
        }
    }
}

impl Rented {
    fn new(s: &Scenario) -> Self {
        let rent = &s.rent;
        let storage = rent.storage_tb.value * 1_000.0 * rent.storage_usd_per_gb_month.value * MONTHS_PER_YEAR;
        Self {
            yields: Yield { workload_efficiency: s.work.efficiency.value, goodput: rent.goodput.value },
            paid_efficiency: rent.paid_efficiency.value,
            managed_share: rent.managed_share.value,
            storage: Money::usd(storage),
            egress_gb_per_month: (rent.egress_gb_per_month.value - rent.egress_free_gb.value).max(0.0),
            egress_tiers: rent.egress_tiers.clone(),
            line: Money::usd(rent.line_usd_per_month.value * MONTHS_PER_YEAR),
            platform: Money::usd(rent.platform_usd_per_month.value * MONTHS_PER_YEAR),
            support_share: rent.support_share.value,
        }
    }
}
