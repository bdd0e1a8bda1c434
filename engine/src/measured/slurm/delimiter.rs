//! What sets cells apart: `sacct --delimiter` takes any characters, so the names of the header tell them.

use std::io::{self, Read};

use memchr::memmem;

use super::super::rows::Dialect;
use super::super::source::Source;
use super::super::table;
use super::state::is_state;

/// Longest delimiter, in bytes.
const LONGEST: usize = 16;
/// A byte that text does not contain: what longer delimiters become.
const UNIT: u8 = 0x1f;

/// Fields of sacct. Source: `sacct --helpformat`, versions 17 to 25.
const FIELDS: [&str; 124] = [
    "Account",
    "AdminComment",
    "AllocCPUS",
    "AllocGRES",
    "AllocNodes",
    "AllocTRES",
    "AssocID",
    "AveCPU",
    "AveCPUFreq",
    "AveDiskRead",
    "AveDiskWrite",
    "AvePages",
    "AveRSS",
    "AveVMSize",
    "BlockID",
    "Cluster",
    "Comment",
    "Constraints",
    "ConsumedEnergy",
    "ConsumedEnergyRaw",
    "Container",
    "CPUTime",
    "CPUTimeRAW",
    "DBIndex",
    "DerivedExitCode",
    "Elapsed",
    "ElapsedRaw",
    "Eligible",
    "End",
    "ExitCode",
    "Extra",
    "FailedNode",
    "Flags",
    "GID",
    "Group",
    "JobID",
    "JobIDRaw",
    "JobName",
    "JobState",
    "Layout",
    "Licenses",
    "LicensesAlloc",
    "MaxDiskRead",
    "MaxDiskReadNode",
    "MaxDiskReadTask",
    "MaxDiskWrite",
    "MaxDiskWriteNode",
    "MaxDiskWriteTask",
    "MaxPages",
    "MaxPagesNode",
    "MaxPagesTask",
    "MaxRSS",
    "MaxRSSNode",
    "MaxRSSTask",
    "MaxVMSize",
    "MaxVMSizeNode",
    "MaxVMSizeTask",
    "McsLabel",
    "MinCPU",
    "MinCPUNode",
    "MinCPUTask",
    "NCPUS",
    "NNodes",
    "NodeList",
    "NTasks",
    "Partition",
    "Planned",
    "PlannedCPU",
    "PlannedCPURAW",
    "Priority",
    "QOS",
    "QOSRAW",
    "QOSReq",
    "Reason",
    "ReqCPUFreq",
    "ReqCPUFreqGov",
    "ReqCPUFreqMax",
    "ReqCPUFreqMin",
    "ReqCPUS",
    "ReqGRES",
    "ReqMem",
    "ReqNodes",
    "ReqReservation",
    "ReqTRES",
    "Reservation",
    "ReservationId",
    "Reserved",
    "ResvCPU",
    "ResvCPURAW",
    "Restarts",
    "SegmentSize",
    "SLUID",
    "Start",
    "State",
    "StdErr",
    "StdIn",
    "StdOut",
    "Submit",
    "SubmitLine",
    "Suspended",
    "SystemComment",
    "SystemCPU",
    "Timelimit",
    "TimelimitRaw",
    "TotalCPU",
    "TRESAlloc",
    "TRESReq",
    "TRESUsageInAve",
    "TRESUsageInMax",
    "TRESUsageInMaxNode",
    "TRESUsageInMaxTask",
    "TRESUsageInMin",
    "TRESUsageInMinNode",
    "TRESUsageInMinTask",
    "TRESUsageInTot",
    "TRESUsageOutAve",
    "TRESUsageOutMax",
    "TRESUsageOutTot",
    "UID",
    "User",
    "UserCPU",
    "WCKey",
    "WCKeyID",
    "WorkDir",
];

/// Whether these bytes are the name of a field.
fn is_field(name: &[u8]) -> bool {
    FIELDS.iter().any(|field| field.as_bytes().eq_ignore_ascii_case(name))
}

/// The delimiter of a header of sacct: what stands between all its names; `None` if it is no such header.
pub(super) fn of_header(line: &[u8]) -> Option<&[u8]> {
    let line = line.trim_ascii();
    let first = FIELDS.iter().filter(|field| {
        line.get(..field.len()).is_some_and(|beginning| beginning.eq_ignore_ascii_case(field.as_bytes()))
    });
    first.filter_map(|field| between(line, field.len())).max_by_key(|delimiter| delimiter.len())
}

/// What stands between the names of a header whose first name has this length.
fn between(line: &[u8], first: usize) -> Option<&[u8]> {
    let rest = line.get(first..)?;
    (1..=LONGEST.min(rest.len())).find_map(|length| {
        let delimiter = rest.get(..length)?;
        let mut names = 0;
        let mut from = 0;
        for at in memmem::find_iter(line, delimiter).chain([line.len()]) {
            let name = line.get(from..at)?;
            let name = if at == line.len() { without_end(name, delimiter) } else { name };
            let is_last = name.is_empty() && at == line.len();
            (is_last || is_field(name)).then_some(())?;
            names += usize::from(!is_last);
            from = at + delimiter.len();
        }
        (names > 1 && !has_field(delimiter)).then_some(delimiter)
    })
}

/// Whether a field stands inside: `|State,` between `JobID` and `Start` is no delimiter.
fn has_field(text: &[u8]) -> bool {
    FIELDS.iter().any(|field| text.windows(field.len()).any(|part| part.eq_ignore_ascii_case(field.as_bytes())))
}

/// The last cell of a line: `sacct -p` writes a delimiter behind it too, of which blanks at the end of the line are gone.
fn without_end<'c>(cell: &'c [u8], delimiter: &[u8]) -> &'c [u8] {
    cell.strip_suffix(delimiter.trim_ascii_end()).unwrap_or(cell)
}

/// The names of a header of sacct with any delimiter.
pub(in crate::measured) fn header(line: &[u8]) -> Option<Vec<String>> {
    let line = line.trim_ascii();
    let delimiter = of_header(line)?;
    let line = without_end(line, delimiter);
    let ends = memmem::find_iter(line, delimiter).chain([line.len()]);
    let mut from = 0;
    let names = ends.map(|at| {
        let name = line.get(from..at).unwrap_or_default();
        from = at + delimiter.len();
        String::from_utf8_lossy(name).into_owned()
    });
    Some(names.filter(|name| !name.is_empty()).collect())
}

/// The dialect of one byte. Spreadsheets and other programs quote cells; sacct does not.
pub(super) fn dialect(delimiter: u8) -> Dialect {
    Dialect { delimiter, quoting: matches!(delimiter, b',' | b';' | b'\t') }
}

/// Dialects that the first row of a file without a header may have: the usual one, then each mark in it.
pub(in crate::measured) fn candidates(text: &[u8]) -> Vec<Dialect> {
    let line = table::first_line(text);
    let mut found = vec![Dialect::of(text)];
    for &byte in line {
        let is_mark = byte == b'\t' || (byte.is_ascii_punctuation() && !b"-:.+_[]%()\"'".contains(&byte));
        if is_mark && found.iter().all(|dialect| dialect.delimiter != byte) {
            found.push(dialect(byte));
        }
    }
    found
}

/// Whether a first row without a header is that of a job.
pub(in crate::measured) fn is_job(cells: &[String]) -> bool {
    // The id is the first cell, or the second behind the cluster.
    let has_id = cells.iter().take(2).any(|id| id.starts_with(|c: char| c.is_ascii_digit()));
    cells.len() > 3 && has_id && cells.iter().any(|cell| is_state(cell))
}

/// Rows with a delimiter of several bytes, given out with one byte. Line breaks stay.
pub(super) struct OneByte<'s, 'r> {
    source: &'s mut Source<'r>,
    delimiter: Vec<u8>,
    line: Vec<u8>,
    given: usize,
}

impl<'s, 'r> OneByte<'s, 'r> {
    /// The dialect of the rows given out.
    pub(super) const DIALECT: Dialect = Dialect { delimiter: UNIT, quoting: false };

    /// Rows of a source with a delimiter of at least one byte.
    pub(super) fn new(source: &'s mut Source<'r>, delimiter: Vec<u8>) -> Self {
        Self { source, delimiter, line: Vec::new(), given: 0 }
    }

    /// Makes the next line, or a piece of a very long one; `false` at the end of the file.
    fn next_line(&mut self) -> io::Result<bool> {
        let mut searched = 0;
        let length = loop {
            let data = self.source.data();
            if let Some(found) = memchr::memchr(b'\n', data.get(searched..).unwrap_or_default()) {
                break searched + found + 1;
            }
            searched = data.len();
            if searched > super::super::rows::LONGEST_ROW || !self.source.more()? {
                break searched;
            }
        };
        self.line.clear();
        self.given = 0;
        let line = self.source.data().get(..length).unwrap_or_default();
        let mut from = 0;
        for at in memmem::find_iter(line, &self.delimiter).chain([line.len()]) {
            if from > 0 {
                self.line.push(UNIT);
            }
            let cell = line.get(from..at).unwrap_or_default();
            self.line.extend(cell.iter().map(|&byte| if byte == UNIT { b' ' } else { byte }));
            from = at + self.delimiter.len();
        }
        self.source.consume(length);
        Ok(length > 0)
    }
}

impl Read for OneByte<'_, '_> {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        while self.given >= self.line.len() {
            if !self.next_line()? {
                return Ok(0);
            }
        }
        let mut rest = self.line.get(self.given..).unwrap_or_default();
        let read = rest.read(into)?;
        self.given += read;
        Ok(read)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_stands_between_all_names_is_the_delimiter() {
        for delimiter in ["|", ",", ";", "\t", "^", "~", "::", "||", " | ", "<>", "#", "x", "_", " ", "\u{a7}", "AND"] {
            let names = ["JobIDRaw", "JobID", "State", "Start", "End", "ElapsedRaw", "AllocTRES"];
            let header = names.join(delimiter);
            for line in [header.clone(), format!("{header}{delimiter}"), header.to_lowercase()] {
                let expected = if line.contains(delimiter) { delimiter.to_owned() } else { delimiter.to_lowercase() };
                // A blank at the end of a line is none.
                assert_eq!(of_header(line.as_bytes()), Some(expected.as_bytes()), "{line}");
            }
            for line in [header.clone(), format!("{header}{delimiter}")] {
                assert_eq!(super::header(line.as_bytes()).expect("names"), names, "{line}");
            }
        }
        for line in ["", "JobID", "JobID|State,Start", "a,b,c", "User,Account,Rack", "JobID|"] {
            assert_eq!(of_header(line.as_bytes()), None, "{line}");
        }
    }
}
