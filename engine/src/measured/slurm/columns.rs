//! Columns of sacct: their names, orders that are known without a header, and whether a row fits them.

use super::super::instant::{Clock, duration, is_absent};
use super::super::rows::{Dialect, Row, Table};
use super::super::settings::ReadSettings;
use super::super::table;
use super::delimiter::candidates;
use super::state::{is_state, state_of};

/// Columns of the query that the page offers, in order: also how a file without a header is read if it has as many.
pub const QUERY: &str = "JobID,JobName,User,Account,Partition,Cluster,State,Submit,Eligible,Start,End,Elapsed,Timelimit,ReqTRES,AllocTRES,NodeList,WCKey";
/// Other orders that are recognised without a header.
const LAYOUTS: [&str; 4] = [
    QUERY,
    "Cluster,JobID,User,Account,Partition,State,Submit,Eligible,Start,End,Elapsed,Timelimit,ReqTRES,AllocTRES,NodeList,WCKey",
    "JobID,JobName,State,Submit,Start,End,Elapsed,ReqTRES,AllocTRES",
    "JobID,JobName,User,Account,Partition,State,Submit,Start,End,Elapsed,ReqTRES,AllocTRES",
];
/// Columns of free text, in which a delimiter can stand.
pub(super) const FREE_TEXT: [&str; 9] =
    ["JobName", "Comment", "AdminComment", "SystemComment", "WorkDir", "SubmitLine", "Extra", "Reason", "Container"];
/// Lists of nodes kept: with more distinct ones, owners are not sought by host.
pub(super) const MOST_NODE_LISTS: usize = 200_000;

/// Positions of the columns that are used.
pub(super) struct Columns {
    pub(super) id: Option<usize>,
    pub(super) state: Option<usize>,
    pub(super) submit: Option<usize>,
    pub(super) eligible: Option<usize>,
    pub(super) reason: Option<usize>,
    pub(super) start: Option<usize>,
    pub(super) end: Option<usize>,
    pub(super) elapsed: Option<usize>,
    pub(super) elapsed_seconds: Option<usize>,
    pub(super) limit: Option<usize>,
    pub(super) limit_minutes: Option<usize>,
    pub(super) allocated: [Option<usize>; 2],
    pub(super) requested: [Option<usize>; 2],
    pub(super) user: Option<usize>,
    pub(super) account: Option<usize>,
    pub(super) partition: Option<usize>,
    pub(super) cluster: Option<usize>,
    pub(super) nodes: Option<usize>,
    pub(super) label: Option<usize>,
}

impl Columns {
    pub(super) fn of(table: &Table<'_, '_>) -> Self {
        let at = |names: &[&str]| table.column(names);
        Self {
            id: at(&["JobID", "JobIDRaw", "job_id"]),
            state: at(&["State", "JobState"]),
            submit: at(&["Submit", "SubmitTime"]),
            eligible: at(&["Eligible"]),
            reason: at(&["Reason"]),
            start: at(&["Start", "StartTime"]),
            end: at(&["End", "EndTime"]),
            elapsed: at(&["Elapsed"]),
            elapsed_seconds: at(&["ElapsedRaw"]),
            limit: at(&["Timelimit"]),
            limit_minutes: at(&["TimelimitRaw"]),
            allocated: [at(&["AllocTRES", "TRESAlloc"]), at(&["AllocGRES"])],
            requested: [at(&["ReqTRES", "TRESReq"]), at(&["ReqGRES", "Gres", "TresPerNode"])],
            user: at(&["User"]),
            account: at(&["Account"]),
            partition: at(&["Partition"]),
            cluster: at(&["Cluster", "ClusterName"]),
            nodes: at(&["NodeList"]),
            label: at(&["WCKey", "Project", "CostCenter", "CostCentre", "Comment"]),
        }
    }

    /// Columns without which nothing can be said.
    pub(super) fn missing(&self) -> Vec<String> {
        let mut missing = Vec::new();
        if self.start.is_none() {
            missing.push("Start".to_owned());
        }
        if self.end.or(self.elapsed).or(self.elapsed_seconds).is_none() {
            missing.push("End".to_owned());
        }
        missing
    }

    /// Whether a row has a state, times and durations where they belong.
    pub(super) fn fit(&self, row: &Row<'_>, clock: &mut Clock) -> bool {
        let is_state = |cell: &[u8]| state_of(cell).is_some();
        let mut is_time = |column: Option<usize>| {
            let cell = row.at(column);
            column.is_none() || is_absent(cell) || clock.read(cell).is_ok()
        };
        self.state.is_none_or(|at| is_state(row.cell(at)))
            && is_time(self.start)
            && is_time(self.end)
            && is_time(self.submit)
            && self.elapsed.is_none_or(|at| duration(row.cell(at)).is_some())
    }
}

/// The columns of a file without a header, and what sets its cells apart: those of the settings, or a known layout that its
/// first row fits.
pub(super) fn layout(text: &[u8], settings: &ReadSettings, clock: &mut Clock) -> Option<(Dialect, Vec<String>)> {
    let first = table::first_line(text);
    let dialects = candidates(text);
    if !settings.header.is_empty() {
        let wanted = settings.header.len();
        let fits =
            |dialect: &&Dialect| matches!(table::split(first, **dialect).len(), n if n == wanted || n == wanted + 1);
        let dialect = dialects.iter().find(fits).or(dialects.first())?;
        return Some((*dialect, settings.header.clone()));
    }
    dialects.into_iter().find_map(|dialect| {
        let cells = table::split(first, dialect);
        LAYOUTS.iter().find_map(|layout| {
            let header: Vec<String> = layout.split(',').map(str::to_owned).collect();
            let trailing = cells.last().is_some_and(String::is_empty) && cells.len() == header.len() + 1;
            (cells.len() == header.len() || trailing).then_some(())?;
            let cell = |name: &str| header.iter().position(|column| column == name).and_then(|at| cells.get(at));
            let is_time = |name: &str, clock: &mut Clock| {
                cell(name).is_some_and(|cell| is_absent(cell.as_bytes()) || clock.read(cell.as_bytes()).is_ok())
            };
            let fits = cell("State").is_some_and(|state| is_state(state))
                && cell("Elapsed").is_some_and(|elapsed| duration(elapsed.as_bytes()).is_some())
                && ["Submit", "Start", "End"].iter().all(|name| is_time(name, clock));
            fits.then_some((dialect, header))
        })
    })
}
