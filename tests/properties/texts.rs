//! Readers withstand any text, and every document survives them unchanged.

use engine::codec::collection::{self, Kept, named};
use engine::codec::recorded_result::{Figures, RecordedResult};
use engine::codec::{Decoded, Document, file, link};
use engine::inputs::FIELDS;
use engine::inputs::derived::DERIVED;
use engine::inputs::field::{Field, Kind, OTHER_GPU};
use engine::inputs::value::{Amount, Value};
use engine::number::{read_canonical, write};
use engine::number_entry::{Reading, Sign, read_typed};
use engine::report::evaluate_without_plans as evaluate;
use proptest::prelude::*;
use serde_json::{Value as Json, json};

use crate::check::{Outcome, all_finite};
use crate::draw::{Drawn, NASTY, Texts, any_text, book, cases, document};

proptest! {
    #![proptest_config(cases(800))]

    #[test]
    fn links_and_files_give_back_every_document(Drawn(d) in document(Texts::Any), figures in said_figures()) {
        let d = Document { said: Some(RecordedResult::now(&d, figures)), ..d };
        let text = link::write(&d);
        let safe = |b: u8| b.is_ascii_alphanumeric() || b".-_~=&".contains(&b);
        prop_assert!(text.bytes().all(safe) && link::is_link(&text), "{} needs escaping", text);
        let by_link = link::read(&text, book());
        prop_assert_eq!(&by_link.document, &d);
        prop_assert_eq!(by_link.document.said, d.said);
        prop_assert!(by_link.notices.is_empty(), "{:?}", by_link.notices);
        let by_file = file::read(&file::write(&d), book()).expect("our own file");
        prop_assert_eq!(&by_file.document, &d);
        prop_assert_eq!(by_file.document.said, d.said);
        prop_assert!(by_file.notices.is_empty(), "{:?}", by_file.notices);
    }

}

proptest! {
    #![proptest_config(cases(40))]

    // Both use the table of inputs, not the struct's members: the compiler's `Debug` output shows whether they are
    // right.
    #[test]
    fn a_copy_is_the_same_and_a_change_in_any_row_makes_another(
        Drawn(d) in document(Texts::Any),
        Drawn(other) in document(Texts::Any),
    ) {
        let copy = d.scenario.clone();
        prop_assert_eq!(format!("{copy:?}"), format!("{:?}", d.scenario));
        prop_assert!(copy == d.scenario);
        for field in FIELDS {
            let mut changed = d.scenario.clone();
            prop_assert!(field.set(&mut changed, &field.get(&other.scenario)));
            let same = format!("{changed:?}") == format!("{:?}", d.scenario);
            prop_assert_eq!(changed == d.scenario, same, "{}", field.id);
        }
    }
}

proptest! {
    #![proptest_config(cases(100))]

    #[test]
    fn several_in_one_link_and_in_one_file_come_back(
        all in proptest::collection::vec(document(Texts::Any), 1..=5),
        own_book in proptest::option::of(".{0,200}"),
    ) {
        let all: Vec<Document> = all.into_iter().map(|Drawn(d)| d).collect();
        let found = link::read_set(&link::write_set(&all), book());
        prop_assert!(found.iter().all(|f| f.notices.is_empty()), "{:?}", found.iter().map(|f| &f.notices).collect::<Vec<_>>());
        prop_assert_eq!(&found.into_iter().map(|f| f.document).collect::<Vec<_>>(), &all);
        let kept: Vec<Kept> = all
            .iter()
            .enumerate()
            .map(|(n, d)| Kept { id: format!("id-{n}"), name: named(&d.name), file: file::write(d) })
            .collect();
        let back = collection::read(&collection::write(&kept, own_book.as_deref()), book()).expect("our own file");
        prop_assert_eq!((back.kept, back.own_book), (kept, own_book));
        prop_assert!(back.refused.is_empty(), "{:?}", back.refused);
    }
}

proptest! {
    #![proptest_config(cases(600))]

    #[test]
    fn numbers_read_back_from_their_text(bits in any::<u64>(), small in -1e6..1e6_f64) {
        for value in [f64::from_bits(bits), small, small.round(), (small * 100.0).round() / 100.0] {
            let text = write(value);
            let expected = if value.is_finite() { value + 0.0 } else { 0.0 };
            prop_assert_eq!(read_canonical(&text), Some(expected), "{}", text);
            if text.len() <= 40 {
                prop_assert_eq!(read_typed(&text, '.').map(|r| r.value), Some(expected), "{}", text);
            }
        }
    }

    #[test]
    fn numbers_are_read_in_the_way_people_write_them_or_marked(cents in prop_oneof![0..1_000_000_000_000_u64, 0..10_000_000_u64], digits in 0..5_usize, negative in any::<bool>()) {
        let scale = 10_u64.pow(u32::try_from(digits).expect("a small number"));
        let (whole, rest) = (cents / scale, cents % scale);
        let tail = if digits == 0 { String::new() } else { format!("{rest:0digits$}") };
        let value: f64 = format!("{}{whole}.{tail}0", if negative { "-" } else { "" }).parse().expect("a number");
        for (thousands, decimal) in [(",", "."), (".", ","), ("\u{202f}", ","), ("’", "."), ("'", "."), (" ", ","), ("", "."), ("", ",")] {
            let sign = if negative { "−" } else { "" };
            let typed = format!("{sign}{}{}{tail}", grouped(whole, thousands), if digits == 0 { "" } else { decimal });
            let read = read_typed(&typed, '.');
            prop_assert!(read.is_some_and(|r| r.ambiguous || r.value == value), "{typed} read as {read:?}");
            let at_home = decimal.chars().next().and_then(|sign| read_typed(&typed, sign));
            prop_assert_eq!(at_home.map(|r| r.value), Some(value), "{} with the decimal sign {}", typed, decimal);
            for around in [format!("$ {typed}"), format!("{typed} %"), format!("{typed} USD"), format!("  {typed}\t")] {
                let bare = read_typed(&around, '.').map(|r| Reading { sign: None, currencies: &[], ..r });
                prop_assert_eq!(bare, read, "{}", around);
            }
            let kind = |text: String| read_typed(&text, '.').and_then(|r| r.sign);
            prop_assert_eq!(kind(format!("$ {typed}")), Some(Sign::Money));
            prop_assert_eq!(kind(format!("{typed} %")), Some(Sign::Percent));
            prop_assert_eq!(kind(typed.clone()), None);
            let twelfth = read_typed(&format!("{typed} / 12"), '.').map(|r| r.value);
            prop_assert_eq!(twelfth, read.map(|r| r.value / 12.0));
            prop_assert_eq!(read_typed(&format!("{typed}/0"), '.'), None);
        }
    }

    /// The contents of a field, with its unit, are the field's number.
    #[test]
    fn a_number_with_its_unit_is_read_in_that_unit(value in 0.0..1e9_f64) {
        for unit in FIELDS.iter().filter_map(Field::unit).chain(DERIVED.iter().map(|d| d.unit)) {
            let text = format!("{} {}", write(value * unit.shown_factor()), unit.symbol());
            let found = read_typed(&text, '.').map(|read| read.in_unit(unit, "USD").map(|(found, _)| found));
            let expected = value * unit.shown_factor() / unit.shown_factor();
            prop_assert_eq!(found, Some(Ok(expected)), "{} in {:?}", text, unit);
        }
    }

    #[test]
    fn hostile_files_never_break_a_bound(json in hostile_json()) {
        if let Ok(decoded) = file::read(&json.to_string(), book()) {
            is_in_order(&decoded)?;
        }
    }

    #[test]
    fn any_text_at_all_is_withstood(text in any_text(300), number in any::<String>()) {
        withstands(&text)?;
        withstands(&number)?;
    }
}

proptest! {
    #![proptest_config(cases(1_200))]

    #[test]
    fn hostile_links_never_break_a_bound(text in hostile_link()) {
        withstands(&text)?;
    }
}

proptest! {
    #![proptest_config(cases(40))]

    #[test]
    fn what_is_left_of_hostile_texts_can_be_computed(text in hostile_link(), json in hostile_json()) {
        is_of_use(&link::read(&text, book()))?;
        if let Ok(decoded) = file::read(&json.to_string(), book()) {
            is_of_use(&decoded)?;
        }
    }
}

/// Digits in groups of three.
fn grouped(whole: u64, sign: &str) -> String {
    let digits = whole.to_string();
    let head = digits.len() % 3;
    let mut groups: Vec<&str> = Vec::new();
    if head > 0 {
        groups.push(&digits[..head]);
    }
    let groups_of_three = (head..digits.len()).step_by(3).map(|start| &digits[start..start + 3]);
    groups.extend(groups_of_three);
    groups.join(sign)
}

/// Figures a text may record.
fn said_figures() -> impl Strategy<Value = Figures> {
    let value = prop_oneof![4 => -1e7..1e7_f64, 1 => any::<f64>(), 1 => (-20.0..20.0_f64).prop_map(|d| 10_f64.powf(d))];
    proptest::array::uniform4(proptest::option::of(value))
}

fn hostile_link() -> impl Strategy<Value = String> {
    let mut keys: Vec<String> = FIELDS.iter().map(|f| f.key.to_owned()).collect();
    keys.extend(DERIVED.iter().map(|d| d.key.to_owned()));
    keys.extend(
        ["v", "book", "name", "said", "end", "preset", "set", "next", "utm_source", "", "no_such_key"]
            .map(str::to_owned),
    );
    let key = prop_oneof![8 => proptest::sample::select(keys), 1 => any_text(20)];
    let number = (-400.0..400.0_f64, any::<u64>())
        .prop_map(|(d, bits)| format!("{:?}", if bits % 2 == 0 { 10_f64.powf(d) } else { f64::from_bits(bits) }));
    let value = prop_oneof![2 => any_text(60), 2 => number, 1 => "[0-9utpnl.~_-]{0,30}"];
    let sign = proptest::sample::select(vec!["=", "==", "", "%3D", "~"]);
    let pair = (key, prop_oneof![6 => Just("="), 1 => sign], value).prop_map(|(k, s, v)| format!("{k}{s}{v}"));
    let between = proptest::sample::select(vec!["&", "&", "&", ";", "&&", "&amp;", "?", "#"]);
    proptest::collection::vec((pair, between), 0..30)
        .prop_map(|pairs| pairs.into_iter().map(|(pair, between)| pair + between).collect())
}

fn hostile_json() -> impl Strategy<Value = Json> {
    let leaf = prop_oneof![
        any_text(40).prop_map(Json::from),
        any::<f64>().prop_map(Json::from),
        any::<i64>().prop_map(Json::from),
        any::<u64>().prop_map(Json::from),
        any::<bool>().prop_map(Json::from),
        Just(Json::Null),
        Just(json!({"value": 1, "range": {"spread": "normal", "low": -1e308, "high": 1e308}})),
        Just(json!({"value": 5, "range": {"spread": "normal", "low": 6, "high": 4}})),
        Just(json!({"value": 0.5, "range": {"spread": "?", "low": 0, "high": 1}})),
        Just(json!([["a", 1e308, -1], [null, null, null], ["", 0, 0]])),
        Just(json!([[null]])),
        Just(json!([[""]])),
    ];
    let value = leaf.prop_recursive(3, 20, 4, |inner| {
        prop_oneof![
            proptest::collection::vec(inner.clone(), 0..4).prop_map(Json::from),
            proptest::collection::btree_map(any_text(10), inner, 0..4).prop_map(|m| m.into_iter().collect()),
        ]
    });
    let mut ids: Vec<String> = FIELDS.iter().map(|f| f.id.to_owned()).collect();
    ids.extend(DERIVED.iter().map(|d| d.id.to_owned()));
    let id = prop_oneof![9 => proptest::sample::select(ids), 1 => any_text(20)];
    let inputs = proptest::collection::btree_map(id, value.clone(), 0..25);
    (inputs, any_text(120), value.clone(), value).prop_map(|(inputs, name, version, edition)| {
        json!({"inputs": inputs, "name": name, "version": version, "said": version, "edition": edition, "extra": 1})
    })
}

/// Every reader accepts a text without panicking, with a valid result.
fn withstands(text: &str) -> Outcome {
    let set = link::read_set(text, book());
    prop_assert!((1..=link::MOST_IN_SET).contains(&set.len()));
    for decoded in &set {
        is_in_order(decoded)?;
    }
    prop_assert!(collection::read(text, book()).is_err(), "no collection file");
    let _ = link::is_link(text);
    let _ = link::page_key(text, "preset");
    if let Ok(decoded) = file::read(text, book()) {
        is_in_order(&decoded)?;
    }
    prop_assert!(read_typed(text, '.').is_none_or(|r| r.value.is_finite()));
    prop_assert!(read_canonical(text).is_none_or(f64::is_finite));
    Ok(())
}

/// A document read from any text: every row within bounds, an edition of the book, a name and notices safe to display.
fn is_in_order(decoded: &Decoded) -> Outcome {
    let d = &decoded.document;
    for field in FIELDS {
        let objection = field.validate(&field.get(&d.scenario));
        prop_assert!(objection.is_none(), "{}: {objection:?}", field.id);
    }
    prop_assert!(book().has_edition(&d.edition));
    prop_assert!(d.name.chars().count() <= 80 && is_fit_to_show(&d.name), "name {:?}", d.name);
    for notice in &decoded.notices {
        prop_assert!(is_fit_to_show(&notice.message), "{:?}", notice.message);
    }
    Ok(())
}

/// No control characters, direction overrides or invisible characters.
fn is_fit_to_show(text: &str) -> bool {
    let hidden = [
        "\u{61c}", "\u{200b}", "\u{200e}", "\u{200f}", "\u{202a}", "\u{202d}", "\u{202e}", "\u{2066}", "\u{2069}",
        "\u{feff}",
    ];
    !text.chars().any(char::is_control) && !hidden.iter().any(|c| text.contains(c))
}

/// A document that was read can be written and read like any other, and can be computed or reports why not.
fn is_of_use(decoded: &Decoded) -> Outcome {
    let d = &decoded.document;
    prop_assert_eq!(&link::read(&link::write(d), book()).document, d);
    match evaluate(&d.scenario, book(), &d.edition) {
        Ok(report) => all_finite(&report),
        Err(issues) => {
            prop_assert!(!issues.is_empty());
            Ok(())
        }
    }
}

fn stands(text: &str) {
    if let Err(problem) = withstands(text) {
        let start: String = text.chars().take(80).collect();
        panic!("{start}…: {problem}");
    }
}

#[test]
fn every_key_withstands_every_nasty_text() {
    for key in
        FIELDS.iter().map(|f| f.key).chain(DERIVED.iter().map(|d| d.key)).chain(["v", "book", "name", "said", "end"])
    {
        for nasty in NASTY {
            let pair = format!("{key}={nasty}");
            if let Err(problem) = is_in_order(&link::read(&pair, book())) {
                panic!("{pair:?}: {problem}");
            }
        }
    }
}

#[test]
fn every_row_of_a_file_withstands_every_nasty_value() {
    let numbers = ["1e308", "-1e308", "1e-400", "-0", "-0.0", "123456789012345678901234567890", "0.1e1", "1e999"];
    for id in FIELDS.iter().map(|f| f.id).chain(DERIVED.iter().map(|d| d.id)) {
        let texts = NASTY.iter().map(|t| json!(t).to_string()).chain(numbers.map(str::to_owned));
        for value in texts.chain(["null", "[]", "{}", "[[[]]]", "[[null]]", "[[1]]", "[[\"\"]]"].map(str::to_owned)) {
            let text = format!("{{\"version\":1,\"inputs\":{{\"{id}\":{value}}}}}");
            if let Ok(decoded) = file::read(&text, book())
                && let Err(problem) = is_in_order(&decoded)
            {
                panic!("{text}: {problem}");
            }
        }
    }
}

#[test]
fn long_deep_and_repeated_texts_are_withstood() {
    let long = "9".repeat(100_000);
    for key in ["w", "name", "gpu", "q", "et", "in", "v", "book", "said", "busy"] {
        stands(&format!("{key}={long}"));
        stands(&format!("v=1&{key}=1~~{}", "1~".repeat(50_000)));
    }
    stands(&"&".repeat(2_000_000));
    stands(&"%".repeat(2_000_000));
    stands(&"w=1&".repeat(30_000));
    for start in ["", "x", "xx"] {
        stands(&format!("{start}{}=1", "é".repeat(500_000)));
        stands(&format!("w={start}{}", "名".repeat(50_000)));
        stands(&format!("name={start}{}", "👩".repeat(50_000)));
    }
    for deep in ["[", "{\"a\":", "{\"inputs\":{\"rent.quotes\":["] {
        stands(&deep.repeat(100_000));
    }
    let nested = format!("{}{}", "[".repeat(120), "]".repeat(120));
    stands(&format!("{{\"inputs\":{{\"rent.quotes\":{nested}}}}}"));
    let closed = format!("{}{}", "[".repeat(100_000), "]".repeat(100_000));
    stands(&format!("{{\"inputs\":{{\"rent.quotes\":{closed}}}}}"));
    stands("{\"inputs\":{\"own.gpus\":8,\"own.gpus\":-8,\"own.gpus\":1e308}}");
    stands("{\"inputs\":{\"own.gpus\":-8,\"own.gpus\":16},\"inputs\":[]}");
    stands("\u{feff}{\"inputs\":{}}");
}

#[test]
fn every_switch_and_choice_and_bound_travels() {
    for field in FIELDS {
        let values: Vec<Value> = match field.kind {
            Kind::Number { min, max, .. } => [min, max].map(|n| Value::Number(Amount::exact(n))).to_vec(),
            Kind::NumberOrWord { min, max, words, .. } => {
                let numbers = [min, max].map(|n| Value::Number(Amount::exact(n)));
                words.iter().map(|o| Value::Choice(o.id.into())).chain(numbers).collect()
            }
            Kind::Choice(options) => options.iter().map(|o| Value::Choice(o.id.into())).collect(),
            Kind::Switch => [true, false].map(Value::Switch).to_vec(),
            Kind::Currency => ["USD", "EUR", "ZZZ"].map(|c| Value::Text(c.to_owned())).to_vec(),
            Kind::Day => ["", "2026-11-20"].map(|d| Value::Text(d.to_owned())).to_vec(),
            Kind::Text { .. } => ["", "EU", "a, b/c"].map(|d| Value::Text(d.to_owned())).to_vec(),
            Kind::OtherGpu => ["", "a100-80-sxm"].map(|gpu| Value::Text(gpu.to_owned())).to_vec(),
            Kind::AnyGpu => {
                ["", "a100-80-sxm", OTHER_GPU, "Tesla P100"].map(|gpu| Value::Text(gpu.to_owned())).to_vec()
            }
            Kind::Gpu => book().gpus.iter().map(|g| Value::Text(g.id.clone())).collect(),
            Kind::List { .. } => vec![Value::List(Vec::new())],
        };
        for value in values {
            let mut d = Document::typical(book());
            assert!(field.set(&mut d.scenario, &value), "{}: {value:?}", field.id);
            assert_eq!(link::read(&link::write(&d), book()), Decoded { document: d.clone(), notices: Vec::new() });
            assert_eq!(file::read(&file::write(&d), book()), Ok(Decoded { document: d, notices: Vec::new() }));
        }
    }
}

/// Entering the use sets the work and drops its range, which belonged to another value.
#[test]
fn entering_a_busy_share_drops_the_range_of_the_work() {
    let read = link::read("w=32700~t~30000~33000&busy=0.1&n=8&ew=1&go=1", book());
    assert_eq!(read.document.scenario.work.gpu_hours_per_month, Amount::exact(0.1 * 8.0 * 730.0));
    assert!(is_of_use(&read).is_ok());
    assert!(evaluate(&read.document.scenario, book(), &read.document.edition).is_ok());
}

/// Numbers so small that their quotients overflow or underflow.
#[test]
fn the_least_numbers_a_row_takes_are_computed() {
    for (id, others) in [
        ("w", ""),
        ("r", "&ch=discounted&tm=year-end&stl=0.5&fl=0.5&life=0.5"),
        ("r", "&ch=discounted&tm=monthly&stl=0.5&life=0.5"),
        ("rkw", "&site=colocation"),
        ("q", "&oq=1&w=1e-3"),
    ] {
        for least in [5e-324, 1e-310, f64::MIN_POSITIVE] {
            let value = if id == "q" { format!("x~{}~0", write(least)) } else { write(least) };
            let read = link::read(&format!("{id}={value}{others}"), book());
            assert_eq!(read.notices, Vec::new(), "{id}={least:e}");
            if let Err(problem) = is_of_use(&read) {
                panic!("{id}={least:e}{others}: {problem}");
            }
        }
    }
}
