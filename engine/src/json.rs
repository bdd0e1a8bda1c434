//! JSON as a tree, for the old page alone: it goes with `src/messages.rs`, `src/files.rs`, `src/adding.rs` and
//! `src/browser/storage.rs`. The engine reads and writes with serde_json.
//!
//! In: any text. Out: a tree, or what is wrong and where. Numbers stay text until [`crate::number`] reads them, so that
//! nothing is lost on the way. Deliberately absent: types, which serde would compile a reader for each; reports leave
//! through serde, natively and in the API.

use std::collections::BTreeMap;

/// Deepest nesting that is read.
const DEEPEST: u32 = 128;

/// Members of an object by name; of two with one name the last counts.
pub type Members = BTreeMap<String, Json>;

/// A value of a JSON text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Json {
    /// Nothing.
    Null,
    /// True or false.
    Bool(bool),
    /// A number, as it is written.
    Number(String),
    /// A text.
    Text(String),
    /// A list.
    List(Vec<Json>),
    /// An object.
    Object(Members),
}

impl Json {
    /// A text.
    pub fn text(text: &str) -> Self {
        Self::Text(text.to_owned())
    }

    /// An object of some members.
    pub fn object<const N: usize>(members: [(&str, Self); N]) -> Self {
        Self::Object(members.map(|(name, value)| (name.to_owned(), value)).into())
    }

    /// The text in it, if it is one.
    pub fn as_text(&self) -> Option<&str> {
        match self {
            Self::Text(text) => Some(text),
            _ => None,
        }
    }

    /// The members in it, if it is an object.
    pub fn members(&self) -> Option<&Members> {
        match self {
            Self::Object(members) => Some(members),
            _ => None,
        }
    }

    /// As JSON in one line.
    pub fn compact(&self) -> String {
        let mut out = String::new();
        self.write(&mut out, None);
        out
    }

    /// As JSON with a line for each member, as a person would write it.
    pub fn pretty(&self) -> String {
        let mut out = String::new();
        self.write(&mut out, Some(0));
        out
    }

    fn write(&self, out: &mut String, indent: Option<usize>) {
        let inside = indent.map(|i| i + 1);
        match self {
            Self::Null => out.push_str("null"),
            Self::Bool(on) => out.push_str(if *on { "true" } else { "false" }),
            Self::Number(text) => out.push_str(text),
            Self::Text(text) => quoted(out, text),
            Self::List(values) if values.is_empty() => out.push_str("[]"),
            Self::Object(members) if members.is_empty() => out.push_str("{}"),
            Self::List(values) => {
                out.push('[');
                for (at, value) in values.iter().enumerate() {
                    next_line(out, at > 0, inside);
                    value.write(out, inside);
                }
                next_line(out, false, indent);
                out.push(']');
            }
            Self::Object(members) => {
                out.push('{');
                for (at, (name, value)) in members.iter().enumerate() {
                    next_line(out, at > 0, inside);
                    quoted(out, name);
                    out.push_str(if indent.is_some() { ": " } else { ":" });
                    value.write(out, inside);
                }
                next_line(out, false, indent);
                out.push('}');
            }
        }
    }
}

fn next_line(out: &mut String, comma: bool, indent: Option<usize>) {
    if comma {
        out.push(',');
    }
    if let Some(indent) = indent {
        out.push('\n');
        (0..indent).for_each(|_| out.push_str("  "));
    }
}

fn quoted(out: &mut String, text: &str) {
    out.push('"');
    for c in text.chars() {
        match c {
            '"' | '\\' => out.extend(['\\', c]),
            '\n' => out.push_str("\\n"),
            '\r' => out.push_str("\\r"),
            '\t' => out.push_str("\\t"),
            '\u{8}' => out.push_str("\\b"),
            '\u{c}' => out.push_str("\\f"),
            c if c < ' ' => {
                out.push_str("\\u00");
                let digit = |n: u32| char::from_digit(n, 16).unwrap_or('0');
                out.extend([digit(u32::from(c) >> 4), digit(u32::from(c) & 15)]);
            }
            c => out.push(c),
        }
    }
    out.push('"');
}

/// Reads a JSON text.
///
/// Errors: what is wrong and where, such as `expected value at line 1 column 1`.
pub fn read(text: &str) -> Result<Json, String> {
    let mut reader = Reader { text, at: 0, depth: 0 };
    reader.whole().map_err(|problem| {
        let before = text.as_bytes().get(..=reader.at).unwrap_or(text.as_bytes());
        let mut lines = before.split(|b| *b == b'\n');
        let column = lines.next_back().map_or(0, <[u8]>::len);
        let line = 1 + lines.count();
        format!("{problem} at line {line} column {column}")
    })
}

/// Where in a text the reading is.
struct Reader<'a> {
    text: &'a str,
    at: usize,
    depth: u32,
}

type Read<T> = Result<T, &'static str>;

impl<'a> Reader<'a> {
    fn whole(&mut self) -> Read<Json> {
        let value = self.value()?;
        if self.peek().is_some() { Err("trailing characters") } else { Ok(value) }
    }

    fn byte(&self) -> Option<u8> {
        self.text.as_bytes().get(self.at).copied()
    }

    /// The next byte that is no blank.
    fn peek(&mut self) -> Option<u8> {
        while let Some(b' ' | b'\n' | b'\r' | b'\t') = self.byte() {
            self.at += 1;
        }
        self.byte()
    }

    /// Takes a byte if it comes next.
    fn take(&mut self, byte: u8) -> bool {
        let comes = self.byte() == Some(byte);
        self.at += usize::from(comes);
        comes
    }

    fn since(&self, start: usize) -> &'a str {
        self.text.get(start..self.at).unwrap_or_default()
    }

    fn value(&mut self) -> Read<Json> {
        match self.peek() {
            None => Err("EOF while parsing a value"),
            Some(b'n') => self.word("null", Json::Null),
            Some(b't') => self.word("true", Json::Bool(true)),
            Some(b'f') => self.word("false", Json::Bool(false)),
            Some(b'"') => self.string().map(Json::Text),
            Some(b'-' | b'0'..=b'9') => self.number().map(Json::Number),
            Some(open @ (b'[' | b'{')) => {
                self.at += 1;
                self.depth += 1;
                if self.depth > DEEPEST {
                    return Err("recursion limit exceeded");
                }
                let value = if open == b'[' { self.list() } else { self.object() };
                self.depth -= 1;
                value
            }
            Some(_) => Err("expected value"),
        }
    }

    fn word(&mut self, word: &str, value: Json) -> Read<Json> {
        let rest = self.text.get(self.at..).unwrap_or_default();
        self.at += word.len();
        if rest.starts_with(word) { Ok(value) } else { Err("expected ident") }
    }

    fn list(&mut self) -> Read<Json> {
        let mut values = Vec::new();
        if self.peek() != Some(b']') {
            loop {
                values.push(self.value()?);
                match self.peek() {
                    Some(b',') => self.at += 1,
                    Some(b']') => break,
                    Some(_) => return Err("expected `,` or `]`"),
                    None => return Err("EOF while parsing a list"),
                }
            }
        }
        self.at += 1;
        Ok(Json::List(values))
    }

    fn object(&mut self) -> Read<Json> {
        let mut members = Members::new();
        if self.peek() != Some(b'}') {
            loop {
                if self.peek() != Some(b'"') {
                    return Err("key must be a string");
                }
                let name = self.string()?;
                if self.peek() != Some(b':') {
                    return Err("expected `:`");
                }
                self.at += 1;
                let value = self.value()?;
                members.insert(name, value);
                match self.peek() {
                    Some(b',') => self.at += 1,
                    Some(b'}') => break,
                    Some(_) => return Err("expected `,` or `}`"),
                    None => return Err("EOF while parsing an object"),
                }
            }
        }
        self.at += 1;
        Ok(Json::Object(members))
    }

    fn digits(&mut self) -> Read<()> {
        let start = self.at;
        while let Some(b'0'..=b'9') = self.byte() {
            self.at += 1;
        }
        if self.at == start { Err("invalid number") } else { Ok(()) }
    }

    fn number(&mut self) -> Read<String> {
        let start = self.at;
        self.take(b'-');
        if !self.take(b'0') {
            self.digits()?;
        }
        if self.take(b'.') {
            self.digits()?;
        }
        if self.take(b'e') || self.take(b'E') {
            let _ = self.take(b'+') || self.take(b'-');
            self.digits()?;
        }
        match self.byte() {
            Some(b'0'..=b'9') => Err("invalid number"), // behind a zero
            _ => Ok(self.since(start).to_owned()),
        }
    }

    fn string(&mut self) -> Read<String> {
        let mut out = String::new();
        self.at += 1;
        loop {
            let start = self.at;
            while self.byte().is_some_and(|b| b >= b' ' && b != b'"' && b != b'\\') {
                self.at += 1;
            }
            out.push_str(self.since(start));
            let ended = self.byte();
            self.at += 1;
            match ended {
                Some(b'"') => return Ok(out),
                Some(b'\\') => out.push(self.escaped()?),
                Some(_) => return Err("control character (\\u0000-\\u001F) found while parsing a string"),
                None => return Err("EOF while parsing a string"),
            }
        }
    }

    fn escaped(&mut self) -> Read<char> {
        let sign = self.byte();
        self.at += 1;
        Ok(match sign {
            Some(b'"') => '"',
            Some(b'\\') => '\\',
            Some(b'/') => '/',
            Some(b'b') => '\u{8}',
            Some(b'f') => '\u{c}',
            Some(b'n') => '\n',
            Some(b'r') => '\r',
            Some(b't') => '\t',
            Some(b'u') => {
                let mut code = self.four()?;
                if (0xd800..0xdc00).contains(&code) && self.take(b'\\') && self.take(b'u') {
                    let low = self.four()?;
                    // Two halves of a character; anything but a second half gives no character.
                    code = if (0xdc00..0xe000).contains(&low) {
                        0x10000 + ((code - 0xd800) << 10) + (low - 0xdc00)
                    } else {
                        code
                    };
                }
                char::from_u32(code).ok_or("lone leading surrogate in hex escape")?
            }
            _ => return Err("invalid escape"),
        })
    }

    fn four(&mut self) -> Read<u32> {
        let mut code = 0;
        for _ in 0..4 {
            let digit = self.byte().and_then(|b| char::from(b).to_digit(16)).ok_or("invalid escape")?;
            code = code * 16 + digit;
            self.at += 1;
        }
        Ok(code)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_are_read_as_serde_json_reads_them() {
        let texts = [
            "null",
            " true ",
            "false",
            "0",
            "-0",
            "-1.5e+7",
            "1E5",
            "[]",
            "{}",
            "[1,[2,{}]]",
            "{\"b\":1,\"a\":[null,true]}",
            "{\"a\":1,\"a\":2}",
            "\"\\u00e9\\n\\\\\\\"\\/\\b\\f\\r\\t é 漢\"",
            "\"\\ud83d\\ude00\"",
            "",
            " ",
            "nul",
            "01",
            "1.",
            ".5",
            "-",
            "1e",
            "+1",
            "[1,]",
            "[1 2]",
            "{\"a\"}",
            "{a:1}",
            "{\"a\":1,}",
            "{\"a\" 1}",
            "\"",
            "\"\\",
            "\"\\x\"",
            "\"\\ud800\"",
            "\"\\ud800\\u0041\"",
            "\"\\udc00\"",
            "\"\\u12\"",
            "\"\u{1}\"",
            "1 1",
            "[",
            "{",
            "NaN",
            "'a'",
            "\u{feff}1",
            "[1",
            "{\"a\":1",
            "{\"a\":",
        ];
        for text in texts {
            let wanted: Option<serde_json::Value> = serde_json::from_str(text).ok();
            let read = read(text).ok();
            assert_eq!(read.is_some(), wanted.is_some(), "{text}");
            if let (Some(read), Some(wanted)) = (read, wanted) {
                let again = |text: String| serde_json::from_str::<serde_json::Value>(&text).expect("JSON");
                assert_eq!(again(read.compact()), wanted, "{text}");
                assert_eq!(again(read.pretty()), wanted, "{text}");
            }
        }
    }

    #[test]
    fn texts_are_written_as_serde_json_writes_them() {
        let text =
            "{\"b\":[1,2.5,{\"x\":null}],\"a\":{},\"c\":[],\"d\":\"\\u0001\\u001f\\\"\\\\\\n\\u007f é\",\"e\":true}";
        let (ours, serde) = (read(text).expect("JSON"), serde_json::from_str::<serde_json::Value>(text).expect("JSON"));
        assert_eq!(Ok(ours.pretty()), serde_json::to_string_pretty(&serde).map_err(|e| e.to_string()));
        assert_eq!(Ok(ours.compact()), serde_json::to_string(&serde).map_err(|e| e.to_string()));
    }

    #[test]
    fn what_is_wrong_is_said_with_its_place() {
        assert_eq!(read("x"), Err("expected value at line 1 column 1".to_owned()));
        assert_eq!(read("{\n  \"a\": y"), Err("expected value at line 2 column 8".to_owned()));
        assert_eq!(read("[1]]"), Err("trailing characters at line 1 column 4".to_owned()));
        assert!(read(&"[".repeat(100_000)).is_err_and(|problem| problem.starts_with("recursion limit exceeded")));
        assert!(read(&format!("{}{}", "[".repeat(127), "]".repeat(127))).is_ok());
    }
}
