//! The tables of measured files.

use std::borrow::Cow;

use super::super::Style;
use super::super::sheet::{Column, Sheet};
use super::super::sheet_ids;
use super::number;
use crate::measured::summary::{Endings, EndingsOfOwner, OwnerKind, Period, Statement, StatementLine, Summary};
use crate::prices::Gpu;

/// Rows of a table at most: the rest is summed up in the last.
const MOST_ROWS: usize = 50;
/// Months or weeks side by side in a statement.
const MOST_PERIODS: usize = 12;
/// Months or weeks that have a row of their own: five years of weeks.
const MOST_PERIOD_ROWS: usize = 261;
/// Types of GPUs that have a column of their own.
const MOST_TYPES: usize = 12;

fn column(label: impl Into<String>, unit: &'static str, style: Style) -> Column {
    Column { label: label.into(), unit: unit.into(), style }
}

fn hours(label: impl Into<String>) -> Column {
    column(label, "GPU-hours", Style::Count)
}

fn usd(label: impl Into<String>) -> Column {
    column(label, "USD", Style::Usd)
}

fn share(label: impl Into<String>) -> Column {
    column(label, "fraction", Style::PercentFine)
}

/// All tables that have rows, in the order of the page.
pub fn all(summary: &Summary, gpus: &[Gpu]) -> Vec<Sheet> {
    let mut sheets = vec![types(summary), periods(summary, false), periods(summary, true)];
    sheets
        .extend(summary.statements.iter().flat_map(|of| [statement(summary, of, false), statement(summary, of, true)]));
    sheets.extend(summary.endings.as_ref().map(endings));
    let book_name =
        |id: &str| gpus.iter().find(|gpu| gpu.id == id).map_or_else(|| id.to_owned(), |gpu| gpu.name.clone());
    let named: &dyn Fn(&str) -> String = &book_name;
    sheets.extend([gpus_seen(summary), idle(summary), right_sizing(summary)]);
    sheets.extend([cheaper(summary, named), slices(summary, named)]);
    sheets.extend(super::bills::sheets(summary));
    sheets.retain(|sheet| !sheet.rows.is_empty());
    sheets
}

/// The name of a type; files may not print one.
fn type_name(printed: &str) -> String {
    if printed.is_empty() { "type not named".to_owned() } else { printed.to_owned() }
}

fn types(summary: &Summary) -> Sheet {
    let rows = summary.types.iter().take(MOST_ROWS).map(|of| {
        let values = vec![
            Some(number(of.gpus_seen)).filter(|gpus| *gpus > 0.0).or(Some(of.most_at_once).filter(|gpus| *gpus > 0.0)),
            Some(of.held_gpu_hours),
            Some(of.busy_gpu_hours).filter(|_| of.known_gpu_hours > 0.0),
            of.mean_utilization,
            Some(of.known_share).filter(|_| of.known_gpu_hours > 0.0),
            of.efficient_gpu_hours,
            Some(of.waiting_gpu_hours),
            of.mean_power,
        ];
        (type_name(&of.name), values)
    });
    let rest = summary.types.get(MOST_ROWS..).unwrap_or_default();
    let rest = (!rest.is_empty()).then(|| {
        let held = rest.iter().map(|of| of.held_gpu_hours).sum();
        let values = [None, Some(held), None, None, None, None, None, None];
        (format!("{} others", rest.len()), values.to_vec())
    });
    Sheet {
        id: sheet_ids::TYPES,
        title: "GPU types".into(),
        caption: if summary.types.iter().any(|of| of.known_gpu_hours > 0.0) {
            "Allocated: GPU-hours of jobs, or of samples where there are no jobs. Busy: allocated hours × utilization, as far as it is known. Efficient: the same, with unknown hours taken to be like the known ones.".into()
        } else {
            "Allocated: GPU-hours of jobs. Waited: GPU-hours that jobs spent in the queue.".into()
        },
        first: "GPU type".into(),
        columns: vec![
            column("GPUs", "GPUs", Style::Count),
            hours("Allocated"),
            hours("Busy"),
            share("Mean utilization"),
            share("Known for"),
            hours("Efficient"),
            hours("Waited"),
            column("Mean power, W", "W", Style::Count),
        ],
        rows: rows.chain(rest).collect(),
        sums: None,
    }
    .without_empty_columns()
}

fn periods(summary: &Summary, weeks: bool) -> Sheet {
    let all = if weeks { &summary.weeks } else { &summary.months };
    let mut columns = vec![hours("GPU-hours")];
    let by_type = summary.types.len() > 1;
    // The types with the most hours, and one column for the rest.
    let apart = if summary.types.len() > MOST_TYPES { MOST_TYPES - 1 } else { summary.types.len() };
    if by_type {
        columns.extend(summary.types.iter().take(apart).map(|of| hours(type_name(&of.name))));
        if summary.types.len() > apart {
            columns.push(hours(format!("{} other types", summary.types.len() - apart)));
        }
    }
    columns.push(usd("Cost"));
    let values = |of: &Period| {
        let mut values = vec![Some(of.gpu_hours)];
        if by_type {
            values.extend((0..apart).map(|at| of.by_type.get(at).copied()));
            if summary.types.len() > apart {
                values.push(Some(of.by_type.iter().skip(apart).sum()));
            }
        }
        values.push(of.cost);
        values
    };
    let row = |of: &Period| (format!("{}{}", of.name, if of.is_full { "" } else { " (in part)" }), values(of));
    // A wrong date makes a record very long: what is before the last rows is one row.
    let (before, last) = all.split_at(all.len().saturating_sub(MOST_PERIOD_ROWS));
    let earlier = (!before.is_empty()).then(|| {
        let sum = |sums: Vec<Option<f64>>, of: &Period| {
            sums.into_iter().zip(values(of)).map(|(sum, value)| Some(sum? + value?)).collect()
        };
        let none = vec![Some(0.0); columns.len()];
        let name = format!("{} {} before", before.len(), if weeks { "weeks" } else { "months" });
        (name, before.iter().fold(none, sum))
    });
    Sheet {
        id: if weeks { sheet_ids::WEEKS } else { sheet_ids::MONTHS },
        title: if weeks { "By week" } else { "By month" }.into(),
        caption: if weeks {
            "GPU-hours by week, Monday to Sunday.".into()
        } else {
            "GPU-hours by calendar month. A job that runs past the end of a month counts in both, each with its share."
                .into()
        },
        first: if weeks { "Week of" } else { "Month" }.into(),
        columns,
        rows: earlier.into_iter().chain(last.iter().map(row)).collect(),
        sums: Some("All".into()),
    }
}

/// What a kind of owner is called.
const fn owner_kind(kind: OwnerKind) -> &'static str {
    match kind {
        OwnerKind::User => "User",
        OwnerKind::Account => "Account",
        OwnerKind::Partition => "Partition",
        OwnerKind::Label => "Label",
        OwnerKind::Cluster => "Cluster",
    }
}

fn statement(summary: &Summary, of: &Statement, weeks: bool) -> Sheet {
    let all = if weeks { &summary.weeks } else { &summary.months };
    let first = all.len().saturating_sub(MOST_PERIODS);
    let (name, [monthly, weekly]) = (owner_kind(of.by), sheet_ids::statement(of.by));
    let mut columns = vec![hours("GPU-hours"), share("Share"), usd("Cost"), column("Jobs", "jobs", Style::Count)];
    columns.extend(all.iter().skip(first).map(|period| hours(period.name.clone())));
    let row = |line: &StatementLine| {
        let parts = if weeks { &line.by_week } else { &line.by_month };
        let mut values = vec![Some(line.gpu_hours), Some(line.share), line.cost, Some(number(line.jobs))];
        values.extend((first..all.len()).map(|at| parts.get(at).copied()));
        (if line.name.is_empty() { "unknown".to_owned() } else { line.name.clone() }, values)
    };
    let mut rows: Vec<(String, Vec<Option<f64>>)> = of.lines.iter().take(MOST_ROWS).map(row).collect();
    let rest = of.lines.get(MOST_ROWS..).unwrap_or_default();
    let beyond = rest.iter().map(|line| line.gpu_hours).sum::<f64>() + of.others_gpu_hours;
    let others = rest.len() as u64 + of.others;
    if others > 0 {
        let mut values = vec![None; columns.len()];
        if let Some(first) = values.first_mut() {
            *first = Some(beyond);
        }
        rows.push((format!("{others} others"), values));
    }
    Sheet {
        id: if weeks { weekly } else { monthly },
        title: Cow::Owned(format!("By {}, by {}", name.to_lowercase(), if weeks { "week" } else { "month" })),
        caption: "Allocated GPU-hours. The last twelve months or weeks are shown side by side. The cost is empty where a GPU type has no price; choose the GPU above.".into(),
        first: name.into(),
        columns,
        rows,
        sums: None,
    }
}

/// Where a GPU is: host and index, or its id.
fn place(host: &str, index: Option<u16>, key: &str) -> String {
    match (host.is_empty(), index) {
        (false, Some(index)) => format!("{host}, GPU {index}"),
        (true, Some(index)) if key.is_empty() => format!("GPU {index}"),
        _ => key.to_owned(),
    }
}

fn gpus_seen(summary: &Summary) -> Sheet {
    let all = summary.utilization.as_ref().map_or(&[][..], |found| found.gpus.as_slice());
    let rows = all.iter().take(MOST_ROWS).map(|gpu| {
        let name = format!("{} · {}", place(&gpu.host, gpu.index, &gpu.key), type_name(&gpu.name));
        let values = vec![
            gpu.utilization,
            Some(gpu.known_share),
            gpu.peak_utilization,
            gpu.memory,
            gpu.peak_memory,
            gpu.power,
            Some(gpu.observed_hours),
        ];
        (name, values)
    });
    Sheet {
        id: sheet_ids::GPUS,
        title: "GPUs".into(),
        caption: "Means over the samples whose value is known; the first fifty GPUs.".into(),
        first: "GPU".into(),
        columns: vec![
            share("Utilization"),
            share("Known for"),
            share("Peak utilization"),
            share("Memory"),
            share("Peak memory"),
            column("Power, W", "W", Style::Count),
            column("Hours", "hours", Style::Decimal),
        ],
        rows: rows.collect(),
        sums: None,
    }
}

fn idle(summary: &Summary) -> Sheet {
    let all = summary.idle.as_ref().map_or(&[][..], |found| found.gpus.as_slice());
    let rows = all.iter().take(MOST_ROWS).map(|gpu| {
        let owner = if gpu.owner.is_empty() { "owner unknown" } else { &gpu.owner };
        let name = format!("{} · {owner}", place(&gpu.host, gpu.index, &gpu.key));
        (name, vec![Some(gpu.hours), Some(gpu.longest_hours), Some(number(gpu.times)), gpu.cost])
    });
    Sheet {
        id: sheet_ids::IDLE,
        title: "Allocated but idle".into(),
        caption: "Periods in which a GPU stayed below the utilization threshold while its memory was in use. The owner comes from a job on the same host at that time or from labels.".into(),
        first: "GPU and owner".into(),
        columns: vec![
            column("Idle hours", "hours", Style::Decimal),
            column("Longest", "hours", Style::Decimal),
            column("Times", "times", Style::Count),
            usd("Cost"),
        ],
        rows: rows.collect(),
        sums: None,
    }
}

fn endings(of: &Endings) -> Sheet {
    let parts = |of: &EndingsOfOwner| {
        let EndingsOfOwner {
            completed, failed, cancelled, timed_out, out_of_memory, requeued, running, unknown, ..
        } = *of;
        [completed, failed, cancelled, timed_out, out_of_memory, requeued, running, unknown]
    };
    // A column of what never happened says nothing.
    let happened = parts(&of.all).map(|hours| hours > 0.0);
    let row = |of: &EndingsOfOwner| {
        let shares = parts(of)
            .into_iter()
            .zip(happened)
            .map(|(part, happened)| Some(part / of.held).filter(|share| happened && share.is_finite()));
        [Some(of.held)].into_iter().chain(shares).collect()
    };
    let account = |of: &EndingsOfOwner| {
        let name = if of.name.is_empty() { "no account".to_owned() } else { of.name.clone() };
        (name, row(of))
    };
    let mut rows = vec![("all jobs".to_owned(), row(&of.all))];
    rows.extend(of.accounts.iter().map(account));
    let further = "Accounts with fewer hours have no row of their own.";
    let said = "Shares of the GPU-hours that jobs held, by what became of the jobs. What a failed or cancelled job held may have made something all the same: checkpoints, results so far.";
    Sheet {
        id: sheet_ids::ENDINGS,
        title: "How the held hours ended".into(),
        caption: if of.further_accounts > 0 { format!("{said} {further}").into() } else { said.into() },
        first: "Account".into(),
        columns: vec![
            hours("Held"),
            share("Completed"),
            share("Failed"),
            share("Cancelled"),
            share("Timed out"),
            share("Out of memory"),
            share("Requeued or preempted"),
            share("Still running"),
            share("Not recorded"),
        ],
        rows,
        sums: None,
    }
    .without_empty_columns()
}

fn right_sizing(summary: &Summary) -> Sheet {
    let rows = summary.right_sizing.iter().take(MOST_ROWS).map(|of| {
        let count = |gpus: u64| Some(number(gpus));
        let values = vec![
            count(of.gpus_known),
            count(of.low_memory),
            count(of.low_compute),
            count(of.both),
            of.peak_memory_gb,
            Some(of.gpu_hours),
        ];
        (type_name(&of.name), values)
    });
    let gpus = |label: &str| column(label, "GPUs", Style::Count);
    Sheet {
        id: sheet_ids::RIGHT_SIZING,
        title: "Oversized GPUs".into(),
        caption: "GPUs whose peak memory or mean utilization stays below the thresholds. Communication between GPUs is not in these files: check it before you move jobs.".into(),
        first: "GPU type".into(),
        columns: vec![
            gpus("GPUs known"),
            gpus("Low memory"),
            gpus("Low utilization"),
            gpus("Both"),
            column("Most memory used, GB", "GB", Style::Decimal),
            hours("Hours of these"),
        ],
        rows: rows.collect(),
        sums: None,
    }
}

fn cheaper(summary: &Summary, named: &dyn Fn(&str) -> String) -> Sheet {
    let rows = summary.right_sizing.iter().take(MOST_ROWS).flat_map(|of| {
        of.cheaper.iter().map(move |other| {
            let values =
                vec![Some(other.price), of.price, Some(other.memory_gb), other.throughput_share, Some(other.saving)];
            (format!("{} → {}", type_name(&of.name), named(&other.book_id)), values)
        })
    });
    let price = |label: &str| column(label, "USD per GPU-hour", Style::UsdPerHour);
    Sheet {
        id: sheet_ids::CHEAPER,
        title: "Cheaper types that would suffice".into(),
        caption: "Types of the price book with enough memory for what those GPUs used. Saving: for the same hours; slower types take longer.".into(),
        first: "Change".into(),
        columns: vec![
            price("Price"),
            price("Instead of"),
            column("Memory, GB", "GB", Style::Count),
            share("Throughput"),
            usd("Saving"),
        ],
        rows: rows.collect(),
        sums: None,
    }
}

fn slices(summary: &Summary, named: &dyn Fn(&str) -> String) -> Sheet {
    let rows = summary.mig.iter().flat_map(|of| {
        of.profiles.iter().map(move |profile| {
            let values = vec![
                Some(f64::from(profile.count)),
                Some(profile.memory_gb),
                profile.price,
                Some(number(profile.fits)),
                Some(number(profile.gpus_needed)),
            ];
            (format!("{} · {}", named(&of.book_id), profile.name), values)
        })
    });
    Sheet {
        id: sheet_ids::SLICES,
        title: "Split into instances (MIG)".into(),
        caption: "What a slice costs: price of the GPU × its sevenths of the compute ÷ the sevenths of all slices of that layout. Fits: GPUs seen whose peak memory and mean utilization stay within one slice.".into(),
        first: "Profile".into(),
        columns: vec![
            column("Slices", "slices", Style::Count),
            column("Memory, GB", "GB", Style::Decimal),
            column("Price of a slice", "USD per hour", Style::UsdPerHour),
            column("GPUs that fit", "GPUs", Style::Count),
            column("GPUs needed", "GPUs", Style::Count),
        ],
        rows: rows.collect(),
        sums: None,
    }
}
