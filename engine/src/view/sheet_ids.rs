//! Permanent ids of the tables of measured files, by which a file of one is named and a table from a worker is known.

use crate::measured::summary::OwnerKind;

/// Id of a table. A name of its own: serde would borrow a plain `&str` from what it reads.
pub type SheetId = &'static str;

/// Plans side by side.
pub(super) const PLANS: SheetId = "plans";
/// Types of GPUs.
pub(super) const TYPES: SheetId = "measured-types";
/// By month.
pub(super) const MONTHS: SheetId = "measured-months";
/// By week.
pub(super) const WEEKS: SheetId = "measured-weeks";
/// GPUs one by one.
pub(super) const GPUS: SheetId = "measured-gpus";
/// Allocated but idle.
pub(super) const IDLE: SheetId = "measured-idle";
/// Oversized GPUs.
pub(super) const RIGHT_SIZING: SheetId = "measured-right-sizing";
/// Cheaper types.
pub(super) const CHEAPER: SheetId = "measured-cheaper";
/// MIG instances.
pub(super) const SLICES: SheetId = "measured-slices";

/// The ids of a statement: by month and by week.
pub(super) const fn statement(by: OwnerKind) -> [SheetId; 2] {
    match by {
        OwnerKind::User => ["measured-by-user", "measured-by-user-weeks"],
        OwnerKind::Account => ["measured-by-account", "measured-by-account-weeks"],
        OwnerKind::Partition => ["measured-by-partition", "measured-by-partition-weeks"],
        OwnerKind::Label => ["measured-by-label", "measured-by-label-weeks"],
        OwnerKind::Cluster => ["measured-by-cluster", "measured-by-cluster-weeks"],
    }
}

/// The ids of a kind of table of bills, for as many currencies as get tables.
pub(super) type BillIds = [SheetId; 3];

/// A bill by month.
pub(super) const BILL_MONTHS: BillIds = ["bill-months", "bill-months-2", "bill-months-3"];
/// Machines with GPUs on a bill.
pub(super) const BILL_MACHINES: BillIds = ["bill-machines", "bill-machines-2", "bill-machines-3"];
/// Machines whose GPUs are unknown.
pub(super) const BILL_UNKNOWN: BillIds = ["bill-unknown", "bill-unknown-2", "bill-unknown-3"];
/// A bill by owner.
pub(super) const BILL_OWNERS: BillIds = ["bill-owners", "bill-owners-2", "bill-owners-3"];
/// A bill by owner of a second kind.
pub(super) const BILL_FURTHER_OWNERS: BillIds =
    ["bill-owners-further", "bill-owners-further-2", "bill-owners-further-3"];
/// How held hours ended.
pub(super) const ENDINGS: SheetId = "measured-endings";
/// Waits of a series without jobs.
pub(super) const FLUID_WAITS: SheetId = "fluid-waits";
/// Whole jobs on a plan.
pub(super) const REPLAY: SheetId = "replay";
/// What the ideal mix promises and gets.
pub(super) const REPLAY_HALVES: SheetId = "replay-halves";
/// Sizes that were tried for whole jobs.
pub(super) const REPLAY_TRIED: SheetId = "replay-tried";
/// Waits by account.
pub(super) const REPLAY_ACCOUNTS: SheetId = "replay-waits-by-account";
/// Waits by size of job.
pub(super) const REPLAY_SIZES: SheetId = "replay-waits-by-size";
/// Model and bills, which the page makes.
pub(super) const RECONCILED: SheetId = "bill-reconciled";

/// Plans in draws of what is uncertain.
pub(super) const RISK_PLANS: SheetId = "risk-plans";
/// How long to commit.
pub(super) const RISK_LENGTHS: SheetId = "risk-lengths";
/// How large to build.
pub(super) const RISK_SIZES: SheetId = "risk-sizes";
/// What is uncertain.
pub(super) const RISK_INPUTS: SheetId = "risk-inputs";

/// The ids of the tables that the page makes of plans, draws and files.
pub(super) const OF_THE_PAGE: [SheetId; 7] =
    [PLANS, FLUID_WAITS, RECONCILED, RISK_PLANS, RISK_LENGTHS, RISK_SIZES, RISK_INPUTS];

/// The ids of all tables that a worker makes.
pub(super) fn of_measured() -> impl Iterator<Item = SheetId> {
    const KINDS: [OwnerKind; 5] =
        [OwnerKind::User, OwnerKind::Account, OwnerKind::Partition, OwnerKind::Label, OwnerKind::Cluster];
    let bills = [BILL_MONTHS, BILL_MACHINES, BILL_UNKNOWN, BILL_OWNERS, BILL_FURTHER_OWNERS];
    [TYPES, MONTHS, WEEKS, GPUS, ENDINGS, IDLE, RIGHT_SIZING, CHEAPER, SLICES]
        .into_iter()
        .chain([REPLAY, REPLAY_HALVES, REPLAY_TRIED, REPLAY_ACCOUNTS, REPLAY_SIZES])
        .chain(KINDS.into_iter().flat_map(statement))
        .chain(bills.into_iter().flatten())
}
