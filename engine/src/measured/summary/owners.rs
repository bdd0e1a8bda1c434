//! Who held a GPU while it was idle: labels of its samples, or the job that held the whole host.

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

/// Jobs by host.
pub(super) struct Owners<'l> {
    jobs: &'l Jobs,
    /// Hosts of which there are samples, sorted.
    hosts: Vec<String>,
    /// Ordered by host and start.
    held: Vec<Held<'l>>,
}

/// A job on a host.
struct Held<'l> {
    /// Position of the host.
    host: u32,
    /// Its GPUs on that host.
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
        let mut held = Vec::new();
        if !hosts.is_empty() && !jobs.nodes.is_empty() {
            let place = |node: &String| hosts.binary_search_by(|host| host.as_str().cmp(short(node))).ok();
            let mut left = MOST_NODES_IN_ALL;
            let lists: Vec<(Vec<usize>, usize)> = jobs
                .nodes
                .iter()
                .map(|list| {
                    let nodes = if left == 0 { Vec::new() } else { spread(list) };
                    left = left.saturating_sub(nodes.len());
                    (nodes.iter().filter_map(place).collect(), nodes.len())
                })
                .collect();
            for job in holders(ledger) {
                let Some((nodes, all)) = lists.get(job.nodes as usize) else { continue };
                let gpus = ledger.gpus(job) / count((*all).max(1));
                let on = nodes.iter().filter_map(|host| u32::try_from(*host).ok());
                held.extend(on.map(|host| Held { host, gpus, job }));
            }
        }
        held.sort_by_key(|of| (of.host, of.job.start, of.job.id));
        Self { jobs, hosts, held }
    }

    /// Owners of the idle times of a GPU, with how each was found and hours.
    pub(super) fn of(&self, gpu: &GpuSeries, samples: &Samples) -> Vec<(String, Join, f64)> {
        let host = short(samples.hosts.name(gpu.host));
        let host = self.hosts.binary_search_by(|known| known.as_str().cmp(host)).ok();
        let host = host.and_then(|host| u32::try_from(host).ok());
        let on_host = count_on_host(gpu, samples);
        let mut found: Vec<(String, Join, f64)> = Vec::new();
        let mut unknown = 0.0;
        for run in &gpu.idle {
            let hours = (run.to - run.from) / HOUR;
            let middle = f64::midpoint(run.from, run.to);
            if let Some((_, _, owner)) = gpu.owners.iter().find(|(from, to, _)| *from <= middle && middle <= *to) {
                add(&mut found, samples.owners.name(*owner), Join::Labels, hours);
                continue;
            }
            let middle = super::super::whole(middle);
            let begin = host.map_or(self.held.len(), |host| self.held.partition_point(|of| of.host < host));
            let on = self.held.iter().skip(begin).take_while(|of| Some(of.host) == host);
            let mut then = on.take_while(|of| of.job.start <= middle).filter(|of| middle < of.job.end);
            // A job is sure to have held this GPU if it names its index, or if it held all GPUs of the host.
            let join = |of: &Held<'_>| match self.jobs.indices.get(&(of.job.id, of.job.cluster, of.job.start)) {
                Some(bits) => {
                    let holds = gpu.index.is_some_and(|index| index < 64 && bits >> index & 1 == 1);
                    holds.then_some(Join::HostAndIndex)
                }
                None => (of.gpus >= on_host).then_some(Join::HostAndTime),
            };
            match then.find_map(|of| Some((of, join(of)?))) {
                Some((of, join)) => add(&mut found, self.jobs.users.name(of.job.user), join, hours),
                None => unknown += hours,
            }
        }
        if unknown > 0.0 {
            found.push((String::new(), Join::Unknown, unknown));
        }
        found
    }
}

/// Adds hours to an owner.
fn add(found: &mut Vec<(String, Join, f64)>, name: &str, join: Join, hours: f64) {
    match found.iter_mut().find(|(owner, by, _)| owner == name && *by == join) {
        Some(owner) => owner.2 += hours,
        None => found.push((name.to_owned(), join, hours)),
    }
}

/// GPUs of the same host.
fn count_on_host(gpu: &GpuSeries, samples: &Samples) -> f64 {
    count(samples.gpus.iter().filter(|other| other.host == gpu.host).count())
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
