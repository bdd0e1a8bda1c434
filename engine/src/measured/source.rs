//! From a file's raw bytes to text: gzip, byte order marks, UTF-16, progress and cancelling.
//!
//! In: any reader, read in pieces of 256 KiB (in the browser each read is one call that blocks the worker). Out: decoded
//! bytes in a buffer that the readers of formats look into. Deliberately absent: zip, Parquet and Zstandard, which are
//! refused by name; other encodings than UTF-8 and UTF-16.

use std::io::{self, BufRead, Read};

use flate2::read::MultiGzDecoder;
use serde::{Deserialize, Serialize};

use super::steps::STEP;
use super::work::Work;

/// Bytes of one read.
pub const PIECE: usize = 256 * 1_024;

/// Receives the raw bytes read so far; answers whether to go on.
pub type Progress<'p> = dyn FnMut(u64) -> bool + 'p;

/// A kind of file that is not read as it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Container {
    /// A zip archive; spreadsheets (`.xlsx`) are ones too.
    Zip,
    /// Apache Parquet, which cost exports may use.
    Parquet,
    /// Zstandard.
    Zstandard,
    /// bzip2.
    Bzip2,
    /// xz.
    Xz,
    /// A tar archive.
    Tar,
    /// 7-Zip.
    SevenZip,
    /// RAR.
    Rar,
    /// LZ4.
    Lz4,
}

impl Container {
    /// The kind that the first bytes of a file announce.
    pub fn of(first: &[u8]) -> Option<Self> {
        const MAGIC: [(&[u8], Container); 8] = [
            (b"PK\x03\x04", Container::Zip),
            (b"PAR1", Container::Parquet),
            (b"\x28\xb5\x2f\xfd", Container::Zstandard),
            (b"BZh", Container::Bzip2),
            (b"\xfd7zXZ\0", Container::Xz),
            (b"7z\xbc\xaf\x27\x1c", Container::SevenZip),
            (b"Rar!\x1a\x07", Container::Rar),
            (b"\x04\x22\x4d\x18", Container::Lz4),
        ];
        let found = MAGIC.iter().find(|(magic, _)| first.starts_with(magic)).map(|(_, kind)| *kind);
        found.or_else(|| is_tar(first).then_some(Self::Tar))
    }
}

/// Bytes of a block of a tar archive.
pub(super) const TAR_BLOCK: usize = 512;

/// Whether the first block of a file is a header of tar: the sum of its bytes, its own eight counted as blanks, stands in it
/// in octal digits. Source: POSIX.1, `pax`, "ustar Interchange Format".
fn is_tar(first: &[u8]) -> bool {
    let (Some(block), Some(field)) = (first.get(..TAR_BLOCK), first.get(148..156)) else { return false };
    let digits: Vec<u8> = field.iter().copied().filter(u8::is_ascii_digit).collect();
    let rest = field.iter().all(|byte| byte.is_ascii_digit() || matches!(byte, b' ' | 0));
    let stated = std::str::from_utf8(&digits).ok().and_then(|digits| u32::from_str_radix(digits, 8).ok());
    let sum = |bytes: Option<&[u8]>| bytes.unwrap_or_default().iter().map(|byte| u32::from(*byte)).sum::<u32>();
    rest && stated == Some(sum(block.get(..148)) + 8 * 32 + sum(block.get(156..)))
}

/// The error of a reader whose file is no longer as it was when it was chosen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FileChanged;

impl std::fmt::Display for FileChanged {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("the file changed")
    }
}

impl std::error::Error for FileChanged {}

/// Counts raw bytes, reports them and stops when told to.
struct Counted<'r> {
    inner: &'r mut dyn Read,
    progress: &'r mut Progress<'r>,
    first: Vec<u8>,
    given: usize,
    bytes: u64,
    cancelled: bool,
    /// The file itself could not be read further.
    has_failed: bool,
}

impl Counted<'_> {
    fn pull(&mut self, into: &mut [u8]) -> io::Result<usize> {
        loop {
            match self.inner.read(into) {
                Ok(read) => {
                    self.bytes += read as u64;
                    if !(self.progress)(self.bytes) {
                        self.cancelled = true;
                        return Err(io::Error::other(CANCELLED));
                    }
                    return Ok(read);
                }
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) => {
                    self.has_failed = true;
                    return Err(error);
                }
            }
        }
    }

    /// Reads until the first bytes suffice to tell gzip and byte order marks.
    fn look(&mut self) -> io::Result<()> {
        let mut piece = vec![0; PIECE];
        while self.first.len() < 8 {
            let read = self.pull(&mut piece)?;
            if read == 0 {
                break;
            }
            self.first.extend_from_slice(piece.get(..read).unwrap_or_default());
        }
        Ok(())
    }
}

const CANCELLED: &str = "cancelled";

/// Whether an error is that of a reading that was stopped.
pub(crate) fn is_cancel(error: &io::Error) -> bool {
    error.to_string() == CANCELLED
}

impl Read for Counted<'_> {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        let kept = self.first.get(self.given..).unwrap_or_default();
        if kept.is_empty() {
            return self.pull(into);
        }
        let take = kept.len().min(into.len());
        if let (Some(to), Some(from)) = (into.get_mut(..take), kept.get(..take)) {
            to.copy_from_slice(from);
        }
        self.given += take;
        if self.given == self.first.len() {
            (self.first, self.given) = (Vec::new(), 0);
        }
        Ok(take)
    }
}

enum Stream<'r> {
    Plain(Counted<'r>),
    Gzip(Box<MultiGzDecoder<Counted<'r>>>),
}

impl<'r> Stream<'r> {
    fn counted(&self) -> &Counted<'r> {
        match self {
            Self::Plain(counted) => counted,
            Self::Gzip(gzip) => gzip.get_ref(),
        }
    }
}

impl Read for Stream<'_> {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        match self {
            Self::Plain(counted) => counted.read(into),
            Self::Gzip(gzip) => gzip.read(into),
        }
    }
}

#[derive(Clone, Copy, PartialEq)]
enum Encoding {
    Utf8,
    Utf16 { big_endian: bool },
}

/// Decoded text of a file, in a buffer that grows by [`Source::more`] and is emptied by [`Source::consume`].
pub struct Source<'r> {
    stream: Stream<'r>,
    encoding: Encoding,
    /// Raw UTF-16 bytes that are not decoded yet.
    raw: Vec<u8>,
    /// Decoded bytes stand from `start` to `end`; what is behind them is room.
    buffer: Vec<u8>,
    start: usize,
    end: usize,
    ended: bool,
    is_gzip: bool,
    container: Option<Container>,
    truncated: bool,
    /// Bytes of text since the last pause.
    since_pause: usize,
    /// Bytes read, moved and decoded; readers add the bytes that they look at.
    pub(super) work: Work,
}

impl<'r> Source<'r> {
    /// Opens a file: reads its first piece and finds out compression and encoding.
    ///
    /// Errors: those of the reader; one of kind `Other` if `progress` answers false.
    pub fn open(inner: &'r mut dyn Read, progress: &'r mut Progress<'r>) -> io::Result<Self> {
        let first = Vec::new();
        let mut counted = Counted { inner, progress, first, given: 0, bytes: 0, cancelled: false, has_failed: false };
        counted.look()?;
        let container = Container::of(&counted.first);
        let is_gzip = counted.first.starts_with(b"\x1f\x8b");
        let stream =
            if is_gzip { Stream::Gzip(Box::new(MultiGzDecoder::new(counted))) } else { Stream::Plain(counted) };
        let mut found = Self {
            stream,
            encoding: Encoding::Utf8,
            raw: Vec::new(),
            buffer: Vec::new(),
            start: 0,
            end: 0,
            ended: false,
            is_gzip,
            container,
            truncated: false,
            since_pause: 0,
            work: Work::default(),
        };
        while found.end < 4 && found.more()? {}
        let marks: [(&[u8], Encoding); 3] = [
            (b"\xef\xbb\xbf", Encoding::Utf8),
            (b"\xff\xfe", Encoding::Utf16 { big_endian: false }),
            (b"\xfe\xff", Encoding::Utf16 { big_endian: true }),
        ];
        if let Some((mark, encoding)) = marks.iter().find(|(mark, _)| found.data().starts_with(mark)) {
            found.start = mark.len();
            if *encoding != Encoding::Utf8 {
                found.encoding = *encoding;
                found.raw = found.data().to_vec();
                (found.start, found.end) = (0, 0);
                found.decode();
            }
        }
        Ok(found)
    }

    /// A container that has to be unpacked first, if the file is one.
    pub fn container(&self) -> Option<Container> {
        self.container
    }

    /// Raw bytes read so far.
    pub fn bytes_read(&self) -> u64 {
        self.stream.counted().bytes
    }

    /// Whether reading was stopped by the progress function.
    pub fn is_cancelled(&self) -> bool {
        self.stream.counted().cancelled
    }

    /// Whether compressed data broke off; what came before counts.
    pub fn is_truncated(&self) -> bool {
        self.truncated
    }

    /// Decoded bytes that are not consumed yet.
    pub fn data(&self) -> &[u8] {
        self.buffer.get(self.start..self.end).unwrap_or_default()
    }

    /// Drops decoded bytes from the front.
    pub fn consume(&mut self, bytes: usize) {
        self.start = (self.start + bytes).min(self.end);
    }

    /// Appends one more piece to [`Source::data`]; `false` at the end of the file.
    pub fn more(&mut self) -> io::Result<bool> {
        if self.ended {
            return Ok(false);
        }
        let before = self.end - self.start;
        // A source may give a few bytes at a time: what is kept moves once.
        if self.start > 0 {
            self.buffer.copy_within(self.start..self.end, 0);
            (self.start, self.end) = (0, self.end - self.start);
            self.work.add(self.end);
        }
        if self.encoding == Encoding::Utf8 {
            let (stream, truncated) = (&mut self.stream, &mut self.truncated);
            let read = read_onto(stream, &mut self.buffer, self.end, self.is_gzip, truncated)?;
            self.end += read;
            self.ended = read == 0;
            self.work.add(read);
        } else {
            let rest = self.raw.len();
            let read = read_onto(&mut self.stream, &mut self.raw, rest, self.is_gzip, &mut self.truncated)?;
            self.raw.truncate(rest + read);
            self.ended = read == 0;
            self.work.add(self.raw.len());
            self.decode();
        }
        self.since_pause += (self.end - self.start).saturating_sub(before);
        Ok(!self.ended)
    }

    /// Whether a step was read since the last pause; the next one begins here.
    pub(super) fn takes_pause(&mut self) -> bool {
        let is_due = self.since_pause >= STEP;
        if is_due {
            self.since_pause = 0;
        }
        is_due
    }

    /// At least `bytes` of the text without consuming them, or all of a shorter one.
    pub fn peek(&mut self, bytes: usize) -> io::Result<&[u8]> {
        while self.data().len() < bytes && self.more()? {}
        Ok(self.data())
    }

    /// Decodes whole UTF-16 units; a surrogate whose other half is still to come waits for it.
    fn decode(&mut self) {
        let Encoding::Utf16 { big_endian } = self.encoding else { return };
        let unit = |pair: &[u8]| match pair {
            [a, b] if big_endian => u16::from_be_bytes([*a, *b]),
            [a, b] => u16::from_le_bytes([*a, *b]),
            _ => 0xfffd,
        };
        let mut whole = self.raw.len() / 2 * 2;
        let last = self.raw.get(whole.saturating_sub(2)..whole).map(unit);
        if !self.ended && last.is_some_and(|unit| (0xd800..0xdc00).contains(&unit)) {
            whole -= 2;
        }
        let units = self.raw.get(..whole).unwrap_or_default().chunks(2).map(unit);
        let mut utf8 = [0; 4];
        self.buffer.truncate(self.end);
        for decoded in char::decode_utf16(units) {
            let text = decoded.unwrap_or(char::REPLACEMENT_CHARACTER).encode_utf8(&mut utf8);
            self.buffer.extend_from_slice(text.as_bytes());
        }
        self.end = self.buffer.len();
        self.raw.drain(..whole);
    }
}

/// Reads one piece into a buffer from a position on. Compressed data that breaks off or is damaged ends there.
fn read_onto(
    stream: &mut Stream<'_>,
    buffer: &mut Vec<u8>,
    from: usize,
    is_gzip: bool,
    truncated: &mut bool,
) -> io::Result<usize> {
    if buffer.len() < from + PIECE {
        buffer.resize(from + PIECE, 0);
    }
    let read = stream.read(buffer.get_mut(from..from + PIECE).unwrap_or_default());
    match read {
        Err(_) if is_gzip && !stream.counted().cancelled && !stream.counted().has_failed => {
            *truncated = true;
            Ok(0)
        }
        other => other,
    }
}

impl Read for Source<'_> {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        let available = self.fill_buf()?;
        let take = available.len().min(into.len());
        if let (Some(to), Some(from)) = (into.get_mut(..take), available.get(..take)) {
            to.copy_from_slice(from);
        }
        self.consume(take);
        Ok(take)
    }
}

impl BufRead for Source<'_> {
    fn fill_buf(&mut self) -> io::Result<&[u8]> {
        while self.data().is_empty() && self.more()? {}
        Ok(self.data())
    }

    fn consume(&mut self, amount: usize) {
        Source::consume(self, amount);
    }
}

#[cfg(test)]
mod tests {
    use std::io::Write;

    use super::*;

    /// Gives one to three bytes a read, as a slow source might.
    struct Trickle<'b>(&'b [u8], usize);

    impl Read for Trickle<'_> {
        fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
            self.1 = self.1 % 3 + 1;
            let take = self.1.min(self.0.len()).min(into.len());
            let (now, rest) = self.0.split_at(take);
            into[..take].copy_from_slice(now);
            self.0 = rest;
            Ok(take)
        }
    }

    fn text(bytes: &[u8]) -> String {
        let mut inner = Trickle(bytes, 0);
        let mut go_on = |_| true;
        let mut source = Source::open(&mut inner, &mut go_on).expect("a source");
        let mut text = String::new();
        source.read_to_string(&mut text).expect("a text");
        assert_eq!(source.bytes_read(), bytes.len() as u64);
        text
    }

    fn gzip(bytes: &[u8]) -> Vec<u8> {
        let mut encoder = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::default());
        encoder.write_all(bytes).expect("compressed");
        encoder.finish().expect("compressed")
    }

    #[test]
    fn encodings_and_gzip_give_the_same_text() {
        let words = "a,\u{e9}\n\u{1f600}1,2\n";
        let le: Vec<u8> = std::iter::once(0xfeff).chain(words.encode_utf16()).flat_map(u16::to_le_bytes).collect();
        let be: Vec<u8> = std::iter::once(0xfeff).chain(words.encode_utf16()).flat_map(u16::to_be_bytes).collect();
        let marked = format!("\u{feff}{words}");
        // Two members one after the other are one file, as log rotation writes them.
        let members = [gzip(b"a,\xc3\xa9\n"), gzip("\u{1f600}1,2\n".as_bytes())].concat();
        for bytes in [words.as_bytes(), marked.as_bytes(), &le, &be, &gzip(words.as_bytes()), &gzip(&le), &members] {
            assert_eq!(text(bytes), words);
        }
        assert_eq!(text(b""), "");
        assert_eq!(text(b"a"), "a");
    }

    #[test]
    fn compressed_data_that_breaks_off_gives_what_came_before() {
        let words: String = (0..20_000).fold(String::new(), |text, n| text + &format!("{},{n}\n", n * 7_919 % 10_007));
        let whole = gzip(words.as_bytes());
        let mut inner = &whole[..whole.len() / 2];
        let mut go_on = |_| true;
        let mut source = Source::open(&mut inner, &mut go_on).expect("a source");
        let mut read = String::new();
        source.read_to_string(&mut read).expect("a text");
        assert!(source.is_truncated());
        assert!(read.len() > words.len() / 4 && words.starts_with(&read), "{}", read.len());
    }

    /// Gives some bytes, and then says that the file changed.
    struct Changing<'b>(&'b [u8]);

    impl Read for Changing<'_> {
        fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
            let read = self.0.read(into)?;
            if read == 0 { Err(io::Error::other(FileChanged)) } else { Ok(read) }
        }
    }

    /// What came before is not taken for the file, compressed or not: only data that breaks off is.
    #[test]
    fn a_file_that_fails_is_an_error_also_where_it_is_compressed() {
        let words: String = (0..20_000).fold(String::new(), |text, n| text + &format!("{},{n}\n", n * 7_919 % 10_007));
        let packed = gzip(words.as_bytes());
        for bytes in [words.as_bytes(), &packed[..packed.len() / 2]] {
            let mut inner = Changing(bytes);
            let mut go_on = |_| true;
            let mut source = Source::open(&mut inner, &mut go_on).expect("a source");
            let error = source.peek(usize::MAX).expect_err("the error of the file");
            assert!(error.get_ref().is_some_and(<dyn std::error::Error + Send + Sync>::is::<FileChanged>), "{error:?}");
            assert!(!source.is_truncated());
        }
    }

    #[test]
    fn reading_stops_when_told_to() {
        let bytes = vec![b'x'; 4 * PIECE];
        let mut inner = bytes.as_slice();
        let mut go_on = |read| read < 2 * PIECE as u64;
        let mut source = Source::open(&mut inner, &mut go_on).expect("a source");
        assert!(source.peek(bytes.len()).is_err());
        assert!(source.is_cancelled());
    }
}
