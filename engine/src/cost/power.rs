//! Electricity of owned machines.
//!
//! Power per GPU and year = [TDP (idle + (1 − idle) load a) + host / GPUs per node] × PUE × 8760 × tariff, with a the
//! busy share. The part proportional to a is a cost per busy hour, the rest a cost per year. A fixed draw has no
//! variable part. Source: model page, section 2.

use super::{Before, Explained, LineId, LineKind, Moves, Outlay, OwnLine, Staged};
use crate::formulas::formula::Formula;
use crate::model::{Draw, Model, Owned, Yearly};
use crate::units::{HOURS_PER_YEAR, HourlyPrice, Money};

/// Electricity.
pub const POWER: OwnLine = OwnLine {
    id: LineId::Power,
    label: "Electricity",
    kind: LineKind::Power,
    explained: Explained {
        formula: Formula::PowerCost,
        inputs: &[
            "power.tdp_w",
            "power.idle_share",
            "power.load_share",
            "power.host_kw_per_node",
            "power.fixed_draw_w",
            "power.pue",
            "power.usd_per_kwh",
        ],
    },
    of: outlay,
};

fn outlay(model: &Model) -> Outlay {
    let Yearly::Lines(lines) = &model.owned.yearly else { return Outlay::default() };
    let Some(draw) = lines.draw else { return Outlay::default() };
    let new = Outlay {
        per_year: fixed(draw) * draw.gpus,
        per_busy_hour: variable(draw),
        moves: Moves::Tariff,
        before: Before::PerNode,
        ..Outlay::default()
    };
    let Some(there) = lines.draw_there else { return new };
    let owned = &model.owned;
    let replacing = fixed(draw) * (owned.replacing_nodes * owned.gpus_per_node);
    let (of_there, of_new) = (fixed(there) * there.gpus, fixed(draw) * draw.gpus);
    let busy = [variable(there) / owned.there.relative_work, variable(draw)];
    Outlay {
        per_year: of_there + of_new,
        per_busy_hour: mean_of_kinds(owned, busy),
        staged: Some(Staged::Sum([of_there, of_new, replacing])),
        busy_by_kind: Some(busy),
        ..new
    }
}

/// Mean of what machines there of another GPU and new ones pay for the work of a busy hour, by the work that they can do.
pub(super) fn mean_of_kinds(owned: &Owned, [there, new]: [HourlyPrice; 2]) -> HourlyPrice {
    let bought = owned.bought_share();
    there * (1.0 - bought) + new * bought
}

/// Yearly cost of one GPU's constant draw.
pub fn fixed(draw: Draw) -> Money {
    draw.standing.over_hours(HOURS_PER_YEAR) * draw.tariff * draw.pue
}

/// Additional cost of one GPU's busy hour: TDP (1 − idle) load × PUE × tariff.
pub fn variable(draw: Draw) -> HourlyPrice {
    HourlyPrice::usd_per_gpu_hour((draw.busy.over_hours(1.0) * draw.tariff * draw.pue).as_usd())
}
