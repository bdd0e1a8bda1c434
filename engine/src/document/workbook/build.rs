//! The sheets of a workbook.

use super::cells::{Cell, Format, Grid, Role, Workbook, address};
use crate::analysis::plan_payments::{LinePayments, PlanPayments, Price, Quantity, When, index, price_now, resale_now};
use crate::document::inputs::inputs;
use crate::document::reversals::WriteUnit;
use crate::formulas::finance::{Clock, Timing};
use crate::inputs::ResidualMethod;
use crate::model::Subject;
use crate::plans::setting::Setting;
use crate::report::NOT_MODELLED;
use crate::units::count;

/// Rows above the first month or year of a sheet: its title, its explanation, its heads.
pub(super) const TOP: usize = 3;

/// What a workbook is made of.
#[derive(Clone, Copy)]
pub struct WorkbookOf<'a> {
    /// The scenario.
    pub subject: Subject<'a>,
    /// What its plans share.
    pub setting: &'a Setting,
    /// Its name.
    pub name: &'a str,
    /// Version, edition and code, in one line.
    pub version: &'a str,
    /// Its link.
    pub link: &'a str,
    /// Whether the two are too close to call.
    pub too_close: bool,
    /// The recommended plan and what it is compared with: in words, and what each pays.
    pub plans: [(&'a str, &'a PlanPayments); 2],
    /// Formats a number with its unit.
    pub write: WriteUnit<'a>,
}

/// The workbook of two plans.
pub fn workbook(of: WorkbookOf) -> Workbook {
    let mut build = Build::new(of);
    let inputs = build.inputs();
    let months = build.months_sheet();
    let quantities = [0, 1].map(|plan| build.quantities(plan));
    let cash = [0, 1].map(|plan| build.cash(plan, &quantities));
    let tax = build.tax(&cash);
    let years = build.years(&cash);
    let plans = build.plans(&months, &cash, tax.as_ref());
    let break_even = build.break_evens(&months, &quantities, tax.as_ref(), &plans);
    let notes = build.notes();
    let [quantities, other_quantities] = quantities;
    let [cash, other_cash] = cash;
    let sheets: Vec<Grid> = [inputs, plans, years, cash, other_cash]
        .into_iter()
        .chain(tax)
        .chain([break_even, months, quantities, other_quantities, notes])
        .collect();
    Workbook { sheets, names: build.names }
}

/// A live input.
struct LiveInput {
    name: &'static str,
    label: String,
    value: f64,
    format: Format,
    unit: &'static str,
    source: String,
    /// The row that it is, where it is one.
    row: Option<&'static str>,
}

pub(super) struct Build<'a> {
    pub(super) of: WorkbookOf<'a>,
    pub(super) names: Vec<(&'static str, String)>,
    pub(super) months: usize,
    pub(super) clock: Clock,
    pub(super) drift: f64,
    pub(super) tax_rate: Option<f64>,
    /// What sales of nodes follow.
    pub(super) resale: f64,
}

pub(super) fn number(value: f64, format: Format, role: Role) -> Cell {
    Cell::Number(value, format, role)
}

pub(super) fn formula(text: String, value: f64, format: Format) -> Cell {
    Cell::Formula(text, value, format, Role::Plain)
}

pub(super) fn result(text: String, value: f64, format: Format) -> Cell {
    Cell::Formula(text, value, format, Role::Result)
}

pub(super) const fn name_of(price: Price) -> &'static str {
    match price {
        Price::Node => "node_price",
        Price::OnDemand => "price_on_demand",
        Price::Spot => "price_spot",
        Price::Committed => "price_committed",
        Price::Tokens => "price_tokens",
    }
}

pub(super) const fn words_of(price: Price) -> (&'static str, &'static str) {
    match price {
        Price::Node => ("Node price", "US dollars per node"),
        Price::OnDemand => ("Price of hours on demand", "US dollars per GPU-hour"),
        Price::Spot => ("Price of spot hours", "US dollars per GPU-hour"),
        Price::Committed => ("Price of committed hours, the cheapest", "US dollars per GPU-hour"),
        Price::Tokens => ("Price of a million tokens", "US dollars"),
    }
}

impl<'a> Build<'a> {
    fn new(of: WorkbookOf<'a>) -> Self {
        let scenario = of.subject.scenario;
        let time = &of.setting.base.time;
        let months = of.plans.iter().flat_map(|(_, plan)| &plan.lines).map(|line| line.usd.len()).max().unwrap_or(0);
        Self {
            of,
            names: Vec::new(),
            months: months.max(time.months),
            clock: time.clock.clone(),
            drift: scenario.time.rent_drift.value,
            tax_rate: time.tax.as_ref().map(|tax| tax.rate),
            resale: resale_now(scenario),
        }
    }

    pub(super) fn payments(&self, plan: usize) -> &'a PlanPayments {
        let [first, second] = self.of.plans;
        if plan == 0 { first.1 } else { second.1 }
    }

    pub(super) fn words(&self, plan: usize) -> &'a str {
        let [first, second] = self.of.plans;
        if plan == 0 { first.0 } else { second.0 }
    }

    /// Whether tax is computed in the workbook: where losses are carried, the other plan has to be the one that they are carried against.
    pub(super) fn is_taxed(&self) -> bool {
        let [(_, first), (_, second)] = self.of.plans;
        let against = |one: &PlanPayments, other: &PlanPayments| {
            let near = |(a, b): (&f64, &f64)| libm::fabs(a - b) <= 1e-6 * libm::fabs(*a).max(1.0);
            let is_reference = |found: &[f64]| found.iter().zip(&other.deducted_usd).all(near);
            !one.carries_losses || (!other.carries_losses && self.of.setting.carried().is_some_and(is_reference))
        };
        self.tax_rate.is_some() && against(first, second) && against(second, first)
    }

    /// Whether a plan's losses are carried.
    pub(super) fn carries(&self, plan: usize) -> bool {
        self.payments(plan).carries_losses
    }

    pub(super) fn uses(&self, of: impl Fn(&Quantity) -> bool) -> bool {
        self.of.plans.iter().flat_map(|(_, plan)| &plan.lines).flat_map(|line| &line.quantities).any(of)
    }

    pub(super) fn price(&self, price: Price) -> f64 {
        price_now(self.of.setting, self.of.subject.scenario, price).unwrap_or_default()
    }

    fn live_inputs(&self) -> Vec<LiveInput> {
        let scenario = self.of.subject.scenario;
        let mut live: Vec<LiveInput> = Price::ALL
            .into_iter()
            .filter(|price| self.uses(|quantity| quantity.price == *price))
            .map(|price| {
                let (label, unit) = words_of(price);
                let row = (price == Price::Node).then_some("own.node_price_usd");
                let offer = "the offer that the plan uses; other offers of the kind move with it".to_owned();
                let source = row.map_or(offer, |row| self.source(row));
                let format = Format::UsdFine;
                LiveInput {
                    name: name_of(price),
                    label: label.to_owned(),
                    value: self.price(price),
                    format,
                    unit,
                    source,
                    row,
                }
            })
            .collect();
        let mut rate = |name, label: &str, value, unit, row: Option<&'static str>| {
            let expected = || "the program expects what the inputs below say".to_owned();
            let source = row.map_or_else(expected, |row| self.source(row));
            live.push(LiveInput { name, label: label.to_owned(), value, format: Format::Percent, unit, source, row });
        };
        let discount = scenario.money.discount_rate.value;
        rate("discount_rate", "Cost of capital", discount, "per year", Some("money.discount_rate"));
        if self.uses(|quantity| quantity.price_months.is_some()) {
            rate("rent_drift", "Change in rental prices", self.drift, "per year", Some("time.rent_drift"));
        }
        if let Some(tax) = self.tax_rate.filter(|_| self.is_taxed()) {
            rate("tax_rate", "Tax rate", tax, "", Some("money.tax_rate"));
        }
        if self.uses(|quantity| quantity.resale_units.is_some()) {
            let is_share = scenario.own.residual_method == ResidualMethod::Share;
            let label = if is_share { "Resale share" } else { "Resale value, as a share of what is expected" };
            rate("resale", label, self.resale, "", is_share.then_some("own.residual_share"));
        }
        live
    }

    /// The source of a row.
    fn source(&self, row: &str) -> String {
        let all = inputs(self.of.subject, self.of.write);
        all.into_iter().find(|input| input.id == row).map_or_else(String::new, |input| input.source)
    }

    fn inputs(&mut self) -> Grid {
        let mut grid = Grid::new("Inputs", if self.of.name.is_empty() { "Rack or Rent" } else { self.of.name });
        grid.words(1, 0, self.of.version, Role::Plain);
        for (column, head) in ["Inputs to change", "Value", "Unit", "Source"].into_iter().enumerate() {
            grid.words(4, column, head, Role::Head);
        }
        let mut row = 5;
        for live in self.live_inputs() {
            grid.words(row, 0, live.label, Role::Plain);
            grid.put(row, 1, number(live.value, live.format, Role::Live));
            grid.words(row, 2, live.unit, Role::Plain);
            grid.words(row, 3, live.source, Role::Plain);
            self.names.push((live.name, grid.cell(row, 1)));
            row += 1;
        }
        row += 1;
        for (column, head) in
            ["All other inputs, as entered or assumed: not live", "Value", "", "Source"].into_iter().enumerate()
        {
            grid.words(row, column, head, Role::Head);
        }
        let live = self.live_inputs();
        let is_live = |id: &str| live.iter().any(|live| live.row == Some(id));
        for input in inputs(self.of.subject, self.of.write).into_iter().filter(|input| !is_live(input.id)) {
            row += 1;
            grid.words(row, 0, input.label, Role::Plain);
            grid.words(row, 1, input.value, Role::Plain);
            grid.words(row, 3, input.source, Role::Plain);
        }
        grid.widths = vec![46.0, 24.0, 24.0, 70.0];
        grid
    }

    /// Weights and price index by month.
    fn months_sheet(&self) -> Grid {
        let mut grid = Grid::new("Months", "What a payment of each month weighs today");
        let heads =
            ["Month", "Weight at its start", "Weight at its end", "Rental prices", "Weight at the end of its tax year"];
        for (column, head) in heads.into_iter().enumerate() {
            grid.words(TOP - 1, column, head, Role::Head);
        }
        let drifts = self.uses(|quantity| quantity.price_months.is_some());
        for place in 0..self.months {
            let (row, month) = (TOP + place, place + 1);
            let this = format!("$A{}", row + 1);
            grid.put(row, 0, number(count(month), Format::Count, Role::Plain));
            let years = |at_end: bool| match self.clock.timing {
                Timing::Monthly if at_end => format!("{this}/12"),
                Timing::Monthly => format!("({this}-1)/12"),
                Timing::YearEnd if at_end => format!("ROUNDUP({this}/12,0)"),
                Timing::YearEnd => format!("ROUNDDOWN(({this}-1)/12,0)"),
            };
            let weight = |years: String| format!("(1+discount_rate)^-({years})");
            grid.put(row, 1, formula(weight(years(false)), self.clock.at_start(month), Format::Factor));
            grid.put(row, 2, formula(weight(years(true)), self.clock.at_end(month), Format::Factor));
            if drifts {
                let text = format!("(1+rent_drift)^(({this}-1)/12)");
                grid.put(row, 3, formula(text, index(self.drift, place), Format::Factor));
            }
            let year = month.div_ceil(12);
            let text = weight(format!("ROUNDUP({this}/12,0)"));
            grid.put(row, 4, formula(text, self.clock.year_end(year), Format::Factor));
        }
        grid.frozen = (TOP, 1);
        grid.widths = vec![8.0, 20.0];
        grid
    }

    pub(super) fn rows(&self) -> (usize, usize) {
        (TOP, TOP + self.months - 1)
    }

    /// What a plan pays in each month beside prices, and units of each price: the program's.
    fn quantities(&self, plan: usize) -> Grid {
        let title = format!("What the program fixes: {}", self.words(plan));
        let mut grid = Grid::new(&format!("Quantities {}", plan + 1), &title);
        grid.words(TOP - 1, 0, "Month", Role::Head);
        for place in 0..self.months {
            grid.put(TOP + place, 0, number(count(place + 1), Format::Count, Role::Plain));
        }
        let (lines, hours) = layout(self.payments(plan));
        for LineColumns { line, fixed, quantities } in &lines {
            let titled = titled(line);
            grid.words(TOP - 1, *fixed, format!("{titled}: fixed, US dollars"), Role::Head);
            for (place, value) in line.fixed_usd.iter().enumerate() {
                grid.put(TOP + place, *fixed, number(*value, Format::UsdFine, Role::Fixed));
            }
            for QuantityColumns { quantity, units, resale, paid } in quantities {
                let price = words_of(quantity.price).0.to_lowercase();
                grid.words(TOP - 1, *units, format!("{titled}: units of {price}"), Role::Head);
                for (place, value) in quantity.units.iter().enumerate() {
                    grid.put(TOP + place, *units, number(*value, Format::Quantity, Role::Fixed));
                }
                if let (Some(column), Some(values)) = (resale, &quantity.resale_units) {
                    grid.words(TOP - 1, *column, format!("{titled}: units of {price} for a resale of 1"), Role::Head);
                    for (place, value) in values.iter().enumerate() {
                        grid.put(TOP + place, *column, number(*value, Format::Quantity, Role::Fixed));
                    }
                }
                if paid == units {
                    continue;
                }
                grid.words(TOP - 1, *paid, format!("{titled}: units at the {price} of today"), Role::Head);
                for place in 0..quantity.units.len() {
                    let row = TOP + place;
                    let mut text = address(row, *units);
                    if let Some(column) = resale {
                        text = format!("({text}+{}*resale)", address(row, *column));
                    }
                    if let Some(month) = quantity.price_months.as_ref().and_then(|months| months.get(place)) {
                        text = format!("{text}*'Months'!{}", address(TOP + month, 3));
                    }
                    grid.put(
                        row,
                        *paid,
                        formula(text, quantity.indexed(place, self.drift, self.resale), Format::Quantity),
                    );
                }
            }
        }
        grid.words(TOP - 1, hours, "Work done, productive GPU-hours", Role::Head);
        for (place, value) in self.payments(plan).gpu_hours.iter().enumerate() {
            grid.put(TOP + place, hours, number(*value, Format::Quantity, Role::Fixed));
        }
        grid.frozen = (TOP, 1);
        grid.widths = vec![8.0, 20.0];
        grid
    }

    /// What a plan pays in each month, line by line.
    fn cash(&self, plan: usize, quantities: &[Grid; 2]) -> Grid {
        let [first, second] = quantities;
        let quantities = if plan == 0 { first } else { second };
        let payments = self.payments(plan);
        let mut grid =
            Grid::new(&format!("Cash {}", plan + 1), &format!("Payments by month, before tax: {}", self.words(plan)));
        grid.words(TOP - 1, 0, "Month", Role::Head);
        let lines = payments.lines.len();
        for (column, head) in ["Paid at starts", "Paid at ends", "Paid"].into_iter().enumerate() {
            grid.words(TOP - 1, lines + 1 + column, head, Role::Head);
        }
        let (columns, _) = layout(payments);
        for (column, LineColumns { line, fixed, quantities: of_line }) in columns.iter().enumerate() {
            grid.words(TOP - 1, column + 1, titled(line), Role::Head);
            for (place, value) in line.usd.iter().enumerate() {
                let row = TOP + place;
                let of_price =
                    |of: &QuantityColumns| format!("{}*{}", quantities.cell(row, of.paid), name_of(of.quantity.price));
                let terms: Vec<String> =
                    std::iter::once(quantities.cell(row, *fixed)).chain(of_line.iter().map(of_price)).collect();
                grid.put(row, column + 1, formula(terms.join("+"), *value, Format::Usd));
            }
        }
        for place in 0..self.months {
            let row = TOP + place;
            grid.put(row, 0, number(count(place + 1), Format::Count, Role::Plain));
            let of = |starts: bool| {
                payments.lines.iter().enumerate().filter(move |(_, line)| (line.when == When::Start) == starts)
            };
            let value =
                |starts: bool| of(starts).map(|(_, line)| line.usd.get(place).copied().unwrap_or(0.0)).sum::<f64>();
            let text = |starts: bool| {
                let cells: Vec<String> = of(starts).map(|(column, _)| address(row, column + 1)).collect();
                if cells.is_empty() { "0".to_owned() } else { cells.join("+") }
            };
            grid.put(row, lines + 1, formula(text(true), value(true), Format::Usd));
            grid.put(row, lines + 2, formula(text(false), value(false), Format::Usd));
            let both = [lines + 1, lines + 2].map(|column| address(row, column)).join("+");
            grid.put(row, lines + 3, result(both, value(true) + value(false), Format::Usd));
        }
        grid.frozen = (TOP, 1);
        grid.widths = vec![8.0, 16.0];
        grid
    }

    /// Column of a plan's sum of payments at starts (0) or ends (1) in its sheet of cash.
    pub(super) fn sum_column(&self, plan: usize, when: usize) -> usize {
        self.payments(plan).lines.len() + 1 + when
    }

    fn notes(&self) -> Grid {
        let mut grid = Grid::new("Notes", "How this workbook computes");
        let mut lines = vec![
            "Blue cells on the sheet Inputs may be changed: everything follows. Yellow cells are figures of the program.".to_owned(),
            "Sizes, hours by source, growth, renewals, credits and steps of staff are the program\u{2019}s. They would change with prices only where the program would choose other sizes or another offer: open the scenario to see that.".to_owned(),
            "Starts of months are paid in advance, everything else at the end of its month. The decision falls at the start of month 1.".to_owned(),
        ];
        lines.push("Staff is what a plan needs beyond renting: what renting needs too is in neither plan.".to_owned());
        if self.tax_rate.is_some() && !self.is_taxed() {
            lines.push(
                "Losses are carried against a plan that is not here, so that the tax saved is the program\u{2019}s."
                    .to_owned(),
            );
        }
        if !self.uses(|quantity| quantity.price_months.is_some()) {
            lines.push("No payment of these plans follows the change in rental prices by one yearly rate.".to_owned());
        }
        if self.of.plans.iter().any(|(_, plan)| plan.bends) {
            lines
                .push("Some payments follow a price in steps, as tiers of support do: they are fixed here.".to_owned());
        }
        lines.push("Not modelled:".to_owned());
        lines.extend(NOT_MODELLED.iter().map(|line| (*line).to_owned()));
        lines.push("The scenario as a link, to stand after the address of the page and a #:".to_owned());
        lines.push(self.of.link.to_owned());
        for (place, line) in lines.into_iter().enumerate() {
            grid.words(TOP - 1 + place, 0, line, Role::Plain);
        }
        grid.widths = vec![140.0];
        grid
    }
}

/// Where the quantities of a line stand: columns of their sheet.
pub(super) struct LineColumns<'a> {
    pub(super) line: &'a LinePayments,
    /// What does not follow a price.
    pub(super) fixed: usize,
    pub(super) quantities: Vec<QuantityColumns<'a>>,
}

/// Where a quantity stands.
pub(super) struct QuantityColumns<'a> {
    pub(super) quantity: &'a Quantity,
    units: usize,
    /// Units for a resale of 1.
    resale: Option<usize>,
    /// Units that are paid at the price of today: a formula where they follow a drift or the resale.
    pub(super) paid: usize,
}

/// The columns of a plan's quantities, and the one after them, for the work done.
pub(super) fn layout(payments: &PlanPayments) -> (Vec<LineColumns<'_>>, usize) {
    let mut next = 0;
    let mut column = || {
        next += 1;
        next
    };
    let mut lines = Vec::new();
    for line in &payments.lines {
        let fixed = column();
        let mut quantities = Vec::new();
        for quantity in &line.quantities {
            let units = column();
            let resale = quantity.resale_units.is_some().then(&mut column);
            let follows = resale.is_some() || quantity.price_months.is_some();
            let paid = if follows { column() } else { units };
            quantities.push(QuantityColumns { quantity, units, resale, paid });
        }
        lines.push(LineColumns { line, fixed, quantities });
    }
    (lines, next + 1)
}

pub(super) fn titled(line: &LinePayments) -> String {
    let when = match line.when {
        When::Start => "in advance",
        When::End => "at month ends",
        When::Sale => "sale",
    };
    format!("{}, {when}", line.label)
}

pub(super) fn ends_of(payments: &PlanPayments, place: usize) -> f64 {
    let ends = payments.lines.iter().filter(|line| line.when != When::Start);
    ends.map(|line| line.usd.get(place).copied().unwrap_or(0.0)).sum()
}
