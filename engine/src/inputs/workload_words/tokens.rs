//! A typed description as words, numbers and signs, and the phrases of the table found in them.

use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::OnceLock;

use super::vocabulary::{Meaning, VOCABULARY};
use crate::number::read_canonical;
use crate::text::is_hidden;

/// What is wrong with digits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BadNumber {
    /// They have two readings: `1,5`, or `1.024` where the point is the decimal sign.
    Ambiguous,
    /// They are below zero.
    Negative,
    /// They are more than a number can hold.
    TooLarge,
}

/// A boundary between parts of a sentence.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Boundary {
    /// A comma, a bracket, a dash.
    Comma,
    /// "and".
    And,
    /// A colon.
    Colon,
    /// The end of a sentence.
    Stop,
}

/// A word, a number or a sign.
#[derive(Clone, Debug)]
struct Token {
    /// In lower case.
    text: String,
    /// Its place in the typed text, in bytes.
    place: Range<usize>,
    digits: Option<Result<f64, BadNumber>>,
    boundary: Option<Boundary>,
    /// Whether a hyphen ties it to the next.
    hyphen: bool,
}

/// A phrase that means something, or a word that is not known.
#[derive(Clone, Debug)]
pub(super) struct Lexeme {
    pub kind: LexemeKind,
    pub place: Range<usize>,
    /// Whether a hyphen ties it to the next.
    pub hyphen: bool,
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum LexemeKind {
    Digits(f64),
    Bad(BadNumber),
    Known(Meaning),
    Unknown,
    Boundary(Boundary),
    /// A dash between two numbers.
    Dash,
}

/// The phrases of the table by their first word, the longest first.
type Phrases = BTreeMap<String, Vec<(Vec<String>, Meaning)>>;

fn phrases() -> &'static Phrases {
    static PHRASES: OnceLock<Phrases> = OnceLock::new();
    PHRASES.get_or_init(|| {
        let mut found = Phrases::new();
        for entry in VOCABULARY {
            for phrase in entry.phrases {
                let words: Vec<String> = tokens(phrase, '.').into_iter().map(|token| token.text).collect();
                if let Some(first) = words.first() {
                    found.entry(first.clone()).or_default().push((words, entry.meaning));
                }
            }
        }
        for list in found.values_mut() {
            list.sort_by_key(|(words, _)| std::cmp::Reverse(words.len()));
        }
        found
    })
}

/// The phrases of a text, in its order: every character but spaces and quotation marks belongs to one.
pub(super) fn lexemes(text: &str, decimal: char) -> Vec<Lexeme> {
    let tokens = tokens(text, decimal);
    let mut found: Vec<Lexeme> = Vec::with_capacity(tokens.len());
    let mut rest = tokens.as_slice();
    while let Some(first) = rest.first() {
        let phrase = phrases().get(&first.text).and_then(|list| list.iter().find(|(words, _)| stands_in(words, rest)));
        let (kind, length) = match phrase {
            Some((words, Meaning::And)) => (LexemeKind::Boundary(Boundary::And), words.len()),
            Some((words, meaning)) => (LexemeKind::Known(*meaning), words.len()),
            None => (kind_of(first), 1),
        };
        let (taken, after) = rest.split_at(length.min(rest.len()));
        if let Some(last) = taken.last() {
            found.push(Lexeme { kind, place: first.place.start..last.place.end, hyphen: last.hyphen });
        }
        rest = after;
    }
    found
}

fn stands_in(words: &[String], tokens: &[Token]) -> bool {
    words.len() <= tokens.len() && words.iter().zip(tokens).all(|(word, token)| *word == token.text)
}

fn kind_of(token: &Token) -> LexemeKind {
    match (token.digits, token.boundary) {
        (Some(Ok(value)), _) => LexemeKind::Digits(value),
        (Some(Err(bad)), _) => LexemeKind::Bad(bad),
        (None, Some(boundary)) => LexemeKind::Boundary(boundary),
        (None, None) if token.text == "-" => LexemeKind::Dash,
        (None, None) => LexemeKind::Unknown,
    }
}

/// A character as it counts: look-alikes as one, nothing for what cannot be seen.
fn plain(c: char) -> Option<char> {
    Some(match c {
        '\n' | '\r' => '\n',
        '\u{a0}' | '\u{2009}' | '\u{202f}' => '\u{a0}', // may stand between groups of digits
        c if c.is_whitespace() => ' ',
        c if is_hidden(c) => return None,
        '’' | '‘' | 'ʼ' | '´' | '`' => '\'',
        '−' | '–' | '—' | '‐' | '‑' | '－' => '-',
        '“' | '”' | '„' | '«' | '»' => '"',
        '％' => '%',
        '，' => ',',
        c => c,
    })
}

/// A text being cut into tokens.
struct Cutter {
    /// Characters as they count, with their places in bytes.
    all: Vec<(char, Range<usize>)>,
    at: usize,
    decimal: char,
    found: Vec<Token>,
}

fn tokens(text: &str, decimal: char) -> Vec<Token> {
    let place = |(at, c): (usize, char)| Some((plain(c)?, at..at + c.len_utf8()));
    let all: Vec<_> = text.char_indices().filter_map(place).collect();
    let mut cutter = Cutter { all, at: 0, decimal, found: Vec::new() };
    while cutter.cut_next() {}
    cutter.found
}

impl Cutter {
    fn char(&self, at: usize) -> char {
        self.all.get(at).map_or(' ', |(c, _)| *c)
    }

    fn before(&self) -> char {
        self.at.checked_sub(1).map_or(' ', |at| self.char(at))
    }

    /// Takes one token or one space; `false` at the end.
    fn cut_next(&mut self) -> bool {
        let Some((c, _)) = self.all.get(self.at) else { return false };
        let (c, next) = (*c, self.char(self.at + 1));
        let starts_number =
            c.is_ascii_digit() || (matches!(c, '.' | ',') && next.is_ascii_digit() && !self.before().is_alphanumeric());
        let negative = c == '-' && next.is_ascii_digit() && !self.before().is_alphanumeric() && !self.after_number();
        if starts_number || negative {
            self.cut_number(negative);
        } else if c.is_alphabetic() {
            self.cut_word();
        } else {
            self.cut_sign(c, next);
        }
        true
    }

    /// Whether a number stands before, so that a dash is one between two numbers.
    fn after_number(&self) -> bool {
        self.found.last().is_some_and(|token| token.digits.is_some())
    }

    fn push(&mut self, upto: usize, text: String, digits: Option<Result<f64, BadNumber>>) {
        let place = |at: usize| self.all.get(at).map(|(_, place)| place.clone()).unwrap_or_default();
        let place = place(self.at).start..place(upto.saturating_sub(1)).end;
        self.found.push(Token { text, place, digits, boundary: None, hyphen: false });
        self.at = upto;
    }

    fn cut_number(&mut self, negative: bool) {
        let mut upto = self.at + usize::from(negative);
        let start = upto;
        loop {
            let (c, next) = (self.char(upto), self.char(upto + 1));
            let inside = matches!(c, '.' | ',' | '\'' | '_' | '\u{a0}') && next.is_ascii_digit();
            let group = c != '\u{a0}' || (2..=4).all(|off| self.char(upto + off).is_ascii_digit() == (off < 4));
            if !(c.is_ascii_digit() || (inside && group)) {
                break;
            }
            upto += 1;
        }
        let mut text: String = (start..upto).map(|at| self.char(at)).collect();
        let signed = matches!(self.char(upto + 1), '+' | '-');
        if matches!(self.char(upto), 'e' | 'E') && self.char(upto + 1 + usize::from(signed)).is_ascii_digit() {
            let from = upto;
            upto += 2;
            while self.char(upto).is_ascii_digit() {
                upto += 1;
            }
            text.extend((from..upto).map(|at| self.char(at)));
        }
        let value = if negative { Err(BadNumber::Negative) } else { value_of(&text, self.decimal) };
        self.push(upto, text, Some(value));
    }

    fn cut_word(&mut self) {
        let glued = self.before().is_ascii_digit();
        let in_word = |at: usize| {
            let c = self.char(at);
            c.is_alphanumeric() || (c == '\'' && self.char(at + 1).is_alphabetic())
        };
        let mut upto = self.at + 1;
        while in_word(upto) {
            upto += 1;
        }
        let typed: String = (self.at..upto).map(|at| self.char(at)).collect();
        let first = self.char(self.at);
        // "8xH100", "2x8": the sign stands alone. "1M" is a million; "1m" could be minutes or months.
        if glued && matches!(first, 'x' | 'X' | '×') && upto > self.at + 1 {
            return self.push(self.at + 1, "x".to_owned(), None);
        }
        let text = if glued && typed == "M" { "million".to_owned() } else { typed.to_lowercase() };
        self.push(upto, text, None);
    }

    fn cut_sign(&mut self, c: char, next: char) {
        let inside = self.before().is_alphanumeric() && next.is_alphanumeric();
        match c {
            ' ' | '\u{a0}' | '"' | '\'' => self.at += 1,
            '-' if inside && !(self.after_number() && next.is_ascii_digit()) => {
                if let Some(last) = self.found.last_mut() {
                    last.hyphen = true;
                }
                self.at += 1;
            }
            _ => {
                let dash = c == '-' && !(self.after_number() && self.next_is_digit());
                let boundary = match c {
                    ',' | '(' | ')' | '[' | ']' => Some(Boundary::Comma),
                    '.' | ';' | '!' | '?' | '\n' => Some(Boundary::Stop),
                    ':' => Some(Boundary::Colon),
                    '-' if dash => Some(Boundary::Comma),
                    _ => None,
                };
                self.push(self.at + 1, c.to_string(), None);
                if let Some(last) = self.found.last_mut() {
                    last.boundary = boundary;
                }
            }
        }
    }

    /// Whether digits follow the sign here, perhaps after spaces.
    fn next_is_digit(&self) -> bool {
        let rest = self.all.get(self.at + 1..).unwrap_or_default();
        rest.iter().find(|(c, _)| *c != ' ').is_some_and(|(c, _)| c.is_ascii_digit())
    }
}

/// The value of digits with separators and an exponent.
fn value_of(text: &str, decimal: char) -> Result<f64, BadNumber> {
    let (digits, power) = text.split_once(['e', 'E']).unwrap_or((text, ""));
    let (whole, tail) = match digits.matches(decimal).count() {
        0 => (digits, None),
        1 => digits.split_once(decimal).map_or((digits, None), |(whole, tail)| (whole, Some(tail))),
        _ => return Err(BadNumber::Ambiguous),
    };
    let groups: Vec<&str> = whole.split(['.', ',', '\'', '_', '\u{a0}']).collect();
    let grouped = groups.len() > 1;
    let first = groups.first().map_or(0, |group| group.len());
    let in_threes = (1..=3).contains(&first) && groups.iter().skip(1).all(|group| group.len() == 3);
    // "1.024" where the point is the decimal sign: few need a thousandth.
    let thousandth = tail.is_some_and(|tail| tail.len() == 3) && !grouped && (1..=3).contains(&first) && whole != "0";
    let leading_zero = grouped && whole.starts_with('0');
    let bad_tail = tail.is_some_and(|tail| tail.contains(['.', ',', '\'', '_', '\u{a0}']));
    if (grouped && !in_threes) || thousandth || leading_zero || bad_tail {
        return Err(BadNumber::Ambiguous);
    }
    let power = if power.is_empty() { String::new() } else { format!("e{power}") };
    read_canonical(&format!("{}.{}{power}", groups.concat(), tail.unwrap_or("0"))).ok_or(BadNumber::TooLarge)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn digits_are_read_or_named() {
        for (text, decimal, value) in [
            ("24", '.', 24.0),
            ("1,024", '.', 1_024.0),
            ("1,024,000", '.', 1_024_000.0),
            ("1'024", '.', 1_024.0),
            ("0.5", '.', 0.5),
            (".5", '.', 0.5),
            ("0.125", '.', 0.125),
            ("1,024.5", '.', 1_024.5),
            ("1.024", ',', 1_024.0),
            ("1,5", ',', 1.5),
            ("1e3", '.', 1_000.0),
        ] {
            assert_eq!(value_of(text, decimal), Ok(value), "{text}");
        }
        for (text, decimal) in
            [("1,5", '.'), ("1,00", '.'), ("1.024", '.'), ("0,5", '.'), ("1,02,4", '.'), ("1.2.3", '.')]
        {
            assert_eq!(value_of(text, decimal), Err(BadNumber::Ambiguous), "{text}");
        }
        assert_eq!(value_of("1e400", '.'), Err(BadNumber::TooLarge));
    }

    /// Every phrase of the table is found as a whole, with its own meaning.
    #[test]
    fn the_table_has_each_phrase_once() {
        for entry in VOCABULARY {
            for phrase in entry.phrases {
                let found = lexemes(phrase, '.');
                let kind = match entry.meaning {
                    Meaning::And => LexemeKind::Boundary(Boundary::And),
                    meaning => LexemeKind::Known(meaning),
                };
                assert_eq!(found.iter().map(|l| l.kind).collect::<Vec<_>>(), [kind], "{phrase}");
            }
        }
    }
}
