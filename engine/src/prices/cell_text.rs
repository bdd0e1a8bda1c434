//! Converts cells as people and spreadsheets write them to the book's form: `$2.35/hr`, `1.234,50`, `14.10.2026`,
//! `On-Demand`.
//!
//! In: one cell, and the decimal sign and date order seen in the file's other cells. Out: the cell in the book's form,
//! unchanged if it cannot be read, or an error if it is ambiguous. Nothing is guessed.

use super::Day;
use crate::number::write;
use crate::number_entry::{code_beside, read_typed};

/// Conventions seen in the unambiguous cells of a file.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Habits {
    /// Whether a comma is used as decimal sign, and whether a point is.
    signs: [bool; 2],
    /// Whether the cell delimiter is not the comma, which leaves the comma for decimals.
    comma_is_free: bool,
    /// Whether some dates start with the day, and whether some start with the month.
    orders: [bool; 2],
}

impl Habits {
    /// `numbers` and `dates` are all cells of those columns.
    pub(super) fn of<'t>(
        numbers: impl Iterator<Item = &'t str>,
        dates: impl Iterator<Item = &'t str>,
        comma_is_free: bool,
    ) -> Self {
        let mut habits = Self { comma_is_free, ..Self::default() };
        for sign in numbers.filter_map(|cell| clear_sign(parted(cell).1)) {
            let [comma, point] = habits.signs;
            habits.signs = [comma || sign == ',', point || sign == '.'];
        }
        for (first, second) in dates.filter_map(two_numbers) {
            let [day, month] = habits.orders;
            habits.orders = [day || first > 12 && second <= 12, month || second > 12 && first <= 12];
        }
        habits
    }
}

/// The decimal sign of an unambiguous number, such as 2,5 and 1.234,56; `None` for 1,234.
fn clear_sign(body: &str) -> Option<char> {
    let at = body.rfind(['.', ','])?;
    let sign = if body.get(at..)?.starts_with('.') { '.' } else { ',' };
    let (head, tail) = (body.get(..at)?, body.get(at + 1..)?);
    let alone = !head.contains(['.', ',']);
    let group = tail.len() == 3 && (1..=3).contains(&head.len()) && !head.starts_with('0');
    let clear = if alone { !group } else { !head.contains(sign) };
    clear.then_some(sign)
}

/// Splits a cell into the text before its number, the number, and the text after it.
fn parted(cell: &str) -> (&str, &str, &str) {
    let number = |c: char| c.is_ascii_digit();
    let (Some(first), Some(last)) = (cell.find(number), cell.rfind(number)) else { return (cell, "", "") };
    let sign = cell.get(..first).filter(|head| head.ends_with(['-', '.'])).map_or(0, |_| 1);
    let (head, rest) = cell.split_at_checked(first - sign).unwrap_or((cell, ""));
    let (body, tail) = rest.split_at_checked(last + 1 + sign - first).unwrap_or((rest, ""));
    (head, body, tail)
}

const DOLLARS: [&str; 5] = ["usd", "us", "$", "dollar", "dollars"];
const NOTHING: [&str; 7] = ["-", "--", "\u{2013}", "\u{2014}", "n/a", "na", "none"];

/// Words allowed after the number of a column.
fn behind(column: &str) -> &'static [&'static str] {
    match column {
        "usd_per_gpu_hour" => &["per", "gpu", "gpus", "hour", "hours", "hr", "hrs", "h"],
        "usd_per_instance_hour" => &["per", "instance", "node", "machine", "server", "hour", "hours", "hr", "hrs", "h"],
        "egress_usd_per_gb" => &["per", "gb", "gib"],
        "term_months" => &["month", "months", "mo", "mos", "mth", "mths", "year", "years", "yr", "yrs", "y"],
        _ => &["gpu", "gpus", "x"],
    }
}

/// A number in the book's form.
///
/// Errors: why it is ambiguous, or not an amount in US dollars.
pub(super) fn number(column: &str, cell: &str, habits: Habits) -> Result<String, String> {
    let small = cell.trim().to_lowercase();
    if NOTHING.contains(&small.as_str()) {
        return Ok(String::new());
    }
    let (head, body, tail) = parted(&small);
    let money = column.contains("usd");
    if money && (small.contains(['€', '£', '¥', '₹']) || code_beside(&small).is_some_and(|code| code != "USD")) {
        return Err(format!("{column} is `{cell}`, but prices must be in US dollars"));
    }
    let words = |text: &str| {
        let apart = text.replace('$', " $ ");
        let words = apart.split(|c: char| !c.is_alphanumeric() && c != '$').filter(|w| !w.is_empty());
        words.map(str::to_owned).collect::<Vec<_>>()
    };
    let dollars = |word: &String| money && DOLLARS.contains(&word.as_str());
    let known = words(head).iter().all(dollars)
        && words(tail).iter().all(|word| dollars(word) || behind(column).contains(&word.as_str()));
    let plain = |c: char| c.is_ascii_digit() || c.is_whitespace() || matches!(c, '.' | ',' | '\'' | '\u{2019}' | '-');
    if body.is_empty() || !known || !body.chars().all(plain) {
        return Ok(cell.to_owned());
    }
    let Some(read) = read_typed(body, '.') else { return Ok(cell.to_owned()) };
    let sign = if body.contains(',') { ',' } else { '.' };
    let decimal = match habits.signs {
        _ if !read.ambiguous => '.',
        [true, false] => ',',
        [false, true] => '.',
        [false, false] if sign == '.' => '.',
        [false, false] if habits.comma_is_free => ',',
        _ => {
            let both = ['.', ','].map(|decimal| read_typed(body, decimal).map_or_else(String::new, |r| write(r.value)));
            return Err(format!(
                "{column} is `{cell}`, which could mean {} or {}; write it unambiguously",
                both[1], both[0]
            ));
        }
    };
    let Some(read) = read_typed(body, decimal) else { return Ok(cell.to_owned()) };
    let years = column == "term_months" && words(tail).iter().any(|word| word.starts_with('y'));
    Ok(write(if years { read.value * 12.0 } else { read.value }))
}

/// The first two numbers of a date with slashes or hyphens that ends with the year.
fn two_numbers(cell: &str) -> Option<(u32, u32)> {
    let parts: Vec<&str> = cell.trim().split(['/', '-']).collect();
    let [first, second, year] = parts.as_slice() else { return None };
    let short = first.len() <= 2 && second.len() <= 2 && matches!(year.len(), 2 | 4);
    short.then_some((first.parse().ok()?, second.parse().ok()?))
}

const MONTHS: [(&str, u32); 16] = [
    ("jan", 1),
    ("feb", 2),
    ("mar", 3),
    ("m\u{e4}r", 3),
    ("apr", 4),
    ("may", 5),
    ("mai", 5),
    ("jun", 6),
    ("jul", 7),
    ("aug", 8),
    ("sep", 9),
    ("oct", 10),
    ("okt", 10),
    ("nov", 11),
    ("dec", 12),
    ("dez", 12),
];

/// A date in the book's form.
///
/// Errors: that it could be two different days.
pub(super) fn day(cell: &str, habits: Habits) -> Result<String, String> {
    let text = cell.trim().to_lowercase();
    if NOTHING.contains(&text.as_str()) {
        return Ok(String::new());
    }
    if Day::parse(cell).is_some() {
        return Ok(cell.to_owned());
    }
    if let Some((first, second)) = two_numbers(&text) {
        let year = text.rsplit(['/', '-']).next().and_then(year_of);
        let unclear = first <= 12 && second <= 12 && first != second;
        let month_first = second > 12 || unclear && habits.orders == [false, true];
        let (date, month) = if month_first { (second, first) } else { (first, second) };
        let found = |date, month| year.and_then(|year| civil(year, month, date));
        if unclear && habits.orders[0] == habits.orders[1] {
            let both = found(first, second).zip(found(second, first));
            return both.map_or_else(
                || Ok(cell.to_owned()),
                |(one, other)| {
                    Err(format!("as_of is `{cell}`, which could mean {one} or {other}; write it unambiguously"))
                },
            );
        }
        return Ok(found(date, month).unwrap_or_else(|| cell.to_owned()));
    }
    Ok(clear_day(&text).unwrap_or_else(|| cell.to_owned()))
}

/// Reads unambiguous dates: with a time, with points, year first, or with the month's name.
fn clear_day(text: &str) -> Option<String> {
    let timed = text.split_once(['t', ' ']).filter(|(_, time)| time.contains(':')).map(|(date, _)| date);
    let text = timed.unwrap_or(text);
    if Day::parse(text).is_some() {
        return Some(text.to_owned());
    }
    if text.len() == 8 && text.bytes().all(|b| b.is_ascii_digit()) {
        let number = |from: usize, to: usize| text.get(from..to).and_then(|part| part.parse().ok());
        return civil(text.get(..4).and_then(year_of)?, number(4, 6)?, number(6, 8)?);
    }
    let parts: Vec<&str> = text.split(|c: char| !c.is_alphanumeric()).filter(|part| !part.is_empty()).collect();
    let number = |part: &str| part.parse::<u32>().ok().filter(|_| part.len() <= 2);
    let month = |part: &str| MONTHS.iter().find(|(name, _)| part.starts_with(name)).map(|(_, month)| *month);
    match parts.as_slice() {
        [year, month, date] if year.len() == 4 && number(month).is_some() => {
            civil(year_of(year)?, number(month)?, number(date)?)
        }
        [date, month, year] if text.contains('.') && number(month).is_some() => {
            civil(year_of(year)?, number(month)?, number(date)?)
        }
        [date, name, year] if month(name).is_some() => civil(year_of(year)?, month(name)?, number(date)?),
        [name, date, year] if month(name).is_some() => {
            let date = date.trim_end_matches(char::is_alphabetic); // 14th
            civil(year_of(year)?, month(name)?, number(date)?)
        }
        [name, year] if month(name).is_some() => month_of(year_of(year)?, month(name)?),
        [year, month] if year.len() == 4 => month_of(year_of(year)?, number(month)?),
        [month, year] if year.len() == 4 => month_of(year_of(year)?, number(month)?),
        _ => None,
    }
}

/// A year of four digits, or two for this century.
fn year_of(text: &str) -> Option<i32> {
    let year = text.parse().ok().filter(|_| text.bytes().all(|b| b.is_ascii_digit()))?;
    match text.len() {
        4 => Some(year),
        2 => Some(2_000 + year),
        _ => None,
    }
}

fn civil(year: i32, month: u32, date: u32) -> Option<String> {
    Day::civil(year, u8::try_from(month).ok()?, u8::try_from(date).ok()?).map(String::from)
}

fn month_of(year: i32, month: u32) -> Option<String> {
    Day::parse(&format!("{year:04}-{month:02}")).map(String::from)
}

/// The book's word for a word as people write it.
pub(super) fn word(column: &str, cell: &str) -> String {
    let text: String = cell.trim().to_lowercase().replace([' ', '_'], "-");
    let known = match (column, text.as_str()) {
        ("service", "ondemand" | "pay-as-you-go" | "payg" | "hourly" | "standard") => "on-demand",
        ("service", "preemptible" | "interruptible" | "spot-instance" | "spot-vm") => "spot",
        ("service", "commitment" | "committed" | "contract" | "reservation") => "reserved",
        ("service", "community" | "community-cloud" | "peer-to-peer") => "marketplace",
        ("upfront", "no" | "no-upfront") => "none",
        ("upfront", "partial-upfront") => "partial",
        ("upfront", "all-upfront" | "full") => "all",
        ("interconnect", "infiniband" | "ib" | "roce" | "efa") => "rdma",
        ("interruptible" | "gpu_part_only", "true" | "y" | "1") => "yes",
        ("interruptible" | "gpu_part_only", "false" | "n" | "0") => "no",
        _ => return text,
    };
    known.to_owned()
}

/// Column names as people write them, by the book's name.
const HEADINGS: [(&str, &[&str]); 13] = [
    ("id", &["offer_id"]),
    ("provider", &["vendor", "cloud", "seller", "company", "anbieter"]),
    ("gpu", &["gpu_type", "gpu_model", "gpu_name", "accelerator"]),
    (
        "usd_per_gpu_hour",
        &[
            "usd_per_gpu_hr",
            "usd_per_gpu_h",
            "usd_per_gpu_per_hour",
            "usd_per_gpu_per_hr",
            "usd_per_gpu_per_h",
            "usd_gpu_hour",
            "usd_gpu_hr",
            "price_per_gpu_hour",
            "price_per_gpu_hr",
            "price_per_gpu_hour_usd",
            "price_per_gpu_hr_usd",
            "price_usd_per_gpu_hour",
            "gpu_hour_price",
            "gpu_hourly_price",
            "cost_per_gpu_hour",
        ],
    ),
    ("usd_per_instance_hour", &["usd_per_instance_hr", "price_per_instance_hour", "usd_per_node_hour"]),
    ("gpus_per_instance", &["gpus", "gpu_count", "num_gpus", "number_of_gpus", "gpus_per_node"]),
    ("term_months", &["term", "months", "commitment_months", "term_in_months"]),
    ("service", &["pricing_model", "purchase_option", "class"]),
    ("offer", &["instance", "instance_type", "product", "sku"]),
    ("as_of", &["date", "price_date", "updated", "last_updated", "datum"]),
    ("egress_usd_per_gb", &["egress", "egress_per_gb"]),
    ("region", &["location"]),
    ("note", &["notes", "comment", "comments", "remark"]),
];

/// The book's name of a column for a heading as people write it, such as `Term (months)` or `$/GPU/hr`; unknown
/// headings are returned unchanged.
pub(super) fn heading(written: &str, columns: &[&str]) -> String {
    let small = written.trim().to_lowercase();
    let spelled = small.replace("us$", "usd").replace('$', "usd").replace('/', " per ");
    let words: Vec<&str> = spelled.split(|c: char| !c.is_alphanumeric()).filter(|w| !w.is_empty()).collect();
    let name = words.join("_");
    if columns.contains(&name.as_str()) {
        return name;
    }
    let known = HEADINGS.iter().find(|(_, others)| others.contains(&name.as_str()));
    known.map_or(small, |(column, _)| (*column).to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    const PRICE: &str = "usd_per_gpu_hour";

    #[test]
    fn numbers_are_read_as_people_write_them() {
        for (column, cell, expected) in [
            (PRICE, "$2.35", "2.35"),
            (PRICE, "US$ 2.35", "2.35"),
            (PRICE, "USD 2.35/hr", "2.35"),
            (PRICE, "2.35 USD/GPU-hr", "2.35"),
            (PRICE, "$2.35 per GPU hour", "2.35"),
            (PRICE, "2,35 $", "2.35"),
            (PRICE, ".95", "0.95"),
            (PRICE, "-2", "-2"),
            (PRICE, "1,234.56", "1234.56"),
            (PRICE, "1.234,56", "1234.56"),
            (PRICE, "1\u{a0}234,5", "1234.5"),
            (PRICE, "1'234.50", "1234.5"),
            (PRICE, "0,125", "0.125"),
            (PRICE, "n/a", ""),
            (PRICE, "1e3", "1e3"),
            (PRICE, "2.35/month", "2.35/month"),
            (PRICE, "2.35 to 2.60", "2.35 to 2.60"),
            (PRICE, "ask", "ask"),
            ("term_months", "36 months", "36"),
            ("term_months", "12mo", "12"),
            ("term_months", "3 years", "36"),
            ("term_months", "1yr", "12"),
            ("term_months", "0.0", "0"),
            ("gpus_per_instance", "8x", "8"),
            ("gpus_per_instance", "8 GPUs", "8"),
            ("egress_usd_per_gb", "$0.09/GB", "0.09"),
        ] {
            assert_eq!(number(column, cell, Habits::default()).as_deref(), Ok(expected), "{cell}");
        }
        for cell in ["€2.35", "2.35 EUR", "GBP 2", "£2"] {
            assert_eq!(
                number(PRICE, cell, Habits::default()),
                Err(format!("{PRICE} is `{cell}`, but prices must be in US dollars"))
            );
        }
    }

    #[test]
    fn one_sign_before_three_digits_is_read_as_the_rest_of_the_file_writes_it() {
        let read = |cell: &str, others: &[&str], comma_is_free: bool| {
            let habits = Habits::of(others.iter().copied(), [].into_iter(), comma_is_free);
            number(PRICE, cell, habits).ok()
        };
        let some = |text: &str| Some(text.to_owned());
        assert_eq!(read("1,234", &["2.35"], false), some("1234"));
        assert_eq!(read("1,234", &["2,35"], false), some("1.234"));
        assert_eq!(read("1.234", &["2,35"], true), some("1234"));
        assert_eq!(read("1.234", &["2.35"], true), some("1.234"));
        assert_eq!(read("1.234", &[], true), some("1.234"));
        assert_eq!(read("1,234", &[], true), some("1.234"));
        assert_eq!(read("1,234", &[], false), None);
        assert_eq!(read("1,234", &["2.35", "2,35"], true), None);
        assert_eq!(read("1,234", &["$1.234,56"], false), some("1.234"));
        let habits = Habits::default();
        let told = format!("{PRICE} is `1,234`, which could mean 1.234 or 1234; write it unambiguously");
        assert_eq!(number(PRICE, "1,234", habits), Err(told));
    }

    #[test]
    fn dates_are_read_where_they_can_be_one_day_alone() {
        for (cell, expected) in [
            ("2026-10-14", "2026-10-14"),
            ("2026-Q3", "2026-Q3"),
            ("14.10.2026", "2026-10-14"),
            ("4.1.2026", "2026-01-04"),
            ("10.11.2026", "2026-11-10"),
            ("14.10.26", "2026-10-14"),
            ("10/14/2026", "2026-10-14"),
            ("14/10/2026", "2026-10-14"),
            ("14-10-2026", "2026-10-14"),
            ("10/10/2026", "2026-10-10"),
            ("2026/10/14", "2026-10-14"),
            ("2026.10.14", "2026-10-14"),
            ("20261014", "2026-10-14"),
            ("2026-10-14T08:30:00Z", "2026-10-14"),
            ("2026-10-14 08:30", "2026-10-14"),
            ("14 Oct 2026", "2026-10-14"),
            ("14-Oct-2026", "2026-10-14"),
            ("14. Oktober 2026", "2026-10-14"),
            ("Oct 14, 2026", "2026-10-14"),
            ("October 14th, 2026", "2026-10-14"),
            ("Oct 2026", "2026-10"),
            ("10/2026", "2026-10"),
            ("2026/10", "2026-10"),
            ("n/a", ""),
            ("31.02.2026", "31.02.2026"),
            ("14/14/2026", "14/14/2026"),
            ("yesterday", "yesterday"),
            ("46309", "46309"),
        ] {
            assert_eq!(day(cell, Habits::default()).as_deref(), Ok(expected), "{cell}");
        }
    }

    #[test]
    fn a_date_that_can_be_two_days_is_read_as_the_rest_of_the_file_writes_it() {
        let read = |cell: &str, others: &[&str]| day(cell, Habits::of([].into_iter(), others.iter().copied(), false));
        assert_eq!(read("10/11/2026", &["10/14/2026"]).as_deref(), Ok("2026-10-11"));
        assert_eq!(read("10/11/2026", &["14/10/2026"]).as_deref(), Ok("2026-11-10"));
        let told =
            "as_of is `10/11/2026`, which could mean 2026-11-10 or 2026-10-11; write it unambiguously".to_owned();
        assert_eq!(read("10/11/2026", &[]), Err(told.clone()));
        assert_eq!(read("10/11/2026", &["14/10/2026", "10/14/2026"]), Err(told));
    }

    #[test]
    fn words_and_headings_are_read_as_people_write_them() {
        for (column, cell, expected) in [
            ("service", "On-Demand", "on-demand"),
            ("service", "on demand", "on-demand"),
            ("service", "Capacity Block", "capacity-block"),
            ("service", "Preemptible", "spot"),
            ("service", "rented", "rented"),
            ("interconnect", "InfiniBand", "rdma"),
            ("interruptible", "TRUE", "yes"),
            ("upfront", "All Upfront", "all"),
        ] {
            assert_eq!(word(column, cell), expected);
        }
        let columns = ["id", "provider", "gpu", PRICE, "term_months", "as_of"];
        for (written, expected) in [
            ("ID ", "id"),
            ("Vendor", "provider"),
            ("GPU Model", "gpu"),
            ("USD per GPU-hour", PRICE),
            ("$/GPU/hr", PRICE),
            ("Price per GPU hour (USD)", PRICE),
            ("Term (months)", "term_months"),
            ("As of", "as_of"),
            ("Price", "price"),
            ("Sales rep", "sales rep"),
        ] {
            assert_eq!(heading(written, &columns), expected);
        }
    }
}
