//! A scenario's models with one thing changed: a row of the table, or what no row holds alone, as the price of all spot hours.

use std::borrow::Cow;
use std::sync::Arc;

use crate::analysis::horizon_break_even::at_use;
use crate::analysis::sensitivity::moves_rent;
use crate::demand::with_peak;
use crate::horizon::node_expansion::{self, share_of_entered};
use crate::inputs::field::Field;
use crate::inputs::value::{Amount, Value};
use crate::inputs::{BeyondChoice, Scenario, Time};
use crate::model::offers::Offer;
use crate::model::{Model, Subject, moves_offers, without_idle_mistakes};
use crate::plans::setting::Setting;
use crate::prices::PriceBook;
use crate::prices::Service;

/// Row of the GPUs owned.
pub const OWN_GPUS: &str = "own.gpus";
/// Row of the work, which is a factor on all of it.
pub(super) const WORK_ROW: &str = "work.gpu_hours_per_month";

/// The models in which plans are evaluated.
#[derive(Clone, Copy)]
pub struct Place<'a> {
    /// What all plans share.
    pub setting: &'a Setting,
    /// The scenario.
    pub subject: Subject<'a>,
    /// The model of the scenario itself with the further nodes that its rule buys.
    pub own: &'a Model,
}

/// What is changed.
#[derive(Clone, Copy)]
pub enum Change<'a> {
    /// Nothing.
    Nothing,
    /// A row has another value.
    Row(&'static Field, &'a Value),
    /// All work is this many times as much, and the data that follow it.
    Work(f64),
    /// Hours of this kind cost this many times as much.
    Price(Hours, f64),
    /// The busiest hours of every workload that varies want this many times as many GPUs, its quiet hours as many as before.
    Peak(f64),
}

/// A kind of hours.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Hours {
    /// Hours that stay until they are given back.
    OnDemand,
    /// Hours that may be interrupted.
    Spot,
    /// Tokens from an API.
    Tokens,
}

impl Hours {
    /// Every kind.
    pub const ALL: [Self; 3] = [Self::OnDemand, Self::Spot, Self::Tokens];
}

impl Hours {
    /// Whether an offer sells such hours.
    pub fn is_sold_by(self, offer: &Offer) -> bool {
        self != Self::Tokens && offer.pays_per_use() && (offer.service == Service::Spot) == (self == Self::Spot)
    }
}

/// The models after a change.
pub(in crate::analysis) struct Changed<'a> {
    setting: Cow<'a, Setting>,
    own: Cow<'a, Model>,
    scenario: Cow<'a, Scenario>,
    subject: Subject<'a>,
}

impl<'a> Changed<'a> {
    /// The models after a change; nothing where the scenario then cannot be computed.
    pub(super) fn of(place: Place<'a>, change: Change) -> Option<Self> {
        let Place { setting, subject, own } = place;
        let unchanged = |setting, own| Self { setting, own, scenario: Cow::Borrowed(subject.scenario), subject };
        match change {
            Change::Nothing => Some(unchanged(Cow::Borrowed(setting), Cow::Borrowed(own))),
            Change::Row(row, value) if row.id == WORK_ROW && subject.scenario.work.workloads.is_empty() => {
                let factor = value.number()? / subject.scenario.work.gpu_hours_per_month.value;
                Self::of(place, Change::Work(factor)).filter(|_| factor.is_finite())
            }
            Change::Row(row, value) => with_row(place, row, value),
            Change::Work(factor) => Some(with_work(place, factor)),
            Change::Price(hours, factor) => {
                let scaled = |model: &Model| with_price(model.clone(), hours, factor);
                let setting = Setting::of_model(scaled(&setting.base), subject.scenario);
                Some(unchanged(Cow::Owned(setting), Cow::Owned(scaled(own))))
            }
            Change::Peak(factor) => {
                let mut scenario = subject.scenario.clone();
                raise_peaks(&mut scenario, factor, subject.book).then(|| anew(place, scenario)).flatten()
            }
        }
    }

    /// The scenario.
    pub(super) fn scenario(&self) -> &Scenario {
        &self.scenario
    }

    /// Where plans are evaluated.
    pub(in crate::analysis) fn place(&self) -> Place<'_> {
        Place { setting: &self.setting, subject: Subject { scenario: &self.scenario, ..self.subject }, own: &self.own }
    }
}

/// Several things changed at once.
#[derive(Clone, Default)]
pub struct Changes {
    /// Rows with other numbers.
    pub rows: Vec<(&'static Field, f64)>,
    /// Kinds of hours that cost this many times as much.
    pub prices: Vec<(Hours, f64)>,
    /// Commitments cost this many times as much.
    pub commitments: Option<f64>,
}

impl<'a> Changed<'a> {
    /// The models after several changes; nothing where the scenario then cannot be computed. Rows follow none of the others, and
    /// further nodes stay as many.
    pub(in crate::analysis) fn by_all(place: Place<'a>, changes: &Changes) -> Option<Self> {
        let Place { setting, subject, own } = place;
        let is_work = |row: &Field| row.id == WORK_ROW && subject.scenario.work.workloads.is_empty();
        let mut scenario = without_idle_mistakes(subject.scenario).into_owned();
        let mut work = 1.0;
        for (row, number) in &changes.rows {
            if is_work(row) {
                work = number / subject.scenario.work.gpu_hours_per_month.value;
            } else {
                row.set(&mut scenario, &Value::Number(Amount::exact(*number)));
            }
        }
        let moves_any = changes.rows.iter().any(|(row, _)| !is_work(row) && moves_offers(row));
        let beyond = Time { beyond: BeyondChoice::Offer, ..scenario.time.clone() };
        let rented = Scenario { time: beyond, ..scenario.clone() };
        let (mut base, mut model) = if moves_any {
            let base = Model::like(Some(&setting.base), &rented, subject.book, subject.edition).ok()?;
            let model = base.rerun(&scenario);
            (base, model)
        } else {
            (setting.base.rerun(&rented), own.rerun(&scenario))
        };
        for (hours, factor) in &changes.prices {
            base = with_price(base, *hours, *factor);
        }
        if let Some(factor) = changes.commitments {
            for offer in Arc::make_mut(&mut base.offers).iter_mut().filter(|offer| !offer.pays_per_use()) {
                offer.price = offer.price * factor;
            }
        }
        (model.offers, model.token_offers) = (Arc::clone(&base.offers), Arc::clone(&base.token_offers));
        let mut own = model.with_further(&scenario, own.owned.further);
        if work != 1.0 {
            (base, own) = (base.with_work(base.work * work), own.with_work(own.work * work));
        }
        let setting = Cow::Owned(Setting::for_values(base, &scenario));
        let found = Self { setting, own: Cow::Owned(own), scenario: Cow::Owned(scenario), subject };
        Some(found).filter(|_| work.is_finite())
    }
}

/// A model in which a kind of hours costs this many times as much.
fn with_price(mut model: Model, hours: Hours, factor: f64) -> Model {
    if hours == Hours::Tokens {
        for offer in Arc::make_mut(&mut model.token_offers) {
            offer.scale(factor);
        }
        return model;
    }
    let offers = Arc::make_mut(&mut model.offers);
    for offer in offers.iter_mut().filter(|offer| hours.is_sold_by(offer)) {
        offer.price = offer.price * factor;
    }
    model
}

/// Models of a changed scenario, which reuse parts of those before.
fn anew(place: Place<'_>, scenario: Scenario) -> Option<Changed<'_>> {
    let subject = Subject { scenario: &scenario, ..place.subject };
    let own = node_expansion::like(Some(place.own), &scenario, subject.book, subject.edition).ok()?;
    let setting = Setting::new(Some(&own), subject)?;
    let (setting, own) = (Cow::Owned(setting), Cow::Owned(own));
    Some(Changed { setting, own, scenario: Cow::Owned(scenario), subject: place.subject })
}

fn with_row<'a>(place: Place<'a>, row: &Field, value: &Value) -> Option<Changed<'a>> {
    let Place { setting, subject, own } = place;
    let mut scenario = without_idle_mistakes(subject.scenario).into_owned();
    row.set(&mut scenario, value);
    if row.id == OWN_GPUS {
        // As when typing: rows of owning follow the number of GPUs.
        scenario.follow_gpus(subject.scenario, subject.book);
    }
    if moves_offers(row) {
        return anew(place, scenario);
    }
    let rented = Scenario { time: Time { beyond: BeyondChoice::Offer, ..scenario.time.clone() }, ..scenario.clone() };
    let own = node_expansion::rerun(own, &scenario);
    let setting = setting.rerun(setting.base.rerun(&rented), &scenario, moves_rent(row));
    let (setting, own) = (Cow::Owned(setting), Cow::Owned(own));
    Some(Changed { setting, own, scenario: Cow::Owned(scenario), subject })
}

/// The bill, running commitments and machines there stay as they are.
fn with_work(place: Place<'_>, factor: f64) -> Changed<'_> {
    let Place { setting, subject, own } = place;
    let scenario = subject.scenario;
    let base = setting.base.with_work(setting.base.work * factor);
    // What may be rented and at what price does not follow the work; what losses are carried against does.
    let setting = if setting.carried().is_some() {
        Setting::of_model(base, scenario)
    } else {
        Setting { base, ..setting.clone() }
    };
    let expands = scenario.time.beyond == BeyondChoice::Node && factor > 0.0;
    let own = if expands && factor != 1.0 {
        at_use(own, scenario, share_of_entered(own) * factor)
    } else if factor == 1.0 {
        own.clone()
    } else {
        own.with_work(own.work * factor)
    };
    Changed { setting: Cow::Owned(setting), own: Cow::Owned(own), scenario: Cow::Borrowed(scenario), subject }
}

/// Raises the peaks of workloads that vary. Returns whether there is any.
fn raise_peaks(scenario: &mut Scenario, factor: f64, book: &PriceBook) -> bool {
    let mut any = false;
    for workload in &mut scenario.work.workloads {
        let Some(raised) = with_peak(workload, factor) else { continue };
        *workload = raised;
        any = true;
    }
    scenario.follow_workloads(book);
    any
}
