//! First rows of a table: header or not, and a preview to choose columns by.

use super::instant::{Clock, duration};
use super::rows::Dialect;
use super::settings::{MOST_CHOSEN_FROM, Meaning, Preview};

/// Rows of a preview.
const ROWS_SHOWN: usize = 10;
/// Bytes of a cell of a preview.
const CELL_SHOWN: usize = 60;

/// The first line of a text that is not blank.
pub(super) fn first_line(text: &[u8]) -> &[u8] {
    text.split(|&byte| byte == b'\n').map(<[u8]>::trim_ascii).find(|line| !line.is_empty()).unwrap_or_default()
}

/// The cells of one line, without blanks and quotation marks around them.
pub(super) fn split(line: &[u8], dialect: Dialect) -> Vec<String> {
    cells(line, dialect).collect()
}

fn cells(line: &[u8], dialect: Dialect) -> impl Iterator<Item = String> {
    let mut inside = false;
    let cells = line.split(move |&byte| {
        inside ^= dialect.quoting && byte == b'"';
        byte == dialect.delimiter && !inside
    });
    let text = move |cell: &[u8]| {
        let text = String::from_utf8_lossy(cell);
        let text = text.trim();
        if dialect.quoting { text.trim_matches('"').trim().to_owned() } else { text.to_owned() }
    };
    cells.map(text)
}

/// Whether the first line names one of these columns; case does not count.
pub(super) fn has_name(text: &[u8], dialect: Dialect, names: &[&str]) -> bool {
    let cells = split(first_line(text), dialect);
    cells.iter().any(|cell| names.iter().any(|name| cell.eq_ignore_ascii_case(name)))
}

/// The first rows, and what the names of the columns suggest. Of a wide table the first columns, one more than can be
/// chosen from.
pub(super) fn preview(text: &[u8]) -> Preview {
    let dialect = Dialect::of(text);
    let lines = text.split(|&byte| byte == b'\n').map(<[u8]>::trim_ascii).filter(|line| !line.is_empty());
    let mut rows = lines.take(ROWS_SHOWN + 1).map(|line| {
        let cells = cells(line, dialect).take(MOST_CHOSEN_FROM + 1);
        cells.map(|cell| crate::text::plain(&cell, CELL_SHOWN)).collect::<Vec<String>>()
    });
    let columns = rows.next().unwrap_or_default();
    let cut = |mut row: Vec<String>| {
        row.truncate(columns.len());
        row
    };
    let rows: Vec<Vec<String>> = rows.map(cut).collect();
    let mut suggested: Vec<(usize, Meaning)> = Vec::new();
    for (at, name) in columns.iter().enumerate() {
        let sample = rows.first().and_then(|row| row.get(at)).map_or("", String::as_str);
        let meaning = suggest(name, sample);
        if let Some(meaning) = meaning.filter(|meaning| suggested.iter().all(|(_, taken)| taken != meaning)) {
            suggested.push((at, meaning));
        }
    }
    Preview { columns, rows, suggested }
}

/// What a column seems to hold, by its name and its first cell.
fn suggest(name: &str, sample: &str) -> Option<Meaning> {
    let name: String =
        name.chars().filter(char::is_ascii_alphanumeric).map(|letter| letter.to_ascii_lowercase()).collect();
    let is_time = || Clock::default().read(sample.as_bytes()).is_ok();
    let is_number = sample.parse::<f64>().is_ok();
    Some(match name.as_str() {
        "submit" | "submittime" | "submitted" | "created" | "createdat" | "queued" => Meaning::Submit,
        "start" | "starttime" | "started" | "startedat" | "time" | "timestamp" | "date" | "datetime" | "hour"
            if is_time() =>
        {
            Meaning::Start
        }
        "end" | "endtime" | "ended" | "finished" | "finishedat" | "stop" => Meaning::End,
        "elapsed" | "duration" | "runtime" | "walltime" if duration(sample.as_bytes()).is_some() => Meaning::Duration,
        "elapsedraw" | "durations" | "durationseconds" | "seconds" | "runtimes" | "runtimeseconds" => {
            Meaning::DurationSeconds
        }
        "hours" | "durationhours" | "durationh" | "duration" | "runtime" | "runtimehours" if is_number => {
            Meaning::Duration
        }
        "gpus" | "gpucount" | "numgpus" | "ngpus" | "gpunum" | "allocgpus" | "gpu" if is_number => Meaning::Gpus,
        "gpuhours" | "gpuhour" | "gpuhrs" | "gpuh" | "gpuhoursused" | "usedgpuhours" if is_number => Meaning::GpuHours,
        "cost" | "costusd" | "usdcost" | "totalcost" | "amount" | "charge" | "spend" => Meaning::Cost,
        "currency" | "billingcurrency" | "currencycode" => Meaning::Currency,
        "gputype" | "gpumodel" | "gpuname" | "accelerator" => Meaning::GpuType,
        "user" | "username" | "owner" => Meaning::User,
        "account" | "team" | "project" | "group" | "department" | "costcenter" | "namespace" => Meaning::Account,
        "partition" | "queue" => Meaning::Partition,
        "jobid" | "id" | "job" => Meaning::JobId,
        "uuid" | "gpuuuid" | "gpuid" | "device" => Meaning::Gpu,
        "host" | "hostname" | "node" | "instance" => Meaning::Host,
        "utilization" | "gpuutil" | "gpuutilization" | "utilizationgpu" | "utilizationpercent" => {
            Meaning::UtilizationPercent
        }
        "power" | "powerw" | "powerdraw" | "powerdraww" => Meaning::Power,
        _ => return None,
    })
}
