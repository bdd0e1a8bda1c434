//! The sheets of results: tax, lines by year, plans side by side, break-evens.

use super::build::{Build, QuantityColumns, TOP, ends_of, formula, layout, name_of, number, result, titled, words_of};
use super::cells::{Format, Grid, Role, address};
use crate::analysis::plan_payments::{LinePayments, Price, When};
use crate::cash_flow::year_of;
use crate::units::count;

impl Build<'_> {
    /// Deductions and tax by year; nothing without tax, or where losses are carried against a plan that is not here.
    pub(super) fn tax(&self, cash: &[Grid; 2]) -> Option<Grid> {
        let rate = self.tax_rate.filter(|_| self.is_taxed())?;
        let mut grid = Grid::new("Tax", "Tax that payments save, by year of twelve months from the decision");
        let years = self.tax_years();
        grid.words(TOP - 1, 0, "Year", Role::Head);
        grid.words(TOP - 1, 1, "Weight at its end", Role::Head);
        for year in 0..years {
            let row = TOP + year;
            grid.put(row, 0, number(count(year + 1), Format::Count, Role::Plain));
            let text = format!("(1+discount_rate)^-$A{}", row + 1);
            grid.put(row, 1, formula(text, self.clock.year_end(year + 1), Format::Factor));
        }
        for (plan, cash) in cash.iter().enumerate() {
            self.deductions(&mut grid, (plan, cash), years);
        }
        for plan in [0, 1] {
            let (deducted, saved) = (self.deducted_column(plan), self.saved_column(plan));
            if self.carries(plan) {
                self.carried(&mut grid, plan, (years, rate));
                continue;
            }
            grid.words(TOP - 1, saved, format!("{}: Tax saved", self.words(plan)), Role::Head);
            for year in 0..years {
                let row = TOP + year;
                let text = format!("{}*tax_rate", address(row, deducted));
                grid.put(row, saved, result(text, self.deducted(plan, year) * rate, Format::Usd));
            }
        }
        grid.frozen = (TOP, 2);
        grid.widths = vec![8.0, 18.0];
        Some(grid)
    }

    /// Years in which anything is deducted.
    fn tax_years(&self) -> usize {
        let last = |plan: usize| {
            let is_any = |year: &usize| libm::fabs(self.deducted(plan, *year)) > 0.0;
            (0..self.payments(plan).deducted_usd.len()).rev().find(is_any).map_or(0, |year| year + 1)
        };
        last(0).max(last(1)).max(1)
    }

    fn deducted(&self, plan: usize, year: usize) -> f64 {
        self.payments(plan).deducted_usd.get(year).copied().unwrap_or(0.0)
    }

    /// What a plan deducts in each year.
    fn deductions(&self, grid: &mut Grid, (plan, cash): (usize, &Grid), years: usize) {
        let payments = self.payments(plan);
        let Some(deductions) = payments.deductions.as_ref() else { return };
        let (first, deducted) = (self.tax_column(plan), self.deducted_column(plan));
        let heads = ["Paid at month ends", "Purchases and prepayments: fixed"].map(str::to_owned);
        let of_prices = deductions
            .units
            .iter()
            .map(|(price, _)| format!("The same: units of {}", words_of(*price).0.to_lowercase()));
        for (column, head) in heads.into_iter().chain(of_prices).chain(["Deducted".to_owned()]).enumerate() {
            grid.words(TOP - 1, first + column, format!("{}: {head}", self.words(plan)), Role::Head);
        }
        for year in 0..years {
            let row = TOP + year;
            let (from, to) = (TOP + 12 * year, (TOP + 12 * year + 11).min(self.rows().1));
            let ends: f64 = (12 * year..12 * year + 12).map(|place| ends_of(payments, place)).sum();
            let text = if from > to {
                "0".to_owned()
            } else {
                format!("SUM({})", cash.span(self.sum_column(plan, 1), (from, to)))
            };
            grid.put(row, first, formula(text, ends, Format::Usd));
            let fixed = deductions.fixed_usd.get(year).copied().unwrap_or(0.0);
            grid.put(row, first + 1, number(fixed, Format::UsdFine, Role::Fixed));
            let mut terms = vec![address(row, first), address(row, first + 1)];
            for (column, (price, units)) in deductions.units.iter().enumerate() {
                let units = units.get(year).copied().unwrap_or(0.0);
                grid.put(row, first + 2 + column, number(units, Format::Quantity, Role::Fixed));
                terms.push(format!("{}*{}", address(row, first + 2 + column), name_of(*price)));
            }
            grid.put(row, deducted, formula(terms.join("+"), self.deducted(plan, year), Format::Usd));
        }
    }

    /// Tax that a plan saves whose losses are carried until it saves something over the other.
    fn carried(&self, grid: &mut Grid, plan: usize, (years, rate): (usize, f64)) {
        let other = 1 - plan;
        let (deducted, saved) = (self.deducted_column(plan), self.saved_column(plan));
        let (taxed, carried) = (deducted + 1, deducted + 2);
        let heads =
            [(taxed, "Savings that are taxed"), (carried, "Losses carried to the next year"), (saved, "Tax saved")];
        for (column, head) in heads {
            grid.words(TOP - 1, column, format!("{}: {head}", self.words(plan)), Role::Head);
        }
        let mut before = 0.0;
        for year in 0..years {
            let row = TOP + year;
            let saving = self.deducted(other, year) - self.deducted(plan, year) + before;
            let [own, against] = [deducted, self.deducted_column(other)].map(|column| address(row, column));
            let earlier = if year == 0 { String::new() } else { format!("+{}", address(row - 1, carried)) };
            let text = format!("{against}-{own}{earlier}");
            grid.put(row, taxed, formula(format!("MAX({text},0)"), saving.max(0.0), Format::Usd));
            grid.put(row, carried, formula(format!("MIN({text},0)"), saving.min(0.0), Format::Usd));
            let usd = (self.deducted(other, year) - saving.max(0.0)) * rate;
            let text = format!("({against}-{})*tax_rate", address(row, taxed));
            grid.put(row, saved, result(text, usd, Format::Usd));
            before = saving.min(0.0);
        }
    }

    /// First column of a plan in the sheet of tax.
    fn tax_column(&self, plan: usize) -> usize {
        if plan == 0 { 2 } else { self.saved_column(0) + 1 }
    }

    /// Column of what a plan deducts.
    fn deducted_column(&self, plan: usize) -> usize {
        let units = self.payments(plan).deductions.as_ref().map_or(0, |found| found.units.len());
        self.tax_column(plan) + 2 + units
    }

    /// Column of the tax that a plan saves.
    fn saved_column(&self, plan: usize) -> usize {
        self.deducted_column(plan) + if self.carries(plan) { 3 } else { 1 }
    }

    /// Payments of each line by fiscal year.
    pub(super) fn years(&self, cash: &[Grid; 2]) -> Grid {
        let mut grid = Grid::new("Lines by year", "Payments by line and fiscal year, before tax");
        let months_of_first = self.of.setting.base.time.first_year_months;
        let years = year_of(self.months, months_of_first);
        let months_of = |year: usize| {
            let from = if year == 0 { 0 } else { months_of_first + 12 * (year - 1) };
            (from, (months_of_first + 12 * year).min(self.months))
        };
        let mut row = TOP - 1;
        for (plan, cash) in cash.iter().enumerate() {
            let payments = self.payments(plan);
            grid.words(row, 0, self.words(plan), Role::Head);
            for year in 0..years {
                grid.words(row, year + 1, format!("Year {}", year + 1), Role::Head);
            }
            grid.words(row, years + 1, "All years", Role::Head);
            let (first, lines) = (row + 1, payments.lines.len());
            for (column, line) in payments.lines.iter().enumerate() {
                row += 1;
                grid.words(row, 0, titled(line), Role::Plain);
                for year in 0..years {
                    let (from, to) = months_of(year);
                    let value = paid(line, (from, to));
                    let text = format!("SUM({})", cash.span(column + 1, (TOP + from, TOP + to - 1)));
                    grid.put(row, year + 1, formula(text, value, Format::Usd));
                }
                let text = format!("SUM({}:{})", address(row, 1), address(row, years));
                grid.put(row, years + 1, result(text, line.usd.iter().sum(), Format::Usd));
            }
            row += 1;
            grid.words(row, 0, "All lines", Role::Head);
            for column in 1..=years + 1 {
                let months = if column > years { (0, self.months) } else { months_of(column - 1) };
                let value = payments.lines.iter().map(|line| paid(line, months)).sum();
                let text = if lines == 0 {
                    "0".to_owned()
                } else {
                    format!("SUM({}:{})", address(first, column), address(row - 1, column))
                };
                grid.put(row, column, result(text, value, Format::Usd));
            }
            row += 2;
        }
        grid.frozen = (TOP, 1);
        grid.widths = vec![44.0, 14.0];
        grid
    }

    /// Both plans side by side, and what the first saves.
    pub(super) fn plans(&mut self, months: &Grid, cash: &[Grid; 2], tax: Option<&Grid>) -> Grid {
        let mut grid = Grid::new("Plans", "Two plans side by side, present values in US dollars");
        let close = if self.of.too_close { "Too close to call, by the inputs as they were written. " } else { "" };
        grid.words(1, 0, format!("{close}The first plan is the recommended one."), Role::Plain);
        let labels = [
            "",
            "Present value before tax",
            "Tax saved",
            "Present value",
            "Work done, present value, productive GPU-hours",
            "Cost of a productive GPU-hour",
            "What the first plan saves",
        ];
        for (row, label) in labels.into_iter().enumerate().skip(1) {
            grid.words(TOP + row, 0, label, Role::Plain);
        }
        let mut found = [0.0; 2];
        for (plan, cash) in cash.iter().enumerate() {
            let (payments, column) = (self.payments(plan), plan + 1);
            grid.words(TOP, column, self.words(plan), Role::Head);
            let weighed = |when: usize| {
                let (paid, weight) =
                    (cash.span(self.sum_column(plan, when), self.rows()), months.span(when + 1, self.rows()));
                format!("SUMPRODUCT({paid},{weight})")
            };
            let before = payments.present_value_usd + payments.tax_saved_usd;
            grid.put(TOP + 1, column, formula([weighed(0), weighed(1)].join("+"), before, Format::Usd));
            let saved = match tax {
                Some(tax) => {
                    let years = tax.cells.iter().filter(|(row, column, _)| *column == 0 && *row >= TOP).count();
                    let rows = (TOP, TOP + years.max(1) - 1);
                    let text = format!("SUMPRODUCT({},{})", tax.span(self.saved_column(plan), rows), tax.span(1, rows));
                    formula(text, payments.tax_saved_usd, Format::Usd)
                }
                None => number(payments.tax_saved_usd, Format::Usd, Role::Fixed),
            };
            grid.put(TOP + 2, column, saved);
            let [before_tax, saved, value, hours] = [1, 2, 3, 4].map(|row| address(TOP + row, column));
            grid.put(TOP + 3, column, result(format!("{before_tax}-{saved}"), payments.present_value_usd, Format::Usd));
            let worked: f64 =
                payments.gpu_hours.iter().enumerate().map(|(place, hours)| hours * self.clock.at_end(place + 1)).sum();
            let last = TOP + payments.gpu_hours.len().max(1) - 1;
            let (_, work) = layout(payments);
            let text = format!(
                "SUMPRODUCT('Quantities {column}'!{}:{},{})",
                address(TOP, work),
                address(last, work),
                months.span(2, (TOP, last))
            );
            grid.put(TOP + 4, column, formula(text, worked, Format::Quantity));
            if worked > 0.0 {
                grid.put(
                    TOP + 5,
                    column,
                    result(format!("{value}/{hours}"), payments.present_value_usd / worked, Format::UsdFine),
                );
            }
            if let Some(found) = found.get_mut(plan) {
                *found = payments.present_value_usd;
            }
        }
        let [first, second] = [1, 2].map(|column| address(TOP + 3, column));
        let [a, b] = found;
        grid.put(TOP + 6, 1, result(format!("{second}-{first}"), b - a, Format::Usd));
        self.names.push(("saving", grid.cell(TOP + 6, 1)));
        grid.widths = vec![46.0, 44.0];
        grid
    }

    /// Prices at which both plans cost the same, each alone.
    pub(super) fn break_evens(&self, months: &Grid, quantities: &[Grid; 2], tax: Option<&Grid>, plans: &Grid) -> Grid {
        let mut grid =
            Grid::new("Break-even", "Prices at which both plans cost the same, each alone and with sizes held");
        for (column, head) in
            ["Price", "Now", "One dollar more costs the first plan more by", "Both plans cost the same at"]
                .into_iter()
                .enumerate()
        {
            grid.words(TOP - 1, column, head, Role::Head);
        }
        if [0, 1].into_iter().any(|plan| self.carries(plan)) {
            grid.words(TOP, 0, "Losses are carried: no price is followed in a straight line.", Role::Plain);
            return grid;
        }
        let saving = self.payments(1).present_value_usd - self.payments(0).present_value_usd;
        let saved = plans.cell(TOP + 6, 1);
        let mut row = TOP;
        for price in Price::ALL {
            if !self.uses(|quantity| quantity.price == price) {
                continue;
            }
            let (texts, values): (Vec<String>, Vec<f64>) =
                quantities.iter().enumerate().map(|(plan, grid)| self.slope(plan, price, grid, months, tax)).unzip();
            let [first, second] = [0, 1].map(|plan| texts.get(plan).cloned().unwrap_or_default());
            let slope = values.first().copied().unwrap_or(0.0) - values.get(1).copied().unwrap_or(0.0);
            let now = self.price(price);
            grid.words(row, 0, words_of(price).0, Role::Plain);
            grid.put(row, 1, formula(name_of(price).to_owned(), now, Format::UsdFine));
            grid.put(row, 2, formula(format!("({first})-({second})"), slope, Format::UsdFine));
            let at = now + saving / slope;
            if slope != 0.0 && at.is_finite() && at > 0.0 {
                let text = format!("{}+{saved}/{}", address(row, 1), address(row, 2));
                grid.put(row, 3, result(text, at, Format::UsdFine));
            } else {
                grid.words(row, 3, "at no price", Role::Plain);
            }
            row += 1;
        }
        grid.widths = vec![40.0, 24.0];
        grid
    }

    /// What a dollar more of a price costs a plan at present value: as a formula, and now.
    pub(super) fn slope(
        &self,
        plan: usize,
        price: Price,
        quantities: &Grid,
        months: &Grid,
        tax: Option<&Grid>,
    ) -> (String, f64) {
        let payments = self.payments(plan);
        let (mut texts, mut sum) = (Vec::new(), 0.0);
        let rate = self.tax_rate.filter(|_| tax.is_some());
        let (lines, _) = layout(payments);
        let of_lines = lines.iter().flat_map(|of| of.quantities.iter().map(move |quantity| (of.line, quantity)));
        for (line, QuantityColumns { quantity, paid, .. }) in of_lines.filter(|(_, of)| of.quantity.price == price) {
            let rows = (TOP, TOP + quantity.units.len().max(1) - 1);
            let weight = match (line.when, rate) {
                (When::Start, _) => months.span(1, rows),
                (_, None) => months.span(2, rows),
                (_, Some(_)) => format!("({}-tax_rate*{})", months.span(2, rows), months.span(4, rows)),
            };
            texts.push(format!("SUMPRODUCT({}*{weight})", quantities.span(*paid, rows)));
            for place in 0..quantity.units.len() {
                let month = place + 1;
                let weight = match (line.when, rate) {
                    (When::Start, _) => self.clock.at_start(month),
                    (_, None) => self.clock.at_end(month),
                    (_, Some(rate)) => self.clock.at_end(month) - rate * self.clock.year_end(month.div_ceil(12)),
                };
                sum += quantity.indexed(place, self.drift, self.resale) * weight;
            }
        }
        if let (Some(rate), Some(tax), Some(deductions)) = (rate, tax, &payments.deductions) {
            for (place, (_, units)) in deductions.units.iter().enumerate().filter(|(_, (of, _))| *of == price) {
                let rows = (TOP, TOP + units.len().max(1) - 1);
                let column = self.tax_column(plan) + 2 + place;
                texts.push(format!("-tax_rate*SUMPRODUCT({},{})", tax.span(column, rows), tax.span(1, rows)));
                let saved: f64 = units.iter().zip(1..).map(|(units, year)| units * self.clock.year_end(year)).sum();
                sum -= rate * saved;
            }
        }
        if texts.is_empty() { ("0".to_owned(), 0.0) } else { (texts.join("+"), sum) }
    }
}

/// What a line pays from one month to another, months counted from 0.
fn paid(line: &LinePayments, (from, to): (usize, usize)) -> f64 {
    (from..to).map(|place| line.usd.get(place).copied().unwrap_or(0.0)).sum()
}
