//! GPUs in the resource lists of Slurm.
//!
//! TRES: `billing=64,cpu=64,gres/gpu:a100=4,gres/gpu=4,mem=500G`. GRES: `gpu:h100:4(S:0-3)`, `gpu:tesla:2,gpu:kepler:2`,
//! `(null)`. Where a list names types, the number without one is their total, not more GPUs. `gres/shard` and `gres/mps` are
//! parts of GPUs without their size: how many GPUs they are is unknown. Source: slurm.conf(5) and gres.conf(5).

use memchr::memchr3_iter;

/// Most types of one job.
const MOST_IN_A_JOB: usize = 8;

/// GPUs of one list.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Gpus<'c> {
    /// Number by type.
    typed: [(&'c [u8], f64); MOST_IN_A_JOB],
    /// How many types there are.
    types: usize,
    /// Number without a type.
    total: Option<f64>,
    /// Whether the list says how many there are, 0 included.
    pub(super) is_known: bool,
    /// Whether it names parts of GPUs, whose size is unknown.
    pub(super) has_parts: bool,
    /// Indices of the GPUs on their node, as bits; 0 if they are not named.
    pub(super) indices: u64,
}

impl<'c> Gpus<'c> {
    /// GPUs of a cell in either form.
    pub(super) fn of(cell: &'c [u8]) -> Self {
        let mut found = Self::default();
        if cell == b"(null)" {
            found.is_known = true;
            return found;
        }
        if cell.is_empty() || cell == b"N/A" {
            return found;
        }
        for part in split_outside(cell) {
            found.take(part);
        }
        // `gpu:0,shard:2`: a part of a GPU is not none.
        found.is_known &= !found.has_parts || found.parts().next().is_some();
        found
    }

    fn take(&mut self, part: &'c [u8]) {
        self.indices |= indices(part);
        let part = part.split(|&byte| byte == b'(').next().unwrap_or_default().trim_ascii();
        let part = part.strip_prefix(b"gres/").or_else(|| part.strip_prefix(b"gres:")).unwrap_or(part);
        let Some(rest) = part.strip_prefix(b"gpu") else {
            self.has_parts |= is_part(part);
            return;
        };
        let (kind, count) = if let Some(at) = rest.iter().position(|&byte| byte == b'=') {
            // `gpu=4`, `gpu:a100=4`
            let (kind, count) = rest.split_at(at);
            let Some(count) = number(count.get(1..).unwrap_or_default()) else { return };
            (kind, count)
        } else {
            // `gpu`, `gpu:4`, `gpu:a100`, `gpu:a100:4`
            let last = rest.iter().rposition(|&byte| byte == b':');
            match last.map(|at| (at, number(rest.get(at + 1..).unwrap_or_default()))) {
                Some((at, Some(count))) => (rest.get(..at).unwrap_or_default(), count),
                _ => (rest, 1.0),
            }
        };
        // `gpumem` and `gpuutil` are others.
        match kind.strip_prefix(b":") {
            Some(kind) if !kind.is_empty() => {
                self.is_known = true;
                let place = self.typed.iter().take(self.types).position(|(name, _)| *name == kind);
                if let Some(typed) = self.typed.get_mut(place.unwrap_or(self.types)) {
                    *typed = (kind, typed.1 + count);
                    self.types += usize::from(place.is_none());
                }
            }
            None if kind.is_empty() => {
                self.is_known = true;
                self.total = Some(self.total.unwrap_or(0.0) + count);
            }
            _ => {}
        }
    }

    /// GPUs by type; the type is empty for those of which it is not named.
    pub(super) fn parts(&self) -> impl Iterator<Item = (&'c [u8], f64)> + '_ {
        let named: f64 = self.typed.iter().map(|(_, count)| count).sum();
        let rest = (self.total.unwrap_or(0.0) - named).max(0.0);
        let unnamed = (rest > 0.0).then_some((&b""[..], rest));
        self.typed.iter().copied().filter(|(_, count)| *count > 0.0).chain(unnamed)
    }
}

/// Whether it is a part of a GPU: `shard=2`, `mps:100`, `shard:h100:4`.
fn is_part(part: &[u8]) -> bool {
    let Some(rest) = part.strip_prefix(b"shard").or_else(|| part.strip_prefix(b"mps")) else { return false };
    let count = rest.rsplit(|byte| matches!(byte, b'=' | b':')).next().and_then(number);
    rest.is_empty() || (matches!(rest.first(), Some(b'=' | b':')) && count != Some(0.0))
}

/// The indices behind `IDX:` in `gpu:h100:4(IDX:0-1,3-4)`, below 64.
fn indices(part: &[u8]) -> u64 {
    let find = || {
        let text = std::str::from_utf8(part).ok()?;
        let (_, list) = text.split_once("IDX:")?;
        let mut bits = 0;
        for range in list.split([')', '(']).next()?.split(',') {
            let (from, to) = range.split_once('-').unwrap_or((range, range));
            let (from, to): (u32, u32) = (from.parse().ok()?, to.parse().ok()?);
            (from..=to.min(63)).for_each(|index| bits |= 1 << index);
        }
        Some(bits)
    };
    if part.ends_with(b")") { find().unwrap_or(0) } else { 0 }
}

/// A count, with the suffixes of Slurm.
fn number(text: &[u8]) -> Option<f64> {
    let (digits, factor) = match text.split_last() {
        Some((b'K' | b'k', digits)) => (digits, 1_024.0),
        Some((b'M' | b'm', digits)) => (digits, 1_048_576.0),
        _ => (text, 1.0),
    };
    let is_count = !digits.is_empty() && digits.len() <= 7 && digits.iter().all(u8::is_ascii_digit);
    let value = digits.iter().fold(0.0, |value, digit| value * 10.0 + f64::from(digit.wrapping_sub(b'0')));
    is_count.then_some(value * factor)
}

/// Parts between commas that are not in parentheses: `gpu:2(IDX:0,3),gpu:1`.
fn split_outside(cell: &[u8]) -> impl Iterator<Item = &[u8]> {
    let mut rest = Some(cell);
    std::iter::from_fn(move || {
        let text = rest?;
        let mut depth = 0_i32;
        let end = memchr3_iter(b',', b'(', b')', text).find(|at| {
            match text.get(*at) {
                Some(b'(') => depth += 1,
                Some(b')') => depth -= 1,
                _ => return depth <= 0,
            }
            false
        });
        let (part, after) = end.map_or((text, None), |at| (text.get(..at).unwrap_or_default(), text.get(at + 1..)));
        rest = after;
        Some(part)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parts(cell: &str) -> Option<Vec<(String, f64)>> {
        let gpus = Gpus::of(cell.as_bytes());
        let parts = gpus.parts().map(|(kind, count)| (String::from_utf8_lossy(kind).into_owned(), count)).collect();
        gpus.is_known.then_some(parts)
    }

    #[test]
    fn lists_in_all_forms() {
        let one = |kind: &str, count| Some(vec![(kind.to_owned(), count)]);
        for (cell, expected) in [
            ("billing=64,cpu=64,gres/gpu:a100=4,gres/gpu=4,mem=500G,node=1", one("a100", 4.0)),
            ("cpu=8,gres/gpu=8,node=1", one("", 8.0)),
            ("gpu:h100:4(S:0-3)", one("h100", 4.0)),
            ("gpu:h100:5(IDX:0-1,3-5)", one("h100", 5.0)),
            ("gpu:2(IDX:0,3),gpu:1(IDX:2)", one("", 3.0)),
            ("gres:gpu:2", one("", 2.0)),
            ("gpu", one("", 1.0)),
            ("gpu:a100", one("a100", 1.0)),
            ("gres/gpu:a100_1g.5gb=2,gres/gpu=2", one("a100_1g.5gb", 2.0)),
            ("gres/gpu=2,gres/gpumem=80G,gres/gpuutil=90", one("", 2.0)),
            ("(null)", Some(vec![])),
            ("gres/gpu=0", Some(vec![])),
            ("N/A", None),
            ("", None),
            ("billing=24,cpu=8,node=1", None),
            ("gres/gpumem=80G", None),
        ] {
            assert_eq!(parts(cell), expected, "{cell}");
        }
        assert_eq!(Gpus::of(b"gpu:h100:5(IDX:0-1,3-5)").indices, 0b11_1011);
        assert_eq!(Gpus::of(b"gpu:1(IDX:0),gpu:1(IDX:70-99999999)").indices, 1);
        for (cell, expected) in [
            ("cpu=4,gres/shard=2,node=1", (false, true)),
            ("cpu=4,gres/mps=50", (false, true)),
            ("gpu:0,shard:2", (false, true)),
            ("shard:h100:4(S:0)", (false, true)),
            ("gres/gpu=1,gres/shard=8", (true, true)),
            ("gres/shard=0,gres/gpu=0", (true, false)),
            ("gres/shardlike=2", (false, false)),
        ] {
            let gpus = Gpus::of(cell.as_bytes());
            assert_eq!((gpus.is_known, gpus.has_parts), expected, "{cell}");
        }
        let two = |a: (&str, f64), b: (&str, f64)| Some(vec![(a.0.to_owned(), a.1), (b.0.to_owned(), b.1)]);
        assert_eq!(parts("gpu:tesla:2,gpu:kepler:2"), two(("tesla", 2.0), ("kepler", 2.0)));
        assert_eq!(parts("gres/gpu=4,gres/gpu:a100=3"), two(("a100", 3.0), ("", 1.0)));
    }
}
