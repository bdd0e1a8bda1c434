//! Who held a GPU while it was idle: labels of its samples, or the job that held the whole host.

use std::collections::BTreeMap;

use super::super::instant::HOUR;
use super::super::jobs::{Job, Jobs};
use super::super::ledger::Ledger;
use super::super::samples::{GpuSeries, Samples};
use super::Join;
use super::usage::holders;
use crate::units::count;

/// Longest list of nodes that is spread out, in nodes.
const MOST_NODES: usize = 4_096;

/// Nodes of all lists together; owners of what is beyond are unknown.
const MOST_NODES_IN_ALL: usize = 4_000_000;

/// Jobs on nodes in all; owners of what is beyond are unknown.
const MOST_PLACED: usize = 8_000_000;

/// Jobs by host.
pub(super) struct Owners<'l> {
    jobs: &'l Jobs,
    /// Hosts of which there are samples, sorted.
    hosts: Vec<String>,
    /// Jobs that are sure to have held a GPU, by the position of its host and by its index there; `None` is every GPU of the
    /// host. Each list is ordered by start.
    held: BTreeMap<(usize, Option<u16>), Vec<Held<'l>>>,
}

/// A job on a host.
struct Held<'l> {
    job: &'l Job,
    /// The latest end of this job and those before it in its list.
    latest_end: u32,
}

/// A job on a host, and its GPUs there.
struct Placed<'l> {
    host: usize,
    gpus: f64,
    job: &'l Job,
}

impl<'l> Owners<'l> {
    /// The jobs that ran on hosts of which there are samples.
    pub(super) fn of_record(ledger: &'l Ledger<'_>, jobs: &'l Jobs, samples: &Samples) -> Self {
        let mut hosts: Vec<String> =
            samples.hosts.iter().map(short).filter(|h| !h.is_empty()).map(str::to_owned).collect();
        hosts.sort_unstable();
        hosts.dedup();
        let mut placed = Vec::new();
        if !hosts.is_empty() && !jobs.nodes.is_empty() {
            let mut left = MOST_NODES_IN_ALL;
            let lists: Vec<(Vec<usize>, usize)> = jobs
                .nodes
                .iter()
                .map(|list| {
                    let nodes = if left == 0 { Vec::new() } else { spread(list) };
                    left = left.saturating_sub(nodes.len());
                    (nodes.iter().filter_map(|node| position(&hosts, node)).collect(), nodes.len())
                })
                .collect();
            for job in holders(ledger) {
                let Some((nodes, all)) = lists.get(job.nodes as usize) else { continue };
                if placed.len() > MOST_PLACED {
                    break;
                }
                let gpus = ledger.gpus(job) / count((*all).max(1));
                placed.extend(nodes.iter().map(|host| Placed { host: *host, gpus, job }));
            }
        }
        placed.sort_by_key(|of| (of.host, of.job.start, of.job.id));
        let mut found = Self { jobs, hosts, held: BTreeMap::new() };
        let gpus = found.gpus_by_host(samples);
        for of in &placed {
            found.place(of, gpus.get(of.host).copied().unwrap_or(0));
        }
        found
    }

    /// Sampled GPUs of each host.
    fn gpus_by_host(&self, samples: &Samples) -> Vec<usize> {
        let places: Vec<Option<usize>> = samples.hosts.iter().map(|host| position(&self.hosts, host)).collect();
        let mut gpus = vec![0; self.hosts.len()];
        for gpu in &samples.gpus {
            let place = places.get(gpu.description.host as usize).copied().flatten();
            if let Some(on_host) = place.and_then(|place| gpus.get_mut(place)) {
                *on_host += 1;
            }
        }
        gpus
    }

    /// A job is sure to have held a GPU if it names its index, or if it held all GPUs of the host.
    fn place(&mut self, of: &Placed<'l>, on_host: usize) {
        let job = of.job;
        let mut add = |index: Option<u16>| {
            let list = self.held.entry((of.host, index)).or_default();
            let latest_end = list.last().map_or(0, |last: &Held<'_>| last.latest_end).max(job.end);
            list.push(Held { job, latest_end });
        };
        match self.jobs.indices.get(&(job.id, job.cluster, job.start)) {
            Some(bits) => (0..64).filter(|index| bits >> index & 1 == 1).for_each(|index| add(Some(index))),
            None if of.gpus >= count(on_host) => add(None),
            None => {}
        }
    }

    /// The job that started first of those that held a GPU at a moment, and how it was found.
    fn holder(&self, host: usize, index: Option<u16>, moment: u32) -> Option<(&'l Job, Join)> {
        let first = |index: Option<u16>| {
            let list = self.held.get(&(host, index))?;
            // The first of a list that ends after the moment is the first at which the latest end does.
            let at = list.partition_point(|held| held.latest_end <= moment);
            list.get(at).map(|held| held.job).filter(|job| job.start <= moment)
        };
        let of_index = index.and_then(|index| first(Some(index))).map(|job| (job, Join::HostAndIndex));
        let of_host = first(None).map(|job| (job, Join::HostAndTime));
        of_index.into_iter().chain(of_host).min_by_key(|(job, _)| (job.start, job.id))
    }

    /// Owners of the idle times of a GPU, with how each was found and hours.
    pub(super) fn of(&self, gpu: &GpuSeries, samples: &Samples) -> Vec<(String, Join, f64)> {
        let mut runs: Vec<(f64, f64)> =
            gpu.idle.iter().map(|run| (f64::midpoint(run.from, run.to), (run.to - run.from) / HOUR)).collect();
        runs.sort_by(|a, b| a.0.total_cmp(&b.0));
        let mut named: Vec<&(f64, f64, u32)> = gpu.description.owners.iter().collect();
        named.sort_by(|a, b| a.0.total_cmp(&b.0));
        let mut named = named.into_iter().peekable();
        let host = position(&self.hosts, samples.hosts.name(gpu.description.host));
        let mut found = Found::default();
        for (middle, hours) in runs {
            // The middles of the idle times rise: what ended before one has ended before the next.
            while named.next_if(|(_, to, _)| *to < middle).is_some() {}
            if let Some((_, _, owner)) = named.peek().filter(|(from, _, _)| *from <= middle) {
                found.add(Join::Labels, *owner, samples.owners.name(*owner), hours);
                continue;
            }
            match host.and_then(|host| self.holder(host, gpu.description.index, super::super::whole(middle))) {
                Some((job, join)) => found.add(join, job.user, self.jobs.users.name(job.user), hours),
                None => found.unknown += hours,
            }
        }
        if found.unknown > 0.0 {
            found.list.push((String::new(), Join::Unknown, found.unknown));
        }
        found.list
    }
}

/// Owners of the idle times of one GPU.
#[derive(Default)]
struct Found {
    list: Vec<(String, Join, f64)>,
    /// Places in the list, by how an owner was found and the id of its name.
    places: BTreeMap<(Join, u32), usize>,
    unknown: f64,
}

impl Found {
    fn add(&mut self, join: Join, id: u32, name: &str, hours: f64) {
        let place = *self.places.entry((join, id)).or_insert(self.list.len());
        match self.list.get_mut(place) {
            Some(owner) => owner.2 += hours,
            None => self.list.push((name.to_owned(), join, hours)),
        }
    }
}

/// The position of a host among sorted ones.
fn position(hosts: &[String], host: &str) -> Option<usize> {
    hosts.binary_search_by(|known| known.as_str().cmp(short(host))).ok()
}

/// A host's name without its domain and port.
fn short(host: &str) -> &str {
    host.split(['.', ':']).next().unwrap_or_default()
}

/// The nodes of a list of Slurm: `gpu[01-03,7],login1`.
pub(super) fn spread(list: &str) -> Vec<String> {
    let mut nodes = Vec::new();
    let mut depth = 0;
    let parts = list.split(|c| {
        depth += match c {
            '[' => 1,
            ']' => -1,
            _ => 0,
        };
        c == ',' && depth == 0
    });
    for part in parts.filter(|part| !part.is_empty() && *part != "None assigned") {
        let Some((before, rest)) = part.split_once('[') else {
            nodes.push(part.to_owned());
            continue;
        };
        let (ranges, after) = rest.split_once(']').unwrap_or((rest, ""));
        for range in ranges.split(',') {
            let (from, to) = range.split_once('-').unwrap_or((range, range));
            let (Ok(first), Ok(last)) = (from.parse::<u32>(), to.parse::<u32>()) else { continue };
            for number in first..=last {
                if nodes.len() == MOST_NODES {
                    return nodes;
                }
                nodes.push(format!("{before}{number:0width$}{after}", width = from.len()));
            }
        }
    }
    nodes
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_of_nodes_are_spread_out() {
        assert_eq!(spread("gpu[08-10,7],login1"), ["gpu08", "gpu09", "gpu10", "gpu7", "login1"]);
        assert_eq!(spread("n1"), ["n1"]);
        assert_eq!(spread("None assigned"), Vec::<String>::new());
        assert_eq!(spread("rack[1-2]n"), ["rack1n", "rack2n"]);
        assert_eq!(spread("x[1-99999999]").len(), MOST_NODES);
        assert_eq!(short("gpu08.example.org:9400"), "gpu08");
    }
}
