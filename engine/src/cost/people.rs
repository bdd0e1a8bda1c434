//! Staff who run owned machines, beyond those renting needs too.

use super::{Explained, From, LineId, LineKind, Moves, Outlay, OwnLine, Staged};
use crate::formulas::formula::Formula;
use crate::model::{Model, Staff, Yearly};

/// Staff.
pub const PEOPLE: OwnLine = OwnLine {
    id: LineId::People,
    label: "Staffing",
    kind: LineKind::People,
    explained: Explained {
        formula: Formula::StaffCost,
        inputs: &[
            "people.own_people",
            "people.rent_people",
            "people.usd_per_person_year",
            "people.on_call_usd_per_year",
        ],
    },
    of: outlay,
};

fn outlay(model: &Model) -> Outlay {
    let Yearly::Lines(lines) = &model.owned.yearly else { return Outlay::default() };
    let cost = |staff: &Staff| lines.person * staff.extra + lines.on_call;
    let staged = lines.stages.as_ref().map(|stages| Staged::Steps(stages.each_ref().map(|needs| cost(&needs.staff))));
    Outlay { moves: Moves::Salaries, from: From::Hiring, staged, ..Outlay::yearly(cost(&lines.staff)) }
}
