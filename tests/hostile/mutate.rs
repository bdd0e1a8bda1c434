//! Hostile texts made from valid ones, the same in every run.

/// Words that break careless code, and those with a meaning here.
const WORDS: &[&str] = &[
    "",
    "-",
    "--",
    "_",
    "_2",
    "_zz",
    "~",
    "~~",
    "~t~",
    "&",
    "&amp;",
    ";",
    "=",
    "+",
    "%",
    "%00",
    "%C3%28",
    "%ff%fe",
    "%3D",
    "%23",
    "#",
    "?",
    "\"",
    "'",
    "\\",
    "\\u0000",
    "\\ud800",
    "\0",
    "\r\n",
    "\u{1b}[31m",
    "NaN",
    "inf",
    "-Infinity",
    "1e308",
    "-1e308",
    "1e309",
    "1e-400",
    "-0",
    "0x10",
    "1,234",
    "8O%",
    "１２",
    "null",
    "true",
    "[]",
    "{}",
    "[[",
    "<svg onload=alert(1)>",
    "</script><script>alert(1)</script>",
    "javascript:alert(1)",
    "\u{202e}abc\u{202c}",
    "\u{2066}x\u{2069}",
    "\u{2028}",
    "\u{feff}",
    "\u{200b}",
    "👩‍👩‍👧‍👦",
    "\u{10ffff}",
    "../../etc/passwd",
    "__proto__",
    "constructor",
    "h100-sxm",
    "=cmd|' /C calc'!A0",
    "@SUM(1)",
    "&end=1",
    "&next=2",
    "set=9&",
    "v=7&",
    "&n=",
    "&q=a~1~0",
    "&busy=",
    "\"inputs\":",
    "\"version\":99,",
    "own-",
    "99999999999999999999",
    "0.1",
];

/// A pseudo-random generator: xorshift (Marsaglia 2003), from a seed.
pub(crate) struct Chance(u64);

impl Chance {
    pub(crate) fn new(seed: u64) -> Self {
        Self(seed | 1)
    }

    fn next(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0
    }

    /// A number below a limit; 0 if the limit is 0.
    fn below(&mut self, limit: usize) -> usize {
        let limit = u64::try_from(limit).unwrap_or(u64::MAX).max(1);
        usize::try_from(self.next() % limit).unwrap_or(0)
    }

    fn of<'t>(&mut self, all: &[&'t str]) -> &'t str {
        let at = self.below(all.len());
        all.get(at).copied().unwrap_or_default()
    }

    /// One of the texts, damaged in up to six ways.
    pub(crate) fn damaged(&mut self, seeds: &[&str]) -> String {
        let mut bytes = self.of(seeds).as_bytes().to_vec();
        for _ in 0..=self.below(6) {
            let (a, b) = (self.below(bytes.len() + 1), self.below(bytes.len() + 1));
            let (start, end) = (a.min(b), a.max(b));
            match self.below(8) {
                0 => bytes.truncate(end.max(1)),
                1 => drop(bytes.drain(start..end.min(start + 40))),
                2 => drop(bytes.splice(start..start, self.of(WORDS).bytes())),
                3 => drop(bytes.splice(start..end.min(start + 8), self.of(WORDS).bytes())),
                4 => {
                    let part: Vec<u8> =
                        bytes.get(start..end.min(start + 200)).unwrap_or_default().repeat(1 + self.below(20));
                    drop(bytes.splice(end..end, part));
                }
                5 => {
                    let other = self.of(seeds).as_bytes();
                    let from = self.below(other.len());
                    let part = other.get(from..other.len().min(from + 300)).unwrap_or_default().to_vec();
                    drop(bytes.splice(start..start, part));
                }
                6 => {
                    let byte = u8::try_from(self.below(256)).unwrap_or(0);
                    if let Some(there) = bytes.get_mut(start) {
                        *there = byte;
                    }
                }
                _ => self.one_digit(&mut bytes, start),
            }
            bytes.truncate(200_000);
        }
        String::from_utf8_lossy(&bytes).into_owned()
    }

    /// Replaces the next digit, or inserts a numeric character after it.
    fn one_digit(&mut self, bytes: &mut Vec<u8>, from: usize) {
        let found = bytes.iter().skip(from).position(u8::is_ascii_digit).map(|at| at + from);
        if let Some(at) = found {
            let signs = *b"0123456789.-eE~";
            let sign = signs.get(self.below(signs.len())).copied().unwrap_or(b'0');
            if self.below(2) == 0 { bytes.insert(at, sign) } else { drop(bytes.splice(at..=at, [sign])) }
        }
    }
}
