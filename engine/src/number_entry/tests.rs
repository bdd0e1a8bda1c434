use super::{Counted, Odd, Sign, code_beside, read_typed};
use crate::units::Unit;

fn check(text: &str, expected: Option<(f64, bool)>) {
    let read = read_typed(text, '.').map(|r| (r.value, r.ambiguous));
    assert_eq!(read, expected, "typed {text:?}");
}

#[test]
fn what_people_type_is_read() {
    for (text, value) in [
        ("$4,800,000", 4_800_000.0),
        ("4.8M", 4_800_000.0),
        ("4 800 000", 4_800_000.0),
        ("4\u{a0}800\u{202f}000", 4_800_000.0),
        ("4\u{2009}800\u{2009}000", 4_800_000.0),
        ("80 %", 80.0),
        ("80%", 80.0),
        ("%80", 80.0),
        (" 80 ", 80.0),
        ("８０", 80.0),
        ("1 250,5", 1250.5),
        ("0,08", 0.08),
        ("0.125", 0.125),
        (".5", 0.5),
        (",5", 0.5),
        ("5.", 5.0),
        ("1.234.567,8", 1_234_567.8),
        ("12,34,567", 1_234_567.0),
        ("1,25,000", 125_000.0),
        ("1,25,000.50", 125_000.5),
        ("1'234.5", 1234.5),
        ("1’234’567.5", 1_234_567.5),
        ("1_000_000", 1e6),
        ("-3", -3.0),
        ("−3", -3.0),
        ("-$3", -3.0),
        ("$-3", -3.0),
        ("- 3", -3.0),
        ("+3", 3.0),
        ("250k", 250_000.0),
        ("USD 12.29", 12.29),
        ("268,000.5 gbp", 268_000.5),
        ("EUR 268k", 268_000.0),
        ("268 kEUR", 268_000.0),
        ("1,9 Mio €", 1_900_000.0),
        ("1e6", 1e6),
        ("1.5E+3", 1500.0),
        ("1.234e6", 1_234_000.0),
        ("-0", 0.0),
        ("8M/12", 8e6 / 12.0),
        ("8 M € ÷ 12", 8e6 / 12.0),
        ("٢٩٦٬٦٤٤", 296_644.0),
        ("२,९६,६४४", 296_644.0),
        ("425\u{ad}000", 425_000.0),
        // Cents omitted, as in Switzerland and Germany.
        ("425'000.-", 425_000.0),
        ("425’000.–", 425_000.0),
        ("425.000,-", 425_000.0),
        ("425,000.--", 425_000.0),
        ("425,-", 425.0),
        ("Fr. 425'000.—", 425_000.0),
        // Multipliers.
        ("1,9 Mio. €", 1_900_000.0),
        ("4,8 Mio", 4_800_000.0),
        ("4.8 million", 4_800_000.0),
        ("USD 4.8 million", 4_800_000.0),
        ("2.5k", 2500.0),
        ("1.2 bn", 1.2e9),
        ("1,2 Mrd.", 1.2e9),
        ("3,5 Mia.", 3.5e9),
        ("120 Tsd. €", 120_000.0),
        ("2.5 lakh", 250_000.0),
        ("₹ 1.2 crore", 12_000_000.0),
        ("Rs 1,25,000", 125_000.0),
        ("Rs.1,25,000", 125_000.0),
        ("Rs. 1.5", 1.5),
        ("US$5", 5.0),
        ("$ 5 USD", 5.0),
        // Units.
        ("$2.35/hr", 2.35),
        ("0,28 €/kWh", 0.28),
        ("EUR 2.35 / h", 2.35),
        ("2.35 USD per GPU-hour", 2.35),
        ("2.35 $/GPUh", 2.35),
        ("1,90 € pro Stunde", 1.9),
        ("64 GPUs", 64.0),
        ("3 years", 3.0),
        ("5 % p.a.", 5.0),
        ("5 %/a", 5.0),
        ("5 GPUs", 5.0),
    ] {
        check(text, Some((value, false)));
    }
}

/// The same numbers typed in five countries. The third column is whether the page shows what it read.
#[test]
fn every_country_is_read_in_its_own_way() {
    type Texts = &'static [(&'static str, f64, bool)];
    let all: &[(&str, char, Texts)] = &[
        (
            "en-US",
            '.',
            &[
                ("425,000", 425_000.0, true),
                ("425.5", 425.5, false),
                ("4,250,000.25", 4_250_000.25, false),
                ("1.234", 1.234, true),
                ("425,0000", 425.0, true),
                ("4250,000", 4250.0, true),
                ("4250.000", 4250.0, false),
                ("425.0000", 425.0, false),
                ("0.0001", 0.0001, false),
                ("$4.8M", 4_800_000.0, false),
                ("4 800,000", 4800.0, true),
            ],
        ),
        ("en-GB", '.', &[("£425,000", 425_000.0, true), ("£1.2bn", 1.2e9, false), ("£2.35 per GPU-hour", 2.35, false)]),
        (
            "de-DE",
            ',',
            &[
                ("425.000", 425_000.0, true),
                ("425,5", 425.5, false),
                ("4.250.000,25", 4_250_000.25, false),
                ("1,234", 1.234, true),
                ("425,0000", 425.0, false),
                ("425.0000", 425.0, true),
                ("4250.000", 4250.0, true),
                ("4250,000", 4250.0, false),
                ("0.0001", 0.0001, false),
                ("1,9 Mio. €", 1_900_000.0, false),
                ("425.000,-", 425_000.0, false),
                ("4 800,000", 4800.0, false),
            ],
        ),
        (
            "fr-CH",
            ',',
            &[
                ("425\u{202f}000", 425_000.0, false),
                ("4\u{202f}250\u{202f}000,25", 4_250_000.25, false),
                ("425'000.-", 425_000.0, false),
                ("CHF 425’000.50", 425_000.5, false),
                ("2,35 fr./heure", 2.35, false),
            ],
        ),
        (
            "en-IN",
            '.',
            &[
                ("1,25,000", 125_000.0, false),
                ("₹42,50,000.25", 4_250_000.25, false),
                ("Rs. 1,25,000/-", 125_000.0, false),
                ("42.5 lakh", 4_250_000.0, false),
                ("1,25,00,000", 12_500_000.0, false),
            ],
        ),
    ];
    for (locale, decimal, texts) in all {
        for (text, value, shown) in *texts {
            let read = read_typed(text, *decimal).map(|r| (r.value, r.ambiguous));
            assert_eq!(read, Some((*value, *shown)), "{locale}: {text:?}");
        }
    }
}

/// Numbers as `Intl.NumberFormat` writes them in five countries, read back.
#[test]
fn what_the_page_writes_is_read_as_what_it_was() {
    let western = |whole: &str, mark: &str| grouped(whole, mark, 3);
    for (locale, mark, decimal) in
        [("en-US", ",", '.'), ("en-GB", ",", '.'), ("de-DE", ".", ','), ("fr-CH", "\u{202f}", ',')]
    {
        for (whole, tail) in wholes_and_tails() {
            comes_back(locale, &western(&whole, mark), &whole, tail, decimal);
        }
    }
    for (whole, tail) in wholes_and_tails() {
        comes_back("en-IN", &grouped(&whole, ",", 2), &whole, tail, '.');
    }
}

fn wholes_and_tails() -> impl Iterator<Item = (String, &'static str)> {
    let wholes =
        (0..13).flat_map(|power: u32| [10_u64.pow(power), 10_u64.pow(power) * 4 + 7, 9 * 10_u64.pow(power) - 1]);
    let tails = ["", "5", "25", "125", "0625", "000000001"];
    wholes.flat_map(move |whole| tails.into_iter().map(move |tail| (whole.to_string(), tail)))
}

/// Groups digits: the last group has three, the others `size`.
fn grouped(whole: &str, mark: &str, size: usize) -> String {
    let mut out = String::new();
    for (at, digit) in whole.chars().enumerate() {
        let left = whole.len() - at;
        if at > 0 && left >= 3 && (left - 3).is_multiple_of(size) {
            out.push_str(mark);
        }
        out.push(digit);
    }
    out
}

fn comes_back(locale: &str, shown: &str, whole: &str, tail: &str, decimal: char) {
    let (shown, plain) = if tail.is_empty() {
        (shown.to_owned(), whole.to_owned())
    } else {
        (format!("{shown}{decimal}{tail}"), format!("{whole}.{tail}"))
    };
    let value: f64 = plain.parse().expect("digits");
    assert_eq!(read_typed(&shown, decimal).map(|r| r.value), Some(value), "{locale}: {shown}");
}

#[test]
fn two_ways_to_read_are_marked() {
    check("1,234", Some((1234.0, true)));
    check("1.234", Some((1.234, true)));
    check("0,123", Some((0.123, false)));
    let comma = |text: &str| read_typed(text, ',').map(|r| (r.value, r.ambiguous));
    assert_eq!(comma("1.234"), Some((1234.0, true)));
    assert_eq!(comma("1,234"), Some((1.234, true)));
    assert_eq!(comma("296.644"), Some((296_644.0, true)));
    assert_eq!(comma("0.123"), Some((0.123, false)));
    assert_eq!(comma("1.234.567,8"), Some((1_234_567.8, false)));
}

#[test]
fn what_is_not_one_number_is_not_read() {
    for text in [
        "",
        "abc",
        "8O",
        "1..2",
        "1,2,3",
        "--1",
        "1-2",
        "NaN",
        "inf",
        "1e999",
        ".",
        "5-",
        "5 /",
        "5 per",
        "1/0",
        "1/2/3",
        // Invalid groups, for every separator.
        "1,234 567",
        "1.234 567",
        "1,23,456,789",
        "12,345,67",
        "1234,567,890",
        "1,2345,678",
        "0,123,456",
        "1.25.000",
        "12 34",
        "1 2",
        "4250 000",
        "1 25 000",
        "1'2345",
        "12'34",
        "4250'000",
        "1_25_000",
        "1'234 567",
        "1'234,567,8",
        "1 234.567.8",
        "4250,000.5",
        "1,25.5",
        "1.234,567.8",
        "1,234.567,8",
        "4\u{a0}80",
        "4\u{202f}80",
        // Unknown, repeated or conflicting words.
        "5 GPUx",
        "5 kk",
        "5k m",
        "$5 €",
        "$ 5 %",
        "5 € % ",
        "5 % %",
        "3 GiB",
        "5 GPUs million",
        "~5",
        "(5)",
        "5 USD EUR",
    ] {
        check(text, None);
    }
}

#[test]
fn a_sign_or_a_code_makes_money_of_its_currency() {
    for (text, sign, has, lacks) in [
        ("USD 268k", Some(Sign::Money), "USD", "EUR"),
        ("268 000 eur", Some(Sign::Money), "EUR", "USD"),
        ("$5", Some(Sign::Money), "CAD", "EUR"),
        ("US$5", Some(Sign::Money), "USD", "CAD"),
        ("CAD $5", Some(Sign::Money), "CAD", "USD"),
        ("Rs 5", Some(Sign::Money), "INR", "USD"),
        ("5 kr", Some(Sign::Money), "SEK", "USD"),
        ("¥5", Some(Sign::Money), "JPY", "USD"),
        ("5 Franken", Some(Sign::Money), "CHF", "EUR"),
        ("5 %", Some(Sign::Percent), "", "USD"),
        ("4.8 Mio", None, "", "USD"),
        ("3 kW", None, "", "USD"),
    ] {
        let read = read_typed(text, '.').expect(text);
        assert_eq!(read.sign, sign, "{text}");
        assert!(has.is_empty() || read.currencies.contains(&has), "{text}");
        assert!(!read.currencies.contains(&lacks), "{text}");
    }
}

#[test]
fn a_code_stands_at_either_end() {
    let found = ["268kusd", " chf 3", "3 mio", "usd"].map(code_beside);
    assert_eq!(found, [Some("USD"), Some("CHF"), None, Some("USD")]);
}

#[test]
fn a_unit_is_the_fields_or_is_converted_or_is_refused() {
    let fits = [
        ("64 GPUs", Unit::Gpus, 64.0, false),
        ("3 years", Unit::Years, 3.0, false),
        ("36 months", Unit::Years, 3.0, true),
        ("3 years", Unit::Months, 36.0, true),
        ("3 Jahre", Unit::Months, 36.0, true),
        ("1.5 yrs", Unit::Months, 18.0, true),
        ("2 days", Unit::Hours, 48.0, true),
        ("700 W", Unit::Kilowatts, 0.7, true),
        ("0.7 kW", Unit::Watts, 700.0, true),
        ("10.2 kW", Unit::Kilowatts, 10.2, false),
        ("$2.35/hr", Unit::UsdPerGpuHour, 2.35, false),
        ("$2.35", Unit::UsdPerGpuHour, 2.35, false),
        ("2.35 USD per GPU-hour", Unit::UsdPerGpuHour, 2.35, false),
        ("$24 a day", Unit::UsdPerGpuHour, 1.0, true),
        ("$120 /MWh", Unit::UsdPerKwh, 0.12, true),
        ("$0.12/kWh", Unit::UsdPerKwh, 0.12, false),
        ("$120 per year", Unit::UsdPerMonth, 10.0, true),
        ("$10/mo", Unit::UsdPerYear, 120.0, true),
        ("$10 monthly", Unit::UsdPerYear, 120.0, true),
        ("$1200 per kW and year", Unit::UsdPerKwMonth, 100.0, true),
        ("$20 per TB", Unit::UsdPerGigabyte, 0.02, true),
        ("1 PB", Unit::Terabytes, 1000.0, true),
        ("12,000 GPU-hours a year", Unit::GpuHoursPerMonth, 1000.0, true),
        ("32,700 GPU hours", Unit::GpuHoursPerMonth, 32_700.0, true),
        ("5 million tokens", Unit::MillionTokens, 5.0, false),
        ("5M tokens", Unit::MillionTokens, 5.0, false),
        ("3 bn tokens", Unit::MillionTokens, 3000.0, true),
        ("1000 tokens per second", Unit::TokensPerSecond, 1000.0, false),
        ("1000 tokens/s", Unit::TokensPerSecond, 1000.0, false),
        ("7.2M tokens per hour", Unit::TokensPerSecond, 2000.0, true),
        ("2.628 billion tokens a month", Unit::TokensPerSecond, 1000.0, true), // 730 hours
        ("86.4M tokens/day", Unit::TokensPerSecond, 1000.0, true),
        ("80 %", Unit::Share, 0.8, false),
        ("80", Unit::Share, 0.8, false),
        ("5 % p.a.", Unit::SharePerYear, 0.05, false),
        ("2 FTE", Unit::People, 2.0, false),
    ];
    for (text, unit, value, shown) in fits {
        assert_eq!(read_typed(text, '.').expect(text).in_unit(unit, "USD"), Ok((value, shown)), "{text} in {unit:?}");
    }
    for (text, unit, words) in [
        ("64 GPUs", Unit::Years, "GPUs"),
        ("3 kW", Unit::Years, "kW"),
        ("3 hours", Unit::Months, "hours"),
        ("3 years", Unit::Ratio, "years"),
        ("$2.35 per node-hour", Unit::UsdPerGpuHour, "per node and hour"),
        ("$2.35/hr", Unit::UsdPerMonth, "per hour"),
        ("$2.35/hr", Unit::Usd, "per hour"),
        ("$5 per month", Unit::UsdPerGpuHour, "per month"),
        ("700 hours", Unit::GpuHoursPerMonth, "hours"),
        ("5 % a year", Unit::Share, "per year"),
        ("5 GPUs a month", Unit::Gpus, "GPUs per month"),
        ("$5 GPUs", Unit::UsdPerGpuHour, "GPUs"),
        ("$5 per GPU-hour", Unit::UsdPerKwh, "per GPU-hour"),
        ("12 kWh", Unit::Kilowatts, "kWh"),
    ] {
        let odd = read_typed(text, '.').expect(text).in_unit(unit, "USD");
        let Err(Odd::Counts(counted)) = odd else { panic!("{text} in {unit:?}: {odd:?}") };
        assert_eq!(counted.in_words(), words, "{text}");
    }
    for (text, unit, code, odd) in [
        ("5 %", Unit::Years, "USD", Odd::Percentage),
        ("$5", Unit::Years, "USD", Odd::Money),
        ("€5", Unit::UsdPerGpuHour, "USD", Odd::Currency(&["EUR"])),
        ("Rs 1,25,000", Unit::UsdPerNode, "USD", Odd::Currency(&["INR", "PKR", "LKR", "NPR", "MUR"])),
        ("5 USD", Unit::Usd, "EUR", Odd::Currency(&["USD"])),
        ("C$5", Unit::Usd, "USD", Odd::Currency(&["CAD"])),
    ] {
        assert_eq!(read_typed(text, '.').expect(text).in_unit(unit, code), Err(odd), "{text}");
    }
    let rupees = read_typed("Rs 1,25,000", '.').expect("a number");
    assert_eq!((rupees.counted, rupees.in_unit(Unit::Usd, "INR")), (Counted::NOTHING, Ok((125_000.0, false))));
}

#[test]
fn emissions_are_read_in_grams_and_kilograms() {
    let read = |text: &str, unit: Unit| {
        read_typed(text, '.').map(|reading| reading.in_unit(unit, "USD").map(|(value, _)| value))
    };
    for text in
        ["0.35", "0.35 kg CO2e per kWh", "0.35 kg/kWh", "350 g CO2e/kWh", "350 kg CO2 per MWh", "0.35 kgCO2e/kWh"]
    {
        assert_eq!(read(text, Unit::KgPerKwh), Some(Ok(0.35)), "{text}");
    }
    assert_eq!(read("120 g CO2e per GPU-hour", Unit::KgPerGpuHour), Some(Ok(0.12)));
    assert!(read("0.35 kg", Unit::Kilowatts).is_some_and(|found| found.is_err()));
    assert_eq!(read("3 kgs of it", Unit::KgPerKwh), None);
}
