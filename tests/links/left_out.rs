//! Short links: what they omit means the same for ever.

use engine::codec::{Document, file, link};
use engine::inputs::FIELDS;
use engine::inputs::presets::PRESETS;
use engine::inputs::value::{Certainty, Range, Spread};
use engine::report::recorded_result::with_recorded_result;
use serde_json::Value as Json;

use super::{book, golden, messages, read, typical, typical_link, without_notices};

/// The value an absent row has in a link, as `key=value`, for every row introduced after the first format. Append only.
const ABSENT: &str = include_str!("absent.txt");

tests! {
    fn a_link_is_short_enough_for_hardened_servers() {
        let presets = PRESETS.iter().map(|preset| file::read(preset.text(), book()).expect("a preset").document);
        for document in std::iter::once(typical()).chain(presets) {
            let document = with_recorded_result(&document, book());
            let longest = "A name of eighty characters at most, all of them plain letters and some figures 1";
            let named = Document { name: longest.chars().take(80).collect(), ..document.clone() };
            for document in [document, named] {
                let link = link::write(&document);
                let matters = |pair: &&str| {
                    let key = pair.split('=').next();
                    let field = FIELDS.iter().find(|field| Some(field.key) == key);
                    field.map_or(key != Some("said"), |field| (field.is_relevant)(&document.scenario))
                };
                let short = link.split('&').filter(matters).collect::<Vec<_>>().join("&");
                assert!(link.contains("&said="), "as the page writes it");
                assert!(link.len() <= 1_400, "{}: {} bytes", document.name, link.len());
                assert!(short.len() <= 900, "{}: {} bytes of relevant rows", document.name, short.len());
            }
        }
    }

    fn a_row_that_came_later_is_left_out_at_its_neutral_value_alone() {
        let keys = |document: &Document| -> Vec<String> {
            let link = link::write(document);
            link.split('&').map(|pair| pair.split('=').next().unwrap_or_default().to_owned()).collect()
        };
        for field in FIELDS {
            let mut document = typical();
            field.set(&mut document.scenario, &field.neutral.to_value());
            assert_eq!(keys(&document).contains(&field.key.to_owned()), field.since == 1, "{} at its neutral value", field.id);
            assert_eq!(without_notices(&link::write(&document)), document, "{}", field.id);
        }
        let mut document = typical();
        document.scenario.present.nodes.certainty = Certainty::Range(Range { spread: Spread::Uniform, low: 0.0, high: 4.0 });
        assert!(keys(&document).contains(&"pn".to_owned()), "a range is not neutral");
        assert_eq!(without_notices(&link::write(&document)), document);
    }

    /// Links omit rows: an absent row must mean the same for ever.
    fn what_an_absent_row_means_is_frozen() {
        let lines: Vec<&str> = ABSENT.lines().filter(|l| !l.is_empty() && !l.starts_with('#')).collect();
        for line in &lines {
            let key = line.split('=').next().expect("a key");
            let field = FIELDS.iter().find(|f| f.key == key).expect("a permanent row");
            assert_eq!(field.get(&without_notices(line).scenario), field.neutral.to_value(), "{line} is not the neutral value of {}", field.id);
        }
        let whole = typical_link();
        for field in FIELDS.iter().filter(|f| f.since > 1) {
            assert!(lines.iter().any(|l| l.split('=').next() == Some(field.key)), "{} is new: add its neutral value to tests/links/absent.txt", field.id);
            let without: Vec<&str> = whole.split('&').filter(|pair| pair.split('=').next() != Some(field.key)).collect();
            assert_eq!(field.get(&without_notices(&without.join("&")).scenario), field.neutral.to_value(), "{}", field.id);
        }
        assert!(lines.len() >= 87, "lines were removed from tests/links/absent.txt");
    }

    /// Only links of the third format and later omit rows. A file never does.
    fn links_of_the_second_format_and_files_hold_every_row_or_name_it() {
        let second = include_str!("../releases/0.1.0/links.txt").lines().find(|l| l.starts_with("v=2&")).expect("a link");
        let (before, rest) = second.split_once("&hz=").expect("the horizon");
        let (_, behind) = rest.split_once('&').expect("what follows");
        let decoded = read(&format!("{before}&{behind}"));
        assert_eq!(messages(&decoded), ["Missing, so the defaults are used: Horizon"]);
        assert_eq!(decoded.document.scenario.time.horizon_months, typical().scenario.time.horizon_months);
        let mut json: Json = serde_json::from_str(&file::write(&typical())).expect("our own file");
        json["inputs"].as_object_mut().expect("inputs").remove("time.horizon_months").expect("the horizon");
        let decoded = file::read(&json.to_string(), book()).expect("a file");
        assert_eq!(messages(&decoded), ["Missing, so the defaults are used: Horizon"]);
    }

    /// The notice and the scenario disagreed about a row newer than the text.
    fn a_younger_row_that_cannot_be_used_holds_what_its_notice_says() {
        for version in [1, 3] {
            let decoded = read(&format!("{}&hz=x&end=1", golden()[0].link.replacen("v=1", &format!("v={version}"), 1).trim_end_matches("&end=1")));
            assert_eq!(messages(&decoded), ["Horizon: \"x\" cannot be read; the default, 60 months, is used"]);
            assert_eq!(decoded.document.scenario.time.horizon_months.value, 60.0);
        }
    }

    /// The resale value of a used node follows from the GPU and its age if a handwritten link omits it. The second
    /// scenario of a link omits what it shares with the first.
    fn the_second_scenario_keeps_the_resale_of_the_first() {
        let mut first = typical();
        first.scenario.present.nodes.value = 8.0;
        first.scenario.present.node_age_years.value = 5.0;
        first.scenario.present.node_resale_usd.value = 150_000.0;
        let mut second = first.clone();
        second.scenario.own.gpus.value = 72.0;
        let all = [first, second];
        let found: Vec<Document> = link::read_set(&link::write_set(&all), book()).into_iter().map(|d| d.document).collect();
        assert_eq!(found, all);
    }
}
