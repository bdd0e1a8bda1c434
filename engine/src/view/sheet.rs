//! Tables over the horizon that have no chart: by year, by line and year, cost of an hour, early exit. The page and the
//! exported files both use these.

use std::borrow::Cow;

use serde::{Deserialize, Deserializer, Serialize};

use super::Style;
use super::cost_unit::{Measure, UNITS};
use super::phrases::{offer_name, span};
use crate::cost::LineId;
use crate::horizon::PlanOutlook;
use crate::report::Report;

pub use super::sheet_ids::SheetId;

/// Ids of the tables of a report, in the order of the page.
pub const SHEETS: [SheetId; 4] = ["years", "lines", "levelised", "exits"];

/// A table.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Sheet {
    /// Its permanent id.
    #[serde(deserialize_with = "known_id")]
    pub id: SheetId,
    /// Its title.
    pub title: Cow<'static, str>,
    /// How to read it.
    pub caption: Cow<'static, str>,
    /// Heading of its rows.
    pub first: Cow<'static, str>,
    /// Its columns.
    pub columns: Vec<Column>,
    /// Its rows: the name of each, and its value in each column.
    pub rows: Vec<(String, Vec<Option<f64>>)>,
    /// Label of a final row with the column sums; `None` if sums are meaningless.
    pub sums: Option<Cow<'static, str>>,
}

impl Sheet {
    /// Without the columns in which no row has a value.
    #[must_use]
    pub fn without_empty_columns(mut self) -> Self {
        let is_known =
            |column: usize| self.rows.iter().any(|(_, values)| values.get(column).is_some_and(Option::is_some));
        let known: Vec<bool> = (0..self.columns.len()).map(is_known).collect();
        let keeps = |column: usize| known.get(column).copied().unwrap_or(false);
        self.columns = kept(self.columns, &keeps);
        for (_, values) in &mut self.rows {
            *values = kept(std::mem::take(values), &keeps);
        }
        self
    }

    /// The column sums with their label; none of a column in which a value is missing.
    pub fn sum(&self) -> Option<(&str, Vec<Option<f64>>)> {
        let of = |column: usize| self.rows.iter().map(|(_, values)| values.get(column).copied().flatten()).sum();
        Some((self.sums.as_deref()?, (0..self.columns.len()).map(of).collect()))
    }
}

fn kept<T>(all: Vec<T>, keeps: &dyn Fn(usize) -> bool) -> Vec<T> {
    all.into_iter().enumerate().filter(|(column, _)| keeps(*column)).map(|(_, value)| value).collect()
}

/// Ids are permanent: a table that comes from a worker has one of those of measured files.
fn known_id<'d, D: Deserializer<'d>>(from: D) -> Result<&'static str, D::Error> {
    let id = String::deserialize(from)?;
    let known = super::sheet_ids::of_measured().find(|known| *known == id);
    known.ok_or_else(|| serde::de::Error::custom("an unknown table"))
}

/// A column of a table.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Column {
    /// Its heading.
    pub label: String,
    /// The unit of the bare numbers in files.
    pub unit: Cow<'static, str>,
    /// How its values are formatted.
    pub style: Style,
}

fn usd(label: impl Into<String>) -> Column {
    Column { label: label.into(), unit: "USD".into(), style: Style::Usd }
}

/// All tables, in the order of the page.
pub fn sheets(report: &Report) -> [Sheet; 4] {
    [years(report), lines(report), levelised(report), exits(report)]
}

fn name(report: &Report) -> String {
    report.cheapest().map(offer_name).unwrap_or_default()
}

/// Cash and books exclude tax; if tax is included elsewhere, a table without it says so.
fn before_tax(report: &Report, title: &'static str) -> Cow<'static, str> {
    if report.outlook.own.tax_saved_usd.is_some() { format!("{title}, before tax").into() } else { title.into() }
}

fn years(report: &Report) -> Sheet {
    let (own, rent) = (&report.outlook.own, report.outlook.rent.as_ref());
    let taxed = !own.after_tax_by_year_usd.is_empty();
    let cash = if taxed { "cash before tax" } else { "cash" };
    let mut columns = vec![usd(format!("Own, {cash}"))];
    let mut series = vec![&own.by_year_usd];
    // A purchase and a sale in the same year stand apart.
    for line in own.lines.iter().filter(|line| matches!(line.id, LineId::BoughtAgain | LineId::HardwareSold)) {
        columns.push(usd(format!("of it: {}", line.label.to_lowercase())));
        series.push(&line.by_year_usd);
    }
    if taxed {
        columns.push(usd("Own, cash after tax"));
        series.push(&own.after_tax_by_year_usd);
    }
    columns.push(usd("Own, book cost"));
    series.push(&own.book_by_year_usd);
    if let Some(rent) = rent {
        let name = name(report);
        columns.push(usd(format!("{name}, {cash}")));
        series.push(&rent.by_year_usd);
        if taxed {
            columns.push(usd(format!("{name}, cash after tax")));
            series.push(&rent.after_tax_by_year_usd);
        }
        columns.push(usd(format!("{name}, book cost")));
        series.push(&rent.book_by_year_usd);
    }
    let saves = rent.map(|rent| {
        let own = if taxed { &own.after_tax_by_year_usd } else { &own.by_year_usd };
        (own, if taxed { &rent.after_tax_by_year_usd } else { &rent.by_year_usd })
    });
    let row = |year: usize| {
        let mut values: Vec<Option<f64>> = series.iter().map(|values| values.get(year).copied()).collect();
        values.extend(saves.map(|(own, rent)| Some(rent.get(year)? - own.get(year)?)));
        (format!("Year {}", year + 1), values)
    };
    let rows = (0..own.by_year_usd.len()).map(row);
    columns.extend(rent.map(|_| usd(if taxed { "Owning saves, cash after tax" } else { "Owning saves, cash" })));
    Sheet {
        id: "years",
        title: if taxed {
            "Year by year: cash before and after tax, and book cost"
        } else {
            "Year by year: cash and book cost"
        }
        .into(),
        caption: "By fiscal year; figures are rounded individually. Book cost holds straight-line depreciation instead of purchases; sales reduce cost.".into(),
        first: "Year".into(),
        columns,
        rows: rows.collect(),
        sums: Some("All years".into()),
    }
}

fn lines(report: &Report) -> Sheet {
    let own = &report.outlook.own;
    let paid = own.lines.iter().filter(|l| l.by_year_usd.iter().any(|usd| *usd != 0.0));
    let all = |years: &[f64]| years.iter().copied().chain([years.iter().sum()]).map(Some).collect();
    let years = (1..=own.by_year_usd.len()).map(|year| usd(format!("Year {year}")));
    Sheet {
        id: "lines",
        title: before_tax(report, "Owning, by line and year"),
        caption: "Cost of owning by line and fiscal year; figures are rounded individually, and sales reduce cost."
            .into(),
        first: "Line".into(),
        columns: years.chain([usd("All years")]).collect(),
        rows: paid.map(|l| (l.label.to_owned(), all(&l.by_year_usd))).collect(),
        sums: Some("Owning".into()),
    }
}

fn levelised(report: &Report) -> Sheet {
    let measure = Measure::of(report);
    let unit = UNITS.get(measure.place()).copied().unwrap_or_default();
    let cost =
        |label: &str| Column { label: format!("{label}, {}", measure.per()), unit: unit.into(), style: measure.style };
    let row = |label: String, plan: &PlanOutlook| {
        let costs = [plan.levelised_usd_per_productive_gpu_hour, plan.nominal_usd_per_productive_gpu_hour];
        let [levelised, nominal] = costs.map(|usd| usd.map(|usd| measure.cost(usd)));
        (label, vec![levelised, nominal, Some(plan.present_value_usd)])
    };
    let outlook = &report.outlook;
    let mut rows = vec![row("Own".to_owned(), &outlook.own)];
    rows.extend(outlook.rent.as_ref().map(|plan| row(name(report), plan)));
    Sheet {
        id: "levelised",
        title: "Levelised cost over the horizon".into(),
        caption: "Levelised: present value of all costs, after tax if tax counts, divided by the present value of all productive hours. Without tax, it is the price at which everything is just paid for. Nominal: plain sums, without interest or tax.".into(),
        first: "Plan".into(),
        columns: vec![cost("Levelised"), cost("Nominal"), usd("Present value")],
        rows,
        sums: None,
    }
}

fn exits(report: &Report) -> Sheet {
    let exits = report.outlook.exits.iter();
    Sheet {
        id: "exits",
        title: "Early exit: resale and book value".into(),
        caption: "Resale value of the hardware on its curve, compared with its book value. Losses are positive.".into(),
        first: "After".into(),
        columns: vec![usd("Resale"), usd("Book value"), usd("Book loss")],
        rows: exits.map(|e| (span(e.month), vec![Some(e.sale_usd), Some(e.book_usd), Some(e.loss_usd)])).collect(),
        sums: None,
    }
}
