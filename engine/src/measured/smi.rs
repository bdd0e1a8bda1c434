//! Samples of `nvidia-smi --query-gpu … --format=csv`, with units in the cells, in the header or nowhere.
//!
//! Values that the tool could not read (`[N/A]`, `ERR!`, `[Unknown Error]`) are unknown, never 0. Rows with four numbers and
//! no header are index, utilization, memory used and memory total; the time between two samples is asked for then. Other
//! rows without a header are read by what their cells show.

use super::first_page::FirstPage;
use super::instant::{Clock, NoTime};
use super::names::MOST_TYPES;
use super::report::{Remark, SkipReason};
use super::rows::{Dialect, Row, Table};
use super::samples::{Added, GpuSeries, Identity, Sample, Sampler, Value};
use super::settings::{OtherOutput, ReadSettings, Refused};
use super::source::Source;
use super::{Format, Guess, Reading, decimal, refused, table};

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
    match cell.get(..digits).and_then(decimal::parse) {
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
    /// Rows of GPUs for which there was no room.
    beyond: u64,
}

impl Counts {
    fn value(&mut self, cell: &[u8], most: f64) -> Value {
        match number(cell, most) {
            Number::Value(value) => Value::Known(value),
            Number::Absent => Value::Absent,
            Number::Unknown => {
                self.unknown += 1;
                Value::Unknown
            }
            Number::Refused => {
                self.refused += 1;
                Value::Unknown
            }
        }
    }
}

/// Whether a cell of a file without a header shows that `nvidia-smi` wrote it: an id or a name of a GPU.
fn names_a_gpu(cell: &str) -> bool {
    cell.starts_with("GPU-") || cell.starts_with("NVIDIA ") || cell.starts_with("Tesla ") || is_bus(cell)
}

/// Whether a cell has a unit behind its number.
fn has_unit(cell: &str) -> bool {
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

/// Recognises its files: by columns; where there is no header by what is in the cells, or by four numbers as in the manual's
/// shortest query; other outputs of the tool too, which are not read.
pub(super) fn recognizes(page: &FirstPage<'_>) -> Option<Guess> {
    const COLUMNS: [&str; 6] =
        ["utilization.gpu*", "memory.used*", "power.draw*", "utilization.memory*", "uuid", "gpu_uuid"];
    if OtherOutput::of_gpus(page.text).is_some_and(|output| output != OtherOutput::ExporterText) {
        return Some(Guess::certain(Format::NvidiaSmi, page.reason()));
    }
    page.table(Format::NvidiaSmi, &[&COLUMNS]).or_else(|| {
        let cells = &page.cells;
        let is_number = |cell: &String| cell.parse::<f64>().is_ok() || cell.starts_with('[');
        let is_shortest = cells.len() == 4 && cells.iter().all(is_number) && page.dialect.delimiter == b',';
        let is_sample = cells.iter().any(|cell| names_a_gpu(cell)) && cells.iter().any(|cell| has_unit(cell));
        (is_shortest || is_sample).then(|| Guess::possible(Format::NvidiaSmi, page.reason()))
    })
}

/// Reads samples.
pub(super) async fn read(
    source: &mut Source<'_>,
    settings: &ReadSettings,
    reading: &mut Reading,
) -> Result<(), Refused> {
    if let Some(output) = OtherOutput::of_gpus(source.data()) {
        return Err(Refused::OtherOutput { output });
    }
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
    let mut clock = settings.rising_clock();
    let mut sampler = Sampler::default();
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
    while rows.advance(&mut reading.report).await.map_err(|e| refused(&e))? {
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
        let gpu = match finder.find(&row, &columns, &settings.host, &mut sampler) {
            Found::Gpu(gpu) => gpu,
            Found::NoName => {
                reading.report.rows -= 1;
                reading.report.skip(SkipReason::NoName, row.line);
                continue;
            }
            Found::NoRoom => {
                counts.beyond += 1;
                continue;
            }
        };
        let time = time.unwrap_or_else(|| finder.next_time(gpu, settings.interval.unwrap_or(0.0)));
        if columns.time.is_some() {
            reading.report.see(time);
        }
        let sample = Sample { time, ..values(&row, &columns, gpu, &mut sampler, &mut counts) };
        counts.late += u64::from(sampler.add(gpu, &sample) == Added::Late);
    }
    let repeated = rows.repeated();
    finish(reading, &clock, sampler, settings, &counts, repeated);
    Ok(())
}

fn missing(column: &str) -> Refused {
    Refused::MissingColumns { format: Format::NvidiaSmi, columns: vec![column.to_owned()] }
}

/// The reason to skip a row whose time cannot be read.
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
    let twice = keep(reading, sampler, settings.interval.filter(|_| is_undated));
    let report = &mut reading.report;
    report.note_clock(clock);
    report.count(repeated, |count| Remark::HeaderRepeated { count });
    report.count(counts.unknown, |count| Remark::UnknownValues { count });
    report.count(counts.refused, |count| Remark::RefusedValues { count });
    report.count(counts.late, |count| Remark::OutOfOrder { count });
    report.count(twice, |count| Remark::Duplicates { count });
    report.count(counts.beyond, |gpus| Remark::GpusBeyond { gpus });
    let gpus = reading.samples.gpus.iter().filter(|gpu| gpu.description.is_mig).count() as u64;
    report.count(gpus, |gpus| Remark::MultiInstance { gpus });
}

/// Keeps the samples of a file, and notes the usual interval, the hours without samples, and what contradicts itself. Returns
/// how many samples were there twice.
pub(super) fn keep(reading: &mut Reading, sampler: Sampler, entered: Option<f64>) -> u64 {
    let (samples, twice) = sampler.finish(entered);
    let found = samples.observed(&[&reading.report.name], &crate::measured::samples::IdleRule::default());
    let of_file = |counts: &[u64]| counts.iter().sum::<u64>();
    let report = &mut reading.report;
    let mut intervals: Vec<f64> = found.gpus.iter().map(|gpu| gpu.interval).collect();
    intervals.sort_unstable_by(f64::total_cmp);
    let usual = intervals.get(intervals.len() / 2).copied().filter(|seconds| *seconds > 0.0);
    report.remarks.extend(usual.map(|seconds| Remark::Interval { seconds, entered: samples.is_undated }));
    let sum = |of: fn(&GpuSeries) -> f64| found.gpus.iter().map(of).sum::<f64>() / super::instant::HOUR;
    let (observed, covered) = (sum(|gpu| gpu.observed_seconds), sum(|gpu| gpu.covered_seconds));
    // Samples never come quite evenly.
    if observed - covered > 0.01 * observed {
        report.remarks.push(Remark::Gaps { gpu_hours: observed - covered });
    }
    report.remarks.extend(samples.thinned().map(|seconds| Remark::Thinned { seconds }));
    report.count(of_file(&found.differing), |count| Remark::ValuesDiffer { count });
    reading.samples = samples;
    twice + of_file(&found.repeated)
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

/// The GPU of a row.
enum Found {
    Gpu(usize),
    /// No cell names it.
    NoName,
    /// There are too many already.
    NoRoom,
}

/// Finds the GPU of a row: loops print the same GPUs again and again, in the same order.
#[derive(Default)]
struct Finder {
    /// Cells that name each GPU, by position.
    named: Vec<[Vec<u8>; 3]>,
    last: usize,
    key: Vec<u8>,
    /// Samples of each GPU so far, for files without times.
    samples: Vec<f64>,
}

impl Finder {
    /// `of_file` is the host that the settings name, for rows that name none.
    fn find(&mut self, row: &Row<'_>, columns: &Columns, of_file: &str, sampler: &mut Sampler) -> Found {
        let id = [columns.uuid, columns.serial, columns.bus, columns.index].into_iter().flatten();
        let id = id.map(|at| (at, row.cell(at))).find(|(_, cell)| !cell.is_empty() && !cell.starts_with(b"["));
        let Some((column, id)) = id else { return Found::NoName };
        let host = Some(row.at(columns.host)).filter(|host| !host.is_empty()).unwrap_or(of_file.as_bytes());
        // An index or an address is that of a GPU on its host; other hosts have the same.
        let is_own = columns.uuid == Some(column) || columns.serial == Some(column);
        let identity = if is_own || !host.is_empty() { Identity::Named } else { Identity::PlaceOnly };
        let kind = if identity == Identity::Named { &[] } else { row.at(columns.name) };
        // Most files have no hosts: a call to compare nothing costs as much as the id.
        let is_same = |one: &[u8], other: &[u8]| one.is_empty() && other.is_empty() || one == other;
        for next in [self.last + 1, 0] {
            let is_it = |[of_id, of_host, of_kind]: &[Vec<u8>; 3]| {
                of_id == id && is_same(of_host, host) && is_same(of_kind, kind)
            };
            if self.named.get(next).is_some_and(is_it) {
                self.last = next;
                return Found::Gpu(next);
            }
        }
        self.key.clear();
        if !is_own && !host.is_empty() {
            self.key.extend_from_slice(host);
            self.key.push(b'/');
        }
        self.key.extend_from_slice(id);
        let Some(gpu) = sampler.samples.gpu(&self.key, identity, kind) else { return Found::NoRoom };
        if gpu == self.named.len() {
            self.named.push([id.to_vec(), host.to_vec(), kind.to_vec()]);
            let (kind, host) =
                (sampler.samples.kinds.id_among(row.at(columns.name), MOST_TYPES), sampler.samples.hosts.id(host));
            let index = row.at(columns.index);
            if let Some(found) = sampler.samples.gpus.get_mut(gpu) {
                (found.description.kind, found.description.host) = (kind, host);
                found.description.index = std::str::from_utf8(index).ok().and_then(|index| index.parse().ok());
            }
        }
        self.last = gpu;
        Found::Gpu(gpu)
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
    let utilization = match counts.value(row.at(columns.utilization), 100.0) {
        Value::Known(percent) => Value::Known(percent / 100.0),
        unknown => unknown,
    };
    let power = counts.value(row.at(columns.power), MOST_WATTS);
    let used = counts.value(row.at(columns.used), MOST_MEBIBYTES);
    let total = match counts.value(row.at(columns.total), MOST_MEBIBYTES) {
        Value::Known(total) if total > 0.0 => Some(total),
        _ => None,
    };
    let memory = match (used, total) {
        (Value::Known(used), Some(total)) => Value::Known((used / total).min(1.0)),
        (Value::Known(_), None) if columns.total.is_none() => Value::Absent,
        (Value::Absent, _) => Value::Absent,
        _ => Value::Unknown,
    };
    let is_mig = row.at(columns.mig).eq_ignore_ascii_case(b"Enabled");
    if let Some(known) = sampler.samples.gpus.get_mut(gpu).map(|gpu| &mut gpu.description) {
        known.is_mig |= is_mig;
        // Mebibytes to GB of 10^9 bytes, as data sheets and the price book name them.
        known.memory_gb = known.memory_gb.or(total.map(|total| total * 1.048_576e-3));
    }
    Sample { utilization, power, memory, ..Sample::default() }
}
