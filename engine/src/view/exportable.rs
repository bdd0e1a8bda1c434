//! What the page exports as a file: every chart and every table without a chart.

use std::fmt;

use super::sheet::{SHEETS, SheetId};
use super::sheet_ids;

/// A chart.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PlotId {
    /// Cost of both sides by busy share.
    CostCurve,
    /// Cash paid over the horizon.
    CashCurve,
    /// Cost lines of both sides.
    CostLines,
    /// Break-evens against each offer.
    BreakEvens,
    /// Inputs that change the saving most.
    Drivers,
    /// What explains the difference between two scenarios.
    Bridge,
    /// GPUs wanted by share of the time.
    LoadDuration,
    /// The recommended plan under the load.
    PlanLoad,
    /// Cash paid by two plans.
    PlanCash,
    /// Cost of two plans over the work.
    PlanCurve,
    /// Cost by number of owned GPUs.
    NodeCounts,
    /// GPUs wanted as measured.
    MeasuredDemand,
    /// Cost of whole jobs by number of owned GPUs.
    ReplaySizes,
    /// What the machines did over time for whole jobs.
    ReplayUse,
    /// How long whole jobs wait.
    ReplayWaits,
    /// What the runner-up costs more in draws of what is uncertain.
    RiskDifference,
    /// What the answer's plan pays by month in draws of what is uncertain.
    RiskCash,
    /// The cheapest plan over the values of two inputs.
    PlanMap,
}

impl PlotId {
    /// Every chart.
    pub const ALL: [Self; 18] = [
        Self::CostCurve,
        Self::CashCurve,
        Self::CostLines,
        Self::BreakEvens,
        Self::Drivers,
        Self::Bridge,
        Self::LoadDuration,
        Self::PlanLoad,
        Self::PlanCash,
        Self::PlanCurve,
        Self::NodeCounts,
        Self::MeasuredDemand,
        Self::ReplaySizes,
        Self::ReplayUse,
        Self::ReplayWaits,
        Self::RiskDifference,
        Self::RiskCash,
        Self::PlanMap,
    ];

    /// Its permanent id: in the page, in file names and in messages of an embedded page.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::CostCurve => "cost-curve",
            Self::CashCurve => "cash-curve",
            Self::CostLines => "cost-lines",
            Self::BreakEvens => "break-evens",
            Self::Drivers => "drivers",
            Self::Bridge => "way",
            Self::LoadDuration => "load-duration",
            Self::PlanLoad => "plan-load",
            Self::PlanCash => "plan-cash",
            Self::PlanCurve => "plan-curve",
            Self::NodeCounts => "node-counts",
            Self::MeasuredDemand => "measured-demand",
            Self::ReplaySizes => "replay-sizes",
            Self::ReplayUse => "replay-use",
            Self::ReplayWaits => "replay-waits",
            Self::RiskDifference => "risk-difference",
            Self::RiskCash => "risk-cash",
            Self::PlanMap => "plan-map",
        }
    }
}

impl fmt::Display for PlotId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

/// A chart or a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Exportable {
    /// A chart.
    Plot(PlotId),
    /// A table without a chart.
    Sheet(SheetId),
}

impl Exportable {
    /// What an id from outside names, such as that of a message; `None` if it names nothing.
    pub fn from_id(id: &str) -> Option<Self> {
        let plot = PlotId::ALL.into_iter().find(|plot| plot.as_str() == id);
        let all = SHEETS.into_iter().chain(sheet_ids::OF_THE_PAGE);
        let sheet = || all.chain(sheet_ids::of_measured()).find(|sheet| *sheet == id);
        plot.map(Self::Plot).or_else(|| sheet().map(Self::Sheet))
    }

    /// Its permanent id.
    pub fn id(self) -> &'static str {
        match self {
            Self::Plot(plot) => plot.as_str(),
            Self::Sheet(sheet) => sheet,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Exportable, PlotId};
    use crate::view::sheet::SHEETS;
    use crate::view::sheet_ids;

    #[test]
    fn every_id_names_one_thing() {
        let plots = PlotId::ALL.map(Exportable::Plot).into_iter();
        let all: Vec<Exportable> = plots
            .chain(
                SHEETS.into_iter().chain(sheet_ids::OF_THE_PAGE).chain(sheet_ids::of_measured()).map(Exportable::Sheet),
            )
            .collect();
        assert!(all.len() > 15, "{all:?}");
        for exportable in all {
            assert_eq!(Exportable::from_id(exportable.id()), Some(exportable));
        }
        assert_eq!(Exportable::from_id("curve"), None);
    }
}
