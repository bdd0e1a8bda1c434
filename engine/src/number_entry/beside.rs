//! The text around a typed number: its sign, a multiplier, a currency, and its unit.

use super::unit::{Counted, Noun};
use super::{Sign, chars_after};

/// The parsed text around a number.
pub(super) struct Beside {
    /// The currencies its symbol may stand for.
    pub(super) currencies: &'static [&'static str],
    /// What the number counts.
    pub(super) counted: Counted,
    /// A plus or minus before it.
    plus_or_minus: Option<char>,
    /// Its multiplier: a million for `Mio.`
    scale: Option<f64>,
    percent: bool,
    /// Whether the next unit is a divisor.
    per: bool,
    /// Whether another word must follow.
    open: bool,
}

/// Words that multiply a number.
const SCALES: &[(&str, f64)] = &[
    ("k", 1e3),
    ("thousand", 1e3),
    ("tausend", 1e3),
    ("tsd", 1e3),
    ("mille", 1e3),
    ("lakh", 1e5),
    ("lakhs", 1e5),
    ("lac", 1e5),
    ("lacs", 1e5),
    ("m", 1e6),
    ("mm", 1e6),
    ("mn", 1e6),
    ("mio", 1e6),
    ("mln", 1e6),
    ("million", 1e6),
    ("millions", 1e6),
    ("millionen", 1e6),
    ("cr", 1e7),
    ("crore", 1e7),
    ("crores", 1e7),
    ("b", 1e9),
    ("bn", 1e9),
    ("bln", 1e9),
    ("billion", 1e9),
    ("billions", 1e9),
    ("md", 1e9),
    ("mrd", 1e9),
    ("mia", 1e9),
    ("milliard", 1e9),
    ("milliards", 1e9),
    ("milliarde", 1e9),
    ("milliarden", 1e9),
];

/// Symbols and words of money, with the currencies each may stand for. Codes stand for themselves.
const MONEY: &[(&str, &[&str])] = &[
    ("$", &["USD", "CAD", "AUD", "NZD", "SGD", "HKD", "TWD", "MXN", "ARS", "CLP", "COP"]),
    ("dollar", &["USD", "CAD", "AUD", "NZD", "SGD", "HKD", "TWD"]),
    ("dollars", &["USD", "CAD", "AUD", "NZD", "SGD", "HKD", "TWD"]),
    ("us$", &["USD"]),
    ("c$", &["CAD"]),
    ("ca$", &["CAD"]),
    ("a$", &["AUD"]),
    ("au$", &["AUD"]),
    ("nz$", &["NZD"]),
    ("s$", &["SGD"]),
    ("hk$", &["HKD"]),
    ("nt$", &["TWD"]),
    ("mx$", &["MXN"]),
    ("r$", &["BRL"]),
    ("€", &["EUR"]),
    ("euro", &["EUR"]),
    ("euros", &["EUR"]),
    ("£", &["GBP", "EGP"]),
    ("pound", &["GBP", "EGP"]),
    ("pounds", &["GBP", "EGP"]),
    ("¥", &["JPY", "CNY"]),
    ("cn¥", &["CNY"]),
    ("jp¥", &["JPY"]),
    ("yen", &["JPY"]),
    ("yuan", &["CNY"]),
    ("rmb", &["CNY"]),
    ("₹", &["INR"]),
    ("rs", &["INR", "PKR", "LKR", "NPR", "MUR"]),
    ("rupees", &["INR", "PKR", "LKR", "NPR", "MUR"]),
    ("fr", &["CHF"]),
    ("sfr", &["CHF"]),
    ("franken", &["CHF"]),
    ("francs", &["CHF"]),
    ("kr", &["SEK", "NOK", "DKK", "ISK"]),
    ("zł", &["PLN"]),
    ("kč", &["CZK"]),
    ("ft", &["HUF"]),
    ("lei", &["RON"]),
    ("₩", &["KRW"]),
    ("₽", &["RUB"]),
    ("₺", &["TRY"]),
    ("₫", &["VND"]),
    ("₪", &["ILS"]),
    ("₴", &["UAH"]),
    ("₱", &["PHP"]),
    ("₦", &["NGN"]),
    ("฿", &["THB"]),
];

/// Currency codes as people type them with amounts.
const CODES: &[&[&str]] = &[
    &["USD"],
    &["EUR"],
    &["GBP"],
    &["JPY"],
    &["CHF"],
    &["CNY"],
    &["INR"],
    &["CAD"],
    &["AUD"],
    &["NZD"],
    &["SEK"],
    &["NOK"],
    &["DKK"],
    &["ISK"],
    &["PLN"],
    &["CZK"],
    &["HUF"],
    &["RON"],
    &["BGN"],
    &["TRY"],
    &["RUB"],
    &["UAH"],
    &["ILS"],
    &["AED"],
    &["SAR"],
    &["QAR"],
    &["KWD"],
    &["EGP"],
    &["NGN"],
    &["KES"],
    &["ZAR"],
    &["PKR"],
    &["LKR"],
    &["NPR"],
    &["BDT"],
    &["KRW"],
    &["TWD"],
    &["HKD"],
    &["SGD"],
    &["MYR"],
    &["THB"],
    &["IDR"],
    &["PHP"],
    &["VND"],
    &["BRL"],
    &["MXN"],
    &["ARS"],
    &["CLP"],
    &["COP"],
    &["PEN"],
];

/// Units that are no single word, in lowercase, the longest of each first.
const PHRASES: &[(&str, Noun)] = &[
    ("orders of magnitude", Noun::Decade),
    ("order of magnitude", Noun::Decade),
    ("factors of ten", Noun::Decade),
    ("kg co2e", Noun::Kilogram),
    ("kg co2", Noun::Kilogram),
    ("kgco2e", Noun::Kilogram),
    ("kg", Noun::Kilogram),
    ("g co2e", Noun::Gram),
    ("g co2", Noun::Gram),
    ("gco2e", Noun::Gram),
];

impl Beside {
    /// Reads the text before and after a number; `None` if a part of it is unknown or contradicts another.
    pub(super) fn read(before: &str, behind: &str) -> Option<Self> {
        let mut all = Self {
            currencies: &[],
            counted: Counted::NOTHING,
            plus_or_minus: None,
            scale: None,
            percent: false,
            per: false,
            open: false,
        };
        let mut rest = before;
        while let Some((word, more)) = next_word(rest) {
            all.before(word)?;
            rest = more;
        }
        let phrase =
            PHRASES.iter().find_map(|(words, noun)| behind.trim_start().strip_prefix(words).map(|more| (more, *noun)));
        if let Some((_, noun)) = phrase {
            all.noun(noun)?;
        }
        rest = phrase.map_or(behind, |(more, _)| more);
        while let Some((word, more)) = next_word(rest) {
            rest = all.behind(word, more)?;
        }
        let clashes = all.percent && !all.currencies.is_empty();
        (!all.open && !clashes).then_some(all)
    }

    /// Whether a minus precedes the number.
    pub(super) fn is_negative(&self) -> bool {
        self.plus_or_minus == Some('-')
    }

    /// The multiplier.
    pub(super) fn factor(&self) -> f64 {
        self.scale.unwrap_or(1.0)
    }

    /// What the symbols say the number is.
    pub(super) fn sign(&self) -> Option<Sign> {
        match self.currencies {
            _ if self.percent => Some(Sign::Percent),
            [] => None,
            _ => Some(Sign::Money),
        }
    }

    fn before(&mut self, word: &str) -> Option<()> {
        match word {
            "-" | "+" if self.plus_or_minus.is_none() => {
                self.plus_or_minus = word.chars().next();
                Some(())
            }
            "%" => self.percent(),
            _ => self.money(word),
        }
    }

    /// Consumes a word after the number and returns the rest.
    fn behind<'t>(&mut self, word: &str, rest: &'t str) -> Option<&'t str> {
        let follows = |wanted: &str| next_word(rest).filter(|(next, _)| *next == wanted).map(|(_, more)| more);
        let was_open = std::mem::replace(&mut self.open, false);
        match word {
            "p" | "per" if follows("a").or_else(|| follows("annum")).is_some() => {
                self.per = true;
                self.noun(Noun::Year)?;
                return next_word(rest).map(|(_, more)| more);
            }
            "pa" | "yearly" | "annually" => {
                self.per = true;
                self.noun(Noun::Year)?;
            }
            "hourly" => {
                self.per = true;
                self.noun(Noun::Hour)?;
            }
            "monthly" => {
                self.per = true;
                self.noun(Noun::Month)?;
            }
            "a" if was_open && self.per => self.noun(Noun::Year)?, // 80 €/a: a for annum
            "/" | "per" | "p" | "a" | "an" | "each" | "every" | "pro" | "je" | "par" if !was_open => {
                self.per = true;
                self.open = true;
            }
            "-" | "·" | "*" | "and" | "und" | "et" if !was_open && self.counted != Counted::NOTHING => {
                self.open = true;
            }
            "%" | "percent" | "pct" | "prozent" if !was_open => self.percent()?,
            _ => {
                if let Some(noun) = Noun::named(word) {
                    return self.noun(noun).map(|()| rest);
                }
                if word == "gpuh" || word == "gpuhr" || word == "gpuhrs" {
                    self.noun(Noun::Gpu)?;
                    self.noun(Noun::Hour)?;
                    return Some(rest);
                }
                if was_open {
                    return None;
                }
                // A million tokens is a unit.
                let tokens = follows("tokens").or_else(|| follows("token"));
                if scale(word) == Some(1e6) && self.scale.is_none() && tokens.is_some() {
                    self.noun(Noun::MillionTokens)?;
                    return tokens;
                }
                self.scaled_money(word)?;
            }
        }
        Some(rest)
    }

    fn noun(&mut self, noun: Noun) -> Option<()> {
        self.counted.add(noun, self.per)
    }

    fn percent(&mut self) -> Option<()> {
        let first = !std::mem::replace(&mut self.percent, true);
        (first && self.counted == Counted::NOTHING && self.scale.is_none()).then_some(())
    }

    /// Consumes a multiplier, a word of money, or both without a space: `kUSD`.
    fn scaled_money(&mut self, word: &str) -> Option<()> {
        if let Some(factor) = scale(word) {
            return self.scale(factor);
        }
        if money(word).is_some() {
            return self.money(word);
        }
        let (factor, rest) = SCALES.iter().find_map(|(scale, factor)| {
            let rest = word.strip_prefix(scale)?;
            money(rest).map(|_| (*factor, rest))
        })?;
        self.scale(factor)?;
        self.money(rest)
    }

    fn scale(&mut self, factor: f64) -> Option<()> {
        let first = self.scale.replace(factor).is_none();
        (first && self.counted == Counted::NOTHING).then_some(())
    }

    /// Consumes a currency symbol or code. Together they mean the code, if the symbol may stand for it.
    fn money(&mut self, word: &str) -> Option<()> {
        let found = money(word)?;
        self.currencies = match (self.currencies, found) {
            ([], found) => found,
            (before, [code]) if before.contains(code) => found,
            ([code], found) if found.contains(code) => self.currencies,
            (before, found) if before == found => found,
            _ => return None,
        };
        Some(())
    }
}

fn scale(word: &str) -> Option<f64> {
    SCALES.iter().find(|(name, _)| *name == word).map(|(_, factor)| *factor)
}

fn money(word: &str) -> Option<&'static [&'static str]> {
    let named = MONEY.iter().find(|(name, _)| *name == word).map(|(_, codes)| *codes);
    named.or_else(|| CODES.iter().copied().find(|codes| codes.iter().any(|code| code.eq_ignore_ascii_case(word))))
}

/// The currency code, in capitals, at either end of a lowercase text.
pub fn code_beside(text: &str) -> Option<&'static str> {
    let (text, small) = (text.trim(), |code: &str| code.to_ascii_lowercase());
    let stands = |code: &&str| text.starts_with(&small(code)) || text.ends_with(&small(code));
    CODES.iter().copied().flatten().copied().find(stands)
}

/// The first word or symbol of a lowercase text, without an abbreviating dot, and the rest.
fn next_word(text: &str) -> Option<(&str, &str)> {
    let text = text.trim_start();
    let first = text.chars().next()?;
    if !first.is_alphabetic() {
        return text.split_at_checked(first.len_utf8());
    }
    let mut end = text.find(|c: char| !c.is_alphabetic()).unwrap_or(text.len());
    let behind = text.get(end..)?;
    if behind.starts_with(['$', '¥']) {
        end += chars_len(behind);
    }
    let (word, rest) = text.split_at_checked(end)?;
    Some((word, if rest.starts_with('.') { chars_after(rest, '.') } else { rest }))
}

fn chars_len(text: &str) -> usize {
    text.chars().next().map_or(0, char::len_utf8)
}
