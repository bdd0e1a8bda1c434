//! Reads numbers as people type them: `$4,800,000`, `1,9 Mio. €`, `425'000.-`, `2.35 USD per GPU-hour`.
//!
//! Independent of any locale: the caller passes the reader's decimal sign. A text with two possible readings is marked
//! as ambiguous. Words around the number are read too: a unit or a currency is never dropped.

mod beside;
mod unit;

#[cfg(test)]
mod tests;

pub use beside::code_beside;
pub use unit::{Counted, Odd};

use crate::number::read_canonical;
use crate::text::is_hidden;
use beside::Beside;

/// Longest text accepted, in bytes.
const LONGEST: usize = 200;

/// The result of reading a typed text.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Reading {
    /// The number, as typed: `80%` gives 80.
    pub value: f64,
    /// Whether the text has another plausible reading, as in `1,234` or `1.234`.
    pub ambiguous: bool,
    /// What its symbols say it is.
    pub sign: Option<Sign>,
    /// The currencies its symbol or code may stand for; empty without one.
    pub currencies: &'static [&'static str],
    /// What its words say it counts.
    pub counted: Counted,
}

/// What the symbols of a typed number say it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sign {
    /// A percentage.
    Percent,
    /// An amount of money.
    Money,
}

/// Reads a number as people type it, or a quotient of two: `8M/12`.
///
/// `decimal` is the reader's decimal sign, a point or a comma. Digits are grouped by one kind of separator only: a
/// comma, a point, an apostrophe, an underscore, or a space of any width. Groups have three digits; commas also
/// separate Indian groups, `1,25,000`. A single comma or point before exactly three digits is read by the reader's
/// convention and marked as ambiguous: `1.234` is one and a bit if the point is the decimal sign, otherwise one
/// thousand. The same holds for a decimal sign that is not the reader's, with four or more digits before or after it:
/// `425,0000`. If both comma and point occur, the last is the decimal sign. Returns `None` if the text is not exactly
/// one number, or has unknown words around it.
pub fn read_typed(text: &str, decimal: char) -> Option<Reading> {
    if text.len() > LONGEST {
        return None;
    }
    let text = without_dash(plain_text(text));
    let Some((all, parts)) = division(&text) else { return read_one(&text, decimal) };
    let (all, parts) = (read_one(all, decimal)?, read_one(parts, decimal)?);
    let value = all.value / parts.value + 0.0; // 0, never -0
    let ambiguous = all.ambiguous || parts.ambiguous;
    let bare = parts.sign.is_none() && parts.counted == Counted::NOTHING;
    (value.is_finite() && bare).then_some(Reading { value, ambiguous, ..all })
}

/// Splits at a sign that divides by a number. Before a word it would divide by a unit: `$2.35/hr`.
fn division(text: &str) -> Option<(&str, &str)> {
    let (all, parts) = text.split_once(['/', '÷'])?;
    let divides = parts.trim_start().starts_with(|c: char| c.is_ascii_digit() || matches!(c, '.' | ',' | '-' | '+'));
    divides.then_some((all, parts))
}

/// Removes the slash and dash after a whole amount, as in India: `Rs. 1,25,000/-`.
fn without_dash(text: String) -> String {
    match text.split_once("/-") {
        Some((amount, rest)) if !rest.starts_with(|c: char| c.is_ascii_digit() || is_mark(c)) => {
            format!("{amount}{rest}")
        }
        _ => text,
    }
}

/// Normalises typed text: ASCII for look-alikes, one space for any run of spaces, no hidden characters.
fn plain_text(text: &str) -> String {
    let mut plain = String::with_capacity(text.len());
    for c in text.chars() {
        match plain_character(c) {
            Some(' ') if plain.is_empty() || plain.ends_with(' ') => {}
            Some(c) => plain.push(c),
            None => {}
        }
    }
    plain.truncate(plain.trim_end().len());
    plain
}

fn plain_character(c: char) -> Option<char> {
    Some(match c {
        c if c.is_whitespace() => ' ',
        c if is_hidden(c) => return None,
        '’' | '‘' | 'ʼ' | '´' | '`' => '\'',
        '−' | '–' | '—' | '‐' | '‑' | '－' => '-',
        '％' => '%',
        '，' | '٫' => ',',
        '．' => '.',
        '￥' => '¥',
        '０'..='９' => shifted(c, '０')?,
        '٠'..='٩' => shifted(c, '٠')?,
        '۰'..='۹' => shifted(c, '۰')?,
        '०'..='९' => shifted(c, '०')?,
        c => c.to_ascii_lowercase(),
    })
}

fn shifted(digit: char, zero: char) -> Option<char> {
    char::from_digit(u32::from(digit) - u32::from(zero), 10)
}

fn read_one(text: &str, decimal: char) -> Option<Reading> {
    let start = start_of_digits(text)?;
    let (before, rest) = text.split_at_checked(start)?;
    let (digits, rest) = digits_of(rest);
    let (power, rest) = power_of(rest);
    let beside = Beside::read(before, rest)?;
    let (canonical, ambiguous) =
        if power.is_empty() { separators_resolved(&digits, decimal)? } else { (scientific(&digits)? + power, false) };
    let value = read_canonical(&canonical)? * beside.factor();
    value.is_finite().then_some(Reading {
        value: if beside.is_negative() && value != 0.0 { -value } else { value },
        ambiguous,
        sign: beside.sign(),
        currencies: beside.currencies,
        counted: beside.counted,
    })
}

/// Start of the number: its first digit, or the point or comma right before it unless that ends a word (`Rs.5`).
fn start_of_digits(text: &str) -> Option<usize> {
    let at = text.find(|c: char| c.is_ascii_digit())?;
    let before = text.get(..at)?;
    let marked = before.strip_suffix(['.', ',']).filter(|rest| !rest.ends_with(char::is_alphabetic));
    Some(marked.map_or(at, str::len))
}

/// Splits off the digits with their separators. A separator belongs to the number if a digit follows. A final point or
/// comma may be followed by a dash for the cents, `425.-`, or by nothing yet.
fn digits_of(text: &str) -> (String, &str) {
    let mut digits = String::new();
    let mut rest = text;
    loop {
        let mut chars = rest.chars();
        match (chars.next(), chars.next()) {
            (Some(digit), _) if digit.is_ascii_digit() => digits.push(digit),
            (Some(mark), Some(digit)) if is_mark(mark) && digit.is_ascii_digit() => digits.push(mark),
            (Some(mark @ ('.' | ',')), next) => {
                rest = chars_after(rest, mark);
                if next == Some('-') {
                    digits.push(mark);
                    digits.push('0');
                    rest = rest.trim_start_matches('-');
                }
                return (digits, rest);
            }
            _ => return (digits, rest),
        }
        let taken = rest.chars().next().unwrap_or(' ');
        rest = chars_after(rest, taken);
    }
}

fn chars_after(text: &str, first: char) -> &str {
    text.get(first.len_utf8()..).unwrap_or_default()
}

fn is_mark(c: char) -> bool {
    matches!(c, '.' | ',') || is_group_mark(c)
}

/// Separators of groups that are never decimal signs.
fn is_group_mark(c: char) -> bool {
    matches!(c, ' ' | '\'' | '_' | '٬')
}

/// Splits off an exponent right after the digits, as in `1e6`.
fn power_of(text: &str) -> (&str, &str) {
    let Some(behind) = text.strip_prefix('e') else { return ("", text) };
    let unsigned = behind.strip_prefix(['-', '+']).unwrap_or(behind);
    let rest = unsigned.trim_start_matches(|c: char| c.is_ascii_digit());
    if rest.len() == unsigned.len() {
        return ("", text);
    }
    text.split_at_checked(text.len() - rest.len()).unwrap_or(("", text))
}

/// The digits before an exponent: without groups, so the only separator is the decimal sign.
fn scientific(digits: &str) -> Option<String> {
    let plain = digits.replace(',', ".");
    (plain.matches('.').count() <= 1 && !plain.contains(is_group_mark)).then_some(plain)
}

/// Digits with only a decimal point, and whether the reading was ambiguous.
fn separators_resolved(digits: &str, decimal: char) -> Option<(String, bool)> {
    if let Some(mark) = digits.chars().find(|c| is_group_mark(*c)) {
        let Some((whole, tail)) = digits.split_once(['.', ',']) else {
            return in_groups(digits, mark).map(|whole| (whole, false));
        };
        let own = digits.contains(decimal);
        let is_plain = !tail.contains(is_mark);
        let whole = in_groups(whole, mark)?;
        return is_plain.then(|| (format!("{whole}.{tail}"), tail.len() == 3 && !own));
    }
    let dots = digits.matches('.').count();
    let commas = digits.matches(',').count();
    match (dots, commas) {
        (0, 0) => Some((digits.to_owned(), false)),
        (1, 0) => Some(one_sign(digits, '.', decimal)),
        (0, 1) => Some(one_sign(digits, ',', decimal)),
        (0, _) => in_groups(digits, ',').map(|d| (d, false)),
        (_, 0) => in_groups(digits, '.').map(|d| (d, false)),
        _ => both_kinds(digits).map(|d| (d, false)),
    }
}

/// Digits with a single point or comma.
fn one_sign(digits: &str, sign: char, decimal: char) -> (String, bool) {
    let (head, tail) = digits.split_once(sign).unwrap_or((digits, ""));
    let leads = !head.is_empty() && !head.starts_with('0');
    let grouped = leads && head.len() <= 3 && tail.len() == 3;
    if grouped && sign != decimal {
        return (format!("{head}{tail}"), true);
    }
    let foreign = sign != decimal && leads && tail.len() > 2;
    (format!("{head}.{tail}"), grouped || foreign)
}

/// Removes group separators at valid positions: groups of three, or Indian groups of two and three between commas.
fn in_groups(digits: &str, sign: char) -> Option<String> {
    let groups: Vec<&str> = digits.split(sign).collect();
    let (last, others) = groups.split_last()?;
    let (head, middle) = others.split_first()?;
    let plain = groups.iter().all(|group| group.chars().all(|c| c.is_ascii_digit()));
    let all = |length: usize| middle.iter().all(|group| group.len() == length);
    let western = all(3) && (1..=3).contains(&head.len());
    let indian = sign == ',' && all(2) && (1..=2).contains(&head.len());
    (plain && last.len() == 3 && (western || indian) && !head.starts_with('0')).then(|| groups.concat())
}

/// Resolves a text with both points and commas: the last is the decimal sign and occurs once.
fn both_kinds(digits: &str) -> Option<String> {
    let decimal = if digits.rfind('.') > digits.rfind(',') { '.' } else { ',' };
    let thousands = if decimal == '.' { ',' } else { '.' };
    let (head, tail) = digits.split_once(decimal)?;
    if tail.contains(['.', ',']) {
        return None;
    }
    Some(format!("{}.{tail}", in_groups(head, thousands)?))
}
