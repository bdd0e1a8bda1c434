//! Tables of series: a column per series under its labels, or a row per value with columns of labels.

use std::collections::BTreeMap;

use super::super::rows::{Dialect, Table};
use super::super::settings::{ReadSettings, Refused};
use super::super::source::Source;
use super::super::{Format, Reading, refused, smi};
use super::labels::{Labels, parse};
use super::points::Points;
use super::{Metric, Store};

/// A column with values.
struct ValueColumn {
    at: usize,
    labels: Labels,
}

/// Points that wait at most before the store, which bounds them, takes them over.
const MOST_WAITING: usize = 8_000_000;

/// The cells that name a series, its place in the store if it is used, its points, and its owner.
type Waiting = (Vec<u8>, Option<usize>, Points, String);

fn hand_over(points: &mut [Waiting], store: &mut Store) {
    for (_, series, points, owner) in points {
        let points = std::mem::take(points);
        if let Some(series) = *series {
            store.add(series, points, owner);
        }
    }
}

/// Reads a table.
pub(super) async fn read(
    source: &mut Source<'_>,
    settings: &ReadSettings,
    store: &mut Store,
    reading: &mut Reading,
) -> Result<(), Refused> {
    let dialect = Dialect { quoting: true, ..Dialect::of(source.data()) };
    let mut rows = Table::open(source, dialect).map_err(|e| refused(&e))?.ok_or(Refused::Empty)?;
    let missing =
        |column: &str| Refused::MissingColumns { format: Format::Prometheus, columns: vec![column.to_owned()] };
    let time = rows.column(&["time", "timestamp", "date", "ts", "datetime"]).ok_or_else(|| missing("timestamp"))?;
    let name = rows.column(&["__name__", "metric"]);
    let value = rows.column(&["value"]);
    let columns: Vec<(usize, String)> =
        rows.columns().iter().cloned().enumerate().filter(|(at, _)| *at != time).collect();
    let mut label_columns: Vec<(usize, String)> =
        columns.iter().filter(|(_, name)| Labels::uses(name)).cloned().collect();
    // A label has one column: others of its name would be read again for every value.
    label_columns.sort_by(|a, b| a.1.cmp(&b.1).then(a.0.cmp(&b.0)));
    label_columns.dedup_by(|a, b| a.1 == b.1);
    label_columns.sort_unstable();
    let value_columns: Vec<ValueColumn> = columns
        .iter()
        .map(|(at, name)| ValueColumn { at: *at, labels: parse(name) })
        .filter(|column| column.labels.key("").is_some() || Metric::of(&column.labels.name).is_some())
        .collect();
    let is_long = value_columns.is_empty();
    if is_long && (name.is_none() || value.is_none()) {
        return Err(missing("value"));
    }
    let mut clock = settings.rising_clock();
    rows.settle(&mut clock, Some(time));
    // Series by the cells that name them, in the order of the rows before: exports repeat the same order.
    let mut points: Vec<Waiting> = Vec::new();
    let mut waiting = 0;
    let mut places: BTreeMap<Vec<u8>, usize> = BTreeMap::new();
    let mut last = 0;
    let mut key = Vec::new();
    while rows.advance(&mut reading.report).await.map_err(|e| refused(&e))? {
        let row = rows.row();
        let moment = match clock.read(row.cell(time)) {
            Ok(moment) => moment,
            Err(reason) => {
                reading.report.rows -= 1;
                reading.report.skip(smi::skip(reason), row.line);
                continue;
            }
        };
        let long = [ValueColumn { at: value.unwrap_or(0), labels: Labels::default() }];
        for column in if is_long { &long[..] } else { &value_columns } {
            let cell = row.cell(column.at);
            if cell.is_empty() {
                continue;
            }
            key.clear();
            key.extend_from_slice(&column.at.to_le_bytes());
            for (at, _) in &label_columns {
                key.extend_from_slice(row.cell(*at));
                key.push(0);
            }
            if is_long {
                key.extend_from_slice(row.at(name));
            }
            let next = if last + 1 < points.len() { last + 1 } else { 0 };
            let is_next = |at: &usize| points.get(*at).is_some_and(|of| of.0 == key);
            let at = if let Some(at) = [last, next].into_iter().find(is_next) {
                at
            } else {
                places.get(&key).copied().unwrap_or_else(|| {
                    places.insert(key.clone(), points.len());
                    let mut labels = column.labels.clone();
                    for (at, label) in &label_columns {
                        labels.set(label, &String::from_utf8_lossy(row.cell(*at)));
                    }
                    let metric = if is_long {
                        String::from_utf8_lossy(row.at(name)).into_owned()
                    } else {
                        column.labels.name.clone()
                    };
                    let series = store.series_of(&metric, &labels, &settings.host);
                    points.push((key.clone(), series, Points::default(), labels.owner().to_owned()));
                    points.len() - 1
                })
            };
            last = at;
            if let Some((_, Some(series), points, _)) = points.get_mut(at) {
                points.push(moment, store.value(*series, cell).map_or(f64::NAN, f64::from));
                waiting += 1;
            }
            if waiting == MOST_WAITING {
                hand_over(&mut points, store);
                waiting = 0;
            }
        }
    }
    hand_over(&mut points, store);
    reading.report.note_clock(&clock);
    Ok(())
}
