//! What the functions answer beside the report: plain data, named as in `rack-or-rent.d.ts`.

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

/// What a function returns: what was found under its name, or the errors that prevent it.
pub(crate) struct Outcome<T> {
    /// Name of what is found.
    pub(crate) name: &'static str,
    /// What is found, or what prevents it.
    pub(crate) found: Result<T, Vec<Issue>>,
    /// What of the input could not be used.
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

/// Where the winner changes with an input.
#[derive(serde::Serialize)]
pub(crate) struct BreakEvenAt {
    /// Id of the input.
    field: &'static str,
    /// What it is now, in its unit.
    now: f64,
    /// `horizon`: by present value; `steady-year`: by the cost of a steady year.
    basis: &'static str,
    /// Every value at which the winner changes, ascending.
    turns: Vec<Root>,
    /// What owning saves now over the horizon, present value; nothing where the two do not compare.
    saving_usd: Option<f64>,
    /// How far "never" is away: the least distance that any value reaches; for inputs alone.
    nearest_usd: Option<f64>,
    /// The offer it is against; nothing where that is the cheapest at each value.
    offer: Option<Name>,
    /// From which use on owning pays, with the reason where never; for utilization alone.
    in_use: Option<BreakEven>,
}

impl BreakEvenAt {
    /// Of an input, by present value, against whichever offer is the cheapest at each value.
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

    /// Of utilization, in closed form, against the offer of the verdict.
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

/// What both plans pay in each month.
#[derive(serde::Serialize)]
pub(crate) struct CashFlows {
    /// Months of the horizon.
    months: usize,
    /// Id of the offer that renting stands for; nothing where none does the work.
    offer: Option<Name>,
    /// Owning.
    own: Monthly,
    /// Renting from that offer.
    rent: Option<Monthly>,
}

/// One plan by month: index 0 is month 1; beyond the horizon stand payments still due then. Costs are positive.
#[derive(serde::Serialize)]
#[allow(clippy::struct_field_names)] // names of results carry their unit
pub(crate) struct Monthly {
    /// Paid at the start of each month.
    start_usd: Vec<f64>,
    /// Paid at the end of each month, bills of providers among it.
    end_usd: Vec<f64>,
    /// At the end of each month: removal and moving out, less what sales bring in.
    sale_usd: Vec<f64>,
    /// What of that is a cost, removal and moving out: in the curve, where what sales bring in is not.
    removal_usd: Vec<f64>,
    /// Paid up to the points 0, 1, ... months without what sales bring in, after tax where there is tax.
    cumulative_usd: Vec<f64>,
    /// All of each fiscal year.
    by_year_usd: Vec<f64>,
    /// Sum of all, before tax.
    nominal_usd: f64,
    /// Present value of all, after tax where there is tax.
    present_value_usd: f64,
}

impl CashFlows {
    /// The flows behind the outlook of a model.
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

/// As long as the horizon, or longer where something is due later.
fn as_long(series: &[f64], months: usize) -> Vec<f64> {
    let last = series.iter().rposition(|usd| *usd != 0.0).map_or(0, |index| index + 1);
    series.iter().take(last.max(months)).copied().collect()
}

/// The price at which owning and renting cost the same.
#[derive(serde::Serialize)]
pub(crate) struct Indifference {
    /// Rent the same service below this, own above it; nothing where no price is that.
    usd_per_gpu_hour: Option<f64>,
    /// What the cheapest counted offer costs, and which it is.
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

/// What came of an own price book.
#[derive(serde::Serialize)]
pub(crate) struct OwnBook {
    /// The text that was read: with it this can be handed to the other functions.
    csv: String,
    /// The offers it gives.
    offers: Vec<Offer>,
    /// Rows and columns that are not used, by line.
    left_out: Vec<BookIssue>,
    /// What is used and looks like a slip all the same.
    doubtful: Vec<BookIssue>,
}

impl OwnBook {
    /// Reads a text; whatever it is, something comes of it.
    pub(crate) fn read(text: &str) -> Self {
        let mut book = PriceBook::embedded();
        let read = book.add_own(text);
        let offers = book.offers.into_iter().filter(|offer| is_own(&offer.id)).collect();
        Self { csv: text.to_owned(), offers, left_out: read.left_out, doubtful: read.doubtful }
    }
}
