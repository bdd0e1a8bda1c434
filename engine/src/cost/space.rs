//! Space for owned machines: colocation by the contracted kilowatt, or the user's own room.

use super::{Explained, LineId, LineKind, Moves, Outlay, OwnLine, Staged};
use crate::formulas::formula::Formula;
use crate::model::{Model, Space, Yearly};

/// Colocation or the user's own room.
pub const SPACE: OwnLine = OwnLine {
    id: LineId::Space,
    label: "Colocation or room",
    kind: LineKind::Space,
    explained: Explained {
        formula: Formula::SpaceCost,
        inputs: &["place.colocation_usd_per_kw_month", "place.node_kw", "place.rack_kw", "place.room_usd_per_year"],
    },
    of: outlay,
};

fn outlay(model: &Model) -> Outlay {
    let Yearly::Lines(lines) = &model.owned.yearly else { return Outlay::default() };
    let cost = |space: Space| match space {
        Space::Room(per_year) => per_year,
        Space::Colocation { contracted, per_kw_year } => per_kw_year * contracted.kw,
    };
    let staged = lines.stages.as_ref().map(|stages| Staged::Steps(stages.each_ref().map(|needs| cost(needs.space))));
    Outlay { moves: Moves::Space, staged, ..Outlay::yearly(cost(lines.space)) }
}
