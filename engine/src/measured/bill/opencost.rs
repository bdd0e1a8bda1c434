//! Allocations of OpenCost and Kubecost, as CSV or as the JSON of their API.
//!
//! They say what workloads were given and what it cost, not what was invoiced. Idle rows tell how much of the nodes
//! nobody was given; without them the use of the cluster is unknown. Source: OpenCost, "API" and "CSV export".

use std::collections::BTreeMap;
use std::fmt;
use std::io::{self, Read};

use serde::de::{DeserializeSeed, Deserializer, MapAccess, SeqAccess, Visitor};
use serde_json::{Map, Value};

use super::amounts::{Amounts, LARGEST};
use super::cells::present;
use super::labels::Labels;
use super::table::{BillTable, period};
use super::{Charge, CostLine, Counts, Hash, Kind};
use crate::measured::first_page::FirstPage;
use crate::measured::instant::{Clock, DAY};
use crate::measured::report::{BillRemark, Remark, SkipReason};
use crate::measured::rows::{Dialect, Row, Table};
use crate::measured::settings::{ReadSettings, Refused};
use crate::measured::source::Source;
use crate::measured::{FIRST_BYTES, Format, Guess, Reading, refused, refused_json, require};
use crate::text::plain;

/// Recognises its files. JSON of costs that says nothing may be one by its name.
pub(crate) fn recognizes(page: &FirstPage<'_>) -> Option<Guess> {
    let costs = [&["GPUCost", "gpu cost", "gpu_cost"][..], &["CPUCost", "cpu cost", "cpu_cost"]];
    let certain = || ["gpuCost", "cpuCost"].into_iter().find_map(|cost| page.json(Format::OpenCost, &[cost]));
    let is_possible = page.is_json() && page.file_name.contains("cost");
    page.table(Format::OpenCost, &costs)
        .or_else(certain)
        .or_else(|| is_possible.then(|| Guess::possible(Format::OpenCost, [])))
}

/// Reads a file.
pub(crate) async fn read(
    source: &mut Source<'_>,
    settings: &ReadSettings,
    reading: &mut Reading,
) -> Result<(), Refused> {
    let first = source.peek(FIRST_BYTES).map_err(|e| refused(&e))?;
    if matches!(first.trim_ascii_start().first(), Some(b'{' | b'[')) {
        let amounts = Amounts::new(b"", Dialect::of(first));
        let mut reader = Reader::new(settings.clock(), amounts, reading);
        read_json(source, &mut reader)?;
        reader.finish();
    } else {
        let BillTable { table, clock, amounts } = BillTable::open(source, settings)?;
        let mut reader = Reader::new(clock, amounts, reading);
        read_table(table, &mut reader).await?;
        reader.finish();
    }
    Ok(())
}

/// One allocation.
#[derive(Default)]
struct Allocation<'a> {
    name: &'a [u8],
    cluster: &'a [u8],
    namespace: &'a [u8],
    controller: &'a [u8],
    start: &'a [u8],
    end: &'a [u8],
    gpu_hours: Option<f64>,
    gpu: f64,
    cpu: f64,
    ram: f64,
    volumes: f64,
    network: f64,
    total: Option<f64>,
}

struct Reader<'b> {
    reading: &'b mut Reading,
    clock: Clock,
    amounts: Amounts,
    labels: Labels,
    /// Cost of GPUs that are none, by namespace.
    no_gpus: BTreeMap<String, f64>,
    /// Cost of GPUs whose hours are not stated, by namespace.
    unknown_hours: BTreeMap<String, f64>,
    /// Sum of the idle rows.
    idle: Option<f64>,
}

impl<'b> Reader<'b> {
    fn new(clock: Clock, amounts: Amounts, reading: &'b mut Reading) -> Self {
        let labels = Labels::default();
        Self { reading, clock, amounts, labels, no_gpus: BTreeMap::new(), unknown_hours: BTreeMap::new(), idle: None }
    }

    /// Says what was seen of all allocations.
    fn finish(self) {
        let Reading { report, charges, .. } = self.reading;
        charges.facts.has_allocations = true;
        charges.facts.has_idle |= self.idle.is_some();
        report.note_clock(&self.clock);
        self.amounts.finish(report);
        report.bill(BillRemark::CurrencyNotStated, None, "");
        for (name, cost) in &self.no_gpus {
            report.bill(BillRemark::GpuCostWithoutGpus, Some(*cost), name);
        }
        for (name, cost) in &self.unknown_hours {
            report.bill(BillRemark::GpuHoursUnknown, Some(*cost), name);
        }
        match self.idle {
            None => report.bill(BillRemark::UseOfClusterUnknown, None, ""),
            Some(idle) if idle < 0.0 => report.bill(BillRemark::AllocatedMoreThanNodesCost, Some(idle), ""),
            Some(_) => {}
        }
    }

    /// Adds the charges of an allocation, or says why it has none; its labels are in `self.labels` already.
    fn add(&mut self, found: &Allocation<'_>, row: u64) -> Result<(), SkipReason> {
        let (start, end) = period(&mut self.clock, found.start, found.end, DAY)?;
        self.reading.report.see(start);
        self.reading.report.see(end);
        let owner = if found.namespace.is_empty() { found.name } else { found.namespace };
        let text = plain(&String::from_utf8_lossy(owner), 120);
        let is = |word: &[u8]| owner == word || found.name == word;
        let machines = found.cpu + found.ram;
        let known = machines + found.gpu + found.volumes + found.network;
        let rest = found.total.map_or(0.0, |total| total - known);
        let is_idle = is(b"__idle__");
        if is_idle {
            self.idle = Some(self.idle.unwrap_or(0.0) + known + rest);
        }
        let has_gpus = found.gpu_hours.is_some_and(|hours| hours > 0.0);
        if !is_idle && found.gpu != 0.0 && !has_gpus {
            let by = if found.gpu_hours.is_some() { &mut self.no_gpus } else { &mut self.unknown_hours };
            *by.entry(text.clone()).or_default() += found.gpu;
        }
        self.labels.add("namespace", &text);
        self.labels.add("workload", std::str::from_utf8(found.controller).unwrap_or_default());
        let labels = self.labels.text();
        // Rounded sums may leave a rest of a cent.
        let rest = if libm::fabs(rest) < 0.01 { 0.0 } else { rest };
        let parts = [
            (CostLine::Gpu, found.gpu, found.gpu_hours.filter(|hours| *hours > 0.0 && !is_idle)),
            (CostLine::Compute, machines, None),
            (CostLine::Storage, found.volumes, None),
            (CostLine::Egress, found.network, None),
            (CostLine::Other, rest, None),
        ];
        let mut identity = Hash::new();
        for text in [found.name, found.controller] {
            identity.text(text);
        }
        for (line, cost, hours) in parts {
            self.reading.charges.add(&Charge {
                account: found.cluster,
                labels,
                kind: if is_idle { Kind::Idle } else { Kind::Usage },
                line,
                effective: cost,
                hours: hours.map(|hours| (Counts::Gpus, hours)),
                identity: identity.0.wrapping_add(line as u64),
                row,
                ..Charge::usage(start, end)
            });
        }
        Ok(())
    }
}

struct Columns {
    start: Option<usize>,
    end: Option<usize>,
    name: Option<usize>,
    cluster: Option<usize>,
    namespace: Option<usize>,
    controller: Option<usize>,
    gpu_hours: Option<usize>,
    gpu: Vec<usize>,
    cpu: Vec<usize>,
    ram: Vec<usize>,
    volumes: Vec<usize>,
    network: Vec<usize>,
    total: Option<usize>,
    labels: Vec<(usize, String)>,
}

impl Columns {
    fn find(names: &[String]) -> Self {
        let bare = |name: &String| -> String {
            name.chars().filter(char::is_ascii_alphanumeric).map(|c| c.to_ascii_lowercase()).collect()
        };
        let bare: Vec<String> = names.iter().map(bare).collect();
        let at = |wanted: &[&str]| wanted.iter().find_map(|name| bare.iter().position(|b| b == name));
        // An adjustment, as after reconciliation with a bill, belongs to its component.
        let costs = |wanted: &[&str]| -> Vec<usize> {
            let with = |name: &&str| [at(&[name]), at(&[&format!("{name}adjustment")])];
            wanted.iter().flat_map(with).flatten().collect()
        };
        let labels = names.iter().enumerate().filter_map(|(at, name)| {
            let lower = name.to_ascii_lowercase();
            let key = lower.strip_prefix("label_").or_else(|| lower.strip_prefix("label:"))?;
            Some((at, key.to_owned()))
        });
        Self {
            start: at(&["date", "windowstart", "start", "starttime"]),
            end: at(&["windowend", "end", "endtime"]),
            name: at(&["name", "allocationname"]),
            cluster: at(&["cluster", "clusterid"]),
            namespace: at(&["namespace"]),
            controller: at(&["controller", "controllername"]),
            gpu_hours: at(&["gpuhours"]),
            gpu: costs(&["gpucost"]),
            cpu: costs(&["cpucost"]),
            ram: costs(&["ramcost"]),
            volumes: costs(&["pvcost"]),
            network: costs(&["networkcost", "loadbalancercost"]),
            total: at(&["totalcost"]),
            labels: labels.collect(),
        }
    }
}

async fn read_table(mut table: Table<'_, '_>, reader: &mut Reader<'_>) -> Result<(), Refused> {
    let columns = Columns::find(table.columns());
    let needed = [
        ("Date", columns.start),
        ("GPUCost", columns.gpu.first().copied()),
        ("Namespace", columns.namespace.or(columns.name)),
    ];
    require(Format::OpenCost, &needed)?;
    if columns.gpu_hours.is_none() {
        reader.reading.report.remarks.push(Remark::NoColumn { column: "GPUHours".to_owned() });
    }
    while table.advance(&mut reader.reading.report).await.map_err(|e| refused(&e))? {
        let row = table.row();
        if let Err(reason) = add_row(&row, &columns, reader) {
            reader.reading.report.skip(reason, row.line);
        }
    }
    reader.reading.report.count(table.repeated(), |count| Remark::HeaderRepeated { count });
    Ok(())
}

/// Adds the allocation of a row of a table, or says why it has none.
fn add_row(row: &Row<'_>, columns: &Columns, reader: &mut Reader<'_>) -> Result<(), SkipReason> {
    let cell = |at: Option<usize>| present(row.at(at));
    // A blank cost of GPUs is unknown: their hours do not count either.
    let mut gpu = 0.0;
    for (at, column) in columns.gpu.iter().enumerate() {
        gpu += if at == 0 {
            reader.amounts.needed(cell(Some(*column)))
        } else {
            reader.amounts.or_zero(cell(Some(*column)))
        };
    }
    let mut sum =
        |columns: &Vec<usize>| columns.iter().fold(0.0, |sum, at| sum + reader.amounts.or_zero(cell(Some(*at))));
    let [cpu, ram, volumes, network] = [&columns.cpu, &columns.ram, &columns.volumes, &columns.network].map(&mut sum);
    let gpu_hours = reader.amounts.read(cell(columns.gpu_hours));
    let total = reader.amounts.read(cell(columns.total));
    if reader.amounts.take_bad() {
        return Err(SkipReason::BadNumber);
    }
    reader.labels.clear();
    for (at, key) in &columns.labels {
        reader.labels.add(key, std::str::from_utf8(row.cell(*at)).unwrap_or_default());
    }
    let found = Allocation {
        name: cell(columns.name),
        cluster: cell(columns.cluster),
        namespace: cell(columns.namespace),
        controller: cell(columns.controller),
        start: row.at(columns.start),
        end: row.at(columns.end),
        // `null` and `NaN` are 0 where the cost is 0.
        gpu_hours: gpu_hours.or(if gpu == 0.0 { Some(0.0) } else { None }),
        gpu,
        cpu,
        ram,
        volumes,
        network,
        total,
    };
    reader.add(&found, row.line)
}

/// The text of a source for `serde_json`.
struct Text<'s, 'r>(&'s mut Source<'r>);

impl Read for Text<'_, '_> {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        while self.0.data().is_empty() && self.0.more()? {}
        let data = self.0.data();
        let count = data.len().min(into.len());
        if let (Some(to), Some(from)) = (into.get_mut(..count), data.get(..count)) {
            to.copy_from_slice(from);
        }
        self.0.consume(count);
        Ok(count)
    }
}

fn read_json(source: &mut Source<'_>, reader: &mut Reader<'_>) -> Result<(), Refused> {
    let mut found = 0;
    let mut text = io::BufReader::new(Text(source));
    let mut deserializer = serde_json::Deserializer::from_reader(&mut text);
    let mut take = |allocation: &Map<String, Value>| {
        found += 1;
        reader.reading.report.rows += 1;
        if let Err(reason) = add_object(allocation, found, reader) {
            reader.reading.report.skip(reason, found);
        }
    };
    let result = Any { take: &mut take }.deserialize(&mut deserializer);
    match result {
        // What came before the fault counts.
        Err(e) if !e.is_io() && found > 0 => {
            reader.reading.report.bill(BillRemark::BreaksOff, None, "");
            Ok(())
        }
        Err(e) => Err(refused_json(e)),
        Ok(()) if found == 0 => Err(Refused::NothingFound { format: Format::OpenCost }),
        Ok(()) => Ok(()),
    }
}

/// Whether an object is an allocation.
fn is_allocation(object: &Map<String, Value>) -> bool {
    ["cpuCost", "gpuCost", "totalCost"].iter().any(|key| object.contains_key(*key))
}

/// Adds the allocation of an object, or says why it has none. `number` counts them from 1.
fn add_object(object: &Map<String, Value>, number: u64, reader: &mut Reader<'_>) -> Result<(), SkipReason> {
    let text = |key: &str| object.get(key).and_then(Value::as_str).unwrap_or_default().as_bytes();
    let cost = |key: &str| object.get(key).and_then(Value::as_f64).filter(|cost| cost.abs() <= LARGEST);
    // An adjustment, as after reconciliation with a bill, belongs to its component.
    let zero = |key: &str| cost(key).unwrap_or(0.0) + cost(&format!("{key}Adjustment")).unwrap_or(0.0);
    // A cost of GPUs that is no number is unknown: their hours do not count either.
    if object.get("gpuCost").is_some_and(|cost| cost.as_f64().is_none_or(|cost| cost.abs() > LARGEST)) {
        return Err(SkipReason::BadNumber);
    }
    let properties = object.get("properties").and_then(Value::as_object);
    let property = |key: &str| properties.and_then(|p| p.get(key)).and_then(Value::as_str).unwrap_or_default();
    let window = object.get("window").and_then(Value::as_object);
    let side = |key: &str| {
        let of_window = window.and_then(|w| w.get(key)).and_then(Value::as_str).unwrap_or_default().as_bytes();
        if text(key).is_empty() { of_window } else { text(key) }
    };
    reader.labels.clear();
    for place in ["labels", "namespaceLabels"] {
        let labels = properties.and_then(|p| p.get(place)).and_then(Value::as_object);
        for (key, value) in labels.into_iter().flatten() {
            reader.labels.add(key, value.as_str().unwrap_or_default());
        }
    }
    let gpu = zero("gpuCost");
    let found = Allocation {
        name: text("name"),
        cluster: property("cluster").as_bytes(),
        namespace: property("namespace").as_bytes(),
        controller: property("controller").as_bytes(),
        start: side("start"),
        end: side("end"),
        gpu_hours: cost("gpuHours").or(if gpu == 0.0 { Some(0.0) } else { None }),
        gpu,
        cpu: zero("cpuCost"),
        ram: zero("ramCost"),
        volumes: zero("pvCost"),
        network: zero("networkCost") + zero("loadBalancerCost"),
        total: cost("totalCost"),
    };
    reader.add(&found, number)
}

/// Any JSON value: hands over each object that is an allocation, and keeps no more than one of them.
struct Any<'t> {
    take: &'t mut dyn FnMut(&Map<String, Value>),
}

impl<'de> DeserializeSeed<'de> for Any<'_> {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<(), D::Error> {
        deserializer.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for Any<'_> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("allocations")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<(), A::Error> {
        while list.next_element_seed(Any { take: &mut *self.take })?.is_some() {}
        Ok(())
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<(), A::Error> {
        // The answer is an object around `data`; a set is an object of allocations by name; an allocation holds numbers.
        let mut flat = Map::new();
        while let Some(key) = map.next_key::<String>()? {
            if key == "data" || key == "sets" || key == "allocations" {
                map.next_value_seed(Any { take: &mut *self.take })?;
                continue;
            }
            match map.next_value::<Value>()? {
                Value::Object(object) if is_allocation(&object) => (self.take)(&object),
                value => {
                    flat.insert(key, value);
                }
            }
        }
        if is_allocation(&flat) {
            (self.take)(&flat);
        }
        Ok(())
    }

    fn visit_unit<E>(self) -> Result<(), E> {
        Ok(())
    }

    fn visit_bool<E>(self, _: bool) -> Result<(), E> {
        Ok(())
    }

    fn visit_f64<E>(self, _: f64) -> Result<(), E> {
        Ok(())
    }

    fn visit_u64<E>(self, _: u64) -> Result<(), E> {
        Ok(())
    }

    fn visit_i64<E>(self, _: i64) -> Result<(), E> {
        Ok(())
    }

    fn visit_str<E>(self, _: &str) -> Result<(), E> {
        Ok(())
    }
}
