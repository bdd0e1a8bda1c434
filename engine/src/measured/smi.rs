//! Samples of `nvidia-smi --query-gpu … --format=csv`, with units in the cells, in the header or nowhere.
//!
//! Values that the tool could not read (`[N/A]`, `ERR!`, `[Unknown Error]`) are unknown, never 0. Rows with four numbers and
//! no header are index, utilization, memory used and memory total; the time between two samples is asked for then. Other
//! rows without a header are read by what their cells show.

use super::instant::{Clock, NoTime};
use super::names::MOST_TYPES;
use super::report::{Remark, SkipReason};
use super::rows::{Dialect, Row, Table};
use super::samples::{Added, Sample, Sampler};
use super::settings::{ReadSettings, Refused};
use super::source::Source;
use super::{Format, Reading, refused, table};

/// Largest values that are taken for measurements: no GPU draws more watts or has more mebibytes.
const MOST_WATTS: f64 = 5_000.0;
const MOST_MEBIBYTES: f64 = 4e6;

/// Positions of the columns that are used.
#[derive(Default)]
struct Columns {
    time: Option<usize>,
    index: Option<usize>,
    name: Option<usize>,
    uuid: Option<usize>,
    serial: Option<usize>,
    bus: Option<usize>,
    host: Option<usize>,
    utilization: Option<usize>,
    power: Option<usize>,
    used: Option<usize>,
    total: Option<usize>,
    mig: Option<usize>,
}

impl Columns {
    fn of(names: &[String]) -> Self {
        // `utilization.gpu [%]` without its unit.
        let plain: Vec<String> =
            names.iter().map(|name| name.split('[').next().unwrap_or_default().trim().to_ascii_lowercase()).collect();
        let at = |wanted: &[&str]| wanted.iter().find_map(|wanted| plain.iter().position(|name| name == wanted));
        Self {
            time: at(&["timestamp", "time", "date"]),
            index: at(&["index", "gpu", "gpu_index"]),
            name: at(&["name", "gpu_name", "product_name"]),
            uuid: at(&["uuid", "gpu_uuid"]),
            serial: at(&["serial", "gpu_serial"]),
            bus: at(&["pci.bus_id", "gpu_bus_id", "pci.bus"]),
            host: at(&["hostname", "host", "node", "instance"]),
            utilization: at(&["utilization.gpu"]),
            power: at(&["power.draw", "power.draw.average", "power.draw.instant"]),
            used: at(&["memory.used"]),
            total: at(&["memory.total"]),
            mig: at(&["mig.mode.current", "mig.mode"]),
        }
    }
}

/// A number that may have a unit behind it.
enum Number {
    Value(f64),
    Absent,
    /// What the tool could not read.
    Unknown,
    /// A number that is no measurement.
    Refused,
}

fn number(cell: &[u8], most: f64) -> Number {
    if cell.is_empty() {
        return Number::Absent;
    }
    let digits = cell.iter().take_while(|byte| matches!(byte, b'0'..=b'9' | b'.' | b'-' | b'+' | b'e' | b'E')).count();
    let value = cell.get(..digits).and_then(|digits| std::str::from_utf8(digits).ok());
    match value.and_then(|digits| digits.parse::<f64>().ok()) {
        Some(value) if (0.0..=most).contains(&value) => Number::Value(value),
        Some(_) => Number::Refused,
        None => Number::Unknown,
    }
}

/// Counts for the report.
#[derive(Default)]
struct Counts {
    unknown: u64,
    refused: u64,
    late: u64,
    twice: u64,
}

impl Counts {
    fn value(&mut self, cell: &[u8], most: f64) -> Option<f64> {
        match number(cell, most) {
            Number::Value(value) => Some(value),
            Number::Absent => None,
            Number::Unknown => {
                self.unknown += 1;
                None
            }
            Number::Refused => {
                self.refused += 1;
                None
            }
        }
    }
}

/// Whether a cell of a file without a header shows that `nvidia-smi` wrote it: an id or a name of a GPU.
pub(super) fn names_a_gpu(cell: &str) -> bool {
    cell.starts_with("GPU-") || cell.starts_with("NVIDIA ") || cell.starts_with("Tesla ") || is_bus(cell)
}

/// Whether a cell has a unit behind its number.
pub(super) fn has_unit(cell: &str) -> bool {
    [" %", " W", " MiB"].iter().any(|unit| cell.ends_with(unit))
}

/// A PCI address: `00000000:1B:00.0`.
fn is_bus(cell: &str) -> bool {
    let parts: Vec<&str> = cell.split(':').collect();
    matches!(parts.as_slice(), [domain, _, device] if domain.len() == 8 && device.contains('.'))
        && cell.bytes().all(|byte| byte.is_ascii_hexdigit() || matches!(byte, b':' | b'.'))
}

/// The columns of a row without a header, by what is in its cells; nothing where they leave a doubt about a GPU or about
/// what was measured. Memory stays unknown: used, free and total look alike. Of two shares the first is the GPU's, and of
/// two powers the draw, as in every query that the tool's manual shows.
fn by_contents(cells: &[String]) -> Option<Vec<String>> {
    let mut names = vec![String::new(); cells.len()];
    let mut name = |at: Option<usize>, name: &str| {
        if let Some(column) = at.and_then(|at| names.get_mut(at)) {
            name.clone_into(column);
        }
    };
    let all = |is: &dyn Fn(&str) -> bool| -> Vec<usize> {
        cells.iter().enumerate().filter(|(_, cell)| is(cell)).map(|(at, _)| at).collect()
    };
    let first = |is: &dyn Fn(&str) -> bool| cells.iter().position(|cell| is(cell));
    let unit = |unit: &'static str| all(&move |cell: &str| cell.ends_with(unit));
    let (uuid, bus) = (first(&|cell| cell.starts_with("GPU-")), first(&is_bus));
    let numbers = all(&|cell| !cell.is_empty() && cell.bytes().all(|byte| byte.is_ascii_digit()));
    // A number without a unit may be a temperature as well.
    let index = if uuid.or(bus).is_none() { Some(*numbers.first()?).filter(|_| numbers.len() == 1) } else { None };
    let (shares, powers) = (unit(" %"), unit(" W"));
    uuid.or(bus).or(index)?;
    shares.first().or(powers.first()).filter(|_| shares.len() < 3 && powers.len() < 3)?;
    let model = |cell: &str| cell.starts_with("NVIDIA ") || cell.starts_with("Tesla ");
    name(first(&|cell| cell.contains(':') && Clock::default().read(cell.as_bytes()).is_ok()), "timestamp");
    name(first(&model), "name");
    name(uuid, "uuid");
    name(bus, "pci.bus_id");
    name(index, "index");
    name(shares.first().copied(), "utilization.gpu");
    name(powers.first().copied(), "power.draw");
    Some(names)
}

/// Reads samples.
pub(super) fn read(source: &mut Source<'_>, settings: &ReadSettings, reading: &mut Reading) -> Result<(), Refused> {
    let dialect = Dialect { quoting: true, ..Dialect::of(source.data()) };
    let first = table::split(table::first_line(source.data()), dialect);
    let has_header =
        first.iter().any(|cell| cell.contains("utilization.") || cell.contains("memory.") || cell == "uuid")
            || Columns::of(&first).uuid.or(Columns::of(&first).power).is_some();
    let header = if has_header {
        None
    } else if !settings.header.is_empty() {
        Some(settings.header.clone())
    } else if let Some(columns) = by_contents(&first) {
        Some(columns)
    } else {
        let is_value = |cell: &String| !cell.is_empty() && !matches!(number(cell.as_bytes(), 1e9), Number::Refused);
        if first.len() != 4 || !first.iter().all(is_value) {
            return Err(Refused::ChooseColumns { preview: table::preview(source.data()) });
        }
        Some(["index", "utilization.gpu", "memory.used", "memory.total"].map(str::to_owned).to_vec())
    };
    let columns = Columns::of(header.as_deref().unwrap_or(&first));
    if columns.uuid.or(columns.index).or(columns.serial).or(columns.bus).is_none() {
        return Err(missing("index"));
    }
    if columns.utilization.or(columns.power).or(columns.used).is_none() {
        return Err(missing("utilization.gpu"));
    }
    if columns.time.is_none() && settings.interval.is_none() {
        return Err(Refused::AskInterval { gpus: gpus_in(source.data(), dialect, &columns, has_header) });
    }
    let mut clock = Clock::new(settings.zone_offset, settings.date_order);
    let mut sampler = Sampler::new(settings.idle);
    let mut counts = Counts::default();
    let mut rows = match header {
        Some(header) => {
            reading.report.remarks.push(Remark::NoHeader);
            Table::headless(source, dialect, header)
        }
        None => Table::open(source, dialect).map_err(|e| refused(&e))?.ok_or(Refused::Empty)?,
    };
    rows.settle(&mut clock, columns.time);
    sampler.samples.is_undated = columns.time.is_none();
    let mut finder = Finder::default();
    while rows.advance(&mut reading.report).map_err(|e| refused(&e))? {
        let row = rows.row();
        let time = match (columns.time, settings.interval) {
            (Some(at), _) => match clock.read(row.cell(at)) {
                Ok(time) => Some(time),
                Err(reason) => {
                    reading.report.rows -= 1;
                    reading.report.skip(skip(reason), row.line);
                    continue;
                }
            },
            (None, _) => None,
        };
        let Some(gpu) = finder.find(&row, &columns, &mut sampler) else {
            reading.report.rows -= 1;
            reading.report.skip(SkipReason::NoName, row.line);
            continue;
        };
        let time = time.unwrap_or_else(|| finder.next_time(gpu, settings.interval.unwrap_or(0.0)));
        if columns.time.is_some() {
            reading.report.see(time);
        }
        let sample = Sample { time, ..values(&row, &columns, gpu, &mut sampler, &mut counts) };
        match sampler.add(gpu, &sample) {
            Added::Taken => {}
            Added::Late => counts.late += 1,
            Added::Twice => counts.twice += 1,
        }
    }
    let repeated = rows.repeated();
    finish(reading, &clock, sampler, settings, &counts, repeated);
    Ok(())
}

fn missing(column: &str) -> Refused {
    Refused::MissingColumns { format: Format::NvidiaSmi, columns: vec![column.to_owned()] }
}

/// The reason to pass over a row whose time cannot be read.
pub(super) fn skip(reason: NoTime) -> SkipReason {
    match reason {
        NoTime::Absent => SkipReason::NoTime,
        NoTime::Ambiguous => SkipReason::AmbiguousDate,
        NoTime::Unreadable => SkipReason::BadTime,
    }
}

fn finish(
    reading: &mut Reading,
    clock: &Clock,
    sampler: Sampler,
    settings: &ReadSettings,
    counts: &Counts,
    repeated: u64,
) {
    let is_undated = sampler.samples.is_undated;
    reading.samples = sampler.finish(settings.interval.filter(|_| is_undated));
    let report = &mut reading.report;
    report.note_clock(clock);
    report.count(repeated, |count| Remark::HeaderRepeated { count });
    report.count(counts.unknown, |count| Remark::UnknownValues { count });
    report.count(counts.refused, |count| Remark::RefusedValues { count });
    report.count(counts.late, |count| Remark::OutOfOrder { count });
    report.count(counts.twice, |count| Remark::Duplicates { count });
    let gpus = reading.samples.gpus.iter().filter(|gpu| gpu.is_mig).count() as u64;
    report.count(gpus, |gpus| Remark::MultiInstance { gpus });
    note_interval(reading, is_undated);
}

/// Notes the usual interval and the hours without samples.
pub(super) fn note_interval(reading: &mut Reading, entered: bool) {
    let mut intervals: Vec<f64> = reading.samples.gpus.iter().map(|gpu| gpu.interval).collect();
    intervals.sort_unstable_by(f64::total_cmp);
    let Some(seconds) = intervals.get(intervals.len() / 2).copied().filter(|seconds| *seconds > 0.0) else { return };
    reading.report.remarks.push(Remark::Interval { seconds, entered });
    let gaps = reading.samples.gpus.iter().map(|gpu| {
        let observed = gpu.last - gpu.first + gpu.interval;
        (observed - gpu.counts().0 * gpu.interval).max(0.0) / super::instant::HOUR
    });
    let gpu_hours: f64 = gaps.sum();
    // Samples never come quite evenly.
    if gpu_hours > 0.01 * reading.samples.gpus.iter().map(|gpu| gpu.last - gpu.first).sum::<f64>() / 3_600.0 {
        reading.report.remarks.push(Remark::Gaps { gpu_hours });
    }
}

/// GPUs that the first rows name.
fn gpus_in(text: &[u8], dialect: Dialect, columns: &Columns, has_header: bool) -> u64 {
    let lines = text.split(|&byte| byte == b'\n').map(<[u8]>::trim_ascii).filter(|line| !line.is_empty());
    let at = columns.uuid.or(columns.index).unwrap_or(0);
    let mut keys: Vec<String> = lines
        .skip(usize::from(has_header))
        .take(10_000)
        .filter_map(|line| table::split(line, dialect).get(at).cloned())
        .collect();
    keys.sort_unstable();
    keys.dedup();
    keys.len() as u64
}

/// Finds the GPU of a row: loops print the same GPUs again and again, in the same order.
#[derive(Default)]
struct Finder {
    /// Cells that name each GPU, by position.
    named: Vec<(Vec<u8>, Vec<u8>)>,
    last: usize,
    key: Vec<u8>,
    /// Samples of each GPU so far, for files without times.
    samples: Vec<f64>,
}

impl Finder {
    fn find(&mut self, row: &Row<'_>, columns: &Columns, sampler: &mut Sampler) -> Option<usize> {
        let id = [columns.uuid, columns.serial, columns.bus, columns.index].into_iter().flatten();
        let id = id.map(|at| row.cell(at)).find(|cell| !cell.is_empty() && !cell.starts_with(b"["))?;
        let host = row.at(columns.host);
        for next in [self.last + 1, 0] {
            if self.named.get(next).is_some_and(|named| named.0 == id && named.1 == host) {
                self.last = next;
                return Some(next);
            }
        }
        self.key.clear();
        // An index alone is that of a GPU on its host.
        if columns.uuid.is_none_or(|at| row.cell(at) != id) && !host.is_empty() {
            self.key.extend_from_slice(host);
            self.key.push(b'/');
        }
        self.key.extend_from_slice(id);
        let gpu = sampler.samples.gpu(&self.key);
        if gpu == self.named.len() {
            self.named.push((id.to_vec(), host.to_vec()));
            let (kind, host) =
                (sampler.samples.kinds.id_among(row.at(columns.name), MOST_TYPES), sampler.samples.hosts.id(host));
            let index = row.at(columns.index);
            if let Some(series) = sampler.samples.gpus.get_mut(gpu) {
                (series.kind, series.host) = (kind, host);
                series.index = std::str::from_utf8(index).ok().and_then(|index| index.parse().ok());
            }
        }
        self.last = gpu;
        Some(gpu)
    }

    /// The time of the next sample of a GPU in a file without times.
    fn next_time(&mut self, gpu: usize, interval: f64) -> f64 {
        if self.samples.len() <= gpu {
            self.samples.resize(gpu + 1, 0.0);
        }
        let Some(count) = self.samples.get_mut(gpu) else { return 0.0 };
        *count += 1.0;
        (*count - 1.0) * interval
    }
}

/// The values of a row.
fn values(row: &Row<'_>, columns: &Columns, gpu: usize, sampler: &mut Sampler, counts: &mut Counts) -> Sample {
    let utilization = counts.value(row.at(columns.utilization), 100.0).map(|percent| percent / 100.0);
    let power = counts.value(row.at(columns.power), MOST_WATTS);
    let used = counts.value(row.at(columns.used), MOST_MEBIBYTES);
    let total = counts.value(row.at(columns.total), MOST_MEBIBYTES).filter(|total| *total > 0.0);
    let memory = used.zip(total).map(|(used, total)| (used / total).min(1.0));
    let is_mig = row.at(columns.mig).eq_ignore_ascii_case(b"Enabled");
    if let Some(series) = sampler.samples.gpus.get_mut(gpu) {
        series.is_mig |= is_mig;
        // Mebibytes to GB of 10^9 bytes, as data sheets and the price book name them.
        series.memory_gb = series.memory_gb.or(total.map(|total| total * 1.048_576e-3));
    }
    Sample { time: 0.0, utilization, power, memory }
}
