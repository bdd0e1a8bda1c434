//! Which plan is the cheapest over the values of two inputs, with sizes held: you decide now, and the two turn out otherwise.
//!
//! The costs of all plans are found on a grid; between two of its points the cost is taken to be linear. Source: model page,
//! section 8.

use super::plan_pair::{Changed, Changes, Held, Hours, OWN_GPUS, Place, SAME_WORK, Valued};
use crate::cash_flow::Flows;
use crate::horizon::buffers;
use crate::inputs::field::{Field, Kind};
use crate::inputs::{FIELDS, field};
use crate::model::Subject;
use crate::plans::FoundSizes;
use crate::plans::listing::build;
use crate::plans::plan::PlanKind;
use crate::plans::recommendation::Plans;
use crate::plans::setting::Setting;
use crate::units::count;

/// Values of the first input.
const COLUMNS: usize = 25;
/// Values of the second one.
const STEPS: usize = 25;
/// How far an input is looked at at least, as shares of its value: a border may lie beyond what is likely.
const AROUND: [f64; 2] = [0.5, 1.75];
/// Most regions along one input that a map shows.
pub const MOST_REGIONS: usize = 6;

/// An input that a map goes over.
#[derive(Clone, Copy)]
pub enum MapInput {
    /// A row of the table.
    Row(&'static Field),
    /// The price of all hours on demand.
    OnDemandPrice,
}

/// Two inputs are the same if they have the same id.
impl PartialEq for MapInput {
    fn eq(&self, other: &Self) -> bool {
        self.id() == other.id()
    }
}

impl MapInput {
    /// Id of the price of hours on demand, which is no row.
    const PRICE: &'static str = "price";

    /// Its id: that of its row.
    pub fn id(self) -> &'static str {
        match self {
            Self::Row(row) => row.id,
            Self::OnDemandPrice => Self::PRICE,
        }
    }

    /// Its label.
    pub fn label(self) -> &'static str {
        match self {
            Self::Row(row) => row.label,
            Self::OnDemandPrice => "Price of hours on demand",
        }
    }

    /// The input of a scenario with an id; nothing where it moves no cost there.
    pub fn from_id(id: &str, place: Place) -> Option<Self> {
        map_inputs(place).into_iter().find(|input| input.id() == id)
    }
}

/// One axis of a map.
#[derive(Clone, Copy, PartialEq)]
pub struct MapAxis {
    /// Its input.
    pub input: MapInput,
    /// Its value now, in the unit of its row; a price in US dollars per GPU-hour.
    pub now: f64,
    /// Where it begins.
    pub low: f64,
    /// Where it ends.
    pub high: f64,
}

/// The cheapest plans at one value of the first input.
#[derive(Clone, Debug, PartialEq)]
pub struct MapColumn {
    /// The value of the first input.
    pub at: f64,
    /// The cheapest plans from the low end of the second input upwards, each with the value up to which it is that.
    pub up_to: Vec<(PlanKind, f64)>,
}

/// Which plan is the cheapest over the values of two inputs.
#[derive(Clone, PartialEq)]
pub struct PlanMap {
    /// Both inputs.
    pub axes: [MapAxis; 2],
    /// The values of the first one, rising.
    pub columns: Vec<MapColumn>,
    /// The plans in the order in which each column has some of them, a plan twice where it comes back.
    pub order: Vec<PlanKind>,
}

impl PlanMap {
    /// Share of the map in which a plan is the cheapest.
    pub fn share(&self, kind: PlanKind) -> f64 {
        let [_, second] = &self.axes;
        let height = second.high - second.low;
        let mut sum = 0.0;
        for column in &self.columns {
            let mut from = second.low;
            for (plan, to) in &column.up_to {
                sum += if *plan == kind { (to - from) / height } else { 0.0 };
                from = *to;
            }
        }
        sum / count(self.columns.len())
    }

    /// Where the regions of the order end in a column; one that the column does not have ends where it begins.
    pub fn borders(&self, column: &MapColumn) -> Vec<f64> {
        let [_, second] = &self.axes;
        let mut left = column.up_to.iter().peekable();
        let mut reached = second.low;
        let next = |kind: &PlanKind| {
            if let Some((_, to)) = left.next_if(|(plan, _)| plan == kind) {
                reached = *to;
            }
            reached
        };
        self.order.iter().map(next).collect()
    }
}

/// The inputs that a map may go over: numbers that are relevant and move costs with sizes held, whole ones left out.
pub fn map_inputs(place: Place) -> Vec<MapInput> {
    let Place { subject: Subject { scenario, .. }, setting, .. } = place;
    let described = !scenario.work.workloads.is_empty();
    let rows = FIELDS.iter().filter(|row| {
        matches!(row.kind, Kind::Number { whole: false, .. })
            && (row.is_relevant)(scenario)
            // Sizes are held, the horizon is what is compared over, limits cost nothing by themselves, and the work of workloads is a sum.
            && row.id != OWN_GPUS
            && row.id != "time.horizon_months"
            && row.group.id != "limits"
            && row.group.id != "sizes"
            && !(described && row.id == "work.gpu_hours_per_month")
    });
    let inputs = rows.map(MapInput::Row).filter(|input| axis(*input, place).is_some()).collect::<Vec<_>>();
    let price = on_demand_usd(setting).map(|_| MapInput::OnDemandPrice);
    price.into_iter().chain(inputs).collect()
}

/// Price of the cheapest hours on demand, US dollars per GPU-hour.
fn on_demand_usd(setting: &Setting) -> Option<f64> {
    let sold = setting.base.offers.iter().filter(|offer| offer.counted && Hours::OnDemand.is_sold_by(offer));
    let usd = sold.map(|offer| offer.price.as_usd_per_gpu_hour()).reduce(f64::min);
    usd.filter(|usd| *usd > 0.0)
}

/// The values that a map goes over: around the present value, and the whole range of the input. Nothing for a zero without a range.
fn axis(input: MapInput, place: Place) -> Option<MapAxis> {
    let Place { subject: Subject { scenario, book, edition }, setting, .. } = place;
    let around = |now: f64| AROUND.map(|share| now * share);
    let (now, [low, high]) = match input {
        MapInput::OnDemandPrice => {
            let now = on_demand_usd(setting)?;
            (now, around(now))
        }
        MapInput::Row(row) => {
            let now = row.get(scenario).number()?;
            let Kind::Number { min, max, .. } = row.kind else { return None };
            let [low, high] = around(now);
            let open = row.open_range(scenario, book, edition).unwrap_or((now, now));
            (now, [low.min(open.0).clamp(min, max), high.max(open.1).clamp(min, max)])
        }
    };
    (low < high).then_some(MapAxis { input, now, low, high })
}

/// The map of two inputs, in steps of a few evaluations each.
pub struct PlanMapSearch {
    held: Vec<Held>,
    axes: [MapAxis; 2],
    /// Costs of all plans, by value of the first input, then of the second.
    costs: Vec<Vec<f64>>,
    flows: Flows,
}

impl PlanMapSearch {
    /// Starts with the plans of a setting; nothing where fewer than two may be recommended, or an input moves no cost there.
    pub fn new(place: Place, (plans, sizes): (&Plans, &FoundSizes), inputs: [MapInput; 2]) -> Option<Self> {
        let Place { setting, subject, own } = place;
        let [first, second] = inputs;
        let axes = [axis(first, place)?, axis(second, place)?];
        let may = |kind: PlanKind| plans.plan(kind).is_some_and(|plan| plan.may_be_recommended);
        let (built, _) = build(setting, subject, own, sizes.mix.as_ref());
        let held: Vec<Held> = built.iter().filter(|plan| may(plan.kind)).map(|plan| Held::of(setting, plan)).collect();
        (first != second && held.len() > 1).then(|| Self {
            held,
            axes,
            costs: Vec::new(),
            flows: buffers(&setting.base),
        })
    }

    /// Takes a step in the same place. Returns whether steps are left.
    pub fn step(&mut self, place: Place) -> bool {
        let (column, row) = (self.costs.len() / STEPS, self.costs.len() % STEPS);
        if column < COLUMNS {
            let [first, second] = &self.axes;
            let found = self.costs_at(place, [value(first, column, COLUMNS), value(second, row, STEPS)]);
            self.costs.push(found);
        }
        self.costs.len() < COLUMNS * STEPS
    }

    /// What each plan costs at two values; infinity where it leaves more undone than another, unless that has a price.
    fn costs_at(&mut self, place: Place, values: [f64; 2]) -> Vec<f64> {
        let mut changes = Changes::default();
        for (axis, value) in self.axes.iter().zip(values) {
            match axis.input {
                MapInput::Row(row) => changes.rows.push((row, value)),
                MapInput::OnDemandPrice => changes.prices.push((Hours::OnDemand, value / axis.now)),
            }
        }
        let changed = Changed::by_all(place, &changes);
        let values =
            self.held.iter().map(|held| held.value(changed.as_ref()?.place(), &mut self.flows)).collect::<Vec<_>>();
        let least = values.iter().flatten().map(|value| value.undone).fold(f64::INFINITY, f64::min);
        let priced = place.setting.base.time.late_usd_per_gpu_hour > 0.0;
        let usd = |value: &Option<Valued>| {
            value.filter(|value| priced || value.undone <= least + SAME_WORK).map_or(f64::INFINITY, |value| value.usd)
        };
        values.iter().map(usd).collect()
    }

    /// The map; nothing where no plan could be computed somewhere, or the cheapest changes too often to be drawn.
    pub fn finish(self) -> Option<PlanMap> {
        let columns: Option<Vec<MapColumn>> =
            self.costs.chunks(STEPS).enumerate().map(|(at, costs)| self.column(at, costs)).collect();
        let columns = columns?;
        let mut order: Vec<PlanKind> = Vec::new();
        for column in &columns {
            let kinds: Vec<PlanKind> = column.up_to.iter().map(|(kind, _)| *kind).collect();
            order = with_all(&order, &kinds);
        }
        (order.len() <= MOST_REGIONS).then_some(PlanMap { axes: self.axes, columns, order })
    }

    fn column(&self, at: usize, costs: &[Vec<f64>]) -> Option<MapColumn> {
        let [first, second] = &self.axes;
        let cheapest = |costs: &[f64]| -> Option<usize> {
            let all = costs.iter().enumerate().filter(|(_, usd)| usd.is_finite());
            Some(all.reduce(|least, next| if next.1 < least.1 { next } else { least })?.0)
        };
        let kind = |plan: usize| self.held.get(plan).map(|held| held.kind);
        let mut up_to: Vec<(PlanKind, f64)> = Vec::new();
        for (row, pair) in costs.windows(2).enumerate() {
            let [below, above] = pair else { continue };
            let (here, next) = (cheapest(below)?, cheapest(above)?);
            if kind(here) != kind(next) {
                let more = |costs: &[f64]| Some(costs.get(next)? - costs.get(here)?);
                let (from, to) = (more(below)?, more(above)?);
                // Where one of the two does not do the work at the other point, the border lies between them.
                let part = if from.is_finite() && to.is_finite() && from != to { from / (from - to) } else { 0.5 };
                let [low, high] = [row, row + 1].map(|step| value(second, step, STEPS));
                up_to.push((kind(here)?, low + (high - low) * part));
            }
        }
        let last = cheapest(costs.last()?)?;
        up_to.push((kind(last)?, second.high));
        Some(MapColumn { at: value(first, at, COLUMNS), up_to })
    }
}

/// A value of an axis.
fn value(axis: &MapAxis, at: usize, of: usize) -> f64 {
    axis.low + (axis.high - axis.low) * count(at) / count(of - 1)
}

/// The shortest sequence in which both stand in their order. Both are short.
fn with_all(one: &[PlanKind], other: &[PlanKind]) -> Vec<PlanKind> {
    match (one.split_first(), other.split_first()) {
        (None, _) => other.to_vec(),
        (_, None) => one.to_vec(),
        (Some((first, rest)), Some((second, others))) if first == second => {
            [*first].into_iter().chain(with_all(rest, others)).collect()
        }
        (Some((first, rest)), Some((second, others))) => {
            let by_first: Vec<PlanKind> = [*first].into_iter().chain(with_all(rest, other)).collect();
            let by_second: Vec<PlanKind> = [*second].into_iter().chain(with_all(one, others)).collect();
            if by_second.len() < by_first.len() { by_second } else { by_first }
        }
    }
}

/// The two inputs that a map goes over first: what hours on demand cost and what a node costs, or the first two that there are.
pub fn usual_inputs(place: Place) -> Option<[MapInput; 2]> {
    let all = map_inputs(place);
    let preferred = [Some(MapInput::OnDemandPrice), field("own.node_price_usd").map(MapInput::Row)];
    let known = |input: Option<MapInput>| input.filter(|input| all.contains(input));
    let mut found: Vec<MapInput> = preferred.into_iter().filter_map(known).collect();
    for input in &all {
        if !found.contains(input) {
            found.push(*input);
        }
    }
    Some([*found.first()?, *found.get(1)?])
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::analysis::decision::decide;
    use crate::codec::{Document, file};
    use crate::horizon::node_expansion;
    use crate::plans::{evaluate_with, find_sizes};
    use crate::prices::PriceBook;

    /// Calls a function with the place of a scenario, its plans and their sizes.
    fn in_place<T>(document: &Document, read: impl FnOnce(Place, (&Plans, &FoundSizes)) -> T) -> T {
        let book = PriceBook::embedded();
        let subject = Subject { scenario: &document.scenario, book: &book, edition: &document.edition };
        let own = node_expansion::model(subject.scenario, &book, subject.edition).expect("a model");
        let setting = Setting::new(Some(&own), subject).expect("a setting");
        let sizes = find_sizes(&setting, subject);
        let plans = evaluate_with(&setting, subject, &own, &sizes);
        read(Place { setting: &setting, subject, own: &own }, (&plans, &sizes))
    }

    fn map_of(document: &Document, inputs: Option<[&str; 2]>) -> Option<PlanMap> {
        in_place(document, |place, found| {
            let inputs = match inputs {
                None => usual_inputs(place),
                Some([first, second]) => {
                    MapInput::from_id(first, place).zip(MapInput::from_id(second, place)).map(Into::into)
                }
            };
            let mut search = PlanMapSearch::new(place, found, inputs?)?;
            while search.step(place) {}
            search.finish()
        })
    }

    /// The border between two values of the first input, at one of its values.
    fn border_at(map: &PlanMap, at: f64, region: usize) -> f64 {
        let borders: Vec<(f64, f64)> =
            map.columns.iter().map(|column| (column.at, map.borders(column)[region])).collect();
        let pair = borders.windows(2).find(|pair| pair[0].0 <= at && at <= pair[1].0).expect("a column on each side");
        let part = (at - pair[0].0) / (pair[1].0 - pair[0].0);
        pair[0].1 + (pair[1].1 - pair[0].1) * part
    }

    /// At the present price of hours the border lies at the node price at which both plans cost the same, which is found by another
    /// search on each of the two alone; and so the other way round.
    #[test]
    fn the_border_runs_through_the_break_evens_of_both_inputs() {
        let document = Document::typical(&PriceBook::embedded());
        let map = map_of(&document, None).expect("a map");
        let [price, node] = &map.axes;
        assert_eq!((price.input.id(), node.input.id()), ("price", "own.node_price_usd"));
        assert_eq!(map.order, [PlanKind::Own, PlanKind::Rent]);
        let book = PriceBook::embedded();
        let subject = Subject { scenario: &document.scenario, book: &book, edition: &document.edition };
        let own = node_expansion::model(subject.scenario, &book, subject.edition).expect("a model");
        let pair = decide(subject, &own).and_then(|found| found.weighed.pair).expect("a pair");
        let wanted = pair.node_price.as_ref().and_then(|price| price.usd).expect("a node price");
        let found = border_at(&map, price.now, 0);
        assert!((found / wanted - 1.0).abs() < 1e-6, "{found} and {wanted}");
        let wanted = pair.rest_price.as_ref().and_then(|price| price.usd).expect("a price of hours");
        let turned = map_of(&document, Some(["own.node_price_usd", "price"])).expect("a map");
        let found = border_at(&turned, node.now, 0);
        assert!((found / wanted - 1.0).abs() < 1e-6, "{found} and {wanted}");
        // The same map on its side.
        assert!((map.share(PlanKind::Own) - turned.share(PlanKind::Own)).abs() < 0.02);
        assert!((map.share(PlanKind::Own) + map.share(PlanKind::Rent) - 1.0).abs() < 1e-12);
    }

    /// Every input of every preset that is offered gives a map whose columns are whole: the present values lie in the plan to take.
    #[test]
    fn the_present_values_lie_in_the_region_of_the_plan_to_take() {
        let book = PriceBook::embedded();
        let mut maps = 0;
        for preset in crate::inputs::presets::PRESETS {
            let document = file::read(preset.text(), &book).expect("a scenario").document;
            in_place(&document, |place, found| {
                let Some(inputs) = usual_inputs(place) else { return };
                let Some(mut search) = PlanMapSearch::new(place, found, inputs) else { return };
                while search.step(place) {}
                let Some(map) = search.finish() else { return };
                let [first, second] = &map.axes;
                for column in &map.columns {
                    assert_eq!(column.up_to.last().map(|(_, to)| *to), Some(second.high), "{}", preset.id);
                    assert!(map.borders(column).windows(2).all(|pair| pair[0] <= pair[1]), "{}", preset.id);
                    assert_eq!(map.borders(column).last(), Some(&second.high), "{}", preset.id);
                }
                // As held plans are valued: the least of them at the present values.
                let best = found.0.recommended.expect("a plan to take");
                let usd = |kind: PlanKind| found.0.plan(kind).map_or(f64::NAN, |plan| plan.present_value_usd);
                let near =
                    map.columns.iter().min_by(|a, b| (a.at - first.now).abs().total_cmp(&(b.at - first.now).abs()));
                let column = near.expect("columns");
                let is_there = column.up_to.iter().find(|(_, to)| *to >= second.now).map(|(kind, _)| *kind);
                let is_best = is_there == Some(best);
                let is_close = is_there.is_some_and(|kind| (usd(kind) / usd(best) - 1.0).abs() < 0.1);
                assert!(is_best || is_close, "{}: {is_there:?} for {best:?}", preset.id);
                maps += 1;
            });
        }
        assert!(maps >= 5, "{maps}");
    }

    #[test]
    fn plans_of_all_columns_stand_in_one_order() {
        use PlanKind::{Commit, Mix, Own, Rent};
        assert_eq!(with_all(&[], &[Own, Rent]), [Own, Rent]);
        assert_eq!(with_all(&[Own, Rent], &[Own, Mix, Rent]), [Own, Mix, Rent]);
        assert_eq!(with_all(&[Own, Mix], &[Mix, Rent]), [Own, Mix, Rent]);
        assert_eq!(with_all(&[Rent], &[Own]).len(), 2);
        assert_eq!(with_all(&[Own, Rent, Own], &[Commit, Rent]).len(), 4);
    }
}
