//! Capital: nodes, fabric, storage, installation, build-out, and the removal at the end.
//!
//! Yearly charge of each: model page, section 2.

use super::{Explained, LineId, LineKind, Outlay, OwnLine};
use crate::formulas::finance::Capital;
use crate::formulas::formula::Formula;
use crate::model::{Owned, Wear};
use crate::units::Money;

/// The nodes themselves.
pub const NODES: OwnLine = OwnLine {
    id: LineId::Nodes,
    label: "Nodes",
    kind: LineKind::Hardware,
    explained: Explained {
        formula: Formula::Described("nodes × yearly charge on (price, life, resale value)"),
        inputs: &[
            "own.node_price_usd",
            "own.node_discount_share",
            "own.assembly_markup",
            "own.gpus",
            "own.gpus_per_node",
            "own.life_years",
            "own.residual_decades_per_year",
            "own.residual_share",
            "own.zero_sells_nothing",
            "money.discount_rate",
        ],
    },
    of: |m| Outlay::purchases(m.owned.nodes - m.owned.present, m.owned.node, Wear::Node),
};

/// Existing nodes, at their current resale value: what was paid for them is sunk.
pub const PRESENT_NODES: OwnLine = OwnLine {
    id: LineId::PresentNodes,
    label: "Nodes you own, at resale value",
    kind: LineKind::Hardware,
    explained: Explained {
        formula: Formula::Described("nodes you own × yearly charge on (resale price today, years left, resale value)"),
        inputs: &[
            "present.nodes",
            "present.node_resale_usd",
            "present.node_age_years",
            "present.at_end_of_life",
            "own.life_years",
        ],
    },
    of: |m| {
        let owned = &m.owned;
        Outlay::default().and_there(owned, owned.present_node, owned.node, Wear::Node)
    },
};

/// Items that came with existing nodes: not paid for again and valued at zero, until `life_years` after their purchase.
fn sunk(owned: &Owned, life_years: f64) -> Capital {
    Capital { price: Money::ZERO, life_years: owned.years_left(life_years), residual: Money::ZERO }
}

/// Spare nodes that replace failed ones.
pub const SPARES: OwnLine = OwnLine {
    id: LineId::Spares,
    label: "Spare nodes",
    kind: LineKind::Hardware,
    explained: Explained {
        formula: Formula::Described("whole spare nodes × yearly charge on (price, life, resale value)"),
        inputs: &["own.spare_share", "own.failure_share", "own.node_price_usd"],
    },
    of: |m| Outlay::purchases(m.owned.spares, m.owned.node, Wear::Node),
};

/// The network between the nodes.
pub const FABRIC: OwnLine = OwnLine {
    id: LineId::Fabric,
    label: "Network fabric",
    kind: LineKind::Hardware,
    explained: Explained {
        formula: Formula::Described("nodes to buy × yearly charge on (fabric per node, life, resale value)"),
        inputs: &[
            "own.fabric_usd_per_node",
            "own.fabric_life_years",
            "own.other_residual_share",
            "own.zero_sells_nothing",
            "money.discount_rate",
        ],
    },
    of: |m| {
        let (owned, one) = (&m.owned, m.owned.fabric);
        let bought = Outlay::purchases(owned.nodes - owned.present, one, Wear::Fabric);
        bought.and_there(owned, sunk(owned, one.life_years), one, Wear::Fabric)
    },
};

/// Storage bought with the cluster.
pub const STORAGE: OwnLine = OwnLine {
    id: LineId::Storage,
    label: "Storage",
    kind: LineKind::Hardware,
    explained: Explained {
        formula: Formula::Described("yearly charge on (terabytes × price, life, resale value)"),
        inputs: &[
            "own.storage_tb",
            "own.storage_usd_per_tb",
            "own.storage_life_years",
            "own.other_residual_share",
            "own.zero_sells_nothing",
            "money.discount_rate",
        ],
    },
    of: |m| Outlay::purchases(1.0, m.owned.storage, Wear::Storage),
};

/// Rack, stack and integration.
pub const INSTALLATION: OwnLine = OwnLine {
    id: LineId::Installation,
    label: "Installation",
    kind: LineKind::Hardware,
    explained: Explained {
        formula: Formula::Described("nodes to buy × yearly charge on (installation, node life, no resale value)"),
        inputs: &["own.installation_usd_per_node", "own.life_years", "money.discount_rate"],
    },
    of: |m| {
        let (owned, one) = (&m.owned, m.owned.installation);
        let bought = Outlay::purchases(owned.standing() - owned.present, one, Wear::Nothing);
        bought.and_there(owned, sunk(owned, one.life_years), one, Wear::Nothing)
    },
};

/// Power and cooling of the user's own room.
pub const BUILD_OUT: OwnLine = OwnLine {
    id: LineId::BuildOut,
    label: "Build-out",
    kind: LineKind::Space,
    explained: Explained {
        formula: Formula::Described("yearly charge on (build-out share for nodes to buy, its life, no resale value)"),
        inputs: &["place.build_out_usd", "place.build_out_life_years", "present.nodes", "money.discount_rate"],
    },
    of: |m| {
        let (room, bought) = (m.owned.room_nodes, m.owned.standing() - m.owned.present);
        Outlay::purchases(1.0 - room / (room + bought), m.owned.build_out, Wear::Nothing)
    },
};

/// Removal of the nodes at the end.
pub const DECOMMISSIONING: OwnLine = OwnLine {
    id: LineId::Decommissioning,
    label: "Decommissioning",
    kind: LineKind::Hardware,
    explained: Explained {
        formula: Formula::Described("nodes × yearly reserve for removal at end of life"),
        inputs: &["own.decommissioning_usd_per_node", "own.life_years", "money.discount_rate"],
    },
    of: |m| {
        let (owned, one) = (&m.owned, m.owned.decommissioning);
        let bought = Outlay::purchases(owned.standing() - owned.present, one, Wear::Removal);
        let there = Capital { life_years: owned.present_life_years, ..one };
        bought.and_there(owned, there, one, Wear::Removal)
    },
};
