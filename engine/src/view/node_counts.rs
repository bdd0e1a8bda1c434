//! How many GPUs to own: present value against their number.

use std::borrow::Cow;

use super::exportable::PlotId;
use super::plot::{Axis, Crossing, Form, Lines, Plot, PlotSpec, Row, RowKey, Series, cells};
use super::template::filled;
use super::{Piece, Style};
use crate::analysis::node_counts::NodeCounts;

/// The chart's name, for ever.
pub const ID: PlotId = PlotId::NodeCounts;

static WHAT: PlotSpec = PlotSpec {
    id: ID,
    title: "Present value by number of GPUs owned",
    first: Axis {
        name: "GPUs owned",
        title: "GPUs owned; the rest of the work is rented",
        unit: "GPUs owned",
        style: Style::Count,
        tick: Style::Count,
    },
    value: Axis {
        name: "Present value",
        title: "USD over the horizon, present value",
        unit: "USD, present value",
        style: Style::Usd,
        tick: Style::UsdShort,
    },
};

const RENT_ONLY: &str = "rent only";
const UNSERVED: &str = "work remains undone";

/// The chart of a comparison; `None` where no number of nodes does all the work.
pub fn plot(found: &NodeCounts) -> Option<Plot> {
    let best = found.best()?;
    let rows: Vec<Row> = found
        .points
        .iter()
        .map(|point| Row {
            head: RowKey::Figure(point.gpus),
            cells: cells([point.present_value_usd]),
            note: match point.present_value_usd {
                None => UNSERVED,
                Some(_) if point.nodes == 0.0 => RENT_ONLY,
                Some(_) => "",
            },
            leads_to: "",
        })
        .collect();
    let most = found.points.iter().filter_map(|point| point.present_value_usd).fold(0.0, f64::max);
    let at = |usd: Option<f64>, gpus: f64| usd.map(|usd| (gpus, usd));
    Some(Plot {
        what: Cow::Borrowed(&WHAT),
        takeaway: takeaway(found),
        note: "",
        series: vec![Series::new("own", "Own this many, rent the rest")],
        rows,
        form: Form::Lines(Lines {
            left: 0.0,
            right: found.points.last().map_or(1.0, |point| point.gpus).max(found.gpus_per_node),
            tick_of: 1.0,
            ends: (0.0, if most > 0.0 { most } else { 1.0 }),
            crossings: best.present_value_usd.map(|y| Crossing { x: best.gpus, y }).into_iter().collect(),
            crossing: Style::Count,
            today: found.now().and_then(|now| at(now.present_value_usd, now.gpus)),
            bands: Vec::new(),
            shaded: None,
            step: None,
        }),
    })
}

/// Which number costs least, and how much less than the present one.
pub fn takeaway(found: &NodeCounts) -> Vec<Piece> {
    let Some((best, usd)) = found.best().and_then(|best| Some((best, best.present_value_usd?))) else {
        return filled("No number of nodes can do all the work", &[]);
    };
    let now = found.now().and_then(|now| now.present_value_usd);
    let least = (usd, Style::UsdShort);
    let gpus = (best.gpus, Style::Count);
    let entered = (found.now_gpus, Style::Count);
    match now {
        _ if best.nodes == 0.0 => match now {
            Some(now) => filled(
                "Renting everything costs least: {least}, {usd} less than owning the current {entered} GPUs",
                &[("least", least.into()), ("usd", (now - usd, Style::UsdShort).into()), ("entered", entered.into())],
            ),
            None => filled("Renting everything costs least: {least}", &[("least", least.into())]),
        },
        Some(_) if best.gpus == found.now_gpus => {
            filled("The current {gpus} GPUs cost least: {least}", &[("gpus", gpus.into()), ("least", least.into())])
        }
        Some(now) => filled(
            "Owning {gpus} GPUs costs least: {least}, {usd} less than the current {entered}",
            &[
                ("gpus", gpus.into()),
                ("least", least.into()),
                ("usd", (now - usd, Style::UsdShort).into()),
                ("entered", entered.into()),
            ],
        ),
        None => filled("Owning {gpus} GPUs costs least: {least}", &[("gpus", gpus.into()), ("least", least.into())]),
    }
}
