//! The currencies that the page lists, and about how much of each a US dollar buys: a typed rate far from that is
//! questioned. No amount is converted at these rates.

/// A listed currency.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ListedCurrency {
    /// ISO 4217 code.
    pub code: &'static str,
    /// English name.
    pub name: &'static str,
    /// Units per US dollar in [`RATES_OF`], or its official peg; `None` if no rate is known here.
    pub per_usd: Option<f64>,
}

/// The month whose average the rates are.
pub const RATES_OF: &str = "2026-06";

/// Their source; rates of the dirham, the riyal of Qatar and the riyal of Saudi Arabia are their pegs.
pub const RATES_SOURCE: &str =
    "Federal Reserve, foreign exchange rates, monthly averages (H.10), https://www.federalreserve.gov/releases/h10/";

const fn rated(code: &'static str, name: &'static str, per_usd: f64) -> ListedCurrency {
    ListedCurrency { code, name, per_usd: Some(per_usd) }
}

const fn unrated(code: &'static str, name: &'static str) -> ListedCurrency {
    ListedCurrency { code, name, per_usd: None }
}

/// The listed currencies, the most used first. Any other can be entered by its code.
pub const CURRENCIES: &[ListedCurrency] = &[
    rated("USD", "US dollar", 1.0),
    rated("EUR", "euro", 0.8684),
    rated("GBP", "pound sterling", 0.7497),
    rated("JPY", "Japanese yen", 160.77),
    rated("CNY", "Chinese yuan", 6.7758),
    rated("INR", "Indian rupee", 94.96),
    rated("CHF", "Swiss franc", 0.7993),
    rated("CAD", "Canadian dollar", 1.4034),
    rated("AUD", "Australian dollar", 1.4235),
    rated("KRW", "South Korean won", 1529.46),
    rated("SGD", "Singapore dollar", 1.2878),
    rated("TWD", "Taiwan dollar", 31.6195),
    rated("HKD", "Hong Kong dollar", 7.8377),
    rated("SEK", "Swedish krona", 9.5155),
    rated("NOK", "Norwegian krone", 9.5827),
    rated("DKK", "Danish krone", 6.4903),
    unrated("PLN", "Polish zloty"),
    unrated("CZK", "Czech koruna"),
    unrated("HUF", "Hungarian forint"),
    unrated("RON", "Romanian leu"),
    unrated("ISK", "Icelandic krona"),
    rated("AED", "UAE dirham", 3.6725),
    rated("SAR", "Saudi riyal", 3.75),
    rated("QAR", "Qatari riyal", 3.64),
    unrated("ILS", "Israeli shekel"),
    unrated("TRY", "Turkish lira"),
    rated("BRL", "Brazilian real", 5.1241),
    rated("MXN", "Mexican peso", 17.3792),
    unrated("CLP", "Chilean peso"),
    unrated("COP", "Colombian peso"),
    rated("ZAR", "South African rand", 16.3886),
    rated("MYR", "Malaysian ringgit", 4.0635),
    rated("THB", "Thai baht", 32.899),
    unrated("IDR", "Indonesian rupiah"),
    unrated("PHP", "Philippine peso"),
    unrated("VND", "Vietnamese dong"),
    rated("NZD", "New Zealand dollar", 1.7295),
];

/// A listed currency by its code.
pub fn listed_currency(code: &str) -> Option<&'static ListedCurrency> {
    CURRENCIES.iter().find(|currency| currency.code == code)
}

/// How far a rate may be from the known one, as a factor, before it is compared with what else it could mean.
const NEAR: f64 = 1.2;
/// The same before it is questioned although it resembles nothing else.
const FAR: f64 = 2.0;

/// Why a rate was probably not intended.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RateDoubt {
    /// The known rate, units of the currency per US dollar.
    pub usual: f64,
    /// The rate probably intended, units per US dollar.
    pub meant: Option<f64>,
    /// Whether that is the typed one the other way round: US dollars per unit.
    pub is_inverse: bool,
}

/// Why a rate in units of a currency per US dollar was probably not intended; `None` if it is plausible, or nothing is
/// known of the currency. A rate of exactly 1 is none: it was not entered yet.
///
/// It is compared with the known rate by their quotient: within a factor of 1.2 it is plausible. Otherwise it may be the
/// other way round, or off by a power of ten.
pub fn rate_doubt(code: &str, per_usd: f64) -> Option<RateDoubt> {
    let usual = listed_currency(code)?.per_usd.filter(|_| per_usd > 0.0 && per_usd != 1.0 && code != "USD")?;
    let is_within = |rate: f64, factor: f64| (usual / factor..=usual * factor).contains(&rate);
    if is_within(per_usd, NEAR) {
        return None;
    }
    let inverse = 1.0 / per_usd;
    if is_within(inverse, NEAR) {
        return Some(RateDoubt { usual, meant: Some(inverse), is_inverse: true });
    }
    if is_within(per_usd, FAR) {
        return None;
    }
    let shifted = [10.0, 100.0, 1_000.0]
        .into_iter()
        .flat_map(|by| [per_usd / by, per_usd * by, by / per_usd, 1.0 / (by * per_usd)]);
    let meant = shifted.filter(|rate| is_within(*rate, NEAR)).min_by(|one, other| {
        let distance = |rate: f64| if rate > usual { rate / usual } else { usual / rate };
        distance(*one).total_cmp(&distance(*other))
    });
    Some(RateDoubt { usual, meant, is_inverse: false })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::inputs::value::is_code;

    fn meant(code: &str, per_usd: f64) -> Option<f64> {
        rate_doubt(code, per_usd).and_then(|doubt| doubt.meant)
    }

    #[test]
    fn a_plausible_rate_is_not_questioned() {
        for (code, rates) in [("EUR", [0.82, 0.926, 1.04]), ("JPY", [140.0, 150.0, 190.0]), ("GBP", [0.63, 0.79, 0.85])]
        {
            for rate in rates {
                assert_eq!(rate_doubt(code, rate), None, "{rate} {code}");
            }
        }
    }

    #[test]
    fn a_rate_the_other_way_round_is_named() {
        for (code, typed, expected) in [
            ("EUR", 1.08, 0.925_925_925_9),
            ("EUR", 1.16, 0.862_068_965_5),
            ("JPY", 0.0064, 156.25),
            ("GBP", 1.3, 0.769_230_769_2),
        ] {
            let doubt = rate_doubt(code, typed).expect("a doubt");
            assert!(doubt.is_inverse, "{typed} {code}");
            assert!((doubt.meant.expect("a rate") - expected).abs() < 1e-9, "{typed} {code}: {doubt:?}");
        }
    }

    #[test]
    fn a_rate_without_its_point_is_named() {
        // 1.08 USD per EUR, typed as 108 EUR per USD.
        assert!((meant("EUR", 108.0).expect("a rate") - 100.0 / 108.0).abs() < 1e-12);
        assert!((meant("EUR", 87.0).expect("a rate") - 0.87).abs() < 1e-12);
        assert!((meant("JPY", 1.5).expect("a rate") - 150.0).abs() < 1e-9);
        assert_eq!(rate_doubt("CNY", 20.0), Some(RateDoubt { usual: 6.7758, meant: None, is_inverse: false }));
    }

    #[test]
    fn what_is_unknown_or_not_entered_is_not_questioned() {
        for (code, rate) in [("USD", 5.0), ("EUR", 1.0), ("PLN", 400.0), ("XXX", 1e6), ("EUR", 0.0)] {
            assert_eq!(rate_doubt(code, rate), None, "{rate} {code}");
        }
    }

    #[test]
    fn each_currency_is_listed_once_under_its_code() {
        for (at, currency) in CURRENCIES.iter().enumerate() {
            assert!(is_code(currency.code) && !currency.name.is_empty(), "{}", currency.code);
            assert!(CURRENCIES.iter().skip(at + 1).all(|other| other.code != currency.code), "{}", currency.code);
        }
        assert_eq!(CURRENCIES.first().map(|first| first.code), Some("USD"));
    }
}
