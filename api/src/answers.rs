//! Results of the functions besides the report: plain data, named as in `rack-or-rent.d.ts`.

use engine::cash_flow::{self, Flows};
use engine::cost::plan::OverflowPricing;
use engine::formulas::break_even::{BreakEven, Use};
use engine::horizon::{Comparison, Outlook, PlanOutlook, buffers, outlook};
use engine::inputs::issue::Issue;
use engine::model::Model;
use engine::text::Name;

use engine::analysis::goal_seek::{GoalSeek, Root};
use engine::prices::{BookIssue, Offer, PriceBook, is_own};
use engine::report::Report;
use serde::ser::{Serialize, SerializeMap, Serializer};

/// The return value of a function: the result under its name, or the errors that prevent it.
pub(crate) struct Outcome<T> {
    /// Name of the result.
    pub(crate) name: &'static str,
    /// The result, or the errors that prevent it.
    pub(crate) found: Result<T, Vec<Issue>>,
    /// Parts of the input that could not be used.
    pub(crate) notices: Vec<Issue>,
}

impl<T: Serialize> Serialize for Outcome<T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(Some(3))?;
        map.serialize_entry("ok", &self.found.is_ok())?;
        match &self.found {
            Ok(found) => map.serialize_entry(self.name, found)?,
            Err(errors) => map.serialize_entry("errors", errors)?,
        }
        map.serialize_entry("notices", &self.notices)?;
        map.end()
    }
}

/// Values of an input at which the winner changes.
#[derive(serde::Serialize)]
pub(crate) struct BreakEvenAt {
    /// Id of the input.
    field: &'static str,
    /// Its current value, in its unit.
    now: f64,
    /// `horizon`: by present value; `steady-year`: by the cost of a steady year.
    basis: &'static str,
    /// Every value at which the winner changes, ascending.
    turns: Vec<Root>,
    /// Current saving from owning over the horizon, present value; `None` if the two sides do not compare.
    saving_usd: Option<f64>,
    /// Smallest difference that any value reaches: how far away a change is; for inputs only.
    nearest_usd: Option<f64>,
    /// The offer compared with; `None` if it is the cheapest at each value.
    offer: Option<Name>,
    /// The use from which owning pays, with the reason if never; for utilization only.
    in_use: Option<BreakEven>,
}

impl BreakEvenAt {
    /// For an input: by present value, against the offer that is cheapest at each value.
    pub(crate) fn of_input(found: GoalSeek) -> Self {
        let finite = |usd: Option<f64>| usd.filter(|u| u.is_finite());
        Self {
            field: found.field,
            now: found.now,
            basis: "horizon",
            turns: found.turns,
            saving_usd: finite(found.saving_usd),
            nearest_usd: finite(found.nearest_usd),
            offer: None,
            in_use: None,
        }
    }

    /// For utilization: in closed form, against the verdict's offer.
    pub(crate) fn of_use(report: &Report) -> Self {
        let turn = |at: Use, own_above: bool| Root { value: at.utilization, step: false, own_above };
        let turns = match report.verdict.break_even {
            Some(BreakEven::From(from)) => vec![turn(from, true)],
            Some(BreakEven::UpTo(up_to)) => vec![turn(up_to, false)],
            Some(BreakEven::Outside { up_to, from }) => vec![turn(up_to, false), turn(from, true)],
            _ => Vec::new(),
        };
        Self {
            field: super::UTILIZATION,
            now: report.hours.utilization,
            basis: "steady-year",
            turns,
            saving_usd: report.outlook.saving_usd,
            nearest_usd: None,
            offer: report.verdict.offer.clone(),
            in_use: report.verdict.break_even,
        }
    }
}

/// Payments of both plans in each month.
#[derive(serde::Serialize)]
pub(crate) struct CashFlows {
    /// Months of the horizon.
    months: usize,
    /// Id of the offer used for renting; `None` if none does the work.
    offer: Option<Name>,
    /// Owning.
    own: Monthly,
    /// Renting from that offer.
    rent: Option<Monthly>,
}

/// One plan by month: index 0 is month 1; entries beyond the horizon are payments still due then. Costs are positive.
#[derive(serde::Serialize)]
#[allow(clippy::struct_field_names)] // names of results carry their unit
pub(crate) struct Monthly {
    /// Paid at the start of each month.
    start_usd: Vec<f64>,
    /// Paid at the end of each month, including provider bills.
    end_usd: Vec<f64>,
    /// At the end of each month: removal and moving out, less sale proceeds.
    sale_usd: Vec<f64>,
    /// The cost part of that, removal and moving out: included in the curve, unlike sale proceeds.
    removal_usd: Vec<f64>,
    /// Paid up to the points 0, 1, ... months, without sale proceeds, after tax if there is tax.
    cumulative_usd: Vec<f64>,
    /// Total of each fiscal year.
    by_year_usd: Vec<f64>,
    /// Total, before tax.
    nominal_usd: f64,
    /// Present value of the total, after tax if there is tax.
    present_value_usd: f64,
}

impl CashFlows {
    /// The flows behind a model's outlook.
    pub(crate) fn of(model: &Model, terms: &OverflowPricing, found: &Comparison) -> Self {
        let Outlook { months, offer, own, rent, .. } = outlook(model, terms, found);
        let mut flows = buffers(model);
        cash_flow::own(model, terms, &mut flows);
        let own = Monthly::of(own, &flows);
        let rent = rent.zip(found.cheapest).map(|(plan, (index, _))| {
            cash_flow::rent(model, terms, index, &mut flows);
            Monthly::of(plan, &flows)
        });
        Self { months, offer, own, rent }
    }
}

impl Monthly {
    fn of(plan: PlanOutlook, flows: &Flows) -> Self {
        let end: Vec<f64> = flows.end.iter().zip(&flows.bill).map(|(end, bill)| end + bill).collect();
        Self {
            start_usd: as_long(&flows.start, flows.months),
            end_usd: as_long(&end, flows.months),
            sale_usd: as_long(&flows.sale, flows.months),
            removal_usd: as_long(&flows.removal, flows.months),
            cumulative_usd: plan.cumulative_usd,
            by_year_usd: plan.by_year_usd,
            nominal_usd: plan.nominal_usd,
            present_value_usd: plan.present_value_usd,
        }
    }
}

/// The series up to the horizon, or up to the last payment if that is later.
fn as_long(series: &[f64], months: usize) -> Vec<f64> {
    let last = series.iter().rposition(|usd| *usd != 0.0).map_or(0, |index| index + 1);
    series.iter().take(last.max(months)).copied().collect()
}

/// The price at which owning and renting cost the same.
#[derive(serde::Serialize)]
pub(crate) struct Indifference {
    /// Rent the same service below this, own above it; `None` if there is no such price.
    usd_per_gpu_hour: Option<f64>,
    /// Cost and id of the cheapest counted offer.
    offer: Option<Name>,
    offer_usd_per_gpu_hour: Option<f64>,
    /// Owning, per productive GPU-hour.
    own_usd_per_productive_gpu_hour: Option<f64>,
}

impl Indifference {
    pub(crate) fn of(report: &Report) -> Self {
        let offer = report.cheapest();
        Self {
            usd_per_gpu_hour: report.indifference_usd_per_gpu_hour,
            offer: offer.map(|o| o.id.clone()),
            offer_usd_per_gpu_hour: offer.map(|o| o.usd_per_gpu_hour),
            own_usd_per_productive_gpu_hour: report.own.usd_per_productive_gpu_hour,
        }
    }
}

/// The result of reading a user's price book.
#[derive(serde::Serialize)]
pub(crate) struct OwnBook {
    /// The text read; it lets this object be passed to the other functions.
    csv: String,
    /// The offers in it.
    offers: Vec<Offer>,
    /// Rows and columns not used, by line.
    left_out: Vec<BookIssue>,
    /// Rows that are used but look wrong.
    doubtful: Vec<BookIssue>,
}

impl OwnBook {
    /// Reads a text; always returns a result.
    pub(crate) fn read(text: &str) -> Self {
        let mut book = PriceBook::embedded();
        let read = book.add_own(text);
        let offers = book.offers.into_iter().filter(|offer| is_own(&offer.id)).collect();
        Self { csv: text.to_owned(), offers, left_out: read.left_out, doubtful: read.doubtful }
    }
}
