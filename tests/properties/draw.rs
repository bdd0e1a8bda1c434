//! Draws scenarios from the table of inputs itself: everything a row allows can occur, and nothing else.
//!
//! A new row is drawn without a change here. Numbers come from their whole bounds, log-spaced if they are positive, and
//! equally often from around their default, so that answers stay realistic.

use std::sync::OnceLock;

use engine::codec::{Document, LONGEST_NAME, MemoWords, plain};
use engine::inputs::field::{Column, ColumnKind, Field, Kind};
use engine::inputs::value::{Amount, Cell, Certainty, Range, Spread, Value};
use engine::inputs::{FIELDS, Scenario};
use engine::prices::PriceBook;
use engine::text::visible;
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::select;
use proptest::test_runner::RngSeed;

/// The texts of a drawn scenario.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Texts {
    /// Ids of the price book, so that a model can be built.
    Known,
    /// Anything within the row's length.
    Any,
}

/// The price book, parsed once.
pub(crate) fn book() -> &'static PriceBook {
    static BOOK: OnceLock<PriceBook> = OnceLock::new();
    BOOK.get_or_init(PriceBook::embedded)
}

/// The number of cases, the same in every run. `PROPERTIES_TIMES` multiplies it (`make properties`), `PROPTEST_CASES`
/// sets one number for all tests, `PROPTEST_RNG_SEED` another seed.
pub(crate) fn cases(count: u32) -> ProptestConfig {
    let given = ProptestConfig::default();
    let seed = if given.rng_seed == RngSeed::Random { RngSeed::Fixed(20_261_120) } else { given.rng_seed };
    let times: u32 =
        std::env::var("PROPERTIES_TIMES").map_or(1, |times| times.parse().expect("PROPERTIES_TIMES is a number"));
    let count = if std::env::var_os("PROPTEST_CASES").is_some() { given.cases } else { count.saturating_mul(times) };
    // A failure is made smaller for a minute at most: the checks have other failures to tell of, and an end.
    let (max_shrink_iters, max_shrink_time) = (3_000, 60_000);
    ProptestConfig {
        cases: count,
        rng_seed: seed,
        failure_persistence: None,
        max_shrink_iters,
        max_shrink_time,
        ..given
    }
}

/// A drawn document. If a test fails, it shows the rows that differ from their default.
#[derive(Clone)]
pub(crate) struct Drawn(pub(crate) Document);

impl std::fmt::Debug for Drawn {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let typical = Scenario::typical(book());
        let typed = FIELDS.iter().filter(|field| field.get(&self.0.scenario) != field.get(&typical));
        let rows = typed.map(|field| (field.id, field.get(&self.0.scenario)));
        write!(f, "{:?} of {} with ", self.0.name, self.0.edition)?;
        f.debug_map().entries(rows).finish()
    }
}

/// Any valid scenario with a name and an edition.
pub(crate) fn document(texts: Texts) -> impl Strategy<Value = Drawn> {
    let editions: Vec<String> = book().editions.iter().map(|e| e.id.clone()).collect();
    let name = any_text(LONGEST_NAME).prop_map(|name| plain(&name, LONGEST_NAME));
    (name, select(editions), scenario(texts)).prop_map(|(name, edition, scenario)| {
        Drawn(Document { name, edition, scenario, memo: MemoWords::default(), decisions: Vec::new(), said: None })
    })
}

/// Any valid document whose machines there are of the work's GPU: what a claim about one kind of machine needs. Those of
/// another GPU are compared with an independent model (`tests/plans.rs`).
pub(crate) fn document_of_one_gpu(texts: Texts) -> impl Strategy<Value = Drawn> {
    document(texts).prop_map(|Drawn(mut document)| {
        document.scenario.present.node_gpu.clear();
        Drawn(document)
    })
}

/// Any valid scenario.
pub(crate) fn scenario(texts: Texts) -> impl Strategy<Value = Scenario> {
    let rows: Vec<BoxedStrategy<Value>> = FIELDS.iter().map(|field| value(field, texts)).collect();
    rows.prop_map(|values| {
        let mut scenario = Scenario::neutral();
        for (field, value) in FIELDS.iter().zip(&values) {
            assert_eq!(field.validate(value), None, "{} was drawn wrongly", field.id);
            assert!(field.set(&mut scenario, value), "{} rejects {value:?}", field.id);
        }
        // Of GPUs without a BF16 speed, that of those there has to be entered.
        scenario.present.gpu_relative_work.value = scenario.present.gpu_relative_work.value.max(0.001);
        scenario.present.gpu_relative_work.certainty = Certainty::Default;
        // Delivery after the horizon is the one contradiction that prevents any answer.
        if scenario.time.lead_months.value >= scenario.time.horizon_months.value {
            scenario.time.lead_months = Amount::exact(scenario.time.horizon_months.value - 1.0);
        }
        scenario
    })
}

fn value(field: &'static Field, texts: Texts) -> BoxedStrategy<Value> {
    match field.kind {
        Kind::Number { min, max, whole, .. } => amount(field, min, max, whole).prop_map(Value::Number).boxed(),
        Kind::Choice(options) => {
            select(options.iter().map(|o| o.id).collect::<Vec<_>>()).prop_map(|id| Value::Choice(id.into())).boxed()
        }
        Kind::NumberOrWord { min, max, whole, words, .. } => {
            let typed = number(min, max).prop_map(move |x| if whole { x.round() } else { x }.clamp(min, max));
            let words = words.iter().map(|o| o.id).collect::<Vec<_>>();
            prop_oneof![
                2 => select(words).prop_map(|id| Value::Choice(id.into())),
                1 => typed.prop_map(|x| Value::Number(Amount::exact(x))),
            ]
            .boxed()
        }
        Kind::Switch => any::<bool>().prop_map(Value::Switch).boxed(),
        Kind::OtherGpu | Kind::AnyGpu => select([gpus(), vec![String::new()]].concat()).prop_map(Value::Text).boxed(),
        Kind::Gpu => select(gpus()).prop_map(Value::Text).boxed(),
        Kind::Currency => "[A-Z]{3}".prop_map(Value::Text).boxed(),
        Kind::Day => select(vec!["", "2024-02-29", "2026-11-20"]).prop_map(|d| Value::Text(d.to_owned())).boxed(),
        Kind::Text { .. } => select(vec!["", "EU", "EU, US", "SOC 2"]).prop_map(|d| Value::Text(d.to_owned())).boxed(),
        Kind::List { columns, max_rows } => list(columns, max_rows, texts),
    }
}

fn amount(field: &'static Field, min: f64, max: f64, whole: bool) -> BoxedStrategy<Amount> {
    let default = field.value_in(book()).number().unwrap_or(min);
    let near = near_default(default, min, max);
    let number = prop_oneof![3 => Just(default), 4 => near, 4 => number(min, max)];
    let held = move |x: f64| if whole { x.round() } else { x }.clamp(min, max);
    let ends = (0.0..=1.0_f64, 0.0..=1.0_f64, select(Spread::ALL.to_vec()));
    let range = prop_oneof![3 => Just(None), 1 => ends.prop_map(Some)];
    (number.prop_map(held), range)
        .prop_map(move |(value, ends)| match ends {
            None => Amount::exact(value),
            Some((below, above, (spread, ..))) => {
                let low = (value - (value - min) * below).clamp(min, value);
                let high = (value + (max - value) * above * above * above).clamp(value, max);
                Amount::ranged(value, Range { spread, low, high })
            }
        })
        .boxed()
}

/// Within a factor of five of the default.
fn near_default(default: f64, min: f64, max: f64) -> BoxedStrategy<f64> {
    if default == 0.0 {
        return (-3.0..0.0_f64).prop_map(move |d| (max * 10_f64.powf(d)).min(100.0).clamp(min, max)).boxed();
    }
    (-0.7..0.7_f64).prop_map(move |decades| (default * 10_f64.powf(decades)).clamp(min, max)).boxed()
}

/// Any number within bounds: its ends, uniform, and log-uniform down to the smallest positive number.
pub(crate) fn number(min: f64, max: f64) -> BoxedStrategy<f64> {
    if min >= max {
        return Just(min).boxed();
    }
    let least = if min > 0.0 { min } else { max * 1e-12 };
    let decades = (least.log10(), max.log10());
    let tiny: Vec<f64> = [5e-324, f64::MIN_POSITIVE, 1.234_567_890_123_456_7e-100, 1e-30]
        .into_iter()
        .filter(|t| (min..=max).contains(t))
        .chain([min])
        .collect();
    prop_oneof![
        2 => select(vec![min, max]),
        3 => min..=max,
        8 => (decades.0..=decades.1).prop_map(move |d| 10_f64.powf(d).clamp(min, max)),
        1 => select(tiny),
    ]
    .boxed()
}

fn list(columns: &'static [Column], max_rows: usize, texts: Texts) -> BoxedStrategy<Value> {
    let row: Vec<BoxedStrategy<Cell>> = columns.iter().map(|column| cell(column, texts)).collect();
    vec(row, 0..=max_rows.min(5)).prop_map(Value::List).boxed()
}

fn cell(column: &'static Column, texts: Texts) -> BoxedStrategy<Cell> {
    match column.kind {
        ColumnKind::Number { min, max, optional, whole, .. } => {
            let usual = (-1.0..2.0_f64).prop_map(move |d| 10_f64.powf(d).clamp(min, max));
            let given = prop_oneof![1 => number(min, max), 2 => usual];
            let given = given.prop_map(move |n| Cell::Number(if whole { n.round() } else { n }));
            if optional { prop_oneof![3 => given, 1 => Just(Cell::Empty)].boxed() } else { given.boxed() }
        }
        ColumnKind::Text { .. } if column.label == "GPU, if another" => {
            select(vec!["", "", "h100-sxm", "NVIDIA H200", "A100", "no GPU"])
                .prop_map(|id| Cell::Text(id.to_owned()))
                .boxed()
        }
        ColumnKind::Text { .. } if column.label == "GPUs by hour" => {
            select(vec!["", "24*8760", "8 16*3 ?*2 -1 x", "0*10 40.5*20"])
                .prop_map(|text| Cell::Text(text.to_owned()))
                .boxed()
        }
        ColumnKind::Choice(options) => select(options).prop_map(|option| Cell::Text(option.id.to_owned())).boxed(),
        ColumnKind::Text { max_chars } => text(texts, max_chars, offers()).prop_map(Cell::Text).boxed(),
    }
}

fn text(texts: Texts, max_chars: usize, known: Vec<String>) -> BoxedStrategy<String> {
    match texts {
        Texts::Known => select(known).boxed(),
        // Readers remove invisible characters, so no scenario contains them.
        Texts::Any => {
            let visible = any_text(max_chars).prop_map(|text| visible(&text));
            prop_oneof![1 => select(known), 3 => visible].boxed()
        }
    }
}

/// Any text up to a length, often one that breaks careless code.
pub(crate) fn any_text(max_chars: usize) -> BoxedStrategy<String> {
    let fit = move |text: String| text.chars().take(max_chars).collect::<String>();
    prop_oneof![
        2 => select(NASTY.to_vec()).prop_map(move |t| fit(t.to_owned())),
        2 => vec(any::<char>(), 0..=max_chars).prop_map(|chars| chars.into_iter().collect()),
        2 => "[ -~]{0,30}".prop_map(fit),
        1 => vec(select(NASTY.to_vec()), 0..6).prop_map(move |parts| fit(parts.concat())),
    ]
    .boxed()
}

fn gpus() -> Vec<String> {
    book().gpus.iter().map(|g| g.id.clone()).collect()
}

fn offers() -> Vec<String> {
    book().offers.iter().map(|o| o.id.to_string()).collect()
}

/// Texts that break careless code.
pub(crate) const NASTY: &[&str] = &[
    "",
    "-",
    "--",
    "_",
    "_2",
    "_2d",
    "_zz",
    "_ff",
    "~",
    "~~",
    "&",
    "&amp;",
    ";",
    "=",
    "+",
    "%",
    "%2",
    "%zz",
    "%00",
    "%C3%28",
    "%ff%fe",
    "%3D",
    "#",
    "?",
    "\"",
    "'",
    "\\",
    "\\u0000",
    "\0",
    "\r\n",
    "\u{1b}[31m",
    "NaN",
    "nan",
    "inf",
    "-inf",
    "Infinity",
    "-Infinity",
    "1e308",
    "-1e308",
    "1e309",
    "1e-400",
    "-0",
    "-0.0",
    "+1",
    "0x10",
    "1_000",
    "1,234",
    "8O%",
    "１２",
    "٣",
    "1e5",
    "1~t~0",
    "1~t~0~2",
    "1~t~2~0",
    "1~x~0~2",
    "1~t~-1e300~1e300",
    "1~t~NaN~inf",
    "1~t~0~2~3",
    "null",
    "true",
    "[]",
    "{}",
    "<svg onload=alert(1)>",
    "</script><script>alert(1)</script>",
    "javascript:alert(1)",
    "data:text/html,x",
    "\u{202e}abc\u{202c}",
    "\u{2066}x\u{2069}",
    "\u{feff}",
    "\u{200b}",
    "\u{61c}",
    "مرحبا",
    "e\u{301}",
    "👩‍👩‍👧‍👦",
    "ﬀ",
    "日本語",
    "\u{10ffff}",
    "../../etc/passwd",
    "__proto__",
    "constructor",
    "h100-sxm",
];
